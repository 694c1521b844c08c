"""The engines `rules` and `dfs`: each of the eleven rules and both searches against brute force."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from enpitsu.grid import Cell, bit_positions
from enpitsu.kind import Kind, Search, Task
from enpitsu.kinds.nonogram import KIND
from enpitsu.kinds.nonogram.board import read_lines
from enpitsu.kinds.nonogram.engines import dfs, yu_search
from enpitsu.kinds.nonogram.model import Nonogram, Run, blank, from_picture
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN
from enpitsu.kinds.nonogram.yu.fixpoint import RuledLines
from enpitsu.kinds.nonogram.yu.run_ranges import LineContradiction, LineState, Range
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY as NOTHING
from enpitsu.position import Fact, Position
from tests.cases import each_case
from tests.kinds.nonogram_brute import (
    PALETTES,
    Cells,
    answers_of_line,
    censored,
    random_clue,
    random_puzzle,
    solutions,
)

RULE = {technique.id: technique for technique in ELEVEN}
SearchFunction = Callable[[Kind[Any], Nonogram, Task], Search]
ENGINES = [pytest.param(dfs.search, id="dfs"), pytest.param(yu_search.search, id="rules")]
SIZES = [(1, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 3)]


# --- the rules on random lines -----------------------------------------------------------------


def _places(cells: Cells) -> list[tuple[int, int]]:
    """The first and last cell of each run of a finished line."""
    found, at = [], 0
    for colour, same in groupby(cells):
        end = at + len(list(same))
        if colour is not None:
            found.append((at, end - 1))
        at = end
    return found


def _agrees(line: LineState, cells: Cells) -> bool:
    """Whether a finished line is one of those that a state leaves open."""
    return all(
        line.can[-1 if colour is None else colour] >> at & 1 for at, colour in enumerate(cells)
    ) and all(
        line.firsts[run] <= first and last <= line.lasts[run]
        for run, (first, last) in enumerate(_places(cells))
    )


def _random_can(rng: random.Random, colours: int, answer: Cells) -> list[int]:
    """What the cells of a line can be, some of it ruled out, nearly always with an answer left."""
    options = [None, *range(colours)]
    known = rng.choice((0.0, 0.2, 0.4, 0.7))
    is_lie = rng.random() < 0.1
    can = [0] * (colours + 1)
    for at, right in enumerate(answer):
        left = set(options)
        if rng.random() < known:
            left = set(rng.sample(options, rng.randint(1, colours)))
            left |= set() if is_lie else {right}
        for option in left:
            can[-1 if option is None else option] |= 1 << at
    return can


def _narrow_at_random(rng: random.Random, line: LineState, answer: Cells) -> None:
    """Ranges that hold the answer's runs, in no order among themselves."""
    for run, (first, last) in enumerate(_places(answer)):
        if rng.random() < 0.5:
            line.narrow(run, rng.randint(0, first), rng.randint(last, line.size - 1))


def _random_line(rng: random.Random) -> tuple[LineState, list[Cells]]:
    """A line half solved, with all answers that are still open."""
    while True:
        colours = rng.choice((1, 1, 2, 3))
        most = (10, 6, 5)[colours - 1]
        size = max(rng.randint(1, most), rng.randint(1, most))
        clue = random_clue(rng, size, colours)
        answers = list(answers_of_line(clue, [{None, *range(colours)}] * size))
        if answers:
            answer = rng.choice(answers)
            line = LineState(clue, _random_can(rng, colours, answer), size)
            if rng.random() < 0.7:
                _narrow_at_random(rng, line, answer)
            return line, [each for each in answers if _agrees(line, each)]


def _copy(line: LineState) -> LineState:
    copy = LineState(line.runs, list(line.can), line.size)
    copy.firsts, copy.lasts = list(line.firsts), list(line.lasts)
    return copy


@pytest.mark.parametrize("seed", range(4))
def test_what_a_rule_concludes_holds_in_every_answer_of_the_line(seed: int) -> None:
    rng = random.Random(seed)
    used: Counter[str] = Counter()
    refused = 0
    for _ in range(400):
        line, answers = _random_line(rng)
        for technique in ELEVEN:
            copy = _copy(line)
            try:
                used[technique.id] += technique.apply(copy) is not None
            except LineContradiction:
                refused += 1
                assert not answers, (technique.id, line.runs, line.snapshot())
            else:
                lost = [each for each in answers if not _agrees(copy, each)]
                assert not lost, (technique.id, line.runs, line.snapshot(), lost)
    assert refused
    assert min(used[technique.id] for technique in ELEVEN) > 0, used


# --- the rules by example ----------------------------------------------------------------------


def _line(clue: str, cells: str, ranges: str = "") -> LineState:
    """A line of one colour: "2 1 ?", "#.?" (shaded, empty, unknown), ranges such as "0-3 2-9"."""
    runs = tuple(Run(None if each == "?" else int(each)) for each in clue.split())
    can = [sum(1 << at for at, cell in enumerate(cells) if cell != other) for other in ".#"]
    line = LineState(runs, can, len(cells))
    for run, each in enumerate(ranges.split()):
        first, last = map(int, each.split("-"))
        line.narrow(run, first, last)
    return line


def _text(line: LineState) -> str:
    signs = {(True, True): "?", (True, False): "#", (False, True): "."}
    return "".join(
        signs[bool(line.can[0] >> at & 1), bool(line.can[1] >> at & 1)] for at in range(line.size)
    )


def _ranges(line: LineState) -> str:
    return " ".join(f"{a}-{b}" for a, b in zip(line.firsts, line.lasts, strict=True))


@each_case(
    ("rule", "clue", "cells", "ranges", "then_cells", "then_ranges"),
    [
        ("1.1", "4 1", "????????", "", "??##????", "0-5 5-7"),
        ("1.1", "? 1", "???", "", "#?#", "0-0 2-2"),
        ("1.2", "1 2", "????????", "1-2 5-7", ".??..???", "1-2 5-7"),
        ("1.2", "", "???", "", "...", ""),
        ("1.3", "1 3", "???#????", "0-3 3-7", "??.#????", "0-3 3-7"),
        ("1.3", "3 1", "????#???", "0-4 4-7", "????#.??", "0-4 4-7"),
        ("1.4", "1 3", "??#?##???", "", "??#.##???", "0-4 2-8"),
        ("1.5", "3 4", "??.?#??????", "", "??.?##?????", "0-5 4-10"),
        ("1.5", "3 4", "?????#?.???", "", "????##?.???", "0-5 4-10"),
        ("1.5", "2 2", "???##????", "0-5 3-8", "??.##.???", "0-5 3-8"),
        ("1.5", "3", "#????", "", "###.?", "0-4"),
        ("2.1", "2 2", "????????", "2-7 2-7", "????????", "2-4 5-7"),
        ("2.2", "1 2", "?#??????", "", "?#??????", "0-4 3-7"),
        ("2.2", "2 1", "??????#?", "", "??????#?", "0-4 3-7"),
        (
            "2.3",
            "3 2 3",
            "????###?????#???",
            "0-7 4-11 10-15",
            "????###?????#???",
            "0-7 8-11 10-15",
        ),
        ("3.1", "2 5 1", "????#??#??????", "0-2 3-11 12-13", "????####??????", "0-2 3-8 12-13"),
        ("3.1", "?", "??#?#??", "", "??###??", "0-6"),
        ("3.2", "3", "??.????.??.???.?", "", "...????....???..", "3-13"),
        ("3.2", "3 1", "?.?????.??.?", "0-9 10-11", "..?????....?", "2-6 11-11"),
        ("3.3", "2 3", "?.#?????????", "2-4 4-11", "?.##.???????", "2-3 5-11"),
        ("3.3", "3 2", "?????????#.?", "0-8 8-9", "???????.##.?", "0-6 8-9"),
        ("3.3", "4 2", "??#????.??????", "", "??#????.??????", "0-6 5-13"),
        ("3.3", "4 2", "??#???#??????", "", "??#???#??????", "0-4 5-12"),
        ("3.3", "2 4", "??????#???#??", "", "??????#???#??", "0-7 8-12"),
    ],
)
def test_rules_by_example(
    rule: str, clue: str, cells: str, ranges: str, then_cells: str, then_ranges: str
) -> None:
    line = _line(clue, cells, ranges)
    change = RULE[rule].apply(line)
    assert (_text(line), _ranges(line)) == (then_cells, then_ranges)
    assert change is not None
    for option, sign in enumerate("#."):
        fresh = [at for at, cell in enumerate(cells) if cell == "?" and then_cells[at] == sign]
        assert bit_positions(change.settled[option]) == fresh
    assert RULE[rule].apply(_line(clue, then_cells, then_ranges)) is None


@pytest.mark.parametrize(
    ("rule", "clue", "cells", "ranges"),
    [
        # The first cell of the last range is not shaded; as printed the cell before would be empty.
        ("1.3", "1 3", "????????", "0-3 3-7"),
        # The first shaded cell behind the first range is not the middle run's; as printed it is.
        ("3.1", "1 1 3", "???????#??", "0-1 3-4 6-9"),
        # The shaded cell at which the second range begins may be the end of the first run.
        ("3.3", "2 2", "??#????", "0-4 2-6"),
        # Joined, the stretch is not longer than the second run.
        ("1.4", "1 3", "??#?#???", ""),
        # The stretch may be the first or the last run.
        ("2.3", "3 1 3", "??????###???????", ""),
        # "?" may be as long as its range.
        ("1.4", "1 ?", "??#?##???", ""),
        ("3.3", "? 1", "#?????", "0-3 2-5"),
    ],
)
def test_what_rules_must_not_conclude(rule: str, clue: str, cells: str, ranges: str) -> None:
    assert RULE[rule].apply(_line(clue, cells, ranges)) is None


@each_case(
    ("rule", "clue", "cells", "ranges"),
    [
        ("1.1", "3", "??.??", "1-3"),
        ("1.2", "1", "#???", "1-3"),
        ("1.5", "3", "??.##.??", ""),
        ("1.5", "1", "#???", "1-3"),
        ("2.1", "2 2", "????????", "3-4 3-5"),
        ("2.3", "2 2", "??###???", ""),
        ("3.1", "3", "#???#", ""),
        ("3.2", "3", "??.??.??", ""),
        ("3.3", "3", "#.??", ""),
    ],
)
def test_contradictions_by_example(rule: str, clue: str, cells: str, ranges: str) -> None:
    line = _line(clue, cells, ranges)
    with pytest.raises(LineContradiction):
        RULE[rule].apply(line)


def test_colours_touch_and_gaps_are_between_equal_colours_only() -> None:
    red, blue = Run(2, 0), Run(2, 1)
    line = LineState((red, blue), [15, 15, 15], 4)
    change = RULE["1.1"].apply(line)
    assert change is not None
    assert change.settled == (3, 12, 0)
    line = LineState((red, blue, red), [255, 255, 255], 8)
    assert [Range(run, line.firsts[run], line.lasts[run]) for run in range(3)] == [
        Range(0, 0, 3),
        Range(1, 2, 5),
        Range(2, 4, 7),
    ]
    with pytest.raises(LineContradiction):
        LineState((red, red), [15, 15, 15], 4)


def test_the_eleven_are_numbered_as_in_print() -> None:
    assert list(RULE) == [
        "1.1",
        "1.2",
        "1.3",
        "1.4",
        "1.5",
        "2.1",
        "2.2",
        "2.3",
        "3.1",
        "3.2",
        "3.3",
    ]
    assert all(technique.rule.__doc__ for technique in ELEVEN)


# --- the first phase ---------------------------------------------------------------------------


def _task(limits: Limits = NO_LIMITS, wanted: int | None = None, given: Position = NOTHING) -> Task:
    return Task(given, wanted, limits.start(), "auto")


def _sheet(puzzle: Nonogram) -> RuledLines:
    lines = read_lines(puzzle, _task())
    assert lines is not None
    return RuledLines(lines, NO_LIMITS.start())


@pytest.mark.parametrize("seed", range(3))
def test_steps_tell_everything_that_changed(seed: int) -> None:
    """The steps alone, written into a second sheet, lead to the same state."""
    rng = random.Random(seed)
    for _ in range(40):
        puzzle = random_puzzle(rng, rng.randint(1, 8), rng.randint(1, 8))
        try:
            sheet, copy = _sheet(puzzle), _sheet(puzzle)
            steps = list(sheet.steps())
        except LineContradiction:
            continue
        for step in steps:
            at = step.line.at
            own, crossing = (copy.rows, copy.cols) if step.line.is_row else (copy.cols, copy.rows)
            for option, cells in enumerate(step.change.denied):
                own[at].can[option] &= ~cells
                for cell in bit_positions(cells):
                    crossing[cell].can[option] &= ~(1 << at)
            for option, cells in enumerate(step.change.settled):
                assert own[at].known(option) & cells == cells
            for run, first, last in step.change.ranges:
                own[at].firsts[run], own[at].lasts[run] = first, last
        for mine, theirs in zip(sheet.rows + sheet.cols, copy.rows + copy.cols, strict=True):
            assert mine.snapshot() == theirs.snapshot()
            assert all(technique.apply(mine) is None for technique in ELEVEN)


SAIL = """
....##....
....###...
....####..
....#####.
....######
....#.....
##########
.########.
..######..
"""


def _picture(text: str) -> Nonogram:
    rows = text.split()
    return from_picture([[0 if sign == "#" else None for sign in row] for row in rows])


def test_a_compact_picture_needs_no_search() -> None:
    found = yu_search.search(KIND, _picture(SAIL), _task())
    assert (len(found.boards), found.complete, found.stats.conflicts) == (1, True, 0)
    sheet = _sheet(_picture(SAIL))
    used = {step.technique.id for step in sheet.steps()}
    assert used > {"1.1", "1.2"}
    drawn = [
        "".join("#" if line.known(0) >> at & 1 else "." for at in range(10)) for line in sheet.rows
    ]
    assert drawn == SAIL.split()


# --- the engines -------------------------------------------------------------------------------


def _pictures(found: Search) -> list[tuple[Cells, ...]]:
    """What was found, row by row, each board checked by the rules of the game."""
    pictures = []
    for board in found.boards:
        assert not KIND.check(board, partial=False, ruleset="strict")
        states, cols = board.states(), board.puzzle.cols  # type: ignore[attr-defined]
        cells = [None if state < 0 else state for state in states]
        pictures.append(tuple(tuple(cells[at : at + cols]) for at in range(0, len(cells), cols)))
    return pictures


@pytest.mark.parametrize("seed", range(5))
def test_both_engines_find_all_solutions_of_small_boards(seed: int) -> None:
    rng = random.Random(seed)
    seen = Counter[int]()
    for _ in range(220):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        expected = sorted(solutions(puzzle), key=repr)
        seen[min(len(expected), 2)] += 1
        for search in (dfs.search, yu_search.search):
            found = search(KIND, puzzle, _task())
            assert sorted(_pictures(found), key=repr) == expected, puzzle
            assert (found.complete, found.reached) == (True, None)
    assert min(seen[count] for count in range(3)) > 20


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_agree_on_larger_boards(seed: int) -> None:
    """Both go through the rows in the same order, so the same solutions come first."""
    rng = random.Random(100 + seed)
    for _ in range(50):
        palette = rng.choice((PALETTES[0], *PALETTES))
        rows, cols = rng.randint(8, 12), rng.randint(8, 12)
        density = rng.choice((0.5, 0.6, 0.7))
        picture = [
            [rng.randrange(len(palette)) if rng.random() < density else None for _ in range(cols)]
            for _ in range(rows)
        ]
        puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.05)))
        by_rules = yu_search.search(KIND, puzzle, _task(wanted=5))
        by_dfs = dfs.search(KIND, puzzle, _task(wanted=5))
        assert _pictures(by_rules) == _pictures(by_dfs)
        assert by_rules.complete == by_dfs.complete == (len(by_rules.boards) < 5)


def _random_position(rng: random.Random, puzzle: Nonogram) -> Position:
    facts = [
        Fact(Cell(row, col), value, rng.random() < 0.4)
        for row in range(puzzle.rows)
        for col in range(puzzle.cols)
        for value in rng.sample(puzzle.values, 1)
        if rng.random() < 0.2
    ]
    return Position.of(facts)


@pytest.mark.parametrize("seed", range(2))
def test_only_solutions_that_agree_with_the_position_are_found(seed: int) -> None:
    rng = random.Random(200 + seed)
    narrowed = 0
    for _ in range(150):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        given = _random_position(rng, puzzle)
        everything = list(solutions(puzzle))
        place = {value: at for at, value in enumerate(puzzle.values)}
        expected = [
            picture
            for picture in everything
            if all(
                (picture[fact.slot.row][fact.slot.col] == place[fact.value]) == fact.holds
                for fact in given
                if isinstance(fact.slot, Cell)
            )
        ]
        narrowed += len(expected) not in (0, len(everything))
        for search in (dfs.search, yu_search.search):
            found = search(KIND, puzzle, _task(given=given))
            assert sorted(_pictures(found), key=repr) == sorted(expected, key=repr)
    assert narrowed


EDGES: list[tuple[Nonogram, int]] = [
    (blank(1, 1), 1),
    (blank(4, 3), 1),
    (Nonogram(((Run(1),),), ((Run(1),),)), 1),
    (Nonogram(((Run(None),),), ((Run(None),),)), 1),
    (Nonogram(((Run(2),),), ((Run(1),),)), 0),
    (Nonogram(((Run(10**9),),), ((Run(None),),)), 0),
    (Nonogram(((Run(None),),), ((), (), ())), 0),
    (Nonogram(((Run(1),),), ((), (), ())), 0),
    (Nonogram(((Run(1),), (Run(1),)), ((Run(1),), (Run(1),))), 2),
    (Nonogram(((Run(1, 0), Run(1, 1)),), ((Run(1, 0),), (Run(1, 1),)), PALETTES[1]), 1),
    (Nonogram(((Run(1, 0), Run(1, 0)),), ((Run(1, 0),), (Run(1, 0),)), PALETTES[1]), 0),
    (Nonogram(((Run(1),), (Run(1),)), ((Run(2),), ())), 1),
]


@each_case("search", ENGINES)
@each_case(("puzzle", "count"), EDGES)
def test_edges(search: SearchFunction, puzzle: Nonogram, count: int) -> None:
    found = search(KIND, puzzle, _task())
    assert len(_pictures(found)) == count
    assert found.complete


def _scatter(rng: random.Random, size: int) -> Nonogram:
    """A random puzzle without any shape."""
    return from_picture(
        [[0 if rng.random() < 0.4 else None for _ in range(size)] for _ in range(size)]
    )


def _ones(size: int) -> Nonogram:
    """One shaded cell in each row and column: as many solutions as permutations."""
    return Nonogram(((Run(1),),) * size, ((Run(1),),) * size)


@pytest.mark.parametrize("search", ENGINES)
def test_as_many_as_wanted(search: SearchFunction) -> None:
    for wanted, count in ((1, 1), (7, 7), (24, 24), (25, 24), (None, 24)):
        found = search(KIND, _ones(4), _task(wanted=wanted))
        assert len(set(_pictures(found))) == count
        assert found.complete == (wanted is None or wanted > count)
    # Far too many ways to list: they are made one after another.
    found = search(KIND, _ones(60), _task(wanted=3))
    assert len(set(_pictures(found))) == 3


@pytest.mark.parametrize("search", ENGINES)
def test_limits_end_the_search_and_keep_what_was_found(search: SearchFunction) -> None:
    stopped = threading.Event()
    stopped.set()
    for limits, reached in (
        (Limits(seconds=0), "time"),
        (Limits(memory=0), "memory"),
        (Limits(cancel=stopped), "cancelled"),
    ):
        found = search(KIND, _ones(8), _task(limits))
        assert (found.boards, found.complete, found.reached) == ([], False, reached)
    # A puzzle with several solutions, and rejected rows before and after the first of them.
    puzzle = _scatter(random.Random(4), 14)
    whole = search(KIND, puzzle, _task(wanted=50))
    conflicts = whole.stats.conflicts
    assert conflicts > 1
    part = search(KIND, puzzle, _task(Limits(conflicts=conflicts - 1), wanted=50))
    assert (part.complete, part.reached, part.stats.conflicts) == (
        False,
        "conflicts",
        conflicts - 1,
    )
    assert 0 < len(part.boards) <= len(whole.boards)
    assert _pictures(part) == _pictures(whole)[: len(part.boards)]


@pytest.mark.parametrize("search", ENGINES)
def test_boards_far_deeper_than_the_recursion_limit(search: SearchFunction) -> None:
    rng = random.Random(1)
    tall = [[0 if rng.random() < 0.5 else None for _ in range(2)] for _ in range(1100)]
    wide = [[None if at % 2 else 0 for at in range(1501)]] * 2
    for picture in (tall, wide):
        found = search(KIND, from_picture(picture), _task(wanted=1))
        assert len(_pictures(found)) == 1


@pytest.mark.parametrize("search", ENGINES)
def test_a_line_too_long_to_search_is_refused_at_once(search: SearchFunction) -> None:
    long = Nonogram(((Run(1),) * 40_000,), ((),) * 80_000)
    found = search(KIND, long, _task())
    assert (found.boards, found.complete, found.reached) == ([], False, "memory")
