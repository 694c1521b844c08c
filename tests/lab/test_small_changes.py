"""The sample commits of docs/small-changes.md, made in a copy of the package: they fit and work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/small-changes.md").read_text("utf-8")
SAMPLES = dict(re.findall(r"^## (.*?)\n.*?^```diff\n(.*?)^```$", PAGE, re.M | re.S))


def changes(diff: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each file of a diff, with its hunks."""
    for part in re.split(r"^--- .*\n\+\+\+ b/", diff, flags=re.M)[1:]:
        name, _, lines = part.partition("\n")
        yield name, lines.split("@@\n")


def apply(diff: str, root: Path) -> None:
    """Make a sample's changes; lines without context go to the end of their file."""
    for name, hunks in changes(diff):
        path = root / name
        text = path.read_text("utf-8") if path.exists() else ""
        for hunk in hunks:
            lines = hunk.splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line[0] in " -")
            new = "".join(line[1:] for line in lines if line[0] in " +")
            assert old in text, f"{name} has no longer:\n{old}"
            text = text.replace(old, new, 1) if old else f"{text}\n\n{new}"
        path.write_text(text, "utf-8")


def test_each_change_has_a_sample() -> None:
    assert list(SAMPLES) == ["A setting", "A technique", "A format", "A language", "A command"]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with all samples."""
    root = tmp_path_factory.mktemp("changed")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", root / "src", ignore=ignored)
    for diff in SAMPLES.values():
        apply(diff, root)
    return root


def python(changed: Path, *words: str) -> str:
    """Run the changed package."""
    env = os.environ | {"PYTHONPATH": str(changed / "src")}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=env, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_setting(changed: Path) -> None:
    for language in ("en", "ja"):
        words = changed / f"src/enpitsu/web/words/{language}/settings.toml"
        assert tomllib.loads(words.read_text("utf-8"))["crosshair"]["label"]


TECHNIQUE = """
import enpitsu
from enpitsu.position import Position
puzzle = enpitsu.parse("2 1/0|1/1/0/0/1", "nonogram", "slashes")
empty = ["r1c3", "r1c4", *(f"r2c{col}" for col in range(1, 6))]
position = Position.parse(", ".join(f"{cell} not shaded" for cell in empty))
step = next(iter(enpitsu.explain(puzzle, position)))
print(step.technique, step.text)
"""


def test_technique_and_format(changed: Path) -> None:
    said = python(changed, "-c", TECHNIQUE)
    assert said.startswith("last-cells As r1c3 and r1c4 are not shaded, row 1 has just the cells")


def test_language(changed: Path) -> None:
    script = (
        "from enpitsu.words import find_sentence; print(find_sentence('enpitsu.lists.and', 'de'))"
    )
    assert python(changed, "-c", script) == " und \n"


def test_command(changed: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.slashes"
    file.write_text("1/0|1/0/0\n")
    said = python(changed, "-m", "enpitsu", "size", str(file), "--json")
    assert (json.loads(said)["rows"], json.loads(said)["cols"]) == (2, 3)
