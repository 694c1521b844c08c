"""Declared kinds against enumeration by the rules alone, on small boards by chance.

    scripts/bench kinds_fuzz [--boards N] [--seed S] [--kinds KIND ...]

All solutions, forced facts and every step of the explanation, from the empty board and from a
position. The first disagreement of each kind is printed as JSON.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from enpitsu.registry import find_kind, kinds

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kit.random_boards import complaint, questions


def is_right(name: str, boards: int, seed: int) -> bool:
    """Ask about so many boards of a kind, and tell what was found."""
    kind, statuses, started = find_kind(name), Counter[str](), time.process_time()
    for question in questions(kind, Random(f"{name} {seed}"), boards):
        wrong = complaint(kind, question)
        if wrong:
            print(f"{name} {wrong}; right is {question}", flush=True)
            return False
        statuses[("none", "one", "several")[min(len(question.answers), 2)]] += 1
    counts = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    print(f"{name:16} agrees: {counts} ({time.process_time() - started:.0f} s)", flush=True)
    return True


def main() -> None:
    """Ask kind by kind."""
    declared = [name for name, kind in kinds().items() if kind.declaration is not None]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kinds", nargs="+", choices=declared, default=declared)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = [name for name in asked.kinds if not is_right(name, asked.boards, asked.seed)]
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
