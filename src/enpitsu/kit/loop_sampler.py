"""Random loops: the border of a growing and shrinking set of faces.

A face is the square between four cells. A set of faces without holes, in one piece and never
touching itself at a corner alone has one loop through cells as its border. Putting in or taking
out a single face keeps it so if a look at the eight faces around says yes; random such steps,
weighed by how the loop then looks (Metropolis et al. 1953), give loops of any wanted character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

from enpitsu.grid import Groups, cells
from enpitsu.limits import Budget


class LoopTaste(NamedTuple):
    """The look of a loop: the price of each thing, in units of temperature."""

    off: float = -0.4
    """A cell that the loop leaves out."""
    pair: float = 1.35
    """Two such cells side by side."""
    strand: float = 1.7
    """A face between two straight parallel strands: many of them allow a second loop."""
    turn: float = 0.6
    """A turn of the loop."""


class FaceStep(NamedTuple):
    """The effect of putting in a face, as far as the faces around it tell."""

    price: float
    off_before: int
    """Bits of its corners (top left, top right, bottom left, bottom right) off the loop."""
    off_after: int


_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_FAR = ((-2, 0), (0, 2), (2, 0), (0, -2))


@lru_cache(maxsize=16)
def steps(taste: LoopTaste) -> list[FaceStep | None]:
    """For each set of faces in around one that is out (eight next to it clockwise from the top,
    then four two away): what putting it in does; None where the loop would break."""
    table: list[FaceStep | None] = [None] * 4096
    for ring in range(256):
        if _is_legal(ring):
            near = _corner_step(ring, taste)
            for far in range(16):
                key = ring | far << 8
                table[key] = near._replace(price=near.price + taste.strand * _strands(key))
    return table


def _is_legal(ring: int) -> bool:
    around = [ring >> at & 1 for at in range(8)]
    changes = sum(around[at] != around[at - 1] for at in range(8))
    # A corner neighbour that is in needs a neighbour between it and the face, before and after.
    after = all(around[at - 1] | around[(at + 1) % 8] or not around[at] for at in (1, 3, 5, 7))
    before = not any(around[at - 1] & around[(at + 1) % 8] > around[at] for at in (1, 3, 5, 7))
    return changes == 2 and after and before


def _corner_step(ring: int, taste: LoopTaste) -> FaceStep:
    look = {place: ring >> at & 1 for at, place in enumerate(_AROUND)}
    offs, turns, pairs = [], [], []
    for own in (0, 1):
        look[0, 0] = own
        fours = [
            [look[row - 1, col - 1], look[row - 1, col], look[row, col - 1], look[row, col]]
            for row, col in ((0, 0), (0, 1), (1, 0), (1, 1))
        ]
        off = [sum(four) in (0, 4) for four in fours]
        offs.append(sum(1 << at for at in range(4) if off[at]))
        turns.append(sum(sum(four) in (1, 3) for four in fours))
        pairs.append(sum(off[a] and off[b] for a, b in ((0, 1), (2, 3), (0, 2), (1, 3))))
    price = taste.off * (offs[1].bit_count() - offs[0].bit_count())
    price += taste.turn * (turns[1] - turns[0]) + taste.pair * (pairs[1] - pairs[0])
    return FaceStep(price, offs[0], offs[1])


def _strands(key: int) -> int:
    """Return the number of faces between straight parallel strands that come with a face."""
    look = {place: key >> at & 1 for at, place in enumerate((*_AROUND, *_FAR))}
    count = 0
    for own, sign in ((0, -1), (1, 1)):
        look[0, 0] = own
        for row, col in ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)):
            up, down = look[row - 1, col], look[row + 1, col]
            left, right = look[row, col - 1], look[row, col + 1]
            if up == down and left == right and up != left:
                count += sign
    return count


class LoopSampler:
    """A set of faces on a board of rows x cols cells, with which cells lie off its border.

    Faces are kept with two rows and columns of "out" all around, cells with one.
    """

    def __init__(self, rows: int, cols: int, random: Random) -> None:
        self.rows, self.cols = rows, cols
        self.width = cols + 3
        self.inside = [0] * ((rows + 3) * self.width)
        self.off = [0] * ((rows + 2) * (cols + 2))
        self.cell_price = [0.0] * len(self.off)
        """The price of leaving out a single cell, on top of the taste's."""
        self.partner = [0] * len(self.off)
        """A cell that should be left out together with a cell, 0 for none."""
        self.alone = 0.0
        """The price of a cell left out without its partner."""
        self._grow_tree(random)
        self._note_off()

    def _grow_tree(self, random: Random) -> None:
        """Every second face in every second row, joined by a random tree: the border then runs
        through nearly all cells."""
        down, across = max(1, self.rows // 2), max(1, self.cols // 2)
        links = [(at, at + 1) for at in range(down * across) if (at + 1) % across]
        links += [(at, at + across) for at in range((down - 1) * across)]
        random.shuffle(links)
        groups = Groups(down * across)
        nodes = [self._face(2 * (at // across), 2 * (at % across)) for at in range(down * across)]
        for node in nodes:
            self.inside[node] = 1
        for a, b in links:
            if groups.join(a, b):
                self.inside[(nodes[a] + nodes[b]) // 2] = 1

    def _face(self, row: int, col: int) -> int:
        return (row + 2) * self.width + col + 2

    def cell(self, row: int, col: int) -> int:
        """Return the index of a cell in `off`."""
        return (row + 1) * (self.cols + 2) + col + 1

    def _note_off(self) -> None:
        for row in range(self.rows):
            for col in range(self.cols):
                at = self._face(row, col)
                around = (at, at - 1, at - self.width, at - self.width - 1)
                self.off[self.cell(row, col)] = int(
                    sum(self.inside[face] for face in around) in (0, 4)
                )

    def places(self, low: tuple[int, int], high: tuple[int, int]) -> list[tuple[int, int]]:
        """The faces of a part of the board, each with its top left cell; `low` and `high` are the
        first and the last cell of the part."""
        return [
            (self._face(row, col), self.cell(row, col))
            for row in range(max(0, low[0]), min(self.rows - 1, high[0]))
            for col in range(max(0, low[1]), min(self.cols - 1, high[1]))
        ]

    def all_places(self) -> list[tuple[int, int]]:
        """All faces, each with its top left cell."""
        return self.places((0, 0), (self.rows - 1, self.cols - 1))

    def sweep(
        self, places: Sequence[tuple[int, int]], taste: LoopTaste, random: Random, heat: float
    ) -> None:
        """Try each of these faces once.

        One long function: nearly all the time of making a loop is spent in it.
        """
        table, inside, off = steps(taste), self.inside, self.off
        width, wide, chance, pair = self.width, self.cols + 2, random.random, taste.pair
        beside = (
            (-wide, -1),
            (1 - wide, 2),
            (wide - 1, 2 * wide),
            (2 * wide + 1, wide + 2),
        )
        shift = (0, 1, wide, wide + 1)
        for at, cell in places:
            key = (
                inside[at - width]
                | inside[at - width + 1] << 1
                | inside[at + 1] << 2
                | inside[at + width + 1] << 3
                | inside[at + width] << 4
                | inside[at + width - 1] << 5
                | inside[at - 1] << 6
                | inside[at - width - 1] << 7
                | inside[at - 2 * width] << 8
                | inside[at + 2] << 9
                | inside[at + 2 * width] << 10
                | inside[at - 2] << 11
            )
            step = table[key ^ 4095 if inside[at] else key]
            if step is None:
                continue
            price, before, after = step
            changed = before ^ after
            if changed:
                for bit in (0, 1, 2, 3):
                    if changed >> bit & 1:
                        one, two = beside[bit]
                        more = pair * (off[cell + one] + off[cell + two])
                        more += self._extra_price(cell + shift[bit])
                        price += more if after >> bit & 1 else -more
            if price <= 0 or chance() < exp(-price / heat):
                inside[at] ^= 1
                if changed:
                    for bit in (0, 1, 2, 3):
                        off[cell + shift[bit]] = after >> bit & 1

    def sweep_all(
        self, taste: LoopTaste, random: Random, budget: Budget, heats: Iterable[float]
    ) -> None:
        """Try all faces in random order, once for each heat."""
        places = self.all_places()
        for heat in heats:
            budget.check()
            random.shuffle(places)
            self.sweep(places, taste, random, heat)

    def near_changes(self) -> Iterator[tuple[int, int, int]]:
        """For each face that could go in or out: its row and column, and which of its corners
        (bits: top left, top right, bottom left, bottom right) get on or off the loop."""
        table, inside, width = steps(LoopTaste()), self.inside, self.width
        around = [down * width + right for down, right in (*_AROUND, *_FAR)]
        for at, cell in self.all_places():
            key = sum([inside[at + step] << bit for bit, step in enumerate(around)])
            found = table[key ^ 4095 if inside[at] else key]
            if found is not None and found.off_before != found.off_after:
                row, col = divmod(cell, self.cols + 2)
                yield row - 1, col - 1, found.off_before ^ found.off_after

    def _extra_price(self, cell: int) -> float:
        partner = self.partner[cell]
        if not partner:
            return self.cell_price[cell]
        return self.cell_price[cell] + (-self.alone if self.off[partner] else self.alone)

    def lines(self) -> tuple[int, int]:
        """The loop as two bit sets: lines to the right and down, by the cell they start at."""
        right = down = 0
        for number, cell in enumerate(cells(self.rows, self.cols)):
            at = self._face(*cell)
            if self.inside[at] != self.inside[at - self.width]:
                right |= 1 << number
            if self.inside[at] != self.inside[at - 1]:
                down |= 1 << number
        return right, down

    def off_cells(self) -> int:
        """The cells off the loop, as a bit set."""
        found = 0
        for number, cell in enumerate(cells(self.rows, self.cols)):
            found |= self.off[self.cell(*cell)] << number
        return found
