/**
 * From documents to sheets and back. A sheet is a picture (facts of cells, as in solutions) or clues
 * (facts of lines); which of them `more.mode` tells only as long as there are no facts.
 * @typedef {Record<Axis, (Run[] | null)[]>} Clues of all lines; null: not typed yet
 * @import { Axis, Kit, Own, Sheet, SheetBody, SheetPart, SheetSetting, Text } from "/static/js/types.d.ts"
 * @import { Run } from "./model.js"
 */

import { isMask, masked, maskOf, runsOfValue, valueOfRuns } from "./author_lines.js";
import { AXES, BLACK, read as readPuzzle, runsOf, WHITE } from "./model.js";

const COLOURS = { least: 1, most: 52 }; // each has a letter in texts
const MODES = ["picture", "runs"];
/** @param {string} slot */
const isLine = (slot) => slot.startsWith("row") || slot.startsWith("col");

/** True for a clue that is typed: not a line of a picture with lengths that are not told. @param {string} fact */
const isTyped = (fact) => isLine(fact) && !isMask(fact.split(" ")[1]);

/** A picture, or clues that are typed. @param {SheetPart} sheet @returns {"picture" | "runs"} */
export function modeOf({ facts, more = {} }) {
  if (facts.length) return facts.some(isTyped) ? "runs" : "picture";
  return more.mode ?? "picture";
}

/** All about a sheet's colours. @param {SheetBody} sheet @param {Kit} kit */
export const coloursOf = ({ rows, cols, more = {} }, kit) =>
  readPuzzle(
    {
      row_clues: Array(rows).fill([]),
      col_clues: Array(cols).fill([]),
      colours: more.palette,
      background: more.background,
    },
    kit,
  );

/** @param {Own} puzzle @param {string} mode */
const moreOf = (puzzle, mode) => ({
  mode,
  palette: puzzle.colours ?? [BLACK],
  background: puzzle.background ?? WHITE,
});

/** A white sheet to paint on. */
export const blank = () => ({ facts: [], more: { mode: "picture", palette: [BLACK], background: WHITE } });

/**
 * The sheet of a document's puzzle: its clues. Where the sheet before was a picture and the solution
 * is known, a picture again.
 * @param {Own} puzzle @param {Kit} kit @param {{sheet?: Sheet, solution?: string[] | null}} known
 */
export function open(puzzle, kit, { sheet, solution = null } = {}) {
  if (solution && sheet && modeOf(sheet) === "picture") return openSolution(puzzle, solution, kit);
  const { rows, cols, clues } = readPuzzle(puzzle, kit);
  return { rows, cols, facts: factsOf(clues), more: moreOf(puzzle, "runs") };
}

/** The sheet that is a puzzle's solution. @param {Own} puzzle @param {string[]} position facts @param {Kit} kit */
export function openSolution(puzzle, position, kit) {
  const { rows, cols } = readPuzzle(puzzle, kit);
  const { clues } = readPuzzle(puzzle, kit);
  return { rows, cols, facts: [...position.filter(isPainted), ...untold(clues)], more: moreOf(puzzle, "picture") };
}

/** The lines of a picture in which lengths are not told. @param {Clues} clues */
const untold = (clues) =>
  AXES.flatMap((axis) =>
    clues[axis].flatMap((clue, at) =>
      clue?.some(({ length }) => length === null) ? [`${axis}${at + 1} ${maskOf(clue)}`] : [],
    ),
  );

/** @param {string} fact */
const isPainted = (fact) => fact.split(" ").length === 2 && !isLine(fact);

/** The clues of all lines; null for those that are not typed yet. @param {SheetBody} sheet @param {Kit} kit @returns {Clues} */
export function cluesOf(sheet, kit) {
  return modeOf(sheet) === "runs" ? typedClues(sheet) : paintedClues(sheet, kit);
}

/** @param {SheetBody} sheet @returns {Clues} */
function typedClues({ rows, cols, facts }) {
  const values = new Map(facts.map((fact) => /** @type {[string, string]} */ (fact.split(" "))));
  const clue = (/** @type {string} */ slot) => {
    const value = values.get(slot);
    return value === undefined ? null : runsOfValue(value);
  };
  const lines = (/** @type {Axis} */ axis, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => clue(`${axis}${at + 1}`));
  return { row: lines("row", rows), col: lines("col", cols) };
}

/** @param {SheetBody} sheet @param {Kit} kit @returns {Clues} */
function paintedClues(sheet, kit) {
  const { rows, cols, facts } = sheet;
  const { values } = coloursOf(sheet, kit);
  /** @type {(number | null)[][]} */
  const picture = Array.from({ length: rows }, () => Array(cols).fill(null));
  for (const fact of facts) {
    const found = /^r(\d+)c(\d+) (.+)$/.exec(fact);
    if (found) picture[Number(found[1]) - 1][Number(found[2]) - 1] = values.indexOf(found[3]);
  }
  const columns = Array.from({ length: cols }, (_, col) => picture.map((row) => row[col]));
  const masks = new Map(facts.filter(isLine).map((fact) => /** @type {[string, string]} */ (fact.split(" "))));
  const told = (/** @type {Axis} */ axis, /** @type {(number | null)[][]} */ lines) =>
    lines.map((line, at) => masked(runsOf(line), masks.get(`${axis}${at + 1}`)));
  return { row: told("row", picture), col: told("col", columns) };
}

/** The document's puzzle. Lines that are not typed yet are undecided. @param {SheetBody} sheet @param {Kit} kit */
export function puzzle(sheet, kit) {
  const { facts, more = {} } = sheet;
  const { palette = [BLACK], background = WHITE } = more;
  const clues = cluesOf(sheet, kit);
  const run = (/** @type {Run} */ { length, colour }) =>
    palette.length > 1 ? [length ?? "?", colour + 1] : (length ?? "?");
  const lists = (/** @type {Axis} */ axis) => clues[axis].map((clue) => (clue ?? []).map(run));
  const undecided = AXES.flatMap((axis) =>
    clues[axis].flatMap((clue, at) => (clue === null ? [`${axis}${at + 1}`] : [])),
  );
  const isPicture = modeOf(sheet) === "picture";
  return {
    puzzle: {
      row_clues: lists("row"),
      col_clues: lists("col"),
      ...(palette.length > 1 || palette[0] !== BLACK ? { colours: palette } : {}),
      ...(background === WHITE ? {} : { background }),
    },
    undecided,
    solution: isPicture && facts.length ? facts.filter(isPainted) : null,
  };
}

/** The first missing thing before anything can be solved, as a sentence; "" if nothing. @param {string[]} undecided @param {Text} text @param {{sheet?: Sheet}} made */
export function unfinished(undecided, text, { sheet } = {}) {
  if (undecided.length) return text("nonogram.author.lines-open", { count: undecided.length });
  return sheet && !sheet.facts.length ? text("nonogram.author.not-painted") : "";
}

/** Clues of a picture follow from it, so none of them is in the author's hand. @param {SheetBody} sheet */
export const needless = (sheet) => modeOf(sheet) !== "picture";

/** True if a value is one of a sheet's. @param {string} slot @param {string} value @param {SheetBody} sheet @param {Kit} kit */
export function isValue(slot, value, sheet, kit) {
  if (!isLine(slot)) return modeOf(sheet) === "picture" && coloursOf(sheet, kit).values.includes(value);
  const { length } = sheet.more?.palette ?? [BLACK];
  if (isMask(value) && modeOf(sheet) === "runs") return false;
  return runsOfValue(isMask(value) ? value.slice(1) : value).every(({ colour }) => colour >= 0 && colour < length);
}

// --- settings ----------------------------------------------------------------------------------

/** The choices for the whole sheet. @param {Sheet} sheet @returns {SheetSetting[]} */
export function settings(sheet) {
  const { palette = [BLACK], background = WHITE } = sheet.more ?? {};
  return [
    { name: "mode", form: "choice", value: modeOf(sheet), choices: MODES },
    { name: "palette", form: "colours", value: palette, ...COLOURS },
    { name: "background", form: "colours", value: [background], least: 1, most: 1 },
  ];
}

/**
 * The sheet with a choice made.
 * @param {SheetBody} sheet @param {string} name @param {Own} value @param {string[] | null} known the solution, if it is known
 * @param {Kit} kit
 */
export function set(sheet, name, value, known, kit) {
  if (name === "mode") return withMode(sheet, value, known, kit);
  if (name === "palette") return withPalette(sheet, value, kit);
  return changed(sheet, sheet.facts, { background: value[0] ?? WHITE });
}

/** @param {SheetBody} sheet @param {string[]} facts @param {Record<string, Own>} some @returns {SheetBody} */
const changed = ({ rows, cols, more = {} }, facts, some) => ({ rows, cols, facts, more: { ...more, ...some } });

/** @param {SheetBody} sheet @param {string} mode @param {string[] | null} known @param {Kit} kit */
function withMode(sheet, mode, known, kit) {
  if (mode === modeOf(sheet)) return changed(sheet, sheet.facts, { mode });
  const painted = () => [...(known ?? []).filter(isPainted), ...(known ? untold(cluesOf(sheet, kit)) : [])];
  const facts = mode === "runs" ? lineFacts(sheet, kit) : painted();
  return changed(sheet, facts, { mode });
}

/** The clues of a picture as facts; none where nothing is painted. @param {SheetBody} sheet @param {Kit} kit */
export function lineFacts(sheet, kit) {
  return sheet.facts.length ? factsOf(cluesOf(sheet, kit)) : [];
}

/** @param {Clues} clues */
const factsOf = (clues) =>
  AXES.flatMap((axis) => clues[axis].map((clue, at) => `${axis}${at + 1} ${valueOfRuns(clue ?? [])}`));

/**
 * Another palette: colours that stay keep their cells and runs, those of the one that goes are lost.
 * @param {SheetBody} sheet @param {string[]} palette @param {Kit} kit
 */
function withPalette(sheet, palette, kit) {
  /** @type {string[]} */
  const before = sheet.more?.palette ?? [BLACK];
  const gone = palette.length < before.length ? before.findIndex((rgb, at) => rgb !== palette[at]) : -1;
  const place = (/** @type {number} */ at) => (gone < 0 || at < gone ? at : at === gone ? -1 : at - 1);
  const after = changed(sheet, [], { palette: palette.slice(0, COLOURS.most) });
  const [old, now] = [coloursOf(sheet, kit).values, coloursOf(after, kit).values];
  const facts = sheet.facts.flatMap((fact) => {
    const [slot, value] = fact.split(" ");
    if (isMask(value)) return [`${slot} =${movedRuns(value.slice(1), place)}`];
    if (isLine(slot)) return [`${slot} ${movedRuns(value, place)}`];
    const at = place(old.indexOf(value));
    return at < 0 ? [] : [`${slot} ${now[at]}`];
  });
  return { ...after, facts };
}

/** @param {string} value @param {(at: number) => number} place */
function movedRuns(value, place) {
  const runs = runsOfValue(value).map(({ length, colour }) => ({ length, colour: place(colour) }));
  return valueOfRuns(runs.filter(({ colour }) => colour >= 0));
}
