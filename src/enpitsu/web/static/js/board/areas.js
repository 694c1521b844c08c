/**
 * Boards that are cut into areas: rows of area numbers from 0.
 * @typedef {number[][]} Areas
 * @typedef {[Spot, Spot]} Side where a side of a cell is drawn
 * @import { Cell, Ends, Shape, Spot } from "../types.d.ts"
 */

import { NODES } from "./nodes.js";
import { strokes } from "./shapes.js";

const SHORT = 0.04; // as far as a border's round end reaches

/** The cells of each area, in reading order. @param {Areas} areas @returns {Cell[][]} */
export function areaCells(areas) {
  /** @type {Cell[][]} */
  const found = [];
  for (const [row, line] of areas.entries()) {
    for (const [col, area] of line.entries()) {
      found[area] ??= [];
      found[area].push({ row, col });
    }
  }
  return found;
}

/** An area as pieces to be filled: its cells side by side. @param {Cell[]} cells in reading order @returns {Spot[][]} */
export function areaOutlines(cells) {
  /** @type {(Cell & {end: number})[]} */
  const found = [];
  for (const { row, col } of cells) {
    const last = found.at(-1);
    if (last?.row === row && last.end === col) last.end += 1;
    else found.push({ row, col, end: col + 1 });
  }
  return found.map(({ row, col, end }) => [
    [row, col],
    [row, end],
    [row + 1, end],
    [row + 1, col],
  ]);
}

/** The borders between areas. @param {Areas} areas @returns {Shape} */
export function areaBorders(areas) {
  const [rows, cols] = [areas.length, areas[0].length];
  const within = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.min(count - SHORT, Math.max(SHORT, at));
  // Ends at the rim stop short of it: they are round and would come out beyond the frame.
  const lines = joinSides(sidesBetween(areas).map(sideOf)).map((line) =>
    line.map(([row, col]) => /** @type {Spot} */ ([within(row, rows), within(col, cols)])),
  );
  return strokes(lines, "border", { layer: "grid" });
}

/** The sides of cells that separate areas. @param {Areas} areas @returns {Ends[]} */
function sidesBetween(areas) {
  /** @type {Ends[]} */
  const found = [];
  for (const [row, line] of areas.entries()) {
    for (const [col, area] of line.entries()) {
      const others = [
        { row, col: col + 1 },
        { row: row + 1, col },
      ];
      const isOther = (/** @type {Cell} */ b) => (areas[b.row]?.[b.col] ?? area) !== area;
      found.push(...others.filter(isOther).map((b) => ({ a: { row, col }, b })));
    }
  }
  return found;
}

/** Where the side between two cells is drawn. @param {Ends} ends @returns {Side} */
export function sideOf(ends) {
  const [a, b] = NODES.corners.ends(ends).map(NODES.corners.spot);
  return [a, b];
}

/** Sides end to end become one line, so that ends are round only where they are ends. @param {Side[]} sides @returns {Side[]} */
export function joinSides(sides) {
  const across = sides.filter(([a, b]) => a[0] === b[0]);
  const down = sides.filter(([a, b]) => a[0] !== b[0]);
  across.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]);
  down.sort(([a], [b]) => a[1] - b[1] || a[0] - b[0]);
  /** @type {Side[]} */
  const lines = [];
  for (const [a, b] of [...across, ...down]) {
    const last = lines.at(-1);
    const isOn = last && `${last[1]}` === `${a}` && (last[0][0] === b[0] || last[0][1] === b[1]);
    if (isOn) last[1] = b;
    else lines.push([a, b]);
  }
  return lines;
}
