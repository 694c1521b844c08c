"""Colours: one table for pictures and pages, and everything can be seen and read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import enpitsu
from enpitsu.colour import contrast
from enpitsu.render.palette import DARK, LIGHT, PALETTES, TOKENS, stylesheet
from enpitsu.render.theme import STYLES
from tests.cases import each_case

pytestmark = pytest.mark.quick

HOUSE = Path(enpitsu.__file__).parent
STATIC = HOUSE / "web" / "static"
SHOWN = [*sorted(STATIC.rglob("*.css")), *sorted(HOUSE.glob("kinds/*/web/*.js"))]
GROUNDS = ("page", "card", "board")
TEXTS = ("ink", "ink2", "err", "hint", "good", "accent", "trial")
LINES = ("frame", "region", "grid5", "line", "mark", "shade", "done", "control", "focus")


def test_the_stylesheet_is_up_to_date() -> None:
    kept = (STATIC / "css" / "colours.css").read_text(encoding="utf-8")
    assert kept == stylesheet(), "run scripts/colours"


def test_the_browser_is_told_the_same_colours() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'"theme-color" content="(#\w+)"', page) == [LIGHT["page"], DARK["page"]]
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["background_color"] == LIGHT["page"]
    assert manifest["theme_color"] == LIGHT["ink"]


@each_case("path", SHOWN, ids=lambda path: path.name)
def test_no_colour_of_the_table_stands_elsewhere(path: Path) -> None:
    if path.name == "colours.css":
        return
    copies = {"#ffffff", "#000000"}
    own = {rgb for palette in (LIGHT, DARK) for rgb in palette.values()} - copies
    written = set(re.findall(r"#[0-9a-f]{6}\b", path.read_text(encoding="utf-8")))
    assert not own & written


def test_pictures_and_books_have_no_colours_of_their_own() -> None:
    drawing = [*(HOUSE / "render").rglob("*.py"), *(HOUSE / "book").rglob("*.py")]
    written = {
        path.name
        for path in drawing
        if re.search(r"#[0-9a-fA-F]{6}\b", path.read_text(encoding="utf-8"))
    }
    assert written == {"palette.py"}


def test_styles_name_tokens() -> None:
    named = {token for style in STYLES.values() for token in (style.fill, style.stroke) if token}
    assert named <= set(TOKENS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_can_be_read_and_lines_be_seen(theme: str) -> None:
    palette = PALETTES[theme]
    faint = [
        (token, ground, round(contrast(palette[token], palette[ground]), 2))
        for tokens, least in ((TEXTS, 4.5), (LINES, 3.0))
        for token in tokens
        for ground in GROUNDS
        if contrast(palette[token], palette[ground]) < least
    ]
    assert not faint
    assert contrast(palette["on-accent"], palette["accent"]) >= 4.5
    for token in ("err", "hint", "good"):
        assert contrast(palette["ink"], palette[f"{token}bg"]) >= 4.5
