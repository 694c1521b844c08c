"""The bytes of each player: counted in `players.bytes`, in the transaction of each change,
and bounded by `Database.player_bytes`.

Drafts with their past, puzzles, games and results count. A part of the room is for games alone, so
that drafts never keep a game from being saved. When there is no room left, the moves of finished
games go, the oldest first; their results stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Integer,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from enpitsu.store.refusals import NotThere, OverQuota
from enpitsu.store.schema import BEGUN, drafts, game_events, games, players, puzzles, results

PLAYER_BYTES = "enpitsu_player_bytes"
"""The execution option of a connection that says how much is kept for one player."""
ROW_BYTES = 300  # bytes of a row beside its texts
WORKS = 0.75  # the share of the room that drafts and puzzles may fill
GAMES = 1.0  # the share up to which games go on
ALWAYS = float("inf")  # for what is never refused: the result of a game that is solved
MOST_TOLD = 20  # drafts, puzzles and games that are named as the largest
_AT_ONCE = 500
_FREED_SHARE = 0.05  # the share of the room that is made free at once


class Octets(FunctionElement[int]):
    """The bytes of a text, in every database."""

    type = Integer()
    inherit_cache = True


@compiles(Octets)
def _octets(element: Octets, compiler: Any, **how: Any) -> str:
    return f"octet_length({compiler.process(element.clauses, **how)})"


@compiles(Octets, "sqlite")
def _octets_in_sqlite(element: Octets, compiler: Any, **how: Any) -> str:
    return f"length(CAST({compiler.process(element.clauses, **how)} AS BLOB))"


_TEXTS: dict[Table, tuple[ColumnElement[Any], tuple[ColumnElement[str], ...]]] = {
    drafts: (drafts.c.player_id, (drafts.c.content, drafts.c.document)),
    puzzles: (puzzles.c.owner_id, (puzzles.c.content,)),
    games: (games.c.player_id, (games.c.ui,)),
    results: (results.c.player_id, (results.c.content, results.c.log)),
}
"""Whose the rows of each table are, and which of their texts count; of games also their events."""


def size_of(*texts: str) -> int:
    """The bytes of a row with these texts."""
    return ROW_BYTES + sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


def size_column(table: Table) -> ColumnElement[int]:
    """The bytes of a row, asked of the database."""
    size: ColumnElement[int] = _moves_size() if table is games else literal(0)
    for text in _TEXTS[table][1]:
        size = size + Octets(text)
    return size + ROW_BYTES


def _moves_size() -> ColumnElement[int]:
    """The bytes of a game's moves."""
    size = func.coalesce(func.sum(Octets(game_events.c.lines)), 0)
    wanted = select(size).where(game_events.c.game_id == games.c.id)
    return wanted.correlate(games).scalar_subquery()


def charge(connection: Connection, player: int, more: int, share: float = GAMES) -> None:
    """Count so many bytes more, or fewer, for a player; OverQuota if that is more than this share
    of the room. To be called before the rows are written: the player's row is locked first."""
    if not more:
        return
    change = update(players).where(players.c.id == player)
    change = change.values(bytes=players.c.bytes + more)
    used = connection.execute(change.returning(players.c.bytes)).scalar()
    if used is None:
        raise NotThere("there is no such player")
    room = connection.get_execution_options().get(PLAYER_BYTES)
    if room is None or more < 0 or used <= room * share:
        return
    used -= forget_moves(connection, player, int(used - room * share + room * _FREED_SHARE))
    if used > room * share:
        raise OverQuota(used - more, room, share < GAMES)


def recount(connection: Connection, which: Iterable[int] | None = None) -> None:
    """Count anew what is kept for some players, or for all."""
    total: ColumnElement[int] = _sum_of(drafts)
    for table in (puzzles, games, results):
        total = total + _sum_of(table)
    change = update(players).values(bytes=total)
    if which is None:
        connection.execute(change)
        return
    for part in _parts(sorted(set(which))):
        connection.execute(change.where(players.c.id.in_(part)))


def holders(connection: Connection, which: ColumnElement[bool]) -> list[int]:
    """The players for whom something is kept of these puzzles: their owners, and who has games.
    Until the transaction ends, nothing else is counted for them."""
    chosen = select(puzzles.c.id).where(which)
    wanted = select(puzzles.c.owner_id).where(which, puzzles.c.owner_id.is_not(None))
    players_of = select(games.c.player_id).where(games.c.puzzle_id.in_(chosen))
    found = sorted(connection.execute(wanted.union(players_of)).scalars())
    for part in _parts(found):
        taken = select(players.c.id).where(players.c.id.in_(part)).order_by(players.c.id)
        connection.execute(taken.with_for_update())
    return found


def _sum_of(table: Table) -> ColumnElement[int]:
    owner = _TEXTS[table][0]
    wanted = select(func.coalesce(func.sum(size_column(table)), 0)).where(owner == players.c.id)
    return wanted.correlate(players).scalar_subquery()


def _parts(keys: list[int]) -> Iterator[list[int]]:
    yield from (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


# --- making room ----------------------------------------------------------------------------------


def forget_moves(connection: Connection, player: int, wanted: int) -> int:
    """Forget moves of finished games until so many bytes are free, or there are none left: those
    that a replay has as well first, then the replays, the oldest first. How many are free now."""
    moves = _moves_size()
    of_games = select(games.c.id, moves).where(_is_over(player), moves > 0)
    of_games = of_games.order_by(games.c.updated, games.c.id)
    is_chosen = game_events.c.game_id == bindparam("key")
    freed = _forget(connection, of_games, delete(game_events).where(is_chosen), wanted)
    of_results = select(results.c.id, Octets(results.c.log))
    of_results = of_results.where(results.c.player_id == player, results.c.log != "")
    of_results = of_results.order_by(results.c.solved, results.c.id)
    change = update(results).where(results.c.id == bindparam("key")).values(log="")
    freed += _forget(connection, of_results, change, wanted - freed)
    less = update(players).where(players.c.id == player)
    connection.execute(less.values(bytes=players.c.bytes - freed))
    return freed


def _is_over(player: int) -> ColumnElement[bool]:
    return and_(games.c.player_id == player, games.c.state != BEGUN)


def _forget(
    connection: Connection, rows: Select[tuple[Any, int]], change: Delete | Update, wanted: int
) -> int:
    """Change the first of some rows, known by their keys and sizes, until enough is free."""
    chosen, freed = [], 0
    for key, size in connection.execute(rows):
        if freed >= wanted:
            break
        chosen.append({"key": key})
        freed += size
    if chosen:
        connection.execute(change, chosen)
    return freed


# --- told -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemTotal:
    """A number of things, and the bytes that they take."""

    count: int
    bytes: int


class LargeItem(NamedTuple):
    """One of the largest things that are kept for a player."""

    what: str
    """draft, puzzle or game."""
    id: str
    """Its number or name, as addresses have it."""
    kind: str
    title: str
    bytes: int


class Usage(NamedTuple):
    """The room that a player's things take."""

    used: int
    parts: dict[str, ItemTotal]
    """Of drafts, puzzles, games and results."""
    moves: int
    """Bytes that are free if the moves of finished games are forgotten."""
    largest: list[LargeItem]


def usage(connection: Connection, player: int) -> Usage:
    """The bytes of a player by sort, with the largest drafts, puzzles and games."""
    used = connection.execute(select(players.c.bytes).where(players.c.id == player)).scalar()
    parts = {}
    for table, (owner, _) in _TEXTS.items():
        wanted = select(func.count(), func.coalesce(func.sum(size_column(table)), 0))
        count, size = connection.execute(wanted.where(owner == player)).one()
        parts[table.name] = ItemTotal(int(count), int(size))
    moves = sum(
        connection.execute(select(func.coalesce(func.sum(size), 0)).where(condition)).scalar_one()
        for size, condition in (
            (_moves_size(), _is_over(player)),
            (Octets(results.c.log), results.c.player_id == player),
        )
    )
    return Usage(int(used or 0), parts, int(moves), _largest(connection, player))


def _largest(connection: Connection, player: int) -> list[LargeItem]:
    own = [puzzles.c.owner_id == player, ~puzzles.c.is_removed, puzzles.c.draft_id.is_(None)]
    begun = [games.c.player_id == player, games.c.state == BEGUN, games.c.events > 0]
    wanted = {
        "draft": (drafts, drafts, [drafts.c.player_id == player]),
        "puzzle": (puzzles, puzzles, own),
        "game": (games, puzzles, begun),
    }
    found = []
    for what, (table, told, conditions) in wanted.items():
        size = size_column(table).label("size")
        rows = select(table.c.id, told.c.kind, told.c.title, size).where(*conditions)
        if table is not told:
            rows = rows.join_from(table, told, table.c.puzzle_id == told.c.id)
        for row in connection.execute(rows.order_by(size.desc(), table.c.id).limit(MOST_TOLD)):
            found.append(LargeItem(what, str(row.id), row.kind, row.title, int(row.size)))
    return sorted(found, key=lambda piece: -piece.bytes)[:MOST_TOLD]
