"""A variant is told wherever its puzzle is: on cards, in play, on paper, in the rules."""

from __future__ import annotations

from typing import Any

import pytest

from enpitsu.registry import kinds
from enpitsu.words import VariantWords
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

LINK = "https://puzz.link/p?yajilin/o/5/5/e11a21o1031"
PLAIN = "https://puzz.link/p?yajilin/5/5/m32j10"
YAJILIN = kinds()["yajilin"]
WORDS = VariantWords.of(YAJILIN, "outside")
BADGE = ".chip.is-variant"


def paste(page: Any, text: str) -> None:
    """Open a link from the page of puzzles."""
    page.goto("/")
    page.click(".lib-open")
    page.fill(".lib-paste", text)
    page.click("dialog >> text=Read it")
    page.wait_for_selector("dialog .lib-found")


def test_a_variant_is_told_from_the_link_to_the_paper(page: Any) -> None:
    paste(page, LINK)
    dialog = page.get_by_role("dialog")
    assert WORDS.name in dialog.locator(BADGE).inner_text()
    assert WORDS.rule in dialog.inner_text()
    page.click("dialog .is-primary")
    page.wait_for_selector(".play svg.board")
    assert page.locator(f".play-title {BADGE}").inner_text() == WORDS.name
    assert WORDS.rule in page.locator(".play-notes").inner_text()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.locator(f".play-title {BADGE}").is_hidden(), "there is no room for it twice"
    rule = page.locator(".play-notes .variant-rule")
    assert rule.is_visible()
    assert WORDS.name in rule.inner_text()
    page.set_viewport_size({"width": 1400, "height": 900})
    page.click('[popovertarget="play-menu"]')
    page.click('[data-item="print"]')
    page.wait_for_selector(".leaf")
    leaf = page.locator(".leaf").inner_text()
    assert WORDS.name in leaf
    assert WORDS.rule in leaf
    page.goto("/?collection=mine&sort=-added")
    page.locator(f".lib-card {BADGE}").first.wait_for()


def test_a_usual_puzzle_has_no_badge(page: Any) -> None:
    paste(page, PLAIN)
    assert page.locator(BADGE).count() == 0
    assert WORDS.rule not in page.get_by_role("dialog").inner_text()


@pytest.mark.parametrize("kind", sorted(name for name, kind in kinds().items() if kind.variants))
def test_boards_of_a_variant_say_so_in_the_rules(page: Any, kind: str) -> None:
    page.goto(f"/rules/{kind}")
    page.wait_for_selector(".example svg")
    rules = page.locator("section[aria-labelledby=sentences]")
    assert "Variants" in rules.inner_text()
    for variant in kinds()[kind].variants:
        assert VariantWords.of(kinds()[kind], variant).rule in rules.inner_text()
    inside = page.locator(".example[data-code=shaded-inside]")
    assert inside.locator(BADGE).inner_text() == WORDS.name
    assert page.locator(".example[data-code=touching]").locator(BADGE).count() == 0
