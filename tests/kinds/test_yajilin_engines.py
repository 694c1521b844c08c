"""Every engine of Yajilin, with every option, against enumeration, the default and itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest

import enpitsu
from enpitsu import Fact, Limits, Position, Result
from enpitsu.errors import BackendMissing, FormatError, PuzzleError
from enpitsu.grid import Symmetry
from enpitsu.kinds.yajilin import KIND
from enpitsu.kinds.yajilin.model import Yajilin
from tests.cases import each_case
from tests.corpus import load_corpus
from tests.kinds.yajilin_boards import (
    SMALL,
    TINY,
    agrees,
    claims,
    made_board,
    mutants,
    nasty_boards,
    one_loop,
    random_position,
    several_loops,
    small_boards,
    treacherous_boards,
    turned_boards,
)
from tests.kinds.yajilin_brute import all_loops, brute_solutions
from tests.kinds.yajilin_sweep import Sweep, sweep_solutions

NAMES = tuple(
    ":".join((engine.name, *option))
    for engine in KIND.engines
    for option in ((), *((option.name,) for option in engine.options if not option.gives_up))
)
MOST_ANSWERS = 60
SLOW = {"cp-sat": 3}
"""Engines that are asked only every third of the boards by chance."""
ONE_BY_ONE = {
    "immediate:no-loop-clauses",
    "tseitin:no-loop-clauses",
    "six-state",
    "patterns+sat",
}
"""Engines that look at all ways to draw several loops, one after another."""
MOST_DRAWINGS = 2000
"""Boards with more such ways are not for them."""
STATUSES = ("none", "unique", "multiple")

each_engine = pytest.mark.parametrize("engine", NAMES)


class Case(NamedTuple):
    """A board and all its solutions; None where they are too many."""

    puzzle: Yajilin
    answers: frozenset[frozenset[Fact]] | None

    @property
    def status(self) -> str:
        """How many solutions there are."""
        return "multiple" if self.answers is None else STATUSES[min(len(self.answers), 2)]


def _case(puzzle: Yajilin) -> Case:
    sweep = Sweep(puzzle)
    few = sweep.count() <= MOST_ANSWERS
    return Case(puzzle, frozenset(sweep.solutions()) if few else None)


def solve(
    puzzle: Yajilin,
    engine: str,
    solutions: int | None = 2,
    position: Position | None = None,
    limits: Limits | None = None,
) -> Result:
    """What an engine says; the test is skipped where its extra is not installed."""
    try:
        return enpitsu.solve(
            puzzle,
            engine=engine,
            solutions=solutions,
            position=position,
            limits=limits or Limits(),
        )
    except BackendMissing as missing:
        pytest.skip(str(missing))


def asked(engine: str, cases: Sequence[Case]) -> Iterator[Case]:
    """The boards that an engine can be asked about in a short time."""
    for case in cases[:: SLOW.get(engine, 1)]:
        if engine not in ONE_BY_ONE or _drawings(case.puzzle) <= MOST_DRAWINGS:
            yield case


@cache
def _drawings(puzzle: Yajilin) -> int:
    """In how many ways several loops, or one, would solve it."""
    return Sweep(replace(puzzle, outside=False), loops_at_will=True).count()


def compare(case: Case, engine: str) -> None:
    """All solutions, each once; where they are too many, two of them."""
    result = solve(case.puzzle, engine, 2 if case.answers is None else None)
    found = [solution.facts for solution in result.solutions]
    assert len(set(found)) == len(found), _told(case)
    assert (result.status, result.reached) == (case.status, None), _told(case)
    assert case.answers is None or set(found) == case.answers, _told(case)


def _told(case: Case) -> str:
    """The board as a text that can be pasted."""
    outside = " outside" if case.puzzle.outside else ""
    return f"{enpitsu.dump(case.puzzle)}{outside}: {case.status}"


# --- the enumerations -----------------------------------------------------------------------------


def test_the_sweep_counts_loops() -> None:
    """Numbers of simple loops on small grids of points, known from the literature."""
    counts = [Sweep(Yajilin(n, n), shading_at_will=True).count() for n in range(1, 8)]
    assert counts == [0, 1, 13, 213, 9349, 1222363, 487150371]


@pytest.mark.parametrize("seed", range(3))
def test_both_enumerations_agree(seed: int) -> None:
    for puzzle in small_boards(900 + seed, 150, [*TINY, (5, 3), (4, 5)]):
        assert sweep_solutions(puzzle) == brute_solutions(puzzle), puzzle
        assert Sweep(puzzle).count() == len(brute_solutions(puzzle))


def test_the_sweep_knows_several_loops() -> None:
    """Two 2x2 blocks side by side are two loops, or one around both."""
    assert Sweep(Yajilin(2, 4), loops_at_will=True).count() == 2
    assert len(all_loops(2, 4)) == 6
    assert Sweep(Yajilin(2, 4)).count() == 1


# --- against enumeration --------------------------------------------------------------------------


@cache
def _small_cases(seed: int) -> tuple[Case, ...]:
    return tuple(map(_case, small_boards(seed, 400, SMALL)))


@cache
def _treacherous_cases(seed: int) -> tuple[Case, ...]:
    sizes = [(4, 4), (4, 5), (5, 5), (3, 7), (6, 4), (6, 6), (5, 7)]
    return tuple(map(_case, treacherous_boards(1000 + seed, 100, sizes)))


@each_case("seed", range(5))
@each_engine
def test_small_boards(engine: str, seed: int) -> None:
    seen = Counter[str]()
    for case in asked(engine, _small_cases(seed)):
        compare(case, engine)
        seen[case.status] += 1
    assert min(seen[status] for status in STATUSES) >= 5


@each_case("seed", range(3))
@each_engine
def test_boards_that_several_loops_would_solve(engine: str, seed: int) -> None:
    seen = Counter[str]()
    for case in asked(engine, _treacherous_cases(seed)):
        compare(case, engine)
        seen[case.status] += 1
    assert min(seen[status] for status in STATUSES) >= 1


@cache
def _nasty_cases() -> tuple[Case, ...]:
    return tuple(map(_case, _nasty_and_turned()))


def _nasty_and_turned() -> Iterator[Yajilin]:
    """All boards by hand, as they are and turned, and those whose shading must lie outside."""
    symmetries = list(Symmetry)
    for at, puzzle in enumerate(nasty_boards().values()):
        yield puzzle
        turned = puzzle.transform(symmetries[1 + at % 7])
        yield replace(turned, outside=at % 2 == 0)


@each_engine
def test_nasty_boards(engine: str) -> None:
    seen = Counter[str]()
    for case in asked(engine, _nasty_cases()):
        compare(case, engine)
        seen[case.status] += 1
    assert min(seen[status] for status in STATUSES) >= 5


def test_what_nasty_boards_are() -> None:
    """Some of them by name, so that a slip of the pen is seen."""
    boards = nasty_boards()
    for name, count in {
        "rings 5x5": 1,
        "rings 6x6": 0,
        "rings 10x10": 0,
        "a bridge one wide": 0,
        "a bridge two wide": 1,
        "three rings, bridged": 1,
        "a ring among beads": 1,
        "spiral 1 wide": 0,
        "spiral 2 wide": 1,
        "comb 2 wide": 1,
        "unshaded 5x5": 0,
        "unshaded 4x5": 14,
        "unshaded 5x6": 154,
        "single cells first": 1,
        "an island in a lake": 0,
        "single cells in a lake": 1,
        "all must be shaded": 0,
    }.items():
        assert Sweep(boards[name]).count() == count, name


@each_engine
def test_turning_a_board_turns_its_solutions(engine: str) -> None:
    rng = random.Random(3)
    for make in (one_loop, several_loops):
        puzzle = make(rng, 4, 6)
        wanted = Sweep(puzzle).count()
        for turned in turned_boards(puzzle):
            case = _case(turned)
            assert case.answers is None or len(case.answers) == wanted
            compare(case, engine)


@each_engine
def test_as_many_as_asked_for(engine: str) -> None:
    puzzle = Yajilin(4, 4)
    every = sweep_solutions(puzzle)
    for wanted in (1, 2, 7, len(every) - 1, len(every), len(every) + 1, 1000):
        result = solve(puzzle, engine, wanted)
        found = {solution.facts for solution in result.solutions}
        assert len(found) == len(result.solutions) == min(wanted, len(every))
        assert found <= every
        assert result.status == ("unknown" if wanted == 1 else "multiple")
        assert result.reached is None


# --- positions ------------------------------------------------------------------------------------


@cache
def _position_cases(seed: int) -> tuple[tuple[Case, Position], ...]:
    rng = random.Random(2000 + seed)
    boards = [*small_boards(2000 + seed, 150, SMALL), *treacherous_boards(seed, 30, [(4, 5)])]
    cases = [case for case in map(_case, boards) if case.answers is not None]
    ordered = [sorted(case.answers or (), key=_key) for case in cases]
    return tuple(
        (case, random_position(rng, case.puzzle, answers))
        for case, answers in zip(cases, ordered, strict=True)
    )


def _key(answer: frozenset[Fact]) -> list[str]:
    return sorted(map(str, answer))


@each_case("seed", range(2))
@each_engine
def test_solutions_from_a_position(engine: str, seed: int) -> None:
    seen = Counter[bool]()
    for case, position in _position_cases(seed)[:: SLOW.get(engine, 1)]:
        result = solve(case.puzzle, engine, None, position)
        found = {solution.facts for solution in result.solutions}
        assert case.answers is not None
        wanted = {answer for answer in case.answers if agrees(answer, position)}
        assert found == wanted, (_told(case), str(position))
        assert len(result.solutions) == len(wanted)
        assert result.status == STATUSES[min(len(wanted), 2)]
        seen[bool(wanted)] += 1
    assert min(seen[True], seen[False]) >= 5


@each_engine
def test_each_single_fact_and_its_denial(engine: str) -> None:
    for name in ("a single cell in a narrow lake", "corners to be shaded", "single cells first"):
        puzzle = nasty_boards()[name]
        answers = sweep_solutions(puzzle)
        for fact in claims(puzzle):
            for told in (fact, fact.opposite):
                wanted = {answer for answer in answers if agrees(answer, [told])}
                result = solve(puzzle, engine, None, Position.of([told]))
                assert {solution.facts for solution in result.solutions} == wanted, (name, told)


@each_engine
def test_a_whole_solution_is_given(engine: str) -> None:
    puzzle = made_board(8, 8, 1)
    (answer,) = enpitsu.solve(puzzle).solutions
    result = solve(puzzle, engine, None, answer.position)
    assert (result.status, result.solutions) == ("unique", [answer])
    some = next(iter(answer.position))
    wrong = answer.position.place(some.opposite)
    assert solve(puzzle, engine, None, wrong).status == "none"


@each_engine
@each_case("text", ["r9c9 shaded", "r1c1 shaded", "r2c2 home", "r1c1-r1c2 shaded"])
def test_facts_that_do_not_fit_are_refused(engine: str, text: str) -> None:
    puzzle = nasty_boards()["one zero"]
    with pytest.raises(FormatError):
        solve(puzzle, engine, position=Position.parse(text))


# --- against the default --------------------------------------------------------------------------


def _patience(seconds: float) -> Limits:
    return Limits(seconds=seconds, memory=4000)


def agree(puzzle: Yajilin, engine: str, limits: Limits) -> str:
    """The engine says what the default says, or that a limit was reached."""
    plain, result = enpitsu.solve(puzzle), solve(puzzle, engine, limits=limits)
    if result.reached is None:
        assert result.status == plain.status, enpitsu.dump(puzzle)
    else:
        assert result.status == "unknown" or plain.status == "multiple"
    if plain.status == "unique":
        assert all(solution == plain.solutions[0] for solution in result.solutions)
    assert len(set(result.solutions)) == len(result.solutions)
    return result.status


@cache
def _made_boards() -> tuple[Yajilin, ...]:
    made = [made_board(*size, seed=seed) for seed, size in enumerate([(8, 8), (7, 10), (10, 10)])]
    rng = random.Random(4)
    changed = [mutant for puzzle in made for mutant in mutants(rng, puzzle)]
    return (*made, *(replace(puzzle, outside=True) for puzzle in made), *changed)


@each_engine
def test_larger_boards_and_mutants(engine: str) -> None:
    seen = Counter(agree(puzzle, engine, _patience(1)) for puzzle in _made_boards())
    assert seen["unknown"] < len(_made_boards())


def test_larger_boards_are_of_every_sort() -> None:
    seen = Counter(str(enpitsu.solve(puzzle).status) for puzzle in _made_boards())
    assert min(seen[status] for status in STATUSES) >= 2


@each_engine
def test_real_puzzles(engine: str) -> None:
    for record in islice(load_corpus("yajilin"), 7, None, 61):
        status = agree(enpitsu.parse(record["text"]), engine, _patience(0.3))  # type: ignore[arg-type]
        assert status in ("unique", "unknown"), record["id"]


# --- what all engines have in common --------------------------------------------------------------


@each_engine
def test_the_same_each_time(engine: str) -> None:
    boards = [case.puzzle for case in _treacherous_cases(0)[:15]]
    for puzzle in [*boards, Yajilin(4, 4), *_made_boards()[:2]]:
        limits = Limits(conflicts=500)
        one, two = (solve(puzzle, engine, 10, limits=limits) for _ in range(2))
        assert one.solutions == two.solutions
        assert (one.status, one.reached) == (two.status, two.reached)
        assert _counts(one) == _counts(two)


def _counts(result: Result) -> tuple[object, ...]:
    stats = result.stats
    return stats.engine, stats.backend, stats.variables, stats.clauses, stats.cuts, stats.conflicts


@each_engine
def test_what_is_told_of_the_search(engine: str) -> None:
    result = solve(nasty_boards()["clues all around"], engine)
    assert result.stats.engine == engine
    assert result.stats.seconds > 0
    (used,) = (each for each in KIND.engines if each.name == engine.split(":")[0])
    assert not used.uses_sat or result.stats.clauses > 0


@each_engine
def test_options_that_are_not_known_are_refused(engine: str) -> None:
    with pytest.raises(PuzzleError, match="option"):
        enpitsu.solve(Yajilin(2, 2), engine=f"{engine}:by-magic")


def test_names_are_told_apart() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(engine.title for engine in KIND.engines)
