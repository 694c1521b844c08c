"""The clues beside the grid: rows' numbers end at its left side, columns' stand on its top.

Lengths are in cells. Numbers of all rows stand in columns of their own, each as wide as its widest
number, so that the margin is just as large as the longest clue needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from enpitsu.grid import Cell, Line
from enpitsu.kinds.nonogram.model import Clue
from enpitsu.scene import Glyph, Label, Rect, Shape, Strokes
from enpitsu.scene_kit import CORNER, RING_INSET

_DIGIT = 0.64  # A digit's width in font sizes

_SIZE = 0.5
_CHIP_SIZE = 0.46
_LETTER_SIZE = 0.3
_ROOM = 0.8  # width of a number before it is written smaller
_CHIP_ROOM = 0.56  # the same on a chip

_GAP = 0.24
_CHIP_GAP = 0.07
_STEP = 0.64
_CHIP_STEP = 0.81
_CHIP_HEIGHT = 0.74
_CHIP_SIDE = 0.1
_CHIP_CORNER = 0.14
_DISTANCE = 0.12  # between the grid and the nearest number's place

_BASELINE = 0.36  # how far below its middle a label's baseline lies, in font sizes

_RING_ROOM = 0.06  # how far a ring goes beyond the further end of a clue


class Number(NamedTuple):
    """A number of a clue, with its colour's name and letter where there are several."""

    text: str
    value: str = ""
    letter: str = ""

    @property
    def size(self) -> float:
        """Its font size."""
        size, room = (_CHIP_SIZE, _CHIP_ROOM) if self.letter else (_SIZE, _ROOM)
        return round(min(size, room / (_DIGIT * len(self.text))), 4)

    @property
    def words(self) -> str:
        """The number and its letter, for text outputs."""
        return self.text + self.letter

    @property
    def digits_width(self) -> float:
        """The width of its digits."""
        return len(self.text) * self.size * _DIGIT

    @property
    def width(self) -> float:
        """The width with all that belongs to it."""
        if not self.letter:
            return self.digits_width
        return self.digits_width + _LETTER_SIZE * _DIGIT + 2 * _CHIP_SIDE


class ShownClue(NamedTuple):
    """A line's clue as it is to be shown: which of its numbers are settled, how it is marked."""

    numbers: tuple[Number, ...]
    done: frozenset[int]
    tag: str

    def style(self, at: int) -> str:
        """The style of a number, as if it had no colour."""
        if self.tag:
            return f"clue-{self.tag}"
        return "clue-done" if at in self.done else "clue"


def numbers_of(clue: Clue, values: Sequence[str], letters: Sequence[str]) -> tuple[Number, ...]:
    """The numbers of a clue; an empty line has a 0. With one colour there are no letters."""
    if not clue:
        return (Number("0"),)
    if not letters:
        return tuple(Number(str(run)) for run in clue)
    return tuple(Number(str(run), values[run.colour], letters[run.colour]) for run in clue)


class ClueLists:
    """All clues of a puzzle, laid out."""

    def __init__(self, states: Mapping[Line, ShownClue], coloured: bool) -> None:
        self.states = states
        self._gap, self._step = (_CHIP_GAP, _CHIP_STEP) if coloured else (_GAP, _STEP)
        rows = [state.numbers for line, state in states.items() if line.is_row]
        cols = [state.numbers for line, state in states.items() if not line.is_row]
        self._ends = [_DISTANCE]
        """Where the numbers' columns end, from the grid outwards."""
        for column in zip_longest(*(numbers[::-1] for numbers in rows)):
            width = max(number.width for number in column if number is not None)
            self._ends.append(self._ends[-1] + width + self._gap)
        self.left = round(self._ends[-1], 4)
        self.top = round(_DISTANCE + max(map(len, cols)) * self._step, 4)

    # --- pictures ------------------------------------------------------------------------------

    def grounds(self) -> Iterator[Shape]:
        """The grounds of marked clues."""
        for line, state in self.states.items():
            if state.tag:
                yield Rect(*self._box(line, state, 0.0), f"cell-{state.tag}", CORNER)

    def rings(self) -> Iterator[Shape]:
        """Rings round clues in error or hinted."""
        for line, state in self.states.items():
            if state.tag in ("error", "hint"):
                box = self._box(line, state, RING_INSET)
                yield Rect(*box, f"ring-{state.tag}", CORNER)

    def _box(self, line: Line, state: ShownClue, inset: float) -> tuple[float, float, float, float]:
        count, thin = len(state.numbers), 1 - 2 * inset
        if line.is_row:
            long = self._ends[count] + _RING_ROOM
            return line.at + inset, inset - long, thin, long - 2 * inset
        long = _DISTANCE + count * self._step + _RING_ROOM
        return inset - long, line.at + inset, long - 2 * inset, thin

    def shapes(self) -> list[Shape]:
        """The numbers, those of one style together; then a stroke through each settled one, as grey
        alone would depend on seeing it."""
        shapes: list[Shape] = []
        strikes = []
        for line, state in self.states.items():
            for at, number in enumerate(state.numbers):
                place = len(state.numbers) - 1 - at
                row, col = -_DISTANCE - (place + 0.5) * self._step, line.at + 0.5
                if line.is_row:
                    row, col = line.at + 0.5, -(self._ends[place] + self._ends[place + 1]) / 2
                is_done = at in state.done and not state.tag
                if is_done:
                    half = number.width / 2
                    strikes.append(((row, col - half), (row, col + half)))
                if number.letter:
                    shapes += _chip(number, row, col, is_done)
                else:
                    shapes.append(Label(row, col, number.text, number.size, state.style(at)))
        shapes.sort(key=lambda shape: (isinstance(shape, Label), shape.style))
        return [*shapes, Strokes(tuple(strikes), "strike")] if strikes else shapes

    # --- text ------------------------------------------------------------------------------------

    def glyphs(self) -> Iterator[tuple[Cell, Glyph]]:
        """The numbers for text outputs, on cells outside the grid; all right-aligned."""
        columns = (state.numbers for line, state in self.states.items() if not line.is_row)
        widest = max(2, *(len(number.words) for number in chain.from_iterable(columns)))
        for line, state in self.states.items():
            for at, number in enumerate(state.numbers):
                style = state.style(at)
                if number.letter and style == "clue":
                    style = f"chip-{number.value}"
                place = at - len(state.numbers)
                if line.is_row:
                    yield Cell(line.at, place), Glyph(number.words, style)
                else:
                    yield Cell(place, line.at), Glyph(number.words.rjust(widest), style)


def _chip(number: Number, row: float, col: float, is_done: bool) -> Iterator[Shape]:
    """A number on its colour, with the colour's letter behind it."""
    under = f"chip-done-{number.value}" if is_done else f"chip-{number.value}"
    style = "clue-done" if is_done else f"number-{number.value}"
    width, height = number.width, _CHIP_HEIGHT
    yield Rect(row - height / 2, col - width / 2, height, width, under, _CHIP_CORNER)
    middle = col - _LETTER_SIZE * _DIGIT / 2
    yield Label(row, middle, number.text, number.size, style)
    # The letter stands on the number's baseline.
    lower = row + _BASELINE * (number.size - _LETTER_SIZE)
    beside = middle + (number.digits_width + _LETTER_SIZE * _DIGIT) / 2
    yield Label(lower, beside, number.letter, _LETTER_SIZE, style)
