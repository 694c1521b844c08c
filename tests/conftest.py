"""Fixtures that all tests share."""

from __future__ import annotations

import gc
import signal

import pytest

from tests.library import database, place, player, store
from tests.postgres import cluster

__all__ = ["cluster", "database", "place", "player", "store"]

# Started in the background, a process ignores Ctrl+C, and so do all that it starts: tests of what
# Ctrl+C does would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


YOUNG = 20_000  # objects made before the youngest are searched for garbage; Python's own: 700


def pytest_collection_finish() -> None:
    """Keep what was loaded, which is much and stays, out of every search for garbage: they took a
    third of some files' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


@pytest.fixture(autouse=True)
def _patient_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests tell of minutes of play within a moment; those marked real_clock do not."""
    if request.node.get_closest_marker("real_clock") is None:
        monkeypatch.setattr("enpitsu.play.clock.MAX_LEAD", 10**12)
