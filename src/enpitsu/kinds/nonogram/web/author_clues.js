/**
 * Clues that follow the picture: each line is painted by its own name ("row3 clue"), from the grid
 * outwards. The room for them grows in steps; until it has grown, long clues stand closer.
 * @typedef {{axis: Axis, at: number}} Line
 * @import { Axis, Context, Kit, PaintContext, Seen, Shape, ShapeMore, Size } from "/static/js/types.d.ts"
 * @import { Model, Puzzle, Run } from "./model.js"
 * @import { ClueNumber } from "./clues.js"
 */

import { isMask, masked, runsOfValue } from "./author_lines.js";
import { DISTANCE, measureOf, numberShapes, numbersOf, thingOf, toldOf } from "./clues.js";
import { cellsOf, runsOf, stateOf } from "./model.js";

const NAME = /^(row|col)(\d+)( clue)?$/;
const ROOM = { share: 0.2, more: 1.5 }; // numbers that there is room for at first, by the cells of a line
const GROWTH = 2; // numbers by which it grows
const ROW_STEP = 0.6; // cells that a number of one digit takes, its gap included
const OPEN = "…";

/** The name under which a line's clue is painted. @param {Axis} axis @param {number} at */
export const clueName = (axis, at) => `${axis}${at + 1} clue`;

/** The line of such a name, or of a slot. @param {string} name @returns {Line | null} */
export function lineOf(name) {
  const found = NAME.exec(name);
  return found && { axis: /** @type {Axis} */ (found[1]), at: Number(found[2]) - 1 };
}

/** All of these names. @param {Size} size */
export const names = ({ rows, cols }) => [
  ...Array.from({ length: rows }, (_, at) => clueName("row", at)),
  ...Array.from({ length: cols }, (_, at) => clueName("col", at)),
];

/**
 * The runs of a line as they are now; null if they are not typed yet.
 * @param {Axis} axis @param {number} at @param {Pick<Context<Model>, "kit" | "model" | "position">} context
 */
export function runsAt(axis, at, context) {
  const { position, model, kit } = context;
  const value = position.held(`${axis}${at + 1}`);
  if (value !== undefined && !isMask(value)) return runsOfValue(value);
  if (model.mode === "runs") return null;
  return masked(runsOf(cellsOf(axis, at, model).map((cell) => stateOf(kit.cellText(cell), context))), value);
}

/** The room that clues need beside the grid, in cells. @param {{row: (Run[] | null)[], col: (Run[] | null)[]}} clues @param {Puzzle} model */
export function roomFor(clues, model) {
  const measure = measureOf(model);
  const rowStep = model.isColoured ? measure.step : ROW_STEP;
  const widths = clues.row.map((clue) => widthOf(numbersOf(clue ?? [], model), measure));
  const counts = clues.col.map((clue) => Math.max(1, clue?.length ?? 1));
  return {
    left: stepped(largest(widths), rowStep, model.cols),
    top: stepped(DISTANCE + largest(counts) * measure.step, measure.step, model.rows),
  };
}

/** @param {number} need @param {number} step @param {number} cells */
function stepped(need, step, cells) {
  const first = DISTANCE + Math.ceil(cells * ROOM.share + ROOM.more) * step;
  const grown = Math.max(0, Math.ceil((need - first - 1e-9) / (GROWTH * step)));
  return Math.round((first + grown * GROWTH * step) * 100) / 100;
}

/** @param {number[]} values */
const largest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

/** @param {{width: number}[]} numbers @param {{gap: number}} measure */
const widthOf = (numbers, { gap }) => numbers.reduce((sum, { width }) => sum + width + gap, DISTANCE);

/** A line's clue as shapes. @param {Line} line @param {PaintContext<Model>} context @returns {Shape[]} */
export function clueShapes({ axis, at }, context) {
  const { model, kit } = context;
  const runs = runsAt(axis, at, context);
  /** @param {number} index @returns {ShapeMore} */
  const more = (index) => ({ of: thingOf(axis, at, index), layer: axis === "row" ? "left" : "top" });
  if (runs === null) return [openLine(axis, at, kit, more(0))];
  const numbers = fitted(numbersOf(runs, model), axis, model);
  const middles = axis === "row" ? rowMiddles(numbers) : colMiddles(numbers, model);
  return numbers.flatMap((number, index) => {
    const [row, col] = axis === "row" ? [at + 0.5, middles[index]] : [middles[index], at + 0.5];
    return numberShapes(number, row, col, { kit, model, more: more(index) });
  });
}

/** @param {Axis} axis @param {number} at @param {Kit} kit @param {ShapeMore} more */
function openLine(axis, at, kit, more) {
  const [row, col] = axis === "row" ? [at + 0.5, -0.4] : [-0.4, at + 0.5];
  return kit.label(row, col, OPEN, 0.5, "clue denied", more);
}

/**
 * Numbers made smaller where they would reach beyond their room.
 * @param {ClueNumber[]} numbers @param {Axis} axis @param {Model} model
 */
function fitted(numbers, axis, model) {
  const { measure, left, top } = model.lists;
  const [need, room] =
    axis === "row" ? [widthOf(numbers, measure), left] : [DISTANCE + numbers.length * measure.step, top];
  const scale = Math.min(1, (room - DISTANCE) / (need - DISTANCE));
  return numbers.map((number) => ({
    ...number,
    scale,
    gap: measure.gap * scale,
    size: number.size * scale,
    digits: number.digits * scale,
    width: number.width * scale,
  }));
}

/** @param {ClueNumber[]} numbers */
function rowMiddles(numbers) {
  let end = -DISTANCE;
  const middles = [...numbers].reverse().map(({ width, gap = 0 }) => {
    const middle = end - (width + gap) / 2;
    end -= width + gap;
    return middle;
  });
  return middles.reverse();
}

/** @param {ClueNumber[]} numbers @param {Model} model */
function colMiddles(numbers, { lists: { measure } }) {
  const last = numbers.length - 1;
  return numbers.map(({ scale = 1 }, index) => -DISTANCE - (last - index + 0.5) * measure.step * scale);
}

/**
 * The clues of a line, for where they are shown large.
 * @param {Axis} axis @param {number} at @param {Context<Model>} context
 */
export function beside(axis, at, context) {
  const runs = runsAt(axis, at, context);
  if (runs === null) return [{ text: OPEN, of: thingOf(axis, at, 0) }];
  return toldOf(numbersOf(runs, context.model), axis, at, context.model);
}
