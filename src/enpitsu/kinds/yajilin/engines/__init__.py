"""The engines of Yajilin, the default first; each module is imported when its engine is used."""

from __future__ import annotations

from enpitsu.kind import Engine, EngineOption, Kind, Search, Task
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.lazy import load_when_called
from enpitsu.sat.search import sat_search

NO_LOOP_CLAUSES = EngineOption(
    "no-loop-clauses", "forbid only the model that has several loops, not the loops"
)
NO_LOOKAHEAD = EngineOption("no-lookahead", "let each clue speak of all cells up to the border")
NO_BORDERS = EngineOption(
    "no-borders", "let each cell have four sides, also at the border and beside clues"
)
LOOP_CLAUSES = EngineOption("loop-clauses", "forbid the loops of a model that has several")
COMPACT = EngineOption("compact", "without the numbers that a cell cannot have")
DIRECTED = EngineOption("directed", "the loop leaves its first cell to the right")
NO_GUESS = EngineOption("no-guess", "stop when the patterns end, and show what they found", True)


def _sat_engine(name: str, title: str, formula: str, *options: EngineOption) -> Engine[Yajilin]:
    """An engine that gives a formula of its own, "module:class", to a SAT solver."""
    make_formula = load_when_called(f"{__name__}.{formula}")
    search_models = load_when_called(f"{__name__}.engine_formula:search_models")

    def search(kind: Kind[Yajilin], puzzle: Yajilin, task: Task) -> Search:
        found: Search = search_models(make_formula(puzzle, task.options), task)
        return found

    return Engine(
        name,
        title,
        search,
        options,
        formula=lambda puzzle, options, budget: make_formula(puzzle, options),
    )


ENGINES: tuple[Engine[Yajilin], ...] = (
    Engine("sat", "deductions on bit sets, then SAT with lazy loop cuts", sat_search),
    _sat_engine(
        "immediate",
        "SAT: clauses against wrong placements, loops forbidden as they appear",
        "immediate:Immediate",
        NO_LOOP_CLAUSES,
        NO_LOOKAHEAD,
        NO_BORDERS,
    ),
    _sat_engine(
        "tseitin",
        "SAT: a formula of right placements, transformed; loops forbidden as they appear",
        "tseitin:Tseitin",
        NO_LOOP_CLAUSES,
        NO_LOOKAHEAD,
        NO_BORDERS,
    ),
    _sat_engine(
        "six-state",
        "SAT: six variables a square, clues by combinations, models checked for one loop",
        "six_state:SixState",
        LOOP_CLAUSES,
    ),
    _sat_engine(
        "counting",
        "SAT with lines that have a direction and cells numbered along the loop",
        "counting:Counting",
        COMPACT,
    ),
    _sat_engine(
        "two-trees",
        "SAT with a tree of cells and a tree of corners",
        "two_trees:TwoTrees",
        DIRECTED,
    ),
    Engine(
        "patterns",
        "the five patterns of L. Vialls (2016), then trial and error",
        load_when_called(f"{__name__}.patterns:search"),
        (NO_GUESS,),
        uses_sat=False,
    ),
    Engine(
        "patterns+sat",
        "the five patterns of L. Vialls (2016), then SAT as six-state does",
        load_when_called(f"{__name__}.patterns_sat:search"),
        (LOOP_CLAUSES,),
        formula=load_when_called(f"{__name__}.patterns_sat:formula"),
    ),
    Engine(
        "cp-sat",
        "OR-tools' circuit constraint (needs the extra cpsat)",
        load_when_called(f"{__name__}.cp_sat:search"),
        uses_sat=False,
        prepare=load_when_called(f"{__name__}.cp_sat:load_library"),
    ),
)
