"""Making: the words in which a kind tells how its puzzles are made and changed.

A kind has makers (ways of making a puzzle, by name, the default first) and an editor (what changes
an author might make to a puzzle). Callers number the attempts, judge the results and look for a
wanted level; see `generate/` and `improve/`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell, Direction, Slot, Symmetry, is_inside
from enpitsu.limits import Budget
from enpitsu.position import Fact, Position
from enpitsu.scene import Place
from enpitsu.technique import Message

P = TypeVar("P")  # the puzzles of a kind
C = TypeVar("C")  # the clues of such a puzzle: whatever a change puts at a place
C_co = TypeVar("C_co", covariant=True)

Value = int | float | str | bool | None
"""The value of an option."""

CLUE = "#xX"  # the signs of a drawing of clue cells, the first as it is told to people
NO_CLUE = ".-·_ "  # where there is none

_SHARE = re.compile(r"(\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})\s*(%?)", re.ASCII)


def parse_share(value: Any) -> float:
    """A share (a part of the whole) as a float of 0 to 1.

    It is written as a text, "80%" or "0.8", or is a float already. A whole number, text or int, is
    refused, since 1 might be all of it or one in a hundred: the PuzzleError says both.
    """
    if isinstance(value, float):
        if 0 <= value <= 1:
            return value
        raise PuzzleError(f"{value:g} is no share: 0.0 is nothing, 1.0 is all of it")
    is_text = isinstance(value, str) or type(value) is int
    match = _SHARE.fullmatch(unicodedata.normalize("NFKC", str(value)[:80]).strip())
    if match is None or not is_text:
        raise PuzzleError(f"a share is written 80% or 0.8, not {str(value)[:40]!r}")
    number, is_percent = Decimal(match[1]), bool(match[2])
    if is_percent and number <= 100:
        return float(number / 100)
    if "." in match[1] and number <= 1 and not is_percent:
        return float(number)
    if number == 1:
        meanings = "write 1.0 or 100% for all of it, 0.01 or 1% else"
        raise PuzzleError(f"{match[1]} may mean two shares: {meanings}")
    if number > 100:
        raise PuzzleError(f"{match[0].rstrip()} is too much: a share is at most 100%, which is 1.0")
    right = f"{number.normalize():f}% or {float(number / 100)}"
    raise PuzzleError(f"{match[1]} is no share: write {right}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that may be chosen about making a puzzle.

    `form` is "int", "float", "share" (see `parse_share`), "flag", "choice" (one of
    `choices`) or "drawing" (a line for each row: see `drawn_cells`). None as the default leaves the
    choice to the maker.
    """

    name: str
    words: str
    """Its meaning, in a sentence for players and authors."""
    form: str
    default: Value = None
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def checked(self, value: Any) -> Value:
        """The value, if it may be chosen; PuzzleError if not."""
        if value is None and self.default is None:
            return None
        if self.form == "share":
            try:
                value = parse_share(value)
            except PuzzleError as error:
                raise PuzzleError(f"{self.name}: {error}") from None
        is_choice = self.form != "choice" or value in self.choices
        if not self._has_type(value) or not is_choice:
            raise PuzzleError(f"{self.name} must be {self.wanted}, not {str(value)[:40]!r}")
        if isinstance(value, int | float):
            least, most = self.range
            # As it must be, not as it must not: NaN is neither.
            is_inside = (least is None or value >= least) and (most is None or value <= most)
            if not is_inside:
                raise PuzzleError(f"{self.name} must be {self.wanted}, not {value}")
        result: Value = float(value) if self.form in ("float", "share") else value
        return result

    def _has_type(self, value: Any) -> bool:
        if self.form == "flag" or isinstance(value, bool):
            return self.form == "flag" and isinstance(value, bool)
        if self.form == "int":
            return isinstance(value, int)
        return isinstance(value, int | float if self.form in ("float", "share") else str)

    @property
    def range(self) -> tuple[float | None, float | None]:
        """The least and the largest value."""
        if self.form != "share":
            return self.least, self.most
        return self.least or 0.0, 1.0 if self.most is None else self.most

    @property
    def wanted(self) -> str:
        """The values that may be chosen, in words."""
        if self.form == "choice":
            return " or ".join(self.choices)
        names = {"int": "a whole number", "flag": "true or false", "drawing": "a drawing"}
        least, most = self.range
        if self.form == "share":
            return f"a share of {least:.0%} to {most:.0%}"
        bounds = f" of {least:g} to {most:g}" if least is not None and most is not None else ""
        bounds = bounds or (f" of at least {least:g}" if least is not None else "")
        return names.get(self.form, "a number") + bounds


TAKEN_NAMES = frozenset(
    [
        "as_json",
        "cluster",
        "cols",
        "conflicts",
        "count",
        "from",
        "grade",
        "graded",
        "help",
        "jobs",
        "json",
        "kind",
        "level",
        "limits",
        "memory",
        "method",
        "o",
        "output",
        "pictures",
        "progress",
        "rows",
        "seed",
        "size",
        "solution",
        "time",
        "to",
        "to_format",
        "tries",
        "unlike",
    ]
)
"""The names that options of makers cannot have: those of `generate` and of the command."""


class MakeTask(NamedTuple, Generic[P]):
    """One attempt at a puzzle.

    `options` has a value for every option of the maker. All chance comes from `random`. `aim` says
    how hard the puzzle should become, from 0 (gentle) to 1 (extreme), None if anything will do; it
    is a hint, as the result is graded. `solve` gives up to two solutions of a puzzle, None if that
    is too hard for a puzzle that people are to solve; like the budget it raises LimitReached.
    """

    rows: int
    cols: int
    options: Mapping[str, Any]
    random: Random
    aim: float | None
    budget: Budget
    solve: Callable[[P], list[Position] | None]


class Candidate(NamedTuple, Generic[P]):
    """The result of an attempt: a puzzle with one solution."""

    puzzle: P
    solution: Position
    title: str = ""
    """The name of what it shows, where it shows something."""


class Maker(NamedTuple, Generic[P]):
    """A way of making puzzles, by name.

    `make` gives None where the attempt fails and another may do better, and raises PuzzleError
    where none can: a board too small, wishes that exclude each other.
    """

    name: str
    title: str
    """A sentence about it."""
    options: tuple[Option, ...]
    make: Callable[[MakeTask[P]], Candidate[P] | None]
    keeps: Callable[[P, Mapping[str, Any]], bool] | None = None
    """True if a puzzle that was changed afterwards, on the way to a level, is still what the
    options ask for; None if its puzzles are not to be changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The record of how a puzzle was made: all that is needed to make it again with this
    version."""

    version: str
    kind: str
    method: str
    rows: int
    cols: int
    seed: int
    attempt: int
    """Which of the numbered attempts it came from."""
    level: str | None = None
    """The level that was asked for."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """The options that were chosen; the rest has its default."""

    def __hash__(self) -> int:
        return hash((self.kind, self.method, self.rows, self.cols, self.seed, self.attempt))


class Change(NamedTuple, Generic[C_co]):
    """A change of a puzzle that its author may make: each place with its new clue there, None for
    none. What a clue is, the kind knows."""

    edits: tuple[tuple[Place, C_co], ...]
    cost: int = 1
    """The number of changes that its author would count it as."""
    is_plain: bool = True
    """True if the puzzle then still has ordinary clues only: none with "?"."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that change."""
        return tuple(place for place, _ in self.edits)


class Alternatives(NamedTuple, Generic[C_co]):
    """One thing on a sheet that its author may have meant otherwise, with all that it might be."""

    opened: Change[C_co] | None
    """With it the thing tells nothing: whatever solves the puzzle with one of `told` solves it with
    this, too. None where each of them is a question of its own."""
    told: tuple[Change[C_co], ...] = ()
    gives_room: bool = False
    """True if more may then be drawn beside it, as where a blocked cell is opened."""


class AppliedChange(NamedTuple, Generic[C_co]):
    """A change, and what becomes of solutions with it: in these slots only these facts hold."""

    change: Change[C_co]
    slots: frozenset[Slot] = frozenset()
    facts: frozenset[Fact] = frozenset()

    def after(self, solution: Position) -> Position:
        """Return a solution as it is after the change."""
        if not self.slots:
            return solution
        gone = [fact for fact in solution.facts if fact.slot in self.slots]
        # So facts need not be hashed again: this is asked thousands of times.
        return Position(solution.facts.difference(gone) | self.facts)


class Mismatch(NamedTuple):
    """Something that no solution can meet, as that columns ask for more than rows, and where."""

    message: Message
    places: tuple[Place, ...] = ()


class CannotFill(PuzzleError):
    """An unfinished puzzle that no attempt can complete: a sentence of the section "fill" of the
    shared catalogue says why. `is_conflict`: the clues of the puzzle as it is contradict each
    other."""

    def __init__(self, code: str, *, is_conflict: bool = False) -> None:
        super().__init__(code)
        self.code, self.is_conflict = code, is_conflict


class FillTask(NamedTuple, Generic[P]):
    """One attempt at an unfinished puzzle.

    `undecided` names the places that its author has not decided yet; None leaves that to the kind.
    `solution` is the one they have in mind, if there is one. With `overwrite` painted cells may be
    painted otherwise, and clues that were left bare get numbers. Nothing changes at `locked`
    places, and nothing comes there. The rest is as in `MakeTask`.
    """

    puzzle: P
    undecided: frozenset[Place] | None
    solution: Position | None
    random: Random
    aim: float | None
    budget: Budget
    solve: Callable[[P], list[Position] | None]
    overwrite: bool = False
    locked: frozenset[Place] = frozenset()


class Filler(NamedTuple, Generic[P, C_co]):
    """A kind's way to complete unfinished puzzles.

    `make` gives None where the attempt fails and another may do better, and raises CannotFill
    where none can: clues that contradict each other, a board too small. What the author has set
    stays as it is. PuzzleError if an undecided place is none of the board.
    """

    make: Callable[[FillTask[P]], Candidate[P] | None]
    is_open: Callable[[FillTask[P]], bool]
    """True if anything is left to decide: else a puzzle with one solution is finished."""
    keeps: Callable[[FillTask[P], P], bool]
    """True if another puzzle still has what the author has set."""
    changes: Callable[[FillTask[P], P, Position], tuple[AppliedChange[C_co], ...]]
    """The changes on the way to another puzzle with its solution, as the editor tells them."""
    may_overwrite: Callable[[FillTask[P]], bool] = lambda task: False
    """True if something is set that stays only without `overwrite`."""


class Editor(NamedTuple, Generic[P, C]):
    """The changes of a kind's puzzles.

    What a change says is meant for the puzzle it was found for; several are made together by
    joining their edits and fitting these to what has become of the solution.
    """

    edit: Callable[[P, Change[C]], P]
    """The puzzle with a change; PuzzleError if it cannot be made."""
    removals: Callable[[P, Position], Iterator[tuple[Change[C], ...]]]
    """For each clue the ways to tell the player less there, the one that tells least first; the
    clue that is spared most easily comes first. The solution may change with it (a cell that loses
    its clue becomes an ordinary one)."""
    additions: Callable[[P, Position], Iterator[AppliedChange[C]]]
    """Ways to tell the player more, or something else, while a given solution stays one, or stays
    one but for the places that change: the cheapest and most pleasing first."""
    relax: Callable[[P], Iterator[Change[C]]]
    """For each place with a clue the change that leaves open what it tells: every solution stays
    one, and all of them can be made together."""
    fit: Callable[[P, Change[C], Position], Change[C] | None]
    """The change with what its clues say as a position has it that has become of a solution of the
    puzzle; what they leave open stays so. None if the position leaves no room for the change. So a
    position that a change fits as it is solves the changed puzzle."""
    compare: Callable[[P, P], tuple[Change[C], ...]]
    """The changes between two puzzles of one size, one for each place."""
    tell: Callable[[P, AppliedChange[C]], Message]
    """A change of a puzzle in words, as "take away the clue at r1c2"."""
    content: Callable[[P, Place], object]
    """All that is set at a place: the clue of a cell or line, clue and border of an edge. It is
    equal just if the same is set there."""
    fill: Filler[P, C] | None = None
    """The way to complete an unfinished puzzle."""
    likes_open: bool = False
    """True if an author would rather leave clues open, written "?", than change the solution: where
    that is a picture."""
    inserts: Callable[[P, Position, Collection[Slot]], Iterator[tuple[Change[C], ...]]] | None = (
        None
    )
    """By a solution and the slots where others differ, for each place at which none of them leaves
    room for a clue: a change that puts one there which tells nothing, then such as tell something,
    to be fitted to a solution with the first. Places nearest to most of the slots come first. None
    where clues never stand in the way of a solution."""
    clear: Callable[[P], Iterator[Change[C]]] | None = None
    """For each clue the change that takes it away with all it stands for, as a block; all of them
    can be made together. None where `relax` already leaves nothing of what may go."""
    alternatives: Callable[[P], Iterator[Alternatives[C]]] | None = None
    """Every single thing that may be changed on a sheet whatever becomes of its solutions: clues
    that are there told otherwise or taken away, cells that change their area, borders that come or
    go, new clues where they could give a sheet without solution one. The likeliest come first."""
    mismatch: Callable[[P], Mismatch | None] = lambda puzzle: None
    """The reason why a puzzle cannot have a solution, where that is seen at a glance and soon
    said."""


# --- help for makers ------------------------------------------------------------------------------


def undecided_cells(task: FillTask[Any]) -> list[Cell]:
    """The places that an author has not decided yet; PuzzleError if one is no cell of the board."""
    found = []
    for place in task.undecided or ():
        if not isinstance(place, Cell) or not is_inside(place, task.puzzle.rows, task.puzzle.cols):
            raise PuzzleError(f"{place} is not a cell of the board")
        found.append(place)
    return found


SYMMETRIES: Mapping[str, Symmetry] = {
    "none": Symmetry.IDENTITY,
    "rotation": Symmetry.ROTATE_180,
    "mirror": Symmetry.MIRROR,
}
"""The symmetries that makers offer, by name."""


def symmetry_option(words: str) -> Option:
    """The choice of such a symmetry; `words` tell of what."""
    choices = tuple(SYMMETRIES)
    return Option(name="symmetry", words=words, form="choice", default="none", choices=choices)


def drawn_cells(drawing: str, rows: int, cols: int) -> frozenset[Cell]:
    """Return the cells that a drawing marks: a line for each row, a sign of CLUE or NO_CLUE for
    each cell. PuzzleError with the place if it is no such drawing of the board."""
    found = set()
    lines = drawing.rstrip("\r\n").splitlines()
    for row, line in enumerate(lines[:rows], 1):
        signs = line.rstrip()
        if not signs or " " in drawing:  # an editor may have cut the spaces at its end
            signs = signs.ljust(cols)
        if len(signs) != cols:
            raise PuzzleError(f"line {row} of the drawing has {len(signs)} signs, not {cols}")
        for col, sign in enumerate(signs, 1):
            if sign not in CLUE + NO_CLUE:
                raise PuzzleError(
                    f"line {row}, column {col} of the drawing: "
                    f"{sign!r} is neither # (a clue) nor . (none)"
                )
            if sign in CLUE:
                found.add(Cell(row - 1, col - 1))
    if len(lines) != rows:
        raise PuzzleError(f"the drawing has {len(lines)} lines, the board {rows} rows")
    return frozenset(found)


def ray_directions(cell: Cell, rows: int, cols: int) -> tuple[Direction, ...]:
    """The directions in which a cell has a neighbour."""
    return tuple(ahead for ahead in Direction if is_inside(ahead.step(cell), rows, cols))
