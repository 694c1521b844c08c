"""A library that can only be read: on a mount that is read-only, or somebody else's."""

from __future__ import annotations

import os
import sqlite3
import traceback
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.store import open_store
from enpitsu.web import ServerConfig, create_app
from enpitsu.web.api import PREFIX

pytest.importorskip("starlette.testclient")
pytest.importorskip("sqlalchemy")

from enpitsu.store import database
from enpitsu.store.refusals import ReadOnly
from enpitsu.store.schema import VERSION_TABLE
from enpitsu.web.repositories import open_repositories
from tests.client import AppClient

pytestmark = pytest.mark.usefixtures("nursery")

NOBODY = 65534


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "library.db"
    repositories = open_repositories(str(found))
    repositories.players.create()
    repositories.store.close()
    return found


@pytest.fixture
def read_only(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As on such a mount: tests may run as root, whom permissions do not bind."""
    monkeypatch.setattr(database, "_is_read_only", lambda file: file == place)
    return place


def test_it_is_read_and_not_changed(read_only: Path) -> None:
    before = read_only.read_bytes()
    repositories = open_repositories(str(read_only))
    assert repositories.store.names() == ["starter"]
    assert sum(1 for _ in repositories.store.puzzles("starter")) > 100
    with pytest.raises(ReadOnly, match="only be read"):
        repositories.players.create()
    with pytest.raises(ReadOnly):
        repositories.store.remove("starter")
    repositories.store.close()
    assert read_only.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another user")
def test_permissions_are_enough(place: Path) -> None:
    """With a file and a folder that may only be read, asked by somebody who is not root."""
    for folder in (place.parent, *place.parent.parents):
        if folder.stat().st_uid == os.getuid():
            folder.chmod(folder.stat().st_mode | 0o555)
    place.chmod(0o444)
    place.parent.chmod(0o555)
    child = os.fork()
    if child == 0:
        os._exit(_asked_by_nobody(str(place)))
    try:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        place.parent.chmod(0o755)


def _asked_by_nobody(place: str) -> int:
    try:
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        repositories = open_repositories(place)
        assert repositories.store.names() == ["starter"]
        with pytest.raises(ReadOnly):
            repositories.players.create()
    except BaseException as error:
        os.write(2, "".join(traceback.format_exception(error)).encode())
        return 1
    return 0


def test_what_others_write_meanwhile_is_seen(read_only: Path) -> None:
    writer = sqlite3.connect(read_only)
    writer.execute("UPDATE players SET name = 'Aki'")
    writer.commit()
    with open_repositories(str(read_only)).store as store, store.database.reading() as connection:
        found = connection.exec_driver_sql("SELECT name FROM players").scalar_one()
    assert found == "Aki"
    writer.close()


def test_one_of_another_version_is_not_brought_up_to_date(read_only: Path) -> None:
    writer = sqlite3.connect(read_only)
    writer.execute(f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
    writer.commit()
    writer.close()
    with pytest.raises(PuzzleError, match="can only be read here"):
        open_store(str(read_only))


def test_the_command_line_says_so(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENPITSU_LIBRARY", str(read_only))
    run = CliRunner().invoke
    assert "library:starter" in run(main, ["library", "list"]).output
    found = run(main, ["library", "remove", "starter", "--yes"])
    assert found.exit_code == 2
    assert "can only be read here" in found.output


def test_the_server_shows_and_refuses(read_only: Path) -> None:
    app = create_app(ServerConfig(store=str(read_only), jobs=1))
    with AppClient(app, base_url="http://localhost") as client:

        def ask(method: str, path: str, **more: Any) -> Any:
            return client.request(method, PREFIX + path, **more)

        assert ask("GET", "/me").json() == {"id": None, "name": ""}
        assert ask("GET", "/puzzles").json()["total"] > 100
        assert ask("GET", "/puzzles/1").status_code == 200
        for found in (
            ask("POST", "/games", json={"puzzle": 1}),
            ask("PATCH", "/me", json={"name": "Aki"}),
            ask("POST", "/drafts", json={}),
        ):
            assert (found.status_code, found.json()["error"]["code"]) == (403, "read-only")
            assert "can only be read here" in found.json()["error"]["message"]
