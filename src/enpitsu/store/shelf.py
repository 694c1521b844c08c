"""The shelf: puzzles of all collections by their number, searched, filtered and sorted in pages,
with what a player has done with each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    not_,
    null,
    or_,
    select,
    update,
)

from enpitsu.errors import PuzzleError
from enpitsu.grade import LENGTHS, LEVELS, Length, steps_of
from enpitsu.kind import Document, Puzzle
from enpitsu.registry import kinds
from enpitsu.store.library import Store
from enpitsu.store.quota import WORKS, charge, holders, recount, size_of
from enpitsu.store.refusals import Full, NotThere, bounded, checked_key, plain
from enpitsu.store.rows import (
    hold_collection,
    last_number,
    length_column,
    lock_player,
    open_plain,
    puzzle_row,
    read_content,
    without_grade,
)
from enpitsu.store.schema import BEGUN, GIVEN_UP, SOLVED, collections, games, puzzles, results

NEW = "new"
STATES = (NEW, BEGUN, SOLVED, GIVEN_UP)
"""The states of a puzzle for a player: untouched, in work, solved once, or only given up."""
SORTS = ("number", "added", "title", "size", "level", "length")
"""The orders of puzzles; with a minus before it, the other way round."""
COUNTED = ("kind", "level", "collection", "state", "length")
"""Fields of `Wanted` by which puzzles are counted."""
MOST_ON_A_PAGE = 200
MOST_OWN = 5000  # puzzles that one player may add
_MAX_WORDS = 10
_MAX_TEXT = 200
_MAX_PAGE = 10**6
KEPT_QUERIES = 100
_ME = bindparam("player", type_=Integer)
Asker = BindParameter[int] | int | None
"""The player who asks: `_ME` in a query that is made for all, or None for nobody."""
_Part = Literal["row", "content"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A query for puzzles: all that every given condition fits."""

    text: str = ""
    """Words that stand in the title, the author, the collection, the kind or the level."""
    kind: str = ""
    level: str | None = None
    """"" asks for puzzles that tell none."""
    length: str | None = None
    """One of LENGTHS; "" asks for puzzles whose steps nobody counted."""
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
    length: int
    """Steps that it takes; 0 if nobody counted them."""
    title: str
    author: str
    added: datetime
    game: str | None
    """The player's game of it that is begun, if any."""
    state: str
    """One of STATES."""
    owner: int | None
    """The player whom it belongs to, if not to all."""
    is_removed: bool
    """True if its owner took it away, and it stays only for those who play it."""
    is_published: bool
    """True if all see it, although it has an owner."""
    draft: str | None
    """The draft that it tests, if it was made for that."""
    variants: tuple[str, ...] = ()
    """Names of the variants of its kind that it is."""

    @property
    def is_shared(self) -> bool:
        """True if all players see it."""
        is_hidden = self.is_removed or self.draft is not None
        return not is_hidden and (self.owner is None or self.is_published)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the puzzles that were found: pages count from 1."""

    rows: list[PuzzleRow]
    page: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class FoundCounts:
    """The numbers of puzzles that were found, in all and of each sort."""

    total: int
    kinds: Mapping[str, int]
    levels: Mapping[str, int]
    collections: Mapping[str, int]
    states: Mapping[str, int]
    lengths: Mapping[str, int] = field(default_factory=dict)


class Shelf:
    """The puzzles of a library, one by one."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def find_puzzles(
        self, wanted: Wanted, *, sort: str = "number", page: int = 1, size: int = 50
    ) -> Page:
        """Return a page of puzzles, without their content; PuzzleError for what cannot be asked."""
        rows, count = _list_query(replace(wanted, player=None), wanted.player is not None, sort)
        if not (1 <= page <= _MAX_PAGE and 1 <= size <= MOST_ON_A_PAGE):
            raise PuzzleError(
                f"pages count from 1 to {_MAX_PAGE} and have 1 to {MOST_ON_A_PAGE} puzzles"
            )
        asked = {"player": wanted.player, "size": size, "before": (page - 1) * size}
        with self._database.reading() as connection:
            total = connection.execute(count, asked).scalar_one()
            found = _rows(connection, connection.execute(rows, asked).all())
        return Page(found, page, -(-total // size), total)

    def count_puzzles(self, wanted: Wanted) -> FoundCounts:
        """Count the puzzles of each kind, level, length, collection and state among
        those."""
        values = _wanted_values(wanted)
        fitting = [group for group in self._groups(wanted) if group.fits(values)]
        return _counts(fitting, [fitting] * len(COUNTED))

    def count_choices(self, wanted: Wanted) -> FoundCounts:
        """Like `count_puzzles`, for those who choose: how many there would be of each kind if
        another kind were asked for, and so on."""
        groups, values = self._groups(wanted), _wanted_values(wanted)
        others = ({name: values[name] for name in values if name != but} for but in COUNTED)
        choices = [[group for group in groups if group.fits(other)] for other in others]
        return _counts([group for group in groups if group.fits(values)], choices)

    def _groups(self, wanted: Wanted) -> list[_Group]:
        """All puzzles that have the wanted words and size, counted by all the rest at once."""
        is_known = wanted.player is not None
        # That refuses what cannot be asked, and is made already where a list is asked for.
        _list_query(replace(wanted, player=None), is_known, SORTS[0])
        query = _group_query(wanted.text, wanted.least, wanted.most, is_known)
        with self._database.reading() as connection:
            rows = connection.execute(query, {"player": wanted.player}).all()
        return [_Group(dict(zip(COUNTED, what, strict=True)), number) for *what, number in rows]

    def load(self, puzzle: int, player: int | None = None) -> PuzzleRow:
        """Return a puzzle's row by its number; NotThere if there is none for this player."""
        with self._database.reading() as connection:
            return _rows(connection, [_one(connection, "row", puzzle, player)])[0]

    def document(self, puzzle: int, player: int | None = None) -> Document:
        """Return the puzzle itself; FormatError if someone spoiled it."""
        return read_content(self.content(puzzle, player))

    def content(self, puzzle: int, player: int | None = None) -> str:
        """Return the puzzle as it is kept, in Enpitsu's JSON; NotThere if there is none for this
        player."""
        with self._database.reading() as connection:
            return str(_one(connection, "content", puzzle, player).content)

    def keep(self, collection: str, document: Document, owner: int | None = None) -> int:
        """The number of a puzzle in a collection, to which it is added if it is not there in
        this very form; the collection is made if need be. PuzzleError if that is a batch, Full if
        the owner has too many."""
        # Before the transaction: large puzzles take their time, and others want to write.
        return self.keep_row(collection, puzzle_row(0, document), owner)

    def keep_row(self, collection: str, row: Mapping[str, Any], owner: int | None = None) -> int:
        """Like `keep`, with the row that `puzzle_row` has made of the puzzle."""
        with self._database.writing() as connection:
            if owner is not None:
                lock_player(connection, owner)
            return add_row(connection, collection, {**row, "owner_id": owner})

    def renew(self, collection: str, documents: Iterable[Document]) -> list[int]:
        """Like `keep`, but puzzles that the collection has with other words about them get the new
        ones: title, author, level, length. All of it happens, or nothing, and at once:
        of several processes that do the same, one adds the puzzles and the others find them."""
        rows = [({**puzzle_row(0, each), "owner_id": None}, each.puzzle) for each in documents]
        with self._database.writing() as connection:
            key = open_plain(connection, collection)
            return [_renew_row(connection, {**row, "collection_id": key}, of) for row, of in rows]

    def remove(self, puzzle: int, owner: int) -> None:
        """Take away a puzzle that belongs to a player; NotThere if it is not theirs.

        If somebody has a game of it, it only goes from all lists: others play on, and its owner
        cannot make a first attempt a second time.
        """
        with self._database.writing() as connection:
            lock_player(connection, owner)
            if not take_away(connection, puzzle, owner):
                raise NotThere("you have no such puzzle of your own")

    def find_twin(self, collection: str, fingerprint: str) -> int | None:
        """Return the first puzzle of a collection with this fingerprint, if there is one."""
        return self._find_first(collection, puzzles.c.fingerprint == plain(fingerprint))

    def find_titled(self, collection: str, title: str) -> int | None:
        """Return the first puzzle of a collection with this very title, if there is one."""
        return self._find_first(collection, puzzles.c.title == plain(title))

    def _find_first(self, collection: str, condition: ColumnElement[bool]) -> int | None:
        wanted = (
            _joined(select(puzzles.c.id))
            .where(collections.c.name == plain(collection), condition)
            .order_by(puzzles.c.number)
        )
        with self._database.reading() as connection:
            return connection.execute(wanted.limit(1)).scalar()


def _one(connection: Connection, what: _Part, puzzle: int, player: int | None) -> Row[Any]:
    asked = {"puzzle": checked_key(puzzle, "puzzle"), "player": player}
    row = connection.execute(_one_query(what, player is not None), asked).one_or_none()
    if row is None:
        raise NotThere("the library has no such puzzle")
    return row


def _rows(connection: Connection, found: Sequence[Row[Any]]) -> list[PuzzleRow]:
    """Return puzzles in a list; only of kinds with variants is the content looked at."""
    varied = {name: kind.variants for name, kind in kinds().items() if kind.variants}
    keys = [row.id for row in found if row.kind in varied]
    wanted = select(puzzles.c.id, puzzles.c.kind, puzzles.c.content).where(puzzles.c.id.in_(keys))
    variants: dict[int, tuple[str, ...]] = {}
    for key, kind, content in connection.execute(wanted) if keys else ():
        # Spoiled content is told of where the puzzle itself is wanted.
        data = _data(content).get("puzzle")
        told = data if isinstance(data, dict) else {}
        variants[key] = tuple(name for name in varied[kind] if told.get(name) is True)
    return [PuzzleRow(**row._mapping, variants=variants.get(row.id, ())) for row in found]


def _data(content: str) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        data = json.loads(content)
        if isinstance(data, dict):
            return data
    return {}


def add_row(connection: Connection, collection: str, row: Mapping[str, Any]) -> int:
    """Add a puzzle to a collection, if it is not there in this very form; its number."""
    return _add_row(connection, {**row, "collection_id": open_plain(connection, collection)})


def _add_row(connection: Connection, row: Mapping[str, Any]) -> int:
    there, owner = _find_same(connection, row), row["owner_id"]
    if there is not None:
        # Its owner may have removed it.
        is_away = and_(puzzles.c.id == there, puzzles.c.is_removed)
        connection.execute(update(puzzles).where(is_away).values(is_removed=False))
        return there
    if owner is not None:
        # Removed ones do not count: games hang on them, of which a player has not too many either.
        own = select(func.count()).where(puzzles.c.owner_id == owner, _IS_THERE)
        if connection.execute(own).scalar_one() >= MOST_OWN:
            raise Full(f"a player keeps at most {MOST_OWN} puzzles of their own: remove some first")
    return insert_row(connection, row)


def _renew_row(connection: Connection, row: Mapping[str, Any], puzzle: Puzzle) -> int:
    is_here = and_(puzzles.c.collection_id == row["collection_id"], puzzles.c.owner_id.is_(None))
    twins = select(puzzles.c.id, puzzles.c.content).where(
        is_here, puzzles.c.fingerprint == row["fingerprint"]
    )
    for found, content in connection.execute(twins.order_by(puzzles.c.number)).all():
        if content == row["content"]:
            return int(found)
        if read_content(content).puzzle == puzzle:
            told = {name: row[name] for name in ("level", "length", "title", "author", "content")}
            connection.execute(update(puzzles).where(puzzles.c.id == found).values(**told))
            return int(found)
    return _add_row(connection, row)


def insert_row(connection: Connection, row: Mapping[str, Any]) -> int:
    """Put a puzzle behind the others of its collection, which is held; its number."""
    if row.get("owner_id") is not None:
        charge(connection, row["owner_id"], size_of(row["content"]), WORKS)
    row = {**row, "number": last_number(connection, row["collection_id"]) + 1}
    made = connection.execute(insert(puzzles).returning(puzzles.c.id), row)
    return int(made.scalar_one())


def take_away(connection: Connection, puzzle: int, owner: int) -> bool:
    """Remove a puzzle of a player as `Shelf.remove` says; return whether there was one."""
    is_chosen = puzzles.c.id == checked_key(puzzle, "puzzle")
    is_theirs = and_(is_chosen, puzzles.c.owner_id == owner, _IS_THERE)
    key = connection.execute(select(puzzles.c.collection_id).where(is_theirs)).scalar()
    if key is None or hold_collection(connection, key) is None:
        return False
    # Nobody begins a game of it from now on, and those that were begun are seen.
    if connection.execute(select(puzzles.c.id).where(is_theirs).with_for_update()).scalar() is None:
        return False
    # A game of its owner's own without an event is none.
    counts = or_(games.c.events > 0, games.c.player_id != owner, games.c.state != BEGUN)
    played = select(games.c.id).where(games.c.puzzle_id == puzzle, counts)
    if connection.execute(played.limit(1)).first() is not None:
        connection.execute(update(puzzles).where(is_chosen).values(is_removed=True))
        return True
    delete_puzzles(connection, is_chosen)
    left = select(puzzles.c.id).where(puzzles.c.collection_id == key).limit(1)
    if connection.execute(left).first() is None:
        connection.execute(delete(collections).where(collections.c.id == key))
    return True


def delete_puzzles(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete puzzles with all games of them."""
    # Said for the games, too: not every database has been told to do it by itself.
    chosen = select(puzzles.c.id).where(which)
    touched = holders(connection, which)
    connection.execute(delete(games).where(games.c.puzzle_id.in_(chosen)))
    connection.execute(delete(puzzles).where(which))
    recount(connection, touched)


def _find_same(connection: Connection, row: Mapping[str, Any]) -> int | None:
    """A puzzle with the same content, whatever its grade, in the same collection. Twins are others:
    they look different."""
    names = "collection_id", "fingerprint", "title"
    owner = row["owner_id"]
    is_theirs = puzzles.c.owner_id.is_(None) if owner is None else puzzles.c.owner_id == owner
    same = and_(*(puzzles.c[name] == row[name] for name in names), is_theirs)
    wanted = select(puzzles.c.id, puzzles.c.content).where(same).order_by(puzzles.c.number)
    known, told = connection.execute(wanted).all(), without_grade(row["content"])
    return next((key for key, content in known if without_grade(content) == told), None)


def _joined(wanted: Select[Any]) -> Select[Any]:
    return wanted.select_from(
        puzzles.join(collections, puzzles.c.collection_id == collections.c.id)
    )


_SHOWN = (
    *("id", "number", "fingerprint", "kind", "rows", "cols"),
    *("level", "length", "title", "author", "added"),
)
_SIZE = puzzles.c.rows * puzzles.c.cols
# What somebody tests is not on the shelf.
_IS_THERE = and_(not_(puzzles.c.is_removed), puzzles.c.draft_id.is_(None))


def _columns(player: Asker) -> list[ColumnElement[Any]]:
    own: list[ColumnElement[Any]] = [puzzles.c[name] for name in _SHOWN]
    name = collections.c.name.label("collection")
    own += [puzzles.c.owner_id.label("owner"), puzzles.c.draft_id.label("draft")]
    own += [puzzles.c.is_removed, puzzles.c.is_published]
    return [*own, name, _game(player).label("game"), _state(player).label("state")]


def _game(player: Asker) -> ColumnElement[Any]:
    """The game that the player has begun; there is one at most."""
    if player is None:
        return null()
    mine = and_(games.c.player_id == player, games.c.puzzle_id == puzzles.c.id)
    return select(games.c.id).where(mine, games.c.state == BEGUN).scalar_subquery()


def _state(player: Asker) -> ColumnElement[Any]:
    """Return the state of the puzzle for the player. Who has solved a twin has solved it, too; a
    game without an event is not begun."""
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


def _conditions(wanted: Wanted, player: Asker) -> list[ColumnElement[bool]]:
    found = [_IS_THERE, _is_shown_to(player), *_word_conditions(wanted.text)]
    if wanted.kind:
        found.append(puzzles.c.kind == plain(wanted.kind))
    if wanted.level is not None:
        found.append(puzzles.c.level == plain(wanted.level))
    if wanted.length is not None:
        found.append(_is_so_long(wanted.length))
    if wanted.collection:
        found.append(collections.c.name == plain(wanted.collection))
    if wanted.least is not None:
        found.append(literal(bounded(wanted.least)) <= _SIZE)
    if wanted.most is not None:
        found.append(literal(bounded(wanted.most)) >= _SIZE)
    if wanted.state:
        if wanted.state not in STATES:
            raise PuzzleError(f"the state of a puzzle is one of {', '.join(STATES)}")
        found.append(_state(player) == wanted.state)
    return found


def _is_so_long(length: str) -> ColumnElement[bool]:
    if not length:
        return puzzles.c.length == 0
    if length not in LENGTHS:
        raise PuzzleError(f"the length of a puzzle is one of {', '.join(LENGTHS)}")
    fewest, most = steps_of(Length(length))
    is_enough = puzzles.c.length >= max(fewest, 1)
    return is_enough if most is None else and_(is_enough, puzzles.c.length <= most)


def _is_shown_to(player: Asker) -> ColumnElement[bool]:
    """Return the condition that a player may see a puzzle: others' only if published."""
    for_all = or_(puzzles.c.owner_id.is_(None), puzzles.c.is_published)
    return for_all if player is None else or_(for_all, puzzles.c.owner_id == player)


def is_open_to(player: Asker) -> ColumnElement[bool]:
    """True for puzzles that a player who knows their number may have: those for all, their
    own, and what they have a game of, even if its owner took it away since."""
    for_all = and_(_IS_THERE, _is_shown_to(None))
    if player is None:
        return for_all
    mine = games.alias()
    is_mine = mine.c.player_id == player, mine.c.puzzle_id == puzzles.c.id
    has_game = select(mine.c.id).where(*is_mine).correlate(puzzles).exists()
    return or_(for_all, puzzles.c.owner_id == player, has_game)


def _word_conditions(text: str) -> list[ColumnElement[bool]]:
    words = text.split()
    if len(text) > _MAX_TEXT or len(words) > _MAX_WORDS:
        raise PuzzleError(
            f"a search has at most {_MAX_WORDS} words and {_MAX_TEXT} characters in all"
        )
    names = (puzzles.c[name] for name in ("title", "author", "kind", "level"))
    places = (*names, collections.c.name)
    return [
        or_(*(place.icontains(plain(word), autoescape=True) for place in places)) for word in words
    ]


def _order(sort: str) -> list[Any]:
    name = sort.removeprefix("-")
    if name not in SORTS:
        raise PuzzleError(f"puzzles are sorted by {', '.join(SORTS)}; a minus turns it round")
    keys: dict[str, list[Any]] = {
        "number": [],
        "added": [puzzles.c.added],
        "title": [func.lower(puzzles.c.title)],
        "size": [_SIZE],
        "level": [_rank(), puzzles.c.level, puzzles.c.length],
        "length": [puzzles.c.length, _rank()],
    }
    # Equal ones keep an order of their own, so that pages never overlap.
    order = [*keys[name], collections.c.name, puzzles.c.number, puzzles.c.id]
    turned = [key.desc() for key in order] if sort.startswith("-") else order
    # Those of which nobody knows how long they are come last either way.
    return [case((puzzles.c.length == 0, 1), else_=0), *turned] if name == "length" else turned


def _rank() -> ColumnElement[int]:
    """Levels from the easiest on, then those that no one knows."""
    known = {level.value: at for at, level in enumerate(LEVELS)}
    return case(known, value=puzzles.c.level, else_=len(LEVELS))


# --- what is asked: made once for each sort of question, as making it takes longer than asking ----


@lru_cache(maxsize=KEPT_QUERIES)
def _list_query(wanted: Wanted, is_known: bool, sort: str) -> tuple[Select[Any], Select[Any]]:
    """Return the queries for a page of puzzles and for the number on all pages; for any player, if
    one is known."""
    player: Asker = _ME if is_known else None
    conditions = _conditions(wanted, player)
    rows = _joined(select(*_columns(player))).where(*conditions).order_by(*_order(sort))
    rows = rows.limit(bindparam("size", type_=Integer)).offset(bindparam("before", type_=Integer))
    return rows, _joined(select(func.count())).where(*conditions)


@lru_cache(maxsize=4)
def _one_query(what: _Part, is_known: bool) -> Select[Any]:
    player: Asker = _ME if is_known else None
    is_row = what == "row"
    wanted = _joined(select(*_columns(player))) if is_row else select(puzzles.c.content)
    return wanted.where(puzzles.c.id == bindparam("puzzle", type_=Integer), is_open_to(player))


class _Group(NamedTuple):
    """Puzzles of one kind, level, collection, state and length."""

    what: dict[str, str]
    number: int

    def fits(self, values: Mapping[str, str]) -> bool:
        """Return whether it has all of these values."""
        return all(self.what[name] == value for name, value in values.items())


def _wanted_values(wanted: Wanted) -> dict[str, str]:
    """Return the wanted values of the fields by which puzzles are counted."""
    found = {name: getattr(wanted, name) for name in COUNTED}
    may_be_empty = ("level", "length")
    return {
        name: value
        for name, value in found.items()
        if value is not None and (value or name in may_be_empty)
    }


@lru_cache(maxsize=KEPT_QUERIES)
def _group_query(text: str, least: int | None, most: int | None, is_known: bool) -> Select[Any]:
    player: Asker = _ME if is_known else None
    wanted = Wanted(text=text, least=least, most=most)
    what = (
        *(puzzles.c.kind, puzzles.c.level, collections.c.name),
        *(_state(player), length_column()),
    )
    named = [each.label(name) for each, name in zip(what, COUNTED, strict=True)]
    inner = _joined(select(*named)).where(*_conditions(wanted, player)).subquery()
    return select(*inner.c, func.count()).group_by(*inner.c)


def _counts(fitting: list[_Group], choices: list[list[_Group]]) -> FoundCounts:
    total = sum(group.number for group in fitting)
    sums = []
    for groups, name in zip(choices, COUNTED, strict=True):
        found: Counter[str] = Counter()
        for group in groups:
            found[group.what[name]] += group.number
        sums.append(dict(sorted(found.items())))
    return FoundCounts(total, *sums)
