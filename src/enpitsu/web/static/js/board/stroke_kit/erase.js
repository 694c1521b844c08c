/**
 * An eraser.
 * @import { Cell, Gesture, Point, WriteContext } from "../../types.d.ts"
 */

import { isNear } from "../hands.js";
import { linesAt, NODES } from "../nodes.js";
import { areNeighbours, cellText, edgeText, isSame } from "../slots.js";

/**
 * Takes away cells and edges that are touched; a click on a cell the lines through it too. Where marks stand on sides,
 * a click takes away the nearest one.
 * @param {WriteContext} context @returns {Gesture}
 */
export function erasing(context) {
  const { draft, size } = context;
  const hasSides = size.hasSides === true;
  /** @type {Point | null} */
  let first = null;
  /** @type {Point | null} */
  let last = null;
  let isClick = true;
  const visit = (/** @type {Point} */ point) => {
    const { cell, edge } = point;
    if (edge) draft.clear(edge);
    else if (cell) draft.clear(cellText(cell));
    if (!hasSides && last?.cell && cell && areNeighbours(last.cell, cell)) draft.clear(edgeText(last.cell, cell));
    first ??= point;
    isClick &&= hasSides ? isNear(point, first) : !edge && (!last || isOne(last.cell, cell));
    if (cell || hasSides) last = point;
  };
  const end = () => {
    if (!isClick || !last) return;
    if (hasSides && last.near) draft.clear(last.near);
    else if (last.cell) for (const line of linesAt(last.cell, context, NODES.cells)) draft.clear(line);
  };
  return { start: visit, move: visit, end };
}

/** @param {Cell | null} a @param {Cell | null} b */
const isOne = (a, b) => a !== null && b !== null && isSame(a, b);
