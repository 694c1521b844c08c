"""The eleven rules of C.-H. Yu, "An Efficient Algorithm for Solving Japanese Puzzles" (2007).

Each is a named technique on one line, its cells and the ranges of its runs. The docstrings say why
each is true; comments say where a rule as printed is wrong or incomplete and what is done here
instead. Yu knows neither colours nor "?", so every rule is said a little more widely:

- A cell can be one of several colours or empty. "Shade" means to give a colour, "leave empty" to
  deny the colour of the run in question: with one colour the two are the same.
- A wall for a run is a cell that cannot have its colour.
- Only runs of the same colour need an empty cell between them.
- A "?" is at least one cell long and at most as long as its range; where a rule needs the length
  itself, it passes over such runs.

With each change a rule says what it rests on (`run_ranges.Why`), so that explanations can tell it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import highest, lowest, span, stretch_at, stretches
from enpitsu.kinds.nonogram.yu.run_ranges import (
    ChangeReason,
    LineChange,
    LineContradiction,
    LineState,
)


class YuRule(NamedTuple):
    """One rule: its number in print, and the rule itself."""

    id: str
    rule: Callable[[LineState], None]

    @property
    def cells(self) -> str:
        """The name of the count of cells that it decided; empty for part II."""
        return "" if self.id.startswith("2") else f"rule {self.id}: cells decided"

    @property
    def ranges(self) -> str:
        """The name of the count of ranges that it narrowed; empty for part I."""
        return "" if self.id.startswith("1") else f"rule {self.id}: ranges narrowed"

    def apply(self, line: LineState) -> LineChange | None:
        """Use the rule on a line and tell what it changed; LineContradiction if nothing fits."""
        before = line.snapshot()
        self.rule(line)
        return line.change_since(before)


# --- part I: which cells are shaded, which stay empty -------------------------------------------


def overlap(line: LineState) -> None:
    """Pushed as far as it goes to one end of its range and then to the other, the run covers these
    cells both times, so it covers them wherever it lies."""
    for run, (told, length) in enumerate(zip(line.runs, line.least, strict=True)):
        first, last = line.firsts[run], line.lasts[run]
        spare = last - first + 1 - length
        if spare < length:
            line.paint(span(first + spare, last - spare), told.colour, ChangeReason("step", run))


def out_of_reach(line: LineState) -> None:
    """Every shaded cell belongs to a run, and no run can come here."""
    # Printed as three cases (before the first range, behind the last, between two neighbouring
    # ranges); once the ranges are in order, those are the cells in no range at all.
    reached = [0] * (len(line.can) - 1)
    for run, told in enumerate(line.runs):
        reached[told.colour] |= span(line.firsts[run], line.lasts[run])
    for colour, cells in enumerate(reached):
        if line.can[colour] & ~cells:
            for first, last in stretches(span(0, line.size - 1) & ~cells):
                line.deny(span(first, last), colour, ChangeReason("step", None, first, last))


def before_the_first_cell(line: LineState) -> None:
    """The shaded cell at the end of the range is the end of this run or a whole run of length one:
    either way the cell beside it is not part of the same run."""
    # The printed box forgets to ask that the first (last) cell of the range is shaded, which the
    # text above it says; without that the rule is wrong.
    for run, told in enumerate(line.runs):
        known = line.known(told.colour)
        for end, beside in (
            (line.firsts[run], line.firsts[run] - 1),
            (line.lasts[run], line.lasts[run] + 1),
        ):
            if 0 <= beside < line.size and known >> end & 1:
                others = line.covering(told.colour, end, end)
                if all(line.most(other) == 1 for other in others if other != run):
                    form = "first" if beside < end else "last"
                    line.deny(1 << beside, told.colour, ChangeReason(form, run, end, end))


def too_long_if_joined(line: LineState) -> None:
    """Shaded, the cell would join its neighbours into a stretch longer than any run that can lie
    here."""
    # Printed once for "runs that contain part of the new stretch" and once, in the box, for "runs
    # that contain the three cells": the box is right and says more.
    for colour in range(len(line.can) - 1):
        known = line.known(colour)
        between = (known << 1) & (known >> 1) & line.can[colour] & ~known
        for cell in bit_positions(between):
            first, last = stretch_at(known | 1 << cell, cell)
            runs = line.covering(colour, cell - 1, cell + 1)
            if last - first + 1 > max(map(line.most, runs), default=0):
                line.deny(1 << cell, colour, ChangeReason("step", None, first, last))


def pushed_by_walls(line: LineState) -> None:
    """A run through this cell has no room behind the wall, so it reaches out the other way as far
    as the shortest run that can lie here; and a stretch as long as every run that can lie here is
    whole."""
    for colour in range(len(line.can) - 1):
        for first, _ in stretches(line.known(colour)):
            runs = line.covering(colour, first, first)
            if not runs:  # the printed rule does not say what the smallest of nothing is
                raise LineContradiction
            length = min(line.least[run] for run in runs)
            # Printed for i = 1, ..., n-1 and for walls inside the line: the border is a wall as
            # well, and the first cell of the line may be shaded.
            walls = span(0, line.size - 1) & ~line.can[colour]
            before = highest(walls & span(0, first - 1))
            if before > first - length:
                why = ChangeReason("pushed", None, first, before)
                line.paint(span(first + 1, before + length), colour, why)
            behind = lowest((walls | 1 << line.size) >> first) + first
            if behind < first + length:
                why = ChangeReason("pushed", None, first, behind)
                line.paint(span(behind - length, first - 1), colour, why)
            # The figure's text calls the two cells c_(s+1) and e_(e+1); the box has them right.
            start, end = stretch_at(line.known(colour), first)
            if {line.runs[run].length for run in runs} == {end - start + 1}:
                why = ChangeReason("whole", None, start, end)
                line.deny((1 << start >> 1) | (1 << end + 1), colour, why)


# --- part II: where runs may lie ---------------------------------------------------------------


def keep_order(line: LineState) -> None:
    """The run before needs its own room first, so this run cannot start until that is taken; and
    the same from the end of the line."""
    # Printed only for ranges that begin (end) at the same cell or the wrong way round; it holds
    # whenever the room for the neighbour is not left.
    for run in range(1, len(line.runs)):
        before = line.firsts[run - 1] + line.least[run - 1]
        line.narrow(run, first=before + line.gaps[run - 1], why=ChangeReason("before", run))
    for run in range(len(line.runs) - 2, -1, -1):
        behind = line.lasts[run + 1] - line.least[run + 1]
        line.narrow(run, last=behind - line.gaps[run], why=ChangeReason("behind", run))


def keep_distance(line: LineState) -> None:
    """The shaded cell just outside the range is another run's, and two runs of one colour do not
    touch."""
    for run, told in enumerate(line.runs):
        known = line.known(told.colour)
        first, last = line.firsts[run], line.lasts[run]
        if (known << 1) >> first & 1:
            line.narrow(run, first=first + 1, why=ChangeReason("before", run, first - 1, first - 1))
        if known >> (last + 1) & 1:
            line.narrow(run, last=last - 1, why=ChangeReason("behind", run, last + 1, last + 1))


def not_this_run(line: LineState) -> None:
    """The stretch is too long for this run (or has another colour), so it is another's; if that is
    an earlier run, this one lies behind the stretch, if a later one, before it."""
    # "Belongs to" is not explained in print: a run can own a stretch if its range holds all of it
    # and it is not shorter. If no other run can, nothing fits.
    for colour in range(len(line.can) - 1):
        for first, last in stretches(line.known(colour)):
            owners = [
                run
                for run in line.covering(colour, first, last)
                if line.most(run) >= last - first + 1
            ]
            if not owners:
                raise LineContradiction
            for run, told in enumerate(line.runs):
                if last < line.firsts[run] or line.lasts[run] < first or run in owners:
                    continue
                gap = int(told.colour == colour)
                if owners[-1] < run:
                    why = ChangeReason("earlier", run, first, last)
                    line.narrow(run, first=last + 1 + gap, why=why)
                elif owners[0] > run:
                    why = ChangeReason("later", run, first, last)
                    line.narrow(run, last=first - 1 - gap, why=why)


# --- part III: both ----------------------------------------------------------------------------


def join_own_cells(line: LineState) -> None:
    """No other run can come to these shaded cells, so they are all of this run, with everything
    between them; and the run reaches no farther from them than its length allows."""
    # Printed with the first shaded cell behind the range before and the last one before the range
    # behind, wherever they are: both must lie between the two ranges.
    ends = len(line.runs) - 1
    for run, told in enumerate(line.runs):
        start = line.lasts[run - 1] + 1 if run else 0
        stop = line.firsts[run + 1] - 1 if run < ends else line.size - 1
        own = line.shaded & span(start, stop)
        if own:
            first, last = lowest(own), highest(own)
            why = ChangeReason("step", run, first, last)
            line.paint(span(first, last), told.colour, why)
            if told.length is not None:
                line.narrow(run, last - told.length + 1, first + told.length - 1, why)


def pass_over_short_gaps(line: LineState) -> None:
    """The run does not fit into a gap that is shorter than itself, so it lies neither there nor,
    at the ends of its range, beyond."""
    # Printed as if some gap were always long enough; where none is, nothing fits. A short gap
    # that another run reaches in part is left empty where that run does not reach.
    short = [0] * len(line.runs)
    for run, (told, length) in enumerate(zip(line.runs, line.least, strict=True)):
        own = span(line.firsts[run], line.lasts[run])
        long = []
        for gap in stretches(line.can[told.colour] & own):
            if gap[1] - gap[0] + 1 < length:
                short[run] |= span(*gap)
            else:
                long.append(gap)
        if not long:
            raise LineContradiction
        line.narrow(run, long[0][0], long[-1][1], ChangeReason("range", run))
    reached_by_others = [0] * len(line.runs)
    for order in (range(len(line.runs)), range(len(line.runs) - 1, -1, -1)):
        reached = [0] * len(line.can)
        for run in order:
            colour = line.runs[run].colour
            reached_by_others[run] |= reached[colour]
            reached[colour] |= span(line.firsts[run], line.lasts[run])
    for run, others in enumerate(reached_by_others):
        line.deny(short[run] & ~others, line.runs[run].colour, ChangeReason("gap", run))


def alone_on_one_side(line: LineState) -> None:
    """The run before cannot come into this run's range, so the first shaded cell in it is of this
    run, or this run lies before it. (1) If it is the first cell of the range, the run starts there.
    (2) The run does not go beyond the first wall behind it. (3) The run does not go to a shaded
    cell that is too far from it. The same holds from the other side."""
    # "Not overlapping the run before" holds for the first run too, which has none before it.
    last_run = len(line.runs) - 1
    for run in range(len(line.runs)):
        if run == 0 or line.lasts[run - 1] < line.firsts[run]:
            _look_from_the_start(line, run)
        if run == last_run or line.lasts[run] < line.firsts[run + 1]:
            _look_from_the_end(line, run)


def _look_from_the_start(line: LineState, run: int) -> None:
    length, colour = line.runs[run]
    first = line.firsts[run]
    if length is not None and line.shaded >> first & 1:
        behind, why = first + length, ChangeReason("starts", run, first, first)
        line.paint(span(first, behind - 1), colour, why)
        line.deny(1 << behind, colour, why)
        line.narrow(run, last=behind - 1, why=why)
        if run + 1 < len(line.runs):
            line.narrow(run + 1, first=behind + line.gaps[run], why=why)
    own = span(first, line.lasts[run])
    shaded = line.shaded & own
    walls_behind = own & ~line.can[colour] & -(shaded & -shaded)
    if walls_behind:
        wall = lowest(walls_behind)
        line.narrow(run, last=wall - 1, why=ChangeReason("wall-behind", run, lowest(shaded), wall))
    known = line.known(colour) & span(first, line.lasts[run])
    if length is not None and known:
        too_far = known & ~(known << 1) & -1 << lowest(known) + length
        if too_far:
            cell = lowest(too_far)
            why = ChangeReason("far-behind", run, lowest(known), cell)
            line.narrow(run, last=cell - 2, why=why)


def _look_from_the_end(line: LineState, run: int) -> None:
    length, colour = line.runs[run]
    last = line.lasts[run]
    if length is not None and line.shaded >> last & 1:
        before, why = last - length, ChangeReason("ends", run, last, last)
        line.paint(span(before + 1, last), colour, why)
        line.deny(1 << before + 1 >> 1, colour, why)
        line.narrow(run, first=before + 1, why=why)
        if run:
            line.narrow(run - 1, last=before - line.gaps[run - 1], why=why)
    own = span(line.firsts[run], last)
    shaded = line.shaded & own
    walls_before = own & ~line.can[colour] & span(0, highest(shaded))
    if walls_before:
        wall = highest(walls_before)
        why = ChangeReason("wall-before", run, highest(shaded), wall)
        line.narrow(run, first=wall + 1, why=why)
    known = line.known(colour) & span(line.firsts[run], last)
    if length is not None and known:
        too_far = known & ~(known >> 1) & span(0, highest(known) - length)
        if too_far:
            cell = highest(too_far)
            why = ChangeReason("far-before", run, highest(known), cell)
            line.narrow(run, first=cell + 2, why=why)


ELEVEN = (
    YuRule("1.1", overlap),
    YuRule("1.2", out_of_reach),
    YuRule("1.3", before_the_first_cell),
    YuRule("1.4", too_long_if_joined),
    YuRule("1.5", pushed_by_walls),
    YuRule("2.1", keep_order),
    YuRule("2.2", keep_distance),
    YuRule("2.3", not_this_run),
    YuRule("3.1", join_own_cells),
    YuRule("3.2", pass_over_short_gaps),
    YuRule("3.3", alone_on_one_side),
)
"""The rules in their order."""
