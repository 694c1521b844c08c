"""One use of a technique, to be shown: the kind's own example of it, or else an exercise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from enpitsu.explain.step import Step, places_of
from enpitsu.explain.walkthrough import Walkthrough, ladder_of
from enpitsu.formats import read
from enpitsu.kind import AnyKind, Document, Puzzle
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.position import Position
from enpitsu.scene import Marks
from enpitsu.school.pool import pool_of
from enpitsu.school.practise import NoExercise, find_exercise
from enpitsu.technique import Message, Technique

PREFIX = "technique_"  # how the names of files with examples of techniques begin
KEPT = 200


@dataclass(frozen=True, slots=True)
class TechniqueExample:
    """A position, and the step that a technique makes there."""

    puzzle: Puzzle
    position: Position
    step: Step

    @property
    def before(self) -> tuple[Position, Marks]:
        """The board before the step, and what the step rests on."""
        return self.position, Marks(because=self.step.marks.because)

    @property
    def after(self) -> tuple[Position, Marks]:
        """The board after the step, and what it brings."""
        return self.position.place(*self.step.facts, *self.step.also), self.step.marks


@lru_cache(maxsize=KEPT)
def example_of(
    kind: AnyKind, technique: str, limits: Limits = NO_LIMITS, *, seeks: bool = True
) -> TechniqueExample | None:
    """Return one use of a technique; None if there is none to show. Where it is not known which
    puzzles use it, they are looked for only if it `seeks`."""
    own = {each.id: each for each in ladder_of(kind).techniques}
    if technique in own:
        for document in _documents(kind, technique):
            step = find_use(kind, own[technique], document.puzzle, document.position)
            if step is not None:
                return TechniqueExample(document.puzzle, document.position, step)
    if not seeks and not pool_of(kind).is_known:
        return None
    try:
        exercise = find_exercise(kind.id, technique, 0, limits)
    except NoExercise:
        return None
    return TechniqueExample(exercise.puzzle, exercise.position, exercise.step)


def _documents(kind: AnyKind, technique: str) -> Iterator[Document]:
    for file in kind.examples.iterdir():
        if file.name.rpartition(".")[0] == f"{PREFIX}{technique}":
            yield from read(file.read_text(encoding="utf-8"), kind.id)


def find_use(
    kind: AnyKind, technique: Technique[Any], puzzle: Puzzle, position: Position
) -> Step | None:
    """Return the step by the first technique that finds something with no harder one allowed; of
    an implicit technique its own first deduction."""
    if technique.is_implicit:
        return _implicit_use(kind, technique, puzzle, position)
    walk = Walkthrough(kind, puzzle, position, (), None, NO_LIMITS.start())
    return walk.ladder_step(technique.level + 0.001)


def _implicit_use(
    kind: AnyKind, technique: Technique[Any], puzzle: Puzzle, position: Position
) -> Step | None:
    state = ladder_of(kind).state(puzzle)
    state.learn(position)
    uses = (technique.find(state, site) for site in sorted(technique.sites(state)))
    found = next((use for use in uses if use is not None), None)
    if found is None:
        return None
    return Step(
        kind=kind.id,
        technique=technique.id,
        level=technique.level,
        facts=found.facts,
        notes=found.notes,
        because=found.because,
        messages=(Message(f"{kind.id}.techniques.{technique.id}.{found.form}", found.args),),
        at=found.at or places_of(found.known[0])[0],
    )
