/** What strokes are made of, each by itself; whole strokes are in kit_play.test.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { areaBorders, areaCells, joinSides, sideOf } from "../../src/enpitsu/web/static/js/board/areas.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { joined } from "../../src/enpitsu/web/static/js/board/looks.js";
import { endsOf, loopOf, NODES, waysWith } from "../../src/enpitsu/web/static/js/board/nodes.js";
import { hit } from "../../src/enpitsu/web/static/js/board/pointer.js";
import { Draft, PLAIN, Position } from "../../src/enpitsu/web/static/js/board/position.js";
import { edgesAt, isOnBoard, parsePlace } from "../../src/enpitsu/web/static/js/board/slots.js";

const cell = (row, col) => ({ row, col });
const SIZE = { rows: 3, cols: 3 };
const SIDES = { ...SIZE, hasSides: true };
const FREE = { down: 0, right: 0, squeeze: { top: 1, left: 1 } };

// --- sides as slots -------------------------------------------------------------------------------

test("of a side at the frame one cell lies outside", () => {
  for (const text of ["r0c1-r1c1", "r1c0-r1c1", "r3c1-r4c1", "r2c3-r2c4"]) {
    const place = parsePlace(text);
    assert.equal(place.kind, "edge", text);
    assert.ok(isOnBoard(place, SIDES), text);
    assert.ok(!isOnBoard(place, SIZE), text);
  }
  for (const text of ["r0c1", "r0c1-r0c2", "r0c0-r0c1", "r1c0", "r0c0-r1c0", "r1c1-r1c0"])
    assert.equal(parsePlace(text), null, text);
  assert.ok(!isOnBoard(parsePlace("r4c1-r5c1"), SIDES));
  assert.equal(edgesAt(cell(0, 0), SIDES).length, 4);
  assert.equal(edgesAt(cell(0, 0), SIZE).length, 2);
});

test("corners and sides name each other", () => {
  for (const text of ["r0c1-r1c1", "r1c0-r1c1", "r1c1-r1c2", "r2c3-r3c3", "r3c3-r3c4"]) {
    const [a, b] = endsOf(text, NODES.corners);
    assert.equal(NODES.corners.slot(a, b), text);
    assert.equal(NODES.corners.slot(b, a), text);
  }
});

test("sides at the frame are hit from a little outside, and only where there are sides", () => {
  const near = (row, col, size = SIDES, stuck = FREE) => hit({ row, col }, size, stuck);
  assert.deepEqual([near(-0.1, 1.5).cell, near(-0.1, 1.5).edge], [null, "r0c2-r1c2"]);
  assert.deepEqual([near(-0.4, 1.5).edge, near(-0.4, 1.5).near], [null, "r0c2-r1c2"]);
  assert.equal(near(-0.6, 1.5).near, null);
  assert.equal(near(1.5, 3.2).edge, "r2c3-r2c4");
  assert.equal(near(0.1, 1.5).edge, "r0c2-r1c2");
  assert.equal(near(-0.1, 1.5, SIZE).near, null);
  assert.equal(near(0.1, 1.6, SIZE).near, "r1c2-r1c3");
  const covered = near(-0.4, 1.5, { ...SIDES, top: 1 });
  assert.equal(covered.near, null, "clues beside the grid come first");
  assert.equal(covered.margin.axis, "col");
  assert.equal(near(1.9, 1.5, SIDES, { ...FREE, down: 2 }).cell, null, "out of sight");
});

test("lines along sides meet at corners", () => {
  const sides = ["r0c1-r1c1", "r1c0-r1c1", "r3c3-r4c3"];
  assert.deepEqual(
    joined(sides, NODES.corners).map((line) => line.length),
    [2, 1],
  );
});

test("lines at a cell are told by their ways, loops node after node", () => {
  const position = Position.of(["r1c1-r1c2 line", "r1c1-r2c1 line", "r1c2-r2c2 line", "r2c1-r2c2 line"]);
  const context = { position, size: SIZE };
  assert.deepEqual(waysWith(cell(0, 0), context), ["down", "right"]);
  assert.deepEqual(waysWith(cell(0, 0), context, "line", false), []);
  assert.equal(loopOf(context).length, 4);
  assert.deepEqual(loopOf({ position: Position.of([]), size: SIZE }), []);
});

// --- areas -----------------------------------------------------------------------------------------

test("borders run between areas, in whole lines, and stop short of the frame", () => {
  const areas = [
    [0, 0],
    [1, 1],
  ];
  assert.deepEqual(areaCells(areas)[1], [cell(1, 0), cell(1, 1)]);
  assert.deepEqual(areaBorders(areas).lines, [
    [
      [1, 0.04],
      [1, 1.96],
    ],
  ]);
  const sides = ["r1c1-r2c1", "r1c2-r2c2", "r1c1-r1c2"].map((text) => sideOf(parsePlace(text)));
  assert.equal(joinSides(sides).length, 2);
});

// --- small functions -------------------------------------------------------------------------------

test("states go round and back, numbers count and are typed", () => {
  assert.equal(KIT.cycle([null, true, false], null), true);
  assert.equal(KIT.cycle([null, true, false], false), null);
  assert.equal(KIT.cycle([null, true, false], null, true), false);
  assert.equal(KIT.counted(["1", "2"], "2"), null);
  assert.equal(KIT.counted(["1", "2"], null, true), "2");
  const most = Array.from({ length: 12 }, (_, at) => String(at + 1));
  assert.deepEqual(
    [KIT.typed(most, "", "1"), KIT.typed(most, "1", "2"), KIT.typed(most, "1", "5"), KIT.typed(most, "", "0")],
    ["1", "12", "5", null],
  );
});

const STOPS = [2, 3].map((distance) => ({ way: "right", distance, cell: cell(0, distance) }));
const carried = (way, along) => ({ start: cell(0, 0), stops: STOPS, way, along });

test("what is slid follows the pointer along one way and is drawn to stops", () => {
  const pulled = (row, col, from = carried(null, 0)) => KIT.pulled(from, cell(row, col));
  assert.deepEqual(pulled(0.5, 0.7), { way: null, along: 0 });
  assert.deepEqual(pulled(0.5, 2.3), { way: "right", along: 2 });
  assert.deepEqual(pulled(0.5, 9), { way: "right", along: 3 });
  assert.deepEqual(pulled(3, 1.5, carried("right", 2)), { way: "right", along: 1 }, "it keeps its way");
  assert.equal(KIT.nearestStop(carried("right", 1.6)).distance, 2);
  assert.equal(KIT.nearestStop(carried("right", 0.4)), null);
  assert.equal(KIT.stopAt(carried(null, 0), cell(0, 3)).distance, 3);
  assert.deepEqual(KIT.cellOver(carried("right", 3)), cell(0, 3));
});

test("arrows push it from stop to stop, and back", () => {
  assert.deepEqual(KIT.pushed(carried(null, 0), "right", false), { way: "right", along: 2 });
  assert.deepEqual(KIT.pushed(carried("right", 3), "left", false), { way: "right", along: 2 });
  assert.deepEqual(KIT.pushed(carried("right", 2), "left", false), { way: "right", along: 0 });
  assert.equal(KIT.pushed(carried("right", 2), "up", false), null);
  assert.equal(KIT.pushed(carried("right", 3), "right", false), null);
});

test("a run keeps to its line, takes back what lies behind and spares what differs", () => {
  const position = Position.of(["r1c3 shaded"]);
  const draft = new Draft(position, PLAIN, () => {});
  const shown = [];
  const run = KIT.paintingAlong(
    { draft, size: { rows: 3, cols: 4 } },
    {
      read: (at) => position.get(KIT.cellText(at), "shaded") ?? null,
      write: (at, state) => draft.set(KIT.cellText(at), "shaded", state),
      decide: (was) => (was === null ? false : null),
      show: ({ axis, count }) => shown.push([axis, count]),
    },
  );
  const at = (row, col, alt = false) => ({ row: row + 0.5, col: col + 0.5, cell: cell(row, col), alt });
  run.start(at(0, 0));
  run.move(at(0, 3));
  assert.deepEqual(position.facts().toSorted(), [
    "r1c1 not shaded",
    "r1c2 not shaded",
    "r1c3 shaded",
    "r1c4 not shaded",
  ]);
  run.move(at(2, 1));
  assert.deepEqual(position.facts().toSorted(), ["r1c1 not shaded", "r1c2 not shaded", "r1c3 shaded"]);
  run.move(at(0, 0));
  run.move(at(2, 0));
  assert.deepEqual(position.facts().toSorted(), [
    "r1c1 not shaded",
    "r1c3 shaded",
    "r2c1 not shaded",
    "r3c1 not shaded",
  ]);
  assert.deepEqual(shown, [
    ["row", 3],
    ["row", 2],
    [null, 1],
    ["col", 3],
  ]);
});

test("what helpers wrote is taken back, what players wrote is not", () => {
  const position = Position.of(["r1c1 not shaded"]);
  position.add("r1c2 not shaded", { by: "helper", trial: 0 });
  const draft = new Draft(position, PLAIN, () => {});
  for (const slot of ["r1c1", "r1c2"]) KIT.takeBack({ draft, position }, slot, "shaded", false);
  assert.deepEqual(position.facts(), ["r1c1 not shaded"]);
});
