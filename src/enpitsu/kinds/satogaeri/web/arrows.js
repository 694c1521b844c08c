/**
 * A move that a hint tells of, as an arrow from the circle to where it goes.
 * @import { Cell, Context, Kit, Marks, Pointing, Shape, Spot, Way } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { RADIUS } from "./draw.js";
import { travels } from "./travels.js";

const HEAD = { length: 0.26, width: 0.34 };
const TIP = 0; // before the middle of the last cell
const LEAST = 2; // steps of a move whose end is not told

/** Arrows along the hinted lines that lead on from where circles stand. @param {Marks} marks @param {Context<Model>} context @returns {Pointing} */
export function point({ hints = [] }, context) {
  const { kit, position } = context;
  const hinted = new Set(hints.filter((place) => position.get(place, "line") !== true));
  /** @type {Pointing} */
  const found = { shapes: [], places: [] };
  for (const { stand, way } of travels(context)) {
    for (const on of way ? [way] : kit.WAY_NAMES) {
      const { end, edges } = follow(stand, on, hinted, kit);
      if (!edges.length || (!hinted.has(kit.cellText(end)) && edges.length < LEAST)) continue;
      found.shapes.push(...arrow(stand, end, on, kit));
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

/** @param {Cell} from @param {Cell} to @param {Way} way @param {Kit} kit @returns {Shape[]} */
function arrow(from, to, way, kit) {
  const { row: down, col: right } = kit.WAYS[way];
  /** @param {Cell} cell @param {number} along @param {number} aside @returns {Spot} */
  const spot = ({ row, col }, along, aside = 0) => [
    row + 0.5 + along * down + aside * right,
    col + 0.5 + along * right + aside * down,
  ];
  const neck = -TIP - HEAD.length;
  const head = [spot(to, -TIP), spot(to, neck, HEAD.width / 2), spot(to, neck, -HEAD.width / 2)];
  return [
    kit.path([spot(from, RADIUS), spot(to, neck)], "way-hint", false, { layer: "errors" }),
    kit.polygon(head, "head-hint", { layer: "errors" }),
  ];
}
