"""Ways of solving Satogaeri. The first is the default."""

from __future__ import annotations

from enpitsu.kind import Engine
from enpitsu.kinds.satogaeri.engines import backtrack, smt
from enpitsu.sat.search import sat_search

ENGINES = (
    Engine("sat", "deductions on moves, then SAT", sat_search),
    Engine(
        "smt",
        "two matrices of integers for an SMT solver (needs the extra smt)",
        smt.search,
        uses_sat=False,
    ),
    Engine(
        "backtrack", "propagation and search without any solver", backtrack.search, uses_sat=False
    ),
)
