"""Draws what docs/making.md shows of made puzzles.

    scripts/bench generate_sheet

Sixteen nonogram pictures on one sheet, a Yajilin and a Satogaeri, all by their seeds.
"""

from __future__ import annotations

from pathlib import Path

import enpitsu
from enpitsu.grid import Cell

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SIDE, GAP, ACROSS, COUNT = 15, 3, 8, 16


def sheet() -> str:
    """The pictures of the first seeds, one beside the other."""
    wide, high = ACROSS * (SIDE + GAP) + GAP, COUNT // ACROSS * (SIDE + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for number in range(COUNT):
        found = enpitsu.generate("nonogram", SIDE, SIDE, seed=number + 1, jobs=1)
        row, col = divmod(number, ACROSS)
        top, left = GAP + row * (SIDE + GAP), GAP + col * (SIDE + GAP)
        cells = sorted(fact.slot for fact in found.solution or () if isinstance(fact.slot, Cell))
        path = "".join(f"M{left + cell.col} {top + cell.row}h1v1h-1z" for cell in cells)
        parts.append(f'<path d="{path}" fill="#222"/>')
    return "".join([*parts, "</svg>\n"])


def puzzle(kind: str, rows: int, cols: int, seed: int, level: str) -> str:
    """One puzzle as it is drawn everywhere."""
    found = enpitsu.generate(kind, rows, cols, seed=seed, level=level, jobs=1)
    assert found.puzzle is not None
    return str(enpitsu.render(found.puzzle, format="svg"))


def main() -> None:
    """Write the pictures."""
    pictures = {
        "made-nonograms": sheet(),
        "made-yajilin": puzzle("yajilin", 10, 10, 3, "medium"),
        "made-satogaeri": puzzle("satogaeri", 10, 10, 3, "medium"),
    }
    for name, text in pictures.items():
        (IMAGES / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"docs/images/{name}.svg")


if __name__ == "__main__":
    main()
