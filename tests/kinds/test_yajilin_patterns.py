"""Yajilin's engines `patterns` and `patterns+sat`: each deduction against enumeration, what the
document prints against enumeration, and both engines against everything."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

import enpitsu
from enpitsu.grid import Cell, Direction, Edge, cell_at, cell_number, ray
from enpitsu.kind import Task
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.engines import engine_formula
from enpitsu.kinds.yajilin.engines.patterns import five
from enpitsu.kinds.yajilin.engines.patterns.pattern_search import Effort, begin
from enpitsu.kinds.yajilin.engines.patterns.pattern_sheet import (
    IS_CLUE,
    IS_FREE,
    IS_SHADED,
    IS_VOID,
    PatternContradiction,
    PatternSheet,
)
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Fact, Position
from tests.cases import each_case
from tests.corpus import load_corpus
from tests.kinds.yajilin_brute import all_loops, brute_solutions, random_puzzle

SIZES = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (2, 6), (4, 4), (3, 5), (5, 3)]
LARGER = [(2, 7), (7, 2), (3, 6), (6, 3), (4, 4), (4, 5)]
ENGINES = ("patterns", "patterns+sat", "patterns+sat:loop-clauses")

Answer = frozenset[Fact]


# --- random positions --------------------------------------------------------------------------


class Case(NamedTuple):
    """A puzzle, a position, and all solutions that agree with it."""

    puzzle: Yajilin
    position: Position
    completions: list[Answer]


def slot_facts(puzzle: Yajilin) -> list[Fact]:
    """Everything that could be claimed of a board."""
    cells = [Cell(r, c) for r in range(puzzle.rows) for c in range(puzzle.cols)]
    free = [cell for cell in cells if cell not in puzzle.clue_at]
    steps = [(a, way.step(a)) for a in free for way in (Direction.RIGHT, Direction.DOWN)]
    return [Fact(cell, SHADED) for cell in free] + [
        Fact(Edge(a, b), LINE) for a, b in steps if b in free
    ]


def agrees(answer: Answer, fact: Fact) -> bool:
    return (fact in answer) if fact.holds else fact.opposite not in answer


def random_position(rng: random.Random, puzzle: Yajilin, answers: list[Answer]) -> Position:
    """Part of a solution, with now and then a fact turned round; anything if there is none."""
    share = rng.choice((0.0, 0.15, 0.3, 0.6, 0.9))
    chosen = [fact for fact in slot_facts(puzzle) if rng.random() < share]
    if not answers or rng.random() < 0.15:
        return Position.of(rng.choice((fact, fact.opposite)) for fact in chosen)
    answer = rng.choice(answers)
    true = [fact if fact in answer else fact.opposite for fact in chosen]
    if rng.random() < 0.5:  # as people draw: no crosses
        true = [fact for fact in true if fact.holds]
    if true and rng.random() < 0.15:
        true[0] = true[0].opposite
    return Position.of(true)


def solvable_puzzle(rng: random.Random, rows: int, cols: int) -> Yajilin:
    """A random loop; beside it some cells are shaded, the others are clues that tell the truth."""
    loop = rng.choice(all_loops(rows, cols))
    on_loop = {cell for edge in loop for cell in edge}
    cells = [Cell(row, col) for row in range(rows) for col in range(cols)]
    free = [cell for cell in cells if cell not in on_loop]
    shaded: set[Cell] = set()
    for cell in rng.sample(free, len(free)):
        if rng.random() < 0.7 and not any(way.step(cell) in shaded for way in Direction):
            shaded.add(cell)
    clues = []
    for cell in free:
        arrow = rng.choice(list(Direction))
        number = sum(other in shaded for other in ray(cell, arrow, rows, cols))
        if cell not in shaded:
            clues.append((cell, Clue(arrow, number) if rng.random() < 0.9 else BLANK))
    return Yajilin(rows, cols, tuple(clues))


@cache
def cases(seed: int, puzzles: int, positions: int) -> tuple[Case, ...]:
    """Many positions of random puzzles, most of which have a solution."""
    rng, found = random.Random(seed), []
    for _ in range(puzzles):
        make, sizes = (solvable_puzzle, LARGER) if rng.random() < 0.7 else (random_puzzle, SIZES)
        puzzle = make(rng, *rng.choice(sizes))
        answers = sorted(brute_solutions(puzzle), key=lambda answer: sorted(map(str, answer)))
        for _ in range(positions):
            position = random_position(rng, puzzle, answers)
            fitting = [each for each in answers if all(agrees(each, fact) for fact in position)]
            found.append(Case(puzzle, position, fitting))
    return tuple(found)


def placed(case: Case) -> PatternSheet | None:
    """The position on a sheet; None if it cannot be written, which must be right."""
    sheet = PatternSheet(case.puzzle, NO_LIMITS.start())
    try:
        sheet.place(case.position)
    except PatternContradiction:
        assert not case.completions, case
        return None
    return sheet


# --- each deduction ----------------------------------------------------------------------------


def on_cells(deduce: Callable[[PatternSheet, int], None]) -> Callable[[PatternSheet], None]:
    """A deduction on every cell without a clue."""

    def everywhere(sheet: PatternSheet) -> None:
        for at in range(sheet.size):
            if sheet.look[at] != IS_CLUE:
                deduce(sheet, at)

    return everywhere


def on_rays(sheet: PatternSheet) -> None:
    for each in sheet.rays:
        five.one_option(sheet, each)


def on_gaps(sheet: PatternSheet) -> None:
    for each in five.between_same_clues(sheet):
        five.same_clues(sheet, each)


PATTERNS: dict[str, Callable[[PatternSheet], None]] = {
    "neighbours": on_cells(five.neighbours_of_shaded),
    "one option": on_rays,
    "same clues": on_gaps,
    "two ways": on_cells(five.two_ways),
    "one loop": on_cells(five.one_loop),
}
LEAST = {
    "neighbours": (400, 20),
    "one option": (2000, 100),
    "same clues": (50, 2),
    "two ways": (5000, 20),
    "one loop": (50, 0),
}
"""How many conclusions about positions with a solution, and how many contradictions, there are at
least, so that the tests say something."""


@pytest.mark.parametrize("name", PATTERNS)
def test_what_a_pattern_concludes_is_true_in_all_completions(name: str) -> None:
    conclusions = contradictions = 0
    for case in cases(11, 250, 20):
        sheet = placed(case)
        if sheet is None:
            continue
        before = set(sheet.facts())
        try:
            PATTERNS[name](sheet)
        except PatternContradiction:
            assert not case.completions, (name, case)
            contradictions += 1
            continue
        concluded = set(sheet.facts()) - before
        conclusions += len(concluded) if case.completions else 0
        for answer in case.completions:
            assert all(agrees(answer, fact) for fact in concluded), (name, case)
    least = LEAST[name]
    assert conclusions >= least[0], conclusions
    assert contradictions >= least[1], contradictions


def test_the_end_of_the_patterns_is_their_end() -> None:
    """Looked for only where something changed, and yet none finds more on the whole board."""
    ended = 0
    for case in cases(11, 250, 20)[::3]:
        task = Task(case.position, None, NO_LIMITS.start(), "auto")
        sheet = PatternSheet(case.puzzle, task.budget)
        if not begin(sheet, task.given, Effort(task)):
            assert not case.completions, case
            continue
        mark = sheet.mark
        for everywhere in PATTERNS.values():
            everywhere(sheet)
        assert sheet.mark == mark, case
        ended += not sheet.is_finished
    assert ended > 100


def test_everything_written_can_be_taken_back() -> None:
    rng = random.Random(5)
    for case in cases(11, 250, 20)[::10]:
        sheet = PatternSheet(case.puzzle, NO_LIMITS.start())
        marks = [(sheet.mark, snapshot(sheet))]
        for fact in rng.sample(list(case.position), len(case.position)):
            try:
                sheet.place([fact])
                PATTERNS[rng.choice(list(PATTERNS))](sheet)
            except PatternContradiction:
                break
            marks.append((sheet.mark, snapshot(sheet)))
        for mark, known in reversed(rng.sample(marks, (len(marks) + 1) // 2)):
            if mark <= sheet.mark:
                sheet.undo(mark)
                assert snapshot(sheet) == known


def snapshot(sheet: PatternSheet) -> tuple[object, ...]:
    """All that a sheet knows; of paths what counts."""
    ends = [at for at in range(sheet.size) if sheet.lines[at] < 2]
    return (
        bytes(sheet.look),
        bytes(sheet.edges),
        bytes(sheet.free),
        bytes(sheet.lines),
        [(at, sheet.other_end[at], sheet.length[at]) for at in ends if not sheet.is_closed],
        (sheet.void_cells, sheet.open_cells, sheet.is_closed),
    )


# --- what is printed ---------------------------------------------------------------------------


def seen_from(sheet: PatternSheet, clue: Cell) -> tuple[int, list[int]]:
    """A clue's number, and the squares in its direction, clue squares too, nearest first."""
    what = sheet.puzzle.clue_at[clue]
    assert what.arrow is not None
    assert what.number is not None
    squares = ray(clue, what.arrow, sheet.rows, sheet.cols)
    return what.number, [cell_number(cell, sheet.cols) for cell in squares]


def every_other(sheet: PatternSheet, squares: list[int]) -> list[Fact]:
    """Every other square is shaded, beginning at the clue, and those between are not."""
    return [
        Fact(cell_at(at, sheet.cols), SHADED, place % 2 == 0)
        for place, at in enumerate(squares)
        if sheet.look[at] != IS_CLUE
    ]


def printed_squares(sheet: PatternSheet) -> Iterator[list[Fact]]:
    """3.2.2: 2n - 1 squares in the direction can be filled in one way only."""
    for each in sheet.rays:
        number, squares = seen_from(sheet, cell_at(each.clue, sheet.cols))
        if len(squares) == 2 * number - 1:
            yield every_other(sheet, squares)


def printed_figure_35(sheet: PatternSheet) -> Iterator[list[Fact]]:
    """Figure 3.5: blank, shaded, line and clue squares together are 2n."""
    for each in sheet.rays:
        number, squares = seen_from(sheet, cell_at(each.clue, sheet.cols))
        if number and len(squares) == 2 * number:
            yield every_other(sheet, squares)


def printed_voids(sheet: PatternSheet) -> Iterator[list[Fact]]:
    """3.2.2: 2n - (number of shaded squares) adjacent voids can be filled in one way only."""
    for each in sheet.rays:
        number, squares = seen_from(sheet, cell_at(each.clue, sheet.cols))
        looks = [sheet.look[at] for at in squares]
        voids = [at for at in squares if sheet.look[at] == IS_VOID]
        apart = abs(squares[1] - squares[0]) if len(squares) > 1 else 1
        are_adjacent = voids and abs(voids[-1] - voids[0]) == apart * (len(voids) - 1)
        if are_adjacent and len(voids) == 2 * number - looks.count(IS_SHADED):
            yield every_other(sheet, voids)


def printed_small_loops(sheet: PatternSheet) -> Iterator[list[Fact]]:
    """Figure 3.13: of two free neighbours of a line's end, one in its own line is not taken."""
    for at in range(sheet.size):
        free = [(to, edge) for to, edge in sheet.ways[at] if sheet.edges[edge] == IS_FREE]
        if sheet.lines[at] == 1 and len(free) == 2:
            for (to, _), (other, _) in (free, free[::-1]):
                if to == sheet.other_end[at]:
                    a, b = sorted((cell_at(at, sheet.cols), cell_at(other, sheet.cols)))
                    yield [Fact(Edge(a, b), LINE)]


def false_claims(printed: Callable[[PatternSheet], Iterator[list[Fact]]]) -> tuple[int, int]:
    """How many positions with solutions there are in which a conclusion is drawn, and in how many
    of them it is false in a solution."""
    drawn = false = 0
    for case in cases(11, 250, 20):
        sheet = placed(case) if case.completions else None
        if sheet is not None:
            PATTERNS["neighbours"](sheet)
            claims = [fact for each in printed(sheet) for fact in each]
            drawn += bool(claims)
            false += any(not agrees(each, fact) for each in case.completions for fact in claims)
    return drawn, false


def test_2n_minus_1_squares_are_right_as_printed() -> None:
    """Even with clues and lines among them: n of 2n - 1 squares of which no two are side by side
    can only be every other one."""
    drawn, false = false_claims(printed_squares)
    assert drawn > 100
    assert false == 0


@pytest.mark.parametrize("printed", [printed_figure_35, printed_voids, printed_small_loops])
def test_what_is_printed_is_wrong(printed: Callable[[PatternSheet], Iterator[list[Fact]]]) -> None:
    """Some conclusion as printed is false in a solution: the corrections are needed."""
    assert false_claims(printed)[1] > 10


def printed_blocked(sheet: PatternSheet, at: int) -> set[Direction]:
    """Figure 3.10: off the board, a clue, shaded, or with two lines, even if one enters here."""
    blocked = set()
    for way in Direction:
        there = way.step(cell_at(at, sheet.cols))
        inside = 0 <= there.row < sheet.rows and 0 <= there.col < sheet.cols
        to = cell_number(there, sheet.cols)
        if not inside or sheet.look[to] in (IS_CLUE, IS_SHADED) or sheet.lines[to] == 2:
            blocked.add(way)
    return blocked


def test_the_printed_way_out_of_a_cell_is_overlooked() -> None:
    """Figure 3.11 wants three blocked neighbours of a line's end. Where the line comes from an
    incomplete neighbour it counts two, though there is only one way out."""
    overlooked = 0
    for case in cases(11, 250, 20)[::4]:
        sheet = placed(case) if case.completions else None
        if sheet is None:
            continue
        ends = [at for at in range(sheet.size) if sheet.lines[at] == 1]
        silent = [at for at in ends if len(printed_blocked(sheet, at)) < 3]
        before = sheet.lines[:]
        PATTERNS["two ways"](sheet)
        overlooked += any(sheet.lines[at] == 2 and before[at] == 1 for at in silent)
    assert overlooked > 0


# --- each deduction by example -----------------------------------------------------------------


def drawn(puzzle: Yajilin, name: str, position: str = "") -> set[str]:
    """What one pattern concludes, used once everywhere."""
    sheet = PatternSheet(puzzle, NO_LIMITS.start())
    sheet.place(Position.parse(position))
    before = set(sheet.facts())
    PATTERNS[name](sheet)
    return {str(fact) for fact in set(sheet.facts()) - before}


def right(number: int, col: int = 0) -> tuple[Cell, Clue]:
    return Cell(0, col), Clue(Direction.RIGHT, number)


def test_a_zero_clue_and_a_clue_that_has_what_it_needs() -> None:
    assert drawn(Yajilin(2, 4, (right(0),)), "one option") == {
        f"r1c{col} not shaded" for col in (2, 3, 4)
    }
    met = drawn(Yajilin(2, 4, (right(1),)), "one option", "r1c2 shaded")
    assert met == {"r1c3 not shaded", "r1c4 not shaded"}


def test_tight_packing_goes_by_runs() -> None:
    """Three cells, a clue cell, two cells: three shaded cells fill the first run in one way and
    the second in two."""
    puzzle = Yajilin(2, 7, (right(3), (Cell(0, 4), BLANK)))
    assert drawn(puzzle, "one option") == {"r1c2 shaded", "r1c3 not shaded", "r1c4 shaded"}
    assert drawn(Yajilin(2, 6, (right(3),)), "one option") == {
        *(f"r1c{col} shaded" for col in (2, 4, 6)),
        *(f"r1c{col} not shaded" for col in (3, 5)),
    }
    assert drawn(Yajilin(2, 7, (right(3),)), "one option") == set()


def test_as_many_voids_as_are_missing() -> None:
    known = "r1c3 not shaded, r1c5 not shaded, r1c6 not shaded"
    puzzle = Yajilin(2, 7, (right(3),))
    assert drawn(puzzle, "one option", known) == {"r1c2 shaded", "r1c4 shaded", "r1c7 shaded"}


@pytest.mark.parametrize("number", [4, 40, 10**8])
def test_a_clue_without_room_contradicts(number: int) -> None:
    with pytest.raises(PatternContradiction):
        drawn(Yajilin(2, 7, (right(number),)), "one option")


@pytest.mark.parametrize("way", list(Direction))
def test_same_clues_on_oblong_boards(way: Direction) -> None:
    """Far beyond the other dimension of the board; a third clue in between with another number or
    arrow, or one that does not count, changes nothing."""
    across = way in (Direction.LEFT, Direction.RIGHT)
    at = [Cell(0, col) if across else Cell(col, 0) for col in range(9)]
    clues = [
        (at[1], Clue(way, 2)),
        (at[4], Clue(way, 1)),
        (at[5], Clue(way)),
        (at[7], Clue(way, 2)),
    ]
    puzzle = Yajilin(*((2, 9) if across else (9, 2)), tuple(clues))
    assert drawn(puzzle, "same clues") == {f"{at[col]} not shaded" for col in (2, 3, 6)}


def test_clues_that_do_not_count_are_not_the_same() -> None:
    unknown = Clue(Direction.RIGHT, None)
    puzzle = Yajilin(2, 6, ((Cell(0, 0), unknown), (Cell(0, 4), unknown), (Cell(1, 0), BLANK)))
    assert drawn(puzzle, "same clues") == set()


def test_the_line_that_closes_the_answer_is_not_blocked() -> None:
    """A loop around the left 2x2 with the two cells at the right a clue and shaded; and the same
    with an open cell left outside."""
    puzzle = Yajilin(2, 3, ((Cell(0, 2), BLANK),))
    path = "r1c1-r1c2 line, r1c1-r2c1 line, r2c1-r2c2 line"
    assert drawn(puzzle, "one loop", path) == set()
    assert drawn(puzzle, "one loop", path + ", r2c3 not shaded") == {"r1c2-r2c2 not line"}


# --- both engines ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_engines_against_enumeration(seed: int) -> None:
    rng = random.Random(700 + seed)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for _ in range(100):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        wanted = brute_solutions(puzzle)
        for engine in ENGINES:
            result = enpitsu.solve(puzzle, solutions=None, engine=engine)
            answers = [solution.facts for solution in result.solutions]
            assert len(answers) == len(set(answers)), (engine, puzzle)
            assert set(answers) == wanted, (engine, puzzle)
            assert result.status == ("none", "unique", "multiple")[min(len(wanted), 2)]
            assert enpitsu.solve(puzzle, engine=engine).status == result.status
        seen[result.status] += 1
    assert min(seen.values()) > 5


@pytest.mark.parametrize("engine", ENGINES)
def test_given_positions_against_enumeration(engine: str) -> None:
    found = 0
    for case in cases(11, 250, 20)[::8]:
        result = enpitsu.solve(case.puzzle, position=case.position, solutions=None, engine=engine)
        assert {solution.facts for solution in result.solutions} == set(case.completions), case
        assert len(result.solutions) == len(case.completions)
        found += bool(case.completions)
    assert 100 < found < 490


def rings(size: int, *bridge: Cell) -> Yajilin:
    """Rings one cell wide inside each other, with rings of clue cells between them."""
    cells = [Cell(r, c) for r in range(size) for c in range(size)]
    depth = {cell: min(*cell, size - 1 - cell.row, size - 1 - cell.col) for cell in cells}
    walls = [cell for cell in cells if depth[cell] % 2 == 1 and cell not in bridge]
    return Yajilin(size, size, tuple((cell, BLANK) for cell in walls))


def corridor(length: int) -> Yajilin:
    """A ring of two rows, with a corridor one cell wide that leads out of it."""
    return Yajilin(2, length, tuple((Cell(0, col), BLANK) for col in range(3, length)))


def chessboard(size: int) -> Yajilin:
    """No two playable cells side by side."""
    cells = [Cell(r, c) for r in range(size) for c in range(size)]
    return Yajilin(size, size, tuple((cell, BLANK) for cell in cells if sum(cell) % 2))


@each_case("engine", ENGINES)
@each_case(
    ("puzzle", "status"),
    [
        (Yajilin(1, 1), "none"),
        (Yajilin(1, 9), "none"),
        (Yajilin(9, 1), "none"),
        (Yajilin(1, 1, ((Cell(0, 0), BLANK),)), "none"),
        (Yajilin(2, 2), "unique"),
        (Yajilin(2, 2, tuple((Cell(r, c), BLANK) for r in (0, 1) for c in (0, 1))), "none"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 1)),)), "unique"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.DOWN, 10**8)),)), "none"),
        (Yajilin(2, 3, ((Cell(0, 2), Clue(Direction.UP, 1)),)), "none"),
        (rings(3), "unique"),
        (rings(5), "unique"),
        (rings(6), "none"),
        (rings(7), "none"),
        (rings(6, Cell(1, 2)), "none"),
        (rings(6, Cell(1, 2), Cell(1, 3)), "unique"),
        (corridor(3), "unique"),
        (corridor(4), "unique"),
        (corridor(5), "none"),
        (corridor(12), "none"),
        (chessboard(4), "none"),
        (chessboard(5), "none"),
    ],
)
def test_boards_that_a_wrong_loop_argument_gets_wrong(
    engine: str, puzzle: Yajilin, status: str
) -> None:
    result = enpitsu.solve(puzzle, solutions=None, engine=engine)
    assert result.status == status
    assert result.status == enpitsu.solve(puzzle).status


@each_case("engine", ENGINES)
@each_case(("rows", "cols"), [(4, 4), (4, 6), (5, 5)])
def test_whole_boards(engine: str, rows: int, cols: int) -> None:
    """Boards without clues, with all their solutions; and with all cells on the loop."""
    puzzle = Yajilin(rows, cols)
    wanted = {each.facts for each in enpitsu.solve(puzzle, solutions=None).solutions}
    found = enpitsu.solve(puzzle, solutions=None, engine=engine).solutions
    assert [each.facts in wanted for each in found] == [True] * len(wanted)


def no_solution_soon(size: int) -> Yajilin:
    """All cells on the loop and their number odd: no pattern sees it, and guessing takes long."""
    clues = [(Cell(row, 0), Clue(Direction.RIGHT, 0)) for row in range(size)]
    return Yajilin(size, size + 1, tuple(clues))


@pytest.mark.parametrize("engine", ENGINES)
def test_limits(engine: str) -> None:
    puzzle = no_solution_soon(9)
    stop = threading.Event()
    stop.set()
    for limits, reached in (
        (Limits(seconds=0), "time"),
        (Limits(seconds=0.05), "time"),
        (Limits(conflicts=0), "conflicts"),
        (Limits(conflicts=20), "conflicts"),
        (Limits(memory=1), "memory"),
        (Limits(cancel=stop), "cancelled"),
    ):
        result = enpitsu.solve(puzzle, engine=engine, limits=limits)
        assert (result.status, result.reached) == ("unknown", reached), limits
        if limits.conflicts is not None:
            assert result.stats.conflicts <= limits.conflicts + 5


def test_what_was_found_before_a_limit_is_kept() -> None:
    puzzle = Yajilin(6, 6)
    found = enpitsu.solve(puzzle, solutions=None, engine="patterns", limits=Limits(conflicts=100))
    assert (found.status, found.reached) == ("multiple", "conflicts")
    assert len(found.solutions) > 1


def test_a_cancel_from_another_thread_ends_it() -> None:
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    result = enpitsu.solve(no_solution_soon(11), engine="patterns", limits=Limits(cancel=stop))
    assert (result.status, result.reached) == ("unknown", "cancelled")


@pytest.mark.parametrize(
    ("rows", "cols", "clues"),
    [(1, 100_000, 0), (100_000, 1, 0), (1, 50_000, 2), (250, 250, 3), (2, 30_000, 1)],
)
def test_huge_boards_keep_to_their_limits(rows: int, cols: int, clues: int) -> None:
    """Also with many clues in one line, all of which look at the same cells."""
    every = [Cell(at // cols, at % cols) for at in range(0, rows * cols, 5)] if clues else []
    arrow = (None, Direction.DOWN, Direction.RIGHT, Direction.LEFT)[clues]
    puzzle = Yajilin(rows, cols, tuple((cell, Clue(arrow, 1)) for cell in every))
    result = enpitsu.solve(puzzle, engine="patterns", limits=Limits(seconds=0.5))
    assert result.status in ("none", "unknown")
    assert result.stats.seconds < 20


def test_no_solver_is_asked_if_the_patterns_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the SAT solver was asked")

    monkeypatch.setattr(engine_formula, "Solver", refuse)
    for puzzle, status in (
        (corridor(4), "unique"),
        (corridor(12), "none"),
        (Yajilin(1, 9), "none"),
    ):
        assert enpitsu.solve(puzzle, engine="patterns+sat").status == status
    with pytest.raises(AssertionError):
        enpitsu.solve(Yajilin(4, 4), engine="patterns+sat")


def test_what_the_patterns_find_reaches_the_solver() -> None:
    """With the patterns' findings the solver looks at no more models than without, and there are
    puzzles where it looks at fewer."""
    rng = random.Random(3)
    fewer = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 4, 4)
        alone = enpitsu.solve(puzzle, engine="six-state", solutions=None).stats.details
        helped = enpitsu.solve(puzzle, engine="patterns+sat", solutions=None).stats.details
        assert helped.get("models", 0) <= alone["models"]
        fewer += helped.get("models", 0) < alone["models"]
    assert fewer > 0


def test_the_patterns_alone() -> None:
    """What they find holds in every solution; a full board is unique, a contradiction is none."""
    seen: Counter[str] = Counter()
    for case in cases(11, 250, 20)[::3]:
        result = enpitsu.solve(case.puzzle, engine="patterns:no-guess", position=case.position)
        seen[result.status] += 1
        if result.status == "unknown":
            assert (result.reached, result.solutions) == ("deductions", [])
            assert result.partial is not None
            assert set(case.position) <= set(result.partial)
            for answer in case.completions:
                assert all(agrees(answer, fact) for fact in result.partial), case
        else:
            assert (result.reached, result.partial) == (None, None)
            assert [each.facts for each in result.solutions] == list(case.completions), case
        assert result.stats.details["guesses"] == 0
    assert min(seen[status] for status in ("none", "unique", "unknown")) > 20, seen


def test_shading_inside_the_loop_is_no_answer_of_the_patterns() -> None:
    ring = Yajilin(3, 3, outside=True)
    plain = enpitsu.solve(replace(ring, outside=False), engine="patterns", solutions=None)
    assert len(plain.solutions) > len(enpitsu.solve(ring, solutions=None).solutions)
    middle = Fact(Cell(1, 1), SHADED)
    (around,) = (each for each in plain.solutions if middle in each.facts)
    alone = enpitsu.solve(ring, engine="patterns:no-guess", position=around.position)
    assert (alone.status, alone.partial) == ("none", None)


def test_how_often_each_pattern_was_used() -> None:
    """Each place where a pattern concludes something counts once."""
    zero = Yajilin(3, 5, ((Cell(1, 4), Clue(Direction.LEFT, 0)),))
    counts = enpitsu.solve(zero, engine="patterns:no-guess").stats.details
    names = list(counts)
    assert names[:2] == ["guesses", "deductions"]
    assert [name.split()[0] for name in names[2:]] == [f"3.2.{at}" for at in range(1, 6)]
    assert counts["3.2.2 clues with one option"] == 1
    assert counts["3.2.4 two ways out of a cell"] > 0
    two = Clue(Direction.RIGHT, 1)
    pairs = Yajilin(5, 9, ((Cell(1, 0), two), (Cell(1, 2), two), (Cell(1, 4), two)))
    used = enpitsu.solve(pairs, engine="patterns:no-guess").stats.details
    assert used["3.2.3 same clues in a line"] == 2
    assert used["deductions"] >= 2


def test_statistics() -> None:
    alone = enpitsu.solve(corridor(4), engine="patterns").stats
    assert alone.details["guesses"] == alone.conflicts == 0
    assert alone.details["deductions"] >= 7 + 7  # cells without a clue, edges between them
    guessed = enpitsu.solve(Yajilin(4, 4), engine="patterns", solutions=None).stats
    assert guessed.details["guesses"] > 0
    assert 0 < guessed.conflicts <= guessed.details["guesses"] * 2


@pytest.mark.parametrize("engine", ENGINES[::2])
def test_real_puzzles(engine: str) -> None:
    """Where it ends within some conflicts, it finds what is published."""
    ended = 0
    for record in load_corpus("yajilin")[::30]:
        puzzle, answer = enpitsu.parse_with_position(record["text"] + "\n\n" + record["solution"])
        result = enpitsu.solve(puzzle, engine=engine, limits=Limits(conflicts=300))
        if result.reached is None:
            published = frozenset(fact for fact in answer if fact.holds)
            assert [each.facts for each in result.solutions] == [published], record["id"]
            ended += 1
    assert ended > 5
