"""Propagation and search, without any solver.

The search makes a choice, draws conclusions, and goes on; at a contradiction the last choice is
out. Where to decide: in the group with the fewest choices for its weight, which grows with each
contradiction that it is to blame for (Boussemart and others 2004). What to try: what leaves most
to the others; on large boards first what a placing of nearly all circles has.

After some contradictions the search begins anew, with the weights it has learned: a few early
decisions that do not fit together can cost more than everything else. Before, it tries single
choices where contradictions were met: what leads to another one at once is out for good. Solutions
that come again are passed over; once there are many of them, the search goes through to the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from itertools import chain, compress, islice

from enpitsu.errors import LimitReached
from enpitsu.kind import Board as AnyBoard
from enpitsu.kind import Kind, Search, Stats, Task
from enpitsu.kinds.satogaeri.board import SatogaeriBoard
from enpitsu.kinds.satogaeri.choices import ENOUGH, WIDE, Choice, Choices, ChoiceState
from enpitsu.kinds.satogaeri.first_guess import best_first_guess
from enpitsu.kinds.satogaeri.model import Satogaeri
from enpitsu.limits import Budget

FIRST_RUN = 30  # contradictions before the search begins anew for the first time
LONGER = 1.3  # times as many before the next

PROBES = 5  # single choices that are tried for each contradiction of a run

REMEMBERED = 100  # with so many solutions the search no longer begins anew

LARGE = 1500  # choices from which on a placing of all circles is worth its time


def search(kind: Kind[Satogaeri], puzzle: Satogaeri, task: Task) -> Search:
    """Draw conclusions, then try choices."""
    board = SatogaeriBoard(puzzle)
    board.place(task.given)
    stats = Stats(backend=task.backend)
    return Search.collect(_boards(board, task.budget, stats), task, stats)


def _boards(board: SatogaeriBoard, budget: Budget, stats: Stats) -> Generator[AnyBoard, None, None]:
    if not board.settle(budget):
        return
    moves = board.moves(budget)
    fixed = [moves.only_move(circle) for circle in range(moves.count) if moves.is_fixed(circle)]
    for chosen in _Tree(Choices(moves, budget), budget, stats).solutions():
        found = SatogaeriBoard(board.puzzle)
        for ray, distance in chain(fixed, chosen):
            found.lines.update(moves.edge(ray, each) for each in range(1, distance + 1))
            found.homes.add(moves.end(ray, distance))
        yield found


class _Tree:
    """The search tree."""

    def __init__(self, choices: Choices, budget: Budget, stats: Stats) -> None:
        self._choices, self._budget, self._stats = choices, budget, stats
        self._state = ChoiceState(choices, budget)
        self._path: list[tuple[int, int]] = []
        """The size of the trail before each decision, and the choice that was made."""
        self._found: set[int] = set()
        self._tried: set[int] = set()
        self._run, self._most = 0, float(FIRST_RUN)
        stats.variables = len(choices.all)

    def solutions(self) -> Iterator[list[Choice]]:
        """Yield every solution once, as the choices that are made."""
        state, stats = self._state, self._stats
        fits = state.settle()
        while fits or self._path:
            if not fits:
                if self._budget.conflicts is not None and stats.conflicts >= self._budget.conflicts:
                    raise LimitReached("conflicts")
                stats.conflicts += 1
                self._run += 1
                fits = self._go_back()
            elif self._run >= self._most and len(self._found) < REMEMBERED:
                fits = self._begin_anew()
            elif (group := self._open_group()) is not None:
                fits = self._decide(self._best_choice(group))
            else:
                if state.open not in self._found:
                    if len(self._found) < REMEMBERED:
                        self._found.add(state.open)
                    self._run = 0
                    yield list(compress(self._choices.all, state.left))
                fits = self._go_back()

    def _begin_anew(self) -> bool:
        """Take all decisions back, and try single choices; False if nothing fits any more."""
        if self._path:
            self._state.undo(self._path[0][0])
            self._path.clear()
        probes, self._run, self._most = PROBES * self._run, 0, self._most * LONGER
        for choice in islice(self._worth_trying(), probes):
            self._tried.add(choice)
            if self._decide(choice):
                self._state.undo(self._path.pop()[0])
                continue
            self._tried.clear()
            if not self._go_back():
                return False
        return True

    def _worth_trying(self) -> Iterator[int]:
        """Choices not tried since the last that was out, first those of the groups to blame."""
        state, choices = self._state, self._choices
        blamed = sorted(state.weights, key=state.weights.__getitem__, reverse=True)
        for group in chain(blamed, range(choices.circle_count)):
            for choice in choices.groups[group]:
                is_open = state.left[choice] and state.counts[choices.owner[choice]] > 1
                if is_open and choice not in self._tried:
                    yield choice

    def _open_group(self) -> int | None:
        """The group to decide next; None if there is nothing left to decide."""
        counts, weights = self._state.counts, self._state.weights
        self._state.spend(ENOUGH // 200 + 100 * len(counts))
        fewest = min((count for count in counts if count > 1), default=None)
        if fewest is None:
            return None
        best = counts.index(fewest)
        score = fewest / weights.get(best, 1)
        for group, weight in weights.items():
            if counts[group] > 1 and counts[group] / weight < score:
                best, score = group, counts[group] / weight
        return best

    def _best_choice(self, group: int) -> int:
        """A likely one, else the one that clashes with the fewest."""
        state, choices = self._state, self._choices
        options = [choice for choice in choices.groups[group] if state.left[choice]]
        likely = [choice for choice in options if choice in self._likely]
        if likely or len(options) > WIDE:
            return (likely or options)[0]
        clashes = ((choices.clash[each] or choices.find_clash(each)) for each in options)
        counts = [(clash & state.open).bit_count() for clash in clashes]
        return options[counts.index(min(counts))]

    @cached_property
    def _likely(self) -> set[int]:
        """Choices that fit together, for nearly all circles."""
        if len(self._choices.all) < LARGE:
            return set()
        placing = best_first_guess(self._choices.moves, self._budget)
        moves = {(move.ray, move.distance) for move in placing.move_of if move}
        return {at for at, choice in enumerate(self._choices.all) if choice in moves}

    def _decide(self, choice: int) -> bool:
        state = self._state
        self._path.append((len(state.trail), choice))
        state.remove(self._choices.own(choice) & state.open ^ 1 << choice)
        return state.settle()

    def _go_back(self) -> bool:
        """Take back the last decision: its choice is out. False if there is none."""
        if not self._path:
            return False
        size, choice = self._path.pop()
        self._state.undo(size)
        self._state.remove(1 << choice)
        return self._state.settle()
