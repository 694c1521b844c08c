"""The default maker: pleasant countries, a solution laid on them, then borders and numbers changed
until nothing else fits.

First come countries (kit/area_growth.py) and tracks (known_tracks.py), so a solution is known from
the start. As many circles as asked for lose their numbers at once. Then one solver that knows the
circles is asked for rivals (rival_search.py), and each rival goes by a border that moves or by a
number that comes back (candidate.py); numbers that had to come back are made up for elsewhere. A
few dozen small questions lead to a puzzle with one solution, so hardly an attempt is thrown away.
For a wanted level the candidate is then changed on (level_steering.py), by how far simple means
lead (fast_grade.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from enpitsu.errors import PuzzleError
from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.candidate import CandidatePuzzle, FixCosts
from enpitsu.kinds.satogaeri.generator.fast_grade import HIGHEST, SETTLED
from enpitsu.kinds.satogaeri.generator.known_tracks import Track, TrackLayer
from enpitsu.kinds.satogaeri.generator.level_steering import ease, harden
from enpitsu.kinds.satogaeri.generator.rival_search import RivalSearch
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.area_growth import grow_areas
from enpitsu.kit.grid_index import GridIndex
from enpitsu.making import SYMMETRIES, Candidate, Maker, MakeTask, Option, symmetry_option
from enpitsu.sat.backend import TooHard

LAYINGS = 6  # so often tracks are laid; the best ones are taken
NUMBERS_ONLY = FixCosts(number_cost=-inf)  # no border moves where a number would do
TOP_UPS = 8  # so often numbers that had to come back are made up for by others
MOST_SINGLY = 60  # numbers that are then tried one by one
EXTREME = 5  # the tier of the hardest puzzles, beyond those that are walked (fast_grade.py)
USUAL_SIZE = 5.0
UNNUMBERED = (0.25, 0.25)
UNNUMBERED_BY_TIER = ((0.0, 0.0), (0.2, 0.4), (0.25, 0.5), (0.3, 0.6), (0.35, 0.7), (0.4, 0.8))
"""The share of circles without number, to begin with and at most. Gentle puzzles have none: where
such a circle goes is never obvious."""
CHANGES = 600  # so many changes are tried to reach a level; and one more for each circle
SOME_OPEN = 2  # circles that simple means leave open in an expert puzzle
MANY_OPEN = 8  # circles that they leave open in an extreme one
USUAL_ZEROS = 0.08  # largest share of circles that stay
TINY = 16  # cells; on smaller boards more circles may stay


class PuzzlePlan(NamedTuple):
    """The wanted shares and limits of a puzzle."""

    tier: int | None
    """The level that is aimed at, 0 (gentle) to 5 (extreme); None if anything will do."""
    size: float
    unnumbered: float
    """The share of circles without number to begin with."""
    most_unnumbered: float


def make(task: MakeTask[Satogaeri]) -> Candidate[Satogaeri] | None:
    """A puzzle of pleasant countries."""
    if task.rows * task.cols < 2:
        raise PuzzleError("a board of one cell leaves a circle nowhere to go")
    plan = _plan(task)
    candidate = _draw(task, plan)
    try:
        return _finish(task, plan, candidate)
    except TooHard:
        return None
    finally:
        candidate.close()


def _plan(task: MakeTask[Satogaeri]) -> PuzzlePlan:
    size, unnumbered = task.options["country_size"], task.options["unnumbered"]
    tier = None if task.aim is None else round(EXTREME * min(1.0, max(0.0, task.aim)))
    usual, most = UNNUMBERED if tier is None else UNNUMBERED_BY_TIER[tier]
    return PuzzlePlan(
        tier,
        USUAL_SIZE if size is None else size,
        usual if unnumbered is None else unnumbered,
        most if unnumbered is None else unnumbered,
    )


def _draw(task: MakeTask[Satogaeri], plan: PuzzlePlan) -> CandidatePuzzle:
    """Countries and tracks."""
    grid = GridIndex(task.rows, task.cols, SYMMETRIES[task.options["symmetry"]])
    labels = grow_areas(grid, task.random, plan.size, task.budget.check)
    borders = Borders(grid, labels, plan.size)
    tracks = _lay(task, borders)
    if grid.is_symmetric:
        # Other tracks for the same circles, no longer symmetric: else half of the puzzle would be
        # solved by looking at the other half.
        rivals = RivalSearch(grid, tracks, task.budget)
        try:
            rivals.hold_all(borders)
            found = rivals.random_solution(task.random) or tracks
        finally:
            rivals.close()
        tracks = sorted(found, key=lambda track: borders.labels[track[-1]])
    return CandidatePuzzle(borders, tracks, task.random, task.budget)


def _lay(task: MakeTask[Satogaeri], borders: Borders) -> list[Track]:
    """Tracks: of several tries those with the most symmetric places, and the fewest that stay."""
    image = borders.grid.image

    def flaws(tracks: list[Track]) -> tuple[int, int]:
        starts = {track[0] for track in tracks}
        alone = sum(image[start] not in starts for start in starts)
        return alone, sum(len(track) == 1 for track in tracks)

    best = TrackLayer(borders, task.random, task.budget.check).lay()
    for _ in range(LAYINGS if borders.grid.is_symmetric else 0):
        if flaws(best) == (0, 0):
            break
        best = min(best, TrackLayer(borders, task.random, task.budget.check).lay(), key=flaws)
    return best


def _finish(
    task: MakeTask[Satogaeri], plan: PuzzlePlan, candidate: CandidatePuzzle
) -> Candidate[Satogaeri] | None:
    count = round(plan.unnumbered * len(candidate.tracks))
    candidate.most_hidden = max(count, int(plan.most_unnumbered * len(candidate.tracks)))
    candidate.numbered.difference_update(task.random.sample(range(len(candidate.tracks)), count))
    if plan.tier is not None and plan.tier < SETTLED:
        is_done = ease(candidate, plan.tier, CHANGES + len(candidate.tracks))
    else:
        is_done = _repair(candidate, count)
    if not is_done or not _reach_tier(candidate, plan.tier):
        return None
    circles, share = len(candidate.tracks), task.options["zeros"]
    if share is not None:
        most = share * circles
    else:  # Tiny boards often leave nothing else.
        most = circles if candidate.grid.count < TINY else max(1, USUAL_ZEROS * circles)
    if sum(len(track) == 1 for track in candidate.tracks) > most:
        return None
    puzzle = candidate.puzzle()
    solutions = task.solve(puzzle)
    if solutions is None or len(solutions) != 1:
        return None
    return Candidate(puzzle, solutions[0])


def _repair(candidate: CandidatePuzzle, count: int) -> bool:
    """Leave one solution, where so many circles have no number if that can be."""
    usual = FixCosts(number_cost=1.0 + 4.0 * count / len(candidate.tracks))
    if not candidate.repair(usual) and not candidate.repair(NUMBERS_ONLY):
        return False
    for turn in range(TOP_UPS):
        missing = count - len(candidate.hidden)
        if missing <= 0:
            break
        # Borders that move may call for yet other numbers, so at last they do not any more.
        chosen = candidate.random.sample(sorted(candidate.numbered), missing)
        candidate.numbered.difference_update(chosen)
        costs = usual if turn < TOP_UPS - 2 else NUMBERS_ONLY
        if not candidate.repair(costs) and not candidate.repair(NUMBERS_ONLY):
            return False
    options = sorted(candidate.numbered)
    candidate.random.shuffle(options)
    for circle in options[:MOST_SINGLY]:
        if len(candidate.hidden) >= count:
            break
        candidate.numbered.discard(circle)
        if not candidate.is_unique():
            candidate.numbered.add(circle)
    return True


def _reach_tier(candidate: CandidatePuzzle, tier: int | None) -> bool:
    """Make a candidate as hard as is aimed at; False if it cannot be used."""
    changes = CHANGES + len(candidate.tracks)
    if tier is None or tier == 0:
        return True
    if tier > SETTLED:
        wanted = SOME_OPEN if tier < EXTREME else MANY_OPEN
        harden(candidate, HIGHEST, wanted=wanted, changes=changes, ceiling=None)
        return True
    if tier == SETTLED and not ease(candidate, tier, changes):
        return False
    harden(candidate, tier - 1, wanted=1, changes=changes, ceiling=tier)
    return True


def keeps(puzzle: Satogaeri, options: Mapping[str, Any]) -> bool:
    """Return True if a puzzle still is what the options ask for; countries keep their mean size
    anyway."""
    symmetry = SYMMETRIES[options["symmetry"]]
    if puzzle.transform(symmetry).countries != puzzle.countries:
        return False
    numbers = [number for _, number in puzzle.circles]
    if options["zeros"] is not None and numbers.count(0) > options["zeros"] * len(numbers):
        return False
    share = options["unnumbered"]
    return share is None or numbers.count(None) <= share * len(numbers) + 1


PLEASANT = Maker(
    "pleasant",
    "Countries of pleasant shape; borders move and numbers stay until only one solution fits.",
    (
        Option(
            name="country_size",
            words="How many cells a country has, on the average.",
            form="float",
            least=2,
            most=50,
        ),
        Option(
            name="unnumbered",
            words="The share of circles without a number, as far as one solution allows.",
            form="share",
        ),
        Option(
            name="zeros",
            words="The largest share of circles that stay where they are.",
            form="share",
        ),
        symmetry_option(
            "The symmetry of the borders, and of the circles' places where it can be had."
        ),
    ),
    make,
    keeps,
)
