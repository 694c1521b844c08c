/**
 * Strokes with mouse, finger or pen.
 *
 * Each gesture fills, crosses or erases as the player has chosen (index.js); the tools "cross" and
 * "erase" do what they are called, the other button of "cross" fills. The first cell decides what is written, and only cells in
 * the state of the first are overwritten. A drag keeps to the row or column of its first step (Alt:
 * free). With one button cells go round: filled, crossed, empty.
 * @typedef {import("/static/js/board/stroke_kit/along.js").Run} Run
 * @import { Gesture, GestureContext, Point } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { CROSSED, cellsOf, colourOf, stateOf, write } from "./model.js";

/** The stroke that a press begins. @param {GestureContext<Model>} context */
export function gesture(context) {
  const { click, drag } = actionsOf(context);
  const find = (/** @type {Point} */ { margin, cell }) => {
    if (margin) return { click: greying };
    return cell ? { click: STROKES[click], drag: STROKES[drag] } : {};
  };
  return context.kit.clickOrDrag(context, find);
}

/** @type {Record<string, (context: GestureContext<Model>) => Gesture>} */
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

/** The state that a stroke writes, by the state of its first cell. @param {GestureContext<Model>} context @param {string} action @param {number | null} first */
function stateToWrite(context, action, first) {
  if (action === "erase") return null;
  const wanted = action === "cross" ? CROSSED : colourOf(context);
  const isRound = context.scheme === "one" && action === "fill";
  if (first !== wanted) return isRound && first === CROSSED ? null : wanted;
  return isRound ? CROSSED : null;
}

/** Paint along a line; the crosshair and the length of the run go along. @param {GestureContext<Model>} context @param {"fill" | "cross" | "erase"} action */
const painting = (context, action) =>
  context.kit.paintingAlong(context, {
    read: (cell) => stateOf(context.kit.cellText(cell), context),
    write: (cell, state) => write(context.kit.cellText(cell), state, context),
    decide: (first) => stateToWrite(context, action, first),
    overwrites: action === "erase",
    show: (run) => {
      context.board.surface.bands(run.at);
      const length = lengthOf(context, run);
      context.preview(length ? context.kit.bubble(context, run.at, length) : []);
    },
  });

/** What the bubble tells: a stroke that erases counts its own cells, others the whole run. @param {GestureContext<Model>} context @param {Run} run */
function lengthOf(context, { at, axis, state, count }) {
  if (!axis) return count < 2 ? 0 : count;
  const line = cellsOf(axis, at[axis], context.size).map(context.kit.cellText);
  const here = axis === "row" ? at.col : at.row;
  const has = (/** @type {number} */ place) => line[place] !== undefined && stateOf(line[place], context) === state;
  if (state === null || !has(here)) return count;
  let [first, last] = [here, here];
  while (has(first - 1)) first -= 1;
  while (has(last + 1)) last += 1;
  return last - first + 1;
}

/** A click on a number greys it by hand. @param {GestureContext<Model>} context */
const greying = ({ board, kit, model }) =>
  kit.clicking(({ margin }) => {
    const thing = margin && model.lists.thingAt?.(margin);
    if (thing) board.toggleUsed(thing);
  });
