/** The window on the board: what is seen, at which scale, and where a point lies. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { View } from "../../src/enpitsu/web/static/js/board/view.js";

const NEAR = 1e-6;
const near = (value, wanted, text) => assert.ok(Math.abs(value - wanted) < NEAR, `${text}: ${value} is not ${wanted}`);

function shown(size, width, height, { largest = 56, opening = 0 } = {}) {
  const view = new View({ top: 0, left: 0, ...size }, largest, opening);
  view.resize(width, height);
  return view;
}

/** True if a cell is seen whole, not covered by clues. */
function isSeen(view, { row, col }) {
  const [first, last] = [view.at(0, 0), view.at(view.width, view.height)];
  const { top, left } = view.beside;
  const isIn = (at, from, to) => at >= from - NEAR && at + 1 <= to + NEAR;
  return isIn(row, Math.max(0, first.row + top), last.row) && isIn(col, Math.max(0, first.col + left), last.col);
}

test("a board is fitted into its box, clues included, but not larger than wanted", () => {
  const view = shown({ rows: 10, cols: 10 }, 500, 400);
  near(view.scale, 400 / 10.44, "scale");
  near(view.at(250, 200).row, 5, "row in the middle");
  assert.equal(shown({ rows: 2, cols: 2 }, 500, 400).scale, 56);
  near(shown({ rows: 10, cols: 10, left: 5 }, 500, 900).scale, 500 / 15.44, "scale with clues");
  assert.equal(shown({ rows: 10, cols: 10 }, 0, 0).scale, 0.5, "a box without room");
});

test("a board that would be too small opens at its top left corner", () => {
  const view = shown({ rows: 100, cols: 100 }, 400, 400, { opening: 20 });
  assert.deepEqual([view.isFitted, view.scale], [false, 20]);
  assert.ok(isSeen(view, { row: 0, col: 0 }));
  assert.ok(!isSeen(view, { row: 50, col: 50 }));
  view.resize(2000, 2000);
  assert.equal(view.isFitted, true, "as long as nobody moved it, it opens anew");
  const kept = shown({ rows: 100, cols: 100 }, 2000, 2000, { opening: 20 });
  kept.keep();
  kept.resize(400, 400);
  assert.equal(kept.isFitted, true, "somebody works with what is seen");
});

test("zooming keeps the point under the pointer where it is", () => {
  const view = shown({ rows: 20, cols: 20 }, 600, 600);
  const before = view.at(310, 290);
  view.zoom(2, 310, 290);
  const after = view.at(310, 290);
  near(after.row, before.row, "row");
  near(after.col, before.col, "col");
  view.zoom(0.01);
  assert.equal(view.isFitted, true, "no smaller than the whole board");
  view.zoom(1000);
  assert.equal(view.scale, 96, "cells of 96 pixels are the largest");
  view.zoom(1 / 1.0000001);
  assert.equal(view.isFitted, false);
});

test("clues beside the grid take at most 40 % of the window when it is zoomed in", () => {
  for (const [x, y] of [
    [5, 5],
    [300, 5],
    [595, 595],
    [200, 300],
  ]) {
    const view = shown({ rows: 30, cols: 30, top: 8, left: 8 }, 600, 600);
    for (let turn = 0; turn < 12; turn++) {
      view.zoom(1.3, x, y);
      const { top, left } = view.beside;
      assert.ok(
        top * view.scale <= 0.4 * 600 + NEAR && left * view.scale <= 0.4 * 600 + NEAR,
        "clues take at most 40 %",
      );
      const { top: high, left: wide } = view.squeeze;
      assert.ok(high > 0 && high <= 1 && wide > 0 && wide <= 1);
    }
  }
});

test("panning never loses the board", () => {
  const view = shown({ rows: 20, cols: 30 }, 600, 600);
  view.pan(500, 500);
  assert.equal(view.isFitted, true, "a fitted board stays");
  view.zoom(4);
  view.pan(1e6, 1e6);
  assert.ok(isSeen(view, { row: 0, col: 0 }));
  view.pan(-1e6, -1e6);
  assert.ok(isSeen(view, { row: 19, col: 29 }));
});

test("every cell can be brought into sight", () => {
  for (const size of [
    { rows: 40, cols: 40 },
    { rows: 40, cols: 40, top: 10, left: 6 },
    { rows: 1, cols: 60 },
  ]) {
    const view = shown(size, 500, 400);
    view.zoom(4);
    for (let row = 0; row < size.rows; row += 3)
      for (let col = 0; col < size.cols; col += 3) {
        view.reveal({ row, col });
        assert.ok(isSeen(view, { row, col }), `${JSON.stringify(size)} r${row + 1}c${col + 1}`);
      }
  }
});

test("the numbers beside the board take room of their own", () => {
  const view = shown({ rows: 10, cols: 10 }, 500, 500);
  const before = view.scale;
  view.outer = 0.62;
  view.resize(500, 500);
  assert.ok(view.scale < before);
  const [x, y, width, height] = view.box(40);
  near(width, (500 / view.scale) * 40, "width");
  near(height, width, "height");
  assert.ok(x < -0.62 * 40 && y < -0.62 * 40);
});

test("a picture is the grid alone, in the middle, and all of the board comes back", () => {
  const view = shown({ rows: 10, cols: 10, left: 5, top: 5, bottom: 0.2, right: 2 }, 600, 600);
  const before = view.scale;
  view.zoom(2);
  view.present(true);
  near(view.scale, Math.min(56, 600 / 10.64), "scale");
  near(view.at(300, 300).col, 5, "column in the middle");
  assert.ok(isSeen(view, { row: 0, col: 0 }) && isSeen(view, { row: 9, col: 9 }));
  view.present(false);
  near(view.scale, before, "scale again");
  const rimmed = shown({ rows: 10, cols: 10, left: 0.3, top: 0.3 }, 600, 600);
  const whole = rimmed.scale;
  rimmed.present(true);
  near(rimmed.scale, whole, "a rim belongs to the grid");
});
