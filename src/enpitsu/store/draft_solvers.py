"""Test solvers: who is given the link of a draft plays it, though it is in no list, and tells its
author what they think. The author sees how they did."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from enpitsu.store.drafts import draft_row_of, is_same_puzzle, keep_test
from enpitsu.store.games import read_log
from enpitsu.store.library import Store
from enpitsu.store.refusals import Full, NotThere, plain
from enpitsu.store.rows import lock_player, now
from enpitsu.store.schema import (
    games,
    players,
    puzzles,
    results,
    test_comments,
    test_links,
)

MOST_SHOWN = 100  # games of test solvers that an author is shown
MOST_COMMENTS = 20  # on one game
LONGEST_COMMENT = 1000  # characters
_TOKEN_BYTES = 16


class SolverComment(NamedTuple):
    """A remark of a test solver."""

    text: str
    written: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSolver:
    """A game of a draft by somebody who was given its link."""

    game: str
    name: str
    state: str
    """begun, solved or given-up."""
    seconds: float
    hints: int
    """As far as they are counted: in games that have a result."""
    updated: datetime
    is_same: bool
    """True if the draft is still the puzzle that is played."""
    comments: tuple[SolverComment, ...]


class DraftSolvers:
    """The links of drafts, and the games that came of them."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    def share(self, draft: str, player: int, row: Mapping[str, Any]) -> str:
        """Return the token of a draft's link, which leads to the puzzle of `row` from now on."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            puzzle = keep_test(connection, draft, player, row)
            link = test_links.c.draft_id == plain(draft)
            known = connection.execute(select(test_links.c.token).where(link)).scalar()
            if known is not None:
                connection.execute(update(test_links).where(link).values(puzzle_id=puzzle))
                return str(known)
            token = secrets.token_urlsafe(_TOKEN_BYTES)
            new = {"token": token, "draft_id": draft, "puzzle_id": puzzle, "created": now()}
            connection.execute(insert(test_links), new)
            return token

    def end(self, draft: str, player: int) -> None:
        """Let a draft's link lead nowhere; games that are begun go on."""
        with self._database.writing() as connection:
            row = draft_row_of(connection, draft, player)
            connection.execute(delete(test_links).where(test_links.c.draft_id == row.id))

    def token(self, draft: str, player: int) -> str | None:
        """Return the token of a draft's link, if it has one."""
        with self._database.reading() as connection:
            row = draft_row_of(connection, draft, player)
            wanted = select(test_links.c.token).where(test_links.c.draft_id == row.id)
            return connection.execute(wanted).scalar()

    def puzzle(self, token: str) -> int:
        """Return the number of the puzzle that a link leads to; NotThere if it leads nowhere."""
        wanted = select(test_links.c.puzzle_id).where(test_links.c.token == plain(token))
        with self._database.reading() as connection:
            found = connection.execute(wanted).scalar()
        if found is None:
            raise NotThere("this link leads nowhere any more: ask its author for another")
        return int(found)

    def of_draft(self, draft: str, player: int) -> list[DraftSolver]:
        """Return the games of a draft by others, the latest first."""
        with self._database.reading() as connection:
            here = draft_row_of(connection, draft, player)
            wanted = (
                select(*(games.c[name] for name in ("id", "state", "elapsed", "updated")))
                .add_columns(players.c.name, puzzles.c.content)
                .add_columns(results.c.seconds, results.c.hints)
                .join(puzzles, games.c.puzzle_id == puzzles.c.id)
                .join(players, games.c.player_id == players.c.id)
                .outerjoin(results, results.c.game_id == games.c.id)
                .where(_is_by_others(here.id, player))
                .order_by(games.c.updated.desc(), games.c.id)
                .limit(MOST_SHOWN)
            )
            rows = connection.execute(wanted).all()
            comments = _comments(connection, [row.id for row in rows])
        return [
            DraftSolver(
                game=row.id,
                name=row.name,
                state=row.state,
                seconds=row.elapsed / 1000 if row.seconds is None else row.seconds,
                hints=row.hints or 0,
                updated=row.updated,
                is_same=is_same_puzzle(row.content, here.document),
                comments=tuple(comments.get(row.id, ())),
            )
            for row in rows
        ]

    def logs(self, draft: str, player: int) -> tuple[str, list[str]]:
        """Return a draft's puzzle, "" if it is none, and the logs of others' games of it as it is
        now."""
        with self._database.reading() as connection:
            here = draft_row_of(connection, draft, player)
            wanted = (
                select(games.c.id, puzzles.c.content)
                .join(puzzles, games.c.puzzle_id == puzzles.c.id)
                .where(_is_by_others(here.id, player))
                .order_by(games.c.updated.desc(), games.c.id)
                .limit(MOST_SHOWN)
            )
            rows = connection.execute(wanted).all()
            same = [row.id for row in rows if is_same_puzzle(row.content, here.document)]
            return here.document, [read_log(connection, game) for game in same]

    def comment(self, game: str, player: int, text: str) -> None:
        """Keep what the player of a game tells the author; NotThere if they were not asked to
        test it."""
        with self._database.writing() as connection:
            lock_player(connection, player)
            is_test = (
                select(games.c.id)
                .join(puzzles, games.c.puzzle_id == puzzles.c.id)
                .where(games.c.id == plain(game), games.c.player_id == player)
                .where(puzzles.c.draft_id.is_not(None), puzzles.c.owner_id != player)
            )
            if connection.execute(is_test).scalar() is None:
                raise NotThere("there is no such test")
            written = select(func.count()).where(test_comments.c.game_id == game)
            if connection.execute(written).scalar_one() >= MOST_COMMENTS:
                raise Full(f"there is room for {MOST_COMMENTS} comments on a test")
            new = {"game_id": game, "text": plain(text)[:LONGEST_COMMENT], "written": now()}
            connection.execute(insert(test_comments), new)


def _is_by_others(draft: str, player: int) -> Any:
    return and_(puzzles.c.draft_id == draft, games.c.player_id != player)


def _comments(connection: Connection, of_games: list[str]) -> dict[str, list[SolverComment]]:
    wanted = select(test_comments).where(test_comments.c.game_id.in_(of_games))
    found: dict[str, list[SolverComment]] = {}
    for row in connection.execute(wanted.order_by(test_comments.c.id)):
        found.setdefault(row.game_id, []).append(SolverComment(row.text, row.written))
    return found
