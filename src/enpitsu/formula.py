"""The formulas that engines give to SAT solvers, for solvers elsewhere: in DIMACS, each variable
explained, and what a solver answers read back as a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from enpitsu.errors import FormatError, LimitReached, PuzzleError
from enpitsu.kind import AnyKind, Clause, Encoding, Formula, Meaning, Model, Puzzle, Violation
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import EMPTY, Position
from enpitsu.registry import kind_of
from enpitsu.sat import dimacs
from enpitsu.sat.answer import SATISFIABLE, UNSATISFIABLE, read_answer
from enpitsu.sat.backend import AUTO
from enpitsu.solve import find_engine

MOST_CHARACTERS = 2**30  # of a formula as text; a longer one is refused even without a memory limit
CHECK_EVERY = 4096  # clauses between two looks at the budget


class Encoded:
    """The clauses of a kind's encoding, with nothing decided beforehand."""

    def __init__(self, kind: AnyKind, puzzle: Puzzle, budget: Budget) -> None:
        self.encoding: Encoding = kind.encode(kind.board(puzzle), budget)
        self._first = self.encoding.variables
        """The number of variables before the first rule has any of its own."""
        self._helpers: list[Meaning] = []

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.encoding.variables

    @property
    def leaves_out(self) -> str:
        """The rules that are said lazily."""
        return self.encoding.leaves_out

    def clauses(self, budget: Budget) -> Iterator[Clause]:
        """The clauses; which variables come with which rule is noted on the way."""
        encoding, known = self.encoding, self._first
        self._helpers = []
        self._note(range(encoding.fact_count + 1, known + 1), "", "used by several rules")
        for rule, batch in zip(encoding.rules(), encoding.batches(budget), strict=True):
            yield from batch
            place = next(iter((*rule.clues, *rule.cells)), "")
            new = range(known + 1, encoding.variables + 1)
            self._note(new, rule.code, f'rule "{rule.code}" {place}'.rstrip())
            known = encoding.variables

    def _note(self, variables: range, code: str, users: str) -> None:
        if variables:
            words = self.encoding.helpers.get(code, "helpers")
            self._helpers.append(Meaning(variables, f"{users}: {words}"))

    def meanings(self) -> Iterator[Meaning]:
        """The facts, then the helpers of each rule."""
        for name in range(1, self.encoding.fact_count + 1):
            yield Meaning(range(name, name + 1), str(self.encoding.fact(name)))
        yield from self._helpers

    def board(self, model: Model) -> Any:
        """The answer that a model describes."""
        return self.encoding.decode(model)

    def cuts(self, model: Model) -> Sequence[Clause]:
        """Clauses against a model that is no answer."""
        return [cut.clause for cut in self.encoding.cuts(model)]


def formula_of(puzzle: Puzzle, engine: str, budget: Budget) -> tuple[str, Formula]:
    """An engine's name with its options, and its formula; PuzzleError if it has none."""
    kind = kind_of(puzzle)
    chosen, options = find_engine(kind, engine)
    name = ":".join((chosen.name, *sorted(options)))
    if chosen.formula is not None:
        return name, chosen.formula(puzzle, options, budget)
    if not chosen.uses_sat:
        some = [each.name for each in kind.engines if (each.uses_sat or each.formula is not None)]
        others = f"{', '.join(some)} {'has' if len(some) == 1 else 'have'}"
        message = f"the engine {chosen.name} asks no SAT solver, so it has no formula; {others}"
        raise PuzzleError(f"{message} one")
    return name, Encoded(kind, puzzle, budget)


def to_dimacs(puzzle: Puzzle, limits: Limits = NO_LIMITS, engine: str = AUTO) -> str:
    """Return the formula that an engine gives to its SAT solver, as DIMACS text, with comments on
    the variables and on what the clauses leave out. LimitReached if it is too long."""
    budget = limits.start()
    name, formula = formula_of(puzzle, engine, budget)
    lines, length = [], 0
    for number, clause in enumerate(formula.clauses(budget)):
        lines.append(dimacs.clause_line(clause))
        length += len(lines[-1])
        if number % CHECK_EVERY == 0:
            budget.check()
            if length > MOST_CHARACTERS:
                raise LimitReached("memory")
    comments = [f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}, engine {name}"]
    shows = f"enpitsu export PUZZLE --dimacs --engine {name} --model FILE shows a model as a board"
    if formula.leaves_out:
        comments += [
            f"The clauses do not say {formula.leaves_out}: a model may break that.",
            f"{shows},",
            "and which clauses to add before the solver is asked again.",
        ]
    else:
        comments += ["Every model is a solution.", f"{shows}."]
    comments += variable_comments(formula)
    return "".join((dimacs.head(formula.variables, len(lines), comments), *lines))


def variable_comments(formula: Formula) -> Iterator[str]:
    """Yield the meaning of each variable, as a comment."""
    for names, words in formula.meanings():
        if names:
            last = f"-{names[-1]}" if len(names) > 1 else ""
            yield f"{names[0]}{last} = {words}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRead:
    """A solver's answer, read as a board of the puzzle.

    `status` is "solved", "broken" (a rule is), "none" (the formula has no model) or "unknown" (the
    solver gave up).
    """

    status: str
    engine: str
    position: Position = EMPTY
    violations: tuple[Violation, ...] = ()
    leaves_out: str = ""
    """The rules that the formula does not say, in words."""
    clauses: tuple[tuple[int, ...], ...] = ()
    """Clauses to add before the solver is asked again, where the formula left something out; every
    solution satisfies them."""
    missing: int = 0
    """The number of variables that the model does not speak of."""


def read_model(
    puzzle: Puzzle, text: str, limits: Limits = NO_LIMITS, engine: str = AUTO
) -> ModelRead:
    """Read a SAT solver's answer to the formula that `to_dimacs` writes, and check the board by the
    rules. FormatError, with the line, if the text is no such answer or the model is of another
    formula."""
    budget, kind = limits.start(), kind_of(puzzle)
    name, formula = formula_of(puzzle, engine, budget)
    for _ in formula.clauses(budget):
        pass  # how many variables there are is known behind the last clause only
    answer = read_answer(text, formula.variables)
    if answer.status != SATISFIABLE:
        status = "none" if answer.status == UNSATISFIABLE else "unknown"
        return ModelRead(status=status, engine=name, leaves_out=formula.leaves_out)
    for number, clause in enumerate(formula.clauses(budget), start=1):
        if not any(answer.model[abs(literal) - 1] == literal for literal in clause):
            raise FormatError(
                f"the model breaks clause {number} of the formula of {name}: "
                "is it an answer to another one?"
            )
    board = formula.board(answer.model)
    violations = tuple(kind.check(board, partial=False, ruleset=kind.rulesets[0]))
    return ModelRead(
        status="broken" if violations else "solved",
        engine=name,
        position=Position.of(board.answer()),
        violations=violations,
        leaves_out=formula.leaves_out,
        clauses=tuple(map(tuple, formula.cuts(answer.model))) if violations else (),
        missing=answer.missing,
    )
