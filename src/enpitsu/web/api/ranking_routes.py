"""The ranking of all players, and what the player's own points are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from enpitsu.play.ranking import WEIGHT
from enpitsu.store.standings import ALL_KINDS, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Standing
from enpitsu.web import contract
from enpitsu.web.api.result_routes import Namesake, ResultAnswer, result_answer
from enpitsu.web.api.saved import Asked, LibraryRoutes
from enpitsu.web.contract import AnswerBody, Count, Number, answer_of

ROUTES = LibraryRoutes("results")


KindFilter = Annotated[
    str, Meta(max_length=100, description="A kind; all kinds together without it.")
]


class StandingAnswer(AnswerBody):
    """A player's place in the ranking."""

    place: Number
    name: str
    namesake: Namesake
    points: Number
    solved: Annotated[int, Meta(description="Puzzles that count.")]
    clean: Annotated[int, Meta(description="Those of them that were solved without help.")]
    is_me: bool


class PlayersAnswer(AnswerBody):
    """A page of the ranking."""

    players: list[StandingAnswer]
    page: Number
    pages: Count
    total: Count
    me: Annotated[StandingAnswer | None, Meta(description="Where the player who asks stands.")] = (
        None
    )
    my_page: Annotated[int | None, Meta(description="The page with the player who asks.")] = None


class PlayersQuery(contract.RequestBody):
    """A page of the ranking."""

    kind: KindFilter = ALL_KINDS
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    size: Annotated[int, Meta(ge=1, le=MAX_PAGE_SIZE)] = PAGE_SIZE


class CountedResult(AnswerBody):
    """A result, and what of its points counts, by its place."""

    result: ResultAnswer
    counts: float


class PointsAnswer(AnswerBody):
    """The results that bring the most points, the best first."""

    results: list[CountedResult]


class PointsQuery(contract.RequestBody):
    """The kind whose points are asked for."""

    kind: KindFilter = ALL_KINDS


@ROUTES.register_library("GET", "/ranking/players")
def ranking_of_players(asked: Asked, query: PlayersQuery) -> PlayersAnswer:
    """The players of this installation by points, over all that they solved, in pages."""
    standings, me = asked.repositories.standings, asked.someone
    found = standings.page(query.kind, page=query.page, size=query.size)
    own = None if me is None else standings.of_player(me, query.kind, size=query.size)
    return answer_of(
        PlayersAnswer,
        found,
        players=[_standing_answer(each, me) for each in found.rows],
        me=None if own is None else _standing_answer(own.standing, me),
        my_page=None if own is None else own.page,
    )


def _standing_answer(standing: Standing, me: int | None) -> StandingAnswer:
    return answer_of(StandingAnswer, standing, is_me=standing.player == me)


@ROUTES.register_library("GET", "/results/points", errors=(401,))
def points(asked: Asked, query: PointsQuery) -> PointsAnswer:
    """The player's results that bring the most points, the best first."""
    found = asked.repositories.results.best_by_points(asked.me, query.kind)
    return PointsAnswer(
        results=[
            CountedResult(
                result=result_answer(each), counts=round((each.points or 0) * WEIGHT**place, 1)
            )
            for place, each in enumerate(found)
        ]
    )
