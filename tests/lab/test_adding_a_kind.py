"""The tutorial of docs/adding-a-kind.md, done in a copy of the tree: each block fits, each command
prints what the page says, and the kind that comes of it fulfils what every kind must."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from enpitsu import kit
from enpitsu.kit import Constraint, formats, puzzle_text
from tests.lab.test_small_changes import apply

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-kind.md").read_text("utf-8")
TUTORIAL = PAGE.partition("# A kind in an hour")[2].partition("\n# ")[0]
KIND = "src/enpitsu/kinds/kurodoko"
PYTEST = f"{sys.executable} -m pytest -p no:cacheprovider"
SCRIPTS = {
    "scripts/enpitsu": f"{sys.executable} -m enpitsu",
    "scripts/new-kind": f"{sys.executable} bench/new_kind.py",
    "scripts/example": f"{sys.executable} bench/example.py",
    "scripts/test": PYTEST,
}


class Block(NamedTuple):
    """A fenced block of the tutorial."""

    language: str
    file: str
    text: str


def blocks() -> Iterator[Block]:
    """All blocks of the tutorial, in order."""
    for words, text in re.findall(r"^```(\w.*?)\n(.*?)^```$", TUTORIAL, re.M | re.S):
        language, _, file = words.partition(" ")
        yield Block(language, file, text)


class Newcomer:
    """Does what the tutorial says, in a tree of their own."""

    def __init__(self, root: Path) -> None:
        self.root, self.done = root, 0
        ignored = shutil.ignore_patterns("__pycache__", "static", "bundle")
        for folder in ("src", "bench", "tests"):
            shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", root)

    def do(self, block: Block) -> None:
        """Write a file, change the page, or run commands."""
        if block.language == "console":
            for command, expected in commands(block.text):
                self.run(command, expected)
        elif block.language == "diff":
            page = f"--- a/page\n+++ b/{KIND}/__init__.py\n"
            apply(page + block.text, self.root)
        elif block.language == "text":
            (self.root / block.file).write_text(block.text, "utf-8")
        else:
            name, _, more = block.file.partition(" ")
            path = self.root / KIND / name
            old = f"{path.read_text('utf-8')}\n" if more else ""
            path.write_text(old + block.text, "utf-8")
        self.done += 1

    def run(self, command: str, expected: str) -> None:
        """Run a command and compare what it prints: "..." stands for anything."""
        script, _, rest = command.partition(" ")
        env = os.environ | {"PYTHONPATH": f"{self.root}/src:{self.root}/bench:{self.root}"}
        run = subprocess.run(
            f"{SCRIPTS.get(script, script)} {rest}",
            capture_output=True,
            text=True,
            env=env,
            cwd=self.root,
            shell=True,
            timeout=300,
            check=False,
        )
        may_say_no = script == "scripts/enpitsu"  # exit code 1: there is more than one solution
        assert run.returncode in (0, may_say_no), f"{command}\n{run.stdout}\n{run.stderr}"
        pattern = re.escape(expected).replace(r"\.\.\.", ".*")
        assert re.fullmatch(pattern, run.stdout, re.S), (
            f"{command}\n{run.stdout}\nis not\n{expected}"
        )


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def test_the_reference_names_all_that_a_page_may_say() -> None:
    pieces = [name for module in (formats, puzzle_text) for name in public_functions(module)]
    assert {"puzzlink", "cell_answers", "grid_text", "shaded_cells"} <= {*pieces}
    missing = [name for name in (*kit.__all__, *pieces) if f"`{name}" not in PAGE]
    assert missing == []


def test_the_reference_tells_every_form_with_its_level() -> None:
    for sort in sorts(Constraint):
        for form in sort.forms:
            assert f"`{form.id}` {form.level:g}" in PAGE, f"{sort.name}: {form}"
        for name in filter(None, sort.breaks):
            assert f"`{name}`" in PAGE, f"{sort.name}: {name}"


def public_functions(module: ModuleType) -> list[str]:
    """The functions for pages: those that give a format or a piece of one."""
    found = vars(module).items()
    return [
        name
        for name, thing in found
        if isfunction(thing) and thing.__module__ == module.__name__ and name[0] != "_"
        if str(thing.__annotations__["return"]).endswith(("Format", "Part"))
    ]


def sorts(base: type[Constraint]) -> Iterator[type[Constraint]]:
    """All sorts of constraints."""
    for each in base.__subclasses__():
        yield each
        yield from sorts(each)


def test_the_tutorial_makes_a_kind(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path)
    for block in blocks():
        newcomer.do(block)
    assert newcomer.done == 20
    page = (tmp_path / KIND / "__init__.py").read_text("utf-8")
    words = [path.read_text("utf-8") for path in (tmp_path / KIND / "words").iterdir()]
    told = re.search(r"(\d+) lines of Python, (\d+) of words", TUTORIAL)
    assert told is not None
    assert page.count("\n") <= int(told[1])
    assert sum(text.count("\n") for text in words) <= int(told[2])
    check = (
        f"{sys.executable} -m ruff check {KIND} && {sys.executable} -m ruff format --check {KIND}"
    )
    newcomer.run(check, "...\n")
