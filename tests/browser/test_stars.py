"""The page of tests/template_kind, installed as a package of its own, in the whole app: played to
the end by mouse, keys and fingers, hinted, checked, made and edited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu import registry
from enpitsu.web.words import own_texts, page_texts
from tests.browser.author import Editor
from tests.browser.test_play import AT, HINT_SHOWN, Player
from tests.browser.window import needs_chromium, serving
from tests.installed import install

pytestmark = needs_chromium

PUZZLE = json.dumps(
    {
        "enpitsu": 1,
        "kind": "stars",
        "puzzle": {
            "rows": 4,
            "cols": 3,
            "numbers": {"r0c1-r1c1": 2, "r1c0-r1c1": 0, "r3c3-r3c4": 1, "r4c3-r5c3": 0},
        },
    }
)
SHADED = ((2, 1), (3, 2), (4, 1))
"""The only solution."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which the stars are installed, as its workers know too."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, tmp_path_factory.mktemp("installed"))
        forget()
        with serving(tmp_path_factory.mktemp("site")) as address:
            yield address
    registry.kinds.cache_clear()
    forget()


def forget() -> None:
    """Forget what was asked of all kinds."""
    page_texts.cache_clear()
    own_texts.cache_clear()


def begin(page: Any) -> Player:
    """Begin a game of the puzzle."""
    page.request.get("/api/v1/me")
    kept = page.request.post("/api/v1/puzzles", data={"document": json.loads(PUZZLE)})
    return Player(page).begin(kept.json()["id"])


def is_solved(player: Player) -> bool:
    """Wait for the end."""
    player.page.wait_for_selector(".play-result:has-text('Solved!')")
    return bool(player.saved()["state"] == "solved")


def test_it_is_solved_with_the_mouse(page: Any) -> None:
    player = begin(page)
    player.click(1, 1)
    assert player.facts == {"r1c1 shaded"}
    player.click(1, 1)
    assert player.facts == {"r1c1 not shaded"}
    for row, col in SHADED:
        player.click(row, col)
    assert is_solved(player)
    assert "Clean" in page.inner_text(".play-result")


def test_it_is_solved_with_keys(page: Any) -> None:
    player = begin(page)
    for key in ("ArrowDown", "Space", "ArrowDown", "ArrowRight", "Space", "x", "Space", "Space"):
        page.keyboard.press(key)
    assert player.facts == {"r2c1 shaded", "r3c2 shaded"}
    told = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert told == "row 3 column 2, shaded"
    for key in ("ArrowLeft", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert is_solved(player)


def test_it_is_solved_with_a_finger(phone: Any) -> None:
    player = begin(phone)
    for row, col in SHADED:
        phone.touchscreen.tap(*phone.evaluate(AT, [row, col]))
    assert is_solved(player)


def test_a_hint_goes_through_its_stages(page: Any) -> None:
    player = begin(page)
    player.press("hint")
    player.choose("Show where to look")
    page.wait_for_selector(HINT_SHOWN)
    for name in ("Which idea", "The reason"):
        player.choose(name)
        page.wait_for_load_state("networkidle")
    said = player.card()
    assert "Nothing asked for" in said
    assert "The 0 of row 1 asks for none, so r1c1 to r1c3 are not shaded." in said
    assert player.notes()[:2] == ["where", "technique"]


def test_what_is_wrong_is_told_and_marked(page: Any) -> None:
    player = begin(page)
    for row in (1, 2):
        player.click(row, 2)
    player.press("check")
    player.choose("Check")
    player.wait_card("Shaded cells do not touch along a side.")
    page.wait_for_selector(".board .ring-error", state="attached")


def test_it_is_made_in_the_app_and_played(page: Any) -> None:
    page.goto("/make")
    page.check("#make-kind-stars", force=True)
    page.fill("#make-rows", "5")
    page.fill("#make-cols", "6")
    page.fill("#make-seed", "1")
    page.click(".make-go")
    page.locator(".make-item[data-state=done]").get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/play/"))
    player = Player(page).ready()
    player.game = page.url.rsplit("/", 1)[1]
    puzzle = enpitsu.parse(json.dumps(player.saved()["document"]))
    assert (puzzle.kind, puzzle.rows, puzzle.cols) == ("stars", 5, 6)
    player.write(*player.solution())
    page.wait_for_selector(".play-result:has-text('Solved!')")


def test_it_is_edited_until_it_has_one_solution(page: Any, site: str) -> None:
    sheet = {"kind": "stars", "rows": 2, "cols": 2, "facts": [], "more": {}}
    author = Editor(page, site, sheet)
    spot = author.at(0.5, -0.5)  # left of the first row
    for _ in range(2):
        page.mouse.click(*spot)
    assert author.facts == ["r1c0-r1c1 0"]
    page.wait_for_function("() => editor.live.state.report?.status === 'multiple'")
    page.mouse.click(*author.at(-0.5, 0.5))  # above the first column
    page.keyboard.press("1")
    assert author.facts == ["r0c1-r1c1 1", "r1c0-r1c1 0"]
    puzzle = author.proved()
    assert puzzle.kind == "stars"


def test_its_rules_are_shown_with_boards(page: Any) -> None:
    page.goto("/rules/stars")
    page.get_by_text("A number tells how many cells of its row or column are shaded.").wait_for()
    page.wait_for_selector(".board .ring-error", state="attached")
