"""Rules of a page: a function that yields constraints, with a code and sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from enpitsu.grid import Cell, Edge, cells, is_inside
from enpitsu.kind import Rule
from enpitsu.kit.constraints.base import Constraint, Form
from enpitsu.kit.constraints.count import exactly
from enpitsu.kit.puzzle import AREAS, GridPuzzle
from enpitsu.scene import Place

MakeConstraints = Callable[[Any], Iterable[Constraint | list[Constraint]]]


class RuleSpec(NamedTuple):
    """A rule of a page."""

    code: str
    says: str
    """The rule in a sentence for players."""
    broken: Mapping[str, str]
    """The sentence of each way to break it, by the form of `Broken`; where there is none, the kit
    has one."""
    make: MakeConstraints
    levels: Mapping[str, float]
    """Levels of techniques other than the kit's, by the form."""
    without: Collection[str] = ()
    """Forms that no board of the kind can show: they are no techniques of it."""

    def constraints(self, puzzle: GridPuzzle) -> Iterator[Constraint]:
        """Yield its constraints for a puzzle."""
        for each in self.make(puzzle):
            yield from each if isinstance(each, list) else (each,)

    def forms(self, sort: type[Constraint]) -> tuple[Form, ...]:
        """The forms of a type of constraint that boards of the kind can show."""
        return tuple(each for each in sort.forms if each.id not in self.without)


def rule(
    code: str,
    says: str,
    *,
    broken: str | Mapping[str, str] = "",
    levels: Mapping[str, float] | None = None,
    without: Collection[str] = (),
) -> Callable[[MakeConstraints], RuleSpec]:
    """Declare a rule: the function yields its constraints for a puzzle.

    `says` is the rule for players; `broken` a sentence for boards that break it, or one for each
    form. `levels` gives some forms of the constraints another level, as techniques; `without`
    names those that this kind can never show.
    """
    sentences = {"": broken} if isinstance(broken, str) else broken
    told = {form: sentence for form, sentence in sentences.items() if sentence}

    def declare(make: MakeConstraints) -> RuleSpec:
        return RuleSpec(code, says, told, make, levels or {}, without)

    return declare


def by_clue(puzzle: GridPuzzle, *rules: RuleSpec) -> dict[Place, list[Constraint]]:
    """Return the constraints of rules that take a clue from the puzzle, for the place of each."""
    found: dict[Place, list[Constraint]] = {}
    for each in (each for one in rules for each in one.constraints(puzzle)):
        for place in each.clues:
            found.setdefault(place, []).append(each)
    return found


Groups = Callable[[Any], Iterable[tuple[Constraint, ...]]]


class Pattern(NamedTuple):
    """A technique of a page: some constraints that are looked at together."""

    id: str
    level: float
    groups: Groups


def technique(id: str, level: float) -> Callable[[Groups], Pattern]:
    """Declare a technique: the function yields groups of constraints, each of which holds by the
    rules; whatever all ways to satisfy a group have in common follows."""

    def declare(groups: Groups) -> Pattern:
        return Pattern(id, level, groups)

    return declare


class Instance(NamedTuple):
    """One constraint of a rule on one puzzle."""

    code: str
    constraint: Constraint


def _one_value(puzzle: GridPuzzle) -> Iterator[Constraint]:
    for view in (puzzle.layout.views[name] for name in puzzle.mark_sorts):
        if len(view.values) > 1:
            for slot in view.slots:
                yield exactly(tuple(view.of(slot).values()), 1)


ONE_VALUE = RuleSpec("one-value", "Each cell holds one of the numbers.", {}, _one_value, {})


class Rules:
    """The rules of a kind, on any of its puzzles."""

    def __init__(
        self,
        puzzle_type: type[GridPuzzle],
        specs: Iterable[RuleSpec],
        words: Path | None = None,
    ) -> None:
        """`words` is the folder of the page's catalogues."""
        self.puzzle_type, self.words = puzzle_type, words
        has_values = any(mark.look == "number" for mark in puzzle_type.mark_sorts.values())
        self.specs = (*specs, *((ONE_VALUE,) if has_values else ()))

    def of(self, puzzle: GridPuzzle) -> tuple[Instance, ...]:
        """Return all constraints of a puzzle, made when they are first asked for."""
        kept: dict[str, Any] = vars(puzzle)
        if "_instances" not in kept:
            kept["_instances"] = tuple(
                Instance(spec.code, each)
                for spec in self.specs
                for each in spec.constraints(puzzle)
            )
        found: tuple[Instance, ...] = kept["_instances"]
        return found

    def of_clues(self, puzzle: GridPuzzle) -> Iterator[Constraint]:
        """Yield the constraints that name clues, made anew; rules without such are not asked."""
        for spec in self._about_clues:
            yield from (each for each in spec.constraints(puzzle) if each.clues)

    @cached_property
    def _about_clues(self) -> list[RuleSpec]:
        found = self.of(sample(self.puzzle_type))
        codes = {instance.code for instance in found if instance.constraint.clues}
        return [spec for spec in self.specs if spec.code in codes]

    @cached_property
    def breaks(self) -> dict[str, tuple[RuleSpec, str]]:
        """Every violation code with its rule and its form."""
        found = {}
        for spec in self.specs:
            sorts = self.constraint_types[spec.code]
            for form in dict.fromkeys(form for sort in sorts for form in sort.breaks):
                found[violation_code(spec.code, form)] = (spec, form)
        return found

    @cached_property
    def sentences(self) -> dict[str, str]:
        """The sentence of each violation, in English."""
        from enpitsu.kit.words import sentences_of_breaks

        return sentences_of_breaks(self)

    @cached_property
    def constraint_types(self) -> dict[str, tuple[type[Constraint], ...]]:
        """The types of constraints that each rule makes, as a sample shows."""
        found: dict[str, dict[type[Constraint], None]] = {spec.code: {} for spec in self.specs}
        for instance in self.of(sample(self.puzzle_type)):
            found[instance.code][type(instance.constraint)] = None
        return {code: tuple(types) for code, types in found.items()}


def violation_code(code: str, form: str) -> str:
    """Return the code of a violation: that of the rule, and of the way it is broken."""
    return f"{code}-{form}" if form else code


def sample(puzzle_type: type[GridPuzzle], side: int = 6) -> GridPuzzle:
    """Return a puzzle with every sort of clue, which may have no solution."""
    given: dict[str, Any] = {}
    if puzzle_type.area_name is not None:
        given[puzzle_type.area_name] = {
            cell: cell.row // 2 * side + cell.col // 2 for cell in cells(side, side)
        }
    puzzle = puzzle_type(side, side, **given)
    for name, sort in puzzle_type.clue_sorts.items():
        values = [value for value, _ in zip(sort.values, range(5), strict=False)]
        step = 1 if sort.on == AREAS else side + 1 if sort.blocks else 2  # blocked: a diagonal
        places = puzzle.places(sort)[::step]
        given[name] = {place: values[at % len(values)] for at, place in enumerate(places)}
    return puzzle_type(side, side, **given)


def cells_of(puzzle: GridPuzzle, instance: Constraint) -> tuple[Cell, ...]:
    """The cells of the board that a constraint speaks of, that of its clue first."""
    found: dict[Cell, None] = {}
    claims = puzzle.layout.claims
    slots = instance.cells or [claims[abs(each) - 1][0] for each in instance.literals]
    for place in (*instance.clues, *slots):
        for cell in place if isinstance(place, Edge) else (place,):
            if isinstance(cell, Cell) and is_inside(cell, puzzle.rows, puzzle.cols):
                found[cell] = None
    return tuple(found)


def rule_of(puzzle: GridPuzzle, instance: Instance) -> Rule:
    """Return the rule instance of a constraint."""
    constraint = instance.constraint
    return Rule(instance.code, cells_of(puzzle, constraint), constraint.clues)
