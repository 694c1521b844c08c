/**
 * Lines and crosses by keys: at the cell with the focus, one way.
 * @import { Cell, KeyContext, Way, WriteContext } from "../../types.d.ts"
 * @import { LineSort } from "./line.js"
 */

import { edgeText, isInside, isOnBoard, step, WAY_NAMES, WAYS } from "../slots.js";
import { drawLine } from "./line.js";

/** Keys of an action that has a way: "move-up", ... @param {string} action @param {string} modifier as "Shift" */
export const wayKeys = (action, modifier) =>
  Object.fromEntries(
    WAY_NAMES.map((way) => [`${action}-${way}`, [`${modifier}+Arrow${way[0].toUpperCase()}${way.slice(1)}`]]),
  );

/** Draw or take away the line to the next cell, and go along. @param {KeyContext} context @param {Way} way @param {LineSort} [sort] */
export function lineByKey(context, way, { value = "line", takes = () => true } = {}) {
  const { cell, draft, position, size } = context;
  const next = step(cell, WAYS[way]);
  if (!isInside(next, size)) return;
  const edge = edgeText(cell, next);
  if (position.get(edge, value)) draft.set(edge, value, null);
  else if (takes(cell) && takes(next)) drawLine(context, edge, cell, value);
  else return;
  context.moveTo(next);
}

/** Write a mark on an edge or side of the cell, or its denial, or take it away. @param {WriteContext} context @param {Way} way @param {boolean} holds */
export function toggleSide({ cell, draft, position, size }, way, holds, value = "line") {
  const ends = { a: cell, b: step(cell, WAYS[way]) };
  if (!isOnBoard(ends, size)) return;
  const slot = edgeText(ends.a, ends.b);
  draft.set(slot, value, position.get(slot, value) === holds ? null : holds);
}
