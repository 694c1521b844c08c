"""Satogaeri for authors in a real browser: countries drawn by mouse, finger, key and border,
circles, and what becomes of a sheet: the puzzle, turned, mirrored, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import enpitsu
from enpitsu.grid import Cell, Symmetry
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.model import Satogaeri, pack, unpack
from enpitsu.position import Position
from tests.browser.author import let_time_go_on, stop_time
from tests.browser.board import Hand, Spot, mid
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium

KIND = "satogaeri"
"""The kind of the boards here, for the fixture `hand`."""

OPEN_AUTHOR = """async ([rows, cols, facts]) => {
  await withAuthor();
  window.board?.remove();
  const sheet = { kind: "satogaeri", rows, cols, facts, more: {} };
  const box = document.querySelector("#box");
  window.board = new AuthorBoard(box, author, sheet, { text, facts });
  window.kit = KIT;
  window.sheet = () => ({ ...sheet, facts: board.facts() });
}"""


class Author(Hand):
    """Somebody who draws a puzzle."""

    def begin(self, rows: int, cols: int, *facts: str) -> None:
        """A sheet to draw on."""
        self.page.evaluate(OPEN_AUTHOR, [rows, cols, facts])

    def tool(self, name: str) -> None:
        self.do(f"board.setTool('{name}')")

    def over(self, *cells: tuple[int, int], **more: Any) -> None:
        """Drag over cells, counted from 1."""
        self.drag(*(mid(*cell) for cell in cells), **more)

    def click(self, row: int, col: int, button: str = "left") -> None:
        self.over((row, col), button=button)

    def go(self, row: int, col: int) -> None:
        """Bring the keys to a cell."""
        self.do(f"board.moveTo({{ row: {row - 1}, col: {col - 1} }})")

    @property
    def made(self) -> Any:
        """The puzzle of the sheet, what is free, and what the author has in mind."""
        return self.do("author.puzzle(sheet(), kit)")

    @property
    def puzzle(self) -> Satogaeri:
        """The puzzle as Python reads it."""
        return unpack(self.made["puzzle"])

    @property
    def lands(self) -> list[str]:
        """The countries' numbers row by row; "." is free."""
        rows = self.do(
            """Array.from({ length: board.size.rows }, (_, row) =>
            Array.from({ length: board.size.cols }, (__, col) => {
              const value = board.position.held(kit.cellText({ row, col })) ?? "";
              return /^c(\\d+)/.exec(value)?.[1] ?? ".";
            }))"""
        )
        return ["".join(row) for row in rows]

    def label(self, row: int, col: int) -> str:
        """What a screen reader says of a cell."""
        self.do("board.flush()")
        cells = self.page.locator(f"[aria-rowindex='{row}'] [aria-colindex='{col}']")
        found: str = cells.get_attribute("aria-label")
        return found


@pytest.fixture
def author(hand: Hand) -> Iterator[Author]:
    yield Author(hand.page)
    let_time_go_on(hand.page)


def land_facts(*rows: str) -> list[str]:
    """Facts of cells: a digit is a country, "." is free."""
    return [
        f"r{row}c{col} c{sign}"
        for row, line in enumerate(rows, 1)
        for col, sign in enumerate(line, 1)
        if sign != "."
    ]


# --- the mouse ---------------------------------------------------------------------------------


def test_drag_draws_a_country_and_borders_appear_at_once(author: Author) -> None:
    author.begin(3, 3)
    mouse = author.page.mouse
    mouse.move(*author.at(mid(1, 1)))
    mouse.down()
    mouse.move(*author.at(mid(1, 2)))
    assert author.count(".border") == 3
    mouse.move(*author.at(mid(2, 2)))
    assert author.page.locator(".bubble-text").text_content() == "3"
    mouse.up()
    assert author.lands == ["11.", ".1.", "..."]
    assert author.count(".border") == 5
    assert author.made["undecided"] == ["r1c3", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"]


def test_drag_from_free_cells_is_a_new_country_from_inside_makes_it_larger(author: Author) -> None:
    author.begin(2, 4)
    author.over((1, 1), (1, 2))
    author.over((2, 1), (2, 2))
    author.over((1, 2), (1, 3))
    assert author.lands == ["111.", "22.."]


def test_drag_takes_cells_of_others_and_what_is_cut_in_two_is_two(author: Author) -> None:
    author.begin(3, 5, *land_facts("11111", "22222", "....."))
    author.over((3, 3), (2, 3))
    assert author.lands == ["11111", "22344", "..3.."]
    assert author.puzzle.country_count == 6
    author.do("board.undo()")
    assert author.lands == ["11111", "22222", "....."]


def test_larger_part_keeps_its_number(author: Author) -> None:
    author.begin(2, 5, *land_facts("11111", "22222"))
    author.over((2, 2), (1, 2))
    assert author.lands == ["32111", "22222"]


def test_ctrl_begins_a_new_country_inside_another(author: Author) -> None:
    author.begin(2, 3, *land_facts("111", "111"))
    author.page.keyboard.down("Control")
    author.over((1, 1), (2, 1))
    author.page.keyboard.up("Control")
    assert author.lands == ["211", "211"]


def test_aslant_drag_stays_in_one_piece(author: Author) -> None:
    author.begin(4, 4)
    author.over((1, 1), (4, 4), steps=3)
    assert author.puzzle.country_count <= 3
    assert len({sign for row in author.lands for sign in row}) == 2


def test_drag_that_leaves_the_board_takes_no_far_cells(author: Author) -> None:
    author.begin(3, 3)
    author.drag(mid(1, 1), (-0.4, 0.5), (-0.4, 3.4), (2.5, 3.4), mid(3, 3))
    assert author.lands == ["1..", "...", "..."]


def test_other_button_and_shift_take_cells_out(author: Author) -> None:
    author.begin(2, 4, *land_facts("1.11", "1111"), "r1c2 c1o3")
    author.over((1, 2), (1, 3), button="right")
    assert author.lands == ["1..1", "1111"]
    assert "r1c2 o3" in author.facts
    author.page.keyboard.down("Shift")
    author.over((2, 2), (2, 3))
    author.page.keyboard.up("Shift")
    assert author.lands == ["1..2", "1..2"]


def test_double_click_gives_the_enclosed_rest_to_a_country(author: Author) -> None:
    author.begin(3, 4, *land_facts("..1.", "..1.", "111."))
    author.tool("country")
    author.click(2, 2)
    assert author.lands == ["..1.", ".21.", "111."]
    author.over((2, 2), (1, 2))
    assert author.lands == [".21.", ".21.", "111."]
    author.do("board.undo(); board.undo()")
    author.click(2, 2)
    author.click(2, 2)
    assert author.lands == ["221.", "221.", "111."]


def test_country_tool_draws_single_cells(author: Author) -> None:
    author.begin(1, 3)
    author.tool("country")
    author.click(1, 1)
    author.click(1, 2)
    assert author.lands == ["12."]
    author.click(1, 2, button="right")
    assert author.lands == ["1.."]


TINT = """(place) => {
  const { row, col } = kit.parseCell(place);
  const spot = `[x="${col * 40}"][y="${row * 40}"]`;
  return document.querySelector(`.board .country${spot}`).classList[1];
}"""


def tint(author: Author, place: str) -> str:
    """The tint that a cell has."""
    author.do("board.flush()")
    found: str = author.page.evaluate(TINT, place)
    return found


def test_countries_side_by_side_have_different_tints(author: Author) -> None:
    author.begin(2, 3, *land_facts("123", "456"))
    looks = {tint(author, f"r{row}c{col}") for row in (1, 2) for col in (1, 2, 3)}
    assert len(looks) == 6


def test_country_keeps_its_tint_unless_it_comes_beside_one_like_it(author: Author) -> None:
    author.begin(1, 20)
    author.tool("country")
    for col in range(1, 20):
        author.click(1, col)
    before = [tint(author, f"r1c{col}") for col in range(1, 20)]
    first = 2
    like = before.index(before[first], first + 1)
    author.over(*((1, col) for col in range(first + 1, like + 1)))
    after = [tint(author, f"r1c{col}") for col in range(1, 20)]
    assert len(set(after[first:like])) == 1
    assert after[first] not in {after[like], after[first - 1]}
    assert after[like:] == before[like:]
    assert after[:first] == before[:first]


# --- circles -----------------------------------------------------------------------------------


def test_click_puts_a_circle_and_counts_up(author: Author) -> None:
    author.begin(3, 3, "r1c1 c1")
    stop_time(author.page)
    author.click(1, 1)
    assert author.facts == {"r1c1 c1o?"}
    author.click(1, 1)
    author.click(1, 1)
    assert author.facts == {"r1c1 c1o1"}
    author.click(1, 1, button="right")
    author.click(1, 1, button="right")
    assert author.facts == {"r1c1 c1o?"}
    author.click(1, 1, button="right")
    assert author.facts == {"r1c1 c1"}


def test_first_click_on_a_circle_only_chooses_it(author: Author) -> None:
    author.begin(3, 3, "r1c1 o2", "r2c2 o1")
    stop_time(author.page)
    author.click(1, 1)
    assert author.facts == {"r1c1 o2", "r2c2 o1"}
    author.keys("7")
    author.click(2, 2)
    author.click(2, 2)
    assert author.facts == {"r1c1 o7", "r2c2 o2"}
    stop_time(author.page, 900)
    author.click(2, 2)
    assert author.facts == {"r1c1 o7", "r2c2 o2"}


def test_circle_tool_counts_at_once_and_round(author: Author) -> None:
    author.begin(2, 2, "r1c1 o1")
    author.tool("circle")
    author.click(1, 1)
    assert author.facts == set()
    author.click(1, 1, button="right")
    assert author.facts == {"r1c1 o1"}
    author.over((2, 1), (2, 2))
    assert author.facts == {"r1c1 o1"}


def test_number_larger_than_the_board_counts_down_to_the_largest(author: Author) -> None:
    author.begin(2, 2, "r1c1 o40", "r2c2 o40")
    author.tool("circle")
    author.click(1, 1, button="right")
    author.click(2, 2)
    assert author.facts == {"r1c1 o1"}


def test_two_digits_typed_quickly_are_one_number(author: Author) -> None:
    author.begin(2, 2)
    author.go(1, 1)
    author.keys("1", "2", "3")
    assert author.facts == {"r1c1 o3"}
    author.go(1, 2)
    author.keys("1", "0")
    assert author.facts == {"r1c1 o3", "r1c2 o10"}
    author.keys("o")
    assert author.facts == {"r1c1 o3", "r1c2 o?"}


def test_erase_tool_takes_circles_or_countries(author: Author) -> None:
    author.begin(1, 3, "r1c1 c1o1", "r1c2 c1o?", "r1c3 c1")
    author.tool("erase")
    author.over((1, 1), (1, 2), (1, 3))
    assert author.facts == {"r1c1 c1", "r1c2 c1", "r1c3 c1"}
    author.over((1, 1), (1, 2))
    assert author.facts == {"r1c3 c1"}


# --- fingers -----------------------------------------------------------------------------------


def test_finger_draws_countries_and_taps_circles(author: Author) -> None:
    author.begin(3, 3)
    author.swipe(mid(1, 1), mid(1, 2), mid(2, 2))
    assert author.lands == ["11.", ".1.", "..."]
    author.swipe(mid(3, 3))
    assert "r3c3 o?" in author.facts


def test_finger_that_rests_takes_cells_out(author: Author) -> None:
    author.begin(2, 2, *land_facts("11", "11"))
    author.swipe(mid(1, 1), mid(1, 2), rest=500)
    assert author.lands == ["..", "11"]


def test_second_finger_takes_the_stroke_back(author: Author) -> None:
    author.begin(2, 2)
    author.touch("Start", mid(1, 1))
    author.touch("Move", mid(1, 2))
    author.touch("Start", mid(1, 2), mid(2, 2))
    author.touch("End")
    assert author.facts == set()


def test_two_taps_fill_the_rest(author: Author) -> None:
    author.begin(2, 3, *land_facts("1..", "1.."))
    author.tool("country")
    author.swipe(mid(1, 2))
    author.swipe(mid(1, 2))
    assert author.lands == ["122", "122"]


# --- keys --------------------------------------------------------------------------------------


def test_keys_draw_countries(author: Author) -> None:
    author.begin(3, 3)
    author.focus()
    author.keys("Enter", "Shift+ArrowRight", "Shift+ArrowDown")
    assert author.lands == ["11.", ".1.", "..."]
    author.keys("ArrowLeft", "Enter", "Shift+ArrowDown")
    assert author.lands == ["11.", "21.", "2.."]
    author.keys("ArrowUp", "ArrowUp", "n")
    assert author.lands == ["31.", "21.", "2.."]
    author.keys("ArrowRight", "ArrowRight", "f")
    assert author.lands == ["314", "214", "244"]


def test_growth_stops_at_the_rim(author: Author) -> None:
    author.begin(1, 2)
    author.focus()
    author.keys("Shift+ArrowUp", "Shift+ArrowRight", "Shift+ArrowRight")
    assert author.lands == ["11"]


def test_delete_takes_the_circle_then_the_country(author: Author) -> None:
    author.begin(1, 2, "r1c1 c1o3", "r1c2 c1")
    author.focus()
    author.keys("Delete")
    assert author.facts == {"r1c1 c1", "r1c2 c1"}
    author.keys("Backspace", "Space")
    assert author.facts == {"r1c1 o?", "r1c2 c1"}
    author.keys("Space", "?")
    assert author.facts == {"r1c1 o?", "r1c2 c1"}


def test_cells_in_words(author: Author) -> None:
    author.begin(1, 3, "r1c1 c3o5", "r1c2 c3")
    assert author.label(1, 1) == "row 1 column 1, country 3, circle 5"
    assert author.label(1, 3).endswith("no country yet")
    author.go(1, 3)
    author.keys("o")
    assert author.label(1, 3).endswith("no country yet, circle without number")
    clue = "author.clueText('r1c1', board.context())"
    assert author.do(clue) == "circle 5"


def test_pad_has_keys_that_the_board_knows(author: Author) -> None:
    author.begin(2, 2, "r1c1 c1o3")
    rows = author.do("author.pad(board.context())")
    known = set(author.do("Object.keys(author.keys)"))
    assert {key["action"] for row in rows for key in row} <= known
    assert [key["text"] for row in rows for key in row if key.get("on")] == ["3"]
    assert all(
        key["label"] and not key["label"].startswith("satogaeri.") for row in rows for key in row
    )


# --- borders -----------------------------------------------------------------------------------


def border(author: Author, *corners: Spot, **more: Any) -> None:
    """Drag along the lines of the grid, from corner to corner."""
    author.tool("border")
    author.drag(*corners, **more)


def test_borders_that_close_an_area_make_a_country(author: Author) -> None:
    author.begin(4, 4)
    border(author, (0, 2), (2, 2))
    assert author.facts == {"r1c2-r1c3 border", "r2c2-r2c3 border"}
    assert author.made["undecided"] != []
    assert author.count(".border.is-loose") == 2
    border(author, (2, 2), (2, 0))
    assert author.lands == ["11..", "11..", "....", "...."]
    assert author.count(".border.is-loose") == 0
    assert author.count(".border") == 4


def test_click_on_an_edge_sets_and_takes_a_border(author: Author) -> None:
    author.begin(1, 4)
    author.tool("border")
    author.drag((0.5, 1.05))
    assert author.lands == ["1..."]
    author.drag((0.5, 2.9))
    assert author.lands == ["1..2"]
    author.drag((0.5, 1.1))
    assert author.lands == ["...2"]
    author.drag((0.5, 0.5))
    assert author.lands == ["...2"]


def test_border_through_a_country_makes_two_and_its_opening_one(author: Author) -> None:
    author.begin(2, 4, *land_facts("1111", "1111"))
    border(author, (0, 1), (2, 1))
    assert author.lands == ["2111", "2111"]
    author.drag((0.5, 1.0))
    assert author.lands == ["1111", "1111"]
    assert author.facts >= {"r2c1-r2c2 border"}
    assert author.puzzle.country_count == 1
    assert [str(each) for each in author.puzzle.strays] == ["r2c1-r2c2"]


def test_opened_country_joins_the_free_cells(author: Author) -> None:
    author.begin(2, 3, *land_facts("1..", "1.."))
    author.tool("border")
    author.drag((0.5, 1.0))
    assert author.lands == ["...", "..."]
    assert author.facts == {"r2c1-r2c2 border"}
    border(author, (0, 1), (2, 1), button="right")
    assert author.facts == set()


def test_pen_forgets_loose_borders_that_it_crosses(author: Author) -> None:
    author.begin(1, 3, "r1c1-r1c2 border")
    author.over((1, 1), (1, 2))
    assert author.facts == {"r1c1 c1", "r1c2 c1"}


# --- sheets and puzzles ------------------------------------------------------------------------


def own_puzzles() -> list[Satogaeri]:
    """Enpitsu's own."""
    found = [document.puzzle for document in ordinary_starters()]
    return [puzzle for puzzle in found if isinstance(puzzle, Satogaeri)]


ROUND_TRIP = """([puzzles, hows]) => puzzles.map((puzzle) => {
  const sheet = { kind: "satogaeri", ...puzzle, ...author.open(puzzle, kit) };
  return author.puzzle(sheet, kit);
})"""


def test_every_starter_puzzle_comes_back_as_it_was(author: Author) -> None:
    author.begin(1, 1)
    puzzles = own_puzzles()
    assert len(puzzles) > 10
    back = author.page.evaluate(ROUND_TRIP, [[pack(each) for each in puzzles], []])
    for puzzle, made in zip(puzzles, back, strict=True):
        assert made["puzzle"] == json.loads(json.dumps(pack(puzzle)))
        assert made["undecided"] == []
        assert made["solution"] is None


def test_loose_borders_and_large_numbers_come_back(author: Author) -> None:
    author.begin(1, 1)
    puzzle = {
        "rows": 2,
        "cols": 2,
        "countries": [[0, 0], [0, 0]],
        "circles": [{"cell": "r1c2", "number": 123456}, {"cell": "r2c1"}],
        "strays": ["r1c1-r1c2"],
    }
    (made,) = author.page.evaluate(ROUND_TRIP, [[puzzle], []])
    assert made["puzzle"] == puzzle


def test_blank_sheet_is_one_free_area(author: Author) -> None:
    author.begin(2, 2)
    assert author.do("author.blank(2, 2)") == {"facts": [], "more": {}}
    made = author.made
    assert made["puzzle"] == {"rows": 2, "cols": 2, "countries": [[0, 0], [0, 0]], "circles": []}
    assert sorted(made["undecided"]) == ["r1c1", "r1c2", "r2c1", "r2c2"]


def test_free_areas_count_as_countries_for_now(author: Author) -> None:
    author.begin(1, 3, "r1c2 c7o0")
    made = author.made
    assert made["puzzle"]["countries"] == [[0, 1, 2]]
    assert made["undecided"] == ["r1c1", "r1c3"]


def test_broken_values_are_nothing(author: Author) -> None:
    author.begin(1, 3, "r1c1 x", "r1c2 c", "r1c3 o-4")
    assert author.made["puzzle"] == {"rows": 1, "cols": 3, "countries": [[0, 0, 0]], "circles": []}


def reopened(author: Author, change: str = "", more: str = "") -> set[str]:
    """The sheet of its own puzzle, changed in Python's stead."""
    return set(
        author.do(
            f"""(() => {{ const {{ puzzle }} = author.puzzle(sheet(), kit); {change};
            return author.open(puzzle, kit, {{ sheet: sheet(), {more} }}).facts; }})()"""
        )
    )


def test_puzzle_of_a_known_sheet_keeps_numbers_and_free_areas(author: Author) -> None:
    facts = {*land_facts("775..", "775..", "...33"), "r1c4 o2", "r1c4-r1c5 border"}
    author.begin(3, 5, *facts)
    before = author.facts
    assert reopened(author) == before
    assert "r1c4 o?" in reopened(author, "delete puzzle.circles[0].number")
    moved = reopened(author, "puzzle.countries[0][2] = 0")
    assert {"r1c3 c7", "r2c3 c5", "r3c5 c3", "r1c4 o2"} <= moved
    assert not any(fact.startswith(("r1c5 ", "r3c1 ")) for fact in moved)


def test_filled_areas_are_countries(author: Author) -> None:
    author.begin(2, 3, *land_facts("4..", "4.."))
    halved = "puzzle.countries = [[0, 1, 1], [0, 2, 2]]"
    assert reopened(author, halved) == set(land_facts("411", "422"))
    assert reopened(author, "", "isFilled: true") == set(land_facts("411", "411"))


TURNED = """async ([puzzle, how]) => {
  const { turned } = await import("/static/js/author/sheet.js");
  const sheet = { kind: "satogaeri", ...puzzle, ...author.open(puzzle, kit) };
  return author.puzzle(turned(sheet, how, author), kit).puzzle;
}"""

TURNS = (
    "rotate90",
    "rotate180",
    "rotate270",
    "mirror",
    "flip",
    "transpose",
    "antitranspose",
)


@pytest.mark.parametrize("how", TURNS)
def test_turned_sheet_is_the_turned_puzzle(author: Author, how: str) -> None:
    author.begin(1, 1)
    puzzle = next(each for each in own_puzzles() if each.rows != each.cols)
    turned = author.page.evaluate(TURNED, [pack(puzzle), how])
    wanted = puzzle.transform(turn_named(how))
    assert unpack(turned) == wanted


def turn_named(how: str) -> Symmetry:
    """Python's name of a turn, found by where it brings a cell."""
    rows, cols, cell = 4, 6, Cell(1, 2)
    places = {
        "rotate90": (2, 2),
        "rotate180": (2, 3),
        "rotate270": (3, 1),
        "mirror": (1, 3),
        "flip": (2, 2),
        "transpose": (2, 1),
        "antitranspose": (3, 2),
    }
    swaps = how in {"rotate90", "rotate270", "transpose", "antitranspose"}
    size = (cols, rows) if swaps else (rows, cols)
    (found,) = (
        each
        for each in Symmetry
        if each.cell(cell, rows, cols) == places[how] and each.size(rows, cols) == size
    )
    return found


# --- the symmetry helper -----------------------------------------------------------------------

MIRROR = """(how) => {
  const [down, right] = [board.size.rows - 1, board.size.cols - 1];
  const turn = {
    mirror: ({ row, col }) => ({ row, col: right - col }),
    flip: ({ row, col }) => ({ row: down - row, col }),
    rotate180: ({ row, col }) => ({ row: down - row, col: right - col }),
  };
  const maps = how.map((name) => ({ how: name, of: turn[name] }));
  const partners = (context, changed) => author.symmetric(context, changed, maps);
  board.kind = { ...author, helpers: { partners } };
  board.setHelper("partners", true);
}"""


def mirror(author: Author, *hows: str) -> None:
    """Turn the symmetry helper on."""
    author.page.evaluate(MIRROR, hows)


def test_partner_countries_are_countries_of_their_own(author: Author) -> None:
    author.begin(3, 6)
    mirror(author, "rotate180")
    author.over((1, 1), (1, 2))
    assert author.lands == ["11....", "......", "....22"]
    author.over((1, 2), (2, 2))
    assert author.lands == ["11....", ".1..2.", "....22"]
    author.over((2, 1), (3, 1))
    assert author.lands == ["11...4", "31..24", "3...22"]
    author.do("board.undo()")
    assert author.lands == ["11....", ".1..2.", "....22"]


def test_country_over_the_axis_is_its_own_partner(author: Author) -> None:
    author.begin(2, 5)
    mirror(author, "mirror")
    author.over((1, 2), (1, 3), (1, 4))
    assert author.lands == [".111.", "....."]
    author.over((1, 2), (2, 2))
    assert author.lands == [".111.", ".1.1."]


def test_two_axes_make_four(author: Author) -> None:
    author.begin(4, 4)
    mirror(author, "mirror", "flip", "rotate180")
    author.over((1, 1), (1, 2))
    lands = author.lands
    assert author.puzzle.country_count == 5
    assert lands[0][0] == lands[0][1]
    assert lands[3][2] == lands[3][3]
    assert len({lands[0][0], lands[0][3], lands[3][0], lands[3][3]}) == 4
    author.over((1, 1), (2, 1))
    assert author.puzzle.country_count == 5


def test_partners_of_circles_leave_countries_alone(author: Author) -> None:
    author.begin(1, 4, *land_facts("1222"))
    mirror(author, "mirror")
    author.click(1, 1)
    author.keys("3")
    assert author.facts == {"r1c1 c1o3", "r1c2 c2", "r1c3 c2", "r1c4 c2o3"}
    author.keys("Delete")
    assert author.facts == {"r1c1 c1", "r1c2 c2", "r1c3 c2", "r1c4 c2"}


def test_partners_of_what_is_taken_out_and_of_borders(author: Author) -> None:
    author.begin(2, 4, *land_facts("1122", "1122"))
    mirror(author, "mirror")
    author.over((1, 1), (2, 1), button="right")
    assert author.lands == [".12.", ".12."]
    author.begin(2, 4)
    mirror(author, "mirror")
    border(author, (0, 1), (2, 1))
    lands = author.lands
    assert author.puzzle.country_count == 3
    assert lands[0][1:3] == ".."


# --- questions ---------------------------------------------------------------------------------


def test_what_may_be_asked_is_understood_by_the_kind(author: Author) -> None:
    author.begin(2, 2, "r1c1 c1o?", "r2c2 c1o1", "r1c2 c1o0")
    claims = author.do(
        """["r1c1", "r1c2", "r2c1", "r2c2"].flatMap((cell) =>
        author.claims(kit.parseCell(cell), board.context()))"""
    )
    texts = [each["text"] for each in claims]
    assert len(claims) == 3 + 1 + 2 + 2
    assert texts[0] == "The circle stays here"
    assert not any(text.startswith("satogaeri.") for text in texts)
    board = SatogaeriBoard(author.puzzle)
    for each in claims:
        board.place(Position.parse(each["fact"]))


def drawn(author: Author, puzzle: Satogaeri) -> None:
    """Draw a whole puzzle by hand: countries in drags over their cells, then circles."""
    author.begin(puzzle.rows, puzzle.cols)
    author.tool("country")
    for cells in puzzle.country_cells:
        for path in strokes(cells):
            author.over(*((cell.row + 1, cell.col + 1) for cell in path))
    for cell, number in puzzle.circles:
        author.go(cell.row + 1, cell.col + 1)
        author.keys(*("o" if number is None else str(number)))


def strokes(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Drags that draw a country: each begins in a cell that is drawn already."""
    found = [[cells[0]]]
    reached = [cells[0]]
    for cell in reached:
        for other in cells:
            is_next = abs(cell.row - other.row) + abs(cell.col - other.col) == 1
            if is_next and other not in reached:
                reached.append(other)
                found.append([cell, other])
    return found


def test_whole_puzzle_drawn_by_hand_is_unique(author: Author) -> None:
    puzzle = next(each for each in own_puzzles() if each.rows * each.cols <= 49)
    drawn(author, puzzle)
    assert author.made["undecided"] == []
    assert author.puzzle == puzzle
    assert enpitsu.solve(author.puzzle).status.name == "UNIQUE"


# --- the editor's page -------------------------------------------------------------------------

FRAME = """() => {
  const { x, y, width, height } = document.querySelector(".board .frame").getBoundingClientRect();
  return [x, y, width, height];
}"""


STUDIED = """() => {
  const verdict = document.querySelector(".verdict");
  return verdict && verdict.dataset.status !== "checking";
}"""


class OnThePage(Hand):
    """Somebody at the editor's page."""

    def begin(self, rows: int, cols: int) -> None:
        """An empty draft, opened."""
        self.size = rows, cols
        sheet = {"kind": KIND, "rows": rows, "cols": cols, "facts": [], "more": {}}
        meta = {"title": "", "author": "", "note": ""}
        content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": meta, "past": []}
        asked = self.page.request
        assert asked.get("/api/v1/me").ok
        draft = asked.post("/api/v1/drafts", data={"content": content}).json()
        self.page.goto(f"/edit/{draft['id']}")
        self.page.wait_for_selector(".board .frame")
        self.page.wait_for_function(STUDIED)
        self.frame = self.page.evaluate(FRAME)

    def at(self, spot: Spot) -> Spot:
        x, y, width, height = self.frame
        return x + width * spot[1] / self.size[1], y + height * spot[0] / self.size[0]


def walk(cells: Sequence[Cell]) -> list[Spot]:
    """A way over all cells of a country, back where it has to be."""
    rest, way = set(cells), []

    def go(cell: Cell) -> None:
        rest.discard(cell)
        way.append(mid(cell.row + 1, cell.col + 1))
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = Cell(cell.row + down, cell.col + right)
            if near in rest:
                go(near)
                if rest:
                    way.append(mid(cell.row + 1, cell.col + 1))

    go(cells[0])
    return way


def own_puzzle(rows: int, cols: int) -> Satogaeri:
    """One of Enpitsu's own of a size, without countries of a single cell."""
    return next(
        puzzle
        for puzzle in own_puzzles()
        if (puzzle.rows, puzzle.cols) == (rows, cols) and min(map(len, puzzle.country_cells)) > 1
    )


UNIQUE = "() => document.querySelector('.verdict[data-status=unique]')"


def test_unique_puzzle_from_nothing_by_mouse(page: Any) -> None:
    puzzle = own_puzzle(10, 10)
    somebody = OnThePage(page)
    somebody.begin(10, 10)
    for cells in puzzle.country_cells:
        somebody.drag(*walk(cells))
    for cell, number in puzzle.circles:
        somebody.drag(mid(cell.row + 1, cell.col + 1))
        somebody.keys(*("" if number is None else str(number)))
    page.wait_for_function(UNIQUE)


def test_unique_puzzle_from_nothing_on_the_phone(phone: Any) -> None:
    puzzle = min(own_puzzles(), key=lambda each: each.rows * each.cols)
    somebody = OnThePage(phone)
    somebody.begin(puzzle.rows, puzzle.cols)
    phone.locator("[data-tool=country]").tap()
    for cells in puzzle.country_cells:
        somebody.swipe(*walk(cells))
    phone.locator("[data-tool=auto]").tap()
    for cell, number in puzzle.circles:
        somebody.swipe(mid(cell.row + 1, cell.col + 1))
        for digit in "" if number is None else str(number):
            phone.locator(f"[data-key=digit-{digit}]").tap()
    phone.wait_for_function(UNIQUE)
