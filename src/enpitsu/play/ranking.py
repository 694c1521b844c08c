"""Points for the ranking of all players, over everything that they solved.

1. A puzzle is worth four times as much for each level, and four times as much for twice the cells,
   up to 20x20; a gentle 10x10 is worth 100 points. No solve is worth less than one point.
2. Each minute that help costs halves this; time takes at most half of it, and a quarter when the
   solve takes as long as expected.
3. Only a player's first attempt at a puzzle counts (a turned or mirrored copy is the same puzzle),
   and puzzles that players made or added for themselves do not count.
4. The best result counts whole, the next one 95 %, the one after it 95 % of that, and so on for the
   best hundred.

So any number of results comes to less than twenty times the best of them, and easy puzzles do not
add up to hard ones. At the same size, whatever the times, one puzzle solved without help outweighs
any number three levels below it, three outweigh any number two levels below, and fourteen any
number one level below; only solves that are worth the least point are outside of this, and any
number of them comes to 20 points. Nothing that is solved costs points, and nobody changes another's
points.
"""

from __future__ import annotations

from collections.abc import Iterable

from enpitsu.grade import LEVELS

BASE_POINTS = 100  # for a gentle puzzle of BASE_CELLS, at once and without help
BASE_CELLS = 100
LEAST_POINTS = 1  # for any solve
MAX_CELLS = 400  # larger boards are worth no more
LEVEL_FACTOR = 4  # worth of a level, in that of the level below
HALVING_PENALTY = 60  # seconds of help that halve the worth
SECONDS_PER_CELL = (2, 3, 5, 8, 13, 20)  # the expected time, gentle to extreme
WEIGHT = 0.95  # of each further result, in that of the one before
MAX_COUNTED = 100  # results of one player: what comes behind would weigh less than 1 %

_RANKS = {level.value: rank for rank, level in enumerate(LEVELS)}


def result_points(level: str, cells: int, seconds: float, penalty: int) -> int:
    """Return the points of one solve; a level that is not known counts as the easiest."""
    rank = _RANKS.get(level, 0)
    size = min(cells, MAX_CELLS) / BASE_CELLS
    worth = BASE_POINTS * LEVEL_FACTOR**rank * size**2
    expected = SECONDS_PER_CELL[rank] * cells
    time_share = 0.5 + 0.5 * expected / (expected + seconds)
    return max(LEAST_POINTS, int(worth * time_share * 0.5 ** (penalty / HALVING_PENALTY)))


def total_points(points: Iterable[int]) -> int:
    """Return the points of a player, whose results have these points."""
    best = sorted(points, reverse=True)[:MAX_COUNTED]
    return round(sum(each * WEIGHT**place for place, each in enumerate(best)))
