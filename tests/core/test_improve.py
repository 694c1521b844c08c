"""Improving: needless clues, one solution by few changes, levels; and the kinds' editors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from enpitsu import judge as judging
from enpitsu.check import check
from enpitsu.cli import main
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.formats import dump, parse, read
from enpitsu.generate import generate
from enpitsu.generate.tune import tune_to
from enpitsu.grade import Level, grade
from enpitsu.grid import Cell, Direction, Line
from enpitsu.improve import fixes, improve, needless
from enpitsu.improve.fixes import join
from enpitsu.improve.needless import prune
from enpitsu.judge import Judge
from enpitsu.kinds.heyawake import Heyawake
from enpitsu.kinds.nonogram.model import Nonogram, Run
from enpitsu.kinds.nonogram.model import blank as blank_nonogram
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.slitherlink import Slitherlink
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import AppliedChange, Change
from enpitsu.position import Position
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status, solve
from enpitsu.words import LANGUAGES, say
from tests.cases import each_case
from tests.library import starters

LEFT, RIGHT = Direction.LEFT, Direction.RIGHT


def example(kind: str, name: str) -> Any:
    """A puzzle of the package's examples."""
    path = next(Path(str(kinds()[kind].examples)).glob(f"{name}.*"))
    return read(path)[0].puzzle


def nonogram(rows: list[list[int]], cols: list[list[int]]) -> Nonogram:
    """A puzzle of one colour."""
    lines = [tuple(tuple(map(Run, line)) for line in side) for side in (rows, cols)]
    return Nonogram(lines[0], lines[1])


SWITCH = nonogram([[1], [1]], [[1], [1]])
SEVERAL = [
    Yajilin(4, 4),
    Yajilin(4, 5, ((Cell(1, 1), Clue()),)),
    Yajilin(5, 5, ((Cell(2, 2), Clue(RIGHT, 1)), (Cell(0, 0), Clue(RIGHT)))),
    SWITCH,
    example("nonogram", "tiny_unknown_several"),
    example("nonogram", "tiny_several"),
    example("nonogram", "tiny_colours_several"),
    example("satogaeri", "tiny_several"),
    Satogaeri(3, 3, (0, 0, 0, 1, 1, 1, 2, 2, 2), tuple((Cell(r, r), None) for r in range(3))),
    Satogaeri(2, 3, (0, 0, 0, 1, 1, 1), ((Cell(0, 1), 1), (Cell(1, 1), 1))),
]
ROOMS = {Cell(row, col): row // 2 * 3 + col // 2 for row in range(4) for col in range(6)}
SEVERAL += [
    Slitherlink(3, 4),
    Slitherlink(4, 4, numbers={Cell(1, 1): 3, Cell(2, 2): 1}),
    Heyawake(4, 6, rooms=ROOMS, numbers={Cell(0, 0): 2}),
]
UNIQUE = [
    example("yajilin", "solved_six"),
    example("yajilin", "solved_outside"),
    example("nonogram", "solved_ten"),
    example("nonogram", "solved_colours"),
    example("nonogram", "solved_ten@unknown"),
    example("satogaeri", "solved_five"),
    example("satogaeri", "solved_strays"),
    generate("slitherlink", 5, 6, jobs=1).puzzle,
    generate("heyawake", 7, 8, jobs=1).puzzle,
]


def name(puzzle: Any) -> str:
    return f"{puzzle.kind}-{puzzle.rows}x{puzzle.cols}"


def positions(puzzle: Any, most: int = 40) -> list[Position]:
    return [solution.position for solution in solve(puzzle, solutions=most).solutions]


def is_solution(puzzle: Any, position: Position) -> bool:
    try:
        return not check(puzzle, position)
    except FormatError:
        return False


def additions(puzzle: Any, solution: Position) -> Iterator[tuple[AppliedChange[Any], Any]]:
    """The changes that can be made, with the changed puzzle."""
    editor = kind_of(puzzle).editor
    assert editor is not None
    for altered in editor.additions(puzzle, solution):
        try:
            yield altered, editor.edit(puzzle, altered.change)
        except PuzzleError:
            continue


# --- editors --------------------------------------------------------------------------------------


@each_case("puzzle", SEVERAL + UNIQUE, ids=name)
def test_an_addition_keeps_the_solution(puzzle: Any) -> None:
    solution = positions(puzzle)[0]
    found = list(additions(puzzle, solution))
    assert found
    for altered, other in found:
        assert other != puzzle
        assert is_solution(other, altered.after(solution)), altered


@each_case("puzzle", SEVERAL, ids=name)
def test_a_change_fits_a_solution_just_if_that_stays_one(puzzle: Any) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    answers = positions(puzzle, 8)
    seen = set()
    for altered, other in additions(puzzle, answers[0]):
        for answer in answers:
            after = altered.after(answer)
            fits = editor.fit(puzzle, altered.change, after) == altered.change
            assert fits == is_solution(other, after), (altered, answer)
            seen.add(fits)
    assert seen == {True, False}


@each_case("puzzle", SEVERAL + UNIQUE, ids=name)
def test_comparing_tells_what_was_changed(puzzle: Any) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    assert editor.compare(puzzle, puzzle) == ()
    random = Random(3)
    solution, other = positions(puzzle)[0], puzzle
    for _ in range(4):
        altered, other = random.choice(list(additions(other, solution)))
        solution = altered.after(solution)
    parts = editor.compare(puzzle, other)
    assert editor.edit(puzzle, Change(tuple(e for part in parts for e in part.edits))) == other
    for part in parts:
        assert say(editor.tell(puzzle, AppliedChange(part)))


@each_case("language", LANGUAGES)
@each_case("puzzle", UNIQUE, ids=name)
def test_every_change_is_told_in_other_words(puzzle: Any, language: str) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    solution = positions(puzzle)[0]
    told = [
        say(editor.tell(puzzle, altered), language) for altered, _ in additions(puzzle, solution)
    ]
    assert len(set(told)) == len(told)
    groups = list(editor.removals(puzzle, solution))
    alone = {change for group in groups for change in group}
    told = [say(editor.tell(puzzle, AppliedChange(change)), language) for change in alone]
    assert len(set(told)) == len(told)
    assert all(text and "black" not in text and "None" not in text for text in told)


def test_the_words() -> None:
    puzzle = Yajilin(4, 4, ((Cell(0, 0), Clue(RIGHT, 1)), (Cell(2, 2), Clue())))
    editor = kind_of(puzzle).editor
    assert editor is not None

    def tell(*edits: tuple[Cell, Clue | None]) -> str:
        return say(editor.tell(puzzle, AppliedChange(Change(edits))))

    assert tell((Cell(0, 0), None)) == "take away the 1 right at r1c1"
    assert (
        tell((Cell(0, 0), Clue())) == "make the 1 right at r1c1 a ? without arrow: it only blocks"
    )
    assert tell((Cell(2, 2), Clue(LEFT, 0))) == "make the ? without arrow at r3c3 a 0 left"
    lowered = tell((Cell(0, 2), Clue(LEFT, 0)), (Cell(0, 0), Clue(RIGHT, 0)))
    assert lowered == "put the clue 0 left at r1c3, and lower the clue at r1c1 to 0"


def test_changes_made_together_are_fitted_to_each_other() -> None:
    """Two cells of one row of a picture: the row's clue has both."""
    puzzle = nonogram([[1]], [[], [], [1], [], []])
    editor = kind_of(puzzle).editor
    assert editor is not None
    solution = positions(puzzle)[0]
    parts = [
        altered
        for altered, _ in additions(puzzle, solution)
        if altered.slots <= {Cell(0, 0), Cell(0, 4)}
    ]
    whole = join(editor, puzzle, solution, parts)
    assert whole is not None
    assert dict(whole.change.edits)[Line("row", 0)] == (Run(1), Run(1), Run(1))
    assert positions(editor.edit(puzzle, whole.change)) == [whole.after(solution)]
    assert join(editor, puzzle, solution, [parts[0], parts[0]]) is None


def test_a_country_is_never_cut() -> None:
    puzzle = Satogaeri(1, 5, (0, 0, 0, 1, 1), ((Cell(0, 0), None), (Cell(0, 4), None)))
    editor = kind_of(puzzle).editor
    assert editor is not None
    for _, other in additions(puzzle, positions(puzzle)[0]):
        assert other.country_count == 2
    middle = editor.additions(puzzle, positions(puzzle)[0])
    assert all(Cell(0, 1) not in altered.change.places for altered in middle)


# --- needless clues -------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", UNIQUE, ids=name)
def test_needless_clues_are_just_those_that_can_be_spared(puzzle: Any) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    found = needless(puzzle)
    assert (found.status, found.open, found.reached) == (Status.UNIQUE, 0, None)
    expected: dict[Change[Any], Position] = {}
    for group in editor.removals(puzzle, positions(puzzle)[0]):
        for change in group:
            answers = positions(editor.edit(puzzle, change), 2)
            if len(answers) == 1:
                expected.setdefault(change, answers[0])
                break
    assert {each.change: each.solution for each in found.found} == expected


@pytest.mark.parametrize("puzzle", UNIQUE, ids=name)
def test_pruning_leaves_no_needless_clue(puzzle: Any) -> None:
    found = improve(puzzle, prune=True)
    assert found.status is Status.UNIQUE
    assert found.solution is not None
    assert positions(found.puzzle) == [found.solution]
    assert needless(found.puzzle).found == ()
    assert bool(found.texts) == bool(needless(puzzle).found)
    assert improve(puzzle, prune=True) == found


def test_pruning_can_keep_the_level() -> None:
    small = (each.puzzle for each in starters("slitherlink") if each.puzzle.rows < 7)
    puzzle = next(each for each in small if grade(each).level is Level.GENTLE)
    found = improve(puzzle, prune=True, keep_level=True, report=False)
    freely = improve(puzzle, prune=True, report=False)
    assert found.status is Status.UNIQUE
    assert grade(found.puzzle).level is Level.GENTLE is not grade(freely.puzzle).level
    assert 0 < len(found.changes) < len(freely.changes)


def test_pruning_can_keep_the_solution() -> None:
    puzzle = example("yajilin", "solved_six")
    solution = positions(puzzle)[0]
    kept = prune(puzzle, solution, Judge(puzzle, NO_LIMITS), keep=True)
    assert solution.facts <= kept.solution.facts
    assert positions(kept.puzzle) == [kept.solution]


def test_a_clue_that_says_the_same_as_another_is_needless() -> None:
    puzzle = example("satogaeri", "solved_five")
    editor = kind_of(puzzle).editor
    assert editor is not None
    solution = positions(puzzle)[0]
    told = next(altered for altered, _ in additions(puzzle, solution))
    more = editor.edit(puzzle, told.change)
    places = {place for each in needless(more).found for place in each.change.places}
    assert set(told.change.places) <= places


@each_case("puzzle", SEVERAL, ids=name)
def test_without_a_single_solution_nothing_is_needless(puzzle: Any) -> None:
    found = needless(puzzle)
    assert (found.status, found.found) == (Status.MULTIPLE, ())
    wished = improve(puzzle, prune=True)
    assert wished.failures
    assert wished.puzzle == puzzle


# --- one solution ---------------------------------------------------------------------------------


@each_case("puzzle", SEVERAL, ids=name)
def test_fixes_leave_one_solution(puzzle: Any) -> None:
    editor = kind_of(puzzle).editor
    assert editor is not None
    found = fixes(puzzle)
    assert found.status is Status.MULTIPLE
    for fix in found.found:
        assert positions(fix.puzzle) == [fix.solution]
        assert editor.edit(puzzle, fix.change) == fix.puzzle
        assert fix.cost >= found.at_least
        assert fix.text
    costs = [fix.cost for fix in found.found]
    assert costs == sorted(costs)


@each_case("puzzle", SEVERAL, ids=name)
def test_what_is_said_about_fewer_changes_is_true(puzzle: Any) -> None:
    """Every single change of every solution, tried by the solver."""
    found = fixes(puzzle)
    single = any(
        altered.change.cost == 1 and solve(other).status is Status.UNIQUE
        for solution in positions(puzzle, 60)
        for altered, other in additions(puzzle, solution)
    )
    if single:
        assert found.found[0].cost == 1
    elif found.at_least == 2:
        assert all(fix.cost > 1 for fix in found.found)


def test_a_taken_clue_is_found_again() -> None:
    """The puzzle without a clue that it needs gets one by one change."""
    puzzle = example("satogaeri", "solved_five")
    needed = [cell for cell, number in puzzle.circles if number is not None]
    spared = {place for each in needless(puzzle).found for place in each.change.places}
    for cell in needed:
        if cell in spared:
            continue
        open_one = replace(
            puzzle, circles=tuple((c, None if c == cell else n) for c, n in puzzle.circles)
        )
        found = fixes(open_one)
        assert found.found[0].cost == 1
        assert found.is_fewest


def test_the_wanted_solution_stays() -> None:
    puzzle = SEVERAL[1]
    for wanted in positions(puzzle, 6):
        found = fixes(puzzle, solution=wanted)
        for fix in found.found:
            assert fix.solution.facts <= wanted.facts


def test_a_puzzle_without_clues_becomes_unique() -> None:
    found = improve(Yajilin(5, 5), unique=True)
    assert found.status is Status.UNIQUE
    assert found.failures == ()
    assert positions(found.puzzle) == [found.solution]
    assert found.places == {place for change in found.changes for place in change.places}


def test_of_a_puzzle_with_one_solution_nothing_is_to_repair() -> None:
    found = fixes(UNIQUE[0])
    assert (found.status, found.found) == (Status.UNIQUE, ())
    assert improve(UNIQUE[0], unique=True).puzzle == UNIQUE[0]


@pytest.mark.parametrize("puzzle", [Yajilin(1, 1), Satogaeri(1, 1, (0,)), blank_nonogram(1, 1)])
def test_the_smallest_boards(puzzle: Any) -> None:
    found = improve(puzzle, unique=True, prune=True)
    assert found.status is solve(found.puzzle).status
    assert found.reached is None


# --- no solution ----------------------------------------------------------------------------------


def test_clues_that_contradict_each_other_are_named() -> None:
    clues = ((Cell(0, 0), Clue(RIGHT, 0)), (Cell(0, 5), Clue(LEFT, 1)), (Cell(3, 3), Clue(LEFT, 1)))
    puzzle = Yajilin(5, 6, clues)
    assert solve(puzzle).status is Status.NONE
    found = fixes(puzzle)
    assert set(found.conflict) == {"r1c1", "r1c6"}
    for fix in found.found:
        assert solve(fix.puzzle).status is fix.status
        assert len(fix.change.edits) == 1


def test_a_wrong_number_is_put_right() -> None:
    puzzle = example("satogaeri", "solved_five")
    tried = (
        replace(puzzle, circles=((Cell(0, 0), number), *puzzle.circles[1:])) for number in range(9)
    )
    impossible = [wrong for wrong in tried if solve(wrong).status is Status.NONE]
    assert impossible
    for wrong in impossible:
        found = improve(wrong, unique=True)
        assert found.status is Status.UNIQUE
        assert len(found.changes) == 1


def test_what_no_number_can_mend_is_said() -> None:
    found = fixes(Yajilin(1, 3, ((Cell(0, 1), Clue(blank=True)),)))
    assert (found.status, found.found, found.conflict) == (Status.NONE, (), ())


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["gentle", "expert"])
def test_a_level_is_reached(level: str) -> None:
    puzzle = example("yajilin", "solved_ten")
    found = improve(puzzle, level=level)
    assert found.failures == ()
    assert found.grade is not None
    assert found.grade_before is not None
    assert grade(found.puzzle).level == found.grade.level == level
    assert positions(found.puzzle) == [found.solution]
    assert found.grade_before.level == grade(puzzle).level


def test_a_picture_stays_when_it_gets_harder() -> None:
    puzzle = example("nonogram", "solved_ten")
    found = improve(puzzle, level="hard")
    assert found.solution == positions(puzzle)[0]
    assert found.grade is not None
    assert found.grade.level == "hard"


def test_no_change_is_left_that_the_level_does_not_need() -> None:
    puzzle = example("yajilin", "solved_ten")
    found = improve(puzzle, level="expert")
    assert len(found.changes) <= 3


def test_tuning_is_the_same_each_time_and_bounded() -> None:
    puzzle = example("yajilin", "solved_six")
    solution, before = positions(puzzle)[0], grade(puzzle)
    tuned = [
        tune_to(puzzle, solution, before, Level.EXTREME, Random(7), gradings=12) for _ in range(2)
    ]
    assert tuned[0] == tuned[1]
    assert tuned[0].gradings <= 12
    assert positions(tuned[0].puzzle) == [tuned[0].solution]
    assert grade(tuned[0].puzzle) == tuned[0].grade
    assert tune_to(puzzle, solution, before, Level.EXTREME, Random(7), gradings=0).puzzle == puzzle


def test_plain_tuning_opens_no_clue() -> None:
    puzzle = example("yajilin", "solved_ten")
    solution, before = positions(puzzle)[0], grade(puzzle)
    tuned = tune_to(puzzle, solution, before, Level.EXTREME, Random(1), gradings=15)
    assert all(clue.counts for _, clue in tuned.puzzle.clues)


def test_a_level_that_cannot_be_is_said_with_the_nearest() -> None:
    found = improve(Yajilin(2, 2), level="extreme", gradings=5)
    assert found.puzzle == Yajilin(2, 2)
    assert "the nearest is gentle" in found.failures[0]


def test_levels_that_are_none() -> None:
    with pytest.raises(PuzzleError, match="unknown level"):
        improve(UNIQUE[0], level="cosy")
    found = improve(UNIQUE[0], level="hard", limits=Limits(seconds=0))
    assert found.reached is not None
    assert found.failures


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [UNIQUE[0], SEVERAL[2]], ids=["unique", "several"])
def test_limits_end_everything_with_what_was_found(puzzle: Any) -> None:
    stop = threading.Event()
    stop.set()
    for limits, reason in ((Limits(seconds=0), "time"), (Limits(cancel=stop), "cancelled")):
        assert needless(puzzle, limits=limits).reached == reason
        assert fixes(puzzle, limits=limits).reached == reason
        found = improve(puzzle, unique=True, prune=True, level="hard", limits=limits)
        assert (found.reached, found.puzzle) == (reason, puzzle)


def test_a_kind_without_editor_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(kind_of(SWITCH), editor=None)
    monkeypatch.setattr(judging, "kind_of", lambda puzzle: bare)
    with pytest.raises(PuzzleError, match="cannot be changed yet"):
        improve(SWITCH, unique=True)


# --- the command ----------------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["improve", *arguments])


def test_the_report() -> None:
    text = dump(example("yajilin", "solved_ten"), "puzzlink")
    result = run(text)
    assert result.exit_code == 0
    assert "one solution, hard" in result.output
    assert "take away the 0 left at r6c4 (in the solution then r6c4 is shaded)" in result.output
    assert "changed" not in result.output


def test_suggestions_and_the_answer_no() -> None:
    result = run(dump(SWITCH, "json"))
    assert result.exit_code == 1
    assert "several solutions" in result.output
    assert "one change is enough" in result.output


def test_the_new_puzzle_is_written(tmp_path: Path) -> None:
    target = tmp_path / "better.json"
    result = run(dump(SWITCH, "json"), "--unique", "-o", str(target))
    assert result.exit_code == 0
    assert "(* what was changed)" in result.output
    assert solve(read(target)[0].puzzle).status is Status.UNIQUE


def test_to_the_screen_goes_the_puzzle_alone() -> None:
    result = run(dump(SWITCH, "json"), "--unique", "--to", "json")
    assert solve(parse(result.output)).status is Status.UNIQUE


def test_json() -> None:
    result = run(dump(SWITCH, "json"), dump(UNIQUE[0], "json"), "--unique", "--prune", "--json")
    first, second = map(json.loads, result.output.splitlines())
    assert (first["status_before"], first["status"]) == ("multiple", "unique")
    assert first["repairs"]["is_fewest"] is True
    assert solve(parse(first["result"]["content"])).status is Status.UNIQUE
    assert second["repairs"] is None
    assert len(second["changes"]) == len(second["places"])


def test_exit_codes() -> None:
    text = dump(UNIQUE[0], "json")
    assert run(text, "--time", "0").exit_code == 3
    assert run("no-such-file").exit_code == 2
    assert run(text, "--level", "cosy").exit_code == 2
    assert run(text, "-o", "what.ever").exit_code == 2
    assert run(dump(Yajilin(2, 2), "json"), "--level", "extreme").exit_code == 1


SCRIPT = """
from random import Random
from enpitsu.formats import dump, parse
from enpitsu.generate.tune import tune_to
from enpitsu.grade import Level, grade
from enpitsu.improve import improve
from enpitsu.solve import solve
import sys
for text in sys.argv[1:]:
    found = improve(parse(text), unique=True, prune=True)
    print(found.texts, found.fixes and [fix.text for fix in found.fixes.found])
    before = grade(found.puzzle)
    tuned = tune_to(found.puzzle, found.solution, before, Level.HARD, Random(1), gradings=8)
    print(dump(tuned.puzzle, "json"))
"""


def test_the_same_in_every_process() -> None:
    """Whatever Python's hash seed is."""
    texts = [dump(puzzle, "json") for puzzle in (UNIQUE[0], *SEVERAL[1:4], SEVERAL[7])]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *texts],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 2 * len(texts)
