"""The shape of the house: imports go one way, kinds are known to the registry alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import enpitsu
from enpitsu.registry import kinds

pytestmark = pytest.mark.quick

SOURCE = Path(enpitsu.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

WORDS = {
    "errors",
    "extras",
    "lazy",
    "processes",
    "colour",
    "grid",
    "border_changes",
    "limits",
    "position",
    "scene",
    "scene_kit",
    "picture",
    "technique",
    "making",
    "kind",
}
CONTAINERS = {
    "formats.link_codings",
    "formats.links",
    "formats.pzpr_files",
    "formats.xml",
    "formats.text",
    "formats.java_serial",
}
DRIVERS = {
    "check",
    "solve",
    "explain",
    "hint",
    "why",
    "fill_in",
    "grade",
    "proof",
    "formula",
    "generate",
    "improve",
    "render",
    "formats",
    "registry",
    "starter",
    "fingerprint",
    "words",
    "batch",
    "book",
    "play",
    "store",
    "lab",
    "school",
}

MAY_IMPORT = {
    "errors": set(),
    "extras": {"errors"},
    "colour": set(),
    "grid": set(),
    "border_changes": {"grid"},
    "limits": {"errors", "processes"},
    "processes": set(),
    "lazy": set(),
    "position": {"errors", "grid"},
    "scene": {"grid"},
    "scene_kit": {"grid", "scene"},
    "picture": {"errors", "extras", "grid", "limits", "position", "technique", "picture"},
    "technique": {"grid", "limits", "position", "scene"},
    "making": {"errors", "grid", "limits", "position", "scene", "technique"},
    "kind": WORDS - {"kind"},
    "sat": WORDS | {"sat"},
    "kit": WORDS | {"sat", "kit"} | CONTAINERS,
    "kinds": WORDS | {"sat", "kit", "kinds"} | CONTAINERS,
    "registry": {"errors", "kind", "kinds", "making"},
    "free_marks": {"errors", "kind"},
    "formats": WORDS | {"formats", "registry", "free_marks"},
    "render": WORDS | {"render", "registry", "explain", "words"},
    "check": WORDS | {"registry"},
    "solve": WORDS | {"registry", "sat"},
    "locks": WORDS,
    "judge": WORDS | {"registry", "check", "solve", "locks"},
    "formula": WORDS | {"registry", "sat", "solve"},
    "words": WORDS | {"registry"},
    "explain": WORDS | {"registry", "check", "sat", "solve", "words", "explain"},
    "hint": WORDS | {"registry", "check", "solve", "words", "explain"},
    "why": WORDS | {"registry", "solve", "words", "explain", "improve"},
    "grade": WORDS | {"registry", "solve", "explain"},
    "fill_in": WORDS | {"registry", "check", "solve", "explain", "grade", "hint"},
    "version": set(),
    "fingerprint": WORDS | {"registry"},
    "workers": {"errors", "extras", "version", "workers"},
    "generate": WORDS
    | {"registry", "solve", "judge", "grade", "explain", "generate", "workers", "version", "words"},
    "improve": WORDS
    | {"registry", "solve", "check", "grade", "explain", "generate", "judge", "words", "improve"},
    "school": WORDS
    | {
        "registry",
        "formats",
        "check",
        "solve",
        "explain",
        "grade",
        "generate",
        "hint",
        "words",
        "school",
    },
    "starter": WORDS | {"registry", "formats", "grade"},
    "batch": WORDS
    | {"registry", "formats", "generate", "grade", "fingerprint", "workers", "version", "batch"},
    "play": WORDS | {"registry", "check", "grade", "free_marks", "play"},
    "store": WORDS | {"registry", "formats", "fingerprint", "batch", "play", "grade", "store"},
    "book": WORDS
    | {
        "registry",
        "formats",
        "solve",
        "check",
        "grade",
        "explain",
        "render",
        "words",
        "workers",
        "school",
        "book",
    },
    "lab": WORDS | {"registry", "solve", "sat.backend", "workers", "version", "batch", "lab"},
    "web": WORDS
    | {
        "registry",
        "formats",
        "solve",
        "check",
        "grade",
        "explain",
        "hint",
        "fill_in",
        "generate",
        "improve",
        "locks",
        "render",
        "book",
        "starter",
        "words",
        "workers",
        "play",
        "store",
        "fingerprint",
        "version",
        "school",
        "web",
    },
    "proof": WORDS | {"registry", "sat", "check", "formats"},
    "cli": WORDS | DRIVERS | {"cli", "sat.backend", "workers", "version", "web"},
    "__init__": WORDS | DRIVERS,
    "__main__": {"cli"},
}
"""What each part may import; drivers never know a kind, kinds never know a driver."""


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__") or "__init__"


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """Modules of this package that a file imports, without the package's name."""
    names: list[str] = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [_module(str(node.module), alias.name) for alias in node.names]
    return tuple(name.removeprefix("enpitsu.") for name in names if name.startswith("enpitsu"))


def _module(package: str, name: str) -> str:
    """The module that `from package import name` loads: a part of the package, or itself."""
    folder = SOURCE.parent.joinpath(*package.split("."))
    is_part = (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()
    return f"{package}.{name}" if is_part else package


def test_imports_go_one_way() -> None:
    offenders = []
    for path in MODULES:
        allowed = MAY_IMPORT[_name(path).split(".")[0]]
        for module in _imports(path):
            pieces = module.split(".")
            prefixes = {".".join(pieces[:length]) for length in range(1, len(pieces) + 1)}
            if not prefixes & allowed:
                offenders.append(f"{_name(path)} must not import {module}")
    assert offenders == []


def test_a_kind_does_not_know_another() -> None:
    offenders = []
    for path in MODULES:
        pieces = _name(path).split(".")
        if pieces[0] == "kinds" and len(pieces) > 1:
            offenders += [
                f"{_name(path)} must not import {module}"
                for module in _imports(path)
                if module.startswith("kinds") and module.split(".")[1] != pieces[1]
            ]
    assert offenders == []


def test_engines_are_a_room_of_their_own() -> None:
    """Only the kind's record knows the table of engines, and only engines know engines."""
    room = re.compile(r"kinds\.\w+\.engines\b")
    offenders = [
        f"{_name(path)} must not import {module}"
        for path in MODULES
        if not room.match(_name(path))
        for module in _imports(path)
        if room.match(module) and module != f"{_name(path)}.engines"
    ]
    assert offenders == []


def test_the_default_engine_loads_no_other() -> None:
    code = """
import sys, enpitsu
from enpitsu.registry import kinds
from tests.library import starters
for kind in kinds().values():
    puzzle = starters(kind.id)[0].puzzle
    assert enpitsu.solve(puzzle).status == "unique"
    next(iter(enpitsu.explain(puzzle)))
print(*(name for name in sys.modules if ".engines." in name))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_only_the_adapter_knows_the_sat_library() -> None:
    imports = re.compile(r"^\s*(from|import) pysat", re.MULTILINE)
    importers = {
        _name(path) for path in MODULES if imports.search(path.read_text(encoding="utf-8"))
    }
    assert importers == {"sat.backend", "sat.remote_process"}


def _code_strings(path: Path) -> Iterator[str]:
    """String constants of the code, without docstrings."""
    tree = _tree(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, documented)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and text not in docstrings:
            yield text


def test_no_shared_code_names_a_kind() -> None:
    offenders = [
        f"{_name(path)} names {kind}: {text[:60]!r}"
        for path in MODULES
        if not _name(path).startswith("kinds")
        for text in _code_strings(path)
        for kind in kinds()
        if kind in text.lower()
    ]
    assert offenders == []


def test_library_code_does_not_print() -> None:
    for path in MODULES:
        calls = [
            node.func.id
            for node in ast.walk(_tree(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in calls, _name(path)


def test_modules_stay_small() -> None:
    for path in MODULES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, _name(path)


def test_every_module_and_folder_is_on_the_page_of_the_house() -> None:
    page = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("```")[2].partition("```")[0]
    modules = {path.name for path in SOURCE.glob("*.py")}
    folders = {f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")}
    kinds = {f"kinds/{path.parent.name}/" for path in SOURCE.glob("kinds/*/__init__.py")}
    missing = sorted(name for name in modules | folders | kinds if name not in tree)
    assert not missing, f"docs/architecture.md does not name {', '.join(missing)}"


def test_public_names_exist_and_are_documented() -> None:
    for name in enpitsu.__all__:
        thing = getattr(enpitsu, name)
        assert thing.__doc__, f"{name} has no docstring"


def test_a_file_name_means_one_thing() -> None:
    """A name occurs twice only at the same place of several kinds, of which the kit is the general
    one."""
    places: dict[str, set[str]] = {}
    for path in MODULES:
        if path.name != "__init__.py":
            name = _name(path)
            parts = name.split(".")
            within = {"kinds": parts[2:], "kit": parts[1:]}.get(parts[0])
            places.setdefault(path.name, set()).add(".".join(within or ("", *parts)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_a_public_class_name_stands_once() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(_name(path))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
