"""Results: a game ended, what it was worth, bests, rankings, progress, replays."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, structs

from enpitsu.grade import Length
from enpitsu.play.score import MARKS
from enpitsu.store.games import events_of
from enpitsu.store.results import PlayResult, Ranked
from enpitsu.web import contract
from enpitsu.web.api.puzzle_routes import length_fields, time_text
from enpitsu.web.api.saved import Asked, LibraryRoutes, Reply
from enpitsu.web.contract import AnswerBody, Count, Number, answer_of
from enpitsu.web.request_refusals import ShowsAnswer

ROUTES = LibraryRoutes("results")


PAGE_SIZE = 50  # results on a page
MAX_PAGE_SIZE = 200
CSV = "text/csv; charset=utf-8"

if TYPE_CHECKING:
    ResultMark = str
else:
    ResultMark = Literal[MARKS]

Namesake = Annotated[
    int,
    Meta(
        ge=0,
        description="Tells players apart whose names look the same; 0 where nobody else's does.",
    ),
]


class ResultAnswer(AnswerBody):
    """A solved puzzle."""

    id: Number
    kind: str
    rows: Number
    cols: Number
    level: str
    length: Annotated[int, Meta(description="The steps that it takes; 0 if nobody counted them.")]
    length_word: Length | None
    title: str
    seconds: float
    penalty: Count
    total: float
    hints: Count
    checks: Count
    is_clean: bool
    is_first: bool
    solved: str
    puzzle: int | None
    collection: str | None
    number: int | None
    points: Annotated[
        int | None,
        Meta(description="Its worth in the ranking of players; null if it does not count."),
    ]
    mark: Annotated[
        ResultMark,
        Meta(
            description="Why it is in no ranking: hands: its strokes are faster than hands. clock: "
            "it tells of more time than had passed. answer: the player had asked for the answer. "
            "Empty if it is ranked."
        ),
    ]


class RankedResult(AnswerBody):
    """A place in a ranking."""

    place: Number
    name: str
    namesake: Namesake
    result: ResultAnswer
    is_me: bool


class RankingAnswer(AnswerBody):
    """Players by their results, the best first."""

    ranking: list[RankedResult]


class ProgressPoint(AnswerBody):
    """A first attempt, and the best one until then."""

    solved: str
    seconds: float
    total: float
    is_clean: bool
    best: float


class ProgressAnswer(AnswerBody):
    """First attempts, the oldest first."""

    points: list[ProgressPoint]


class ResultsQuery(contract.RequestBody):
    """A page of results."""

    page: Annotated[int, Meta(ge=1, le=10**6)] = 1
    size: Annotated[int, Meta(ge=1, le=MAX_PAGE_SIZE)] = PAGE_SIZE


class ResultsAnswer(AnswerBody):
    """A page of results, and what all of them come to."""

    results: list[ResultAnswer]
    page: Number
    pages: Count
    total: Count
    clean: Count
    seconds: float


class BestsAnswer(AnswerBody):
    """The best result of each kind, size and level."""

    results: list[ResultAnswer]


class ClassQuery(contract.RequestBody):
    """Puzzles that are compared with each other; without a level, those that tell none."""

    kind: Annotated[str, Meta(max_length=100)]
    rows: Number
    cols: Number
    level: Annotated[str, Meta(max_length=100)] = ""


class ClassAnswer(AnswerBody):
    """Puzzles that are compared with each other."""

    kind: str
    rows: Number
    cols: Number
    level: str


class ClassesAnswer(AnswerBody):
    """The sorts of puzzles that have a ranking."""

    classes: list[ClassAnswer]


class ReplayQuery(contract.RequestBody):
    """The query for a replay, shown also to a player who has not solved the puzzle if so asked."""

    answer: Literal["yes"] | None = None


class ReplayAnswer(AnswerBody):
    """A solve to be watched again."""

    name: str
    namesake: Namesake
    result: ResultAnswer
    document: contract.Document
    log: list[dict[str, Any]]


# --- a player's own -------------------------------------------------------------------------------


@ROUTES.register_library("GET", "/results", errors=(401,))
def results(asked: Asked, query: ResultsQuery) -> ResultsAnswer:
    """The player's results, the latest first, in pages, and what all of them come to."""
    found = asked.repositories.results.of_player(asked.me, page=query.page, size=query.size)
    sums = asked.repositories.results.sums(asked.me)
    return ResultsAnswer(
        results=[result_answer(each) for each in found],
        page=query.page,
        pages=-(-sums.total // query.size),
        **sums._asdict(),
    )


@ROUTES.register_library("GET", "/results/bests", errors=(401,))
def bests(asked: Asked) -> BestsAnswer:
    """The player's best result of each kind, size and level."""
    found = asked.repositories.results.bests(asked.me)
    return BestsAnswer(results=[result_answer(each) for each in found])


@ROUTES.register_library("GET", "/results/progress", errors=(401,))
def progress(asked: Asked, query: ClassQuery) -> ProgressAnswer:
    """The player's first attempts at such puzzles, the oldest first."""
    points = asked.repositories.results.progress(asked.me, *structs.astuple(query))
    return ProgressAnswer(
        points=[answer_of(ProgressPoint, each, solved=time_text(each.solved)) for each in points]
    )


@ROUTES.register_library("GET", "/results/table", is_secret=True, media=(CSV,), errors=(401,))
def table(asked: Asked) -> Reply:
    """All results of the player as a CSV file."""
    file = StringIO()
    csv.writer(file).writerows(asked.repositories.results.table(asked.me))
    headers = {"content_disposition": 'attachment; filename="enpitsu-results.csv"'}
    # Spreadsheets take a file without this mark for one of another encoding.
    return Reply(content=file.getvalue().encode("utf-8-sig"), media=CSV, headers=headers)


# --- everybody's ----------------------------------------------------------------------------------


@ROUTES.register_library("GET", "/ranking")
def ranking(asked: Asked, query: ClassQuery) -> RankingAnswer:
    """The players of this installation by their best result on such puzzles."""
    return _ranking_answer(asked, asked.repositories.results.ranking(*structs.astuple(query)))


@ROUTES.register_library("GET", "/ranking/classes")
def ranked_classes(asked: Asked) -> ClassesAnswer:
    """The kinds, sizes and levels in whose ranking somebody stands."""
    found = asked.repositories.results.classes()
    return ClassesAnswer(classes=[answer_of(ClassAnswer, each) for each in found])


@ROUTES.register_library("GET", "/puzzles/{id}/ranking", errors=(404,))
def ranking_of_puzzle(asked: Asked) -> RankingAnswer:
    """The players who solved a puzzle, or a twin of it, at the first attempt."""
    row = asked.repositories.shelf.load(asked.key(), asked.someone)
    return _ranking_answer(
        asked, asked.repositories.results.ranking_of_puzzle(row.fingerprint, asked.someone)
    )


def _ranking_answer(asked: Asked, ranking: list[Ranked]) -> RankingAnswer:
    return RankingAnswer(
        ranking=[
            answer_of(
                RankedResult,
                each,
                result=result_answer(each.result),
                is_me=each.result.player == asked.someone,
            )
            for each in ranking
        ]
    )


@ROUTES.register_library("GET", "/replays/{result}", errors=(404, 409))
def replay(asked: Asked, query: ReplayQuery) -> ReplayAnswer:
    """A solve to be watched again."""
    # Another's solve shows the answer: who has not solved the puzzle must want that.
    found = asked.repositories.results.replay(asked.key("result"), asked.someone)
    known = found.result.fingerprint
    if asked.token and not asked.repositories.results.has_solved(asked.me, known):
        if query.answer is None:
            raise ShowsAnswer("this shows the answer of a puzzle that you have not solved")
        told = asked.repositories.told
        is_read_only = asked.repositories.store.database.is_read_only
        if not is_read_only and told.is_new(asked.me, known, True, ()):
            told.keep(asked.keep_me(), known, has_answer=True)
    return answer_of(
        ReplayAnswer,
        found,
        result=result_answer(found.result),
        document=json.loads(found.content),
        log=events_of(found.log),
    )


def result_answer(result: PlayResult) -> ResultAnswer:
    """Return a result as it travels."""
    return answer_of(
        ResultAnswer, result, **length_fields(result.length), solved=time_text(result.solved)
    )
