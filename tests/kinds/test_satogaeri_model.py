"""The Satogaeri puzzle: countries, circles, borders that cut off nothing."""

from __future__ import annotations

import random

import pytest

from enpitsu.errors import BadClue, FormatError
from enpitsu.formats.text import MAX_DIGITS
from enpitsu.grid import Cell, Edge, Symmetry, edge
from enpitsu.kinds.satogaeri.model import Satogaeri, blank, from_borders, pack, unpack
from tests.cases import each_case

pytestmark = pytest.mark.quick


def test_countries_are_connected_cells_of_one_label() -> None:
    puzzle = Satogaeri(2, 4, (7, 7, 9, 7, 9, 9, 9, 7))
    assert puzzle.countries == (0, 0, 1, 2, 1, 1, 1, 2)
    assert puzzle.country_count == 3
    assert puzzle.country_cells[2] == (Cell(0, 3), Cell(1, 3))
    assert puzzle == Satogaeri(2, 4, (0, 0, 1, 2, 1, 1, 1, 2))


def test_borders_that_cut_off_nothing_are_kept_and_mean_nothing() -> None:
    inner = edge(Cell(0, 0), Cell(0, 1))
    puzzle = Satogaeri(2, 2, (0, 0, 0, 0), strays=frozenset({inner}))
    assert puzzle.strays == {inner}
    assert puzzle.borders() == {inner}
    assert puzzle == blank(2, 2)


def test_borders_that_cut_off_cells_make_countries() -> None:
    """Else the drawn borders would be those of another puzzle."""
    across = edge(Cell(0, 0), Cell(0, 1))
    puzzle = Satogaeri(1, 2, (0, 0), ((Cell(0, 1), 1),), frozenset({across}))
    assert (puzzle.countries, puzzle.strays) == ((0, 1), frozenset())
    assert puzzle == from_borders(1, 2, {across}, puzzle.circles)


@each_case("seed", range(20))
def test_borders_tell_the_countries(seed: int) -> None:
    rng = random.Random(seed)
    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    edges = [
        Edge(Cell(row, col), there)
        for row in range(rows)
        for col in range(cols)
        for there in (Cell(row, col + 1), Cell(row + 1, col))
        if there.row < rows and there.col < cols
    ]
    borders = frozenset(each for each in edges if rng.random() < 0.5)
    puzzle = from_borders(rows, cols, borders, ())
    assert puzzle.borders() == borders
    again = unpack(pack(puzzle))
    assert (again, again.strays) == (puzzle, puzzle.strays)
    for symmetry in Symmetry:
        turned = puzzle.transform(symmetry)
        size = symmetry.size(rows, cols)
        assert (turned.rows, turned.cols) == size
        moved = {symmetry.slot(each, rows, cols) for each in borders}
        assert turned.borders() == moved
        assert turned.country_count == puzzle.country_count


def test_wrong_puzzles_are_refused() -> None:
    with pytest.raises(FormatError, match="as many country numbers"):
        Satogaeri(2, 2, (0, 0, 0))
    with pytest.raises(FormatError, match="at least one row"):
        blank(0, 3)
    with pytest.raises(FormatError, match="too large"):
        blank(1000, 1000)
    with pytest.raises(BadClue, match="outside the board"):
        Satogaeri(1, 1, (0,), ((Cell(0, 1), None),))
    with pytest.raises(BadClue, match="two circles"):
        Satogaeri(1, 1, (0,), ((Cell(0, 0), None), (Cell(0, 0), 1)))
    with pytest.raises(BadClue, match="negative"):
        Satogaeri(1, 1, (0,), ((Cell(0, 0), -1),))
    with pytest.raises(BadClue, match="digits"):
        Satogaeri(1, 1, (0,), ((Cell(0, 0), 10**MAX_DIGITS),))
    with pytest.raises(FormatError, match="lies outside"):
        Satogaeri(1, 1, (0,), strays=frozenset({edge(Cell(0, 0), Cell(0, 1))}))
