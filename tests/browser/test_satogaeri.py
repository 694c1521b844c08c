"""The Satogaeri board in a real browser: circles moved by mouse, finger and key, marks, states."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.clue_states import clue_states
from enpitsu.kinds.satogaeri.model import Satogaeri, pack
from enpitsu.kinds.satogaeri.rules import STRICT, check
from enpitsu.kinds.satogaeri.travels import travels
from enpitsu.position import Position
from tests.browser.board import Hand, mid, replayed
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium


KIND = "satogaeri"
"""The kind of the boards here, for the fixture `hand`."""


# --- puzzles -----------------------------------------------------------------------------------


def board(*rows: str, countries: tuple[str, ...] = ()) -> Satogaeri:
    """Digits are circles with numbers, o is one without; countries are letters."""
    lands = countries or tuple("a" * len(row) for row in rows)
    circles = [
        (Cell(row, col), None if sign == "o" else int(sign))
        for row, line in enumerate(rows)
        for col, sign in enumerate(line)
        if sign != "."
    ]
    letters = tuple(ord(letter) for land in lands for letter in land)
    return Satogaeri(len(rows), len(rows[0]), letters, tuple(circles))


OPEN = board("2....", ".....", "..o..", ".....", ".....")
TWO_LANDS = board("2.1.", "....", countries=("aabb", "aabb"))


def starter(unnumbered: int) -> Satogaeri:
    """A small puzzle of Enpitsu's own with at least so many circles without number."""
    for document in ordinary_starters():
        puzzle = document.puzzle
        if not isinstance(puzzle, Satogaeri) or puzzle.rows > 7:
            continue
        if sum(number is None for _, number in puzzle.circles) >= unnumbered:
            return puzzle
    raise AssertionError("no such puzzle")


def solution(puzzle: Satogaeri) -> set[str]:
    (found,) = enpitsu.solve(puzzle).solutions
    return {str(fact) for fact in found.position}


def moves(puzzle: Satogaeri) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The moves of the solution, cells counted from 1: from where to where."""
    (found,) = enpitsu.solve(puzzle).solutions
    answer = SatogaeriBoard(puzzle)
    answer.place(found.position)
    return [
        ((each.start.row + 1, each.start.col + 1), (each.stand.row + 1, each.stand.col + 1))
        for each in travels(answer)
        if each.direction is not None
    ]


def position(puzzle: Satogaeri, facts: set[str]) -> SatogaeriBoard:
    """The board as Python sees it."""
    now = SatogaeriBoard(puzzle)
    now.place(Position.parse(", ".join(sorted(facts))))
    return now


def states(puzzle: Satogaeri, facts: set[str]) -> dict[str, str]:
    """What Python says of circles and countries."""
    return dict(clue_states(position(puzzle, facts)))


def tell(hand: Hand, puzzle: Satogaeri) -> None:
    """Do as the page does after a stroke."""
    found = states(puzzle, hand.facts)
    hand.page.evaluate("(found) => board.setClueStates(found)", found)


def stands(hand: Hand) -> dict[str, tuple[float, float]]:
    """Where circles are drawn, in cells from 1, by their starts."""
    found = hand.do(
        """(() => { board.flush(); return [...board.model.circles.keys()].map((name) => {
        const group = board.surface.thing(name);
        const [x = 0, y = 0] = (group.style.translate || "0 0").split(" ").map(parseFloat);
        const disc = group.querySelector(".circle");
        const [row, col] = [y + disc.cy.baseVal.value, x + disc.cx.baseVal.value];
        return [name, row / 40 + 0.5, col / 40 + 0.5]; }); })()"""
    )
    return {name: (row, col) for name, row, col in found}


def stand(hand: Hand, name: str) -> tuple[float, float]:
    """Where a circle is drawn."""
    return stands(hand)[name]


def rings(hand: Hand) -> int:
    """How many ends are lit."""
    return hand.count(".legal")


def said(hand: Hand) -> str:
    text: str = hand.do("document.querySelector('.board-live').textContent")
    return text


def label(hand: Hand, row: int, col: int) -> str:
    """What a screen reader says of a cell."""
    hand.do("board.flush()")
    text: str = hand.page.evaluate(
        "([row, col]) => board.painter.name({row: row - 1, col: col - 1})", [row, col]
    )
    return text


def edges(*cells: tuple[int, int]) -> set[str]:
    """The lines along a walk."""
    pairs = (sorted(pair) for pair in pairwise(cells))
    return {f"r{a[0]}c{a[1]}-r{b[0]}c{b[1]} line" for a, b in pairs}


# --- mouse -------------------------------------------------------------------------------------


def test_drag_moves_a_circle(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))
    assert stand(hand, "r1c1") == (1, 3)
    assert (hand.count(".ghost"), hand.count(".arrow"), hand.count(".track")) == (1, 1, 1)
    assert len(hand.log) == 1
    hand.do("board.undo()")
    assert hand.facts == set()
    assert stand(hand, "r1c1") == (1, 1)
    assert (hand.count(".ghost"), hand.count(".arrow"), hand.count(".track")) == (0, 0, 0)


def test_what_is_held_shows_its_ends(hand: Hand) -> None:
    hand.show(pack(OPEN))
    mouse = hand.page.mouse
    mouse.move(*hand.at(mid(1, 1)))
    mouse.down()
    assert rings(hand) == 2  # two to the right, two down
    assert hand.count(".piece.is-held") == 1
    mouse.move(*hand.at((0.5, 1.75)), steps=4)
    assert stand(hand, "r1c1")[1] == pytest.approx(2.25, abs=0.02)
    mouse.move(*hand.at((0.5, 2.2)), steps=2)
    assert stand(hand, "r1c1") == (1, 3)  # drawn to its end
    assert hand.count(".chosen") == 1
    mouse.move(*hand.at((0.5, 4.5)), steps=4)
    assert stand(hand, "r1c1") == (1, 3)  # and no further
    assert hand.facts == set()  # nothing is written before it is put down
    mouse.up()
    assert rings(hand) == 0
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))


def test_without_number_every_cell_in_reach_is_an_end(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3))
    assert rings(hand) == 8
    hand.drag(mid(3, 3))
    hand.drag(mid(3, 3), mid(3, 4), steps=5)
    assert hand.facts == edges((3, 3), (3, 4))
    hand.drag(mid(3, 4), mid(3, 5), steps=5)  # on from where it stands
    assert hand.facts == edges((3, 3), (3, 4), (3, 5))
    assert hand.log[-1]["put"] == ["r3c4-r3c5 line"]
    assert stand(hand, "r3c3") == (3, 5)


def test_a_turn_is_refused_and_another_way_needs_the_start(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3), mid(3, 5), mid(5, 5), steps=8)
    assert hand.facts == edges((3, 3), (3, 4), (3, 5))
    hand.drag(mid(3, 5), mid(3, 3), mid(4, 3), steps=8)
    assert hand.facts == edges((3, 3), (4, 3))
    assert len(hand.log) == 2  # the old way goes in the same stroke
    hand.do("board.undo()")
    assert hand.facts == edges((3, 3), (3, 4), (3, 5))


def test_dragging_back_retracts(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3), mid(3, 5), mid(3, 4), steps=8)
    assert hand.facts == edges((3, 3), (3, 4))
    hand.drag(mid(3, 4), mid(3, 3), steps=8)
    assert hand.facts == set()
    hand.drag(mid(3, 3), mid(3, 5), mid(3, 3), steps=8)
    assert len(hand.log) == 2  # what comes to nothing leaves no trace


def test_illegal_ends_are_refused(hand: Hand) -> None:
    hand.show(pack(board("3.o.", ".o..", "..2.", "....")))
    hand.drag(mid(1, 1), mid(1, 4), steps=8)  # a circle is in the way
    hand.drag(mid(3, 3), mid(3, 4), steps=8)  # only one step to the border
    hand.drag(mid(3, 3), mid(2, 3), steps=8)  # two steps are taken by a circle
    assert hand.facts == set()
    hand.drag(mid(1, 1))
    assert rings(hand) == 1  # down
    hand.drag(mid(2, 2), mid(2, 4), steps=8)
    hand.drag(mid(1, 3), mid(4, 3), steps=8)  # a track is in the way
    assert hand.facts == edges((2, 2), (2, 3), (2, 4))
    hand.drag(mid(2, 4), mid(2, 3), steps=8)
    hand.drag(mid(1, 3), mid(4, 3), steps=8)  # an end is in the way
    assert hand.facts == edges((2, 2), (2, 3))


def test_a_circle_stops_before_one_that_comes_the_other_way(hand: Hand) -> None:
    hand.show(pack(board("o....o")))
    hand.drag(mid(1, 6), mid(1, 4), steps=6)
    hand.drag(mid(1, 1))
    assert rings(hand) == 2
    hand.drag(mid(1, 1), mid(1, 5), steps=6)
    assert hand.facts == edges((1, 6), (1, 5), (1, 4)) | edges((1, 1), (1, 2), (1, 3))


def test_a_circle_does_not_end_in_the_middle_of_a_line(hand: Hand) -> None:
    hand.show(pack(board("o.....")))
    hand.do("board.write({put: ['r1c3-r1c4 line', 'r1c4-r1c5 line']})")
    hand.drag(mid(1, 1))
    assert rings(hand) == 3  # before it, at its end, after it
    hand.drag(mid(1, 4))
    assert len(hand.facts) == 2
    hand.drag(mid(1, 1), mid(1, 5), steps=6)
    assert hand.facts == edges(*((1, col) for col in range(1, 6)))
    assert (hand.count(".track"), stand(hand, "r1c1")) == (1, (1, 5))


def test_a_short_drag_goes_to_the_nearest_end(hand: Hand) -> None:
    hand.show(pack(board("3...", "2...", "....", "....")))
    hand.drag(mid(1, 1), mid(1, 2), steps=4)  # a third of the way: back
    assert hand.facts == set()
    hand.drag(mid(1, 1), mid(1, 3), steps=4)  # two thirds: on
    assert hand.facts == edges((1, 1), (1, 2), (1, 3), (1, 4))
    hand.drag(mid(2, 1), mid(2, 2), steps=4)  # half of it: undecided, so back
    assert len(hand.facts) == 3


def test_click_and_click(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 1))
    assert (rings(hand), hand.count(".piece.is-held")) == (2, 1)
    hand.drag(mid(3, 1))
    assert hand.facts == edges((1, 1), (2, 1), (3, 1))
    assert rings(hand) == 0
    hand.drag(mid(3, 3))
    hand.drag(mid(5, 5))  # not in reach
    assert len(hand.facts) == 2
    assert (rings(hand), said(hand)) == (0, "It cannot go there.")
    hand.drag(mid(3, 1))
    hand.drag(mid(3, 3))  # another one instead
    assert hand.count(".piece.is-held") == 1
    hand.drag(mid(1, 3))
    assert edges((3, 3), (2, 3), (1, 3)) <= hand.facts
    hand.drag(mid(1, 1))  # where it began
    hand.drag(mid(1, 1))
    assert hand.count(".piece.is-held") == 0


def test_the_hand_opens_when_something_else_is_done(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3), mid(3, 4), steps=4)
    for act in ("undo()", "redo()", "setTool('mark')", "setTool('move')", "beginTrial()"):
        hand.drag(mid(1, 1))
        held = hand.count(".piece.is-held")
        hand.do(f"board.{act}")
        assert hand.count(".piece.is-held") == 0, act
        assert rings(hand) == 0, act
        assert held == (0 if act == "setTool('move')" else 1)


def test_right_button_marks(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3), button="right")
    assert hand.facts == {"r3c3 home"}
    assert hand.count(".home") == 1
    hand.drag(mid(1, 1), button="right")  # a circle with a number has nothing to mark
    assert hand.facts == {"r3c3 home"}
    hand.drag(mid(2, 1), mid(2, 4), button="right", steps=8)
    dots = {f"r2c{col} not home" for col in (1, 2, 3, 4)}
    assert hand.facts == {"r3c3 home"} | dots
    assert hand.count(".dot") == 4
    hand.drag(mid(2, 4), mid(2, 3), button="right", steps=8)
    assert hand.facts == {"r3c3 home", "r2c1 not home", "r2c2 not home"}
    hand.drag(mid(3, 3), button="right")
    assert "r3c3 home" not in hand.facts


def test_marked_cells_are_not_lit_and_moves_take_marks_away(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 3), button="right")
    hand.drag(mid(3, 3), button="right")
    hand.drag(mid(1, 1))
    assert rings(hand) == 1
    hand.drag(mid(1, 3))  # the player has changed his mind
    assert hand.facts == edges((1, 1), (1, 2), (1, 3)) | {"r3c3 home"}
    hand.drag(mid(3, 3), mid(3, 4), steps=4)
    assert "r3c3 home" not in hand.facts
    hand.drag(mid(3, 4), button="right")
    assert "r3c4 home" in hand.facts
    hand.do("board.undo(), board.undo(), board.undo()")
    assert hand.facts == {"r1c3 not home", "r3c3 home"}


def test_one_button(hand: Hand) -> None:
    hand.show(pack(OPEN), scheme="one")
    hand.drag(mid(2, 2))
    assert hand.facts == {"r2c2 not home"}
    hand.drag(mid(2, 2))
    assert hand.facts == set()
    hand.drag(mid(3, 3))
    hand.drag(mid(3, 3))
    assert hand.facts == {"r3c3 home"}
    hand.drag(mid(3, 3))
    hand.drag(mid(3, 1))
    assert hand.facts == edges((3, 3), (3, 2), (3, 1))
    hand.drag(mid(1, 1))
    hand.drag(mid(1, 1))
    assert len(hand.facts) == 2


def test_tools(hand: Hand) -> None:
    hand.show(pack(OPEN))
    assert hand.do("board.tools") == ["move", "mark", "erase"]
    hand.do("board.setTool('mark')")
    hand.drag(mid(3, 3))
    hand.drag(mid(4, 1), mid(4, 2), steps=4)
    assert hand.facts == {"r3c3 home", "r4c1 not home", "r4c2 not home"}
    hand.drag(mid(1, 1), mid(1, 3), button="right", steps=6)  # the other button moves
    assert edges((1, 1), (1, 2), (1, 3)) <= hand.facts
    hand.do("board.setTool('erase')")
    hand.drag(mid(1, 2))  # the track goes whole
    assert hand.facts == {"r3c3 home", "r4c1 not home", "r4c2 not home"}
    hand.drag(mid(3, 3), mid(4, 2), mid(4, 1), steps=6)
    assert hand.facts == set()


def test_lines_and_crosses_from_hints(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.do("board.write({put: ['r1c2-r1c3 line', 'r3c3-r4c3 not line', 'r4c5 home']})")
    assert (hand.count(".track"), hand.count(".cross"), hand.count(".home")) == (1, 1, 1)
    hand.drag(mid(1, 1), mid(1, 3), steps=6)  # takes the line in
    assert edges((1, 1), (1, 2), (1, 3)) <= hand.facts
    assert stand(hand, "r1c1") == (1, 3)
    hand.do("board.write({take: ['r1c1-r1c2 line']})")
    assert stand(hand, "r1c1") == (1, 1)
    assert (hand.count(".arrow"), hand.count(".ghost"), hand.count(".track")) == (0, 0, 1)
    hand.do("board.setTool('erase')")
    hand.drag(mid(1, 3))
    hand.drag((3.0, 2.5))
    hand.drag(mid(4, 5))
    assert hand.facts == set()


def test_wrong_tracks_leave_the_circle_at_its_start(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.do("board.write({put: ['r3c3-r3c4 line', 'r3c4-r3c5 line', 'r3c4-r4c4 line']})")
    assert stand(hand, "r3c3") == (3, 3)
    hand.drag(mid(3, 3), mid(2, 3), steps=6)
    assert edges((3, 3), (2, 3)) <= hand.facts
    assert stand(hand, "r3c3") == (2, 3)


# --- fingers -----------------------------------------------------------------------------------


def test_finger_drags_taps_and_rests(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.swipe(mid(1, 1), mid(1, 2), mid(1, 3))
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))
    hand.swipe(mid(3, 3))
    assert rings(hand) > 0
    hand.swipe(mid(3, 5))
    assert edges((3, 3), (3, 4), (3, 5)) <= hand.facts
    hand.swipe(mid(3, 5), rest=450)
    assert "r3c5 home" in hand.facts
    assert hand.count(".piece.is-held") == 0
    hand.swipe(mid(5, 1), mid(5, 2), rest=450)
    assert {"r5c1 not home", "r5c2 not home"} <= hand.facts


def test_two_fingers_never_write(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.touch("Start", mid(3, 3))
    hand.touch("Move", mid(3, 5))
    assert hand.count(".piece.is-held") == 1
    hand.touch("Start", mid(3, 5), mid(4, 4))
    assert hand.count(".piece.is-held") == 0
    hand.touch("Move", mid(2, 2), mid(5, 5))
    hand.touch("End")
    assert hand.facts == set()
    assert stand(hand, "r3c3") == (3, 3)


# --- keys --------------------------------------------------------------------------------------


def test_keys_pick_up_slide_and_put_down(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.focus()
    hand.keys("Enter")
    assert (hand.count(".piece.is-held"), rings(hand)) == (1, 2)
    hand.keys("ArrowRight")
    assert stand(hand, "r1c1") == (1, 3)  # straight to its end
    assert said(hand) == "moved 2 to the right"
    assert hand.facts == set()
    hand.keys("Enter")
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))
    hand.keys("n")
    assert hand.do("[board.cells.at.row, board.cells.at.col]") == [2, 2]
    hand.keys("Enter", "ArrowRight", "ArrowRight")
    assert stand(hand, "r3c3") == (3, 5)
    hand.keys("ArrowDown")  # no turn
    assert said(hand) == "It cannot go there."
    hand.keys("ArrowLeft")
    assert stand(hand, "r3c3") == (3, 4)
    hand.keys("ArrowLeft", "ArrowDown", "Enter")
    assert edges((3, 3), (4, 3)) <= hand.facts
    hand.keys("Enter", "ArrowUp", "Escape")  # Esc lets go
    assert stand(hand, "r3c3") == (4, 3)
    assert edges((3, 3), (4, 3)) <= hand.facts
    hand.keys("Enter", "ArrowUp", "Enter")
    assert hand.facts == edges((1, 1), (1, 2), (1, 3))


def test_keys_walk_mark_and_erase(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.focus()
    hand.keys("ArrowDown", "ArrowRight", "x")
    assert hand.facts == {"r2c2 not home"}
    hand.keys("Enter")
    assert said(hand) == "There is no circle here."
    hand.keys("ArrowDown", "ArrowRight", "x")
    assert hand.facts == {"r2c2 not home", "r3c3 home"}
    hand.keys("Delete", "p", "Enter", "ArrowDown", "Enter")
    assert hand.facts == {"r2c2 not home"} | edges((1, 1), (2, 1), (3, 1))
    hand.keys("Backspace")
    assert hand.facts == {"r2c2 not home"}
    hand.keys("n")
    assert hand.do("[board.cells.at.row, board.cells.at.col]") == [2, 2]
    hand.keys("ArrowLeft", "ArrowUp", "Escape")
    assert hand.facts == {"r2c2 not home"}


def test_cells_are_named(hand: Hand) -> None:
    hand.show(pack(TWO_LANDS))
    assert label(hand, 1, 1) == "row 1 column 1, circle 2, country 1"
    assert label(hand, 2, 4) == "row 2 column 4, country 2"
    hand.drag(mid(1, 3), mid(2, 3), steps=4)
    hand.drag(mid(2, 1), button="right")
    assert label(hand, 2, 3) == "row 2 column 3, circle 1, moved 1 down, country 2"
    assert label(hand, 1, 3) == "row 1 column 3, start of circle 1, moved 1 down, country 2"
    assert label(hand, 2, 1) == "row 2 column 1, marked: no circle ends here, country 1"
    names = hand.do("[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel)")
    assert names[6] == label(hand, 2, 3)
    hand.show(pack(OPEN))
    hand.drag(mid(3, 3), mid(3, 5), steps=4)
    assert label(hand, 3, 4) == "row 3 column 4, track, country 1"
    hand.drag(mid(3, 5), button="right")
    assert label(hand, 3, 5).startswith(
        "row 3 column 5, circle without number, moved 2 to the right, marked as a home"
    )


# --- states, helpers, trials -------------------------------------------------------------------


def test_two_circles_in_one_country_show_a_conflict(hand: Hand) -> None:
    puzzle = board("2...", "..1.", countries=("aabb", "aabb"))
    hand.show(pack(puzzle))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.drag(mid(2, 3), mid(2, 4), steps=6)
    tell(hand, puzzle)
    wrong = hand.do("board.surface.thing('r1c3 country').classList.contains('is-wrong')")
    assert wrong
    assert hand.page.locator(".board .alarm:visible").count() == 1
    hand.do("board.undo()")
    tell(hand, puzzle)
    assert hand.page.locator(".board .alarm:visible").count() == 0


def test_what_is_finished_is_toned_down_on_request(hand: Hand) -> None:
    puzzle = board("2....", "..1..", ".....", countries=("aaaaa", "bbbbb", "bbbbb"))
    hand.show(pack(puzzle))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    tell(hand, puzzle)
    assert hand.count(".is-done") == 0
    hand.do("board.setHelper('clues', true)")
    assert hand.count(".is-done") == 2  # the circle and its country
    hand.do("board.undo()")
    tell(hand, puzzle)
    assert hand.count(".is-done") == 0


def test_helpers_are_off_and_undone_with_the_stroke(hand: Hand) -> None:
    puzzle = board("o1..", "....", countries=("aabb", "ccbb"))
    hand.show(pack(puzzle))
    hand.drag(mid(1, 2), mid(1, 3), steps=4)
    assert len(hand.facts) == 1
    hand.show(pack(puzzle), helpers={"dots": True})
    hand.drag(mid(1, 2), mid(1, 3), steps=4)
    dots = {f"{cell} not home" for cell in ("r1c4", "r2c3", "r2c4")}
    assert hand.facts == edges((1, 2), (1, 3)) | dots
    assert [event["by"] for event in hand.log] == ["hand", "helper"]
    assert hand.count(".helper") == 3
    hand.do("board.undo()")
    assert hand.facts == set()
    hand.do("board.redo()")
    hand.drag(mid(1, 3), mid(1, 2), mid(2, 2), steps=4)  # it leaves: the dots go with it
    assert hand.facts == edges((1, 2), (2, 2)) | {"r2c1 not home"}


def test_helper_marks_circles_that_cannot_move(hand: Hand) -> None:
    puzzle = board("o1.", "2..", "...")
    hand.show(pack(puzzle), helpers={"stay": True})
    hand.drag(mid(1, 2), mid(1, 3), steps=4)
    assert hand.facts == edges((1, 2), (1, 3)) | {"r1c1 home"}
    hand.drag(mid(1, 1), button="right")  # what the player takes away is not written again
    assert hand.facts == edges((1, 2), (1, 3))
    hand.do("board.undo(), board.undo()")
    assert hand.facts == set()


def test_trials_look_so_and_survive_a_reload(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.do("board.beginTrial()")
    hand.drag(mid(3, 3), mid(3, 4), steps=4)
    assert (hand.count(".track.trial-1"), hand.count(".thing.trial-1")) == (1, 1)
    log, saved = hand.log, hand.do("board.ui()")
    hand.show(pack(OPEN), log=log, ui=saved)
    assert hand.count(".thing.trial-1") == 1
    assert stand(hand, "r3c3") == (3, 4)
    hand.do("board.rejectTrial()")
    assert hand.facts == edges((1, 1), (1, 2), (1, 3)) == replayed(hand.log)
    assert stand(hand, "r3c3") == (3, 3)


def test_other_positions_can_be_shown(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.drag(mid(3, 3), mid(3, 4), steps=4)
    hand.drag(mid(1, 3))
    hand.do("board.goTo(0)")
    assert rings(hand) == 0
    assert (stand(hand, "r1c1"), stand(hand, "r3c3")) == ((1, 1), (3, 3))
    hand.do("board.goTo(1)")
    assert (stand(hand, "r1c1"), stand(hand, "r3c3")) == ((1, 3), (3, 3))
    hand.do("board.goTo(null)")
    assert (stand(hand, "r1c1"), stand(hand, "r3c3")) == ((1, 3), (3, 4))


def test_marks_are_shown(hand: Hand) -> None:
    hand.show(pack(OPEN))
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.do("board.mark({errors: ['r1c1', 'r1c1-r1c2'], hints: ['r3c3']})")
    assert hand.count(".track.is-error") == 1
    assert (hand.count(".thing.is-error"), hand.count(".thing.is-hint")) == (1, 1)
    hand.do("board.mark()")
    assert hand.count(".is-error") == 0


def test_locked_board_takes_nothing(hand: Hand) -> None:
    hand.show(pack(OPEN), locked=True)
    hand.drag(mid(1, 1), mid(1, 3), steps=6)
    hand.drag(mid(2, 2), button="right")
    hand.focus()
    hand.keys("Enter", "ArrowRight", "Enter", "x")
    assert hand.do("board.cells.at.col") == 2  # keys walk all the same
    assert hand.facts == set()
    assert hand.count(".piece.is-held") == 0


# --- whole puzzles -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["drag", "click", "tap", "swipe", "keys"])
def test_a_puzzle_solved_by_hand(hand: Hand, way: str) -> None:
    puzzle = starter(unnumbered=4)
    hand.show(pack(puzzle))
    hand.focus()
    for start, end in moves(puzzle):
        ACTS[way](hand, puzzle, start, end)
    assert hand.facts == solution(puzzle) == replayed(hand.log)
    assert set(states(puzzle, hand.facts).values()) == {"done"}
    hand.do("board.celebrate()")
    assert hand.page.locator(".board.is-solved").count() == 1


def by_keys(hand: Hand, puzzle: Satogaeri, start: tuple[int, int], end: tuple[int, int]) -> None:
    hand.do(f"board.moveTo({{row: {start[0] - 1}, col: {start[1] - 1}}})")
    (row, col), (below, right) = start, end
    names = {(1, 0): "ArrowDown", (-1, 0): "ArrowUp", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}
    far = abs(below - row) + abs(right - col)
    arrow = names[(below - row) // far, (right - col) // far]
    steps = 1 if puzzle.circle_at[Cell(row - 1, col - 1)] is not None else far
    hand.keys("Enter", *[arrow] * steps, "Enter")


ACTS: dict[str, Any] = {
    "drag": lambda hand, _, start, end: hand.drag(mid(*start), mid(*end), steps=3),
    "click": lambda hand, _, start, end: (hand.drag(mid(*start)), hand.drag(mid(*end))),
    "tap": lambda hand, _, start, end: (hand.swipe(mid(*start)), hand.swipe(mid(*end))),
    "swipe": lambda hand, _, start, end: hand.swipe(mid(*start), mid(*end)),
    "keys": by_keys,
}


TRACK_FAULTS = {"branch", "crossing", "joined", "over-circle", "bent", "wrong-length", "no-circle"}


def test_whatever_hands_do_tracks_keep_the_rules(hand: Hand) -> None:
    """And circles are drawn where Python says that they stand, forth and back."""
    puzzle = starter(unnumbered=4)
    hand.show(pack(puzzle), helpers={"stay": True, "dots": True})
    dice = random.Random(9)
    seen = [hand.facts]
    for _ in range(25):
        start = dice.choice([(row - 0.5, col - 0.5) for row, col in stands(hand).values()])
        way = [mid(dice.randint(1, 7), dice.randint(1, 7)) for _ in range(dice.randint(1, 2))]
        hand.drag(start, *way, button=dice.choice(["left"] * 4 + ["right"]), steps=4)
        if hand.facts == seen[-1]:
            continue
        seen.append(hand.facts)
        now = position(puzzle, hand.facts)
        assert {each.code for each in check(now, partial=True, ruleset=STRICT)}.isdisjoint(
            TRACK_FAULTS
        )
        assert stands(hand) == {
            str(each.start): (each.stand.row + 1, each.stand.col + 1) for each in travels(now)
        }
    assert len(seen) > 10
    for before in reversed(seen[:-1]):
        hand.do("board.undo()")
        assert hand.facts == before
    assert stands(hand) == {str(at): (at.row + 1, at.col + 1) for at, _ in puzzle.circles}
    assert replayed(hand.log) == set()


def test_finale_tints_the_countries_one_after_another(hand: Hand) -> None:
    hand.show(pack(TWO_LANDS))
    hand.do("board.celebrate()")
    delays = hand.do("[...document.querySelectorAll('.tint')].map((e) => e.style.animationDelay)")
    assert delays == ["0ms", "350ms"]
    hand.page.emulate_media(reduced_motion="reduce")
    name = hand.do("getComputedStyle(document.querySelector('.tint')).animationName")
    hand.page.emulate_media(reduced_motion="no-preference")
    assert name == "none"


@pytest.mark.parametrize("rows", [("o",), ("1......",), ("o", ".", "1", "."), ("0.", "..")])
def test_odd_boards(hand: Hand, rows: tuple[str, ...]) -> None:
    hand.show(pack(board(*rows)))
    hand.drag(mid(1, 1), (len(rows) + 3.0, len(rows[0]) + 3.0), steps=4)
    hand.drag(mid(1, 1))
    hand.drag(mid(1, 1))
    hand.focus()
    hand.keys("Enter", "ArrowRight", "ArrowDown", "Escape", "n", "p", "x", "Delete")
    assert hand.facts == set() or rows[0].startswith("1")


def test_a_board_without_circles(hand: Hand) -> None:
    hand.show(pack(board("..", "..")))
    hand.drag(mid(1, 1), mid(2, 2), steps=4)
    hand.focus()
    hand.keys("n", "p", "Enter", "ArrowRight")
    assert hand.facts == set()


def test_strays_and_long_numbers_are_drawn(hand: Hand) -> None:
    hand.show({
        "rows": 2, "cols": 3, "countries": [[0, 0, 0], [0, 0, 0]],
        "circles": [{"cell": "r1c1", "number": 12345}], "strays": ["r1c2-r1c3"],
    })  # fmt: skip
    assert hand.count(".stray") == 1
    assert hand.page.locator(".board .clue").text_content() == "123…"


def test_large_boards(hand: Hand) -> None:
    side = 50
    circles = [(Cell(row, col), None) for row in range(0, side, 2) for col in (0, 20)]
    puzzle = Satogaeri(side, side, tuple(range(side * side)), tuple(circles))
    hand.show(pack(puzzle), helpers={"stay": True, "dots": True})
    hand.drag(mid(1, 1), mid(1, 15), steps=20)
    assert len(hand.facts) == 14
    hand.do("board.write({put: ['r3c1-r3c2 line', 'r3c2-r3c3 line']})")
    assert stand(hand, "r3c1") == (3, 3)


LOOKS = "() => [...document.querySelectorAll('.{}')].map((all) => getComputedStyle(all).display)"


def test_countries_tell_their_state_only_to_those_who_want_it(hand: Hand) -> None:
    hand.show({"rows": 2, "cols": 2, "countries": [[0, 0], [1, 1]], "circles": []})
    badges, alarms = (LOOKS.format(name) for name in ("badge", "alarm"))
    name = "() => document.querySelector('[role=gridcell]').getAttribute('aria-label')"
    hand.do("() => board.setClueStates({'r1c1 country': 'open', 'r2c1 country': 'done'})")
    assert hand.do(badges) == ["none", "none"]
    assert hand.do(name) == "row 1 column 1, country 1"
    hand.do("() => board.setHelper('clues', true)")
    assert hand.do(badges) == ["inline", "inline"]
    assert hand.do(name) == "row 1 column 1, country 1, needs its circle"
    hand.do("() => board.setClueStates({'r1c1 country': 'done'})")
    assert hand.do(name) == "row 1 column 1, country 1, has its circle"
    hand.do("() => board.setHelper('clues', false)")
    hand.do("() => board.setClueStates({'r1c1 country': 'wrong'})")
    assert hand.do(name) == "row 1 column 1, country 1, something is wrong in it"
    assert [look == "none" for look in hand.do(alarms)] == [False, True]


def test_borders_end_inside_the_frame(hand: Hand) -> None:
    hand.show({"rows": 2, "cols": 3, "countries": [[0, 0, 1], [2, 2, 2]], "circles": []})
    spans = hand.do(
        """() => { const border = document.querySelector('.board .border');
        const { x, y, width, height } = border.getBBox();
        return [x, y, x + width, y + height]; }"""
    )
    assert min(spans[:2]) >= 1.5  # as far as a round end reaches
    assert spans[2] <= 3 * 40 - 1.5
    assert spans[3] <= 2 * 40 - 1.5
