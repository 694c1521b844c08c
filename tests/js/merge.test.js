/** Logs of one game that went on in two places, and what a lost tab left behind. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { difference, factsAfter, isStart, recovered } from "../../src/enpitsu/web/static/js/play/game_log.js";

const move = (t, put, take = [], by = "hand") => ({ t, put, take, by });
const LOG = [move(1, ["r1c1 shaded"]), { t: 2, note: "hint", stage: "where" }, move(3, ["r2c2 shaded"])];
const GAME = { id: "g", state: "begun", log: LOG, elapsed: 50, ui: { used: ["theirs"] } };

test("a log begins with another if every event is the same", () => {
  assert.ok(isStart([], LOG));
  assert.ok(isStart(LOG.slice(0, 2), LOG));
  assert.ok(isStart(LOG, structuredClone(LOG)));
  assert.ok(!isStart(LOG, LOG.slice(0, 2)));
  assert.ok(!isStart([{ ...LOG[0], t: 2 }], LOG));
  assert.ok(!isStart([LOG[0], { ...LOG[1], stage: "move" }], LOG));
  assert.ok(isStart([{ t: 1, put: ["r1c1 shaded"], by: "hand" }], LOG), "nothing taken may be told or not");
});

test("events give the position, and a denial takes the place of its claim", () => {
  const log = [
    move(1, ["r1c1 a", "r1c2 a"]),
    move(2, ["r1c1 not a"]),
    { t: 3, note: "check" },
    move(4, [], ["r1c2 a"]),
  ];
  assert.deepEqual([...factsAfter(log)], ["r1c1 not a"]);
});

test("one move leads from a position to another", () => {
  assert.deepEqual(difference(["a", "b"], ["b", "c"]), { put: ["c"], take: ["a"] });
  assert.deepEqual(difference([], []), { put: [], take: [] });
});

test("nothing was left behind, or it is of no use", () => {
  assert.deepEqual(recovered(GAME, null), { game: GAME });
  assert.deepEqual(recovered({ ...GAME, state: "solved" }, { base: 0, events: LOG }).mine, undefined);
  assert.deepEqual(recovered(GAME, { base: 9, events: [] }), { game: GAME });
  assert.deepEqual(recovered(GAME, { base: 0, events: LOG.slice(0, 1) }), { game: GAME }, "the server has more");
});

test("what the server lacks is taken from the lost tab", () => {
  const more = move(9, ["r3c3 shaded"]);
  const kept = { base: 1, events: [...LOG.slice(1), more], ui: { used: ["mine"] }, elapsed: 70 };
  const { game, mine } = recovered(GAME, kept);
  assert.equal(mine, undefined);
  assert.deepEqual(game.log, [...LOG, more]);
  assert.deepEqual([game.sent, game.elapsed, game.ui], [3, 70, { used: ["mine"] }]);
});

test("time that only the lost tab knows counts, its look only where it went on", () => {
  const kept = { base: 1, events: LOG.slice(1), ui: { used: ["mine"] }, elapsed: 70 };
  const { game } = recovered(GAME, kept);
  assert.deepEqual([game.log.length, game.elapsed, game.ui], [3, 70, { used: ["theirs"] }]);
});

test("two that both went on are told apart", () => {
  const other = move(3, ["r4c4 shaded"]);
  const { game, mine } = recovered(GAME, { base: 2, events: [other] });
  assert.equal(game, GAME);
  assert.deepEqual(mine, [...LOG.slice(0, 2), other]);
});
