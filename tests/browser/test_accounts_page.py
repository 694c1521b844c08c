"""The settings about oneself: the key, what is kept, the end; and a game when there is no room."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.web_player import Player, shown
from tests.browser.window import DESKTOP, needs_chromium, window

pytestmark = needs_chromium


def draft(player: Player, title: str, size: int) -> None:
    sheet = {"kind": "yajilin", "rows": 5, "cols": 5, "facts": []}
    past = ["x" * 1000] * (size // 1000)
    content = {"sheet": sheet, "document": None, "meta": {"title": title}, "past": past}
    player.ask("post", "/drafts", {"content": content})


def test_a_new_key_logs_others_out(page: Any, site: str, chromium: Any) -> None:
    me = Player(page, site, "Kumi")
    old = me.ask("get", "/me/key")["key"]
    with window(chromium, site, **DESKTOP) as other:
        shown(other, "/settings")
        other.request.put("/api/v1/me/key", headers={"origin": site}, data={"key": old})
        shown(page, "/settings")
        page.get_by_role("button", name="Show my key").click()
        assert page.get_by_label("My key").input_value() == old
        page.get_by_role("button", name="Change my key").click()
        page.get_by_role("dialog").get_by_role("button", name="Change my key").click()
        page.get_by_text("You have a new key").wait_for()
        new = page.get_by_label("My key").input_value()
        assert new not in ("", old)
        assert me.ask("get", "/me")["name"] == "Kumi"
        # Told in plain words, and after a reload one is nobody.
        other.get_by_role("button", name="Show my key").click()
        other.get_by_text("This browser is logged out").wait_for()
        other.errors.clear()
        shown(other, "/settings")
        assert other.get_by_label("Name").input_value() == ""


def test_what_is_kept_is_seen_and_deleted(page: Any, site: str) -> None:
    me = Player(page, site, "Rei")
    draft(me, "Large", 1_500_000)
    draft(me, "Small", 2000)
    shown(page, "/settings")
    page.get_by_text("1.5 of 20 MB used").wait_for()
    page.get_by_text("The largest").click()
    assert page.locator(".storage-largest a").all_text_contents() == [
        "Draft: Large",
        "Draft: Small",
    ]
    page.get_by_role("button", name="Delete Large").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("0 of 20 MB used").wait_for()
    assert [each["title"] for each in me.ask("get", "/drafts")["drafts"]] == ["Small"]


def test_logging_out_forgets_what_the_browser_kept(page: Any, site: str) -> None:
    me = Player(page, site, "Sho")
    shown(page, "/settings")
    page.evaluate("() => localStorage.setItem('enpitsu.game.x', '{}')")
    page.evaluate("() => localStorage.setItem('enpitsu.settings', '{\"theme\": \"dark\"}')")
    page.get_by_role("button", name="Log out here").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Log out here").click()
    page.wait_for_selector("h1")
    kept = page.evaluate("() => ({ ...localStorage })")
    assert "enpitsu.game.x" not in kept
    assert json.loads(kept["enpitsu.settings"]) == {"theme": "dark"}
    assert me.ask("get", "/me") == {"id": None, "name": ""}


def test_deleting_oneself_is_typed(page: Any, site: str) -> None:
    me = Player(page, site, "Taku")
    draft(me, "Gone", 2000)
    shown(page, "/settings")
    page.get_by_role("button", name="Delete me").click()
    asked = page.get_by_role("dialog")
    act = asked.get_by_role("button", name="Delete me")
    assert act.is_disabled()
    asked.get_by_label("Type “delete” to go on").fill("no")
    assert act.is_disabled()
    asked.get_by_label("Type “delete” to go on").fill("Delete ")
    asked.get_by_label("Goes as well").check()
    with page.expect_navigation(), page.expect_request("**/api/v1/me?published=go"):
        act.click()
    page.wait_for_selector("h1")
    assert me.ask("get", "/me") == {"id": None, "name": ""}
    assert me.ask("get", "/drafts") == {"drafts": []}


def test_a_game_without_room_is_kept_here_until_there_is_some(own_page: Any, site: str) -> None:
    page = own_page
    me = Player(page, site, "Umi")
    game = me.ask("post", "/games", {"puzzle": me.puzzles("nonogram")[0]["id"]})["id"]
    error = {"error": {"code": "full", "message": "20 of the 20 MB are used: delete drafts"}}
    full = json.dumps(error)
    tried = []

    def refuse(route: Any) -> None:
        if route.request.method != "PATCH":
            route.continue_()
            return
        tried.append(route.request.post_data)
        route.fulfill(status=409, content_type="application/json", body=full)

    address = f"**/api/v1/games/{game}"
    page.route(address, refuse)
    page.clock.install()
    page.goto(f"/play/{game}")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Space")
    page.clock.run_for(2000)
    page.get_by_text("20 of the 20 MB are used").wait_for()
    assert json.loads(page.evaluate(f"() => localStorage.getItem('enpitsu.game.{game}')"))["events"]
    page.errors.clear()
    page.unroute(address)
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        page.clock.run_for(20_000)
    assert me.ask("get", f"/games/{game}")["log"]
    assert tried
    page.errors.clear()
