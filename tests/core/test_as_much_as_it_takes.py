"""Puzzles that few changes do not mend are given one solution by as many as it takes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from enpitsu.grid import Cell, Direction, is_inside
from enpitsu.improve import improve
from enpitsu.improve.outcome import ChangedPuzzle
from enpitsu.kinds.nonogram.model import Nonogram, from_picture
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.solve import Status, solve

HEART = [".##..##.", "########", "########", ".######.", "..####..", "...##..."]


def outline() -> tuple[Nonogram, Position]:
    """The outline of a heart, which has many solutions."""
    filled = {
        Cell(row, col)
        for row, line in enumerate(HEART)
        for col, sign in enumerate(line)
        if sign == "#"
    }
    rim = {cell for cell in filled if any(way.step(cell) not in filled for way in Direction)}
    rows, cols = len(HEART), len(HEART[0])
    assert all(is_inside(cell, rows, cols) for cell in rim)
    cells = [[0 if Cell(row, col) in rim else None for col in range(cols)] for row in range(rows)]
    return from_picture(cells), Position.of([Fact(cell, "shaded") for cell in rim])


def test_a_painted_picture() -> None:
    puzzle, picture = outline()
    assert solve(puzzle).status is Status.MULTIPLE
    found = improve(puzzle, unique=True, solution=picture, report=False, limits=Limits(seconds=60))
    assert found.status is Status.UNIQUE
    assert solve(found.puzzle).status is Status.UNIQUE
    assert found.changes
    assert not found.failed


def test_a_board_without_clues() -> None:
    found = improve(Yajilin(6, 6), unique=True, report=False, limits=Limits(seconds=60))
    assert solve(found.puzzle).status is Status.UNIQUE
    assert not found.failed


def test_the_best_so_far_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the engine that completes puzzles it goes on change by change.
    improving: Any = import_module("enpitsu.improve")
    monkeypatch.setattr(improving._Work, "_complete", lambda self, seed: False)
    monkeypatch.setattr(
        improving, "fixes", lambda *_, **__: improving.Fixes(status=Status.MULTIPLE)
    )
    told: list[ChangedPuzzle] = []
    puzzle: Any = Yajilin(5, 5)
    found = improve(puzzle, unique=True, report=False, each=told.append, limits=Limits(seconds=60))
    assert solve(found.puzzle).status is Status.UNIQUE
    assert told
    for best in told:
        assert best.puzzle != puzzle
        assert len(best.messages) == len(best.changes) > 0
        assert solve(best.puzzle).status is Status.MULTIPLE
