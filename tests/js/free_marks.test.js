/** Free marks: written, undone, saved and merged like strokes, and never among the facts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FreeMarks, PENS, penShapes } from "../../src/enpitsu/web/static/js/board/free_marks.js";
import { History } from "../../src/enpitsu/web/static/js/board/history.js";
import { LogReplay } from "../../src/enpitsu/web/static/js/board/log_replay.js";
import { Draft } from "../../src/enpitsu/web/static/js/board/position.js";
import { factsAfter, freeAfter, isStart, moveOf } from "../../src/enpitsu/web/static/js/play/game_log.js";

const PRESS = { secondary: false, isLong: false, eraser: false, type: "mouse" };
const at = (row, col) => ({ cell: row === null ? null : { row, col } });

function begun() {
  const history = new History();
  const board = { history, size: { rows: 3, cols: 3 }, text: (id) => id };
  const free = new FreeMarks(board);
  const write = (act) => {
    const draft = new Draft(history.free, history.tag("hand"), () => {});
    act(draft);
    return history.push([{ ...draft.diff(), by: "hand" }]);
  };
  const drag = (cells, how = {}) =>
    write((draft) => {
      const gesture = free.gesture({ ...PRESS, ...how }, draft);
      gesture.start(at(...cells[0]));
      for (const cell of cells.slice(1)) gesture.move(at(...cell));
      gesture.end(at(...cells.at(-1)));
    });
  const key = (action, cell) => write((draft) => free.key(action, cell, draft));
  return { history, free, drag, key, marks: () => free.marks().sort() };
}

test("a drag writes what its first cell decides, and the other button erases all", () => {
  const { free, drag, marks } = begun();
  drag([[0, 0], [0, 1], [null], [0, 2]]);
  assert.deepEqual(marks(), ["tint:r1c1 green", "tint:r1c2 green", "tint:r1c3 green"]);
  drag([
    [0, 1],
    [1, 1],
  ]);
  assert.deepEqual(marks(), ["tint:r1c1 green", "tint:r1c3 green"], "what stands there goes, and only that");
  free.pen = "orange";
  drag([[0, 0]]);
  free.pen = "dot";
  drag([[0, 0]]);
  assert.deepEqual(
    marks(),
    ["corner:r1c1 dot", "tint:r1c1 orange", "tint:r1c3 green"],
    "one colour, and a dot beside it",
  );
  drag(
    [
      [0, 0],
      [0, 1],
    ],
    { secondary: true },
  );
  assert.deepEqual(marks(), ["tint:r1c3 green"]);
});

test("keys go through the colours and back to none", () => {
  const { key, marks } = begun();
  const cell = { row: 1, col: 1 };
  const seen = PENS.slice(0, 3).map(() => key("free-colour", cell) && marks().join());
  assert.deepEqual(seen, ["tint:r2c2 green", "tint:r2c2 orange", "tint:r2c2 violet"]);
  key("free-dot", cell);
  assert.ok(key("free-colour", cell));
  assert.deepEqual(marks(), ["corner:r2c2 dot"]);
  key("free-dot", cell);
  assert.deepEqual(marks(), []);
});

test("they are no facts, and undo, trials and a reload know them", () => {
  const { history, drag, marks } = begun();
  drag([[0, 0]]);
  history.write({ put: ["r1c1 shaded"] });
  history.begin();
  drag([[2, 2]]);
  history.write({ put: ["r3c3 shaded"] });
  assert.deepEqual(history.position.facts(), ["r1c1 shaded", "r3c3 shaded"]);
  history.reject();
  assert.deepEqual([history.position.facts(), marks()], [["r1c1 shaded"], ["tint:r1c1 green"]]);
  history.clear();
  assert.deepEqual([history.position.facts(), marks()], [[], []]);
  history.undo();
  history.clearFree();
  assert.deepEqual([history.position.facts(), marks()], [["r1c1 shaded"], []]);
  assert.equal(history.clearFree(), false, "nothing is left to take away");
  history.undo();
  history.undo();
  const again = new History();
  again.replay(structuredClone(history.log), structuredClone(history.save()));
  const both = ({ position, free }) => [position.facts().sort(), free.facts().sort()];
  assert.deepEqual(both(again), both(history));
  while (history.undo()) assert.equal(again.undo(), true);
  assert.equal(again.undo(), false);
  while (history.redo()) assert.equal(again.redo(), true);
  assert.deepEqual(both(again), both(history));
});

test("the log tells them apart from the facts", () => {
  const { history, drag } = begun();
  drag([[0, 0]]);
  history.write({ put: ["r1c1 shaded"] });
  history.clear();
  const [first, , last] = history.log;
  assert.deepEqual([first.put, first.take, first.free], [[], [], { put: ["tint:r1c1 green"], take: [] }]);
  assert.deepEqual([last.take, last.free], [["r1c1 shaded"], { put: [], take: ["tint:r1c1 green"] }]);
  assert.deepEqual([...factsAfter(history.log)], []);
  assert.deepEqual([...freeAfter(history.log.slice(0, 2))], ["tint:r1c1 green"]);
  assert.deepEqual(new LogReplay(history).at(2).facts(), ["r1c1 shaded"]);
  assert.ok(isStart(history.log.slice(0, 1), history.log));
  assert.ok(!isStart([{ ...first, free: { put: ["tint:r1c1 violet"], take: [] } }], history.log));
});

test("marks outside the board are not painted, and each pen has a picture of its own", () => {
  const { history, free } = begun();
  history.write({ put: ["tint:r9c9 green", "tint:r1c1 violet"] });
  assert.deepEqual([free.paint("tint:r9c9"), free.paint("corner:r1c1")], [[], []]);
  assert.deepEqual(free.paint("tint:r1c1"), penShapes("violet"));
  assert.deepEqual(free.names({ row: 0, col: 0 }), ["board.free.violet"]);
  assert.equal(
    new Set(PENS.map((pen) => JSON.stringify(penShapes(pen).map(({ type, lines }) => [type, lines])))).size,
    4,
  );
});

test("free marks are no moves of the game", () => {
  const { history, key } = begun();
  const cell = { row: 0, col: 0 };
  key("free-dot", cell);
  history.write({ put: ["r1c1 shaded"] });
  key("free-colour", cell);
  history.write({ put: ["r1c2 shaded"] });
  key("free-colour", cell);
  history.write({ put: ["r1c3 shaded"] });
  const board = { history };
  assert.deepEqual(moveOf({ board }, "r1c2 shaded"), { number: 2, before: 3, after: 2 });
  assert.deepEqual(moveOf({ board }, "r1c1 shaded"), { number: 1, before: 1, after: 3 });
  assert.equal(moveOf({ board }, "r2c2 shaded"), null);
});
