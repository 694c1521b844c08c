/** Boxes on a picture, and pictures as cells. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as crop from "../../src/enpitsu/web/static/js/picture/cropmath.js";
import { differences, nameOf, valuesOf } from "../../src/enpitsu/web/static/js/picture/grid.js";

const BOUNDS = { height: 100, width: 200 };
const box = (top, left, height, width) => ({ top, left, height, width });

function isInside({ top, left, height, width }, bounds = BOUNDS) {
  const near = 1e-9;
  return top >= -near && left >= -near && top + height <= bounds.height + near && left + width <= bounds.width + near;
}

test("a box moves as far as there is room", () => {
  assert.deepEqual(crop.moved(box(10, 10, 20, 20), 1000, -1000, BOUNDS), box(80, 0, 20, 20));
  assert.deepEqual(crop.moved(box(0, 0, 100, 200), 5, 5, BOUNDS), box(0, 0, 100, 200));
});

test("whatever is typed becomes a box within the picture", () => {
  assert.deepEqual(crop.put(box(-5, 500, 1, 9999), BOUNDS), box(0, 0, 4, 200));
  assert.deepEqual(crop.put(box(0, 0, 50, 50), { height: 2, width: 3 }), box(0, 0, 2, 3), "smaller than the least box");
  const shaped = crop.put(box(0, 0, 100, 200), BOUNDS, 1);
  assert.deepEqual(shaped, box(0, 50, 100, 100));
  assert.ok(crop.isWhole(crop.whole(BOUNDS), BOUNDS) && crop.isWhole(box(0, 0, 99, 199), BOUNDS));
  assert.ok(!crop.isWhole(box(0, 0, 98, 200), BOUNDS));
});

test("a handle leaves the opposite side where it is", () => {
  const start = box(20, 40, 30, 60);
  assert.deepEqual(crop.resized(start, "se", { x: 150, y: 90 }, BOUNDS), box(20, 40, 70, 110));
  assert.deepEqual(crop.resized(start, "nw", { x: 10, y: 5 }, BOUNDS), box(5, 10, 45, 90));
  assert.deepEqual(crop.resized(start, "e", { x: 130, y: 0 }, BOUNDS), box(20, 40, 30, 90));
  assert.deepEqual(crop.resized(start, "n", { x: 0, y: 0 }, BOUNDS), box(0, 40, 50, 60));
  assert.deepEqual(
    crop.resized(start, "w", { x: 150, y: 0 }, BOUNDS),
    box(20, 100, 30, 50),
    "pulled beyond, it turns over",
  );
});

test("every handle keeps within the picture and to the shape, wherever it is pulled", () => {
  for (const handle of crop.HANDLES)
    for (const ratio of [null, 1, 3, 0.4])
      for (const x of [-50, 0, 37, 199, 400])
        for (const y of [-50, 0, 61, 99, 300]) {
          const found = crop.resized(box(30, 50, 40, 40 * (ratio ?? 1.5)), handle, { x, y }, BOUNDS, ratio);
          const told = `${handle} ${ratio} ${x} ${y}: ${JSON.stringify(found)}`;
          assert.ok(isInside(found), told);
          assert.ok(found.width > 0 && found.height > 0, told);
        }
});

test("a box that is drawn has its corner where the pointer began", () => {
  assert.deepEqual(crop.between({ x: 50, y: 50 }, { x: 20, y: 90 }, BOUNDS), box(50, 20, 40, 30));
  assert.deepEqual(crop.between({ x: 50, y: 50 }, { x: 60, y: 90 }, BOUNDS, 2), box(50, 50, 40, 80));
  assert.deepEqual(
    crop.between({ x: 150, y: 50 }, { x: 190, y: 99 }, BOUNDS, 2),
    box(50, 150, 25, 50),
    "as the room allows",
  );
});

test("pictures are compared cell by cell", () => {
  assert.equal(nameOf(5, 3), "r2c3");
  const before = valuesOf(["r1c1 red", "r2c2 red"], { rows: 2, cols: 2 });
  assert.deepEqual(before, ["red", "", "", "red"]);
  assert.deepEqual(differences(before, ["", "red", "", "blue"]), [
    { at: 0, old: "red", value: "", sort: "emptied" },
    { at: 1, old: "", value: "red", sort: "filled" },
    { at: 3, old: "red", value: "blue", sort: "recoloured" },
  ]);
});
