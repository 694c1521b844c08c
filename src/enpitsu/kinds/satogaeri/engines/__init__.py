"""Ways of solving Satogaeri. The first is the default."""

from __future__ import annotations

from enpitsu.kind import Engine
from enpitsu.sat.search import sat_search

ENGINES = (Engine("sat", "deductions on moves, then SAT", sat_search),)
