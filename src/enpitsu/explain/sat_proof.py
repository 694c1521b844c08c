"""Proofs by SAT: a set of clues and known facts that leave a fact no choice, as small as a bounded
search finds it.

The rules of the kind hold always; each clue only when it is named. So the core of a contradiction
is a set of clues, notes and facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from enpitsu.explain.clauses import Clauses
from enpitsu.explain.narration import reasons
from enpitsu.explain.step import Step, as_said, places_of, say_move
from enpitsu.grid import Cell, Edge, Line
from enpitsu.kind import Clause, Rule
from enpitsu.limits import Budget
from enpitsu.position import Fact, Note, Position
from enpitsu.sat.backend import Solver
from enpitsu.sat.search import is_time_to_repair
from enpitsu.scene import Place
from enpitsu.technique import Argument, Known, Message

BACKEND = "minisat22"
PROOF = "proof"
LEVEL = 9.0
MAX_CANDIDATES = 6  # facts of which a proof is tried; the smallest one found is told
FIND_CONFLICTS = 2000  # of the solver, for finding a proof
TRY_CONFLICTS = 400  # for one try to leave something out
SHRINK_CONFLICTS = 4000  # for all such tries
MAX_MODELS = 200  # looked at in one try before it counts as undecided
MAX_TOLD_FACTS = 6  # known facts that are told one by one


class ClueSolver:
    """A solver in which the rules of the kind hold, and clues and notes that are named."""

    def __init__(self, clauses: Clauses, budget: Budget) -> None:
        self._clauses, self._budget = clauses, budget
        self._solver = Solver(BACKEND)
        self.names: dict[int, int] = {}
        """For each owner that must be named, the literal that does so."""
        self.owners: dict[int, int] = {}
        """The owners by these literals."""
        self._last = clauses.variables
        self._loaded = 0
        self.always = self.fresh()
        """A literal that is true."""
        self.add((self.always,))
        self.load()
        for batch in clauses.encoding.redundant_clauses(self._last + 1, budget):
            for clause in batch:  # which makes long proofs short
                self.add(clause)
                self._last = max(self._last, *map(abs, clause))

    def load(self) -> None:
        """Take in clauses that are new."""
        clauses = self._clauses
        for number in range(self._loaded, len(clauses.clauses)):
            owner = clauses.owner_of[number]
            clause, whose = clauses.clauses[number], clauses.owners[owner]
            if isinstance(whose, Note) or whose.clues:
                if owner not in self.names:
                    self.names[owner] = self.fresh()
                    self.owners[self.names[owner]] = owner
                clause = (*clause, -self.names[owner])
            self._solver.add(clause)
        self._loaded = len(clauses.clauses)

    def fresh(self) -> int:
        """A new variable."""
        self._last += 1
        return self._last

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        self._solver.add(clause)

    def prefer(self, literals: Clause) -> None:
        """Look for answers in which these literals are true."""
        self._solver.prefer(literals)

    def answer(self) -> Position:
        """Return the answer found last."""
        board = self._clauses.encoding.decode(self._solver.model())
        return Position(frozenset(board.answer()))

    def core(self) -> frozenset[int]:
        """Return the assumptions that the last answer "no" rests on."""
        return frozenset(self._solver.core())

    @property
    def conflicts(self) -> int:
        """Conflicts met so far."""
        return self._solver.conflicts

    def has_answer(
        self, assumptions: Sequence[int], conflicts: int | None = None, models: int | None = None
    ) -> bool | None:
        """Return whether an answer agrees with the assumptions; None if so many conflicts or models
        do not tell."""
        most = None if conflicts is None else self._solver.conflicts + conflicts
        tried = 0
        _, follows = self._solver.propagate(assumptions)
        while True:
            found = self._solver.solve(self._budget, assumptions, most)
            if not found:
                return found
            tried += 1
            if self._is_answer(assumptions, follows, tried):
                return True
            if models is not None and tried >= models:
                return None

    def _is_answer(self, assumptions: Sequence[int], follows: Sequence[int], tried: int) -> bool:
        """Return whether the last model is an answer, or close to one; if not, it is cut off."""
        encoding = self._clauses.encoding
        model = list(self._solver.model())
        model += [-name for name in range(len(model) + 1, encoding.fact_count + 1)]
        cuts = encoding.narrow_cuts(model, follows)
        if not cuts:
            return True
        for cut in cuts:
            self._solver.add(cut.clause)
        repaired = encoding.repair(model) if is_time_to_repair(tried) else None
        if repaired is None:
            return False
        facts = repaired[: encoding.fact_count]
        return bool(self._solver.solve(self._budget, [*assumptions, *facts]))


class Prover:
    """Proves facts of one puzzle."""

    def __init__(self, clauses: Clauses, budget: Budget) -> None:
        self._clauses, self._budget = clauses, budget
        self._solver = ClueSolver(clauses, budget)

    def prove(self, candidates: Sequence[int], known: Iterable[Known]) -> Step | None:
        """Prove that one of some literals is true; return the smallest proof found."""
        if not candidates:
            return None
        self._solver.load()
        encoding = self._clauses.encoding
        literals = [encoding.literal(each) for each in known if isinstance(each, Fact)]
        facts = sorted(literal for literal in literals if literal is not None)
        given = [*facts, *self._solver.names.values()]
        # Answers are soonest found near the true one.
        self._solver.prefer([*candidates, *given])
        cores: dict[int, frozenset[int]] = {}
        for literal in candidates[:MAX_CANDIDATES]:
            core = self._core(literal, given, FIND_CONFLICTS)
            if core is not None:
                cores[literal] = core
        if not cores:
            core = self._core(candidates[0], given, None)
            if core is None:
                return None
            cores[candidates[0]] = core
        proved, core = min(cores.items(), key=lambda proof: len(proof[1]))
        return self._tell(proved, *self._shrink(proved, core))

    def _core(
        self, literal: int, given: Sequence[int], conflicts: int | None
    ) -> frozenset[int] | None:
        """Find what of the given contradicts the opposite of a literal; None if nothing does."""
        if self._solver.has_answer([-literal, *given], conflicts) is not False:
            return None
        return self._solver.core() - {-literal}

    def _shrink(self, literal: int, core: frozenset[int]) -> tuple[frozenset[int], bool]:
        """Leave out of a proof what can be left out, the farthest first; return the rest, and
        whether it is known to be needed."""
        is_minimal = True
        stop = self._solver.conflicts + SHRINK_CONFLICTS
        here = _cell(self._clauses.encoding.fact(literal).slot)
        for each in sorted(core, key=lambda each: (-self._distance(here, each), each)):
            if each not in core:
                continue
            if self._solver.conflicts >= stop:
                return core, False
            rest = sorted(core - {each})
            found = self._solver.has_answer([-literal, *rest], TRY_CONFLICTS, MAX_MODELS)
            if found is False:
                core = self._solver.core() - {-literal}
            elif found is None:
                is_minimal = False
        return core, is_minimal

    def _distance(self, here: Cell, assumption: int) -> int:
        """Count the steps from a cell to the place of an assumption."""
        owner = self._solver.owners.get(assumption)
        if owner is None:
            return _steps(here, self._clauses.encoding.fact(assumption).slot)
        whose = self._clauses.owners[owner]
        places = whose.cells if isinstance(whose, Rule) else places_of(whose)
        return min(_steps(here, place) for place in places)

    def _tell(self, literal: int, core: frozenset[int], is_minimal: bool) -> Step:
        kind = self._clauses.kind.id
        concluded = self._clauses.encoding.fact(literal)
        named = self._solver.owners
        facts = [each for each in core if each not in named]
        owners = [named[each] for each in core if each in named]
        because = reasons(self._clauses, owners, facts, concluded.slot)
        clues = tuple(each for each in because if not isinstance(each, Fact | Note))
        known = tuple(each for each in because if isinstance(each, Fact | Note))
        if not known:
            form = "clues" if clues else "rules"
        else:
            form = "few" if len(known) <= MAX_TOLD_FACTS else "many"
            form += "" if clues else "-known"
        args: dict[str, Argument] = {
            "then": (concluded,),
            "clues": clues,
            "known": known,
            "count": len(clues),
        }
        messages = [as_said(self._clauses.puzzle, Message(f"{kind}.{PROOF}.{form}", args))]
        if not is_minimal:
            messages.append(Message(f"{kind}.{PROOF}.more", {}))
        return Step(
            kind=kind,
            technique=PROOF,
            level=LEVEL,
            facts=(concluded,),
            because=because,
            messages=tuple(messages),
            at=concluded.slot,
            move=say_move(self._clauses.puzzle, (concluded,)),
            is_minimal=is_minimal,
        )


def _cell(place: Place) -> Cell:
    if isinstance(place, Edge):
        return place.a
    return Cell(place.at, place.at) if isinstance(place, Line) else place


def _steps(here: Cell, place: Place) -> int:
    if isinstance(place, Line):
        return abs((here.row if place.is_row else here.col) - place.at)
    there = _cell(place)
    return abs(here.row - there.row) + abs(here.col - there.col)
