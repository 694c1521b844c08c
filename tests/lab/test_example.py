"""The script that finds examples of techniques."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import enpitsu
from enpitsu.registry import find_kind, kinds
from enpitsu.technique import Technique

BENCH = Path(__file__).parents[2] / "bench"
CHEAP = [
    (kind.id, technique)
    for kind in kinds().values()
    if kind.ladder is not None
    for technique in kind.ladder.techniques[:6]
]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    for name in ("example", "gallery"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module("example")


@pytest.mark.parametrize(("name", "technique"), CHEAP, ids=lambda part: getattr(part, "id", part))
def test_an_example_is_found_shrunk_and_written(
    script: ModuleType, tmp_path: Path, name: str, technique: Technique[Any]
) -> None:
    kind = find_kind(name)
    one, other = (script.Finder(kind, technique, 3, 60).find() for _ in range(2))
    assert one is not None
    assert one == other, "the same seed finds the same"
    step = script.find_use(kind, technique, *one)
    assert step.technique == technique.id
    for fact in one.position.facts:
        fewer = enpitsu.Position(one.position.facts - {fact})
        found = script.find_use(kind, technique, one.puzzle, fewer)
        assert found is None or found.technique != technique.id, f"{fact} can be left out"
    path = script.write(one, tmp_path / script.example_path(kind, technique).name)
    (document,) = enpitsu.read(path)
    assert (document.puzzle, document.position) == one


def test_mistakes_and_failures_are_told(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, technique = CHEAP[0]
    assert script.main([kind, "nonsense"]) == 2
    assert technique.id in capsys.readouterr().err
    assert script.main([kind, technique.id]) == 2
    assert "--replace" in capsys.readouterr().err
    assert script.main([kind, technique.id, "--replace", "--seconds", "0"]) == 1
    assert "No example" in capsys.readouterr().err
