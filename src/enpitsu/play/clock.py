"""The server's own clock beside the player's.

A game's times come from the player's browser, whose clock stands in pauses, in hidden tabs and
while the page is closed. The server sees only when something arrives. Two bounds follow:

1. *No game is longer than the time since it was begun.* A game is begun on the server, so whoever
   tells of five minutes of play two seconds later has made them up. The result is marked. Play
   without a connection passes: its strokes arrive late, never early.
2. *No game is shorter than what passed while it arrived.* The page sends a save at least each
   15 seconds while its clock runs, and says in a save that the clock stands from now on. So the
   time between two saves counts as played, unless the first of them said that the clock stands. A
   longer gap that nobody told of (the connection broke, the lid was closed, the browser was ended)
   counts MAX_GAP and no more: what it was cannot be known, and the honest must not pay for it.

A game that was begun without the server arrives later, and nobody but the player's browser knows
when it was begun: the first bound says nothing of it, and its result is marked.

The time of a result is the larger one of the player's and of the second bound, up to the save that
brought the last stroke. Who thinks beside a game that is not open, or on paper, is seen by nobody.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import NamedTuple

MAX_GAP = 20_000  # ms between two saves that count as played: the page sends one each 15 s
MAX_DELAY = 3_000  # ms that a save may be under way
MAX_LEAD = 1_000  # ms that the player's clock may be ahead of the server's
MAX_DRIFT = 1.01  # how much faster than the server's a player's clock may go
MAX_RESTS = 200  # times that a game may say that its clock stands: more are not believed


class ServerClock(NamedTuple):
    """Times of a game as the server has measured them, in milliseconds."""

    begun: int
    saved: int
    """The time of the last save."""
    played: int = 0
    """The time that passed while the game was played, as far as that was seen."""
    last_move: int = 0
    """The part of it that had passed when the last move arrived."""
    rests: int = 0
    is_resting: bool = False
    """True if the last save said that the player's clock stands from then on."""
    is_ahead: bool = False
    """True if the player told of more time than there was since the game was begun."""
    is_offline: bool = False
    """True if strokes were made before the game was begun here."""

    def after(
        self, now: int, elapsed: int, *, has_move: bool, rests: bool, offline: bool = False
    ) -> ServerClock:
        """Return the clock after a save that arrived `now` and told of `elapsed` ms of play in all;
        it `rests` if the player's clock stands from then on, and is `offline` if its strokes were
        made before the game was begun here."""
        is_offline = self.is_offline or offline
        tells_more = elapsed > (now - self.begun) * MAX_DRIFT + MAX_LEAD
        is_believed = self.is_resting and self.rests <= MAX_RESTS
        gap = 0 if is_believed else min(max(0, now - self.saved), MAX_GAP)
        played = self.played + gap
        return self._replace(
            saved=max(now, self.saved),
            played=played,
            last_move=played if has_move else self.last_move,
            rests=self.rests + (rests and not self.is_resting),
            is_resting=rests,
            is_ahead=self.is_ahead or (tells_more and not is_offline),
            is_offline=is_offline,
        )

    @property
    def least(self) -> int:
        """Milliseconds that the game took at least."""
        return max(0, self.last_move - MAX_DELAY)

    def to_text(self) -> str:
        """Return the clock as it is kept."""
        return json.dumps(self, separators=(",", ":"))


def start_clock() -> ServerClock:
    """Return the clock of a game that is begun now."""
    now = server_ms()
    return ServerClock(now, now)


def read_clock(text: str, started: datetime, updated: datetime) -> ServerClock:
    """Return a clock that was kept; of a game that had none, what is known of it."""
    if not text:
        return ServerClock(_ms(started), _ms(updated))
    return ServerClock(*json.loads(text))


def server_ms() -> int:
    """Return the time now, in milliseconds."""
    return time.time_ns() // 1_000_000


def _ms(utc: datetime) -> int:
    return int(utc.replace(tzinfo=UTC).timestamp() * 1000)
