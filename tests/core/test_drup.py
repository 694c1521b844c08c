"""The DRUP checker against solver traces, forged traces and a naive checker; DIMACS both ways."""

from __future__ import annotations

import ast
import itertools
import random
import sys
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Glucose4

from enpitsu.errors import FormatError, LimitReached
from enpitsu.limits import NO_LIMITS, Budget, Limits
from enpitsu.sat import dimacs, drup
from enpitsu.sat.drup import TraceReport, find_drat_trim, run_drat_trim
from tests.cases import each_case

pytestmark = pytest.mark.quick

Clauses = list[list[int]]

# Every clause on three variables: unsatisfiable, and nothing propagates at first.
CUBE: Clauses = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
CUBE_TRACE = ["1 2 0", "1 0", "2 0"]

ACCEPTED = "the empty clause is derived"
UNFINISHED = "the trace ends without the empty clause"


def check(clauses: Iterable[Sequence[int]], lines: Iterable[str]) -> TraceReport:
    return drup.check_trace(clauses, lines, NO_LIMITS.start())


def not_rup(line: int, steps: int) -> TraceReport:
    return TraceReport(False, f"line {line}: the clause is not RUP", steps)


def pigeonhole(holes: int) -> Clauses:
    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    somewhere = [[sits(p, h) for h in range(holes)] for p in range(holes + 1)]
    pairs = itertools.combinations(range(holes + 1), 2)
    alone = [[-sits(p, h), -sits(q, h)] for p, q in pairs for h in range(holes)]
    return somewhere + alone


def random_clauses(rng: random.Random, variables: int, count: int, width: int = 3) -> Clauses:
    names = range(1, variables + 1)
    return [[name * rng.choice((1, -1)) for name in rng.sample(names, width)] for _ in range(count)]


def solver_trace(clauses: Clauses) -> list[str] | None:
    """The solver's trace of an unsatisfiable formula; None if it is satisfiable."""
    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else [str(line) for line in solver.get_proof()]


def unsatisfiable(seed: int, variables: int = 60) -> tuple[Clauses, list[str]]:
    rng = random.Random(seed)
    while True:
        clauses = random_clauses(rng, variables, variables * 5)
        trace = solver_trace(clauses)
        if trace is not None:
            return clauses, trace


def is_satisfiable(clauses: Clauses, variables: int) -> bool:
    signs = itertools.product((1, -1), repeat=variables)
    worlds = ({sign * (v + 1) for v, sign in enumerate(row)} for row in signs)
    return any(all(world.intersection(clause) for clause in clauses) for world in worlds)


# Traces of a real solver


@each_case("seed", range(12))
def test_solver_trace_of_random_formula_is_accepted(seed: int) -> None:
    clauses, trace = unsatisfiable(seed)
    additions = sum(not line.startswith("d") for line in trace)
    report = check(clauses, trace)
    assert (report.ok, report.message) == (True, ACCEPTED)
    assert 0 < report.steps <= additions


@pytest.mark.parametrize("holes", [2, 3, 4, 5, 6])
def test_solver_trace_of_pigeonhole_is_accepted(holes: int) -> None:
    trace = solver_trace(pigeonhole(holes))
    assert trace is not None
    assert trace[-1] == "0"
    assert check(pigeonhole(holes), trace).ok


def test_solver_trace_with_many_deletions_is_accepted() -> None:
    clauses, trace = unsatisfiable(seed=99, variables=130)
    assert sum(line.startswith("d") for line in trace) > 300
    assert check(clauses, trace).ok


def test_solver_gives_an_empty_trace_at_level_0_and_that_is_accepted() -> None:
    clauses = [[1], [-1, 2], [-2]]
    assert solver_trace(clauses) == []
    assert check(clauses, []) == TraceReport(True, ACCEPTED, 0)


# Forged traces


@each_case("forged", ["1000 0", "0"])
@each_case("seed", range(4))
def test_wrong_clause_in_the_middle_is_rejected(seed: int, forged: str) -> None:
    clauses, trace = unsatisfiable(seed)
    middle = len(trace) // 2
    lines = [*trace[:middle], forged, *trace[middle:]]
    steps = sum(not line.startswith("d") for line in trace[:middle])
    assert check(clauses, lines) == not_rup(middle + 1, steps)


@pytest.mark.parametrize("seed", range(4))
def test_truncated_trace_is_rejected(seed: int) -> None:
    clauses, trace = unsatisfiable(seed)
    half = trace[: len(trace) // 2]
    steps = sum(not line.startswith("d") for line in half)
    assert check(clauses, half) == TraceReport(False, UNFINISHED, steps)


@pytest.mark.parametrize("seed", range(4))
def test_the_last_step_alone_is_rejected(seed: int) -> None:
    clauses, trace = unsatisfiable(seed)
    assert check(clauses, trace[-1:]) == not_rup(1, 0)


@pytest.mark.parametrize("seed", range(4))
def test_trace_of_another_formula_is_rejected(seed: int) -> None:
    clauses, trace = unsatisfiable(seed)
    while solver_trace(clauses) is not None:
        clauses = clauses[:-1]
    assert not check(clauses, trace).ok


def test_forged_empty_clause_on_a_satisfiable_formula_is_rejected() -> None:
    for seed in range(50):
        clauses = random_clauses(random.Random(seed), 8, 20)
        assert solver_trace(clauses) is None
        assert check(clauses, ["0"]) == not_rup(1, 0)


# Tiny examples by hand


def test_cube() -> None:
    assert check(CUBE, CUBE_TRACE) == TraceReport(True, ACCEPTED, 3)
    assert check(CUBE, [*CUBE_TRACE, "0"]) == TraceReport(True, ACCEPTED, 3)
    assert check(CUBE, []) == TraceReport(False, UNFINISHED, 0)
    assert check(CUBE, ["0"]) == not_rup(1, 0)


def test_a_needed_step_is_missing() -> None:
    assert check(CUBE, ["1 0", "2 0"]) == not_rup(1, 0)
    assert check(CUBE, ["1 2 0", "2 0", "0"]) == not_rup(3, 2)
    assert check(CUBE, ["1 2 0", "2 0"]) == TraceReport(False, UNFINISHED, 2)


def test_rat_is_not_supported() -> None:
    """The new variable 4 = (1 or 2) by definition: RAT clauses, but not RUP."""
    assert check(CUBE, ["4 -1 0", *CUBE_TRACE]) == not_rup(1, 0)


def test_clause_on_new_variables_is_rup_if_the_rest_is() -> None:
    assert check(CUBE, ["1 2 2000000000 0"]) == TraceReport(False, UNFINISHED, 1)
    assert check(CUBE, ["1 2000000000 0"]) == not_rup(1, 0)


def test_comments_blanks_and_line_ends_are_passed_over() -> None:
    lines = ["c made by hand\n", "c", "\t 1  2\t0\r\n", "", "  \n", "1 0\n", "2 0"]
    assert check(CUBE, lines) == TraceReport(True, ACCEPTED, 3)


def test_tautologies_and_repeated_literals() -> None:
    assert check([[1, -1], [2, 2], [-2, -2, -2]], []).ok
    assert check([[1, -1]], ["0"]) == not_rup(1, 0)
    assert check([[1, -1, 2], [-2, 1]], ["2 -2 0", "1 0"]) == not_rup(2, 1)
    assert check([[1, 1, 2], [1, -2, -2], [-1, 3], [-1, -3]], ["1 1 0"]).ok


def test_empty_clause_and_empty_formula() -> None:
    assert check([[], [1]], []) == TraceReport(True, ACCEPTED, 0)
    assert check([[1], [-1], [2]], []) == TraceReport(True, ACCEPTED, 0)
    assert check([], []) == TraceReport(False, UNFINISHED, 0)
    assert check([], ["0"]) == not_rup(1, 0)


def test_zero_in_a_clause_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="no literal"):
        check([[1, 0, 2]], [])


def test_long_chain_needs_no_recursion() -> None:
    chain = [[-v, v + 1] for v in range(1, 20_000)]
    assert check([*chain, [1], [-20_000]], []).ok
    assert check([*chain, [-20_000]], ["-1 0", "1 0"]) == not_rup(2, 1)


# Deletions


@pytest.mark.parametrize("deletion", ["d 1 2 3 0", "d 3 1 2 0", "d 2 3 3 1 2 0", "d\t1 2 3 0"])
def test_a_deleted_clause_cannot_be_used(deletion: str) -> None:
    assert check(CUBE, [deletion, *CUBE_TRACE]) == not_rup(2, 0)


def test_a_deleted_step_cannot_be_used() -> None:
    assert check(CUBE, ["1 2 0", "d 2 1 0", "1 0"]) == not_rup(3, 1)


def test_deletion_of_other_literals_deletes_nothing() -> None:
    for deletion in ("d 1 2 0", "d 1 2 3 4 0", "d 1 2 7 0", "d 0", "d -1 1 0"):
        assert check(CUBE, [deletion, *CUBE_TRACE]).ok, deletion


def test_deletions_count_copies() -> None:
    doubled = [*CUBE, [3, 2, 1]]
    assert check(doubled, ["d 1 2 3 0", *CUBE_TRACE]).ok
    assert check(doubled, ["d 1 2 3 0", "d 1 2 3 0", *CUBE_TRACE]) == not_rup(3, 0)
    assert check(CUBE, ["d 1 2 3 0", "d 1 2 3 0", "1 2 3 0"]) == not_rup(3, 0)


def test_deletion_of_units_and_reasons_is_ignored() -> None:
    rest = [[-2, a, b] for a in (3, -3) for b in (4, -4)]
    clauses = [[1], [-1, 2], *rest]
    assert check(clauses, ["d 1 0", "d -1 2 0", "d 2 0", "3 0"]).ok
    assert check(clauses, ["d -1 2 0", "d -2 3 4 0", "3 0"]) == not_rup(3, 0)


def test_deletion_after_the_level_0_removed_literals() -> None:
    """Two clauses come down to the same literals; deleting one leaves the other whole."""
    clauses = [[-4], [-5], [1, 2, 3, 4], [1, 2, 3, 5]]
    for deletion in ("d 1 2 3 4 0", "d 1 2 3 5 0"):
        for step in ("1 2 3 0", "3 2 1 0"):
            assert check(clauses, [deletion, step]) == TraceReport(False, UNFINISHED, 1)
    both = ["d 1 2 3 4 0", "d 1 2 3 5 0", "1 2 3 0"]
    assert check(clauses, both) == not_rup(3, 0)
    pairs = [[-4], [-5], [1, 2, 4], [1, 2, 5]]
    assert check(pairs, ["d 1 2 4 0", "1 2 0"]) == TraceReport(False, UNFINISHED, 1)
    assert check(pairs, ["d 1 2 4 0", "d 1 2 5 0", "1 2 0"]) == not_rup(3, 0)


def test_deletion_does_not_undo_a_refutation() -> None:
    assert check(CUBE, [*CUBE_TRACE, "d 2 0", "d 1 0"]).ok
    assert check([[1], [-1]], ["d 1 0", "d -1 0", "0"]).ok


# Malformed traces

MALFORMED = [
    "1 2",
    "0 1 0",
    "1 0 0",
    "1 x 0",
    "d",
    "d d 1 0",
    "d1 0",
    "d 1",
    "+1 0",
    "--1 0",
    "- 1 0",
    "-0",
    "1 -0",
    "1_0 0",
    "01 0",
    "1,2 0",
    "1.0 0",
    "٣ 0",
    "1\u00a02 0",
    "1\x0b0",
    "1\n0",
    "\x00",
    "9" * 11 + " 0",
    "9" * 5000 + " 0",
    "1 " * 100_000 + "x",
]


@each_case("line", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_line_is_not_ok(line: str) -> None:
    message = "line 3: expected literals and one 0 at the end"
    assert check(CUBE, ["1 2 0", "c", line]) == TraceReport(False, message, 1)
    assert check([[]], ["1 2 0", "c", line]) == TraceReport(False, message, 0)


# Limits


class CountingBudget(Budget):
    """Counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(NO_LIMITS)
        self.asked = 0

    def check(self) -> None:
        self.asked += 1


def test_limits_are_kept() -> None:
    cancel = threading.Event()
    cancel.set()
    for limits in (Limits(seconds=0), Limits(cancel=cancel)):
        with pytest.raises(LimitReached):
            drup.check_trace(CUBE, CUBE_TRACE, limits.start())
        with pytest.raises(LimitReached):
            drup.check_trace([], ["0"], limits.start())


def test_budget_is_asked_while_loading_checking_and_propagating() -> None:
    chain = [[-v, v + 1] for v in range(1, 10_001)]

    def asked(clauses: Clauses, lines: list[str]) -> int:
        budget = CountingBudget()
        drup.check_trace(clauses, lines, budget)
        return budget.asked

    loading = asked(chain, [])
    assert loading >= 100
    assert asked([*chain, [1]], []) >= loading + 30
    assert asked(chain, ["-1 5 0"] * 1000) >= loading + 10


# Against a naive checker


class Naive:
    """The same rules, written to be obvious: a list of clauses and a set of what stays true."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = [frozenset(clause) for clause in clauses]
        self.fixed: set[int] = set()
        self.settle()

    def settle(self) -> None:
        self.fixed, self.refuted = self.propagate(self.fixed)

    def propagate(self, true: set[int]) -> tuple[set[int], bool]:
        true = set(true)
        while True:
            open_clauses = [clause for clause in self.clauses if not clause & true]
            left = [{x for x in clause if -x not in true} for clause in open_clauses]
            units = {next(iter(rest)) for rest in left if len(rest) == 1}
            if set() in left or any(-unit in units for unit in units):
                return true, True
            if not units:
                return true, False
            true |= units

    def follows(self, literals: list[int]) -> bool:
        negated = {-literal for literal in literals}
        if any(-x in negated or -x in self.fixed for x in negated):
            return True
        return self.propagate(self.fixed | negated)[1]

    def add(self, literals: list[int]) -> None:
        self.clauses.append(frozenset(literals))
        self.settle()

    def delete(self, literals: list[int]) -> None:
        if frozenset(literals) in self.clauses:
            self.clauses.remove(frozenset(literals))


def random_case(rng: random.Random) -> tuple[Clauses, list[str], TraceReport]:
    """A formula, a trace that is mostly right, and what the naive checker says of it."""
    variables = rng.randint(3, 6)

    def clause(widths: tuple[int, ...]) -> list[int]:
        return random_clauses(rng, variables, 1, min(variables, rng.choice(widths)))[0]

    clauses = [clause((1, 2, *[3] * 10, 4, 5, 6)) for _ in range(rng.randint(3, 7 * variables))]
    naive, lines, steps = Naive(clauses), list[str](), 0
    known = list(clauses)
    for number in range(1, rng.randint(1, 40)):
        if rng.random() < 0.2:
            literals = rng.choice(known)
            naive.delete(literals)
            lines.append(f"d {text_of(rng.sample(literals, len(literals)))}")
            continue
        literals = clause((1, 2, 3))
        if rng.random() < 0.95:
            tries = (clause((1, 2, 2, 3, 4)) for _ in range(20))
            literals = next((c for c in tries if naive.follows(c)), literals)
        lines.append(text_of(literals))
        if not naive.refuted:
            if not naive.follows(literals):
                return clauses, lines, not_rup(number, steps)
            naive.add(literals)
            steps += 1
        known.append(literals)
    message = ACCEPTED if naive.refuted else UNFINISHED
    return clauses, lines, TraceReport(naive.refuted, message, steps)


def text_of(literals: list[int]) -> str:
    return " ".join(map(str, [*literals, 0]))


def test_agrees_with_a_naive_checker() -> None:
    rng = random.Random(2024)
    seen = Counter[str]()
    for _ in range(2500):
        clauses, lines, expected = random_case(rng)
        assert check(clauses, lines) == expected, (clauses, lines)
        if expected.ok:
            assert not is_satisfiable(clauses, 6)
        if expected.steps >= 3:
            seen[expected.message.split(": ")[-1]] += 1
    assert seen.keys() == {ACCEPTED, UNFINISHED, "the clause is not RUP"}
    assert min(seen.values()) > 100, seen


def test_imports_no_solver() -> None:
    """Independence is the point: only the standard library and three small modules."""
    imported = set()
    for module in (drup, dimacs):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                imported.add(str(node.module))
            elif isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
    outside = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert outside == {"enpitsu.errors", "enpitsu.limits", "enpitsu.sat.dimacs"}


# drat-trim

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")


def stand_in(folder: Path, body: str) -> Path:
    path = folder / "drat-trim"
    path.write_text(f"#!{sys.executable}\nimport sys, time\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@posix_only
@pytest.mark.parametrize(
    ("output", "code", "expected"),
    [
        ("c 5 of 9 lemmas in core using 13 resolution steps\\n\\rs VERIFIED\\n", 0, (True, 5)),
        ("\\rc trivial UNSAT\\ns VERIFIED\\n", 1, (True, 0)),
        ("\\ns NOT VERIFIED\\n", 1, (False, 0)),
        ("s VERIFIED\\ns NOT VERIFIED\\n", 0, (False, 0)),
        ("c s VERIFIED\\n", 0, (False, 0)),
        ("", 0, (False, 0)),
    ],
)
def test_drat_trim_verdicts(
    tmp_path: Path, output: str, code: int, expected: tuple[bool, int]
) -> None:
    tool = stand_in(tmp_path, f"sys.stdout.write('{output}')\nsys.exit({code})")
    report = run_drat_trim(tool, "a.cnf", "a.drup", seconds=20)
    assert (report.ok, report.steps) == expected
    assert report.message.startswith("drat-trim: ")


@posix_only
def test_drat_trim_gets_the_two_files_first(tmp_path: Path) -> None:
    tool = stand_in(tmp_path, "print('s', *sys.argv[1:3])")
    files = tmp_path / "a.cnf", tmp_path / "a.drup"
    report = run_drat_trim(tool, *files, seconds=20)
    assert report == TraceReport(False, f"drat-trim: s {files[0]} {files[1]}", 0)


@posix_only
def test_drat_trim_is_stopped_in_time(tmp_path: Path) -> None:
    tool = stand_in(tmp_path, "time.sleep(60)")
    report = run_drat_trim(tool, "a.cnf", "a.drup", seconds=0.2)
    assert report == TraceReport(False, "drat-trim was stopped after 0.2 seconds", 0)


def test_drat_trim_that_cannot_be_run(tmp_path: Path) -> None:
    report = run_drat_trim(tmp_path / "absent", "a.cnf", "a.drup", seconds=20)
    assert not report.ok
    assert report.message.startswith("drat-trim cannot be run: ")


@posix_only
def test_find_drat_trim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_drat_trim() is None
    tool = stand_in(tmp_path, "")
    assert find_drat_trim() == tool


@pytest.mark.skipif(find_drat_trim() is None, reason="drat-trim is not installed")
def test_real_drat_trim_agrees(tmp_path: Path) -> None:
    tool = find_drat_trim()
    assert tool is not None
    cnf, trace = tmp_path / "a.cnf", tmp_path / "a.drup"
    cnf.write_text(dimacs.write(CUBE, 3), encoding="ascii")
    for lines, ok in ((["1 2 0", "1 0", "0"], True), (["1 0", "0"], False)):
        trace.write_text("\n".join(lines) + "\n", encoding="ascii")
        assert run_drat_trim(tool, cnf, trace, seconds=20).ok is ok
        assert check(CUBE, lines).ok is ok


# DIMACS


def clause_lists(variables: int) -> st.SearchStrategy[Clauses]:
    if variables == 0:
        return st.lists(st.just(list[int]()), max_size=2)
    literals = st.integers(-variables, variables).filter(bool)
    return st.lists(st.lists(literals, max_size=5), max_size=12)


comment_lines = st.text(max_size=20).map(lambda text: "".join(text.splitlines()))
files = st.integers(0, 40).flatmap(
    lambda variables: st.tuples(
        st.just(variables), clause_lists(variables), st.lists(comment_lines, max_size=4)
    )
)


@given(files)
def test_dimacs_round_trip(file: tuple[int, Clauses, list[str]]) -> None:
    variables, clauses, comments = file
    text = dimacs.write(clauses, variables, comments)
    expected = dimacs.Dimacs(variables, tuple(map(tuple, clauses)), tuple(comments))
    assert dimacs.read(text) == expected
    assert dimacs.read(text.replace("\n", "\r\n")) == expected


def test_dimacs_text() -> None:
    text = dimacs.write([[1, -2], [], [2]], 2, ["two\nlines", ""])
    assert text == "c two\nc lines\nc \np cnf 2 3\n1 -2 0\n0\n2 0\n"


def test_dimacs_comments_keep_their_blanks() -> None:
    comments = ("  indented", "\ttab ", "c", " ", "")
    assert dimacs.read(dimacs.write([], 0, comments)).comments == comments


def test_dimacs_of_others() -> None:
    text = " c one\ncx\np  cnf\t4 3\n\n1 -2\nc inside\n 3 0 -4 0\r\n\t0"
    expected = dimacs.Dimacs(4, ((1, -2, 3), (-4,), ()), ("one", "x", "inside"))
    assert dimacs.read(text) == expected


@pytest.mark.parametrize(
    ("clauses", "variables"), [([[3]], 2), ([[1, 0]], 2), ([[-3]], 2), ([], -1), ([], 2**31)]
)
def test_dimacs_refuses_to_write(clauses: Clauses, variables: int) -> None:
    with pytest.raises(ValueError, match="variables"):
        dimacs.write(clauses, variables)


@each_case(
    ("text", "line", "message"),
    [
        ("", 1, "is missing"),
        ("c only\n", 2, "is missing"),
        ("1 0\np cnf 1 1\n", 1, "before the clauses"),
        ("p cnf 1\n", 1, "expected a header"),
        ("p cnf 1 1 1\n", 1, "expected a header"),
        ("p cnf -1 1\n", 1, "expected a header"),
        ("p cnf x 1\n", 1, "expected a header"),
        ("p wcnf 1 1\n", 1, "expected a header"),
        ("pcnf 1 1\n", 1, "expected a header"),
        (f"p cnf {'9' * 5000} 1\n", 1, "expected a header"),
        ("p cnf 9999999999 1\n", 1, "over 2147483647"),
        ("p cnf 1 2147483648\n", 1, "over 2147483647"),
        ("p cnf 1 1\np cnf 1 1\n", 2, "second header"),
        ("p cnf 1 1\n\n2 0\n", 3, "not one of the header's variables"),
        ("p cnf 1 1\n-2 0\n", 2, "not one of the header's variables"),
        (f"p cnf 1 1\n{'9' * 5000} 0\n", 2, "expected literals"),
        ("p cnf 1 1\n1 x 0\n", 2, "expected literals"),
        ("p cnf 1 1\n+1 0\n", 2, "expected literals"),
        ("p cnf 1 1\n-0\n", 2, "expected literals"),
        ("p cnf 1 1\n1.0 0\n", 2, "expected literals"),
        ("p cnf 1 1\n1_1 0\n", 2, "expected literals"),
        ("p cnf 9 1\n٣ 0\n", 2, "expected literals"),
        ("p cnf 1 1\n" + "1 " * 200_000 + "x", 2, "expected literals"),
        ("p cnf 1 1\n1", 2, "does not end with 0"),
        ("p cnf 1 1\n1 0\n-1 0\n", 3, "more clauses"),
        ("p cnf 1 3\n1 0\n-1 0", 3, "2 clauses, but the header says 3"),
    ],
)
def test_malformed_dimacs(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        dimacs.read(text)
    assert caught.value.line == line


def test_huge_header_allocates_nothing() -> None:
    tracemalloc.start()
    try:
        assert dimacs.read("p cnf 2147483647 0").variables == 2**31 - 1
        with pytest.raises(FormatError, match="0 clauses"):
            dimacs.read("p cnf 2147483647 2147483647")
        check([[2**31 - 1, 1]], ["2147483647 1 2 0"])
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@settings(max_examples=300)
@given(st.text(alphabet="pcnf 0123-\n\t", max_size=60).map(lambda text: "p cnf 3 2\n" + text))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        file = dimacs.read(text)
    except FormatError as error:
        line = error.line
    else:
        line = 1
        again = dimacs.write(file.clauses, file.variables, file.comments)
        assert dimacs.read(again) == file
    assert line in range(1, text.count("\n") + 2)
