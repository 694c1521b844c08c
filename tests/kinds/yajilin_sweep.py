"""All solutions of Yajilin boards by a sweep over the cells: quicker than listing every loop.

Cells are decided row by row. Of what is decided only the frontier matters for the rest: which loose
ends go down or right and which of them belong to one line, what is shaded just above, what each
clue has seen so far, and whether the loop is closed. Boards that agree in that are one state, so
the states of a 7x7 board without clues are some ten thousands, though its loops are billions; and
going backwards from the last states, every way leads to a solution. Nothing is shared with the
solver, and little with the other enumeration (tests/kinds/yajilin_brute.py).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enpitsu.grid import Cell, Direction, Edge, is_inside, ray
from enpitsu.kinds.yajilin.board import LINE, SHADED
from enpitsu.kinds.yajilin.model import Yajilin
from enpitsu.position import Fact

SHADE = "shade"
NOTHING = ""


class _State(NamedTuple):
    """What matters of the cells decided so far. Loose ends have the number of their line, 0 where
    there is none."""

    down: tuple[int, ...]
    right: int
    shaded: tuple[bool, ...]
    seen: tuple[int, ...]
    closed: bool


class _Back(NamedTuple):
    """How a state can be reached: from another, by deciding a cell so."""

    state: _State
    choice: str


class Sweep:
    """The solutions of a board, or with `loops_at_will` and `shading_at_will` what would be one if
    there might be several loops, and if shaded cells might touch."""

    def __init__(
        self, puzzle: Yajilin, *, loops_at_will: bool = False, shading_at_will: bool = False
    ) -> None:
        self._puzzle = puzzle
        self._loops_at_will, self._shading_at_will = loops_at_will, shading_at_will
        self._rays = [
            (frozenset(ray(cell, clue.arrow, puzzle.rows, puzzle.cols)), clue.number)
            for cell, clue in puzzle.clues
            if clue.arrow is not None and clue.number is not None
        ]
        self._layers = self._make_layers()

    # --- from the first cell to the last --------------------------------------------------------

    def _make_layers(self) -> list[dict[_State, list[_Back]]]:
        cols = self._puzzle.cols
        start = _State((0,) * cols, 0, (False,) * cols, (0,) * len(self._rays), False)
        layers: list[dict[_State, list[_Back]]] = [{start: []}]
        if any(not cells and number for cells, number in self._rays):
            return [*layers, {}]
        for row in range(self._puzzle.rows):
            for col in range(cols):
                layers.append(self._next_layer(Cell(row, col), layers[-1]))
        return layers

    def _next_layer(self, cell: Cell, states: Iterable[_State]) -> dict[_State, list[_Back]]:
        layer: dict[_State, list[_Back]] = {}
        looking = [at for at, (cells, _) in enumerate(self._rays) if cell in cells]
        ending = [at for at in looking if cell == max(self._rays[at][0])]
        for state in states:
            for choice, after in self._choices(cell, state):
                counted = self._count(after, choice == SHADE, looking, ending)
                if counted is not None:
                    layer.setdefault(counted, []).append(_Back(state, choice))
        return layer

    def _count(
        self, state: _State, is_shaded: bool, looking: list[int], ending: list[int]
    ) -> _State | None:
        """The state once the clues have looked at the cell; None if one is broken."""
        seen = list(state.seen)
        for at in looking:
            seen[at] += is_shaded
            if seen[at] > self._rays[at][1]:
                return None
        for at in ending:
            if seen[at] != self._rays[at][1]:
                return None
            seen[at] = 0  # it is done, and states need not differ in it any more
        return state._replace(seen=tuple(seen))

    def _choices(self, cell: Cell, state: _State) -> Iterator[tuple[str, _State]]:
        """What may become of a cell: the choice is "shade", its ends to the right and down, or
        nothing for a clue."""
        up, left = state.down[cell.col], state.right
        if cell in self._puzzle.clue_at:
            if not up and not left:
                yield NOTHING, self._after(cell, state)
        elif not up and not left:
            yield from self._without_line(cell, state)
        elif up and left:
            yield from self._joined(cell, state)
        else:
            ways = self._ways(cell)
            if "right" in ways:
                yield "right", self._after(cell, state, right=up or left)
            if "down" in ways:
                yield "down", self._after(cell, state, down=up or left)

    def _without_line(self, cell: Cell, state: _State) -> Iterator[tuple[str, _State]]:
        """No line comes from above or from the left."""
        above = state.shaded[cell.col]
        before = cell.col > 0 and state.shaded[cell.col - 1]
        if (self._shading_at_will or not (above or before)) and not self._is_inside(cell, state):
            yield SHADE, self._after(cell, state, shaded=True)
        if len(self._ways(cell)) == 2 and not state.closed:
            new = max(*state.down, state.right) + 1
            yield "right down", self._after(cell, state, right=new, down=new)

    def _joined(self, cell: Cell, state: _State) -> Iterator[tuple[str, _State]]:
        """Two lines meet: they become one, or the loop."""
        up, left = state.down[cell.col], state.right
        one = tuple(up if end == left else end for end in state.down)
        after = self._after(cell, state._replace(down=one))
        if up != left or self._loops_at_will:
            yield "joined", after
        elif not any(after.down):
            yield "joined", after._replace(closed=True)

    def _ways(self, cell: Cell) -> list[str]:
        puzzle = self._puzzle
        there = {"right": Direction.RIGHT.step(cell), "down": Direction.DOWN.step(cell)}
        return [
            way
            for way, at in there.items()
            if is_inside(at, puzzle.rows, puzzle.cols) and at not in puzzle.clue_at
        ]

    def _is_inside(self, cell: Cell, state: _State) -> bool:
        """Whether the rules forbid to shade the cell because an odd number of lines lies between
        it and the left border, looking a little below its centre."""
        ends = sum(end > 0 for end in state.down[: cell.col])
        return self._puzzle.outside and ends % 2 == 1

    def _after(
        self, cell: Cell, state: _State, *, down: int = 0, right: int = 0, shaded: bool = False
    ) -> _State:
        col = cell.col
        ends = (*state.down[:col], down, *state.down[col + 1 :])
        dark = (*state.shaded[:col], shaded, *state.shaded[col + 1 :])
        if self._shading_at_will:
            dark = (False,) * len(dark)
        ends, right = _renamed(ends, right)
        return _State(ends, right, dark, state.seen, state.closed)

    # --- from the last cell back ----------------------------------------------------------------

    def _last(self) -> list[_State]:
        return [state for state in self._layers[-1] if state.closed or self._loops_at_will]

    def count(self) -> int:
        """How many solutions there are."""
        ways = dict.fromkeys(self._layers[0], 1)
        for layer in self._layers[1:]:
            ways = {state: sum(ways[back.state] for back in layer[state]) for state in layer}
        return sum(ways[state] for state in self._last())

    def solutions(self) -> Iterator[frozenset[Fact]]:
        """Every solution as its shaded cells and lines."""
        for state in self._last():
            yield from self._histories(state, len(self._layers) - 1, ())

    def _histories(
        self, state: _State, at: int, facts: tuple[Fact, ...]
    ) -> Iterator[frozenset[Fact]]:
        if not at:
            yield frozenset(facts)
            return
        for back in self._layers[at][state]:
            yield from self._histories(back.state, at - 1, facts + self._facts(at - 1, back, state))

    def sample(self, rng: random.Random) -> frozenset[Fact] | None:
        """Some solution; None if there is none."""
        ends = self._last()
        if not ends:
            return None
        state, facts = rng.choice(ends), list[Fact]()
        for at in range(len(self._layers) - 1, 0, -1):
            back = rng.choice(self._layers[at][state])
            facts += self._facts(at - 1, back, state)
            state = back.state
        return frozenset(facts)

    def _facts(self, at: int, back: _Back, after: _State) -> tuple[Fact, ...]:
        cell = Cell(*divmod(at, self._puzzle.cols))
        if back.choice == SHADE:
            return (Fact(cell, SHADED),)
        right = (Fact(Edge(cell, Direction.RIGHT.step(cell)), LINE),) if after.right else ()
        down = (Fact(Edge(cell, Direction.DOWN.step(cell)), LINE),) if after.down[cell.col] else ()
        return right + down


def _renamed(down: tuple[int, ...], right: int) -> tuple[tuple[int, ...], int]:
    """The same loose ends with their lines numbered in order, so that equal states are equal."""
    names = {0: 0}
    renamed = tuple(names.setdefault(end, len(names)) for end in down)
    return renamed, names.setdefault(right, len(names))


def sweep_solutions(puzzle: Yajilin) -> set[frozenset[Fact]]:
    """Every solution as its shaded cells and lines."""
    found = list(Sweep(puzzle).solutions())
    assert len(set(found)) == len(found)
    return set(found)
