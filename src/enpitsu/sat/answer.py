"""Answers of SAT solvers, as text: whether there is a model, and which.

Three ways of writing it are read: that of the SAT competitions ("s SATISFIABLE", then literals in
lines "v 1 -2 0"), MiniSat's result file ("SAT", then a line of literals), and literals alone. A
hostile text costs no more than its own length and that of the formula: words are looked at one by
one, numbers are bounded before they are converted, and reading ends with the first mistake.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from enpitsu.errors import FormatError

SATISFIABLE = "satisfiable"
UNSATISFIABLE = "unsatisfiable"
UNKNOWN = "unknown"

STATUSES = {
    "SATISFIABLE": SATISFIABLE,
    "SAT": SATISFIABLE,
    "UNSATISFIABLE": UNSATISFIABLE,
    "UNSAT": UNSATISFIABLE,
    "UNKNOWN": UNKNOWN,
    "INDET": UNKNOWN,
    "INDETERMINATE": UNKNOWN,
}
"""The words of solvers for it, behind an "s" or alone."""

_WORD = re.compile(r"\S++")
_LITERAL = re.compile(r"0|-?[1-9][0-9]{0,9}")

LONGEST_SHOWN = 40  # characters of a line that are repeated in an error


class SolverAnswer(NamedTuple):
    """The answer of a solver. `model` has a literal for each variable, in order, if there is one;
    `missing` are those that the solver does not speak of, taken for false."""

    status: str
    model: list[int]
    missing: int = 0


def read_answer(text: str, variables: int) -> SolverAnswer:
    """Read what a solver says of a formula with so many variables; FormatError, with the line, for
    anything that is not as it should be."""
    reader = _Reader(variables)
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        reader.take(line.strip(), number)
    return reader.finish(number)


class _Reader:
    """The lines that have been read so far."""

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self._status: str | None = None
        self._lines: dict[int, tuple[int, int]] = {}
        """For each variable its literal and the line where it stands first."""
        self._has_values = self._is_closed = False
        self._count = 0

    def take(self, line: str, number: int) -> None:
        """Read one line."""
        if line == "" or line == "c" or line.startswith(("c ", "c\t")):
            return
        first, _, rest = line.partition(" ")
        if first == "s" or line in STATUSES:
            word = rest.strip() if first == "s" else line
            status = STATUSES.get(word)
            if status is None:
                raise FormatError(f'"{_shorten(word)}" is no answer of a SAT solver', line=number)
            if self._status not in (None, status):
                raise FormatError(f"{word}, but before it said {self._status}", line=number)
            self._status = status
            return
        for found in _WORD.finditer(rest if first == "v" else line):
            if not _LITERAL.fullmatch(found[0]):
                expected = 'expected "s SATISFIABLE", "v 1 -2 ... 0" or literals'
                raise FormatError(f'{expected}, not "{_shorten(found[0])}"', line=number)
            self._take_literal(int(found[0]), number)

    def _take_literal(self, value: int, number: int) -> None:
        if self._is_closed:
            raise FormatError("the model goes on behind its 0: is it more than one?", line=number)
        self._has_values = True
        self._count += 1
        if self._count > 2 * (self._variables + 1):
            raise FormatError("far more literals than the formula has variables", line=number)
        if value == 0:
            self._is_closed = True
            return
        if abs(value) > self._variables:
            most = f"the formula has the variables 1 to {self._variables}"
            raise FormatError(f"{value}, but {most}", line=number)
        known, where = self._lines.setdefault(abs(value), (value, number))
        if known != value:
            raise FormatError(f"{value}, but {known} in line {where}", line=number)

    def finish(self, number: int) -> SolverAnswer:
        """The whole answer; `number` is the last line, for what is missing there."""
        if self._status is None and not self._has_values:
            raise FormatError("no solver's answer: neither a status nor literals", line=number)
        status = self._status or SATISFIABLE
        if status != SATISFIABLE:
            if self._lines:
                raise FormatError(f"the solver says {status}, and yet there are literals")
            return SolverAnswer(status, [])
        if not self._has_values and self._variables:
            raise FormatError("the solver says satisfiable, but its model is missing", line=number)
        every = range(1, self._variables + 1)
        model = [self._lines[name][0] if name in self._lines else -name for name in every]
        return SolverAnswer(status, model, self._variables - len(self._lines))


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."
