/** The actions of keys on every board. */

/**
 * @typedef {import("./board.js").Board} Board
 * @import { Cell, Size } from "../types.d.ts"
 */

import { step, WAYS } from "./slots.js";

/** Actions that the page answers. */
export const FOR_THE_PAGE = new Set([
  "hint",
  "fill-in",
  "check",
  "why",
  "pause",
  "keep",
  "steps",
  "solve",
  "clear-all",
  "help",
]);

/** Where the focus goes. @type {Record<string, (cell: Cell, size: Size) => Cell>} */
export const MOVES = {
  up: (cell) => step(cell, WAYS.up),
  down: (cell) => step(cell, WAYS.down),
  left: (cell) => step(cell, WAYS.left),
  right: (cell) => step(cell, WAYS.right),
  "row-start": (cell) => ({ row: cell.row, col: 0 }),
  "row-end": (cell, size) => ({ row: cell.row, col: size.cols - 1 }),
  first: () => ({ row: 0, col: 0 }),
  last: (_, size) => ({ row: size.rows - 1, col: size.cols - 1 }),
};

/** Actions on the view. @type {Record<string, (board: Board) => void>} */
export const VIEWS = {
  "zoom-in": (board) => board.surface.zoom(1.25),
  "zoom-out": (board) => board.surface.zoom(0.8),
  fit: (board) => board.surface.fit(),
};

/** Actions on the free marks of the cell with the focus. */
export const FREE_KEYS = new Set(["free-colour", "free-dot", "free-put", "free-wipe"]);

/** Actions on the position. @type {Record<string, (board: Board) => void>} */
export const WRITES = {
  undo: (board) => board.undo(),
  redo: (board) => board.redo(),
  trial: (board) => board.beginTrial(),
  "free-clear": (board) => board.clearFree(),
};
