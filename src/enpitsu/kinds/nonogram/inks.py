"""The puzzle's colours as inks: with outlines, letters and signs that can be told from them.

For each colour, by its name in facts: `paint-red` is the style of a cell, `sign-red` of the letter
in it, `chip-red` of what lies under a number (`chip-done-red` if its run is settled), `number-red`
of the number and its letter.
"""

from __future__ import annotations

from enpitsu.colour import channels, contrast, mix
from enpitsu.kinds.nonogram import colours
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.scene import Ink

_GRID = 1.5  # contrast (1 to 21) of thin lines with the colour they lie on
_OUTLINE = 2.2  # of outlines
_GRID5 = 3.0  # of thick lines
_SIGN = 4.0  # of letters

GROUND = "ground"
"""The style of empty cells in the puzzle's background colour; crosses and lines on it follow."""
GROUND_CROSS = "ground-cross"
GROUND_GRID = "ground-grid"
GROUND_GRID5 = "ground-grid5"


def inks(puzzle: Nonogram) -> dict[str, Ink]:
    """Every style that a puzzle with colours of its own adds."""
    ground = puzzle.background
    found = {
        GROUND: Ink("paper", ground),
        GROUND_CROSS: Ink("cross", stroke=_tone(ground, _SIGN)),
        GROUND_GRID: Ink("grid", stroke=_tone(ground, _GRID)),
        GROUND_GRID5: Ink("grid5", stroke=_tone(ground, _GRID5)),
    }
    for value, rgb in zip(puzzle.values, puzzle.palette, strict=True):
        outline, letter = _tone(rgb, _OUTLINE), _letter(rgb)
        found[f"paint-{value}"] = Ink("paint", rgb, outline, on=letter)
        found[f"sign-{value}"] = Ink("sign", _tone(rgb, _SIGN))
        found[f"chip-{value}"] = Ink("chip", rgb, outline, on=letter)
        found[f"chip-done-{value}"] = Ink("chip", None, outline)
        found[f"number-{value}"] = Ink("clue", letter)
    return found


def legibility(a: str, b: str) -> float:
    """Return the contrast (1 to 21) of two colours, both in colour and printed in greys."""
    return min(contrast(a, b), contrast(_grey(a), _grey(b)))


def _grey(rgb: str) -> str:
    """The grey that printers and pictures without colours usually make of it (ITU-R BT.601)."""
    red, green, blue = channels(rgb)
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def _letter(rgb: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    return max(colours.BLACK, colours.WHITE, key=lambda letter: legibility(rgb, letter))


def _tone(rgb: str, wanted: float) -> str:
    """The colour turned lighter or darker until it stands out this much from itself."""
    letter = _letter(rgb)
    tones = (mix(letter, rgb, step / 20) for step in range(1, 20))
    return next((tone for tone in tones if legibility(rgb, tone) >= wanted), letter)
