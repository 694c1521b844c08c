"""The engines of Nonogram, the default first; each module is imported when its engine is used."""

from __future__ import annotations

from enpitsu.kind import Engine, EngineOption
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.lazy import load_when_called
from enpitsu.sat.search import sat_only_search, sat_search

NO_SEARCH = EngineOption(
    "no-search", "the rules alone, without search: the board when they end", gives_up=True
)
LEAVES = EngineOption("leaves", "verify only whole boards, at the leaves of the tree, as in print")

ENGINES: tuple[Engine[Nonogram], ...] = (
    Engine("lines", "line logic on bit sets, then SAT with probing for the rest", sat_search),
    Engine("sat", "SAT alone", sat_only_search),
    Engine(
        "rules",
        "the eleven logical rules of C.-H. Yu (2007) on rows and columns until nothing changes, "
        "then depth-first search row by row with branch and bound",
        load_when_called(f"{__name__}.yu_search:search"),
        (NO_SEARCH,),
        uses_sat=False,
    ),
    Engine(
        "dfs",
        "the plain depth-first search of W. A. Wiggers (2004): every way to fill each row, "
        "verified by the columns row by row",
        load_when_called(f"{__name__}.dfs:search"),
        (LEAVES,),
        uses_sat=False,
    ),
)
