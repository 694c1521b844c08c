"""enpitsu practise: sheets of exercises, and the exercises as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.book.exercise_sheets import make_exercise_sheets
from enpitsu.cli import main
from enpitsu.errors import PuzzleError
from enpitsu.registry import kinds

pytest.importorskip("reportlab")

KIND = min(name for name, kind in kinds().items() if kind.exercises is not None)
TECHNIQUE = enpitsu.course(KIND).exercised[0].technique


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["practise", *arguments])


def test_sheets_are_written(tmp_path: Path) -> None:
    file = tmp_path / "sheets.pdf"
    done = run(KIND, TECHNIQUE, "--count", "3", "-o", str(file))
    assert done.exit_code == 0, done.output
    assert "3 exercises on 2 pages" in done.output
    assert file.read_bytes().startswith(b"%PDF")


def test_the_same_seed_gives_the_same_exercises() -> None:
    told = [run(KIND, "--count", "4", "--seed", seed, "--json").stdout for seed in ("1", "1", "2")]
    assert told[0] == told[1] != told[2]
    found = [json.loads(line) for line in told[0].splitlines()]
    assert len(found) == 4
    for each in found:
        [document] = enpitsu.read(json.dumps(each["document"]))
        assert enpitsu.hint(document.puzzle, document.position).step is not None
        assert each["steps"][-1]["facts"]


def test_a_level_alone() -> None:
    level = enpitsu.course(KIND).levels[0]
    wanted = {lesson.technique for lesson in level.lessons}
    done = run(KIND, "--level", str(level.level), "--count", "6", "--json", "--language", "ja")
    found = [json.loads(line)["technique"] for line in done.stdout.splitlines()]
    assert len(found) == 6
    assert set(found) <= wanted


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((KIND, "strange", "--json"), "has no technique 'strange'"),
        (("strange",), "is not one of"),
        ((KIND, TECHNIQUE, "--level", "easy", "--json"), "not both"),
        ((KIND, "--count", "0", "--json"), "--count"),
        ((KIND, "-o", "sheets.txt"), "must end with .pdf"),
        ((KIND, "-o", "library:x"), "not into the library"),
    ],
)
def test_refusals(arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2, done.output
    assert told in done.output


def test_a_limit_ends_it() -> None:
    done = run(KIND, TECHNIQUE, "--seed", "987", "--time", "0", "--json")
    assert done.exit_code == 3, done.output


@pytest.mark.parametrize("kind", [each for each in kinds() if kinds()[each].exercises is not None])
def test_sheets_of_every_kind_have_answers_behind(kind: str) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    exercises = enpitsu.practise(kind, count=3)
    made = make_exercise_sheets(exercises, paper="Letter")
    pages = pypdfium2.PdfDocument(made.pdf)
    assert len(pages) == made.pages
    texts = [page.get_textpage().get_text_range() for page in pages]
    assert enpitsu.course(kind).find(exercises[0].technique).name() in texts[0]
    answers = " ".join(" ".join(texts[1:]).split())
    assert exercises[-1].step.text.split()[0] in answers


def test_nothing_to_print() -> None:
    with pytest.raises(PuzzleError, match="no exercises"):
        make_exercise_sheets([])
    with pytest.raises(PuzzleError, match="unknown paper"):
        make_exercise_sheets(enpitsu.practise(KIND, TECHNIQUE), paper="A9")
