"""Results: a game ended, what it was worth, bests, rankings, progress, replays."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.grade import Length
from enpitsu.play.score import MARKS, GameVerdict, why_no_result
from enpitsu.store.games import Game, Played, events_of
from enpitsu.store.results import PlayResult, Ranked
from enpitsu.store.schema import SOLVED
from enpitsu.web import contract
from enpitsu.web.api.puzzle_routes import length_fields, time_text
from enpitsu.web.api.route import Route, server_of, while_connected
from enpitsu.web.api.saved import Asked, Reply, library_route, look_up, reply_to
from enpitsu.web.contract import AnswerBody, Count, Nothing, Number
from enpitsu.web.request_refusals import ShowsAnswer
from enpitsu.web.tasks.save import judge_game
from enpitsu.web.worker_pools import Priority

PAGE_SIZE = 50  # results on a page
MAX_PAGE_SIZE = 200
SHORT_LOG = 200_000  # characters of a log that is played again in a moment
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


class FinishAnswer(AnswerBody):
    """The verdict on a game, and its score."""

    solved: bool
    reason: str
    result: ResultAnswer | None = None
    place: int | None = None
    is_best: bool = False


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


# --- the end of a game ----------------------------------------------------------------------------


async def _finish(request: Request) -> Response:
    """A long game takes a while to be played again, so a process does it."""
    game = request.path_params["id"]
    played = await look_up(request, lambda asked: asked.repositories.games.played(game, asked.me))
    verdict = None if played is None else await _judge(request, played)

    if played is not None and verdict is not None and verdict.is_solved:
        await look_up(
            request, lambda asked: asked.repositories.games.end(played, verdict), writes=True
        )

    def tell(asked: Asked) -> FinishAnswer:
        if verdict is not None and not verdict.is_solved:
            return FinishAnswer(solved=False, reason=verdict.reason)
        return _finish_answer(asked, asked.repositories.games.result(game, asked.me))

    # Rankings are looked at when all is written: nobody who writes waits for that.
    return await reply_to(request, tell, writes=False)


async def _judge(request: Request, played: Played) -> GameVerdict:
    server = server_of(request)
    priority = Priority.LIGHT if len(played.log) <= SHORT_LOG else Priority.HEAVY
    work = server.worker_pools.ask(
        priority,
        server.config.request_seconds,
        judge_game,
        played.log,
        played.content,
    )
    return await while_connected(request, work)


def _finish_answer(asked: Asked, result: PlayResult | None) -> FinishAnswer:
    if result is None:
        game = asked.repositories.games.load(asked.path["id"], asked.me)
        is_solved, reason = _without_result(game)
        return FinishAnswer(solved=is_solved, reason=reason)
    return FinishAnswer(
        solved=True,
        reason="",
        result=result_answer(result),
        place=_place(asked, result),
        is_best=any(best.id == result.id for best in asked.repositories.results.bests(asked.me)),
    )


def _without_result(game: Game) -> tuple[bool, str]:
    """Return whether a game that has ended was solved, and why it has no result."""
    if game.state == SOLVED:
        return True, "its result was removed"
    marks = {mark for event in game.events() for mark in (event.get("note"), event.get("by"))}
    reason = why_no_result(marks)
    return (True, reason) if reason else (False, "the game was given up")


def _place(asked: Asked, result: PlayResult) -> int | None:
    """The place among all who solved this puzzle; only a first attempt has one."""
    ranking = asked.repositories.results.ranking_of_puzzle(
        result.fingerprint, asked.someone, most=1000
    )
    return next((each.place for each in ranking if each.result.id == result.id), None)


def _give_up(asked: Asked) -> Nothing:
    asked.repositories.games.give_up(asked.path["id"], asked.me)
    return Nothing()


# --- a player's own -------------------------------------------------------------------------------


def _results(asked: Asked) -> ResultsAnswer:
    query: ResultsQuery = asked.query
    found = asked.repositories.results.of_player(asked.me, page=query.page, size=query.size)
    sums = asked.repositories.results.sums(asked.me)
    return ResultsAnswer(
        results=[result_answer(each) for each in found],
        page=query.page,
        pages=-(-sums.total // query.size),
        **sums._asdict(),
    )


def _bests(asked: Asked) -> BestsAnswer:
    found = asked.repositories.results.bests(asked.me)
    return BestsAnswer(results=[result_answer(each) for each in found])


def _progress(asked: Asked) -> ProgressAnswer:
    points = asked.repositories.results.progress(asked.me, *_class(asked.query))
    return ProgressAnswer(
        points=[
            ProgressPoint(**{**each._asdict(), "solved": time_text(each.solved)}) for each in points
        ]
    )


def _table(asked: Asked) -> Reply:
    file = StringIO()
    csv.writer(file).writerows(asked.repositories.results.table(asked.me))
    headers = {"content_disposition": 'attachment; filename="enpitsu-results.csv"'}
    # Spreadsheets take a file without this mark for one of another encoding.
    return Reply(content=file.getvalue().encode("utf-8-sig"), media=CSV, headers=headers)


# --- everybody's ----------------------------------------------------------------------------------


def _ranking(asked: Asked) -> RankingAnswer:
    return _ranking_answer(asked, asked.repositories.results.ranking(*_class(asked.query)))


def _puzzle_ranking(asked: Asked) -> RankingAnswer:
    row = asked.repositories.shelf.load(asked.key(), asked.someone)
    return _ranking_answer(
        asked, asked.repositories.results.ranking_of_puzzle(row.fingerprint, asked.someone)
    )


def _ranking_answer(asked: Asked, ranking: list[Ranked]) -> RankingAnswer:
    return RankingAnswer(
        ranking=[
            RankedResult(
                place=each.place,
                name=each.name,
                namesake=each.namesake,
                result=result_answer(each.result),
                is_me=each.result.player == asked.someone,
            )
            for each in ranking
        ]
    )


def _replay(asked: Asked) -> ReplayAnswer:
    """Another's solve shows the answer: who has not solved the puzzle must want that."""
    found = asked.repositories.results.replay(asked.key("result"), asked.someone)
    known = found.result.fingerprint
    if asked.token and not asked.repositories.results.has_solved(asked.me, known):
        query: ReplayQuery = asked.query
        if query.answer is None:
            raise ShowsAnswer("this shows the answer of a puzzle that you have not solved")
        told = asked.repositories.told
        is_read_only = asked.repositories.store.database.is_read_only
        if not is_read_only and told.is_new(asked.me, known, True, ()):
            told.keep(asked.keep_me(), known, has_answer=True)
    return ReplayAnswer(
        name=found.name,
        namesake=found.namesake,
        result=result_answer(found.result),
        document=json.loads(found.content),
        log=events_of(found.log),
    )


# --- data -----------------------------------------------------------------------------------------


def _class(query: ClassQuery) -> tuple[str, int, int, str]:
    return query.kind, query.rows, query.cols, query.level


def result_answer(result: PlayResult) -> ResultAnswer:
    """Return a result as it travels."""
    return ResultAnswer(
        id=result.id,
        kind=result.kind,
        rows=result.rows,
        cols=result.cols,
        level=result.level,
        **length_fields(result.length),
        title=result.title,
        seconds=result.seconds,
        penalty=result.penalty,
        total=result.total,
        hints=result.hints,
        checks=result.checks,
        is_clean=result.is_clean,
        is_first=result.is_first,
        solved=time_text(result.solved),
        puzzle=result.puzzle,
        points=result.points,
        mark=result.mark,
    )


ROUTES = (
    Route(
        handle=_finish,
        method="POST",
        path="/games/{id}/finish",
        name="finish-game",
        group="games",
        summary="Say that a game is solved: it is played again, and the rules judge the board.",
        answers=FinishAnswer,
        errors=(400, 401, 404, 409, 422, 501),
    ),
    library_route(
        _give_up,
        method="POST",
        path="/games/{id}/give-up",
        name="give-up-game",
        group="games",
        summary="End a game without a result.",
        answers=Nothing,
        errors=(401, 404, 409),
    ),
    library_route(
        _results,
        method="GET",
        path="/results",
        name="results",
        group="results",
        summary="The player's results, the latest first, in pages, and what all of them come to.",
        query=ResultsQuery,
        answers=ResultsAnswer,
        errors=(401,),
    ),
    library_route(
        _bests,
        method="GET",
        path="/results/bests",
        name="bests",
        group="results",
        summary="The player's best result of each kind, size and level.",
        answers=BestsAnswer,
        errors=(401,),
    ),
    library_route(
        _progress,
        method="GET",
        path="/results/progress",
        name="progress",
        group="results",
        summary="How the player's first attempts at such puzzles went, the oldest first.",
        query=ClassQuery,
        answers=ProgressAnswer,
        errors=(401,),
    ),
    library_route(
        _table,
        is_secret=True,
        method="GET",
        path="/results/table",
        name="table",
        group="results",
        summary="All results of the player as a CSV file.",
        media=(CSV,),
        errors=(401,),
    ),
    library_route(
        _ranking,
        method="GET",
        path="/ranking",
        name="ranking",
        group="results",
        summary="The players of this installation by their best result on such puzzles.",
        query=ClassQuery,
        answers=RankingAnswer,
    ),
    library_route(
        _puzzle_ranking,
        method="GET",
        path="/puzzles/{id}/ranking",
        name="ranking-of-puzzle",
        group="results",
        summary="The players who solved a puzzle, or a twin of it, at the first attempt.",
        answers=RankingAnswer,
        errors=(404,),
    ),
    library_route(
        _replay,
        method="GET",
        path="/replays/{result}",
        name="replay",
        group="results",
        summary="A solve to be watched again.",
        query=ReplayQuery,
        answers=ReplayAnswer,
        errors=(404, 409),
    ),
)
