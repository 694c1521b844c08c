"""The shelf: puzzles of all collections by their number, searched, filtered and sorted in pages,
with what a player has done with each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    case,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
)

from enpitsu.errors import PuzzleError
from enpitsu.grade import LEVELS
from enpitsu.kind import Document
from enpitsu.store.library import Store
from enpitsu.store.refusals import NotThere, bounded, checked_key, plain
from enpitsu.store.rows import (
    find_key,
    last_number,
    make_collection,
    puzzle_row,
    read_content,
)
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED, collections, games, puzzles, results

NEW = "new"
STATES = (NEW, BEGUN, SOLVED, GIVEN_UP)
"""What a puzzle may be to a player: untouched, in work, solved once, or only given up."""
SORTS = ("number", "added", "title", "size", "level")
"""What puzzles can be sorted by; with a minus before it, the other way round."""
MOST_ON_A_PAGE = 200
_MAX_WORDS, _MAX_TEXT = 10, 200
_MAX_PAGE = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which puzzles are asked for: all that every given wish fits."""

    text: str = ""
    """Words that stand in the title, the author, the collection, the kind or the level."""
    kind: str = ""
    level: str | None = None
    """"" asks for puzzles that tell none."""
    least: int | None = None
    """Cells, at least and at most."""
    most: int | None = None
    collection: str = ""
    state: str = ""
    """One of STATES, for `player`."""
    player: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleRow:
    """A puzzle in a list."""

    id: int
    collection: str
    number: int
    fingerprint: str
    kind: str
    rows: int
    cols: int
    level: str
    title: str
    author: str
    added: datetime
    game: str | None
    """The player's game of it that is begun, if any."""
    state: str
    """One of STATES."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the puzzles that were found: pages count from 1."""

    rows: list[PuzzleRow]
    page: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many puzzles were found, in all and of each sort."""

    total: int
    kinds: Mapping[str, int]
    levels: Mapping[str, int]
    collections: Mapping[str, int]
    states: Mapping[str, int]


class Shelf:
    """The puzzles of a library, one by one."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def find_puzzles(
        self, wanted: Wanted, *, sort: str = "number", page: int = 1, size: int = 50
    ) -> Page:
        """A page of puzzles, without their content; PuzzleError for a wish that cannot be."""
        conditions, order = _conditions(wanted), _order(sort)
        if not (1 <= page <= _MAX_PAGE and 1 <= size <= MOST_ON_A_PAGE):
            raise PuzzleError(
                f"pages count from 1 to {_MAX_PAGE} and have 1 to {MOST_ON_A_PAGE} puzzles"
            )
        rows = _joined(select(*_columns(wanted.player))).where(*conditions)
        with self._database.reading() as connection:
            count = _joined(select(func.count())).where(*conditions)
            total = connection.execute(count).scalar_one()
            found = connection.execute(rows.order_by(*order).limit(size).offset((page - 1) * size))
            return Page([_puzzle_row(row) for row in found], page, -(-total // size), total)

    def count_puzzles(self, wanted: Wanted) -> Counts:
        """How many puzzles of each kind, level, collection and state there are among those."""
        conditions = _conditions(wanted)
        groups = puzzles.c.kind, puzzles.c.level, collections.c.name, _state(wanted.player)
        with self._database.reading() as connection:
            kinds, levels, names, states = (
                _counted(connection, group, conditions) for group in groups
            )
        return Counts(sum(kinds.values()), kinds, levels, names, states)

    def load(self, puzzle: int, player: int | None = None) -> PuzzleRow:
        """A puzzle's row by its number; NotThere if there is none."""
        wanted = _joined(select(*_columns(player))).where(_is_puzzle(puzzle))
        return _puzzle_row(self._one(wanted))

    def document(self, puzzle: int) -> Document:
        """The puzzle itself; FormatError if someone spoiled it."""
        wanted = select(puzzles.c.content).where(_is_puzzle(puzzle))
        return read_content(self._one(wanted).content)

    def keep(self, collection: str, document: Document) -> int:
        """The number of a puzzle in a collection, to which it is added if it is not there in
        this very form; the collection is made if need be. PuzzleError if that is a batch."""
        with self._database.writing() as connection:
            key = _open_key(connection, collection)
            row = puzzle_row(key, document)
            there = _find_same(connection, row)
            if there is not None:
                return there
            row["number"] = last_number(connection, key) + 1
            made = connection.execute(insert(puzzles).returning(puzzles.c.id), row)
            return int(made.scalar_one())

    def _one(self, wanted: Select[Any]) -> Row[Any]:
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NotThere("the library has no such puzzle")
        return row


def _is_puzzle(puzzle: int) -> ColumnElement[bool]:
    return puzzles.c.id == checked_key(puzzle, "puzzle")


def _open_key(connection: Connection, collection: str) -> int:
    key = find_key(connection, collection)
    if key is None:
        return make_collection(connection, collection, None, "")
    header = select(collections.c.header).where(collections.c.id == key)
    if connection.execute(header).scalar():
        raise PuzzleError(f"the collection {collection} is a batch: take another for this puzzle")
    return key


def _find_same(connection: Connection, row: Mapping[str, Any]) -> int | None:
    """A puzzle with the same content in the same collection. Twins are others: they look
    different."""
    names = "collection_id", "fingerprint", "content"
    same = and_(*(puzzles.c[name] == row[name] for name in names))
    wanted = select(puzzles.c.id).where(same).order_by(puzzles.c.number)
    return connection.execute(wanted.limit(1)).scalar()


def _joined(wanted: Select[Any]) -> Select[Any]:
    return wanted.select_from(
        puzzles.join(collections, puzzles.c.collection_id == collections.c.id)
    )


_SHOWN = "id", "number", "fingerprint", "kind", "rows", "cols", "level", "title", "author", "added"
_SIZE = puzzles.c.rows * puzzles.c.cols


def _columns(player: int | None) -> list[ColumnElement[Any]]:
    own = [puzzles.c[name] for name in _SHOWN]
    name = collections.c.name.label("collection")
    return [*own, name, _game(player).label("game"), _state(player).label("state")]


def _game(player: int | None) -> ColumnElement[Any]:
    """The game that the player has begun; there is one at most."""
    if player is None:
        return null()
    mine = and_(games.c.player_id == player, games.c.puzzle_id == puzzles.c.id)
    return select(games.c.id).where(mine, games.c.state == BEGUN).scalar_subquery()


def _state(player: int | None) -> ColumnElement[Any]:
    """What the puzzle is to the player. Who has solved a twin has solved it, too; a game without
    an event is not begun."""
    if player is None:
        return literal(NEW)
    mine = and_(games.c.player_id == player, games.c.puzzle_id == puzzles.c.id)
    begun = exists().where(mine, games.c.state == BEGUN, games.c.events > 0)
    solved = exists().where(
        results.c.player_id == player, results.c.fingerprint == puzzles.c.fingerprint
    )
    twin = and_(games.c.player_id == player, games.c.fingerprint == puzzles.c.fingerprint)
    given_up = exists().where(twin, games.c.state == GIVEN_UP)
    return case((begun, BEGUN), (solved, SOLVED), (given_up, GIVEN_UP), else_=NEW)


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found = [_has_word(word) for word in _words(wanted.text)]
    if wanted.kind:
        found.append(puzzles.c.kind == plain(wanted.kind))
    if wanted.level is not None:
        found.append(puzzles.c.level == plain(wanted.level))
    if wanted.collection:
        found.append(collections.c.name == plain(wanted.collection))
    return found + _size_conditions(wanted) + _state_conditions(wanted)


def _size_conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.least is not None:
        found.append(_cells(wanted.least) <= _SIZE)
    if wanted.most is not None:
        found.append(_cells(wanted.most) >= _SIZE)
    return found


def _cells(count: int) -> ColumnElement[int]:
    return literal(bounded(count))


def _state_conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    if not wanted.state:
        return []
    if wanted.state not in STATES:
        raise PuzzleError(f"the state of a puzzle is one of {', '.join(STATES)}")
    return [_state(wanted.player) == wanted.state]


def _words(text: str) -> list[str]:
    words = text.split()
    if len(text) > _MAX_TEXT or len(words) > _MAX_WORDS:
        raise PuzzleError(
            f"a search has at most {_MAX_WORDS} words and {_MAX_TEXT} characters in all"
        )
    return [plain(word) for word in words]


def _has_word(word: str) -> ColumnElement[bool]:
    places = (puzzles.c.title, puzzles.c.author, collections.c.name, puzzles.c.kind)
    return or_(*(place.icontains(word, autoescape=True) for place in (*places, puzzles.c.level)))


def _order(sort: str) -> list[Any]:
    name = sort.removeprefix("-")
    if name not in SORTS:
        raise PuzzleError(f"puzzles are sorted by {', '.join(SORTS)}; a minus turns it round")
    keys: dict[str, list[Any]] = {
        "number": [],
        "added": [puzzles.c.added],
        "title": [func.lower(puzzles.c.title)],
        "size": [_SIZE],
        "level": [_rank(), puzzles.c.level],
    }
    # Equal ones keep an order of their own, so that pages never overlap.
    order = [*keys[name], collections.c.name, puzzles.c.number, puzzles.c.id]
    return [key.desc() for key in order] if sort.startswith("-") else order


def _rank() -> ColumnElement[int]:
    """Levels from the easiest on, then those that no one knows."""
    known = {level.value: at for at, level in enumerate(LEVELS)}
    return case(known, value=puzzles.c.level, else_=len(LEVELS))


def _counted(
    connection: Connection, group: ColumnElement[Any], conditions: list[ColumnElement[bool]]
) -> dict[str, int]:
    inner = _joined(select(group.label("what"))).where(*conditions).subquery()
    rows = connection.execute(select(inner.c.what, func.count()).group_by(inner.c.what))
    return {str(what): int(count) for what, count in sorted(rows.all())}


def _puzzle_row(row: Row[Any]) -> PuzzleRow:
    return PuzzleRow(**row._mapping)
