"""Packages of the extras come when they are first asked for, or the error says how."""

from __future__ import annotations

import os
import pickle
import stat
import sys
from pathlib import Path

import pytest

from enpitsu import extras
from enpitsu.errors import BackendMissing
from enpitsu.limits import Limits
from enpitsu.solve import solve
from enpitsu.starter import starter
from tests.cases import each_case

pytestmark = pytest.mark.quick

ON_DEMAND = ("cluster", "cpsat", "lab", "postgres", "smt", "z3")


@pytest.fixture
def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for scripts/install: notes what it is asked for and makes a module of it."""
    program = tmp_path / "install"
    program.write_text(
        "#!/bin/sh\n"
        f'printf "%s\\n" "$@" >>"{tmp_path}/asked"\n'
        f'echo "value = 7" >"{tmp_path}/brought_by_extra.py"\n'
        f'[ ! -e "{tmp_path}/refuse" ]\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv(extras.INSTALLER, str(program))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "brought_by_extra", raising=False)
    return tmp_path


@each_case("extra", [*ON_DEMAND, "image", "pdf", "store", "web"])
def test_every_extra_names_what_pip_takes(extra: str) -> None:
    found = extras.requirements(extra)
    assert found
    for each in found:
        assert "extra ==" not in each
        assert not each.startswith("enpitsu")
        assert each.count("(") == each.count(")")


def test_an_extra_brings_those_that_it_names() -> None:
    assert set(extras.requirements("store")) < set(extras.requirements("postgres"))


def test_the_machines_of_a_requirement_are_kept() -> None:
    (solver,) = extras.requirements("cpsat")
    name, _, marker = solver.partition(";")
    assert name.startswith("ortools>=")
    assert "platform_machine in" in marker


def test_from_a_clone_it_is_installed(installer: Path, capfd: pytest.CaptureFixture[str]) -> None:
    module = extras.load("brought_by_extra", "the engine cp-sat", "cpsat")
    assert module.value == 7
    assert (installer / "asked").read_text().splitlines() == extras.requirements("cpsat")
    assert "Installing OR-tools for the engine cp-sat (once) ..." in capfd.readouterr().err
    extras.load("brought_by_extra", "the engine cp-sat", "cpsat")
    assert len((installer / "asked").read_text().splitlines()) == 1


def test_what_cannot_be_installed_is_told(installer: Path) -> None:
    (installer / "refuse").touch()
    with pytest.raises(BackendMissing, match=r"enpitsu\[lab\]: pip install 'matplotlib>="):
        extras.load("never_there", "plots", "lab")


def test_what_is_installed_and_still_cannot_be_imported_is_told(installer: Path) -> None:
    with pytest.raises(BackendMissing, match="plots needs the extra"):
        extras.load("never_there", "plots", "lab")


def test_strangers_install_nothing(installer: Path) -> None:
    extras.forbid_installing()
    assert extras.INSTALLER not in os.environ
    with pytest.raises(BackendMissing):
        extras.load("brought_by_extra", "the engine cp-sat", "cpsat")
    assert not (installer / "asked").exists()


@pytest.mark.parametrize(
    ("file", "start"),
    [("pipx_metadata.json", "pipx inject enpitsu "), ("uv-receipt.toml", "uv pip install ")],
)
def test_the_command_is_that_of_the_tool(
    file: str, start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    command = extras.missing("plots", "lab").command
    assert command.startswith(start)
    assert command.endswith(" 'matplotlib>=3.8'")


def test_the_error_survives_pickling() -> None:
    error = extras.missing("plots", "lab")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_kind_of_others_names_its_own_extra() -> None:
    assert str(extras.missing("this engine", "nothing")).endswith("pip install 'enpitsu[nothing]'")


@pytest.mark.parametrize(("kind", "engine"), [("yajilin", "cp-sat"), ("satogaeri", "smt")])
def test_installing_is_not_counted_as_solving(
    kind: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def install(*_: object) -> None:
        told.append("installed")
        raise extras.missing("this engine", "nothing")

    monkeypatch.setattr(extras, "install", install)
    for module in ("ortools.sat.python.cp_model", "cvc5", "z3"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(Limits, "start", lambda _: told.append("counting"))
    puzzle = starter(kind)[0].puzzle
    with pytest.raises(BackendMissing):
        solve(puzzle, engine=engine)
    assert told == ["installed"]
