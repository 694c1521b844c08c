/**
 * A board in parts: the areas that borders on a sheet cut out. Cells go by their number in reading order.
 * @import { Cell, EdgePlace, Size, Slot } from "../types.d.ts"
 */

import { parsePlace } from "../board/slots.js";

/** The cell with a number. @param {number} at @param {{cols: number}} size @returns {Cell} */
export const cellAt = (at, { cols }) => ({ row: Math.floor(at / cols), col: at % cols });

/** The number of a cell. @param {Cell} cell @param {{cols: number}} size */
export const numberOf = ({ row, col }, { cols }) => row * cols + col;

/** All cells in reading order. @param {Size} size @returns {Cell[]} */
export const cellsOf = (size) => Array.from({ length: size.rows * size.cols }, (_, at) => cellAt(at, size));

/**
 * The parts of a board, each connected, in the order of their first cells, which come first in them.
 * @param {Size} size @param {(a: number, b: number) => boolean} isCut whether two neighbours are parted
 * @returns {{parts: number[][], of: number[]}} `of`: the part of each cell
 */
export function partsOf({ rows, cols }, isCut) {
  /** @type {number[]} */
  const of = Array(rows * cols).fill(-1);
  /** @type {number[][]} */
  const parts = [];
  for (let first = 0; first < of.length; first++) {
    if (of[first] >= 0) continue;
    const part = [first];
    of[first] = parts.length;
    for (const at of part) {
      for (const next of beside(at, rows, cols)) {
        if (of[next] >= 0 || isCut(at, next)) continue;
        of[next] = parts.length;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return { parts, of };
}

/** @param {number} at @param {number} rows @param {number} cols */
function beside(at, rows, cols) {
  const col = at % cols;
  const found = [];
  if (at >= cols) found.push(at - cols);
  if (at < (rows - 1) * cols) found.push(at + cols);
  if (col > 0) found.push(at - 1);
  if (col < cols - 1) found.push(at + 1);
  return found;
}

/**
 * Tells whether a wall lies between two neighbours.
 * @param {Iterable<Slot>} slots edges that have one @param {Size} size @returns {(a: number, b: number) => boolean}
 */
export function wallsOf(slots, size) {
  const many = size.rows * size.cols;
  const key = (/** @type {number} */ a, /** @type {number} */ b) => Math.min(a, b) * many + Math.max(a, b);
  const walls = new Set();
  for (const slot of slots) {
    const { a, b } = /** @type {EdgePlace} */ (parsePlace(slot));
    walls.add(key(numberOf(a, size), numberOf(b, size)));
  }
  return (a, b) => walls.has(key(a, b));
}
