"""The Yajilin puzzle: a board with clue cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats.text import (
    bad_clue,
    check_board_size,
    check_cell_clues,
    refuse_other_keys,
    unpack_cell_clue,
    unpack_size,
)
from enpitsu.grid import Cell, Direction, Symmetry

MAX_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue cell: blocks the loop and is never shaded.

    It counts only if it has both arrow and number; with an unknown number ("?"), without an arrow,
    or `blank`, it only blocks.
    """

    arrow: Direction | None = None
    number: int | None = None
    blank: bool = False

    @property
    def counts(self) -> bool:
        """True if the clue says how many shaded cells it sees."""
        return self.arrow is not None and self.number is not None


BLANK = Clue(blank=True)


@dataclass(frozen=True)
class Yajilin:
    """A puzzle. `outside`: shaded cells lie outside the loop; `boxed`: clues are drawn as boxes."""

    rows: int
    cols: int
    clues: tuple[tuple[Cell, Clue], ...] = ()
    outside: bool = False
    boxed: bool = False

    kind: ClassVar[str] = "yajilin"

    def __post_init__(self) -> None:
        check_size(self.rows, self.cols)
        object.__setattr__(self, "clues", tuple(sorted(self.clues, key=lambda item: item[0])))
        numbers = ((cell, clue.number) for cell, clue in self.clues)
        check_cell_clues(numbers, self.rows, self.cols, "clue")
        for cell, clue in self.clues:
            if clue.blank and (clue.arrow is not None or clue.number is not None):
                raise bad_clue("a blank cell has neither arrow nor number", cell, "blank")

    @cached_property
    def clue_at(self) -> dict[Cell, Clue]:
        """The clues by cell."""
        return dict(self.clues)

    def transform(self, symmetry: Symmetry) -> Yajilin:
        """The puzzle turned or mirrored."""
        rows, cols = symmetry.size(self.rows, self.cols)
        clues = tuple(
            (
                symmetry.cell(cell, self.rows, self.cols),
                replace(clue, arrow=clue.arrow and symmetry.direction(clue.arrow)),
            )
            for cell, clue in self.clues
        )
        return replace(self, rows=rows, cols=cols, clues=clues)


def check_size(rows: int, cols: int) -> None:
    """FormatError unless a board of this size can be worked with."""
    check_board_size(rows, cols, MAX_CELLS)


def blank(rows: int, cols: int) -> Yajilin:
    """A board without clues."""
    return Yajilin(rows, cols)


def signature(puzzle: Yajilin, symmetry: Symmetry) -> str:
    """The clues in the order of their cells, as the board turned so shows them.

    Clues that only block a cell are all alike; those with a number and no arrow are told apart,
    because one reading of the rules refuses them. How clues are drawn does not matter.
    """
    rows, cols = puzzle.rows, puzzle.cols
    _, width = symmetry.size(rows, cols)
    corner = (Cell(0, 0), Cell(1, 0), Cell(0, 1))
    moved = [symmetry.cell(cell, rows, cols) for cell in corner]
    first, below, beside = (row * width + col for row, col in moved)
    # The number of a cell's new place is a linear function of its row and column.
    down, right = below - first, beside - first
    letters = _letters(symmetry)
    signs = []
    for (row, col), clue in puzzle.clues:
        sign = "x"
        if clue.number is not None:
            sign = "#" if clue.arrow is None else f"{letters[clue.arrow]}{clue.number}"
        signs.append((first + row * down + col * right, sign))
    signs.sort()
    return ("outside " if puzzle.outside else "") + " ".join(f"{at}{sign}" for at, sign in signs)


@cache
def _letters(symmetry: Symmetry) -> Mapping[Direction, str]:
    """A letter for where each direction points afterwards."""
    return {direction: symmetry.direction(direction).word[0] for direction in Direction}


def pack(puzzle: Yajilin) -> dict[str, Any]:
    """The puzzle as plain JSON data."""
    clues: list[dict[str, Any]] = []
    for cell, clue in puzzle.clues:
        clues.append({"cell": str(cell)})
        if clue.blank:
            clues[-1]["blank"] = True
        if clue.arrow is not None:
            clues[-1]["arrow"] = clue.arrow.word
        if clue.number is not None:
            clues[-1]["number"] = clue.number
    flags = {flag: True for flag in ("outside", "boxed") if getattr(puzzle, flag)}
    return {"rows": puzzle.rows, "cols": puzzle.cols, "clues": clues, **flags}


def unpack(data: dict[str, Any]) -> Yajilin:
    """Read what `pack` wrote; FormatError if it is wrong."""
    refuse_other_keys(data, "rows", "cols", "clues", "outside", "boxed")
    rows, cols = unpack_size(data)
    clues = data.get("clues", [])
    if not isinstance(clues, list):
        raise FormatError("clues must be a list")
    flags = {flag: data.get(flag, False) for flag in ("outside", "boxed")}
    if not all(isinstance(flag, bool) for flag in flags.values()):
        raise FormatError("outside and boxed must be true or false")
    return Yajilin(rows, cols, tuple(_unpack_clue(clue) for clue in clues), **flags)


def _unpack_clue(data: Any) -> tuple[Cell, Clue]:
    cell, number = unpack_cell_clue(data, "clue", "arrow", "blank")
    arrow, blank = data.get("arrow"), data.get("blank", False)
    try:
        direction = None if arrow is None else Direction[arrow.upper()]
    except (KeyError, AttributeError):
        raise BadClue(f"not a clue: {str(data)[:60]!r}") from None
    if not isinstance(blank, bool):
        raise BadClue("blank must be true or false", cell=str(cell))
    return cell, Clue(direction, number, blank)
