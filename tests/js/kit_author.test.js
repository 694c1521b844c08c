/** The editor of kinds that are made of a declaration: sheets, strokes, keys, words. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resized, SYMMETRIES, turned } from "../../src/enpitsu/web/static/js/author/sheet.js";
import { symmetryHelper } from "../../src/enpitsu/web/static/js/author/symmetry.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { hit } from "../../src/enpitsu/web/static/js/board/pointer.js";
import { Draft, PLAIN, Position } from "../../src/enpitsu/web/static/js/board/position.js";
import { author } from "../../src/enpitsu/web/static/js/kit/author.js";

const shade = { name: "shaded", on: "cells", values: [], look: "shade", hands: "paint", denial: "dot" };
const edges = { name: "line", on: "edges", values: [], look: "line", hands: "line", denial: "cross" };
const sides = { ...edges, on: "sides" };
const numbers = { name: "numbers", on: "cells", least: 0, most: 3, unknown: false, look: "number", blocks: false };

const KINDS = {
  slitherlink: author({ id: "slitherlink", clues: [numbers], areas: null, marks: [sides] }),
  heyawake: author({
    id: "heyawake",
    clues: [{ ...numbers, on: "areas", most: 99, look: "small" }],
    areas: "rooms",
    marks: [shade],
  }),
  masyu: author({
    id: "masyu",
    clues: [{ name: "pearls", on: "cells", values: ["white", "black"], look: "pearl" }],
    areas: null,
    marks: [edges],
  }),
  akari: author({
    id: "akari",
    clues: [{ ...numbers, most: 4, unknown: true, look: "wall", blocks: true }],
    areas: null,
    marks: [{ ...shade, name: "light", look: "light" }],
  }),
  rim: author({
    id: "rim",
    clues: [
      { ...numbers, name: "sums", on: "border", most: 20 },
      { ...numbers, name: "steps", on: "sides", unknown: true },
    ],
    areas: null,
    marks: [{ name: "digit", on: "cells", values: "size", look: "number", hands: "type", denial: "small" }],
  }),
};

const text = (id, args) => [id, ...Object.values(args ?? {})].join(" ");
const sheetOf = (kind, facts = [], rows = 3, cols = 3) => ({ kind: kind.id, rows, cols, facts, more: {} });

/** A sheet under a hand. */
function at(kind, facts = [], { rows = 3, cols = 3, tool } = {}) {
  const position = Position.of(facts);
  const memory = {};
  const cell = { row: 0, col: 0 };
  const size = { rows, cols };
  const said = [];
  const view = { scale: 40, width: 400, height: 400, at: (x, y) => ({ row: y / 40, col: x / 40 }) };
  const context = (more) => ({
    board: { redraw() {}, say: (words) => said.push(words), moveTo: (to) => go(to), surface: { view, size: {} } },
    kit: KIT,
    size,
    position,
    tool: tool ?? kind.tools[0],
    text,
    cell: { ...cell },
    memory,
    helpers: {},
    preview() {},
    draft: new Draft(position, PLAIN, () => {}),
    ...more,
  });
  const go = (to) => {
    Object.assign(cell, to);
    kind.chosen(to, context());
  };
  const point = ([row, col], keys = {}) => {
    const stuck = { down: 0, right: 0, squeeze: { top: 1, left: 1 } };
    return { ...hit({ row, col }, size, stuck), alt: false, ctrl: false, ...keys };
  };
  const hand = {
    facts: () => position.facts().toSorted(),
    said,
    go: (row, col) => go({ row, col }),
    key(...actions) {
      for (const action of actions) kind.key(context({ moveTo: go }), action);
      return hand;
    },
    drag(path, { keys = {}, ...how } = {}) {
      const [first, ...others] = path.map((each) => point(each, keys));
      if (first.cell) go(first.cell);
      const stroke = kind.gesture(context({ secondary: false, eraser: false, type: "mouse", ...how }));
      stroke.start(first);
      for (const each of others) stroke.move(each);
      stroke.end(others.at(-1) ?? first);
      return hand;
    },
    context,
  };
  hand.click = (where, how) => hand.drag([where], how);
  return hand;
}

describe("sheets and puzzles", () => {
  const PUZZLES = {
    slitherlink: { rows: 2, cols: 3, numbers: { r1c1: 3, r2c2: 0 } },
    heyawake: {
      rows: 2,
      cols: 3,
      numbers: { r1c1: 2, r2c3: 0 },
      rooms: [
        [0, 0, 1],
        [0, 1, 1],
      ],
    },
    masyu: { rows: 2, cols: 3, pearls: { r1c2: "white", r2c3: "black" } },
    akari: { rows: 2, cols: 3, numbers: { r1c1: 4, r1c3: "?" } },
    rim: { rows: 2, cols: 3, sums: { "r0c2-r1c2": 12, "r2c3-r3c3": 3 }, steps: { "r1c1-r2c1": "?" } },
  };
  PUZZLES.heyawake.numbers = { r1c1: 2, r1c3: 0 };

  for (const [id, puzzle] of Object.entries(PUZZLES)) {
    test(`${id}: a puzzle is a sheet and comes back`, () => {
      const sheet = sheetOf(KINDS[id], KINDS[id].open(puzzle, KIT).facts, 2, 3);
      assert.deepEqual(KINDS[id].puzzle(sheet, KIT).puzzle, puzzle);
      for (const fact of sheet.facts) assert.ok(KINDS[id].isValue(...fact.split(" "), sheet), fact);
    });

    test(`${id}: a sheet turns there and back`, () => {
      const kind = KINDS[id];
      const sheet = sheetOf(kind, kind.open(puzzle, KIT).facts, 2, 3);
      const back = { rotate90: "rotate270", rotate270: "rotate90" };
      for (const how of Object.keys(SYMMETRIES)) {
        const there = kind.settled(turned(sheet, how, kind));
        const again = kind.settled(turned(there, back[how] ?? how, kind));
        assert.deepEqual(kind.puzzle(again, KIT).puzzle, puzzle, how);
      }
    });
  }

  test("values that no clue has are none", () => {
    const { slitherlink, heyawake, masyu, akari, rim } = KINDS;
    const size = sheetOf(slitherlink);
    for (const value of ["4", "?", "03", "x", "border", "numbers:3"])
      assert.ok(!slitherlink.isValue("r1c1", value, size), value);
    assert.ok(!slitherlink.isValue("r1c1-r1c2", "3", size));
    assert.ok(heyawake.isValue("r1c1-r1c2", "border", size));
    assert.ok(!masyu.isValue("r1c1-r1c2", "border+white", size));
    assert.ok(masyu.isValue("r1c1", "black", size) && akari.isValue("r1c1", "?", size));
    assert.ok(rim.isValue("r0c1-r1c1", "sums:20", size) && !rim.isValue("r1c1-r2c1", "sums:20", size));
    assert.ok(!rim.isValue("r0c1-r1c1", "steps:2", size) && rim.isValue("r1c1-r2c1", "steps:2", size));
  });

  test("clues at the frame stay there when the board grows", () => {
    const { rim } = KINDS;
    const sheet = sheetOf(rim, ["r0c2-r1c2 sums:5", "r2c0-r2c1 sums:6", "r3c3-r4c3 sums:7", "r1c1-r2c1 steps:1"]);
    const grown = resized(sheet, { top: 1, left: 1, right: -1 });
    assert.deepEqual(grown.facts, ["r0c3-r1c3 sums:5", "r3c0-r3c1 sums:6", "r2c2-r3c2 steps:1"]);
    const lower = resized(sheet, { bottom: 2 });
    assert.deepEqual(lower.facts[2], "r5c3-r6c3 sums:7");
  });
});

describe("areas", () => {
  const { heyawake } = KINDS;
  const DOWN = ["r1c1-r1c2 border", "r2c1-r2c2 border", "r3c1-r3c2 border"];

  test("they are what borders close off", () => {
    const { puzzle } = heyawake.puzzle(sheetOf(heyawake, [...DOWN, "r1c2-r1c3 border"]), KIT);
    assert.deepEqual(puzzle.rooms, [
      [0, 1, 1],
      [0, 1, 1],
      [0, 1, 1],
    ]);
  });

  test("a clue counts wherever in its area it was written, the first of two", () => {
    const { puzzle, undecided } = heyawake.puzzle(sheetOf(heyawake, [...DOWN, "r3c1 2", "r2c3 5", "r3c2 4"]), KIT);
    assert.deepEqual(puzzle.numbers, { r1c1: 2, r1c2: 5 });
    assert.deepEqual(undecided, []);
  });

  test("loose borders stay on the sheet of a changed puzzle as long as they are loose", () => {
    const sheet = sheetOf(heyawake, [...DOWN, "r1c2-r1c3 border"]);
    const { puzzle } = heyawake.puzzle(sheet, KIT);
    assert.deepEqual(heyawake.open(puzzle, KIT, { sheet }).facts.toSorted(), sheet.facts.toSorted());
    assert.equal(heyawake.open(puzzle, KIT).facts.length, 3);
    assert.equal(heyawake.unfinished([], text, { sheet }), "heyawake.author.loose 1");
    assert.equal(heyawake.unfinished([], text, { sheet: sheetOf(heyawake) }), "heyawake.author.no-borders");
    assert.equal(heyawake.unfinished([], text, { sheet: sheetOf(heyawake, DOWN) }), "");
  });

  test("a drag over cells draws one, and makes one larger", () => {
    const hand = at(heyawake);
    hand.drag([
      [0.5, 0.5],
      [1.5, 0.5],
      [2.5, 0.5],
    ]);
    assert.deepEqual(hand.facts(), DOWN);
    hand.drag([
      [2.5, 0.5],
      [2.5, 1.5],
    ]);
    assert.deepEqual(hand.facts(), ["r1c1-r1c2 border", "r2c1-r2c2 border", "r2c2-r3c2 border", "r3c2-r3c3 border"]);
    hand.drag([[0.5, 1.5]], { keys: { ctrl: true } });
    assert.ok(hand.facts().includes("r1c2-r2c2 border"), "with Ctrl a click is an area of one cell");
  });

  test("the other button opens the borders that it crosses", () => {
    const hand = at(heyawake, DOWN).drag(
      [
        [1.5, 0.5],
        [1.5, 1.5],
      ],
      { secondary: true },
    );
    assert.deepEqual(hand.facts(), [DOWN[0], DOWN[2]]);
  });

  test("borders are drawn along the grid, and taken where the first was there", () => {
    const hand = at(heyawake, [], { tool: "border" });
    hand.drag([
      [0.05, 1.02],
      [1, 1],
      [2, 1],
      [2.95, 1],
    ]);
    assert.deepEqual(hand.facts(), DOWN);
    hand.drag([
      [1, 1.1],
      [2, 1],
    ]);
    assert.deepEqual(hand.facts(), [DOWN[0], DOWN[2]]);
    hand.click([1.5, 1.2]);
    assert.deepEqual(hand.facts(), DOWN);
    hand.click([1.5, 0.2], { tool: "border" });
    assert.deepEqual(hand.facts(), DOWN, "not at the frame");
  });

  test("numbers typed anywhere in an area stand at its first cell, and go with it", () => {
    const hand = at(heyawake, DOWN);
    hand.go(2, 2);
    hand.key("digit-1", "digit-2");
    assert.deepEqual(hand.facts(), [...DOWN, "r1c2 12"].toSorted());
    hand.go(0, 1);
    hand.key("border-down", "border-right");
    assert.ok(hand.facts().includes("r1c2 12"));
    hand.go(2, 2);
    hand.key("digit-3");
    assert.ok(hand.facts().includes("r1c3 3"), "the rest begins at r1c3");
    hand.key("remove");
    assert.ok(!hand.facts().includes("r1c3 3"));
  });

  test("clues are counted as far as the area has cells, and carried to another area", () => {
    const hand = at(heyawake, [...DOWN, "r1c1 3"], { tool: "clue" });
    hand.click([1.5, 0.5]).click([1.5, 0.5]);
    assert.ok(!hand.facts().some((fact) => fact.startsWith("r1c1 ")), "after 3 there is none");
    hand.click([1.5, 0.5]);
    assert.ok(hand.facts().includes("r1c1 0"));
    hand.drag([
      [0.5, 0.5],
      [1.5, 0.5],
      [2.5, 2.5],
    ]);
    assert.ok(hand.facts().includes("r1c2 0"));
  });

  test("a turned board has clues at first cells again, and the symmetry writes partners", () => {
    const half = kindTurned(heyawake, [...DOWN, "r1c1 3", "r1c2 5"], "rotate180");
    assert.deepEqual(half.puzzle.numbers, { r1c1: 5, r1c3: 3 });
    const hand = at(heyawake, [...DOWN, "r1c2-r1c3 border", "r2c2-r2c3 border", "r3c2-r3c3 border", "r1c1 3"]);
    symmetryHelper(heyawake, () => "half")(hand.context(), ["r1c1"]);
    assert.ok(hand.facts().includes("r1c3 3"));
    hand.go(0, 0);
    hand.key("digit-2");
    symmetryHelper(heyawake, () => "half")(hand.context(), ["r1c1"]);
    const clues = () => hand.facts().filter((fact) => !fact.endsWith("border"));
    assert.deepEqual(clues(), ["r1c1 2", "r1c3 2"]);
    hand.key("remove");
    symmetryHelper(heyawake, () => "half")(hand.context(), ["r1c1"]);
    assert.deepEqual(clues(), []);
  });
});

/** A sheet turned and put right. */
function kindTurned(kind, facts, how) {
  return kind.puzzle(kind.settled(turned(sheetOf(kind, facts), how, kind)), KIT);
}

describe("clues", () => {
  test("a number is chosen first, then counted; the other button goes down and takes away", () => {
    const hand = at(KINDS.slitherlink);
    hand.click([1.5, 1.5]);
    assert.deepEqual(hand.facts(), [], "the first cell");
    hand.click([1.5, 1.5]);
    assert.deepEqual(hand.facts(), ["r2c2 0"]);
    for (let at = 0; at < 3; at++) hand.click([1.5, 1.5]);
    assert.deepEqual(hand.facts(), ["r2c2 3"]);
    hand.click([1.5, 1.5]);
    assert.deepEqual(hand.facts(), []);
    hand.click([0.5, 0.5], { secondary: true });
    assert.deepEqual(hand.facts(), ["r1c1 3"]);
    for (let at = 0; at < 4; at++) hand.click([0.5, 0.5], { secondary: true });
    assert.deepEqual(hand.facts(), []);
  });

  test("digits that follow each other are one number as long as there is such", () => {
    const hand = at(KINDS.slitherlink).key("digit-1", "digit-2");
    assert.deepEqual(hand.facts(), ["r1c1 2"]);
    hand.key("digit-7");
    assert.deepEqual(hand.facts(), ["r1c1 2"], "7 is none");
    const sums = at(KINDS.rim, [], { tool: "sums" }).key("side-up", "digit-1", "digit-9", "digit-5");
    assert.deepEqual(sums.facts(), ["r0c1-r1c1 sums:5"]);
  });

  test("clues at sides need one to be chosen", () => {
    const hand = at(KINDS.rim, [], { tool: "steps" }).key("digit-1");
    assert.deepEqual([hand.facts(), hand.said], [[], ["rim.author.no-place"]]);
    hand.key("side-right", "digit-1", "open");
    assert.deepEqual(hand.facts(), ["r1c1-r1c2 steps:?"]);
    hand.click([1.95, 1.5]).click([2.05, 1.5]);
    assert.deepEqual(hand.facts(), ["r1c1-r1c2 steps:?", "r2c2-r3c2 steps:?"]);
    hand.drag([
      [2, 1.5],
      [1.5, 1.05],
    ]);
    assert.deepEqual(hand.facts(), ["r1c1-r1c2 steps:?", "r2c1-r2c2 steps:?"]);
  });

  test("clues at the frame are written from outside and from the cells at the rim", () => {
    const hand = at(KINDS.rim, [], { tool: "sums" });
    hand.click([-0.5, 1.5]).click([-0.5, 1.5]).click([1.5, 3.4]).click([1.5, 3.4]);
    assert.deepEqual(hand.facts(), ["r0c2-r1c2 sums:0", "r2c3-r2c4 sums:0"]);
    hand.drag([
      [-0.5, 1.5],
      [3.5, 0.5],
    ]);
    assert.deepEqual(hand.facts(), ["r2c3-r2c4 sums:0", "r3c1-r4c1 sums:0"]);
    hand.drag([[3.5, 0.5]], { eraser: true });
    assert.deepEqual(hand.facts(), ["r2c3-r2c4 sums:0"]);
  });

  test("pearls come with one click, and by their letters", () => {
    const hand = at(KINDS.masyu).click([0.5, 0.5]);
    assert.deepEqual(hand.facts(), ["r1c1 white"]);
    hand.click([0.5, 0.5]);
    assert.deepEqual(hand.facts(), ["r1c1 black"]);
    hand.drag([
      [0.5, 0.5],
      [0.5, 1.5],
      [1.5, 2.5],
    ]);
    assert.deepEqual(hand.facts(), ["r2c3 black"]);
    hand.go(2, 2);
    hand.key("value-white", "move-up");
    assert.deepEqual(hand.facts(), ["r2c3 white", "r3c3 black"], "they change places");
    assert.deepEqual(KINDS.masyu.keys["value-white"], ["w", "1"]);
    hand.key("value-white");
    assert.deepEqual(hand.facts(), ["r3c3 black"], "again takes it away");
  });

  test("walls are painted", () => {
    const hand = at(KINDS.akari, ["r1c2 2"]);
    hand.drag([
      [0.5, 0.5],
      [0.5, 1.5],
      [0.5, 2.5],
    ]);
    assert.deepEqual(hand.facts(), ["r1c1 ?", "r1c2 2", "r1c3 ?"]);
    hand.drag(
      [
        [0.5, 0.5],
        [0.5, 1.5],
        [0.5, 2.5],
      ],
      { secondary: true },
    );
    assert.deepEqual(hand.facts(), []);
  });

  test("the eraser takes clues, else borders", () => {
    const facts = ["r1c1-r1c2 border", "r2c1-r2c2 border", "r3c1-r3c2 border", "r1c1 3", "r1c2 4"];
    const hand = at(KINDS.heyawake, facts, { tool: "erase" });
    hand.drag([
      [0.5, 0.5],
      [0.5, 1.5],
    ]);
    assert.deepEqual(hand.facts(), facts.slice(0, 3));
    hand.click([1.5, 1.1]);
    assert.deepEqual(hand.facts(), [facts[0], facts[2]]);
  });
});

describe("words", () => {
  test("a cell tells its clue and its borders", () => {
    const { heyawake, akari, masyu, rim } = KINDS;
    const label = (kind, facts) => kind.label({ row: 0, col: 0 }, at(kind, facts).context());
    assert.equal(
      label(heyawake, ["r1c1 3", "r1c1-r1c2 border"]),
      "heyawake.says.clue 3, heyawake.author.border heyawake.says.right",
    );
    assert.equal(label(akari, ["r1c1 ?"]), "akari.says.wall ?");
    assert.equal(label(akari, ["r1c1 4"]), "akari.says.wall 4");
    assert.equal(label(masyu, ["r1c1 white"]), "masyu.says.white");
    assert.equal(label(masyu, []), "");
    assert.equal(label(rim, ["r0c1-r1c1 sums:7"]), "rim.says.beside rim.says.clue 7 rim.says.up");
    assert.equal(heyawake.clueText("r1c1", at(heyawake, ["r1c1 3"]).context()), "heyawake.says.clue 3");
  });

  test("questions are about what can be written in a cell", () => {
    const claims = (kind, facts, row = 0, col = 0) =>
      kind.claims({ row, col }, at(kind, facts).context()).map(({ fact }) => fact);
    assert.deepEqual(claims(KINDS.heyawake, []), ["r1c1 shaded", "r1c1 not shaded"]);
    assert.deepEqual(claims(KINDS.akari, ["r1c1 ?"]), []);
    assert.equal(claims(KINDS.slitherlink, []).length, 8);
    assert.ok(claims(KINDS.slitherlink, []).includes("r0c1-r1c1 not line"));
    assert.deepEqual(claims(KINDS.masyu, []), [
      "r1c1-r2c1 line",
      "r1c1-r2c1 not line",
      "r1c1-r1c2 line",
      "r1c1-r1c2 not line",
    ]);
    assert.deepEqual(claims(KINDS.rim, []).slice(0, 2), ["r1c1 1", "r1c1 not 1"]);
  });

  test("the pad has what can be written", () => {
    const pad = (kind, facts) => kind.pad(at(kind, facts).context());
    const signs = (kind) => pad(kind, []).map((row) => row.map(({ text: sign }) => sign).join(" "));
    assert.deepEqual(signs(KINDS.slitherlink), ["0 1 2 3 ⌫"]);
    assert.deepEqual(signs(KINDS.akari), ["0 1 2 3 4 ? ⌫"]);
    assert.deepEqual(signs(KINDS.masyu), ["○ ● ⌫"]);
    assert.deepEqual(signs(KINDS.heyawake), ["0 1 2 3 4 ⌫", "5 6 7 8 9"]);
    assert.ok(pad(KINDS.slitherlink, ["r1c1 2"])[0][2].on);
  });

  test("help tells of the gestures that the kind has", () => {
    const all = ["area", "open", "border", "count", "pearl", "wall", "type", "remove", "move", "carry"];
    const told = (kind) => all.filter(kind.hasGesture).join(" ");
    assert.equal(told(KINDS.heyawake), "area open border count type remove carry");
    assert.equal(told(KINDS.slitherlink), "count type remove move");
    assert.equal(told(KINDS.masyu), "pearl remove move");
    assert.equal(told(KINDS.akari), "wall type remove move");
  });

  test("dots among forced facts are told", () => {
    assert.equal(KINDS.heyawake.legend(["r1c1 not shaded"], text), "heyawake.author.legend.shade");
    assert.equal(KINDS.heyawake.legend(["r1c1 shaded"], text), "");
  });
});
