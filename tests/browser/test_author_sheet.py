"""Sheets of authors as data: turned, resized, compared, and the steps between them."""

from __future__ import annotations

from typing import Any

from tests.browser.window import needs_chromium

pytestmark = needs_chromium

IN_SHEETS = """const s = await source("js/author/sheet.js");
const kind = { turned: (value, symmetry, slot) => value };
const sheet = { kind: "any", rows: 3, cols: 4, more: { b: 1, a: [2] },
  facts: ["r1c2 a", "r3c4 b", "r1c1-r1c2 e", "r2c4-r3c4 f", "row1 x", "col4 y"] };
"""


def in_sheets(page: Any, code: str) -> Any:
    page.goto("/rules")
    return page.evaluate(f"async () => {{ {IN_SHEETS} {code} }}")


def test_slots_are_turned_with_the_sheet(page: Any) -> None:
    found = in_sheets(
        page,
        """const turned = (how) => [how, s.turned(sheet, how, kind)];
        return Object.fromEntries(Object.keys(s.SYMMETRIES).map(turned));""",
    )
    quarter = found["rotate90"]
    assert (quarter["rows"], quarter["cols"]) == (4, 3)
    assert quarter["facts"] == [
        "r2c3 a", "r4c1 b", "r1c3-r2c3 e", "r4c1-r4c2 f", "col3 x", "row4 y",
    ]  # fmt: skip
    assert found["rotate270"]["facts"][:2] == ["r3c1 a", "r1c3 b"]
    assert found["rotate270"]["facts"][4:] == ["col1 x", "row1 y"]
    assert found["rotate180"]["facts"][4:] == ["row3 x", "col1 y"]
    assert found["mirror"]["facts"][4:] == ["row1 x", "col1 y"]
    assert found["flip"]["facts"][4:] == ["row3 x", "col4 y"]
    assert found["transpose"]["facts"][0] == "r2c1 a"
    assert found["antitranspose"]["facts"][:2] == ["r3c3 a", "r1c1 b"]
    assert found["antitranspose"]["facts"][4:] == ["col3 x", "row1 y"]


def test_every_turn_can_be_taken_back(page: Any) -> None:
    code = """const back = { rotate90: "rotate270", rotate270: "rotate90" };
    const again = (how) => s.turned(s.turned(sheet, how, kind), back[how] ?? how, kind);
    return Object.keys(s.SYMMETRIES).filter((how) => !s.isSame(again(how), sheet));"""
    assert in_sheets(page, code) == []


def test_a_sheet_grows_and_shrinks_at_each_side(page: Any) -> None:
    code = """const by = (some) => s.resized(sheet, some);
    const one = { ...sheet, rows: 1, cols: 1, facts: [] };
    return [by({ top: 1 }), by({ left: -1 }), by({ right: -1 }), by({ bottom: -2 }),
      by({ top: -3 }), by({ top: 98 }), s.resized(one, { right: 99, bottom: 99 })];"""
    top, left, right, bottom, none, large, largest = in_sheets(page, code)
    assert top["facts"] == [
        "r2c2 a", "r4c4 b", "r2c1-r2c2 e", "r3c4-r4c4 f", "row2 x", "col4 y",
    ]  # fmt: skip
    assert left["facts"] == ["r1c1 a", "r3c3 b", "r2c3-r3c3 f", "row1 x", "col3 y"]
    assert right["facts"] == ["r1c2 a", "r1c1-r1c2 e", "row1 x"]
    assert (bottom["rows"], bottom["facts"]) == (1, ["r1c2 a", "r1c1-r1c2 e", "row1 x", "col4 y"])
    assert none is None
    assert large is None
    assert (largest["rows"], largest["cols"]) == (100, 100)


def test_diffs_lead_there_and_back(page: Any) -> None:
    code = """const other = s.resized({ ...sheet, more: { a: [2], b: 3 } }, { top: 2, right: -1 });
    const diff = s.diffOf(sheet, other);
    const there = s.changed(sheet, diff);
    const joined = s.joined(diff, s.diffOf(other, { ...other, facts: ["r1c1 z"] }));
    return [s.isSame(there, other), s.isSame(s.changed(there, s.inverse(diff)), sheet),
      s.changed(sheet, joined).facts,
      s.isNothing(s.diffOf(sheet, { ...sheet, more: { a: [2], b: 1 } })),
      s.isSame(sheet, { ...sheet, facts: sheet.facts.toReversed() }),
      s.isSame(sheet, { ...sheet, rows: 4 })];"""
    assert in_sheets(page, code) == [True, True, ["r1c1 z"], True, True, False]


def test_the_past_is_kept_with_the_draft_up_to_a_limit(page: Any) -> None:
    code = """const { UndoStack } = await source("js/author/undo_stack.js");
    const past = new UndoStack();
    let now = sheet;
    for (let at = 0; at < 400; at++) {
      const next = { ...now, facts: [`r1c1 v${at}`] };
      past.push(s.diffOf(now, next));
      now = next;
    }
    now = past.undo(past.undo(now));
    const again = new UndoStack(JSON.parse(JSON.stringify(past.save())));
    const counts = [past.done.length, again.done.length, again.undone.length];
    const back = again.redo(again.redo(now));
    for (let at = 0; at < 10; at++) past.push({ put: [`r2c2 ${"x".repeat(90_000)}`], take: [] });
    return [...counts, back.facts, again.redo(back), past.save().length];"""
    assert in_sheets(page, code) == [398, 298, 2, ["r1c1 v399"], None, 4]
