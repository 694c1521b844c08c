"""Pictures of a measurement: a cactus plot of all setups, and a scatter of two.

They are scenes like boards, so every output that draws boards draws them. Each setup has a colour
and a sign of its own, and further ones dashed lines: nothing depends on seeing colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from enpitsu.lab.axes import ROOM, SMALL, TEXT, Area, Counts, Times, seconds_text, text_width
from enpitsu.lab.bench_run import BenchRun
from enpitsu.lab.setups import Setup
from enpitsu.lab.summary import Runs
from enpitsu.scene import Circle, Ink, Label, Path, Point, Polygon, Scene, Shape, Strokes

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#b4558d",
    "#b07d00",
    "#3a9bd1",
    "#4d4d4d",
    "#8c510a",
)
SIGN_SIZE = 0.13
MOST_SIGNS = 25
"""Signs on a line: with more points than that only some have one."""
TOP, WIDTH, HEIGHT, SQUARE = 1.6, 16.3, 10.0, 11.3
LEGEND_GAP, LEGEND_ROW, SAMPLE = 1.9, 1.0, 0.6
KEY = ("solved in both setups", "not solved in one or both")
"""What a ring and a cross mean."""
APART = 0.2
"""Cells between texts and what they stand beside."""
LATE = 1.45
"""How much later than the limit unsolved puzzles are drawn, so that they are seen apart."""


def cactus(found: Mapping[Setup, Runs], *, seconds: float, title: str) -> Scene:
    """How many puzzles each setup solves within which time each."""
    times = {setup: _solved(runs.values(), seconds) for setup, runs in found.items()}
    every = [each for own in times.values() for each in own]
    puzzles = max((len(runs) for runs in found.values()), default=0)
    area = Area(0, 0, HEIGHT, WIDTH, Counts(puzzles), Times([*every, seconds]))
    series = [_Series(number, setup.name) for number, setup in enumerate(times)]
    shapes = area.shapes("puzzles solved", "time for each")
    shapes += _limit_up(area, seconds)
    for own, line in zip(series, times.values(), strict=True):
        points = [area.point(count, time) for count, time in enumerate(line, 1)]
        shapes += own.line(points)
    legend, rows = _legend(series, area)
    return _scene(title, [*shapes, *legend], rows, area, series)


def _solved(runs: Iterable[BenchRun], seconds: float) -> list[float]:
    return sorted(run.seconds for run in runs if run.is_solved(seconds))


def _limit_up(area: Area, seconds: float) -> list[Shape]:
    """The limit as a line across, with its text at its end."""
    row, _ = area.point(0, seconds)
    text = f"limit {seconds_text(seconds)}"
    return [
        Strokes((((row, area.col), (row, area.right)),), "stray"),
        Label(row, area.right + APART + text_width(text, SMALL) / 2, text, SMALL, "text"),
    ]


def scatter(
    first: tuple[Setup, Runs], second: tuple[Setup, Runs], *, seconds: float, title: str
) -> Scene:
    """Each puzzle by its time in one setup (across) and in another (up)."""
    pairs = [
        (_time(run, seconds), _time(second[1][puzzle], seconds))
        for puzzle, run in first[1].items()
        if puzzle in second[1]
    ]
    every = [each for pair in pairs for each in pair]
    scale = Times([*every, seconds * LATE])
    area = Area(0, 0, SQUARE, SQUARE, scale, scale)
    series = [_Series(number, name) for number, name in enumerate(KEY)]
    shapes = area.shapes(f"time with {first[0].name}", f"time with {second[0].name}")
    shapes += [*_diagonals(area, scale), *_limit_up(area, seconds), _limit_across(area, seconds)]
    for across, up in pairs:
        sign = series[max(across, up) > seconds]
        shapes += sign.ring(area.point(across, up))
    shapes += [*_pile(area, pairs, seconds), *_key(series, area)]
    names = (first[0].name, second[0].name)
    for number, words in enumerate(_in_words(pairs, names, seconds)):
        shapes.append(Label(area.bottom + 2.15 + 0.45 * number, SQUARE / 2, words, SMALL, "text"))
    return _scene(title, shapes, area.bottom + 2.8, area, series)


def _time(run: BenchRun, seconds: float) -> float:
    return run.seconds if run.is_solved(seconds) else seconds * LATE


def _pile(area: Area, pairs: Iterable[tuple[float, float]], seconds: float) -> list[Shape]:
    """How many puzzles the one sign stands for where neither setup solved them: above the frame,
    where there is room whatever the scale."""
    count = sum(min(pair) > seconds for pair in pairs)
    if count < 2:
        return []
    _, col = area.point(seconds * LATE, 0)
    return [Label(area.row - APART - SMALL / 2, col, f"neither: {count}", SMALL, "text")]


def _key(series: Sequence[_Series], area: Area) -> list[Shape]:
    """What the signs mean, in a line below the axis."""
    row, gap = area.bottom + 1.6, APART
    widths = [text_width(each.name, SMALL) for each in series]
    col = area.col + (area.width - sum(widths) - 4 * gap) / 2
    shapes: list[Shape] = []
    for each, width in zip(series, widths, strict=True):
        shapes += each.ring((row, col))
        shapes.append(Label(row, col + gap + width / 2, each.name, SMALL, "text"))
        col += width + 4 * gap
    return shapes


def _limit_across(area: Area, seconds: float) -> Shape:
    _, col = area.point(seconds, 0)
    return Strokes((((area.row, col), (area.bottom, col)),), "stray")


def _diagonals(area: Area, scale: Times) -> list[Shape]:
    """Where both take the same time, and where one takes ten times as long."""
    low, high = scale.low, scale.high
    equal = (area.point(low, low), area.point(high, high))
    tenfold = (
        (area.point(low, low * 10), area.point(high / 10, high)),
        (area.point(low * 10, low), area.point(high, high / 10)),
    )
    return [Strokes(tenfold, "grid"), Path(equal, "grid5")]


def _in_words(
    pairs: Sequence[tuple[float, float]], names: tuple[str, str], seconds: float
) -> list[str]:
    """How many puzzles lie where."""
    both = [(a, b) for a, b in pairs if max(a, b) <= seconds]
    sooner = [sum(a < b for a, b in both), sum(a > b for a, b in both)]
    alone = [sum(a <= seconds < b for a, b in pairs), sum(b <= seconds < a for a, b in pairs)]
    neither = len(pairs) - len(both) - sum(alone)
    return [
        f"both solved {len(both)}: {names[0]} is sooner on {sooner[0]}, {names[1]} on {sooner[1]}",
        f"only {names[0]} solved {alone[0]}, only {names[1]} {alone[1]}, neither {neither}",
    ]


def _scene(
    title: str, shapes: list[Shape], rows: float, area: Area, series: Iterable[_Series]
) -> Scene:
    heading = Label(-1.15, area.width / 2, title, 1.25 * TEXT, "heading")
    inks = {name: ink for each in series for name, ink in each.inks.items()}
    inks["heading"] = Ink(like="sign", fill="#1d2430")
    return Scene(
        rows=math.ceil(rows),
        cols=math.ceil(max(area.right + ROOM, *map(_end, shapes))),
        title=title,
        shapes=(heading, *shapes),
        top=TOP,
        left=ROOM,
        inks=inks,
    )


def _end(shape: Shape) -> float:
    """The column in which a text ends."""
    return shape.col + text_width(shape.text, shape.size) / 2 if isinstance(shape, Label) else 0


# --- lines and signs -----------------------------------------------------------------------------


class _Series(NamedTuple):
    """What is drawn for one setup: the number of its colour and sign, and its name."""

    number: int
    name: str

    @property
    def inks(self) -> dict[str, Ink]:
        """Its styles: further rounds through the colours are dashed."""
        colour = COLOURS[self.number % len(COLOURS)]
        is_dashed = self.number // len(COLOURS) % 2 == 1
        return {
            self.style("line"): Ink(like="stray" if is_dashed else "cross", stroke=colour),
            self.style("sign"): Ink(like="dot", fill=colour),
            self.style("open"): Ink(like="strike", stroke=colour),
        }

    def style(self, part: str) -> str:
        """The name of one of its styles."""
        return f"series-{self.number + 1}-{part}"

    def line(self, points: Sequence[Point]) -> list[Shape]:
        """A line through all points, with signs on some of them."""
        if not points:
            return []
        apart = math.ceil(len(points) / MOST_SIGNS)
        # Counted from the end, which matters most.
        signs = [self.sign(point) for point in points[::-apart]]
        return [Path(tuple(points), self.style("line")), *signs]

    def sign(self, at: Point) -> Shape:
        """Its sign."""
        return _SIGNS[self.number % len(_SIGNS)](self, at)

    def ring(self, at: Point) -> list[Shape]:
        """A sign that lets others be seen through it: a ring, or a cross."""
        style = self.style("open")
        ring = Circle(*at, SIGN_SIZE, style)
        return [ring if self.number == 0 else Strokes(_cross(at), style)]

    def disc(self, at: Point) -> Shape:
        """A disc."""
        return Circle(*at, SIGN_SIZE, self.style("sign"))

    def corners(self, at: Point, count: int, turn: float) -> Shape:
        """A regular polygon; `turn` is the angle of its first corner from the top."""
        row, col = at
        size = SIGN_SIZE * (1.5 if count == 3 else 1.3)
        angles = [turn + 2 * math.pi * number / count for number in range(count)]
        points = tuple((row - size * math.cos(a), col + size * math.sin(a)) for a in angles)
        return Polygon(points, self.style("sign"))

    def crossed(self, at: Point) -> Shape:
        """A cross."""
        return Strokes(_cross(at), self.style("open"))


def _cross(at: Point) -> tuple[tuple[Point, ...], ...]:
    (row, col), size = at, SIGN_SIZE
    return (
        ((row - size, col - size), (row + size, col + size)),
        ((row - size, col + size), (row + size, col - size)),
    )


_SIGNS: tuple[Callable[[_Series, Point], Shape], ...] = (
    lambda own, at: own.disc(at),
    lambda own, at: own.corners(at, 4, math.pi / 4),
    lambda own, at: own.corners(at, 3, 0.0),
    lambda own, at: own.corners(at, 4, 0.0),
    lambda own, at: own.corners(at, 3, math.pi),
    lambda own, at: own.crossed(at),
    lambda own, at: own.corners(at, 5, 0.0),
)
"""One fewer than colours, so that the same pair comes late."""


def _legend(series: Sequence[_Series], area: Area) -> tuple[list[Shape], float]:
    """The signs with the names below them, as many in a row as there is room for; and the row in
    which it ends."""
    shapes: list[Shape] = []
    row = area.bottom + LEGEND_GAP
    for line in _lines(series, area.width):
        col = area.col + (area.width - sum(map(_room, line))) / 2
        for each in line:
            shapes += _entry(each, row, col + _room(each) / 2)
            col += _room(each)
        row += LEGEND_ROW
    return shapes, row


def _lines(series: Iterable[_Series], width: float) -> list[list[_Series]]:
    lines: list[list[_Series]] = []
    left = 0.0
    for each in series:
        if _room(each) > left:
            lines.append([])
            left = width
        lines[-1].append(each)
        left -= _room(each)
    return lines


def _room(each: _Series) -> float:
    """How much of a line its entry takes."""
    return max(2 * SAMPLE, text_width(each.name, TEXT)) + 2 * SAMPLE


def _entry(each: _Series, row: float, col: float) -> list[Shape]:
    return [
        Path(((row, col - SAMPLE), (row, col + SAMPLE)), each.style("line")),
        each.sign((row, col)),
        Label(row + 0.42, col, each.name, TEXT, "text"),
    ]
