"""The ladder of Satogaeri: its techniques, the easiest first."""

from __future__ import annotations

from enpitsu.kinds.satogaeri.encoding import numbers_apart
from enpitsu.kinds.satogaeri.techniques import circle_groups, circles, clashes, countries, implicit
from enpitsu.kinds.satogaeri.techniques.moves_in_words import tell
from enpitsu.kinds.satogaeri.techniques.rule_sentences import meaning, narrate
from enpitsu.kinds.satogaeri.techniques.state import SatogaeriState
from enpitsu.technique import Ladder, Technique


def _lines(state: SatogaeriState) -> list[int]:
    return sorted(state.lines)


def _marked_cells(state: SatogaeriState) -> set[int]:
    return state.homes.union(cell for edge in state.lines for cell in state.ends(edge))


def _rays(state: SatogaeriState) -> range:
    return range(4 * state.count)


_CIRCLES = (circles.all_circles, SatogaeriState.changed_circles)
_COUNTRIES = (countries.all_countries, SatogaeriState.changed_countries)
_BOARD = (circle_groups.everywhere, circle_groups.if_changed)
"""Sites, at first and again when something is known."""

IMPLICIT = (
    Technique("straight", "S0a", 1.0, implicit.straight, _lines, implicit.lines_near, True),
    Technique(
        "track-end", "S0b", 1.0, implicit.track_end, _marked_cells, implicit.cells_near, True
    ),
    Technique(
        "whole-track", "S0c", 1.0, implicit.whole_track, _CIRCLES[0], implicit.circles_on, True
    ),
    Technique("must-move", "S0d", 1.0, implicit.must_move, _CIRCLES[0], implicit.nowhere, True),
    Technique("border", "S2", 1.0, implicit.border, _rays, implicit.nowhere, True),
    Technique("start-block", "S3", 1.0, implicit.start_block, _rays, implicit.nowhere, True),
    Technique("track-block", "S4", 1.0, implicit.track_block, _rays, implicit.rays_changed, True),
    Technique(
        "full-country", "S6", 1.0, implicit.full_country, _COUNTRIES[0], implicit.country_with, True
    ),
)

STEPS = (
    Technique("zero", "S1", 1.0, circles.zero, _CIRCLES[0], implicit.nowhere),
    Technique("only-move", "S5", 1.2, circles.only_move, *_CIRCLES),
    Technique("line-owner", "S5b", 1.4, circles.line_owner, _lines, circles.lines_by_circles),
    Technique("last-chance", "S7", 1.6, countries.last_chance, *_COUNTRIES),
    Technique("last-cell", "S7a", 1.7, countries.last_cell, *_COUNTRIES),
    Technique("free-circle", "S13", 1.8, circles.free_circle, *_CIRCLES),
    Technique("common-cell", "S9", 2.0, circles.common_cell, *_CIRCLES),
    Technique("confined", "S8", 2.2, countries.confined, *_CIRCLES),
    Technique("last-circle", "S7b", 2.4, countries.last_circle, *_COUNTRIES),
    Technique("crossing", "S10", 3.0, clashes.crossing, *_CIRCLES),
    Technique("pair", "S11", 3.2, circle_groups.pair, *_BOARD),
    Technique("corridor", "S12", 3.4, clashes.corridor, *_COUNTRIES),
    Technique("unreached", "S0e", 3.45, implicit.unreached, _rays, implicit.rays_changed, True),
    Technique("group", "S11b", 5.0, circle_groups.group, *_BOARD),
)

LADDER = Ladder(
    techniques=(*IMPLICIT, *STEPS),
    state=SatogaeriState,
    narrate=narrate,
    codes={"refutation": "S14", "agreement": "S14b", "proof": "SAT"},
    encode=numbers_apart,
    thresholds=(1.5, 1.65, 1.9, 3.2, 5.0),
    meaning=meaning,
    tell=tell,
)
