/** Days as they stand in addresses and on the calendar. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { daysUntil, isDate, noon, today } from "../../src/enpitsu/web/static/js/daily/dates.js";

test("the days up to one come in order, over months and years", () => {
  assert.deepEqual(daysUntil("2026-03-01", 3), ["2026-02-27", "2026-02-28", "2026-03-01"]);
  assert.deepEqual(daysUntil("2028-03-01", 2), ["2028-02-29", "2028-03-01"]);
  assert.deepEqual(daysUntil("2026-01-01", 2), ["2025-12-31", "2026-01-01"]);
  assert.deepEqual(daysUntil("2026-01-01", 0), []);
});

test("no day is left out or told twice where clocks change", () => {
  const days = daysUntil("2026-12-31", 365);
  assert.equal(new Set(days).size, 365);
  assert.equal(days[0], "2026-01-01");
});

test("what an address tells is a day, or it is not", () => {
  for (const text of [today(), "2026-11-19", "2024-02-29"]) assert.ok(isDate(text), text);
  for (const text of ["", "today", "2026-13-01", "2026-11-19x", "20261119"]) assert.ok(!isDate(text), text);
  assert.equal(noon("2026-11-19").getHours(), 12);
});
