"""Books: time, memory and size of a book of many puzzles.

scripts/bench book                  a thousand 10x10 that bring their levels
scripts/bench book --count 300 --solutions explained
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import enpitsu
from enpitsu.book import BookPlan, make_book
from enpitsu.grid import Symmetry
from enpitsu.kind import Document
from enpitsu.registry import kinds

SIDE = 10


def puzzles() -> Iterator[Document]:
    """Endless puzzles of every kind by turns, all different, each with its level."""
    series = [
        enpitsu.generate_many(kind, SIDE, count=10**6, graded=True, jobs=1)
        for kind in sorted(kinds())
    ]
    for group in zip(*series, strict=True):
        # The solution is left out: the book finds it, as it does for puzzles of others.
        for document in group:
            bare = replace(document, position=enpitsu.Position())
            for symmetry in Symmetry:
                yield replace(bare, puzzle=bare.puzzle.transform(symmetry))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, action="append", help="default: 1 and 2")
    parser.add_argument("--solutions", default="plain")
    chosen = parser.parse_args()
    documents = list(islice(puzzles(), chosen.count))
    plan = BookPlan(title="A thousand puzzles", solutions=chosen.solutions)
    books = set()
    for jobs in chosen.jobs or [1, 2]:
        started, used = time.perf_counter(), time.process_time()
        made = make_book(documents, plan, jobs=jobs)
        seconds, own = time.perf_counter() - started, time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        books.add(made.pdf)
        print(
            f"jobs {jobs}: {made.puzzles} puzzles on {made.pages} pages, "
            f"{len(made.pdf) / 1e6:.1f} MB, {seconds:.1f} s ({own:.1f} s of this process), "
            f"peak {peak:.0f} MB"
        )
    print("the same bytes each time" if len(books) == 1 else "NOT the same bytes")


if __name__ == "__main__":
    main()
