"""The answer of a puzzle, sealed: whoever has the answer can see that it is right, and nobody can
read it there. With it the page judges boards while the server is away.

The key is a hash of the facts that hold in the answer. A board with just these facts opens the
seal; inside stands what else is true (where circles end), which other marks must not contradict.
Whoever wants the answer solves the puzzle: that is no harder than trying keys.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from enpitsu.kind import Solution

SHORT = 32  # characters of a hash that is only compared


class SealedAnswer(NamedTuple):
    """An answer that only its own facts open."""

    marks: int
    """The number of its facts: a board with as many is full."""
    values: tuple[str, ...]
    """The values of its facts: those that a board must have, and no others of them."""
    seal: str
    """A hash of the key."""
    inside: str
    """What is true besides, hidden by the key, in base64."""


def seal_answer(solution: Solution, salt: str) -> SealedAnswer:
    """Seal the only solution of a puzzle; the salt is told with it, and another for each puzzle."""
    facts = sorted(map(str, solution.facts))
    key = sha256("\n".join([salt, *facts]).encode()).digest()
    besides = "\n".join(sorted(map(str, solution.truths - solution.facts))).encode()
    inside = bytes(a ^ b for a, b in zip(besides, _stream(key), strict=False))
    return SealedAnswer(
        marks=len(facts),
        values=tuple(sorted({fact.value for fact in solution.facts})),
        seal=sha256(key).hexdigest()[:SHORT],
        inside=b64encode(inside).decode(),
    )


def _stream(key: bytes) -> Iterator[int]:
    """Yield bytes without end that only the key tells."""
    for block in count():
        yield from sha256(key + block.to_bytes(4, "big")).digest()
