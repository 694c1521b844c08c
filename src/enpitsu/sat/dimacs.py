"""DIMACS CNF, the text form of clauses that every SAT tool reads.

Numbers are bounded before they are converted and nothing is allocated by what a header promises,
so that a hostile file costs no more than its own length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from enpitsu.errors import FormatError

MAX_NUMBER = 2**31 - 1  # the largest variable, and the largest count in a header

_BLANK = " \t\r\n"
_NUMBER = r"(?:0|-?[1-9][0-9]{0,9})"
# Possessive quantifiers: a bad line of any length is refused without going back over it.
_NUMBERS = re.compile(rf"{_NUMBER}(?:[ \t]++{_NUMBER})*+")
_HEADER = re.compile(r"p[ \t]+cnf[ \t]+([0-9]{1,10})[ \t]+([0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class Dimacs:
    """The contents of a DIMACS file; `comments` are its comment lines without the leading "c "."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    comments: tuple[str, ...] = ()


def write(clauses: Sequence[Sequence[int]], variables: int, comments: Iterable[str] = ()) -> str:
    """The clauses as DIMACS text; ValueError for a literal outside the variables."""
    lines = [head(variables, len(clauses), comments)]
    for clause in clauses:
        for literal in clause:
            if not 0 < abs(literal) <= variables:
                raise ValueError(f"the literal {literal} is not one of {variables} variables")
        lines.append(clause_line(clause))
    return "".join(lines)


def read(text: str) -> Dimacs:
    """Read DIMACS text; FormatError, with the line, for anything that is not as it should be."""
    reader = _Reader()
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        reader.take(line.strip(_BLANK), line, number)
    return reader.finish(number)


def numbers(text: str) -> list[int] | None:
    """The whole numbers that a stripped line consists of; None if it holds anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    return [int(word) for word in text.split()]


def comment(line: str) -> str:
    """The text of a comment line."""
    return line.rstrip("\r\n")[1:].removeprefix(" ")


def head(variables: int, clauses: int, comments: Iterable[str]) -> str:
    """The comments and the header, which stand before the clauses."""
    if not 0 <= variables <= MAX_NUMBER:
        raise ValueError(f"{variables} variables: DIMACS allows 0 to {MAX_NUMBER}")
    lines = [f"c {line}\n" for text in comments for line in text.splitlines() or [""]]
    return "".join((*lines, f"p cnf {variables} {clauses}\n"))


def clause_line(clause: Iterable[int]) -> str:
    """A clause as a line."""
    return " ".join([*map(str, clause), "0"]) + "\n"


class _Reader:
    """The clauses that have been read so far; a clause may run over several lines."""

    def __init__(self) -> None:
        self.header: tuple[int, int] | None = None
        self.comments: list[str] = []
        self.clauses: list[tuple[int, ...]] = []
        self.open: list[int] = []

    def take(self, text: str, line: str, number: int) -> None:
        """Read one line: `text` is `line` without the blanks around it."""
        if text.startswith("c"):
            self.comments.append(comment(line.lstrip(_BLANK)))
        elif text.startswith("p"):
            self.take_header(text, number)
        elif text:
            self.take_numbers(text, number)

    def take_header(self, text: str, number: int) -> None:
        match = _HEADER.fullmatch(text)
        if match is None:
            raise FormatError('expected a header "p cnf VARIABLES CLAUSES"', line=number)
        if self.header is not None:
            raise FormatError("a second header", line=number)
        variables, clauses = int(match[1]), int(match[2])
        if max(variables, clauses) > MAX_NUMBER:
            raise FormatError(f"a number in the header is over {MAX_NUMBER}", line=number)
        self.header = variables, clauses

    def take_numbers(self, text: str, number: int) -> None:
        if self.header is None:
            raise FormatError('expected the header "p cnf ..." before the clauses', line=number)
        values = numbers(text)
        if values is None:
            raise FormatError("expected literals and 0 at the end of each clause", line=number)
        for value in values:
            if abs(value) > self.header[0]:
                raise FormatError(f"{value} is not one of the header's variables", line=number)
            if value:
                self.open.append(value)
                continue
            if len(self.clauses) == self.header[1]:
                raise FormatError("more clauses than the header says", line=number)
            self.clauses.append(tuple(self.open))
            self.open = []

    def finish(self, number: int) -> Dimacs:
        """The whole file; `number` is its last line, for what is missing there."""
        if self.header is None:
            raise FormatError('the header "p cnf ..." is missing', line=number)
        if self.open:
            raise FormatError("the last clause does not end with 0", line=number)
        variables, promised = self.header
        if len(self.clauses) != promised:
            message = f"{len(self.clauses)} clauses, but the header says {promised}"
            raise FormatError(message, line=number)
        return Dimacs(variables, tuple(self.clauses), tuple(self.comments))
