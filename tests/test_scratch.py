"""Folders for a while: removed with their process, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from enpitsu.scratch import PREFIX, Scratch, remove_leftovers

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs locks on folders")

HOLD = """
import sys
from enpitsu.scratch import Scratch
scratch = Scratch()
(scratch.path / "file").write_text("x")
print(scratch.path, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def _holding() -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_folder_goes_with_its_use() -> None:
    with Scratch() as folder:
        (folder / "file").write_text("x")
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_what_a_killed_process_left_is_removed(place: Path) -> None:
    running, theirs = _holding()
    killed, left = _holding()
    try:
        killed.kill()
        killed.communicate()
        assert left.exists()
        with Scratch() as mine:
            remove_leftovers()
            assert not left.exists()
            assert (theirs / "file").exists()
            assert mine.exists()
    finally:
        running.kill()
        running.communicate()
    remove_leftovers()
    assert not list(place.iterdir())


def test_what_is_not_ours_stays(place: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    others = tmp_path_factory.mktemp("others")
    (others / "file").write_text("x")
    (place / "enpitsu-notes").mkdir()
    (place / f"{PREFIX}mine").mkdir()
    (place / f"{PREFIX}abcdefgh").symlink_to(others)
    (place / f"{PREFIX}aaaaaaaa").write_text("x")
    before = sorted(place.iterdir())
    remove_leftovers()
    assert sorted(place.iterdir()) == before
    assert (others / "file").exists()


def test_many_at_once_do_not_take_each_others() -> None:
    processes = [_holding() for _ in range(4)]
    assert all(path.exists() for _, path in processes)
    for process, _ in processes:
        process.kill()
        process.communicate()
