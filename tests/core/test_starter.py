"""The starter collection: at least fifty puzzles of each kind, twenty of those that the kit makes,
each what it claims to be."""

from __future__ import annotations

from collections import Counter

import pytest

import enpitsu
from enpitsu.generate import make_again
from enpitsu.grade import LEVELS, grade, levels_of
from enpitsu.kind import Document
from enpitsu.registry import kinds
from enpitsu.starter import starter_lines
from tests.cases import each_case
from tests.library import starters

PUZZLES = starters()
KINDS = [name for name, kind in kinds().items() if kind.starter is not None]


def _name(document: Document) -> str:
    puzzle = document.puzzle
    return f"{document.meta.title} {puzzle.rows}x{puzzle.cols} {document.meta.level}"


def test_there_are_many_over_kinds_sizes_and_levels() -> None:
    assert len({enpitsu.fingerprint(document.puzzle) for document in PUZZLES}) == len(PUZZLES)
    for kind in KINDS:
        own = enpitsu.starter(kind)
        is_declared = kinds()[kind].declaration is not None
        assert {document.meta.level for document in own} == set(map(str, levels_of(kinds()[kind])))
        assert len(own) >= (40 if is_declared else 50)
        areas = [document.puzzle.rows * document.puzzle.cols for document in own]
        assert min(areas) <= 12
        assert max(areas) >= (225 if is_declared else 700)
        assert len(set(areas)) >= (8 if is_declared else 20)
        methods = {document.made.method for document in own if document.made is not None}
        assert methods == {maker.name for maker in kinds()[kind].makers}
        levels = [LEVELS.index(enpitsu.Level(document.meta.level)) for document in own]
        assert levels == sorted(levels)
    assert Counter(document.puzzle.kind for document in PUZZLES).keys() == set(KINDS)


def test_lines_are_as_they_are_written() -> None:
    """A server compares them with what is in its library, unread."""
    assert sorted(starter_lines()) == sorted(enpitsu.dump(each, "json").strip() for each in PUZZLES)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_s_file_is_light(kind: str) -> None:
    file = kinds()[kind].starter
    assert file is not None
    assert len(file.read_bytes()) <= 400_000


def test_what_a_picture_shows_is_its_title() -> None:
    shown = {document.meta.title for document in starters("nonogram")}
    assert {"Heart", "Owl"} & shown
    assert len(shown) >= 25
    assert not any("onogram" in title for title in shown)


@each_case("document", PUZZLES, ids=_name)
def test_each_has_one_solution_and_its_level(document: Document) -> None:
    result = enpitsu.solve(document.puzzle)
    assert result.status == "unique"
    assert result.solutions[0].position == document.position
    assert not enpitsu.check(document.puzzle, document.position)
    level = enpitsu.Level(document.meta.level)
    assert grade(document.puzzle, ceiling=level).level is level
    assert document.made is not None
    assert document.made.level in (None, level)
    assert document.meta.author == "Enpitsu"


@pytest.mark.parametrize("kind", KINDS)
def test_the_manifest_makes_it_again(kind: str) -> None:
    for document in starters(kind)[:6]:
        assert document.made is not None
        assert make_again(document.made).puzzle == document.puzzle


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_way_can_be_told(kind: str) -> None:
    for document in starters(kind):
        # Larger boards say the same sentences more often, and are graded above.
        if document.puzzle.rows * document.puzzle.cols <= 150:
            steps = list(enpitsu.explain(document.puzzle))
            assert all(step.text and "{" not in step.text for step in steps)
