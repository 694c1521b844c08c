/**
 * Which kinds, sizes and levels there are: everything that is in the library can be ranked.
 * @typedef {{kind: string, rows: number, cols: number, level: string}} Class
 */

import * as api from "../api.js";
import { LEVELS } from "../puzzle/puzzles.js";

const SIZE = 200;
const MOST_PAGES = 10;

/** The key of a class. @param {Class} each */
export const idOf = ({ kind, rows, cols, level }) => [kind, rows, cols, level].join("/");

/** Learn from the library. @returns {Promise<{classes: Class[], puzzles: Map<number, import("../contract.d.ts").PuzzleRowAnswer>}>} small boards first; rows by id */
export async function fromLibrary() {
  const puzzles = new Map();
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
    const found = await api.get("/puzzles", { page, size: SIZE, sort: "-added" });
    for (const row of found.puzzles) puzzles.set(row.id, row);
    pages = found.pages;
  }
  return { classes: ordered([...puzzles.values()]), puzzles };
}

/** One of each class. @param {Class[]} rows @returns {Class[]} */
export function ordered(rows) {
  const one = new Map(
    rows.map(({ kind, rows: height, cols, level }) => [
      idOf({ kind, rows: height, cols, level }),
      { kind, rows: height, cols, level },
    ]),
  );
  const rank = (each) => [each.rows * each.cols, each.rows, LEVELS.indexOf(each.level)];
  const compare = (a, b) =>
    rank(a)
      .map((value, at) => value - rank(b)[at])
      .find(Boolean) ?? 0;
  return [...one.values()].sort(compare);
}
