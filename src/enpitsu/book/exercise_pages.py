"""Pages of exercises: boards in two columns with what to look for, and the answers behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from enpitsu.book.labelled_boards import draw_ruled, ruled_cell, ruled_height
from enpitsu.book.paper_sheet import BookPage, BookPlace, PageBox, PaperSheet
from enpitsu.book.pen import GREY, LEADING, Pen
from enpitsu.explain.step import messages_of, technique_name
from enpitsu.render import scene_of
from enpitsu.render.paper import MM
from enpitsu.scene import Scene
from enpitsu.school.course import course
from enpitsu.school.practise import Exercise
from enpitsu.words import tell

COLUMNS = 2
GAP = 9 * MM
SIZE = 8.5  # of text
NAME_SIZE = 11.0  # of the name of a technique
LARGEST_CELL = 7 * MM  # of an exercise
LARGEST_ANSWER = 4.5 * MM  # of the cells of an answer
MOST_TOGETHER = 30  # lines of an answer that are never parted
HIGHEST = 100 * MM  # board of an exercise


class SheetBlock(NamedTuple):
    """A piece of a column: its height, and how it is drawn below a point."""

    height: float
    draw: Callable[[float, float], None]
    stays: bool = False
    """True if the next block must stand below it in the same column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisePage(BookPage):
    """A page of exercises or answers: the blocks of its columns."""

    columns: tuple[tuple[SheetBlock, ...], ...]


def exercise_pages(exercises: Sequence[Exercise], body: PageBox, pen: Pen) -> list[ExercisePage]:
    """Return the pages of exercises, then those of their answers."""
    width = body.grid(COLUMNS, 1, GAP)[0].width
    asked = _pages(_exercise_blocks(exercises, width, pen), body, pen.say("exercises"))
    told = _pages(_answer_blocks(exercises, width, pen), body, pen.say("answers"))
    return [*asked, *told]


# --- what stands there ----------------------------------------------------------------------------


def _exercise_blocks(exercises: Sequence[Exercise], width: float, pen: Pen) -> Iterator[SheetBlock]:
    """Yield each technique with its sentence, and its boards below."""
    numbered = enumerate(exercises, 1)
    for technique, group in groupby(numbered, key=lambda each: each[1].technique):
        kind = exercises[0].kind
        lesson = course(kind).find(technique)
        yield from _text(lesson.name(pen.language), NAME_SIZE, width, pen, bold=True, stays=True)
        yield from _text(lesson.sentence(pen.language), SIZE, width, pen, stays=True)
        yield _space(2.5 * MM, stays=True)
        for number, exercise in group:
            scene = scene_of(exercise.puzzle, exercise.position)
            yield from _text(str(number), NAME_SIZE, width, pen, bold=True, stays=True)
            yield _board(scene, width, LARGEST_CELL, pen)
            yield _space(5 * MM)


def _answer_blocks(exercises: Sequence[Exercise], width: float, pen: Pen) -> Iterator[SheetBlock]:
    """Yield the answers: the board after the step, with marks, and the sentence of the step."""
    yield from _text(pen.say("marks"), SIZE, width, pen, colour=GREY)
    yield _space(3 * MM)
    for number, exercise in enumerate(exercises, 1):
        name = technique_name(exercise.kind, exercise.technique, pen.language)
        step = exercise.step
        scene = scene_of(
            exercise.puzzle, exercise.position.place(*step.facts, *step.also), step.marks
        )
        heading = f"{number}  {name}"
        yield from _text(heading, SIZE + 1, width, pen, bold=True, stays=True)
        yield _board(scene, width, LARGEST_ANSWER, pen, stays=True)
        sentence = tell(messages_of(exercise.steps), pen.language)
        *lines, last = _text(sentence, SIZE, width, pen)
        yield from (line._replace(stays=len(lines) < MOST_TOGETHER) for line in lines)
        yield last
        yield _space(5 * MM)


def _text(
    text: str,
    size: float,
    width: float,
    pen: Pen,
    *,
    bold: bool = False,
    stays: bool = False,
    colour: str | None = None,
) -> Iterator[SheetBlock]:
    """Yield a text line by line; with `stays` what follows stays with it."""
    more = {} if colour is None else {"colour": colour}

    def line_block(line: str) -> SheetBlock:
        def draw(x: float, y: float) -> None:
            pen.text(x, y - size * (LEADING - 0.28), line, size, bold=bold, **more)

        return SheetBlock(size * LEADING, draw, stays)

    yield from map(line_block, pen.lines(text, size, width, bold=bold) if text else ())


def _space(height: float, *, stays: bool = False) -> SheetBlock:
    return SheetBlock(height, lambda x, y: None, stays)


def _board(
    scene: Scene, width: float, largest: float, pen: Pen, *, stays: bool = False
) -> SheetBlock:
    cell = ruled_cell(scene, width, HIGHEST, largest)
    height = ruled_height(scene, cell) + 1.5 * MM
    return SheetBlock(height, lambda x, y: draw_ruled(pen, scene, x, y, cell), stays)


# --- columns and pages ----------------------------------------------------------------------------


def _pages(blocks: Iterable[SheetBlock], body: PageBox, heading: str) -> list[ExercisePage]:
    """Return blocks in columns, two a page."""
    columns = list(_columns(blocks, body.height))
    pages = [tuple(columns[at : at + COLUMNS]) for at in range(0, len(columns), COLUMNS)]
    place = BookPlace(f"sheet-{heading}", heading)
    return [
        ExercisePage(columns=some, heading=heading, places=() if at else (place,))
        for at, some in enumerate(pages)
    ]


def _columns(blocks: Iterable[SheetBlock], height: float) -> Iterator[tuple[SheetBlock, ...]]:
    column: list[SheetBlock] = []
    used = 0.0
    for run in _runs(blocks):
        needed = sum(block.height for block in run)
        if column and used + needed > height + 0.01:
            yield tuple(column)
            column, used = [], 0.0
        column += run
        used += needed
    if column:
        yield tuple(column)


def _runs(blocks: Iterable[SheetBlock]) -> Iterator[list[SheetBlock]]:
    """Yield blocks that stay together."""
    run: list[SheetBlock] = []
    for block in blocks:
        run.append(block)
        if not block.stays:
            yield run
            run = []
    if run:
        yield run


def draw_exercises(pen: Pen, page: ExercisePage, sheet: PaperSheet) -> None:
    """Draw a page of exercises or answers."""
    for column, box in zip(page.columns, sheet.body.grid(COLUMNS, 1, GAP), strict=False):
        y = box.top
        for block in column:
            block.draw(box.left, y)
            y -= block.height
