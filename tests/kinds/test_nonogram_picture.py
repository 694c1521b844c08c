"""Puzzles from pictures: reading files safely, sketching, repairing, and the command."""

from __future__ import annotations

import io
import json
import os
import random
import re
import struct
import sys
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageDraw, ImageFilter

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.generate import Outcome, PicturePuzzle, from_picture
from enpitsu.generate.picture import sketch_picture
from enpitsu.grid import Cell
from enpitsu.kind import Puzzle
from enpitsu.kinds.nonogram.board import NonogramBoard
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.model import from_picture as nonogram
from enpitsu.kinds.nonogram.picture.picture_repair import ByLines, PictureRepair
from enpitsu.kinds.nonogram.picture.sketch import EMPTY, CellSketch, one_colour, otsu
from enpitsu.limits import NO_LIMITS
from enpitsu.picture import WHOLE, Box, Picture, Size
from enpitsu.picture.cut import read_picture
from enpitsu.picture.headers import declared_size, scans_in
from enpitsu.picture.load import load_as_png
from enpitsu.processes import resident_megabytes
from enpitsu.technique import Message
from enpitsu.words import say
from tests.cases import each_case

# --- pictures ----------------------------------------------------------------------------------


def saved(image: Image.Image, format: str = "PNG", **how: Any) -> bytes:
    """A picture as a file's bytes."""
    file = io.BytesIO()
    image.save(file, format, **how)
    return file.getvalue()


def blank(width: int = 200, height: int = 200, colour: Any = "white") -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def ball() -> Image.Image:
    """A dark disc with a light eye and a corner cut off: no symmetry."""
    image = blank(240, 160)
    pen = ImageDraw.Draw(image)
    pen.ellipse((40, 10, 190, 150), fill="#202020")
    pen.ellipse((90, 40, 115, 65), fill="white")
    pen.rectangle((150, 10, 190, 60), fill="white")
    return image


def cat() -> Image.Image:
    image = blank(300, 300)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 90, 240, 270), fill="#222222")
    pen.polygon((66, 150, 70, 30, 140, 100), fill="#222222")
    pen.polygon((234, 150, 230, 30, 160, 100), fill="#222222")
    for x in (115, 185):
        pen.ellipse((x - 18, 145, x + 18, 185), fill="white")
        pen.ellipse((x - 6, 148, x + 6, 182), fill="black")
    pen.polygon((140, 210, 160, 210, 150, 222), fill="#ff8888")
    return image


def house() -> Image.Image:
    """A drawing in thin lines."""
    image = blank(300, 300)
    pen = ImageDraw.Draw(image)
    pen.polygon((30, 140, 150, 30, 270, 140), outline="black", width=4)
    pen.rectangle((55, 140, 245, 270), outline="black", width=4)
    pen.rectangle((130, 190, 170, 270), outline="black", width=3)
    for x in (75, 190):
        pen.rectangle((x, 165, x + 35, 200), outline="black", width=3)
    return image


def face() -> Image.Image:
    """A face in thin lines: nothing gives single lines a start."""
    image = blank(300, 300)
    pen = ImageDraw.Draw(image)
    pen.ellipse((10, 10, 290, 290), outline="black", width=3)
    for x in (100, 200):
        pen.ellipse((x - 20, 90, x + 20, 130), outline="black", width=3)
    pen.arc((70, 100, 230, 240), 20, 160, fill="black", width=3)
    return image


def letters() -> Image.Image:
    image = blank(300, 120)
    pen = ImageDraw.Draw(image)
    for x in (20, 110, 200):
        pen.rectangle((x, 15, x + 14, 105), fill="black")
    pen.rectangle((20, 15, 80, 28), fill="black")
    pen.rectangle((20, 92, 80, 105), fill="black")
    pen.line((110, 15, 170, 105), fill="black", width=14)
    pen.rectangle((158, 15, 172, 105), fill="black")
    pen.ellipse((200, 15, 270, 70), outline="black", width=14)
    return image


def sphere() -> Image.Image:
    """A ball in grey shades."""
    rows = []
    for y in range(120):
        for x in range(120):
            dx, dy = (x - 60) / 50, (y - 60) / 50
            height = 1 - dx * dx - dy * dy
            lit = -0.5 * dx - 0.6 * dy + 0.62 * height**0.5 if height > 0 else 1
            rows.append(min(255, max(0, int(255 * lit))))
    return Image.frombytes("L", (120, 120), bytes(rows)).convert("RGB")


def landscape() -> Image.Image:
    image = blank(320, 240, "#8cc8f0")
    pen = ImageDraw.Draw(image)
    pen.ellipse((240, 20, 290, 70), fill="#ffe040")
    pen.polygon((20, 160, 110, 50, 200, 160), fill="#686058")
    pen.rectangle((0, 150, 320, 240), fill="#50a040")
    pen.polygon((140, 240, 165, 150, 180, 150, 230, 240), fill="#4070d0")
    return image


def noise(side: int = 30) -> Image.Image:
    data = random.Random(7).randbytes(side * side)
    return Image.frombytes("L", (side, side), data).convert("RGB")


def photo() -> Image.Image:
    """Smooth areas with grain on top, as a camera gives them."""
    grain = Image.frombytes("RGB", (300, 200), random.Random(3).randbytes(300 * 200 * 3))
    smooth = Image.linear_gradient("L").resize((300, 200)).convert("RGB")
    smooth.paste(sphere().resize((160, 160)), (70, 20))
    return Image.blend(smooth, grain, 0.15)


def pixels(*rows: str) -> bytes:
    """A picture with one pixel a cell: # dark, r red, b blue, . white."""
    colours = {"#": (0, 0, 0), ".": (255, 255, 255), "r": (220, 20, 20), "b": (20, 20, 220)}
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            image.putpixel((x, y), colours[letter])
    return saved(image)


# --- helpers -----------------------------------------------------------------------------------


def rows_of(facts: Any, puzzle: Any) -> list[str]:
    """What facts show, one letter a cell."""
    letters = {fact.slot: fact.value[0] for fact in facts}
    return [
        "".join(letters.get(Cell(row, col), ".") for col in range(puzzle.cols))
        for row in range(puzzle.rows)
    ]


def shown(made: PicturePuzzle) -> list[str]:
    return rows_of(made.before, made.puzzle)


def open_cells(puzzle: Puzzle) -> int:
    """How many cells line logic leaves open."""
    assert isinstance(puzzle, Nonogram)
    board = NonogramBoard(puzzle)
    assert board.settle(NO_LIMITS.start())
    return puzzle.rows * puzzle.cols - (board.shaded | board.empty).bit_count()


def check_made(made: PicturePuzzle) -> None:
    """Everything that a finished result claims."""
    assert made.status == Outcome.MADE, made.failure
    assert enpitsu.check(made.puzzle, made.solution) == []
    result = enpitsu.solve(made.puzzle)
    assert result.status == "unique"
    assert result.solutions[0].position == made.solution
    differing = {fact.slot for fact in made.before.facts ^ made.solution.facts}
    assert set(made.changed) == differing
    if made.solvable == "lines":
        assert open_cells(made.puzzle) == 0


# --- what comes out ----------------------------------------------------------------------------


@each_case(
    ("draw", "rows", "cols", "colours"),
    [
        (cat, 30, 30, 1),
        (house, 25, 25, 1),
        (letters, 12, 30, 1),
        (sphere, 20, 20, 1),
        (photo, 20, 30, 1),
        (noise, 20, 20, 1),
        (cat, 20, 20, 3),
        (landscape, 24, 32, 4),
        (sphere, 20, 20, 4),
        (photo, 16, 24, 3),
    ],
)
def test_pictures_become_puzzles_that_single_lines_solve(
    draw: Callable[[], Image.Image], rows: int, cols: int, colours: int
) -> None:
    made = from_picture("nonogram", saved(draw()), rows, cols, colours=colours)
    check_made(made)
    assert (made.puzzle.rows, made.puzzle.cols) == (rows, cols)
    assert len(made.changed) - len(made.redrawn) <= 0.1 * made.cells
    assert len(made.changed) <= 0.3 * made.cells


def test_a_picture_of_few_pixels_is_taken_pixel_for_cell() -> None:
    drawing = ("..##..", ".#..#.", "######", "#....#", "######")
    made = from_picture("nonogram", pixels(*drawing), crop=WHOLE)
    check_made(made)
    assert [row.replace("s", "#") for row in shown(made)] == list(drawing)
    assert made.changed == ()


def test_the_same_seed_gives_the_same_puzzle() -> None:
    data = saved(noise(40))
    one, two = (from_picture("nonogram", data, 20, 20, dither=True, seed=5) for _ in range(2))
    assert one.changed
    assert one.puzzle == two.puzzle
    assert one.before == two.before


def test_every_change_is_needed() -> None:
    """Undoing any single change makes line logic fail again."""
    made = from_picture("nonogram", saved(sphere()), 24, 24, dither=True)
    check_made(made)
    assert len(made.changed) > 3
    size = made.puzzle.rows, made.puzzle.cols
    for cell in made.changed:
        cells = {fact.slot for fact in made.solution} ^ {cell}
        picture = [
            [0 if Cell(r, c) in cells else None for c in range(size[1])] for r in range(size[0])
        ]
        assert open_cells(nonogram(picture)) > 0


def test_no_change_is_made_where_none_is_needed() -> None:
    made = from_picture("nonogram", saved(ball()), 16, 24)
    check_made(made)
    assert made.changed == ()
    assert made.before == made.solution
    assert made.remarks == ()


UNIQUE_ONLY = (".#.#.#", "#.#...", "#.....", ".##.##", "#.####", "#..##.")
"""One solution, which single lines do not find."""


def test_what_must_suffice_to_solve_it() -> None:
    data = pixels(*UNIQUE_ONLY)
    how: Any = {"crop": WHOLE, "changes": 0.0}
    unique = from_picture("nonogram", data, solvable="unique", **how)
    check_made(unique)
    assert open_cells(unique.puzzle) > 0
    lines = from_picture("nonogram", data, solvable="lines", **how)
    assert lines.status == Outcome.FAILED
    assert "single lines" in lines.failure
    assert_told_in_japanese(lines.failed)
    check_made(from_picture("nonogram", data, solvable="lines", crop=WHOLE))


@pytest.mark.parametrize("colours", [1, 3])
def test_several_solutions_become_one(colours: int) -> None:
    data = saved(noise(12))
    made = from_picture("nonogram", data, 12, 12, colours=colours, solvable="unique")
    check_made(made)


def test_more_changes_than_allowed_are_a_failure() -> None:
    board = ("#.", ".#")
    made = from_picture("nonogram", pixels(*board), crop=WHOLE, changes=0.0)
    assert made.status == Outcome.FAILED
    assert made.changed == ()
    allowed = from_picture("nonogram", pixels(*board), crop=WHOLE, changes=0.25)
    check_made(allowed)
    assert len(allowed.changed) == 1


def test_redrawing_is_a_change_too() -> None:
    data = saved(face())
    untouched = from_picture("nonogram", data, 20, 20, changes=0.0)
    made = from_picture("nonogram", data, 20, 20)
    check_made(made)
    assert made.before == untouched.before, "before is what the picture shows"
    assert made.redrawing in ("thicker lines", "darker shades")
    assert 0.05 * made.cells < len(made.redrawn) <= len(made.changed)
    share = len(made.changed) / made.cells
    assert any(f"{share:.0%} of the cells are changed" in remark for remark in made.remarks)
    assert set(made.redrawn) <= set(made.changed)


def test_what_is_not_allowed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "face.png"
    file.write_bytes(saved(face()))
    made = from_picture("nonogram", file, 20, 20, changes=0.05)
    assert made.status == Outcome.FAILED
    assert made.needed is not None
    assert made.needed > 0.05 * made.cells
    result = run("nonogram", "--from", file, "--size", 20, "--changes", "5%")
    assert result.exit_code == 1
    share = -(-100 * made.needed // made.cells)
    assert f"--changes {share}% allows it" in result.stderr
    check_made(from_picture("nonogram", file, 20, 20, changes=share / 100))


def test_pixels_are_not_made_thicker() -> None:
    made = from_picture("nonogram", saved(face().resize((20, 20))), crop=WHOLE)
    assert made.redrawing != "thicker lines"


def test_what_was_made_in_time_is_not_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    from enpitsu.limits import Budget

    monkeypatch.setattr(Budget, "left", lambda self: 0.0)
    limits = enpitsu.Limits(seconds=100)
    check_made(from_picture("nonogram", saved(ball()), 16, 24, limits=limits))


def test_a_limit_on_conflicts_is_named() -> None:
    data, limits = pixels(*UNIQUE_ONLY), enpitsu.Limits(conflicts=0)
    for changes in (0.0, 0.1):
        made = from_picture(
            "nonogram", data, crop=WHOLE, solvable="unique", changes=changes, limits=limits
        )
        if made.status != Outcome.MADE:
            assert (made.status, made.reached) == (Outcome.UNKNOWN, "conflicts")


def test_too_hard_is_not_several_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["enpitsu.generate.picture"]
    monkeypatch.setattr(module, "solver_for_people", lambda *arguments: lambda puzzle: None)
    made = from_picture(
        "nonogram", pixels(*UNIQUE_ONLY), crop=WHOLE, solvable="unique", changes=0.0
    )
    assert made.failure == "it is too hard for people, and no cell may be changed"
    assert_told_in_japanese(made.failed)


def test_limits_end_the_work() -> None:
    stop = threading.Event()
    stop.set()
    data = saved(noise())
    for limits, word in (
        (enpitsu.Limits(seconds=0), "time"),
        (enpitsu.Limits(cancel=stop), "cancelled"),
        (enpitsu.Limits(memory=1), "memory"),
    ):
        with pytest.raises(enpitsu.LimitReached, match=word):
            from_picture("nonogram", data, 30, 30, limits=limits)


@pytest.mark.parametrize("colour", ["white", "black", "#c02020"])
def test_a_picture_of_one_colour_is_no_puzzle(colour: str) -> None:
    for colours in (1, 3):
        made = from_picture("nonogram", saved(blank(40, 30, colour)), 10, 10, colours=colours)
        assert made.status == Outcome.FAILED
        assert "nothing to solve" in made.failure
        assert_told_in_japanese(made.failed)


@pytest.mark.parametrize("size", [(1, 1), (1, 1000), (1000, 1), (2, 2), (3, 500)])
def test_tiny_and_thin_pictures(size: tuple[int, int]) -> None:
    image = blank(*size)
    image.putpixel((0, 0), (0, 0, 0))
    for how in ({}, {"rows": 10, "cols": 10}, {"size": 12}, {"rows": 1, "cols": 1}):
        options: Any = how
        made = from_picture("nonogram", saved(image), **options)
        assert made.status in (Outcome.MADE, Outcome.FAILED)


def test_wrong_wishes_are_refused() -> None:
    data = saved(ball())
    wrong: list[dict[str, Any]] = [
        {"colours": 0},
        {"colours": 99},
        {"threshold": 300},
        {"threshold": 100, "colours": 2},
        {"invert": True, "colours": 2},
        {"changes": 1.5},
        {"solvable": "magic"},
        {"fit": "glue"},
        {"size": 0},
        {"size": 5, "rows": 5},
        {"rows": 1000, "cols": 1000},
        {"crop": Box(0, 0, 500, 500)},
        {"crop": Box(-1, 0, 5, 5)},
        {"crop": (0, 0, 5, 5)},
        {"crop": Box("a", 0, 5, 5)},  # type: ignore[arg-type]
        {"rows": "5"},
        {"size": True},
        {"changes": "10"},
        {"changes": 1},
        {"colours": 2.0},
        {"fit": None},
    ]
    for options in wrong:
        with pytest.raises(enpitsu.PuzzleError):
            from_picture("nonogram", data, **options)
    with pytest.raises(enpitsu.PuzzleError, match="picture must be Path or bytes, not str"):
        from_picture("nonogram", "ball.png")  # type: ignore[arg-type]
    with pytest.raises(enpitsu.PuzzleError, match="shows no picture"):
        from_picture("yajilin", data)
    with pytest.raises(TypeError, match="size_of"):
        from_picture("nonogram", data, size_of=3)  # type: ignore[call-arg]


# --- sketching ---------------------------------------------------------------------------------


def test_threshold_and_inversion() -> None:
    image = blank(80, 40, "#ffffff")
    pen = ImageDraw.Draw(image)
    for at, grey in enumerate(("#000000", "#505050", "#a0a0a0")):
        pen.rectangle((20 * at, 0, 20 * at + 19, 39), fill=grey)
    for threshold, dark in ((40, "s..."), (120, "ss.."), (200, "sss.")):
        made = from_picture("nonogram", saved(image), 2, 4, threshold=threshold, crop=WHOLE)
        assert shown(made) == [dark] * 2
        other = from_picture(
            "nonogram", saved(image), 2, 4, threshold=threshold, crop=WHOLE, invert=True
        )
        assert shown(other) == [dark.translate({ord("s"): ".", ord("."): "s"})] * 2


def test_what_is_as_light_as_the_threshold_is_paper() -> None:
    image = blank(20, 20, (128, 128, 128))
    ImageDraw.Draw(image).rectangle((0, 0, 9, 19), fill=(127, 127, 127))
    data = saved(image)
    rows = shown(from_picture("nonogram", data, 2, 2, threshold=128, crop=WHOLE))
    assert rows == ["s.", "s."]
    none = from_picture("nonogram", saved(ball()), 16, 24, threshold=0)
    assert not none.before.facts


def test_otsu_parts_two_groups_in_the_middle() -> None:
    assert 0.3 < otsu([0.1, 0.12, 0.2, 0.21, 0.7, 0.72, 0.8]) < 0.7
    assert otsu([0.4, 0.4]) == 0.5


def test_thin_lines_are_kept() -> None:
    """Lines of a quarter of a cell, wherever they lie in their cells, stay whole."""
    for offset in range(0, 20, 3):
        image = blank(400, 400)
        pen = ImageDraw.Draw(image)
        at = 100 + offset
        pen.rectangle((at, at, at + 180, at + 180), outline="black", width=5)
        sketch = one_colour(read_picture(saved(image), Size(20, 20), crop=WHOLE), **PLAIN)
        dark = {cell for cell, value in enumerate(sketch.cells) if value != EMPTY}
        assert all(len(dark & around) >= 2 for around in map(neighbours, dark)), offset
        assert len(dark) >= 32


PLAIN: Any = {"threshold": None, "invert": False, "dither": False}


def neighbours(cell: int) -> set[int]:
    row, col = divmod(cell, 20)
    return {
        r * 20 + c
        for r in range(row - 1, row + 2)
        for c in range(col - 1, col + 2)
        if (r, c) != (row, col)
    }


def test_red_on_green_of_the_same_brightness_shows() -> None:
    image = blank(100, 100, (0, 130, 0))
    ImageDraw.Draw(image).rectangle((30, 30, 69, 69), fill=(255, 0, 0))
    made = from_picture("nonogram", saved(image), 10, 10, crop=WHOLE)
    assert "".join(shown(made)).count("s") == 16, "the even border is the paper"
    swapped = blank(100, 100, (255, 0, 0))
    ImageDraw.Draw(swapped).rectangle((30, 30, 69, 69), fill=(0, 130, 0))
    other = from_picture("nonogram", saved(swapped), 10, 10, crop=WHOLE)
    assert shown(other) == shown(made)


def test_grain_does_not_change_colours() -> None:
    """Much noise on a light area: what is cut off at white is the only calm part of it."""
    image = blank(240, 240, (120, 130, 140))
    pen = ImageDraw.Draw(image)
    pen.ellipse((40, 20, 200, 220), fill=(225, 180, 150))
    pen.rectangle((40, 20, 200, 70), fill=(60, 40, 25))
    grain = Image.frombytes("RGB", (240, 240), random.Random(3).randbytes(240 * 240 * 3))
    made = from_picture("nonogram", saved(Image.blend(image, grain, 0.2)), 30, 30, colours=2)
    blended = [(0.8 * each + 0.2 * 127.5) for each in (225, 180, 150)]
    assert (
        min(
            max(abs(a - b) for a, b in zip(bytes.fromhex(paint.rgb[1:]), blended, strict=True))
            for paint in made.paints.values()
        )
        < 20
    )


def test_colours_are_those_of_the_picture() -> None:
    image = blank(120, 80, "#ffffff")
    pen = ImageDraw.Draw(image)
    pen.rectangle((10, 10, 59, 69), fill="#d02020")
    pen.rectangle((60, 10, 109, 69), fill="#2040c0")
    made = from_picture("nonogram", saved(image), 8, 12, colours=5, crop=WHOLE)
    check_made(made)
    assert isinstance(made.puzzle, Nonogram)
    assert set(made.puzzle.palette) == {"#d02020", "#2040c0"}
    assert made.puzzle.background == "#ffffff"
    assert any("only 2 colours" in remark for remark in made.remarks)


def test_the_paper_is_the_colour_of_the_border() -> None:
    image = blank(100, 100, "#2060a0")
    ImageDraw.Draw(image).ellipse((5, 5, 95, 95), fill="#f0e040")
    made = from_picture("nonogram", saved(image), 20, 20, colours=2)
    assert made.paints[""].rgb == "#2060a0", "though the disc covers more"


def test_soft_edges_are_no_colours() -> None:
    small = landscape().resize((160, 120), Image.Resampling.LANCZOS)
    made = from_picture("nonogram", saved(small), 24, 32, colours=8)
    check_made(made)
    assert isinstance(made.puzzle, Nonogram)
    wanted = {"#8cc8f0", "#ffe040", "#686058", "#50a040", "#4070d0"}
    assert {*made.puzzle.palette, made.puzzle.background} == wanted


def test_dithering_keeps_the_average_brightness() -> None:
    image = Image.new("L", (40, 40), 128)
    made = from_picture("nonogram", saved(image), 20, 20, dither=True, threshold=128, crop=WHOLE)
    assert 0.45 < len(made.before) / made.cells < 0.55


@each_case(
    ("draw", "options", "word"),
    [
        (lambda: noise(60), {"size": 30}, "grainy"),
        (sphere, {"size": 20, "dither": True}, "grainy"),
        (face, {"size": 20}, "thicker|darker"),
        (lambda: blank(4, 4).resize((8, 8)), {"size": 40}, "only 8x8 pixels"),
        (ball, {"rows": 20, "cols": 60, "fit": "stretch"}, "stretched"),
        (ball, {"rows": 20, "cols": 60, "fit": "crop"}, "cut off"),
        (
            lambda: photo().point([100 + value // 8 for value in range(256)] * 3),
            {},
            "hardly differ",
        ),
        (lambda: blank(60, 60, "black").resize((90, 60)), {}, "x"),
    ],
)
def test_poor_pictures_are_told(
    draw: Callable[[], Image.Image], options: dict[str, Any], word: str
) -> None:
    image = draw()
    if word == "x":
        ImageDraw.Draw(image).ellipse((20, 20, 60, 40), fill="white")
        word = "background is dark"
    if word.startswith("only"):
        image.putpixel((3, 3), (0, 0, 0))
        options = {**options, "crop": WHOLE}
    made = from_picture("nonogram", saved(image), **options)
    assert any(each in remark for remark in made.remarks for each in word.split("|")), made.remarks
    assert_told_in_japanese(*made.messages)


def assert_told_in_japanese(*messages: Message | None) -> None:
    """Each is a sentence of its own in the other catalogue, with nothing of English in it."""
    for message in messages:
        assert message is not None
        said = say(message, "ja")
        assert re.search(r"[ぁ-ん]", said), said
        assert not re.search(r"[A-Za-z]{2}|[{}]", said), said


# --- repairing ---------------------------------------------------------------------------------


def sketch_of(*rows: str, scores: dict[int, float] | None = None) -> CellSketch:
    """A sketch of # and dots in which every cell is certain, but for some."""
    cells = tuple(0 if letter == "#" else EMPTY for letter in "".join(rows))
    dark = [0.5 if value == 0 else -0.5 for value in cells]
    for cell, score in (scores or {}).items():
        dark[cell] = score if cells[cell] == 0 else -score
    values = [dark, [-score for score in dark]]
    return CellSketch(len(rows), len(rows[0]), cells, ("#000000",), "#ffffff", values)


def repaired(sketch: CellSketch) -> list[int]:
    repair = PictureRepair(sketch, ByLines(), NO_LIMITS.start(), random.Random(1), most=5)
    *_, last = repair.run(500)
    assert not last.open
    return repair.changes(last.cells)


AMBIGUOUS = ("#...", ".#..", "....", "####")
"""The two upper cells may as well be the other way round."""


def test_the_least_certain_cell_is_changed() -> None:
    for cell in (0, 5):
        assert repaired(sketch_of(*AMBIGUOUS, scores={cell: 0.01})) == [cell]


def test_separate_groups_are_repaired_together() -> None:
    above, full, below = ("#.......", ".#......"), ("########",) * 2, ("......#.", ".......#")
    rows = (*above, "........", *full, "........", *below)
    repair = PictureRepair(sketch_of(*rows), ByLines(), NO_LIMITS.start(), random.Random(1), most=5)
    states = list(repair.run(500))
    assert states[0].open.bit_count() == 8
    assert len(repair.changes(states[-1].cells)) == 2
    assert len(states) == 3, "at the start, after one round, and when nothing more is needless"


# --- reading files -----------------------------------------------------------------------------


def same_cells(image: Image.Image, format: str, **how: Any) -> None:
    """The picture, saved so, shows what the ball shows; what is lossy may differ at its edge."""
    expected = one_colour(read_picture(saved(ball()), Size(16, 24)), **PLAIN).cells
    found = one_colour(read_picture(saved(image, format, **how), Size(16, 24)), **PLAIN).cells
    different = sum(a != b for a, b in zip(expected, found, strict=True))
    is_exact = format in EXACT and image.mode != "1" and how.get("compression") != "jpeg"
    assert different <= (0 if image.size == (240, 160) and is_exact else 10)


FORMATS = ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM"]
EXACT = ("PNG", "GIF", "BMP", "TIFF", "PPM")


@pytest.mark.parametrize("format", FORMATS)
def test_formats(format: str) -> None:
    same_cells(ball(), format)


@pytest.mark.parametrize("mode", ["L", "P", "RGB", "LA", "PA", "RGBA", "I;16"])
def test_modes_of_png(mode: str) -> None:
    if mode == "I;16":
        deep = [value * 257 for value in ball().convert("L").tobytes()]
        image = Image.frombytes("I;16", (240, 160), struct.pack(f"<{len(deep)}H", *deep))
    elif mode == "PA":
        image = ball().convert("P").convert("RGBA").quantize(8)
    else:
        image = ball().convert(mode)
    same_cells(image, "PNG")


def test_print_colours() -> None:
    same_cells(ball().convert("CMYK"), "JPEG", quality=95)
    same_cells(ball().convert("L"), "JPEG", quality=95, progressive=True)


def test_transparency_is_white_paper() -> None:
    ink = ball().convert("L").point([255 * (value < 128) for value in range(256)])
    clear = Image.new("RGBA", ball().size, (0, 0, 0, 0))
    clear.paste((32, 32, 32, 255), mask=ink)
    same_cells(clear, "PNG")
    same_cells(clear, "WEBP", lossless=True)
    few = ink.point([1 if value else 0 for value in range(256)])
    few = Image.frombytes("P", ink.size, few.tobytes())
    few.putpalette([0, 0, 0, 32, 32, 32])
    same_cells(few, "GIF", transparency=0)
    same_cells(few, "PNG", transparency=0)
    deep = [40000 if value else 0 for value in ink.tobytes()]
    grey = Image.frombytes("I;16", ink.size, struct.pack(f"<{len(deep)}H", *deep))
    upside_down = read_picture(saved(grey, "PNG"), Size(16, 24), crop=WHOLE)
    assert upside_down.paper == (0, 0, 0)


def test_white_on_nothing_is_a_shape() -> None:
    ink = ball().convert("L").point([255 * (value < 128) for value in range(256)])
    clear = Image.new("RGBA", ball().size, (255, 255, 255, 0))
    clear.paste((255, 255, 255, 255), mask=ink)
    same_cells(clear, "PNG")
    assert "white on nothing" in say(read_picture(saved(clear)).remarks[0])
    assert not read_picture(saved(blank().convert("RGBA"))).remarks


def test_a_transparent_value_of_sixteen_bits() -> None:
    data = saved(Image.frombytes("I;16", (2, 1), struct.pack("<2H", 0, 300)), "PNG")
    chunk = b"tRNS" + struct.pack(">H", 0)
    at = data.index(b"IDAT") - 4
    data = data[:at] + struct.pack(">I", 2) + chunk + crc(chunk) + data[at:]
    assert set(read_picture(data, crop=WHOLE).colours) == {(255, 255, 255), (1, 1, 1)}


def crc(chunk: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize(
    "compression", ["raw", "packbits", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "group4"]
)
def test_tiff_files_by_compression(compression: str) -> None:
    image = ball().convert("1") if compression == "group4" else ball()
    same_cells(image, "TIFF", compression=compression)


@each_case("mode", ["1", "L", "P", "LA", "RGB", "RGBA", "CMYK", "YCbCr", "I;16"])
def test_modes_of_tiff(mode: str) -> None:
    if mode == "I;16":
        deep = [value * 257 for value in ball().convert("L").tobytes()]
        image = Image.frombytes("I;16", (240, 160), struct.pack(f"<{len(deep)}H", *deep))
    else:
        image = ball().convert(mode)
    same_cells(image, "TIFF")
    if mode in ("L", "RGB", "I;16"):
        same_cells(image, "TIFF", compression="tiff_lzw")


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
def test_modes_of_bmp(mode: str) -> None:
    same_cells(ball().convert(mode), "BMP")


def test_clear_parts_of_tiff_are_paper() -> None:
    ink = ball().convert("L").point([255 * (value < 128) for value in range(256)])
    clear = Image.new("RGBA", ball().size, (0, 0, 0, 0))
    clear.paste((32, 32, 32, 255), mask=ink)
    same_cells(clear, "TIFF")


def test_pbm_pgm_and_ppm_in_digits_and_bytes() -> None:
    """All six sorts, and the two with 16 bits."""
    grey = ball().convert("L").resize((60, 40))
    values = list(grey.tobytes())
    bits = [int(value < 128) for value in values]
    rows = [bits[at : at + 60] for at in range(0, len(bits), 60)]
    raw = b"".join(int("".join(map(str, row)) + "0000", 2).to_bytes(8, "big") for row in rows)
    words = [f"{value}" for value in values]
    files = [
        b"P1\n# a ball\n60 40\n" + "".join(map(str, bits)).encode(),
        b"P4\n60 40\n" + raw,
        f"P2 60 40 255 # grey\n{' '.join(words)}\n".encode(),
        b"P5 60 40 255\n" + bytes(values),
        f"P3 60 40 255\n{' '.join(word for each in words for word in (each,) * 3)}".encode(),
        b"P6 60 40 255\n" + bytes(value for each in values for value in (each,) * 3),
        b"P5 60 40 65535\n" + struct.pack(">2400H", *(value * 257 for value in values)),
        b"P6 60 40 65535\n"
        + struct.pack(">7200H", *(value * 257 for each in values for value in (each,) * 3)),
    ]
    found = [one_colour(read_picture(data, Size(16, 24)), **PLAIN).cells for data in files]
    assert found[0] == found[1]
    assert all(each == found[2] for each in found[2:])
    assert sum(a != b for a, b in zip(found[0], found[2], strict=True)) <= 20


def test_a_pbm_of_few_pixels_is_the_same_puzzle_both_ways() -> None:
    """As a picture it is cut into cells; as a puzzle its pixels are the cells."""
    rows = ["11011", "11111", "01110", "00100"]
    data = ("P1\n5 4\n" + "\n".join(rows) + "\n").encode()
    made = from_picture("nonogram", data, crop=WHOLE)
    assert made.puzzle == enpitsu.parse(data.decode())
    assert not made.changed


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"compression": "zstd"}, r"not read \(number 50000\).*LZW"),
        ({"compression": "lzma"}, r"not read \(number 34925\)"),
    ],
)
def test_rare_compressions_of_tiff_are_named(how: dict[str, str], words: str) -> None:
    try:
        data = saved(ball(), "TIFF", **how)
    except OSError:
        pytest.skip("Pillow cannot write it")
    with pytest.raises(enpitsu.FormatError, match=words):
        read_picture(data)


def test_rare_sorts_of_tiff_are_named() -> None:
    for mode in ("F", "I", "LAB"):
        data = saved(Image.new(mode, (20, 20)), "TIFF")
        with pytest.raises(enpitsu.FormatError, match=r"not read"):
            read_picture(data)


def test_tiff_files_that_claim_nothing() -> None:
    data = saved(ball(), "TIFF", compression="jpeg")
    for tag in (256, 257, 259, 277, 278, 322, 323):
        with suppress(enpitsu.FormatError):
            read_picture(with_tags(data, {tag: 0}), Size(16, 24))
    with pytest.raises(enpitsu.FormatError):
        read_picture(with_tags(data, {256: 0}))


def test_tiff_strips_that_claim_too_much_take_no_memory() -> None:
    before = resident_megabytes()
    data = saved(ball(), "TIFF", compression="tiff_lzw")
    for rows in (2**20, 2**28, 2**31, 2**32 - 1):
        with suppress(enpitsu.FormatError):
            read_picture(with_tags(data, {278: rows}), Size(16, 24))
    assert resident_megabytes() < before + 300


def test_millions_of_comments_take_no_time() -> None:
    for start in (b"P1 1000 1000\n", b"P1 "):
        budget = enpitsu.Limits(seconds=20).start()
        with pytest.raises(enpitsu.FormatError):
            read_picture(start + b"#\n" * 2_000_000)
        assert budget.seconds < 20


def test_the_first_page_of_a_tiff_file() -> None:
    same_cells(ball(), "TIFF", save_all=True, append_images=[blank(9, 9, "black")])


def test_any_format_as_png() -> None:
    for name in FORMATS:
        shown = Image.open(io.BytesIO(load_as_png(saved(ball(), name))))
        assert (shown.format, shown.size) == ("PNG", (240, 160))
    wide = Image.open(io.BytesIO(load_as_png(saved(blank(5000, 100), "TIFF"))))
    assert wide.width <= 1600


def test_the_first_frame_of_an_animation() -> None:
    frames = [blank(240, 160), blank(240, 160, "black")]
    same_cells(ball(), "GIF", save_all=True, append_images=frames)
    same_cells(ball(), "WEBP", save_all=True, append_images=frames, lossless=True)


@each_case("orientation", range(1, 9))
@each_case("format", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_pictures_are_turned_upright(orientation: int, format: str) -> None:
    turn = Image.Transpose
    undo = {
        2: turn.FLIP_LEFT_RIGHT,
        3: turn.ROTATE_180,
        4: turn.FLIP_TOP_BOTTOM,
        5: turn.TRANSPOSE,
        6: turn.ROTATE_90,
        7: turn.TRANSVERSE,
        8: turn.ROTATE_270,
    }
    image = ball() if orientation == 1 else ball().transpose(undo[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    same_cells(image, format, exif=exif)


def test_large_photos_are_reduced_while_they_are_read() -> None:
    large = ball().resize((4800, 3200))
    for kind in ("JPEG", "PNG"):
        same_cells(large, kind)
        made = from_picture("nonogram", saved(large, kind), 16, 24, crop=Box(0, 0, 3200, 4800))
        assert made.status == Outcome.MADE


@pytest.mark.parametrize("format", ["JPEG", "PNG"])
def test_crops_at_the_edge_of_reduced_pictures(format: str) -> None:
    data = saved(blank(4001, 301), format)
    for box in (Box(300, 0, 1, 4001), Box(0, 4000, 301, 1), Box(300, 4000, 1, 1)):
        assert read_picture(data, Size(3, 3), crop=box).rows == 3
    for box in (Box(301, 0, 1, 4001), Box(0, 4001, 301, 1), Box(0.5, 0, 301, 1)):
        with pytest.raises(enpitsu.FormatError, match=r"301 x 4001 pixels \(height x width\)"):
            read_picture(data, Size(3, 3), crop=box)


def test_a_jpeg_file_of_many_scans_is_refused() -> None:
    data = saved(ball(), "JPEG", progressive=True)
    scans = scans_in(data)
    assert 1 < scans < 20
    assert scans_in(saved(ball(), "JPEG")) == 1
    at, end = data.rindex(b"\xff\xda"), len(data) - 2
    many = data[:at] + 200 * data[at:end] + data[end:]
    assert scans_in(many) == scans + 199
    assert scans_in(data + 200 * data[at:]) == scans, "what follows the end is not read"
    with pytest.raises(enpitsu.FormatError, match="scans"):
        read_picture(many)


def test_memory_is_estimated_before_decoding() -> None:
    data = saved(blank(3000, 3000))
    room = enpitsu.Limits(memory=resident_megabytes() + 20)
    with pytest.raises(enpitsu.LimitReached, match="memory"):
        read_picture(data, budget=room.start())
    more = enpitsu.Limits(memory=resident_megabytes() + 500)
    assert read_picture(data, budget=more.start()).rows == 30


def test_pipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(saved(ball())))
    writer.start()
    assert read_picture(pipe, Size(16, 24)).rows == 16
    writer.join()
    monkeypatch.setattr("enpitsu.picture.load._PATIENCE", 0.05)
    with pytest.raises(enpitsu.FormatError, match="nothing comes from it"):
        read_picture(pipe)


def png(width: int, height: int) -> bytes:
    """A tiny file that declares a size."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = b"IDAT" + zlib.compress(b"\0" * 100_000)
    chunks = [struct.pack(">I", len(each) - 4) + each + crc(each) for each in (header, body)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def bombs() -> Iterator[tuple[str, bytes]]:
    yield "png", png(60_000, 60_000)
    yield "png of 100 million", png(10_000, 10_000)
    yield "png just over", png(8000, 5001)
    gif = bytearray(saved(ball(), "GIF"))
    gif[6:10] = struct.pack("<HH", 65535, 65535)
    yield "gif screen", bytes(gif)
    frame = b"GIF89a" + struct.pack("<HH", 2, 2) + b"\0\0\0,"
    yield "gif frame", frame + struct.pack("<HHHH", 9, 9, 60_000, 60_000) + b"\0\x02\x01\0;"
    jpeg = bytearray(saved(ball(), "JPEG"))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", 65535, 65535)
    yield "jpeg", bytes(jpeg)
    webp = bytearray(saved(ball(), "WEBP", lossless=True))
    webp[21:25] = struct.pack("<I", 16382 | 16382 << 14)
    yield "webp", bytes(webp)
    bmp = bytearray(saved(ball(), "BMP"))
    bmp[18:26] = struct.pack("<ii", 60_000, -60_000)
    yield "bmp", bytes(bmp)
    yield "pbm", b"P4 60000 60000\n"
    yield "ppm with a comment", b"P6\n# a comment\n60000\n60000\n255\n"
    for tag in (256, 322):
        tiff = saved(ball(), "TIFF", compression="tiff_lzw")
        yield f"tiff {tag}", with_tags(tiff, {tag: 60_000, tag + 1: 60_000})


def with_tags(data: bytes, tags: dict[int, int]) -> bytes:
    """A TIFF file of the little-endian sort with some tags of its first page changed or added."""
    start = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, start)[0]
    entries = {
        struct.unpack_from("<H", data, at)[0]: data[at : at + 12]
        for at in range(start + 2, start + 2 + 12 * count, 12)
    }
    entries |= {tag: struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items()}
    page = b"".join(entries[tag] for tag in sorted(entries))
    moved = data[:4] + struct.pack("<I", len(data)) + data[8:]
    return moved + struct.pack("<H", len(entries)) + page + bytes(4)


@each_case(("name", "data"), list(bombs()), ids=lambda each: str(each)[:20])
def test_bombs_are_refused_before_they_are_decoded(name: str, data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(enpitsu.FormatError, match="too large"):
            read_picture(data)


def test_files_that_are_too_large_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    file.write_bytes(saved(ball()) + bytes(16 * 2**20))
    with pytest.raises(enpitsu.FormatError, match="16 MiB"):
        read_picture(file)


@pytest.mark.parametrize("format", FORMATS)
def test_cut_off_files(format: str) -> None:
    data = saved(ball(), format)
    for length in (0, 1, 5, 12, 20, 40, len(data) // 2, len(data) - 60):
        with pytest.raises(enpitsu.FormatError):
            read_picture(data[:length])


def test_other_files_with_the_ending_of_a_picture(tmp_path: Path) -> None:
    for name, content in {
        "text.png": b"not a picture",
        "mail.pbm": b"P1000 is a number, and this is a letter",
        "large.tiff": b"II+\0" + bytes(40),
        "icon.bmp": saved(ball().resize((32, 32)), "ICO"),
        "vector.jpg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "script.gif": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        "empty.webp": b"",
        "sound.webp": b"RIFF\x24\0\0\0WAVEfmt " + bytes(40),
    }.items():
        file = tmp_path / name
        file.write_bytes(content)
        with pytest.raises(
            enpitsu.FormatError, match=r"PNG, JPEG, GIF, WebP, BMP, TIFF, PBM|empty"
        ):
            read_picture(file)
    bitmap = tmp_path / "bitmap.png"
    bitmap.write_bytes(saved(ball(), "BMP"))
    assert read_picture(bitmap, Size(16, 24)).rows == 16
    renamed = tmp_path / "ball.txt"
    renamed.write_bytes(saved(ball()))
    assert read_picture(renamed, Size(16, 24)).rows == 16, "the content counts, not the name"
    with pytest.raises(enpitsu.FormatError, match="No such file"):
        read_picture(tmp_path / "missing.png")
    with pytest.raises(enpitsu.FormatError, match="directory"):
        read_picture(tmp_path)


@pytest.mark.parametrize("format", FORMATS)
def test_damaged_files_raise_nothing_else(format: str) -> None:
    rng = random.Random(format)
    data = saved(ball().resize((48, 32)), format)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(150):
            damaged = bytearray(data)
            for _ in range(rng.randint(1, 6)):
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            try:
                picture = read_picture(bytes(damaged), Size(6, 6))
            except enpitsu.FormatError:
                continue
            assert len(picture.cells) == 36


def test_declared_sizes() -> None:
    image = blank(61, 43)
    exif = Image.Exif()
    exif[0x0112] = 1
    files = [
        saved(image, "PNG"),
        saved(image, "GIF"),
        saved(image, "JPEG"),
        saved(image, "JPEG", progressive=True, exif=exif),
        saved(image, "WEBP"),
        saved(image, "WEBP", lossless=True),
        saved(image, "WEBP", exif=exif),
        saved(image, "BMP"),
        saved(image, "TIFF"),
        saved(image, "TIFF", compression="tiff_lzw"),
        *(saved(image.convert(mode), "PPM") for mode in ("1", "L", "RGB")),
        b"P1#c\n61 # width\n43\n",
        b"BM" + bytes(12) + struct.pack("<IHHHH", 12, 61, 43, 1, 24),
        b"BM" + bytes(12) + struct.pack("<IIi", 40, 61, -43),
        b"MM\0*" + struct.pack(">IHHHIHHHHIHH", 8, 2, 256, 3, 1, 61, 0, 257, 3, 1, 43, 0),
    ]
    assert [declared_size(data) for data in files] == [(43, 61)] * len(files)
    assert declared_size(b"nothing") is None


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(enpitsu.BackendMissing, match=r"enpitsu\[image\]"):
        read_picture(b"anything")


# --- shapes ------------------------------------------------------------------------------------


def mark(width: int, height: int, box: tuple[int, int, int, int]) -> bytes:
    image = blank(width, height)
    ImageDraw.Draw(image).rectangle(box, fill="black")
    return saved(image)


def test_an_even_border_is_trimmed() -> None:
    data = mark(200, 100, (40, 20, 139, 59))
    trimmed = read_picture(data, Size(longer=10))
    assert (trimmed.rows, trimmed.cols) == (4, 10)
    assert trimmed.means() == [(0.0, 0.0, 0.0)] * 40
    whole = read_picture(data, Size(longer=10), crop=WHOLE)
    assert (whole.rows, whole.cols) == (5, 10)
    part = read_picture(data, Size(longer=10), crop=Box(20, 40, 40, 50))
    assert (part.rows, part.cols) == (8, 10)
    assert set(part.means()) == {(0.0, 0.0, 0.0)}


def dark_rows(picture: Picture) -> list[str]:
    letters = ["#" if mean[0] < 128 else "." for mean in picture.means()]
    return ["".join(letters[at : at + picture.cols]) for at in range(0, len(letters), picture.cols)]


def test_shapes_are_made_to_fit() -> None:
    wide = mark(80, 40, (0, 0, 79, 39))
    half = mark(80, 40, (0, 0, 39, 39))
    how: Any = {"crop": WHOLE}
    assert dark_rows(read_picture(half, Size(4, 4), fit="stretch", **how)) == ["##.."] * 4
    assert dark_rows(read_picture(half, Size(4, 4), fit="crop", **how)) == ["##.."] * 4
    assert dark_rows(read_picture(wide, Size(4, 4), fit="pad", **how)) == ["####"] * 4
    padded = dark_rows(read_picture(mark(80, 40, (10, 10, 69, 29)), Size(8, 8), fit="pad", **how))
    assert padded == ["........"] * 3 + [".######."] * 2 + ["........"] * 3


def test_the_size_follows_the_shape() -> None:
    data = saved(photo())
    assert sizes(read_picture(data, Size(rows=20))) == (20, 30)
    assert sizes(read_picture(data, Size(cols=20))) == (13, 20)
    assert sizes(read_picture(data, Size(longer=24))) == (16, 24)
    assert sizes(read_picture(data)) == (20, 30)
    assert sizes(read_picture(saved(noise(17)))) == (17, 17)


def sizes(picture: Picture) -> tuple[int, int]:
    return picture.rows, picture.cols


# --- the command -------------------------------------------------------------------------------


def run(*arguments: Any, text: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["generate", *map(str, arguments)], input=text)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    file = tmp_path / "ball.png"
    file.write_bytes(saved(ball()))
    return file


def test_command_shows_the_puzzle_and_a_link(picture: Path) -> None:
    result = run("nonogram", "--from", picture, "--size", "16x24")
    assert result.exit_code == 0, result.stderr
    assert "0 of 384 cells changed (0.0 %)" in result.stdout
    made = from_picture("nonogram", picture, 16, 24)
    link = result.stdout.splitlines()[-1]
    assert enpitsu.parse(link) == made.puzzle
    drawing = [line for line in result.stdout.splitlines() if line.startswith("│")][:16]
    assert [line.strip("│")[::2].replace("█", "s").replace(" ", ".") for line in drawing] == shown(
        made
    )


def test_command_shows_before_and_after(tmp_path: Path) -> None:
    file = tmp_path / "two.png"
    file.write_bytes(pixels("#.", ".#"))
    result = run("nonogram", "--from", file, "--crop", "none", "--changes", "30%")
    assert result.exit_code == 0
    assert "1 of 4 cells changed (25.0 %)" in result.stdout
    assert "++" in result.stdout or "--" in result.stdout
    assert "25% of the cells are changed" in result.stderr


def test_command_draws_small_in_colours(picture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = CliRunner().invoke(
        main, ["generate", "nonogram", "--from", str(picture), "--size", "16x24"], color=True
    )
    assert result.stdout.count("▀") == 8 * 24


def test_command_with_json(picture: Path) -> None:
    result = run("nonogram", "--from", picture, "--size", 24, "--json")
    row = json.loads(result.stdout)
    made = from_picture("nonogram", picture, size=24)
    assert row["status"] == "made"
    assert row["solution"] == list(map(str, made.solution))
    assert row["before"] == list(map(str, made.before))
    assert row["changed"] == list(map(str, made.changed))
    assert enpitsu.parse(row["content"]) == made.puzzle


def test_command_writes_files(picture: Path, tmp_path: Path) -> None:
    made = from_picture("nonogram", picture, 16, 24)
    plain = run("nonogram", "--from", picture, "--size", "16x24", "--to", "non")
    assert enpitsu.parse(plain.stdout) == made.puzzle
    target = tmp_path / "ball.json"
    written = run("nonogram", "--from", picture, "--size", "16x24", "--solution", "-o", target)
    assert written.exit_code == 0
    (document,) = enpitsu.read(target)
    assert (document.puzzle, document.position) == (made.puzzle, made.solution)
    folder = tmp_path / "made"
    many = run(
        "nonogram",
        "--from",
        picture,
        "--from",
        "-",
        "--size",
        12,
        "--to",
        "puzzlink",
        "-o",
        folder,
        text=saved(cat()),
    )
    assert many.exit_code == 0
    assert len(list(folder.iterdir())) == 2


def test_command_says_how_to_save_what_no_link_can_hold(tmp_path: Path) -> None:
    file = tmp_path / "flag.png"
    file.write_bytes(pixels("......", ".rrrr.", ".rbbb.", "......"))
    result = run("nonogram", "--from", file, "--colours", 2, "--crop", "none")
    assert result.exit_code == 0
    assert "to save it: -o FILE, or --to" in result.stdout
    assert "puzzlink" not in result.stdout.splitlines()[-1]


def test_command_that_fails_writes_nothing(tmp_path: Path) -> None:
    file, target = tmp_path / "two.png", tmp_path / "out.json"
    file.write_bytes(pixels("#.", ".#"))
    result = run("nonogram", "--from", file, "--crop", "none", "--changes", "0%", "-o", target)
    assert result.exit_code == 1
    assert "no puzzle could be made" in result.stderr
    assert not target.exists()
    row = json.loads(
        run("nonogram", "--from", file, "--crop", "none", "--changes", "0%", "--json").stdout
    )
    assert row["status"] == "failed"
    assert "content" not in row
    assert "solution" not in row


def test_names_do_nothing_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m.png"
    file.write_bytes(b"no picture")
    for name in (file, tmp_path / "missing\x1b[31m.png"):
        result = run("nonogram", "--from", name)
        assert result.exit_code == 2
        assert "\x1b" not in result.stderr


def test_exit_codes(picture: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(saved(ball())[:300])
    assert run("nonogram", "--from", broken).exit_code == 2
    assert run("nonogram", "--from", tmp_path).exit_code == 2
    assert run("nonogram", "--from", picture, "--time", 0).exit_code == 3
    assert "time limit reached" in run("nonogram", "--from", picture, "--time", 0).stderr
    assert run("nonogram", "--from", picture, "--from", broken).exit_code == 2


@each_case(
    "arguments",
    [
        ["yajilin", "--from", "x.png"],
        ["sudoku", "--from", "x.png"],
        ["nonogram", "--from", "x.png", "--size", "big"],
        ["nonogram", "--from", "x.png", "--size", "3x"],
        ["nonogram", "--from", "x.png", "--crop", "1,2,3"],
        ["nonogram", "--from", "x.png", "--crop", "1,2,0,4"],
        ["nonogram", "--from", "x.png", "--threshold", "256"],
        ["nonogram", "--from", "x.png", "--changes", "200%"],
        ["nonogram", "--from", "x.png", "--changes", "5"],
        ["nonogram", "--from", "x.png", "--changes", "1"],
        ["nonogram", "--from", "x.png", "--fit", "glue"],
        ["nonogram", "--from", "x.png", "--solvable", "magic"],
        ["nonogram", "--from", "x.png", "--colours", "0"],
        ["nonogram", "--from", "x.png", "-o", "out.unknown"],
        ["nonogram", "--from", "x.png", "--to", "csv"],
        ["nonogram", "--from", "x.png", "--to", "puzzlink", "--colours", "3"],
        ["nonogram", "--from", "x.png", "--solution"],
        ["nonogram", "--from", "x.png", "-o", "no/such/folder/out.json"],
        ["nonogram", "--from", ""],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


# --- the paper, and soft edges -------------------------------------------------------------------


def two_areas(blur: float = 0.0) -> bytes:
    """A red disc and a blue box on white."""
    image = Image.new("RGB", (480, 480), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((40, 40, 320, 320), fill="#c02020")
    draw.rectangle((220, 240, 440, 440), fill="#2040c0")
    return saved(image.filter(ImageFilter.GaussianBlur(blur)))


def look(paper: str | None, colours: int) -> tuple[dict[str, str], dict[str, str]]:
    found = sketch_picture(
        "nonogram", two_areas(), 24, 24, crop=WHOLE, colours=colours, paper=paper
    )
    facts = {str(fact.slot): str(fact.value) for fact in found.sketch.position}
    return facts, {value: paint.rgb for value, paint in found.sketch.paints.items()}


RED, BLUE, WHITE = "r8c6", "r20c20", "r2c22"


@pytest.mark.parametrize(
    ("paper", "empty"), [("#c02020", RED), ("#2040c0", BLUE), ("#fff0f0", WHITE)]
)
def test_the_paper_can_be_chosen(paper: str, empty: str) -> None:
    shaded, _ = look(paper, 1)
    painted, paints = look(paper, 2)
    for place in (RED, BLUE, WHITE):
        assert (place in shaded) == (place in painted) == (place != empty)
    wanted = {RED: "#c02020", BLUE: "#2040c0", WHITE: "#ffffff"}
    assert paints[""] == wanted.pop(empty)
    assert {paints[painted[place]] for place in wanted} == set(wanted.values())


def test_a_puzzle_is_made_on_the_chosen_paper() -> None:
    made = from_picture("nonogram", two_areas(), 12, 12, colours=2, paper="#2040c0")
    assert made.status is Outcome.MADE
    assert made.paints[""].rgb == "#2040c0"


@pytest.mark.parametrize(
    "wrong",
    [
        {"paper": "red"},
        {"paper": "#12345"},
        {"paper": "#ffffff", "threshold": 9},
        {"paper": "#ffffff", "invert": True},
    ],
)
def test_papers_that_make_no_sense_are_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError, match="paper"):
        sketch_picture("nonogram", two_areas(), 10, 10, **wrong)


@pytest.mark.parametrize("blur", [2.0, 6.0, 12.0])
@pytest.mark.parametrize("colours", [2, 3, 4])
def test_soft_edges_give_no_rim_of_a_further_colour(blur: float, colours: int) -> None:
    found = sketch_picture("nonogram", two_areas(blur), 24, 24, colours=colours)
    assert len(found.sketch.paints) == 3, found.sketch.paints


def test_a_flat_outline_between_two_colours_is_no_rim() -> None:
    image = Image.new("RGB", (480, 480), "white")
    ImageDraw.Draw(image).ellipse((60, 60, 420, 420), fill="black", outline="#808080", width=40)
    found = sketch_picture("nonogram", saved(image), 24, 24, colours=2)
    assert {paint.rgb for paint in found.sketch.paints.values()} == {
        "#ffffff",
        "#000000",
        "#808080",
    }
