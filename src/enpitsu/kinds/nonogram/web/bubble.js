/**
 * The number beside the pointer while a stroke lasts: how long the run is that results.
 * @import { Axis, Cell, Context, GestureContext } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { cellsOf, stateOf } from "./model.js";

const SIZE = { height: 26, digit: 9, side: 9, letter: 15, corner: 7 }; // pixels
const AWAY = { mouse: 30, pen: 34, touch: 62 }; // above the pointer, so that a finger does not hide it

/**
 * The bubble as shapes. A stroke that erases counts its own cells, others the whole run.
 * @param {GestureContext<Model>} context
 * @param {{at: Cell, axis: Axis | null, state: number | null, written: string[]}} stroke
 */
export function bubble(context, stroke) {
  const { at, axis, state, written } = stroke;
  if (!axis && written.length < 2) return [];
  const isRun = axis && state !== null && stateOf(context.kit.cellText(at), context) === state;
  const count = isRun ? runAt(context, at, axis, state) : written.length;
  return count ? shapes(context, at, String(count)) : [];
}

/**
 * The length of the run of a state through a cell.
 * @param {Context<Model>} context @param {Cell} cell @param {Axis} axis @param {number | null} state
 */
function runAt(context, cell, axis, state) {
  const line = cellsOf(axis, axis === "row" ? cell.row : cell.col, context.size);
  const here = axis === "row" ? cell.col : cell.row;
  const has = (at) => line[at] !== undefined && stateOf(context.kit.cellText(line[at]), context) === state;
  let [first, last] = [here, here];
  while (has(first - 1)) first -= 1;
  while (has(last + 1)) last += 1;
  return last - first + 1;
}

/**
 * As large on every zoom; below the pointer where there is no room above.
 * @param {GestureContext<Model>} context @param {Cell} cell @param {string} text
 */
function shapes({ kit, board, type, model }, cell, text) {
  const { view } = board.surface;
  const cells = (pixels) => pixels / view.scale;
  const [height, width] = [cells(SIZE.height), cells(text.length * SIZE.digit + 2 * SIZE.side)];
  const away = cells(AWAY[type] ?? AWAY.mouse) + 0.2;
  const [top, left] = [view.at(0, 0).row, view.at(0, 0).col];
  const [bottom, right] = [view.at(0, view.height).row, view.at(view.width, 0).col];
  const roof = Math.max(0, top + Math.min(model.lists.top, (bottom - top) * 0.4));
  const above = cell.row + 0.5 - away;
  const row = above - height / 2 >= roof ? above : cell.row + 0.5 + away;
  const col = Math.min(right - width, Math.max(left + width, cell.col + 0.5));
  return [
    kit.rect(row - height / 2, col - width / 2, height, width, "bubble", cells(SIZE.corner)),
    kit.label(row, col, text, cells(SIZE.letter), "bubble-text"),
  ];
}
