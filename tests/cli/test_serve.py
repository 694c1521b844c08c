"""enpitsu serve: a real server, started and ended as people do it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu.cli import main

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("sqlalchemy")

from enpitsu.cli.serve_command import PORT

needs_signals = pytest.mark.skipif(os.name != "posix", reason="Ctrl+C is sent as a signal")


@contextmanager
def serving(place: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server, and its address."""
    code = "from enpitsu.cli import entry; entry()"
    arguments = ["serve", "--no-browser", "--jobs", "1", "--library", str(place), *options]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "ENPITSU_LIBRARY": str(place.with_name("other.db"))},
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


@needs_signals
def test_it_runs_until_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path / "library.db", "--port", "0") as (process, address):
        assert b"<html" in get(address)
        found = json.loads(get(f"{address}api/v1/puzzles"))
        assert found["total"] > 0
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in out + err
    assert (tmp_path / "library.db").exists()
    assert not (tmp_path / "other.db").exists()


@needs_signals
def test_it_ends_as_politely_when_it_is_told_to(tmp_path: Path) -> None:
    with serving(tmp_path / "library.db", "--port", "0") as (process, address):
        asked = urllib.request.Request(
            f"{address}api/v1/solve", b"{}", {"content-type": "application/json"}, method="POST"
        )
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(asked, timeout=60)
        workers = _children(process.pid)
        assert workers
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "everything is kept" in err
        assert "Traceback" not in out + err
    assert not [each for each in workers if Path(f"/proc/{each}/cwd").exists()]


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task")
    if not tasks.exists():
        pytest.skip("needs /proc")
    found = [(each / "children").read_text().split() for each in tasks.iterdir()]
    return [int(child) for children in found for child in children]


@needs_signals
def test_no_header_is_believed_from_this_machine(tmp_path: Path) -> None:
    def ask(address: str, count: int) -> set[int]:
        """Try keys that nobody has, each from another place."""
        asked = (
            urllib.request.Request(
                f"{address}api/v1/me/key",
                b'{"key": "wrong"}',
                {"content-type": "application/json", "x-forwarded-for": f"203.0.113.{at}"},
                method="PUT",
            )
            for at in range(count)
        )
        return set(map(_status, asked))

    with serving(tmp_path / "library.db", "--port", "0") as (_, address):
        assert ask(address, 22) == {404, 429}
    with serving(tmp_path / "other.db", "--port", "0", "--proxy", "127.0.0.1") as (_, address):
        assert ask(address, 22) == {404}


def _status(asked: urllib.request.Request) -> int:
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@needs_signals
def test_it_does_not_promise_what_is_gone(tmp_path: Path) -> None:
    with serving(tmp_path / "library.db", "--port", "0") as (process, address):
        get(f"{address}api/v1/puzzles")
        for file in tmp_path.glob("library.db*"):
            file.unlink()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert "everything is kept" not in err
        assert "not kept" in err


@needs_signals
def test_who_watches_a_job_does_not_hold_it_up(tmp_path: Path) -> None:
    with serving(tmp_path / "library.db", "--port", "0") as (process, address):
        body = {"do": "generate", "kind": "yajilin", "rows": 60, "level": "extreme"}
        headers = {"content-type": "application/json"}
        asked = urllib.request.Request(
            f"{address}api/v1/jobs", json.dumps(body).encode(), headers, method="POST"
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            job = json.load(answer)["id"]
        with urllib.request.urlopen(f"{address}api/v1/jobs/{job}/events", timeout=60) as events:
            events.readline()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        assert process.returncode == 0
        assert "Traceback" not in err


def test_the_next_port_is_taken_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["enpitsu.cli.serve_command"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(module, "PORT", port)
        said: list[str] = []
        monkeypatch.setattr(module.click, "echo", lambda text, **_: said.append(text))
        found = module._listen("127.0.0.1", None)
        assert found.getsockname()[1] > port
        assert str(port) in said[0]
        found.close()


def test_a_port_that_was_asked_for_is_the_only_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(main, ["serve", "--port", port, "--no-browser"])
        assert found.exit_code == 2
        assert port in found.output
        assert "Traceback" not in found.output


@pytest.mark.parametrize(
    "options",
    [
        ["--host", "no.such.host.invalid"],
        ["--port", "99999"],
        ["--jobs", "0"],
        ["--proxy", "here"],
        ["--connections", "0"],
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(options: list[str]) -> None:
    found = CliRunner().invoke(main, ["serve", "--no-browser", *options])
    assert found.exit_code == 2
    assert "rror" in found.output


def test_a_spoiled_library_is_told_before_it_starts(tmp_path: Path) -> None:
    place = tmp_path / "spoiled.db"
    place.write_bytes(b"no database" * 500)
    arguments = ["serve", "--no-browser", "--port", "0", "--library", str(place)]
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code == 2
    assert str(place) in found.output


def test_it_warns_where_others_can_reach_it(tmp_path: Path) -> None:
    with serving(tmp_path / "library.db", "--port", "0", "--host", "0.0.0.0") as (process, address):
        assert address.startswith("http://localhost:")
        assert get(f"{address}api/v1/prices")
        process.terminate()
        _, err = process.communicate(timeout=30)
        assert "everybody in this network" in err


def test_the_page_is_opened_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    module = sys.modules["enpitsu.cli.serve_command"]
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    server = type("Server", (), {"started": True})()
    module._open(server, "http://localhost:1/")
    assert opened == ["http://localhost:1/"]
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not module._has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert module._has_display()


def test_the_usual_port_is_the_one_of_the_config() -> None:
    from enpitsu.web import ServerConfig

    assert ServerConfig().port == PORT
