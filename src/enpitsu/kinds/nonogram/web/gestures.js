/**
 * Strokes with mouse, finger or pen.
 *
 * Each gesture fills, crosses or erases as the player has chosen (hands.js); the tools "cross" and
 * "erase" do what they are called, the other button of "cross" fills. The first cell decides what is written, and only cells in
 * the state of the first are overwritten. A drag keeps to the row or column of its first step (Alt:
 * free). With one button cells go round: filled, crossed, empty.
 * @import { Axis, Cell, Context, Gesture, GestureContext, Point, Size } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { bubble } from "./bubble.js";
import { CROSSED, colourOf, stateOf, write } from "./model.js";

/** The stroke that a press begins. @param {GestureContext<Model>} context */
export function gesture(context) {
  const { click, drag } = actionsOf(context);
  const find = ({ margin, cell }) => {
    if (margin) return { click: greying, drag: greying };
    return cell ? { click: STROKES[click], drag: STROKES[drag] } : {};
  };
  return context.kit.clickOrDrag(context, find);
}

const STROKES = {
  fill: (context) => painting(context, "fill"),
  cross: (context) => painting(context, "cross"),
  erase: (context) => painting(context, "erase"),
};

/** @param {GestureContext<Model>} context */
function actionsOf({ tool, secondary, eraser, actions }) {
  const isErasing = eraser || tool === "erase";
  if (actions && !isErasing) return actions;
  const action = isErasing ? "erase" : (tool === "cross") !== secondary ? "cross" : "fill";
  return { click: action, drag: action };
}

/** The state that a stroke writes, by the state of its first cell. */
function stateToWrite(context, action, first) {
  if (action === "erase") return null;
  const wanted = action === "cross" ? CROSSED : colourOf(context);
  const isRound = context.scheme === "one" && action === "fill";
  if (first !== wanted) return isRound && first === CROSSED ? null : wanted;
  return isRound ? CROSSED : null;
}

/** @type {Cell} */
const NOWHERE = Object.freeze({ row: -1, col: -1 }); // before a stroke has begun

/** Paint along a line. @param {GestureContext<Model>} context @param {"fill" | "cross" | "erase"} action @returns {Gesture} */
function painting(context, action) {
  const { kit } = context;
  const before = new Map(); // the states that cells had
  let [start, here] = [NOWHERE, NOWHERE];
  /** @type {number | null} */
  let first = null;
  /** @type {number | null} */
  let wanted = null;
  /** @type {Axis | null} */
  let axis = null;
  /** @type {string[]} */
  let written = [];
  const put = (cell) => {
    const slot = kit.cellText(cell);
    if (!before.has(slot)) before.set(slot, stateOf(slot, context));
    const old = before.get(slot);
    if (old === wanted || !(old === first || action === "erase")) return;
    write(slot, wanted, context);
    written.push(slot);
  };
  /** The line from the start to here; what was written elsewhere is put back. */
  const lay = (cells) => {
    const wantedSlots = new Set(cells.map(kit.cellText));
    for (const slot of written) if (!wantedSlots.has(slot)) context.draft.restore(slot);
    written = written.filter((slot) => wantedSlots.has(slot));
    const has = new Set(written);
    for (const cell of cells) if (!has.has(kit.cellText(cell))) put(cell);
  };
  const follow = (cell) => {
    if (kit.isSame(cell, start)) axis = null;
    else axis ??= Math.abs(cell.row - start.row) >= Math.abs(cell.col - start.col) ? "col" : "row";
    const end = axis === "row" ? { row: start.row, col: cell.col } : axis ? { row: cell.row, col: start.col } : start;
    lay([start, ...kit.straight(start, end)]);
    return end;
  };
  const show = (at) => {
    context.board.surface.bands(at); // the crosshair goes along
    context.preview(bubble(context, { at, axis, state: wanted, written }));
  };
  return {
    start: ({ cell }) => {
      if (!cell) return;
      start = here = cell;
      first = stateOf(kit.cellText(cell), context);
      wanted = stateToWrite(context, action, first);
      put(cell);
    },
    move: (point) => {
      const cell = inside(point, context.size);
      if (kit.isSame(cell, here)) return;
      here = cell;
      if (!point.alt) return show(follow(cell));
      axis = null;
      if (!written.includes(kit.cellText(cell))) put(cell);
      show(cell);
    },
    end: () => {},
  };
}

/** The cell under a point; beside the board the nearest. @param {Cell} cell @param {Size} size */
function inside({ row, col }, { rows, cols }) {
  const within = (value, count) => Math.min(count - 1, Math.max(0, Math.floor(value)));
  return { row: within(row, rows), col: within(col, cols) };
}

/** A click on a number greys it by hand. @param {Context<Model>} context @returns {Gesture} */
function greying({ board, model }) {
  /** @type {string | null} */
  let thing = null;
  const at = (/** @type {Point} */ { margin }) => (margin && model.lists.thingAt?.(margin)) || null;
  return {
    start: (point) => {
      thing = at(point);
    },
    move: () => {},
    end: (point) => {
      if (thing && at(point) === thing) board.toggleUsed(thing);
    },
  };
}
