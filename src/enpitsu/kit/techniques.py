"""The techniques of a declared kind: what its constraints conclude each by itself, and what a page
says about some of them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from enpitsu.grid import Cell, Corner, Edge
from enpitsu.kind import Rule
from enpitsu.kit.board import KitBoard
from enpitsu.kit.constraints.base import TRUE, Constraint, Form
from enpitsu.kit.constraints.clause_set import ClauseSet
from enpitsu.kit.constraints.loop import Degree, Passed
from enpitsu.kit.encoding import KitEncoding
from enpitsu.kit.layout import EDGES
from enpitsu.kit.puzzle import GridPuzzle
from enpitsu.kit.rules import Pattern, Rules, cells_of, rule_of
from enpitsu.kit.together import Hinter, Together
from enpitsu.kit.words import name_clue
from enpitsu.limits import Budget
from enpitsu.position import Fact
from enpitsu.scene import Place
from enpitsu.technique import Argument, Deduction, Known, Ladder, Message, Reason, Technique

PLAIN = "plain"  # the form of sentences about constraints without a clue

THRESHOLDS = (1.5, 1.7, 3.0, 4.2, 5.3)
"""The levels of steps from which on puzzles are easy, medium, hard, expert, extreme: so chosen that
real puzzles, and made ones of all pages, fill every level."""


class KitState:
    """The knowledge of a puzzle, with the constraints that speak of each variable."""

    def __init__(self, rules: Rules, patterns: Iterable[Pattern], puzzle: GridPuzzle) -> None:
        self.puzzle, self.board = puzzle, KitBoard(puzzle)
        self.values = self.board.values
        self.instances = rules.of(puzzle)
        self._patterns = {each.id: each for each in patterns}
        self._hinters: dict[Constraint, Hinter] = {}
        self.by_rule: dict[tuple[str, type[Constraint]], list[int]] = {}
        self._speaking: dict[int, list[int]] = {}
        self._touching: dict[str, dict[int, list[int]]] = {}
        for at, (code, constraint) in enumerate(self.instances):
            self.by_rule.setdefault((code, type(constraint)), []).append(at)
            for literal in constraint.literals:
                self._speaking.setdefault(abs(literal), []).append(at)

    def learn(self, known: Iterable[Known]) -> None:
        """Take in what is new."""
        self._hinters.clear()
        self.board.place(fact for fact in known if isinstance(fact, Fact))

    def hinter(self, constraint: Constraint) -> Hinter:
        """Return the hints of a lazy constraint from what is known now."""
        if constraint not in self._hinters:
            self._hinters[constraint] = constraint.hinter(self.values)
        return self._hinters[constraint]

    def knows(self, known: Known) -> bool:
        """Return True if this is known."""
        literal = self.literal(known)
        return literal is not None and self.values[literal] == TRUE

    def literal(self, known: Known) -> int | None:
        """The literal of a fact."""
        return self.board.layout.literal(known) if isinstance(known, Fact) else None

    def touched(self, code: str, sort: type[Constraint], known: Known) -> Iterator[int]:
        """The constraints of a rule that speak of something."""
        for at in self._speaking.get(abs(self.literal(known) or 0), ()):
            instance = self.instances[at]
            if instance.code == code and type(instance.constraint) is sort:
                yield at

    def groups(self, id: str) -> tuple[Together, ...]:
        """The groups of a pattern, made when they are first asked for: a puzzle keeps them."""
        kept = vars(self.puzzle).setdefault("_groups", dict[str, tuple[Together, ...]]())
        if id not in kept:
            kept[id] = tuple(map(Together, self._patterns[id].groups(self.puzzle)))
        found: tuple[Together, ...] = kept[id]
        return found

    def touched_groups(self, id: str, known: Known) -> Iterable[int]:
        """The groups of a pattern that speak of something."""
        if id not in self._touching:
            self._touching[id] = {}
            for at, group in enumerate(self.groups(id)):
                for variable in group.variables:
                    self._touching[id].setdefault(variable, []).append(at)
        return self._touching[id].get(abs(self.literal(known) or 0), ())

    def facts(self, literals: Iterable[int]) -> tuple[Fact, ...]:
        """The facts of literals, those that hold first."""
        return tuple(map(self.board.layout.fact, sorted(literals, key=lambda each: each < 0)))


def make_ladder(rules: Rules, patterns: tuple[Pattern, ...]) -> Ladder[Any, KitState]:
    """The ladder of a declared kind, the easiest technique first."""
    found = [*_of_constraints(rules), *map(_of_pattern, patterns)]
    found.sort(key=lambda each: each[0])
    techniques = tuple(
        each._replace(code=f"T{number}") for number, (_, each) in enumerate(found, 1)
    )
    told: dict[GridPuzzle, Mapping[Rule, Constraint]] = {}
    return Ladder(
        techniques=techniques,
        state=lambda puzzle: KitState(rules, patterns, puzzle),
        narrate=partial(_narrate, rules, told),
        encode=lambda puzzle, budget: encode_for_people(rules, puzzle, budget),
        thresholds=THRESHOLDS,
    )


def encode_for_people(rules: Rules, puzzle: GridPuzzle, budget: Budget) -> KitEncoding:
    """The whole puzzle without what only helps the search."""
    return KitEncoding(rules, KitBoard(puzzle), budget, for_people=True)


def technique_id(code: str, sort: type[Constraint], form: Form) -> str:
    """Return the id of a technique: the rule's code, and how the constraint concludes."""
    return code if sort is ClauseSet else f"{code}-{form.id}"


def _of_constraints(rules: Rules) -> Iterator[tuple[float, Technique[KitState]]]:
    specs = {spec.code: spec for spec in rules.specs}
    for code, sorts in rules.constraint_types.items():
        for sort in sorts:
            for form in specs[code].forms(sort):
                level = specs[code].levels.get(form.id, form.level)
                yield (
                    level,
                    Technique(
                        id=technique_id(code, sort, form),
                        code="",
                        level=level,
                        find=partial(_find, form.id),
                        sites=partial(_sites, code, sort),
                        touched=partial(_touched, code, sort),
                    ),
                )


def _sites(code: str, sort: type[Constraint], state: KitState) -> list[int]:
    return state.by_rule.get((code, sort), [])


def _touched(code: str, sort: type[Constraint], state: KitState, known: Known) -> Iterator[int]:
    return state.touched(code, sort, known)


def _find(form: str, state: KitState, at: int) -> Deduction | None:
    instance = state.instances[at]
    found = instance.constraint.infer(form, state.values)
    if found is None:
        return None
    then, because = state.facts(found.then), state.facts(found.because)
    args = arguments(state.puzzle, instance.constraint, because, then)
    args |= zip("ab", (fact.slot for fact in state.facts(found.ends)), strict=False)
    cells = cells_of(state.puzzle, instance.constraint)
    reasons: tuple[Reason, ...] = (*instance.constraint.clues, *found.clues, *because)
    if instance.constraint.clues:
        return Deduction(then, reasons, args)
    return Deduction(then, reasons or cells[:1], args, form=PLAIN, at=then[0].slot)


def arguments(
    puzzle: GridPuzzle, constraint: Constraint, given: tuple[Fact, ...], then: tuple[Fact, ...]
) -> dict[str, Argument]:
    """The things that sentences about a constraint may speak of."""
    there = tuple(fact for fact in given if fact.holds)
    args: dict[str, Argument] = {
        "facts": then,
        "given": given,
        "cells": cells_of(puzzle, constraint),
        "count": len(there),
    }
    if constraint.clues:
        args["place"] = constraint.clues[0]
        args["clue"] = name_clue(puzzle, constraint.clues[0])
    if isinstance(constraint, Degree | Passed) and constraint.literals:
        args["node"] = node_of(puzzle, constraint)
    return args


def node_of(puzzle: GridPuzzle, degree: Degree | Passed) -> Cell | Corner:
    """Return the cell or the corner at which lines meet."""
    claims = [puzzle.layout.claims[abs(each) - 1] for each in degree.literals]
    view = puzzle.layout.views[claims[0][1]]
    ends = [view.ends(slot) for slot, _ in claims if isinstance(slot, Edge)]
    shared = [node for node in ends[0] if all(node in pair for pair in ends)]
    if len(shared) > 1:  # a single line: at its other end there are more
        shared = [node for node in shared if len(view.lines_at()[node]) == 1]
    return shared[0] if view.on == EDGES else Corner(*shared[0])


def _of_pattern(pattern: Pattern) -> tuple[float, Technique[KitState]]:
    return pattern.level, Technique(
        id=pattern.id,
        code="",
        level=pattern.level,
        find=partial(_find_together, pattern.id),
        sites=lambda state: range(len(state.groups(pattern.id))),
        touched=lambda state, known: state.touched_groups(pattern.id, known),
    )


def _find_together(id: str, state: KitState, at: int) -> Deduction | None:
    together = state.groups(id)[at]
    found = together.infer(state.values, state.hinter)
    if found is None:
        return None
    then, because = state.facts(found.then), state.facts(found.because)
    group, clues = together.group, found.clues
    args = arguments(state.puzzle, group[0], because, then)
    named = [place for place in _named_clues(group) if place in clues] or clues
    args["clues"] = names = tuple(name_clue(state.puzzle, place) for place in named)
    if names and "clue" not in args:
        args |= {"place": named[0], "clue": names[0]}
    degree = next((each for each in group if isinstance(each, Degree)), None)
    if degree is not None:
        args["node"] = node_of(state.puzzle, degree)
    if clues:
        return Deduction(then, (*clues, *because), args)
    reasons: tuple[Reason, ...] = because or cells_of(state.puzzle, group[0])[:1]
    return Deduction(then, reasons, args, form=PLAIN, at=then[0].slot)


def _named_clues(group: Sequence[Constraint]) -> tuple[Place, ...]:
    """The clues that a group is about: those of its first constraint, and of others like it."""
    alike = (each for each in group if type(each) is type(group[0]))
    return tuple(dict.fromkeys(place for each in alike for place in each.clues))


def _narrate(
    rules: Rules,
    told: dict[GridPuzzle, Mapping[Rule, Constraint]],
    puzzle: GridPuzzle,
    rule: Rule,
    given: tuple[Fact, ...],
    then: tuple[Fact, ...],
) -> Message:
    """A link of a chain of thoughts; with nothing in `then`, that a rule is broken."""
    if puzzle not in told:
        told.clear()
        told[puzzle] = {rule_of(puzzle, each): each.constraint for each in rules.of(puzzle)}
    constraint = told[puzzle].get(rule)
    if constraint is None:  # a cut: its rule has the cells of the cut
        lazy = (each for each in rules.of(puzzle) if each.code == rule.code)
        constraint = next(each.constraint for each in lazy if each.constraint.is_lazy)
    literals = [[puzzle.layout.place(fact) for fact in facts] for facts in (given, then)]
    key = f"{rule.code}-{constraint.why(*literals)}"
    key += ("" if constraint.clues else "-plain") + ("" if then else "-broken")
    args = arguments(puzzle, constraint, given, then)
    return Message(f"{puzzle.kind}.why.{key}", {**args, "cells": rule.cells})
