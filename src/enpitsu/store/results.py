"""Results: what solves were worth, bests, rankings, progress. Only a player's first attempt at a
puzzle counts; clean solves come before helped ones, then the shorter time, help included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    case,
    func,
    insert,
    not_,
    or_,
    select,
)

from enpitsu.formats import dump
from enpitsu.play.ranking import result_points
from enpitsu.play.score import ANSWERED, Score
from enpitsu.play.streak import is_in_time
from enpitsu.store.library import PAGE, Store
from enpitsu.store.names import find_names
from enpitsu.store.quota import ALWAYS, charge, size_of
from enpitsu.store.refusals import NotThere, bounded, checked_key, plain
from enpitsu.store.rows import now, read_content
from enpitsu.store.schema import collections, games, players, puzzles, results
from enpitsu.store.shelf import is_open_to
from enpitsu.store.standings import update_standings

MOST_LISTED = 1000  # results that are told at once


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResult:
    """A solve and what it was worth."""

    id: int
    player: int
    game: str | None
    """None when the game is no longer kept."""
    puzzle: int | None
    """The puzzle's number in the library, if both it and the game are still there."""
    collection: str | None
    """The collection that the puzzle is in then."""
    number: int | None
    """The puzzle's number in that collection."""
    fingerprint: str
    kind: str
    rows: int
    cols: int
    level: str
    length: int
    """Steps that the puzzle takes; 0 if nobody counted them."""
    title: str
    seconds: float
    """Seconds of play."""
    penalty: int
    """Seconds on top for help."""
    hints: int
    checks: int
    is_clean: bool
    is_first: bool
    solved: datetime
    points: int | None
    """The most that it adds to the ranking of all players; None if it does not count there."""
    mark: str
    """Why it is in no ranking: one of enpitsu.play.score.MARKS; "" if it is."""

    @property
    def total(self) -> float:
        """The time that counts."""
        return self.seconds + self.penalty


class Ranked(NamedTuple):
    """A line of a ranking; equal results share a place."""

    place: int
    name: str
    namesake: int
    """Tells players apart whose names look the same; 0 where nobody else's does."""
    result: PlayResult


class Place(NamedTuple):
    """The place of a result among those of all who solved a puzzle, and how many these are."""

    place: int
    players: int


class Class(NamedTuple):
    """Puzzles that are compared with each other."""

    kind: str
    rows: int
    cols: int
    level: str


class Point(NamedTuple):
    """One solve in the picture of a player's progress, with the best total so far."""

    solved: datetime
    seconds: float
    total: float
    is_clean: bool
    best: float


class Sums(NamedTuple):
    """The sums over all results of a player: how many, how many of them clean, seconds of play."""

    total: int
    clean: int
    seconds: float


class Replay(NamedTuple):
    """All that is needed to watch a solve again."""

    name: str
    namesake: int
    """Tells players apart whose names look the same; 0 where nobody else's does."""
    result: PlayResult
    content: str
    """The puzzle in Enpitsu's JSON, without its answer."""
    log: str
    """The events as JSON, one a line."""


class Results:
    """The results that a library keeps."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def of_player(self, player: int, *, page: int = 1, size: int = 50) -> list[PlayResult]:
        """A player's results, the latest first, in pages from 1 on."""
        size = min(max(size, 1), MOST_LISTED)
        wanted = select(*_COLUMNS).where(_is_of(player))
        wanted = wanted.order_by(results.c.solved.desc(), results.c.id.desc())
        return self._list(wanted.limit(size).offset((min(max(page, 1), 10**6) - 1) * size))

    def count(self, player: int) -> int:
        """Return the number of a player's results."""
        wanted = select(func.count()).select_from(results).where(_is_of(player))
        with self._database.reading() as connection:
            return int(connection.execute(wanted).scalar_one())

    def sums(self, player: int) -> Sums:
        """Return the totals of a player's results."""
        clean = func.sum(case((results.c.is_clean, 1), else_=0))
        wanted = select(func.count(), clean, func.sum(results.c.seconds))
        with self._database.reading() as connection:
            row = connection.execute(wanted.where(_is_of(player))).one()
        return Sums(int(row[0]), int(row[1] or 0), float(row[2] or 0.0))

    def bests(self, player: int) -> list[PlayResult]:
        """A player's best result of each kind, size and level."""
        best = _best_of(results.c.player_id == player, *_CLASS).subquery()
        wanted = select(*_COLUMNS).join(best, results.c.id == best.c.id).where(best.c.rank == 1)
        return self._list(wanted.order_by(*_CLASS).limit(MOST_LISTED))

    def best_by_points(self, player: int, kind: str, *, most: int = 10) -> list[PlayResult]:
        """Return the results that bring a player the most points; "" means all kinds."""
        wanted = select(*_COLUMNS).where(results.c.player_id == player, results.c.points > 0)
        if kind:
            wanted = wanted.where(results.c.kind == plain(kind))
        wanted = wanted.order_by(results.c.points.desc(), results.c.id)
        return self._list(wanted.limit(min(max(most, 0), MOST_LISTED)))

    def ranking_of_puzzle(
        self, fingerprint: str, player: int | None = None, *, most: int = 100
    ) -> list[Ranked]:
        """The players who solved a puzzle or a twin of it at the first attempt. What they solved
        as a puzzle of their own, of which others know nothing, only they themselves see."""
        return self._ranking(_is_of_puzzle(fingerprint, player), most)

    def place_of(self, result: PlayResult) -> Place | None:
        """Return the place of a result in the ranking of its puzzle, as its player sees it; None
        if it stands in none."""
        if not result.is_first or result.mark:
            return None
        is_shorter = results.c.seconds + results.c.penalty < result.total
        is_better = (and_ if result.is_clean else or_)(results.c.is_clean, is_shorter)
        in_ranking = (
            _is_of_puzzle(result.fingerprint, result.player),
            results.c.is_first,
            _IS_RANKED,
        )
        players = func.count(results.c.player_id.distinct())
        wanted = select(players).where(*in_ranking)
        with self._database.reading() as connection:
            better = connection.execute(wanted.where(is_better)).scalar_one()
            return Place(better + 1, connection.execute(wanted).scalar_one())

    def classes(self) -> list[Class]:
        """Return the kinds, sizes and levels with a result in their ranking."""
        # By the index alone; then one fitting row of each is looked for.
        played = select(*_CLASS).distinct().subquery()
        same = [column == played.c[column.name] for column in _CLASS]
        counts = results.c.is_first, _IS_RANKED, not_(results.c.is_own)
        is_ranked = select(results.c.id).where(*same, *counts).correlate(played).exists()
        wanted = select(*played.c).where(is_ranked).order_by(*played.c).limit(MOST_LISTED)
        with self._database.reading() as connection:
            return [Class(*row) for row in connection.execute(wanted)]

    def days_solved(self, player: int, collection: str) -> set[date]:
        """Return the days whose puzzles a player solved on the day itself, at the first attempt:
        the puzzles of a collection whose titles are dates."""
        wanted = (
            select(puzzles.c.title, results.c.solved)
            .join(collections, puzzles.c.collection_id == collections.c.id)
            .join(results, results.c.fingerprint == puzzles.c.fingerprint)
            .where(collections.c.name == plain(collection), puzzles.c.owner_id.is_(None))
            .where(results.c.player_id == player, results.c.is_first, _IS_RANKED)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        found = ((_day_of(title), solved) for title, solved in rows)
        return {day for day, solved in found if day is not None and is_in_time(day, solved)}

    def ranking(
        self, kind: str, rows: int, cols: int, level: str, *, most: int = 100
    ) -> list[Ranked]:
        """Players by their best result on puzzles of one kind, size and level. Those that players
        added do not count: who knows the answer before is always the first."""
        is_class = and_(_is_class(kind, rows, cols, level), not_(results.c.is_own))
        return self._ranking(is_class, most)

    def progress(self, player: int, kind: str, rows: int, cols: int, level: str) -> list[Point]:
        """Return a player's first attempts at puzzles of one kind, size and level, in
        order: the latest thousand."""
        wanted = (
            select(*_COLUMNS)
            .where(results.c.player_id == player, results.c.is_first, _IS_RANKED)
            .where(_is_class(kind, rows, cols, level))
            .order_by(results.c.solved.desc(), results.c.id.desc())
            .limit(MOST_LISTED)
        )
        points, best = [], float("inf")
        for each in reversed(self._list(wanted)):
            best = min(best, each.total)
            points.append(Point(each.solved, each.seconds, each.total, each.is_clean, best))
        return points

    def has_solved(self, player: int, fingerprint: str) -> bool:
        """Return whether a player has a result of a puzzle or a twin of it."""
        with self._database.reading() as connection:
            return has_row(connection, results, player, plain(fingerprint))

    def solved_among(self, player: int, fingerprints: Iterable[str]) -> set[str]:
        """Return which of some puzzles a player has a result of, or of a twin."""
        is_one = results.c.fingerprint.in_(list(map(plain, fingerprints)))
        wanted = select(results.c.fingerprint).where(results.c.player_id == player, is_one)
        with self._database.reading() as connection:
            return set(connection.execute(wanted.distinct()).scalars())

    def best_test(self, player: int, fingerprint: str) -> float | None:
        """Return the author's best time with a puzzle before they published it."""
        total = func.min(results.c.seconds + results.c.penalty)
        is_theirs = and_(results.c.player_id == player, results.c.is_test, _IS_RANKED)
        wanted = select(total).where(is_theirs, results.c.fingerprint == plain(fingerprint))
        with self._database.reading() as connection:
            return connection.execute(wanted).scalar()

    def replay(self, result: int, player: int | None = None) -> Replay:
        """A solve to be watched again; NotThere if there is none of this number, or if its puzzle
        is another player's own."""
        wanted = (
            select(*_COLUMNS, players.c.name, results.c.content, results.c.log)
            .join(players, results.c.player_id == players.c.id)
            .where(results.c.id == checked_key(result, "result"))
            .where(or_(results.c.player_id == player, _is_told_to(player)))
        )
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
            if row is None:
                raise NotThere("there is no such result")
            if not row.log:
                raise NotThere("the moves of this solve are kept no longer")
            # Of a test nobody else is told, so nobody is to be told apart.
            number = find_names(connection, [row.player]).get(row.player, ("", 0))[1]
        return Replay(row.name, number, _result(row), row.content, row.log)

    def table(self, player: int) -> Iterator[list[str]]:
        """A player's results as rows of texts for a CSV file, the first one with the names of the
        columns, the oldest result first."""
        names = [*_SHOWN, "total"]
        yield names
        last = 0
        while True:
            wanted = select(*_COLUMNS).where(_is_of(player), results.c.id > last)
            page = self._list(wanted.order_by(results.c.id).limit(PAGE))
            for each in page:
                yield [csv_cell(getattr(each, name)) for name in names]
            if len(page) < PAGE:
                return
            last = page[-1].id

    def _ranking(self, condition: Any, most: int) -> list[Ranked]:
        best = _best_of(condition, results.c.player_id).subquery()
        wanted = (
            select(*_COLUMNS)
            .join(best, results.c.id == best.c.id)
            .where(best.c.rank == 1)
            .order_by(*_ORDER)
            .limit(min(max(most, 0), MOST_LISTED))
        )
        with self._database.reading() as connection:
            found = [_result(row) for row in connection.execute(wanted)]
            names = find_names(connection, (each.player for each in found))
        ranking: list[Ranked] = []
        place, before = 0, None
        for at, result in enumerate(found, 1):
            here = (result.is_clean, result.total)
            if here != before:
                place, before = at, here
            ranking.append(Ranked(place, *names[result.player], result))
        return ranking

    def _list(self, wanted: Select[Any]) -> list[PlayResult]:
        with self._database.reading() as connection:
            return [_result(row) for row in connection.execute(wanted)]


def insert_result(
    connection: Connection, game: Row[Any], log: str, puzzle: Row[Any], score: Score, mark: str = ""
) -> PlayResult:
    """Keep the result of a game that has just been solved, with its log and what the library says
    of its puzzle. One with a mark is in no ranking."""
    told = ("fingerprint", "kind", "rows", "cols", "level", "length", "title")
    is_known = has_row(connection, results, game.player_id, puzzle.fingerprint)
    is_first = game.is_first and not is_known
    # What a player keeps for themselves counts in no ranking: they may know its answer, and nobody
    # has checked its level.
    is_for_all = puzzle.draft_id is None and (puzzle.owner_id is None or puzzle.is_published)
    points = None
    if is_first and not mark and is_for_all:
        cells = puzzle.rows * puzzle.cols
        points = result_points(puzzle.level, cells, score.seconds, score.penalty)
    row = {name: getattr(puzzle, name) for name in told} | {
        "player_id": game.player_id,
        "game_id": game.id,
        "seconds": score.seconds,
        "penalty": score.penalty,
        "hints": score.hints,
        "checks": score.checks,
        "is_clean": score.is_clean and mark != ANSWERED,
        "is_first": is_first,
        "is_own": puzzle.owner_id is not None or puzzle.is_published,
        "is_test": puzzle.draft_id is not None,
        "solved": now(),
        "content": dump(read_content(puzzle.content).bare, "json").strip(),
        "log": log,
        "points": points,
        "mark": mark,
    }
    charge(connection, game.player_id, size_of(row["content"], row["log"]), ALWAYS)
    made = connection.execute(insert(results).returning(results.c.id), row).scalar_one()
    if points is not None:
        update_standings(connection, game.player_id, puzzle.kind)
    return _result(connection.execute(select(*_COLUMNS).where(results.c.id == made)).one())


def find_result(connection: Connection, game: str) -> PlayResult | None:
    """The result of a game, if it has one."""
    wanted = select(*_COLUMNS).where(results.c.game_id == game)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _result(row)


def has_row(connection: Connection, table: Table, player: int, fingerprint: str) -> bool:
    """Return whether a player has a game, or a result, of this puzzle or of a twin."""
    is_theirs = table.c.player_id == player, table.c.fingerprint == fingerprint
    return connection.execute(select(table.c.id).where(*is_theirs).limit(1)).first() is not None


def _of_puzzle(column: ColumnElement[Any], name: str) -> ColumnElement[Any]:
    """Return what the library says of the puzzle of a result."""
    is_played = games.c.id == results.c.game_id
    wanted = select(column).select_from(games).join(puzzles).join(collections).where(is_played)
    return wanted.correlate(results).scalar_subquery().label(name)


_COLUMNS = (
    *(
        column.label(name.removesuffix("_id"))
        for name, column in results.c.items()
        if name not in ("content", "log")
    ),
    _of_puzzle(games.c.puzzle_id, "puzzle"),
    _of_puzzle(collections.c.name, "collection"),
    _of_puzzle(puzzles.c.number, "number"),
)
_CLASS = results.c.kind, results.c.rows, results.c.cols, results.c.level
_ORDER = (
    results.c.is_clean.desc(),
    results.c.seconds + results.c.penalty,
    results.c.solved,
    results.c.id,
)
_IS_RANKED = results.c.mark == ""
_NAMES = tuple(field.name for field in fields(PlayResult))
_HIDDEN = ("id", "player", "game", "puzzle", "collection", "number")
_SHOWN = tuple(name for name in _NAMES if name not in _HIDDEN)


def _is_of(player: int) -> Any:
    """The results of a player that lists tell of."""
    return and_(results.c.player_id == player, not_(results.c.is_test))


def _is_of_puzzle(fingerprint: str, player: int | None) -> Any:
    """The results of a puzzle and its twins that a player sees."""
    is_for_all = or_(not_(results.c.is_own), results.c.points.is_not(None))
    is_shown = is_for_all if player is None else or_(is_for_all, results.c.player_id == player)
    return and_(results.c.fingerprint == plain(fingerprint), is_shown)


def _day_of(title: str) -> date | None:
    try:
        return date.fromisoformat(title)
    except ValueError:
        return None


def _is_told_to(player: int | None) -> Any:
    """The results of others that a player may watch: those of puzzles that are for all, or open to
    this player."""
    is_open = (
        select(games.c.id)
        .join(puzzles, games.c.puzzle_id == puzzles.c.id)
        .where(games.c.id == results.c.game_id, is_open_to(player))
        .correlate(results)
        .exists()
    )
    is_for_all = or_(not_(results.c.is_own), results.c.points.is_not(None), is_open)
    return and_(not_(results.c.is_test), is_for_all)


def _is_class(kind: str, rows: int, cols: int, level: str) -> Any:
    return (
        (results.c.kind == plain(kind))
        & (results.c.rows == bounded(rows))
        & (results.c.cols == bounded(cols))
        & (results.c.level == plain(level))
    )


def _best_of(condition: Any, *group: Any) -> Select[Any]:
    """The results that count, each with its rank in its group."""
    rank = func.row_number().over(partition_by=group, order_by=_ORDER).label("rank")
    return select(results.c.id, rank).where(condition, results.c.is_first, _IS_RANKED)


def _result(row: Any) -> PlayResult:
    return PlayResult(**{name: getattr(row, name) for name in _NAMES})


def csv_cell(value: object) -> str:
    """Return a value as the text of a cell in a CSV file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, datetime):
        return f"{value.isoformat()}Z"
    text = str(value)
    # A spreadsheet would take such a title for a formula.
    return f"'{text}" if isinstance(value, str) and text[:1] in tuple("=+-@\t\r") else text
