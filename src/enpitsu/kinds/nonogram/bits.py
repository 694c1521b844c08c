"""Tricks with lines as bit sets: bit p of an integer is cell p, or the place before it.

Used where lines are solved, searched and drawn. The check of finished boards does without them,
so that it can catch a mistake in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Doublings = list[tuple[int, int]]
"""For 1, 2, 4, ... steps down: the places from which on so many cells are open."""


def upwards(places: int, opened: int) -> int:
    """These places and all that are reached from them upwards through open cells: adding a place
    to a stretch of ones flips the stretch from there to one past its end."""
    return (opened + (places & opened) ^ opened) | places


def doublings(opened: int) -> Doublings:
    """Return the doublings of open cells for `downwards`."""
    steps = []
    step = 1
    while opened:
        steps.append((step, opened))
        opened &= opened >> step
        step *= 2
    return steps


def downwards(places: int, steps: Doublings) -> int:
    """These places and all from which one comes to them through open cells."""
    for step, through in steps:
        places |= (places >> step) & through
    return places


def room(cells: int, length: int, size: int = 1) -> int:
    """The cells from which on `length` cells follow, if from each of these on `size` do."""
    while size < length and cells:
        more = min(size, length - size)
        cells &= cells >> more
        size += more
    return cells


def covered(starts: int, length: int) -> int:
    """The cells of runs of this length that begin at these cells."""
    size = 1
    while size < length:
        more = min(size, length - size)
        starts |= starts << more
        size += more
    return starts


def lowest(mask: int) -> int:
    """The position of the lowest bit."""
    return (mask & -mask).bit_length() - 1


def span(first: int, last: int) -> int:
    """The cells from the first to the last; none if they are the wrong way round."""
    return ((1 << last - first + 1) - 1) << first if first <= last else 0


def highest(cells: int) -> int:
    """The last of these cells."""
    return cells.bit_length() - 1


def stretches(cells: int) -> Iterator[tuple[int, int]]:
    """The first and last cell of each stretch of neighbouring cells."""
    while cells:
        first = lowest(cells)
        beyond = cells + (1 << first)  # carries to just behind the stretch
        yield first, lowest(beyond & ~cells) - 1
        cells &= beyond


def stretch_at(cells: int, at: int) -> tuple[int, int]:
    """The first and last cell of the stretch that holds this one of the cells."""
    return highest(~cells & span(0, at)) + 1, lowest(~cells >> at) + at - 1


def union(masks: Iterable[int]) -> int:
    """Return the bits that are in some of these sets."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def several(masks: Iterable[int]) -> int:
    """Return the bits that are in more than one of these sets."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice


def digits(mask: int, length: int) -> str:
    """A set as text of ones and zeros, lowest bit first."""
    return f"{mask:0{length}b}"[::-1]
