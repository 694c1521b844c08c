"""Ways of solving Satogaeri. The first is the default."""

from __future__ import annotations

from enpitsu.kind import PROGRAM, Engine
from enpitsu.kinds.satogaeri.engines import backtrack, smt
from enpitsu.kinds.satogaeri.engines.smt_process import SOLVERS
from enpitsu.sat.search import sat_search

ENGINES = (
    Engine("sat", "deductions on moves, then SAT", sat_search),
    Engine(
        "smt",
        "two matrices of integers for an SMT solver (needs the extra smt, or a program of yours)",
        smt.search,
        uses_sat=False,
        solvers=(*SOLVERS, PROGRAM),
    ),
    Engine(
        "backtrack", "propagation and search without any solver", backtrack.search, uses_sat=False
    ),
)
