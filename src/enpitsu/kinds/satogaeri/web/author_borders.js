/**
 * Countries by their borders, as on puzz.link: a click on an edge or a drag along the lines of the
 * grid sets borders, or takes them if the first one was there. What is closed off is a country.
 * @import { Cell, Context, Ends, Gesture, GestureContext, Point, Size, WriteContext } from "/static/js/types.d.ts"
 */

import { change, contentOf } from "./author_countries.js";
import { BORDER, divide, isWalled, lookOf } from "./author_sheet.js";

const REACH = 0.38; // how far from an edge a click may be

/** The tool for borders. @param {GestureContext} context @returns {Gesture} */
export function bordering(context) {
  const { size } = context;
  let from = { row: 0, col: 0 };
  /** @type {Point | null} */
  let pressed = null;
  /** @type {boolean | null} */
  let wanted = context.secondary ? false : null; // null: the first border decides
  const write = (edge) => {
    if (!edge) return;
    wanted ??= !hasBorder(context, edge);
    if (wanted !== hasBorder(context, edge)) (wanted ? put : take)(context, edge);
  };
  return {
    start: (point) => {
      pressed = point;
      from = cornerAt(point, size);
    },
    move: (point) => {
      const to = cornerAt(point, size);
      if (to.row === from.row && to.col === from.col) return;
      write(edgeAlong(from, to, context));
      from = to;
      pressed = null;
    },
    end: () => {
      const place = pressed?.near && distance(pressed) <= REACH ? context.kit.parsePlace(pressed.near) : null;
      if (place?.kind === "edge") write(place);
    },
  };
}

/** @param {number} at @param {number} count */
const within = (at, count) => Math.min(count, Math.max(0, Math.round(at)));

/** The corner of cells that is nearest. @param {Cell} cell @param {Size} size */
const cornerAt = ({ row, col }, { rows, cols }) => ({ row: within(row, rows), col: within(col, cols) });

/** The distance of a point from the nearest line of the grid. @param {Cell} cell */
const distance = ({ row, col }) => Math.min(...[row, col].map((at) => Math.abs(at - Math.round(at))));

/**
 * The edge between two corners side by side: the cells that it separates.
 * @param {Cell} from @param {Cell} to @param {Context} context
 */
function edgeAlong(from, to, { kit, size }) {
  if (Math.abs(from.row - to.row) + Math.abs(from.col - to.col) !== 1) return null;
  const b = { row: Math.min(from.row, to.row), col: Math.min(from.col, to.col) };
  const a = kit.step(b, from.row === to.row ? kit.WAYS.up : kit.WAYS.left);
  return kit.isInside(a, size) && kit.isInside(b, size) ? { a, b } : null;
}

/** @param {Context} context @param {Ends} edge */
function hasBorder(context, { a, b }) {
  const isBetween = contentOf(context, a).country !== contentOf(context, b).country;
  return isBetween || isWalled(lookOf(context), a, b, context.kit);
}

/** @param {WriteContext} context @param {Ends} edge */
const put = ({ draft, kit }, { a, b }) => draft.set(kit.edgeText(a, b), BORDER, true);

/**
 * One side of a country is opened: both become one, with the other borders as they were.
 * @param {WriteContext} context @param {Ends} edge
 */
function take(context, { a, b }) {
  const { draft, kit } = context;
  const slot = kit.edgeText(a, b);
  if (isWalled(lookOf(context), a, b, kit)) return draft.clear(slot);
  const { areas, of } = divide(lookOf(context), kit);
  const [one, other] = [areas[of(a)], areas[of(b)]];
  const between = sidesOf(one, of(b), of, context).filter((edge) => edge !== slot);
  const isOpen = one.country === null || other.country === null;
  const [kept, gone] = one.cells.length >= other.cells.length ? [one, other] : [other, one];
  const country = isOpen ? null : kept.country;
  for (const { cells } of isOpen ? [one, other] : [gone]) for (const cell of cells) change(context, cell, { country });
  for (const edge of between) draft.set(edge, BORDER, true);
  return undefined;
}

/** The edges between an area and another one. */
function sidesOf({ cells }, number, of, { kit, size }) {
  return cells.flatMap((cell) =>
    kit
      .neighbours(cell, size)
      .filter((next) => of(next) === number)
      .map((next) => kit.edgeText(cell, next)),
  );
}
