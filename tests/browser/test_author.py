"""The editor, whatever the kind: sheets, undo, symmetry, saving, the verdict, looks, phones."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import enpitsu
from tests.browser.author import SETTLED
from tests.browser.axe import serious
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium

KIND = "yajilin"
API = "/api/v1"
CLUES = ["r1c1 right-1", "r2c3 down-0", "r4c2 blank"]
CLASH = ["r1c1 right-1", "r1c2 right-0"]


class Author:
    """Somebody at an editor."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.headers = page, {"origin": site}

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        said = getattr(self.page.request, method)(API + path, headers=self.headers, data=data)
        assert said.ok, said.text()
        return said.json()

    def begin(self, rows: int = 5, cols: int = 4, facts: list[str] | None = None) -> str:
        """A new draft, opened: its id."""
        self.ask("get", "/me")
        more = {"boxed": False, "outside": False}
        sheet = {"kind": KIND, "rows": rows, "cols": cols, "facts": facts or [], "more": more}
        content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": {}, "past": []}
        draft: str = self.ask("post", "/drafts", {"content": content})["id"]
        self.open(draft)
        return draft

    def open(self, draft: str) -> None:
        self.page.goto(f"/edit/{draft}")
        self.page.wait_for_selector(".edit-board svg")

    def do(self, text: str, what: Any = None) -> Any:
        """Evaluate something that knows `editor` and `what`."""
        code = f"(what) => {{ const editor = document.querySelector('.edit').editor; {text} }}"
        return self.page.evaluate(code, what)

    def wait(self, condition: str) -> None:
        found = "document.querySelector('.edit')?.editor"
        code = f"() => {{ const editor = {found}; return editor && ({condition}); }}"
        self.page.wait_for_function(code)

    @property
    def sheet(self) -> dict[str, Any]:
        found: dict[str, Any] = self.do("return editor.sheet;")
        return {**found, "facts": set(found["facts"])}

    @property
    def facts(self) -> set[str]:
        facts: set[str] = self.sheet["facts"]
        assert facts == set(self.do("return editor.board.facts();"))
        return facts

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def saved(self) -> None:
        self.wait("editor.saver.state === 'saved'")

    def settled(self) -> None:
        """The verdict is that of the sheet as it is."""
        self.wait(SETTLED)

    @property
    def title(self) -> str:
        found: str = self.page.locator("#verdict-title").inner_text()
        return found


@pytest.fixture
def author(page: Any, site: str) -> Author:
    return Author(page, site)


def puzzle_with_clues(at: int = 0) -> Any:
    """One of Enpitsu's own puzzles, as a document."""
    found = [json.loads(enpitsu.dump(each.puzzle, "json")) for each in ordinary_starters()]
    return sorted(
        (each for each in found if each["kind"] == KIND),
        key=lambda each: each["puzzle"]["rows"] * each["puzzle"]["cols"],
    )[at]


def own(author: Author, at: int = 0) -> Any:
    """Open a sheet of one of Enpitsu's own puzzles."""
    document = puzzle_with_clues(at)
    author.begin(document["puzzle"]["rows"], document["puzzle"]["cols"])
    author.do("editor.apply(editor.open(what));", document)
    return document


# --- the whole sheet ------------------------------------------------------------------------------


SIDES = {
    "top": ({"r2c1 right-1", "r3c3 down-0", "r5c2 blank"}, {"r1c3 down-0", "r3c2 blank"}),
    "bottom": (set(CLUES), set(CLUES)),
    "left": ({"r1c2 right-1", "r2c4 down-0", "r4c3 blank"}, {"r2c2 down-0", "r4c1 blank"}),
    "right": (set(CLUES), set(CLUES)),
}


def test_a_row_or_column_comes_and_goes_at_each_side(author: Author) -> None:
    author.begin(facts=CLUES)
    for side, (grown, cut) in SIDES.items():
        line = "row" if side in ("top", "bottom") else "column"
        author.click(f"Add a {line} at the {side}")
        sheet = author.sheet
        assert (sheet["rows"], sheet["cols"]) == ((6, 4) if line == "row" else (5, 5))
        assert author.facts == grown
        author.do("editor.undo();")
        author.click(f"Remove the {side} {line}")
        assert author.facts == cut
        author.do("editor.undo();")
        assert author.sheet["rows"] == 5
        assert author.facts == set(CLUES)


def test_a_sheet_never_gets_smaller_than_one_cell(author: Author) -> None:
    author.begin(1, 1)
    for button in author.page.locator(".size-cross [aria-label^=Remove]").all():
        assert button.is_disabled()
    assert author.do("return editor.resize({ left: -1 });") is False
    assert author.do("return editor.resize({ right: 100 });") is False


def test_the_size_is_asked_for(author: Author) -> None:
    author.begin(facts=CLUES)
    author.page.locator(".size-middle").click()
    dialog = author.page.locator("dialog")
    dialog.get_by_label("Rows").fill("7")
    dialog.get_by_label("Columns").fill("6")
    dialog.get_by_label("What stays").select_option("bottom-right")
    author.click("Resize")
    author.wait("editor.sheet.rows === 7 && editor.sheet.cols === 6")
    assert author.facts == {"r3c3 right-1", "r4c5 down-0", "r6c4 blank"}


def test_four_quarter_turns_lead_back(author: Author) -> None:
    author.begin(facts=CLUES)
    author.click("Turn right")
    assert author.sheet["rows"] == 4
    assert author.facts == {"r1c5 down-1", "r3c4 left-0", "r2c2 blank"}
    for _ in range(3):
        author.click("Turn right")
    assert author.facts == set(CLUES)
    assert author.sheet["rows"] == 5
    for name in ("Turn left", "Mirror left and right", "Turn right", "Mirror top and bottom"):
        author.click(name)
    assert author.facts == set(CLUES)


def test_undo_goes_back_over_everything(author: Author) -> None:
    author.begin(facts=CLUES)
    sheets = [author.sheet]
    for act in (
        "editor.board.moveTo({row: 2, col: 2}); editor.board.act('digit-3');",
        "editor.resize({ top: 2, left: -1 });",
        "editor.turn('rotate90');",
        "editor.set('boxed', true);",
        "editor.clear();",
        "editor.board.act('digit-1');",
    ):
        author.do(act)
        sheets.append(author.sheet)
    assert all(one != other for one, other in itertools.pairwise(sheets))
    for before in reversed(sheets[:-1]):
        author.press("Control+z")
        assert author.sheet == before
    assert not author.do("return editor.undo();")
    for after in sheets[1:]:
        author.press("Control+y")
        assert author.sheet == after
    assert author.facts == sheets[-1]["facts"]


def test_the_focus_goes_with_the_sheet(author: Author) -> None:
    author.begin(facts=CLUES)
    author.do("editor.board.moveTo({row: 1, col: 2});")
    author.do("editor.resize({ top: 1, left: 1 });")
    assert author.do("return editor.board.cells.at;") == {"row": 2, "col": 3}
    author.do("editor.turn('mirror');")
    assert author.do("return editor.board.cells.at;") == {"row": 2, "col": 1}
    author.press("5")
    assert "r3c2 down-5" in author.facts  # the clue that was there, turned with it


def test_everything_is_cleared_after_a_question(author: Author) -> None:
    author.begin(facts=CLUES)
    author.click("Clear")
    author.page.locator("dialog").get_by_role("button", name="Clear", exact=True).click()
    author.wait("!editor.sheet.facts.length")
    author.click("Undo")
    assert author.facts == set(CLUES)


# --- symmetry -------------------------------------------------------------------------------------

PARTNERS = {
    "half": {"r5c5 left-2"},
    "quarter": {"r1c5 down-2", "r5c5 left-2", "r5c1 up-2"},
    "sides": {"r1c5 left-2"},
    "updown": {"r5c1 right-2"},
    "both": {"r1c5 left-2", "r5c1 right-2", "r5c5 left-2"},
    "none": set(),
}


def test_partners_are_written_in_the_same_step(author: Author) -> None:
    author.begin(5, 5)
    author.do("editor.board.moveTo({row: 0, col: 0});")
    for name, partners in PARTNERS.items():
        author.page.get_by_label("Write with symmetry").select_option(name)
        author.do("editor.board.act('arrow-right'); editor.board.act('digit-2');")
        assert author.facts == {"r1c1 right-2"} | partners
        author.do("editor.undo(); editor.undo();")
        assert author.facts == set()
        author.do("editor.redo(); editor.redo(); editor.board.act('remove');")
        assert author.facts == set()


def test_oblong_sheets_have_no_quarter_turns(author: Author) -> None:
    author.begin(5, 5)
    chooser = author.page.get_by_label("Write with symmetry")
    chooser.select_option("diagonal")
    author.do("editor.board.moveTo({row: 0, col: 2}); editor.board.act('arrow-down');")
    assert {fact.split("-")[0] for fact in author.facts} == {"r1c3 down", "r3c1 right"}
    author.do("editor.resize({ right: 1 });")
    assert chooser.input_value() == "none"
    assert chooser.locator("option[value=quarter]").count() == 0


# --- keeping --------------------------------------------------------------------------------------


def test_what_is_done_is_there_after_a_reload(author: Author) -> None:
    draft = author.begin(facts=CLUES)
    author.do("editor.resize({ top: 1 }); editor.turn('flip'); editor.undo();")
    author.page.get_by_label("Title").fill("Spring")
    author.saved()
    before = author.sheet
    author.open(draft)
    assert author.sheet == before
    assert author.page.locator("h1").inner_text() == "Spring"
    author.press("Control+z")
    assert author.facts == set(CLUES)
    author.do("editor.redo(); editor.redo();")
    assert author.sheet["rows"] == 6
    assert author.facts != before["facts"]
    row = author.ask("get", f"/drafts/{draft}")
    assert row["title"] == "Spring"
    assert row["content"]["document"]["kind"] == KIND


def test_a_lost_tab_loses_nothing(author: Author) -> None:
    draft = author.begin(facts=CLUES)
    author.saved()
    author.page.route(f"**/drafts/{draft}", lambda route: route.abort())
    author.do("editor.board.moveTo({row: 4, col: 3}); editor.board.act('digit-4');")
    author.wait(f"localStorage.getItem('enpitsu.draft.{draft}')?.includes('r5c4')")
    author.page.unroute(f"**/drafts/{draft}")
    author.open(draft)
    assert "r5c4 4" in author.facts
    author.saved()
    assert "r5c4 4" in author.ask("get", f"/drafts/{draft}")["content"]["sheet"]["facts"]
    author.page.errors.clear()


def test_a_sheet_that_is_no_puzzle_is_kept_too(author: Author) -> None:
    draft = author.begin()
    author.do("editor.apply({ ...editor.sheet, facts: ['r1c1 right-999'] });")
    author.settled()
    author.saved()
    kept = author.ask("get", f"/drafts/{draft}")["content"]
    assert kept["sheet"]["facts"] == ["r1c1 right-999"]
    author.page.errors.clear()


@pytest.mark.parametrize("choice", ["copy", "theirs"])
def test_two_tabs_never_overwrite_each_other(author: Author, site: str, choice: str) -> None:
    draft = author.begin(facts=CLUES)
    author.saved()
    other = Author(author.page.context.new_page(), site)
    other.open(draft)
    other.do("editor.board.act('digit-7');")
    other.saved()
    other.page.close()
    author.do("editor.board.moveTo({row: 4, col: 3}); editor.board.act('digit-4');")
    dialog = author.page.locator("dialog[open]")
    dialog.wait_for()
    name = {"copy": "Keep mine as a copy", "theirs": "Load the saved one"}[choice]
    dialog.get_by_role("button", name=name).click()
    if choice == "theirs":
        author.wait("editor.sheet.facts.includes('r1c1 right-7')")
        assert author.page.url.endswith(draft)
    else:
        author.page.wait_for_function(f"() => !location.pathname.endsWith('{draft}')")
        author.wait("editor.sheet.facts.includes('r5c4 4')")
        assert "r1c1 right-1" in author.facts
    theirs = author.ask("get", f"/drafts/{draft}")["content"]["sheet"]["facts"]
    assert "r1c1 right-7" in theirs
    assert "r5c4 4" not in theirs
    author.page.errors.clear()  # the refusal itself


def test_only_looking_disturbs_nobody(author: Author, site: str) -> None:
    draft = author.begin(facts=CLUES)
    author.settled()
    other = Author(author.page.context.new_page(), site)
    other.open(draft)
    other.wait("!editor.live.state.isChecking")
    other.page.wait_for_timeout(1000)  # longer than it waits until it saves
    assert author.ask("get", f"/drafts/{draft}")["revision"] == 0
    author.do("editor.board.moveTo({row: 4, col: 3}); editor.board.act('digit-4');")
    author.saved()
    other.do("window.dispatchEvent(new Event('focus'));")  # somebody comes back to it
    other.wait("editor.sheet.facts.includes('r5c4 4')")
    assert "r5c4 4" in other.facts
    other.do("editor.board.moveTo({row: 0, col: 1}); editor.board.act('digit-2');")
    other.saved()
    # What is changed on top of theirs is no conflict either, nor what is only found out there.
    body = author.ask("get", f"/drafts/{draft}")
    told = {name: body[name] for name in ("revision", "content")}
    author.ask("put", f"/drafts/{draft}", {**told, "status": "unknown"})
    other.do("editor.board.moveTo({row: 0, col: 2}); editor.board.act('digit-3');")
    other.saved()
    assert "r1c3 3" in author.ask("get", f"/drafts/{draft}")["content"]["sheet"]["facts"]
    assert not other.page.locator("dialog[open]").count()
    other.page.errors = []
    author.page.errors.clear()


BROKEN: list[tuple[dict[str, Any], dict[str, Any], set[str]]] = [
    ({"kind": KIND, "facts": ["garbage", "r1c1 up-2", "r1c2 zz", "r99c1 2"]}, {}, {"r1c1 up-2"}),
    ({"kind": "satogaeri", "facts": ["r1c1 c1o2", "row1 3", "r1c2 2"]}, {}, {"r1c1 c1o2"}),
    (
        {"kind": "nonogram", "facts": ["r1c1 shaded"], "more": {"palette": "zz"}},
        {},
        {"r1c1 shaded"},
    ),
    ({"kind": KIND, "facts": ["r1c1 2"], "more": {"boxed": "x"}}, {"meta": {}}, {"r1c1 2"}),
]


@pytest.mark.parametrize(("sheet", "more", "facts"), BROKEN)
def test_a_broken_draft_opens_with_what_is_right_in_it(
    author: Author, sheet: dict[str, Any], more: dict[str, Any], facts: set[str]
) -> None:
    author.ask("get", "/me")
    content = {"sheet": {"rows": 4, "cols": 4, **sheet}, "past": {"done": "zzz"}, **more}
    author.open(author.ask("post", "/drafts", {"content": content})["id"])
    assert author.facts == facts
    author.settled()
    assert author.title


# --- the verdict ----------------------------------------------------------------------------------


def begin_with(author: Author, sheet: dict[str, Any]) -> str:
    author.ask("get", "/me")
    draft: str = author.ask("post", "/drafts", {"content": {"sheet": sheet}})["id"]
    author.open(draft)
    return draft


def test_too_few_circles_are_no_mistake_yet(author: Author) -> None:
    facts = ["r1c1 c1o1", "r1c2 c1", "r2c1 c2", "r2c2 c2"]
    draft = begin_with(author, {"kind": "satogaeri", "rows": 2, "cols": 2, "facts": facts})
    author.page.wait_for_selector(".verdict[data-status=unfinished]")
    said = author.page.locator(".verdict-body").inner_text()
    assert "2 countries, but 1 circle" in said
    assert "1 more circle is needed" in said
    author.do("editor.apply({ ...editor.sheet, facts: editor.sheet.facts.slice(1) });")
    author.wait("editor.saver.state === 'saved' && !editor.live.state.isOld")
    author.page.wait_for_selector(".verdict[data-status=unfinished]")
    author.do("return editor.saver.flush();")
    assert author.ask("get", f"/drafts/{draft}")["status"] == "unfinished"
    author.page.goto("/edit")
    author.page.get_by_text("Not finished yet").first.wait_for()


def test_a_picture_has_no_needless_clues(author: Author) -> None:
    begin_with(author, {"kind": "nonogram", "rows": 3, "cols": 3, "facts": []})
    author.page.wait_for_selector(".verdict[data-status=unfinished]")
    assert "Nothing is painted yet" in author.page.locator(".verdict-body").inner_text()
    author.do("editor.apply({ ...editor.sheet, facts: ['r1c1 shaded', 'r1c2 shaded'] });")
    author.page.wait_for_selector(".verdict[data-status=unique]")
    author.wait("editor.live.state.grade && !editor.live.state.isChecking")
    assert author.do("return editor.live.state.needless;") is None
    two = author.page.locator("[data-look=two]")
    assert two.get_attribute("aria-disabled") == "true"
    assert author.do("return editor.graded().meta.level;")


def test_the_change_that_took_the_last_solution_is_told(author: Author) -> None:
    own(author)
    author.page.wait_for_selector(".verdict[data-status=unique]:not(.is-old)")
    author.do("editor.apply({ ...editor.sheet, facts: [...editor.sheet.facts, ...what] });", CLASH)
    author.page.wait_for_selector(".verdict[data-status=none]:not(.is-old)")
    said = author.page.locator(".verdict-body").inner_text()
    assert "Since your last changes (" in said
    author.do("editor.undo();")
    author.page.wait_for_selector(".verdict[data-status=unique]:not(.is-old)")
    begin_with(author, {"kind": KIND, "rows": 1, "cols": 1, "facts": []})
    author.page.wait_for_selector(".verdict[data-status=none]")
    assert "There is no solution" not in author.page.locator(".verdict").inner_text()


def test_verdict_and_undo_stay_in_sight(author: Author) -> None:
    own(author)
    author.page.wait_for_selector(".verdict[data-status=unique]")
    author.do("document.querySelector('.edit-rail').scrollTo(0, 9999);")
    bar = author.page.locator(".verdict-bar")
    bar.wait_for(state="visible")
    assert "One solution" in bar.inner_text()
    for name in ("undo", "redo"):
        box = author.page.locator(f"[data-act={name}]").bounding_box()
        assert box
        assert box["y"] >= 0


def test_the_verdict_follows_the_hand(author: Author) -> None:
    own(author)
    author.wait("editor.live.state.report?.status === 'unique'")
    author.page.wait_for_selector(".verdict[data-status=unique]")
    assert author.title == "One solution"
    author.do("editor.clear();")
    author.page.wait_for_selector(".verdict[data-status=multiple]")
    assert author.title == "Several solutions"
    assert "cells are open" in author.page.locator(".verdict-body").inner_text()
    author.do("editor.apply({ ...editor.sheet, facts: ['r1c1 right-1', 'r1c2 right-0'] });")
    author.page.wait_for_selector(".verdict[data-status=none]")
    author.do("editor.undo(); editor.undo();")
    author.page.wait_for_selector(".verdict[data-status=unique]")


def test_a_unique_sheet_is_graded(author: Author) -> None:
    own(author)
    author.wait("editor.live.state.grade?.level && !editor.live.state.isOld")
    assert author.page.locator(".verdict .chip.is-level").inner_text()
    author.wait("editor.live.state.needless?.isDone")
    # A verdict is kept a while after it is there; nothing on the page tells of that.
    for _ in range(100):
        row = author.ask("get", "/drafts")["drafts"][0]
        if row["level"]:
            break
        author.page.wait_for_timeout(300)
    assert row["status"] == "unique"
    assert row["level"]


def test_the_hardest_step_is_shown_on_the_board(author: Author) -> None:
    own(author)
    author.page.locator("[data-points=hardest]").click()
    assert author.page.locator(".board :is(.cell-hint, .cell-because, .line-because)").count()
    before = author.do("return editor.live.state.grade.hardest_step.before")
    assert author.do("return editor.previewed.solution") == before  # on what is known before it
    author.page.locator("[data-points=hardest]").click()
    assert author.do("return editor.previewed") is None
    assert not author.page.locator(".board :is(.cell-hint, .cell-because, .line-because)").count()


def test_marks_go_when_something_else_is_wished_for(author: Author) -> None:
    own(author)
    author.page.locator("[data-points=hardest]").click()
    author.page.locator("[data-points=hardest][aria-pressed=true]").wait_for()
    author.do("editor.improve('level');")
    assert not author.page.locator(".board :is(.cell-hint, .cell-because, .line-because)").count()
    assert author.page.locator("[data-points=hardest][aria-pressed=false]").count() == 1


def test_needless_clues_are_counted_and_shown(author: Author) -> None:
    document = puzzle_with_clues()
    gone, *rest = document["puzzle"]["clues"]
    fewer = {**document, "puzzle": {**document["puzzle"], "clues": rest}}
    clue = {"places": [gone["cell"]], "text": "Take it away", "effect": "", "puzzle": fewer}
    clues = [{**clue, "solution": []}]
    answer = {"status": "unique", "reached": None, "next": None, "clues": clues}
    author.page.route("**/api/v1/needless", lambda route: route.fulfill(json=answer))
    own(author)
    author.page.locator("[data-points=needless]").click()
    assert author.page.locator(".board .cell-because").count() == 1
    author.do("window.wished = []; editor.on('improve', (name) => window.wished.push(name));")
    author.click("Remove…")
    assert author.page.evaluate("() => window.wished") == ["needless"]


def test_an_answer_about_an_older_sheet_is_dropped(author: Author) -> None:
    own(author)
    author.wait("editor.live.state.report?.status === 'unique' && !editor.live.state.isChecking")
    held: list[Any] = []
    author.page.route(
        "**/api/v1/live-check", lambda route: route.continue_() if held else held.append(route)
    )
    asked: list[str] = []
    author.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    with author.page.expect_request("**/api/v1/live-check"):
        author.do("editor.apply({ ...editor.sheet, facts: ['r1c1 blank'] });")
    author.do("editor.apply({ ...editor.sheet, facts: ['r1c1 right-1', 'r1c2 right-0'] });")
    author.page.wait_for_timeout(200)
    assert asked.count("live-check") == 1  # one question at a time
    held[0].continue_()
    author.page.wait_for_selector(".verdict[data-status=none]:not(.is-old)")
    assert author.do("return editor.live.state.report.status;") == "none"


def test_editing_goes_on_without_the_server(author: Author) -> None:
    author.begin(facts=CLUES)
    author.settled()
    author.page.context.set_offline(True)
    author.do("editor.board.moveTo({row: 4, col: 3}); editor.board.act('digit-4');")
    author.wait("editor.live.state.isAway")
    author.wait("editor.saver.state === 'away'")
    author.do("editor.turn('mirror');")
    assert "r5c1 4" in author.facts
    author.page.context.set_offline(False)
    author.saved()
    author.settled()
    author.wait("!editor.live.state.isAway")
    author.page.errors.clear()


# --- looks ----------------------------------------------------------------------------------------


def count(author: Author, selector: str) -> int:
    found: int = author.page.locator(f".board .overlay {selector}").count()
    return found


def look(author: Author, name: str) -> None:
    author.page.locator(f"[data-look={name}]").click()


def test_the_glass_shows_what_is_known(author: Author) -> None:
    own(author)
    author.wait("editor.live.state.report?.status === 'unique'")
    lines = "document.querySelectorAll('.board .overlay .line').length"
    look(author, "solution")
    author.wait(f"{lines} > 0")
    look(author, "off")
    author.wait(f"{lines} === 0")
    look(author, "forced")
    author.wait(f"{lines} > 0")
    assert count(author, ".open-cell") == 0
    author.do("editor.clear();")
    author.page.wait_for_selector(".verdict[data-status=multiple]:not(.is-old)")
    author.wait("document.querySelectorAll('.board .overlay .open-cell').length > 0")
    assert count(author, ".open-hatch") == 1
    look(author, "two")
    author.page.wait_for_selector(".board .overlay.is-first .is-different")
    first = author.page.locator(".overlay .is-different").count()
    author.click("Second")
    author.page.wait_for_selector(".board .overlay.is-second .is-different")
    assert first
    assert author.page.locator(".board .overlay .differs").count()


def test_another_sheet_can_be_looked_at_without_writing(author: Author) -> None:
    author.begin(facts=CLUES)
    author.do("editor.preview({ ...editor.sheet, facts: ['r2c2 5'] }, { places: ['r2c2'] });")
    assert author.do("return editor.board.position.held('r2c2');") == "5"
    assert author.page.locator(".board .cell-hint").count() == 1
    assert author.facts == set(CLUES)
    author.press("Escape")
    assert author.do("return [editor.previewed, editor.board.position.held('r2c2') ?? null];") == [
        None,
        None,
    ]
    assert not author.do("return editor.past.done.length;")
    document = author.do("return editor.document();")
    author.do("editor.preview(what);", document)
    assert set(author.do("return editor.board.position.facts();")) == set(CLUES)


def test_the_keys_are_listed(author: Author) -> None:
    author.begin()
    author.press("F1")
    text = author.page.locator("dialog[open]").inner_text()
    assert "Undo" in text
    assert f"{KIND}." not in text


# --- for everybody --------------------------------------------------------------------------------


def test_messages_are_seen_over_a_dialog_and_after_it(author: Author) -> None:
    own(author)
    author.page.locator("[data-share=export]").click()
    author.page.locator("dialog .export-text").wait_for()
    author.do("source('js/ui.js').then(({ toast }) => toast('Heard'));")
    author.page.locator("dialog .toast").wait_for()
    author.page.keyboard.press("Escape")
    author.page.locator("#app .toasts .toast").wait_for()


def test_a_phone_has_all_of_it(phone: Any, site: str) -> None:
    author = Author(phone, site)
    author.begin(6, 6, facts=["r1c1 right-1"])
    phone.locator("[data-key=digit-3]").tap()
    assert author.facts == {"r1c1 right-3"}
    for part in ("verdict", "sheet", "pad"):
        phone.locator(f"[data-tab={part}]").tap()
        assert phone.locator(f".edit-part[data-part={part}]").is_visible()
    board = phone.locator(".edit-stage").bounding_box()
    assert board["height"] > 300
    phone.locator("[data-tab=pad]").tap()
    assert not phone.locator(".edit-part[data-part=pad]").is_visible()
    assert phone.locator(".edit-strip").is_visible()


def test_nothing_runs_out_at_the_side(author: Author) -> None:
    page = author.page
    author.begin(8, 8, facts=["r1c1 right-1"])
    author.settled()
    for width in (360, 390, 768, 1000, 1400):
        page.set_viewport_size({"width": width, "height": 760})
        for part in ("verdict", "sheet", "pad") if width < 1000 else ("",):
            if part and page.locator(".edit").get_attribute("data-part") != part:
                page.locator(f"[data-tab={part}]").click()
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            for each in page.locator(".edit-rail, .edit-part:not([hidden]), .edit-head").all():
                if each.is_visible():
                    assert each.evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_axe_finds_nothing_serious(request: pytest.FixtureRequest, site: str, device: str) -> None:
    page = request.getfixturevalue("page" if device == "desktop" else "phone")
    author = Author(page, site)
    own(author)
    author.wait("editor.live.state.grade && !editor.live.state.isChecking")
    found = []
    for theme, part in (("light", "verdict"), ("dark", "sheet")):
        if device == "phone":
            page.locator(f"[data-tab={part}]").tap()
        look = {"theme": theme, "motion": "less"}
        page.evaluate("(look) => Object.assign(document.documentElement.dataset, look)", look)
        found += [(theme, *each) for each in serious(page)]
    assert not found


def test_it_can_be_done_by_keys_alone(author: Author) -> None:
    author.begin(3, 3)
    author.page.locator("[role=gridcell][tabindex='0']").focus()
    author.press("ArrowRight", "ArrowDown", "Shift+ArrowUp", "2")
    assert author.facts == {"r2c2 up-2"}
    reached = set()
    for _ in range(60):
        author.press("Tab")
        reached.add(
            author.page.evaluate(
                "() => document.activeElement.getAttribute('aria-label')"
                " ?? document.activeElement.textContent"
            )
        )
    assert {"Undo", "Turn right", "Add a row at the top", "Forced"} <= reached
