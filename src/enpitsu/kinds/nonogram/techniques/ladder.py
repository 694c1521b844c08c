"""The techniques of Nonogram, the easiest first."""

from __future__ import annotations

from enpitsu.kinds.nonogram.techniques import colours, edges, pairs, single, spots
from enpitsu.kinds.nonogram.techniques.single import find_with, lines, lines_through
from enpitsu.kinds.nonogram.techniques.spots import Sight
from enpitsu.kinds.nonogram.techniques.state import NonogramState
from enpitsu.technique import Technique

SIGHTS: tuple[tuple[str, Sight], ...] = (
    ("overlap", Sight(spots.overlap_keys, spots.overlap)),
    ("cap", Sight(spots.cap_keys, spots.cap)),
    ("anchor", Sight(spots.anchor_keys, spots.anchor)),
    ("short-gap", Sight(spots.gap_keys, spots.short_gap)),
    ("glue", Sight(spots.glue_keys, spots.glue)),
    ("join-or-split", Sight(spots.join_or_split_keys, spots.join_or_split)),
    ("reach", Sight(spots.reach_keys, spots.reach)),
    ("identify", Sight(spots.identify_keys, spots.identify)),
)
"""What people see at one spot of a line."""

_LEVELS = {
    "overlap": ("N3", 1.3),
    "cap": ("N4", 1.4),
    "anchor": ("N6", 1.6),
    "short-gap": ("N8", 1.7),
    "glue": ("N7", 1.8),
    "join-or-split": ("N9", 1.9),
    "reach": ("N5", 2.0),
    "identify": ("N10", 2.5),
}

TECHNIQUES: tuple[Technique[NonogramState], ...] = (
    Technique(
        "one-colour",
        "N0",
        1.0,
        colours.one_colour,
        colours.coloured_cells,
        colours.cell_of,
        is_implicit=True,
    ),
    Technique("empty-line", "N1", 1.0, single.empty_line, lines, lines_through),
    Technique("full-line", "N2", 1.1, single.full_line, lines, lines_through),
    *(
        Technique(name, *_LEVELS[name], find_with(sight), lines, lines_through)
        for name, sight in SIGHTS
    ),
    Technique("line-solve", "N11", 3.0, single.line_solve, lines, lines_through),
    Technique(
        "edge-logic", "N12", 3.8, edges.edge_logic, edges.whole_board, edges.whole_board_again
    ),
    Technique(
        "pair-logic", "N13", 4.5, pairs.pair_logic, edges.whole_board, edges.whole_board_again
    ),
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
