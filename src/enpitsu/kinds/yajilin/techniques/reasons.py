"""The fewest reasons for what is found in a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from enpitsu.grid import bit_positions
from enpitsu.kinds.yajilin.techniques.packing import KnownCells, LineClue, LineFilling
from enpitsu.kinds.yajilin.techniques.state import YajilinState
from enpitsu.position import Fact


class Evidence(NamedTuple):
    """The reasons on which a conclusion about a line may rest: clues, and cells as bit sets."""

    clues: tuple[LineClue, ...]
    crossed: int = 0
    """Cells that are beside a wall because an edge is crossed."""
    open: int = 0
    shaded: int = 0
    walled: int = 0
    """Cells that are beside a wall because of the board's shape."""

    @property
    def known(self) -> KnownCells:
        """Return what is known of the line."""
        return KnownCells(self.shaded, self.open, self.crossed | self.walled)

    @property
    def weight(self) -> int:
        """Return how many reasons these are."""
        cells = (self.crossed, self.open, self.shaded)
        return len(self.clues) + sum(some.bit_count() for some in cells)


REASONS = ("clues", "crossed", "open", "shaded")
SHAPE = ("walled",)

Argument = Callable[[Evidence], LineFilling]
"""What follows from evidence by one way of thinking."""


def fewest_reasons(argue: Argument, evidence: Evidence, wanted: LineFilling) -> Evidence:
    """The part of the evidence that gives something that is wanted for the fewest reasons; it has
    nothing that could be left out."""
    found: list[Evidence] = []
    while wanted:
        part = _reduce(argue, evidence, _one_of(wanted), REASONS)
        given = argue(part) & wanted
        found.append(_reduce(argue, part, given, SHAPE))
        wanted -= given
    return min(found, key=lambda part: part.weight)


def needed(argue: Argument, evidence: Evidence, wanted: LineFilling) -> Evidence:
    """The evidence without what can be left out so that all that is wanted still follows."""
    return _reduce(argue, evidence, wanted, (*REASONS, *SHAPE))


def _one_of(filling: LineFilling) -> LineFilling:
    name = next(name for name in LineFilling._fields if getattr(filling, name))
    cells = getattr(filling, name)
    return LineFilling(**{name: cells & -cells})


def _reduce(
    argue: Argument, evidence: Evidence, wanted: LineFilling, names: tuple[str, ...]
) -> Evidence:
    """Leave out one thing of these sorts after another, as long as what is wanted follows."""
    for name in names:
        for part in _parts(evidence, name):
            smaller = evidence._replace(**{name: _without(getattr(evidence, name), part)})
            if argue(smaller) & wanted == wanted:
                evidence = smaller
    return evidence


def _parts(evidence: Evidence, name: str) -> Sequence[int | LineClue]:
    return evidence.clues if name == "clues" else bit_positions(getattr(evidence, name))


def _without(whole: Any, part: int | LineClue) -> Any:
    if isinstance(part, int):
        return whole & ~(1 << part)
    return tuple(each for each in whole if each != part)


def facts_of(state: YajilinState, evidence: Evidence, step: int) -> list[Fact]:
    """The facts of the evidence."""
    return [
        *(state.shaded_fact(at) for at in bit_positions(evidence.shaded)),
        *(state.shaded_fact(at, False) for at in bit_positions(evidence.open)),
        *(_cross(state, at, step) for at in bit_positions(evidence.crossed)),
    ]


def _cross(state: YajilinState, at: int, step: int) -> Fact:
    """The cross that leaves a cell at most one way out of its line."""
    across = state.across(at, step)
    closed = [there for there in across if state.is_crossed(at, there)]
    plainest = min(closed, key=lambda there: (not state.is_shaded(there), there))
    return state.line_fact(at, plainest, False)
