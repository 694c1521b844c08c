/**
 * Painting and typing by keys, and the same on the screen.
 * @import { Model } from "./model.js"
 * @import { AuthorContext, AuthorKit, Context, KeyContext, Way } from "/static/js/types.d.ts"
 * @typedef {KeyContext<Model> & AuthorContext<Model>} Press
 * @typedef {Record<string, (context: Press, how: string) => void>} Acts
 */

import { clearPart, DRAWING, drawingPad } from "./author_drawing.js";
import { flood } from "./author_gestures.js";
import { describe } from "./author_label.js";
import { insert, type } from "./author_typing.js";
import { along, choose, set, toggle } from "./keys.js";
import { colourOf } from "./model.js";

/** @param {AuthorKit} kit */
export const keysOf = (kit) => ({
  fill: ["Space"],
  clear: ["Backspace", "Delete"],
  flood: ["f"],
  ...kit.wayKeys("paint", "Ctrl"),
  ...kit.wayKeys("wipe", "Ctrl+Shift"),
  ...kit.wayKeys("shift", "Alt"),
  copy: ["Ctrl+c"],
  cut: ["Ctrl+x"],
  paste: ["Ctrl+v"],
  ...kit.DIGIT_KEYS,
  open: ["?"],
  gap: [],
  row: ["Enter", "r"],
  col: ["Shift+Enter", "c"],
  clues: ["l"],
});

/** Do what a key asks for at the cell with the focus. @param {Press} context @param {string} action */
export function key(context, action) {
  const [what, how] = action.split("-");
  const act = context.model.mode === "picture" ? PAINTING[what] : TYPING[what];
  (act ?? BOTH[what])?.(context, how);
}

/** @type {Acts} */
const BOTH = {
  row: (context) => type(context, { axis: "row", at: context.cell.row }),
  col: (context) => type(context, { axis: "col", at: context.cell.col }),
  clues: (context) => context.board.say(describe(context.cell, context)),
};

/** @type {Acts} */
const PAINTING = {
  fill: (context) => toggle(context, colourOf(context)),
  ...DRAWING,
  clear: (context) => clearPart(context) || set(context.kit.cellText(context.cell), null, context),
  flood: (context) => flood(context.cell, context),
  paint: (context, way) => along(context, colourOf(context), /** @type {Way} */ (way)),
  wipe: (context, way) => along(context, null, /** @type {Way} */ (way)),
  digit: (context, digit) => choose(context, Number(digit) - 1),
};

/** Keys of the screen, and digits that begin a line: the row of the focus, or the line typed last. @type {Acts} */
const TYPING = {
  digit: (context, digit) => insert(context, digit),
  open: (context) => insert(context, "?"),
  gap: (context) => insert(context, " "),
  clear: (context) => insert(context, ""),
  row: (context) => (context.memory.typing ? context.memory.typing.go(1) : BOTH.row(context, "")),
};

/** Keys on the screen, to type clues with; for pictures what a drag draws. @param {AuthorContext<Model>} context */
export function pad(context) {
  const { text, model, kit } = context;
  if (model.mode === "picture") return drawingPad(context);
  const [zero, ...digits] = kit.digitPad(kit.DIGITS);
  const other = (/** @type {string} */ action, /** @type {string} */ sign) => ({
    action,
    text: sign,
    label: text(`nonogram.author.pad.${action}`),
  });
  return [
    [...digits.slice(0, 5), other("clear", "⌫")],
    [...digits.slice(5), zero, other("open", "?")],
    [other("gap", "␣"), other("row", "↵"), other("col", "↓")],
  ];
}
