/** Positions and drafts: facts by slot, and changes that can be taken back whole. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft, PLAIN, Position } from "../../src/enpitsu/web/static/js/board/position.js";

const TAG = Object.freeze({ by: "hand", trial: 3 });

function drafted(...facts) {
  const position = Position.of(facts);
  const touched = [];
  return { position, touched, draft: new Draft(position, TAG, (slot) => touched.push(slot)) };
}

test("what is said of a slot is found", () => {
  const position = Position.of(["r1c1 shaded", "r1c2 not shaded", "r1c1-r1c2 line", "row3 2.1"]);
  assert.equal(position.get("r1c1", "shaded"), true);
  assert.equal(position.get("r1c2", "shaded"), false);
  assert.equal(position.get("r2c2", "shaded"), undefined);
  assert.equal(position.held("row3"), "2.1");
  assert.equal(position.held("r1c2"), undefined, "what it has not is no value");
  assert.deepEqual(position.tag("r1c1"), PLAIN);
  assert.equal(position.tag("r9c9"), undefined);
  assert.deepEqual(position.facts(), ["r1c1 shaded", "r1c2 not shaded", "r1c1-r1c2 line", "row3 2.1"]);
});

test("a fact that is not there cannot be removed", () => {
  const position = Position.of(["r1c1 not red"]);
  position.remove("r1c1 red");
  position.remove("r2c2 red");
  assert.deepEqual(position.facts(), ["r1c1 not red"]);
  position.remove("r1c1 not red");
  assert.deepEqual(position.slots(), [], "nothing is said of the slot any more");
});

test("what is no fact is refused", () => {
  for (const text of ["", "r1c1", "r1c1 not", "r0c1 shaded", "r1c1-r3c1 line", "somewhere shaded", "r1 c1"])
    assert.throws(() => Position.of([text]), /not a fact/, text);
});

test("a copy has a life of its own", () => {
  const position = Position.of(["r1c1 red"]);
  const twin = position.copy();
  twin.add("r1c1 blue", PLAIN);
  twin.add("r2c2 red", PLAIN);
  assert.deepEqual(position.facts(), ["r1c1 red"]);
  assert.deepEqual(position.differing(twin).sort(), ["r1c1", "r2c2"]);
});

test("positions differ where tags do, not where facts stand in another order", () => {
  const one = Position.of(["r1c1 not red", "r1c1 not blue", "r2c2 red"]);
  const other = Position.of(["r2c2 red", "r1c1 not blue", "r1c1 not red"]);
  assert.deepEqual(one.differing(other), []);
  other.add("r2c2 red", TAG);
  assert.deepEqual(one.differing(other), ["r2c2"]);
});

test("a slot has one value at a time, and may lack many", () => {
  const { position, draft } = drafted("r1c1 red");
  draft.set("r1c1", "blue", true);
  assert.deepEqual(position.facts(), ["r1c1 blue"]);
  draft.set("r1c1", "green", false);
  draft.set("r1c1", "red", false);
  assert.deepEqual(position.facts().sort(), ["r1c1 blue", "r1c1 not green", "r1c1 not red"]);
  draft.set("r1c1", "red", true);
  assert.deepEqual(position.facts().sort(), ["r1c1 not green", "r1c1 red"]);
});

test("what says nothing new touches nothing", () => {
  const { draft, touched } = drafted("r1c1 shaded");
  draft.set("r1c1", "shaded", true);
  draft.set("r1c2", "shaded", null);
  draft.restore("r1c1");
  assert.deepEqual(touched, []);
  assert.deepEqual(draft.diff(), { put: [], take: [] });
});

test("a diff tells the sum, not the way", () => {
  const { draft } = drafted("r1c1 shaded");
  draft.clear("r1c1");
  draft.set("r1c1", "shaded", true);
  draft.set("r1c2", "shaded", false);
  assert.deepEqual(draft.changed(), ["r1c1", "r1c2"]);
  assert.deepEqual(draft.diff(), { put: [["r1c2 not shaded", TAG]], take: [] });
});

test("cancelling brings back facts and their tags", () => {
  const { position, draft } = drafted("r1c1 not red", "r1c1 not blue");
  const before = position.copy();
  draft.set("r1c1", "red", true);
  draft.set("r2c2", "red", true);
  draft.restore("r2c2");
  assert.deepEqual(draft.changed(), ["r1c1"]);
  draft.cancel();
  assert.deepEqual(position.differing(before), []);
  assert.deepEqual(draft.diff(), { put: [], take: [] });
});
