"""A declared kind with lines along sides: drawn, crossed and erased by hand and keys."""

from __future__ import annotations

from typing import Any

from tests.browser.board import Hand, mid
from tests.browser.window import needs_chromium

KIND = "slitherlink"

pytestmark = needs_chromium

PUZZLE = {"rows": 4, "cols": 4, "numbers": {"r1c1": 3, "r2c2": 2, "r4c4": 1}}
TOP, LEFT, RIGHT = "r0c1-r1c1", "r1c0-r1c1", "r1c4-r1c5"


def lines(*slots: str) -> set[str]:
    return {f"{slot} line" for slot in slots}


def test_clicks_go_round_on_every_side_also_from_outside(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.drag((-0.15, 0.5))
    hand.drag((0.5, 4.1))
    assert hand.facts == lines(TOP, RIGHT)
    hand.drag((0.1, 0.5))
    assert hand.facts == lines(RIGHT) | {f"{TOP} not line"}
    hand.drag((-0.15, 0.5))
    assert hand.facts == lines(RIGHT)
    hand.drag((0.5, 0.05), button="right")
    assert hand.facts == lines(RIGHT) | {f"{LEFT} not line"}
    assert hand.count(".cross") == 1


def test_a_drag_draws_along_corners_and_is_one_step(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.drag((1, 0.05), (0.02, 0), (-0.05, 1), (0, 2.05), steps=5)
    drawn = lines(TOP, LEFT, "r0c2-r1c2")
    assert hand.facts == drawn
    hand.drag((1, 1), (1, 2), (1, 1), steps=5)
    assert hand.facts == drawn
    hand.do("board.undo()")
    assert hand.facts == set()


def test_fingers_tap_rest_and_draw(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.swipe((0.1, 0.6))
    hand.swipe((0.55, 0.05), rest=500)
    assert hand.facts == lines(TOP) | {f"{LEFT} not line"}
    hand.swipe((2, 1), (2, 2), (3, 2))
    assert hand.facts == lines(TOP, "r2c2-r3c2", "r3c2-r3c3") | {f"{LEFT} not line"}


def test_a_click_on_a_clue_greys_it(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.drag(mid(2, 2))
    assert hand.facts == set()
    assert hand.do("board.isUsed('r2c2')")


def test_keys_write_on_the_sides_of_a_cell_and_are_told(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.focus()
    hand.keys("Shift+ArrowUp", "Alt+ArrowLeft")
    assert hand.facts == lines(TOP) | {f"{LEFT} not line"}
    told = hand.do("document.activeElement.getAttribute('aria-label')")
    assert told == "row 1 column 1, clue 3, line up, cross left"
    hand.keys("Delete")
    assert hand.facts == set()


def test_marks_at_the_frame_are_seen_whole(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.do(f"board.write({{ put: ['{LEFT} not line'] }})")
    hand.do(f"board.mark({{ errors: ['{LEFT}'], because: ['{TOP}'] }})")
    hand.do("board.setOption('numbers', true)")
    hand.do("board.flush()")
    hidden = """selector => { const box = document.querySelector(selector).getBoundingClientRect();
      return [...document.querySelectorAll(".board .number-ground")].some((each) => {
        const { right, left, top, bottom } = each.getBoundingClientRect();
        return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
      }); }"""
    page: Any = hand.page
    for selector in (".cross", ".ring-error"):
        assert not page.evaluate(hidden, f".board {selector}"), selector
    across, down = page.evaluate(
        """() => { const line = document.querySelector(".board .line-because");
        const { width, height } = line.getBoundingClientRect(); return [width, height]; }"""
    )
    assert across > down


def test_a_line_is_wrong_where_the_cells_beside_it_are(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.do("board.write({ put: ['r1c1-r1c2 line', 'r1c2-r1c3 line', 'r0c2-r1c2 line'] })")
    hand.do("board.mark({ errors: ['r1c1', 'r1c2'] })")
    assert hand.count(".line.is-error") == 2
    hand.do("board.mark()")
    assert hand.count(".line.is-error") == 0


def test_a_finished_loop_has_one_colour_and_is_traced(hand: Hand) -> None:
    hand.show(PUZZLE)
    loop = ["r0c1-r1c1", "r1c0-r1c1", "r1c1-r1c2", "r1c1-r2c1"]
    hand.do(f"board.write({{ put: {[f'{slot} line' for slot in loop]} }})")
    hand.do("board.write({ put: ['r4c4-r5c4 line'] })")
    hand.do("board.setOption('colours', true)")
    hand.do("board.flush()")
    hues = hand.do(
        """[...document.querySelectorAll('.board .line')].map((each) =>
          each.style.getPropertyValue('--hue'))"""
    )
    assert sorted(map(hues.count, set(hues))) == [1, 4]
    traced = "(board.celebrate(), document.querySelectorAll('.board.is-traced .trace').length)"
    assert hand.do(traced) == 1


def test_a_drawn_line_that_is_pointed_at_has_no_ring(hand: Hand) -> None:
    hand.show(PUZZLE)
    hand.do(f"board.write({{ put: ['{TOP} line'] }})")
    for marks in (f"errors: ['{TOP}', '{LEFT}']", f"hints: ['{TOP}', '{LEFT}']"):
        hand.do(f"board.mark({{ {marks} }})")
        name = marks.split("s:")[0]
        assert (hand.count(f".line.is-{name}"), hand.count(f".ring-{name}")) == (1, 1)
