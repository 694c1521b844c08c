"""Free marks in a real browser: by mouse, finger and keys, kept with the game and its file, and
never part of what is judged; the hand that only moves the board, and strokes that move it on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.board import Hand, board_window, mid
from tests.browser.test_board import blank
from tests.browser.test_play import AT, BOARD, SESSION, Player
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

GREEN = "tint:r1c1 green"
MARKS = f"() => {BOARD}.free.marks().sort()"


@pytest.fixture(scope="module")
def opened(chromium: Any) -> Iterator[Any]:
    """One window for all boards without a game."""
    with board_window(chromium, "yajilin", has_touch=True) as page:
        yield page


@pytest.fixture
def large(opened: Any) -> Iterator[Hand]:
    """Somebody at a board that is zoomed in."""
    hand = Hand(opened)
    hand.show(blank(60, 60), free=True)
    hand.do("board.surface.zoom(24 / board.surface.view.scale)")
    yield hand
    assert not opened.errors


def marks(player: Player) -> list[str]:
    """The free marks on the board."""
    found: list[str] = player.page.evaluate(MARKS)
    return found


def test_written_saved_and_never_judged(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    player = Player(page, is_calm=True).open()
    page.click('[data-tool="free"]')
    player.drag((1, 1), (1, 3))
    page.click('[data-pen="dot"]')
    player.click(1, 1)
    assert marks(player) == [
        "corner:r1c1 dot",
        GREEN,
        "tint:r1c2 green",
        "tint:r1c3 green",
    ]
    assert player.facts == set()
    page.wait_for_selector(
        '[aria-rowindex="1"] [aria-colindex="1"][aria-label$="green, corner dot"]', state="attached"
    )
    player.press("undo")
    player.press("redo")
    page.mouse.click(*page.evaluate(AT, [1, 2]), button="right")
    page.click('[data-tool="free"]')
    assert page.evaluate(f"() => {BOARD}.tool") == page.evaluate(f"() => {BOARD}.tools[0]")
    kept = ["corner:r1c1 dot", GREEN, "tint:r1c3 green"]
    assert marks(player) == kept
    log = player.saved()["log"]
    assert all(not event["put"] and not event["take"] for event in log)
    player.come()
    assert marks(player) == kept
    page.evaluate(f"() => {BOARD}.write({{put: ['r1c1 not shaded']}})")
    player.press("hint")
    page.wait_for_selector(".play-card:not([hidden]) .is-now")
    bodies = [json.loads(body) for body in asked if body.startswith("{")]
    questions = [body for body in bodies if "position" in body]
    assert questions
    assert not any("tint:" in json.dumps(body) for body in questions)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+M")
    assert marks(player) == []
    page.keyboard.press("z")
    assert marks(player) == kept
    assert player.saved()["log"][-1]["by"] == "undo"


def test_by_finger_and_by_keys(phone: Any) -> None:
    player = Player(phone, is_calm=True).open("nonogram")
    phone.click('[data-tool="free"]')
    phone.click('[data-pen="violet"]')
    phone.touchscreen.tap(*phone.evaluate(AT, [2, 2]))
    assert marks(player) == ["tint:r2c2 violet"]
    assert not phone.locator('.play-tools [data-tool="cross"]').is_visible()
    phone.click('[data-tool="free"]')
    for key in ("m", "ArrowRight", "m", "m", "."):
        phone.keyboard.press(key)
    assert marks(player) == ["corner:r2c3 dot", "tint:r2c3 orange"]
    phone.click('[data-tool="free"]')
    for key in ("ArrowRight", "Space", "ArrowLeft", "Delete"):
        phone.keyboard.press(key)
    assert marks(player) == ["tint:r2c4 violet"]
    phone.keyboard.press("Escape")
    assert phone.get_attribute('[data-tool="free"]', "aria-pressed") == "false"
    assert player.facts == set()


def test_a_file_takes_them_along(page: Any) -> None:
    player = Player(page, is_calm=True).open()
    page.evaluate(f"(put) => {BOARD}.write({{put}})", [GREEN])
    text = page.evaluate(
        f"""async () => {{
        const {{ post }} = await source("js/api.js");
        const {{ marked, board }} = {SESSION};
        const asked = {{ puzzle: marked, position: board.facts(), format: "json" }};
        return (await post("/dump", asked)).text;
        }}"""
    )
    assert json.loads(text)["free_marks"] == [GREEN]
    page.goto("/open?" + urlencode({"text": text}))
    page.click('[data-open="go-on"]')
    player.ready()
    assert marks(player) == [GREEN]
    assert not page.evaluate(f"() => {SESSION}.isBegunElsewhere")


def test_the_hand_moves_and_never_writes(large: Hand) -> None:
    large.do("board.setTool('hand')")
    before = large.do("board.surface.view.col")
    large.drag(mid(5, 20), mid(5, 10))
    assert large.do("board.surface.view.col") > before + 5
    large.swipe(mid(6, 20), mid(6, 24))
    assert large.facts == set()
    assert large.log == []
    large.do("board.setTool(board.kindTool)")
    large.drag(mid(5, 24), mid(5, 26))
    assert large.facts


def test_a_stroke_at_the_edge_moves_the_board_on(large: Hand) -> None:
    large.do("board.surface.fit(); board.surface.zoom(3)")
    large.do("board.surface.pan(1e6, 1e6)")
    large.do("board.setTool('free')")
    x, y = large.at(mid(4, 10))
    mouse = large.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 100, y)
    mouse.move(590, y)
    # Nothing moves any more but the board.
    large.wait("board.free.marks().includes('tint:r4c60 green')")
    mouse.up()
    assert large.do("board.free.marks().length") == 51
    before = large.do("board.surface.view.col")
    mouse.move(300, y)
    assert large.do("board.surface.view.col") == before


def test_a_stroke_along_the_edge_leaves_the_board_where_it_is(large: Hand) -> None:
    large.do("board.setTool('free')")
    before = large.do("board.surface.view.row")
    x, _ = large.at(mid(4, 10))
    mouse = large.page.mouse
    mouse.move(x, 595)
    mouse.down()
    mouse.move(x + 120, 590)
    large.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
    mouse.up()
    assert large.do("board.surface.view.row") == before
