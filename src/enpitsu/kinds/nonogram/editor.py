"""The changes that an author may make to a Nonogram: cells of its picture, and lengths that are
told or not.

A clue always tells how many runs a line has and their colours. What can be needless are the
lengths: all of a line, or one of them, which are then written "?". Two solutions are told apart by
another picture: a cell more or less changes the clues of its row and its column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from enpitsu.grid import COL, ROW, Cell, Direction, Line, cells
from enpitsu.kinds.nonogram.filler import FILLER
from enpitsu.kinds.nonogram.model import Clue, Nonogram, runs_of
from enpitsu.making import AppliedChange, Change, Editor, Mismatch
from enpitsu.position import Fact, Position
from enpitsu.technique import Argument, Message

Picture = dict[Cell, int]
"""The cells with a colour, by its place in the palette."""
NOTHING: Mapping[Cell, int | None] = MappingProxyType({})


def edit(puzzle: Nonogram, change: Change[Clue]) -> Nonogram:
    """The puzzle with other clues for some lines."""
    rows, cols = list(puzzle.row_clues), list(puzzle.col_clues)
    for line, clue in change.edits:
        assert isinstance(line, Line)
        (rows if line.is_row else cols)[line.at] = clue
    return replace(puzzle, row_clues=tuple(rows), col_clues=tuple(cols))


# --- less -----------------------------------------------------------------------------------------


def removals(puzzle: Nonogram, solution: Position) -> Iterator[tuple[Change[Clue], ...]]:
    """For each length: all lengths of its line become "?", or only this one. Long clues first."""
    lines = [(line, clue) for line, clue in puzzle.clues if _told(clue)]
    for line, clue in sorted(lines, key=lambda item: -len(_told(item[1]))):
        told = _told(clue)
        whole = _with_lengths(line, clue, dict.fromkeys(told))
        for at in told:
            one = _with_lengths(line, clue, {at: None})
            yield (whole, one) if len(told) > 1 else (whole,)


def relax(puzzle: Nonogram) -> Iterator[Change[Clue]]:
    """Each line: all of its lengths become "?"."""
    lines = ((line, clue, _told(clue)) for line, clue in puzzle.clues)
    return (_with_lengths(line, clue, dict.fromkeys(told)) for line, clue, told in lines if told)


def _told(clue: Clue) -> list[int]:
    """The runs whose length is told."""
    return [at for at, run in enumerate(clue) if run.length is not None]


def _with_lengths(line: Line, clue: Clue, lengths: dict[int, int | None]) -> Change[Clue]:
    new = tuple(
        run._replace(length=lengths[at]) if at in lengths else run for at, run in enumerate(clue)
    )
    return Change(((line, new),), is_plain=not any(run.length is None for run in new))


# --- more -----------------------------------------------------------------------------------------


def additions(puzzle: Nonogram, solution: Position) -> Iterator[AppliedChange[Clue]]:
    """Lengths told that were not; then the picture with one cell otherwise."""
    picture = _picture(puzzle, solution)
    for line, clue in puzzle.clues:
        runs = _runs(puzzle, line, picture)
        for at, run in enumerate(clue):
            if run.length is None:
                yield AppliedChange(_with_lengths(line, clue, {at: runs[at].length}))
    yield from (
        _repainted(puzzle, picture, cell, colour) for cell, colour in _paintings(puzzle, picture)
    )


def _paintings(puzzle: Nonogram, picture: Picture) -> list[tuple[Cell, int | None]]:
    """Every cell with each other colour; first those that then have neighbours like them, which
    show least in a picture."""
    found = [
        (cell, colour)
        for cell in cells(puzzle.rows, puzzle.cols)
        for colour in (*range(len(puzzle.palette)), None)
        if colour != picture.get(cell)
    ]
    return sorted(found, key=lambda item: -_likeness(picture, *item))


def _likeness(picture: Picture, cell: Cell, colour: int | None) -> int:
    return sum(picture.get(way.step(cell)) == colour for way in Direction)


def _repainted(
    puzzle: Nonogram, picture: Picture, cell: Cell, colour: int | None
) -> AppliedChange[Clue]:
    """One cell otherwise: what its row and its column then say, and the new picture."""
    facts: frozenset[Fact] = frozenset()
    if colour is not None:
        facts = frozenset((Fact(cell, puzzle.values[colour]),))
    lines = (Line(ROW, cell.row), Line(COL, cell.col))
    edits = tuple((line, _runs(puzzle, line, picture, {cell: colour})) for line in lines)
    return AppliedChange(Change(edits), frozenset((cell,)), facts)


@lru_cache(maxsize=64)
def _picture(puzzle: Nonogram, solution: Position) -> Picture:
    colour_of = {value: at for at, value in enumerate(puzzle.values)}
    return {
        fact.slot: colour_of[fact.value]
        for fact in solution.facts
        if fact.holds and isinstance(fact.slot, Cell)
    }


def _runs(
    puzzle: Nonogram, line: Line, picture: Picture, other: Mapping[Cell, int | None] = NOTHING
) -> Clue:
    """The runs of a line of a picture in which some cells are otherwise."""
    return runs_of(
        other[cell] if cell in other else picture.get(cell)
        for cell in line.cells(puzzle.rows, puzzle.cols)
    )


# --- several at once, and in words ----------------------------------------------------------------


def fit(puzzle: Nonogram, change: Change[Clue], solution: Position) -> Change[Clue]:
    """Every line of the change with the runs that the picture has; "?" stays where it can."""
    picture = _picture(puzzle, solution)
    edits = [(line, clue) for line, clue in change.edits if isinstance(line, Line)]
    return change._replace(
        edits=tuple((line, _fitted(clue, _runs(puzzle, line, picture))) for line, clue in edits)
    )


def _fitted(clue: Clue, runs: Clue) -> Clue:
    if [run.colour for run in clue] != [run.colour for run in runs]:
        return runs
    pairs = zip(clue, runs, strict=True)
    return tuple(old if old.length is None else new for old, new in pairs)


def compare(before: Nonogram, after: Nonogram) -> tuple[Change[Clue], ...]:
    """The lines whose clues differ."""
    return tuple(
        Change(((line, new),), is_plain=all(run.length is not None for run in new))
        for (line, old), (_, new) in zip(before.clues, after.clues, strict=True)
        if old != new
    )


def tell(puzzle: Nonogram, altered: AppliedChange[Clue]) -> Message:
    """A change in words: of cells where the picture changes, else of clues."""
    colours = {fact.slot: fact.value for fact in altered.facts}
    painted = [slot for slot in altered.slots if isinstance(slot, Cell)]
    edits = [(line, new) for line, new in altered.change.edits if isinstance(line, Line)]
    if not painted:
        return _joined(tuple(_tell_line(puzzle, line, new) for line, new in edits))
    cells = tuple(_tell_cell(puzzle, cell, colours.get(cell)) for cell in sorted(painted))
    clues = tuple(
        Message("nonogram.change.then", {"line": line, "clue": _written(puzzle, new)})
        for line, new in edits
    )
    return Message("nonogram.change.painted", {"cells": cells, "clues": clues})


def _joined(parts: tuple[Message, ...]) -> Message:
    return parts[0] if len(parts) == 1 else Message("nonogram.change.all", {"parts": parts})


def _tell_cell(puzzle: Nonogram, cell: Cell, colour: str | None) -> Message:
    if colour is None:
        return Message("nonogram.change.leave-empty", {"cell": cell})
    if puzzle.is_coloured:
        return Message("nonogram.change.paint", {"cell": cell, "colour": colour})
    return Message("nonogram.change.shade", {"cell": cell})


def _tell_line(puzzle: Nonogram, line: Line, new: Clue) -> Message:
    old = (puzzle.row_clues if line.is_row else puzzle.col_clues)[line.at]
    args = {"line": line, "clue": _written(puzzle, new), "old": _written(puzzle, old)}
    return Message("nonogram.change.write", args)


def _written(puzzle: Nonogram, clue: Clue) -> Argument:
    """The runs of a clue, with their colours if there are several."""
    if not clue:
        return Message("nonogram.change.nothing", {})
    if not puzzle.is_coloured:
        return " ".join(map(str, clue))
    return tuple(
        Message(
            "nonogram.runs.single-colour", {"colour": puzzle.values[run.colour], "number": str(run)}
        )
        for run in clue
    )


# --- what cannot be met ---------------------------------------------------------------------------


def mismatch(puzzle: Nonogram) -> Mismatch | None:
    """Rows and columns that ask for different numbers of cells, in all or of a colour."""
    for at, value in enumerate(puzzle.values):
        rows, cols = (_asked(clues, at) for clues in (puzzle.row_clues, puzzle.col_clues))
        form = _difference(rows, cols)
        if form is not None:
            args: dict[str, Argument] = {"count": rows.least, "cols": cols.least}
            if puzzle.is_coloured:
                form, args["colour"] = f"colour-{form}".removesuffix("-cells"), value
            return Mismatch(Message(f"nonogram.mismatch.{form}", args))
    return None


class _Asked(NamedTuple):
    """The cells of a colour that clues ask for; more if a length is not told."""

    least: int
    is_exact: bool


def _asked(clues: tuple[Clue, ...], colour: int) -> _Asked:
    lengths = [run.length for clue in clues for run in clue if run.colour == colour]
    return _Asked(sum(length or 1 for length in lengths), None not in lengths)


def _difference(rows: _Asked, cols: _Asked) -> str | None:
    if rows.is_exact and cols.is_exact:
        return None if rows.least == cols.least else "cells"
    if rows.is_exact and rows.least < cols.least:
        return "rows-less"
    return "cols-less" if cols.is_exact and cols.least < rows.least else None


EDITOR = Editor(
    edit=edit,
    removals=removals,
    additions=additions,
    relax=relax,
    fit=fit,
    compare=compare,
    tell=tell,
    fill=FILLER,
    likes_open=True,
    mismatch=mismatch,
)
