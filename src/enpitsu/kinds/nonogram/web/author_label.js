/** Clues in words, and what may be asked about a cell. */

import { lineOf, runsAt } from "./author_clues.js";
import { clueWords, colourWord } from "./label.js";

/** The clues of a cell's row and column. */
export const describe = (cell, context) => ["row", "col"].map((axis) => lineWords(axis, cell[axis], context)).join(" ");

function lineWords(axis, at, context) {
  const runs = runsAt(axis, at, context);
  const clue = runs === null ? context.text("nonogram.author.open-line") : clueWords(runs, context);
  return context.text(`nonogram.clues-${axis}`, { number: at + 1, clue });
}

/** A clue in words; "" where there is none. @param {string} place */
export function clueText(place, context) {
  const line = lineOf(place.split(":")[0]);
  return line ? lineWords(line.axis, line.at, context) : "";
}

/** The questions about a cell: each colour, and that it has it not. */
export function claims(cell, { kit, model, text }) {
  const slot = kit.cellText(cell);
  return model.values.flatMap((value) => {
    const colour = model.isColoured ? colourWord(value, text) : "";
    const id = model.isColoured ? "colour" : "shaded";
    return [
      { fact: `${slot} ${value}`, text: text(`nonogram.author.claim.${id}`, { colour }) },
      { fact: `${slot} not ${value}`, text: text(`nonogram.author.claim.not-${id}`, { colour }) },
    ];
  });
}
