"""The colours of everything that Enpitsu shows, each once: pictures, the web app, lessons, books.

A colour is a token with a value in each palette. Pictures name tokens in their style table
(theme.py); the browser has them as CSS variables (`var(--ink)`) from `web/static/css/colours.css`,
which `scripts/colours` writes from this table and a test compares. To change a colour, change it
here and run that script.

Texts have a contrast of at least 4.5 with what they stand on, lines that carry meaning of at least
3 (WCAG 2.2); a test holds that for light and dark.
"""

from __future__ import annotations

from typing import NamedTuple


class _Values(NamedTuple):
    light: str
    dark: str
    print: str


TOKENS = {
    # What all stands on.
    "page": _Values("#f6f5f1", "#14171c", "#ffffff"),
    "card": _Values("#ffffff", "#1b1f26", "#ffffff"),
    "board": _Values("#fffdf8", "#20252d", "#ffffff"),
    "box": _Values("#e6e6e2", "#343b46", "#e4e4e4"),
    # Words, and what parts them.
    "ink": _Values("#1d2430", "#e8eaee", "#000000"),
    "ink2": _Values("#5b6573", "#aab3bf", "#444444"),
    "done": _Values("#767f8c", "#8892a0", "#777777"),
    "rule": _Values("#dedfdc", "#303742", "#8c8c8c"),
    "control": _Values("#868e98", "#6f7a88", "#444444"),
    # A board's lines.
    "grid": _Values("#c6cbd2", "#4d5766", "#8c8c8c"),
    "grid5": _Values("#7b8591", "#9aa5b3", "#333333"),
    "frame": _Values("#1d2430", "#c2cad4", "#000000"),
    "region": _Values("#1d2430", "#dfe3e8", "#000000"),
    # What players write.
    "shade": _Values("#2b3444", "#c9d1dc", "#000000"),
    "line": _Values("#0b6e99", "#5cc4ee", "#000000"),
    "mark": _Values("#5f7f8c", "#7fa3b2", "#444444"),
    "settled": _Values("#e3eef4", "#2b3845", "#f0f0f0"),
    "trial": _Values("#b25005", "#fbe160", "#000000"),
    "trialbg": _Values("#fdeedd", "#3a3418", "#ffffff"),
    # Free marks, on which clues are read.
    "tint-green": _Values("#cfe8b4", "#2f5233", "#ffffff"),
    "tint-orange": _Values("#ffd3a1", "#63451f", "#ffffff"),
    "tint-violet": _Values("#dccbf5", "#48397a", "#ffffff"),
    # A finished picture: dark on light in every theme, or it would be a negative.
    "picture": _Values("#fffdf8", "#d3d8df", "#ffffff"),
    "picture-shade": _Values("#2b3444", "#1a1e25", "#000000"),
    "picture-grid": _Values("#c6cbd2", "#b3bac4", "#8c8c8c"),
    "picture-grid5": _Values("#7b8591", "#838c99", "#333333"),
    # What is told about it.
    "err": _Values("#b42318", "#ff8a7d", "#000000"),
    "errbg": _Values("#fde4e1", "#4a2523", "#ececec"),
    "hint": _Values("#9b2774", "#9a9afb", "#000000"),
    "hintbg": _Values("#f7e3ef", "#2d2d4e", "#ffffff"),
    "because": _Values("#fff1c2", "#453c1f", "#e4e4e4"),
    "because-edge": _Values("#c9a227", "#a08a3c", "#777777"),
    "good": _Values("#1f7a3d", "#7fd49a", "#000000"),
    "goodbg": _Values("#e0f2e5", "#1d3a27", "#ffffff"),
    # Controls.
    "accent": _Values("#0b6e99", "#5cc4ee", "#000000"),
    "on-accent": _Values("#ffffff", "#0d1a22", "#ffffff"),
    "hover": _Values("#eef4f8", "#262d37", "#ffffff"),
    "focus": _Values("#0b57d0", "#8ab4ff", "#000000"),
}

LIGHT = {token: values.light for token, values in TOKENS.items()}
DARK = {token: values.dark for token, values in TOKENS.items()}
PRINT = {token: values.print for token, values in TOKENS.items()}

PALETTES = {"light": LIGHT, "dark": DARK, "print": PRINT}

WHITE = "#ffffff"
BLACK = "#000000"
LINE_WIDTH = 4.8  # the usual width of a player's line, in pixels on a cell of 40


def css_block(selector: str, theme: str) -> str:
    """Return a CSS rule that gives all tokens their values in a palette."""
    scheme = "dark" if theme == "dark" else "light"
    values = "".join(f"  --{token}: {rgb};\n" for token, rgb in PALETTES[theme].items())
    return f"{selector} {{\n  color-scheme: {scheme};\n{values}}}\n"


def stylesheet() -> str:
    """Return `colours.css`: every palette for the whole page or, by `data-theme`, a part of it."""
    parts = [
        "/* Written by scripts/colours from render/palette.py: change colours there. */\n",
        f":root {{\n  --usual-line-width: {LINE_WIDTH}px;\n}}\n",
        css_block(':root,\n[data-theme="light"]', "light"),
        css_block('[data-theme="dark"]', "dark"),
        css_block('[data-theme="print"]', "print"),
        "@media print {\n" + css_block(":root[data-theme]", "print") + "}\n",
    ]
    return "\n".join(parts)
