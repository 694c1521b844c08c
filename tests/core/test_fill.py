"""Filling in the rest: what is set stays, one solution is left, the same seed gives the same."""

from __future__ import annotations

import threading
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu import dump, find_kind, generate, parse, solve
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.grade import levels_of
from enpitsu.grid import COL, ROW, Cell, Direction, Edge, Line, cells
from enpitsu.improve import Filled, fill
from enpitsu.kinds.nonogram.model import UNKNOWN, Nonogram, Run, from_picture
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.limits import Limits
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from enpitsu.solve import Status
from tests.cases import each_case

KINDS = [name for name, kind in kinds().items() if kind.editor and kind.editor.fill]
SIZES = ((6, 6), (5, 9), (9, 4))


def checked(found: Filled) -> Any:
    """The filled puzzle; its one solution is found again."""
    assert found.failures == ()
    assert found.is_done
    again = solve(found.puzzle)
    assert again.status is Status.UNIQUE
    assert again.solutions[0].position == found.solution
    assert len(found.texts) == len(found.changes)
    return found.puzzle


def made(kind: str, rows: int, cols: int, seed: int) -> Any:
    return generate(kind, rows, cols, seed=seed, jobs=1).puzzle


# --- all kinds ------------------------------------------------------------------------------------


@each_case("kind", KINDS)
@each_case("size", SIZES)
def test_blank(kind: str, size: tuple[int, int]) -> None:
    found = fill(find_kind(kind).blank(*size), seed=3)
    puzzle = checked(found)
    assert (puzzle.rows, puzzle.cols) == size
    assert found.changes


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_same_puzzle(kind: str) -> None:
    blank = find_kind(kind).blank(7, 8)
    first, second, other = (fill(blank, seed=seed).puzzle for seed in (1, 1, 2))
    assert dump(first, "json") == dump(second, "json")
    assert first != other


@pytest.mark.parametrize("kind", KINDS)
def test_full_stays(kind: str) -> None:
    puzzle = made(kind, 6, 6, 4)
    found = fill(puzzle, undecided=[])
    assert checked(found) == puzzle
    assert found.changes == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(cancel=threading.Event())])
def test_limits_give_a_sentence(kind: str, limits: Limits) -> None:
    if limits.cancel is not None:
        limits.cancel.set()
    found = fill(find_kind(kind).blank(12, 12), limits=limits)
    assert not found.is_done
    assert found.reached in ("time", "cancelled")
    assert found.failures == ("the rest could not be filled in within the limits",)
    assert found.puzzle == found.before


@pytest.mark.parametrize("kind", KINDS)
def test_place_outside(kind: str) -> None:
    with pytest.raises(PuzzleError, match="of the board"):
        fill(find_kind(kind).blank(4, 4), undecided=[Cell(4, 0)])


def test_unknown_level() -> None:
    with pytest.raises(PuzzleError, match="unknown level"):
        fill(Yajilin(5, 5), level="nice")


@pytest.mark.parametrize("kind", KINDS)
def test_level(kind: str) -> None:
    level = levels_of(find_kind(kind))[1]
    found = fill(find_kind(kind).blank(6, 6), level=level, seed=2)
    assert found.grade is not None
    assert solve(found.puzzle).status is Status.UNIQUE
    assert (found.grade.level == level) == (found.failures == ())


# --- Yajilin --------------------------------------------------------------------------------------


@each_case("share", [0.3, 0.6])
@each_case("seed", range(1, 6))
def test_yajilin_keeps_clues(seed: int, share: float) -> None:
    chance = Random(seed)
    whole = made("yajilin", 7, 9, seed)
    clues = tuple(item for item in whole.clues if chance.random() < share)
    after = checked(fill(Yajilin(7, 9, clues), seed=seed)).clue_at
    assert all(after[cell] == clue for cell, clue in clues)


def test_yajilin_open_clues() -> None:
    clues = (
        (Cell(0, 0), Clue()),
        (Cell(3, 3), Clue(Direction.UP)),
        (Cell(5, 1), BLANK),
        (Cell(5, 5), Clue(number=2)),
    )
    after = checked(fill(Yajilin(7, 7, clues))).clue_at
    assert after[Cell(0, 0)].counts
    assert after[Cell(3, 3)].arrow is Direction.UP
    assert after[Cell(3, 3)].counts
    assert after[Cell(5, 1)] == BLANK
    assert after[Cell(5, 5)] == Clue(number=2)


def test_yajilin_clues_only_where_free() -> None:
    free = [cell for cell in cells(7, 7) if cell.row < 5]
    after = checked(fill(Yajilin(7, 7), undecided=free))
    assert all(cell in free for cell, _ in after.clues)


def test_yajilin_shaded_outside() -> None:
    after = checked(fill(Yajilin(7, 7, outside=True, boxed=True)))
    assert after.outside
    assert after.boxed


def test_yajilin_contradiction() -> None:
    clues = ((Cell(0, 3), Clue(Direction.LEFT, 3)), (Cell(4, 4), Clue(Direction.UP, 1)))
    found = fill(Yajilin(6, 6, clues))
    assert "contradicts itself" in found.failures[0]
    assert found.conflict == ("r1c4",)
    assert found.status is Status.NONE
    assert found.puzzle == found.before


@pytest.mark.parametrize(("cell", "way"), [((1, 0), "LEFT"), ((0, 3), "UP"), ((6, 6), "DOWN")])
def test_yajilin_arrow_off_the_board_counts_nothing(cell: tuple[int, int], way: str) -> None:
    clues = ((Cell(*cell), Clue(Direction[way], 1)),)
    found = fill(Yajilin(7, 7, clues))
    assert "contradicts itself" in found.failures[0]
    assert found.conflict == (str(Cell(*cell)),)
    checked(fill(Yajilin(7, 7, ((Cell(*cell), Clue(Direction[way], 0)),))))


def test_yajilin_new_clues_may_solve_a_contradiction() -> None:
    # As it is, the corner beside the clue can be neither shaded nor on the loop.
    clues = ((Cell(0, 1), Clue(Direction.LEFT, 0)),)
    assert solve(Yajilin(5, 5, clues)).status is Status.NONE
    after = checked(fill(Yajilin(5, 5, clues)))
    assert Cell(0, 0) in after.clue_at


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1)])
def test_yajilin_too_small(size: tuple[int, int]) -> None:
    assert fill(Yajilin(*size)).failures == ("the board is too small for a puzzle",)


def test_yajilin_keeps_the_loop_in_mind() -> None:
    whole = made("yajilin", 8, 8, 5)
    solution = solve(whole).solutions[0].position
    lines = {fact for fact in solution.facts if isinstance(fact.slot, Edge)}
    # A clue less, and one more solution to choose from.
    for cell, _ in whole.clues:
        loose = Yajilin(8, 8, tuple(item for item in whole.clues if item[0] != cell))
        wish = Position(solution.facts | {Fact(cell, "shaded")})
        if solve(loose, position=wish).solutions:
            found = fill(loose, solution=wish)
            after = checked(found)
            assert lines == {f for f in found.solution or () if isinstance(f.slot, Edge)}
            assert set(loose.clues) <= set(after.clues)
            return
    pytest.fail("no clue can be spared so")


# --- Nonogram -------------------------------------------------------------------------------------


def opened(puzzle: Nonogram, free: list[Line]) -> Nonogram:
    rows, cols = list(puzzle.row_clues), list(puzzle.col_clues)
    for line in free:
        (rows if line.is_row else cols)[line.at] = ()
    return replace(puzzle, row_clues=tuple(rows), col_clues=tuple(cols))


@each_case("colours", [1, 3])
@each_case("seed", range(1, 6))
def test_nonogram_keeps_lines(seed: int, colours: int) -> None:
    chance = Random(seed)
    whole: Any = generate("nonogram", 8, 10, seed=seed, jobs=1, colours=colours).puzzle
    free = [line for line, _ in whole.clues if chance.random() < 0.5]
    after = checked(fill(opened(whole, free), undecided=free, seed=seed))
    pairs = zip(whole.clues, after.clues, strict=True)
    assert all(old == new for (line, old), (_, new) in pairs if line not in free)


def test_nonogram_lengths() -> None:
    rows = ((UNKNOWN,), (UNKNOWN, Run(1)), (Run(3),), (UNKNOWN,))
    cols = ((UNKNOWN,), (UNKNOWN,), (UNKNOWN,), (UNKNOWN,))
    after = checked(fill(Nonogram(rows, cols)))
    assert all(run.length is not None for _, clue in after.clues for run in clue)
    assert [len(clue) for clue in after.row_clues] == [1, 2, 1, 1]
    assert after.row_clues[1][1] == Run(1)
    assert after.row_clues[2] == (Run(3),)


def test_nonogram_painted() -> None:
    shape = ["#..#.", ".##..", ".##.#", "#..#.", "....#"]
    picture = [[0 if sign == "#" else None for sign in row] for row in shape]
    puzzle = from_picture(picture)
    assert solve(puzzle).status is Status.MULTIPLE
    facts = [Fact(cell, "shaded") for cell in cells(5, 5) if shape[cell.row][cell.col] == "#"]
    found = fill(puzzle, undecided=[], solution=Position.of(facts), overwrite=True)
    checked(found)
    assert 1 <= len(found.changes) <= 3
    assert all(text.startswith(("shade ", "leave ")) for text in found.texts)


@each_case("level", [None, "easy"])
@each_case("seed", range(1, 5))
def test_nonogram_painted_cells_stay(seed: int, level: str | None) -> None:
    chance = Random(seed)
    painted = [cell for cell in cells(6, 6) if chance.random() < 0.4]
    rows = [[0 if Cell(row, col) in painted else None for col in range(6)] for row in range(6)]
    wish = Position.of(Fact(cell, "shaded") for cell in painted)
    found = fill(from_picture(rows), undecided=[], solution=wish, seed=seed, level=level)
    assert found.status is Status.UNIQUE
    assert wish.facts <= solve(found.puzzle).solutions[0].position.facts
    assert found.solution is not None
    assert wish.facts <= found.solution.facts
    assert all(text.startswith("shade ") for text in found.texts)


def test_nonogram_changes_only_cells_that_are_undecided() -> None:
    wish = Position.of(Fact(cell, "shaded") for cell in cells(4, 4) if cell.row == cell.col)
    picture = [[0 if row == col else None for col in range(4)] for row in range(4)]
    puzzle = from_picture(picture)
    found = fill(puzzle, undecided=[Cell(0, 0)], solution=wish)
    assert found.failures[0].startswith("no way was found")
    assert not found.may_overwrite
    assert found.puzzle == puzzle


def test_nonogram_all_set() -> None:
    puzzle = Nonogram(((Run(1),), (Run(1),)), ((Run(1),), (Run(1),)))
    found = fill(puzzle, undecided=[])
    assert found.failures == ("nothing is left to fill in, but there is more than one solution",)
    assert found.status is Status.MULTIPLE


def test_nonogram_contradiction() -> None:
    puzzle = Nonogram(((Run(3),), (), (Run(3),)), ((Run(2),), (), ()))
    found = fill(puzzle, undecided=[Line(COL, 1), Line(COL, 2)])
    assert "contradicts itself" in found.failures[0]
    assert not found.is_done


def test_nonogram_small() -> None:
    assert fill(Nonogram(((),), ((),))).failures == ("the board is too small for a puzzle",)
    assert checked(fill(Nonogram(((Run(1),),), ((),)), undecided=[Line(COL, 0)]))
    row = Nonogram(((Run(2), Run(1)),), ((),) * 7)
    after = checked(fill(row, undecided=[Line(COL, at) for at in range(7)]))
    assert after.row_clues == row.row_clues
    assert checked(
        fill(Nonogram(((),) * 7, ((Run(4),),)), undecided=[Line(ROW, at) for at in range(7)])
    )


# --- Satogaeri ------------------------------------------------------------------------------------


@each_case("countries", [0.4, 1.0])
@each_case("seed", range(1, 6))
def test_satogaeri_keeps_what_is_drawn(seed: int, countries: float) -> None:
    chance = Random(seed)
    whole = made("satogaeri", 8, 7, seed)
    drawn = [land for land in whole.country_cells if chance.random() < countries]
    kept = {cell for land in drawn for cell in land}
    free = [cell for cell in cells(8, 7) if cell not in kept]
    circles = tuple(item for item in whole.circles if chance.random() < 0.5)
    labels = tuple(-1 if cell in free else whole.country_of(cell) for cell in cells(8, 7))
    after = checked(fill(Satogaeri(8, 7, labels, circles), undecided=free, seed=seed))
    assert set(drawn) <= set(after.country_cells)
    assert set(circles) <= set(after.circles)


def test_satogaeri_numbers_come() -> None:
    puzzle = Satogaeri(1, 4, (0, 0, 1, 1), ((Cell(0, 1), None), (Cell(0, 2), None)))
    bare = fill(puzzle, undecided=[])
    assert bare.puzzle == puzzle
    assert bare.may_overwrite
    assert bare.failures[0].startswith("while all that is set stays, no way was found")
    found = fill(puzzle, undecided=[], overwrite=True)
    assert not found.may_overwrite
    after = checked(found)
    assert [cell for cell, _ in after.circles] == [Cell(0, 1), Cell(0, 2)]
    assert after.countries == puzzle.countries


def test_satogaeri_too_many_circles() -> None:
    circles = tuple((Cell(0, at), None) for at in range(3))
    found = fill(Satogaeri(2, 3, (0, 0, 0, 1, 1, 1), circles), undecided=[])
    assert "contradicts itself" in found.failures[0]
    assert found.status is Status.NONE


def test_satogaeri_contradiction() -> None:
    puzzle = Satogaeri(3, 3, (0,) * 9, ((Cell(0, 0), 7),))
    found = fill(puzzle, undecided=list(cells(3, 3)))
    assert "contradicts itself" in found.failures[0]


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 7), (5, 1)])
def test_satogaeri_thin(size: tuple[int, int]) -> None:
    assert checked(fill(find_kind("satogaeri").blank(*size))).circles


def test_satogaeri_one_country() -> None:
    after = checked(fill(Satogaeri(3, 3, (0,) * 9), undecided=[]))
    assert after.country_count == 1
    assert len(after.circles) == 1


# --- the command line -----------------------------------------------------------------------------


def test_command(tmp_path: Any) -> None:
    source, target = tmp_path / "half.json", tmp_path / "whole.json"
    source.write_text(dump(Yajilin(6, 6, ((Cell(1, 1), Clue(Direction.DOWN, 1)),)), "json"))
    run = CliRunner().invoke(main, ["improve", str(source), "--fill", "-o", str(target)])
    assert run.exit_code == 0, run.output
    assert "put the clue" in run.output
    assert solve(parse(target.read_text())).status is Status.UNIQUE
    for wrong in (["--fill", "--prune"], ["--unique", "--overwrite"]):
        assert CliRunner().invoke(main, ["improve", str(source), *wrong]).exit_code == 2


def test_command_overwrites_if_asked(tmp_path: Any) -> None:
    puzzle = Satogaeri(1, 4, (0, 0, 1, 1), ((Cell(0, 1), None), (Cell(0, 2), None)))
    source = tmp_path / "bare.json"
    source.write_text(dump(puzzle, "json"))
    run = CliRunner().invoke(main, ["improve", str(source), "--fill"])
    assert run.exit_code != 0
    assert "while all that is set stays" in " ".join(run.output.split())
    run = CliRunner().invoke(main, ["improve", str(source), "--fill", "--overwrite"])
    assert run.exit_code == 0, run.output
