"""A claim of uniqueness that anyone can check.

A proof folder holds
- puzzle.json   the puzzle, in Enpitsu's own format
- claim.json    the claim ("unique", "none" or "multiple"), the solutions, and every cut used:
                the cell set that justifies it and its clause in words ("r1c1 shaded", ...)
- formula.cnf   the puzzle's clauses, then the cuts, then the clause that forbids the solution
- trace.drup    the SAT solver's DRUP trace that the formula has no model

Checking needs no trust in the solver: the clauses are made again from the puzzle, each cut is
judged by the rules, the solution is checked by the rules, and the trace by drat-trim if it is
installed, else by Enpitsu's own small checker. A "multiple" shows two solutions and needs no trace.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, cast

from enpitsu.check import check
from enpitsu.errors import FormatError, PuzzleError, WrongSolution
from enpitsu.formats import dump, read
from enpitsu.grid import Cell, parse_slot
from enpitsu.kind import Clause, Cut, Encoding, Puzzle
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.position import Fact, Position, parse_fact
from enpitsu.registry import kind_of
from enpitsu.sat import dimacs, drup
from enpitsu.sat.backend import AUTO, refutation_trace
from enpitsu.sat.search import Session, distinct_answers

VERSION = 1
FILES = ("puzzle.json", "claim.json", "formula.cnf", "trace.drup")
UNIQUE = "unique"
NONE = "none"
MULTIPLE = "multiple"
MOST_BYTES = 256 * 2**20  # of one file
DRAT_TRIM_SECONDS = 3600.0  # where no other limit is set


class Claim(NamedTuple):
    """The claim of a proof: which puzzle it is about, and what of it."""

    status: str
    solutions: list[frozenset[Fact]]
    cuts: list[tuple[frozenset[Cell], frozenset[Fact]]]

    @property
    def sentence(self) -> str:
        """The claim in words."""
        return {
            UNIQUE: "there is exactly one solution",
            NONE: "there is no solution",
            MULTIPLE: "there is more than one solution",
        }[self.status]


class Verdict(NamedTuple):
    """The result of checking a proof."""

    ok: bool
    claim: str
    message: str


class _Rejected(Exception):
    """The proof does not show its claim."""


def to_smtlib(
    puzzle: Puzzle, limits: Limits = NO_LIMITS, forbidden: Sequence[Position] = ()
) -> str:
    """The puzzle as an SMT-LIB script that asks for a solution other than those forbidden;
    PuzzleError if its kind has no such form."""
    return smtlib_writer(puzzle)(puzzle, forbidden, limits.start())


def smtlib_writer(puzzle: Puzzle) -> Callable[[Any, Sequence[Position], Budget], str]:
    """Return the writer of a puzzle's SMT-LIB script; PuzzleError if its kind has none."""
    kind = kind_of(puzzle)
    if kind.smtlib is None:
        raise PuzzleError(f"{kind.name} has no SMT-LIB form")
    return kind.smtlib


def _encoding(puzzle: Puzzle, budget: Budget) -> Encoding:
    """The whole puzzle as clauses, nothing decided beforehand."""
    kind = kind_of(puzzle)
    return kind.encode(kind.board(puzzle), budget)


def write_proof(puzzle: Puzzle, folder: Path, limits: Limits = NO_LIMITS) -> Claim:
    """Solve the puzzle and write the proof of what was found; LimitReached if it takes too long.

    Nothing is written before everything is there.
    """
    budget = limits.start()
    encoding = _encoding(puzzle, budget)
    recorder = _Recorder(encoding)
    with Session(cast(Encoding, recorder), AUTO, budget) as session:
        models = list(islice(distinct_answers(session), 2))
    solutions = [frozenset(encoding.decode(model).answer()) for model in models]
    status = (NONE, UNIQUE, MULTIPLE)[len(solutions)]
    cuts = [
        (frozenset(encoding.reason(cut).cells), frozenset(map(encoding.fact, cut.clause)))
        for cut in recorder.found
    ]
    claim = Claim(status, solutions, cuts)
    files = {"puzzle.json": dump(puzzle, "json") + "\n", "claim.json": _claim_text(claim)}
    if status != MULTIPLE:
        files |= _refutation(puzzle, encoding, claim, budget)
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        if name in files:
            (folder / name).write_text(files[name], encoding="utf-8")
        else:
            # Left by an earlier proof in the same folder, and no part of this one.
            (folder / name).unlink(missing_ok=True)
    return claim


class _Recorder:
    """An encoding that remembers its cuts; else it is as the encoding."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.found: list[Cut] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoding, name)

    def cuts(self, model: Sequence[int]) -> list[Cut]:
        """The encoding's cuts, remembered."""
        cuts = self._encoding.cuts(model)
        self.found += cuts
        return cuts


def _refutation(puzzle: Puzzle, encoding: Encoding, claim: Claim, budget: Budget) -> dict[str, str]:
    """The formula and the trace that it has no model, by file name."""
    clauses = _formula(encoding, claim, budget)
    trace = refutation_trace(clauses, budget)
    if trace is None:
        raise WrongSolution("the formula of the proof has a model that the search did not find")
    comments = [f"{kind_of(puzzle).name} {puzzle.rows}x{puzzle.cols}"]
    comments += [f"{name} = {encoding.fact(name)}" for name in range(1, encoding.fact_count + 1)]
    comments += [f"with {len(claim.cuts)} cuts", claim.sentence]
    return {
        "formula.cnf": dimacs.write(clauses, encoding.variables, comments),
        "trace.drup": "".join(f"{line}\n" for line in trace),
    }


def _formula(encoding: Encoding, claim: Claim, budget: Budget) -> list[Clause]:
    """The puzzle's clauses, the cuts, and the clauses against each solution."""
    formula = list(chain.from_iterable(encoding.batches(budget)))
    for _, facts in claim.cuts:
        literals = [encoding.literal(fact) for fact in facts]
        if None in literals:
            raise _Rejected("a cut speaks of something that is no variable")
        formula.append(sorted(literal for literal in literals if literal is not None))
    names = range(1, encoding.answer_count + 1)
    for solution in claim.solutions:
        formula.append([-name if encoding.fact(name) in solution else name for name in names])
    return formula


def _claim_text(claim: Claim) -> str:
    data = {
        "enpitsu-proof": VERSION,
        "claim": claim.status,
        "solutions": [sorted(map(str, solution)) for solution in claim.solutions],
        "cuts": [
            {"cells": list(map(str, sorted(cells))), "clause": sorted(map(str, facts))}
            for cells, facts in claim.cuts
        ],
    }
    return json.dumps(data, indent=1) + "\n"


def check_proof(folder: Path, limits: Limits = NO_LIMITS) -> Verdict:
    """Verify a proof folder. FormatError if a file is missing or malformed."""
    budget = limits.start()
    documents = read(folder / "puzzle.json", format="json")
    if len(documents) != 1:
        raise FormatError("puzzle.json must hold one puzzle")
    puzzle = documents[0].puzzle
    claim = _read_claim(_text_of(folder / "claim.json"))
    try:
        _check_solutions(puzzle, claim)
        message = claim.sentence
        if claim.status != MULTIPLE:
            message += "; " + _check_refutation(puzzle, claim, folder, budget)
    except _Rejected as rejected:
        return Verdict(False, claim.status, str(rejected))
    return Verdict(True, claim.status, message)


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FormatError(f"{path.name} is too large")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FormatError(f"cannot read {path.name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(f"{path.name} is not text") from None


def _read_claim(text: str) -> Claim:
    try:
        data = json.loads(text)
        if data["enpitsu-proof"] != VERSION or data["claim"] not in (UNIQUE, NONE, MULTIPLE):
            raise FormatError("claim.json is of another version, or claims something unknown")
        solutions = [frozenset(map(parse_fact, facts)) for facts in data["solutions"]]
        cuts = [
            (_cells(cut["cells"]), frozenset(map(parse_fact, cut["clause"])))
            for cut in data["cuts"]
        ]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FormatError("claim.json is malformed") from None
    return Claim(data["claim"], solutions, cuts)


def _cells(texts: Iterable[str]) -> frozenset[Cell]:
    slots = frozenset(map(parse_slot, texts))
    if not all(isinstance(slot, Cell) for slot in slots):
        raise ValueError("a cut's set holds cells only")
    return frozenset(slot for slot in slots if isinstance(slot, Cell))


def _check_solutions(puzzle: Puzzle, claim: Claim) -> None:
    wanted = {NONE: 0, UNIQUE: 1, MULTIPLE: 2}[claim.status]
    if len(claim.solutions) != wanted or len(set(claim.solutions)) != wanted:
        raise _Rejected(f'"{claim.status}" needs {wanted} different solutions')
    for solution in claim.solutions:
        if not all(fact.holds for fact in solution):
            raise _Rejected("a solution says what is there, not what is absent")
        try:
            wrong = check(puzzle, Position(solution))
        except FormatError as error:
            raise _Rejected(f"the solution does not fit the puzzle: {error}") from None
        if wrong:
            raise _Rejected(f"the solution is wrong: {wrong[0].message}")


def _check_refutation(puzzle: Puzzle, claim: Claim, folder: Path, budget: Budget) -> str:
    holds = kind_of(puzzle).cut_holds
    for number, (cells, facts) in enumerate(claim.cuts, 1):
        budget.check()
        if holds is None or not holds(puzzle, cells, facts):
            raise _Rejected(f"cut {number} does not follow from the rules")
    clauses = _formula(_encoding(puzzle, budget), claim, budget)
    written = dimacs.read(_text_of(folder / "formula.cnf")).clauses
    if list(map(frozenset, written)) != list(map(frozenset, clauses)):
        raise _Rejected("formula.cnf is not the formula of this puzzle and these cuts")
    lines = _text_of(folder / "trace.drup").splitlines()
    trim = drup.find_drat_trim()
    if trim is None:
        report = drup.check_trace(clauses, lines, budget)
    else:
        files = folder / "formula.cnf", folder / "trace.drup"
        report = drup.run_drat_trim(trim, *files, budget.left() or DRAT_TRIM_SECONDS)
        budget.check()
    if not report.ok:
        raise _Rejected(f"the trace fails: {report.message}")
    by = "drat-trim" if trim is not None else f"{report.steps} steps verified"
    return f"{len(clauses)} clauses, {len(claim.cuts)} cuts, {by}"
