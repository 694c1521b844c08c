"""Yajilin in every format: exact texts, what is tolerated, round trips, real puzzles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from enpitsu.errors import FormatError
from enpitsu.formats import dump, parse, parse_with_position, read
from enpitsu.grid import Cell, Direction, Edge, cells
from enpitsu.kind import Document, Meta
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case
from tests.corpus import load_corpus

UP, DOWN, LEFT, RIGHT = Direction
CARRYING = ("pzprv3", "xml", "csv", "grid", "json")
"""The formats that carry a position."""


def board(rows: int, cols: int, **clues: Clue) -> Yajilin:
    """A puzzle with clues by cell: board(2, 2, r1c1=Clue(UP, 0))."""
    placed = {}
    for name, clue in clues.items():
        row, col = name[1:].split("c")
        placed[Cell(int(row) - 1, int(col) - 1)] = clue
    return Yajilin(rows, cols, tuple(placed.items()))


def error_of(text: str, **options: str) -> FormatError:
    """The error that reading a text must end with."""
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    return caught.value


def unwritable(puzzle: Yajilin, format: str, position: Position = EMPTY) -> FormatError:
    """The error that writing must end with."""
    with pytest.raises(FormatError) as caught:
        dump(puzzle, format, position=position)
    return caught.value


RING = board(3, 3, r2c2=Clue(UP, 0))
RING_LOOP = Position.parse(
    "r1c1-r1c2 line, r1c2-r1c3 line, r1c1-r2c1 line, r2c1-r3c1 line, r3c1-r3c2 line,"
    "r3c2-r3c3 line, r2c3-r3c3 line, r1c3-r2c3 line"
)
SMALL = board(2, 3, r1c2=Clue(LEFT, 1))
SMALL_MARKS = Position.parse("r1c1 shaded, r1c3 not shaded, r2c1-r2c2 line, r2c2-r2c3 line")


class TestGridLimits:
    def test_words_are_counted(self) -> None:
        error = error_of("1\n" * 400_000, format="grid", kind="yajilin")
        assert error.message == "more than 300000 words"

    def test_the_first_line_shows_what_is_no_grid(self) -> None:
        error = error_of("$1 -\n" + "- -\n" * 10 + "- - -\n", format="grid", kind="yajilin")
        assert error.line == 1


@pytest.mark.quick
class TestLink:
    @each_case(
        ("puzzle", "body"),
        [
            (board(5, 5, r3c4=Clue(LEFT, 2), r5c5=Clue(UP, 0)), "5/5/m32j10"),
            (board(1, 1), "1/1/a"),
            (board(5, 5), "5/5/y"),
            (board(2, 13), "13/2/z"),
            (board(3, 9), "9/3/za"),
            (board(4, 13), "13/4/zz"),
            (board(1, 2, r1c1=Clue(RIGHT, 15)), "2/1/4fa"),
            (board(1, 2, r1c1=Clue(UP, 16)), "2/1/610a"),
            (board(1, 2, r1c1=Clue(None, 16)), "2/1/510a"),
            (board(1, 2, r1c1=Clue(RIGHT, 255)), "2/1/9ffa"),
            (board(1, 2, r1c1=Clue(DOWN, 256)), "2/1/-2100a"),
            (board(1, 2, r1c1=Clue(RIGHT, 4095)), "2/1/-4fffa"),
            (board(1, 2, r1c1=Clue(None, 3)), "2/1/03a"),
            (board(1, 2, r1c1=Clue(LEFT, None)), "2/1/3.a"),
            (board(1, 2, r1c1=Clue()), "2/1/0.a"),
            (board(1, 2, r1c2=Clue(DOWN)), "2/1/a2./"),
            (board(1, 2, r1c1=BLANK), "2/1/+a"),
            (board(1, 2, r1c2=BLANK), "2/1/a+/"),
            (Yajilin(1, 2, outside=True), "o/2/1/b"),
            (Yajilin(1, 2, boxed=True), "b/2/1/b"),
            (Yajilin(1, 2, outside=True, boxed=True), "ob/2/1/b"),
        ],
    )
    def test_exact(self, puzzle: Yajilin, body: str) -> None:
        link = f"https://puzz.link/p?yajilin/{body}"
        assert dump(puzzle) == link
        (document,) = read(link)
        assert (document.puzzle, document.warnings) == (puzzle, ())

    def test_old_name_and_flag_order(self) -> None:
        assert dump(parse("yajirin/bo/2/1/b")) == "https://puzz.link/p?yajilin/ob/2/1/b"

    def test_variant_and_unknown_flags_are_kept(self) -> None:
        link = "https://puzz.link/p?yajilin/v:odd/oq/2/1/b"
        (document,) = read(link)
        assert len(document.warnings) == 2
        assert "'odd'" in document.warnings[1]
        assert dump(document) == link

    def test_short_body_leaves_the_rest_empty(self) -> None:
        (document,) = read("yajilin/5/5/a10")
        assert document.puzzle == board(5, 5, r1c2=Clue(UP, 0))
        assert document.warnings == ()

    @pytest.mark.parametrize("body", ["2/1/1010a", "2/1/c", "2/1/b!", "2/1/1010/x"])
    def test_long_body_is_a_warning(self, body: str) -> None:
        (document,) = read(f"yajilin/{body}")
        assert "more than the board can hold" in document.warnings[0]

    @each_case(
        ("text", "column"),
        [
            ("yajilin/5/5/a!", 14),
            ("https://puzz.link/p?yajilin/5/5/a10é", 36),
            ("yajilin/5/5/1", 13),
            ("yajilin/5/5/51", 13),
            ("yajilin/5/5/-500", 13),
            ("yajilin/5/5/-5000", 13),
            ("yajilin/5/5/-410", 13),
            ("yajilin/5/5/a/b", 14),
            ("yajilin/5/5/a b", 14),
            ("yajilin/5/5/a.", 14),
        ],
    )
    def test_unknown_characters(self, text: str, column: int) -> None:
        assert error_of(text).column == column

    def test_large_number_cannot_be_written(self) -> None:
        assert unwritable(board(1, 2, r1c2=Clue(UP, 4096)), "puzzlink").cell == "r1c2"

    def test_position_is_left_out(self) -> None:
        assert dump(SMALL, position=SMALL_MARKS) == dump(SMALL)


FILE = "\n".join(
    [
        *("pzprv3", "yajilin", "2", "3"),
        *(". 3,1 . ", ". . . "),
        *("# . + ", ". . . "),
        *("0 0 ", "1 1 "),
        *("0 0 0 ", ""),
    ]
)


@pytest.mark.quick
class TestFile:
    def test_exact(self) -> None:
        assert dump(SMALL, "pzprv3", position=SMALL_MARKS) == FILE
        assert parse_with_position(FILE) == (SMALL, SMALL_MARKS)

    def test_every_token(self) -> None:
        puzzle = board(1, 6, r1c1=Clue(), r1c2=BLANK, r1c3=Clue(RIGHT, 12), r1c4=Clue(DOWN))
        position = Position.parse("r1c5 shaded, r1c6 not shaded, r1c5-r1c6 not line")
        text = "pzprv3\nyajilin\n1\n6\n0,- # 4,12 2,- . . \n. . . . # + \n0 0 0 0 -1 \n"
        assert dump(puzzle, "pzprv3", position=position) == text
        assert parse_with_position(text) == (puzzle, position)

    def test_outside(self) -> None:
        text = "pzprv3\nyajilin\n1\n1\no\n. \n. \n\n"
        assert dump(Yajilin(1, 1, outside=True), "pzprv3") == text
        assert parse(text) == Yajilin(1, 1, outside=True)

    def test_one_column_has_empty_lines(self) -> None:
        puzzle, position = board(2, 1), Position.parse("r1c1-r2c1 line")
        text = "pzprv3\nyajilin\n2\n1\n. \n. \n. \n. \n\n\n1 \n"
        assert dump(puzzle, "pzprv3", position=position) == text
        for spelled in (text, text.replace("\n\n\n", "\n"), text.replace("\n", "/")):
            (document,) = read(spelled)
            assert (document.puzzle, document.position) == (puzzle, position)
            assert dump(document, "pzprv3") == text

    def test_display_option_is_not_carried(self) -> None:
        assert parse(dump(Yajilin(1, 1, boxed=True), "pzprv3")) == Yajilin(1, 1)

    def test_old_files_miss_sections(self) -> None:
        lines = FILE.splitlines()
        cells_only, nothing = lines[:8], lines[:6]
        marks = Position.parse("r1c1 shaded, r1c3 not shaded")
        assert parse_with_position("\n".join(cells_only)) == (SMALL, marks)
        assert parse_with_position("\n".join(nothing)) == (SMALL, EMPTY)

    def test_words_may_flow(self) -> None:
        text = FILE.replace(". 3,1 . \n. . . \n", ". 3,1 . . . . \n\n")
        assert parse_with_position(text) == (SMALL, SMALL_MARKS)

    def test_marks_on_clues_are_dropped_and_lines_kept(self) -> None:
        text = "pzprv3/yajilin/1/2/1,0 . /# . /1 /"
        assert parse_with_position(text)[1] == Position.parse("r1c1-r1c2 line")
        (document,) = read(text)
        assert dump(document, "pzprv3") == text.replace("/#", "/.").replace("/", "\n")

    def test_odd_tokens_that_mean_nothing(self) -> None:
        text = "pzprv3/yajilin/1/3/- 4 . /- 0 - /. - /"
        puzzle = board(1, 3, r1c1=Clue(), r1c2=Clue(None, 4))
        assert parse_with_position(text) == (puzzle, EMPTY)

    @each_case(
        ("text", "place"),
        [
            ("1/2/. 5,1 /", (5, 3)),
            ("1/2/. 1,x /", (5, 3)),
            ("1/2/. 1,-1 /", (5, 3)),
            ("1/2/. , /", (5, 3)),
            ("1/2/. . /. q /", (6, 3)),
            ("1/2/. . /. . /7 /", (7, 1)),
            ("1/2/. . /. . /0 0 /", (7, None)),
            ("2/2/. . /. /", (6, None)),
            ("2/2/. . /", (6, None)),
            ("1/2/. . . /", (5, None)),
            ("1/2/. . /. /", (6, None)),
            ("1/2/", (None, None)),
        ],
    )
    def test_place_of_errors(self, text: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(f"pzprv3/yajilin/{text}")
        assert (error.line, error.column) == place


XML = """<puzzle>
  <width>3</width> <height>2</height>
  <name>Two &amp; three</name>
  <tiles>
    <tile>
      <xPos>0</xPos> <yPos>0</yPos>
      <black/>
    </tile>
    <tile>
      <xPos>0</xPos> <yPos>1</yPos>
      <arrow>
        <dir>LEFT</dir>
        <count>1</count>
      </arrow>
    </tile>
    <tile>
      <xPos>1</xPos> <yPos>0</yPos>
      <line>
        <dir1>RIGHT</dir1>
      </line>
    </tile>
    <tile>
      <xPos>1</xPos> <yPos>1</yPos>
      <line>
        <dir1>LEFT</dir1>
        <dir2>RIGHT</dir2>
      </line>
    </tile>
    <tile>
      <xPos>1</xPos> <yPos>2</yPos>
      <line>
        <dir1>LEFT</dir1>
      </line>
    </tile>
  </tiles>
  <marks>r1c3 not shaded</marks>
</puzzle>
"""


def tiles(*inner: str) -> str:
    """A 2x3 XML puzzle with these tiles at the top left, one below the other."""
    listed = "".join(
        f"<tile><xPos>{row}</xPos><yPos>0</yPos>{text}</tile>" for row, text in enumerate(inner)
    )
    return f"<puzzle><width>3</width><height>2</height><tiles>{listed}</tiles></puzzle>"


@pytest.mark.quick
class TestXml:
    def test_exact(self) -> None:
        document = Document(puzzle=SMALL, position=SMALL_MARKS, meta=Meta(title="Two & three"))
        assert dump(document, "xml") == XML
        (again,) = read(XML)
        assert (again.puzzle, again.position) == (SMALL, SMALL_MARKS)
        assert (again.meta, again.warnings) == (document.meta, ())

    def test_x_is_the_row(self) -> None:
        puzzle = parse(tiles("", "<arrow><dir>UP</dir><count>0</count></arrow>"))
        assert puzzle == board(2, 3, r2c1=Clue(UP, 0))

    def test_loose_spelling(self) -> None:
        text = "<?xml version='1.0' encoding='utf-16'?>\n<!DOCTYPE puzzle>\n<!-- x -->\n" + tiles(
            "<ARROW >\n<Dir > right </Dir ><count >\t07 </count ></ARROW >", "<empty/>"
        )
        assert parse(text) == board(2, 3, r1c1=Clue(RIGHT, 7))

    def test_half_lines_count_with_a_warning(self) -> None:
        (document,) = read(tiles("<black/>", "<line><dir1>UP</dir1><dir2>UP</dir2></line>"))
        assert document.position == Position.parse("r1c1 shaded, r1c1-r2c1 line")
        assert document.warnings == (
            "a line leaves r2c1 but does not enter the next cell; read as a line",
        )

    @each_case(
        ("text", "word"),
        [
            (tiles("<line><dir1>LEFT</dir1></line>"), "out of the board"),
            (tiles("<line></line>"), "<dir1>"),
            (tiles("<line><dir1>NORTH</dir1></line>"), "'NORTH'"),
            (tiles("<arrow><dir>UP</dir></arrow>"), "<count>"),
            (tiles("<arrow><count>1</count></arrow>"), "<dir>"),
            (tiles("<arrow><dir>UP</dir><count>-1</count></arrow>"), "whole number"),
            (tiles("<arrow><dir>UP</dir><count>?</count></arrow>"), "whole number"),
            (tiles("<black/><black/>"), "one thing"),
            (tiles("<white/>"), "<white>"),
            (tiles().replace("<tiles>", "<tiles><cell/>"), "<cell>"),
            (tiles("").replace("<yPos>0</yPos>", ""), "<yPos>"),
            (tiles("", "", "<black/>"), "outside"),
            (tiles("", "").replace("<xPos>1", "<xPos>0"), "twice"),
            (tiles().replace("<width>3</width>", ""), "<width>"),
            (tiles().replace("3", "999999999").replace("2", "999999999"), "too large"),
            ("<puzzle></puzzle>", "<height>"),
        ],
    )
    def test_errors(self, text: str, word: str) -> None:
        assert word in str(error_of(text))

    def test_error_names_line_and_column(self) -> None:
        error = error_of(XML.replace("LEFT</dir>", "WEST</dir>"))
        assert (error.line, error.column) == (12, 9)

    def test_other_root(self) -> None:
        assert "<board>" in str(error_of("<board><puzzle></puzzle></board>"))

    @pytest.mark.parametrize(
        ("puzzle", "position", "cell"),
        [
            (board(1, 2, r1c2=Clue(UP)), "", "r1c2"),
            (board(1, 2, r1c2=Clue(None, 1)), "", "r1c2"),
            (board(1, 2, r1c2=BLANK), "", "r1c2"),
            (board(1, 3), "r1c1-r1c2 line, r1c2 shaded", "r1c2"),
            (board(1, 2, r1c1=Clue(UP, 0)), "r1c1-r1c2 line", "r1c1"),
            (board(2, 3), "r1c1-r1c2 line, r1c2-r1c3 line, r1c2-r2c2 line", "r1c2"),
            (Yajilin(1, 1, outside=True), "", None),
        ],
    )
    def test_what_it_cannot_hold(self, puzzle: Yajilin, position: str, cell: str | None) -> None:
        assert unwritable(puzzle, "xml", Position.parse(position)).cell == cell

    def test_dots_and_crosses_stand_behind_the_tiles(self) -> None:
        notes = Position.parse("r1c1 not shaded, r1c1-r1c2 not line")
        text = dump(board(1, 2), "xml", position=notes)
        assert "</tiles>\n  <marks>r1c1 not shaded, r1c1-r1c2 not line</marks>\n" in text
        assert parse_with_position(text) == (board(1, 2), notes)

    @pytest.mark.parametrize(
        ("marks", "wrong"),
        [
            ("r1c1", "not a fact"),
            ("r1c1 shaded, r1c1 not shaded", "says both"),
            ("r9c9 not shaded", "r9c9"),
            ("r1c1 purple", "purple"),
        ],
    )
    def test_marks_that_cannot_be_are_refused(self, marks: str, wrong: str) -> None:
        text = dump(board(1, 2), "xml").replace("</tiles>", f"</tiles><marks>{marks}</marks>")
        with pytest.raises(FormatError, match=wrong):
            parse_with_position(text)


@pytest.mark.quick
class TestCsv:
    def test_exact(self) -> None:
        text = "B,N1W,L\nLE,LEW,LW\n"
        assert dump(SMALL, "csv", position=SMALL_MARKS) == text
        assert parse_with_position(text) == (SMALL, SMALL_MARKS)

    def test_loop(self) -> None:
        text = "LES,LEW,LSW\nLNS,N0N,LNS\nLNE,LEW,LNW\n"
        assert dump(RING, "csv", position=RING_LOOP) == text
        assert parse_with_position(text) == (RING, RING_LOOP)

    def test_branches_are_held(self) -> None:
        text = "LE,LESW,LW\nV,LN,V\n"
        (document,) = read(text)
        assert (len(document.position), document.warnings) == (3, ())
        assert dump(document, "csv") == text

    @pytest.mark.parametrize(
        "text",
        [
            "b,n1w,l\nle,lwe,lw\n",
            "B;N1W;L\nLE;LEW;LW",
            "B\tN1W\tL\nLE\tLEW\tLW",
            '"B","N1W","L"\n"LE","LEW","LW"\n',
            " B , N 1 W,L ,\n\nLE, LEW,LW,,\n,,,\n\n",
        ],
    )
    def test_loose_spelling(self, text: str) -> None:
        (document,) = read(text)
        assert (document.puzzle, document.position) == (SMALL, SMALL_MARKS)
        assert document.warnings == ()

    def test_one_column(self) -> None:
        assert parse("V\nN1S\nV\n") == board(3, 1, r2c1=Clue(DOWN, 1))

    def test_half_line(self) -> None:
        (document,) = read("LE,V\n")
        assert document.position == Position.parse("r1c1-r1c2 line")
        assert "r1c1" in document.warnings[0]

    @each_case(
        ("text", "line", "cell"),
        [
            ("V,V\nV\n", 2, None),
            ("V,V\n\nV,V,V\n", 3, None),
            ("V,V\nV,Q\n", 2, "r2c2"),
            ("V,,V\n", 1, "r1c2"),
            ("V,V\nN1,V\n", 2, "r2c1"),
            ("V,V\nN-1E,V\n", 2, "r2c1"),
            ("V,LNN\n", 1, "r1c2"),
            ("V,LN\n", None, "r1c2"),
            ("V,N" + "1" * 2000 + "E\n", 1, "r1c2"),
            ('"",""\n', None, None),
        ],
    )
    def test_errors(self, text: str, line: int | None, cell: str | None) -> None:
        error = error_of(text, format="csv")
        assert (error.line, error.cell) == (line, cell)

    @pytest.mark.parametrize("clue", [Clue(UP), Clue(None, 1), Clue(), BLANK])
    def test_what_it_cannot_hold(self, clue: Clue) -> None:
        assert unwritable(board(1, 2, r1c2=clue), "csv").cell == "r1c2"

    def test_words_are_not_spreadsheets(self) -> None:
        for text in ("lens", "v", "b\nc"):
            assert "cannot tell" in str(error_of(text))


@pytest.mark.quick
class TestGrid:
    def test_exact(self) -> None:
        text = "3 3\n- - -\n- 0n -\n- - -\n\n3 3\nse ew sw\nns - ns\nne ew nw"
        assert dump(RING, "grid", position=RING_LOOP) == text
        assert parse_with_position(text) == (RING, RING_LOOP)

    def test_every_clue(self) -> None:
        puzzle = board(
            2, 3, r1c1=Clue(UP, 12), r1c2=Clue(LEFT), r1c3=Clue(None, 2), r2c1=Clue(), r2c2=BLANK
        )
        text = "2 3\n12n ?w 2\n? x -"
        assert dump(puzzle, "grid") == text
        assert parse(text) == puzzle
        assert parse(text.upper().replace("X", "@")) == puzzle

    def test_two_columns_of_bare_numbers(self) -> None:
        puzzle = board(2, 2, r1c1=Clue(None, 2), r1c2=Clue(None, 2), r2c1=Clue(None, 3))
        text = "2 2\n2 2\n3 -"
        assert dump(puzzle, "grid") == text
        assert parse(text, "yajilin") == puzzle
        assert parse(text + "\n2 2\n- -\n- x", "yajilin", "grid") == puzzle

    def test_second_block_without_blank_line_or_without_size(self) -> None:
        puzzle, solution = dump(RING, "grid"), dump(RING, "grid", position=RING_LOOP).split("\n\n")
        rows = solution[1].partition("\n")[2]
        for text in (
            f"{puzzle}\n{solution[1]}",
            f"{puzzle}\n\n{rows}",
            f"{puzzle}\n[solution]\n{rows}\n[end]\nwhatever",
            f"\n{puzzle}\n\n\n{solution[1]}\n\n",
        ):
            assert parse_with_position(text) == (RING, RING_LOOP)

    def test_solution_given_twice(self) -> None:
        text = dump(RING, "grid", position=RING_LOOP)
        again = text.split("\n\n")[1]
        (document,) = read(f"{text}\n[solution]\n{again}")
        assert document.position == RING_LOOP
        assert document.warnings == ("the solution is given twice",)
        assert "third grid" in str(error_of(f"{text}\n\n{again.replace('ns', 'x')}"))

    def test_wrong_size_is_a_warning(self) -> None:
        (document,) = read("5 2\n- 1s -\n- - -")
        assert document.puzzle == board(2, 3, r1c2=Clue(DOWN, 1))
        assert document.warnings == ("the text says 5x2, the grid has 2x3; the grid counts",)

    def test_missing_size_is_a_warning(self) -> None:
        (document,) = read("- 1s -\n- - -")
        assert document.puzzle == board(2, 3, r1c2=Clue(DOWN, 1))
        assert "no size" in document.warnings[0]

    def test_undecided_and_half_lines(self) -> None:
        (document,) = read("1 3\n- - 0w\n\n1 3\ne - 0w")
        assert document.position == Position.parse("r1c1-r1c2 line")
        assert len(document.warnings) == 1

    @each_case(
        ("text", "place"),
        [
            ("2 3\n- - -\n- -", (3, 3)),
            ("2 2\n- -\n- - - -", (3, 5)),
            ("1 2\n- 2q", (2, 3)),
            ("1 2\n- -1w", (2, 3)),
            ("1 2\n- ٣w", (2, 3)),
            ("1 2\n- " + "1" * 2000, (2, 3)),
            ("1 2\n- -\n\n1 2\n- q", (5, 3)),
            ("1 2\n- -\n\n1 2\n- nn", (5, 3)),
            ("1 2\n- 1w\n\n1 2\n- x", (5, 3)),
            ("1 2\n- 1w\n\n1 2\n- w", (5, 3)),
            ("1 2\n- -\n\n1 3\n- - -", (5, 1)),
            ("1 2\nse sw", (2, 1)),
            ("1" * 20 + " 2\n- -", (1, 1)),
            ("3 3", (None, None)),
        ],
    )
    def test_errors(self, text: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(text, kind="yajilin", format="grid")
        assert (error.line, error.column) == place

    def test_solution_alone_says_so(self) -> None:
        assert "before its solution" in str(error_of("1 2\nse sw", format="grid"))

    def test_line_out_of_the_board(self) -> None:
        assert error_of("1 2\n- -\n\n1 2\ne ew", kind="yajilin").cell == "r1c2"

    def test_numbers_alone_are_something_else(self) -> None:
        assert "cannot tell" in str(error_of("3 4\n1 1\n2\n1\n2\n2 1\n3\n1", kind="yajilin"))

    def test_variant_cannot_be_written(self) -> None:
        unwritable(Yajilin(1, 1, outside=True), "grid")


# Random boards: small, oblong, with every sort of clue.

ARROWS = st.sampled_from(list(Direction))
FULL_CLUES = st.builds(Clue, ARROWS, st.integers(0, 300))
ANY_CLUES = st.one_of(
    FULL_CLUES,
    st.builds(Clue, st.none() | ARROWS, st.none() | st.integers(0, 4095)),
    st.just(BLANK),
)
PLAIN = ("xml", "csv")
"""The formats that hold only clues with arrow and number."""


@st.composite
def puzzles(draw: st.DrawFn, clues: st.SearchStrategy[Clue] = ANY_CLUES) -> Yajilin:
    """A board of at most 5x5 with any clues."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    place = st.sampled_from(list(cells(rows, cols)))
    return Yajilin(rows, cols, tuple(draw(st.dictionaries(place, clues)).items()))


def edges(puzzle: Yajilin) -> list[Edge]:
    """Every edge of the board."""
    across = [Edge(c, Cell(c.row, c.col + 1)) for c in cells(puzzle.rows, puzzle.cols - 1)]
    return across + [Edge(c, Cell(c.row + 1, c.col)) for c in cells(puzzle.rows - 1, puzzle.cols)]


@st.composite
def positions(draw: st.DrawFn, puzzle: Yajilin) -> Position:
    """Any marks a player can make, rules broken or not."""
    free = [cell for cell in cells(puzzle.rows, puzzle.cols) if cell not in puzzle.clue_at]
    marks = draw(st.dictionaries(st.sampled_from(free), st.booleans())) if free else {}
    between = edges(puzzle)
    lines = draw(st.dictionaries(st.sampled_from(between), st.booleans())) if between else {}
    facts = [Fact(cell, "shaded", held) for cell, held in marks.items()]
    return Position.of(facts + [Fact(edge, "line", held) for edge, held in lines.items()])


def thinned(puzzle: Yajilin, position: Position, format: str) -> Position:
    """What a format with one word a cell can hold of a position."""
    shaded = {fact.slot for fact in position.facts if fact.value == "shaded" and fact.holds}
    blocked = shaded | set(puzzle.clue_at)
    most = 2 if format == "xml" else 4
    ends: dict[Cell, int] = {}
    lines = []
    for fact in position:
        if not isinstance(fact.slot, Edge) or not fact.holds or blocked & set(fact.slot):
            continue
        if all(ends.get(cell, 0) < most for cell in fact.slot):
            lines.append(fact)
            ends.update({cell: ends.get(cell, 0) + 1 for cell in fact.slot})
    dots = [
        fact
        for fact in position
        if format == "csv" and fact.value == "shaded" and not fact.holds and fact.slot not in ends
    ]
    return Position.of([*lines, *dots, *(Fact(cell, "shaded") for cell in shaded)])


class TestRoundTrips:
    @given(puzzles(), st.booleans(), st.booleans())
    def test_link(self, puzzle: Yajilin, outside: bool, boxed: bool) -> None:
        puzzle = Yajilin(puzzle.rows, puzzle.cols, puzzle.clues, outside, boxed)
        text = dump(puzzle)
        (document,) = read(text)
        assert (document.puzzle, document.warnings) == (puzzle, ())
        assert dump(document) == text

    @pytest.mark.parametrize("name", ["pzprv3", "json"])
    @given(data=st.data())
    def test_everything(self, name: str, data: st.DataObject) -> None:
        puzzle = data.draw(puzzles())
        position = data.draw(positions(puzzle))
        text = dump(puzzle, name, position=position)
        (document,) = read(text)
        assert (document.puzzle, document.position) == (puzzle, position)
        assert document.warnings == ()
        assert dump(document, name) == text

    @pytest.mark.parametrize("name", ["xml", "csv", "grid"])
    @given(data=st.data())
    def test_one_word_a_cell(self, name: str, data: st.DataObject) -> None:
        puzzle = data.draw(puzzles(FULL_CLUES if name in PLAIN else ANY_CLUES))
        position = thinned(puzzle, data.draw(positions(puzzle)), name)
        text = dump(puzzle, name, position=position)
        (document,) = read(text, "yajilin", name)  # without arrows it may be a Slitherlink
        assert (document.puzzle, document.position) == (puzzle, position)
        assert document.warnings == ()
        assert dump(document, name) == text

    @pytest.mark.parametrize("name", ["xml", "csv", "grid"])
    @given(data=st.data())
    def test_written_or_refused_with_its_cell(self, name: str, data: st.DataObject) -> None:
        puzzle = data.draw(puzzles(FULL_CLUES))
        position = data.draw(positions(puzzle))
        holding = {fact for fact in position.facts if fact.holds}
        if thinned(puzzle, position, name).facts & holding != holding:
            assert unwritable(puzzle, name, position).cell is not None
            return
        text = dump(puzzle, name, position=position)
        again = parse_with_position(text, format=name)[1]
        assert holding <= again.facts <= position.facts


SAMPLES = [
    dump(SMALL),
    "https://puzz.link/p?yajilin/ob/9/9/a610c-41000.z+a3./",
    FILE,
    FILE + '\ninfo:{"metadata": {"author": "A"}}',
    XML,
    dump(RING, "csv", position=RING_LOOP),
    dump(RING, "grid", position=RING_LOOP),
    dump(Document(puzzle=SMALL, position=SMALL_MARKS, meta=Meta(title="T")), "json"),
]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A good text with a few pieces cut, doubled, moved in from elsewhere or replaced."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([1, 5, 999])))))
        other = draw(st.sampled_from(SAMPLES))
        new = draw(
            st.sampled_from(["", "0", "-", "9" * 30, "/", "\n", " ", "\0", '"', "é", "\ud800", "?"])
            | st.just(text[start:stop] * 2)
            | st.just(other[: draw(st.integers(0, 40))])
            | st.text(max_size=3)
        )
        text = text[:start] + new + text[stop:]
    return text


class TestFuzz:
    @settings(max_examples=1000, deadline=1000, suppress_health_check=list(HealthCheck))
    @given(damaged())
    @example("yajilin/2/2/" + "9" * 5000)
    def test_only_format_errors_escape(self, text: str) -> None:
        for source in (text, text.encode("utf-8", "surrogatepass")):
            try:
                documents = read(source)
            except FormatError:
                continue
            for document in documents:
                assert read(dump(document, "json"))[0].puzzle == document.puzzle

    @settings(max_examples=300, deadline=1000)
    @given(damaged(), st.sampled_from(["puzzlink", *CARRYING]))
    def test_with_a_named_format(self, text: str, name: str) -> None:
        try:
            documents = read(text, format=name)
        except FormatError:
            return
        assert {document.format for document in documents} == {name}


# Real puzzles, where they are at hand.


@pytest.fixture(scope="module")
def solved() -> list[tuple[str, Document]]:
    """The puzzles with their solutions, read from a second block."""
    texts = [
        (entry["text"], f"{entry['text']}\n\n{entry['solution']}")
        for entry in load_corpus("yajilin")
    ]
    return [(tidied(text), read(both)[0]) for text, both in texts]


def tidied(text: str) -> str:
    """A text of the corpus without spaces at line ends and with one sign for blocked cells."""
    return "\n".join(line.rstrip() for line in text.replace("@", "x").split("\n"))


@pytest.mark.parametrize("cols", [2000, 2047, 2100, 5000])
def test_long_rows_are_recognised(cols: int) -> None:
    text = dump(Yajilin(3, cols, ((Cell(1, 0), Clue(RIGHT, 2)),)), "grid")
    assert parse(text) == Yajilin(3, cols, ((Cell(1, 0), Clue(RIGHT, 2)),))


class TestCorpus:
    def test_all_texts_are_read_and_written_again(self) -> None:
        entries = load_corpus("yajilin")
        assert len(entries) == 429
        for entry in entries:
            (document,) = read(entry["text"])
            rows, cols = map(int, entry["size"].split("x"))
            assert (document.puzzle.rows, document.puzzle.cols) == (rows, cols)
            assert dump(document, "grid") == tidied(entry["text"])
            assert dump(parse(dump(document)), "grid") == dump(document, "grid")

    def test_every_format_holds_puzzle_and_solution(
        self, solved: list[tuple[str, Document]]
    ) -> None:
        count = 0
        for at, (_, document) in enumerate(solved):
            puzzle = document.puzzle
            assert isinstance(puzzle, Yajilin)
            blank = any(clue.blank for _, clue in puzzle.clues)
            # XML is long: every third puzzle is enough there.
            for name in CARRYING if at % 3 == 0 else set(CARRYING) - {"xml"}:
                if blank and name in PLAIN:
                    with pytest.raises(FormatError, match="blank"):
                        dump(document, name)
                    continue
                (again,) = read(dump(document, name))
                assert (again.puzzle, again.position) == (puzzle, document.position), name
                assert again.warnings == ()
                count += 1
        assert count > 1800

    def test_solutions_are_whole(self, solved: list[tuple[str, Document]]) -> None:
        odd = 0
        for text, document in solved:
            puzzle, position = document.puzzle, document.position
            assert isinstance(puzzle, Yajilin)
            ends = [cell for fact in position if isinstance(fact.slot, Edge) for cell in fact.slot]
            shaded = [fact.slot for fact in position if fact.value == "shaded"]
            loop = Counter(ends)
            assert set(loop.values()) == {2}
            assert len(loop) + len(shaded) + len(puzzle.clues) == puzzle.rows * puzzle.cols
            assert dump(puzzle, "grid") == text
            odd += bool(document.warnings)
        assert odd <= 3
