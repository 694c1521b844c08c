/**
 * Painting that keeps to the row or column of its first step: a drag lays a run, and takes back what lies behind the
 * pointer when it turns.
 * @typedef {object} RunSort
 * @property {(cell: Cell) => State} read
 * @property {(cell: Cell, state: State) => void} write
 * @property {(was: State) => State} decide what is written over what stands in the first cell
 * @property {boolean} [overwrites] all cells are written into, not only those that stand as the first one did
 * @property {(run: Run) => void} [show] the pointer has come to another cell
 * @typedef {{at: Cell, axis: Axis | null, state: State, count: number}} Run `count`: how many cells were written
 * @import { Axis, Cell, Gesture, GestureContext, Point, Size } from "../../types.d.ts"
 * @import { State } from "./paint.js"
 */

import { cellText, isSame, straight } from "../slots.js";

/** With Alt held a drag goes freely. @param {GestureContext} context @param {RunSort} sort @returns {Gesture} */
export function paintingAlong(context, sort) {
  /** @type {RunBrush | null} */
  let brush = null;
  return {
    start: ({ cell }) => {
      if (cell) brush = new RunBrush(context, sort, cell);
    },
    move: (point) => brush?.move(point),
    end: () => {},
  };
}

class RunBrush {
  /** What stood in the cells that it came to. @type {Map<string, State>} */
  #before = new Map();
  /** The cells that it has written. @type {Set<string>} */
  #written = new Set();
  /** @type {Axis | null} */
  #axis = null;

  /** @param {GestureContext} context @param {RunSort} sort @param {Cell} first */
  constructor(context, sort, first) {
    this.context = context;
    this.sort = sort;
    this.first = first;
    this.here = first;
    this.was = sort.read(first);
    this.wanted = sort.decide(this.was);
    this.#put(first);
  }

  /** @param {Point} point */
  move(point) {
    const cell = nearestCell(point, this.context.size);
    if (isSame(cell, this.here)) return;
    this.here = cell;
    if (point.alt) this.#axis = null;
    const at = point.alt ? cell : this.#follow(cell);
    if (point.alt) this.#put(cell);
    this.sort.show?.({ at, axis: this.#axis, state: this.wanted, count: this.#written.size });
  }

  /** The cell of the run that is nearest to one. @param {Cell} cell */
  #follow(cell) {
    const { first } = this;
    if (isSame(cell, first)) this.#axis = null;
    else this.#axis ??= Math.abs(cell.row - first.row) >= Math.abs(cell.col - first.col) ? "col" : "row";
    const isRow = this.#axis === "row";
    const end = this.#axis ? { row: isRow ? first.row : cell.row, col: isRow ? cell.col : first.col } : first;
    this.#lay([first, ...straight(first, end)]);
    return end;
  }

  /** Write into cells; what was written elsewhere is put back. @param {Cell[]} cells */
  #lay(cells) {
    const meant = new Set(cells.map(cellText));
    for (const slot of this.#written) {
      if (meant.has(slot)) continue;
      this.context.draft.restore(slot);
      this.#written.delete(slot);
    }
    for (const cell of cells) this.#put(cell);
  }

  /** @param {Cell} cell */
  #put(cell) {
    const slot = cellText(cell);
    if (this.#written.has(slot)) return;
    const before = this.#before.has(slot) ? this.#before.get(slot) : this.sort.read(cell);
    this.#before.set(slot, before ?? null);
    if (before === this.wanted || !(before === this.was || this.sort.overwrites)) return;
    this.sort.write(cell, this.wanted);
    this.#written.add(slot);
  }
}

/** The cell under a point; beside the board the nearest. @param {Cell} point @param {Size} size */
function nearestCell({ row, col }, { rows, cols }) {
  const within = (/** @type {number} */ value, /** @type {number} */ count) =>
    Math.min(count - 1, Math.max(0, Math.floor(value)));
  return { row: within(row, rows), col: within(col, cols) };
}
