"""How often the conditions of document 004 leave one solution.

    scripts/bench satogaeri_growth [--count N]

Boards as the method "growth" lays them, before any is thrown away: the share with one solution.
"""

from __future__ import annotations

import argparse
import random

import enpitsu
from enpitsu.kinds.satogaeri.generator.growth import USUAL_SIZE, grown, numbered, shuffled
from enpitsu.kinds.satogaeri.generator.land import Land
from enpitsu.kinds.satogaeri.model import Satogaeri

SIDES = (5, 6, 8, 10)


def board(side: int, rng: random.Random) -> Satogaeri:
    """One board, unique or not."""
    land = Land(side, side)
    labels = grown(land, rng, USUAL_SIZE)
    tracks = shuffled(land, labels, rng)
    circles = tuple(numbered(land, labels, tracks.values()))
    return Satogaeri(side, side, tuple(labels), circles)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=2000)
    count = parser.parse_args().count
    for side in SIDES:
        rng = random.Random(side)
        unique = sum(enpitsu.solve(board(side, rng)).status == "unique" for _ in range(count))
        print(f"{side}x{side}: {unique} of {count} have one solution ({unique / count:.2%})")


if __name__ == "__main__":
    main()
