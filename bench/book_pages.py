"""Pictures of pages for docs/books.md, from a book of the starter puzzles.

    scripts/bench book_pages

Each picture shows two pages side by side.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image

import enpitsu
from enpitsu.book import BookPlan, make_book
from enpitsu.kind import Document

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DPI = 64
GAP, FRAME = 14, "#d5d5d1"
COLOURS = 40
PLAN = BookPlan(
    title="Quiet evenings",
    subtitle="Pencil puzzles for the end of the day",
    author="Enpitsu",
)


def puzzles() -> list[Document]:
    """Starter puzzles of all kinds and levels, the small ones."""
    every = enpitsu.starter()
    return [each for each in every if max(each.puzzle.rows, each.puzzle.cols) <= 10]


def pages(plan: BookPlan, documents: list[Document]) -> list[Image.Image]:
    """A book's pages as pictures."""
    document = pypdfium2.PdfDocument(make_book(documents, plan).pdf)
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Two pages on one picture, with a frame."""
    size = (left.width + right.width + 3 * GAP, max(left.height, right.height) + 2 * GAP)
    picture = Image.new("RGB", size, FRAME)
    picture.paste(left, (GAP, GAP))
    picture.paste(right, (left.width + 2 * GAP, GAP))
    return picture


def write(name: str, picture: Image.Image) -> None:
    """Write a picture in few colours, which keeps it small."""
    file = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    (IMAGES / name).write_bytes(file.getvalue())
    print(f"{name}: {picture.width}x{picture.height}, {len(file.getvalue()) / 1000:.0f} KB")


def main() -> None:
    """Make the pictures anew."""
    documents = puzzles()
    plain = pages(PLAN, documents)
    write("book-cover.png", side_by_side(plain[0], plain[3]))
    pairs = pages(replace(PLAN, per_page=2), documents[4:20:5])
    write("book-puzzles.png", side_by_side(plain[5], pairs[5]))
    told = pages(replace(PLAN, solutions="explained", rules=False), documents[-13:-12])
    write("book-solutions.png", side_by_side(plain[-2], told[2]))


if __name__ == "__main__":
    main()
