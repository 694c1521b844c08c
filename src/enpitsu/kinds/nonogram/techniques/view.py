"""One line as techniques look at it: its clue, what is known of its cells, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.nonogram.bits import lowest, union
from enpitsu.kinds.nonogram.engines.rules.ranges import highest, span, stretches
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.kinds.nonogram.techniques.fits import NO_BOUNDS, Bounds, Fit, Lay, fit

Masks = tuple[int, ...]
"""For each colour a set of cells."""


class Atom(NamedTuple):
    """Something known of one cell of a line: that it has a colour, or has not."""

    at: int
    colour: int
    holds: bool


class View:
    """A line at some moment."""

    def __init__(self, clue: Clue, size: int, painted: Sequence[int], denied: Sequence[int]):
        self.clue, self.size = clue, size
        self.painted, self.denied = painted, denied
        self.everything = (1 << size) - 1
        self._after: dict[Atom, View] = {}

    @cached_property
    def shaded(self) -> int:
        """The cells of any colour."""
        return union(self.painted)

    @cached_property
    def can(self) -> Masks:
        """What cells can be: a set a colour, last those that can be empty."""
        shaded = self.shaded
        masks = [
            self.everything & ~no & ~(shaded & ~yes)
            for yes, no in zip(self.painted, self.denied, strict=True)
        ]
        return (*masks, self.everything & ~shaded)

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

    def only(self, atoms: Iterable[Atom]) -> View:
        """The line with nothing else known."""
        nothing = (0,) * len(self.painted)
        return View(self.clue, self.size, nothing, nothing).plus(atoms)

    def plus(self, atoms: Iterable[Atom]) -> View:
        """The line with more known."""
        masks = [list(self.denied), list(self.painted)]
        for at, colour, holds in atoms:
            masks[holds][colour] |= 1 << at
        return View(self.clue, self.size, masks[True], masks[False])

    def after(self, atom: Atom) -> View:
        """The line with one thing more known; kept for the next time."""
        if atom not in self._after:
            self._after[atom] = self.plus((atom,))
        return self._after[atom]

    def allows(self, atom: Atom) -> bool:
        """Whether this is still open."""
        bit = 1 << atom.at
        return bool(self.can[atom.colour] & bit and self.can[-1] & bit)

    # --- ways to lay the runs --------------------------------------------------------------------

    @cached_property
    def exact(self) -> Fit | None:
        """All ways that agree with what is known."""
        return fit(self.clue, self.can, self.size)

    @cached_property
    def room(self) -> Fit | None:
        """All ways round the cells that runs cannot cover, as if no cell had to be covered but
        those of runs that are finished up to an end of the line."""
        return self.room_if(NO_BOUNDS)

    def room_if(self, bounds: Bounds) -> Fit | None:
        """The same, if some runs hold some cells."""
        can = (*self.can[:-1], self.everything)
        return fit(self.clue, can, self.size, {**self.finished, **bounds})

    @cached_property
    def finished(self) -> Bounds:
        """The runs before which, or behind which, every cell of the line is decided."""
        decided = self.shaded | self.everything & ~union(self.can[:-1])
        start = lowest(~decided)
        stop = self.size - 1 - highest(self.everything & ~decided)
        found: dict[int, tuple[int, int]] = {}
        if start < self.size:
            before = [each for each in self._stretches_in_order() if each[1] < start - 1]
            behind = [each for each in self._stretches_in_order() if each[0] > self.size - stop]
            found.update(enumerate(before))
            found.update(enumerate(behind, len(self.clue) - len(behind)))
        return found

    def _stretches_in_order(self) -> list[tuple[int, int]]:
        """The first and last cell of each stretch of one colour."""
        return sorted(
            each for colour in range(len(self.painted)) for each in self.stretches(colour)
        )

    @cached_property
    def news(self) -> tuple[Masks, Masks] | None:
        """What follows from the line alone: for each colour the cells that turn out to have it,
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
        """Whether the line tells something new."""
        news = self.news
        return news is not None and any(map(any, news))

    def entails(self, paints: Masks, denies: Masks) -> bool:
        """Whether cells have, or do not have, these colours in every way to finish the line."""
        exact = self.exact
        if exact is None:
            return True
        for colour, (paint, deny) in enumerate(zip(paints, denies, strict=True)):
            if exact.can[colour] & deny:
                return False
            if paint and any(paint & mask for at, mask in enumerate(exact.can) if at != colour):
                return False
        return True

    # --- runs and stretches ----------------------------------------------------------------------

    def runs_of(self, colour: int) -> Iterator[tuple[int, Lay]]:
        """The runs of a colour, with where they find room."""
        if self.room is not None:
            for at, lay in enumerate(self.room.lays):
                if self.clue[at].colour == colour:
                    yield at, lay

    def stretches(self, colour: int) -> Iterator[tuple[int, int]]:
        """The first and last cell of each stretch of cells known to have a colour."""
        return stretches(self.painted[colour])

    def owners(self, colour: int, first: int, last: int) -> list[int]:
        """The runs that find room to cover all cells from the first to the last."""
        found = []
        for at, lay in self.runs_of(colour):
            length = self.clue[at].length
            if length is None:
                own = span(first, last)
                fits = lay.covers & own == own
            else:
                fits = bool(lay.starts & span(max(0, last - length + 1), first))
            if fits:
                found.append(at)
        return found


def fewest(atoms: Sequence[Atom], holds: Callable[[Sequence[Atom]], bool]) -> list[Atom]:
    """As few of these as still hold, none of which can be left out: leaves out many at once where
    that goes well."""
    kept: list[Atom] = []
    waiting = [list(atoms)]
    while waiting:
        some = waiting.pop()
        rest = [atom for others in reversed(waiting) for atom in others]
        if not some or holds([*kept, *rest]):
            continue
        if len(some) == 1:
            kept += some
        else:
            half = len(some) // 2
            waiting += [some[half:], some[:half]]
    return kept
