"""Twins: the same puzzle turned or mirrored has the same fingerprint, any other another one.

What twins are is told here a second time, the slow and obvious way: `PLAIN` gives all that a solver
sees of a puzzle, and two puzzles are twins if some form of one looks like some form of the other.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import enpitsu
from enpitsu import registry
from enpitsu.fingerprint import canonical, fingerprint
from enpitsu.grid import Cell, Direction, Edge, Symmetry, cells
from enpitsu.kinds.nonogram.model import Nonogram, Run, from_picture
from enpitsu.kinds.satogaeri.model import Satogaeri, from_borders
from enpitsu.kinds.yajilin.model import BLANK, Clue, Yajilin
from tests.cases import each_case
from tests.kinds import nonogram_brute, satogaeri_brute, yajilin_brute
from tests.library import starters

SIZES = ((1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3))
RANDOM: dict[str, Callable[[random.Random, int, int], Any]] = {
    "yajilin": yajilin_brute.random_puzzle,
    "nonogram": nonogram_brute.random_puzzle,
    "satogaeri": satogaeri_brute.random_puzzle,
}
KINDS = list(RANDOM)
STARTER = starters()


# --- the slow and obvious way ------------------------------------------------------------------


def _plain_yajilin(puzzle: Yajilin) -> Hashable:
    def meaning(clue: Clue) -> Hashable:
        return clue if clue.counts else "blocks" if clue.number is None else "no arrow"

    clues = frozenset((cell, meaning(clue)) for cell, clue in puzzle.clues)
    return puzzle.rows, puzzle.cols, puzzle.outside, clues


def _plain_nonogram(puzzle: Nonogram) -> Hashable:
    """Every way to exchange the colours."""
    return frozenset(
        tuple(
            tuple(tuple((run.length, names[run.colour]) for run in clue) for clue in clues)
            for clues in (puzzle.row_clues, puzzle.col_clues)
        )
        for names in permutations(range(3))
    )


def _plain_satogaeri(puzzle: Satogaeri) -> Hashable:
    borders = puzzle.borders() - puzzle.strays
    return puzzle.rows, puzzle.cols, borders, frozenset(puzzle.circles)


PLAIN: dict[str, Callable[[Any], Hashable]] = {
    "yajilin": _plain_yajilin,
    "nonogram": _plain_nonogram,
    "satogaeri": _plain_satogaeri,
}


def _forms(puzzle: Any) -> list[Any]:
    return [puzzle.transform(symmetry) for symmetry in Symmetry]


def _family(puzzle: Any) -> Hashable:
    """What all twins share, and nobody else."""
    return frozenset(PLAIN[puzzle.kind](form) for form in _forms(puzzle))


# --- single changes ----------------------------------------------------------------------------


def _changed_yajilin(puzzle: Yajilin) -> Iterator[Yajilin]:
    """Every clue taken away or told otherwise; a clue more; another rule."""
    for at, (cell, clue) in enumerate(puzzle.clues):
        others = [BLANK, Clue(None, 2), replace(clue, number=(clue.number or 0) + 1, blank=False)]
        others += [replace(clue, arrow=way, blank=False) for way in Direction]
        before, after = puzzle.clues[:at], puzzle.clues[at + 1 :]
        yield replace(puzzle, clues=before + after)
        for other in others:
            yield replace(puzzle, clues=(*before, (cell, other), *after))
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell not in puzzle.clue_at:
            yield replace(puzzle, clues=(*puzzle.clues, (cell, BLANK)))
    yield replace(puzzle, outside=not puzzle.outside)


def _changed_nonogram(puzzle: Nonogram) -> Iterator[Nonogram]:
    """Every run taken away, longer, not told, or of another colour."""
    for name in ("row_clues", "col_clues"):
        lines = getattr(puzzle, name)
        for at, clue in enumerate(lines):
            for where, run in enumerate(clue):
                others = [(), (Run((run.length or 0) + 1, run.colour),), (Run(None, run.colour),)]
                others += [(run._replace(colour=each),) for each in range(len(puzzle.palette))]
                for other in others:
                    changed = clue[:where] + other + clue[where + 1 :]
                    told: Any = {name: (*lines[:at], changed, *lines[at + 1 :])}
                    yield replace(puzzle, **told)


def _changed_satogaeri(puzzle: Satogaeri) -> Iterator[Satogaeri]:
    """Every circle taken away or told otherwise; a border more or less; a circle more."""
    for at, (cell, number) in enumerate(puzzle.circles):
        before, after = puzzle.circles[:at], puzzle.circles[at + 1 :]
        yield replace(puzzle, circles=before + after)
        for other in (None, 0, (number or 0) + 1):
            yield replace(puzzle, circles=(*before, (cell, other), *after))
    for cell in cells(puzzle.rows, puzzle.cols):
        if cell not in puzzle.circle_at:
            yield replace(puzzle, circles=(*puzzle.circles, (cell, None)))
    borders = puzzle.borders()
    for edge in satogaeri_brute.edges_of(puzzle.rows, puzzle.cols):
        yield from_borders(puzzle.rows, puzzle.cols, borders ^ {edge}, puzzle.circles)


CHANGED: dict[str, Callable[[Any], Iterator[Any]]] = {
    "yajilin": _changed_yajilin,
    "nonogram": _changed_nonogram,
    "satogaeri": _changed_satogaeri,
}


# --- all kinds ---------------------------------------------------------------------------------


def _puzzles(kind: str, size: tuple[int, int], count: int) -> list[Any]:
    rng = random.Random(f"{kind} {size}")
    return [RANDOM[kind](rng, *size) for _ in range(count)]


@each_case("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@each_case("kind", KINDS)
def test_fingerprints_and_families_tell_the_same_puzzles_apart(
    kind: str, size: tuple[int, int]
) -> None:
    """Small boards, so that twins occur by chance, and every single change of some of them."""
    found = _puzzles(kind, size, 120)
    found += [changed for puzzle in found[:12] for changed in CHANGED[kind](puzzle)]
    by_print, by_family, by_form = defaultdict(set), defaultdict(set), defaultdict(set)
    for puzzle in found:
        family, mark = _family(puzzle), fingerprint(puzzle)
        by_print[mark].add(family)
        by_family[family].add(mark)
        by_form[PLAIN[kind](canonical(puzzle))].add(mark)
    for groups in (by_print, by_family, by_form):
        assert all(len(group) == 1 for group in groups.values())
    assert len(by_print) == len(by_family) == len(by_form)
    assert 1 < len(by_print) < len(found), "too few twins to test anything"


@pytest.mark.parametrize("kind", KINDS)
def test_all_eight_forms_share_fingerprint_and_canonical_form(kind: str) -> None:
    for size in (*SIZES, (5, 5), (4, 6), (1, 9)):
        for puzzle in _puzzles(kind, size, 10):
            forms = _forms(puzzle)
            assert len({fingerprint(form) for form in forms}) == 1
            (first,) = {canonical(form) for form in forms}
            assert first in forms
            assert first.rows <= first.cols
            assert canonical(first) == first


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_with_one_fingerprint_have_as_many_solutions(kind: str) -> None:
    counts = defaultdict(set)
    for puzzle in _puzzles(kind, (2, 3), 60) + _puzzles(kind, (3, 2), 60):
        counts[fingerprint(puzzle)].add(len(enpitsu.solve(puzzle, solutions=None).solutions))
    assert all(len(found) == 1 for found in counts.values())


def test_made_puzzles_differ_from_each_other_and_from_their_changes() -> None:
    seen = {fingerprint(document.puzzle) for document in STARTER}
    assert len(seen) == len(STARTER)
    for kind in KINDS:
        puzzle = next(doc.puzzle for doc in STARTER if doc.puzzle.kind == kind)
        family, mark = _family(puzzle), fingerprint(puzzle)
        for changed in CHANGED[kind](puzzle):
            assert (fingerprint(changed) == mark) == (_family(changed) == family)


@pytest.mark.parametrize("kind", KINDS)
def test_blank_boards_differ_by_size_only(kind: str) -> None:
    blank = registry.find_kind(kind).blank
    marks = {
        (rows, cols): fingerprint(blank(rows, cols)) for rows in (1, 2, 6) for cols in (1, 3, 6)
    }
    assert marks[1, 6] == marks[6, 1]
    assert len(set(marks.values())) == len(marks) - 1


def test_blank_boards_differ_by_kind() -> None:
    assert len({fingerprint(registry.find_kind(kind).blank(3, 3)) for kind in KINDS}) == len(KINDS)


def test_a_kind_without_a_signature_is_told_by_all_that_it_packs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzles = _puzzles("satogaeri", (2, 3), 40)
    plain = replace(registry.find_kind("satogaeri"), signature=None)
    monkeypatch.setattr(sys.modules["enpitsu.fingerprint"], "kind_of", lambda puzzle: plain)
    for puzzle in puzzles:
        assert len({fingerprint(form) for form in _forms(puzzle)}) == 1
        assert len({canonical(form) for form in _forms(puzzle)}) == 1
    bare = {replace(puzzle, strays=frozenset()) for puzzle in puzzles}
    assert len({fingerprint(puzzle) for puzzle in bare}) == len({_family(each) for each in bare})


def test_large_boards_are_no_trouble() -> None:
    for kind, size in (("yajilin", (50, 70)), ("nonogram", (200, 100)), ("satogaeri", (60, 60))):
        puzzle = registry.find_kind(kind).blank(*size)
        assert fingerprint(puzzle) == fingerprint(puzzle.transform(Symmetry.ROTATE_90))


# --- the same everywhere and always ------------------------------------------------------------


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_every_process_finds_the_same(seed: str) -> None:
    code = (
        "import enpitsu; from enpitsu.fingerprint import canonical, fingerprint\n"
        "for document in enpitsu.starter():\n"
        "    print(fingerprint(document.puzzle), enpitsu.dump(canonical(document.puzzle), 'json'))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    here = [
        f"{fingerprint(document.puzzle)} {enpitsu.dump(canonical(document.puzzle), 'json')}"
        for document in STARTER
    ]
    assert run.stdout.split() == " ".join(here).split()


def test_fingerprints_never_change() -> None:
    """They are written into batches: a change makes twins of old puzzles pass as new ones."""
    marks = [fingerprint(puzzle) for puzzle in (_yajilin(), _nonogram(), _satogaeri())]
    assert marks == ["492fea5d015dcf85", "8c971e979340365d", "5619d42ba15e9d39"]
    assert all(re.fullmatch("[0-9a-f]{16}", mark) for mark in marks)


def _yajilin() -> Yajilin:
    clues = ((Cell(0, 1), Clue(Direction.DOWN, 1)), (Cell(2, 2), BLANK))
    return Yajilin(3, 4, (*clues, (Cell(1, 3), Clue(Direction.LEFT, 0))))


def _nonogram() -> Nonogram:
    return from_picture([[0, 0, None], [None, 1, 0]], ("#ff0000", "#0000ff"))


def _satogaeri() -> Satogaeri:
    return Satogaeri(2, 3, (0, 0, 1, 0, 1, 1), ((Cell(0, 0), 2), (Cell(1, 0), None)))


# --- what counts, kind by kind -----------------------------------------------------------------


def test_yajilin_clues_that_only_block_are_alike() -> None:
    def mark(clue: Clue) -> str:
        return fingerprint(replace(_yajilin(), clues=((Cell(0, 1), clue),)))

    blocking = (BLANK, Clue(), Clue(Direction.UP), Clue(Direction.LEFT))
    assert len({mark(clue) for clue in blocking}) == 1
    numbers = (
        Clue(None, 1),
        Clue(Direction.LEFT, 1),
        Clue(Direction.RIGHT, 1),
        Clue(Direction.UP, 1),
    )
    assert len({mark(clue) for clue in (BLANK, *numbers)}) == 5
    assert mark(Clue(None, 1)) == mark(Clue(None, 2))
    assert fingerprint(replace(_yajilin(), clues=())) != mark(BLANK)


def test_yajilin_rules_count_and_boxes_do_not() -> None:
    puzzle = _yajilin()
    assert fingerprint(replace(puzzle, boxed=True)) == fingerprint(puzzle)
    assert fingerprint(replace(puzzle, outside=True)) != fingerprint(puzzle)


def test_symmetric_puzzles() -> None:
    middle = Yajilin(3, 3, ((Cell(1, 1), BLANK),))
    assert canonical(middle) == middle
    assert fingerprint(middle) != fingerprint(Yajilin(3, 3, ((Cell(0, 0), BLANK),)))
    corners = {
        fingerprint(Yajilin(3, 3, ((cell, BLANK),)))
        for cell in cells(3, 3)
        if cell.row != 1 and cell.col != 1
    }
    assert len(corners) == 1


def test_nonograms_recoloured_are_the_same() -> None:
    puzzle = _nonogram()
    for palette in (
        ("#00ff00", "#123456"),
        ("#0000ff", "#ff0000"),
        ("#ff0000", "#0000ff", "#ffff00"),
    ):
        assert fingerprint(replace(puzzle, palette=palette, background="#eeeeee")) == fingerprint(
            puzzle
        )
    swapped = from_picture([[1, 1, None], [None, 0, 1]], puzzle.palette)
    assert fingerprint(swapped) == fingerprint(puzzle)
    one = from_picture([[0, 0, None], [None, 0, 0]])
    assert len({fingerprint(puzzle), fingerprint(one)}) == 2
    late = from_picture([[4, 4, None], [None, 4, 4]], tuple(f"#00000{n}" for n in range(5)))
    assert fingerprint(late) == fingerprint(one)


def test_nonograms_whose_mirror_only_exchanges_colours_have_one_canonical_form() -> None:
    puzzle = from_picture([[0, None, 1], [0, None, 1]], ("#ff0000", "#0000ff"))
    mirrored = puzzle.transform(Symmetry.MIRROR)
    assert mirrored != puzzle
    assert fingerprint(mirrored) == fingerprint(puzzle)
    assert canonical(mirrored) == canonical(puzzle)


def test_nonograms_with_every_colour() -> None:
    palette = tuple(f"#0000{n:02x}" for n in range(52))
    puzzle = from_picture([list(range(52)), [None] * 52], palette)
    changed = from_picture([[*range(51), 50], [None] * 52], palette)
    assert fingerprint(puzzle) == fingerprint(puzzle.transform(Symmetry.ROTATE_90))
    assert fingerprint(puzzle) != fingerprint(changed)


def test_lines_without_runs_may_be_written_as_nought() -> None:
    texts = (
        "width 2\nheight 2\n\nrows\n{}\n1\n\ncolumns\n1\n{}\n".format(*way)
        for way in (("0", "0"), ("", ""))
    )
    assert len({fingerprint(enpitsu.parse(text, format="non")) for text in texts}) == 1


def test_borders_that_cut_off_nothing_do_not_count() -> None:
    circles = ((Cell(0, 0), None),)
    bare = from_borders(3, 3, (), circles)
    stray = from_borders(3, 3, [Edge(Cell(1, 1), Cell(1, 2))], circles)
    cut = from_borders(3, 3, [Edge(Cell(row, 1), Cell(row, 2)) for row in range(3)], circles)
    assert stray.strays
    assert fingerprint(stray) == fingerprint(bare) != fingerprint(cut)
    assert len({canonical(form) for form in (*_forms(stray), *_forms(bare))}) == 1


def test_circles_without_a_number_are_not_circles_that_stay() -> None:
    marks = [
        fingerprint(replace(_satogaeri(), circles=((Cell(0, 0), number),)))
        for number in (None, 0, 1, 10)
    ]
    assert len({*marks, fingerprint(replace(_satogaeri(), circles=()))}) == 5
