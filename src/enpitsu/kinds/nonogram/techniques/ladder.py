"""The techniques of Nonogram, the easiest first."""

from __future__ import annotations

from enpitsu.kinds.nonogram.techniques import colours, edges, pairs, single, spots
from enpitsu.kinds.nonogram.techniques.single import Finder, find_with, lines, lines_through
from enpitsu.technique import Technique

SPOTS: tuple[tuple[str, Finder], ...] = (
    ("overlap", spots.overlap),
    ("cap", spots.cap),
    ("anchor", spots.anchor),
    ("short-gap", spots.short_gap),
    ("glue", spots.glue),
    ("reach", spots.reach),
    ("join-or-split", spots.join_or_split),
    ("identify", spots.identify),
)
"""What people see at one spot of a line."""

_LEVELS = {
    "overlap": ("N3", 1.3),
    "cap": ("N4", 1.4),
    "anchor": ("N6", 1.6),
    "short-gap": ("N8", 1.7),
    "glue": ("N7", 1.8),
    "reach": ("N5", 2.0),
    "join-or-split": ("N9", 2.2),
    "identify": ("N10", 2.5),
}

TECHNIQUES: tuple[Technique, ...] = (
    Technique(
        "one-colour",
        "N0",
        1.0,
        colours.one_colour,
        colours.coloured_cells,
        colours.cell_of,
        is_bookkeeping=True,
    ),
    Technique("empty-line", "N1", 1.0, single.empty_line, lines, lines_through),
    Technique("full-line", "N2", 1.1, single.full_line, lines, lines_through),
    *(
        Technique(name, *_LEVELS[name], find_with(finder), lines, lines_through)
        for name, finder in SPOTS
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
    "1.1": ("overlap", "identify"),
    "1.2": ("empty-line", "reach"),
    "1.3": ("join-or-split",),
    "1.4": ("join-or-split",),
    "1.5": ("glue", "cap"),
    "2.1": ("full-line", "overlap", "reach"),
    "2.2": ("line-solve",),
    "2.3": ("identify", "line-solve"),
    "3.1": ("join-or-split", "identify", "reach"),
    "3.2": ("short-gap", "overlap"),
    "3.3": ("anchor", "glue", "reach"),
}
"""Where the eleven rules of the engine `rules` (by their numbers) are found on this ladder. Those
that only narrow where runs lie show in what these techniques then conclude; what takes several of
them is a solved line at last."""
