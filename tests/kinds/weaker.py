"""What follows from some clues and facts alone, by plain enumeration: for all that explains.

No code is shared with clauses or techniques. A clue that is not named is taken out of the puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from enpitsu.grid import Cell, Edge, Line, cells
from enpitsu.kind import Kind, Puzzle
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import BLANK, Yajilin
from enpitsu.position import Fact
from enpitsu.registry import find_kind
from enpitsu.scene import Place
from tests.kinds import nonogram_brute, satogaeri_brute, yajilin_brute

Answer = frozenset[Fact]
"""Everything that is true of an answer, denials included."""


class Case(NamedTuple):
    """A puzzle that has an answer, with what is true of all its answers."""

    kind: Kind[Any]
    puzzle: Puzzle
    forced: tuple[Fact, ...]


def _in_full(puzzle: Puzzle, shown: Iterable[Fact]) -> Answer:
    """What an answer shows, and of every other cell and edge that it is not so."""
    true = set(shown)
    slots: dict[str, list[Any]] = {"shaded": list(cells(puzzle.rows, puzzle.cols))}
    slots["line"] = satogaeri_brute.edges_of(puzzle.rows, puzzle.cols)
    all_facts = (Fact(slot, value) for value, some in slots.items() for slot in some)
    return frozenset(fact if fact in true else fact.opposite for fact in all_facts)


def _yajilin_answers(puzzle: Yajilin, clues: frozenset[Place]) -> Iterator[Answer]:
    kept = tuple((cell, clue if cell in clues else BLANK) for cell, clue in puzzle.clues)
    for answer in yajilin_brute.brute_solutions(replace(puzzle, clues=kept)):
        yield _in_full(puzzle, answer)


def _nonogram_answers(puzzle: Nonogram, clues: frozenset[Place]) -> Iterator[Answer]:
    choices = [None, *range(len(puzzle.palette))]
    everything = [tuple(line) for line in product(choices, repeat=puzzle.cols)]
    rows = [
        [line for line in everything if Line("row", at) not in clues or _fits(clue, line)]
        for at, clue in enumerate(puzzle.row_clues)
    ]
    for picture in product(*rows):
        columns = list(zip(*picture, strict=True))
        wanted = [at for at in range(puzzle.cols) if Line("col", at) in clues]
        if all(_fits(puzzle.col_clues[at], columns[at]) for at in wanted):
            yield frozenset(
                Fact(cell, value, picture[cell.row][cell.col] == colour)
                for cell in cells(puzzle.rows, puzzle.cols)
                for colour, value in enumerate(puzzle.values)
            )


def _fits(clue: Any, line: Any) -> bool:
    return nonogram_brute.fits(clue, line)


def _satogaeri_answers(puzzle: Satogaeri, clues: frozenset[Place]) -> Iterator[Answer]:
    """With all clues: which ends a country may have is read off all numbers."""
    for answer in satogaeri_brute.solutions(puzzle):
        yield frozenset(satogaeri_brute.everything_about(puzzle, answer))


_ANSWERS: dict[str, Any] = {
    "yajilin": _yajilin_answers,
    "nonogram": _nonogram_answers,
    "satogaeri": _satogaeri_answers,
}


def answers(puzzle: Puzzle, clues: Iterable[Place]) -> list[Answer]:
    """All answers of a puzzle of which some clues alone hold."""
    hashable: Any = puzzle
    return _answers(hashable, frozenset(clue_places(puzzle)).intersection(clues))


@lru_cache(maxsize=1000)
def _answers(puzzle: Any, clues: frozenset[Place]) -> list[Answer]:
    return sorted(_ANSWERS[puzzle.kind](puzzle, clues), key=_shown)


def _shown(answer: Answer) -> list[str]:
    return sorted(str(fact) for fact in answer if fact.holds)


def clue_places(puzzle: Puzzle) -> list[Place]:
    """Where the clues of a puzzle stand."""
    if isinstance(puzzle, Yajilin):
        return [cell for cell, _ in puzzle.clues]
    if isinstance(puzzle, Satogaeri):
        return [cell for cell, _ in puzzle.circles]
    assert isinstance(puzzle, Nonogram)
    return [line for line, _ in puzzle.clues]


def follows(
    puzzle: Puzzle, clues: Iterable[Place], given: Iterable[Fact], then: Iterable[Fact]
) -> bool:
    """Whether some facts are true in every answer in which the given ones are."""
    given, then = set(given), set(then)
    return all(then <= answer for answer in answers(puzzle, clues) if given <= answer)


def random_case(rng: random.Random, kind: str, large: bool = False) -> Case:
    """A random puzzle with an answer; a large one has too many answers without its clues."""
    while True:
        puzzle = _random_puzzle(rng, kind, large)
        found = answers(puzzle, clue_places(puzzle))
        if found:
            forced = sorted(frozenset.intersection(*found), key=str)
            return Case(find_kind(kind), puzzle, tuple(f for f in forced if is_open(puzzle, f)))


SIZES = {
    "yajilin": [(3, 3), (3, 4), (4, 4)],
    "nonogram": [(2, 3), (3, 3), (3, 2)],
    "satogaeri": [(2, 3), (3, 3), (3, 4), (4, 4)],
}
LARGE = {"yajilin": [(4, 4), (4, 5)], "nonogram": [(4, 4), (4, 5)], "satogaeri": [(4, 4), (4, 5)]}


def _random_puzzle(rng: random.Random, kind: str, large: bool) -> Puzzle:
    rows, cols = rng.choice((LARGE if large else SIZES)[kind])
    if kind == "yajilin":
        return yajilin_brute.random_puzzle(rng, rows, cols)
    if kind == "satogaeri":
        return satogaeri_brute.random_puzzle(rng, rows, cols)
    while True:
        puzzle = nonogram_brute.random_puzzle(rng, rows, cols)
        if len(puzzle.palette) == 1 or (len(puzzle.palette) == 2 and rows * cols < 9):
            return puzzle


def is_open(puzzle: Puzzle, fact: Fact) -> bool:
    """Whether a fact speaks of something that the puzzle leaves to decide."""
    if not isinstance(puzzle, Yajilin):
        return True
    slot = fact.slot
    ends = slot if isinstance(slot, Edge) else (slot,)
    return not any(isinstance(end, Cell) and end in puzzle.clue_at for end in ends)
