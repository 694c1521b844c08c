"""The interface by which a kind makes puzzles of pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from enpitsu.grid import Cell
from enpitsu.limits import Budget
from enpitsu.picture import RGB, Picture
from enpitsu.position import Position
from enpitsu.technique import Message

P = TypeVar("P")  # the kind's puzzles


class PictureProgress(NamedTuple):
    """The progress of a puzzle from a picture: how many readings were tried of how many,
    and in how many cells the best attempt still fails; None while there is none."""

    tried: int
    readings: int
    failing: int | None


class PictureTask(NamedTuple, Generic[P]):
    """The order to make a puzzle of a picture.

    `colours` counts those beside the paper. `threshold` is the brightness (0 to 255) below which
    a cell is dark, None for the best one. `paper` is the colour of what stays empty, if it was
    told. `changes` is the largest share of cells that may be changed one by one, `redrawn` the
    largest in all where the picture is also redrawn (lines made thicker, say). `solve` gives up to
    two solutions of a puzzle, None if that is too hard for a puzzle that people are to solve; it
    raises LimitReached as the budget does. `touched` are cells that the author has decided for
    good: their values, "" for the paper. `tell` hears how far it is.
    """

    picture: Picture
    colours: int
    threshold: int | None
    invert: bool
    paper: RGB | None
    dither: bool
    solvable: str
    changes: float
    redrawn: float
    seed: int
    budget: Budget
    solve: Callable[[P], list[Position] | None]
    touched: Mapping[Cell, str]
    tell: Callable[[PictureProgress], None]


class Paint(NamedTuple):
    """The look of a value: its colour as #rrggbb, and a letter for it where colours cannot be
    shown."""

    rgb: str
    sign: str


class PictureMade(NamedTuple, Generic[P]):
    """The result: the puzzle with its solution, and the picture before anything was
    changed. With a `failure` it is only the best attempt."""

    puzzle: P
    before: Position
    solution: Position
    redrawn: tuple[Cell, ...]
    """The cells that changed because the picture was redrawn, not one by one."""
    redrawing: str
    """The redrawing in words, as "thicker lines"; empty if there was none."""
    failure: Message | None
    """The reason that it cannot be solved as asked; None if it can."""
    needed: int | None
    """The number of changed cells in a picture that was found but is not allowed."""
    reached: str | None
    """The limit that ended the work."""
    remarks: tuple[Message, ...]
    """Messages about what makes it a poor puzzle or a poor picture."""
    paints: Mapping[str, Paint]
    """The look of each value of a fact; "" stands for the paper."""


class PictureSketch(NamedTuple):
    """A picture as cells, before anything is solved or changed."""

    position: Position
    paints: Mapping[str, Paint]
    """The look of each value of a fact; "" stands for the paper."""
    threshold: int | None
    """The brightness (0 to 255) below which cells are dark; None where something else decides."""


class PictureMaker(NamedTuple, Generic[P]):
    """The functions by which a kind makes puzzles from pictures."""

    solvable: Mapping[str, str]
    """Abilities that a solver must have, by name, in words; the first is the default."""
    most_colours: int
    make: Callable[[PictureTask[P]], PictureMade[P]]
    sample: Callable[[int], P]
    """A small puzzle of so many colours: what formats must be able to hold."""
    sketch: Callable[[PictureTask[P]], PictureSketch]
    """Quickly makes what `make` starts from."""
