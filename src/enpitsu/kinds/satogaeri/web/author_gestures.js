/**
 * Strokes with mouse, finger or pen.
 *
 * A drag draws a country: one that begins in a free cell a new one, one that begins in a country
 * makes that larger, over other countries too. A click puts a circle, quick ones count it up. The other
 * button takes away: a drag cells from their countries, a click counts down.
 * @import { AuthorContext, Cell, Gesture, GestureContext, Point, WriteContext } from "/static/js/types.d.ts"
 * @typedef {GestureContext & AuthorContext} Press
 */

import { bordering } from "./author_borders.js";
import { cellsOfCountry, change, contentOf, fillRest, fresh, lay, tidy } from "./author_countries.js";

const TWICE = 450; // ms between the clicks of a double click

/** The stroke that a press begins. @param {Press} context @returns {Gesture} */
export function gesture(context) {
  const { tool, secondary, eraser } = context;
  context.memory.typed = null;
  const begin = eraser ? erasing : ((secondary ? SECOND[tool] : FIRST[tool]) ?? either);
  const stroke = begin(context);
  return {
    ...stroke,
    end: (/** @type {Point} */ point) => {
      stroke.end(point);
      tidy(context);
    },
  };
}

/** @type {Record<string, (context: Press) => Gesture>} */
const FIRST = { country: drawing, circle: circling, border: bordering, erase: erasing };
/** @type {Record<string, (context: Press) => Gesture>} */
const SECOND = { auto: lessening, country: freeing, circle: circling, border: bordering, erase: erasing };

// --- countries -------------------------------------------------------------------------------------

/** The pen that draws one country. @param {Press} context @param {Cell} cell @param {boolean} isNew */
function penAt(context, cell, isNew) {
  const { kit, preview } = context;
  const found = contentOf(context, cell).country;
  const country = isNew || found === null ? fresh(context) : found;
  return kit.pen(context, cell, {
    isOwn: (/** @type {Cell} */ at) => contentOf(context, at).country === country,
    take: (/** @type {Cell} */ at) => {
      lay(context, at, country);
      preview(kit.bubble(context, at, cellsOfCountry(context, country).length));
    },
  });
}

/** The tool for countries: a click is a country of one cell, two give it the enclosed rest. @param {Press} context */
function drawing(context) {
  const { kit, memory } = context;
  const isFree = (/** @type {Cell} */ cell) => contentOf(context, cell).country === null;
  return kit.overCells({
    begin: ({ cell, alt, ctrl }) => penAt(context, cell, alt || ctrl),
    click: ({ cell, alt, ctrl }) => {
      const wasFree = isFree(cell);
      if (wasFree || alt || ctrl) penAt(context, cell, alt || ctrl);
      if (isTwice(context, cell)) fillRest(context, cell);
      memory.tapped = wasFree ? { cell, time: performance.now() } : null;
    },
  });
}

/** @param {Press} context @param {Cell} cell */
const isTwice = ({ kit, memory: { tapped } }, cell) =>
  tapped && kit.isSame(tapped.cell, cell) && performance.now() - tapped.time < TWICE;

/** Take cells out of their countries. @param {Press} context */
function freeing(context) {
  return context.kit.overCells({
    begin: ({ cell }) => freeFrom(context, cell),
    click: ({ cell }) => lay(context, cell, null),
  });
}

/** Frees a cell, and then those that follow. @param {Press} context @param {Cell} first */
function freeFrom(context, first) {
  lay(context, first, null);
  return (/** @type {Cell} */ cell) => lay(context, cell, null);
}

// --- both at once ----------------------------------------------------------------------------------

/** A drag draws a country, a click is for the circle. @param {Press} context */
const either = (context) =>
  context.kit.overCells({
    begin: ({ cell, alt, ctrl }) => penAt(context, cell, alt || ctrl),
    click: ({ cell }) => tap(context, cell),
  });

/** A click on a circle chooses it, so that digits can be typed; those that follow quickly count. @param {Press} context @param {Cell} cell */
function tap(context, cell) {
  const isAgain = context.kit.clickedAgain(context, context.kit.cellText(cell));
  if (isAgain || contentOf(context, cell).circle === null) count(context, cell, 1);
}

/** The other button: a drag frees cells, a click counts down, or frees a cell without circle. @param {Press} context */
function lessening(context) {
  return context.kit.overCells({
    begin: ({ cell }) => freeFrom(context, cell),
    click: ({ cell }) => {
      if (contentOf(context, cell).circle === null) lay(context, cell, null);
      else count(context, cell, -1);
    },
  });
}

// --- circles ---------------------------------------------------------------------------------------

/** One click on a circle: none, without number, 0, 1, 2, ... as far as the board is long. @param {WriteContext & AuthorContext} context @param {Cell} cell @param {number} by */
export function count(context, cell, by) {
  const { rows, cols } = context.size;
  const signs = ["?", ...Array(Math.max(rows, cols)).keys()].map(String);
  const { circle } = contentOf(context, cell);
  const next = context.kit.nextSign(signs, circle === null ? null : String(circle), by);
  change(context, cell, { circle: next === null || next === "?" ? next : Number(next) });
}

/** The tool for circles. @param {Press} context */
function circling(context) {
  return context.kit.overCells({
    begin: () => () => {},
    click: ({ cell }) => count(context, cell, context.secondary ? -1 : 1),
  });
}

// --- erasing ---------------------------------------------------------------------------------------

/** Take away what stands in a cell: the circle if there is one, else the country. @param {WriteContext & AuthorContext} context @param {Cell} cell */
export function erase(context, cell) {
  if (contentOf(context, cell).circle !== null) change(context, cell, { circle: null });
  else lay(context, cell, null);
}

/** The first cell decides whether a drag erases circles or countries. @param {Press} context */
function erasing(context) {
  return context.kit.overCells({
    begin: ({ cell }) => {
      const isCircles = contentOf(context, cell).circle !== null;
      const visit = (/** @type {Cell} */ at) =>
        isCircles ? change(context, at, { circle: null }) : lay(context, at, null);
      visit(cell);
      return visit;
    },
    click: ({ cell }) => erase(context, cell),
  });
}
