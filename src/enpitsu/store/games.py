"""Games: begun, saved move by move, taken up again, ended.

A save says which revision it follows. If another tab or device has saved since, it is refused, and
nothing is overwritten. Only new events travel and are checked, and they are all that is written: a
row of `game_events` for each save. The log is put together and played again only when the game is
opened, or said to be solved.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    select,
    update,
)

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle
from enpitsu.play.clock import read_clock, server_ms, start_clock
from enpitsu.play.events import Event, Move, Tail, checked_time, read_events
from enpitsu.play.log import Log
from enpitsu.play.score import GameVerdict, judge, weigh
from enpitsu.store.help_given import HelpGiven, find_told
from enpitsu.store.library import Store
from enpitsu.store.quota import Octets, charge, recount, size_column, size_of
from enpitsu.store.refusals import Conflict, Full, GameOver, NotSolved, NotThere, checked_key, plain
from enpitsu.store.results import PlayResult, find_result, has_row, insert_result
from enpitsu.store.rows import lock_player, now, read_content
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED, game_events, games, puzzles, results
from enpitsu.store.shelf import is_open_to

MAX_UI = 200_000  # characters of JSON that a page may keep with a game
MOST_LISTED = 200
MOST_GAMES = 20_000  # of one player that are kept
MOST_FACTS = 50_000_000  # in all their moves
_ID_BYTES = 16
_LONGEST_ID = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as it was last saved."""

    id: str
    player: int
    puzzle: int
    """The puzzle's number in the library (see enpitsu.store.shelf)."""
    revision: int
    state: str
    """begun, solved or given-up."""
    is_first: bool
    """True if it is the player's first attempt at this puzzle or a twin: only that one counts."""
    elapsed: int
    """Milliseconds of play."""
    ui: dict[str, Any]
    log: str
    """The events as JSON, one a line."""
    started: datetime
    updated: datetime

    def events(self) -> list[Any]:
        """The events as JSON data."""
        return events_of(self.log)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """A game that can be taken up again, and its puzzle in short."""

    game: str
    puzzle: int
    kind: str
    rows: int
    cols: int
    level: str
    title: str
    elapsed: int
    events: int
    updated: datetime


class Played(NamedTuple):
    """A game as it is judged: plain data, so that another process can do it."""

    game: str
    player: int
    revision: int
    log: str
    content: str
    """The puzzle in Enpitsu's JSON."""

    def judge(self) -> GameVerdict:
        """Play the moves again, and let the rules judge the board."""
        log = Log.read(self.log, read_content(self.content).puzzle)
        return judge(log.puzzle, log)


class Games:
    """The games that a library keeps."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def begin(
        self,
        player: int,
        puzzle: int,
        *,
        game: str | None = None,
        fingerprint: str | None = None,
        is_invited: bool = False,
    ) -> Game:
        """Return the player's game of a puzzle: the one that is begun, else a new one. Who
        `is_invited` may play what is in no list.

        One that was begun without the server has an id, `game`, already: whatever became of it is
        returned if it is known. NotThere if the puzzle has another `fingerprint` by now.
        """
        checked_key(puzzle, "puzzle")
        with self._database.writing() as connection:
            lock_player(connection, player)
            known = None if game is None else _known_game(connection, player, game)
            if known is not None:
                return _game(connection, known)
            asked = {"player": player, "puzzle": puzzle}
            row = connection.execute(_BEGUN_GAME, asked).one_or_none()
            if row is not None and fingerprint not in (None, row.fingerprint):
                raise NotThere("the library has no such puzzle")
            if row is None:
                _check_room(connection, player)
                new = _new_row(connection, player, puzzle, game, fingerprint, is_invited)
                charge(connection, player, size_of(new["ui"]))
                row = connection.execute(insert(games).returning(games), new).one()
            return _game(connection, row)

    def load(self, game: str, player: int) -> Game:
        """Return a game of this player; NotThere if they have no such game."""
        with self._database.reading() as connection:
            return _game(connection, _row(connection, game, player))

    def begun(self, player: int, *, most: int = 50) -> list[OpenGame]:
        """Return the games with a move in them that the player can go on with, the latest first."""
        wanted = (
            select(games.c.id.label("game"), games.c.puzzle_id.label("puzzle"))
            .add_columns(games.c.elapsed, games.c.events, games.c.updated)
            .add_columns(*(puzzles.c[name] for name in ("kind", "rows", "cols", "level", "title")))
            .join(puzzles, games.c.puzzle_id == puzzles.c.id)
            .where(games.c.player_id == player, games.c.state == BEGUN, games.c.events > 0)
            .where(not_(and_(puzzles.c.is_removed, puzzles.c.owner_id == player)))
            .where(puzzles.c.draft_id.is_(None))
            .order_by(games.c.updated.desc(), games.c.id)
            .limit(min(max(most, 0), MOST_LISTED))
        )
        with self._database.reading() as connection:
            return [OpenGame(**row._mapping) for row in connection.execute(wanted)]

    def save(
        self,
        game: str,
        player: int,
        *,
        revision: int,
        events: object,
        elapsed: object,
        ui: object = None,
        rests: bool = False,
        offline: bool = False,
    ) -> int:
        """Put events behind those of a game and tell its new revision; without `ui` that stays.
        The save `rests` if the player's clock stands from then on, and is `offline` if its events
        are older than the game is here.

        Conflict if someone has saved since that revision, GameOver if the game has ended,
        FormatError if something is wrong with the events. What was saved already and is sent once
        more (because the answer got lost) is not kept twice.
        """
        with self._database.reading() as connection:
            row = _row(connection, game, player, _TO_SAVE)
        saved = _digest(events, ui)
        if row.revision != revision:
            return self._already_saved(row, revision, events, saved)
        _check_begun(row)
        read, tail = read_events(events, _puzzle(row), Tail(row.events, row.facts, row.last))
        lines, played = _lines(read), _elapsed(elapsed, tail, row)
        values = tail._asdict() | {
            "elapsed": played,
            "revision": revision + 1,
            "updated": now(),
            "saved": saved,
            "clock": _clock(row, played, read, rests=rests, offline=offline),
        }
        if ui is not None:
            values["ui"] = _ui_text(ui)
        more = len(lines) + (0 if ui is None else len(values["ui"]) - row.ui_bytes)
        try:
            with self._database.writing() as connection:
                charge(connection, player, more)
                _change(connection, row, values)
                _append(connection, game, revision + 1, lines)
        except Conflict:
            # It may have been the same save, sent twice.
            with self._database.reading() as connection:
                row = _row(connection, game, player, _TO_SAVE)
            return self._already_saved(row, revision, events, saved)
        return revision + 1

    def finish(self, game: str, player: int) -> PlayResult | None:
        """End a game that is solved: its moves are played again, and the rules judge the board.

        Return the result; None where there is none because the answer was shown. Of a game that
        was ended before, the same again. NotSolved if the board is not solved.
        """
        played = self.played(game, player)
        return self.result(game, player) if played is None else self.end(played, played.judge())

    def played(self, game: str, player: int) -> Played | None:
        """Return all that judging a game needs, in any process; None if it has ended."""
        with self._database.reading() as connection:
            row, puzzle = _row_and_puzzle(connection, game, player)
            if row.state != BEGUN:
                return None
            log = read_log(connection, game)
        return Played(row.id, row.player_id, row.revision, log, puzzle.content)

    def end(self, played: Played, verdict: GameVerdict) -> PlayResult | None:
        """End a game as `finish` does, with the verdict on it; Conflict if it was saved since."""
        if not verdict.is_solved:
            raise NotSolved(verdict.reason)
        with self._database.writing() as connection:
            lock_player(connection, played.player)
            row, puzzle = _row_and_puzzle(connection, played.game, played.player)
            if row.state != BEGUN:
                return find_result(connection, played.game)
            if row.revision != played.revision:
                raise Conflict(row.revision)
            clock = read_clock(row.clock, row.started, row.updated)
            # Further attempts are in no ranking, and help before the first one is not owed again.
            told, cells = HelpGiven(), puzzle.rows * puzzle.cols
            if row.is_first:
                told = find_told(connection, row.player_id, row.fingerprint, cells)
            known = told._asdict()
            known |= {"is_ahead": clock.is_ahead, "is_offline": clock.is_offline}
            score, mark = weigh(verdict, least_ms=clock.least, **known)
            state = GIVEN_UP if score is None else SOLVED
            _change(connection, row, {"state": state, "updated": now()})
            # Nothing comes after it: one row for all.
            connection.execute(delete(game_events).where(game_events.c.game_id == row.id))
            _append(connection, row.id, row.revision, played.log)
            if score is None:
                return None
            return insert_result(connection, row, played.log, puzzle, score, mark)

    def result(self, game: str, player: int) -> PlayResult | None:
        """Return the result of a game of this player, if it has one."""
        with self._database.reading() as connection:
            return find_result(connection, _row(connection, game, player).id)

    def give_up(self, game: str, player: int) -> None:
        """End a game without a result. One without an event is forgotten: it was no attempt."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            row = _row(connection, game, player)
            if row.state != BEGUN:
                return
            if row.events:
                _change(connection, row, {"state": GIVEN_UP, "updated": now()})
            else:
                # Unless a save has come meanwhile.
                is_empty = (games.c.id == game) & (games.c.events == 0)
                size = connection.execute(select(size_column(games)).where(is_empty)).scalar()
                if size is not None:
                    connection.execute(delete(games).where(is_empty))
                    charge(connection, player, -size)

    def _already_saved(self, row: Row[Any], revision: int, events: object, saved: str) -> int:
        """Return the revision of a save that had come through; Conflict if it is another."""
        if revision == row.revision - 1:
            with self._database.reading() as connection:
                if saved == row.saved or _ends_with(connection, row, events):
                    return int(row.revision)
        raise Conflict(row.revision)


def events_of(log: str) -> list[Any]:
    """Return the events of a log as it is kept; FormatError if someone spoiled it."""
    try:
        return list(map(json.loads, log.splitlines()))
    except (ValueError, RecursionError):
        raise FormatError("the log of this game is spoiled") from None


def _lines(events: list[Event]) -> str:
    return "".join(json.dumps(event.to_data(), separators=(",", ":")) + "\n" for event in events)


def _append(connection: Connection, game: str, revision: int, lines: str) -> None:
    """Keep what a save has brought, if it was something."""
    if lines:
        row = {"game_id": game, "number": revision, "lines": lines}
        connection.execute(_ADD_EVENTS, row)


def read_log(connection: Connection, game: str) -> str:
    """Return all events of a game, one a line."""
    return "".join(connection.execute(_EVENTS, {"game": game}).scalars().all())


def _check_room(connection: Connection, player: int) -> None:
    """Full if the player has too many games, or too long ones; those without an event go first."""
    wanted = select(func.count(), func.sum(games.c.facts)).where(games.c.player_id == player)
    count, facts = connection.execute(wanted).one()
    if count >= MOST_GAMES:
        is_empty = (games.c.player_id == player) & (games.c.events == 0)
        count -= connection.execute(delete(games).where(is_empty)).rowcount
        recount(connection, [player])
    if count >= MOST_GAMES or (facts or 0) >= MOST_FACTS:
        raise Full("you have as many games as are kept for one player")


def _known_game(connection: Connection, player: int, game: str) -> Row[Any] | None:
    """Return a game that has an id already, if it is there; GameOver if it is another player's."""
    row = connection.execute(select(games).where(games.c.id == plain(game))).one_or_none()
    if row is not None and row.player_id != player:
        raise GameOver("this game has another player by now")
    return row


def _new_row(
    connection: Connection,
    player: int,
    puzzle: int,
    game: str | None = None,
    fingerprint: str | None = None,
    is_invited: bool = False,
) -> dict[str, Any]:
    """Return the row of a new game; NotThere for a puzzle that is another player's own, unless
    they invite, or that has another fingerprint."""
    wanted = select(puzzles).where(puzzles.c.id == puzzle, not_(puzzles.c.is_removed))
    # Nobody removes it while the game is begun.
    if not is_invited:
        wanted = wanted.where(is_open_to(player))
    held = wanted.with_for_update(read=True, key_share=True)
    there, time = connection.execute(held).one_or_none(), now()
    if there is None or fingerprint not in (None, there.fingerprint):
        raise NotThere("the library has no such puzzle")
    # Results are asked, too: they stay when a collection goes.
    was_tried = any(
        has_row(connection, table, player, there.fingerprint) for table in (games, results)
    )
    is_author = there.owner_id == player and there.is_published
    is_test = there.draft_id is not None
    return Tail()._asdict() | {
        "id": game or secrets.token_urlsafe(_ID_BYTES),
        "player_id": player,
        "puzzle_id": puzzle,
        "fingerprint": there.fingerprint,
        "revision": 0,
        "state": BEGUN,
        # Who has made it knows the answer, and tests are in no ranking.
        "is_first": not (is_author or is_test or was_tried),
        "elapsed": 0,
        "ui": "{}",
        "started": time,
        "updated": time,
        "clock": start_clock().to_text(),
    }


# Made once: they are asked with every game that is opened, and every stroke.
_BEGUN_GAME = select(games).where(
    games.c.player_id == bindparam("player"),
    games.c.puzzle_id == bindparam("puzzle"),
    games.c.state == BEGUN,
)
_OWN = games.c.id == bindparam("game"), games.c.player_id == bindparam("player")
_WHOLE = select(games).where(*_OWN)
_TO_SAVE = (
    select(*(games.c[name] for name in ("id", "revision", "state", "elapsed", "saved")))
    .add_columns(*(games.c[name] for name in ("clock", "started", "updated", *Tail._fields)))
    .add_columns(puzzles.c.content, Octets(games.c.ui).label("ui_bytes"))
    .join(puzzles, games.c.puzzle_id == puzzles.c.id)
    .where(*_OWN)
)
_AS_READ = update(games).where(
    games.c.id == bindparam("game"),
    games.c.revision == bindparam("revision_read"),
    games.c.state == bindparam("state_read"),
)
_ADD_EVENTS = insert(game_events)
_EVENTS = (
    select(game_events.c.lines)
    .where(game_events.c.game_id == bindparam("game"))
    .order_by(game_events.c.number)
)


def _row(connection: Connection, game: str, player: int, wanted: Select[Any] = _WHOLE) -> Row[Any]:
    asked = {"game": plain(game), "player": player}
    row = connection.execute(wanted, asked).one_or_none() if len(game) <= _LONGEST_ID else None
    if row is None:
        raise NotThere("there is no such game")
    return row


def _row_and_puzzle(connection: Connection, game: str, player: int) -> tuple[Row[Any], Row[Any]]:
    row = _row(connection, game, player)
    wanted = select(puzzles).where(puzzles.c.id == row.puzzle_id)
    return row, connection.execute(wanted).one()


def _puzzle(row: Row[Any]) -> Puzzle:
    return read_content(row.content).puzzle


def _check_begun(row: Row[Any]) -> None:
    if row.state != BEGUN:
        raise GameOver("the game has ended: begin another to go on")


def _digest(events: object, ui: object) -> str:
    """Return the digest of a save. The time is left out: it has gone on when a save is sent
    again."""
    try:
        text = json.dumps([events, ui], sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise FormatError("events must be plain JSON") from None
    return sha256(text.encode()).hexdigest()


def _ends_with(connection: Connection, row: Row[Any], events: object) -> bool:
    """Return whether these events, of which there are some, are the last ones of a log. They are
    kept as they were understood, so that is compared."""
    if not isinstance(events, list) or not 0 < len(events) <= row.events:
        return False
    try:
        read, _ = read_events(events, _puzzle(row))
    except FormatError:
        return False
    return read_log(connection, row.id).endswith(_lines(read))


def _change(connection: Connection, row: Row[Any], values: dict[str, Any]) -> None:
    """Change a game that is still as it was read; Conflict if it is not."""
    as_read = {"game": row.id, "revision_read": row.revision, "state_read": row.state}
    if connection.execute(_AS_READ, as_read | values).rowcount:
        return
    there = connection.execute(select(games).where(games.c.id == row.id)).one_or_none()
    if there is None:
        raise NotThere("there is no such game")
    _check_begun(there)
    raise Conflict(there.revision)


def _clock(row: Row[Any], elapsed: int, events: list[Event], **told: bool) -> str:
    has_move = any(isinstance(event, Move) and not event.is_free for event in events)
    clock = read_clock(row.clock, row.started, row.updated)
    return clock.after(server_ms(), elapsed, has_move=has_move, **told).to_text()


def _elapsed(data: object, tail: Tail, row: Row[Any]) -> int:
    """Return the milliseconds of play so far: they never become fewer."""
    elapsed = checked_time(data)
    if elapsed < tail.last:
        raise FormatError("the time of play is shorter than that of the last event")
    return max(elapsed, int(row.elapsed))


def _ui_text(ui: object) -> str:
    if not isinstance(ui, dict):
        raise FormatError('"ui" must be an object { }')
    try:
        text = json.dumps(ui, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise FormatError('"ui" must be plain JSON') from None
    if len(text) > MAX_UI:
        raise FormatError(f'"ui" has at most {MAX_UI} characters of JSON')
    return text


def _game(connection: Connection, row: Row[Any]) -> Game:
    return Game(
        id=row.id,
        player=row.player_id,
        puzzle=row.puzzle_id,
        revision=row.revision,
        state=row.state,
        is_first=row.is_first,
        elapsed=row.elapsed,
        ui=json.loads(row.ui),
        log=read_log(connection, row.id),
        started=row.started,
        updated=row.updated,
    )
