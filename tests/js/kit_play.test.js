/** Boards of kinds that are declared: hands, keys, looks and words follow from the declaration. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GESTURES, presetOf, tableOf } from "../../src/enpitsu/web/static/js/board/hands.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { Draft } from "../../src/enpitsu/web/static/js/board/position.js";
import { play } from "../../src/enpitsu/web/static/js/kit/play.js";
import { played } from "./played.js";

const HELPER = { by: "helper", trial: 0 };
const shade = { name: "shaded", on: "cells", values: [], look: "shade", hands: "paint", denial: "dot" };
const edges = { name: "line", on: "edges", values: [], look: "line", hands: "line", denial: "cross" };
const sides = { ...edges, on: "sides" };
const digits = { name: "height", on: "cells", values: "size", look: "number", hands: "type", denial: "small" };
const numbers = { name: "numbers", on: "cells", least: 0, most: 9, unknown: true, look: "number", blocks: false };
const rooms = [
  [0, 0, 1],
  [0, 2, 1],
  [2, 2, 1],
];

const declared = (id, clues, marks, areas = null) => play({ id, clues, areas, marks });
const KINDS = {
  loop: declared("loop", [numbers], [sides]),
  rooms: declared("rooms", [{ ...numbers, on: "areas", look: "small" }], [shade], "rooms"),
  pearls: declared("pearls", [{ ...numbers, values: ["white", "black"], look: "pearl" }], [edges]),
  islands: declared("islands", [{ ...numbers, blocks: true }], [shade]),
  lights: declared("lights", [{ ...numbers, look: "wall", blocks: true }], [{ ...shade, name: "lamp", look: "light" }]),
  rivers: declared("rivers", [{ ...numbers, look: "wall", blocks: true }], [shade, edges]),
  apart: declared("apart", [{ ...numbers, blocks: true }], [{ ...shade, apart: true }, edges]),
  towers: declared("towers", [{ ...numbers, on: "border" }], [digits]),
  letters: declared("letters", [], [{ ...digits, values: ["A", "B", "C"] }]),
  two: declared("two", [], [shade, { ...shade, name: "ringed" }, { ...shade, name: "lit", look: "light" }]),
};
const at = (name, clues = {}, more = {}, facts = []) =>
  played(KINDS[name], { rows: 3, cols: 3, numbers: clues, rooms, ...more }, facts);

for (const [name, kind] of Object.entries(KINDS)) {
  test(`${name}: presets can be chosen, tools that are fixed are there, all is drawn`, () => {
    for (const [preset, table] of Object.entries(kind.hands.presets)) {
      assert.deepEqual(tableOf(kind.hands, table), table, preset);
      assert.deepEqual(Object.keys(table).sort(), [...GESTURES].sort(), preset);
      assert.equal(presetOf(kind.hands, table), preset);
    }
    for (const tool of kind.hands.fixed) assert.ok(kind.tools.includes(tool), tool);
    assert.equal(new Set(kind.tools).size, kind.tools.length);
    const hand = at(name);
    for (const { type } of hand.scene.shapes) assert.match(type, /^(rect|circle|path|label)$/);
    for (const tool of kind.tools)
      hand
        .tool(tool)
        .drag([[0.5, 0.5]])
        .key("erase");
  });
}

describe("lines along sides", () => {
  test("a click goes round line, cross and empty, at the frame from outside too", () => {
    const hand = at("loop");
    const seen = [];
    for (let turn = 0; turn < 3; turn++) seen.push(hand.click([-0.2, 0.5]).facts);
    assert.deepEqual(seen, [["r0c1-r1c1 line"], ["r0c1-r1c1 not line"], []]);
    assert.deepEqual(hand.click([1.5, 3.3]).facts, ["r2c3-r2c4 line"]);
    assert.deepEqual(hand.click([-0.8, 0.5]).facts, ["r2c3-r2c4 line"], "too far away");
  });

  test("the other button and a long press cross; another preset only draws", () => {
    assert.deepEqual(at("loop").click([1.1, 0.5], { secondary: true }).facts, ["r1c1-r2c1 not line"]);
    assert.deepEqual(at("loop").tap([1.1, 0.5], { isLong: true }).facts, ["r1c1-r2c1 not line"]);
    const hand = at("loop", {}, {}, ["r1c1-r2c1 line"]);
    assert.deepEqual(hand.click([1.1, 0.5], { hands: "line-cross" }).facts, []);
  });

  test("a drag draws from corner to corner, back takes back, along a line it erases", () => {
    const around = [
      [0.1, 0.05],
      [0.05, 2.9],
      [1.1, 3.05],
    ];
    const line = ["r0c1-r1c1 line", "r0c2-r1c2 line", "r0c3-r1c3 line", "r1c3-r1c4 line"];
    const hand = at("loop").drag(around);
    assert.deepEqual(hand.facts, line);
    assert.deepEqual(hand.drag([...around].reverse()).facts, []);
    assert.deepEqual(at("loop").drag([...around, [0, 3], [0, 1]]).facts, line.slice(0, 1));
  });

  test("a drag that begins in the middle of a side draws all of it, one across draws nothing", () => {
    const along = [
      [1.02, 1.5],
      [1.05, 3],
    ];
    assert.deepEqual(at("loop").drag(along).facts, ["r1c2-r2c2 line", "r1c3-r2c3 line"]);
    const across = [
      [1, 1.5],
      [3, 1.5],
    ];
    assert.deepEqual(at("loop").drag(across).facts, []);
  });

  test("a line drawn over a cross takes its place; past the middle of a cell it goes round as the pointer does", () => {
    const hand = at("loop", {}, {}, ["r1c1-r2c1 not line"]);
    const aslant = [
      [1, 0.1],
      [1.3, 1],
      [2, 1.1],
    ];
    assert.deepEqual(hand.drag(aslant).facts, ["r1c1-r2c1 line", "r2c1-r2c2 line"]);
  });

  test("a click in the middle of a clue greys it", () => {
    const hand = at("loop", { r2c2: 3 }).click([1.5, 1.55]);
    assert.deepEqual([hand.facts, [...hand.used]], [[], ["r2c2"]]);
    assert.deepEqual(hand.click([1.5, 0.5]).facts.length, 1, "without a clue the nearest side is meant");
  });

  test("keys write on the sides of the cell", () => {
    const hand = at("loop", { r1c1: 2 }).key("line-up", "cross-left", "line-right", "line-right");
    assert.deepEqual(hand.facts, ["r0c1-r1c1 line", "r1c0-r1c1 not line"]);
    assert.equal(hand.label(0, 0), "loop.says.clue 2, loop.says.line loop.says.up, loop.says.cross loop.says.left");
  });

  test("the eraser takes the nearest side with a click, and those that it passes", () => {
    const facts = ["r0c1-r1c1 line", "r1c1-r1c2 line", "r1c2-r1c3 not line"];
    assert.deepEqual(at("loop", {}, {}, facts).tool("erase").click([-0.2, 0.5]).facts, facts.slice(1));
    const path = [
      [0.5, 0.5],
      [0.5, 2.5],
    ];
    assert.deepEqual(at("loop", {}, {}, facts).tool("erase").drag(path).facts, facts.slice(0, 1));
  });

  test("the helper crosses where a line has passed a corner", () => {
    const facts = ["r0c1-r1c1 line", "r0c2-r1c2 line"];
    const hand = at("loop", {}, {}, facts);
    KINDS.loop.helpers.crosses(hand.context(), ["r0c2-r1c2"]);
    assert.deepEqual(hand.facts, [...facts, "r1c1-r1c2 not line"].toSorted());
  });

  test("a loop hangs together and is traced", () => {
    const loop = ["r0c1-r1c1", "r1c0-r1c1", "r1c1-r1c2", "r1c1-r2c1"];
    const hand = at(
      "loop",
      {},
      {},
      loop.map((slot) => `${slot} line`),
    );
    assert.deepEqual(KINDS.loop.group({ row: 0, col: 0 }, hand.context()).toSorted(), loop);
    const traced = [];
    const board = { surface: { trace: (points) => traced.push(...points) } };
    KINDS.loop.finale(hand.context({ board }));
    assert.deepEqual(traced.map(String).toSorted(), ["0,0", "0,1", "1,0", "1,1"]);
  });
});

describe("marks in cells", () => {
  test("a click goes round, a drag paints what the first cell became", () => {
    const hand = at("rooms");
    const row = [
      [0.5, 0.5],
      [0.5, 2.5],
    ];
    assert.deepEqual(hand.click([0.5, 1.5]).facts, ["r1c2 shaded"]);
    assert.deepEqual(hand.drag(row).facts, ["r1c1 shaded", "r1c2 shaded", "r1c3 shaded"]);
    assert.deepEqual(hand.drag(row).facts, ["r1c1 not shaded", "r1c2 not shaded", "r1c3 not shaded"]);
    assert.deepEqual(hand.drag(row).facts, []);
  });

  test("a drag leaves alone what does not stand as the first cell did", () => {
    const hand = at("rooms", {}, {}, ["r1c2 not shaded"]);
    assert.deepEqual(
      hand.drag([
        [0.5, 0.5],
        [0.5, 2.5],
      ]).facts,
      ["r1c1 shaded", "r1c2 not shaded", "r1c3 shaded"],
    );
  });

  test("the other button dots; a preset for two buttons has no round", () => {
    assert.deepEqual(at("rooms").click([0.5, 0.5], { secondary: true }).facts, ["r1c1 not shaded"]);
    assert.deepEqual(at("rooms").tap([0.5, 0.5], { isLong: true }).facts, ["r1c1 not shaded"]);
    const hand = at("rooms").click([0.5, 0.5], { hands: "shade-dot" });
    assert.deepEqual(hand.click([0.5, 0.5], { hands: "shade-dot" }).facts, []);
    assert.deepEqual(
      hand.tap([0.5, 0.5], { hands: "shade-dot" }).tap([0.5, 0.5], { hands: "shade-dot" }).facts,
      ["r1c1 not shaded"],
      "with one button a tap goes round all the same",
    );
  });

  test("nothing is written where a clue blocks its cell: a click greys it", () => {
    const hand = at("islands", { r2c2: 3 }).click([1.5, 1.5]);
    assert.deepEqual([hand.facts, [...hand.used]], [[], ["r2c2"]]);
    assert.deepEqual(hand.go(1, 1).key("cycle", "dot").facts, []);
    assert.deepEqual(at("rooms", { r1c1: 3 }).click([0.5, 0.5]).facts, ["r1c1 shaded"], "others do not");
  });

  test("several marks take turns, and one denial means none of them", () => {
    assert.deepEqual(KINDS.two.tools, ["auto", "shade", "ringed", "light", "dot", "erase"]);
    const hand = at("two");
    const seen = [];
    for (let turn = 0; turn < 5; turn++) seen.push(hand.key("cycle").facts.join());
    const none = ["r1c1 not lit", "r1c1 not ringed", "r1c1 not shaded"].join();
    assert.deepEqual(seen, ["r1c1 shaded", "r1c1 ringed", "r1c1 lit", none, ""]);
  });

  test("cells that hang together are shown", () => {
    const hand = at("rooms", {}, {}, ["r1c1 shaded", "r1c2 shaded", "r2c2 shaded", "r3c3 shaded"]);
    assert.deepEqual(KINDS.rooms.group({ row: 0, col: 0 }, hand.context()), ["r1c1", "r1c2", "r2c2"]);
  });

  test("words tell the mark and the area", () => {
    const hand = at("rooms", { r1c1: 2 }, {}, ["r1c1 shaded"]);
    assert.equal(hand.label(0, 0), "rooms.says.clue 2, rooms.says.shade, rooms.says.area-clue 1 2");
    assert.equal(hand.label(0, 2), "rooms.says.area 2");
  });
});

describe("marks that may not touch", () => {
  const hands = "shade-dot";
  const row = [
    [0.5, 0.5],
    [0.5, 2.5],
  ];
  const tool = (name, facts = []) => at("apart", { r2c2: 1 }, {}, facts).tool(name);

  test("a drag paints every other cell, over dots too, and spares lines", () => {
    assert.deepEqual(tool("shade", ["r1c3 not shaded"]).drag(row).facts, ["r1c1 shaded", "r1c3 shaded"]);
    const line = ["r1c3-r2c3 line"];
    assert.deepEqual(tool("shade", line).drag(row).facts, ["r1c1 shaded", ...line]);
    assert.deepEqual(tool("shade", line).drag([...row].reverse()).facts, ["r1c1 shaded", "r1c3 shaded"]);
  });

  test("a drag of dots spares marks, unless it begins on one", () => {
    const facts = ["r1c1 shaded", "r1c3 shaded"];
    assert.deepEqual(tool("dot", ["r1c3 shaded"]).drag(row).facts, [
      "r1c1 not shaded",
      "r1c2 not shaded",
      "r1c3 shaded",
    ]);
    assert.deepEqual(
      tool("dot", facts).drag(row).facts,
      [1, 2, 3].map((col) => `r1c${col} not shaded`),
    );
  });

  test("with one button a tap goes round, a drag does not", () => {
    const facts = ["r1c1 shaded", "r1c3 shaded"];
    const dragged = at("apart", {}, {}, facts).drag(row, { type: "touch", secondary: true, hands: "dot-shade" });
    assert.deepEqual(dragged.facts, [], "it takes marks away and sets no dots");
    const seen = [];
    const tapped = at("apart");
    for (let turn = 0; turn < 3; turn++) seen.push(tapped.tap([0.5, 0.5], { hands }).facts.join());
    assert.deepEqual(seen, ["r1c1 shaded", "r1c1 not shaded", ""]);
  });

  test("a click on a clue greys it, but for one that crosses; its lines are not told", () => {
    const hand = tool("shade").click([1.5, 1.95]);
    assert.deepEqual([hand.facts, [...hand.used]], [[], ["r2c2"]]);
    hand.tool("cross").click([1.5, 1.7]);
    assert.deepEqual(hand.facts, ["r2c2-r2c3 not line"]);
    assert.equal(hand.label(1, 1), "apart.says.clue 1, apart.says.used");
  });

  test("the helper dots round a mark, never clues, and takes its dots away with it", () => {
    const hand = at("apart", { r2c2: 1 }, {}, ["r1c2 shaded"]);
    KINDS.apart.helpers.dots(hand.context({ draft: new Draft(hand.position, HELPER, () => {}) }), ["r1c2"]);
    assert.deepEqual(hand.facts, ["r1c1 not shaded", "r1c2 shaded", "r1c3 not shaded"]);
    hand.go(0, 1).key("erase");
    KINDS.apart.helpers.dots(hand.context(), ["r1c2"]);
    assert.deepEqual(hand.facts, []);
  });

  test("the helper crosses where no line can go", () => {
    const hand = at("apart", { r2c2: 1 }, {}, ["r1c1-r1c2 line", "r3c3 shaded"]);
    KINDS.apart.helpers.crosses(hand.context(), ["r1c1-r1c2", "r3c3"]);
    const crossed = ["r1c2-r2c2", "r2c3-r3c3", "r3c2-r3c3"].map((slot) => `${slot} not line`);
    assert.deepEqual(hand.facts, ["r1c1-r1c2 line", "r3c3 shaded", ...crossed].toSorted());
  });
});

describe("lines from cell to cell", () => {
  const across = [
    [0.5, 0.5],
    [0.5, 2.5],
  ];

  test("a drag draws, a click near an edge crosses, a click on a clue greys it", () => {
    const hand = at("pearls", { r2c2: "white" }).drag(across);
    assert.deepEqual(hand.facts, ["r1c1-r1c2 line", "r1c2-r1c3 line"]);
    assert.ok(hand.click([1.5, 0.95]).facts.includes("r2c1-r2c2 not line"));
    assert.deepEqual([...hand.click([1.5, 1.5]).used], ["r2c2"]);
    assert.match(hand.label(1, 1), /^pearls.says.white, pearls.says.used, pearls.says.cross pearls.says.left$/);
  });

  test("lines go neither into shades nor into walls, and give way to a shade", () => {
    const hand = at("rivers", { r2c1: 1 }, {}, ["r1c3 shaded"]).drag(across);
    assert.deepEqual(hand.facts, ["r1c1-r1c2 line", "r1c3 shaded"]);
    const down = [
      [0.5, 0.5],
      [1.5, 0.5],
    ];
    assert.deepEqual(hand.drag(down).facts, ["r1c1-r1c2 line", "r1c3 shaded"]);
    assert.deepEqual(hand.click([0.5, 0.5]).facts, ["r1c1 shaded", "r1c3 shaded"]);
    assert.deepEqual(hand.go(0, 1).key("line-left", "line-down").facts, [
      "r1c1 shaded",
      "r1c2-r2c2 line",
      "r1c3 shaded",
    ]);
  });

  test("the other button marks: a dot in a cell, a cross near an edge", () => {
    const hand = at("rivers").click([1.5, 1.5], { secondary: true }).click([0.5, 1.05], { secondary: true });
    assert.deepEqual(hand.facts, ["r1c1-r1c2 not line", "r2c2 not shaded"]);
  });

  test("a line hides the dots under it", () => {
    const hand = at("rivers", {}, {}, ["r1c1 not shaded", "r1c1-r1c2 line", "r2c2 not shaded"]);
    assert.deepEqual(hand.paint("r1c1"), []);
    assert.equal(hand.paint("r2c2").length, 1);
    assert.deepEqual([...KINDS.rivers.affected("r1c1-r1c2", KIT, hand.context())], ["r1c1-r1c2", "r1c1", "r1c2"]);
  });
});

describe("numbers", () => {
  test("keys type them, a second digit goes on where it can", () => {
    const hand = at("towers", {}, { rows: 12, cols: 12 }).key("type-1", "type-2");
    assert.deepEqual(hand.facts, ["r1c1 12"]);
    assert.deepEqual(hand.key("type-5").facts, ["r1c1 5"]);
    assert.deepEqual(hand.key("type-0", "erase").facts, []);
    assert.deepEqual(at("letters").key("type-B").facts, ["r1c1 B"]);
  });

  test("as notes they are denied, and shown struck out", () => {
    const hand = at("towers").key("small", "type-1", "type-2", "type-2");
    assert.deepEqual(hand.facts, ["r1c1 not 1"]);
    assert.equal(hand.paint("r1c1").length, 2);
    assert.equal(hand.label(0, 0), "towers.says.small 1");
    assert.deepEqual(hand.key("small", "type-3").facts, ["r1c1 3", "r1c1 not 1"]);
    assert.equal(hand.paint("r1c1").length, 1);
  });

  test("a click shows them beside the cell, a click on one writes it", () => {
    const hand = at("towers").tap([0.5, 0.5]);
    const keys = hand.paint("choice").filter(({ type }) => type === "label");
    assert.deepEqual(
      keys.map((each) => each.text),
      ["1", "2", "3", "×", "✎"],
    );
    const two = keys.find((each) => each.text === "2");
    assert.deepEqual(hand.tap([two.row, two.col]).facts, ["r1c1 2"]);
    assert.deepEqual(hand.paint("choice"), []);
  });

  test("with the pencil it stays open and notes; a press elsewhere or Esc closes it", () => {
    const hand = at("towers").click([0.5, 0.5], { secondary: true });
    const [one] = hand.paint("choice").filter(({ type }) => type === "label");
    assert.deepEqual(hand.click([one.row, one.col]).facts, ["r1c1 not 1"]);
    assert.notDeepEqual(hand.paint("choice"), []);
    assert.equal(KINDS.towers.leave(hand.context()), true);
    assert.equal(KINDS.towers.leave(hand.context()), false);
  });

  test("clues beside the grid have room there, are read and can be greyed", () => {
    const hand = at("towers", { "r0c2-r1c2": 3, "r3c3-r3c4": 1 });
    const { top, left, bottom, right } = hand.scene;
    assert.deepEqual([top, left, bottom, right], [1, 0, 0, 1]);
    assert.equal(KINDS.towers.describe({ row: 2, col: 1 }, hand.context()).split(",").length, 2);
    hand.click([2.5, 3.5]);
    assert.deepEqual([...hand.used], ["r3c3-r3c4"]);
  });
});
