/**
 * Yajilin for authors: clues are the facts of the sheet ("r3c4 up-2"), all else is `more`.
 * @import { AuthorModel } from "./author_values.js"
 * @import { AuthorKind, Kit, PaintContext, Sheet } from "/static/js/types.d.ts"
 */

import { gesture } from "./author_gestures.js";
import { KEYS, key, pad } from "./author_keys.js";
import { claims, clueText, describe, label } from "./author_label.js";
import { blank, open, puzzle, set, settings } from "./author_sheet.js";
import { isValue, turned, valueClue } from "./author_values.js";
import { drawClue } from "./draw.js";

/** The sheet without its facts: those are the board's position. @param {Sheet} sheet @returns {AuthorModel} */
function read({ rows, cols, more = {} }) {
  return { rows, cols, boxed: Boolean(more.boxed), outside: Boolean(more.outside) };
}

/** @param {AuthorModel} model @param {Kit} kit */
const draw = (model, kit) => ({ rows: model.rows, cols: model.cols, shapes: kit.ground(model) });

/** @param {string} slot @param {PaintContext<AuthorModel>} context */
function paint(slot, { place, position, model, kit }) {
  const value = position.held(slot);
  if (place?.kind !== "cell" || value === undefined) return [];
  return drawClue(place.cell, valueClue(value), model, kit).map((shape) => ({ layer: "clues", ...shape }));
}

/** @type {AuthorKind<AuthorModel>} */
const kind = {
  id: "yajilin",
  tools: ["clue", "block", "move", "erase"],
  keys: KEYS,
  read,
  draw,
  paint,
  gesture,
  key,
  label,
  describe,
  pad,
  open,
  blank,
  puzzle,
  settings,
  set,
  turned,
  claims,
  clueText,
  isValue,
};

export default kind;
