"""Positions in files: what every format carries comes back, what it cannot carry is told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import enpitsu
from enpitsu.formats import dump, find_codec, left_out, read
from enpitsu.grid import Cell, Edge, Slot
from enpitsu.kind import Codec, Document, Puzzle
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of, kinds
from tests.cases import each_case
from tests.library import starters

LOSSLESS = {
    "yajilin": {"pzprv3", "xml", "json"},
    "nonogram": {"pzprv3", "non", "webpbn", "pattern", "json"},
    "satogaeri": {"pzl", "json"},
}
"""Formats that carry every mark of a puzzle in one colour."""
WHOLE = {("nonogram", "pbm"), ("slitherlink", "grid")}
"""Formats that hold nothing but whole answers."""
CODECS = [
    pytest.param(kind, codec, id=f"{kind}-{codec.format}")
    for kind in sorted(kinds())
    for codec in (*kinds()[kind].codecs, find_codec("json"))
    if codec.carries_position
]


def values_of(puzzle: Puzzle) -> dict[type[Slot], list[str]]:
    """What may be said of cells and of edges."""
    [solution] = enpitsu.solve(puzzle).solutions
    said: dict[type[Slot], set[str]] = {Cell: set(), Edge: set()}
    for fact in (*solution.truths, *solution.facts):
        said[type(fact.slot)].add(fact.value)
    return {place: sorted(values) for place, values in said.items()}


def slots_of(puzzle: Puzzle) -> Iterator[Slot]:
    """All cells and edges."""
    for row in range(puzzle.rows):
        for col in range(puzzle.cols):
            yield Cell(row, col)
            if col + 1 < puzzle.cols:
                yield Edge(Cell(row, col), Cell(row, col + 1))
            if row + 1 < puzzle.rows:
                yield Edge(Cell(row, col), Cell(row + 1, col))


def chance_position(puzzle: Puzzle, chance: random.Random, *, right: bool) -> Position:
    """Some marks, rules kept or not: values that hold and values that are denied."""
    [solution] = enpitsu.solve(puzzle).solutions
    true, values = solution.truths, values_of(puzzle)
    share, facts = chance.random(), []
    for slot in slots_of(puzzle):
        known = values[type(slot)]
        if not known or chance.random() > share:
            continue
        fact = Fact(slot, chance.choice(known), chance.random() < 0.5)
        if right:
            fact = Fact(slot, fact.value, Fact(slot, fact.value) in true)
        try:
            kind_of(puzzle).board(puzzle).place([fact])
        except enpitsu.FormatError:
            continue  # a clue stands there
        facts.append(fact)
    return Position.of(facts)


def small(kind: str) -> list[Document]:
    """Small starter puzzles of all sorts, in colours as well."""
    found = [each for each in starters(kind) if each.puzzle.rows * each.puzzle.cols <= 150]
    return found[::4]


@each_case(("kind", "codec"), CODECS)
def test_what_is_not_told_as_left_out_comes_back(kind: str, codec: Codec) -> None:
    chance, written = random.Random(19), 0
    for document in small(kind):
        for right in (True, False, True):
            position = chance_position(document.puzzle, chance, right=right)
            game = Document(puzzle=document.puzzle, position=position, meta=document.meta)
            try:
                text = dump(game, codec.format)
            except enpitsu.FormatError:
                continue
            lost = left_out(game, codec.format, text)
            written += 1
            [again] = read(text, kind, codec.format)
            assert again.position.facts == position.facts - lost.facts, "nothing is made up"
            if (
                codec.format in LOSSLESS.get(kind, {"pzprv3", "json"})
                and len(values_of(document.puzzle)[Cell]) <= 1
            ):
                assert not lost
            # A file is recognised without being told its format.
            [found] = read(text)
            assert (found.puzzle, found.position) == (again.puzzle, again.position)
            # What has come through stays as it is.
            once_more = replace(again, format="")
            assert not left_out(once_more, codec.format, dump(once_more, codec.format))
    assert written or (kind, codec.format) in WHOLE, "others need no whole answer"


@each_case(("kind", "codec"), CODECS)
def test_a_solution_is_carried_by_every_format(kind: str, codec: Codec) -> None:
    for document in small(kind):
        try:
            text = dump(Document(puzzle=document.puzzle), codec.format, solution=document.position)
        except enpitsu.FormatError:
            continue  # another rule or colours, which the format does not know
        [again] = read(text, kind, codec.format)
        assert not enpitsu.check(again.puzzle, again.position)


def test_formats_without_positions_leave_all_of_it_out() -> None:
    document = small("yajilin")[0]
    link = dump(document, "puzzlink")
    assert left_out(document, "puzzlink", link) == document.position
    assert left_out(replace(document, position=EMPTY), "puzzlink", link) == EMPTY
    with pytest.raises(enpitsu.FormatError):
        left_out(document, "non", link)


def test_a_board_of_one_cell_and_of_one_row() -> None:
    for link, fact in (("1/1/a", "r1c1 not shaded"), ("5/1/e", "r1c2-r1c3 line")):
        puzzle = enpitsu.parse(f"https://puzz.link/p?yajilin/{link}")
        game = Document(puzzle=puzzle, position=Position.parse(fact))
        for name in LOSSLESS["yajilin"]:
            assert not left_out(game, name, dump(game, name))
