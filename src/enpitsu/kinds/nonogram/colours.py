"""Names and signs of colours: every tool writes #rrggbb, people want words and a letter.

Both are worked out from the palette alone, so that any format that keeps the colours keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

BLACK, WHITE = "#000000", "#ffffff"

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
    "blue": "0000ff",
    "navy": "000080",
    "sky": "80c0ff",
    "cyan": "00ffff",
    "teal": "008080",
    "green": "00b000",
    "lime": "00ff00",
    "olive": "808000",
    "yellow": "ffff00",
    "gold": "d0a000",
    "orange": "ff8000",
    "brown": "804000",
    "tan": "d2b48c",
    "cream": "fff0c0",
}

_RGB = re.compile(r"#[0-9a-f]{6}")


def is_rgb(text: object) -> bool:
    """Whether this is a colour as Enpitsu writes it: # and six small hexadecimal digits."""
    return isinstance(text, str) and _RGB.fullmatch(text) is not None


def channels(rgb: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    number = int(rgb[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255


def names(palette: Sequence[str]) -> tuple[str, ...]:
    """A word for each colour, no two alike: the nearest known one, numbered where it is taken."""
    found: list[str] = []
    for rgb in palette:
        name = _nearest(rgb)
        again = sum(other.rpartition("-")[0] == name or other == name for other in found)
        found.append(f"{name}-{again + 1}" if again else name)
    return tuple(found)


def signs(palette: Sequence[str]) -> tuple[str, ...]:
    """A letter for each colour, no two alike: the first of its name that is free."""
    found: list[str] = []
    for name in names(palette):
        wanted = name + name.upper() + ascii_lowercase + ascii_uppercase
        found.append(next(sign for sign in wanted if sign.isalpha() and sign not in found))
    return tuple(found)


def _nearest(rgb: str) -> str:
    return min(_KNOWN, key=lambda name: _distance(rgb, f"#{_KNOWN[name]}"))


def _distance(a: str, b: str) -> int:
    """Nearness as the eye weighs it: green most, blue least."""
    red, green, blue = (x - y for x, y in zip(channels(a), channels(b), strict=True))
    return 3 * red * red + 6 * green * green + 2 * blue * blue
