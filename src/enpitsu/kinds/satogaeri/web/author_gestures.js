/**
 * Strokes with mouse, finger or pen.
 *
 * A drag draws a country: one that begins in a free cell a new one, one that begins in a country
 * makes that larger, over other countries too. A click puts a circle and counts it up. The other
 * button takes away: a drag cells from their countries, a click counts down.
 * @typedef {(at: Cell) => void} Pen draws a country over a cell
 * @import { Cell } from "/static/js/types.d.ts"
 */

import { bordering } from "./author_borders.js";
import { bubble } from "./author_bubble.js";
import { cellsOfCountry, change, contentOf, fillRest, fresh, lay, tidy } from "./author_countries.js";

const TWICE = 450; // ms between the clicks of a double click
const DEEP = 0.13; // how far inside a cell the pointer has to come: corners are not meant

/** The stroke that a press begins. */
export function gesture(context) {
  const { tool, secondary, eraser } = context;
  const begin = eraser ? erasing : ((secondary ? SECOND[tool] : FIRST[tool]) ?? either);
  const stroke = begin(context);
  return {
    ...stroke,
    end: (point) => {
      stroke.end?.(point);
      tidy(context);
    },
  };
}

const FIRST = { country: drawing, circle: circling, border: bordering, erase: erasing };
const SECOND = { auto: lessening, country: freeing, circle: circling, border: bordering, erase: erasing };

const same = ({ kit }, a, b) => Boolean(a && b) && kit.isSame(a, b);

/** True if a point is well inside its cell. */
function isDeep({ row, col, cell }) {
  const far = (at, from) => Math.min(at - from, from + 1 - at);
  return Boolean(cell) && Math.min(far(row, cell.row), far(col, cell.col)) >= DEEP;
}

// --- countries -------------------------------------------------------------------------------------

/** The pen that draws one country. @param {{row: number, col: number}} cell @param {boolean} isNew */
function penAt(context, cell, isNew) {
  const { kit, size, preview } = context;
  const found = contentOf(context, cell).country;
  const country = isNew || found === null ? fresh(context) : found;
  let last = cell;
  const isOwn = (at) => contentOf(context, at).country === country;
  const take = (at) => {
    lay(context, at, country);
    last = at;
    preview(bubble(context, at, cellsOfCountry(context, country).length));
  };
  const visit = (at) => {
    if (same(context, at, last)) return;
    const corners = [
      { row: last.row, col: at.col },
      { row: at.row, col: last.col },
    ];
    const isNext = kit.neighbours(at, size).some(isOwn);
    const isAslant = Math.abs(at.row - last.row) === 1 && Math.abs(at.col - last.col) === 1;
    if (!isNext && isAslant) take(corners[0]);
    if (isNext || isAslant) take(at);
  };
  take(cell);
  return visit;
}

const follow = (visit, point) => isDeep(point) && visit?.(point.cell);

/** The tool for countries: a click is a country of one cell, two give it the enclosed rest. */
function drawing(context) {
  const { memory } = context;
  /** @type {Pen | null} */
  let visit = null;
  /** @type {Cell | null} */
  let pressed = null;
  let isFree = false;
  return {
    start: ({ cell, alt, ctrl }) => {
      if (!cell) return;
      pressed = cell;
      isFree = contentOf(context, cell).country === null;
      visit = penAt(context, cell, alt || ctrl);
    },
    move: (point) => {
      if (!same(context, point.cell, pressed)) pressed = null;
      follow(visit, point);
    },
    end: () => {
      if (!pressed) return;
      if (isTwice(context, pressed)) fillRest(context, pressed);
      memory.tapped = isFree ? { cell: pressed, time: performance.now() } : null;
    },
  };
}

const isTwice = (context, cell) =>
  same(context, context.memory.tapped?.cell, cell) && performance.now() - context.memory.tapped.time < TWICE;

/** Take cells out of their countries. */
function freeing(context) {
  const visit = (point) => isDeep(point) && lay(context, point.cell, null);
  return { start: ({ cell }) => cell && lay(context, cell, null), move: visit };
}

// --- both at once ----------------------------------------------------------------------------------

/** A drag draws a country, a click is for the circle. */
function either(context) {
  /** @type {Cell | null} */
  let pressed = null;
  /** @type {Pen | null} */
  let visit = null;
  let isNew = false;
  return {
    start: ({ cell, alt, ctrl }) => {
      pressed = cell;
      isNew = alt || ctrl;
    },
    move: (point) => {
      const isAway = isDeep(point) && !same(context, point.cell, pressed);
      if (pressed && isAway) visit ??= penAt(context, pressed, isNew);
      follow(visit, point);
    },
    end: ({ cell }) => {
      if (!visit && same(context, cell, pressed)) tap(context, cell);
    },
  };
}

/** A first click on a circle only chooses it, so that digits can be typed; the next ones count. */
function tap(context, cell) {
  const { memory, kit } = context;
  const isChosen = memory.chosen === kit.cellText(cell);
  memory.chosen = kit.cellText(cell);
  if (isChosen || contentOf(context, cell).circle === null) count(context, cell, 1);
}

/** The other button: a drag frees cells, a click counts down, or frees a cell without circle. */
function lessening(context) {
  let pressed = null;
  let hasLeft = false;
  return {
    start: ({ cell }) => {
      pressed = cell;
    },
    move: (point) => {
      if (!pressed || !isDeep(point) || (!hasLeft && same(context, point.cell, pressed))) return;
      if (!hasLeft) lay(context, pressed, null);
      hasLeft = true;
      lay(context, point.cell, null);
    },
    end: ({ cell }) => {
      if (hasLeft || !same(context, cell, pressed)) return;
      if (contentOf(context, cell).circle === null) lay(context, cell, null);
      else count(context, cell, -1);
    },
  };
}

// --- circles ---------------------------------------------------------------------------------------

/** One click on a circle: none, without number, 0, 1, 2, ... as far as the board is long. */
export function count(context, cell, by) {
  const { rows, cols } = context.size;
  const signs = [null, "?", ...Array(Math.max(rows, cols)).keys()];
  const at = signs.indexOf(contentOf(context, cell).circle);
  const next = at < 0 ? signs.length - (by < 0 ? 1 : 0) : at + by; // larger numbers come from elsewhere
  change(context, cell, { circle: signs[(next + signs.length) % signs.length] });
}

/** The tool for circles. */
function circling(context) {
  let pressed = null;
  return {
    start: ({ cell }) => {
      pressed = cell;
    },
    move: () => {},
    end: ({ cell }) => {
      if (same(context, cell, pressed)) count(context, cell, context.secondary ? -1 : 1);
    },
  };
}

// --- erasing ---------------------------------------------------------------------------------------

/** Take away what stands in a cell: the circle if there is one, else the country. */
export function erase(context, cell) {
  if (contentOf(context, cell).circle !== null) change(context, cell, { circle: null });
  else lay(context, cell, null);
}

/** The first cell decides whether a drag erases circles or countries. */
function erasing(context) {
  let isCircles = false;
  const visit = (point) => {
    if (!isDeep(point)) return;
    if (isCircles) change(context, point.cell, { circle: null });
    else lay(context, point.cell, null);
  };
  return {
    start: (point) => {
      if (!point.cell) return;
      isCircles = contentOf(context, point.cell).circle !== null;
      erase(context, point.cell);
    },
    move: (point) => visit(point),
  };
}
