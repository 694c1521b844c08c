"""Explanations, hints and grades of every kind, on its examples.

A kind with a ladder has an example `technique_ID` for each technique: a puzzle with a position from
which this technique is the next step, when nothing harder is allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from inspect import getdoc
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.explain import Explanation, needed
from enpitsu.explain.clauses import Clauses
from enpitsu.explain.refute import MAX_SENTENCES
from enpitsu.explain.step import Step
from enpitsu.explain.step_checker import StepChecker
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.hint import Finding
from enpitsu.kind import Document, Kind
from enpitsu.limits import NO_LIMITS
from enpitsu.position import EMPTY, Fact, Position, parse_fact
from enpitsu.registry import kind_of, kinds
from enpitsu.technique import Technique
from enpitsu.words import find_sentence
from tests.cases import each_case
from tests.corpus import load_corpus

pytestmark = pytest.mark.quick

KINDS: list[Kind[Any]] = [kind for kind in kinds().values() if kind.ladder is not None]
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


def _documents(kind: Kind[Any], prefix: str) -> Iterator[tuple[str, Document]]:
    for path in sorted(Path(str(each)) for each in kind.examples.iterdir()):
        if path.name.startswith(prefix):
            (document,) = enpitsu.read(path)
            yield path.stem.removeprefix(prefix), document


def _techniques(kind: Kind[Any]) -> tuple[Technique[Any], ...]:
    assert kind.ladder is not None
    return kind.ladder.techniques


by_technique = each_case(
    ("kind", "technique"),
    [
        pytest.param(kind, technique, id=f"{kind.id}-{technique.id}")
        for kind in KINDS
        for technique in _techniques(kind)
    ],
)
by_example = each_case(
    ("kind", "document"),
    [
        pytest.param(kind, document, id=f"{kind.id}-{name}")
        for kind in KINDS
        for name, document in _documents(kind, "solved_")
    ],
)


def _example(kind: Kind[Any], technique: Technique[Any]) -> Document:
    found = dict(_documents(kind, "technique_"))
    assert technique.id in found, f"{kind.id} has no example of {technique.id}"
    return found[technique.id]


@by_kind
def test_ladder_rises(kind: Kind[Any]) -> None:
    techniques = _techniques(kind)
    steps = [technique for technique in techniques if not technique.is_implicit]
    levels = [technique.level for technique in steps]
    assert levels == sorted(levels)
    assert len({technique.id for technique in techniques}) == len(techniques)
    assert len({technique.code for technique in techniques}) == len(techniques)


@by_kind
def test_every_example_shows_a_technique(kind: Kind[Any]) -> None:
    shown = {name for name, _ in _documents(kind, "technique_")}
    assert shown == {technique.id for technique in _techniques(kind)}


@by_technique
def test_technique_has_title_sentences_and_proof(
    kind: Kind[Any], technique: Technique[Any]
) -> None:
    assert getdoc(technique.find), "the proof is the function's docstring"
    section = f"{kind.id}.techniques.{technique.id}"
    for key in ("name", "rule"):
        assert find_sentence(f"{section}.{key}")
    # Where no clue is spoken of, declared kinds have only the plain form.
    assert any(find_sentence(f"{section}.{form}") for form in ("step", "plain"))


@by_technique
def test_example_shows_its_technique(kind: Kind[Any], technique: Technique[Any]) -> None:
    document = _example(kind, technique)
    truth = enpitsu.forced(document.puzzle, document.position)
    assert truth.status in ("unique", "multiple")
    assert kind.ladder is not None
    if technique.is_implicit:
        state = kind.ladder.state(document.puzzle)
        state.learn(document.position)
        assert any(technique.find(state, site) for site in technique.sites(state))
        return
    step = _first_step(document, technique.level)
    assert step.technique == technique.id
    assert StepChecker(kind, document.puzzle, NO_LIMITS.start()).follows(step)
    assert set(step.facts) <= truth.facts
    assert step.text
    assert step.text[0].isupper() or step.text.startswith("r")
    assert step.text.endswith(".")


def _first_step(document: Document, level: float) -> Step:
    """The step by the first technique that finds something, with no harder one allowed."""
    puzzle = document.puzzle
    truth = enpitsu.forced(puzzle, document.position)
    way = Walkthrough(
        kind_of(puzzle), puzzle, document.position, truth, truth.facts, NO_LIMITS.start()
    )
    step = way.ladder_step(level + 0.001)
    assert step is not None
    return step


@by_example
def test_explanation_leads_to_the_solution(kind: Kind[Any], document: Document) -> None:
    explanation = enpitsu.explain(document.puzzle)
    steps = list(explanation)
    assert (explanation.status, explanation.reached) == ("unique", None)
    assert enpitsu.check(document.puzzle, _replay(explanation, steps)) == []


@by_example
def test_every_step_follows_from_its_reasons(kind: Kind[Any], document: Document) -> None:
    judge = StepChecker(kind, document.puzzle, NO_LIMITS.start())
    explanation = enpitsu.explain(document.puzzle)
    known = set(explanation.begun)
    for step in explanation:
        assert judge.follows(step), step.text
        assert judge.follows_at_once(step, known), step.text
        known.update(step.brings)


@by_example
def test_reasons_were_known_before(kind: Kind[Any], document: Document) -> None:
    explanation = enpitsu.explain(document.puzzle)
    known: set[Any] = set(explanation.begun)
    for step in explanation:
        for reason in step.because:
            assert not isinstance(reason, Fact | enpitsu.Note) or reason in known, step.text
        assert known.isdisjoint((*step.facts, *step.notes))
        known.update(step.brings)


@by_example
def test_needed_steps_lead_to_the_solution(kind: Kind[Any], document: Document) -> None:
    explanation = enpitsu.explain(document.puzzle)
    steps = explanation.needed()
    assert enpitsu.check(document.puzzle, _replay(explanation, steps)) == []
    known: set[Any] = set(explanation.begun)
    for step in steps:
        assert known.issuperset(r for r in step.because if isinstance(r, Fact | enpitsu.Note))
        known.update(step.brings)


def _replay(explanation: Explanation, steps: Iterable[Step]) -> Position:
    """The board after these steps."""
    known = [*explanation.begun, *(known for step in steps for known in step.brings)]
    return Position.of(fact for fact in known if isinstance(fact, Fact))


@by_example
def test_hint_from_any_position_is_a_step_that_follows(kind: Kind[Any], document: Document) -> None:
    puzzle, rng = document.puzzle, random.Random(1)
    answer = sorted(enpitsu.solve(puzzle).solutions[0].facts, key=str)
    judge = StepChecker(kind, puzzle, NO_LIMITS.start())
    for _ in range(6):
        position = Position.of(rng.sample(answer, rng.randrange(len(answer))))
        hint = enpitsu.hint(puzzle, position)
        assert hint == enpitsu.hint(puzzle, position)
        assert hint.finding is Finding.STEP
        assert hint.step is not None
        assert hint.step.facts
        assert position.facts.isdisjoint(hint.step.facts)
        assert all(judge.follows(step) for step in hint.steps)
        assert [stage.name for stage in hint.stages()] == ["where", "technique", "reason", "move"]


@by_example
def test_hint_on_a_solved_board_says_so(kind: Kind[Any], document: Document) -> None:
    answer = Position.of(fact for fact in document.position if fact.holds)
    assert enpitsu.hint(document.puzzle, answer).finding is Finding.SOLVED


@by_example
def test_hint_names_the_earliest_mistake(kind: Kind[Any], document: Document) -> None:
    puzzle, rng = document.puzzle, random.Random(2)
    truth = sorted(enpitsu.forced(puzzle), key=str)
    for _ in range(4):
        right = rng.sample(truth, min(8, len(truth)))
        wrong = [fact.opposite for fact in right[3:5]]
        written = [*right[:3], wrong[0], *right[5:7], wrong[1], *right[7:]]
        hint = enpitsu.hint(puzzle, Position.of(written), written)
        assert hint.finding is Finding.MISTAKE
        assert hint.mistakes == tuple(wrong)
        assert hint.undo == len(written) - 3
        assert hint.step is None
        assert str(hint.undo) in hint.stages()[-1].text


@by_kind
def test_hints_on_unfinished_puzzles_give_only_what_is_forced(kind: Kind[Any]) -> None:
    puzzle = kind.blank(3, 4)
    hint = enpitsu.hint(puzzle, EMPTY)
    truth = enpitsu.forced(puzzle)
    if truth.status == "none":
        assert hint.finding is Finding.IMPOSSIBLE
    else:
        assert all(set(step.facts) <= truth.facts for step in hint.steps)
        explanation = enpitsu.explain(puzzle)
        replay = _replay(explanation, explanation)
        assert enpitsu.hint(puzzle, replay).finding in (Finding.OPEN, Finding.SOLVED)


def test_a_puzzle_with_several_solutions_is_told_as_such() -> None:
    puzzle = enpitsu.find_kind("yajilin").blank(25, 25)
    hint = enpitsu.hint(puzzle, EMPTY)
    assert not hint.is_unique
    assert hint.step is not None
    assert hint.step.technique == "two-exits"


def test_a_mistake_where_several_solutions_were_left() -> None:
    """The first mark is possible, and so is the second; both together leave the corner no way."""
    puzzle = enpitsu.find_kind("yajilin").blank(4, 4)
    first, second = parse_fact("r1c1 not shaded"), parse_fact("r1c1-r1c2 not line")
    assert enpitsu.hint(puzzle, Position.of([first])).finding is Finding.STEP
    hint = enpitsu.hint(puzzle, Position.of([first, second]), [first, second])
    assert (hint.finding, hint.mistakes, hint.undo) == (Finding.MISTAKE, (second,), 1)
    assert hint.why
    assert "r1c1" in hint.text


def test_a_long_chain_is_no_reason_for_a_mistake() -> None:
    for document in (document for _, document in _documents(KINDS[-1], "solved_")):
        for fact in sorted(enpitsu.forced(document.puzzle), key=str):
            hint = enpitsu.hint(document.puzzle, Position.of([fact.opposite]))
            assert hint.finding is Finding.MISTAKE
            assert len(hint.why) <= MAX_SENTENCES


@by_kind
def test_tiny_puzzles_are_explained_as_far_as_they_are_forced(kind: Kind[Any]) -> None:
    for _, document in _documents(kind, "tiny_"):
        truth = enpitsu.forced(document.puzzle)
        explanation = enpitsu.explain(document.puzzle)
        facts = _replay(explanation, explanation).facts
        assert explanation.status == truth.status
        assert facts <= truth.facts
        shape = Clauses(kind, document.puzzle, NO_LIMITS.start())
        assert all(shape.is_always_true(fact) for fact in explanation.goal - facts)


@by_kind
def test_limits_end_explanations_hints_and_grades(kind: Kind[Any]) -> None:
    _, document = next(_documents(kind, "solved_"))
    limits = enpitsu.Limits(seconds=0)
    assert enpitsu.explain(document.puzzle, limits=limits).reached == "time"
    assert enpitsu.grade(document.puzzle, limits=limits).reached == "time"


@by_example
def test_grade_counts_the_needed_steps(kind: Kind[Any], document: Document) -> None:
    grade = enpitsu.grade(document.puzzle)
    assert grade == enpitsu.grade(document.puzzle)
    assert grade.level is not None
    assert grade.length > 0
    assert sum(grade.techniques.values()) == len(enpitsu.explain(document.puzzle).needed())


def _bare_step(fact: str, *because: str) -> Step:
    concluded = parse_fact(fact)
    reasons = tuple(map(parse_fact, because))
    return Step("", "", 1.0, (concluded,), reasons, (), concluded.slot)


def test_steps_that_lead_nowhere_are_left_out() -> None:
    first, idle = _bare_step("r1c1 a"), _bare_step("r1c2 a", "r1c1 a")
    last = _bare_step("r1c3 a", "r1c1 a")
    assert needed([first, idle, last], last.facts) == [first, last]


@pytest.mark.parametrize("name", ["yajilin", "nonogram"])
def test_real_puzzles_are_explained_and_every_step_follows(name: str) -> None:
    records = load_corpus(name)
    for record in records[:: len(records) // 12]:
        puzzle = enpitsu.parse(record["text"], kind=name)
        judge = StepChecker(kind_of(puzzle), puzzle, NO_LIMITS.start())
        explanation = enpitsu.explain(puzzle)
        steps = list(explanation)
        if explanation.status == "unique":
            assert all(judge.follows(step) for step in steps)
            assert enpitsu.check(puzzle, _replay(explanation, steps)) == []
