"""Batches: the same puzzles whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import enpitsu
from enpitsu import registry
from enpitsu.batch.files import FileOutput, FolderOutput, Output, manifest_path
from enpitsu.batch.generate_many import make_batch
from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.batch.order import BatchPiece, Order
from enpitsu.cli import main
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.fingerprint import fingerprint
from enpitsu.generate import Request
from enpitsu.grid import Symmetry
from enpitsu.limits import Limits
from tests import installed
from tests.cases import each_case
from tests.cli.test_cli import on_terminal


def order_of(kind: str, side: int, level: str | None = None, seed: int = 1) -> Order:
    """An order for square puzzles."""
    return Order(request=Request.checked(kind, side, side, level, seed, None, {}))


def entries_of(place: Path) -> list[ManifestEntry]:
    """The lines of a manifest behind the first."""
    lines = manifest_path(place).read_text().splitlines(keepends=True)
    Header.from_line(lines[0])
    return [ManifestEntry.from_line(line) for line in lines[1:]]


def files_of(place: Path) -> dict[str, bytes]:
    """Everything that a batch consists of."""
    paths = list(place.iterdir()) if place.is_dir() else [place, manifest_path(place)]
    return {path.name: path.read_bytes() for path in paths}


@pytest.fixture
def _own_kinds() -> Iterator[None]:
    yield
    registry.kinds.cache_clear()


# --- the same, whatever happens ------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A batch that ran through on one process."""
    path = tmp_path_factory.mktemp("whole") / "all.jsonl"
    make_batch(order_of("yajilin", 6), 12, FileOutput(path))
    return path


def test_a_batch_is_puzzles_with_one_solution_and_no_twins(whole: Path) -> None:
    documents = enpitsu.read(whole)
    assert len(documents) == 12
    assert all(enpitsu.solve(each.puzzle).status == "unique" for each in documents)
    fingerprints = [fingerprint(each.puzzle) for each in documents]
    assert len(set(fingerprints)) == 12
    entries = entries_of(whole)
    assert [entry.number for entry in entries] == list(range(1, 13))
    assert [entry.id for entry in entries] == fingerprints
    assert [each.made.seed for each in documents if each.made] == [each.seed for each in entries]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_does_not_matter(jobs: int, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    make_batch(order_of("yajilin", 6), 12, FileOutput(path), jobs=jobs)
    assert files_of(path) == files_of(whole)


def test_each_puzzle_can_be_made_again_alone(whole: Path) -> None:
    for document in enpitsu.read(whole)[:4]:
        assert document.made is not None
        alone = enpitsu.generate("yajilin", 6, seed=document.made.seed)
        assert alone.puzzle == document.puzzle


def test_seeds_share_no_puzzles(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "all.jsonl"
    make_batch(order_of("yajilin", 6, seed=2), 12, FileOutput(other))
    seeds = [{entry.seed for entry in entries_of(path)} for path in (whole, other)]
    assert not seeds[0] & seeds[1]


class Stop(Exception):
    """The end of the world, from the view of a batch."""


class Interrupted:
    """An output that stops the work after so many."""

    def __init__(self, output: Output, after: int) -> None:
        self._output, self._left = output, after

    def begin(self, header: Header) -> Iterator[ManifestEntry]:
        return self._output.begin(header)

    def add(self, entry: ManifestEntry, text: str) -> None:
        if not self._left:
            raise Stop
        self._left -= 1
        self._output.add(entry, text)

    def close(self) -> None:
        self._output.close()


def test_interrupted_and_continued_is_the_same(whole: Path, tmp_path: Path) -> None:
    path, order = tmp_path / "all.jsonl", order_of("yajilin", 6)
    for after, jobs in ((0, 1), (3, 2), (1, 1), (4, 2)):
        with pytest.raises(Stop):
            make_batch(order, 12, Interrupted(FileOutput(path), after), jobs=jobs)
    summary = make_batch(order, 12, FileOutput(path))
    assert (summary.made, summary.before, summary.failed) == (12, 8, 0)
    assert files_of(path) == files_of(whole)
    done = make_batch(order, 12, FileOutput(path))
    assert (done.made, done.before) == (12, 12)
    assert files_of(path) == files_of(whole)


def test_a_batch_may_grow(whole: Path, tmp_path: Path) -> None:
    path, order = tmp_path / "all.jsonl", order_of("yajilin", 6)
    make_batch(order, 5, FileOutput(path))
    make_batch(order, 12, FileOutput(path))
    assert files_of(path) == files_of(whole)


@pytest.mark.parametrize("share", [0.0, 0.003, 0.31, 0.5, 0.77, 0.999])
@pytest.mark.parametrize("torn", ["puzzles", "manifest", "both"])
def test_what_is_torn_is_made_again(share: float, torn: str, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    cuts = {"puzzles": (True, False), "manifest": (False, True), "both": (True, True)}[torn]
    sources = (whole, manifest_path(whole))
    for source, target, cut in zip(sources, (path, manifest_path(path)), cuts, strict=True):
        data = source.read_bytes()
        target.write_bytes(data[: int(share * len(data))] if cut else data)
    if torn != "puzzles" and share == 0.0 and torn == "manifest":
        with pytest.raises(PuzzleError, match="without a manifest"):
            make_batch(order_of("yajilin", 6), 12, FileOutput(path))
        return
    make_batch(order_of("yajilin", 6), 12, FileOutput(path))
    assert files_of(path) == files_of(whole)


def test_a_folder_of_files(tmp_path: Path) -> None:
    order = Order(request=order_of("satogaeri", 5).request, format="pzprv3")
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    make_batch(order, 6, FolderOutput(whole, ".pzprv3"))
    with pytest.raises(Stop):
        make_batch(order, 6, Interrupted(FolderOutput(parts, ".pzprv3"), 3))
    (parts / "satogaeri-5x5-000003.pzprv3").unlink()
    make_batch(order, 6, FolderOutput(parts, ".pzprv3"), jobs=2)
    assert files_of(parts) == files_of(whole)
    assert len(files_of(whole)) == 7
    for entry in entries_of(whole):
        puzzle = enpitsu.read(whole / entry.place)[0].puzzle
        assert fingerprint(puzzle) == entry.id


def test_killed_in_the_middle(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    command = [sys.executable, "-m", "enpitsu", "generate", "yajilin", "--size", "6"]
    command += ["--count", "12", "-o", str(path), "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not (path.exists() and path.read_bytes().count(b"\n") >= 3):
        assert time.monotonic() < until
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(entries_of(path)) <= 12
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert files_of(path) == files_of(whole)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_says_how_to_go_on(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    command = [sys.executable, "-m", "enpitsu", "generate", "yajilin", "--size", "6"]
    command += ["--count", "100000", "-o", str(path), "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (path.exists() and path.read_bytes().count(b"\n") >= 3):
        assert time.monotonic() < until
        time.sleep(0.005)
    process.send_signal(number)
    _, words = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "the same command goes on from there" in words
    assert "Traceback" not in words
    assert f"stopped: {len(entries_of(path))} of 100000" in words


# --- twins ---------------------------------------------------------------------------------------


def test_twins_give_way_and_few_puzzles_are_soon_found_out(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    order = order_of("nonogram", 2)
    summary = make_batch(order, 50, FileOutput(path), jobs=2)
    assert summary.gave_up
    assert 1 <= summary.made < 50
    documents = enpitsu.read(path)
    assert len({fingerprint(each.puzzle) for each in documents}) == summary.made
    forms = {each.puzzle.transform(how) for each in documents for how in Symmetry}
    assert len(forms) >= summary.made
    entries = entries_of(path)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert sum(bool(entry.failed) for entry in entries) == summary.failed
    before = files_of(path)
    again = make_batch(order, 50, FileOutput(path))
    assert again.gave_up
    assert files_of(path) == before, "it does not try for ever"
    alone = tmp_path / "alone.jsonl"
    make_batch(order, 50, FileOutput(alone))
    assert files_of(alone)["alone.jsonl"] == before["small.jsonl"]


def test_unlike_what_is_there(whole: Path, tmp_path: Path) -> None:
    path, order = tmp_path / "new.jsonl", order_of("yajilin", 6)
    turned = [each.puzzle.transform(Symmetry.ROTATE_90) for each in enpitsu.read(whole)]
    unlike = [fingerprint(each) for each in turned[:5]]
    make_batch(order, 7, FileOutput(path), unlike=unlike)
    ids = [entry.id for entry in entries_of(path)]
    assert not set(ids) & set(unlike)
    assert ids[5:] == [fingerprint(each) for each in turned[5:7]], "the others stay as they were"
    with pytest.raises(PuzzleError, match="another batch"):
        make_batch(order, 7, FileOutput(path))


# --- what goes wrong -----------------------------------------------------------------------------

TROUBLE = """
chance = task.random.random()
if chance < 0.15:
    os._exit(1)
if chance < 0.3:
    raise KeyError("trouble")
if chance < 0.36:
    time.sleep(600)
return stripes(task)
"""

FLEETING = """
from pathlib import Path
mark = Path(os.environ["MARKS"]) / str(task.random.random())
if not mark.exists():
    mark.touch()
    os._exit(1)
return stripes(task)
"""


@pytest.mark.usefixtures("_own_kinds")
def test_one_that_fails_hangs_or_dies_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed.install(monkeypatch, tmp_path, TROUBLE)
    # Long enough for a healthy one on a very busy machine.
    monkeypatch.setattr("enpitsu.batch.generate_many.GRACE", 5.0)
    order = Order(request=order_of("stars", 13).request, limits=Limits(seconds=10))
    made = []
    for jobs in (2, 3):
        path = tmp_path / f"{jobs}.jsonl"
        summary = make_batch(order, 15, FileOutput(path), jobs=jobs)
        assert summary.made == 15
        reasons = " ".join(entry.failed for entry in entries_of(path) if entry.failed)
        assert all(word in reasons for word in ("died", "KeyError", "took longer"))
        made.append([(entry.number, entry.id) for entry in entries_of(path)])
    assert made[0] == made[1]


@pytest.mark.usefixtures("_own_kinds")
def test_a_death_that_was_not_its_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed.install(monkeypatch, tmp_path, FLEETING)
    (tmp_path / "marks").mkdir()
    monkeypatch.setenv("MARKS", str(tmp_path / "marks"))
    path = tmp_path / "all.jsonl"
    summary = make_batch(order_of("stars", 13), 8, FileOutput(path), jobs=2)
    assert (summary.made, summary.failed) == (8, 0)
    assert [entry.number for entry in entries_of(path)] == list(range(1, 9))


@pytest.mark.usefixtures("_own_kinds")
def test_a_wish_that_cannot_be_fulfilled_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed.install(monkeypatch, tmp_path, "return None")
    order = Order(request=order_of("stars", 13).request, tries=3)
    summary = make_batch(order, 1000, FileOutput(tmp_path / "none.jsonl"), jobs=2)
    assert summary.gave_up
    assert summary.made == 0
    assert entries_of(tmp_path / "none.jsonl")[0].failed == "not found in 3 attempts"


def test_passing_trouble_does_not_end_a_batch_for_good(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    hurried = Order(request=order_of("yajilin", 6).request, limits=Limits(seconds=0))
    summary = make_batch(hurried, 3, FileOutput(path))
    assert summary.gave_up
    assert summary.made == 0
    summary = make_batch(order_of("yajilin", 6), 3, FileOutput(path))
    assert summary.made == 3
    assert [entry.number for entry in entries_of(path) if entry.id] == [21, 22, 23]


def test_what_changes_the_puzzles_makes_another_batch(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    careless = Order(request=order_of("yajilin", 5).request, limits=Limits(conflicts=1))
    make_batch(careless, 2, FileOutput(path))
    with pytest.raises(PuzzleError, match="conflicts None instead of 1"):
        make_batch(order_of("yajilin", 5), 2, FileOutput(path))


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(enpitsu.PuzzleError, match="cannot start a process"):
        make_batch(order_of("yajilin", 6), 3, FileOutput(path))
    monkeypatch.undo()
    assert entries_of(path) == [], "it was not the puzzles' fault"
    assert make_batch(order_of("yajilin", 6), 3, FileOutput(path)).failed == 0


@pytest.mark.parametrize("gone", ["puzzles", "manifest"])
def test_removed_in_the_middle(gone: str, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"

    def told(piece: BatchPiece) -> None:
        (path if gone == "puzzles" else manifest_path(path)).unlink(missing_ok=True)

    with pytest.raises(PuzzleError, match="was removed"):
        make_batch(order_of("yajilin", 6), 3, FileOutput(path), told=told)


def test_it_does_not_write_over_anything(tmp_path: Path) -> None:
    path, folder = tmp_path / "mine.jsonl", tmp_path / "mine"
    path.write_text("my own work\n")
    folder.mkdir()
    (folder / "work.txt").write_text("my own work\n")
    for output in (FileOutput(path), FolderOutput(folder, ".json")):
        with pytest.raises(PuzzleError, match="manifest"):
            make_batch(order_of("yajilin", 6), 1, output)
    assert path.read_text() == "my own work\n"
    other = tmp_path / "other.jsonl"
    for place in (path, other):
        manifest_path(place).write_text('{"batch": 99}\n')
        with pytest.raises(FormatError):
            make_batch(order_of("yajilin", 6), 1, FileOutput(place))
    assert path.read_text() == "my own work\n"
    assert not other.exists(), "what is refused leaves nothing"


def test_two_processes_do_not_write_one_batch(tmp_path: Path) -> None:
    path, order = tmp_path / "all.jsonl", order_of("yajilin", 6)
    first = FileOutput(path)
    assert list(first.begin(order.header())) == []
    with pytest.raises(PuzzleError, match="another process"):
        make_batch(order, 1, FileOutput(path))
    first.close()
    assert make_batch(order, 1, FileOutput(path)).made == 1


def test_manifest_lines_read_back() -> None:
    header = order_of("yajilin", 6, "hard").header("abc")
    assert Header.from_line(header.to_line()) == header
    entry = ManifestEntry(
        7, id="0123456789abcdef", seed=3, attempt=2, level="hard", length=31, place="a", end=9
    )
    assert ManifestEntry.from_line(entry.to_line()) == entry
    for line in ("", "7", "[]", "{}", '{"number": "7"}', '{"number": 1, "what": 2}', "\x00", "{"):
        with pytest.raises(FormatError):
            ManifestEntry.from_line(line)
        with pytest.raises(FormatError):
            Header.from_line(line)


@each_case(
    "change",
    [
        {"number": 0},
        {"number": 10**30},
        {"number": True},
        {"id": "zz"},
        {"id": ""},
        {"id": None},
        {"end": -1},
        {"place": "../evil"},
        {"place": "/etc/passwd"},
        {"level": "\ud800"},
        {"length": -1},
        {"length": "9"},
        {"failed": "both made and failed"},
    ],
)
def test_entries_of_strangers(change: dict[str, object]) -> None:
    entry = ManifestEntry(7, id="0123456789abcdef", level="hard", end=9)._asdict()
    with pytest.raises(FormatError):
        ManifestEntry.from_line(json.dumps(entry | change))


@each_case(
    "change",
    [
        {"kind": "/tmp/evil"},
        {"kind": [1]},
        {"rows": "/../../x"},
        {"cols": 0},
        {"method": "\ud800"},
        {"options": []},
        {"options": {"drawing": "\ud800"}},
        {"options": {"deep": [[]]}},
        {"more": 1},
        {"version": ""},
        {"batch": 2},
    ],
)
def test_headers_of_strangers(change: dict[str, object]) -> None:
    header = json.loads(order_of("yajilin", 6).header().to_line())
    with pytest.raises(FormatError):
        Header.from_line(json.dumps(header | change))
    with pytest.raises(FormatError):
        Header.from_line("[" * 100_000)


def test_damaged_manifests_are_cut_not_believed(whole: Path, tmp_path: Path) -> None:
    lines = manifest_path(whole).read_text().splitlines(keepends=True)
    fourth = json.loads(lines[4])
    for number, wrong in enumerate(
        ({"number": 9}, {"number": 3}, {"id": "zzzz"}, {"end": 0}, {"end": 5}, {"id": ""})
    ):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(whole.read_bytes())
        spoiled = [*lines[:4], json.dumps(fourth | wrong) + "\n", *lines[5:]]
        manifest_path(path).write_text("".join(spoiled))
        make_batch(order_of("yajilin", 6), 12, FileOutput(path))
        assert path.read_bytes() == whole.read_bytes()
        assert manifest_path(path).read_bytes() == manifest_path(whole).read_bytes()


def test_unlike_the_library_it_is_written_to(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("ENPITSU_LIBRARY", place)
    wish = ["satogaeri", "--size", "4", "--unlike", "library:"]
    assert run(*wish, "--count", "3", "-o", "library:first")[0] == 0
    assert run(*wish, "--count", "2", "-o", "library:second")[0] == 0
    code, _, words = run(*wish, "--count", "4", "-o", "library:second")
    assert code == 0, words
    found = CliRunner().invoke(main, ["library", "twins"])
    assert "no twins" in found.output


# --- the command ---------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command line: exit code, output, what it says beside."""
    result = CliRunner().invoke(main, ["generate", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_a_file_or_a_folder(tmp_path: Path) -> None:
    path = str(tmp_path / "a.jsonl")
    arguments = ["yajilin", "--size", "6x5", "--level", "easy", "--solution", "-o"]
    code, _, words = run(*arguments, path, "--count", "3")
    assert code == 0, words
    assert "3 puzzles made" in words
    code, _, words = run(*arguments, path, "--count", "5")
    assert "going on after 3" in words
    documents = enpitsu.read(Path(path))
    assert [each.meta.level for each in documents] == ["easy"] * 5
    assert all(not enpitsu.check(each.puzzle, each.position) for each in documents)
    code, _, words = run(*arguments, f"{tmp_path}/b/", "--count", "2", "--to", "puzzlink")
    assert code == 0, words
    assert len(list((tmp_path / "b").glob("yajilin-6x5-*.*"))) == 2


def test_the_command_on_the_screen() -> None:
    code, links, _ = run("yajilin", "--size", "5", "--count", "3")
    assert code == 0
    assert len({enpitsu.parse(link) for link in links.split()}) == 3
    code, lines, _ = run("satogaeri", "--size", "4", "--count", "2", "--json", "--grade")
    assert code == 0
    data = [json.loads(line) for line in lines.splitlines()]
    assert [each["number"] for each in data] == [1, 2]
    assert all(each["level"] in list(enpitsu.Level) for each in data)
    puzzles = [enpitsu.parse(each["content"]) for each in data]
    assert [fingerprint(puzzle) for puzzle in puzzles] == [each["id"] for each in data]


def test_a_bar_with_rate_and_time_left(tmp_path: Path) -> None:
    command = f"{sys.executable} -m enpitsu generate yajilin --size 8 --count 40"
    shown = on_terminal(f"{command} -o {tmp_path / 'a.jsonl'} --jobs 2")
    assert shown.returncode == 0
    assert "/40" in shown.stdout
    assert "/s, " in shown.stdout
    assert "left" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--grade"], "--count"),
        (["--unlike", "x"], "--count"),
        (["--cluster", "x"], "--count"),
        (["--count", "0"], "range"),
        (["--count", "1", "-o", "nowhere/x.jsonl"], "no folder"),
        (["--count", "1", "-o", "x.csv", "--to", "csv"], "folder"),
        (["--count", "1", "-o", "library:x", "--to", "csv"], "library"),
        (["--count", "1", "-o", "x.manifest", "--to", "json"], "ending of manifests"),
        (["--count", "1", "--unlike", "nothing.here"], "--unlike"),
    ],
)
def test_what_the_command_refuses(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, said = run("yajilin", "--size", "5", *arguments)
    assert code == 2
    assert words in said
    assert os.listdir(tmp_path) == []


# --- from Python ---------------------------------------------------------------------------------


def test_many_from_python(whole: Path) -> None:
    documents = list(enpitsu.generate_many("yajilin", 6, count=5, jobs=2))
    assert [each.puzzle for each in documents] == [each.puzzle for each in enpitsu.read(whole)[:5]]
    assert all(not enpitsu.check(each.puzzle, each.position) for each in documents)
    first = next(enpitsu.generate_many("yajilin", 6, count=10**6, unlike=[documents[0].puzzle]))
    assert fingerprint(first.puzzle) != fingerprint(documents[0].puzzle)
    graded = next(enpitsu.generate_many("satogaeri", 4, 6, count=1, graded=True))
    found = enpitsu.grade(graded.puzzle)
    assert (graded.meta.level, graded.meta.length) == (found.level, found.length)
    assert list(enpitsu.generate_many("yajilin", 6, count=0)) == []
    wrongs = ({"count": -1}, {"count": 1, "level": "x"}, {"count": 1, "what": 1})
    for wrong in (*wrongs, {"count": 1, "jobs": -2}, {"count": 1, "jobs": 0}):
        with pytest.raises(PuzzleError):
            enpitsu.generate_many("yajilin", 6, **wrong)
