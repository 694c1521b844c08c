"""Books: plans are checked, pages hold what they should where they should, bytes repeat."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu.book import (
    Book,
    BookEntry,
    BookPlan,
    Chapter,
    PuzzlesRefused,
    load_plan,
    make_book,
    parse_plan,
)
from enpitsu.book.book_plan import PAPERS, PER_PAGE
from enpitsu.book.compose import PreparedChapter, compose
from enpitsu.book.draw import Page, page_numbers
from enpitsu.book.explained_pages import ExplainedPage, Head
from enpitsu.book.front_pages import Contents, begin, begun_scene, shown_on_cover
from enpitsu.book.labelled_boards import bare
from enpitsu.book.page_layout import (
    GRIDS,
    LARGEST_ALONE,
    LARGEST_CELL,
    MODULE,
    PANEL,
    PANEL_TEXT,
    NumberedPuzzle,
    PuzzlePage,
    boxes,
    fit,
    pages_of,
    shape_of,
    sorted_puzzles,
)
from enpitsu.book.paper_sheet import ABOVE, HEADING, SIZES, sheet_of
from enpitsu.book.pen import Pen, _pieces
from enpitsu.book.prepare import DrawingSize, LegendColour, PrepareOptions, Ready, prepare, stages
from enpitsu.book.puzzle_pages import puzzle_key
from enpitsu.book.qr import LONGEST_LINK, QUIET, QrCode, qr_code
from enpitsu.book.rules_page import find_example
from enpitsu.book.solution_pages import SMALLEST, SolutionsPage, solution_pages
from enpitsu.cli.book_command import book
from enpitsu.errors import BackendMissing, FormatError, PuzzleError
from enpitsu.grid import Symmetry
from enpitsu.kind import Document, Meta
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Position
from enpitsu.registry import kinds
from enpitsu.render import scene_of
from enpitsu.render.fonts import Fonts
from enpitsu.render.paper import MM
from enpitsu.render.pdf import MARGIN
from enpitsu.scene import Label, Rect
from enpitsu.solve import Status
from enpitsu.words import VariantWords
from tests.cases import each_case
from tests.library import ordinary_starters, starters

pdfium = pytest.importorskip("pypdfium2")
segno = pytest.importorskip("segno")

WISH = PrepareOptions(links=True, qr=True, explained=False, language="en", limits=NO_LIMITS)
SMALL = [each for each in ordinary_starters() if max(each.puzzle.rows, each.puzzle.cols) <= 10]
MIXED = SMALL[::3]
LOOSE = "https://puzz.link/p?yajilin/4/4/p"
"""A board without clues: several solutions."""


@pytest.fixture(scope="module")
def pen() -> Pen:
    return Pen(None, Fonts(), "en")


@pytest.fixture(scope="module")
def readies() -> list[Ready]:
    return [prepare(document, WISH) for document in MIXED]


@pytest.fixture(scope="module")
def mixed() -> Book:
    return make_book(MIXED, BookPlan(title="Mixed pages", author="The tester"))


def _texts(made: Book) -> list[str]:
    document = pdfium.PdfDocument(made.pdf)
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def numbers_of(page: SolutionsPage | ExplainedPage) -> list[int]:
    """Return the puzzles whose solutions stand or begin on a page."""
    if isinstance(page, SolutionsPage):
        return [small.placed.number for shelf in page.shelves for small in shelf.row]
    blocks = (block for column in page.columns for block in column)
    return [block.placed.number for block in blocks if isinstance(block, Head)]


def _loose() -> Document:
    return enpitsu.read(LOOSE)[0]


# --- plans ---------------------------------------------------------------------------------------


FULL = """
title = "Evenings"
subtitle = "Quiet ones"
author = "A. Author"
language = "ja"
paper = "Letter"
per_page = 6
solutions = "explained"
sort = "given"
cover = false
rules = false
links = false
qr = false
any = true
fonts = ["a.ttf"]

[[chapter]]
title = "One"
text = "Two\\nlines"
puzzles = ["a.jsonl", "folder/"]
per_page = 1
sort = "level"

[[chapter]]
title = "Two"
puzzles = ["library:mine"]
"""


def test_a_book_file_says_everything() -> None:
    plan = parse_plan(FULL)
    assert (plan.title, plan.paper, plan.per_page, plan.language) == ("Evenings", "Letter", 6, "ja")
    assert [plan.cover, plan.rules, plan.links, plan.qr] == [False] * 4
    assert plan.any
    assert plan.fonts == ("a.ttf",)
    one, two = plan.chapters
    assert (one.title, one.text, one.puzzles) == ("One", "Two\nlines", ("a.jsonl", "folder/"))
    assert (one.per_page, one.sort) == (1, "level")
    assert (two.per_page, two.sort) == (None, None)


def test_an_empty_book_file_is_the_usual_plan() -> None:
    assert parse_plan("") == BookPlan()


@each_case(
    ("text", "said"),
    [
        ("titel = 'x'", "the book: unknown key 'titel'"),
        ("title = 3", "the book: title must be a text, not 3"),
        ("per_page = 3", "the book: per_page must be 1, 2, 4 or 6, not 3"),
        ("per_page = true", "per_page must be 1, 2, 4 or 6, not true"),
        ("per_page = 2020-01-01", "must be 1, 2, 4 or 6, not 2020-01-01"),
        ("per_page = 12:30:00", "not 12:30:00"),
        ("per_page = nan", "not nan"),
        ("per_page = [4]", "not a list"),
        ("per_page = {a = 1}", "not a table"),
        (f"per_page = {'9' * 60}", "not a number as large as that"),
        (f"per_page = {'9' * 6000}", "not TOML"),
        ("paper = 'a\\nb'", "not 'a\\nb'"),
        ('paper = "a\\nb"', "not 'a b'"),
        ("paper = []", "not an empty list"),
        ('"a\\u0007" = 1', "unknown key 'a '"),
        ("subtitle = 'a\tb'", "a letter that cannot be printed: U+0009"),
        ("per_page = '4'", "per_page must be 1, 2, 4 or 6, not '4'"),
        ("cover = 1", "cover must be true or false, not 1"),
        ("paper = 'a4'", "paper must be A4 or Letter, not 'a4'"),
        ("language = 'xx'", "language must be en or ja"),
        ("fonts = 'a.ttf'", "fonts must be a list of texts"),
        ("fonts = [1]", "fonts must be a list of texts"),
        ("title = 'a\tb'", "a letter that cannot be printed"),
        (f"title = '{'x' * 201}'", "more than 200 letters"),
        ("title = ", "not TOML"),
        ("[chapter]\ntitle = 'x'", "[[chapter]]"),
        ("chapter = 3", "[[chapter]]"),
        ("[[chapter]]\npuzzles = ['x']", "chapter 1: title is missing"),
        ("[[chapter]]\ntitle = 'x'", "chapter 1: puzzles is missing"),
        ("[[chapter]]\ntitle = 'x'\npuzzles = []", "chapter 1: puzzles is missing"),
        ("[[chapter]]\ntitle='x'\npuzzles=['x']\n[[chapter]]\nname='y'", "chapter 2: unknown key"),
        (
            "[[chapter]]\ntitle='x'\npuzzles=['x']\nsort='size'",
            "sort must be level, length or given",
        ),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_a_wrong_book_file_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_plan(text)
    assert said in str(error.value)


def test_a_plan_is_checked_however_it_is_made() -> None:
    with pytest.raises(FormatError, match="per_page"):
        BookPlan(per_page=5)
    with pytest.raises(FormatError, match="cannot be printed"):
        BookPlan(title="a\x00b")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "book.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match=r"^not a text"):
        load_plan(file)
    with pytest.raises(FormatError, match="cannot read"):
        load_plan(tmp_path / "other.toml")


def test_tabs_in_the_text_of_a_chapter_are_spaces() -> None:
    plan = parse_plan('[[chapter]]\ntitle = "One"\ntext = """a\tb"""\npuzzles = ["x"]')
    made = make_book([Chapter("One", SMALL[:1], plan.chapters[0].text)], BookPlan(rules=False))
    assert "a b" in " ".join(_texts(made))


# --- QR codes ------------------------------------------------------------------------------------


def test_a_qr_code_has_the_modules_of_its_link() -> None:
    link = "https://puzz.link/p?yajilin/10/10/h22f32a11m41b21e11b30k3141s32a21o32e"
    code = qr_code(link)
    assert code is not None
    matrix = segno.make(link, error="l", micro=False).matrix
    size = len(matrix)
    dark = {
        (code.width - QUIET - 1 - int(row), int(col) + at - QUIET)
        for col, row, length in re.findall(r"(\d+) (\d+) (\d+) 1 re", code.runs)
        for at in range(int(length))
    }
    shifted = {(row, col) for row, line in enumerate(matrix) for col, on in enumerate(line) if on}
    assert dark == shifted
    assert code.width == size + 2 * QUIET
    assert MODULE >= 0.35 * MM


def test_links_too_long_to_scan_have_no_code() -> None:
    assert qr_code("x" * LONGEST_LINK) is not None
    assert qr_code("x" * (LONGEST_LINK + 1)) is None


# --- what is known of puzzles --------------------------------------------------------------------


def test_a_prepared_puzzle_knows_solution_level_and_link() -> None:
    document = SMALL[0]
    ready = prepare(document, WISH)
    assert ready.status is Status.UNIQUE
    assert ready.solution == document.position
    assert ready.level == document.meta.level
    assert ready.link == enpitsu.dump(document.puzzle, "puzzlink")
    assert ready.qr is not None
    # Nothing of the answer that it was read with is printed.
    assert not ready.document.position


def test_a_level_is_found_where_none_is_told() -> None:
    document = replace(SMALL[0], meta=Meta(level="Schwierigkeit 3"))
    assert prepare(document, WISH).level == SMALL[0].meta.level


@pytest.mark.parametrize("word", ["HARD", " Hard ", "hard"])
def test_levels_are_known_in_any_case(word: str) -> None:
    assert prepare(replace(SMALL[0], meta=Meta(level=word)), WISH).level is enpitsu.Level.HARD


def test_levels_of_others_are_graded_with_a_note() -> None:
    strange = [replace(each, meta=Meta(level="banana")) for each in SMALL[:3]]
    entries = [BookEntry(f"some#{at}", each) for at, each in enumerate(strange, 1)]
    plan = BookPlan(cover=False, rules=False, solutions="none")
    assert make_book(entries, plan).warnings == (
        "some#1 and 2 more: Enpitsu knows no level 'banana': they are graded instead",
    )
    (one,) = make_book(entries[:1], plan).warnings
    assert one == "some#1: Enpitsu knows no level 'banana': it is graded instead"


def test_without_one_solution_there_is_no_level() -> None:
    ready = prepare(_loose(), WISH)
    assert ready.status is Status.MULTIPLE
    assert ready.answer is None
    assert ready.level is None
    assert ready.dots == 0


def test_colours_have_a_legend_with_letters() -> None:
    made = enpitsu.generate("nonogram", 6, 6, seed=2, colours=3, jobs=1)
    ready = prepare(made.document(), WISH)
    assert len(ready.legend) >= 2
    assert len({colour.letter for colour in ready.legend}) == len(ready.legend)
    assert all(colour.name and colour.fill.startswith("#") for colour in ready.legend)


@pytest.mark.parametrize("steps", [0, 1, 5, 6, 20, 300])
def test_stages_lie_between_the_first_and_the_last_step(steps: int) -> None:
    assert all(0 < stage < steps for stage in stages(steps))
    assert len(stages(steps)) <= 3


def test_explained_steps_lead_to_the_solution() -> None:
    ready = prepare(SMALL[0], WISH._replace(explained=True))
    assert len(ready.told) > 3
    assert all(step.text and step.technique for step in ready.told)
    shown = [step.stage for step in ready.told if step.stage is not None]
    assert shown
    facts = enpitsu.Position.parse(shown[-1]).facts
    truths = {fact for fact in facts if fact.holds and fact in ready.solution.facts}
    assert truths


# --- layout --------------------------------------------------------------------------------------


def _sized(rows: int, cols: int, top: float = 0.0, left: float = 0.0, **more: Any) -> Ready:
    document = Document(puzzle=SMALL[0].puzzle, meta=more.pop("meta", Meta()))
    size = DrawingSize(rows, cols, top, left)
    return Ready(document=document, status=Status.UNIQUE, reached=None, size=size, **more)


def _random_ready(rng: random.Random) -> Ready:
    rows, cols = rng.choice([1, 2, 5, 10, 20, 45]), rng.choice([1, 3, 10, 15, 31, 60])
    legend = tuple(
        LegendColour("#ff0000", "#000000", "#ffffff", "r", f"colour {at}")
        for at in range(rng.choice([0, 0, 3, 40]))
    )
    code = QrCode(rng.choice([37, 53, 97]), "0 0 1 1 re") if rng.random() < 0.7 else None
    meta = Meta(title="A title") if rng.random() < 0.5 else Meta()
    top, left = rng.choice([0.0, 3.5]), rng.choice([0.0, 6.0])
    return _sized(rows, cols, top, left, legend=legend, qr=code, meta=meta, link="x")


@each_case("paper", PAPERS)
@each_case("per_page", PER_PAGE)
def test_boards_fit_their_boxes(paper: str, per_page: int, pen: Pen) -> None:
    rng = random.Random(f"{paper}{per_page}")
    for _ in range(60):
        ready = _random_ready(rng)
        for turned in (False, True):
            box = boxes(paper, per_page, 1, turned)[0]
            found = fit(ready, box, pen, worth=rng.choice([0.0, 1.05, 1.15]))
            assert 0 < found.cell <= LARGEST_ALONE
            height = (ready.size.height + 2 * MARGIN) * found.cell
            width = (ready.size.width + 2 * MARGIN) * found.cell
            if found.beside:
                assert height <= box.height + 0.01
                assert width < box.width
                assert pen.legend_height(ready.legend, PANEL) < box.height - PANEL_TEXT
            else:
                legend = pen.legend_height(ready.legend, box.width)
                assert found.head + height + legend <= box.height + 0.01
                assert width <= box.width + 0.01


@each_case("paper", PAPERS)
@each_case("per_page", PER_PAGE)
def test_boxes_lie_between_the_margins_and_apart(paper: str, per_page: int) -> None:
    for number in (1, 2):
        found = boxes(paper, per_page, number)
        assert len(found) == per_page == GRIDS[per_page][0] * GRIDS[per_page][1]
        width, height = SIZES[paper]
        for at, box in enumerate(found):
            assert box.left > 10 * MM
            assert box.right < width - 10 * MM
            assert box.bottom > 12 * MM
            assert box.top < height - ABOVE - HEADING + 0.01
            for other in found[:at]:
                assert (
                    box.left >= other.right
                    or box.right <= other.left
                    or box.top <= other.bottom
                    or box.bottom >= other.top
                )


def test_cells_on_shared_pages_are_not_huge(pen: Pen) -> None:
    for per_page in (2, 4, 6):
        assert fit(_sized(3, 3), boxes("A4", per_page, 1)[0], pen).cell <= LARGEST_CELL


def test_large_boards_get_pages_of_their_own_turned_if_that_is_better(pen: Pen) -> None:
    assert shape_of(_sized(10, 10), "A4", 4, pen)[:2] == (False, False)
    assert shape_of(_sized(45, 31), "A4", 4, pen)[:2] == (True, False)
    for paper in PAPERS:
        clues = _sized(31, 45, 6.5, 6.0, qr=QrCode(97, ""))
        assert shape_of(clues, paper, 4, pen)[:2] == (True, True)


def test_a_code_that_takes_too_much_room_is_left_out(pen: Pen) -> None:
    box = boxes("A4", 6, 1)[0]
    assert fit(_sized(10, 10, qr=QrCode(45, "")), box, pen).with_qr
    assert not fit(_sized(10, 10, qr=QrCode(125, "")), box, pen).with_qr


def test_puzzles_are_sorted_by_level_then_size_then_as_given() -> None:
    levels = (None, enpitsu.Level.HARD, enpitsu.Level.GENTLE, enpitsu.Level.GENTLE)
    given = [_sized(5, 5, level=level, link=str(at)) for at, level in enumerate(levels)]
    assert [each.link for each in sorted_puzzles(given, "level")] == ["2", "3", "1", "0"]
    assert sorted_puzzles(given, "given") == given


def test_puzzles_are_sorted_by_length() -> None:
    lengths = (0, 301, 8, 300)
    given = [_sized(5, 5, length=length, link=str(at)) for at, length in enumerate(lengths)]
    assert [each.link for each in sorted_puzzles(given, "length")] == ["2", "3", "1", "0"]


def test_lengths_are_chapters(pen: Pen) -> None:
    levels = [enpitsu.Level.HARD, enpitsu.Level.EASY] * 3
    lengths = [8, 9, 10, 11, 400, 0]
    given = [
        _sized(5, 5, level=level, length=length)
        for level, length in zip(levels, lengths, strict=True)
    ]
    plan = BookPlan(rules=False, solutions="none", cover=False)
    pages = compose([PreparedChapter("", "", given, 4, "length")], plan, "A book", pen)
    lines = [line.title for page in pages if isinstance(page, Contents) for line in page.lines]
    assert lines == ["Very short", "Very long", "Other puzzles"]
    first = next(page for page in pages if isinstance(page, PuzzlePage))
    assert [placed.ready.length for placed in first.placed] == [8, 9, 10, 11]


def test_a_large_board_waits_until_its_page_is_full_unless_order_matters(pen: Pen) -> None:
    small, large = [_sized(8, 8, link=str(at)) for at in range(5)], _sized(40, 40, link="large")
    given = [small[0], large, *small[1:]]
    free = list(pages_of(given, "A4", 4, pen, in_order=False))
    assert [[each.link for each in group.puzzles] for group in free] == [
        ["0", "1", "2", "3"],
        ["large"],
        ["4"],
    ]
    bound = list(pages_of(given, "A4", 4, pen, in_order=True))
    assert [[each.link for each in group.puzzles] for group in bound] == [
        ["0"],
        ["large"],
        ["1", "2", "3", "4"],
    ]


def test_a_large_board_does_not_wait_for_another_level(pen: Pen) -> None:
    levels = [enpitsu.Level.GENTLE] * 3 + [enpitsu.Level.EASY] * 3 + [None] * 2
    sides = [5, 6, 60, 5, 60, 6, 6, 60]
    given = [
        _sized(side, side, level=level, link=str(at))
        for at, (side, level) in enumerate(zip(sides, levels, strict=True))
    ]
    groups = list(pages_of(given, "A4", 4, pen, in_order=False))
    assert [[each.link for each in group.puzzles] for group in groups] == [
        ["0", "1"],
        ["2"],
        ["3", "5"],
        ["4"],
        ["6"],
        ["7"],
    ]


@each_case("per_page", PER_PAGE)
@each_case("title", ["", "A chapter"])
def test_levels_rise_through_the_book(per_page: int, title: str, pen: Pen) -> None:
    rng = random.Random(per_page)
    for _ in range(20):
        given = [
            _sized(side, side, level=rng.choice([None, *enpitsu.Level]))
            for side in rng.choices([5, 8, 60], k=rng.randrange(1, 25))
        ]
        plan = BookPlan(rules=False, solutions="none", cover=False)
        pages = compose([PreparedChapter(title, "", given, per_page, "level")], plan, "A book", pen)
        found = [page for page in pages if isinstance(page, PuzzlePage)]
        dots = [placed.ready.dots or 99 for page in found for placed in page.placed]
        assert dots == sorted(dots)
        numbers = page_numbers(pages)
        lines = [line for page in pages if isinstance(page, Contents) for line in page.lines]
        listed = [numbers[line.key] for line in lines]
        assert listed == sorted(listed)


@pytest.mark.parametrize("paper", PAPERS)
def test_solutions_stay_on_their_pages_each_once(paper: str) -> None:
    rng = random.Random(7)
    body = sheet_of(paper, 1).body
    placed = [
        NumberedPuzzle(number, replace(_random_ready(rng), answer="r1c1 shaded"))
        for number in range(1, 90)
    ]
    pages = list(solution_pages(placed, body, "Solutions"))
    assert [number for page in pages for number in numbers_of(page)] == list(range(1, 90))
    for page in pages:
        assert sum(shelf.height for shelf in page.shelves) <= body.height + 6 * MM
        for shelf in page.shelves:
            assert sum(small.span for small in shelf.row) <= 4


def test_twenty_solutions_of_ten_by_ten_stand_on_a_page() -> None:
    placed = [NumberedPuzzle(at, replace(_sized(10, 10), answer="")) for at in range(1, 41)]
    pages = list(solution_pages(placed, sheet_of("A4", 1).body, "Solutions"))
    assert [len(numbers_of(page)) for page in pages] == [20, 20]
    assert all(small.cell > SMALLEST for page in pages for row in page.shelves for small in row.row)


def test_small_solutions_need_no_clues_outside() -> None:
    document = next(each for each in SMALL if scene_of(each.puzzle).left)
    scene = bare(scene_of(document.puzzle, document.position))
    assert scene.top == scene.left == 0
    assert sum(isinstance(shape, Rect) for shape in scene.shapes) > 10
    for shape in scene.shapes:
        if isinstance(shape, Label | Rect):
            assert shape.row > -0.5
            assert shape.col > -0.5


def test_the_cover_shows_four_boards_of_several_kinds(readies: list[Ready]) -> None:
    shown = shown_on_cover(readies)
    assert len(shown) == 4
    assert len({ready.puzzle.kind for ready in shown}) > 1
    only = [ready for ready in readies if ready.puzzle.kind == shown[0].puzzle.kind]
    assert len(shown_on_cover(only)) == 1


def test_the_cover_shows_boards_with_different_marks() -> None:
    readies = [prepare(document, WISH._replace(links=False)) for document in SMALL]
    assert any(not begin(ready.puzzle, ready.solution).facts for ready in readies)
    shown = [begin(ready.puzzle, ready.solution).facts for ready in shown_on_cover(readies)]
    assert all(shown)
    assert all(facts not in shown[:at] for at, facts in enumerate(shown))


def test_the_cover_gives_no_solution_away() -> None:
    for document in SMALL:
        puzzle, solution = document.puzzle, document.position
        begun = begin(puzzle, solution)
        assert (begun.puzzle.rows, begun.puzzle.cols) == (puzzle.rows, puzzle.cols)
        assert len(begun.facts) <= len(solution) / 3
        # What is shown belongs to the turned puzzle, which is not that of the book.
        if begun.puzzle == puzzle:
            assert not begun.facts
            continue
        ways = [way for way in Symmetry if puzzle.transform(way) == begun.puzzle]
        turned = [solution.transform(way, puzzle.rows, puzzle.cols).facts for way in ways]
        assert set(begun.facts) in [set(begun.facts) & facts for facts in turned]
    assert sum(bool(begin(each.puzzle, each.position).facts) for each in SMALL) > len(SMALL) / 2


def test_a_line_along_sides_is_on_the_cover_up_to_the_border() -> None:
    """The only loop round all cells of a board runs along its frame."""
    [document] = enpitsu.read("https://puzz.link/p?slither/7/5/23232323252323232313232323")
    rows, cols = 5, 7
    ring = [f"r0c{col}-r1c{col} line" for col in range(1, cols + 1)]
    ring += [f"r{rows}c{col}-r{rows + 1}c{col} line" for col in range(1, cols + 1)]
    ring += [f"r{row}c0-r{row}c1 line" for row in range(1, rows + 1)]
    ring += [f"r{row}c{cols}-r{row}c{cols + 1} line" for row in range(1, rows + 1)]
    begun = begin(document.puzzle, Position.parse(", ".join(ring)))
    assert 0 < len(begun.facts) < len(ring) / 2


def test_the_cover_has_no_marks_on_boards_that_look_the_same_turned() -> None:
    clues = {"row_clues": [[3], [1], [3]], "col_clues": [[1, 1], [3], [1, 1]]}
    (document,) = enpitsu.read(
        json.dumps({"enpitsu": 1, "kind": "nonogram", "puzzle": clues}), kind="nonogram"
    )
    solution = prepare(document, WISH).solution
    assert solution
    assert begin(document.puzzle, solution) == (document.puzzle, [])


def test_the_cover_of_boards_without_a_solution_shows_no_marks() -> None:
    assert begin(_loose().puzzle, enpitsu.Position()).facts == []


def test_a_single_colour_is_on_the_cover_too() -> None:
    clues = {"row_clues": [[1], [2], [3]], "col_clues": [[3], [2], [1]], "colours": ["#e6194b"]}
    text = json.dumps({"enpitsu": 1, "kind": "nonogram", "puzzle": clues})
    ready = prepare(enpitsu.read(text)[0], WISH)
    scene = begun_scene(ready)
    painted = [
        shape for shape in scene.shapes if isinstance(shape, Rect) and "paint" in shape.style
    ]
    assert painted
    assert all(scene.inks[shape.style].fill == "#e6194b" for shape in painted)
    plain = begun_scene(prepare(SMALL[0], WISH))
    assert not plain.inks


def test_the_example_is_not_a_puzzle_of_the_book(pen: Pen) -> None:
    for kind in kinds().values():
        own = starters(kind.id)
        example = find_example(kind, set(), pen)
        assert example is not None
        assert example.puzzle in [document.puzzle for document in own]
        assert len(example.frames) == 6
        assert example.frames[0].facts == ()
        taken = {document.puzzle for document in own}
        other = find_example(kind, taken, pen)
        assert other is not None
        assert other.puzzle not in taken
        assert min(other.puzzle.rows, other.puzzle.cols) >= 5


# --- text ----------------------------------------------------------------------------------------


def test_lines_fit_and_nothing_is_lost(pen: Pen) -> None:
    rng = random.Random(3)
    words = ["a", "loop", "r10c12", "extraordinarily-long-word-without-any-end" * 2, "and", "of"]
    for _ in range(50):
        text = " ".join(rng.choices(words, k=rng.randrange(1, 40)))
        width = rng.uniform(30, 200)
        lines = pen.lines(text, 8, width)
        assert all(pen.width(line, 8) <= width + 0.01 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["", " ", "abc", "これは、r1c1とr2c2です。", "a 「日本」 b", "ーっ"]
)
def test_pieces_make_the_text_again(text: str) -> None:
    assert "".join(_pieces(text)) == text
    assert all(not piece.startswith(("、", "。", "」")) for piece in _pieces(text))


def test_long_texts_are_cut_with_dots(pen: Pen) -> None:
    assert pen.fit("short", 8, 100) == "short"
    cut = pen.fit("a very long title that goes on and on", 8, 60)
    assert cut.endswith("…")
    assert pen.width(cut, 8) <= 60
    assert pen.fit("x", 8, 0) == ""


def test_lines_that_are_cut_end_with_dots(pen: Pen) -> None:
    text = "a very long title that goes on and on " * 9
    for width in (1, 40, 100, 200):
        lines = pen.lines(text, 12, width, bold=True, most=3)
        assert len(lines) == 3
        assert lines[-1].endswith("…")
        assert width == 1 or all(pen.width(line, 12, bold=True) <= width for line in lines)
    assert pen.lines("short", 12, 200, most=1) == ["short"]


def test_titles_too_long_for_the_cover_end_with_dots() -> None:
    plan = BookPlan(title="W" * 200, subtitle="M" * 200, rules=False, solutions="none")
    cover = _texts(make_book(SMALL[:1], plan))[0]
    assert cover.count("…") == 2


# --- whole books ---------------------------------------------------------------------------------


def test_the_same_puzzles_give_the_same_bytes(mixed: Book) -> None:
    plan = BookPlan(title="Mixed pages", author="The tester")
    assert make_book(MIXED, plan).pdf == mixed.pdf
    assert make_book(MIXED, plan, jobs=2).pdf == mixed.pdf


def test_a_book_has_cover_contents_rules_puzzles_and_solutions(mixed: Book) -> None:
    texts = _texts(mixed)
    assert len(texts) == mixed.pages
    assert "Mixed pages" in texts[0]
    assert f"{len(MIXED)} puzzles" in texts[0]
    assert "Contents" in texts[1]
    kinds = sorted({document.puzzle.kind for document in MIXED})
    for kind, text in zip(kinds, texts[2:], strict=False):
        assert text.startswith(enpitsu.find_kind(kind).name)
        assert "A worked example" in text
        assert "Gentle" in text
    assert "Solutions" in texts[-1]


def test_contents_lead_to_the_right_pages(mixed: Book) -> None:
    texts = _texts(mixed)
    contents = texts[1].removesuffix("2 Mixed pages")  # on the last line of a full page
    lines = re.findall(r"^(\w[\w ,]*?)(?: +\d+ puzzles?)? *\n? *(\d+) *$", contents, re.MULTILINE)
    listed = {title.strip(): int(number) for title, number in lines if not title.isdigit()}
    outline = pdfium.PdfDocument(mixed.pdf).get_toc()
    pages = {each.get_title(): each.get_dest().get_index() + 1 for each in outline}
    assert {title: pages[title] for title in listed if title != "Mixed pages"} == {
        title: number for title, number in listed.items() if title != "Mixed pages"
    }
    assert {"Gentle", "Solutions"} <= listed.keys()
    for title in ("Gentle", "Solutions"):
        assert title in texts[listed[title] - 1]


def test_pages_are_numbered(mixed: Book) -> None:
    for number, text in enumerate(_texts(mixed)[1:], 2):
        assert re.search(rf"\b{number}\b", text)
        assert "Mixed pages" in text


def test_every_puzzle_leads_to_its_solution_and_back(mixed: Book) -> None:
    links = mixed.pdf.count(b"/Subtype /Link")
    outside = mixed.pdf.count(b"/URI (https://puzz.link/p?")
    assert outside == 2 * len(MIXED)
    contents = links - outside - 2 * len(MIXED)
    assert 4 <= contents <= 2 * len(kinds()) + 2


def test_only_embedded_fonts_are_used(mixed: Book) -> None:
    assert b"/Type1" not in mixed.pdf
    assert b"/Helvetica" not in mixed.pdf
    assert mixed.pdf.count(b"/FontFile2") >= 2


def test_outline_and_title_are_in_the_file(mixed: Book) -> None:
    document = pdfium.PdfDocument(mixed.pdf)
    titles = [each.get_title() for each in document.get_toc()]
    assert titles[0] == "Mixed pages"
    assert titles[-1] == "Solutions"
    assert document.get_metadata_dict()["Author"] == "The tester"


def _boxes_of_letters(made: Book) -> Iterator[tuple[int, tuple[float, ...], tuple[float, float]]]:
    for number, page in enumerate(pdfium.PdfDocument(made.pdf), 1):
        text = page.get_textpage()
        for at in range(text.count_chars()):
            box = text.get_charbox(at)
            if box[2] > box[0]:
                yield number, box, page.get_size()


@each_case("per_page", PER_PAGE)
@each_case("paper", PAPERS)
def test_nothing_is_written_outside_the_margins(per_page: int, paper: str) -> None:
    some = [MIXED[at] for at in range(0, len(MIXED), 3)]
    made = make_book(some, BookPlan(per_page=per_page, paper=paper, cover=False))
    for number, (left, bottom, right, top), (width, height) in _boxes_of_letters(made):
        assert left > 9 * MM, number
        assert right < width - 9 * MM, number
        assert bottom > 8 * MM, number
        assert top < height - 9 * MM, number


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_as_many_puzzles_a_page_as_wished(per_page: int, readies: list[Ready], pen: Pen) -> None:
    small = sorted(readies, key=lambda ready: ready.size.rows)[:6]
    pages = _composed(small, BookPlan(per_page=per_page, sort="given"), pen)
    counts = [len(page.placed) for page in pages if isinstance(page, PuzzlePage)]
    assert counts[0] == min(per_page, len(small))
    assert sum(counts) == len(small)


def _composed(puzzles: list[Ready], plan: BookPlan, pen: Pen) -> list[Page]:
    parts = [PreparedChapter("", "", puzzles, plan.per_page, plan.sort)]
    return compose(parts, plan, "A book", pen)


def test_puzzles_are_numbered_in_reading_order(readies: list[Ready], pen: Pen) -> None:
    pages = _composed(readies, BookPlan(), pen)
    numbers = [
        placed.number for page in pages if isinstance(page, PuzzlePage) for placed in page.placed
    ]
    assert numbers == list(range(1, len(readies) + 1))
    solved = [
        number for page in pages if isinstance(page, SolutionsPage) for number in numbers_of(page)
    ]
    assert solved == numbers
    found = page_numbers(pages)
    assert all(isinstance(pages[found[puzzle_key(n)] - 1], PuzzlePage) for n in numbers)


def test_levels_are_chapters_without_a_plan(readies: list[Ready], pen: Pen) -> None:
    pages = _composed(readies, BookPlan(), pen)
    contents = [page for page in pages if isinstance(page, Contents)]
    titles = [line.title for page in contents for line in page.lines]
    assert [title for title in titles if title in ("Gentle", "Hard")] == ["Gentle", "Hard"]
    headings = [page.heading for page in pages if isinstance(page, PuzzlePage)]
    assert headings[0].startswith("Gentle")


def test_chapters_have_titles_texts_and_choices_of_their_own() -> None:
    one = Chapter("First steps", SMALL[:2], "Words before\nthe puzzles.", per_page=1)
    two = Chapter("Second steps", [BookEntry("x", SMALL[2])])
    made = make_book([one, two], BookPlan(rules=False, cover=False, sort="given"))
    texts = _texts(made)
    assert "First steps" in texts[0]
    assert "2 puzzles" in texts[0]
    assert "Words before" in texts[1]
    assert [("First steps" in text, "Second steps" in text) for text in texts[2:5]] == [
        (True, False),
        (True, False),
        (False, True),
    ]


def test_a_chapter_text_that_fills_more_than_a_page_is_refused() -> None:
    chapter = Chapter("One", SMALL[:1], "line\n" * 700)
    with pytest.raises(FormatError, match="too long for a page"):
        make_book([chapter], BookPlan(rules=False))


def test_parts_can_be_left_out() -> None:
    plan = BookPlan(cover=False, rules=False, solutions="none", links=False, sort="given")
    made = make_book(SMALL[:2], plan)
    assert made.pages == 1
    assert b"/URI" not in made.pdf
    assert b"/Subtype /Link" not in made.pdf
    coded = make_book(SMALL[:2], replace(plan, links=True))
    plain = make_book(SMALL[:2], replace(plan, links=True, qr=False))
    assert coded.pdf.count(b"/URI (") == 2 * plain.pdf.count(b"/URI (") == 4


def test_explained_solutions_tell_the_steps(pen: Pen) -> None:
    made = make_book(SMALL[:2], BookPlan(solutions="explained", cover=False, rules=False))
    text = " ".join(" ".join(_texts(made)).split())
    step = next(iter(enpitsu.explain(SMALL[0].puzzle)))
    assert step.title in text
    assert step.text.split()[-1] in text
    assert "After step" in text


def test_explained_columns_are_not_higher_than_the_page(pen: Pen) -> None:
    ready = prepare(SMALL[4], WISH._replace(explained=True))
    pages = _composed([ready] * 5, BookPlan(solutions="explained", rules=False), pen)
    told = [page for page in pages if isinstance(page, ExplainedPage)]
    assert sum(len(numbers_of(page)) for page in told) == 5
    height = sheet_of("A4", 1).body.height
    for page in told:
        for column in page.columns:
            assert sum(block.height for block in column) <= height + 0.1


def test_wide_boards_turn_their_page() -> None:
    wide = enpitsu.generate("nonogram", 20, 60, seed=1, jobs=1).document()
    made = make_book([replace(wide, meta=Meta(level="easy"))], BookPlan(cover=False, rules=False))
    width, height = pdfium.PdfDocument(made.pdf)[0].get_size()
    assert width > height


def test_blank_boards_of_every_kind_make_a_book() -> None:
    blanks = [
        Document(puzzle=enpitsu.find_kind(kind).blank(*size))
        for kind in sorted({document.puzzle.kind for document in MIXED})
        for size in ((1, 1), (1, 9), (9, 1))
    ]
    made = make_book(blanks, BookPlan(any=True, solutions="explained"))
    assert made.puzzles == len(blanks)
    assert len(_texts(made)) == made.pages


# --- what is refused -----------------------------------------------------------------------------


def test_puzzles_without_one_solution_are_all_named() -> None:
    entries = [
        BookEntry("good", SMALL[0]),
        BookEntry("bad", _loose()),
        BookEntry("worse", _loose()),
    ]
    with pytest.raises(PuzzlesRefused) as refused:
        make_book(entries)
    assert [each.name for each in refused.value.refusals] == ["bad", "worse"]
    assert "several solutions" in str(refused.value)


def test_any_lets_them_in_without_solution() -> None:
    made = make_book([SMALL[0], _loose()], BookPlan(any=True, cover=False, rules=False))
    assert made.puzzles == 2
    assert "Other puzzles" in _texts(made)[0]


def test_a_reached_limit_is_a_refusal() -> None:
    with pytest.raises(PuzzlesRefused) as refused:
        make_book([SMALL[0]], limits=Limits(seconds=0))
    assert refused.value.refusals[0].reached == "time"


def test_an_empty_book_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no puzzles"):
        make_book([])
    with pytest.raises(PuzzleError, match="no puzzles"):
        make_book([Chapter("Empty", [])])
    with pytest.raises(PuzzleError, match="not of both"):
        make_book([SMALL[0], Chapter("One", SMALL[1:2])])


def test_boards_too_large_for_any_paper_are_refused() -> None:
    blank = Document(
        puzzle=enpitsu.find_kind("nonogram").blank(1, 900), meta=Meta(title="Long one")
    )
    told: list[int] = []
    with pytest.raises(PuzzlesRefused, match="Long one: the board is too large"):
        make_book([SMALL[0], blank], BookPlan(any=True), advance=told.append)
    # Nobody tried to solve anything.
    assert not told


@pytest.mark.parametrize("error", [PuzzleError("it broke"), MemoryError(), FormatError("no")])
def test_what_goes_wrong_with_a_puzzle_names_it(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explain(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr("enpitsu.book.prepare.explain", explain)
    with pytest.raises(PuzzlesRefused) as refused:
        make_book([BookEntry("some#1", SMALL[0])], BookPlan(solutions="explained"))
    (refusal,) = refused.value.refusals
    assert refusal.name == "some#1"
    assert refusal.reason == (str(error) or "out of memory")


def test_a_missing_extra_is_no_fault_of_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    def qr_code(link: str) -> NoReturn:
        raise BackendMissing("QR codes", "pdf")

    monkeypatch.setattr("enpitsu.book.prepare.qr_code", qr_code)
    with pytest.raises(BackendMissing):
        make_book(SMALL[:1])


@pytest.mark.parametrize("text", ["שלום עולם", "مرحبا", "Book שלום"])
def test_letters_from_right_to_left_are_not_printed_backwards(text: str) -> None:
    metas = [Meta(title=text, author="Someone", level="easy"), Meta(author=text, level="easy")]
    plan = BookPlan(cover=False, rules=False)
    made = make_book([replace(SMALL[0], meta=meta) for meta in metas], plan)
    assert not set(text) - set(" Book") & set("".join(_texts(made)))
    assert "Someone" in " ".join(_texts(made))
    (warning,) = made.warnings
    assert "from right to left" in warning
    assert "left out" in warning
    for wrong in (BookPlan(title=text), BookPlan(subtitle=text), BookPlan(author=text)):
        with pytest.raises(FormatError, match="from right to left"):
            make_book(SMALL[:1], wrong)
    with pytest.raises(FormatError, match="from right to left"):
        make_book([Chapter("One", SMALL[:1], text)])


def test_titles_that_no_font_has_are_told() -> None:
    strange = "\U000f1234"
    document = replace(SMALL[0], meta=Meta(title=f"x{strange}", level="gentle"))
    made = make_book([document], BookPlan(cover=False, rules=False))
    assert len(made.warnings) == 1
    assert "left out" in made.warnings[0]
    with pytest.raises(FormatError):
        make_book([SMALL[0]], BookPlan(title="x\U000110d0\u2c2f\U0001e900\U0001d2e0"))


def test_hostile_titles_do_not_break_pages() -> None:
    metas = [
        Meta(title="(" * 30 + "\\" * 9 + ")>>endstream", author="x" * 5000, level="gentle"),
        Meta(title="\u202e\u0007\n\t", author=" ", level="gentle"),
    ]
    made = make_book([replace(SMALL[0], meta=meta) for meta in metas], BookPlan(title="a) Tj (b"))
    assert len(_texts(made)) == made.pages


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = [enpitsu.dump(document, "json").strip() for document in SMALL[:3]]
    (tmp_path / "some.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "loose.txt").write_text(LOOSE, encoding="utf-8")
    return tmp_path


def _run(*arguments: object) -> Any:
    return CliRunner().invoke(book, [str(each) for each in arguments])


def test_the_command_writes_a_book(folder: Path) -> None:
    target = folder / "book.pdf"
    result = _run(folder / "some.jsonl", "-o", target, "--title", "My book", "--no-rules")
    assert result.exit_code == 0, result.output
    assert "3 puzzles" in result.output
    assert target.read_bytes().startswith(b"%PDF")
    made = make_book(enpitsu.read(folder / "some.jsonl"), BookPlan(title="My book", rules=False))
    assert made.pdf == target.read_bytes()


def test_a_book_does_not_overwrite_what_it_is_made_of(folder: Path) -> None:
    some = folder / "some.jsonl"
    before = some.read_bytes()
    result = _run(some, "-o", some)
    assert result.exit_code == 2
    assert "must end with .pdf" in result.output
    named = folder / "some.pdf"
    named.write_bytes(before)
    (folder / "link.pdf").symlink_to(named)
    plan = folder / "plan.pdf"
    for source, target in ((named, named), (named, folder / "link.pdf")):
        result = _run(source, "-o", target)
        assert result.exit_code == 2
        assert "the book is made from it" in result.output
        plan.write_text(f'[[chapter]]\ntitle = "One"\npuzzles = ["{source.name}"]\n')
        assert _run("--plan", plan, "-o", target).exit_code == 2
    text = plan.read_text()
    assert _run("--plan", plan, "-o", plan).exit_code == 2
    assert plan.read_text() == text
    assert named.read_bytes() == some.read_bytes() == before


@pytest.mark.parametrize("name", ["book", "book.txt", "book.pdf.gz", ".pdf"])
def test_a_book_is_named_as_what_it_is(name: str, folder: Path) -> None:
    result = _run(folder / "some.jsonl", "-o", folder / name)
    assert result.exit_code == 2
    assert "must end with .pdf" in result.output
    assert not (folder / name).exists()


def test_a_folder_gets_a_file_whose_name_is_told(folder: Path) -> None:
    options = ["--no-cover", "--no-rules", "--solutions", "none", "--sort", "given"]
    (folder / "books").mkdir()
    for target in (folder / "books", f"{folder}/new/"):
        result = _run(folder / "some.jsonl", "-o", target, *options)
        assert result.exit_code == 0, result.output
        file = Path(target) / f"{Path(target).name}.pdf"
        assert f"{file}: 3 puzzles on 1 page, " in result.output
        assert file.read_bytes().startswith(b"%PDF")
    one = folder / "one.txt"
    one.write_text(enpitsu.dump(SMALL[0].puzzle), encoding="utf-8")
    result = _run(one, "-o", folder / "one.PDF", *options)
    assert "1 puzzle on 1 page, " in result.output
    result = _run(one, "-o", f"{one}/", *options)
    assert result.exit_code == 2
    assert "cannot write" in result.output


def test_options_reach_the_plan(folder: Path) -> None:
    target = folder / "book.pdf"
    options = ["--paper", "Letter", "--per-page", "1", "--solutions", "none", "--no-cover"]
    options += ["--no-rules", "--no-qr", "--sort", "given", "--author", "Me", "--json"]
    result = _run(folder / "some.jsonl", "-o", target, *options)
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["pages"] == 3
    document = pdfium.PdfDocument(target.read_bytes())
    assert document[0].get_size() == (612, 792)
    assert document.get_metadata_dict()["Author"] == "Me"


def test_refused_puzzles_leave_no_book(folder: Path) -> None:
    target = folder / "book.pdf"
    result = _run(folder / "some.jsonl", folder / "loose.txt", "-o", target)
    assert result.exit_code == 1
    assert "loose.txt: error: the puzzle has several solutions" in result.output
    assert not target.exists()
    result = _run(folder / "some.jsonl", folder / "loose.txt", "-o", target, "--any")
    assert result.exit_code == 0
    assert target.exists()


def test_bad_input_leaves_no_book(folder: Path) -> None:
    target = folder / "book.pdf"
    (folder / "bad.txt").write_text("nothing of the sort", encoding="utf-8")
    assert _run(folder / "bad.txt", folder / "some.jsonl", "-o", target).exit_code == 2
    assert _run("-o", target).exit_code == 2
    assert _run(folder / "some.jsonl", "-o", "library:books").exit_code == 2
    assert _run(folder / "some.jsonl", "-o", folder / "no" / "book.pdf").exit_code == 2
    assert _run(folder / "some.jsonl", "-o", target, "--per-page", "3").exit_code == 2
    assert _run(folder / "some.jsonl", "-o", target, "--font", folder / "no.ttf").exit_code == 2
    assert _run(folder / "some.jsonl", "-o", target, "--time", "0").exit_code == 3
    assert not target.exists()


def test_a_book_file_names_puzzles_beside_itself(folder: Path) -> None:
    plan = folder / "deep" / "book.toml"
    plan.parent.mkdir()
    plan.write_text(
        'title = "Planned"\nrules = false\nper_page = 2\n'
        '[[chapter]]\ntitle = "One"\npuzzles = ["../some.jsonl"]\nper_page = 1\n'
        f'[[chapter]]\ntitle = "Two"\npuzzles = ["{enpitsu.dump(SMALL[5].puzzle)}"]\n',
        encoding="utf-8",
    )
    target = folder / "book.pdf"
    result = _run("--plan", plan, "-o", target, "--json")
    assert result.exit_code == 0, result.output
    # Cover, contents, three pages of the first chapter, one of the second, solutions.
    assert json.loads(result.output)["pages"] == 7
    result = _run("--plan", plan, "-o", target, "--json", "--per-page", "4", "--no-cover")
    assert json.loads(result.output)["pages"] == 4
    assert _run("--plan", plan, folder / "some.jsonl", "-o", target).exit_code == 2


def test_a_wrong_book_file_says_where(folder: Path) -> None:
    plan = folder / "book.toml"
    plan.write_text("[[chapter]]\ntitle = 'x'\npuzzles = ['x.txt']\nper_page = 9\n")
    result = _run("--plan", plan, "-o", folder / "book.pdf")
    assert result.exit_code == 2
    assert "book.toml: error: chapter 1: per_page must be" in result.output
    assert result.output.count("book.toml") == 1
    plan.write_text("[[chapter]]\ntitle = 'x'\npuzzles = ['x.txt']\n")
    result = _run("--plan", plan, "-o", folder / "book.pdf")
    assert result.exit_code == 2
    assert "no such file" in result.output


def test_a_variant_is_named_beside_its_puzzle_and_told_in_the_rules() -> None:
    varied = enpitsu.parse("https://puzz.link/p?yajilin/o/5/5/e11a21o1031")
    usual = enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j10")
    words = VariantWords.of(kinds()["yajilin"], "outside")
    for per_page in (1, 4):
        plan = BookPlan(per_page=per_page, rules=True, cover=False, any=True)
        text = "\n".join(_texts(make_book([Document(puzzle=varied), Document(puzzle=usual)], plan)))
        assert text.count(words.name) == 2, "in the rules, and at the one puzzle"
        assert words.rule in text.replace("\n", " ")
    plan = BookPlan(rules=True, cover=False, any=True)
    assert words.name not in "\n".join(_texts(make_book([Document(puzzle=usual)], plan)))
