"""What gestures do in a real browser: every action by every gesture, presets, settings, help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu.play import Log
from tests.browser.axe import serious
from tests.browser.board import Hand, Spot, board_window, replayed
from tests.browser.test_play import AT, BOARD, Player
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window

pytestmark = needs_chromium

GESTURES = ("click", "drag", "right-click", "right-drag", "long-press")
CIRCLES = {"rows": 3, "cols": 3, "countries": [[1, 1, 1]] * 3, "circles": [{"cell": "r1c1"}]}
"""One circle without number, in the corner."""


def line(row: int, *cols: int, sign: str = "") -> set[str]:
    """Lines (or, with "not ", crosses) along a row."""
    return {f"r{row}c{col}-r{row}c{col + 1} {sign}line" for col in cols}


def cells(row: int, *cols: int, value: str) -> set[str]:
    """A value in cells of a row."""
    return {f"r{row}c{col} {value}" for col in cols}


class Case:
    """A small board of a kind, and what its actions write there by a click and by a drag."""

    def __init__(self, puzzle: Any, first: Spot, last: Spot) -> None:
        self.puzzle, self.first, self.last = puzzle, first, last
        self.click: dict[str, set[str]] = {"none": set()}
        self.drag: dict[str, set[str]] = {"none": set()}
        self.erased: set[str] = set()
        """What stands on the board before something is erased, by a click or by a drag."""


def yajilin() -> Case:
    case = Case({"rows": 3, "cols": 3, "clues": []}, (0.5, 0.6), (0.5, 2.4))
    dot = {"r1c1 not shaded"}
    case.click |= {"shade": {"r1c1 shaded"}, "dot": dot, "mark": dot, "line": set()}
    case.click |= {"cross": line(1, 1, sign="not "), "erase": set()}
    dots = cells(1, 1, 2, 3, value="not shaded")
    case.drag |= {"line": line(1, 1, 2), "shade": cells(1, 1, 3, value="shaded"), "dot": dots}
    case.drag |= {"mark": dots, "cross": line(1, 1, 2, sign="not "), "erase": set()}
    case.erased = {"r1c1 shaded"}
    return case


def nonogram() -> Case:
    case = Case({"row_clues": [[]] * 3, "col_clues": [[]] * 3}, (0.5, 0.6), (0.5, 2.4))
    case.click |= {"fill": {"r1c1 shaded"}, "cross": {"r1c1 not shaded"}, "erase": set()}
    case.drag |= {"fill": cells(1, 1, 2, 3, value="shaded"), "erase": set()}
    case.drag |= {"cross": cells(1, 1, 2, 3, value="not shaded")}
    case.erased = {"r1c1 shaded"}
    return case


def satogaeri() -> Case:
    case = Case(CIRCLES, (0.5, 0.6), (0.5, 2.4))
    case.click |= {"move": {"held"}, "mark": {"r1c1 home"}, "erase": set()}
    case.drag |= {"move": line(1, 1, 2), "mark": {"r1c1 home"}, "erase": set()}
    case.erased = {"r1c1 home"}
    return case


CASES = {"yajilin": yajilin, "nonogram": nonogram, "satogaeri": satogaeri}


@pytest.fixture(scope="module", params=list(CASES))
def board_page(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A window with boards of each kind in turn."""
    with board_window(chromium, request.param, has_touch=True) as page:
        page.case = CASES[request.param]()
        yield page


def choices(hand: Hand, gesture: str) -> list[str]:
    """The actions that a gesture of this kind may have."""
    asked = "async ([gesture]) => (await import('/static/js/board/hands.js'))"
    found: list[str] = hand.page.evaluate(f"{asked}.choices(kind.hands, gesture)", [gesture])
    return found


def pen(hand: Hand, *spots: Spot, button: str = "left") -> None:
    """A stroke with a pen."""
    down = {"left": 1, "right": 2}[button]
    kinds = ["mousePressed", *["mouseMoved"] * (len(spots) - 1), "mouseReleased"]
    for kind, spot in zip(kinds, [*spots, spots[-1]], strict=True):
        x, y = hand.at(spot)
        about = {"type": kind, "x": x, "y": y, "button": button, "buttons": down, "clickCount": 1}
        hand.cdp.send("Input.dispatchMouseEvent", about | {"pointerType": "pen"})


def perform(hand: Hand, gesture: str, by: str, *spots: Spot) -> None:
    """One of the gestures, with a mouse, a pen or a finger."""
    if by == "touch":
        hand.swipe(*spots, rest=450 if gesture == "long-press" else 0)
    else:
        button = "right" if gesture.startswith("right") else "left"
        stroke = pen if by == "pen" else Hand.drag
        stroke(hand, *spots, button=button)


def result(hand: Hand) -> set[str]:
    """What stands on the board, and whether something is picked up."""
    return hand.facts | ({"held"} if hand.do("Boolean(board.memory.held)") else set())


def trials(hand: Hand) -> Iterator[tuple[str, str, str, bool]]:
    """Every gesture with every action of it, by every pointer that can make it."""
    for gesture in GESTURES:
        pointers = ["touch"] if gesture == "long-press" else ["mouse", "pen"]
        if gesture in ("click", "drag"):
            pointers.append("touch")
        for action in choices(hand, gesture):
            for by in pointers:
                if gesture != "long-press":
                    yield gesture, action, by, gesture.endswith("drag")
                elif action != "none":
                    yield from ((gesture, action, by, is_drag) for is_drag in (False, True))


def test_every_gesture_can_have_every_action(hand: Hand) -> None:
    case = hand.page.case
    count = 0
    for gesture, action, by, is_drag in trials(hand):
        own = dict.fromkeys(GESTURES, "none") | {gesture: action}
        facts = case.erased if action == "erase" else set()
        hand.show(case.puzzle, hands=own, scheme="two", facts=sorted(facts))
        assert hand.do("board.settings.hands") == own
        perform(hand, gesture, by, case.first, *([case.last] if is_drag else []))
        wanted = (case.drag if is_drag else case.click)[action]
        assert result(hand) == wanted, (gesture, action, by)
        assert len(hand.log) <= 1, "one stroke is one step"
        if hand.log:
            hand.do("board.undo()")
            assert hand.facts == facts, (gesture, action, by)
        count += 1
    assert count >= 30


def test_gestures_that_have_no_action_write_nothing(hand: Hand) -> None:
    case = hand.page.case
    hand.show(case.puzzle, hands=dict.fromkeys(GESTURES, "none"), scheme="two")
    for gesture in GESTURES:
        by = "touch" if gesture == "long-press" else "mouse"
        perform(hand, gesture, by, case.first)
        perform(hand, gesture, by, case.first, case.last)
    assert result(hand) == set()
    assert hand.log == []


def test_a_board_without_gestures_is_played_by_tools(hand: Hand) -> None:
    """The tools that have actions of their own write everything, by a finger alone."""
    case = hand.page.case
    for gestures in ("none", "erase"):
        hand.show(case.puzzle, hands=dict.fromkeys(GESTURES, gestures))
        written = set()
        for tool in hand.do("kind.hands.fixed"):
            hand.do(f"board.setTool('{tool}')")
            for rest in (0, 450):
                hand.swipe(case.first, case.last, rest=rest)
                written |= hand.facts
                hand.do("board.clear()")
        assert written >= set().union(*(case.drag.values()))


def test_what_is_unknown_is_as_usual(hand: Hand) -> None:
    case = hand.page.case
    usual = hand.do("Object.values(kind.hands.presets)[0]")
    fly = {"click": "fly", "drag": 7, "fly": "shade"}
    spoiled: tuple[Any, ...] = (None, "x", 5, [], fly, {"click": None})
    for chosen in spoiled:
        hand.show(case.puzzle, hands=chosen)
        assert hand.do("board.settings.hands") == usual, chosen


def test_presets_hold_only_what_can_be_chosen(hand: Hand) -> None:
    presets = hand.do("kind.hands.presets")
    tables = [json.dumps(table, sort_keys=True) for table in presets.values()]
    assert len(set(tables)) == len(tables) >= 2
    for gesture in GESTURES:
        may = choices(hand, gesture)
        assert {table[gesture] for table in presets.values()} <= set(may)
        assert len(set(may)) == len(may)


def test_a_click_and_a_drag_of_one_button_may_differ(hand: Hand) -> None:
    case = hand.page.case
    for click in choices(hand, "click"):
        for drag in choices(hand, "drag"):
            if "erase" in (click, drag):
                continue
            own = dict.fromkeys(GESTURES, "none") | {"click": click, "drag": drag}
            hand.show(case.puzzle, hands=own, scheme="two")
            hand.drag(case.first, case.last, steps=5)
            assert result(hand) == case.drag[drag], (click, drag)
            hand.show(case.puzzle, hands=own, scheme="two")
            hand.drag(case.first)
            assert result(hand) == case.click[click], (click, drag)


def test_a_finger_that_rests_is_a_tap_where_a_long_press_is_nothing(hand: Hand) -> None:
    case = hand.page.case
    action = hand.do("kind.hands.clicks[1]")
    hand.show(
        case.puzzle, scheme="two", hands={"click": action, "drag": "none", "long-press": "none"}
    )
    hand.swipe(case.first, rest=450)
    assert result(hand) == case.click[action]


def test_with_one_button_a_click_that_does_nothing_is_the_right_one(hand: Hand) -> None:
    case = hand.page.case
    action = hand.do("kind.hands.clicks[1]")
    own = dict.fromkeys(GESTURES, "none") | {"right-click": action}
    hand.show(case.puzzle, hands=own)
    hand.drag(case.first)
    assert result(hand) == set()
    hand.swipe(case.first)
    assert result(hand) == case.click[action]


def test_chosen_anew_while_playing(hand: Hand) -> None:
    case = hand.page.case
    action = hand.do("kind.hands.clicks[1]")
    hand.show(case.puzzle)
    hand.do(f"board.setOption('hands', {{ click: '{action}' }})")
    hand.drag(case.first)
    assert result(hand) == case.click[action]


def test_buttons_swapped_swap_what_is_chosen(hand: Hand) -> None:
    case = hand.page.case
    action = hand.do("kind.hands.clicks[1]")
    own = dict.fromkeys(GESTURES, "none") | {"click": action, "drag": action}
    hand.show(case.puzzle, hands=own, scheme="two", inverted=True)
    hand.drag(case.first)
    assert result(hand) == set()
    hand.drag(case.first, button="right")
    assert result(hand) == case.click[action]


def test_random_gestures_replay_to_the_same_position(hand: Hand) -> None:
    case = hand.page.case
    for seed in range(3):
        pick = [(seed * 7 + at * 3) for at in range(5)]
        own = {
            gesture: choices(hand, gesture)[at % len(choices(hand, gesture))]
            for gesture, at in zip(GESTURES, pick, strict=True)
        }
        hand.show(case.puzzle, hands=own)
        for at in range(12):
            gesture = GESTURES[(at + seed) % 4]
            row = 0.5 + at % 3
            spots = [(row, 0.5 + at % 2), (row, 2.5)][: 2 if gesture.endswith("drag") else 1]
            perform(hand, gesture, "touch" if at % 5 == 4 else "mouse", *spots)
        assert replayed(hand.log) == hand.facts
        while hand.do("board.history.canUndo"):
            hand.do("board.undo()")
        assert hand.facts == set()


# --- on the page of a game --------------------------------------------------------------------


@pytest.fixture
def player(page: Any) -> Player:
    """A player at a desk."""
    return Player(page)


def a_list(page: Any, label: str) -> Any:
    """A list of the open dialog, by its name."""
    return page.get_by_role("dialog").get_by_role("combobox", name=label, exact=True)


def pick(page: Any, label: str, value: str) -> None:
    """Choose from a list of the open dialog."""
    a_list(page, label).select_option(value)


def picked(page: Any, label: str) -> str:
    """What a list of the open dialog shows."""
    shown: str = a_list(page, label).evaluate("(list) => list.selectedOptions[0].textContent")
    return shown


def close(page: Any) -> None:
    """Close the dialog."""
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_preset_is_chosen_changed_and_kept(player: Player) -> None:
    page = player.open().page
    player.menu("settings")
    assert picked(page, "Preset") == "puzz.link"
    own = page.get_by_role("dialog").locator("option", has_text="Own choice")
    assert own.is_disabled(), "it comes of choosing"
    pick(page, "Preset", "dot-shade")
    assert picked(page, "Left click / Tap") == "Dot"
    assert picked(page, "Right click") == "Shade"
    pick(page, "Right drag", "erase")
    assert picked(page, "Preset") == "Own choice"
    pick(page, "Right drag", "shade")
    assert picked(page, "Preset") == "Dot left, shade right (Vialls)"
    pick(page, "Right drag", "none")
    close(page)
    player.click(1, 1)
    assert player.facts == {"r1c1 not shaded"}
    page.mouse.click(*spot(page, 1, 2), button="right")
    assert player.facts == {"r1c1 not shaded", "r1c2 shaded"}
    player.saved()
    page.reload()
    player.ready()
    player.menu("settings")
    assert picked(page, "Preset") == "Own choice"
    assert picked(page, "Right drag") == "Nothing"
    close(page)
    player.click(1, 1)
    assert player.facts == {"r1c2 shaded"}


def spot(page: Any, row: int, col: int) -> Spot:
    """Where a cell's middle lies on the page."""
    x, y = page.evaluate(AT, [row, col])
    return x, y


def test_each_kind_has_its_own(player: Player) -> None:
    page = player.open("nonogram").page
    player.menu("settings")
    pick(page, "Preset", "fill-erase")
    close(page)
    player.open("yajilin")
    player.menu("settings")
    assert picked(page, "Preset") == "puzz.link"
    close(page)
    player.open("nonogram")
    player.click(1, 1)
    page.mouse.click(*spot(page, 1, 1), button="right")
    assert player.facts == set()


def test_help_tells_gestures_as_they_are_set(player: Player) -> None:
    page = player.open().page

    def told() -> dict[str, str]:
        player.menu("help")
        rows = page.get_by_role("dialog").locator("table").first.locator("tbody tr")
        rows.first.wait_for()
        found = {
            row.locator("th").inner_text(): row.locator("td").inner_text() for row in rows.all()
        }
        close(page)
        return found

    usual = told()
    assert usual["Left click"].startswith("Shades a cell")
    assert usual["Tap"].startswith("Shaded, dot, empty in turn")
    assert usual["Left drag / Finger drag"].startswith("Draws the loop")
    assert "Click a clue" in usual
    player.menu("settings")
    pick(page, "Preset", "line-shade")
    pick(page, "Long press", "none")
    close(page)
    changed = told()
    assert "Left click" not in changed
    assert changed["Right click"] == usual["Left click"]
    assert changed["Tap"] == usual["Tap"], "a finger has no right button"
    assert not [name for name in changed if "Long press" in name]
    player.menu("settings")
    buttons = page.get_by_role("dialog").get_by_role("group", name="Mouse buttons")
    buttons.get_by_label("One").check()
    close(page)
    assert "Left click / Tap / Right click" in told()


def test_rules_and_settings_tell_and_change_the_same(page: Any) -> None:
    page.goto("/settings")
    group = page.locator("section", has=page.get_by_role("heading", name="Mouse and touch"))
    group.get_by_label("Gestures for").select_option("satogaeri")
    group.get_by_label("Preset").select_option("puzzlink")
    kept = json.loads(page.evaluate("() => localStorage.getItem('enpitsu.settings')"))
    assert kept["hands"]["satogaeri"]["click"] == "mark"
    page.reload()
    group.get_by_label("Gestures for").select_option("satogaeri")
    assert group.get_by_role("combobox", name="Left click / Tap").input_value() == "mark"
    page.goto("/rules/satogaeri")
    row = page.locator("tr", has=page.get_by_role("rowheader", name="Left click / Tap"))
    assert "Marks" in row.inner_text()


def test_spoiled_settings_are_as_usual(player: Player) -> None:
    page = player.open().page
    for hands in ("null", '"x"', '{"yajilin": 5}', '{"yajilin": {"click": "fly", "drag": []}}'):
        kept = f'{{"hands": {hands}}}'
        page.evaluate("(kept) => localStorage.setItem('enpitsu.settings', kept)", kept)
        page.reload()
        player.ready()
        player.menu("settings")
        assert picked(page, "Preset") == "puzz.link", hands
        close(page)


def test_a_shade_on_a_line_is_the_servers_too(player: Player) -> None:
    page = player.open().page
    player.drag((1, 1), (1, 2), (1, 3), (2, 3))
    player.click(1, 2)
    assert player.facts == {"r1c2 shaded", "r1c3-r2c3 line"}
    game = player.saved()
    puzzle = enpitsu.parse(json.dumps(game["document"]))
    log = Log.checked(game["log"], puzzle)
    assert {str(fact) for fact in log.position()} == player.facts
    page.reload()
    player.ready()
    assert player.facts == {"r1c2 shaded", "r1c3-r2c3 line"}
    player.press("undo")
    assert len(player.facts) == 3


def test_by_keys_alone(player: Player) -> None:
    page = player.open().page
    page.locator('[popovertarget="play-menu"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".menu-item:focus")
    for _ in range(12):
        if page.evaluate("() => document.activeElement.dataset.item") == "settings":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    for _ in range(20):
        if page.evaluate("() => document.activeElement.dataset.gesture") == "click":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert picked(page, "Left click / Tap") == "Dot"
    assert picked(page, "Preset") == "Own choice"


def test_a_phone_follows(phone: Any) -> None:
    player = Player(phone).open()
    player.menu("settings")
    pick(phone, "Preset", "dot-shade")
    close(phone)
    box = phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert box
    x, y = spot(phone, 1, 1)
    for wanted in ({"r1c1 not shaded"}, {"r1c1 shaded"}, set()):
        phone.touchscreen.tap(x, y)
        assert player.facts == wanted
    cdp = phone.context.new_cdp_session(phone)
    point = [{"x": x, "y": y}]
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    phone.wait_for_timeout(450)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert player.facts == {"r1c1 shaded"}


@pytest.mark.parametrize(
    ("device", "kind"),
    [(DESKTOP, "yajilin"), (DESKTOP, "nonogram"), (PHONE, "yajilin"), (PHONE, "satogaeri")],
    ids=lambda each: (
        each if isinstance(each, str) else "phone" if "is_mobile" in each else "desktop"
    ),
)
def test_japanese_fits_and_axe_finds_nothing(
    chromium: Any, site: str, kind: str, device: dict[str, Any]
) -> None:
    with window(chromium, site, **device, locale="ja", color_scheme="dark") as page:
        player = Player(page).open(kind)
        player.menu("settings")
        dialog = page.get_by_role("dialog")
        a_list(page, "左クリック / タップ").wait_for()
        names = dialog.locator(".hands option, .hands .label").all_inner_texts()
        assert not [name for name in names if "." in name and "puzz.link" not in name], names
        wide = "(dialog) => dialog.scrollWidth <= dialog.clientWidth"
        assert dialog.evaluate(wide)
        assert serious(page) == []
        assert not page.errors


def test_test_play_of_a_draft_has_the_same_board(player: Player) -> None:
    """A test of a sheet is a game: its board follows the settings of the kind."""
    page = player.open().page
    kept = json.dumps({"hands": {"yajilin": {"click": "dot"}}})
    page.evaluate("(kept) => localStorage.setItem('enpitsu.settings', kept)", kept)
    document = page.request.get(f"/api/v1/games/{player.game}").json()["document"]
    size = {name: document["puzzle"][name] for name in ("rows", "cols")}
    sheet = {"kind": "yajilin", "facts": [], "more": {}, **size}
    content = {"document": document, "sheet": sheet, "meta": {}, "past": []}
    answer = page.request.post("/api/v1/drafts", data={"content": content})
    assert answer.ok, answer.text()
    answer = page.request.post(
        f"/api/v1/drafts/{answer.json()['id']}/test", data={"puzzle": document}
    )
    assert answer.ok, answer.text()
    player.game = answer.json()["game"]
    player.come()
    assert page.evaluate(f"() => {BOARD}.settings.hands.click") == "dot"
