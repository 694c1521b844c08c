"""C.-H. Yu's thesis (2007) as its readers meet it: its figures typed in, its rules alone, what they
bring, and its rules told one by one."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.explain import Step, needed
from enpitsu.explain.method import explain_by
from enpitsu.grid import ROW, Cell, Line
from enpitsu.kind import DEDUCTIONS
from enpitsu.kinds.nonogram.engines.tree import fillings
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run, from_picture
from enpitsu.kinds.nonogram.yu.eleven_rules import ELEVEN
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import EMPTY, Fact, Note, Position
from enpitsu.registry import find_kind
from enpitsu.words import LANGUAGES, catalogue, say
from tests.cases import each_case
from tests.kinds.nonogram_brute import Cells, censored, random_puzzle, solutions
from tests.kinds.test_nonogram_rules import RULE, _line, _places, _ranges, _text

SIZES = [(1, 1), (1, 7), (7, 1), (2, 3), (3, 3), (4, 4), (5, 3), (3, 5)]
KIND = find_kind("nonogram")


def _puzzle(rows: str, cols: str) -> Nonogram:
    """A puzzle of one colour: the clues of lines between commas, 0 for none."""
    across, down = (
        tuple(
            tuple(Run(None if run == "?" else int(run)) for run in clue.split() if run != "0")
            for clue in text.split(",")
        )
        for text in (rows, cols)
    )
    return Nonogram(across, down)


# --- the figures -------------------------------------------------------------------------------


def test_figure_2_2_the_first_ranges() -> None:
    assert _ranges(_line("1 3 2", "??????????")) == "0-2 2-6 6-9"


FIGURES = {
    # Cells 0 and 4 belong to no run.
    "2.4": ("1.2", "2 3", "????????", "1-3 5-7", ".???.???", "1-3 5-7"),
    # The shaded cell is the third run, of length 1, or the first cell of the last one, of length 3.
    "2.5": ("1.3", "2 1 1 3", "???????#????", "0-2 3-5 5-7 7-11", "??????.#????", None),
    # Coloured, the cell would make a segment of 4; the runs that cover it have 1 and 3.
    "2.6": ("1.4", "1 3", "??##?#???", "0-4 2-8", "??##.#???", None),
    # No matter whether the cell is of the 3 or of the 4, the next one is coloured.
    "2.7a": ("1.5", "3 4", "??.?#???????", "0-7 2-11", "??.?##??????", None),
    # All runs that contain the cell have the same length.
    "2.7b": ("1.5", "2 2", "???##????", "0-6 2-8", "??.##.???", None),
    # The range of the second run becomes 8-11 instead of 4-11; the segment of 1 is ignored.
    "2.8": ("2.3", "3 2 2", "????###???#????", "0-7 4-11 9-14", None, "0-7 8-11 9-14"),
    # Scattered cells of one run are joined, and its range shrinks round them.
    "2.9": ("3.1", "1 5 1", "??????#?#?????", "0-1 3-11 12-13", "??????###?????", "0-1 4-10 12-13"),
    # Six segments in the range of the 3: the first two and the last are passed over, the fourth
    # is left empty.
    "2.10": ("3.2", "3", "?.??.????.??.???.?", "", ".....????....???..", "5-15"),
    # The head of the run is coloured, and the run before does not overlap: it is finished.
    "2.11": ("3.3", "1 3 1", "?..#????????", "0-1 3-8 5-11", "?..###.?????", "0-1 3-5 7-11"),
    # Behind an empty cell that comes after a coloured one there is nothing of the run.
    "2.12": ("3.3", "3 2", "??#??.??????", "0-8 4-11", None, "0-4 4-11"),
    # Two segments that would be 5 long together are not of one run of 4.
    "2.13": ("3.3", "4 2", "???#???#?????", "0-9 5-12", None, "0-5 5-12"),
}  # fmt: skip
"""Each rule's figure: clue, cells and ranges before, and behind it (None: the same)."""


@each_case("figure", FIGURES)
def test_figures_of_the_rules(figure: str) -> None:
    rule, clue, cells, ranges, then_cells, then_ranges = FIGURES[figure]
    line = _line(clue, cells, ranges)
    before = _ranges(line)
    assert RULE[rule].apply(line) is not None
    assert _text(line) == (then_cells or cells)
    assert _ranges(line) == (then_ranges or before)


def test_figure_1_2_has_two_solutions() -> None:
    puzzle = _puzzle("1,1,3,2", "1,2,1,2,1")
    for engine in ("lines", "rules", "dfs", "dfs:leaves"):
        result = enpitsu.solve(puzzle, solutions=None, engine=engine)
        assert (result.status, len(result.solutions)) == ("multiple", 2)
    alone = enpitsu.solve(puzzle, engine="rules:no-search")
    assert (alone.status, alone.reached) == ("unknown", DEDUCTIONS)


def test_figure_1_3_has_none_and_the_rules_alone_find_that() -> None:
    puzzle = _puzzle("1,1 1 1,5,1 1,1", "1 1,3,1 1,2,1 1")
    for engine in ("rules", "rules:no-search", "dfs", "dfs:leaves"):
        assert enpitsu.solve(puzzle, engine=engine).status == "none"


def test_the_tree_of_figure_2_14_has_72_leaves() -> None:
    """3 x 2 x 2 x 1 x 6 ways to fill the five rows."""
    shape = ["..###", ".####", "####.", "#####", "#..#."]
    puzzle = from_picture([[0 if sign == "#" else None for sign in row] for row in shape])
    found = enpitsu.solve(puzzle, solutions=None, engine="dfs:leaves")
    assert found.stats.details["search: boards verified"] == 72
    assert found.stats.details["search: nodes"] == 3 + 6 + 12 + 12 + 72
    bounded = enpitsu.solve(puzzle, solutions=None, engine="dfs").stats.details
    assert bounded["search: nodes"] < 30


def test_the_rules_leave_two_ways_for_the_row_of_figure_2_16() -> None:
    """2 and 1 have 21 ways in nine cells; once the first run is known and only two cells are left
    for the last one, two."""
    row = _puzzle("2 1", ",".join(["0"] * 9))
    assert enpitsu.solve(row, engine="dfs:leaves").stats.details["search: boards verified"] == 21
    known = _line("2 1", "..##.?..?", "2-3 5-8")
    assert all(rule.apply(known) is None for rule in ELEVEN)
    assert len(list(fillings(known.runs, known.can, 9, NO_LIMITS.start()))) == 2


# --- the rules alone ---------------------------------------------------------------------------


def _facts(puzzle: Nonogram, picture: tuple[Cells, ...]) -> frozenset[Fact]:
    return frozenset(
        Fact(Cell(row, col), puzzle.values[colour])
        for row, line in enumerate(picture)
        for col, colour in enumerate(line)
        if colour is not None
    )


def _agrees(solution: frozenset[Fact], part: Iterable[Fact]) -> bool:
    return all((fact in solution) if fact.holds else fact.opposite not in solution for fact in part)


@pytest.mark.parametrize("seed", range(3))
def test_the_rules_alone_claim_nothing_false(seed: int) -> None:
    rng = random.Random(seed)
    seen = Counter[str]()
    for _ in range(120):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        answers = [_facts(puzzle, picture) for picture in solutions(puzzle)]
        result = enpitsu.solve(puzzle, engine="rules:no-search")
        seen[result.status] += 1
        if result.status == "unknown":
            assert (result.reached, result.solutions) == (DEDUCTIONS, [])
            assert result.partial is not None
            assert all(_agrees(answer, result.partial) for answer in answers)
            assert result.stats.details["search: nodes"] == 0
        else:
            assert (result.reached, result.partial) == (None, None)
            assert [each.facts for each in result.solutions] == answers
    assert min(seen[status] for status in ("unique", "none", "unknown")) > 5


@pytest.mark.parametrize("seed", range(2))
def test_leaves_finds_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(70 + seed)
    seen = Counter[int]()
    for _ in range(80):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        answers = {_facts(puzzle, picture) for picture in solutions(puzzle)}
        result = enpitsu.solve(puzzle, solutions=None, engine="dfs:leaves")
        assert {each.facts for each in result.solutions} == answers
        seen[min(len(answers), 2)] += 1
        plain = enpitsu.solve(puzzle, solutions=None, engine="dfs")
        assert [each.facts for each in plain.solutions] == [each.facts for each in result.solutions]
    assert min(seen[count] for count in range(3)) > 2


def test_limits_end_leaves_and_tell_what_was_counted() -> None:
    puzzle = from_picture([[0 if (r * c) % 3 else None for c in range(12)] for r in range(12)])
    result = enpitsu.solve(puzzle, engine="dfs:leaves", limits=Limits(conflicts=50))
    assert (result.status, result.reached) == ("unknown", "conflicts")
    assert result.stats.details["search: boards verified"] == 51
    assert result.stats.details["search: depth in rows"] == 12


def test_a_position_is_kept_to() -> None:
    puzzle = _puzzle("1,1,1", "1,1,1")
    given = Position.parse("r1c1 shaded")
    free = enpitsu.solve(puzzle, engine="rules:no-search")
    assert free.partial == EMPTY
    bound = enpitsu.solve(puzzle, position=given, engine="rules:no-search")
    assert bound.partial is not None
    assert set(map(str, bound.partial)) == {
        *("r1c1 shaded", "r1c2 not shaded", "r1c3 not shaded"),
        *("r2c1 not shaded", "r3c1 not shaded"),
    }


@pytest.mark.parametrize("seed", range(2))
def test_what_is_counted_adds_up(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        puzzle = random_puzzle(rng, rng.randint(1, 7), rng.randint(1, 7))
        result = enpitsu.solve(puzzle, engine="rules:no-search")
        counts = result.stats.details
        assert [name for name in counts if name.startswith("rule ")] == [
            name for each in ELEVEN for name in (each.cells, each.ranges) if name
        ]
        if result.status != "none":
            decided = sum(value for name, value in counts.items() if "cells decided" in name)
            left = counts["rules: cells left open"]
            assert decided + left == puzzle.rows * puzzle.cols
            assert (left == 0) == (result.status == "unique")
            assert counts["rules: rounds"] >= 1


# --- the rules told ----------------------------------------------------------------------------


def _line_of(step: Step) -> Line:
    assert isinstance(step.at, Line)
    return step.at


def _place(line: Line, cell: Cell) -> int:
    return cell.col if line.is_row else cell.row


def _fits(puzzle: Nonogram, line: Line, cells: Cells, known: Iterable[object]) -> bool:
    """Whether a finished line is as facts and notes about it tell."""
    places = _places(cells)
    for each in known:
        if isinstance(each, Fact):
            assert isinstance(each.slot, Cell)
            colour = puzzle.values.index(each.value)
            if (cells[_place(line, each.slot)] == colour) != each.holds:
                return False
        elif isinstance(each, Note):
            first, last = (_place(line, slot) for slot in each.slots if isinstance(slot, Cell))
            start, end = places[each.args[0] - 1]
            if start < first or last < end:
                return False
    return True


@cache
def _layouts(clue: Clue, size: int) -> list[Cells]:
    """All ways to lay the runs of a clue in so many cells."""
    if not clue:
        return [(None,) * size]
    (length, colour), rest = clue[0], clue[1:]
    gap = int(bool(rest) and rest[0].colour == colour)
    found: list[Cells] = []
    for start, long in product(range(size), range(1, size + 1) if length is None else [length]):
        left = size - start - long - gap
        if left >= 0:
            head = (None,) * start + (colour,) * long + (None,) * gap
            found += [head + tail for tail in _layouts(rest, left)]
    return found


def _check_reasons(puzzle: Nonogram, step: Step) -> None:
    """What a step brings must follow from the line's clue and what it names, and nothing else."""
    line = _line_of(step)
    clue = (puzzle.row_clues if line.axis == ROW else puzzle.col_clues)[line.at]
    size = puzzle.cols if line.axis == ROW else puzzle.rows
    assert all(note.name == f"{line.axis}-range" for note in step.notes)
    for cells in _layouts(clue, size):
        if _fits(puzzle, line, cells, step.because):
            assert _fits(puzzle, line, cells, step.brings), (step.technique, step.text, clue)


def _told(seed: int, count: int) -> Iterator[tuple[Nonogram, tuple[Step, ...]]]:
    rng = random.Random(seed)
    far = _puzzle("2 2 2,?", ",".join(["?"] * 14))  # rule 3.3-3, which is seldom needed
    for known in ("r1c4 shaded, r1c7 shaded", "r1c11 shaded, r1c8 shaded"):
        yield far, explain_by(far, "rules", Position.parse(known)).steps
    for at in range(count):
        rows, cols = rng.choice([(1, 9), (3, 14), (12, 3), (5, 5), (6, 10)])
        palette = rng.choice([("#000000",), ("#000000",), ("#ff0000", "#0000ff")])
        density = rng.choice((0.4, 0.55, 0.7))
        picture = [
            [rng.randrange(len(palette)) if rng.random() < density else None for _ in range(cols)]
            for _ in range(rows)
        ]
        puzzle = censored(rng, from_picture(picture, palette), rng.choice((0.0, 0.0, 0.1)))
        if at % 3:  # known cells lead to rules that a fresh board hardly needs
            cells = [(r, c) for r, c in product(range(rows), range(cols)) if rng.random() < 0.25]
            given = Position.of(
                Fact(Cell(r, c), puzzle.values[picture[r][c] or 0], picture[r][c] is not None)
                for r, c in cells
            )
        else:
            given = EMPTY
        yield puzzle, explain_by(puzzle, "rules", given).steps


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_follows_from_what_is_named(seed: int) -> None:
    used = Counter[str]()
    for puzzle, steps in _told(seed, 40):
        for step in steps:
            assert step.facts or step.notes
            _check_reasons(puzzle, step)
            used[step.technique] += 1
    assert len(used) == len(ELEVEN), used


def test_every_sentence_of_the_eleven_is_said_in_every_language() -> None:
    said = set()
    for _, steps in _told(9, 300):
        for message in (message for step in steps for message in step.messages):
            _, _, rule, form = message.id.split(".")
            said.add((rule, form))
            for language in LANGUAGES:
                text = say(message, language)
                assert "{" not in text
                assert "  " not in text
    rules = {
        rule: words
        for rule, words in catalogue("nonogram")["techniques"].items()
        if rule.startswith("rule-")
    }
    assert [rule.replace("-", ".")[5:] for rule in rules] == [each.id for each in ELEVEN]
    forms = {
        (rule, form)
        for rule, words in rules.items()
        for form in words
        if form not in ("name", "rule")
    }
    assert said == forms


@pytest.mark.parametrize("seed", range(3))
def test_an_explanation_ends_as_the_engine_does(seed: int) -> None:
    rng = random.Random(seed)
    seen = Counter[str]()
    for _ in range(80):
        puzzle = random_puzzle(rng, *rng.choice(SIZES))
        told = explain_by(puzzle, "rules")
        solved = enpitsu.solve(puzzle, engine="rules:no-search")
        assert (told.status, told.reached) == (solved.status, solved.reached)
        seen[told.status] += 1
        assert told.end is not None
        assert all(say(told.end, language) for language in LANGUAGES)
        if told.status == "none":
            assert not told.goal
            continue
        found = {fact for step in told.steps for fact in (*step.facts, *step.also)}
        assert told.goal.facts <= found
        if solved.partial is not None:
            assert told.goal == solved.partial
        kept = needed(told.steps, told.goal)
        assert told.goal.facts <= {fact for step in kept for fact in (*step.facts, *step.also)}
        assert len(kept) <= len(told.steps)
    assert set(seen) == {"unique", "none", "unknown"}


def test_methods_by_name_and_limits() -> None:
    puzzle = _puzzle("1,1", "1,1")
    with pytest.raises(PuzzleError, match="Nonogram cannot be explained by 'magic'; known: rules"):
        explain_by(puzzle, "magic")
    with pytest.raises(
        PuzzleError, match="Yajilin cannot be explained by 'rules'; only Nonogram can"
    ):
        explain_by(Yajilin(2, 2), "rules")
    ended = explain_by(puzzle, "rules", limits=Limits(seconds=0))
    assert (ended.status, ended.reached, ended.end) == ("unknown", "time", None)
    assert not ended.goal


# --- the command line --------------------------------------------------------------------------

EXAMPLES = Path(str(KIND.examples))


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def test_explain_by_rules() -> None:
    path = EXAMPLES / "solved_oblong.json"
    result = _run("explain", path, "--by", "rules")
    assert result.exit_code == 0
    assert "Rule 1.1: overlap" in result.stdout
    assert "The eleven rules decide all 108 cells. No search is needed." in result.stdout
    assert "x  3.3  Rule 3.3: alone on one side" in result.stdout
    fewer = result.stdout.count("\n      ")
    assert fewer < _run("explain", path, "--by", "rules", "--all").stdout.count("\n      ")
    pictured = _run("explain", path, "--by", "rules", "--pictures", "--language", "ja").stdout
    assert "規則1.5：壁に押される" in pictured
    assert "(* what follows, + what it rests on)" in pictured


def test_explain_by_rules_says_where_they_end() -> None:
    path = EXAMPLES / "tiny_several.json"
    result = _run("explain", path, "--by", "rules")
    assert result.exit_code == 3
    assert json.loads(_run("explain", path, "--by", "rules", "--json").stdout)["reached"] == (
        "deductions"
    )
    assert "unknown" in result.stdout
    words = " ".join(result.stdout.split())
    assert (
        "After these steps the eleven rules end: 3 of 12 cells are decided, and 9 are open. "
        "The rest needs search." in words
    )
    assert words.index("Rule 1.2") < words.index("After these steps")


def test_explain_by_rules_where_nothing_fits() -> None:
    result = _run("explain", EXAMPLES / "tiny_impossible.json", "--by", "rules")
    assert result.exit_code == 1
    assert "so there is no solution." in " ".join(result.stdout.split())


def test_explain_by_rules_as_data_and_page(tmp_path: Path) -> None:
    path = EXAMPLES / "solved_ten.json"
    data = json.loads(_run("explain", path, "--by", "rules", "--json").stdout)
    assert (data["status"], data["level"]) == ("unique", None)
    assert data["end"] == "The eleven rules decide all 100 cells. No search is needed."
    assert {step["code"] for step in data["steps"]} <= {each.id for each in ELEVEN}
    ranges = [note for step in data["steps"] for note in step["notes"]]
    assert all(note.split()[0] in ("row-range", "col-range") for note in ranges)
    page = tmp_path / "lesson.html"
    assert _run("explain", path, "--by", "rules", "--html", page).exit_code == 0
    assert "Rule 3.1: cells of one run" in page.read_text("utf-8")


def test_only_kinds_with_a_method_are_explained_by_it() -> None:
    result = _run("explain", "https://puzz.link/p?yajilin/5/5/m32j10", "--by", "rules")
    assert result.exit_code == 2
    assert "Yajilin cannot be explained by 'rules'" in result.stderr
    assert _run("explain", EXAMPLES / "solved_ten.json", "--by", "magic").exit_code == 2


def test_solve_by_rules_alone() -> None:
    result = _run("solve", EXAMPLES / "tiny_several.json", "--engine", "rules:no-search", "--stats")
    assert result.exit_code == 3
    assert "unknown (this engine's deductions end here)" in result.stdout
    assert "rule 1.2: cells decided             3" in result.stdout
    assert "rules: cells left open              9" in result.stdout
    data = json.loads(
        _run("solve", EXAMPLES / "tiny_several.json", "--engine", "rules", "--json").stdout
    )
    assert data["status"] == "multiple"
    assert data["stats"]["details"]["search: depth in rows"] == 3
