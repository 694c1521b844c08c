"""The pictures of the web app in README.md and docs/: a server, a browser, puzzles half solved, a
sheet half drawn, and a picture of our own that becomes a puzzle.

scripts/bench screenshots            writes docs/images/web-*.png
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import enpitsu

ROOT = Path(__file__).parents[1]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 780},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
SHEET = """async ([kind, rows, cols, puzzle]) => {
  const [{ default: author }, { KIT }] = await Promise.all([
    source(`kinds/${kind}/author.js`), source("js/board/kit.js")]);
  return { kind, rows, cols, ...author.open(puzzle, KIT) };
}"""
"""A puzzle as a sheet."""
STUDIED = """() => { const { live } = document.querySelector('.edit').editor;
  return !live.state.isOld && live.state.report?.status === 'multiple'; }"""
WRITE = "(facts) => document.querySelector('.play').play.session.board.write({put: facts})"


class Shot(NamedTuple):
    """One picture of a game: which puzzle, how far it is, and what is asked for."""

    name: str
    kind: str
    level: str
    share: float
    """How much of the way to the solution is on the board."""
    presses: tuple[str, ...]
    """Buttons to press, by their names."""
    window: dict[str, Any]
    scheme: str = "light"


SHOTS = (
    Shot(
        "web-hint",
        "yajilin",
        "medium",
        0.55,
        ("Hint", "Show where to look", "Which idea", "The reason"),
        DESKTOP,
    ),
    Shot("web-phone-nonogram", "nonogram", "medium", 0.5, (), PHONE),
    Shot("web-phone-satogaeri", "satogaeri", "medium", 0.6, (), PHONE, "dark"),
)


EDITED, DROPPED = "yajilin", (3, 9, 15)
"""The kind of the sheet, and which of its entries the author has not written yet."""
MADE = ".pic-outcome .pic-verdict[data-sort=made]"


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/images")
    folder: Path = parser.parse_args().folder
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright
    from tests.browser.window import CHROMIUM, serving

    with TemporaryDirectory() as data, serving(Path(data)) as site, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with _window(browser, site, DESKTOP, "light") as page:
            page.goto("/")
            page.get_by_text("Play", exact=True).first.wait_for()
            _keep(page, folder, "web-library")
        for shot in SHOTS:
            _game(browser, site, folder, shot)
        _editor(browser, site, folder)
        _picture(browser, site, folder, Path(data))
        browser.close()


def _game(browser: Any, site: str, folder: Path, shot: Shot) -> None:
    with _window(browser, site, shot.window, shot.scheme) as page:
        page.request.get("/api/v1/me")
        wanted = {"kind": shot.kind, "level": shot.level, "collection": "starter", "size": "1"}
        found = page.request.get("/api/v1/puzzles", params=wanted).json()["puzzles"][0]
        game = page.request.post("/api/v1/games", data={"puzzle": found["id"]}).json()
        page.goto(f"/play/{game['id']}")
        page.locator(".play svg.board").wait_for()
        page.evaluate(WRITE, list(_facts(game["document"], shot.share)))
        for name in shot.presses:
            page.get_by_role("button", name=name).first.click()
            page.wait_for_load_state("networkidle")
        _keep(page, folder, shot.name)


def _editor(browser: Any, site: str, folder: Path) -> None:
    """A sheet that has several solutions yet, with what would make it unique."""
    with _window(browser, site, DESKTOP, "light") as page:
        page.request.get("/api/v1/me")
        wanted = {"kind": EDITED, "level": "medium", "collection": "starter", "size": "1"}
        row = page.request.get("/api/v1/puzzles", params=wanted).json()["puzzles"][0]
        found = page.request.get(f"/api/v1/puzzles/{row['id']}").json()["document"]
        page.goto("/edit")
        sheet = page.evaluate(SHEET, [EDITED, row["rows"], row["cols"], found["puzzle"]])
        facts = [fact for at, fact in enumerate(sheet["facts"]) if at not in DROPPED]
        meta = {"title": "Stepping stones", "author": "Enpitsu", "note": ""}
        whole = {"sheet": {**sheet, "facts": facts}, "document": None, "meta": meta}
        body: dict[str, Any] = {"content": {**whole, "past": []}}
        said = page.request.post("/api/v1/drafts", data=body, headers={"origin": site})
        draft = said.json()
        page.goto(f"/edit/{draft['id']}")
        page.wait_for_selector(".edit-board svg")
        page.wait_for_function(STUDIED)
        page.locator("[data-look=forced]").click()
        page.get_by_role("button", name="What would make it unique?").click()
        page.wait_for_timeout(4000)
        _keep(page, folder, "web-editor")


def _picture(browser: Any, site: str, folder: Path, data: Path) -> None:
    """A picture on its way to a puzzle."""
    file = data / "boat.png"
    _draw_boat(file)
    with _window(browser, site, DESKTOP, "light") as page:
        page.goto("/picture")
        page.locator(".pic-file").first.wait_for(state="attached")
        page.set_input_files(".pic-file", file)
        page.wait_for_selector(MADE)
        page.select_option("[name=colours]", "5")
        page.wait_for_selector(MADE)
        _keep(page, folder, "web-picture")


def _draw_boat(file: Path) -> None:
    """A boat under the sun."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (600, 600), "#f3efe4")
    pen = ImageDraw.Draw(image)
    pen.ellipse((430, 40, 560, 170), fill="#e2a33b")
    pen.polygon([(290, 60), (290, 400), (90, 400)], fill="#b5402f")
    pen.polygon([(320, 130), (320, 400), (480, 400)], fill="#d98274")
    pen.rectangle((294, 40, 312, 430), fill="#4a3a2a")
    pen.polygon([(60, 425), (540, 425), (450, 520), (150, 520)], fill="#4a3a2a")
    pen.rectangle((0, 530, 600, 600), fill="#3f6f9c")
    image.save(file)


def _facts(document: dict[str, Any], share: float) -> Iterator[str]:
    """What a player knows after a part of the way."""
    puzzle = enpitsu.parse(json.dumps(document))
    steps = list(enpitsu.explain(puzzle))
    for step in islice(steps, int(len(steps) * share)):
        yield from map(str, step.facts)


def _window(browser: Any, site: str, how: dict[str, Any], scheme: str) -> Any:
    from tests.browser.window import window

    return window(browser, site, color_scheme=scheme, **how)


def _keep(page: Any, folder: Path, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)  # until everything that moves has come to rest
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    print(path.name, path.stat().st_size // 1024, "KiB", flush=True)


if __name__ == "__main__":
    main()
