"""Drawings: what stands in SVG, PNG and text, and that any board can be drawn."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from enpitsu.errors import BackendMissing, FormatError
from enpitsu.grid import Cell, Direction, Edge, Line, edge, parse_slot
from enpitsu.kind import Violation
from enpitsu.kinds.yajilin import draw_scene as drawing
from enpitsu.kinds.yajilin.board import YajilinBoard
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.position import Position
from enpitsu.render import FORMATS, marks_of, render, scene_of
from enpitsu.render.palette import DARK, LIGHT, PALETTES, PRINT
from enpitsu.render.plain_text import to_text
from enpitsu.render.png import MAX_PIXELS, MAX_PRINT_PIXELS, to_png
from enpitsu.render.svg import to_svg
from enpitsu.render.theme import STYLES
from enpitsu.scene import (
    Circle,
    Glyph,
    Ink,
    Label,
    Marks,
    Path,
    Polygon,
    Rect,
    Scene,
    Shape,
    Strokes,
)
from tests.cases import each_case

SVG = "{http://www.w3.org/2000/svg}"
ANSI = re.compile(r"\x1b\[[\d;]*m")

# A loop round one clue; a clue with a shaded cell beside it; one of everything.
RING = Yajilin(3, 3, ((Cell(1, 1), Clue(Direction.UP, 0)),))
RING_LINES = (
    "r1c1-r1c2 line, r1c2-r1c3 line, r3c1-r3c2 line, r3c2-r3c3 line,"
    "r1c1-r2c1 line, r2c1-r3c1 line, r1c3-r2c3 line, r2c3-r3c3 line"
)
MIXED = Yajilin(
    2,
    5,
    (
        (Cell(0, 0), Clue(Direction.RIGHT, 2)),
        (Cell(0, 4), Clue(Direction.DOWN, None)),
        (Cell(1, 0), BLANK),
        (Cell(1, 4), Clue(None, 7)),
    ),
)
MIXED_MARKS = "r1c2 shaded, r1c4 not shaded, r2c2-r2c3 line, r2c3-r2c4 not line"


def parse_svg(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def elements(root: ElementTree.Element, style: str) -> list[ElementTree.Element]:
    return [
        child for group in root.iter(f"{SVG}g") if group.get("class") == style for child in group
    ]


def pixels(
    puzzle: Yajilin, position: str = "", theme: str = "light", cell: int = 40
) -> Image.Image:
    data = render(puzzle, Position.parse(position), "png", theme=theme, cell=cell)
    return Image.open(BytesIO(data)).convert("RGB")


def colour_at(image: Image.Image, row: float, col: float, cell: int = 40) -> str:
    """The colour at a place given in cells from the board's corner."""
    margin = round(cell * 0.3) + 0.5
    pixel = image.getpixel((int(margin + col * cell), int(margin + row * cell)))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{channel:02x}" for channel in pixel[:3])


def shapes_of(puzzle: Yajilin, position: str = "", marks: Marks | None = None) -> tuple[Shape, ...]:
    return scene_of(puzzle, Position.parse(position), marks or Marks()).shapes


def styles_of(puzzle: Yajilin, position: str = "", marks: Marks | None = None) -> Counter[str]:
    return Counter(shape.style for shape in shapes_of(puzzle, position, marks))


def labels_of(puzzle: Yajilin) -> list[str]:
    return [shape.text for shape in shapes_of(puzzle) if isinstance(shape, Label)]


# --- SVG -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["auto", *PALETTES])
def test_svg_is_an_accessible_picture_of_known_size(theme: str) -> None:
    root = parse_svg(render(RING, format="svg", theme=theme))
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert (root.get("width"), root.get("height")) == ("145", "145")
    assert root.get("viewBox") == "-12.5 -12.5 145 145"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Yajilin 3x3"


def test_svg_size_follows_cell_and_shape() -> None:
    root = parse_svg(render(Yajilin(2, 7), cell=20))
    assert root.get("viewBox") == "-6.5 -6.5 153 53"


def test_svg_is_self_contained() -> None:
    text = render(MIXED, Position.parse(MIXED_MARKS))
    assert not re.search(r"href|url\(|<script|@import|on\w+=", text)
    assert text.count("http") == 1  # the namespace


def test_svg_colours_of_each_theme() -> None:
    drawn = {theme: render(RING, Position.parse(RING_LINES), theme=theme) for theme in PALETTES}
    for theme, palette in PALETTES.items():
        for token in ("page", "board", "line", "ink", "grid"):
            assert palette[token] in drawn[theme]
    assert DARK["line"] not in drawn["light"]
    assert LIGHT["line"] not in drawn["dark"]


def test_svg_auto_is_light_and_dark_by_preference() -> None:
    text = render(RING, Position.parse(RING_LINES))
    light, dark = text.split("@media (prefers-color-scheme:dark)")
    assert LIGHT["line"] in light
    assert DARK["line"] not in light
    assert DARK["line"] in dark
    assert "@media" not in render(RING, theme="light")


def test_svg_escapes_texts() -> None:
    label = Label(0.5, 0.5, "<i>&\x07", 0.5, "clue")
    scene = Scene(rows=1, cols=1, title='a<b>&"\x00', shapes=(label,))
    root = parse_svg(to_svg(scene))
    assert root[0].text == 'a<b>&"'
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<i>&"]


def test_svg_draws_every_shape() -> None:
    line = ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5))
    shapes = (
        Rect(0, 0, 1, 2, "paper", 0.1),
        Path(line, "line", closed=True),
        Path(line[:2], "line"),
        Strokes((line[:2], line[1:3]), "grid"),
        Polygon(line[:3], "clue"),
        Circle(0.5, 1.5, 0.25, "dot"),
        Label(0.5, 0.5, "5", 0.5, "box"),
    )
    root = parse_svg(to_svg(Scene(rows=1, cols=2, title="", shapes=shapes)))
    assert elements(root, "paper")[0].attrib == {
        "x": "0", "y": "0", "width": "80", "height": "40", "rx": "4"
    }  # fmt: skip
    assert [path.get("d") for path in elements(root, "line")] == ["M0 0H40V40L20 20z", "M0 0H40"]
    assert elements(root, "grid")[0].get("d") == "M0 0H40M40 0V40"
    assert elements(root, "clue")[0].get("d") == "M0 0H40V40z"
    assert elements(root, "dot")[0].attrib == {"cx": "60", "cy": "20", "r": "10"}
    label = elements(root, "box")[0]
    # The baseline lies below the middle, so that the digit's own middle is there.
    assert label.attrib == {"x": "20", "y": "27.2", "font-size": "20"}


def test_svg_leaves_room_for_clues_outside_the_grid() -> None:
    scene = Scene(rows=1, cols=1, title="", shapes=(), top=2, left=1.5)
    assert parse_svg(to_svg(scene)).get("viewBox") == "-72.5 -92.5 125 145"
    assert Image.open(BytesIO(to_png(scene))).size == (125, 145)


def test_svg_styles_are_in_proportion_to_the_cell() -> None:
    text = render(RING, Position.parse(RING_LINES), theme="light", cell=80)
    join = "stroke-linejoin:round"
    line = f"fill:none;stroke:{LIGHT['line']};stroke-width:9.6;{join};stroke-linecap:round"
    assert f".line{{{line}}}" in text
    assert f".clue{{fill:{LIGHT['ink']};font-weight:600}}" in text
    assert f".grid{{fill:none;stroke:{LIGHT['grid']};stroke-width:2;{join}}}" in text
    assert "stroke-width:1;" in render(RING, theme="light", cell=20)  # thin, but visible


def test_svg_faded_lines_are_mixed_with_the_board() -> None:
    marks = Marks.of_errors([Cell(0, 0)])
    text = render(RING, Position.parse(RING_LINES), theme="print", marks=marks)
    assert ".line-faded{fill:none;stroke:#a6a6a6;" in text  # 35 % black on white


def test_svg_does_not_depend_on_the_order_of_facts() -> None:
    facts = list(Position.parse(MIXED_MARKS))
    assert render(MIXED, facts) == render(MIXED, facts[::-1])


def test_svg_numbers_are_short_at_any_size() -> None:
    text = render(MIXED, Position.parse(MIXED_MARKS), cell=33)
    assert not re.search(r"\d\.\d{3}|e[-+]\d", text)


def test_unknown_styles_are_drawn_in_ink() -> None:
    scene = Scene(rows=1, cols=1, title="", shapes=(Rect(0, 0, 1, 1, 'odd"one'),))
    text = to_svg(scene, theme="light")
    assert parse_svg(text) is not None
    assert f".odd-one{{fill:{LIGHT['ink']}}}" in text


INKED = Scene(
    rows=1,
    cols=2,
    title="",
    shapes=(Rect(0, 0, 1, 1, "mine"), Rect(0, 1, 1, 1, "edged", 0.2), Rect(0, 1, 1, 1, "shade")),
    inks={"mine": Ink("shade", "#12ab34"), "edged": Ink("box", None, "#fe0001")},
)


def test_svg_inks_look_like_their_style_in_their_own_colours() -> None:
    text = to_svg(INKED)
    light, dark = text.split("@media")
    assert ".mine{fill:#12ab34}" in light
    edge = "fill:none;stroke:#fe0001;stroke-width:1.25;stroke-linejoin:round"
    assert f".edged{{{edge}}}" in light
    # They are the same in every theme, so nothing is said again.
    assert "mine" not in dark.split("</style>")[0]
    assert DARK["shade"] in dark


@pytest.mark.parametrize("theme", PALETTES)
def test_png_inks_are_the_same_in_every_theme(theme: str) -> None:
    image = Image.open(BytesIO(to_png(INKED, theme=theme))).convert("RGB")
    assert colour_at(image, 0.5, 0.5) == "#12ab34"
    assert colour_at(image, 0.5, 1.5) == PALETTES[theme]["shade"]


# --- the Yajilin scene ---------------------------------------------------------------------------


def test_a_loop_is_one_path() -> None:
    root = parse_svg(render(RING, Position.parse(RING_LINES)))
    assert [path.get("d") for path in elements(root, "line")] == ["M20 20H100V100H20z"]


def test_an_open_line_is_one_path() -> None:
    lines = "r1c1-r1c2 line, r1c2-r1c3 line, r1c3-r2c3 line"
    root = parse_svg(render(RING, Position.parse(lines)))
    assert [path.get("d") for path in elements(root, "line")] == ["M20 20H100V60"]


def test_every_drawn_style_is_in_the_table() -> None:
    marks = Marks(
        errors=frozenset({Cell(0, 0), Cell(0, 1), Edge(Cell(0, 2), Cell(0, 3))}),
        hints=frozenset({Cell(0, 4), Edge(Cell(1, 1), Cell(1, 2))}),
        because=frozenset({Cell(1, 4), Edge(Cell(1, 2), Cell(1, 3))}),
    )
    boxed = Yajilin(3, 3, RING.clues, boxed=True)
    used = styles_of(MIXED, MIXED_MARKS, marks) + styles_of(boxed, RING_LINES)
    assert used.keys() <= STYLES.keys()
    expected = {"box", "blank", "hatch", "shade-error", "ring-hint", "cell-because", "line-hint"}
    assert expected <= used.keys()


def test_what_a_board_shows() -> None:
    styles = styles_of(MIXED, MIXED_MARKS)
    assert (styles["shade"], styles["dot"], styles["line"], styles["cross"]) == (1, 1, 1, 1)
    assert (styles["blank"], styles["hatch"], styles["box"]) == (1, 1, 0)
    assert labels_of(MIXED) == ["2", "?", "7"]
    assert sum(isinstance(shape, Polygon) for shape in shapes_of(MIXED)) == 2


def test_boxes_stand_round_clues_without_marks() -> None:
    boxed = Yajilin(2, 5, MIXED.clues, boxed=True)
    assert styles_of(boxed)["box"] == 3
    assert styles_of(boxed, "", Marks.of_errors([Cell(0, 0)]))["box"] == 2


def test_a_dot_under_a_line_is_not_drawn() -> None:
    assert styles_of(RING, "r1c1 not shaded")["dot"] == 1
    assert styles_of(RING, "r1c1 not shaded, r1c1-r1c2 line")["dot"] == 0


@pytest.mark.parametrize("arrow", list(Direction))
def test_arrows_point_the_right_way(arrow: Direction) -> None:
    shapes = shapes_of(Yajilin(3, 3, ((Cell(1, 1), Clue(arrow, 1)),)))
    (polygon,) = (shape for shape in shapes if isinstance(shape, Polygon))
    (label,) = (shape for shape in shapes if isinstance(shape, Label))
    rows, cols = zip(*polygon.points, strict=True)
    middle = ((min(rows) + max(rows)) / 2, (min(cols) + max(cols)) / 2)
    # The tip is the point that stands alone, halfway between the wings.
    across = 1 if arrow.value[0] else 0
    tip = min(polygon.points, key=lambda at: abs(at[across] - middle[across]))
    way = (tip[0] - middle[0], tip[1] - middle[1])
    assert way[0] * arrow.value[0] + way[1] * arrow.value[1] > 0.25
    if across == 0:
        assert max(rows) < label.row - 0.2
    else:
        assert min(cols) > label.col + 0.2


@each_case("arrow", [*Direction, None])
@each_case("number", [0, 12, 345, 6789, 12345, None])
def test_clues_stay_inside_their_cell(arrow: Direction | None, number: int | None) -> None:
    for shape in shapes_of(Yajilin(1, 1, ((Cell(0, 0), Clue(arrow, number)),))):
        if isinstance(shape, Polygon):
            assert all(0.02 < at < 0.98 for point in shape.points for at in point)
        if isinstance(shape, Label):
            half = len(shape.text) * shape.size * 0.3
            assert shape.col - half >= 0
            assert shape.col + half <= 1


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (9999, "9999"), (10000, "100…"), (98765, "987…")],
)
def test_long_numbers_are_cut(number: int, text: str) -> None:
    puzzle = Yajilin(1, 1, ((Cell(0, 0), Clue(Direction.UP, number)),))
    assert labels_of(puzzle) == [text]
    assert f"{text}↑" in render(puzzle, format="text")


def test_a_number_too_long_to_spell_is_cut() -> None:
    puzzle = Yajilin(1, 1, ((Cell(0, 0), Clue(Direction.UP, 10**999)),))
    assert labels_of(puzzle) == ["100…"]


@given(st.integers(min_value=10_000, max_value=10**80))
def test_cut_numbers_begin_like_the_number(number: int) -> None:
    puzzle = Yajilin(1, 1, ((Cell(0, 0), Clue(Direction.UP, number)),))
    assert labels_of(puzzle) == [f"{str(number)[:3]}…"]


def test_settled_clues_turn_grey_while_others_are_open() -> None:
    clues = ((Cell(0, 0), Clue(Direction.RIGHT, 1)), (Cell(2, 0), Clue(Direction.RIGHT, 1)))
    puzzle = Yajilin(3, 4, clues)
    assert styles_of(puzzle)["clue-done"] == 0
    # Both neighbours of a shaded cell are decided by it.
    assert styles_of(puzzle, "r1c3 shaded")["clue-done"] == 2  # number and arrow
    assert styles_of(puzzle, "r1c2 shaded")["clue-done"] == 0
    assert styles_of(puzzle, "r1c2 shaded, r1c4 not shaded")["clue-done"] == 2
    assert styles_of(puzzle, "r1c2 shaded, r1c4 shaded")["clue-done"] == 0
    assert styles_of(puzzle, "r1c3 shaded, r3c3 shaded")["clue-done"] == 0


def test_a_clue_that_sees_no_cell_is_settled_only_once_play_began() -> None:
    clues = ((Cell(0, 0), Clue(Direction.UP, 0)), (Cell(2, 0), Clue(Direction.RIGHT, 1)))
    puzzle = Yajilin(3, 4, clues)
    assert styles_of(puzzle)["clue-done"] == 0
    assert styles_of(puzzle, "r2c2 not shaded")["clue-done"] == 2


def test_a_shaded_cell_decides_no_cell_across_the_border() -> None:
    open_clue = (Cell(2, 0), Clue(Direction.RIGHT, 1))
    left = Yajilin(3, 4, ((Cell(1, 1), Clue(Direction.LEFT, 0)), open_clue))
    assert styles_of(left, "r1c4 shaded")["clue-done"] == 0
    assert styles_of(left, "r1c1 shaded")["clue-done"] == 2
    right = Yajilin(3, 4, ((Cell(0, 2), Clue(Direction.RIGHT, 0)), open_clue))
    assert styles_of(right, "r2c1 shaded")["clue-done"] == 0
    assert styles_of(right, "r2c4 shaded")["clue-done"] == 2


def test_settled_clues_in_all_directions() -> None:
    for arrow in Direction:
        clue, other = (Cell(2, 2), Clue(arrow, 1)), (Cell(0, 0), Clue(Direction.DOWN, 4))
        target = arrow.step(Cell(2, 2))
        assert styles_of(Yajilin(5, 5, (other, clue)), f"{target} shaded")["clue-done"] == 2
        behind = Cell(4 - target.row, 4 - target.col)
        assert styles_of(Yajilin(5, 5, (other, clue)), f"{behind} shaded")["clue-done"] == 0


def test_errors_ring_cells_and_fade_other_lines() -> None:
    marks = marks_of([Violation("branch", (Cell(0, 0),), "The line branches here.")])
    styles = styles_of(RING, RING_LINES, marks)
    assert (styles["cell-error"], styles["ring-error"]) == (1, 1)
    assert (styles["line-faded"], styles["line"], styles["line-error"]) == (1, 0, 0)
    text = render(RING, Position.parse(RING_LINES), marks=marks)
    assert re.search(r"\.ring-error\{[^}]*stroke-dasharray", text)


def test_a_line_all_in_error_stands_out() -> None:
    ring = [Cell(row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)]
    styles = styles_of(RING, RING_LINES, Marks.of_errors(ring))
    assert (styles["line-error"], styles["line-faded"]) == (1, 0)


def test_a_wrong_edge_stands_out() -> None:
    wrong = Edge(Cell(0, 0), Cell(0, 1))
    styles = styles_of(RING, RING_LINES, Marks.of_errors([wrong]))
    assert (styles["line-error"], styles["line-faded"]) == (1, 1)
    assert styles_of(RING, "", Marks.of_errors([wrong]))["ring-error"] == 1


def test_an_error_leaves_room_for_its_ring() -> None:
    def widths(marks: Marks) -> list[float]:
        shapes = shapes_of(MIXED, MIXED_MARKS, marks)
        return [s.width for s in shapes if isinstance(s, Rect) and s.style.startswith("shade")]

    def sizes(marks: Marks) -> list[float]:
        return [s.size for s in shapes_of(MIXED, "", marks) if isinstance(s, Label)]

    assert widths(Marks.of_errors([Cell(0, 1)]))[0] < widths(Marks())[0] - 0.2
    assert sizes(Marks.of_errors([Cell(0, 0)]))[0] < sizes(Marks())[0]


def test_the_strongest_mark_wins() -> None:
    both = frozenset({Cell(0, 0)})
    styles = styles_of(RING, "", Marks(errors=both, hints=both, because=both))
    assert (styles["cell-error"], styles["cell-hint"], styles["cell-because"]) == (1, 0, 0)


def walked(paths: list[Path]) -> Counter[Edge]:
    """The edges between cell centres that paths go over."""
    edges: Counter[Edge] = Counter()
    for path in paths:
        points = (*path.points, path.points[0]) if path.closed else path.points
        for (row, col), (to_row, to_col) in pairwise(points):
            length = round(abs(to_row - row) + abs(to_col - col))
            step = (round((to_row - row) / length), round((to_col - col) / length))
            cells = [
                Cell(int(row) + n * step[0], int(col) + n * step[1]) for n in range(length + 1)
            ]
            edges.update(edge(a, b) for a, b in pairwise(cells))
    return edges


def random_board(puzzle: Yajilin, seed: int) -> YajilinBoard:
    """Any mess a player can make: branches, crossings, lines through clues."""
    rng, count = random.Random(seed), puzzle.rows * puzzle.cols
    board = YajilinBoard(puzzle)
    inner = (1 << count - puzzle.cols) - 1
    board.shaded = rng.getrandbits(count) & rng.getrandbits(count) & board.layout.playable
    board.open = rng.getrandbits(count) & rng.getrandbits(count) & board.layout.playable
    board.lines_right = rng.getrandbits(count) & board.layout.has_right
    board.lines_down = rng.getrandbits(count) & inner
    board.crosses_right = rng.getrandbits(count) & board.layout.has_right
    board.crosses_down = rng.getrandbits(count) & inner
    return board


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10**9), st.booleans())
def test_any_mess_is_drawn_completely(rows: int, cols: int, seed: int, marked: bool) -> None:
    rng = random.Random(seed)
    where = [Cell(row, col) for row in range(rows) for col in range(cols)]
    options = [Clue(Direction.LEFT, 1), Clue(Direction.UP, None), Clue(None, 12), BLANK]
    clues = tuple((cell, rng.choice(options)) for cell in where if rng.random() < 0.2)
    puzzle = Yajilin(rows, cols, clues, boxed=rng.random() < 0.5)
    board = random_board(puzzle, seed)
    edges = list(board.edges(board.lines_right, board.lines_down))
    marks = Marks.of_errors([*where[::3], *edges[::4]]) if marked else Marks()
    scene = drawing.scene(board, marks)
    paths = [s for s in scene.shapes if isinstance(s, Path) and s.style.startswith("line")]
    assert walked(paths) == Counter(edges)
    assert parse_svg(to_svg(scene)) is not None
    assert Image.open(BytesIO(to_png(scene, cell=8))).size == (cols * 8 + 5, rows * 8 + 5)
    assert len(to_text(scene).splitlines()) == rows + 2


def test_a_crossing_is_drawn_in_few_paths() -> None:
    lines = "r1c2-r2c2 line, r2c2-r3c2 line, r2c1-r2c2 line, r2c2-r2c3 line"
    assert styles_of(Yajilin(3, 3), lines)["line"] == 4
    assert styles_of(Yajilin(3, 3), lines[: lines.index(", r2c2-r2c3")])["line"] == 3


# --- PNG -----------------------------------------------------------------------------------------


def test_png_signature_and_size() -> None:
    data = render(RING, format="png", cell=28)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert Image.open(BytesIO(data)).size == (3 * 28 + 17, 3 * 28 + 17)


@pytest.mark.parametrize(("theme", "palette"), PALETTES.items())
def test_png_colours(theme: str, palette: dict[str, str]) -> None:
    image = pixels(MIXED, MIXED_MARKS, theme)
    assert colour_at(image, 0.5, 1.5) == palette["shade"]
    assert colour_at(image, 0.5, 3.5) == palette["mark"]
    assert colour_at(image, 1.5, 2.0) == palette["line"]
    assert colour_at(image, 0.3, 2.5) == palette["board"]
    assert colour_at(image, 0.5, 3.0) == palette["grid"]
    assert colour_at(image, -0.2, -0.2) == palette["page"]
    assert colour_at(image, 0.5, 0.0) == palette["frame"]


def test_png_auto_is_light() -> None:
    assert pixels(RING, RING_LINES, "auto").tobytes() == pixels(RING, RING_LINES).tobytes()


def test_png_corners_are_joined_and_ends_round() -> None:
    image = pixels(RING, "r1c1-r1c2 line, r1c2-r2c2 line")
    assert colour_at(image, 0.5 - 0.03, 1.5 + 0.03) == LIGHT["line"]
    assert colour_at(image, 0.5, 0.5 - 0.04) == LIGHT["line"]
    assert colour_at(image, 0.5, 0.5 - 0.1) == LIGHT["board"]


def test_png_grid_lines_are_one_pixel() -> None:
    image = pixels(Yajilin(2, 2))
    row = [image.getpixel((x, 32)) for x in range(48, 57)]
    assert sum(pixel != row[0] for pixel in row) == 1


def test_png_edges_are_smooth() -> None:
    colours = pixels(MIXED, MIXED_MARKS).getcolors(maxcolors=10_000)
    assert colours is not None
    assert len(colours) > len(LIGHT) + 10


def test_png_writes_clues() -> None:
    ink = tuple(int(LIGHT["ink"][at : at + 2], 16) for at in (1, 3, 5))

    def dark_pixels(number: int | None) -> int:
        image = pixels(Yajilin(1, 1, ((Cell(0, 0), Clue(None, number)),)))
        inside = image.crop((18, 18, 48, 48)).getcolors(10_000)
        assert inside is not None
        return next((count for count, colour in inside if colour == ink), 0)

    assert dark_pixels(8) > dark_pixels(1) > 20


def test_png_numbers_stand_in_the_middle() -> None:
    image = pixels(Yajilin(1, 1, ((Cell(0, 0), Clue(None, 8)),)))
    dark = image.crop((16, 16, 50, 50)).convert("L").point(lambda value: 255 * (value < 128))
    box = dark.getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert abs((left + right) / 2 - 17) <= 1
    assert abs((top + bottom) / 2 - 17) <= 1


def test_png_error_ring_is_dashed() -> None:
    data = render(Yajilin(1, 1), format="png", marks=Marks.of_errors([Cell(0, 0)]), theme="light")
    image = Image.open(BytesIO(data)).convert("RGB")
    along = [colour_at(image, 0.07, 0.2 + step / 40) for step in range(24)]
    assert LIGHT["err"] in along
    assert LIGHT["errbg"] in along


def test_png_hint_ring_is_solid() -> None:
    marks = Marks(hints=frozenset({Cell(0, 0)}))
    data = render(Yajilin(1, 1), format="png", marks=marks, theme="light")
    image = Image.open(BytesIO(data)).convert("RGB")
    for step in range(24):
        along, across = 0.2 + step / 40, 0.07
        assert colour_at(image, across, along) == LIGHT["hint"]
        assert colour_at(image, along, 1 - across) == LIGHT["hint"]
    assert colour_at(image, 0.5, 0.5) == LIGHT["hintbg"]
    assert colour_at(image, 0.02, 0.02) != LIGHT["hint"]


def test_png_is_bounded() -> None:
    data = render(Yajilin(300, 300), format="png")
    width, height = Image.open(BytesIO(data)).size
    assert MAX_PIXELS / 2 < width * height <= MAX_PIXELS


def test_png_refuses_what_cannot_be_small_enough() -> None:
    scene = Scene(rows=100_000, cols=100_000, title="", shapes=())
    with pytest.raises(FormatError, match="too many"):
        to_png(scene)


@pytest.mark.parametrize(("mm", "dpi", "cell"), [(8, 300, 94), (8, 600, 189), (5.5, 96, 21)])
def test_png_for_paper_has_the_pixels_and_tells_its_size(mm: float, dpi: int, cell: int) -> None:
    image = Image.open(BytesIO(render(RING, format="png", mm=mm, dpi=dpi)))
    assert image.width == 3 * cell + 2 * round(cell * 0.3) + 1
    # Cells of whole pixels; what was rounded away is made up by the density that is told.
    assert image.info["dpi"][0] == pytest.approx(cell / mm * 25.4, rel=1e-3)
    assert image.info["dpi"][0] == pytest.approx(dpi, rel=0.02)


def test_png_tells_no_size_unless_asked() -> None:
    assert "dpi" not in Image.open(BytesIO(render(RING, format="png"))).info
    told = Image.open(BytesIO(render(RING, format="png", cell=40, dpi=120)))
    assert (told.width, round(told.info["dpi"][0])) == (145, 120)


def test_png_for_paper_keeps_its_size_when_pixels_are_too_many() -> None:
    scene = Scene(rows=400, cols=300, title="", shapes=())
    image = Image.open(BytesIO(to_png(scene, mm=8, dpi=600)))
    assert MAX_PIXELS < image.width * image.height <= MAX_PRINT_PIXELS
    inches = image.width / image.info["dpi"][0]
    assert inches == pytest.approx(300 * 8 / 25.4, rel=0.01)


def test_png_in_bands_is_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = Marks(errors=frozenset({Cell(0, 1)}), hints=frozenset({Cell(1, 2)}))
    scene = scene_of(MIXED, Position.parse(MIXED_MARKS), marks)
    whole = Image.open(BytesIO(to_png(scene)))
    monkeypatch.setattr(sys.modules["enpitsu.render.png"], "_band_height", lambda *_: 14)
    banded = Image.open(BytesIO(to_png(scene)))
    difference = ImageChops.difference(whole, banded).convert("L")
    assert difference.point(lambda value: 255 * (value > 50)).getbbox() is None
    assert sum(difference.histogram()[4:]) < whole.width * whole.height / 100


def test_png_for_paper_refuses_what_has_no_sense() -> None:
    for mm, dpi in ((8, 10), (8, 100_000), (0.6, 36), (150, 600), (0, 300), (float("nan"), 300)):
        with pytest.raises(FormatError, match=r"dpi|mm|pixels"):
            render(RING, format="png", mm=mm, dpi=dpi)
    with pytest.raises(FormatError, match="not both"):
        render(RING, format="png", mm=8, cell=40)


def test_svg_for_paper_is_the_same_drawing_in_millimetres() -> None:
    plain, paper = (render(RING, theme="print", mm=mm) for mm in (None, 8.0))
    root = parse_svg(paper)
    assert (root.get("width"), root.get("height")) == ("29mm", "29mm")
    assert root.get("viewBox") == parse_svg(plain).get("viewBox")
    assert paper.split("<title>")[1] == plain.split("<title>")[1]
    with pytest.raises(FormatError, match="mm"):
        render(RING, mm=float("inf"))


@pytest.mark.parametrize("width", [101, 640, 1500])
def test_pictures_are_exactly_as_wide_as_asked(width: int) -> None:
    oblong = Yajilin(2, 5)
    drawn = Image.open(BytesIO(render(oblong, format="png", width=width)))
    assert drawn.width == width
    root = parse_svg(render(oblong, width=width))
    assert root.get("width") == str(width)
    assert float(root.get("height", "")) == pytest.approx(drawn.height, abs=2)


def test_widths_that_cannot_be_are_refused() -> None:
    wrong: list[Any] = [{"width": 3}, {"width": 100_000}, {"width": 300, "cell": 20}]
    for how in wrong:
        with pytest.raises(FormatError, match=r"pixels|not both"):
            render(RING, format="png", **how)
    for other in ("pdf", "text"):
        with pytest.raises(FormatError, match="for SVG and PNG"):
            render(RING, format=other, width=300)


def test_a_transparent_picture_has_only_what_is_drawn() -> None:
    picture = Image.open(
        BytesIO(render(RING, Position.parse(RING_LINES), "png", ground="transparent"))
    )
    assert picture.mode == "RGBA"
    alpha = picture.getchannel("A")
    assert alpha.getpixel((1, 1)) == 0
    assert alpha.getpixel((20, 20)) == 0, "the paper within the frame"
    assert alpha.getextrema() == (0, 255)
    # Edges are mixed with what the picture will lie on, not with black.
    opaque = Image.new("RGBA", picture.size, "#ffffff")
    opaque.alpha_composite(picture)
    white = Image.open(
        BytesIO(render(RING, Position.parse(RING_LINES), "png", ground="#ffffff"))
    ).convert("RGBA")
    difference = ImageChops.difference(opaque, white).convert("L")
    assert difference.point(lambda value: 255 * (value > 3)).getbbox() is None
    svg = render(RING, Position.parse(RING_LINES), ground="transparent")
    assert ".page{fill:none}" in svg
    assert ".paper{fill:none}" in svg


def test_a_chosen_ground_takes_the_colours_that_are_seen_on_it() -> None:
    dark = Image.open(BytesIO(render(RING, format="png", ground="#102030", theme="auto")))
    assert dark.getpixel((1, 1)) == (0x10, 0x20, 0x30)
    assert 'class="enpitsu dark"' in render(RING, ground="#102030")
    assert 'class="enpitsu light"' in render(RING, ground="#fff0c0")
    assert b"%PDF" in render(RING, format="pdf", ground="#fff0c0")


def test_lines_and_letters_are_as_heavy_as_asked() -> None:
    usual, thick = (
        render(MIXED, line_width=factor, font_weight=weight)
        for factor, weight in ((None, None), (2.0, 900))
    )
    width = re.compile(r"\.frame\{[^}]*stroke-width:([\d.]+)")
    found = [float(width.search(svg)[1]) for svg in (usual, thick)]  # type: ignore[index]
    assert found[1] == 2 * found[0]
    assert "font-weight:900" in thick
    assert "font-weight:900" not in usual
    light, heavy = (render(MIXED, format="png", line_width=each) for each in (1.0, 3.0))
    sums = [sum(Image.open(BytesIO(png)).convert("L").tobytes()) for png in (light, heavy)]
    assert sums[1] < sums[0], "thicker lines are darker"


@pytest.mark.parametrize(
    "wrong",
    [
        {"ground": "pink"},
        {"ground": "#12345"},
        {"ground": "#1234567"},
        {"line_width": 9.0},
        {"line_width": float("nan")},
        {"font_weight": 10},
    ],
)
@pytest.mark.parametrize("format", ["svg", "png", "pdf"])
def test_looks_that_cannot_be_are_refused(format: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match=r"ground|lines|letters"):
        render(RING, format=format, **wrong)


def test_png_without_pillow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BackendMissing, match=r"enpitsu\[image\]"):
        render(RING, format="png")
    assert render(RING, format="svg").startswith("<svg")


# --- text ----------------------------------------------------------------------------------------


def text_of(puzzle: Yajilin, position: str = "", marks: Marks | None = None) -> list[str]:
    facts = Position.parse(position)
    return render(puzzle, facts, "text", marks=marks or Marks()).splitlines()


def test_text_of_a_loop() -> None:
    assert text_of(RING, RING_LINES) == [
        "┌────────┐",
        "│ ┏━━━┓  │",
        "│ ┃ 0↑┃  │",
        "│ ┗━━━┛  │",
        "└────────┘",
    ]


def test_text_of_everything() -> None:
    assert text_of(MIXED, MIXED_MARKS) == [
        "┌────────────┐",
        "│ 2→██  · ?↓ │",
        "│ ▒▒╺━╸   7  │",
        "└────────────┘",
    ]


def test_text_of_wrong_lines() -> None:
    lines = (
        "r1c1-r1c2 line, r1c2-r1c3 line, r1c2-r2c2 line, r2c1-r2c2 line, r2c2-r2c3 line,"
        "r2c2-r3c2 line, r2c3-r3c3 line, r3c2-r3c3 line, r2c1 shaded"
    )
    assert text_of(Yajilin(3, 3), lines) == [
        "┌────────┐",
        "│ ╺━┳━╸  │",
        "│ ╺█╋━┓  │",
        "│   ┗━┛  │",
        "└────────┘",
    ]


def test_text_of_a_line_through_a_clue_shows_the_clue() -> None:
    assert text_of(RING, "r2c1-r2c2 line, r2c2-r2c3 line")[2] == "│ ╺━0↑╸  │"


def test_text_widens_for_long_clues() -> None:
    clues = ((Cell(0, 0), Clue(Direction.DOWN, 12)), (Cell(1, 1), BLANK))
    lines = "r1c2-r1c3 line, r1c3-r2c3 line, r2c1 shaded"
    assert text_of(Yajilin(2, 3, clues), lines) == [
        "┌───────────┐",
        "│ 12↓ ╺━━┓  │",
        "│ ███▒▒▒ ╹  │",
        "└───────────┘",
    ]


def test_text_signs_errors() -> None:
    marks = Marks(
        errors=frozenset({Cell(0, 1), Cell(1, 2)}),
        hints=frozenset({Cell(0, 2)}),
        because=frozenset({Cell(0, 0)}),
    )
    assert text_of(MIXED, MIXED_MARKS, marks) == [
        "┌─────────────────┐",
        "│ 2→+██!  *·  ?↓  │",
        "│ ▒▒▒╺━━╸ !   7   │",
        "└─────────────────┘",
    ]


def test_text_signs_both_ends_of_a_wrong_edge() -> None:
    marks = Marks.of_errors([Edge(Cell(0, 0), Cell(0, 1))])
    assert text_of(Yajilin(1, 3), "r1c1-r1c2 line, r1c2-r1c3 line", marks) == [
        "┌───────────┐",
        "│ ╺━!━━!╸   │",
        "└───────────┘",
    ]


def test_text_colours_change_nothing_else() -> None:
    marks = Marks.of_errors([Cell(0, 1)])
    plain = render(MIXED, Position.parse(MIXED_MARKS), "text", marks=marks)
    coloured = render(MIXED, Position.parse(MIXED_MARKS), "text", marks=marks, colour=True)
    assert "\x1b" not in plain
    assert ANSI.sub("", coloured) == plain
    assert "\x1b[1;31m██!\x1b[0m" in coloured
    assert "\x1b[2;36m" in coloured  # lines fade beside errors
    assert "\x1b[36m╺━╸\x1b[0m" in render(MIXED, Position.parse(MIXED_MARKS), "text", colour=True)


def test_text_of_clues_outside_the_grid() -> None:
    glyphs = {
        Cell(-1, 0): Glyph("1", "clue"),
        Cell(-1, 1): Glyph("3", "clue"),
        Cell(1, -1): Glyph("22", "clue"),
        Cell(0, 1): Glyph("█", "shade", fill=True),
        Cell(1, 0): Glyph("村", "clue"),
    }
    scene = Scene(rows=2, cols=2, title="", shapes=(), glyphs=glyphs)
    assert to_text(scene).splitlines() == [
        "    1 3",
        "  ┌──────┐",
        "  │   ██ │",
        "22│ 村   │",
        "  └──────┘",
    ]


def test_text_lists_beside_the_grid_stand_in_columns() -> None:
    glyphs = {
        Cell(0, -1): Glyph("10", "clue"),
        Cell(0, -3): Glyph("7", "clue"),
        Cell(1, -1): Glyph("1", "clue-error"),
        Cell(1, -2): Glyph("222", "clue-error"),
    }
    scene = Scene(rows=2, cols=1, title="", shapes=(), glyphs=glyphs)
    assert to_text(scene).splitlines() == [
        "         ┌────┐",
        "7     10 │    │",
        "  222  1!│    │",
        "         └────┘",
    ]


def test_text_widens_cells_where_glyphs_above_would_touch() -> None:
    def header(*texts: str) -> str:
        glyphs = {Cell(-1, col): Glyph(text, "clue") for col, text in enumerate(texts)}
        scene = Scene(rows=1, cols=len(texts), title="", shapes=(), glyphs=glyphs)
        return to_text(scene).splitlines()[0]

    assert header("10", "", "2") == "  10  2"
    assert header("10", "12", "2") == "  10 12  2"


def test_text_of_a_list_above_signs_its_last_glyph() -> None:
    glyphs = {Cell(row, 0): Glyph(f"{row + 3}", "clue-hint") for row in (-2, -1)}
    scene = Scene(rows=1, cols=1, title="", shapes=(), glyphs=glyphs)
    assert to_text(scene).splitlines()[:2] == ["  1", "  2 *"]


def test_text_rules_lines_in_the_rhythm() -> None:
    scene = Scene(rows=5, cols=3, title="", shapes=(), rhythm=2)
    assert to_text(scene).splitlines() == [
        "┌────┬──┐",
        "│    │  │",
        "│    │  │",
        "├────┼──┤",
        "│    │  │",
        "│    │  │",
        "├────┼──┤",
        "│    │  │",
        "└────┴──┘",
    ]


def test_text_inks_are_24_bit_colours() -> None:
    glyphs = {Cell(0, 0): Glyph("a", "on"), Cell(0, 1): Glyph("b", "plain")}
    inks = {"on": Ink("shade", "#102030", on="#ffffff"), "plain": Ink("clue", "#ff8000")}
    scene = Scene(rows=1, cols=2, title="", shapes=(), glyphs=glyphs, inks=inks)
    assert to_text(scene).splitlines()[1] == "│ a b  │"
    coloured = to_text(scene, colour=True)
    assert "\x1b[38;2;255;255;255;48;2;16;32;48ma \x1b[0m" in coloured
    assert "\x1b[38;2;255;128;0mb \x1b[0m" in coloured
    assert ANSI.sub("", coloured) == to_text(scene)


# --- text with borders ---------------------------------------------------------------------------


def bordered(
    rows: int,
    cols: int,
    borders: str = "",
    glyphs: dict[Cell, Glyph] | None = None,
    *,
    links: str = "",
    between: dict[str, Glyph] | None = None,
    style: str = "border",
) -> Scene:
    """A scene with borders; edges are written as in facts."""
    return Scene(
        rows=rows,
        cols=cols,
        title="",
        shapes=(),
        glyphs=glyphs or {},
        links=dict.fromkeys(map(edge_of, links.split()), "line"),
        borders=dict.fromkeys(map(edge_of, borders.split()), style),
        between={edge_of(where): glyph for where, glyph in (between or {}).items()},
    )


def edge_of(where: str) -> Edge:
    slot = parse_slot(where)
    assert isinstance(slot, Edge)
    return slot


def test_text_with_borders_keeps_room_between_cells_even_without_any() -> None:
    assert to_text(bordered(2, 2)).splitlines() == [
        "┌───────┐",
        "│       │",
        "│   ·   │",
        "│       │",
        "└───────┘",
    ]
    assert to_text(Scene(rows=1, cols=1, title="", shapes=())).splitlines()[0] == "┌────┐"


@each_case("sides", range(16))
def test_text_joints_of_borders(sides: int) -> None:
    around = ("r1c1-r1c2", "r1c2-r2c2", "r2c1-r2c2", "r1c1-r2c1")
    borders = " ".join(where for at, where in enumerate(around) if sides >> at & 1)
    assert to_text(bordered(2, 2, borders)).splitlines()[2][4] == "·╵╶└╷│┌├╴┘─┴┐┤┬┼"[sides]


def test_text_dashes_borders_whose_style_is_dashed() -> None:
    assert STYLES["stray"].dash
    across, down = "r1c1-r2c1 r1c2-r2c2", "r1c1-r1c2 r2c1-r2c2"
    assert to_text(bordered(2, 2, across, style="stray")).splitlines()[2] == "│╌╌╌╌╌╌╌│"
    written = to_text(bordered(2, 2, down, style="stray")).splitlines()
    assert [line[4] for line in written] == ["─", "╎", "╎", "╎", "─"]
    # A dashed border does not bend a solid one that it meets.
    scene = bordered(2, 2, across)
    mixed = {**(scene.borders or {}), edge_of("r1c1-r1c2"): "stray"}
    written = to_text(replace(scene, borders=mixed)).splitlines()
    assert (written[1], written[2]) == ("│   ╎   │", "├───────┤")


def test_text_lines_cross_borders() -> None:
    links = "r1c1-r1c2 r1c2-r1c3 r1c1-r2c1 r2c1-r3c1"
    assert to_text(bordered(3, 3, "r1c1-r1c2 r1c1-r2c1", links=links)).splitlines() == [
        "┌───┬───────┐",
        "│ ┏━┿━━━━━╸ │",
        "├─╂─┘   ·   │",
        "│ ┃         │",
        "│ ┃ ·   ·   │",
        "│ ╹         │",
        "└───────────┘",
    ]


@pytest.mark.parametrize(
    ("way", "first", "drawn"),
    [
        (Direction.RIGHT, 3, ["│     5━━►7 │"]),
        (Direction.LEFT, 3, ["│ 7◄━━5     │"]),
        (Direction.UP, 1, ["│     7     │", "│   · ▲ ·   │", "│     5     │"]),
        (Direction.DOWN, 3, ["│     5     │", "│   · ▼ ·   │", "│     7     │"]),
    ],
)
def test_text_arrow_heads(way: Direction, first: int, drawn: list[str]) -> None:
    middle, end = Cell(1, 1), way.step(Cell(1, 1))
    glyphs = {middle: Glyph("5", "ghost"), end: Glyph("7", "circle", head=way)}
    written = to_text(bordered(3, 3, "", glyphs, links=str(edge(middle, end)))).splitlines()
    assert written[first : first + len(drawn)] == drawn
    assert sum(len(re.findall("[▲▼◄►]", line)) for line in written) == 1


@pytest.mark.parametrize(
    ("number", "drawn"), [("7", "━►7 "), ("77", "━►77"), ("777", "━►777"), ("7777", "━►7777")]
)
def test_text_widens_for_an_arrow_head(number: str, drawn: str) -> None:
    glyphs = {Cell(0, 1): Glyph(number, "circle", head=Direction.RIGHT)}
    line = to_text(bordered(1, 2, "", glyphs, links="r1c1-r1c2")).splitlines()[1]
    assert line.endswith(f"━{drawn}│")
    assert len(line) == 2 * (len(drawn) - 1) + 3


def test_text_glyphs_between_cells() -> None:
    between = {
        "r1c1-r1c2": Glyph("×", "cross"),
        "r1c1-r2c1": Glyph("×", "cross"),
        "r1c2-r2c2": Glyph("×", "cross-error"),
        "r2c1-r2c2": Glyph("", "hint"),
        "r2c2-r3c2": Glyph("", "because"),
    }
    assert to_text(bordered(3, 2, "r1c1-r2c1", between=between)).splitlines() == [
        "┌───────┐",
        "│   ×   │",
        "├─×─╴ ×!│",
        "│   *   │",
        "│   · + │",
        "│       │",
        "└───────┘",
    ]


def test_text_with_borders_fills_cells_and_shows_wide_letters() -> None:
    glyphs = {
        Cell(0, 0): Glyph("█", "shade", fill=True),
        Cell(0, 1): Glyph("村", "clue"),
        Cell(0, 2): Glyph("█", "shade-error", fill=True),
    }
    scene = bordered(1, 3, "", glyphs, links="r1c1-r1c2")
    assert to_text(scene).splitlines()[1] == "│█╺█━━村 ██!│"


def test_text_with_borders_has_room_for_clues_outside() -> None:
    glyphs = {
        Cell(-1, 0): Glyph("1", "clue"),
        Cell(-1, 1): Glyph("12", "clue"),
        Cell(1, -1): Glyph("22", "clue-error"),
        Cell(0, 1): Glyph("5", "clue"),
    }
    assert to_text(bordered(2, 2, "r1c1-r1c2", glyphs)).splitlines() == [
        "     1   12",
        "   ┌───┬───┐",
        "   │   │ 5 │",
        "   │   ╵   │",
        "22!│       │",
        "   └───────┘",
    ]


def test_text_with_borders_in_colour() -> None:
    glyphs = {Cell(0, 0): Glyph("a", "on"), Cell(0, 1): Glyph("5", "circle-error")}
    scene = bordered(1, 3, "r1c1-r1c2", glyphs, links="r1c2-r1c3")
    scene = replace(scene, inks={"on": Ink("shade", "#102030", on="#ffffff")})
    coloured = to_text(scene, colour=True)
    assert ANSI.sub("", coloured) == to_text(scene)
    assert "│\x1b[38;2;255;255;255;48;2;16;32;48m a \x1b[0m│\x1b[1;31m 5!\x1b[0m" in coloured
    assert "\x1b[36m━━╸\x1b[0m" in coloured


def test_png_rings_with_a_fill_are_round_and_hide_what_is_under_them() -> None:
    shapes = (Rect(0, 0, 1, 1, "shade"), Circle(0.5, 0.5, 0.4, "circle"))
    data = to_png(Scene(rows=1, cols=1, title="", shapes=shapes), cell=200)
    image = Image.open(BytesIO(data)).convert("RGB")
    width = STYLES["circle"].width / 40
    for row, col in ((0, 1), (1, 0), (0, -1), (-1, 0), (0.6, 0.8), (-0.8, 0.6)):

        def at(radius: float, row: float = row, col: float = col) -> str:
            return colour_at(image, 0.5 + row * radius, 0.5 + col * radius, 200)

        assert at(0.4) == LIGHT["ink"]
        assert at(0.4 - width) == at(0.1) == LIGHT["board"]
        assert at(0.4 + width) == LIGHT["shade"]


# --- every format --------------------------------------------------------------------------------


@each_case(("rows", "cols"), [(1, 1), (1, 30), (30, 1), (4, 9)])
@each_case("format", FORMATS)
def test_every_size_in_every_format(rows: int, cols: int, format: str) -> None:
    drawn = render(Yajilin(rows, cols), format=format)
    if format == "pdf":
        assert drawn[:5] == b"%PDF-"  # more in test_pdf.py
    elif isinstance(drawn, bytes):
        assert Image.open(BytesIO(drawn)).size == (cols * 40 + 25, rows * 40 + 25)
    elif format == "svg":
        assert parse_svg(drawn).get("width") == str(cols * 40 + 25)
    else:
        assert [len(line) for line in drawn.splitlines()] == [2 * cols + 4] * (rows + 2)


def test_a_large_board_in_every_format() -> None:
    """Large enough that its PNG has smaller cells than others."""
    clues = tuple((Cell(row, 149 - row), Clue(Direction.UP, 1)) for row in range(150))
    puzzle = Yajilin(150, 150, clues)
    scene = drawing.scene(random_board(puzzle, 1))
    assert len(parse_svg(to_svg(scene)).findall(f".//{SVG}text")) == 150
    width, height = Image.open(BytesIO(to_png(scene))).size
    assert width == height <= 3500
    assert len(to_text(scene).splitlines()) == 152


def test_unknown_formats_are_refused_with_the_known_ones() -> None:
    with pytest.raises(FormatError, match="svg, png, pdf, text"):
        render(RING, format="gif")


@pytest.mark.parametrize("format", ["svg", "png"])
def test_unknown_themes_are_refused_with_the_known_ones(format: str) -> None:
    with pytest.raises(FormatError, match="auto, light, dark, print"):
        render(RING, format=format, theme="sepia")


@pytest.mark.parametrize("format", ["svg", "png"])
@pytest.mark.parametrize("cell", [0, -5, 10_000])
def test_impossible_cells_are_refused(format: str, cell: int) -> None:
    with pytest.raises(FormatError, match="pixels"):
        render(RING, format=format, cell=cell)


def test_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys() == PRINT.keys()
    used = {token for style in STYLES.values() for token in (style.fill, style.stroke) if token}
    assert used <= LIGHT.keys()


def test_marks_of_violations_are_all_their_cells_and_lines() -> None:
    found = [
        Violation("a", (Cell(0, 0), Cell(1, 1)), ""),
        Violation("b", (Cell(1, 1),), "", (Line("row", 1),)),
    ]
    assert marks_of(found) == Marks.of_errors([Cell(0, 0), Cell(1, 1), Line("row", 1)])
