"""The eleven rules of C.-H. Yu (2007) told step by step: what the engine `rules` does before it
searches, in the order in which it does it.

A step is one use of a rule on one run, stretch or gap of a line. It decides cells or narrows the
range in which a run lies, or both; a range is a note with its first and last cell and the run's
place in the clue.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

from enpitsu.grid import Line, bit_positions
from enpitsu.kind import Task
from enpitsu.kinds.nonogram.bits import span
from enpitsu.kinds.nonogram.board import as_board, read_lines
from enpitsu.kinds.nonogram.lines import Can
from enpitsu.kinds.nonogram.model import Clue, Nonogram
from enpitsu.kinds.nonogram.rules import is_answer
from enpitsu.kinds.nonogram.techniques.ladder import ELEVEN_RULES, TECHNIQUES
from enpitsu.kinds.nonogram.techniques.line_view import Atom
from enpitsu.kinds.nonogram.techniques.state import CellsWord, NonogramState, RunWord, Word
from enpitsu.kinds.nonogram.techniques.yu_sentences import REASONS, RuleUse
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN
from enpitsu.kinds.nonogram.yu.fixpoint import NothingFits, RuledLines, decided_position
from enpitsu.kinds.nonogram.yu.run_ranges import (
    UNSAID,
    ChangeReason,
    LineChange,
    LineState,
    Range,
    Snapshot,
)
from enpitsu.limits import Budget
from enpitsu.position import EMPTY, Note, Position
from enpitsu.technique import Argument, Message, Method, MethodEnd, MethodRule, MethodStep


class Event(NamedTuple):
    """One change that a rule made to a line, and what it was like before."""

    why: ChangeReason
    colour: int | None
    """The colour that was given or denied; None if only a range was narrowed."""
    is_denial: bool
    before: Snapshot
    change: LineChange

    @property
    def cells(self) -> int:
        """The cells that were given the colour or denied it."""
        masks = self.change.denied if self.is_denial else self.change.settled
        return 0 if self.colour is None else masks[self.colour]

    def goes_on_with(self, other: Event) -> bool:
        """Return whether the next change is part of the same use of the rule."""
        return self.why == other.why and other.colour in (self.colour, None)


class RecordingLine(LineState):
    """A line that keeps every change made to it."""

    __slots__ = ("events",)

    def __init__(self, runs: Clue, can: Can, size: int, budget: Budget | None = None) -> None:
        self.events: list[Event] = []
        super().__init__(runs, can, size, budget)

    def paint(self, cells: int, colour: int, why: ChangeReason = UNSAID) -> None:
        before = self.snapshot()
        super().paint(cells, colour, why)
        self._keep(why, colour, False, before)

    def deny(self, cells: int, colour: int, why: ChangeReason = UNSAID) -> None:
        before = self.snapshot()
        super().deny(cells, colour, why)
        self._keep(why, colour, True, before)

    def narrow(
        self, run: int, first: int = 0, last: int | None = None, why: ChangeReason = UNSAID
    ) -> None:
        before = self.snapshot()
        super().narrow(run, first, last, why)
        self._keep(why, None, False, before)

    def _keep(
        self, why: ChangeReason, colour: int | None, is_denial: bool, before: Snapshot
    ) -> None:
        change = self.change_since(before)
        if change is not None:
            self.events.append(Event(why, colour, is_denial, before, change))


def tell_steps(
    puzzle: Nonogram, position: Position, budget: Budget
) -> Generator[MethodStep, None, MethodEnd]:
    """Every use of a rule from a position on; in the end how far they lead."""
    lines = read_lines(puzzle, Task(position, None, budget, "auto"))
    if lines is None:
        return _end(puzzle, "none", "position")
    try:
        ruled = RuledLines(lines, budget, RecordingLine)
        teller = _Teller(puzzle, ruled)
        for step in ruled.steps():
            yield from teller.tell(step.technique.id, step.line)
    except NothingFits as failure:
        if failure.technique is None:
            return _end(puzzle, "none", "clue", line=failure.line)
        return _end(puzzle, "none", "rule", line=failure.line, rule=failure.technique.id)
    cells = puzzle.rows * puzzle.cols
    if ruled.open:
        counts = {"count": ruled.open, "done": cells - ruled.open, "all": cells}
        end = _end(puzzle, "unknown", "open", **counts)
    elif is_answer(as_board(puzzle, ruled.fillings)):
        end = _end(puzzle, "unique", "done", count=cells)
    else:
        return _end(puzzle, "none", "wrong")
    return end._replace(goal=decided_position(puzzle, ruled))


def _end(puzzle: Nonogram, status: str, form: str, **args: Argument) -> MethodEnd:
    return MethodEnd(status, EMPTY, Message(f"{puzzle.kind}.eleven-rules.{form}", args))


class _Teller:
    """Puts the changes that lines have kept into steps."""

    def __init__(self, puzzle: Nonogram, ruled: RuledLines) -> None:
        self._state = NonogramState(puzzle)
        self._lines = [
            line for line in (*ruled.rows, *ruled.cols) if isinstance(line, RecordingLine)
        ]
        self._widest = [line.snapshot() for line in self._lines]

    def tell(self, rule: str, line: Line) -> Iterator[MethodStep]:
        """The steps of one rule on one line, which then forgets them."""
        site = line.at if line.is_row else self._state.rows + line.at
        events = self._lines[site].events
        some: list[Event] = []
        for event in events:
            if some and not some[-1].goes_on_with(event):
                yield self._step(rule, site, some)
                some = []
            some.append(event)
        if some:
            yield self._step(rule, site, some)
        events.clear()

    def _step(self, rule: str, site: int, events: list[Event]) -> MethodStep:
        state, line = self._state, self._lines[site]
        before, widest = events[0].before, self._widest[site]
        colour, cells = next(
            ((event.colour, event.cells) for event in events if event.colour is not None), (0, 0)
        )
        use = RuleUse(line.runs, line.size, before, events[0].why, colour, cells)
        reason = REASONS[rule](use)
        facts = tuple(
            state.fact(site, Atom(at, event.colour, not event.is_denial))
            for event in events
            if event.colour is not None
            for at in bit_positions(event.cells)
        )
        ranges = {new.run: new for event in events for new in event.change.ranges}.values()
        used = dict.fromkeys((*reason.ranges, *(each.run for each in ranges)))
        known = [Range(run, before.firsts[run], before.lasts[run]) for run in used]
        narrowed = [
            self._note(site, each)
            for each in known
            if each[1:] != (widest.firsts[each.run], widest.lasts[each.run])
        ]
        then = (*facts, *(self._tell_range(site, each) for each in ranges))
        args: dict[str, Argument] = {"then": then, **state.words(site, reason.words)}
        key = f"{state.puzzle.kind}.techniques.{_id(rule)}"
        denials = [event.change for event in events if event.is_denial]
        return MethodStep(
            rule=_id(rule),
            facts=facts,
            notes=tuple(self._note(site, each) for each in ranges),
            because=(state.lines[site], *state.facts_of(site, reason.atoms), *narrowed),
            messages=tuple(Message(f"{key}.{form}", args) for form in reason.forms),
            also=tuple(fact for each in denials for fact in state.facts(site, each.settled[:-1])),
        )

    def _note(self, site: int, found: Range) -> Note:
        ends = self._state.cell(site, found.first), self._state.cell(site, found.last)
        return Note(f"{self._state.lines[site].axis}-range", ends, (found.run + 1,))

    def _tell_range(self, site: int, found: Range) -> Message:
        run, first, last = found
        is_fixed = last - first + 1 == self._lines[site].runs[run].length
        args: dict[str, Word] = {"run": RunWord(run), "cells": CellsWord(span(first, last))}
        key = f"{self._state.puzzle.kind}.eleven-rules.{'place' if is_fixed else 'range'}"
        return Message(key, self._state.words(site, args))


def _id(rule: str) -> str:
    return f"rule-{rule.replace('.', '-')}"


_LEVELS = {
    rule: max(each.level for each in TECHNIQUES if each.id in techniques)
    for rule, techniques in ELEVEN_RULES.items()
}
"""A rule is as hard as the hardest technique that people need for the same."""

METHODS = (
    Method(
        name="rules",
        rules=tuple(MethodRule(_id(each.id), each.id, _LEVELS[each.id]) for each in ELEVEN),
        steps=tell_steps,
    ),
)
