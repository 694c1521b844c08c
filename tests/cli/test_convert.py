"""enpitsu convert between files, folders and the library, whatever their length, and what every
command reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

import enpitsu
from enpitsu.batch.files import FileOutput
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.cli import main
from enpitsu.cli.destinations import Pack, Taken, _Names, one_below_the_other
from enpitsu.cli.inputs import Item, Items, Unreadable, in_order
from enpitsu.cli.runner import Exit, Report
from enpitsu.cli.write_output import write_each
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import MAX_BYTES, dump, formats
from enpitsu.kind import Document, Meta
from enpitsu.store import open_store
from tests.library import ordinary_starters

STARTER = [each for each in ordinary_starters() if each.puzzle.rows <= 8]
KIND = STARTER[0].puzzle.kind
ALIKE = [each for each in STARTER if each.puzzle.kind == KIND]
KINDS = sorted({each.puzzle.kind for each in STARTER})


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a library and a folder of its own."""
    monkeypatch.setenv("ENPITSU_LIBRARY", str(tmp_path / "library.db"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(each) for each in arguments], input=stdin)


def convert(*arguments: str | Path) -> Result:
    """Convert, and nothing may go wrong."""
    result = run("convert", *arguments)
    assert result.exit_code == 0, result.output
    return result


def write_lines(path: Path, documents: Iterable[Document]) -> None:
    path.write_text("".join(f"{dump(each, 'json')}\n" for each in documents), encoding="utf-8")


def header(format: str = "json") -> Header:
    """What some batch was to be."""
    return Header(version="1", kind=KIND, method="m", rows=5, cols=5, seed=1, format=format)


def write_batch(path: Path, documents: list[Document], *, failed: Iterable[int] = ()) -> None:
    """A batch as `generate` writes it; these numbers have failed."""
    output = FileOutput(path)
    assert not list(output.begin(header()))
    waiting = iter(documents)
    for number in range(1, len(documents) + len(set(failed)) + 1):
        if number in failed:
            output.add(ManifestEntry(number, seed=number, failed="no luck"), "")
            continue
        each = next(waiting)
        entry = ManifestEntry(
            number, fingerprint(each.puzzle), seed=number, attempt=2, level="easy"
        )
        output.add(entry, dump(each, "json"))
    output.close()


class TestRoundTrips:
    @pytest.mark.parametrize("format", ["json", "puzzlink", "pzprv3"])
    def test_file_folder_library_file(self, format: str, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        convert("a.jsonl", "--to", format, "-o", "folder")
        names = sorted(path.stem for path in (tmp_path / "folder").iterdir())
        assert names == [f"{number:06}" for number in range(1, len(STARTER) + 1)]
        convert("folder", "-o", "library:mine")
        convert("library:mine", "-o", "b.jsonl")
        found = enpitsu.read(tmp_path / "b.jsonl")
        assert [each.puzzle for each in found] == [each.puzzle for each in STARTER]
        if format == "json":
            assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
        if format != "puzzlink":
            assert [each.position for each in found] == [each.position for each in STARTER]

    @pytest.mark.parametrize("kind", KINDS)
    def test_every_format_of_a_kind(self, kind: str, tmp_path: Path) -> None:
        documents = [each for each in STARTER if each.puzzle.kind == kind]
        write_lines(tmp_path / "a.jsonl", documents)
        for name in formats(kind):
            convert("a.jsonl", "--to", name, "-o", f"{name}-folder")
            told = ("--kind", kind, "--from", name, "--to", "json")  # grid text may be of several
            result = run("convert", f"{name}-folder", *told)
            found = [enpitsu.parse(line) for line in result.stdout.splitlines()]
            assert found == [each.puzzle for each in documents], name

    def test_titles_and_how_it_was_made(self, tmp_path: Path) -> None:
        meta = Meta(title="鉛筆 #1", author="A & B", source="\\n", level="very hard")
        documents = [replace(each, meta=meta) for each in STARTER]
        assert all(each.made for each in documents)
        write_lines(tmp_path / "a.jsonl", documents)
        convert("a.jsonl", "-o", "library:a")
        convert("library:a", "--to", "json", "-o", "folder/")
        convert("folder", "-o", "b.jsonl")
        assert enpitsu.read(tmp_path / "b.jsonl") == documents

    def test_the_library_writes_folders_and_files_itself(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        convert("a.jsonl", "--to", "pzprv3", "-o", "folder")
        assert run("library", "add", "mine", "folder").exit_code == 0
        assert run("library", "export", "mine", "b.jsonl").exit_code == 0
        assert run("library", "export", "library:mine", "links", "--to", "puzzlink").exit_code == 0
        for written in ("b.jsonl", "links"):
            result = run("convert", written, "--to", "json")
            found = [enpitsu.parse(line) for line in result.stdout.splitlines()]
            assert found == [each.puzzle for each in STARTER]
        assert run("library", "export", "nobody", "c.jsonl").exit_code == 2
        assert run("library", "export", "mine", "d").exit_code == 2  # no format

    def test_on_several_processes_it_is_the_same(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        convert("a.jsonl", "-o", "b.jsonl", "--jobs", "2")
        assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


class TestManifests:
    def test_the_manifest_goes_along(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE, failed=(1, 3, len(ALIKE) + 3))
        convert("a.jsonl", "--to", "json", "-o", "folder")
        lines = (tmp_path / "folder" / "batch.manifest").read_text().splitlines()
        entries = [ManifestEntry.from_line(line) for line in lines[1:]]
        assert Header.from_line(lines[0]) == header()
        assert [each.number for each in entries if each.failed] == [1, 3, len(ALIKE) + 3]
        for each in entries:
            assert each.failed or (tmp_path / "folder" / each.place).is_file()
        assert entries[1].place == f"{KIND}-5x5-000002.json", "as generate would call it"
        convert("folder", "-o", "library:a")
        convert("library:a", "-o", "b.jsonl")
        for name in ("jsonl", "manifest"):
            first, last = ((tmp_path / f"{stem}.{name}").read_bytes() for stem in "ab")
            assert first == last

    def test_another_format_is_told(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE, failed=(2,))
        convert("a.jsonl", "-o", "b.url")
        convert("b.url", "--to", "pzprv3", "-o", "c")
        convert("c", "-o", "d.jsonl", "--solution")
        for path, written in (("b.manifest", "puzzlink"), ("c/batch.manifest", "pzprv3")):
            first = (tmp_path / path).read_text().splitlines()[0]
            assert Header.from_line(first) == header(written)
        lines = (tmp_path / "d.manifest").read_text().splitlines()
        assert Header.from_line(lines[0]) == replace(header(), solution=True)
        ends = [ManifestEntry.from_line(line).end for line in lines[1:]]
        data = (tmp_path / "d.jsonl").read_bytes()
        assert all(data[end - 1 : end] == b"\n" for end in ends if end)
        assert (ends[1], ends[-1]) == (0, len(data))

    def test_a_converted_batch_can_be_continued(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE, failed=(1,))
        convert("a.jsonl", "--to", "json", "-o", "folder")
        convert("folder", "-o", "b.jsonl")
        output = FileOutput(tmp_path / "b.jsonl")
        assert len(list(output.begin(header()))) == len(ALIKE) + 1
        output.close()
        assert len(enpitsu.read(tmp_path / "b.jsonl")) == len(ALIKE)

    def test_a_torn_or_missing_puzzle_has_failed(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        convert("a.jsonl", "--to", "json", "-o", "folder")
        (tmp_path / "folder" / f"{KIND}-5x5-000001.json").write_text('{"enpitsu": 1')
        (tmp_path / "folder" / f"{KIND}-5x5-000003.json").unlink()
        # Read before the puzzles of the batch, and by its full name behind them.
        (tmp_path / "folder" / KIND).mkdir()
        (tmp_path / "folder" / KIND / "extra.json").write_text(dump(ALIKE[0], "json"))
        result = run("convert", "folder", "-o", "library:a")
        assert result.exit_code == 2
        assert "extra.json: error: left out" in result.stderr
        with open_store() as store:
            entries = list(store.entries("a"))
            assert len(list(store.puzzles("a"))) == len(ALIKE) - 2
        failures = {each.number: each.failed for each in entries if each.failed}
        assert [each.number for each in entries] == list(range(1, len(ALIKE) + 1))
        assert set(failures) == {1, 3}
        assert "missing" in failures[3]

    def test_what_a_crash_left_behind_is_left_out(self, tmp_path: Path) -> None:
        """A puzzle that was written, and its line in the manifest not, or torn."""
        write_batch(tmp_path / "a.jsonl", ALIKE)
        lines = (tmp_path / "a.manifest").read_bytes().splitlines(keepends=True)
        (tmp_path / "a.manifest").write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
        assert run("convert", "a.jsonl", "-o", "b.jsonl").exit_code == 2
        assert (tmp_path / "b.manifest").read_bytes() == b"".join(lines[:-1])
        assert len(enpitsu.read(tmp_path / "b.jsonl")) == len(ALIKE) - 1

    def test_a_single_puzzle(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE[:1], failed=(1, 2))
        convert("a.jsonl", "-o", "b.jsonl")
        for name in ("jsonl", "manifest"):
            first, last = ((tmp_path / f"{stem}.{name}").read_bytes() for stem in "ab")
            assert first == last

    def test_no_manifest_without_a_batch(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        write_lines(tmp_path / "plain.jsonl", ALIKE)
        convert("plain.jsonl", "-o", "b.jsonl")
        convert("a.jsonl", "plain.jsonl", "-o", "c.jsonl")
        convert("a.jsonl", "plain.jsonl", "--to", "json", "-o", "folder")
        assert not {"b.manifest", "c.manifest"} & set(os.listdir(tmp_path))
        assert not (tmp_path / "folder" / "batch.manifest").exists()

    def test_a_manifest_of_another_file_is_left_alone(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        before = (tmp_path / "a.manifest").read_bytes()
        result = convert("a.jsonl", "-o", "a.url")
        assert "without a manifest" in result.stderr
        assert (tmp_path / "a.manifest").read_bytes() == before
        (tmp_path / "b.manifest").write_text("{}\n")
        convert("a.jsonl", "-o", "b.jsonl")
        assert (tmp_path / "b.manifest").read_text() == "{}\n"

    def test_a_manifest_does_not_outlive_its_file(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        write_lines(tmp_path / "plain.jsonl", ALIKE[:1])
        convert("plain.jsonl", "-o", "a.jsonl")
        assert not (tmp_path / "a.manifest").exists()

    def test_onto_itself(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE, failed=(2,))
        before = [(tmp_path / f"a.{name}").read_bytes() for name in ("jsonl", "manifest")]
        convert("a.jsonl", "-o", "a.jsonl")
        after = [(tmp_path / f"a.{name}").read_bytes() for name in ("jsonl", "manifest")]
        assert before == after

    def test_two_batches_do_not_share_a_folder(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        convert("a.jsonl", "--to", "json", "-o", "folder")
        before = sorted(os.listdir(tmp_path / "folder"))
        result = run("convert", "a.jsonl", "--to", "puzzlink", "-o", "folder")
        assert result.exit_code == 2
        assert "holds a batch already" in result.stderr
        assert sorted(os.listdir(tmp_path / "folder")) == before


def spoil(path: Path, at: int, **changes: object) -> None:
    """Change what a line of a manifest says; line 0 is its header."""
    lines = path.read_text().splitlines()
    lines[at] = json.dumps(json.loads(lines[at]) | changes)
    path.write_text("\n".join(lines) + "\n")


def below(folder: Path) -> set[str]:
    """All files in a folder and its folders, whatever they are."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


class TestHostileManifests:
    """Whatever a manifest says, every puzzle is written, and nothing outside the target."""

    @pytest.fixture
    def inside(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The working folder, deep enough for names that lead out of it."""
        folder = tmp_path / "x" / "y"
        folder.mkdir(parents=True)
        monkeypatch.chdir(folder)
        write_batch(folder / "a.jsonl", ALIKE)
        return folder

    @pytest.mark.parametrize(
        "changes",
        [
            {"kind": "../../evil"},
            {"kind": "/tmp/enpitsu-evil/x"},
            {"kind": "\ud800"},
            {"kind": 5},
            {"kind": "nosuch"},
            {"rows": "/../../x"},
            {"rows": 10**30},
            {"cols": [1]},
            {"format": "../json"},
            {"options": {"a": "\ud800"}},
            {"options": {"a": {"b": []}}},
            {"more": 1},
        ],
    )
    def test_headers(self, changes: dict[str, object], inside: Path, tmp_path: Path) -> None:
        convert("a.jsonl", "-o", "library:good")
        spoil(inside / "a.manifest", 0, **changes)
        line = (inside / "a.manifest").read_text().splitlines()[0]
        with open_store() as store, store.database.writing() as connection:
            connection.execute(text("UPDATE collections SET header = :line"), {"line": line})
        before = below(tmp_path)
        for source in ("a.jsonl", "library:good"):
            target = f"out-{source[0]}"
            result = convert(source, "--to", "json", "-o", target)
            made = {name for name in below(tmp_path) - before if not name.startswith("library.db")}
            assert all(name.startswith("x/y/out-") for name in made)
            assert {each.puzzle for each in documents(target)} == {each.puzzle for each in ALIKE}
            if changes != {"kind": "nosuch"}:
                assert "note: read without its manifest" in result.stderr
                assert not (inside / target / "batch.manifest").exists()
        assert not Path("/tmp/enpitsu-evil").exists()
        assert run("library", "list").exit_code == 0
        assert run("library", "remove", "good", "--yes").exit_code == 0

    def test_names_of_files_stay_inside(self, tmp_path: Path) -> None:
        """Even if a header came through."""
        for kind, rows in (("/tmp/x/evil", 1), ("..", "/../../x"), ("a" * 500, 1), (".", 1)):
            names = _Names(replace(header(), kind=kind, rows=rows))  # type: ignore[arg-type]
            name = names.find(Taken("a#1", ManifestEntry(1, "0" * 16)))
            assert (Path(name).name, name[0] != ".", len(name) < 200) == (name, True, True)

    @pytest.mark.parametrize(
        "line",
        [
            "[" * 100_000,
            '{"number": 2, "id": "\\ud800"}',
            "5",
            "{}",
            "\0",
            '{"number": 2}',
            "x" * 2**21,
        ],
    )
    @pytest.mark.parametrize("at", [0, 2])
    def test_lines(self, at: int, line: str, inside: Path) -> None:
        lines = (inside / "a.manifest").read_text().splitlines()
        lines[at] = line
        (inside / "a.manifest").write_text("\n".join(lines) + "\n")
        result = convert("a.jsonl", "-o", "b.jsonl")
        assert "note: read without its manifest" in result.stderr
        assert (inside / "a.jsonl").read_bytes() == (inside / "b.jsonl").read_bytes()
        assert not (inside / "b.manifest").exists()

    @pytest.mark.parametrize("number", [0, -1, 1, 10**30, 2.0, True, "2", None])
    @pytest.mark.parametrize("target", ["out", "b.jsonl", "library:b"])
    def test_numbers(self, number: object, target: str, inside: Path) -> None:
        spoil(inside / "a.manifest", 2, number=number)
        result = convert("a.jsonl", "--to", "json", "-o", target)
        assert "note: read without its manifest" in result.stderr
        assert [each.puzzle for each in documents(target)] == [each.puzzle for each in ALIKE]

    def test_numbers_that_do_not_rise_in_the_library(self, inside: Path) -> None:
        convert("a.jsonl", "-o", "library:a")
        with open_store() as store, store.database.writing() as connection:
            connection.execute(
                text("UPDATE puzzles SET entry = replace(entry, '\"number\": 2', '\"number\": 1')")
            )
        result = convert("library:a", "--to", "json", "-o", "out")
        assert "number 1 at 2" in result.stderr
        assert len(documents("out")) == len(ALIKE)

    @pytest.mark.parametrize("place", [f"{KIND}-5x5-000001.json", "z.json", "", ".."])
    def test_places_in_a_folder(self, place: str, inside: Path) -> None:
        convert("a.jsonl", "--to", "json", "-o", "folder")
        spoil(inside / "folder" / "batch.manifest", 2, place=place)
        result = convert("folder", "-o", "b.jsonl")
        assert "note: read without its manifest" in result.stderr
        assert len(documents("b.jsonl")) == len(ALIKE)

    def test_the_library_knows_twins_by_itself(self, inside: Path) -> None:
        spoil(inside / "a.manifest", 2, id="0" * 16)
        convert("a.jsonl", "-o", "library:a")
        right = [fingerprint(each.puzzle) for each in ALIKE]
        with open_store() as store:
            assert list(store.fingerprints("a")) == right
            assert [each.id for each in store.entries("a")] == right


def documents(source: str) -> list[Document]:
    """The puzzles of a source, all of which can be read."""
    found = list(Items([source]))
    assert all(isinstance(each, Item) for each in found)
    return [each.document for each in found if isinstance(each, Item)]


class TestLibrary:
    def test_every_command_reads_it(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:3])
        convert("a.jsonl", "-o", "library:x y")
        rows = run("solve", "library:x y", "--json").stdout.splitlines()
        names = [json.loads(row)["name"] for row in rows]
        assert names == [f"library:x y#{number}" for number in (1, 2, 3)]
        assert run("check", "library:").exit_code == 0
        assert run("convert", "library:x y", "--kind", KIND, "--to", "json").exit_code == 0
        other = next(kind for kind in KINDS if kind != KIND)
        wrong = run("convert", "library:", "--kind", other, "--to", "json")
        assert (wrong.exit_code, wrong.stderr.count("error")) == (2, 3)

    def test_what_is_not_there(self, tmp_path: Path) -> None:
        assert "library is empty" in run("solve", "library:").stderr
        missing = run("solve", "library:nix")
        assert (missing.exit_code, "no collection 'nix'" in missing.stderr) == (2, True)
        with open_store() as store:
            store.create("bare")
        assert "collection is empty" in run("solve", "library:bare").stderr

    def test_a_collection_is_not_overwritten(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:3])
        convert("a.jsonl", "-o", "library:a")
        for source in ("a.jsonl", "library:a"):
            again = run("convert", source, "-o", "library:a")
            assert again.exit_code == 2
            assert "there already" in again.stderr
        with open_store() as store:
            assert len(list(store.documents("a"))) == 3

    def test_what_cannot_be(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:3])
        assert run("convert", "a.jsonl", "-o", "library:a", "--to", "puzzlink").exit_code == 2
        assert run("convert", "a.jsonl", "-o", "library:").exit_code == 2
        assert run("convert", "nonsense", "-o", "library:a").exit_code == 2
        assert run("render", "a.jsonl", "-o", "library:a").exit_code == 2
        with open_store() as store:
            assert store.names() == []

    def test_without_the_extra(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:3])
        monkeypatch.setitem(sys.modules, "sqlalchemy", None)
        for arguments in (["solve", "library:a"], ["convert", "a.jsonl", "-o", "library:a"]):
            result = run(*arguments)
            assert result.exit_code == 2
            assert "enpitsu[store]: pip install 'alembic>=" in result.stderr

    def test_from_one_collection_to_another(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        convert("a.jsonl", "-o", "library:a")
        convert("library:a", "-o", "library:b")
        with open_store() as store:
            assert list(store.documents("b")) == STARTER


class TestLines:
    def found(self, data: bytes, tmp_path: Path, name: str = "a.jsonl") -> list[Item | Unreadable]:
        (tmp_path / name).write_bytes(data)
        return list(Items([name]))

    def test_a_broken_line_harms_no_other(self, tmp_path: Path) -> None:
        good = dump(STARTER[0], "json").encode()
        lines = [
            good,
            b"",
            b'{"enpitsu": 1, "kind"',
            b'{"enpitsu": 1}',
            b"\xff\xfe",
            good,
            good[:9],
        ]
        found = self.found(b"\r\n".join(lines), tmp_path)
        names = [each.name for each in found]
        assert names == [f"a.jsonl#{number}" for number in range(1, 7)]
        errors = [each.error if isinstance(each, Unreadable) else "" for each in found]
        starts = [error[:7] for error in errors]
        assert starts == ["", "line 3,", "line 4:", "line 5,", "", "line 7,"]
        solved = run("solve", "a.jsonl")
        assert solved.exit_code == 2
        assert solved.stderr.count("error") == 4

    @pytest.mark.parametrize(
        "first", [b"garbage", b'"kind": 1}', b'{"enpitsu": 1, "ki', b"[[[[", b"{" + b"[" * 10**5]
    )
    def test_a_broken_first_line(self, first: bytes, tmp_path: Path) -> None:
        good = dump(STARTER[0], "json").encode()
        one, two = self.found(first + b"\n" + good, tmp_path)
        assert isinstance(one, Unreadable)
        assert isinstance(two, Item)

    def test_objects_over_several_lines(self, tmp_path: Path) -> None:
        texts = [json.dumps(json.loads(dump(each, "json")), indent=1) for each in STARTER[:2]]
        for name in ("a.jsonl", "a.json", "a.txt"):
            found = self.found("\n".join(texts).encode(), tmp_path, name)
            assert [each.document for each in found if isinstance(each, Item)] == STARTER[:2], name

    def test_other_names_and_encodings(self, tmp_path: Path) -> None:
        text = "".join(f"{dump(each, 'json')}\n" for each in STARTER[:2])
        for name in ("a.jsonl", "a.json", "a.txt"):
            for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
                found = self.found(data, tmp_path, name)
                documents = [each.document for each in found if isinstance(each, Item)]
                assert documents == STARTER[:2], name

    def test_several_on_a_line_and_one_alone(self, tmp_path: Path) -> None:
        text = dump(STARTER[0], "json")
        found = self.found(f"{text} {text}\n\n\n".encode(), tmp_path)
        assert [each.name for each in found] == ["a.jsonl#1", "a.jsonl#2"]
        assert [each.name for each in self.found(f"\n{text}".encode(), tmp_path)] == ["a.jsonl"]

    def test_nothing_in_it(self, tmp_path: Path) -> None:
        for data in (b"", b"\n \n", b"\xef\xbb\xbf"):
            (found,) = self.found(data, tmp_path)
            assert isinstance(found, Unreadable)
            assert "empty" in found.error

    def test_a_line_that_is_too_long(self, tmp_path: Path) -> None:
        good = dump(STARTER[0], "json").encode()
        long = b'{"enpitsu": 1, "x": "' + b"x" * (2 * MAX_BYTES) + b'"}'
        found = self.found(b"\n".join([good, long, good]), tmp_path)
        assert [type(each) for each in found] == [Item, Unreadable, Item]
        assert isinstance(found[1], Unreadable)
        assert found[1].error == "line 2: too long: at most 16 MiB are read of a line"

    def test_standard_input_and_pipes(self, tmp_path: Path) -> None:
        text = "".join(f"{dump(each, 'json')}\n" for each in STARTER[:3])
        result = run("convert", "-", "--to", "json", stdin=f"\n{text}{{\n")
        assert (result.exit_code, result.stdout) == (2, text)
        assert "standard input#4: error: line 5" in result.stderr
        (tmp_path / "a.jsonl").write_text(text)
        command = f"{sys.executable} -m enpitsu convert <(cat a.jsonl) <(echo; cat a.csv) --to json"
        puzzle = next(each.puzzle for each in STARTER if "csv" in formats(each.puzzle.kind))
        (tmp_path / "a.csv").write_text(dump(puzzle, "csv"))
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
        assert done.stdout == f"{text}{dump(puzzle, 'json')}\n"

    def test_more_than_a_file_may_hold_otherwise(self, tmp_path: Path) -> None:
        """16 MiB is the limit for files that are read as a whole."""
        line = dump(STARTER[0], "json").encode().ljust(2**18) + b"\n"
        with (tmp_path / "a.jsonl").open("wb") as file:
            for _ in range(80):
                file.write(line)
        tracemalloc.start()
        count = sum(isinstance(each, Item) for each in Items(["a.jsonl"]))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count == 80
        assert peak < 8 * len(line)

    def test_puzzles_come_before_the_file_is_read(self, tmp_path: Path) -> None:
        """Someone may still be writing it."""
        read_end, write_end = os.pipe()
        with os.fdopen(read_end, "rb"), os.fdopen(write_end, "wb") as file:
            file.write(
                dump(STARTER[0], "json").encode() + b"\n" + dump(STARTER[1], "json").encode()
            )
            file.write(b"\n")
            file.flush()
            found = Items([f"/dev/fd/{read_end}"])
            assert isinstance(next(found), Item)


class TestFolders:
    def test_names_in_the_order_of_people(self) -> None:
        names = ["a", "a-1", "a001", "a1", "a1b", "a2", "a10", "b", "x#9", "x#10"]
        assert sorted(set(names), key=in_order) == names
        assert sorted(["1000000.json", "999999.json"], key=in_order)[0] == "999999.json"
        assert in_order("9" * 5000)

    def test_a_folder_is_read_by_number(self, tmp_path: Path) -> None:
        for number in (2, 10, 1, 100):
            (tmp_path / f"p{number}.json").write_text(dump(STARTER[0], "json"))
        (tmp_path / "p3").mkdir()
        (tmp_path / "p3" / "x.json").write_text(dump(STARTER[0], "json"))
        (tmp_path / "batch.manifest").write_text("not a puzzle")
        names = [each.name for each in Items(["."])]
        assert names == ["p1.json", "p2.json", "p3/x.json", "p10.json", "p100.json"]

    def test_own_names_and_numbers_do_not_clash(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "pack.jsonl", STARTER[:3])
        (tmp_path / "z").mkdir()
        for name in ("000002.json", "z/000002.json", "z/000003.json"):
            (tmp_path / name).write_text(dump(STARTER[0], "json"))
        sources = ["000002.json", "pack.jsonl", "z/000002.json", "z/000003.json", "pack.jsonl"]
        convert(*sources, "--to", "json", "-o", "out")
        assert len(os.listdir(tmp_path / "out")) == 9

    def test_one_puzzle_into_a_folder(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "one.jsonl", STARTER[:1])
        convert("one.jsonl", "--to", "json", "-o", "new.d/")
        assert os.listdir(tmp_path / "new.d") == ["one.json"]

    def test_formats_of_several_kinds_keep_their_endings(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        (tmp_path / "all.txt").mkdir()
        convert("a.jsonl", "-o", "all.txt")
        assert len(os.listdir(tmp_path / "all.txt")) == len(STARTER)
        assert all(Path(name).suffix for name in os.listdir(tmp_path / "all.txt"))
        read = [each for each in Items(["all.txt"]) if isinstance(each, Item)]
        assert [each.document.puzzle for each in read] == [each.puzzle for each in STARTER]


class TestWriting:
    def test_a_file_is_replaced_as_a_whole_or_not_at_all(self, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_text("before")
        pack = Pack("json", ".jsonl", one_below_the_other)

        def broken() -> Iterable[Report]:
            for number in range(5):
                yield Report(f"x#{number}", Exit.DONE, content="{}")
            raise KeyboardInterrupt

        for target in ("a.jsonl", "folder", "library:a"):
            with pytest.raises(KeyboardInterrupt):
                write_each(self.real(broken()), target, lambda report: pack)
        assert (tmp_path / "a.jsonl").read_text() == "before"
        assert len(os.listdir(tmp_path / "folder")) == 5
        assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]
        with open_store() as store:
            assert store.names() == []

    def real(self, reports: Iterable[Report]) -> Iterable[Report]:
        for report in reports:
            yield replace(report, content=dump(STARTER[0], "json"))

    def test_results_that_do_not_fit_together(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER)
        result = run("convert", "a.jsonl", "-o", "all.txt")
        assert result.exit_code == 2
        assert f"{len(STARTER)} results do not fit into one file: name a folder" in result.stderr
        assert sorted(os.listdir(tmp_path)) == ["a.jsonl"]

    def test_devices_links_and_rights(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:2])
        convert("a.jsonl", "--to", "json", "-o", os.devnull)
        assert not Path(os.devnull).is_file()
        (tmp_path / "real.jsonl").write_text("old")
        (tmp_path / "real.jsonl").chmod(0o640)
        (tmp_path / "link.jsonl").symlink_to("real.jsonl")
        convert("a.jsonl", "-o", "link.jsonl")
        assert (tmp_path / "link.jsonl").is_symlink()
        assert (tmp_path / "real.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
        assert (tmp_path / "real.jsonl").stat().st_mode & 0o777 == 0o640

    def test_nothing_to_write_leaves_what_is_there(self, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_text("before")
        assert run("convert", "nonsense", "-o", "a.jsonl").exit_code == 2
        assert (tmp_path / "a.jsonl").read_text() == "before"

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        write_lines(tmp_path / "a.jsonl", STARTER[:2])
        result = run("convert", "a.jsonl", "-o", "no/b.jsonl")
        assert (result.exit_code, "cannot write" in result.stderr) == (2, True)

    @pytest.mark.parametrize("name", ["zz.manifest", "zz.MANIFEST", "link.jsonl"])
    def test_puzzles_and_manifest_are_two_files(self, name: str, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        (tmp_path / "link.jsonl").symlink_to("link.manifest")
        before = sorted(os.listdir(tmp_path))
        for source in ("a.jsonl", dump(ALIKE[0], "puzzlink")):
            result = run("convert", source, "--to", "json", "-o", name)
            assert result.exit_code == 2
            assert "manifests of batches end with .manifest" in result.stderr
        assert sorted(os.listdir(tmp_path)) == before

    def test_a_manifest_of_something_else(self, tmp_path: Path) -> None:
        """Nothing empty may be left, and none of these read without end."""
        write_batch(tmp_path / "a.jsonl", ALIKE)
        os.mkfifo(tmp_path / "b.manifest")
        (tmp_path / "c.manifest").mkdir()
        (tmp_path / "d.manifest").symlink_to("nowhere")
        (tmp_path / "e.manifest").symlink_to("e.manifest")
        for name in "abcde":
            result = convert("a.jsonl", "--to", "puzzlink", "-o", f"{name}.txt")
            assert "without a manifest" in result.stderr
            assert len(documents(f"{name}.txt")) == len(ALIKE)
        assert not [name for name in os.listdir(tmp_path) if name in ("nowhere", ".part")]

    def test_links_that_someone_planted_are_not_followed(self, tmp_path: Path) -> None:
        write_batch(tmp_path / "a.jsonl", ALIKE)
        (tmp_path / "victim").write_text("precious")
        (tmp_path / "folder").mkdir()
        for name in (f"folder/{KIND}-5x5-000001.json", "folder/.batch.manifest.part"):
            (tmp_path / name).symlink_to(tmp_path / "victim")
        (tmp_path / ".b.jsonl.part").symlink_to("victim")
        convert("a.jsonl", "--to", "json", "-o", "folder")
        convert("a.jsonl", "-o", "b.jsonl")
        assert (tmp_path / "victim").read_text() == "precious"
        assert len(documents("folder")) == len(documents("b.jsonl")) == len(ALIKE)
        (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
        convert("a.jsonl", "-o", "loop.jsonl")
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "batch.manifest").symlink_to(tmp_path / "new")
        assert run("convert", "a.jsonl", "--to", "json", "-o", "other").exit_code == 2
        assert not (tmp_path / "new").exists()

    @pytest.mark.parametrize("target", ["b.jsonl", "b.xml", "folder/"])
    def test_a_full_disk(self, target: str, tmp_path: Path) -> None:
        """A limit on the size of files is met at the end of a small one, when it is closed."""
        write_batch(tmp_path / "a.jsonl", ALIKE * 3)
        (tmp_path / "b.jsonl").write_text("before")
        command = f"ulimit -f 1; exec {sys.executable} -m enpitsu convert a.jsonl --to json"
        done = subprocess.run(
            ["bash", "-c", f"{command} -o {target}"], capture_output=True, text=True
        )
        assert done.returncode == 2
        assert done.stderr.endswith("error: cannot write: File too large\n")
        assert not [name for name in below(tmp_path) if name.endswith(".part")]
        assert (tmp_path / "b.jsonl").read_text() == "before"
        assert not (tmp_path / "b.manifest").exists()

    def test_memory_is_flat(self, tmp_path: Path) -> None:
        content = dump(STARTER[0], "json").ljust(10_000)
        pack = Pack("json", ".jsonl", one_below_the_other)

        def peak(count: int) -> int:
            reports = (Report(f"x#{n}", Exit.DONE, content=content + str(n)) for n in range(count))
            tracemalloc.start()
            with pytest.raises(SystemExit):
                write_each(reports, "big.jsonl", lambda report: pack)
            found = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return found

        peak(10)
        assert peak(1000) < peak(100) + 10 * len(content)
