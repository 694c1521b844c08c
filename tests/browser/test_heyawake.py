"""A declared kind with areas and shaded cells on its board."""

from __future__ import annotations

from tests.browser.board import Hand, mid
from tests.browser.window import needs_chromium

KIND = "heyawake"

pytestmark = needs_chromium

PUZZLE = {
    "rows": 3,
    "cols": 3,
    "rooms": [[0, 0, 1], [0, 2, 1], [2, 2, 1]],
    "numbers": {"r1c1": 2, "r1c3": 1},
}


def test_cells_go_round_and_drags_paint(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.drag(mid(1, 1))
    assert hand.facts == {"r1c1 shaded"}
    hand.drag(mid(1, 1))
    assert hand.facts == {"r1c1 not shaded"}
    hand.drag(mid(2, 1), mid(2, 3), steps=6)
    hand.swipe(mid(3, 1), rest=500)
    assert hand.facts == {
        "r1c1 not shaded",
        *(f"r2c{col} shaded" for col in (1, 2, 3)),
        "r3c1 not shaded",
    }
    assert (hand.count(".shade"), hand.count(".dot")) == (3, 2)
    hand.drag(mid(2, 1), mid(2, 3), steps=6, button="right")
    assert hand.facts == {f"r{row}c1 not shaded" for row in (1, 2, 3)} | {
        "r2c2 not shaded",
        "r2c3 not shaded",
    }


def test_a_clue_can_be_read_on_its_shaded_cell(hand: Hand) -> None:
    hand.show(PUZZLE)
    colour = """() => { board.flush();
      return getComputedStyle(document.querySelector(".board .thing .clue")).fill; }"""
    before = hand.page.evaluate(colour)
    hand.do("board.write({ put: ['r1c1 shaded'] })")
    assert hand.page.evaluate(colour) != before
    hand.do("board.undo()")
    assert hand.page.evaluate(colour) == before


def test_keys_and_words(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.focus()
    hand.keys("Space", "ArrowRight", "x", "g")
    assert hand.facts == {"r1c1 shaded", "r1c2 not shaded"}
    told = hand.do("document.activeElement.getAttribute('aria-label')")
    assert told == "row 1 column 2, dot, area 1 with clue 2"


def test_with_a_key_held_a_click_shows_what_hangs_together(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.do("board.write({ put: ['r1c1 shaded', 'r1c2 shaded', 'r3c3 shaded'] })")
    hand.focus()
    hand.page.keyboard.down("z")
    hand.drag(mid(1, 1))
    assert hand.count(".shade.is-lit") == 2
    hand.page.keyboard.up("z")
    assert hand.count(".is-lit") == 0
