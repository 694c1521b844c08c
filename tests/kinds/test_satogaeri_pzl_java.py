"""The .pzl files of the Satogaeri tool of 2014: serialised Java, of two versions, and hostile."""

from __future__ import annotations

import contextlib
import random
import struct
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import FormatError
from enpitsu.formats import read
from enpitsu.formats.java_serial import MAGIC, MAX_DEPTH, MAX_VALUES, JavaObject, read_objects
from enpitsu.kind import Document
from enpitsu.kinds.satogaeri.model import Satogaeri
from tests.cases import each_case
from tests.corpus import corpus_folder
from tests.kinds.java_writer import JavaWriter, Row, Thing, Type

OLD = ("circle_trace", "circle_value", "country")
FLAGS = ("down", "has_moved", "inhabited", "is_origin", "is_try_mode", "left", "right", "up")


class Tool:
    """A board as the tool has it, of the first version or a later one: cells are [x][y]."""

    def __init__(self, *countries: str, version: int = 2) -> None:
        self.version = version
        self.rows, self.cols = len(countries), len(countries[0])
        self.cells: dict[tuple[int, int], dict[str, int]] = {
            (x, y): {"country": ord(sign) - 96} | dict.fromkeys(OLD[:2], -1)
            for y, row in enumerate(countries)
            for x, sign in enumerate(row)
        }
        self.ids = 0

    def circle(self, x: int, y: int, value: int) -> None:
        """Put a circle; -2 has no number."""
        self.ids += 1
        self.cells[x, y] |= {"circle_value": value, "circle_trace": self.ids, "is_origin": 1}

    def move(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Move a circle, or set it down where it is."""
        start, end = self.cells[x, y], self.cells[to_x, to_y]
        value = start["circle_value"]
        start["circle_value"] = -1
        for at_x in range(min(x, to_x), max(x, to_x) + 1):
            for at_y in range(min(y, to_y), max(y, to_y) + 1):
                self.cells[at_x, at_y]["circle_trace"] = start["circle_trace"]
        end |= {"circle_value": value, "has_moved": 1}

    def data(self, **changes: Any) -> bytes:
        """The file."""
        writer = JavaWriter()
        writer.write(self.board(changes))
        return bytes(writer.data)

    def board(self, changes: Mapping[str, Any] = {}) -> Thing:
        """The object that is saved."""
        flags = [name for name in FLAGS if self.version > 1 or name != "is_try_mode"]
        pair = Type("Solver.Pair", [("I", "element0"), ("I", "element1")])
        field = Type(
            "Solver.Field",
            [("I", name) for name in OLD]
            + [("Z", name) for name in flags]
            + [("[LSolver/Pair;", "neighbors")],
        )
        pairs, column = Type("[LSolver.Pair;"), Type("[LSolver.Field;")
        shared = Row(pairs, [Thing(pair, [0, 0]), Thing(pair, [0, 1])])
        cells = {
            place: Thing(field, [each.get(name, 0) for name in (*OLD, *flags)] + [shared])
            for place, each in self.cells.items()
        }
        columns = [Row(column, [cells[x, y] for y in range(self.rows)]) for x in range(self.cols)]
        items = Type("java.util.ArrayList", [("I", "size")], flags=3)
        ring = Type(
            "Solver.RingList",
            [
                ("I", "counterCurrentPos"),
                ("I", "maxElements"),
                ("Ljava/lang/Object;", "element"),
                ("Ljava/util/ArrayList;", "linkedList"),
            ],
        )
        undo = Thing(items, [1], [struct.pack(">i", 25), shared])
        values: dict[str, tuple[str, Any]] = {
            "height": ("I", self.rows),
            "width": ("I", self.cols),
            "log_list": ("LSolver/RingList;", Thing(ring, [1, 25, None, undo])),
            "puzzle": ("[[LSolver/Field;", Row(Type("[[LSolver.Field;"), columns)),
        }
        if self.version > 1:
            values["solverPath"] = "Ljava/lang/String;", "/home/someone/cvc4 --lang smt -m"
        values |= changes
        puzzle = Type("Solver.Puzzle", [(letter, name) for name, (letter, _) in values.items()])
        return Thing(puzzle, [value for _, value in values.values()])


def small(version: int = 2) -> Tool:
    """Three columns as countries; a 1 above a circle without number, and a 0."""
    tool = Tool("abc", "abc", version=version)
    tool.circle(0, 0, 1)
    tool.circle(0, 1, -2)
    tool.circle(2, 0, 0)
    return tool


def one(data: bytes) -> Document:
    """The only puzzle of a file."""
    (document,) = read(data)
    return document


def countries(puzzle: Any) -> tuple[int, ...]:
    """Its countries, for a puzzle of this kind."""
    assert isinstance(puzzle, Satogaeri)
    return puzzle.countries


# --- puzzles and positions ----------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_both_versions_are_read(version: int) -> None:
    document = one(small(version).data())
    assert (document.format, document.warnings) == ("pzl", ())
    assert enpitsu.dump(document, "puzzlink").endswith("?satogaeri/3/2/u01g0.h")
    assert not document.position
    assert enpitsu.solve(document.puzzle).status == "unique"
    assert "someone" not in enpitsu.dump(document, "json"), "paths of others are not passed on"


def test_width_counts_columns() -> None:
    tool = Tool("aab", "cdd", "ccd")
    document = one(tool.data())
    assert countries(document.puzzle) == (0, 0, 1, 2, 3, 3, 2, 2, 3)
    wide = one(Tool("aabb").data()).puzzle
    assert (wide.rows, wide.cols) == (1, 4)
    tall = one(Tool("a", "a", "b").data()).puzzle
    assert (tall.rows, tall.cols, countries(tall)) == (3, 1, (0, 0, 1))
    assert countries(one(Tool("a").data()).puzzle) == (0,)


@pytest.mark.parametrize("version", [1, 2])
def test_moved_circles_are_a_position(version: int) -> None:
    tool = small(version)
    tool.move(0, 0, 1, 0)
    tool.move(2, 0, 2, 0)
    document = one(tool.data())
    assert document.puzzle == one(small().data()).puzzle, "the puzzle is what it was before"
    assert str(document.position) == "r1c3 home, r1c1-r1c2 line"
    result = enpitsu.solve(document.puzzle, position=document.position)
    assert result.status == "unique"
    assert not enpitsu.check(document.puzzle, document.position, partial=True)


def test_every_direction() -> None:
    tool = Tool("aaaaa", "aaaaa", "aaaaa", "aaaaa", "aaaaa")
    moves = [(2, 1, 2, 0), (3, 2, 4, 2), (2, 3, 2, 4), (1, 2, 0, 2)]
    for x, y, *_ in moves:
        tool.circle(x, y, -2)
    for move in moves:
        tool.move(*move)
    assert str(one(tool.data()).position) == (
        "r1c3-r2c3 line, r3c1-r3c2 line, r3c4-r3c5 line, r4c3-r5c3 line"
    )


def test_an_erased_circle_is_none() -> None:
    tool = small()
    tool.cells[1, 1]["is_origin"] = 1
    assert one(tool.data()).puzzle == one(small().data()).puzzle


def test_a_circle_that_came_back_stands_on_its_start() -> None:
    """Old arrows stay behind."""
    tool = small()
    tool.cells[1, 0] |= {"right": 1}
    assert not one(tool.data()).position


def test_ids_that_were_given_twice_do_not_matter() -> None:
    tool = small()
    tool.cells[0, 1]["circle_trace"] = tool.cells[0, 0]["circle_trace"]
    assert one(tool.data()).puzzle == one(small().data()).puzzle
    tool.move(0, 0, 1, 0)
    assert str(one(tool.data()).position) == "r1c1-r1c2 line"


def test_two_possible_starts() -> None:
    """The one in the right distance counts; without a number nobody can tell."""
    tool = Tool("aaaa")
    tool.cells[0, 0] |= {"is_origin": 1, "circle_trace": 1}
    tool.cells[2, 0] |= {"circle_value": 2, "circle_trace": 1, "has_moved": 1}
    tool.cells[1, 0] |= {"circle_trace": 1}
    tool.cells[3, 0] |= {"is_origin": 1, "circle_trace": 1}
    assert str(one(tool.data()).position) == "r1c1-r1c2 line, r1c2-r1c3 line"
    tool.cells[2, 0]["circle_value"] = -2
    with pytest.raises(FormatError, match="cell r1c3: two starts"):
        read(tool.data())


def test_what_is_assumed_is_said() -> None:
    tool = small()
    tool.cells[0, 0]["is_try_mode"] = 1
    assert "try mode" in one(tool.data()).warnings[0]
    tool.cells[0, 0]["country"] = -1
    assert "without country" in one(tool.data()).warnings[0]
    assert "3 pieces" in one(Tool("aba").data()).warnings[0]


def test_other_versions_of_the_classes() -> None:
    """Fields are known by name: others may come and go, and be inherited."""
    tool = small()
    board = tool.board()
    base = Type("other.Base", [("J", "more"), *board.of.fields[:2]])
    board.of.fields = board.of.fields[2:]
    board.of.name, board.of.parent = "other.Game", base
    board.values = [7, *board.values]
    writer = JavaWriter()
    for thing in (b"\0\0\0\5", "first", board, board):
        writer.write(thing)
    assert one(bytes(writer.data)).puzzle == one(small().data()).puzzle


def test_drawings_are_still_read(tmp_path: Path) -> None:
    """Both sorts of .pzl are told apart by what is in them, whatever the file is called."""
    drawing = enpitsu.dump(one(small().data()), "pzl")
    assert drawing.startswith("satogaeri\n+---+")
    for name, data in {"a.pzl": drawing.encode(), "b.pzl": small().data()}.items():
        for path in (tmp_path / name, tmp_path / f"{name}.txt"):
            path.write_bytes(data)
            (document,) = read(path)
            assert document.puzzle == one(small().data()).puzzle


def test_command_line(tmp_path: Path) -> None:
    tool = small()
    tool.move(0, 0, 1, 0)
    path = tmp_path / "game.pzl"
    path.write_bytes(tool.data())
    for given in ([str(path)], ["-"]):
        run = CliRunner().invoke(main, ["solve", *given], input=path.read_bytes())
        assert run.exit_code == 0, run.output
        assert "unique" in run.output
    run = CliRunner().invoke(main, ["convert", str(path), "--to", "pzl"])
    assert "position: r1c1-r1c2 line" in run.output
    path.write_bytes(tool.data()[:-3])
    run = CliRunner().invoke(main, ["solve", str(path)])
    assert run.exit_code == 2
    assert "byte" in run.stderr


# --- what is refused ----------------------------------------------------------------------------


def refused(data: bytes, words: str) -> None:
    """Reading ends with a FormatError that says this."""
    with pytest.raises(FormatError, match=words) as caught:
        read(data)
    assert len(str(caught.value)) < 300


def written(*things: Any) -> bytes:
    """A file of these things."""
    writer = JavaWriter()
    for thing in things:
        writer.write(thing)
    return bytes(writer.data)


@each_case(
    ("changes", "words"),
    [
        ({"height": ("I", 0)}, "at least one row"),
        ({"height": ("I", -5)}, "at least one row"),
        ({"height": ("I", 2**31 - 1)}, "too large"),
        ({"width": ("I", 2)}, "2 columns of 2 cells"),
        ({"puzzle": ("[I", Row(Type("[I"), [1, 2, 3]))}, "3 columns of 2 cells"),
        ({"puzzle": ("[[LSolver/Field;", None)}, "3 columns"),
        ({"puzzle": ("[L;", Row(Type("[L;"), [None] * 3))}, "3 columns"),
        ({"puzzle": ("[L;", Row(Type("[L;"), [Row(Type("[L;"), [None] * 2)] * 3))}, "r1c1: a cell"),
        ({"height": ("Ljava/lang/Object;", "two")}, "whole numbers|comes? first"),
    ],
)
def test_boards_that_are_none(changes: dict[str, Any], words: str) -> None:
    refused(small().data(**changes), words)


def test_negative_numbers_are_no_circles() -> None:
    tool = small()
    tool.cells[0, 0]["circle_value"] = -3
    refused(tool.data(), "r1c1: a circle's number cannot be negative")


@each_case(
    ("data", "words"),
    [
        (MAGIC, "without a puzzle"),
        (written(None, "text", b"bytes"), "without a puzzle"),
        (MAGIC + b"\x7f", "damaged or cut off: byte 4: 0x7f begins nothing"),
        (MAGIC + b"{", "its program failed"),
        (MAGIC + b"q\x00\x7e\x00\x00", "damaged or cut off: byte 5: nothing has the number 0"),
        (MAGIC + b"q\x80\x00\x00\x00", "nothing has the number"),
        (MAGIC + b"t\xff\xff", "damaged or cut off: byte 7: 65535 bytes are announced, 0 are left"),
        (MAGIC + b"s", "byte 5: 1 byte is announced, 0 are left"),
        (MAGIC + b"|\x7f" + b"\xff" * 7, "bytes are announced"),
        (MAGIC + b"|\xff" + b"\xff" * 7, "-1 bytes are announced"),
        (MAGIC + b"z\x7f\xff\xff\xff", "2147483647 bytes are announced"),
        (MAGIC + b"sp", "a class is missing"),
        (MAGIC + b"st\x00\x01a", "damaged or cut off: byte 5: a class should stand here"),
        (MAGIC + b"r\x00\x01a" + bytes(8) + b"\x02\x00\x01Q\x00\x01b", "'Q' is no type"),
        (MAGIC + b"r\x00\x01a" + bytes(8) + b"\x02\x00\x00xq\x00\x7e\x00\x00", "a class should"),
        (MAGIC + b"r\x00\x01a" + bytes(8) + b"\x02\x00\x01L\x00\x01bp", "is no text"),
        (MAGIC + b"sr\x00\x01a" + bytes(8) + b"\x04\x00\x00xp", "only its program can read"),
        (MAGIC + b"ur\x00\x01a" + bytes(8) + b"\x02\x00\x00xp\x00\x00\x00\x00", "no class of arr"),
        (MAGIC + b"ur\x00\x02[a" + bytes(8) + b"\x02\x00\x00xp\x7f\xff\xff\xff", "does not fit"),
        (MAGIC + b"ur\x00\x02[a" + bytes(8) + b"\x02\x00\x00xp\xff\xff\xff\xff", "does not fit"),
        (MAGIC + b"ur\x00\x02[J" + bytes(8) + b"\x02\x00\x00xp\x7f\xff\xff\xff", "bytes are ann"),
        (MAGIC + b"~r\x00\x01a" + bytes(8) + b"\x12\x00\x00xpp", "constant has no name"),
        (MAGIC + b"}\x7f\xff\xff\xff\x00\x00", "bytes are announced"),
        (b"\xac\xed\x00\x04", "cannot tell what this is"),
    ],
)
def test_broken_streams(data: bytes, words: str) -> None:
    refused(data, words)


def test_fields_out_of_order() -> None:
    board = Type("a", [("Lb;", "x"), ("I", "y")])
    refused(written(Thing(board, ["t", 1])), "primitive fields of 'a' come first")


def test_deep_nesting_is_refused() -> None:
    deep = b"ur\x00\x02[a" + bytes(8) + b"\x02\x00\x00xp\x00\x00\x00\x01"
    refused(MAGIC + deep * 5_000, f"more than {MAX_DEPTH} things within each other")
    chain = b"r\x00\x01a" + bytes(8) + b"\x02\x00\x00x"
    refused(MAGIC + chain * 100_000, "within each other")


def test_a_thing_may_hold_itself() -> None:
    items = Type("java.util.ArrayList", [("I", "size")], flags=3)
    ring = Thing(items, [1])
    ring.written = [ring]
    row = Row(Type("[Ljava.lang.Object;"), [])
    row.elements = [row, ring]
    found = read_objects(written(row))[0]
    assert found[0] is found
    assert found[1].written[0] is found[1]
    refused(written(row), "without a puzzle")


def test_values_arrays_and_enums_come_as_they_are() -> None:
    long = b"|" + struct.pack(">q", 3) + b"abc"
    found = read_objects(written(Row(Type("[I"), [1, -2]), Row(Type("[J"), [2**40])) + long)
    assert [list(each) for each in found[:2]] == [[1, -2], [2**40]]
    assert found[2] == "abc"
    enum = b"~r\x00\x01a" + bytes(8) + b"\x12\x00\x00xpt\x00\x03RED"
    assert read_objects(MAGIC + enum + b"q\x00\x7e\x00\x01" + b"yt\x00\x01bq\x00\x7e\x00\x00") == [
        "RED",
        "RED",
        None,
        "b",
        "b",
    ]
    proxy = b"}\x00\x00\x00\x01\x00\x01axp"
    assert read_objects(MAGIC + b"s" + proxy)[0].of.name == "proxy"
    outside = b"sr\x00\x01a" + bytes(8) + b"\x0c\x00\x00xpw\x01!x"
    assert read_objects(MAGIC + outside)[0].written == [b"!"]
    plain = b"sr\x00\x01a" + bytes(8) + b"\x00\x00\x01I\x00\x01bxp"
    (bare,) = read_objects(MAGIC + plain)
    assert isinstance(bare, JavaObject)
    assert bare.fields() == {"b": None}


@pytest.mark.parametrize(
    "data",
    [
        MAGIC + b"p" * (15 * 2**20),
        MAGIC
        + b"ur\x00\x02[a"
        + bytes(8)
        + b"\x02\x00\x00xp\x00\xe0\x00\x00"
        + b"p" * (15 * 2**20),
        MAGIC + b"t\x00\x00" * (5 * 2**20),
        MAGIC + b"r\x00\x01a" + bytes(8) + b"\x02\x00\x00xp" + b"sq\x00\x7e\x00\x00" * (2 * 2**20),
        MAGIC
        + b"r\x00\x01a"
        + bytes(8)
        + b"\x02\xff\xff"
        + b"B\x00\x01b" * 65535
        + b"xp"
        + (b"sq\x00\x7e\x00\x00" + bytes(65535)) * 200,
    ],
    ids=["nulls", "array", "strings", "objects", "fields"],
)
def test_many_values_cost_little(data: bytes) -> None:
    """The largest files that are read at all, full of small things."""
    begun = time.process_time()
    refused(data, f"more than {MAX_VALUES} values")
    assert time.process_time() - begun < 20


def test_large_boards() -> None:
    tool = Tool(*["a" * 100] * 100)
    assert one(tool.data()).puzzle.rows == 100


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file with a few bytes changed, a piece cut out or put twice, or its end missing."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(4, len(found)), rng.randint(1, 40)
        match rng.randrange(5):
            case 0:
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + size]
            case 2:
                found[at:at] = found[at : at + size]
            case 3:
                found[at : at + 4] = struct.pack(">i", rng.choice([-1, 2**31 - 1, 2**24, 65536]))
            case _:
                del found[max(at, 8) :]
    return bytes(found)


def read_or_refuse(data: bytes) -> None:
    """Whatever it is: a puzzle that can be written, or a FormatError."""
    with contextlib.suppress(FormatError):
        for document in read(data):
            enpitsu.dump(document, "pzl")


@each_case("seed", range(8))
def test_mutations_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    tool = small(1 + seed % 2)
    tool.move(0, 0, 1, 0)
    data = tool.data()
    for _ in range(300):
        read_or_refuse(mutated(data, rng))


def test_every_truncation_is_refused() -> None:
    data = small().data()
    for end in range(len(data)):
        with pytest.raises(FormatError):
            read(data[:end])


# --- real files ---------------------------------------------------------------------------------


def real_files() -> list[Path]:
    """The tool's own files; skips where there are none."""
    folder = corpus_folder() / "satogaeri-pzl"
    files = sorted(folder.glob("*.pzl"))
    if not files:
        pytest.skip(f"no files of the tool at {folder}; set ENPITSU_CORPUS")
    return files


def test_real_files_are_unique() -> None:
    for path in real_files():
        (document,) = read(path)
        result = enpitsu.solve(document.puzzle)
        assert result.status == "unique", path.name
        assert document.position.facts <= set(result.solutions[0].facts), path.name
        assert not document.warnings
        assert read(path.read_bytes()) == [document]


def test_mutations_of_real_files() -> None:
    for path in real_files():
        rng, data = random.Random(path.name), path.read_bytes()
        for _ in range(40):
            read_or_refuse(mutated(data, rng))
