"""The colours of made pictures: a small box of paints that can be told apart on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from random import Random

from enpitsu.colour import channels
from enpitsu.kinds.nonogram.colours import BLACK, oklab

MOST_COLOURS = 8

PAINTS: Mapping[str, str] = {
    "red": "#d62f2f",
    "orange": "#f0861c",
    "yellow": "#f2c40f",
    "cream": "#f3dca4",
    "tan": "#cfa46a",
    "brown": "#7d4a21",
    "green": "#4caf3a",
    "leaf": "#1f6f3a",
    "sky": "#7cc4ec",
    "blue": "#2463c4",
    "navy": "#1b2a63",
    "purple": "#8e44ad",
    "pink": "#f093ad",
    "grey": "#8d959c",
    "black": "#26262b",
}
"""Paints by name."""

THEMES: tuple[tuple[str, ...], ...] = (
    ("sky", "blue", "navy", "purple", "pink", "red", "orange", "yellow"),
    ("yellow", "orange", "red", "brown", "leaf", "green", "sky", "blue"),
    ("leaf", "green", "yellow", "orange", "red", "pink", "purple", "navy"),
    ("blue", "sky", "yellow", "green", "leaf", "brown", "grey", "purple"),
    ("purple", "pink", "red", "orange", "yellow", "green", "blue", "navy"),
    ("brown", "orange", "yellow", "green", "leaf", "blue", "purple", "red"),
)
"""Paints that go well side by side, from the rim inwards."""


def theme(count: int, rng: Random) -> tuple[str, ...]:
    """Choose the colours of a picture without meaning, from the rim inwards; one alone is black."""
    if count == 1:
        return (BLACK,)
    paints = rng.choice(THEMES)
    if rng.random() < 0.5:
        paints = paints[::-1]
    return tuple(PAINTS[paint] for paint in paints[:count])


def choose_paints(areas: Mapping[str, float], most: int) -> list[str]:
    """Return the paints to keep where a drawing has more than are wanted: large ones, and those
    that are unlike what is kept already."""
    left = sorted(areas, key=lambda paint: (-areas[paint], paint))
    kept: list[str] = []
    while left and len(kept) < most:
        best = max(
            left,
            key=lambda paint: (
                areas[paint] ** 0.5 * min((_apart(paint, other) for other in kept), default=1.0)
            ),
        )
        kept.append(best)
        left.remove(best)
    return kept


def nearest_paint(paint: str, kept: Sequence[str]) -> int:
    """Return the place of the paint that is most like one."""
    return min(range(len(kept)), key=lambda at: _apart(paint, kept[at]))


def _apart(a: str, b: str) -> float:
    return dist(oklab(channels(PAINTS[a])), oklab(channels(PAINTS[b])))
