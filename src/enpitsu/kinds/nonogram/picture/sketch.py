"""From a picture to cells of a few colours: what the puzzle should show.

For each cell and each colour there is a score: how well the colour would stand for the cell. The
cell gets the colour with the highest one, and the difference to another colour's tells later how
visible it would be to give the cell that one instead.

Lines thinner than half a cell would lose everywhere if cells were judged alone. So a cell that has
more of a colour than its neighbours on both sides gets that surplus added: a thin line wins where
it stands out, and the middle of an area is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from enpitsu.grid import Direction, cell_at, cell_number, neighbours
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.colours import oklab
from enpitsu.kinds.nonogram.picture import ridges
from enpitsu.kinds.nonogram.picture.picture_colours import Check, Inks, apart, choose_inks
from enpitsu.picture import Picture
from enpitsu.position import Fact, Position

EMPTY = -1  # A cell without colour

Cells = tuple[int, ...]
"""For each cell its colour's place in the palette, or EMPTY."""

Scores = list[list[float]]
"""For each colour, last for the empty paper, a number for each cell."""

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_SPECK = 0.2  # A lone cell is only kept where its colour wins by more
_FAINT = 0.3  # by which a piece of a line may be behind the best score and still be taken
_JUST = 0.05
_TINY = 1e-6  # cells as light as the threshold are not darker, however brightness is rounded
_SAME = 24  # difference of a channel that still counts as the colour of the paper
_LEAN = 0.6  # by which a paper's score is lowered at most
_RIM = 0.15
"""Share of an ink's cells that may lie within an area of it, where it is only the rim of a soft
edge."""
_ISOLUMINANT = 0.2
"""Share of the differences that brightness must show to be what one colour is chosen by."""


@dataclass(frozen=True, slots=True)
class CellSketch:
    """Cells of a few colours, with how well each colour would fit each cell."""

    rows: int
    cols: int
    cells: Cells
    palette: tuple[str, ...]
    background: str
    scores: Scores
    lean: float = 0.0
    """The part by which the picture was taken darker than the best threshold says."""
    bold: int = 0
    """Cells by which lines were made thicker."""
    pinned: frozenset[int] = frozenset()
    """Cells that stay as they are."""
    limit: float | None = None
    """The brightness (0 to 1) that parted dark from light, where brightness did."""

    @property
    def redrawing(self) -> str:
        """The change of the picture as it was taken, in words; empty if there was none."""
        return "thicker lines" if self.bold else "darker shades" if self.lean else ""


def position_of(cells: Cells, cols: int, values: Sequence[str]) -> Position:
    """Return the position in which cells have their colours."""
    painted = ((cell, value) for cell, value in enumerate(cells) if value != EMPTY)
    return Position.of(Fact(cell_at(cell, cols), values[value]) for cell, value in painted)


def differences(a: Cells, b: Cells) -> int:
    """Count the cells in which two pictures differ."""
    return sum(x != y for x, y in zip(a, b, strict=True))


def _decide(scores: Scores, rows: int, cols: int) -> Cells:
    """Return the best colour of each cell; a lone one that hardly differs takes its neighbours'."""
    paper = len(scores) - 1
    # The paper comes first, so that it wins where another colour fits no better.
    order = (paper, *range(paper))
    best = [max(order, key=column.__getitem__) for column in zip(*scores, strict=True)]
    calm = list(best)
    for cell, colour in enumerate(best):
        around = {best[other] for other in ridges.cells_round(cell, rows, cols)}
        if around and colour not in around:
            other = max(sorted(around), key=lambda each: scores[each][cell])
            if scores[colour][cell] - scores[other][cell] < _SPECK:
                calm[cell] = other
    return tuple(EMPTY if colour == paper else colour for colour in calm)


def thicken(sketch: CellSketch, more: int, *, blunt: bool) -> CellSketch:
    """Return the sketch with everything on the paper thicker by some cells, as if by a broader pen;
    unless it is blunt, gaps are kept."""
    rows, cols = sketch.rows, sketch.cols
    cells = list(sketch.cells)
    scores = [list(score) for score in sketch.scores]
    # Ink spreads to the right and down, in every other step to the left and up.
    sides = ((Direction.LEFT, Direction.UP), (Direction.RIGHT, Direction.DOWN))
    for step in range(more):
        thin = tuple(cells)
        for cell, value in enumerate(thin):
            if value != EMPTY or cell in sketch.pinned:
                continue
            around = neighbours(cell, rows, cols)
            inks = [thin[around[side]] for side in sides[step % 2] if side in around]
            ink = next((each for each in inks if each != EMPTY), EMPTY)
            if ink != EMPTY and (blunt or not _is_gap(ring_of(cells, cell, rows, cols))):
                cells[cell] = ink
                scores[ink][cell] = scores[-1][cell] + _JUST
    return replace(sketch, cells=tuple(cells), scores=scores, bold=more)


def _is_gap(ring: list[int | None]) -> bool:
    """Return True if a cell with this ring round it joins two parts of the paper, or lies in a gap
    no wider than itself."""
    paper = [value == EMPTY for value in ring]
    corners, sides = [*paper[::2], paper[0]], paper[1::2]
    is_free = any(
        side and before and after
        for before, side, after in zip(corners, sides, corners[1:], strict=False)
    )
    # Corners do not join: they count as paper only between two sides that are.
    following = sides[1:] + sides[:1]
    parts = sum(
        side and not (corner and other)
        for side, corner, other in zip(sides, corners[1:], following, strict=True)
    )
    return parts > 1 or not is_free


def ring_of(cells: Sequence[int], cell: int, rows: int, cols: int) -> list[int | None]:
    """Return the values round a cell, in a circle from its upper left; None beyond the border."""
    row, col = divmod(cell, cols)
    return [
        cells[r * cols + c]
        if 0 <= (r := row + down) < rows and 0 <= (c := col + across) < cols
        else None
        for down, across in _RING
    ]


def pieces(ring: Sequence[int | None], value: int) -> int:
    """Count the separate pieces of a value round a cell."""
    turned = [ring[-1], *ring[:-1]]
    return sum(here == value != before for before, here in zip(turned, ring, strict=True))


# --- one colour --------------------------------------------------------------------------------


def one_colour(
    picture: Picture,
    *,
    threshold: int | None,
    invert: bool,
    dither: bool,
    lean: float = 0.0,
    by_paper: bool = False,
) -> CellSketch:
    """Shade dark cells (with `invert` the light ones, `by_paper` those unlike the paper);
    `threshold` is a brightness up to 255, None for the one that parts the picture best, moved by
    `lean` towards the lighter side."""
    if by_paper:
        tones, is_brightness = _likeness(picture), False
    else:
        tones, is_brightness = _tones(picture, by_brightness=threshold is not None)
    limit = None if threshold is None else threshold / 255 - _TINY
    if invert:
        tones = [1 - tone for tone in tones]
        limit = None if limit is None else 1 - limit
    rows, cols = picture.rows, picture.cols
    limit = _limit(tones, rows, cols, dither, lean) if limit is None else limit
    scores, cells = _shaded(tones, limit, rows, cols, dither)
    palette, paper = (colours.BLACK,), colours.WHITE
    sketch = CellSketch(rows, cols, cells, palette, paper, scores, lean)
    return replace(sketch, limit=1 - limit if invert else limit) if is_brightness else sketch


def shades_paper(picture: Picture, sketch: CellSketch) -> bool:
    """Return True if a sketch in one colour shades what has the colour of an even border."""
    wanted = picture.paper
    if wanted is None:
        return False
    near = [
        max(abs(a - b) for a, b in zip(rgb, wanted, strict=True)) <= _SAME
        for rgb in picture.colours
    ]
    is_paper = [sum(share for place, share in mix if near[place]) > 0.9 for mix in picture.cells]
    values = [value for value, inside in zip(sketch.cells, is_paper, strict=True) if inside]
    return 2 * values.count(EMPTY) < len(values)


def _limit(tones: Sequence[float], rows: int, cols: int, dither: bool, lean: float) -> float:
    """Return the best limit between dark and light, moved by `lean` towards the light cells."""
    sharp = tones if dither else ridges.sharpen(tones, rows, cols)
    limit = otsu(sharp)
    light = [tone for tone in sharp if tone > limit] if lean and not dither else []
    return limit + lean * (sum(light) / len(light) - limit) if light else limit


def _shaded(
    tones: Sequence[float], limit: float, rows: int, cols: int, dither: bool
) -> tuple[Scores, Cells]:
    """Shade the cells darker than the limit."""
    if dither:
        points = [(tone,) for tone in tones]
        return _against(tones, limit), _diffuse(points, ((0.0,), (1.0,)), cols, (limit - 0.5,))
    if limit <= 0:
        return _against(tones, limit), (EMPTY,) * len(tones)
    sharp = ridges.sharpen(tones, rows, cols)
    # Faint pieces of dark lines become just dark where they go on from a dark cell, so that lines
    # do not fall into dashes.
    light = [tone for tone in sharp if tone > limit]
    faint = (limit + sum(light) / len(light)) / 2 if light else limit
    among = [cell for cell, tone in enumerate(sharp) if limit <= tone < faint]
    starts = [cell for cell, tone in enumerate(sharp) if tone < limit]
    for cell in ridges.faint_lines([-tone for tone in tones], among, starts, rows, cols):
        sharp[cell] = limit - _JUST
    scores = _against(sharp, limit)
    return scores, _decide(scores, rows, cols)


def _against(tones: Sequence[float], limit: float) -> Scores:
    return [[limit - tone for tone in tones], [tone - limit for tone in tones]]


def _likeness(picture: Picture) -> list[float]:
    """Return for each cell how like the paper it is, 0 to 1."""
    assert picture.paper is not None
    paper = oklab(picture.paper)
    away = [apart(oklab(rgb), paper) ** 0.5 for rgb in picture.colours]
    most = max(away) or 1.0
    return [1 - sum(away[place] * share for place, share in mix) / most for mix in picture.cells]


def _tones(picture: Picture, *, by_brightness: bool) -> tuple[list[float], bool]:
    """Return the lightness of each cell, 0 to 1, and True if that is its brightness. Where colours
    differ but brightness hardly does, as red on green, the direction in which they differ most
    takes its place."""
    bright = [brightness(rgb) / 255 for rgb in picture.colours]
    by_colour = False
    if not by_brightness:
        labs = [oklab(rgb) for rgb in picture.colours]
        axis = _main_axis(labs, picture.weights())
        if axis[0] ** 2 < _ISOLUMINANT:
            by_colour = True
            along = [_along(axis, lab) for lab in labs]
            low, high = min(along), max(along)
            bright = [(value - low) / (high - low) for value in along]
            # Neither side is the darker one: an even border tells which is the paper.
            if picture.paper and 2 * _along(axis, oklab(picture.paper)) < low + high:
                bright = [1 - value for value in bright]
    tones = [sum(bright[place] * share for place, share in mix) for mix in picture.cells]
    return tones, not by_colour


def _along(axis: Sequence[float], lab: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(axis, lab, strict=True))


def _main_axis(points: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """Return the direction in which points differ most, of length 1, lighter upwards (the first
    eigenvector of their covariances, by repeated multiplication)."""
    total = sum(weights)
    middle = [
        sum(point[at] * weight for point, weight in zip(points, weights, strict=True)) / total
        for at in range(3)
    ]
    away = [[value - mean for value, mean in zip(point, middle, strict=True)] for point in points]
    matrix = [
        [sum(w * a[i] * a[j] for a, w in zip(away, weights, strict=True)) for j in range(3)]
        for i in range(3)
    ]
    axis = [1.0, 0.01, 0.001]
    for _ in range(50):
        turned = [sum(row[at] * axis[at] for at in range(3)) for row in matrix]
        length = sum(value * value for value in turned) ** 0.5
        if length < 1e-12:
            return [1.0, 0.0, 0.0]
        axis = [value / length for value in turned]
    return axis


def otsu(tones: Sequence[float]) -> float:
    """Return the threshold that parts light from dark best, with the largest variance between."""
    levels = sorted(tones)
    total, count = sum(levels), len(levels)
    best, limit, below = 0.0, 0.5, 0.0
    for number, (tone, following) in enumerate(pairwise(levels), 1):
        below += tone
        apart = (total - below) / (count - number) - below / number
        spread = number * (count - number) * apart * apart
        if following - tone > 1e-9 and spread > best:
            best, limit = spread, (tone + following) / 2
    return limit


def brightness(rgb: Sequence[float]) -> float:
    """Return the brightness of a colour, 0 to 255."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


# --- several colours ---------------------------------------------------------------------------


def several_colours(
    picture: Picture, most: int, *, dither: bool, lean: float, check: Check
) -> CellSketch:
    """Paint in up to `most` colours beside the paper, which is the most common colour at the
    border; `lean` gives the paper less weight against the others; `check` ends it by raising."""
    inks = choose_inks(picture, most, check)
    while True:
        check()
        scores, cells = _paint(picture, inks, dither, lean)
        counts = [cells.count(ink) for ink in range(len(inks.rgbs) - 1)]
        if len(counts) < 2:
            break
        rim = None if dither else _rim(picture, inks, cells)
        if rim is None and min(counts) > len(cells) / 500:
            break
        # Next to no cell has this colour, or only those at a soft edge.
        inks = inks.without(counts.index(min(counts)) if rim is None else rim)
    *palette, paper = (f"#{bytes(rgb).hex()}" for rgb in inks.rgbs)
    # A picture of one colour is all paper, but a puzzle has a colour to shade with.
    palette = palette or [colours.WHITE if paper == colours.BLACK else colours.BLACK]
    return CellSketch(picture.rows, picture.cols, cells, tuple(palette), paper, scores, lean)


def _rim(picture: Picture, inks: Inks, cells: Cells) -> int | None:
    """Return an ink that is only the rim of a soft edge: mixed of others and never an area; None if
    there is none."""
    rows, cols = picture.rows, picture.cols
    for ink in range(len(inks.rgbs) - 1):
        own = [cell for cell, value in enumerate(cells) if value == ink]
        rings = (set(ring_of(cells, cell, rows, cols)) - {None} for cell in own)
        if sum(ring == {ink} for ring in rings) <= _RIM * len(own) and inks.is_mixed(picture, ink):
            return ink
    return None


def _paint(picture: Picture, inks: Inks, dither: bool, lean: float) -> tuple[Scores, Cells]:
    rows, cols = picture.rows, picture.cols
    shares = inks.shares(picture)
    if dither:
        means = [oklab(mean) for mean in picture.means()]
        return shares, _diffuse(means, [oklab(rgb) for rgb in inks.rgbs], cols, (0.0, 0.0, 0.0))
    if len(shares) == 2:
        limit = _limit(shares[-1], rows, cols, False, lean)
        return _shaded(shares[-1], limit, rows, cols, False)
    scores = [ridges.sharpen(share, rows, cols) for share in shares]
    scores[-1] = [
        score - lean * _LEAN if share < 1 else score
        for score, share in zip(scores[-1], shares[-1], strict=True)
    ]
    for ink, share in enumerate(shares[:-1]):
        # Faint pieces of an ink's lines win where they go on from its cells.
        best = list(map(max, zip(*scores, strict=True)))
        behind = [top - score for top, score in zip(best, scores[ink], strict=True)]
        among = [cell for cell, gap in enumerate(behind) if 0 < gap < _FAINT]
        starts = [cell for cell, gap in enumerate(behind) if gap == 0]
        for cell in ridges.faint_lines(share, among, starts, rows, cols):
            scores[ink][cell] = best[cell] + _JUST
    return scores, _decide(scores, rows, cols)


# --- dithering ---------------------------------------------------------------------------------


def _diffuse(
    points: Sequence[Sequence[float]],
    inks: Sequence[Sequence[float]],
    cols: int,
    shift: Sequence[float],
) -> Cells:
    """Return the nearest ink for each cell, the last being the paper, with what it is wrong by
    handed on to the cells that follow (Floyd and Steinberg); `shift` moves the middle between
    inks."""

    def apart(point: Sequence[float], ink: int) -> float:
        triples = zip(point, inks[ink], shift, strict=True)
        return sum((x - y - move) ** 2 for x, y, move in triples)

    left = [list(point) for point in points]
    cells = []
    for cell, point in enumerate(left):
        ink = min(range(len(inks)), key=lambda each: apart(point, each))
        cells.append(EMPTY if ink == len(inks) - 1 else ink)
        wrong = [value - wanted for value, wanted in zip(point, inks[ink], strict=True)]
        row, col = cell_at(cell, cols)
        for down, across, share in _FOLLOWERS:
            other = cell_number((row + down, col + across), cols)
            if 0 <= col + across < cols and other < len(left):
                left[other] = [
                    value + error * share for value, error in zip(left[other], wrong, strict=True)
                ]
    return tuple(cells)


_FOLLOWERS = ((0, 1, 7 / 16), (1, 0, 5 / 16), (1, -1, 3 / 16), (1, 1, 1 / 16))
"""Rows down and columns across to the cells that an error is handed on to, with their shares."""
