"""Playing without the server: the starter collection found, begun, solved, and all of it brought
home."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import kinds
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

SECONDS = 240  # until something that is waited for counts as missing
PAUSE = 100  # ms between two looks
KINDS = [kind.id for kind in kinds().values() if kind.starter is not None]
KEPT = """async () => {
  const cache = await caches.open("enpitsu.starter.1");
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path.startsWith("/api/v1/starter/")).length;
}"""
PICTURES = """async () => {
  // They are megabytes, and looked at again and again: each answer is read once.
  const cache = await caches.open("enpitsu.starter.1");
  const read = (window.picturesOf ??= {});
  for (const { url } of await cache.keys())
    if (url.includes("/pictures") && !(url in read))
      read[url] = Object.keys((await (await cache.match(url)).json()).pictures).length;
  return Object.values(read).reduce((sum, each) => sum + each, 0);
}"""
UNSENT = """() => Object.keys(localStorage)
  .filter((name) => /^enpitsu[.](begun|game)[.]/.test(name)).length"""
BEGUN = """() => Object.keys(localStorage)
  .filter((name) => name.startsWith("enpitsu.begun.")).length"""
SAVED = "() => !document.querySelector('.play').play.session.saver.isBehind"
DOCUMENT = "() => document.querySelector('.play').play.session.document"
FACTS = "() => document.querySelector('.play').play.session.board.facts()"
STROKE = "(fact) => document.querySelector('.play').play.session.board.write({ put: [fact] })"
GAME = "() => location.pathname.split('/')[2]"
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError");
};"""
OF_KIND = """(kind) => [...document.querySelectorAll(".lib-card")]
  .every(({ dataset }) => dataset.kind === kind)"""
API = "/api/v1"


@pytest.fixture(scope="module")
def site(bundled_site: str) -> str:
    """A server whose files are few: each window keeps all of them."""
    return bundled_site


def until(page: Any, question: Callable[[], Any]) -> None:
    """Wait until a question has a yes; pages are loaded anew meanwhile."""
    end = time.monotonic() + SECONDS
    while not question():
        assert time.monotonic() < end, "this did not come"
        page.wait_for_timeout(PAUSE)


def fly(page: Any, path: str = "/") -> None:
    """Open the home page once until the puzzles are there, and be without the server from then on;
    their pictures may still be on their way."""
    page.goto("/")
    page.wait_for_selector(".lib-card")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    until(page, lambda: page.evaluate(KEPT) == len(KINDS))
    page.context.set_offline(True)
    page.goto(path)
    page.wait_for_selector(".offline:not([hidden])")


def land(page: Any) -> None:
    page.context.set_offline(False)
    page.errors.clear()  # of answers that did not come


def facts_of(page: Any) -> list[str]:
    """The answer of the puzzle that is open."""
    [document] = enpitsu.read(json.dumps(page.evaluate(DOCUMENT)), format="json")
    return list(map(str, enpitsu.solve(document.puzzle).solutions[0].position))


def begin(page: Any, kind: str, at: int = 0) -> list[str]:
    """Begin a puzzle from the list: the facts of its answer."""
    page.locator(f".lib-chip[data-kind={kind}]").click()
    page.wait_for_function(OF_KIND, arg=kind)
    page.locator(".lib-card-main").nth(at).click()
    page.wait_for_selector(".play svg.board")
    return facts_of(page)


def write(page: Any, facts: list[str]) -> None:
    for fact in facts:
        page.evaluate(STROKE, fact)


def ask(page: Any, method: str, path: str, data: Any = None) -> Any:
    """The API's answer to the player of a window, from another device."""
    site = page.evaluate("location.origin")
    said = getattr(page.request, method)(site + API + path, headers={"origin": site}, data=data)
    assert said.ok, said.text()
    return said.json()


def test_in_an_aeroplane(own_page: Any) -> None:
    page = own_page
    page.goto("/")
    until(page, lambda: page.evaluate(PICTURES) == len(enpitsu.starter()))
    fly(page)
    page.wait_for_selector(".lib-shelf .banner:has-text('this browser keeps')")
    for kind in KINDS:
        page.locator(f".lib-chip[data-kind={kind}]").click()
        page.wait_for_selector(f".lib-card[data-kind={kind}] img[src^=data]")
    page.locator(".lib-chip[data-kind='']").click()

    facts = begin(page, KINDS[0], 1)
    page.wait_for_selector(".is-away:has-text('no ranking')")
    game = page.evaluate(GAME)
    half = len(facts) // 2
    write(page, facts[:half])
    page.get_by_role("button", name="Hint").first.click()
    page.wait_for_selector(".toast:has-text('This needs the server')")
    # In the middle the page is loaded anew.
    page.reload()
    page.wait_for_selector(".play svg.board")
    assert sorted(page.evaluate(FACTS)) == sorted(facts[:half])
    write(page, facts[half:])
    page.wait_for_selector(".play h2:has-text('Solved')")
    page.locator(".play").get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("(game) => !location.pathname.endsWith(game)", arg=game)
    page.wait_for_selector(".play svg.board")
    second = page.evaluate(GAME)
    slot, *more = facts_of(page)[:2]
    write(page, [slot])
    page.goto("/")
    page.wait_for_selector(f".lib-game[href='/play/{second}']")
    page.locator(f".lib-chip[data-kind={KINDS[0]}]").click()
    page.wait_for_selector(".lib-card .chip.is-good")
    page.goto(f"/play/{second}")
    page.wait_for_selector(".play svg.board")

    # The second one is open, and goes on as if it had begun there.
    land(page)
    until(page, lambda: page.evaluate(BEGUN) == 0)
    write(page, more)
    page.wait_for_function(SAVED)
    assert sorted(page.evaluate(FACTS)) == sorted([slot, *more])
    page.goto("/")
    page.wait_for_selector(".lib-game")
    [result] = ask(page, "get", "/results")["results"]
    # By a script it is quicker than by hand, unless the machine is slow.
    assert result["mark"] in ("hands", "offline")
    assert result["points"] is None
    [begun] = ask(page, "get", "/games")["games"]
    assert begun["id"] == second
    log = ask(page, "get", f"/games/{second}")["log"]
    assert [each["put"] for each in log] == [[slot], *([each] for each in more)]
    assert len(ask(page, "get", f"/games/{game}")["log"]) == len(facts)
    page.errors.clear()


def test_two_tabs_another_device_and_another_library_come_together(own_page: Any) -> None:
    page = own_page
    fly(page)
    facts = begin(page, "nonogram", 1)
    game = page.evaluate(GAME)
    puzzle = page.evaluate("() => document.querySelector('.play').play.session.game.puzzle.id")
    write(page, facts)
    page.wait_for_selector(".play h2:has-text('Solved')")
    # Meanwhile on another device, the same puzzle.
    theirs = ask(page, "post", "/games", {"puzzle": puzzle})["id"]
    stroke = {"t": 5, "put": ["r1c1 not shaded"], "by": "hand"}
    save = {"revision": 0, "events": [stroke], "elapsed": 5}
    ask(page, "patch", f"/games/{theirs}", save)
    # One more game, of a puzzle that is not in the library any more.
    page.goto("/")
    page.wait_for_selector(".lib-card")
    other_facts = begin(page, "nonogram", 2)
    own = page.evaluate(GAME)
    write(page, other_facts[:1])
    page.goto("/")
    page.wait_for_selector(".lib-card")
    page.evaluate(
        """(id) => {
          const name = `enpitsu.begun.${id}`;
          const begun = JSON.parse(localStorage.getItem(name));
          begun.row.id = 900_000;
          localStorage.setItem(name, JSON.stringify(begun));
        }""",
        own,
    )
    second = page.context.new_page()
    second.goto("/")
    second.wait_for_selector(".lib-card")

    land(page)
    until(page, lambda: page.evaluate(UNSENT) == 0)
    [result] = ask(page, "get", "/results")["results"]
    assert result["puzzle"] == puzzle
    log = ask(page, "get", f"/games/{theirs}")["log"]
    assert log[0]["put"] == ["r1c1 not shaded"]
    assert log[1]["by"] == "clear"
    assert [each["put"] for each in log[2:]] == [[fact] for fact in facts]
    assert page.request.get(f"{page.url.rstrip('/')}{API}/games/{game}").status == 404
    [begun] = ask(page, "get", "/games")["games"]
    assert (begun["id"], begun["puzzle"]["collection"]) == (own, "mine")
    assert len(ask(page, "get", "/puzzles?collection=mine")["puzzles"]) == 1
    page.errors.clear()


def test_another_player_neither_sees_nor_sends_it(own_page: Any) -> None:
    page = own_page
    page.goto("/")
    page.wait_for_selector(".lib-card")
    ask(page, "patch", "/me", {"name": "Aki"})
    fly(page)
    facts = begin(page, "nonogram", 1)
    game = page.evaluate(GAME)
    write(page, facts[:2])
    page.goto("/")
    page.wait_for_selector(f".lib-game[href='/play/{game}']")
    cookies = page.context.cookies()

    page.context.clear_cookies()
    land(page)
    page.goto("/")
    page.wait_for_selector(".lib-card")
    ask(page, "patch", "/me", {"name": "Ben"})
    page.goto("/")
    page.wait_for_selector(".lib-card")
    assert page.locator(".lib-game").count() == 0
    assert page.evaluate(UNSENT) == 2
    assert ask(page, "get", "/games")["games"] == []

    page.context.clear_cookies()
    page.context.add_cookies(cookies)
    page.goto("/")
    until(page, lambda: page.evaluate(UNSENT) == 0)
    assert [each["id"] for each in ask(page, "get", "/games")["games"]] == [game]
    page.errors.clear()


@pytest.mark.parametrize("is_offline", [True, False])
def test_a_full_disk_is_told_and_breaks_nothing(own_page: Any, is_offline: bool) -> None:
    page = own_page
    page.add_init_script(FULL)
    if is_offline:
        fly(page)
        page.locator(".lib-card-main").first.click()
        page.wait_for_selector(".toast:has-text('no room')")
        assert page.evaluate("location.pathname") == "/"
        return land(page)
    page.goto("/")
    page.locator(".lib-card-main").first.click()
    page.wait_for_selector(".play svg.board")
    write(page, facts_of(page)[:1])
    page.wait_for_function("() => !document.querySelector('.play').play.session.saver.isBehind")
    assert len(ask(page, "get", "/games")["games"]) == 1
    return None
