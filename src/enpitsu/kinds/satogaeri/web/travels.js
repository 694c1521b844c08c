/**
 * Where circles stand, as far as lines tell, and where they may go.
 *
 * A circle travels along a proper track only: straight, from this one circle to a cell without
 * one. On any other lines it waits at its start, since nobody can say where they lead it.
 * @typedef {Pick<Context<Model>, "kit" | "model" | "position" | "size">} Seen
 * @typedef {{circle: Circle, stand: Cell, way: Way | null, edges: string[]}} Travel
 * @typedef {{way: Way, distance: number, cell: Cell, isLit: boolean}} Stop
 * @import { Cell, Context, EdgePlace, Ends, Way } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 */

import { mustMove } from "./model.js";

/** The ways in which a line leaves a cell. @param {Seen} context @param {Cell} cell @returns {Way[]} */
export const linesAt = (context, cell) => context.kit.waysWith(cell, context);

/** @param {Seen} context @param {Circle} circle @returns {Travel} */
export function travel(context, circle) {
  const { kit, model } = context;
  const still = { circle, stand: circle.cell, way: null, edges: [] };
  const [way, ...others] = linesAt(context, circle.cell);
  if (!way || others.length) return still;
  const cells = kit.lineAlong(circle.cell, way, context);
  const isOpen = (/** @type {Cell} */ cell, /** @type {number} */ at) =>
    !model.circles.has(kit.cellText(cell)) && linesAt(context, cell).length === (at < cells.length - 1 ? 2 : 1);
  if (!cells.every(isOpen)) return still;
  return { circle, stand: cells[cells.length - 1], way, edges: kit.edgesAlong([circle.cell, ...cells]) };
}

/** All circles' travels. @param {Seen} context @returns {Travel[]} */
export const travels = (context) => [...context.model.circles.values()].map((circle) => travel(context, circle));

/**
 * The circle that lines lead to from a cell in one way, if they do.
 * @param {Seen} context @param {Cell} cell @param {Way} way
 */
function circleAlong(context, cell, way) {
  const { kit, model } = context;
  const found = kit.lineAlong(cell, way, context).map((at) => model.circles.get(kit.cellText(at)));
  return found.find((circle) => circle !== undefined) ?? null;
}

/**
 * The travel of the circle that stands in a cell, if one does.
 * @param {Seen} context @param {Cell} cell @returns {Travel | null}
 */
export function standing(context, cell) {
  const { kit, model } = context;
  const own = model.circles.get(kit.cellText(cell));
  const circle = own ?? circleAlong(context, cell, linesAt(context, cell)[0] ?? "up");
  const found = circle && travel(context, circle);
  return found && kit.isSame(found.stand, cell) ? found : null;
}

/**
 * The travel of the circle that stands in a cell or has left from there.
 * @param {Seen} context @param {Cell} cell @returns {Travel | null}
 */
export function grabbed(context, cell) {
  const own = context.model.circles.get(context.kit.cellText(cell));
  return own ? travel(context, own) : standing(context, cell);
}

/**
 * The travel that passes, begins or ends in a cell.
 * @param {Seen} context @param {Cell} cell @returns {Travel | null}
 */
export function passing(context, cell) {
  const { kit } = context;
  const circles = linesAt(context, cell).map((way) => circleAlong(context, cell, way));
  const found = circles.filter((circle) => circle !== null).map((circle) => travel(context, circle));
  const isOn = (/** @type {Travel} */ { edges }) => edges.some((edge) => edge.split("-").includes(kit.cellText(cell)));
  return grabbed(context, cell) ?? found.find(isOn) ?? null;
}

/** The travel that a line belongs to. @param {Seen} context @param {Ends} edge @returns {Travel | null} */
export function owner(context, { a, b }) {
  const isAcross = a.row === b.row;
  const slot = context.kit.edgeText(a, b);
  /** @type {[Cell, Way][]} */
  const ends = isAcross
    ? [
        [b, "left"],
        [a, "right"],
      ]
    : [
        [b, "up"],
        [a, "down"],
      ];
  for (const [cell, way] of ends) {
    const circle = circleAlong(context, cell, way);
    const found = circle && travel(context, circle);
    if (found?.edges.includes(slot)) return found;
  }
  return null;
}

/**
 * The lines that go when a circle goes home: its track, or whatever leaves it straight.
 * @param {Seen} context @param {Circle} circle
 */
export function ownEdges(context, circle) {
  const { kit } = context;
  const { cell } = circle;
  const { edges } = travel(context, circle);
  if (edges.length) return edges;
  return linesAt(context, cell).flatMap((way) => kit.edgesAlong([cell, ...kit.lineAlong(cell, way, context)]));
}

/**
 * Where a circle may be put, its own track taken away.
 * @param {Seen} context @param {Circle} circle @returns {Stop[]}
 */
export function stops(context, circle) {
  if (circle.number === 0) return [];
  const own = new Set(ownEdges(context, circle));
  return context.kit.WAY_NAMES.flatMap((way) => stopsAlong(context, circle, way, own));
}

/** @param {Seen} context @param {Circle} circle @param {Way} way @param {Set<string>} own @returns {Stop[]} */
function stopsAlong(context, circle, way, own) {
  const { kit, position, size } = context;
  const most = circle.number ?? Infinity;
  const cells = kit.ray(circle.cell, way, size).slice(0, most);
  const end = cells.findIndex((cell) => isTaken(context, cell, way, own));
  return cells.slice(0, end < 0 ? undefined : end).flatMap((cell, at) => {
    const fits = at + 1 === most || !mustMove(circle);
    if (!fits || goesOn(context, cell, way, own)) return [];
    return [{ way, distance: at + 1, cell, isLit: position.get(kit.cellText(cell), "home") !== false }];
  });
}

/**
 * True if a circle that comes along a way meets another's start in a cell, or a line across it.
 * @param {Seen} context @param {Cell} cell @param {Way} way @param {Set<string>} own
 */
function isTaken(context, cell, way, own) {
  if (context.model.circles.has(context.kit.cellText(cell))) return true;
  const isAcross = (/** @type {Way} */ other) => other !== way && other !== context.kit.OPPOSITE[way];
  return linesAt(context, cell).some((other) => isAcross(other) && !own.has(edgeOf(context, cell, other)));
}

/**
 * Whether another line runs on: a circle that comes here cannot end here. It takes a line along
 * that is nobody's; one that comes from another circle runs on to that, so there is no end on it.
 * @param {Seen} context @param {Cell} cell @param {Way} way @param {Set<string>} own
 */
function goesOn(context, cell, way, own) {
  const edge = edgeOf(context, cell, way);
  return context.position.get(edge, "line") === true && !own.has(edge);
}

/** @param {Seen} context @param {Cell} cell @param {Way} way */
const edgeOf = ({ kit }, cell, way) => kit.edgeText(cell, kit.step(cell, kit.WAYS[way]));

/**
 * True if a circle has surely ended: it went as far as told, or its end is marked.
 * @param {Seen} context @param {Travel} travel
 */
export function isSure({ position, kit }, { circle, stand, edges }) {
  const mark = position.get(kit.cellText(stand), "home");
  return mark !== false && (circle.number === undefined ? mark === true : circle.number === edges.length);
}
