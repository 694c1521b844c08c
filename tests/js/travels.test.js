/** Where circles of Satogaeri stand and where they may go, as far as lines tell. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { point } from "../../src/enpitsu/kinds/satogaeri/web/arrows.js";
import { read } from "../../src/enpitsu/kinds/satogaeri/web/model.js";
import {
  isSure,
  owner,
  passing,
  standing,
  stops,
  travel,
  travels,
} from "../../src/enpitsu/kinds/satogaeri/web/travels.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { Position } from "../../src/enpitsu/web/static/js/board/position.js";

const PUZZLE = {
  rows: 3,
  cols: 4,
  countries: Array.from({ length: 3 }, () => [0, 0, 1, 1]),
  circles: [{ cell: "r1c1", number: 2 }, { cell: "r3c4" }, { cell: "r3c1", number: 0 }],
};

function begun(...facts) {
  const model = read(PUZZLE, KIT);
  return { model, kit: KIT, size: model, position: Position.of(facts) };
}
const cell = (text) => KIT.parseCell(text);
const circle = (context, text) => context.model.circles.get(text);

test("a circle that no line leaves stands where it began", () => {
  const context = begun();
  assert.deepEqual(travel(context, circle(context, "r1c1")), {
    circle: circle(context, "r1c1"),
    stand: cell("r1c1"),
    way: null,
    edges: [],
  });
  assert.equal(travels(context).length, 3);
});

test("a circle stands at the end of its straight track", () => {
  const context = begun("r1c1-r1c2 line", "r1c2-r1c3 line");
  const found = travel(context, circle(context, "r1c1"));
  assert.deepEqual([found.stand, found.way, found.edges], [cell("r1c3"), "right", ["r1c1-r1c2", "r1c2-r1c3"]]);
  assert.equal(standing(context, cell("r1c3")).circle, found.circle);
  assert.equal(standing(context, cell("r1c1")), null, "it has left");
  assert.equal(passing(context, cell("r1c2")).circle, found.circle);
  assert.equal(owner(context, KIT.parsePlace("r1c2-r1c3")).circle, found.circle);
  assert.ok(isSure(context, found), "it went as far as told");
});

test("on bent, forked or joined lines nobody can say where it is", () => {
  for (const lines of [
    ["r1c1-r1c2", "r1c2-r2c2"],
    ["r1c1-r1c2", "r1c1-r2c1"],
    ["r1c1-r1c2", "r1c2-r1c3", "r1c2-r2c2"],
    ["r1c1-r2c1", "r2c1-r3c1"],
  ]) {
    const context = begun(...lines.map((edge) => `${edge} line`));
    const found = travel(context, circle(context, "r1c1"));
    assert.deepEqual([found.stand, found.edges], [cell("r1c1"), []], lines.join());
  }
});

test("a circle with a number has the ends at that distance, another all that are free", () => {
  const context = begun("r1c1-r1c2 not line", "r1c3 not home");
  const ends = (text) => stops(context, circle(context, text)).map(({ way, distance }) => `${way} ${distance}`);
  assert.deepEqual(ends("r1c1"), ["right 2"], "down leads to another circle");
  assert.deepEqual(ends("r3c1"), [], "0 stays");
  assert.deepEqual(ends("r3c4"), ["up 1", "up 2", "left 1", "left 2"]);
  const [stop] = stops(context, circle(context, "r1c1"));
  assert.equal(stop.isLit, false, "it was said that none ends there");
});

test("other circles' lines are in the way, its own are not", () => {
  const across = begun("r1c2-r2c2 line");
  assert.deepEqual(stops(across, circle(across, "r1c1")), [], "a line crosses its way");
  const own = begun("r1c1-r1c2 line");
  assert.equal(stops(own, circle(own, "r1c1")).length, 1);
});

test("a hinted move is an arrow from its circle, a way that is closed is none", () => {
  const move = ["r1c1-r1c2", "r1c2-r1c3", "r1c3"];
  const { shapes, places } = point({ hints: move }, begun());
  assert.equal(shapes.length, 2, "a line and its head");
  assert.deepEqual(places, ["r1c1-r1c2", "r1c2-r1c3"]);
  assert.deepEqual(point({ hints: ["r1c1-r1c2"] }, begun()).places, [], "the circle does not go that way");
  assert.deepEqual(point({ hints: ["r2c1-r2c2", "r2c2"] }, begun()).places, [], "no circle stands there");
  const written = begun("r1c1-r1c2 line", "r1c2-r1c3 line");
  assert.deepEqual(point({ hints: move }, written).places, move.slice(0, 2), "it has gone there");
  assert.deepEqual(point({}, begun()), { shapes: [], places: [] });
});
