"""Satogaeri's engines against brute force and each other; the search without a solver in depth."""

from __future__ import annotations

import random
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

import enpitsu
from enpitsu import Fact, Limits, Position
from enpitsu.errors import FormatError
from enpitsu.grid import Cell, cells
from enpitsu.kind import Stats, Task
from enpitsu.kinds.satogaeri import KIND, choices
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.choices import Choices, ChoiceState
from enpitsu.kinds.satogaeri.engines import backtrack
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import NO_LIMITS
from tests.cases import each_case
from tests.kinds.satogaeri_brute import (
    HOME,
    LINE,
    Answer,
    edges_of,
    everything_about,
    lines_of,
    random_puzzle,
    solutions,
)

ENGINES = ["sat", "backtrack"]
SIZES = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 4)]
MOST_ANSWERS = 200


def _grid(countries: str, circles: str) -> Satogaeri:
    """Rows divided by slashes; letters name countries, `o` is a circle without number."""
    rows = circles.split("/")
    placed = tuple(
        (Cell(row, col), None if mark == "o" else int(mark))
        for row, marks in enumerate(rows)
        for col, mark in enumerate(marks)
        if mark != "."
    )
    labels = tuple(map(ord, countries.replace("/", "")))
    return Satogaeri(len(rows), len(rows[0]), labels, placed)


def _dominoes(rows: int, cols: int) -> Satogaeri:
    """Countries of two cells, a circle in the first of each: it stays or moves, as it likes."""
    labels = tuple(at // 2 for at in range(rows * cols))
    starts = range(0, rows * cols, 2)
    return Satogaeri(rows, cols, labels, tuple((Cell(*divmod(at, cols)), None) for at in starts))


def _blocks(rng: random.Random, down: int, across: int, high: int, wide: int) -> Satogaeri:
    """Oblong countries all of one size, and as many circles without number anywhere."""
    rows, cols = down * high, across * wide
    labels = tuple(row // high * across + col // wide for row in range(rows) for col in range(cols))
    starts = rng.sample(range(rows * cols), down * across)
    return Satogaeri(rows, cols, labels, tuple((Cell(*divmod(at, cols)), None) for at in starts))


def _stripes(size: int) -> Satogaeri:
    """Every row a country, a circle in each column: very many ways."""
    labels = tuple(at // size for at in range(size * size))
    return Satogaeri(
        size, size, labels, tuple((Cell(at * 37 % size, at), None) for at in range(size))
    )


def _small_boards(seed: int, count: int) -> Iterator[tuple[Satogaeri, list[Answer]]]:
    rng = random.Random(seed)
    while count:
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        answers = list(islice(solutions(puzzle), MOST_ANSWERS + 1))
        if len(answers) <= MOST_ANSWERS:
            yield puzzle, answers
            count -= 1


def _shown(answer: Answer) -> frozenset[Fact]:
    return frozenset(Fact(each, LINE) for each in lines_of(answer))


def _all(puzzle: Satogaeri, engine: str, position: Position | None = None) -> set[frozenset[Fact]]:
    """All solutions; each must come once."""
    result = enpitsu.solve(puzzle, solutions=None, engine=engine, position=position)
    found = [solution.facts for solution in result.solutions]
    assert len(set(found)) == len(found), puzzle
    assert result.reached is None
    return set(found)


# --- against brute force ------------------------------------------------------------------------


@each_case("engine", ENGINES)
@each_case("seed", range(4))
def test_all_solutions_of_small_boards(seed: int, engine: str) -> None:
    seen = Counter[str]()
    for puzzle, answers in _small_boards(seed, 500):
        assert _all(puzzle, engine) == set(map(_shown, answers)), puzzle
        seen["none" if not answers else "unique" if len(answers) == 1 else "multiple"] += 1
        seen["counts differ"] += len(puzzle.circles) != puzzle.country_count
    assert min(seen.values()) > 30
    assert len(seen) == 4


@each_case("engine", ENGINES)
@each_case("seed", range(4))
def test_all_solutions_from_a_position(seed: int, engine: str) -> None:
    rng = random.Random(seed)
    seen = Counter[bool]()
    for puzzle, answers in _small_boards(100 + seed, 400):
        slots = [Fact(each, LINE) for each in edges_of(puzzle.rows, puzzle.cols)]
        slots += [Fact(cell, HOME) for cell in cells(puzzle.rows, puzzle.cols)]
        pool = [rng.choice((fact, fact.opposite)) for fact in slots]
        if answers and rng.random() < 0.7:
            pool = everything_about(puzzle, rng.choice(answers))
        given = rng.sample(pool, min(len(pool), rng.choice((1, 2, 3, 5, 12))))
        agreeing = [a for a in answers if set(given) <= set(everything_about(puzzle, a))]
        found = _all(puzzle, engine, Position.of(given))
        assert found == set(map(_shown, agreeing)), (puzzle, given)
        seen[bool(found)] += 1
    assert min(seen[True], seen[False]) > 50


@each_case(
    ("puzzle", "status"),
    [
        (_grid("a", "o"), "unique"),
        (_grid("a", "0"), "unique"),
        (_grid("a", "1"), "none"),
        (_grid("a", "."), "none"),
        (_grid("ab", "oo"), "unique"),
        (_grid("aa", "o."), "multiple"),
        (_grid("aa", "9."), "none"),
        (_grid("ab", "o."), "none"),
        (_grid("aa", "oo"), "none"),
        (_grid("aab", "oo."), "unique"),
        (_grid("abcd", "11.."), "none"),
    ],
)
@each_case("engine", ENGINES)
def test_edges_of_the_rules(puzzle: Satogaeri, status: str, engine: str) -> None:
    assert enpitsu.solve(puzzle, engine=engine).status == status


def test_large_boards_have_the_same_status() -> None:
    rng = random.Random(7)
    seen = Counter[str]()
    for _ in range(60):
        puzzle = random_puzzle(rng, rng.randint(10, 20), rng.randint(10, 20))
        plain = enpitsu.solve(puzzle)
        found = enpitsu.solve(puzzle, engine="backtrack")
        assert found.status == plain.status, puzzle
        seen[found.status] += 1
        if found.status == "multiple":
            one, two = found.solutions
            assert one != two
    assert min(seen["none"], seen["multiple"]) > 10


def test_large_boards_with_one_solution() -> None:
    """Most edges without a track are given, so some boards are unique."""
    rng = random.Random(8)
    unique = 0
    for _ in range(30):
        puzzle = random_puzzle(rng, rng.randint(8, 14), rng.randint(8, 14))
        found = enpitsu.solve(puzzle, solutions=1).solutions
        if not found:
            continue
        (first,) = found
        edges = edges_of(puzzle.rows, puzzle.cols)
        shown = {fact.slot for fact in first.facts}
        crosses = [Fact(each, LINE, False) for each in edges if each not in shown]
        given = Position.of(rng.sample(crosses, len(crosses) * 2 // 3))
        result = enpitsu.solve(puzzle, engine="backtrack", position=given)
        assert result.status == enpitsu.solve(puzzle, position=given).status
        unique += result.status == "unique"
        if result.status == "unique":
            assert result.solutions == [first]
    assert unique >= 3


@pytest.mark.parametrize("engine", ENGINES)
def test_a_line_that_either_of_two_circles_may_bring(engine: str) -> None:
    puzzle = _grid("zzzzz/zqqqz/zzzzz", "...../o...o/.....")
    for text in ("r2c2-r2c3 line", "r2c3-r2c4 line", "r2c2-r2c3 line, r2c3-r2c4 line"):
        given = Position.parse(text)
        agreeing = [a for a in solutions(puzzle) if given.facts <= {*everything_about(puzzle, a)}]
        assert {len(way) for answer in agreeing for way in answer} > {1, 4}
        assert _all(puzzle, engine, given) == set(map(_shown, agreeing))


def test_boards_show_where_circles_end() -> None:
    puzzle = _grid("aab/acb/acc", "o.0/.../o..")
    for answer in solutions(puzzle):
        given = Position(_shown(answer))
        task = Task(given, 1, NO_LIMITS.start(), "auto")
        (board,) = backtrack.search(KIND, puzzle, task).boards
        ends = {Fact(way[-1], HOME) for way in answer}
        assert {fact for fact in board.facts() if fact.value == HOME} == ends


# --- the search -------------------------------------------------------------------------------


def _settings(monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    """Everything that happens only on hard boards, made to happen all the time."""
    for name, values in {
        "FIRST_RUN": (1, 5, 10**9),
        "REMEMBERED": (1, 3, 100),
        "PROBES": (0, 3, 100),
        "LARGE": (0, 10**9),
    }.items():
        monkeypatch.setattr(backtrack, name, rng.choice(values))
    monkeypatch.setattr(choices, "PATIENCE", rng.choice((0, 0, 10**9)))
    monkeypatch.setattr(choices, "WIDE", rng.choice((1, 1, 2, 24)))
    monkeypatch.setattr(choices, "MOST_BITS", rng.choice((1, 400_000_000)))


def _decide_anyhow(monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    """Decisions by chance run into many contradictions, which good ones avoid."""

    def open_group(self: backtrack._Tree) -> int | None:
        counts = self._state.counts
        groups = [group for group, count in enumerate(counts) if count > 1]
        return rng.choice(groups) if groups else None

    def best_choice(self: backtrack._Tree, group: int) -> int:
        left = self._state.left
        return rng.choice([each for each in self._choices.groups[group] if left[each]])

    monkeypatch.setattr(backtrack._Tree, "_open_group", open_group)
    monkeypatch.setattr(backtrack._Tree, "_best_choice", best_choice)


@pytest.mark.parametrize("seed", range(6))
def test_no_solution_is_lost_or_comes_twice(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However decisions are made, and whenever the search begins anew."""
    rng = random.Random(seed)
    conflicts = compared = 0
    while compared < 12:
        puzzle = _blocks(rng, *rng.choice(((2, 2, 2, 3), (2, 2, 3, 3), (2, 3, 2, 2), (2, 4, 2, 2))))
        answers = list(islice(solutions(puzzle), 1501))
        if len(answers) > 1500:
            continue
        stats = Stats()
        with monkeypatch.context() as patch:
            _settings(patch, rng)
            _decide_anyhow(patch, rng)
            boards = backtrack._boards(SatogaeriBoard(puzzle), NO_LIMITS.start(), stats)
            found = [frozenset(board.answer()) for board in boards]
        assert len(set(found)) == len(found), puzzle
        assert set(found) == set(map(_shown, answers)), puzzle
        conflicts += stats.conflicts
        compared += 1
    assert conflicts > 50


@pytest.mark.parametrize("patience", [0, 10**9])
@pytest.mark.parametrize("wide", [1, 3, 24])
def test_conclusions_keep_every_solution(
    patience: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is out without any decision is in no solution."""
    monkeypatch.setattr(choices, "PATIENCE", patience)
    monkeypatch.setattr(choices, "WIDE", wide)
    for puzzle, answers in _small_boards(5, 200):
        left = _choices_left(puzzle)
        assert left is not None or not answers
        for answer in answers:
            ends = {(way[0], way[-1]) for way in answer}
            assert left is not None
            assert ends <= left, puzzle


def _choices_left(puzzle: Satogaeri) -> set[tuple[Cell, Cell]] | None:
    """Where each circle may end, if nothing contradicts."""
    board, budget = SatogaeriBoard(puzzle), NO_LIMITS.start()
    if not board.settle(budget):
        return None
    moves = board.moves(budget)
    found = Choices(moves, budget)
    state = ChoiceState(found, budget)
    if not state.settle():
        return None
    left: list[tuple[int, int]] = [choice for at, choice in enumerate(found.all) if state.left[at]]
    left += [moves.only_move(each) for each in range(moves.count)
             if moves.is_fixed(each)]  # fmt: skip
    return {(board.cell(moves.starts[ray >> 2]), board.cell(moves.end(ray, far)))
            for ray, far in left}  # fmt: skip


def test_a_corridor_that_a_country_needs_is_closed_to_others() -> None:
    """Whoever ends in r comes through r2c2, so the 2 does not end there: it goes to y."""
    puzzle = _grid("xxxxyy/xxryyy/xrryyy/xxxyyy", ".o..../o..2../....../......")
    start, corridor = Cell(1, 3), Cell(1, 1)
    board = SatogaeriBoard(puzzle)
    assert board.settle(NO_LIMITS.start())
    moves = board.moves(NO_LIMITS.start())
    assert moves.lengths[4 * 2 + 2] == [2], "simpler conclusions do not see it"
    left = _choices_left(puzzle)
    assert left is not None
    assert {end for circle, end in left if circle == start} == {Cell(3, 3), Cell(1, 5)}
    assert (start, corridor) not in left
    assert _all(puzzle, "backtrack") == set(map(_shown, solutions(puzzle)))


@pytest.mark.parametrize(("patience", "ends"), [(0, {1, 3}), (10**9, {0, 1, 2, 3})])
def test_two_circles_for_two_countries_close_them(
    patience: int, ends: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both 1s end in the first and the third column, so the others do not."""
    monkeypatch.setattr(choices, "PATIENCE", patience)
    left = _choices_left(_grid("pmqn/pmqn/pmqn/pmqn", ".o../.1../.1../.o.."))
    assert left is not None
    for row in (0, 3):
        assert {end.col for start, end in left if start.row == row} == ends


def test_too_few_countries_for_some_circles() -> None:
    """Three 1s, two columns where they can end: neither moves nor single groups show it."""
    puzzle = _grid("pmqnk/pmqnk/pmqnk/pmqnk/pmqnk", ".o.../.1.../.1.../.1.../.o...")
    assert SatogaeriBoard(puzzle).settle(NO_LIMITS.start())
    result = enpitsu.solve(puzzle, engine="backtrack", limits=Limits(conflicts=0))
    assert (result.status, result.reached) == ("none", None)


def test_very_many_solutions_come_once_each() -> None:
    result = enpitsu.solve(_dominoes(1, 24), solutions=None, engine="backtrack")
    assert len(result.solutions) == len(set(result.solutions)) == 2**12
    assert (result.status, result.reached) == ("multiple", None)


def test_memory_stays_flat_while_solutions_pass_by() -> None:
    board, budget = SatogaeriBoard(_dominoes(20, 20)), NO_LIMITS.start()
    boards = backtrack._boards(board, budget, Stats())
    for _ in islice(boards, 200):
        pass
    tracemalloc.start()
    for _ in islice(boards, 500):
        pass
    before, _ = tracemalloc.get_traced_memory()
    for _ in islice(boards, 1000):
        pass
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000


def test_the_same_each_time() -> None:
    puzzle = random_puzzle(random.Random(11), 18, 18)
    one, two = (enpitsu.solve(puzzle, solutions=20, engine="backtrack") for _ in range(2))
    assert one.solutions == two.solutions
    assert one.stats.conflicts == two.stats.conflicts
    assert one.stats.variables > 0


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "puzzle",
    [
        _stripes(60),
        _dominoes(100, 100),
        _blocks(random.Random(1), 50, 25, 2, 4),
        _blocks(random.Random(2), 10, 10, 10, 10),
        Satogaeri(1, 50_000, (0,) * 50_000, ((Cell(0, 25_000), None),)),
    ],
)
def test_time_ends_the_search(puzzle: Satogaeri) -> None:
    limits = Limits(seconds=0.2)
    result = enpitsu.solve(puzzle, solutions=None, engine="backtrack", limits=limits)
    assert result.reached == "time"
    assert result.status in ("unknown", "multiple")
    assert len(set(result.solutions)) == len(result.solutions)


def test_another_thread_ends_the_search() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    limits = Limits(cancel=cancel)
    result = enpitsu.solve(_stripes(40), solutions=None, engine="backtrack", limits=limits)
    timer.join()
    assert (result.status, result.reached) == ("multiple", "cancelled")


def test_memory_ends_the_search() -> None:
    result = enpitsu.solve(_stripes(20), engine="backtrack", limits=Limits(memory=1))
    assert (result.status, result.reached) == ("unknown", "memory")


def test_contradictions_are_counted_and_limited() -> None:
    boards = (_blocks(random.Random(seed), 9, 9, 2, 2) for seed in range(100))
    for puzzle in boards:
        result = enpitsu.solve(puzzle, engine="backtrack")
        count = result.stats.conflicts
        if count:
            break
    assert count > 0
    same = enpitsu.solve(puzzle, engine="backtrack", limits=Limits(conflicts=count))
    assert (same.status, same.reached) == (result.status, None)
    fewer = enpitsu.solve(puzzle, engine="backtrack", limits=Limits(conflicts=count - 1))
    assert fewer.reached == "conflicts"
    assert fewer.stats.conflicts == count - 1


def test_facts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(FormatError):
        enpitsu.solve(_dominoes(2, 2), engine="backtrack", position=Position.parse("r9c9 home"))
