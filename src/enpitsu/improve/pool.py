"""A pool of solutions: what they leave open together is soon told."""

from __future__ import annotations

from collections.abc import Iterable

from enpitsu.position import Fact, Position


class Pool:
    """Solutions, and their facts as bits."""

    def __init__(self, members: Iterable[Position] = ()) -> None:
        self.members: list[Position] = []
        self._bits: list[int] = []
        self._names: dict[Fact, int] = {}
        for member in members:
            self.add(member)

    def add(self, solution: Position) -> None:
        """Take another one in, unless it is known."""
        if solution not in self.members:
            names = self._names
            bits = [names.setdefault(fact, len(names)) for fact in solution.facts]
            self.members.append(solution)
            self._bits.append(sum(1 << bit for bit in bits))

    def open(self, chosen: Iterable[int]) -> int:
        """How many facts are not the same in some members."""
        some, every = 0, -1
        for number in chosen:
            some |= self._bits[number]
            every &= self._bits[number]
        return (some & ~every).bit_count()
