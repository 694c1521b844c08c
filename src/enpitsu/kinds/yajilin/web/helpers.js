/**
 * Helpers: strokes that the board writes of itself, when the player wants it: only direct consequences of the
 * stroke, never over what stands there.
 * @import { Cell, WriteContext } from "/static/js/types.d.ts"
 */

import { linesAt } from "./draw.js";

/** @type {Record<string, (context: object, changed: string[]) => void>} */
export const helpers = { dots, crosses };

/** Dots round cells that were shaded; those of a shade taken away go with it. */
function dots(context, changed) {
  for (const cell of cellsOf(context, changed)) {
    const said = context.position.get(context.kit.cellText(cell), "shaded");
    if (said === true) dotsRound(context, cell);
    else forget(context, cell);
  }
}

function dotsRound(context, cell) {
  for (const other of around(context, cell)) {
    const slot = context.kit.cellText(other);
    const isFree = !context.model.clues.has(slot) && context.position.get(slot, "shaded") === undefined;
    if (isFree) context.draft.set(slot, "shaded", false);
  }
}

function forget(context, cell) {
  const { position, kit, draft } = context;
  const isShaded = (other) => position.get(kit.cellText(other), "shaded") === true;
  for (const other of around(context, cell)) {
    const slot = kit.cellText(other);
    const isOwn = position.get(slot, "shaded") === false && position.tag(slot).by === "helper";
    if (isOwn && !around(context, other).some(isShaded)) draft.set(slot, "shaded", null);
  }
}

/** Crosses round shaded cells, beside clues that a line passes, and where a line has two ends. */
function crosses(context, changed) {
  for (const cell of cellsOf(context, changed)) {
    if (context.position.get(context.kit.cellText(cell), "shaded") === true) close(context, cell);
  }
  for (const cell of endsOf(context, changed)) {
    const count = linesAt(cell, context.position, context.kit, context.size).length;
    if (count >= 2) close(context, cell);
    else if (count === 1) close(context, cell, (other) => isBlocked(context, other));
  }
}

/** @param {WriteContext} context @param {Cell} cell @param {(other: Cell) => boolean} isMeant */
function close(context, cell, isMeant = () => true) {
  for (const other of around(context, cell).filter(isMeant)) {
    const edge = context.kit.edgeText(cell, other);
    if (context.position.get(edge, "line") === undefined) context.draft.set(edge, "line", false);
  }
}

function isBlocked({ model, position, kit }, cell) {
  const slot = kit.cellText(cell);
  return model.clues.has(slot) || position.get(slot, "shaded") === true;
}

const around = ({ kit, size }, cell) => kit.neighbours(cell, size);

const cellsOf = ({ kit }, changed) => changed.map(kit.parseCell).filter(Boolean);

function endsOf({ kit }, changed) {
  const places = changed.map(kit.parsePlace).filter((place) => place.kind === "edge");
  return places.flatMap(({ a, b }) => [a, b]);
}
