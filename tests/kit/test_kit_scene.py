"""How declared kinds look: clues, marks, areas and lines along sides, in pictures and in text."""

from __future__ import annotations

import pathlib
import random
from itertools import product
from typing import Any, TypeVar
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu.grid import Cell, Edge, parse_slot
from enpitsu.kind import Kind
from enpitsu.kinds.heyawake import KIND as HEYAWAKE
from enpitsu.kinds.heyawake import Heyawake
from enpitsu.kinds.slitherlink import KIND as SLITHERLINK
from enpitsu.kinds.slitherlink import Slitherlink
from enpitsu.kit.constraints.count import exactly
from enpitsu.kit.make_kind import page
from enpitsu.kit.puzzle import GridPuzzle, areas, clues, mark
from enpitsu.kit.rules import rule
from enpitsu.position import Fact, Position
from enpitsu.render import marks_of
from enpitsu.render.plain_text import to_text
from enpitsu.render.png import to_png
from enpitsu.render.svg import to_svg
from enpitsu.render.theme import STYLES
from enpitsu.scene import NO_MARKS, Circle, Label, Marks, Path, Rect, Scene, Strokes
from tests.cases import each_case

Shaped = TypeVar("Shaped", Rect, Strokes, Circle, Label, Path)


class Looks(GridPuzzle):
    """Every look of clues in cells and at the border, and marks in cells."""

    kind = "looks"
    rooms = areas()
    walls = clues(values=range(5), unknown=True, look="wall", blocks=True)
    numbers = clues("areas", values=range(100), look="small")
    outer = clues("border", values=range(1, 10))
    between = clues("sides", values=range(20))
    shaded = mark("cells")
    light = mark("cells", look="light")


class Pearls(GridPuzzle):
    """Pearls, and lines from cell to cell."""

    kind = "pearls"
    pearls = clues(values=("white", "black"), look="pearl")
    line = mark("edges")


class Typed(GridPuzzle):
    """Numbers that are given and written."""

    kind = "typed"
    numbers = clues(values=range(1, 100))
    number = mark("cells", values=lambda rows, cols: range(1, max(rows, cols) + 1))


class Grey(GridPuzzle):
    """Numbers in cells that may be shaded."""

    kind = "grey"
    numbers = clues(values=range(1, 100))
    shaded = mark("cells")


@rule("row", "A number tells how many cells of its row are shaded.")
def row(puzzle: Any) -> Any:
    """Each number."""
    for cell, value in puzzle.numbers.items():
        in_row = (slot for slot in puzzle.shaded.slots if slot.row == cell.row)
        yield exactly(puzzle.shaded.at(in_row), value, clue=cell)


def kind_for(puzzle_type: type[GridPuzzle], *rules: Any) -> Kind[Any]:
    return page(
        puzzle_type,
        name=puzzle_type.__name__,
        native_name="",
        rules=rules,
        folder=pathlib.Path("none"),
    )


LOOKS, PEARLS, TYPED, GREY = map(kind_for, (Looks, Pearls, Typed, Grey))
GREY_BY_ROWS = kind_for(Grey, row)
KINDS = (LOOKS, PEARLS, TYPED, GREY_BY_ROWS, SLITHERLINK, HEYAWAKE)


def drawn(kind: Kind[Any], puzzle: GridPuzzle, text: str = "", marks: Marks = NO_MARKS) -> Scene:
    board = kind.board(puzzle)
    board.place(facts(text))
    return kind.scene(board, marks)


def facts(text: str) -> list[Fact]:
    """Facts, of which the values of numbers may be digits."""
    found = []
    for each in filter(None, map(str.strip, text.split(","))):
        slot, *denial, value = each.split()
        found.append(Fact(parse_slot(slot), value, not denial))
    return found


def slots(text: str) -> frozenset[Cell | Edge]:
    return frozenset(map(parse_slot, text.split()))


def at(text: str) -> dict[Any, Any]:
    """Clues by their places: "r1c1=3 r2c2=?"."""
    found: dict[Any, Any] = {}
    for each in text.split():
        where, _, value = each.partition("=")
        found[parse_slot(where)] = int(value) if value.isdigit() else value
    return found


def of(scene: Scene, sort: type[Shaped], *styles: str) -> list[Shaped]:
    return [
        shape
        for shape in scene.shapes
        if isinstance(shape, sort) and (not styles or shape.style in styles)
    ]


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


# --- boards of dots ------------------------------------------------------------------------------

SQUARE = Slitherlink(2, 3, numbers=at("r1c1=2 r2c2=0 r1c3=3"))
LINES = "r0c1-r1c1 line, r1c0-r1c1 line, r1c1-r1c2 line, r0c3-r1c3 not line, r2c2-r2c3 not line"


@pytest.mark.quick
def test_lines_along_sides_in_text() -> None:
    assert lines_of(to_text(drawn(SLITHERLINK, SQUARE, LINES))) == [
        "┏━━━┓   · × ·",
        "┃ 2 ┃     3",
        "╹   ╹   ·   ·",
        "      0 ×",
        "·   ·   ·   ·",
    ]


@pytest.mark.quick
def test_lines_along_sides_in_pictures() -> None:
    scene = drawn(SLITHERLINK, SQUARE, LINES)
    (line,) = of(scene, Path, "line")
    assert line.points == ((1, 0), (0, 0), (0, 1), (1, 1))
    assert len(of(scene, Circle, "corner-dot")) == 12
    assert not of(scene, Path, "frame")
    assert not of(scene, Strokes, "grid")
    (crosses,) = of(scene, Strokes, "cross")
    middles = {tuple(sum(each) / 2 for each in zip(*line, strict=True)) for line in crosses.lines}
    assert {(round(y, 3), round(x, 3)) for y, x in middles} == {(0, 2.5), (1.5, 2)}


def test_a_closed_loop_is_one_closed_path() -> None:
    scene = drawn(SLITHERLINK, Slitherlink(1, 1), ", ".join(f"{each} line" for each in sides()))
    (line,) = of(scene, Path, "line")
    assert (line.closed, len(line.points)) == (True, 4)


def sides() -> list[str]:
    return ["r0c1-r1c1", "r1c0-r1c1", "r1c1-r1c2", "r1c1-r2c1"]


def test_lines_in_error_stand_out() -> None:
    """Those between cells that are in error; all others fade."""
    position = Position.of(facts(LINES + ", r2c3-r2c4 line"))
    found = enpitsu.check(SQUARE, Position.of([*position, *facts("r1c1-r2c1 line")]), partial=True)
    scene = drawn(SLITHERLINK, SQUARE, str(position), marks_of(found[:1]))
    assert found[0].code == "number-too-many"
    assert of(scene, Path, "line-error")
    assert of(scene, Path, "line-faded")
    assert "!" in to_text(scene)


def test_hints_and_reasons_on_sides() -> None:
    marks = Marks(hints=slots("r1c2-r2c2"), because=slots("r1c1 r0c1-r1c1"))
    scene = drawn(SLITHERLINK, SQUARE, LINES, marks)
    assert of(scene, Path, "line-hint")[0].points == ((1, 1), (1, 2))
    assert of(scene, Path, "line-because")[0].points == ((0, 0), (0, 1))
    text = to_text(scene)
    assert "*" in text
    assert text.count("+") == 2
    ringed = drawn(SLITHERLINK, SQUARE, LINES, Marks(hints=slots("r2c2-r2c3")))
    assert of(ringed, Circle, "ring-hint")[0][:2] == (1.5, 2)


# --- areas and clues -----------------------------------------------------------------------------

ROOMS = {Cell(r, c): "aab"[c] + "xy"[r // 1] for r, c in product(range(2), range(3))}
NAMES = {name: number for number, name in enumerate(dict.fromkeys(ROOMS.values()))}
ROOM_NUMBERS = {cell: NAMES[name] for cell, name in ROOMS.items()}


@pytest.mark.quick
def test_areas_and_shaded_clues_in_text() -> None:
    puzzle = Heyawake(2, 3, rooms=ROOM_NUMBERS, numbers=at("r1c1=1 r2c1=12"))
    text = to_text(drawn(HEYAWAKE, puzzle, "r1c1 shaded, r1c2 not shaded, r2c3 shaded"))
    assert lines_of(text) == [
        "┌───────┬───┐",
        "│█1█  · │   │",
        "├───────┼───┤",
        "│ 12    │███│",
        "└───────┴───┘",
    ]


def test_numbers_on_shade_are_light() -> None:
    puzzle = Heyawake(2, 3, rooms=ROOM_NUMBERS, numbers=at("r1c1=1 r2c1=12"))
    scene = drawn(HEYAWAKE, puzzle, "r1c1 shaded, r1c2 not shaded, r2c2 shaded")
    styles = {label.text: label.style for label in of(scene, Label)}
    assert styles == {"1": "on-wall-done", "12": "clue"}
    assert all(label.row % 1 < 0.4 for label in of(scene, Label))


def test_every_look_of_clues() -> None:
    puzzle = Looks(
        3,
        4,
        rooms={Cell(r, c): c // 2 for r, c in product(range(3), range(4))},
        walls=at("r2c2=0 r3c3=?"),
        numbers=at("r1c3=7"),
        outer=at("r0c1-r1c1=3 r1c0-r1c1=2 r3c2-r4c2=4 r2c4-r2c5=8"),
        between=at("r1c1-r1c2=5 r2c4-r3c4=12"),
    )
    scene = drawn(LOOKS, puzzle, "r1c1 light, r1c2 not light, r3c4 shaded")
    assert (scene.top, scene.left, scene.bottom, scene.right) == (0.8, 0.8, 0.8, 0.8)
    assert (scene.height, scene.width) == (4.6, 5.6)
    labels = {label.text: (label.row, label.col) for label in of(scene, Label)}
    assert labels["3"] == (-0.45, 0.5)
    assert labels["8"] == (1.5, 4.45)
    assert labels["5"] == (0.5, 1)
    assert labels["0"] == (1.5, 1.5)
    assert len(of(scene, Rect, "wall")) == 2
    assert len(of(scene, Circle, "light")) == 1
    assert lines_of(to_text(scene)) == [
        "   3",
        " ┌───────┬───────┐",
        "2│ ○ 5 · │ 7     │",
        " │   ·   │   ·   │",
        " │    █0█│       │ 8",
        " │   ·   │   · 1 │",
        " │       │█?█ ███│",
        " └───────┴───────┘",
        "       4",
    ]
    marked = drawn(LOOKS, puzzle, "", Marks(hints=slots("r2c4-r2c5"), errors=slots("r2c2")))
    assert of(marked, Rect, "cell-hint")
    assert not of(marked, Circle, "ring-hint")
    assert of(marked, Rect, "wall")[-1].width < 1


@pytest.mark.quick
def test_lines_pass_pearls() -> None:
    puzzle = Pearls(2, 3, pearls=at("r1c2=white r2c3=black"))
    scene = drawn(
        PEARLS, puzzle, "r1c1-r1c2 line, r1c2-r1c3 line, r1c3-r2c3 line, r1c1-r2c1 not line"
    )
    assert lines_of(to_text(scene)) == [
        "┌───────────┐",
        "│ ╺━━━○━━━┓ │",
        "│ × ·   · ┃ │",
        "│         ● │",
        "└───────────┘",
    ]
    assert [each.style for each in of(scene, Circle)] == ["circle", "pearl-black"]
    styles = [shape.style for shape in scene.shapes]
    assert styles.index("pearl-black") < styles.index("line")


def test_numbers_that_are_written() -> None:
    puzzle = Typed(2, 2, numbers=at("r1c1=12"))
    scene = drawn(TYPED, puzzle, "r1c2 1, r2c1 not 2, r2c2 not 1, r2c2 2")
    assert [(each.text, each.style) for each in of(scene, Label)] == [
        ("1", "typed"),
        ("2", "typed"),
        ("2", "denied"),
        ("12", "clue"),
    ]
    assert len(of(scene, Strokes, "strike")[0].lines) == 1
    assert "12" in to_text(scene)


def test_a_dot_beside_a_number() -> None:
    scene = drawn(GREY, Grey(1, 2, numbers=at("r1c1=3")), "r1c1 not shaded, r1c2 not shaded")
    first, second = of(scene, Circle, "dot")
    assert first.col < 0.3
    assert second.col == 1.5
    assert "3·" in to_text(scene)


# --- what is done --------------------------------------------------------------------------------


@pytest.mark.quick
def test_done_clues_are_grey_until_all_are() -> None:
    puzzle = Grey(2, 2, numbers=at("r1c1=1 r2c1=1"))

    def styles(text: str) -> list[str]:
        return [label.style for label in of(drawn(GREY_BY_ROWS, puzzle, text), Label)]

    assert styles("") == ["clue", "clue"]
    half = "r1c2 shaded, r1c1 not shaded"
    assert styles(half) == ["clue", "clue-done"]
    assert styles(half + ", r2c2 shaded, r2c1 not shaded") == ["clue", "clue"]


# --- whatever stands there -----------------------------------------------------------------------


@each_case("kind", KINDS, ids=lambda kind: kind.id)
@pytest.mark.quick
def test_whatever_stands_on_a_board_is_drawn(kind: Kind[Any]) -> None:
    random_ = random.Random(3)
    for rows, cols in ((1, 1), (1, 6), (6, 1), (4, 5)):
        puzzle = kind.blank(rows, cols)
        board = kind.board(puzzle)
        for fact in map(puzzle.layout.fact, range(1, puzzle.layout.size + 1)):
            if random_.random() < 0.6:
                board.place([fact if random_.random() < 0.5 else fact.opposite])
        places = [slot for slot, _ in puzzle.layout.claims]
        chosen = [frozenset(random_.sample(places, min(3, len(places)))) for _ in range(3)]
        for marks in (NO_MARKS, Marks(*chosen)):
            scene = kind.scene(board, marks)
            assert {shape.style for shape in scene.shapes} <= STYLES.keys()
            assert ElementTree.fromstring(to_svg(scene)).tag.endswith("svg")
            assert len(to_text(scene).splitlines()) >= rows
    assert to_png(scene, theme="dark", cell=10)
