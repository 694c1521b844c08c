"""Find the examples of a kind: boards for its examples/ folder, which the tests want.

    scripts/example KIND [NAME ...] [--seed N] [--seconds S] [--from FILE] [--replace]

Without a NAME everything that is missing is found and written: `solved_...`, `tiny_...`,
`breaks_CODE` and `breaks_CODE@partial` for each way to break a rule, and `technique_ID` for each
technique, at which it is the next step. A NAME is one of these; the id of a technique is enough.
The same seed finds the same, unless the time ends first. The gallery draws examples of techniques
(`scripts/bench gallery`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.kind import Kind
from enpitsu.registry import find_kind, kind_of
from enpitsu.school.technique_example import find_use
from enpitsu.technique import Technique
from example_boards import SOLVED, TINY, BoardFinder
from example_files import Example, example_path, kept, positions_of, write
from example_techniques import Finder

SECONDS = 120.0
PARTIAL = "@partial"


class Search:
    """The examples of a kind by name, and the ways to find them."""

    def __init__(self, kind: Kind[Any], seed: int, seconds: float) -> None:
        self.kind, self.seed, self.seconds = kind, seed, seconds
        self.techniques = {
            f"technique_{each.id}": each for each in (kind.ladder.techniques if kind.ladder else ())
        }

    def names(self) -> list[str]:
        """Every example that a kind should have."""
        breaks = [f"breaks_{code}{how}" for code in self.kind.violations for how in ("", PARTIAL)]
        tiny = TINY if self.kind.declaration else ()
        return [*SOLVED, *tiny, *breaks, *self.techniques]

    def missing(self) -> list[str]:
        """Those of them that are not there. Solved boards and tiny puzzles are not, if there are
        none at all."""
        folder = Path(str(self.kind.examples))
        has_group = {group: any(folder.glob(f"{group}_*")) for group in ("solved", "tiny")}
        return [
            name
            for name in self.names()
            if not has_group.get(name.partition("_")[0]) and not kept(self.kind, name)
        ]

    def full_name(self, name: str) -> str | None:
        """The name of an example; None if there is none such."""
        known = self.names()
        whole = (name, f"technique_{name}", f"breaks_{name}")
        return next((each for each in whole if each in known), None)

    def find(self, name: str, sources: Sequence[Example]) -> Example | None:
        """Find an example, of a technique in these positions if there are some."""
        if name in self.techniques:
            finder = Finder(self.kind, self.techniques[name], self.seed, self.seconds)
            return finder.find(sources)
        boards = BoardFinder(self.kind, self.seed, self.seconds)
        if name in SOLVED:
            return boards.find_solved(*SOLVED[name])
        if name in TINY:
            return boards.find_tiny(name)
        code = name.removeprefix("breaks_")
        return boards.find_broken(code.removesuffix(PARTIAL), partial=code.endswith(PARTIAL))


def main(arguments: list[str] | None = None) -> int:
    """Find examples and write them; 1 if one is not found, 2 for a wrong wish."""
    options = _parser().parse_args(arguments)
    try:
        search = Search(find_kind(options.kind), options.seed, options.seconds)
        found = (each for path in options.files for each in positions_of(path))
        sources = [each for each in found if kind_of(each.puzzle) is search.kind]
    except PuzzleError as error:
        return _tell(str(error), 2)
    wanted = {name: search.full_name(name) for name in options.names}
    names = [each for each in wanted.values() if each is not None]
    if len(names) < len(wanted):
        wrong = next(name for name, each in wanted.items() if each is None)
        known = ", ".join(search.names())
        return _tell(f"{search.kind.name} has no example {wrong!r}, but: {known}", 2)
    names = names or search.missing()
    there = [old for name in names for old in kept(search.kind, name)]
    if there and not options.replace:
        return _tell(f"{there[0]} is there already; --replace writes another.", 2)
    return max((_write_one(search, name, sources) for name in names), default=0)


def _write_one(search: Search, name: str, sources: Sequence[Example]) -> int:
    example = search.find(name, sources)
    if example is None:
        return _tell(f"No example for {name} was found: other --seconds or --seed may help.", 1)
    path = example_path(search.kind, name)
    for old in kept(search.kind, name):
        old.unlink()
    print(write(example, path))
    print(enpitsu.render(example.puzzle, example.position, format="text"))
    technique = search.techniques.get(name)
    with suppress(KeyError, PuzzleError):
        print(_says(search.kind, technique, example) if technique else "")
    return 0


def _says(kind: Kind[Any], technique: Technique[Any], example: Example) -> str:
    step = find_use(kind, technique, *example)
    return step.text if step else ""


def _tell(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/example", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("kind", help="a kind of puzzle")
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="the id of a technique, or breaks_CODE, breaks_CODE@partial, solved_..., tiny_...; "
        "without one all that are missing",
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed finds another example")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"how long for each, at most ({SECONDS:g})"
    )
    parser.add_argument(
        "--from",
        dest="files",
        type=Path,
        nargs="+",
        default=[],
        help="look for techniques in these puzzles instead",
    )
    parser.add_argument("--replace", action="store_true", help="write over the example there is")
    return parser


if __name__ == "__main__":
    sys.exit(main())
