"""Puzzles made ready to be played without the server."""

from __future__ import annotations

from typing import Any, NamedTuple

from enpitsu.fingerprint import fingerprint
from enpitsu.formats import read
from enpitsu.limits import Limits
from enpitsu.play.sealed_answer import SealedAnswer, seal_answer
from enpitsu.solve import Status, solve
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks.task import bare_data


class PackedPuzzle(NamedTuple):
    """A puzzle without its answer, and the answer sealed."""

    document: dict[str, Any]
    fingerprint: str
    answer: SealedAnswer


def pack_puzzles(contents: list[str], quota: Quota) -> list[PackedPuzzle | None]:
    """Pack puzzles; None for each that has not exactly one solution, or none that is found soon."""
    return [_packed(content, quota) for content in contents]


def _packed(content: str, quota: Quota) -> PackedPuzzle | None:
    [document] = read(content, format="json")
    # The solution that comes with a puzzle was proved to be the only one when it was made.
    position = document.position
    limits = Limits(seconds=quota.seconds, memory=quota.memory)
    found = solve(document.puzzle, solutions=2, position=position, limits=limits)
    if found.status is not Status.UNIQUE:
        return None
    known = fingerprint(document.puzzle)
    return PackedPuzzle(bare_data(document), known, seal_answer(found.solutions[0], known))
