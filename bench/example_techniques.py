"""Find an example of a technique: a small position at which it is the next step.

Puzzles are made, small ones first, with options at random; the kind's other examples and its
starter puzzles are tried, too; or puzzles are read from files. Each is walked with the technique
and all easier ones, also from random parts of its solution, if need be with only those clues that
the technique rests on. A position at which the technique comes first is shrunk: facts and clues are
left out as long as it still does. Of some finds on boards of one size, the smallest is given.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.explain.step_checker import StepChecker
from enpitsu.explain.walkthrough import Walkthrough
from enpitsu.grade import LEVELS
from enpitsu.kind import Kind, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Change, Maker, Option
from enpitsu.position import EMPTY, Fact, Position
from enpitsu.school.technique_example import find_use
from enpitsu.starter import starter
from enpitsu.technique import Reason, Technique
from example_files import Example, positions_of

SIZES = ((3, 3), (4, 4), (5, 5), (3, 10), (6, 6), (7, 7), (5, 10), (8, 8), (10, 10))
SMALL_SIZES = 5  # of these come before the kind's own examples
PUZZLES = 10  # for each size
FINDS = 3  # of which the smallest is taken
POSITIONS = 30  # at random, for each puzzle
TRIES = 3  # attempts at making a puzzle


class Finder:
    """Finds examples of one technique, until the time ends."""

    def __init__(
        self, kind: Kind[Any], technique: Technique[Any], seed: int, seconds: float
    ) -> None:
        self.kind, self.technique = kind, technique
        self._seed = seed
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

    def find(self, sources: Sequence[Example] = ()) -> Example | None:
        """Return the smallest example in these positions, or in new puzzles if there are none."""
        for group in iter([iter(sources)]) if sources else self._sources():
            found = list(islice(self._finds(group), FINDS))
            if found:
                return min(found, key=lambda example: example.size)
            if self.is_over:
                break
        return None

    def _finds(self, sources: Iterable[Example]) -> Iterator[Example]:
        for number, source in enumerate(sources):
            for example in self._candidates(source, Random(f"{self._seed} {number}")):
                if self._shows(example) and self._is_sound(example):
                    yield self._shrink(example, source.puzzle)
                    break
                if self.is_over:
                    return

    # --- puzzles ---------------------------------------------------------------------------------

    def _sources(self) -> Iterator[Iterator[Example]]:
        """For each size some new puzzles, the smallest size first, again and again; between small
        and large ones the kind's own examples and starter puzzles, each by itself."""
        for first in count(step=PUZZLES):
            numbers = range(first, first + PUZZLES)
            for at, (rows, cols) in enumerate(SIZES):
                if first == 0 and at == SMALL_SIZES:
                    yield from (iter([each]) for each in self._kept())
                yield (each for number in numbers for each in self._make(rows, cols, number))

    def _kept(self) -> list[Example]:
        """The kind's examples and its starter puzzles, without their solutions, by size."""
        paths = sorted(Path(str(self.kind.examples)).glob("technique_*"))
        found = [positions_of(path) for path in paths]
        found += [[Example(each.puzzle, EMPTY) for each in starter(self.kind.id)]]
        return sorted((each for some in found for each in some), key=lambda each: each.size)

    def _make(self, rows: int, cols: int, number: int) -> Iterator[Example]:
        """Make a puzzle, from the second round on every second one of the technique's level, which
        takes longer; none if that fails."""
        at_level = number >= PUZZLES and number % 2 == 1
        rng = Random(f"{self._seed} {rows} {number}")
        maker = rng.choice(self.kind.makers)
        # Not every choice of options goes together, or with every size.
        with suppress(PuzzleError):
            made = enpitsu.generate(
                self.kind.id,
                rows,
                cols,
                level=self._level if at_level else None,
                seed=rng.randrange(10**6),
                method=maker.name,
                tries=TRIES,
                jobs=1,
                limits=Limits(seconds=max(0.1, self._end - time.monotonic())),
                **_choose_options(maker, rng),
            )
            if made.puzzle is not None:
                yield Example(made.puzzle, EMPTY)

    @property
    def _level(self) -> str:
        """The name of the level of puzzles that need the technique."""
        assert self.kind.ladder is not None
        return LEVELS[sum(self.technique.level >= each for each in self.kind.ladder.thresholds)]

    # --- positions -------------------------------------------------------------------------------

    def _candidates(self, source: Example, rng: Random) -> Iterator[Example]:
        """Yield where the technique comes next on walks; an implicit one, which is used at once,
        only where walks begin."""
        for start in self._starts(source, rng):
            if self.technique.is_implicit:
                yield start
            else:
                yield from self._walk(start)

    def _starts(self, source: Example, rng: Random) -> Iterator[Example]:
        """Yield the source itself; then, where the technique finds something in random parts of
        what is true, what it rests on, last with all other clues left open."""
        yield source
        puzzle = source.puzzle
        truth = sorted(enpitsu.forced(puzzle).facts, key=str)
        found: list[tuple[Reason, ...]] = []
        for _ in range(POSITIONS if truth else 0):
            shares = {True: rng.random(), False: rng.random()}
            start = Position(frozenset(each for each in truth if rng.random() < shares[each.holds]))
            found += islice(self._reasons(puzzle, start), 2)
        examples = [
            (because, Position(frozenset(each for each in because if isinstance(each, Fact))))
            for because in dict.fromkeys(found)
        ]
        yield from (Example(puzzle, facts) for _, facts in examples)
        yield from (Example(self._with_only(puzzle, because), facts) for because, facts in examples)

    def _reasons(self, puzzle: Puzzle, position: Position) -> Iterator[tuple[Reason, ...]]:
        """Yield what the technique rests on wherever it finds something."""
        assert self.kind.ladder is not None
        state = self.kind.ladder.state(puzzle)
        state.learn(position)
        for site in self.technique.sites(state):
            found = self.technique.find(state, site)
            if found is not None:
                yield found.because

    def _with_only(self, puzzle: Puzzle, because: Collection[Reason]) -> Puzzle:
        """Leave all clues open but those that are reasons."""
        editor = self.kind.editor
        if editor is None:
            return puzzle
        others = [each for each in editor.relax(puzzle) if not {*each.places} & {*because}]
        edits = tuple(edit for each in others for edit in each.edits)
        opened: Puzzle = editor.edit(puzzle, Change(edits))
        return opened

    def _walk(self, start: Example) -> Iterator[Example]:
        puzzle, position = start
        walk = Walkthrough(self.kind, puzzle, position, (), None, NO_LIMITS.start())
        while not self.is_over:
            position = Position(frozenset(each for each in walk.known if isinstance(each, Fact)))
            step = walk.ladder_step(self.technique.level + 0.001)
            if step is None:
                return
            if step.technique == self.technique.id:
                yield Example(puzzle, position)

    def _shows(self, example: Example) -> bool:
        """Whether the technique comes first."""
        step = find_use(self.kind, self.technique, *example)
        return step is not None and step.technique == self.technique.id

    def _is_sound(self, example: Example) -> bool:
        """Whether the position has a solution, and the step is true in all of them."""
        truth = enpitsu.forced(*example)
        step = find_use(self.kind, self.technique, *example)
        if step is None or truth.status not in ("unique", "multiple"):
            return False
        checker = StepChecker(self.kind, example.puzzle, NO_LIMITS.start())
        return set(step.facts) <= truth.facts and checker.follows(step)

    # --- shrinking -------------------------------------------------------------------------------

    def _shrink(self, example: Example, whole: Puzzle) -> Example:
        """Leave out facts, then clues where nothing needs to be written "?" for that; clues of the
        whole puzzle that were left open come back where they do no harm."""
        example = self._with_fewer_facts(example)
        editor = self.kind.editor
        if editor is None:
            return example
        if example.puzzle != whole:
            example = self._change(example, editor.compare(example.puzzle, whole))
        first = enpitsu.solve(example.puzzle, solutions=1, position=example.position).solutions[0]
        groups = editor.removals(example.puzzle, first.position)
        plain = [each for group in groups for each in group if each.is_plain]
        return self._with_fewer_facts(self._change(example, plain))

    def _change(self, example: Example, changes: Iterable[Change[Any]]) -> Example:
        """Make those changes after which the technique still comes first."""
        editor = self.kind.editor
        assert editor is not None
        for change in changes:
            with suppress(PuzzleError):
                other = example._replace(puzzle=editor.edit(example.puzzle, change))
                if self._shows(other) and self._is_sound(other):
                    example = other
        return example

    def _with_fewer_facts(self, example: Example) -> Example:
        """Leave out facts, until none can go: without one, an easier step may be gone too."""
        before = None
        while before != example:
            before = example
            for fact in sorted(example.position.facts, key=str):
                fewer = example._replace(position=Position(example.position.facts - {fact}))
                if self._shows(fewer):
                    example = fewer
        return example


def _choose_options(maker: Maker[Any], rng: Random) -> dict[str, Any]:
    """Set every third option at random."""
    chosen = {option.name: _choose(option, rng) for option in maker.options if rng.random() < 1 / 3}
    return {name: value for name, value in chosen.items() if value is not None}


def _choose(option: Option, rng: Random) -> Any:
    if option.form == "flag":
        return rng.random() < 0.5
    if option.form == "choice":
        return rng.choice(option.choices)
    least, most = option.least, option.most
    if least is None or most is None:
        return None
    most = min(most, least + 2) if option.form == "int" else most
    return rng.randint(int(least), int(most)) if option.form == "int" else rng.uniform(least, most)
