/**
 * Cells that are painted: the first one decides what is written.
 * @typedef {Own} State what stands in a cell, in the words of its kind; null: nothing
 * @typedef {{first: Cell, was: State, wanted: State}} Begun the first cell, what stood there, and what is written
 * @typedef {object} PaintSort
 * @property {(cell: Cell) => State} read
 * @property {(cell: Cell, state: State) => void} write
 * @property {(was: State, cell: Cell) => State} decide what is written over what stands in the first cell
 * @property {(cell: Cell, begun: Begun) => boolean} [isMeant] the cells that are painted; those that stand as the first did if nothing is said
 * @import { Cell, Gesture, Own, Point } from "../../types.d.ts"
 */

/** The state after another one, round and round; `isBack`: before. @template T @param {readonly T[]} states @param {T} now @param {boolean} [isBack] @returns {T} */
export function cycle(states, now, isBack = false) {
  const at = states.indexOf(now) + (isBack ? -1 : 1);
  return states[(at + states.length) % states.length];
}

/** Paint from cell to cell. @param {PaintSort} sort @returns {Gesture} */
export function painting({ read, write, decide, isMeant = (cell, { was }) => read(cell) === was }) {
  /** @type {Begun | null} */
  let begun = null;
  const visit = (/** @type {Point} */ { cell }) => {
    if (!cell) return;
    begun ??= { first: cell, was: read(cell), wanted: decide(read(cell), cell) };
    if (read(cell) !== begun.wanted && isMeant(cell, begun)) write(cell, begun.wanted);
  };
  return { start: visit, move: visit, end: () => {} };
}

/** One deed where the pointer was pressed. @param {(point: Point) => void} act @returns {Gesture} */
export const clicking = (act) => ({ start: act, move: () => {}, end: () => {} });
