"""The engines of Satogaeri, the default first; each module is imported when its engine is used."""

from __future__ import annotations

from enpitsu.kind import PROGRAM, Engine
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.lazy import load_when_called
from enpitsu.sat.search import sat_search

ENGINES: tuple[Engine[Satogaeri], ...] = (
    Engine("sat", "deductions on moves, then SAT", sat_search),
    Engine(
        "smt",
        "two matrices of integers for an SMT solver (needs the extra smt, or a program of yours)",
        load_when_called(f"{__name__}.smt:search"),
        uses_sat=False,
        solvers=("cvc5", "z3", PROGRAM),
        prepare=load_when_called(f"{__name__}.smt:prepare"),
    ),
    Engine(
        "backtrack",
        "propagation and search without any solver",
        load_when_called(f"{__name__}.backtrack:search"),
        uses_sat=False,
    ),
)
