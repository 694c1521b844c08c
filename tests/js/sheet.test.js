/** Sheets of authors as data: turned, resized, compared, and the steps between them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readContent } from "../../src/enpitsu/web/static/js/author/draft_content.js";
import * as sheets from "../../src/enpitsu/web/static/js/author/sheet.js";
import { UndoStack } from "../../src/enpitsu/web/static/js/author/undo_stack.js";

const KIND = { turned: (value) => value };
const SHEET = Object.freeze({
  kind: "any",
  rows: 3,
  cols: 4,
  more: { b: 1, a: [2] },
  facts: ["r1c2 a", "r3c4 b", "r1c1-r1c2 e", "r2c4-r3c4 f", "row1 x", "col4 y"],
});
const turned = (how) => sheets.turned(SHEET, how, KIND);

test("slots are turned with the sheet", () => {
  const quarter = turned("rotate90");
  assert.deepEqual([quarter.rows, quarter.cols], [4, 3]);
  assert.deepEqual(quarter.facts, ["r2c3 a", "r4c1 b", "r1c3-r2c3 e", "r4c1-r4c2 f", "col3 x", "row4 y"]);
  assert.deepEqual(turned("rotate270").facts.slice(0, 2), ["r3c1 a", "r1c3 b"]);
  assert.deepEqual(turned("rotate270").facts.slice(4), ["col1 x", "row1 y"]);
  assert.deepEqual(turned("rotate180").facts.slice(4), ["row3 x", "col1 y"]);
  assert.deepEqual(turned("mirror").facts.slice(4), ["row1 x", "col1 y"]);
  assert.deepEqual(turned("flip").facts.slice(4), ["row3 x", "col4 y"]);
  assert.equal(turned("transpose").facts[0], "r2c1 a");
  assert.deepEqual(turned("antitranspose").facts.slice(0, 2), ["r3c3 a", "r1c1 b"]);
  assert.deepEqual(turned("antitranspose").facts.slice(4), ["col3 x", "row1 y"]);
});

test("every turn can be taken back", () => {
  const back = { rotate90: "rotate270", rotate270: "rotate90" };
  for (const how of Object.keys(sheets.SYMMETRIES)) {
    const again = sheets.turned(turned(how), back[how] ?? how, KIND);
    assert.ok(sheets.isSame(again, SHEET), how);
  }
});

test("a value may turn too", () => {
  const asked = [];
  sheets.turned(SHEET, "flip", { turned: (value, symmetry, slot) => asked.push([value, symmetry, slot]) && value });
  assert.deepEqual(asked[0], ["a", { isSwapped: false, flipsRows: true, flipsCols: false }, "r1c2"]);
});

test("a sheet grows and shrinks at each side", () => {
  const by = (some) => sheets.resized(SHEET, some);
  assert.deepEqual(by({ top: 1 }).facts, ["r2c2 a", "r4c4 b", "r2c1-r2c2 e", "r3c4-r4c4 f", "row2 x", "col4 y"]);
  assert.deepEqual(by({ left: -1 }).facts, ["r1c1 a", "r3c3 b", "r2c3-r3c3 f", "row1 x", "col3 y"]);
  assert.deepEqual(by({ right: -1 }).facts, ["r1c2 a", "r1c1-r1c2 e", "row1 x"]);
  const low = by({ bottom: -2 });
  assert.deepEqual([low.rows, ...low.facts], [1, "r1c2 a", "r1c1-r1c2 e", "row1 x", "col4 y"]);
  assert.equal(by({ top: -3 }), null, "nothing would be left");
  assert.equal(by({ top: 98 }), null, "more than 100 rows");
  const one = { ...SHEET, rows: 1, cols: 1, facts: [] };
  const largest = sheets.resized(one, { right: 99, bottom: 99 });
  assert.deepEqual([largest.rows, largest.cols], [100, 100]);
});

test("diffs lead there and back", () => {
  const other = sheets.resized({ ...SHEET, more: { a: [2], b: 3 } }, { top: 2, right: -1 });
  const diff = sheets.diffOf(SHEET, other);
  const there = sheets.changed(SHEET, diff);
  assert.ok(sheets.isSame(there, other));
  assert.ok(sheets.isSame(sheets.changed(there, sheets.inverse(diff)), SHEET));
  const joined = sheets.joined(diff, sheets.diffOf(other, { ...other, facts: ["r1c1 z"] }));
  assert.deepEqual(sheets.changed(SHEET, joined).facts, ["r1c1 z"]);
});

test("sheets that say the same are the same, in whatever order", () => {
  assert.ok(sheets.isNothing(sheets.diffOf(SHEET, { ...SHEET, more: { a: [2], b: 1 } })));
  assert.ok(sheets.isSame(SHEET, { ...SHEET, facts: SHEET.facts.toReversed() }));
  assert.ok(!sheets.isSame(SHEET, { ...SHEET, rows: 4 }));
  assert.ok(!sheets.isSame(SHEET, { ...SHEET, more: { a: [3], b: 1 } }));
  assert.ok(!sheets.isSame(SHEET, { ...SHEET, facts: [...SHEET.facts.slice(1), "r1c2 b"] }));
});

test("the past is kept with the draft up to a limit", () => {
  const past = new UndoStack();
  let now = SHEET;
  for (let at = 0; at < 400; at++) {
    const next = { ...now, facts: [`r1c1 v${at}`] };
    past.push(sheets.diffOf(now, next));
    now = next;
  }
  now = past.undo(past.undo(now));
  const again = new UndoStack(JSON.parse(JSON.stringify(past.save())));
  assert.deepEqual([past.done.length, again.done.length, again.undone.length], [398, 298, 2]);
  const back = again.redo(again.redo(now));
  assert.deepEqual(back.facts, ["r1c1 v399"]);
  assert.equal(again.redo(back), null);
  for (let at = 0; at < 10; at++) past.push({ put: [`r2c2 ${"x".repeat(90_000)}`], take: [] });
  assert.equal(past.save().length, 4);
});

test("what is added to a step is undone with it", () => {
  const past = new UndoStack();
  const first = { ...SHEET, facts: ["r1c1 a"] };
  const second = { ...first, facts: ["r1c1 b"] };
  past.push(sheets.diffOf(SHEET, first));
  past.amend(sheets.diffOf(first, second));
  past.push({ put: [], take: [] });
  assert.equal(past.done.length, 1);
  assert.ok(sheets.isSame(past.undo(second), SHEET));
  assert.equal(past.undo(SHEET), null);
});

// --- drafts, as far as they can be read -------------------------------------------------------------

const LENIENT = {
  blank: () => ({ facts: [], more: { mode: "usual", palette: ["#000000"] } }),
  puzzle: () => ({ puzzle: {}, undecided: [], solution: null }),
  isValue: (_slot, value) => value !== "bad",
};
const read = (content) => readContent({ sheet: {}, ...content }, LENIENT);

test("facts that cannot be are left out, the others stay", () => {
  const facts = [
    "r1c1 a",
    "r1c1 b",
    "r9c9 a",
    "r1c2-r1c3 e",
    "row3 x",
    "col1 y",
    7,
    "r1c1",
    "r2c1 two words",
    "r2c2 bad",
  ];
  const { sheet } = read({ sheet: { kind: "any", rows: 2, cols: 2, facts, more: {} } });
  assert.deepEqual(sheet.facts, ["r1c1 b", "col1 y"]);
});

test("what belongs to no slot is as in an empty sheet unless it is of the same form", () => {
  const more = { mode: 5, palette: [], own: { kept: true } };
  const { sheet } = read({ sheet: { kind: "any", rows: 1, cols: 1, facts: "none", more } });
  assert.deepEqual(sheet.more, { mode: "usual", palette: ["#000000"], own: { kept: true } });
  assert.deepEqual(sheet.facts, []);
});

test("a past with a step that is none is no past", () => {
  const step = {
    put: ["r1c1 a"],
    take: [],
    size: [
      [1, 1],
      [2, 2],
    ],
  };
  const size = { kind: "any", rows: 1, cols: 1, facts: [], more: {} };
  assert.deepEqual(read({ sheet: size, past: [step] }).past, [step]);
  for (const bad of [null, {}, { put: ["x"], take: [] }, { ...step, size: [[1, 1]] }, { ...step, more: [1, 2] }])
    assert.deepEqual(read({ sheet: size, past: [step, bad] }).past, [], JSON.stringify(bad));
  assert.deepEqual(read({ sheet: size, meta: { title: "T", author: 5 } }).meta, { title: "T", author: "", note: "" });
});
