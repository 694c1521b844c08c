"""What a browser keeps of a player, and that the next player of it sees nothing of that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.web_player import API
from tests.browser.window import DESKTOP, needs_chromium, window

pytestmark = needs_chromium

IS_FORGOTTEN = """async (name) => {
  for (let turn = 0; turn < 300 && (await caches.has(name)); turn++)
    await new Promise((done) => setTimeout(done, 100));
  return !(await caches.has(name));
}"""
"""A cache goes within half a minute; `wait_for_function` takes a promise for an answer."""

ASK = """async ([method, path, body]) => {
  const headers = { "content-type": "application/json" };
  const how = body ? { method, headers, body: JSON.stringify(body) } : { method };
  return (await fetch("/api/v1" + path, how)).json();
}"""
CACHED = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const rule = (await cache.match(request)).headers.get("cache-control");
      (found[name] ??= []).push([new URL(request.url).pathname, rule]);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def site(bundled_site: str) -> str:
    """A server whose files are few: each window keeps all of them."""
    return bundled_site


def ask(page: Any, method: str, path: str, body: Any = None) -> Any:
    return page.evaluate(ASK, [method, path, body])


def open_with_worker(page: Any, address: str = "/") -> None:
    page.goto(address)
    page.wait_for_selector("main h1, .lib-card")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def begin(page: Any) -> dict[str, Any]:
    """A game with a stroke in it, and a draft, of whoever plays there."""
    puzzle = ask(page, "GET", "/puzzles?kind=nonogram&size=50")["puzzles"][3]
    game: dict[str, Any] = ask(page, "POST", "/games", {"puzzle": puzzle["id"]})
    page.goto(f"/play/{game['id']}")
    page.wait_for_selector(".play svg.board")
    page.evaluate(
        "() => document.querySelector('.play').play.session.board.write({ put: ['r1c1 shaded'] })"
    )
    page.wait_for_function("() => !document.querySelector('.play').play.session.saver.isBehind")
    more = {"mode": "runs", "palette": ["#000000"], "background": "#ffffff"}
    sheet = {"kind": "nonogram", "rows": 5, "cols": 5, "facts": [], "more": more}
    content: dict[str, Any] = {
        "sheet": sheet,
        "document": None,
        "meta": {"title": "Secret"},
        "past": [],
    }
    assert ask(page, "POST", "/drafts", {"content": content})["id"]
    return game


def visit(page: Any) -> None:
    """The pages that show what is a player's own."""
    for address, seen in (
        ("/", ".lib-card"),
        ("/results", "main h1"),
        ("/edit", "main h1"),
        ("/settings", "main h1"),
    ):
        page.goto(address)
        page.wait_for_selector(seen)
        page.wait_for_load_state("networkidle")


def test_the_next_player_sees_nothing_of_the_one_before(
    chromium: Any, site: str, own_page: Any
) -> None:
    page = own_page
    with window(chromium, site, **DESKTOP) as other:
        other.goto("/")
        other.wait_for_selector(".lib-card")
        key = ask(other, "GET", "/me/key")["key"]
        ask(other, "PATCH", "/me", {"name": "Mirabelle"})
    open_with_worker(page)
    ask(page, "PATCH", "/me", {"name": "Zwetschge"})
    first = ask(page, "GET", "/me")["id"]
    game = begin(page)
    visit(page)
    kept = page.evaluate(CACHED)
    release = page.evaluate("() => document.documentElement.dataset.release")
    caches = {"enpitsu.answers", f"enpitsu.release.{release}", f"enpitsu.player.{first}"}
    assert set(kept) - {"enpitsu.starter.1"} == caches  # the packs come when the page is idle
    for name in kept.keys() - {f"enpitsu.player.{first}"}:
        assert not any("private" in (rule or "") for _, rule in kept[name])
    assert any("/games" in path for path, _ in kept[f"enpitsu.player.{first}"])
    assert not any(path.startswith("/api/v1/me/key") for each in kept.values() for path, _ in each)
    assert not any("no-store" in (rule or "") for each in kept.values() for _, rule in each)
    # Something of theirs that could not be sent, and another tab with their game.
    page.evaluate(
        """([game, first]) => localStorage.setItem(`enpitsu.game.${game}`,
      JSON.stringify({ base: 1, events: [], ui: {}, elapsed: 1, at: 1, player: String(first) }))""",
        [game["id"], first],
    )
    tab = page.context.new_page()
    tab.goto(f"/play/{game['id']}")
    tab.wait_for_selector(".play svg.board")

    page.goto("/settings")
    page.fill("input[autocomplete=off]", key)
    page.click("form:has(input[autocomplete=off]) button")
    page.click(
        "dialog[open] .dialog-foot button.is-primary, dialog[open] .dialog-foot button:last-child"
    )
    page.wait_for_selector(".lib-card")
    tab.wait_for_url(f"{site}/")
    tab.close()
    second = ask(page, "GET", "/me")
    assert second["name"] == "Mirabelle"
    assert page.evaluate(IS_FORGOTTEN, f"enpitsu.player.{first}")
    assert page.locator("text=Zwetschge").count() == 0
    visit(page)
    page.context.set_offline(True)
    for address in ("/", "/edit", "/results", f"/play/{game['id']}"):
        page.goto(address)
        page.wait_for_selector("main .card, main h1, .lib-card")
        body = page.inner_text("body")
        assert "Zwetschge" not in body
        assert "Secret" not in body
        assert page.locator(".play svg.board").count() == 0
    page.context.set_offline(False)
    found = page.evaluate("game => localStorage.getItem(`enpitsu.game.${game}`)", game["id"])
    assert found is not None, "it waits for the first one"
    page.errors.clear()  # of answers that did not come


def test_a_cookie_of_somebody_else_empties_the_cache(own_page: Any, site: str) -> None:
    """Also when nobody used the page to change the player."""
    page = own_page
    open_with_worker(page)
    begin(page)
    first = ask(page, "GET", "/me")["id"]
    page.context.clear_cookies()
    page.goto("/")
    page.wait_for_selector(".lib-card")
    page.wait_for_load_state("networkidle")
    names = page.evaluate("() => caches.keys()")
    assert f"enpitsu.player.{first}" not in names
    assert ask(page, "GET", "/games")["games"] == []


def test_private_answers_say_so(own_page: Any) -> None:
    page = own_page
    page.goto("/")
    page.wait_for_selector(".lib-card")
    assert page.request.get(API + "/games").headers["enpitsu-player"] == "0", "nobody yet"
    begin(page)
    me = ask(page, "GET", "/me")["id"]
    expected = {
        "/me": "private, no-cache",
        "/games": "private, no-cache",
        "/puzzles": "private, no-cache",
        "/drafts": "private, no-cache",
        "/results": "private, no-cache",
        "/me/key": "no-store",
        "/results/table": "no-store",
        "/words/en": "no-cache",
        "/prices": "no-cache",
        "/kinds": "no-cache",
    }
    for path, rule in expected.items():
        headers = page.request.get(API + path).headers
        assert headers["cache-control"] == rule, path
        if "private" in rule:
            assert headers["enpitsu-player"] == str(me)
            assert "Cookie" in headers["vary"].split(", ")
