"""Shared by browser tests: their windows, which are pictured when a test fails."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.board import board_page, hand
from tests.browser.window import (
    browsers,
    bundled_site,
    chromium,
    desks,
    own_page,
    page,
    phone,
    phones,
    site,
    whole_chromium,
)
from tests.nursery import ready_workers

__all__ = [
    "board_page",
    "browsers",
    "bundled_site",
    "chromium",
    "desks",
    "hand",
    "own_page",
    "page",
    "phone",
    "phones",
    "site",
    "whole_chromium",
]


@pytest.fixture(scope="package", autouse=True)
def _nursery() -> Iterator[None]:
    """Processes for all servers of the pages."""
    with ready_workers():
        yield


WINDOWS = ("page", "phone", "own_page", "board_page")
PICTURES = Path(__file__).parent.parent.parent / "test-results"


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
