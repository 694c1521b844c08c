"""The formulas by placements and combinations: their clauses, their models, where they stop."""

from __future__ import annotations

import random
import threading
import tracemalloc
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import comb

import pytest
from click.testing import CliRunner
from pysat.solvers import Minisat22

import enpitsu
from enpitsu import Fact, Limits, Position, Result
from enpitsu.cli import main
from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Direction, edge
from enpitsu.kind import Clause
from enpitsu.kinds.yajilin import KIND
from enpitsu.kinds.yajilin.board import LINE, YajilinBoard
from enpitsu.kinds.yajilin.engines import LOOP_CLAUSES, NO_BORDERS, NO_LOOKAHEAD
from enpitsu.kinds.yajilin.engines import placements as listing
from enpitsu.kinds.yajilin.engines.engine_formula import CHECK_EVERY
from enpitsu.kinds.yajilin.engines.gates import And, Gates, Iff, Node, Not, Or
from enpitsu.kinds.yajilin.engines.immediate import Immediate
from enpitsu.kinds.yajilin.engines.loop_drawing import Drawing
from enpitsu.kinds.yajilin.engines.placements import (
    HUGE,
    ClauseWeight,
    ClueSight,
    count_placements,
    ensure_room,
    placements,
    sights,
)
from enpitsu.kinds.yajilin.engines.six_state import SixState
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from enpitsu.kinds.yajilin.engines.tseitin import Tseitin
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Budget
from enpitsu.processes import resident_megabytes
from tests.cases import each_case
from tests.kinds.yajilin_boards import (
    agrees,
    made_board,
    one_loop,
    random_position,
    several_loops,
    unshaded,
)
from tests.kinds.yajilin_brute import brute_solutions, random_puzzle

ENGINES = ("immediate", "tseitin", "six-state")
NAMES = tuple(
    ":".join((engine.name, *(option.name for option in some)))
    for engine in KIND.engines
    if engine.name in ENGINES
    for size in range(len(engine.options) + 1)
    for some in combinations(engine.options, size)
)
"""Each engine with each set of its options."""
SIZES = [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 2)]

each_name = pytest.mark.parametrize("name", NAMES)
each_engine = pytest.mark.parametrize("engine", ENGINES)


def _found(result: Result) -> set[frozenset[Fact]]:
    facts = {solution.facts for solution in result.solutions}
    assert len(facts) == len(result.solutions), "each once"
    return facts


# --- all solutions --------------------------------------------------------------------------------


@cache
def _cases() -> list[tuple[Yajilin, set[frozenset[Fact]]]]:
    rng = random.Random(10)
    boards = [random_puzzle(rng, *rng.choice(SIZES)) for _ in range(250)]
    boards += [make(rng, 4, 5) for make in (one_loop, several_loops) for _ in range(15)]
    return [(board, brute_solutions(board)) for board in boards]


@each_name
def test_all_solutions_of_small_boards(name: str) -> None:
    for puzzle, answers in _cases():
        result = enpitsu.solve(puzzle, engine=name, solutions=None)
        assert _found(result) == answers, puzzle
        assert (result.status, result.reached) == (_status(len(answers)), None), puzzle


def _status(count: int) -> str:
    return ("none", "unique", "multiple")[min(count, 2)]


def test_the_small_boards_are_of_every_sort() -> None:
    counts = [min(len(answers), 2) for _, answers in _cases()]
    assert min(map(counts.count, range(3))) > 20


@each_name
def test_solutions_from_a_position(name: str) -> None:
    rng = random.Random(11)
    for puzzle, answers in _cases()[::2]:
        position = random_position(rng, puzzle, sorted(answers, key=str))
        result = enpitsu.solve(puzzle, engine=name, solutions=None, position=position)
        assert _found(result) == {each for each in answers if agrees(each, position)}


@each_name
def test_a_line_to_a_clue_or_over_it_cannot_be(name: str) -> None:
    puzzle = Yajilin(3, 3, ((Cell(1, 1), BLANK),))
    claimed = Fact(edge(Cell(0, 1), Cell(1, 1)), LINE)
    denied = Position.of([claimed.opposite])
    assert enpitsu.solve(puzzle, engine=name, position=denied).status == "unique"
    told = Position.of([claimed])
    assert enpitsu.solve(puzzle, engine=name, position=told).status == "none"


# --- loops ----------------------------------------------------------------------------------------

PLAIN_AND_LOOPS = (
    ("immediate:no-loop-clauses", "immediate"),
    ("tseitin:no-loop-clauses", "tseitin"),
    ("six-state", "six-state:loop-clauses"),
)


@pytest.mark.parametrize(("plain", "loops"), PLAIN_AND_LOOPS)
def test_loop_clauses_save_models(plain: str, loops: str) -> None:
    """5x6 cells have 1140 covers by loops, of which 154 are single loops."""
    puzzle = unshaded(5, 6)
    many, few = (enpitsu.solve(puzzle, engine=name, solutions=None) for name in (plain, loops))
    assert _found(many) == _found(few)
    assert len(many.solutions) == 154
    # Each model but the answers is refused, by one clause.
    assert (many.stats.details["models"], many.stats.cuts) == (1140, 1140 - 154)
    assert few.stats.details["models"] < 300
    assert few.stats.cuts > few.stats.details["models"] - 154, "several loops at once"


def _formulas(puzzle: Yajilin) -> list[Drawing]:
    return [
        Immediate(puzzle),
        Tseitin(puzzle),
        SixState(puzzle, {LOOP_CLAUSES.name}),
        Immediate(puzzle, {NO_BORDERS.name, NO_LOOKAHEAD.name}),
        Tseitin(puzzle, {NO_BORDERS.name, NO_LOOKAHEAD.name}),
    ]


def _all_clauses(formula: Drawing) -> list[Clause]:
    return list(formula.clauses(Budget(NO_LIMITS)))


def _models(formula: Drawing) -> Iterator[list[int]]:
    with Minisat22(bootstrap_with=_all_clauses(formula)) as solver:
        yield from solver.enum_models()


def test_models_are_sets_of_loops() -> None:
    """Each formula has the same models, each once: gates and sides say nothing of their own."""
    puzzle = Yajilin(4, 5, ((Cell(0, 0), Clue(Direction.DOWN, 1)),))
    found = []
    for formula in _formulas(puzzle):
        boards = [formula.board(model) for model in _models(formula)]
        found.append({frozenset(board.answer()) for board in boards})
        assert len(found[-1]) == len(boards)
        assert formula.models == len(boards)
    assert all(each == found[0] for each in found)
    answers = brute_solutions(puzzle)
    assert answers < found[0], "some of them have several loops"
    assert (len(answers), len(found[0])) == (27, 54)


def test_clauses_against_loops_spare_the_answers() -> None:
    """Every clause that a model gives rise to forbids that model and no answer."""
    refused = 0
    for puzzle, answers in _cases()[-30::2]:
        for formula in _formulas(puzzle):
            for model in _models(formula):
                board = formula.board(model)
                against = formula.refuse(board)
                if frozenset(board.answer()) in answers or puzzle.outside:
                    continue
                refused += 1
                assert against
                for clause in against:
                    assert not set(clause) & set(model)
                    assert all(_literals(formula, answer) & set(clause) for answer in answers)
    assert refused > 100


def _literals(formula: Drawing, answer: frozenset[Fact]) -> set[int]:
    """The literals of edges that hold in an answer."""
    board = YajilinBoard(formula.terrain.puzzle)
    board.place(answer)
    lines = ((formula.right, board.lines_right), (formula.down, board.lines_down))
    return {
        name if mask >> at & 1 else -name
        for names, mask in lines
        for at, name in enumerate(names)
        if name
    }


@each_name
@each_case("clues", [(), (Cell(0, 0), Cell(1, 1))])
def test_everything_shaded_is_no_solution(name: str, clues: Sequence[Cell]) -> None:
    size = 2 if clues else 1
    puzzle = Yajilin(size, size, tuple((cell, BLANK) for cell in clues))
    result = enpitsu.solve(puzzle, engine=name, solutions=None)
    assert (result.status, result.stats.details["models"]) == ("none", 1)


# --- the clauses ----------------------------------------------------------------------------------


def test_how_many_variables() -> None:
    """3x3 with a clue in the middle: 8 cells, 16 sides with a cell behind them."""
    puzzle = Yajilin(3, 3, ((Cell(1, 1), BLANK),))
    immediate, tseitin, six_state, *plain = _formulas(puzzle)
    assert immediate.variables == tseitin.variables == 8 + 16
    assert six_state.variables == 54
    assert [formula.variables for formula in plain] == [8 * 5, 8 * 5]
    for formula in (tseitin, plain[1]):
        _all_clauses(formula)
    # A cell: its states and "one of them", an edge each, "shaded, so none beside it is" twice.
    assert tseitin.variables == 8 + 16 + 8 * 3 + 8 + 8 * 2
    assert plain[1].variables == 8 * 5 + 8 * 8 + 8 + 8 * 2


@pytest.mark.parametrize("formula", [Immediate, Tseitin])
def test_borders_make_the_formula_shorter(formula: type[Immediate | Tseitin]) -> None:
    """Section 4.8.1: nothing is said of sides without a cell."""
    puzzle = _row({0: 2, 3: 2}, 9)
    short, long = formula(puzzle), formula(puzzle, {NO_BORDERS.name})
    for each in (short, long):
        cells = sum(each.terrain.is_playable)
        sides = sum(map(len, each.terrain.ways)) if each is short else 4 * cells
        assert each.variables == cells + sides
    assert len(_all_clauses(short)) < len(_all_clauses(long))


def test_cells_with_few_ways() -> None:
    """Three cells in a row beside a clue: the ends have one way, the middle two."""
    formula = Immediate(Yajilin(1, 4, ((Cell(0, 3), BLANK),)))
    left, middle, right, _ = formula.shaded
    clauses = {tuple(sorted(clause)) for clause in _all_clauses(formula)}
    assert {(left,), (right,), (-formula.right[0],)} <= clauses
    assert (middle,) not in clauses
    assert sum(middle in clause for clause in clauses) == 1


def _clue_clauses(formula: Drawing, blank: Drawing) -> list[Clause]:
    """What a formula has beyond that of the same board with clues that only block."""
    rest = [sorted(clause) for clause in _all_clauses(blank)]
    return [clause for clause in _all_clauses(formula) if sorted(clause) not in rest]


def _column(number: int, length: int) -> tuple[Yajilin, Yajilin]:
    """A clue at the foot of the last column of three, and the board without it."""
    cell = Cell(length, 2)
    clue = Clue(Direction.UP, number)
    return Yajilin(length + 1, 3, ((cell, clue),)), Yajilin(length + 1, 3, ((cell, BLANK),))


def test_wrong_placements() -> None:
    """The example of the bachelor thesis (formula 4.9): 2 of 4 cells, five wrong placements."""
    formula, blank = map(Immediate, _column(2, length=4))
    cells = [formula.shaded[row * 3 + 2] for row in (3, 2, 1, 0)]
    wrong = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0)]
    expected = {
        tuple(-cell if bit else cell for cell, bit in zip(cells, bits, strict=True))
        for bits in wrong
    }
    assert set(map(tuple, _clue_clauses(formula, blank))) == expected


def test_combinations() -> None:
    """The example of the dissertation (figure 4.15): 2 of 4 cells, eight clauses of three."""
    formula, blank = (SixState(each, {LOOP_CLAUSES.name}) for each in _column(2, length=4))
    clauses = _clue_clauses(formula, blank)
    assert len(clauses) == 8
    assert {len(clause) for clause in clauses} == {3}
    assert sum(all(literal > 0 for literal in clause) for clause in clauses) == 4
    assert sum(all(literal < 0 for literal in clause) for clause in clauses) == 4


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 10**30])
def test_clues_alone_allow_the_right_numbers(number: int) -> None:
    """In each formula a clue over five cells leaves just the placements with its number."""
    puzzle, blank = _column(number, length=5)
    for formula, without in zip(_formulas(puzzle), _formulas(blank), strict=True):
        left = {bits for bits in _shadings(without) if sum(bits) == number}
        assert _shadings(formula) == left, type(formula)
        assert bool(left) == (number <= 2)


def _shadings(formula: Drawing) -> set[tuple[bool, ...]]:
    """How the five cells of the last column can be shaded."""
    cells = [formula.shaded[row * 3 + 2] for row in range(5)]
    with Minisat22(bootstrap_with=_all_clauses(formula)) as solver:
        return {
            bits
            for bits in product((False, True), repeat=5)
            if solver.solve([x if bit else -x for x, bit in zip(cells, bits, strict=True)])
        }


def test_clues_that_cannot_be_met_are_one_empty_clause() -> None:
    for number in (4, 10**30):
        puzzle = _column(number, length=5)[0]
        assert () in _all_clauses(Immediate(puzzle))
        assert () in _all_clauses(SixState(puzzle, {LOOP_CLAUSES.name}))
    descending = _row({1: 1, 3: 2}, 8)
    assert () in _all_clauses(Immediate(descending))


# --- looking ahead --------------------------------------------------------------------------------


def _row(numbers: dict[int, int], length: int) -> Yajilin:
    """A row of clues that look right, with rows above and below."""
    clues = tuple((Cell(1, at), Clue(Direction.RIGHT, n)) for at, n in numbers.items())
    return Yajilin(3, length, clues)


LOOKAHEAD = {
    "equal": (_row({0: 2, 3: 2}, 9), {(0, (2,)), (2, (5,))}),
    "equal, side by side": (_row({2: 2, 3: 2}, 9), {(0, ()), (2, (5,))}),
    "different": (_row({0: 3, 5: 1}, 9), {(2, (4,)), (1, (3,))}),
    "one cell between": (_row({2: 3, 4: 2}, 9), {(1, (1,)), (2, (4,))}),
    "less is ahead than needed": (_row({0: 1, 3: 2}, 9), {(-1, (2,)), (2, (5,))}),
    "three in a row": (_row({0: 3, 2: 2, 5: 1}, 9), {(1, (1,)), (1, (2,)), (1, (3,))}),
}


@pytest.mark.parametrize("case", LOOKAHEAD)
def test_lookahead(case: str) -> None:
    puzzle, expected = LOOKAHEAD[case]
    found = {(each.number, tuple(each.lengths)) for each in sights(Terrain(puzzle), lookahead=True)}
    assert found == expected
    for engine in ("immediate", "tseitin"):
        ahead, alone = (
            enpitsu.solve(puzzle, engine=name, solutions=None)
            for name in (engine, f"{engine}:no-lookahead")
        )
        assert _found(ahead) == _found(alone) == _found(enpitsu.solve(puzzle, solutions=None))
        assert ahead.stats.clauses - ahead.stats.cuts < alone.stats.clauses - alone.stats.cuts


@each_name
def test_a_clue_that_asks_for_less_than_one_that_it_looks_at(name: str) -> None:
    """Subtracting leaves less than 0, which no placement has."""
    for numbers in ({0: 0, 2: 1}, {0: 0, 1: 1}, {2: 0, 3: 1}):
        assert enpitsu.solve(_row(numbers, 6)).status == "none"
        assert enpitsu.solve(_row(numbers, 6), engine=name).status == "none"


def test_lookahead_shades_the_one_cell_between() -> None:
    puzzle = LOOKAHEAD["one cell between"][0]
    formula = Immediate(puzzle)
    assert (formula.shaded[9 + 3],) in map(tuple, _all_clauses(formula))


def test_lookahead_passes_what_does_not_count_or_looks_elsewhere() -> None:
    others = (Clue(Direction.LEFT, 1), BLANK, Clue(Direction.RIGHT, None), Clue(None, 1))
    clues = [(Cell(1, 0), Clue(Direction.RIGHT, 2))]
    clues += [(Cell(1, 2 * at), other) for at, other in enumerate(others, 1)]
    first = next(sights(Terrain(Yajilin(3, 10, tuple(clues))), lookahead=True))
    assert (first.number, first.lengths) == (2, [1, 1, 1, 1, 1])


# --- placements -----------------------------------------------------------------------------------


def _runs(lengths: Sequence[int]) -> list[list[int]]:
    names = iter(range(1, sum(lengths) + 1))
    return [[next(names) for _ in range(length)] for length in lengths]


def _by_hand(lengths: Sequence[int], least: int, most: int) -> set[tuple[int, ...]]:
    size = sum(lengths)
    starts = {sum(lengths[:at]) for at in range(len(lengths))}
    return {
        tuple(at + 1 if bit else -at - 1 for at, bit in enumerate(bits))
        for bits in product((False, True), repeat=size)
        if least <= sum(bits) <= most
        and not any(bits[at] and bits[at - 1] and at not in starts for at in range(1, size))
    }


@each_case("lengths", [(), (1,), (2,), (7,), (1, 1), (3, 2), (1, 4, 3), (2, 2, 2, 2)])
def test_placements(lengths: tuple[int, ...]) -> None:
    most = sum(lengths) + 1
    for low, high in [(a, b) for a in range(most + 1) for b in range(a, most + 1)]:
        found = list(placements(_runs(lengths), low, high))
        assert len(found) == len(set(found))
        assert set(found) == _by_hand(lengths, low, high)
    for number in range(-1, most + 1):
        sight = ClueSight(number, tuple(map(tuple, _runs(lengths))))
        right = len(_by_hand(lengths, number, number))
        assert sight.count_right() == right
        assert sight.count_wrong() == len(_by_hand(lengths, 0, most)) - right
        assert sight.is_possible == (right > 0)


def test_counts_of_long_rows() -> None:
    assert count_placements([1000], 1) == 1000
    assert count_placements([1000], 500) == 501
    assert count_placements([999], 500) == 1
    assert count_placements([1] * 90, 2) == count_placements([1] * 90, 88) == 90 * 89 // 2
    assert count_placements([30, 40], 33) == sum(
        comb(30 - k + 1, k) * comb(40 - (33 - k) + 1, 33 - k) for k in range(13, 16)
    )
    assert count_placements([50_000], 12_000) == HUGE
    assert count_placements([1] * 20_000, 9_000) == HUGE


# --- where they stop ------------------------------------------------------------------------------


def _wide(number: int, cols: int = 60) -> Yajilin:
    return Yajilin(1, cols, ((Cell(0, 0), Clue(Direction.RIGHT, number)),))


@each_name
def test_rows_with_too_many_placements(name: str) -> None:
    tracemalloc.start()
    before = resident_megabytes()
    result = enpitsu.solve(_wide(15), engine=name)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (result.status, result.reached) == ("unknown", "placements")
    assert result.stats.clauses == 0, "it stops before it begins"
    assert peak < 1e6
    assert resident_megabytes() - before < 20


@each_name
@each_case("number", [0, 31, 10**100])
def test_wide_rows_with_easy_clues(name: str, number: int) -> None:
    assert enpitsu.solve(_wide(number), engine=name).status == "none"


@each_engine
def test_the_longest_rows_stop_too(engine: str) -> None:
    for number in (3, 6_000, 9_997):
        result = enpitsu.solve(_wide(number, 20_000), engine=engine)
        assert (result.status, result.reached) == ("unknown", "placements"), number


@each_engine
def test_more_is_allowed_where_there_is_room(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = _wide(3, 25)
    assert enpitsu.solve(puzzle, engine=engine).reached is None
    monkeypatch.setattr(listing, "MOST_MEGABYTES", 0.01)
    assert enpitsu.solve(puzzle, engine=engine).reached == "placements"


def test_room_is_asked_for_before_anything_is_made() -> None:
    heavy = ClauseWeight(clauses=10**6, literals=10**8)
    assert 400 < heavy.megabytes < 500
    ensure_room([heavy, heavy], Budget(NO_LIMITS))
    with pytest.raises(LimitReached, match="placements"):
        ensure_room([heavy, heavy, heavy], Budget(NO_LIMITS))
    with pytest.raises(LimitReached, match="memory"):
        ensure_room([heavy], Budget(Limits(memory=resident_megabytes() + 300)))


@each_engine
def test_the_weight_is_what_the_clauses_take(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted before they are made, the clauses of clues are as many as are then made."""
    weights: list[ClauseWeight] = []

    def watch(found: Iterator[ClauseWeight], budget: Budget) -> None:
        weights.extend(found)

    for module in ("immediate", "tseitin", "six_state"):
        monkeypatch.setattr(f"enpitsu.kinds.yajilin.engines.{module}.ensure_room", watch)
    puzzle, blank = _column(3, length=9)
    made = _formulas(puzzle)[ENGINES.index(engine)]
    plain = _formulas(blank)[ENGINES.index(engine)]
    clauses = _all_clauses(made)
    more = len(clauses) - len(_all_clauses(plain))
    (weight,) = weights
    # The disjunction over all placements has a clause and a unit of its own.
    assert more == weight.clauses + (2 if engine == "tseitin" else 0)
    longest = sum(map(len, clauses)) - sum(map(len, _all_clauses(plain)))
    assert longest == weight.literals + (2 if engine == "tseitin" else 0)


@each_name
def test_limits(name: str) -> None:
    puzzle = made_board(8, 8, seed=1)
    assert enpitsu.solve(puzzle, engine=name, limits=Limits(seconds=0)).reached == "time"
    assert enpitsu.solve(puzzle, engine=name, limits=Limits(memory=1)).reached == "memory"
    cancelled = threading.Event()
    cancelled.set()
    assert enpitsu.solve(puzzle, engine=name, limits=Limits(cancel=cancelled)).reached == (
        "cancelled"
    )
    assert enpitsu.solve(puzzle, engine=name, limits=Limits(conflicts=1)).reached == "conflicts"


@each_engine
def test_the_budget_is_asked_while_clauses_are_made(engine: str) -> None:
    """A cancel in the middle of a long row ends the work within some thousand clauses."""
    cancel = threading.Event()
    formula = _formulas(_wide(4, 26))[ENGINES.index(engine)]
    clauses = formula.clauses(Budget(Limits(cancel=cancel)))
    deque(islice(clauses, CHECK_EVERY + 1), 0)
    cancel.set()
    with pytest.raises(LimitReached, match="cancelled"):
        deque(islice(clauses, CHECK_EVERY), 0)


def test_a_plain_sentence_on_the_command_line() -> None:
    text = enpitsu.dump(_wide(15))
    result = CliRunner().invoke(main, ["solve", "-", "--engine", "immediate"], input=text)
    assert result.exit_code == 3
    assert "unknown (too many placements for this engine)" in result.stdout


@pytest.mark.parametrize("engine", [each for each in KIND.engines if each.name in ENGINES])
def test_options_are_told(engine: enpitsu.kind.Engine[Yajilin]) -> None:
    assert engine.uses_sat
    assert engine.options
    assert all(option.title for option in engine.options)


# --- from formulas to clauses ---------------------------------------------------------------------

VARIABLES = 4


def _random_formula(rng: random.Random, depth: int) -> Node:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice((1, -1)) * rng.randint(1, VARIABLES)
    parts = tuple(_random_formula(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 2, 3))))
    match rng.randrange(4):
        case 0:
            return And(parts)
        case 1:
            return Or(parts)
        case 2:
            return Not(_random_formula(rng, depth - 1))
        case _:
            return Iff(_random_formula(rng, depth - 1), _random_formula(rng, depth - 1))


def _is_true(node: Node, values: Sequence[bool]) -> bool:
    match node:
        case int():
            return values[abs(node) - 1] == (node > 0)
        case Not(part):
            return not _is_true(part, values)
        case And(parts):
            return all(_is_true(part, values) for part in parts)
        case Or(parts):
            return any(_is_true(part, values) for part in parts)
        case Iff(left, right):
            return _is_true(left, values) == _is_true(right, values)


def _gate_count(node: Node) -> int:
    match node:
        case int():
            return 0
        case Not(part):
            return _gate_count(part)
        case And(parts) | Or(parts):
            return 1 + sum(map(_gate_count, parts))
        case Iff(left, right):
            return 1 + _gate_count(left) + _gate_count(right)


def test_gates_keep_the_models() -> None:
    """The same truth table, each model once, and a variable for each gate."""
    rng = random.Random(12)
    sizes = set()
    for _ in range(300):
        formula = _random_formula(rng, 3)
        gates = Gates(VARIABLES + 1)
        clauses = list(gates.require(formula))
        every = [(at, -at) for at in range(1, VARIABLES + 1)]
        with Minisat22(bootstrap_with=[*clauses, *every]) as solver:
            found = [tuple(x > 0 for x in model[:VARIABLES]) for model in solver.enum_models()]
        table = list(product((False, True), repeat=VARIABLES))
        assert sorted(found) == [values for values in table if _is_true(formula, values)]
        assert gates.next - VARIABLES - 1 == _gate_count(formula)
        sizes.add(len(found))
    assert {0, 16} < sizes
    assert len(sizes) > 8


def test_parts_may_be_made_while_they_are_asked_for() -> None:
    """Of a disjunction with very many parts only the gates' names are held."""
    gates = Gates(3)
    clauses = gates.require(Or(And((1, 2)) for _ in range(10**9)))
    assert [next(clauses) for _ in range(4)] == [(-4, 1), (-4, 2), [4, -1, -2], (3, -4)]
