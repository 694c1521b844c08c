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
        "the eleven logical rules of C.-H. Yu (2007) on rows and columns until nothing changes, "
        "then depth-first search row by row with branch and bound",
        rules.search,
        (rules.NO_SEARCH,),
        uses_sat=False,
    ),
    Engine(
        "dfs",
        "the plain depth-first search of W. A. Wiggers (2004): every way to fill each row, "
        "verified by the columns row by row",
        dfs.search,
        (dfs.LEAVES,),
        uses_sat=False,
    ),
)
