"""The Nonogram puzzle: for each row and column the runs of colour it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from string import ascii_letters
from typing import Any, ClassVar, NamedTuple

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats.text import check_board_size, refuse_other_keys
from enpitsu.grid import COL, ROW, Line, Symmetry
from enpitsu.kinds.nonogram import colours

MAX_CELLS = 1_000_000
MAX_COLOURS = len(ascii_letters)  # each colour has a letter in texts
MAX_FACTS = 4_000_000  # cells times colours
MAX_LENGTH = 10**9

SHADED = "shaded"  # what facts call the colour of a puzzle that has only one


class Run(NamedTuple):
    """A run: its length (None: not told, written "?") and its colour's place in the palette."""

    length: int | None
    colour: int = 0

    def __str__(self) -> str:
        return "?" if self.length is None else str(self.length)


Clue = tuple[Run, ...]
"""The runs of a line, from the left or the top. Runs of different colours may touch."""

UNKNOWN = Run(None)

_END = Run(0, -1)  # stands behind the last run of a line in signatures; no clue holds it


@dataclass(frozen=True)
class Nonogram:
    """A puzzle. `palette` holds the colours of runs as #rrggbb, without the background.

    A clue that asks for more than its line has room for is a puzzle without solution, no error.
    """

    row_clues: tuple[Clue, ...]
    col_clues: tuple[Clue, ...]
    palette: tuple[str, ...] = (colours.BLACK,)
    background: str = colours.WHITE

    kind: ClassVar[str] = "nonogram"

    def __post_init__(self) -> None:
        check_size(self.rows, self.cols)
        if not 1 <= len(self.palette) <= MAX_COLOURS:
            raise FormatError(f"a puzzle has 1 to {MAX_COLOURS} colours, not {len(self.palette)}")
        for rgb in (*self.palette, self.background):
            if not colours.is_rgb(rgb):
                raise FormatError(f"not a colour such as #ff8000: {str(rgb)[:40]!r}")
        if self.rows * self.cols * len(self.palette) > MAX_FACTS:
            raise FormatError(f"cells times colours must not be more than {MAX_FACTS}")
        # Not by way of `clues`, which would stay in memory: packs hold many thousand puzzles.
        for axis, clues in ((ROW, self.row_clues), (COL, self.col_clues)):
            cells = self.cols if axis == ROW else self.rows
            for at, clue in enumerate(clues):
                if clue:
                    _check_clue(Line(axis, at), clue, cells, len(self.palette))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.row_clues)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.col_clues)

    @cached_property
    def clues(self) -> list[tuple[Line, Clue]]:
        """Every line with its clue, rows first."""
        rows = [(Line(ROW, at), clue) for at, clue in enumerate(self.row_clues)]
        return rows + [(Line(COL, at), clue) for at, clue in enumerate(self.col_clues)]

    @property
    def is_coloured(self) -> bool:
        """Return whether there is more than one colour of runs."""
        return len(self.palette) > 1

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The value of facts for each colour: its name, or "shaded" where there is only one."""
        return colours.names(self.palette) if self.is_coloured else (SHADED,)

    def transform(self, symmetry: Symmetry) -> Nonogram:
        """The puzzle turned or mirrored."""
        rows, cols = _turned_clues(self, symmetry)
        return replace(self, row_clues=rows, col_clues=cols)

    def with_clues(self, clues: Iterable[tuple[Line, Clue]]) -> Nonogram:
        """The puzzle with other clues for some lines."""
        rows, cols = list(self.row_clues), list(self.col_clues)
        for line, clue in clues:
            (rows if line.is_row else cols)[line.at] = clue
        return replace(self, row_clues=tuple(rows), col_clues=tuple(cols))


def _turned_clues(
    puzzle: Nonogram, symmetry: Symmetry
) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """The clues of the rows and of the columns after turning or mirroring."""
    transpose, flip_rows, flip_cols = symmetry.value
    down, across = puzzle.row_clues, puzzle.col_clues
    if transpose:
        down, across = across, down
    if flip_rows:
        down = down[::-1]
        across = tuple(clue[::-1] for clue in across)
    if flip_cols:
        down = tuple(clue[::-1] for clue in down)
        across = across[::-1]
    return down, across


def check_size(rows: int, cols: int) -> None:
    """FormatError unless a board of this size can be worked with."""
    check_board_size(rows, cols, MAX_CELLS)


def _check_clue(line: Line, clue: Clue, cells: int, palette: int) -> None:
    check_count(line, len(clue), cells)
    for length, colour in clue:
        if length is not None and type(length) is not int:
            raise _bad(f"a run in {line.words} has a length that is no whole number", line, "")
        if length is not None and not 1 <= length <= MAX_LENGTH:
            message = f"a run in {line.words} is {length} long; it must be 1 to {MAX_LENGTH}"
            raise _bad(message, line, "length", number=length)
        if not 0 <= colour < palette:
            message = f"a run in {line.words} has a colour that the puzzle does not have"
            raise _bad(message, line, "colour")


def check_count(line: Line, runs: int, cells: int) -> None:
    """BadClue if a line of so many cells can never hold so many runs."""
    if runs > cells:
        message = f"{line.words} has {cells} cells and cannot hold {runs} runs"
        raise _bad(message, line, "runs", count=cells, runs=runs)


def _bad(message: str, line: Line, code: str, **about: int) -> BadClue:
    return BadClue(message, place=str(line), code=code, about={"line": line, **about})


def blank(rows: int, cols: int) -> Nonogram:
    """A board of empty lines."""
    check_size(rows, cols)
    return Nonogram(((),) * rows, ((),) * cols)


def from_picture(
    picture: Sequence[Sequence[int | None]],
    palette: tuple[str, ...] = (colours.BLACK,),
    background: str = colours.WHITE,
) -> Nonogram:
    """The puzzle whose goal is this picture: rows of palette places, None where it is empty."""
    columns = zip(*picture, strict=True)
    return Nonogram(tuple(map(runs_of, picture)), tuple(map(runs_of, columns)), palette, background)


def runs_of(cells: Iterable[int | None]) -> Clue:
    """The runs of a finished line."""
    return tuple(
        Run(sum(1 for _ in same), colour) for colour, same in groupby(cells) if colour is not None
    )


def keep_unknown(clue: Clue, runs: Clue) -> Clue:
    """The runs, with "?" where a clue of the same colours has it."""
    if [run.colour for run in clue] != [run.colour for run in runs]:
        return runs
    pairs = zip(clue, runs, strict=True)
    return tuple(old if old.length is None else new for old, new in pairs)


def signature(puzzle: Nonogram, symmetry: Symmetry) -> str:
    """The runs of all rows and columns, as the board turned so shows them; colours are numbered
    as they first occur, so that what they look like does not matter."""
    rows, cols = _turned_clues(puzzle, symmetry)
    runs = [run for clue in chain(rows, cols) for run in (*clue, _END)]
    names, numbers = {_END: "/"}, dict[int, int]()
    for run in dict.fromkeys(runs):
        if run != _END:
            names[run] = f"{run}{ascii_letters[numbers.setdefault(run.colour, len(numbers))]}"
    return "".join(map(names.__getitem__, runs))


def pack(puzzle: Nonogram) -> dict[str, Any]:
    """The puzzle as plain JSON data: a run is its length or "?", with colours a pair with the
    colour's place from 1 on."""
    data: dict[str, Any] = {
        "row_clues": [_pack_clue(clue, puzzle.is_coloured) for clue in puzzle.row_clues],
        "col_clues": [_pack_clue(clue, puzzle.is_coloured) for clue in puzzle.col_clues],
    }
    if puzzle.palette != (colours.BLACK,):
        data["colours"] = list(puzzle.palette)
    if puzzle.background != colours.WHITE:
        data["background"] = puzzle.background
    return data


def _pack_clue(clue: Clue, coloured: bool) -> list[Any]:
    lengths = ["?" if run.length is None else run.length for run in clue]
    if not coloured:
        return lengths
    return [[length, run.colour + 1] for length, run in zip(lengths, clue, strict=True)]


def unpack(data: dict[str, Any]) -> Nonogram:
    """Read what `pack` wrote; FormatError if it is wrong."""
    refuse_other_keys(data, "row_clues", "col_clues", "colours", "background")
    palette = data.get("colours", [colours.BLACK])
    background = data.get("background", colours.WHITE)
    if not isinstance(palette, list) or not isinstance(background, str):
        raise FormatError("colours must be a list, the background a text such as #ffffff")
    coloured = len(palette) > 1
    for clues in (data.get("row_clues"), data.get("col_clues")):
        if not isinstance(clues, list) or not all(isinstance(clue, list) for clue in clues):
            raise FormatError("row_clues and col_clues must be lists, with a list for each line")
    rows, cols = data["row_clues"], data["col_clues"]
    # Counted before they are unpacked: a list may be a million times as long as its line.
    check_size(len(rows), len(cols))
    return Nonogram(
        _unpack_clues(ROW, rows, len(cols), coloured),
        _unpack_clues(COL, cols, len(rows), coloured),
        tuple(palette),
        background,
    )


def _unpack_clues(
    axis: str, clues: list[list[Any]], cells: int, coloured: bool
) -> tuple[Clue, ...]:
    for at, clue in enumerate(clues):
        check_count(Line(axis, at), len(clue), cells)
    return tuple(tuple(_unpack_run(run, coloured) for run in clue) for clue in clues)


def _unpack_run(data: Any, coloured: bool) -> Run:
    length, colour = data, 1
    if coloured:
        if not isinstance(data, list) or len(data) != 2:
            raise BadClue(f"a run is a pair of length and colour, not {str(data)[:40]!r}")
        length, colour = data
    if length != "?" and type(length) is not int:
        raise BadClue(f'a run\'s length is a whole number or "?", not {str(length)[:40]!r}')
    if type(colour) is not int:
        raise BadClue(f"a run's colour is its place in the palette, not {str(colour)[:40]!r}")
    return Run(None if length == "?" else length, colour - 1)
