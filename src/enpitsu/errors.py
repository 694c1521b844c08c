"""The whole error tree. No solution, several solutions, reached limits: results, not errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

MOST_REPEATED = 200  # characters of what was given that a sentence repeats
MOST_SAID = 700  # characters of a whole sentence
_LONG = re.compile(
    r"'[^']{%d,}'|\"[^\"]{%d,}\"|\S{%d,}" % ((MOST_REPEATED + 1,) * 3)  # noqa: UP031
)


class PuzzleError(Exception):
    """Anything Enpitsu refuses, with a sentence that a person can act on."""

    def __str__(self) -> str:
        return shorten(super().__str__())


def shorten(sentence: str) -> str:
    """A sentence that does not repeat much of what was given: long quotes and words are cut."""
    if len(sentence) <= MOST_REPEATED:
        return sentence
    if len(sentence) > MOST_SAID:
        sentence = f"{sentence[: MOST_SAID - 2 * MOST_REPEATED]} ... {sentence[-MOST_REPEATED:]}"
    return _LONG.sub(_cut, sentence)


def _cut(found: re.Match[str]) -> str:
    text = found[0]
    end = text[-1] if text[-1] in "'\"" and text[0] == text[-1] else ""
    return f"{text[:MOST_REPEATED]}...{end}"


class FormatError(PuzzleError):
    """A text or file that cannot be read, or a puzzle that a format cannot hold.

    `line` and `column` count from 1; `cell` is a cell's text such as "r3c4".
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        cell: str | None = None,
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.cell = cell
        super().__init__(self._sentence())

    def on_line(self, line: int) -> FormatError:
        """The same, found on a line of a text that holds many puzzles."""
        again = type(self)(self.message)
        again.__dict__.update(self.__dict__, line=line, column=None)
        again.args = (again._sentence(),)
        return again

    def _sentence(self) -> str:
        where = []
        if self.line is not None:
            where.append(f"line {self.line}")
        if self.column is not None:
            where.append(f"column {self.column}")
        if self.cell is not None:
            where.append(f"cell {self.cell}")
        return f"{', '.join(where)}: {self.message}" if where else self.message


class UnknownKind(FormatError):
    """The text names a puzzle kind that is not installed."""


class UnknownFormat(FormatError):
    """A text that no format recognises."""


class BadClue(FormatError):
    """A clue that the kind's model does not allow.

    `code` is its sentence in the section "clues" of a catalogue, empty where there is none, and
    `about` what that speaks of. `place` is where the clue stands: a cell, or a line as "row1".
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        cell: str | None = None,
        place: str | None = None,
        code: str = "",
        about: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message, line=line, column=column, cell=cell)
        self.place = cell if place is None else place
        self.code = code
        self.about = dict(about or {})


class BackendMissing(PuzzleError):
    """An ability needs packages that are not installed; says which extra they are, and the command
    that installs them."""

    def __init__(self, ability: str, extra: str, command: str = "") -> None:
        self.ability = ability
        self.extra = extra
        self.command = command or f"pip install 'enpitsu[{extra}]'"
        super().__init__(ability, extra, command)

    def __str__(self) -> str:
        return f"{self.ability} needs the extra enpitsu[{self.extra}]: {self.command}"


class LimitReached(PuzzleError):
    """A limit ended the work: "time", "conflicts", "memory" or "cancelled"; or an engine's own:
    "placements", it would have had to list too many ways to place something; "deductions", it only
    deduces and can deduce no more; "solver", the solver that it asks gave up by itself.

    Drivers turn it into a result; only where there can be no partial result (a proof) does it
    reach the caller.
    """


class WrongSolution(PuzzleError):
    """An engine gave a board that the rules reject: a bug in Enpitsu, never hidden."""


class WorkerDied(PuzzleError):
    """The process that worked on something ended before it was done."""


class TookTooLong(WorkerDied):
    """Work that did not come to an end in its time: its process was stopped."""


class NoWorkers(PuzzleError):
    """Nobody can do the work: no process can be started, say."""


class ClusterError(NoWorkers):
    """A cluster that cannot be reached or does not fit, with the reason."""
