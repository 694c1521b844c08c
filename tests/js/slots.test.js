/** Places and facts as texts, and the ways between cells. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as slots from "../../src/enpitsu/web/static/js/board/slots.js";

const cell = (row, col) => ({ row, col });

test("texts count from 1, cells from 0", () => {
  assert.equal(slots.cellText(cell(0, 11)), "r1c12");
  assert.deepEqual(slots.parseCell("r1c12"), cell(0, 11));
  for (const text of ["r0c1", "r1c0", "r01c1", "r1", "c1r1", "r1c1 ", "r-1c1", ""])
    assert.equal(slots.parseCell(text), null, text);
});

test("an edge is named by its upper or left cell first, and joins neighbours only", () => {
  assert.equal(slots.edgeText(cell(0, 1), cell(0, 0)), "r1c1-r1c2");
  assert.equal(slots.edgeText(cell(9, 0), cell(10, 0)), "r10c1-r11c1");
  assert.deepEqual(slots.parsePlace("r1c1-r1c2"), { kind: "edge", a: cell(0, 0), b: cell(0, 1) });
  for (const text of ["r1c1-r1c1", "r1c1-r2c2", "r1c1-r1c3", "r1c1-", "row0", "row", "col1x"])
    assert.equal(slots.parsePlace(text), null, text);
});

test("a line is a place too", () => {
  assert.deepEqual(slots.parsePlace("row3"), { kind: "line", axis: "row", at: 2 });
  assert.deepEqual(slots.parsePlace("col1"), { kind: "line", axis: "col", at: 0 });
});

test("facts are read as they are written", () => {
  for (const [slot, value, holds] of [
    ["r1c1", "shaded", true],
    ["r1c1-r2c1", "line", false],
    ["row2", "3.1/2.?", true],
    ["r1c1", "red-2", false],
  ]) {
    const text = slots.factText(slot, value, holds);
    assert.deepEqual(slots.parseFact(text), { slot, value, holds }, text);
  }
});

test("the cells between two of one line come without the first", () => {
  assert.deepEqual(slots.straight(cell(0, 3), cell(0, 0)), [cell(0, 2), cell(0, 1), cell(0, 0)]);
  assert.deepEqual(slots.straight(cell(0, 0), cell(2, 0)), [cell(1, 0), cell(2, 0)]);
  assert.deepEqual(slots.straight(cell(0, 0), cell(0, 0)), []);
  assert.deepEqual(slots.straight(cell(0, 0), cell(1, 1)), []);
});

test("neighbours lie on the board", () => {
  assert.deepEqual(slots.neighbours(cell(0, 0), { rows: 1, cols: 1 }), []);
  assert.deepEqual(slots.neighbours(cell(0, 0), { rows: 2, cols: 2 }), [cell(1, 0), cell(0, 1)]);
  assert.equal(slots.neighbours(cell(1, 1), { rows: 3, cols: 3 }).length, 4);
});
