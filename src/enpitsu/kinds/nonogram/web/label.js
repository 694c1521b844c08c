/**
 * Cells, clues and tools in words.
 * @import { Cell, Context, Text } from "/static/js/types.d.ts"
 * @import { Model, Run } from "./model.js"
 */

import { AXES, CROSSED, stateOf } from "./model.js";

/**
 * The content of a cell in words.
 * @param {Cell} cell @param {Context<Model>} context @returns {string} "" for an empty cell
 */
export function label(cell, context) {
  const { kit, text, model } = context;
  const state = stateOf(kit.cellText(cell), context);
  if (state === null) return "";
  if (state === CROSSED) return text("nonogram.crossed");
  return model.isColoured ? colourWord(model.values[state], text) : text("nonogram.filled");
}

/** The clues of a cell's row and column. @param {Cell} cell @param {Context<Model>} context */
export function describe(cell, context) {
  const said = AXES.map((axis) =>
    context.text(`nonogram.clues-${axis}`, {
      number: cell[axis] + 1,
      clue: clueWords(context.model.clues[axis][cell[axis]], context),
    }),
  );
  return said.join(" ");
}

/** A line's runs in words. @param {Run[]} clue @param {Context<Model>} context */
export function clueWords(clue, { model, text }) {
  if (!clue.length) return "0";
  const words = clue.map(({ length, colour }) => {
    const number = length ?? "?";
    return model.isColoured ? text("nonogram.run", { number, colour: colourWord(model.values[colour], text) }) : number;
  });
  return words.join(", ");
}

/**
 * A tool's name: colours are called by their words, "red-2" is "Red 2".
 * @param {string} tool @param {Model} model @param {Text} text
 */
export const toolText = (tool, model, text) =>
  model.values.includes(tool) ? colourWord(tool, text) : text(`nonogram.tool.${tool}`);

/**
 * The look of a tool's button: the colour it paints with and that colour's letter.
 * @param {string} tool @param {Model} model
 */
export function toolLook(tool, model) {
  const at = model.isColoured ? model.values.indexOf(tool) : -1;
  return at < 0 ? {} : { swatch: model.inks[at].rgb, ink: model.inks[at].letter, sign: model.letters[at] };
}

/** A colour's name: "red-2" is another red. @param {string} value @param {Text} text */
export function colourWord(value, text) {
  const [name, number] = value.split("-");
  return number ? `${text(`nonogram.tool.${name}`)} ${number}` : text(`nonogram.tool.${name}`);
}
