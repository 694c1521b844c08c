"""One line as techniques look at it: its clue, what is known of its cells, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import highest, lowest, several, span, stretches, union
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.kinds.nonogram.techniques.run_placements import (
    NO_BOUNDS,
    Bounds,
    LinePlacements,
    RunPlacements,
    place_runs,
)

Masks = tuple[int, ...]
"""For each colour a set of cells."""


class Atom(NamedTuple):
    """Something known of one cell of a line: that it has a colour, or has not."""

    at: int
    colour: int
    holds: bool


class LineView:
    """A line at some moment, and where its runs can lie. From the least to the most that is seen:

    - `room`: round the cells that runs cannot cover, as people see it at a glance. Cells that are
      shaded count only for runs that are finished up to an end of the line. Patterns use it.
    - `room_if`, `held_by`: `room`, where some runs are known to hold some cells.
    - `held`: `room`, where each run holds the shaded cells that no other run comes to.
    - `exact`: all that is known counts. A `thorough` view uses it in place of the others.
    """

    def __init__(
        self,
        clue: Clue,
        size: int,
        painted: Sequence[int],
        denied: Sequence[int],
        thorough: bool = False,
    ) -> None:
        self.clue, self.size = clue, size
        self.painted, self.denied = painted, denied
        self.thorough = thorough
        self.everything = (1 << size) - 1
        self._after: dict[Atom, LineView] = {}
        self._held_by: dict[tuple[int, int, int], LinePlacements | None] = {}

    @cached_property
    def shaded(self) -> int:
        """The cells of any colour."""
        return union(self.painted)

    @cached_property
    def can(self) -> Masks:
        """The values that cells can have: a set a colour, last those that can be empty."""
        shaded = self.shaded
        masks = [
            self.everything & ~no & ~(shaded & ~yes)
            for yes, no in zip(self.painted, self.denied, strict=True)
        ]
        return (*masks, self.everything & ~shaded)

    def walls(self, colour: int) -> int:
        """The cells that cannot have a colour."""
        return self.everything & ~self.can[colour]

    def atoms(self) -> list[Atom]:
        """All that is known; of a cell with a colour nothing but that."""
        shaded = self.shaded
        found = [
            Atom(at, colour, holds)
            for holds, masks in ((True, self.painted), (False, self.denied))
            for colour, mask in enumerate(masks)
            for at in bit_positions(mask if holds else mask & ~shaded)
        ]
        return sorted(found)

    def only(self, atoms: Iterable[Atom], thorough: bool = False) -> LineView:
        """The line with nothing else known."""
        nothing = (0,) * len(self.painted)
        return LineView(self.clue, self.size, nothing, nothing, thorough).plus(atoms)

    def plus(self, atoms: Iterable[Atom]) -> LineView:
        """The line with more known."""
        masks = [list(self.denied), list(self.painted)]
        for at, colour, holds in atoms:
            masks[holds][colour] |= 1 << at
        return LineView(self.clue, self.size, masks[True], masks[False], self.thorough)

    def after(self, atom: Atom) -> LineView:
        """The line with one thing more known; kept for the next time."""
        if atom not in self._after:
            self._after[atom] = self.plus((atom,))
        return self._after[atom]

    # --- ways to lay the runs --------------------------------------------------------------------

    @cached_property
    def exact(self) -> LinePlacements | None:
        """The ways to lay the runs that agree with all that is known."""
        return place_runs(self.clue, self.can, self.size)

    @cached_property
    def room(self) -> LinePlacements | None:
        """The ways to lay the runs round the cells that they cannot cover."""
        return self.exact if self.thorough else self.room_if(NO_BOUNDS)

    def room_if(self, bounds: Bounds) -> LinePlacements | None:
        """`room`, if some runs hold some cells."""
        if self.thorough:
            return place_runs(self.clue, self.can, self.size, bounds)
        can = (*self.can[:-1], self.everything)
        return place_runs(self.clue, can, self.size, {**self.finished, **bounds})

    @cached_property
    def finished(self) -> Bounds:
        """The runs before which, or behind which, every cell of the line is decided."""
        decided = self.shaded | self.everything & ~union(self.can[:-1])
        start = lowest(~decided)
        stop = self.size - 1 - highest(self.everything & ~decided)
        if start >= self.size:
            return {}
        in_order = sorted(each for known in self.painted for each in stretches(known))
        before = [each for each in in_order if each[1] < start - 1]
        behind = [each for each in in_order if each[0] > self.size - stop]
        first_behind = len(self.clue) - len(behind)
        return {**dict(enumerate(before)), **dict(enumerate(behind, first_behind))}

    @cached_property
    def news(self) -> tuple[Masks, Masks] | None:
        """The conclusions from the line alone: for each colour the cells that turn out to have it,
        and those that turn out not to; None if the line cannot be finished."""
        exact = self.exact
        if exact is None:
            return None
        *colours, empty = exact.can
        paints, denies = [], []
        for colour, mask in enumerate(colours):
            others = union(other for at, other in enumerate(colours) if at != colour)
            paints.append(mask & ~others & ~empty & ~self.painted[colour])
            denies.append(self.can[colour] & ~mask & ~self.denied[colour])
        # A cell that gets a colour need not be told what it is not.
        painted = union(paints)
        return tuple(paints), tuple(mask & ~painted for mask in denies)

    @cached_property
    def is_alive(self) -> bool:
        """Return whether the line tells something new."""
        news = self.news
        return news is not None and any(map(any, news))

    def entails(self, atom: Atom) -> bool:
        """Return whether this is so in every way to finish the line."""
        if self.exact is None:
            return True
        can = self.exact.can
        if not atom.holds:
            return not can[atom.colour] >> atom.at & 1
        return not any(mask >> atom.at & 1 for at, mask in enumerate(can) if at != atom.colour)

    # --- runs that hold cells --------------------------------------------------------------------

    @cached_property
    def held(self) -> LinePlacements | None:
        """`room`, if runs hold the shaded cells that only they come to. Once they do, another run
        may be the only one to come to some cell: so it is looked again."""
        if self.thorough:
            return self.room
        found, held = self.room, NO_BOUNDS
        for _ in self.clue:
            more = held if found is None else self._held_in(found.runs)
            if more == held:
                break
            found, held = self.room_if(more), more
        return found

    def _held_in(self, runs: Sequence[RunPlacements]) -> Bounds:
        """The cells from the first to the last that runs hold, if they come to so many cells."""
        held: dict[int, tuple[int, int]] = {}
        for colour in range(len(self.painted)):
            own = [run for run, told in enumerate(self.clue) if told.colour == colour]
            shared = several(runs[run].covers for run in own)
            for first, last in self.stretches(colour):
                alone = span(first, last) & ~shared
                run_there = next((run for run in own if runs[run].covers & alone), None)
                if run_there is not None:
                    low, high = held.get(run_there, (first, last))
                    held[run_there] = min(low, first), max(high, last)
        return held

    def held_by(self, run: int, stretch: tuple[int, int]) -> LinePlacements | None:
        """`room`, if a run holds a stretch; kept for the next time."""
        key = run, *stretch
        if key not in self._held_by:
            self._held_by[key] = self.room_if({run: stretch})
        return self._held_by[key]

    # --- runs and stretches ----------------------------------------------------------------------

    def runs_of(self, colour: int) -> Iterator[tuple[int, RunPlacements]]:
        """The runs of a colour, with where they find room."""
        if self.room is not None:
            for at, lay in enumerate(self.room.runs):
                if self.clue[at].colour == colour:
                    yield at, lay

    def stretches(self, colour: int) -> Iterator[tuple[int, int]]:
        """The first and last cell of each stretch of cells known to have a colour."""
        return stretches(self.painted[colour])

    def owners(self, colour: int, first: int, last: int) -> list[int]:
        """The runs that find room to cover all cells from the first to the last."""
        found = []
        own = span(first, last)
        for at, lay in self.runs_of(colour):
            length = self.clue[at].length
            if length is None:
                fits = lay.covers & own == own
            else:
                fits = lay.starts & span(max(0, last - length + 1), first) != 0
            if fits:
                found.append(at)
        return found
