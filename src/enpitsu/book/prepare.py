"""All that must be known of a puzzle before it is laid out, found by worker processes, one by one.

Only small things come back from there: drawings are made again when their page is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from enpitsu.book.qr import QrCode, qr_code
from enpitsu.errors import FormatError
from enpitsu.explain import explain
from enpitsu.explain.step import Step, technique_name
from enpitsu.formats import dump
from enpitsu.grade import LEVELS, Length, Level, grade_of, length_word
from enpitsu.kind import Document, Puzzle
from enpitsu.limits import Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.render import scene_of
from enpitsu.render.palette import PRINT
from enpitsu.scene import Scene
from enpitsu.solve import Status, solve

PAINT = "paint"  # style of cells in a colour of the puzzle's own
SHADE = "shade"  # style of shaded cells

STAGES = 3  # pictures of an explained solution before the last one


class PrepareOptions(NamedTuple):
    """The options by which the puzzles of a book are prepared."""

    links: bool
    qr: bool
    explained: bool
    language: str
    limits: Limits


class LegendColour(NamedTuple):
    """A line of a puzzle's legend: what a colour looks like, its letter and its name."""

    fill: str
    stroke: str
    on: str
    letter: str
    name: str


class DrawingSize(NamedTuple):
    """The size of a drawing in cells."""

    rows: int
    cols: int
    top: float
    left: float
    bottom: float = 0.0
    right: float = 0.0

    @property
    def height(self) -> float:
        """With the clues above and below the board."""
        return self.top + self.rows + self.bottom

    @property
    def width(self) -> float:
        """With the clues beside the board."""
        return self.left + self.cols + self.right


class StepText(NamedTuple):
    """A step in words. `stage` is the board after it, where a picture shows it, as text."""

    technique: str
    text: str
    stage: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A puzzle with all that a book tells of it. Without exactly one solution there is none.

    There may be thousands: what is not needed before the drawing is kept as text.
    """

    document: Document
    status: Status
    reached: str | None
    size: DrawingSize
    answer: str | None = None
    """The solution in its text form."""
    level: Level | None = None
    length: int = 0
    """Steps that it takes; 0 if nobody counted them."""
    link: str = ""
    qr: QrCode | None = None
    legend: tuple[LegendColour, ...] = ()
    told: tuple[StepText, ...] = ()
    name: str = ""
    """The name to call it by if there is something to say about it."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.document.puzzle

    @property
    def solution(self) -> Position:
        """The facts that the solved board shows; none without exactly one solution."""
        return Position.parse(self.answer or "")

    @property
    def dots(self) -> int:
        """The level as a number: 1 is gentle, 0 unknown."""
        return 0 if self.level is None else LEVELS.index(self.level) + 1

    @property
    def length_word(self) -> Length | None:
        """The length in a word, if it is known."""
        return length_word(self.length) if self.length else None


def prepare(document: Document, options: PrepareOptions) -> Ready:
    """Find out what a book tells of a puzzle."""
    puzzle = document.puzzle
    result = solve(puzzle, limits=options.limits)
    is_unique = result.status is Status.UNIQUE
    solution = result.solutions[0].position if is_unique else None
    # What it was read with is not printed: neither a player's position nor the answer.
    ready = Ready(
        document=replace(document.bare, tail=""),
        status=result.status,
        reached=result.reached,
        size=size_of(scene_of(puzzle)),
        answer=None if solution is None else str(solution),
        legend=legend_of(scene_of(puzzle, solution)),
    )
    if options.links:
        # The kind may have no links, or none that can hold this puzzle.
        with suppress(FormatError):
            link = dump(puzzle, "puzzlink")
            ready = replace(ready, link=link, qr=qr_code(link) if options.qr else None)
    if solution is None:
        return ready
    level = told_level(document)
    if level is not None:
        ready = replace(ready, level=level, length=document.meta.length)
    if kind_of(puzzle).ladder is not None and (options.explained or level is None):
        return _explain(ready, options)
    return ready


def unsolved(name: str, document: Document) -> Ready:
    """Return a puzzle of which no more is known than how large it is."""
    size = size_of(scene_of(document.puzzle))
    return Ready(document=document, status=Status.UNKNOWN, reached=None, size=size, name=name)


def size_of(scene: Scene) -> DrawingSize:
    """Return the size of a drawing in cells."""
    margins = (scene.top, scene.left, scene.bottom, scene.right)
    return DrawingSize(scene.rows, scene.cols, *margins)


def told_level(document: Document) -> Level | None:
    """Return the level that is told with the puzzle, in whatever case; None for words of others."""
    level = (document.meta.level or "").strip().lower()
    return Level(level) if level in LEVELS else None


def _explain(ready: Ready, options: PrepareOptions) -> Ready:
    """Add the steps where they are wanted, and level and length where these are not known; nothing
    if a limit is reached."""
    explanation = explain(ready.puzzle, limits=options.limits)
    steps = explanation.needed()
    if explanation.reached:
        return ready
    told = tuple(tell(steps, stages(len(steps)), options.language)) if options.explained else ()
    level, length = ready.level or grade_of(explanation, steps).level, ready.length or len(steps)
    return replace(ready, level=level, length=length, told=told)


def legend_of(scene: Scene) -> tuple[LegendColour, ...]:
    """Return the puzzle's own colours, where it has any, with the letters that stand on the
    board."""
    letters = {glyph.style: glyph.text for glyph in scene.glyphs.values()}
    painted = {style: ink for style, ink in scene.inks.items() if ink.like == PAINT}
    if len(painted) < 2:
        return ()
    return tuple(
        LegendColour(
            ink.fill or PRINT["board"],
            ink.stroke or PRINT["ink"],
            ink.on or PRINT["ink"],
            letters.get(style, ""),
            style.removeprefix(f"{PAINT}-").replace("-", " "),
        )
        for style, ink in painted.items()
    )


def stages(steps: int) -> set[int]:
    """Return the numbers of the steps after which a picture shows the board, never the last."""
    count = min(STAGES, max(0, steps // 6))
    return {round(steps * at / (count + 1)) for at in range(1, count + 1)}


def tell(steps: Sequence[Step], pictured: set[int], language: str) -> Iterator[StepText]:
    """Yield steps in words, with the board where a picture shows it."""
    board = EMPTY
    for number, step in enumerate(steps, 1):
        board = board.place(*step.facts, *step.also)
        name = technique_name(step.kind, step.technique, language)
        stage = str(board) if number in pictured else None
        yield StepText(name, step.say(language), stage)
