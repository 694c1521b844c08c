"""A queue that is fair: who comes next where many want the same few places.

Clients are told apart by address, and players within it, so whoever makes many players gets no more
than the share of their address, and those behind one address share it evenly. Who has used the
least lately comes first. No client takes all places: one is left for other players, and one for
other addresses. Among what one client asks, cheap things pass dear ones.
"""

from __future__ import annotations

import asyncio
import time
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Container, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from math import ceil
from typing import Any, NamedTuple

from enpitsu.web.request_refusals import Busy, TooMany

RESERVED_PLACES = 3
"""Beside those that one client may fill: one for what is cheap, one for other players of the same
address, one for other addresses."""
CHEAP_SECONDS = 1.0  # seconds up to which a task counts as cheap
BYTES_A_SECOND = 20_000  # bytes a second assumed for a sort of task that was not seen yet
FIRST_GUESS_SECONDS = 0.02  # seconds assumed at least for a sort of task that was not seen yet
NEW_SHARE = 0.3  # weight of the last task in the time expected of the next
PATIENCE = 4.0
"""Most time that a task waits for cheaper ones of the same client, in multiples of its own."""
HALF_LIFE_SECONDS = 60.0  # after so long half of what a client used is forgotten
MOST_HALF_LIVES = 100  # then all that is remembered is written down anew, as numbers grow
MOST_KNOWN = 10_000  # clients, players and sorts of work that are remembered
ADDRESS_SHARE = 3 / 4  # the share of all who wait that may come from one address
LONGEST_WAIT_SECONDS = 60  # the longest time after which a refused client is asked to come again


class Client(NamedTuple):
    """Somebody who asks: an address, and a player there if one is known."""

    address: str
    player: int | None = None
    """Known by a cookie that was found true; None for all others of this address together."""


SERVER = Client("")  # the server itself, for work that nobody asked for
_CLIENT: ContextVar[Client] = ContextVar("client", default=SERVER)


def current_client() -> Client:
    """Return the client of the work under way; the server itself if nobody asked."""
    return _CLIENT.get()


@contextmanager
def asked_by(client: Client) -> Iterator[None]:
    """Count everything that is begun inside as this client's."""
    token = _CLIENT.set(client)
    try:
        yield
    finally:
        _CLIENT.reset(token)


class Clients:
    """The players whose cookies were found true: only these are told apart from their address."""

    def __init__(self) -> None:
        self._players: dict[str, int] = {}

    def meet(self, token: str, player: int) -> None:
        """Remember whose cookie this is; called in threads."""
        if token not in self._players and len(self._players) >= MOST_KNOWN:
            self._players = {}
        self._players[token] = player

    def find(self, address: str, cookies: Mapping[str, str]) -> Client:
        """Return the client of a request: its address, and its player if a cookie names one."""
        found = (self._players.get(value) for value in cookies.values())
        return Client(address, next((each for each in found if each is not None), None))


def who_has_most(held: Mapping[Client, int], newcomer: Client) -> Client | None:
    """Return the client with the most at the address with the most, whose things make room for a
    newcomer; None if it is not clearly more than what is the newcomer's already."""
    at: Counter[str] = Counter()
    for client, count in held.items():
        at[client.address] += count
    address = max(at, key=at.__getitem__, default=newcomer.address)
    there = [client for client in held if client.address == address]
    fullest = max(there, key=held.__getitem__, default=newcomer)
    if address != newcomer.address:
        return fullest if at[address] > at[newcomer.address] + 1 else None
    return fullest if held.get(fullest, 0) > held.get(newcomer, 0) + 1 else None


class Charge(NamedTuple):
    """The time charged for a task."""

    since: float
    """From when on sizes are written so."""
    size: float


_NOTHING = Charge(0.0, 0.0)


class Ticket:
    """A place that is wanted or taken."""

    __slots__ = ("arrived", "began", "charged", "client", "due", "expected", "key", "ready", "task")

    def __init__(self, client: Client, key: tuple[str, int], expected: float) -> None:
        self.client, self.key, self.expected = client, key, expected
        self.arrived = time.monotonic()
        self.due = self.arrived + PATIENCE * expected
        self.began: float | None = None
        self.charged = _NOTHING
        self.ready: asyncio.Future[bool] | None = None
        """Comes true with the place, or false if others need it more."""
        self.task = asyncio.current_task()

    def begin(self) -> None:
        """Count the time from now on; the client pays for no preparations."""
        self.began = time.monotonic()


class FairQueue:
    """Some places, and who waits for one.

    One client gets `width` places at a time, and at most `most_each` may wait for it; of those who
    are no known players, so many of an address as may wait from there. At most `most` wait in all.
    """

    def __init__(self, width: int, most: int, most_each: int) -> None:
        self.width, self.places = width, width + RESERVED_PLACES
        self._most, self._most_each = most, most_each
        self._most_at = int(ADDRESS_SHARE * most)
        self.running = self.waiting = 0
        self._lines: dict[Client, list[Ticket]] = {}
        self._waiting_at: Counter[str] = Counter()
        self._running_of: Counter[Client | str] = Counter()
        self._used = _Used()
        self._typical: dict[tuple[str, int], float] = {}
        self._order: dict[Any, int] | None = None

    @asynccontextmanager
    async def turn(self, name: str = "", size: int = 0) -> AsyncIterator[Ticket]:
        """Wait for a place and hold it. TooMany if the client has too much here, Busy if all have.

        `name` is the sort of work and `size` about its bytes: what takes how long is learned.
        """
        key = name, size.bit_length()
        ticket = Ticket(
            current_client(),
            key,
            self._typical.get(key, FIRST_GUESS_SECONDS + size / BYTES_A_SECOND),
        )
        if not self.waiting and self._may_begin(ticket):
            self._begin(ticket)
        else:
            self._line_up(ticket)
        try:
            if ticket.ready is not None and not await ticket.ready:
                raise self._too_many(ticket.client)
            yield ticket
        finally:
            self._leave(ticket)

    def place_of(self, task: asyncio.Task[Any] | None) -> int | None:
        """Return the number of tasks before one that waits; None if it does not wait."""
        if self._order is None:
            self._order = {ticket.task: at for at, ticket in enumerate(self._in_order())}
        return self._order.get(task)

    # --- coming and going -------------------------------------------------------------------------

    def _line_up(self, ticket: Ticket) -> None:
        client = ticket.client
        own = len(self._lines.get(client, ()))
        if own >= (self._most_at if client.player is None else self._most_each):
            raise self._too_many(client)
        if self._waiting_at[client.address] >= self._most_at:
            self._push_out(client, {client.address})
        elif self.waiting >= self._most:
            self._push_out(client, self._waiting_at)
        ticket.ready = asyncio.get_running_loop().create_future()
        insort(self._lines.setdefault(client, []), ticket, key=lambda each: each.due)
        self._count_waiting(client, 1)
        self._hand_out()

    def _push_out(self, newcomer: Client, addresses: Container[str]) -> None:
        """Send the newest of whoever has the most waiting away; refuse the newcomer if that is not
        clearly more than theirs."""
        held = {each: len(line) for each, line in self._lines.items() if each.address in addresses}
        fullest = who_has_most(held, newcomer)
        if fullest is None and newcomer.address == max(held, key=held.__getitem__).address:
            raise self._too_many(newcomer)
        if fullest is None:
            raise Busy("the server has too much to do: try again later", self._wait_seconds())
        newest = max(self._lines[fullest], key=lambda each: each.arrived)
        self._take_out(newest)
        if newest.ready is not None and not newest.ready.done():
            newest.ready.set_result(False)

    def _take_out(self, ticket: Ticket) -> None:
        """Let a ticket wait no longer, if it does."""
        line = self._lines.get(ticket.client, [])
        if ticket in line:
            line.remove(ticket)
            if not line:
                del self._lines[ticket.client]
            self._count_waiting(ticket.client, -1)

    def _count_waiting(self, client: Client, more: int) -> None:
        self.waiting += more
        self._order = None
        count(self._waiting_at, client.address, more)

    def _begin(self, ticket: Ticket) -> None:
        ticket.charged = self._used.charge(ticket.client, ticket.expected)
        ticket.begin()
        self._count_running(ticket.client, 1)

    def _count_running(self, client: Client, more: int) -> None:
        self.running += more
        self._order = None
        for key in (client, client.address):
            count(self._running_of, key, more)

    def _leave(self, ticket: Ticket) -> None:
        if ticket.began is None:
            self._take_out(ticket)
            return
        self._count_running(ticket.client, -1)
        seconds = time.monotonic() - ticket.began
        self._used.charge(ticket.client, seconds, ticket.charged)
        if len(self._typical) >= MOST_KNOWN:
            self._typical.clear()
        before = self._typical.get(ticket.key, seconds)
        self._typical[ticket.key] = before + NEW_SHARE * (seconds - before)
        self._hand_out()

    # --- whose turn it is -------------------------------------------------------------------------

    def _hand_out(self) -> None:
        while self._lines and self.running < self.places:
            lines = self._lines.values()
            firsts = (next(filter(self._may_begin, line), None) for line in lines)
            ready = [ticket for ticket in firsts if ticket is not None]
            if not ready:
                return
            ticket = min(ready, key=lambda each: self._rank(each, {}))
            self._take_out(ticket)
            # Who waits no longer has it cancelled, and is not awake yet to say so.
            if ticket.ready is not None and not ticket.ready.done():
                self._begin(ticket)
                ticket.ready.set_result(True)

    def _rank(
        self, ticket: Ticket, planned: Mapping[Client | str, float]
    ) -> tuple[float, float, float]:
        client, used = ticket.client, self._used
        return (
            used.of(client.address) + planned.get(client.address, 0.0),
            used.of(client) + planned.get(client, 0.0),
            ticket.due,
        )

    def _may_begin(self, ticket: Ticket) -> bool:
        most = self.width + (ticket.expected <= CHEAP_SECONDS)
        return (
            self.running < self.places
            and self._running_of[ticket.client.address] < self.places - 1
            and self._running_of[ticket.client] < most
        )

    def _in_order(self) -> Iterator[Ticket]:
        """Yield all that wait, as they come if nothing changes."""
        lines = {client: list(line) for client, line in self._lines.items()}
        planned: defaultdict[Client | str, float] = defaultdict(float)
        weight = self._used.weight()
        while lines:
            heads = (line[0] for line in lines.values())
            ticket = min(heads, key=lambda each: self._rank(each, planned))
            yield ticket
            client = ticket.client
            del lines[client][0]
            if not lines[client]:
                del lines[client]
            for key in (client, client.address):
                planned[key] += weight * ticket.expected

    # --- what to expect ---------------------------------------------------------------------------

    def _wait_seconds(self, of: Callable[[Client], bool] = lambda _: True) -> int:
        """Return the seconds of all tasks that wait, or of those of some clients."""
        lines = (line for client, line in self._lines.items() if of(client))
        seconds = sum(ticket.expected for line in lines for ticket in line) / self.width
        return min(LONGEST_WAIT_SECONDS, max(1, ceil(seconds)))

    def _too_many(self, client: Client) -> TooMany:
        seconds = self._wait_seconds(lambda each: each == client)
        return TooMany("you have too much under way: wait for some of it", seconds)


class _Used:
    """The time that clients and addresses have held places lately. What lies back counts less:
    instead of making all numbers smaller from moment to moment, new ones are written larger."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._seconds: dict[Client | str, float] = {}

    def weight(self) -> float:
        """Return the size of a second as written now. After a long rest it is bounded: so large a
        number was never written, and the next charge writes all anew."""
        half_lives = (time.monotonic() - self._since) / HALF_LIFE_SECONDS
        return float(2.0 ** min(half_lives, 2 * MOST_HALF_LIVES))

    def of(self, key: Client | str) -> float:
        """Return the recent use of a client: a number to compare with others."""
        return self._seconds.get(key, 0.0)

    def charge(self, client: Client, seconds: float, instead_of: Charge = _NOTHING) -> Charge:
        """Charge a client for so much, instead of what was charged before; return the charge."""
        weight = self.weight()
        if weight > 2**MOST_HALF_LIVES or len(self._seconds) >= MOST_KNOWN:
            # The half that used the most is written in today's seconds; the others count as new.
            most = sorted(self._seconds.items(), key=lambda each: -each[1])[: MOST_KNOWN // 2]
            self._seconds = {key: value / weight for key, value in most}
            self._since, weight = time.monotonic(), 1.0
        # What was charged before all was written anew is so little now that it may stay.
        before = instead_of.size if instead_of.since == self._since else 0.0
        for key in (client, client.address):
            self._seconds[key] = max(0.0, self.of(key) + weight * seconds - before)
        return Charge(self._since, weight * seconds)


def count(counter: Counter[Any], key: Any, more: int) -> None:
    """Count so many more, or fewer; what is zero is no longer in the counter."""
    counter[key] += more
    if not counter[key]:
        del counter[key]
