"""The school: exercises are what they say, answers are judged by the technique and the truth."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice

import pytest

import enpitsu
from enpitsu.check import check
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.explain.refute import REFUTATION
from enpitsu.grade import LEVELS
from enpitsu.limits import Limits
from enpitsu.play.lesson_progress import NOTHING_DONE, WAITS, LessonState
from enpitsu.position import Fact, Position
from enpitsu.registry import find_kind, kinds
from enpitsu.school import practise as practise_module
from enpitsu.school.course import has_lesson
from enpitsu.school.judge_answer import AnswerFinding, judge_answer, next_hint
from enpitsu.school.pool import ExercisePool, hardest, pack_position, unpack_position, uses_in
from enpitsu.school.practise import Exercise, find_exercise
from enpitsu.school.technique_example import example_of

KINDS = sorted(name for name, kind in kinds().items() if kind.exercises is not None)
UNMET = {"yajilin": {"chessboard"}, "nurikabe": {"island-to-root"}}
"""Techniques that hardly ever come before a short contradiction: docs/techniques.md names them."""
NOW = datetime(2026, 11, 20, 15, 30)


def _lessons(kind: str) -> list[str]:
    return [lesson.technique for lesson in enpitsu.course(kind).exercised]


# --- courses --------------------------------------------------------------------------------------


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_a_course_has_every_technique_in_order(kind: str) -> None:
    course, ladder = enpitsu.course(kind), find_kind(kind).ladder
    assert ladder is not None
    told = [lesson.technique for lesson in course.lessons]
    assert {each.id for each in ladder.techniques} <= {*told}
    assert len(told) == len({*told})
    weights = [lesson.weight for lesson in course.lessons]
    assert weights == sorted(weights)
    levels = [LEVELS.index(each.level) for each in course.levels]
    assert levels == sorted(levels)
    for lesson in course.lessons:
        assert lesson.name() != lesson.technique
        assert all(lesson.sentence(language) for language in ("en", "ja")), lesson.technique
        assert has_lesson(kind, lesson.technique) == lesson.has_exercises


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_what_has_no_exercises_is_drawn_without_a_word(kind: str) -> None:
    ladder = find_kind(kind).ladder
    assert ladder is not None
    implicit = {each.id for each in ladder.techniques if each.is_implicit}
    without = {each.technique for each in enpitsu.course(kind).lessons if not each.has_exercises}
    assert without == implicit | UNMET.get(kind, set())


LEAST_END_SIDE = 6  # rows and columns of a puzzle at the end of a level


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_a_level_ends_with_a_puzzle_of_its_own(kind: str) -> None:
    levels = [each for each in enpitsu.course(kind).levels if each.puzzle is not None]
    assert levels
    for each in levels:
        assert each.puzzle is not None
        assert each.puzzle.meta.level == each.level
        assert not each.puzzle.position
        assert min(each.puzzle.puzzle.rows, each.puzzle.puzzle.cols) >= LEAST_END_SIDE


@pytest.mark.quick
def test_what_no_course_has() -> None:
    assert not has_lesson(KINDS[0], "proof")
    with pytest.raises(PuzzleError, match="has no technique 'strange'"):
        enpitsu.practise(KINDS[0], "strange")
    with pytest.raises(PuzzleError, match="no lessons of level"):
        enpitsu.practise(KINDS[0], level="strange")
    with pytest.raises(PuzzleError, match="1 or more"):
        enpitsu.practise(KINDS[0], count=0)
    with pytest.raises(PuzzleError):
        enpitsu.course("strange")


# --- exercises ------------------------------------------------------------------------------------


def _problems(kind: str, technique: str) -> list[str]:
    """What is wrong with an exercise of a technique, and with the verdicts on it."""
    exercise = find_exercise(kind, technique, 11)
    hint = enpitsu.hint(exercise.puzzle, exercise.position)
    found = []
    if hardest(hint.steps) != technique:
        found.append(f"{technique}: {hardest(hint.steps)} comes first")
    if any(fact not in exercise.truth for fact in (*exercise.position, *exercise.step.facts)):
        found.append(f"{technique}: something is not true")
    right = judge_answer(exercise, exercise.step.facts)
    if right.finding is not AnswerFinding.RIGHT:
        found.append(f"{technique}: its own step is {right.finding}: {right.text}")
    first = exercise.step.facts[0].opposite
    wrong = judge_answer(exercise, [first])
    if wrong.finding is not AnswerFinding.WRONG or wrong.refuted is None:
        found.append(f"{technique}: {first} is {wrong.finding}")
    elif wrong.refuted.fact != first or not wrong.refuted.steps:
        found.append(f"{technique}: {first} is not refuted")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_step_is_by_the_technique_and_judged_right(kind: str) -> None:
    assert [each for technique in _lessons(kind) for each in _problems(kind, technique)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_differ_by_seed_and_stay_the_same_for_one(kind: str) -> None:
    [technique] = islice(_lessons(kind), 1)
    first = enpitsu.practise(kind, technique, count=4, seed=3)
    assert len({(each.puzzle, each.position) for each in first}) == 4
    practise_module._KEPT.clear()
    again = enpitsu.practise(kind, technique, count=4, seed=3)
    assert [(each.puzzle, each.position) for each in again] == [
        (each.puzzle, each.position) for each in first
    ]
    other = enpitsu.practise(kind, technique, seed=4)
    assert (other[0].puzzle, other[0].position) != (first[0].puzzle, first[0].position)


@pytest.mark.parametrize("kind", KINDS)
def test_techniques_of_a_level_take_turns(kind: str) -> None:
    level = enpitsu.course(kind).levels[0]
    wanted = [lesson.technique for lesson in level.lessons if lesson.has_exercises]
    found = enpitsu.practise(kind, level=level.level, count=len(wanted) + 1)
    assert [each.technique for each in found] == [wanted[0], *wanted]


def test_a_kind_without_a_file_is_looked_through() -> None:
    pool = ExercisePool(replace(find_kind(KINDS[0]), exercises=None))
    assert not pool.is_known
    assert pool.may_have("anything")
    technique = _lessons(KINDS[0])[0]
    with pytest.raises(LimitReached):
        pool.uses(technique, Limits(seconds=0))
    found = pool.uses(technique, Limits())
    assert found
    for document, count in found:
        uses = [each for each in uses_in(document, Limits()) if each.technique == technique]
        assert len(uses) == count > 0


@pytest.mark.quick
def test_a_position_is_packed_and_unpacked() -> None:
    position = Position.parse("r1c1 shaded, r2c2 not shaded, r1c1-r1c2 not line, r3c3 not shaded")
    packed = pack_position(position)
    assert packed["not shaded"] == "r2c2 r3c3"
    assert unpack_position(packed) == position
    assert unpack_position({}) == Position()


def test_a_limit_ends_the_search() -> None:
    practise_module._KEPT.clear()
    with pytest.raises(LimitReached):
        enpitsu.practise(KINDS[0], _lessons(KINDS[0])[0], limits=Limits(seconds=0))


# --- verdicts -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """An exercise whose step brings several facts."""
    for kind in KINDS:
        for technique in _lessons(kind):
            found = find_exercise(kind, technique, 1)
            needed = [each for each in found.step.facts if not _is_settled(found, each)]
            if technique != REFUTATION and len(needed) > 1:
                return found
    raise AssertionError("no step brings several facts")


def _is_settled(exercise: Exercise, fact: Fact) -> bool:
    """Whether the step is done as soon as one fact of it stands there."""
    return judge_answer(exercise, [fact]).finding is AnswerFinding.RIGHT


def _other(exercise: Exercise) -> Fact:
    """Something true that does not follow by the technique."""
    for fact in sorted(exercise.truth.facts, key=str):
        if fact not in exercise.position:
            verdict = judge_answer(exercise, [fact])
            if verdict.finding is AnswerFinding.OTHER:
                return fact
    raise AssertionError("everything follows by the technique")


def test_a_part_of_a_step_is_a_part(exercise: Exercise) -> None:
    first = exercise.step.facts[0]
    verdict = judge_answer(exercise, [first])
    assert verdict.finding is AnswerFinding.PART
    assert verdict.missing > 0
    nothing = judge_answer(exercise, [])
    assert (nothing.finding, nothing.is_empty) == (AnswerFinding.PART, True)
    assert nothing.text != verdict.text


def test_what_is_true_for_another_reason_is_other(exercise: Exercise) -> None:
    fact = _other(exercise)
    verdict = judge_answer(exercise, [fact])
    assert verdict.others == (fact,)
    assert "technique alone" in verdict.text
    # Beside a whole step it does no harm.
    both = judge_answer(exercise, [fact, *exercise.step.facts])
    assert both.finding is AnswerFinding.RIGHT


def test_a_wrong_fact_beside_a_right_step_is_wrong(exercise: Exercise) -> None:
    wrong = _other(exercise).opposite
    verdict = judge_answer(exercise, [*exercise.step.facts, wrong])
    assert verdict.finding is AnswerFinding.WRONG
    assert verdict.refuted is not None
    assert verdict.refuted.fact == wrong
    assert verdict.refuted.text


def test_facts_of_the_position_are_no_answer(exercise: Exercise) -> None:
    given = list(exercise.position)
    assert judge_answer(exercise, given).finding is AnswerFinding.PART


def test_what_does_not_fit_the_board_is_refused(exercise: Exercise) -> None:
    with pytest.raises(PuzzleError):
        judge_answer(exercise, [exercise.step.facts[0]._replace(value="strange")])


def test_a_limit_is_told(exercise: Exercise) -> None:
    verdict = judge_answer(exercise, exercise.step.facts, limits=Limits(seconds=0))
    assert (verdict.finding, verdict.reached) == (AnswerFinding.UNKNOWN, "time")
    assert verdict.text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_verdicts_are_said(exercise: Exercise, language: str) -> None:
    told = {
        judge_answer(exercise, facts).say(language)
        for facts in ([], exercise.step.facts, [exercise.step.facts[0].opposite])
    }
    assert len(told) == 3
    assert all(told)


def test_a_hint_goes_on_with_what_is_begun(exercise: Exercise) -> None:
    first = next_hint(exercise, [])
    assert first.step is not None
    assert first.step.technique == exercise.technique
    assert [stage.name for stage in first.stages()] == ["where", "technique", "reason", "move"]
    begun = next_hint(exercise, exercise.step.facts[:1])
    assert begun.step is not None
    assert exercise.step.facts[0] in begun.step.facts


def test_every_site_of_a_technique_counts() -> None:
    """Another use of the technique than the one that was found first is right as well."""
    seen = 0
    for kind in KINDS:
        for technique in _lessons(kind)[:3]:
            exercise = find_exercise(kind, technique, 5)
            walk = enpitsu.explain(exercise.puzzle, exercise.position)
            next(walk)
            second = next(walk, None)
            facts = () if second is None else second.facts
            if second is None or second.technique != technique or not facts:
                continue
            because = {each for each in second.because if isinstance(each, Fact)}
            if because.isdisjoint(exercise.step.brings):
                seen += 1
                assert judge_answer(exercise, facts).finding is AnswerFinding.RIGHT
    assert seen > 2


def test_exercises_are_not_solved_already() -> None:
    for kind in KINDS:
        for exercise in enpitsu.practise(kind, count=5, seed=8):
            assert check(exercise.puzzle, exercise.position)


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_lesson_has_an_example(kind: str) -> None:
    for lesson in enpitsu.course(kind).lessons:
        example = example_of(find_kind(kind), lesson.technique)
        assert example is not None, lesson.technique
        assert example.step.technique == lesson.technique
        before, after = example.before[0], example.after[0]
        assert before != after or example.step.notes


# --- what comes back ------------------------------------------------------------------------------


@pytest.mark.quick
def test_a_technique_comes_back_after_growing_times() -> None:
    progress, at = NOTHING_DONE, NOW
    assert progress.state(at) is LessonState.NEW
    for number, days in enumerate((*WAITS, WAITS[-1])):
        progress = progress.after_exercise(str(number), False, at)
        assert progress.due is not None
        assert progress.due.date() == (at + timedelta(days=days)).date()
        assert progress.state(at) is (LessonState.KNOWN if number >= 2 else LessonState.BEGUN)
        at = progress.due
        assert progress.state(at) is LessonState.DUE


@pytest.mark.quick
def test_practice_before_its_time_changes_no_date() -> None:
    first = NOTHING_DONE.after_exercise("1", False, NOW)
    second = first.after_exercise("2", False, NOW)
    assert (second.due, second.box) == (first.due, first.box)
    assert second.right_in_a_row == 2
    assert second.after_exercise("2", False, NOW) == second, "one exercise counts once"


@pytest.mark.quick
def test_help_begins_again() -> None:
    progress, at = NOTHING_DONE, NOW
    for number in range(3):
        progress = progress.after_exercise(str(number), False, at)
        assert progress.due is not None
        at = progress.due
    helped = progress.after_exercise("9", True, at)
    assert (helped.right_in_a_row, helped.helped, helped.box) == (0, 1, 1)
    assert helped.due is not None
    assert helped.due.date() == (at + timedelta(days=1)).date()
    hinted = helped.after_hint(at)
    assert hinted.state(at) is LessonState.DUE
    assert hinted.helped == 2
    assert hinted.after_hint(at) == hinted, "it is due already"
    assert hinted.after_exercise("10", False, at).box == 1
