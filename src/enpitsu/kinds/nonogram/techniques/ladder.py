"""The ladder of Nonogram: its techniques, the easiest first.

Facts alone are concluded: where runs may lie is seen anew each time from the cells of the line.
"""

from __future__ import annotations

from enpitsu.kinds.nonogram.techniques.edge_logic import edge_logic, whole_board, whole_board_again
from enpitsu.kinds.nonogram.techniques.line_patterns import LINE_PATTERNS
from enpitsu.kinds.nonogram.techniques.pair_logic import pair_logic
from enpitsu.kinds.nonogram.techniques.rule_sentences import narrate
from enpitsu.kinds.nonogram.techniques.single_line import (
    cell_of,
    coloured_cells,
    empty_line,
    full_line,
    line_solve,
    lines,
    lines_through,
    one_colour,
    search_for,
)
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.technique import Ladder, Technique


def _pattern(name: str, code: str, level: float) -> Technique[NonogramState]:
    return Technique(name, code, level, search_for(LINE_PATTERNS[name]), lines, lines_through)


TECHNIQUES: tuple[Technique[NonogramState], ...] = (
    Technique("one-colour", "N0", 1.0, one_colour, coloured_cells, cell_of, is_implicit=True),
    Technique("empty-line", "N1", 1.0, empty_line, lines, lines_through),
    Technique("full-line", "N2", 1.1, full_line, lines, lines_through),
    _pattern("overlap", "N3", 1.3),
    _pattern("cap", "N4", 1.4),
    _pattern("anchor", "N6", 1.6),
    _pattern("short-gap", "N8", 1.7),
    _pattern("glue", "N7", 1.8),
    _pattern("join-or-split", "N9", 1.9),
    _pattern("reach", "N5", 2.0),
    _pattern("identify", "N10", 2.5),
    Technique("line-solve", "N11", 3.0, line_solve, lines, lines_through),
    Technique("edge-logic", "N12", 3.8, edge_logic, whole_board, whole_board_again),
    Technique("pair-logic", "N13", 4.5, pair_logic, whole_board, whole_board_again),
)

ELEVEN_RULES = {
    "1.1": ("overlap",),
    "1.2": ("empty-line", "reach"),
    "1.3": ("join-or-split",),
    "1.4": ("cap", "join-or-split"),
    "1.5": ("cap", "anchor", "glue"),
    "2.1": ("full-line", "overlap", "reach"),
    "2.2": ("overlap", "identify"),
    "2.3": ("reach", "identify", "line-solve"),
    "3.1": ("cap", "join-or-split", "reach"),
    "3.2": ("overlap", "short-gap", "reach"),
    "3.3": ("anchor", "reach", "identify", "line-solve"),
}
"""Where the eleven rules of the engine `rules` (by their numbers) are found on this ladder: what a
rule concludes, these techniques and easier ones do too. Rules that only narrow where runs lie show
in what is then covered or out of reach."""

LADDER = Ladder(
    techniques=TECHNIQUES,
    state=NonogramState,
    narrate=narrate,
    codes={"refutation": "N14", "agreement": "N15", "proof": "SAT"},
    thresholds=(1.5, 1.95, 2.7, 3.9, 5.3),
)
