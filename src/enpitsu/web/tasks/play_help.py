"""Tasks that help a player: is the board right, what follows next, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from enpitsu.explain.justify import FactStatus, Justification, justify, justify_place
from enpitsu.explain.refute_assumption import (
    Assumption,
    AssumptionStatus,
    refute_assumption,
)
from enpitsu.explain.step import Step
from enpitsu.fill_in import PLAIN, Ending, fill_in
from enpitsu.grade import Level
from enpitsu.grid import Edge, Slot, is_inside, parse_slot
from enpitsu.hint import Finding, Hint, hint, wrong_facts
from enpitsu.kind import ClueState, Fullness, Puzzle
from enpitsu.play.score import filled_marks
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.render import marks_of
from enpitsu.web.contract import AnswerBody, Count, Facts, FactText, Language, answer_of
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.tasks.task import (
    MarksAnswer,
    PositionRequest,
    RunAnswers,
    StepAnswer,
    TechniqueCount,
    ViolationAnswer,
    WebTasks,
    Work,
    check_explainable,
    document_of,
    fact_of,
    facts_of,
    marks_answer,
    message_runs,
    position_of,
    runs_answer,
    steps_answer,
    technique_counts,
    texts,
    violation_answer,
)
from enpitsu.words import ENGLISH

TASKS = WebTasks()

# --- check ----------------------------------------------------------------------------------------


class CheckRequest(PositionRequest):
    """A board to be checked."""

    revision: Annotated[int, Meta(ge=0, le=2**53)] = 0
    language: Language = ENGLISH


class CheckAnswer(AnswerBody):
    """The verdict of the rules on a board."""

    revision: int
    solved: bool
    violations: list[ViolationAnswer]
    unsolved: Annotated[
        ViolationAnswer | None,
        Meta(description="What a whole board would break first; null if it is solved."),
    ]
    fullness: Annotated[
        Fullness,
        Meta(
            description="full: it looks finished, as nothing can be added that would not break a "
            "rule at once. open: something begun has to go on. unclear: only the number of marks "
            "of the solution tells."
        ),
    ]
    marks: MarksAnswer
    clues: dict[str, ClueState] | None


@TASKS.register("check", is_light=True)
def _check(asked: CheckRequest, work: Work) -> CheckAnswer:
    """Find the mistakes on a board, whether it is solved, and the states of clues."""
    document = document_of(asked, work.quota.cells)
    kind = kind_of(document.puzzle)
    board = kind.board(document.puzzle)
    position = position_of(asked, document)
    board.place(position)
    wrong = kind.check(board, partial=True, ruleset=kind.rulesets[0])
    unsolved = wrong or kind.check(board, partial=False, ruleset=kind.rulesets[0])
    return CheckAnswer(
        revision=asked.revision,
        solved=not unsolved,
        unsolved=violation_answer(kind.id, unsolved[0], asked.language) if unsolved else None,
        fullness=kind.fullness(board) if unsolved and position else "unclear",
        violations=[violation_answer(kind.id, each, asked.language) for each in wrong],
        marks=marks_answer(marks_of(wrong)),
        clues=None if kind.clue_states is None else dict(kind.clue_states(board)),
    )


# --- hint -----------------------------------------------------------------------------------------


class HintRequest(PositionRequest):
    """A board from which a player wants to go on."""

    history: Facts = []
    language: Language = ENGLISH


class HintStage(AnswerBody):
    """One stage of a hint: each tells more than the one before."""

    name: str
    text: str
    runs: RunAnswers
    marks: MarksAnswer


class HintAnswer(AnswerBody):
    """The earliest mistake, or else the easiest next step."""

    finding: Finding = Finding.UNKNOWN
    unique: bool | None = None
    reached: str | None = None
    stages: list[HintStage] = []
    steps: list[StepAnswer] = []
    mistakes: Facts = []
    undo: Count | None = None


@TASKS.register("hint", gives_up=True)
def _hint(asked: HintRequest, work: Work) -> HintAnswer:
    """The earliest mistake, or else the easiest next step, in stages."""
    document = document_of(asked, work.quota.analysed_cells)
    position, history = position_of(asked, document), facts_of(asked.history, "history")
    check_explainable(document.puzzle)
    found = hint(document.puzzle, position, history, limits=work.limits)
    return _hint_answer(found, asked.language)


def _hint_answer(found: Hint, language: str) -> HintAnswer:
    is_unique = found.is_unique and found.finding is not Finding.IMPOSSIBLE
    stages = found.stages(language)
    return answer_of(
        HintAnswer,
        found,
        unique=None if found.finding is Finding.UNKNOWN else is_unique,
        stages=[
            answer_of(
                HintStage, stage, runs=runs_answer(stage.runs), marks=marks_answer(stage.marks)
            )
            for stage in stages
        ],
        steps=steps_answer(found.steps, language),
        mistakes=texts(found.mistakes),
    )


# --- fill in --------------------------------------------------------------------------------------


class FillInRequest(HintRequest):
    """A board on which easy things are to be filled in."""

    up_to: Level = PLAIN
    holds_end: Annotated[
        bool, Meta(description="Keep the facts back if they solve the puzzle.")
    ] = False


class FillInAnswer(AnswerBody):
    """Everything that follows by techniques up to a level; a mistake is told instead."""

    ending: Ending = Ending.LIMIT
    up_to: Level = PLAIN
    unique: bool = True
    reached: str | None = None
    facts: Facts = []
    marks: Annotated[int, Meta(ge=0, description="Marks that the facts are on the board.")] = 0
    techniques: list[TechniqueCount] = []
    hint: HintAnswer | None = None


@TASKS.register("fill-in", gives_up=True)
def _fill_in(asked: FillInRequest, work: Work) -> FillInAnswer:
    """Everything that follows by techniques up to a level; a mistake is told instead."""
    document = document_of(asked, work.quota.analysed_cells)
    position, history = position_of(asked, document), facts_of(asked.history, "history")
    check_explainable(document.puzzle)
    found = fill_in(document.puzzle, position, history, up_to=asked.up_to, limits=work.limits)
    is_end = found.ending is Ending.SOLVED
    return answer_of(
        FillInAnswer,
        found,
        unique=found.is_unique,
        facts=[] if is_end and asked.holds_end else texts(found.facts),
        marks=len(filled_marks(found.facts)),
        techniques=technique_counts(found.kind, found.techniques, asked.language),
        hint=None if found.hint is None else _hint_answer(found.hint, asked.language),
    )


# --- mistakes -------------------------------------------------------------------------------------


class MistakesAnswer(AnswerBody):
    """Everything on a board that the only solution denies."""

    reached: str | None = None
    mistakes: Facts = []


@TASKS.register("mistakes", gives_up=True)
def _mistakes(asked: PositionRequest, work: Work) -> MistakesAnswer:
    """Everything on a board that the only solution denies."""
    document = document_of(asked, work.quota.analysed_cells)
    wrong = wrong_facts(document.puzzle, position_of(asked, document), limits=work.limits)
    return MistakesAnswer(mistakes=texts(wrong))


# --- why a fact, why not a trial ------------------------------------------------------------------


class JustifyRequest(PositionRequest, kw_only=True):
    """A fact that is to be proved, or a place where something may follow."""

    fact: FactText | None = None
    slots: Annotated[
        list[Annotated[str, Meta(max_length=50)]],
        Meta(max_length=8, description="Instead of a fact: a cell or edges that are empty."),
    ] = []
    language: Language = ENGLISH


class JustifyAnswer(AnswerBody):
    """The proof of a fact from the rest of a board, or what refutes it."""

    finding: Annotated[
        FactStatus,
        Meta(
            description="step: this step proves it from the board. later: not proved yet, the "
            "steps lead to it. wrong: it does not hold; the steps end in a contradiction with it, "
            "or prove its opposite. open: it holds only in some solutions; at a place, nothing "
            "follows there in one step. "
            "impossible: the puzzle has no solution. unknown: the limit `reached` came first."
        ),
    ] = FactStatus.UNKNOWN
    reached: str | None = None
    fact: FactText | None = None
    steps: list[StepAnswer] = []


@TASKS.register("justify", gives_up=True)
def _justify(asked: JustifyRequest, work: Work) -> JustifyAnswer:
    """Prove a fact from the rest of the board, or refute it; or find what follows at a place."""
    document = document_of(asked, work.quota.analysed_cells)
    puzzle, position = document.puzzle, position_of(asked, document)
    if asked.fact is None:
        found = justify_place(puzzle, position, _slots_of(asked, puzzle), work.limits)
        return _justify_answer(found, found.fact, found.steps, asked.language)
    fact, budget = fact_of(asked.fact, "fact"), work.limits.start()
    found = justify(puzzle, position, fact, work.limits)
    steps = found.steps
    if found.finding is FactStatus.WRONG:
        rest = Position.of(each for each in position if each != fact)
        left = replace(work.limits, seconds=budget.left())
        steps = refute_assumption(puzzle, rest, [fact], left).steps
    return _justify_answer(found, fact, steps, asked.language)


def _justify_answer(
    found: Justification, fact: Fact | None, steps: Sequence[Step], language: str
) -> JustifyAnswer:
    told = None if fact is None else str(fact)
    return answer_of(JustifyAnswer, found, fact=told, steps=steps_answer(steps, language))


def _slots_of(asked: JustifyRequest, puzzle: Puzzle) -> list[Slot]:
    """Return the slots that are asked about; BadRequest if there are none on the board."""
    try:
        slots = [parse_slot(text) for text in asked.slots]
    except ValueError as error:
        raise BadRequest(str(error)) from None
    cells = [cell for slot in slots for cell in (slot if isinstance(slot, Edge) else (slot,))]
    if not any(is_inside(cell, puzzle.rows, puzzle.cols) for cell in cells):
        raise BadRequest("a fact is wanted, or slots on the board")
    return slots


class RefuteAssumptionRequest(PositionRequest, kw_only=True):
    """The facts that a player tries out."""

    facts: Facts
    language: Language = ENGLISH


class RefuteAssumptionAnswer(AnswerBody):
    """The first fact of a trial that cannot be, and why."""

    finding: Annotated[
        AssumptionStatus,
        Meta(
            description="dies: `fact` cannot be, and the steps show why: either one that supposes "
            "it and ends in a contradiction, or those that prove its opposite, closed by the "
            "sentence `close`. `text` is all of that. alive: nothing speaks against the trial. "
            "unknown: the limit `reached` came first, or the puzzle has no solution."
        ),
    ] = AssumptionStatus.UNKNOWN
    reached: str | None = None
    fact: FactText | None = None
    steps: list[StepAnswer] = []
    close: RunAnswers = []
    text: str = ""
    is_board_right: bool = True


@TASKS.register("refute-assumption", gives_up=True)
def _refute_assumption(asked: RefuteAssumptionRequest, work: Work) -> RefuteAssumptionAnswer:
    """The first fact of a trial that cannot be, and why."""
    document, language = document_of(asked, work.quota.analysed_cells), asked.language
    position, facts = position_of(asked, document), facts_of(asked.facts, "facts")
    return refuted_answer(
        refute_assumption(document.puzzle, position, facts, work.limits), language
    )


def refuted_answer(found: Assumption, language: str) -> RefuteAssumptionAnswer:
    """Return the fate of an assumption, in words."""
    return answer_of(
        RefuteAssumptionAnswer,
        found,
        fact=None if found.fact is None else str(found.fact),
        steps=steps_answer(found.steps, language),
        close=message_runs(found.close, language),
        text=found.say(language),
    )
