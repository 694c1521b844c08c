"""Windows of tests share a browser context, and nothing else."""

from __future__ import annotations

from typing import Any

from tests.browser.window import needs_chromium, window_of

pytestmark = needs_chromium

KEEP = """async () => {
  localStorage.setItem("kept", "yes");
  sessionStorage.setItem("kept", "yes");
  document.cookie = "kept=yes";
  await (await caches.open("kept")).put("/kept", new Response("yes"));
  await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
}"""
KEPT = """async () => [
  ...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie,
  ...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name),
].filter((each) => each.includes("kept"))"""


def test_a_window_finds_nothing_of_the_one_before(desks: Any, site: str) -> None:
    with window_of(desks, site) as first:
        first.goto("/rules")
        first.evaluate(KEEP)
        assert len(first.evaluate(KEPT)) == 5
        first.request.get("/api/v1/me")
        named = {"headers": {"origin": site}, "data": {"name": "Rin"}}
        first.request.patch("/api/v1/me", **named)
        assert first.request.get("/api/v1/me").json()["name"] == "Rin"
        desks.route("**/*", lambda route: route.abort())
        desks.set_offline(True)
    with window_of(desks, site) as second:
        second.goto("/rules")
        second.wait_for_selector("h1")
        assert second.evaluate(KEPT) == []
        assert second.request.get("/api/v1/me").json()["id"] is None
        assert len(desks.pages) == 2
