"""The fewest reasons for what is found in a line."""

from __future__ import annotations

from collections.abc import Callable
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
        """The known cells of the line."""
        return KnownCells(self.shaded, self.open, self.crossed | self.walled)

    @property
    def weight(self) -> int:
        """The number of reasons."""
        cells = (self.crossed, self.open, self.shaded)
        return len(self.clues) + sum(some.bit_count() for some in cells)


REASONS = ("clues", "crossed", "open", "shaded")
SHAPE = ("walled",)

Argument = Callable[[Evidence], LineFilling]
"""One way of thinking: from evidence to a filling."""


def fewest_reasons(argue: Argument, evidence: Evidence, wanted: LineFilling) -> Evidence:
    """The part of the evidence that gives something that is wanted for the fewest reasons; it has
    nothing that could be left out."""
    found: list[Evidence] = []
    while wanted:
        name = next(name for name in LineFilling._fields if getattr(wanted, name))
        cells = getattr(wanted, name)
        part = needed(argue, evidence, LineFilling(**{name: cells & -cells}), REASONS)
        given = argue(part) & wanted
        found.append(needed(argue, part, given, SHAPE))
        wanted -= given
    return min(found, key=lambda part: part.weight)


def needed(
    argue: Argument,
    evidence: Evidence,
    wanted: LineFilling,
    names: tuple[str, ...] = (*REASONS, *SHAPE),
) -> Evidence:
    """The evidence without what can be left out, among these sorts, so that all that is wanted
    still follows."""
    for name in names:
        parts = getattr(evidence, name)
        for part in parts if name == "clues" else bit_positions(parts):
            rest: Any = getattr(evidence, name)
            if name == "clues":
                rest = tuple(each for each in rest if each != part)
            else:
                rest &= ~(1 << part)
            smaller = evidence._replace(**{name: rest})
            if argue(smaller) & wanted == wanted:
                evidence = smaller
    return evidence


def facts_of(state: YajilinState, evidence: Evidence, step: int) -> list[Fact]:
    """The facts of the evidence; of the crosses that leave a cell at most one way out of its line
    the plainest one."""
    facts = [state.shaded_fact(at) for at in bit_positions(evidence.shaded)]
    facts += [state.shaded_fact(at, False) for at in bit_positions(evidence.open)]
    for at in bit_positions(evidence.crossed):
        closed = [there for there in state.across(at, step) if state.is_crossed(at, there)]
        plainest = min(closed, key=lambda there: (not state.is_shaded(there), there))
        facts.append(state.line_fact(at, plainest, False))
    return facts
