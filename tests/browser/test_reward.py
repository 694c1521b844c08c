"""A solved board in a browser: a picture, the result beside it, days in a row, the next puzzle."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import kinds
from tests.browser import web_player
from tests.browser.test_play import BOARD, NEXT, RESULT, Player
from tests.browser.window import DESKTOP, needs_chromium, window

pytestmark = needs_chromium

OPACITY = "(selector) => Number(getComputedStyle(document.querySelector(selector)).opacity)"
COPIED = """() => {
  window.copied = [];
  navigator.clipboard.writeText = async (text) => void window.copied.push(text);
}"""
STILL = """if (!localStorage["enpitsu.settings"])
  localStorage["enpitsu.settings"] = JSON.stringify({ motion: "less" });"""
LOCAL_DAY = """() => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()];
}"""


def answer(player: Player) -> list[str]:
    """The solution, without asking the server: who asks for it is in no ranking."""
    document = enpitsu.parse(json.dumps(player.saved()["document"]))
    return list(map(str, enpitsu.solve(document).solutions[0].position))


def solve(player: Player) -> None:
    player.write(*answer(player))
    player.page.wait_for_selector(f"{RESULT}.is-over")


@pytest.fixture
def calm(page: Any) -> Player:
    """A player who wants little to move."""
    page.add_init_script(STILL)
    return Player(page, is_calm=True)


@pytest.mark.parametrize("kind", list(kinds()))
def test_a_solved_board_is_a_picture(calm: Player, kind: str) -> None:
    page = calm.open(kind).page
    solve(calm)
    assert page.locator("dialog[open]").count() == 0
    assert page.locator("svg.board.is-solved.is-picture:not(.is-traced)").count() == 1
    assert page.evaluate(OPACITY, ".board .grid") < 0.2
    has_lists = page.evaluate(f"() => {BOARD}.surface.size.top >= 1")
    if has_lists:
        assert page.evaluate(OPACITY, ".board .layer-top") == 0
        assert page.evaluate(OPACITY, ".board .layer-picture") == 1
        assert page.locator(".board .layer-picture rect").count() > 1
        left, top = page.evaluate(f"() => [{BOARD}.surface.view.row, {BOARD}.surface.view.col]")
        rows, cols = page.evaluate(f"() => [{BOARD}.size.rows, {BOARD}.size.cols]")
        assert (left, top) == (rows / 2, cols / 2), "the picture is in the middle"
    page.get_by_role("button", name="Clues and grid").click()
    page.wait_for_selector("svg.board.is-solved:not(.is-picture)")
    assert page.evaluate(OPACITY, ".board .grid") == 1
    assert page.evaluate(OPACITY, ".board .layer-picture") == 0
    page.get_by_role("button", name="Clues and grid").click()
    page.wait_for_selector("svg.board.is-picture")
    page.click('[data-act="steps"]')
    page.get_by_role("dialog").get_by_role("button", name="From the start").click()
    page.wait_for_selector("svg.board:not(.is-picture)")


def test_a_loop_is_drawn_through_and_ends(page: Any) -> None:
    player = Player(page).open("slitherlink")
    page.evaluate(
        """() => {
          window.traced = false;
          const board = document.querySelector("svg.board");
          new MutationObserver(() => (window.traced ||= board.classList.contains("is-traced")))
            .observe(board, { attributes: true });
        }"""
    )
    solve(player)
    page.wait_for_function("() => window.traced")
    page.wait_for_selector("svg.board.is-solved:not(.is-traced)")
    assert page.locator(".board .trace").count() == 0


def test_the_result_is_heard_and_enter_goes_on(calm: Player) -> None:
    page = calm.open("nonogram").page
    name = calm.saved()["puzzle"]["title"]
    page.click('[data-act="hint"]')
    page.get_by_role("heading", name="Hint").wait_for()
    solve(calm)
    assert not page.get_by_role("heading", name="Hint").is_visible(), "nothing lies over the result"
    page.wait_for_selector(f"{RESULT}:focus")
    heading = page.get_by_role("region", name=name)
    assert heading.evaluate("(it) => it === document.activeElement")
    told = page.locator(f"#{page.locator(RESULT).get_attribute('aria-describedby')}")
    assert "Time" in told.inner_text()
    page.wait_for_selector(".result-next-name:has-text('Nonogram')")
    page.keyboard.press("ArrowRight")  # looks at the board
    page.keyboard.press("Space")
    page.wait_for_timeout(1000)  # Enter just behind the last stroke still belongs to it
    page.keyboard.press("Enter")
    page.wait_for_function(NEXT, arg=calm.game)


def test_the_place_and_a_link_that_others_open(page: Any, site: str, chromium: Any) -> None:
    player = Player(page).open("heyawake")
    puzzle = player.saved()["puzzle"]["id"]
    with window(chromium, site, **DESKTOP) as other:
        web_player.Player(other, site, "Kei").solve(puzzle)
    end = web_player.Player(page, site, "Aki").solve(puzzle, hints=("where",))
    player.come()
    page.evaluate(COPIED)
    assert "2 of 2" in page.inner_text(RESULT)
    page.get_by_role("button", name="Copy the result").click()
    page.wait_for_function("() => window.copied.length")
    text, link = page.evaluate("() => window.copied[0].split('\\n')")
    assert "2 of 2" in text
    document = enpitsu.parse(link)
    assert document == enpitsu.parse(json.dumps(player.saved()["document"]))
    assert not end["is_clean"]
    page.get_by_role("link", name="2 of 2").click()
    page.locator(".results-ranking .is-me").wait_for()
    assert page.url.endswith(f"/puzzle/{puzzle}")
    names = page.locator(".results-ranking tbody th").all_inner_texts()
    assert "Kei" in names[0]
    assert "Aki" in names[1]


def test_a_puzzle_has_a_page_for_those_who_are_sent_there(page: Any, phone: Any) -> None:
    row = page.request.get("/api/v1/puzzles?kind=satogaeri&size=1").json()["puzzles"][0]
    page.goto(f"/puzzle/{row['id']}")
    page.get_by_text("Nobody has solved it yet.").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".play svg.board", state="attached")
    phone.goto(f"/puzzle/{row['id']}")
    phone.get_by_role("button", name="Play", exact=True).wait_for()
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_first_page_begins_with_games_to_go_on_with(page: Any, site: str) -> None:
    player = Player(page).open("yajilin")
    player.write("r1c4 shaded")
    player.saved()
    page.goto("/")
    page.wait_for_selector(".lib-today-name")
    begun = page.locator(".lib-begun-part").filter(has_text="so far")
    begun.wait_for()
    suggested = page.locator(".lib-begun-part").filter(has_text="Next for you")
    assert not suggested.is_visible(), "nothing is solved to suggest puzzles by"
    solver = web_player.Player(page, site, "Nao")
    solver.solve(solver.puzzles("heyawake")[0]["id"])
    page.reload()
    suggested.wait_for()
    begun.wait_for()
    assert begun.bounding_box()["y"] < page.locator(".lib-today").bounding_box()["y"]


def test_solved_puzzles_are_seen_solved_in_the_library(calm: Player) -> None:
    page = calm.open("nonogram").page
    title = calm.saved()["puzzle"]["title"]
    solve(calm)
    page.goto("/?state=solved")
    image = page.locator(".lib-card", has_text=title).locator("img[src^='data:image/svg']")
    image.wait_for()
    drawn = image.get_attribute("src")
    assert "%3Ctext" not in drawn, "the picture has no clues"
    assert "shade" in drawn


def test_days_in_a_row_and_the_ranking_of_the_day(page: Any, site: str) -> None:
    page.goto("/daily")
    page.get_by_text("No days in a row yet").wait_for()
    page.locator(".lib-today-name").wait_for()
    today = date(*page.evaluate(LOCAL_DAY)).isoformat()
    daily = page.request.get(f"/api/v1/daily?date={today}").json()["puzzle"]["id"]
    solver = web_player.Player(page, site, "Rin")
    # As slow as a hand: what is faster stands in no ranking.
    result = solver.solve(daily)
    assert result["mark"] == ""
    page.goto("/daily")
    page.get_by_text("1 day in a row").wait_for()
    assert page.locator(".streak-day.is-solved").count() == 1
    assert page.locator(".lib-day.is-in-time.is-today").count() == 1
    page.locator(".results-ranking .is-me", has_text="Rin").wait_for()
    page.goto("/")
    page.locator(".lib-today", has_text="1 day in a row").wait_for()
    page.locator(".lib-today").get_by_role("link", name="Calendar and ranking").click()
    page.wait_for_url(re.compile("/daily$"))
    page.locator(".lib-day").first.click()
    page.wait_for_url(re.compile(r"/daily/\d{4}-"))


def test_rankings_are_listed_that_were_played(page: Any, site: str) -> None:
    page.goto("/results")
    page.get_by_role("heading", name="No results yet").wait_for()
    solver = web_player.Player(page, site, "Mio")
    row = solver.puzzles("slitherlink")[0]
    solver.solve(row["id"])
    page.goto("/results")
    page.wait_for_selector(".of-class select")
    values = page.locator(".of-class option").evaluate_all("(all) => all.map((each) => each.value)")
    assert "/".join(str(row[name]) for name in ("kind", "rows", "cols", "level")) in values
    classes = solver.ask("get", "/ranking/classes")["classes"]
    assert len(values) == len(classes)
