"""Nonogram's texts and links: exact texts, loose spelling, what could be several, hostile input."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enpitsu
from enpitsu.errors import FormatError, UnknownKind
from enpitsu.formats import dump, parse, parse_with_position, read
from enpitsu.grid import Cell, cells
from enpitsu.kind import Document, Meta
from enpitsu.kinds.nonogram.codecs.puzzlink import MAX_NUMBER
from enpitsu.kinds.nonogram.model import (
    MAX_LENGTH,
    Clue,
    Nonogram,
    Run,
    blank,
    from_picture,
)
from enpitsu.position import EMPTY, Fact, Position
from tests.cases import each_case
from tests.corpus import ROOT, load_corpus

TEXTS = ("grid", "nin", "mk", "cwd", "pattern")
"""Formats of plain numbers, any size."""
FORMATS = ("puzzlink", "pzprv3", *TEXTS)


def drawn(*rows: str) -> Nonogram:
    """The puzzle of a picture, # for shaded."""
    return from_picture([[0 if sign == "#" else None for sign in row] for row in rows])


def clue(*lengths: int | None) -> Clue:
    """A clue of these lengths, None where one is not told."""
    return tuple(map(Run, lengths))


def board(rows: Sequence[Clue], cols: Sequence[Clue], **colours: Any) -> Nonogram:
    """A puzzle of row and column clues."""
    return Nonogram(tuple(rows), tuple(cols), **colours)


def shaded(*rows: str) -> Position:
    """The position of a picture: # shaded, + marked as empty."""
    signs = {cell: rows[cell.row][cell.col] for cell in cells(len(rows), len(rows[0]))}
    marks = {"#": True, "+": False}
    facts = (Fact(cell, "shaded", marks[sign]) for cell, sign in signs.items() if sign in marks)
    return Position.of(facts)


def error_of(text: str | Path, **options: str) -> FormatError:
    """The error that reading must end with."""
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    assert len(str(caught.value)) < 500
    return caught.value


def unwritable(puzzle: Nonogram, format: str) -> str:
    """The message that writing must end with."""
    with pytest.raises(FormatError) as caught:
        dump(puzzle, format)
    return str(caught.value)


ROWS = (".##.#", "##..#", "....#")
SMALL = drawn(*ROWS)
"""Oblong, with an empty column: rows 2 1, 2 1, 1; columns 1, 2, 1, none, 3."""
SOLVED = shaded(*ROWS)
COLOURED = board([clue(1), ()], [clue(1), ()], palette=("#ff0000", "#0000ff"))
CENSORED = board([clue(None), ()], [clue(1), ()])


@pytest.mark.quick
class TestLinks:
    @each_case(
        ("puzzle", "body"),
        [
            (SMALL, "5/3/1g2g1i3g12g12g1h"),
            (drawn("#"), "1/1/11"),
            (drawn("."), "1/1/h"),
            (drawn("#.#"), "3/1/1g111"),
            (drawn("#", ".", "#"), "1/3/111g1"),
            (blank(4, 5), "5/4/zh"),
            (blank(4, 4), "4/4/v"),
            (board([clue(15)], [()]), "1/1/gf"),
            (board([clue(16)], [()]), "1/1/g-10"),
            (board([clue(255)], [()]), "1/1/g-ff"),
            (board([clue(256)], [()]), "1/1/g+100"),
            (board([clue(4095)], [()]), "1/1/g+fff"),
            (board([clue(4096)], [()]), "1/1/g=000"),
            (board([clue(8191)], [()]), "1/1/g=fff"),
            (board([clue(8192)], [()]), "1/1/g@000"),
            (board([clue(12239)], [()]), "1/1/g@fcf"),
            (board([clue(12240)], [()]), "1/1/g*0000"),
            (board([clue(77775)], [()]), "1/1/g*ffff"),
            (board([clue(77776)], [()]), "1/1/g$00000"),
            (board([clue(MAX_NUMBER)], [()]), "1/1/g$fffff"),
            (board([clue(None)], [clue(1)]), "1/1/1./"),
            (board([clue(2, None, 1)], [()] * 5), "5/1/k1.2"),
        ],
    )
    def test_exact(self, puzzle: Nonogram, body: str) -> None:
        link = f"https://puzz.link/p?nonogram/{body}"
        assert dump(puzzle) == link
        (document,) = read(link)
        assert (document.puzzle, document.format) == (puzzle, "puzzlink")

    @each_case(
        "text",
        [
            "http://pzv.jp/p.html?nonogram/5/3/1g2g1i3g12g12g1h",
            "https://pzprxs.vercel.app/p?nonogram_edit/5/3/1g2g1i3g12g12g1h",
            "nonogram/5/3/1g2g1i3g12g12g1h/",
            "nonogram/5/3/1G2G1I3G12G12G1H",
            "nonogram/5/3/1g2g1g0g3g12g12g1h",
            "nonogram/5/3/g1g21ghg31g2g12h1",
            "nonogram/5/3/1g2g1i-03g+001-02g12g1h",
            "nonogram/5/3/1g2g1i3g12g12g1",
        ],
    )
    def test_spellings(self, text: str) -> None:
        (document,) = read(text)
        assert (document.puzzle, document.warnings) == (SMALL, ())

    def test_variant_and_flags_are_kept(self) -> None:
        link = "https://puzz.link/p?nonogram/v:odd/q/1/1/11"
        (document,) = read(link)
        assert len(document.warnings) == 2
        assert dump(document) == link

    def test_short_body_is_a_warning(self) -> None:
        (document,) = read("nonogram/5/3/1g2g1i3g12g")
        assert document.puzzle == board([clue(2, 1), (), ()], SMALL.col_clues)
        assert "ends early" in document.warnings[0]
        assert read("nonogram/5/3")[0].puzzle == blank(3, 5)

    def test_long_body_is_a_warning(self) -> None:
        for body in ("1/1/11g", "1/1/111", "1/1/1h", "1/1/11!"):
            assert "more than the board" in read(f"nonogram/{body}")[0].warnings[0]

    def test_much_is_missing(self) -> None:
        assert "999981 rows and columns are missing" in str(error_of("nonogram/1000000/1/z"))

    @pytest.mark.parametrize(
        ("body", "column"), [("2/2/1!", 15), ("2/2/-1", 14), ("2/2/1+10", 15), ("2/2/1 1", 15)]
    )
    def test_unknown_characters(self, body: str, column: int) -> None:
        assert error_of(f"nonogram/{body}").column == column

    @pytest.mark.parametrize("size", ["0/5", "-1/5", "5/x", "999999999/1", "١/١"])
    def test_wrong_sizes(self, size: str) -> None:
        error_of(f"https://puzz.link/p?nonogram/{size}/1")

    def test_zero_stands_alone(self) -> None:
        assert "stands alone" in str(error_of("nonogram/3/3/10"))

    def test_relatives_are_other_puzzles(self) -> None:
        assert isinstance(error_of("coral/5/5/z"), UnknownKind)

    def test_what_a_link_cannot_hold(self) -> None:
        too_many = board([()], [()] * 4, palette=("#000000",))
        too_many = board([clue(1, 1, 1)], too_many.col_clues)
        assert "room for 2 runs in row 1, not for 3" in unwritable(too_many, "puzzlink")
        assert "over" in unwritable(board([clue(MAX_NUMBER + 1)], [()]), "puzzlink")
        assert "several colours" in unwritable(COLOURED, "puzzlink")

    def test_many(self) -> None:
        text = "\n".join([dump(SMALL), dump(drawn("#")), "yajilin/2/2/a10"])
        kinds = [document.puzzle.kind for document in read(text)]
        assert kinds == ["nonogram", "nonogram", "yajilin"]


FILE = "\n".join(
    [
        *("pzprv3", "nonogram", "3", "5"),
        ". . . . . . . . ",
        ". . . 1 2 1 . 3 ",
        ". 2 1 + # # . # ",
        ". 2 1 . . . . # ",
        ". . 1 . . . . . ",
        "",
    ]
)
MARKS = shaded("+##.#", "....#", ".....")


@pytest.mark.quick
class TestFile:
    def test_exact(self) -> None:
        assert dump(SMALL, "pzprv3", position=MARKS) == FILE
        (document,) = read(FILE)
        assert (document.puzzle, document.position, document.warnings) == (SMALL, MARKS, ())

    def test_spellings(self) -> None:
        numbers = FILE.replace(". . . 1 2 1 . 3 ", "7 . . 1 2 . 0 . ")
        numbers = numbers.replace(". . . . . . . . ", ". . . . . 1 . 3 ", 1)
        for text in (FILE.replace("\n", "/"), numbers.replace(". 2 1 + ", "2 . 1 + ")):
            assert parse_with_position(text) == (SMALL, MARKS)

    def test_unknown_numbers(self) -> None:
        text = "pzprv3\nnonogram\n1\n3\n. . -2 . 1 \n12 -2 . . . \n"
        puzzle = board([clue(12, None)], [clue(None), (), clue(1)])
        assert dump(puzzle, "pzprv3") == text
        assert parse(text) == puzzle

    def test_struck_numbers_stay_with_the_position(self) -> None:
        struck = FILE.replace(". 2 1 +", ". c2 1 +").replace("1 . 3 ", "1 . c3 ")
        for text in (struck, struck + '\nhistory:{"type":"pzpr"}'):
            (document,) = read(text)
            assert (document.puzzle, document.position, document.warnings) == (SMALL, MARKS, ())
            assert dump(document, "pzprv3") == text
            assert dump(document, "pzprv3", position=EMPTY) == dump(SMALL, "pzprv3")

    def test_tails_and_metadata(self) -> None:
        tail = '\ninfo:{\n "metadata": {\n  "author": "A"\n }\n}'
        (document,) = read(FILE + tail)
        assert document.meta == Meta(author="A")
        assert dump(document, "pzprv3") == FILE + tail
        assert dump(Document(puzzle=SMALL, position=MARKS, meta=Meta(author="A")), "pzprv3") == (
            FILE + tail
        )

    @each_case(
        ("body", "place"),
        [
            ("1/1/", (None, None)),
            ("1/1/. 1 /1 q /", (6, 3)),
            ("1/1/. -1 /1 . /", (5, 3)),
            ("1/1/. c /1 . /", (5, 3)),
            ("1/1/. 1 /1 . . /", (6, None)),
            ("1/1/. 1 /", (6, None)),
            ("1/3/. . 1 . . /0 1 . . . /", (6, None)),
            ("1/1/. 9999999999 /1 . /", (5, 3)),
        ],
    )
    def test_place_of_errors(self, body: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(f"pzprv3/nonogram/{body}")
        assert (error.line, error.column) == place

    def test_what_a_file_cannot_hold(self) -> None:
        assert "room for 1 runs" in unwritable(board([clue(1, 1)], [()] * 2), "pzprv3")
        assert "several colours" in unwritable(COLOURED, "pzprv3")
        assert "too large" in str(error_of("pzprv3/nonogram/999999999/999999999/"))


GRID = "3 5\n1\n2\n1\n0\n3\n2 1\n2 1\n1"
PICTURE = "3 5\n- x x - x\nx x - - x\n- - - - x"


@pytest.mark.quick
class TestGrid:
    def test_exact(self) -> None:
        assert dump(SMALL, "grid") == GRID
        assert dump(SMALL, "grid", position=SOLVED) == f"{GRID}\n\n{PICTURE}"
        (document,) = read(f"{GRID}\n\n{PICTURE}")
        assert (document.puzzle, document.position) == (SMALL, SOLVED)
        assert (document.format, document.warnings) == ("grid", ())

    def test_negative_numbers_are_no_picture(self) -> None:
        with pytest.raises(FormatError, match="must be a whole number, not '-1'"):
            read("1 2\n1\n-1\n1\n", format="grid", kind="nonogram")

    def test_marks_of_empty_cells_are_left_out(self) -> None:
        text = dump(SMALL, "grid", position=MARKS)
        assert parse_with_position(text) == (SMALL, shaded(".##.#", "....#", "....."))
        assert dump(SMALL, "grid", position=shaded("+....", ".....", ".....")) == GRID

    @pytest.mark.parametrize(
        "text",
        [
            f"{GRID}\n{PICTURE}\n",
            f"\n\n{GRID}\n\n\n{PICTURE.upper()}\n\n",
            f"{GRID}\n[solution]\n{PICTURE}\n[end]\nanything",
            f"{GRID}\n{PICTURE[4:]}",
            f"{GRID}\n\n[Solution]\n{PICTURE[4:]}",
            f"{GRID}\n\n{PICTURE}".replace("\n0\n", "\n\n"),
            f"{GRID}\n\n{PICTURE}".replace("3\n2 1", "3\n\n2,1").replace("\n", "\r\n"),
        ],
    )
    def test_spellings(self, text: str) -> None:
        (document,) = read(text)
        assert (document.puzzle, document.position) == (SMALL, SOLVED)
        assert document.warnings == ()

    @each_case(
        ("text", "place"),
        [
            (GRID + "\n1", (10, None)),
            (GRID[:-2], (8, None)),
            (GRID.replace("2 1", "2 q", 1), (7, 3)),
            (GRID.replace("2 1", "2 ٣", 1), (7, 3)),
            (GRID.replace("2 1", "2 -1", 1), (7, 3)),
            (GRID.replace("2 1", "2 0", 1), (7, None)),
            (GRID.replace("2 1", "2 1\0", 1), (7, 3)),
            (GRID.replace("2 1", f"2 {'9' * 5000}", 1), (7, 3)),
            (GRID.replace("2 1", f"2 {MAX_LENGTH + 1}", 1), (7, 3)),
            (GRID.replace("2 1", "1 1 1 1 1 1", 1), (7, None)),
            (f"{GRID}\n\n{PICTURE}\n- - - - -", (15, None)),
            (f"{GRID}\n\n{PICTURE[:-10]}", (13, None)),
            (f"{GRID}\n\n{PICTURE} x", (14, 11)),
            (f"{GRID}\n\n{PICTURE[:-1]}y", (14, 9)),
        ],
    )
    def test_place_of_errors(self, text: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(text, kind="nonogram")
        assert (error.line, error.column) == place

    @pytest.mark.parametrize("size", ["0 5", "5 0", "999999999 999999999", f"{10**12} 1"])
    def test_wrong_sizes(self, size: str) -> None:
        error_of(GRID.replace("3 5", size))

    def test_told_apart_from_the_other_kind(self) -> None:
        assert read("2 2\n1w -\n- 2")[0].puzzle.kind == "yajilin"
        assert read("2 2\n- -\n- -")[0].puzzle.kind == "yajilin"
        assert read("2 2\n1 2\n- -")[0].puzzle.kind == "slitherlink"
        assert read("1 1\n1\n1\n\n1 1\nx")[0].puzzle == drawn("#")


TEXT = {
    "grid": GRID,
    "nin": "5 3\n2 1\n2 1\n1\n1\n2\n1\n0\n3\n",
    "mk": "3 5\n2 1\n2 1\n1\n#\n1\n2\n1\n0\n3\n",
    "cwd": "3\n5\n2 1\n2 1\n1\n\n1\n2\n1\n0\n3\n",
    "pattern": "5x3:1/2/1//3/2.1/2.1/1",
}


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.quick
class TestNumbers:
    def test_exact(self, format: str) -> None:
        assert dump(SMALL, format) == TEXT[format]
        (document,) = read(TEXT[format], format=format)
        assert (document.puzzle, document.format, document.warnings) == (SMALL, format, ())

    def test_found_by_the_ending(self, format: str, tmp_path: Path) -> None:
        path = tmp_path / f"Small.{format.upper()}"
        path.write_text(TEXT[format])
        (document,) = read(path)
        assert (document.puzzle, document.format) == (SMALL, format)

    def test_loose_spelling(self, format: str) -> None:
        if format == "pattern":
            texts = [f"\n {TEXT[format]} \n", f"https://x.example/pattern.html#{TEXT[format]}"]
            texts.append(TEXT[format].replace("//", "/0/"))
        else:
            text = TEXT[format]
            texts = [f"\n\n{text}\n\n", text.replace("2 1", " 2,\t1 ")]
            texts += [text.replace("\n0\n", "\n\n"), text.replace("2 1\n1\n", "2 1\n\n1\n")]
        for text in texts:
            assert parse(text, format=format, kind="nonogram") == SMALL

    def test_what_it_cannot_hold(self, format: str) -> None:
        assert "several colours" in unwritable(COLOURED, format)
        assert "untold length, as in row 1" in unwritable(CENSORED, format)

    def test_one_other_colour_is_written_without_its_shade(self, format: str) -> None:
        red = board(SMALL.row_clues, SMALL.col_clues, palette=("#ff0000",), background="#00ff00")
        assert dump(red, format) == TEXT[format]

    def test_totals_that_differ_are_a_warning(self, format: str) -> None:
        if format == "pattern":
            return
        (document,) = read(dump(board([clue(2), ()], [clue(1), ()]), format), format=format)
        assert document.warnings == ("the rows ask for 2 shaded cells, the columns for 1",)
        (document,) = read(dump(board([clue(2)], [clue(2)]), format), format=format)
        assert document.warnings == ("row 1 has no room for its runs",)


@pytest.mark.quick
class TestMk:
    def test_sizes_the_wrong_way_round(self) -> None:
        (document,) = read(TEXT["mk"].replace("3 5", "5 3"))
        assert document.puzzle == SMALL
        assert "other way round" in document.warnings[0]

    def test_comments_at_the_end(self) -> None:
        assert parse(TEXT["mk"].replace("#", "# columns") + "#\n# drawn by hand\n") == SMALL
        assert error_of(TEXT["mk"] + "#\n1\n").line == 12

    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [("1\n#", "#", 3), ("#\n1", "#", 9), ("#", "1\n#", 5), ("0\n3", "0\n3\n3", 11)],
    )
    def test_wrong_number_of_lines(self, old: str, new: str, line: int) -> None:
        error = error_of(TEXT["mk"].replace(old, new), kind="nonogram")
        assert (error.line, "are needed" in str(error)) == (line, True)

    def test_blank_lines_are_empty_clues(self) -> None:
        assert parse("2 2\n\n1\n#\n1\n\n") == drawn("..", "#.")
        assert parse("2 2\n1\n\n#\n\n1\n") == drawn(".#", "..")


@pytest.mark.quick
class TestCwd:
    def test_blank_lines_are_empty_clues(self) -> None:
        assert parse("2\n2\n1\n\n\n\n1\n") == drawn(".#", "..")
        assert parse("1\n3\n\n\n\n\n\n", format="cwd") == blank(1, 3)

    def test_other_lists_of_numbers(self) -> None:
        assert "lines of clues are needed" in str(error_of("3\n4\n5\n6\n"))
        assert "two sizes" in str(error_of("3\n4 5\n5\n6\n", format="cwd"))


@pytest.mark.quick
class TestPattern:
    def test_given_cells_are_a_position(self) -> None:
        text = "5x3:1/2/1//3/2.1/2.1/1,aBCj"
        (document,) = read(text)
        assert document.position == shaded("+.#..", "#....", ".....")
        assert document.warnings == (
            "the game gives 3 cells; they are read as a position, not as clues",
        )
        assert dump(document, "pattern") == text

    @pytest.mark.parametrize("size", [1, 24, 25, 26, 49, 50, 51])
    def test_long_skips(self, size: int) -> None:
        puzzle = blank(1, size)
        for place in (0, size - 1):
            position = Position.of([Fact(Cell(0, place), "shaded", False)])
            assert parse_with_position(dump(puzzle, "pattern", position=position)) == (
                puzzle,
                position,
            )

    def test_original_letters(self) -> None:
        skips = Position.of([Fact(Cell(0, 25), "shaded"), Fact(Cell(0, 50), "shaded", False)])
        text = dump(blank(1, 60), "pattern", position=skips)
        assert text.endswith("/,zAyj")

    def test_square_without_height(self) -> None:
        assert parse("2:1/1/1/1") == board([clue(1)] * 2, [clue(1)] * 2)

    def test_random_seeds_are_refused(self) -> None:
        assert "only a random seed" in str(error_of("15x15#123456789"))

    def test_many(self) -> None:
        text = f"{TEXT['pattern']}\n\n1x1:1/1\n"
        assert [document.puzzle for document in read(text)] == [SMALL, drawn("#")]
        assert error_of(text + "1x1:1/1/1\n").line == 4

    @each_case(
        ("text", "place"),
        [
            ("2x1:1/1", (1, None)),
            ("2x1:1/1/1/1", (1, None)),
            ("2x1:1/1./1", (1, 7)),
            ("2x1:1/1..1/1", (1, 7)),
            ("2x1:1/1/1.0", (1, 9)),
            ("2x1:1/1/1.1.1", (1, 9)),
            ("2x1:1/1/9999999999", (1, 9)),
            ("2x1:1/1/1,a", (1, None)),
            ("2x1:1/1/1,aaa", (1, 13)),
            ("2x1:1/1/1,d", (1, None)),
            ("2x1:1/1/1,a1", (1, 12)),
            ("2x1:1/1/x", (1, 9)),
            ("0x1:1", (None, None)),
            ("999999999x999999999:1", (None, None)),
            ("99999999999x1:1", (1, None)),
        ],
    )
    def test_errors(self, text: str, place: tuple[int | None, int | None]) -> None:
        error = error_of(text, format="pattern")
        assert (error.line, error.column) == place


SQUARE = drawn("##.", "..#", "...")
BATCH = "$7\n1\n1\n1\n2\n1\n0\n"


@pytest.mark.quick
class TestTaai:
    def test_exact(self) -> None:
        text = "$1\n2\t1\n" + "0\n" * 3 + "1\n" * 2 + "0\n1\n"
        puzzle = drawn("#...", "#...", "....", "#...")
        assert dump(puzzle, "taai") == text
        (document,) = read(text)
        assert (document.puzzle, document.format, document.warnings) == (puzzle, "taai", ())

    def test_numbers_are_kept(self) -> None:
        text = BATCH + "$12\n1\n1\n" + BATCH
        documents = read(text)
        assert [document.puzzle for document in documents] == [SQUARE, drawn("#"), SQUARE]
        assert "".join(dump(document, "taai") for document in documents) == text

    def test_tournament_size(self) -> None:
        picture = [("#" * (row + 1)).rjust(25, ".") for row in range(24)] + ["." * 25]
        puzzle = drawn(*picture)
        text = dump(puzzle, "taai")
        for spelled in (text, text.replace("\n0\n", "\n\n"), f"{text}\n\n\n"):
            documents = read(f"{spelled}\n{spelled}")
            assert [document.puzzle for document in documents] == [puzzle, puzzle]

    @pytest.mark.parametrize(
        "text",
        [
            BATCH.replace("0\n", "\n"),
            BATCH + "\n",
            BATCH + "\n\n",
            BATCH.replace("7\n", "7\n\n"),
            " $ 7 \n" + BATCH[3:].replace("\n", "\t\n"),
        ],
    )
    def test_blank_lines(self, text: str) -> None:
        for after in ("", "$8\n1\n1\n"):
            assert read(text + after)[0].puzzle == SQUARE

    def test_solutions_are_read_as_pictures(self) -> None:
        text = "$1\n1\t1\t0\n0\t0\t1\n0\t0\t0\n$2\n0\n"
        first, second = read(text)
        assert (first.puzzle, first.position) == (SQUARE, shaded("##.", "..#", "..."))
        assert (second.puzzle, second.position) == (drawn("."), EMPTY)
        assert "taken from it" in first.warnings[0]

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("$1\n$2\n1\n1\n", 1),
            ("$1\n1\n1\n1\n", 4),
            ("$1\n1 2\n", 2),
            ("$1\n1\n1\n$2\nq\n1\n", 5),
            ("$1\n1\n1\n\n$2\n1 1\n1\n", 6),
        ],
    )
    def test_errors(self, text: str, line: int) -> None:
        assert error_of(text).line == line

    def test_only_plain_squares(self) -> None:
        assert "square" in unwritable(SMALL, "taai")
        assert "colours" in unwritable(COLOURED, "taai")
        assert "untold" in unwritable(CENSORED, "taai")
        assert "begins with a line such as $1" in str(error_of("1\n$1", format="taai"))


BARE = "2 3\n1\n2\n1 1\n1\n2\n"
"""Grid text and .nin of two puzzles, each the other mirrored; the totals fit in both."""
PARTED_LESS = "3 5\n2 1\n2 1\n1\n1\n2\n1\n0\n3\n"
"""The small puzzle as .mk without the sign between the blocks."""


@pytest.mark.quick
class TestSeveralReadings:
    def warning(self, source: str | Path, **options: str) -> str:
        """The last warning of the only puzzle."""
        (document,) = read(source, **options)
        return document.warnings[-1] if document.warnings else ""

    def test_text_is_grid_text(self) -> None:
        (document,) = read(GRID)
        assert (document.puzzle, document.format) == (SMALL, "grid")
        assert document.warnings == (
            "read as grid (the usual form); it could also be nin, another puzzle: "
            "name the format to settle it",
        )

    @pytest.mark.parametrize("format", ["grid", "nin"])
    def test_ending_decides(self, format: str, tmp_path: Path) -> None:
        path = tmp_path / f"a.{format}"
        path.write_text(GRID)
        other = {"grid": "nin", "nin": "grid"}[format]
        (document,) = read(path)
        assert document.puzzle == parse(GRID, format=format, kind="nonogram")
        expected = f"read as {format} (by the file's ending); it could also be {other}"
        assert document.warnings[0].startswith(expected)

    def test_named_format_decides(self, tmp_path: Path) -> None:
        path = tmp_path / "a.nin"
        path.write_text(GRID)
        assert read(path, format="grid")[0].puzzle == SMALL
        assert self.warning(path, format="grid") == ""

    def test_sums_decide(self) -> None:
        (document,) = read(PARTED_LESS)
        assert (document.puzzle, document.format) == (SMALL, "mk")
        assert "read as mk (it fits best); it could also be" in document.warnings[0]

    def test_ending_goes_before_sums(self, tmp_path: Path) -> None:
        path = tmp_path / "a.grid"
        path.write_text(PARTED_LESS)
        (document,) = read(path)
        assert document.format == "grid"
        assert len(document.warnings) > 1
        assert "by the file's ending); it could also be mk" in document.warnings[-1]

    def test_ending_tells_whose_error_to_show(self, tmp_path: Path) -> None:
        path = tmp_path / "a.mk"
        path.write_text(TEXT["mk"].replace("1\n#", "#"))
        assert "3 lines of clues are needed" in str(error_of(path))

    def test_unknown_ending_changes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text(PARTED_LESS)
        assert read(path)[0].format == "mk"
        path.write_text(GRID)
        assert "the usual form" in self.warning(path)
        path.write_text(GRID + "\n1")
        assert "8 lines of clues are needed" in str(error_of(path))

    def test_squares_without_sign(self, tmp_path: Path) -> None:
        text = "2 2\n2\n1\n2\n1\n".replace("2\n1\n2\n1", "1\n1\n2\n0")
        path = tmp_path / "a.mk"
        path.write_text(text)
        assert read(path)[0].puzzle == drawn("#.", "#.")
        warning = self.warning(path)
        assert warning.startswith("read as mk (by the file's ending); it could also be grid, ")

    def test_same_puzzle_either_way_needs_no_warning(self) -> None:
        assert self.warning(dump(drawn("##", "#."), "nin")) == ""

    @pytest.mark.parametrize("format", ["puzzlink", "pzprv3", "mk", "cwd", "pattern"])
    def test_others_are_told_for_sure(self, format: str) -> None:
        (document,) = read(dump(SMALL, format))
        assert (document.puzzle, document.format, document.warnings) == (SMALL, format, ())

    def test_the_sign_may_come_late(self) -> None:
        puzzle = board([clue(*[1] * 50)] * 60, [clue(30)] * 100)
        (document,) = read(dump(puzzle, "mk"))
        assert (document.puzzle, document.format) == (puzzle, "mk")


@pytest.mark.quick
class TestPage:
    def test_every_example_is_the_small_puzzle(self) -> None:
        page = (ROOT / "docs" / "formats.md").read_text("utf-8")
        section = page.partition("## Nonogram texts and links\n")[2].partition("\n## ")[0]
        found = dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))
        assert parse(found.pop("taai"), format="taai") == drawn("##.", ".#.", "...")
        assert set(found) == set(FORMATS)
        for name, text in found.items():
            position = SOLVED if name in ("pzprv3", "grid") else EMPTY
            assert parse_with_position(text, format=name) == (SMALL, position)


LENGTHS = st.one_of(st.integers(1, 9), st.integers(1, 300), st.integers(1, MAX_LENGTH))


@st.composite
def puzzles(
    draw: st.DrawFn,
    lengths: st.SearchStrategy[Any] = LENGTHS,
    square: bool = False,
    half: bool = False,
) -> Nonogram:
    """A small board with any clues that its lines can hold, possible or not."""
    rows = draw(st.integers(1, 6))
    cols = rows if square else draw(st.integers(1, 6))

    def clues(count: int, room: int) -> tuple[Clue, ...]:
        most = (room + 1) // 2 if half else room
        one = st.lists(lengths, max_size=most).map(lambda found: tuple(map(Run, found)))
        return tuple(draw(st.lists(one, min_size=count, max_size=count)))

    return Nonogram(clues(rows, cols), clues(cols, rows))


@st.composite
def positions(draw: st.DrawFn, puzzle: Nonogram) -> Position:
    """Some cells of a board, shaded or marked."""
    places = st.sampled_from(list(cells(puzzle.rows, puzzle.cols)))
    marks = draw(st.dictionaries(places, st.booleans()))
    return Position.of(Fact(cell, "shaded", holds) for cell, holds in marks.items())


class TestRandom:
    @settings(max_examples=150, deadline=None)
    @given(puzzles(), st.sampled_from(TEXTS))
    def test_numbers(self, puzzle: Nonogram, format: str) -> None:
        text = dump(puzzle, format)
        (document,) = read(text, format=format, kind="nonogram")
        assert (document.puzzle, dump(document, format)) == (puzzle, text)

    @settings(max_examples=150, deadline=None)
    @given(st.data(), st.sampled_from(["puzzlink", "pzprv3"]))
    def test_with_unknown_numbers(self, data: st.DataObject, format: str) -> None:
        lengths = st.none() | st.integers(1, 20) | st.integers(1, MAX_NUMBER)
        puzzle = data.draw(puzzles(lengths, half=True))
        text = dump(puzzle, format)
        (document,) = read(text)
        assert document.puzzle == puzzle
        assert dump(document, format) == text

    @settings(max_examples=100, deadline=None)
    @given(puzzles(square=True))
    def test_batches(self, puzzle: Nonogram) -> None:
        (document,) = read(dump(puzzle, "taai"))
        assert document.puzzle == puzzle

    @settings(max_examples=100, deadline=None)
    @given(st.data(), st.sampled_from(["pzprv3", "pattern", "grid"]))
    def test_positions(self, data: st.DataObject, format: str) -> None:
        puzzle = data.draw(puzzles(half=True))
        position = data.draw(positions(puzzle))
        text = dump(puzzle, format, position=position)
        (document,) = read(text, format=format, kind="nonogram")
        kept = position if format != "grid" else Position.of(f for f in position if f.holds)
        assert (document.puzzle, document.position) == (puzzle, kept)
        assert dump(document, format) == text


class TestCorpus:
    def test_puzzles_with_their_solutions(self) -> None:
        for record in load_corpus("nonogram")[::4]:
            puzzle = parse(record["text"], kind="nonogram", format="grid")
            assert dump(puzzle, "grid") == record["text"].strip()
            if record["solution"]:
                text = f"{record['text'].strip()}\n\n{record['solution'].strip()}"
                (document,) = read(text)
                assert (document.puzzle, document.warnings) == (puzzle, ())
                assert dump(document, "grid") == text
                assert enpitsu.check(puzzle, document.position) == []

    def test_some_in_every_format(self) -> None:
        for record in load_corpus("nonogram")[::40]:
            puzzle = parse(record["text"], kind="nonogram", format="grid")
            for name in FORMATS:
                assert parse(dump(puzzle, name), kind="nonogram", format=name) == puzzle


BIG = 2 * 2**20


class TestHostile:
    @each_case(
        "text",
        [
            "2 2\n" + "1\n" * BIG,
            "2 2\n" + "1 " * BIG,
            "2 2\n" + ",1" * BIG,
            "1000000 1\n" + "1 " * BIG,
            "1 1000000\n" + "1\n" * 1000,
            "2 2\n1\n1\n1\n" + "\n" * BIG + "1\n1\n",
            "2 2\n" + "#\n" * BIG,
            "2 2\n1\n1\n1\n1\n\nx" + " x" * BIG,
            "2x2:" + "/" * BIG,
            "2x2:" + "1." * BIG,
            "2x2:1/1/1/1," + "z" * BIG,
            "2x2:1/1/1/1,aaaa\n" * 100_001,
            "$1\n" * BIG,
            "$1\n1\n" + "\n" * BIG + "1\n",
            "$1\n" + "1\t" * BIG,
            "$1\n" + "1\n" * BIG,
            "nonogram/1000/1000/" + "11" * 3 * 2**20,
            "nonogram/1000000/1/\n" * 1000,
            "pzprv3/nonogram/1000/1000/",
            "pzprv3/nonogram/2/2/" + ". " * BIG,
            "3\n3\n" + "9" * BIG,
            "2x2:1/1/1/1\n" + " " * BIG + "\n?",
            "$1\n" + " " * BIG + "\n",
        ],
        ids=range(23),
    )
    def test_large_texts_are_refused(self, text: str) -> None:
        error_of(text)

    def test_many_large_pictures(self) -> None:
        solution = "$1\n" + ("0" + "\t0" * 499 + "\n") * 500
        game = "1000x1000:" + "/" * 1999 + "," + "z" * 40_000 + "\n"
        for text in (solution * 10, game * 5):
            assert "cells together" in str(error_of(text))

    def test_many_blank_lines_are_no_matter(self) -> None:
        assert parse("\n" * BIG + "2 2\n1\n1\n1\n1" + "\n" * BIG) == board(
            [clue(1)] * 2, [clue(1)] * 2
        )

    @settings(max_examples=400, deadline=None)
    @given(st.data())
    def test_damaged_texts_never_crash(self, data: st.DataObject) -> None:
        whole = [TEXT[name] for name in TEXTS] + [BATCH, FILE, dump(SMALL), f"{GRID}\n{PICTURE}"]
        text = data.draw(st.sampled_from(whole))
        for _ in range(data.draw(st.integers(1, 3))):
            at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
            extra = data.draw(st.text("0123456789 \n\t,#$x-/.:?c\0é٣", max_size=3))
            text = text[:at] + extra + text[at + length :]
        with contextlib.suppress(FormatError):
            for document in read(text):
                if document.puzzle.kind == "nonogram":
                    assert parse(dump(document, "json")) == document.puzzle
