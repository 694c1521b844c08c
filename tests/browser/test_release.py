"""Loading the page: few requests, all of it kept, and one release after another."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from enpitsu.web import release as releases
from tests.browser.unattached import unattached
from tests.browser.web_player import Player
from tests.browser.window import DESKTOP, PHONE, has_bundle, needs_chromium, serving, window

pytestmark = needs_chromium

ROOT = Path(__file__).parents[2]
RELEASE = "() => document.documentElement.dataset.release"
CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('enpitsu.release.'))"
LOADED = """() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
  .filter((path) => path.startsWith("/static/")).map((path) => path.split("/")[2])"""
WRITE = """(fact) => document.querySelector(".play").play.session.board.write({ put: [fact] })"""
FACTS = """() => document.querySelector(".play").play.session.board.facts()"""
SAVED = """() => !document.querySelector(".play").play.session.saver.isBehind"""
LINKS = """() => [...document.querySelectorAll("link, script")]
  .map(({ href, src }) => href || src)"""
FOLLOW = """(path) => {
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""
NEW = ".toast:has-text('new version')"
CONTROLLED = "() => !!navigator.serviceWorker.controller"
BEGIN = """async () => {
  const ask = async (path, more) => (await fetch(`/api/v1/${path}`, more)).json();
  const [{ id: puzzle }] = (await ask("puzzles?kind=nonogram")).puzzles;
  const headers = { "content-type": "application/json" };
  return (await ask("games", { method: "POST", headers, body: JSON.stringify({ puzzle }) })).id;
}"""
TOLD = """[...document.querySelectorAll(".toast")]
  .find(({ textContent }) => textContent.includes("new version"))"""
IS_HEADED = "(title) => document.querySelector('main h1')?.textContent === title"
IS_TOLD = f"() => !!{TOLD}"
TAKE = f"() => {TOLD}.querySelector('button').click()"
ONLY_RELEASE = f"async (name) => (await ({CACHES})()).join() === `enpitsu.release.${{name}}`"


class Place(NamedTuple):
    """A server whose page can be changed."""

    address: str
    folder: Path
    is_bundled: bool
    server: ExitStack

    def stop(self) -> None:
        """Be away."""
        self.server.close()

    def start(self) -> None:
        """Be there again."""
        port = int(self.address.rpartition(":")[2])
        self.server.enter_context(serving(self.folder, port, plain=not self.is_bundled))

    def upgrade(self) -> None:
        """Have another release from now on."""
        with (self.folder / "static/index.html").open("a", encoding="utf-8") as page:
            page.write("<!-- newer -->\n")


once = pytest.mark.parametrize("there", ["usual"], indirect=True)
"""For what is the same with a bundle and without: with one if there is one."""


@pytest.fixture(params=["bundle", "plain"])
def there(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Place]:
    """A server with a bundle, and one with plain modules."""
    if request.param == "bundle" and not has_bundle():
        pytest.skip("there is no node with esbuild")
    for name in ("static", "bundle"):
        source = ROOT / "src/enpitsu/web" / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name)
    monkeypatch.setattr(releases, "_static", lambda: tmp_path / "static")
    monkeypatch.setattr(releases, "_bundle", lambda: tmp_path / "bundle")
    monkeypatch.setattr(releases, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(releases, "LOOK_RARELY", 0.0)
    is_bundled = has_bundle() and request.param != "plain"
    with ExitStack() as server:
        address = server.enter_context(serving(tmp_path, plain=not is_bundled))
        yield Place(address, tmp_path, is_bundled, server)


@pytest.fixture
def tab(chromium: Any, there: Place) -> Iterator[Any]:
    """A window of somebody who was never here."""
    with window(chromium, there.address, service_workers="allow", **DESKTOP) as page:
        yield page
        assert not page.errors, page.errors


class Line:
    """Requests of a page, and the bytes that came over the line."""

    def __init__(self, page: Any) -> None:
        self.paths: list[str] = []
        self.size = 0.0
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.loadingFinished", self._finished)
        cdp.send("Network.enable")
        page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if url.startswith("http"):
            self.paths.append(url.split("/", 3)[3])

    def _finished(self, told: Any) -> None:
        self.size += told["encodedDataLength"]

    @property
    def files(self) -> list[str]:
        return [path for path in self.paths if not path.startswith("api/")]


def is_kept(page: Any) -> None:
    """Wait until the service worker has all of the release."""
    page.wait_for_function(CONTROLLED)


def begin(page: Any, there: Place) -> str:
    """A new game."""
    player = Player(page, there.address, "Somebody")
    game: str = player.ask("post", "/games", {"puzzle": player.puzzles("nonogram")[0]["id"]})["id"]
    return game


def play(page: Any, there: Place) -> str:
    """Open a new game."""
    game = begin(page, there)
    page.goto(f"/play/{game}")
    page.wait_for_selector(".play svg.board")
    return game


# --- how much -------------------------------------------------------------------------------------


def test_a_first_visit_asks_for_little(tab: Any, there: Place) -> None:
    line = Line(tab)
    tab.goto("/")
    tab.wait_for_selector(".lib-card img[src^=data]")
    tab.wait_for_selector(".lib-today-body img")
    assert len(set(line.paths)) == len(line.paths), "nothing is asked for twice"
    if there.is_bundled:
        assert len(line.files) == 3, line.files
        tab.locator(".lib-card button").first.click()
        tab.wait_for_selector(".play svg.board")
        # Where the server is still making the puzzle of the day, that is watched besides.
        asked = [path for path in line.paths if not path.endswith("/events")]
        assert len(asked) <= 15, asked
        assert line.size < 200_000
    else:
        assert len(line.paths) - len(line.files) <= 8, line.paths


def test_a_board_by_its_address_asks_for_little(tab: Any, there: Place) -> None:
    game = begin(tab, there)
    line = Line(tab)
    tab.goto(f"/play/{game}")
    tab.wait_for_selector(".play svg.board")
    assert len(set(line.paths)) == len(line.paths)
    if there.is_bundled:
        assert len(line.paths) <= 12, line.paths
        assert line.size < 200_000
    # Nothing waits for another module: the page names all of them.
    links = tab.evaluate(LINKS)
    named = {link.split("/", 3)[3] for link in links if "/static/" in link}
    assert {path for path in line.files if path.startswith("static/")} <= named


def test_a_reload_needs_no_file_of_the_server(tab: Any, there: Place) -> None:
    tab.goto("/")
    tab.wait_for_selector(".lib-card")
    is_kept(tab)
    for reload in (tab.reload, lambda: play(tab, there)):
        tab.wait_for_load_state("networkidle")
        answers: list[Any] = []
        tab.on("response", lambda answer, found=answers: found.append(answer))
        line = Line(tab)
        reload()
        tab.wait_for_selector(".lib-card, .play svg.board")
        files = [each for each in answers if "/api/" not in each.url and each.url[:4] == "http"]
        assert all(each.from_service_worker for each in files)
        if there.is_bundled:
            assert len(line.files) <= 3, line.files


# --- the frame ------------------------------------------------------------------------------------


@once
@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_frame_is_there_before_scripts_and_answers(
    chromium: Any, there: Place, how: dict[str, Any]
) -> None:
    with window(chromium, there.address, color_scheme="dark", locale="ja", **how) as page:
        waiting: list[Any] = []
        page.route("**/*.js", lambda route: waiting.append(route))
        page.route("**/api/**", lambda route: waiting.append(route))
        page.goto("/", wait_until="commit")
        page.wait_for_selector(".nav a:has-text('設定')")
        page.wait_for_selector(".skeleton-cards")
        assert page.locator("html").get_attribute("data-theme") == "dark"
        ground = "getComputedStyle(document.body).backgroundColor"
        page.wait_for_function(f"() => {ground} === 'rgb(20, 23, 28)'")
        where = "() => JSON.stringify(document.querySelector('.nav').getBoundingClientRect())"
        before = page.evaluate(where)
        while waiting:
            waiting.pop().continue_()
        page.unroute("**/*.js")
        page.unroute("**/api/**")
        page.wait_for_selector(".lib-card")
        assert page.evaluate(where) == before, "nothing has moved"
        assert page.locator("html").get_attribute("lang") == "ja"


@once
def test_another_language_holds_from_the_next_page_on(tab: Any) -> None:
    tab.goto("/settings")
    tab.wait_for_selector("main h1")
    is_kept(tab)
    assert tab.locator(".nav").inner_text().split()[0] == "Puzzles"
    tab.get_by_label("Language").select_option("ja")
    tab.wait_for_selector(".nav a:has-text('設定')")
    tab.wait_for_selector("main h1")
    assert tab.locator("html").get_attribute("lang") == "ja"
    assert "enpitsu-language=ja" in tab.evaluate("() => document.cookie")
    # A page in another language than the one that was chosen sets itself right.
    tab.context.clear_cookies(name="enpitsu-language")
    tab.reload()
    tab.wait_for_selector(".nav a:has-text('設定')")
    assert "enpitsu-language=ja" in tab.evaluate("() => document.cookie")


# --- without the server ---------------------------------------------------------------------------


def test_all_pages_open_without_the_server(tab: Any, there: Place) -> None:
    tab.goto("/")
    tab.wait_for_selector(".lib-card")
    is_kept(tab)
    play(tab, there)
    tab.goto("/")
    tab.wait_for_selector(".lib-card")
    tab.wait_for_load_state("networkidle")
    tab.context.set_offline(True)
    for path, seen in (
        ("/", ".lib-card"),
        ("/make", "main h1"),
        ("/settings", "main h1"),
        ("/edit", "main h1, main .card"),
        ("/picture", "main h1, main .card"),
    ):
        tab.goto(path)
        tab.wait_for_selector(seen)
        tab.wait_for_selector(".offline:not([hidden])")
    tab.context.set_offline(False)
    tab.errors.clear()  # of answers that did not come


# --- one release after another --------------------------------------------------------------------


def test_an_upgrade_in_the_middle_of_a_game_with_two_tabs(
    whole_chromium: Any, there: Place
) -> None:
    with unattached(whole_chromium, there.address) as windows:
        tab = windows.open("/")
        tab.wait_for(".lib-card")
        tab.wait(CONTROLLED)
        game = tab.evaluate(BEGIN)
        tab.goto(f"/play/{game}")
        tab.wait_for(".play svg.board")
        old = tab.evaluate(RELEASE)
        other = windows.open("/")
        other.wait_for(".lib-card")

        there.upgrade()
        tab.evaluate(WRITE, "r1c1 shaded")
        tab.wait(IS_TOLD)
        other.wait(IS_TOLD)
        assert len(tab.evaluate(CACHES)) == 2
        # Nothing is swapped under the game, nor under pages that come after it: what the server
        # no longer has comes from the browser.
        tab.evaluate(WRITE, "r1c2 shaded")
        tab.wait(SAVED)
        for path in ("/edit", "/picture", "/settings"):  # faster than they load
            tab.evaluate(FOLLOW, path)
        tab.wait(IS_HEADED, "Settings")
        assert tab.evaluate(RELEASE) == old
        assert set(tab.evaluate(LOADED)) == {old}
        # Also without the server.
        there.stop()
        for path, title in (("/make", "Make a puzzle"), ("/picture", "A puzzle from a picture")):
            tab.evaluate(FOLLOW, path)
            tab.wait(IS_HEADED, title)
        assert set(tab.evaluate(LOADED)) == {old}
        there.start()

        # One tab takes the new release; the other keeps the old one.
        other.evaluate(TAKE)
        other.wait("(old) => document.documentElement.dataset.release !== old", old)
        other.wait_for(".lib-card")
        assert f"enpitsu.release.{old}" in other.evaluate(CACHES)
        tab.click(".nav a[href='/results']")
        tab.wait(IS_HEADED, "Results")
        assert set(tab.evaluate(LOADED)) == {old}

        # The last tab of the old release goes to the game, and its files go.
        tab.goto(f"/play/{game}")
        tab.wait("(old) => document.documentElement.dataset.release !== old", old)
        tab.wait_for(".play svg.board")
        new = tab.evaluate(RELEASE)
        assert set(tab.evaluate(LOADED)) == {new}
        assert {"r1c1 shaded", "r1c2 shaded"} <= set(tab.evaluate(FACTS))
        other.goto("/settings")
        other.wait_for("main h1")
        tab.wait(ONLY_RELEASE, new)


@once
def test_without_a_service_worker_a_release_that_is_gone_is_asked_for_anew(
    chromium: Any, there: Place
) -> None:
    with window(chromium, there.address, **DESKTOP) as page:
        page.goto("/")
        page.wait_for_selector(".lib-card")
        old = page.evaluate(RELEASE)
        game = play(page, there)
        there.upgrade()
        page.evaluate(WRITE, "r1c1 shaded")
        page.wait_for_selector(NEW)
        assert page.evaluate(RELEASE) == old
        page.locator(".nav a[href='/settings']").click()
        page.wait_for_function(f"() => document.documentElement.dataset.release !== '{old}'")
        page.wait_for_selector("main h1")
        page.goto(f"/play/{game}")
        page.wait_for_selector(".play svg.board")
        assert page.evaluate(FACTS) == ["r1c1 shaded"]


@once
def test_a_page_whose_release_has_gone_before_it_could_load(chromium: Any, there: Place) -> None:
    with window(chromium, there.address, **DESKTOP) as page:
        served: list[str] = []

        def old(route: Any) -> Any:
            """A page from before the upgrade."""
            if served:
                route.continue_()
                return
            served.append(route.request.url)
            answer = route.fetch()
            there.upgrade()
            route.fulfill(response=answer)

        page.route(f"{there.address}/", old)
        page.goto("/")
        page.wait_for_selector(".lib-card")
        assert served
