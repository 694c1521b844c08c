"""The shared part of reading and writing: detection, containers, JSON, hostile input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enpitsu.errors import BadClue, FormatError, UnknownKind
from enpitsu.formats import MAX_BYTES, dump, formats, links, parse, parse_with_position, read
from enpitsu.formats import xml as safe_xml
from enpitsu.formats.text import decode, normalise, quote, tidy, whole
from enpitsu.grid import Cell, Direction, Edge
from enpitsu.kind import Codec, Document, Meta
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.position import Fact, Position
from enpitsu.registry import kinds
from tests.cases import each_case

ROOT = Path(__file__).parents[2]
LINK = "https://puzz.link/p?yajilin/4/3/a32c2."
PUZZLE = Yajilin(3, 4, ((Cell(0, 1), Clue(Direction.LEFT, 2)), (Cell(1, 1), Clue(Direction.DOWN))))
POSITION = Position.of(
    [
        Fact(Cell(0, 0), "shaded"),
        Fact(Cell(2, 3), "shaded", False),
        Fact(Edge(Cell(1, 2), Cell(1, 3)), "line"),
        Fact(Edge(Cell(1, 2), Cell(2, 2)), "line", False),
    ]
)


def refused(source: str | bytes | Path, **options: str) -> FormatError:
    """The error that reading must end with."""
    with pytest.raises(FormatError) as caught:
        read(source, **options)
    assert len(str(caught.value)) < 300 + 20 * len(kinds())
    return caught.value


NUMBERS = Codec(
    format="csv",
    title="numbers in a spreadsheet",
    suffixes=(".csv",),
    sniff=lambda text: text.partition("\n")[0].replace(",", "").isdigit(),
    parse=lambda text: [_numbers(line, at) for at, line in enumerate(text.splitlines(), 1)][-1:],
    dump=lambda document: "",
    carries_position=False,
)


def _numbers(line: str, at: int) -> Document:
    for word in line.split(","):
        if not word.isdigit():
            raise FormatError(f"{word} is no number", line=at)
    return Document(puzzle=PUZZLE)


@pytest.mark.quick
class TestSharedEnding:
    """Two kinds have a format with the ending .csv."""

    @pytest.fixture(autouse=True)
    def second_codec(self, monkeypatch: pytest.MonkeyPatch) -> None:
        known = dict(kinds())
        other = known["satogaeri"]
        known["satogaeri"] = replace(other, codecs=(*other.codecs, NUMBERS))
        module = import_module("enpitsu.formats")
        monkeypatch.setattr(module, "kinds", lambda: known)

    def refused_file(self, folder: Path, text: str) -> FormatError:
        path = folder / "broken.csv"
        path.write_text(text)
        return refused(path)

    def test_each_refusal_is_named_if_no_kind_recognises_it(self, tmp_path: Path) -> None:
        error = self.refused_file(tmp_path, "V,Q9\nV,V\n")
        assert error.line == 1
        assert "numbers in a spreadsheet of Satogaeri: V is no number" in error.message
        assert "CSV spreadsheet of Yajilin: 'Q9' is not V, B" in error.message

    def test_the_kind_that_recognises_it_says_what_is_wrong(self, tmp_path: Path) -> None:
        yajilin = self.refused_file(tmp_path, "V,B\nV,Q9\n")
        assert "'Q9' is not V, B" in yajilin.message
        assert "Satogaeri" not in yajilin.message
        numbers = self.refused_file(tmp_path, "1,2\n1,x\n")
        assert (numbers.message, numbers.line) == ("x is no number", 2)

    def test_whole_files_of_both_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "good.csv"
        for text in ("V,B\nV,V\n", "1,2\n3,4\n"):
            path.write_text(text)
            assert [document.format for document in read(path)] == ["csv"]


@pytest.mark.quick
class TestTypeNames:
    """A link is handed to the kind that it names, and no other codec is asked."""

    @pytest.mark.parametrize("name", ["yajilin", "yajirin"])
    @pytest.mark.parametrize(
        "text", ["https://puzz.link/p?{}/2/2/d", "pzprv3\n{}\n2\n2\n. . \n. . \n"]
    )
    def test_only_the_named_kind_is_asked(
        self, name: str, text: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def never(_text: str) -> bool:
            raise AssertionError("asked though the text names its kind")

        asked = {
            name: replace(kind, codecs=tuple(replace(codec, sniff=never) for codec in kind.codecs))
            for name, kind in kinds().items()
        }
        monkeypatch.setattr(import_module("enpitsu.formats"), "kinds", lambda: asked)
        (document,) = read(text.format(name))
        assert document.puzzle == Yajilin(2, 2)

    def test_every_kind_declares_the_names_of_its_links(self) -> None:
        for kind in kinds().values():
            for codec in kind.codecs:
                if codec.format in ("puzzlink", "pzprv3"):
                    assert kind.id in codec.type_names


@pytest.mark.quick
class TestDetection:
    @pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "grid", "json"])
    def test_finds_what_it_wrote(self, name: str) -> None:
        (document,) = read(dump(PUZZLE, name))
        assert (document.puzzle, document.format) == (PUZZLE, name)

    @pytest.mark.parametrize("name", ["xml", "csv"])
    def test_finds_formats_that_hold_full_clues_only(self, name: str) -> None:
        puzzle = Yajilin(2, 3, PUZZLE.clues[:1])
        (document,) = read(dump(puzzle, name))
        assert (document.puzzle, document.format) == (puzzle, name)

    def test_formats_lists_names_and_titles(self) -> None:
        assert list(formats("yajilin")) == ["puzzlink", "pzprv3", "xml", "csv", "grid", "json"]
        assert all(formats().values())

    def test_unknown_names(self) -> None:
        assert isinstance(refused(LINK, kind="chess"), UnknownKind)
        assert "known: puzzlink" in refused(LINK, format="docx").message
        with pytest.raises(FormatError, match="unknown format 'docx'"):
            dump(PUZZLE, "docx")

    @pytest.mark.parametrize(
        "text",
        [
            "https://puzz.link/p?shakashaka/5/5/g2j",
            "shakashaka/5/5/g2j",
            "pzprv3/shakashaka/5/5/. . . . . /",
            "pzprv3.1\nshakashaka\n5\n5\n",
            '{"enpitsu": 1, "kind": "shakashaka", "puzzle": {}}',
        ],
    )
    def test_unknown_kind_is_named(self, text: str) -> None:
        error = refused(text)
        assert isinstance(error, UnknownKind)
        assert "'shakashaka'" in str(error)
        assert "yajilin" in str(error)

    def test_wrong_kind_of_link(self) -> None:
        error = refused("shakashaka/5/5/g2j", kind="yajilin")
        assert "'shakashaka', not yajilin" in str(error)

    def test_named_format_says_what_is_wrong(self) -> None:
        assert "not well-formed XML" in str(refused(LINK, format="xml"))
        assert "not a puzzle link" in str(refused("5 5", format="puzzlink"))
        assert "not a pzprv3 file" in str(refused("5 5", format="pzprv3"))

    def test_nothing_matches(self) -> None:
        text = "The quick brown fox jumps over the lazy dog, and over the fence too."
        error = refused(text, kind="yajilin")
        assert "'The quick brown fox" in str(error)
        assert "fence" not in str(error)
        assert "puzzlink, pzprv3, xml, csv, grid, json of yajilin" in str(error)

    def test_furthest_error_wins(self) -> None:
        assert refused("2 2\n- -\n- 5q").line == 3

    def test_suffix_chooses_when_nothing_is_recognised(self, tmp_path: Path) -> None:
        path = tmp_path / "broken.csv"
        path.write_text("V,Q\nV,V\n")
        assert refused(path).cell == "r1c2"

    def test_no_shared_module_names_a_kind(self) -> None:
        folder = Path(links.__file__).parent
        for module in folder.glob("*.py"):
            for name in kinds():
                assert name not in module.read_text("utf-8").lower(), module.name


@pytest.mark.quick
class TestSources:
    def test_path_bytes_and_text(self, tmp_path: Path) -> None:
        path = tmp_path / "one.url"
        path.write_text(LINK + "\n")
        for source in (path, path.read_bytes(), LINK):
            assert [document.puzzle for document in read(source)] == [PUZZLE]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
    def test_encodings(self, encoding: str) -> None:
        mark = "\ufeff" if encoding[-2:] in ("le", "be") else ""
        text = dump(Document(puzzle=PUZZLE, meta=Meta(title="鉛筆", length=77)), "json")
        (document,) = read((mark + text).encode(encoding))
        assert (document.meta.title, document.meta.length) == ("鉛筆", 77)

    def test_undecodable_bytes_become_latin_1(self) -> None:
        assert decode(b"caf\xe9") == "café"
        assert decode(b"\xff\xfe\x00") == "ÿþ\x00"

    @pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "grid", "json"])
    def test_windows_line_ends(self, name: str) -> None:
        text = dump(PUZZLE, name, position=POSITION if name == "pzprv3" else None)
        (document,) = read(text.replace("\n", "\r\n") + "\r\n")
        assert dump(document, name) == text

    def test_byte_order_mark_in_text(self) -> None:
        assert parse("\ufeff" + LINK) == PUZZLE

    def test_missing_file_and_folder(self, tmp_path: Path) -> None:
        assert "No such file" in str(refused(tmp_path / "none"))
        assert "cannot read" in str(refused(tmp_path))
        assert "not a file name" in str(refused(Path("a\0b")))

    def test_too_large(self, tmp_path: Path) -> None:
        path = tmp_path / "large"
        path.write_bytes(b"-" * (MAX_BYTES + 1))
        for source in (path, path.read_bytes(), "-" * (MAX_BYTES + 1)):
            assert "16 MiB" in str(refused(source))

    @pytest.mark.parametrize("text", ["", " ", "\n\r\n\t", "\ufeff"])
    def test_empty(self, text: str) -> None:
        assert "empty" in str(refused(text))
        assert "empty" in str(refused(text.encode()))


@pytest.mark.quick
class TestOne:
    def test_parse(self) -> None:
        assert parse(LINK) == PUZZLE
        assert parse_with_position(dump(PUZZLE, "json", position=POSITION)) == (PUZZLE, POSITION)

    def test_parse_wants_exactly_one(self) -> None:
        with pytest.raises(FormatError, match="the text holds 2"):
            parse(f"{LINK}\n{LINK}")

    def test_position_must_fit(self) -> None:
        outside = Position.of([Fact(Cell(9, 9), "shaded")])
        on_clue = Position.of([Fact(Cell(0, 1), "shaded")])
        for position in (outside, on_clue):
            data = json.loads(dump(PUZZLE, "json"))
            data["position"] = [str(fact) for fact in position]
            assert refused(json.dumps(data)).cell == str(next(iter(position)).slot)
            with pytest.raises(FormatError):
                dump(PUZZLE, "pzprv3", position=position)

    def test_dump_takes_solution_or_position(self) -> None:
        class Answer:
            facts = POSITION.facts

        assert dump(PUZZLE, "json", solution=Answer()) == dump(PUZZLE, "json", position=POSITION)
        with pytest.raises(ValueError, match="not both"):
            dump(PUZZLE, "json", solution=Answer(), position=POSITION)

    def test_document_brings_its_own(self) -> None:
        document = Document(puzzle=PUZZLE, position=POSITION, meta=Meta(title="Two", author="A"))
        (again,) = read(dump(document, "json"))
        assert (again.puzzle, again.position, again.meta) == (PUZZLE, POSITION, document.meta)
        (moved,) = read(dump(document, "json", position=Position()))
        assert moved.position == Position()

    def test_tail_stays_with_its_format_and_position(self) -> None:
        tail = '\nhistory:{"type":"pzpr"}'
        document = Document(puzzle=PUZZLE, position=POSITION, format="pzprv3", tail=tail)
        assert dump(document, "pzprv3").endswith(tail)
        assert "history" not in dump(document, "pzprv3", position=Position())
        assert "history" not in dump(document, "puzzlink")


@pytest.mark.quick
class TestPacks:
    def test_links(self) -> None:
        text = f"\n{LINK}\n\n  yajilin/b/1/1/a  \n"
        assert [document.puzzle for document in read(text)] == [PUZZLE, Yajilin(1, 1, boxed=True)]

    @pytest.mark.parametrize("broken", ["nonsense", "yajilin/2/2/!", "yajilin/x/2/a"])
    def test_broken_link_is_found(self, broken: str) -> None:
        assert refused(f"{LINK}\n\n{broken}\n{LINK}").line == 3

    def test_unknown_kind_in_a_pack(self) -> None:
        error = refused(f"{LINK}\nshakashaka/2/2/a")
        assert isinstance(error, UnknownKind)
        assert error.line == 2

    def test_json_lines(self) -> None:
        lines = [dump(PUZZLE, "json"), dump(Yajilin(1, 2), "json", position=Position())]
        assert [document.puzzle for document in read("\n".join(lines))] == [PUZZLE, Yajilin(1, 2)]

    def test_broken_json_line_is_found(self) -> None:
        good = dump(PUZZLE, "json")
        assert refused(f"{good}\n\n{good.replace('r1c2', 'r9c2')}\n").line == 3
        assert refused(f"{good}\n{good[:-1]}").line == 2

    def test_spread_out_json(self) -> None:
        text = json.dumps(json.loads(dump(PUZZLE, "json")), indent=2)
        assert [document.puzzle for document in read(f"{text}\n{text}")] == [PUZZLE, PUZZLE]


@pytest.mark.quick
class TestLinks:
    @each_case(
        "text",
        [
            "https://puzz.link/p?yajilin/4/3/a32c2.",
            "http://puzz.link/p?yajilin/4/3/a32c2./",
            "http://pzv.jp/p.html?yajilin/4/3/a32c2.",
            "https://pzprxs.vercel.app/p?yajilin/4/3/a32c2.",
            "https://pzplus.tck.mn/p.html?yajilin_edit/4/3/a32c2.",
            "http://localhost:8000/p?yajilin_play/4/3/a32c2.",
            "puzz.link/p?yajilin/4/3/a32c2.",
            "?yajilin/4/3/a32c2.",
            "  yajilin/4/3/a32c2.\n",
            "https://puzz.link/p?yajilin//4/3/a32c2.",
            "https://puzz.link/p?yajirin/4/3/a32c2.#saved",
            "https://puzz.link/p?yajilin%2F4%2F3%2Fa32c2%2E",
            "https://puzz.link/p?Yajilin/4/3/A32C2.",
        ],
    )
    def test_all_spellings(self, text: str) -> None:
        assert parse(text) == PUZZLE

    def test_taken_apart_and_put_together(self) -> None:
        text = "https://puzz.link/p?some-type/v:odd/ab/7/8/x/y./"
        link = links.parse(text)
        assert link == links.PuzzleLink(
            pid="some-type", variant="odd", flags="ab", cols=7, rows=8, body="x/y."
        )
        assert links.dump(link) == text

    def test_no_body(self) -> None:
        assert parse("yajilin/2/3") == Yajilin(3, 2)
        assert parse("https://puzz.link/p?yajilin/2/3/") == Yajilin(3, 2)

    def test_slash_behind_other_characters(self) -> None:
        link = links.PuzzleLink(pid="type", cols=1, rows=1, body="+")
        assert links.dump(link) == "https://puzz.link/p?type/1/1/+/"

    @each_case(
        "size", ["0/5", "5/0", "-1/5", "5/-1", "+5/5", "٥/٥", "5", "5/x", "1e3/5", "999999999/1"]
    )
    def test_wrong_sizes(self, size: str) -> None:
        refused(f"https://puzz.link/p?yajilin/{size}/a")

    @pytest.mark.parametrize(
        "text",
        ["https://example.com/?q=puzzle", "https://example.com/a/b", "what?yes/no and more", "a/b"],
    )
    def test_not_links(self, text: str) -> None:
        error = refused(text)
        assert isinstance(error, UnknownKind) == text.startswith("what")

    def test_text_before_the_question_mark_must_be_an_address(self) -> None:
        assert links.find_pid('{"a":"b?yajilin/1/1/a"}') is None
        assert links.find_pid("pzprv3/yajilin/1/1/. /. /") is None


@pytest.mark.quick
class TestPzprv3:
    def test_tails_are_kept(self) -> None:
        board = dump(PUZZLE, "pzprv3", position=POSITION)
        info = '\ninfo:{\n "metadata": {\n  "author": "A/B",\n  "comment": "1/2\\n{"\n }\n}'
        for tail in (
            info,
            '\nhistory:{\n "type": "pzpr",\n "datas": ["a/b"]\n}',
            "TrialData(1)\n" + board.split("\n", 4)[4],
            "http://pzv.jp/p.html?yajilin/4/3/l",
        ):
            (document,) = read(board + tail)
            assert (document.puzzle, document.position) == (PUZZLE, POSITION)
            assert document.warnings == ()
            assert dump(document, "pzprv3") == board + tail

    def test_slashes_become_lines(self) -> None:
        board = dump(PUZZLE, "pzprv3", position=POSITION)
        (document,) = read(board.replace("\n", "/") + "\n")
        assert dump(document, "pzprv3") == board

    def test_metadata(self) -> None:
        board = dump(PUZZLE, "pzprv3")
        data = {"title": "T\n1", "author": "A", "source": 5, "hard": "2", "more": [1]}
        (document,) = read(board + "info:" + json.dumps({"metadata": data}))
        assert document.meta == Meta(title="T 1", author="A", source="", level="2")

    def test_metadata_is_written_when_there_is_no_tail(self) -> None:
        meta = Meta(title="T", author="A", source="S", level="3")
        text = dump(Document(puzzle=PUZZLE, meta=meta), "pzprv3")
        assert '\n\ninfo:{\n "metadata": {\n  "title": "T",' in text
        assert read(text)[0].meta == meta

    @pytest.mark.parametrize(
        "tail",
        [
            "info:{",
            "info:{1}",
            'history:{"a"',
            "info:{" + '"a":[' * 9999,
            'info:{"a":' + "9" * 9999,
        ],
    )
    def test_broken_tail_is_a_warning(self, tail: str) -> None:
        board = dump(PUZZLE, "pzprv3")
        (document,) = read(board + tail)
        assert document.puzzle == PUZZLE
        assert "broken" in document.warnings[0]
        assert dump(document, "pzprv3") == board + tail

    def test_odd_metadata_is_no_matter(self) -> None:
        for tail in ("info:{}", 'info:{"metadata":5}', 'info:{"metadata":{"author":null}}'):
            (document,) = read(dump(PUZZLE, "pzprv3") + tail)
            assert (document.meta, document.warnings) == (Meta(), ())

    def test_head_is_checked(self) -> None:
        assert refused("pzprv3\nyajilin\n").line == 3
        assert refused("pzprv3\nyajilin\n-3\n3\n").line == 3
        assert refused("pzprv3\nyajilin\n3\nx\n").line == 4
        assert "too large" in str(refused("pzprv3/yajilin/999999999/999999999/"))


def changed(**changes: Any) -> str:
    """The JSON of the puzzle with some keys changed."""
    data = json.loads(dump(PUZZLE, "json", position=POSITION))
    return json.dumps(data | changes)


@pytest.mark.quick
class TestJson:
    def test_exact_text(self) -> None:
        document = Document(puzzle=PUZZLE, position=POSITION, meta=Meta(title="é"))
        assert dump(document, "json") == (
            '{"enpitsu": 1, "kind": "yajilin", "puzzle": {"rows": 3, "cols": 4, "clues": '
            '[{"cell": "r1c2", "arrow": "left", "number": 2}, {"cell": "r2c2", "arrow": "down"}]}, '
            '"position": ["r1c1 shaded", "r3c4 not shaded", "r2c3-r2c4 line", '
            '"r2c3-r3c3 not line"], "meta": {"title": "é"}}'
        )

    def test_unknown_keys_are_a_warning(self) -> None:
        (document,) = read(changed(colour="red", meta={"title": "T", "mood": 1}))
        assert document.warnings == (
            "unknown key 'colour' is left out",
            "unknown key 'meta.mood' is left out",
        )
        assert (document.puzzle, document.meta.title) == (PUZZLE, "T")

    @each_case(
        ("changes", "word"),
        [
            ({"enpitsu": 2}, "newer"),
            ({"enpitsu": 0}, "version"),
            ({"enpitsu": True}, "version"),
            ({"enpitsu": "1"}, "version"),
            ({"enpitsu": 1.0}, "version"),
            ({"kind": 5}, "kind"),
            ({"puzzle": []}, "puzzle"),
            ({"puzzle": {"rows": 3, "cols": "4"}}, "whole"),
            ({"puzzle": {"rows": 10**6, "cols": 10**6}}, "too large"),
            ({"puzzle": {"rows": 10**30, "cols": 1}}, "too large"),
            ({"position": "r1c1 shaded"}, "list"),
            ({"position": [5]}, "text"),
            ({"position": [["r1c1 shaded"]]}, "text"),
            ({"position": ["r1c1"]}, "not a fact"),
            ({"position": ["r1c1 green"]}, "green"),
            ({"position": ["r1c1 shaded", "r1c1 shaded"]}, "twice"),
            ({"position": ["r1c1-r1c2 line", "r1c1 shaded", "r1c1 not shaded"]}, "both"),
            ({"position": ["r1c1-r3c3 line"]}, "neighbours"),
            ({"meta": []}, "meta"),
            ({"meta": {"title": 5}}, "title"),
            ({"meta": {"length": "5"}}, "length"),
            ({"meta": {"length": True}}, "length"),
            ({"meta": {"length": -1}}, "length"),
            ({"meta": {"length": 1.5}}, "length"),
            ({"meta": {"length": 10**9}}, "length"),
        ],
    )
    def test_wrong_values(self, changes: dict[str, Any], word: str) -> None:
        assert word in str(refused(changed(**changes)))

    @each_case(
        "text",
        [
            "{}",
            "[]",
            "[1]",
            "{",
            '{"enpitsu": 1',
            '{"enpitsu": 1, "enpitsu": 1}',
            '{"enpitsu": NaN}',
            '{"enpitsu": Infinity}',
            '{"enpitsu": 1e999}',
            '{"enpitsu": ' + "9" * 5000 + "}",
            '{"a":' * 100_000,
            "[" * 1_000_000,
            '{"enpitsu": 1, "kind": "yajilin", "puzzle": ' + '{"clues":[' * 400 + "]}" * 400 + "}",
        ],
    )
    def test_broken_texts(self, text: str) -> None:
        refused(text)

    def test_place_of_an_error(self) -> None:
        error = refused('{"enpitsu": 1,\n "kind": ?}')
        assert (error.line, error.column) == (2, 10)

    def test_bad_clue(self) -> None:
        error = refused(changed(puzzle={"rows": 1, "cols": 1, "clues": [{"cell": "r2c1"}]}))
        assert isinstance(error, BadClue)

    def test_titles_are_one_clean_line(self) -> None:
        text = changed(meta={"title": "a\nb\0c"})[:-3] + '\\ud800"}}'
        assert read(text)[0].meta.title == "a b c\ufffd"

    def test_other_kind(self) -> None:
        assert "yajilin" in str(refused(changed(kind="chess")))

    def test_schema(self) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((ROOT / "docs" / "enpitsu.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        document = Document(puzzle=PUZZLE, position=POSITION, meta=Meta(title="T", level="1"))
        validator.validate(json.loads(dump(document, "json")))
        validator.validate(json.loads(dump(Yajilin(1, 1, outside=True, boxed=True), "json")))
        for wrong in (
            changed(enpitsu=2),
            changed(position=["r1c1"]),
            changed(puzzle={"rows": 0, "cols": 1, "clues": []}),
            changed(puzzle={"rows": 1, "cols": 1, "clues": [{"cell": "r0c1"}]}),
            changed(puzzle={"rows": 1, "cols": 1, "clues": [{"cell": "r1c1", "arrow": "north"}]}),
            changed(meta={"title": 1}),
        ):
            assert not validator.is_valid(json.loads(wrong))


@pytest.mark.quick
class TestMessages:
    """What is wrong is said of what the text seems to be."""

    @pytest.mark.parametrize("text", ["[size]\nrows = 5\n", "[a](b)", "{% raw %}", "{a: 1}"])
    def test_brackets_alone_are_not_json(self, text: str) -> None:
        message = refused(text).message
        assert message.startswith("cannot tell what this is")
        assert "not JSON" not in message

    @pytest.mark.parametrize("text", ['{"enpitsu": 1', "[[1, 2]", "{"])
    def test_broken_json(self, text: str) -> None:
        assert "not JSON" in refused(text).message

    def test_long_runs(self) -> None:
        text = (
            '{"enpitsu": 1, "kind": "nonogram", "puzzle": {"row_clues": [[%s]], "col_clues": [[]]}}'
        )
        assert "it must be 1 to 1000000000" in refused(text % "2000000000").message
        # Counted before they are looked at.
        assert "cannot hold 2 runs" in refused(text % '"x", "y"').message

    def test_first_wrong_fact(self) -> None:
        text = dump(PUZZLE, "json", position=POSITION)
        wrong = text.replace('"r1c1 shaded"', '"r9c9 shaded", "r8c8 shaded", "r7c7 shaded"')
        assert refused(wrong).cell == "r7c7"


@pytest.mark.quick
class TestXml:
    def test_nodes(self) -> None:
        root = safe_xml.parse('<A b="1">\n  <C> x&amp;y </C><c/>\n</A>')
        assert (root.name, root.attributes, root.text) == ("a", {"b": "1"}, "")
        assert [(node.name, node.text) for node in root.children] == [("c", " x&y "), ("c", "")]
        assert (root.children[1].line, root.children[1].column) == (2, 19)
        assert root.find("d") is None

    def test_doctype_is_tolerated(self) -> None:
        root = safe_xml.parse('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a>1</a>')
        assert root.text == "1"

    @each_case(
        ("text", "word"),
        [
            ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "entity"),
            ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "entity"),
            ('<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1:9/">%b;]><a/>', "entity"),
            ('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a>&b;</a>', "entity"),
            ("<a>&nbsp;</a>", "unknown entity 'nbsp'"),
            ("<a " + " ".join(f'a{at}=""' for at in range(1001)) + "/>", "1000 attributes"),
            ("<a><b></a>", "mismatched tag"),
            ("<a>", "no element found"),
            ("<a>\0</a>", "invalid"),
            ("<a>" * 65 + "</a>" * 65, "deep"),
            ("<a>" * 1_000_000, "deep"),
        ],
    )
    def test_refused(self, text: str, word: str) -> None:
        with pytest.raises(FormatError, match=word) as caught:
            safe_xml.parse(text)
        assert caught.value.line is not None

    def test_billion_laughs(self) -> None:
        entities = "".join(
            f'<!ENTITY l{at} "{f"&l{at - 1};" * 10 if at else "ha"}">' for at in range(10)
        )
        assert "entity" in str(refused(f"<!DOCTYPE p [{entities}]><puzzle>&l9;</puzzle>"))

    def test_number_of_elements(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(safe_xml, "MAX_NODES", 4)
        assert len(safe_xml.parse("<a><b/><b/><b/></a>").children) == 3
        with pytest.raises(FormatError, match="more than 4 elements"):
            safe_xml.parse("<a><b/><b/><b/><b/></a>")


LONG = 10_000_000
HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "letters": lambda: "a" * LONG,
    "dashes": lambda: "- " * (LONG // 2),
    "sized dashes": lambda: "5 5\n" + "- " * (LONG // 2),
    "digits": lambda: "9" * LONG,
    "digits in a grid": lambda: "1 1\n" + "9" * LONG + "w",
    "digits in a spreadsheet": lambda: "V,N" + "9" * LONG + "E",
    "commas": lambda: "V" + "," * LONG,
    "entries": lambda: "V," * (LONG // 2),
    "lines of entries": lambda: "V\n" * (LONG // 2),
    "blank lines": lambda: "5 5" + "\n" * LONG,
    "spaces": lambda: " " * LONG + "x",
    "slashes": lambda: "/" * LONG,
    "long link": lambda: "yajilin/5/5/" + "a" * LONG,
    "escapes": lambda: "yajilin/5/5/" + "%2B" * (LONG // 3),
    "long flags": lambda: "yajilin/" + "o" * LONG,
    "long address": lambda: "http://" + "a" * LONG + "?yajilin/5/5/a",
    "long size": lambda: "yajilin/" + "9" * 3_000_000 + "/5/a",
    "question marks": lambda: "?" * LONG,
    "pzprv3 slashes": lambda: "pzprv3/yajilin/316/316/" + "/" * LONG,
    "pzprv3 dots": lambda: "pzprv3/yajilin/316/316/" + ". " * (LONG // 2),
    "pzprv3 tails": lambda: "pzprv3/yajilin/1/1/" + "/info:{" * (LONG // 7),
    "pzprv3 spaces": lambda: "pzprv3/yajilin/1/1/x" + " " * LONG,
    "elements": lambda: "<puzzle>" + "<a/>" * (LONG // 4),
    "depth": lambda: "<puzzle>" + "<a>" * (LONG // 3),
    "attribute": lambda: '<puzzle><a b="' + "x" * LONG,
    "xml text": lambda: "<puzzle><width>" + "1" * LONG + "</width></puzzle>",
    "xml one line": lambda: "<puzzle>" + " " * LONG + "<",
    "json list": lambda: "[" * LONG,
    "json numbers": lambda: '{"enpitsu": ' + "1" * LONG,
    "json string": lambda: '{"enpitsu": "' + "\\u0041" * (LONG // 6),
    "json keys": lambda: "{" + ",".join(f'"{at}":1' for at in range(500_000)) + ',"1":1}',
    "json facts": lambda: changed(position=["r1c1 shaded"] * 100_000),
    "nul": lambda: "\0" * LONG,
    "nul bytes": lambda: bytes(LONG),
    "every byte": lambda: bytes(range(256)) * (LONG // 256),
    "utf-16 junk": lambda: b"\xff\xfe" + b"\xd8\xd8" * 1_000_000,
    "half surrogates": lambda: "\ud800" * 1_000_000,
    "surrogate in xml": lambda: "<puzzle>\ud800</puzzle>",
}


class TestHostile:
    @each_case("name", HOSTILE)
    def test_ends_quickly_with_a_format_error(self, name: str) -> None:
        refused(HOSTILE[name]())

    @each_case("name", ["puzzlink", "pzprv3", "xml", "csv", "grid", "json"])
    @each_case("text", ["a", "\0", "\ud800", "-1 -1\n-", "9" * 100_000, "(" * 100_000])
    def test_named_format_ends_the_same(self, name: str, text: str) -> None:
        refused(text, format=name)

    def test_largest_link(self) -> None:
        (document,) = read("yajilin/316/316/" + "10" * 2_000_000)
        assert "more than the board can hold" in document.warnings[0]

    @settings(max_examples=150, deadline=None)
    @given(st.binary(max_size=200))
    def test_junk_bytes(self, data: bytes) -> None:
        try:
            documents = read(data)
        except FormatError:
            return
        assert documents


def examples() -> list[tuple[str, Document]]:
    """The fenced examples of the page on formats, each with what it is read as."""
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    found = re.findall(r"```(\w*)\n(.*?)```", page, re.DOTALL)
    named = [(text, name if name in formats() else None) for name, text in found]
    return [(text, read(text, format=name)[0]) for text, name in named]


@pytest.mark.quick
class TestPage:
    def test_every_example_is_the_same_puzzle(self) -> None:
        documents = [document for _, document in examples() if document.puzzle.kind == "yajilin"]
        assert {document.format for document in documents} == set(formats("yajilin"))
        assert len({document.puzzle for document in documents}) == 1
        answers = {document.position for document in documents if document.format != "puzzlink"}
        assert len(answers) == 1

    def test_every_example_is_written_so(self) -> None:
        for text, document in examples():
            assert dump(document, document.format).rstrip("\n") == text.rstrip("\n")


@pytest.mark.quick
class TestText:
    def test_whole(self) -> None:
        assert whole("007", "it") == 7
        for text in ("", "-1", "+1", "1.0", "٣", "²", " 1", "1_0", "0x1"):
            with pytest.raises(FormatError, match="whole number"):
                whole(text, "it", line=2)
        with pytest.raises(FormatError, match="digits"):
            whole("1" * 1001, "it")

    def test_quote(self) -> None:
        assert quote("ab\0") == r"'ab\x00'"
        assert len(quote("x" * 1000)) <= 42

    def test_tidy(self) -> None:
        assert tidy(" a\r\nb\x00\x1b ") == "a b"

    @given(st.text())
    def test_normalised_text_is_plain(self, text: str) -> None:
        plain = normalise(text)
        assert "\r" not in plain
        plain.encode("utf-8")
        assert plain.count("\n") == len(re.findall("\r\n|\r|\n", text))
