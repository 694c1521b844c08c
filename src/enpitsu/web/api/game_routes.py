"""Games: begun, taken up, saved move by move, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from enpitsu.store.games import Game, OpenGame
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED
from enpitsu.web import contract
from enpitsu.web.api.puzzle_routes import PuzzleRowAnswer, row_answer, time_text
from enpitsu.web.api.saved import NOBODY, Asked, library_route
from enpitsu.web.contract import AnswerBody, Count, Number
from enpitsu.web.tasks.task import bare_data

MAX_BEGUN = 50  # games in the list
MAX_SAVE = 2 * 2**20  # bytes: the page sends 2000 events at once, or one that fills a large board

if TYPE_CHECKING:
    GameState = str
else:
    GameState = Literal[BEGUN, SOLVED, GIVEN_UP]


class BeginGame(contract.RequestBody):
    """A puzzle to play."""

    puzzle: Number


class GameAnswer(AnswerBody):
    """A game with all that is needed to go on with it."""

    id: str
    puzzle: PuzzleRowAnswer
    document: contract.Document
    draft: Annotated[str | None, Meta(description="The draft that is tested in this game.")]
    revision: Count
    state: GameState
    is_first: bool
    elapsed: Annotated[int, Meta(description="Milliseconds of play.")]
    ui: dict[str, Any]
    log: list[dict[str, Any]]


class BegunGame(AnswerBody):
    """A game that can be taken up."""

    id: str
    puzzle: PuzzleRowAnswer
    elapsed: Count
    events: Count
    updated: str


class GamesAnswer(AnswerBody):
    """The games that can be taken up, the latest first."""

    games: list[BegunGame]


class SaveGame(contract.RequestBody):
    """Events that come behind those of a game."""

    revision: Annotated[int, Meta(ge=0, le=2**31)]
    events: list[dict[str, Any]]
    elapsed: Count
    ui: dict[str, Any] | None = None
    rests: Annotated[bool, Meta(description="Whether the player's clock stands from now on.")] = (
        False
    )


class RevisionAnswer(AnswerBody):
    """The revision of what was saved."""

    revision: Count


def _begin(asked: Asked) -> GameAnswer:
    begin: BeginGame = asked.data
    if asked.me == NOBODY:
        # Who asks for a puzzle that is not there stays nobody.
        asked.repositories.shelf.load(begin.puzzle)
    return _game_answer(asked, asked.repositories.games.begin(asked.keep_me(), begin.puzzle))


def _list(asked: Asked) -> GamesAnswer:
    found = asked.repositories.games.begun(asked.me, most=MAX_BEGUN)
    return GamesAnswer(games=[_begun_game(asked, each) for each in found])


def _show(asked: Asked) -> GameAnswer:
    return _game_answer(asked, asked.repositories.games.load(asked.path["id"], asked.me))


def _save(asked: Asked) -> RevisionAnswer:
    save: SaveGame = asked.data
    revision = asked.repositories.games.save(
        asked.path["id"],
        asked.me,
        revision=save.revision,
        events=save.events,
        elapsed=save.elapsed,
        ui=save.ui,
        rests=save.rests,
    )
    return RevisionAnswer(revision=revision)


def _game_answer(asked: Asked, game: Game) -> GameAnswer:
    shelf = asked.repositories.shelf
    row = shelf.load(game.puzzle, game.player)
    return GameAnswer(
        id=game.id,
        puzzle=row_answer(row, game.player),
        document=bare_data(shelf.document(game.puzzle, game.player)),
        draft=row.draft,
        revision=game.revision,
        state=game.state,
        is_first=game.is_first,
        elapsed=game.elapsed,
        ui=game.ui,
        log=game.events(),
    )


def _begun_game(asked: Asked, begun: OpenGame) -> BegunGame:
    return BegunGame(
        id=begun.game,
        puzzle=row_answer(asked.repositories.shelf.load(begun.puzzle, asked.me), asked.me),
        elapsed=begun.elapsed,
        events=begun.events,
        updated=time_text(begun.updated),
    )


ROUTES = (
    library_route(
        _begin,
        grows=True,
        method="POST",
        path="/games",
        name="begin-game",
        group="games",
        summary="Play a puzzle: the game of it that is begun, else a new one.",
        asks=BeginGame,
        answers=GameAnswer,
        errors=(401, 404, 409),
    ),
    library_route(
        _list,
        method="GET",
        path="/games",
        name="list-games",
        group="games",
        summary="The player's games with a move in them that can be taken up, the latest first.",
        answers=GamesAnswer,
        errors=(401,),
    ),
    library_route(
        _show,
        method="GET",
        path="/games/{id}",
        name="show-game",
        group="games",
        summary="A game of the player's, with its log.",
        answers=GameAnswer,
        errors=(401, 404),
    ),
    library_route(
        _save,
        grows=True,
        most=MAX_SAVE,
        method="PATCH",
        path="/games/{id}",
        name="save-game",
        group="games",
        summary="Put events behind those of a game, if nobody else has done so meanwhile.",
        asks=SaveGame,
        answers=RevisionAnswer,
        errors=(401, 404, 409),
    ),
)
