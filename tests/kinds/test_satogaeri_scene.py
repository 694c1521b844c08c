"""How Satogaeri looks: countries, circles and their tracks, marks, in pictures and in text."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from io import BytesIO
from itertools import pairwise
from typing import TypeVar
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from enpitsu.check import check
from enpitsu.colour import contrast
from enpitsu.grid import Cell, Direction, Edge, Symmetry, cells, edge, parse_slot
from enpitsu.kinds.satogaeri.board import HOME, LINE, SatogaeriBoard
from enpitsu.kinds.satogaeri.draw_scene import scene
from enpitsu.kinds.satogaeri.model import Satogaeri, blank, from_borders
from enpitsu.kinds.satogaeri.travels import travels
from enpitsu.position import Fact, Position
from enpitsu.render import FORMATS, marks_of, render, scene_of
from enpitsu.render.palette import LIGHT, PALETTES, PRINT
from enpitsu.render.plain_text import to_text
from enpitsu.render.png import to_png
from enpitsu.render.svg import to_svg
from enpitsu.render.theme import STYLES
from enpitsu.scene import Circle, Label, Marks, Path, Place, Polygon, Rect, Scene, Strokes
from tests.cases import each_case

ANSI = re.compile(r"\x1b\[[\d;]*m")

MANY = settings(max_examples=150, deadline=None)

Shaped = TypeVar("Shaped", Rect, Strokes, Circle, Label, Polygon, Path)


def puzzle(*rows: str, circles: str = "", strays: str = "") -> Satogaeri:
    """A puzzle from its countries as letters, "r1c1=3 r2c2" for circles, edges for strays."""
    found = []
    for part in circles.split():
        where, _, number = part.partition("=")
        cell = parse_slot(where)
        assert isinstance(cell, Cell)
        found.append((cell, int(number) if number else None))
    edges = frozenset(slot for slot in map(parse_slot, strays.split()) if isinstance(slot, Edge))
    labels = tuple(map(ord, "".join(rows)))
    return Satogaeri(len(rows), len(rows[0]), labels, tuple(found), edges)


def slots(text: str) -> frozenset[Cell | Edge]:
    return frozenset(map(parse_slot, text.split()))


def lines(*tracks: str) -> str:
    """Facts of lines through cells: "r1c1 r1c2 r1c3"."""
    steps = [step for track in tracks for step in pairwise(track.split())]
    return ", ".join(f"{a}-{b} line" for a, b in steps)


def drawn(what: Satogaeri, position: str = "", marks: Marks | None = None) -> Scene:
    return scene_of(what, Position.parse(position), marks or Marks())


def text(what: Satogaeri, position: str = "", marks: Marks | None = None) -> list[str]:
    return to_text(drawn(what, position, marks)).splitlines()


def styles(shown: Scene) -> Counter[str]:
    return Counter(shape.style for shape in shown.shapes)


def shapes(shown: Scene, sort: type[Shaped], style: str) -> list[Shaped]:
    return [each for each in shown.shapes if isinstance(each, sort) and each.style == style]


def centres(shown: Scene, style: str) -> set[tuple[float, float]]:
    """The cells round whose middles circles of a style stand."""
    found = shapes(shown, Circle, style)
    return {(each.row - 0.5, each.col - 0.5) for each in found}


def strokes(shown: Scene, style: str) -> list[tuple[tuple[float, float], ...]]:
    return [line for each in shapes(shown, Strokes, style) for line in each.lines]


# Four countries; the 2 goes right, the 1 goes up, the circles without number stay.
SMALL = puzzle("aabb", "acbb", "cccd", circles="r1c1=2 r2c1 r3c2=1 r3c4")
SOLVED = lines("r1c1 r1c2 r1c3", "r3c2 r2c2")
LEFT_OVER = "r1c1-r1c2 line, r1c2-r1c3 line"


# --- text ----------------------------------------------------------------------------------------


def test_text_of_a_puzzle() -> None:
    assert text(SMALL) == [
        "┌───────┬───────┐",
        "│ 2     │       │",
        "│   ┌───┤   ·   │",
        "│ ○ │   │       │",
        "├───┘   └───┬───┤",
        "│     1     │ ○ │",
        "└───────────┴───┘",
    ]


def test_text_of_moved_circles() -> None:
    assert text(SMALL, SOLVED) == [
        "┌───────┬───────┐",
        "│ ∘━━━━━┿►2     │",
        "│   ┌───┤   ·   │",
        "│ ○ │ 1 │       │",
        "├───┘ ▲ └───┬───┤",
        "│     ∘     │ ○ │",
        "└───────────┴───┘",
    ]


def test_text_of_every_direction() -> None:
    board = puzzle("aabb", "cddb", "ceeb", "fgge", circles="r2c2 r2c3 r3c2=2 r3c3=1 r1c4=2 r4c1=3")
    moves = lines("r2c2 r1c2", "r2c3 r2c4", "r3c2 r3c1", "r3c3 r4c3", "r4c1 r4c2")
    assert text(board, moves) == [
        "┌───────┬───────┐",
        "│     ○ │     2 │",
        "├───┬─▲─┴───┐   │",
        "│   │ ∘   ∘━┿►○ │",
        "│   ├───────┤   │",
        "│ 2◄┿━∘   ∘ │   │",
        "├───┼─────▼─┼───┤",
        "│ ∘━┿►3   1 │   │",
        "└───┴───────┴───┘",
    ]


def test_text_of_marks_that_a_player_makes() -> None:
    facts = "r3c4 home, r1c3 home, r2c3 not home, r1c1 not home, r1c2-r1c3 not line"
    assert text(SMALL, f"{facts}, r1c1-r2c1 not line, r2c2-r2c3 not line, r2c2-r3c2 not line") == [
        "┌───────┬───────┐",
        "│ 2•    × ⌂     │",
        "│ × ┌───┤   ·   │",
        "│ ○ │   × •     │",
        "├───┘ × └───┬───┤",
        "│     1     │ ● │",
        "└───────────┴───┘",
    ]


def test_text_of_marks_beside_circles_that_have_moved() -> None:
    board = puzzle("aaaaa", circles="r1c1")
    line = lines("r1c1 r1c2 r1c3")
    assert text(board, f"{line}, r1c3 home")[1] == "│ ∘━━━━━━►●         │"
    assert text(board, f"{line}, r1c3 not home")[1] == "│ ∘━━━━━━►○•        │"
    # A circle that has left a cell does not end there: nothing to be said again.
    assert text(board, f"{line}, r1c1 not home, r1c2 not home") == text(board, line)
    # These are mistakes, and shown.
    assert text(board, f"{line}, r1c1 home, r1c2 home")[1] == "│ ∘⌂━━⌂━━►○         │"


def test_text_of_lines_that_are_no_tracks() -> None:
    board = puzzle("aaaa", "bbbb", "cccc", circles="r1c1=3 r2c2 r3c4=9")
    bent = lines("r1c1 r1c2 r1c3 r2c3", "r3c1 r3c2", "r2c2 r2c1")
    assert text(board, bent) == [
        "┌───────────────┐",
        "│ 3━━━━━━━┓     │",
        "├─────────╂─────┤",
        "│ ○◄━━∘   ╹     │",
        "├───────────────┤",
        "│ ╺━━━╸       9 │",
        "└───────────────┘",
    ]
    crossed = lines("r1c3 r2c3 r3c3", "r2c2 r2c3 r2c4", "r1c1 r1c2")
    assert text(board, crossed) == [
        "┌───────────────┐",
        "│ ∘━━►3   ╻     │",
        "├─────────╂─────┤",
        "│     ○━━━╋━━━╸ │",
        "├─────────╂─────┤",
        "│         ╹   9 │",
        "└───────────────┘",
    ]
    joined = lines("r1c1 r2c1 r2c2", "r3c4 r3c3 r3c2 r2c2")
    assert text(board, joined) == [
        "┌───────────────┐",
        "│ 3             │",
        "├─╂─────────────┤",
        "│ ┗━━━○         │",
        "├─────╂─────────┤",
        "│     ┗━━━━━━━9 │",
        "└───────────────┘",
    ]


def test_text_of_stray_borders() -> None:
    board = puzzle("aaab", "aaab", "aaab", strays="r1c1-r2c1 r1c2-r2c2 r2c2-r2c3")
    assert text(board) == [
        "┌───────────┬───┐",
        "│           │   │",
        "│╌╌╌╌╌╌╌·   │   │",
        "│       ╎   │   │",
        "│   ·   ·   │   │",
        "│           │   │",
        "└───────────┴───┘",
    ]


def test_text_of_a_track_over_a_stray_border_is_a_plain_line() -> None:
    board = puzzle("aaa", "aaa", circles="r1c1", strays="r1c1-r1c2")
    assert text(board, lines("r1c1 r1c2 r1c3"))[1] == "│ ∘━━━━━━►○ │"


def test_text_widens_for_long_numbers() -> None:
    board = puzzle("aab", "ccb", circles="r1c1=12 r1c3=345 r2c1=6789 r2c3=12345")
    assert text(board) == [
        "┌─────────┬────┐",
        "│ 12      │345 │",
        "├─────────┤    │",
        "│6789     │123…│",
        "└─────────┴────┘",
    ]
    assert text(puzzle("ab", circles="r1c1=12"), lines("r1c1 r1c2"))[1] == "│ ∘━┿►12│"
    assert text(puzzle("ab", circles="r1c2=123"), lines("r1c1 r1c2"))[1] == "│123◄┿━∘  │"


def test_text_signs_of_marks() -> None:
    marks = Marks(
        errors=slots("r1c1 r3c4 r2c2-r2c3"),
        hints=slots("r2c1 r2c2-r3c2"),
        because=slots("r3c3 r1c2-r1c3"),
    )
    assert text(SMALL, SOLVED, marks) == [
        "┌───────┬───────┐",
        "│ ∘!━━━━+►2     │",
        "│   ┌───┤   ·   │",
        "│ ○*│ 1 !       │",
        "├───┘ ▲*└───┬───┤",
        "│     ∘    +│ ○!│",
        "└───────────┴───┘",
    ]
    # Without a line the sign of an edge stands in its middle.
    assert text(SMALL, "", marks)[4] == "├───┘ * └───┬───┤"


def test_text_makes_room_for_a_sign_beside_everything_else() -> None:
    board = puzzle("ab", circles="r1c2=123")
    marks = Marks.of_errors([Cell(0, 0)])
    assert text(board, f"{lines('r1c1 r1c2')}, r1c1 not home", marks)[1] == "│123•◄!┿━━∘   │"


def test_text_colours_change_nothing_else() -> None:
    marks = Marks(slots("r1c1 r2c2-r2c3"), slots("r2c1"), slots("r3c3"))
    shown = drawn(SMALL, f"{SOLVED}, r3c4 home", marks)
    coloured = to_text(shown, colour=True)
    assert "\x1b[1;31m ∘!" in coloured
    assert "\x1b[2;36m" in coloured  # other tracks fade beside errors
    assert ANSI.sub("", coloured) == to_text(shown)


# --- countries -----------------------------------------------------------------------------------


def test_borders_are_as_few_strokes_as_possible() -> None:
    assert set(strokes(drawn(SMALL), "border")) == {
        ((0, 2), (2, 2)),  # down beside a and c
        ((1, 1), (2, 1)),
        ((2, 3), (3, 3)),
        ((1, 1), (1, 2)),
        ((2, 0), (2, 1)),
        ((2, 2), (2, 4)),
    }
    cross = puzzle("ab", "cd")
    assert set(strokes(drawn(cross), "border")) == {((0, 1), (2, 1)), ((1, 0), (1, 2))}


def test_borders_are_bold_strays_dashed_and_the_grid_thin() -> None:
    border, stray, grid = (STYLES[name] for name in ("border", "stray", "grid"))
    assert border.width > stray.width > grid.width
    assert (bool(stray.dash), bool(border.dash)) == (True, False)
    assert border.round  # two strokes make a whole corner
    assert STYLES["frame"].width == border.width


def test_strays_are_drawn_apart() -> None:
    board = puzzle("aab", "aab", strays="r1c1-r1c2 r1c2-r1c3")
    assert strokes(drawn(board), "stray") == [((0, 1), (1, 1))]
    assert strokes(drawn(board), "border") == [((0, 2), (2, 2))]
    assert styles(drawn(puzzle("aab")))["stray"] == 0


def length(line: tuple[tuple[float, float], ...]) -> float:
    (r1, c1), (r2, c2) = line
    return abs(r1 - r2) + abs(c1 - c2)


def sides(line: tuple[tuple[float, float], ...]) -> set[Edge]:
    """The pairs of cells that a stroke along their sides separates."""
    (row, col), (last_row, last_col) = ((int(row), int(col)) for row, col in line)
    if row == last_row:
        return {Edge(Cell(row - 1, at), Cell(row, at)) for at in range(col, last_col)}
    return {Edge(Cell(at, col - 1), Cell(at, col)) for at in range(row, last_row)}


@MANY
@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_strokes_cover_every_border_once(rows: int, cols: int, rng: random.Random) -> None:
    walls = [Edge(a, b) for a in cells(rows, cols) for b in _after(a, rows, cols)]
    board = from_borders(rows, cols, [each for each in walls if rng.random() < 0.5], ())
    shown = drawn(board)
    expected = {"stray": set(board.strays), "border": board.borders() - board.strays}
    for style, walled in expected.items():
        found = strokes(shown, style)
        assert sum(map(length, found)) == len(walled)
        assert set().union(*map(sides, found)) == walled
        # No stroke goes on in its own direction where another one ends.
        ends = [(point, line[0][0] == line[1][0]) for line in found for point in line]
        assert len(set(ends)) == len(ends)


def _after(cell: Cell, rows: int, cols: int) -> list[Cell]:
    right, below = Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col)
    return [each for each in (right, below) if each.row < rows and each.col < cols]


# --- circles and tracks --------------------------------------------------------------------------


def test_circles_stand_at_their_start() -> None:
    shown = drawn(SMALL)
    assert centres(shown, "circle") == {(0, 0), (1, 0), (2, 1), (2, 3)}
    assert [(each.row, each.col, each.text) for each in shapes(shown, Label, "clue")] == [
        (0.5, 0.5, "2"),
        (2.5, 1.5, "1"),
    ]
    assert styles(shown).keys() == {"paper", "grid", "border", "frame", "circle", "clue"}


def test_circles_travel_to_the_end_of_their_track_and_leave_a_ghost() -> None:
    shown = drawn(SMALL, SOLVED)
    assert centres(shown, "circle") == {(0, 2), (1, 0), (1, 1), (2, 3)}
    assert centres(shown, "ghost") == {(0, 0), (2, 1)}
    assert {(each.row, each.col) for each in shapes(shown, Label, "clue")} == {
        (0.5, 2.5),
        (1.5, 1.5),
    }


@each_case("way", Direction)
@each_case("marks", [Marks(), Marks.of_errors(cells(5, 5))])
def test_a_track_ends_in_an_arrow_head_that_points_at_the_circle(
    way: Direction, marks: Marks
) -> None:
    board = Satogaeri(5, 5, (0,) * 25, ((Cell(2, 2), None),))
    end = way.step(way.step(Cell(2, 2)))
    facts = Position.of(
        [Fact(edge(a, way.step(a)), LINE) for a in (Cell(2, 2), way.step(Cell(2, 2)))]
    )
    shown = scene_of(board, facts, marks)
    (circle,) = (each for each in shown.shapes if isinstance(each, Circle) and each.radius > 0.3)
    (head,) = (each for each in shown.shapes if isinstance(each, Polygon))
    (line,) = strokes(shown, "track-error" if marks.errors else "track")
    assert (circle.row, circle.col) == (end.row + 0.5, end.col + 0.5)
    tip, *wings = head.points
    down, right = way.value

    def along(point: tuple[float, float]) -> float:
        """How far behind the circle's middle a point is."""
        return (circle.row - point[0]) * down + (circle.col - point[1]) * right

    assert circle.radius < along(tip) < circle.radius + 0.06
    assert all(along(tip) + 0.15 < along(wing) < 0.75 for wing in wings)
    # The line stops at the head's broad end: its own blunt end would hide the tip.
    assert max(map(along, line)) == 2
    assert min(map(along, line)) == pytest.approx(along(wings[0]))


def test_a_track_of_one_step_still_shows_its_line() -> None:
    shown = drawn(puzzle("ab", circles="r1c1"), lines("r1c1 r1c2"))
    (ghost,), ((_, end),) = shapes(shown, Circle, "ghost"), strokes(shown, "track")
    assert end[1] > ghost.col + ghost.radius + 0.1


@each_case(
    ("name", "facts"),
    [
        ("bent", lines("r2c2 r2c3 r1c3")),
        ("crossing", lines("r2c2 r2c3 r2c4", "r1c3 r2c3 r3c3")),
        ("touched from the side", lines("r2c2 r2c3 r2c4", "r1c3 r2c3")),
        ("both ways", lines("r2c1 r2c2 r2c3")),
        ("two tracks", lines("r2c2 r2c3", "r2c2 r3c2")),
        ("to another circle", lines("r2c2 r3c2 r4c2")),
        ("through another circle", lines("r2c2 r3c2 r4c2 r5c2")),
        ("ends where a line without circle ends", lines("r2c2 r2c3", "r2c3 r3c3")),
        ("a loop", lines("r2c2 r2c3 r3c3 r3c2 r2c2")),
    ],
)
def test_a_circle_without_a_proper_track_waits_at_its_start(name: str, facts: str) -> None:
    board = puzzle("abcde", "abcde", "abcde", "abcde", "abcde", circles="r2c2=3 r4c2")
    shown = drawn(board, facts)
    assert (1, 1) in centres(shown, "circle"), name
    assert styles(shown)["ghost"] == styles(shown)["arrow"] == 0
    # Every line is there all the same.
    assert sum(map(length, strokes(shown, "track"))) == facts.count("line")
    assert len(shown.links) == facts.count("line")


def test_a_straight_line_without_a_circle_is_one_stroke_without_a_head() -> None:
    shown = drawn(SMALL, lines("r2c2 r2c3 r2c4"))
    assert strokes(shown, "track") == [((1.5, 1.5), (1.5, 3.5))]
    assert styles(shown)["arrow"] == 0


@each_case(
    ("number", "written"),
    [
        (0, "0"),
        (9, "9"),
        (12, "12"),
        (345, "345"),
        (9999, "9999"),
        (10000, "100…"),
        (10**20, "100…"),
    ],
)
@each_case("marks", [Marks(), Marks.of_errors([Cell(0, 0)])])
def test_numbers_fit_into_their_circle(number: int, written: str, marks: Marks) -> None:
    shown = drawn(Satogaeri(1, 1, (0,), ((Cell(0, 0), number),)), "", marks)
    (label,) = (each for each in shown.shapes if isinstance(each, Label))
    (circle,) = (each for each in shown.shapes if isinstance(each, Circle))
    assert label.text == written
    # A bold digit is up to 0.7 of the font size wide.
    assert len(written) * label.size * 0.7 / 2 < circle.radius


@MANY
@given(st.data())
def test_circles_never_share_a_cell(data: st.DataObject) -> None:
    board = any_board(data.draw)
    stands = [each.stand for each in travels(board)]
    assert len(set(stands)) == len(stands)


# --- what is settled -----------------------------------------------------------------------------


def test_an_untouched_board_shows_nothing_as_settled() -> None:
    board = puzzle("abb", circles="r1c1=0 r1c2=1")
    assert centres(drawn(board), "circle") == {(0, 0), (0, 1)}
    assert styles(drawn(board))["settled"] == 0
    begun = drawn(board, "r1c1-r1c2 not line")
    assert centres(begun, "circle-done") == {(0, 0)}


def test_a_finished_board_shows_tracks_and_no_grey() -> None:
    assert check(SMALL, Position.parse(SOLVED)) == []
    shown = drawn(SMALL, SOLVED)
    assert not styles(shown).keys() & {"circle-done", "number-done", "settled"}


def test_what_a_player_marked_stays_visible_on_a_finished_board() -> None:
    shown = drawn(SMALL, f"{SOLVED}, r3c4 home, r1c3 home")
    assert centres(shown, "circle-done") == {(2, 3), (0, 2)}
    assert styles(shown)["settled"] == 0


def test_circles_that_have_gone_as_far_as_told_are_done() -> None:
    shown = drawn(SMALL, LEFT_OVER)
    assert centres(shown, "circle-done") == {(0, 2)}
    assert [each.text for each in shapes(shown, Label, "number-done")] == ["2"]
    assert centres(drawn(SMALL, lines("r1c1 r1c2")), "circle-done") == set()


def test_circles_without_number_are_done_if_marked() -> None:
    board = puzzle("aab", "ccb", circles="r1c1 r2c3")
    assert centres(drawn(board, lines("r1c1 r1c2")), "circle-done") == set()
    marked = drawn(board, f"{lines('r1c1 r1c2')}, r1c2 home, r2c3 home")
    assert centres(marked, "circle-done") == {(0, 1), (1, 2)}
    assert styles(marked)["home"] == 0


def test_marks_that_contradict_a_circle_do_not_make_it_done() -> None:
    board = puzzle("aaaa", "bbbb", circles="r1c1=2 r2c1")
    assert styles(drawn(board, "r1c1 home"))["circle-done"] == 0
    short = drawn(board, f"{lines('r1c1 r1c2')}, r1c2 home")
    assert (styles(short)["circle-done"], styles(short)["home"]) == (0, 1)
    denied = drawn(board, f"{lines('r1c1 r1c2 r1c3')}, r1c3 not home")
    assert (styles(denied)["circle-done"], styles(denied)["dot"]) == (0, 1)
    bent = drawn(board, f"{lines('r2c1 r1c1')}, r2c1 home")
    assert (styles(bent)["circle-done"], styles(bent)["home"]) == (0, 1)


def settled_cells(shown: Scene) -> set[Cell]:
    return {
        Cell(int(each.row), int(each.col) + step)
        for each in shapes(shown, Rect, "settled")
        for step in range(int(each.width))
    }


def test_a_country_is_settled_when_one_circle_stands_there_and_has_surely_ended() -> None:
    board = puzzle("aab", "aab", "cdd", circles="r1c1=0 r1c3=1 r2c3 r3c3=0")
    assert settled_cells(drawn(board, "r2c3 not home")) == {
        Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1), Cell(2, 1), Cell(2, 2)
    }  # fmt: skip
    # Another circle has come: it must go on, or something is wrong.
    assert Cell(0, 0) not in settled_cells(drawn(board, lines("r2c3 r2c2")))
    # One is home, but another has yet to leave.
    assert Cell(0, 2) not in settled_cells(drawn(board, "r2c3 home"))
    # A circle of the right length would have ended, but one without number may go on.
    one = puzzle("abc", circles="r1c1")
    assert settled_cells(drawn(one, lines("r1c1 r1c2"))) == set()
    assert settled_cells(drawn(one, f"{lines('r1c1 r1c2')}, r1c2 home")) == {Cell(0, 1)}


def test_settled_cells_beside_each_other_are_one_shape() -> None:
    board = puzzle("aaab", "ccab", circles="r1c1=0 r1c4")
    rects = shapes(drawn(board, "r1c4 not home"), Rect, "settled")
    assert [(each.row, each.col, each.width) for each in rects] == [(0, 0, 3), (1, 2, 1)]


# --- marks ---------------------------------------------------------------------------------------


def test_homes_are_houses_and_other_cells_dots() -> None:
    shown = drawn(SMALL, "r1c3 home, r2c3 not home")
    (house,) = shapes(shown, Path, "home")
    assert house.closed
    assert len(house.points) == 5
    rows, cols = zip(*house.points, strict=True)
    assert (min(cols) + max(cols)) / 2 == pytest.approx(2.5)
    assert 0.2 < min(rows) < max(rows) < 0.8
    assert centres(shown, "dot") == {(1, 2)}


def test_marks_go_to_a_corner_where_the_middle_is_taken() -> None:
    board = puzzle("aaaa", circles="r1c1=3 r1c4")
    shown = drawn(
        board, f"{lines('r1c2 r1c3')}, r1c1 home, r1c2 home, r1c3 not home, r1c4 not home"
    )
    for dot in shapes(shown, Circle, "dot"):
        assert dot.row < 0.2
        assert dot.col % 1 < 0.2
    for house in shapes(shown, Path, "home"):
        assert all(row < 0.25 and col % 1 > 0.75 for row, col in house.points)
    assert (styles(shown)["dot"], styles(shown)["home"]) == (2, 2)


def test_marks_in_a_corner_are_clear_of_the_ring_round_their_cell() -> None:
    inside = 0.07 + STYLES["ring-error"].width / 40 / 2
    shown = drawn(
        puzzle("ab", circles="r1c1 r1c2=3"),
        "r1c1 not home, r1c2 home",
        Marks.of_errors(cells(1, 2)),
    )
    (dot,), (house,) = shapes(shown, Circle, "dot"), shapes(shown, Path, "home")
    assert min(dot.row, dot.col) - dot.radius > inside
    half = STYLES["home"].width / 40 / 2
    assert min(row for row, _ in house.points) - half > inside
    assert max(col for _, col in house.points) + half < 2 - inside


def test_both_marks_in_one_cell_stand_side_by_side() -> None:
    board = SatogaeriBoard(blank(1, 1))
    board.homes, board.denied = {0}, {0}
    shown = scene(board)
    assert centres(shown, "dot") != {(0, 0)}
    assert styles(shown)["home"] == styles(shown)["dot"] == 1
    assert "⌂•" in to_text(shown)


def test_crosses_stand_on_edges() -> None:
    shown = drawn(SMALL, "r1c1-r1c2 not line, r1c1-r2c1 not line")
    (crosses,) = shapes(shown, Strokes, "cross")
    middles = {
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in ((line[0], line[1]) for line in crosses.lines)
    }
    assert middles == {(0.5, 1.0), (1.0, 0.5)}


def test_marked_circles_change_their_colour_and_shrink_in_a_ring() -> None:
    marks = Marks(slots("r1c1"), slots("r3c2"), slots("r3c4"))
    shown = drawn(SMALL, "", marks)
    plain, small = 0.37, pytest.approx(0.37 * 0.84, abs=1e-3)
    for style, radius in (("error", small), ("hint", small), ("because", plain)):
        (circle,) = shapes(shown, Circle, f"circle-{style}")
        assert circle.radius == radius
    assert [each.text for each in shapes(shown, Label, "clue-error")] == ["2"]
    assert [each.text for each in shapes(shown, Label, "clue-hint")] == ["1"]
    assert {"cell-error", "cell-hint", "cell-because", "ring-error", "ring-hint"} <= styles(
        shown
    ).keys()


def test_a_mark_is_about_the_cell_and_not_about_who_began_there() -> None:
    shown = drawn(SMALL, LEFT_OVER, Marks.of_errors([Cell(0, 0)]))
    assert centres(shown, "ghost") == {(0, 0)}
    assert centres(shown, "circle-done") == {(0, 2)}
    assert styles(shown)["circle-error"] == 0


def test_a_stay_mark_on_a_marked_circle_is_still_shown() -> None:
    marks = Marks.of_errors([Cell(2, 3)])
    shown = drawn(SMALL, "r3c4 home", marks)
    assert styles(shown)["home"] == styles(shown)["circle-error"] == 1
    assert styles(drawn(SMALL, "", marks))["home"] == 0


def test_a_wrong_track_stands_out_and_others_fade() -> None:
    wrong = lines("r1c1 r1c2 r1c3 r1c4", "r3c2 r2c2")
    found = check(SMALL, Position.parse(wrong))
    assert [each.code for each in found][:1] == ["wrong-length"]
    shown = drawn(SMALL, wrong, marks_of(found[:1]))
    assert [length(line) > 2 for line in strokes(shown, "track-error")] == [True]
    assert len(strokes(shown, "track-faded")) == 1
    assert (styles(shown)["arrow-error"], styles(shown)["arrow-faded"]) == (1, 1)
    assert styles(shown)["track"] == styles(shown)["arrow"] == 0


def test_a_hinted_move_has_an_arrow_head_at_its_end() -> None:
    board = puzzle("aabb", "ccdd", circles="r1c1=2 r2c4")
    shown = drawn(board, "", Marks(hints=slots("r1c1-r1c2 r1c2-r1c3 r1c3")))
    assert styles(shown)["arrow-hint"] == 1
    (line,) = strokes(shown, "line-hint")
    assert line[-1][1] < 2.5, "it ends where the head begins"
    assert styles(drawn(board, "", Marks(hints=slots("r2c3-r2c4"))))["arrow-hint"] == 0
    gone = lines("r1c1 r1c2 r1c3")
    again = drawn(board, gone, Marks(hints=slots("r1c1-r1c2 r1c2-r1c3 r1c3")))
    assert styles(again)["arrow-hint"] == 0, "the circle itself has an arrow there"


def test_tracks_through_a_marked_country_are_not_wrong_themselves() -> None:
    board = puzzle("abbc", circles="r1c1=3")
    shown = drawn(board, lines("r1c1 r1c2 r1c3 r1c4"), Marks.of_errors(slots("r1c2 r1c3")))
    assert styles(shown)["track-error"] == 0


def test_marked_edges() -> None:
    marks = Marks(slots("r1c1-r1c2 r2c1-r2c2"), slots("r2c3-r2c4"), slots("r2c4-r3c4"))
    shown = drawn(SMALL, LEFT_OVER, marks)
    assert strokes(shown, "track-error") == [((0.5, 0.5), (0.5, 1.5))]
    assert len(strokes(shown, "track-faded")) == 1
    assert strokes(shown, "line-hint") == [((1.5, 2.5), (1.5, 3.5))]
    assert strokes(shown, "line-because") == [((1.5, 3.5), (2.5, 3.5))]
    (ring,) = shapes(shown, Circle, "ring-error")  # there is no line to colour
    assert (ring.row, ring.col) == (1.5, 1.0)


def test_a_hint_beside_a_circle_that_has_moved_is_straight() -> None:
    hints = Marks(hints=slots("r1c3-r1c4 r1c3-r2c3"))
    assert set(strokes(drawn(SMALL, LEFT_OVER, hints), "line-hint")) == {
        ((0.5, 2.5), (0.5, 3.5)),
        ((0.5, 2.5), (1.5, 2.5)),
    }


# --- every board ---------------------------------------------------------------------------------


def any_board(draw: object, most: int = 4) -> SatogaeriBoard:
    """A board of random countries, circles, strays and facts; rules are broken at will."""
    assert callable(draw)
    rng: random.Random = draw(st.randoms(use_true_random=False))
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    walls = [Edge(a, b) for a in cells(rows, cols) for b in _after(a, rows, cols)]
    circles = [
        (cell, rng.choice((None, 0, 1, 2, 12))) for cell in cells(rows, cols) if rng.random() < 0.3
    ]
    what = from_borders(rows, cols, [each for each in walls if rng.random() < 0.5], circles)
    board = SatogaeriBoard(what)
    share = rng.choice((0.1, 0.25, 0.5))
    edges = [Fact(each, LINE, rng.random() < 0.7) for each in walls if rng.random() < share]
    homes = [
        Fact(each, HOME, rng.random() < 0.5) for each in cells(rows, cols) if rng.random() < share
    ]
    board.place([*edges, *homes])
    return board


@MANY
@given(st.data())
def test_text_is_a_rectangle_of_single_columns(data: st.DataObject) -> None:
    board = any_board(data.draw)
    places: list[Place] = [*cells(board.puzzle.rows, board.puzzle.cols), *board.puzzle.borders()]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True, max_size=6))
    marks = Marks(frozenset(chosen[:2]), frozenset(chosen[2:4]), frozenset(chosen[4:]))
    written = to_text(scene(board, marks)).splitlines()
    assert len(written) == 2 * board.puzzle.rows + 1
    assert len({len(line) for line in written}) == 1
    assert not any(unicodedata.east_asian_width(sign) in "WF" for sign in "".join(written))
    width = (len(written[0]) - 1) // board.puzzle.cols
    assert len(written[0]) == width * board.puzzle.cols + 1


JOINTS = dict(zip("│─┌┐└┘├┤┬┴┼·", (5, 10, 6, 12, 3, 9, 7, 13, 14, 11, 15, 0), strict=True))


@MANY
@given(st.data())
def test_borders_in_text_say_what_the_puzzle_says(data: st.DataObject) -> None:
    """The countries can be read from the characters where borders meet alone."""
    what = any_board(data.draw).puzzle
    what = Satogaeri(what.rows, what.cols, what.countries)
    written = text(what)
    up, right, down, left = 1, 2, 4, 8
    for row in range(what.rows + 1):
        for col in range(what.cols + 1):
            sides = JOINTS[written[2 * row][4 * col]]
            above, below = _wall(what, row - 1, col, True), _wall(what, row, col, True)
            before, after = _wall(what, row, col - 1, False), _wall(what, row, col, False)
            assert sides == up * above + right * after + down * below + left * before


def _wall(what: Satogaeri, row: int, col: int, upright: bool) -> bool:
    """Whether a border, or the frame, begins at a corner and goes down or to the right."""
    far, near = Cell(row, col), Cell(row, col - 1) if upright else Cell(row - 1, col)
    if not 0 <= (row if upright else col) < (what.rows if upright else what.cols):
        return False
    if min(near) < 0 or far.row >= what.rows or far.col >= what.cols:
        return True
    return what.country_of(near) != what.country_of(far)


def _says_the_same(board: SatogaeriBoard, fact: Fact) -> bool:
    """Whether the rest of the board shows what a mark about a home says."""
    for circle in travels(board):
        if circle.direction is not None and not fact.holds:
            cell = circle.start
            while cell != circle.stand:
                if cell == fact.slot:
                    return True
                cell = circle.direction.step(cell)
        elif fact.holds and circle.stand == fact.slot and circle.is_sure:
            return circle.number is not None
    return False


@MANY
@given(st.data())
def test_every_fact_can_be_seen(data: st.DataObject) -> None:
    board = any_board(data.draw, most=3)
    facts = list(board.facts())
    if not facts:
        return
    fact = data.draw(st.sampled_from(facts))
    less = SatogaeriBoard(board.puzzle)
    less.place(each for each in facts if each != fact)
    if isinstance(fact.slot, Cell) and (_says_the_same(board, fact) or _says_the_same(less, fact)):
        return
    assert scene(board).shapes != scene(less).shapes
    assert to_text(scene(board)) != to_text(scene(less))


@MANY
@given(st.data(), st.sampled_from(Symmetry))
def test_a_turned_board_is_the_turned_drawing(data: st.DataObject, symmetry: Symmetry) -> None:
    board = any_board(data.draw)
    what = board.puzzle
    size = what.rows, what.cols
    turned = SatogaeriBoard(what.transform(symmetry))
    turned.place(each._replace(slot=symmetry.slot(each.slot, *size)) for each in board.facts())
    before, after = scene(board), scene(turned)
    counts = [styles(shown) for shown in (before, after)]
    for count in counts:
        del count["settled"]  # rows of cells
    assert counts[0] == counts[1]
    for style in ("border", "stray", "track"):
        lengths = [sorted(map(length, strokes(shown, style))) for shown in (before, after)]
        assert lengths[0] == pytest.approx(lengths[1])
    for style in ("circle", "circle-done", "ghost"):
        cells_before = {Cell(int(row), int(col)) for row, col in centres(before, style)}
        assert {symmetry.cell(each, *size) for each in cells_before} == centres(after, style)
    assert settled_cells(after) == {symmetry.cell(each, *size) for each in settled_cells(before)}


@MANY
@given(st.data())
def test_drawn_styles_are_in_the_table(data: st.DataObject) -> None:
    board = any_board(data.draw)
    places: list[Place] = [*cells(board.puzzle.rows, board.puzzle.cols), *board.puzzle.borders()]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True, max_size=9))
    marks = Marks(frozenset(chosen[:3]), frozenset(chosen[3:6]), frozenset(chosen[6:]))
    assert styles(scene(board, marks)).keys() <= STYLES.keys()


@each_case(("rows", "cols"), [(1, 1), (1, 30), (30, 1), (4, 9)])
@each_case("format", FORMATS)
def test_every_size_in_every_format(rows: int, cols: int, format: str) -> None:
    for what in (blank(rows, cols), Satogaeri(rows, cols, tuple(range(rows * cols)))):
        shown = render(what, format=format)
        if format == "pdf":
            assert str(shown[:5]) == "b'%PDF-'"
        elif isinstance(shown, bytes):
            assert Image.open(BytesIO(shown)).size == (cols * 40 + 25, rows * 40 + 25)
        elif format == "svg":
            root = ElementTree.fromstring(shown)
            assert root.get("width") == str(cols * 40 + 25)
            assert root[0].text == f"Satogaeri {rows}x{cols}"
        else:
            assert [len(line) for line in shown.splitlines()] == [4 * cols + 1] * (2 * rows + 1)


def test_text_of_the_smallest_boards() -> None:
    assert text(blank(1, 1)) == ["┌───┐", "│   │", "└───┘"]
    assert text(puzzle("abb", circles="r1c1"))[0] == "┌───┬───────┐"
    assert text(puzzle("a", "b"))[2] == "├───┤"


def test_a_large_board_in_every_format() -> None:
    """Large enough that its PNG has smaller cells than others."""
    rng = random.Random(4)
    size = 150
    labels = tuple(rng.randrange(3) for _ in range(size * size))
    circles = tuple(
        (cell, rng.choice((None, 1, 12))) for cell in cells(size, size) if rng.random() < 0.2
    )
    board = SatogaeriBoard(Satogaeri(size, size, labels, circles))
    last = size * (size - 1)
    board.lines = {2 * at + 1 for at in range(last) if rng.random() < 0.3}
    board.crosses = {2 * at + 1 for at in range(last) if rng.random() < 0.3}
    board.homes = {at for at in range(last) if rng.random() < 0.1}
    shown = scene(board)
    # Everything that may be everywhere is one shape, except what stands in single cells.
    for style in ("grid", "border", "track", "cross"):
        assert styles(shown)[style] == 1
    assert len(ElementTree.fromstring(to_svg(shown)).findall(".//{*}circle")) > len(circles)
    width, height = Image.open(BytesIO(to_png(shown))).size
    assert width == height <= 3500
    assert len(to_text(shown).splitlines()) == 2 * size + 1


# --- pictures ------------------------------------------------------------------------------------


def colour_at(image: Image.Image, row: float, col: float, cell: int = 40) -> str:
    """The colour at a place given in cells from the board's corner."""
    margin = round(cell * 0.3) + 0.5
    pixel = image.getpixel((int(margin + col * cell), int(margin + row * cell)))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{channel:02x}" for channel in pixel[:3])


def picture(what: Satogaeri, position: str, theme: str, marks: Marks | None = None) -> Image.Image:
    data = to_png(drawn(what, position, marks), theme=theme)
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize(("theme", "palette"), PALETTES.items())
def test_png_colours(theme: str, palette: dict[str, str]) -> None:
    board = puzzle("aabb", "ccbb", circles="r1c1 r2c1=0 r1c4", strays="r1c3-r1c4")
    image = picture(board, f"{lines('r1c1 r1c2')}, r1c4 home, r2c3 not home, r1c3 home", theme)
    assert colour_at(image, 0.5, 0.75) == palette["line"]
    assert colour_at(image, 0.5, 0.5) == palette["board"]  # inside the ghost
    assert colour_at(image, 0.5, 1.5) == palette["board"]  # inside the circle
    assert colour_at(image, 0.5, 1.5 + 0.375) == palette["ink"]  # on it
    assert colour_at(image, 0.5, 3.5) == palette["box"]  # a circle that stays
    assert colour_at(image, 0.1, 3.1) == palette["settled"]
    assert colour_at(image, 1.5, 1.5) == palette["settled"]
    assert colour_at(image, 0.1, 1.1) == palette["board"]
    assert colour_at(image, 0.8, 2.0) == palette["region"]
    assert colour_at(image, 1.0, 1.8) == palette["region"]
    assert colour_at(image, 1.0, 2.2) == palette["grid"]
    assert colour_at(image, 1.5, 2.5) == palette["mark"]


def test_png_corners_of_borders_are_whole() -> None:
    shown = drawn(puzzle("ab", "bb"))
    image = Image.open(BytesIO(to_png(shown, theme="light", cell=80))).convert("RGB")
    for row, col in ((0.9, 1.0), (1.0, 0.9), (1.0, 1.0), (1.015, 1.015)):
        assert colour_at(image, row, col, 80) == LIGHT["frame"]
    assert colour_at(image, 1.05, 1.05, 80) == LIGHT["board"]


@pytest.mark.parametrize("palette", PALETTES.values())
def test_what_is_toned_down_can_still_be_read(palette: dict[str, str]) -> None:
    assert contrast(palette["ink2"], palette["box"]) > 4.5  # numbers of circles that are done
    assert contrast(palette["line"], palette["settled"]) > 3
    assert contrast(palette["frame"], palette["settled"]) > 4.5
    assert contrast(palette["box"], palette["board"]) > 1.1
    assert contrast(palette["settled"], palette["board"]) > 1.1


def test_print_is_black_and_white() -> None:
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in PRINT.values())
    marks = Marks(slots("r1c1 r2c2-r2c3"), slots("r2c1"), slots("r3c3"))
    image = picture(SMALL, f"{SOLVED}, r3c4 home, r1c4 home, r2c4 not home", "print", marks)
    found = [colour for _, colour in image.getcolors(100_000) or ()]
    assert found
    assert all(isinstance(each, tuple) and len(set(each)) == 1 for each in found)
    # Errors are dashed, hints are not: no colour is needed to tell them apart.
    ring = [colour_at(image, 0.07, 0.2 + step / 40) for step in range(24)]
    assert len(set(ring)) > 1
    ring = [colour_at(image, 1.07, 0.2 + step / 40) for step in range(24)]
    assert set(ring) == {PRINT["hint"]}


def test_drawings_do_not_depend_on_the_order_of_facts() -> None:
    facts = list(Position.parse(f"{SOLVED}, r3c4 home, r2c3 not home, r1c3-r1c4 not line"))
    assert render(SMALL, facts) == render(SMALL, facts[::-1])
    assert render(SMALL, facts, "text") == render(SMALL, facts[::-1], "text")


def test_svg_groups_shapes_of_one_style() -> None:
    board = Satogaeri(9, 9, tuple(range(81)), tuple((cell, 0) for cell in cells(9, 9)))
    root = ElementTree.fromstring(to_svg(drawn(board, "r1c1 home, r5c5 home, r9c9 home")))
    groups = [group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert len(groups) == len(set(groups))
