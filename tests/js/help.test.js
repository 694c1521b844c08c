/** What help costs, and the clock that it is added to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../src/enpitsu/web/static/js/play/clock.js";
import { filledMarks, penalty } from "../../src/enpitsu/web/static/js/play/price.js";

const PRICES = { where: 10, technique: 20, reason: 30, move: 40, check: 5, live: 60, fill: 2 };

test("marks that are filled in at once are counted as they are seen", () => {
  assert.deepEqual(filledMarks([]), []);
  assert.deepEqual(filledMarks(["r1c1 red", "r1c1 not blue"]), ["r1c1 red"]);
  assert.deepEqual(filledMarks(["r1c1 not red", "r1c1 not blue"]), ["r1c1"], "one cross for all colours");
  assert.deepEqual(filledMarks(["r1c1-r1c2 line", "r1c1 not shaded", "r1c2 not shaded", "r2c2 not shaded"]), [
    "r1c1-r1c2 line",
    "r2c2",
  ]);
  assert.deepEqual(filledMarks(["r1c1-r1c2 not line", "r1c1 not shaded"]), ["r1c1-r1c2", "r1c1"]);
});

test("help is charged once, a move that was not told before when it is made", () => {
  const cost = (...log) => penalty(log, PRICES);
  const hint = (stage) => ({ t: 0, note: "hint", stage });
  const move = { t: 0, by: "hint", put: ["r1c1 shaded"], take: [] };
  assert.equal(cost(), 0);
  assert.equal(cost(hint("where"), hint("technique")), 30);
  assert.equal(cost(hint("reason"), move), PRICES.reason, "what was told is written for nothing");
  assert.equal(cost(move), PRICES.reason);
  assert.equal(cost({ t: 0, note: "check" }, { t: 1, note: "check", live: true }), 65);
  const fill = { t: 0, by: "fill", put: ["r1c1 shaded", "r1c2 shaded"], take: [] };
  assert.equal(cost(fill, fill), 4, "what is filled in again is paid for");
  assert.equal(cost({ t: 0, note: "pause" }, hint("unheard-of")), 0);
});

test("the clock stands while anything holds it", (t) => {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const clock = new Clock(500);
  now += 250.7;
  assert.equal(clock.now(), 750);
  clock.hold("paused");
  clock.hold("hidden");
  now += 1000;
  assert.deepEqual([clock.now(), clock.isRunning], [750, false]);
  clock.release("paused");
  now += 1000;
  assert.equal(clock.isRunning, false, "the tab is still hidden");
  clock.release("hidden");
  now += 100;
  assert.equal(clock.now(), 850);
  clock.set(42_000);
  now += 8;
  assert.equal(clock.now(), 42_008);
  clock.hold("over");
  clock.set(1);
  assert.equal(clock.now(), 1);
});
