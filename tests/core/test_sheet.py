"""A puzzle on a sheet of its own: the same pages as PDF and as SVG; notes in books and files."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu.book import BookPlan, SheetPlan, make_book, preview_book, sheet_pages, sheet_pdf
from enpitsu.errors import FormatError, PuzzleError
from enpitsu.kind import MAX_NOTE, Document, Meta
from enpitsu.registry import kinds

pdfium = pytest.importorskip("pypdfium2")

NOTE = "For Hana.\nBegin in the corners."
LONG = "\n".join(f"Line {number} of a long note." for number in range(80))
META = Meta(title="Quiet <evening> & more", author="A. Author", level="hard", length=40, note=NOTE)
SVG = "{http://www.w3.org/2000/svg}"


def starter(kind: str) -> Document:
    path = kinds()[kind].starter
    assert path is not None
    found = (each for each in enpitsu.read(path.read_bytes()) if each.puzzle.rows > 3)
    first = next(each for each in found if not getattr(each.puzzle, "is_coloured", False))
    return replace(first, meta=META)


def texts_of(pdf: bytes) -> list[str]:
    file = pdfium.PdfDocument(BytesIO(pdf))
    return [file[at].get_textpage().get_text_range() for at in range(len(file))]


def words_of(page: str) -> str:
    return " ".join(each.text or "" for each in ElementTree.fromstring(page).iter(f"{SVG}text"))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", sorted(kinds()))
def test_the_file_says_what_the_pages_show(kind: str, language: str) -> None:
    found, plan = starter(kind), SheetPlan(language=language)
    pages = sheet_pages(found, plan)
    told = texts_of(sheet_pdf(found, plan))
    assert pages.has_solution
    assert len(pages.pages) == len(told) == 2
    for shown, text in zip(pages.pages, told, strict=True):
        for word in words_of(shown).split():
            assert word in text.replace("\r\n", " "), word
    for word in ("Quiet <evening> & more", "A. Author", "Begin in the corners."):
        assert word in words_of(pages.pages[0])


def test_the_file_names_title_and_author() -> None:
    file = pdfium.PdfDocument(BytesIO(sheet_pdf(starter("yajilin"), SheetPlan())))
    meta = file.get_metadata_dict()
    assert (meta["Title"], meta["Author"]) == (META.title, META.author)


@pytest.mark.parametrize(
    ("left_out", "word"), [("line", "Name"), ("note", "For Hana."), ("rules", "Shade some cells")]
)
def test_what_is_not_wished_for_is_left_out(left_out: str, word: str) -> None:
    found = starter("yajilin")
    [page] = sheet_pages(found, SheetPlan(solution=False)).pages
    plan = replace(SheetPlan(solution=False), **{left_out: False})  # type: ignore[arg-type]
    [without] = sheet_pages(found, plan).pages
    assert word in words_of(page)
    assert word not in words_of(without)


def test_cells_are_as_wide_as_wished_and_never_leave_the_paper() -> None:
    found = starter("slitherlink")

    def side(mm: float | None) -> float:
        [page] = sheet_pages(found, SheetPlan(solution=False, mm=mm)).pages
        [image] = ElementTree.fromstring(page).iter(f"{SVG}image")
        return float(image.get("width", "")) * 25.4 / 72

    assert side(6) / side(3) == pytest.approx(2, rel=0.01)
    assert side(200) == side(100) < 210
    assert side(6) < side(None) <= side(200)
    for wrong in (0.1, 1000.0, float("nan")):
        with pytest.raises(FormatError):
            SheetPlan(mm=wrong)
    with pytest.raises(PuzzleError):
        SheetPlan(paper="A3")


def test_a_long_note_goes_on_on_further_pages_and_none_of_it_is_lost() -> None:
    found = replace(starter("yajilin"), meta=replace(META, note=LONG))
    plan = SheetPlan(solution=False)
    pages = sheet_pages(found, plan).pages
    assert len(pages) > 1
    told = " ".join(texts_of(sheet_pdf(found, plan)))
    assert all(line in told for line in LONG.split("\n"))
    assert "<image" in pages[0]


def test_without_one_solution_there_is_no_solution_page() -> None:
    draft = enpitsu.parse("https://puzz.link/p?yajilin/6/6/o32t")
    found = sheet_pages(Document(puzzle=draft), SheetPlan())
    assert (len(found.pages), found.has_solution) == (1, False)
    assert len(texts_of(sheet_pdf(Document(puzzle=draft), SheetPlan()))) == 1


def test_letters_that_end_elements_end_none() -> None:
    hostile = replace(META, title="</text><script>alert(1)</script>", note="]]>&\x00 \ud800")
    for page in sheet_pages(replace(starter("yajilin"), meta=hostile), SheetPlan()).pages:
        root = ElementTree.fromstring(page)
        assert not list(root.iter(f"{SVG}script"))


def test_letters_that_no_font_has_are_told_as_such() -> None:
    strange = replace(META, title="שלום Hana", note="a\U000f0000b")
    found = replace(starter("yajilin"), meta=strange)
    [page] = sheet_pages(found, SheetPlan(solution=False)).pages
    assert "???? Hana" in words_of(page)
    assert "a?b" in words_of(page)
    assert "???? Hana" in texts_of(sheet_pdf(found, SheetPlan(solution=False)))[0]


# --- notes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_notes_are_printed_in_books(per_page: int) -> None:
    puzzles = [
        replace(starter(kind), meta=replace(META, note=note))
        for kind, note in (("yajilin", NOTE), ("slitherlink", LONG), ("masyu", ""))
    ]
    plan = BookPlan(per_page=per_page, rules=False, cover=False, solutions="none")
    told = " ".join(texts_of(make_book(puzzles, plan).pdf))
    for line in (*NOTE.split("\n"), *LONG.split("\n")):
        assert line in told
    shown = preview_book(puzzles, plan, most=60)
    words = " ".join(map(words_of, shown.shown))
    assert shown.pages == len(shown.shown)
    assert all(line in words for line in LONG.split("\n"))


def test_only_so_many_pages_are_shown() -> None:
    puzzles = [starter("yajilin"), starter("masyu")]
    shown = preview_book(puzzles, BookPlan(per_page=1), most=2)
    assert len(shown.shown) == 2 < shown.pages
    assert shown.pages == make_book(puzzles, BookPlan(per_page=1)).pages


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_files_of_pzpr_keep_the_note(kind: str) -> None:
    found = starter(kind)
    [again] = enpitsu.read(enpitsu.dump(found, "pzprv3"))
    assert again.meta.note == NOTE
    assert again.meta.title == META.title


def test_a_strange_note_in_a_file_is_passed_over_or_cut() -> None:
    text = enpitsu.dump(replace(starter("yajilin"), meta=Meta(title="x")), "pzprv3")
    for comment, note in ((7, ""), (["a"], ""), ("n" * 9000, "n" * MAX_NOTE)):
        told = text.replace('"title": "x"', f'"comment": {json.dumps(comment)}')
        assert enpitsu.read(told)[0].meta.note == note


def test_webpbn_keeps_the_note() -> None:
    found = starter("nonogram")
    [again] = enpitsu.read(enpitsu.dump(found, "webpbn"))
    assert again.meta.note == NOTE
