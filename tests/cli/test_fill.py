"""enpitsu hint --fill, and games kept in files by convert."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import enpitsu
from enpitsu.cli import main
from enpitsu.grade import Level
from enpitsu.kind import Document
from enpitsu.registry import kinds
from tests.library import ordinary_starters


def run(*arguments: object) -> Result:
    """What a command prints."""
    return CliRunner().invoke(main, [str(each) for each in arguments])


def medium(kind: str) -> Document:
    """A small puzzle that easy techniques do not solve."""
    wanted = (each for each in ordinary_starters(kind) if each.meta.level == Level.MEDIUM)
    return min(wanted, key=lambda each: each.puzzle.rows * each.puzzle.cols)


@pytest.fixture(params=sorted(kinds()))
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with an empty board."""
    path = tmp_path / "game.json"
    path.write_text(enpitsu.dump(medium(request.param).puzzle, "json"))
    return path


def test_the_board_what_was_used_and_where_it_stopped(game: Path) -> None:
    puzzle = enpitsu.parse(game.read_text())
    found = enpitsu.fill_in(puzzle)
    result = run("hint", game, "--fill")
    assert result.exit_code == 0, result.output
    assert f"{len(found.facts)} marks filled in. Nothing more follows up to easy." in result.stdout
    for step in found.steps:
        count = found.techniques[step.technique]
        assert any(
            line.split("x")[0].strip() == str(count) and step.title in line
            for line in result.stdout.splitlines()
        )
    drawn = enpitsu.render(puzzle, found.position, "text")
    assert isinstance(drawn, str)
    assert drawn.splitlines()[1].strip()[-6:] in result.stdout
    solved = run("hint", game, "--fill", "--up-to", "medium").stdout
    assert "solved" in solved.splitlines()[0]


def test_as_data(game: Path) -> None:
    puzzle = enpitsu.parse(game.read_text())
    found = enpitsu.fill_in(puzzle, up_to=Level.GENTLE)
    data: dict[str, Any] = json.loads(
        run("hint", game, "--fill", "--up-to", "gentle", "--json").stdout
    )
    assert (data["ending"], data["up_to"], data["unique"]) == ("no-more", "gentle", True)
    assert data["filled"] == list(map(str, found.facts))
    assert data["position"] == list(map(str, found.position))
    assert {each["technique"]: each["count"] for each in data["techniques"]} == found.techniques


def test_written_in_every_format_that_carries_a_position(game: Path, tmp_path: Path) -> None:
    puzzle = enpitsu.parse(game.read_text())
    found = enpitsu.fill_in(puzzle)
    for codec in (*kinds()[puzzle.kind].codecs,):
        path = tmp_path / f"out{codec.suffixes[0]}"
        result = run("hint", game, "--fill", "-o", path, "--to", codec.format)
        if not codec.carries_position:
            assert result.exit_code == 2
            assert f"{codec.format} carries no position" in result.stderr
        elif result.exit_code == 2:
            assert "can only hold" in result.stderr or codec.format == "pbm", "it is whole"
        else:
            assert result.exit_code == 0, result.output
            [again] = enpitsu.read(path, format=codec.format)
            assert again.position.facts <= found.position.facts
            lost = len(found.facts) - len(again.position)
            assert (
                f"has no place for {lost} of {len(found.facts)} marks" in result.stderr
            ) == bool(lost)
            kept = enpitsu.read(run("convert", path, "--from", codec.format, "--to", "json").stdout)
            assert kept[0].position == again.position
    shown = run("hint", game, "--fill", "--to", "json").stdout
    assert enpitsu.read(shown)[0].position == found.position


def test_a_mistake_is_told_and_nothing_is_written(game: Path, tmp_path: Path) -> None:
    fact = next(iter(medium(enpitsu.parse(game.read_text()).kind).position)).opposite
    out = tmp_path / "out.json"
    result = run("hint", game, "--fill", "--position", fact, "-o", out)
    assert result.exit_code == 1
    assert "Here is the first mistake" in result.stdout
    assert not out.exists()
    data = json.loads(run("hint", game, "--fill", "--position", fact, "--json").stdout)
    assert (data["ending"], data["filled"], data["mistakes"]) == ("mistake", [], [str(fact)])


def test_limits(game: Path) -> None:
    result = run("hint", game, "--fill", "--time", "0")
    assert result.exit_code == 3
    assert "No marks filled in. The time limit was reached" in result.stdout


def test_many_boards_go_into_one_file(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_text("".join(enpitsu.dump(medium(kind).puzzle, "json") for kind in sorted(kinds())))
    out = tmp_path / "out.jsonl"
    assert run("hint", games, "--fill", "--to", "json", "-o", out, "--jobs", "2").exit_code == 0
    assert all(document.position for document in enpitsu.read(out))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--up-to", "easy"], "--up-to goes with --fill"),
        (["-o", "x.json"], "-o goes with --fill"),
        (["--to", "json"], "--to goes with --fill"),
        (["--fill", "--stage", "where"], "--fill has no stages"),
        (["--fill", "--up-to", "simple"], "'simple' is not one of 'gentle'"),
        (["--fill", "-o", "x.what"], "say the format"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], said: str) -> None:
    result = run("hint", "https://puzz.link/p?yajilin/3/3/i", *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_puzzles_with_several_solutions_and_with_none() -> None:
    several = run("hint", "https://puzz.link/p?yajilin/4/4/p", "--fill", "--up-to", "extreme")
    assert several.exit_code == 0
    assert "several solutions" in several.stdout
    none = run("hint", "https://puzz.link/p?yajilin/1/1/a", "--fill")
    assert none.exit_code == 1
    assert "The puzzle has no solution" in none.stdout


def test_convert_tells_what_a_format_has_no_place_for(tmp_path: Path) -> None:
    document = medium("yajilin")
    path = tmp_path / "game.json"
    cell = next(iter(document.position)).slot
    marked = enpitsu.Position.parse(f"{cell} not shaded")
    path.write_text(enpitsu.dump(document.puzzle, "json", position=marked))
    result = run("convert", path, "--to", "grid")
    assert "grid has no place for 1 of 1 marks" in result.stderr
    for name in ("pzprv3", "xml"):
        assert "no place" not in run("convert", path, "--to", name).stderr
    assert json.loads(run("convert", path, "--to", "grid", "--json").stdout)["warnings"]


def test_a_format_without_positions_says_what_it_leaves_out(tmp_path: Path) -> None:
    """But not where the position is the answer."""
    puzzle = enpitsu.parse("https://puzz.link/p?yajilin/5/5/m32j10")
    answer = enpitsu.solve(puzzle).solutions[0].position
    path = tmp_path / "game.json"
    for position, words in (
        (answer, ""),
        (enpitsu.Position.of(list(answer)[:5]), "note: puzzlink carries no position: 5 marks left"),
        (enpitsu.Position.of(list(answer)[:1]), "note: puzzlink carries no position: 1 mark left"),
    ):
        path.write_text(enpitsu.dump(puzzle, "json", position=position))
        result = run("convert", path, "--to", "puzzlink")
        assert result.exit_code == 0
        assert words in result.stderr
        assert bool(words) == bool(result.stderr)


def test_several_puzzles_and_a_file_for_one(tmp_path: Path) -> None:
    link, path = "https://puzz.link/p?yajilin/5/5/m32j10", tmp_path / "both.csv"
    result = run("hint", link, link, "--fill", "-o", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "do not fit into one file: name a folder" in result.stderr
    assert not path.exists()
    assert run("hint", link, link, "--fill", "-o", tmp_path / "both.jsonl").exit_code == 0
