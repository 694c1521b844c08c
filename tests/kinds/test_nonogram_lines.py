"""Line logic, line by line against brute force."""

from __future__ import annotations

import random

import pytest

from enpitsu.kinds.nonogram.lines import Axis
from enpitsu.kinds.nonogram.model import Clue, Run
from enpitsu.limits import NO_LIMITS, Limits
from tests.cases import each_case
from tests.kinds.nonogram_brute import EMPTY, answers_of_line, random_clue

Sets = list[set[int | None]]


def _random_sets(rng: random.Random, length: int, colours: int) -> Sets:
    """What the cells of a line can be, some of it ruled out."""
    known = rng.choice((0.0, 0.2, 0.5))
    choices: list[int | None] = [EMPTY, *range(colours)]
    return [
        set(rng.sample(choices, rng.randint(1, len(choices))))
        if rng.random() < known
        else set(choices)
        for _ in range(length)
    ]


def _as_masks(lines: list[Sets], colours: int, width: int) -> list[int]:
    masks = [0] * (colours + 1)
    for at, cells in enumerate(lines):
        for cell, can in enumerate(cells):
            for choice in can:
                masks[-1 if choice is EMPTY else choice] |= 1 << (at * width + cell)
    return masks


def _expected(clues: list[Clue], lines: list[Sets], colours: int, width: int) -> list[int] | None:
    left: list[Sets] = []
    for clue, can in zip(clues, lines, strict=True):
        answers = list(answers_of_line(clue, can))
        if not answers:
            return None
        left.append([set(column) for column in zip(*answers, strict=True)])
    return _as_masks(left, colours, width)


@each_case("seed", range(12))
def test_all_lines_at_once_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    impossible = 0
    for _ in range(60):
        colours = rng.randint(1, 3)
        length = rng.randint(1, 11 if colours == 1 else 6)
        clues: list[Clue] = []
        lines: list[Sets] = []
        count = rng.randint(1, 6)
        while len(clues) < count:
            clue = random_clue(rng, length, colours)
            can = _random_sets(rng, length, colours)
            if rng.random() < 0.15 or any(answers_of_line(clue, can)):
                clues.append(clue)
                lines.append(can)
        axis = Axis(clues, length, NO_LIMITS.start())
        expected = _expected(clues, lines, colours, axis.width)
        masks = _as_masks(lines, colours, axis.width)
        sweep = axis.sweep(masks, NO_LIMITS.start())
        assert (sweep.can if sweep.answered else None) == expected, (clues, lines)
        impossible += expected is None
    assert impossible


def test_a_run_that_is_too_long_leaves_no_answer() -> None:
    for length in (4, 10**9):
        axis = Axis([(Run(1),), (Run(length),)], 3, NO_LIMITS.start())
        assert not axis.sweep([axis.cells] * 2, NO_LIMITS.start()).answered


def test_limits_hold_within_a_pass_over_a_huge_board() -> None:
    axis = Axis([(Run(1),) * 100] * 1000, 1000, NO_LIMITS.start())
    budget = Limits(seconds=0.0).start()
    with pytest.raises(Exception, match="time"):
        axis.sweep([axis.cells] * 2, budget)
