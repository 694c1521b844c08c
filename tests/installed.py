"""A kind installed as another package would be, so that working processes know it as well."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import pytest

from enpitsu import registry
from enpitsu.grid import Cell, edge
from tests.template_kind import Stars


def star_rows(cols: int, *counts: int) -> Stars:
    """Stars with so many columns, and the numbers left of its rows."""
    left = {edge(Cell(row, -1), Cell(row, 0)): count for row, count in enumerate(counts)}
    return Stars(len(counts), cols, numbers=left)


OWN_STARS = """
import os, threading, time
from dataclasses import replace
from enpitsu.generate.request import Request
from enpitsu.making import Candidate, Maker
from enpitsu.position import EMPTY
from tests.installed import star_rows
from tests.template_kind import KIND as STARS

def stripes(task):
    # Full rows, of which there is one way, between empty ones.
    counts, full = [], (task.cols + 1) // 2
    for _ in range(task.rows):
        above = bool(counts and counts[-1])
        counts.append(0 if above or task.random.random() < 0.5 else full)
    puzzle = star_rows(task.cols, *counts)
    return Candidate(puzzle, task.solve(puzzle)[0])

def make(task):
{make}

KIND = replace(STARS, makers=(Maker("own", "as the test says", (), make),))
"""
"""Stars, made in another way: a function's body is to be put in."""


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, make: str | None = None) -> None:
    """Install the stars, made as this body of a function says, or as they are."""
    target = "tests.template_kind"
    if make is not None:
        target = "own_stars"
        body = "\n".join(f"    {line}" for line in make.strip("\n").splitlines())
        (folder / "own_stars.py").write_text(OWN_STARS.format(make=body))
        monkeypatch.delitem(sys.modules, target, raising=False)
    register(monkeypatch, folder, target)


def register(monkeypatch: pytest.MonkeyPatch, folder: Path, target: str) -> None:
    """Let the stars be what this module says, which may lie in the folder."""
    info = folder / "own_stars-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-stars\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[enpitsu.kinds]\nstars = {target}:KIND\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "entry_points", metadata.entry_points)
    registry.kinds.cache_clear()
