/** The kinds' sheets: from documents and back, values that turn, settings that change. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import makeNonogram from "../../src/enpitsu/kinds/nonogram/web/author.js";
import {
  needed,
  runsOfValue,
  textOfRuns,
  typed,
  valueOfRuns,
} from "../../src/enpitsu/kinds/nonogram/web/author_lines.js";
import { cellsOf, runsOf } from "../../src/enpitsu/kinds/nonogram/web/model.js";
import makeSatogaeri from "../../src/enpitsu/kinds/satogaeri/web/author.js";
import { divide, format, parse } from "../../src/enpitsu/kinds/satogaeri/web/author_sheet.js";
import makeYajilin from "../../src/enpitsu/kinds/yajilin/web/author.js";
import { clueValue, parts, valueClue } from "../../src/enpitsu/kinds/yajilin/web/values.js";
import { SYMMETRIES, turned } from "../../src/enpitsu/web/static/js/author/sheet.js";
import { KIT } from "../../src/enpitsu/web/static/js/board/kit.js";
import { AUTHOR_KIT } from "../../src/enpitsu/web/static/js/kit/author_kit.js";
import { beyond } from "../../src/enpitsu/web/static/js/kit/author_line_typing.js";

const [nonogram, satogaeri, yajilin] = [makeNonogram, makeSatogaeri, makeYajilin].map((make) => make(AUTHOR_KIT));

const sheetOf = (kind, rows, cols, part) => ({ kind: kind.id, rows, cols, ...part });
const text = (id, args) => (args ? `${id} ${Object.values(args).join()}` : id);

for (const kind of [nonogram, satogaeri, yajilin]) {
  describe(kind.id, () => {
    const blank = (rows = 3, cols = 4) => sheetOf(kind, rows, cols, kind.blank(rows, cols));

    test("an empty sheet is a puzzle of its size, or none yet", () => {
      const { puzzle, undecided, solution } = kind.puzzle(blank(), KIT);
      assert.equal(solution, null);
      assert.ok(Array.isArray(undecided));
      const again = { rows: 3, cols: 4, ...kind.open(puzzle, KIT) };
      assert.deepEqual([again.rows, again.cols], [3, 4]);
    });

    test("values turn there and back", () => {
      const values = {
        nonogram: ["row1", ["0", "3.1.?", "1"]],
        satogaeri: ["r1c1", ["c1", "c2o5", "o?"]],
        yajilin: ["r1c1", ["up-2", "left-?", "blank", "3", "?"]],
      }[kind.id];
      const back = { rotate90: "rotate270", rotate270: "rotate90" };
      for (const value of values[1]) {
        const sheet = { ...blank(), facts: [`${values[0]} ${value}`] };
        for (const how of Object.keys(SYMMETRIES)) {
          const there = turned(sheet, how, kind);
          assert.ok(kind.isValue(...there.facts[0].split(" "), there), `${there.facts[0]} ${how}`);
          assert.deepEqual(turned(there, back[how] ?? how, kind).facts, sheet.facts, `${value} ${how}`);
        }
      }
    });

    test("settings change nothing but what they say", () => {
      const sheet = blank();
      for (const { name, form, value, choices } of kind.settings(sheet)) {
        const other =
          form === "flag" ? !value : form === "choice" ? choices.find((each) => each !== value) : ["#ff0000"];
        const after = sheetOf(kind, 3, 4, kind.set(sheet, name, other, null));
        assert.deepEqual(kind.settings(after).find((each) => each.name === name).value, other, name);
        assert.deepEqual([after.rows, after.cols], [3, 4]);
      }
      assert.deepEqual(sheet, blank(), "a sheet is never changed in place");
    });
  });
}

// --- Yajilin ------------------------------------------------------------------------------------

test("Yajilin: clues are values and come back", () => {
  const clues = [
    { cell: "r1c1", arrow: "up", number: 2 },
    { cell: "r1c2", arrow: "left" },
    { cell: "r2c1", number: 0 },
    { cell: "r2c2", blank: true },
    { cell: "r3c4" },
  ];
  const puzzle = { rows: 3, cols: 4, clues, boxed: true };
  const sheet = sheetOf(yajilin, 3, 4, yajilin.open(puzzle, KIT));
  assert.deepEqual(sheet.facts, ["r1c1 up-2", "r1c2 left-?", "r2c1 0", "r2c2 blank", "r3c4 ?"]);
  const made = yajilin.puzzle(sheet, KIT);
  assert.deepEqual(made.puzzle, puzzle);
  assert.equal(made.undecided.length, 12 - clues.length);
  assert.deepEqual(parts(undefined), { blank: false, arrow: "", number: null });
  for (const value of ["up-2", "?", "blank", "17"]) assert.equal(clueValue(valueClue(value)), value);
});

test("Yajilin: arrows turn with the board", () => {
  const ways = (how) =>
    ["up", "right", "down", "left"].map((way) => yajilin.turned(`${way}-1`, SYMMETRIES[how], "r1c1"));
  assert.deepEqual(ways("rotate90"), ["right-1", "down-1", "left-1", "up-1"]);
  assert.deepEqual(ways("mirror"), ["up-1", "left-1", "down-1", "right-1"]);
  assert.deepEqual(ways("transpose"), ["left-1", "down-1", "right-1", "up-1"]);
});

test("Yajilin: only clues are values", () => {
  const sheet = sheetOf(yajilin, 3, 4, yajilin.blank());
  for (const value of ["up", "up-", "up--1", "x", "-1", "up-2-3"])
    assert.ok(!yajilin.isValue("r1c1", value, sheet), value);
  assert.ok(!yajilin.isValue("row1", "3", sheet));
});

// --- Nonogram -----------------------------------------------------------------------------------

const COLOURS = { palette: ["#000000", "#ff0000"], background: "#ffffff" };

test("Nonogram: runs are values and come back", () => {
  const runs = [
    { length: 3, colour: 0 },
    { length: null, colour: 1 },
  ];
  assert.equal(valueOfRuns(runs), "3.?/2");
  assert.deepEqual(runsOfValue("3.?/2"), runs);
  assert.deepEqual([valueOfRuns([]), runsOfValue("0")], ["0", []]);
  assert.equal(textOfRuns(runs, ["k", "r"]), "3k ?r");
  assert.equal(textOfRuns([], []), "0");
});

test("Nonogram: what is typed is understood, or refused with a reason", () => {
  const how = { letters: ["k", "r"], colour: 0, cells: 5 };
  const runs = (words) => typed(words, how).runs;
  assert.deepEqual(runs("1 r2"), [
    { length: 1, colour: 0 },
    { length: 2, colour: 1 },
  ]);
  assert.deepEqual(runs("１、２ｒ　？"), runs("1 2r ?"), "wide signs are the same");
  assert.deepEqual([runs("0"), runs("  ")], [[], null]);
  const problem = (words) => typed(words, how).problem?.id;
  assert.deepEqual(
    [problem("1 x2"), problem("k1r"), problem("abc"), problem("0 1")],
    ["colour", "word", "word", "length"],
  );
  assert.equal(problem("1 1 1 1 1 1"), "many");
  assert.equal(typed("2 2", how).need, 5, "two of one colour need a gap");
  assert.equal(typed("2 2r", how).need, 4);
  assert.equal(needed([{ length: null, colour: 0 }]), 1);
});

test("Nonogram: a picture gives its clues", () => {
  const facts = ["r1c1 black", "r1c2 black", "r1c3 red", "r2c3 red"];
  const sheet = sheetOf(nonogram, 2, 3, { facts, more: { mode: "picture", ...COLOURS } });
  const { puzzle, solution, undecided } = nonogram.puzzle(sheet, KIT);
  assert.deepEqual(puzzle.row_clues, [
    [
      [2, 1],
      [1, 2],
    ],
    [[1, 2]],
  ]);
  assert.deepEqual(puzzle.col_clues, [[[1, 1]], [[1, 1]], [[2, 2]]]);
  assert.deepEqual([solution, undecided], [facts, []]);
  const painted = nonogram.open(puzzle, KIT, { sheet, solution: facts });
  assert.deepEqual(painted.facts, facts, "a picture stays a picture where the solution is known");
  assert.deepEqual(nonogram.open(puzzle, KIT).facts[0], "row1 2.1/2");
});

test("Nonogram: a colour that goes takes its cells and runs along", () => {
  const more = { mode: "picture", palette: ["#000000", "#ff0000", "#2040e0"], background: "#ffffff" };
  const sheet = sheetOf(nonogram, 1, 3, { facts: ["r1c1 black", "r1c2 red", "r1c3 blue"], more });
  const after = nonogram.set(sheet, "palette", ["#000000", "#2040e0"], null);
  assert.deepEqual(after.facts, ["r1c1 black", "r1c3 blue"]);
  const lines = sheetOf(nonogram, 1, 3, { facts: ["row1 1.1/2.1/3"], more: { ...more, mode: "runs" } });
  assert.deepEqual(nonogram.set(lines, "palette", ["#000000", "#2040e0"], null).facts, ["row1 1.1/2"]);
});

test("a picture may leave lengths untold, and stays a picture", () => {
  const facts = ["r1c1 black", "r1c3 red", "r2c1 black", "row1 =1.?/2", "col1 =?"];
  const sheet = sheetOf(nonogram, 2, 3, { facts, more: { mode: "picture", ...COLOURS } });
  const { puzzle, solution, undecided } = nonogram.puzzle(sheet, KIT);
  assert.deepEqual(puzzle.row_clues, [
    [
      [1, 1],
      ["?", 2],
    ],
    [[1, 1]],
  ]);
  assert.deepEqual(puzzle.col_clues[0], [["?", 1]]);
  assert.deepEqual(solution, facts.slice(0, 3));
  assert.deepEqual(undecided, []);
  assert.deepEqual(new Set(nonogram.open(puzzle, KIT, { sheet, solution }).facts), new Set(facts));
  // Painted further: what was all untold stays so, what was told in part is told.
  const further = { ...sheet, facts: [...facts, "r1c2 red", "r2c3 red"] };
  assert.deepEqual(nonogram.puzzle(further, KIT).puzzle.col_clues[0], [["?", 1]]);
  assert.ok(nonogram.isValue("row1", "=1.?/2", sheet));
  const cleared = { ...sheet, facts: ["row1 =1.?/2"] };
  assert.deepEqual(nonogram.puzzle(cleared, KIT).puzzle.row_clues, [[], []], "nothing is painted, nothing typed");
  const typed = nonogram.set(sheet, "mode", "runs", null);
  assert.ok(typed.facts.includes("row1 1.?/2"));
});

test("Nonogram: a sheet of clues tells what is not typed yet", () => {
  const sheet = sheetOf(nonogram, 2, 2, { facts: ["row1 1"], more: { mode: "runs", ...COLOURS } });
  const { undecided } = nonogram.puzzle(sheet, KIT);
  assert.deepEqual(undecided, ["row2", "col1", "col2"]);
  assert.equal(nonogram.unfinished(undecided, text, { sheet }), "nonogram.author.lines-open 3");
  assert.equal(nonogram.unfinished([], text, { sheet: { ...sheet, facts: [] } }), "nonogram.author.not-painted");
  assert.deepEqual(beyond({ axis: "row", at: 1 }, 1, { rows: 2, cols: 2 }), { axis: "col", at: 0 });
  assert.deepEqual(beyond({ axis: "col", at: 0 }, -1, { rows: 2, cols: 2 }), { axis: "row", at: 1 });
  assert.equal(beyond({ axis: "col", at: 1 }, 1, { rows: 2, cols: 2 }), null);
  assert.equal(beyond({ axis: "row", at: 0 }, -1, { rows: 2, cols: 2 }), null);
});

test("Nonogram: runs of states end at gaps, crosses and other colours", () => {
  assert.deepEqual(runsOf([0, 0, -1, 0, 1, null, 1]), [
    { length: 2, colour: 0 },
    { length: 1, colour: 0 },
    { length: 1, colour: 1 },
    { length: 1, colour: 1 },
  ]);
  assert.deepEqual(runsOf([null, -1]), []);
  assert.deepEqual(
    cellsOf("col", 1, { rows: 2, cols: 3 }).map(({ row, col }) => [row, col]),
    [
      [0, 1],
      [1, 1],
    ],
  );
});

// --- Satogaeri ----------------------------------------------------------------------------------

test("Satogaeri: what a cell holds is one value", () => {
  for (const value of ["", "c3", "c3o5", "o?", "c12o?", "o0"]) assert.equal(format(parse(value)), value);
  assert.deepEqual(parse("nonsense"), { country: null, circle: null });
  assert.ok(!satogaeri.isValue("r1c1-r1c2", "c1"));
  assert.ok(satogaeri.isValue("r1c1-r1c2", "border"));
});

const COUNTRIES = [
  [0, 0, 1],
  [0, 2, 1],
];

test("Satogaeri: a puzzle is a sheet and comes back", () => {
  const puzzle = { rows: 2, cols: 3, countries: COUNTRIES, circles: [{ cell: "r1c1", number: 2 }, { cell: "r2c3" }] };
  const sheet = sheetOf(satogaeri, 2, 3, satogaeri.open(puzzle, KIT));
  assert.deepEqual(sheet.facts, ["r1c1 c1o2", "r1c2 c1", "r1c3 c2", "r2c1 c1", "r2c2 c3", "r2c3 c2o?"]);
  const made = satogaeri.puzzle(sheet, KIT);
  assert.deepEqual(made.puzzle, puzzle);
  assert.deepEqual(made.undecided, []);
  assert.equal(satogaeri.unfinished([], text, made), "satogaeri.author.circles-missing 1");
});

test("Satogaeri: countries keep their numbers, free areas stay free unless they were filled", () => {
  const facts = ["r1c1 c7", "r1c2 c7", "r1c3 c4", "r2c1 c7", "r2c3 c4"];
  const sheet = sheetOf(satogaeri, 2, 3, { facts, more: {} });
  const { puzzle, undecided } = satogaeri.puzzle(sheet, KIT);
  assert.deepEqual(undecided, ["r2c2"]);
  assert.deepEqual(satogaeri.open(puzzle, KIT, { sheet }).facts, facts);
  assert.deepEqual(satogaeri.open(puzzle, KIT, { sheet, isFilled: true }).facts[4], "r2c2 c1");
});

test("Satogaeri: borders divide free cells, and those that divide nothing are strays", () => {
  const wall = (facts) => sheetOf(satogaeri, 2, 2, { facts: facts.map((edge) => `${edge} border`), more: {} });
  const whole = divide(AUTHOR_KIT.lookAt(wall(["r1c1-r1c2", "r2c1-r2c2"])), AUTHOR_KIT);
  assert.equal(whole.areas.length, 2);
  assert.equal(whole.of({ row: 1, col: 0 }), 0);
  const open = satogaeri.puzzle(wall(["r1c1-r1c2"]), KIT);
  assert.deepEqual(open.puzzle.strays, ["r1c1-r1c2"]);
  assert.equal(satogaeri.puzzle(wall(["r1c1-r1c2", "r2c1-r2c2"]), KIT).puzzle.strays, undefined);
});
