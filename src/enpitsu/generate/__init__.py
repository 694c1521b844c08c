"""Making puzzles: from nothing but a seed, or from a picture.

`generate` makes attempts, numbered from 0, each with chance of its own that follows from the seed
and its number. The lowest number that succeeds wins, so the same seed gives the same puzzle however
many processes take part. Every puzzle is solved once more from its clues before it is given out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enpitsu.generate.attempts import Attempt, Attempts, Progress, make_attempt
from enpitsu.generate.picture import (
    MOST_CHANGES,
    MOST_REDRAWN,
    PictureCells,
    PictureOptions,
    PicturePuzzle,
    from_picture,
    picture_makers,
    sketch_picture,
)
from enpitsu.generate.request import Request, check_number, find_maker, makers, usual_jobs
from enpitsu.generate.result import Generated, Outcome
from enpitsu.grade import Grade, Level, grade
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Manifest

__all__ = [
    "MOST_CHANGES",
    "MOST_JOBS",
    "MOST_REDRAWN",
    "Attempt",
    "Generated",
    "Outcome",
    "PictureCells",
    "PictureOptions",
    "PicturePuzzle",
    "Progress",
    "Request",
    "check_number",
    "find_maker",
    "from_picture",
    "generate",
    "make_again",
    "makers",
    "picture_makers",
    "run_request",
    "sketch_picture",
    "usual_jobs",
]

MOST_JOBS = 256
MOST_NUMBER = 2**63  # of attempts
GRADE_SECONDS = 1.0  # to grade the nearest puzzle once the time is up


def generate(
    kind: str,
    rows: int = 10,
    cols: int | None = None,
    *,
    level: str | None = None,
    seed: int = 1,
    method: str | None = None,
    tries: int | None = None,
    jobs: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    limits: Limits = NO_LIMITS,
    **options: Any,
) -> Generated:
    """Make a puzzle with exactly one solution, of a wanted size and level.

    Without `cols` the board is square. `level` is a name of `Level`; the puzzle then needs the
    techniques of that level and no harder ones. `method` is the name of one of the kind's makers
    (`makers(kind)`), `options` are its own; a share is a float or a text, 0.8 or "80%". `tries`
    bounds the attempts, `jobs` the processes (default: one less than there are cores), and
    `progress` is told how far the work is.

    The result's status is "made"; or "nearest", if a limit came before a puzzle of the level was
    found and another is offered; or "unknown", if there is nothing to offer.
    """
    request = Request.checked(
        kind, rows, rows if cols is None else cols, level, seed, method, options
    )
    return run_request(request, tries=tries, jobs=jobs, progress=progress, limits=limits)


def run_request(
    request: Request,
    *,
    tries: int | None = None,
    jobs: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    limits: Limits = NO_LIMITS,
) -> Generated:
    """Make the puzzle of a request; see `generate`."""
    for name, value, most in (("tries", tries, MOST_NUMBER), ("jobs", jobs, MOST_JOBS)):
        if value is not None:
            check_number(name, value, 1, most)
    budget = limits.start()
    attempts = Attempts(request, tries, jobs or usual_jobs(), limits, budget, progress)
    attempts.run()
    best = attempts.best
    if best is None:
        return Generated(
            status=Outcome.UNKNOWN,
            attempts=attempts.count,
            seconds=budget.seconds,
            reached=attempts.reached,
        )
    return Generated(
        status=Outcome.NEAREST if attempts.winner is None else Outcome.MADE,
        attempts=attempts.count,
        seconds=budget.seconds,
        reached=attempts.reached,
        puzzle=best.puzzle,
        solution=best.solution,
        grade=_whole_grade(best, request.level, limits),
        manifest=request.manifest(best.number),
        title=best.title,
    )


def _whole_grade(best: Attempt, level: Level | None, limits: Limits) -> Grade | None:
    """Return the grade of the puzzle, found anew where it was enough to know "too hard"."""
    if level is None or (best.grade is not None and not best.grade.missing):
        return best.grade
    assert best.puzzle is not None
    seconds = None if limits.seconds is None else GRADE_SECONDS
    whole = grade(best.puzzle, limits=Limits(seconds=seconds, memory=limits.memory))
    return best.grade if whole.level is None else whole


def make_again(manifest: Manifest, *, limits: Limits = NO_LIMITS) -> Attempt:
    """Make the attempt that a manifest describes once more."""
    # A browser writes 1.0 into JSON as 1: shares are floats.
    maker = find_maker(manifest.kind, manifest.method)
    shares = {option.name for option in maker.options if option.form == "share"}
    request = Request.checked(
        manifest.kind,
        manifest.rows,
        manifest.cols,
        manifest.level,
        manifest.seed,
        manifest.method,
        {
            name: float(value) if name in shares and type(value) is int else value
            for name, value in manifest.options.items()
        },
    )
    check_number("attempt", manifest.attempt, 0, MOST_NUMBER)
    return make_attempt(request, manifest.attempt, limits)
