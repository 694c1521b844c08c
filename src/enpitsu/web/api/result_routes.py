"""Results: a game ended, what it was worth, bests, rankings, progress, replays."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from io import StringIO
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.play.score import MARKS, GameVerdict, why_no_result
from enpitsu.store.games import Game, Played, events_of
from enpitsu.store.names import MAX_PLAYER_NAME
from enpitsu.store.results import PlayResult, Point, Ranked
from enpitsu.store.schema import SOLVED
from enpitsu.web.api.puzzle_routes import LENGTH_SHAPES, length_data, time_text
from enpitsu.web.api.route import Route, server_of, while_connected
from enpitsu.web.api.saved import Asked, Reply, kept, look_up, reply_to
from enpitsu.web.request_refusals import ShowsAnswer
from enpitsu.web.shapes import (
    FLAG,
    FREE,
    NUMBER,
    Shape,
    choice,
    listed,
    maybe,
    record,
    text,
    whole,
)
from enpitsu.web.tasks.save import judge_game
from enpitsu.web.tasks.task import PUZZLE
from enpitsu.web.worker_pools import Priority

SIZE = 50
"""Results on a page."""
SHORT_LOG = 200_000
"""Characters of a log that is played again in a moment."""
CSV = "text/csv; charset=utf-8"

MARK_MEANING = (
    "Why it is in no ranking: hands: its strokes are faster than hands. clock: it tells of more "
    "time than had passed. answer: the player had asked for the answer. Empty if it is ranked."
)
NAMESAKE = {
    **whole(0),
    "description": "Tells players apart whose names look the same; 0 where nobody else's does.",
}

RESULT = record(
    {
        "id": whole(1),
        "kind": text(),
        "rows": whole(1),
        "cols": whole(1),
        "level": text(),
        **LENGTH_SHAPES,
        "title": text(100_000),
        "seconds": NUMBER,
        "penalty": whole(0),
        "total": NUMBER,
        "hints": whole(0),
        "checks": whole(0),
        "is_clean": FLAG,
        "is_first": FLAG,
        "solved": text(),
        "puzzle": maybe(whole(1)),
        "points": {
            **maybe(whole(0)),
            "description": "Its worth in the ranking of players; null if it does not count.",
        },
        "mark": {**choice(*MARKS), "description": MARK_MEANING},
    }
)
FINISHED = record(
    {
        "solved": FLAG,
        "reason": text(10_000),
        "result": maybe(RESULT),
        "place": maybe(whole(1)),
        "is_best": FLAG,
    }
)
RANKED = record(
    {
        "place": whole(1),
        "name": text(MAX_PLAYER_NAME),
        "namesake": NAMESAKE,
        "result": RESULT,
        "is_me": FLAG,
    }
)
RANKING = record({"ranking": listed(RANKED)})
POINT = record(
    {"solved": text(), "seconds": NUMBER, "total": NUMBER, "is_clean": FLAG, "best": NUMBER}
)
RESULTS = record(
    {
        "results": listed(RESULT),
        "page": whole(1),
        "pages": whole(0),
        "total": whole(0),
        "clean": whole(0),
        "seconds": NUMBER,
    }
)
CLASS = record({"kind": text(100), "rows": whole(1), "cols": whole(1)}, {"level": text(100)})
"""Puzzles that are compared with each other; without a level, those that tell none."""


# --- the end of a game ----------------------------------------------------------------------------


async def _finish(request: Request) -> Response:
    """A long game takes a while to be played again, so a process does it."""
    game = request.path_params["id"]
    played = await look_up(request, lambda asked: asked.repositories.games.played(game, asked.me))
    verdict = None if played is None else await _judged(request, played)

    if played is not None and verdict is not None and verdict.is_solved:
        await look_up(
            request, lambda asked: asked.repositories.games.end(played, verdict), writes=True
        )

    def tell(asked: Asked) -> dict[str, Any]:
        if verdict is not None and not verdict.is_solved:
            return _finished(False, verdict.reason)
        return _ended(asked, asked.repositories.games.result(game, asked.me))

    # Rankings are looked at when all is written: nobody who writes waits for that.
    return await reply_to(request, tell, writes=False)


async def _judged(request: Request, played: Played) -> GameVerdict:
    server = server_of(request)
    sort = Priority.LIGHT if len(played.log) <= SHORT_LOG else Priority.HEAVY
    work = server.worker_pools.ask(
        sort,
        server.config.request_seconds,
        judge_game,
        played.log,
        played.content,
    )
    return await while_connected(request, work)


def _ended(asked: Asked, result: PlayResult | None) -> dict[str, Any]:
    if result is None:
        game = asked.repositories.games.load(asked.path["id"], asked.me)
        return _finished(*_without_result(game))
    return {
        **_finished(True, ""),
        "result": result_data(result),
        "place": _place(asked, result),
        "is_best": any(best.id == result.id for best in asked.repositories.results.bests(asked.me)),
    }


def _without_result(game: Game) -> tuple[bool, str]:
    """Whether a game that has ended was solved, and why it has no result."""
    if game.state == SOLVED:
        return True, "its result was removed"
    marks = {mark for event in game.events() for mark in (event.get("note"), event.get("by"))}
    reason = why_no_result(marks)
    return (True, reason) if reason else (False, "the game was given up")


def _finished(is_solved: bool, reason: str) -> dict[str, Any]:
    return {
        "solved": is_solved,
        "reason": reason,
        "result": None,
        "place": None,
        "is_best": False,
    }


def _place(asked: Asked, result: PlayResult) -> int | None:
    """The place among all who solved this puzzle; only a first attempt has one."""
    ranking = asked.repositories.results.ranking_of_puzzle(
        result.fingerprint, asked.someone, most=1000
    )
    return next((each.place for each in ranking if each.result.id == result.id), None)


def _give_up(asked: Asked) -> dict[str, Any]:
    asked.repositories.games.give_up(asked.path["id"], asked.me)
    return {}


# --- a player's own -------------------------------------------------------------------------------


def _results(asked: Asked) -> dict[str, Any]:
    page, size = asked.query.get("page", 1), asked.query.get("size", SIZE)
    found = asked.repositories.results.of_player(asked.me, page=page, size=size)
    sums = asked.repositories.results.sums(asked.me)
    return {
        "results": [result_data(each) for each in found],
        "page": page,
        "pages": -(-sums.total // size),
        **sums._asdict(),
    }


def _bests(asked: Asked) -> dict[str, Any]:
    return {"results": [result_data(each) for each in asked.repositories.results.bests(asked.me)]}


def _progress(asked: Asked) -> dict[str, Any]:
    points = asked.repositories.results.progress(asked.me, *_class(asked.query))
    return {"points": [_point(each) for each in points]}


def _table(asked: Asked) -> Reply:
    file = StringIO()
    csv.writer(file).writerows(asked.repositories.results.table(asked.me))
    headers = {"content_disposition": 'attachment; filename="enpitsu-results.csv"'}
    # Spreadsheets take a file without this mark for one of another encoding.
    return Reply(content=file.getvalue().encode("utf-8-sig"), media=CSV, headers=headers)


# --- everybody's ----------------------------------------------------------------------------------


def _ranking(asked: Asked) -> dict[str, Any]:
    return _ranking_data(asked, asked.repositories.results.ranking(*_class(asked.query)))


def _puzzle_ranking(asked: Asked) -> dict[str, Any]:
    row = asked.repositories.shelf.load(asked.key(), asked.someone)
    return _ranking_data(
        asked, asked.repositories.results.ranking_of_puzzle(row.fingerprint, asked.someone)
    )


def _ranking_data(asked: Asked, ranking: list[Ranked]) -> dict[str, Any]:
    return {
        "ranking": [
            {
                "place": each.place,
                "name": each.name,
                "namesake": each.namesake,
                "result": result_data(each.result),
                "is_me": each.result.player == asked.someone,
            }
            for each in ranking
        ]
    }


def _replay(asked: Asked) -> dict[str, Any]:
    """Another's solve shows the answer: who has not solved the puzzle must want that."""
    found = asked.repositories.results.replay(asked.key("result"), asked.someone)
    known = found.result.fingerprint
    if asked.token and not asked.repositories.results.has_solved(asked.me, known):
        if "answer" not in asked.query:
            raise ShowsAnswer("this shows the answer of a puzzle that you have not solved")
        told = asked.repositories.told
        is_read_only = asked.repositories.store.database.is_read_only
        if not is_read_only and told.is_new(asked.me, known, True, ()):
            told.keep(asked.keep_me(), known, has_answer=True)
    return {
        "name": found.name,
        "namesake": found.namesake,
        "result": result_data(found.result),
        "document": json.loads(found.content),
        "log": events_of(found.log),
    }


# --- data -----------------------------------------------------------------------------------------


def _class(query: Mapping[str, Any]) -> tuple[str, int, int, str]:
    return query["kind"], query["rows"], query["cols"], query.get("level", "")


def result_data(result: PlayResult) -> dict[str, Any]:
    """A result as it travels."""
    return {
        "id": result.id,
        "kind": result.kind,
        "rows": result.rows,
        "cols": result.cols,
        "level": result.level,
        **length_data(result.length),
        "title": result.title,
        "seconds": result.seconds,
        "penalty": result.penalty,
        "total": result.total,
        "hints": result.hints,
        "checks": result.checks,
        "is_clean": result.is_clean,
        "is_first": result.is_first,
        "solved": time_text(result.solved),
        "puzzle": result.puzzle,
        "points": result.points,
        "mark": result.mark,
    }


def _point(point: Point) -> dict[str, Any]:
    return {**point._asdict(), "solved": time_text(point.solved)}


def _page(size: int) -> Shape:
    return record(optional={"page": whole(1, 10**6), "size": whole(1, size)})


ROUTES = (
    Route(
        handle=_finish,
        method="POST",
        path="/games/{id}/finish",
        name="finish-game",
        group="games",
        summary="Say that a game is solved: it is played again, and the rules judge the board.",
        answers=FINISHED,
        errors=(400, 401, 404, 409, 422, 501),
    ),
    kept(
        _give_up,
        method="POST",
        path="/games/{id}/give-up",
        name="give-up-game",
        group="games",
        summary="End a game without a result.",
        answers=record(),
        errors=(401, 404, 409),
    ),
    kept(
        _results,
        method="GET",
        path="/results",
        name="results",
        group="results",
        summary="The player's results, the latest first, in pages, and what all of them come to.",
        query=_page(200),
        answers=RESULTS,
        errors=(401,),
    ),
    kept(
        _bests,
        method="GET",
        path="/results/bests",
        name="bests",
        group="results",
        summary="The player's best result of each kind, size and level.",
        answers=record({"results": listed(RESULT)}),
        errors=(401,),
    ),
    kept(
        _progress,
        method="GET",
        path="/results/progress",
        name="progress",
        group="results",
        summary="How the player's first attempts at such puzzles went, the oldest first.",
        query=CLASS,
        answers=record({"points": listed(POINT)}),
        errors=(401,),
    ),
    kept(
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
    kept(
        _ranking,
        method="GET",
        path="/ranking",
        name="ranking",
        group="results",
        summary="The players of this installation by their best result on such puzzles.",
        query=CLASS,
        answers=RANKING,
    ),
    kept(
        _puzzle_ranking,
        method="GET",
        path="/puzzles/{id}/ranking",
        name="ranking-of-puzzle",
        group="results",
        summary="The players who solved a puzzle, or a twin of it, at the first attempt.",
        answers=RANKING,
        errors=(404,),
    ),
    kept(
        _replay,
        method="GET",
        path="/replays/{result}",
        name="replay",
        group="results",
        summary="A solve to be watched again.",
        query=record(
            optional={
                "answer": {
                    **choice("yes"),
                    "description": "Show it also to a player who has not solved the puzzle.",
                }
            }
        ),
        answers=record(
            {
                "name": text(MAX_PLAYER_NAME),
                "namesake": NAMESAKE,
                "result": RESULT,
                "document": PUZZLE,
                "log": listed(FREE),
            }
        ),
        errors=(404, 409),
    ),
)
