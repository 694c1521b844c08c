/**
 * Borders drawn along the lines of the grid, as on puzz.link: a click on an edge or a drag along edges sets them, or
 * takes them if the first one was there.
 * @typedef {{has: (edge: Slot) => boolean, put: (edge: Slot) => void, take: (edge: Slot) => void}} Borders
 * @import { Cell, Ends, Gesture, GestureContext, PathShape, Point, Size, Slot, Spot } from "../types.d.ts"
 */

import { sideOf } from "../board/areas.js";
import { path } from "../board/shapes.js";
import { edgeText, isInside, parsePlace, step, WAYS } from "../board/slots.js";

const REACH = 0.38; // how far from an edge a click may be
const SHORT = 0.04; // as far as a border's round end reaches

/**
 * The stroke that draws borders. @param {GestureContext} context @param {Borders} borders
 * @param {boolean | null} wanted whether they are set or taken; null: the first one decides
 * @returns {Gesture}
 */
export function bordering(context, { has, put, take }, wanted = context.secondary ? false : null) {
  const { size } = context;
  let from = { row: 0, col: 0 };
  /** @type {Point | null} */
  let pressed = null;
  const write = (/** @type {Slot | null} */ edge) => {
    if (!edge) return;
    wanted ??= !has(edge);
    if (wanted !== has(edge)) (wanted ? put : take)(edge);
  };
  return {
    start: (point) => {
      pressed = point;
      from = cornerAt(point, size);
    },
    move: (point) => {
      const to = cornerAt(point, size);
      if (to.row === from.row && to.col === from.col) return;
      write(edgeAlong(from, to, size));
      from = to;
      pressed = null;
    },
    end: () => write(pressed && edgeNear(pressed, size)),
  };
}

/** @param {number} at @param {number} count */
const within = (at, count) => Math.min(count, Math.max(0, Math.round(at)));

/** The corner of cells that is nearest. @param {Cell} cell @param {Size} size */
const cornerAt = ({ row, col }, { rows, cols }) => ({ row: within(row, rows), col: within(col, cols) });

/** The edge that a click means, null: none. @param {Point} point @param {Size} size */
function edgeNear({ row, col, near }, size) {
  const place = near ? parsePlace(near) : null;
  if (place?.kind !== "edge" || ![place.a, place.b].every((cell) => isInside(cell, size))) return null;
  const far = place.a.row === place.b.row ? col - place.b.col : row - place.b.row;
  return Math.abs(far) <= REACH ? near : null;
}

/** The edge between two corners side by side. @param {Cell} from @param {Cell} to @param {Size} size */
function edgeAlong(from, to, size) {
  if (Math.abs(from.row - to.row) + Math.abs(from.col - to.col) !== 1) return null;
  const b = { row: Math.min(from.row, to.row), col: Math.min(from.col, to.col) };
  const a = step(b, from.row === to.row ? WAYS.up : WAYS.left);
  return isInside(a, size) && isInside(b, size) ? edgeText(a, b) : null;
}

/**
 * A border as a shape. Ends at the rim stop short of it: they are round and would come out beyond the frame.
 * @param {Ends} edge @param {string} style @param {Size} size @returns {PathShape}
 */
export function borderShape({ a, b }, style, { rows, cols }) {
  const inside = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.min(count - SHORT, Math.max(SHORT, at));
  const line = sideOf({ a, b }).map(([row, col]) => /** @type {Spot} */ ([inside(row, rows), inside(col, cols)]));
  return path(line, style, false, { layer: "lines" });
}
