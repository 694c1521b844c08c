/**
 * A move that a hint tells of, as an arrow from the circle to where it goes.
 * @import { Cell, Context, Kit, Marks, Pointing, Shape, Spot, Way } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { RADIUS } from "./draw.js";
import { NECK } from "./pieces.js";
import { travels } from "./travels.js";

const HEAD = { length: 0.26, width: 0.34 };
const LEAST = 2; // steps of a move whose end is not told

/** Arrows along hinted lines: those that lead on from where circles stand, and those they have gone. @param {Marks} marks @param {Context<Model>} context @returns {Pointing} */
export function point({ hints = [] }, context) {
  const { kit, position } = context;
  const isDrawn = (/** @type {string} */ place) => position.get(place, "line") === true;
  const hinted = new Set(hints.filter((place) => !isDrawn(place)));
  const drawn = new Set(hints.filter(isDrawn));
  /** @type {Pointing} */
  const found = { shapes: [], places: [] };
  for (const { circle, stand, way, edges: gone } of travels(context)) {
    const own = gone.filter((edge) => drawn.has(edge));
    if (way && own.length) {
      found.shapes.push(...arrow({ from: circle.cell, to: stand, way, begin: 0, end: NECK - HEAD.length }, kit));
      found.places.push(...own);
    }
    for (const on of way ? [way] : kit.WAY_NAMES) {
      const { end, edges } = follow(stand, on, hinted, kit);
      if (!edges.length || (!hinted.has(kit.cellText(end)) && edges.length < LEAST)) continue;
      found.shapes.push(...arrow({ from: stand, to: end, way: on, begin: RADIUS, end: 0 }, kit));
      found.places.push(...edges);
    }
  }
  return found;
}

/** The hinted lines from a cell straight on. @param {Cell} from @param {Way} way @param {Set<string>} hinted @param {Kit} kit */
function follow(from, way, hinted, kit) {
  const edges = [];
  let end = from;
  for (;;) {
    const next = kit.step(end, kit.WAYS[way]);
    const edge = kit.edgeText(end, next);
    if (!hinted.has(edge)) return { end, edges };
    edges.push(edge);
    end = next;
  }
}

/**
 * A line with a head. @param {{from: Cell, to: Cell, way: Way, begin: number, end: number}} where `begin`, `end`: so far behind
 *   the middle of the first cell and before that of the last @param {Kit} kit @returns {Shape[]}
 */
function arrow({ from, to, way, begin, end }, kit) {
  const { row: down, col: right } = kit.WAYS[way];
  /** @param {Cell} cell @param {number} along @param {number} aside @returns {Spot} */
  const spot = ({ row, col }, along, aside = 0) => [
    row + 0.5 + along * down + aside * right,
    col + 0.5 + along * right + aside * down,
  ];
  const neck = -end - HEAD.length;
  const head = [spot(to, -end), spot(to, neck, HEAD.width / 2), spot(to, neck, -HEAD.width / 2)];
  return [
    kit.path([spot(from, begin), spot(to, neck)], "way-hint", false, { layer: "errors" }),
    kit.polygon(head, "head-hint", { layer: "errors" }),
  ];
}
