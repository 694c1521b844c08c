"""Tasks that help a player: is the board right, and what follows next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enpitsu.explain.data import counts_data
from enpitsu.fill_in import PLAIN, Ending, fill_in
from enpitsu.grade import LEVELS
from enpitsu.hint import Finding, Hint, hint, wrong_facts
from enpitsu.play.score import filled_marks
from enpitsu.registry import kind_of
from enpitsu.render import marks_of
from enpitsu.web.shapes import FLAG, choice, listed, maybe, record, table, text, whole
from enpitsu.web.tasks.task import (
    COUNT,
    FACT,
    LANGUAGE,
    MARKS,
    MOST_FACTS,
    POSITION,
    PUZZLE,
    REACHED,
    STEP,
    VIOLATION,
    WebTask,
    Work,
    check_explainable,
    document_of,
    facts_of,
    language_of,
    marks_data,
    position_of,
    step_data,
    texts,
    violation_data,
)

# --- look -----------------------------------------------------------------------------------------


def _look(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.cells)
    kind = kind_of(document.puzzle)
    board = kind.board(document.puzzle)
    board.place(position_of(data, document))
    wrong = kind.check(board, partial=True, ruleset=kind.rulesets[0])
    is_solved = not wrong and not kind.check(board, partial=False, ruleset=kind.rulesets[0])
    states = None if kind.clue_states is None else dict(kind.clue_states(board))
    return {
        "revision": data.get("revision", 0),
        "solved": is_solved,
        "violations": [violation_data(kind.id, each, language_of(data)) for each in wrong],
        "marks": marks_data(marks_of(wrong)),
        "clues": states,
    }


# --- hint -----------------------------------------------------------------------------------------

STAGE = record({"name": text(), "text": text(100_000), "marks": MARKS})
NO_HINT: dict[str, Any] = {"stages": [], "steps": [], "mistakes": [], "undo": None, "unique": None}


def _hint(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    position, history = position_of(data, document), facts_of(data.get("history", ()), "history")
    check_explainable(document.puzzle)
    found = hint(document.puzzle, position, history, limits=work.limits)
    return _hint_data(found, language_of(data))


def _hint_data(found: Hint, language: str) -> dict[str, Any]:
    return {
        "finding": str(found.finding),
        "unique": _is_unique(found),
        "reached": found.reached,
        "stages": [
            {"name": stage.name, "text": stage.text, "marks": marks_data(stage.marks)}
            for stage in found.stages(language)
        ],
        "steps": [step_data(step, language) for step in found.steps],
        "mistakes": texts(found.mistakes),
        "undo": found.undo,
    }


def _is_unique(found: Hint) -> bool | None:
    """Whether the puzzle has one solution, as far as is known."""
    if found.finding is Finding.UNKNOWN:
        return None
    return found.is_unique and found.finding is not Finding.IMPOSSIBLE


HINT = record(
    {
        "finding": choice(*map(str, Finding)),
        "unique": maybe(FLAG),
        "reached": REACHED,
        "stages": listed(STAGE),
        "steps": listed(STEP),
        "mistakes": POSITION,
        "undo": maybe(whole(0)),
    }
)

# --- fill in --------------------------------------------------------------------------------------


def _fill_in(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    position, history = position_of(data, document), facts_of(data.get("history", ()), "history")
    check_explainable(document.puzzle)
    level = data.get("up_to", PLAIN)
    found = fill_in(document.puzzle, position, history, up_to=level, limits=work.limits)
    language, is_end = language_of(data), found.ending is Ending.SOLVED
    return {
        "ending": str(found.ending),
        "up_to": str(found.up_to),
        "unique": found.is_unique,
        "reached": found.reached,
        "facts": [] if is_end and data.get("holds_end", False) else texts(found.facts),
        "marks": len(filled_marks(found.facts)),
        "techniques": counts_data(found.kind, found.techniques, language),
        "hint": None if found.hint is None else _hint_data(found.hint, language),
    }


NOT_FILLED: dict[str, Any] = {
    "ending": "limit",
    "up_to": str(PLAIN),
    "unique": True,
    "facts": [],
    "marks": 0,
    "techniques": [],
    "hint": None,
}

# --- mistakes -------------------------------------------------------------------------------------


def _mistakes(data: Mapping[str, Any], work: Work) -> dict[str, Any]:
    document = document_of(data, work.quota.analysed_cells)
    wrong = wrong_facts(document.puzzle, position_of(data, document), limits=work.limits)
    return {"reached": None, "mistakes": texts(wrong)}


TASKS = (
    WebTask(
        name="look",
        summary="What is already wrong on a board, whether it is solved, what clues have become.",
        asks=record(
            {"puzzle": PUZZLE},
            {"position": POSITION, "revision": whole(0, 2**53), "language": LANGUAGE},
        ),
        answers=record(
            {
                "revision": whole(0),
                "solved": FLAG,
                "violations": listed(VIOLATION),
                "marks": MARKS,
                "clues": maybe(table(choice("open", "matched", "done", "wrong"))),
            }
        ),
        run=_look,
        is_light=True,
    ),
    WebTask(
        name="hint",
        summary="The earliest mistake, or else the easiest next step, in stages.",
        asks=record(
            {"puzzle": PUZZLE},
            {"position": POSITION, "history": listed(FACT, MOST_FACTS), "language": LANGUAGE},
        ),
        answers=HINT,
        run=_hint,
        given_up={"finding": "unknown", **NO_HINT},
    ),
    WebTask(
        name="fill-in",
        summary="Everything that follows by techniques up to a level; a mistake is told instead.",
        asks=record(
            {"puzzle": PUZZLE},
            {
                "position": POSITION,
                "history": listed(FACT, MOST_FACTS),
                "up_to": choice(*map(str, LEVELS)),
                "holds_end": {
                    **FLAG,
                    "description": "Keep the facts back if they solve the puzzle.",
                },
                "language": LANGUAGE,
            },
        ),
        answers=record(
            {
                "ending": choice(*map(str, Ending)),
                "up_to": choice(*map(str, LEVELS)),
                "unique": FLAG,
                "reached": REACHED,
                "facts": POSITION,
                "marks": {**whole(0), "description": "Marks that the facts are on the board."},
                "techniques": listed(COUNT),
                "hint": maybe(HINT),
            }
        ),
        run=_fill_in,
        given_up=NOT_FILLED,
    ),
    WebTask(
        name="mistakes",
        summary="Everything on a board that the only solution denies.",
        asks=record({"puzzle": PUZZLE}, {"position": POSITION}),
        answers=record({"reached": REACHED, "mistakes": POSITION}),
        run=_mistakes,
        given_up={"mistakes": []},
    ),
)
