"""An independent checker for DRUP traces: it shares no code with any SAT solver.

A trace proves that a formula has no solution. Each line adds a clause, `l1 l2 ... 0`, or deletes
one, `d l1 l2 ... 0`; lines that start with `c` are comments. An added clause must have the RUP
property (reverse unit propagation): setting all its literals false and propagating units must
falsify some clause. RAT clauses, which DRAT traces may also add, are not supported: a trace that
needs one is rejected.

The check goes forward, so that every added clause is verified, needed or not. What is true at
level 0, under no assumption, stays true for good: the deletion of a unit clause, or of the clause
that made a literal true, changes nothing, as in the usual DRAT checkers. That is sound, and so is
passing over the deletion of an unknown clause, because everything ever added follows from the
formula: a deletion can only make a check fail.

Inside, variable v is the pair of literals 2v and 2v+1, so that `literal ^ 1` negates.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from enpitsu.errors import FormatError
from enpitsu.limits import Budget
from enpitsu.sat.dimacs import numbers

# Values of a literal. False is the one that is falsy: the search for a new watch tests just that.
_FALSE = 0
_TRUE = 1
_UNKNOWN = 2

_VERIFIED = "s VERIFIED"
_LEMMAS = re.compile(r"\b([0-9]{1,18}) of [0-9]+ lemmas in core")

# How often the budget is asked: each of these takes a few milliseconds at most on usual clauses.
_CLAUSES_PER_CHECK = 64
_LITERALS_PER_CHECK = 256


@dataclass(frozen=True, slots=True)
class TraceReport:
    """A checker's verdict; `steps` counts the added clauses that it verified."""

    ok: bool
    message: str
    steps: int


@dataclass(frozen=True, slots=True)
class _Step:
    line: int
    is_deletion: bool
    literals: list[int]


def check_trace(
    clauses: Iterable[Sequence[int]], trace_lines: Iterable[str], budget: Budget
) -> TraceReport:
    """Check that the DRUP trace derives the empty clause from the clauses.

    The empty clause counts as derived as soon as unit propagation alone falsifies a clause, so a
    formula that it refutes needs no trace. The rest of the trace is then read for its form only.
    LimitReached is raised when the budget is spent.
    """
    formula = _Formula(budget)
    for count, literals in enumerate(clauses):
        if count % _CLAUSES_PER_CHECK == 0:
            budget.check()
        if 0 in literals:
            raise ValueError("a clause contains 0, which is no literal")
        formula.add(formula.encode(literals))
    steps = 0
    try:
        for count, step in enumerate(_parse(trace_lines)):
            if count % _CLAUSES_PER_CHECK == 0:
                budget.check()
            if formula.refuted:
                continue
            clause = formula.encode(step.literals)
            if step.is_deletion:
                formula.delete(clause)
                continue
            if not formula.follows(clause):
                return TraceReport(False, f"line {step.line}: the clause is not RUP", steps)
            formula.add(clause)
            steps += 1
    except FormatError as error:
        return TraceReport(False, str(error), steps)
    if formula.refuted:
        return TraceReport(True, "the empty clause is derived", steps)
    return TraceReport(False, "the trace ends without the empty clause", steps)


def find_drat_trim() -> Path | None:
    """The outside checker drat-trim, if it is on the search path."""
    found = shutil.which("drat-trim")
    return None if found is None else Path(found)


def run_drat_trim(
    path: Path | str, cnf_file: Path | str, trace_file: Path | str, seconds: float
) -> TraceReport:
    """Let drat-trim check a trace file against a DIMACS file; `steps` are the clauses it needed."""
    # Absolute, so that no file name is taken for an option; "-w" keeps warnings out.
    command = [str(path), *(str(Path(file).absolute()) for file in (cnf_file, trace_file)), "-w"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return TraceReport(False, f"drat-trim was stopped after {seconds:g} seconds", 0)
    except OSError as error:
        return TraceReport(False, f"drat-trim cannot be run: {error}", 0)
    # The verdict line decides: the exit code is 1 also for a formula that propagation refutes.
    output = done.stdout.decode(errors="replace")
    verdict = [line for line in output.splitlines() if line.startswith("s ")]
    lemmas = _LEMMAS.search(output)
    message = verdict[-1] if verdict else f"no verdict, exit code {done.returncode}"
    ok = verdict == [_VERIFIED]
    return TraceReport(ok, f"drat-trim: {message}", int(lemmas[1]) if lemmas else 0)


def _parse(lines: Iterable[str]) -> Iterator[_Step]:
    for number, line in enumerate(lines, start=1):
        text = line.strip(" \t\r\n")
        if not text or text.startswith("c"):
            continue
        is_deletion = text[:2] in ("d ", "d\t")
        values = numbers(text[2:].lstrip(" \t") if is_deletion else text)
        if values is None or values.pop() != 0 or 0 in values:
            raise FormatError("expected literals and one 0 at the end", line=number)
        yield _Step(number, is_deletion, values)


class _Codes(dict[int, int]):
    """Signed literals to literals from 0 up, given out as they appear: big names cost nothing."""

    def __missing__(self, literal: int) -> int:
        self[abs(literal)] = code = len(self)
        self[-abs(literal)] = code + 1
        return self[literal]


class _Formula:
    """The clauses in force, and what unit propagation makes true at level 0.

    `watches[x]` are the clauses to look at when x becomes true, because they watch its negation
    (the first two literals of a clause are watched); `implied[x]` are the literals that x makes
    true by a clause of two. A clause is attached with the literals that level 0 leaves open.
    """

    def __init__(self, budget: Budget) -> None:
        self.refuted = False
        self.budget = budget
        self.codes = _Codes()
        self.values: list[int] = []
        self.trail: list[int] = []
        self.implied: list[list[int]] = []
        self.watches: list[list[list[int]]] = []
        self.stored: dict[tuple[int, ...], list[list[int]]] = {}

    def encode(self, literals: Iterable[int]) -> tuple[int, ...]:
        """The clause as the sorted set of its literals: the key for its deletion too."""
        codes = self.codes
        clause = tuple(sorted({codes[literal] for literal in literals}))
        for _ in range(len(codes) - len(self.values)):
            self.values.append(_UNKNOWN)
            self.implied.append([])
            self.watches.append([])
        return clause

    def add(self, clause: tuple[int, ...]) -> None:
        """Put a clause in force, with what it makes true at level 0."""
        if self.refuted:  # level 0 contradicts itself: nothing can be told from it any more
            return
        values = self.values
        rest = [literal for literal in clause if values[literal] != _FALSE]
        if any(values[literal] == _TRUE for literal in rest):
            rest = []  # true for good
        elif len(rest) < 2:
            start = len(self.trail)
            for literal in rest:
                self._set_true(literal)
            self.refuted = not rest or self._propagate(start)
            rest = []
        self.stored.setdefault(clause, []).append(rest)
        if len(rest) == 2:
            first, second = rest
            self.implied[first ^ 1].append(second)
            self.implied[second ^ 1].append(first)
        else:
            for literal in rest[:2]:
                self.watches[literal ^ 1].append(rest)

    def delete(self, clause: tuple[int, ...]) -> None:
        """Take one copy of a clause out of force; nothing happens if there is none."""
        copies = self.stored.get(clause)
        rest = copies.pop() if copies else []
        if len(rest) == 2:
            first, second = rest
            self.implied[first ^ 1].remove(second)
            self.implied[second ^ 1].remove(first)
        else:
            for literal in rest[:2]:
                # By identity: another clause may have come down to the same literals.
                watching = self.watches[literal ^ 1]
                self.watches[literal ^ 1] = [other for other in watching if other is not rest]

    def follows(self, clause: tuple[int, ...]) -> bool:
        """Return True if the clause has the RUP property."""
        start, values = len(self.trail), self.values
        is_rup = False
        for literal in clause:
            if values[literal] == _TRUE:
                is_rup = True
                break
            if values[literal] == _UNKNOWN:
                self._set_true(literal ^ 1)
        is_rup = is_rup or self._propagate(start)
        for literal in self.trail[start:]:
            values[literal] = values[literal ^ 1] = _UNKNOWN
        del self.trail[start:]
        return is_rup

    def _set_true(self, literal: int) -> None:
        self.values[literal] = _TRUE
        self.values[literal ^ 1] = _FALSE
        self.trail.append(literal)

    def _propagate(self, start: int) -> bool:
        """Follow the trail from `start` to its fixpoint; True if a clause is falsified.

        Clauses of two go first: they are cheap, and a clash among them saves the long ones.
        """
        trail, values = self.trail, self.values
        short = long = start
        while long < len(trail):
            while short < len(trail):
                for literal in self.implied[trail[short]]:
                    value = values[literal]
                    if value == _UNKNOWN:
                        values[literal] = _TRUE
                        values[literal ^ 1] = _FALSE
                        trail.append(literal)
                    elif not value:
                        return True
                short += 1
            if self._follow_long(trail[long]):
                return True
            long += 1
            if long % _LITERALS_PER_CHECK == 0:
                self.budget.check()
        return False

    def _follow_long(self, true: int) -> bool:
        """Follow a literal that became true through clauses of three or more, which move their
        watch if they can; True at a clash.

        One long function: nearly all the time of a check is spent in this loop.
        """
        values, watches = self.values, self.watches
        false = true ^ 1
        kept: list[list[int]] = []
        waiting = iter(watches[true])
        watches[true] = kept
        for clause in waiting:
            other = clause[0]
            if other == false:
                other = clause[1]
            value = values[other]
            if value == _TRUE:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if values[literal]:
                    clause[0] = other
                    clause[1] = literal
                    clause[place] = false
                    watches[literal ^ 1].append(clause)
                    break
            else:
                kept.append(clause)
                if not value:
                    kept.extend(waiting)
                    return True
                values[other] = _TRUE
                values[other ^ 1] = _FALSE
                self.trail.append(other)
        return False
