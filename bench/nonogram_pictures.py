"""How pictures become Nonograms: how many succeed, how many cells change, how long it takes.

    scripts/bench nonogram_pictures [--quick]

The pictures are made up: random values blown up and blurred, so that they have blobs of all sizes,
and a drawing in thin lines, which is the hard case.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from enpitsu.generate import Outcome, PicturePuzzle, from_picture

ROWS = ((25, 1, 40), (30, 1, 40), (30, 4, 20), (60, 1, 10), (60, 4, 5), (100, 1, 4))
"""Side of the board, colours, and how many pictures."""


def blobs(side: int, seed: int) -> Image.Image:
    """A picture of blobs."""
    rng = random.Random(seed)
    coarse = 4 * side // rng.choice((2, 3, 4, 6))
    image = Image.frombytes("RGB", (coarse, coarse), rng.randbytes(3 * coarse * coarse))
    image = image.resize((4 * side, 4 * side), Image.Resampling.BICUBIC)
    return ImageOps.autocontrast(image.filter(ImageFilter.GaussianBlur(rng.uniform(4, 12))))


def lines(side: int) -> Image.Image:
    """A drawing in lines of a third of a cell."""
    size = 12 * side
    image = Image.new("RGB", (size, size), "white")
    pen = ImageDraw.Draw(image)
    unit = size // 10
    pen.ellipse((2 * unit, 3 * unit, 8 * unit, 9 * unit), outline="black", width=4)
    for left, middle in ((2, 3), (8, 7)):
        ear = (left * unit, 5 * unit, left * unit, unit, middle * unit, 3 * unit)
        pen.line(ear, fill="black", width=4)
    for at in (4, 6):
        pen.ellipse(
            (at * unit - unit // 2, 5 * unit, at * unit + unit // 2, 6 * unit), fill="black"
        )
    return image


def make(image: Image.Image, side: int, colours: int) -> tuple[PicturePuzzle, float]:
    """The puzzle and the seconds it took."""
    file = BytesIO()
    image.save(file, "PNG")
    start = time.perf_counter()
    made = from_picture("nonogram", file.getvalue(), side, side, colours=colours)
    return made, time.perf_counter() - start


def report(title: str, results: list[tuple[PicturePuzzle, float]]) -> None:
    """One line of the table."""
    shares = [100 * len(made.changed) / made.cells for made, _ in results]
    seconds = [each for _, each in results]
    good = sum(made.status == Outcome.MADE for made, _ in results)
    print(
        f"{title:24} {good:3} of {len(results):3}   changed: mean {statistics.mean(shares):.2f} %, "
        f"most {max(shares):.2f} %   seconds: median {statistics.median(seconds):.2f}, "
        f"most {max(seconds):.2f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the pictures")
    quick = parser.parse_args().quick
    for side, colours, count in ROWS:
        count = max(2, count // 10) if quick else count
        results = [make(blobs(side, seed), side, colours) for seed in range(count)]
        report(f"blobs {side}x{side}, {colours} colour{'s' * (colours > 1)}", results)
    for side in (30, 60, 100):
        report(f"thin lines {side}x{side}", [make(lines(side), side, 1)])


if __name__ == "__main__":
    main()
