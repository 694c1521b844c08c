/**
 * Clues as values of facts, "row3 3.1/2.?": runs with a colour's place in the palette (the first is
 * not told); "0" is an empty line. And as authors type them: "3 1r ?", a colour by its letter.
 * @import { Symmetry } from "/static/js/types.d.ts"
 * @import { Run } from "./model.js"
 */

const EMPTY = "0";
const MASK = "="; // before a line's value that only says which of a picture's lengths are not told
const RUN = /^(\d+|\?)(?:\/(\d+))?$/;
const TYPED = /^([A-Za-z]?)(\d+|\?)([A-Za-z]?)$/;
const BETWEEN = /[\s.,;、。・]+/;
const LONGEST = 1_000_000_000; // as long as a run may be called at all
/** @type {Record<string, string>} */
const WIDE = { "？": "?", "　": " " };

/** A value's runs, {length (null: open), colour}. @param {string} value */
export function runsOfValue(value) {
  if (value === EMPTY) return [];
  return value.split(".").map((text) => {
    const [, length = "?", place = "1"] = RUN.exec(text) ?? [];
    return { length: length === "?" ? null : Number(length), colour: Number(place) - 1 };
  });
}

/** True if a value says which lengths of a picture's line are not told. @param {string} value */
export const isMask = (value) => value.startsWith(MASK);

/** Such a value: the runs as they are told. @param {Run[]} runs */
export const maskOf = (runs) => MASK + valueOfRuns(runs);

/** True if runs are those of a picture's line, some of them with an untold length. @param {Run[]} told @param {Run[]} painted */
export const fits = (told, painted) =>
  told.length === painted.length &&
  told.every(
    ({ length, colour }, at) => colour === painted[at].colour && (length ?? painted[at].length) === painted[at].length,
  );

/**
 * A picture's runs with those lengths untold that a mask leaves out. Where the picture has other runs by now, all are untold if
 * all were, else none.
 * @param {Run[]} painted @param {string | undefined} value
 */
export function masked(painted, value) {
  if (value === undefined || !isMask(value)) return painted;
  const told = runsOfValue(value.slice(MASK.length));
  const isAll = told.length > 0 && told.every(({ length }) => length === null);
  if (told.length !== painted.length && !isAll) return painted;
  return painted.map((run, at) => (isAll || told[at].length === null ? { ...run, length: null } : run));
}

/** The value of runs. @param {Run[]} runs */
export function valueOfRuns(runs) {
  const one = (/** @type {Run} */ { length, colour }) => `${length ?? "?"}${colour ? `/${colour + 1}` : ""}`;
  return runs.length ? runs.map(one).join(".") : EMPTY;
}

/**
 * Runs as they are typed.
 * @param {Run[]} runs @param {string[]} letters of the colours, none where there is only one
 */
export function textOfRuns(runs, letters) {
  return runs.length ? runs.map(({ length, colour }) => `${length ?? "?"}${letters[colour] ?? ""}`).join(" ") : EMPTY;
}

/**
 * What was typed.
 * @param {string} text @param {{letters: string[], colour: number, cells: number}} how `colour`: of runs without a letter
 * @returns {{runs: Run[] | null, problem: {id: string, args: Record<string, unknown>} | null, need: number}} null: nothing typed
 */
export function typed(text, { letters, colour, cells }) {
  const plain = text.replace(/[！-～　]/g, (sign) => WIDE[sign] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const words = plain.split(BETWEEN).filter(Boolean);
  if (!words.length) return { runs: null, problem: null, need: 0 };
  if (words.length === 1 && words[0] === EMPTY) return { runs: [], problem: null, need: 0 };
  /** @type {Run[]} */
  const runs = [];
  for (const word of words) {
    const read = runOf(word, letters, colour);
    if (read.problem !== undefined) return { runs: null, problem: { id: read.problem, args: { word } }, need: 0 };
    runs.push(read.run);
  }
  if (runs.length > cells) return { runs: null, problem: { id: "many", args: { runs: runs.length, cells } }, need: 0 };
  return { runs, problem: null, need: needed(runs) };
}

/** @param {string} word @param {string[]} letters @param {number} otherwise @returns {{run: Run, problem?: undefined} | {problem: string}} */
function runOf(word, letters, otherwise) {
  const found = TYPED.exec(word);
  if (!found || (found[1] && found[3])) return { problem: "word" };
  const [, before, length, after] = found;
  const colour = before || after ? letters.indexOf(before || after) : otherwise;
  if (colour < 0) return { problem: "colour" };
  if (length !== "?" && (Number(length) < 1 || Number(length) > LONGEST)) return { problem: "length" };
  return { run: { length: length === "?" ? null : Number(length), colour } };
}

/** The cells that runs take at least: between two of one colour lies an empty one. @param {Run[]} runs */
export function needed(runs) {
  const lengths = runs.reduce((sum, { length }) => sum + (length ?? 1), 0);
  return lengths + runs.filter((run, at) => at > 0 && runs[at - 1].colour === run.colour).length;
}

/**
 * The value after the board was turned: a line may run the other way then; cells stay as they are.
 * @param {string} value @param {Symmetry} symmetry @param {string} slot @returns {string}
 */
export function turned(value, { isSwapped, flipsRows, flipsCols }, slot) {
  if (!/^(row|col)/.test(slot)) return value;
  if (isMask(value)) return MASK + turned(value.slice(MASK.length), { isSwapped, flipsRows, flipsCols }, slot);
  const isAlongRows = slot.startsWith("row") === isSwapped;
  return (isAlongRows ? flipsRows : flipsCols) ? value.split(".").reverse().join(".") : value;
}
