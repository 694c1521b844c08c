"""The library: collections and puzzles in a database, safe, streamed, and kept up to date."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, text

import enpitsu
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.cli.library_command import SORTS as SHOWN_SORTS
from enpitsu.cli.library_command import library
from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import dump
from enpitsu.grade import length_word
from enpitsu.grid import Symmetry
from enpitsu.kind import Document, Meta
from enpitsu.store import StoreOutput, collection_of, open_store
from enpitsu.store.database import _MIGRATIONS
from enpitsu.store.library import PAGE, Store
from enpitsu.store.schema import REVISION, VERSION_TABLE, metadata
from enpitsu.store.shelf import SORTS
from tests.cases import each_case
from tests.library import Folder, only_sqlite, ordinary_starters
from tests.postgres import Cluster

SMALL = [each for each in ordinary_starters() if each.puzzle.rows <= 8]
KIND = SMALL[0].puzzle.kind
WAIT_SECONDS = 300
"""After which a program hangs, however busy the machine is."""


PROGRAM = """
import sys
import enpitsu
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.errors import PuzzleError
from enpitsu.store import StoreOutput, open_store
"""
"""Imports of programs of their own: to import this module as well takes them a second each."""


def header(**changes: object) -> Header:
    """What some batch is to be."""
    plain: dict[str, object] = {"rows": 5, "cols": 5, "seed": 1, "version": "1", "method": "m"}
    return Header(**({"kind": KIND} | plain | changes))  # type: ignore[arg-type]


@pytest.fixture
def place(database: Folder | Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A library of this test alone, in a folder that is not there yet or an empty database."""
    with database.new_library() as found:
        monkeypatch.setenv("ENPITSU_LIBRARY", found)
        yield found


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """That library, open."""
    with open_store() as opened:
        yield opened


def run(*arguments: str, text: str | None = None) -> Result:
    """enpitsu library ..."""
    return CliRunner().invoke(library, arguments, input=text, catch_exceptions=False)


class TestCollections:
    def test_what_goes_in_comes_out(self, store: Store) -> None:
        assert store.add("starter", SMALL) == len(SMALL)
        assert list(store.documents("starter")) == SMALL
        assert [each.number for each in store.puzzles("starter")] == list(range(1, len(SMALL) + 1))
        (found,) = store.collections()
        assert (found.name, found.count, found.failed, found.header) == (
            "starter",
            len(SMALL),
            0,
            None,
        )
        assert sum(found.kinds.values()) == sum(found.levels.values()) == len(SMALL)
        assert set(found.kinds) == {each.puzzle.kind for each in SMALL}
        assert set(found.levels) == {each.meta.level for each in SMALL}

    def test_titles_in_any_script_and_what_sql_might_mind(self, store: Store) -> None:
        meta = Meta(title="鉛筆 '; DROP TABLE puzzles; --", author='%s \\ "', level="")
        document = Document(puzzle=SMALL[0].puzzle, meta=meta, format="json")
        store.add("日本 'x'; --", [document])
        assert list(store.documents()) == [document]
        assert store.names() == ["日本 'x'; --"]
        assert store.collections()[0].levels == {"": 1}

    def test_a_library_is_still_there_when_opened_again(self, place: str) -> None:
        for _ in range(2):
            with open_store() as store:
                store.add("a", SMALL[:2])
        with open_store(place) as store:
            assert [each.number for each in store.puzzles("a")] == [1, 2, 3, 4]
        url = place if "://" in place else f"sqlite:///{place}"
        with open_store(url.replace("+psycopg", "")) as store:
            assert store.names() == ["a"]

    def test_several_collections_are_read_by_name(self, store: Store) -> None:
        for name in ("b", "a"):
            store.add(name, SMALL[:2])
        found = [(each.collection, each.number) for each in store.puzzles()]
        assert found == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]

    def test_removing(self, store: Store) -> None:
        store.add("a", SMALL[:3])
        store.add("b", SMALL[:1])
        assert store.remove("a") == 3
        assert store.names() == ["b"]
        assert len(list(store.puzzles())) == 1
        with pytest.raises(PuzzleError, match="no collection 'a'"):
            store.remove("a")
        with pytest.raises(PuzzleError, match="no collection 'a'"):
            list(store.puzzles("a"))

    @each_case("name", ["", "  ", "a#1", "a\nb", "x" * 201, "x" * 10**6, "\udcff", "\0", "\x1b"])
    def test_names_that_cannot_be(self, store: Store, name: str) -> None:
        for action in (
            lambda: store.add(name, SMALL[:1]),
            lambda: store.create(name),
            lambda: store.remove(name),
            lambda: store.header(name),
            lambda: list(store.puzzles(name)),
            lambda: StoreOutput(store, name).begin(header()),
        ):
            with pytest.raises(PuzzleError, match="a collection"):
                action()
        assert store.names() == []

    def test_an_existing_collection_is_not_created_again(self, store: Store) -> None:
        store.create("a", note="mine")
        assert store.collections()[0].note == "mine"
        with pytest.raises(PuzzleError, match="there already"):
            store.create("a")

    def test_more_than_a_page(self, store: Store) -> None:
        documents = [Document(puzzle=SMALL[0].puzzle, format="json")] * (2 * PAGE)
        assert store.add("a", iter(documents)) == 2 * PAGE
        assert store.add("a", documents[:1]) == 1
        numbers = [each.number for each in store.puzzles("a")]
        assert numbers == list(range(1, 2 * PAGE + 2))

    def test_who_reads_slowly_keeps_no_one_from_writing(self, store: Store) -> None:
        store.add("a", SMALL[:3])
        reading = store.puzzles("a")
        next(reading)
        with open_store() as other:
            other.add("b", SMALL)
            other.remove("b")
        assert len(list(reading)) == 2

    def test_memory_is_flat(self, store: Store) -> None:
        document = Document(puzzle=SMALL[0].puzzle, format="json")
        size = len(dump(document, "json"))

        def peak(count: int) -> int:
            store.add(f"n{count}", (document for _ in range(count)))
            tracemalloc.start()
            for _ in store.puzzles(f"n{count}"):
                pass
            found = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return found

        peak(PAGE)
        assert peak(6 * PAGE) < peak(2 * PAGE) + PAGE * size

    def test_what_someone_spoiled_is_said(self, store: Store) -> None:
        store.add("a", SMALL[:2])
        with store.database.writing() as connection:
            connection.execute(text("UPDATE puzzles SET content = '{' WHERE number = 1"))
        first, second = store.puzzles("a")
        assert second.document() == SMALL[1]
        with pytest.raises(enpitsu.FormatError):
            first.document()


class TestTwins:
    def test_twins_are_found_whichever_way_they_lie(self, store: Store) -> None:
        puzzle = SMALL[0].puzzle
        forms = [Document(puzzle=puzzle.transform(symmetry)) for symmetry in Symmetry]
        store.add("turned", forms)
        store.add("others", SMALL)
        found = store.twins(fingerprint(puzzle))
        assert len(found) == len(forms) + 1
        assert str(found[0]) == "others#1"
        (group,) = store.all_twins()
        assert group == found
        assert store.twins("0" * 16) == []

    def test_fingerprints(self, store: Store) -> None:
        store.add("a", SMALL)
        expected = [fingerprint(each.puzzle) for each in SMALL]
        assert list(store.fingerprints()) == list(store.fingerprints("a")) == expected


class TestBatches:
    def entry(self, number: int, document: Document) -> ManifestEntry:
        return ManifestEntry(
            number, id=fingerprint(document.puzzle), seed=7, attempt=3, level=document.meta.level
        )

    def test_begin_add_continue(self, store: Store) -> None:
        output = StoreOutput(store, "batch")
        assert list(output.begin(header())) == []
        entries = [
            self.entry(1, SMALL[0]),
            ManifestEntry(2, seed=9, failed="no"),
            self.entry(3, SMALL[1]),
        ]
        output.add(entries[0]._replace(place="x.json", end=12), dump(SMALL[0], "json") + "\n")
        output.add(entries[1], "")
        output.add(entries[2], dump(SMALL[1], "json"))
        output.close()
        with open_store() as again:
            later = StoreOutput(again, "batch")
            assert list(later.begin(header())) == entries, "where it is, the library knows itself"
            later.close()
            (found,) = again.collections()
            assert (found.count, found.failed, found.header) == (2, 1, header())
            assert list(again.documents("batch")) == SMALL[:2]
            assert again.header("batch") == header()
            again.remove("batch")
            assert again.header("batch") is None

    def test_something_else_is_there(self, store: Store) -> None:
        list(StoreOutput(store, "batch").begin(header()))
        with pytest.raises(PuzzleError, match="another batch: seed 2 instead of 1"):
            StoreOutput(store, "batch").begin(header(seed=2))
        store.add("mine", SMALL[:1])
        with pytest.raises(PuzzleError, match="no batch"):
            StoreOutput(store, "mine").begin(header())
        with pytest.raises(PuzzleError, match="is a batch"):
            store.add("batch", SMALL[:1])
        with pytest.raises(PuzzleError, match="as json, not csv"):
            StoreOutput(store, "new").begin(header(format="csv"))
        assert store.names() == ["batch", "mine"]

    def test_a_number_cannot_be_added_twice(self, store: Store) -> None:
        output = StoreOutput(store, "batch")
        output.begin(header())
        output.add(self.entry(1, SMALL[0]), dump(SMALL[0], "json"))
        with pytest.raises(PuzzleError, match="another process"):
            output.add(self.entry(1, SMALL[1]), dump(SMALL[1], "json"))
        assert list(store.documents("batch")) == SMALL[:1]

    def test_another_process_is_told_to_wait(self, store: Store, place: str) -> None:
        output = StoreOutput(store, "batch")
        output.begin(header())
        code = f"""{PROGRAM}
try:
    StoreOutput(open_store({place!r}), "batch").begin({header()!r})
except PuzzleError as error:
    sys.stdout.write(str(error))
"""
        assert "another process is writing" in python(code)
        other = code.replace('"batch"', '"other"')
        assert python(other) == ""
        output.close()
        assert python(code) == ""

    def test_what_is_written_is_not_removed(self, store: Store, place: str) -> None:
        code = """
import sys
from click.testing import CliRunner
from enpitsu.cli.library_command import library
sys.stdout.write(CliRunner().invoke(library, ["remove", "mine", "--yes"]).output)
"""
        said = "Error: another process is writing into the collection mine\n"
        output = StoreOutput(store, "mine")
        output.begin(header())
        assert python(code) == said
        output.close()
        assert python(code) == "mine removed, 0 puzzles\n"
        adder = store.adder("mine")
        assert python(code) == said
        adder.close()
        assert python(code) == "mine removed, 0 puzzles\n"

    def test_removed_while_it_was_written(self, store: Store) -> None:
        """By a process that knows no lock; the next collection may have the same key."""
        output = StoreOutput(store, "batch")
        output.begin(header())
        adder = store.adder("new")
        with store.database.writing() as connection:
            connection.execute(text("DELETE FROM collections"))
        for again in ((), ("other", "third")):
            for name in again:
                store.create(name)
            with pytest.raises(PuzzleError, match="batch was removed while"):
                output.add(self.entry(1, SMALL[0]), dump(SMALL[0], "json"))
            with pytest.raises(PuzzleError, match="batch was removed while"):
                output.add(ManifestEntry(1, failed="no"), "")
            adder.add(SMALL[0])
            with pytest.raises(PuzzleError, match="new was removed while"):
                adder.close()
        assert list(store.puzzles()) == []

    def test_a_wrong_fingerprint_is_not_believed(self, store: Store) -> None:
        adder = store.adder("a", header())
        adder.add(SMALL[0], ManifestEntry(1, id="0" * 16))
        adder.close()
        right = fingerprint(SMALL[0].puzzle)
        assert list(store.fingerprints("a")) == [right]
        assert [each.id for each in store.entries("a")] == [right]

    def test_spoiled_batches(self, store: Store) -> None:
        adder = store.adder("a", header())
        adder.add(SMALL[0], self.entry(1, SMALL[0]))
        adder.close()
        with store.database.writing() as connection:
            connection.execute(text("UPDATE puzzles SET number = 2"))
        with pytest.raises(enpitsu.FormatError, match="number 1 at 2"):
            list(store.entries("a"))
        with store.database.writing() as connection:
            connection.execute(text("UPDATE collections SET header = '[['"))
        with pytest.raises(enpitsu.FormatError):
            store.header("a")
        assert [each.header for each in store.collections()] == [None]
        assert store.remove("a") == 1

    def test_what_was_added_survives_a_kill(self, place: str) -> None:
        few = SMALL[:7]
        pieces = [(fingerprint(each.puzzle), dump(each, "json")) for each in few]
        code = f"""{PROGRAM}
output = StoreOutput(open_store({place!r}), "batch")
number = sum(1 for _ in output.begin({header()!r}))
pieces = {pieces!r}
while True:
    number += 1
    mark, text = pieces[number % len(pieces)]
    output.add(ManifestEntry(number, id=mark), text)
    sys.stdout.write(f"{{number}}\\n")
    sys.stdout.flush()
"""
        told = 0
        for _ in range(2):
            with start(code) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    told = int(line)
                    if told % 20 == 0:
                        process.send_signal(signal.SIGKILL)
        with open_store() as store:
            entries = list(StoreOutput(store, "batch").begin(header()))
            kept = list(store.documents("batch"))
        assert told >= 40
        assert [each.number for each in entries] == list(range(1, len(entries) + 1))
        assert len(entries) in (told, told + 1)
        assert kept == [few[each.number % len(few)] for each in entries]


def start(code: str) -> subprocess.Popen[str]:
    """Run a program of its own."""
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root, env=os.environ
    )


def python(code: str) -> str:
    """What a program of its own says."""
    with start(code) as process:
        return process.communicate(timeout=WAIT_SECONDS)[0]


class TestDatabase:
    def test_migrations_make_the_tables_that_the_code_knows(self, store: Store) -> None:
        with store.database.reading() as connection:
            context = MigrationContext.configure(
                connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
            )
            assert context.get_current_revision() == REVISION
            assert compare_metadata(context, metadata) == []
        assert ScriptDirectory(str(_MIGRATIONS)).get_heads() == [REVISION]

    @only_sqlite
    def test_the_tables_alone_are_the_same_as_the_migrated(
        self, store: Store, tmp_path: Path
    ) -> None:
        """compare_metadata overlooks some things in SQLite: names of constraints, for one."""
        metadata.create_all(create_engine(f"sqlite:///{tmp_path / 'plain.db'}"))

        def shape(path: str) -> dict[str, set[str]]:
            found = sqlite3.connect(path).execute("SELECT name, sql FROM sqlite_master").fetchall()
            return {
                # A column that a migration added stands on the line of the one before it.
                name: {part.strip() for part in re.split(r",|\n", sql or "")} - {""}
                for name, sql in found
                if VERSION_TABLE not in name
            }

        assert shape(store.place) == shape(str(tmp_path / "plain.db"))

    def test_many_open_a_new_library_at_once(self, place: str) -> None:
        code = f"""{PROGRAM}
import os
with open_store({place!r}) as store:
    store.add(sys.argv[0] + str(os.getpid()), enpitsu.starter({KIND!r})[:3])
"""
        processes = [start(code) for _ in range(4)]
        for process in processes:
            process.communicate(timeout=WAIT_SECONDS)
        assert [process.returncode for process in processes] == [0] * 4
        with open_store() as store:
            assert [each.count for each in store.collections()] == [3] * 4

    def test_a_newer_library_is_refused(self, store: Store) -> None:
        with store.database.writing() as connection:
            connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
        with pytest.raises(PuzzleError, match="newer Enpitsu"):
            open_store()

    def test_a_database_of_others_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "other.db"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE bookmarks (id INTEGER)")
        with pytest.raises(PuzzleError, match="another program"):
            open_store(str(path))
        tables = sqlite3.connect(path).execute("SELECT name FROM sqlite_master").fetchall()
        assert tables == [("bookmarks",)]

    @pytest.mark.parametrize(
        ("url", "said"),
        [
            ("nosuch://user:secret@host/x", "cannot be read"),
            ("postgresql://user:secret@host:port/x", "cannot be read"),
            ("mssql+nosuch://user:secret@host/x", "cannot be read"),
            ("mysql://user:secret@host/x", "a file, or a database of PostgreSQL"),
            ("/proc/nowhere/library.db", "/proc/nowhere/library.db: "),
            (".", "unable to open"),
        ],
    )
    def test_places_that_cannot_be(self, url: str, said: str) -> None:
        with pytest.raises(PuzzleError, match=said) as caught:
            open_store(url)
        assert "secret" not in str(caught.value)

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        path = tmp_path / "letter.db"
        path.write_text("Dear Sir or Madam, " * 20)
        with pytest.raises(PuzzleError, match="not a database"):
            open_store(str(path))
        assert path.read_text().startswith("Dear")

    @only_sqlite
    def test_sqlite_is_set_up_for_many(self, store: Store) -> None:
        with store.database.reading() as connection:
            for name, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 1)):
                assert connection.execute(text(f"PRAGMA {name}")).scalar() == value

    def test_by_default_it_is_in_the_data_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("ENPITSU_LIBRARY", raising=False)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        monkeypatch.setenv("HOME", str(tmp_path))
        with open_store() as store:
            assert Path(store.place).is_relative_to(tmp_path)
            assert Path(store.place).parent.name == "enpitsu"

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
        monkeypatch.setitem(sys.modules, "sqlalchemy", None)
        with pytest.raises(BackendMissing, match=r"enpitsu\[store\]"):
            open_store()
        result = run("list")
        assert (result.exit_code, "enpitsu[store]" in result.stderr) == (2, True)

    def test_names_of_collections(self) -> None:
        assert collection_of("library:a b") == "a b"
        assert collection_of("library:") == ""
        assert collection_of("./library:a") is None

    def test_the_command_line_does_not_load_it(self) -> None:
        code = "import sys, enpitsu.cli; sys.stdout.write(str('sqlalchemy' in sys.modules))"
        assert python(code) == "False"


class TestCommand:
    @pytest.fixture
    def pack(self, tmp_path: Path) -> str:
        """A file with all the puzzles."""
        path = tmp_path / "pack.jsonl"
        path.write_text("".join(f"{dump(each, 'json')}\n" for each in SMALL), encoding="utf-8")
        return str(path)

    def test_list_add_remove(self, place: str, pack: str) -> None:
        assert "empty" in run("list").stdout
        assert run("add", "mine", pack).stdout == f"{len(SMALL)} puzzles added to library:mine\n"
        assert run("add", "library:mine", pack).exit_code == 0
        head, row = run("list").stdout.splitlines()
        assert head.split() == ["collection", "puzzles", "kinds", "levels", "lengths"]
        assert row.startswith(f"library:mine  {2 * len(SMALL):>7}  ")
        data = json.loads(run("list", "--json").stdout)
        assert (data["name"], data["puzzles"], data["batch"]) == ("mine", 2 * len(SMALL), False)
        order = [each.value for each in enpitsu.Level]
        assert list(data["levels"]) == sorted(data["levels"], key=order.index)
        assert sum(data["lengths"].values()) == 2 * len(SMALL)
        assert run("remove", "mine", text="n\n").exit_code == 1
        assert run("remove", "mine", text="").exit_code == 1
        assert f"{2 * len(SMALL)} puzzles" in run("remove", "mine", text="y\n").stdout
        assert "empty" in run("list").stdout

    def test_grading_what_is_added(self, place: str, tmp_path: Path) -> None:
        path = tmp_path / "links.txt"
        path.write_text("https://puzz.link/p?yajilin/5/5/m32j10\n" * 2)
        run("add", "plain", str(path))
        note = "2 puzzles are not graded; enpitsu library add NAME FILES --grade grades them\n"
        assert run("list", "plain").stderr == note
        run("add", "mine", str(path), "--grade")
        assert run("list", "mine").stderr == ""
        for line in run("list", "mine", "--json").stdout.splitlines():
            assert json.loads(line)["level"]
            assert json.loads(line)["length"] > 0
        run("add", "late", str(path), "--grade", "--time", "0")
        assert run("list", "late").stderr == note

    def test_list_puzzles(self, place: str, pack: str) -> None:
        run("add", "mine", pack)
        lines = run("list", "mine", "--sort", "length", "--json").stdout.splitlines()
        found = [json.loads(line) for line in lines]
        assert [each["length"] for each in found] == sorted(each.meta.length for each in SMALL)
        assert [each["length_word"] for each in found] == [
            str(length_word(each["length"])) for each in found
        ]
        head, *rows = run("list", "--length", str(found[0]["length_word"])).stdout.splitlines()
        assert head.split() == ["puzzle", "kind", "size", "level", "length", "title"]
        assert len(rows) == sum(each["length_word"] == found[0]["length_word"] for each in found)
        assert all(row.startswith("library:mine#") for row in rows)
        assert run("list", "--kind", "nonogram", "--length", "very-long").stdout == "no puzzles\n"
        assert run("list", "nix").exit_code == 2
        unknown = run("list", "--kind", "foo")
        assert unknown.exit_code == 2
        assert "'nonogram'" in unknown.stderr
        assert run("list", "--length", "huge").exit_code == 2
        assert set(SHOWN_SORTS) == set(SORTS)

    def test_what_cannot_be_read_does_not_stop_the_rest(self, place: str, pack: str) -> None:
        result = run("add", "mine", "nonsense", pack)
        assert result.exit_code == 2
        assert "nonsense: error: no such file" in result.stderr
        assert f"{len(SMALL)} puzzles" in result.stdout
        assert run("add", "empty", "nonsense").exit_code == 2
        assert "empty" not in run("list").stdout, "nothing came, so nothing is there"

    def test_errors_are_sentences(self, place: str, pack: str) -> None:
        for arguments in (["remove", "nix", "--yes"], ["add", "a#b", pack], ["add", "", pack]):
            result = run(*arguments)
            assert result.exit_code == 2
            assert result.stderr.startswith("Error: ")

    def test_twins(self, place: str, pack: str) -> None:
        assert run("twins").stdout == "no twins\n"
        run("add", "a", pack)
        assert run("twins").stdout == "no twins\n"
        run("add", "b", pack)
        lines = run("twins").stdout.splitlines()
        assert len(lines) == len(SMALL)
        assert all("library:a#" in line and "library:b#" in line for line in lines)
        groups = [json.loads(line)["twins"] for line in run("twins", "--json").stdout.splitlines()]
        assert sorted(groups) == sorted(
            [f"library:a#{n}", f"library:b#{n}"] for n in range(1, len(SMALL) + 1)
        )
