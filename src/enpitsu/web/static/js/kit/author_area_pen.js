/**
 * Drawing one area over cells: a stroke that stays within an area cuts a new one out of it, one that leaves it makes
 * the area larger.
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Cell, GestureContext } from "../types.d.ts"
 */

import { edgeText, neighbours } from "../board/slots.js";
import { bubble } from "../board/stroke_kit/index.js";
import { cellAt, numberOf } from "./author_areas.js";
import { lookOf } from "./author_clues.js";
import { pen } from "./author_pen.js";

/**
 * The pen of one area. @param {SheetForm} form @param {GestureContext} context @param {Cell} first
 * @param {boolean} isNew whether it is a new area wherever it goes @returns {(cell: Cell) => void}
 */
export function areaPen(form, context, first, isNew) {
  const { size, draft, preview } = context;
  const begun = new Set(form.areaOf(first, lookOf(context)));
  /** @type {Set<number>} */
  const drawn = new Set();
  let isGrowing = false;
  const isOwn = (/** @type {Cell} */ cell) => {
    const at = numberOf(cell, size);
    return drawn.has(at) || (isGrowing && begun.has(at));
  };
  const lay = (/** @type {Cell} */ cell) => {
    for (const next of neighbours(cell, size)) form.clues.putBorder(context, edgeText(cell, next), !isOwn(next));
  };
  const grow = () => {
    isGrowing = true;
    draft.cancel();
    for (const at of drawn) lay(cellAt(at, size));
  };
  const take = (/** @type {Cell} */ cell) => {
    const at = numberOf(cell, size);
    drawn.add(at);
    if (!isNew && !isGrowing && !begun.has(at)) grow();
    lay(cell);
    preview(bubble(context, cell, isGrowing ? new Set([...begun, ...drawn]).size : drawn.size));
  };
  return pen(context, first, { isOwn, take });
}
