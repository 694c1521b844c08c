"""Guesses at the answer of a large board: what is placed fits together, and answers stay right."""

from __future__ import annotations

import random

import pytest

import enpitsu
from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri import encoding
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.encoding import SatogaeriEncoding
from enpitsu.kinds.satogaeri.first_guess import FirstGuess, best_first_guess
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.sat.search import Session


def _random_board(rng: random.Random, rows: int, cols: int, circles: int) -> Satogaeri:
    """Countries of random labels, and random circles without number, as many."""
    labels = tuple(rng.randrange(3) for _ in range(rows * cols))
    blank = Satogaeri(rows, cols, labels)
    cells = [Cell(row, col) for row in range(rows) for col in range(cols)]
    count = min(blank.country_count, len(cells)) if circles < 0 else circles
    starts = rng.sample(cells, min(count, len(cells)))
    return Satogaeri(rows, cols, labels, tuple((cell, None) for cell in starts))


def _blocks(side: int, seed: int) -> Satogaeri:
    """So many countries of 4x4 cells a side; some circles start in a neighbouring one."""
    rng = random.Random(seed)
    size = 4 * side
    labels = tuple(row // 4 * side + col // 4 for row in range(size) for col in range(size))
    circles: dict[Cell, None] = {}
    for row in range(0, size, 4):
        for col in range(0, size, 4):
            shift = rng.choice((0, 0, 4)) if col + 4 < size else 0
            circles[Cell(row + rng.randrange(4), col + shift + rng.randrange(4))] = None
    free = (Cell(*divmod(at, size)) for at in range(0, size * size, 5))
    while len(circles) < side * side:
        circles[next(free)] = None
    return Satogaeri(size, size, labels, tuple((cell, None) for cell in circles))


def _placing(puzzle: Satogaeri) -> FirstGuess | None:
    board = SatogaeriBoard(puzzle)
    budget = NO_LIMITS.start()
    return best_first_guess(board.moves(budget), budget) if board.settle(budget) else None


def test_placed_circles_fit_together() -> None:
    rng = random.Random(1)
    placed = 0
    for _ in range(60):
        puzzle = _random_board(rng, rng.randint(1, 8), rng.randint(1, 8), -1)
        placing = _placing(puzzle)
        if placing is None:
            continue
        cols = puzzle.cols
        used = [cell.row * cols + cell.col for cell, _ in puzzle.circles]
        moves = [move for move in placing.move_of if move is not None]
        used += [cell for move in moves for cell in move.cells]
        assert len(set(used)) == len(used)
        assert len({move.country for move in moves}) == len(moves)
        placed += len(moves)
    assert placed > 100


def test_wider_ways_keep_fewer_circles() -> None:
    kept_all = 0
    for seed in range(6):
        puzzle = _blocks(12, seed)
        placing = _placing(puzzle)
        assert placing is not None
        counts = [len(kept) for kept in placing.kept()]
        assert counts == sorted(counts, reverse=True)
        assert bool(placing.far_off) == (counts[0] < len(puzzle.circles))
        kept_all += counts[0] == len(puzzle.circles)
    assert kept_all > 0


def test_guesses_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    puzzles = [_random_board(rng, rng.randint(1, 5), rng.randint(1, 5), -1) for _ in range(150)]
    puzzles += [_random_board(rng, 3, 4, 3) for _ in range(20)]
    plain = [enpitsu.solve(puzzle, solutions=None) for puzzle in puzzles]
    shared = [enpitsu.forced(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(encoding, "LARGE", 0)
    for puzzle, expected, facts in zip(puzzles, plain, shared, strict=True):
        result = enpitsu.solve(puzzle, solutions=None)
        assert result.status == expected.status
        assert set(result.solutions) == set(expected.solutions)
        assert enpitsu.forced(puzzle).facts == facts.facts
    assert {str(result.status) for result in plain} == {"none", "unique", "multiple"}


def test_a_large_board_begins_with_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = _blocks(20, 1)
    board = SatogaeriBoard(puzzle)
    assert board.settle(NO_LIMITS.start())
    assert SatogaeriEncoding(board, NO_LIMITS.start()).variables >= encoding.LARGE
    guessed = enpitsu.solve(puzzle)
    monkeypatch.setattr(encoding, "LARGE", 10**9)
    usual = enpitsu.solve(puzzle)
    assert (usual.status, guessed.status) == ("multiple", "multiple")
    assert guessed.stats.conflicts < usual.stats.conflicts


def test_guesses_keep_to_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "LARGE", 0)
    puzzle = _blocks(12, 2)
    assert enpitsu.solve(puzzle, limits=Limits(seconds=0)).reached == "time"
    result = enpitsu.solve(puzzle, limits=Limits(conflicts=0))
    assert result.reached in (None, "conflicts")


def test_a_chosen_backend_is_not_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "LARGE", 0)
    board = SatogaeriBoard(_blocks(3, 1))
    assert board.settle(NO_LIMITS.start())
    made = SatogaeriEncoding(board, NO_LIMITS.start())
    with Session(made, "minisat22", NO_LIMITS.start()) as session:
        assert session.guessed_model() is None
