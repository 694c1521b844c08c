"""What an author asks about a place: can this be, and if not, why?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from enpitsu.check import check
from enpitsu.errors import LimitReached
from enpitsu.explain import Step
from enpitsu.kind import Puzzle, Violation
from enpitsu.limits import Budget, Limits
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kind_of
from enpitsu.scene import Marks, Place
from enpitsu.solve import Result, Status, solve
from enpitsu.technique import Argument, Message
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text
from enpitsu.web.tasks.contradict import Story, story_of
from enpitsu.web.tasks.study import conflict_text, contradiction_of, mismatch_of, unmet_data
from enpitsu.web.tasks.task import (
    FACT,
    LANGUAGE,
    MARKS,
    PLACE,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    document_of,
    fact_of,
    language_of,
    marks_data,
    step_data,
    texts,
    violation_data,
)
from enpitsu.web.tasks.trial import close_of, in_one, reasons
from enpitsu.words import SHARED, say

POSSIBLE, IMPOSSIBLE, NONE, UNKNOWN = "possible", "impossible", "none", "unknown"
MEANING = (
    "possible: `solution` has it, and every solution if `is_forced`. impossible: the puzzle has "
    "solutions, but none with it, and the steps show why if that can be told. none: the puzzle has "
    "no solution at all; the clues at `conflict` contradict each other. unknown: the limit "
    "`reached` came first. `text` is all that is to be said."
)
MOST_TOLD = 12
"""Sentences of a story that is told: longer ones show nobody what is wrong."""
STORY_SECONDS = 3.0
"""How long a story is looked for when it is known which clues are to blame."""
NOTHING: dict[str, Any] = {
    "is_forced": False,
    "solution": None,
    "steps": [],
    "text": "",
    "marks": {},
    "conflict": [],
}


class _Question(NamedTuple):
    """A puzzle, what is asked about it, and what the answer may still cost."""

    puzzle: Puzzle
    fact: Fact | None
    """None asks whether there is a solution at all."""
    limits: Limits
    budget: Budget
    language: str

    def left(self) -> Limits:
        return replace(self.limits, seconds=self.budget.left())

    def solved(self, *facts: Fact) -> Result:
        """A solution with these facts."""
        return solve(self.puzzle, solutions=1, position=Position.of(facts), limits=self.left())

    def say(self, name: str) -> str:
        """What is to be said of the fact."""
        facts = () if self.fact is None else (self.fact,)
        owner = SHARED if self.fact is None else self.puzzle.kind
        return say(Message(f"{owner}.ask.{name}", {"facts": facts}), self.language)


def _ask(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    asked = data.get("fact")
    fact = None if asked is None else fact_of(asked, "fact")
    if fact is not None:
        kind_of(document.puzzle).board(document.puzzle).place([fact])
    limits = work.limits
    question = _Question(document.puzzle, fact, limits, limits.start(), language_of(data))
    return {"reached": None, **NOTHING, **_answered(question)}


def _answered(question: _Question) -> dict[str, Any]:
    fact = question.fact
    mismatch = mismatch_of(question.puzzle)
    if mismatch is not None:
        sentence = say(mismatch.message, question.language)
        return {"finding": NONE, "text": sentence, "conflict": texts(mismatch.places)}
    found = question.solved() if fact is None else question.solved(fact)
    if found.solutions:
        return _possible(question, found.solutions[0].position)
    if found.status is not Status.NONE:
        return {"finding": UNKNOWN, "reached": found.reached, "text": question.say(UNKNOWN)}
    whole = found if fact is None else question.solved()
    if whole.status is Status.NONE:
        return _none(question)
    return {**_impossible(question), "reached": whole.reached}


def _possible(question: _Question, solution: Position) -> dict[str, Any]:
    fact, is_forced, reached = question.fact, False, None
    if fact is not None:
        other = question.solved(fact.opposite)
        is_forced = not other.solutions and other.status is Status.NONE
        reached = other.reached if not other.solutions else None
    name = "any" if fact is None else "forced" if is_forced else POSSIBLE
    return {
        "finding": POSSIBLE,
        "reached": reached,
        "is_forced": is_forced,
        "solution": texts(solution),
        "text": question.say(name),
    }


def _impossible(question: _Question) -> dict[str, Any]:
    """Why there is no solution with the fact."""
    fact, language = question.fact, question.language
    assert fact is not None
    steps: list[Step] = []
    if kind_of(question.puzzle).ladder is not None:
        try:
            steps = reasons(question.puzzle, EMPTY, fact, question.left())
        except LimitReached:
            steps = []
    told = [step_data(step, language) for step in steps]
    because = steps[-1].marks.because if steps else frozenset[Place]()
    return {
        "finding": IMPOSSIBLE,
        "steps": told,
        "text": _why_not(question, fact, steps),
        "marks": marks_data(Marks(errors=frozenset((fact.slot,)), because=because)),
    }


def _why_not(question: _Question, fact: Fact, steps: list[Step]) -> str:
    """The steps in words if they are few; else only how many they are."""
    language = question.language
    if not steps:
        return question.say(IMPOSSIBLE)
    if len(steps) > MOST_TOLD:
        args: dict[str, Argument] = {"facts": (fact,), "count": len(steps)}
        return say(Message(f"{question.puzzle.kind}.ask.far", args), language)
    close = close_of(question.puzzle, fact, steps, language, "ask.so")
    return in_one(*(step.say(language) for step in steps), close, language=language)


# --- no solution at all ---------------------------------------------------------------------------


def _none(question: _Question) -> dict[str, Any]:
    """Why the puzzle has no solution."""
    puzzle, language = question.puzzle, question.language
    broken = check(puzzle, EMPTY, partial=True)
    if broken:
        return {"finding": NONE, **_broken_data(puzzle, broken[0], language)}
    found = contradiction_of(puzzle, question.left())
    places = () if found is None else found.places
    limits = question.left()
    limits = replace(limits, seconds=min(STORY_SECONDS, limits.seconds or STORY_SECONDS))
    story = None if found is None else story_of(found, limits, MOST_TOLD)
    return {
        "finding": NONE,
        "conflict": texts(places),
        **_told(question, places, story),
    }


def _broken_data(puzzle: Puzzle, broken: Violation, language: str) -> dict[str, Any]:
    """A clue that cannot be met even on an empty board."""
    told = unmet_data(puzzle, broken, language)
    marks = marks_data(Marks(errors=frozenset((*broken.cells, *broken.lines))))
    return {"text": told["message"], "conflict": told["places"], "marks": marks}


def _told(question: _Question, places: tuple[Place, ...], story: Story | None) -> dict[str, Any]:
    language, puzzle = question.language, question.puzzle
    head = conflict_text(places, language)
    if story is None:
        return {"text": head, "marks": marks_data(Marks(errors=frozenset(places)))}
    steps = [step_data(step, language) for step in story.steps]
    end, errors = "", frozenset[Place]()
    if story.end is not None:
        broken = violation_data(puzzle.kind, story.end, language)["message"]
        end = say(Message(f"{SHARED}.ask.but", {"sentence": broken}), language)
        errors = frozenset((*story.end.cells, *story.end.lines))
    because = story.steps[-1].marks.because if story.steps else frozenset[Place]()
    marks = Marks(errors=errors | frozenset(places), because=because)
    return {
        "text": in_one(head, *(each["text"] for each in steps), end, language=language),
        "steps": steps,
        "marks": marks_data(marks),
    }


TASKS = (
    WebTask(
        name="ask",
        summary="Whether a fact can be, and if not, why; without a fact, why there is no solution.",
        asks=record({"puzzle": PUZZLE}, {"fact": maybe(FACT), "language": LANGUAGE}),
        answers=record(
            {
                "finding": {
                    **choice(POSSIBLE, IMPOSSIBLE, NONE, UNKNOWN),
                    "description": MEANING,
                },
                "reached": REACHED,
                "is_forced": FLAG,
                "solution": maybe(POSITION),
                "steps": listed(STEP),
                "text": text(1_000_000),
                "marks": MARKS,
                "conflict": listed(PLACE),
            }
        ),
        run=_ask,
        given_up={"finding": UNKNOWN, **NOTHING},
    ),
)
