"""Search over an encoding: solutions one after another, and what all of them share."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import chain

from enpitsu.errors import LimitReached
from enpitsu.kind import Board, Clause, Encoding, Kind, Model, P, Search, Stats, Task
from enpitsu.limits import Budget
from enpitsu.position import Fact, Position
from enpitsu.sat.backend import AUTO, Solver

PROBE_AFTER = 200  # conflicts: then single facts are tried, if the encoding says it is worth it
GUESS_CONFLICTS = 5000  # that a guess at the first answer may cost
PROBE_MODELS = 4  # answers, then twice as many and so on: then facts that all share are probed
LEMMA_MODELS = 16  # answers: there will be many, and redundant clauses make the last proofs short
REPAIR_AFTER = 8  # broken models: then a repair is tried for the first time


def encode_rest(kind: Kind[P], puzzle: P, position: Position, budget: Budget) -> Encoding | None:
    """Encode what is left of a puzzle from a position on, after all cheap deductions; None if they
    meet a contradiction."""
    board = kind.board(puzzle)
    board.place(position)
    return kind.encode(board, budget) if board.settle(budget) else None


def sat_search(kind: Kind[P], puzzle: P, task: Task) -> Search:
    """The engine that every kind with an encoding has: cheap deductions, then SAT."""
    encoding = encode_rest(kind, puzzle, task.given, task.budget)
    if encoding is None:
        return Search([], True, None, Stats(backend=task.backend))
    return find_solutions(encoding, task)


def sat_only_search(kind: Kind[P], puzzle: P, task: Task) -> Search:
    """SAT alone: nothing is concluded before encoding, for comparison."""
    kind.board(puzzle).place(task.given)  # refuses what does not fit
    encoding = kind.encode(kind.board(puzzle), task.budget)
    literals = [encoding.literal(fact) for fact in task.given]
    return find_solutions(encoding, task, [literal for literal in literals if literal is not None])


class Session:
    """An encoding loaded into a solver; with the backend "auto", into two that take turns.

    Which of them is quick on a puzzle cannot be told before, and the slow one may need a hundred
    times as long (docs/solving.md): so the second starts when the first has met many conflicts,
    and then each goes on twice as long as before.
    """

    def __init__(self, encoding: Encoding, backend: str, budget: Budget) -> None:
        self.encoding, self.budget = encoding, budget
        self.stats = Stats(backend=encoding.backends[0] if backend == AUTO else backend)
        self._takes_turns = backend == AUTO
        self._may_probe = self._takes_turns and encoding.probes
        self._patience = encoding.patience
        self._pause = PROBE_AFTER if self._may_probe else self._patience
        self._added: list[Clause] = []
        self._solvers: list[Solver] = []
        self._seen = [0]
        self._turn = 0

    def __enter__(self) -> Session:
        self._solvers.append(Solver(self.stats.backend, self.budget))
        self._load(self._solver)
        self._solver.prefer(self.encoding.preferred())
        return self

    def __exit__(self, *_: object) -> None:
        self.stats.variables = self.encoding.variables
        self.stats.clauses = self._solver.clauses
        self.stats.conflicts = self._conflicts
        for solver in self._solvers:
            solver.close()

    @property
    def _solver(self) -> Solver:
        return self._solvers[self._turn]

    @property
    def _conflicts(self) -> int:
        return sum(solver.conflicts for solver in self._solvers)

    def _load(self, solver: Solver) -> None:
        solver.add_all(chain.from_iterable(self.encoding.batches(self.budget)))

    def add(self, clause: Clause) -> None:
        """Add a clause to those of the encoding."""
        if self._takes_turns:
            self._added.append(clause)
            self._seen[self._turn] = len(self._added)
        self._solver.add(clause)

    def prefer(self, literals: Clause) -> None:
        """Try these literals first when a choice is free, where the solver can be told."""
        self._solver.prefer(literals)

    def next_model(self) -> Model | None:
        """A model of all clauses so far, or None if there is none."""
        return self._model() if self._solve(()) else None

    def begin(self) -> None:
        """A new question: the first solver goes on, and has its patience anew."""
        if self._takes_turns:
            if self._turn:
                self._turn = 0
                self._catch_up()
            self._patience = self._solver.conflicts + self.encoding.patience
            self._pause = self._pause if self._may_probe else self._patience

    def guessed_model(self) -> Model | None:
        """A model that one of the encoding's guesses leads to; None if none does soon."""
        if self._takes_turns:
            for guess in self.encoding.guesses(self.budget):
                most = self._solver.conflicts + GUESS_CONFLICTS
                if self.budget.conflicts is not None:
                    most = min(most, self.budget.conflicts)
                if self._solver.solve(self.budget, guess, most):
                    return self._model()
        return None

    def _model(self) -> Model:
        model = self._solver.model()
        # A solver does not speak of fact variables that stand in no clause yet.
        missing = range(len(model) + 1, self.encoding.fact_count + 1)
        return [*model, *(-name for name in missing)] if missing else model

    def allows(self, model: Model) -> bool:
        """Return True if an answer satisfies all clauses so far."""
        return self._solve(model[: self.encoding.fact_count])

    def model_with(self, literals: Clause) -> Model | None:
        """A model in which these literals are true, or None if there is none."""
        return self._model() if self._solve(literals) else None

    def refutes(self, literal: int) -> bool:
        """Return True if a literal leads to a contradiction by unit propagation alone."""
        return self._solver.refutes(literal)

    def _solve(self, assumptions: Clause) -> bool:
        limit = self.budget.conflicts
        while True:
            if limit is not None and self._conflicts > limit:
                raise LimitReached("conflicts")
            stops = [self._pause] if self._takes_turns else []
            if limit is not None:
                stops.append(limit - self._conflicts + self._solver.conflicts)
            answer = self._solver.solve(self.budget, assumptions, min(stops, default=None))
            if answer is not None:
                return answer
            if limit is not None and self._conflicts >= limit:
                raise LimitReached("conflicts")
            # After many conflicts: try single facts, or let the other solver go on.
            if self._may_probe:
                self._may_probe = False
                self._probe()
            else:
                self._turn = 1 - self._turn
                self._patience *= 1 if self._turn else 2
                self._catch_up()
            self._pause = self._patience

    def _catch_up(self) -> None:
        """Bring the solver whose turn it is up to date."""
        if self._turn == len(self._solvers):
            self._solvers.append(Solver(self.encoding.backends[1], self.budget))
            self._seen.append(0)
            self._load(self._solver)
            self.stats.backend = "+".join(self.encoding.backends)
        self._solver.add_all(self._added[self._seen[self._turn] :])
        self._seen[self._turn] = len(self._added)

    def _probe(self) -> None:
        """Assume each open fact and its opposite: what leads to a contradiction at once is not so.

        Unit propagation is all that is asked, which takes microseconds.
        """
        known: set[int] = set()
        for name in range(1, self.encoding.fact_count + 1):
            self.budget.check()
            for literal in (name, -name):
                if literal in known or -literal in known:
                    continue
                if self._solver.refutes(literal):
                    self.add((-literal,))
                    known.add(-literal)


def answers(session: Session, *, eager: bool = False) -> Iterator[Model]:
    """Models that no cut breaks, until there is none.

    Whoever takes a model adds a clause against it before asking for the next. Now and then, when
    cuts alone do not lead to an answer, a repair is tried; at once, if `eager`, and again as long
    as repairs succeed.
    """
    broken, weight = 0, REPAIR_AFTER if eager else 1
    model = session.guessed_model() or session.next_model()
    while model is not None:
        session.budget.check()
        cuts = session.encoding.cuts(model)
        session.stats.cuts += len(cuts)
        for cut in cuts:
            session.add(cut.clause)
        if not cuts:
            yield model
        else:
            broken += 1
            is_time = is_time_to_repair(broken * weight)
            repaired = session.encoding.repair(model) if is_time else None
            if repaired is not None and session.allows(repaired):
                broken = 0 if eager else broken
                yield repaired
        model = session.next_model()


def is_time_to_repair(broken: int) -> bool:
    """After 8, 16, 32, ... broken models: rarely on puzzles where it never helps."""
    return broken >= REPAIR_AFTER and broken & (broken - 1) == 0


def distinct_answers(session: Session) -> Iterator[Model]:
    """Every answer once."""
    for model in answers(session):
        yield model
        session.add([-literal for literal in model[: session.encoding.answer_count]])


def find_solutions(encoding: Encoding, task: Task, given: Clause = ()) -> Search:
    """The first `wanted` answers of an encoding in which these literals are true, or all."""
    session = Session(encoding, task.backend, task.budget)
    return Search.collect(_boards(session, given), task, session.stats)


def _boards(session: Session, given: Clause) -> Generator[Board, None, None]:
    if session.encoding.is_decided:
        yield session.encoding.decode(())
        return
    with session:
        for literal in given:
            session.add((literal,))
        for model in distinct_answers(session):
            yield session.encoding.decode(model)


class Sieve:
    """The literals that all answers found so far share; once `is_done`, all answers.

    Each new answer must differ from what is shared somewhere, and the solver is told to prefer
    those that differ everywhere. Such models seldom are answers where cuts are needed, but often
    nearly so: hence repairs at once. When answers bring less, single facts are probed: most of what
    is forced is then proved long before the last answer is found.
    """

    def __init__(self, encoding: Encoding, budget: Budget, backend: str, keeps: int = 0) -> None:
        self.encoding, self._budget = encoding, budget
        self._session = Session(encoding, backend, budget)
        self._keeps = keeps
        self.kept: list[Model] = []
        """So many answers, the first ones: as each differs from all before, they are far apart."""
        self.count = 0
        """The number of answers that were found, each different from all before."""
        self.first: Model | None = None
        self.second: Model | None = None
        """Of the others the one that differs least from the first: easiest to compare."""
        self._first_facts: frozenset[int] = frozenset()
        self._difference = 0
        self.shared: set[int] = set()
        """The fact literals that they share."""
        self.proved: set[int] = set()
        """The literals among them that are true in every answer for certain."""
        self.is_done = False

    @property
    def stats(self) -> Stats:
        """The cost of the search."""
        return self._session.stats

    def run(self, witnesses: Iterable[frozenset[Fact]] = ()) -> None:
        """Find answers until no other differs from what is shared; LimitReached at a limit.

        Witnesses are answers by what they show, and are taken first.
        """
        if self.encoding.is_decided:
            self.first, self.count = (), 1
            self.kept.extend([()][: self._keeps])
        else:
            with self._session as session:
                names = range(1, self.encoding.answer_count + 1)
                for witness in witnesses:
                    self._budget.check()
                    literals = [
                        name if self.encoding.fact(name) in witness else -name for name in names
                    ]
                    found = session.model_with(literals)
                    # What was decided before encoding has no literal: a witness may say otherwise.
                    if found is None:
                        continue
                    if frozenset(self.encoding.decode(found).answer()) == witness:
                        self._take(session, found)
                for model in answers(session, eager=True):
                    self._take(session, model)
        self.proved |= self.shared
        self.is_done = True

    def _take(self, session: Session, model: Model) -> None:
        literals = model[: self.encoding.fact_count]
        self.count += 1
        if self.count <= self._keeps:
            self.kept.append(model)
        if self.first is None:
            self.first, self._first_facts = model, frozenset(literals)
            self.shared.update(literals)
        else:
            self.shared.intersection_update(literals)
            difference = len(self._first_facts.difference(literals))
            if self.second is None or difference < self._difference:
                self.second, self._difference = model, difference
        others = [-literal for literal in self.shared if literal not in self.proved]
        session.begin()
        session.add(others)
        session.prefer(others)
        if self.count == LEMMA_MODELS:
            for batch in self.encoding.redundant_clauses(self.encoding.variables + 1, self._budget):
                for clause in batch:
                    session.add(clause)
        if self.count >= PROBE_MODELS and self.count & (self.count - 1) == 0:
            self._probe(session)

    def _probe(self, session: Session) -> None:
        """Prove what unit propagation alone can prove: that takes microseconds each."""
        for literal in sorted(self.shared - self.proved, key=abs):
            self._budget.check()
            if session.refutes(-literal):
                session.add((literal,))
                self.proved.add(literal)


def find_forced(encoding: Encoding, budget: Budget, backend: str) -> set[int] | None:
    """The fact literals true in every answer; None if there is no answer."""
    sieve = Sieve(encoding, budget, backend)
    sieve.run()
    return sieve.shared if sieve.count else None
