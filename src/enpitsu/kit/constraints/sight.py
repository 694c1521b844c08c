"""A number of cells is seen along some rays: on each those up to the first one that is false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from enpitsu.grid import Cell
from enpitsu.kind import Clause
from enpitsu.kit.constraints.base import (
    FALSE,
    TRUE,
    UNKNOWN,
    Broken,
    Constraint,
    Form,
    Inference,
    Values,
    necessary,
    values_where,
)
from enpitsu.kit.constraints.count import CountOf
from enpitsu.scene import Place

NEEDS = "sight-needs"
ENDS = "sight-ends"
TOO_FAR = "sight-too-far"
TOO_NEAR = "sight-too-near"


class Sight(Constraint):
    """So many cells are seen along the rays, all taken together."""

    __slots__ = ("_rays", "number")

    name = "sight"
    forms = (Form(NEEDS, 1.6), Form(ENDS, 1.7))
    breaks = (TOO_FAR, TOO_NEAR)

    def __init__(self, rays: Sequence[Sequence[int]], number: int) -> None:
        """`rays`: the literals of the cells on each, the nearest first."""
        super().__init__([each for ray in rays for each in ray])
        self._rays, self.number = tuple(map(tuple, rays)), number

    def clauses(self, first: int) -> tuple[list[Clause], int]:
        """A variable "seen" for each cell, and so many of these."""
        found: list[Clause] = []
        seen: list[int] = []
        for ray in self._rays:
            for at, literal in enumerate(ray):
                name = first + len(seen)
                before = [name - 1] if at else []
                found += [(-name, literal), (name, -literal, *(-each for each in before))]
                found += [(-name, each) for each in before]
                seen.append(name)
        count, extra = CountOf(seen, self.number, self.number).clauses(first + len(seen))
        return [*found, *count], len(seen) + extra

    def _reach(self, ray: Sequence[int], values: Values) -> tuple[int, int]:
        """Return the least and the largest number of cells seen on a ray."""
        least = sum(1 for _ in takewhile(lambda each: values[each] == TRUE, ray))
        return least, sum(1 for _ in takewhile(lambda each: values[each] != FALSE, ray))

    def broken(self, values: Values, *, partial: bool) -> Iterator[Broken]:
        """Too many are seen already, or too few can be."""
        least = most = 0
        for ray in self._rays:
            is_open = [values[each] == TRUE or (partial and not values[each]) for each in ray]
            most += len(list(takewhile(bool, is_open)))
            least += len(list(takewhile(lambda each: values[each] == TRUE, ray)))
        if least > self.number:
            yield Broken(TOO_FAR, self.literals)
        elif most < self.number:
            yield Broken(TOO_NEAR, self.literals)

    def infer(self, form: str, values: Values) -> Inference | None:
        """Needs: what the other rays cannot give must be seen here. Ends: one more cell here would
        be too many."""
        for found in self._follow(form, values):
            then = [each for each in found if values[each] == UNKNOWN]
            if then:
                return Inference(tuple(then), self._because(form, then, values))
        return None

    def _follow(self, form: str, values: Values) -> Iterator[list[int]]:
        """Yield for each ray what must be so on it."""
        reach = [self._reach(ray, values) for ray in self._rays]
        least, most = sum(low for low, _ in reach), sum(high for _, high in reach)
        if not least <= self.number <= most:
            return
        for ray, (low, high) in zip(self._rays, reach, strict=True):
            if form == NEEDS:
                yield list(ray[: max(0, self.number - (most - high))])
            stop = self.number - (least - low)
            if form == ENDS and low <= stop < len(ray):
                is_seen = all(values[each] == TRUE for each in ray[:stop])
                yield [-ray[stop]] if is_seen else []

    def _because(self, form: str, then: Sequence[int], values: Values) -> tuple[int, ...]:
        """The known literals by which something follows, those that are needed."""
        known = [each if values[each] == TRUE else -each for each in self.literals if values[each]]

        def suffice(fewer: Sequence[int]) -> bool:
            found = self._follow(form, values_where(fewer, values))
            return any(set(then) <= set(each) for each in found)

        return tuple(necessary(known, suffice))

    def is_done(self, values: Values) -> bool:
        """Every ray is decided, and together they show the number."""
        reach = [self._reach(ray, values) for ray in self._rays]
        return (
            all(low == high for low, high in reach) and sum(low for low, _ in reach) == self.number
        )

    def why(self, given: Sequence[int], then: Sequence[int]) -> str:
        """Needs, or ends; too many, or too few."""
        if then:
            return NEEDS if then[0] in self.literals else ENDS
        return TOO_NEAR if any(-each in self.literals for each in given) else TOO_FAR


def sees(
    rays: Sequence[Sequence[int]],
    number: int,
    *,
    clue: Place | None = None,
    cells: Iterable[Cell] = (),
) -> Sight:
    """So many cells are seen along rays: on each those up to the first one that is false."""
    return Sight(rays, number).about(clue, cells)
