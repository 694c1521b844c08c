"""The state of a Nonogram for techniques, line by line. Lines are numbered: the rows, then the
columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from enpitsu.grid import Cell, bit_positions
from enpitsu.kinds.nonogram.model import Clue, Nonogram
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView, Masks
from enpitsu.position import Fact, Note
from enpitsu.technique import Argument, Message


class CellsWord(NamedTuple):
    """Some cells of a line, to be spoken of."""

    mask: int


class RunWord(NamedTuple):
    """A run of a line's clue by its place, to be spoken of."""

    at: int


class ColourWord(NamedTuple):
    """A colour by its place in the palette, to be spoken of."""

    at: int


class FactsWord(NamedTuple):
    """Some facts of a line, to be spoken of."""

    atoms: tuple[Atom, ...]


Word = int | CellsWord | RunWord | ColourWord | FactsWord
"""An argument of a sentence in terms of one line."""


class NonogramState:
    """Every row and column with what is known of it."""

    def __init__(self, puzzle: Nonogram) -> None:
        self.puzzle = puzzle
        self.values = puzzle.values
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.lines = [line for line, _ in puzzle.clues]
        nothing = (0,) * len(self.values)
        self._views = [
            LineView(clue, self.cols if line.is_row else self.rows, nothing, nothing)
            for line, clue in puzzle.clues
        ]
        self._colour_of = {value: at for at, value in enumerate(self.values)}

    def learn(self, known: Iterable[Fact | Note]) -> None:
        """Take in what is new."""
        new: dict[int, list[Atom]] = {}
        for fact in known:
            if isinstance(fact, Fact) and isinstance(fact.slot, Cell):
                row, col = fact.slot
                colour = self._colour_of[fact.value]
                new.setdefault(row, []).append(Atom(col, colour, fact.holds))
                new.setdefault(self.rows + col, []).append(Atom(row, colour, fact.holds))
        for site, atoms in new.items():
            self._views[site] = self._views[site].plus(atoms)

    def knows(self, known: Fact | Note) -> bool:
        """Return whether this is known."""
        if isinstance(known, Note) or not isinstance(known.slot, Cell):
            return False
        view = self._views[known.slot.row]
        masks = view.painted if known.holds else view.denied
        return bool(masks[self._colour_of[known.value]] >> known.slot.col & 1)

    # --- lines -----------------------------------------------------------------------------------

    def view(self, site: int) -> LineView:
        """A line as it is now."""
        return self._views[site]

    def cell(self, site: int, at: int) -> Cell:
        """A cell of a line."""
        return Cell(site, at) if site < self.rows else Cell(at, site - self.rows)

    def crossing(self, site: int, at: int) -> tuple[int, int]:
        """The line that crosses a line at one of its cells, and where that cell stands in it."""
        return (self.rows + at, site) if site < self.rows else (at, site - self.rows)

    # --- facts and words -------------------------------------------------------------------------

    def fact(self, site: int, atom: Atom) -> Fact:
        """Return the fact that says the same of the cell."""
        return Fact(self.cell(site, atom.at), self.values[atom.colour], atom.holds)

    def facts(self, site: int, paints: Masks, denies: Masks = ()) -> tuple[Fact, ...]:
        """The facts that some cells of a line have a colour, and that some have not."""
        return tuple(
            self.fact(site, Atom(at, colour, holds))
            for masks, holds in ((paints, True), (denies, False))
            for colour, mask in enumerate(masks)
            for at in bit_positions(mask)
        )

    def facts_of(self, site: int, atoms: Iterable[Atom]) -> tuple[Fact, ...]:
        """Return facts that say the same of a line's cells, those of one sort together."""
        in_order = sorted(atoms, key=lambda atom: (not atom.holds, atom.colour, atom.at))
        return tuple(self.fact(site, atom) for atom in in_order)

    def words(self, site: int, args: Mapping[str, Word]) -> dict[str, Argument]:
        """Arguments of a sentence about a line, which is one of them."""
        spoken: dict[str, Argument] = {"line": self.lines[site]}
        for name, arg in args.items():
            if isinstance(arg, CellsWord):
                spoken[name] = tuple(self.cell(site, at) for at in bit_positions(arg.mask))
            elif isinstance(arg, FactsWord):
                spoken[name] = self.facts_of(site, arg.atoms)
            elif isinstance(arg, RunWord):
                spoken[name] = self._run(self._views[site].clue, arg.at)
            else:
                spoken[name] = self.values[arg.at] if isinstance(arg, ColourWord) else arg
        return spoken

    def _run(self, clue: Clue, at: int) -> Message:
        """A run's number with its colour; which one it is, if there are several alike."""
        length, colour = clue[at]
        which = clue[: at + 1].count(clue[at])
        ending = "th"
        if which % 100 not in (11, 12, 13):
            ending = {1: "st", 2: "nd", 3: "rd"}.get(which % 10, "th")
        args: dict[str, Argument] = {
            "number": "?" if length is None else length,
            "colour": self.values[colour],
            "which": which,
            "ordinal": f"{which}{ending}",
        }
        form = "single" if clue.count(clue[at]) == 1 else "of-several"
        if self.puzzle.is_coloured:
            form += "-colour"
        return Message(f"{self.puzzle.kind}.runs.{form}", args)
