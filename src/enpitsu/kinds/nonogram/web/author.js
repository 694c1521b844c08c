/**
 * Nonogram for authors: the picture is painted and the clues follow, or the clues are typed.
 * @import { Model } from "./model.js"
 * @import { AuthorKind, Cell, Context, Kit, PaintContext, SheetBody, Text } from "/static/js/types.d.ts"
 */

import { beside, clueName, clueShapes, lineOf, names, roomFor } from "./author_clues.js";
import { gesture } from "./author_gestures.js";
import { KEYS, key, pad } from "./author_keys.js";
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
import { finish, type } from "./author_typing.js";
import { measureOf } from "./clues.js";
import { WHITE } from "./colours.js";
import { draw, paint as paintCell } from "./draw.js";
import { label, toolText as playText, toolLook } from "./label.js";

const GROUND = "picture ground"; // the picture's background, painted by draw.js

/** The sheet's colours, what it is, and the room beside the grid. @param {SheetBody} sheet */
function read(sheet) {
  const model = coloursOf(sheet);
  const room = roomFor(cluesOf(sheet), model);
  const lists = { ...room, measure: measureOf(model), shapes: () => [] };
  return { ...model, mode: modeOf(sheet), lists };
}

/** The purpose that the board is built for. @param {SheetBody} sheet */
function shape(sheet) {
  const { left, top } = roomFor(cluesOf(sheet), coloursOf(sheet));
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

/** A cell that is chosen ends what was typed in a line. @param {Cell} cell @param {Context<Model>} context */
function chosen(cell, context) {
  Object.assign(context.memory, { line: null, left: null });
  return describe(cell, context);
}

/** The board was built anew: typing goes on where it was. @param {Context<Model>} context @param {Context["memory"] | undefined} before the old board's memory */
function rebuilt(context, before) {
  before?.typing?.close();
  if (before?.next) type(context, before.next.line, before.next.start);
}

/** @type {AuthorKind<Model>} */
const kind = {
  id: "nonogram",
  tools,
  keys: KEYS,
  crosshair: true,
  names: (model) => [...(model.background === WHITE ? [] : [GROUND]), ...names(model)],
  beside,
  read,
  shape,
  draw,
  paint,
  affected,
  gesture,
  key,
  leave: (context) => finish(context, false),
  label,
  describe: chosen,
  toolText,
  toolLook,
  pad,
  open,
  openSolution,
  blank,
  puzzle,
  unfinished,
  needless,
  isValue,
  settings,
  set,
  turned,
  claims,
  clueText,
  rebuilt,
};

export default kind;
