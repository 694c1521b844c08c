"""Colours as #rrggbb: taking them apart, mixing and comparing them. No puzzle words in here."""

from __future__ import annotations

import re

_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def is_colour(text: str) -> bool:
    """True if this is a colour as #rrggbb."""
    return _COLOUR.fullmatch(text) is not None


def channels(rgb: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    number = int(rgb[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255


def mix(top: str, under: str, share: float) -> str:
    """A colour of which `share` is `top` and the rest what lies under it."""
    pairs = zip(channels(top), channels(under), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def linear(value: float) -> float:
    """The light that a channel's value (0 to 1) stands for, as sRGB has it."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG counts it."""
    darker, lighter = sorted((_luminance(a), _luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(rgb: str) -> float:
    red, green, blue = (linear(channel / 255) for channel in channels(rgb))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
