"""What a newcomer meets: rules beside a first puzzle, places for keys, pages that are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.test_play import HINT_SHOWN, SESSION, SPY, Player
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window

pytestmark = needs_chromium

NOTE = ".play-notes .is-first"
TOLD = """() => [...document.querySelector(".play svg.board").children]
  .filter((each) => each.getAttribute("aria-hidden") !== "true")
  .map((each) => each.getAttribute("role"))"""
"""The roles of what is told of a board."""


@pytest.fixture
def player(chromium: Any, site: str) -> Iterator[Player]:
    """Somebody who has never played."""
    with window(chromium, site, **DESKTOP) as page:
        yield Player(page)


def test_the_rules_and_helpers_stand_beside_the_first_puzzle_of_a_kind(player: Player) -> None:
    page = player.open("satogaeri").page
    note = page.locator(NOTE)
    note.wait_for()
    assert note.locator("li").count() >= 3
    assert "Satogaeri" in note.locator("summary").inner_text()
    helper = note.locator("input[type=checkbox]").first
    assert not helper.is_checked()
    helper.check()
    helpers = page.evaluate(f"() => {SESSION}.board.helpers")
    assert any(helpers.values())
    note.get_by_role("button", name="Got it").click()
    assert not note.count()
    player.come()
    page.wait_for_load_state("networkidle")
    assert not note.count(), "what was read is not told again"
    player.open("heyawake")
    note.wait_for()


def test_on_a_phone_the_board_keeps_its_room(chromium: Any, site: str) -> None:
    with window(chromium, site, **PHONE) as page:
        Player(page).open("nonogram")
        note = page.locator(NOTE)
        note.wait_for()
        assert note.get_attribute("open") is None
        assert note.bounding_box()["height"] < 60


def test_rows_and_columns_have_numbers_while_a_hint_names_cells(player: Player) -> None:
    page = player.open("yajilin").page
    labels = page.locator(".play .number-label")
    player.press("hint")
    assert not labels.count()
    page.click(".card-acts .is-primary")
    page.locator(f"{HINT_SHOWN} .place").first.wait_for()
    assert labels.count()
    page.click(".play-card [aria-label=Close]")
    assert not labels.count()


@pytest.mark.parametrize(
    ("kind", "fact", "told"),
    [
        ("nonogram", "r1c1 not shaded", "Cross: not shaded."),
        ("heyawake", "r1c1 not shaded", "Dot: not shaded."),
        ("heyawake", "r1c1 shaded", ""),
    ],
)
def test_a_hint_tells_which_mark_stands_for_what_it_denies(
    player: Player, kind: str, fact: str, told: str
) -> None:
    page = player.open(kind).page
    step = {"technique": "some", "at": "row1", "facts": [fact], "sub_steps": []}
    stage = {"name": "reason", "runs": [{"text": "So it must be."}], "marks": {}}
    hint = {"finding": "step", "steps": [step], "stages": [stage], "mistakes": [], "unique": True}
    page.route("**/api/v1/hint", lambda route: route.fulfill(json=hint))
    player.press("hint")
    page.click(".card-acts .is-primary")
    page.locator(HINT_SHOWN).wait_for()
    assert "".join(page.locator(".hint-legend").all_inner_texts()) == told


def test_a_place_in_a_hint_is_shown_by_the_focus_too(player: Player) -> None:
    page = player.open("nonogram").page
    player.press("hint")
    page.click(".card-acts .is-primary")
    place = page.locator(f"{HINT_SHOWN} .place").first
    place.wait_for()
    page.evaluate(SPY)
    place.focus()
    assert page.evaluate("() => window.marked.at(-1).hints.at(-1)").startswith(("row", "col"))
    page.locator(".play-card [aria-label=Close]").focus()
    assert page.evaluate("() => window.marked.length") == 2, "and no more when it has gone"


def test_a_new_page_has_the_focus_and_is_said(player: Player) -> None:
    page = player.page
    page.goto("/")
    page.wait_for_selector("h1")
    assert page.evaluate("() => document.activeElement === document.body")
    page.get_by_role("link", name="Rules").first.click()
    page.wait_for_selector("h1:has-text('Rules')")
    page.wait_for_function("() => document.querySelector('.page-title').textContent === 'Rules'")
    assert page.evaluate("() => document.activeElement.id") == "main"


def test_the_grid_holds_cells_alone_and_a_description_goes_with_the_focus(player: Player) -> None:
    page = player.open("nonogram").page
    assert page.evaluate(TOLD) == ["presentation"]
    page.evaluate(f"() => {SESSION}.board.focus()")
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    described = page.locator(".play [role=gridcell][aria-description]")
    assert described.count() <= 1


def test_each_of_several_messages_shows_its_own_places(player: Player) -> None:
    page = player.open("yajilin").page
    # Two pairs of shaded cells that touch, far from each other, and a line through one of them.
    pairs = page.evaluate(
        """() => {
      const { board } = document.querySelector(".play").play.session;
      const clues = new Set(board.puzzle.clues.map(({ cell }) => cell));
      const free = [];
      for (let row = 1; row <= board.size.rows; row++)
        for (let col = 1; col < board.size.cols; col++) {
          const [a, b] = [`r${row}c${col}`, `r${row}c${col + 1}`];
          if (!clues.has(a) && !clues.has(b)) free.push([a, b]);
        }
      return [free[0], free.at(-1)];
    }"""
    )
    (a, b), (c, d) = pairs
    player.write(f"{a} shaded", f"{b} shaded", f"{c}-{d} line", f"{c} shaded")
    player.press("check")
    page.click(".card-acts .is-primary")
    messages = page.locator(".play-card .place.is-message")
    messages.first.wait_for()
    assert messages.count() >= 2
    page.evaluate(SPY)
    shown = []
    for at in range(messages.count()):
        messages.nth(at).focus()
        shown.append(frozenset(page.evaluate("() => window.marked.at(-1).errors")))
    assert len(set(shown)) == len(shown)
    assert frozenset((a, b)) in shown
