"""Tasks that change an author's puzzle: needless clues named, one solution suggested or made,
another level, the rest filled in.

Nothing is changed here: each answer carries the puzzle as it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from enpitsu.grade import Level, grade
from enpitsu.improve import Fix, improve, needless
from enpitsu.improve.fill import Filled, fill
from enpitsu.improve.outcome import ChangedPuzzle
from enpitsu.improve.suggest import SECONDS, suggest
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.locks import is_on_board
from enpitsu.position import Position
from enpitsu.registry import kind_of
from enpitsu.scene import Place
from enpitsu.solve import Status
from enpitsu.web import contract
from enpitsu.web.contract import (
    MAX_FACTS,
    AnswerBody,
    Count,
    Facts,
    Language,
    Places,
    PlaceText,
    Seed,
    answer_of,
)
from enpitsu.web.request_refusals import BadRequest
from enpitsu.web.tasks.analyse import GradeFields, Seconds, grade_fields, limits_within
from enpitsu.web.tasks.task import (
    PuzzleRequest,
    RunAnswers,
    WebTasks,
    Work,
    document_data,
    document_of,
    facts_of,
    place_of,
    runs_answer,
    texts,
)
from enpitsu.words import ENGLISH, say_line, say_line_runs

TASKS = WebTasks()

SLICE_SECONDS = 1.0  # for needless clues, if nobody says
GRADE_SECONDS = 10.0
MAX_RECENT = 100  # places that were changed last
QUOTA_SHARE = 0.7  # of the time that the server gives a task, for suggestions


Locked = Annotated[
    Places,
    Meta(description="Places at which nothing changes and nothing comes."),
]


class SheetRequest(PuzzleRequest):
    """A puzzle to be changed, and what its author has decided of it."""

    solution: Facts | None = None
    undecided: Places | None = None
    locked: Locked = []
    language: Language = ENGLISH


def _changed(document: Document, puzzle: Puzzle) -> dict[str, Any]:
    """Return a changed puzzle as it travels, without what was known only of the old one."""
    meta = replace(document.meta, level="", length=0)
    return document_data(replace(document.bare, puzzle=puzzle, meta=meta, made=None))


def _editable(asked: PuzzleRequest, work: Work) -> Document:
    """Return the document of a puzzle that can be changed."""
    document = document_of(asked, work.quota.analysed_cells)
    if kind_of(document.puzzle).editor is None:
        raise BadRequest("puzzles of this kind cannot be changed yet", "puzzle")
    return document


def _check_sheet(asked: SheetRequest, work: Work) -> Document:
    """Return the document of a sheet, if all that is said of it can be understood."""
    document = _editable(asked, work)
    _solution(asked)
    _undecided(asked, document.puzzle)
    _places(asked.locked, "locked", document.puzzle)
    return document


def _solution(asked: SheetRequest) -> Position | None:
    """Return the solution that the author has in mind, if they say so."""
    return None if asked.solution is None else Position.of(facts_of(asked.solution, "solution"))


def _undecided(asked: SheetRequest, puzzle: Puzzle) -> list[Place] | None:
    """Return the places that are not decided yet, if the author says which."""
    return None if asked.undecided is None else _places(asked.undecided, "undecided", puzzle)


def _places(texts: list[str], name: str, puzzle: Puzzle) -> list[Place]:
    """Return places of the board; BadRequest if one is none."""
    places = [place_of(each, f"{name}.{at}") for at, each in enumerate(texts)]
    for at, place in enumerate(places):
        if not is_on_board(place, puzzle):
            size = f"{puzzle.rows}x{puzzle.cols}"
            raise BadRequest(f"{place} is not on the board of {size}", f"{name}.{at}")
    return places


# --- needless clues -------------------------------------------------------------------------------


class NeedlessRequest(PuzzleRequest):
    """A puzzle whose needless clues are looked for."""

    seconds: Seconds = SLICE_SECONDS
    after: Annotated[int, Meta(ge=0, le=MAX_FACTS)] = 0
    locked: Locked = []
    language: Language = ENGLISH


class NeedlessClue(AnswerBody):
    """A clue without which a puzzle still has one solution."""

    places: list[PlaceText]
    text: str
    effect: str
    puzzle: contract.Document
    solution: Facts


class NeedlessAnswer(AnswerBody):
    """A slice of the clues that are needless."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    clues: list[NeedlessClue] = []
    next: Annotated[
        int | None, Meta(description="Pass it as `after` to go on; null when all were looked at.")
    ] = None


def _check_needless(asked: NeedlessRequest, work: Work) -> Document:
    document = _editable(asked, work)
    _places(asked.locked, "locked", document.puzzle)
    return document


@TASKS.register("needless", check=_check_needless, gives_up=True)
def _needless(asked: NeedlessRequest, work: Work) -> NeedlessAnswer:
    """Clues without which a puzzle still has one solution; a slice of them at a time."""
    document, limits = _editable(asked, work), limits_within(work, asked.seconds)
    locked = _places(asked.locked, "locked", document.puzzle)
    found = needless(document.puzzle, after=asked.after, locked=locked, limits=limits)
    clues = [
        NeedlessClue(
            places=texts(each.change.places),
            text=say_line(each.messages[0], asked.language),
            effect=say_line(each.outcome, asked.language),
            puzzle=_changed(document, each.puzzle),
            solution=texts(each.solution),
        )
        for each in found.found
    ]
    return answer_of(NeedlessAnswer, found, clues=clues)


# --- suggestions ----------------------------------------------------------------------------------


class FixAnswer(AnswerBody):
    """Changes that would give a puzzle one solution, or help most on the way there."""

    texts: list[str]
    effect: str
    cost: Count
    status: Status
    open: Annotated[
        int | None, Meta(description="Cells that are not the same in all solutions after it.")
    ]
    places: list[PlaceText]
    puzzle: contract.Document
    solution: Facts


class SuggestAnswer(AnswerBody):
    """Suggestions, the best first."""

    status: Status = Status.UNKNOWN
    reached: str | None = None
    at_least: Count = 0
    is_fewest: bool = False
    conflict: list[PlaceText] = []
    repairs: list[FixAnswer] = []


class SuggestProgress(AnswerBody):
    """The best suggestions so far."""

    repairs: list[FixAnswer]


class SuggestRequest(SheetRequest):
    """A sheet that is to have one solution."""

    recent: Annotated[
        list[PlaceText],
        Meta(
            max_length=MAX_RECENT,
            description="Places that were changed last, the last one first: where there is no "
            "solution, the culprit is looked for there first.",
        ),
    ] = []


def _check_suggest(asked: SuggestRequest, work: Work) -> Document:
    document = _check_sheet(asked, work)
    _places(asked.recent, "recent", document.puzzle)
    return document


@TASKS.register("suggest", check=_check_suggest, gives_up=True)
def _suggest(asked: SuggestRequest, work: Work) -> SuggestAnswer:
    """Suggest changes that give a puzzle one solution, or help most on the way there, best
    first."""
    document = _editable(asked, work)
    written: dict[int, tuple[Fix, FixAnswer]] = {}

    def write(fixes: Iterable[Fix]) -> list[FixAnswer]:
        """Most suggestions are told more than once."""
        for each in fixes:
            if id(each) not in written:
                written[id(each)] = each, _fix_answer(document, each, asked.language)
        return [written[id(each)][1] for each in fixes]

    found = suggest(
        document.puzzle,
        solution=_solution(asked),
        undecided=_undecided(asked, document.puzzle),
        recent=_places(asked.recent, "recent", document.puzzle),
        locked=_places(asked.locked, "locked", document.puzzle),
        each=lambda best: work.tell(SuggestProgress(repairs=write(best))),
        limits=replace(work.limits, seconds=min(SECONDS, QUOTA_SHARE * work.quota.seconds)),
    )
    conflict = list(found.conflict)
    return answer_of(SuggestAnswer, found, conflict=conflict, repairs=write(found.found))


def _fix_answer(document: Document, fix: Fix, language: str) -> FixAnswer:
    return answer_of(
        FixAnswer,
        fix,
        texts=[say_line(each, language) for each in fix.messages],
        effect=say_line(fix.outcome, language),
        open=0 if fix.status is Status.UNIQUE else fix.open,
        places=texts(fix.places),
        puzzle=_changed(document, fix.puzzle),
        solution=texts(fix.solution),
    )


# --- improvements ---------------------------------------------------------------------------------


class ImproveRequest(SheetRequest, kw_only=True):
    """A puzzle to be improved, and how."""

    goal: Literal["unique", "prune", "level", "fill"]
    level: Level | None = None
    keep_level: Annotated[
        bool, Meta(description="Of needless clues only those go without which the level stays.")
    ] = False
    overwrite: Annotated[
        bool,
        Meta(
            description="With `fill`: painted cells may be painted otherwise, and circles left "
            "bare get numbers."
        ),
    ] = False
    seed: Seed = 1


class ImproveAnswer(GradeFields):
    """An improved puzzle, and what was done to it."""

    is_done: bool = False
    texts: list[str] = []
    runs: Annotated[list[RunAnswers], Meta(description="`texts` as runs.")] = []
    failures: list[str] = []
    may_overwrite: Annotated[
        bool, Meta(description="Nothing was found; with `overwrite` something might be.")
    ] = False
    puzzle: contract.Document | None = None
    status: Status = Status.UNKNOWN
    solution: Facts | None = None
    places: list[PlaceText] = []
    reached: str | None = None


class ImproveProgress(AnswerBody):
    """The best so far."""

    best: ImproveAnswer


def _check_improve(asked: ImproveRequest, work: Work) -> Document:
    if asked.goal == "level" and asked.level is None:
        raise BadRequest("'level' is missing", "level")
    return _check_sheet(asked, work)


@TASKS.register("improve", check=_check_improve, gives_up=True)
def _improve(asked: ImproveRequest, work: Work) -> ImproveAnswer:
    """Make a puzzle unique, take needless clues away, move it to a level or fill it."""
    document, language = _check_improve(asked, work), asked.language

    def answer(done: ChangedPuzzle) -> ImproveAnswer:
        return _improve_answer(document, done, language)

    def tell(best: ChangedPuzzle) -> None:
        work.tell(ImproveProgress(best=answer(best)))

    if asked.goal == "fill":
        return answer(_fill(asked, document.puzzle, work.limits))
    return answer(_change(asked, document.puzzle, tell, work.limits))


def _improve_answer(document: Document, done: ChangedPuzzle, language: str) -> ImproveAnswer:
    failures = [say_line(each, language) for each in done.failed]
    return answer_of(
        ImproveAnswer,
        done,
        is_done=done.status is Status.UNIQUE and not failures,
        texts=[say_line(each, language) for each in done.messages],
        runs=[runs_answer(say_line_runs(each, language)) for each in done.messages],
        failures=failures,
        may_overwrite=isinstance(done, Filled) and done.may_overwrite,
        puzzle=_changed(document, done.puzzle),
        solution=None if done.solution is None else texts(done.solution),
        places=sorted(texts(done.places)),
        **grade_fields(document.puzzle.kind, done.grade, language),
    )


def _change(
    asked: ImproveRequest,
    puzzle: Puzzle,
    each: Callable[[ChangedPuzzle], object],
    limits: Limits,
) -> ChangedPuzzle:
    return improve(
        puzzle,
        unique=asked.goal == "unique",
        prune=asked.goal == "prune",
        keep_level=asked.keep_level,
        level=asked.level if asked.goal == "level" else None,
        solution=_solution(asked),
        seed=asked.seed,
        locked=_places(asked.locked, "locked", puzzle),
        report=False,
        each=each,
        limits=limits,
    )


def _fill(asked: ImproveRequest, puzzle: Puzzle, limits: Limits) -> ChangedPuzzle:
    done = fill(
        puzzle,
        undecided=_undecided(asked, puzzle),
        solution=_solution(asked),
        seed=asked.seed,
        level=asked.level,
        overwrite=asked.overwrite,
        locked=_places(asked.locked, "locked", puzzle),
        limits=limits,
    )
    if done.grade is None and done.status is Status.UNIQUE and kind_of(puzzle).ladder is not None:
        found = grade(done.puzzle, limits=replace(limits, seconds=GRADE_SECONDS))
        return replace(done, grade=found)
    return done
