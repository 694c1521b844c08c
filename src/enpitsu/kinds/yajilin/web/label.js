/**
 * The content of a cell in words.
 * @import { Clue, Model } from "./draw.js"
 * @import { Cell, Context } from "/static/js/types.d.ts"
 */

/** @param {Cell} cell @param {Context<Model>} context @returns {string} "" for an empty cell */
export function label(cell, context) {
  const clue = context.model.clues.get(context.kit.cellText(cell));
  return clue ? clueLabel(clue, cell, context) : cellLabel(cell, context);
}

/** @param {Clue} clue @param {Cell} cell @param {Context<Model>} context */
function clueLabel(clue, cell, { text, board, kit }) {
  if (clue.blank) return text("yajilin.blank");
  const number = clue.number ?? "?";
  const what = clue.arrow
    ? text("yajilin.clue", { number, way: text(`yajilin.${clue.arrow}`) })
    : text("yajilin.number", { number });
  return board.isUsed(kit.cellText(cell)) ? `${what}, ${text("yajilin.used")}` : what;
}

/** @param {Cell} cell @param {Context<Model>} context */
function cellLabel(cell, context) {
  const { position, kit, text } = context;
  const shaded = position.get(kit.cellText(cell), "shaded");
  const state = shaded === undefined ? [] : [text(shaded ? "yajilin.shaded" : "yajilin.dot")];
  const lines = edges(cell, context, true, "yajilin.line");
  const crosses = edges(cell, context, false, "yajilin.cross");
  return [...state, ...lines, ...crosses].join(", ");
}

/** The ways that have a line or a cross. */
function edges(cell, { position, kit, text, size }, wanted, id) {
  const ways = Object.entries(kit.WAYS).filter(([, way]) => {
    const other = kit.step(cell, way);
    return kit.isInside(other, size) && position.get(kit.edgeText(cell, other), "line") === wanted;
  });
  if (!ways.length) return [];
  return [text(id, { ways: ways.map(([name]) => text(`yajilin.${name}`)).join(" ") })];
}
