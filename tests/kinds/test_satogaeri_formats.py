"""Satogaeri in every format: exact texts, loose spelling, what is refused, hostile input."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from enpitsu.cli import main
from enpitsu.errors import BadClue, FormatError
from enpitsu.formats import dump, formats, links, parse, parse_with_position, read
from enpitsu.formats.text import CellQuota
from enpitsu.grid import Cell, Edge, cells, edges_down, edges_right, parse_slot
from enpitsu.kind import Document, Meta
from enpitsu.kinds.satogaeri.model import Satogaeri, blank, from_borders
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.registry import kinds
from enpitsu.render import render
from tests.cases import each_case

ROOT = Path(__file__).parents[2]
FORMATS = ("puzzlink", "pzprv3", "pzl", "pencilbox", "kanpen", "json")
LINK = "https://puzz.link/p?satogaeri/"
KANPEN = "http://www.kanpen.net/satogaeri.html?problem="


def cell(name: str) -> Cell:
    """A cell by its name."""
    found = parse_slot(name)
    assert isinstance(found, Cell)
    return found


def board(*countries: str, **circles: int | None) -> Satogaeri:
    """A puzzle of rows such as "aab", and circles by cell: board("ab", r1c1=2, r1c2=None)."""
    labels = tuple(ord(sign) for row in countries for sign in row)
    placed = tuple((cell(name), number) for name, number in circles.items())
    return Satogaeri(len(countries), len(countries[0]), labels, placed)


def drawn(*borders: str, rows: int = 2, cols: int = 2, **circles: int | None) -> Satogaeri:
    """A puzzle of borders by name, stray or not."""
    edges = [found for found in map(parse_slot, borders) if isinstance(found, Edge)]
    return from_borders(
        rows, cols, edges, [(cell(name), number) for name, number in circles.items()]
    )


def error_of(text: str | Path, **options: str) -> FormatError:
    """The error that reading must end with."""
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    assert len(str(caught.value)) < 400
    return caught.value


def unwritable(puzzle: Satogaeri, format: str, position: Position = EMPTY) -> FormatError:
    """The error that writing must end with."""
    with pytest.raises(FormatError) as caught:
        dump(puzzle, format, position=position)
    return caught.value


def one(text: str, **options: str) -> Document:
    """The only puzzle of a text."""
    (document,) = read(text, **options)
    return document


SMALL = board("aab", "acb", r1c1=2, r2c2=None)
SMALL_LINE = Position.parse("r1c1-r1c2 line, r1c2-r1c3 line")
STRAY = drawn("r1c1-r1c2", r2c1=1)
"""A border that parts nothing."""
EXAMPLE = board("aabb", "aabb", "ccbb", "ccbb", r1c1=2, r3c1=1, r3c4=None)


class TestLink:
    def test_taken_apart(self) -> None:
        document = one(f"{LINK}4/4/94g1g02m1h.j")
        assert (document.puzzle, document.warnings) == (EXAMPLE, ())
        assert dump(document) == f"{LINK}4/4/94g1g02m1h.j"

    @each_case(
        ("puzzle", "body"),
        [
            (blank(1, 1), "1/1/g"),
            (board("a", r1c1=None), "1/1/./"),
            (board("a", r1c1=0), "1/1/0"),
            (board("ab"), "2/1/gh"),
            (board("a", "b"), "1/2/gh"),
            (board("abcdefg"), "7/1/vgm"),
            (board(*"abcdefg"), "1/7/vgm"),
            (SMALL, "3/2/e82i.g"),
            (STRAY, "2/2/g0h1g"),
            (drawn("r1c2-r2c2", "r2c1-r2c2", r1c1=None), "2/2/88.i"),
            (blank(4, 5), "5/4/0000000z"),
            (blank(3, 7), "7/3/0000000zg"),
        ],
    )
    def test_exact(self, puzzle: Satogaeri, body: str) -> None:
        assert dump(puzzle) == LINK + body
        document = one(LINK + body)
        assert (document.puzzle, document.format) == (puzzle, "puzzlink")
        assert document.warnings == ()

    @each_case(
        ("number", "code"),
        [
            (15, "f"),
            (16, "-10"),
            (255, "-ff"),
            (256, "+100"),
            (4095, "+fff"),
            (4096, "=000"),
            (8191, "=fff"),
            (8192, "@000"),
            (12239, "@fcf"),
            (12240, "*0000"),
            (77775, "*ffff"),
            (77776, "$00000"),
            (links.MAX_NUMBER, "$fffff"),
        ],
    )
    def test_numbers(self, number: int, code: str) -> None:
        puzzle = board("a", r1c1=number)
        assert dump(puzzle) == f"{LINK}1/1/{code}"
        assert parse(f"{LINK}1/1/{code}") == puzzle
        if code.startswith("@"):
            assert parse(f"{LINK}1/1/%25{code[1:]}") == puzzle

    @pytest.mark.parametrize(
        "text",
        [
            "satogaeri/3/2/e82i.g",
            "sato/3/2/e82i.g",
            "http://pzv.jp/p.html?sato/3/2/e82i.g/",
            "https://puzz.link/p?satogaeri_edit/3/2/E82I.G#x",
            "https://puzz.link/p?satogaeri//3/2/e8-02i.g",
            "satogaeri/3/2/e8+002hg%2Eg",
        ],
    )
    def test_spellings(self, text: str) -> None:
        document = one(text)
        assert (document.puzzle, document.warnings) == (SMALL, ())
        assert dump(document) == f"{LINK}3/2/e82i.g"

    def test_variant_and_flags_are_kept(self) -> None:
        link = f"{LINK}v:odd/q/3/2/e82i.g"
        document = one(link)
        assert len(document.warnings) == 2
        assert dump(document) == link

    @pytest.mark.parametrize("body", ["", "e", "e8", "e82", "e82i", "e82i."])
    def test_short_bodies(self, body: str) -> None:
        document = one(f"satogaeri/3/2/{body}")
        assert len(document.puzzle_as(Satogaeri).circles) == body.count("2") + body.count(".")
        said = ["ends early" in warning for warning in document.warnings]
        assert said == [True] * bool(body)

    @pytest.mark.parametrize("body", ["e82i.gg", "e82i.h", "e82i.g!", "f82i.g", "e92i.gé"])
    def test_long_bodies(self, body: str) -> None:
        document = one(f"satogaeri/3/2/{body}")
        assert document.puzzle_as(Satogaeri).circles == SMALL.circles
        assert document.warnings == (links.TOO_LONG,)

    def test_bits_that_are_no_borders(self) -> None:
        document = one("satogaeri/3/2/fv2i.g")
        assert document.puzzle_as(Satogaeri).circles == SMALL.circles
        assert document.warnings == (links.TOO_LONG,)
        assert one("satogaeri/2/2/00j").warnings == ()

    @each_case(
        ("body", "column"),
        [
            ("w82i.g", 15),
            ("ez2i.g", 16),
            ("e.2i.g", 16),
            ("e82i!g", 19),
            ("e82i.-1", 20),
            ("e8 2i.g", 17),
            ("e8/2i.g", 17),
            ("e8é", 17),
            ("e8٣", 17),
        ],
    )
    def test_strange_characters(self, body: str, column: int) -> None:
        error = error_of(f"satogaeri/3/2/{body}")
        assert (error.column, error.message[:22]) == (column, "no Satogaeri link has ")

    @each_case(
        "size", ["0/5", "5/0", "-1/5", "5/x", "٥/٥", "100001/1", "999999999/999999999", "9" * 99]
    )
    def test_sizes(self, size: str) -> None:
        error_of(f"{LINK}{size}/0")

    def test_largest_board(self) -> None:
        puzzle = parse("satogaeri/1000/100")
        assert (puzzle.rows, puzzle.cols) == (100, 1000)

    def test_too_large_a_number(self) -> None:
        error = unwritable(board("ab", r1c2=links.MAX_NUMBER + 1), "puzzlink")
        assert (error.cell, error.message) == ("r1c2", "a link cannot hold a number over 1126351")

    def test_other_kinds(self) -> None:
        assert "'heyabon', not satogaeri" in str(error_of("heyabon/2/2/00j", kind="satogaeri"))


FILE = "\n".join(
    [
        *("pzprv3", "satogaeri", "2", "3"),
        *("2 . . ", ". - . "),
        *("0 0 0 ", "0 16 0 "),
        *("0 1 ", "1 1 "),
        *("0 1 0 ",),
        *("1 1 ", "0 -1 "),
        *("0 0 0 ", ""),
    ]
)
FILE_POSITION = Position.parse(
    "r1c1-r1c2 line, r1c2-r1c3 line, r2c2-r2c3 not line, r2c2 home",
)


def marked(marks: str, lines: str, circles: str = "- . . . ") -> Document:
    """A row of four cells with these marks and lines."""
    return one(f"pzprv3/satogaeri/1/4/{circles}/{marks}/0 0 0 /{lines}/")


class TestFile:
    def test_exact(self) -> None:
        assert dump(SMALL, "pzprv3", position=FILE_POSITION) == FILE
        document = one(FILE)
        assert (document.puzzle, document.position) == (SMALL, FILE_POSITION)
        assert (document.warnings, document.tail) == ((), "")

    def test_strays_stay(self) -> None:
        text = "pzprv3/satogaeri/2/2/. . /1 . /0 0 /0 0 /1 /0 /0 0 /0 /0 /0 0 /".replace("/", "\n")
        assert dump(STRAY, "pzprv3") == text
        assert parse(text) == STRAY

    def test_old_name_and_slashes(self) -> None:
        text = FILE.replace("satogaeri", "sato").replace("\n", "/")
        assert dump(one(text), "pzprv3") == FILE

    def test_one_column_has_empty_lines(self) -> None:
        puzzle, position = board("a", "b", r1c1=1), Position.parse("r1c1-r2c1 line")
        text = "pzprv3\nsatogaeri\n2\n1\n1 \n. \n0 \n0 \n\n\n1 \n\n\n1 \n"
        assert dump(puzzle, "pzprv3", position=position) == text
        for spelled in (text, text.replace("\n", "/")):
            assert parse_with_position(spelled) == (puzzle, position)

    @each_case(
        ("marks", "lines", "circles", "homes"),
        [
            ("16 0 0 0", "0 0 0", "- . . .", "r1c1 home"),
            ("16 0 0 0", "1 1 0", "- . . .", "r1c3 home"),
            ("17 0 0 0", "1 0 0", "- . . .", "r1c2 home"),
            ("16 0 0 0", "0 0 0", "0 . . .", "r1c1 home"),
            ("16 0 0 0", "1 1 0", "2 . . .", "r1c3 home"),
            # A number that has not gone as far is not at home, whatever the player marks.
            ("16 0 0 0", "0 0 0", "2 . . .", ""),
            ("16 0 0 0", "1 0 0", "2 . . .", ""),
            # Lines that are no track, and marks that are none of a circle's.
            ("0 16 0 0", "1 1 0", ". - . .", ""),
            ("16 0 16 0", "1 1 0", "- . - .", ""),
            ("0 16 0 0", "0 1 0", "- . . .", ""),
            ("1 2 3 15", "0 0 0", "- . . .", ""),
            ("32 0 0 0", "0 0 0", "- . . .", ""),
            ("0016 . - 0", "0 0 0", "- . . .", "r1c1 home"),
        ],
    )
    def test_marks(self, marks: str, lines: str, circles: str, homes: str) -> None:
        document = marked(f"{marks} ", f"{lines} ", f"{circles} ")
        expected = set(Position.parse(homes))
        assert {fact for fact in document.position if fact.value == "home"} == expected
        text = f"pzprv3\nsatogaeri\n1\n4\n{circles} \n{marks} \n0 0 0 \n{lines} \n"
        assert dump(document, "pzprv3") == text

    def test_a_bent_track_has_no_home(self) -> None:
        text = FILE.replace("0 0 0 \n0 16 0", "16 0 0 \n0 0 0").replace(
            "\n1 1 \n0 -1", "\n1 0 \n0 0"
        )
        text = text.replace("0 0 0 \n", "0 1 0 \n").replace(". - .", ". . .").replace("2 .", "- .")
        assert "home" not in str(one(text).position)

    def test_other_marks_go_when_the_position_changes(self) -> None:
        document = marked("17 5 0 0 ", "0 0 0 ")
        assert "\n17 5 0 0 \n" in dump(document, "pzprv3")
        moved = dump(document, "pzprv3", position=Position.parse("r1c1-r1c2 line, r1c2 home"))
        assert "\n16 0 0 0 \n0 0 0 \n1 0 0 \n" in moved

    def test_homes_without_a_place_are_left_out(self) -> None:
        notes = Position.parse("r1c3 home, r2c2 not home, r2c3 home")
        assert dump(SMALL, "pzprv3", position=notes) == dump(SMALL, "pzprv3")

    def test_what_follows_is_kept(self) -> None:
        info = '\ninfo:{\n "metadata": {\n  "author": "A/B"\n }\n}'
        for tail in (info, "TrialData(1)\n" + FILE.split("\n", 4)[4], "history:{}"):
            for text in (FILE, FILE.replace("0 16 0", "3 16 5")):
                assert dump(one(text + tail), "pzprv3") == text + tail
        assert one(FILE + info).meta.author == "A/B"
        assert "broken" in one(FILE + "info:{").warnings[0]

    def test_sections_may_be_missing(self) -> None:
        lines = FILE.split("\n")
        for end in (6, 8):
            document = one("\n".join(lines[:end]))
            assert document.puzzle == replace(SMALL, countries=(0,) * 6)
            assert "ends before the last borders" in document.warnings[0]
        assert len(one("\n".join(lines[:10])).warnings) == 1
        document = one("\n".join(lines[:11]))
        assert (document.puzzle, document.warnings) == (SMALL, ())
        assert document.position == Position.parse("r2c2 home")

    def test_words_may_flow(self) -> None:
        text = FILE.replace("2 . . \n. - . ", "2 . . . \n- . ")
        assert parse_with_position(text) == (SMALL, FILE_POSITION)

    @each_case(
        ("text", "place"),
        [
            ("1/2", (None, None)),
            ("1/2/. x ", (5, 3)),
            ("1/2/. -2 ", (5, 3)),
            ("1/2/. 1.5 ", (5, 3)),
            ("1/2/. " + "9" * 1001, (5, 3)),
            ("1/2/. ", (5, None)),
            ("1/2/. . . ", (5, None)),
            ("1/2/. . /0 x ", (6, 3)),
            ("1/2/. . /0 -1 ", (6, 3)),
            ("1/2/. . /0 9999999999 ", (6, 3)),
            ("1/2/. . /0 0 /2 ", (7, 1)),
            ("1/2/. . /0 0 /-1 ", (7, 1)),
            ("1/2/. . /0 0 /0 /2 ", (8, 1)),
            ("1/2/. . /0 0 /0 /0 0 ", (8, None)),
            ("0/2/", (None, None)),
            ("x/2/", (3, 1)),
            ("400/400/", (None, None)),
        ],
    )
    def test_place_of_errors(self, text: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(f"pzprv3/satogaeri/{text}")
        assert (error.line, error.column) == place


PENCILBOX = "2\n3\n3\n0 0 1 \n0 2 1 \n2 . . \n. - . \n3 3 8 \n. 8 . \n"


class TestPencilbox:
    def test_exact(self) -> None:
        assert dump(SMALL, "pencilbox", position=SMALL_LINE) == PENCILBOX
        document = one(PENCILBOX)
        assert (document.puzzle, document.position) == (SMALL, SMALL_LINE)
        assert (document.format, document.warnings) == ("pencilbox", ())

    def test_without_a_position_nothing_is_concluded(self) -> None:
        text = PENCILBOX.replace("3 3 8 ", "8 . . ")
        assert dump(SMALL, "pencilbox") == text
        assert parse_with_position(text) == (SMALL, EMPTY)

    def test_every_way(self) -> None:
        puzzle = board("aaaaa", "aaaaa", "aaaaa", "aaaaa", r2c2=1, r2c4=1, r3c2=1, r3c4=1)
        position = Position.parse("r1c2-r2c2 line, r2c4-r2c5 line, r3c1-r3c2 line, r3c4-r4c4 line")
        text = dump(puzzle, "pencilbox", position=position)
        assert text.endswith("\n. 8 . . . \n. 0 . 3 8 \n8 1 . 2 . \n. . . 8 . \n")
        assert parse_with_position(text) == (puzzle, position)

    def test_a_track_may_bend(self) -> None:
        position = Position.parse("r1c1-r1c2 line, r1c2-r2c2 line")
        puzzle = board("ab", "ab", r1c1=2)
        text = dump(puzzle, "pencilbox", position=position)
        assert text.endswith("\n3 2 \n. 8 \n")
        assert parse_with_position(text) == (puzzle, position)

    @pytest.mark.parametrize(
        ("lines", "where"),
        [
            ("r2c1-r2c2 line", "r2c1"),
            ("r1c1-r1c2 line, r1c2-r1c3 line, r1c2-r2c2 line", "r1c1"),
            ("r1c1-r1c2 line, r1c2-r2c2 line, r2c1-r2c2 line, r1c1-r2c1 line", "r1c1"),
            ("r1c1-r1c2 line, r1c1-r2c1 line", "r1c1"),
            ("r1c1-r1c2 line, r1c2-r1c3 line, r1c3-r2c3 line", "r1c1"),
        ],
    )
    def test_lines_that_are_no_track(self, lines: str, where: str) -> None:
        puzzle = board("aab", "acb", r1c1=2, r2c3=None)
        error = unwritable(puzzle, "pencilbox", Position.parse(lines))
        assert "no circle's track" in error.message
        assert error.cell == where

    def test_notes_and_strays_are_left_out(self) -> None:
        notes = Position.parse("r1c1-r1c2 not line, r2c2 home, r1c1 not home")
        assert dump(SMALL, "pencilbox", position=notes) == dump(SMALL, "pencilbox")
        assert parse(dump(STRAY, "pencilbox")) == replace(STRAY, strays=frozenset())

    @pytest.mark.parametrize(
        "text",
        [
            PENCILBOX.replace("\n", "/"),
            PENCILBOX.replace(" \n", "\n"),
            PENCILBOX.replace(" ", "\t"),
            PENCILBOX.replace("\n", "\r\n"),
            "\n\n" + PENCILBOX.replace("3\n0 0", "3\n\n0 0").replace("2 .", "\n2 .") + "\n\n",
            PENCILBOX.replace("1", "17").replace("0 ", "5 "),
            PENCILBOX.replace("2 . .", "02 . ."),
        ],
    )
    def test_loose_spelling(self, text: str) -> None:
        document = one(text)
        assert (document.puzzle, document.position) == (SMALL, SMALL_LINE)
        assert (document.format, document.warnings) == ("pencilbox", ())

    def test_without_answer(self) -> None:
        assert parse_with_position(PENCILBOX[: PENCILBOX.index("3 3 8")]) == (SMALL, EMPTY)

    def test_wrong_number_of_areas(self) -> None:
        document = one(PENCILBOX.replace("2\n3\n3\n", "2\n3\n7\n"))
        assert document.puzzle == SMALL
        assert document.warnings == ("the text says 7 areas, the grid has 3; the grid counts",)

    def test_areas_in_pieces(self) -> None:
        document = one("1\n3\n2\n0 1 0 \n. . - \n")
        assert document.puzzle == board("abc", r1c3=None)
        assert document.warnings == ("the 2 areas are in 3 pieces; each piece is read as an area",)

    def test_cells_without_area(self) -> None:
        document = one("1\n4\n1\n. 0 . . \n. . - . \n")
        assert document.puzzle == board("abcc", r1c3=None)
        assert document.warnings == ("cells without area are read as areas of their own",)

    def test_what_follows(self) -> None:
        document = one(PENCILBOX + "more\n")
        assert document.warnings == ("what follows the answer is left out",)

    @each_case(
        ("text", "line", "word"),
        [
            ("2\n3\n3\n0 0 1\n0 2\n", 5, "3 entries a line"),
            ("2\n3\n3\n0 0 1\n", 5, "need 2 lines"),
            ("1\n3\n3\n0 0 x\n", 4, "an area's number"),
            ("1\n3\n3\n0 0 1\n", None, "ends before the circles"),
            ("1\n3\n3\n0 0 1\n. . o", 5, "a circle's number"),
            ("1\n3\n3\n0 0 1\n. . -1", 5, "a circle's number"),
            ("1\n3\n1\n0 0 0\n2 . .\n3 3", 6, "3 entries a line"),
            ("1\n3\n1\n0 0 0\n2 . .\n3 3 7", 6, "one of . 0 1 2 3 8, not '7'"),
            ("1\n3\n1\n0 0 0\n2 . .\n3 3 3", 6, "leads right out of the board"),
            ("1\n3\n1\n0 0 0\n2 . .\n0 . .", 6, "leads up out of the board"),
            ("1\n3\n", 3, "ends before the number of areas"),
            ("1\n3\n1\n", None, "ends before the areas"),
            ("x\n3\n1\n", 1, "the number of rows"),
            ("0\n3\n1\n0", None, "at least one row"),
            ("9999\n9999\n1\n0", None, "too large"),
        ],
    )
    def test_errors(self, text: str, line: int | None, word: str) -> None:
        error = error_of(text, format="pencilbox")
        assert error.line == line
        assert word in error.message


class TestKanpen:
    TEXT = KANPEN + "2/3/3/0_0_1_/0_2_1_/2_._._/._-_._//"

    def test_exact(self) -> None:
        assert dump(SMALL, "kanpen", position=SMALL_LINE) == self.TEXT
        document = one(self.TEXT)
        assert (document.puzzle, document.position) == (SMALL, EMPTY)
        assert (document.format, document.warnings) == ("kanpen", ())

    @pytest.mark.parametrize(
        "text",
        [
            "kanpen.net/satogaeri.html?problem=2/3/3/0_0_1/0_2_1/2_._./._-_.",
            "https://example.org:80/a/b/sato.html?problem=2/3/3/0_0_1_/0_2_1_/2_._._/._-_._/",
            "satogaeri.html?problem=2/3/3/0 0 1 /0 2 1 /2 . . /. - . /",
            "satogaeri.htm?problem=2%2F3/3/0%5f0_1_/0_2_1_/2_%2e_._/._-_._//#top",
            "http://www.kanpen.net/satogaeri.html?pzpr=/3/2/e82i.g",
            "http://www.kanpen.net/satogaeri.html?pzpr=3/2/e82i.g",
        ],
    )
    def test_spellings(self, text: str) -> None:
        document = one(f"  {text}\n")
        assert (document.puzzle, document.format, document.warnings) == (SMALL, "kanpen", ())

    def test_warnings(self) -> None:
        assert "the grid counts" in one(self.TEXT.replace("2/3/3", "2/3/2")).warnings[0]
        assert "what follows" in one(self.TEXT + "8_._._/._8_._/").warnings[0]
        assert "ends early" in one("satogaeri.html?pzpr=/3/2/e8").warnings[0]

    def test_strays_are_left_out(self) -> None:
        assert parse(dump(STRAY, "kanpen")) == replace(STRAY, strays=frozenset())

    def test_many(self) -> None:
        text = "\n".join([self.TEXT, "", dump(EXAMPLE, "kanpen"), ""])
        assert [document.puzzle for document in read(text)] == [SMALL, EXAMPLE]
        error = error_of(text + self.TEXT.replace("-", "x"))
        assert (error.line, error.column) == (4, len(KANPEN) + 30)

    @pytest.mark.parametrize(
        ("body", "column"),
        [
            ("x/3/", 1),
            ("2/y/", 3),
            ("2/3/3/0_0_q_/0_2_1_/", 11),
            ("2/3/3/0_0_1_/0_2_/", 14),
            ("2/3/3/0_0_1_/0_2_1_/2_._._/._*_._/", 30),
            ("", 1),
        ],
    )
    def test_place_of_errors(self, body: str, column: int) -> None:
        assert error_of(KANPEN + body).column == len(KANPEN) + column

    def test_errors_without_a_place(self) -> None:
        assert "too large" in error_of(KANPEN + "1000/1000/1/0").message
        assert "ends before the circles" in error_of(KANPEN + "1/1/1/0").message

    def test_errors_of_pzpr_links(self) -> None:
        text = "http://www.kanpen.net/satogaeri.html?pzpr=/3/2/e8!"
        assert error_of(text).column == len(text)

    def test_other_links(self) -> None:
        for text in (
            self.TEXT.replace("satogaeri", "nurikabe"),
            "satogaeri.html?q=1",
            "see " + LINK,
        ):
            assert "cannot tell" in error_of(text, kind="satogaeri").message
        assert "not a Kanpen link" in error_of(LINK + "1/1/0", format="kanpen").message


PZL = """satogaeri
+---+---+---+
| 2     |   |
+   +---+   +
|   | o |   |
+---+---+---+
"""


def edited(old: str, new: str) -> str:
    """The small drawing with something else in it."""
    assert PZL.count(old) >= 1
    return PZL.replace(old, new, 1)


class TestDrawing:
    def test_exact(self) -> None:
        assert dump(SMALL, "pzl") == PZL
        document = one(PZL)
        assert (document.puzzle, document.position, document.meta) == (SMALL, EMPTY, Meta())
        assert (document.format, document.warnings) == ("pzl", ())

    def test_everything(self) -> None:
        meta = Meta(title="A: b; // c", author="名", source="s", level="3")
        position = Position.parse("r1c1-r1c2 line, r1c2-r1c3 not line, r2c2 home, r1c1 not home")
        puzzle = drawn("r1c1-r1c2", "r1c2-r1c3", rows=1, cols=3, r1c1=12, r1c2=3, r1c3=None)
        text = (
            "satogaeri\ntitle: A: b; // c\nauthor: 名\nsource: s\nlevel: 3\n"
            "+----+----+----+\n| 12 | 3  | o  |\n+----+----+----+\n"
            "position: r1c1 not home, r1c1-r1c2 line\n"
        )
        kept = Position.of(fact for fact in position if str(fact)[:4] == "r1c1")
        document = Document(puzzle=puzzle, position=kept, meta=meta)
        assert dump(document, "pzl") == text
        again = one(text)
        assert (again.puzzle, again.position, again.meta) == (puzzle, kept, meta)

    def test_strays(self) -> None:
        text = "satogaeri\n+---+---+\n|   |   |\n+   +   +\n| 1     |\n+---+---+\n"
        assert dump(STRAY, "pzl") == text
        assert parse(text) == STRAY

    def test_long_positions_have_several_lines(self) -> None:
        puzzle = blank(9, 9)
        position = Position.of(Fact(at, "home") for at in cells(9, 9))
        text = dump(puzzle, "pzl", position=position)
        lines = [line for line in text.split("\n") if line.startswith("position: ")]
        assert len(lines) > 5
        assert all(len(line) <= 100 for line in lines)
        assert parse_with_position(text) == (puzzle, position)

    @each_case(
        "text",
        [
            PZL.replace("\n", "\r\n"),
            PZL.removeprefix("satogaeri\n"),
            PZL.upper().replace("O", "o"),
            PZL.rstrip("\n"),
            "\n; one\n  // two\n" + PZL.replace("\n", "\n\n;x\n"),
            PZL.replace("\n", "   \t\n"),
            PZL.replace("\n", "\n    "),
            PZL.replace("+---+---+---+\n", "+-+-+-+\n")
            .replace("| 2     |   |", "|2  | |")
            .replace("+   +---+   +", "+ +-+ +")
            .replace("|   | o |   |", "| |o| |"),
            PZL.replace("   ", "     ")
            .replace("---", "-----")
            .replace("2    ", "2      ")
            .replace("| o |", "|  o  |"),
            PZL.replace("|   |\n", "|\n"),
            edited("+   +---+   +", "|   +---+"),
            edited("+   +---+   +", "|   |---|   |"),
            edited("+   +---+   +", "     ---".replace("     ", "|   -", 1)),
            edited("|   | o |   |\n+---+---+---+\n", "|   | o |\n"),
            edited("|   | o |   |", "| . | # | · |"),
            edited(" o ", " O "),
            edited(" o ", "?  "),
            edited(" o ", "○  "),
            edited(" 2 ", " 02"),
        ],
        ids=range(19),
    )
    def test_loose_spelling(self, text: str) -> None:
        document = one(text)
        assert (document.puzzle, document.warnings, document.format) == (SMALL, (), "pzl")
        assert dump(document, "pzl") == PZL

    @pytest.mark.parametrize(
        "text",
        [
            """
            ┌───────┬───┐
            │ 2     │   │
            │   ┌───┤   │
            │   │ o │   │
            └───┴───┴───┘
            """,
            """
            ╔═══╤═══╦═══╗
            ║ 2 │   ║   ║
            ╟───╬═══╣───╢
            ║   ║ o ║   ║
            ╚═══╩═══╩═══╝
            """,
            """
            ┏━━━┯━━━┳━━━┓
            ┃ 2 ┆   ┃   ┃
            ┠┄┄┄╆━━━╉┄┄┄┨
            ┃   ┃ o ┃   ┃
            """,
            """
            ╭───────┬───╮
            │ ２    │   │
            │   ┌───┤   │
            │   │ o │   │
            ╰───┴───┴───╯
            """.replace("２   ", "2    "),
        ],
        ids=range(4),
    )
    def test_boxes_of_unicode(self, text: str) -> None:
        document = one(text)
        assert (document.puzzle, document.warnings) == (SMALL, ())

    def test_boxes_may_hide_columns(self) -> None:
        document = one("satogaeri\n┌───────┐\n│ 2     │\n└───────┘\n")
        assert document.puzzle == board("a", r1c1=2)
        assert document.warnings[0].startswith("read as 1 columns")
        assert one("+-------+\n|   2   |\n+-------+\n").warnings == ()

    def test_many(self) -> None:
        text = PZL + dump(Document(puzzle=EXAMPLE, meta=Meta(title="Second")), "pzl")
        documents = read(text)
        assert [document.puzzle for document in documents] == [SMALL, EXAMPLE]
        assert [document.meta.title for document in documents] == ["", "Second"]

    def test_unknown_keys(self) -> None:
        document = one(edited("\n", "\ntitel: x\nTitle: y\n"))
        assert document.meta.title == "y"
        assert document.warnings == ("unknown key 'titel' in line 2 is left out",)
        assert "too many unknown keys" in error_of(PZL + "a:\n" * 11).message

    @each_case(
        ("old", "new", "place", "word"),
        [
            (" o ", " x ", (5, 7), "not 'x'"),
            (" o ", "2 1", (5, 6), "not '2 1'"),
            (" 2     ", " 2   x ", (3, 7), "not 'x'"),
            ("| 2  ", "| 2 3", (3, 5), "a border is '|' or blank, not '3'"),
            ("| 2  ", "|1234", (3, 5), "not '4'"),
            (" o ", "\to ", (5, 6), "a tab"),
            ("+   +", "+ 3 +", (4, 3), "in a line of borders"),
            ("+---+   +", "+-- +   +", (4, 6), "in full or not at all, not as '-- '"),
            ("+---+   +", "+-.-+   +", (4, 7), "not '.'"),
            ("+---+   +", "+---x   +", (4, 9), "a corner is '+' or blank, not 'x'"),
            ("o |   |", "o |   |  7", (5, 14), "ends at column 13"),
            ("|   | o", " |   | o", (5, 2), "begins at column 1"),
            ("+---+---+---+\n| 2", "+---+--+---+\n| 2", (2, 5), "equally wide"),
            ("+---+---+---+\n| 2", "+-----------\n| 2", (2, 1), "must show its corners"),
            ("+---+---+---+\n| 2", "++++\n| 2", (2, 1), "must show its corners"),
            ("+---+---+---+\n", "", (2, 1), "begins with its upper side"),
            ("+   +---+   +\n", "", (4, 7), "in a line of borders"),
            ("| 2     |   |\n", "", (3, 1), "a line of cells is due"),
            ("+---+---+---+\n| 2", "+---+---+---+\n; 3\n| x", (4, 3), "not 'x'"),
            (" o ", " ２ ", (5, 7), "whole number, not '２'"),
            ("| 2  ", "| 1 x", (3, 5), "a border is"),
            ("satogaeri", "satogaeri!", (1, None), "neither a line of the drawing"),
            ("satogaeri", "satogaeri\ntitle: a\ntitle: b", (3, None), "given twice"),
            ("satogaeri", "satogaeri\nposition: r1c1", (2, None), "not a fact"),
            ("satogaeri", "satogaeri\nposition: r1c1-r3c3 line", (2, None), "not neighbours"),
        ],
    )
    def test_errors(self, old: str, new: str, place: tuple[int, int | None], word: str) -> None:
        error = error_of(edited(old, new), format="pzl")
        assert (error.line, error.column) == place
        assert word in error.message

    def test_no_drawing(self) -> None:
        assert error_of("satogaeri\ntitle: x\n").message == "there is no drawing of the board"
        assert error_of(f"{PZL}\nsatogaeri\n").line == 8
        assert "has no cells" in error_of("satogaeri\n+---+---+\n").message

    def test_positions_must_fit(self) -> None:
        assert error_of(PZL + "position: r9c9 home").cell == "r9c9"
        assert "both" in error_of(PZL + "position: r1c1 home\nposition: r1c1 not home").message
        assert "knows no fact" in error_of(PZL + "position: r1c1 shaded").message

    def test_long_numbers(self) -> None:
        puzzle = board("ab", r1c1=None, r1c2=999_999_999)
        assert parse(dump(puzzle, "pzl")) == puzzle
        assert unwritable(board("a", r1c1=10**9), "pzl").cell == "r1c1"
        assert "10 digits" in error_of("+------------+\n| 1234567890 |", format="pzl").message

    def test_files(self, tmp_path: Path) -> None:
        path = tmp_path / "small.pzl"
        path.write_text("title: without name\n" + PZL.partition("\n")[2], "utf-8")
        (document,) = read(path)
        assert (document.puzzle, document.meta.title) == (SMALL, "without name")
        path.write_text("nonsense", "utf-8")
        assert error_of(path).line == 1


class TestJson:
    def test_exact(self) -> None:
        assert dump(STRAY, "json") == (
            '{"enpitsu": 1, "kind": "satogaeri", "puzzle": {"rows": 2, "cols": 2, '
            '"countries": [[0, 0], [0, 0]], "circles": [{"cell": "r2c1", "number": 1}], '
            '"strays": ["r1c1-r1c2"]}}'
        )
        assert parse(dump(STRAY, "json")) == STRAY

    def test_any_labels(self) -> None:
        data = json.loads(dump(SMALL, "json"))
        data["puzzle"]["countries"] = [[7, 7, -1], [7, -1, 3]]
        assert parse(json.dumps(data)) == board("aab", "acd", r1c1=2, r2c2=None)

    @each_case(
        ("changes", "word"),
        [
            ({"rows": 3}, "3 rows"),
            ({"cols": 2}, "2 whole numbers"),
            ({"rows": "2"}, "whole numbers"),
            ({"rows": 10**6, "cols": 10**6}, "too large"),
            ({"countries": None}, "list of 2 rows"),
            ({"countries": [[0, 0, 1], [0, 0, "x"]]}, "must be whole"),
            ({"circles": [{"cell": "r1c1"}, {"cell": "r1c1"}]}, "two circles"),
            ({"circles": [{"cell": "r9c1"}]}, "outside"),
            ({"circles": [{"cell": "r1c1", "number": -1}]}, "negative"),
            ({"circles": [{"cell": "r1c1", "number": True}]}, "whole number"),
            ({"circles": [{"cell": "r1c1-r1c2"}]}, "in a cell"),
            ({"circles": [{"cell": "r1c1", "colour": 1}]}, "unknown key"),
            ({"strays": ["r1c1"]}, "between two cells"),
            ({"strays": ["r2c1-r3c1"]}, "outside"),
            ({"strays": [5]}, "not a border"),
            ({"stray": []}, "unknown key"),
        ],
    )
    def test_wrong_values(self, changes: dict[str, object], word: str) -> None:
        data = json.loads(dump(SMALL, "json"))
        data["puzzle"] |= changes
        error = error_of(json.dumps(data))
        assert word in error.message
        if "circles" in changes and "key" not in word:
            assert isinstance(error, BadClue)

    def test_schema(self) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((ROOT / "docs" / "enpitsu.schema.json").read_text("utf-8"))
        validator = jsonschema.Draft202012Validator(schema)
        for puzzle in (SMALL, STRAY, EXAMPLE, blank(1, 1)):
            validator.validate(json.loads(dump(puzzle, "json", position=EMPTY)))
        validator.validate(json.loads(dump(SMALL, "json", position=FILE_POSITION)))
        good = json.loads(dump(STRAY, "json"))["puzzle"]
        for wrong in (
            good | {"rows": 0},
            good | {"countries": []},
            good | {"countries": [[0, "x"], [0, 0]]},
            good | {"circles": [{"number": 1}]},
            good | {"circles": [{"cell": "r1c1", "number": -1}]},
            good | {"circles": [{"cell": "r1c1", "x": 1}]},
            good | {"strays": ["r1c1"]},
            good | {"more": 1},
            {"rows": 2, "cols": 2},
        ):
            data = {"enpitsu": 1, "kind": "satogaeri", "puzzle": wrong}
            assert not validator.is_valid(data)
            error_of(json.dumps(data))


class TestDetection:
    def test_names(self) -> None:
        assert tuple(formats("satogaeri")) == FORMATS

    @each_case("format", FORMATS)
    @each_case("puzzle", [SMALL, EXAMPLE, blank(1, 1), board("ab", r1c1=1)])
    def test_finds_what_it_wrote(self, puzzle: Satogaeri, format: str) -> None:
        document = one(dump(puzzle, format))
        assert (document.puzzle, document.format, document.warnings) == (puzzle, format, ())

    @pytest.mark.parametrize("format", ["puzzlink", "pzl", "kanpen", "json"])
    def test_packs(self, format: str) -> None:
        text = "\n".join(dump(puzzle, format).rstrip("\n") for puzzle in (SMALL, EXAMPLE))
        assert [document.puzzle for document in read(text)] == [SMALL, EXAMPLE]

    def test_no_other_text_is_taken(self) -> None:
        """The examples of every kind, in each of its formats, are left to it."""
        seen = 0
        for kind in kinds().values():
            documents = [one(path.read_text("utf-8")) for path in kind.examples.iterdir()]
            for document, name in product(documents, formats(kind.id)):
                with contextlib.suppress(FormatError):
                    text = dump(document, name)
                    # Grid text without any clue may be a board of one kind or another.
                    words, cells = text.split(), document.puzzle.rows * document.puzzle.cols
                    is_bare = name == "grid" and not set(words[2 : 2 + cells]) - {"-", "x"}
                    again = one(text)
                    # Numbers alone may be of several kinds: that is told.
                    is_told = any(kind.id in warning for warning in again.warnings)
                    assert again.puzzle.kind == kind.id or is_bare or is_told, text
                    assert "pencilbox" not in str(again.warnings), text
                    seen += 1
        assert seen > 100

    def test_pencilbox_beside_lists_of_numbers(self) -> None:
        """Two sizes and lines of numbers may also be clues of rows and columns."""
        text = "2\n2\n1\n1\n1\n1\n"
        assert one(text).puzzle.kind != "satogaeri"
        text = "2\n2\n1\n0 0\n0 0\n2 .\n. .\n"
        assert one(text).format == "pencilbox"
        # All numbers, no dots: the other reading has lines that cannot be.
        text = "2\n2\n4\n0 1\n2 3\n0 0\n0 0\n"
        document = one(text)
        assert document.puzzle == board("ab", "cd", r1c1=0, r1c2=0, r2c1=0, r2c2=0)

    def test_a_table_is_no_board(self) -> None:
        error = error_of("+----+----+\n| id | na |\n+----+----+\n")
        assert (error.line, error.column) == (2, 3)


@st.composite
def puzzles(draw: st.DrawFn, strays: bool = True) -> Satogaeri:
    """A small board with any borders and circles."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    edges = [*edges_right(rows, cols), *edges_down(rows, cols)]
    borders = draw(st.sets(st.sampled_from(edges))) if edges else set()
    numbers = st.none() | st.integers(0, 20) | st.integers(0, links.MAX_NUMBER)
    circles = draw(st.dictionaries(st.sampled_from(list(cells(rows, cols))), numbers))
    puzzle = from_borders(rows, cols, borders, circles.items())
    return puzzle if strays else replace(puzzle, strays=frozenset())


@st.composite
def positions(draw: st.DrawFn, puzzle: Satogaeri) -> Position:
    """Anything a player can write on a board."""
    rows, cols = puzzle.rows, puzzle.cols
    edges = [*edges_right(rows, cols), *edges_down(rows, cols)]
    lines = draw(st.dictionaries(st.sampled_from(edges), st.booleans())) if edges else {}
    homes = draw(st.dictionaries(st.sampled_from(list(cells(rows, cols))), st.booleans()))
    facts = [Fact(edge, "line", holds) for edge, holds in lines.items()]
    return Position.of(facts + [Fact(at, "home", holds) for at, holds in homes.items()])


class TestRandom:
    @settings(max_examples=300, deadline=None)
    @given(puzzles(), st.sampled_from(FORMATS))
    def test_puzzles(self, puzzle: Satogaeri, format: str) -> None:
        text = dump(puzzle, format)
        document = one(text)
        if format in ("pencilbox", "kanpen"):
            puzzle = replace(puzzle, strays=frozenset())
        assert (document.puzzle, document.format, document.warnings) == (puzzle, format, ())
        assert dump(document, format) == text

    @settings(max_examples=200, deadline=None)
    @given(st.data(), st.sampled_from(["pzl", "json"]))
    def test_whole_positions(self, data: st.DataObject, format: str) -> None:
        puzzle = data.draw(puzzles())
        position = data.draw(positions(puzzle))
        document = one(dump(puzzle, format, position=position))
        assert (document.puzzle, document.position) == (puzzle, position)

    @settings(max_examples=200, deadline=None)
    @given(st.data())
    def test_files(self, data: st.DataObject) -> None:
        puzzle = data.draw(puzzles())
        position = data.draw(positions(puzzle))
        text = dump(puzzle, "pzprv3", position=position)
        document = one(text)
        assert document.puzzle == puzzle
        edges = {fact for fact in position if fact.value == "line"}
        assert {fact for fact in document.position if fact.value == "line"} == edges
        homes = set(document.position) - edges
        assert homes <= set(position)
        assert dump(document, "pzprv3") == text

    @settings(max_examples=200, deadline=None)
    @given(st.data())
    def test_any_marks_stay(self, data: st.DataObject) -> None:
        """A file is written again word for word, whatever the player has marked."""
        puzzle = data.draw(puzzles())
        lines = dump(puzzle, "pzprv3", position=data.draw(positions(puzzle))).split("\n")
        marks = st.lists(st.integers(0, 63), min_size=puzzle.cols, max_size=puzzle.cols)
        for row in range(4 + puzzle.rows, 4 + 2 * puzzle.rows):
            lines[row] = "".join(f"{mark} " for mark in data.draw(marks))
        text = "\n".join(lines)
        assert dump(one(text), "pzprv3") == text

    @settings(max_examples=200, deadline=None)
    @given(st.data())
    def test_tracks(self, data: st.DataObject) -> None:
        puzzle = data.draw(puzzles(strays=False))
        position = Position.of(
            fact for fact in data.draw(positions(puzzle)) if fact.value == "line" and fact.holds
        )
        try:
            text = dump(puzzle, "pencilbox", position=position)
        except FormatError:
            assert unwritable(puzzle, "pencilbox", position).cell is not None
            return
        assert parse_with_position(text) == (puzzle, position)


SOURCES = [
    *(dump(puzzle, name) for puzzle in (SMALL, EXAMPLE, STRAY) for name in FORMATS),
    FILE,
    PENCILBOX,
    dump(SMALL, "pzl", position=FILE_POSITION),
    "satogaeri.html?pzpr=/3/2/e82i.g",
    "satogaeri\n┌───────┬───┐\n│ 2     │   │\n│   ┌───┤   │\n│   │ o │   │\n└───┴───┴───┘\n",
]
SIGNS = "0123456789abcdefgz.-+=@%*$/_ \n\t|o#┼─│:,;éx\ud800\x00"


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A good text with some characters changed, left out, put in or doubled."""
    text = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from([0, 1, 1, 2, 20])))
        new = draw(st.text(SIGNS, max_size=3) | st.just(text[at:end] * 2))
        text = text[:at] + new + text[end:]
    return text


class TestFuzz:
    @settings(max_examples=600, deadline=None)
    @given(broken(), st.sampled_from([None, *FORMATS]))
    def test_broken_texts(self, text: str, format: str | None) -> None:
        documents = []
        with contextlib.suppress(FormatError):
            documents = read(text, kind="satogaeri", format=format)
        for document, name in product(documents, FORMATS):
            with contextlib.suppress(FormatError):
                again = one(dump(document, name), kind="satogaeri", format=name).puzzle_as(
                    Satogaeri
                )
                puzzle = document.puzzle_as(Satogaeri)
                assert (again.circles, again.countries) == (puzzle.circles, puzzle.countries)

    @settings(max_examples=200, deadline=None)
    @given(st.text(SIGNS, max_size=60), st.sampled_from(FORMATS))
    def test_junk(self, text: str, format: str) -> None:
        starts = {
            "puzzlink": "satogaeri/3/3/",
            "pzprv3": "pzprv3/satogaeri/2/2/",
            "pzl": "satogaeri\n+---+---+\n",
            "pencilbox": "2\n2\n1\n",
            "kanpen": KANPEN + "2/2/",
        }
        with contextlib.suppress(FormatError):
            read(starts.get(format, "{") + text, kind="satogaeri", format=format)


MANY = 2**20


class TestHostile:
    @each_case(
        "text",
        [
            "satogaeri/99999/99999/0",
            "satogaeri/1000/100/" + "z" * MANY,
            "satogaeri/9/9/" + "9" * 5 * MANY,
            KANPEN + "/" * MANY,
            KANPEN + "_" * MANY,
            KANPEN + "9" * MANY,
            "satogaeri.html?problem=1/1/1/0/./\n" * 100_001,
            "2\n2\n1\n0 0\n" + "0 " * MANY,
            "2\n2\n1\n0 0\n" + "\n" * MANY,
            "99999\n99999\n1\n" + "0 " * 9999,
            "1\n1\n1\n0\n" + "9" * MANY,
            "pzprv3/satogaeri/9999/9999/" + ". " * 9999,
            "pzprv3/satogaeri/1000/100/",
            "pzprv3/satogaeri/2/2/" + ". " * MANY,
            "satogaeri\n" + "+" * 4 * MANY,
            "satogaeri\n" + "+-" * MANY,
            "satogaeri\n" + "┼─" * 500_000 + "\n│",
            "satogaeri\n" + ("┼" * 100_000 + "\n") * 20,
            "satogaeri\n+-+\n" + "| |\n" * 300_000,
            "satogaeri\n" + "+-+\n| |\n" * 100_001,
            "satogaeri\n" + "a:\n" * MANY,
            "satogaeri\n" * MANY,
            "satogaeri\n+-+\n| |\n+-+\nposition: " + "r1c1 home," * 500_000,
            "satogaeri\n+-+\n| |\n" + "position: r1c1 home\n" * 400_001,
            "satogaeri\n+-+\n" + "\n" * 8 * MANY,
            "satogaeri\n+-+\n|" + "9" * MANY + "|",
            '{"enpitsu": 1, "kind": "satogaeri", "puzzle": {"rows": 400, "cols": 400}}',
        ],
        ids=range(27),
    )
    def test_large_texts_are_refused(self, text: str) -> None:
        error_of(text, kind="satogaeri")

    def test_many_comments_and_blank_lines_are_no_matter(self) -> None:
        assert parse(PZL.replace("\n", "\n" * 100_000 + ";\n")) == SMALL

    @pytest.mark.parametrize("format", FORMATS)
    def test_long_boards(self, format: str) -> None:
        for puzzle in (board("ab" * 2000, r1c4000=7), board(*"ab" * 2000, r4000c1=None)):
            assert one(dump(puzzle, format)).puzzle == puzzle

    def test_a_number_of_many_digits(self) -> None:
        puzzle = board("ab", r1c2=10**1000 - 1)
        for name in ("pzprv3", "pencilbox", "kanpen", "json"):
            assert one(dump(puzzle, name)).puzzle == puzzle
        for name in ("puzzlink", "pzl"):
            assert unwritable(puzzle, name).cell == "r1c2"
            assert len(str(unwritable(puzzle, name))) < 100


class TestPage:
    def test_every_example_is_the_same_puzzle(self) -> None:
        page = (ROOT / "docs" / "formats.md").read_text("utf-8")
        section = page.partition("## Satogaeri\n")[2].partition("\n## ")[0]
        found = re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL)
        assert tuple(name for name, _ in found) == FORMATS
        documents = {name: one(text) for name, text in found}
        assert len({document.puzzle for document in documents.values()}) == 1
        for name, text in found:
            assert documents[name].format == name
            carried = EMPTY if name in ("puzzlink", "kanpen") else documents["json"].position
            assert documents[name].position == carried
            assert dump(documents[name], name).rstrip("\n") == text.rstrip("\n")


class TestCommandLine:
    def test_a_pack_of_drawings(self, tmp_path: Path) -> None:
        source, target = tmp_path / "links.url", tmp_path / "pack.pzl"
        source.write_text(f"{dump(SMALL)}\n{dump(EXAMPLE)}\n", "utf-8")
        result = CliRunner().invoke(main, ["convert", str(source), "-o", str(target)])
        assert result.exit_code == 0, result.output
        assert [document.puzzle for document in read(target)] == [SMALL, EXAMPLE]

    def test_endings(self, tmp_path: Path) -> None:
        for ending, name in (
            (".txt", "pzprv3"),
            (".pencilbox", "pencilbox"),
            (".url", "puzzlink"),
        ):
            target = tmp_path / f"one{ending}"
            result = CliRunner().invoke(main, ["convert", dump(SMALL), "-o", str(target)])
            assert result.exit_code == 0, result.output
            assert read(target)[0].format == name


@pytest.mark.parametrize("link", ["satogaeri/30/30", "kanpen.net/satogaeri.html?pzpr=30/30"])
def test_a_pack_of_short_links_to_large_boards_is_refused(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards and limit are a hundredth of the real ones, which take a minute to read."""
    quota = CellQuota()
    for line in range(1, 5_000_000 // 90_000 + 1):
        quota.add(300, 300, line=line)
    with pytest.raises(FormatError, match="5000000 cells together"):
        quota.add(300, 300, line=56)
    monkeypatch.setattr(sys.modules[CellQuota.__module__], "MAX_AREA", 50_000)
    with pytest.raises(FormatError, match="50000 cells together") as refused:
        read("\n".join([link] * 60))
    assert refused.value.line == 50_000 // 900 + 1


def test_a_forgotten_line_of_borders_is_told() -> None:
    """Not read as a board with fewer rows."""
    text = "+---+---+\n| o     |\n\n|       |\n\n|     1 |\n+---+---+\n"
    with pytest.raises(FormatError, match="a line of borders is due here") as refused:
        read(text)
    assert (refused.value.line, refused.value.column) == (4, 1)


def test_dots_at_corners_as_in_our_own_text_drawings() -> None:
    puzzle = from_borders(
        2, 3, [Edge(Cell(0, 0), Cell(0, 1)), Edge(Cell(0, 1), Cell(1, 1))], [(Cell(0, 0), None)]
    )
    drawn = str(render(puzzle, format="text"))
    assert "·" in drawn
    assert parse(drawn) == puzzle
