"""Techniques: the words in which a kind tells how people solve it.

A kind's `Ladder` lists its techniques from the easiest to the hardest. A technique looks at one
site (a cell, a clue, a line: whatever the kind likes) of a `SolveState`, the kind's own form of
what is known, and returns the first deduction it finds there. `explain/walkthrough.py` walks the
ladder; a technique looks again only at sites that something new has touched.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from enpitsu.grid import Cell, Corner, Edge, Line
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note, Position
from enpitsu.scene import Place

Known = Fact | Note
"""Something that may be known: a thing on the board, or a deduction that no single slot can
show."""

Reason = Fact | Note | Place
"""A reason of a deduction: something known, a clue (by the cell or line it stands at), or a cell
whose surroundings matter."""

Argument = int | str | Fact | Note | Cell | Corner | Edge | Line | tuple[Any, ...]
"""A thing that a sentence speaks of; a tuple is a list of such, a `Message` a phrase put into
it."""

Site = Any


class Message(NamedTuple):
    """A sentence still to be put into words: its id in a catalogue, and what it is about."""

    id: str
    args: Mapping[str, Argument]


class Deduction(NamedTuple):
    """The result of one use of a technique: new facts or notes, and all that they rest on, nothing
    else. What is known beforehand is never concluded again."""

    facts: tuple[Fact, ...]
    because: tuple[Reason, ...]
    args: Mapping[str, Argument]
    """For the technique's sentence."""
    notes: tuple[Note, ...] = ()
    form: str = "step"
    """Which of the technique's sentences tells it."""
    at: Place | None = None
    """The place to look at; None for the first place in `because`."""

    @property
    def known(self) -> tuple[Known, ...]:
        """The facts and notes."""
        return (*self.facts, *self.notes)


class SolveState(Protocol):
    """The knowledge of a puzzle, in the form a kind's techniques like to look at it.

    It is never asked about a board that contradicts the puzzle.
    """

    def learn(self, known: Iterable[Known]) -> None:
        """Take in what is new."""
        ...

    def knows(self, known: Known) -> bool:
        """Return True if this is known."""
        ...


P = TypeVar("P")  # the puzzles of a kind
S = TypeVar("S", bound=SolveState)  # the state that its techniques look at


class Technique(NamedTuple, Generic[S]):
    """A technique. Its title and sentences stand in the kind's catalogue under its id; the
    function's docstring is its proof."""

    id: str
    code: str
    """Its short name in lists, as "Y2"."""
    level: float
    """The difficulty of one use: 1 is obvious, 10 beyond what people do."""
    find: Callable[[S, Site], Deduction | None]
    """The first deduction at a site of a state."""
    sites: Callable[[S], Iterable[Site]]
    """All sites of a state, which can be compared and hashed; they are looked at in their order."""
    touched: Callable[[S, Known], Iterable[Site]]
    """The sites where something new may lead on."""
    is_implicit: bool = False
    """True if players draw such conclusions without noticing: they are drawn at once, and never
    are a step of their own."""


class Ladder(NamedTuple, Generic[P, S]):
    """The techniques of a kind, the easiest first."""

    techniques: tuple[Technique[S], ...]
    state: Callable[[P], S]
    """The state of a puzzle before anything is known."""
    narrate: Callable[[P, Any, tuple[Fact, ...], tuple[Fact, ...]], Message]
    """(puzzle, rule, given, then): what one rule instance makes of what is given, as a link of a
    chain of thoughts; with nothing in `then`, that it is broken. A message "why.at-once" is left
    out: people see that without being told."""
    codes: Mapping[str, str] = {}
    """The short names of the techniques that all kinds share."""
    encode: Callable[[P, Budget], Any] | None = None
    """(puzzle, budget): the whole puzzle as an Encoding in which each clue is a rule of its own;
    None where the kind's encoding of an empty board is so."""
    meaning: Callable[[P, Note], tuple[Fact, ...]] | None = None
    """A note of a puzzle in facts, one of which holds; None for kinds without notes."""
    tell: Callable[[P, Message], Message] | None = None
    """A sentence with its facts as people say them, where that differs from what they write."""
    thresholds: tuple[float, float, float, float, float] = (1.5, 2.5, 3.5, 4.5, 5.5)
    """The levels of steps from which on a puzzle that needs one is easy, medium, hard, expert,
    extreme: so chosen that real puzzles fill every level."""
    difficulty: tuple[float, float] | None = None
    """Offset and factor that turn the effort of a puzzle into a number from 1 to 9, fitted to
    levels that were published with puzzles of this kind; None where there are none to fit to."""


class MethodRule(NamedTuple):
    """A rule of a published method. Its title and sentences stand in the kind's catalogue under
    its id, as those of techniques."""

    id: str
    code: str
    """Its number where it was published, as "1.1"."""
    level: float
    """The difficulty of the techniques that show people the same."""


class MethodStep(NamedTuple):
    """One use of a rule: what is new, all that it rests on, first the place to look at, and why."""

    rule: str
    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    because: tuple[Reason, ...]
    messages: tuple[Message, ...]
    also: tuple[Fact, ...] = ()
    """The facts that follow at once."""


class MethodEnd(NamedTuple):
    """The end of a method: "unique" or "none" if it came to an answer, else "unknown"; all that it
    decided; and how far it came, in words."""

    status: str
    goal: Position
    message: Message


class Method(NamedTuple, Generic[P]):
    """A published way of solving by rules, told in its own order and by its own numbers."""

    name: str
    """The name of the engine that solves so."""
    rules: tuple[MethodRule, ...]
    steps: Callable[[P, Position, Budget], Generator[MethodStep, None, MethodEnd]]
    """(puzzle, position, budget): the steps from a position on; LimitReached if the budget ends."""
