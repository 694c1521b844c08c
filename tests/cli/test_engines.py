"""Choosing a way of solving on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.cli import main
from enpitsu.cli.solve_command import solve
from enpitsu.kind import Engine, EngineOption, Kind
from enpitsu.registry import kinds
from enpitsu.sat.backend import BACKENDS
from tests.library import starters

pytestmark = pytest.mark.quick

YAJILIN = "https://puzz.link/p?yajilin/5/5/m32j10"
OPTIONS = [
    pytest.param(kind, engine, option, id=f"{kind.id}-{engine.name}-{option.name}")
    for kind in kinds().values()
    for engine in kind.engines
    for option in engine.options
]
ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, arguments)


def refused(*arguments: str) -> str:
    """The sentence with which a command is refused; nothing is solved."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    *_, last = result.stderr.splitlines()
    assert last.startswith("Error: "), result.stderr
    return last.removeprefix("Error: ")


def small_example(kind: Kind[Any]) -> str:
    """The path of a small puzzle with its solution."""
    paths = [Path(str(path)) for path in kind.examples.iterdir() if path.name.startswith("solved_")]
    return str(min(paths, key=lambda path: path.stat().st_size))


# --- the list ----------------------------------------------------------------------------------


def test_engines_lists_every_engine_with_its_options() -> None:
    lines = run("engines").stdout.splitlines()
    for kind in kinds().values():
        start = lines.index(kind.name)
        block = lines[start : lines.index("", start)]
        named = [line.split()[0] for line in block if line.startswith("  ") and line[2] != " "]
        assert named == [engine.name for engine in kind.engines]
        flags = [line.split(":")[0].strip() for line in block if line.strip().startswith("--")]
        expected = [f"--{option.name}" for engine in kind.engines for option in engine.options]
        assert flags == expected


def test_engines_says_which_take_a_backend_and_which_is_usual() -> None:
    for kind in kinds().values():
        lines = run("engines", kind.id).stdout.splitlines()
        assert lines[0] == kind.name
        heads = [line for line in lines[1:] if line.startswith("  ") and line[2] != " "]
        assert ["takes --backend" in head for head in heads] == [
            engine.uses_sat or bool(engine.solvers) for engine in kind.engines
        ]
        assert ["the usual one" in head for head in heads] == [True] + [False] * (len(heads) - 1)


def test_engines_as_json() -> None:
    rows = [json.loads(line) for line in run("engines", "--json").stdout.splitlines()]
    expected = [
        {
            "kind": kind.id,
            "engine": engine.name,
            "title": engine.title,
            "is_default": at == 0,
            "takes_backend": engine.uses_sat or bool(engine.solvers),
            "backends": list(BACKENDS if engine.uses_sat else engine.solvers),
            "options": [
                {"name": name, "title": title, "gives_up": gives_up}
                for name, title, gives_up in engine.options
            ],
        }
        for kind in kinds().values()
        for at, engine in enumerate(kind.engines)
    ]
    assert rows == expected
    only = [json.loads(line) for line in run("engines", "nonogram", "--json").stdout.splitlines()]
    assert only == [row for row in expected if row["kind"] == "nonogram"]


def test_engines_of_an_unknown_kind() -> None:
    assert run("engines", "chess").exit_code == 2


def test_help_of_solve_tells_where_to_find_them() -> None:
    text = " ".join(run("solve", "--help").stdout.split())
    assert "enpitsu engines lists them" in text
    for kind in kinds().values():
        for engine in kind.engines:
            for option in engine.options:
                assert f"--{option.name}" in text
                assert option.title in text


# --- options as flags --------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "engine", "option"), OPTIONS)
def test_a_flag_is_the_option(
    kind: Kind[Any], engine: Engine[Any], option: EngineOption, tmp_path: Path
) -> None:
    # Tiny, since some options make an engine try everything.
    tiny = min(starters(kind.id), key=lambda each: each.puzzle.rows * each.puzzle.cols)
    path = str(tmp_path / "tiny.json")
    Path(path).write_text(enpitsu.dump(tiny.puzzle, "json"))
    written = run("solve", path, "--engine", f"{engine.name}:{option.name}", "--json")
    flagged = run("solve", path, "--engine", engine.name, f"--{option.name}", "--json")
    assert written.exit_code == flagged.exit_code, flagged.stderr
    assert written.exit_code == 0 or option.gives_up, flagged.stderr
    first, second = json.loads(written.stdout), json.loads(flagged.stdout)
    assert first["stats"]["engine"] == f"{engine.name}:{option.name}"
    first["stats"]["seconds"] = second["stats"]["seconds"] = 0
    assert first == second
    if written.exit_code == 0:
        assert first["solutions"] == json.loads(run("solve", path, "--json").stdout)["solutions"]
    else:
        assert (first["status"], first["reached"]) == ("unknown", "deductions")


def test_flags_are_not_called_like_others() -> None:
    params = solve.get_params(click.Context(solve))
    names = Counter(name for each in params for name in each.opts)
    assert [name for name, count in names.items() if count > 1] == []
    engines = [engine for kind in kinds().values() for engine in kind.engines]
    assert {f"--{option.name}" for each in engines for option in each.options} <= names.keys()


def test_several_options_at_once() -> None:
    engines = [engine for engine in kinds()["yajilin"].engines if len(engine.options) > 1]
    for engine in engines:
        names = sorted(option.name for option in engine.options)
        result = run(
            "solve", YAJILIN, "--engine", engine.name, *(f"--{n}" for n in names), "--json"
        )
        assert json.loads(result.stdout)["stats"]["engine"] == ":".join((engine.name, *names))


# --- what is refused ---------------------------------------------------------------------------


def test_an_unknown_engine() -> None:
    """Those of the puzzle's kind are listed, and no others."""
    for kind in kinds().values():
        known = ", ".join(engine.name for engine in kind.engines)
        sentence = refused("solve", small_example(kind), "--engine", "magic:quickly")
        assert sentence == f"{kind.name} has no engine 'magic'; known: {known}"


def test_an_unknown_engine_for_what_cannot_be_read() -> None:
    """No kind is known then: all engines are listed."""
    sentence = refused("solve", "nowhere.txt", "--engine", "magic")
    assert sentence.startswith("there is no engine 'magic'; known: ")
    names = {engine.name for kind in kinds().values() for engine in kind.engines}
    assert names == set(sentence.partition("known: ")[2].split(", "))


def test_an_engine_of_another_kind() -> None:
    result = run("solve", YAJILIN, "--engine", "smt")
    assert result.exit_code == 2
    known = ", ".join(engine.name for engine in kinds()["yajilin"].engines)
    assert f"Yajilin has no engine 'smt'; known: {known}" in result.stderr


def test_an_option_that_does_not_exist() -> None:
    sentence = refused("solve", YAJILIN, "--engine", "sat:quickly")
    assert sentence == "the engine sat has no option 'quickly'; it has none"
    sentence = refused("solve", YAJILIN, "--engine", "tseitin:nothing")
    known = "no-borders, no-lookahead, no-loop-clauses (as tseitin:no-borders:no-lookahead)"
    assert sentence == f"the engine tseitin has no option 'nothing'; known: {known}"
    assert run("solve", YAJILIN, "--engine", "sat", "--quickly").exit_code == 2


def test_an_option_of_another_engine() -> None:
    """Also of an engine that was not named at all."""
    owners = [e.name for e in kinds()["yajilin"].engines for o in e.options if o.name == "compact"]
    belongs = f"has no option 'compact'; it belongs to {', '.join(owners)}"
    assert refused("solve", YAJILIN, "--engine", "sat", "--compact") == f"the engine sat {belongs}"
    assert refused("solve", YAJILIN, "--compact") == f"the usual engine {belongs}"


def test_a_backend_for_an_engine_without_sat() -> None:
    path = small_example(kinds()["satogaeri"])
    sentence = refused("solve", path, "--engine", "backtrack", "--backend", "minisat22")
    assert sentence == "the engine backtrack asks no SAT solver, so it has no backends"


def test_an_smt_solver_where_nobody_asks_one() -> None:
    result = run("solve", YAJILIN, "--smt-solver", "z3 -in")
    assert result.exit_code == 2
    assert "--smt-solver is for kinds with an SMT engine: Satogaeri" in result.stderr
    sentence = refused("solve", YAJILIN, "--engine", "sat", "--smt-solver", "z3")
    assert sentence == "--smt-solver goes with the engine smt"


def test_forced_facts_have_one_way() -> None:
    assert "--forced" in refused("solve", YAJILIN, "--forced", "--engine", "counting")
    assert run("solve", YAJILIN, "--forced").exit_code == 0


# --- kinds of other packages -------------------------------------------------------------------

OWN_STARS = """
from dataclasses import replace
from enpitsu.kind import Engine, EngineOption
from enpitsu.sat.search import sat_search
from tests.template_kind import KIND as STARS

OPTION = EngineOption("twinkling", "solve with a twinkle")
KIND = replace(STARS, engines=(*STARS.engines, Engine("own", "our way", sat_search, (OPTION,))))
"""


def test_an_installed_kind_brings_its_options(tmp_path: Path) -> None:
    (tmp_path / "own_stars.py").write_text(OWN_STARS)
    info = tmp_path / "own_stars-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-stars\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[enpitsu.kinds]\nstars = own_stars:KIND\n")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))

    def enpitsu(*arguments: str) -> str:
        command = [sys.executable, "-m", "enpitsu", *arguments]
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment
        ).stdout

    assert "--twinkling: solve with a twinkle" in enpitsu("engines", "stars")
    example = next((ROOT / "tests" / "template_kind" / "examples").glob("solved_*"))
    row = json.loads(enpitsu("solve", str(example), "--engine", "own", "--twinkling", "--json"))
    assert (row["status"], row["stats"]["engine"]) == ("unique", "own:twinkling")


def test_the_command_is_listed() -> None:
    assert isinstance(main.get_command(click.Context(main), "engines"), click.Command)
    assert "engines" in run("--help").stdout
