"""The board in Chromium: how long building takes, how soon a stroke is seen, what memory it holds.

    scripts/bench board                  20x20, 50x50 and 100x100
    scripts/bench board --sides 30 70    other sizes

The stroke is a line drawn by the mouse through a whole row, moved cell by cell. "work" is the time
that script, style and layout take for one move; "seen" is the time from the pointer's event until
the frame with it has been handed over, so it contains the wait for the next frame (16.7 ms apart).

The pinch is two fingers going apart and together again on a phone's window, with clues beside the
grid and without: how many frames took longer than 40 ms, and the longest of them.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
SIDES = (20, 50, 100)
SLOW = 40  # ms: a frame that is seen to stutter
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "device_scale_factor": 2}
FRAMES = """() => {
  window.frames_ = [];
  let before = performance.now();
  const next = (now) => {
    frames_.push(now - before);
    before = now;
    window.watching = requestAnimationFrame(next);
  };
  window.watching = requestAnimationFrame(next);
}"""
WATCH = """() => {
  window.times = { work: [], seen: [] };
  const { svg } = board.surface;
  const channel = new MessageChannel();
  let began = null;
  channel.port1.onmessage = () => times.seen.push(performance.now() - began);
  let entered = 0;
  const after = () => {
    svg.getBoundingClientRect();
    times.work.push(performance.now() - entered);
  };
  svg.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    began = event.timeStamp;
    entered = performance.now();
  }, { capture: true });
  svg.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    board.flush();
    after();
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });
}"""


def main() -> None:
    """Print a line a size."""
    options = _options()
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright
    from tests.browser.board import board_window
    from tests.browser.window import CHROMIUM

    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for side in options.sides:
            with board_window(browser, "yajilin", viewport={"width": 1400, "height": 1000}) as page:
                print(_line(page, side), flush=True)
        for kind, make in (("yajilin", _puzzle), ("nonogram", _picture)):
            with board_window(browser, kind, **PHONE) as page:
                for side in options.sides:
                    print(_pinch_line(page, kind, make(side), side), flush=True)
        browser.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sides", type=int, nargs="+", default=SIDES)
    return parser.parse_args()


def _line(page: Any, side: int) -> str:
    built = [_build(page, side) for _ in range(5)]
    page.evaluate(WATCH)
    for row in (2, side // 2, side - 1):
        _draw(page, row, side)
    page.wait_for_timeout(200)
    times, facts = page.evaluate("[times, board.facts().length]")
    return (
        f"{side:3}x{side:<3} built in {median(built):5.1f} ms (slowest {max(built):5.1f}), "
        f"a move: work {median(times['work']):4.2f} ms (slowest {max(times['work']):5.2f}), "
        f"seen after {median(times['seen']):4.1f} ms (slowest {max(times['seen']):5.1f}), "
        f"{len(times['work'])} moves, {facts} facts, {_memory(page)}"
    )


def _build(page: Any, side: int) -> float:
    """Milliseconds until the board stands and is laid out."""
    found: float = page.evaluate(
        """([puzzle]) => { const began = performance.now();
        show(puzzle, { start: "fit" });
        board.surface.svg.getBoundingClientRect();
        return performance.now() - began; }""",
        [_puzzle(side)],
    )
    return found


def _puzzle(side: int) -> Any:
    """A board with a clue in every seventh cell, but not where lines are drawn."""
    cells = [divmod(at, side) for at in range(0, side * side, 7)]
    arrows = ("up", "right", "down", "left")
    clues = [
        {
            "cell": f"r{row + 1}c{col + 1}",
            "arrow": arrows[(row + col) % 4],
            "number": (row * col) % 5,
        }
        for row, col in cells
        if row + 1 not in (2, side // 2, side - 1)
    ]
    return {"rows": side, "cols": side, "clues": clues}


def _picture(side: int) -> Any:
    """Clues of a random picture."""
    rng = random.Random(side)
    rows = [[rng.random() < 0.5 for _ in range(side)] for _ in range(side)]
    cols = [list(line) for line in zip(*rows, strict=True)]
    return {
        "row_clues": [_runs(line) for line in rows],
        "col_clues": [_runs(line) for line in cols],
    }


def _runs(line: list[bool]) -> list[int]:
    return [len(run) for run in "".join(" x"[cell] for cell in line).split()]


def _pinch_line(page: Any, kind: str, puzzle: Any, side: int) -> str:
    page.evaluate("(puzzle) => show(puzzle, { start: 'fit' })", puzzle)
    page.wait_for_timeout(500)
    frames = _pinch(page)
    slow = [each for each in frames if each > SLOW]
    return (
        f"{kind} {side}x{side}, a pinch: {len(slow)} of {len(frames)} frames over {SLOW} ms, "
        f"longest {max(frames):.0f} ms, all {sum(frames):.0f} ms"
    )


def _pinch(page: Any) -> list[float]:
    """The lengths of the frames while two fingers go apart and together again."""
    session = page.context.new_cdp_session(page)
    page.evaluate(FRAMES)
    _fingers(session, "Start", 40)
    for step in [*range(30), *reversed(range(30))]:
        _fingers(session, "Move", 40 + 4 * step)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(500)
    found: list[float] = page.evaluate("() => (cancelAnimationFrame(watching), frames_)")
    return found


def _fingers(session: Any, kind: str, apart: float) -> None:
    points = [{"x": 200 + side * apart, "y": 400, "id": at} for at, side in enumerate((-1, 1))]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def _draw(page: Any, row: int, side: int) -> None:
    x, y, scale = page.evaluate(
        f"""(() => {{ const {{ view }} = board.surface;
        return [view.width / 2 + (0.5 - view.col) * view.scale,
                view.height / 2 + ({row} - 0.5 - view.row) * view.scale, view.scale]; }})()"""
    )
    page.mouse.move(x, y)
    page.mouse.down()
    for col in range(1, side):
        page.mouse.move(x + col * scale, y)
    page.mouse.up()


def _memory(page: Any) -> str:
    """What script objects and the document hold after tidying up."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    found = {
        each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]
    }
    return f"{found['JSHeapUsedSize'] / 1e6:.1f} MB, {found['Nodes']:.0f} nodes"


if __name__ == "__main__":
    main()
