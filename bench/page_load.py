"""Loading the page: requests, bytes and seconds until one can play, on a slow line.

scripts/bench page_load                 with the bundle and with the plain modules
scripts/bench page_load --latency 562   milliseconds of every request; 150 unless told

A browser that has never been here opens `/`, then a puzzle of the list, and reloads both when the
service worker has the release; another one opens a game by its address. Bytes are those on the
line, packed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from enpitsu.web.release import load_release

ROOT = Path(__file__).parents[1]
MEGABIT = 10**6 / 8
DOWN, UP = 1.6 * MEGABIT, 0.75 * MEGABIT
LIST, BOARD = ".lib-card", ".play svg.board"
BEGIN = """async () => {
  const json = async (path, how) => (await fetch("/api/v1" + path, how)).json();
  const { puzzles } = await json("/puzzles?sort=level");
  const body = JSON.stringify({ puzzle: puzzles[5].id });
  const headers = { "content-type": "application/json" };
  return (await json("/games", { method: "POST", headers, body })).id;
}"""


class Line:
    """Requests and bytes on the line of a window."""

    def __init__(self, page: Any, latency: float) -> None:
        self.page, self.addresses, self._bytes = page, dict[str, str](), dict[str, float]()
        self._cached: set[str] = set()
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.requestWillBeSent", self._asked)
        cdp.on("Network.responseReceived", self._answered)
        cdp.on("Network.loadingFinished", self._finished)
        cdp.send("Network.enable")
        slow = {"offline": False, "latency": latency}
        throughput = {"downloadThroughput": DOWN, "uploadThroughput": UP}
        cdp.send("Network.emulateNetworkConditions", slow | throughput)

    def _asked(self, told: Any) -> None:
        if not told["request"]["url"].startswith(("data:", "blob:")):
            self.addresses[told["requestId"]] = told["request"]["url"]

    def _answered(self, told: Any) -> None:
        said = told["response"]
        if said.get("fromDiskCache") or said.get("fromServiceWorker"):
            self._cached.add(told["requestId"])

    def _finished(self, told: Any) -> None:
        self._bytes[told["requestId"]] = told["encodedDataLength"]

    def clear(self) -> None:
        """Count from here."""
        self.addresses.clear()
        self._bytes.clear()
        self._cached.clear()

    def told(self) -> str:
        """Requests, how many of them for files and how many to the API, and bytes."""
        files = [each for each in self.addresses.values() if "/api/" not in each]
        size = sum(self._bytes.get(each, 0) for each in self.addresses if each not in self._cached)
        count = len(self.addresses)
        return f"{count:4} requests ({len(files)} + {count - len(files)} API) {size / 1000:7.1f} kB"

    def until(self, selector: str, act: Any) -> float:
        """Seconds until something is seen."""
        start = time.perf_counter()
        act()
        self.page.wait_for_selector(selector)
        return time.perf_counter() - start


@contextmanager
def browser() -> Iterator[Any]:
    """A browser of this machine."""
    from playwright.sync_api import sync_playwright
    from tests.browser.window import CHROMIUM

    with sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


def warm_up(chromium: Any, address: str) -> None:
    """Be the first of all, who waits for processes that start and for the puzzle of the day."""
    with context(chromium, address) as page:
        page.goto("/")
        page.wait_for_selector(".lib-today-body img")
        page.wait_for_load_state("networkidle")


def visit(chromium: Any, address: str, latency: float, *, lists: bool) -> None:
    """Measure all ways to a list and to a board."""
    with context(chromium, address) as page:
        line = Line(page, latency)
        seconds = line.until(LIST, lambda: page.goto("/", wait_until="commit"))
        row("first visit, to the list", line, seconds)
        listed = list(line.addresses.values())
        page.wait_for_load_state("networkidle")
        row("  with its pictures", line)
        seconds = line.until(BOARD, page.locator(LIST).first.locator("button").first.click)
        row("  and on to a board", line, seconds)
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.wait_for_load_state("networkidle")
        row("  and all that follows", line)
        for name, seen, path in (("list", LIST, "/"), ("board", BOARD, page.url)):
            page.goto(path)
            page.wait_for_selector(seen)
            page.wait_for_load_state("networkidle")
            line.clear()
            seconds = line.until(seen, page.reload)
            row(f"reload of the {name}", line, seconds)
    with context(chromium, address) as page:
        page.goto("/manifest.webmanifest")
        page.evaluate("() => fetch('/api/v1/me')")
        game = page.evaluate(BEGIN)
        line = Line(page, latency)
        seconds = line.until(BOARD, lambda: page.goto(f"/play/{game}", wait_until="commit"))
        row("first visit, to a board", line, seconds)
        listed += list(line.addresses.values())
    if lists:
        print(*(f"    {each.removeprefix(address)}" for each in listed), sep="\n")


@contextmanager
def context(chromium: Any, address: str) -> Iterator[Any]:
    """A browser that was never here."""
    made = chromium.new_context(base_url=address, viewport={"width": 1400, "height": 900})
    made.set_default_timeout(180_000)
    yield made.new_page()
    made.close()


def row(name: str, line: Line, seconds: float | None = None) -> None:
    """Print a measurement."""
    print(f"  {name:26} {line.told()}" + ("" if seconds is None else f"  {seconds:5.2f} s"))


def main() -> None:
    """Measure both sorts of releases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--latency", type=float, default=150, help="milliseconds of every request")
    parser.add_argument("--list", action="store_true", help="print what is asked for")
    told = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.browser.window import serving

    subprocess.run(["node", str(ROOT / "scripts/bundle.js")], check=False)
    sorts = [plain for plain in (False, True) if plain or load_release().is_bundled]
    with browser() as chromium, TemporaryDirectory() as folder:
        for plain in sorts:
            with serving(Path(folder), plain=plain) as address:
                warm_up(chromium, address)
                print("plain modules" if plain else "bundle", f"({told.latency:g} ms)")
                visit(chromium, address, told.latency, lists=told.list)


if __name__ == "__main__":
    main()
