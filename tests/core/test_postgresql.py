"""A library in PostgreSQL: its URL, its driver, waiting, restarts, and what strangers are told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import insert, select, text

from enpitsu import extras
from enpitsu.cli import main
from enpitsu.errors import BackendMissing, PuzzleError
from enpitsu.store import database as database_module
from enpitsu.store import open_store
from enpitsu.store.database import Database
from enpitsu.store.place import find_url, known_by, told
from enpitsu.store.refusals import Locked, Unavailable
from enpitsu.store.rows import now
from enpitsu.store.schema import collections, players
from enpitsu.web import ServerConfig, create_app
from tests import postgres
from tests.client import AppClient
from tests.library import migrated, with_starter
from tests.postgres import Cluster

pytest.importorskip("starlette.testclient")

ROOT = Path(__file__).parents[2]
API = "/api/v1"
WAIT_SECONDS = 60


def browser(place: str, **config: Any) -> Any:
    """A server and somebody who asks it."""
    app = create_app(ServerConfig(store=place, jobs=1, **config))
    return AppClient(app, base_url="http://localhost")


# --- the URL --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["postgresql", "postgres", "postgresql+psycopg"])
def test_forms_of_the_url(form: str) -> None:
    """All mean the same place, by which browsers know their players."""
    pytest.importorskip("psycopg")
    url = find_url(f"{form}://aki:secret@host/puzzles?sslmode=require")
    assert told(url) == "postgresql+psycopg://aki:***@host/puzzles?sslmode=require"


def test_players_are_known_however_the_database_is_asked() -> None:
    pytest.importorskip("psycopg")
    forms = "aki:secret@host/puzzles", "emi@host/puzzles?sslmode=require"
    assert len({known_by(find_url(f"postgresql://{form}")) for form in forms}) == 1
    others = "aki@/puzzles?host=/run", "aki@/puzzles?host=/tmp", "aki@host:1/puzzles", "aki@host/x"
    assert len({known_by(find_url(f"postgresql://{form}")) for form in (*forms, *others)}) == 5


def test_no_password_is_told() -> None:
    pytest.importorskip("psycopg")
    url = find_url("postgresql://aki@/puzzles?host=/run&password=secret&sslpassword=secret")
    assert "secret" not in told(url)
    assert "host=" in told(url)


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    place = "postgresql://aki:secret@host/puzzles"
    said = str(extras.missing("a library in PostgreSQL", "postgres"))
    assert "'psycopg>=" in said
    with pytest.raises(BackendMissing) as caught:
        open_store(place)
    assert str(caught.value) == said
    for order in (["library", "list"], ["serve", "--no-browser", "--port", "0"]):
        run = CliRunner().invoke(main, order, env={"ENPITSU_LIBRARY": place})
        assert (run.exit_code, run.stderr) == (2, f"Error: {said}\n")
    with browser(place) as client:
        found = client.get(f"{API}/me")
        assert (found.status_code, found.json()["error"]["message"]) == (501, said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("/postgres?", "/nowhere?"), 'database "nowhere" does not exist'),
        (("enpitsu@", "emi:secret@"), 'role "emi" does not exist'),
        (("host=/tmp", "host=/nowhere"), "No such file or directory"),
        (("?", "?options=-c+search_path%3Dpg_catalog&"), "another program|permission denied"),
    ],
)
def test_what_is_wrong_is_said(cluster: Cluster, change: tuple[str, str], said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as caught:
        open_store(cluster.url().replace(*change))
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_schema_that_others_own(cluster: Cluster) -> None:
    """What happens where the database was made, but not for its user."""
    cluster.ask("CREATE ROLE emi LOGIN")
    with cluster.new_library() as place:
        # Since PostgreSQL 15 it is so from the start.
        cluster.ask("REVOKE CREATE ON SCHEMA public FROM PUBLIC", str(find_url(place).database))
        with pytest.raises(Unavailable, match="permission denied for schema public"):
            open_store(place.replace("enpitsu@", "emi@"))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_without_all_letters(cluster: Cluster, encoding: str) -> None:
    how = "TEMPLATE template0 LOCALE 'C'" + " LOCALE_PROVIDER libc" * (cluster.version >= 15)
    cluster.ask(f"CREATE DATABASE odd ENCODING '{encoding}' {how}")
    try:
        with pytest.raises(PuzzleError, match=f"encoding {encoding}: make one with createdb"):
            open_store(cluster.url("odd"))
        assert cluster.ask("SELECT to_regclass('puzzles')", "odd") is None
    finally:
        cluster.ask("DROP DATABASE odd WITH (FORCE)")


# --- reading, writing, waiting --------------------------------------------------------------------


@pytest.fixture
def opened(cluster: Cluster) -> Iterator[Database]:
    """A library whose writers have little patience."""
    with cluster.new_library(migrated) as place, open_store(place, 0.5) as store:
        yield store.database


def a_player(token: str) -> dict[str, Any]:
    return {"token": token, "name": token, "created": now()}


def test_who_reads_sees_one_state(opened: Database) -> None:
    wanted = select(players.c.name)
    with opened.reading() as reading:
        assert reading.execute(wanted).all() == []
        with opened.writing() as writing:
            writing.execute(insert(players), a_player("aki"))
        assert reading.execute(wanted).all() == []
    with opened.reading() as reading:
        assert reading.execute(wanted).scalars().all() == ["aki"]


def test_who_reads_cannot_write(opened: Database) -> None:
    with pytest.raises(Unavailable, match="read-only"), opened.reading() as connection:
        connection.execute(insert(players), a_player("aki"))
    with opened.writing() as connection:
        connection.execute(insert(players), a_player("aki"))


def test_who_waits_too_long_is_told(opened: Database) -> None:
    with opened.writing() as first:
        first.execute(insert(players), a_player("aki"))
        with pytest.raises(Locked, match="others are writing"), opened.writing() as second:
            second.execute(insert(players), a_player("aki"))
    with opened.reading() as connection:
        assert len(connection.execute(select(players)).all()) == 1


def test_a_deadlock_is_told_as_waiting(cluster: Cluster) -> None:
    """Whoever is chosen to give way may try again; the other goes on."""
    names = "aki", "emi"
    with cluster.new_library(migrated) as place, open_store(place) as store:
        database, met = store.database, threading.Barrier(2)
        with database.writing() as connection:
            connection.execute(insert(players), [a_player(name) for name in names])
        errors: list[Exception | None] = []

        def cross(order: tuple[str, ...]) -> None:
            try:
                with database.writing() as connection:
                    for name in order:
                        held = select(players.c.id).where(players.c.name == name)
                        connection.execute(held.with_for_update())
                        if name == order[0]:
                            met.wait(WAIT_SECONDS)
                errors.append(None)
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=cross, args=(each,)) for each in (names, names[::-1])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT_SECONDS)
        assert sorted(map(type, errors), key=str) == sorted([type(None), Locked], key=str)


def test_a_pool_without_a_free_connection(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "CONNECTIONS", 1)
    with cluster.new_library(migrated) as place, open_store(place, 0.5) as store:
        first, second = store.database.engine.connect(), store.database.engine.connect()
        with pytest.raises(Locked):
            store.names()
        first.close()
        assert store.names() == []
        second.close()


def test_who_reads_does_not_wait_for_who_writes(cluster: Cluster) -> None:
    with (
        cluster.new_library(with_starter) as place,
        browser(place, lock_seconds=0.5) as client,
        open_store(place) as store,
    ):
        client.get(f"{API}/me")
        assert client.patch(f"{API}/me", json={"name": "Emi"}).status_code == 200
        with store.database.writing() as connection:
            connection.execute(select(players).with_for_update())
            refused = client.patch(f"{API}/me", json={"name": "Aki"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert "others are writing" in refused.json()["error"]["message"]
            assert refused.headers["retry-after"]
            assert client.get(f"{API}/puzzles/1").status_code == 200
        assert client.patch(f"{API}/me", json={"name": "Aki"}).status_code == 200


def test_a_reader_who_takes_time_is_not_hurried(opened: Database) -> None:
    """Its patience is for locks alone."""
    with opened.reading() as connection:
        assert connection.execute(text("SELECT pg_sleep(0.7)")).all()
        assert connection.execute(select(collections)).all() == []


def test_what_cannot_be_opened_holds_no_connection(cluster: Cluster) -> None:
    """A server tries again with every request."""
    with cluster.new_library() as place, browser(place) as client:
        name = str(find_url(place).database)
        cluster.ask("CREATE TABLE bookmarks (id integer)", name)
        for _ in range(5):
            assert client.get(f"{API}/puzzles").status_code == 503
        left = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"
        end = time.monotonic() + WAIT_SECONDS
        while cluster.ask(left) and time.monotonic() < end:
            time.sleep(0.05)
        assert cluster.ask(left) == 0


# --- restarts -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mortal() -> Iterator[Cluster]:
    """A server that tests may stop."""
    with Cluster() as started:
        yield started


def test_a_restart_while_serving(mortal: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    with mortal.new_library(with_starter) as place, browser(place) as client:
        client.get(f"{API}/me")
        game = client.post(f"{API}/games", json={"puzzle": 1}).json()["id"]
        me = client.get(f"{API}/me").json()["id"]
        event = {"t": 1, "note": "check"}
        save = {"revision": 0, "events": [event], "elapsed": 1}
        assert client.patch(f"{API}/games/{game}", json=save).status_code == 200
        mortal.stop()
        save["revision"] = 1
        for _ in range(2):
            for found in (
                client.get(f"{API}/me"),
                client.get(f"{API}/puzzles"),
                client.patch(f"{API}/games/{game}", json=save),
            ):
                assert found.status_code == 503
                assert "cannot be used just now" in found.json()["error"]["message"]
                assert found.headers["retry-after"]
                assert str(mortal.folder) not in found.text, "where it is, nobody is told"
        assert client.get(f"{API}/prices").status_code == 200
        mortal.start()
        assert client.get(f"{API}/me").json()["id"] == me
        again = client.patch(f"{API}/games/{game}", json=save)
        assert (again.status_code, again.json()) == (200, {"revision": 2})
        assert client.get(f"{API}/games/{game}").json()["revision"] == 2
    assert caplog.text.count("No such file or directory") == 6, "but the log, in a line each"
    assert "Traceback" not in caplog.text


def test_a_connection_that_was_cut_is_made_anew(mortal: Cluster) -> None:
    with mortal.new_library(with_starter) as place, browser(place) as client:
        for _ in range(3):
            assert client.get(f"{API}/me").status_code == 200
            mortal.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'"
            )


def test_a_server_that_starts_before_its_database(mortal: Cluster) -> None:
    with mortal.new_library() as place, browser(place) as client:
        mortal.stop()
        assert client.get(f"{API}/puzzles").status_code == 503
        mortal.start()
        assert client.get(f"{API}/puzzles").json()["total"] > 0


# --- the server of the tests ----------------------------------------------------------------------


def test_it_ends_with_those_who_started_it() -> None:
    """Even if they are killed: nothing runs on, nothing stays in the temporary folder."""
    if postgres.find_programs() is None:
        pytest.skip(postgres.MISSING)
    code = """
from tests.postgres import Cluster
with Cluster() as started:
    number = (started.folder / "data/postmaster.pid").read_text().split()[0]
    print(started.folder, number, flush=True)
    input()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    folder, number = process.stdout.readline().split()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    end = time.monotonic() + WAIT_SECONDS
    while Path(folder).exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(folder).exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(number), 0)
