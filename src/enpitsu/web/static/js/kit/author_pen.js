/**
 * Drawing an area over cells.
 * @typedef {Point & {cell: Cell}} CellPoint
 * @import { Cell, Gesture, GestureContext, Point } from "../types.d.ts"
 */

import { isSame, neighbours } from "../board/slots.js";

const DEEP = 0.13; // how far inside a cell the pointer has to come: corners are not meant

/** True if a point is well inside its cell. @param {Point} point */
export function isDeep({ row, col, cell }) {
  const far = (/** @type {number} */ at, /** @type {number} */ from) => Math.min(at - from, from + 1 - at);
  return cell !== null && Math.min(far(row, cell.row), far(col, cell.col)) >= DEEP;
}

/**
 * A pen that takes the cells it is led over, from the first one on; where it passes a corner, one of the cells
 * beside that too, so that all hang together. Cells that do not touch what it has taken are left alone.
 * @param {GestureContext} context @param {Cell} first
 * @param {{isOwn: (cell: Cell) => boolean, take: (cell: Cell) => void}} area
 * @returns {(cell: Cell) => void}
 */
export function pen({ size }, first, { isOwn, take }) {
  let last = first;
  const go = (/** @type {Cell} */ cell) => {
    take(cell);
    last = cell;
  };
  go(first);
  return (cell) => {
    if (isSame(cell, last)) return;
    const isNext = neighbours(cell, size).some(isOwn);
    const isAslant = Math.abs(cell.row - last.row) === 1 && Math.abs(cell.col - last.col) === 1;
    if (!isNext && isAslant) go({ row: last.row, col: cell.col });
    if (isNext || isAslant) go(cell);
  };
}

/**
 * A click on a cell, or a drag that is begun with the cell that was pressed and goes over others.
 * @param {{click: (pressed: CellPoint) => void, begin: (pressed: CellPoint) => (cell: Cell) => void}} how @returns {Gesture}
 */
export function overCells({ click, begin }) {
  /** @type {CellPoint | null} */
  let pressed = null;
  /** @type {((cell: Cell) => void) | null} */
  let visit = null;
  const isHere = (/** @type {Point} */ { cell }) => cell && pressed?.cell && isSame(cell, pressed.cell);
  return {
    start: (point) => {
      pressed = point.cell ? { ...point, cell: point.cell } : null;
    },
    move: (point) => {
      if (!pressed || !point.cell || !isDeep(point)) return;
      if (!isHere(point)) visit ??= begin(pressed);
      visit?.(point.cell);
    },
    end: (point) => {
      if (pressed && !visit && isHere(point)) click(pressed);
    },
  };
}
