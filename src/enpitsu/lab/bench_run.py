"""A run: one setup on one puzzle, once. What it is asked, and what came of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from typing import Any, NamedTuple

from enpitsu.errors import FormatError
from enpitsu.kind import Puzzle
from enpitsu.lab.setups import Setup
from enpitsu.registry import kind_of
from enpitsu.sat.backend import AUTO
from enpitsu.solve import Result, Status

JSON_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "None": (type(None),),
}
"""Types of values in JSON; whole numbers are floats as well."""
DIGEST_BYTES = 8
FAILED = "failed"  # a run that ended by an error
UNDECIDED = "undecided"  # a run that gave no answer though no limit was reached


class Subject(NamedTuple):
    """A puzzle that is measured: its name for people, and its id, which is the same wherever the
    puzzle was read from."""

    name: str
    id: str
    puzzle: Puzzle


def subject_of(name: str, puzzle: Puzzle) -> Subject:
    """Return a puzzle with its id."""
    packed = json.dumps(kind_of(puzzle).pack(puzzle), sort_keys=True)
    return Subject(name, _digest(f"{puzzle.kind} {packed}"), puzzle)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The limits of every run: wall-clock seconds, megabytes with all processes that an engine
    starts, conflicts; None means without limit."""

    seconds: float
    memory: float | None = None
    conflicts: int | None = None


class Key(NamedTuple):
    """The key that tells runs apart."""

    id: str
    setup: Setup
    repetition: int


class Job(NamedTuple):
    """A run that is to be made. The engine sees the puzzle alone, never a solution.

    `warm` is a small puzzle that is solved before the clock starts: what an engine loads when it is
    first used is no part of the time.
    """

    subject: Subject
    setup: Setup
    repetition: int
    terms: Terms
    warm: Puzzle

    @property
    def key(self) -> Key:
        """The key of this run."""
        return Key(self.subject.id, self.setup, self.repetition)


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRun:
    """The result of a run."""

    name: str
    id: str
    rows: int
    cols: int
    engine: str
    backend: str
    """As it was asked for; "" for an engine that asks no SAT solver."""
    repetition: int
    """From 1 on."""
    status: str
    reached: str | None = None
    """The limit that ended it."""
    solutions: int = 0
    """Number of solutions found; two are enough."""
    solution: str = ""
    """A digest of the only one that was found."""
    seconds: float = 0.0
    """On the clock."""
    processor: float = 0.0
    """Seconds that processors worked, also for processes that the engine started."""
    memory: float = 0.0
    """Megabytes held at most, by the process and those that it started."""
    base: float = 0.0
    """Megabytes that the process held before the run: Python, Enpitsu, what the engine loads."""
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    cuts: int = 0
    solver: str = ""
    """The choice of "auto": the solvers that were really asked; "" if the run did not tell."""
    error: str | None = None
    """Why it gave no answer, though no limit was reached: the setup is broken."""
    refused: bool = False
    """True if it was not even tried: an extra that is not installed, an option that the engine does
    not have, a backend that is not for this engine."""

    @property
    def setup(self) -> Setup:
        """The engine with its backend."""
        return Setup(self.engine, self.backend)

    @property
    def key(self) -> Key:
        """The key of this run."""
        return Key(self.id, self.setup, self.repetition)

    def is_solved(self, seconds: float) -> bool:
        """Return whether it answered the question within so many seconds."""
        return self.status != Status.UNKNOWN and self.seconds <= seconds

    def ending(self, seconds: float) -> str | None:
        """Return why it is not solved: the limit that it reached, "failed", or "undecided" if it
        gave up by itself; None if it is solved."""
        if self.is_solved(seconds):
            return None
        if self.error is not None:
            return FAILED
        # An answer that came too late reached nothing, as far as the engine knows.
        return self.reached or ("time" if self.seconds > seconds else UNDECIDED)

    def to_line(self) -> str:
        """Return the run as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"

    @classmethod
    def from_line(cls, line: str) -> BenchRun:
        """Return the run of a line; FormatError if it is none."""
        try:
            data = json.loads(line)
            run = cls(**data)
        except (ValueError, TypeError, RecursionError):
            raise FormatError("this line tells of no run") from None
        for name, types in _TYPES.items():
            if not isinstance(getattr(run, name), types):
                raise FormatError(f"this line tells of no run: {name} is not as it should be")
        return run


_TYPES = {
    field.name: tuple(each for part in str(field.type).split(" | ") for each in JSON_TYPES[part])
    for field in fields(BenchRun)
}


def blank_run(job: Job, **more: Any) -> BenchRun:
    """Return a run that told nothing beyond what is given here."""
    subject = job.subject
    about = {
        "name": subject.name,
        "id": subject.id,
        "rows": subject.puzzle.rows,
        "cols": subject.puzzle.cols,
        "engine": job.setup.engine,
        "backend": job.setup.backend,
        "repetition": job.repetition,
        "status": str(Status.UNKNOWN),
    }
    return BenchRun(**{**about, **more})


def figures_of(result: Result) -> dict[str, Any]:
    """Return the fields of a result, by the names that a run has for it."""
    only = result.solutions[0] if len(result.solutions) == 1 else None
    stats = result.stats
    return {
        "status": str(result.status),
        "reached": result.reached,
        "solutions": len(result.solutions),
        "solution": "" if only is None else _digest(" ".join(map(str, only.position))),
        "variables": stats.variables,
        "clauses": stats.clauses,
        "conflicts": stats.conflicts,
        "cuts": stats.cuts,
        "solver": "" if stats.backend == AUTO else stats.backend,
    }
