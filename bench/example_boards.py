"""Find boards for the examples of a kind: solved ones, such as break one rule, and tiny puzzles.

A board that breaks a rule is a model of all other rules: of the clauses of a small puzzle a few
batches of the rule are left out, and one of their clauses is denied. What such a board breaks is
judged by the rules alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import enpitsu
from enpitsu.errors import PuzzleError
from enpitsu.grid import Symmetry
from enpitsu.kind import Clause, Encoding, Kind, Puzzle
from enpitsu.kit import GridPuzzle
from enpitsu.kit.grid_index import GridIndex
from enpitsu.kit.random_frame import FrameTaste, random_frame
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.making import Change
from enpitsu.position import EMPTY, Position
from enpitsu.sat.backend import Solver
from example_files import Example

SOLVED = {"solved_oblong": (4, 5), "solved_six": (6, 6), "solved_eight": (8, 8)}
TINY = ("tiny_plain", "tiny_one", "tiny_several", "tiny_impossible")
BREAK_SIZES = ((4, 4), (4, 5), (5, 5), (3, 4), (6, 6), (3, 3), (2, 4), (2, 2))
TINY_SIZES = ((2, 3), (3, 4), (2, 5), (3, 3), (2, 2), (1, 5), (1, 3), (1, 2))
MOST_FACTS = 13  # of a tiny puzzle
LEAST_FACTS = 4
TINY_TRIES = 400
LEFT_OUT = (1, 1, 1, 2, 2, 3, 99, 0)
"""Batches of a rule that are left out, try by try; with none of them only its cuts are."""
MODELS = 6  # for each of these
ROUNDS = 6  # through the sizes
MOST_CUTS = 30
TRIES = 20  # attempts at making a puzzle


class BoardFinder:
    """Finds boards of one kind, until the time ends."""

    def __init__(self, kind: Kind[Any], seed: int, seconds: float) -> None:
        self.kind, self._seed = kind, seed
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

    def _make(self, rows: int, cols: int, number: int) -> Example | None:
        """A puzzle with its only solution, as far as facts that hold tell it."""
        with suppress(PuzzleError):
            made = enpitsu.generate(
                self.kind.id,
                rows,
                cols,
                seed=Random(f"{self._seed} {rows} {cols} {number}").randrange(10**6),
                tries=TRIES,
                jobs=1,
                limits=Limits(seconds=max(0.1, self._end - time.monotonic())),
            )
            if made.puzzle is not None:
                return Example(made.puzzle, enpitsu.solve(made.puzzle).solutions[0].position)
        return None

    # --- solved ----------------------------------------------------------------------------------

    def find_solved(self, rows: int, cols: int) -> Example | None:
        """Return a puzzle with its solution, in which each quarter of the solution is too little
        of it."""
        number = 0
        while not self.is_over:
            found = self._make(rows, cols, number)
            number += 1
            if found is not None and all(self._is_unfinished(found, at) for at in range(4)):
                return found
        return None

    def _is_unfinished(self, example: Example, at: int) -> bool:
        part = Position.of(list(example.position)[at::4])
        return bool(enpitsu.check(example.puzzle, part))

    # --- broken ----------------------------------------------------------------------------------

    def find_broken(self, code: str, *, partial: bool = False) -> Example | None:
        """Return a board that breaks one rule in one way and no other; with `partial` one that
        nothing can mend any more, without facts that it could do without."""
        for puzzle, random in self._sources():
            for board in self._models(puzzle, code, random):
                position = Position.of(board.facts() if partial else board.answer())
                example = Example(puzzle, position)
                if self._breaks(example, partial) == {code}:
                    return self._shrink(example, code) if partial else example
                if self.is_over:
                    return None
        return None

    def _breaks(self, example: Example, partial: bool) -> set[str]:
        """The codes of what is wrong."""
        return {each.code for each in enpitsu.check(*example, partial=partial)}

    def _shrink(self, example: Example, code: str) -> Example:
        """Leave out facts as long as the rule is broken."""
        for fact in sorted(example.position.facts, key=str):
            fewer = example._replace(position=Position(example.position.facts - {fact}))
            if self._breaks(fewer, True) == {code}:
                example = fewer
        return example

    def _sources(self) -> Iterator[tuple[Puzzle, Random]]:
        """Small puzzles, each also with fewer clues."""
        for number in range(ROUNDS):
            for rows, cols in BREAK_SIZES:
                random = Random(f"{self._seed} {rows} {cols} {number}")
                made = self._make(rows, cols, number)
                puzzle = self.kind.blank(rows, cols) if made is None else made.puzzle
                yield puzzle, random
                yield self._relax(puzzle, random), random

    def _relax(self, puzzle: Puzzle, random: Random) -> Puzzle:
        """Leave some clues open."""
        editor = self.kind.editor
        if editor is None:
            return puzzle
        chosen = [each for each in editor.relax(puzzle) if random.random() < 0.6]
        edits = tuple(edit for each in chosen for edit in each.edits)
        opened: Puzzle = editor.edit(puzzle, Change(edits))
        return opened

    def _models(self, puzzle: Puzzle, code: str, random: Random) -> Iterator[Any]:
        """Yield boards of models of all rules but one, or of all but a few of its instances."""
        encoding = self._encode(puzzle)
        batches = [list(batch) for batch in encoding.batches(NO_LIMITS.start())]
        codes = [rule.code for rule in encoding.rules()]
        near = [each for each in self.kind.rules if f"{code}-".startswith(f"{each}-")]
        for rule in near or self.kind.rules:
            own = [at for at, each in enumerate(codes) if each == rule]
            for count in LEFT_OUT:
                for _ in range(MODELS):
                    out = random.sample(own, min(count, len(own)))
                    # What is made by hand looks for loops where no line branches, and nowhere else.
                    is_cut = not out or self.kind.declaration is not None
                    model = _model(encoding, batches, out, rule if is_cut else None, random)
                    if model is not None:
                        yield encoding.decode(model)

    def _encode(self, puzzle: Puzzle) -> Encoding:
        """The puzzle without clauses that help the search: they may take a rule for granted."""
        ladder = self.kind.ladder
        if ladder is not None and ladder.encode is not None:
            encoding: Encoding = ladder.encode(puzzle, NO_LIMITS.start())
            return encoding
        return self.kind.encode(self.kind.board(puzzle), NO_LIMITS.start())

    # --- tiny ------------------------------------------------------------------------------------

    def find_tiny(self, name: str) -> Example | None:
        """Return a puzzle with few facts: a blank one, or one with so many solutions."""
        wanted = {"tiny_one": "unique", "tiny_several": "multiple", "tiny_impossible": "none"}
        random = Random(f"{self._seed} {name}")
        for at in range(TINY_TRIES):
            size = TINY_SIZES[at % len(TINY_SIZES)]
            puzzle = self._draw(*size, random) if name in wanted else self.kind.blank(*size)
            encoding = self.kind.encode(self.kind.board(puzzle), NO_LIMITS.start())
            is_tiny = LEAST_FACTS <= encoding.fact_count <= MOST_FACTS
            if is_tiny and (name not in wanted or enpitsu.solve(puzzle).status == wanted[name]):
                return Example(puzzle, EMPTY)
        return None

    def _draw(self, rows: int, cols: int, random: Random) -> Puzzle:
        """A puzzle of a declared kind with random clues."""
        puzzle_type = type(self.kind.blank(rows, cols))
        if not issubclass(puzzle_type, GridPuzzle):
            raise PuzzleError(f"tiny puzzles of {self.kind.name} are made by hand")
        grid = GridIndex(rows, cols, Symmetry.IDENTITY)
        taste = FrameTaste(size=rows * cols / 2)
        frame = random_frame(puzzle_type, grid, taste, random, NO_LIMITS.start())
        given: dict[str, Any] = {}
        for name, sort in puzzle_type.clue_sorts.items():
            values = [value for value, _ in zip(sort.values, range(5), strict=False)]
            places = frame.given[name] if sort.blocks else frame.places(sort)
            told = {place: random.choice(values) for place in places if random.random() < 0.5}
            given[name] = {**frame.given[name], **told}
        return frame.replace(**given)


def _model(
    encoding: Encoding,
    batches: Sequence[list[Clause]],
    out: Sequence[int],
    rule: str | None,
    random: Random,
) -> Clause | None:
    """A random model of all batches but a few, in which a clause of one of these is broken; with
    the cuts of all rules but one, or with None without any."""
    budget, names = NO_LIMITS.start(), range(1, encoding.fact_count + 1)
    with Solver("minisat22") as solver:
        for at, batch in enumerate(batches):
            if at not in out:
                solver.add_all(batch)
        solver.prefer([each if random.random() < 0.5 else -each for each in names])
        denied = _denied([each for at in out for each in batches[at]], encoding, random)
        for _ in range(MOST_CUTS):
            if not solver.solve(budget, denied):
                return None
            model = solver.model()
            cuts = [cut for cut in encoding.cuts(model) if cut.code != rule] if rule else []
            if not cuts:
                return model
            solver.add_all(cut.clause for cut in cuts)
    return None


def _denied(clauses: Sequence[Clause], encoding: Encoding, random: Random) -> list[int]:
    """The opposite of a clause that speaks of facts alone, if there is one."""
    plain = [each for each in clauses if all(abs(one) <= encoding.fact_count for one in each)]
    return [-each for each in random.choice(plain)] if plain else []
