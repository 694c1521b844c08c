/**
 * From documents to sheets and back.
 * @import { Kit, Own, Sheet, SheetBody, SheetSetting } from "/static/js/types.d.ts"
 */

import { clueValue, valueClue } from "./author_values.js";

const FLAGS = ["boxed", "outside"];

/** The sheet of a document's puzzle. @param {Own} puzzle */
export function open(puzzle) {
  const facts = (puzzle.clues ?? []).map((clue) => `${clue.cell} ${clueValue(clue)}`);
  return { facts, more: Object.fromEntries(FLAGS.map((name) => [name, Boolean(puzzle[name])])) };
}

/** A sheet without clues. */
export const blank = () => ({ facts: [], more: { boxed: false, outside: false } });

/** The document's puzzle; every cell without a clue is undecided. @param {SheetBody} sheet @param {Kit} kit */
export function puzzle({ rows, cols, facts, more = {} }, kit) {
  const values = new Map(facts.map((fact) => /** @type {[string, string]} */ (fact.split(" "))));
  const all = Array.from({ length: rows * cols }, (_, at) =>
    kit.cellText({ row: Math.floor(at / cols), col: at % cols }),
  );
  const clues = all.flatMap((cell) => {
    const value = values.get(cell);
    return value === undefined ? [] : [{ cell, ...valueClue(value) }];
  });
  const flags = Object.fromEntries(FLAGS.filter((name) => more[name]).map((name) => [name, true]));
  return {
    puzzle: { rows, cols, clues, ...flags },
    undecided: all.filter((cell) => !values.has(cell)),
    solution: null,
  };
}

/** The choices for the whole sheet. @param {Sheet} sheet @returns {SheetSetting[]} */
export const settings = ({ more = {} }) => FLAGS.map((name) => ({ name, form: "flag", value: Boolean(more[name]) }));

/** The sheet with a choice made. @param {SheetBody} sheet @param {string} name @param {string} value */
export const set = ({ rows, cols, facts, more = {} }, name, value) => ({
  rows,
  cols,
  facts,
  more: { ...more, [name]: Boolean(value) },
});
