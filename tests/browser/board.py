"""A kind's board alone on a page in a real browser, and hands to play on it.

The page has the shared js, the kind's own and the words, under the policy that the app has too;
no server of Enpitsu is needed.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import find_kind
from enpitsu.web.words import page_texts
from tests.browser.window import window

SOURCE = Path(enpitsu.__file__).parent
POLICY = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/page.css"><link rel="stylesheet" href="/static/css/colours.css">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/board.css">
<link rel="stylesheet" href="/static/css/author.css"><link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script></head><body><main id="box"></main></body></html>"""
STYLE = "html,body{margin:0;height:100%;background:var(--page)}main{height:100vh}"
SCRIPT = """import { Board } from "/static/js/board/board.js";
import { boardOf } from "/static/js/kit/play.js";
import made from "/kind/index.js";
const kind = boardOf(made);
const words = await (await fetch("/words.json")).json();
const text = (id, args = {}) =>
  (words[id] ?? id).replace(/\\{(\\w+)\\}/g, (all, name) => args[name] ?? all);
Object.assign(window, { kind, text, events: [] });
window.show = (puzzle, options = {}) => {
  window.board?.remove();
  window.board = new Board(document.querySelector("#box"), kind, puzzle, { text, ...options });
  for (const name of ["stroke", "note", "trial", "action", "used", "tool"]) {
    board.addEventListener(name, (event) => events.push([name, event.detail]));
  }
};
window.withAuthor = async () => {
  const [{ AUTHOR_KIT, authorOf }, { default: made }] =
    await Promise.all([import("/static/js/kit/author_kit.js"), import("/kind/author.js")]);
  class AuthorBoard extends Board {
    context() { return { ...super.context(), kit: AUTHOR_KIT }; }
  }
  Object.assign(window, { author: authorOf(made), KIT: AUTHOR_KIT, AuthorBoard });
};
window.ready = true;"""

DECLARED = """import { play } from "/static/js/kit/play.js";
export default play(DECLARATION);"""

Declaration = Mapping[str, Any]


class Handler(SimpleHTTPRequestHandler):
    """Serves the made page, the shared js and a kind's js, under a strict policy."""

    def __init__(self, *args: Any, kind: str | Declaration, **more: Any) -> None:
        self.made, self.folders = dict(MADE), {"/static/": SOURCE / "web/static"}
        declared = find_kind(kind).declaration if isinstance(kind, str) else kind
        if declared is None:
            self.folders["/kind/"] = SOURCE / "kinds" / str(kind) / "web"
        else:
            script = DECLARED.replace("DECLARATION", json.dumps(declared))
            self.made["/kind/index.js"] = "text/javascript", script
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        kind, body = self._find()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def _find(self) -> tuple[str, bytes]:
        if self.path in self.made:
            kind, text = self.made[self.path]
            return kind, text.encode()
        for prefix, folder in self.folders.items():
            file = folder / self.path.removeprefix(prefix)
            if self.path.startswith(prefix) and file.is_file():
                return self.guess_type(str(file)), file.read_bytes()
        return "text/plain", b""

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


MADE = {
    "/": ("text/html", PAGE),
    "/page.css": ("text/css", STYLE),
    "/page.js": ("text/javascript", SCRIPT),
    "/words.json": ("application/json", json.dumps(dict(page_texts("en")))),
}


@contextmanager
def board_site(kind: str | Declaration) -> Iterator[str]:
    """The address of a page with boards of a kind, or of what a kind might declare."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, kind=kind))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def board_window(chromium: Any, kind: str | Declaration, **how: Any) -> Iterator[Any]:
    """A window on that page, ready to show a board."""
    size = {"viewport": {"width": 600, "height": 600}}
    with board_site(kind) as address, window(chromium, address, **size | how) as page:
        page.goto("/")
        page.wait_for_function("() => window.ready")
        yield page


Spot = tuple[float, float]


def data(puzzle: Any) -> Any:
    """The puzzle as the browser gets it."""
    return json.loads(enpitsu.dump(puzzle, "json"))["puzzle"]


def mid(row: int, col: int) -> Spot:
    """The middle of a cell, counted from 1."""
    return row - 0.5, col - 0.5


class Hand:
    """Mouse, fingers and keys on one page; places in cells."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.cdp = page.context.new_cdp_session(page)

    def show(self, puzzle: Any, **options: Any) -> None:
        """Put a board on the page."""
        self.page.evaluate("([puzzle, options]) => show(puzzle, options)", [puzzle, options])

    def at(self, spot: Spot) -> Spot:
        """Where on the page a spot of the board lies, (x, y)."""
        x, y = self.page.evaluate(
            """([row, col]) => { const { view } = board.surface;
            return [view.width / 2 + (col - view.col) * view.scale,
                    view.height / 2 + (row - view.row) * view.scale]; }""",
            list(spot),
        )
        return x, y

    def drag(self, *spots: Spot, button: str = "left", steps: int = 1) -> None:
        """Press at the first spot, go through the others, release."""
        mouse = self.page.mouse
        mouse.move(*self.at(spots[0]))
        mouse.down(button=button)
        for spot in spots[1:]:
            mouse.move(*self.at(spot), steps=steps)
        mouse.up(button=button)

    def touch(self, kind: str, *spots: Spot) -> None:
        """One touch event; each spot is a finger."""
        points = [
            {"x": x, "y": y, "id": number}
            for number, (x, y) in enumerate(self.at(spot) for spot in spots)
        ]
        self.cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def swipe(self, *spots: Spot, rest: int = 0) -> None:
        """One finger from spot to spot, resting on the first for some milliseconds.

        One that does not rest is never taken for one that does, however slow the machine is.
        """
        self.do(f"window.board?.setOption('longPress', {350 if rest else 60_000})")
        self.touch("Start", spots[0])
        if rest:
            self.page.wait_for_timeout(rest)
        for spot in spots[1:]:
            self.touch("Move", spot)
        self.touch("End")

    def keys(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self.page.keyboard.press(name)

    def focus(self) -> None:
        """Bring the keys to the first cell."""
        self.page.locator("[role=gridcell][tabindex='0']").focus()

    def do(self, text: str) -> Any:
        """Evaluate something on the page."""
        return self.page.evaluate(text)

    def wait(self, condition: str) -> None:
        """Wait until something is so."""
        self.page.wait_for_function(f"() => {condition}")

    @property
    def facts(self) -> set[str]:
        """What stands on the board."""
        return set(self.do("board.facts()"))

    @property
    def log(self) -> list[Any]:
        """The log of events."""
        found: list[Any] = self.do("board.history.log")
        return found

    def count(self, selector: str) -> int:
        """How many elements are drawn."""
        self.do("board.flush()")
        found: int = self.page.locator(f".board {selector}").count()
        return found


def replayed(log: Sequence[Any]) -> set[str]:
    """The position that a log leads to, as the server reads it."""
    position: set[str] = set()
    for event in log:
        if "note" not in event:
            position = (position - set(event["take"])) | set(event["put"])
    return position


@pytest.fixture(scope="module")
def board_page(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """One window for all tests of a module, with boards of the kind that it names as KIND."""
    with board_window(chromium, request.module.KIND, has_touch=True) as page:
        yield page


@pytest.fixture
def hand(board_page: Any) -> Iterator[Hand]:
    """Somebody at the board."""
    board_page.evaluate("() => { events.length = 0; }")
    yield Hand(board_page)
    assert not board_page.errors, board_page.errors
