/**
 * Where circles stand, as far as lines tell, and where they may go.
 *
 * A circle travels along a proper track only: straight, from this one circle to a cell without
 * one. On any other lines it waits at its start, since nobody can say where they lead it.
 * @typedef {{circle: Circle, stand: Cell, way: Way | null, edges: string[]}} Travel
 * @typedef {{way: Way, distance: number, cell: Cell, isLit: boolean}} Stop
 * @import { Cell, Context, EdgePlace, Ends, Kit, Way } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 */

import { mustMove } from "./model.js";

/** @type {Record<Way, Way>} */
const OPPOSITE = { up: "down", down: "up", left: "right", right: "left" };

/** The other way. @param {Way} way */
export const opposite = (way) => OPPOSITE[way];

/** All ways. @param {Kit} kit */
const waysOf = (kit) => /** @type {Way[]} */ (Object.keys(kit.WAYS));

/** The ways in which a line leaves a cell. @param {Context<Model>} context @param {Cell} cell @returns {Way[]} */
export function linesAt({ position, kit }, cell) {
  const ways = waysOf(kit);
  return ways.filter((way) => position.get(kit.edgeText(cell, kit.step(cell, kit.WAYS[way])), "line"));
}

/** @param {Context<Model>} context @param {Circle} circle @returns {Travel} */
export function travel(context, circle) {
  const { kit, model } = context;
  const still = { circle, stand: circle.cell, way: null, edges: [] };
  const [way, ...others] = linesAt(context, circle.cell);
  if (!way || others.length) return still;
  const edges = [];
  for (let at = circle.cell; ; ) {
    const next = kit.step(at, kit.WAYS[way]);
    edges.push(kit.edgeText(at, next));
    if (model.circles.has(kit.cellText(next))) return still;
    const lines = linesAt(context, next);
    if (lines.length === 1) return { circle, stand: next, way, edges };
    if (lines.length > 2 || !lines.includes(way)) return still;
    at = next;
  }
}

/** All circles' travels. @param {Context<Model>} context @returns {Travel[]} */
export const travels = (context) => [...context.model.circles.values()].map((circle) => travel(context, circle));

/**
 * The circle that lines lead to from a cell in one way, if they do.
 * @param {Context<Model>} context @param {Cell} cell @param {Way} way
 */
function circleAlong({ position, kit, model }, cell, way) {
  for (let at = cell; ; ) {
    const next = kit.step(at, kit.WAYS[way]);
    if (!position.get(kit.edgeText(at, next), "line")) return null;
    const circle = model.circles.get(kit.cellText(next));
    if (circle) return circle;
    at = next;
  }
}

/**
 * The travel of the circle that stands in a cell, if one does.
 * @param {Context<Model>} context @param {Cell} cell @returns {Travel | null}
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
 * @param {Context<Model>} context @param {Cell} cell @returns {Travel | null}
 */
export function grabbed(context, cell) {
  const own = context.model.circles.get(context.kit.cellText(cell));
  return own ? travel(context, own) : standing(context, cell);
}

/**
 * The travel that passes, begins or ends in a cell.
 * @param {Context<Model>} context @param {Cell} cell @returns {Travel | null}
 */
export function passing(context, cell) {
  const { kit } = context;
  const circles = linesAt(context, cell).map((way) => circleAlong(context, cell, way));
  const found = circles.filter((circle) => circle !== null).map((circle) => travel(context, circle));
  const isOn = ({ edges }) => edges.some((edge) => edge.split("-").includes(kit.cellText(cell)));
  return grabbed(context, cell) ?? found.find(isOn) ?? null;
}

/** The travel that a line belongs to. @param {Context<Model>} context @param {Ends} edge @returns {Travel | null} */
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
 * @param {Context<Model>} context @param {Circle} circle
 */
export function ownEdges(context, circle) {
  const { edges } = travel(context, circle);
  if (edges.length) return edges;
  return linesAt(context, circle.cell).flatMap((way) => run(context, circle.cell, way));
}

/** @param {Context<Model>} context @param {Cell} cell @param {Way} way */
function run({ position, kit }, cell, way) {
  const edges = [];
  for (let at = cell; ; ) {
    const next = kit.step(at, kit.WAYS[way]);
    const edge = kit.edgeText(at, next);
    if (!position.get(edge, "line")) return edges;
    edges.push(edge);
    at = next;
  }
}

/**
 * Where a circle may be put, its own track taken away.
 * @param {Context<Model>} context @param {Circle} circle @returns {Stop[]}
 */
export function stops(context, circle) {
  if (circle.number === 0) return [];
  const own = new Set(ownEdges(context, circle));
  return waysOf(context.kit).flatMap((way) => stopsAlong(context, circle, way, own));
}

/** @param {Context<Model>} context @param {Circle} circle @param {Way} way @param {Set<string>} own */
function stopsAlong(context, circle, way, own) {
  const { kit, position, size } = context;
  const found = [];
  const most = circle.number ?? Infinity;
  for (let [cell, distance] = [circle.cell, 1]; distance <= most; distance++) {
    cell = kit.step(cell, kit.WAYS[way]);
    if (!kit.isInside(cell, size) || isTaken(context, cell, way, own)) break;
    const fits = distance === most || !mustMove(circle);
    if (!fits || goesOn(context, cell, way, own)) continue;
    found.push({ way, distance, cell, isLit: position.get(kit.cellText(cell), "home") !== false });
  }
  return found;
}

/**
 * True if a circle that comes along a way meets another's start in a cell, or a line across it.
 * @param {Context<Model>} context @param {Cell} cell @param {Way} way @param {Set<string>} own
 */
function isTaken(context, cell, way, own) {
  if (context.model.circles.has(context.kit.cellText(cell))) return true;
  const isAcross = (other) => other !== way && other !== opposite(way);
  return linesAt(context, cell).some((other) => isAcross(other) && !own.has(edgeOf(context, cell, other)));
}

/**
 * Whether another line runs on: a circle that comes here cannot end here. It takes a line along
 * that is nobody's; one that comes from another circle runs on to that, so there is no end on it.
 * @param {Context<Model>} context @param {Cell} cell @param {Way} way @param {Set<string>} own
 */
function goesOn(context, cell, way, own) {
  const edge = edgeOf(context, cell, way);
  return context.position.get(edge, "line") === true && !own.has(edge);
}

/** @param {Context<Model>} context @param {Cell} cell @param {Way} way */
const edgeOf = ({ kit }, cell, way) => kit.edgeText(cell, kit.step(cell, kit.WAYS[way]));

/**
 * True if a circle has surely ended: it went as far as told, or its end is marked.
 * @param {Context<Model>} context @param {Travel} travel
 */
export function isSure({ position, kit }, { circle, stand, edges }) {
  const mark = position.get(kit.cellText(stand), "home");
  return mark !== false && (circle.number === undefined ? mark === true : circle.number === edges.length);
}
