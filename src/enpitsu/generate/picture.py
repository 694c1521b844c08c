"""Puzzles from pictures, for kinds whose solutions are pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from enpitsu.colour import channels, is_colour
from enpitsu.errors import PuzzleError, WrongSolution
from enpitsu.generate.attempts import solver_for_people
from enpitsu.generate.result import Outcome
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import parse_share
from enpitsu.picture import Box, Crop, Size
from enpitsu.picture.cut import read_picture
from enpitsu.picture.load import Loader, load, load_light
from enpitsu.picture.maker import (
    Paint,
    PictureMade,
    PictureMaker,
    PictureProgress,
    PictureSketch,
    PictureTask,
)
from enpitsu.position import Position
from enpitsu.registry import find_kind, kinds
from enpitsu.solve import solve
from enpitsu.technique import Message
from enpitsu.words import say

MOST_CHANGES = 0.1  # share of cells that may be changed one by one, where nothing is said
MOST_REDRAWN = 0.3  # share in all, where the picture is redrawn, as with thicker lines
CHECK_SECONDS = 1.0  # for the last check of a puzzle that was made before the time was up


class PictureOptions(TypedDict, total=False):
    """The options of `from_picture`.

    `size` is the longer side, instead of rows and columns. `crop` is the part to take as a
    `picture.Box` in pixels (default: a border of one colour is trimmed), `fit` what to do with a
    picture of another shape than the board: "crop", "pad", "stretch" or "auto". `colours` counts
    those beside the paper; with one, `threshold` (0 to 255, None for the best) parts dark from
    light, and `invert` shades the light cells; `paper` is the colour (#rrggbb) of what stays empty,
    None for the border's or the lighter one. `dither` mixes colours cell by cell. `solvable` is
    what a solver must be able to, by a name of the kind. `changes` is the largest share of cells
    that may differ in the end (0.1 or "10%"; None for MOST_CHANGES and MOST_REDRAWN), and `seed`
    chooses among ways to do so. `touched` are cells that the author has decided: their values, ""
    for the paper; these stay as they are, and the picture counts as unchanged with them.
    """

    size: int | None
    crop: Crop
    fit: str
    colours: int
    threshold: int | None
    invert: bool
    paper: str | None
    dither: bool
    solvable: str | None
    changes: float | str | None
    seed: int
    touched: Mapping[Cell, str]


class PictureCells(NamedTuple):
    """A picture as the cells of a board; nothing is solved, and nothing changed."""

    rows: int
    cols: int
    sketch: PictureSketch
    part: Box
    """The part of the picture that was taken, in pixels."""
    messages: tuple[Message, ...]
    """The changes that were needed to make it fit."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The same in English words."""
        return tuple(map(say, self.messages))


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePuzzle:
    """A puzzle made from a picture.

    `status` is "made", "failed" (for the reason `failed`) or "unknown" (the limit `reached` came
    first). Unless it was made, the puzzle is only the best attempt: nothing is claimed of it.
    """

    status: Outcome
    puzzle: Puzzle
    solution: Position
    """The picture that the puzzle asks for."""
    before: Position
    """The picture before anything was changed."""
    changed: tuple[Cell, ...]
    """The cells in which the two differ."""
    redrawn: tuple[Cell, ...]
    """The changed cells that come from redrawing the picture, not one by one."""
    redrawing: str
    """The redrawing in words, as "thicker lines"; empty if there was none."""
    solvable: str
    failed: Message | None
    """Why no puzzle could be made; None if one was."""
    needed: int | None
    """Number of cells that would have to be changed, where a way was found that is not allowed."""
    messages: tuple[Message, ...]
    """Flaws of the puzzle or of the picture."""
    paints: Mapping[str, Paint]
    """The colour of each value of a fact; "" stands for the paper."""
    seconds: float
    reached: str | None = None

    @property
    def failure(self) -> str:
        """The reason why no puzzle could be made, in English; empty if one was."""
        return "" if self.failed is None else say(self.failed)

    @property
    def remarks(self) -> tuple[str, ...]:
        """The flaws of the puzzle and the picture, in English words."""
        return tuple(map(say, self.messages))

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.puzzle.rows * self.puzzle.cols


def picture_makers() -> dict[str, PictureMaker[Puzzle]]:
    """Return the picture makers by kind, of those that have one."""
    makers = {name: kind.from_picture for name, kind in kinds().items()}
    return {name: maker for name, maker in makers.items() if maker is not None}


def from_picture(
    kind: str,
    picture: Path | bytes,
    rows: int | None = None,
    cols: int | None = None,
    *,
    limits: Limits = NO_LIMITS,
    progress: Callable[[PictureProgress], None] | None = None,
    **options: Unpack[PictureOptions],
) -> PicturePuzzle:
    """Make a puzzle whose solution shows a picture: a file (`picture.READ` says of which
    formats), or its bytes. A PBM file is a picture here.

    Without rows or columns the other follows the picture's shape; see `PictureOptions` for more.
    LimitReached is raised where a limit is reached so early that there is nothing to show.
    `progress` is called now and then.
    """
    maker = _maker(kind, {"picture": picture, "rows": rows, "cols": cols, **options})
    _check_options(maker, options)
    size = Size(rows, cols, options.get("size"))
    task = _task(maker, picture, size, options, limits, load)
    if progress is not None:
        task = task._replace(tell=progress)
    return _check_result(maker.make(task), task, limits)


def sketch_picture(
    kind: str,
    picture: bytes,
    rows: int | None = None,
    cols: int | None = None,
    *,
    limits: Limits = NO_LIMITS,
    **options: Unpack[PictureOptions],
) -> PictureCells:
    """Return the cells that `from_picture` starts from, in a moment: a small picture
    (FormatError for large ones) as cells. Asked again about the same picture it is faster."""
    maker = _maker(kind, {"picture": picture, "rows": rows, "cols": cols, **options})
    _check_options(maker, options)
    size = Size(rows, cols, options.get("size"))
    task = _task(maker, picture, size, options, limits, load_light)
    cut = task.picture
    return PictureCells(cut.rows, cut.cols, maker.sketch(task), cut.part, cut.remarks)


def _maker(kind: str, arguments: Mapping[str, object]) -> PictureMaker[Puzzle]:
    """Return a kind's picture maker, its arguments checked."""
    unknown = arguments.keys() - _TYPES.keys()
    if unknown:
        raise TypeError(f"from_picture has no option {min(unknown)!r}")
    for name, value in arguments.items():
        allowed = [type(None) if each is None else each for each in _TYPES[name]]
        # True and False are numbers to Python, but nobody means them so.
        is_flag = isinstance(value, bool) and bool not in allowed
        if is_flag or not isinstance(value, tuple(allowed)):
            words = " or ".join("None" if each is None else each.__name__ for each in _TYPES[name])
            raise PuzzleError(f"{name} must be {words}, not {type(value).__name__}")
    crop = arguments.get("crop")
    if isinstance(crop, Box) and not all(isinstance(each, int | float) for each in crop):
        raise PuzzleError("crop must be a Box of numbers")
    maker = find_kind(kind).from_picture
    if maker is None:
        known = ", ".join(picture_makers())
        raise PuzzleError(f"{kind} shows no picture; from pictures come: {known}")
    return maker


_TYPES: dict[str, tuple[type | None, ...]] = {
    "picture": (Path, bytes),
    "rows": (int, None),
    "cols": (int, None),
    "size": (int, None),
    "crop": (Box, None),
    "fit": (str,),
    "colours": (int,),
    "threshold": (int, None),
    "invert": (bool,),
    "paper": (str, None),
    "dither": (bool,),
    "solvable": (str, None),
    "changes": (float, int, str, None),
    "seed": (int,),
    "touched": (Mapping,),
}
"""The types of each argument, None included."""


def _check_options(maker: PictureMaker[Puzzle], options: PictureOptions) -> None:
    colours, threshold = options.get("colours", 1), options.get("threshold")
    solvable = options.get("solvable")
    if not 1 <= colours <= maker.most_colours:
        raise PuzzleError(f"from a picture come 1 to {maker.most_colours} colours, not {colours}")
    if colours > 1 and (threshold is not None or options.get("invert")):
        raise PuzzleError("a threshold and inverting are for one colour only")
    paper = options.get("paper")
    if paper is not None and not is_colour(paper):
        raise PuzzleError(f"the paper must be a colour as #rrggbb, not {paper[:40]!r}")
    if paper is not None and (threshold is not None or options.get("invert")):
        raise PuzzleError("where the paper's colour is told, a threshold or inverting has no sense")
    if threshold is not None and not 0 <= threshold <= 255:
        raise PuzzleError("the threshold must be a brightness of 0 to 255")
    _share_of_changes(options)
    if solvable is not None and solvable not in maker.solvable:
        known = ", ".join(maker.solvable)
        raise PuzzleError(f"unknown way to be solvable {solvable[:40]!r}; known: {known}")


def _share_of_changes(options: PictureOptions) -> float | None:
    """Return the number of cells that may be changed, if that was said."""
    changes = options.get("changes")
    try:
        return None if changes is None else parse_share(changes)
    except PuzzleError as error:
        raise PuzzleError(f"changes: {error}") from None


def _task(
    maker: PictureMaker[Puzzle],
    picture: Path | bytes,
    size: Size,
    options: PictureOptions,
    limits: Limits,
    loader: Loader,
) -> PictureTask[Puzzle]:
    budget = limits.start()
    changes, paper = _share_of_changes(options), options.get("paper")
    return PictureTask(
        picture=read_picture(
            picture,
            size,
            crop=options.get("crop"),
            fit=options.get("fit", "auto"),
            budget=budget,
            load=loader,
        ),
        colours=options.get("colours", 1),
        threshold=options.get("threshold"),
        invert=options.get("invert", False),
        paper=None if paper is None else channels(paper),
        dither=options.get("dither", False),
        solvable=options.get("solvable") or next(iter(maker.solvable)),
        changes=MOST_CHANGES if changes is None else changes,
        redrawn=MOST_REDRAWN if changes is None else changes,
        seed=options.get("seed", 1),
        budget=budget,
        solve=solver_for_people(budget, limits),
        touched=options.get("touched", {}),
        tell=lambda progress: None,
    )


def _check_result(
    made: PictureMade[Puzzle], task: PictureTask[Puzzle], limits: Limits
) -> PicturePuzzle:
    """Solve the puzzle once more and return the result: nothing unchecked is claimed."""
    reached = made.reached
    if made.failure is None:
        left = task.budget.left()
        seconds = None if left is None else max(left, CHECK_SECONDS)
        result = solve(made.puzzle, limits=replace(limits, seconds=seconds))
        reached = result.reached
        answers = [solution.position for solution in result.solutions]
        if reached is None and answers != [made.solution]:
            raise WrongSolution(f"the puzzle does not ask for its picture alone: {made.puzzle}")
    changed = {fact.slot for fact in made.before.facts ^ made.solution.facts}
    return PicturePuzzle(
        status=Outcome.UNKNOWN if reached else Outcome.FAILED if made.failure else Outcome.MADE,
        puzzle=made.puzzle,
        solution=made.solution,
        before=made.before,
        changed=tuple(sorted(slot for slot in changed if isinstance(slot, Cell))),
        redrawn=made.redrawn,
        redrawing=made.redrawing,
        solvable=task.solvable,
        failed=made.failure,
        needed=made.needed,
        messages=made.remarks,
        paints=made.paints,
        seconds=task.budget.seconds,
        reached=reached,
    )
