"""Locks: what is locked stays, set or empty, whatever is asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu import dump, find_kind, generate, parse, solve
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.grid import COL, ROW, Cell, Line, cells, edge, parse_place
from enpitsu.improve import fill, fixes, improve, needless, next_changes
from enpitsu.improve.suggest import suggest
from enpitsu.judge import Judge
from enpitsu.kinds.nonogram.model import UNKNOWN, Nonogram, Run, from_picture
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from enpitsu.scene import Place
from enpitsu.solve import Status

KINDS = [name for name, kind in kinds().items() if kind.editor]
FILLED = [name for name in KINDS if (editor := find_kind(name).editor) and editor.fill]
SOON = Limits(seconds=4)


def made(kind: str, seed: int = 3) -> Any:
    return generate(kind, 6, 6, seed=seed, jobs=1).puzzle


def places_of(puzzle: Any) -> list[Place]:
    """Every place that a lock may have: cells, lines, borders."""
    found: list[Place] = list(cells(puzzle.rows, puzzle.cols))
    found += [Line(axis, at) for axis in (ROW, COL) for at in range(6)]
    found += [edge(Cell(row, col), Cell(row, col + 1)) for row in range(6) for col in range(5)]
    return found


def content(puzzle: Any, places: list[Place]) -> list[object]:
    editor = find_kind(puzzle.kind).editor
    assert editor is not None
    return [editor.content(puzzle, place) for place in places]


def some(puzzle: Any, seed: int, share: float = 0.3) -> list[Place]:
    chance = Random(seed)
    return [place for place in places_of(puzzle) if chance.random() < share]


def thinned(puzzle: Any, count: int = 2) -> Any:
    """The puzzle without some of its clues, so that it has several solutions."""
    editor = find_kind(puzzle.kind).editor
    assert editor is not None
    for _ in range(count):
        solution = solve(puzzle).solutions[0].position
        # Without a clue some puzzles have no solution at all.
        fewer = (editor.edit(puzzle, group[0]) for group in editor.removals(puzzle, solution))
        puzzle = next((each for each in fewer if solve(each).solutions), puzzle)
    return puzzle


@pytest.mark.parametrize("kind", KINDS)
def test_content_tells_changes(kind: str) -> None:
    """Every single change is seen at one of the places."""
    puzzle = made(kind)
    editor = find_kind(kind).editor
    assert editor is not None
    assert editor.alternatives is not None
    before = content(puzzle, places_of(puzzle))
    for group in list(editor.alternatives(puzzle))[:40]:
        for change in group.told[:1]:
            try:
                after = editor.edit(puzzle, change)
            except PuzzleError:
                continue
            frame = {place for place in change.places if place not in places_of(puzzle)}
            where = [*places_of(puzzle), *frame]
            is_seen = content(after, where) != content(puzzle, where)
            is_seen = is_seen or any(
                a != b
                for a, b in zip(
                    content(after, _downward()), content(puzzle, _downward()), strict=True
                )
            )
            assert is_seen or after == puzzle
    assert content(puzzle, places_of(puzzle)) == before


def _downward() -> list[Place]:
    return [edge(Cell(row, col), Cell(row + 1, col)) for row in range(5) for col in range(6)]


@pytest.mark.parametrize("kind", KINDS)
def test_suggestions_keep_locks(kind: str) -> None:
    puzzle = thinned(made(kind))
    locked = some(puzzle, 1, 0.6)
    before = content(puzzle, locked)
    told: list[Any] = []
    found = suggest(
        puzzle, locked=locked, each=lambda best: told.extend(best), limits=Limits(seconds=3)
    )
    for fix in (*found.found, *told):
        assert content(fix.puzzle, locked) == before


@pytest.mark.parametrize("kind", KINDS)
def test_with_all_locked_nothing_is_offered(kind: str) -> None:
    puzzle = thinned(made(kind))
    locked = [*places_of(puzzle), *_downward()]
    for ask in (fixes, next_changes):
        assert ask(puzzle, locked=locked, limits=SOON).found == ()
    whole = made(kind)
    assert needless(whole, locked=locked).found == ()
    assert needless(whole, locked=locked).open == 0


@pytest.mark.parametrize("kind", KINDS)
def test_improvements_keep_locks(kind: str) -> None:
    puzzle = made(kind, 5)
    locked = some(puzzle, 2, 0.4)
    before = content(puzzle, locked)
    pruned = improve(puzzle, prune=True, locked=locked, report=False, limits=SOON)
    assert content(pruned.puzzle, locked) == before
    moved = improve(puzzle, level="medium", locked=locked, report=False, limits=SOON)
    assert content(moved.puzzle, locked) == before
    loose = thinned(puzzle)
    before = content(loose, locked)
    unique = improve(loose, unique=True, locked=locked, report=False, limits=SOON)
    assert content(unique.puzzle, locked) == before


@pytest.mark.parametrize("kind", FILLED)
def test_filling_keeps_locks(kind: str) -> None:
    puzzle = thinned(made(kind, 4), 1)
    locked = some(puzzle, 3, 0.2)
    before = content(puzzle, locked)
    found = fill(puzzle, locked=locked, limits=SOON)
    assert content(found.puzzle, locked) == before
    assert found.is_done == (solve(found.puzzle).status is Status.UNIQUE)
    blank = find_kind(kind).blank(6, 6)
    empty: list[Place] = [Cell(0, at) for at in range(6)]
    bare = fill(blank, locked=empty, limits=Limits(seconds=10))
    assert bare.is_done, bare.failures
    assert content(bare.puzzle, empty) == content(blank, empty)


def test_a_locked_clue_is_no_culprit() -> None:
    whole = made("yajilin")
    (cell, clue), *_ = [item for item in whole.clues if item[1].number == 1]
    wrong = Yajilin(6, 6, tuple({**dict(whole.clues), cell: Clue(clue.arrow, 3)}.items()))
    if solve(wrong).status is not Status.NONE:
        pytest.skip("still solvable")
    assert any(cell in fix.change.places for fix in fixes(wrong).found)
    assert all(cell not in fix.change.places for fix in fixes(wrong, locked=[cell]).found)


def test_open_clues_that_are_locked_stay_open() -> None:
    clues = ((Cell(0, 0), Clue()), (Cell(3, 3), Clue()))
    found = fill(Yajilin(7, 7, clues), locked=[Cell(0, 0)])
    assert found.is_done
    assert solve(found.puzzle).status is Status.UNIQUE
    after: Any = found.puzzle
    assert after.clue_at[Cell(0, 0)] == Clue()
    assert after.clue_at[Cell(3, 3)].counts
    rows = ((UNKNOWN,), (UNKNOWN, Run(1)), (Run(3),), (UNKNOWN,))
    lines = Nonogram(rows, ((UNKNOWN,),) * 4)
    told: Any = fill(lines, locked=[Line(ROW, 0)]).puzzle
    assert told.row_clues[0] == (UNKNOWN,)


def test_bare_circles_that_are_locked_stay_bare() -> None:
    puzzle = Satogaeri(1, 4, (0, 0, 1, 1), ((Cell(0, 1), None), (Cell(0, 2), None)))
    found: Any = fill(puzzle, undecided=[], overwrite=True, locked=[Cell(0, 1)])
    assert found.puzzle.circle_at[Cell(0, 1)] is None


def test_locked_cells_of_a_picture() -> None:
    picture = [[0 if row == col else None for col in range(5)] for row in range(5)]
    wish = Position.of(Fact(Cell(at, at), "shaded") for at in range(5))
    locked = [cell for cell in cells(5, 5) if cell.row < 2]
    puzzle = from_picture(picture)
    for overwrite in (False, True):
        found = fill(puzzle, undecided=[], solution=wish, overwrite=overwrite, locked=locked)
        kept = (found.solution or wish).facts
        assert {fact for fact in kept if fact.slot in locked} == {
            fact for fact in wish.facts if fact.slot in locked
        }
    for fix in suggest(puzzle, solution=wish, locked=locked, limits=Limits(seconds=3)).found:
        assert fix.slots.isdisjoint(locked)
        assert {fact for fact in fix.solution.facts if fact.slot in locked} == {
            fact for fact in wish.facts if fact.slot in locked
        }


@pytest.mark.parametrize("place", [Cell(6, 0), Line(ROW, 6), edge(Cell(7, 7), Cell(7, 8))])
def test_places_outside(place: Place) -> None:
    with pytest.raises(PuzzleError, match="not a place of the board"):
        Judge(made("yajilin"), NO_LIMITS, locked=[place])


def test_places_are_read() -> None:
    assert parse_place("r2c3") == Cell(1, 2)
    assert parse_place("row2") == Line(ROW, 1)
    assert parse_place("col1") == Line(COL, 0)
    for wrong in ("", "row0", "row", "r1"):
        with pytest.raises(ValueError, match="not a cell"):
            parse_place(wrong)


def test_command(tmp_path: Any) -> None:
    source, target = tmp_path / "half.json", tmp_path / "whole.json"
    source.write_text(dump(Yajilin(6, 6, ((Cell(1, 1), Clue()),)), "json"))
    asked = ["improve", str(source), "--fill", "--lock", "r1c1, r2c2", "-o", str(target)]
    run = CliRunner().invoke(main, asked)
    assert run.exit_code == 0, run.output
    after: Any = parse(target.read_text())
    assert after.clue_at[Cell(1, 1)] == Clue()
    assert Cell(0, 0) not in after.clue_at
    for wrong in ("here", "r9c9"):
        bad = CliRunner().invoke(main, ["improve", str(source), "--fill", "--lock", wrong])
        assert bad.exit_code != 0
        assert "not a" in bad.output
