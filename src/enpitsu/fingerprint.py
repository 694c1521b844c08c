"""Twins: puzzles that are the same after turning or mirroring.

A puzzle has eight forms. Each has a text of all that matters in it to a solver (the kind's
`signature`), and the form whose text comes first stands for all eight. Of an oblong board only the
four forms that lie on their long side are compared: twins of it have the same four.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from enpitsu.grid import Symmetry
from enpitsu.kind import Kind, P, Puzzle
from enpitsu.registry import kind_of

DIGEST_BYTES = 8
"""Of a million puzzles two different ones share a fingerprint with a chance of 1 to 37 million."""


def fingerprint(puzzle: Puzzle) -> str:
    """16 hex digits that are the same for a puzzle and its twins, everywhere and always, and
    different for different puzzles. What is only looks (colours, ways to draw) does not count."""
    kind = kind_of(puzzle)
    size = sorted((puzzle.rows, puzzle.cols))
    first = min(_text(kind, puzzle, symmetry) for symmetry in _symmetries(puzzle))
    text = f"{kind.id} {size[0]}x{size[1]} {first}"
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


def canonical(puzzle: P) -> P:
    """The one of a puzzle's eight forms that stands for all of them: twins have the same one."""
    kind = kind_of(puzzle)
    texts = {symmetry: _text(kind, puzzle, symmetry) for symmetry in _symmetries(puzzle)}
    first = min(texts.values())
    forms = (puzzle.transform(symmetry) for symmetry, text in texts.items() if text == first)
    # Forms that are the same to a solver may still look different: red and blue exchanged, say.
    return min(forms, key=lambda form: _pack(kind, form))


def _symmetries(puzzle: Puzzle) -> list[Symmetry]:
    """Return those that leave the board with no more rows than columns."""
    rows, cols = puzzle.rows, puzzle.cols
    return [each for each in Symmetry if rows == cols or each.value[0] == (rows > cols)]


def _text(kind: Kind[P], puzzle: P, symmetry: Symmetry) -> str:
    if kind.signature is None:
        return _pack(kind, puzzle.transform(symmetry))
    return kind.signature(puzzle, symmetry)


def _pack(kind: Kind[P], puzzle: P) -> str:
    return json.dumps(kind.pack(puzzle), sort_keys=True)
