"""Fewer reasons: known cells of a line without which something still holds are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from enpitsu.kinds.nonogram.bits import stretches
from enpitsu.kinds.nonogram.techniques.line_view import Atom, LineView

T = TypeVar("T")

Holds = Callable[[Sequence[Atom]], bool]


def things(atoms: Iterable[Atom]) -> int:
    """Return the number of things to look at: cells side by side of which the same is known are
    one."""
    found = set(atoms)
    return sum(atom._replace(at=atom.at - 1) not in found for atom in found)


def by_distance(view: LineView, cells: int) -> list[Atom]:
    """Return the known cells of a line, the farthest from these cells first."""
    spans = list(stretches(cells))

    def distance(atom: Atom) -> int:
        return min(max(first - atom.at, atom.at - last) for first, last in spans)

    return sorted(view.atoms(), key=distance, reverse=True)


def fewest(parts: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> list[T]:
    """As few of these as still hold, none of which can be left out: leaves out many at once where
    that goes well, the first ones first."""
    kept: list[T] = []
    waiting = [list(parts)]
    while waiting:
        some = waiting.pop()
        rest = [part for others in reversed(waiting) for part in others]
        if not some or holds([*kept, *rest]):
            continue
        if len(some) == 1:
            kept += some
        else:
            half = len(some) // 2
            waiting += [some[half:], some[:half]]
    return kept


def fewest_unbroken(atoms: Sequence[Atom], holds: Holds) -> list[Atom]:
    """As few of these as still hold, where a stretch of one colour is kept in one piece: it is
    left out as a whole, or made shorter at its ends."""
    pieces = fewest(_pieces(atoms), lambda some: holds(list(chain.from_iterable(some))))
    for at, piece in enumerate(pieces):
        if len(piece) > 1:
            others = list(chain.from_iterable([*pieces[:at], *pieces[at + 1 :]]))
            shorter = _without_start(piece, others, holds)
            pieces[at] = _without_start(shorter[::-1], others, holds)
    return list(chain.from_iterable(pieces))


def _pieces(atoms: Sequence[Atom]) -> list[tuple[Atom, ...]]:
    """Each stretch of one colour in one piece, from the end that comes first among the atoms, and
    everything else one by one."""
    found = set(atoms)
    pieces = []
    for atom in atoms:
        if atom in found:
            piece = [atom]
            for step in (1, -1) if atom.holds else ():
                beside = atom._replace(at=atom.at + step)
                while beside in found:
                    piece.append(beside)
                    beside = beside._replace(at=beside.at + step)
                if len(piece) > 1:
                    break
            found -= set(piece)
            pieces.append(tuple(piece))
    return pieces


def _without_start(piece: tuple[Atom, ...], others: list[Atom], holds: Holds) -> tuple[Atom, ...]:
    """A piece without as many of its first cells as it can do without; one stays."""

    def can_spare(count: int) -> bool:
        return holds([*others, *piece[count:]])

    spare, too_many = 0, len(piece)
    step = 1
    while too_many - spare > 1 and can_spare(min(spare + step, too_many - 1)):
        spare = min(spare + step, too_many - 1)
        step *= 2
    too_many = min(too_many, spare + step)
    while too_many - spare > 1:
        middle = (spare + too_many) // 2
        if can_spare(middle):
            spare = middle
        else:
            too_many = middle
    return piece[spare:]
