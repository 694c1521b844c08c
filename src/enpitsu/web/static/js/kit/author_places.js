/**
 * Where the clue is that hands write: the sort that the tool is for, and the slot that is pointed at or chosen.
 * @typedef {import("./author_clues.js").ClueForm} ClueForm
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Cell, Context, Point, Slot } from "../types.d.ts"
 */

import { cellText, edgeText, isInside, parsePlace, step, WAYS } from "../board/slots.js";
import { cellAt } from "./author_areas.js";
import { lookOf } from "./author_clues.js";

const REACH = 0.35; // how far from the middle of a side a press may be: what lies between is the cell
const OUTSIDE = 1.2; // how far outside the board a clue at the frame reaches

/** The sort of clues that is written with a tool. @param {SheetForm} form @param {string} tool @returns {ClueForm | undefined} */
export const sortOf = ({ sorts }, tool) => sorts.find(({ name }) => name === tool) ?? sorts[0];

/** The slot of a clue that belongs to a cell: for areas the place of the area's clue. @param {SheetForm} form @param {ClueForm} sort @param {Cell} cell @param {Context} context @returns {Slot} */
export function slotOfCell(form, sort, cell, context) {
  if (sort.on !== "areas") return cellText(cell);
  const look = lookOf(context);
  return cellText(cellAt(form.areaOf(cell, look)[0], look));
}

/** The slot that is pointed at; null if there is none for such clues. @param {SheetForm} form @param {ClueForm} sort @param {Point} point @param {Context} context @returns {Slot | null} */
export function slotAt(form, sort, point, context) {
  if (sort.isInCells) return point.cell && slotOfCell(form, sort, point.cell, context);
  return sort.on === "sides" ? sideAt(point, context) : rimAt(point, context);
}

/** The side between two cells that is near. @param {Point} point @param {Context} context @returns {Slot | null} */
function sideAt({ row, col, near }, { size }) {
  const place = near ? parsePlace(near) : null;
  if (place?.kind !== "edge" || ![place.a, place.b].every((cell) => isInside(cell, size))) return null;
  const [down, right] = [(place.a.row + place.b.row + 1) / 2, (place.a.col + place.b.col + 1) / 2];
  return Math.max(Math.abs(down - row), Math.abs(right - col)) <= REACH ? near : null;
}

/** The side of the frame beside a point outside the board, or in a cell at its rim. @param {Point} point @param {Context} context @returns {Slot | null} */
function rimAt({ row, col }, { size }) {
  const { rows, cols } = size;
  const cell = { row: within(row, rows), col: within(col, cols) };
  const outside = { up: -row, down: row - rows, left: -col, right: col - cols };
  const [[way, far], [, next]] = Object.entries(outside).toSorted(([, a], [, b]) => b - a);
  const isCorner = far > 0 && next > 0;
  if (isCorner || far > OUTSIDE || far < -1) return null;
  return edgeText(cell, step(cell, WAYS[/** @type {import("../types.d.ts").Way} */ (way)]));
}

/** @param {number} at @param {number} count */
const within = (at, count) => Math.min(count - 1, Math.max(0, Math.floor(at)));

/** The slot that keys write into; null if there is none. @param {SheetForm} form @param {ClueForm} sort @param {Context} context @returns {Slot | null} */
export function chosenSlot(form, sort, context) {
  const { cell, memory, size } = context;
  if (sort.isInCells) return slotOfCell(form, sort, cell, context);
  return memory.side && sort.fits(memory.side, size) ? memory.side : null;
}

/** Choose the side of the cell with the focus that lies a way. @param {ClueForm} sort @param {import("../types.d.ts").Way} way @param {Context} context */
export function chooseSide(sort, way, context) {
  const { cell, size } = context;
  const side = edgeText(cell, step(cell, WAYS[way]));
  if (sort.fits(side, size)) choose(side, context);
}

/** Let keys write into a side from now on. @param {Slot | null} side @param {Context} context */
export function choose(side, { memory, board }) {
  [memory.side, memory.left] = [side, null];
  board.redraw([CHOSEN]);
}

/** The name under which the chosen side is painted. */
export const CHOSEN = "chosen side";
