"""What an author asks the solver for, on real sheets of the three kinds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import enpitsu
from enpitsu.improve.fix import Fix
from enpitsu.improve.next_changes import next_changes
from enpitsu.words import say_line
from tests.browser.author import SETTLED
from tests.browser.window import needs_chromium
from tests.library import ordinary_starters

pytestmark = needs_chromium

API = "/api/v1"
KINDS = ("nonogram", "satogaeri", "yajilin")
RUNS: dict[str, Any] = {"mode": "runs", "palette": ["#000000"], "background": "#ffffff"}
WHOLE = re.compile(r"\br\d+c\d+\b")


class Author:
    """Somebody at an editor who asks."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.headers = page, {"origin": site}

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        said = getattr(self.page.request, method)(API + path, headers=self.headers, data=data)
        assert said.ok, said.text()
        return said.json()

    def begin(
        self, kind: str, rows: int, cols: int, facts: list[str] | None = None, **more: Any
    ) -> None:
        """A new sheet, opened."""
        self.ask("get", "/me")
        sheet = {"kind": kind, "rows": rows, "cols": cols, "facts": facts or [], "more": more}
        content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": {}, "past": []}
        draft = self.ask("post", "/drafts", {"content": content})["id"]
        self.page.goto(f"/edit/{draft}")
        self.page.wait_for_selector(".edit-board svg")
        self.settle()

    def open(self, document: dict[str, Any]) -> None:
        """The sheet of a puzzle."""
        puzzle = document["puzzle"]
        rows = puzzle["rows"] if "rows" in puzzle else len(puzzle["row_clues"])
        cols = puzzle["cols"] if "cols" in puzzle else len(puzzle["col_clues"])
        self.begin(document["kind"], rows, cols)
        self.do("editor.apply(editor.open(what)); editor.past.done.length = 0;", document)
        self.settle()

    def do(self, text: str, what: Any = None) -> Any:
        """Evaluate something that knows `editor` and `what`."""
        code = f"(what) => {{ const editor = document.querySelector('.edit').editor; {text} }}"
        return self.page.evaluate(code, what)

    def wait(self, condition: str) -> None:
        found = "document.querySelector('.edit')?.editor"
        self.page.wait_for_function(
            f"() => {{ const editor = {found}; return editor && ({condition}); }}"
        )

    def settle(self) -> str:
        """The verdict on the sheet as it is."""
        self.wait(SETTLED)
        status: str = self.do("return editor.live.state.report.status;")
        return status

    def level(self) -> str:
        self.wait("!editor.live.state.isOld && editor.live.state.grade?.level")
        found: str = self.do("return editor.live.state.grade.level;")
        return found

    @property
    def facts(self) -> set[str]:
        return set(self.do("return editor.sheet.facts;"))

    def wish(self, name: str) -> None:
        self.page.locator(f"[data-improve={name}]").first.click()

    def see(self, selector: str) -> Any:
        found = self.page.locator(f".improve {selector}")
        found.first.wait_for()
        return found

    def text(self, selector: str = ".improve-card .card-body") -> str:
        said: str = self.see(selector).first.inner_text()
        return said

    def spoken(self) -> str:
        said: str = self.page.locator(".improve-panel [role=status]").text_content()
        return said

    def take(self) -> str:
        """Press what writes, and wait for the verdict."""
        self.see("[data-takes]:visible").first.click()
        return self.settle()

    def close(self) -> None:
        self.page.locator(".improve-card .card-head .button").click()

    @property
    def is_previewing(self) -> bool:
        return bool(self.do("return editor.previewed !== null;"))


@pytest.fixture
def author(page: Any, site: str) -> Author:
    return Author(page, site)


@cache
def starters() -> dict[tuple[str, str], str]:
    """The smallest of Enpitsu's own puzzles, by kind and level."""
    found = sorted(
        (enpitsu.dump(each.puzzle, "json"), each.puzzle.kind, each.meta.level)
        for each in ordinary_starters()
    )
    found.sort(key=lambda each: len(each[0]), reverse=True)
    return {(kind, level): text for text, kind, level in found}


def puzzle(kind: str, level: str = "easy") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(starters()[kind, level])
    return found


# --- sheets with several solutions, and with none -------------------------------------------------


def loose_yajilin(document: dict[str, Any]) -> None:
    del document["puzzle"]["clues"][-2:]


def loose_nonogram(document: dict[str, Any]) -> None:
    """Four cells in a square that two diagonals fill, in an empty corner."""
    document["puzzle"] = {
        "row_clues": [[2], [1], [1], [1]],
        "col_clues": [[1], [1], [2], [1]],
    }


def loose_satogaeri(document: dict[str, Any]) -> None:
    for at in (0, 2):
        document["puzzle"]["circles"][at].pop("number", None)


LOOSE: dict[str, Callable[[dict[str, Any]], None]] = {
    "yajilin": loose_yajilin,
    "nonogram": loose_nonogram,
    "satogaeri": loose_satogaeri,
}


def loose(kind: str) -> dict[str, Any]:
    document = puzzle(kind, "gentle")
    LOOSE[kind](document)
    return document


def dead_yajilin(document: dict[str, Any]) -> None:
    """Two clues see the same cells, and count them differently."""
    document["puzzle"] = {
        "rows": 5,
        "cols": 5,
        "clues": [
            {"cell": "r3c1", "arrow": "right", "number": 2},
            {"cell": "r3c5", "arrow": "left", "number": 1},
        ],
    }


def dead_nonogram(document: dict[str, Any]) -> None:
    document["puzzle"] = {"row_clues": [[3], [1], [1]], "col_clues": [[1], [1], [2]]}


def dead_satogaeri(document: dict[str, Any]) -> None:
    first = next(each for each in document["puzzle"]["circles"] if each.get("number"))
    first["number"] = document["puzzle"]["rows"] + 5


DEAD: dict[str, Callable[[dict[str, Any]], None]] = {
    "yajilin": dead_yajilin,
    "nonogram": dead_nonogram,
    "satogaeri": dead_satogaeri,
}


def dead(kind: str) -> dict[str, Any]:
    document = puzzle(kind, "gentle")
    DEAD[kind](document)
    return document


# --- what would make it unique --------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_suggestion_makes_it_unique(author: Author, kind: str) -> None:
    author.open(loose(kind))
    assert author.settle() == "multiple"
    before = author.facts
    author.wish("unique")
    author.see(".improve-choice")
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    author.page.locator(".improve-choice").first.click()
    assert author.is_previewing
    assert author.facts == before
    assert author.page.locator(".board .is-hint, .board .glow-hint, .layer-glow > *").count()
    assert author.take() == "unique"
    assert not author.is_previewing
    assert author.facts != before
    assert author.page.locator(".improve-card").is_hidden()
    author.do("editor.undo();")
    assert author.facts == before
    assert author.settle() == "multiple"


def test_an_entry_is_shown_while_it_is_pointed_at(author: Author) -> None:
    author.open(loose("yajilin"))
    author.wish("unique")
    row = author.see(".improve-row").first
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    shown = "return editor.board.position !== editor.board.history.position;"
    row.hover()
    assert author.do(shown)
    author.page.mouse.move(5, 5)
    assert not author.do(shown)
    author.page.locator(".improve-choice").first.focus()
    assert author.do(shown)
    author.page.keyboard.press("Enter")
    assert author.page.locator(".improve-choice").first.get_attribute("aria-expanded") == "true"
    author.page.keyboard.press("Tab")
    assert author.page.evaluate("() => 'takes' in document.activeElement.dataset")
    author.page.keyboard.press("Enter")
    assert author.settle() == "unique"
    assert author.do("return editor.host.contains(document.activeElement);")


def test_a_picture_stays_a_picture(author: Author) -> None:
    facts = ["r1c1 shaded", "r2c2 shaded"]
    author.begin("nonogram", 2, 2, facts, **{**RUNS, "mode": "picture"})
    author.wish("unique")
    author.see(".improve-choice")
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    author.page.locator(".improve-choice").first.click()
    assert author.take() == "unique"
    assert author.do("return editor.sheet.more.mode;") == "picture"
    assert len(author.facts ^ set(facts)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_no_solution_is_blamed_on_clues_and_mended(author: Author, kind: str) -> None:
    author.open(dead(kind))
    assert author.settle() == "none"
    author.wish("nothing")
    assert author.text(".improve-words")
    assert author.spoken()
    author.close()
    author.wish("unique")
    author.see(".improve-choice")
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    blamed = author.page.locator(".improve-blame")
    assert blamed.locator(".place").count(), "places can be pointed at"
    assert "\n" not in blamed.inner_text()
    author.page.locator(".improve-choice").first.click()
    assert author.take() != "none"


def test_where_few_changes_do_not_do_more_are_made(author: Author) -> None:
    author.open(dead("yajilin"))
    author.wish("unique")
    author.see("[data-whatever]").click()
    author.see("[data-drops]")
    assert author.is_previewing
    assert author.take() == "unique"


def answered(author: Author, **result: Any) -> None:
    """Whatever is asked as long work, this is the answer."""

    def answer(route: Any) -> None:
        if route.request.url.endswith("/events"):
            route.fulfill(content_type="text/event-stream", body="event: end\ndata: {}\n\n")
        else:
            route.fulfill(json={"id": "some", "state": "done", "result": result})

    author.page.route("**/api/v1/jobs**", answer)


def entry(document: dict[str, Any], *texts: str, status: str, **more: Any) -> dict[str, Any]:
    return {
        "texts": texts, "effect": "Something", "cost": 1, "status": status, "open": None,
        "places": ["r1c1"], "puzzle": document, "solution": [], **more,
    }  # fmt: skip


HEADS = [
    ("multiple", ["unique"], "One change makes it unique."),
    ("multiple", ["multiple", "unknown"], "No single change makes it unique yet; these help most."),
    ("none", ["multiple"], "One change takes the contradiction away;"),
    ("none", ["none", "none"], "The sheet is not finished. These are parts"),
]


@pytest.mark.parametrize(("status", "found", "head"), HEADS)
def test_the_head_says_what_the_entries_do(
    author: Author, status: str, found: list[str], head: str
) -> None:
    document = loose("yajilin")
    author.open(document)
    repairs = [entry(document, f"Change {at}", status=each) for at, each in enumerate(found)]
    answered(author, status=status, repairs=repairs, conflict=[], is_fewest=False, reached=None)
    author.wish("unique")
    author.see(".improve-choice")
    assert author.text().startswith(head)


def test_changes_that_belong_together_are_counted_and_come_after_single_ones(
    author: Author,
) -> None:
    document = loose("yajilin")
    author.open(document)
    three = entry(document, "One", "Two", "Three", status="unique")
    repairs = [
        entry(document, "Far", status="multiple", open=30),
        entry(document, "Near", status="multiple", open=4),
        three,
    ]
    answered(author, status="multiple", repairs=repairs, is_fewest=True, reached=None)
    author.wish("unique")
    author.see(".improve-choice")
    assert author.text().startswith("3 changes together make it unique; perhaps fewer")
    rows = author.page.locator(".improve-row").all_inner_texts()
    assert [next(name for name in ("Three", "Near", "Far") if name in row) for row in rows] == [
        "Three", "Near", "Far",
    ]  # fmt: skip
    assert author.page.locator(".improve-row.is-bundle").all_inner_texts() == rows[:1]
    assert "3 changes together" in rows[0]
    assert author.page.locator(".is-bundle .improve-changes li").count() == 3


def test_what_stays_open_is_counted_as_the_verdict_does(author: Author) -> None:
    author.begin("yajilin", 6, 6, ["r3c3 up-1"])
    author.wait("editor.live.state.report.is_complete")
    cells = "return editor.live.state.report.open.filter((each) => !each.includes('-')).length;"
    count = author.do(cells)
    # What the search tells after a while, for as long as it takes to stop it.
    found = next_changes(enpitsu.parse(json.dumps(author.do("return editor.document();"))))
    still_working(author, repairs=[real_entry(each) for each in found.found])
    author.wish("unique")
    first = author.see(".improve-choice:has-text('instead of')").first
    author.see("[data-cancels]:has-text('enough')").click()
    told = re.search(r"(\d+) cells? (?:is|are) open instead of (\d+)", first.inner_text())
    assert told
    assert int(told[2]) == count
    first.click()
    # What is shown is what all solutions share, not one of them.
    author.page.wait_for_selector(".overlay.is-forced .open-cell")
    assert author.do("return editor.previewed.solution;") is None
    author.take()
    author.wait("editor.live.state.report.is_complete")
    assert author.do(cells) == int(told[1])


def still_working(author: Author, **progress: Any) -> None:
    """Whatever is asked as long work has come so far, and goes on."""
    told = {"id": "some", "state": "running", "progress": progress}

    def answer(route: Any) -> None:
        if route.request.url.endswith("/events"):
            body = f"retry: 60000\nevent: progress\ndata: {json.dumps(told)}\n\n"
            route.fulfill(content_type="text/event-stream", body=body)
        else:
            route.fulfill(json=told)

    author.page.route("**/api/v1/jobs**", answer)
    author.page.route("**/api/v1/jobs/**", answer)


def real_entry(fix: Fix) -> dict[str, Any]:
    """A change that was found, as the server tells it."""
    return {
        **entry(json.loads(enpitsu.dump(fix.puzzle, "json")), status=fix.status),
        "texts": [say_line(each, "en") for each in fix.messages],
        "effect": say_line(fix.outcome, "en"),
        "open": fix.open,
        "places": list(map(str, fix.places)),
        "solution": list(map(str, fix.solution)),
    }


# --- why does this not work -----------------------------------------------------------------------


def claim_of(author: Author, known: str) -> str:
    """Go from cell to cell until something is known of one, and ask about it."""
    rows, cols = author.do("return [editor.sheet.rows, editor.sheet.cols];")
    for row in range(rows):
        for col in range(cols):
            author.do("editor.board.moveTo(what);", {"row": row, "col": col})
            found = author.page.locator(f".improve-claims [data-known={known}]")
            if found.count():
                fact: str = found.first.get_attribute("data-fact")
                found.first.click()
                return fact
    raise AssertionError(f"nothing is {known}")


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_is_told_as_a_story(author: Author, kind: str) -> None:
    author.open(puzzle(kind))
    author.wish("why")
    before = author.facts
    fact = claim_of(author, "impossible")
    author.see("[data-finding=impossible]")
    assert WHOLE.search(author.text(".improve-answer .improve-words:not(:empty)"))
    assert author.page.locator(".layer-glow > *").count()
    assert fact.split()[0] in author.spoken()
    claim_of(author, "forced")
    author.see("[data-finding=forced]")
    assert author.is_previewing
    author.close()
    assert not author.is_previewing
    assert author.facts == before


def test_what_can_be_is_shown_as_a_solution(author: Author) -> None:
    author.open(loose("yajilin"))
    author.wish("why")
    author.do("editor.board.focus();")
    open_cell = author.do(
        "return editor.live.state.report.open.find((each) => !each.includes('-'));"
    )
    row, col = map(int, re.findall(r"\d+", open_cell))
    author.do("editor.board.moveTo(what);", {"row": row - 1, "col": col - 1})
    author.page.keyboard.press("Enter")
    assert author.page.evaluate("() => document.activeElement.dataset.fact").startswith(open_cell)
    author.page.keyboard.press("Enter")
    author.see("[data-finding=possible]")
    solution = author.do("return editor.previewed.solution;")
    assert f"{open_cell} shaded" in solution


def test_asking_writes_nothing_and_writing_ends_it(author: Author) -> None:
    author.begin("yajilin", 5, 5)
    author.wish("why")
    box = author.page.locator(".edit-board .layer-frame").bounding_box()
    author.page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    assert "r3c3" in author.text(".improve-claims")
    assert author.facts == set()
    author.do("editor.board.focus();")
    author.page.keyboard.press("2")
    assert author.page.locator(".improve-card").is_hidden()
    assert [fact.split()[0] for fact in author.facts] == ["r3c3"]


def test_a_long_story_is_walked_step_by_step(author: Author) -> None:
    author.open(puzzle("yajilin", "easy"))
    steps: list[dict[str, Any]] = [
        {
            "name": f"Step {at}", "text": f"r1c{at} is clear", "facts": [f"r1c{at} not shaded"],
            "sentences": [[{"text": f"r1c{at}", "place": f"r1c{at}"}, {"text": " is clear"}]],
            "also": [], "marks": {"hints": [f"r1c{at}"], "because": [], "errors": []},
        }
        for at in (1, 2, 3)
    ]  # fmt: skip
    answer = {
        "finding": "impossible", "is_forced": False, "solution": None, "steps": steps,
        "opening": [], "close": [{"text": "So it cannot be."}],
        "text": " ".join(step["text"] for step in steps) + " So it cannot be.",
        "marks": {}, "conflict": [], "reached": None,
    }  # fmt: skip
    author.page.route("**/api/v1/can-be", lambda route: route.fulfill(json=answer))
    author.wish("why")
    claim_of(author, "impossible")
    words = author.see(".improve-words[aria-live]")
    assert "Step 1" in words.inner_text()
    author.page.get_by_role("button", name="Step on").click()
    assert "Step 2" in words.inner_text()
    assert author.do("return editor.previewed.solution;") == ["r1c1 not shaded"]
    author.page.get_by_role("button", name="Step on").click()
    assert "So it cannot be." in words.inner_text()
    author.page.get_by_role("button", name="Step back").click()
    assert "Step 2" in words.inner_text()
    assert words.locator(".place").all_inner_texts() == ["r1c2"]


# --- fewer clues, another level -------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_needless_clues_go_one_by_one_or_together(author: Author, kind: str) -> None:
    author.open(puzzle(kind, "gentle"))
    author.wait("editor.live.state.needless?.isDone")
    before = author.facts
    author.wish("needless")
    count = author.do("return editor.live.state.needless.clues.length;")
    assert count > 1
    author.see(".improve-choice").first.click()
    assert author.is_previewing
    assert author.take() == "unique"
    assert author.facts != before
    author.do("editor.undo();")
    author.wait("editor.live.state.needless?.isDone && !editor.live.state.isOld")
    author.page.get_by_role("button", name="Remove all that can go").click()
    author.see(".improve-changes li")
    assert author.is_previewing
    assert author.take() == "unique"
    author.wait("editor.live.state.needless?.isDone && !editor.live.state.isOld")
    assert author.do("return editor.live.state.needless.clues.length;") == 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_level_moves_or_it_is_said_why_not(author: Author, kind: str) -> None:
    author.open(puzzle(kind, "gentle"))
    assert author.level() == "gentle"
    author.wish("level")
    assert author.see("[data-way=easier]").first.is_disabled()
    author.see("[data-way=harder]").first.click()
    author.see("[data-drops]")
    assert author.page.locator(".improve-failure, .improve-levels .is-level").count()
    if author.page.locator(".improve-failure").count() == 0:
        author.take()
        assert author.level() == "easy"


def test_what_cannot_be_reached_is_said(author: Author) -> None:
    author.begin("nonogram", 2, 2, ["row1 2", "row2 1", "col1 2", "col2 1"], **RUNS)
    author.level()
    author.wish("level")
    author.see("[data-level=extreme]").click()
    assert "extreme" in author.text(".improve-failure")
    assert "extreme" in author.spoken()


def test_dropping_a_result_changes_nothing(author: Author) -> None:
    author.open(puzzle("yajilin", "gentle"))
    author.level()
    before = author.facts
    author.wish("level")
    author.see("[data-way=harder]").first.click()
    author.see("[data-drops]").first.click()
    assert author.facts == before
    assert not author.is_previewing
    assert author.see("[data-way=harder]").count() == 1


# --- filling --------------------------------------------------------------------------------------

BLANK: dict[str, tuple[list[str], dict[str, Any]]] = {
    "yajilin": ([], {"boxed": False, "outside": False}),
    "nonogram": ([], RUNS),
    "satogaeri": ([], {}),
}
HALF: dict[str, tuple[list[str], dict[str, Any]]] = {
    "yajilin": (["r2c2 right-1", "r4c4 up-0"], {"boxed": False, "outside": False}),
    "nonogram": (["row1 3", "row2 1.1", "col1 2"], RUNS),
    "satogaeri": (["r1c1 c1o1", "r1c2 c1", "r2c1 c1", "r2c2 c1"], {}),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("start", [BLANK, HALF], ids=["blank", "half"])
def test_the_rest_is_filled(author: Author, kind: str, start: Any) -> None:
    facts, more = start[kind]
    author.begin(kind, 6, 6, facts, **more)
    author.wish("fill")
    author.see("[data-drops]")
    first = author.text(".improve-changes")
    assert author.is_previewing
    author.page.get_by_role("button", name="Another", exact=True).click()
    author.page.wait_for_selector(".improve-working", state="detached")
    author.see("[data-drops]")
    assert author.text(".improve-changes") != first
    assert author.facts == set(facts)
    assert author.take() == "unique"
    slots = {fact.split()[0] for fact in author.facts}
    assert {fact.split()[0] for fact in facts} <= slots
    if kind != "satogaeri":
        assert set(facts) <= author.facts
    author.do("editor.undo();")
    assert author.facts == set(facts)


def test_satogaeri_is_filled_where_only_circles_or_numbers_are_missing(author: Author) -> None:
    document = puzzle("satogaeri", "gentle")
    circles = document["puzzle"]["circles"]
    bare = [{"cell": each["cell"]} for each in circles]
    for given, is_bare in ((bare, True), (circles[1:], False)):
        document["puzzle"]["circles"] = given
        author.open(document)
        assert author.do("return editor.undecided.length;") == 0
        assert author.settle() != "unique"
        author.wish("fill")
        author.see("[data-drops]")
        if is_bare:
            author.page.click("[data-overwrite]")
            author.see("[data-takes]")
        assert author.take() == "unique"


def test_a_painted_picture_is_repaired_and_typed_lines_are_not(author: Author) -> None:
    facts = ["r1c1 shaded", "r2c2 shaded", "r3c3 shaded"]
    author.begin("nonogram", 3, 3, facts, **{**RUNS, "mode": "picture"})
    assert author.settle() == "multiple"
    author.wish("fill")
    author.see("[data-drops]")
    assert author.take() == "unique"
    assert author.do("return editor.sheet.more.mode;") == "picture"
    assert author.facts > set(facts)
    lines = [f"{axis}{at} 1" for axis in ("row", "col") for at in (1, 2, 3)]
    author.begin("nonogram", 3, 3, lines, **RUNS)
    assert author.settle() == "multiple"
    author.see("[data-improve=unique]")
    assert author.page.locator("[data-improve=fill]").count() == 0


def test_nothing_is_said_of_a_sheet_while_nothing_is_known(author: Author) -> None:
    hold: list[Any] = []
    author.page.route("**/api/v1/live-check", lambda route: hold.append(route))
    author.ask("get", "/me")
    sheet = {"kind": "yajilin", "rows": 4, "cols": 4, "facts": [], "more": {}}
    content: dict[str, Any] = {"sheet": sheet, "document": None, "meta": {}, "past": []}
    author.page.goto(f"/edit/{author.ask('post', '/drafts', {'content': content})['id']}")
    author.page.wait_for_selector(".edit-board svg")
    author.wait("editor.live.state.isOld")
    author.page.wait_for_selector(".improve-panel", state="attached")
    assert not author.page.get_by_text("As soon as the sheet is a puzzle").is_visible()
    author.page.unroute("**/api/v1/live-check")
    author.see("[data-improve=unique]")


# --- off the hand ---------------------------------------------------------------------------------


def test_work_can_be_given_up(author: Author) -> None:
    author.begin("yajilin", 10, 10)
    author.wish("unique")
    author.see("[data-cancels]")
    with author.page.expect_request(
        lambda asked: asked.method == "DELETE" and "/jobs/" in asked.url
    ):
        author.page.locator("[data-cancels]").first.click()
    author.see("[data-improve=unique], .improve-card .card-body")
    assert author.page.locator(".improve-working").count() == 0


def test_an_answer_to_an_older_sheet_is_not_applied(author: Author) -> None:
    author.open(loose("yajilin"))
    author.wish("unique")
    author.see(".improve-choice")
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    author.page.locator(".improve-choice").first.click()
    free = author.do("return editor.undecided[0];")
    author.do(
        "editor.apply({ ...editor.sheet, facts: [...editor.sheet.facts, what] });", f"{free} blank"
    )
    changed = author.facts
    author.see(".improve-old").first.wait_for()
    assert not author.is_previewing
    takes = author.page.locator(".improve-card [data-takes]:visible").first
    assert takes.get_attribute("aria-disabled") == "true"
    takes.click(force=True)
    assert author.facts == changed
    # As it was again: the answer fits again.
    author.do("editor.undo();")
    assert author.page.locator(".improve-old").is_hidden()
    author.do("editor.redo();")
    author.page.get_by_role("button", name="Ask again").click()
    assert author.page.locator(".improve-old").is_hidden()
    author.page.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    assert author.facts == changed


def test_editing_goes_on_while_it_is_worked(author: Author) -> None:
    author.begin("yajilin", 6, 6)
    author.wish("fill")
    author.do("editor.apply({ ...editor.sheet, facts: ['r3c3 up-1'] });")
    author.see(".improve-old").first.wait_for()
    author.see("[data-drops]")
    assert author.facts == {"r3c3 up-1"}
    assert not author.is_previewing
    author.page.get_by_role("button", name="Ask again").click()
    author.page.wait_for_selector(".improve-working", state="detached")
    assert author.take() == "unique"
    assert "r3c3 up-1" in author.facts


def test_a_hand_on_the_board_ends_what_is_only_shown(author: Author) -> None:
    author.begin("yajilin", 6, 6)
    author.wish("fill")
    author.see("[data-drops]")
    assert author.is_previewing
    author.do("editor.board.focus();")
    author.page.keyboard.press("1")
    assert not author.is_previewing
    assert len(author.facts) == 1


# --- phones ---------------------------------------------------------------------------------------


def test_wishes_on_a_phone(phone: Any, site: str) -> None:
    author = Author(phone, site)
    author.open(loose("satogaeri"))
    phone.locator("[data-tab=improve]").click()
    author.wish("unique")
    author.see(".improve-choice")
    phone.wait_for_selector(".improve-card:not(:has([data-cancels]))")
    phone.locator(".improve-choice").first.tap()
    assert author.is_previewing
    assert phone.locator(".edit-strip").inner_text().startswith("Preview")
    board = phone.locator(".edit-board svg").bounding_box()
    card = phone.locator("[data-part=improve]").last.bounding_box()
    assert board["height"] > 150
    assert board["y"] + board["height"] <= card["y"] + 1
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert author.take() == "unique"


def test_a_refusal_is_said_on_the_card(author: Author) -> None:
    author.begin("yajilin", 5, 5)
    busy = {"error": {"code": "busy", "message": "too much is going on"}}
    author.page.route("**/api/v1/jobs", lambda route: route.fulfill(status=503, json=busy))
    author.wish("fill")
    assert author.text(".improve-failure") == "Too much is going on."
    author.page.unroute("**/api/v1/jobs")
    author.page.errors.clear()
    author.page.get_by_role("button", name="Ask again").last.click()
    assert author.take() == "unique"
