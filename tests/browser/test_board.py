"""The board in a real browser: every gesture by mouse, finger and key, undo, trials, helpers."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import kinds
from enpitsu.web.words import own_texts
from tests.browser.board import SOURCE, Hand, data, mid, replayed
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

FIVE = "https://puzz.link/p?yajilin/5/5/m32j10"


KIND = "yajilin"
"""The kind of the boards here, for the fixture `hand`."""


def blank(rows: int, cols: int) -> Any:
    """A board without clues."""
    return {"rows": rows, "cols": cols, "clues": []}


def edges(*cells: tuple[int, int]) -> set[str]:
    """The lines along a walk."""
    names = [f"r{row}c{col}" for row, col in cells]
    pairs = zip(
        zip(cells, names, strict=True), zip(cells[1:], names[1:], strict=True), strict=False
    )
    return {"-".join(name for _, name in sorted(pair)) + " line" for pair in pairs}


# --- mouse -----------------------------------------------------------------------------------


def test_click_toggles_shade_with_two_buttons(hand: Hand) -> None:
    hand.show(blank(5, 5))
    hand.drag(mid(2, 3))
    assert hand.facts == {"r2c3 shaded"}
    assert hand.count(".shade") == 1
    hand.drag(mid(2, 3))
    assert hand.facts == set()
    assert hand.count(".shade") == 0


def test_one_button_cycles_both_ways(hand: Hand) -> None:
    hand.show(blank(5, 5), scheme="one")
    states = []
    for button in ["left"] * 3 + ["right"] * 3:
        hand.drag(mid(1, 1), button=button)
        states.append(hand.facts)
    shaded, dot, empty = {"r1c1 shaded"}, {"r1c1 not shaded"}, set[str]()
    assert states == [shaded, dot, empty, dot, shaded, empty]


def test_drag_draws_a_line_and_the_first_edge_decides(hand: Hand) -> None:
    hand.show(blank(5, 5))
    hand.drag(mid(1, 1), mid(1, 3), mid(3, 3), steps=10)
    walk = edges((1, 1), (1, 2), (1, 3), (2, 3), (3, 3))
    assert hand.facts == walk
    assert hand.count(".line") == 4
    hand.drag(mid(1, 2), mid(1, 5), steps=8)  # begins on a line: erases, draws nothing
    assert hand.facts == walk - {"r1c2-r1c3 line"}
    hand.drag(mid(1, 5), mid(1, 1), steps=8)  # begins off the lines: draws, erases nothing
    assert hand.facts == walk | edges((1, 5), (1, 4), (1, 3))


def test_fast_drag_fills_the_run(hand: Hand) -> None:
    hand.show(blank(3, 12))
    hand.drag(mid(2, 1), mid(2, 12), steps=1)
    assert len(hand.facts) == 11


def test_past_a_corner_the_line_goes_as_the_pointer_did(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.drag((0.48, 0.5), (2.48, 2.5))
    assert hand.facts == edges((1, 1), (1, 2), (2, 2), (2, 3), (3, 3))
    hand.show(blank(4, 4))
    hand.drag((0.52, 0.5), (2.52, 2.5))
    assert hand.facts == edges((1, 1), (2, 1), (2, 2), (3, 2), (3, 3))


def test_a_line_grows_from_where_the_stroke_came(hand: Hand) -> None:
    hand.show(blank(2, 3))
    hand.drag(mid(1, 3), mid(1, 1), steps=6)
    hand.do("board.flush()")
    starts = hand.do("[...document.querySelectorAll('.line')].map((e) => e.getAttribute('d'))")
    assert sorted(starts) == ["M100 20L60 20", "M60 20L20 20"]


def test_going_back_retracts(hand: Hand) -> None:
    hand.show(blank(5, 5))
    hand.drag(mid(1, 1), mid(1, 4), mid(1, 2), mid(3, 2), steps=6)
    assert hand.facts == edges((1, 1), (1, 2), (2, 2), (3, 2))
    hand.drag(mid(5, 1), mid(5, 3), mid(5, 1), steps=6)
    assert hand.facts == edges((1, 1), (1, 2), (2, 2), (3, 2))
    assert len(hand.log) == 1  # a stroke that comes to nothing leaves no trace


def test_line_enters_neither_shade_nor_clue(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.drag(mid(2, 2))
    hand.drag(mid(2, 1), mid(2, 3), steps=6)
    hand.drag(mid(3, 5), mid(3, 4), steps=6)
    hand.drag(mid(3, 4), mid(3, 5), steps=6)
    assert hand.facts == {"r2c2 shaded"}


def test_a_shade_on_a_line_takes_its_place_in_one_step(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.drag(mid(1, 1), mid(1, 3), mid(2, 3), steps=8)
    walk = edges((1, 1), (1, 2), (1, 3), (2, 3))
    for col, left in ((1, walk - {"r1c1-r1c2 line"}), (2, edges((1, 3), (2, 3)))):
        hand.drag(mid(1, col))
        assert hand.facts == left | {f"r1c{col} shaded"}
        assert hand.count(".line") == len(left)
        assert replayed(hand.log) == hand.facts
        hand.do("board.undo()")
        assert hand.facts == walk
        hand.do("board.redo()")
        assert hand.facts == left | {f"r1c{col} shaded"}
        hand.do("board.undo()")


@pytest.mark.parametrize("by", ["tap", "button", "tool", "key", "long press"])
def test_a_shade_takes_the_place_of_a_line_by_every_way_in(hand: Hand, by: str) -> None:
    hand.show(
        blank(2, 2), scheme="one" if by == "button" else "auto", hands={"long-press": "shade"}
    )
    hand.drag(mid(1, 1), mid(1, 2), mid(2, 2), steps=6)
    if by == "tap":
        hand.swipe(mid(1, 2))
    elif by == "long press":
        hand.swipe(mid(1, 2), rest=450)
    elif by == "key":
        hand.do("board.moveTo({ row: 0, col: 1 }), board.focus()")
        hand.keys("Space")
    else:
        hand.do(f"board.setTool('{'shade' if by == 'tool' else 'auto'}')")
        hand.drag(mid(1, 2))
    assert hand.facts == {"r1c2 shaded"}
    assert len(hand.log) == 2


def test_a_dot_says_nothing_of_a_line_and_stays_under_one(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.drag(mid(1, 2), button="right")
    hand.drag(mid(1, 1), mid(1, 2), steps=4)
    assert hand.facts == edges((1, 1), (1, 2)) | {"r1c2 not shaded"}
    assert hand.count(".dot") == 0
    for col in (1, 2):
        hand.drag(mid(1, col), button="right")
    hand.do("board.moveTo({ row: 0, col: 0 }), board.focus()")
    hand.keys("x")
    assert hand.facts == edges((1, 1), (1, 2)) | {"r1c2 not shaded"}
    hand.drag(mid(1, 2))  # shaded: neither the line nor the dot is left
    assert hand.facts == {"r1c2 shaded"}
    hand.do("board.undo()")
    hand.drag(mid(1, 1), mid(1, 2), steps=4)
    assert hand.facts == {"r1c2 not shaded"}


def test_a_drag_spares_lines_unless_it_begins_on_one(hand: Hand) -> None:
    hand.show(blank(3, 5), facts=["r1c3-r2c3 line", "r1c5-r2c5 line"])
    hand.do("board.setTool('shade')")
    hand.drag(mid(1, 1), mid(1, 5), steps=8)
    assert hand.facts == {"r1c1 shaded", "r1c3-r2c3 line", "r1c5-r2c5 line"}
    hand.drag(mid(1, 3), mid(1, 5), steps=8)
    assert hand.facts == {"r1c1 shaded", "r1c3 shaded", "r1c5 shaded"}


def test_a_shade_on_a_line_goes_with_its_helpers_and_its_trial(hand: Hand) -> None:
    hand.show(blank(3, 3), helpers={"dots": True, "crosses": True})
    hand.drag(mid(2, 1), mid(2, 3), steps=8)
    before = hand.facts
    hand.do("board.beginTrial()")
    hand.drag(mid(2, 2))
    assert {fact for fact in hand.facts if "not" not in fact} == {"r2c2 shaded"}
    assert {"r1c2 not shaded", "r1c2-r2c2 not line"} <= hand.facts
    assert replayed(hand.log) == hand.facts
    hand.do("board.rejectTrial()")
    assert hand.facts == before


def test_a_position_that_says_both_can_be_mended(hand: Hand) -> None:
    for by, left in (("click", {"r1c1-r1c2 line"}), ("tap", {"r1c1 shaded"})):
        hand.show(blank(2, 2), facts=["r1c1 shaded", "r1c1-r1c2 line"])
        (hand.drag if by == "click" else hand.swipe)(mid(1, 1))
        assert hand.facts == left


def test_a_click_of_the_eraser_takes_the_lines_of_a_cell(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.drag(mid(1, 1), mid(1, 3), mid(2, 3), steps=8)
    hand.do("board.setTool('erase')")
    hand.drag(mid(1, 2))
    assert hand.facts == edges((1, 3), (2, 3))
    hand.do("board.undo()")
    hand.drag((0.5, 1.95))  # near an edge only that
    assert hand.facts == edges((1, 1), (1, 2)) | edges((1, 3), (2, 3))


def test_a_shade_on_a_1x1_board(hand: Hand) -> None:
    hand.show(blank(1, 1), hands={"click": "cross", "drag": "shade"})
    hand.drag(mid(1, 1))
    assert hand.facts == set(), "it has no edge"
    hand.show(blank(1, 1))
    hand.drag(mid(1, 1))
    assert hand.facts == {"r1c1 shaded"}


def test_any_click_on_a_clue_greys_it(hand: Hand) -> None:
    for own in ({}, {"click": "none"}, {"click": "dot"}, {"click": "erase"}):
        hand.show(data(enpitsu.parse(FIVE)), hands=own)
        hand.drag(mid(3, 4))
        assert hand.do("board.isUsed('r3c4')"), own
        hand.drag(mid(3, 4), button="right")
        assert not hand.do("board.isUsed('r3c4')"), own
        assert hand.facts == set()


def test_right_drag_dots_and_spares_shades(hand: Hand) -> None:
    hand.show(blank(3, 5))
    hand.drag(mid(1, 3))
    hand.drag(mid(1, 1), mid(1, 5), button="right", steps=6)
    dots = {f"r1c{col} not shaded" for col in (1, 2, 4, 5)}
    assert hand.facts == dots | {"r1c3 shaded"}
    hand.drag(mid(1, 5), mid(1, 4), button="right", steps=6)  # begins on a dot: takes away
    assert hand.facts == {"r1c1 not shaded", "r1c2 not shaded", "r1c3 shaded"}
    hand.drag(mid(1, 3), mid(1, 4), button="right", steps=6)  # begins on a shade: replaces it
    assert {"r1c3 not shaded", "r1c4 not shaded"} <= hand.facts


def test_right_on_an_edge_crosses_and_drags(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.drag((0.5, 1.1), button="right")
    assert hand.facts == {"r1c1-r1c2 not line"}
    assert hand.count(".cross") == 1
    hand.drag((0.5, 0.9), button="right")
    assert hand.facts == set()
    hand.drag((2.0, 0.5), (2.0, 3.5), button="right", steps=5)
    assert hand.facts == {f"r2c{col}-r3c{col} not line" for col in (1, 2, 3, 4)}
    hand.drag((0.05, 0.5), button="right")  # the frame is no edge to cross
    assert not {fact for fact in hand.facts if fact.startswith("r0")}


def test_line_replaces_cross_and_cross_line(hand: Hand) -> None:
    hand.show(blank(2, 2))
    hand.drag((0.5, 1.0), button="right")
    hand.drag(mid(1, 1), mid(1, 2), steps=4)
    assert hand.facts == {"r1c1-r1c2 line"}
    assert hand.log[-1]["take"] == ["r1c1-r1c2 not line"]
    hand.drag((0.5, 1.0), button="right")
    assert hand.facts == {"r1c1-r1c2 not line"}


def test_shift_and_inverted_swap_the_buttons(hand: Hand) -> None:
    hand.show(blank(2, 2))
    hand.page.keyboard.down("Shift")
    hand.drag(mid(1, 1))
    hand.page.keyboard.up("Shift")
    assert hand.facts == {"r1c1 not shaded"}
    hand.show(blank(2, 2), inverted=True)
    hand.drag(mid(1, 1), button="right")
    assert hand.facts == {"r1c1 shaded"}


def test_click_on_a_clue_greys_it(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.drag(mid(3, 4))
    assert hand.count(".is-used") == 1
    assert hand.do("board.ui().used") == ["r3c4"]
    assert hand.facts == set()
    hand.drag(mid(3, 4))
    assert hand.count(".is-used") == 0


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("line", edges((1, 1), (1, 2), (1, 3))),
        ("shade", {"r1c1 shaded", "r1c3 shaded"}),
        ("dot", {f"r1c{col} not shaded" for col in (1, 2, 3)}),
        ("cross", {"r1c1-r1c2 not line", "r1c2-r1c3 not line"}),
        ("erase", set()),
    ],
)
def test_tools(hand: Hand, tool: str, expected: set[str]) -> None:
    hand.show(blank(3, 3))
    hand.do(f"board.setTool('{tool}')")
    hand.drag((0.5, 0.6), (0.5, 2.4), steps=8)
    assert hand.facts == expected


def test_eraser_takes_all_away(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.drag(mid(1, 1), mid(1, 3), steps=8)
    hand.drag(mid(2, 1))
    hand.drag(mid(2, 2), button="right")
    hand.do("board.setTool('erase')")
    hand.drag(mid(1, 1), mid(1, 3), mid(2, 3), mid(2, 1), steps=8)
    assert hand.facts == set()


def test_straight_jump_between_events(hand: Hand) -> None:
    hand.show(blank(5, 9))
    hand.drag(mid(1, 1), mid(1, 7), mid(4, 7))
    assert hand.facts == edges(*((1, col) for col in range(1, 8)), (2, 7), (3, 7), (4, 7))
    hand.drag(mid(1, 3), mid(1, 5))
    assert "r1c3-r1c4 line" not in hand.facts
    assert len(hand.log) == 2


def test_a_stroke_that_leaves_the_board_goes_on_where_it_comes_back(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.drag(mid(1, 1), (-0.3, 0.5), (-0.3, 1.5), mid(1, 2), steps=6)
    assert hand.facts == edges((1, 1), (1, 2))


def test_middle_button_moves_the_board_and_writes_nothing(hand: Hand) -> None:
    hand.show(blank(10, 10))
    hand.drag(mid(5, 5), mid(5, 7), button="middle", steps=4)
    hand.do("board.surface.zoom(2)")
    before = hand.do("board.surface.view.col")
    hand.drag(mid(5, 5), mid(5, 7), button="middle", steps=4)
    assert hand.do("board.surface.view.col") < before
    assert hand.facts == set()
    hand.drag(mid(5, 5))
    assert hand.facts == {"r5c5 shaded"}


def test_a_second_button_during_a_stroke_changes_nothing(hand: Hand) -> None:
    hand.show(blank(3, 3))
    hand.page.mouse.move(*hand.at(mid(1, 1)))
    hand.page.mouse.down()
    hand.page.mouse.move(*hand.at(mid(1, 3)), steps=6)
    hand.page.mouse.down(button="right")
    hand.page.mouse.up(button="right")
    hand.page.mouse.up()
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))


def test_z_held_shows_the_whole_line(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.drag(mid(1, 1), mid(1, 4), mid(2, 4), steps=6)
    hand.drag(mid(4, 1), mid(4, 2), steps=6)
    before = hand.facts
    hand.page.keyboard.down("z")
    hand.drag(mid(1, 2))
    assert hand.count(".line.is-lit") == 4
    hand.drag(mid(4, 4))
    assert hand.count(".is-lit") == 0
    hand.drag(mid(4, 1))
    assert hand.count(".line.is-lit") == 1
    hand.page.keyboard.up("z")
    assert hand.count(".is-lit") == 0
    assert hand.facts == before  # neither written nor undone
    hand.keys("z")
    assert hand.facts == before - edges((4, 1), (4, 2))
    hand.keys("Control+z")
    assert hand.facts == set()


def test_tools_have_another_button(hand: Hand) -> None:
    found = {}
    for tool in ("line", "shade", "dot", "cross"):
        hand.show(blank(3, 3))
        hand.do(f"board.setTool('{tool}')")
        hand.drag((0.5, 0.9), (0.5, 2.1), button="right", steps=6)
        found[tool] = hand.facts
    assert found == {
        "line": {"r1c1-r1c2 not line", "r1c2-r1c3 not line"},
        "shade": {f"r1c{col} not shaded" for col in (1, 2, 3)},
        "dot": {"r1c1 shaded", "r1c3 shaded"},
        "cross": edges((1, 1), (1, 2), (1, 3)),
    }


def test_clues_are_greyed_with_every_tool(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    for tool in ("auto", "line", "shade", "dot"):
        hand.do(f"board.setTool('{tool}')")
        hand.drag(mid(3, 4))
        assert hand.do("board.isUsed('r3c4')"), tool
        hand.drag(mid(3, 4))
        assert not hand.do("board.isUsed('r3c4')"), tool
    assert hand.facts == set()


# --- fingers ---------------------------------------------------------------------------------


def test_one_finger_taps_and_draws(hand: Hand) -> None:
    hand.show(blank(5, 5))
    for expected in ({"r2c2 shaded"}, {"r2c2 not shaded"}, set()):
        hand.swipe(mid(2, 2))
        assert hand.facts == expected
    hand.swipe(mid(1, 1), mid(1, 3), mid(2, 3))
    assert hand.facts == edges((1, 1), (1, 2), (1, 3), (2, 3))


def test_long_press_is_the_other_button(hand: Hand) -> None:
    hand.show(blank(5, 5))
    hand.swipe(mid(2, 2), rest=450)
    assert hand.facts == {"r2c2 not shaded"}
    hand.swipe((0.5, 1.0), rest=450)
    assert "r1c1-r1c2 not line" in hand.facts
    hand.swipe(mid(4, 1), mid(4, 3), rest=450)
    assert {f"r4c{col} not shaded" for col in (1, 2, 3)} <= hand.facts


def test_a_resting_finger_drags_crosses_along_edges(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.swipe((2.0, 0.5), (2.0, 1.5), (2.0, 3.5), rest=450)
    assert hand.facts == {f"r2c{col}-r3c{col} not line" for col in (1, 2, 3, 4)}


def test_a_tool_serves_the_finger(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.do("board.setTool('cross')")
    hand.swipe((0.5, 0.9))
    hand.do("board.setTool('dot')")
    hand.swipe(mid(3, 1), mid(3, 3))
    hand.do("board.setTool('shade')")
    hand.swipe(mid(4, 1), mid(4, 4))
    dots = {f"r3c{col} not shaded" for col in (1, 2, 3)}
    assert hand.facts == dots | {"r1c1-r1c2 not line", "r4c1 shaded", "r4c3 shaded"}


def test_a_touch_that_the_system_takes_away_writes_nothing(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.touch("Start", mid(1, 1))
    hand.touch("Move", mid(1, 3))
    hand.touch("Cancel")
    assert (hand.facts, hand.log) == (set(), [])
    hand.touch("Start", mid(3, 4))  # a clue, and a second finger: not greyed either
    hand.touch("Start", mid(3, 4), mid(1, 1))
    hand.touch("End")
    assert hand.do("board.ui().used") == []
    hand.swipe(mid(1, 1))
    assert hand.facts == {"r1c1 shaded"}


def test_two_fingers_zoom_and_never_write(hand: Hand) -> None:
    hand.show(blank(10, 10))
    hand.touch("Start", mid(5, 5))
    hand.touch("Move", mid(5, 7))
    assert len(hand.facts) == 2  # seen while it is drawn
    hand.touch("Start", mid(5, 7), mid(6, 8))
    assert hand.facts == set()
    hand.touch("Move", mid(3, 3), mid(9, 9))
    hand.wait("board.surface.view.scale > 90")
    hand.touch("Move", mid(5, 5))  # one finger is lifted, the one that stays writes nothing
    hand.touch("Move", mid(5, 6))
    hand.touch("Move", mid(6, 6))
    hand.touch("End")
    assert hand.facts == set()
    assert hand.log == []
    hand.swipe(mid(5, 8))  # after all are lifted it writes again, where it points
    assert hand.facts == {"r5c8 shaded"}


def test_wheel_with_ctrl_zooms_at_the_pointer(hand: Hand) -> None:
    hand.show(blank(10, 10))
    hand.page.mouse.move(*hand.at(mid(2, 2)))
    hand.page.keyboard.down("Control")
    hand.page.mouse.wheel(0, -300)
    hand.page.keyboard.up("Control")
    hand.wait("!board.surface.view.isFitted")
    x, y = hand.at(mid(2, 2))
    hand.page.mouse.move(x, y)
    hand.drag(mid(2, 2))
    assert hand.facts == {"r2c2 shaded"}
    hand.do("board.surface.zoom(0.01)")
    assert hand.do("board.surface.view.isFitted")


# --- keys ------------------------------------------------------------------------------------


def test_keys_write_everything(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.focus()
    hand.keys("ArrowRight", "Space")
    assert hand.facts == {"r1c2 shaded"}
    hand.keys("Enter")
    assert hand.facts == {"r1c2 not shaded"}
    hand.keys("Enter", "x")
    assert hand.facts == {"r1c2 not shaded"}
    hand.keys("x", "Shift+ArrowRight", "Shift+ArrowDown", "Alt+ArrowLeft")
    assert hand.facts == edges((1, 2), (1, 3), (2, 3)) | {"r2c2-r2c3 not line"}
    hand.keys("Shift+ArrowUp")
    assert hand.facts == edges((1, 2), (1, 3)) | {"r2c2-r2c3 not line"}
    hand.keys("End", "ArrowLeft", "ArrowDown", "ArrowDown", "g")
    assert hand.do("board.ui().used") == ["r3c4"]
    hand.keys("h", "c", "?")
    assert [detail["name"] for name, detail in hand.do("events") if name == "action"] == [
        "hint",
        "check",
        "help",
    ]


def test_keys_can_be_bound_anew(hand: Hand) -> None:
    hand.show(blank(2, 2), keys={"dot": ["q"], "undo": ["x"]})
    hand.focus()
    hand.keys("q")
    assert hand.facts == {"r1c1 not shaded"}
    hand.keys("z")
    assert hand.facts == {"r1c1 not shaded"}
    hand.keys("x")
    assert hand.facts == set()
    assert hand.do("board.keymap.changes()") == {"dot": ["q"], "undo": ["x"]}


# --- undo, trials, helpers ---------------------------------------------------------------------


def test_undo_and_redo_without_end(hand: Hand) -> None:
    hand.show(blank(6, 6))
    dice = random.Random(8)
    seen = [hand.facts]
    while len(seen) < 25:
        spots = [mid(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(dice.randint(1, 3))]
        hand.drag(*spots, button=dice.choice(["left", "right"]), steps=5)
        if hand.facts != seen[-1]:
            seen.append(hand.facts)
    hand.focus()
    for before in reversed(seen[:-1]):
        hand.keys("z")
        assert hand.facts == before
    for after in seen[1:]:
        hand.keys("Control+Shift+z")
        assert hand.facts == after
    assert replayed(hand.log) == hand.facts
    log = hand.log
    hand.show(blank(6, 6), log=log)  # a reload: the position and the way back survive
    assert hand.facts == seen[-1]
    for before in reversed(seen[:-1]):
        hand.do("board.undo()")
        assert hand.facts == before


def test_trials_nest_and_are_kept_or_taken_back(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.drag(mid(1, 1))
    hand.focus()
    hand.keys("t")
    hand.drag(mid(1, 3))
    hand.drag(mid(1, 1))  # the trial also takes something away
    hand.keys("t")
    hand.drag(mid(3, 3), mid(3, 4), steps=4)
    assert hand.do("board.level") == 2
    assert (hand.count(".trial-1"), hand.count(".trial-2")) == (1, 1)
    hand.keys("Escape")
    assert hand.facts == {"r1c3 shaded"}
    hand.do("board.undo()")  # takes the rejection back: in the trial again
    assert hand.do("board.level") == 2
    assert hand.count(".trial-2") == 1
    hand.do("board.redo()")
    hand.do("board.acceptTrial()")
    assert hand.facts == {"r1c3 shaded"}
    assert hand.count(".trial-1") == 0
    hand.do("board.beginTrial()")
    assert hand.count(".trial-1") == 0  # what was kept is no part of the next trial
    hand.drag(mid(4, 4))
    saved = hand.do("board.ui()")
    hand.show(blank(4, 4), log=hand.log, ui=saved)
    assert (hand.do("board.level"), hand.count(".trial-1")) == (1, 1)
    hand.do("board.rejectTrial()")
    assert hand.facts == {"r1c3 shaded"} == replayed(hand.log)


def test_helpers_are_off_and_undone_with_the_stroke(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.drag(mid(2, 4))
    assert hand.facts == {"r2c4 shaded"}
    hand.show(data(enpitsu.parse(FIVE)), helpers={"dots": True, "crosses": True})
    hand.drag(mid(2, 4))
    dots = {f"{cell} not shaded" for cell in ("r1c4", "r2c3", "r2c5")}
    sides = ("r1c4-r2c4", "r2c3-r2c4", "r2c4-r2c5", "r2c4-r3c4")
    assert hand.facts == {"r2c4 shaded"} | dots | {f"{side} not line" for side in sides}
    assert hand.count(".helper") == 7
    assert [event["by"] for event in hand.log] == ["hand", "helper"]
    hand.do("board.undo()")
    assert hand.facts == set()
    hand.do("board.redo()")
    assert hand.count(".helper") == 7
    hand.drag(mid(2, 4))  # the dots were there for the shade only
    assert not {fact for fact in hand.facts if "shaded" in fact}


def test_crosses_close_a_full_cell(hand: Hand) -> None:
    hand.show(blank(3, 3), helpers={"crosses": True})
    hand.drag(mid(2, 1), mid(2, 3), steps=8)
    assert {"r1c2-r2c2 not line", "r2c2-r3c2 not line"} <= hand.facts
    assert "r1c1-r2c1 not line" not in hand.facts


def test_locked_board_takes_nothing(hand: Hand) -> None:
    hand.show(blank(2, 2), locked=True)
    hand.drag(mid(1, 1))
    hand.drag(mid(1, 1), mid(1, 2), steps=4)
    hand.focus()
    hand.keys("Space", "Shift+ArrowRight")
    assert hand.facts == set()


def test_helpers_follow_a_line_and_spare_what_stands(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)), helpers={"dots": True, "crosses": True})
    hand.drag((0.5, 1.0), button="right")  # a cross of the player's own
    hand.drag(mid(2, 3), mid(3, 3), steps=6)
    assert "r3c3-r3c4 not line" in hand.facts  # beside a clue
    assert hand.log[-1]["by"] == "helper"
    hand.do("board.undo()")
    assert hand.facts == {"r1c1-r1c2 not line"}
    hand.drag(mid(1, 1))
    hand.do("board.undo()")
    assert hand.facts == {"r1c1-r1c2 not line"}


# --- whole puzzles, sizes, speed ---------------------------------------------------------------


LOOP = [
    (1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (1, 4), (1, 5), (2, 5), (3, 5), (4, 5), (4, 4),
    (4, 3), (5, 3), (5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (2, 2), (2, 1), (1, 1),
]  # fmt: skip


def test_a_puzzle_solved_by_hand(hand: Hand) -> None:
    puzzle = enpitsu.parse(FIVE)
    hand.show(data(puzzle))
    for cell in ((3, 1), (3, 3), (5, 4)):
        hand.drag(mid(*cell))
    hand.drag(*(mid(*cell) for cell in LOOP), steps=4)
    (solution,) = enpitsu.solve(puzzle).solutions
    assert hand.facts == {str(fact) for fact in solution.position}
    traced = "(board.celebrate(), document.querySelectorAll('.board.is-traced .trace').length)"
    assert hand.do(traced) == 1


def test_a_puzzle_solved_by_keys_and_by_touch(hand: Hand) -> None:
    hand.show(data(enpitsu.parse(FIVE)))
    hand.focus()
    ways = {(0, 1): "Right", (0, -1): "Left", (1, 0): "Down", (-1, 0): "Up"}
    for (row, col), (below, right) in pairwise(LOOP):
        hand.keys(f"Shift+Arrow{ways[below - row, right - col]}")
    hand.keys("ArrowDown", "ArrowDown", "Space", "ArrowRight", "ArrowRight", "Space")
    hand.keys("ArrowRight", "ArrowDown", "ArrowDown", "Space")
    by_keys = hand.facts
    assert len(by_keys) == 23
    hand.show(data(enpitsu.parse(FIVE)))
    for cell in ((3, 1), (3, 3), (5, 4)):
        hand.swipe(mid(*cell))
    hand.swipe(*(mid(*cell) for cell in LOOP))
    assert hand.facts == by_keys


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 7), (7, 1), (3, 28)])
def test_odd_sizes(hand: Hand, rows: int, cols: int) -> None:
    hand.show(blank(rows, cols))
    hand.drag(mid(rows, cols))
    hand.drag(mid(rows, cols), (rows + 3.0, cols + 3.0), steps=3)
    assert hand.facts == {f"r{rows}c{cols} shaded"}


def test_no_shared_js_names_a_kind() -> None:
    for file in (SOURCE / "web/static/js/board").rglob("*.js"):
        text = file.read_text(encoding="utf-8").lower()
        assert not [name for name in kinds() if name in text], file.name


def test_all_words_are_there_in_both_languages(hand: Hand) -> None:
    english, japanese = own_texts("en"), own_texts("ja")
    hand.show(blank(1, 1))
    tools, helpers, keys = hand.do(
        "[board.tools, kind.helperNames, [...new Set(Object.keys(board.keymap.keys()))]]"
    )
    own = set(hand.do("Object.keys(kind.keys)"))
    wanted = {f"yajilin.tool.{name}" for name in tools}
    wanted |= {f"yajilin.helper.{name}" for name in helpers}
    wanted |= {f"yajilin.key.{name.split('-')[0]}" for name in own}
    wanted |= {f"board.key.{name}" for name in keys if name not in own}
    assert wanted <= english.keys()
    ours = {name for name in english if name.startswith(("board.", "yajilin."))}
    assert ours <= japanese.keys()
