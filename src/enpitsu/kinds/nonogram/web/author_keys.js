/**
 * Painting and typing by keys, and the same on the screen.
 * @import { Model } from "./model.js"
 * @import { Context } from "/static/js/types.d.ts"
 */

import { flood } from "./author_gestures.js";
import { describe } from "./author_label.js";
import { insert, type } from "./author_typing.js";
import { along, bound, choose, set, toggle } from "./keys.js";
import { colourOf } from "./model.js";

const DIGITS = [...Array(10).keys()];

export const KEYS = Object.freeze({
  fill: ["Space"],
  clear: ["Backspace", "Delete"],
  flood: ["f"],
  ...Object.fromEntries([...bound("paint", "Ctrl"), ...bound("wipe", "Ctrl+Shift")]),
  ...Object.fromEntries(DIGITS.map((digit) => [`digit-${digit}`, [String(digit)]])),
  open: ["?"],
  gap: [],
  row: ["Enter", "r"],
  col: ["Shift+Enter", "c"],
  clues: ["l"],
});

/** Do what a key asks for at the cell with the focus. @param {Context<Model>} context @param {string} action */
export function key(context, action) {
  const [what, how] = action.split("-");
  const act = context.model.mode === "picture" ? PAINTING[what] : TYPING[what];
  (act ?? BOTH[what])?.(context, how);
}

const BOTH = {
  row: (context) => type(context, { axis: "row", at: context.cell.row }),
  col: (context) => type(context, { axis: "col", at: context.cell.col }),
  clues: (context) => context.board.say(describe(context.cell, context)),
};

const PAINTING = {
  fill: (context) => toggle(context, colourOf(context)),
  clear: (context) => set(context.kit.cellText(context.cell), null, context),
  flood: (context) => flood(context.cell, context),
  paint: (context, way) => along(context, colourOf(context), way),
  wipe: (context, way) => along(context, null, way),
  digit: (context, digit) => choose(context, digit - 1),
};

/** Keys of the screen, and digits that begin a line: the row of the focus, or the line typed last. */
const TYPING = {
  digit: (context, digit) => insert(context, digit),
  open: (context) => insert(context, "?"),
  gap: (context) => insert(context, " "),
  clear: (context) => insert(context, ""),
  row: (context) => (context.memory.typing ? context.memory.typing.go(1) : BOTH.row(context)),
};

/** Keys on the screen, to type clues with; pictures are painted with tools. @param {Context<Model>} context */
export function pad({ text, model }) {
  if (model.mode === "picture") return [];
  const digit = (at) => ({ action: `digit-${at}`, text: String(at), label: String(at) });
  const other = (action, sign) => ({ action, text: sign, label: text(`nonogram.author.pad.${action}`) });
  return [
    [...[1, 2, 3, 4, 5].map(digit), other("clear", "⌫")],
    [...[6, 7, 8, 9, 0].map(digit), other("open", "?")],
    [other("gap", "␣"), other("row", "↵"), other("col", "↓")],
  ];
}
