/**
 * Clues in words, and what may be asked about a cell.
 * @import { AuthorContext, Axis, Cell, Context } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { lineOf, runsAt } from "./author_clues.js";
import { clueWords, colourWord } from "./label.js";
import { AXES } from "./model.js";

/** The clues of a cell's row and column. @param {Cell} cell @param {Context<Model>} context */
export const describe = (cell, context) => AXES.map((axis) => lineWords(axis, cell[axis], context)).join(" ");

/** @param {Axis} axis @param {number} at @param {Context<Model>} context */
function lineWords(axis, at, context) {
  const runs = runsAt(axis, at, context);
  const clue = runs === null ? context.text("nonogram.author.open-line") : clueWords(runs, context);
  return context.text(`nonogram.clues-${axis}`, { number: at + 1, clue });
}

/** A clue in words; "" where there is none. @param {Context<Model>} context @param {string} place */
export function clueText(place, context) {
  const line = lineOf(place.split(":")[0]);
  return line ? lineWords(line.axis, line.at, context) : "";
}

/**
 * The questions about a cell: each colour, and that it has it not.
 * @param {Cell} cell @param {AuthorContext<Model>} context
 */
export function claims(cell, { kit, model, text }) {
  const slot = kit.cellText(cell);
  return model.values.flatMap((value) => {
    const colour = model.isColoured ? colourWord(value, text) : "";
    const id = model.isColoured ? "colour" : "shaded";
    return kit.bothClaims(slot, value, (not) => text(`nonogram.author.claim.${not}${id}`, { colour }));
  });
}
