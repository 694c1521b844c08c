"""The tasks that worker processes do for the server: plain data in, an answer out as bytes.

The event loop neither reads nor writes large JSON: a request's body comes here as it arrived.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from msgspec import defstruct

from enpitsu.errors import LimitReached
from enpitsu.position import parse_fact
from enpitsu.registry import kinds
from enpitsu.solve import Status
from enpitsu.web.contract import JSON, check_request, parse_body, refuse_unreadable, write_json
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks import (
    analyse,
    author_changes,
    author_help,
    convert_render,
    make_puzzles,
    play_help,
    print_pages,
    show_rules,
    teach,
)
from enpitsu.web.tasks.analyse import SolveAnswer
from enpitsu.web.tasks.count_help import CountedHelp, TaughtTechnique, help_in, lesson_in
from enpitsu.web.tasks.task import FileAnswer, WebTask, Work
from enpitsu.workers import report_progress

CELL_BYTES = 100  # to make a cell takes about as long as to work on so many bytes

TASKS: Mapping[str, WebTask] = {
    **convert_render.TASKS,
    **show_rules.TASKS,
    **play_help.TASKS,
    **analyse.TASKS,
    **make_puzzles.TASKS,
    **author_help.TASKS,
    **author_changes.TASKS,
    **teach.TASKS,
    **print_pages.TASKS,
}
JOBS = ("generate", "picture", "solve", "grade", "explain", "suggest", "improve", "collection-book")
"""The tasks that may be done as jobs."""


class Performed(NamedTuple):
    """The result of a task."""

    media: str
    content: bytes
    help: tuple[CountedHelp, ...] = ()
    """The help that the answer gives for puzzles, if that was asked for."""
    status: str = ""
    """Findings about the puzzle's solutions: to be told before the answer itself is."""
    lesson: TaughtTechnique | None = None
    """The technique that a hint tells, if somebody asks who may practise it."""
    marks: int = 0
    """Number of marks in the only solution, told as well; 0 if there is none or several."""


def perform(
    name: str,
    body: bytes,
    quota: Quota,
    *,
    is_job: bool = False,
    is_counted: bool = False,
    given: Mapping[str, Any] | None = None,
) -> Performed:
    """Do a task; `given` is what its address says beside the body. What it tells is found out if
    that `is_counted`, because a player asks."""
    task, data = TASKS[name], {**parse_body(body), **(given or {})}
    if is_job:
        # A job says what to do in its body; it has begun.
        data.pop("do", None)
        report_progress({})
    asked = check_request(data, task.asks)
    try:
        with refuse_unreadable():
            answer = task.run(asked, Work(quota, report_progress))
            told = help_in(name, asked, answer) if is_counted else ()
            # Whether a position can be gone on with is help, and told with the answer alone.
            status = "" if getattr(asked, "position", None) else str(getattr(answer, "status", ""))
            written = answer if isinstance(answer, FileAnswer) else (JSON, write_json(answer))
            lesson = lesson_in(asked, answer) if is_counted else None
            return Performed(*written, told, status, lesson, _marks_in(answer))
    except (LimitReached, MemoryError) as limit:
        return give_up(task, str(limit) if isinstance(limit, LimitReached) else "memory")


def _marks_in(answer: object) -> int:
    """Count what holds in the only solution: a board with as many marks is full. 0 for others."""
    if not isinstance(answer, SolveAnswer) or answer.status is not Status.UNIQUE:
        return 0
    return sum(parse_fact(fact).holds for fact in answer.solutions[0])


class JobRequest(NamedTuple):
    """The task that a job is to do, and what that may cost."""

    do: str
    name: str = ""
    """Jobs of one name and of like size take about the same time."""
    size: int = 0
    """Bytes, and those that the cells of a board to be made stand for."""


def read_job(body: bytes, quota: Quota) -> JobRequest:
    """Return the request of a job; refuse at once what the job would refuse later."""
    data = parse_body(body)
    name = data.pop("do", None)
    if not isinstance(name, str):
        raise BadRequest("this must be a text", "do")
    if name not in JOBS:
        raise BadRequest(f"this must be one of {', '.join(JOBS)}", "do")
    task = TASKS[name]
    asked = check_request(data, task.asks)
    if task.check is not None:
        with refuse_unreadable():
            task.check(asked, Work(quota, lambda progress: None))
    rows = data.get("rows") or 0
    cells = rows * (data.get("cols") or rows)
    told = (data.get(each, "") for each in ("kind", "level", "goal"))
    return JobRequest(name, " ".join((name, *map(str, told))), len(body) + CELL_BYTES * cells)


def job_type(task: WebTask) -> Any:
    """Return the type of a request that has a task done as a job, for its description."""
    title = "".join(map(str.title, task.name.split("-")))
    return defstruct(
        f"{title}Job", [], bases=(task.asks,), tag_field="do", tag=task.name, kw_only=True
    )


def give_up(task: WebTask, reached: str) -> Performed:
    """Return the answer when a limit came before there was any other; TooLarge if it has none."""
    if task.answers is None or not task.gives_up:
        raise TooLarge(f"this takes more than the server gives it: the limit is {reached}")
    return Performed(JSON, write_json(task.answers(reached=reached)))


def warm_up() -> None:
    """Have everything imported before somebody waits for it."""
    for kind in kinds().values():
        kind.load_all()
    for form in ("svg", "png", "pdf"):
        import_module(f"enpitsu.render.{form}")
