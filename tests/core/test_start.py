"""Starting is quick: commands, kinds and heavy parts are loaded when they are asked for."""

from __future__ import annotations

import ast
import inspect
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

import enpitsu
from enpitsu import registry
from enpitsu.cli import COMMANDS, main
from enpitsu.lazy import LoadWhenAsked, load_when_asked
from tests.template_kind import KIND as TEMPLATE

SOURCE = Path(enpitsu.__file__).parent
LINK = "https://puzz.link/p?yajilin/5/5/m32j10"
SHARED_NAMES = sorted(
    name for name in enpitsu.__all__ if (SOURCE / f"{name}.py").exists() or (SOURCE / name).is_dir()
)
"""Public functions that are called like their modules."""

HEAVY = {
    "PIL",
    "asyncio",
    "ctypes",
    "email",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "multiprocessing",
    "numpy",
    "pandas",
    "psutil",
    "reportlab",
    "rich",
    "sqlalchemy",
    "ssl",
    "tomllib",
    "urllib.request",
}
SOLVERS = {"pysat", "pysolvers", "ortools", "cvc5", "z3"}
DRIVERS = {"batch", "book", "explain", "generate", "improve", "lab", "play", "web", "words"}


def run(code: str, *arguments: str, **environment: str) -> str:
    """Return the output of a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded_by(code: str, *arguments: str, **environment: str) -> set[str]:
    """The modules that a fresh process has after running this."""
    told = f"import sys\n{code}\nprint('\\n' + ' '.join(sys.modules))"
    return set(run(told, *arguments, **environment).splitlines()[-1].split())


def loaded_by_command(*arguments: str, **environment: str) -> set[str]:
    """The modules that the command line loads."""
    code = """
from enpitsu.cli import entry
try:
    entry()
except SystemExit as end:
    assert not end.code, end.code
"""
    return loaded_by(code, *arguments, **environment)


def own(modules: set[str]) -> set[str]:
    """Return the modules of Enpitsu."""
    return {name for name in modules if name.split(".")[0] == "enpitsu"}


def unwanted(modules: set[str], names: set[str]) -> set[str]:
    """The modules that are, or are parts of, these packages."""
    return {name for name in modules for one in names if f"{name}.".startswith(f"{one}.")}


# --- what is loaded ------------------------------------------------------------------------------


def test_the_package_alone() -> None:
    modules = loaded_by("import enpitsu")
    assert own(modules) == {"enpitsu"}
    assert not unwanted(modules, HEAVY | SOLVERS | {"click", "dataclasses", "json"})


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help(argument: str) -> None:
    modules = loaded_by_command(argument)
    assert own(modules) == {"enpitsu", "enpitsu.cli", "enpitsu.errors", "enpitsu.version"}
    assert not unwanted(modules, HEAVY | SOLVERS | {"json", "dataclasses"})


def test_completing_a_command() -> None:
    modules = loaded_by_command(
        _ENPITSU_COMPLETE="bash_complete", COMP_WORDS="enpitsu s", COMP_CWORD="1"
    )
    assert len(own(modules)) <= 4


def test_solving_a_link() -> None:
    modules = loaded_by_command("solve", LINK)
    assert len(own(modules)) <= 59
    assert not unwanted(modules, HEAVY | {f"enpitsu.{driver}" for driver in DRIVERS})
    assert not unwanted(modules, SOLVERS - {"pysat", "pysolvers"})
    kind = {name for name in modules if name.startswith("enpitsu.kinds.")}
    assert {name.split(".")[2] for name in kind} == {"yajilin"}
    parts = {name.split(".")[3] for name in kind if name.count(".") > 2}
    assert not parts & {"techniques", "generator", "editor", "filler", "web"}
    assert not any(".engines." in name for name in kind)


LISTS_COMMANDS = """
from enpitsu.cli import COMMANDS, main
assert all(main.get_command(None, name) for name in COMMANDS)
"""


def test_no_command_loads_heavy_packages() -> None:
    """They are loaded when they are used."""
    modules = loaded_by(LISTS_COMMANDS)
    heavy = HEAVY - {"ctypes", "http", "email", "importlib.resources", "tomllib"}
    heavy |= {"alembic", "distributed", "fontTools", "matplotlib", "segno", "starlette", "uvicorn"}
    assert not unwanted(modules, heavy | {"xml.etree.ElementTree"})
    assert not {name for name in modules if name.count(".") > 3 and ".techniques." in name}


@pytest.mark.parametrize("name", sorted(registry.kinds()))
def test_a_text_that_names_its_kind_loads_no_other(name: str) -> None:
    puzzle = enpitsu.starter(name)[0].puzzle
    texts = [enpitsu.dump(puzzle, each) for each in ("json", "puzzlink", "pzprv3")]
    for text in texts:
        for source in ("sys.argv[1]", "sys.argv[1].encode()"):
            modules = loaded_by(f"import enpitsu; enpitsu.read({source})", text)
            found = {each.split(".")[2] for each in modules if each.startswith("enpitsu.kinds.")}
            assert found == {name}, text


# --- public names --------------------------------------------------------------------------------

ALL_FUNCTIONS = """
import enpitsu, importlib, sys, types
for name in sys.argv[1:]:
    thing = getattr(enpitsu, name)
    module = sys.modules[f"enpitsu.{name}"]
    assert isinstance(module, types.ModuleType) and thing is getattr(module, name), name
    assert name in vars(enpitsu) and name in dir(enpitsu)
    scope = {}
    exec(f"from enpitsu import {name} as thing", scope)
    assert scope["thing"] is thing, name
print("fine")
"""
ORDERS = {
    "modules first": "import sys, importlib\n"
    "for name in sys.argv[1:]: importlib.import_module(f'enpitsu.{name}')\n",
    "names first": "import sys, importlib, enpitsu\n"
    "for name in sys.argv[1:]: getattr(enpitsu, name)\n"
    "for name in sys.argv[1:]: importlib.import_module(f'enpitsu.{name}')\n",
    "in turn": "import sys, importlib, enpitsu\n"
    "for name in sys.argv[1:]:\n"
    "    importlib.import_module(f'enpitsu.{name}'); getattr(enpitsu, name)\n",
    "by others": "import enpitsu.cli.hint_command, enpitsu.batch, enpitsu.improve.suggest\n",
    "by a star": "from enpitsu import *\n",
}


@pytest.mark.parametrize("order", ORDERS)
def test_a_public_function_hides_its_module(order: str) -> None:
    assert "solve" in SHARED_NAMES
    for names in (SHARED_NAMES, SHARED_NAMES[::-1]):
        assert run(ORDERS[order] + ALL_FUNCTIONS, *names) == "fine\n"


def test_public_names_are_pickled_by_their_modules() -> None:
    things: list[Any] = [enpitsu.solve, enpitsu.check, enpitsu.Limits(seconds=1.0)]
    code = "import sys, pickle; print(pickle.loads(bytes.fromhex(sys.argv[1])))"
    for thing in things:
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert run(code, pickle.dumps(thing).hex()).split(" at ")[0].strip() in repr(thing)


def test_public_names_are_listed_once_for_people_and_once_for_machines() -> None:
    """Type checkers see the same names as are loaded and as a star imports."""
    (checked,) = (
        node
        for node in ast.parse(Path(enpitsu.__file__).read_text("utf-8")).body
        if isinstance(node, ast.If)
    )
    seen = {
        alias.name: node.module
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == vars(enpitsu)["_MODULES"]
    assert enpitsu.__all__ == sorted(seen)


def test_names_that_are_not_there() -> None:
    missing = "no_such_name"
    with pytest.raises(AttributeError, match=missing):
        getattr(enpitsu, missing)
    assert not hasattr(enpitsu, missing)


# --- commands ------------------------------------------------------------------------------------


def test_the_help_of_commands_is_theirs() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert (command.name, command.get_short_help_str(1000)) == (name, COMMANDS[name])
    assert main.get_command(context, "no-such-command") is None


def test_every_command_is_listed() -> None:
    modules = {path.stem for path in (SOURCE / "cli").glob("*_command*")}
    assert modules == {f"{name}_command" for name in COMMANDS}
    assert list(COMMANDS) == sorted(COMMANDS)


def completions(*words: str) -> set[str]:
    """Return the completions of the last word."""
    told = run(
        "from enpitsu.cli import entry; entry()",
        _ENPITSU_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(("enpitsu", *words)),
        COMP_CWORD=str(len(words)),
    )
    return {line.partition(",")[2] for line in told.splitlines()}


def test_completion_of_commands_flags_and_choices() -> None:
    assert completions("sol") == {"solve"}
    assert completions("--ver") == {"--version"}
    assert {"--compact", "--conflicts"} <= completions("solve", "--co")
    assert completions("solve", "--kind", "y") == {"yajilin"}
    assert "puzzlink" in completions("solve", "--from", "pu")
    assert "minisat22" in completions("solve", "--backend", "mini")
    assert "again" in completions("generate", "a")


# --- kinds ---------------------------------------------------------------------------------------


def test_a_folder_has_the_id_of_its_kind_as_its_name() -> None:
    assert {name: kind.id for name, kind in registry.kinds().items()} == {
        name: name for name in registry.kinds()
    }
    assert len(registry.kinds()) == len([*registry.kinds()])


def test_the_parts_of_a_kind_are_loaded_when_they_are_asked_for() -> None:
    code = """
import sys
from enpitsu.registry import find_kind
kind = find_kind(sys.argv[1])
home = kind.board.__module__.rpartition(".")[0]
techniques = {f"{home}.techniques"}
before = bool(techniques & sys.modules.keys())
ladder = kind.ladder
assert techniques & sys.modules.keys() and kind.ladder is ladder
kind.load_all()
print(before, bool(kind.editor and kind.makers and kind.codecs and kind.engines))
"""
    for name in registry.kinds():
        assert run(code, name).split() == ["False", "True"]


def test_every_part_of_every_kind_can_be_loaded() -> None:
    for kind in registry.kinds().values():
        kind.load_all()
        parts = {name: getattr(kind, name) for name in kind.__slots__}
        assert not [name for name, part in parts.items() if isinstance(part, LoadWhenAsked)]
        assert inspect.isroutine(kind.scene)
        assert isinstance(kind.codecs, tuple)


def test_a_part_that_is_not_there_is_told() -> None:
    kind: Any = replace(TEMPLATE, scene=load_when_asked("enpitsu.no_such_module:scene"))
    assert kind.id == TEMPLATE.id
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        _ = kind.scene
    with pytest.raises(AttributeError, match="colour"):
        _ = kind.colour
