"""Making nonograms: random pictures that look like something, made solvable as asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kinds.nonogram.generator import compose_drawings, motifs, noise_fields
from enpitsu.kinds.nonogram.generator.level_tuning import (
    HARD,
    HIT,
    RatedPicture,
    TargetLevel,
    rate,
    tune_to_level,
)
from enpitsu.kinds.nonogram.generator.paint_box import MOST_COLOURS
from enpitsu.kinds.nonogram.generator.solvable_drafts import (
    Orbits,
    PictureDraft,
    SymmetricRepair,
    make_solvable,
    to_candidate,
)
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.picture import LINES, UNIQUE
from enpitsu.kinds.nonogram.picture.sketch import EMPTY
from enpitsu.making import Candidate, Maker, MakeTask, Option

DRAFTS = 5  # drafts of an attempt until one can be made solvable
COMPARED = 10  # drafts, where a level is wanted
QUICK = 450  # cells of a board from which on the first draft is taken
LEVELS = 5  # the number of the hardest level


class PictureStyle(NamedTuple):
    """The style of a picture."""

    density: float
    smoothness: float
    symmetry: str | None
    colours: int
    level: int | None

    @property
    def is_hard(self) -> bool:
        """True if it is to be hard, so that thin lines are better than broad areas."""
        return self.level is not None and self.level >= HARD


DrawDraft = Callable[[MakeTask[Nonogram], PictureStyle], PictureDraft]


def _choose_style(task: MakeTask[Nonogram]) -> PictureStyle:
    """Return the style that options ask for, the rest as suits the level."""
    options, rng = task.options, task.random
    level = None if task.aim is None else round(min(1.0, max(0.0, task.aim)) * LEVELS)
    dense, smooth = _TASTE[level]
    density, smoothness = options.get("density"), options.get("smoothness")
    return PictureStyle(
        density=rng.uniform(*dense) if density is None else density,
        smoothness=rng.uniform(*smooth) if smoothness is None else smoothness,
        symmetry=options.get("symmetry"),
        colours=options.get("colours") or 1,
        level=level,
    )


_TASTE: dict[int | None, tuple[tuple[float, float], tuple[float, float]]] = {
    None: ((0.45, 0.58), (0.35, 0.8)),
    0: ((0.5, 0.62), (0.5, 0.95)),
    1: ((0.5, 0.6), (0.45, 0.8)),
    2: ((0.45, 0.56), (0.3, 0.6)),
    3: ((0.42, 0.52), (0.15, 0.45)),
    4: ((0.4, 0.5), (0.15, 0.45)),
    5: ((0.38, 0.48), (0.15, 0.4)),
}
"""By level, where nothing is asked for: the range of the density and of the smoothness."""


# --- drafts ---------------------------------------------------------------------------------------


def _field(task: MakeTask[Nonogram], style: PictureStyle) -> PictureDraft:
    """Draw a smooth field, cut."""
    rows, cols, rng = task.rows, task.cols, task.random
    spread = noise_fields.spread_of(style.smoothness, rows, cols)
    orbits = motifs.symmetry_of(style.symmetry or "none", rows, cols)
    field = noise_fields.noise(rows, cols, spread, rng)
    chance = rng.random()
    # Paths are too narrow for bands of colours.
    if chance < 0.25 and style.colours == 1:
        field = noise_fields.winding(field)
    elif chance < 0.8:
        field = noise_fields.island(field, rows, cols, rng.uniform(0.4, 1.2))
    return _cut(noise_fields.make_symmetric(field, orbits), orbits, task, style)


def _motif(task: MakeTask[Nonogram], style: PictureStyle) -> PictureDraft:
    """Draw a symmetric motif, again where it shows too little."""
    rows, cols, rng = task.rows, task.cols, task.random
    for _ in range(MOTIFS):
        symmetry = style.symmetry or motifs.any_symmetry(rows, cols, rng)
        spread = noise_fields.spread_of(style.smoothness, rows, cols)
        field, orbits = motifs.motif(rows, cols, symmetry, spread, rng)
        draft = _cut(field, orbits, task, style)
        cells = draft.sketch.cells
        lines = {cells[at : at + cols] for at in range(0, len(cells), cols)}
        if noise_fields.runs_a_line(cells, cols) >= RUNS and len(lines) >= UNLIKE * rows:
            break
    return draft._replace(title="Ornament")


MOTIFS = 5  # are drawn until one shows enough
RUNS = 1.5  # a line, at least
UNLIKE = 0.3  # share of lines that differ, at least


def _cut(
    field: noise_fields.Field, orbits: Orbits, task: MakeTask[Nonogram], style: PictureStyle
) -> PictureDraft:
    rows, cols = task.rows, task.cols
    cells = noise_fields.cut(field, noise_fields.limit_of(field, style.density))
    cells = noise_fields.remove_specks(
        cells, rows, cols, 1 if style.is_hard else noise_fields.SPECK
    )
    return noise_fields.paint_field(field, cells, (rows, cols), style.colours, orbits, task.random)


def _shapes(task: MakeTask[Nonogram], style: PictureStyle) -> PictureDraft:
    """Draw something that people know; a field where the board is too small."""
    rows, cols, rng = task.rows, task.cols, task.random
    if min(rows, cols) < compose_drawings.LEAST_SIDE:
        return _field(task, style)
    if task.options.get("density") is not None and style.colours == 1:
        some = [compose_drawings.compose(rows, cols, 1, rng) for _ in range(CHOICE)]
        return compose_drawings.with_density(some, style.density)
    draft = compose_drawings.compose(rows, cols, style.colours, rng)
    if style.is_hard and style.colours == 1 and rng.random() < OUTLINED:
        return compose_drawings.keep_outlines(draft)
    return draft


CHOICE = 6  # drawings from which the one is taken that is nearest to a wanted density
OUTLINED = 0.4  # share of hard drawings of which only the outlines are drawn


def _picture(task: MakeTask[Nonogram], style: PictureStyle) -> PictureDraft:
    """Draw a draft of any sort."""
    drawings, motif_share = SHARES
    if style.is_hard:
        drawings, motif_share = SHARES_SMALL if min(task.rows, task.cols) < SMALL else SHARES_HARD
    share = task.random.random()
    if share < drawings:
        return _shapes(task, style)
    return _motif(task, style) if share < drawings + motif_share else _field(task, style)


SMALL = 15  # cells of a side below which a drawing cannot stand the changes that make it hard
SHARES = (0.62, 0.26)  # of drawings and of motifs; the rest are fields
SHARES_HARD = (0.4, 0.55)
SHARES_SMALL = (0.08, 0.87)


# --- attempts -------------------------------------------------------------------------------------


def _make(task: MakeTask[Nonogram], draw: DrawDraft) -> Candidate[Nonogram] | None:
    """Make the first draft that can be made solvable, or the one nearest to the level."""
    if task.rows * task.cols == 1:
        raise PuzzleError("a board of one cell has no picture: there is nothing to solve")
    aimed = task.aim is not None
    count = DRAFTS if not aimed or task.rows * task.cols > QUICK else COMPARED
    best: tuple[RatedPicture, SymmetricRepair, TargetLevel, str] | None = None
    for _ in range(count):
        task.budget.check()
        style = _choose_style(task)
        level, solvable = style.level or 0, task.options.get("solvable")
        target = TargetLevel(level, solvable == LINES or (solvable is None and level < HARD))
        draft = draw(task, style)
        found = make_solvable(draft, task, by_lines=target.by_lines)
        if found is None:
            continue
        repair, state = found
        shaded = 1 - state.cells.count(EMPTY) / len(state.cells)
        is_free = len(state.cells) >= SOME and task.options.get("density") is None
        if is_free and not PLEASANT[0] <= shaded <= PLEASANT[1]:
            continue
        if style.level is None:
            return to_candidate(state, draft.title)
        here = rate(state, target, task)
        if best is None or here.distance < best[0].distance:
            best = here, repair, target, draft.title
        if here.distance <= HIT or task.rows * task.cols > QUICK:
            break
    if best is None:
        return None
    here, repair, target, title = best
    return to_candidate(tune_to_level(repair, here, target, task).state, title)


PLEASANT = (0.15, 0.82)  # share of shaded cells where none is asked for
SOME = 16  # cells of a board from which on that holds


def _maker(name: str, title: str, draw: DrawDraft, *options: Option) -> Maker[Nonogram]:
    return Maker(name, title, (*options, *COMMON), lambda task: _make(task, draw))


COMMON = (
    Option(
        name="colours",
        words="The most colours beside the paper; a drawing may have fewer.",
        form="int",
        default=1,
        least=1,
        most=MOST_COLOURS,
    ),
    Option(
        name="density",
        words="The share of shaded cells, about, as far as a drawing allows.",
        form="share",
        least=0.1,
        most=0.9,
    ),
    Option(
        name="solvable",
        words="Whether single lines solve it (lines), or it just has one solution (unique); if "
        "not said, lines, and unique where a level needs it.",
        form="choice",
        choices=(LINES, UNIQUE),
    ),
)
SMOOTHNESS = Option(
    name="smoothness",
    words="How broad areas are: little gives fine detail, much large quiet areas.",
    form="share",
)
SYMMETRY = Option(
    name="symmetry",
    words="What leaves the picture as it is: nothing, the upright mirror, half a turn, both "
    "mirrors, or all with the diagonals, which needs a square board.",
    form="choice",
    choices=tuple(motifs.GROUPS),
)

MAKERS = (
    _maker("picture", "A small drawing, a symmetric motif or a field of blots.", _picture),
    _maker("shapes", "Drawings of things that people know, from hearts to castles.", _shapes),
    _maker(
        "motif", "Ornaments, figures and flakes that are symmetric.", _motif, SYMMETRY, SMOOTHNESS
    ),
    _maker("field", "Blots and islands with smooth shores.", _field, SYMMETRY, SMOOTHNESS),
)
"""The makers of nonograms; the first is the default."""
