"""A fast guess at the grade: how far the techniques up to a level lead, without reasons.

The same patterns as in `techniques/`, walked faster: nothing is explained, so everything that one
shows in a line is taken at once (bench/fast_grade.py compares it with a walk of the ladder).
"""

from __future__ import annotations

from collections.abc import Iterator

from enpitsu.grid import bit_positions, cell_number
from enpitsu.kinds.nonogram.bits import union
from enpitsu.kinds.nonogram.model import Nonogram
from enpitsu.kinds.nonogram.rules import room_needed
from enpitsu.kinds.nonogram.techniques.ladder import TECHNIQUES
from enpitsu.kinds.nonogram.techniques.line_patterns import FIXED, LINE_PATTERNS, LinePattern
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView
from enpitsu.limits import Budget

LEVELS = {technique.id: technique.level for technique in TECHNIQUES}
EASIEST = LEVELS["full-line"]
"""The level of what is seen in a line on its own, whatever its pattern."""
LINE_SOLVE = LEVELS["line-solve"]
TIERS: tuple[tuple[float, LinePattern | None], ...] = (
    (EASIEST, None),
    *((LEVELS[name], pattern) for name, pattern in LINE_PATTERNS.items()),
)
"""Levels with their patterns, the easiest first; the first stands for full and empty lines."""

News = tuple[int, int, int]
"""Of one colour the cells of a line that turn out to have it, and those that turn out not to."""


class NonogramFastGrade:
    """A walk up the ladder that can be continued with harder techniques."""

    def __init__(self, puzzle: Nonogram, budget: Budget) -> None:
        self.puzzle, self.budget = puzzle, budget
        self.rows, self.cols = puzzle.rows, puzzle.cols
        nothing = (0,) * len(puzzle.palette)
        sizes = [puzzle.cols] * puzzle.rows + [puzzle.rows] * puzzle.cols
        clues = (*puzzle.row_clues, *puzzle.col_clues)
        self.views = [
            LineView(clue, size, nothing, nothing) for clue, size in zip(clues, sizes, strict=True)
        ]
        self._waiting = [set(range(len(self.views))) for _ in range(len(TIERS) + 1)]
        """For each tier the lines that have changed since it last looked at them."""
        self.hardest = 0.0
        """The level of the hardest technique that was used."""

    def up_to(self, level: float) -> int:
        """Go on with the techniques below a level; return the number of cells that stay open."""
        count = sum(tier[0] < level for tier in TIERS) + (level > LINE_SOLVE)
        tier = 0
        while tier < count:
            self.budget.check()
            tier = 0 if self._apply(tier) else tier + 1
        return sum(_open(view).bit_count() for view in self.views[: self.rows])

    def open_cells(self) -> list[int]:
        """Return the cells that are open, by number."""
        return [
            cell_number((row, at), self.cols)
            for row, view in enumerate(self.views[: self.rows])
            for at in bit_positions(_open(view))
        ]

    def _apply(self, tier: int) -> bool:
        """Try one pattern on the waiting lines; return True if it showed something."""
        waiting = self._waiting[tier]
        seen = False
        while waiting and not seen:
            site = min(waiting)
            waiting.remove(site)
            if self.views[site].is_alive:
                for news in self._news(tier, self.views[site]):
                    self._learn(site, *news)
                    seen = True
        if seen:
            level = TIERS[tier][0] if tier < len(TIERS) else LINE_SOLVE
            self.hardest = max(self.hardest, level)
            # Where something was seen there may be more of it.
            waiting.add(site)
        return seen

    def _news(self, tier: int, view: LineView) -> Iterator[News]:
        if tier == len(TIERS):
            yield from _all_news(view)
            return
        pattern = TIERS[tier][1]
        if pattern is None:
            used = {run.colour for run in view.clue}
            for colour, denied in enumerate(view.denied):
                deny = view.can[colour] & ~denied
                if deny and colour not in used:
                    yield colour, 0, deny
            if room_needed(view.clue) == view.size:
                yield from _all_news(view)
            return
        for key in pattern.keys(view):
            match = pattern.match(view, key)
            if match is None:
                continue
            paint = match.paint & ~view.painted[match.colour]
            deny = match.deny & view.can[match.colour] & ~view.denied[match.colour]
            if paint or (deny and match.form != FIXED):
                yield match.colour, paint, deny
                return

    def _learn(self, site: int, colour: int, paint: int, deny: int) -> None:
        atoms = [Atom(at, colour, True) for at in bit_positions(paint)]
        atoms += [Atom(at, colour, False) for at in bit_positions(deny & ~paint)]
        self.views[site] = self.views[site].plus(atoms)
        is_row = site < self.rows
        own = site if is_row else site - self.rows
        for at, _, holds in atoms:
            other = self.rows + at if is_row else at
            self.views[other] = self.views[other].plus((Atom(own, colour, holds),))
        touched = [self.rows + atom.at if is_row else atom.at for atom in atoms]
        for waiting in self._waiting:
            waiting.update(touched)
            waiting.add(site)


def _open(view: LineView) -> int:
    return view.everything & ~view.shaded & union(view.can[:-1])


def _all_news(view: LineView) -> Iterator[News]:
    """Yield all that follows from a line."""
    if view.news is not None:
        paints, denies = view.news
        for colour, (paint, deny) in enumerate(zip(paints, denies, strict=True)):
            if paint or deny:
                yield colour, paint, deny
