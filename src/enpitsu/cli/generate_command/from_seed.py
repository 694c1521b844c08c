"""enpitsu generate: puzzles from nothing but a seed."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from types import FrameType
from typing import Any, NoReturn

import click

from enpitsu.cli.board_preview import draw
from enpitsu.cli.generate_command.generate_options import Wanted
from enpitsu.cli.generate_command.output_target import OutputTarget, where_to_go
from enpitsu.cli.grade_command import styled
from enpitsu.cli.runner import Exit, Report, failed, show
from enpitsu.cli.terminal_text import size_data
from enpitsu.cli.write_output import as_data, write_contents
from enpitsu.errors import PuzzleError
from enpitsu.formats import dump, find_codec
from enpitsu.generate import Generated, Outcome, Progress, Request, run_request
from enpitsu.generate.attempts import ONE_SIDED
from enpitsu.grade import LEVELS, Level
from enpitsu.limits import Limits
from enpitsu.registry import find_kind

USUAL_SIDE = 10
LINE = 60  # columns of the line that tells how far the work is


def request_of(kind: str, size: Wanted, values: Mapping[str, Any]) -> Request:
    """Return the request as it was typed."""
    rows, cols, side = size
    square = USUAL_SIDE if side is None else side
    known = ("level", "seed", "method")
    options = {name: value for name, value in values.items() if name not in known}
    try:
        return Request.checked(
            kind,
            square if rows is None else rows,
            square if cols is None else cols,
            values["level"],
            values["seed"],
            values["method"],
            {name: value for name, value in options.items() if value is not None},
        )
    except PuzzleError as error:
        sentence = str(error)
        for name in options:
            sentence = sentence.replace(f"{name} must", f"--{name.replace('_', '-')} must")
        raise click.UsageError(sentence) from None


def make_one(
    request: Request, target: OutputTarget, limits: Limits, *, tries: int | None, jobs: int | None
) -> NoReturn:
    """Make the puzzle, show or write it, and leave with the exit code."""
    report = _make_report(request, target, limits, tries=tries, jobs=jobs)
    show(report, target.as_json)
    codec = find_codec(target.format or "json", request.kind)
    write_contents([report], target.output, codec.suffixes[0], join=None)


def _make_report(
    request: Request, target: OutputTarget, limits: Limits, *, tries: int | None, jobs: int | None
) -> Report:
    name = f"{find_kind(request.kind).name} {request.rows}x{request.cols}"
    try:
        with stopped_by_ctrl_c(limits) as watched, progress_line(request) as progress:
            made = run_request(request, tries=tries, jobs=jobs, progress=progress, limits=watched)
    except PuzzleError as error:
        return failed(name, str(error), Exit.BAD_INPUT)
    if made.puzzle is None:
        reason = f"no puzzle was found: {why(made)}"
        data = {"status": str(made.status), "reached": made.reached, "error": reason}
        return Report(name, Exit.LIMIT, data=data | {"attempts": made.attempts}, error=reason)
    code = Exit.DONE if made.status == Outcome.MADE else Exit.LIMIT
    content = dump(made.document(solution=target.solution), target.format or "json")
    if target.as_json:
        return Report(name, code, data=_data(made) | as_data(target.format or "json", content))
    warnings: tuple[str, ...] = ()
    if code != Exit.DONE:
        found = made.grade.level if made.grade is not None else None
        what = f"{found} instead of {request.level}" if found else f"perhaps not {request.level}"
        warnings = (f"this is the nearest found, {what}: {why(made)}",)
    return Report(
        name,
        code,
        text=_text(name, request, made, target) if target.draw else "",
        content=None if target.format is None else content,
        warnings=warnings,
    )


def why(made: Generated) -> str:
    """Return why the work ended, in words."""
    count = f"{made.attempts} attempt{'' if made.attempts == 1 else 's'}"
    if made.reached == "tries":
        return f"{count} were made" if made.attempts != 1 else f"{count} was made"
    if made.reached == ONE_SIDED:
        return f"{count} were all {_side(made)}, so no more were made"
    if made.reached == "cancelled":
        return f"stopped after {count}"
    return f"{made.reached} limit reached after {count}"


def _side(made: Generated) -> str:
    """Return what all puzzles were, where all missed the level alike."""
    found = None if made.grade is None else made.grade.level
    wanted = None if made.manifest is None else made.manifest.level
    if found is None or wanted is None:
        return "off the level"
    return "easier" if LEVELS.index(found) < LEVELS.index(Level(wanted)) else "harder"


def _data(made: Generated) -> dict[str, Any]:
    puzzle, grade, manifest = made.puzzle, made.grade, made.manifest
    assert puzzle is not None
    assert manifest is not None
    return {
        **size_data(puzzle),
        "status": str(made.status),
        "reached": made.reached,
        "level": str(grade.level) if grade is not None and grade.level else None,
        "length": grade.length if grade is not None and grade.length_word else None,
        "label": grade.label or None if grade is not None else None,
        "solution": list(map(str, made.solution or ())),
        "manifest": asdict(manifest),
        "attempts": made.attempts,
        "seconds": round(made.seconds, 4),
    }


def _text(name: str, request: Request, made: Generated, target: OutputTarget) -> str:
    assert made.puzzle is not None
    assert made.manifest is not None
    colour = "green" if made.status == Outcome.MADE else "yellow"
    verdict = click.style(str(made.status), fg=colour, bold=True)
    level = f"  {styled(made.grade)}" if made.grade and made.grade.level else ""
    parts = [
        f"{name}  {verdict}{level}  one solution  "
        f"method {request.method}, seed {request.seed}, attempt {made.manifest.attempt}  "
        f"{made.seconds:.2f} s"
    ]
    if target.format is None:
        parts += [draw(made.puzzle, None, target.colour), where_to_go(made.puzzle)]
    return "\n\n".join(parts)


# --- while it works ------------------------------------------------------------------------------


@contextmanager
def stopped_by_ctrl_c(limits: Limits) -> Iterator[Limits]:
    """Limits that the first Ctrl+C, or a polite end of the process, reaches, so that what was found
    is still shown."""
    cancel = limits.cancel or threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield replace(limits, cancel=cancel)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress_line(request: Request) -> Iterator[Callable[[Progress], None] | None]:
    """A line on the terminal that tells how far the work is; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return

    def tell(progress: Progress) -> None:
        best = f", nearest so far: {progress.nearest}" if progress.nearest else ""
        text = f"attempt {progress.attempts}, {progress.seconds:.1f} s{best}  (Ctrl+C stops)"
        click.echo("\r" + text.ljust(LINE), nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo("\r" + " " * LINE + "\r", nl=False, err=True)
