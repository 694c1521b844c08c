"""The editor in Chromium: what an edit costs the hand, and how soon its verdict stands on the page.

    scripts/bench editor [--kinds NAME,...] [--sheets NAME,...] [--edits N] [--profile FILE]

Sheets of 20x20 with one solution, several, none, and blank ones, and a large one of 50x50. An edit
is a stroke of the mouse: an arrow is drawn, cells are painted, a country is drawn, a circle is
counted up. A real server answers. Milliseconds, medians (slowest in brackets):

- work: the page's own handlers of the stroke, and `seen`: from the end of the stroke until the
  frame with it has been handed over
- main: all that the page's main thread did until the verdict was drawn, how much of it was script,
  style and layout, and the longest task (the browser tells of those longer than 50 ms)
- answer, overlay, level, needless: from the end of the stroke until the verdict is on the page,
  what is forced and open is drawn, the level is told, the first needless clues are told

`in time` is the share of answers that are drawn on the board within a third of a second. It is
wall time: on a busy machine repeat it, and compare medians.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SIDE, LARGE = 20, 50
SOON = 333
PATIENCE = 2_500  # ms for level and needless clues
TIMES = (
    "work",
    "seen",
    "main",
    "script",
    "style",
    "layout",
    "longest",
    "answer",
    "overlay",
    "level",
    "needless",
)
METRICS = {
    "main": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}
TURNS = ("rotate90", "mirror", "rotate90", "flip", "rotate270", "transpose", "rotate180")
WATCH = """() => {
  const editor = window.editor = document.querySelector(".edit").editor;
  const watch = (window.watch = { times: null, entered: 0 });
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => waiting.splice(0).forEach((act) => act());
  const shown = (act) => requestAnimationFrame(() => {
    waiting.push(act);
    channel.port2.postMessage(null);
  });
  const note = (name) => {
    const { times } = watch;
    if (!times || times[name] !== undefined) return;
    times[name] = null;
    shown(() => (times[name] = performance.now() - times.ended));
  };
  for (const name of ["pointerdown", "pointermove", "pointerup"]) {
    addEventListener(name, () => (watch.entered = performance.now()), { capture: true });
    addEventListener(name, ({ timeStamp }) => {
      if (!watch.times) return;
      watch.times.work += performance.now() - watch.entered;
      if (name !== "pointerup") return;
      watch.times.ended = timeStamp;
      note("seen");
    });
  }
  const painted = () => {
    if (!watch.times || watch.times.overlay !== undefined) return;
    if (editor.overlay.isPainting) requestAnimationFrame(painted);
    else note("overlay");
  };
  editor.on("report", () => {
    const { isOld, report, grade, needless } = editor.live.state;
    if (isOld || !report || !watch.times?.ended) return;
    watch.times.status ??= report.status;
    note("answer");
    painted();
    if (grade?.level || grade?.least) note("level");
    if (needless && (needless.isDone || needless.clues.length)) note("needless");
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      if (watch.times) watch.times.longest = Math.max(watch.times.longest, duration);
    }
  }).observe({ type: "longtask" });
  window.begin = () => (watch.times = { work: 0, longest: 0 });
}"""
SETTLED = "() => !editor.live.state.isOld && editor.live.state.report && !editor.overlay.isPainting"


class Sheet(NamedTuple):
    """A document to begin with, its solution where a picture is edited, and what is done to it."""

    name: str
    document: Any
    solution: list[str] | None = None
    is_graded: bool = False


def main() -> None:
    """Print a line for each kind of sheet."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    every = tuple(BOARDS)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=every)
    parser.add_argument("--sheets", type=lambda text: text.split(","))
    parser.add_argument("--edits", type=int, default=5)
    parser.add_argument("--profile", help="a file for a profile of the last sheet, .cpuprofile")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright
    from tests.browser.window import CHROMIUM, DESKTOP, serving, window

    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as tool,
    ):
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for kind in options.kinds:
            with window(browser, address, **DESKTOP) as page:
                for sheet in BOARDS[kind]():
                    if options.sheets and sheet.name not in options.sheets:
                        continue
                    side = LARGE if sheet.name == "large" else SIDE
                    _open(page, address, kind, side)
                    with _profile(page, options.profile):
                        found = list(_edits(page, kind, sheet, options.edits))
                    print(_line(kind, side, sheet.name, found), flush=True)
                assert not page.errors, page.errors
        browser.close()


def _line(kind: str, side: int, name: str, found: list[dict[str, Any]]) -> str:
    def said(what: str) -> str:
        values = [each[what] for each in found if each.get(what) is not None]
        return f"{what} {median(values):.0f} ({max(values):.0f})" if values else f"{what} -"

    drawn = [max(each["answer"], each["overlay"]) for each in found]
    share = sum(each <= SOON for each in drawn) / len(drawn)
    told = "/".join(sorted({each["status"] for each in found}))
    times = ", ".join(map(said, TIMES))
    return f"{kind} {side}x{side} {name} ({told}): {times}, in time {share:.0%}"


# --- edits ----------------------------------------------------------------------------------------


def _open(page: Any, address: str, kind: str, side: int) -> None:
    headers = {"origin": address}
    page.request.get("/api/v1/me", headers=headers)
    sheet = {"kind": kind, "rows": side, "cols": side, "facts": [], "more": {}}
    content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": {}, "past": []}
    said = page.request.post("/api/v1/drafts", headers=headers, data={"content": content})
    page.goto(f"/edit/{said.json()['id']}")
    page.wait_for_selector(".edit-board svg")
    page.evaluate(WATCH)
    page.wait_for_function(SETTLED)


def _edits(page: Any, kind: str, sheet: Sheet, count: int) -> Iterator[dict[str, Any]]:
    """Each edit is taken back: what the next one asks is new again."""
    if sheet.document is not None:
        page.evaluate(
            "([document, solution]) => editor.apply(editor.open(document, { solution }))",
            [sheet.document, sheet.solution],
        )
    page.wait_for_function(SETTLED)
    rng = random.Random(kind)
    for at in range(count):
        stroke = _restoring(page, kind, at) if sheet.is_graded else _writing(page, kind, rng)
        page.wait_for_function(SETTLED)
        page.wait_for_timeout(200)
        yield _measured(page, stroke, sheet.is_graded)
        if not sheet.is_graded:
            page.evaluate("() => editor.undo()")


def _measured(page: Any, stroke: tuple[str, list[tuple[int, int]]], is_graded: bool) -> Any:
    tool, cells = stroke
    page.evaluate("(tool) => editor.board.setTool(tool)", tool)
    before = _main_time(page)
    page.evaluate("() => begin()")
    _drag(page, cells)
    page.wait_for_function("() => watch.times.answer && watch.times.overlay", polling=100)
    after = _main_time(page)
    if is_graded:
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and not page.evaluate(
            "() => watch.times.level && watch.times.needless"
        ):
            page.wait_for_timeout(50)
    else:
        page.wait_for_timeout(150)  # the crash backup, and what else follows
    times = page.evaluate("() => { const { times } = watch; watch.times = null; return times; }")
    return {**times, **{name: after[name] - before[name] for name in METRICS}}


def _drag(page: Any, cells: list[tuple[int, int]]) -> None:
    spots = page.evaluate(
        """(cells) => cells.map(([row, col]) => { const { view } = editor.board.surface;
        const box = editor.host.getBoundingClientRect();
        return [box.left + view.width / 2 + (col + 0.5 - view.col) * view.scale,
                box.top + view.height / 2 + (row + 0.5 - view.row) * view.scale]; })""",
        cells,
    )
    page.mouse.move(*spots[0])
    page.mouse.down()
    for spot in spots[1:]:
        page.mouse.move(*spot, steps=2)
    page.mouse.up()


def _writing(page: Any, kind: str, rng: random.Random) -> tuple[str, list[tuple[int, int]]]:
    """A stroke somewhere in the middle, from a cell without a clue."""
    tool, length = STROKES[kind]
    middle, facts = page.evaluate(
        """() => { const { surface: { view } } = editor.board;
        return [[view.row, view.col], editor.sheet.facts]; }"""
    )
    clues = {fact.split()[0] for fact in facts if "-" in fact}
    while True:
        row, col = (int(each) + rng.randint(-6, 4) for each in middle)
        if _text((row, col)) not in clues:
            return tool, [(row, col + step) for step in range(length)]


def _restoring(page: Any, kind: str, at: int) -> tuple[str, list[tuple[int, int]]]:
    """Turn the sheet and make one mistake, so that a click gives a puzzle that is new."""
    page.evaluate("(how) => editor.turn(how)", TURNS[at % len(TURNS)])
    facts = page.evaluate("() => editor.sheet.facts")
    tool, cell, wrong = MISTAKES[kind](facts, random.Random(at))
    page.evaluate("(facts) => editor.apply({ ...editor.sheet, facts })", wrong)
    return tool, [cell]


def _free_cell(facts: list[str], rng: random.Random) -> tuple[int, int]:
    taken = {fact.split()[0] for fact in facts}
    cells = [(row, col) for row in range(SIDE) for col in range(SIDE)]
    return rng.choice([cell for cell in cells if _text(cell) not in taken])


def _text(cell: tuple[int, int]) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


Mistake = tuple[str, tuple[int, int], list[str]]


def _one_blank_more(facts: list[str], rng: random.Random) -> Mistake:
    cell = _free_cell(facts, rng)
    return "block", cell, [*facts, f"{_text(cell)} blank"]


def _one_painted_more(facts: list[str], rng: random.Random) -> Mistake:
    cell = _free_cell(facts, rng)
    return "fill", cell, [*facts, f"{_text(cell)} shaded"]


def _one_less(facts: list[str], rng: random.Random) -> Mistake:
    """A circle's number is one too low."""
    numbered = [fact for fact in facts if "o" in fact and fact[-1] in "123456789"]
    chosen = rng.choice(numbered)
    head, number = chosen.rsplit("o", 1)
    wrong = [f"{head}o{int(number) - 1}" if fact == chosen else fact for fact in facts]
    row, col = chosen.split()[0][1:].split("c")
    return "circle", (int(row) - 1, int(col) - 1), wrong


STROKES = {"yajilin": ("clue", 2), "nonogram": ("fill", 4), "satogaeri": ("country", 6)}
MISTAKES = {"yajilin": _one_blank_more, "nonogram": _one_painted_more, "satogaeri": _one_less}


# --- what the browser tells -----------------------------------------------------------------------


def _main_time(page: Any) -> dict[str, float]:
    """Milliseconds of all tasks of the page so far, and of which sort they were."""
    if not hasattr(page, "cdp"):
        page.cdp = page.context.new_cdp_session(page)
        page.cdp.send("Performance.enable")
    found = page.cdp.send("Performance.getMetrics")["metrics"]
    values = {each["name"]: 1000.0 * each["value"] for each in found}
    return {name: values[name_of] for name, name_of in METRICS.items()}


@contextmanager
def _profile(page: Any, path: str | None) -> Iterator[None]:
    """Write a profile of the script, as a file that Chromium's tools open."""
    if path is None:
        yield
        return
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.start")
    yield
    Path(path).write_text(json.dumps(session.send("Profiler.stop")["profile"]))


# --- boards ---------------------------------------------------------------------------------------


def _starter(kind: str) -> Any:
    import enpitsu

    found = (each.puzzle for each in enpitsu.starter(kind))
    return next(each for each in found if (each.rows, each.cols) == (SIDE, SIDE))


def _data(puzzle: Any) -> Any:
    import enpitsu

    return json.loads(enpitsu.dump(puzzle, "json"))


def _document(kind: str, **puzzle: Any) -> Any:
    return {"enpitsu": 1, "kind": kind, "puzzle": puzzle}


def _yajilin() -> Iterator[Sheet]:
    from author import with_wrong_number

    puzzle = _starter("yajilin")
    unique, rng = _data(puzzle), random.Random(1)
    fewer = _data(puzzle)
    clues = fewer["puzzle"]["clues"]
    fewer["puzzle"]["clues"] = rng.sample(clues, len(clues) * 7 // 10)
    yield Sheet("unique", unique, is_graded=True)
    yield Sheet("several", fewer)
    yield Sheet("none", _data(with_wrong_number(puzzle)))
    yield Sheet("blank", None)
    arrows = ("up", "right", "down", "left")
    cells = [divmod(at, LARGE) for at in range(0, LARGE * LARGE, 9)]
    many = [{"cell": _text(cell), "arrow": arrows[sum(cell) % 4], "number": None} for cell in cells]
    yield Sheet("large", _document("yajilin", rows=LARGE, cols=LARGE, clues=many))


def _nonogram() -> Iterator[Sheet]:
    """A picture always has a solution."""
    import enpitsu

    puzzle = _starter("nonogram")
    position = enpitsu.solve(puzzle).solutions[0].position
    yield Sheet("unique", _data(puzzle), [str(each) for each in position], is_graded=True)
    yield Sheet("several", *_painted(SIDE, lambda rng, row, col: rng.random() < 0.5))
    yield Sheet("blank", None)
    yield Sheet("large", *_painted(LARGE, lambda rng, row, col: (row // 5 + col // 4) % 3 > 0))


def _painted(side: int, is_shaded: Callable[[random.Random, int, int], bool]) -> Any:
    rng = random.Random(side)
    cells = [(row, col) for row in range(side) for col in range(side)]
    facts = [f"{_text(cell)} shaded" for cell in cells if is_shaded(rng, *cell)]
    return _document("nonogram", row_clues=[[]] * side, col_clues=[[]] * side), facts


def _satogaeri() -> Iterator[Sheet]:
    from author import with_share, with_wrong_number

    puzzle = _starter("satogaeri")
    yield Sheet("unique", _data(puzzle), is_graded=True)
    yield Sheet("several", _data(with_share(puzzle, 0.7)))
    yield Sheet("none", _data(with_wrong_number(puzzle)))
    yield Sheet("blank", None)
    blocks = [[row // 5 * 10 + col // 5 for col in range(LARGE)] for row in range(LARGE)]
    circles = [
        {"cell": f"r{row}c{col}"} for row in range(3, LARGE, 5) for col in range(2, LARGE, 5)
    ]
    large = _document("satogaeri", rows=LARGE, cols=LARGE, countries=blocks, circles=circles)
    yield Sheet("large", large)


BOARDS: dict[str, Callable[[], Iterator[Sheet]]] = {
    "yajilin": _yajilin,
    "nonogram": _nonogram,
    "satogaeri": _satogaeri,
}

if __name__ == "__main__":
    main()
