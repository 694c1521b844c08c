/**
 * Clues as values of facts: "up-2", "up-?" (any number), "3" and "?" (without an arrow), "blank".
 * @typedef {{blank: boolean, arrow: Way | "", number: number | null}} Parts
 * @typedef {{blank?: boolean, arrow?: Way, number?: number}} Clue as documents hold it
 * @import { Own, Symmetry, Way } from "/static/js/types.d.ts"
 */

export const BLANK = "blank";
const OPEN = "?";
const FORM = /^(?:(up|down|left|right)-)?(\d+|\?)$/;

/** @type {Record<Way, number[]>} */
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** True if a value is a clue's. @param {string} value */
export const isValue = (value) => value === BLANK || FORM.test(value);

/** A value's parts: {arrow, number} ("" and null: none), or {blank: true}. @param {string | undefined} value @returns {Parts} */
export function parts(value) {
  if (value === BLANK) return { blank: true, arrow: "", number: null };
  const [, arrow = "", number = OPEN] = FORM.exec(value ?? "") ?? [];
  return { blank: false, arrow: /** @type {Way | ""} */ (arrow), number: number === OPEN ? null : Number(number) };
}

/** The value of an arrow ("": none) and a number (null: open). @param {Way | ""} arrow @param {number | null} number */
export const joined = (arrow, number) => (arrow ? `${arrow}-` : "") + (number ?? OPEN);

/** A value with an arrow; a number that was not there yet is 0. @param {string | undefined} value @param {Way} arrow */
export function pointed(value, arrow) {
  const { blank, number } = parts(value);
  return joined(arrow, value === undefined || blank ? 0 : number);
}

/** A clue as documents hold it, without its cell. @param {string} value @returns {Clue} */
export function valueClue(value) {
  const { blank, arrow, number } = parts(value);
  if (blank) return { blank };
  return { ...(arrow ? { arrow } : {}), ...(number === null ? {} : { number }) };
}

/** The value of a document's clue. @param {Clue} clue */
export const clueValue = (clue) => (clue.blank ? BLANK : joined(clue.arrow ?? "", clue.number ?? null));

/** The clues of a document's puzzle, by cell. @param {Own} puzzle @returns {Record<string, string>} */
export const valuesOf = ({ clues = [] }) =>
  Object.fromEntries(clues.map((/** @type {Clue & {cell: string}} */ clue) => [clue.cell, clueValue(clue)]));

/** The value after the board was turned. @param {string} value @param {Symmetry} symmetry */
export function turned(value, symmetry) {
  const { blank, arrow, number } = parts(value);
  return blank || !arrow ? value : joined(turnedWay(arrow, symmetry), number);
}

/** @param {Way} arrow @param {Symmetry} symmetry */
function turnedWay(arrow, { isSwapped, flipsRows, flipsCols }) {
  const [down, right] = isSwapped ? [...STEPS[arrow]].reverse() : STEPS[arrow];
  const there = [flipsRows ? -down : down, flipsCols ? -right : right];
  const ways = /** @type {Way[]} */ (Object.keys(STEPS));
  return ways.find((way) => STEPS[way].every((step, at) => step === there[at])) ?? arrow;
}
