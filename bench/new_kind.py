"""Write the folder of a new kind: a page that works at once, its words, and its examples.

    scripts/new-kind NAME [--title TITLE] [--native NAME] [--into FOLDER]

The page stands in src/enpitsu/kinds/NAME/, and so the kind is in every command and in the web app
right away. It is a small puzzle of shaded cells: replace its clues, marks and rules by your own
(docs/adding-a-kind.md), then find its examples anew with `scripts/example NAME --replace`. With
--into it is a package of its own in a new folder, to be installed with pip.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
import tempfile
from pathlib import Path

import enpitsu
import example
from enpitsu.registry import kinds

MOST_LETTERS = 30
UNUSABLE = '"\\{}\n'  # signs that a title cannot have
_NAME = re.compile(r"[a-z][a-z0-9]*")

PAGE = '''\
"""TITLE: shade as many cells of each row and column as the numbers at its ends say; shaded cells
never touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from enpitsu.kit import Constraint, GridPuzzle, clues, exactly, mark, not_all, page, rule
from enpitsu.kit.puzzle_text import border_rows, grid_text, shaded_cells


class CLASS(GridPuzzle):
    """A board with numbers beside some rows and columns."""

    kind = "NAME"
    numbers = clues("border", values=range(101))
    shaded = mark("cells")


@rule("count", "A number tells how many cells of its row or column are shaded.")
def count(puzzle: CLASS) -> Iterator[Constraint]:
    """Each number."""
    for place, number in puzzle.numbers.items():
        yield exactly(puzzle.shaded.at(puzzle.behind(place)), number, clue=place)


@rule("touching", "Shaded cells never touch along a side.")
def touching(puzzle: CLASS) -> Iterator[Constraint]:
    """Each two neighbours."""
    for line in puzzle.lines():
        for pair in pairwise(puzzle.shaded.at(line)):
            yield not_all(pair)


KIND = page(
    CLASS,
    name="TITLE",
    native_name="NATIVE",
    rules=(count, touching),
    folder=Path(__file__).parent,
    formats=(grid_text(border_rows("numbers"), solution=shaded_cells("shaded")),),
)
'''

EN = """\
# What is said about TITLE. See docs/adding-a-kind.md.

[techniques.touching]
name = "Beside a shaded cell"
plain = "Shaded cells never touch, so {facts}."

[why]
touching-so-plain = "Shaded cells never touch, so {facts}."
touching-broken-plain-broken = "But then shaded cells would touch."
"""

JA = """\
# Japanese. Facts end in a noun, so that です, なので and と仮定 fit behind them.

[rules]
count = "数字は、その列の黒マスの数を表します。"
touching = "黒マスどうしは、タテヨコに隣り合いません。"

[techniques.touching]
name = "黒マスの隣"
plain = "黒マスは隣り合わないので、{facts}です。"

[why]
touching-so-plain = "黒マスは隣り合わないので、{facts}です。"
touching-broken-plain-broken = "しかし、それでは黒マスが隣り合ってしまいます。"
"""

PROJECT = """\
[build-system]
requires = ["hatchling>=1.21"]
build-backend = "hatchling.build"

[project]
name = "enpitsu-NAME"
version = "0.1"
description = "TITLE for Enpitsu"
requires-python = ">=3.11"
dependencies = ["enpitsu"]

[project.entry-points."enpitsu.kinds"]
NAME = "enpitsu_NAME:KIND"

[tool.hatch.build.targets.wheel]
packages = ["enpitsu_NAME"]
"""


def problem_of(name: str) -> str:
    """Return why a kind cannot be called so, as a sentence; empty if it can."""
    if not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        return f"A kind's name is small letters a to z and digits, as in 'heyawake', not {name!r}."
    if keyword.iskeyword(name):
        return f"{name!r} is a word of Python: choose another name."
    if name in kinds():
        return f"There is a kind {name!r} already: choose another name."
    return ""


def write_kind(name: str, title: str, native: str, folder: Path) -> None:
    """Write the page and its words into a folder."""
    class_name = "".join(word.capitalize() for word in re.findall("[A-Za-z0-9]+", title))
    class_name = class_name if class_name.isidentifier() else name.capitalize()
    texts = {"__init__.py": PAGE, "words/en.toml": EN, "words/ja.toml": JA}
    values = {"CLASS": class_name, "NAME": name, "TITLE": title, "NATIVE": native}
    (folder / "words").mkdir(parents=True)
    (folder / "examples").mkdir()
    for path, text in texts.items():
        (folder / path).write_text(fill_in(text, values), encoding="utf-8")


def fill_in(text: str, values: dict[str, str]) -> str:
    """The text with each word in capitals replaced."""
    return re.sub("|".join(values), lambda found: values[found[0]], text)


def write_package(name: str, title: str, native: str, folder: Path) -> None:
    """Write a package with an entry point."""
    folder.mkdir(parents=True)
    project = fill_in(PROJECT, {"NAME": name, "TITLE": title})
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    write_kind(name, title, native, folder / f"enpitsu_{name}")


def find_examples(name: str, package: Path | None) -> int:
    """Find the examples of a kind that was just written."""
    kinds.cache_clear()
    if package is None:
        return example.main([name])
    with tempfile.TemporaryDirectory() as installed:
        announce(name, Path(installed))
        sys.path[:0] = [str(package), installed]
        return example.main([name])


def announce(name: str, folder: Path) -> None:
    """Write what pip writes of an installed package, as far as entry points are found by it."""
    info = folder / f"enpitsu_{name}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: enpitsu-{name}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[enpitsu.kinds]\n{name} = enpitsu_{name}:KIND\n")


def main(arguments: list[str] | None = None) -> int:
    """Write a kind; 2 if it cannot be called so or lie there."""
    options = _parser().parse_args(arguments)
    name, package = options.name, options.into
    folder = package or Path(enpitsu.__file__).parent / "kinds" / name
    problem = problem_of(name) or (f"{folder} is there already." if folder.exists() else "")
    title = options.title or name.capitalize()
    native = options.native or title
    if not problem and any(sign in title + native for sign in UNUSABLE):
        problem = "Titles are without quotation marks, backslashes and braces."
    if problem:
        print(problem, file=sys.stderr)
        return 2
    if package is None:
        write_kind(name, title, native, folder)
    else:
        write_package(name, title, native, folder)
    code = find_examples(name, package)
    print(_next_steps(name, folder, package))
    return code


def _next_steps(name: str, folder: Path, package: Path | None) -> str:
    install = f"    pip install --editable {package}\n" if package else ""
    return (
        f"{folder}: a page that works. Try\n"
        f"{install}"
        f"    scripts/enpitsu generate {name} --size 6x6\n"
        f"    scripts/enpitsu serve\n"
        f"and make it your own: docs/adding-a-kind.md"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/new-kind", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("name", help="its id: small letters and digits, as puzz.link has it")
    parser.add_argument("--title", help="its name for people; the id with a capital, if not said")
    parser.add_argument("--native", help="its name in Japanese")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="a new package of its own")
    return parser


if __name__ == "__main__":
    sys.exit(main())
