"""Ways of solving: which there are, by the names that users give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kind import PROGRAM, Engine, Kind, P, Puzzle
from enpitsu.limits import Limits
from enpitsu.registry import kind_of
from enpitsu.sat.backend import AUTO
from enpitsu.solve import Result, find_engine, prepare, solve

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
    """Return every engine with every backend, each setup once; "all" stands for all that there are.

    An engine that asks no SAT solver is one setup, but for backends of its own. PuzzleError for an
    engine that the kind does not have.
    """
    by_name = {engine.name: engine for engine in kind.engines}
    setups = []
    for text in _spell_out(engines, by_name):
        name, *options = text.split(":")
        if name == AUTO:
            name = kind.engines[0].name
        if name not in by_name:
            raise PuzzleError(f"{kind.name} has no engine {name!r}; known: {', '.join(by_name)}")
        full = ":".join((name, *sorted(set(options))))
        setups += [Setup(full, each) for each in _backends(kind, by_name[name], backends, known)]
    return list(dict.fromkeys(setups))


def _backends(
    kind: Kind[P], engine: Engine[P], asked: Sequence[str], known: Iterable[str]
) -> list[str]:
    """Return those of the backends asked for that an engine takes; its usual one if it takes
    none."""
    if engine.uses_sat:
        named = _spell_out(asked, known)
        taken = [each for each in named if not any(one.takes(each) for one in kind.engines)]
        return taken or [AUTO]
    own = [each for each in engine.solvers if each != PROGRAM]
    found = ["" if each == AUTO else each for each in _spell_out(asked, own)]
    return [each for each in found if not each or engine.takes(each)] or [""]


def _spell_out(texts: Sequence[str], every: Iterable[str]) -> list[str]:
    return [each for text in texts for each in (every if text == ALL else [text])]


def prepare_for(setup: Setup, puzzle: Puzzle) -> None:
    """Load what a setup needs; PuzzleError if it cannot work here."""
    prepare(find_engine(kind_of(puzzle), setup.engine)[0], setup.backend or AUTO)


def solve_by(setup: Setup, puzzle: Puzzle, limits: Limits) -> Result:
    """Return the result of a setup."""
    return solve(puzzle, engine=setup.engine, backend=setup.backend or AUTO, limits=limits)
