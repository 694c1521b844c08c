/**
 * Nonogram for authors: the picture is painted and the clues follow, or the clues are typed.
 * @import { Model } from "./model.js"
 * @import { AuthorKind, AuthorKit, Cell, Context, Kit, PaintContext, SheetBody, Text } from "/static/js/types.d.ts"
 */

import { beside, clueName, clueShapes, lineOf, names, roomFor } from "./author_clues.js";
import { PART, paintPart } from "./author_drawing.js";
import { gesture } from "./author_gestures.js";
import { key, keysOf, pad } from "./author_keys.js";
import { claims, clueText, describe } from "./author_label.js";
import { turned } from "./author_lines.js";
import {
  blank,
  cluesOf,
  coloursOf,
  isValue,
  modeOf,
  needless,
  open,
  openSolution,
  puzzle,
  set,
  settings,
  unfinished,
} from "./author_sheet.js";
import { formOf } from "./author_typing.js";
import { measureOf } from "./clues.js";
import { draw, paint as paintCell } from "./draw.js";
import { label, toolText as playText, toolLook } from "./label.js";
import { WHITE } from "./model.js";

const GROUND = "picture ground"; // the picture's background, painted by draw.js

/** The sheet's colours, what it is, and the room beside the grid. @param {SheetBody} sheet @param {Kit} kit @returns {Model} */
function read(sheet, kit) {
  const model = coloursOf(sheet, kit);
  const room = roomFor(cluesOf(sheet, kit), model);
  const lists = { ...room, measure: measureOf(model), shapes: () => [] };
  return { ...model, mode: modeOf(sheet), lists };
}

/** The purpose that the board is built for. @param {SheetBody} sheet @param {Kit} kit */
function shape(sheet, kit) {
  const { left, top } = roomFor(cluesOf(sheet, kit), coloursOf(sheet, kit));
  return [modeOf(sheet), left, top].join(" ");
}

/** A cell changes the clues of its row and its column. @param {string} slot @param {Kit} kit */
function affected(slot, kit) {
  const cell = kit.parseCell(slot);
  if (cell) return [slot, clueName("row", cell.row), clueName("col", cell.col)];
  const line = lineOf(slot);
  return line ? [clueName(line.axis, line.at)] : [slot];
}

/** @param {string} name @param {PaintContext<Model>} context */
function paint(name, context) {
  if (name === PART) return paintPart(context);
  const line = context.place ? null : lineOf(name);
  if (line) return clueShapes(line, context);
  context.memory.picture = "own"; // the picture's own colours, always
  return paintCell(name, context);
}

/** Colours to paint with; in clues they are those of runs without a letter. @param {Model} model */
const tools = ({ isColoured, values, mode }) =>
  mode === "picture" ? [...(isColoured ? values : ["fill"]), "flood", "erase"] : isColoured ? values : ["type"];

/** @param {string} tool @param {Model} model @param {Text} text */
const toolText = (tool, model, text) =>
  model.isColoured && model.values.includes(tool) ? playText(tool, model, text) : text(`nonogram.author.tool.${tool}`);

/** A cell that is chosen ends what was typed in a line. @param {Cell} _cell @param {Context<Model>} context */
function chosen(_cell, { memory }) {
  Object.assign(memory, { line: null, left: null });
}

/** @param {AuthorKit} kit @returns {AuthorKind<Model>} */
export default (kit) => ({
  id: "nonogram",
  tools,
  keys: keysOf(kit),
  crosshair: true,
  names: (model) => [...(model.background === WHITE ? [] : [GROUND]), ...names(model), PART],
  beside,
  read,
  shape: (sheet) => shape(sheet, kit),
  draw,
  paint,
  affected,
  gesture,
  key,
  leave: (context) => kit.finishTyping(context, false),
  label,
  chosen,
  describe,
  toolText,
  toolLook,
  pad,
  open,
  openSolution,
  blank,
  puzzle,
  unfinished,
  needless,
  isValue: (slot, value, sheet) => isValue(slot, value, sheet, kit),
  settings,
  set: (sheet, name, value, known = null) => set(sheet, name, value, known, kit),
  turned,
  claims,
  clueText,
  rebuilt: (context, before) => kit.goOnTyping(context, before, formOf),
});
