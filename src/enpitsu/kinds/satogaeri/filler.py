"""An unfinished Satogaeri completed: free cells become countries, countries without a circle get
one, and numbers are told until nothing else fits.

Countries and circles that are drawn stay; a circle without number gets one only where it may be
overwritten. The rest is as for a new puzzle (generator/pleasant_maker.py), laid around what is
given (generator/fixed_drawing.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from enpitsu.grid import Cell, areas_of, cell_at, cell_number, number_areas
from enpitsu.kinds.satogaeri.board import LINE
from enpitsu.kinds.satogaeri.generator.borders import Borders
from enpitsu.kinds.satogaeri.generator.candidate import FixCosts
from enpitsu.kinds.satogaeri.generator.fixed_drawing import (
    FixedCandidate,
    FreeGrowth,
    Sender,
)
from enpitsu.kinds.satogaeri.generator.known_tracks import Track, TrackLayer
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.kit.grid_index import GridIndex
from enpitsu.making import (
    AppliedChange,
    Candidate,
    CannotFill,
    Change,
    Filler,
    FillTask,
    undecided_cells,
)
from enpitsu.position import EMPTY, Position
from enpitsu.sat.backend import TooHard
from enpitsu.scene import Place

SIZE = 5.0  # cells, the mean of new countries
UNNUMBERED = 0.25  # share of new circles that begin without number
GENTLE = 0.1  # aim up to which none does
USUAL = FixCosts(number_cost=2.0)
NUMBERS_ONLY = FixCosts(number_cost=-inf)
CANDIDATES = 6  # for each attempt: the one in which the fewest new circles stay is taken
MOST_CANDIDATES = 40  # if none comes to an end
ZEROS = 0.08  # share of circles that may stay


class Country(NamedTuple):
    """A new country, made of free cells."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class _Sheet:
    """The given countries and circles, in cell numbers."""

    puzzle: Satogaeri
    free: frozenset[int]

    @cached_property
    def grid(self) -> GridIndex:
        return GridIndex(self.puzzle.rows, self.puzzle.cols)

    @cached_property
    def parts(self) -> tuple[list[set[int]], list[set[int]]]:
        """The countries that are drawn, and the parts of the free cells that hang together."""
        labels = [
            -1 if at in self.free else country for at, country in enumerate(self.puzzle.countries)
        ]
        numbers = number_areas(self.puzzle.rows, self.puzzle.cols, labels)
        parts = list(map(set, areas_of(numbers)))
        drawn = [cells for cells in parts if not cells <= self.free]
        return drawn, [cells for cells in parts if cells <= self.free]

    @cached_property
    def circles(self) -> list[tuple[int, int | None]]:
        """The starts of circles, and their numbers."""
        cols = self.puzzle.cols
        return [(cell_number(cell, cols), number) for cell, number in self.puzzle.circles]


def _sheet(task: FillTask[Satogaeri]) -> _Sheet:
    """Return the given drawing. A board of one country without circles is a blank one."""
    puzzle: Satogaeri = task.puzzle
    if task.undecided is None and puzzle.country_count == 1 and not puzzle.circles:
        return _Sheet(puzzle, frozenset(range(puzzle.rows * puzzle.cols)))
    free = frozenset(cell_number(cell, puzzle.cols) for cell in undecided_cells(task))
    return _Sheet(puzzle, free)


def fill(task: FillTask[Satogaeri]) -> Candidate[Satogaeri] | None:
    """One attempt at an unfinished puzzle."""
    sheet = _sheet(task)
    if not sheet.free and len(sheet.circles) > sheet.puzzle.country_count:
        raise CannotFill("contradiction")
    sender = Sender(sheet.grid, sheet.circles, task.budget)
    try:
        for is_drawn, parts in zip((True, False), sheet.parts, strict=True):
            for cells in parts:
                sender.share_out(cells, is_drawn)
        return _best(task, sheet, sender)
    except TooHard:
        return None
    finally:
        sender.close()


def _best(task: FillTask[Satogaeri], sheet: _Sheet, sender: Sender) -> Candidate[Satogaeri] | None:
    """Return the candidate of some in which the fewest new circles stay. Where given circles could
    also go otherwise, both is barred for the next candidates."""
    cols, lines = task.puzzle.cols, (task.solution or EMPTY).edges(LINE)
    steps = frozenset((cell_number(a, cols), cell_number(b, cols)) for a, b in lines)
    best: tuple[int, Candidate[Satogaeri]] | None = None
    for count in range(1, MOST_CANDIDATES + 1):
        sent = sender.send(task.random, steps)
        if sent is None and count == 1:
            is_whole = not sheet.free and len(sheet.circles) == sheet.puzzle.country_count
            raise CannotFill("contradiction", is_conflict=is_whole)
        if sent is None:
            break
        found = _candidate(task, sheet, sent, sender)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
        if best is not None and (
            count >= CANDIDATES or best[0] <= ZEROS * len(best[1].puzzle.circles)
        ):
            break
    return None if best is None else best[1]


def _candidate(
    task: FillTask[Satogaeri], sheet: _Sheet, sent: list[Track], sender: Sender
) -> tuple[int, Candidate[Satogaeri]] | None:
    """A puzzle, after the number of its new circles that stay."""
    laid = _lay(task, sheet, sent)
    if laid is None:
        return None
    candidate, given = laid
    try:
        own = [circle for circle in range(len(candidate.tracks)) if circle not in given]
        is_gentle = task.aim is not None and task.aim <= GENTLE
        hidden = task.random.sample(own, 0 if is_gentle else round(UNNUMBERED * len(own)))
        # Given circles have the numbers that are given, and most of the others have theirs.
        bare = [each for each, circle in given.items() if sheet.circles[circle][1] is None]
        candidate.numbered.difference_update(hidden, bare)
        candidate.stay_bare.update(
            each
            for each in bare
            if not task.overwrite
            or cell_at(sheet.circles[given[each]][0], task.puzzle.cols) in task.locked
        )
        if not candidate.repair(USUAL) and (candidate.fixed or not candidate.repair(NUMBERS_ONLY)):
            for rival in candidate.fixed:
                sender.bar({given[each]: candidate.tracks[each] for each in rival.tracks})
                sender.bar({given[each]: track for each, track in rival.tracks.items()})
            return None
        puzzle, tracks = candidate.puzzle(), candidate.tracks
    finally:
        candidate.close()
    if not task.locked.isdisjoint(puzzle.circle_at.keys() - task.puzzle.circle_at.keys()):
        return None
    solutions = task.solve(puzzle)
    if solutions is None or len(solutions) != 1:
        return None
    zeros = sum(len(tracks[circle]) == 1 for circle in own)
    return zeros, Candidate(puzzle, solutions[0])


def _lay(
    task: FillTask[Satogaeri], sheet: _Sheet, sent: list[Track]
) -> tuple[FixedCandidate, dict[int, int]] | None:
    """Countries and tracks, and for each given circle by its country its place among those given;
    None if there is no room."""
    grid, check = sheet.grid, task.budget.check
    drawn, _ = sheet.parts
    ends = {track[-1] for track in sent}
    growth = FreeGrowth(grid, drawn, ends & sheet.free, task.random, SIZE, check)
    if not growth.spare({at for track in sent for at in track}):
        return None
    borders = Borders(grid, growth.numbered(), SIZE)
    given = {borders.labels[track[-1]]: circle for circle, track in enumerate(sent)}
    tracks = {country: sent[circle] for country, circle in given.items()}
    laid = TrackLayer(borders, task.random, check, tracks).lay()
    candidate = FixedCandidate(
        borders, laid, task.random, task.budget, free=sheet.free, given=given.keys()
    )
    return candidate, given


# --- what is kept ---------------------------------------------------------------------------------


def is_open(task: FillTask[Satogaeri]) -> bool:
    """Return True if cells are free, or circles missing."""
    sheet = _sheet(task)
    return bool(sheet.free) or len(sheet.circles) < task.puzzle.country_count


def keeps(task: FillTask[Satogaeri], after: Satogaeri) -> bool:
    """Return True if drawn countries and circles are there."""
    sheet, new = _sheet(task), after.circle_at
    for cell, number in task.puzzle.circles:
        is_told = task.overwrite and number is None
        if cell not in new or not (is_told or new[cell] == number):
            return False
    countries = list(map(set, areas_of(after.countries)))
    return all(cells == countries[after.countries[min(cells)]] for cells in sheet.parts[0])


def changes(
    task: FillTask[Satogaeri], after: Satogaeri, solution: Position
) -> tuple[AppliedChange[int | Country | None], ...]:
    """Return the countries that were drawn, then the circles that came or were told."""
    free, old = _sheet(task).free, task.puzzle.circle_at
    found: list[tuple[Place, int | Country | None]] = [
        (cells[0], Country(cells))
        for cells in after.country_cells
        if cell_number(cells[0], after.cols) in free
    ]
    found += [
        (cell, number) for cell, number in after.circles if cell not in old or old[cell] != number
    ]
    return tuple(AppliedChange(Change((each,))) for each in found)


def may_overwrite(task: FillTask[Satogaeri]) -> bool:
    """Return True if a circle has no number."""
    return any(number is None for _, number in task.puzzle.circles)


FILLER = Filler(fill, is_open, keeps, changes, may_overwrite)
