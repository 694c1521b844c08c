"""The order of a batch: one puzzle for each number, whoever makes it and when."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from enpitsu.batch.manifest import Header, ManifestEntry
from enpitsu.fingerprint import fingerprint
from enpitsu.formats import dump
from enpitsu.generate import Outcome, Request, run_request
from enpitsu.generate.attempts import ONE_SIDED
from enpitsu.grade import grade
from enpitsu.limits import NO_LIMITS, Limits
from enpitsu.version import version

LASTING = "not found in"  # how failures begin that another run would not spare
SEED_BITS = 53  # seeds of single puzzles stay whole numbers in every reader of JSON


class BatchPiece(NamedTuple):
    """A puzzle of a batch in its format, and its entry in the manifest; no text if it failed."""

    entry: ManifestEntry
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The demands on every puzzle of a batch, and its format. Can be sent to processes."""

    request: Request
    tries: int | None = None
    graded: bool = False
    """Find the level of every puzzle, also where none is wanted."""
    format: str = "json"
    solution: bool = False
    limits: Limits = NO_LIMITS
    """For each puzzle."""

    def seed(self, number: int, variant: int) -> int:
        """Return the seed of one puzzle: batches of other seeds share none of them but by
        chance."""
        return Random(f"batch {self.request.seed} {number} {variant}").getrandbits(SEED_BITS)

    def header(self, unlike: str = "") -> Header:
        """Return the first line of the manifest."""
        request = self.request
        return Header(
            version=version(),
            kind=request.kind,
            method=request.method,
            rows=request.rows,
            cols=request.cols,
            seed=request.seed,
            level=None if request.level is None else str(request.level),
            options=dict(request.options),
            tries=self.tries,
            conflicts=self.limits.conflicts,
            graded=self.graded,
            format=self.format,
            solution=self.solution,
            unlike=unlike,
        )


class MadePart(NamedTuple):
    """Some pieces that were made one after another, and how long that took."""

    pieces: list[BatchPiece]
    seconds: float


def make_part(order: Order, wanted: Sequence[tuple[int, int]]) -> MadePart:
    """Make the puzzles of some numbers and variants. One that goes wrong harms no other; what it
    was is told."""
    started = time.perf_counter()
    pieces = []
    for number, variant in wanted:
        try:
            piece = make_piece(order, number, variant)
        except Exception as error:
            seed, why = order.seed(number, variant), f"{type(error).__name__}: {error}"
            piece = BatchPiece(ManifestEntry(number, seed=seed, failed=why))
        pieces.append(piece)
    return MadePart(pieces, time.perf_counter() - started)


def make_piece(order: Order, number: int, variant: int) -> BatchPiece:
    """Make the puzzle of a number. The next variant is another one, where this has a twin."""
    seed = order.seed(number, variant)
    made = run_request(
        replace(order.request, seed=seed), tries=order.tries, jobs=1, limits=order.limits
    )
    if made.status != Outcome.MADE:
        is_lasting = made.reached in ("tries", "conflicts", ONE_SIDED)
        why = LASTING if is_lasting else f"{made.reached} limit reached after"
        failed = f"{why} {made.attempts} attempts"
        return BatchPiece(ManifestEntry(number, seed=seed, failed=failed))
    puzzle, manifest = made.puzzle, made.manifest
    assert puzzle is not None
    assert manifest is not None
    if order.graded and made.grade is None:
        made = replace(made, grade=grade(puzzle, limits=order.limits))
    document = made.document(solution=order.solution)
    meta = document.meta
    known = (fingerprint(puzzle), seed, manifest.attempt, meta.level, meta.length)
    entry = ManifestEntry(number, *known)
    return BatchPiece(entry, dump(document, order.format))
