"""Every single change of a Nonogram, for sheets that have no solution: in one line a run of another
length or colour, one less, one more, two in the other order, or two numbers run together."""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.grid import Line
from enpitsu.kinds.nonogram.filler import change_clue
from enpitsu.kinds.nonogram.model import Clue, Nonogram, Run
from enpitsu.making import Alternatives, Change


def alternatives(puzzle: Nonogram) -> Iterator[Alternatives[Clue]]:
    """Return for each line all that it could tell with one change."""
    colours = range(len(puzzle.palette))
    for line, clue in puzzle.clues:
        length = puzzle.cols if line.is_row else puzzle.rows
        for at, run in enumerate(clue):
            yield from _other_length(line, clue, at, length)
            others = tuple(run._replace(colour=each) for each in colours if each != run.colour)
            yield Alternatives(None, tuple(_write(line, clue, at, 1, each) for each in others))
        yield Alternatives(None, tuple(_fewer(line, clue)))
    for line, clue in puzzle.clues:
        length = puzzle.cols if line.is_row else puzzle.rows
        if len(clue) < length:
            for at in range(len(clue) + 1):
                yield from (_one_more(line, clue, at, each, length) for each in colours)


def _write(line: Line, clue: Clue, at: int, count: int, *runs: Run) -> Change[Clue]:
    """The change of some runs to others."""
    return change_clue(line, (*clue[:at], *runs, *clue[at + count :]))


def _other_length(line: Line, clue: Clue, at: int, most: int) -> Iterator[Alternatives[Clue]]:
    run = clue[at]
    room = most - sum(other.length or 1 for place, other in enumerate(clue) if place != at)
    lengths = [each for each in range(1, room + 1) if each != run.length]
    lengths.sort(key=lambda each: abs(each - (run.length or 0)))
    told = tuple(_write(line, clue, at, 1, run._replace(length=each)) for each in lengths)
    if run.length is None:
        yield Alternatives(None, told)
    else:
        yield Alternatives(_write(line, clue, at, 1, run._replace(length=None)), told)


def _one_more(line: Line, clue: Clue, at: int, colour: int, most: int) -> Alternatives[Clue]:
    room = most - sum(run.length or 1 for run in clue)
    new = (Run(each, colour) for each in range(1, room + 1))
    opened = _write(line, clue, at, 0, Run(None, colour))
    return Alternatives(opened, tuple(_write(line, clue, at, 0, each) for each in new))


def _fewer(line: Line, clue: Clue) -> Iterator[Change[Clue]]:
    """One run less, two in the other order, the digits of two in one number, or of one in two."""
    for at, run in enumerate(clue):
        yield _write(line, clue, at, 1)
        digits = "" if run.length is None else str(run.length)
        for cut in range(1, len(digits)):
            first, second = int(digits[:cut]), int(digits[cut:])
            if second:
                parts = (run._replace(length=first), run._replace(length=second))
                yield _write(line, clue, at, 1, *parts)
        for other in clue[at + 1 : at + 2]:
            if other != run:
                yield _write(line, clue, at, 2, other, run)
            if None not in (run.length, other.length) and other.colour == run.colour:
                whole = run._replace(length=int(f"{run.length}{other.length}"))
                yield _write(line, clue, at, 2, whole)
