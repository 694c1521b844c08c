"""Pools of processes that do what would hold up the event loop.

Each priority has a pool of its own, so that the check after a stroke never waits behind a hint, nor
a hint behind a puzzle that is being made; within a pool clients take turns (see `fair_queue`). Each
process is ended alone, without harm to the others: that is how work is stopped whose time is over
or that nobody awaits. Where that happens while somebody waits, another process stands ready:
starting one takes longer than most answers.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from enum import Enum
from typing import Any, NamedTuple, ParamSpec, TypeVar

from enpitsu.errors import NoWorkers, TookTooLong, WorkerDied
from enpitsu.web.fair_queue import FairQueue
from enpitsu.web.request_refusals import Busy
from enpitsu.web.server_config import ServerConfig
from enpitsu.web.tasks import perform, warm_up
from enpitsu.workers import LocalPool

P = ParamSpec("P")
T = TypeVar("T")

LEAST_WIDTH = 2
"""Processes that one client has of each pool at least: a quick thing need not wait for a slow one
of the same page."""
START_SECONDS = 60.0  # seconds until a new process must be ready: many, as the machine may be busy
CALM_SECONDS = 30.0
"""After so long without much to do, the processes end that one client does not need."""
LINGER_SECONDS = 0.75
"""Work that an author no longer awaits may go on so long: most of it is done by then, and ending a
process costs more than to let it finish."""


class Priority(Enum):
    """The pool that does a piece of work."""

    LIGHT = "light"
    """Done in a moment: checks, and what saves and the end of a game need."""
    PAPER = "paper"
    """Puzzles drawn and written: pictures, files."""
    LIVE = "live"
    """Work asked for anew with each stroke of an author, who goes on drawing."""
    HEAVY = "heavy"
    """Work that somebody waits for: hints, solutions."""
    LONG = "long"
    """Jobs."""
    OWN = "own"
    """Work of the server for all: no flood of requests holds it up."""


AWAITED = frozenset({Priority.LIGHT, Priority.PAPER, Priority.LIVE, Priority.HEAVY})
"""Pools whose answers somebody waits for: what they ask next must not wait for a new process."""
NICE = {Priority.PAPER: 2, Priority.HEAVY: 2, Priority.LONG: 2}
"""Niceness of the processes of each pool."""


class WorkItem(NamedTuple):
    """A piece of work, as far as it is known before it is done."""

    priority: Priority
    name: str
    """Pieces of one name and of like size take about the same time."""
    size: int
    """Bytes, or what else grows with the time it takes."""
    listen: Callable[[Any], None] | None = None
    """Called on the event loop with each message of `report_progress`."""


class WorkerPools:
    """All processes of a server."""

    def __init__(self, config: ServerConfig) -> None:
        self._pools = {priority: _make_pool(priority, config) for priority in Priority}

    async def ask(
        self,
        what: Priority | WorkItem,
        seconds: float,
        fn: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Have a function of a module called in a process. TooMany or Busy if too much waits
        already, TookTooLong after so many seconds of work. Cancelling stops the work; what is live
        gets a moment to end by itself."""
        item = what if isinstance(what, WorkItem) else item_of(what, fn, args)
        pool = self._pools[item.priority]
        if item.listen is None:
            return await pool.ask(item, seconds, lambda each: each.submit(fn, *args, **kwargs))
        loop, listen = asyncio.get_running_loop(), item.listen

        def hear(message: Any) -> None:
            """Pass a message on from the thread of a process to the event loop, if that runs."""
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(listen, message)

        return await pool.ask(
            item, seconds, lambda each: each.submit_reporting(hear, fn, *args, **kwargs)
        )

    def place_of(self, priority: Priority, task: asyncio.Task[Any] | None) -> int | None:
        """Return the number of tasks before this one; None if it does not wait."""
        return self._pools[priority].queue.place_of(task)

    async def warm_up(self) -> None:
        """Start the first processes before somebody waits for them."""
        first = (Priority.LIGHT, Priority.PAPER, Priority.HEAVY)
        with suppress(Exception):
            await asyncio.gather(*(self.ask(priority, 60, warm_up) for priority in first))

    def kill_all(self) -> None:
        """End all processes."""
        for pool in self._pools.values():
            pool.kill_all()

    def load(self) -> dict[str, int]:
        """Return the number of tasks in work or waiting, by pool."""
        return {priority.value: pool.count for priority, pool in self._pools.items()}


def item_of(priority: Priority, fn: Callable[..., Any], args: tuple[Any, ...]) -> WorkItem:
    """Return the piece of work that a call is: tasks are known by their own names."""
    name = args[0] if fn is perform else fn.__name__
    return WorkItem(
        priority, name, sum(len(each) for each in args if isinstance(each, (bytes, str)))
    )


def _make_pool(priority: Priority, config: ServerConfig) -> Pool:
    width = 1 if priority is Priority.OWN else max(LEAST_WIDTH, config.jobs)
    # Jobs are counted where they are kept.
    most, each = config.most_waiting, config.most_waiting_each
    if priority is Priority.LONG:
        most, each = most + config.most_jobs, each + config.most_jobs_each
    return Pool(
        FairQueue(width, most, each),
        keeps_spare=priority in AWAITED,
        lingers=priority is Priority.LIVE,
        nice=NICE.get(priority, 0),
        idle_seconds=config.idle_seconds,
    )


class Pool:
    """Processes of one priority, and who waits for one."""

    def __init__(
        self,
        queue: FairQueue,
        *,
        keeps_spare: bool,
        lingers: bool,
        nice: int,
        idle_seconds: float,
    ) -> None:
        self.queue, self._nice = queue, nice
        self._idle: dict[LocalPool, float] = {}
        """Processes that have nothing to do, and since when; the one that worked last comes
        last."""
        self._idle_seconds = idle_seconds
        self._workers: set[LocalPool] = set()
        self._starts: set[asyncio.Task[Any] | None] = set()
        self._waiters: deque[asyncio.Future[LocalPool]] = deque()
        """Tasks that wait for whichever process is ready first, a new one or one that works."""
        self._keeps_spare, self._has_ended = keeps_spare, False
        self._lingers = lingers
        self._shrinking: asyncio.TimerHandle | None = None
        self._is_closed = False

    @property
    def count(self) -> int:
        return self.queue.running + self.queue.waiting

    async def ask(
        self, item: WorkItem, seconds: float, submit: Callable[[LocalPool], Future[T]]
    ) -> T:
        async with self.queue.turn(item.name, item.size) as ticket:
            workers = await self._find()
            ticket.begin()
            try:
                return await self._do(workers, seconds, submit)
            except TookTooLong:
                raise
            except WorkerDied:
                # It may have been ended while it had nothing to do, which shows only when it is
                # asked: so what is lost is done once more, in a new process.
                return await self._do(await self._ready(self._new()), seconds, submit)

    async def _do(
        self, workers: LocalPool, seconds: float, submit: Callable[[LocalPool], Future[T]]
    ) -> T:
        future = submit(workers)
        self._stock()
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError:
            await self._end(workers)
            raise TookTooLong(f"it took longer than {seconds:.0f} s") from None
        except asyncio.CancelledError:
            await asyncio.shield(self._leave(workers, future))
            raise
        except WorkerDied:
            await self._end(workers)
            raise
        except Exception:
            self._rest(workers)
            raise
        self._rest(workers)
        return answer

    async def _leave(self, workers: LocalPool, future: Future[T]) -> None:
        """Let work go whose answer nobody awaits any longer."""
        if self._lingers:
            with suppress(Exception, asyncio.CancelledError):
                await asyncio.wait_for(asyncio.wrap_future(future), LINGER_SECONDS)
        if future.cancelled():
            self._rest(workers)  # it had not begun
        elif future.done() and not isinstance(future.exception(), WorkerDied):
            self._rest(workers)
        else:
            await self._end(workers)

    async def _find(self) -> LocalPool:
        """Return the process that is ready first. Of several it is the one that worked last, which
        knows the puzzle best: it may still hold its solution."""
        if self._idle:
            return self._idle.popitem()[0]
        waiter: asyncio.Future[LocalPool] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        if len(self._starts) < len(self._waiters):
            self._start()
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._rest(waiter.result())
            raise
        finally:
            with suppress(ValueError):
                self._waiters.remove(waiter)

    def _new(self) -> LocalPool:
        if self._is_closed:
            raise Busy("the server is ending: try again in a moment")
        workers = LocalPool(1, nice=self._nice)
        self._workers.add(workers)
        return workers

    async def _ready(self, workers: LocalPool) -> LocalPool:
        """Return a new process, as soon as it can work."""
        try:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.wrap_future(workers.submit(warm_up))
        except BaseException as error:
            self._workers.discard(workers)
            await asyncio.shield(asyncio.to_thread(workers.kill_all))
            if isinstance(error, TimeoutError):
                raise NoWorkers("a process does not start: try again in a moment") from None
            raise
        return workers

    def _start(self) -> None:
        """Have a new process get ready; who waits for one is told if it cannot."""

        async def add(workers: LocalPool) -> None:
            try:
                ready = await self._ready(workers)
                # Before it is given away: who comes next must not wait for it.
                self._starts.discard(asyncio.current_task())
                self._rest(ready)
            except Exception as error:
                waiting = [waiter for waiter in self._waiters if not waiter.done()]
                if waiting:
                    waiting[0].set_exception(error)

        task = asyncio.create_task(add(self._new()))
        self._starts.add(task)
        task.add_done_callback(self._starts.discard)

    def _rest(self, workers: LocalPool) -> None:
        """Give a process that has nothing to do to who waits, or keep it for the next."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(workers)
                return
        self._idle[workers] = time.monotonic()
        self._shrink_later()

    def _stock(self) -> None:
        """Have a spare process get ready, where one was ended before, or where one client may have
        all that is its own: whoever comes next must not wait for it."""
        is_crowded = self.queue.running >= self.queue.width > 1
        most = self.queue.places if is_crowded else self.queue.width if self._has_ended else 0
        has_spare = self._idle or self._starts
        if len(self._workers) < most and not (self._is_closed or has_spare):
            self._start()

    def _shrink_later(self) -> None:
        if self._shrinking is None and self._idle and not self._is_closed:
            wait = min(CALM_SECONDS, self._idle_seconds)
            self._shrinking = asyncio.get_running_loop().call_later(wait, self._shrink)

    def _shrink(self) -> None:
        """End processes that have long had nothing to do, and while nothing is done those that
        one client does not need."""
        self._shrinking = None
        latest = time.monotonic() - self._idle_seconds
        for workers, since in list(self._idle.items()):
            is_needless = len(self._workers) > self.queue.width and not self.queue.running
            if is_needless or since <= latest:
                del self._idle[workers]
                self._workers.discard(workers)
                asyncio.get_running_loop().run_in_executor(None, workers.kill_all)
        self._shrink_later()

    async def _end(self, workers: LocalPool) -> None:
        """End a process in the middle of its work; not on the event loop, as it is waited for."""
        self._workers.discard(workers)
        self._has_ended = self._keeps_spare
        self._stock()
        await asyncio.to_thread(workers.kill_all)

    def kill_all(self) -> None:
        self._is_closed = True
        if self._shrinking is not None:
            self._shrinking.cancel()
        for task in self._starts:
            if task is not None:
                task.cancel()
        for workers in self._workers:
            workers.kill_all()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(Busy("the server is ending: try again in a moment"))
        self._workers.clear()
        self._idle.clear()
