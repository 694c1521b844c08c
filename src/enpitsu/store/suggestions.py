"""Puzzles to play next: of the kinds that a player plays, near what they solve without help."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import not_, select

from enpitsu.play.next_level import PastSolve, levels_for, size_distance
from enpitsu.registry import kinds
from enpitsu.store.library import Store
from enpitsu.store.schema import results
from enpitsu.store.shelf import MOST_ON_A_PAGE, NEW, PuzzleRow, Shelf, Wanted

LOOKED_AT = 100  # results, the latest, that tell what a player plays


class Suggestions:
    """Next puzzles of a library."""

    def __init__(self, store: Store) -> None:
        self._database, self._shelf = store.database, Shelf(store)

    def of_player(
        self,
        player: int | None,
        *,
        count: int,
        after: PuzzleRow | None = None,
        mixed: Collection[str] = (),
        without: Collection[str] = (),
    ) -> list[PuzzleRow]:
        """Return puzzles that are new to a player, of different kinds: that of the puzzle they have
        just played comes first, then what they played last, then what they have not tried.

        A collection is gone on with in its own order, unless it is a `mixed` one; nothing is
        suggested out of the collections in `without`.
        """
        solves = self._solves(player)
        found: list[PuzzleRow] = []
        if after is not None and after.collection not in (*mixed, *without):
            found += self._following(after, player)
        played = [each.kind for each in solves]
        first = [] if after is None else [after.kind]
        for kind in dict.fromkeys([*first, *played, *kinds()]):
            if len(found) >= count:
                break
            if kind in kinds() and all(row.kind != kind for row in found):
                own = [each for each in solves if each.kind == kind]
                found += self._of_kind(kind, own, player, after, without)
        return found[:count]

    def _solves(self, player: int | None) -> list[PastSolve]:
        """Return what a player has solved, the latest first."""
        names = ("kind", "level", "rows", "cols", "is_clean")
        wanted = (
            select(*(results.c[name] for name in names))
            .where(results.c.player_id == player, not_(results.c.is_test))
            .order_by(results.c.solved.desc(), results.c.id.desc())
            .limit(LOOKED_AT)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all() if player is not None else []
        return [PastSolve(row.kind, row.level, row.rows * row.cols, row.is_clean) for row in rows]

    def _following(self, after: PuzzleRow, player: int | None) -> list[PuzzleRow]:
        """Return the next puzzle of a collection that is new to the player; after the last one, the
        first."""
        wanted = Wanted(collection=after.collection, state=NEW, player=player)
        found = self._new(wanted, after)
        later = [row for row in found if row.number > after.number]
        return (later or found)[:1]

    def _of_kind(
        self,
        kind: str,
        solves: list[PastSolve],
        player: int | None,
        after: PuzzleRow | None,
        without: Collection[str],
    ) -> list[PuzzleRow]:
        number = 0 if after is None else after.number

        def order(row: PuzzleRow) -> tuple[int, bool, int]:
            is_before = row.number <= number
            return size_distance(row.rows * row.cols, solves), is_before, row.number

        for wanted in _wishes(kind, solves, player):
            found = self._new(wanted, after)
            # Whoever has added a puzzle may know it, and nobody has graded it.
            is_own = {row.id for row in found if row.owner is not None and row.owner == player}
            found = [r for r in found if r.id not in is_own and r.collection not in without]
            if found:
                return [min(found, key=order)]
        return []

    def _new(self, wanted: Wanted, after: PuzzleRow | None) -> list[PuzzleRow]:
        found = self._shelf.find_puzzles(wanted, sort="number", size=MOST_ON_A_PAGE).rows
        return [row for row in found if after is None or row.id != after.id]


def _wishes(kind: str, solves: list[PastSolve], player: int | None) -> Iterator[Wanted]:
    for level in levels_for(solves):
        yield Wanted(kind=kind, level=level, state=NEW, player=player)
    yield Wanted(kind=kind, state=NEW, player=player)
