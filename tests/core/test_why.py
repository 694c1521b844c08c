"""Why one fact holds, cannot be or is open; what would make a puzzle unique."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu import Limits, Position, Status
from enpitsu.cli import main
from enpitsu.explain.justify import FactStatus
from enpitsu.explain.known_facts import forget_known_facts
from enpitsu.explain.refute_assumption import AssumptionStatus, refute_assumption
from enpitsu.explain.step_checker import StepChecker
from enpitsu.improve.can_be import Possibility, can_be
from enpitsu.improve.live_check import live_check
from enpitsu.limits import NO_LIMITS
from enpitsu.registry import kind_of, kinds
from tests.library import starters

pytestmark = pytest.mark.quick

EMPTY = Position()
UNIQUE = "https://puzz.link/p?yajilin/5/5/m32j10"
SEVERAL = "https://puzz.link/p?yajilin/4/4/p"
NONE = "https://puzz.link/p?yajilin/4/4/42e42d"
EXPLAINED = sorted(kind.id for kind in kinds().values() if kind.ladder is not None)


def _starters(kind: str) -> list[Any]:
    return [document.puzzle for document in starters(kind)[:3]]


@pytest.mark.parametrize("kind", EXPLAINED)
def test_every_fact_of_a_solution_is_proved_by_steps_that_suffice(kind: str) -> None:
    for puzzle in _starters(kind):
        forced = enpitsu.forced(puzzle)
        checker = StepChecker(kind_of(puzzle), puzzle, NO_LIMITS.start())
        for fact in sorted(forced, key=str)[::5]:
            found = enpitsu.why(puzzle, EMPTY, fact)
            assert found.finding in (FactStatus.STEP, FactStatus.LATER)
            assert found.text.endswith(".")
            assert all(checker.follows(step) for step in found.steps)
            if found.steps:
                assert fact in found.steps[-1].brings
            else:
                assert found.text.startswith("It must be that ")
                assert not fact.holds


@pytest.mark.parametrize("kind", EXPLAINED)
def test_what_is_wrong_is_refuted_in_both_languages(kind: str) -> None:
    for puzzle in _starters(kind):
        for fact in sorted(enpitsu.forced(puzzle), key=str)[::7]:
            wrong = fact.opposite
            found = enpitsu.why(puzzle, Position.of([wrong]), wrong)
            assert found.finding is FactStatus.WRONG
            assert found.marks.errors == {fact.slot}
            assert found.text != found.say("ja")
            assert "No short reason" in found.text or fact in found.steps[-1].brings


def test_a_place_asks_about_what_stands_or_must_stand_there() -> None:
    puzzle = enpitsu.parse(UNIQUE)
    wrong = Position.parse("r2c2 shaded")
    assert str(enpitsu.why(puzzle, wrong, "r2c2").fact) == "r2c2 shaded"
    assert enpitsu.why(puzzle, wrong, "r2c2").finding is FactStatus.WRONG
    assert str(enpitsu.why(puzzle, EMPTY, "r2c2").fact) == "r2c2 not shaded"
    assert str(enpitsu.why(puzzle, EMPTY, "r3c1").fact) == "r3c1 shaded"
    assert enpitsu.why(puzzle, EMPTY, "r3c1").steps[-1].technique == "full-packing"


def test_what_is_open_or_has_no_solution_is_said() -> None:
    found = enpitsu.why(enpitsu.parse(SEVERAL), EMPTY, "r1c1")
    assert found.finding is FactStatus.OPEN
    assert found.text.startswith("It is open whether r1c1 is shaded: ")
    for asked in ("r1c2", "r1c2 shaded"):
        none = enpitsu.why(enpitsu.parse(NONE), EMPTY, asked)
        assert none.finding is FactStatus.IMPOSSIBLE
        assert none.text.startswith("The puzzle has no solution. The clue at r2c3 asks for ")
        assert none.no_solution is not None


def test_what_all_of_several_solutions_deny_is_wrong() -> None:
    puzzle = enpitsu.parse("https://puzz.link/p?yajilin/6/6/o32t")
    found = enpitsu.why(puzzle, EMPTY, "r1c1 shaded")
    assert found.finding is FactStatus.WRONG
    assert found.text.startswith("Suppose r1c1 is shaded. ")


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ("r9c9", "r9c9 is not on the board of 5x5"),
        ("r3c4", "nothing can be written at r3c4"),
        ("r3c4 shaded", "a clue cell"),
        ("hello", "not a cell or an edge"),
        ("r1c1 not", "not a fact"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: str, refusal: str) -> None:
    with pytest.raises(enpitsu.PuzzleError, match=refusal):
        enpitsu.why(enpitsu.parse(UNIQUE), EMPTY, asked)


def test_in_no_time_nothing_is_claimed() -> None:
    forget_known_facts()
    puzzle, limits = enpitsu.parse(SEVERAL), Limits(seconds=0)
    for asked in ("r1c2", "r1c2 shaded"):
        found = enpitsu.why(puzzle, EMPTY, asked, limits=limits)
        assert (found.finding, found.reached) == (FactStatus.UNKNOWN, "time")
        assert found.text == "That was not found out in time."
    assert can_be(puzzle, limits=limits).finding is Possibility.UNKNOWN
    assert enpitsu.suggest(puzzle, limits=limits).status is Status.UNKNOWN


def test_an_assumption_dies_of_its_first_wrong_fact() -> None:
    puzzle = enpitsu.parse(UNIQUE)
    right, wrong = (Position.parse(text) for text in ("r3c1 shaded", "r2c2 shaded"))
    found = refute_assumption(puzzle, EMPTY, [*right, *wrong], Limits())
    assert (found.finding, str(found.fact)) == (AssumptionStatus.DIES, "r2c2 shaded")
    assert found.text
    assert refute_assumption(puzzle, EMPTY, [*right], Limits()).finding is AssumptionStatus.ALIVE
    assert not refute_assumption(puzzle, wrong, [*right], Limits()).is_board_right


@pytest.mark.parametrize("kind", EXPLAINED)
def test_suggestions_do_what_they_say(kind: str) -> None:
    puzzle = _starters(kind)[0]
    found = enpitsu.suggest(puzzle)
    assert (found.status, found.found, found.text) == (Status.UNIQUE, (), "")


def test_suggestions_are_told_as_they_are_found() -> None:
    puzzle = enpitsu.parse(SEVERAL)
    told: list[int] = []
    found = enpitsu.suggest(puzzle, each=lambda best: told.append(len(best)))
    assert told
    assert found.is_fewest
    for each in found.found:
        assert enpitsu.solve(each.puzzle).status is each.status
    assert len(found.text.splitlines()) == len(found.found)


def test_a_sheet_is_checked_while_it_is_drawn() -> None:
    found = live_check(enpitsu.parse(SEVERAL), (), Limits())
    assert found.survey.status is Status.MULTIPLE
    assert set(found.open_slots) == found.survey.open_slots
    none = live_check(enpitsu.parse(NONE), (), Limits()).no_solution
    assert none is not None
    assert none.text.startswith("The clue at r2c3 asks for ")


# --- the command line -----------------------------------------------------------------------------


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def told(*arguments: str | Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return data


@pytest.mark.parametrize(
    ("link", "asked", "code", "headline"),
    [
        (UNIQUE, "r3c1", 0, "r3c1 shaded: it follows"),
        (UNIQUE, "r4c4-r5c4", 0, "r4c4-r5c4 not line: it follows"),
        (UNIQUE, "r2c2 shaded", 1, "r2c2 shaded: it cannot be"),
        (SEVERAL, "r1c1", 1, "r1c1 shaded: it is open"),
        (NONE, "r1c2", 1, "no solution"),
    ],
)
def test_why_tells_and_draws(link: str, asked: str, code: int, headline: str) -> None:
    result = run("why", link, asked)
    assert result.exit_code == code
    assert result.stdout.splitlines()[0].endswith(f"  {headline}")
    assert "┌" in result.stdout
    data = told("why", link, asked)
    assert data["text"].split()[0] in result.stdout
    assert run("why", link, asked, "--language", "ja").exit_code == code


def test_why_numbers_the_sentences_of_a_contradiction() -> None:
    lines = run("why", UNIQUE, "r2c2 shaded").stdout.splitlines()
    assert lines[1:3] == ["  A contradiction in 5 steps:", "  1. Suppose r2c2 is shaded."]
    assert "  5. So r2c2 is not shaded." in lines


def test_why_numbers_several_steps() -> None:
    lines = run("why", UNIQUE, "r4c4-r5c4").stdout.splitlines()
    assert lines[1] == "  It takes 4 steps to see that no line joins r4c4 and r5c4."
    assert [line.strip() for line in lines if line[:4].strip().isdigit() and line[4] == "."] == [
        "1. Full packing",
        "2. Corridor",
        "3. Corridor",
        "4. Corridor",
    ]


def test_why_reads_many_puzzles_and_their_boards(tmp_path: Path) -> None:
    puzzle, game = enpitsu.parse(UNIQUE), tmp_path / "game.json"
    game.write_text(str(enpitsu.dump(puzzle, "json", position=Position.parse("r2c2 shaded"))))
    result = run("why", game, UNIQUE, "r2c2")
    assert result.exit_code == 1
    assert "r2c2 shaded: it cannot be" in result.stdout
    assert "r2c2 not shaded: it follows" in result.stdout
    assert "┌" not in result.stdout
    written = told("why", UNIQUE, "r2c2", "--position", "r2c2 shaded")
    assert (written["fact"], written["finding"]) == ("r2c2 shaded", "wrong")


def test_why_says_what_is_missing() -> None:
    result = run("why", UNIQUE)
    assert result.exit_code == 2
    assert "end with a place, as r3c4, or with what stands there, as 'r3c4 shaded'" in result.stderr
    assert run("why", UNIQUE, "r9c9").exit_code == 2
    late = run("why", UNIQUE, "r3c1", "--time", "0")
    assert late.exit_code == 3


def test_suggest_lists_and_marks() -> None:
    result = run("suggest", SEVERAL)
    assert result.exit_code == 0
    assert "   1. Put the clue " in result.stdout
    assert "Fewer changes that keep a solution are not enough." in result.stdout
    data = told("suggest", SEVERAL)
    for each in data["suggestions"]:
        better = enpitsu.parse(each["puzzle"]["content"])
        assert str(enpitsu.solve(better).status) == each["status"]


@pytest.mark.parametrize(
    ("link", "code", "sentence"),
    [
        (UNIQUE, 0, "There is nothing to change."),
        (NONE, 1, "No changes were found that lead to exactly one solution."),
    ],
)
def test_suggest_says_if_there_is_nothing(link: str, code: int, sentence: str) -> None:
    result = run("suggest", link)
    assert result.exit_code == code
    assert sentence in result.stdout


def test_suggest_within_limits() -> None:
    result = run("suggest", SEVERAL, "--time", "0")
    assert result.exit_code == 3
    assert "The time limit was reached before any helpful change was found." in result.stdout
