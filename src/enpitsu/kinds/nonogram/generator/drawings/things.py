"""Houses, vehicles, tools and signs."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from enpitsu.kinds.nonogram.generator.canvas import Drawing, DrawingPart, arc, star
from enpitsu.kinds.nonogram.generator.drawings.parts import (
    area,
    bar,
    blob,
    both,
    disc,
    dot,
    line,
    pane,
)


def house(rng: Random) -> Drawing:
    """A house with a chimney."""
    eaves = rng.uniform(0.4, 0.5)
    door = rng.choice((0.2, 0.42, 0.6))
    parts: Drawing = []
    if rng.random() < 0.7:
        parts.append(bar(0.7, 0.08, 0.12, 0.3, "brown"))
    parts.append(bar(0.1, eaves - 0.02, 0.8, 1.02 - eaves, rng.choice(("tan", "yellow", "cream"))))
    parts.append(area([(0.5, 0.0), (1.02, eaves), (-0.02, eaves)], rng.choice(("red", "brown"))))
    parts.append(pane(door, 0.7, 0.18, 0.3, "brown"))
    windows = [x for x in (0.2, 0.42, 0.64) if abs(x - door) > 0.1]
    for x in windows[: 1 + (rng.random() < 0.7)]:
        parts.append(pane(x, 0.6, 0.15, 0.16, "sky"))
    if rng.random() < 0.4:
        parts.append(dot(0.5, eaves * 0.65, 0.07, "sky"))
    return parts


def castle(rng: Random) -> Drawing:
    """A castle with towers."""
    paint = rng.choice(("grey", "tan"))
    parts = [bar(0.1, 0.5, 0.8, 0.5, paint)]
    for left in (0.0, 0.74):
        parts.append(bar(left, 0.28, 0.26, 0.72, paint))
        parts += [bar(left + step, 0.2, 0.07, 0.1, paint) for step in (0.0, 0.095, 0.19)]
        parts.append(pane(left + 0.1, 0.44, 0.06, 0.14, "navy"))
    parts += [bar(x, 0.42, 0.08, 0.1, paint) for x in (0.32, 0.46, 0.6)]
    parts.append(
        area([*arc(0.5, 0.8, 0.12, 0.16, 0.5, 1.0), (0.62, 1.0), (0.38, 1.0)], "brown", hollow=True)
    )
    if rng.random() < 0.6:
        parts.append(line([(0.13, 0.22), (0.13, 0.0)], "brown", 0.03))
        parts.append(area([(0.14, 0.0), (0.34, 0.06), (0.14, 0.13)], "red"))
    return parts


def boat(rng: Random) -> Drawing:
    """A sailing boat."""
    mast = rng.uniform(0.44, 0.52)
    parts = [
        line([(mast, 0.02), (mast, 0.75)], "brown", 0.04),
        area(
            [(mast + 0.05, 0.04), (mast + 0.05, 0.62), (0.94, 0.62)], rng.choice(("red", "yellow"))
        ),
        area([(mast - 0.06, 0.14), (mast - 0.06, 0.62), (0.12, 0.62)], "orange"),
        area([(0.0, 0.72), (1.0, 0.72), (0.82, 0.92), (0.18, 0.92)], "brown"),
    ]
    if rng.random() < 0.7:
        parts.append(bar(-0.05, 0.95, 1.1, 0.07, "blue"))
    return parts


def steamer(rng: Random) -> Drawing:
    """A steamer with smoke."""
    parts = [
        area([(0.0, 0.66), (1.0, 0.62), (0.88, 0.92), (0.1, 0.92)], "navy"),
        bar(0.2, 0.48, 0.58, 0.18, "cream"),
        bar(0.34, 0.24, 0.12, 0.26, "red"),
        bar(0.54, 0.24, 0.12, 0.26, "red"),
        disc(0.5, 0.12, 0.1, "grey"),
        disc(0.7, 0.06, 0.12, "grey"),
        bar(-0.05, 0.95, 1.1, 0.07, "blue"),
    ]
    return parts + [dot(x, 0.78, 0.045, "yellow") for x in (0.28, 0.46, 0.64)][: rng.choice((2, 3))]


def car(rng: Random) -> Drawing:
    """A car."""
    paint = rng.choice(("red", "blue", "yellow", "green"))
    back = rng.uniform(0.12, 0.22)
    return [
        area([(back, 0.4), (back + 0.1, 0.06), (0.64, 0.06), (0.78, 0.4)], paint),
        area([(0.0, 0.4), (0.86, 0.38), (1.0, 0.52), (1.0, 0.78), (0.0, 0.78)], paint),
        area(
            [(back + 0.1, 0.38), (back + 0.16, 0.15), (0.42, 0.15), (0.42, 0.38)],
            "sky",
            hollow=True,
        ),
        area([(0.5, 0.38), (0.5, 0.15), (0.6, 0.15), (0.69, 0.38)], "sky", hollow=True),
        disc(0.23, 0.8, 0.17, "cream", hollow=True),
        disc(0.77, 0.8, 0.17, "cream", hollow=True),
        disc(0.23, 0.82, 0.13, "black"),
        disc(0.77, 0.82, 0.13, "black"),
        dot(0.23, 0.82, 0.04, "grey"),
        dot(0.77, 0.82, 0.04, "grey"),
    ]


def train(rng: Random) -> Drawing:
    """A steam engine."""
    paint = rng.choice(("red", "green", "blue"))
    return [
        disc(0.26, 0.06, 0.09, "grey"),
        disc(0.42, 0.0, 0.11, "grey"),
        area([(0.08, 0.2), (0.32, 0.2), (0.26, 0.42), (0.14, 0.42)], "black"),
        bar(0.02, 0.4, 0.6, 0.32, paint),
        bar(0.6, 0.16, 0.36, 0.56, paint),
        bar(0.54, 0.1, 0.48, 0.08, "black"),
        pane(0.69, 0.28, 0.18, 0.18, "sky"),
        disc(0.16, 0.86, 0.13, "black"),
        disc(0.46, 0.86, 0.13, "black"),
        disc(0.8, 0.82, 0.18, "black"),
        dot(0.8, 0.82, 0.06, "grey"),
        dot(0.16, 0.86, 0.035, "grey"),
        dot(0.46, 0.86, 0.035, "grey"),
        area([(0.02, 0.7), (0.02, 0.98), (-0.12, 0.98)], "brown"),
    ]


def rocket(rng: Random) -> Drawing:
    """A rocket at its start."""
    paint, fin = rng.choice((("grey", "red"), ("sky", "orange"), ("cream", "blue")))
    flame = rng.uniform(0.92, 1.0)
    return [
        area(both([(0.5, flame), (0.36, 0.76)]), "orange"),
        area([(0.34, 0.44), (0.12, 0.82), (0.36, 0.74)], fin),
        area([(0.66, 0.44), (0.88, 0.82), (0.64, 0.74)], fin),
        area(both([(0.5, 0.0), (0.36, 0.16), (0.31, 0.36), (0.33, 0.76)]), paint),
        dot(0.5, 0.32, rng.uniform(0.08, 0.1), "blue"),
        line([(0.5, 0.58), (0.5, 0.72)], "navy", 0.03, hollow=True),
    ]


def balloon(rng: Random) -> Drawing:
    """A hot-air balloon."""
    one, two = rng.sample(("red", "yellow", "blue", "orange", "purple"), 2)
    return [
        disc(0.5, 0.36, 0.38, one),
        area([(0.16, 0.52), (0.84, 0.52), (0.62, 0.76), (0.38, 0.76)], one),
        blob(0.5, 0.38, 0.14, 0.38, two, hollow=True),
        line([(0.38, 0.76), (0.42, 0.88)], "brown", 0.02),
        line([(0.62, 0.76), (0.58, 0.88)], "brown", 0.02),
        bar(0.39, 0.87, 0.22, 0.13, "brown"),
    ]


def umbrella(rng: Random) -> Drawing:
    """An umbrella."""
    one, two = rng.sample(("red", "blue", "yellow", "purple"), 2)
    hem = [(1 - at / 24, 0.5 - 0.06 * abs(sin(pi * at / 8))) for at in range(25)]
    return [
        line([(0.5, 0.02), (0.5, 0.9), (0.56, 0.97), (0.66, 0.97), (0.7, 0.88)], "brown", 0.05),
        area([*arc(0.5, 0.5, 0.5, 0.44, 0.5, 1.0), *hem], one),
        area(
            [(0.5, 0.08), (0.36, 0.26), (0.33, 0.44), (0.67, 0.44), (0.64, 0.26)],
            two,
            hollow=rng.random() < 0.6,
        ),
        line([(0.5, 0.4), (0.5, 0.6)], "brown", 0.05),
    ]


def cup(rng: Random) -> Drawing:
    """A cup of something hot."""
    paint = rng.choice(("red", "blue", "green", "purple"))
    parts = [
        line(arc(0.74, 0.6, 0.2, 0.17, -0.25, 0.25), paint, 0.07),
        area(
            [(0.12, 0.36), (0.78, 0.36), (0.72, 0.78), (0.6, 0.88), (0.3, 0.88), (0.18, 0.78)],
            paint,
        ),
        bar(0.0, 0.92, 0.92, 0.07, "brown"),
    ]
    for x in (0.3, 0.6):
        parts.append(
            line([(x, 0.26), (x + 0.05, 0.18), (x - 0.02, 0.1), (x + 0.03, 0)], "grey", 0.04)
        )
    if rng.random() < 0.6:
        parts.append(DrawingPart(_heart(0.45, 0.6, 0.13), "pink", hollow=True))
    return parts


def teapot(rng: Random) -> Drawing:
    """A teapot."""
    paint = rng.choice(("blue", "red", "green", "orange"))
    parts = [
        line(arc(0.84, 0.55, 0.18, 0.2, -0.3, 0.3), paint, 0.07),
        area([(0.3, 0.5), (0.02, 0.3), (-0.08, 0.34), (0.2, 0.8)], paint),
        blob(0.54, 0.62, 0.36, 0.32, paint),
        area(arc(0.54, 0.32, 0.22, 0.14, 0.5, 1.0), paint),
        disc(0.54, 0.13, 0.06, "yellow"),
        line([(0.3, 0.34), (0.78, 0.34)], "cream", 0.02, hollow=True),
    ]
    if rng.random() < 0.6:
        parts += [dot(x, 0.62, 0.06, "yellow") for x in (0.36, 0.54, 0.72)]
    return parts


def _heart(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    points = []
    for at in range(32):
        angle = 2 * pi * at / 32
        across = sin(angle) ** 3
        up = (13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)) / 16
        points.append((x + size * across, y - size * up))
    return tuple(points)


def heart(rng: Random) -> Drawing:
    """A heart, maybe with an arrow or a smaller one inside."""
    parts = [DrawingPart(_heart(0.5, 0.5, 0.5), "red")]
    style = rng.random()
    if style < 0.35:
        parts.append(DrawingPart(_heart(0.5, 0.48, 0.27), "pink", hollow=True))
    elif style < 0.7:
        parts.append(blob(0.28, 0.3, 0.08, 0.11, "pink", hollow=True, turn=0.6))
    else:
        parts.append(line([(0.02, 0.8), (0.98, 0.16)], "cream", 0.07, hollow=True))
        parts.append(line([(-0.1, 0.88), (0.12, 0.735)], "brown", 0.05))
        parts.append(line([(0.88, 0.225), (1.1, 0.08)], "brown", 0.05))
    return parts


def key(rng: Random) -> Drawing:
    """A key."""
    teeth = rng.choice(((0.7, 0.86), (0.66, 0.78, 0.9)))
    parts = [
        line([(0.3, 0.5), (1.0, 0.5)], "yellow", 0.1),
        disc(0.22, 0.5, 0.24, "yellow"),
        dot(0.2, 0.5, 0.1, "brown"),
    ]
    return parts + [line([(x, 0.5), (x, 0.7)], "yellow", 0.07) for x in teeth]


def anchor(rng: Random) -> Drawing:
    """An anchor."""
    wide = rng.uniform(0.38, 0.44)
    left, right = 0.5 - wide, 0.5 + wide
    return [
        line(arc(0.5, 0.1, 0.1, 0.1, 0.0, 1.0), "navy", 0.05),
        line([(0.5, 0.2), (0.5, 0.94)], "navy", 0.09),
        line([(0.26, 0.34), (0.74, 0.34)], "brown", 0.08),
        line(arc(0.5, 0.6, wide, 0.36, 0.02, 0.48), "navy", 0.09),
        area([(left - 0.1, 0.68), (left + 0.02, 0.48), (left + 0.16, 0.68)], "navy"),
        area([(right + 0.1, 0.68), (right - 0.02, 0.48), (right - 0.16, 0.68)], "navy"),
    ]


def note(rng: Random) -> Drawing:
    """Two notes under one beam."""
    fall = rng.uniform(0.0, 0.1)
    return [
        area([(0.26, 0.1 + fall), (0.94, 0.0), (0.94, 0.18), (0.26, 0.28 + fall)], "black"),
        line([(0.3, 0.14 + fall), (0.3, 0.84)], "black", 0.07),
        line([(0.9, 0.06), (0.9, 0.74)], "black", 0.07),
        blob(0.17, 0.86, 0.18, 0.13, "red", turn=-0.3),
        blob(0.77, 0.76, 0.18, 0.13, "red", turn=-0.3),
    ]


def crown(rng: Random) -> Drawing:
    """A crown with jewels."""
    inner = rng.uniform(0.44, 0.54)
    parts = [
        area(
            [
                (0.06, 0.9),
                (0.0, 0.2),
                (0.25, inner),
                (0.5, 0.08),
                (0.75, inner),
                (1.0, 0.2),
                (0.94, 0.9),
            ],
            "yellow",
        ),
        disc(0.0, 0.16, 0.07, "red"),
        disc(0.5, 0.06, 0.07, "red"),
        disc(1.0, 0.16, 0.07, "red"),
    ]
    parts += [
        dot(x, 0.72, 0.05, paint) for x, paint in ((0.25, "blue"), (0.5, "red"), (0.75, "blue"))
    ]
    return parts


def bell(rng: Random) -> Drawing:
    """A bell."""
    parts = [
        disc(0.5, 0.08, 0.08, "red"),
        dot(0.5, 0.93, 0.09, "brown", hollow=False),
        area(both([(0.5, 0.1), (0.34, 0.16), (0.26, 0.34), (0.22, 0.62), (0.04, 0.82)]), "yellow"),
        line([(0.02, 0.83), (0.98, 0.83)], "orange", 0.06),
    ]
    if rng.random() < 0.6:
        parts.append(line([(0.38, 0.28), (0.34, 0.58)], "cream", 0.04, hollow=True))
    return parts


def candle(rng: Random) -> Drawing:
    """A burning candle."""
    top = rng.uniform(0.36, 0.44)
    return [
        area(both([(0.5, 0.0), (0.42, 0.12), (0.4, 0.2), (0.44, 0.28)]), "orange"),
        line([(0.5, 0.3), (0.5, top)], "black", 0.04),
        bar(0.34, top, 0.32, 0.92 - top, rng.choice(("red", "blue", "pink"))),
        line([(0.43, top + 0.06), (0.43, top + 0.24)], "cream", 0.04, hollow=True),
        area([(0.1, 0.8), (0.9, 0.8), (0.78, 1.0), (0.22, 1.0)], "brown"),
        line(arc(0.9, 0.86, 0.14, 0.1, -0.3, 0.3), "brown", 0.05),
    ]


def lighthouse(rng: Random) -> Drawing:
    """A lighthouse with its beam."""
    bands = rng.choice((3, 5))
    parts = [area([(0.36, 0.28), (0.64, 0.28), (0.74, 0.9), (0.26, 0.9)], "red")]
    step = 0.62 / bands
    for band in range(1, bands, 2):
        top, half = 0.28 + band * step, 0.08 + 0.1 * (band * step) / 0.62
        more = half + 0.1 * step / 0.62
        low = top + step
        parts.append(
            area(
                [(0.5 - half, top), (0.5 + half, top), (0.5 + more, low), (0.5 - more, low)],
                "cream",
                hollow=True,
            )
        )
    parts += [
        area([(0.5, 0.0), (0.7, 0.12), (0.3, 0.12)], "navy"),
        bar(0.38, 0.12, 0.24, 0.14, "yellow", hollow=True),
        bar(0.3, 0.24, 0.4, 0.05, "navy"),
        area([(0.7, 0.16), (1.0, 0.08), (1.0, 0.3), (0.7, 0.22)], "yellow"),
        area([(0.3, 0.16), (0.0, 0.08), (0.0, 0.3), (0.3, 0.22)], "yellow"),
        bar(0.08, 0.9, 0.84, 0.1, "leaf"),
    ]
    return parts


def windmill(rng: Random) -> Drawing:
    """A windmill."""
    turn = rng.choice((pi / 4, pi / 4, 0.35))
    parts = [
        area([(0.36, 0.3), (0.64, 0.3), (0.76, 1.0), (0.24, 1.0)], rng.choice(("tan", "grey"))),
        area(arc(0.5, 0.32, 0.16, 0.16, 0.5, 1.0), "red"),
        pane(0.43, 0.8, 0.14, 0.2, "brown"),
        pane(0.45, 0.54, 0.1, 0.1, "sky"),
    ]
    for sail in range(4):
        angle = turn + sail * pi / 2
        end = (0.5 + 0.48 * cos(angle), 0.34 + 0.42 * sin(angle))
        parts.append(line([(0.5, 0.34), end], "blue", 0.08))
    return parts


def fivestar(rng: Random) -> Drawing:
    """A star, plain or with a face or a smaller star inside."""
    inner = rng.uniform(0.2, 0.26)
    parts = [DrawingPart(star(0.5, 0.54, 0.54, inner, 5), "yellow")]
    style = rng.random()
    if style < 0.5:
        parts += [dot(0.42, 0.5, 0.045, "brown"), dot(0.58, 0.5, 0.045, "brown")]
        parts.append(line(arc(0.5, 0.56, 0.09, 0.08, 0.05, 0.45), "brown", 0.03, hollow=True))
    elif style < 0.8:
        parts.append(DrawingPart(star(0.5, 0.54, 0.3, 0.13, 5), "orange", hollow=True))
    return parts


def cake(rng: Random) -> Drawing:
    """A cake with candles."""
    candles = rng.choice((2, 3))
    paint = rng.choice(("pink", "tan", "cream"))
    drip = [(0.9 - at * 0.1, 0.62 if at % 2 else 0.52) for at in range(9)]
    parts = [
        bar(0.1, 0.4, 0.8, 0.52, paint),
        area([(0.1, 0.4), (0.9, 0.4), *drip], "red", hollow=True),
    ]
    parts.append(bar(0.1, 0.36, 0.8, 0.06, "red"))
    for at in range(candles):
        x = 0.5 + (at - (candles - 1) / 2) * 0.26
        parts.append(line([(x, 0.16), (x, 0.38)], "blue", 0.06))
        parts.append(dot(x, 0.05, 0.05, "orange", hollow=False))
    return [*parts, bar(0.0, 0.93, 1.0, 0.07, "grey")]


def lamp(rng: Random) -> Drawing:
    """A table lamp."""
    paint = rng.choice(("orange", "red", "green"))
    return [
        area([(0.3, 0.0), (0.7, 0.0), (0.96, 0.5), (0.04, 0.5)], paint),
        line([(0.5, 0.5), (0.5, 0.92)], "brown", 0.09),
        line([(0.8, 0.52), (0.8, rng.uniform(0.66, 0.74))], "grey", 0.03),
        area(both([(0.36, 0.88), (0.2, 1.0)]), "brown"),
        line([(0.36, 0.1), (0.26, 0.38)], "cream", 0.04, hollow=True),
    ]


LETTERS = {
    "A": (((0, 1), (0.5, 0), (1, 1)), ((0.22, 0.66), (0.78, 0.66))),
    "E": (((1, 0), (0, 0), (0, 1), (1, 1)), ((0, 0.5), (0.8, 0.5))),
    "H": (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    "K": (((0, 0), (0, 1)), ((1, 0), (0, 0.55)), ((0.3, 0.4), (1, 1))),
    "M": (((0, 1), (0, 0), (0.5, 0.6), (1, 0), (1, 1)),),
    "N": (((0, 1), (0, 0), (1, 1), (1, 0)),),
    "R": (((0, 1), (0, 0), (0.8, 0), (1, 0.25), (0.8, 0.5), (0, 0.5)), ((0.45, 0.5), (1, 1))),
    "S": (
        (
            (1, 0.1),
            (0.8, 0),
            (0.2, 0),
            (0, 0.25),
            (0.2, 0.48),
            (0.8, 0.52),
            (1, 0.75),
            (0.8, 1),
            (0.2, 1),
            (0, 0.9),
        ),
    ),
    "X": (((0, 0), (1, 1)), ((1, 0), (0, 1))),
    "Y": (((0, 0), (0.5, 0.5), (1, 0)), ((0.5, 0.5), (0.5, 1))),
    "Z": (((0, 0), (1, 0), (0, 1), (1, 1)),),
    "?": (
        ((0, 0.2), (0.2, 0), (0.8, 0), (1, 0.22), (0.5, 0.5), (0.5, 0.66)),
        ((0.5, 0.97), (0.5, 1)),
    ),
}
"""Strokes of letters."""


def letter(rng: Random) -> Drawing:
    """A bold letter, maybe underlined."""
    paint, under = rng.sample(("red", "blue", "purple", "leaf"), 2)
    thick = rng.uniform(0.17, 0.24)
    parts = [line(points, paint, thick) for points in LETTERS[rng.choice(sorted(LETTERS))]]
    if rng.random() < 0.4:
        parts.append(bar(-thick / 2, 1.0 + thick * 0.9, 1.0 + thick, thick * 0.5, under))
    return parts


THINGS = (
    house,
    castle,
    boat,
    steamer,
    car,
    train,
    rocket,
    balloon,
    umbrella,
    cup,
    teapot,
    heart,
    key,
    anchor,
    note,
    crown,
    bell,
    candle,
    lighthouse,
    windmill,
    fivestar,
    cake,
    lamp,
    letter,
)
