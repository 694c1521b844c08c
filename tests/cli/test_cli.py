"""The command line as its users meet it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.cli import COMMANDS, main
from enpitsu.cli.inputs import Item
from enpitsu.cli.runner import Exit, Report, RunOptions
from enpitsu.cli.runner import run as run_work
from enpitsu.registry import find_kind
from tests.cases import each_case

UNIQUE = "https://puzz.link/p?yajilin/5/5/m32j10"
TWO = "https://puzz.link/p?yajilin/4/4/p"
NONE = "https://puzz.link/p?yajilin/1/1/a"
EXAMPLES = Path(str(find_kind("yajilin").examples))


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(each) for each in arguments], input=text)


@pytest.mark.parametrize(
    ("link", "code", "word"), [(UNIQUE, 0, "unique"), (TWO, 1, "multiple"), (NONE, 1, "none")]
)
def test_solve_one(link: str, code: int, word: str) -> None:
    result = run("solve", link)
    assert result.exit_code == code
    assert word in result.stdout
    assert "\x1b" not in result.stdout, "no colours when it is not a terminal"


def test_a_variant_is_named() -> None:
    variant = UNIQUE.replace("yajilin/", "yajilin/o/")
    assert "Yajilin 5x5 (Shaded cells outside)  none" in run("solve", variant).stdout
    assert "Yajilin 5x5  unique" in run("solve", UNIQUE).stdout


def test_solve_draws_the_solution() -> None:
    lines = run("solve", UNIQUE).stdout.splitlines()
    assert "│ ┏━━━┓ ┏━┓  │" in lines


def test_solve_draws_both_solutions_of_an_open_puzzle() -> None:
    assert run("solve", TWO).stdout.count("┌") == 2


def test_solve_many_kinds_of_input_at_once(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(UNIQUE)
    for form, name in (("csv", "a.csv"), ("xml", "b.xml"), ("grid", "c.txt"), ("json", "d.json")):
        (tmp_path / name).write_text(enpitsu.dump(puzzle, form))
    (tmp_path / "notes.md").write_text("not a puzzle")
    (tmp_path / ".hidden").write_text("not a puzzle")
    result = run("solve", str(tmp_path), UNIQUE, "-", "--json", text=enpitsu.dump(puzzle, "pzprv3"))
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["status"] for row in rows] == ["unique"] * 6
    assert len({json.dumps(row["solutions"]) for row in rows}) == 1
    assert rows[-1]["name"] == "standard input"


def test_of_many_inputs_the_highest_exit_code_counts() -> None:
    assert run("solve", UNIQUE, TWO).exit_code == 1
    assert run("solve", UNIQUE, TWO, "nonsense").exit_code == 2
    assert run("solve", UNIQUE, "nonsense", TWO, "--time", "0").exit_code == 3


def test_unreadable_input_says_what_and_where(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("V,V\nV,Q\n")
    result = run("solve", str(bad), UNIQUE)
    assert result.exit_code == 2
    assert "bad.csv: error: line 2" in result.stderr
    assert "unique" in result.stdout, "the others are solved all the same"
    assert "no such file" in run("solve", "missing.csv").stderr
    assert "slither" in run("solve", "https://puzz.link/p?slither/4/4/abc").stderr


def test_jobs_give_the_same_in_the_same_order(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.url").write_text((UNIQUE, TWO, NONE)[number % 3])
    one = run("solve", str(tmp_path), "--json", "--jobs", "1")
    two = run("solve", str(tmp_path), "--json", "--jobs", "2")
    assert one.exit_code == two.exit_code == 1

    def told(result: Result) -> list[tuple[str, str, list[list[str]]]]:
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        return [(row["name"], row["status"], row["solutions"]) for row in rows]

    assert told(one) == told(two)
    assert len(told(one)) == 12


def test_all_solutions_and_forced_facts() -> None:
    result = run("solve", TWO, "--all", "--json")
    row = json.loads(result.stdout)
    assert len(row["solutions"]) == len(enpitsu.solve(enpitsu.parse(TWO), solutions=None).solutions)
    forced = json.loads(run("solve", UNIQUE, "--forced", "--json").stdout)
    assert "r3c1 shaded" in forced["forced"]
    assert forced["status"] == "unique"
    assert "facts hold in every solution" in run("solve", UNIQUE, "--forced").stdout


def test_solve_from_the_position_it_carries(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(TWO)
    game = tmp_path / "game.json"
    position = enpitsu.Position.parse("r1c1 shaded, r4c4 shaded")
    game.write_text(enpitsu.dump(puzzle, "json", position=position))
    row = json.loads(run("solve", str(game), "--from-position", "--all", "--json").stdout)
    assert row["solutions"]
    assert all({"r1c1 shaded", "r4c4 shaded"} <= set(solution) for solution in row["solutions"])
    everything = json.loads(run("solve", str(game), "--all", "--json").stdout)
    assert len(everything["solutions"]) > len(row["solutions"])


def test_check() -> None:
    assert run("check", str(EXAMPLES / "solved_ten.pzprv3")).exit_code == 0
    wrong = run("check", str(EXAMPLES / "breaks_touching.pzprv3"))
    assert wrong.exit_code == 1
    assert "r1c3 r2c3: These two shaded cells touch." in wrong.stdout
    row = json.loads(run("check", str(EXAMPLES / "breaks_touching.pzprv3"), "--json").stdout)
    assert row["violations"][0]["code"] == "touching"
    assert row["ok"] is False
    arrowless = str(EXAMPLES / "breaks_clue-without-arrow@puzzlink.pzprv3")
    assert run("check", arrowless).exit_code == 0
    assert run("check", arrowless, "--rules", "puzzlink").exit_code == 1
    assert run("check", arrowless, "--rules", "magic").exit_code == 2
    assert run("check", str(EXAMPLES / "tiny_plain.pzprv3"), "--partial").exit_code == 0
    assert run("check").exit_code == 2


def test_convert(tmp_path: Path) -> None:
    assert run("convert", UNIQUE, "--to", "puzzlink").stdout.strip() == UNIQUE
    target = tmp_path / "puzzle.xml"
    assert run("convert", UNIQUE, "-o", str(target), "--solution").exit_code == 0
    _, position = enpitsu.parse_with_position(target.read_text())
    assert enpitsu.check(enpitsu.parse(UNIQUE), position) == []
    assert run("convert", str(target), "--to", "magic").exit_code == 2
    assert run("convert", NONE, "--to", "json", "--solution").exit_code == 1
    assert run("convert", UNIQUE, "--to", "json", "--solution", "--time", "0").exit_code == 3


def test_convert_many(tmp_path: Path) -> None:
    links = tmp_path / "links.url"
    links.write_text(f"{UNIQUE}\n{TWO}\n")
    together = tmp_path / "all.jsonl"
    assert run("convert", str(links), "-o", str(together)).exit_code == 0
    assert len(enpitsu.read(together)) == 2
    apart = tmp_path / "apart"
    assert run("convert", str(together), "--to", "csv", "-o", str(apart)).exit_code == 0
    assert len(list(apart.glob("*.csv"))) == 2
    clash = run("convert", str(together), "--to", "csv", "-o", str(tmp_path / "one.csv"))
    assert clash.exit_code == 2
    assert "folder" in clash.stderr


def test_render(tmp_path: Path) -> None:
    assert "┏" in run("render", UNIQUE, "--solution").stdout
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        target = tmp_path / name
        assert run("render", UNIQUE, "-o", str(target)).exit_code == 0
        assert target.read_bytes().startswith(start)
    folder = tmp_path / "pictures"
    assert run("render", UNIQUE, TWO, "--format", "svg", "-o", str(folder)).exit_code == 0
    assert len(list(folder.glob("*.svg"))) == 2
    assert run("render", UNIQUE, "-o", str(tmp_path / "no" / "such" / "folder.svg")).exit_code == 2


def test_export_and_verify(tmp_path: Path) -> None:
    assert run("export", UNIQUE, "--dimacs").stdout.splitlines()[0].startswith(("c ", "p "))
    folder = tmp_path / "proof"
    assert run("export", UNIQUE, "--proof", str(folder)).exit_code == 0
    good = run("check", "--proof", str(folder))
    assert good.exit_code == 0
    assert "verified" in good.stdout
    claim = folder / "claim.json"
    claim.write_text(claim.read_text().replace("r3c1 shaded", "r3c2 shaded"))
    assert run("check", "--proof", str(folder)).exit_code == 1
    claim.write_text("{}")
    assert run("check", "--proof", str(folder)).exit_code == 2
    assert run("export", UNIQUE).exit_code == 2
    assert run("export", TWO, "--proof", str(tmp_path / "two")).exit_code == 1
    assert run("export", UNIQUE, "--proof", str(folder), "--time", "0").exit_code == 3


SMT = "https://puzz.link/p?satogaeri/3/2/u01g0.h"
SMT_TWO = "https://puzz.link/p?satogaeri/3/1/8.g0"
SMT_NONE = "https://puzz.link/p?satogaeri/2/1/g1g"


def test_export_for_smt_solvers(tmp_path: Path) -> None:
    text = run("export", SMT, "--smtlib").stdout
    assert "(set-logic QF_LIA)" in text.splitlines()
    target = tmp_path / "puzzle.smt2"
    assert run("export", SMT, "--smtlib", "-o", str(target)).exit_code == 0
    assert target.read_text() == text
    folder = tmp_path / "many"
    assert run("export", SMT, SMT_TWO, SMT_NONE, "--smtlib", "-o", str(folder)).exit_code == 0
    assert len(list(folder.glob("*.smt2"))) == 3
    row = json.loads(run("export", SMT, "--smtlib", "--json").stdout)
    assert (row["format"], row["content"]) == ("smtlib", text)
    both = run("export", SMT, "--smtlib", "--proof", str(tmp_path / "proof"), "--json")
    assert json.loads(both.stdout)["claim"] == "unique"
    assert run("export", SMT, "--smtlib", "--time", "0").exit_code == 3


def test_export_asks_for_a_second_solution() -> None:
    first = run("export", SMT, "--smtlib").stdout
    second = run("export", SMT, "--smtlib", "--second").stdout
    blocking = "(assert (or (not (= f1-2 1)) (not (= f1-3 2)) (not (= f2-1 3))))"
    assert blocking in second
    assert blocking not in first
    none = run("export", SMT_NONE, "--smtlib", "--second")
    assert none.exit_code == 1
    assert "no solution" in none.stderr
    assert run("export", SMT_NONE, "--smtlib").exit_code == 0
    assert run("export", SMT_TWO, "--smtlib", "--second").exit_code == 0


def test_export_for_smt_solvers_is_not_for_every_kind() -> None:
    for options in (["--smtlib"], ["--smtlib", "--second"]):
        result = run("export", UNIQUE, *options)
        assert result.exit_code == 2
        assert "has no SMT-LIB form" in result.stderr
    assert run("export", SMT, "--smtlib", "--dimacs").exit_code == 2
    assert run("export", SMT, "--dimacs", "--second").exit_code == 2


def test_solve_tells_the_solvers_statistics() -> None:
    pytest.importorskip("cvc5")
    row = json.loads(run("solve", SMT, "--engine", "smt", "--json").stdout)
    assert row["status"] == "unique"
    assert row["stats"]["details"]["sat::propagations"] > 0
    assert json.loads(run("solve", SMT, "--json").stdout)["stats"]["details"] == {}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_ENPITSU_COMPLETE" in run("completion", shell).stdout


@each_case("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout


def test_as_a_module_with_limits_and_memory() -> None:
    command = [sys.executable, "-m", "enpitsu", "solve", TWO, "--memory", "1", "--json"]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 3, done.stderr
    assert json.loads(done.stdout)["reached"] == "memory"


def test_broken_pipe_is_quiet(tmp_path: Path) -> None:
    """Far more output than a pipe holds, and a reader that goes away."""
    links = tmp_path / "many.url"
    links.write_text(f"{TWO}\n" * 300)
    command = f"{sys.executable} -m enpitsu solve {links} --json | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["status"] == "multiple"
    assert "Traceback" not in done.stderr


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    for command in (["solve"], ["check"], ["export", "--dimacs"], ["convert", "--to", "json"]):
        result = run(*command, str(tmp_path))
        assert result.exit_code == 2
        assert "no puzzle files" in result.stderr


def test_files_of_the_same_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    names = ["a_3.url", "a.url", "y/a.url", "z/a.url"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(UNIQUE)
    target = tmp_path / "out"
    inputs = [str(tmp_path / name) for name in names]
    assert run("convert", *inputs, "--to", "csv", "-o", str(target)).exit_code == 0
    assert len(list(target.iterdir())) == 4


def test_colour_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("solve", UNIQUE).stdout
    assert coloured.splitlines()[0].count("\x1b") >= 2, "the verdict"
    assert coloured.count("\x1b") > 10, "the drawing"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("solve", UNIQUE).stdout


def test_every_command_speaks_json(tmp_path: Path) -> None:
    puzzle = enpitsu.parse(UNIQUE)
    row = json.loads(run("convert", UNIQUE, "--to", "csv", "--json").stdout)
    assert row == {"name": UNIQUE, "format": "csv", "content": enpitsu.dump(puzzle, "csv")}
    row = json.loads(run("render", UNIQUE, "--format", "png", "--json").stdout)
    assert base64.b64decode(row["base64"]).startswith(b"\x89PNG")
    row = json.loads(run("export", UNIQUE, "--dimacs", "--proof", str(tmp_path), "--json").stdout)
    assert (row["claim"], row["format"]) == ("unique", "dimacs")
    row = json.loads(
        run("bench", puzzle.kind, "--engines", "auto", "--puzzles", UNIQUE, "--json").stdout
    )
    assert (row["name"], row["status"]) == (UNIQUE, "unique")
    row = json.loads(run("convert", "nonsense", "--to", "csv", "--json").stdout)
    assert "no such file" in row["error"]


def test_odd_option_values(tmp_path: Path) -> None:
    assert run("solve", UNIQUE, "--time", "nan").exit_code == 2
    assert run("convert", UNIQUE, "--to", "csv", "-o", "-").stdout == enpitsu.dump(
        enpitsu.parse(UNIQUE), "csv"
    )
    assert run("convert", UNIQUE, "--to", "csv", "-o", "").exit_code == 2
    closed = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m enpitsu solve '{TWO}' >&- 2>&-"], check=False
    )
    assert closed.returncode == 1, "the exit code speaks when nothing else can"


def test_two_pictures_need_a_folder() -> None:
    result = run("render", UNIQUE, TWO, "--format", "png")
    assert result.exit_code == 2
    assert "-o" in result.stderr


def die_on_two(item: Item) -> Report:
    """Work that takes its whole process down on one puzzle."""
    if item.name == "two":
        os._exit(1)
    return Report(item.name, Exit.DONE, item.name)


def test_a_dying_worker_harms_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    document = enpitsu.read(UNIQUE)[0]
    names = ["one", "two", *(f"more{number}" for number in range(20))]
    found = iter([Item(name, document) for name in names])
    reports = run_work(found, die_on_two, RunOptions(jobs=2))
    assert [report.name for report in reports] == names
    assert [report.name for report in reports if report.code != Exit.DONE] == ["two"]
    shown = capsys.readouterr()
    assert shown.out.split() == [name for name in names if name != "two"]
    assert "two: error: the process working on it died" in shown.err


def on_terminal(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the shell on a real terminal; what it shows there is the output."""
    code = "import pty, sys; sys.exit(pty.spawn(['bash', '-c', sys.argv[1]]) >> 8)"
    return subprocess.run(
        [sys.executable, "-c", code, command], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_on_a_terminal(jobs: str, tmp_path: Path) -> None:
    """Verdicts that come one by one need no bar; those that nobody sees do."""
    for number in range(8):
        (tmp_path / f"{number}.url").write_text(UNIQUE)
    command = f"{sys.executable} -m enpitsu solve {tmp_path} --jobs {jobs}"
    seen = on_terminal(command)
    assert seen.returncode == 0
    assert "8/8" not in seen.stdout
    assert seen.stdout.count("unique") == 9, "eight verdicts and the summary"

    hidden = on_terminal(f"{command} > {tmp_path / 'verdicts'}")
    assert hidden.returncode == 0
    assert "8/8" in hidden.stdout
    assert (tmp_path / "verdicts").read_text().count("unique") == 8
