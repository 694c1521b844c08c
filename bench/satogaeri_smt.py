"""The SMT engine of Satogaeri by solver: what a script costs cvc5 and z3.

    scripts/bench satogaeri_smt [--boards N] [--seconds S]

Boards as in bench/satogaeri_solve.py, each solved and asked for a second solution; medians. The
conflicts are the solver's own statistic after the last question. Solvers that are not installed
are left out (pip install z3-solver).
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec
from statistics import median
from unittest.mock import patch

import enpitsu
from enpitsu.kinds.satogaeri.engines import smt
from enpitsu.kinds.satogaeri.engines.smt_process import SOLVERS
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import NO_LIMITS
from enpitsu.proof import to_smtlib
from satogaeri_solve import make_boards

SIZES = ((6, 6), (10, 10), (15, 15), (20, 20), (20, 36))
SORTS = ("unique", "80% numbered", "0% numbered")


def start(solver: str) -> float:
    """The seconds until a solver answers to nothing."""
    started = time.perf_counter()
    with smt.Dialogue(solver, NO_LIMITS.start()) as dialogue:
        dialogue.ask("")
    return time.perf_counter() - started


def figures(solver: str, boards: list[Satogaeri], seconds: float) -> str:
    """Median milliseconds and conflicts, and how many were not done."""
    limits = enpitsu.Limits(seconds=seconds)
    with patch.object(smt, "installed_solver", return_value=solver):
        results = [enpitsu.solve(board, engine="smt", limits=limits) for board in boards]
    late = sum(result.reached is not None for result in results)
    milliseconds = median(result.stats.seconds for result in results) * 1000
    conflicts = median(result.stats.conflicts for result in results)
    return f"{milliseconds:.0f} ms, {conflicts:.0f}" + (f" ({late} late)" if late else "")


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--boards", type=int, default=9)
    options.add_argument("--seconds", type=float, default=20)
    asked = options.parse_args()
    solvers = [name for name in SOLVERS if find_spec(name) is not None]
    for solver in solvers:
        print(f"{solver}: {median(start(solver) for _ in range(9)) * 1000:.0f} ms to start")
    print(f"{'median time, conflicts':24}{'script':>9}", *(f"{name:>22}" for name in solvers))
    for sort in SORTS:
        for rows, cols in SIZES:
            boards = make_boards(sort, rows, cols, asked.boards)
            length = median(len(to_smtlib(board)) for board in boards) / 1000
            told = [figures(solver, boards, asked.seconds) for solver in solvers]
            name = f"{sort}, {rows}x{cols}"
            print(f"{name:24}{length:6.0f} kB", *(f"{each:>22}" for each in told), flush=True)


if __name__ == "__main__":
    main()
