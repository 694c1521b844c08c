"""Plants, weather and land."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from enpitsu.kinds.nonogram.generator.canvas import Drawing, DrawingPart, arc, lens, oval, star
from enpitsu.kinds.nonogram.generator.drawings.parts import (
    area,
    bar,
    blob,
    both,
    disc,
    dot,
    line,
)


def tree(rng: Random) -> Drawing:
    """A tree with a round crown."""
    wide = rng.uniform(0.10, 0.16)
    crown = [blob(0.5, 0.36, 0.4, 0.33, "green")]
    if rng.random() < 0.6:
        side = rng.uniform(0.2, 0.26)
        crown = [
            disc(0.5 - side, 0.42, 0.25, "green"),
            disc(0.5 + side, 0.42, 0.25, "green"),
            disc(0.5, 0.25, 0.27, "green"),
        ]
    parts = [bar(0.5 - wide / 2, 0.5, wide, 0.5, "brown"), *crown]
    if rng.random() < 0.6:
        spots = [(0.36, 0.4), (0.6, 0.24), (0.66, 0.48), (0.48, 0.56)]
        parts += [dot(x, y, 0.05, "red") for x, y in rng.sample(spots, rng.choice((2, 3)))]
    if rng.random() < 0.4:
        parts.append(bar(0.15, 0.94, 0.7, 0.06, "leaf"))
    return parts


def fir(rng: Random) -> Drawing:
    """A fir of several tiers."""
    tiers = rng.choice((2, 3, 3, 4))
    high = 0.84 / tiers
    parts: Drawing = [bar(0.43, 0.8, 0.14, 0.2, "brown")]
    for tier in reversed(range(tiers)):
        half = 0.2 + 0.24 * (tier + 1) / tiers
        top = max(0.0, tier * high - 0.1)
        bottom = (tier + 1) * high
        parts.append(area([(0.5, top), (0.5 + half, bottom), (0.5 - half, bottom)], "leaf"))
    if rng.random() < 0.35:
        parts.append(DrawingPart(star(0.5, 0.02, 0.11, 0.05, 5), "yellow"))
    if rng.random() < 0.4:
        parts += [dot(0.5, high * 0.75, 0.04, "red"), dot(0.36, 0.68, 0.04, "yellow")]
        parts += [dot(0.62, 0.74, 0.04, "red")]
    return parts


def palm(rng: Random) -> Drawing:
    """A palm on its island."""
    lean = rng.uniform(0.02, 0.12)
    top = (0.5 + lean, 0.3)
    parts = [line([(0.46, 0.92), (0.47, 0.65), (0.49 + lean / 2, 0.45), top], "brown", 0.09)]
    for angle in (-2.95, -2.45, -0.7, -0.2, 0.45, 2.7):
        reach = rng.uniform(0.36, 0.44)
        end = (top[0] + reach * cos(angle), top[1] + reach * sin(angle) * 0.75)
        parts.append(area(lens(top, end, 0.24), "green"))
    parts += [dot(top[0] - 0.04, 0.36, 0.05, "brown", hollow=False)]
    return [area(arc(0.5, 1.02, 0.46, 0.16, 0.5, 1.0), "yellow"), *parts]


def flower(rng: Random) -> Drawing:
    """A flower on a stalk."""
    petals = rng.choice((5, 6, 6, 8))
    paint = rng.choice(("red", "pink", "purple", "yellow"))
    turn = rng.choice((0.0, 0.5)) / petals
    parts: Drawing = [line([(0.5, 0.35), (0.5, 1.0)], "green", 0.07)]
    parts.append(area(lens((0.5, 0.95), (0.86, 0.66), 0.25), "green"))
    parts.append(area(lens((0.5, 0.95), (0.14, 0.70), 0.25), "green"))
    size = 0.95 / petals
    for petal in range(petals):
        angle = 2 * pi * (petal / petals + turn) - pi / 2
        x, y = 0.5 + 0.21 * cos(angle), 0.31 + 0.21 * sin(angle)
        parts.append(blob(x, y, 0.15, size * 0.7, paint, turn=angle))
    centre = "orange" if paint == "yellow" else "yellow"
    return [*parts, dot(0.5, 0.31, 0.1, centre)]


def tulip(rng: Random) -> Drawing:
    """A tulip."""
    paint = rng.choice(("red", "pink", "orange", "purple"))
    cup = both([(0.24, 0.02), (0.24, 0.32), (0.36, 0.47), (0.5, 0.5)])
    notch = both([(0.37, 0.14), (0.5, 0.0)])
    head = (*cup[:4], *cup[4:8], *reversed(notch))
    return [
        line([(0.5, 0.45), (0.5, 1.0)], "green", 0.08),
        area(lens((0.5, 1.0), (0.88, 0.5), 0.17), "green"),
        area(lens((0.5, 1.0), (0.12, 0.55), 0.17), "green"),
        area(head, paint),
    ]


def mushroom(rng: Random) -> Drawing:
    """A toadstool with spots."""
    paint = rng.choice(("red", "red", "orange", "brown"))
    stem = rng.uniform(0.13, 0.19)
    parts = [
        area([(0.5 - stem, 0.45), (0.5 + stem, 0.45), (0.56 + stem, 1), (0.44 - stem, 1)], "tan"),
        area([*arc(0.5, 0.52, 0.5, 0.5, 0.5, 1.0), (0.97, 0.6), (0.03, 0.6)], paint),
    ]
    spots = [(0.5, 0.2), (0.24, 0.4), (0.76, 0.4), (0.5, 0.46)][: rng.choice((3, 4))]
    return parts + [dot(x, y, rng.uniform(0.06, 0.09), "cream") for x, y in spots]


def leaf(rng: Random) -> Drawing:
    """A leaf with veins."""
    paint = rng.choice(("green", "leaf", "orange", "red"))
    parts = [area(lens((0.08, 0.92), (1.0, 0.0), rng.uniform(0.3, 0.38)), paint)]
    parts.append(line([(0.0, 1.0), (0.8, 0.2)], "brown", 0.03, hollow=True))
    for at in (0.36, 0.58):
        parts.append(line([(at, 1 - at), (at + 0.22, 1 - at)], "brown", 0.02, hollow=True))
        parts.append(line([(at, 1 - at), (at, 0.78 - at)], "brown", 0.02, hollow=True))
    return [*parts, line([(0.0, 1.0), (0.12, 0.88)], "brown", 0.05)]


def cactus(rng: Random) -> Drawing:
    """A cactus in a pot or in the sand."""
    left, right = rng.uniform(0.3, 0.45), rng.uniform(0.2, 0.4)
    parts = [
        line([(0.5, 0.1), (0.5, 0.9)], "green", 0.2),
        line([(0.5, left + 0.22), (0.15, left + 0.22), (0.15, left)], "green", 0.13),
        line([(0.5, right + 0.3), (0.85, right + 0.3), (0.85, right)], "green", 0.13),
    ]
    if rng.random() < 0.5:
        parts.append(area([(0.28, 0.78), (0.72, 0.78), (0.66, 1.0), (0.34, 1.0)], "orange"))
        parts.append(bar(0.24, 0.76, 0.52, 0.07, "red"))
    else:
        parts.append(bar(0.05, 0.92, 0.9, 0.08, "yellow"))
    if rng.random() < 0.5:
        parts.append(dot(0.5, 0.02, 0.07, "pink", hollow=False))
    return parts


def apple(rng: Random) -> Drawing:
    """An apple with its leaf."""
    paint = rng.choice(("red", "red", "green", "yellow"))
    parts = [
        disc(0.33, 0.58, 0.32, paint),
        disc(0.67, 0.58, 0.32, paint),
        blob(0.5, 0.68, 0.34, 0.32, paint),
        line([(0.5, 0.34), (0.54, 0.06)], "brown", 0.06),
        area(lens((0.54, 0.24), (0.88, 0.06), 0.28), "leaf"),
    ]
    if rng.random() < 0.7:
        parts.append(blob(0.24, 0.5, 0.06, 0.12, "cream", hollow=True, turn=0.4))
    return parts


def pear(rng: Random) -> Drawing:
    """A pear."""
    paint = rng.choice(("yellow", "green"))
    return [
        line([(0.5, 0.2), (rng.uniform(0.54, 0.6), 0.0)], "brown", 0.06),
        area(lens((0.52, 0.14), (0.84, 0.04), 0.3), "leaf"),
        blob(0.5, 0.34, 0.19, 0.22, paint),
        blob(0.5, 0.7, 0.34, 0.3, paint),
        area([(0.32, 0.36), (0.68, 0.36), (0.82, 0.62), (0.18, 0.62)], paint),
        blob(0.34, 0.7, 0.05, 0.1, "cream", hollow=True),
    ]


def cherries(rng: Random) -> Drawing:
    """Two cherries on one stalk."""
    low = rng.uniform(0.68, 0.76)
    return [
        line([(0.62, 0.06), (0.4, 0.3), (0.26, 0.6)], "green", 0.05),
        line([(0.62, 0.06), (0.72, 0.34), (0.74, 0.66)], "green", 0.05),
        area(lens((0.6, 0.08), (0.98, 0.14), 0.3), "leaf"),
        disc(0.24, low, 0.23, "red"),
        disc(0.76, 0.78, 0.22, "red"),
        dot(0.17, low - 0.08, 0.05, "pink"),
        dot(0.69, 0.7, 0.05, "pink"),
    ]


def sun(rng: Random) -> Drawing:
    """The sun with its rays."""
    rays = rng.choice((8, 8, 12))
    parts: Drawing = []
    for ray in range(rays):
        angle = 2 * pi * ray / rays
        ends = [(0.5 + r * cos(angle), 0.5 + r * sin(angle)) for r in (0.36, 0.5)]
        parts.append(line(ends, "orange", 0.07))
    parts.append(disc(0.5, 0.5, 0.27, "yellow"))
    if rng.random() < 0.6:
        parts += [dot(0.41, 0.44, 0.04, "brown"), dot(0.59, 0.44, 0.04, "brown")]
        parts.append(line(arc(0.5, 0.52, 0.13, 0.1, 0.08, 0.42), "brown", 0.03, hollow=True))
    return parts


def moon(rng: Random) -> Drawing:
    """A crescent with stars."""
    outer = arc(0.45, 0.5, 0.45, 0.5, 0.1, 0.9)
    inner = arc(0.66, 0.5, 0.36, 0.38, 0.82, 0.18)
    parts = [area([*outer, *inner], "yellow")]
    places = [(0.72, 0.36), (0.9, 0.62), (0.94, 0.12)]
    for x, y in rng.sample(places, rng.choice((1, 2, 2))):
        parts.append(DrawingPart(star(x, y, rng.uniform(0.11, 0.16), 0.055, 5), "orange"))
    return parts


def cloud(rng: Random) -> Drawing:
    """A cloud, maybe with rain."""
    parts = [
        disc(0.24, 0.42, 0.2, "sky"),
        disc(0.5, 0.28, rng.uniform(0.24, 0.28), "sky"),
        disc(0.76, 0.42, 0.22, "sky"),
        bar(0.22, 0.36, 0.56, 0.27, "sky"),
    ]
    if rng.random() < 0.75:
        for x in (0.28, 0.5, 0.72):
            parts.append(line([(x, 0.76), (x - 0.07, 0.94)], "blue", 0.05))
    return parts


def mountains(rng: Random) -> Drawing:
    """Mountains with snow, and the sun above."""
    peak, other = rng.uniform(0.3, 0.42), rng.uniform(0.72, 0.8)
    high = rng.uniform(0.12, 0.2)
    parts = [disc(rng.choice((0.06, 0.62)) + 0.04, 0.14, 0.11, "yellow")]
    parts.append(area([(other, 0.36), (1.0, 0.75), (1.0, 1), (0.3, 1)], "grey"))
    parts.append(area([(peak, high), (0.84, 1), (0, 1), (0, 0.75)], "blue"))
    low = high + 0.26
    snow = [(peak, high + 0.1), (peak + 0.1, low), (peak, low - 0.06), (peak - 0.1, low)]
    parts.append(area(snow, "cream", hollow=True))
    parts.append(bar(0, 0.9, 1, 0.1, "green"))
    return parts


def snowflake(rng: Random) -> Drawing:
    """A flake with six or eight arms."""
    arms = rng.choice((6, 8, 8))
    far, near = rng.uniform(0.3, 0.36), rng.uniform(0.16, 0.2)
    parts: Drawing = []
    for arm in range(arms):
        angle = 2 * pi * arm / arms + pi / 2
        point = (0.5 + 0.5 * cos(angle), 0.5 + 0.5 * sin(angle))
        parts.append(line([(0.5, 0.5), point], "blue", 0.05))
        base = (0.5 + near * cos(angle), 0.5 + near * sin(angle))
        for side in (-0.75, 0.75):
            tip = (base[0] + near * cos(angle + side), base[1] + near * sin(angle + side))
            parts.append(line([base, tip], "sky", 0.045))
    return [*parts, DrawingPart(oval(0.5, 0.5, far / 3, far / 3), "blue")]


def wave(rng: Random) -> Drawing:
    """The sea with its waves, and the sun going down."""
    crests = rng.choice((2, 3))
    parts = [disc(rng.uniform(0.35, 0.65), 0.3, 0.26, "orange")]
    for low, paint in ((0.5, "sky"), (0.76, "blue")):
        shift = rng.random()
        top = [(at / 32, low + 0.07 * sin(2 * pi * (crests * at / 32 + shift))) for at in range(33)]
        parts.append(area([(-0.02, low - 0.06), *top, (1, low + 0.2), (0, low + 0.2)], paint))
        if paint == "sky":
            foam = [(x, y + 0.155) for x, y in top]
            parts.append(area([*foam, (1, low + 0.26), (0, low + 0.26)], "cream", hollow=True))
    return parts


NATURE = (
    tree,
    fir,
    palm,
    flower,
    tulip,
    mushroom,
    leaf,
    cactus,
    apple,
    pear,
    cherries,
    sun,
    moon,
    cloud,
    mountains,
    snowflake,
    wave,
)
