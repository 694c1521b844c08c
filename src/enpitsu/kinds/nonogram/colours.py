"""Names and signs of colours: every tool writes #rrggbb, people want words and a letter.

Both are worked out from the palette alone, so that any format that keeps the colours keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import dist
from string import ascii_letters

from enpitsu.colour import channels, linear

Lab = tuple[float, float, float]

BLACK = "#000000"
WHITE = "#ffffff"

_KNOWN = {
    "black": "000000",
    "grey": "808080",
    "silver": "c0c0c0",
    "white": "ffffff",
    "red": "ff0000",
    "maroon": "800000",
    "pink": "ffb0c0",
    "magenta": "ff00ff",
    "purple": "800080",
    "violet": "b080ff",
    "blue": "2040e0",
    "navy": "000080",
    "sky": "90c8f8",
    "cyan": "00ffff",
    "teal": "008080",
    "green": "10a010",
    "lime": "00ff00",
    "olive": "808000",
    "yellow": "ffe020",
    "gold": "d0a000",
    "orange": "ff9000",
    "brown": "804000",
    "tan": "d2b48c",
    "cream": "fff0c0",
}

_ALIKE = frozenset("IO")

_RGB = re.compile(r"#[0-9a-f]{6}")


def is_rgb(text: object) -> bool:
    """Return whether this is a colour as Enpitsu writes it: # and six small hexadecimal digits."""
    return isinstance(text, str) and _RGB.fullmatch(text) is not None


def names(palette: Sequence[str]) -> tuple[str, ...]:
    """A word for each colour, no two alike: the nearest known one, numbered where it is taken."""
    found: list[str] = []
    for rgb in palette:
        here = _place(rgb)
        name = min(_PLACES, key=lambda name: dist(here, _PLACES[name]))
        again = sum(other.rpartition("-")[0] == name or other == name for other in found)
        found.append(f"{name}-{again + 1}" if again else name)
    return tuple(found)


def signs(palette: Sequence[str]) -> tuple[str, ...]:
    """A letter for each colour, no two alike: the first of its name that is free.

    Letters that look like others come last.
    """
    found: list[str] = []
    for name in names(palette):
        wanted = [letter for letter in name + name.upper() + ascii_letters if letter.isalpha()]
        wanted.sort(key=_ALIKE.__contains__)
        found.append(next(sign for sign in wanted if sign not in found))
    return tuple(found)


def _place(rgb: str) -> Lab:
    """Return a point for a colour, near those named alike: hue counts twice, lightness once."""
    lightness, green_red, blue_yellow = oklab(channels(rgb))
    return lightness / 2, green_red, blue_yellow


def oklab(rgb: Sequence[float]) -> Lab:
    """A colour (red, green, blue, 0 to 255) in B. Ottosson's Oklab, where near means alike."""
    red, green, blue = (linear(value / 255) for value in rgb)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


_PLACES = {name: _place(f"#{rgb}") for name, rgb in _KNOWN.items()}
