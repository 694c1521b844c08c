"""The judge of steps, against plain enumeration."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from enpitsu.explain.refute import Refuter
from enpitsu.explain.step import Step
from enpitsu.explain.step_checker import StepChecker
from enpitsu.grid import Cell
from enpitsu.kind import Kind
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.limits import NO_LIMITS
from enpitsu.position import Fact, Note
from enpitsu.technique import Ladder, Message, Reason, SolveState
from tests.kinds.weaker import Case, answers, clue_places, follows, random_case

pytestmark = pytest.mark.quick

KINDS = ("yajilin", "nonogram", "satogaeri")
ONE_OF = "one-of"


def _meaning(puzzle: Any, note: Note) -> tuple[Fact, ...]:
    """A note for tests: one of these cells is shaded."""
    return tuple(Fact(slot, "shaded") for slot in note.slots)


def _no_state(puzzle: Any) -> SolveState:
    raise NotImplementedError


def _noting(kind: Kind[Any]) -> Kind[Any]:
    """The kind with such notes."""
    ladder = Ladder((), state=_no_state, narrate=_tell, meaning=_meaning)
    return replace(kind, ladder=ladder)


def _tell(puzzle: Any, rule: Any, given: Any, then: Any) -> Message:
    return Message("", {})


def _judge(case: Case) -> StepChecker:
    return StepChecker(_noting(case.kind), case.puzzle, NO_LIMITS.start())


def _step(
    because: Iterable[Reason], facts: Iterable[Fact] = (), notes: Iterable[Note] = (), **more: Any
) -> Step:
    return Step(
        kind="",
        technique="",
        level=0,
        facts=tuple(facts),
        notes=tuple(notes),
        because=tuple(because),
        messages=(),
        at=Cell(0, 0),
        **more,
    )


def _some(rng: random.Random, among: Iterable[Any], share: float) -> list[Any]:
    return [each for each in among if rng.random() < share]


@pytest.mark.parametrize("kind", KINDS)
def test_judge_agrees_with_enumeration(kind: str) -> None:
    rng = random.Random(f"{kind} judge")
    seen = {True: 0, False: 0}
    for _ in range(25):
        case = random_case(rng, kind)
        places = clue_places(case.puzzle)
        judge, everything = _judge(case), answers(case.puzzle, places)
        for _ in range(8):
            clues = places if kind == "satogaeri" else _some(rng, places, rng.choice((0.3, 0.7, 1)))
            answer = sorted(rng.choice(everything), key=str)
            given = _some(rng, answer, rng.choice((0.0, 0.2, 0.5)))
            then = rng.sample(answer, 1)
            if rng.random() < 0.3:
                then = [then[0].opposite]
            wanted = follows(case.puzzle, clues, given, then)
            assert judge.follows(_step([*clues, *given], then)) == wanted
            seen[wanted] += 1
    assert min(seen.values()) > 20


@pytest.mark.parametrize("kind", ["yajilin", "nonogram"])
def test_notes_are_reasons_and_conclusions(kind: str) -> None:
    """A note that one of some facts holds, on either side."""
    rng = random.Random(f"{kind} notes")
    seen = {True: 0, False: 0}
    while min(seen.values()) < 15:
        case = random_case(rng, kind)
        if isinstance(case.puzzle, Nonogram) and case.puzzle.is_coloured:
            continue
        places = clue_places(case.puzzle)
        everything, judge = answers(case.puzzle, places), _judge(case)
        slots = sorted({fact.slot for fact in everything[0] if isinstance(fact.slot, Cell)})
        given, then = (tuple(sorted(rng.sample(slots, 3))) for _ in range(2))
        step = _step([*places, Note(ONE_OF, given)], notes=[Note(ONE_OF, then)])
        wanted = all(_one_of(answer, then) for answer in everything if _one_of(answer, given))
        assert judge.follows(step) == wanted
        silent = _step((), also_notes=step.notes)
        assert judge.follows_at_once(silent, [Note(ONE_OF, given)]) == wanted
        seen[wanted] += 1


def _one_of(answer: frozenset[Fact], cells: Iterable[Cell]) -> bool:
    return any(Fact(cell, "shaded") in answer for cell in cells)


@pytest.mark.parametrize("kind", KINDS)
def test_all_conclusions_count(kind: str) -> None:
    rng = random.Random(f"{kind} all")
    refused = 0
    for _ in range(10):
        case = random_case(rng, kind)
        judge, places = _judge(case), clue_places(case.puzzle)
        right = case.forced[:3]
        assert judge.follows(_step(places, case.forced))
        assert judge.follows_at_once(_step((), right, also=case.forced), ())
        for fact in answers(case.puzzle, places)[0] - set(case.forced):
            if not follows(case.puzzle, places, (), [fact]):
                assert not judge.follows(_step(places, (*right, fact)))
                assert not judge.follows_at_once(_step((), right, also=(*right, fact)), ())
                assert judge.follows_at_once(_step((), right, also=(fact,)), [fact])
                refused += 1
        for fact in right:
            assert not judge.follows(_step(places, (fact.opposite,)))
    assert refused > 0


@pytest.mark.parametrize("kind", KINDS)
def test_real_steps_are_accepted_and_their_needed_reasons_are_needed(kind: str) -> None:
    rng = random.Random(f"{kind} steps")
    needed = 0
    for _ in range(15):
        case = random_case(rng, kind, large=True)
        known = _some(rng, case.forced, 0.3)
        judge = StepChecker(case.kind, case.puzzle, NO_LIMITS.start())
        refuter = Refuter(case.kind, case.puzzle, known, NO_LIMITS.start())
        while (step := refuter.find()) is not None:
            assert judge.follows(step)
            spare = judge.spare(step)
            for reason in step.because:
                rest = replace(step, because=tuple(x for x in step.because if x != reason))
                if isinstance(reason, Fact) or reason in spare:
                    assert judge.follows(rest) == (reason in spare)
                needed += not judge.follows(rest)
            refuter.learn(step.facts)
    assert needed > 20


@pytest.mark.parametrize("kind", KINDS)
def test_padding_is_found(kind: str) -> None:
    rng = random.Random(f"{kind} padding")
    for _ in range(10):
        case = random_case(rng, kind)
        places, judge = clue_places(case.puzzle), _judge(case)
        if len(case.forced) < 2:
            continue
        fact, other = rng.sample(case.forced, 2)
        spare = judge.spare(_step([*places, other], [fact]))
        assert other in spare


def test_an_impossible_reason_makes_nothing_follow() -> None:
    rng = random.Random("impossible")
    while True:
        case = random_case(rng, "yajilin")
        if clue_places(case.puzzle):
            break
    clue = clue_places(case.puzzle)[0]
    judge = _judge(case)
    assert isinstance(clue, Cell)
    assert judge.follows(_step([], [Fact(clue, "shaded", False)]))
    assert not judge.follows(_step([], [Fact(clue, "shaded")]))
    assert not judge.follows(_step([Fact(clue, "shaded")], case.forced[:1]))
