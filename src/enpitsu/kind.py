"""The Kind record and the words that all kinds share.

A kind is one folder with one frozen `Kind` record. Shared code knows kinds only through it.
An ability that a kind lacks is None, never a method that raises.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    runtime_checkable,
)

from enpitsu.errors import LimitReached
from enpitsu.grid import Cell, Edge, Line, Symmetry
from enpitsu.lazy import LoadWhenAsked
from enpitsu.limits import Budget
from enpitsu.position import EMPTY, Fact, Position

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from enpitsu.making import Editor, Maker, Manifest
    from enpitsu.picture.maker import PictureMaker
    from enpitsu.scene import Marks, Place, Scene
    from enpitsu.technique import Ladder, Method

Clause = Sequence[int]
Model = Sequence[int]
ClueState = Literal["open", "matched", "done", "wrong"]
Fullness = Literal["full", "open", "unclear"]


class Puzzle(Protocol):
    """A frozen, hashable puzzle. What has been constructed is valid and never crashes later."""

    kind: ClassVar[str]

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    def transform(self, symmetry: Symmetry) -> Self:
        """The puzzle turned or mirrored."""
        ...


class Board(Protocol):
    """A kind's fast inner state of one position: bit sets or arrays over slot numbers.

    It may hold anything a player can write, rules broken or not.
    """

    @property
    def puzzle(self) -> Any:
        """The puzzle it belongs to."""
        ...

    def place(self, facts: Iterable[Fact]) -> None:
        """Write facts; FormatError if one does not fit the puzzle."""
        ...

    def facts(self) -> Iterator[Fact]:
        """Everything on the board, denials included."""
        ...

    def answer(self) -> Iterator[Fact]:
        """Only what a finished answer shows: what is there, not what is absent."""
        ...

    def settle(self, budget: Budget) -> bool:
        """Draw every cheap conclusion; False if the board contradicts the puzzle."""
        ...


class Rule(NamedTuple):
    """One instance of a rule: a code that the kind declares, the cells it speaks of (the clue's
    cell first), and the places of the clues that it takes from the puzzle."""

    code: str
    cells: tuple[Cell, ...]
    clues: tuple[Place, ...] = ()


class Violation(NamedTuple):
    """A broken rule: its code, the cells to look at, a sentence for the player, and the rows or
    columns whose clues it speaks of, or the lines that are wrong."""

    code: str
    cells: tuple[Cell, ...]
    message: str
    lines: tuple[Line | Edge, ...] = ()


class Cut(NamedTuple):
    """A clause found lazily; `Encoding.reason` tells the rule and the cells that justify it."""

    clause: tuple[int, ...]
    code: str
    inside: Sequence[int]
    clues: tuple[Place, ...] = ()
    """The clues that it takes; only hints take any."""


class Encoding(Protocol):
    """A puzzle as clauses. Variables 1..fact_count stand for facts, later ones are auxiliary.

    A fact variable need not occur in any clause. Kinds derive from this class: where clauses say
    everything, the lazy part (`cuts`, `repair`, `reason`) is inherited as "nothing".
    """

    fact_count: int
    backends: ClassVar[tuple[str, str]] = ("minisat22", "maplechrono")
    """The solvers that "auto" lets take turns."""
    patience: ClassVar[int] = 2000
    """Conflicts after which it is the second one's turn for the first time."""
    probes: ClassVar[bool] = False
    """True if it pays to try single facts before a long search."""
    helpers: ClassVar[Mapping[str, str]] = {}
    """The meaning of the auxiliary variables, in words, by the code of the rule whose batch brings
    them; "" for those that are there before."""
    leaves_out: ClassVar[str] = ""
    """The rules that are said lazily, by `cuts`, in words."""

    @property
    def answer_count(self) -> int:
        """Variables 1..answer_count are what an answer shows; the facts behind them follow."""
        return self.fact_count

    @property
    def is_decided(self) -> bool:
        """True if nothing is left to decide and the board is known to be an answer."""
        return False

    def preferred(self) -> Clause:
        """Literals that the first solver tries first when a choice is free."""
        return ()

    def guesses(self, budget: Budget) -> Iterator[Clause]:
        """Sets of literals that some answer may well have, the boldest first: each is tried
        for a short while before the search for the first answer."""
        return iter(())

    @property
    def variables(self) -> int:
        """The number of variables in the clauses; final once `batches` has run through."""
        ...

    def batches(self, budget: Budget) -> Iterator[Iterable[Clause]]:
        """The clauses, one batch for each rule instance; the same each time it is asked."""
        ...

    def rules(self) -> Iterator[Rule]:
        """The rule instance of each batch, in the same order."""
        ...

    def fact(self, literal: int) -> Fact:
        """The fact that a literal of a fact variable claims."""
        ...

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None where it was decided before encoding."""
        ...

    def known(self) -> Iterator[Fact]:
        """Yield the facts that were decided before encoding."""
        ...

    def decode(self, model: Model) -> Board:
        """The answer that a model describes."""
        ...

    def cuts(self, model: Model) -> list[Cut]:
        """Clauses that every answer satisfies and this model breaks; empty if it is an answer."""
        return []

    def narrow_cuts(self, model: Model, literals: Iterable[int]) -> list[Cut]:
        """Like `cuts`, where these literals are known to be true: fewer rounds for more work."""
        return self.cuts(model)

    def repair(self, model: Model) -> Model | None:
        """An answer close to a model that cuts break, if one is easily found."""
        return None

    def reason(self, cut: Cut) -> Rule:
        """The rule behind a cut, with the cell set that justifies it."""
        return Rule(cut.code, ())

    # What explanations ask for beyond that. Nothing of it is needed to solve a puzzle.

    def per_clue_clauses(self, budget: Budget) -> Iterator[tuple[Rule, Iterable[Clause]]]:
        """Yield the clauses of single clues, where a batch speaks of several at once; asked once
        the batches have run through."""
        return iter(())

    def loop_hints(self, known: Sequence[int]) -> Callable[[Sequence[int]], list[Cut]]:
        """Return the hints beyond the clauses that people see at a glance, as a loop about to
        close: a function that for further true literals gives clauses of which one literal or
        none is left."""
        return lambda more: []

    def redundant_clauses(self, first: int, budget: Budget) -> Iterator[Iterable[Clause]]:
        """Clauses over further variables, from `first` on, that make long proofs short and forbid
        no answer."""
        return iter(())


class Meaning(NamedTuple):
    """The meaning of some variables of a formula, in words."""

    variables: range
    words: str


class Formula(Protocol):
    """The clauses that an engine gives to its SAT solver, for solvers elsewhere."""

    @property
    def variables(self) -> int:
        """The number of variables; final once `clauses` has run through."""

    @property
    def leaves_out(self) -> str:
        """The rules that the clauses do not say, in words, so that a model may break them; empty if
        every model is an answer."""

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The clauses, the same each time; LimitReached if they are too many."""

    def meanings(self) -> Iterator[Meaning]:
        """Yield the meaning of all variables, in order; asked once `clauses` has run through."""

    def board(self, model: Model) -> Any:
        """Return the board that a model describes."""

    def cuts(self, model: Model) -> Sequence[Clause]:
        """Clauses to add before the solver is asked again, if the model breaks what the clauses
        leave out: they forbid it and no answer."""


class Solution:
    """One solution; its facts are spelled out when asked for."""

    __slots__ = ("_board", "_facts")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._facts: frozenset[Fact] | None = None

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that the finished board shows (what is absent is left out)."""
        if self._facts is None:
            self._facts = frozenset(self._board.answer())
        return self._facts

    @property
    def truths(self) -> frozenset[Fact]:
        """All that holds in it, also what the finished board need not show."""
        return frozenset(fact for fact in self._board.facts() if fact.holds)

    @property
    def position(self) -> Position:
        """The solution as a position."""
        return Position(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __repr__(self) -> str:
        return f"Solution({self.position})"


@dataclass(slots=True)
class Stats:
    """The cost of a search."""

    engine: str = ""
    backend: str = ""
    seconds: float = 0.0
    variables: int = 0
    clauses: int = 0
    cuts: int = 0
    conflicts: int = 0
    details: Mapping[str, float] = field(default_factory=dict)
    """Counts of this engine alone, by names that are shown as they are, in this order; for a
    foreign solver its own statistics by its own names."""


class Task(NamedTuple):
    """The question to an engine: solutions that agree with `given`, at most `wanted` (None: all).

    `accept` is told of each one when it is found, and raises WrongSolution if it is none.
    """

    given: Position
    wanted: int | None
    budget: Budget
    backend: str
    accept: Callable[[Board], None] = lambda board: None
    options: frozenset[str] = frozenset()
    """The names of the engine's options that are on."""


DEDUCTIONS = "deductions"
"""The limit of a result where an engine that only deduces can deduce no more."""


class Search(NamedTuple):
    """The findings of an engine: finished boards, whether there are no others, the limit
    reached."""

    boards: list[Board]
    complete: bool
    reached: str | None
    stats: Stats
    partial: Position | None = None
    """The facts that an engine had decided when it gave up, true in every solution; None for others
    and where there are boards."""

    @classmethod
    def collect(cls, found: Generator[Board, None, None], task: Task, stats: Stats) -> Search:
        """The first `wanted` boards, or all; what was found before a limit is kept."""
        boards: list[Board] = []
        reached, complete = None, False
        try:
            with closing(found):
                for board in found:
                    task.accept(board)
                    boards.append(board)
                    if len(boards) == task.wanted:
                        break
                else:
                    complete = True
        except LimitReached as limit:
            reached = str(limit)
        return cls(boards, complete, reached, stats)


P = TypeVar("P", bound=Puzzle)


@runtime_checkable
class WordSource(Protocol):
    """Makes the catalogues of a kind, where they are not files alone."""

    def catalogue(self, language: str) -> dict[str, Any]:
        """Return all sentences of a language; empty if there are none."""
        ...


PROGRAM = "program:"  # begins a backend that is a command to be run: "program:z3 -in"


class EngineOption(NamedTuple):
    """Something that an engine can do otherwise; the answers stay the same."""

    name: str
    title: str
    gives_up: bool = False
    """True if the engine then may end without an answer: the status is "unknown", `reached` is
    DEDUCTIONS, and `partial` tells what it had decided."""


class Engine(NamedTuple, Generic[P]):
    """A way of solving, by name. Every engine gives the same answers.

    Options are asked for behind the name, as in "counting:compact".
    """

    name: str
    title: str
    search: Callable[[Kind[P], P, Task], Search]
    options: tuple[EngineOption, ...] = ()
    uses_sat: bool = True
    """True if it asks a SAT solver, so that a backend can be chosen."""
    formula: Callable[[P, frozenset[str], Budget], Formula] | None = None
    """The clauses for a SAT solver, for a puzzle and options; None: what `Kind.encode` makes of
    the empty board, if it asks one at all."""
    solvers: tuple[str, ...] = ()
    """Solvers of another sort that can be chosen as its backend; PROGRAM among them stands for any
    command."""
    prepare: Callable[[str], object] | None = None
    """Loads, or installs, what the engine needs for a backend; called before the time of a search
    counts. BackendMissing if it cannot be had."""

    def takes(self, backend: str) -> bool:
        """Return True if this is one of its `solvers`."""
        is_command = backend.startswith(PROGRAM) and PROGRAM in self.solvers
        return is_command or (backend in self.solvers and backend != PROGRAM)


class Checker(Protocol):
    """The rules on a board, independent of encodings and engines."""

    def __call__(self, board: Any, *, partial: bool, ruleset: str) -> list[Violation]:
        """Every violation; with `partial` only what is already wrong."""
        ...


MAX_NOTE = 2000  # characters of a note; what is more is cut off


@dataclass(frozen=True, slots=True)
class Meta:
    """Title, author and the like of a puzzle."""

    title: str = ""
    author: str = ""
    source: str = ""
    level: str = ""
    length: int = 0
    """Steps that it takes to solve it; 0 if nobody counted them."""
    note: str = ""
    """A word of its author to those who solve it; it may have several lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A puzzle as it was read: with the position it carried and what was assumed in reading.

    `tail` holds what a format carries behind the board and others do not know, word for word, so
    that writing the same format gives the same text.
    """

    puzzle: Puzzle
    position: Position = EMPTY
    meta: Meta = field(default_factory=Meta)
    format: str = ""
    warnings: tuple[str, ...] = ()
    tail: str = ""
    made: Manifest | None = None  # the record of how Enpitsu made the puzzle, if it did
    free_marks: tuple[str, ...] = ()  # that a player put on the board (enpitsu.free_marks)

    @property
    def bare(self) -> Document:
        """The document without what stands on the board."""
        return replace(self, position=EMPTY, free_marks=())

    def puzzle_as(self, puzzle_type: type[P]) -> P:
        """Return the puzzle, which must be of this type: a codec is asked for its own kind only."""
        if not isinstance(self.puzzle, puzzle_type):
            raise TypeError(f"not a {puzzle_type.__name__} document")
        return self.puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec:
    """One format of one kind: text to documents and back.

    `sniff` answers quickly whether a text looks like this format; `parse` raises FormatError where
    it is wrong; `dump` raises FormatError for what the format cannot hold.
    """

    format: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    parse: Callable[[str], list[Document]]
    dump: Callable[[Document], str]
    carries_position: bool
    holds_many: bool = False  # True if texts written one below the other are a pack of puzzles
    join: Callable[[Sequence[str]], str] | None = None
    """Makes one text of several, for packs that need more than one text below the other."""
    tail_is_source: bool = False
    """True if `tail` is all the text a document was read from, and `dump` finds out for itself
    what of it still holds; else a tail is dropped when the position changes."""
    is_binary: Callable[[bytes], bool] | None = None
    """True if a file that begins with these bytes is of this format and not text: it reaches
    `sniff` and `parse` undecoded, one character a byte."""
    type_names: tuple[str, ...] = ()
    """For formats that many kinds share and that name the puzzle type: the names of this kind, the
    one that is written first."""
    is_likely: Callable[[str], bool] = lambda text: True  # else of another kind that can read it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind(Generic[P]):
    """Everything the house knows about a kind of puzzle.

    A part may be given as `load_when_asked("package.module:thing")`: whoever asks for it gets the
    thing itself.
    """

    id: str
    name: str
    native_name: str
    how_to_play: tuple[str, ...]
    """The rules for players, a sentence each."""
    rules: Mapping[str, str]
    """Every rule code that encodings use, with the rule in words."""
    violations: Mapping[str, str]
    """Every violation code with its sentence."""
    rulesets: tuple[str, ...]
    """Names of rule readings, the strict default first."""
    blank: Callable[[int, int], P]
    board: Callable[[P], Board]
    check: Checker
    encode: Callable[[Any, Budget], Encoding]
    """The clauses of what a board leaves to decide: of an empty board the whole puzzle (for proofs
    and explanations), of a settled one only the rest (for speed). LimitReached if the budget ends
    meanwhile."""
    engines: tuple[Engine[P], ...]
    """The first is the default."""
    scene: Callable[[Any, Marks], Scene]
    pack: Callable[[P], dict[str, Any]]
    """The puzzle as plain JSON data; `unpack` reads it, FormatError if it is wrong."""
    unpack: Callable[[dict[str, Any]], P]
    codecs: tuple[Codec, ...]
    examples: Traversable
    clue_states: Callable[[Any], Mapping[str, ClueState]] | None = None
    """The state of each clue of a board, by its place as text. "done": it is satisfied, and nothing
    can be written that would change that. "wrong": it can no longer be satisfied. "matched", of
    several parts: this one is on the board and can be no other, but the rest is not done. Never by
    luck or by the solution. On a solved board all are done. Clues that ask for nothing are left
    out. None: the kind does not tell."""
    fullness: Callable[[Any], Fullness] = lambda board: "unclear"
    """Of an unsolved board: "full" if anything more would break a rule at once, so never a part of
    a solution; "open" if something begun has to go on."""
    signature: Callable[[P, Symmetry], str] | None = None
    """All that matters of the puzzle turned or mirrored so, as a text: puzzles of one size with
    equal texts are the same to a solver, whatever they look like. None: all of `pack` matters."""
    cut_holds: Callable[[P, frozenset[Cell], frozenset[Fact]], bool] | None = None
    """True if the rules justify "one of these facts holds" by this cell set; None without cuts."""
    from_picture: PictureMaker[P] | None = None
    """The maker of puzzles from pictures; None for kinds that show none."""
    smtlib: Callable[[P, Sequence[Position], Budget], str] | None = None
    """The puzzle as an SMT-LIB 2.6 script that asks for a solution other than these, or None."""
    ladder: Ladder[P, Any] | None = None
    """Its techniques; None for kinds that cannot be explained yet."""
    methods: tuple[Method[P], ...] = ()
    """Published ways of solving by rules that can be told step by step."""
    words: Traversable | WordSource | None = None
    """The folder of its catalogues, one file a language (en.toml, ja.toml), or what makes them."""
    makers: tuple[Maker[P], ...] = ()
    """Ways of making puzzles; the first is the default."""
    editor: Editor[P, Any] | None = None
    """The changes of its puzzles; None for kinds whose puzzles cannot be changed yet."""
    starter: Traversable | None = None
    """A file of puzzles that come with the package, in Enpitsu's own JSON."""
    exercises: Traversable | None = None
    """A file that tells in which of them each technique is used: see enpitsu.school.pool."""
    web: Traversable | None = None
    """The folder of its js for the web app, with index.js; None for kinds that have none."""
    declaration: Mapping[str, Any] | None = None
    """The declaration of a kind without js of its own, for the kit in the browser, as JSON data."""
    variants: tuple[str, ...] = ()
    """Names of variants with a rule of their own: fields of the puzzle, and of its `pack`, that are
    true where it holds. Catalogues have `variants.NAME.name` and `.rule`."""
    _unloaded: dict[str, Callable[[], Any]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for name in self.__slots__:
            part = getattr(self, name)
            if isinstance(part, LoadWhenAsked):
                self._unloaded[name] = part.make
                object.__delattr__(self, name)

    if not TYPE_CHECKING:  # Type checkers would take any name for a part.

        def __getattr__(self, name: str) -> Any:
            """Load a part that is not there yet."""
            if name not in Kind.__slots__ or name not in self._unloaded:
                raise AttributeError(f"a kind has no {name!r}")
            part = self._unloaded[name]()
            object.__setattr__(self, name, part)
            return part

    @property
    def is_played(self) -> bool:
        """True if the browser has a board for it."""
        return self.web is not None or self.declaration is not None

    def variants_of(self, puzzle: P) -> tuple[str, ...]:
        """Return the names of the variants that a puzzle is."""
        return tuple(name for name in self.variants if getattr(puzzle, name))

    def load_all(self) -> None:
        """Import every part now, where nobody waits for it."""
        for name in [*self._unloaded]:
            getattr(self, name)


AnyKind = Kind[Any]  # a kind that the registry hands out: the type of its puzzles is not known
