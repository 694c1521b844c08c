"""Games: begun, taken up, saved move by move, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, structs
from starlette.requests import Request
from starlette.responses import Response

from enpitsu.play.score import why_no_result
from enpitsu.store.games import Game
from enpitsu.store.results import PlayResult
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED
from enpitsu.web import contract
from enpitsu.web.api.puzzle_routes import PuzzleRowAnswer, row_answer, time_text
from enpitsu.web.api.result_routes import ResultAnswer, result_answer
from enpitsu.web.api.route import ask_worker
from enpitsu.web.api.saved import NOBODY, Asked, LibraryRoutes, look_up, reply_to
from enpitsu.web.contract import AnswerBody, Count, Nothing, Number, answer_of
from enpitsu.web.tasks.save import judge_game
from enpitsu.web.tasks.task import bare_data
from enpitsu.web.worker_pools import Priority

ROUTES = LibraryRoutes("games")


MAX_BEGUN = 50  # games in the list
SHORT_LOG = 200_000  # characters of a log that is played again in a moment
MAX_SAVE = 2 * 2**20  # bytes: the page sends 2000 events at once, or one that fills a large board

if TYPE_CHECKING:
    GameState = str
else:
    GameState = Literal[BEGUN, SOLVED, GIVEN_UP]


class BeginGame(contract.RequestBody):
    """A puzzle to play; `id` and `fingerprint` of a game that was begun without the server."""

    puzzle: Number
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")] | None = None
    fingerprint: Annotated[str, Meta(max_length=16)] | None = None


class GameAnswer(AnswerBody):
    """A game with all that is needed to go on with it."""

    id: str
    puzzle: PuzzleRowAnswer
    document: contract.Document
    draft: Annotated[str | None, Meta(description="The player's draft that this game tests.")]
    is_asked: Annotated[
        bool, Meta(description="Whether an author has asked the player to test their draft.")
    ]
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
    offline: Annotated[
        bool, Meta(description="Whether the events are older than the game is on the server.")
    ] = False


class FinishAnswer(AnswerBody):
    """The verdict on a game, and its score."""

    solved: bool
    reason: str
    result: ResultAnswer | None = None
    place: Annotated[
        int | None,
        Meta(description="Among all who solved this puzzle; null if it stands in no ranking."),
    ] = None
    players: Annotated[
        int | None, Meta(description="How many have solved this puzzle, with this one.")
    ] = None
    is_best: bool = False


class RevisionAnswer(AnswerBody):
    """The revision of what was saved."""

    revision: Count


@ROUTES.register_library("POST", "/games", grows=True, errors=(401, 404, 409))
def begin_game(asked: Asked, body: BeginGame) -> GameAnswer:
    """Play a puzzle: the game of it that is begun, else a new one."""
    if asked.me == NOBODY:
        # Who asks for a puzzle that is not there stays nobody.
        asked.repositories.shelf.load(body.puzzle)
    games, me = asked.repositories.games, asked.keep_me()
    game = games.begin(me, body.puzzle, game=body.id, fingerprint=body.fingerprint)
    return _game_answer(asked, game)


@ROUTES.register_library("GET", "/games", errors=(401,))
def list_games(asked: Asked) -> GamesAnswer:
    """The player's games with a move in them that can be taken up, the latest first."""
    games = []
    for each in asked.repositories.games.begun(asked.me, most=MAX_BEGUN):
        puzzle = row_answer(asked.repositories.shelf.load(each.puzzle, asked.me), asked.me)
        updated = time_text(each.updated)
        games.append(answer_of(BegunGame, each, id=each.game, puzzle=puzzle, updated=updated))
    return GamesAnswer(games=games)


@ROUTES.register_library("GET", "/games/{id}", errors=(401, 404))
def show_game(asked: Asked) -> GameAnswer:
    """A game of the player's, with its log."""
    return _game_answer(asked, asked.repositories.games.load(asked.path["id"], asked.me))


@ROUTES.register_library("PATCH", "/games/{id}", grows=True, most=MAX_SAVE, errors=(401, 404, 409))
def save_game(asked: Asked, body: SaveGame) -> RevisionAnswer:
    """Put events behind those of a game, if nobody else has done so meanwhile."""
    games, changes = asked.repositories.games, structs.asdict(body)
    return RevisionAnswer(revision=games.save(asked.path["id"], asked.me, **changes))


def _game_answer(asked: Asked, game: Game) -> GameAnswer:
    shelf = asked.repositories.shelf
    row = shelf.load(game.puzzle, game.player)
    is_own = row.owner == game.player
    return answer_of(
        GameAnswer,
        game,
        puzzle=row_answer(row, game.player),
        document=bare_data(shelf.document(game.puzzle, game.player)),
        draft=row.draft if is_own else None,
        is_asked=row.draft is not None and not is_own,
        log=game.events(),
    )


# --- the end of a game ----------------------------------------------------------------------------


@ROUTES.register(
    "POST", "/games/{id}/finish", answers=FinishAnswer, errors=(400, 401, 404, 409, 422, 501)
)
async def finish_game(request: Request) -> Response:
    """Finish a game: it is played again, and the rules judge the board."""
    game, verdict = request.path_params["id"], None
    played = await look_up(request, lambda asked: asked.repositories.games.played(game, asked.me))
    if played is not None:
        # A long game takes a while to be played again, so a process does it.
        priority = Priority.LIGHT if len(played.log) <= SHORT_LOG else Priority.HEAVY
        verdict = await ask_worker(request, priority, judge_game, played.log, played.content)
        if verdict.is_solved:
            await look_up(
                request, lambda asked: asked.repositories.games.end(played, verdict), writes=True
            )

    def tell(asked: Asked) -> FinishAnswer:
        if verdict is not None and not verdict.is_solved:
            return FinishAnswer(solved=False, reason=verdict.reason)
        result = asked.repositories.games.result(game, asked.me)
        if result is None:
            return _without_result(asked.repositories.games.load(game, asked.me))
        return _with_result(asked, result)

    # Rankings are looked at when all is written: nobody who writes waits for that.
    return await reply_to(request, tell, writes=False)


def _with_result(asked: Asked, result: PlayResult) -> FinishAnswer:
    """Return the end of a game with its place among all who solved this puzzle, which only a first
    attempt has."""
    results = asked.repositories.results
    found = results.place_of(result)
    return FinishAnswer(
        solved=True,
        reason="",
        result=result_answer(result),
        place=None if found is None else found.place,
        players=None if found is None else found.players,
        is_best=any(best.id == result.id for best in results.bests(asked.me)),
    )


def _without_result(game: Game) -> FinishAnswer:
    """Return the end of a game without a result, and why it has none."""
    if game.state == SOLVED:
        return FinishAnswer(solved=True, reason="its result was removed")
    marks = {mark for event in game.events() for mark in (event.get("note"), event.get("by"))}
    reason = why_no_result(marks)
    return FinishAnswer(solved=bool(reason), reason=reason or "the game was given up")


@ROUTES.register_library("POST", "/games/{id}/give-up", errors=(401, 404, 409))
def give_up_game(asked: Asked) -> Nothing:
    """End a game without a result."""
    asked.repositories.games.give_up(asked.path["id"], asked.me)
    return Nothing()
