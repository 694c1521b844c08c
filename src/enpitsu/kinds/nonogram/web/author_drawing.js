/**
 * Drawing pictures: freehand, straight lines and rectangles, and a part that is moved, copied and pasted.
 * @typedef {{row: number, col: number, rows: number, cols: number}} Part of a picture
 * @typedef {(number | null)[][]} Copied rows of states
 * @import { AuthorContext, Cell, Gesture, GestureContext, KeyContext, PadKey, PaintContext, Shape, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { colourOf, stateOf, write } from "./model.js";

/** A name of our own on the board. */
export const PART = "chosen part";

const SIGNS = { free: "edit", line: "line", frame: "frame", box: "box", part: "part" };

/** What was copied last, for any sheet. @type {Copied | null} */
let copied = null;

/** The shape that a drag draws. @param {Pick<GestureContext, "memory">} context @returns {string} */
export const shapeOf = ({ memory }) => memory.shape ?? "free";

/** The stroke of a drag. @param {GestureContext<Model>} context @param {boolean} isErasing @returns {Gesture} */
export function drawing(context, isErasing) {
  const shape = shapeOf(context);
  if (shape === "part") return choosing(context);
  const cellsOf = CELLS[shape];
  return cellsOf ? stretching(context, cellsOf, isErasing) : freehand(context, isErasing);
}

/** What a stroke writes, by the state of its first cell. @param {WriteContext<Model>} context @param {boolean} isErasing @param {number | null} first */
const wantedOf = (context, isErasing, first) => (isErasing || first === colourOf(context) ? null : colourOf(context));

/** @param {GestureContext<Model>} context @param {boolean} isErasing @returns {Gesture} */
function freehand(context, isErasing) {
  const slot = context.kit.cellText;
  return context.kit.painting({
    read: (/** @type {Cell} */ cell) => stateOf(slot(cell), context),
    write: (/** @type {Cell} */ cell, /** @type {number | null} */ state) => write(slot(cell), state, context),
    decide: (/** @type {number | null} */ was) => wantedOf(context, isErasing, was),
    isMeant: () => true,
  });
}

/** From the first cell to the one under the pointer, drawn anew at each move. @param {GestureContext<Model>} context @param {(a: Cell, b: Cell) => Cell[]} cellsOf @param {boolean} isErasing @returns {Gesture} */
function stretching(context, cellsOf, isErasing) {
  const { kit, draft } = context;
  /** @type {Cell | null} */
  let first = null;
  /** @type {number | null} */
  let wanted = null;
  /** @type {string[]} */
  let slots = [];
  const visit = (/** @type {import("/static/js/types.d.ts").Point} */ { cell }) => {
    if (!cell) return;
    if (!first) wanted = wantedOf(context, isErasing, stateOf(kit.cellText(cell), context));
    first ??= cell;
    for (const slot of slots) draft.restore(slot);
    slots = cellsOf(first, cell).map(kit.cellText);
    for (const slot of slots) put(slot, wanted, context);
    const length = Math.max(Math.abs(cell.row - first.row), Math.abs(cell.col - first.col)) + 1;
    context.preview(length > 1 ? kit.bubble(context, cell, length) : []);
  };
  return { start: visit, move: visit, end: () => {} };
}

/** @type {Record<string, (a: Cell, b: Cell) => Cell[]>} */
const CELLS = {
  line(a, b) {
    const [down, right] = [b.row - a.row, b.col - a.col];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    const at = (/** @type {number} */ step) => ({
      row: a.row + Math.round((down * step) / Math.max(1, steps)),
      col: a.col + Math.round((right * step) / Math.max(1, steps)),
    });
    return Array.from({ length: steps + 1 }, (_, step) => at(step));
  },
  frame: (a, b) => {
    const part = partOf(a, b);
    const isRim = (/** @type {Cell} */ { row, col }) =>
      row === part.row || row === part.row + part.rows - 1 || col === part.col || col === part.col + part.cols - 1;
    return cellsIn(part).filter(isRim);
  },
  box: (a, b) => cellsIn(partOf(a, b)),
};

/** @param {string} slot @param {number | null} state @param {WriteContext<Model>} context */
function put(slot, state, context) {
  if (stateOf(slot, context) !== state) write(slot, state, context);
}

// --- a part --------------------------------------------------------------------------------------

/** @param {Cell} a @param {Cell} b @returns {Part} */
const partOf = (a, b) => ({
  row: Math.min(a.row, b.row),
  col: Math.min(a.col, b.col),
  rows: Math.abs(a.row - b.row) + 1,
  cols: Math.abs(a.col - b.col) + 1,
});

/** @param {Part} part @returns {Cell[]} */
const cellsIn = ({ row, col, rows, cols }) =>
  Array.from({ length: rows * cols }, (_, at) => ({ row: row + Math.floor(at / cols), col: col + (at % cols) }));

/** @param {Part} part @param {Cell} cell */
const hasCell = ({ row, col, rows, cols }, cell) =>
  cell.row >= row && cell.row < row + rows && cell.col >= col && cell.col < col + cols;

/** @param {Pick<WriteContext<Model>, "memory" | "board">} context @param {Part | null} part */
function choosePart({ memory, board }, part) {
  memory.part = part;
  board.redraw([PART]);
}

/** What a part holds. @param {Part} part @param {WriteContext<Model>} context @returns {Copied} */
const statesIn = (part, context) =>
  Array.from({ length: part.rows }, (_, row) =>
    Array.from({ length: part.cols }, (_, col) =>
      stateOf(context.kit.cellText({ row: part.row + row, col: part.col + col }), context),
    ),
  );

/** Write states with their first cell somewhere; what lies outside is lost. @param {Copied} states @param {Cell} at @param {WriteContext<Model>} context */
function lay(states, at, context) {
  const { kit, size, model } = context;
  const known = (/** @type {number | null} */ state) =>
    state === null ? null : Math.min(state, model.values.length - 1);
  for (const [row, line] of states.entries())
    for (const [col, state] of line.entries()) {
      const cell = { row: at.row + row, col: at.col + col };
      if (kit.isInside(cell, size)) put(kit.cellText(cell), known(state), context);
    }
}

/** A drag chooses a part; one that begins within the part moves what is in it. @param {GestureContext<Model>} context @returns {Gesture} */
function choosing(context) {
  const { kit, draft, memory } = context;
  /** @type {Cell | null} */
  let first = null;
  /** @type {{part: Part, states: Copied} | null} */
  let held = null;
  const visit = (/** @type {import("/static/js/types.d.ts").Point} */ { cell }) => {
    if (!cell) return;
    if (!first && memory.part && hasCell(memory.part, cell))
      held = { part: memory.part, states: statesIn(memory.part, context) };
    first ??= cell;
    if (!held) return choosePart(context, partOf(first, cell));
    const { part, states } = held;
    const to = { ...part, row: part.row + cell.row - first.row, col: part.col + cell.col - first.col };
    for (const each of [...cellsIn(part), ...cellsIn(memory.part)]) draft.restore(kit.cellText(each));
    for (const each of cellsIn(part)) put(kit.cellText(each), null, context);
    lay(states, to, context);
    choosePart(context, to);
  };
  return { start: visit, move: visit, end: () => {} };
}

/** The chosen part on this board, else all of it. @param {WriteContext<Model>} context @returns {Part} */
function partOrAll({ memory, size: { rows, cols } }) {
  return memory.part ?? { row: 0, col: 0, rows, cols };
}

/** Move all by one cell, round the rim of the part. @param {KeyContext<Model>} context @param {Way} way */
function shift(context, way) {
  const part = partOrAll(context);
  const states = statesIn(part, context);
  const { row: down, col: right } = context.kit.WAYS[way];
  const moved = states.map((line, row) =>
    line.map((_, col) => states[(row - down + part.rows) % part.rows][(col - right + part.cols) % part.cols]),
  );
  lay(moved, part, context);
}

/** What keys and the pad do. @type {Record<string, (context: KeyContext<Model> & AuthorContext<Model>, how: string) => void>} */
export const DRAWING = {
  shape(context, name) {
    context.memory.shape = name;
    if (name !== "part") choosePart(context, null);
  },
  copy: (context) => {
    copied = statesIn(partOrAll(context), context);
  },
  cut(context) {
    copied = statesIn(partOrAll(context), context);
    for (const cell of cellsIn(partOrAll(context))) put(context.kit.cellText(cell), null, context);
  },
  paste(context) {
    if (!copied) return context.board.say(context.text("nonogram.author.nothing-copied"));
    const at = context.memory.part ?? context.cell;
    lay(copied, at, context);
    context.memory.shape = "part";
    choosePart(context, { row: at.row, col: at.col, rows: copied.length, cols: copied[0].length });
  },
  shift: (context, way) => shift(context, /** @type {Way} */ (way)),
};

/** Clear the chosen part; false if there is none. @param {WriteContext<Model>} context */
export function clearPart(context) {
  if (!context.memory.part) return false;
  for (const cell of cellsIn(context.memory.part))
    if (context.kit.isInside(cell, context.size)) put(context.kit.cellText(cell), null, context);
  return true;
}

/** Keys on the screen. @param {AuthorContext<Model>} context @returns {PadKey[][]} */
export function drawingPad(context) {
  const key = (/** @type {string} */ action, /** @type {Partial<PadKey>} */ look) => ({
    action,
    label: context.text(`nonogram.author.pad.${action}`),
    ...look,
  });
  const shape = shapeOf(context);
  const shapes = Object.entries(SIGNS).map(([name, icon]) => key(`shape-${name}`, { icon, on: shape === name }));
  const ways = Object.entries({ left: "←", up: "↑", down: "↓", right: "→" });
  const moves = ways.map(([way, text]) => key(`shift-${way}`, { text }));
  const copies = ["copy", "cut", "paste"].map((name) => key(name, { icon: name }));
  return shape === "part" ? [shapes, [...copies, ...moves]] : [shapes];
}

/** The frame of the chosen part. @param {PaintContext<Model>} context @returns {Shape[]} */
export function paintPart({ memory, kit, size }) {
  if (!memory.part) return [];
  const { row, col, rows, cols } = memory.part;
  const [top, left] = [Math.max(0, row), Math.max(0, col)];
  const [bottom, right] = [Math.min(size.rows, row + rows), Math.min(size.cols, col + cols)];
  if (top >= bottom || left >= right) return [];
  return [kit.rect(top, left, bottom - top, right - left, "chosen-part", 0, { layer: "cursor" })];
}
