"""Ways of solving: which there are, by the names that users give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kind import PROGRAM, Engine, Kind, P, Puzzle
from enpitsu.limits import Limits
from enpitsu.sat.backend import AUTO
from enpitsu.solve import Result, solve

ALL = "all"


class Setup(NamedTuple):
    """An engine, options included, with a backend: "" if it asks no SAT solver and none of its own
    was chosen."""

    engine: str
    backend: str

    @property
    def name(self) -> str:
        """The name: the engine alone where no backend was chosen."""
        return self.engine if self.backend in ("", AUTO) else f"{self.engine}/{self.backend}"


def setups_of(
    kind: Kind[P], engines: Sequence[str], backends: Sequence[str], known: Iterable[str]
) -> list[Setup]:
    """Every engine with every backend, each setup once; "all" stands for all that there are.

    An engine that asks no SAT solver is one setup, but for backends of its own. PuzzleError for an
    engine that the kind does not have.
    """
    names = [
        each for text in engines for each in _spelled_out(text, [e.name for e in kind.engines])
    ]
    setups = []
    for name in names:
        engine = _engine(kind, name)
        full = ":".join((engine.name, *sorted(set(name.split(":")[1:]))))
        setups += [Setup(full, each) for each in _backends(kind, engine, backends, known)]
    return list(dict.fromkeys(setups))


def _backends(
    kind: Kind[P], engine: Engine[P], asked: Sequence[str], known: Iterable[str]
) -> list[str]:
    """Return those of the backends asked for that an engine takes; its usual one if it takes
    none."""
    every = known if engine.uses_sat else [each for each in engine.solvers if each != PROGRAM]
    named = [each for text in asked for each in _spelled_out(text, every)]
    if engine.uses_sat:
        return [each for each in named if not any(one.takes(each) for one in kind.engines)] or [
            AUTO
        ]
    found = ["" if each == AUTO else each for each in named]
    return [each for each in found if not each or engine.takes(each)] or [""]


def _spelled_out(text: str, every: Iterable[str]) -> list[str]:
    return list(every) if text == ALL else [text]


def _engine(kind: Kind[P], text: str) -> Engine[P]:
    name = text.split(":")[0]
    for engine in kind.engines:
        if name in (engine.name, AUTO):
            return engine
    known = ", ".join(engine.name for engine in kind.engines)
    raise PuzzleError(f"{kind.name} has no engine {name!r}; known: {known}")


def solve_by(setup: Setup, puzzle: Puzzle, limits: Limits) -> Result:
    """The result of a setup."""
    return solve(puzzle, engine=setup.engine, backend=setup.backend or AUTO, limits=limits)
