"""The ways to solve a Yajilin, by name; the first is the default."""

from __future__ import annotations

from enpitsu.kind import Engine
from enpitsu.sat.search import sat_search

ENGINES = (Engine("sat", "deductions on bit sets, then SAT with lazy loop cuts", sat_search),)
