"""A request for a puzzle, checked once: kind, method, size, level, seed, the method's options."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from enpitsu.errors import PuzzleError
from enpitsu.grade import LEVELS, Level, check_level
from enpitsu.kind import AnyKind
from enpitsu.making import Maker, Manifest, Value, drawn_cells
from enpitsu.registry import find_kind, kinds
from enpitsu.version import version

MOST_SEED = 2**64
MOST_CELLS = 40_000  # of a board that is made: more are no puzzle for a person


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request that has been checked. It can be sent to other processes."""

    kind: str
    method: str
    rows: int
    cols: int
    seed: int
    level: Level | None
    options: Mapping[str, Value]
    """The options chosen; the rest has its default."""

    @classmethod
    def checked(
        cls,
        kind: str,
        rows: int,
        cols: int,
        level: str | None,
        seed: int,
        method: str | None,
        options: Mapping[str, Any],
    ) -> Request:
        """Return the request; PuzzleError with a sentence if it cannot be one."""
        maker = find_maker(kind, method)
        check_number("rows", rows, 1, MOST_CELLS)
        check_number("cols", cols, 1, MOST_CELLS)
        check_number("seed", seed, 0, MOST_SEED)
        if rows * cols > MOST_CELLS:
            raise PuzzleError(f"{rows}x{cols} cells are too many: at most {MOST_CELLS} are made")
        find_kind(kind).blank(rows, cols)
        if level is not None:
            check_level(find_kind(kind), level)
        known = {option.name: option for option in maker.options}
        for name in options:
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise PuzzleError(
                    f"{kind}'s method {maker.name} has no option {name[:40]!r}; {has}"
                )
        checked = {name: known[name].checked(value) for name, value in options.items()}
        for name, value in checked.items():
            if known[name].form == "drawing" and isinstance(value, str):
                drawn_cells(value, rows, cols)
        return cls(
            kind=kind,
            method=maker.name,
            rows=rows,
            cols=cols,
            seed=seed,
            level=None if level is None else Level(level),
            options={
                name: value for name, value in checked.items() if value != known[name].default
            },
        )

    @property
    def maker(self) -> Maker[Any]:
        """The maker that is asked for."""
        return find_maker(self.kind, self.method)

    @property
    def aim(self) -> float | None:
        """The wanted difficulty, 0 to 1; None if any will do."""
        return None if self.level is None else LEVELS.index(self.level) / (len(LEVELS) - 1)

    def settings(self) -> dict[str, Value]:
        """Return every option of the maker with its value."""
        return {option.name: option.default for option in self.maker.options} | {**self.options}

    def random(self, attempt: int) -> Random:
        """Return the random numbers of one attempt; a text as seed is hashed alike everywhere."""
        return Random(f"{self.kind} {self.method} {self.seed} {attempt}")

    def manifest(self, attempt: int) -> Manifest:
        """Return all that is needed to make the puzzle of this attempt again."""
        return Manifest(
            version=version(),
            kind=self.kind,
            method=self.method,
            rows=self.rows,
            cols=self.cols,
            seed=self.seed,
            attempt=attempt,
            level=self.level,
            options=self.options,
        )


def makers(kind: str | None = None) -> dict[str, tuple[Maker[Any], ...]]:
    """Return the makers by kind: of one kind, or of all that have any."""
    chosen = kinds() if kind is None else {kind: find_kind(kind)}
    return {name: each.makers for name, each in chosen.items() if each.makers}


def find_maker(kind: str, method: str | None) -> Maker[Any]:
    """Return the maker of this name, or the default one."""
    record: AnyKind = find_kind(kind)
    if not record.makers:
        known = ", ".join(makers())
        raise PuzzleError(f"{record.name} cannot be made yet; known: {known}")
    for maker in record.makers:
        if method in (None, maker.name):
            return maker
    known = ", ".join(maker.name for maker in record.makers)
    raise PuzzleError(f"{record.name} has no method {str(method)[:40]!r}; known: {known}")


def check_number(name: str, value: Any, least: int, most: int) -> None:
    """Raise PuzzleError unless this is a whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise PuzzleError(
            f"{name} must be a whole number of {least} to {most}, not {str(value)[:40]!r}"
        )


def usual_jobs() -> int:
    """Return the number of processes where nothing is said: all cores but one."""
    return max(1, (os.cpu_count() or 2) - 1)
