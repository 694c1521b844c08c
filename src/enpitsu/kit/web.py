"""All that the browser must know of a declared kind, as plain JSON data."""

from __future__ import annotations

from typing import Any

from enpitsu.kit.puzzle import Clues, GridPuzzle, Mark

BY_SIZE = "size"
"""Values that are the numbers up to the longer side of the board."""
_SIZES = ((3, 5), (4, 2))  # two boards, to find out whether values depend on the size


def declaration(puzzle_type: type[GridPuzzle]) -> dict[str, Any]:
    """Return what a page declares, for js/kit in the browser."""
    return {
        "id": puzzle_type.kind,
        "clues": [_clues(name, sort) for name, sort in puzzle_type.clue_sorts.items()],
        "areas": puzzle_type.area_name,
        "marks": [_mark(name, sort) for name, sort in puzzle_type.mark_sorts.items()],
    }


def _clues(name: str, sort: Clues) -> dict[str, Any]:
    numbers = [value for value in sort.values if isinstance(value, int)]
    words = [value for value in sort.values if isinstance(value, str)]
    values: dict[str, Any] = (
        {"least": min(numbers), "most": max(numbers)} if numbers else {"values": words}
    )
    return {
        "name": name,
        "on": sort.on,
        **values,
        "unknown": sort.unknown,
        "look": sort.look,
        "blocks": sort.blocks,
    }


def _mark(name: str, sort: Mark) -> dict[str, Any]:
    return {
        "name": name,
        "on": sort.on,
        "values": _values(sort),
        "look": sort.look,
        "hands": sort.hands,
        "denial": sort.denial,
    }


def _values(sort: Mark) -> list[str] | str:
    first, other = ([str(value) for value in sort.values(*size)] for size in _SIZES)
    return first if first == other else BY_SIZE
