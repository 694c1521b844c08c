"""Boolean formulas as small trees, and their transformation to clauses after Tseitin.

A formula is a variable by its number (negative: not that variable), or And, Or, Not, Iff of
formulas. Each And, Or and Iff has a gate: a new variable that is true exactly when the part is
(G. S. Tseitin, "On the Complexity of Derivation in Propositional Calculus", 1968). So the clauses
have the same models as the formula, each exactly once, if the gates are left out.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Union

from enpitsu.kind import Clause

Node = Union[int, "And", "Or", "Not", "Iff"]


@dataclass(frozen=True, slots=True)
class And:
    """All parts; true if there is none. The parts may be made while they are asked for, once."""

    parts: Iterable[Node]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part; false if there is none. The parts may be made like those of And."""

    parts: Iterable[Node]


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of its part."""

    part: Node


@dataclass(frozen=True, slots=True)
class Iff:
    """Both parts or none."""

    left: Node
    right: Node


class Gates:
    """Makes clauses of formulas, with gates from `first` on."""

    def __init__(self, first: int) -> None:
        self.next = first
        """The next variable that is free."""

    def require(self, formula: Node) -> Iterator[Clause]:
        """The clauses that a formula is true."""
        literal = yield from self._literal(formula)
        yield (literal,)

    def _literal(self, node: Node) -> Generator[Clause, None, int]:
        """The clauses of a part's gates, and the literal that stands for the part."""
        match node:
            case int():
                return node
            case Not(part):
                return -(yield from self._literal(part))
            case Iff(left, right):
                a = yield from self._literal(left)
                b = yield from self._literal(right)
                gate = self._new()
                yield -gate, -a, b
                yield -gate, a, -b
                yield gate, a, b
                yield gate, -a, -b
                return gate
            case And(parts):
                return (yield from self._gate(parts, -1))
            case Or(parts):
                return (yield from self._gate(parts, 1))

    def _gate(self, parts: Iterable[Node], sign: int) -> Generator[Clause, None, int]:
        """A gate for an Or (sign 1) or an And (sign -1), which is an Or with all signs changed."""
        gate = self._new()
        some = [-sign * gate]
        for part in parts:
            # Most parts are literals: the short way saves a generator for each.
            literal = part if isinstance(part, int) else (yield from self._literal(part))
            yield sign * gate, -sign * literal
            some.append(sign * literal)
        yield some
        return gate

    def _new(self) -> int:
        self.next += 1
        return self.next - 1
