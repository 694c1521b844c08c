"""How much of a board is seen in a real browser, and by what it is reached: large boards in small
boxes, fingers that zoom, taps after quick strokes, the cursor of keys, clues made small."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.board import Hand, board_window, mid
from tests.browser.test_board import blank
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

VIEW = "(({ scale, isFitted, row, col }) => ({ scale, isFitted, row, col }))(board.surface.view)"
RING = "getComputedStyle(document.querySelector('.board .layer-cursor')).display"
BOX = "board.surface.svg.getAttribute('viewBox')"
BAR = """(() => { const bar = document.querySelector('.board-clues');
return bar.hidden ? '' : bar.innerText; })()"""
ROOM = "(({ beside, scale }) => [beside.left * scale, beside.top * scale])(board.surface.view)"
SHADES = "[...document.querySelectorAll('.board .shade')]"


@pytest.fixture(scope="module")
def opened(chromium: Any) -> Iterator[Any]:
    """One window for all tests without clues beside the grid."""
    with board_window(chromium, "yajilin", has_touch=True) as page:
        yield page


@pytest.fixture(scope="module")
def beside(chromium: Any) -> Iterator[Any]:
    """One window of a phone for all tests with clues beside the grid."""
    size = {"width": 390, "height": 600}
    with board_window(chromium, "nonogram", viewport=size, has_touch=True) as page:
        yield page


@pytest.fixture
def hand(opened: Any) -> Iterator[Hand]:
    opened.evaluate("() => { document.querySelector('#box').style.cssText = ''; }")
    yield Hand(opened)
    assert not opened.errors


@pytest.fixture
def clued(beside: Any) -> Iterator[Hand]:
    beside.evaluate("() => { document.querySelector('#box').style.cssText = ''; }")
    yield Hand(beside)
    assert not beside.errors


def picture(side: int, colours: int = 1) -> Any:
    """The clues of a random picture."""
    rng = random.Random(side)
    rows = [[rng.randint(0, colours) for _ in range(side)] for _ in range(side)]
    lines = {"row_clues": rows, "col_clues": zip(*rows, strict=True)}
    clues = {name: [runs(list(line), colours > 1) for line in each] for name, each in lines.items()}
    palette = ["#c8102e", "#0a7d5a", "#1244aa"][:colours]
    return clues | ({"colours": palette} if colours > 1 else {})


def runs(line: list[int], is_coloured: bool) -> list[Any]:
    """The runs of a line, with their colours if there are several."""
    found: list[list[int]] = []
    for before, colour in zip([0, *line], line, strict=False):
        if colour and colour == before:
            found[-1][0] += 1
        elif colour:
            found.append([1, colour])
    return found if is_coloured else [length for length, _ in found]


# --- touch and keys ------------------------------------------------------------------------------


def fling_and_tap(hand: Hand) -> int:
    """Clicks that a button gets which is tapped right after a stroke that ends in motion."""
    hand.do(
        """(() => { const made = document.createElement("button");
        const place = { position: "fixed", right: 0, bottom: 0, width: "80px", height: "60px" };
        Object.assign(made.style, place);
        made.id = "tapped";
        window.clicks = 0;
        made.addEventListener("click", () => { window.clicks += 1; });
        document.body.append(made); })()"""
    )
    hand.touch("Start", mid(1, 1))
    for step in range(1, 9):
        hand.touch("Move", (0.5, 0.5 + step))
    hand.touch("End")
    tap = {"touchPoints": [{"x": 560, "y": 570}]}
    hand.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", **tap})
    hand.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.page.wait_for_timeout(100)
    clicks: int = hand.do("(document.querySelector('#tapped').remove(), window.clicks)")
    return clicks


def test_a_tap_right_after_a_quick_stroke_is_not_swallowed(hand: Hand) -> None:
    hand.show(blank(10, 10))
    assert fling_and_tap(hand) == 1
    assert len([fact for fact in hand.facts if fact.endswith(" line")]) >= 7
    started = """(() => { const event = new TouchEvent("touchstart", { cancelable: true });
        board.surface.svg.dispatchEvent(event);
        return event.defaultPrevented; })()"""
    assert hand.do(started)


def test_the_cursor_is_seen_only_after_keys(hand: Hand) -> None:
    hand.show(blank(4, 4))
    hand.swipe(mid(2, 2))
    hand.do("board.focus()")  # as the page does after a hint is written
    assert hand.do(RING) == "none"
    hand.keys("ArrowRight")
    assert hand.do(RING) == "inline"
    hand.drag(mid(3, 3))
    hand.do("board.focus()")
    assert hand.do(RING) == "none"
    hand.page.keyboard.press("Shift")  # held while the mouse writes
    assert hand.do(RING) == "none"
    hand.keys("Tab", "Shift+Tab")
    hand.do("board.focus()")
    assert hand.do(RING) == "inline"


# --- what is seen at the start -------------------------------------------------------------------


def test_large_boards_open_where_they_can_be_played(hand: Hand) -> None:
    hand.show(blank(100, 100))
    seen = hand.do(VIEW)
    assert not seen["isFitted"]
    assert 20 <= seen["scale"] <= 24
    x, y = hand.at((0, 0))
    assert 0 <= x < 10
    assert 0 <= y < 10
    hand.drag(mid(2, 2))
    assert hand.facts == {"r2c2 shaded"}
    hand.do("board.surface.fit()")
    assert hand.do(VIEW)["isFitted"]
    assert hand.at((100, 100)) == pytest.approx((600, 600), abs=10)


@pytest.mark.parametrize("how", [{"start": "fit"}, {"locked": True}])
def test_boards_to_look_at_open_whole(hand: Hand, how: Any) -> None:
    hand.show(blank(100, 100), **how)
    assert hand.do(VIEW)["isFitted"]


def test_boards_that_can_be_played_open_whole(hand: Hand) -> None:
    hand.show(blank(20, 28))
    assert hand.do(VIEW)["isFitted"]


@pytest.mark.parametrize("side", [29, 30, 40, 60])
def test_cells_that_a_finger_cannot_hit_are_larger_at_the_start(hand: Hand, side: int) -> None:
    hand.show(blank(side, side))
    assert hand.do(VIEW)["scale"] >= 20


def test_a_board_that_nobody_has_moved_follows_its_box(hand: Hand) -> None:
    hand.show(blank(28, 28))
    hand.do("document.querySelector('#box').style.cssText = 'width: 300px; height: 300px'")
    hand.wait("!board.surface.view.isFitted")
    hand.do("document.querySelector('#box').style.cssText = ''")
    hand.wait("board.surface.view.isFitted")
    hand.do("board.surface.zoom(1.5)")
    hand.do("document.querySelector('#box').style.cssText = 'width: 590px'")
    hand.wait("board.surface.view.width === 590")
    hand.do("document.querySelector('#box').style.cssText = ''")
    hand.wait("board.surface.view.width === 600")
    assert not hand.do(VIEW)["isFitted"]


def test_a_board_somebody_works_with_stays_whole_in_a_smaller_box(hand: Hand) -> None:
    hand.show(blank(28, 28))
    hand.page.keyboard.press("Shift")  # whatever is done on the page
    hand.do("document.querySelector('#box').style.cssText = 'width: 300px; height: 300px'")
    hand.wait("board.surface.view.width === 300")
    assert hand.do(VIEW)["isFitted"]


# --- zoom ----------------------------------------------------------------------------------------


def test_zoom_ends_at_cells_of_96_pixels(hand: Hand) -> None:
    hand.show(blank(20, 20))
    hand.do("board.surface.zoom(1000)")
    assert hand.do(VIEW)["scale"] == 96


def test_fingers_only_move_a_large_board_until_they_rest(hand: Hand) -> None:
    clues = [{"cell": f"r{row}c{col}"} for row in range(1, 61, 2) for col in range(1, 61, 2)]
    filled = [clue | {"arrow": "up", "number": 0} for clue in clues]
    hand.show({"rows": 60, "cols": 60, "clues": filled}, start="fit")
    assert hand.do("board.surface.isHeavy")
    before = hand.do(BOX)
    shape = "board.surface.svg.style.transform"
    moved = hand.do(
        f"""(() => {{ const {{ surface }} = board;
        surface.hold();
        surface.zoom(4, {{ clientX: 300, clientY: 300 }});
        return [{BOX}, {shape}]; }})()"""
    )
    assert moved[0] == before
    assert moved[1].startswith("matrix(4,")
    hand.wait(f"{shape} === '' && {BOX} !== '{before}'")
    hand.touch("Start", mid(30, 30), mid(32, 32))
    hand.touch("Move", mid(29, 29), mid(33, 33))
    hand.touch("End")
    assert hand.do(shape) == ""
    hand.swipe(mid(30, 32))
    assert hand.facts == {"r30c32 shaded"}


@pytest.mark.parametrize("spot", [(0.5, 0.5), (20.5, 0.5), (0.5, 20.5), (49.5, 49.5)])
def test_zooming_leaves_the_cell_under_the_pointer_free(clued: Hand, spot: Any) -> None:
    clued.show(picture(50), start="fit")
    x, y = clued.at(spot)
    for _ in range(8):
        place = f"{{ clientX: {x}, clientY: {y} }}"
        under = clued.do(f"board.surface.at({place})")
        clued.do(f"board.surface.zoom(1.5, {place})")
        room = clued.do(ROOM)
        if 0 <= under["row"] < 50 and 0 <= under["col"] < 50:
            now = clued.at((under["row"] // 1, under["col"] // 1))
            assert room[0] - 0.01 <= now[0] < 390
            assert room[1] - 0.01 <= now[1] < 600
        x, y = max(x, room[0] + 1), max(y, room[1] + 1)  # the hand follows


def test_in_the_middle_the_cell_stays_under_the_pointer(clued: Hand) -> None:
    clued.show(picture(50), start="fit")
    clued.do("board.surface.zoom(3)")
    x, y = clued.at(mid(25, 25))
    for _ in range(3):
        clued.do(f"board.surface.zoom(1.5, {{ clientX: {x}, clientY: {y} }})")
        assert clued.at(mid(25, 25)) == pytest.approx((x, y), abs=1)


# --- clues that become small ---------------------------------------------------------------------


@pytest.mark.parametrize("marks", ["", "board.mark({ errors: ['row2'], hints: ['col2'] })"])
def test_digits_and_chips_are_never_distorted(clued: Hand, marks: str) -> None:
    clued.show(picture(30, 3), start="fit")
    measure = """((thing) => { const chip = board.surface.thing(thing).querySelector(".chip");
        const { a, b, c, d } = chip.getScreenCTM();
        return [a, b, c, d]; })"""
    clued.do(marks or "null")
    clued.do("board.surface.zoom(3, { clientX: 180, clientY: 260 })")
    clued.do("board.surface.pan(2000, 2000)")
    squeeze = clued.do("board.surface.view.squeeze")
    assert squeeze["left"] < 0.8
    for thing in ("row2:1", "col2:1"):
        a, b, c, d = clued.do(f"{measure}('{thing}')")
        assert a == pytest.approx(d, rel=0.001)
        assert b == c == 0


def test_small_clues_stand_large_in_a_bar(clued: Hand) -> None:
    puzzle = picture(100)
    clued.show(puzzle)
    assert clued.do(BAR) == ""
    clued.swipe(mid(3, 4))
    told = [line.split() for line in clued.do(BAR).replace("→", "|").replace("↓", "|").split("|")]
    row, col = puzzle["row_clues"][2], puzzle["col_clues"][3]
    assert told[1:] == [[str(each) for each in row], [str(each) for each in col]]
    bar = clued.page.locator(".board-clues")
    assert bar.get_attribute("aria-hidden") == "true"
    assert bar.evaluate("(bar) => getComputedStyle(bar).pointerEvents") == "none"
    clued.do("board.toggleUsed('row3:1')")
    assert bar.locator(".is-used").all_inner_texts() == [str(row[0])]
    clued.do("board.surface.zoom(9)")
    clued.do("board.surface.bands(null)")
    assert clued.do(BAR) == ""


def test_the_bar_gives_way_to_its_cell(clued: Hand) -> None:
    clued.show(picture(100), start="fit")
    for row in (0, 99):
        clued.do(f"board.surface.bands({{ row: {row}, col: 2 }})")
        box = clued.page.locator(".board-clues").bounding_box()
        _, y = clued.at((row + 0.5, 2.5))
        assert not box["y"] <= y <= box["y"] + box["height"]


def test_clues_that_can_be_read_need_no_bar(clued: Hand) -> None:
    clued.show(picture(8))
    clued.swipe(mid(3, 4))
    assert clued.do(BAR) == ""


# --- marks ---------------------------------------------------------------------------------------


def test_what_is_no_error_fades_alike(hand: Hand) -> None:
    hand.show(blank(4, 4), facts=["r1c1 shaded", "r2c2 shaded", "r4c1-r4c2 line"])
    look = f"{SHADES}.map((each) => getComputedStyle(each).fill)"
    plain = hand.do(look)
    hand.do("(board.mark({ errors: ['r2c2'] }), board.flush())")
    faded = hand.do(look)
    assert len(set(plain)) == 1
    assert sorted(fill in plain for fill in faded) == [False, True]
    hand.do("(board.mark(), board.flush())")
    assert hand.do(look) == plain
