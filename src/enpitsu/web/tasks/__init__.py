"""What working processes do for the server: plain data in, an answer out as bytes.

The event loop neither reads nor writes large JSON: a request's body comes here as it arrived.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple, NoReturn, cast

from enpitsu.errors import LimitReached
from enpitsu.web.request_refusals import BadRequest, TooLarge, WrongType
from enpitsu.web.server_config import Quota
from enpitsu.web.shapes import Shape, check_shape, choice
from enpitsu.web.tasks import (
    analyse,
    ask,
    convert_render,
    make_puzzles,
    play_help,
    print_book,
    show_rules,
    study,
    suggest,
    trial,
    why,
    wishes,
)
from enpitsu.web.tasks.help_given import HelpGiven, told_by
from enpitsu.web.tasks.task import Answer, FileAnswer, WebTask, Work
from enpitsu.workers import report_progress

MOST_VALUES = 2_000_000
"""Values that a body may hold: lists of nothing would fill the memory."""
CELL_BYTES = 100
"""To make a cell takes about as long as to work on so many bytes."""
JSON = "application/json"
UNREADABLE = "the text holds half a character, or is nested too deep"

TASKS: Mapping[str, WebTask] = {
    task.name: task
    for part in (
        convert_render,
        print_book,
        show_rules,
        play_help,
        why,
        trial,
        analyse,
        make_puzzles,
        study,
        ask,
        wishes,
        suggest,
    )
    for task in part.TASKS
}
JOBS = ("generate", "picture", "solve", "grade", "explain", "suggest", "improve")
"""The tasks that may be done as jobs."""


class Performed(NamedTuple):
    """What has come of a task."""

    media: str
    content: bytes
    told: HelpGiven | None = None
    """What the answer tells of a puzzle that counts as help, if that was asked for."""
    status: str = ""
    """What is known of the puzzle's solutions: to be told before the answer itself is."""


def perform(name: str, body: bytes, quota: Quota) -> tuple[str, bytes]:
    """Do a task: its answer as media type and bytes."""
    return perform_told(name, body, quota, is_counted=False)[:2]


def perform_told(
    name: str, body: bytes, quota: Quota, *, is_job: bool = False, is_counted: bool = True
) -> Performed:
    """Do a task as `perform` does. What it tells is found out if that `is_counted`, because a
    player asks."""
    task, data = TASKS[name], parse_body(body)
    if is_job:
        # A job says what to do in its body; it has begun.
        data.pop("do", None)
        report_progress({})
    check_shape(data, task.asks)
    try:
        answer = task.run(data, Work(quota, report_progress))
        told = told_by(name, data, answer) if is_counted else None
        # Whether a position can be gone on with is help, and told with the answer alone.
        has_position = bool(data.get("position"))
        is_told = not (isinstance(answer, FileAnswer) or has_position)
        status = str(cast(Mapping[str, Any], answer).get("status", "")) if is_told else ""
        return Performed(*written(answer), told, status)
    except (LimitReached, MemoryError) as limit:
        reached = str(limit) if isinstance(limit, LimitReached) else "memory"
        return Performed(*written(given_up(task, reached)))
    except (UnicodeError, RecursionError):
        raise BadRequest(UNREADABLE) from None


class JobRequest(NamedTuple):
    """Which task a job is to do, and what that may cost."""

    do: str
    name: str = ""
    """Orders of one name and of like size take about the same time."""
    size: int = 0
    """Bytes, and those that the cells of a board to be made stand for."""


def order(body: bytes, quota: Quota) -> JobRequest:
    """Return the order of a job; refuse at once what the job would refuse later."""
    data = parse_body(body)
    name = data.pop("do", None)
    check_shape(name, choice(*JOBS), "do")
    task = TASKS[str(name)]
    check_shape(data, task.asks)
    try:
        task.check(data, Work(quota, _tell_nobody))
    except (UnicodeError, RecursionError):
        raise BadRequest(UNREADABLE) from None
    rows = data.get("rows", 0)
    cells = rows * data.get("cols", rows)
    told = (data.get(each, "") for each in ("kind", "level", "wish"))
    return JobRequest(
        task.name, " ".join((task.name, *map(str, told))), len(body) + CELL_BYTES * cells
    )


def job_shape(task: WebTask) -> Shape:
    """What is asked to have a task done as a job."""
    return {
        **task.asks,
        "properties": {"do": {"const": task.name}, **task.asks["properties"]},
        "required": ["do", *task.asks["required"]],
    }


def given_up(task: WebTask, reached: str) -> Answer:
    """The answer when a limit came before there was any other."""
    if task.given_up is None:
        raise TooLarge(f"this takes more than the server gives it: the limit is {reached}")
    return {**task.given_up, "reached": reached}


def warm_up() -> None:
    """Have everything imported before somebody waits for it."""
    from enpitsu.registry import kinds

    kinds()


# --- bodies ---------------------------------------------------------------------------------------


def parse_body(body: bytes, most: int = MOST_VALUES) -> dict[str, Any]:
    """The object that a body holds; BadRequest if it is none, TooLarge with more values."""
    if sum(map(body.count, (b",", b"[", b"{"))) > most:
        raise TooLarge(f"the request holds more than {most} values")
    try:
        data = json.loads(
            body.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except UnicodeDecodeError:
        raise WrongType("the request is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadRequest(f"the request is not JSON: {where}: {error.msg}") from None
    except RecursionError:
        raise BadRequest("the JSON is nested too deep") from None
    except ValueError:
        raise BadRequest("the JSON holds a number with too many digits") from None
    if not isinstance(data, dict):
        raise BadRequest("the request must be a JSON object { }")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise BadRequest(f"{name} is not a number that JSON knows")


def _finite(digits: str) -> float:
    """What is too large would be written as Infinity, which is no JSON."""
    found = float(digits)
    if not isfinite(found):
        raise BadRequest(f"{digits[:40]} is too large a number")
    return found


def written(answer: Answer) -> tuple[str, bytes]:
    """An answer as media type and bytes."""
    if isinstance(answer, FileAnswer):
        return answer
    # Escaped: half characters that a request may hold can be written in no other way.
    return JSON, json.dumps(answer, separators=(",", ":")).encode()


def _tell_nobody(progress: Mapping[str, Any]) -> None:
    """For work whose progress nobody watches."""
