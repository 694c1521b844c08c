"""The script that finds the examples of a kind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import enpitsu
from enpitsu import registry
from enpitsu.kind import Kind
from enpitsu.registry import find_kind, kinds
from enpitsu.technique import Technique

BENCH = Path(__file__).parents[2] / "bench"
MODULES = ("example", "example_boards", "example_files", "example_techniques", "gallery")
PAGES = ("heyawake", "slitherlink")
CHEAP = [
    (kind.id, technique)
    for kind in kinds().values()
    if kind.ladder is not None
    for technique in kind.ladder.techniques[:6]
]


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind[Any]]:
    """The template, as if its package were installed."""
    point = EntryPoint("stars", "tests.template_kind:KIND", registry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.kinds.cache_clear()
    yield find_kind("stars")
    registry.kinds.cache_clear()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    for name in MODULES:
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
    path = script.write(one, tmp_path / script.example_path(kind, f"technique_{technique.id}").name)
    (document,) = enpitsu.read(path)
    assert (document.puzzle, document.position) == one


def test_mistakes_and_failures_are_told(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, technique = next(each for each in CHEAP if each[0] == "yajilin")
    assert script.main([kind, "nonsense"]) == 2
    assert technique.id in capsys.readouterr().err
    assert script.main([kind, technique.id]) == 2
    assert "--replace" in capsys.readouterr().err
    assert script.main([kind, technique.id, "--replace", "--seconds", "0"]) == 1
    assert "No example" in capsys.readouterr().err


def test_every_way_to_break_a_rule_is_found(script: ModuleType) -> None:
    """Of pages, and one of a kind made by hand: on full boards, and where nothing can be mended."""
    pages = [(name, code) for name in PAGES for code in find_kind(name).violations]
    for name, code in (*pages, ("yajilin", "crossing")):
        for partial in (False, True):
            found = script.BoardFinder(find_kind(name), 1, 60).find_broken(code, partial=partial)
            broken = enpitsu.check(found.puzzle, found.position, partial=partial)
            assert {each.code for each in broken} == {code}
        for fact in found.position:
            fewer = enpitsu.Position(found.position.facts - {fact})
            broken = enpitsu.check(found.puzzle, fewer, partial=True)
            assert {each.code for each in broken} != {code}, f"{fact} is needless"


def test_a_page_gets_all_its_examples_by_one_call(
    script: ModuleType,
    template: Kind[Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = replace(template, examples=tmp_path / "examples")
    monkeypatch.setattr(script, "find_kind", lambda name: kind)
    assert script.main(["stars", "--seconds", "60"]) == 0
    assert not capsys.readouterr().err
    names = {path.name for path in (tmp_path / "examples").iterdir()}
    search = script.Search(kind, 1, 60)
    assert {Path(name).stem for name in names} == set(search.names())
    assert search.missing() == []
    assert script.main(["stars"]) == 0, "nothing is left to do"
    for name in search.names():
        (document,) = enpitsu.read(*script.kept(kind, name))
        broken = name.removeprefix("breaks_").partition("@") if "breaks_" in name else ("", "", "")
        if not name.startswith("t"):
            found = enpitsu.check(document.puzzle, document.position, partial=bool(broken[2]))
            assert {each.code for each in found} == {broken[0]} - {""}
    status = {
        name: enpitsu.solve(script.positions_of(path)[0].puzzle).status
        for name in script.TINY
        for path in script.kept(kind, name)
    }
    assert status["tiny_one"] == "unique"
    assert status["tiny_several"] == "multiple"
    assert status["tiny_impossible"] == "none"
