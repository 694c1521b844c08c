"""What all tests share: browser windows are pictured when a test fails, and tried once more."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.board import board_page, hand
from tests.browser.window import chromium, page, phone, site
from tests.library import database, place, player, store
from tests.postgres import cluster

__all__ = [
    "board_page",
    "chromium",
    "cluster",
    "database",
    "hand",
    "page",
    "phone",
    "place",
    "player",
    "site",
    "store",
]

WINDOWS = ("page", "phone", "board_page")
PICTURES = Path(__file__).parent.parent / "test-results"


# Started in the background, a process ignores Ctrl+C, and so do all that it starts: tests of what
# Ctrl+C does would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _patient_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests tell of minutes of play within a moment; those marked real_clock do not."""
    if request.node.get_closest_marker("real_clock") is None:
        monkeypatch.setattr("enpitsu.play.clock.MAX_LEAD", 10**12)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in a real browser may fail once on a busy machine; the closing line counts it."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the window in test-results/."""
    report = yield
    if report.when == "call" and report.failed:
        used: dict[str, Any] = getattr(item, "funcargs", {})
        for name in WINDOWS:
            if name in used:
                PICTURES.mkdir(exist_ok=True)
                with suppress(Exception):
                    used[name].screenshot(path=PICTURES / f"{item.name[:80]}-{name}.png")
    return report
