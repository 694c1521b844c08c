"""Animals and faces."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from enpitsu.kinds.nonogram.generator.canvas import Drawing, DrawingPart, arc, lens, oval
from enpitsu.kinds.nonogram.generator.drawings.parts import (
    area,
    bar,
    blob,
    both,
    disc,
    dot,
    line,
    mirrored,
    pupil,
)


def fish(rng: Random) -> Drawing:
    """A fish."""
    paint = rng.choice(("orange", "blue", "red", "yellow"))
    fin = "red" if paint != "red" else "orange"
    high = rng.uniform(0.26, 0.34)
    parts = [
        area([(0.68, 0.5), (1.0, 0.2), (0.93, 0.5), (1.0, 0.8)], fin),
        area([(0.3, 0.5 - high), (0.46, 0.02), (0.62, 0.4)], fin),
        area(lens((-0.02, 0.5), (0.8, 0.5), high / 0.82), paint),
        dot(0.17, 0.42, 0.05, "cream"),
    ]
    if rng.random() < 0.6:
        parts.append(line(arc(0.2, 0.5, 0.12, 0.22, -0.15, 0.15), "cream", 0.03, hollow=True))
    if rng.random() < 0.5:
        parts.append(line(arc(0.38, 0.5, 0.12, 0.2, -0.15, 0.15), "cream", 0.03, hollow=True))
    if rng.random() < 0.5:
        parts += [dot(-0.1, 0.22, 0.04, "sky", hollow=False)]
        parts += [dot(-0.06, 0.06, 0.05, "sky", hollow=False)]
    return parts


def whale(rng: Random) -> Drawing:
    """A whale that blows."""
    parts = [
        area(
            [
                *arc(0.4, 0.66, 0.4, 0.34, 0.5, 1.0),
                (0.98, 0.5),
                (0.86, 0.84),
                (0.6, 1.0),
                (0.14, 1.0),
                (0.0, 0.82),
            ],
            "blue",
        ),
        area(lens((0.9, 0.62), (0.8, 0.28), 0.3), "blue"),
        area(lens((0.9, 0.62), (1.12, 0.3), 0.3), "blue"),
        dot(0.16, 0.7, 0.045, "cream"),
        line([(0.02, 0.86), (0.2, 0.88), (0.34, 0.84)], "cream", 0.03, hollow=True),
    ]
    parts.append(line([(0.38, 0.34), (0.38, 0.14)], "sky", 0.05))
    parts.append(line([(0.22, 0.12), (0.28, 0.02), (0.38, 0.12)], "sky", 0.05))
    parts.append(line([(0.54, 0.12), (0.48, 0.02), (0.38, 0.12)], "sky", 0.05))
    return parts


def bird(rng: Random) -> Drawing:
    """A small bird."""
    paint = rng.choice(("blue", "red", "yellow", "green"))
    wing = rng.choice(("navy", "brown", "purple"))
    return [
        line([(0.46, 0.8), (0.44, 1.0)], "orange", 0.04),
        line([(0.6, 0.8), (0.6, 1.0)], "orange", 0.04),
        area([(0.7, 0.5), (1.08, 0.24), (1.02, 0.44), (0.78, 0.74)], wing),
        blob(0.5, 0.6, 0.34, 0.26, paint),
        disc(0.26, 0.3, 0.21, paint),
        area([(0.1, 0.22), (-0.14, 0.33), (0.1, 0.4)], "orange"),
        area(lens((0.36, 0.52), (0.82, 0.62), 0.26), wing, hollow=True),
        dot(0.22, 0.26, 0.045, "cream"),
    ]


def duck(rng: Random) -> Drawing:
    """A duck on the water."""
    parts = [
        area(
            [
                (0.16, 0.52),
                (0.5, 0.5),
                (0.76, 0.54),
                (1.0, 0.36),
                (0.96, 0.66),
                (0.78, 0.86),
                (0.3, 0.86),
                (0.12, 0.7),
            ],
            "yellow",
        ),
        disc(0.28, 0.26, 0.2, "yellow"),
        bar(0.2, 0.34, 0.22, 0.24, "yellow"),
        area([(0.12, 0.2), (-0.14, 0.28), (-0.1, 0.36), (0.14, 0.36)], "orange"),
        dot(0.24, 0.22, 0.045, "black"),
        area(lens((0.42, 0.66), (0.82, 0.58), 0.25), "orange", hollow=True),
    ]
    if rng.random() < 0.7:
        parts.append(bar(-0.1, 0.92, 1.12, 0.08, "blue"))
    return parts


def butterfly(rng: Random) -> Drawing:
    """A butterfly with spotted wings."""
    paint, second = rng.sample(("orange", "blue", "purple", "red", "yellow"), 2)
    high, low = rng.uniform(0.24, 0.3), rng.uniform(0.7, 0.78)
    parts: Drawing = []
    for side in (1, -1):
        wing = oval(0.5 + side * 0.27, high, 0.25, 0.2, -side * 0.7)
        parts.append(area(wing, paint))
        parts.append(area(oval(0.5 + side * 0.21, low, 0.2, 0.17, side * 0.7), second))
        parts.append(dot(0.5 + side * 0.29, high, rng.uniform(0.06, 0.09), "cream"))
        if rng.random() < 1:
            parts.append(dot(0.5 + side * 0.23, low, 0.055, "cream"))
    parts += [line([(0.5, 0.22), (0.5, 0.86)], "black", 0.08)]
    parts += [line([(0.5, 0.24), (0.4, 0.02)], "black", 0.03)]
    return [*parts, line([(0.5, 0.24), (0.6, 0.02)], "black", 0.03)]


def _face(paint: str, *ears: DrawingPart) -> Drawing:
    return [*ears, blob(0.5, 0.58, 0.44, 0.4, paint)]


def cat(rng: Random) -> Drawing:
    """A cat's face."""
    paint = rng.choice(("orange", "grey", "black", "tan"))
    ear = [(0.08, 0.5), (0.1, 0.0), (0.44, 0.24)]
    parts = _face(paint, area(ear, paint), area(mirrored(ear), paint))
    inner = [(0.17, 0.28), (0.17, 0.13), (0.28, 0.22)]
    parts += [area(inner, "pink", hollow=True), area(mirrored(inner), "pink", hollow=True)]
    eye = rng.uniform(0.055, 0.075)
    parts += [dot(0.32, 0.5, eye, "green"), dot(0.68, 0.5, eye, "green")]
    parts.append(area([(0.43, 0.64), (0.57, 0.64), (0.5, 0.72)], "pink", hollow=True))
    for y, end in ((0.66, 0.6), (0.76, 0.8)):
        parts.append(line([(0.3, y), (0.02, end)], "cream", 0.02, hollow=True))
        parts.append(line([(0.7, y), (0.98, end)], "cream", 0.02, hollow=True))
    return parts


def bear(rng: Random) -> Drawing:
    """A bear's face."""
    paint = rng.choice(("brown", "grey", "tan"))
    ears = [disc(0.16, 0.22, 0.16, paint), disc(0.84, 0.22, 0.16, paint)]
    parts = _face(paint, *ears)
    parts += [dot(0.16, 0.21, 0.06, "pink"), dot(0.84, 0.21, 0.06, "pink")]
    parts += [dot(0.33, 0.48, 0.055, "black"), dot(0.67, 0.48, 0.055, "black")]
    parts.append(blob(0.5, 0.74, 0.2, 0.15, "cream", hollow=True))
    return [*parts, dot(0.5, 0.7, rng.uniform(0.06, 0.08), "black", hollow=False)]


def rabbit(rng: Random) -> Drawing:
    """A rabbit's face."""
    paint = rng.choice(("grey", "tan", "pink"))
    lean = rng.uniform(0.0, 0.14)
    parts: Drawing = []
    for side in (1, -1):
        x = 0.5 + side * 0.2
        parts.append(blob(x, 0.26, 0.11, 0.28, paint, turn=side * lean))
        parts.append(blob(x, 0.27, 0.045, 0.17, "pink", hollow=True, turn=side * lean))
    parts.append(blob(0.5, 0.74, 0.36, 0.28, paint))
    parts += [dot(0.37, 0.68, 0.05, "black"), dot(0.63, 0.68, 0.05, "black")]
    parts.append(dot(0.5, 0.8, 0.045, "red"))
    return [*parts, line([(0.4, 0.9), (0.5, 0.87), (0.6, 0.9)], "red", 0.02, hollow=True)]


def owl(rng: Random) -> Drawing:
    """An owl on a branch."""
    paint = rng.choice(("brown", "grey", "purple"))
    body = both([(0.16, 0.0), (0.4, 0.1), (0.5, 0.1)])
    parts = [
        area(
            [
                (0.14, 0.0),
                (0.36, 0.1),
                (0.64, 0.1),
                (0.86, 0.0),
                (0.86, 0.6),
                (0.72, 0.9),
                (0.28, 0.9),
                (0.14, 0.6),
            ],
            paint,
        ),
        area(body, paint),
        blob(0.5, 0.68, 0.2, 0.2, "tan", hollow=True),
        disc(0.33, 0.3, 0.14, "cream", hollow=True),
        disc(0.67, 0.3, 0.14, "cream", hollow=True),
        pupil(0.34, 0.3, 0.055),
        pupil(0.66, 0.3, 0.055),
        area([(0.44, 0.4), (0.56, 0.4), (0.5, 0.53)], "orange"),
    ]
    if rng.random() < 0.7:
        parts.append(bar(0.0, 0.92, 1.0, 0.08, "leaf"))
    return parts


def ghost(rng: Random) -> Drawing:
    """A ghost."""
    feet = rng.choice((3, 4))
    hem = [(1 - at / (2 * feet), 1.0 if at % 2 == 0 else 0.86) for at in range(2 * feet + 1)]
    return [
        area([*arc(0.5, 0.46, 0.5, 0.46, 0.5, 1.0), *hem], rng.choice(("sky", "grey", "purple"))),
        blob(0.32, 0.4, 0.09, 0.12, "cream", hollow=True),
        blob(0.68, 0.4, 0.09, 0.12, "cream", hollow=True),
        dot(0.5, 0.66, rng.uniform(0.06, 0.09), "navy"),
    ]


def snail(rng: Random) -> Drawing:
    """A snail with a spiral shell."""
    paint = rng.choice(("orange", "brown", "pink"))
    turns = 2.1
    points = []
    for at in range(40):
        share = at / 39
        radius = 0.3 * (1 - share) + 0.01
        angle = 2 * pi * turns * share + pi / 2
        points.append((0.58 + radius * cos(angle), 0.44 + radius * sin(angle)))
    return [
        area([(0.0, 0.8), (1.1, 0.82), (1.1, 0.93), (0.06, 0.96)], "green"),
        area([(0.0, 0.46), (0.16, 0.42), (0.22, 0.86), (0.02, 0.9)], "green"),
        line([(0.04, 0.48), (-0.05, 0.24)], "green", 0.04),
        line([(0.14, 0.46), (0.16, 0.22)], "green", 0.04),
        disc(0.58, 0.44, 0.38, paint),
        line(points, "cream", 0.055, hollow=True),
    ]


def ladybird(rng: Random) -> Drawing:
    """A ladybird from above."""
    spots = [(0.32, 0.42), (0.28, 0.66), (0.4, 0.84)][: rng.choice((2, 3))]
    parts: Drawing = []
    for y, out in ((0.36, 0.02), (0.58, -0.02), (0.8, 0.04)):
        parts += [line([(0.5, y), (out, y + 0.06)], "black", 0.03)]
        parts += [line([(0.5, y), (1 - out, y + 0.06)], "black", 0.03)]
    parts += [disc(0.5, 0.2, 0.2, "black"), blob(0.5, 0.6, 0.38, 0.4, "red")]
    parts.append(line([(0.5, 0.24), (0.5, 1.0)], "black", 0.03, hollow=True))
    for x, y in spots:
        parts += [dot(x, y, 0.06, "black"), dot(1 - x, y, 0.06, "black")]
    return parts


def turtle(rng: Random) -> Drawing:
    """A turtle seen from the side."""
    shell = rng.choice(("leaf", "brown"))
    parts = [
        area([(0.2, 0.7), (0.36, 0.7), (0.34, 0.96), (0.18, 0.96)], "green"),
        area([(0.64, 0.7), (0.8, 0.7), (0.82, 0.96), (0.66, 0.96)], "green"),
        area([(0.9, 0.72), (1.08, 0.78), (0.9, 0.8)], "green"),
        disc(0.0, 0.5, 0.16, "green"),
        bar(0.02, 0.52, 0.2, 0.18, "green"),
        area(arc(0.52, 0.72, 0.42, 0.6, 0.5, 1.0), shell),
        dot(-0.04, 0.45, 0.04, "black"),
    ]
    for x in (0.32, 0.52, 0.72):
        y = 0.5 if x != 0.52 else 0.4
        parts.append(dot(x, y, 0.07, "yellow"))
    return parts


def elephant(rng: Random) -> Drawing:
    """An elephant."""
    tusk = rng.uniform(0.0, 0.05)
    return [
        blob(0.6, 0.4, 0.38, 0.3, "grey"),
        bar(0.3, 0.4, 0.17, 0.58, "grey"),
        bar(0.76, 0.4, 0.18, 0.58, "grey"),
        disc(0.2, 0.34, 0.22, "grey"),
        line([(0.04, 0.38), (0.0, 0.66), (0.04, 0.88), (-0.1, 0.9)], "grey", 0.11),
        line([(0.14, 0.56), (0.16 + tusk, 0.68)], "cream", 0.05),
        line(arc(0.32, 0.34, 0.13, 0.2, -0.22, 0.25), "cream", 0.03, hollow=True),
        dot(0.12, 0.3, 0.04, "black"),
        line([(0.97, 0.36), (1.06, 0.6)], "grey", 0.04),
    ]


def robot(rng: Random) -> Drawing:
    """A robot's head."""
    paint = rng.choice(("grey", "blue", "sky"))
    parts = [
        line([(0.5, 0.2), (0.5, 0.04)], "grey", 0.05),
        dot(0.5, 0.04, 0.06, "red", hollow=False),
        bar(0.0, 0.44, 1.0, 0.22, "navy"),
        bar(0.1, 0.18, 0.8, 0.7, paint),
        bar(0.24, 0.88, 0.52, 0.12, "navy"),
    ]
    eye = rng.uniform(0.08, 0.11)
    parts += [
        dot(0.31, 0.42, eye, "yellow"),
        dot(0.69, 0.42, eye, "yellow"),
    ]
    if rng.random() < 0.5:
        parts += [pupil(0.31, 0.42, 0.035)]
        parts += [pupil(0.69, 0.42, 0.035)]
    parts.append(bar(0.28, 0.64, 0.44, 0.12, "red", hollow=True))
    if rng.random() < 0.6:
        parts += [bar(0.4, 0.64, 0.04, 0.12, paint), bar(0.56, 0.64, 0.04, 0.12, paint)]
    return parts


def invader(rng: Random) -> Drawing:
    """A visitor from space, after the games of old."""
    paint = rng.choice(("green", "purple", "red"))
    parts = [blob(0.5, 0.42, 0.46, 0.36, paint)]
    for side in (1, -1):
        parts.append(line([(0.5 + side * 0.2, 0.2), (0.5 + side * 0.32, 0.0)], paint, 0.08))
        parts.append(line([(0.5 + side * 0.3, 0.68), (0.5 + side * 0.44, 0.98)], paint, 0.1))
        parts.append(dot(0.5 + side * 0.19, 0.4, rng.uniform(0.07, 0.1), "yellow"))
    if rng.random() < 0.6:
        parts.append(line([(0.5, 0.7), (0.5, 0.96)], paint, 0.1))
    return [*parts, line([(0.36, 0.62), (0.64, 0.62)], "black", 0.04, hollow=True)]


CREATURES = (
    fish,
    whale,
    bird,
    duck,
    butterfly,
    cat,
    bear,
    rabbit,
    owl,
    ghost,
    snail,
    ladybird,
    turtle,
    elephant,
    robot,
    invader,
)
