"""Nonograms in the file formats of other tools: non, webpbn, g, lp and pbm.

Texts as the tools write them, what is tolerated, what is refused and where, round trips over
random puzzles and positions, hostile files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from enpitsu.cli import main
from enpitsu.errors import BadClue, FormatError
from enpitsu.formats import dump, find_codec, formats, parse, read
from enpitsu.grid import Cell
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.nonogram.codecs import non, pictures
from enpitsu.kinds.nonogram.codecs.colour_names import FileColours, rgb_of
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, blank, from_picture
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case

ROOT = Path(__file__).parents[2]
FILES = ("non", "webpbn", "g", "lp", "pbm")
WITH_COLOURS = ("non", "webpbn", "g")
WITH_PICTURES = ("non", "webpbn", "pbm")
RED, BLUE, BLACK, CREAM = "#ff0000", "#0000ff", "#000000", "#fff0c0"


def drawn(*rows: str, palette: tuple[str, ...] = (BLACK,), background: str = "#ffffff") -> Nonogram:
    """The puzzle of a picture: "#" or "1" the first colour, "2" the second, "." empty."""
    places = {".": None, "#": 0, "1": 0, "2": 1, "3": 2}
    return from_picture([[places[sign] for sign in row] for row in rows], palette, background)


def answer(puzzle: Nonogram, *rows: str) -> Position:
    """The position that such a picture shows."""
    places = {"#": 0, "1": 0, "2": 1, "3": 2}
    return Position.of(
        Fact(Cell(row, col), puzzle.values[places[sign]])
        for row, signs in enumerate(rows)
        for col, sign in enumerate(signs)
        if sign in places
    )


def one(source: str | bytes, **options: str) -> Document:
    """The only puzzle of a text."""
    (document,) = read(source, **options)
    return document


def refused(source: str | bytes, **options: str) -> FormatError:
    """The error that reading must end with."""
    with pytest.raises(FormatError) as caught:
        read(source, **options)
    assert len(str(caught.value)) < 600
    return caught.value


def unwritable(document: Document | Nonogram, format: str, position: Position = EMPTY) -> str:
    """The message that writing must end with."""
    with pytest.raises(FormatError) as caught:
        dump(document, format, position=position)
    return str(caught.value)


BOAT_ROWS = ("..#..", ".###.", "..#..", "#####", ".###.")
BOAT = drawn(*BOAT_ROWS)
BOAT_ANSWER = answer(BOAT, *BOAT_ROWS)
FLAG_ROWS = ("1122", "1.22", ".3..")
FLAG = drawn(*FLAG_ROWS, palette=(RED, BLUE, BLACK), background=CREAM)
FLAG_ANSWER = answer(FLAG, *FLAG_ROWS)

NON = """\
catalogue "own #1"
title "A boat &amp; more"
by "A. Author <a@example.org>"
copyright "&copy; 2001 A. Author"
license CC0-1.0
width 5
height 5

rows
1
3
1
5
3

columns
1
1,2
5
1,2
1

goal "0010001110001001111101110"
"""

WEBPBN = """\
<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>own</source>

<puzzle type="grid" defaultcolor="black">
<title>A boat &amp; more</title>
<author>A. Author</author>
<authorid>author</authorid>
<copyright>&copy; Copyright 2001 by A. Author</copyright>
<id>#1 (v.1)</id>
<description>Something that swims.</description>
<note>published,definitely unique,definitely line/color solvable</note>

<color name="white" char=".">FFFFFF</color>
<color name="black" char="X">000000</color>

<clues type="columns">
<line><count>1</count></line>
<line><count>1</count><count>2</count></line>
<line><count>5</count></line>
<line><count>1</count><count>2</count></line>
<line><count>1</count></line>
</clues>

<clues type="rows">
<line><count>1</count></line>
<line><count>3</count></line>
<line><count>1</count></line>
<line><count>5</count></line>
<line><count>3</count></line>
</clues>

<solution type="goal">
<image>
|..X..|
|.XXX.|
|..X..|
|XXXXX|
|.XXX.|
</image>
</solution>

</puzzle>
</puzzleset>
"""

G = """\
A boat, from nowhere
and a second line
#declaration of the colors:
   0:   white  the background
   1:*  black  default
: rows ----
1
  3
1
5
3
:columns
1
1 2
5
1,2
1
:end

See other files.
"""

LP = """\
number_of_rows: 5
number_of_columns: 5

row_1
number_of_tiles: 1
width(s): 1
row_2
number_of_tiles: 1
width(s): 3
row_3
number_of_tiles: 1
width(s): 1
row_4
number_of_tiles: 1
width(s): 5
row_5
number_of_tiles: 1
width(s): 3

column_1
number_of_tiles: 1
width(s): 1
column_2
number_of_tiles: 2
width(s): 1
 2
column_3
number_of_tiles: 1
width(s): 5
column_4
number_of_tiles: 2
width(s): 1 2
column_5
number_of_tiles: 1
width(s): 1
"""

PBM = """\
P1
# made by hand
5 5
0 0 1 0 0
0 1 1 1 0
0 0 1 0 0
1 1 1 1 1
0 1 1 1 0
"""

BOATS = {"non": NON, "webpbn": WEBPBN, "g": G, "lp": LP, "pbm": PBM}


class TestEveryFormat:
    @pytest.mark.parametrize("format", FILES)
    def test_files_of_other_tools(self, format: str) -> None:
        document = one(BOATS[format])
        assert (document.format, document.puzzle, document.warnings) == (format, BOAT, ())
        assert document.position == (BOAT_ANSWER if format in WITH_PICTURES else EMPTY)

    @pytest.mark.parametrize("format", FILES)
    def test_give_the_same_text_again(self, format: str) -> None:
        assert dump(one(BOATS[format]), format) == BOATS[format]

    @pytest.mark.parametrize("format", FILES)
    def test_a_changed_puzzle_is_written_anew(self, format: str) -> None:
        document = replace(one(BOATS[format]), puzzle=drawn("#.", "##"), position=EMPTY)
        solution = answer(drawn("#.", "##"), "#.", "##")
        text = dump(document, format, position=solution if format == "pbm" else EMPTY)
        assert one(text).puzzle == drawn("#.", "##")

    @pytest.mark.parametrize("format", FILES)
    def test_what_we_write_is_found_and_exact(self, format: str) -> None:
        text = dump(BOAT, format, position=BOAT_ANSWER)
        document = one(text)
        assert (document.format, document.puzzle, document.warnings) == (format, BOAT, ())
        assert dump(replace(document, tail=""), format) == text

    @pytest.mark.parametrize("format", FILES)
    def test_windows_line_ends(self, format: str) -> None:
        assert one(BOATS[format].replace("\n", "\r\n").encode()).puzzle == BOAT

    @pytest.mark.parametrize("format", FILES)
    def test_by_suffix(self, format: str, tmp_path: Path) -> None:
        path = tmp_path / f"boat.{'xml' if format == 'webpbn' else format}"
        path.write_text(BOATS[format], encoding="utf-8")
        (document,) = read(path)
        assert (document.format, document.puzzle) == (format, BOAT)

    @pytest.mark.parametrize("format", FILES)
    def test_empty_lines(self, format: str) -> None:
        rows = (".....", "#...#", ".....")
        puzzle = drawn(*rows)
        assert one(dump(puzzle, format, position=answer(puzzle, *rows))).puzzle == puzzle

    @pytest.mark.parametrize("format", FILES)
    def test_blank_puzzle(self, format: str) -> None:
        puzzle = blank(2, 3)
        document = one(dump(puzzle, format))
        assert (document.puzzle, document.position) == (puzzle, EMPTY)

    @pytest.mark.parametrize("format", ["lp", "pbm"])
    def test_formats_without_colour_refuse_several(self, format: str) -> None:
        assert "cannot hold several colours" in unwritable(FLAG, format, FLAG_ANSWER)

    @pytest.mark.parametrize("format", ["lp", "pbm"])
    def test_one_colour_loses_its_shade(self, format: str) -> None:
        puzzle = replace(BOAT, palette=(RED,), background=CREAM)
        assert one(dump(puzzle, format, position=BOAT_ANSWER)).puzzle == BOAT

    @pytest.mark.parametrize("format", ["g", "lp", "pbm"])
    def test_formats_without_blots_refuse_them(self, format: str) -> None:
        puzzle = Nonogram(((Run(1),),), ((Run(None),),))
        shaded = Position.parse("r1c1 shaded")
        assert "untold length, as in column 1" in unwritable(puzzle, format, shaded)

    @pytest.mark.parametrize("format", WITH_COLOURS)
    def test_colours(self, format: str) -> None:
        document = one(dump(FLAG, format, position=FLAG_ANSWER))
        assert (document.puzzle, document.warnings) == (FLAG, ())
        assert document.position == (EMPTY if format == "g" else FLAG_ANSWER)

    @each_case("format", FILES)
    @each_case("text", ["x", "\0", "\ud800", "-1 -1", "9" * 10_000, "(" * 10_000])
    def test_named_format_says_what_is_wrong(self, format: str, text: str) -> None:
        refused(text, format=format)

    def test_names(self) -> None:
        assert set(FILES) <= set(formats("nonogram"))


class TestNon:
    def test_meta(self) -> None:
        assert one(NON).meta == Meta("A boat & more", "A. Author <a@example.org>", "own #1")

    def test_exact(self) -> None:
        meta = Meta(title='He said "&"', author="A")
        assert dump(Document(puzzle=drawn("#.#", "..."), meta=meta), "non") == (
            'title "He said &quot;&amp;&quot;"\nby "A"\nwidth 3\nheight 2\n\n'
            "rows\n1,1\n0\n\ncolumns\n1\n0\n1\n"
        )

    def test_exact_colours(self) -> None:
        assert dump(FLAG, "non", position=FLAG_ANSWER) == (
            f"color r {RED}\ncolor b {BLUE}\ncolor l {BLACK}\nbackground {CREAM}\n"
            "width 4\nheight 3\n\nrows\n2r,2b\n1r,2b\n1l\n\n"
            'columns\n2r\n1r,1l\n2b\n2b\n\ngoal "rrbbr0bb0l00"\n'
        )

    def test_other_keys_are_kept_when_the_title_changes(self) -> None:
        text = dump(replace(one(NON), meta=Meta(title="New")), "non")
        assert text.startswith('title "New"\ncopyright "&copy; 2001 A. Author"\nlicense CC0-1.0\n')

    def test_other_keys_are_kept_when_a_solution_is_added(self) -> None:
        text = NON[: NON.index("\ngoal")]
        assert dump(one(text), "non", position=BOAT_ANSWER) == NON

    @each_case(
        "change",
        [
            ("width 5\nheight 5", "height 5\nwidth 5"),
            ("rows\n", "ROWS\n"),
            ("rows\n", "rows 5\n"),
            ("rows\n", "rows\n\n"),
            ("1,2", "1, 2"),
            ("1,2", " 1 2 "),
            ("width 5", "Width\t5"),
            ("width 5", "unknown key\n# a note\nwidth 5"),
            ('"0010001110001001111101110"', "0010001110001001111101110"),
            ('"0010001110001001111101110"', "\n00100\n01110\n00100\n11111\n01110"),
            ('"0010001110001001111101110"', '"00100 01110 00100 11111 01110"'),
            ('goal "0010001110001001111101110"', 'goal "00a000aaa000a00aaaaa0aaa0"'),
            ('title "A boat &amp; more"', "title 'A boat & more'"),
            ('title "A boat &amp; more"', "title A boat & more"),
        ],
    )
    def test_spellings(self, change: tuple[str, str]) -> None:
        document = one(NON.replace(*change))
        assert (document.puzzle, document.position) == (BOAT, BOAT_ANSWER)
        assert (document.meta.title, document.warnings) == ("A boat & more", ())

    def test_blank_line_or_zero_is_an_empty_clue(self) -> None:
        text = "width 2\nheight 3\nrows\n1\n{}\n2\n\ncolumns\n1,1\n1\n"
        puzzle = drawn("#.", "..", "##")
        assert [parse(text.format(empty)) for empty in ("", "0")] == [puzzle, puzzle]

    def test_last_clue_may_be_a_blank_line(self) -> None:
        text = "width 2\nheight 1\nrows\n1\ncolumns\n1\n\n"
        assert [parse(text), parse(text[:-1])] == [drawn("#.")] * 2

    def test_clues_from_the_goal(self) -> None:
        document = one('width 3\nheight 2\ngoal "110001"\n')
        assert document.puzzle == drawn("##.", "..#")
        assert document.position == Position.parse("r1c1 shaded, r1c2 shaded, r2c3 shaded")

    def test_unknown_lengths(self) -> None:
        puzzle = Nonogram(((Run(None), Run(2)),), ((Run(None),), (), (Run(1),), (Run(1),)))
        text = dump(puzzle, "non")
        assert "rows\n?,2\n" in text
        assert one(text).puzzle == puzzle

    def test_saved(self) -> None:
        text = dump(BOAT, "non", position=Position.parse("r1c3 shaded, r1c1 not shaded"))
        assert text.endswith('saved "0?1??????????????????????"\n')
        assert one(text).position == Position.parse("r1c3 shaded, r1c1 not shaded")

    def test_saved_before_goal(self) -> None:
        document = one(NON + 'saved "1????????????????????????"\nsaved "' + "?" * 25 + '"\n')
        assert document.position == Position.parse("r1c1 shaded")
        assert document.warnings == (
            "of 2 saved positions the first is read",
            "there are a saved position and a goal; the goal is left out",
        )

    def test_goal_against_the_clues(self) -> None:
        document = one(NON.replace('"0010', '"0110'))
        wrong = Position.of([*BOAT_ANSWER, Fact(Cell(0, 1), "shaded")])
        assert (document.puzzle, document.position) == (BOAT, wrong)
        assert document.warnings == ("the goal does not fit the clues; the clues count",)
        assert dump(document, "non") == NON.replace('"0010', '"0110')

    def test_wrong_answers_are_saved_positions(self) -> None:
        wrong = Position.parse("r1c1 shaded")
        text = dump(BOAT, "non", position=wrong)
        assert "goal" not in text
        assert one(text).position == wrong

    def test_notes_that_have_no_sign_are_left_out(self) -> None:
        notes = Position.parse("r1c1 not red, r1c2 red, r1c3 not red, r1c3 not blue")
        rows, cols = ((Run(1, 0), Run(1, 1)),), ((Run(1, 0),), (), (), (Run(1, 1),))
        puzzle = replace(FLAG, palette=(RED, BLUE), row_clues=rows, col_clues=cols)
        document = one(dump(puzzle, "non", position=notes))
        assert document.position == Position.parse("r1c2 red, r1c3 not red, r1c3 not blue")

    def test_colours_without_values(self) -> None:
        document = one("width 2\nheight 1\nrows\n1r,1\ncolumns\n1r\n1\n")
        assert isinstance(document.puzzle, Nonogram)
        assert len(document.puzzle.palette) == 2
        assert document.puzzle.row_clues == ((Run(1, 0), Run(1, 1)),)
        assert document.puzzle.palette[1] == BLACK
        assert document.warnings == ("no `color` is given for 'r'; it was chosen freely",)

    def test_one_colour_needs_no_letters(self) -> None:
        text = "color a #ff0000\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal 11\n"
        document = one(text)
        assert document.puzzle == drawn("##", palette=(RED,))
        assert len(document.position) == 2

    def test_numbers_without_letter_among_others_are_black(self) -> None:
        text = "color r #ff0000\nwidth 2\nheight 1\nrows\n1r,1\ncolumns\n1r\n1\ngoal r1\n"
        assert one(text).puzzle == drawn("12", palette=(RED, BLACK))

    def test_pack(self) -> None:
        second = dump(drawn("#"), "non")
        documents = read(f"{NON}====\n\n====\n{second}====\n")
        assert [document.puzzle for document in documents] == [BOAT, drawn("#")]
        assert [dump(document, "non") for document in documents] == [NON[:-1], second[:-1]]

    @each_case(
        ("old", "new", "line", "word"),
        [
            ("height 5", "height 6", 23, "25 cells, the board has 6x5"),
            ("height 5", "height 4", 14, "4 lines of clues"),
            ("width 5", "width x", 6, "the width must be a whole number"),
            ("width 5", "width -5", 6, "the width must be a whole number"),
            ("width 5", "width 0", 6, "the width is 1 to 1000000, not 0"),
            ("width 5", "width 999999999", 6, "the width is 1 to 1000000"),
            ("width 5", "width 9999999999", 6, "10 digits"),
            ("width 5\n", "", 15, "width must stand above"),
            ("1,2", "1,x", 18, "'x' is not a number"),
            ("1,2", "1,0", 18, "a 0 stands alone"),
            ("1,2", "1,-2", 18, "'-2' is not a number"),
            ("1,2", "1,2ab", 18, "'2ab' is not a number"),
            ("1,2", "1,1,1,1,1,1", 18, "cannot hold so many runs"),
            ("1,2", f"1,{'9' * 20}", 18, "20 digits"),
            ("columns", "colums", 17, "one clue more"),
            ("license", "color ab #000000\nlicense", 5, "a colour is a letter"),
            ("license", "color a zzz\nlicense", 5, "a colour is a letter"),
            ("license", "color a #000\ncolor a #000\nlicense", 6, "given twice"),
            ("license", "goal 00\nlicense", 5, "the picture has 2 cells, the board has 5x5"),
            ("goal", "rows\n1\n1\n1\n1\n1\n\ngoal", 23, "rows is there twice"),
            ('goal "0', 'goal "', 23, "24 cells, the board has 5x5"),
            ('goal "0', 'goal "00', 23, "26 cells"),
        ],
    )
    def test_wrong_lines(self, old: str, new: str, line: int | None, word: str) -> None:
        error = refused(NON.replace(old, new, 1))
        assert word in error.message
        assert error.line == line

    @pytest.mark.parametrize(("size", "count"), [("height", 7), ("width", 999_999)])
    def test_missing_lines(self, size: str, count: int) -> None:
        error = refused(NON.replace(f"{size} 5", f"{size} {count}"))
        assert f"{count} lines of clues are needed, here are 5" in error.message
        assert error.line is not None

    def test_unknown_letter_in_the_goal(self) -> None:
        text = "width 2\nheight 1\nrows\n1r,1b\ncolumns\n1r\n1b\ngoal rx\n"
        assert "'x' is the sign of no colour" in str(refused(text))

    @pytest.mark.parametrize("key", ["rows", "columns"])
    def test_missing_clues(self, key: str) -> None:
        text = NON[: NON.index("goal")].replace(f"{key}\n", "")
        assert refused(text).line is not None
        assert f"has no {key}" in str(refused(f"width 1\nheight 1\n{_other(key)}\n1\n"))

    def test_wrong_puzzle_of_a_pack_is_named(self) -> None:
        error = refused(f"{NON}====\nwidth 1\nheight 1\n")
        assert (error.line, error.message) == (25, "the file has no rows")

    @pytest.mark.parametrize("key", ["goal", "saved"])
    def test_pictures_may_stand_above_everything_else(self, key: str) -> None:
        rows = ("rr.b", "r..b")
        picture = "\n".join(rows).replace(".", "0")
        end = "width 4\nheight 2\nrows\n2r,1b\n1r,1b\ncolumns\n2r\n1r\n0\n2b\n"
        colours = "color r #ff0000\ncolor b #0000ff\n"
        for text in (f"{key}\n{picture}\n{colours}{end}", f'{key} "{picture}"\n\n{colours}{end}'):
            document = one(text)
            assert document.puzzle == drawn("11.2", "1..2", palette=(RED, BLUE))
            assert {str(fact) for fact in document.position if fact.holds} == {
                *("r1c1 red", "r1c2 red", "r1c4 blue", "r2c1 red", "r2c4 blue")
            }
            assert not document.warnings

    def test_lines_below_a_picture_are_kept(self) -> None:
        text = f"{NON}number 7\nlast word\n"
        document = one(text)
        assert document.position == BOAT_ANSWER
        assert "number 7\nlast word\n" in dump(replace(document, meta=Meta("New")), "non")

    def test_pictures_need_sizes(self) -> None:
        error = refused("rows 1\n1\ngoal 1\n")
        assert (error.message, error.line) == ("a goal needs the width and height", 3)

    def test_sizes_as_simpson_writes_them(self) -> None:
        text = "columns 2\nrows 1\n\nrows\n2\n\ncolumns\n1\n1\n"
        assert one(text).puzzle == drawn("##")
        assert one("columns 2\nrows 1\ncolumns\n1\n1\nrows\n2\n").puzzle == drawn("##")

    @pytest.mark.parametrize("sign", [";", ".", "\0", "-"])
    def test_signs_that_are_no_letters_are_no_colours(self, sign: str) -> None:
        text = f"width 2\nheight 1\nrows\n2{sign}\ncolumns\n1\n1\n"
        error = refused(text)
        assert "neither a letter nor a given colour" in error.message
        assert error.line == 4
        given = f"color {sign} #ff0000\n{text}".replace("\n1", f"\n1{sign}")
        if sign != "\0":
            assert one(given).puzzle == drawn("##", palette=(RED,))

    def test_clues_that_are_missing_have_a_line(self) -> None:
        error = refused("width 1\nheight 2\nrows\ncolumns\n1\n")
        assert (error.message, error.line) == ("2 lines of clues are needed, here are 0", 3)
        for first in ("-2,1", "*"):
            error = refused(f"width 4\nheight 2\nrows\n{first}\n1\ncolumns\n1\n1\n0\n0\n")
            assert error.line == 4
            assert f"{first!r} is not a clue" in error.message

    def test_lines_are_counted_over_dividers(self) -> None:
        assert refused(f"{NON}==== \n{NON}".replace("goal", "goal 0")).line == 23
        first, second = read(f"{NON}====\n{NON}")
        assert (first.tail, second.tail) == (NON.removesuffix("\n"), NON)
        assert refused(f"{NON}====\n\n{NON.replace('1,2', '1,x', 1)}").line == 43

    def test_a_puzzle_has_so_many_lines_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(non, "_MOST_LINES", 30)
        assert "more than 30 lines" in str(refused(NON + "\n" * 10))


def _other(key: str) -> str:
    return "columns" if key == "rows" else "rows"


def webpbn(body: str, attributes: str = "") -> str:
    """A set of one puzzle."""
    return f"<puzzleset><puzzle{attributes}>{body}</puzzle></puzzleset>"


def clues(rows: str, cols: str) -> str:
    """Clue blocks: lines between "/", counts between blanks, with a colour behind ":"."""
    blocks = []
    for sort, text in (("rows", rows), ("columns", cols)):
        lines = "".join(
            f"<line>{''.join(map(_count, line.split()))}</line>" for line in text.split("/")
        )
        blocks.append(f'<clues type="{sort}">{lines}</clues>')
    return "".join(blocks)


def _count(word: str) -> str:
    length, _, colour = word.partition(":")
    return f'<count color="{colour}">{length}</count>' if colour else f"<count>{length}</count>"


class TestWebpbn:
    def test_meta(self) -> None:
        meta = one(WEBPBN).meta
        assert meta == Meta("A boat & more", "A. Author", "own", note="Something that swims.")

    def test_exact(self) -> None:
        puzzle = drawn("12", palette=(BLACK, RED))
        text = dump(puzzle, "webpbn", position=answer(puzzle, "12"))
        assert text == (
            '<?xml version="1.0"?>\n'
            '<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n'
            "<puzzleset>\n\n"
            '<puzzle type="grid" defaultcolor="black">\n\n'
            '<color name="white" char=".">FFFFFF</color>\n'
            '<color name="black" char="b">000000</color>\n'
            '<color name="red" char="r">FF0000</color>\n\n'
            '<clues type="columns">\n'
            '<line><count color="black">1</count></line>\n'
            '<line><count color="red">1</count></line>\n'
            "</clues>\n\n"
            '<clues type="rows">\n'
            '<line><count color="black">1</count><count color="red">1</count></line>\n'
            "</clues>\n\n"
            '<solution type="goal">\n<image>\n|br|\n</image>\n</solution>\n\n'
            "</puzzle>\n</puzzleset>\n"
        )

    def test_kept_when_the_title_changes(self) -> None:
        text = dump(replace(one(WEBPBN), meta=Meta(title="New")), "webpbn")
        assert "<title>New</title>\n<authorid>author</authorid>\n<copyright>© Copyright" in text
        assert "<note>published," in text

    def test_background_and_default(self) -> None:
        body = (
            '<color name="sky" char="~">80c0ff</color><color name="sun" char="o">FD0</color>'
            + clues("1", "1")
            + "<solution><image>|o|</image></solution>"
        )
        document = one(webpbn(body, ' backgroundcolor="sky" defaultcolor="sun"'))
        assert document.puzzle == drawn("#", palette=("#ffdd00",), background="#80c0ff")
        assert document.position == Position.parse("r1c1 shaded")
        assert one(dump(document.puzzle, "webpbn")).puzzle == document.puzzle

    def test_default_color_that_is_the_background(self) -> None:
        body = (
            '<color name="white" char=".">FFFFFF</color><color name="red" char="r">FF0000</color>'
        )
        document = one(webpbn(body + clues("1:red", "1:red"), ' type="grid" defaultcolor="white"'))
        assert document.puzzle == drawn("#", palette=(RED,))
        error = refused(webpbn(body + clues("1", "1"), ' type="grid" defaultcolor="white"'))
        assert "colour of the background" in error.message

    def test_undeclared_colours(self) -> None:
        document = one(webpbn(clues("1:navy 1:zog", "1:navy/1:zog")))
        assert isinstance(document.puzzle, Nonogram)
        assert document.puzzle.palette[0] == "#000080"
        assert document.warnings == ("no <color> tells how 'zog' looks; it was chosen freely",)

    def test_palette_keeps_its_order(self) -> None:
        puzzle = drawn("321", palette=(BLUE, RED, BLACK))
        assert one(dump(puzzle, "webpbn")).puzzle == puzzle

    def test_clues_from_the_goal(self) -> None:
        text = webpbn("<solution><image>|.X.|\n|XX.|</image></solution>")
        assert one(text).puzzle == drawn(".#.", "##.")
        assert len(one(text).position) == 3

    def test_half_the_clues_from_the_goal(self) -> None:
        rows = '<clues type="rows"><line><count>0</count></line></clues>'
        puzzle = one(webpbn(rows + "<solution><image>|XX|</image></solution>")).puzzle
        assert puzzle == Nonogram(((Run(None),),), ((Run(1),), (Run(1),)))

    def test_goal_against_the_clues(self) -> None:
        document = one(webpbn(clues("1", "1/") + "<solution><image>|.X|</image></solution>"))
        assert document.puzzle == drawn("#.")
        assert document.position == Position.parse("r1c2 shaded")
        assert "clues count" in document.warnings[0]

    def test_saved(self) -> None:
        image = "<image>| [X] . | | ? [.X] |</image>"
        text = webpbn(clues("1/1", "1/1") + f'<solution type="saved">{image}</solution>')
        assert one(text).position == Position.parse("r1c1 shaded, r1c2 not shaded")

    def test_saved_in_colour(self) -> None:
        notes = Position.parse(
            "r1c1 red, r1c2 not blue, r1c3 not red, r1c3 not blue, r1c3 not black, r2c1 not red"
        )
        text = dump(FLAG, "webpbn", position=notes)
        assert '<solution type="saved">\n<image>\n|r[rl.].?|\n|[bl.]???|\n' in text
        assert one(text).position == notes

    def test_saved_before_goal(self) -> None:
        images = '<solution type="saved"><image>|?X|</image></solution>'
        text = webpbn(clues("1", "1/") + "<solution><image>|X.|</image></solution>" + images)
        document = one(text)
        assert document.position == Position.parse("r1c2 shaded")
        assert document.warnings == ("there are a saved position and a goal; the goal is left out",)
        assert dump(document, "webpbn") == text

    def test_other_solutions_serve_as_goal(self) -> None:
        image = '<solution type="solution" id="2"><image>|X|</image></solution>'
        assert len(one(webpbn(clues("1", "1") + image)).position) == 1

    def test_blots(self) -> None:
        document = one(webpbn(clues("0 2/1", "2/0/?/1")))
        puzzle = document.puzzle
        assert isinstance(puzzle, Nonogram)
        assert puzzle.row_clues == ((Run(None), Run(2)), (Run(1),))
        assert puzzle.col_clues == ((Run(2),), (Run(None),), (Run(None),), (Run(1),))
        assert document.warnings == ()
        assert "<count>0</count><count>2</count>" in dump(puzzle, "webpbn")

    def test_zeros_for_empty_lines(self) -> None:
        document = one(webpbn(clues("0/2", "1/1/0")))
        assert document.puzzle == drawn("...", "##.")
        assert document.warnings == ("lines with the count 0 are read as empty: the sums agree",)

    @pytest.mark.parametrize("rows", ["0/2/", "0/3", "0 1/2", "?/2"])
    def test_zeros_that_are_blots_after_all(self, rows: str) -> None:
        puzzle = one(webpbn(clues(rows, "1/1"))).puzzle
        assert isinstance(puzzle, Nonogram)
        assert puzzle.row_clues[0][0] == Run(None)

    def test_blots_that_look_like_empty_lines(self) -> None:
        puzzle = Nonogram(((Run(None),),), ((Run(None),),))
        text = dump(puzzle, "webpbn")
        assert "<count>?</count>" in text
        assert one(text).puzzle == puzzle

    def test_sets(self) -> None:
        text = WEBPBN.replace(
            "</puzzleset>", f"<puzzle><title>Two</title>{clues('1', '1')}</puzzle>\n</puzzleset>"
        )
        first, second = read(text)
        assert (first.puzzle, second.puzzle) == (BOAT, drawn("#"))
        assert second.meta == Meta(title="Two", source="own")
        assert "<id>#1 (v.1)</id>" in dump(first, "webpbn")
        assert "boat" not in dump(second, "webpbn")

    def test_many_puzzles_behind_much_text(self) -> None:
        puzzle = f"<puzzle>{clues('1', '1')}</puzzle>"
        documents = read(f"<puzzleset><source>{'x' * 5000}</source>{puzzle * 3}</puzzleset>")
        assert [document.tail for document in documents] == [""] * 3

    def test_a_puzzle_without_a_set(self) -> None:
        assert one(f"<Puzzle TYPE='Grid'>{clues('1', '1')}</Puzzle>").puzzle == drawn("#")

    def test_html_entities(self) -> None:
        text = webpbn(f"<title>caf&eacute; &copy;</title>{clues('1', '1')}")
        assert one(text).meta.title == "café ©"

    def test_not_mistaken_for_another_kind(self) -> None:
        tiles = "<puzzle><width>1</width><height>1</height><tiles></tiles></puzzle>"
        assert one(tiles).puzzle.kind != "nonogram"
        assert "unknown format" not in str(refused(tiles, kind="nonogram"))

    @each_case(
        ("text", "word"),
        [
            (webpbn("", ' type="triddler"'), "only grids of square cells are read"),
            (webpbn('<clues type="topleft"/>'), "rows or columns, not 'topleft'"),
            (webpbn('<color name="t" char="t">fff/000</color>'), "triangles are not read"),
            (webpbn(r'<color name="t" char="t">fff\000</color>'), "triangles are not read"),
            (webpbn('<color name="t" char="t">nosuch</color>'), "'nosuch' is not a colour"),
            (webpbn("<color>000</color>"), "needs a name"),
            (webpbn('<color name="a">000</color>' * 2), "given twice"),
            (webpbn(clues("1", "1") * 2), "given twice"),
            (webpbn(""), "there are no rows, and no goal"),
            (webpbn(clues("1", "1")[: -len("</clues>")].rpartition("<clues")[0]), "no columns"),
            (webpbn(clues("x", "1")), "<count> must be a whole number"),
            (webpbn(clues("-1", "1")), "<count> must be a whole number"),
            (webpbn(clues("9" * 30, "1")), "30 digits"),
            (webpbn(clues("1:white", "1")), "colour of the background"),
            (webpbn("<solution/>"), "needs an <image>"),
            (webpbn('<solution type="x"/>'), "goal, solution or saved"),
            (webpbn("<solution><image></image></solution>"), "stands between"),
            (webpbn("<solution><image>X|X|</image></solution>"), "stands between"),
            (webpbn("<solution><image>|X|X</image></solution>"), "stands between"),
            (webpbn("<solution><image>|X||X</image></solution>"), "does not end"),
            (webpbn("<solution><image>||</image></solution>"), "is empty"),
            (webpbn("<solution><image>|X||XX|</image></solution>"), "row 2 of the image has 2"),
            (webpbn("<solution><image>|[X|</image></solution>"), "begins with ["),
            (webpbn("<solution><image>|[]|</image></solution>"), "begins with ["),
            (webpbn("<solution><image>|X]|</image></solution>"), "begins with ["),
            (webpbn("<solution><image>|q|</image></solution>"), "'q' is the sign of no colour"),
            (webpbn("<solution><image>|?|</image></solution>"), "no rows, and no goal"),
            (webpbn(clues("1", "1") + "<solution><image>|X.|</image></solution>"), "1x2 cells"),
            ("<puzzleset></puzzleset>", "holds no puzzle"),
            ("<puzzleset><puzzle>", "no element found"),
        ],
    )
    def test_refused(self, text: str, word: str) -> None:
        error = refused(text, kind="nonogram")
        assert word in error.message
        assert error.line == 1

    def test_place_of_an_error(self) -> None:
        error = refused(WEBPBN.replace("<count>5</count>", "<count>five</count>", 1))
        assert (error.line, error.column) == (21, 7)

    def test_too_many_runs(self) -> None:
        error = refused(f"\n{webpbn(clues('1 1', '1'))}")
        assert isinstance(error, BadClue)
        assert (error.line, error.column) == (2, 12)

    @pytest.mark.parametrize(
        "doctype",
        [
            '<!DOCTYPE p [<!ENTITY a "1">]>',
            '<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
            '<!DOCTYPE p [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x">%a;]>',
        ],
    )
    def test_entities_are_never_followed(self, doctype: str) -> None:
        text = f"{doctype}{webpbn('<title>&a;</title>' + clues('1', '1'))}"
        assert "entity declarations are not read" in str(refused(text))

    def test_unknown_entities_are_refused(self) -> None:
        assert "unknown entity 'nosuch'" in str(refused(webpbn("<title>&nosuch;</title>")))

    def test_billion_laughs(self) -> None:
        laughs = "".join(
            f'<!ENTITY l{at} "{f"&l{at - 1};" * 10 if at else "ha"}">' for at in range(10)
        )
        assert "entity" in str(refused(f"<!DOCTYPE p [{laughs}]><puzzleset>&l9;</puzzleset>"))

    def test_tails_of_many_are_found_in_one_pass(self) -> None:
        both = 2 * f"<puzzle>{clues('1', '1')}</puzzle>"
        text = f"<puzzleset>{both}<!-- {'<puzzle ' * 200_000} --></puzzleset>"
        assert [document.puzzle for document in read(text)] == [drawn("#"), drawn("#")]

    @pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1251", "KOI8-R", "UTF-16"])
    def test_declared_encodings(self, encoding: str) -> None:
        title = "Caf\u00e9" if encoding == "ISO-8859-1" else "\u041b\u043e\u0434\u043a\u0430"
        body = webpbn(f"<title>{title}</title>{clues('1', '1')}")
        text = f'<?xml version="1.0" encoding="{encoding}"?>\n{body}\n'
        document = one(text.encode(encoding))
        assert document.meta.title == title
        # What is written is UTF-8.
        written = dump(document, "webpbn")
        assert written == f'<?xml version="1.0"?>\n{body}\n'
        assert one(written.encode()).meta.title == title

    def test_declared_utf8_is_kept(self) -> None:
        text = f'<?xml version="1.0" encoding="UTF-8"?>\n{webpbn(clues("1", "1"))}\n'
        assert dump(one(text.encode()), "webpbn") == text

    def test_encodings_that_are_not_read(self) -> None:
        text = '<?xml version="1.0" encoding="Shift_JIS"?>' + webpbn("<title>\u30c6</title>")
        assert "'shift_jis' is not read" in str(refused(text.encode("shift_jis")))

    def test_blank_lines_above_the_declaration(self) -> None:
        text = f"\n \n<?xml version='1.0'?>\n{webpbn(clues('1', '1'))}"
        assert one(text).puzzle == drawn("#")
        assert refused(text.replace("<count>1<", "<count>x<", 1)).line == 4

    def test_entities_in_attributes(self) -> None:
        paint = '<color name="caf&eacute;" char="c">ff0000</color>'
        runs = clues("1:caf&eacute;", "1:caf\u00e9")
        start = '<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n'
        assert one(start + webpbn(paint + runs)).puzzle == drawn("#", palette=(RED,))
        error = refused(start + webpbn(paint.replace("eacute", "nosuch") + runs))
        assert "unknown entity 'nosuch'" in error.message
        assert error.line == 2

    def test_entities_in_comments_and_cdata_are_none(self) -> None:
        body = "<!-- &nosuch; --><title><![CDATA[&copy; &nosuch;]]></title>" + clues("1", "1")
        assert one(webpbn(body)).meta.title == "&copy; &nosuch;"

    def test_saved_positions_stay_beside_wrong_goals(self) -> None:
        goal = "<solution><image>|.X|</image></solution>"
        saved = '<solution type="saved"><image>|??|</image></solution>'
        document = one(webpbn(clues("1", "1/") + goal + saved))
        assert document.position == EMPTY
        assert "a saved position and a goal" in document.warnings[0]


class TestG:
    def test_meta(self) -> None:
        assert one(G).meta == Meta(title="A boat, from nowhere")

    @pytest.mark.parametrize("end", ["", "\n", "  \n", " \n\n \n"])
    def test_no_last_colon(self, end: str) -> None:
        document = one(f"Dots\n:\n1 1\n:\n1\n\n1{end}")
        assert document.puzzle == drawn("#.#")
        assert "no last line" in document.warnings[0]

    def test_exact(self) -> None:
        document = Document(puzzle=drawn("#.#", "..."), meta=Meta(title="Dots"))
        assert dump(document, "g") == "Dots\n: rows\n1 1\n\n: columns\n1\n\n1\n: end\n"

    def test_exact_colours(self) -> None:
        assert dump(FLAG, "g") == (
            f"#d\n   0:   {CREAM}  cream\n   r:r  {RED}  red\n   b:b  {BLUE}  blue\n"
            f"   l:l  {BLACK}  black\n"
            ": rows\n2r 2b\n1r 2b\n1l\n: columns\n2r\n1r 1l\n2b\n2b\n: end\n"
        )

    def test_exact_single_colour(self) -> None:
        text = dump(drawn("#", palette=(RED,)), "g")
        assert (
            text
            == f"#d\n   0:   #ffffff  white\n   1:X  {RED}  red\n: rows\n1\n: columns\n1\n: end\n"
        )

    def test_two_colours_with_a_default(self) -> None:
        document = one("x\n#d\n  m:%  blue   word\n  1:*  gray50\n:\n2 1m\n:\n1\n1\n1m\n:\n")
        assert document.puzzle == drawn("221", palette=(BLUE, "#7f7f7f"))

    def test_titles_that_look_like_the_format(self) -> None:
        document = Document(puzzle=drawn("#"), meta=Meta(title="#1: a dot"))
        assert one(dump(document, "g")).meta.title == "#1: a dot"

    def test_zero_and_blank(self) -> None:
        assert parse(":\n0\n1\n:\n1\n:\n") == parse(":\n\n1\n:\n1\n:\n") == drawn(".", "#")

    def test_no_end(self) -> None:
        document = one(":\n1\n:\n1\n\n\n")
        assert document.puzzle == drawn("#")
        assert "no last line" in document.warnings[0]

    def test_unknown_colour_name(self) -> None:
        document = one("#d\n1:* nosuch\n:\n1\n:\n1\n:\n")
        assert document.warnings == ("the colour 'nosuch' is unknown; one was chosen freely",)

    @each_case(
        ("text", "line", "word"),
        [
            ("a cat\n#Triddlers\n:\n1\n:\n1\n:\n", 2, "triddlers"),
            ("#t\n:\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:\n", 1, "triddlers"),
            ("#d\n t:/ black/orange\n:\n1t\n:\n1t\n:\n", 2, "two triangles"),
            ("#d\n t:/ black\\orange\n:\n1t\n:\n1t\n:\n", 2, "two triangles"),
            ("#d\n nonsense\n:\n1\n:\n1\n:\n", 2, "'nonsense' is not a colour"),
            ("#d\n r:r red\n r:r red\n:\n1r\n:\n1r\n:\n", 3, "'r' is taken"),
            ("#d\n 7:r red\n:\n1\n:\n1\n:\n", 2, "'7' is taken"),
            ("#d\n r:r red\n:\n1\n:\n1r\n:\n", 4, "this run has no colour"),
            ("#d\n r:r red\n:\n1r\n:\n1q\n:\n", 6, "'q' is the sign of no colour"),
            (":\n1a\n:\n1\n:\n", 2, "'a' is the sign of no colour"),
            (":\n/1\n:\n1\n:\n", 2, "'/1' is not a number"),
            (":\n1 0\n:\n1\n1\n:\n", 2, "at least 1"),
            (":\n1 1\n:\n1\n:\n", 2, "cannot hold so many runs"),
            (":\n99999999999\n:\n1\n:\n", 2, "11 digits"),
            (":\n1\n", None, "fewer than two"),
            (":\n:\n:\n", None, "at least one row"),
        ],
    )
    def test_refused(self, text: str, line: int | None, word: str) -> None:
        error = refused(text, format="g")
        assert word in error.message
        assert error.line == line

    def test_positions_are_left_out(self) -> None:
        assert one(dump(BOAT, "g", position=BOAT_ANSWER)).position == EMPTY


class TestLp:
    def test_exact(self) -> None:
        assert dump(drawn("#.#", "..."), "lp") == (
            "number_of_rows: 2\nnumber_of_columns: 3\n"
            "row_1\nnumber_of_clusters: 2\nsize(s): 1 1\n"
            "row_2\nnumber_of_clusters: 0\nsize(s):\n"
            "column_1\nnumber_of_clusters: 1\nsize(s): 1\n"
            "column_2\nnumber_of_clusters: 0\nsize(s):\n"
            "column_3\nnumber_of_clusters: 1\nsize(s): 1\n"
        )

    def test_any_order_and_layout(self) -> None:
        text = (
            "NUMBER_OF_ROWS : 1 number_of_columns:2 "
            "col_2 number_of_clusters: 0 size(s): 0 column_1 n: 1 s: 1 row_1: k: 1 w: 1"
        )
        assert parse(text) == drawn("#.")

    @each_case(
        ("old", "new", "line", "word"),
        [
            ("number_of_rows: 5", "number_of_rows: five", 1, "the number of rows"),
            ("number_of_rows: 5", "number_of_rows: -5", 1, "the number of rows"),
            ("number_of_rows: 5", "number_of_rows: 1000000000", 1, "10 digits"),
            ("number_of_rows: 5", "number_of_rows: 999999999", None, "too large"),
            ("row_2", "row_1", 7, "row 1 is given twice"),
            ("row_2", "row_9", 7, "no 'row_9'"),
            ("row_2", "row_0", 7, "no 'row_0'"),
            ("row_2", "line_2", 7, "not 'line_2'"),
            ("width(s): 3", "width(s): 0", 9, "at least 1"),
            ("width(s): 3", "width(s): ?", 9, "a size must be a whole number"),
            ("width(s): 3", "3", 9, "the word for the sizes of row 2"),
            ("number_of_tiles: 2", "number_of_tiles: 6", 25, "cannot hold 6 runs"),
            ("number_of_tiles: 2", "number_of_tiles: 1", 26, "the name of a row or column"),
        ],
    )
    def test_refused(self, old: str, new: str, line: int | None, word: str) -> None:
        error = refused(LP.replace(old, new, 1))
        assert word in error.message
        assert error.line == line

    def test_ends_too_early(self) -> None:
        assert "there is no clue for column 5" in str(refused(LP[: LP.index("column_5")]))
        assert "the file ends before" in str(refused(LP[:-3]))

    def test_other_files_of_this_name(self) -> None:
        error = refused("#const w = 10.\nrow_hint(1, 1, 1).\n", format="lp")
        assert "begins with number_of_rows" in str(error)


RAW = b"P4\n5 5\n\x20\x70\x20\xf8\x70"


class TestPbm:
    def test_exact(self) -> None:
        text = dump(BOAT, "pbm", position=BOAT_ANSWER)
        assert text == "P1\n5 5\n00100\n01110\n00100\n11111\n01110\n"

    def test_long_lines_are_broken(self) -> None:
        puzzle = drawn("#" * 71)
        text = dump(puzzle, "pbm", position=answer(puzzle, "#" * 71))
        assert text == f"P1\n71 1\n{'1' * 70}\n1\n"
        assert parse(text) == puzzle

    @pytest.mark.parametrize(
        "text",
        [
            "P1\n5 5\n0010001110001001111101110",
            "P1 5 5 00100 01110 00100 11111 01110",
            "P1\n#x\n5 # five\n5\n#1\n00100 #11\n01110\n00100\n11111\n01110\n#",
            "\nP1\r\n5\r\n5\r\n00100\r\n01110\r\n00100\r\n11111\r\n01110",
        ],
    )
    def test_digits(self, text: str) -> None:
        assert parse(text) == BOAT

    @pytest.mark.parametrize(
        "data",
        [
            RAW,
            RAW + b"\n",
            b"P4 5 5 " + RAW[7:],
            b"P4\n# a comment\n5 # and another\n5\n" + RAW[7:],
            b"P4\r5\r5\r" + RAW[7:],
            RAW[:7] + bytes(byte | 7 for byte in RAW[7:]),
        ],
    )
    def test_bits(self, data: bytes) -> None:
        document = one(data)
        assert (document.puzzle, document.position) == (BOAT, BOAT_ANSWER)
        assert dump(document, "pbm") == dump(BOAT, "pbm", position=BOAT_ANSWER)

    @pytest.mark.parametrize(
        "pixels",
        [b"\r\n", b"\n\r", b"\xc3\xa9", b"\xef\xbb\xbf", b"\xff\xfe", b"  ", b"\0\0", b"P4"],
    )
    def test_bytes_survive(self, pixels: bytes, tmp_path: Path) -> None:
        path = tmp_path / "bits.pbm"
        path.write_bytes(b"P4\n%d 1\n" % (8 * len(pixels)) + pixels)
        expected = "".join(f"{byte:08b}" for byte in pixels)
        for source in (path, path.read_bytes(), path.read_bytes().decode("latin-1")):
            (document,) = read(source)
            shaded = {fact.slot for fact in document.position}
            assert [Cell(0, at) in shaded for at in range(len(expected))] == [
                digit == "1" for digit in expected
            ]

    def test_several_images(self) -> None:
        text = f"{PBM}P1\n2 1\n10\n"
        assert [document.puzzle for document in read(text)] == [BOAT, drawn("#.")]
        assert [dump(document, "pbm") for document in read(text)] == [PBM, "P1\n2 1\n10\n"]
        documents = read(RAW + RAW)
        assert [document.puzzle for document in documents] == [BOAT, BOAT]

    def test_what_follows_is_a_warning(self) -> None:
        assert one(RAW + b"more").warnings == ("what follows the image is left out",)

    def test_finished_pictures_only(self) -> None:
        for position in (EMPTY, Position.parse("r1c3 shaded")):
            assert "give the solution" in unwritable(BOAT, "pbm", position)

    def test_notes_are_left_out(self) -> None:
        position = Position.of([*BOAT_ANSWER, Fact(Cell(0, 0), "shaded", False)])
        assert one(dump(BOAT, "pbm", position=position)).position == BOAT_ANSWER

    @each_case(
        ("data", "line", "word"),
        [
            ("P1\n5 5\n00100 01110", 3, "here are 10 pixels"),
            ("P1\n2 1\n111", 3, "here are 3 pixels"),
            ("P1\n2 2\n11\n1x", 4, "0 or 1, not 'x'"),
            ("P1\n2 2\n11\n12", 4, "0 or 1, not '2'"),
            ("P1\n0 5\n", 2, "at least one row"),
            ("P1\n-1 5\n1", 1, "begins with P1 or P4"),
            ("P1\n5\n", 1, "begins with P1 or P4"),
            ("P1\n1000000000 1\n1", 2, "10 digits"),
            ("P1\n1000000 1000000\n1", 2, "too large"),
            (b"P4\n999999999 999999999\n\xff", 2, "too large"),
            (RAW[:-1], None, "5 bytes of pixels, here are 4"),
            (RAW[:7], None, "here are 0"),
            ("P4\n8 1\n\u20ac", None, "read the file as bytes"),
            ("P3\n1 1\n1", 1, "begins with P1 or P4"),
        ],
    )
    def test_refused(self, data: str | bytes, line: int | None, word: str) -> None:
        error = refused(data, format="pbm")
        assert word in error.message
        assert error.line == line

    def test_text_that_begins_like_bits_stays_text(self) -> None:
        text = "P4 is the name of this\r\n:\r\n1\r\n:\r\n1\r\n:\r\n"
        assert one(text.encode()).puzzle == drawn("#")

    @pytest.mark.parametrize("white", [b"\n", b" \r\n", b"\n" * 5000])
    def test_blanks_in_front_of_bits(self, white: bytes) -> None:
        data = white + b"P4\n8 2\n\r\n"
        assert one(data).puzzle == drawn("....##.#", "....#.#.")
        assert one(data, format="pbm").puzzle == drawn("....##.#", "....#.#.")

    def test_what_is_not_white_for_bytes_is_not_skipped(self) -> None:
        refused(b"\xa0P4\n8 2\n\r\n")

    @pytest.mark.parametrize(
        "head", [b"P4\n5 5#comment\n", b"P4\n5 5\n# one\n#two\n", b"P4\n5 5# one\n#two\n"]
    )
    def test_comments_behind_the_sizes(self, head: bytes) -> None:
        document = one(head + RAW[7:])
        assert (document.puzzle, document.warnings) == (BOAT, ())
        assert [each.puzzle for each in read(RAW + head + RAW[7:] + RAW)] == [BOAT] * 3

    def test_bits_that_look_like_a_comment(self) -> None:
        assert one(b"P4\n8 2\n#\n").puzzle == drawn("..#...##", "....#.#.")

    def test_headers_with_line_ends_of_two_signs(self) -> None:
        document = one(b"P4\r\n5 5\r\n" + RAW[7:])
        assert (document.puzzle, len(document.warnings)) == (BOAT, 1)
        assert "two signs" in document.warnings[0]


class TestPaints:
    @each_case(
        ("text", "rgb"),
        [
            ("fff", "#ffffff"),
            ("#F80", "#ff8800"),
            ("FF8000", "#ff8000"),
            ("ffff80000000", "#ff8000"),
            ("Red", "#ff0000"),
            ("red3", "#cd0000"),
            ("light blue", "#add8e6"),
            ("gray0", "#000000"),
            ("grey100", "#ffffff"),
            ("gray101", None),
            ("ff", None),
            ("", None),
        ],
    )
    def test_names(self, text: str, rgb: str | None) -> None:
        assert rgb_of(text) == rgb


class TestUnusedColours:
    """Colours that nothing has do not make a puzzle coloured."""

    @pytest.mark.parametrize(
        "text",
        [
            "color b #0000ff\ncolor r #ff0000\nwidth 2\nheight 1\nrows\n2r\ncolumns\n1r\n1r\n",
            "#d\n0: white\nb:b #0000ff\nr:r #ff0000\n:\n2r\n:\n1r\n1r\n:\n",
            webpbn(
                '<color name="blue" char="b">00f</color><color name="red" char="r">f00</color>'
                + clues("2:red", "1:red/1:red")
            ),
        ],
    )
    def test_left_out(self, text: str) -> None:
        document = one(text)
        assert document.puzzle == drawn("##", palette=(RED,))
        assert not document.puzzle.is_coloured
        assert dump(document, document.format) == text

    def test_colours_of_pictures_are_used(self) -> None:
        text = dump(drawn("12", palette=(RED, BLUE)), "webpbn")
        text = text.replace('<count color="blue">1</count>', "")
        saved = '<solution type="saved"><image>|?b|</image></solution></puzzle>'
        document = one(text.replace("</puzzle>", saved))
        assert isinstance(document.puzzle, Nonogram)
        assert document.puzzle.palette == (RED, BLUE)
        assert document.position == Position.parse("r1c2 blue")

    @pytest.mark.parametrize("format", WITH_COLOURS)
    def test_order_stays(self, format: str) -> None:
        paints = ("#00ff00", BLUE, RED, BLACK)
        clue_of_row = (Run(1, 3), Run(1, 1))
        puzzle = Nonogram((clue_of_row,), tuple((run,) for run in clue_of_row), paints)
        expected = drawn("21", palette=(BLUE, BLACK))
        assert one(dump(puzzle, format), format=format).puzzle == expected


class TestDoubts:
    """Numbers that do not fit together are noticed in every format."""

    @pytest.mark.parametrize(
        "format", ["non", "webpbn", "g", "lp", "pattern", "puzzlink", "pzprv3"]
    )
    def test_totals(self, format: str) -> None:
        puzzle = Nonogram(((Run(2),), ()), ((Run(1),), ()))
        warning = "the rows ask for 2 shaded cells, the columns for 1"
        assert one(dump(puzzle, format), kind="nonogram", format=format).warnings == (warning,)

    @pytest.mark.parametrize("format", ["non", "webpbn", "puzzlink", "pzprv3"])
    def test_not_with_untold_lengths(self, format: str) -> None:
        puzzle = Nonogram(((Run(None),), ()), ((Run(1),), ()))
        assert not one(dump(puzzle, format), format=format).warnings

    @pytest.mark.parametrize("format", WITH_COLOURS)
    def test_each_colour_counts(self, format: str) -> None:
        rows = ((Run(2, 0), Run(1, 1)),)
        puzzle = Nonogram(rows, ((Run(1, 0),), (Run(1, 1),), (Run(1, 1),)), (RED, BLUE))
        warning = "the rows ask for 2 red cells, the columns for 1"
        assert one(dump(puzzle, format), format=format).warnings == (warning,)

    def test_runs_of_two_colours_may_touch(self) -> None:
        assert not one(dump(drawn("12", palette=(RED, BLUE)), "non")).warnings


# --- round trips -------------------------------------------------------------------------------

RGB = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def clue(draw: st.DrawFn, cells: int, colour_count: int, blots: bool) -> Clue:
    lengths = st.integers(1, 12) | st.none() if blots else st.integers(1, 12)
    runs = st.builds(Run, lengths, st.integers(0, colour_count - 1))
    return tuple(draw(st.lists(runs, max_size=cells)))


@st.composite
def puzzles(draw: st.DrawFn, most_colours: int, blots: bool) -> Nonogram:
    """Any puzzle, solvable or not."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    palette = draw(st.just((BLACK,)) | st.lists(RGB, min_size=1, max_size=most_colours).map(tuple))
    background = draw(st.just("#ffffff") | RGB) if most_colours > 1 else "#ffffff"
    if most_colours == 1:
        palette = (BLACK,)
    row_clues = [draw(clue(cols, len(palette), blots)) for _ in range(rows)]
    col_clues = [draw(clue(rows, len(palette), blots)) for _ in range(cols)]
    # Reading leaves out colours that nothing has.
    used = FileColours()
    used.palette = list(palette)
    rows_left, cols_left = used.leave_out_unused(row_clues, col_clues)
    return Nonogram(tuple(rows_left or ()), tuple(cols_left or ()), tuple(used.palette), background)


@st.composite
def positions(draw: st.DrawFn, puzzle: Nonogram) -> Position:
    """What a player may have written: a colour, or colours that a cell has not."""
    facts: list[Fact] = []
    for index in range(puzzle.rows * puzzle.cols):
        cell = Cell(*divmod(index, puzzle.cols))
        if draw(st.booleans()):
            facts.append(Fact(cell, draw(st.sampled_from(puzzle.values))))
        else:
            denied = draw(st.sets(st.sampled_from(puzzle.values)))
            facts += [Fact(cell, value, False) for value in denied]
    return Position.of(facts)


def round_trip(document: Document, format: str) -> Document:
    text = dump(document, format)
    (again,) = read(text, kind="nonogram", format=format)
    assert again.puzzle == document.puzzle
    assert dump(again, format) == text
    assert dump(replace(again, tail=""), format) == text
    return again


class TestRoundTrips:
    @settings(max_examples=60, deadline=None)
    @given(puzzles(4, blots=True), st.data(), NAMES, NAMES, NAMES)
    def test_webpbn_keeps_everything(
        self, puzzle: Nonogram, data: st.DataObject, title: str, author: str, source: str
    ) -> None:
        position = data.draw(positions(puzzle))
        meta = Meta(title, author, source)
        again = round_trip(Document(puzzle=puzzle, position=position, meta=meta), "webpbn")
        assert again.position == position

    @settings(max_examples=60, deadline=None)
    @given(puzzles(4, blots=True), st.data(), NAMES, NAMES, NAMES)
    def test_non_keeps_all_but_notes(
        self, puzzle: Nonogram, data: st.DataObject, title: str, author: str, source: str
    ) -> None:
        position = data.draw(positions(puzzle))
        meta = Meta(title, author, source)
        again = round_trip(Document(puzzle=puzzle, position=position, meta=meta), "non")
        assert again.position.facts <= position.facts
        assert {fact for fact in position if fact.holds} <= again.position.facts

    @settings(max_examples=60, deadline=None)
    @given(puzzles(4, blots=False), NAMES)
    @example(Nonogram(((),), ((),), (RED,)), "")
    def test_g(self, puzzle: Nonogram, title: str) -> None:
        round_trip(Document(puzzle=puzzle, meta=Meta(title)), "g")

    @settings(max_examples=60, deadline=None)
    @given(puzzles(1, blots=False))
    def test_lp(self, puzzle: Nonogram) -> None:
        round_trip(Document(puzzle=puzzle), "lp")

    @settings(max_examples=60, deadline=None)
    @given(st.integers(1, 20), st.data())
    def test_pictures(self, cols: int, data: st.DataObject) -> None:
        rows = data.draw(
            st.lists(st.text("#.", min_size=cols, max_size=cols), min_size=1, max_size=9)
        )
        puzzle = drawn(*rows)
        position = answer(puzzle, *rows)
        for name in WITH_PICTURES:
            document = Document(puzzle=puzzle, position=position)
            assert round_trip(document, name).position == position

    def test_fifty_two_colours(self) -> None:
        palette = tuple(f"#{at:06x}" for at in range(52))
        line = tuple(Run(1, at) for at in range(52))
        puzzle = Nonogram((line,), tuple((run,) for run in line), palette)
        for name in WITH_COLOURS:
            assert one(dump(puzzle, name)).puzzle == puzzle


def _examples() -> dict[str, str]:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    section = page.partition("## Nonogram files\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))


class TestPage:
    def test_every_format_has_an_example(self) -> None:
        assert set(_examples()) == {*FILES, "json"}

    def test_every_example_is_the_same_puzzle_and_written_so(self) -> None:
        rows = (".##.#", "##..#", "....#")
        puzzle = drawn(*rows)
        for name, text in _examples().items():
            document = one(text)
            assert (document.format, document.puzzle) == (name, puzzle)
            if name not in ("g", "lp"):
                assert document.position == answer(puzzle, *rows)
            assert dump(replace(document, tail=""), name).rstrip("\n") == text.rstrip("\n")

    def test_schema(self) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((ROOT / "docs" / "enpitsu.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        blot = Nonogram(((Run(None),),), ((Run(1),),), (RED,))
        for puzzle in (BOAT, FLAG, blot):
            validator.validate(json.loads(dump(puzzle, "json")))
        plain, coloured = (json.loads(dump(puzzle, "json"))["puzzle"] for puzzle in (BOAT, FLAG))
        for wrong in (
            plain | {"row_clues": [[0]]},
            plain | {"row_clues": []},
            plain | {"row_clues": [["x"]]},
            plain | {"row_clues": [[[1, 1]]]},
            plain | {"rows": 5},
            plain | {"background": "red"},
            {"row_clues": plain["row_clues"]},
            coloured | {"row_clues": [[1]]},
            coloured | {"row_clues": [[[1, 0]]]},
            coloured | {"row_clues": [[[1, 1, 1]]]},
            coloured | {"colours": []},
        ):
            data = {"enpitsu": 1, "kind": "nonogram", "puzzle": wrong}
            assert not validator.is_valid(data)
            refused(json.dumps(data))


class TestCommandLine:
    @pytest.mark.parametrize(("format", "suffix"), [("non", ".nonpack"), ("webpbn", ".xml")])
    def test_packs_are_written(self, format: str, suffix: str, tmp_path: Path) -> None:
        sources = []
        for name, text in (("a.non", NON), ("b.xml", WEBPBN), ("c.g", dump(FLAG, "g"))):
            (tmp_path / name).write_text(text, encoding="utf-8")
            sources.append(str(tmp_path / name))
        target = tmp_path / f"pack{suffix}"
        result = CliRunner().invoke(
            main, ["convert", *sources, "--to", format, "-o", str(target)], catch_exceptions=False
        )
        assert result.exit_code == 0
        documents = read(target)
        assert [document.puzzle for document in documents] == [BOAT, BOAT, FLAG]
        assert [document.position for document in documents] == [BOAT_ANSWER, BOAT_ANSWER, EMPTY]
        text = target.read_text("utf-8")
        assert ("license CC0-1.0" if format == "non" else "<id>#1 (v.1)</id>") in text

    def test_an_ending_means_the_format_of_the_kind(self, tmp_path: Path) -> None:
        for name, text in (("a.non", NON), ("b.url", "yajilin/5/4/a31l31e")):
            source, target = tmp_path / name, tmp_path / "out.xml"
            source.write_text(text, encoding="utf-8")
            arguments = ["convert", str(source), "-o", str(target)]
            assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
            assert read(target)[0].puzzle == read(source)[0].puzzle

    def test_pictures_need_a_solution(self, tmp_path: Path) -> None:
        source, target = tmp_path / "boat.lp", tmp_path / "boat.pbm"
        source.write_text(LP, encoding="utf-8")
        arguments = ["convert", str(source), "-o", str(target)]
        failed = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert (failed.exit_code, target.exists()) == (2, False)
        assert "give the solution" in failed.output
        CliRunner().invoke(main, [*arguments, "--solution"], catch_exceptions=False)
        assert read(target)[0].position == BOAT_ANSWER

    def test_wrong_goals_are_checked(self, tmp_path: Path) -> None:
        source = tmp_path / "boat.non"
        source.write_text(NON.replace('"0010', '"0110'), encoding="utf-8")
        result = CliRunner().invoke(main, ["check", str(source)], catch_exceptions=False)
        assert result.exit_code == 1
        assert "row 1" in result.output
        assert "row 2" not in result.output

    def test_pictures_in_one_file(self, tmp_path: Path) -> None:
        source, target = tmp_path / "pack.non", tmp_path / "all.pbm"
        source.write_text(f"{NON}====\n{NON}", encoding="utf-8")
        arguments = ["convert", str(source), "-o", str(target)]
        assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
        assert [document.position for document in read(target)] == [BOAT_ANSWER] * 2

    @pytest.mark.parametrize("format", ["mk", "nin", "cwd", "grid", "lp", "g", "pzprv3"])
    def test_several_results_are_not_run_together(self, format: str, tmp_path: Path) -> None:
        source = tmp_path / "pack.non"
        source.write_text(f"{NON}====\n{NON}", encoding="utf-8")
        arguments = ["convert", str(source), "--to", format]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "2 results do not make one text: name a folder with -o" in result.stderr

    def test_kinds_do_not_lend_each_other_codecs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each kind's own codec says how to pack; links of two kinds fit into one file."""
        asked: set[str | None] = set()

        def find(format: str, kind: str | None = None) -> Codec:
            asked.add(kind)
            return find_codec(format, kind)

        monkeypatch.setattr("enpitsu.cli.destinations.find_codec", find)
        sources = [tmp_path / "a.non", tmp_path / "b.url"]
        sources[0].write_text(NON, encoding="utf-8")
        sources[1].write_text("yajilin/5/4/a31l31e", encoding="utf-8")
        arguments = ["convert", *map(str, sources), "--to", "puzzlink"]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 0
        assert [document.puzzle.kind for document in read(result.stdout)] == ["nonogram", "yajilin"]
        assert asked == {"nonogram", "yajilin"}

    def test_formats_of_other_kinds(self, tmp_path: Path) -> None:
        source = tmp_path / "a.non"
        source.write_text(NON, encoding="utf-8")
        arguments = ["convert", str(source), "--to", "xml"]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 2
        assert "nonogram has no format 'xml', only puzzlink, pzprv3, non" in result.output


# --- hostile files -----------------------------------------------------------------------------

LONG = 300_000
SIZE = "width 5\nheight 5\n"
HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "non: lines": lambda: f"{SIZE}rows\n" + "\n" * LONG,
    "non: clues": lambda: f"{SIZE}rows\n" + "1\n" * LONG,
    "non: runs": lambda: f"{SIZE}rows\n" + "1," * LONG,
    "non: keys": lambda: SIZE + "key\n" * LONG,
    "non: pictures": lambda: SIZE + "saved 0\n" * LONG,
    "non: dividers": lambda: SIZE + "====\n" * LONG,
    "non: colours": lambda: (
        "".join(f"color {chr(0x4E00 + at)} #000\n" for at in range(5000)) + SIZE
    ),
    "non: letters": lambda: "width 5000\nheight 1\ngoal " + "".join(map(chr, range(20000, 25000))),
    "webpbn: puzzles": lambda: "<puzzleset>" + "<puzzle/>" * LONG + "</puzzleset>",
    "webpbn: lines": lambda: webpbn('<clues type="rows">' + "<line/>" * LONG + "</clues>"),
    "webpbn: depth": lambda: "<puzzleset>" + "<puzzle>" * LONG,
    "webpbn: rows": lambda: webpbn("<solution><image>" + "|" * LONG + "</image></solution>"),
    "webpbn: brackets": lambda: webpbn("<solution><image>|" + "[" * LONG + "|</image></solution>"),
    "webpbn: names": lambda: webpbn(clues(" ".join(f"1:c{at}" for at in range(5000)), "1")),
    "g: lines": lambda: ":\n" + "\n" * LONG + ":\n",
    "g: colons": lambda: ":\n" * LONG,
    "g: colours": lambda: "#d\n" + "r:r " + "r" * LONG + "\n:\n1\n:\n1\n:\n",
    "g: blanks": lambda: "#d\nr:" + " " * LONG + "\n:\n1\n:\n1\n:\n",
    "lp: words": lambda: "number_of_rows: 3 number_of_columns: 3 " + "row_1 " * LONG,
    "lp: lines": lambda: "number_of_rows: 1000000 number_of_columns: 1" + "\n" * LONG,
    "pbm: comments": lambda: "P1\n1000 1000\n" + "#\n" * LONG,
    "pbm: blanks": lambda: "P1\n1000 1000\n" + " " * LONG,
    "pbm: head": lambda: "P1\n" + "#\n" * LONG,
    "pbm: nul": lambda: b"P4\n" + bytes(LONG),
    "pbm: truncated": lambda: b"P4\n1000 1000\n" + b"\xff" * 100,
}


class TestHostile:
    @each_case("name", HOSTILE)
    def test_ends_with_a_format_error(self, name: str) -> None:
        refused(HOSTILE[name](), format=name.partition(":")[0])

    def test_pictures_have_room_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pictures, "MAX_PICTURES", 30)
        first, second = read(f"{NON}====\n{NON}")
        assert (len(first.position), second.position, second.puzzle) == (13, EMPTY, BOAT)
        assert "this one is left out" in second.warnings[0]
        two = WEBPBN.replace("<puzzle ", WEBPBN[WEBPBN.index("<puzzle ") : -14] + "<puzzle ", 1)
        first, second = read(two)
        assert (len(first.position), second.position, second.puzzle) == (13, EMPTY, BOAT)
        assert "this one is left out" in second.warnings[0]
        assert "pictures have more than" in str(refused(PBM + PBM))

    @settings(max_examples=150, deadline=None)
    @given(st.sampled_from(FILES), st.data())
    def test_damaged_files(self, format: str, data: st.DataObject) -> None:
        """Whatever is cut out or put in, the answer is a puzzle or a FormatError."""
        text = BOATS[format]
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        signs = st.text(
            st.sampled_from("0159?:#|[]<>&;/\\\"'=\n\t ,.xX") | st.characters(), max_size=6
        )
        try:
            documents = read(text[:start] + data.draw(signs) + text[end:], format=format)
        except FormatError:
            return
        for document in documents:
            dump(document, "json")

    @settings(max_examples=60, deadline=None)
    @given(st.binary(max_size=60))
    def test_bits_of_any_sort(self, data: bytes) -> None:
        try:
            documents = read(b"P4\n" + data)
        except FormatError:
            return
        assert documents
