"""Making puzzles: attempts by number, limits, levels, manifests. What makers must do whatever their
kind stands in test_makers.py."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu import registry
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.generate import Outcome, Progress, Request, generate, make_again
from enpitsu.limits import Limits
from enpitsu.making import Candidate, Maker, MakeTask, Option, drawn_cells, parse_share
from enpitsu.position import EMPTY
from tests import installed
from tests.cases import each_case
from tests.installed import star_rows
from tests.template_kind import KIND as STARS


def install(monkeypatch: pytest.MonkeyPatch, kind: enpitsu.Kind[Any]) -> None:
    """Let the registry know this kind as well."""

    class Point(EntryPoint):
        def load(self) -> Any:
            return kind

    point = Point("stars", "tests.template_kind:KIND", registry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.kinds.cache_clear()


@pytest.fixture(autouse=True)
def _stars(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch, STARS)
    yield
    registry.kinds.cache_clear()


def maker(make: Any, *options: Option) -> enpitsu.Kind[Any]:
    """Stars, made another way."""
    return replace(STARS, makers=(Maker("own", "as the test says", options, make),))


# --- attempts ------------------------------------------------------------------------------------


def test_a_puzzle_is_unique_and_comes_with_its_solution() -> None:
    made = generate("stars", 5, density=0.8)
    assert made.status == Outcome.MADE
    assert made.puzzle is not None
    result = enpitsu.solve(made.puzzle)
    assert result.status == "unique"
    assert [each.position for each in result.solutions] == [made.solution]


def test_the_same_seed_gives_the_same_puzzle_and_another_seed_another() -> None:
    puzzles = [generate("stars", 7, seed=seed, density=0.5).puzzle for seed in (1, 1, 2, 3, 4)]
    assert puzzles[0] == puzzles[1]
    assert len(set(puzzles)) > 1


SLOW_WINNER = """
wish = Request.checked("stars", 1, 1, None, 1, None, {})
at = next(n for n in range(60) if wish.random(n).getstate() == task.random.getstate())
if at == 7:
    time.sleep(0.5)
return Candidate(star_rows(1, 0), EMPTY) if at in (7, 9, 23) else None
"""
"""The winner is the slowest, so that a later one is found first."""


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_lowest_number_wins_however_many_processes(
    jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    attempts = sys.modules["enpitsu.generate.attempts"]
    monkeypatch.setattr(attempts, "ALONE_SECONDS", -1.0)
    installed.install(monkeypatch, tmp_path, SLOW_WINNER)
    made = generate("stars", 1, jobs=jobs)
    assert made.status == Outcome.MADE
    assert made.manifest is not None
    assert made.manifest.attempt == 7


def test_a_wish_that_cannot_be_fulfilled_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, maker(lambda task: None))
    made = generate("stars", 4, tries=30)
    assert (made.status, made.reached, made.attempts) == (Outcome.UNKNOWN, "tries", 30)
    assert made.puzzle is None
    in_pool = generate("stars", 15, tries=9, jobs=2)
    assert (in_pool.status, in_pool.reached, in_pool.attempts) == (Outcome.UNKNOWN, "tries", 9)


@pytest.mark.parametrize("jobs", [1, 2])
def test_limits_and_cancel_end_the_work(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(task: MakeTask[Any]) -> Candidate[Any] | None:
        while True:
            task.budget.check()

    install(monkeypatch, maker(make))
    made = generate("stars", 15, jobs=jobs, limits=Limits(seconds=0.3))
    assert (made.status, made.reached) == (Outcome.UNKNOWN, "time")
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    made = generate("stars", 15, jobs=jobs, limits=Limits(cancel=cancel))
    assert (made.status, made.reached) == (Outcome.UNKNOWN, "cancelled")


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    attempts = sys.modules["enpitsu.generate.attempts"]
    monkeypatch.setattr(attempts, "ALONE_SECONDS", -1.0)
    installed.install(monkeypatch, tmp_path, "os._exit(1)")
    made = generate("stars", 15, jobs=2)
    assert (made.status, made.reached) == (Outcome.UNKNOWN, "memory")


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, maker(lambda task: None))
    told: list[Progress] = []
    generate("stars", 4, tries=5, jobs=1, progress=told.append)
    assert [progress.attempts for progress in told] == [1, 2, 3, 4, 5]
    assert all(progress.nearest is None for progress in told)


def test_a_maker_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, maker(lambda task: Candidate(star_rows(2, 1, 1), EMPTY)))
    with pytest.raises(enpitsu.WrongSolution):
        generate("stars", 2)


# --- levels --------------------------------------------------------------------------------------


def test_a_level_is_met_and_grade_agrees() -> None:
    made = generate("stars", 3, level="hard", density=0.8)
    assert made.status == Outcome.MADE
    assert made.puzzle is not None
    assert enpitsu.grade(made.puzzle).level == "hard"
    assert made.grade is not None
    assert made.grade.level == "hard"


def test_the_nearest_is_offered_and_named() -> None:
    made = generate("stars", 3, level="extreme", tries=3)
    assert (made.status, made.reached) == (Outcome.NEAREST, "tries")
    assert made.puzzle is not None
    assert made.grade is not None
    assert made.grade == enpitsu.grade(made.puzzle)
    assert made.grade.level != "extreme"


def test_the_nearest_does_not_depend_on_the_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed.install(monkeypatch, tmp_path)
    made = [generate("stars", 6, level="extreme", tries=3, jobs=jobs) for jobs in (1, 2)]
    assert made[0].status == "nearest"
    assert made[0].manifest == made[1].manifest
    assert made[0].puzzle == made[1].puzzle


# --- wishes --------------------------------------------------------------------------------------


@each_case(
    ("arguments", "words"),
    [
        ({"kind": "sudoku"}, "sudoku"),
        ({"rows": 0}, "rows must be"),
        ({"rows": 10**9}, "rows must be"),
        ({"rows": 300, "cols": 300}, "too many"),
        ({"tries": 0}, "tries must be"),
        ({"tries": 1.5}, "tries must be"),
        ({"jobs": -1}, "jobs must be"),
        ({"rows": True}, "rows must be"),
        ({"cols": -1}, "cols must be"),
        ({"rows": 101}, "too large"),
        ({"seed": -1}, "seed must be"),
        ({"seed": "x"}, "seed must be"),
        ({"level": "evil"}, "unknown level 'evil'"),
        ({"method": "magic"}, "no method 'magic'"),
        ({"densty": 0.5}, "no option 'densty'; it has symmetry, density"),
        ({"density": 1.5}, "density: 1.5 is no share: 0.0 is nothing, 1.0 is all of it"),
        ({"density": "much"}, "density: a share is written 80% or 0.8, not 'much'"),
        ({"density": True}, "density: a share is written 80% or 0.8, not 'True'"),
        ({"density": float("nan")}, "density: nan is no share"),
    ],
)
def test_wrong_wishes_are_refused_in_words(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(PuzzleError, match=words.replace("(", r"\(")):
        generate(**{"kind": "stars", "rows": 4, **arguments})


def test_options_are_checked_by_their_form() -> None:
    whole = Option(name="n", words="", form="int", default=1, least=0, most=5)
    assert whole.checked(5) == 5
    for wrong in (6, -1, 2.0, "2", None, True):
        with pytest.raises(PuzzleError, match="n must be a whole number of 0 to 5"):
            whole.checked(wrong)
    choice = Option(name="c", words="", form="choice", default="a", choices=("a", "b"))
    assert choice.checked("b") == "b"
    with pytest.raises(PuzzleError, match="c must be a or b"):
        choice.checked("z")
    flag = Option(name="f", words="", form="flag", default=False)
    assert flag.checked(True) is True
    with pytest.raises(PuzzleError, match="true or false"):
        flag.checked(1)
    free = Option(name="d", words="", form="share")
    assert free.checked(None) is None
    assert free.checked(1.0) == free.checked("100%") == 1.0
    part = Option(name="p", words="", form="share", least=0.1, most=0.9)
    with pytest.raises(PuzzleError, match="p must be a share of 10% to 90%"):
        part.checked("100%")


def test_drawings_tell_cells() -> None:
    assert {str(cell) for cell in drawn_cells("x-.\n--#\n", 2, 3)} == {"r1c1", "r2c3"}
    assert {str(cell) for cell in drawn_cells("#\n\n  #", 3, 3)} == {"r1c1", "r3c3"}
    for wrong, told in (
        ("#.#\n##", "line 2 of the drawing has 2 signs, not 3"),
        ("#.#.\n...", "line 1 of the drawing has 4 signs, not 3"),
        ("#.#\n.?.", r"line 2, column 2 of the drawing: '\?' is neither # \(a clue\) nor"),
        ("...", "the drawing has 1 lines, the board 2 rows"),
        ("...\n...\n...", "the drawing has 3 lines, the board 2 rows"),
        ("", "the drawing has 0 lines"),
    ):
        with pytest.raises(PuzzleError, match=told):
            drawn_cells(wrong, 2, 3)


def test_a_drawing_that_is_none_is_refused_before_anything_is_made() -> None:
    with pytest.raises(PuzzleError, match="line 1, column 2 of the drawing"):
        Request.checked("yajilin", 1, 2, None, 1, None, {"pattern": "#q"})


# --- manifests -----------------------------------------------------------------------------------


def test_a_manifest_makes_the_puzzle_again_also_from_a_file() -> None:
    made = generate("stars", 7, seed=5, density=0.5)
    assert made.manifest is not None
    assert make_again(made.manifest).puzzle == made.puzzle
    text = enpitsu.dump(made.document(solution=True), "json")
    (document,) = enpitsu.read(text)
    assert document.made == made.manifest
    assert document.puzzle == made.puzzle
    assert document.position == made.solution
    assert json.loads(text)["made"] == asdict(made.manifest)


@each_case(
    "wrong",
    [
        None,
        [],
        {},
        {"version": 1},
        {"rows": "3"},
        {"rows": True},
        {"options": []},
        {"options": {"a": []}},
        {"more": 1},
        {"level": 3},
    ],
)
def test_wrong_manifests_are_refused(wrong: Any) -> None:
    made = generate("stars", 3)
    data = json.loads(enpitsu.dump(made.document(), "json"))
    data["made"] = {**data["made"], **wrong} if isinstance(wrong, dict) and wrong else wrong
    with pytest.raises(enpitsu.FormatError, match='"made"'):
        enpitsu.read(json.dumps(data))


# --- command line --------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["generate", *map(str, arguments)], prog_name="enpitsu")


def test_a_puzzle_is_drawn_with_its_seed() -> None:
    result = run("stars", "--size", "5", "--density", "80%", "--seed", 3)
    assert result.exit_code == 0
    assert "Stars 5x5  made" in result.stdout
    assert "method solution, seed 3, attempt" in result.stdout


def test_files_carry_what_makes_the_puzzle_again(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    assert (
        run("stars", "--size", "5x7", "--density", "60%", "-o", path, "--solution").exit_code == 0
    )
    (document,) = enpitsu.read(path)
    assert (document.puzzle.rows, document.puzzle.cols) == (5, 7)
    assert enpitsu.check(document.puzzle, document.position) == []
    result = run("again", path)
    assert result.exit_code == 0
    assert "made again, the same" in result.stdout
    assert "density 0.6" in result.stdout


def test_again_says_when_it_is_not_the_same(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    run("stars", "--size", "7", "--density", "50%", "-o", path)
    data = json.loads(path.read_text())
    data["made"]["seed"] = 4
    path.write_text(json.dumps(data))
    result = run("again", path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["same"] is False
    del data["made"]
    path.write_text(json.dumps(data))
    assert "carries no manifest" in run("again", path).stderr


def test_the_nearest_is_named_on_the_command_line() -> None:
    result = run("stars", "--size", "3", "--level", "extreme", "--tries", "2")
    assert result.exit_code == 3
    assert "nearest found" in result.stderr
    assert "instead of extreme: 2 attempts were made" in result.stderr
    assert "Stars 3x3  nearest" in result.stdout
    data = json.loads(run("stars", "--size", "3", "--level", "hard", "--json").stdout)
    assert (data["status"], data["level"]) == ("made", "hard")
    assert data["manifest"]["kind"] == "stars"


def test_a_puzzle_that_could_not_be_graded_in_time_is_still_offered() -> None:
    wish = Request.checked("stars", 5, 5, "extreme", 1, None, {})
    module = sys.modules["enpitsu.generate.attempts"]
    late = module.grade(STARS.blank(3, 3), limits=Limits(seconds=0))
    assert late.reached == "time"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "grade", lambda *arguments, **options: late)
        found = [module.make_attempt(wish, number, Limits()) for number in range(20)]
    assert any(each.puzzle is not None and each.grade is None for each in found)


SHARES = [
    ("12%", 0.12),
    ("14.3%", 0.143),
    (" 7 % ", 0.07),
    ("0.25", 0.25),
    (".5", 0.5),
    ("1.0", 1.0),
    ("1.", 1.0),
    ("100%", 1.0),
    ("100.0%", 1.0),
    ("0.0", 0.0),
    ("0%", 0.0),
    ("８０％", 0.8),
]
NO_SHARES = [
    ("1", "write 1.0 or 100% for all of it, 0.01 or 1% else"),
    ("01", "write 1.0 or 100%"),
    ("80", "80 is no share: write 80% or 0.8"),
    ("0", "write 0% or 0.0"),
    ("100", "write 100% or 1.0"),
    ("7.5", "write 7.5% or 0.075"),
    ("101%", "101% is too much: a share is at most 100%, which is 1.0"),
    ("1000", "1000 is too much: a share is at most 100%"),
    ("-0.5", "written 80% or 0.8, not '-0.5'"),
    ("0,8", "written 80% or 0.8"),
    ("1e-1", "written 80% or 0.8"),
    ("%", "written 80% or 0.8"),
    ("", "written 80% or 0.8"),
    ("nan", "written 80% or 0.8"),
    ("9" * 5000, "written 80% or 0.8"),
]


@each_case(("text", "share"), SHARES)
def test_shares_are_percentages_or_fractions(text: str, share: float) -> None:
    assert parse_share(text) == share
    result = run("stars", "--size", "3", "--density", text, "--json", "--tries", "2")
    assert result.exit_code in (0, 3), result.output
    made = generate("stars", 3, density=text, tries=2)
    # What is usual is not told.
    assert made.manifest is None or made.manifest.options in ({"density": share}, {})


@each_case(("text", "words"), NO_SHARES)
def test_a_share_that_is_none_is_refused_with_both_ways(text: str, words: str) -> None:
    result = run("stars", "--density", text)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    with pytest.raises(PuzzleError, match="density: ") as caught:
        generate("stars", 3, density=text)
    assert words in str(caught.value)


@each_case("value", [0, 1, 80, True, False, 1.5, -0.1, float("nan"), [0.5], b"80%"])
def test_values_that_are_no_shares(value: object) -> None:
    with pytest.raises(PuzzleError, match=r"0\.8|1\.0|0\.0"):
        generate("stars", 3, density=value)


def test_a_share_survives_a_browser(tmp_path: Path) -> None:
    """There 1.0 is written as 1."""
    path = tmp_path / "new.json"
    assert run("stars", "--size", "5", "--density", "100%", "-o", path).exit_code == 0
    text = path.read_text()
    assert '"density": 1.0' in text
    for written in (text, text.replace('"density": 1.0', '"density": 1')):
        path.write_text(written)
        result = run("again", path)
        assert result.exit_code == 0, result.output
        assert "made again, the same" in result.stdout


def test_nothing_found_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, maker(lambda task: None))
    result = run("stars", "--size", "3", "--tries", "1")
    assert result.exit_code == 3
    assert "no puzzle was found: 1 attempt was made" in result.stderr


@each_case(
    "arguments",
    [
        ["stars", "--size", "0x5"],
        ["stars", "--size", "101"],
        ["stars", "--size", "5x"],
        ["stars", "--level", "evil"],
        ["stars", "--density", "120%"],
        ["stars", "--method", "magic"],
        ["stars", "--to", "csv"],
        ["stars", "-o", "no/such/folder/x.json"],
        ["stars", "--solution"],
        ["sudoku"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


def test_help_tells_the_methods() -> None:
    text = " ".join(run("stars", "--help").stdout.split())
    assert "solution: A random solution first" in text
    assert "The largest share of places with a clue." in text
    assert "stars" in run("--help").stdout


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_offers_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []

    def make(task: MakeTask[Any]) -> Candidate[Any] | None:
        attempts.append(task)
        if len(attempts) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return Candidate(star_rows(1, 0), EMPTY)

    install(monkeypatch, maker(make))
    result = run("stars", "--size", "1", "--level", "extreme", "--jobs", "1")
    assert result.exit_code == 3
    assert "nearest found, gentle instead of extreme: stopped after 2 attempts" in result.stderr
    assert len(attempts) == 3


def test_a_puzzle_that_was_proved_unique_is_not_proved_again_for_its_grade(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = enpitsu.generate("yajilin", 5, seed=1).puzzle
    assert puzzle is not None
    known = sys.modules["enpitsu.explain.known_facts"]
    (proved,) = enpitsu.solve(puzzle).solutions
    expected = enpitsu.grade(puzzle)

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("solved once more")

    monkeypatch.setattr(known, "solve", refuse)
    assert enpitsu.grade(puzzle, solution=proved) == expected
    made = enpitsu.generate("yajilin", 6, level="easy", seed=2, jobs=1, tries=5)
    assert made.grade is not None
