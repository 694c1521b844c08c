"""The sentences of declared kinds: clues, sides and corners are named as people name them."""

from __future__ import annotations

import pytest

import enpitsu
from enpitsu.grid import Cell, Corner, Direction, Edge, edge, sides_by_cell
from enpitsu.kinds.heyawake import Heyawake
from enpitsu.kinds.slitherlink import Slitherlink
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.technique import Message
from enpitsu.web.words import page_texts
from enpitsu.words import say

pytestmark = pytest.mark.quick

LEVEL = Slitherlink(3, 4, numbers={Cell(0, 1): 3, Cell(1, 1): 0, Cell(2, 3): 2})


def around(cell: Cell, *ways: Direction) -> tuple[Fact, ...]:
    """Lines on these sides of a cell."""
    return tuple(Fact(edge(cell, way.step(cell)), "line") for way in ways)


def told(facts: tuple[Fact, ...], language: str = "en") -> str:
    return say(Message("slitherlink.hint.move", {"facts": facts}), language)


def test_sides_are_told_by_their_cells() -> None:
    middle, corner = Cell(1, 1), Cell(0, 0)
    assert told(around(middle, *Direction)) == "So lines run along the four sides of r2c2."
    assert told(around(middle, Direction.LEFT)) == "So a line runs along the right side of r2c1."
    assert told(around(corner, Direction.UP)) == "So a line runs along the top side of r1c1."
    two = around(middle, Direction.UP, Direction.LEFT)
    assert told(two) == "So lines run along the top and left sides of r2c2."
    apart = (*two, *around(Cell(2, 3), Direction.RIGHT))
    assert told(apart).endswith("the top and left sides of r2c2 and the right side of r3c4.")
    assert told(two, "ja") == "よって、2行2列の上・左の辺は線ありです。"


def test_sides_are_named_by_cells_that_the_sentence_names() -> None:
    side = Edge(Cell(0, 0), Cell(1, 0))
    assert list(sides_by_cell([side])) == [(Cell(0, 0), [Direction.DOWN])]
    assert list(sides_by_cell([side], [Cell(1, 0)])) == [(Cell(1, 0), [Direction.UP])]


def test_sides_are_named_by_cells_of_the_board() -> None:
    for row, col in ((0, 0), (0, 3), (2, 0), (2, 3)):
        cell = Cell(row, col)
        every = [each.slot for each in around(cell, *Direction)]
        for side in every:
            assert isinstance(side, Edge)
            ((found, _),) = sides_by_cell([side])
            assert 0 <= found.row < 3
            assert 0 <= found.col < 4


def test_corners_are_named_by_cells_of_the_board() -> None:
    assert Corner(0, 0).seen_from() == (Cell(0, 0), "top-left")
    assert Corner(3, 4).seen_from() == (Cell(2, 3), "bottom-right")
    assert Corner(0, 2).seen_from() == (Cell(0, 1), "top-right")
    assert Corner(2, 0).seen_from() == (Cell(1, 0), "bottom-left")
    assert Corner(1, 1).seen_from([Cell(1, 0)]) == (Cell(1, 0), "top-right")


def test_clues_are_told_with_their_numbers() -> None:
    first = enpitsu.hint(LEVEL, EMPTY).step
    assert first is not None
    assert (
        first.text == "The 0 in r2c2 allows no lines, so no lines run along the four sides of r2c2."
    )
    rooms = {Cell(row, col): col // 2 for row in range(2) for col in range(3)}
    numbered = Heyawake(2, 3, rooms=rooms, numbers={Cell(0, 2): 0})
    step = enpitsu.hint(numbered, EMPTY).step
    assert step is not None
    assert step.text.startswith("The room with the 0 in r1c3 has no shaded cells, so ")


def test_a_corner_is_named_where_lines_meet() -> None:
    board = Position.parse("r1c0-r1c1 line, r0c1-r1c1 not line")
    step = enpitsu.hint(Slitherlink(2, 3, numbers={Cell(0, 0): 1}), board).step
    assert step is None or "{" not in step.text
    why = enpitsu.why(LEVEL, Position.parse("r0c2-r1c2 line"), "r1c2-r1c3 not line")
    assert "{" not in why.text
    found = [
        each.text
        for each in enpitsu.explain(LEVEL)
        if each.technique in ("loop-goes-on", "loop-full", "loop-dead-end")
    ]
    assert found
    assert all(" corner of r" in text for text in found)


def test_sentences_that_differ_in_their_facts_alone_are_one() -> None:
    whole = Heyawake(1, 9, rooms={Cell(0, col): 0 for col in range(9)})
    text = enpitsu.why(whole, EMPTY, "r1c2 shaded").text
    assert text.count("shaded cells never touch") == 1
    assert "Then r1c1 and r1c3 are not shaded" in text


def test_wrong_lines_along_sides_are_named_themselves() -> None:
    cross = Position.parse("r1c1-r1c2 line, r2c1-r2c2 line, r1c2-r2c2 line")
    (branch,) = (
        each for each in enpitsu.check(LEVEL, cross, partial=True) if each.code == "loop-branch"
    )
    assert (branch.cells, set(map(str, branch.lines))) == (
        (),
        {"r1c1-r1c2", "r2c1-r2c2", "r1c2-r2c2"},
    )
    many = enpitsu.check(LEVEL, Position.parse("r2c1-r2c2 line"), partial=True)
    assert [(each.code, each.cells) for each in many] == [("number-too-many", (Cell(1, 1),))]


def test_where_a_cell_is_asked_about_a_side_is_named() -> None:
    with pytest.raises(
        enpitsu.PuzzleError, match="nothing can be written at r2c2, but at r1c2-r2c2"
    ):
        enpitsu.why(LEVEL, EMPTY, "r2c2")


def test_going_round_is_told_for_what_the_kind_has() -> None:
    texts = page_texts("en")
    assert texts["heyawake.action.round.click"] == "Shaded, dot, empty in turn."
    assert "line, cross, empty" in texts["slitherlink.action.round.click"]
