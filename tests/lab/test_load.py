"""The script that plays with many players at once: what it counts."""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import ROOT


@pytest.fixture
def client_module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Scripts import each other from the folder bench/."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("load_client")


def test_players_play_on_a_real_server(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    command = [sys.executable, str(ROOT / "bench" / "load.py"), "--players", "3", "--seconds", "6"]
    ended = subprocess.run(
        [*command, "--json", str(out)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (figures,) = json.loads(out.read_text())
    assert figures["errors"] == {}
    for sort in ("page", "file", "me", "library", "picture", "open", "stroke", "check"):
        row = figures["requests"][sort]
        assert row["answers"] >= 3
        assert 0 < row["p50"] <= row["p95"] <= row["p99"] <= row["slowest"]
        assert (row["refused"], row["errors"]) == (0, 0)
    assert figures["processes"]["server"]["cpu_seconds"] > 0
    assert {"server", "workers", "client"} == figures["processes"].keys()
    assert "3 players" in ended.stdout


ANSWERS = {
    "/good": b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    "/busy": b"HTTP/1.1 503 Busy\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n",
    "/silent": b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n",
    "/broken": b"HTTP/1.1 500 Broken\r\ncontent-length: 0\r\nretry-after: 1\r\n\r\n",
    "/cut": b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{}",
    "/closing": b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
}


async def _talk(module: Any, paths: list[str]) -> Any:
    """Ask for these one after the other; each is refused twice if it can be."""
    told: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readline():
            path = head.split()[1].decode()
            await reader.readuntil(b"\r\n\r\n")
            told.append(path)
            name = "/good" if path == "/busy" and told.count("/busy") > 2 else path
            writer.write(ANSWERS[name])
            if path in ("/cut", "/closing"):
                break
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    notes = module.Notes()
    client = module.Client("127.0.0.1", server.sockets[0].getsockname()[1], notes, None)
    found = [await client.ask(path, "GET", path) for path in paths]
    client.close()
    server.close()
    return notes, found


def test_what_is_refused_is_waited_after_and_counted(client_module: Any) -> None:
    notes, found = asyncio.run(_talk(client_module, ["/good", "/busy", "/closing", "/good"]))
    assert all(found)
    assert notes.refused == {"/busy": 2}
    assert not notes.errors
    assert len(notes.times["/busy"]) == len(notes.waits["/busy"]) == 1
    assert notes.waits["/busy"][0] > notes.times["/busy"][0]


@pytest.mark.parametrize("path", ["/silent", "/broken", "/cut"])
def test_what_must_not_be_is_an_error(client_module: Any, path: str) -> None:
    notes, found = asyncio.run(_talk(client_module, [path, "/good"]))
    assert found[0] is None
    assert found[1] is not None
    assert notes.errors == {path: 1}
    assert not notes.refused
