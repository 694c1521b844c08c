"""The abilities of every constraint.

A constraint speaks of literals: variables of a `Layout`, negative ones denied. It has four faces in
separate code, so that each can be held against the others (tests/kit/test_constraints.py):

(a) `clauses`, and for what is said lazily `cuts`, judged for proofs by `cut_holds`;
(b) `broken`, on a full board or a partial one, without a solver;
(c) `infer`, what follows from it alone, by one of its `forms`, with the necessary reasons;
(d) `is_done`, whether it holds whatever else is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, Self, TypeVar

from enpitsu.grid import Cell
from enpitsu.kind import Clause
from enpitsu.scene import Place

UNKNOWN = 0
TRUE = 1
FALSE = 2

R = TypeVar("R")

Values = bytearray
"""The state of each literal; negative ones count from the end."""


def blank_values(variables: int) -> Values:
    """Values of so many variables, all unknown."""
    return Values(2 * variables + 1)


def assign(values: Values, literal: int) -> None:
    """Make a literal true."""
    values[literal], values[-literal] = TRUE, FALSE


def values_where(true: Iterable[int], like: Values) -> Values:
    """Values in which these literals are true and nothing else is known; as many as others."""
    values = Values(len(like))
    for literal in true:
        assign(values, literal)
    return values


def necessary(reasons: Sequence[R], suffice: Callable[[Sequence[R]], bool]) -> list[R]:
    """Return reasons of which none can be left out. They are left out many at a time at first; all
    of them suffice, and more do if fewer do."""
    kept = list(reasons)
    share = len(kept)
    while share:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + share :]
            if suffice(fewer):
                kept = fewer
            else:
                at += share
        share //= 2
    return kept


class Form(NamedTuple):
    """One way in which something follows from a constraint: a technique of the kinds that use it.
    Its sentences stand in the kit's catalogues under "techniques"."""

    id: str
    level: float


class Inference(NamedTuple):
    """Literals that follow, and the true literals that they rest on, all necessary."""

    then: tuple[int, ...]
    because: tuple[int, ...]
    ends: tuple[int, ...] = ()
    """The literals that its sentence names, as {a} and {b}."""
    clues: tuple[Place, ...] = ()
    """The places of clues that it rests on, beside those that its constraint takes."""


class Broken(NamedTuple):
    """A way in which a constraint is broken, and the literals to look at."""

    form: str
    literals: tuple[int, ...]
    cells: tuple[Cell, ...] = ()
    """Cells to look at that have no literal: nothing can be written in them."""


class LazyCut(NamedTuple):
    """A clause that every answer satisfies, and the nodes that justify it."""

    clause: tuple[int, ...]
    inside: frozenset[Cell]
    clues: tuple[Place, ...] = ()
    """The clues that it takes; only hints take any."""


class Constraint:
    """The base of all constraints."""

    __slots__ = ("cells", "clues", "literals")

    name: ClassVar[str]
    forms: ClassVar[tuple[Form, ...]] = ()
    breaks: ClassVar[tuple[str, ...]] = ("",)
    """The forms of `Broken`."""
    is_lazy: ClassVar[bool] = False
    """True if it is said by `cuts` too."""
    help_needs_clues: ClassVar[bool] = False
    """True if `helpful_clauses` rest on clues that other constraints take."""

    def __init__(self, literals: Sequence[int]) -> None:
        self.literals = tuple(literals)
        if 0 in self.literals:
            raise ValueError("0 is no literal: can such a mark stand there at all?")
        self.clues: tuple[Place, ...] = ()
        """The places of the clues that it takes from the puzzle."""
        self.cells: tuple[Cell, ...] = ()
        """The cells to look at; none: those of its literals."""

    @property
    def variables(self) -> frozenset[int]:
        """The variables of its literals."""
        return frozenset(map(abs, self.literals))

    def about(self, clue: Place | None, cells: Iterable[Cell] = ()) -> Self:
        """Say which clue it takes from the puzzle, and where to look."""
        self.clues = () if clue is None else (clue,)
        self.cells = tuple(cells)
        return self

    def of_clues(self, *clues: Place) -> Self:
        """Say that it takes several clues from the puzzle."""
        self.clues = clues
        return self

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """Return the clauses, and how many auxiliary variables they use, numbered from `first`."""
        raise TypeError(f"{self.name} has no clauses")

    def helpful_clauses(
        self, first: int, begins: Mapping[Constraint, int]
    ) -> tuple[list[Clause], int]:
        """Return clauses that forbid nothing more, yet help the search. `begins`: the first
        auxiliary variable of other constraints that hold."""
        return [], 0

    def cuts(self, values: Values) -> list[LazyCut]:
        """Return clauses that every answer satisfies and these values, of a full board that
        satisfies `clauses`, break."""
        return []

    def narrow_cuts(self, values: Values, known: Collection[int]) -> list[LazyCut]:
        """Like `cuts`, where these literals are known to be true: fewer rounds for more work."""
        return self.cuts(values)

    def cut_holds(self, inside: Collection[Cell], clause: Collection[int]) -> bool:
        """Return True if the constraint justifies a clause by a set of nodes."""
        return False

    def hinter(self, values: Values) -> Callable[[Sequence[int]], list[LazyCut]]:
        """Return a function that for further true literals gives clauses with at most one literal
        that is not false: what people see at a glance. It is asked thousands of times."""
        return lambda more: []

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Yield how it is broken; with `partial` only what no continuation can mend."""
        raise TypeError(f"{self.name} cannot be judged")

    def infer(self, form: str, values: Values) -> Inference | None:
        """Return the first thing that follows in this form and is not known."""
        return None

    def is_done(self, values: Values) -> bool:
        """Return True if it holds whatever else is written."""
        return False

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """Return the name of the sentence that tells what follows from some true literals; with
        nothing in `then`, that they break it."""
        return "so" if then else "broken"
