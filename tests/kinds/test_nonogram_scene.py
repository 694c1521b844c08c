"""How nonograms look: clues beside the grid, rhythm, settled numbers, colours, marks."""

from __future__ import annotations

import random
from collections import Counter
from io import BytesIO
from itertools import groupby, pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from enpitsu.colour import contrast
from enpitsu.grid import Cell, Line
from enpitsu.kinds.nonogram import inks
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.clue_states import MOST, find_matched_runs
from enpitsu.kinds.nonogram.draw_scene import scene
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, blank, from_picture
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.render import FORMATS, render, scene_of
from enpitsu.render.palette import PALETTES
from enpitsu.render.svg import to_svg
from enpitsu.render.theme import STYLES
from enpitsu.scene import Label, Marks, Rect, Scene, Shape, Strokes
from tests.cases import each_case
from tests.kinds.nonogram_brute import answers_of_line, random_clue

pytestmark = pytest.mark.quick

Picture = list[list[int | None]]

RED_BLUE = ("#ff0000", "#0000ff")


def picture(*rows: str, letters: str = "#") -> Picture:
    return [[letters.index(sign) if sign in letters else None for sign in row] for row in rows]


KEY = picture("###....", "#.#####", "###.#.#")
FLAG = picture(".rrb", "rrbb", letters="rb")


def facts(puzzle: Nonogram, cells: Picture, *, crosses: bool = False) -> Position:
    found = []
    for row, states in enumerate(cells):
        for col, state in enumerate(states):
            if state is not None:
                found.append(Fact(Cell(row, col), puzzle.values[state]))
            elif crosses:
                found += [Fact(Cell(row, col), value, False) for value in puzzle.values]
    return Position.of(found)


def clue(*lengths: int | None) -> Clue:
    return tuple(Run(length) for length in lengths)


def drawn(puzzle: Nonogram, position: str = "", marks: Marks | None = None) -> Scene:
    return scene_of(puzzle, Position.parse(position), marks or Marks())


def styles(shown: Scene) -> Counter[str]:
    return Counter(shape.style for shape in shown.shapes)


def labels(shown: Scene, style: str = "clue") -> list[Label]:
    return [each for each in shown.shapes if isinstance(each, Label) and each.style == style]


def rects(shown: Scene, style: str) -> list[Rect]:
    return [each for each in shown.shapes if isinstance(each, Rect) and each.style == style]


def strokes(shown: Scene, style: str) -> list[Strokes]:
    return [each for each in shown.shapes if isinstance(each, Strokes) and each.style == style]


# --- clues beside the grid -----------------------------------------------------------------------


def test_clues_stand_outside_in_order() -> None:
    puzzle = from_picture(KEY)
    found = labels(scene(NonogramBoard(puzzle)))
    row = sorted((each.col, each.text) for each in found if each.row == 2.5)
    assert [text for _, text in row] == ["3", "1", "1"]
    assert all(col < 0 for col, _ in row)
    column = sorted((each.row, each.text) for each in found if each.col == 2.5)
    assert [text for _, text in column] == ["3"]
    column = sorted((each.row, each.text) for each in found if each.col == 1.5)
    assert [text for _, text in column] == ["1", "1"]
    assert all(at < 0 for at, _ in column)


def test_last_numbers_line_up_beside_the_grid() -> None:
    found = labels(scene(NonogramBoard(from_picture(KEY))))
    last_of_rows = [max(each.col for each in found if each.row == row + 0.5) for row in range(3)]
    assert len(set(last_of_rows)) == 1
    lowest = [max(each.row for each in found if each.col == col + 0.5) for col in range(7)]
    assert len(set(lowest)) == 1


def test_margins_are_as_large_as_the_longest_clue_needs() -> None:
    short = scene(NonogramBoard(Nonogram((clue(1),) * 3, (clue(1),) * 3)))
    more_runs = scene(NonogramBoard(Nonogram((clue(1), clue(1, 1), clue(1)), (clue(1),) * 3)))
    more_digits = scene(NonogramBoard(Nonogram((clue(1), clue(100), clue(1)), (clue(1),) * 3)))
    assert short.left < more_runs.left
    assert short.left < more_digits.left
    assert short.top == more_runs.top == more_digits.top
    turned = scene(NonogramBoard(Nonogram((clue(1),) * 3, (clue(1), clue(1, 1), clue(1)))))
    assert (turned.left, turned.top > short.top) == (short.left, True)


@each_case("palette", [("#000000",), RED_BLUE])
@each_case("length", [1, 12, 123, 12345, 10**9, None])
def test_numbers_fit_their_place(length: int | None, palette: tuple[str, ...]) -> None:
    shown = scene(NonogramBoard(Nonogram((clue(length),), (clue(length), clue(9)), palette)))
    text = "?" if length is None else str(length)
    above = [each for each in shown.shapes if isinstance(each, Label) and each.row < 0]
    beside = [each for each in shown.shapes if isinstance(each, Label) and each.col < 0]
    assert {text} <= {each.text for each in above} & {each.text for each in beside}
    for each in above:
        half = len(each.text) * each.size * 0.3
        column = int(each.col)
        assert column <= each.col - half
        assert each.col + half <= column + 1
        assert -shown.top < each.row - each.size / 2
    for each in beside:
        half = len(each.text) * each.size * 0.3
        assert -shown.left < each.col - half < each.col + half < 0


def test_numbers_of_a_row_do_not_touch() -> None:
    puzzle = Nonogram((clue(1, 10, 100, 7), clue(20, 2, 3)), (clue(1),) * 5)
    found = [each for each in labels(scene(NonogramBoard(puzzle))) if each.col < 0]
    by_row = sorted(found, key=lambda each: (each.row, each.col))
    for left, right in pairwise(by_row):
        if left.row == right.row:
            halves = (len(left.text) * left.size + len(right.text) * right.size) * 0.3
            assert right.col - left.col > halves + 0.1


def test_empty_lines_show_a_zero_and_unknown_runs_a_question_mark() -> None:
    puzzle = Nonogram((clue(), clue(None)), (clue(), clue(1)))
    assert sorted(each.text for each in labels(scene(NonogramBoard(puzzle)))) == [
        "0",
        "0",
        "1",
        "?",
    ]


# --- the grid ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "cols", "at"),
    [(10, 10, (5, 5)), (17, 23, (5, 10, 15, 5, 10, 15, 20)), (5, 6, (5,)), (4, 5, ()), (1, 1, ())],
)
def test_every_fifth_line_is_thick(rows: int, cols: int, at: tuple[int, ...]) -> None:
    thick = strokes(scene(NonogramBoard(blank(rows, cols))), "grid5")
    lines = [line for each in thick for line in each.lines]
    across = [start[0] for start, end in lines if start[0] == end[0]]
    down = [start[1] for start, end in lines if start[1] == end[1]]
    assert (*across, *down) == at
    assert {start[1] for start, end in lines if start[0] == end[0]} <= {0}
    assert {end[1] for start, end in lines if start[0] == end[0]} <= {cols}


def test_what_a_board_shows() -> None:
    puzzle = from_picture(KEY)
    shown = drawn(puzzle, "r1c1 shaded, r1c4 not shaded, r1c5 not shaded")
    found = styles(shown)
    assert (found["shade"], found["cross"], found["frame"], found["paper"]) == (1, 1, 1, 1)
    (crosses,) = strokes(shown, "cross")
    assert len(crosses.lines) == 4
    (square,) = rects(shown, "shade")
    assert 0 < square.row < square.row + square.height < 1
    assert shown.inks == {}


def test_a_finished_picture_has_no_crosses_and_no_settled_numbers() -> None:
    puzzle = from_picture(KEY)
    almost = facts(puzzle, [*KEY[:2], [None] * 7], crosses=True)
    assert styles(scene_of(puzzle, almost))["cross"] == 1
    assert styles(scene_of(puzzle, almost))["clue-done"] > 0
    for position in (facts(puzzle, KEY), facts(puzzle, KEY, crosses=True)):
        found = styles(scene_of(puzzle, position))
        assert (found["cross"], found["clue-done"], found["strike"]) == (0, 0, 0)
        assert found["picture-shade"] == 14


def test_the_title_tells_size_and_colours() -> None:
    assert drawn(from_picture(KEY)).title == "Nonogram 3x7"
    puzzle = from_picture(FLAG, RED_BLUE)
    root = ElementTree.fromstring(render(puzzle))
    assert root[0].tag.endswith("title")
    assert root[0].text == "Nonogram 2x4 in 2 colours"
    assert root.get("role") == "img"


# --- settled numbers -----------------------------------------------------------------------------


def settled_in(told: Clue, line: str) -> set[int]:
    """Of a line of one colour: # is shaded, x crossed."""
    return set(
        find_matched_runs(
            told,
            ["".join("01"[sign == "#"] for sign in line)],
            ["".join("01"[sign == "x"] for sign in line)],
        )
    )


@each_case(
    ("told", "line", "expected"),
    [
        (clue(1, 2), "#x......", {0}),
        (clue(1, 2), "#.......", set()),  # it may belong to the 2
        (clue(1, 2), "#.##....", {0, 1}),  # all that the clue tells is found
        (clue(1, 2), "....x##x", {1}),
        (clue(1, 2), ".....###", set()),  # cannot be finished
        (clue(1, 1), "..x#x...", set()),  # the first or the second
        (clue(1, 5, 1), "..#####...", {1}),  # no run is longer
        (clue(1, 5, None), "..#####...", set()),
        (clue(1, 2, 1), "...x##x...", {1}),
        (clue(2, None), "##x.....", {0}),
        (clue(2, None), "##x.#x..", {0}),
        (clue(2, None), "##xx#xxx", {0, 1}),
        (clue(3, 3), "###x....", {0}),
        (clue(3, 3), "#x......", set()),
        (clue(), "xxx", set()),
        (clue(9), "#..", set()),
    ],
)
def test_settled_numbers(told: Clue, line: str, expected: set[int]) -> None:
    assert settled_in(told, line) == expected


def test_settled_is_never_wrong() -> None:
    """Against every way to finish random lines: the number's run is the same in all of them."""
    rng = random.Random(3)
    found = 0
    for _ in range(2500):
        length, colours = rng.randint(1, 7), rng.randint(1, 2)
        told = random_clue(rng, length, colours)
        answers = list(answers_of_line(told, [{None, *range(colours)}] * length))
        if not answers:
            continue
        answer, share = rng.choice(answers), rng.random()
        can: list[set[int | None]] = [
            {state} if rng.random() < share else {None, *range(colours)} for state in answer
        ]
        painted = ["".join("01"[each == {at}] for each in can) for at in range(colours)]
        denied = ["".join("01"[at not in each] for each in can) for at in range(colours)]
        ways = [places_of(cells) for cells in answers_of_line(told, can)]
        for at in find_matched_runs(told, painted, denied):
            found += 1
            assert len({way[at] for way in ways}) == 1
            colour, start, end = ways[0][at]
            assert painted[colour][start:end] == "1" * (end - start)
    assert found > 500


def places_of(cells: tuple[int | None, ...]) -> list[tuple[int, int, int]]:
    """The colour, start and end of each run."""
    found, at = [], 0
    for colour, same in groupby(cells):
        end = at + len(list(same))
        if colour is not None:
            found.append((colour, at, end))
        at = end
    return found


def test_very_long_lines_are_left_alone() -> None:
    length = 4000
    runs = MOST // length + 1
    line = "#x" * runs + "x" * (length - 2 * runs)
    assert settled_in(clue(*[1] * runs), line) == set()
    assert settled_in(clue(*[1] * 10), "#x" * 10 + "x" * (length - 20)) == set(range(10))


def test_settled_numbers_are_grey_and_struck() -> None:
    puzzle = from_picture(KEY)
    shown = drawn(puzzle, "r2c1 shaded, r2c2 not shaded")
    assert [(each.row, each.text) for each in labels(shown, "clue-done")] == [(1.5, "1")]
    (struck,) = strokes(shown, "strike")
    ((start, end),) = struck.lines
    (label,) = labels(shown, "clue-done")
    assert start[0] == end[0] == label.row
    assert start[1] < label.col < end[1]


def test_the_zero_of_a_line_is_settled_when_all_of_it_is_crossed() -> None:
    puzzle = Nonogram((clue(), clue(2)), (clue(1), clue(1)))
    assert styles(drawn(puzzle))["clue-done"] == 0
    assert styles(drawn(puzzle, "r1c1 not shaded"))["clue-done"] == 0
    shown = drawn(puzzle, "r1c1 not shaded, r1c2 not shaded")
    assert [each.text for each in labels(shown, "clue-done")] == ["0"]


def test_a_marked_clue_is_never_struck() -> None:
    puzzle = from_picture(KEY)
    marks = Marks.of_errors([Line("row", 1)])
    shown = drawn(puzzle, "r2c1 shaded, r2c2 not shaded", marks)
    assert styles(shown)["strike"] == 0
    assert [each.text for each in labels(shown, "clue-error")] == ["1", "5"]


# --- colours -------------------------------------------------------------------------------------


def test_coloured_cells_bear_their_letter() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    shown = drawn(puzzle, "r1c2 red, r2c4 blue")
    assert [(each.row, each.col, each.text) for each in labels(shown, "sign-red")] == [
        (0.5, 1.5, "r")
    ]
    assert [each.text for each in labels(shown, "sign-blue")] == ["b"]
    assert shown.inks["paint-red"].fill == "#ff0000"
    assert len(rects(shown, "paint-red")) == len(rects(shown, "paint-blue")) == 1


def test_coloured_numbers_lie_on_their_colour_with_its_letter() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    shown = scene(NonogramBoard(puzzle))
    assert len(rects(shown, "chip-red")) == sum(
        run.colour == 0 for _, told in puzzle.clues for run in told
    )
    texts = Counter(each.text for each in labels(shown, "number-blue"))
    assert texts == {"b": 4, "1": 2, "2": 2}
    for under in rects(shown, "chip-blue"):
        inside = [
            each.text
            for each in labels(shown, "number-blue")
            if abs(each.row - (under.row + under.height / 2)) < under.height / 2
            and abs(each.col - (under.col + under.width / 2)) < under.width / 2
        ]
        assert len(inside) == 2


def test_settled_coloured_numbers_lose_their_colour() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    shown = drawn(puzzle, "r1c4 blue")
    assert len(rects(shown, "chip-done-blue")) == 1
    assert shown.inks["chip-done-blue"].fill is None
    assert sorted(each.text for each in labels(shown, "clue-done")) == ["1", "b"]


GREYS = ("#000000", "#1d2430", "#767676", "#808080", "#fffdf8", "#ffffff")
AWKWARD = (*GREYS, "#ffff00", "#0000ff", "#ff0000", "#00b000", "#ff00f0", "#00a53c")
"""The middle of the scale, the ends of it, and what is bright in colour and dark in grey."""


@each_case("rgb", AWKWARD)
def test_letters_and_lines_can_be_told_from_any_colour(rgb: str) -> None:
    puzzle = Nonogram((clue(1),), (clue(1),), (rgb, "#00ff00"), rgb)
    found = inks.inks(puzzle)
    value = puzzle.values[0]
    paint, chip = found[f"paint-{value}"], found[f"chip-{value}"]
    letters = (found[f"number-{value}"].fill, found[f"sign-{value}"].fill, paint.on, chip.on)
    lines = (paint.stroke, chip.stroke, found[inks.GROUND_CROSS].stroke)
    for colour in letters:
        assert colour is not None
        assert inks.legibility(rgb, colour) >= 3.4
    for colour in lines:
        assert colour is not None
        assert inks.legibility(rgb, colour) >= 2
    # Some edge or letter is seen on every board: black cells on dark ones, white ones on paper.
    for palette in PALETTES.values():
        seen = [contrast(palette["board"], each) for each in (rgb, *letters, *lines) if each]
        assert max(seen) >= 3


def test_known_cells_show_a_background_of_its_own() -> None:
    white = from_picture(FLAG, RED_BLUE)
    night = from_picture(FLAG, RED_BLUE, "#002030")
    position = "r1c1 not red, r1c1 not blue, r1c2 red, r2c4 blue"
    assert len(rects(drawn(white, position), "ground")) == 0
    assert styles(drawn(white, position))["cross"] == 1
    shown = drawn(night, position)
    assert [each[:4] for each in rects(shown, "ground")] == [(0, 0, 1, 2), (1, 3, 1, 1)]
    assert (styles(shown)["cross"], styles(shown)["ground-cross"]) == (0, 1)
    assert shown.inks["ground"].fill == "#002030"


@pytest.mark.parametrize(
    ("palette", "background", "ground"),
    [
        (("#000000",), "#ffffff", "picture"),
        (("#c00000",), "#ffffff", "ground"),
        (("#ffffff",), "#000000", "ground"),
    ],
)
def test_one_colour_is_shaded_until_the_picture_is_finished(
    palette: tuple[str, ...], background: str, ground: str
) -> None:
    puzzle = from_picture(KEY, palette, background)
    shown = drawn(puzzle, "r1c1 shaded")
    assert (styles(shown)["shade"], styles(shown)["paper"]) == (1, 1)
    finished = scene_of(puzzle, facts(puzzle, KEY))
    assert styles(finished)[ground] == 1
    assert styles(finished)["picture-shade" if ground == "picture" else "paint-shaded"] == 14
    assert not labels(finished, "sign-shaded")


@pytest.mark.parametrize("theme", PALETTES)
def test_a_finished_picture_is_dark_on_light_in_every_theme(theme: str) -> None:
    puzzle = from_picture(KEY)
    data = render(puzzle, facts(puzzle, KEY), "png", theme=theme, cell=40)
    image = Image.open(BytesIO(data)).convert("L")
    greys = image.tobytes()
    shown = scene(NonogramBoard(puzzle))
    top, left = 12.5 + shown.top * 40, 12.5 + shown.left * 40
    at = [
        [
            greys[int(top + row * 40 + 20) * image.width + int(left + col * 40 + 20)]
            for col in range(7)
        ]
        for row in range(3)
    ]
    painted = {KEY[row][col] is not None: at[row][col] for row in range(3) for col in range(7)}
    assert painted[True] < 64 < 200 < painted[False]


@pytest.mark.parametrize("theme", PALETTES)
def test_colours_are_the_same_in_every_theme(theme: str) -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    data = render(puzzle, facts(puzzle, FLAG[:1]), "png", theme=theme, cell=40)
    image = Image.open(BytesIO(data)).convert("RGB")
    shown = scene(NonogramBoard(puzzle))
    x = 12.5 + round(shown.left * 40) + 1.15 * 40
    y = 12.5 + round(shown.top * 40) + 0.15 * 40
    assert image.getpixel((int(x), int(y))) == (255, 0, 0)
    text = render(puzzle, facts(puzzle, FLAG), "svg", theme=theme)
    assert ".paint-red{fill:#ff0000;" in text


# --- marks ---------------------------------------------------------------------------------------


def row_and_cells(index: int, cols: int) -> list[Cell | Line]:
    return [Line("row", index), *Line("row", index).cells(index + 1, cols)]


def test_a_line_in_error_is_ringed_as_a_whole_and_so_is_its_clue() -> None:
    puzzle = from_picture(KEY)
    shown = drawn(puzzle, "r2c1 shaded", Marks.of_errors(row_and_cells(1, 7)))
    clue_ring, line_ring = sorted(rects(shown, "ring-error"), key=lambda each: each.col)
    assert clue_ring.col + clue_ring.width < 0 < line_ring.col
    assert 6 < line_ring.width < 7
    assert 0 < line_ring.height < 1
    assert len(rects(shown, "cell-error")) == 8
    assert [each.text for each in labels(shown, "clue-error")] == ["1", "5"]
    (square,) = rects(shown, "shade")
    assert square.width < 0.7  # it leaves room for the ring


def test_marked_cells_beside_each_other_share_a_ring_only_in_a_marked_line() -> None:
    puzzle = from_picture(KEY)
    run = [Cell(1, 2), Cell(1, 3), Cell(1, 5)]
    assert len(rects(drawn(puzzle, "", Marks.of_errors(run)), "ring-error")) == 3
    shown = drawn(puzzle, "", Marks.of_errors([Line("row", 1), *run]))
    widths = sorted(round(each.width, 2) for each in rects(shown, "ring-error") if each.col > 0)
    assert widths == [0.86, 1.86]


def test_the_strongest_mark_shows() -> None:
    puzzle = from_picture(KEY)
    slots: frozenset[Cell | Line] = frozenset({Cell(0, 0), Line("col", 0)})
    found = styles(drawn(puzzle, "", Marks(errors=slots, hints=slots, because=slots)))
    assert (found["ring-error"], found["ring-hint"], found["cell-because"]) == (2, 0, 0)
    found = styles(drawn(puzzle, "", Marks(hints=slots, because=slots)))
    assert (found["ring-hint"], found["clue-hint"], found["cell-because"]) == (2, 1, 0)
    found = styles(drawn(puzzle, "", Marks(because=slots)))
    assert (found["ring-hint"], found["clue-because"], found["cell-because"]) == (0, 1, 2)


def test_every_drawn_style_is_known() -> None:
    rng = random.Random(8)
    for palette in (("#000000",), RED_BLUE):
        puzzle = from_picture(KEY if len(palette) == 1 else FLAG, palette, "#d0e0ff")
        for _ in range(20):
            shown = scene_of(puzzle, some_facts(puzzle, rng), some_marks(puzzle, rng))
            assert styles(shown).keys() <= STYLES.keys() | shown.inks.keys()


def some_facts(puzzle: Nonogram, rng: random.Random) -> Position:
    cells = [Cell(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    chosen = rng.sample(cells, rng.randint(0, len(cells)))
    return Position.of(Fact(cell, rng.choice(puzzle.values), rng.random() < 0.5) for cell in chosen)


def some_marks(puzzle: Nonogram, rng: random.Random) -> Marks:
    slots: list[Cell | Line] = [line for line, _ in puzzle.clues]
    slots += [Cell(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    return Marks(*(frozenset(rng.sample(slots, 4)) for _ in range(3)))


# --- text ----------------------------------------------------------------------------------------


def text_of(puzzle: Nonogram, position: Position = EMPTY, marks: Marks | None = None) -> list[str]:
    return render(puzzle, position, "text", marks=marks or Marks()).splitlines()


def test_text_of_a_picture() -> None:
    assert text_of(from_picture(KEY), facts(from_picture(KEY), KEY)) == [
        "         1",
        "       3 1 3 1 2  1 2",
        "     ┌──────────┬────┐",
        "    3│██████    │    │",
        "  1 5│██  ██████│████│",
        "3 1 1│██████  ██│  ██│",
        "     └──────────┴────┘",
    ]


def test_text_rules_a_line_after_five_rows_and_shows_crosses() -> None:
    puzzle = from_picture([[0], [None]] * 3)
    position = Position.parse("r1c1 shaded, r2c1 not shaded")
    assert text_of(puzzle, position) == [
        "   1",
        "   1",
        "   1",
        " ┌──┐",
        "1│██│",
        "0│· │",
        "1│  │",
        "0│  │",
        "1│  │",
        " ├──┤",
        "0│  │",
        " └──┘",
    ]


def test_text_lines_up_wide_numbers() -> None:
    puzzle = Nonogram((clue(12, 1), clue(3, 10)), (clue(10, 2), clue(), clue(2)))
    assert text_of(puzzle) == [
        "      10",
        "       2 0 2",
        "     ┌──────┐",
        "12  1│      │",
        " 3 10│      │",
        "     └──────┘",
    ]


def test_text_widens_where_numbers_above_would_touch() -> None:
    apart = text_of(Nonogram((clue(1),), (clue(10), clue(2), clue(2))))
    touching = text_of(Nonogram((clue(1),), (clue(2), clue(10), clue(11))))
    assert apart[0].split() == ["10", "2", "2"]
    assert touching[0].split() == ["2", "10", "11"]
    assert (apart[1], touching[1]) == (" ┌──────┐", " ┌─────────┐")


def test_text_of_colours_shows_letters() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    position = facts(puzzle, [[None, 0, 0, 1], [None] * 4])
    assert text_of(puzzle, position) == [
        "            1r",
        "      1r 2r 1b 2b",
        "     ┌────────────┐",
        "2r 1b│    r  r  b │",
        "2r 2b│            │",
        "     └────────────┘",
    ]


def test_text_colours_are_24_bit_and_change_nothing_else() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    position = facts(puzzle, FLAG[:1])
    plain = render(puzzle, position, "text")
    coloured = render(puzzle, position, "text", colour=True)
    assert "\x1b" not in plain
    assert "38;2;255;255;255;48;2;255;0;0m r  r \x1b[0m" in coloured
    assert "38;2;255;255;255;48;2;0;0;255m b \x1b[0m" in coloured
    one = render(from_picture(KEY), format="text", colour=True)
    assert ";2;" not in one


def test_text_signs_lines_at_their_clue() -> None:
    puzzle = from_picture(KEY)
    marks = Marks.of_errors([*row_and_cells(1, 7), *Line("col", 1).cells(3, 7), Line("col", 1)])
    assert text_of(puzzle, Position.parse("r2c1 shaded"), marks) == [
        "           1",
        "        3  1! 3  1  2   1  2",
        "      ┌───────────────┬──────┐",
        "    3 │               │      │",
        "  1 5!│███            │      │",
        "3 1 1 │               │      │",
        "      └───────────────┴──────┘",
    ]


def test_text_signs_rows_without_widening_cells() -> None:
    marks = Marks(hints=frozenset({Line("row", 0)}))
    assert text_of(from_picture(KEY), EMPTY, marks)[2:5] == [
        "      ┌──────────┬────┐",
        "    3*│          │    │",
        "  1 5 │          │    │",
    ]


def test_text_signs_single_cells() -> None:
    marks = Marks.of_errors([Cell(0, 1)])
    lines = text_of(from_picture(KEY), Position.parse("r1c1 shaded, r1c2 shaded"), marks)
    assert lines[3] == "    3│█████!         │      │"


# --- all of it -----------------------------------------------------------------------------------


@each_case(("rows", "cols"), [(1, 1), (1, 20), (20, 1), (5, 5), (17, 23)])
@each_case("format", FORMATS)
def test_every_size_in_every_format(rows: int, cols: int, format: str) -> None:
    rng = random.Random(rows * cols)
    cells: Picture = [[rng.choice((0, None)) for _ in range(cols)] for _ in range(rows)]
    puzzle = from_picture(cells)
    for position in (EMPTY, facts(puzzle, cells, crosses=True)):
        result = render(puzzle, position, format)
        if format == "pdf":
            assert str(result[:5]) == "b'%PDF-'"
        elif isinstance(result, bytes):
            shown = scene_of(puzzle, position)
            assert Image.open(BytesIO(result)).size == (
                25 + round(shown.left * 40) + cols * 40,
                25 + round(shown.top * 40) + rows * 40,
            )
        elif format == "svg":
            assert ElementTree.fromstring(result).tag.endswith("svg")
        else:
            assert len({len(line) for line in result.splitlines()[-rows:-1]}) <= 1


def test_a_large_picture_is_drawn_with_few_shapes() -> None:
    size = 100
    cells: Picture = [
        [0 if (row * col) % 7 < 3 else None for col in range(size)] for row in range(size)
    ]
    puzzle = from_picture(cells)
    position = facts(puzzle, [*cells[:-1], [None] * size], crosses=True)
    shown = scene_of(puzzle, position)
    numbers = sum(max(1, len(told)) for _, told in puzzle.clues)
    shaded = sum(state == 0 for row in cells[:-1] for state in row)
    assert len(shown.shapes) <= shaded + numbers + 10
    assert len(to_svg(shown)) < 100 * (shaded + numbers) + 50 * size * size


def test_drawing_does_not_depend_on_the_order_of_facts() -> None:
    puzzle = from_picture(FLAG, RED_BLUE)
    found = list(facts(puzzle, FLAG[:1], crosses=True))
    assert render(puzzle, found) == render(puzzle, found[::-1])


def test_wrong_boards_are_drawn_as_they_are() -> None:
    puzzle = blank(2, 2)
    found = styles(drawn(puzzle, "r1c1 shaded, r2c2 shaded"))
    assert (found["shade"], found["clue"], found["clue-done"]) == (2, 4, 0)


def test_shapes_of_one_style_stand_together() -> None:
    """So that SVG needs few groups."""
    puzzle = from_picture(FLAG, RED_BLUE)
    shapes: tuple[Shape, ...] = scene_of(puzzle, facts(puzzle, FLAG[:1])).shapes
    order = [style for style, _ in groupby(shape.style for shape in shapes)]
    assert len(order) == len(set(order))
