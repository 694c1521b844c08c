"""hint, explain, grade and techniques as their users meet them."""

from __future__ import annotations

import json
import re
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu import registry
from enpitsu.cli import main
from enpitsu.cli.hint_command import _without_echo
from enpitsu.grade import Length, Level
from enpitsu.hint import Stage
from enpitsu.limits import NO_LIMITS, Budget
from enpitsu.position import Position
from enpitsu.registry import find_kind, kinds
from enpitsu.render.lesson import lesson
from enpitsu.scene import NO_MARKS
from enpitsu.words import TextRun

pytestmark = pytest.mark.quick

UNIQUE = "https://puzz.link/p?yajilin/5/5/m32j10"
SEVERAL = "https://puzz.link/p?yajilin/4/4/p"
CHAINS = "https://puzz.link/p?yajilin/6/6/q31b2141b10b10h"
"""One of its steps is a contradiction."""
NONE = "https://puzz.link/p?yajilin/1/1/a"
EXAMPLES = Path(str(find_kind("yajilin").examples))
EXPLAINED = sorted(kind.id for kind in kinds().values() if kind.ladder is not None)


def run(*arguments: str | Path, text: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(each) for each in arguments], input=text)


def told(*arguments: str | Path) -> dict[str, Any]:
    """What a command says in JSON about one puzzle."""
    data: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return data


def _solution() -> Position:
    return enpitsu.solve(enpitsu.parse(UNIQUE)).solutions[0].position


def _words(result: Result) -> str:
    """The output without line breaks and columns."""
    return " ".join(result.stdout.split())


# --- techniques --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EXPLAINED)
def test_techniques_of_a_kind(kind: str) -> None:
    result = run("techniques", kind)
    assert result.exit_code == 0
    ladder = find_kind(kind).ladder
    assert ladder is not None
    lines = result.stdout.splitlines()
    codes = [line.split()[0] for line in lines if line[:2] == "  " and line[2] != " "]
    assert codes == [*(each.code for each in ladder.techniques), *ladder.codes.values()]
    quiet = sum(each.is_implicit for each in ladder.techniques)
    assert result.stdout.count("Drawn without a word") == quiet
    assert max(map(len, lines)) <= 100


def test_techniques_of_all_kinds_as_data() -> None:
    rows = [json.loads(line) for line in run("techniques", "--json").stdout.splitlines()]
    assert sorted({row["kind"] for row in rows}) == EXPLAINED
    for row in rows:
        assert row["code"]
        assert row["name"]
        assert row["rule"].endswith(".")
        assert row["level"] is None or 0 < row["level"] <= 10
    assert any(row["native_name"] for row in rows)


def test_techniques_of_an_unknown_kind() -> None:
    assert run("techniques", "chess").exit_code == 2


# --- hint --------------------------------------------------------------------------------------


def test_hint_tells_step_reason_and_move_with_a_picture() -> None:
    result = run("hint", UNIQUE)
    assert result.exit_code == 0
    assert "right so far" in result.stdout
    assert "Look at r5c5." in result.stdout
    assert "Zero clue: " in result.stdout
    assert "The clue in r5c5 is 0" in result.stdout
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["where", "technique", "reason"]
    assert "5│             0↑+ │" in lines
    assert result.stdout.count("· *") == 4
    assert "\x1b" not in result.stdout
    assert result.stdout == run("hint", UNIQUE).stdout


@pytest.mark.parametrize(
    ("stage", "count"), [("where", 1), ("technique", 2), ("reason", 3), ("move", 4)]
)
def test_hint_tells_no_more_than_was_asked_for(stage: str, count: int) -> None:
    data = told("hint", UNIQUE, "--stage", stage)
    assert len(data["stages"]) == count
    assert data["stages"][-1]["stage"] == stage
    assert bool(data["steps"]) == (stage == "move")
    drawn = run("hint", UNIQUE, "--stage", stage).stdout
    assert ("· *" in drawn) == (stage == "move")


def test_hint_repeats_the_move_only_if_asked() -> None:
    move = "So r1c5 to r4c5 are not shaded."
    assert move not in _words(run("hint", UNIQUE))
    assert move in _words(run("hint", UNIQUE, "--stage", "move"))
    assert told("hint", UNIQUE)["stages"][-1] == {"stage": "move", "text": move}


def test_hint_tells_a_move_that_the_reason_does_not_end_with() -> None:
    words = {"reason": "A, so b. Therefore c.", "move": "So b."}
    told = [Stage(name, (TextRun(text),), NO_MARKS) for name, text in words.items()]
    assert _without_echo(told) == told


def test_hint_as_data() -> None:
    data = told("hint", UNIQUE)
    assert (data["finding"], data["unique"]) == ("step", True)
    (step,) = data["steps"]
    assert step["technique"] == "zero-clue"
    assert step["code"] == "Y1"
    assert step["because"] == ["r5c5"]
    assert step["facts"] == [f"r{row}c5 not shaded" for row in range(1, 5)]
    assert step["text"] in data["stages"][2]["text"]


def test_hint_counts_what_stands_on_the_board(tmp_path: Path) -> None:
    position = Position.parse(", ".join(f"r{row}c5 not shaded" for row in range(1, 5)))
    game = tmp_path / "game.json"
    game.write_text(enpitsu.dump(enpitsu.parse(UNIQUE), "json", position=position))
    carried = told("hint", game)
    assert carried["steps"][0]["technique"] != "zero-clue"
    given = told("hint", UNIQUE, "--position", str(position))
    assert given["steps"] == carried["steps"]


def test_hint_names_the_first_mistake_and_how_far_to_undo() -> None:
    history = "r3c1 shaded, r1c1 shaded, r1c2-r1c3 line"
    result = run("hint", UNIQUE, "--history", history)
    assert result.exit_code == 1
    words = _words(result)
    assert "not right" in words
    assert "it cannot be that r1c1 is shaded" in words
    assert "Take back your last 2 moves." in words
    assert "██!" in result.stdout
    data = told("hint", UNIQUE, "--history", history)
    assert (data["finding"], data["mistakes"], data["undo"]) == ("mistake", ["r1c1 shaded"], 2)


@pytest.mark.parametrize(
    ("stage", "names"),
    [
        ("where", ["board", "where"]),
        ("technique", ["board", "where"]),
        ("reason", ["board", "where", "reason"]),
        ("move", ["board", "where", "reason", "undo"]),
    ],
)
def test_hint_on_a_mistake_is_told_in_stages(stage: str, names: list[str]) -> None:
    history = "r3c1 shaded, r1c1 shaded, r1c2-r1c3 line"
    wanted = ("hint", UNIQUE, "--history", history, "--stage", stage)
    data = told(*wanted)
    assert [each["stage"] for each in data["stages"]] == names
    assert data["mistakes"] == ["r1c1 shaded"]
    assert (data["undo"] is not None) == (stage == "move")
    result = run(*wanted)
    assert result.exit_code == 1
    assert "it cannot be that r1c1 is shaded" in _words(result)
    assert "██!" in result.stdout


def test_history_is_only_the_order_where_a_position_is_known() -> None:
    data = told("hint", UNIQUE, "--position", "r3c1 shaded", "--history", "r1c1 shaded")
    assert data["finding"] == "step"


@pytest.mark.parametrize(
    ("link", "code", "word"), [(NONE, 1, "no solution"), (SEVERAL, 0, "Look at")]
)
def test_hint_on_puzzles_of_authors(link: str, code: int, word: str) -> None:
    result = run("hint", link)
    assert result.exit_code == code
    assert word in result.stdout


def test_hint_says_that_there_are_several_solutions() -> None:
    head = run("hint", SEVERAL).stdout.splitlines()[0]
    assert head.endswith("right so far, but the puzzle has several solutions")
    assert told("hint", SEVERAL)["unique"] is False
    assert told("hint", NONE)["unique"] is False
    late = told("hint", EXAMPLES / "solved_ten.pzprv3", "--time", "0")
    assert late["unique"] is None


def test_hint_where_nothing_more_is_forced() -> None:
    puzzle = enpitsu.parse(SEVERAL)
    forced = str(Position.of(enpitsu.forced(puzzle)))
    result = run("hint", SEVERAL, "--position", forced)
    assert result.exit_code == 1
    assert "several solutions" in result.stdout


def test_hint_on_a_solved_board() -> None:
    result = run("hint", UNIQUE, "--position", str(_solution()))
    assert result.exit_code == 0
    assert "The puzzle is solved." in result.stdout


def test_hint_within_limits() -> None:
    result = run("hint", EXAMPLES / "solved_ten.pzprv3", "--time", "0")
    assert result.exit_code == 3


@pytest.mark.parametrize("option", ["--position", "--history"])
def test_hint_refuses_what_is_no_fact(option: str) -> None:
    result = run("hint", UNIQUE, option, "r1c1 shaded, nonsense")
    assert result.exit_code == 2
    assert "not a fact: 'nonsense'" in result.stderr
    outside = run("hint", UNIQUE, option, "r9c9 shaded")
    assert outside.exit_code == 2
    assert "r9c9" in outside.stderr


def test_hints_for_many_are_not_drawn() -> None:
    result = run("hint", UNIQUE, NONE)
    assert result.exit_code == 1
    assert "┌" not in result.stdout
    assert result.stdout.count("Yajilin") == 2


# --- explain -----------------------------------------------------------------------------------


def test_explain_tells_every_step_and_a_summary() -> None:
    result = run("explain", UNIQUE)
    assert result.exit_code == 0
    steps = enpitsu.explain(enpitsu.parse(UNIQUE)).needed()
    words = _words(result)
    assert f"unique {len(steps)} steps" in words
    for number, step in enumerate(steps, 1):
        assert f"{number}. {step.title} {step.text}" in words
    assert "Techniques used" in words
    grade = enpitsu.grade(enpitsu.parse(UNIQUE))
    assert f"Grade: {grade.label}" in words
    assert "1│ ┏━━━┓ ┏━┓  │" in result.stdout.splitlines()
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_explain_numbers_the_sentences_of_a_contradiction() -> None:
    lines = run("explain", CHAINS).stdout.splitlines()
    steps = enpitsu.explain(enpitsu.parse(CHAINS)).needed()
    at, step = next((at, step) for at, step in enumerate(steps, 1) if step.sub_steps)
    count = len(step.sub_steps)
    assert 4 <= count <= 9
    start = lines.index(f"{at:4}. Contradiction")
    assert lines[start + 1] == f"      A contradiction in {count} steps:"
    told = "\n".join(lines[start + 2 :]).partition(f"\n{at + 1:4}. ")[0]
    sentences = re.split(r"^ {6}(\d)\. ", told, flags=re.M)[1:]
    assert sentences[::2] == list("123456789")[:count]
    assert " ".join(" ".join(sentences[1::2]).split()) == step.text
    assert f"      {count}手順の背理法:" in run("explain", CHAINS, "--language", "ja").stdout
    assert max(map(len, lines)) <= 100


def test_sub_steps_as_data() -> None:
    first = next(step for step in told("explain", CHAINS)["steps"] if step["sub_steps"])
    assert first["length"] == f"A contradiction in {len(first['sub_steps'])} steps"
    assert " ".join(each["text"] for each in first["sub_steps"]) == first["text"]
    roles = [each["role"] for each in first["sub_steps"]]
    follows = (len(roles) - 3) * ["follows"]
    assert roles == ["supposed", *follows, "broken", "concluded"]
    assert first["sub_steps"][-1]["facts"] == first["facts"]
    plain = next(step for step in told("explain", UNIQUE)["steps"] if not step["sub_steps"])
    assert plain["length"] == ""


def test_explain_draws_each_step() -> None:
    result = run("explain", UNIQUE, "--pictures")
    steps = enpitsu.explain(enpitsu.parse(UNIQUE)).needed()
    assert result.stdout.count("└") >= len(steps)
    assert result.stdout.count("what it rests on") == len(steps)


def test_explain_as_data() -> None:
    data = told("explain", UNIQUE)
    assert (data["status"], data["reached"], data["rows"]) == ("unique", None, 5)
    facts = {fact for step in data["steps"] for fact in (*step["facts"], *step["also"])}
    assert facts >= {str(fact) for fact in _solution() if fact.holds}
    for step in data["steps"]:
        assert step["text"].endswith(".")
        assert step["is_minimal"] is True
        assert step["level"] > 0
        assert set(step) >= {"technique", "code", "name", "notes", "because"}
    assert sum(each["count"] for each in data["techniques"]) == len(data["steps"])
    assert data["level"] in set(Level)


def test_explain_can_show_steps_that_lead_nowhere() -> None:
    board = EXAMPLES / "solved_ten.pzprv3"
    assert len(told("explain", board, "--all")["steps"]) >= len(told("explain", board)["steps"])


def test_explain_from_a_position(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    position = Position.of(list(_solution())[:6])
    game.write_text(enpitsu.dump(enpitsu.parse(UNIQUE), "json", position=position))
    whole, rest = told("explain", game), told("explain", game, "--from-position")
    assert len(rest["steps"]) < len(whole["steps"])
    assert rest["level"] is None
    drawn = run("explain", game, "--from-position").stdout.splitlines()
    assert "1│ ┏━━━┓ ┏━┓  │" in drawn


def test_explain_tells_authors_what_is_wrong() -> None:
    several, none = run("explain", SEVERAL), run("explain", NONE)
    assert several.exit_code == none.exit_code == 1
    assert "several solutions" in several.stdout
    assert "Techniques used" in several.stdout
    assert "no solution" in none.stdout
    data = told("explain", SEVERAL)
    assert data["status"] == "multiple"
    assert data["level"] is None
    facts = {fact for step in data["steps"] for fact in (*step["facts"], *step["also"])}
    assert facts == set(map(str, enpitsu.forced(enpitsu.parse(SEVERAL))))


def test_explain_within_limits() -> None:
    result = run("explain", EXAMPLES / "solved_ten.pzprv3", "--time", "0")
    assert result.exit_code == 3
    assert "limit" in result.stdout + result.stderr


def test_explain_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "lesson.html"
    result = run("explain", UNIQUE, "--html", page)
    assert result.exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "Yajilin 5x5" in text
    assert str(enpitsu.grade(enpitsu.parse(UNIQUE)).level) in text
    assert "steps" in result.stdout


class LateBudget(Budget):
    """One that is spent when it is asked for the third time."""

    def __init__(self) -> None:
        super().__init__(NO_LIMITS)
        self.asked = 0

    def spent(self) -> str | None:
        self.asked += 1
        return "time" if self.asked == 3 else None


def test_a_page_says_where_its_pictures_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if time ran out at the third step's picture."""
    monkeypatch.setattr(
        import_module("enpitsu.cli.explain_command"),
        "make_lesson",
        lambda *args, **how: lesson(*args, **how | {"budget": LateBudget()}),
    )
    page = tmp_path / "late.html"
    result = run("explain", UNIQUE, "--html", page)
    assert result.exit_code == 3
    said = "The time limit was reached: from step 3 on only the places are marked"
    assert said in _words(result)
    assert said in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    page = tmp_path / "nowhere" / "x.html"
    result = run("explain", UNIQUE, "--html", page)
    assert result.exit_code == 2
    assert result.stderr == f"{page}: error: cannot write: there is no folder {page.parent}\n"
    assert result.stdout == ""


def test_explain_writes_a_folder_of_pages(tmp_path: Path) -> None:
    board = EXAMPLES / "solved_six.pzprv3"
    assert run("explain", UNIQUE, board, "--html", tmp_path / "lessons").exit_code == 0
    assert len(list((tmp_path / "lessons").glob("*.html"))) == 2
    result = run("explain", UNIQUE, board, "--html", tmp_path / "one.html")
    assert result.exit_code == 2
    assert "folder" in result.stderr


def test_a_page_of_an_open_puzzle_says_so(tmp_path: Path) -> None:
    page = tmp_path / "open.html"
    assert run("explain", SEVERAL, "--html", page).exit_code == 1
    assert "several solutions" in page.read_text(encoding="utf-8")
    assert run("explain", NONE, "--html", tmp_path / "none.html").exit_code == 1
    assert not (tmp_path / "none.html").exists()


def test_explain_in_japanese() -> None:
    assert run("explain", UNIQUE, "--language", "ja").exit_code == 0
    assert run("explain", UNIQUE, "--language", "xx").exit_code == 2


@pytest.mark.parametrize("kind", EXPLAINED)
def test_every_kind_is_explained(kind: str) -> None:
    folder = Path(str(find_kind(kind).examples))
    boards = sorted(folder.glob("solved_*"))
    result = run("explain", *boards, "--json")
    assert result.exit_code == 0, result.stderr
    for line in result.stdout.splitlines():
        data = json.loads(line)
        assert data["status"] == "unique"
        assert data["level"] is not None
        named = [step for step in data["steps"] if step["technique"] not in ("refutation", "proof")]
        assert named
        assert all(step["code"] for step in named)


def test_a_kind_from_elsewhere_is_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The template kind is nowhere named in the package."""
    point = EntryPoint("stars", "tests.template_kind:KIND", registry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.kinds.cache_clear()
    try:
        path = tmp_path / "stars.grid"
        path.write_text("3 3\n- - - - -\n2 - - - -\n1 - - - -\n2 - - - -\n- - - - -\n")
        result = run("explain", path)
        assert result.exit_code == 0
        assert "The 1 of row 2 needs all that is left, so r2c2 is shaded." in _words(result)
        assert "Shaded cells do not touch, so r1c2 is not shaded." in _words(result)
        assert "Neighbours" in result.stdout
        assert run("grade", path).exit_code == 0
        assert "Look at" in run("hint", path).stdout
        page = tmp_path / "stars.html"
        assert run("explain", path, "--html", page).exit_code == 0
        assert "Counted line" in page.read_text(encoding="utf-8")
    finally:
        registry.kinds.cache_clear()


# --- grade -------------------------------------------------------------------------------------


def test_grade_one() -> None:
    result = run("grade", UNIQUE)
    grade = enpitsu.grade(enpitsu.parse(UNIQUE))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith(f"Yajilin 5x5  {grade.label}")
    assert f"difficulty {grade.difficulty:.0f} of 9" in result.stdout
    assert f"score {grade.score:.1f}, length {grade.length:.0f}" in result.stdout
    assert "1 x  Y1   Zero clue" in result.stdout


def test_grade_many_in_a_table() -> None:
    boards = sorted(EXAMPLES.glob("solved_*"))
    result = run("grade", *boards, SEVERAL, "nonsense")
    assert result.exit_code == 2
    head, *rows = result.stdout.splitlines()
    assert head.split() == ["level", "length", "steps", "1-9", "score", "hardest", "puzzle"]
    assert len(rows) == len(boards) + 1
    starts = {row.index("Yajilin") for row in rows}
    assert starts == {head.index("puzzle")}
    assert rows[0].split()[0] in set(Level)
    at = head.index("length")
    assert rows[0][at : head.index("steps")].strip() in {each.words for each in Length}
    assert rows[-1].startswith("several solutions")
    assert f"{len(boards) + 2} puzzles: " in result.stderr
    assert "2 not graded" in result.stderr


def test_grade_as_data_alike_on_several_processes() -> None:
    boards = sorted(EXAMPLES.glob("solved_*"))
    one, two = (run("grade", *boards, "--json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    for line, board in zip(one.stdout.splitlines(), boards, strict=True):
        data, (document,) = json.loads(line), enpitsu.read(board)
        grade = enpitsu.grade(document.puzzle)
        assert data["level"] == grade.level
        assert data["score"] == round(grade.score, 2)
        assert (data["length"], data["length_word"]) == (grade.length, grade.length_word)
        assert data["label"] == grade.label
        assert grade.difficulty is not None
        assert data["difficulty"] == round(grade.difficulty, 1)
        counts = {each["technique"]: each["count"] for each in data["techniques"]}
        assert counts == dict(grade.techniques)


def test_grade_exit_codes() -> None:
    assert run("grade", UNIQUE).exit_code == 0
    assert run("grade", NONE).exit_code == 1
    assert run("grade", EXAMPLES / "solved_ten.pzprv3", "--time", "0").exit_code == 3
    assert told("grade", SEVERAL)["level"] is None
