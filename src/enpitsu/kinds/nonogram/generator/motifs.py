"""Motifs: ornaments, figures and flakes that are symmetric.

Each is a field (see `noise_fields.py`) that is the same at all images of a cell, so that whatever
height it is cut at, the picture is symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan2, cos, hypot, pi
from random import Random

from enpitsu.errors import PuzzleError
from enpitsu.grid import Symmetry, cells
from enpitsu.kinds.nonogram.generator.noise_fields import Field, island, make_symmetric, noise
from enpitsu.kinds.nonogram.generator.solvable_drafts import Orbits, orbits_of

GROUPS: Mapping[str, tuple[Symmetry, ...]] = {
    "none": (),
    "mirror": (Symmetry.MIRROR,),
    "rotation": (Symmetry.ROTATE_180,),
    "both": (Symmetry.MIRROR, Symmetry.FLIP, Symmetry.ROTATE_180),
    "all": tuple(symmetry for symmetry in Symmetry if symmetry is not Symmetry.IDENTITY),
}
"""The symmetries that pictures can have, by name; "both" are the upright and the level mirror,
"all" are mirrors and quarter turns together. Quarter turns without mirrors are left out: on few
cells they give swastikas."""
FINER = 0.7  # what is mirrored looks broader than it is: motifs are so much finer than fields
TINY = 4  # cells of a board that has no room for symmetry
SQUARE = ("all",)  # those that only a square has


def symmetry_of(wanted: str, rows: int, cols: int) -> Orbits:
    """Return the images of cells under a symmetry by name; PuzzleError if the board has it not."""
    if wanted in SQUARE and rows != cols:
        raise PuzzleError(f"a board of {rows}x{cols} has no such symmetry: {wanted} needs a square")
    orbits = orbits_of(rows, cols, GROUPS[wanted])
    # What is left of two by two cells under half a turn is a diagonal, and that has a rival.
    if len(set(orbits)) < 2 or (wanted == "rotation" and rows == cols == 2):
        raise PuzzleError(f"a board of {rows}x{cols} is too small for this symmetry: {wanted}")
    return orbits


def any_symmetry(rows: int, cols: int, rng: Random) -> str:
    """Choose a symmetry for a motif: one that the eye sees at once."""
    if rows * cols <= TINY:
        return "none"
    if rows == cols:
        return rng.choice(("mirror", "mirror", "both", "all", "all"))
    return rng.choice(("mirror", "both", "both", "rotation"))


Polar = tuple[float, float, float, float]
"""Of a cell: across and down from the middle (1 at the border), the distance, the angle."""


def _places(rows: int, cols: int) -> list[Polar]:
    half = min(rows, cols) / 2
    found = []
    for row, col in cells(rows, cols):
        x, y = (col + 0.5 - cols / 2) / half, (row + 0.5 - rows / 2) / half
        found.append((x, y, hypot(x, y), atan2(y, x)))
    return found


def blot(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """An ink blot: smooth noise that falls off towards the border."""
    return island(noise(rows, cols, spread * FINER, rng), rows, cols, rng.uniform(0.1, 0.6))


def rosette(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """Petals round the middle, with rings that follow them."""
    petals = rng.choice((4, 4, 6, 8, 8, 12))
    turn = rng.choice((0.0, pi / petals))
    depth, rim = rng.uniform(0.1, 0.3), rng.uniform(0.75, 0.95)
    rings = _bands(rows, cols, spread) * rng.uniform(0.7, 1.0) * 2 * pi
    shift, twist = rng.uniform(0, 2 * pi), rng.choice((0.0, 0.6, 1.2))
    field = []
    for _, _, away, angle in _places(rows, cols):
        wave = cos(petals * (angle + turn))
        edge = rim + depth * wave
        field.append(cos(rings * away / edge + shift + twist * wave) - max(0, away - edge) * 9)
    return field


def lattice(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """Frames and diamonds inside each other, as on carpets."""
    slant, square = rng.uniform(0.5, 1.0), rng.uniform(0.4, 0.9)
    first = _bands(rows, cols, spread) * rng.uniform(0.8, 1.1) * 2 * pi
    second = first * rng.choice((0.5, 0.75, 1.0))
    shift, other = rng.uniform(0, 2 * pi), rng.uniform(0, 2 * pi)
    return [
        slant * cos(first * (abs(x) + abs(y)) / 1.4 + shift)
        + square * cos(second * max(abs(x), abs(y)) + other)
        for x, y, _, _ in _places(rows, cols)
    ]


def weave(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """Waves that cross each other, as on tiles."""
    first = _bands(rows, cols, spread) * rng.uniform(0.7, 1.0) * 2 * pi
    second = first * rng.choice((0.5, 1.0, 1.0))
    shift, other = rng.choice((0.0, pi)), rng.choice((0.0, pi / 2, pi))
    mixed = rng.uniform(0.3, 0.9)
    return [
        cos(first * x + shift) * cos(first * y + shift) + mixed * cos(second * away + other)
        for x, y, away, _ in _places(rows, cols)
    ]


def _bands(rows: int, cols: int, spread: float) -> float:
    """Return the number of bands from the middle to the border: each some cells wide."""
    return min(rows, cols) / 2 / max(3.2, 3.4 * spread)


def figure(rows: int, cols: int, spread: float, rng: Random) -> Field:
    """A creature with a head and eyes, or what looks like one: a blot with a dense middle and two
    holes."""
    field = blot(rows, cols, spread, rng)
    eye_row = rng.uniform(0.3, 0.42)
    apart = rng.uniform(0.16, 0.24)
    size = max(0.6, 0.075 * min(rows, cols))
    for cell, (row, col) in enumerate(cells(rows, cols)):
        x = abs(col + 0.5 - cols / 2)
        field[cell] += 1.6 - 6.0 * (x / cols) ** 2 - 3.0 * ((row + 0.5) / rows - 0.45) ** 2
        down = row + 0.5 - eye_row * rows
        if hypot(x - apart * cols, down) < size:
            field[cell] -= 9.0
    return field


Motif = Callable[[int, int, float, Random], Field]
MOTIFS: Mapping[str, tuple[Motif, ...]] = {
    "none": (blot,),
    "mirror": (blot, figure, figure),
    "rotation": (blot, lattice),
    "both": (blot, lattice, rosette, weave),
    "all": (blot, blot, rosette, lattice, weave),
}
"""The motifs that suit each symmetry."""


def motif(rows: int, cols: int, symmetry: str, spread: float, rng: Random) -> tuple[Field, Orbits]:
    """Draw a symmetric field; return it with the images of its cells."""
    orbits = symmetry_of(symmetry, rows, cols)
    field = rng.choice(MOTIFS[symmetry])(rows, cols, spread, rng)
    return make_symmetric(field, orbits), orbits
