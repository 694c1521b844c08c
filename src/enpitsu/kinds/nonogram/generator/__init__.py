"""Making nonograms: random pictures that look like something, made solvable as wished."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kinds.nonogram.generator import fields, motifs, shapes
from enpitsu.kinds.nonogram.generator.finish import (
    LINES,
    UNIQUE,
    Draft,
    EvenRepair,
    Orbits,
    goal_of,
    made,
    repair_of,
    repaired,
)
from enpitsu.kinds.nonogram.generator.paints import MOST_COLOURS
from enpitsu.kinds.nonogram.generator.steer import (
    HARD,
    HIT,
    Judged,
    Wish,
    judged,
    steered,
)
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.picture.repair import State
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, Cells
from enpitsu.making import Candidate, Maker, MakeTask, Option

DRAFTS = 5
"""Drafts of an attempt until one can be made solvable."""
COMPARED, QUICK = 10, 450
"""Drafts that are compared where a level is wanted; cells of a board from which on it is one."""
LEVELS = 5
"""The number of the hardest level."""


class Look(NamedTuple):
    """What a picture should be like."""

    density: float
    smoothness: float
    symmetry: str | None
    colours: int
    level: int | None

    @property
    def is_hard(self) -> bool:
        """Whether it is to be hard, so that thin lines are better than broad areas."""
        return self.level is not None and self.level >= HARD


Drawn = Callable[[MakeTask[Nonogram], Look], Draft]


def _look(task: MakeTask[Nonogram]) -> Look:
    """The look that options ask for, the rest as suits the level."""
    options, rng = task.options, task.random
    level = None if task.aim is None else round(min(1.0, max(0.0, task.aim)) * LEVELS)
    dense, smooth = _TASTE[level]
    density, smoothness = options.get("density"), options.get("smoothness")
    return Look(
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


def _field(task: MakeTask[Nonogram], look: Look) -> Draft:
    """A smooth field, cut."""
    rows, cols, rng = task.rows, task.cols, task.random
    spread = fields.spread_of(look.smoothness, rows, cols)
    orbits = motifs.symmetry_of(look.symmetry or "none", rows, cols)
    field = fields.noise(rows, cols, spread, rng)
    style = rng.random()
    # Paths are too narrow for bands of colours.
    if style < 0.25 and look.colours == 1:
        field = fields.winding(field)
    elif style < 0.8:
        field = fields.island(field, rows, cols, rng.uniform(0.4, 1.2))
    return _cut(fields.evened(field, orbits), orbits, task, look)


def _motif(task: MakeTask[Nonogram], look: Look) -> Draft:
    """A symmetric motif, drawn again where it shows too little."""
    for _ in range(MOTIFS):
        draft = _any_motif(task, look)
        cells = draft.sketch.cells
        if _shows_enough(cells, task.cols):
            break
    return draft


MOTIFS, RUNS, UNLIKE = 5, 1.5, 0.3
"""Motifs that are drawn until one has so many runs a line, and such a share of its lines differ."""


def _shows_enough(cells: Cells, cols: int) -> bool:
    lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    return fields.runs_a_line(cells, cols) >= RUNS and len(set(lines)) >= UNLIKE * len(lines)


def _any_motif(task: MakeTask[Nonogram], look: Look) -> Draft:
    rows, cols, rng = task.rows, task.cols, task.random
    symmetry = look.symmetry or motifs.any_symmetry(rows, cols, rng)
    spread = fields.spread_of(look.smoothness, rows, cols)
    field, orbits = motifs.motif(rows, cols, symmetry, spread, rng)
    return _cut(field, orbits, task, look)._replace(title="Ornament")


def _cut(field: fields.Field, orbits: Orbits, task: MakeTask[Nonogram], look: Look) -> Draft:
    rows, cols = task.rows, task.cols
    cells = fields.cut(field, fields.limit_of(field, look.density))
    cells = fields.cleaned(cells, rows, cols, 1 if look.is_hard else fields.SPECK)
    return fields.painted(field, cells, (rows, cols), look.colours, orbits, task.random)


def _shapes(task: MakeTask[Nonogram], look: Look) -> Draft:
    """A drawing of something; a field where the board is too small for one."""
    rows, cols, rng = task.rows, task.cols, task.random
    if min(rows, cols) < shapes.LEAST_SIDE:
        return _field(task, look)
    if task.options.get("density") is not None and look.colours == 1:
        some = [shapes.compose(rows, cols, 1, rng) for _ in range(CHOICE)]
        return shapes.with_density(some, look.density)
    draft = shapes.compose(rows, cols, look.colours, rng)
    if look.is_hard and look.colours == 1 and rng.random() < OUTLINED:
        return shapes.outlined(draft)
    return draft


CHOICE = 6
"""Drawings from which the one is taken that is nearest to a wanted density."""
OUTLINED = 0.4
"""How often only the outlines of a hard drawing are drawn."""


def _picture(task: MakeTask[Nonogram], look: Look) -> Draft:
    """A draft of any sort."""
    drawings, motif_share = SHARES
    if look.is_hard:
        drawings, motif_share = SHARES_SMALL if min(task.rows, task.cols) < SMALL else SHARES_HARD
    share = task.random.random()
    if share < drawings:
        return _shapes(task, look)
    return _motif(task, look) if share < drawings + motif_share else _field(task, look)


SMALL = 15
"""Cells of a side below which a drawing cannot stand the changes that make it hard."""
SHARES, SHARES_HARD, SHARES_SMALL = (0.62, 0.26), (0.4, 0.55), (0.08, 0.87)
"""How many pictures are drawings and how many are motifs; the rest are fields."""


# --- attempts -------------------------------------------------------------------------------------


def _make(task: MakeTask[Nonogram], draw: Drawn) -> Candidate[Nonogram] | None:
    """One attempt: the first draft that can be made solvable, or the one nearest to the level."""
    if task.rows * task.cols == 1:
        raise PuzzleError("a board of one cell has no picture: there is nothing to solve")
    aimed = task.aim is not None
    count = DRAFTS if not aimed or task.rows * task.cols > QUICK else COMPARED
    best: tuple[Judged, EvenRepair, Wish, str] | None = None
    for _ in range(count):
        task.budget.check()
        look = _look(task)
        wish = _wish(task, look)
        draft = draw(task, look)
        found = _solvable(draft, wish, task)
        if found is None:
            continue
        repair, state = found
        if look.level is None:
            return made(state, draft.title)
        here = judged(state, wish, task)
        if best is None or here.key < best[0].key:
            best = here, repair, wish, draft.title
        if here.key <= HIT or task.rows * task.cols > QUICK:
            break
    if best is None:
        return None
    here, repair, wish, title = best
    return made(steered(repair, here, wish, task).state, title)


def _wish(task: MakeTask[Nonogram], look: Look) -> Wish:
    """By lines unless something else is asked for, or the level needs it."""
    solvable = task.options.get("solvable")
    level = look.level or 0
    return Wish(level, solvable == LINES or (solvable is None and level < HARD))


def _solvable(
    draft: Draft, wish: Wish, task: MakeTask[Nonogram]
) -> tuple[EvenRepair, State] | None:
    """A draft made solvable; None if it is blank or that fails."""
    if draft.is_blank:
        return None
    repair = repair_of(draft, task, goal_of(LINES if wish.by_lines else UNIQUE, task))
    state = repaired(repair)
    if state is None or not _is_pleasant(state.cells, task):
        return None
    return repair, state


PLEASANT, SOME = (0.15, 0.82), 16
"""Share of shaded cells where none is asked for; cells of a board for which that holds."""


def _is_pleasant(cells: Cells, task: MakeTask[Nonogram]) -> bool:
    """Whether there is neither too little nor too much."""
    if len(cells) < SOME or task.options.get("density") is not None:
        return True
    return PLEASANT[0] <= 1 - cells.count(EMPTY) / len(cells) <= PLEASANT[1]


def _maker(name: str, title: str, draw: Drawn, *options: Option) -> Maker[Nonogram]:
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
"""Ways to make a nonogram; the first is the default."""
