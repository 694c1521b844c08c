"""Why a trial cannot go well: the first of its facts that cannot be, and what proves it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from enpitsu.errors import LimitReached
from enpitsu.explain import Step
from enpitsu.explain.refute import REFUTATION, Refuter
from enpitsu.grid import Slot
from enpitsu.hint import MOST_SENTENCES
from enpitsu.kind import Puzzle
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.solve import Status, solve
from enpitsu.technique import Message
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, text
from enpitsu.web.tasks.task import (
    FACT,
    LANGUAGE,
    MOST_FACTS,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    WebTask,
    Work,
    check_explainable,
    document_of,
    facts_of,
    language_of,
    position_of,
    step_data,
)
from enpitsu.web.tasks.why import find_why, truth_of
from enpitsu.words import SHARED, find_sentence, say

DIES, ALIVE, UNKNOWN = "dies", "alive", "unknown"
MEANING = (
    "dies: `fact` cannot be, and the steps show why: either one that supposes it and ends in a "
    "contradiction, or those that prove its opposite, closed by the sentence `close`. `text` is "
    "all of that. alive: nothing speaks against the trial. unknown: the limit `reached` came "
    "first, or the puzzle has no solution."
)
NOTHING: dict[str, Any] = {
    "fact": None,
    "steps": [],
    "close": "",
    "text": "",
    "is_board_right": True,
}


def _trial(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    puzzle, position = document.puzzle, position_of(data, document)
    facts = facts_of(data["facts"], "facts")
    check_explainable(puzzle)
    _check_fit(puzzle, facts)
    try:
        finding, fact, steps = find_death(puzzle, position, facts, work.limits)
        truth = truth_of(puzzle, work.limits)
    except LimitReached as limit:
        return {"finding": UNKNOWN, "reached": str(limit), **NOTHING}
    language = language_of(data)
    told = [step_data(step, language) for step in steps]
    close = close_of(puzzle, fact, steps, language)
    return {
        "finding": finding,
        "reached": None,
        "fact": None if fact is None else str(fact),
        "steps": told,
        "close": close,
        "text": in_one(*(each["text"] for each in told), close, language=language),
        # What was wrong before the trial began is not the trial's fault.
        "is_board_right": not any(fact.opposite in truth for fact in position),
    }


def close_of(
    puzzle: Puzzle,
    fact: Fact | None,
    steps: Sequence[Step],
    language: str,
    sentence: str = "trial.but",
) -> str:
    """What steps that prove the opposite end in; a story that supposes the fact has its end."""
    if fact is None or not steps or _supposes(steps[-1], fact):
        return ""
    return say(Message(f"{kind_of(puzzle).id}.{sentence}", {"facts": (fact,)}), language)


def _supposes(step: Step, fact: Fact) -> bool:
    return step.technique == REFUTATION and step.facts == (fact.opposite,)


def in_one(*sentences: str, language: str) -> str:
    """Sentences one after the other; empty ones are left out."""
    between = str(find_sentence(f"{SHARED}.lists.sentence", language))
    return between.join(filter(None, sentences))


def find_death(
    puzzle: Puzzle, position: Position, facts: Sequence[Fact], limits: Limits
) -> tuple[str, Fact | None, list[Step]]:
    """Whether a trial dies, of which fact, and why. Of the board before it only what is right
    counts, so that nothing is proved by a mistake."""
    truth = truth_of(puzzle, limits)
    if truth.status is Status.NONE:
        return UNKNOWN, None, []
    at = next((at for at, fact in enumerate(facts) if fact.opposite in truth), None)
    right = [fact for fact in position if fact.opposite not in truth]
    if at is not None:
        rest = Position.of([*right, *facts[:at]])
        return DIES, facts[at], reasons(puzzle, rest, facts[at], limits)
    if truth.status is Status.UNIQUE:
        return ALIVE, None, []
    return _death_of_several(puzzle, right, facts, limits)


def _death_of_several(
    puzzle: Puzzle, right: list[Fact], facts: Sequence[Fact], limits: Limits
) -> tuple[str, Fact | None, list[Step]]:
    """Of a puzzle with several solutions: facts that only together cannot be."""

    def is_dead(count: int) -> bool:
        found = solve(puzzle, solutions=1, position=_joined(right, facts[:count]), limits=limits)
        if not found.solutions and found.status is not Status.NONE:
            raise LimitReached(found.reached or "time")
        return not found.solutions

    if is_dead(0) or not is_dead(len(facts)):
        return ALIVE, None, []
    first = bisect_left(range(len(facts) + 1), True, key=is_dead)
    rest = _joined(right, facts[: first - 1])
    step = _refutation(puzzle, rest, facts[first - 1], limits)
    return DIES, facts[first - 1], [] if step is None else [step]


def _joined(right: Sequence[Fact], trial: Sequence[Fact]) -> Position:
    """The board with a trial on it: each fact replaces what it excludes."""
    there: dict[Fact, None] = {}
    held: dict[Slot, str] = {}
    for fact in (*right, *trial):
        there.pop(fact.opposite, None)
        if fact.holds:
            there.pop(Fact(fact.slot, held.get(fact.slot, fact.value)), None)
            held[fact.slot] = fact.value
        there[fact] = None
    return Position.of(there)


def reasons(puzzle: Puzzle, rest: Position, fact: Fact, limits: Limits) -> list[Step]:
    """A contradiction that follows from the fact, told in a few sentences; else the steps that
    lead to its opposite."""
    story = _refutation(puzzle, rest, fact, limits)
    if story is not None and len(story.chain) <= MOST_SENTENCES:
        return [story]
    _, steps = find_why(puzzle, rest, fact.opposite, limits)
    return steps or ([] if story is None else [story])


def _refutation(puzzle: Puzzle, rest: Position, fact: Fact, limits: Limits) -> Step | None:
    return Refuter(kind_of(puzzle), puzzle, list(rest), limits.start()).refute(fact)


def _check_fit(puzzle: Puzzle, facts: Sequence[Fact]) -> None:
    """FormatError if a fact cannot stand on this board. Of a trial some may exclude each other, so
    each value has a board for itself."""
    groups: dict[tuple[str, bool], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.value, fact.holds].append(fact)
    for group in groups.values():
        kind_of(puzzle).board(puzzle).place(group)


TASKS = (
    WebTask(
        name="trial",
        summary="The first fact of a trial that cannot be, and why.",
        asks=record(
            {"puzzle": PUZZLE, "facts": listed(FACT, MOST_FACTS)},
            {"position": POSITION, "language": LANGUAGE},
        ),
        answers=record(
            {
                "finding": {**choice(DIES, ALIVE, UNKNOWN), "description": MEANING},
                "reached": REACHED,
                "fact": maybe(FACT),
                "steps": listed(STEP),
                "close": text(10_000),
                "text": text(1_000_000),
                "is_board_right": FLAG,
            }
        ),
        run=_trial,
        given_up={"finding": UNKNOWN, **NOTHING},
    ),
)
