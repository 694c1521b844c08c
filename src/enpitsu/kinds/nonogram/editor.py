"""The changes that an author may make to a Nonogram: cells of its picture, and lengths that are
told or not.

A clue always tells how many runs a line has and their colours. What can be needless are the
lengths: all of a line, or one of them, which are then written "?". Two solutions are told apart by
another picture: a cell more or less changes the clues of its row and its column.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enpitsu.grid import COL, ROW, Cell, Direction, Line, cells
from enpitsu.kinds.nonogram.filler import FILLER, change_clue, compare
from enpitsu.kinds.nonogram.model import Clue, Nonogram, keep_unknown, runs_of
from enpitsu.kinds.nonogram.single_changes import alternatives
from enpitsu.making import AppliedChange, Change, Editor, Mismatch
from enpitsu.position import Fact, Position
from enpitsu.scene import Place
from enpitsu.technique import Argument, Message

Picture = dict[Cell, int]
"""The cells with a colour, by its place in the palette."""


def edit(puzzle: Nonogram, change: Change[Clue]) -> Nonogram:
    """The puzzle with other clues for some lines."""
    edits = change.edits
    return puzzle.with_clues((line, clue) for line, clue in edits if isinstance(line, Line))


# --- less -----------------------------------------------------------------------------------------


def removals(puzzle: Nonogram, solution: Position) -> Iterator[tuple[Change[Clue], ...]]:
    """For each length: all lengths of its line become "?", or only this one. Long clues first."""
    lines = [(line, clue, _told(clue)) for line, clue in puzzle.clues]
    for line, clue, told in sorted(lines, key=lambda item: -len(item[2])):
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
    new = (
        run._replace(length=lengths[at]) if at in lengths else run for at, run in enumerate(clue)
    )
    return change_clue(line, tuple(new))


# --- more -----------------------------------------------------------------------------------------


def additions(puzzle: Nonogram, solution: Position) -> Iterator[AppliedChange[Clue]]:
    """Lengths told that were not; then the picture with one cell otherwise. First come cells that
    then have neighbours like them, which show least in a picture."""
    picture = _picture(puzzle, solution)
    for line, clue in puzzle.clues:
        runs = runs_of(_values(puzzle, line, picture))
        for at, run in enumerate(clue):
            if run.length is None:
                yield AppliedChange(_with_lengths(line, clue, {at: runs[at].length}))
    paintings = [
        (cell, colour)
        for cell in cells(puzzle.rows, puzzle.cols)
        for colour in (*range(len(puzzle.palette)), None)
        if colour != picture.get(cell)
    ]

    def difference(painting: tuple[Cell, int | None]) -> int:
        cell, colour = painting
        return sum(picture.get(direction.step(cell)) != colour for direction in Direction)

    for cell, colour in sorted(paintings, key=difference):
        edits = []
        for line, at in ((Line(ROW, cell.row), cell.col), (Line(COL, cell.col), cell.row)):
            values = _values(puzzle, line, picture)
            values[at] = colour
            edits.append((line, runs_of(values)))
        facts = () if colour is None else (Fact(cell, puzzle.values[colour]),)
        yield AppliedChange(Change(tuple(edits)), frozenset((cell,)), frozenset(facts))


@lru_cache(maxsize=64)
def _picture(puzzle: Nonogram, solution: Position) -> Picture:
    colour_of = {value: at for at, value in enumerate(puzzle.values)}
    return {
        fact.slot: colour_of[fact.value]
        for fact in solution.facts
        if fact.holds and isinstance(fact.slot, Cell)
    }


def _values(puzzle: Nonogram, line: Line, picture: Picture) -> list[int | None]:
    return [picture.get(cell) for cell in line.cells(puzzle.rows, puzzle.cols)]


# --- several at once, and in words ----------------------------------------------------------------


def fit(puzzle: Nonogram, change: Change[Clue], solution: Position) -> Change[Clue]:
    """Every line of the change with the runs that the picture has; "?" stays where it can."""
    picture = _picture(puzzle, solution)
    edits = [
        (line, keep_unknown(clue, runs_of(_values(puzzle, line, picture))))
        for line, clue in change.edits
        if isinstance(line, Line)
    ]
    return change._replace(edits=tuple(edits))


def content(puzzle: Nonogram, place: Place) -> Clue | None:
    """The clue of a line."""
    if not isinstance(place, Line):
        return None
    return (puzzle.row_clues if place.is_row else puzzle.col_clues)[place.at]


def tell(puzzle: Nonogram, altered: AppliedChange[Clue]) -> Message:
    """A change in words: of cells where the picture changes, else of clues."""
    colours = {fact.slot: fact.value for fact in altered.facts}
    painted = [slot for slot in altered.slots if isinstance(slot, Cell)]
    edits = [(line, new) for line, new in altered.change.edits if isinstance(line, Line)]
    if not painted:
        parts = []
        for line, new in edits:
            old = (puzzle.row_clues if line.is_row else puzzle.col_clues)[line.at]
            args = {"line": line, "clue": _written(puzzle, new), "old": _written(puzzle, old)}
            parts.append(Message("nonogram.change.write", args))
        whole = Message("nonogram.change.all", {"parts": tuple(parts)})
        return parts[0] if len(parts) == 1 else whole
    clues = tuple(
        Message("nonogram.change.then", {"line": line, "clue": _written(puzzle, new)})
        for line, new in edits
    )
    cells = []
    for cell in sorted(painted):
        if cell not in colours:
            cells.append(Message("nonogram.change.leave-empty", {"cell": cell}))
        elif puzzle.is_coloured:
            painting: dict[str, Argument] = {"cell": cell, "colour": colours[cell]}
            cells.append(Message("nonogram.change.paint", painting))
        else:
            cells.append(Message("nonogram.change.shade", {"cell": cell}))
    return Message("nonogram.change.painted", {"cells": tuple(cells), "clues": clues})


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
    """Rows and columns that ask for different numbers of cells, in all or of a colour; "?" asks for
    one or more."""
    for at, value in enumerate(puzzle.values):
        lengths = [
            [run.length for clue in clues for run in clue if run.colour == at]
            for clues in (puzzle.row_clues, puzzle.col_clues)
        ]
        rows, cols = (sum(length or 1 for length in each) for each in lengths)
        rows_are_exact, cols_are_exact = (None not in each for each in lengths)
        if rows_are_exact and cols_are_exact and rows != cols:
            form = "cells"
        elif rows_are_exact and rows < cols:
            form = "rows-less"
        elif cols_are_exact and cols < rows:
            form = "cols-less"
        else:
            continue
        args: dict[str, Argument] = {"count": rows, "cols": cols}
        if puzzle.is_coloured:
            form, args["colour"] = f"colour-{form}".removesuffix("-cells"), value
        return Mismatch(Message(f"nonogram.mismatch.{form}", args))
    return None


EDITOR = Editor(
    edit=edit,
    removals=removals,
    additions=additions,
    relax=relax,
    fit=fit,
    compare=compare,
    tell=tell,
    content=content,
    fill=FILLER,
    alternatives=alternatives,
    likes_open=True,
    mismatch=mismatch,
)
