"""What the author's page asks for: study, needless, suggest, improve, ask, and grades in time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from enpitsu.check import check
from enpitsu.errors import BadClue, FormatError, PuzzleError
from enpitsu.explain.refute import find_contradiction
from enpitsu.explain.step_checker import StepChecker as Entailment
from enpitsu.formats import dump, parse, read
from enpitsu.grid import Cell, Direction, Edge, cells, edge
from enpitsu.improve import needless
from enpitsu.improve.conflicts import find_conflict
from enpitsu.judge import Judge
from enpitsu.kind import Document, Solution
from enpitsu.kinds.nonogram.model import Nonogram, Run, from_picture
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kinds.yajilin.model import Clue, Yajilin
from enpitsu.limits import NO_LIMITS
from enpitsu.making import Change
from enpitsu.position import EMPTY, Fact, Position, parse_fact
from enpitsu.registry import kind_of, kinds
from enpitsu.solve import Status, forced, solve, survey
from enpitsu.web.contract import schema_of
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks import JOBS, TASKS, perform, read_job
from enpitsu.words import join_sentences
from enpitsu.workers import LocalPool

QUOTA = Quota()
RIGHT, LEFT, UP = Direction.RIGHT, Direction.LEFT, Direction.UP


def packed(puzzle: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(dump(Document(puzzle=puzzle), "json"))
    return data


def unpacked(data: Any) -> Any:
    return parse(json.dumps(data))


def ask(task: str, puzzle: Any, *, quota: Quota = QUOTA, **more: Any) -> dict[str, Any]:
    """The answer of a task, which must have the shape that is described."""
    data = puzzle if isinstance(puzzle, dict) else packed(puzzle)
    media, body, *_ = perform(task, json.dumps({"puzzle": data, **more}).encode(), quota)
    assert media == "application/json"
    answer: dict[str, Any] = json.loads(body)
    shape = TASKS[task].answers
    assert shape is not None
    Draft202012Validator(schema_of(shape)).validate(answer)
    return answer


def position(facts: Any) -> Position:
    return Position.of(map(parse_fact, facts))


def nonogram(rows: list[list[int]], cols: list[list[int]]) -> Nonogram:
    def clues(lines: list[list[int]]) -> tuple[tuple[Run, ...], ...]:
        return tuple(tuple(Run(length) for length in line) for line in lines)

    return Nonogram(clues(rows), clues(cols))


def _tiny() -> Iterator[Any]:
    for kind in kinds().values():
        for path in sorted(Path(str(each)) for each in kind.examples.iterdir()):
            if path.name.startswith("tiny_"):
                yield pytest.param(read(path)[0].puzzle, id=f"{kind.id}-{path.stem}")


def example(kind: str, name: str) -> Any:
    path = next(Path(str(kinds()[kind].examples)).glob(f"{name}.*"))
    return read(path)[0].puzzle


TINY = list(_tiny())
SOLVED = [
    pytest.param(example(kind, name), id=kind)
    for kind, name in (
        ("nonogram", "solved_oblong"),
        ("satogaeri", "solved_five"),
        ("yajilin", "solved_ten"),
    )
]
CONFLICT = Yajilin(
    5, 6, ((Cell(0, 0), Clue(RIGHT, 0)), (Cell(0, 5), Clue(LEFT, 1)), (Cell(3, 3), Clue(LEFT, 1)))
)
CROWDED = Yajilin(6, 6, ((Cell(0, 0), Clue(RIGHT, 3)), (Cell(4, 4), Clue(LEFT, 1))))
CROSSED = nonogram([[1, 1], [3], [1]], [[1], [3], [2]])
NONE = [CONFLICT, CROWDED, CROSSED]
SEVERAL = [
    nonogram([[1], [1]], [[1], [1]]),
    Satogaeri(1, 4, (0, 0, 1, 1), ((Cell(0, 1), None), (Cell(0, 2), None))),
    Yajilin(4, 4),
]


# --- study ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", TINY)
def test_a_study_of_a_small_sheet_says_all(puzzle: Any) -> None:
    answer = ask("live-check", puzzle, seconds=5)
    found = solve(puzzle, solutions=None)
    count = len(found.solutions)
    assert answer["status"] == ("none", "unique", "multiple")[min(count, 2)]
    assert answer["is_complete"]
    assert answer["reached"] is None
    assert len(answer["solutions"]) == min(count, 2)
    for each in answer["solutions"]:
        assert not check(puzzle, position(each))
    if count:
        assert set(answer["facts"]) == {str(fact) for fact in forced(puzzle)}
        every = [solution.truths for solution in found.solutions]
        differing = frozenset[Fact]().union(*every) - frozenset.intersection(*every)
        assert set(answer["open"]) == {str(fact.slot) for fact in differing}
    else:
        assert answer["message"]


def test_a_study_takes_known_solutions_first() -> None:
    puzzle = nonogram([[1], [1]], [[1], [1]])
    known = [["r1c1 shaded", "r2c2 shaded"], ["r1c2 shaded", "r2c1 shaded"], ["r9c9 shaded"]]
    answer = ask("live-check", puzzle, known=known)
    assert answer["status"] == "multiple"
    assert sorted(answer["solutions"]) == sorted(known[:2])
    with pytest.raises(BadRequest):
        ask("live-check", puzzle, known=[["nonsense"]])
    with pytest.raises(BadRequest):
        ask("live-check", puzzle, known=[[]] * 9)


@pytest.mark.parametrize("rows", [1, 20, 50])
@pytest.mark.parametrize("kind", list(kinds()))
def test_a_study_of_an_empty_sheet_ends(kind: str, rows: int) -> None:
    """Whatever is known by then is true: a solution, if there is one, solves it."""
    puzzle = kinds()[kind].blank(rows, rows)
    answer = ask("live-check", puzzle, seconds=0.1)
    for each in answer["solutions"]:
        assert not check(puzzle, position(each))


BROKEN = [
    (
        {"enpitsu": 1, "kind": "nonogram", "puzzle": {"row_clues": [[1, 1]], "col_clues": [[]]}},
        "row1",
        "Row 1 has 1 cell and cannot hold 2 runs.",
        "1行目は1マスしかなく、2個のブロックは入りません。",
    ),
    (
        {"enpitsu": 1, "kind": "nonogram", "puzzle": {"row_clues": [[0]], "col_clues": [[]]}},
        "row1",
        "A run in row 1 is 0 long, but a run has at least one cell and no more than a board can "
        "hold.",
        "1行目のブロックの長さが0です。長さは1以上で、盤面に入る大きさでなければなりません。",
    ),
    (
        {
            "enpitsu": 1,
            "kind": "yajilin",
            "puzzle": {"rows": 1, "cols": 2, "clues": [{"cell": "r2c1", "blank": True}]},
        },
        "r2c1",
        "The clue at r2c1 lies outside the board.",
        "2行1列は盤面の外です。",
    ),
    (
        {
            "enpitsu": 1,
            "kind": "satogaeri",
            "puzzle": {
                "rows": 1,
                "cols": 2,
                "countries": [[0, 1]],
                "circles": [{"cell": "r1c1"}, {"cell": "r1c1", "number": 1}],
            },
        },
        "r1c1",
        "There are two clues at r1c1.",
        "1行1列に手がかりが2つあります。",
    ),
]


@pytest.mark.parametrize(("data", "place", "english", "japanese"), BROKEN)
def test_a_wrong_clue_is_no_refusal(
    data: dict[str, Any], place: str, english: str, japanese: str
) -> None:
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = ask("live-check", data, language=language)
        assert answer["status"] == "broken"
        assert answer["message"] == sentence
        assert answer["places"] == [place]
    with pytest.raises(BadClue):
        ask("suggest", data)


def test_a_wrong_clue_in_a_long_file_keeps_its_line_and_its_place() -> None:
    good, bad = json.dumps(packed(Yajilin(1, 1))), json.dumps(BROKEN[0][0])
    with pytest.raises(BadClue) as caught:
        read(f"{good}\n{bad}\n", format="json")
    assert (caught.value.line, caught.value.place, caught.value.code) == (2, "row1", "runs")
    assert str(caught.value) == "line 2: row 1 has 1 cells and cannot hold 2 runs"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"enpitsu": 1, "kind": "chess", "puzzle": {}},
        {"enpitsu": 1, "kind": "yajilin", "puzzle": {"rows": "1", "cols": 1}},
        {"enpitsu": 1, "kind": "satogaeri", "puzzle": {"rows": 1, "cols": 1, "countries": []}},
        {"enpitsu": 1, "kind": "nonogram", "puzzle": {"row_clues": [], "col_clues": []}},
    ],
)
@pytest.mark.parametrize("task", ["live-check", "needless", "suggest", "can-be"])
def test_what_is_no_puzzle_is_refused(task: str, data: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        ask(task, data)


@pytest.mark.parametrize("task", ["live-check", "needless", "suggest", "can-be", "improve"])
def test_a_board_that_is_too_large_is_refused(task: str) -> None:
    more: dict[str, Any] = {"goal": "prune"} if task == "improve" else {}
    with pytest.raises(TooLarge):
        ask(task, Yajilin(101, 101), **more)


# --- no solution ----------------------------------------------------------------------------------


MISMATCHES = [
    (
        nonogram([[3], [1]], [[1], [1], [1]]),
        "The rows ask for 4 filled cells, the columns for 3.",
        "塗るマスの数が合いません。行の合計は4、列の合計は3です。",
    ),
    (
        Nonogram(((Run(1, 0),),), ((Run(1, 1),),), ("#ff0000", "#0000ff")),
        "The rows ask for 1 cell in red, the columns for 0.",
        "赤のマスの数が合いません。行の合計は1、列の合計は0です。",
    ),
    (
        Nonogram(((Run(None), Run(None)),), ((Run(1),), (), ())),
        "The rows ask for 2 filled cells or more, the columns for 1.",
        "塗るマスの数が合いません。行の合計は2以上、列の合計は1です。",
    ),
    (
        Satogaeri(1, 3, (0, 1, 2), ((Cell(0, 0), None),)),
        "There are 3 countries, but 1 circle.",
        "国は3個ありますが、丸は1個です。",
    ),
    (
        Satogaeri(1, 1, (0,)),
        "There is 1 country, but no circle.",
        "国は1個ありますが、丸は0個です。",
    ),
]


@pytest.mark.parametrize(("puzzle", "english", "japanese"), MISMATCHES)
def test_numbers_that_do_not_go_together_are_told(puzzle: Any, english: str, japanese: str) -> None:
    assert solve(puzzle).status is Status.NONE
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = ask("live-check", puzzle, language=language)
        assert (answer["status"], answer["mismatch"]) == ("none", sentence)
        asked = ask("can-be", puzzle, language=language)
        assert (asked["finding"], asked["text"]) == ("none", sentence)


def test_a_mismatch_is_never_claimed_wrongly() -> None:
    random = Random(9)
    for _ in range(60):
        picture = [[random.choice((0, 1, None)) for _ in range(4)] for _ in range(3)]
        whole = from_picture(picture, ("#ff0000", "#0000ff"))
        opened = tuple(
            tuple(run._replace(length=random.choice((None, run.length))) for run in clue)
            for clue in whole.row_clues
        )
        puzzle = Nonogram(opened, whole.col_clues, whole.palette)
        assert ask("live-check", puzzle)["mismatch"] is None


def test_a_clue_that_asks_for_too_much_is_shown() -> None:
    puzzle = Yajilin(2, 4, ((Cell(0, 0), Clue(RIGHT, 3)),))
    answer = ask("live-check", puzzle)
    assert answer["message"] == (
        "The clue at r1c1 asks for more shaded cells than there is room for."
    )
    assert answer["places"][0] == "r1c1"
    assert answer["message"] == ask("can-be", puzzle)["text"]


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (nonogram([[2]], [[1], [1]][:1]), "The rows ask for 2 filled cells, the columns for 1."),
        (nonogram([[1, 1]], [[1], [1]]), "The runs of row 1 need more cells than it has."),
        (
            Satogaeri(1, 2, (0, 1), ((Cell(0, 0), 5), (Cell(0, 1), 0))),
            "The circle at r1c1 has nowhere to go.",
        ),
        (
            Satogaeri(1, 3, (0, 0, 1), ((Cell(0, 0), 0), (Cell(0, 1), 0))),
            "Two circles can only end in the country of r1c1.",
        ),
    ],
)
def test_a_clue_that_can_never_be_met_is_told(puzzle: Any, sentence: str) -> None:
    assert ask("live-check", puzzle)["message"] == sentence
    japanese = ask("live-check", puzzle, language="ja")["message"]
    assert japanese.endswith("。")
    assert japanese != sentence


@pytest.mark.parametrize("puzzle", NONE)
def test_each_of_the_clues_that_contradict_each_other_is_needed(puzzle: Any) -> None:
    answer = ask("live-check", puzzle, seconds=10)
    assert answer["status"] == "none"
    editor = kind_of(puzzle).editor
    assert editor is not None
    changes = list((editor.clear or editor.relax)(puzzle))
    others = [each for each in changes if str(each.places[0]) not in answer["places"]]
    core = editor.edit(puzzle, Change(tuple(edit for each in others for edit in each.edits)))
    assert solve(core).status is Status.NONE
    for change in changes:
        if change not in others:
            assert solve(editor.edit(core, change)).solutions
    found = find_conflict(puzzle, Judge(puzzle, NO_LIMITS))
    assert found is not None
    assert found.puzzle == core
    assert all(solve(opened).solutions for opened in found.opened)


@pytest.mark.parametrize("puzzle", NONE)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_there_is_no_solution_is_told(puzzle: Any, language: str) -> None:
    answer = ask("can-be", puzzle, language=language)
    assert answer["finding"] == "none"
    assert answer["conflict"] == ask("live-check", puzzle, seconds=10)["places"]
    assert answer["steps"]
    for step in answer["steps"]:
        assert step["text"] in answer["text"]


def test_a_fall_rests_on_what_it_names() -> None:
    for puzzle in (CROWDED, CROSSED, CONFLICT):
        kind, budget = kind_of(puzzle), NO_LIMITS.start()
        steps = find_contradiction(kind, puzzle, budget, 12)
        assert steps
        known: set[Any] = set()
        judge = Entailment(kind, puzzle, budget)
        for step in steps[:-1]:
            assert judge.follows(step)
            known |= set(step.facts)
        assert steps[-1].facts == ()
        assert {each for each in steps[-1].because if isinstance(each, Fact)} <= known


# --- needless clues -------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", SOLVED)
def test_a_needless_clue_is_needless(puzzle: Any) -> None:
    answer = ask("needless", puzzle, seconds=10)
    assert (answer["status"], answer["next"]) == ("unique", None)
    assert len(answer["clues"]) == len(needless(puzzle).found)
    for each in answer["clues"]:
        less = unpacked(each["puzzle"])
        found = solve(less)
        assert less != puzzle
        assert found.status is Status.UNIQUE
        assert found.solutions[0].position == position(each["solution"])
        assert each["places"]


def test_needless_clues_come_in_slices() -> None:
    puzzle = example("yajilin", "solved_ten")
    whole = ask("needless", puzzle, seconds=10)["clues"]
    assert len(whole) > 1
    found: list[Any] = []
    after: int | None = 0
    seconds, slices = 0.06, 0
    while after is not None:
        answer = ask("needless", puzzle, seconds=seconds, after=after)
        found += answer["clues"]
        seconds = min(10, 2 * seconds) if answer["next"] == after else 0.06
        after, slices = answer["next"], slices + 1
        assert slices < 1000
    assert found == whole


@pytest.mark.parametrize("puzzle", [*SEVERAL, *NONE])
def test_nothing_is_needless_without_one_solution(puzzle: Any) -> None:
    answer = ask("needless", puzzle)
    assert answer["status"] in ("multiple", "none")
    assert answer["clues"] == []


# --- suggestions and improvements -----------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("puzzle", [*SEVERAL, CONFLICT, CROSSED])
def test_a_suggestion_does_what_it_says(puzzle: Any, language: str) -> None:
    answer = ask("suggest", puzzle, language=language)
    assert answer["status"] in ("multiple", "none")
    costs = [each["cost"] for each in answer["repairs"] if each["status"] == "unique"]
    assert costs == sorted(costs)
    for each in answer["repairs"]:
        found = solve(unpacked(each["puzzle"]))
        assert str(found.status) == each["status"]
        assert (each["open"] == 0) == (each["status"] == "unique")
        assert not check(unpacked(each["puzzle"]), position(each["solution"]))
        assert each["texts"]
        assert each["effect"]
        assert each["places"]
        assert any("ぁ" <= sign <= "ん" for sign in each["texts"][0]) == (language == "ja")
    if puzzle is SEVERAL[0]:
        assert costs[0] == 1
        assert answer["is_fewest"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_opening_steps_and_close_are_the_whole_text(language: str) -> None:
    """So nobody has to take the text apart."""
    puzzle, told = example("nonogram", "solved_oblong"), 0
    for fact in list(forced(puzzle).facts)[:4]:
        answer = ask("can-be", puzzle, fact=str(fact.opposite), language=language)
        steps = [[run for runs in each["sentences"] for run in runs] for each in answer["steps"]]
        if 0 < len(answer["steps"]) <= 12:
            told += 1
            assert [text_of(runs) for runs in steps] == [each["text"] for each in answer["steps"]]
            whole = [text_of(runs) for runs in (answer["opening"], *steps, answer["close"]) if runs]
            assert join_sentences(whole, language) == answer["text"]
    assert told


def text_of(runs: list[dict[str, str]]) -> str:
    """Return the text of runs."""
    return "".join(run["text"] for run in runs)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_places_travel_beside_their_names(language: str) -> None:
    solved = example("nonogram", "solved_oblong")
    fact = next(iter(forced(solved).facts))
    answer = ask("can-be", solved, fact=str(fact), language=language)
    assert answer["steps"] == answer["close"] == []
    assert text_of(answer["opening"]) == answer["text"]
    assert [run["place"] for run in answer["opening"] if "place" in run] == [str(fact.slot)]
    answer = ask("improve", SEVERAL[0], goal="unique", language=language)
    assert list(map(text_of, answer["runs"])) == answer["texts"]
    named = {run["place"] for runs in answer["runs"] for run in runs if "place" in run}
    assert named
    assert named <= set(answer["places"])


def do_job(name: str, puzzle: Any, quota: Quota) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the answer of a job, and what it reported before."""
    body, news = json.dumps({"do": name, "puzzle": packed(puzzle)}).encode(), list[Any]()
    pool = LocalPool(1)
    try:
        done = pool.submit_reporting(news.append, perform, name, body, quota, is_job=True)
        answer = json.loads(done.result().content)
    finally:
        pool.kill_all()
    begun, *told = msgspec.to_builtins(news)
    assert begun == {}
    return answer, told


def test_suggestions_are_told_while_they_are_found() -> None:
    _, news = do_job("suggest", SEVERAL[0], Quota())
    assert [len(each["repairs"]) for each in news] == list(range(1, len(news) + 1))


WIDE = Yajilin(8, 8, ((Cell(3, 3), Clue(UP, 1)),))


def test_where_nothing_is_enough_single_changes_are_told_that_help() -> None:
    answer, news = do_job("suggest", WIDE, Quota(seconds=4))
    assert answer["status"] == "multiple"
    several = [each for each in answer["repairs"] if each["status"] == "multiple"]
    assert several
    statuses = [each["status"] for each in answer["repairs"]]
    assert statuses == sorted(statuses, key=["unique", "multiple", "unknown"].index)
    known = [each["open"] for each in several if each["open"] is not None]
    assert known == sorted(known)
    for each in several:
        assert solve(unpacked(each["puzzle"])).status is Status.MULTIPLE
        assert not check(unpacked(each["puzzle"]), position(each["solution"]))
        if each["open"] is not None:
            slots = survey(unpacked(each["puzzle"])).open_slots
            assert each["open"] == sum(isinstance(slot, Cell) for slot in slots)
            assert f"Then {each['open']} cells are open instead of" in each["effect"]
    assert all(each["cost"] <= 6 for each in answer["repairs"])
    for told in news:
        assert 0 < len(told["repairs"]) <= 10
        statuses = [each["status"] for each in told["repairs"]]
        assert statuses == sorted(statuses, key=["unique", "multiple", "unknown"].index)


def test_parts_of_a_whole_sheet_are_told_truly() -> None:
    sheet = Satogaeri(3, 3, (0,) * 9, ())
    answer = ask("suggest", sheet)
    assert answer["repairs"]
    statuses = [each["status"] for each in answer["repairs"]]
    assert statuses == sorted(statuses, key=["unique", "multiple", "none"].index)
    for each in answer["repairs"]:
        puzzle = unpacked(each["puzzle"])
        assert str(solve(puzzle).status) == each["status"]
        assert ("complete the sheet" in each["effect"]) == (each["status"] == "none")
        assert ("one solution" in each["effect"]) == (each["status"] == "unique")
        if each["status"] == "none":
            assert each["solution"] == []
        else:
            assert not check(puzzle, position(each["solution"]))
            left = survey(puzzle).open_slots
            assert each["open"] == sum(isinstance(slot, Cell) for slot in left)


@pytest.mark.parametrize("place", ["r7c1", "r1c7", "r6c7-r6c8", "row7", "col7"])
def test_free_places_are_on_the_board(place: str) -> None:
    puzzle = packed(Yajilin(6, 6, ((Cell(2, 2), Clue(UP, 1)),)))
    for do, more in (("suggest", {}), ("improve", {"goal": "fill"})):
        body = {"do": do, "puzzle": puzzle, "undecided": ["r6c6", place], **more}
        with pytest.raises(BadRequest, match=r"undecided\.1: .* not on the board"):
            read_job(json.dumps(body).encode(), Quota())
        body["undecided"] = ["r6c6"]
        assert read_job(json.dumps(body).encode(), Quota()).do == do


def test_places_of_the_border_are_on_the_board() -> None:
    body = {"do": "improve", "goal": "fill", "puzzle": packed(Yajilin(6, 6, ()))}
    for place in ("r0c1-r1c1", "r1c6-r1c7", "r6c6-r7c6"):
        assert read_job(json.dumps(body | {"undecided": [place]}).encode(), Quota()).do == "improve"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_unfinished_sheet_gets_parts_of_a_whole_one(language: str) -> None:
    whole = example("nonogram", "solved_oblong")
    sheet = replace(whole, row_clues=((), (), *whole.row_clues[2:]))
    answer = ask("suggest", sheet, undecided=["row1", "row2"], language=language)
    assert answer["status"] == "none"
    parts = [each for each in answer["repairs"] if set(each["places"]) <= {"row1", "row2"}]
    assert parts
    assert all(each["effect"] for each in parts)
    with pytest.raises(BadRequest):
        ask("suggest", sheet, undecided=["here"])


def test_a_wished_solution_stays() -> None:
    answer = ask("suggest", SEVERAL[0], solution=["r1c1 shaded", "r2c2 shaded"])
    for each in answer["repairs"]:
        kept = {"r1c1 shaded", "r2c2 shaded"} & set(each["solution"])
        assert kept, each["texts"]
    with pytest.raises(BadRequest):
        ask("suggest", SEVERAL[0], solution=["r1c1"])


@pytest.mark.parametrize("puzzle", SOLVED)
def test_pruning_leaves_nothing_needless(puzzle: Any) -> None:
    answer = ask("improve", puzzle, goal="prune")
    assert answer["is_done"]
    assert answer["failures"] == []
    pruned = unpacked(answer["puzzle"])
    assert solve(pruned).status is Status.UNIQUE
    assert needless(pruned).found == ()
    assert bool(answer["texts"]) == bool(answer["places"]) == bool(needless(puzzle).found)
    assert answer["level"] is not None


@pytest.mark.parametrize("puzzle", [*SEVERAL, CONFLICT])
def test_what_is_made_unique_is_so(puzzle: Any) -> None:
    answer = ask("improve", puzzle, goal="unique")
    found = solve(unpacked(answer["puzzle"]))
    assert answer["is_done"] == (found.status is Status.UNIQUE)
    assert answer["is_done"] == (not answer["failures"])
    if answer["is_done"]:
        assert position(answer["solution"]) == found.solutions[0].position


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_level_is_met_or_it_is_said(language: str) -> None:
    puzzle, quota = example("satogaeri", "solved_five"), Quota(seconds=1)
    level = ask("grade", puzzle)["level"]
    for wish in (level, "extreme"):
        answer = ask("improve", puzzle, goal="level", level=wish, language=language, quota=quota)
        assert answer["is_done"] == (answer["level"] == wish)
        assert answer["is_done"] != bool(answer["failures"])
        assert solve(unpacked(answer["puzzle"])).status is Status.UNIQUE
    with pytest.raises(BadRequest):
        ask("improve", puzzle, goal="level")
    with pytest.raises(BadRequest):
        ask("improve", puzzle, goal="magic")


def test_a_wish_that_cannot_be_met_is_told_in_both_languages() -> None:
    puzzle = Yajilin(1, 1)
    english = ask("improve", puzzle, goal="prune")
    assert english["failures"] == [
        "Clues can only be needless in a puzzle with exactly one solution"
    ]
    japanese = ask("improve", puzzle, goal="prune", language="ja")
    assert "唯一解" in japanese["failures"][0]


def test_the_rest_is_filled_in() -> None:
    puzzle = Yajilin(6, 6, ((Cell(2, 2), Clue(UP, 1)),))
    answer = ask("improve", puzzle, goal="fill", seed=2)
    filled = unpacked(answer["puzzle"])
    assert answer["is_done"]
    assert solve(filled).status is Status.UNIQUE
    assert (Cell(2, 2), Clue(UP, 1)) in filled.clues
    assert answer == ask("improve", puzzle, goal="fill", seed=2)
    with pytest.raises(BadRequest):
        ask("improve", puzzle, goal="fill", undecided=["here"])
    with pytest.raises(PuzzleError):
        ask("improve", puzzle, goal="fill", undecided=["r9c9"])


def test_locked_places_stay() -> None:
    puzzle = Yajilin(6, 6, ((Cell(2, 2), Clue(UP, 1)),))
    locked = [f"r1c{col}" for col in range(1, 7)] + ["r3c3"]
    for goal in ("fill", "unique"):
        answer = ask("improve", puzzle, goal=goal, locked=locked)
        clues = dict(unpacked(answer["puzzle"]).clues)
        assert clues[Cell(2, 2)] == Clue(UP, 1)
        assert all(cell.row > 0 for cell in clues)
    for repair in ask("suggest", puzzle, locked=locked)["repairs"]:
        assert not set(repair["places"]) & set(locked)
    assert ask("needless", puzzle, locked=locked)["clues"] == []
    for wrong in ("here", "r9c9"):
        with pytest.raises(BadRequest):
            ask("improve", puzzle, goal="fill", locked=[wrong])
        for task in ("suggest", "needless"):
            with pytest.raises(BadRequest):
                ask(task, puzzle, locked=[wrong])


def test_wishes_are_jobs() -> None:
    assert {"suggest", "improve"} <= set(JOBS)
    body = {"do": "improve", "puzzle": packed(SEVERAL[0]), "goal": "level"}
    with pytest.raises(BadRequest):
        read_job(json.dumps(body).encode(), Quota())
    body["level"] = "easy"
    assert read_job(json.dumps(body).encode(), Quota()).do == "improve"


# --- questions ------------------------------------------------------------------------------------


def _random_nonogram(random: Random) -> Nonogram:
    rows, cols = random.randint(1, 4), random.randint(1, 4)
    picture = [[random.choice((0, None)) for _ in range(cols)] for _ in range(rows)]
    puzzle = from_picture(picture)
    if random.random() < 0.5:
        return Nonogram(tuple(random.sample(puzzle.row_clues, rows)), puzzle.col_clues)
    return puzzle


def _random_satogaeri(random: Random) -> Satogaeri:
    rows, cols = random.randint(1, 3), random.randint(2, 4)
    countries = tuple(random.randrange(3) for _ in range(rows * cols))
    puzzle = Satogaeri(rows, cols, countries)
    where = random.sample(list(cells(rows, cols)), puzzle.country_count)
    circles = tuple((cell, random.choice((None, None, 0, 1, 2))) for cell in where)
    return Satogaeri(rows, cols, countries, circles)


def _random_yajilin(random: Random) -> Yajilin:
    rows, cols = random.randint(2, 4), random.randint(3, 5)
    some = random.sample(list(cells(rows, cols)), random.randint(0, 3))
    ways = list(Direction)
    clues = tuple((cell, Clue(random.choice(ways), random.randint(0, 2))) for cell in some)
    return Yajilin(rows, cols, clues)


def _claims(puzzle: Any) -> list[Fact]:
    """Facts that a board of a kind may hold."""
    found = []
    for value in ("shaded", "line", "home"):
        for cell in cells(puzzle.rows, puzzle.cols):
            beside = [RIGHT.step(cell), Direction.DOWN.step(cell)]
            edges = [
                edge(cell, near)
                for near in beside
                if near.row < puzzle.rows and near.col < puzzle.cols
            ]
            slots: list[Cell | Edge] = [*edges] if value == "line" else [cell]
            found += [Fact(slot, value, holds) for slot in slots for holds in (True, False)]
    return [fact for fact in found if _fits(puzzle, fact)]


def _fits(puzzle: Any, fact: Fact) -> bool:
    try:
        kind_of(puzzle).board(puzzle).place([fact])
    except FormatError:
        return False
    return True


@pytest.mark.parametrize("make", [_random_nonogram, _random_satogaeri, _random_yajilin])
def test_answers_agree_with_solving(make: Any) -> None:
    random = Random(5)
    seen = set()
    for _ in range(40):
        puzzle = make(random)
        claims = _claims(puzzle)
        every = solve(puzzle, solutions=None).solutions
        for fact in random.sample(claims, min(3, len(claims))):
            answer = ask("can-be", puzzle, fact=str(fact), language=random.choice(("en", "ja")))
            seen.add(_judged(puzzle, fact, answer, every))
    assert seen >= {"possible", "impossible", "none"}


def _judged(puzzle: Any, fact: Fact, answer: dict[str, Any], every: list[Solution]) -> str:
    """Check an answer against all solutions."""
    having = [
        each
        for each in every
        if (fact in each.truths if fact.holds else fact.opposite not in each.truths)
    ]
    expected = "none" if not every else "possible" if having else "impossible"
    assert answer["finding"] == expected, (puzzle, fact)
    assert answer["text"]
    if having:
        assert position(answer["solution"]) in [each.position for each in having]
        assert answer["is_forced"] == (len(having) == len(every))
    else:
        assert answer["solution"] is None
    return expected


@pytest.mark.parametrize("puzzle", SOLVED)
def test_why_something_cannot_be_is_told(puzzle: Any) -> None:
    solution = solve(puzzle).solutions[0].position
    for fact in list(solution)[:3]:
        wrong = fact.opposite
        answer = ask("can-be", puzzle, fact=str(wrong))
        assert answer["finding"] == "impossible"
        assert answer["steps"]
        assert str(fact) in {
            each for step in answer["steps"] for each in step["facts"] + step["also"]
        }
        assert answer["marks"]["errors"] == [str(fact.slot)]


def test_without_a_fact_it_is_asked_whether_there_is_a_solution() -> None:
    answer = ask("can-be", Yajilin(4, 4))
    assert answer["finding"] == "possible"
    assert not check(Yajilin(4, 4), position(answer["solution"]))
    assert ask("can-be", Yajilin(1, 1))["finding"] == "none"


@pytest.mark.parametrize("fact", ["", "r1c1", "r1c1 purple", "r9c9 shaded", "r1c1-r1c2 shaded"])
def test_a_question_about_nothing_is_refused(fact: str) -> None:
    with pytest.raises(PuzzleError):
        ask("can-be", Yajilin(2, 2), fact=fact)


# --- grades ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", SOLVED)
def test_a_grade_names_the_hardest_step(puzzle: Any) -> None:
    answer = ask("grade", puzzle, language="ja")
    assert answer["level"] is not None
    assert answer["least"] is None
    step = answer["hardest_step"]
    assert step["level"] == answer["hardest"]
    assert step["technique"] in {each["technique"] for each in answer["techniques"]}
    assert step["text"]
    # It is shown on what is known before it, all of it true.
    [solution] = solve(puzzle).solutions
    before = {parse_fact(fact) for fact in step["before"]}
    known = puzzle if not isinstance(puzzle, dict) else unpacked(puzzle)
    board = kind_of(known).board(known)
    board.place(solution.position.facts)
    board.place(before)
    assert board.settle(NO_LIMITS.start())
    assert not before & {parse_fact(fact) for fact in step["facts"]}


def test_a_grade_in_no_time_claims_nothing_wrong() -> None:
    puzzle = example("yajilin", "solved_ten")
    levels = ["gentle", "easy", "medium", "hard", "expert", "extreme"]
    whole = ask("grade", puzzle)["level"]
    for seconds in (0.05, 0.1, 0.2):
        answer = ask("grade", puzzle, seconds=seconds)
        if answer["level"] is None:
            assert answer["reached"] == "time"
            least = answer["least"]
            assert least is None or levels.index(least) <= levels.index(whole)
        else:
            assert answer["level"] == whole
    for wrong in (0, 11, "1"):
        with pytest.raises(BadRequest):
            ask("grade", puzzle, seconds=wrong)


def test_an_empty_position_breaks_no_rule_where_there_is_a_solution() -> None:
    """What `study` says of an empty board rests on this."""
    for parameter in TINY:
        puzzle = parameter.values[0]
        if solve(puzzle).solutions:
            assert not check(puzzle, EMPTY, partial=True)
