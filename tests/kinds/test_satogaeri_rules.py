"""Satogaeri's rules: each way to be wrong, and all boards against brute force.

The checklist of puzz.link, in the order in which it looks, is written down a second time in
`satogaeri_brute.first_failure`; the solutions come from trying every move.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Cell, Symmetry, cells, is_inside
from enpitsu.kind import Violation
from enpitsu.kinds.satogaeri import KIND
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.satogaeri.rules import MOST_EACH, PUZZLINK, RULESETS, STRICT, VIOLATIONS
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case
from tests.kinds.satogaeri_brute import (
    CHECKLIST,
    HOME,
    LINE,
    Answer,
    edges_of,
    everything_about,
    first_failure,
    is_solved,
    lines_of,
    random_lines,
    random_puzzle,
    solutions,
)

SIZES = [(1, 1), (1, 2), (2, 1), (1, 6), (6, 1), (2, 2), (2, 3), (3, 2), (3, 4), (4, 4), (5, 3)]
SMALL = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2)]
MOST_ANSWERS = 50


def _puzzle(countries: str, circles: str) -> Satogaeri:
    """Rows divided by slashes; letters name countries, `o` is a circle without number."""
    labels = [ord(letter) for row in countries.split("/") for letter in row]
    rows = circles.split("/")
    placed = tuple(
        (Cell(row, col), None if mark == "o" else int(mark))
        for row, marks in enumerate(rows)
        for col, mark in enumerate(marks)
        if mark != "."
    )
    return Satogaeri(len(rows), len(rows[0]), tuple(labels), placed)


def _told(found: list[Violation]) -> list[str]:
    return [" ".join([each.code, *map(str, each.cells)]) for each in found]


def _answers(puzzle: Satogaeri, may_share: bool = False) -> list[Answer]:
    found = []
    for answer in solutions(puzzle, may_share):
        found.append(answer)
        if len(found) == MOST_ANSWERS:
            break
    return found


def _lines(edges: Any) -> Position:
    return Position.of(Fact(each, LINE) for each in edges)


# --- one board, each mistake --------------------------------------------------------------------

FIVE = _puzzle("aaabb/ccabb/cccdd/eefdd/eefff", "2..2./...../.o.../..3../.2..4")
TRACKS = {
    "r1c1": "r1c1-r2c1 line, r2c1-r3c1 line",
    "r1c4": "r1c4-r2c4 line, r2c4-r3c4 line",
    "r3c2": "r3c2-r4c2 line",
    "r4c3": "r3c3-r4c3 line, r2c3-r3c3 line, r1c3-r2c3 line",
    "r5c2": "r5c2-r5c3 line, r5c3-r5c4 line",
    "r5c5": "r4c5-r5c5 line, r3c5-r4c5 line, r2c5-r3c5 line, r1c5-r2c5 line",
}


def _five(**changed: str) -> Position:
    """The answer of the board with some tracks drawn otherwise, and with more facts."""
    return Position.parse(", ".join({**TRACKS, **changed}.values()))


def test_the_answer_is_right() -> None:
    assert [_lines(lines_of(answer)) for answer in solutions(FIVE)] == [_five()]
    for rules in RULESETS:
        for partial in (False, True):
            assert enpitsu.check(FIVE, _five(), partial, rules=rules) == []


@each_case(
    ("changed", "expected"),
    [
        ({"r3c2": "r3c2-r3c3 line"}, ["branch r3c3"]),
        ({"r3c2": "r3c2-r4c2 line, r3c2-r3c3 line"}, ["branch r3c3"]),
        ({"r3c2": "r3c2-r3c3 line, r3c3-r3c4 line"}, ["crossing r3c3"]),
        ({"r5c2": "r4c2-r5c2 line"}, ["joined r3c2 r5c2"]),
        (
            {"r3c2": "", "r5c2": "r4c2-r5c2 line, r3c2-r4c2 line, r2c2-r3c2 line"},
            ["over-circle r3c2"],
        ),
        ({"more": "r3c2-r3c3 line, r4c1-r5c1 line"}, ["branch r3c3", "no-circle r4c1 r5c1"]),
        ({"more": "r2c2-r3c2 line"}, ["over-circle r3c2"]),
        ({"more": "r1c1-r1c2 line"}, ["over-circle r1c1"]),
        ({"r1c1": "r1c1-r2c1 line, r2c1-r2c2 line"}, ["bent r1c1 r2c1 r2c2"]),
        ({"r1c1": "r1c1-r2c1 line"}, ["wrong-length r1c1 r2c1"]),
        ({"more": "r3c4-r4c4 line"}, ["wrong-length r1c4 r2c4 r3c4 r4c4"]),
        ({"r3c2": ""}, ["country-empty r4c1 r4c2 r5c1 r5c2", "country-two r3c1 r3c2"]),
        ({"r5c2": ""}, ["must-move r5c2"]),
        ({"more": "r1c2-r2c2 line"}, ["no-circle r1c2 r2c2"]),
        ({"r5c2": "r5c3-r5c4 line"}, ["must-move r5c2", "no-circle r5c3 r5c4"]),
        ({"more": "r4c2 home, r1c1 not home"}, []),
        ({"more": "r2c2 home"}, ["home-missing r2c2"]),
        ({"more": "r1c1 home"}, ["home-missing r1c1"]),
        ({"more": "r4c2 not home"}, ["home-denied r4c2"]),
        ({"r1c1": "", "more": "r3c1 home"}, ["must-move r1c1"]),
    ],
)
def test_one_mistake_is_told_once(changed: dict[str, str], expected: list[str]) -> None:
    found = enpitsu.check(FIVE, _five(**changed))
    assert _told(found) == expected
    assert all(each.message == VIOLATIONS[each.code] for each in found)


@each_case(
    ("position", "expected"),
    [
        ("", []),
        ("r5c4 home, r5c2-r5c3 line, r3c3 not home, r1c1-r1c2 not line", []),
        ("r2c1-r3c1 line", []),
        ("r1c1-r2c1 line", []),
        ("r4c2 home", []),
        ("r3c3-r4c3 line, r1c3-r2c3 line", []),
        # wrong already
        ("r3c2-r3c3 line, r3c3-r4c3 line, r2c3-r3c3 line", ["branch r3c3"]),
        ("r3c2-r4c2 line, r4c2-r5c2 line", ["joined r3c2 r5c2"]),
        ("r3c2-r4c2 line, r2c2-r3c2 line", ["over-circle r3c2"]),
        ("r1c1-r2c1 line, r2c1-r2c2 line", ["bent r1c1 r2c1 r2c2"]),
        ("r2c4-r3c4 line, r3c3-r3c4 line", ["bent r2c4 r3c3 r3c4"]),
        ("r1c4-r2c4 line, r2c4-r3c4 line, r3c4-r4c4 line", ["wrong-length r1c4 r2c4 r3c4 r4c4"]),
        ("r1c1-r2c1 line, r2c1-r3c1 line, r3c2 home", ["country-two r3c1 r3c2"]),
        ("r1c1-r2c1 line, r2c1-r3c1 line, r3c1 not home", ["home-denied r3c1"]),
        ("r1c1-r2c1 line, r2c1-r3c1 line, r2c1 home", ["home-missing r2c1"]),
        ("r3c2-r4c2 line, r3c2 home", ["home-missing r3c2"]),
        # no way left
        ("r5c3-r5c4 not line", ["stuck r5c2"]),
        ("r5c4 not home", ["stuck r5c2"]),
        ("r5c3 home", ["stuck r5c2"]),
        ("r3c3 home", ["stuck r4c3"]),
        ("r5c1-r5c2 line", ["stuck r5c2"]),
        ("r5c5 home", ["stuck r5c2", "stuck r5c5"]),
        ("r2c2-r2c3 line", ["stuck r4c3"]),
        ("r4c1-r5c1 line", ["no-circle r4c1 r5c1"]),
        ("r4c1 home", ["home-missing r4c1"]),
        ("r3c2-r4c2 not line", ["country-closed r4c1 r4c2 r5c1 r5c2"]),
        ("r3c2 home", ["country-closed r4c1 r4c2 r5c1 r5c2"]),
        ("r3c1 not home", ["country-two r1c1 r1c2 r1c3 r2c3"]),
    ],
)
def test_unfinished_boards(position: str, expected: list[str]) -> None:
    assert _told(enpitsu.check(FIVE, Position.parse(position), partial=True)) == expected


def test_two_circles_that_can_only_end_in_one_country() -> None:
    puzzle = _puzzle("aaab/aaab", "o..o/o...")
    position = Position.parse("r1c1 home, r1c4-r2c4 not line, r1c3-r1c4 line")
    expected = ["country-two r1c1 r1c2 r1c3 r2c1 r2c2 r2c3"]
    assert _told(enpitsu.check(puzzle, EMPTY, partial=True)) == []
    blocked = "r2c3-r2c4 not line, r1c3-r1c4 not line, r1c4 not home"
    assert _told(enpitsu.check(puzzle, Position.parse(blocked), partial=True)) == expected
    assert _told(enpitsu.check(puzzle, position, partial=True)) == ["stuck r1c4"]
    assert enpitsu.check(puzzle, Position.parse(blocked), True, rules=PUZZLINK) == []


def test_crossing_tracks_are_told_as_such_only() -> None:
    puzzle = _puzzle("aabb/accb/dcce/ddee", "o.3./3.../.o../o...")
    across = "r2c1-r2c2 line, r2c2-r2c3 line, r2c3-r2c4 line"
    down = "r1c3-r2c3 line, r2c3-r3c3 line, r3c3-r4c3 line"
    assert _told(enpitsu.check(puzzle, Position.parse(f"{across}, {down}"))) == ["crossing r2c3"]


def test_loops_and_figures_of_lines_are_told_once() -> None:
    puzzle = _puzzle("aaaa/aaaa/aaaa", "o.../..../....")
    square = "r2c2-r2c3 line, r2c3-r3c3 line, r3c2-r3c3 line, r2c2-r3c2 line"
    assert _told(enpitsu.check(puzzle, Position.parse(square))) == ["bent r2c2 r2c3 r3c2 r3c3"]
    corner = "r1c1-r1c2 line, r1c2-r2c2 line, r2c1-r2c2 line, r1c1-r2c1 line"
    assert _told(enpitsu.check(puzzle, Position.parse(corner))) == ["over-circle r1c1"]


# --- puzz.link ----------------------------------------------------------------------------------


@each_case(
    ("countries", "circles", "position", "strict", "puzzlink"),
    [
        ("ab/ab", "0o/..", "", [], ["nothing-moved"]),
        ("a", "o", "", [], ["nothing-moved"]),
        ("a", ".", "", ["country-empty"], ["nothing-moved", "country-empty"]),
        ("aa", "oo", "", ["country-two"], ["nothing-moved"]),
        ("aab", "o.o", "r1c1-r1c2 line", [], []),
        ("aab", "oo1", "r1c2-r1c3 line", ["joined"], ["joined"]),
        ("aaab", "o..1", "r1c3-r1c4 line", ["country-empty", "country-two"], ["country-empty"]),
        ("aaab/aaab", "o.../o.1.", "r2c3-r2c4 line", ["country-two"], []),
        (
            "aab",
            "o.o",
            "r1c1-r1c2 line, r1c1 home, r1c3 not home",
            ["home-missing", "home-denied"],
            [],
        ),
        ("abc", "1o.", "r1c2-r1c3 line", ["must-move"], ["country-empty", "must-move"]),
        ("aaaa", "oo..", "r1c1-r1c2 line, r1c2-r1c3 line", ["over-circle"], ["joined"]),
    ],
)
def test_where_the_readings_differ(
    countries: str, circles: str, position: str, strict: list[str], puzzlink: list[str]
) -> None:
    puzzle, facts = _puzzle(countries, circles), Position.parse(position)
    for rules, expected in ((STRICT, strict), (PUZZLINK, puzzlink)):
        assert [each.code for each in enpitsu.check(puzzle, facts, rules=rules)] == expected


def _boards(seed: str, count: int, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
    """Random puzzles with some of their solutions."""
    rng = random.Random(f"{seed} {rows} {cols}")
    for _ in range(count):
        puzzle = random_puzzle(rng, rows, cols)
        yield rng, puzzle, _answers(puzzle)


@each_case(("rows", "cols"), SIZES)
def test_first_failure_is_that_of_puzzlink(rows: int, cols: int) -> None:
    for rng, puzzle, answers in _boards("first failure", 60, rows, cols):
        for _ in range(4):
            lines = random_lines(rng, puzzle, answers)
            marks = [Fact(at, HOME, rng.random() < 0.5) for at in cells(rows, cols)]
            position = Position.of([*_lines(lines), *rng.sample(marks, rng.randint(0, len(marks)))])
            found = enpitsu.check(puzzle, position, rules=PUZZLINK)
            assert (found[0].code if found else None) == first_failure(puzzle, lines)


def test_random_boards_fail_in_every_way() -> None:
    """The comparison above is worth little if some failure never comes first."""
    seen = Counter(
        first_failure(puzzle, random_lines(rng, puzzle, answers))
        for rng, puzzle, answers in _boards("every way", 1500, 4, 4)
    )
    assert set(seen) == {None, *CHECKLIST}


# --- strict -------------------------------------------------------------------------------------


@each_case(("rows", "cols"), SMALL)
def test_every_set_of_lines_is_judged_like_brute_force(rows: int, cols: int) -> None:
    """Where each edge is decided, an unfinished board is wrong just when a finished one is."""
    edges = edges_of(rows, cols)
    for _, puzzle, _ in _boards("every set", 12, rows, cols):
        answers = {lines_of(answer) for answer in solutions(puzzle)}
        for signs in product((False, True), repeat=len(edges)):
            facts = [Fact(*each) for each in zip(edges, [LINE] * len(edges), signs, strict=True)]
            lines = [fact for fact in facts if fact.holds]
            is_right = frozenset(fact.slot for fact in lines) in answers
            assert (not enpitsu.check(puzzle, Position.of(lines))) == is_right
            assert (not enpitsu.check(puzzle, Position.of(facts), partial=True)) == is_right


@each_case(("rows", "cols"), SIZES)
def test_random_boards_with_marks_are_judged_like_brute_force(rows: int, cols: int) -> None:
    right = 0
    for rng, puzzle, _ in _boards("marks", 60, rows, cols):
        answers = list(solutions(puzzle))
        for _ in range(4):
            facts = list(_lines(random_lines(rng, puzzle, answers)))
            facts += _random_marks(rng, puzzle, answers)
            found = enpitsu.check(puzzle, Position.of(facts))
            assert (not found) == is_solved(puzzle, facts, answers)
            assert all(is_inside(cell, rows, cols) for each in found for cell in each.cells)
            right += not found
    assert right


def _random_marks(rng: random.Random, puzzle: Satogaeri, answers: list[Answer]) -> list[Fact]:
    """Marks of an answer, seldom one that is wrong."""
    if not answers:
        return []
    marks = [fact for fact in everything_about(puzzle, rng.choice(answers)) if fact.value == HOME]
    marks = rng.sample(marks, rng.randint(0, len(marks)))
    return [fact.opposite if rng.random() < 0.05 else fact for fact in marks]


def test_a_finished_board_is_judged_alike_by_both_readings() -> None:
    """Apart from what they are known to see differently, the first thing told is the same."""
    for rng, puzzle, answers in _boards("both", 400, 4, 4):
        position = _lines(random_lines(rng, puzzle, answers))
        strict, puzzlink = (
            [each.code for each in enpitsu.check(puzzle, position, rules=rules)]
            for rules in RULESETS
        )
        told = [code for code in strict if code != "country-two"]
        if puzzlink[:1] not in (["nothing-moved"], ["joined"], ["country-empty"]):
            assert told[:1] == puzzlink[:1]
        elif puzzlink[0] != "nothing-moved":
            assert told[0] in (puzzlink[0], "over-circle", "must-move")


# --- unfinished boards --------------------------------------------------------------------------


@each_case(("rows", "cols"), SIZES)
@each_case("ruleset", RULESETS)
def test_nothing_is_said_of_what_can_become_right(rows: int, cols: int, ruleset: str) -> None:
    """Parts of all that is true of a solution, denials included; puzz.link knows no marks."""
    for rng, puzzle, _ in _boards("right so far", 60, rows, cols):
        answers = _answers(puzzle, may_share=ruleset == PUZZLINK)
        for answer in rng.sample(answers, min(3, len(answers))):
            for share in (rng.random(), 0.2, 1.0):
                facts = [fact for fact in everything_about(puzzle, answer) if rng.random() < share]
                if ruleset == PUZZLINK:
                    facts = [_scrambled(rng, fact) for fact in facts]
                position = Position.of(facts)
                assert enpitsu.check(puzzle, position, partial=True, rules=ruleset) == []


def _scrambled(rng: random.Random, fact: Fact) -> Fact:
    return fact if fact.value == LINE else fact._replace(holds=rng.random() < 0.5)


def test_most_of_what_cannot_become_right_is_told() -> None:
    """Parts of a solution with some facts turned round, on boards with few solutions."""
    told = silent = 0
    for rng, puzzle, _ in _boards("hopeless", 600, 4, 4):
        answers = list(solutions(puzzle))
        if not answers:
            continue
        facts = {
            fact.opposite if rng.random() < 0.1 else fact
            for fact in everything_about(puzzle, rng.choice(answers))
            if rng.random() < 0.5
        }
        is_hopeless = not any(facts <= set(everything_about(puzzle, each)) for each in answers)
        found = enpitsu.check(puzzle, Position.of(facts), partial=True)
        assert is_hopeless or not found
        told += is_hopeless and bool(found)
        silent += is_hopeless and not found
    assert told > 50 * silent > -1
    assert told > 100


# --- turned, huge, empty ------------------------------------------------------------------------


@each_case("symmetry", Symmetry)
def test_a_turned_board_has_the_same_violations_in_turned_cells(symmetry: Symmetry) -> None:
    for rng, puzzle, answers in _boards("turned", 60, 3, 4):
        facts = [*_lines(random_lines(rng, puzzle, answers))]
        facts += _random_marks(rng, puzzle, answers)
        position, turned = Position.of(facts), puzzle.transform(symmetry)
        for partial, rules in product((False, True), RULESETS):
            found = enpitsu.check(puzzle, position, partial, rules=rules)
            there = enpitsu.check(turned, position.transform(symmetry, 3, 4), partial, rules=rules)
            moved = [[symmetry.cell(cell, 3, 4) for cell in each.cells] for each in found]
            expected = Counter(
                (each.code, *sorted(at)) for each, at in zip(found, moved, strict=True)
            )
            assert Counter((each.code, *sorted(each.cells)) for each in there) == expected


SIDE = 150
STRIP = 22_500
"""A quarter of the largest board: what recurses still fails, what is quadratic takes minutes."""


def _grid(side: int) -> list[int]:
    """The numbers of all edges of a square board."""
    across = [2 * at for at in range(side**2) if (at + 1) % side]
    return across + [2 * at + 1 for at in range(side**2 - side)]


def _snake(side: int) -> list[int]:
    """One line through all cells."""
    turns = [2 * (row * side + (row + 1) % 2 * (side - 1)) + 1 for row in range(side - 1)]
    return [edge for edge in _grid(side) if edge % 2 == 0] + turns


def _square(lines: list[int], circles: list[Cell], number: int | None = None) -> Any:
    return Satogaeri(SIDE, SIDE, (0,) * SIDE**2, tuple((at, number) for at in circles)), lines


def _strip(*circles: Cell) -> Any:
    """A strip with lines that have gaps between them."""
    puzzle = Satogaeri(1, STRIP, (0,) * STRIP, tuple((at, None) for at in circles))
    return puzzle, [2 * at for at in range(1, STRIP - 1, 3)]


HUGE: dict[str, Callable[[], tuple[Satogaeri, list[int]]]] = {
    "full": lambda: _square(_grid(SIDE), list(cells(SIDE, SIDE))),
    "lines only": lambda: _square(_grid(SIDE), []),
    "circles only": lambda: _square([], list(cells(SIDE, SIDE)), number=1),
    "countries only": lambda: (Satogaeri(SIDE, SIDE, tuple(range(SIDE**2))), []),
    "scattered": lambda: _square(_grid(SIDE)[::7], [Cell(at, at) for at in range(SIDE)]),
    "one long line": lambda: _square(_snake(SIDE), []),
    "strip": lambda: _strip(Cell(0, 0), Cell(0, STRIP - 1)),
    "strip without circle": _strip,
}


@each_case("name", HUGE)
def test_huge_boards_are_no_trouble(name: str) -> None:
    puzzle, lines = HUGE[name]()
    board = SatogaeriBoard(puzzle)
    board.place(Fact(board.edge(number), LINE) for number in lines)
    board.place(Fact(cell, HOME, bool(cell.col % 2)) for cell in cells(puzzle.rows, puzzle.cols))
    for partial, ruleset in product((False, True), RULESETS):
        found = KIND.check(board, partial=partial, ruleset=ruleset)
        assert max(Counter(each.code for each in found).values(), default=0) <= MOST_EACH
        shown = (cell for each in found for cell in each.cells)
        assert all(is_inside(cell, puzzle.rows, puzzle.cols) for cell in shown)
        assert found or ruleset == PUZZLINK


def test_no_more_than_so_many_of_a_rule_are_told() -> None:
    puzzle = Satogaeri(2, MOST_EACH, tuple(range(2 * MOST_EACH)))
    found = enpitsu.check(puzzle, EMPTY)
    assert [each.code for each in found] == ["country-empty"] * MOST_EACH


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_boards_without_circles(partial: bool, ruleset: str) -> None:
    code = "country-closed" if partial else "country-empty"
    for rows, cols in ((1, 1), (1, 4), (4, 1), (3, 3)):
        puzzle = Satogaeri(rows, cols, (0,) * (rows * cols))
        found = [each.code for each in enpitsu.check(puzzle, EMPTY, partial, rules=ruleset)]
        assert found[-1] == code
        line = _lines(edges_of(rows, cols)[:1])
        if line:
            assert "no-circle" in [
                each.code for each in enpitsu.check(puzzle, line, partial, rules=ruleset)
            ]
