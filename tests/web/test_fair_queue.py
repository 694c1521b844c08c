"""Who comes next where many want the same few places."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from enpitsu.web import fair_queue
from enpitsu.web.fair_queue import (
    HALF_LIFE_SECONDS,
    MOST_HALF_LIVES,
    MOST_KNOWN,
    Client,
    Clients,
    FairQueue,
    asked_by,
    current_client,
    who_has_most,
)
from enpitsu.web.request_refusals import Busy, TooMany

DEAR = 10**6  # bytes: expected to take long


class Clock:
    """A time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(fair_queue, "time", found)
    return found


class Pool:
    """A queue whose work ends when the test says so."""

    def __init__(self, width: int = 1, most: int = 100, most_each: int = 50) -> None:
        self.queue = FairQueue(width, most, most_each)
        self.begun: list[str] = []
        """What has got a place, in order."""
        self.refused: dict[str, Exception] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, name: str, *client: Any, size: int = DEAR, sort: str = "") -> None:
        """Somebody wants a place."""
        self._ends[name] = asyncio.Event()
        with asked_by(Client(*client)):
            self.tasks[name] = asyncio.create_task(self._work(name, sort, size))
        await _settle()

    async def end(self, *names: str) -> None:
        """Something is done."""
        for name in names:
            self._ends[name].set()
            await _settle()

    async def _work(self, name: str, sort: str, size: int) -> None:
        try:
            async with self.queue.turn(sort, size):
                self.begun.append(name)
                await self._ends[name].wait()
        except (TooMany, Busy) as error:
            self.refused[name] = error

    async def pass_time(self, clock: Clock, pieces: int) -> list[str]:
        """Have so many done: what is dear takes ten seconds, all else takes one."""
        ends: dict[str, float] = {}
        done: list[str] = []
        while len(done) < pieces:
            for name in self.begun:
                ends.setdefault(name, clock.now + (10.0 if name.startswith("dear") else 1.0))
            name = min((each for each in ends if each not in done), key=ends.__getitem__)
            clock.now = ends[name]
            await self.end(name)
            done.append(name)
        return done

    async def end_all(self) -> list[str]:
        """Have all that waits done, one after the other; the order in which it began."""
        first = len(self.begun)
        for at in count():
            if at == len(self.begun):
                break
            await self.end(self.begun[at])
        assert (self.queue.running, self.queue.waiting) == (0, 0)
        return self.begun[first:]


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(act: Callable[[Pool], Awaitable[Any]], **pool: int) -> Any:
    async def inside() -> Any:
        return await act(Pool(**pool))

    return asyncio.run(inside())


# --- places ---------------------------------------------------------------------------------------


def test_one_client_does_not_take_all_places() -> None:
    async def act(pool: Pool) -> list[str]:
        for at in range(6):
            await pool.add(f"a{at}", "A")
        for player in range(3):
            await pool.add(f"player {player}", "A", player)
        await pool.add("address", "B")
        await pool.add("other address", "C")
        return list(pool.begun)

    # Two are one's own, two are for other players, one is for another address.
    assert run(act, width=2) == ["a0", "a1", "player 0", "player 1", "address"]


def test_cheap_things_find_a_place_where_dear_ones_take_all() -> None:
    async def act(pool: Pool) -> list[str]:
        for at in range(6):
            await pool.add(f"a{at}", "A")
        for at in range(3):
            await pool.add(f"cheap {at}", "A", size=100)
        await pool.add("player", "A", 1)
        await pool.add("address", "B")
        return list(pool.begun)

    assert run(act, width=2) == ["a0", "a1", "cheap 0", "player", "address"]


def test_who_used_the_least_comes_first(clock: Clock) -> None:
    async def act(pool: Pool) -> list[str]:
        for client, seconds in (("A", 200), ("B", 10), ("C", 50)):
            await pool.add(f"{client} before", client)
            clock.now += seconds
            await pool.end(f"{client} before")
        for name in ("w", "x", "y", "z"):
            await pool.add(name, name)
        for client in "ABCDA":
            await pool.add(f"{client}{len(pool.tasks)}", client)
        pool.begun.clear()
        for name in ("w", "x", "y", "z"):
            clock.now += 1
            await pool.end(name)
        return [*pool.begun, *await pool.end_all()]

    order = run(act, width=1)
    assert [name[0] for name in order] == ["D", "B", "C", "A", "A"]


def test_many_players_of_one_address_get_no_more_than_one(clock: Clock) -> None:
    """A thousand cookies are worth one address."""

    async def act(pool: Pool) -> Counter[str]:
        for player in range(20):
            for _ in range(4):
                await pool.add(f"A{player}.{len(pool.tasks)}", "A", player)
        for at in range(40):
            await pool.add(f"B.{len(pool.tasks)}", "B", at % 3)
        return Counter(name[0] for name in await pool.pass_time(clock, 60))

    served = run(act, width=2, most=1000)
    assert abs(served["A"] - served["B"]) <= 4


def test_players_of_one_address_share_it(clock: Clock) -> None:
    async def act(pool: Pool) -> Counter[str]:
        for _ in range(60):
            await pool.add(f"flood.{len(pool.tasks)}", "A")
        for player in (1, 2):
            for _ in range(20):
                await pool.add(f"{player}.{len(pool.tasks)}", "A", player)
        served = await pool.pass_time(clock, 45)
        return Counter(name.partition(".")[0] for name in served)

    served = run(act, width=2, most=1000)
    assert max(served.values()) - min(served.values()) <= 4


def test_who_asks_for_little_is_not_held_up_by_many_small_things(clock: Clock) -> None:
    """Shares are counted in seconds, not in pieces."""

    async def act(pool: Pool) -> Counter[str]:
        for _ in range(40):
            await pool.add(f"dear.{len(pool.tasks)}", "A")
            await pool.add(f"cheap.{len(pool.tasks)}", "B")
        served = await pool.pass_time(clock, 30)
        return Counter(name.partition(".")[0] for name in served)

    served = run(act, width=1, most=1000)
    assert served["cheap"] > 4 * served["dear"]


def test_what_lies_back_is_forgotten(clock: Clock) -> None:
    async def act(pool: Pool) -> list[str]:
        await pool.add("old", "A")
        clock.now += 100
        await pool.end("old")
        clock.now += 20 * HALF_LIFE_SECONDS
        await pool.add("lately", "B")
        clock.now += 1
        await pool.end("lately")
        for name in ("x", "y", "z", "w", "v"):  # all places are taken
            await pool.add(name, name)
        await pool.add("b", "B")
        await pool.add("a", "A")
        pool.begun.clear()
        await pool.end("x", "y")
        return list(pool.begun)

    assert run(act, width=2) == ["a", "b"]


def test_numbers_do_not_grow_without_end(clock: Clock) -> None:
    async def act(pool: Pool) -> int:
        for at in range(3 * MOST_HALF_LIVES):
            clock.now += HALF_LIFE_SECONDS
            await pool.add(f"{at}", f"{at}")
            await pool.end(f"{at}")
        for at in range(MOST_KNOWN):
            pool.queue._used.charge(Client(f"x{at}", at), 1.0)
        assert pool.queue._used.weight() < 2.0 ** (MOST_HALF_LIVES + 1)
        return len(pool.queue._used._seconds)

    assert run(act) <= MOST_KNOWN + 2


@pytest.mark.parametrize("hours", [17.1, 24 * 400])
def test_a_queue_that_rested_for_long_goes_on(clock: Clock, hours: float) -> None:
    async def act(pool: Pool) -> list[int]:
        await pool.add("before", "A")
        clock.now += 3600 * hours
        await pool.end("before")
        await pool.add("after", "A")
        running = pool.queue.running
        await pool.end("after")
        return [running, pool.queue.running]

    assert run(act) == [1, 0]


# --- one's own ------------------------------------------------------------------------------------


def test_cheap_things_pass_dear_ones_of_the_same_client() -> None:
    async def act(pool: Pool) -> list[str]:
        for at in range(4):
            await pool.add(f"dear{at}", "A", 1)
        for at in range(3):
            await pool.add(f"cheap{at}", "A", 1, size=100)
        return await pool.end_all()

    assert run(act) == ["cheap1", "cheap2", "dear1", "dear2", "dear3"]


def test_dear_things_are_not_passed_for_ever(clock: Clock) -> None:
    async def act(pool: Pool) -> list[str]:
        for name in ("one", "dear"):
            await pool.add(name, "A", 1, size=60_000)
        for at in range(3):
            await pool.add(f"less{at}", "A", 1, size=30_000)
        clock.now += 60
        await pool.add("late", "A", 1, size=30_000)
        return await pool.end_all()

    assert run(act) == ["less0", "less1", "less2", "dear", "late"]


def test_what_takes_how_long_is_learned(clock: Clock) -> None:
    async def act(pool: Pool) -> list[str]:
        for at in range(8):
            await pool.add(f"slow{at}", "A", sort="slow", size=100)
            clock.now += 9
            await pool.end(f"slow{at}")
        pool.begun.clear()
        for at in range(3):
            await pool.add(f"again{at}", "A", sort="slow", size=100)
        await pool.add("quick", "A", sort="quick", size=100)
        return list(pool.begun)

    # What looked cheap by its size is known to be dear now.
    assert run(act, width=1) == ["again0", "quick"]


# --- refusals -------------------------------------------------------------------------------------


def test_a_player_has_so_many_waiting() -> None:
    async def act(pool: Pool) -> dict[str, Exception]:
        for at in range(8):
            await pool.add(f"a{at}", "A", 1)
        await pool.add("other", "A", 2)
        assert "other" in pool.begun
        return pool.refused

    refused = run(act, width=1, most_each=5)
    assert sorted(refused) == ["a6", "a7"]
    assert all(isinstance(each, TooMany) for each in refused.values())


def test_a_flood_shuts_nobody_out() -> None:
    """The queue is full of one client: everybody else still finds room, and comes soon."""

    async def act(pool: Pool) -> tuple[dict[str, Exception], list[str]]:
        for at in range(40):
            await pool.add(f"flood{at}", "A")
        for name in ("b", "c", "d", "e", "f", "g"):
            await pool.add(name, name.upper())
        await pool.add("home", "A", 3)
        await pool.end_all()
        return dict(pool.refused), pool.begun

    refused, served = run(act, width=1, most=8)
    assert all(name.startswith("flood") for name in refused)
    assert all(isinstance(each, TooMany) for each in refused.values())
    assert {"b", "c", "d", "e", "f", "g", "home"} <= set(served)
    waited = [name for name in served if name.startswith("flood")]
    assert served.index("g") < served.index(waited[-1])


def test_many_who_ask_for_little_are_told_that_the_server_is_busy() -> None:
    async def act(pool: Pool) -> dict[str, Exception]:
        for at in range(20):
            await pool.add(f"{at}", f"address {at}")
        return pool.refused

    refused = run(act, width=1, most=8)
    assert len(refused) == 8
    assert all(isinstance(each, Busy) for each in refused.values())
    assert all(1 <= int(getattr(each, "seconds", 0)) <= 60 for each in refused.values())


def test_how_long_to_wait_is_estimated() -> None:
    async def act(pool: Pool) -> list[int]:
        for at in range(4):
            await pool.add(f"a{at}", "A", 1, size=100_000)  # five seconds each
        return [getattr(each, "seconds", 0) for each in pool.refused.values()]

    assert run(act, width=1, most_each=2) == [11]


def test_a_queue_without_room_to_wait() -> None:
    async def act(pool: Pool) -> tuple[list[str], list[str]]:
        for at in range(3):
            await pool.add(f"a{at}", "A")
        await pool.add("b", "B")
        await pool.add("c", "C", 3)
        return list(pool.begun), sorted(pool.refused)

    assert run(act, width=1, most=0) == (["a0", "b", "c"], ["a1", "a2"])


def test_who_goes_away_leaves_no_trace() -> None:
    async def act(pool: Pool) -> list[str]:
        for name in ("one", "two", "three", "four"):
            await pool.add(name, "A", 1)
        pool.tasks["two"].cancel()  # it waits
        pool.tasks["one"].cancel()  # it has a place
        await _settle()
        assert pool.begun == ["one", "three"]
        # The place is given in the very moment in which nobody wants it any more.
        pool._ends["three"].set()
        pool.tasks["three"].cancel()
        pool.tasks["four"].cancel()
        await _settle()
        assert (pool.queue.running, pool.queue.waiting) == (0, 0)
        assert not pool.queue._lines
        assert not pool.queue._running_of
        assert not pool.queue._waiting_at
        return pool.begun

    assert run(act) == ["one", "three"]


def test_nothing_is_lost_among_many(clock: Clock) -> None:
    """At random: all are served or refused, never more than there are places, and none is left."""

    async def act(pool: Pool) -> None:
        random = Random(4)
        for at in range(600):
            clock.now += random.random()
            address, player = random.choice("AAAABBC"), random.choice([None, None, 1, 2, 3])
            if random.random() < 0.6:
                await pool.add(f"{at}", address, player, size=random.choice([10, DEAR]))
            busy = [name for name in pool.begun if not pool.tasks[name].done()]
            assert len(busy) <= pool.queue.places
            waiting = [name for name, task in pool.tasks.items() if not task.done()]
            if waiting and random.random() < 0.2:
                pool.tasks[random.choice(waiting)].cancel()
            elif busy and random.random() < 0.7:
                await pool.end(random.choice(busy))
            await _settle()
        await pool.end_all()
        assert all(task.done() for task in pool.tasks.values())

    run(act, width=2, most=12, most_each=5)


# --- places that are told -------------------------------------------------------------------------


def test_ones_place_is_told() -> None:
    async def act(pool: Pool) -> tuple[list[int | None], list[str]]:
        for at in range(5):
            await pool.add(f"a{at}", "A", size=DEAR)
        for name in ("x", "y", "z"):
            await pool.add(name, name, size=DEAR)
        await pool.add("b", "B", size=DEAR)
        names = ["a0", "a1", "a4", "b", "y"]
        told = [pool.queue.place_of(pool.tasks[name]) for name in names]
        before = {
            name: pool.queue.place_of(task) for name, task in pool.tasks.items() if not task.done()
        }
        waiting = sorted((at, name) for name, at in before.items() if at is not None)
        assert [at for at, _ in waiting] == list(range(len(waiting)))
        assert pool.queue.place_of(None) is None
        return told, [name for _, name in waiting]

    told, waiting = run(act, width=1)
    assert told[0] is None  # it has a place
    assert waiting[0] == "b"
    assert waiting[-1] == "a4"


# --- clients --------------------------------------------------------------------------------------


def test_only_cookies_that_are_true_tell_players_apart() -> None:
    clients = Clients()
    assert clients.find("A", {"enpitsu-1": "made up"}) == Client("A")
    clients.meet("secret", 7)
    assert clients.find("A", {"other": "x", "enpitsu-1": "secret"}) == Client("A", 7)
    assert clients.find("A", {}) == Client("A")
    for at in range(2 * MOST_KNOWN):
        clients.meet(f"{at}", at)
    assert len(clients._players) <= MOST_KNOWN


def test_work_belongs_to_who_asked_for_it() -> None:
    async def see() -> Client:
        await asyncio.sleep(0)
        return current_client()

    async def act() -> list[Client]:
        with asked_by(Client("A", 1)):
            one = asyncio.create_task(see())
        with asked_by(Client("B")):
            other = asyncio.create_task(see())
        return [await one, await other, await see()]

    assert asyncio.run(act()) == [Client("A", 1), Client("B"), Client("")]


@pytest.mark.parametrize(
    ("held", "newcomer", "found"),
    [
        ({}, ("A",), None),
        ({("A",): 1}, ("B",), None),
        ({("A",): 2}, ("B",), ("A",)),
        ({("A",): 5, ("A", 1): 1}, ("A", 1), ("A",)),
        ({("A",): 2, ("A", 1): 1}, ("A", 1), None),
        ({("A", 1): 3, ("A", 2): 3, ("B",): 5}, ("C",), ("A", 1)),
        ({("A",): 5}, ("A",), None),
    ],
)
def test_who_makes_room(held: Any, newcomer: Any, found: Any) -> None:
    counted = {Client(*client): number for client, number in held.items()}
    expected = None if found is None else Client(*found)
    assert who_has_most(counted, Client(*newcomer)) == expected


def test_a_turn_costs_little() -> None:
    """Most requests wait for nothing: they must not pay for the queue."""

    async def act() -> float:
        queue = FairQueue(2, 100, 16)
        before = time.process_time()
        for _ in range(2000):
            async with queue.turn("save", 500):
                pass
        return (time.process_time() - before) / 2000

    assert min(asyncio.run(act()) for _ in range(3)) < 0.0005
