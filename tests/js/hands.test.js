/** What hands and keys do: gestures to actions, keys to actions, points to places. */

import assert from "node:assert/strict";
import { test } from "node:test";
import makeNonogram from "../../src/enpitsu/kinds/nonogram/web/index.js";
import makeSatogaeri from "../../src/enpitsu/kinds/satogaeri/web/index.js";
import makeYajilin from "../../src/enpitsu/kinds/yajilin/web/index.js";
import * as hands from "../../src/enpitsu/web/static/js/board/hands.js";
import { combination, Keymap } from "../../src/enpitsu/web/static/js/board/keymap.js";
import { between, hit } from "../../src/enpitsu/web/static/js/board/pointer.js";
import { boardOf } from "../../src/enpitsu/web/static/js/kit/play.js";

const HANDS = {
  clicks: ["fill", "cross"],
  drags: ["fill", "line"],
  presets: {
    usual: { click: "fill", drag: "line", "right-click": "cross", "right-drag": "fill", "long-press": "cross" },
    bare: { click: "none", drag: "line", "right-click": "cross", "right-drag": "none", "long-press": "none" },
  },
  fixed: ["erase"],
};
const { usual, bare } = HANDS.presets;

test("a gesture has the actions of its sort, and none", () => {
  assert.deepEqual(hands.choices(HANDS, "click"), ["fill", "cross", "none"]);
  assert.deepEqual(hands.choices(HANDS, "right-drag"), ["fill", "line", "none"]);
  assert.deepEqual(hands.choices(HANDS, "long-press"), ["fill", "cross", "line", "none"]);
});

test("what is chosen counts where it can be, else the first preset", () => {
  assert.deepEqual(hands.tableOf(HANDS), usual);
  assert.deepEqual(hands.tableOf(HANDS, { click: "line", drag: "none", "long-press": "line", other: "fill" }), {
    ...usual,
    drag: "none",
    "long-press": "line",
  });
  assert.equal(hands.presetOf(HANDS, bare), "bare");
  assert.equal(hands.presetOf(HANDS, { ...bare, click: "fill" }), hands.OWN);
});

test("a press has the actions of its button", () => {
  const of = (table, how) => hands.actionsOf(table, { secondary: false, scheme: "two", ...how });
  assert.deepEqual(of(usual, {}), { click: "fill", drag: "line" });
  assert.deepEqual(of(usual, { secondary: true }), { click: "cross", drag: "fill" });
  assert.deepEqual(of(usual, { secondary: true, isLong: true }), { click: "cross", drag: "cross" });
  assert.deepEqual(of(bare, {}), { click: "none", drag: "line" });
  assert.deepEqual(of(bare, { scheme: "one" }), { click: "cross", drag: "line" }, "with one button nothing is lost");
});

for (const kind of [makeNonogram, makeSatogaeri, makeYajilin].map(boardOf)) {
  test(`every preset of ${kind.id} can be chosen, and every tool that is fixed is there`, () => {
    for (const [name, preset] of Object.entries(kind.hands.presets)) {
      assert.deepEqual(hands.tableOf(kind.hands, preset), preset, name);
      assert.deepEqual(Object.keys(preset).sort(), [...hands.GESTURES].sort(), name);
      assert.equal(hands.presetOf(kind.hands, preset), name);
    }
    const tools = typeof kind.tools === "function" ? kind.tools({ isColoured: false }) : kind.tools;
    for (const tool of kind.hands.fixed) assert.ok(tools.includes(tool), tool);
  });
}

// --- one press that is a click or a drag ------------------------------------------------------------

function pressed(makers) {
  const told = [];
  const maker = (name) => () => ({
    start: ({ cell }) => told.push(`${name} start ${cell.col}`),
    move: ({ cell }) => told.push(`${name} move ${cell?.col ?? "out"}`),
    end: () => told.push(`${name} end`),
    cancel: () => told.push(`${name} cancel`),
  });
  const made = Object.fromEntries(Object.entries(makers).map(([sort, name]) => [sort, maker(name)]));
  if (makers.click === makers.drag) made.drag = made.click;
  const gesture = hands.clickOrDrag({}, () => made);
  const at = (col) => ({ cell: col === null ? null : { row: 0, col } });
  return { told, gesture, at };
}

test("two different gestures begin when the pointer leaves its cell or is lifted", () => {
  const clicked = pressed({ click: "click", drag: "drag" });
  clicked.gesture.start(clicked.at(1));
  clicked.gesture.move(clicked.at(1));
  assert.deepEqual(clicked.told, []);
  clicked.gesture.end(clicked.at(1));
  assert.deepEqual(clicked.told, ["click start 1", "click end"]);

  const dragged = pressed({ click: "click", drag: "drag" });
  dragged.gesture.start(dragged.at(1));
  dragged.gesture.move(dragged.at(2));
  dragged.gesture.move(dragged.at(1));
  dragged.gesture.end(dragged.at(1));
  assert.deepEqual(dragged.told, ["drag start 1", "drag move 2", "drag move 1", "drag end"]);
});

test("the same gesture begins at once, and none at all may be", () => {
  const same = pressed({ click: "fill", drag: "fill" });
  same.gesture.start(same.at(1));
  assert.deepEqual(same.told, ["fill start 1"]);
  same.gesture.cancel();
  assert.deepEqual(same.told, ["fill start 1", "fill cancel"]);

  const none = pressed({});
  none.gesture.start(none.at(1));
  none.gesture.move(none.at(null));
  none.gesture.end(none.at(null));
  none.gesture.cancel();
  assert.deepEqual(none.told, []);

  const left = pressed({ click: "click" });
  left.gesture.start(left.at(1));
  left.gesture.move(left.at(2));
  left.gesture.end(left.at(1));
  assert.deepEqual(left.told, [], "who has left the cell does not click");
});

// --- keys -------------------------------------------------------------------------------------------

const event = (key, held = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("keys have one name on every keyboard", () => {
  assert.equal(combination(event(" ")), "Space");
  assert.equal(combination(event("Z", { ctrlKey: true, shiftKey: true })), "Ctrl+Shift+z");
  assert.equal(combination(event("z", { metaKey: true })), "Ctrl+z");
  assert.equal(combination(event("?", { shiftKey: true })), "?", "a sign that needs Shift here needs none elsewhere");
  assert.equal(combination(event("ArrowUp", { shiftKey: true, altKey: true })), "Alt+Shift+ArrowUp");
});

test("a kind's keys go before the shared ones, the player's before both", () => {
  const own = new Keymap({ cycle: ["Space"], mark: ["h"] });
  assert.equal(own.action(event(" ")), "cycle");
  assert.equal(own.action(event("h")), "mark");
  const bound = new Keymap({ cycle: ["Space"] }, { undo: ["u"], nothing: ["x"] });
  assert.equal(bound.action(event("u")), "undo");
  assert.equal(bound.action(event("z")), undefined, "the keys of before are free");
  assert.equal(bound.action(event("x")), undefined, "an action that is not there is not bound");
});

test("a key that is bound anew is taken from the action that had it", () => {
  const keymap = new Keymap({ cycle: ["Space"] });
  keymap.bind("hint", ["z", "Space"]);
  assert.equal(keymap.action(event("z")), "hint");
  assert.deepEqual(keymap.keys().undo, ["Ctrl+z"]);
  assert.deepEqual(keymap.changes(), { hint: ["z", "Space"], undo: ["Ctrl+z"], cycle: [] });
  assert.throws(() => keymap.bind("dance", ["d"]), /no such action/);
  keymap.keys().hint.push("x");
  assert.equal(keymap.action(event("x")), undefined, "what it gives away is a copy");
});

// --- points -----------------------------------------------------------------------------------------

const SIZE = { rows: 3, cols: 4, top: 2, left: 1 };
const STILL = { down: 0, right: 0, squeeze: { top: 1, left: 1 } };

test("a point lies in a cell, near an edge that is inside", () => {
  const middle = hit({ row: 1.5, col: 1.6 }, SIZE, STILL);
  assert.deepEqual(middle.cell, { row: 1, col: 1 });
  assert.deepEqual([middle.edge, middle.near], [null, "r2c2-r2c3"]);
  assert.equal(hit({ row: 1.1, col: 1.5 }, SIZE, STILL).edge, "r1c2-r2c2");
  const corner = hit({ row: 0.01, col: 0.3 }, SIZE, STILL);
  assert.deepEqual([corner.edge, corner.near], [null, "r1c1-r1c2"], "the outer side is no edge");
  assert.deepEqual(hit({ row: 3.5, col: 0.5 }, SIZE, STILL).cell, null);
  assert.equal(hit({ row: 0.5, col: 0.5 }, { rows: 1, cols: 1 }, STILL).near, null, "a single cell has no edge");
});

test("a point over clues lies in their line, however the board is moved", () => {
  const { margin, cell } = hit({ row: -0.5, col: 2.5 }, SIZE, STILL);
  assert.deepEqual([cell, margin], [null, { axis: "col", at: 2, row: -0.5, col: 2.5 }]);
  assert.deepEqual(hit({ row: 1.5, col: -0.5 }, SIZE, STILL).margin, { axis: "row", at: 1, row: 1.5, col: -0.5 });
  assert.equal(hit({ row: -0.5, col: -0.5 }, SIZE, STILL).margin, null, "the corner");
  assert.equal(hit({ row: -2.5, col: 0.5 }, SIZE, STILL).margin, null, "beyond the clues");
  const moved = { down: 1, right: 0, squeeze: { top: 0.5, left: 1 } };
  const covered = hit({ row: 0.75, col: 0.5 }, SIZE, moved);
  assert.deepEqual([covered.cell, covered.margin], [null, { axis: "col", at: 0, row: -0.5, col: 0.5 }]);
});

test("a path has a point in every quarter of a cell, the last included", () => {
  const path = between({ row: 0, col: 0 }, { row: 0, col: 1 });
  assert.deepEqual(
    path.map(({ col }) => col),
    [0.25, 0.5, 0.75, 1],
  );
  assert.deepEqual(between({ row: 1, col: 1 }, { row: 1, col: 1 }), [{ row: 1, col: 1 }]);
});
