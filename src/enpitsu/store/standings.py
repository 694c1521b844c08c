"""The ranking of all players: what their results come to, by kind and over all kinds.

`enpitsu.play.ranking` says what a result is worth. That is kept with the result, and the sum of
each player in a table of its own, which changes when they solve something: so a page of the ranking
is read from an index, however many results there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, case, delete, func, insert, select, update

from enpitsu.errors import PuzzleError
from enpitsu.play.ranking import MAX_COUNTED, result_points, total_points
from enpitsu.store.library import PAGE, Store
from enpitsu.store.names import find_names
from enpitsu.store.refusals import plain
from enpitsu.store.schema import results, standings

ALL_KINDS = ""
PAGE_SIZE = 100  # players, if nobody says how many
MAX_PAGE_SIZE = 200  # players
MAX_PAGE = 10**6


class Standing(NamedTuple):
    """A line of the ranking; equal points share a place."""

    place: int
    player: int
    name: str
    namesake: int
    """Tells players apart whose names look the same, from 1 on; 0 where nobody else's does."""
    points: int
    solved: int
    """Results that count."""
    clean: int
    """The solves without help."""


class StandingsPage(NamedTuple):
    """A part of the ranking; pages count from 1."""

    rows: list[Standing]
    page: int
    pages: int
    total: int
    """Players in the ranking."""


class OwnStanding(NamedTuple):
    """The rank of a player, and the page that shows it."""

    standing: Standing
    page: int


class Standings:
    """The ranking of all players of a library."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def page(self, kind: str = ALL_KINDS, *, page: int = 1, size: int = PAGE_SIZE) -> StandingsPage:
        """Return a page of the ranking of a kind, or of all kinds; PuzzleError for a page that
        cannot be."""
        if not (1 <= page <= MAX_PAGE and 1 <= size <= MAX_PAGE_SIZE):
            raise PuzzleError(
                f"pages count from 1 to {MAX_PAGE} and have 1 to {MAX_PAGE_SIZE} players"
            )
        before = (page - 1) * size
        with self._database.reading() as connection:
            total = _count(connection, kind)
            rows = connection.execute(_ordered(kind).limit(size).offset(before)).all()
            names = find_names(connection, [row.player_id for row in rows])
            first = rows[0].points if rows else 0
            place = 1 + _count(connection, kind, standings.c.points > first)
        found = []
        for at, row in enumerate(rows):
            if at and row.points != rows[at - 1].points:
                place = before + at + 1
            found.append(_standing(row, place, names))
        return StandingsPage(found, page, -(-total // size), total)

    def of_player(
        self, player: int, kind: str = ALL_KINDS, *, size: int = PAGE_SIZE
    ) -> OwnStanding | None:
        """Return the place of a player in the ranking; None if they have no points. `size` is
        that of pages."""
        with self._database.reading() as connection:
            row = connection.execute(_ordered(kind).where(standings.c.player_id == player)).first()
            if row is None:
                return None
            above = _count(connection, kind, standings.c.points > row.points)
            equal = standings.c.points == row.points, standings.c.player_id < player
            before = above + _count(connection, kind, *equal)
            names = find_names(connection, [player])
        return OwnStanding(_standing(row, above + 1, names), before // size + 1)

    def each(self, kind: str = ALL_KINDS) -> Iterator[Standing]:
        """Yield the whole ranking, page by page."""
        page = 1
        while True:
            found = self.page(kind, page=page, size=MAX_PAGE_SIZE)
            yield from found.rows
            if page >= found.pages:
                return
            page += 1


def update_standings(connection: Connection, player: int, kind: str) -> None:
    """Count a player's results of a kind, and of all kinds, anew."""
    for each in (kind, ALL_KINDS):
        _update_standing(connection, player, each)


def recount(connection: Connection) -> None:
    """Count all results anew that count at all. A migration that follows a change of the formula
    calls this; it asks only for columns that were there when the ranking came."""
    _recount_points(connection)
    connection.execute(delete(standings))
    wanted = select(results.c.player_id, results.c.kind).where(_COUNTS).distinct()
    kinds = connection.execute(wanted).all()
    for player, kind in kinds:
        _update_standing(connection, player, kind)
    for player in {player for player, _ in kinds}:
        _update_standing(connection, player, ALL_KINDS)


_COUNTS = results.c.points.is_not(None)


def _recount_points(connection: Connection) -> None:
    names = "id", "level", "rows", "cols", "seconds", "penalty"
    change = update(results).where(results.c.id == bindparam("key"))
    change = change.values(points=bindparam("worth"))
    last = 0
    while True:
        wanted = select(*(results.c[name] for name in names)).where(_COUNTS, results.c.id > last)
        rows = connection.execute(wanted.order_by(results.c.id).limit(PAGE)).all()
        if not rows:
            return
        worths = [
            {
                "key": row.id,
                "worth": result_points(row.level, row.rows * row.cols, row.seconds, row.penalty),
            }
            for row in rows
        ]
        connection.execute(change, worths)
        last = rows[-1].id


def _update_standing(connection: Connection, player: int, kind: str) -> None:
    own = [results.c.player_id == player, _COUNTS]
    if kind != ALL_KINDS:
        own.append(results.c.kind == kind)
    best = select(results.c.points).where(*own).order_by(results.c.points.desc())
    points = total_points(connection.execute(best.limit(MAX_COUNTED)).scalars())
    if not points:
        return
    clean = func.sum(case((results.c.is_clean, 1), else_=0))
    solved, cleanly = connection.execute(select(func.count(), clean).where(*own)).one()
    values = {"points": points, "solved": solved, "clean": cleanly}
    is_there = (standings.c.player_id == player) & (standings.c.kind == kind)
    if not connection.execute(update(standings).where(is_there).values(values)).rowcount:
        row = {"player_id": player, "kind": kind, **values}
        connection.execute(insert(standings), row)


def _ordered(kind: str) -> Select[Any]:
    wanted = select(standings).where(standings.c.kind == plain(kind))
    return wanted.order_by(standings.c.points.desc(), standings.c.player_id)


def _count(connection: Connection, kind: str, *conditions: Any) -> int:
    wanted = select(func.count()).select_from(standings)
    wanted = wanted.where(standings.c.kind == plain(kind), *conditions)
    return int(connection.execute(wanted).scalar_one())


def _standing(row: Any, place: int, names: dict[int, tuple[str, int]]) -> Standing:
    player = row.player_id
    return Standing(place, player, *names[player], row.points, row.solved, row.clean)
