"""Scene to text for the terminal: box drawing characters, with or without ANSI colours."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from enpitsu.colour import channels
from enpitsu.render.text_layout import TextLayout, mark_of
from enpitsu.render.walled import WalledLayout
from enpitsu.scene import Ink, Scene

_ANSI = {
    "frame": "2",
    "grid": "2",
    "stray": "2",
    "ghost": "2",
    "circle": "1",
    "circle-done": "2",
    "cross": "2",
    "clue": "1",
    "clue-done": "2",
    "dot": "2",
    "blank": "2",
    "line": "36",
    "line-faded": "2;36",
    "track": "36",
    "track-faded": "2;36",
    "error": "1;31",
    "hint": "1;35",
    "because": "33",
}


def to_text(scene: Scene, *, colour: bool = False) -> str:
    """Return the scene as lines of text; `colour` adds ANSI colours."""
    layout = TextLayout(scene) if scene.borders is None else WalledLayout(scene)
    lines: list[str] = []
    for runs in layout.lines():
        if not colour:
            lines.append("".join(run.text for run in runs).rstrip() + "\n")
            continue
        written = (run for run in runs if run.text)
        for code, same in groupby(written, key=lambda run: _code(run.style, scene.inks)):
            text = "".join(run.text for run in same)
            lines.append(f"\x1b[{code}m{text}\x1b[0m" if code else text)
        lines.append("\n")
    return "".join(lines)


def _code(style: str, inks: Mapping[str, Ink]) -> str:
    ink = inks.get(style)
    if ink is None or ink.fill is None:
        return _ANSI.get(mark_of(style) or style, "")
    letters, ground = (ink.fill, "") if ink.on is None else (ink.on, f";{_rgb(48, ink.fill)}")
    return _rgb(38, letters) + ground


def _rgb(layer: int, colour: str) -> str:
    """Return a colour of 24 bits, as letters (38) or as what lies under them (48)."""
    return f"{layer};2;" + ";".join(map(str, channels(colour)))
