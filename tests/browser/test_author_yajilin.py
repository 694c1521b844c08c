"""Setting Yajilin clues in a real browser, by mouse, finger and keys; sheets and documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Symmetry
from enpitsu.kinds.yajilin import model
from tests.browser.author import Editor, let_time_go_on, stop_time
from tests.browser.board import Hand, data, mid
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium

KIND = "yajilin"
"""The kind of the boards here, for the fixture `hand`."""

LOAD = """async () => {
  await withAuthor();
  window.edit = (sheet) => {
    window.board?.remove();
    const { facts } = sheet;
    window.board = new AuthorBoard(document.querySelector("#box"), author, sheet, { text, facts });
  };
  window.words = () => document.querySelector(
    `[aria-rowindex='${board.cells.at.row + 1}'] [aria-colindex='${board.cells.at.col + 1}']`
  ).getAttribute("aria-label");
}"""
TURNED = """async ([puzzle, how, spots]) => {
  const { SYMMETRIES } = await import("/static/js/author/sheet.js");
  const { facts, more } = author.open(puzzle, KIT);
  const turned = facts.map((fact) => {
    const [slot, value] = fact.split(" ");
    return `${spots[slot]} ${author.turned(value, SYMMETRIES[how], slot)}`;
  });
  return { facts: turned, more };
}"""


@pytest.fixture(scope="module")
def author_page(board_page: Any) -> Any:
    """The window with the author's module."""
    board_page.evaluate(LOAD)
    return board_page


class Author(Hand):
    """Somebody who sets clues."""

    def edit(self, rows: int = 5, cols: int = 5, *facts: str, **more: bool) -> None:
        """Put a sheet on the page."""
        sheet = {"rows": rows, "cols": cols, "facts": list(facts), "more": more}
        self.page.evaluate("(sheet) => edit(sheet)", sheet)

    def click(self, row: int, col: int, times: int = 1, button: str = "left") -> None:
        """Click a cell."""
        for _ in range(times):
            self.drag(mid(row, col), button=button)


@pytest.fixture
def hand(author_page: Any) -> Iterator[Author]:
    """Somebody at the sheet."""
    yield Author(author_page)
    let_time_go_on(author_page)
    assert not author_page.errors, author_page.errors


# --- mouse -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "value"), [((1, 3), "up-0"), ((5, 3), "down-0"), ((3, 1), "left-0"), ((3, 4), "right-0")]
)
def test_a_drag_points_an_arrow(hand: Author, to: tuple[int, int], value: str) -> None:
    hand.edit()
    hand.drag(mid(3, 3), mid(*to), steps=4)
    assert hand.facts == {f"r3c3 {value}"}
    assert hand.count(".clue") == 2


def test_a_drag_keeps_the_number_and_shows_what_it_looks_along(hand: Author) -> None:
    hand.edit(5, 5, "r3c3 up-2", "r1c1 left-?", "r5c5 blank")
    mouse = hand.page.mouse
    mouse.move(*hand.at(mid(3, 3)))
    mouse.down()
    mouse.move(*hand.at(mid(3, 4)), steps=3)
    box = hand.page.locator(".layer-preview .legal").bounding_box()
    (left, top), (right, _) = hand.at((2, 3)), hand.at((3, 5))
    assert box["x"] == pytest.approx(left, abs=4)
    assert box["y"] == pytest.approx(top, abs=4)
    assert box["x"] + box["width"] == pytest.approx(right, abs=4)
    mouse.move(*hand.at(mid(3, 3)), steps=3)  # back again: as before
    assert hand.facts >= {"r3c3 up-2"}
    mouse.move(*hand.at(mid(4, 3)), steps=3)
    mouse.up()
    assert hand.page.locator(".layer-preview *").count() == 0
    hand.drag(mid(1, 1), mid(1, 2))
    hand.drag(mid(5, 5), mid(4, 5))
    assert hand.facts == {"r3c3 down-2", "r1c1 right-?", "r5c5 up-0"}
    hand.do("board.undo()")
    assert "r5c5 blank" in hand.facts


def test_a_drag_out_of_the_board_points_there_too(hand: Author) -> None:
    hand.edit(4, 4)
    hand.drag(mid(1, 2), (-0.4, 1.5), steps=3)
    assert hand.facts == {"r1c2 up-0"}


def test_clicks_on_the_chosen_clue_count_as_far_as_it_can_see(hand: Author) -> None:
    hand.edit(1, 6, "r1c1 right-0")
    stop_time(hand.page)
    hand.click(1, 3)
    hand.click(1, 1)  # chooses it
    seen: list[str] = []
    for _ in range(5):
        seen.append(*hand.facts)
        hand.click(1, 1)
    assert [fact.split("-")[1] for fact in seen] == ["0", "1", "2", "3", "?"]
    stop_time(hand.page, 900)
    hand.click(1, 1)  # later: chooses it again
    assert hand.facts == {"r1c1 right-0"}


def test_blocked_cells_in_between_lower_what_fits(hand: Author) -> None:
    stop_time(hand.page)
    hand.edit(1, 6, "r1c1 right-2", "r1c3 blank")  # r1c2 and two of r1c4 to r1c6
    hand.click(1, 1, 2)
    assert "r1c1 right-3" in hand.facts
    hand.edit(1, 6, "r1c1 right-2", "r1c4 blank")  # one of r1c2, r1c3 and one of r1c5, r1c6
    hand.click(1, 1, 2)
    assert "r1c1 right-?" in hand.facts


def test_the_right_button_counts_down_and_takes_away(hand: Author) -> None:
    hand.edit(5, 5, "r2c2 down-1", "r4c4 blank")
    seen = []
    for _ in range(3):
        hand.click(2, 2, button="right")
        seen.append(hand.facts - {"r4c4 blank"})
    assert seen == [{"r2c2 down-0"}, {"r2c2 down-?"}, set()]
    hand.click(4, 4, button="right")
    assert hand.facts == set()


def test_a_click_alone_writes_nothing(hand: Author) -> None:
    hand.edit(5, 5, "r2c2 down-1")
    hand.click(2, 2)
    hand.click(3, 3, 3)
    hand.click(3, 3, button="right")
    assert hand.facts == {"r2c2 down-1"}
    assert hand.do("board.history.canUndo") is False


@pytest.mark.parametrize("how", ["right", "tool"])
def test_a_drag_takes_clues_away(hand: Author, how: str) -> None:
    facts = ["r1c1 up-1", "r1c2 blank", "r1c3 4", "r2c3 left-1"]
    hand.edit(3, 3, *facts)
    if how == "tool":
        hand.do("board.setTool('erase')")
    hand.drag(mid(1, 1), mid(1, 3), steps=3, button="right" if how == "right" else "left")
    assert hand.facts == {"r2c3 left-1"}
    hand.do("board.undo()")  # one step
    assert hand.facts == set(facts)


def test_blocked_cells_are_painted_and_spare_clues(hand: Author) -> None:
    hand.edit(3, 5, "r1c3 up-1")
    hand.do("board.setTool('block')")
    hand.drag(mid(1, 1), mid(1, 5), steps=8)
    blocked = {f"r1c{col} blank" for col in (1, 2, 4, 5)}
    assert hand.facts == blocked | {"r1c3 up-1"}
    assert hand.count(".blank") == 4
    hand.drag(mid(1, 5), mid(1, 1), steps=8)
    assert hand.facts == {"r1c3 up-1"}


@pytest.mark.parametrize("how", ["alt", "tool"])
def test_a_clue_is_moved_and_changes_places(hand: Author, how: str) -> None:
    hand.edit(5, 5, "r1c1 right-2", "r3c3 blank")
    if how == "tool":
        hand.do("board.setTool('move')")
    else:
        hand.page.keyboard.down("Alt")
    hand.drag(mid(1, 1), mid(3, 3), mid(2, 4), steps=6)
    assert hand.facts == {"r2c4 right-2", "r3c3 blank"}  # what was only passed stays
    assert hand.do("KIT.cellText(board.cells.at)") == "r2c4"
    hand.drag(mid(2, 4), mid(3, 3), steps=3)
    assert hand.facts == {"r3c3 right-2", "r2c4 blank"}
    hand.page.keyboard.up("Alt")


# --- fingers ---------------------------------------------------------------------------------


def test_fingers_point_count_and_take_away(hand: Author) -> None:
    hand.edit(5, 5)
    stop_time(hand.page)
    hand.swipe(mid(2, 2), mid(2, 3), mid(2, 4))
    assert hand.facts == {"r2c2 right-0"}
    hand.swipe(mid(2, 2))
    hand.swipe(mid(2, 2))
    assert hand.facts == {"r2c2 right-1"}
    hand.swipe(mid(4, 4))
    hand.swipe(mid(2, 2))  # chooses it again
    assert hand.facts == {"r2c2 right-1"}
    hand.swipe(mid(2, 2), rest=450)
    assert hand.facts == {"r2c2 right-0"}
    hand.swipe(mid(2, 1), mid(2, 3), rest=450)
    assert hand.facts == set()


# --- keys ------------------------------------------------------------------------------------


def test_keys_set_every_form_of_a_clue(hand: Author) -> None:
    hand.edit()
    hand.focus()
    hand.keys("Shift+ArrowRight", "2")
    hand.keys("ArrowRight", "3", "Shift+ArrowDown", "Shift+ArrowLeft")
    hand.keys("ArrowRight", "Shift+ArrowUp", "?")
    hand.keys("ArrowRight", "x")
    hand.keys("ArrowRight", "-")
    hand.keys("ArrowDown", "7")
    assert hand.facts == {
        "r1c1 right-2", "r1c2 left-3", "r1c3 up-?", "r1c4 blank", "r1c5 ?", "r2c5 7",
    }  # fmt: skip
    hand.keys("Backspace", "ArrowUp", "Delete", "ArrowLeft", "b")
    assert hand.facts == {"r1c1 right-2", "r1c2 left-3", "r1c3 up-?"}


def test_digits_typed_quickly_make_one_number(hand: Author) -> None:
    hand.edit(3, 30)
    hand.focus()
    hand.keys("Shift+ArrowRight", "1", "2")
    assert hand.facts == {"r1c1 right-12"}
    hand.page.wait_for_timeout(1100)
    hand.keys("5")
    assert hand.facts == {"r1c1 right-5"}
    hand.keys("ArrowDown", "ArrowUp", "3")  # what was typed before is over
    assert hand.facts == {"r1c1 right-3"}
    hand.keys("Shift+ArrowDown", "4")
    assert hand.facts == {"r1c1 down-4"}


def test_keys_count_and_carry(hand: Author) -> None:
    hand.edit()
    hand.focus()
    hand.keys("Enter", "Shift+ArrowRight", "Enter", "Enter", "Shift+Enter")
    assert hand.facts == {"r1c1 right-1"}
    hand.keys("Alt+ArrowUp", "Alt+ArrowDown", "Alt+ArrowRight")
    assert hand.facts == {"r2c2 right-1"}
    assert hand.do("words()") == "row 2 column 2, clue 1 right"


def test_the_pad_tells_what_the_cell_holds(hand: Author) -> None:
    hand.edit(5, 5, "r1c1 up-3", "r1c2 blank", "r1c3 down-?")
    on = "author.pad(board.context()).flat().filter((key) => key.on).map((key) => key.action)"
    hand.focus()
    assert hand.do(on) == ["arrow-up", "digit-3"]
    hand.keys("ArrowRight")
    assert hand.do(on) == ["block"]
    hand.keys("ArrowRight")
    assert hand.do(on) == ["arrow-down", "open"]
    hand.keys("ArrowRight")
    assert hand.do(on) == []
    actions = hand.do("author.pad(board.context()).flat().map((key) => key.action)")
    assert set(actions) <= set(hand.do("Object.keys(author.keys)"))


def test_cells_are_described(hand: Author) -> None:
    hand.edit(5, 5, "r2c1 right-1", "r2c4 blank")
    hand.focus()
    assert hand.do("words()") == "row 1 column 1, empty"
    hand.keys("ArrowDown")
    assert hand.do("words()") == "row 2 column 1, clue 1 right"
    about = hand.page.locator("[role=gridcell][tabindex='0']").get_attribute("aria-description")
    assert about == "Looks along 4 cells; at most 2 of them can be shaded."
    hand.keys("Delete")
    assert hand.do("words()") == "row 2 column 1, empty"
    assert not hand.count("[role=gridcell][aria-description]")


# --- sheets ----------------------------------------------------------------------------------


def test_every_puzzle_opens_and_comes_back(hand: Author) -> None:
    puzzles = [data(document.puzzle) for document in ordinary_starters(KIND)]
    forms = {"cell": "r1c1"}, {"cell": "r1c2", "number": 3}, {"cell": "r2c1", "arrow": "up"}
    more = {"clues": [*forms, {"cell": "r2c2", "blank": True}], "outside": True, "boxed": True}
    puzzles.append({"rows": 2, "cols": 3, **more})
    back = hand.page.evaluate(
        """(puzzles) => puzzles.map((puzzle) => {
          const sheet = { rows: puzzle.rows, cols: puzzle.cols, ...author.open(puzzle, KIT) };
          return author.puzzle(sheet, KIT);
        })""",
        puzzles,
    )
    assert [found["puzzle"] for found in back] == puzzles
    assert back[-1]["undecided"] == ["r1c3", "r2c3"]
    assert all(found["solution"] is None for found in back)


@pytest.mark.parametrize("symmetry", [each for each in Symmetry if each is not Symmetry.IDENTITY])
def test_clues_turn_as_in_python(hand: Author, symmetry: Symmetry) -> None:
    puzzle = ordinary_starters(KIND)[0].puzzle
    assert isinstance(puzzle, model.Yajilin)
    rows, cols = puzzle.rows, puzzle.cols
    spots = {str(cell): str(symmetry.cell(cell, rows, cols)) for cell, _ in puzzle.clues}
    how = symmetry.name.lower().replace("_", "")
    sheet = hand.page.evaluate(TURNED, [data(puzzle), how, spots])
    size = dict(zip(("rows", "cols"), symmetry.size(rows, cols), strict=True))
    back = hand.page.evaluate("(sheet) => author.puzzle(sheet, KIT).puzzle", {**sheet, **size})
    assert back == data(puzzle.transform(symmetry))


def test_an_empty_sheet_is_a_puzzle_that_python_reads(hand: Author) -> None:
    found = hand.do("author.puzzle({ rows: 3, cols: 4, ...author.blank(3, 4) }, KIT)")
    text = json.dumps({"enpitsu": 1, "kind": KIND, "puzzle": found["puzzle"]})
    assert enpitsu.parse(text) == model.blank(3, 4)
    assert len(found["undecided"]) == 12


def test_settings_change_the_sheet(hand: Author) -> None:
    found = hand.do("""(() => {
      const sheet = { rows: 2, cols: 2, ...author.blank(2, 2) };
      const boxed = author.set(sheet, "boxed", true);
      return [author.settings(sheet), author.settings(boxed), author.puzzle(boxed, KIT).puzzle];
    })()""")
    assert [each["value"] for each in found[0]] == [False, False]
    assert found[1][0] == {"name": "boxed", "form": "flag", "value": True}
    assert found[2]["boxed"] is True
    assert "outside" not in found[2]
    hand.edit(2, 2, "r1c1 up-1", boxed=True)
    assert hand.count(".box") == 1


def test_what_may_be_asked_about_a_cell(hand: Author) -> None:
    hand.edit(3, 3, "r1c2 blank")
    asked = hand.do("author.claims({ row: 0, col: 0 }, board.context())")
    assert [each["fact"] for each in asked] == [
        "r1c1 shaded", "r1c1 not shaded", "r1c1-r2c1 line", "r1c1-r2c1 not line",
    ]  # fmt: skip
    assert asked[2]["text"] == "Line down"
    assert hand.do("author.claims({ row: 0, col: 1 }, board.context())") == []


# --- from nothing to a puzzle, on the page ----------------------------------------------------

EIGHT = [
    "r2c6 right-1", "r3c3 down-1", "r4c2 down-1", "r4c7 down-1",
    "r5c2 up-1", "r5c4 up-2", "r6c6 down-0", "r7c4 right-0",
]  # fmt: skip
"""The clues of a puzzle that Enpitsu made, with one solution."""
NEW = {"kind": KIND, "rows": 8, "cols": 8, "facts": [], "more": {}}
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def clues_of(facts: list[str]) -> Iterator[tuple[int, int, str, int]]:
    """Row, column, way and number of clues."""
    for fact in facts:
        row, col, way, number = re.fullmatch(r"r(\d+)c(\d+) (\w+)-(\d+)", fact).groups()  # type: ignore[union-attr]
        yield int(row), int(col), way, int(number)


def test_a_puzzle_is_made_by_mouse(page: Any, site: str) -> None:
    editor = Editor(page, site, NEW)
    stop_time(page)
    for row, col, way, number in clues_of(EIGHT):
        down, right = STEPS[way]
        editor.drag(mid(row, col), (row - 0.5 + 0.9 * down, col - 0.5 + 0.9 * right))
        for _ in range(number + 1 if number else 0):
            editor.drag(mid(row, col))
    assert editor.facts == EIGHT
    editor.proved()


def test_a_puzzle_is_made_by_keys(page: Any, site: str) -> None:
    editor = Editor(page, site, NEW)
    page.locator("[role=gridcell][tabindex='0']").focus()
    at = (1, 1)
    for row, col, way, number in clues_of(EIGHT):
        for _ in range(abs(row - at[0])):
            page.keyboard.press("ArrowDown" if row > at[0] else "ArrowUp")
        for _ in range(abs(col - at[1])):
            page.keyboard.press("ArrowRight" if col > at[1] else "ArrowLeft")
        at = (row, col)
        page.keyboard.press(f"Shift+Arrow{way.title()}")
        page.keyboard.press(str(number))
    assert editor.facts == EIGHT
    editor.proved()


def test_a_puzzle_is_made_by_finger_with_the_pad(phone: Any, site: str) -> None:
    editor = Editor(phone, site, NEW)
    for row, col, way, number in clues_of(EIGHT):
        phone.touchscreen.tap(*editor.at(*mid(row, col)))
        phone.locator(f"[data-key='arrow-{way}']").tap()
        phone.locator(f"[data-key='digit-{number}']").tap()
    assert editor.facts == EIGHT
    editor.proved()
