"""A real Dask cluster of several processes, one of which dies in the middle."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.batch.files import FileOutput, FolderOutput, manifest_path
from enpitsu.batch.generate_many import make_batch
from enpitsu.batch.manifest import ManifestEntry
from enpitsu.batch.order import BatchPiece, Order
from enpitsu.cli import main
from enpitsu.errors import ClusterError, TookTooLong, WorkerDied
from enpitsu.generate import Request
from enpitsu.workers import open_workers
from tests.cluster import Cluster, cluster
from tests.library import ordinary_starters

pytest.importorskip("distributed", reason="the extra cluster is not installed")

ORDER = Order(request=Request.checked("yajilin", 8, 8, None, 5, None, {}))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two workers for tests that leave it whole."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


def run(*arguments: str) -> Result:
    """Run the command line."""
    return CliRunner().invoke(main, list(arguments))


def test_work_that_fails_hangs_or_dies(running: Cluster) -> None:
    with open_workers(cluster=running.address, patience=3) as hands:
        hanging, dying = hands.submit(time.sleep, 60), hands.submit(os._exit, 1)
        wrong = hands.submit(int, "x")
        others = [hands.submit(math.factorial, n) for n in range(20)]
        assert [each.result() for each in others] == [math.factorial(n) for n in range(20)]
        with pytest.raises(TookTooLong):
            hanging.result()
        with pytest.raises(WorkerDied):
            dying.result()
        with pytest.raises(ValueError, match="invalid literal"):
            wrong.result()
        assert hands.width == 2


@pytest.fixture
def _handed_out_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is handed out ahead: when the first pieces are told of, the last cannot be made yet,
    however quick the workers are."""
    monkeypatch.setattr("enpitsu.batch.batch_run.WINDOW", 6)


@pytest.mark.usefixtures("_handed_out_late")
def test_a_worker_killed_in_the_middle_loses_and_doubles_nothing(tmp_path: Path) -> None:
    alone = tmp_path / "alone.jsonl"
    make_batch(ORDER, 40, FileOutput(alone), jobs=2)
    numbers: list[int] = []
    failures: list[str] = []
    with cluster(tmp_path, 3) as found:

        def told(piece: BatchPiece) -> None:
            numbers.append(piece.entry.number)
            failures.extend([piece.entry.failed] if piece.entry.failed else [])
            if len(numbers) == 8:
                found.kill(1)
            if len(numbers) == 20:
                found.kill(0)
                found.add(1)

        shared = tmp_path / "shared.jsonl"
        summary = make_batch(ORDER, 40, FileOutput(shared), cluster=found.address, told=told)
    assert failures == []
    assert summary.made == 40
    assert numbers == list(range(1, 41))
    assert shared.read_bytes() == alone.read_bytes()
    assert manifest_path(shared).read_bytes() == manifest_path(alone).read_bytes()


@pytest.mark.usefixtures("_handed_out_late")
def test_a_scheduler_that_dies_leaves_a_batch_that_goes_on(tmp_path: Path) -> None:
    numbers: list[int] = []
    folder = tmp_path / "batch"
    with cluster(tmp_path, 2) as found:

        def told(piece: BatchPiece) -> None:
            numbers.append(piece.entry.number)
            if len(numbers) == 6:
                found.stop()

        with pytest.raises(ClusterError):
            make_batch(ORDER, 20, FolderOutput(folder, ".json"), cluster=found.address, told=told)
    make_batch(ORDER, 20, FolderOutput(folder, ".json"), jobs=2)
    lines = manifest_path(folder).read_text().splitlines()[1:]
    assert [ManifestEntry.from_line(line).number for line in lines] == list(range(1, 21))


@pytest.mark.parametrize("command", ["solve", "grade", "explain"])
def test_commands_over_many_puzzles(command: str, running: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    documents = [each for each in ordinary_starters() if each.puzzle.rows <= 8][:8]
    path.write_text("".join(f"{enpitsu.dump(each, 'json')}\n" for each in documents))
    here = run(command, str(path), "--json")
    there = run(command, str(path), "--json", "--cluster", running.address)
    assert there.exit_code == 0, there.stderr
    assert len(there.stdout.splitlines()) >= 8
    assert timeless(there.stdout) == timeless(here.stdout)


def test_ways_of_solving_are_measured_on_a_cluster(running: Cluster) -> None:
    arguments = ["bench", "nonogram", "--engines", "lines,rules", "--limit", "3", "--json"]
    there = run(*arguments, "--cluster", running.address)
    assert there.exit_code == 0, there.stderr
    rows = [json.loads(line) for line in there.stdout.splitlines()]
    assert [row["status"] for row in rows] == ["unique"] * 6
    assert all(row["seconds"] > 0 and row["memory"] >= row["base"] > 0 for row in rows)


def timeless(lines: str) -> list[object]:
    """What was found, without how long it took."""

    def without(data: object) -> object:
        if isinstance(data, dict):
            return {name: without(each) for name, each in data.items() if name != "seconds"}
        return [without(each) for each in data] if isinstance(data, list) else data

    return [without(json.loads(line)) for line in lines.splitlines()]


def test_the_command_makes_a_batch(running: Cluster, tmp_path: Path) -> None:
    paths = [tmp_path / "here.jsonl", tmp_path / "there.jsonl"]
    arguments = ["generate", "satogaeri", "--size", "5", "--count", "10", "-o"]
    assert run(*arguments, str(paths[0])).exit_code == 0
    there = run(*arguments, str(paths[1]), "--cluster", running.address)
    assert there.exit_code == 0, there.stderr
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_clusters_that_do_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enpitsu.workers.cluster.WORKERS_SECONDS", 1)
    with cluster(tmp_path, 0) as found:
        with pytest.raises(ClusterError, match="no worker"), open_workers(cluster=found.address):
            pass
        said = run("solve", "x", "--cluster", found.address)
        assert said.exit_code == 2
        found.add(1)
        monkeypatch.setattr("enpitsu.workers.cluster.WORKERS_SECONDS", 60)
        monkeypatch.setattr("enpitsu.version._VERSION", "another")
        with (
            pytest.raises(ClusterError, match="this is another"),
            open_workers(cluster=found.address),
        ):
            pass
