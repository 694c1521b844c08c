"""The generator of the Satogaeri thesis of Innsbruck (2014, section 0.5), as it is told there.

Countries (0.5.1): the topmost, leftmost cell that has none begins a country. Each free cell beside
it joins with the option's chance (there called Countrysize); each free cell beside those that
joined, with the square of that chance; then with the square of that; until none joins.

Circles (0.5.2): each country has one on a random cell, its home. One after another they are moved:
in a random direction, between 1 cell and the distance to the next obstacle (border, circle, track
of a circle). With an obstacle right beside, another direction is tried once; then it stays, as a
"0". A circle loses its number (the thesis' "#") if all these hold:

1. moving away from home it left its country with the first cell;
2. behind its home, seen that way, there is something in the way or another country;
3. if it stays, no other cell of its country can be reached.

Uniqueness (0.5.3) is left to the solver. The thesis says of its conditions that a violated one
breaks the uniqueness, as if keeping them were enough. It is not: circles with numbers may go
another way, and large countries can be reached by many. With the chance 0.8 of the thesis' own
figure 10 % of the boards have one solution at 5x5, 4 % at 6x6, 1 % at 8x8, none of 1000 at 10x10
(bench/tables/satogaeri_smt_2014.py). Nor are the "#" to blame: with all numbers told it is hardly
better. So beyond 8x8 this method mostly ends at a limit; pleasant_maker.py changes boards instead
of throwing them away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from enpitsu.errors import PuzzleError
from enpitsu.grid import Cell
from enpitsu.kinds.satogaeri.generator.known_tracks import Track
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.grid_index import GridIndex
from enpitsu.making import Candidate, Maker, MakeTask, Option

USUAL_SIZE = 0.8  # as in the thesis' figure 0.5
DIRECTIONS_TRIED = 2
SHUFFLES = 20  # so often the circles of an attempt are moved anew, on the same countries


def make(task: MakeTask[Satogaeri]) -> Candidate[Satogaeri] | None:
    """A puzzle as the thesis makes it; None if it has more than one solution."""
    if task.rows * task.cols < 2:
        raise PuzzleError("a board of one cell leaves a circle nowhere to go")
    grid = GridIndex(task.rows, task.cols)
    labels = grow(grid, task.random, task.options["chance"])
    for _ in range(SHUFFLES):
        task.budget.check()
        tracks = shuffle_circles(grid, labels, task.random)
        circles = tuple(numbered(grid, labels, tracks.values()))
        puzzle = Satogaeri(task.rows, task.cols, tuple(labels), circles)
        solutions = task.solve(puzzle)
        if solutions is not None and len(solutions) == 1:
            return Candidate(puzzle, solutions[0])
    return None


def grow(grid: GridIndex, random: Random, chance: float) -> list[int]:
    """For each cell its country."""
    labels = [-1] * grid.count
    count = 0
    for start in range(grid.count):
        if labels[start] >= 0:
            continue
        labels[start] = count
        ring, share = [start], chance
        while ring:
            beside = dict.fromkeys(at for cell in ring for at in grid.near[cell] if labels[at] < 0)
            ring = [at for at in beside if random.random() < share]
            for at in ring:
                labels[at] = count
            share *= share
        count += 1
    return labels


def shuffle_circles(
    grid: GridIndex, labels: list[int], random: Random, directions: int = DIRECTIONS_TRIED
) -> dict[int, Track]:
    """For each country the track of its circle, which was moved away from a random cell in one of
    so many directions that are tried; in the order in which they were moved."""
    members: dict[int, list[int]] = {}
    for at, country in enumerate(labels):
        members.setdefault(country, []).append(at)
    homes = {country: random.choice(cells) for country, cells in members.items()}
    used = set(homes.values())
    order = list(homes)
    random.shuffle(order)
    tracks: dict[int, Track] = {}
    for country in order:
        home = homes[country]
        tracks[country] = (home,)
        for cells in random.sample(grid.free_rays(home, used), directions):
            if cells:
                moved = cells[: random.randint(1, len(cells))]
                used.update(moved)
                tracks[country] = (*reversed(moved), home)
                break
    return tracks


def numbered(
    grid: GridIndex, labels: list[int], tracks: Collection[Track]
) -> Iterator[tuple[Cell, int | None]]:
    """The circles where they were moved to, with the numbers that the conditions leave them."""
    used = {at for track in tracks for at in track}
    for track in tracks:
        number = None if _needs_no_number(grid, labels, used, track) else len(track) - 1
        yield grid.cell(track[0]), number


def _needs_no_number(grid: GridIndex, labels: list[int], used: set[int], track: Track) -> bool:
    """The thesis' three conditions."""
    home = track[-1]
    country = labels[home]
    if len(track) == 1:
        reached = (at for cells in grid.free_rays(home, used) for at in cells)
        return all(labels[at] != country for at in reached)
    before = track[-2]
    behind = next((at for at in grid.near[home] if at - home == home - before), None)
    is_shut = behind is None or behind in used or labels[behind] != country
    return labels[before] != country and is_shut


GROWTH = Maker(
    "growth",
    "Growing countries: they spread ring by ring, circles are moved away from home.",
    (
        Option(
            name="chance",
            words="The chance that a cell beside a new country joins it; its square further out.",
            form="share",
            default=USUAL_SIZE,
        ),
    ),
    make,
)
