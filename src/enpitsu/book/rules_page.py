"""A page for each kind: its rules, and a small puzzle solved before the reader's eyes."""

from __future__ import annotations

from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from enpitsu.book.labelled_boards import draw_ruled, ruled_cell, ruled_height
from enpitsu.book.paper_sheet import BookPage, PageBox, PaperSheet
from enpitsu.book.pen import ACCENT, GREY, INK, LEADING, Pen
from enpitsu.errors import PuzzleError
from enpitsu.explain import explain
from enpitsu.formats import read
from enpitsu.grade import LEVELS, Level
from enpitsu.grid import Symmetry
from enpitsu.kind import AnyKind, Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Fact
from enpitsu.render import scene_of
from enpitsu.render.paper import MM
from enpitsu.scene import NO_MARKS, Marks, Scene
from enpitsu.solve import Status
from enpitsu.words import VariantWords, how_to_play

SHOWN_STEPS = 4
_COLS = 3
_GAP = 7 * MM
_TEXT = 10.5
_CAPTION = 8.0
_EXAMPLE_SECONDS = 20.0
_MOST_EXAMPLE_CELLS = 150
_LEAST_SIDE = 5
_LARGEST = 7.0 * MM
_MOST_LINES = 9


class Frame(NamedTuple):
    """A picture of the example with what is said below it."""

    name: str
    text: str
    facts: tuple[Fact, ...]
    marks: Marks = NO_MARKS


class Example(NamedTuple):
    """A puzzle solved in pictures."""

    puzzle: Puzzle
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage(BookPage):
    """The rules of a kind."""

    kind: AnyKind
    example: Example | None
    variants: tuple[str, ...] = ()
    """The variants that puzzles of the book belong to."""


# --- the example ---------------------------------------------------------------------------------


def find_example(kind: AnyKind, taken: Set[Puzzle], pen: Pen) -> Example | None:
    """Return the smallest gentle puzzle of the kind's own, solved; None if none can be.

    One that stands in the book itself is turned or mirrored, so that nothing is given away.
    """
    for document in _own_puzzles(kind):
        turned = (document.puzzle.transform(symmetry) for symmetry in Symmetry)
        puzzle = next((each for each in turned if each not in taken), None)
        example = None if puzzle is None else _solve(puzzle, pen)
        if example is not None:
            return example
    return None


def _own_puzzles(kind: AnyKind) -> list[Document]:
    """Return the starter puzzles, then the solved examples; the gentlest and smallest first."""

    def ease(document: Document) -> tuple[bool, int, int]:
        level, puzzle = document.meta.level, document.puzzle
        steps = LEVELS.index(Level(level)) if level in LEVELS else len(LEVELS)
        is_strip = min(puzzle.rows, puzzle.cols) < _LEAST_SIDE
        return is_strip, steps, puzzle.rows * puzzle.cols

    text = "" if kind.starter is None else kind.starter.read_text(encoding="utf-8")
    starters = read(text) if text else []
    examples: list[Document] = []
    for file in sorted(kind.examples.iterdir(), key=lambda file: file.name):
        if file.name.startswith("solved_"):
            with suppress(PuzzleError):
                examples += read(file.read_bytes(), kind=kind.id)
    found = [*sorted(starters, key=ease), *sorted(examples, key=ease)]
    return [each for each in found if each.puzzle.rows * each.puzzle.cols <= _MOST_EXAMPLE_CELLS]


def _solve(puzzle: Puzzle, pen: Pen) -> Example | None:
    explanation = explain(puzzle, limits=Limits(seconds=_EXAMPLE_SECONDS))
    steps = explanation.needed()
    if explanation.status is not Status.UNIQUE or explanation.reached or not steps:
        return None
    # The first step of each technique, then those from the beginning on, until there are enough.
    firsts: dict[str, int] = {}
    for number, step in enumerate(steps, 1):
        firsts.setdefault(step.technique, number)
    numbers = dict.fromkeys([*firsts.values(), *range(1, len(steps) + 1)])
    shown = list(numbers)[:SHOWN_STEPS]
    frames = [Frame(pen.say("start"), "", ())]
    board = EMPTY
    for number, step in enumerate(steps, 1):
        board = board.place(*step.facts, *step.also)
        if number in shown:
            name = pen.say("step", number=number)
            frames.append(Frame(name, step.say(pen.language), tuple(board), step.marks))
    goal = tuple(sorted(explanation.goal, key=str))
    return Example(puzzle, (*frames, Frame(pen.say("solved"), "", goal)))


# --- the page ------------------------------------------------------------------------------------


def draw_rules(pen: Pen, page: RulesPage, sheet: PaperSheet) -> None:
    """Draw name, rules, example, and at the foot what the dots of levels mean."""
    body = sheet.body
    y = body.top - 8 * MM
    name = pen.name(page.kind)
    pen.text(body.left, y, name, 26, bold=True)
    other = page.kind.name if name == page.kind.native_name else page.kind.native_name
    if other != name and pen.can_write(other):
        x = body.left + pen.width(name, 26, bold=True) + 5 * MM
        pen.text(x, y, other, 15, colour=GREY)
    pen.rule(body.left, body.left + 22 * MM, y - 5 * MM, width=1.6, colour=ACCENT)
    y -= 9 * MM
    for number, rule in enumerate(_rules(pen, page), 1):
        lines = pen.lines(rule, _TEXT, min(body.width, 165 * MM) - 7 * MM)
        base = y - _TEXT * (LEADING - 0.28)
        pen.text(body.left, base, str(number), _TEXT, bold=True, colour=ACCENT)
        y = pen.paragraph(body.left + 7 * MM, y, lines, _TEXT) - 1.4 * MM
    foot = body.bottom + 14 * MM
    pen.rule(body.left, body.right, foot)
    pen.text(body.left, body.bottom + 9.2 * MM, pen.say("hardness"), 8.5, colour=GREY)
    levels = zip(LEVELS, body.grid(len(LEVELS), 1, 4 * MM), strict=True)
    for number, (level, box) in enumerate(levels, 1):
        end = pen.dots(box.left, body.bottom + 3.2 * MM, number, scale=0.72)
        pen.text(end + 1.6 * MM, body.bottom + 2.2 * MM, pen.say(f"levels.{level}"), 8.5)
    if page.example is not None:
        room = PageBox(body.left, foot + 6 * MM, body.width, y - 5 * MM - foot - 6 * MM)
        _draw_example(pen, page.example, room)


def _rules(pen: Pen, page: RulesPage) -> list[str]:
    """Return the rules, and behind them those of variants, which hold for some puzzles only."""
    found = list(how_to_play(page.kind, pen.language))
    for variant in page.variants:
        words = VariantWords.of(page.kind, variant, pen.language)
        found.append(pen.say("variant", name=words.name, rule=words.rule))
    return found


def _draw_example(pen: Pen, example: Example, room: PageBox) -> None:
    y = room.top - 5 * MM
    pen.text(room.left, y, pen.say("example"), 13, bold=True)
    note = f"{pen.say('cells')} {pen.say('marks')}"
    lines = pen.lines(note, _CAPTION, room.width)
    y = pen.paragraph(room.left, y - 1.5 * MM, lines, _CAPTION, colour=GREY) - 3.5 * MM
    column = (room.width + _GAP) / _COLS - _GAP
    rows: list[_Row] = []
    for start in range(0, len(example.frames), _COLS):
        frames = example.frames[start : start + _COLS]
        scenes = [scene_of(example.puzzle, frame.facts, frame.marks) for frame in frames]
        rows.append(_Row(frames, scenes, [_caption(pen, frame, column) for frame in frames]))
    # The largest cell at which all pictures and captions fit, alike in all pictures.
    left = (y - room.bottom - sum(row.words for row in rows)) / len(rows)
    every = (scene for row in rows for scene in row.scenes)
    cell = min(ruled_cell(scene, column, left, _LARGEST) for scene in every)
    spare = y - room.bottom - sum(row.height(cell) for row in rows)
    gap = min(12 * MM, max(0.0, spare / len(rows)))
    for row in rows:
        row.draw(pen, PageBox(room.left, 0, room.width, y), cell)
        y -= row.height(cell) + gap


def _caption(pen: Pen, frame: Frame, width: float) -> list[str]:
    lines = pen.lines(frame.text, _CAPTION, width) if frame.text else []
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]
    return lines


class _Row(NamedTuple):
    """Pictures beside each other, their captions below at one height."""

    frames: Sequence[Frame]
    scenes: Sequence[Scene]
    captions: Sequence[Sequence[str]]

    @property
    def words(self) -> float:
        """The height of the captions."""
        return (max(map(len, self.captions)) + 1) * _CAPTION * LEADING + 3.5 * MM

    def height(self, cell: float) -> float:
        """Return the height with pictures of such cells."""
        return max(ruled_height(scene, cell) for scene in self.scenes) + self.words

    def draw(self, pen: Pen, box: PageBox, cell: float) -> None:
        """Draw it at the top of a box."""
        parts = zip(self.frames, self.scenes, self.captions, strict=True)
        for column, (frame, scene, lines) in zip(box.grid(_COLS, 1, _GAP), parts, strict=False):
            draw_ruled(pen, scene, column.left, box.top, cell)
            y = box.top - ruled_height(scene, cell) - 1.5 * MM
            y = pen.paragraph(column.left, y, [frame.name], _CAPTION, bold=True, colour=INK)
            pen.paragraph(column.left, y, lines, _CAPTION, colour=GREY)
