"""scripts/new-kind: what it writes is a kind at once, in the tree and as a package of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from enpitsu import registry
from tests.lab.test_adding_a_kind import Newcomer

BENCH = Path(__file__).parents[2] / "bench"
MODULES = (
    "new_kind",
    "example",
    "example_boards",
    "example_files",
    "example_techniques",
    "gallery",
)

TRY = """
import enpitsu
from enpitsu.registry import find_kind
kind = find_kind("pebbles")
made = enpitsu.generate("pebbles", 5, 5, seed=1).puzzle
assert enpitsu.solve(made).status == "unique"
assert enpitsu.hint(made, enpitsu.Position()).step.text
assert kind.is_played and kind.name == "My pebbles"
print(*sorted({path.name.partition("_")[0] for path in kind.examples.iterdir()}))
"""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module("new_kind")


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path / "tree")


def test_a_new_kind_fulfils_what_every_kind_must(newcomer: Newcomer) -> None:
    newcomer.run("scripts/new-kind pebbles --native 小石", "...")
    newcomer.run("scripts/enpitsu generate pebbles --size 5x5 --seed 2", "Pebbles 5x5  made...")
    tests = "tests/kinds/test_kinds.py tests/core/test_explain.py tests/core/test_words.py"
    newcomer.run(f"scripts/test {tests} -k pebbles", "... passed...")
    folder = newcomer.root / "src/enpitsu/kinds/pebbles"
    newcomer.run(f"{sys.executable} -m ruff check {folder}", "...")
    newcomer.run(f"{sys.executable} -m ruff format --check {folder}", "...")


def test_a_package_of_its_own_is_found_like_an_installed_one(
    newcomer: Newcomer, script: ModuleType
) -> None:
    root = newcomer.root
    newcomer.run("scripts/new-kind pebbles --into package --title 'My pebbles'", "...")
    script.announce("pebbles", root)
    (root / "enpitsu_pebbles").symlink_to(root / "package/enpitsu_pebbles")
    (root / "try.py").write_text(TRY)
    newcomer.run(f"{sys.executable} try.py", "breaks solved technique tiny\n")
    assert "enpitsu_pebbles:KIND" in (root / "package/pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["Pebbles"], "small letters"),
        (["peb-bles"], "small letters"),
        (["1pebble"], "small letters"),
        (["p" * 31], "small letters"),
        (["class"], "a word of Python"),
        ([next(iter(registry.kinds()))], "already"),
        (["pebbles", "--into", "."], "already"),
        (["pebbles", "--title", 'The "best"'], "quotation marks"),
    ],
)
def test_names_that_cannot_be_are_refused(
    script: ModuleType, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    before = set((Path(registry.__file__).parent / "kinds").iterdir())
    assert script.main(words) == 2
    assert reason in capsys.readouterr().err
    assert set((Path(registry.__file__).parent / "kinds").iterdir()) == before
