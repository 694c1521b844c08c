"""Ways of solving a Nonogram, the default first."""

from __future__ import annotations

from enpitsu.kind import Engine
from enpitsu.kinds.nonogram.engines import dfs, rules
from enpitsu.sat.search import sat_only_search, sat_search

ENGINES = (
    Engine("lines", "line logic on bit sets, then SAT with probing for the rest", sat_search),
    Engine("sat", "SAT alone", sat_only_search),
    Engine(
        "rules",
        "the eleven rules of C.-H. Yu (2007), then search row by row",
        rules.search,
        uses_sat=False,
    ),
    Engine("dfs", "plain depth-first search row by row", dfs.search, uses_sat=False),
)
