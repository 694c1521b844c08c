"""What the scripts that rebuild the second seed document's tables stand on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import enpitsu
from enpitsu.kinds.yajilin.engines.terrain import Terrain
from tests.corpus import ROOT

BOARD = """5 6
- - - - - -
- - - 1w - -
- - - - - -
- - - - - -
0e - - - - -"""


@pytest.fixture(autouse=True)
def bench_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts import each other from the folder bench/."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))


def terrain() -> Terrain:
    puzzle: Any = enpitsu.parse(BOARD)
    return Terrain(puzzle)


def test_white_areas() -> None:
    from tables import seed001_white_areas as white

    board = terrain()
    assert len(white.unseen(board)) == 30 - 2 - 3 - 5
    assert white.largest_area(board, white.unseen(board)) == 20
    assert white.largest_area(board, {0, 1, 6, 8, 9, 15, 29}) == 3
    assert white.largest_square(board) == 3
    # Cells that touch no clue: without columns 3 to 5 of rows 1 to 3, and without the corner.
    assert len(white.untouched(board)) == 30 - 9 - 4
    assert white.mean_distance(board) == sum(_steps(r, c) for r in range(5) for c in range(6)) / 30


def _steps(row: int, col: int) -> int:
    return min(abs(row - 1) + abs(col - 3), abs(row - 4) + col)


def test_rank_correlation() -> None:
    from tables.seed001_white_areas import partial, ranks, spearman

    assert ranks([5, 1, 5, 9]) == [1.5, 0, 1.5, 3]
    assert spearman([1, 2, 3, 4], [10, 100, 1000, float("inf")]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # By hand: differences of ranks 1, 1, 1, 1, 0, so 1 - 6 * 4 / (5 * 24).
    assert spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)
    assert spearman([1, 1, 1], [1, 2, 3]) == 0
    # Both follow the third and differ from it independently: nothing is left.
    size = [1, 2, 3, 4, 5, 6, 7, 8]
    assert abs(partial([2, 1, 4, 3, 6, 5, 8, 7], [1, 2, 3, 4, 5, 6, 7, 8], size)) < 1e-6
    assert partial([2, 1, 4, 3, 6, 5, 8, 7], [2, 1, 4, 3, 6, 5, 8, 7], size) > 0.99


def test_runs_are_ended_and_kept(tmp_path: Path) -> None:
    from tables.apart import Journal, Run, Trial

    file, made = tmp_path / "runs.jsonl", []

    def tell(trial: Trial, run: Run) -> None:
        made.append((trial, run))

    quick = Trial(1, "counting:compact", "auto", 30.0)
    run = Journal(file).run(quick, BOARD, tell)
    assert run.found
    assert run.variables > 0
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"trial": {"puzz')
    again = Journal(file)
    assert again.run(quick, BOARD, tell) == run
    assert len(made) == 1
    ended = again.run(quick._replace(seconds=0.0), BOARD, tell)
    assert (ended.found, ended.reached, len(made)) == (False, "time", 2)


def test_means_are_as_printed() -> None:
    """The rows were taken over without a slip: where all rows are known their means agree."""
    from tables.seed001 import CLASSIC, GROUPS, NOVEL

    for group in GROUPS[:3]:
        for engine in (CLASSIC, NOVEL):
            mean = sum(row.variables(engine) for row in group.rows) / len(group.rows)
            assert round(mean) == pytest.approx(group.average.variables(engine), abs=1), group.title
