"""Long work as jobs: started, watched, cancelled, and the result kept for a while."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, Raw, UnsetType

from enpitsu.errors import TookTooLong
from enpitsu.web.answers import Problem, problem_of
from enpitsu.web.body_limit import Share
from enpitsu.web.contract import AnswerBody, write_json
from enpitsu.web.fair_queue import SERVER, Client, asked_by, current_client, who_has_most
from enpitsu.web.request_refusals import Busy, NotFound, TooMany
from enpitsu.web.server_config import ServerConfig
from enpitsu.web.tasks import JOBS, TASKS, JobRequest, give_up, perform
from enpitsu.web.tasks.count_help import CountedHelp
from enpitsu.web.worker_pools import Priority, WorkerPools, WorkItem

LOOK_SECONDS = 0.25
"""Interval between two checks that somebody still wants a job, and of its place in the queue."""
BEAT_SECONDS = 10.0
"""After so long without anything new something is sent, so that nobody takes it for dead."""

KEPT_SHARE = 3 / 4  # the share of all jobs that the results of one address may be


class JobState(StrEnum):
    """The states of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


if TYPE_CHECKING:
    JobName = str
else:
    JobName = Literal[JOBS]


class JobAnswer(AnswerBody):
    """The progress of a job."""

    id: str
    do: JobName
    state: JobState
    progress: dict[str, Any]
    seconds: float
    place: (
        Annotated[int, Meta(ge=0, description="How many come before it, while it waits.")]
        | UnsetType
    ) = UNSET
    error: Problem | UnsetType = UNSET
    status: (
        Annotated[str, Meta(description="What is known of the solutions, before they are told.")]
        | UnsetType
    ) = UNSET
    marks: Annotated[int, Meta(description="How many marks the only solution has.")] | UnsetType = (
        UNSET
    )
    result: (
        Annotated[dict[str, Any], Meta(description="What the task of this name answers.")]
        | UnsetType
    ) = UNSET


@dataclass(slots=True, eq=False)
class BackgroundJob:
    """A piece of long work."""

    id: str
    do: str
    client: Client = SERVER
    """The client who started it."""
    owner: str = ""
    """A hash of the browser's cookie: not proved, it only tells whose results go first."""
    place: int | None = None
    """Number of jobs before it, while it waits."""
    state: JobState = JobState.WAITING
    progress: object = field(default_factory=dict)
    result: bytes | None = None
    """The answer of the task, as JSON."""
    help: tuple[CountedHelp, ...] = ()
    """The help that the answer gives whoever fetches it."""
    status: str = ""
    """Findings about the puzzle's solutions."""
    marks: int = 0
    """Number of marks in the only solution, if there is one."""
    error: Problem | None = None
    started: float = field(default_factory=time.monotonic)
    asked: float = field(default_factory=time.monotonic)
    """When somebody last asked for it, or watched."""
    ended: float | None = None
    work: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    version: int = 0

    def answer(self, *, with_result: bool = False) -> JobAnswer:
        """Return the job as it travels; the result, which may be large, is not read again."""
        seconds = (self.ended or time.monotonic()) - self.started
        result: Any = Raw(self.result) if with_result and self.result is not None else UNSET
        return JobAnswer(
            id=self.id,
            do=self.do,
            state=self.state,
            progress=cast(dict[str, Any], self.progress),
            seconds=round(seconds, 2),
            place=UNSET if self.place is None else self.place,
            error=UNSET if self.error is None else self.error,
            status=self.status or UNSET,
            marks=self.marks or UNSET,
            result=result,
        )

    def take_progress(self, progress: object) -> None:
        """Take what the working process says; its first word is that it has begun."""
        if self.state is JobState.WAITING:
            self.state = JobState.RUNNING
        if self.state is JobState.RUNNING:
            self.progress = progress
            self.tell()

    def tell(self) -> None:
        """Wake those who watch."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()

    def end(self, state: JobState) -> None:
        """End it, and tell so."""
        self.state, self.ended = state, time.monotonic()
        self.tell()


class Jobs:
    """The jobs of a server: not too many, not for too long."""

    def __init__(self, config: ServerConfig, worker_pools: WorkerPools) -> None:
        self._config, self._worker_pools = config, worker_pools
        self._jobs: dict[str, BackgroundJob] = {}
        self._watching: Counter[str] = Counter()
        self._is_ending = False

    def start(
        self, order: JobRequest, body: bytes, address: str, owner: str, share: Share | None = None
    ) -> BackgroundJob:
        """Begin a job; TooMany or Busy if there are too many. `share` is taken over, and let go
        with the body."""
        client = Client(address, current_client().player)
        self._make_room(client, owner)
        job = BackgroundJob(secrets.token_urlsafe(12), order.do, client, owner)
        self._jobs[job.id] = job
        with asked_by(client):
            job.work = asyncio.create_task(self._run(job, order, body))
        if share is not None:
            held = share.hand_over()
            # Also of a job that is stopped before it has begun.
            job.work.add_done_callback(lambda _: held.release())
        return job

    def find(self, id: str) -> BackgroundJob:
        """Return the job; NotFound if there is none, or no more."""
        self._forget_old()
        try:
            job = self._jobs[id]
        except KeyError:
            raise NotFound("there is no such job, or it was forgotten") from None
        job.asked = time.monotonic()
        return job

    async def cancel(self, id: str) -> BackgroundJob:
        """Stop a job, with its process, and forget it."""
        job = self.find(id)
        del self._jobs[id]
        await self._stop(job)
        return job

    async def close(self) -> None:
        """Stop all jobs."""
        for job in list(self._jobs.values()):
            await self._stop(job)
        self._jobs.clear()

    async def watch(self, id: str) -> AsyncIterator[tuple[str, int, bytes]]:
        """Yield the events of a job until its end: event, number, data; a "beat" now and then."""
        job = self.find(id)
        while job.state not in ENDED and not self._is_ending:
            changed, version = job.changed, job.version
            yield "progress", version, write_json(job.answer())
            while version == job.version:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
                if not changed.is_set():
                    yield "beat", version, b""
                    job.asked = time.monotonic()
            job.asked = time.monotonic()
        if job.state in ENDED:
            yield "end", job.version, write_json(job.answer())

    @contextmanager
    def watching(self, id: str, address: str) -> Iterator[None]:
        """Count one more who watches; TooMany if too many do, at an address or of this job."""
        bounds = {address: self._config.watchers_each, id: self._config.watchers_of_job}
        if any(self._watching[key] >= most for key, most in bounds.items()):
            raise TooMany("too many watch: ask for the job itself now and then")
        self._watching.update(bounds.keys())
        try:
            yield
        finally:
            self._watching.subtract(bounds.keys())
            self._watching += Counter()

    def notify_shutdown(self) -> None:
        """End all watching: the server is about to end."""
        self._is_ending = True
        for job in self._jobs.values():
            job.tell()

    # --- inside -----------------------------------------------------------------------------------

    def _make_room(self, client: Client, owner: str) -> None:
        self._forget_old()
        jobs, most = list(self._jobs.values()), self._config.most_jobs
        under_way = [job for job in jobs if job.ended is None]
        if sum(job.client == client for job in under_way) >= self._config.most_jobs_each:
            raise TooMany("you have too many jobs under way: cancel one or try again later", 10)
        ended = [job for job in jobs if job.ended is not None]
        if len(under_way) >= most:
            _push_out(under_way, client)
        kept = sum(job.client.address == client.address for job in ended)
        if ended and (len(jobs) >= most or kept > KEPT_SHARE * most - 1):
            del self._jobs[_first_to_go(ended, client.address, owner).id]

    def _forget_old(self) -> None:
        now, kept = time.monotonic(), self._config.kept_seconds
        for job in list(self._jobs.values()):
            if job.ended is not None and now - job.ended > kept:
                del self._jobs[job.id]

    async def _stop(self, job: BackgroundJob) -> None:
        if job.work is not None and not job.work.done():
            job.work.cancel()
            await asyncio.wait([job.work])
        if job.state not in ENDED:
            # It may have been stopped before it had begun.
            job.end(JobState.CANCELLED)

    async def _run(self, job: BackgroundJob, order: JobRequest, body: bytes) -> None:
        watcher = asyncio.create_task(self._follow(job))
        config = self._config
        quota = replace(config.quota, seconds=config.job_seconds, jobs=config.jobs)
        seconds = config.job_seconds + config.grace_seconds
        item = WorkItem(Priority.LONG, order.name, order.size, job.take_progress)
        try:
            try:
                done = await self._worker_pools.ask(
                    item, seconds, perform, job.do, body, quota, is_job=True, is_counted=True
                )
            except TookTooLong:
                done = give_up(TASKS[job.do], "time")
            job.result, job.help, job.status = done.content, done.help, done.status
            job.marks = done.marks
            job.end(JobState.DONE)
        except asyncio.CancelledError:
            # One that was pushed out has ended already.
            if job.ended is None:
                job.end(JobState.CANCELLED)
            raise
        except Exception as error:
            job.error = problem_of(error)
            job.end(JobState.FAILED)
        finally:
            watcher.cancel()

    async def _follow(self, job: BackgroundJob) -> None:
        """Tell how many jobs come before this one, until this is cancelled. What nobody has asked
        for in a long time is stopped: a closed page does not say good-bye."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if time.monotonic() - job.asked > self._config.unwatched_seconds:
                if job.work is not None:
                    job.work.cancel()
                return
            place = self._worker_pools.place_of(Priority.LONG, job.work)
            if place != job.place:
                job.place = place
                job.tell()


def _push_out(under_way: list[BackgroundJob], newcomer: Client) -> None:
    """Send away the newest waiting job of whoever has the most; Busy if nobody has clearly more
    than the newcomer."""
    fullest = who_has_most(Counter(job.client for job in under_way), newcomer)
    waiting = [job for job in under_way if job.client == fullest and job.state is JobState.WAITING]
    if not waiting:
        raise Busy("there are too many jobs: cancel one or try again later", 10)
    newest = waiting[-1]
    newest.error = problem_of(TooMany("others needed the place of this job: start it again later"))
    # At once: it may not have begun, and then never says that it has ended.
    newest.end(JobState.FAILED)
    if newest.work is not None:
        newest.work.cancel()


def _first_to_go(ended: list[BackgroundJob], address: str, owner: str) -> BackgroundJob:
    """Return the result that makes room: one's own, else one of the same address, else one of
    whoever keeps the most; the oldest of them. Where many ask for much, none of it is for ever."""
    kept = Counter(job.client.address for job in ended)

    def worth(job: BackgroundJob) -> tuple[bool, bool, int, float]:
        is_near, count = job.client.address == address, kept[job.client.address]
        return not (is_near and job.owner == owner), not is_near, -count, job.ended or 0

    return min(ended, key=worth)
