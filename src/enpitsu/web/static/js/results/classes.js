/**
 * Kinds, sizes and levels in which there is a ranking: those that were played.
 * @typedef {{kind: string, rows: number, cols: number, level: string}} Class
 */

import * as api from "../api.js";
import { LEVELS } from "../puzzle/puzzles.js";

/** The key of a class. @param {Class} each */
export const idOf = ({ kind, rows, cols, level }) => [kind, rows, cols, level].join("/");

/** The classes in whose ranking somebody stands, small boards first. @returns {Promise<Class[]>} */
export async function playedClasses() {
  const { classes } = await api.get("/ranking/classes");
  return classes.sort(bySize);
}

/** @param {Class} one @param {Class} other */
function bySize(one, other) {
  const rank = (/** @type {Class} */ each) => [each.rows * each.cols, each.rows, LEVELS.indexOf(each.level)];
  const [mine, theirs] = [rank(one), rank(other)];
  return mine.map((value, at) => value - theirs[at]).find(Boolean) ?? 0;
}
