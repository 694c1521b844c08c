/** Lines that hang together. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { joined } from "../../src/enpitsu/web/static/js/board/looks.js";

const groups = (edges) =>
  joined(edges)
    .map((line) => line.toSorted().join(" "))
    .sort();

test("edges that share a cell are one line", () => {
  assert.deepEqual(groups([]), []);
  assert.deepEqual(groups(["r1c1-r1c2", "r5c5-r5c6", "r1c2-r2c2"]), ["r1c1-r1c2 r1c2-r2c2", "r5c5-r5c6"]);
});

test("lines that meet late are one", () => {
  const row = Array.from({ length: 50 }, (_, at) => `r1c${at + 1}-r1c${at + 2}`);
  const shuffled = [...row.filter((_, at) => at % 2), ...row.filter((_, at) => at % 2 === 0)];
  assert.equal(joined(shuffled).length, 1);
  assert.equal(joined(shuffled.filter((edge) => edge !== "r1c25-r1c26")).length, 2);
  const loop = ["r1c1-r1c2", "r1c2-r2c2", "r2c1-r2c2", "r1c1-r2c1"];
  assert.equal(joined(loop).length, 1);
});
