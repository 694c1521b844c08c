"""Surveys: what is known of all solutions at once, with witnesses and with limits of every sort.

What a survey says is compared with plain enumeration on tiny boards, and on larger ones with a
solver that is asked about each fact by itself. A limit may come at any moment: what is said then
must still be true.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.grade import LEVELS, grade
from enpitsu.grid import Cell, Edge, cells
from enpitsu.improve.fix import Fix
from enpitsu.improve.needless import Relaxed, needless
from enpitsu.judge import Judge
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import find_kind, kind_of
from enpitsu.sat import search
from enpitsu.solve import Status, Survey, forced, solve, survey
from tests.cases import each_case
from tests.kinds import nonogram_brute, satogaeri_brute, yajilin_brute

KINDS = ("yajilin", "nonogram", "satogaeri")
RANDOM_PUZZLE: dict[str, Callable[[random.Random, int, int], Any]] = {
    "yajilin": yajilin_brute.random_puzzle,
    "nonogram": nonogram_brute.random_puzzle,
    "satogaeri": satogaeri_brute.random_puzzle,
}
TINY = [(1, 1), (1, 4), (3, 1), (2, 2), (2, 4), (3, 3), (4, 3), (3, 4)]


class Soon(Event):
    """A cancel that comes when it has been asked for so often: a limit at a chosen moment."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def after(checks: int) -> Limits:
    return Limits(cancel=Soon(checks))


def enumerated(puzzle: Any) -> list[frozenset[Fact]]:
    """What each solution shows, by enumeration: no code shared with the solver."""
    if isinstance(puzzle, Yajilin):
        return list(yajilin_brute.brute_solutions(puzzle))
    if isinstance(puzzle, Satogaeri):
        answers = map(satogaeri_brute.lines_of, satogaeri_brute.solutions(puzzle))
        return [frozenset(Fact(edge, "line") for edge in lines) for lines in answers]
    assert isinstance(puzzle, Nonogram)
    where = list(cells(puzzle.rows, puzzle.cols))
    return [
        frozenset(
            Fact(cell, puzzle.values[colour])
            for cell, colour in zip(where, sum(picture, ()), strict=True)
            if colour is not None
        )
        for picture in nonogram_brute.solutions(puzzle)
    ]


def shown(facts: Set[Fact], puzzle: Any) -> set[Fact]:
    """Facts of the sort that finished boards show."""
    if isinstance(puzzle, Satogaeri):
        return {fact for fact in facts if isinstance(fact.slot, Edge)}
    return set(facts)


def thinned(puzzle: Any, share: float, rng: random.Random) -> Any:
    """The puzzle with a part of its clues left open."""
    editor = kind_of(puzzle).editor
    assert editor is not None
    for change in list(editor.relax(puzzle)):
        if rng.random() < share:
            puzzle = editor.edit(puzzle, change)
    return puzzle


def made(kind: str, seed: int) -> Any:
    """A puzzle with one solution, 5x5 to 8x8."""
    rows, cols = 5 + seed % 4, 5 + seed // 4 % 4
    return enpitsu.generate(kind, rows=rows, cols=cols, seed=seed).puzzle


def boards(kind: str, seeds: range) -> Iterator[tuple[Any, random.Random]]:
    """Puzzles with one solution, with several, and with very many."""
    for seed in seeds:
        rng = random.Random(f"{kind} {seed}")
        puzzle = made(kind, seed)
        for share in (0.0, 0.3, 1.0):
            yield thinned(puzzle, share, rng), rng


def asked_one_by_one(puzzle: Any, position: Position = EMPTY) -> tuple[set[Fact], set[Fact]]:
    """What is forced and what is open: of each fact the solver is asked for its opposite."""
    first = solve(puzzle, solutions=1, position=position).solutions[0].truths
    kind = kind_of(puzzle)
    encoding = kind.encode(kind.board(puzzle), NO_LIMITS.start())
    facts = {encoding.fact(name) for name in range(1, encoding.fact_count + 1)}
    every: set[Fact] = set()
    for fact in facts:
        held = fact if fact in first else fact.opposite
        other = Position.of([*(each for each in position if each != held), held.opposite])
        if held in position.facts or not solve(puzzle, solutions=1, position=other).solutions:
            every.add(held)
    return every, {fact for fact in facts if not {fact, fact.opposite} & every}


def said(found: Survey) -> tuple[Any, ...]:
    """Everything but the two solutions, which may be any."""
    return found.status, found.forced, found.open, found.undecided, found.reached


# --- what is said is true, and all there is to say ------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_surveys_agree_with_enumeration(kind: str) -> None:
    rng = random.Random(kind)
    seen = dict.fromkeys(("none", "unique", "multiple"), 0)
    for _ in range(120):
        puzzle = RANDOM_PUZZLE[kind](rng, *rng.choice(TINY))
        answers = enumerated(puzzle)
        found = survey(puzzle)
        assert (found.reached, found.undecided, found.is_complete) == (None, frozenset(), True)
        assert found.status == ("none", "unique", "multiple")[min(len(answers), 2)]
        seen[found.status] += 1
        assert len(found.solutions) == min(len(answers), 2)
        assert {solution.facts for solution in found.solutions} <= set(answers)
        if not answers:
            assert said(found)[1:4] == (frozenset(), frozenset(), frozenset())
            continue
        ever, always = frozenset.union(*answers), frozenset.intersection(*answers)
        assert shown({fact for fact in found.forced if fact.holds}, puzzle) == always
        assert shown(found.open, puzzle) == ever - always
        assert not any(fact.opposite in ever for fact in found.forced if not fact.holds)
        assert found.open_slots == {fact.slot for fact in found.open}
    assert min(seen.values()) > 3, "the random boards must cover every status"


@pytest.mark.parametrize("kind", KINDS)
def test_surveys_agree_with_asking_fact_by_fact(kind: str) -> None:
    several = 0
    for puzzle, rng in boards(kind, range(3)):
        found = survey(puzzle)
        every, differing = asked_one_by_one(puzzle)
        assert every <= found.forced
        assert found.open == differing
        assert not {fact.opposite for fact in found.forced} & every
        assert forced(puzzle).facts == found.forced
        first = found.solutions[0].facts
        part = Position.of(rng.sample(sorted(first, key=str), len(first) // 4))
        partly = survey(puzzle, part)
        every, differing = asked_one_by_one(puzzle, part)
        assert every <= partly.forced
        assert partly.open == differing
        several += found.status is Status.MULTIPLE
    assert several > 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_two_solutions_differ_only_where_it_is_open(kind: str) -> None:
    for puzzle, _ in boards(kind, range(4)):
        found = survey(puzzle)
        for solution in found.solutions:
            assert enpitsu.check(puzzle, solution.position) == []
        if found.status is Status.MULTIPLE:
            one, other = found.solutions
            assert one != other
            assert one.facts ^ other.facts <= found.open
        else:
            assert (len(found.solutions), found.open) == (1, frozenset())
        assert survey(puzzle) == found


def test_blank_boards_of_every_shape() -> None:
    for rows, cols in ((1, 1), (1, 7), (2, 2), (2, 9), (6, 6), (12, 12)):
        found = survey(find_kind("yajilin").blank(rows, cols))
        solved = solve(find_kind("yajilin").blank(rows, cols))
        assert (found.status, found.is_complete) == (solved.status, True)
    # A corner beside a shaded cell could neither be shaded nor have the loop in it.
    assert all(isinstance(fact.slot, Cell) and not fact.holds for fact in found.forced)


def test_a_position_that_contradicts_leaves_nothing() -> None:
    puzzle = made("yajilin", 0)
    answer = solve(puzzle).solutions[0]
    wrong = Position.of([min(answer.facts, key=str).opposite])
    assert survey(puzzle, wrong).status is Status.NONE
    assert survey(puzzle, wrong, witnesses=[answer.position]).status is Status.NONE


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(PuzzleError, match="backend"):
        survey(made("yajilin", 0), backend="abacus")


@pytest.mark.parametrize("backend", ["minisat22", "maplechrono"])
def test_every_backend_says_the_same(backend: str) -> None:
    for puzzle, _ in boards("yajilin", range(2)):
        assert said(survey(puzzle, backend=backend)) == said(survey(puzzle))


@pytest.mark.parametrize("kind", KINDS)
def test_lemmas_and_probes_change_nothing_but_the_time(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [puzzle for puzzle, _ in boards(kind, range(4))]
    outside = replace(find_kind("yajilin").blank(5, 6), outside=True)
    cases += [find_kind(kind).blank(7, 8), *([outside] if kind == "yajilin" else [])]
    plain = [said(survey(puzzle)) for puzzle in cases]
    for lemmas, probes in ((1, 1), (1, 10**9), (10**9, 1), (10**9, 10**9)):
        monkeypatch.setattr(search, "LEMMA_MODELS", lemmas)
        monkeypatch.setattr(search, "PROBE_MODELS", probes)
        assert [said(survey(puzzle)) for puzzle in cases] == plain


# --- witnesses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_witnesses_change_nothing_but_what_comes_first(kind: str) -> None:
    for puzzle, rng in boards(kind, range(4)):
        plain = survey(puzzle)
        right = [each.position for each in solve(puzzle, solutions=6).solutions]
        rng.shuffle(right)
        found = survey(puzzle, witnesses=right)
        assert said(found) == said(plain)
        assert found.solutions[0].position == right[0]
        wrong = wrong_witnesses(puzzle, right[0], rng)
        assert said(survey(puzzle, witnesses=wrong)) == said(plain)
        mixed = survey(puzzle, witnesses=[*wrong, *right, *right])
        assert said(mixed) == said(plain)
        assert mixed.solutions[0].position == right[0]


def wrong_witnesses(puzzle: Any, right: Position, rng: random.Random) -> list[Position]:
    """Positions of other boards, unfinished ones, and some that fit no puzzle of the kind."""
    facts = sorted(right.facts, key=str)
    other = made(puzzle.kind, rng.randrange(8))
    tries = [
        EMPTY,
        Position.of(rng.sample(facts, len(facts) // 2)),
        Position.of(facts[1:]),
        Position.of([*facts[1:], facts[0].opposite]),
        Position.of([Fact(Cell(99, 0), "shaded")]),
        Position.of([Fact(Cell(0, 0), "nonsense")]),
        *(
            each.position
            for each in solve(other).solutions
            if (other.rows, other.cols) != (puzzle.rows, puzzle.cols)
        ),
    ]
    return [each for each in tries if not is_solution(puzzle, each)]


def is_solution(puzzle: Any, position: Position) -> bool:
    try:
        return not enpitsu.check(puzzle, position)
    except PuzzleError:
        return False


@pytest.mark.parametrize("kind", KINDS)
def test_a_witness_must_agree_with_the_position(kind: str) -> None:
    for puzzle, rng in boards(kind, range(3)):
        answers = solve(puzzle, solutions=12).solutions
        for _ in range(4):
            one, other = rng.choice(answers), rng.choice(answers)
            part = Position.of(rng.sample(sorted(one.facts, key=str), min(2, len(one.facts))))
            plain = survey(puzzle, part)
            found = survey(puzzle, part, witnesses=[other.position])
            assert said(found) == said(plain)
            is_first = found.solutions[0] == other
            assert is_first or not part.facts <= other.facts


def test_marks_on_a_witness_do_no_harm() -> None:
    puzzle = made("satogaeri", 1)
    solution = solve(puzzle).solutions[0]
    marked = Position.of(solution.truths)
    assert marked != solution.position
    assert survey(puzzle, witnesses=[marked]).solutions == (solution,)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_whenever_a_limit_comes_all_that_is_said_is_true(kind: str) -> None:
    partly = 0
    for puzzle, _ in boards(kind, range(4)):
        whole = survey(puzzle)
        for checks in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377):
            found = survey(puzzle, limits=after(checks))
            assert found.reached in (None, "cancelled")
            assert is_true(found, whole, puzzle)
            partly += bool(found.undecided)
            if found.reached is None:
                assert said(found) == said(whole)
                break
    assert partly > 3, "limits must come at interesting moments"


def is_true(found: Survey, whole: Survey, puzzle: Any) -> bool:
    """Whether one survey says nothing that the whole one denies."""
    assert found.forced <= whole.forced
    assert found.open <= whole.open
    assert not found.undecided & (found.forced | found.open)
    assert all(enpitsu.check(puzzle, each.position) == [] for each in found.solutions)
    if found.solutions:
        known = {Fact(fact.slot, fact.value) for fact in (*found.forced, *found.undecided)}
        everything = {Fact(fact.slot, fact.value) for fact in (*whole.forced, *whole.open)}
        assert known | found.open == everything
    return found.status in (Status.UNKNOWN, whole.status)


@each_case("limits", [Limits(seconds=0), Limits(seconds=0.003), Limits(conflicts=1)])
@each_case("kind", KINDS)
def test_short_time_and_few_conflicts(kind: str, limits: Limits) -> None:
    for puzzle, _ in boards(kind, range(2)):
        whole = survey(puzzle)
        assert is_true(survey(puzzle, limits=limits), whole, puzzle)
        known = [each.position for each in whole.solutions]
        assert is_true(survey(puzzle, witnesses=known, limits=limits), whole, puzzle)


def test_forced_claims_nothing_when_a_limit_comes_first() -> None:
    puzzle = find_kind("yajilin").blank(9, 9)
    found = forced(puzzle, limits=after(40))
    assert (found.status, found.facts, found.reached) == (
        Status.UNKNOWN,
        frozenset(),
        "cancelled",
    )


# --- grades so far --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_grade_that_a_limit_ends_says_what_it_has_at_least(kind: str) -> None:
    told = 0
    for seed in range(4):
        puzzle = made(kind, seed)
        whole = grade(puzzle)
        assert whole.level is not None
        assert whole.step is not None
        assert (whole.least, whole.step.level) == (None, whole.hardest)
        for checks in range(0, 3000, 31):
            found = grade(puzzle, limits=after(checks))
            if found.reached is None:
                assert found == whole
                break
            assert (found.level, found.length) == (None, 0)
            assert (found.least is None) == (found.step is None)
            if found.least is not None and found.step is not None:
                told += 1
                assert LEVELS.index(found.least) <= LEVELS.index(whole.level)
                assert found.step.level <= whole.hardest
    assert told > 3


def test_the_hardest_step_can_be_put_into_words() -> None:
    for kind in KINDS:
        step = grade(made(kind, 2)).step
        assert step is not None
        assert len(step.say("en")) > 10
        assert len(step.say("ja")) > 5


# --- needless clues in slices ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_slices_together_find_what_one_search_finds(kind: str) -> None:
    slices = 0
    for seed in range(4):
        puzzle = made(kind, seed)
        whole = needless(puzzle)
        assert (whole.next, whole.reached) == (None, None)
        found: list[Fix] = []
        start, checks = 0, 20
        while True:
            part = needless(puzzle, after=start, limits=after(checks))
            found += part.found
            slices += 1
            if part.next is None:
                break
            assert (part.reached, part.next >= start) == ("cancelled", True)
            start, checks = part.next, checks + 5
        assert tuple(found) == whole.found
    assert slices > 8


@pytest.mark.parametrize("kind", KINDS)
def test_clues_left_open_one_by_one_are_judged_as_by_solving(kind: str) -> None:
    verdicts = {True: 0, False: 0}
    for seed in range(6):
        puzzle = made(kind, seed)
        judge = Judge(puzzle, NO_LIMITS)
        relaxed = Relaxed(puzzle, solve(puzzle).solutions[0].position, judge)
        for change in judge.editor.relax(puzzle):
            changed = judge.editor.edit(puzzle, change)
            verdict = relaxed.is_needless(change, changed)
            if verdict is not None:
                assert verdict == (solve(changed).status is Status.UNIQUE)
                verdicts[verdict] += 1
    assert min(verdicts.values()) > 0
    assert sum(verdicts.values()) > 20


def test_a_known_solution_is_not_looked_for_again() -> None:
    puzzle = made("yajilin", 3)
    solution = solve(puzzle).solutions[0].position
    assert needless(puzzle, solution=solution) == needless(puzzle)


def test_slices_behind_the_last_clue_find_nothing() -> None:
    puzzle = made("yajilin", 3)
    found = needless(puzzle, after=10_000)
    assert (found.status, found.found, found.next) == (Status.UNIQUE, (), None)
    with pytest.raises(PuzzleError, match="0 or more"):
        needless(puzzle, after=-1)


def test_only_what_leaves_a_clue_open_is_judged_in_one_solver() -> None:
    puzzle = Yajilin(2, 2, ((Cell(0, 0), Clue()),))
    judge = Judge(puzzle, NO_LIMITS)
    assert list(judge.editor.relax(puzzle)) == []
    relaxed = Relaxed(puzzle, EMPTY, judge)
    for group in judge.editor.removals(puzzle, EMPTY):
        for change in group:
            assert relaxed.is_needless(change, judge.editor.edit(puzzle, change)) is None
