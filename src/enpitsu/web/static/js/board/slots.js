/**
 * Slots and facts as texts: "r1c1", "r1c1-r1c2" (upper or left cell first), "r1c1 not shaded".
 *
 * Inside, cells are {row, col} from 0; texts count from 1. Sides of cells have the same names as edges, and at the
 * frame one of the two cells lies outside the board: "r0c1-r1c1" is the top side of r1c1.
 * @import { Axis, Cell, EdgePlace, Ends, Fact, Place, Size, Way } from "../types.d.ts"
 */

export const WAYS = Object.freeze({
  up: { row: -1, col: 0 },
  down: { row: 1, col: 0 },
  left: { row: 0, col: -1 },
  right: { row: 0, col: 1 },
});

export const WAY_NAMES = /** @type {readonly Way[]} */ (Object.freeze(Object.keys(WAYS)));

const CELL = /^r([1-9]\d*)c([1-9]\d*)$/;
const EDGE = /^r(0|[1-9]\d*)c(0|[1-9]\d*)-r([1-9]\d*)c([1-9]\d*)$/; // the second cell is never the one outside at the top or left
const FREE_MARK = /^(tint|corner):r[1-9]\d*c[1-9]\d*$/;
const LINE = /^(row|col)([1-9]\d*)$/;

/** The text of a cell. @param {Cell} cell */
export const cellText = (cell) => `r${cell.row + 1}c${cell.col + 1}`;

/** The text of the edge between two neighbours. @param {Cell} a @param {Cell} b */
export function edgeText(a, b) {
  const isOrdered = a.row < b.row || (a.row === b.row && a.col < b.col);
  return isOrdered ? `${cellText(a)}-${cellText(b)}` : `${cellText(b)}-${cellText(a)}`;
}

/** @param {string} text @returns {Cell | null} */
export function parseCell(text) {
  const found = CELL.exec(text);
  return found && { row: Number(found[1]) - 1, col: Number(found[2]) - 1 };
}

/** A cell, an edge or a whole row or column; null if the text is none. @param {string} text @returns {Place | null} */
export function parsePlace(text) {
  const cell = parseCell(text);
  if (cell) return { kind: "cell", cell };
  const line = LINE.exec(text);
  if (line) return { kind: "line", axis: /** @type {Axis} */ (line[1]), at: Number(line[2]) - 1 };
  return parseEdge(text);
}

/** @param {string} text @returns {EdgePlace | null} */
function parseEdge(text) {
  const numbers = EDGE.exec(text)
    ?.slice(1)
    .map((digits) => Number(digits) - 1);
  if (!numbers) return null;
  const [a, b] = [
    { row: numbers[0], col: numbers[1] },
    { row: numbers[2], col: numbers[3] },
  ];
  return areNeighbours(a, b) ? { kind: "edge", a, b } : null;
}

/** @param {Cell} a @param {Cell} b */
export const isSame = (a, b) => a.row === b.row && a.col === b.col;

/** @param {Cell} a @param {Cell} b */
export const areNeighbours = (a, b) => Math.abs(a.row - b.row) + Math.abs(a.col - b.col) === 1;

/** The cell one step away. @param {Cell} cell @param {Cell} way */
export const step = (cell, way) => ({ row: cell.row + way.row, col: cell.col + way.col });

/** @param {Cell} cell @param {Size} size */
export const isInside = (cell, size) => cell.row >= 0 && cell.col >= 0 && cell.row < size.rows && cell.col < size.cols;

/** The neighbours on the board. @param {Cell} cell @param {Size} size */
export function neighbours(cell, size) {
  return Object.values(WAYS)
    .map((way) => step(cell, way))
    .filter((other) => isInside(other, size));
}

/** The edges at a cell that marks can stand on; its sides, where those of the frame are some too. @param {Cell} cell @param {Size} size */
export function edgesAt(cell, size) {
  const others = size.hasSides ? Object.values(WAYS).map((way) => step(cell, way)) : neighbours(cell, size);
  return others.map((other) => edgeText(cell, other));
}

/** True if an edge or a side is one of the board's. @param {Ends} ends @param {Size} size */
export function isOnBoard({ a, b }, size) {
  const inside = [a, b].filter((cell) => isInside(cell, size)).length;
  return inside === 2 || (inside === 1 && size.hasSides === true);
}

/** The cells after `a` up to `b` if both lie in one row or column, else none. @param {Cell} a @param {Cell} b */
export function straight(a, b) {
  if (a.row !== b.row && a.col !== b.col) return [];
  const way = { row: Math.sign(b.row - a.row), col: Math.sign(b.col - a.col) };
  /** @type {Cell[]} */
  const run = [];
  for (let at = a; !isSame(at, b); run.push(at)) at = step(at, way);
  return run;
}

/** The cells that lie one way from a cell, up to the border. @param {Cell} cell @param {Way} way @param {Size} size */
export function ray(cell, way, size) {
  /** @type {Cell[]} */
  const seen = [];
  for (let at = step(cell, WAYS[way]); isInside(at, size); at = step(at, WAYS[way])) seen.push(at);
  return seen;
}

/** The edges between cells that follow each other. @param {Cell[]} cells */
export const edgesAlong = (cells) => cells.slice(1).map((cell, at) => edgeText(cells[at], cell));

/** The cells that hang together with a cell, itself the first. @param {Cell} first @param {Size} size @param {(to: Cell, from: Cell) => boolean} isJoined @returns {Cell[]} */
export function connected(first, size, isJoined) {
  const found = new Map([[cellText(first), first]]);
  for (const from of found.values()) {
    for (const to of neighbours(from, size)) {
      if (!found.has(cellText(to)) && isJoined(to, from)) found.set(cellText(to), to);
    }
  }
  return [...found.values()];
}

/** @param {string} slot @param {string} value @param {boolean} holds */
export const factText = (slot, value, holds) => `${slot} ${holds ? "" : "not "}${value}`;

/** True for a slot of free marks (free_marks.js), or the text of one. @param {string} text */
export const isFree = (text) => FREE_MARK.test(text.split(" ")[0]);

/** @param {string} text of a fact or a free mark @returns {Fact} */
export function parseFact(text) {
  const [slot, ...words] = text.split(" ");
  const holds = words[0] !== "not";
  const value = words.slice(holds ? 0 : 1).join(" ");
  if (!value || !(parsePlace(slot) || isFree(slot))) throw new Error(`not a fact: ${text.slice(0, 60)}`);
  return { slot, value, holds };
}
