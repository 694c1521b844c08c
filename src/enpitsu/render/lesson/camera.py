"""Takes the pictures of a lesson, as many as there is time for.

On usual boards a picture shows the marks as the kind draws them. That means two drawings of the
whole board a step, too many for large boards: there the board is drawn once a step, or once in
some steps, and the marks are laid over it, which needs only their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from enpitsu.explain.step import Role, Step, SubStep, supposed_facts
from enpitsu.grid import Cell, Edge, side_ends
from enpitsu.kind import Puzzle
from enpitsu.limits import Budget
from enpitsu.position import Fact, Position
from enpitsu.registry import kind_of
from enpitsu.render.lesson.film import BROKEN, FOUND, REASON, SUPPOSED, Film
from enpitsu.scene import NO_MARKS, Circle, Marks, Path, Place, Rect, Scene, Shape
from enpitsu.scene_kit import middle

MOST_MARKED = 200_000  # cells times steps up to which the kind draws the marks
MOST_DRAWN = 800_000  # cells times drawings up to which the board is drawn for each step
_INSET = 0.06
_CORNER = 0.1
_RING = 0.18


class Shots(NamedTuple):
    """The pictures, and what must be said about them."""

    film: Film
    reached: str | None
    """The limit that was reached while there were still boards to draw."""
    remark: str


def shoot(puzzle: Puzzle, steps: Sequence[Step], position: Position, budget: Budget) -> Shots:
    """Take pictures of the start, two of each step and one of each sub-step between them, and of
    the end."""
    camera = _Camera(puzzle, position)
    work = puzzle.rows * puzzle.cols * len(steps)
    played = puzzle.rows * puzzle.cols * sum(len(step.sub_steps) for step in steps)
    every = -(-work // MOST_DRAWN)
    remark = ""
    if every > 1:
        remark = (
            f"The board is large: it is drawn anew every {every} steps, and between them what is "
            "found is only marked."
        )
    limit = None
    for number, step in enumerate(steps, 1):
        if limit is None:
            limit = budget.spent()
            if limit is not None:
                camera.lay()
                remark = (
                    f"The {limit} limit was reached: from step {number} on only the places are "
                    "marked, and the board stays as it was before."
                )
        if limit is None and work <= MOST_MARKED:
            camera.take_marked(step, is_played=work + played <= MOST_MARKED)
        else:
            camera.take_covered(step, is_new=limit is None and number % every == 0)
    camera.take_plain(())
    return Shots(camera.film, limit, remark)


class _Camera:
    """A board on which steps are made, and a film of it."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.film = Film()
        self._puzzle = puzzle
        self._kind = kind_of(puzzle)
        self._board: Any = self._kind.board(puzzle)
        self._facts: list[Fact] = []
        self._scene: Scene
        self.take_plain(position)

    def lay(self) -> None:
        """Draw the board as it is now for what is laid over it."""
        self._scene = self._kind.scene(self._board, NO_MARKS)
        self.film.lay(self._scene)

    def take_plain(self, facts: Iterable[Fact]) -> None:
        """Take a picture of the board with these facts."""
        self._place(facts)
        self.lay()
        self.film.cover(())

    def take_marked(self, step: Step, *, is_played: bool) -> None:
        """Take two pictures of a step with its marks as the kind draws them, and between them those
        of its sub-steps, so drawn if wanted."""
        marks = step.marks
        self.film.begin_step()
        self.film.take(self._kind.scene(self._board, Marks(because=step.reasons)))
        for told, supposed in _supposing(step):
            if is_played:
                self._take_supposed(told.marks, supposed)
            else:
                self._cover_supposed(told.marks, supposed)
        self._place((*step.facts, *step.also))
        self.film.take(self._kind.scene(self._board, marks))

    def _take_supposed(self, marks: Marks, supposed: Sequence[Fact]) -> None:
        """Take a picture of a board on which something is supposed."""
        board: Any = self._kind.board(self._puzzle)
        board.place((*self._facts, *supposed))
        scene = self._kind.scene(board, marks)
        self.film.lay(scene)
        self.film.cover(_cover_facts(supposed, SUPPOSED, scene))

    def _cover_supposed(self, marks: Marks, supposed: Sequence[Fact]) -> None:
        """Take a picture with what is supposed, and the marks, laid over the board."""
        places = {REASON: marks.because, FOUND: marks.hints, BROKEN: marks.errors}
        layers = [_cover(each, style, self._scene) for style, each in places.items()]
        self.film.cover(chain(_cover_facts(supposed, SUPPOSED, self._scene), *layers))

    def take_covered(self, step: Step, *, is_new: bool) -> None:
        """Take two pictures of a step with its marks laid over the board, drawn anew if wanted."""
        marks = step.marks
        self.film.begin_step()
        self.film.cover(_cover(step.reasons, REASON, self._scene))
        for told, supposed in _supposing(step):
            self._cover_supposed(told.marks, supposed)
        self._place((*step.facts, *step.also))
        if is_new:
            self.lay()
        reasons = _cover(marks.because, REASON, self._scene)
        self.film.cover([*reasons, *_cover(marks.hints, FOUND, self._scene)])

    def _place(self, facts: Iterable[Fact]) -> None:
        new = list(facts)
        self._facts += new
        self._board.place(new)


def _supposing(step: Step) -> Iterator[tuple[SubStep, tuple[Fact, ...]]]:
    """Yield the sub-steps before the conclusion, each with what is supposed by then."""
    for told, supposed in zip(step.sub_steps, supposed_facts(step.sub_steps), strict=True):
        if told.role is not Role.CONCLUDED:
            yield told, supposed


def _cover_facts(facts: Iterable[Fact], style: str, scene: Scene) -> Iterator[Shape]:
    """Yield what is laid over facts: over a denial, a small ring."""
    for fact in facts:
        if fact.holds:
            yield from _cover((fact.slot,), style, scene)
        else:
            cells = fact.slot if isinstance(fact.slot, Edge) else (fact.slot,)
            (row, col), (to_row, to_col) = middle(cells[0]), middle(cells[-1])
            yield Circle((row + to_row) / 2, (col + to_col) / 2, _RING, style)


def _cover(places: Iterable[Place], style: str, scene: Scene) -> Iterator[Shape]:
    """Yield a frame for each cell or line, and for each edge a stroke from cell to cell, or along
    the side between them where lines run there."""
    for place in places:
        if isinstance(place, Edge):
            ends = map(middle, place) if scene.framed else side_ends(place)
            yield Path(tuple((float(row), float(col)) for row, col in ends), f"{style}-line")
            continue
        height, width = 1.0, 1.0
        if isinstance(place, Cell):
            row, col = float(place.row), float(place.col)
        elif place.is_row:
            row, col, width = place.at, -scene.left, scene.cols + scene.left
        else:
            row, col, height = -scene.top, place.at, scene.rows + scene.top
        inner = (height - 2 * _INSET, width - 2 * _INSET)
        yield Rect(row + _INSET, col + _INSET, *inner, style, _CORNER)
