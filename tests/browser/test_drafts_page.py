"""From an empty sheet to other people: drawing, exporting, links, paper, tests, publishing."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import enpitsu
from tests.browser.author import Editor
from tests.browser.axe import serious
from tests.browser.board import mid
from tests.browser.window import DESKTOP, PHONE, needs_chromium, window
from tests.library import ordinary_starters

pytestmark = needs_chromium

API = "/api/v1"
NOTE = "Look at the corners\nfirst."
YAJILIN = [
    (2, 6, "right", 1), (3, 3, "down", 1), (4, 2, "down", 1), (4, 7, "down", 1),
    (5, 2, "up", 1), (5, 4, "up", 2), (6, 6, "down", 0), (7, 4, "right", 0),
]  # fmt: skip
HEART = [".#.#.", "#####", "#####", ".###.", "..#.."]


class Drawer(Editor):
    """Somebody who begins on the page of sheets."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def begin(self, kind: str, rows: int, cols: int) -> None:
        """A new sheet, by hand."""
        self.page.goto("/edit")
        self.page.locator(f".draft-kind input[value={kind}]").check()
        self.page.get_by_label("Rows", exact=True).fill(str(rows))
        self.page.get_by_label("Columns", exact=True).fill(str(cols))
        self.page.get_by_role("button", name="Start drawing").click()
        self.opened()

    def opened(self) -> None:
        """An editor is there."""
        self.page.wait_for_selector(".edit-board svg")
        self.page.evaluate("() => { window.editor = document.querySelector('.edit').editor; }")

    @property
    def draft(self) -> str:
        found: str = self.page.url.rpartition("/")[2]
        return found

    def share(self, name: str) -> None:
        """One of the buttons of what is done with a sheet."""
        self.page.locator(f"[data-share={name}]").click()

    def name(self, title: str) -> None:
        """Give it a title and a note."""
        self.page.get_by_label("Title", exact=True).fill(title)
        self.page.get_by_label("Note for players", exact=False).fill(NOTE)
        self.page.wait_for_function("() => editor.saver.state === 'saved'")


def draw_yajilin(drawer: Drawer) -> None:
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    drawer.begin("yajilin", 8, 8)
    for row, col, way, number in YAJILIN:
        down, right = steps[way]
        drawer.drag(mid(row, col), (row - 0.5 + 0.9 * down, col - 0.5 + 0.9 * right))
        if number:
            drawer.page.keyboard.press(str(number))


def draw_nonogram(drawer: Drawer) -> None:
    drawer.begin("nonogram", 5, 5)
    for row, line in enumerate(HEART, 1):
        for run in re.finditer("#+", line):
            drawer.drag(mid(row, run.start() + 1), mid(row, run.end()))


def draw_satogaeri(drawer: Drawer) -> None:
    """Three rows, each a country; circles at the top that go 0, 1 and 2 down."""
    drawer.begin("satogaeri", 3, 3)
    for row in (1, 2, 3):
        drawer.drag(mid(row, 1), mid(row, 2), mid(row, 3))
    for col in (1, 2, 3):
        drawer.drag(mid(1, col))
        drawer.page.keyboard.press(str(col - 1))


DRAW: dict[str, Callable[[Drawer], None]] = {
    "yajilin": draw_yajilin,
    "nonogram": draw_nonogram,
    "satogaeri": draw_satogaeri,
}
"""How a small puzzle with one solution is drawn by hand."""


def drawn(page: Any, kind: str, title: str = "") -> tuple[Drawer, Any]:
    """A puzzle drawn from nothing, and what Enpitsu makes of it."""
    drawer = Drawer(page)
    DRAW[kind](drawer)
    puzzle = drawer.proved()
    if title:
        drawer.name(title)
    return drawer, puzzle


def ask(page: Any, site: str, method: str, path: str, data: Any = None) -> Any:
    said = getattr(page.request, method)(API + path, headers={"origin": site}, data=data)
    assert said.ok, said.text()
    return said.json()


def take_up(page: Any, document: dict[str, Any], rows: int, cols: int) -> str:
    """A sheet of a document, opened."""
    page.goto("/edit")
    page.wait_for_selector(".draft-start")
    made: str = page.evaluate(
        """async (read) => {
          const { takeUp } = await source("js/puzzle/new_draft.js");
          return (await takeUp(read)).id;
        }""",
        {"document": document, "rows": rows, "cols": cols},
    )
    page.goto(f"/edit/{made}")
    page.wait_for_selector(".edit-board svg")
    return made


def own(kind: str, at: int = 0) -> dict[str, Any]:
    """One of Enpitsu's own, the smallest first: the row of /read."""
    found = [each.puzzle for each in ordinary_starters() if each.puzzle.kind == kind]
    puzzle = sorted(found, key=lambda each: each.rows * each.cols)[at]
    document = json.loads(enpitsu.dump(puzzle, "json"))
    return {"document": document, "rows": puzzle.rows, "cols": puzzle.cols}


# --- from nothing to others -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(DRAW))
def test_every_format_gives_the_puzzle_again(page: Any, kind: str) -> None:
    drawer, puzzle = drawn(page, kind, "Thursday")
    drawer.share("export")
    chooser = page.locator("[name=format]")
    chooser.wait_for()
    names = chooser.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
    assert "json" in names
    assert len(names) > 4
    refused = []
    for name in reversed(names):
        chooser.select_option(name)
        page.wait_for_function(WRITTEN, arg=name)
        if page.locator("[data-part=files] .lib-error").is_visible():
            refused.append(name)
            continue
        text = page.locator(".export-text").input_value()
        assert enpitsu.parse(text, kind, name) == puzzle, name
    assert not refused
    # The file of the last one; what is in it is what is shown, as with any other.
    with page.expect_download() as saved:
        page.locator("[data-part=files] button", has_text="Download").click()
    assert saved.value.suggested_filename.startswith("thursday.")
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert enpitsu.parse(text, kind, name) == puzzle


WRITTEN = """(name) => {
  const part = document.querySelector(".export-part[data-part=files]");
  return part.dataset.written === name;
}"""


@pytest.mark.parametrize("kind", list(DRAW))
def test_links_are_opened_again(page: Any, chromium: Any, site: str, kind: str) -> None:
    drawer, puzzle = drawn(page, kind, "Links & more + ünï")
    drawer.share("export")
    there = page.locator("[data-link=puzzlink]").input_value()
    assert there.startswith("https://puzz.link/p?")
    assert enpitsu.parse(there) == puzzle
    link = page.locator("[data-link=own]").input_value()
    assert link.startswith(f"{site}/open?p=")
    with window(chromium, site, **DESKTOP) as other:
        other.goto(link)
        other.get_by_role("heading", name="Links & more + ünï", level=1).wait_for()
        assert other.locator(".puzzle-note").inner_text() == NOTE
        other.get_by_text("It has exactly one solution.").wait_for()
        other.locator("[data-open=play]").click()
        other.wait_for_selector(".play-board svg")
        played = other.evaluate("() => document.querySelector('.play').play.session.document")
        assert enpitsu.parse(json.dumps(played)) == puzzle
        # As puzz.link has it, with our address before it.
        other.goto(f"/open?{there.partition('?')[2]}")
        other.locator("[data-open=edit]").click()
        copy = Drawer(other)
        copy.opened()
        assert copy.proved() == puzzle
        assert not other.errors


def test_what_no_link_format_carries_has_a_link_too(page: Any, chromium: Any, site: str) -> None:
    puzzle = coloured()
    take_up(page, json.loads(enpitsu.dump(puzzle, "json")), puzzle.rows, puzzle.cols)
    page.locator("[data-share=export]").click()
    link = page.locator("[data-link=own]").input_value()
    assert link.startswith(f"{site}/open#z=")
    assert not page.locator("[data-link=puzzlink]").count()
    with window(chromium, site, **PHONE) as other:
        other.goto(link)
        other.locator("[data-open=keep]").tap()
        other.wait_for_selector(".lib-card")
        kept = ask(other, site, "get", "/puzzles?collection=mine")["puzzles"][0]
        again = ask(other, site, "get", f"/puzzles/{kept['id']}")["document"]
        assert enpitsu.parse(json.dumps(again)) == puzzle
        assert not other.errors


def test_only_formats_that_hold_the_puzzle_are_offered(page: Any) -> None:
    puzzle = coloured()
    take_up(page, json.loads(enpitsu.dump(puzzle, "json")), puzzle.rows, puzzle.cols)
    page.locator("[data-share=export]").click()
    chooser = page.locator("[name=format]")
    page.wait_for_function(WRITTEN, arg=chooser.input_value())
    written = page.locator(".export-text").input_value()
    assert enpitsu.parse(written, puzzle.kind, chooser.input_value()) == puzzle
    cannot = chooser.locator("option:disabled").evaluate_all("(all) => all.map((o) => o.value)")
    assert "puzzlink" in cannot
    assert "json" not in cannot
    for name in cannot:
        with pytest.raises(enpitsu.FormatError):
            enpitsu.dump(puzzle, name)
    page.locator(".export-cannot summary").click()
    assert page.locator(".export-cannot li").count() == len(cannot)
    assert not page.errors


@pytest.mark.quick
def test_what_holds_solutions_only_has_one(page: Any) -> None:
    drawer, puzzle = drawn(page, "nonogram")
    drawer.share("export")
    page.locator("[name=format]").select_option("pbm")
    page.wait_for_function(WRITTEN, arg="pbm")
    solved = page.locator("[data-part=files]").get_by_label("With the solution")
    assert solved.is_checked()
    assert solved.is_disabled()
    assert enpitsu.parse(page.locator(".export-text").input_value(), "nonogram", "pbm") == puzzle
    page.locator("[name=format]").select_option("json")
    page.wait_for_function(WRITTEN, arg="json")
    assert not solved.is_checked()
    assert solved.is_enabled()
    assert not page.errors


def coloured() -> Any:
    """A nonogram of several colours, of Enpitsu's own."""
    return next(
        each.puzzle for each in ordinary_starters() if len(getattr(each.puzzle, "palette", "")) > 1
    )


@pytest.mark.parametrize(
    "address", ["/open", "/open?p=nothing/3/3/zz", "/open#z=abc", "/open?text=rubbish", "/open#z="]
)
def test_links_that_were_cut_say_so(chromium: Any, site: str, address: str) -> None:
    with window(chromium, site, **DESKTOP) as page:
        page.goto(address)
        page.get_by_label("Link or text").fill(enpitsu.dump(own_puzzle("yajilin"), "puzzlink"))
        assert page.get_by_role("alert").count() == (address not in ("/open", "/open#z="))
        page.get_by_role("button", name="Read it").click()
        page.locator("[data-open=play]").wait_for()
        # What the server refuses is an answer, and the only thing that the window reports.
        assert all("422" in error or "400" in error for error in page.errors), page.errors


def test_a_link_that_unfolds_too_far_says_so(page: Any, site: str) -> None:
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = press.compress(b" " * 20_000_000) + press.flush()
    page.goto("/open#z=" + base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    page.get_by_role("alert").get_by_text("too long").wait_for()
    assert not page.get_by_text("Perhaps the link was cut").count()
    assert not page.errors


def test_what_is_told_beside_a_link_is_cut_and_wraps(phone: Any, site: str) -> None:
    link = enpitsu.dump(own_puzzle("yajilin"), "puzzlink").strip().partition("?")[2]
    phone.goto(f"/open?p={link}&title={'W' * 5000}&author={'M' * 5000}&note={'n' * 9000}")
    phone.wait_for_selector(".open-one")
    assert phone.locator("h1").inner_text() == "W" * 199 + "…"
    assert len(phone.locator(".puzzle-note").inner_text()) == 2000
    assert phone.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    phone.locator("[data-open=keep]").tap()
    phone.wait_for_selector(".lib-card")
    assert not phone.errors


def test_several_puzzles_in_a_link_are_chosen_from(page: Any) -> None:
    links = [enpitsu.dump(own_puzzle(kind), "puzzlink").strip() for kind in ("yajilin", "nonogram")]
    page.goto("/open?" + urlencode({"text": "\n".join(links)}))
    page.locator("dialog .lib-many").wait_for()
    assert not page.get_by_text("There is no puzzle in this link").count()
    page.keyboard.press("Escape")
    page.locator("[data-open=choose]").click()
    assert page.locator("dialog .lib-many > li").count() == 2
    assert not page.errors


def own_puzzle(kind: str) -> Any:
    return enpitsu.parse(json.dumps(own(kind)["document"]))


def test_pictures_are_downloaded(page: Any) -> None:
    read = own("satogaeri")
    take_up(page, read["document"], read["rows"], read["cols"])
    page.wait_for_selector(".verdict[data-status=unique]")
    page.locator("[data-share=export]").click()
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    sizes = {}
    for name, start in starts.items():
        page.locator("[name=picture-format]").select_option(name)
        for is_solved in (False, True):
            page.locator("[data-part=pictures]").get_by_label("With the solution").set_checked(
                is_solved
            )
            with page.expect_download() as saved:
                page.locator(".export-save").click()
            assert saved.value.suggested_filename.endswith(f".{name}")
            content = Path(saved.value.path()).read_bytes()
            assert content.startswith((start, b"<svg"))
            sizes[name, is_solved] = len(content)
    assert sizes["svg", True] > sizes["svg", False]
    for name, value in {"format": "png", "size": "width", "ground": "transparent"}.items():
        page.locator(f"[name=picture-{name}]").select_option(value)
    page.locator("[name=picture-width]").fill("500")
    with page.expect_download() as saved:
        page.locator(".export-save").click()
    content = Path(saved.value.path()).read_bytes()
    assert int.from_bytes(content[16:20]) == 500
    assert content[25] == 6, "colours with transparency"


# --- paper ----------------------------------------------------------------------------------------


@pytest.mark.quick
@pytest.mark.parametrize("kind", ["yajilin", "nonogram"])
def test_print_view(page: Any, kind: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    read = own(kind)
    read["document"]["meta"] = {"title": "On paper", "author": "Hana", "note": NOTE}
    draft = take_up(page, read["document"], read["rows"], read["cols"])
    page.wait_for_selector(".verdict[data-status=unique]")
    page.locator("[data-share=print]").click()
    page.wait_for_url(f"**/print?draft={draft}")
    page.wait_for_selector(".leaf.is-solution")
    for size in ("A4", "Letter"):
        paper = pdfium.PdfDocument(page.pdf(format=size))
        texts = [paper[at].get_textpage().get_text_range() for at in range(len(paper))]
        assert len(texts) == 2
        assert "On paper" in texts[0]
        assert "Hana" in texts[0]
        assert "corners" in texts[0]
        assert "Solution" in texts[1]
        assert "Solution" not in texts[0]
        assert "Settings" not in "".join(texts)
    with page.expect_download() as saved:
        page.get_by_role("button", name="As PDF").click()
    assert saved.value.suggested_filename == "on-paper.pdf"
    file = pdfium.PdfDocument(Path(saved.value.path()))
    told = [file[at].get_textpage().get_text_range() for at in range(len(file))]
    shown = page.locator(".leaf").all_inner_texts()
    assert len(told) == len(shown) == 2
    for words in ("On paper", "Hana", "corners", "Name", "Date"):
        assert words in told[0]
        assert words in shown[0]
    assert file.get_metadata_dict()["Title"] == "On paper"
    assert file.get_metadata_dict()["Author"] == "Hana"
    for name in ("Rules", "Solution on a second page", "Note of the author"):
        page.get_by_label(name).uncheck()
    page.get_by_label("Size of the board").select_option("small")
    page.wait_for_function("() => document.querySelectorAll('.leaf').length === 1")
    drawn = "Number(document.querySelector('.leaf image')?.getAttribute('width')) * 25.4 / 72"
    # Clues may stand beside the cells.
    page.wait_for_function(f"() => {drawn} >= {6 * read['cols']} && {drawn} < {10 * read['cols']}")
    page.reload()
    page.wait_for_selector(".leaf image")
    assert not page.get_by_label("Rules").is_checked()  # as it was wished last


def test_a_book_of_a_collection(page: Any) -> None:
    page.goto("/?collection=starter")
    page.get_by_role("link", name="Print as a book").click()
    page.wait_for_selector(".book-list input")
    for at in (1, 0):
        page.locator(".book-list input").nth(at).check()
    titles = page.locator(".book-chosen .book-title > span:first-child")
    before = titles.all_inner_texts()
    page.locator(".book-chosen li").nth(1).get_by_role("button", name="up").click()
    assert titles.all_inner_texts() == before[::-1]
    page.locator("[name=book-title]").fill("Two of them")
    page.get_by_label("Rules").uncheck()
    page.locator(".book-look").click()
    page.wait_for_selector(".book-pages .leaf")
    assert "Two of them" in page.locator(".leaf").first.inner_text()
    with page.expect_download() as saved:
        page.locator(".book-save").click()
    assert saved.value.suggested_filename == "two-of-them.pdf"
    page.locator(".book-chosen li").first.get_by_role("button", name="Take").click()
    assert titles.count() == 1
    assert not page.errors


def test_a_puzzle_without_one_solution_has_no_solution_page(page: Any) -> None:
    Drawer(page).begin("yajilin", 4, 4)
    page.wait_for_selector(".verdict[data-status=multiple]")
    page.locator("[data-share=print]").click()
    page.get_by_text("There is no solution page").wait_for()
    assert page.locator(".leaf").count() == 1


def test_a_puzzle_of_the_library_is_printed(page: Any) -> None:
    page.goto("/")
    page.locator(".lib-more").first.click()
    page.get_by_role("button", name="Print", exact=True).click()
    page.wait_for_selector(".leaf")
    assert "no ranking" in page.inner_text(".print-options"), "the answer must be wished for"
    assert page.locator(".leaf.is-solution").count() == 0
    page.get_by_label("Solution on a second page").check()
    page.wait_for_selector(".leaf.is-solution")


# --- testing and publishing -----------------------------------------------------------------------

SOLVE = """(facts) => {
  const { board, clock } = document.querySelector(".play").play.session;
  clock.set(clock.now() + 60_000); // as hands would need
  board.write({ put: facts, take: [], by: "hand" });
}"""


def solve(page: Any) -> None:
    """Solve the game on the page."""
    page.wait_for_selector(".play-board svg")
    document = page.evaluate("() => document.querySelector('.play').play.session.document")
    result = enpitsu.solve(enpitsu.parse(json.dumps(document)))
    page.evaluate(SOLVE, [str(fact) for fact in result.solutions[0].facts])


@pytest.mark.parametrize("kind", ["nonogram", "satogaeri"])
def test_the_author_plays_and_others_too(page: Any, chromium: Any, site: str, kind: str) -> None:
    title = f"Premiere {kind}"
    drawer, _ = drawn(page, kind, title)
    draft = drawer.draft
    drawer.share("test")
    solve(page)
    page.locator(".play-result", has_text="Solved!").wait_for()
    back = page.locator("a:visible", has_text="Back to the editor")
    assert back.count() == 1
    back.click()
    drawer.opened()
    assert drawer.draft == draft
    test = page.locator(".share-test")
    assert re.match(r"\d:\d\d", test.inner_text())
    assert "clean" in test.inner_text()
    assert test.get_attribute("class") == "share-test"
    drawer.share("publish")
    page.locator("dialog [name=author]").fill("Hana")
    page.locator("dialog .is-primary").click()
    page.get_by_text("It is in the library now").wait_for()
    page.keyboard.press("Escape")
    assert "is-changed" not in (page.locator(".share-published").get_attribute("class") or "")
    with window(chromium, site, **DESKTOP) as other:
        other.goto("/?collection=published")
        card = other.locator(".lib-card", has_text=title)
        card.locator(".lib-more").click()
        details = other.locator("dialog .lib-details")
        assert "Hana" in details.inner_text()
        assert "Author's time" in details.inner_text()
        assert other.locator("dialog .puzzle-note").inner_text() == NOTE
        other.get_by_role("dialog").get_by_role("button", name="Play").click()
        other.wait_for_selector(".play-board svg")
        assert other.locator(".puzzle-note").inner_text() == NOTE
        solve(other)
        other.locator(".play-result").get_by_text("Solved").first.wait_for()
        assert not other.errors
    # A change makes both old.
    page.evaluate("() => editor.turn('flip')")
    page.wait_for_selector(".share-published.is-changed")
    assert "is-past" in (test.get_attribute("class") or "")
    page.evaluate("() => editor.undo()")
    page.wait_for_selector(".share-published:not(.is-changed)")
    assert "is-past" not in (test.get_attribute("class") or "")


def test_publishing_again_takes_the_place(page: Any, site: str) -> None:
    drawer, _ = drawn(page, "nonogram", "Heart of mine")
    for title in ("Heart of mine", "Heart of glass"):
        drawer.share("publish")
        page.locator("dialog [name=title]").fill(title)
        page.locator("dialog .is-primary").click()
        page.get_by_text("It is in the library now").wait_for()
        page.keyboard.press("Escape")
    rows = ask(page, site, "get", "/puzzles?text=Heart+of")["puzzles"]
    assert [row["title"] for row in rows] == ["Heart of glass"]
    page.reload()
    page.wait_for_selector(".share-published:not(.is-changed)")
    Drawer(page).begin("nonogram", 2, 2)
    assert page.locator(".share-published").is_hidden()


def test_what_is_published_is_taken_back(page: Any, site: str) -> None:
    drawer, _ = drawn(page, "nonogram", "Heart of ice")
    drawer.share("publish")
    page.locator("dialog .is-primary").click()
    page.get_by_text("It is in the library now").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Unpublish").click()
    page.locator("dialog").get_by_role("button", name="Unpublish").click()
    page.get_by_text("It is no longer in the library.").wait_for()
    page.wait_for_selector(".share-published", state="hidden")
    assert not ask(page, site, "get", "/puzzles?text=Heart+of+ice")["puzzles"]


def test_what_is_not_unique_is_not_published(page: Any, site: str) -> None:
    drawer = Drawer(page)
    drawer.begin("yajilin", 4, 4)
    page.wait_for_selector(".verdict[data-status=multiple]")
    drawer.share("publish")
    page.get_by_role("dialog").get_by_text("several solutions").wait_for()
    page.keyboard.press("Escape")
    drawer.share("export")
    page.get_by_text("This puzzle has several solutions.").wait_for()


def test_a_test_shows_where_it_belongs(phone: Any) -> None:
    read = own("satogaeri")
    draft = take_up(phone, read["document"], read["rows"], read["cols"])
    phone.locator("[data-tab=share]").tap()
    phone.locator("[data-share=test]").tap()
    phone.wait_for_selector(".play-board svg")
    assert phone.get_by_text("A test of your sheet").is_visible()
    assert phone.locator(".banner a:visible", has_text="Back to the editor").count() == 1
    phone.locator(".play-back").tap()
    phone.wait_for_url(f"**/edit/{draft}")


# --- copies and imports ---------------------------------------------------------------------------


def test_a_puzzle_of_the_library_is_copied(page: Any, site: str) -> None:
    page.goto("/?kind=yajilin&collection=starter")
    row = ask(page, site, "get", "/puzzles?kind=yajilin&collection=starter&sort=level")["puzzles"][
        0
    ]
    page.locator(f".lib-card[data-id='{row['id']}'] .lib-more").click()
    page.get_by_role("button", name="Edit a copy").click()
    drawer = Drawer(page)
    drawer.opened()
    theirs = ask(page, site, "get", f"/puzzles/{row['id']}")["document"]
    assert drawer.proved() == enpitsu.parse(json.dumps(theirs))
    assert "Enpitsu" in page.get_by_label("Note for players", exact=False).input_value()


def test_a_game_is_copied(page: Any, site: str) -> None:
    ask(page, site, "get", "/me")
    row = ask(page, site, "get", "/puzzles?kind=satogaeri&sort=size&least=49")["puzzles"][0]
    game = ask(page, site, "post", "/games", {"puzzle": row["id"]})["id"]
    page.goto(f"/play/{game}")
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-item=edit]").click()
    drawer = Drawer(page)
    drawer.opened()
    drawer.proved()


def test_one_of_a_file_is_edited(page: Any, tmp_path: Path) -> None:
    puzzles = [own_puzzle(kind) for kind in DRAW]
    file = tmp_path / "three.jsonl"
    file.write_text("".join(enpitsu.dump(each, "json") for each in puzzles), encoding="utf-8")
    page.goto("/edit")
    page.get_by_role("button", name="From a file").click()
    page.locator("dialog input[type=file]").set_input_files(file)
    page.locator(".lib-many li").nth(1).get_by_role("button").click()
    drawer = Drawer(page)
    drawer.opened()
    assert drawer.proved() == puzzles[1]


def test_some_of_a_file_become_sheets(page: Any, tmp_path: Path) -> None:
    page.goto("/edit")
    page.get_by_role("button", name="From a file").click()
    texts = "".join(enpitsu.dump(own_puzzle(kind), "json") for kind in DRAW)
    page.get_by_label("Link or text").fill(texts)
    page.get_by_role("button", name="Read it").click()
    boxes = page.locator(".lib-many input[type=checkbox]")
    boxes.nth(0).check()
    boxes.nth(2).check()
    page.get_by_role("button", name="Edit (2)").click()
    page.wait_for_selector(".draft-card")
    assert page.locator(".draft-card").count() == 2


PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def test_a_pasted_link_is_edited(page: Any) -> None:
    puzzle = own_puzzle("yajilin")
    page.goto("/edit")
    page.wait_for_selector(".draft-start")
    page.evaluate(PASTE, enpitsu.dump(puzzle, "puzzlink"))
    page.locator("dialog .dialog-foot .is-primary", has_text="Edit").click()
    drawer = Drawer(page)
    drawer.opened()
    assert drawer.proved() == puzzle


# --- the page of sheets ---------------------------------------------------------------------------


def test_sheets_are_copied_deleted_and_brought_back(page: Any, site: str) -> None:
    read = own("yajilin")
    read["document"]["meta"] = {"title": "Keep me"}
    take_up(page, read["document"], read["rows"], read["cols"])
    page.goto("/edit")
    page.get_by_role("button", name="Duplicate Keep me").click()
    titles = page.locator(".draft-card .lib-card-title")
    page.wait_for_function("() => document.querySelectorAll('.draft-card').length === 2")
    assert titles.all_inner_texts() == ["Keep me (copy)", "Keep me"]
    page.get_by_role("button", name="Delete Keep me (copy)").click()
    assert titles.all_inner_texts() == ["Keep me"]
    page.get_by_role("button", name="Undo").click()
    assert len(titles.all_inner_texts()) == 2
    page.get_by_role("button", name="Delete Keep me", exact=True).click()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("heading", name="Rules", level=1).wait_for()
    drafts = ask(page, site, "get", "/drafts")["drafts"]
    assert [draft["title"] for draft in drafts] == ["Keep me (copy)"]


def test_the_first_sheet_is_invited(page: Any) -> None:
    page.goto("/edit")
    page.get_by_text("Nothing here yet").wait_for()
    assert page.get_by_role("link", name="From a picture").is_visible()
    page.get_by_label("Rows", exact=True).fill("0")
    page.get_by_role("button", name="Start drawing").click()
    page.get_by_text("A sheet has 1 to 100 rows and columns.").wait_for()
    page.get_by_role("button", name="One row more").click()
    page.get_by_role("button", name="10×18").click()
    assert page.get_by_label("Columns", exact=True).input_value() == "18"
    page.get_by_label("Rows", exact=True).fill("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".edit-board svg")
    page.goto("/edit")
    assert page.get_by_label("Columns", exact=True).input_value() == "18"  # as begun last


PUT_ON = """(theme) => {
  Object.assign(document.documentElement.dataset, { theme, motion: "less" });
}"""


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages_are_for_everybody(chromium: Any, site: str, device: dict[str, Any]) -> None:
    read = own("nonogram")
    link = enpitsu.dump(own_puzzle("yajilin"), "puzzlink").strip().partition("?")[2]
    with window(chromium, site, **device) as page:
        draft = take_up(page, read["document"], read["rows"], read["cols"])
        for address, sign in {
            "/edit": ".draft-card",
            f"/open?p={link}": ".open-one",
            f"/print?draft={draft}": ".leaf.is-solution",
            f"/edit/{draft}": ".edit-board svg",
        }.items():
            page.goto(address)
            page.wait_for_selector(sign)
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, address
            page.evaluate(PUT_ON, "light")
            assert serious(page) == [], address
            page.evaluate(PUT_ON, "dark")  # which changes colours alone
            assert serious(page, "color-contrast") == [], address
        page.evaluate("() => document.querySelector('.edit [data-share=export]').click()")
        page.wait_for_selector("[data-link=own]")
        assert serious(page) == []
        assert not page.errors


def test_a_sheet_is_tested_by_others(page: Any, site: str, chromium: Any) -> None:
    facts = [f"r{row}c{col} {way}-{number}" for row, col, way, number in YAJILIN]
    more = {"boxed": False, "outside": False}
    author = Editor(
        page, site, {"kind": "yajilin", "rows": 8, "cols": 8, "facts": facts, "more": more}
    )
    page.evaluate("() => editor.setMeta({ title: 'Corners' })")
    author.proved()
    page.locator("[data-share=solvers]").click()
    link = page.locator(".share-solvers input").input_value()
    with window(chromium, site, **DESKTOP) as solver:
        solver.goto(link)
        solver.wait_for_selector(".play svg.board")
        solver.evaluate(
            "() => document.querySelector('.play').play.session.board.write({put: ['r1c2 shaded']})"
        )
        solver.locator(".is-asked summary").click()
        solver.locator(".is-asked textarea").fill("A fine corner")
        solver.get_by_role("button", name="Tell the author").click()
        solver.locator(".is-asked >> text=Sent").wait_for()
        solver.goto("/")  # the game is saved
        solver.wait_for_selector(".lib-card")
    page.reload()
    page.wait_for_selector(".share-solvers blockquote >> text=A fine corner")
    page.get_by_role("button", name="Where they went wrong").click()
    page.get_by_text("Most of all at r1c2, in 1 game").wait_for()
