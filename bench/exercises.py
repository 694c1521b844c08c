"""The puzzles that exercises are taken from: kinds/*/exercises.json, written anew.

    scripts/bench exercises [KIND ...] [--seconds 300]

Every starter puzzle is walked through, and noted which techniques come next on the way, and when.
For techniques that few of them use, new puzzles are made as long as there is time. The puzzle at
the end of a level is the starter puzzle of that level that needs the most techniques of the level.
"""

from __future__ import annotations

import argparse
import json
import time
from bisect import bisect
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import enpitsu
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.formats import dump, read
from enpitsu.grade import LEVELS
from enpitsu.kind import Document, Kind, Meta
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import find_kind, kinds
from enpitsu.school.course import SHARED_LEVELS, course
from enpitsu.school.pool import TechniqueUse, pack_position, uses_in

MOST_CELLS = 15 * 15  # of a board that is fit for an exercise
LEAST_END_SIDE = 6  # rows and columns of a puzzle at the end of a level
LARGEST = 25 * 25  # cells of one that is taken if there are few others
HANDY_CELLS = 10 * 10  # of a board of which late positions are taken
QUICK = 0.08  # seconds to a use on a quiet machine, which is what somebody waits for
MOST_USES = 8  # of one technique on the way through one puzzle
MOST_PUZZLES = 20  # that lead to one technique soon
WANTED_USES = 16  # of one technique; for fewer, positions are told that come late
MOST_POSITIONS = 10  # that are told of one technique
FEW_POSITIONS = 6  # of one technique; for fewer, large boards are taken as well
WANTED_PUZZLES = 4  # that use one technique; for fewer, new ones are made
MOST_PART_CELLS = 64  # of a board of which a part of the solution is taken
MOST_WALK = 6.0  # seconds for one puzzle
SIZES = ((6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (12, 12), (15, 15))

Entry = tuple[int, int | dict[str, str]]
"""A puzzle by number, and the number of uses or the position of one."""


class Timed(NamedTuple):
    """A use of a technique, and the seconds until then."""

    use: TechniqueUse
    seconds: float


class Way(NamedTuple):
    """The techniques that come next on the way through a puzzle."""

    document: Document
    uses: list[Timed]

    def of(self, technique: str, most: int = MOST_CELLS) -> list[Timed]:
        """Return the uses of a technique; none if the board has more cells."""
        if _cells(self.document) > most:
            return []
        return [each for each in self.uses if each.use.technique == technique]

    @property
    def techniques(self) -> set[str]:
        """Return all techniques that come."""
        return {each.use.technique for each in self.uses}


def walk(document: Document) -> Way:
    """Walk through a puzzle, as far as there is time."""
    begun, uses = time.process_time(), list[Timed]()
    try:
        for use in uses_in(document, Limits(seconds=MOST_WALK)):
            uses.append(Timed(use, time.process_time() - begun))
    except LimitReached:
        pass
    return Way(document, uses)


def choose(ways: list[Way], technique: str) -> list[Entry]:
    """Return where a technique comes soon; if that is not often enough, also where it comes late,
    on small boards first and on each puzzle in turn."""
    counts = [
        (number, sum(each.seconds <= QUICK for each in way.of(technique)))
        for number, way in enumerate(ways)
        if not way.document.position
    ]
    soon: list[Entry] = [(number, min(MOST_USES, count)) for number, count in counts if count]
    soon.sort(key=lambda entry: ways[entry[0]].of(technique)[0].seconds)
    soon = soon[:MOST_PUZZLES]
    if sum(count for _, count in soon if isinstance(count, int)) >= WANTED_USES:
        return soon
    late = []
    for number, way in enumerate(ways):
        found = way.of(technique, LARGEST)
        if not way.document.position and _cells(way.document) <= MOST_CELLS:
            found = [each for each in found if each.seconds > QUICK]
        size = bisect((HANDY_CELLS, MOST_CELLS), _cells(way.document) - 1)
        late += [((size, turn, number), each) for turn, each in enumerate(found[::2])]
    late.sort(key=lambda each: each[0])
    fit = sum(key[0] < 2 for key, _ in late)
    chosen = late[: min(MOST_POSITIONS, max(fit, FEW_POSITIONS - len(soon)))]
    return [*soon, *((key[2], pack_position(each.use.position)) for key, each in chosen)]


def end_puzzles(kind: Kind[Any], ways: list[Way]) -> dict[str, int]:
    """Return for each level the starter puzzle that needs the most techniques of the level."""
    found = {}
    for level in LEVELS:
        own = {each.technique for each in _lessons(kind, level)}
        fitting = [
            (-len(own & way.techniques), _cells(way.document), number)
            for number, way in enumerate(ways)
            if way.document.meta.level == level and _is_fit_for_end(way.document)
        ]
        if fitting and own:
            found[str(level)] = min(fitting)[-1]
    return found


def _lessons(kind: Kind[Any], level: str) -> list[Any]:
    return [each for one in course(kind.id).levels if one.level == level for each in one.lessons]


def _is_fit_for_end(document: Document) -> bool:
    is_small = min(document.puzzle.rows, document.puzzle.cols) < LEAST_END_SIDE
    return not is_small and _cells(document) <= MOST_CELLS


def _cells(document: Document) -> int:
    return document.puzzle.rows * document.puzzle.cols


def made(kind: Kind[Any], seconds: float) -> Iterator[Document]:
    """Make puzzles, the harder ones more often, until the time is over."""
    end, seed = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        rows, cols = SIZES[seed % len(SIZES)]
        level = (None, "hard", "expert", "extreme", "medium")[seed // len(SIZES) % 5]
        seed += 1
        try:
            puzzle = enpitsu.generate(
                kind.id, rows, cols, level=level, seed=seed, limits=Limits(seconds=15)
            ).puzzle
        except PuzzleError:
            continue
        if puzzle is not None:
            yield Document(puzzle=puzzle)


def parts(kind: Kind[Any], ways: list[Way], seconds: float) -> Iterator[Document]:
    """Yield what nobody comes to who starts with an empty board: the examples of techniques, then
    small puzzles with random parts of their solutions, until the time is over."""
    end, rng = time.monotonic() + seconds, Random(0)
    for path in sorted(Path(str(kind.examples)).glob("technique_*")):
        for example in enpitsu.read(path):
            found = enpitsu.solve(example.puzzle, position=example.position)
            if found.status == "unique":
                yield example
    small = [way.document for way in ways if _cells(way.document) <= MOST_PART_CELLS]
    truths = {at: enpitsu.forced(each.puzzle).facts for at, each in enumerate(small)}
    while time.monotonic() < end:
        at = rng.randrange(len(small))
        shares = {True: rng.random(), False: rng.random() * rng.randrange(2)}
        facts = [fact for fact in sorted(truths[at], key=str) if rng.random() < shares[fact.holds]]
        yield replace(small[at], position=Position(frozenset(facts)))


def write(kind: Kind[Any], seconds: float) -> None:
    """Write the file of a kind."""
    assert kind.starter is not None
    assert kind.ladder is not None
    lines = kind.starter.read_text(encoding="utf-8").splitlines()
    documents = [document for line in lines for document in read(line, format="json")]
    starters = [walk(replace(document, position=EMPTY)) for document in documents]
    ways = list(starters)
    names = [each.id for each in kind.ladder.techniques if not each.is_implicit]
    names += SHARED_LEVELS
    if kind.makers:
        for document in made(kind, seconds):
            rare = [name for name in names if _is_rare(ways, name)]
            if not rare:
                break
            way = walk(document)
            new = [name for name in rare if way.of(name)]
            if new:
                ways.append(way)
                print(kind.id, "made", new, flush=True)
    rare = [name for name in names if _is_rare(ways, name)]
    for document in parts(kind, ways, seconds if rare else 0):
        rare = [name for name in names if _is_rare(ways, name)]
        if not rare:
            break
        with suppress(LimitReached):
            uses = uses_in(document, Limits(seconds=2))
            use = next((each for each in uses if each.technique in rare), None)
            if use is not None:
                ways.append(Way(replace(document, position=use.position), [Timed(use, 0.0)]))
                print(kind.id, "part", use.technique, flush=True)
    entries = {name: found for name in names if (found := choose(ways, name))}
    path = Path(str(kind.starter)).with_name("exercises.json")
    path.write_text(_dump(_data(kind, starters, ways, entries)), encoding="utf-8")
    missing = ", ".join(name for name in names if name not in entries) or "nothing"
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB; missing: {missing}")
    for name, found in entries.items():
        counts = [each for _, each in found if isinstance(each, int)]
        print(f"  {name}: {sum(counts)} uses, {len(found) - len(counts)} positions", flush=True)


def _data(
    kind: Kind[Any], starters: list[Way], ways: list[Way], entries: dict[str, list[Entry]]
) -> dict[str, Any]:
    """Return what the file holds; of puzzles that are no starter ones only those that are used."""
    first = len(starters)
    used = sorted({number for found in entries.values() for number, _ in found if number >= first})
    puzzles = [replace(ways[number].document, meta=Meta(), position=EMPTY) for number in used]
    texts = list(dict.fromkeys(dump(each, "json").strip() for each in puzzles))
    order = {
        number: first + texts.index(dump(puzzle, "json").strip())
        for number, puzzle in zip(used, puzzles, strict=True)
    }
    return {
        "uses": {
            name: [[order.get(number, number), told] for number, told in found]
            for name, found in entries.items()
        },
        "levels": end_puzzles(kind, starters),
        "puzzles": list(map(json.loads, texts)),
    }


def _is_rare(ways: list[Way], technique: str) -> bool:
    return sum(bool(way.of(technique)) for way in ways) < WANTED_PUZZLES


def _dump(data: dict[str, Any]) -> str:
    """Write the data with a line for each technique and each puzzle."""
    parts = [
        _block("uses", "{", [f"{json.dumps(k)}: {_line(v)}" for k, v in data["uses"].items()]),
        f' "levels": {json.dumps(data["levels"])}',
        _block("puzzles", "[", [json.dumps(each) for each in data["puzzles"]]),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(entries: list[Any]) -> str:
    """Write where a technique is used: positions have lines of their own."""
    soon = [json.dumps(each) for each in entries if isinstance(each[1], int)]
    late = [f"\n   {json.dumps(each)}" for each in entries if not isinstance(each[1], int)]
    return f"[{', '.join([*soon, *late])}]"


def _block(name: str, bracket: str, lines: list[str]) -> str:
    inside = ",\n".join(f"  {line}" for line in lines)
    return f' "{name}": {bracket}\n{inside}\n {"]" if bracket == "[" else "}"}'


def main() -> None:
    """Write the files of some kinds, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(kinds()))
    parser.add_argument("--seconds", type=float, default=300, help="for new puzzles, each kind")
    asked = parser.parse_args()
    for name in asked.kinds:
        write(find_kind(name), asked.seconds)


if __name__ == "__main__":
    main()
