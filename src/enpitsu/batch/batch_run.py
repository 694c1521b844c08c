"""Makes a batch: hands out numbers, takes the puzzles in, and lets them through in order.

Whether a puzzle has a twin is decided in the order of the numbers, and a twin gives way to the next
variant of its number. So the same puzzles come out whatever the number of processes, and however
often the batch was interrupted.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import NamedTuple

from enpitsu.batch.manifest import ManifestEntry
from enpitsu.batch.order import LASTING, BatchPiece, MadePart, Order, make_part
from enpitsu.errors import NoWorkers, TookTooLong, WorkerDied
from enpitsu.workers import WorkerPool

AHEAD = 2  # numbers handed out for each that is worked on, so that nobody waits for work
WINDOW = 1000  # puzzles that may wait for one before them that takes long
WINDOW_CELLS = 2_000_000  # cells of them
MOST_VARIANTS = 100  # variants of a number that may all have twins
MOST_FAILURES = 20
"""Numbers in a row that may fail, before it is plain that there is nothing more to find."""
MOST_DEATHS = 5  # processes that may die over one puzzle: it need not be its fault
TOGETHER_SECONDS = 0.25  # that a piece of work should take
MOST_TOGETHER = 50  # puzzles of a piece of work
TICK = 0.5  # seconds after which it is noticed at the latest that the batch is to stop

TWINS = "every variant has a twin"


class BatchRun:
    """A batch under way; iterate over it to have the pieces in order, failures included."""

    def __init__(
        self,
        order: Order,
        count: int,
        hands: WorkerPool,
        *,
        past: Iterable[ManifestEntry] = (),
        unlike: Iterable[str] = (),
        cancel: threading.Event | None = None,
    ) -> None:
        self._order, self._count, self._hands = order, count, hands
        self._cancel = cancel or threading.Event()
        self._seen = {int(each, 16) for each in unlike}
        self.made = self.failed = 0
        self._last = 0
        """The last number that is settled."""
        self._in_a_row = 0
        for entry in past:
            self._count_in(entry)
            if entry.failed and not entry.failed.startswith((LASTING, TWINS)):
                # A limit, or trouble with the machine: this time it may go better.
                self._in_a_row = 0
        self._next = self._last + 1
        self._under_way: dict[Future[MadePart], list[_Try]] = {}
        self._pace = _Pace()
        self._waiting: dict[int, tuple[BatchPiece, int]] = {}
        """Puzzles made but not yet let through, with their variants."""
        self._alike: defaultdict[str, set[int]] = defaultdict(set)
        """The numbers of those that wait, by fingerprint."""
        self._again: list[_Try] = []
        """Numbers to be handed out before all else."""

    @property
    def gave_up(self) -> bool:
        """True if so many failed in a row that the rest would too."""
        return self._in_a_row >= MOST_FAILURES

    def __iter__(self) -> Iterator[BatchPiece]:
        while self.made < self._count and not self.gave_up and not self._cancel.is_set():
            self._hand_out()
            done, _ = wait(self._under_way, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in done:
                tries = self._under_way.pop(future)
                for each, piece in zip(tries, self._pieces(future, tries), strict=False):
                    self._keep(each, piece)
            yield from self._let_through()

    def _count_in(self, entry: ManifestEntry) -> None:
        """Take note of what became of the next number."""
        self._last = entry.number
        if entry.failed:
            self.failed += 1
            self._in_a_row += 1
        else:
            self.made += 1
            self._in_a_row = 0
            self._seen.add(int(entry.id, 16))

    def _hand_out(self) -> None:
        """Give everyone something to do, but not too far ahead of what is let through."""
        cells = self._order.request.rows * self._order.request.cols
        width = self._hands.width
        window = max(AHEAD * width, min(WINDOW, WINDOW_CELLS // cells))
        end = min(self._count + self.failed, self._last + window)
        while len(self._under_way) < AHEAD * width and (self._again or self._next <= end):
            # At the end nobody shall wait for one who has much left.
            share = (len(self._again) + end - self._next) // (AHEAD * width)
            size = max(1, min(self._pace.size, share))
            if not self._again:
                following = min(self._next + size, end + 1)
                self._again = [_Try(number) for number in range(self._next, following)]
                self._next = following
            self._submit(self._again[:size])
            self._again = self._again[size:]

    def _submit(self, tries: list[_Try]) -> None:
        wanted = [(each.number, each.variant) for each in tries]
        self._under_way[self._hands.submit(make_part, self._order, wanted)] = tries

    def _keep(self, each: _Try, piece: BatchPiece) -> None:
        """Let a piece wait for its turn, unless it is plain that it has a twin before it."""
        if piece.entry.id and int(piece.entry.id, 16) in self._seen:
            if each.variant + 1 < MOST_VARIANTS:
                self._again.append(_Try(each.number, each.variant + 1))
                return
            piece = BatchPiece(
                piece.entry._replace(id="", attempt=0, level="", length=0, failed=TWINS)
            )
        self._waiting[each.number] = piece, each.variant
        if piece.entry.id:
            self._alike[piece.entry.id].add(each.number)

    def _pieces(self, future: Future[MadePart], tries: list[_Try]) -> list[BatchPiece]:
        """Return their results; none if they are tried once more."""
        try:
            part = future.result()
        except NoWorkers:
            raise
        except WorkerDied as error:
            return self._after_death(tries, error)
        except Exception as error:
            # The way there or back went wrong: what goes wrong in the work comes as a piece.
            return self._after_death(tries, WorkerDied(f"{type(error).__name__}: {error}"))
        self._pace.add(part)
        return part.pieces

    def _after_death(self, tries: list[_Try], error: WorkerDied) -> list[BatchPiece]:
        """One of several killed its process, or hung: who it was shows when each is alone."""
        is_last = isinstance(error, TookTooLong) or tries[0].deaths + 1 >= MOST_DEATHS
        if len(tries) == 1 and is_last:
            seed = self._order.seed(tries[0].number, tries[0].variant)
            return [BatchPiece(ManifestEntry(tries[0].number, seed=seed, failed=str(error)))]
        for each in tries:
            self._submit([each._replace(deaths=each.deaths + 1)])
        return []

    def _let_through(self) -> Iterator[BatchPiece]:
        """Yield the pieces whose turn has come."""
        while self._last + 1 in self._waiting and self.made < self._count and not self.gave_up:
            piece, _ = self._waiting.pop(self._last + 1)
            self._count_in(piece.entry)
            yield piece
            # Those that wait and are now seen to have a twin before them leave the line.
            alike = self._alike.pop(piece.entry.id, set()) if piece.entry.id else set()
            for number in sorted(alike - {piece.entry.number}):
                other, variant = self._waiting.pop(number)
                self._keep(_Try(number, variant), other)


class _Try(NamedTuple):
    """A number that someone works on: which variant, and how many died over it."""

    number: int
    variant: int = 0
    deaths: int = 0


class _Pace:
    """The number of puzzles that make a piece of work: small ones are handed out together, for
    handing out costs time as well, most of all on a cluster."""

    def __init__(self) -> None:
        self._pieces, self._seconds = 0, 0.0

    def add(self, part: MadePart) -> None:
        """Take note of how long some took."""
        self._pieces += len(part.pieces)
        self._seconds += part.seconds

    @property
    def size(self) -> int:
        """The number of puzzles to hand out together."""
        if not self._pieces:
            return 1
        return max(1, min(MOST_TOGETHER, int(TOGETHER_SECONDS * self._pieces / self._seconds)))
