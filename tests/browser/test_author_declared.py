"""Declared kinds in the editor: clues, areas and borders by mouse, finger and keys."""

from __future__ import annotations

from typing import Any

from tests.browser.author import Editor, stop_time
from tests.browser.window import needs_chromium

pytestmark = needs_chromium

ROOMS = ["r1c2-r1c3 border", "r2c1-r3c1 border", "r2c2-r2c3 border", "r2c2-r3c2 border"]
ROOMS += ["r2c3-r3c3 border"]
"""Heyawake rooms of 4, 2 and 3 cells."""


def sheet(kind: str, rows: int, cols: int, *facts: str) -> dict[str, Any]:
    return {"kind": kind, "rows": rows, "cols": cols, "facts": list(facts), "more": {}}


def mid(row: int, col: int) -> tuple[float, float]:
    """The middle of a cell, counted from 1."""
    return row - 0.5, col - 0.5


def click(author: Editor, row: int, col: int, button: str = "left") -> None:
    author.page.mouse.click(*author.at(*mid(row, col)), button=button)


def clues(author: Editor) -> list[str]:
    return [fact for fact in author.facts if not fact.endswith("border")]


def tool(author: Editor, name: str) -> None:
    author.page.get_by_role("button", name=name, exact=True).click()


def test_slitherlink_is_made_by_mouse_and_keys(page: Any, site: str) -> None:
    author = Editor(page, site, sheet("slitherlink", 4, 4))
    stop_time(page)
    click(author, 2, 3)
    assert author.facts == []  # a first click only chooses the cell
    click(author, 2, 3)
    assert author.facts == ["r2c3 0"]
    stop_time(page, 900)
    click(author, 2, 3)
    assert author.facts == ["r2c3 0"]  # nor does one that comes later count
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    author.drag(mid(3, 4), mid(4, 4))
    assert author.facts == ["r2c3 0", "r2c4 1", "r4c4 2"]
    click(author, 4, 4, "right")
    click(author, 4, 4, "right")
    page.keyboard.press("Alt+ArrowUp")
    assert author.facts == ["r2c3 0", "r2c4 1", "r3c4 0"]
    author.proved()
    page.wait_for_selector(".board .overlay .line", state="attached")


def test_heyawake_rooms_are_drawn_over_cells(page: Any, site: str) -> None:
    author = Editor(page, site, sheet("heyawake", 3, 3))
    author.drag(mid(1, 1), mid(1, 2), mid(2, 2), mid(2, 1))
    author.drag(mid(1, 3), mid(2, 3))
    assert author.facts == ROOMS
    click(author, 2, 2)
    page.keyboard.press("2")
    assert clues(author) == ["r1c1 2"]  # at the first cell of the room
    puzzle = author.proved()
    assert [len(room) for room in puzzle.rooms] == [4, 2, 3]
    page.evaluate("() => editor.turn('rotate180')")
    assert clues(author) == ["r2c2 2"]
    author.proved()


def test_borders_are_drawn_along_the_grid_and_loose_ones_are_told(page: Any, site: str) -> None:
    author = Editor(page, site, sheet("heyawake", 3, 3))
    tool(author, "Border")
    author.drag((2, 0.05), (2, 1), (2, 2))
    assert author.facts == ["r2c1-r3c1 border", "r2c2-r3c2 border"]
    assert page.locator(".board .is-loose").count() == 2
    page.get_by_text("2 pieces of border close nothing off").wait_for()
    author.drag((2, 2), (2, 2.95))
    assert page.locator(".board .is-loose").count() == 0
    author.drag((2, 1.1), (2, 1.9))
    assert author.facts == ["r2c1-r3c1 border", "r2c3-r3c3 border"]
    page.mouse.click(*author.at(1.96, 1.5))
    assert "r2c2-r3c2 border" in author.facts
    tool(author, "Erase")
    page.mouse.click(*author.at(2.04, 0.5))
    assert author.facts == ["r2c2-r3c2 border", "r2c3-r3c3 border"]


def test_clues_of_two_rooms_that_become_one_are_both_kept(page: Any, site: str) -> None:
    facts = ["r1c2-r1c3 border", "r2c2-r2c3 border", "r3c2-r3c3 border", "r1c1 2", "r1c3 1"]
    author = Editor(page, site, sheet("heyawake", 3, 3, *facts))
    author.page.mouse.move(*author.at(*mid(1, 2)))
    page.mouse.down(button="right")
    page.mouse.move(*author.at(*mid(1, 3)), steps=4)
    page.mouse.up(button="right")
    assert clues(author) == ["r1c1 2", "r1c3 1"]
    assert page.locator(".board .surplus").count() == 1
    assert page.evaluate("() => editor.made.puzzle.numbers") == {"r1c1": 2}
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator(".board .surplus").count() == 0


def test_partners_of_areas_get_their_clues(page: Any, site: str) -> None:
    author = Editor(page, site, sheet("heyawake", 4, 4))
    page.evaluate("() => editor.setSymmetry('half')")
    author.drag(mid(1, 1), mid(1, 2), mid(2, 2))
    page.keyboard.press("2")
    assert clues(author) == ["r1c1 2", "r3c3 2"]
    page.keyboard.press("Delete")
    assert clues(author) == []


def test_a_room_is_drawn_by_finger_and_numbered_with_the_pad(phone: Any, site: str) -> None:
    author = Editor(phone, site, sheet("heyawake", 3, 3, *ROOMS))
    phone.touchscreen.tap(*author.at(*mid(2, 1)))
    phone.locator("[data-key=digit-2]").tap()
    assert clues(author) == ["r1c1 2"]
    author.proved()


def test_what_may_be_asked_of_sides_and_cells(page: Any, site: str) -> None:
    asked = "() => editor.kind.claims(editor.board.cells.at, editor.board.context())"
    Editor(page, site, sheet("slitherlink", 3, 3))
    facts = [claim["fact"] for claim in page.evaluate(asked)]
    assert len(facts) == 8
    assert {"r0c1-r1c1 line", "r1c0-r1c1 not line"} <= set(facts)
    Editor(page, site, sheet("heyawake", 3, 3))
    assert page.evaluate(asked) == [
        {"fact": "r1c1 shaded", "text": "Shaded"},
        {"fact": "r1c1 not shaded", "text": "Not shaded"},
    ]


def test_cells_are_named_with_clue_and_borders(page: Any, site: str) -> None:
    Editor(page, site, sheet("heyawake", 3, 3, *ROOMS, "r1c1 2"))
    names = page.locator(".board [role=gridcell]").evaluate_all(
        "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    assert names[0] == "row 1 column 1, clue 2"
    assert names[1] == "row 1 column 2, border right"


def test_areas_are_made_up_where_none_are_drawn(page: Any, site: str) -> None:
    author = Editor(page, site, sheet("heyawake", 6, 6))
    page.get_by_role("button", name="Fill the rest").click()
    page.get_by_role("button", name="Take it").click()
    assert any(fact.endswith("border") for fact in author.facts)
    assert len(author.proved().rooms) > 1


def test_open_sides_are_counted_and_explained(page: Any, site: str) -> None:
    Editor(page, site, sheet("slitherlink", 2, 2))
    page.get_by_text("Only lines differ: 12 are open").wait_for()
    page.get_by_text("Diamonds: lines that are open.").wait_for()
    assert not page.get_by_text("Hatched").count()
