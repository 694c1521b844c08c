"""The ways to solve a Yajilin, by name; the first is the default."""

from __future__ import annotations

from enpitsu.kind import Engine
from enpitsu.kinds.yajilin.engines import (
    counting,
    cp_sat,
    immediate,
    patterns,
    patterns_sat,
    six_state,
    tseitin,
    two_trees,
)
from enpitsu.sat.search import sat_search

ENGINES = (
    Engine("sat", "deductions on bit sets, then SAT with lazy loop cuts", sat_search),
    immediate.ENGINE,
    tseitin.ENGINE,
    six_state.ENGINE,
    counting.ENGINE,
    two_trees.ENGINE,
    patterns.ENGINE,
    patterns_sat.ENGINE,
    Engine(
        "cp-sat",
        "OR-tools' circuit constraint (needs the extra cpsat)",
        cp_sat.search,
        uses_sat=False,
    ),
)
