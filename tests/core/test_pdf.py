"""PDF files, read back by another program: pages, letters, fonts, and what the pages look like."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, FormatError
from enpitsu.kind import Document
from enpitsu.registry import find_kind, kinds
from enpitsu.render import render, scene_of
from enpitsu.render.fontfile import open_fonts, system_fonts
from enpitsu.render.fonts import Fonts
from enpitsu.render.palette import DARK
from enpitsu.render.paper import MM
from enpitsu.render.pdf import LONGEST_SIDE, draw_scene, open_canvas, scene_size, to_pdf
from enpitsu.render.png import to_png
from enpitsu.scene import Circle, Ink, Label, Polygon, Rect, Scene, Strokes
from enpitsu.scene import Path as Line
from tests.cases import each_case
from tests.library import ordinary_starters

UNIQUE = "https://puzz.link/p?yajilin/5/5/m32j10"
TWO = "https://puzz.link/p?yajilin/4/4/p"
PENCIL = "鉛筆"


def run(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(each) for each in arguments])


def opened(data: bytes) -> Any:
    return pypdfium2.PdfDocument(data)


def text_of(data: bytes, page: int = 0) -> str:
    return str(opened(data)[page].get_textpage().get_text_range())


def picture_of(data: bytes, page: int = 0, scale: float = 1.0) -> Image.Image:
    image = opened(data)[page].render(scale=scale).to_pil()
    assert isinstance(image, Image.Image)
    return image.convert("RGB")


def objects(data: bytes, word: bytes) -> list[bytes]:
    """The objects of a file that say this word."""
    return [each for each in re.findall(rb"\d+ 0 obj(.*?)endobj", data, re.DOTALL) if word in each]


@cache
def starters() -> dict[str, Document]:
    """A small puzzle of each kind, and one in colours."""
    chosen: dict[str, Document] = {}
    for document in ordinary_starters():
        colours = "colours" if "colours" in scene_of(document.puzzle).title else "plain"
        name = find_kind(document.puzzle.kind).name
        chosen.setdefault(f"{name} {colours}", document)
    assert set(chosen) == set(STARTERS)
    return chosen


STARTERS = (*(f"{kind.name} plain" for kind in kinds().values()), "Nonogram colours")


def scene_with_solution(name: str) -> Scene:
    puzzle = starters()[name].puzzle
    return scene_of(puzzle, enpitsu.solve(puzzle, solutions=1).solutions[0].position)


def on_a_page(fonts: Fonts, text: str, **how: Any) -> bytes:
    """A page of 200 by 100 points with a text of 20 points in its middle."""
    file = BytesIO()
    canvas = open_canvas(file, fonts)
    canvas.setPageSize((200, 100))
    fonts.draw(canvas, 100, 50, text, 20, **how)
    canvas.save()
    return file.getvalue()


def dark_box(image: Image.Image) -> tuple[int, int, int, int]:
    box = image.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert box is not None
    return box


def darkness(image: Image.Image) -> float:
    """The share of ink, from none to all."""
    small = image.convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(small, int)
    return 1 - small / 255


# --- drawings ------------------------------------------------------------------------------------


@each_case("name", STARTERS)
@each_case("is_solved", [False, True])
def test_a_page_looks_like_the_png(name: str, is_solved: bool) -> None:
    scene = scene_with_solution(name) if is_solved else scene_of(starters()[name].puzzle)
    cell = 40
    png = Image.open(BytesIO(to_png(scene, theme="print", cell=cell))).convert("RGB")
    page = picture_of(to_pdf([scene], cell=cell * 0.75), scale=1 / 0.75)
    here, there = (12.5, 12.5), (0.35 * cell, 0.35 * cell)
    for row in range(round(scene.top) + scene.rows):
        for col in range(round(scene.left) + scene.cols):
            first, second = (
                darkness(image.crop(square(margin, row, col, cell)))
                for image, margin in ((png, here), (page, there))
            )
            assert first == pytest.approx(second, abs=0.09), (row, col)


def square(margin: tuple[float, float], row: int, col: int, cell: int) -> tuple[int, int, int, int]:
    x, y = round(margin[0] + col * cell), round(margin[1] + row * cell)
    return x, y, x + cell, y + cell


def test_pages_are_as_large_as_their_drawings() -> None:
    scenes = [scene_of(starters()[name].puzzle) for name in STARTERS]
    document = opened(to_pdf(scenes, cell=10 * MM))
    assert len(document) == len(scenes)
    for page, scene in zip(document, scenes, strict=True):
        width, height = scene_size(scene, 10 * MM)
        assert page.get_size() == pytest.approx((width + 6 * MM, height + 6 * MM), abs=0.01)
        assert width == pytest.approx((scene.left + scene.cols + scene.right + 0.1) * 10 * MM)


def test_clues_are_letters() -> None:
    scene = scene_of(starters()["Nonogram plain"].puzzle)
    wanted = "".join(shape.text for shape in scene.shapes if isinstance(shape, Label))
    assert len(wanted) > 30
    assert sorted("".join(text_of(to_pdf([scene])).split())) == sorted(wanted)


def test_every_font_is_embedded_and_nothing_is_pixels() -> None:
    data = to_pdf([scene_with_solution(name) for name in STARTERS])
    fonts = objects(data, b"/Type /Font ") + objects(data, b"/Type /Font\n")
    assert fonts
    assert all(b"/Subtype /TrueType" in font and b"/FontDescriptor" in font for font in fonts)
    descriptors = objects(data, b"/Type /FontDescriptor")
    assert len(descriptors) == len(fonts)
    assert all(b"/FontFile2" in descriptor for descriptor in descriptors)
    assert b"Helvetica" not in data
    assert b"/Image" not in data.replace(b"/ImageB /ImageC /ImageI", b"")


def test_the_same_drawing_is_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys, enpitsu\n"
        f"puzzle = enpitsu.parse({UNIQUE!r})\n"
        "sys.stdout.buffer.write(enpitsu.render(puzzle, format='pdf'))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    data = render(enpitsu.parse(UNIQUE), format="pdf")
    assert run.stdout == data == render(enpitsu.parse(UNIQUE), format="pdf")
    assert str(Path.home()).encode() not in data or Path.home() == Path("/")
    assert b"site-packages" not in data


def test_every_shape_is_drawn_where_it_belongs() -> None:
    shapes = (
        Rect(0, 0, 1, 1, "shade"),
        Rect(0.1, 1.1, 0.8, 0.8, "shade", 0.2),
        Circle(0.5, 2.5, 0.4, "dot"),
        Polygon(((1.1, 0.1), (1.1, 0.9), (1.9, 0.5)), "clue"),
        Line(((1.5, 1.0), (1.5, 2.0)), "line"),
        Strokes((((1.2, 2.5), (1.8, 2.5)),), "line"),
        Label(2.5, 0.5, "8", 0.6, "clue"),
        Rect(2.1, 1.1, 0.8, 0.8, "ring-error", 0.1),
        Line(((2.1, 2.1), (2.1, 2.9), (2.9, 2.9)), "line", closed=True),
    )
    scene = Scene(rows=3, cols=3, title="", shapes=shapes)
    page = picture_of(to_pdf([scene], cell=40))
    corner = (14.0, 14.0)
    seen = [
        [darkness(page.crop(square(corner, row, col, 40))) for col in range(3)] for row in range(3)
    ]
    assert seen[0] == pytest.approx([1, 0.63, 0.38], abs=0.06)
    assert seen[1] == pytest.approx([0.32, 0.12, 0.09], abs=0.05)
    assert all(0.05 < share < 0.35 for share in seen[2])


def test_lines_are_dashed_and_round_as_elsewhere() -> None:
    shapes = (
        Rect(0.1, 0.1, 0.8, 0.8, "ring-error"),
        Line(((0.5, 1.5), (0.5, 2.0)), "line"),
    )
    page = picture_of(to_pdf([Scene(rows=1, cols=3, title="", shapes=shapes)], cell=80))
    top = [page.convert("1").getpixel((28 + x, 28 + 8)) for x in range(10, 70)]
    turns = sum(before != after for before, after in pairwise(top))
    assert turns >= 6
    # The round end reaches beyond the line's last point, by half its width.
    assert page.getpixel((28 + 120 - 3, 28 + 40)) == (0, 0, 0)
    assert page.getpixel((28 + 120 - 7, 28 + 40)) == (255, 255, 255)


def test_inks_are_the_colours_of_the_puzzle() -> None:
    inks = {"mine": Ink("shade", "#12ab34")}
    scene = Scene(rows=1, cols=1, title="", shapes=(Rect(0, 0, 1, 1, "mine"),), inks=inks)
    for theme in ("print", "dark", "auto"):
        assert picture_of(to_pdf([scene], theme=theme)).getpixel((18, 18)) == (0x12, 0xAB, 0x34)


def test_themes_colour_the_page() -> None:
    puzzle = enpitsu.parse(UNIQUE)
    wanted = tuple(int(DARK["page"][at : at + 2], 16) for at in (1, 3, 5))
    assert picture_of(render(puzzle, format="pdf", theme="dark")).getpixel((2, 2)) == wanted
    assert picture_of(render(puzzle, format="pdf")).getpixel((2, 2)) == (255, 255, 255)
    with pytest.raises(FormatError, match="unknown theme"):
        render(puzzle, format="pdf", theme="blue")


@pytest.mark.parametrize("name", STARTERS)
def test_nothing_lies_outside_the_size_that_is_told(name: str) -> None:
    scene, cell, fonts = scene_with_solution(name), 12.0, Fonts()
    width, height = scene_size(scene, cell)
    file = BytesIO()
    canvas = open_canvas(file, fonts)
    canvas.setPageSize((width + 60, height + 60))
    draw_scene(canvas, scene, fonts, left=20, top=height + 30, cell=cell)
    canvas.save()
    left, top, right, bottom = dark_box(picture_of(file.getvalue(), scale=4))
    assert left >= 79
    assert top >= 119
    assert right <= 4 * (20 + width) + 1
    assert bottom <= 4 * (30 + height) + 1
    assert (right, bottom) == pytest.approx((4 * (20 + width), 4 * (30 + height)), abs=4)


def test_drawing_leaves_the_canvas_as_it_was() -> None:
    fonts, file = Fonts(), BytesIO()
    canvas = open_canvas(file, fonts)
    canvas.setPageSize((200, 100))
    canvas.setFillColorRGB(1, 0, 0)
    draw_scene(canvas, scene_with_solution("Yajilin plain"), fonts, left=0, top=95, cell=10)
    canvas.rect(150, 50, 20, 20, stroke=0, fill=1)
    canvas.save()
    assert picture_of(file.getvalue()).getpixel((160, 40)) == (255, 0, 0)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 40), (40, 1), (100_000, 1)])
def test_any_size_can_be_drawn(rows: int, cols: int) -> None:
    shapes = (Rect(0, 0, rows, cols, "shade"), Label(0.5, 0.5, "7", 0.5, "clue"))
    data = to_pdf([Scene(rows=rows, cols=cols, title="", shapes=shapes)])
    assert max(opened(data)[0].get_size()) <= LONGEST_SIDE + 0.01
    assert len(data) < 100_000


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(FormatError, match="nothing to draw"):
        to_pdf([])


@pytest.mark.parametrize("cell", [0, -1, 0.1, 1e9, float("nan"), float("inf")])
def test_impossible_cells_are_refused(cell: float) -> None:
    with pytest.raises(FormatError, match="mm wide on paper"):
        to_pdf([Scene(rows=1, cols=1, title="", shapes=())], cell=cell)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(\\)<>", "(\\)<>"),
        ("a) Tj ET Q\n(b", "a) Tj ET Q (b"),
        ("\x00\x07\ud800\u202e1\ufe0f", "1"),
        ("", ""),
        ("\u00a0", ""),
        ("9" * 5000, "9" * 5000),
        ("e\u0301\u2026", "é…"),
    ],
)
def test_hostile_labels(text: str, written: str) -> None:
    label = Label(0.5, 0.5, text, 0.5, "clue")
    scene = Scene(rows=1, cols=1, title=f"{text}\x00", shapes=(label,))
    assert text_of(to_pdf([scene], cell=400)).strip() == written


def test_wide_labels_are_squeezed_into_their_cell() -> None:
    label = Label(0.5, 0.5, "WWWW", 0.4, "clue")
    page = picture_of(to_pdf([Scene(rows=1, cols=1, title="", shapes=(label,))], cell=200))
    left, _, right, _ = dark_box(page)
    assert 150 < right - left <= 200 * 4 * 0.4 * 0.6
    assert (left + right) / 2 == pytest.approx(page.width / 2, abs=3)


def test_without_reportlab_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(BackendMissing, match=r"enpitsu\[pdf\]"):
        render(enpitsu.parse(UNIQUE), format="pdf")
    result = run("render", UNIQUE, "--format", "pdf")
    assert result.exit_code == 2
    assert "enpitsu[pdf]" in result.stderr


# --- fonts ---------------------------------------------------------------------------------------


def own_font(path: Path, letters: str, *, postscript: bool) -> Path:
    """A font whose letters are boxes, half as wide as high: the file is made here."""
    names = [".notdef", *(f"box{number}" for number in range(len(letters)))]
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, letters), names[1:], strict=True)))
    pens = {name: T2CharStringPen(600, None) if postscript else TTGlyphPen(None) for name in names}
    for pen in pens.values():
        pen.moveTo((100, 0))
        for corner in ((100, 800), (500, 800), (500, 0)):
            pen.lineTo(corner)
        pen.closePath()
    if postscript:
        shapes = {name: pen.getCharString() for name, pen in pens.items()}
        builder.setupCFF("Own", {"FullName": "Own"}, shapes, {})
    else:
        builder.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular", "psName": "Own"})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700)
    builder.setupPost()
    builder.save(path)
    return path


@pytest.mark.parametrize("postscript", [False, True])
def test_a_font_of_the_users_is_embedded(tmp_path: Path, postscript: bool) -> None:
    font = own_font(tmp_path / "own.otf", PENCIL, postscript=postscript)
    fonts = Fonts([font], folders=[])
    assert [part for part, _ in fonts.runs(f"a{PENCIL}b")] == ["a", PENCIL, "b"]
    assert fonts.width(PENCIL, 20) == pytest.approx(2 * 0.6 * 20)
    data = on_a_page(fonts, PENCIL)
    assert text_of(data) == PENCIL
    assert b"+Own" in data
    # Two boxes of 400 by 800 units, 600 apart, from the text's start at (100, 50).
    assert dark_box(picture_of(data, scale=10)) == pytest.approx((1020, 340, 1220, 500), abs=2)
    assert data == on_a_page(Fonts([font], folders=[]), PENCIL)


def test_letters_without_a_bold_font_are_made_heavier(tmp_path: Path) -> None:
    fonts = Fonts([own_font(tmp_path / "own.ttf", PENCIL, postscript=False)], folders=[])
    plain, bold = (on_a_page(fonts, PENCIL, bold=bold) for bold in (False, True))
    before, after = (dark_box(picture_of(data, scale=10)) for data in (plain, bold))
    assert after[0] < before[0]
    assert after[3] > before[3]


def test_fonts_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    own_font(tmp_path / "deep" / "half.ttf", PENCIL[0], postscript=False)
    own_font(tmp_path / "whole.TTF", PENCIL, postscript=False)
    (tmp_path / "broken.ttf").write_bytes(b"\0\1\0\0" + b"\xff" * 40)
    (tmp_path / "empty.ttc").write_bytes(b"ttcf")
    (tmp_path / "readme.txt").write_text("no font")
    assert len(system_fonts([tmp_path])) == 3
    fonts = Fonts(folders=[tmp_path, tmp_path / "no such folder"])
    assert len(fonts.runs(PENCIL)) == 1, "the font that has all is better"
    assert text_of(on_a_page(fonts, PENCIL)) == PENCIL


def test_a_missing_letter_is_named(tmp_path: Path) -> None:
    fonts = Fonts(folders=[tmp_path])
    with pytest.raises(FormatError, match=r"U\+13000, EGYPTIAN.*--font"):
        fonts.runs("a\U00013000")
    with pytest.raises(FormatError, match="fonts-ipaexfont-gothic"):
        fonts.width("\U00013000", 10)


def test_a_font_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_font(tmp_path / "outlines.otf", "紙", postscript=True)
    monkeypatch.setitem(sys.modules, "enpitsu.render.outlines", None)
    fonts = Fonts(folders=[tmp_path])
    with pytest.raises(FormatError, match=r"outlines\.otf cannot be used: .*fonttools"):
        fonts.runs("紙")


def test_a_package_with_a_font_is_the_last_resort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "matplotlib_fontja"
    (folder / "fonts").mkdir(parents=True)
    (folder / "__init__.py").write_text("raise ImportError('nobody imports this')")
    own_font(folder / "fonts" / "ipaexg.ttf", PENCIL, postscript=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert text_of(on_a_page(Fonts(folders=[]), PENCIL)) == PENCIL


@pytest.mark.parametrize(
    "content", [b"", b"no font", b"\0\1\0\0", b"OTTO\xff\xff", b"ttcf" + b"\xff" * 60]
)
def test_bad_font_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.ttf").write_bytes(content)
    with pytest.raises(FormatError, match=r"cannot use the font bad\.ttf"):
        Fonts([tmp_path / "bad.ttf"])
    with pytest.raises(FormatError, match="cannot use the font none"):
        Fonts([tmp_path / "none.ttf"])


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("postscript", [False, True])
def test_cut_font_files_are_refused_or_work(tmp_path: Path, share: float, postscript: bool) -> None:
    whole = own_font(tmp_path / "own.ttf", PENCIL, postscript=postscript).read_bytes()
    cut = tmp_path / "cut.ttf"
    cut.write_bytes(whole[: round(share * len(whole))])
    with suppress(FormatError):
        Fonts([cut], folders=[]).runs(PENCIL)
    assert all(font.count([ord(PENCIL[0])]) in (0, 1) for font in open_fonts(cut))


def test_fonts_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    one = own_font(tmp_path / "one.ttf", PENCIL[0], postscript=False)
    two = own_font(tmp_path / "two.ttf", PENCIL[1], postscript=False)
    fonts = Fonts([one, two], folders=[])
    assert len(fonts.runs(PENCIL)) == 2
    assert text_of(on_a_page(fonts, PENCIL)) == PENCIL


def test_text_is_aligned_at_its_baseline() -> None:
    fonts = Fonts()
    boxes = {
        align: dark_box(picture_of(on_a_page(fonts, "HHH", align=align), scale=10))
        for align in ("left", "middle", "right")
    }
    assert {box[3] for box in boxes.values()} == {500}
    width = 10 * fonts.width("HHH", 20)
    assert boxes["left"][0] == pytest.approx(1000, abs=30)
    assert boxes["right"][2] == pytest.approx(1000, abs=30)
    assert sum(boxes["middle"][::2]) / 2 == pytest.approx(1000, abs=3)
    assert boxes["left"][0] - boxes["right"][0] == pytest.approx(width, abs=2)
    assert fonts.width("HHH", 20, bold=True) > fonts.width("HHH", 20)


def test_many_letters_of_one_font(tmp_path: Path) -> None:
    # More than fit into one embedded subset of 256.
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))
    fonts = Fonts([own_font(tmp_path / "own.otf", letters, postscript=True)], folders=[])
    file = BytesIO()
    canvas = open_canvas(file, fonts)
    for start in range(0, 600, 20):
        fonts.draw(canvas, 20, 20 + start, letters[start : start + 20], 10)
    canvas.save()
    assert set(text_of(file.getvalue())) - set("\r\n") == set(letters)


def test_japanese_with_a_font_of_this_machine() -> None:
    fonts = Fonts()
    try:
        fonts.runs("ヤジリン里帰り")
    except FormatError as error:
        pytest.skip(str(error))
    data = on_a_page(fonts, "ヤジリン里帰り", align="middle")
    assert text_of(data) == "ヤジリン里帰り"
    assert all(b"/FontFile2" in each for each in objects(data, b"/Type /FontDescriptor"))


# --- the command ---------------------------------------------------------------------------------


def test_several_puzzles_are_pages_of_one_file(tmp_path: Path) -> None:
    target = tmp_path / "two.pdf"
    assert run("render", UNIQUE, TWO, "-o", target).exit_code == 0
    document = opened(target.read_bytes())
    assert [round(page.get_width() / MM) for page in document] == [46, 38]
    parallel = tmp_path / "parallel.pdf"
    assert run("render", UNIQUE, TWO, "-o", parallel, "--jobs", "2").exit_code == 0
    assert parallel.read_bytes() == target.read_bytes()


def test_several_puzzles_are_files_of_a_folder(tmp_path: Path) -> None:
    assert run("render", UNIQUE, TWO, "--format", "pdf", "-o", tmp_path / "new").exit_code == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [file.suffix for file in files] == [".pdf", ".pdf"]
    assert all(len(opened(file.read_bytes())) == 1 for file in files)


def test_a_bad_puzzle_does_not_spoil_the_file(tmp_path: Path) -> None:
    target = tmp_path / "some.pdf"
    result = run("render", "nonsense", UNIQUE, TWO, "-o", target)
    assert result.exit_code == 2
    assert "nonsense" in result.stderr
    assert len(opened(target.read_bytes())) == 2
    none = tmp_path / "none.pdf"
    assert run("render", "nonsense", "-o", none).exit_code == 2
    assert not none.exists()


def test_solution_blank_and_errors_work_together(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(UNIQUE)
    solution = enpitsu.solve(puzzle).solutions[0].position
    source = tmp_path / "solved.json"
    source.write_text(enpitsu.dump(puzzle, "json", solution=enpitsu.solve(puzzle).solutions[0]))

    def ink(*options: object) -> float:
        assert run("render", source, *options, "-o", tmp_path / "x.pdf").exit_code == 0
        return darkness(picture_of((tmp_path / "x.pdf").read_bytes()))

    blank = darkness(picture_of(render(puzzle, format="pdf")))
    solved = darkness(picture_of(render(puzzle, solution, "pdf")))
    assert solved > blank + 0.02
    assert ink("--blank") == blank
    assert ink() == ink("--solution") == ink("--solution", "--blank") == solved
    assert ink("--errors") == solved


def test_sizes_on_paper(tmp_path: Path) -> None:
    pdf, svg, png = (tmp_path / f"board.{ending}" for ending in ("pdf", "svg", "png"))
    for target in (pdf, svg, png):
        assert run("render", UNIQUE, "--mm", "10", "-o", target).exit_code == 0
    assert opened(pdf.read_bytes())[0].get_width() / MM == pytest.approx(57, abs=0.01)
    assert re.search(r'width="[\d.]+mm"', svg.read_text())
    image = Image.open(png)
    assert image.info["dpi"][0] == pytest.approx(300, rel=0.01)
    assert run("render", UNIQUE, "--dpi", "600", "-o", png).exit_code == 0
    assert Image.open(png).width == 5 * 189 + 2 * 57 + 1
    assert run("render", UNIQUE, "--cell", "96", "-o", pdf).exit_code == 0
    assert opened(pdf.read_bytes())[0].get_width() == pytest.approx(72 * 5.7, abs=0.01)


@pytest.mark.parametrize(
    "options",
    [
        ("--mm", "8", "--cell", "40"),
        ("--mm", "0"),
        ("--mm", "nan"),
        ("--dpi", "300"),
        ("--font", "no such file"),
        ("--font", __file__),
    ],
)
def test_options_that_cannot_be(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = run("render", UNIQUE, "-o", tmp_path / "x.pdf", *options)
    assert result.exit_code == 2, result.output
    assert not (tmp_path / "x.pdf").exists()


def test_a_font_by_option(tmp_path: Path) -> None:
    font = own_font(tmp_path / "own.ttf", PENCIL, postscript=False)
    target = tmp_path / "x.pdf"
    assert run("render", UNIQUE, "--font", font, "--font", font, "-o", target).exit_code == 0


def test_json_holds_the_file() -> None:
    row = json.loads(run("render", UNIQUE, "--format", "pdf", "--json").stdout)
    assert row["format"] == "pdf"
    assert base64.b64decode(row["base64"]) == render(enpitsu.parse(UNIQUE), format="pdf")


def test_the_file_goes_to_another_program() -> None:
    result = run("render", UNIQUE, TWO, "--format", "pdf")
    assert result.exit_code == 0
    assert len(opened(result.stdout_bytes)) == 2
