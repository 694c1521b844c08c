"""The page of a game in a real browser: played to the end, helped, interrupted, brought back."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.explain.data import step_data
from enpitsu.play import PRICES
from enpitsu.play.clock import MAX_GAP
from enpitsu.position import Position
from tests.browser import web_player
from tests.browser.window import DESKTOP, PHONE, needs_chromium, needs_modules, serving, window

pytestmark = needs_chromium

AT = """([row, col]) => {
  const { surface } = document.querySelector(".play").play.session.board;
  const { left, top } = surface.svg.getBoundingClientRect();
  const { view } = surface;
  return [left + view.width / 2 + (col - 0.5 - view.col) * view.scale,
          top + view.height / 2 + (row - 0.5 - view.row) * view.scale];
}"""
SOLUTION = """async () => {
  const { document: puzzle } = document.querySelector(".play").play.session;
  const answer = await fetch("/api/v1/solve", { method: "POST", credentials: "omit",
    headers: { "content-type": "application/json" }, body: JSON.stringify({ puzzle }) });
  return (await answer.json()).solutions[0];
}"""
SAVED = """() => {
  const { saver, game } = document.querySelector(".play").play.session;
  return saver.isStopped || (!saver.isBehind && game.id);
}"""
GAME = "async (id) => (await fetch(`/api/v1/games/${id}`)).json()"
SESSION = 'document.querySelector(".play").play.session'
BOARD = f"{SESSION}.board"
SPY = f"""() => {{
  const {{ surface }} = {BOARD};
  const mark = surface.mark.bind(surface);
  window.marked = [];
  surface.mark = (marks) => (window.marked.push(marks), mark(marks));
}}"""
"""What is marked on the board from now on stands in `marked`."""
HINT_SHOWN = ".play-card .is-now"
USUAL = {"nonogram": 100}
"""Cells of the smallest puzzle that is no tiny one, where that is not 49."""
RESULT = ".play-result:not([hidden])"
NEXT = "(game) => location.pathname.startsWith('/play/') && !location.pathname.endsWith(game)"


TIMED = """if (!localStorage["enpitsu.settings"])
  localStorage["enpitsu.settings"] = JSON.stringify({ clock: true });"""
"""A player who wants to see clock and prices."""


class Player:
    """Hands on the page of a game."""

    def __init__(self, page: Any, is_calm: bool = False) -> None:
        self.page = page
        if not is_calm:
            page.add_init_script(TIMED)
        self.game = ""

    def open(self, kind: str = "yajilin", least: int = 0) -> Player:
        """Begin a game of the first starter puzzle of so many cells or more, none of the tiny ones
        at any rate."""
        self.page.request.get("/api/v1/me")
        wish = {"collection": "starter", "kind": kind, "least": least or USUAL.get(kind, 49)}
        found = self.page.request.get("/api/v1/puzzles", params=wish).json()
        return self.begin(found["puzzles"][0]["id"])

    def begin(self, puzzle: int) -> Player:
        """Begin a game of a puzzle."""
        game = self.page.request.post("/api/v1/games", data={"puzzle": puzzle})
        self.game = game.json()["id"]
        return self.come()

    def come(self) -> Player:
        """Go to the game's page."""
        self.page.goto(f"/play/{self.game}")
        return self.ready()

    def ready(self) -> Player:
        """Wait for the board."""
        self.page.wait_for_selector(".play svg.board", state="attached")
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
        return self

    def solution(self) -> list[str]:
        """The only solution."""
        found: list[str] = self.page.evaluate(SOLUTION)
        return found

    @property
    def facts(self) -> set[str]:
        """What stands on the board."""
        return set(self.page.evaluate(f"() => {BOARD}.facts()"))

    def write(self, *put: str, by: str = "hand") -> None:
        """Write facts, one stroke each call."""
        self.page.evaluate(f"(stroke) => {BOARD}.write(stroke)", {"put": list(put), "by": by})

    def click(self, row: int, col: int) -> None:
        """Click into a cell, counted from 1."""
        self.page.mouse.click(*self.page.evaluate(AT, [row, col]))

    def drag(self, *cells: tuple[float, float]) -> None:
        """Drag through cells."""
        spots = [self.page.evaluate(AT, list(cell)) for cell in cells]
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        for spot in spots[1:]:
            self.page.mouse.move(*spot, steps=4)
        self.page.mouse.up()

    def press(self, name: str) -> None:
        """Press one of the large buttons."""
        self.page.click(f'[data-act="{name}"]')

    def menu(self, name: str) -> None:
        """Choose from the menu."""
        self.page.click('[popovertarget="play-menu"]')
        self.page.click(f'[data-item="{name}"]')

    def choose(self, text: str) -> None:
        """Press a button of the dialog or the card."""
        where = "dialog[open]" if self.page.locator("dialog[open]").count() else ".play-rail"
        self.page.locator(where).get_by_role("button", name=text, exact=False).first.click()

    def saved(self) -> dict[str, Any]:
        """The game as the server has it, once everything is sent."""
        self.page.wait_for_function(SAVED)
        found: dict[str, Any] = self.page.evaluate(GAME, self.game)
        return found

    def notes(self) -> list[str]:
        """What the log says beside moves: the stage of hints, else the note."""
        log = self.page.evaluate(f"() => {BOARD}.history.log")
        return [event.get("stage", event["note"]) for event in log if "note" in event]

    def notes_kept(self) -> list[str]:
        """What the log that the server has says beside moves."""
        log = self.page.evaluate(GAME, self.game)["log"]
        return [event["note"] for event in log if "note" in event]

    def card(self) -> str:
        """What the card says."""
        text: str = self.page.inner_text(".play-card")
        return text

    def wait_card(self, text: str) -> None:
        """Wait until the card says something."""
        self.page.locator(".play-card", has_text=text).wait_for()


@pytest.fixture
def player(page: Any) -> Player:
    """A player at a desk."""
    return Player(page)


@pytest.fixture
def thumb(phone: Any) -> Player:
    """A player with a phone."""
    return Player(phone)


@pytest.fixture
def two(chromium: Any, site: str) -> Iterator[tuple[Player, Player]]:
    """The same player in two tabs."""
    with window(chromium, site, **DESKTOP) as page:
        other = page.context.new_page()
        yield Player(page), Player(other)


# --- to the end -----------------------------------------------------------------------------------


@pytest.mark.quick
def test_yajilin_is_solved_by_hand(player: Player) -> None:
    player.open("yajilin")
    player.write(*[fact for fact in player.solution() if fact != "r1c4 shaded"])
    assert not player.page.locator(RESULT).count()
    player.click(1, 4)
    player.page.wait_for_selector(f"{RESULT}:has-text('Solved!')")
    assert player.saved()["state"] == "solved"
    assert "Clean" in player.page.inner_text(RESULT)
    assert not player.page.locator("dialog[open]").count(), "nothing lies over the board"
    player.page.wait_for_selector(".is-over:has-text('Play again')")
    before = player.facts
    player.click(2, 2)
    assert player.facts == before, "a game that has ended is not written on"


@pytest.mark.quick
def test_nonogram_is_solved_by_hand_and_the_next_one_opened(player: Player) -> None:
    player.open("nonogram")
    player.write(*[fact for fact in player.solution() if not fact.startswith("r1c")])
    for first, last in ((1, 3), (8, 10)):
        player.drag((1, first), (1, last))
    player.page.wait_for_selector(f"{RESULT}:focus >> text=Solved!")
    player.page.wait_for_timeout(1000)  # Enter just behind the last stroke belongs to it
    player.page.keyboard.press("Enter")
    player.page.wait_for_function(NEXT, arg=player.game)
    player.page.wait_for_selector(".play svg.board", state="attached")
    player.page.go_back()
    player.page.wait_for_selector(".is-over >> text=Replay")


@pytest.mark.quick
def test_satogaeri_is_solved_by_hand(player: Player) -> None:
    player.open("satogaeri")
    own = {"r6c2-r6c3 line", "r6c3-r6c4 line"}
    player.write(*[fact for fact in player.solution() if fact not in own])
    player.drag((6, 4), (6, 3), (6, 2))
    player.page.wait_for_selector(f"{RESULT}:has-text('Solved!')")
    assert player.saved()["state"] == "solved"


def test_next_puzzle_by_enter(player: Player) -> None:
    player.open("yajilin")
    player.write(*[fact for fact in player.solution() if fact != "r1c4 shaded"])
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        player.page.keyboard.press(key)
    player.page.wait_for_selector(f"{RESULT}:focus")
    player.page.keyboard.press("Space")  # of a hand that still writes
    player.page.focus(".is-over button:has-text('Next puzzle')")
    player.page.keyboard.press("Enter")
    player.page.wait_for_function(NEXT, arg=player.game)


def test_a_puzzle_that_was_solved_before_says_so(player: Player, site: str) -> None:
    player.open()
    puzzle = player.saved()["puzzle"]["id"]
    # By a log that tells of times: what is faster than hands stands in no ranking.
    total = int(web_player.Player(player.page, site, "Rin").solve(puzzle)["total"])
    player.begin(puzzle)
    note = player.page.locator(".is-before")
    note.wait_for()
    assert f"You solved this in {total // 60}:{total % 60:02}" in note.inner_text()
    assert "does not count" in note.inner_text()
    assert "/replay/" in note.locator("a").get_attribute("href")
    player.click(1, 4)
    note.wait_for(state="detached")
    player.saved()
    player.come()
    player.page.wait_for_selector('[data-act="solve"]:not(.is-working)')
    assert not note.count(), "a game that is begun is only played"


def test_play_again_after_giving_up(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.menu("give-up")
    player.choose("Give up")
    player.page.wait_for_selector(".is-over")
    assert player.saved()["state"] == "given-up"
    player.choose("Play again")
    player.page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=player.game)
    player.ready()
    player.page.wait_for_selector(".is-over", state="detached")
    assert player.facts == set()


# --- nothing lost ---------------------------------------------------------------------------------


def test_reload_in_the_middle(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.page.click('[data-act="trial"]')
    player.click(2, 2)
    player.saved()
    player.page.reload()
    player.ready()
    assert player.facts == {"r1c4 shaded", "r2c2 shaded"}
    assert player.page.evaluate(f"() => {BOARD}.level") == 1
    assert player.page.is_visible(".banner.is-trial")
    player.press("undo")
    assert player.facts == {"r1c4 shaded"}


def test_a_killed_tab_loses_nothing(two: tuple[Player, Player]) -> None:
    first, second = two
    first.open()
    # The server hears nothing any more, as if the tab had died between a move and its saving.
    first.page.route("**/api/v1/games/**", lambda route: route.abort())
    first.click(1, 4)
    first.page.wait_for_selector(".offline:not([hidden])")
    first.click(1, 7)
    assert first.facts == {"r1c4 shaded", "r1c7 shaded"}
    with pytest.raises(Exception, match=r"crash|closed|Timeout"):
        first.page.goto("chrome://crash", timeout=4000)
    first.page.close(run_before_unload=False)
    second.game = first.game
    second.come()
    assert second.facts == {"r1c4 shaded", "r1c7 shaded"}
    second.page.wait_for_selector(".toast:has-text('2 moves')")
    assert len(second.saved()["log"]) == 2
    second.press("undo")
    assert second.facts == {"r1c4 shaded"}


def test_restart_of_the_server(chromium: Any, tmp_path: Path) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    with serving(tmp_path, port) as address, window(chromium, address, **DESKTOP) as page:
        player = Player(page).open()
        player.click(1, 4)
        player.saved()
        page.context.set_offline(True)
        player.click(1, 7)
        page.wait_for_selector(".offline:not([hidden])")
        state = page.context.storage_state()
        game, facts = player.game, player.facts
    how = {**DESKTOP, "storage_state": state}
    with serving(tmp_path, port) as address, window(chromium, address, **how) as page:
        player = Player(page)
        player.game = game
        player.come()
        assert player.facts == facts == {"r1c4 shaded", "r1c7 shaded"}
        assert len(player.saved()["log"]) == 2


def test_offline_and_back(player: Player) -> None:
    player.open()
    player.page.context.set_offline(True)
    player.click(1, 4)
    player.page.wait_for_selector(".offline:not([hidden])")
    player.click(1, 7)
    player.page.context.set_offline(False)
    player.page.wait_for_selector(".offline", state="hidden")
    assert len(player.saved()["log"]) == 2
    player.page.errors.clear()


COVERED = """() => {
  const bar = document.querySelector(".offline").getBoundingClientRect();
  const isUnder = ({ left, right, top, bottom }) =>
    right > left && left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top;
  return [...document.querySelectorAll("button, a, .time, .time-cost, svg.board")]
    .filter((each) => isUnder(each.getBoundingClientRect())).map((each) => each.className);
}"""


SET_ONLINE = """async (isOnline) => {
  (await source("js/api.js")).server.set({ isOnline });
}"""


@needs_modules
def test_the_offline_bar_covers_no_control(thumb: Player) -> None:
    page = thumb.open().page
    page.route(
        "**/api/v1/me", lambda route: None
    )  # or the page would find that the server is there
    thumb.press("hint")
    thumb.choose("Show where to look")
    page.wait_for_selector(HINT_SHOWN)
    page.wait_for_selector(".time-cost")
    thumb.saved()
    page.route("**/api/v1/**", lambda route: None)  # nor does any answer tell it
    for width in (360, 390, 800, 1000, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        before = page.locator(".play-board").bounding_box()
        page.evaluate(SET_ONLINE, False)
        page.wait_for_selector(".offline:not([hidden])")
        assert page.evaluate(COVERED) == []
        shown = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
        assert page.locator(".offline").evaluate(shown), "all its words are seen"
        assert page.locator(".play-board").bounding_box() == before
        page.evaluate(SET_ONLINE, True)
        page.wait_for_selector(".offline", state="hidden")


def test_solved_while_the_server_is_away(player: Player) -> None:
    player.open()
    player.write(*[fact for fact in player.solution() if fact != "r1c4 shaded"])
    player.saved()
    page = player.page
    page.route("**/api/v1/games/**", lambda route: route.abort())
    player.click(1, 4)
    page.wait_for_selector(f"{RESULT}:has-text('the result comes')")
    assert page.locator("dialog[open]").count() == 0, "nothing lies over the board"
    assert page.locator("svg.board.is-picture").count() == 1
    page.keyboard.press("Enter")  # there is nothing to go on to yet
    page.unroute("**/api/v1/games/**")
    page.wait_for_selector(f"{RESULT}.is-over:has-text('Next puzzle')")
    assert player.saved()["state"] == "solved"
    page.errors.clear()


def test_a_board_finished_without_the_server_is_looked_at_later(player: Player) -> None:
    player.open()
    page = player.page
    player.write(*[fact for fact in player.solution() if fact != "r1c4 shaded"])
    player.saved()
    page.context.set_offline(True)
    before = page.locator(".play-board").bounding_box()
    player.click(1, 4)
    page.wait_for_selector(".is-away:has-text('when the server is back')")
    page.wait_for_selector(".offline:not([hidden])")
    assert page.locator(".play-board").bounding_box() == before, "nothing moves the board"
    last = page.evaluate(f"() => {BOARD}.history.log.at(-1).t")
    page.wait_for_timeout(1500)
    page.context.set_offline(False)
    page.wait_for_selector(f"{RESULT}.is-over:has-text('Next puzzle')")
    shown = page.evaluate(f"() => {SESSION}.clock.now()")
    result = page.evaluate('() => document.querySelector(".play").play.finish.result')
    assert shown == pytest.approx(1000 * result["seconds"], abs=2)
    # The server cannot know why it heard nothing, so up to MAX_GAP of that may count.
    assert last <= shown + 2 <= last + MAX_GAP
    assert page.locator(".is-away").count() == 0
    page.errors.clear()


def test_time_of_play_is_saved_without_moves(own_page: Any) -> None:
    player = Player(own_page)
    player.page.clock.install()
    player.open()
    player.page.clock.run_for(16_000)
    player.page.wait_for_function(SAVED)
    kept = player.page.evaluate(GAME, player.game)
    assert kept["log"] == []
    assert kept["elapsed"] >= 15_000
    player.page.clock.run_for(4_000)
    player.page.click(".nav a[href='/rules']")
    player.page.wait_for_selector(".play", state="detached")
    assert player.page.evaluate(GAME, player.game)["elapsed"] >= 19_000, "leaving saves it too"


def test_a_page_opened_without_the_server_shows_all_moves(own_page: Any) -> None:
    player = Player(own_page).open()
    player.page.wait_for_function("() => navigator.serviceWorker.controller")
    player.page.reload()  # with the worker in charge, which keeps what is read
    player.ready()
    player.click(1, 4)
    player.saved()
    player.page.context.set_offline(True)
    player.click(1, 7)
    player.page.reload()
    player.ready()
    assert player.facts == {"r1c4 shaded", "r1c7 shaded"}
    player.page.wait_for_selector(".offline:not([hidden]):has-text('does not answer')")
    player.click(2, 2)
    player.page.context.set_offline(False)
    assert len(player.saved()["log"]) == 3
    assert not player.page.locator("dialog[open]").count()
    player.page.errors.clear()


def test_two_tabs(two: tuple[Player, Player]) -> None:
    first, second = two
    first.open()
    first.click(1, 4)
    second.game = first.game
    second.come()
    first.page.wait_for_selector(".play-cover:has-text('another tab')")
    second.click(1, 7)
    second.saved()
    first.click(2, 2)
    assert first.facts == {"r1c4 shaded"}
    first.page.click(".play-cover button")
    first.page.wait_for_selector(".play-cover", state="hidden")
    first.ready()
    assert first.facts == {"r1c4 shaded", "r1c7 shaded"}
    second.page.wait_for_selector(".play-cover:has-text('another tab')")


@pytest.mark.parametrize("choice", ["Load that one", "Keep what is here"])
def test_the_game_went_on_elsewhere(player: Player, choice: str) -> None:
    player.open()
    player.click(1, 4)
    game = player.saved()
    move = {"t": game["elapsed"] + 1, "put": ["r7c1 shaded"], "take": [], "by": "hand"}
    save = {"revision": game["revision"], "events": [move], "elapsed": game["elapsed"] + 1}
    assert player.page.request.patch(f"/api/v1/games/{player.game}", data=save).ok
    player.click(1, 7)
    player.page.wait_for_selector("dialog[open]:has-text('another place')")
    player.choose(choice)
    player.page.wait_for_selector("dialog", state="detached")
    player.ready()
    is_theirs = choice == "Load that one"
    wanted = {"r1c4 shaded"} | ({"r7c1 shaded"} if is_theirs else {"r1c7 shaded"})
    player.page.wait_for_function(f"() => {SESSION}.saver.isStopped === false")
    assert player.facts == wanted
    log = player.saved()["log"]
    assert move["put"] in [event.get("put") for event in log], "nothing of the other is lost"
    player.page.errors.clear()


def test_moves_of_a_lost_tab_and_others_since(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.saved()
    # Nothing leaves this tab any more, not even as it closes.
    player.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('gone')); }")
    player.click(1, 7)
    player.page.goto("about:blank")
    game = player.page.request.get(f"/api/v1/games/{player.game}").json()
    time = game["elapsed"] + 1
    move = {"t": time, "put": ["r7c1 shaded"], "take": [], "by": "hand"}
    save = {"revision": game["revision"], "events": [move], "elapsed": time}
    assert player.page.request.patch(f"/api/v1/games/{player.game}", data=save).ok
    player.page.goto(f"/play/{player.game}")
    player.page.wait_for_selector("dialog[open]:has-text('never saved')")
    player.choose("Keep what is here")
    player.ready()
    assert player.facts == {"r1c4 shaded", "r1c7 shaded"}
    assert len(player.saved()["log"]) == 3
    player.page.errors.clear()


# --- help -----------------------------------------------------------------------------------------


def test_hint_stages_tell_their_price_first(player: Player) -> None:
    player.open()
    player.page.keyboard.press("h")
    player.wait_card(f"+{PRICES['where']} s")
    assert player.notes() == [], "asking for the price costs nothing"
    player.choose("Show where to look")
    for at, stage in enumerate(("where", "technique", "reason"), 1):
        player.page.wait_for_function(f"(at) => {BOARD}.history.log.length === at", arg=at)
        assert player.notes()[-1] == stage
        if stage != "reason":
            following = ("technique", "reason")[at - 1]
            assert f"+{PRICES[following]} s" in player.page.inner_text(".card-acts")
            player.page.click(".card-acts .is-primary")
    assert (
        player.page.locator(".board .ring-hint").count() or player.page.locator(".is-hint").count()
    )
    # The reason ends with the move: nothing more is sold.
    player.press("hint")
    assert player.notes()[-1] == "reason"
    before = player.page.evaluate(f"() => {SESSION}.penalty")
    player.choose("Write it for me")
    assert player.facts
    assert player.page.evaluate(f"() => {SESSION}.penalty") == before
    log = player.saved()["log"]
    assert [event["stage"] for event in log if event.get("note") == "hint"] == player.notes()
    assert log[-1]["by"] == "hint"
    # The same step is not paid for twice.
    player.press("undo")
    paid = len(player.notes())
    player.press("hint")
    player.page.wait_for_selector(HINT_SHOWN)
    assert "free" in player.page.inner_text(".card-acts")
    player.page.click(".card-acts .is-primary")
    assert len(player.notes()) == paid
    player.page.keyboard.press("Escape")
    assert player.page.is_hidden(".play-card")


@pytest.mark.parametrize(
    ("language", "words"), [("en", r"(row|column) \d+"), ("ja", r"\d+(行|列)目")]
)
def test_a_place_in_a_sentence_is_shown_while_it_is_pointed_at(
    chromium: Any, site: str, language: str, words: str
) -> None:
    with window(chromium, site, **DESKTOP, locale=language) as page:
        player = Player(page).open("nonogram")
        player.press("hint")
        page.click(".card-acts .is-primary")
        place = page.locator(f"{HINT_SHOWN} .place")
        place.wait_for()
        assert re.fullmatch(words, place.inner_text())
        page.evaluate(SPY)
        place.hover()
        (name,) = page.evaluate("() => window.marked.at(-1).hints.slice(-1)")
        axis = (
            "row" if place.inner_text().startswith("row") or "行" in place.inner_text() else "col"
        )
        assert name == axis + "".join(filter(str.isdigit, place.inner_text()))
        page.mouse.move(5, 5)
        assert page.evaluate("() => window.marked.length") == 2


def test_a_mistake_is_found_and_undone_to(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.click(1, 1)
    player.click(1, 7)
    player.press("check")
    player.choose(f"Check (+{PRICES['check']} s)")
    player.wait_card("Your move 2 was the first wrong one")
    assert player.notes() == ["check"]
    player.choose("Go back there")
    assert player.facts == {"r1c4 shaded"}
    player.press("check")
    player.wait_card("Everything you have marked is right")
    assert player.notes() == ["check", "check"]


def test_a_hint_tells_the_mistake_first(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.click(1, 1)
    player.press("hint")
    player.choose("Show where to look")
    player.wait_card("Something on the board is not right")
    assert player.notes() == ["board"]
    player.page.click(".card-acts .is-primary")
    player.page.wait_for_selector(".card-body p.small:has-text('Something on the board')")
    assert "Something on the board" not in player.page.inner_text(HINT_SHOWN)
    player.choose("Hint anyway")
    player.wait_card("Look at")
    assert player.notes() == ["board", "where", "where"]
    charged = PRICES["board"] + 2 * PRICES["where"]
    assert player.page.inner_text(".time-cost") == f"+{charged}", "the clock tells the price"


def check_live(player: Player) -> None:
    """Have mistakes shown as they are made."""
    player.menu("settings")
    player.page.get_by_role("dialog").get_by_label("At once").check()
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")


def test_live_check_marks_and_costs_once(player: Player) -> None:
    player.open()
    check_live(player)
    player.click(1, 1)
    player.click(1, 2)
    player.page.wait_for_selector(".board .ring-error")
    assert player.notes() == ["check"]
    assert player.saved()["log"][1].get("live") is True


def test_live_check_tells_its_price_and_what_does_not_fit(player: Player) -> None:
    player.open()
    player.page.wait_for_selector('[data-act="solve"]:not(.is-working)')
    player.click(1, 1)  # breaks no rule by itself
    check_live(player)
    note = player.page.locator(".banner.is-live")
    assert f"+{PRICES['live']} s" in note.inner_text()
    assert player.notes() == [], "turning it on costs nothing"
    assert not player.page.locator(".board .ring-error").count(), "and shows nothing"
    player.click(1, 4)
    player.page.wait_for_selector(".board .ring-error")
    assert "Does not fit the solution: r1c1." in note.inner_text()
    assert note.get_attribute("role") == "status"
    assert player.notes() == ["check"]
    player.press("undo")
    player.press("undo")
    note.wait_for(state="hidden")
    assert not player.page.locator(".board .ring-error").count()
    assert player.notes() == ["check"]
    assert player.page.inner_text(".time-cost") == f"+{PRICES['live']}"


def test_live_check_fits_a_whole_solution(player: Player) -> None:
    """What is right is never called wrong, in any kind."""
    for kind in ("yajilin", "nonogram", "satogaeri"):
        player.open(kind)
        player.page.wait_for_selector('[data-act="solve"]:not(.is-working)')
        player.page.evaluate(
            "() => { const { liveMistakes } = document.querySelector('.play').play;"
            " Object.defineProperty(liveMistakes, 'isLive', { value: true }); }"
        )
        first, *rest = player.solution()
        wrong = "() => document.querySelector('.play').play.liveMistakes.wrong()"
        with player.page.expect_response("**/mistakes"):
            player.write(*rest)
        assert player.page.evaluate(wrong) == []
        opposite = str(enpitsu.position.parse_fact(first).opposite)
        with player.page.expect_response("**/mistakes"):
            player.write(opposite)
        is_told = f"() => String(({wrong})()) === {opposite!r}"
        player.page.wait_for_function(is_told)


def test_trial_is_kept_taken_back_and_refuted(player: Player) -> None:
    player.open()
    player.press("trial")
    player.click(1, 4)
    banner = player.page.locator(".banner.is-trial")
    assert "Suppose r1c4 is shaded" in banner.inner_text()
    assert f"What is wrong? (+{PRICES['reason']} s)" in banner.inner_text(), "the price comes first"
    player.choose("Keep")
    assert banner.is_hidden()
    assert player.facts == {"r1c4 shaded"}
    player.page.keyboard.press("t")
    player.click(1, 1)
    player.choose("What is wrong?")
    player.wait_card(f"It adds {PRICES['reason']} s")
    assert player.notes() == [], "asking for the price costs nothing"
    player.choose("Tell me")
    player.wait_card("cannot be right")
    assert player.notes() == ["reason"]
    assert player.page.inner_text(".chain-words") == "Suppose r1c1 is shaded."
    assert player.page.locator(".chain-words .place").first.inner_text() == "r1c1"
    assert player.page.locator(".board .trial-2").count(), "supposed inside the trial"
    assert player.page.locator(".board .is-error, .board .ring-error").count()
    assert "What is wrong? (free)" in banner.inner_text(), "nothing is paid for twice"
    player.page.keyboard.press("Escape")  # the card
    assert player.page.is_hidden(".play-card")
    assert banner.is_visible()
    player.page.keyboard.press("Escape")  # the trial
    assert banner.is_hidden()
    assert player.facts == {"r1c4 shaded"}


CHAINS = "https://puzz.link/p?yajilin/7/7/k40d21d21d20d11p31"
"""Long contradictions lead through it."""


def open_chains(player: Player) -> tuple[set[str], dict[str, Any], dict[str, Any]]:
    """Begin the game up to a contradiction; return the board, the step that the way takes from
    there, and the one that a hint tells."""
    puzzle = enpitsu.parse(CHAINS)
    steps = enpitsu.explain(puzzle).needed()
    at = next(at for at, step in enumerate(steps) if len(step.sub_steps) > 6)
    facts = [fact for step in steps[:at] for fact in (*step.facts, *step.also)]
    document = json.loads(enpitsu.dump(puzzle, "json"))
    player.page.request.get("/api/v1/me")
    kept = player.page.request.post("/api/v1/puzzles", data={"document": document})
    player.begin(kept.json()["id"])
    player.write(*map(str, facts))
    way = step_data(enpitsu.explain(puzzle, Position.of(facts)).needed()[0], "en")
    hint = step_data(enpitsu.hint(puzzle, Position.of(facts)).steps[0], "en")
    assert way["technique"] == hint["technique"] == "refutation"
    return player.facts, way, hint


def shown(player: Player) -> set[str]:
    """What is seen on the board."""
    return set(player.page.evaluate(f"() => {BOARD}.position.facts()"))


def listen(player: Player, step: dict[str, Any], press: Any) -> None:
    """Go through all sentences of a contradiction and back."""
    words, told = player.page.locator(".chain-words"), step["sub_steps"]
    own, ghosts = player.facts, set[str]()
    assert step["length"] in player.card()
    seen = []
    for at, each in enumerate(told, 1):
        if at > 1:
            press(".chain [aria-label='Next sentence']")
        assert words.inner_text() == each["text"]
        assert f"{at} of {len(told)}" in player.page.inner_text(".chain-head")
        seen.append(shown(player))
        if each["role"] != "concluded":
            ghosts |= set(each["facts"])
            assert seen[-1] == own | ghosts
            player.page.wait_for_selector(".board .trial-1", state="attached")
        if each["role"] == "broken":
            assert player.page.locator(".board .is-error, .board .ring-error").count()
    for each, board in [*zip(told, seen, strict=True)][-2::-1]:
        press(".chain [aria-label='Previous sentence']")
        assert words.inner_text() == each["text"]
        assert shown(player) == board


def test_a_contradiction_is_played_in_the_steps(player: Player) -> None:
    before, step, _ = open_chains(player)
    player.press("steps")
    player.choose("From my board")
    player.page.wait_for_selector(".chain")
    listen(player, step, player.page.click)
    player.page.click(".chain summary")
    assert step["text"] in player.card()
    player.page.click(".play-card [aria-label='Step on']")
    assert set(step["facts"]) <= shown(player)
    player.choose("Back to my board")
    assert shown(player) == player.facts == before


def test_playing_the_steps_plays_their_sentences(player: Player) -> None:
    _, step, _ = open_chains(player)
    player.press("steps")
    player.choose("From my board")
    player.page.wait_for_selector(".chain")
    player.page.click(".play-card [aria-label='Play']")
    assert player.page.inner_text(".chain-words") == step["sub_steps"][1]["text"]
    assert "1 of" in player.page.inner_text(".play-card .pager >> nth=0")


def test_a_contradiction_is_played_in_hints_and_yields_to_the_player(thumb: Player) -> None:
    before, _, step = open_chains(thumb)
    thumb.page.tap('[data-act="hint"]')
    for _ in range(3):
        thumb.page.tap(".card-acts .is-primary")
        thumb.page.wait_for_selector(f"{HINT_SHOWN}, .chain")
    thumb.page.wait_for_selector(".chain")
    listen(thumb, step, thumb.page.tap)
    supposed = step["sub_steps"][0]["facts"]
    assert shown(thumb) == before | set(supposed)
    (own,) = step["facts"]
    elsewhere = next(fact for fact in thumb.solution() if fact not in {own, *before})
    thumb.write(elsewhere)
    assert shown(thumb) == thumb.facts >= {*before, elsewhere}
    thumb.page.tap(".chain [aria-label='Next sentence']")
    assert {elsewhere, *supposed} <= shown(thumb)
    thumb.page.tap(".play-card [aria-label='Close']")
    assert shown(thumb) == thumb.facts


def test_whoever_draws_sees_the_own_board_again(player: Player) -> None:
    player.open()
    ghost = "{ supposed: ['r2c4 shaded'], yields: true }"
    player.page.evaluate(f"() => {BOARD}.show(['r1c4 shaded'], {{}}, {ghost})")
    assert shown(player) == {"r1c4 shaded", "r2c4 shaded"}
    player.click(1, 1)
    assert shown(player) == player.facts == {"r1c1 shaded"}
    player.page.evaluate(f"() => {BOARD}.show(['r1c4 shaded'])")
    player.click(2, 2)
    assert player.facts == {"r1c1 shaded"}, "a board that does not yield is only looked at"


def test_why(player: Player) -> None:
    player.open()
    player.write("r1c7 shaded")
    player.press("why")
    player.click(1, 7)
    player.choose("Tell me why")
    player.page.wait_for_function(
        f"() => {BOARD}.history.log.some((event) => event.stage === 'reason')"
    )
    assert player.facts == {"r1c7 shaded"}, "asking writes nothing"
    assert len(player.card()) > 30
    assert not player.page.locator(".chain").count(), "a plain step is a paragraph"
    player.press("why")
    player.click(1, 1)
    assert "r1c1 shaded" in player.facts
    player.page.keyboard.press("w")
    player.wait_card("This is not right")
    assert len(player.card()) > 60, "with the reason"
    assert player.notes() == ["reason", "reason"]


def test_why_on_an_empty_cell(player: Player) -> None:
    player.open()
    *rest, last = player.solution()
    player.write(*rest)
    player.write(f"{last.split()[0]} not {last.split()[1]}")
    player.page.keyboard.press("Control+z")
    player.press("why")
    player.page.evaluate(
        "(slot) => document.querySelector('.play').play.why.ask(null, slot)", last.split()[0]
    )
    player.wait_card("it costs nothing")
    assert player.notes() == []
    player.choose("Tell me why")
    player.page.wait_for_function(f"() => {BOARD}.history.log.some((event) => event.stage)")
    assert player.notes() == ["reason"]
    assert len(player.card()) > 30


def test_why_costs_nothing_where_nothing_follows(player: Player) -> None:
    document = enpitsu.dump(enpitsu.parse("https://puzz.link/p?yajilin/4/4/p"), "json")
    player.page.request.get("/api/v1/me")
    kept = player.page.request.post("/api/v1/puzzles", data={"document": json.loads(document)})
    player.begin(kept.json()["id"])
    player.press("why")
    player.click(2, 2)
    player.choose("Tell me why")
    player.wait_card("it is open until more is known")
    assert player.notes() == []


def test_steps_are_walked_and_left(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.press("steps")
    player.choose("From the start")
    player.page.wait_for_selector(".play-card input[type=range]")
    assert "solve" in player.notes()
    slider = player.page.locator(".play-card input[type=range]")
    last = slider.get_attribute("max")
    slider.evaluate("(it) => { it.value = it.max; it.dispatchEvent(new Event('input')); }")
    assert f"{last} of {last}" in player.card()
    shown = set(player.page.evaluate(f"() => {BOARD}.position.facts()"))
    assert set(player.solution()) <= shown
    assert player.notes() == ["solve"]
    # What would change the own board does nothing here, and looks so.
    for name in ("undo", "trial", "check", "hint", "why", "solve"):
        assert player.page.get_attribute(f'[data-act="{name}"]', "aria-disabled") == "true"
    assert player.page.evaluate('() => document.querySelector(".play-tools").inert')
    player.page.keyboard.press("h")
    assert player.page.locator(".play-card input[type=range]").count() == 1
    player.choose("Back to my board")
    assert player.page.get_attribute('[data-act="hint"]', "aria-disabled") == "false"
    assert not player.page.evaluate('() => document.querySelector(".play-tools").inert')
    assert player.facts == {"r1c4 shaded"}
    player.click(1, 7)
    assert player.facts == {"r1c4 shaded", "r1c7 shaded"}


def test_solve_says_when_it_is_not_finished(player: Player) -> None:
    held: list[Any] = []
    player.page.route("**/api/v1/jobs", lambda route: held.append(route))
    player.open()
    player.press("solve")
    player.page.wait_for_selector(".toast:has-text('still working')")
    assert player.page.locator('[data-act="solve"].is-working').count() == 1
    held[0].continue_()
    player.page.wait_for_selector('[data-act="solve"]:not(.is-working)')
    player.press("solve")
    player.choose("Show it")
    bar = player.page.locator(".banner.is-over")
    bar.wait_for()
    assert "Solution shown" in bar.inner_text()
    assert player.page.locator("dialog[open]").count() == 0, "nothing lies over the board"
    assert player.page.locator("svg.board.is-solved").count() == 0, "nobody solved it"
    assert set(player.solution()) <= player.facts
    assert player.saved()["state"] == "given-up"


def test_print_in_a_game_keeps_the_solution_until_asked(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.menu("print")
    player.page.wait_for_selector(".leaf .paper-board")
    box = player.page.get_by_label("Solution on a second page")
    assert not box.is_checked()
    assert player.page.locator(".leaf.is-solution").count() == 0
    box.click()
    player.page.wait_for_selector("dialog[open]")
    player.choose("Cancel")
    player.page.wait_for_selector("dialog", state="detached")
    assert not box.is_checked()
    assert player.notes_kept() == []
    box.click()
    player.page.wait_for_selector("dialog[open]")
    player.choose("Show it")
    player.page.wait_for_selector(".leaf.is-solution")
    assert box.is_checked()
    assert player.notes_kept() == ["solve"], "as the button has it"
    player.come()
    assert player.facts == {"r1c4 shaded"}
    assert player.page.evaluate(f"() => {SESSION}.isShown")


def test_a_game_of_a_solved_puzzle_is_printed_without_its_solution(player: Player) -> None:
    """Played again, or one's own: the answer may be known, but it is in the way."""
    document = enpitsu.dump(enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j10"), "json")
    player.page.request.get("/api/v1/me")
    kept = player.page.request.post("/api/v1/puzzles", data={"document": json.loads(document)})
    player.begin(kept.json()["id"])
    player.menu("print")
    player.page.wait_for_selector(".leaf .paper-board")
    assert player.page.locator(".leaf.is-solution").count() == 0
    assert "no result" in player.page.inner_text(".print-options")


def test_a_puzzle_with_several_solutions_says_so(player: Player) -> None:
    document = enpitsu.dump(enpitsu.parse("https://puzz.link/p?yajilin/4/4/p"), "json")
    assert enpitsu.solve(enpitsu.parse(document)).status == "multiple"
    player.page.request.get("/api/v1/me")
    kept = player.page.request.post("/api/v1/puzzles", data={"document": json.loads(document)})
    player.begin(kept.json()["id"])
    player.page.wait_for_selector(".banner:has-text('several solutions')")


# --- the clock, keys, screens ---------------------------------------------------------------------


def test_pause_covers_the_board_and_stops_the_clock(player: Player) -> None:
    player.open()
    player.page.keyboard.press("p")
    assert player.page.is_visible(".play-cover")
    assert not player.page.is_visible(".play-board")
    before = player.page.evaluate(f"() => {SESSION}.clock.now()")
    player.page.wait_for_timeout(400)
    assert player.page.evaluate(f"() => {SESSION}.clock.now()") == before
    player.saved()
    player.page.reload()
    player.ready()
    assert not player.page.is_visible(".play-board"), "a reload is no way to peek"
    player.page.click(".play-cover button")
    assert player.page.is_visible(".play-board")
    assert player.notes() == ["pause", "resume"]
    player.saved()


def test_going_back_takes_the_question_away(player: Player) -> None:
    player.page.goto("/")
    player.page.wait_for_selector(".lib-chips")  # by then the page knows whose it is
    player.open()
    player.menu("give-up")
    player.page.wait_for_selector("dialog[open]")
    player.page.go_back()
    player.page.wait_for_selector(".lib-chips")
    assert player.page.locator("dialog[open]").count() == 0
    assert player.page.request.get(f"/api/v1/games/{player.game}").json()["state"] == "begun"


def test_a_game_that_is_another_players_by_now_stays_in_sight(player: Player) -> None:
    player.open()
    player.page.context.clear_cookies()
    player.page.request.get("/api/v1/me")
    player.click(1, 4)
    player.page.wait_for_selector(".toast.is-bad")
    assert player.facts == {"r1c4 shaded"}
    player.page.errors.clear()


def test_keys_alone(player: Player) -> None:
    player.open()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        player.page.keyboard.press(key)
    assert player.facts
    player.page.keyboard.press("z")
    assert player.facts == set()
    player.page.keyboard.press("h")
    player.wait_card("+10 s")
    player.page.keyboard.press("Space")
    assert player.notes() == [], "a key for the board never buys help"
    player.page.keyboard.press("h")
    player.page.wait_for_selector(HINT_SHOWN)
    assert player.notes() == ["where"]
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("?")
    player.page.wait_for_selector("dialog[open]:has-text('Undo')")
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")
    player.page.focus('.tool[data-tool="dot"]')
    player.page.keyboard.press("Enter")
    assert player.page.evaluate(f"() => {BOARD}.tool") == "dot"


def test_keys_of_the_page(player: Player) -> None:
    player.open()
    player.page.keyboard.press("t")
    player.click(1, 4)
    player.page.keyboard.press("k")
    assert player.page.is_hidden(".banner.is-trial")
    assert player.facts == {"r1c4 shaded"}
    player.page.keyboard.press("s")
    player.page.wait_for_selector("dialog[open]:has-text('step by step')")
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")
    player.page.evaluate(f"() => {BOARD}.keymap.bind('clear-all', ['q'])")
    player.page.keyboard.press("q")
    player.choose("Clear")
    player.page.wait_for_selector("dialog", state="detached")
    assert player.facts == set()


def test_a_trial_is_told_in_the_words_of_hints(player: Player) -> None:
    said = {}
    for kind, put in {
        "yajilin": ["r1c1-r1c2 line"],
        "nonogram": ["r1c1 not shaded", "r1c2 not shaded"],
        "satogaeri": ["r6c3-r6c4 line", "r6c2-r6c3 line"],
    }.items():
        player.open(kind)
        player.press("trial")
        player.write(*put)
        said[kind] = player.page.inner_text(".banner.is-trial span").split(". ")[1]
    assert said == {
        "yajilin": "Suppose a line joins r1c1 and r1c2.",
        "nonogram": "Suppose r1c1 and r1c2 are not shaded.",
        "satogaeri": "Suppose the circle in r6c4 moves to r6c2.",
    }


def test_zoom_is_kept(player: Player) -> None:
    player.open("yajilin", 196)
    player.page.click(".play-zoom button >> nth=0")
    scale = player.page.evaluate(f"() => {BOARD}.surface.view.scale")
    player.saved()
    player.page.reload()
    player.ready()
    assert player.page.evaluate(f"() => {BOARD}.surface.view.scale") == pytest.approx(
        scale, rel=0.01
    )


def test_phone(thumb: Player) -> None:
    thumb.open("nonogram")
    page = thumb.page
    sizes = page.evaluate(
        "() => { const { scrollWidth, scrollHeight } = document.documentElement;"
        " return [scrollWidth, scrollHeight]; }"
    )
    assert sizes == [390, 844], "nothing scrolls under the finger"
    page.touchscreen.tap(*page.evaluate(AT, [1, 1]))
    assert thumb.facts == {"r1c1 shaded"}
    page.click('[data-act="hint"]')
    thumb.choose("Show where to look")
    thumb.wait_card("Look at")
    board, card = (page.locator(each).bounding_box() for each in (".play-board", ".play-card"))
    assert board["y"] + board["height"] <= card["y"] + 5, "the sheet covers nothing of the board"
    assert board["height"] > 250
    small = page.evaluate(
        """() => [...document.querySelectorAll(".play button:not(.place)")].filter((each) => {
          const { width, height } = each.getBoundingClientRect();
          return width && (width < 40 || height < 40);
        }).map((each) => each.textContent || each.ariaLabel)"""
    )
    assert small == []


def test_dark_on_a_phone(chromium: Any, site: str) -> None:
    with window(chromium, site, **PHONE, color_scheme="dark") as page:
        Player(page).open("satogaeri")
        colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        assert colour == "rgb(20, 23, 28)"
        assert not page.errors


# --- calm -----------------------------------------------------------------------------------------


def test_play_is_calm_unless_wished_otherwise(page: Any) -> None:
    player = Player(page, is_calm=True).open()
    assert page.locator(".play-clock .time").is_hidden()
    assert not page.locator(".act-price").filter(has_text=re.compile(r"\d")).count()
    player.press("hint")
    page.wait_for_selector(HINT_SHOWN)
    assert not re.search(r"\d s\b|free", page.inner_text(".play-rail"))
    player.press("fill")
    page.wait_for_selector(".play-card:has-text('Fill in what is plain')")
    assert not re.search(r"\d s\b|free", page.inner_text(".play-rail"))
    assert player.notes() == ["where"], "what help was taken is known all the same"
    player.menu("settings")
    page.get_by_role("dialog").get_by_label("Clock and prices").check()
    page.keyboard.press("Escape")
    assert page.locator(".play-clock .time").is_visible()
    assert f"+{PRICES['where']} s" in page.inner_text('[data-act="hint"]')


def test_the_puzzle_of_the_day_tells_prices_before_the_first_stroke(page: Any) -> None:
    row = page.request.get("/api/v1/puzzles", params={"collection": "starter"}).json()["puzzles"][0]
    page.route(
        re.compile(r"/api/v1/games/[^/]+$"),
        lambda route: _as_of_the_day(route),
    )
    player = Player(page, is_calm=True)
    page.request.get("/api/v1/me")
    player.begin(row["id"])
    told = page.locator(".banner.is-ranked")
    assert f"a check {PRICES['check']} s" in told.inner_text()
    assert page.locator(".play-clock .time").is_visible()
    assert f"+{PRICES['where']} s" in page.inner_text('[data-act="hint"]')
    player.write(player.solution()[0])
    assert told.count() == 0


def _as_of_the_day(route: Any) -> None:
    """Answer with the game as if its puzzle were of the day, which takes long to be made."""
    if route.request.method != "GET":
        route.fallback()
        return
    answer = route.fetch()
    game = answer.json()
    game["puzzle"]["collection"] = "daily"
    route.fulfill(response=answer, json=game)


def test_going_back_tells_how_far_and_what_is_right_may_stay(player: Player) -> None:
    player.open()
    player.click(1, 4)
    player.click(1, 1)
    player.click(1, 7)
    player.press("check")
    player.choose("Check (")
    player.wait_card("Your move 2 was the first wrong one")
    assert "Go back there (takes back 2 moves)" in player.card()
    player.choose("Take back only what is wrong")
    assert player.facts == {"r1c4 shaded", "r1c7 shaded"}
    player.press("undo")
    assert "r1c1 shaded" in player.facts, "one move, as any other"


@pytest.mark.parametrize("kind", ["nonogram", "satogaeri"])
def test_a_full_board_is_told_for_nothing_what_it_breaks(page: Any, kind: str) -> None:
    player = Player(page, is_calm=True).open(kind)
    page.wait_for_selector('[data-act="solve"]:not(.is-working)')
    solution = player.solution()
    holding = [fact for fact in solution if " not " not in fact]
    marks = page.evaluate("() => document.querySelector('.play').play.solver.marks")
    assert marks == len(holding)
    note = page.locator(".banner.is-live")
    player.write(*holding[:-1])
    page.wait_for_function("() => document.querySelector('.play').play.liveMistakes.check.found")
    assert note.is_hidden(), "nobody is told before the board is full"
    cells = page.evaluate(f"() => [{BOARD}.size.rows, {BOARD}.size.cols]")
    slot, value = holding[-1].split()
    taken = {fact.split()[0] for fact in solution} | {
        part for fact in solution for part in fact.split()[0].split("-")
    }
    others = [other for other in _slots_like(slot, *cells) if other not in taken]
    player.write(f"{others[0]} {value}")
    note.wait_for()
    assert "The board looks finished, but is not solved." in note.inner_text()
    assert page.locator(".board .ring-error, .board .is-error").count()
    assert player.notes() == [], "for nothing"
    player.press("undo")
    note.wait_for(state="hidden")


@pytest.mark.parametrize("kind", ["masyu", "yajilin"])
def test_a_closed_loop_that_is_wrong_is_told_however_short_it_is(page: Any, kind: str) -> None:
    player = Player(page, is_calm=True).open(kind)
    note = page.locator(".banner.is-live")
    rows, cols = page.evaluate(f"() => [{BOARD}.size.rows, {BOARD}.size.cols]")
    taken = {f"r{row}c{col}" for row in range(1, rows + 1) for col in range(1, cols + 1)}
    if kind == "yajilin":  # the other cells, as far as there is no clue, are on the loop
        free = {fact.split()[0] for fact in player.solution()}
        taken = {cell for slot in free for cell in slot.split("-")}
    at = min(cell for cell in taken if set(_square_at(cell)) <= taken)
    a, b, c, d = _square_at(at)
    player.write(f"{a}-{b} line", f"{b}-{d} line", f"{c}-{d} line")
    page.wait_for_function("() => document.querySelector('.play').play.liveMistakes.check.found")
    assert note.is_hidden(), "a line that goes on is not finished"
    rest = [] if kind == "masyu" else sorted(taken - {a, b, c, d})
    player.write(f"{a}-{c} line", *(f"{cell} not shaded" for cell in rest))
    note.wait_for()
    assert "The board looks finished, but is not solved." in note.inner_text()
    assert player.notes() == [], "for nothing"
    player.press("undo")
    note.wait_for(state="hidden")


def _square_at(cell: str) -> list[str]:
    """A cell, those to its right and below, and the one between these."""
    row, col = map(int, cell[1:].split("c"))
    return [f"r{row + down}c{col + right}" for down in (0, 1) for right in (0, 1)]


def _slots_like(slot: str, rows: int, cols: int) -> list[str]:
    """All slots of the sort of this one, the last first."""
    every = [(row, col) for row in range(rows, 0, -1) for col in range(cols, 0, -1)]
    if "-" not in slot:
        return [f"r{row}c{col}" for row, col in every]
    return [f"r{row}c{col - 1}-r{row}c{col}" for row, col in every if col > 1]
