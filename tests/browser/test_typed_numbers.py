"""Numbers that a declared kind has typed into cells, with clues beside the grid."""

from __future__ import annotations

from typing import Any

from tests.browser.board import Hand, mid
from tests.browser.window import needs_chromium

NUMBERS = {"least": 1, "most": 9, "unknown": False, "look": "number", "blocks": False}
KIND = {
    "id": "slitherlink",  # for its words: the kit's
    "clues": [{"name": "views", "on": "border", **NUMBERS}],
    "areas": None,
    "marks": [
        {
            "name": "height",
            "on": "cells",
            "values": "size",
            "look": "number",
            "hands": "type",
            "denial": "small",
        }
    ],
}
PUZZLE = {"rows": 4, "cols": 4, "views": {"r0c1-r1c1": 3, "r2c4-r2c5": 1, "r4c2-r5c2": 2}}

pytestmark = needs_chromium


def key_at(hand: Hand, text: str) -> Any:
    """The middle of a key on the board, on the page."""
    hand.do("board.flush()")
    box = hand.page.locator(".board .choice-text", has_text=text).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_keys_type_and_note(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.focus()
    hand.keys("3", "ArrowRight", "n", "1", "4", "n", "ArrowRight", "2", "Backspace")
    assert hand.facts == {"r1c1 3", "r1c2 not 1", "r1c2 not 4"}
    assert (hand.count(".typed"), hand.count(".denied")) == (1, 2)


def test_a_tap_shows_numbers_and_another_one_writes(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.swipe(mid(2, 2))
    assert hand.count(".choice-key") == 6
    hand.page.touchscreen.tap(*key_at(hand, "4"))
    assert hand.facts == {"r2c2 4"}
    assert hand.count(".choice-key") == 0
    hand.swipe(mid(2, 2))
    hand.page.touchscreen.tap(*key_at(hand, "×"))
    assert hand.facts == set()


def test_notes_stay_open_and_escape_closes(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.drag(mid(2, 2), button="right")
    for text in ("1", "2"):
        hand.page.mouse.click(*key_at(hand, text))
    assert hand.facts == {"r2c2 not 1", "r2c2 not 2"}
    hand.keys("Escape")
    assert hand.count(".choice-key") == 0


def test_clues_beside_the_grid_are_seen_and_greyed(hand: Hand) -> None:
    hand.show(PUZZLE)
    for spot, thing in (((-0.5, 0.5), "r0c1-r1c1"), ((1.5, 4.5), "r2c4-r2c5")):
        hand.drag(spot)
        assert hand.do(f"board.isUsed('{thing}')")
    boxes = hand.do(
        """[...document.querySelectorAll('.board .thing')].map((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; })"""
    )
    assert boxes == [True, True, True]
