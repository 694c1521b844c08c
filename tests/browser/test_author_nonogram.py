"""Painting and typing Nonograms in a real browser, by mouse, finger and keys; their sheets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Symmetry
from enpitsu.kinds.nonogram import model
from enpitsu.solve import solve
from tests.browser.author import Editor
from tests.browser.board import Hand, Spot, data, mid
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium

KIND = "nonogram"
"""The kind of the boards here, for the fixture `hand`."""

RED, BLUE, GREEN = "#ff0000", "#2040e0", "#10a010"
LOAD = """async () => {
  await withAuthor();
  window.notices = [];
  window.edit = (sheet) => {
    if (window.board) author.leave(board.context());
    window.board?.remove();
    window.sheet = sheet;
    const { facts } = sheet;
    window.board = new AuthorBoard(document.querySelector("#box"), author, sheet, { text, facts });
    const { memory } = board;
    // As the editor does: another shape, another board.
    board.addEventListener("stroke", () => {
      const next = { ...sheet, facts: board.facts() };
      if (author.shape(next) === author.shape(sheet)) return;
      edit(next);
      author.rebuilt(board.context(), memory);
    });
    board.addEventListener("notice", ({ detail }) => notices.push(detail.text));
  };
  window.now = () => ({ ...sheet, facts: board.facts() });
  window.clue = (axis, at) =>
    author.beside(axis, at - 1, board.context()).map(({ text }) => text).join(" ");
}"""
TURN = """async ([sheet, how, spots]) => {
  const { SYMMETRIES } = await import("/static/js/author/sheet.js");
  return sheet.facts.map((fact) => {
    const [slot, value] = fact.split(" ");
    return `${spots[slot]} ${author.turned(value, SYMMETRIES[how], slot)}`;
  });
}"""
MORE = {"mode": "picture", "palette": ["#000000"], "background": "#ffffff"}


class Author(Hand):
    """Somebody who makes a Nonogram."""

    def edit(self, rows: int = 5, cols: int = 5, *facts: str, **more: Any) -> None:
        """Put a sheet on the page."""
        sheet = {"rows": rows, "cols": cols, "facts": list(facts), "more": MORE | more}
        self.page.evaluate("(sheet) => { notices.length = 0; edit(sheet); }", sheet)

    def clue(self, axis: str, at: int) -> str:
        """The numbers beside a line, counted from 1."""
        found: str = self.do(f"clue('{axis}', {at})")
        return found

    def beside(self, axis: str, at: int) -> Spot:
        """A spot in the band of a line, counted from 1."""
        return (at - 0.5, -0.6) if axis == "row" else (-0.6, at - 0.5)

    def type(self, text: str) -> None:
        """Type into the open line."""
        self.page.keyboard.type(text)

    @property
    def typing(self) -> str | None:
        """The name of the line that is being typed."""
        found: str | None = self.do("board.host.querySelector('input')?.getAttribute('aria-label')")
        return found

    @property
    def note(self) -> str:
        """What is said about the text."""
        found: str = self.do("board.host.querySelector('input').nextElementSibling.textContent")
        return found


@pytest.fixture(scope="module")
def author_page(board_page: Any) -> Any:
    """The window with the author's module."""
    board_page.evaluate(LOAD)
    return board_page


@pytest.fixture
def hand(author_page: Any) -> Iterator[Author]:
    """Somebody at the sheet."""
    yield Author(author_page)
    assert not author_page.errors, author_page.errors


def cells(row: int, cols: Sequence[int], value: str = "shaded") -> set[str]:
    """Facts of cells in a row."""
    return {f"r{row}c{col} {value}" for col in cols}


# --- painting --------------------------------------------------------------------------------


def test_a_drag_draws_freehand_and_the_clues_follow(hand: Author) -> None:
    hand.edit()
    hand.drag(mid(2, 1), mid(2, 3), mid(3, 3), steps=6)
    assert hand.facts == cells(2, (1, 2, 3)) | cells(3, (3,))
    hand.drag(mid(3, 3))
    hand.page.keyboard.down("Alt")
    hand.drag(mid(4, 1), mid(4, 2), mid(5, 2), steps=6)  # kept to the row
    hand.page.keyboard.up("Alt")
    assert hand.facts == cells(2, (1, 2, 3)) | cells(4, (1, 2))
    hand.drag(mid(4, 1), mid(4, 2), steps=2)
    assert hand.facts == cells(2, (1, 2, 3))
    hand.drag(mid(2, 5))
    assert hand.clue("row", 2) == "3 1"
    assert [hand.clue("col", at) for at in range(1, 6)] == ["1", "1", "1", "0", "1"]
    assert hand.clue("row", 1) == "0"
    hand.do("board.flush()")
    shown = hand.page.locator(".layer-left text").all_text_contents()
    assert sorted(shown) == sorted("031000")
    hand.drag(mid(2, 5))  # the first cell decides: takes it away
    assert hand.clue("row", 2) == "3"


def test_lines_and_rectangles_are_drawn(hand: Author) -> None:
    hand.edit()
    hand.do("board.act('shape-line')")
    hand.drag(mid(1, 1), mid(1, 4), mid(3, 3), steps=3)  # the last place counts
    assert hand.facts == {"r1c1 shaded", "r2c2 shaded", "r3c3 shaded"}
    hand.do("board.undo()")  # one step
    assert hand.facts == set()
    hand.do("board.act('shape-frame')")
    hand.drag(mid(3, 4), mid(1, 2), steps=3)
    assert hand.facts == cells(1, (2, 3, 4)) | cells(2, (2, 4)) | cells(3, (2, 3, 4))
    hand.do("board.act('shape-box')")
    hand.drag(mid(2, 3), mid(4, 5), steps=3)
    assert hand.clue("row", 4) == "3"
    hand.drag(mid(1, 1), mid(5, 5), button="right", steps=3)
    assert hand.facts == set()


def test_a_part_is_moved_copied_pasted_and_shifted(hand: Author) -> None:
    hand.edit(5, 5, "r1c1 shaded", "r2c2 shaded", "r5c5 shaded")
    hand.do("board.act('shape-part')")
    hand.drag(mid(1, 1), mid(2, 2), steps=2)
    hand.do("board.flush()")
    assert hand.page.locator(".board .chosen-part").count() == 1
    hand.drag(mid(1, 1), mid(5, 1), mid(1, 3), steps=3)
    assert hand.facts == {"r1c3 shaded", "r2c4 shaded", "r5c5 shaded"}
    hand.keys("Control+c")
    hand.drag(mid(4, 1), mid(5, 1), steps=2)
    hand.keys("Control+v")
    assert hand.facts == {"r1c3 shaded", "r2c4 shaded", "r5c5 shaded", "r4c1 shaded", "r5c2 shaded"}
    hand.keys("Alt+ArrowRight", "Alt+ArrowDown")  # round the rim of the part
    assert {"r5c2 shaded", "r4c1 shaded"} <= hand.facts
    hand.keys("Control+x")
    assert hand.facts == {"r1c3 shaded", "r2c4 shaded", "r5c5 shaded"}
    hand.do("board.act('shape-free')")
    hand.keys("Alt+ArrowDown")
    assert hand.facts == {"r2c3 shaded", "r3c4 shaded", "r1c5 shaded"}


def test_clues_follow_while_the_pointer_is_down(hand: Author) -> None:
    hand.edit()
    mouse = hand.page.mouse
    mouse.move(*hand.at(mid(1, 1)))
    mouse.down()
    mouse.move(*hand.at(mid(1, 4)), steps=4)
    hand.do("board.flush()")
    assert hand.clue("row", 1) == "4"
    mouse.up()
    hand.do("board.undo()")
    assert hand.clue("row", 1) == "0"


def test_the_right_button_and_the_eraser_erase(hand: Author) -> None:
    hand.edit(3, 3, *cells(1, (1, 2, 3)))
    hand.drag(mid(1, 1), mid(1, 2), button="right", steps=3)
    assert hand.facts == cells(1, (3,))
    hand.do("board.setTool('erase')")
    hand.drag(mid(1, 3))
    assert hand.facts == set()
    hand.drag(mid(2, 2), button="right")
    assert hand.facts == set()


def test_fingers_paint_and_erase(hand: Author) -> None:
    hand.edit()
    hand.swipe(mid(1, 1), mid(1, 2), mid(1, 4))
    assert hand.facts == cells(1, (1, 2, 3, 4))
    hand.swipe(mid(1, 4))
    assert hand.facts == cells(1, (1, 2, 3))
    hand.swipe(mid(1, 1), mid(1, 2), rest=450)
    assert hand.facts == cells(1, (3,))


def test_keys_paint(hand: Author) -> None:
    hand.edit()
    hand.focus()
    hand.keys("Space", "Control+ArrowRight", "ArrowDown", "Space", "Control+Shift+ArrowUp")
    assert hand.facts == cells(1, (1,))
    hand.keys("Home", "Backspace", "f")
    assert len(hand.facts) == 25
    hand.keys("f")
    assert hand.facts == set()


def test_an_area_is_filled(hand: Author) -> None:
    wall = {f"r{row}c3 shaded" for row in range(1, 6)}
    hand.edit(5, 5, *wall)
    hand.do("board.setTool('flood')")
    hand.drag(mid(1, 1))
    assert hand.facts == wall | {f"r{row}c{col} shaded" for row in range(1, 6) for col in (1, 2)}
    hand.do("board.undo()")
    assert hand.facts == wall


def test_colours_are_painted_picked_and_chosen_by_digits(hand: Author) -> None:
    hand.edit(palette=[RED, BLUE])
    assert hand.do("board.tools") == ["red", "blue", "flood", "erase"]
    hand.drag(mid(1, 1), mid(1, 2), steps=3)
    hand.do("board.setTool('blue')")
    hand.drag(mid(1, 3), mid(1, 4), steps=3)
    assert hand.facts == cells(1, (1, 2), "red") | cells(1, (3, 4), "blue")
    told = hand.do("author.beside('row', 0, board.context())")
    assert [(run["text"], run["sign"]) for run in told] == [("2", "r"), ("2", "b")]
    hand.page.keyboard.down("Control")
    hand.drag(mid(1, 1))
    hand.page.keyboard.up("Control")
    assert hand.do("board.tool") == "red"
    hand.keys("2")
    assert hand.do("board.tool") == "blue"
    assert hand.do("author.toolText('red', board.model, text)") == "Red"


# --- typing ----------------------------------------------------------------------------------


def test_clues_are_typed_line_after_line(hand: Author) -> None:
    hand.edit(3, 3, mode="runs")
    hand.drag(hand.beside("row", 1))
    assert hand.typing == "Runs of row 1"
    hand.type("1 1")
    assert hand.note == "Takes 3 of 3 cells."
    hand.keys("Enter")
    assert hand.typing == "Runs of row 2"
    hand.type("0")
    hand.keys("Tab")
    hand.type("?")
    hand.keys("Enter")
    assert hand.typing == "Runs of column 1"
    hand.keys("Shift+Tab", "Escape")
    assert hand.typing is None
    assert hand.facts == {"row1 1.1", "row2 0", "row3 ?"}
    hand.drag(hand.beside("col", 3))
    assert hand.typing == "Runs of column 3"
    hand.type("2")
    hand.keys("Enter")  # after the last line
    assert hand.typing is None
    assert "col3 2" in hand.facts
    hand.do("board.undo()")
    assert "col3 2" not in hand.facts


@pytest.mark.parametrize(
    ("text", "value"),
    [("3 1 2", "3.1.2"), ("3.1,2", "3.1.2"), (" ３　１ ", "3.1"), ("? 2", "?.2"), ("9 9", "9.9")],
)
def test_what_may_be_typed(hand: Author, text: str, value: str) -> None:
    hand.edit(5, 10, mode="runs")
    hand.focus()
    hand.keys("Enter")
    hand.page.keyboard.insert_text(text)
    hand.keys("Enter")
    assert hand.facts == {f"row1 {value}"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 x", "“x” is no run: write its length or ?."),
        ("3r", "“3r” has a letter that no colour has."),
        ("2 0", "A run cannot be 0 long."),
        ("1 1 1 1 1 1", "6 runs do not fit into 5 cells."),
        ("-2", "“-2” is no run: write its length or ?."),
    ],
)
def test_what_is_wrong_is_said_and_not_written(hand: Author, text: str, said: str) -> None:
    hand.edit(mode="runs")
    hand.focus()
    hand.keys("Enter")
    hand.type(text)
    assert hand.note == said
    hand.keys("Enter")
    assert hand.typing == "Runs of row 1"  # stays
    assert hand.facts == set()
    hand.drag(mid(3, 3))  # leaving it tells once more
    assert hand.typing is None
    assert hand.do("notices") == [said]


def test_too_long_is_said_but_may_be_written(hand: Author) -> None:
    hand.edit(mode="runs")
    hand.focus()
    hand.keys("Enter")
    hand.type("3 3")
    assert hand.note == "Takes 7 cells, but there are only 5."
    hand.keys("Enter")
    assert hand.facts == {"row1 3.3"}


def test_leaving_writes_and_esc_does_not(hand: Author) -> None:
    hand.edit(mode="runs")
    hand.drag(hand.beside("row", 2))
    hand.type("4")
    hand.drag(hand.beside("col", 1))
    assert hand.facts == {"row2 4"}
    hand.type("2")
    hand.drag(mid(4, 4))
    assert hand.facts == {"row2 4", "col1 2"}
    hand.drag(hand.beside("row", 2))
    hand.type("5")
    hand.keys("Escape")
    assert hand.facts == {"row2 4", "col1 2"}
    assert hand.do("document.activeElement.getAttribute('role')") == "gridcell"
    hand.drag(hand.beside("row", 2))
    hand.keys("Delete", "Enter")  # an empty text takes the clue away
    assert hand.facts == {"col1 2"}


def test_digits_begin_the_row_of_the_focus(hand: Author) -> None:
    hand.edit(mode="runs")
    hand.focus()
    hand.keys("ArrowDown", "3")
    hand.type(" 1")
    hand.keys("Enter")
    assert hand.facts == {"row2 3.1"}
    assert hand.typing == "Runs of row 3"


def test_the_pad_types_though_it_takes_the_focus(hand: Author) -> None:
    hand.edit(mode="runs")
    hand.focus()
    for action in ("digit-1", "gap", "digit-2", "clear", "digit-3"):
        hand.do(f"board.act('{action}')")
        hand.do("document.activeElement.blur()")
    assert hand.facts == {"row1 1.3"}
    hand.do("board.act('digit-1')")
    hand.do("board.act('row')")
    assert hand.typing == "Runs of row 2"
    assert hand.facts == {"row1 1.31"}
    actions = hand.do("author.pad(board.context()).flat().map((key) => key.action)")
    assert set(actions) <= set(hand.do("Object.keys(author.keys)"))


def test_runs_have_colours_by_letter_or_by_the_chosen_one(hand: Author) -> None:
    hand.edit(5, 9, mode="runs", palette=[RED, BLUE])
    hand.do("board.setTool('blue')")
    hand.focus()
    hand.keys("Enter")
    hand.type("3r b2 1")
    assert hand.note == "Takes 7 of 9 cells."
    hand.keys("Enter")
    assert hand.facts == {"row1 3.2/2.1/2"}
    hand.keys("Shift+Enter")
    assert hand.do("board.host.querySelector('input').value") == "3r 2b 1b"


def test_the_pad_goes_on_in_another_colour(hand: Author) -> None:
    hand.edit(5, 9, mode="runs", palette=[RED, BLUE])
    hand.focus()
    for act in ("act('digit-3')", "act('gap')", "setTool('blue')", "act('digit-2')"):
        hand.do(f"board.{act}")
        hand.do("document.activeElement.blur()")
    assert hand.facts == {"row1 3.2/2"}


def test_typing_on_a_picture_makes_clues_of_it_in_one_step(hand: Author) -> None:
    picture = cells(1, (1, 2)) | cells(2, (2,))
    hand.edit(2, 3, *picture)
    hand.drag(hand.beside("row", 2))
    hand.keys("Enter")  # nothing typed: still a picture
    assert hand.facts == picture
    hand.keys("Escape")
    hand.drag(hand.beside("row", 2))
    hand.type("3")
    hand.keys("Enter")
    assert hand.facts == {"row1 2", "row2 3", "col1 1", "col2 2", "col3 0"}
    assert hand.typing == "Runs of column 1"  # goes on, on a new board
    assert hand.do("notices")[0].startswith("The clues are typed now")
    assert hand.do("author.settings(now())[0].value") == "runs"


def test_a_picture_keeps_clues_whose_lengths_are_not_told(hand: Author) -> None:
    picture = cells(1, (1, 2, 4)) | cells(2, (1,))
    hand.edit(3, 4, *picture)
    hand.drag(hand.beside("row", 1))
    hand.type("2 ?")
    hand.keys("Enter", "Escape")
    assert hand.clue("row", 1) == "2 ?"
    assert hand.facts == picture | {"row1 =2.?"}
    assert not hand.do("notices")
    hand.drag(hand.beside("row", 1))
    hand.type("2 1")
    hand.keys("Enter", "Escape")
    assert hand.facts == picture, "told again"


def test_typing_on_a_blank_picture_leaves_other_lines_open(hand: Author) -> None:
    hand.edit(2, 2)
    hand.drag(hand.beside("col", 1))
    hand.type("2")
    hand.keys("Escape")
    hand.drag(hand.beside("col", 1))
    hand.type("2")
    hand.keys("Enter")
    assert hand.facts == {"col1 2"}
    made = hand.do("author.puzzle(now(), KIT)")
    assert made["undecided"] == ["row1", "row2", "col2"]
    assert hand.do("author.unfinished(['row1'], (id, { count }) => `${id} ${count}`)") == (
        "nonogram.author.lines-open 1"
    )
    assert hand.do("author.unfinished([], text)") == ""


def test_the_margin_grows_and_typing_goes_on(hand: Author) -> None:
    hand.edit(4, 20, mode="runs")
    before = hand.do("board.model.lists.left")
    hand.drag(hand.beside("row", 1))
    hand.type("1 1 1 1 1 1 1 1 1 1")
    hand.keys("Enter")
    assert hand.do("board.model.lists.left") > before
    assert hand.typing == "Runs of row 2"
    wide = hand.do("board.model.lists.left")
    hand.type("1 1 1 1 1 1 1 1 1 1 1 1 1 1")
    hand.drag(hand.beside("col", 3))  # by the mouse too
    assert hand.do("board.model.lists.left") > wide
    assert hand.typing == "Runs of column 3"
    assert hand.do("board.host.querySelectorAll('input').length") == 1
    hand.keys("Escape")
    boxes = [box.bounding_box() for box in hand.page.locator(".layer-left text").all()]
    assert min(box["x"] for box in boxes) >= 0


def test_cells_and_lines_are_told(hand: Author) -> None:
    hand.edit(2, 3, *cells(1, (1, 3)))
    hand.focus()
    hand.keys("ArrowRight", "ArrowLeft")
    cell = hand.page.locator("[role=gridcell][tabindex='0']")
    assert cell.get_attribute("aria-label") == "row 1 column 1, shaded"
    assert cell.get_attribute("aria-description") == "Row 1: 1, 1. Column 1: 1."
    hand.edit(2, 3, "row1 1.1", mode="runs")
    assert hand.do("author.clueText('row1', board.context())") == "Row 1: 1, 1."
    assert hand.do("author.clueText('col2', board.context())") == "Column 2: no clue yet."


# --- sheets ----------------------------------------------------------------------------------


def opened(hand: Author, puzzles: list[Any]) -> list[Any]:
    """Sheets of puzzles."""
    found: list[Any] = hand.page.evaluate(
        "(puzzles) => puzzles.map((puzzle) => author.open(puzzle, KIT))", puzzles
    )
    return found


def made(hand: Author, sheets: list[Any]) -> list[Any]:
    """What the module makes of sheets."""
    found: list[Any] = hand.page.evaluate(
        "(sheets) => sheets.map((sheet) => author.puzzle(sheet, KIT))", sheets
    )
    return found


def test_every_puzzle_opens_and_comes_back(hand: Author) -> None:
    puzzles = [data(document.puzzle) for document in ordinary_starters(KIND)]
    clues = {"row_clues": [[["?", 1], [2, 2]], []], "col_clues": [[], [[1, 2]], [["?", 2]]]}
    puzzles.append({**clues, "colours": [RED, BLUE], "background": "#ffffcc"})
    puzzles.append({"row_clues": [[1]], "col_clues": [["?"]], "colours": [RED]})
    back = made(hand, opened(hand, puzzles))
    assert [found["puzzle"] for found in back] == puzzles
    assert all(found["undecided"] == [] and found["solution"] is None for found in back)


def test_a_picture_gives_the_clues_of_its_puzzle(hand: Author) -> None:
    for document in ordinary_starters(KIND)[::5]:
        puzzle = document.puzzle
        facts = sorted(str(fact) for fact in solve(puzzle).solutions[0].position)
        sheet = hand.page.evaluate(
            "([puzzle, facts]) => author.openSolution(puzzle, facts, KIT)", [data(puzzle), facts]
        )
        (found,) = made(hand, [sheet])
        assert found["puzzle"] == data(puzzle)
        assert found["solution"] == facts
        kept = hand.page.evaluate(
            "([puzzle, sheet, solution]) => author.open(puzzle, KIT, { sheet, solution })",
            [data(puzzle), sheet, facts],
        )
        assert kept == sheet


@pytest.mark.parametrize("symmetry", [each for each in Symmetry if each is not Symmetry.IDENTITY])
def test_lines_turn_as_in_python(hand: Author, symmetry: Symmetry) -> None:
    puzzles: list[Any] = [document.puzzle for document in ordinary_starters(KIND)]
    puzzle: model.Nonogram = next(puzzle for puzzle in puzzles if puzzle.is_coloured)
    (sheet,) = opened(hand, [data(puzzle)])
    is_swapped, is_rows, is_cols = symmetry.value
    spots = {}
    for axis, count, flip in (("row", puzzle.rows, is_rows), ("col", puzzle.cols, is_cols)):
        flip = {"row": is_cols, "col": is_rows}[axis] if is_swapped else flip
        there = {"row": "col", "col": "row"}[axis] if is_swapped else axis
        for at in range(count):
            spots[f"{axis}{at + 1}"] = f"{there}{count - at if flip else at + 1}"
    how = symmetry.name.lower().replace("_", "")
    rows, cols = symmetry.size(puzzle.rows, puzzle.cols)
    facts = hand.page.evaluate(TURN, [sheet, how, spots])
    (found,) = made(hand, [{**sheet, "rows": rows, "cols": cols, "facts": facts}])
    assert found["puzzle"] == data(puzzle.transform(symmetry))


def test_a_blank_sheet_is_a_puzzle_that_python_reads(hand: Author) -> None:
    found = hand.do("author.puzzle({ rows: 3, cols: 4, ...author.blank(3, 4) }, KIT)")
    text = json.dumps({"enpitsu": 1, "kind": KIND, "puzzle": found["puzzle"]})
    assert enpitsu.parse(text) == model.blank(3, 4)
    assert found["undecided"] == []


def changed(hand: Author, sheet: Any, *how: Any) -> Any:
    """A sheet after a setting was changed."""
    return hand.page.evaluate("([sheet, ...how]) => author.set(sheet, ...how)", [sheet, *how])


def sheet_of(rows: int, cols: int, facts: set[str], **more: Any) -> Any:
    """A sheet."""
    return {"rows": rows, "cols": cols, "facts": sorted(facts), "more": MORE | more}


def test_the_mode_is_changed_both_ways(hand: Author) -> None:
    picture = sheet_of(2, 2, cells(1, (1, 2)))
    runs = changed(hand, picture, "mode", "runs")
    assert runs["facts"] == ["row1 2", "row2 0", "col1 1", "col2 1"]
    known = ["r1c1 shaded", "r1c2 shaded", "r2c1 not shaded"]
    back = changed(hand, runs, "mode", "picture", known)
    assert back == picture
    assert changed(hand, runs, "mode", "picture")["facts"] == []
    assert changed(hand, sheet_of(2, 2, set()), "mode", "runs")["facts"] == []


def test_colours_are_added_changed_and_removed(hand: Author) -> None:
    one = sheet_of(1, 4, cells(1, (1, 2)))
    two = changed(hand, one, "palette", ["#000000", RED])
    assert set(two["facts"]) == cells(1, (1, 2), "black")
    other = changed(hand, two, "palette", [BLUE, RED])
    assert set(other["facts"]) == cells(1, (1, 2), "blue")
    mixed = other | {"facts": sorted({*other["facts"], "r1c4 red"})}
    assert changed(hand, mixed, "palette", [RED])["facts"] == ["r1c4 shaded"]
    assert set(changed(hand, mixed, "palette", [BLUE])["facts"]) == cells(1, (1, 2))
    runs = sheet_of(1, 9, {"row1 1.2/2.3/3"}, palette=[RED, BLUE, GREEN])
    assert changed(hand, runs, "palette", [RED, GREEN])["facts"] == ["row1 1.3/2"]
    assert changed(hand, one, "background", [BLUE])["more"]["background"] == BLUE


def test_what_may_be_asked_about_a_cell(hand: Author) -> None:
    hand.edit(2, 2)
    asked = hand.do("author.claims({ row: 0, col: 1 }, board.context())")
    assert [each["fact"] for each in asked] == ["r1c2 shaded", "r1c2 not shaded"]
    assert [each["text"] for each in asked] == ["Shaded", "Not shaded"]
    hand.edit(2, 2, palette=[RED, BLUE])
    asked = hand.do("author.claims({ row: 0, col: 1 }, board.context())")
    assert [each["text"] for each in asked] == ["Red", "Not Red", "Blue", "Not Blue"]


# --- from nothing to a puzzle, on the page ----------------------------------------------------

HEART = [".#.#.", "#####", "#####", ".###.", "..#.."]
LINES = ["1 1", "5", "5", "3", "1", "2", "4", "4", "4", "2"]
"""The clues of its rows and columns."""


def new(mode: str, rows: int = 5, cols: int = 5) -> dict[str, Any]:
    """A sheet with nothing on it."""
    return {"kind": KIND, "rows": rows, "cols": cols, "facts": [], "more": MORE | {"mode": mode}}


def test_a_puzzle_is_painted(page: Any, site: str) -> None:
    editor = Editor(page, site, new("picture"))
    for row, line in enumerate(HEART, 1):
        for run in re.finditer("#+", line):
            editor.drag(mid(row, run.start() + 1), mid(row, run.end()))
    assert len(editor.facts) == sum(line.count("#") for line in HEART)
    puzzle = editor.proved()
    assert [" ".join(map(str, clue)) for _, clue in puzzle.clues] == LINES


def test_a_puzzle_is_typed(page: Any, site: str) -> None:
    editor = Editor(page, site, new("runs"))
    editor.drag((0.5, -0.6))
    for line in LINES:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    puzzle = editor.proved()
    assert [" ".join(map(str, clue)) for _, clue in puzzle.clues] == LINES
    page.get_by_label("Made by").select_option("picture")
    page.wait_for_function("() => editor.sheet.facts.length === 16")  # the solution is the picture


def test_a_puzzle_is_typed_by_finger_with_the_pad(phone: Any, site: str) -> None:
    editor = Editor(phone, site, new("runs"))
    names = {" ": "gap"} | {str(digit): f"digit-{digit}" for digit in range(10)}
    phone.touchscreen.tap(*editor.at(0.5, 0.5))
    for line in LINES:
        for sign in line:
            phone.locator(f"[data-key='{names[sign]}']").tap()
        phone.locator("[data-key='row']").tap()
    puzzle = editor.proved()
    assert [" ".join(map(str, clue)) for _, clue in puzzle.clues] == LINES
    assert phone.locator(".edit-board input").count() == 0


def test_typing_goes_on_when_the_board_is_built_anew(page: Any, site: str) -> None:
    editor = Editor(page, site, new("runs", 3, 20))
    editor.drag((0.5, -0.6))
    page.keyboard.type("1 1 1 1 1 1 1 1 1 1")
    page.keyboard.press("Enter")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    assert editor.facts == ["row1 1.1.1.1.1.1.1.1.1.1", "row2 20"]
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert editor.facts == []


def test_a_picture_becomes_clues_and_undo_brings_it_back(page: Any, site: str) -> None:
    editor = Editor(page, site, new("picture"))
    editor.drag(mid(1, 1), mid(1, 3))
    editor.drag((0.5, -0.6))
    page.keyboard.type("1 1")
    page.keyboard.press("Enter")
    assert "row1 1.1" in editor.facts
    assert len(editor.facts) == 10
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    assert editor.facts == sorted(cells(1, (1, 2, 3)))
