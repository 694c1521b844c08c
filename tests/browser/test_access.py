"""What every page owes to everybody: names, contrast, headings, keys alone, small screens."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from enpitsu.registry import kinds
from tests.browser.axe import serious
from tests.browser.web_player import Player, shown
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window

pytestmark = needs_chromium

OWN = [kind.id for kind in kinds().values() if kind.declaration is None]
DECLARED = [kind.id for kind in kinds().values() if kind.declaration is not None]
KINDS = [*OWN, *DECLARED[:1]]
"""Kinds with boards of their own, and one for all that are declared, which share all but words."""
EXAMPLES = [OWN[0], DECLARED[0]]
OPENED = "/open?p=yajilin/5/5/m32j10&title=A%20link"
PAGES: dict[str, str | None] = dict.fromkeys(
    [
        *("/", "/make", "/results", "/results/ranking", "/rules", "/school"),
        *(f"/school/{KINDS[0]}", "/settings", "/edit", "/picture", "/open", OPENED),
    ]
) | {f"/rules/{kind}": kind for kind in KINDS}
"""Addresses, with the kinds of those that each kind has."""
DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
WIDTHS = (360, 390, 768, 1000, 1400)
LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "more"), ("dark", "more")]


@pytest.fixture(scope="module")
def lived(chromium: Any, site: str) -> Iterator[tuple[Any, dict[str, str | None]]]:
    """The state of a browser that has played and drawn, and pages of its games and drafts with
    their kinds."""
    with window(chromium, site, **DESKTOP) as opened:
        player = Player(opened, site, "Rin")
        rng = random.Random(5)
        found = [row["id"] for kind in KINDS for row in player.puzzles(kind)[:2]]
        rng.shuffle(found)
        results = [
            player.solve(puzzle, hints=("where",) * (at % 2)) for at, puzzle in enumerate(found)
        ]
        drafts = {kind: keep_draft(opened, player, kind) for kind in KINDS}
        pages: dict[str, str | None] = {f"/edit/{drafts[kind]}": kind for kind in KINDS}
        pages |= {f"/print?draft={drafts[KINDS[0]]}": None, f"/replay/{results[0]['id']}": None}
        for kind in KINDS:
            game = player.ask("post", "/games", {"puzzle": player.puzzles(kind)[3]["id"]})
            pages[f"/play/{game['id']}"] = kind
        yield opened.context.storage_state(), pages


SHEET = """async ([kind, rows, cols, puzzle]) => {
  const { author } = await source("js/kinds.js");
  const { KIT } = await source("js/board/kit.js");
  return { kind, rows, cols, ...(await author(kind)).open(puzzle, KIT) };
}"""


def keep_draft(page: Any, player: Player, kind: str) -> str:
    """A draft of a starter puzzle, one of its clues not there yet."""
    row = player.puzzles(kind)[1]
    document = player.ask("get", f"/puzzles/{row['id']}")["document"]
    page.goto("/edit")
    made = page.evaluate(SHEET, [kind, row["rows"], row["cols"], document["puzzle"]])
    sheet = {**made, "facts": made["facts"][:-1]}
    content = {"sheet": sheet, "document": document, "meta": {"title": "Ours"}, "past": []}
    found: str = player.ask("post", "/drafts", {"content": content})["id"]
    return found


def put_on(page: Any, look: tuple[str, str]) -> None:
    """Give the page other colours."""
    kept = json.dumps({"theme": look[0], "contrast": look[1], "motion": "less"})
    page.evaluate(
        "(kept) => { localStorage.setItem('enpitsu.settings', kept);"
        " dispatchEvent(new StorageEvent('storage', { key: 'enpitsu.settings' })); }",
        kept,
    )


HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4')]
  .filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1]))"""


@pytest.mark.parametrize("device", list(DEVICES))
def test_every_page_is_for_everybody(
    chromium: Any, site: str, lived: tuple[Any, dict[str, str | None]], device: str
) -> None:
    """Axe finds nothing serious, headings stand in order, nothing scrolls sideways.

    Colours differ with the look, all else does not: other looks are only asked for contrast, and
    on the pages of two kinds, as all kinds have the colours of one table.
    """
    found, wide, skipped = [], [], []
    with window(chromium, site, storage_state=lived[0], **DEVICES[device]) as opened:
        for address, kind in (PAGES | lived[1]).items():
            is_example = kind is None or kind in EXAMPLES
            if device == "phone" and not is_example:
                continue
            shown(opened, address)
            put_on(opened, LOOKS[0])
            found += [(address, LOOKS[0], *each) for each in serious(opened)]
            for look in (LOOKS[1:] if device == "desktop" else LOOKS[1:2]) if is_example else ():
                put_on(opened, look)
                found += [(address, look, *each) for each in serious(opened, "color-contrast")]
            levels = opened.evaluate(HEADINGS)
            assert levels.count(1) == 1, address
            if any(after - before > 1 for before, after in pairwise(levels)):
                skipped.append((address, levels))
            assert opened.locator("main").count() == 1
            assert opened.title().endswith("Enpitsu"), address
            for width in WIDTHS if device == "desktop" and is_example else ():
                opened.set_viewport_size({"width": width, "height": 800})
                held = opened.evaluate("() => document.documentElement.scrollWidth")
                wide += [(address, width, held)] if held > width else []
            opened.set_viewport_size(DEVICES[device]["viewport"])
        assert not opened.errors
    assert not found
    assert not wide
    assert not skipped


@pytest.mark.parametrize("device", list(DEVICES))
def test_axe_finds_nothing_serious_in_what_opens(
    chromium: Any, site: str, lived: tuple[Any, dict[str, str | None]], device: str
) -> None:
    with window(chromium, site, storage_state=lived[0], **DEVICES[device]) as opened:
        shown(opened, [*lived[1]][-1])
        opened.locator("[role=gridcell][tabindex='0']").focus()
        opens = {"h": ".play-card", "t": ".banner.is-trial", "?": "dialog[open]"}
        for key, what in opens.items():
            opened.keyboard.press(key)
            opened.locator(what).wait_for()
            assert serious(opened) == [], key
        opened.keyboard.press("Escape")
        opened.get_by_role("dialog").wait_for(state="hidden")
        # Whoever closes a dialog is where he was.
        assert focused(opened)["tag"] != "body"


FOCUS = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  // The ring of a hidden radio button is drawn round its words, that of a cell by the board.
  const drawn = [one, one.nextElementSibling].filter(Boolean).map((each) => getComputedStyle(each));
  const hasRing = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const isRinged = drawn.some(hasRing);
  return {
    tag: one.tagName.toLowerCase(),
    role: one.getAttribute('role') ?? '',
    name: one.getAttribute('aria-label') || one.textContent.trim() || one.title,
    isRinged: isRinged || one.getAttribute('role') === 'gridcell',
    isSeen: box.width > 0 && box.height > 0,
  };
}"""


def focused(page: Any) -> dict[str, Any]:
    """What has the focus: its name, whether it is in sight and its focus can be seen."""
    found: dict[str, Any] = page.evaluate(FOCUS)
    return found


def tab_to(page: Any, wanted: Any, most: int = 80) -> dict[str, Any]:
    """Press Tab until something has the focus; every stop must be named and seen."""
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = focused(page)
        if stop["tag"] == "body":
            continue
        assert stop["isSeen"], stop
        assert stop["isRinged"], stop
        if wanted(stop):
            return stop
    raise AssertionError("the focus never got there")


def test_a_walk_by_keys_alone(page: Any) -> None:
    shown(page, "/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Tab")
    assert "Skip" in focused(page)["name"]
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "main"
    tab_to(page, lambda stop: stop["tag"] in ("button", "a") and "play" in stop["name"].lower())
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("[role=grid]")
    tab_to(page, lambda stop: stop["role"] == "gridcell")
    page.keyboard.press("ArrowRight")
    assert focused(page)["role"] == "gridcell"
    page.keyboard.press("Tab")
    assert focused(page)["role"] != "gridcell", "the board keeps the focus"
    page.keyboard.press("Shift+Tab")
    assert focused(page)["role"] == "gridcell"
    page.keyboard.press("h")
    page.wait_for_selector("text=/hint/i")
    page.go_back()
    page.wait_for_url(lambda address: "/play/" not in address)
    page.wait_for_selector("h1")
