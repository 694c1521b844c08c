/**
 * A circle in the hand: picked up by a drag, a tap or a key.
 * @typedef {import("./travels.js").Stop} Stop
 * @typedef {Omit<import("/static/js/board/stroke_kit/carry_hand.js").Held, "stops"> & {circle: Circle, how: "drag" | "tap" | "keys",
 *   stops: Stop[], from: import("./travels.js").Travel}} Held
 * @import { Cell, Context, Kit, Seen, Shape, WriteContext } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 */

import { RADIUS } from "./draw.js";
import { pieceName } from "./pieces.js";
import { ownEdges, stops, travel } from "./travels.js";

const LANDING = 0.24; // the size of an end that may be chosen

/** Pick a circle up. @param {Context<Model>} context @param {Circle} circle @param {Held["how"]} how */
export function hold(context, circle, how) {
  const from = travel(context, circle);
  /** @type {Held} */
  const held = {
    circle,
    how,
    from,
    start: circle.cell,
    way: from.way,
    along: from.edges.length,
    stops: stops(context, circle),
    edges: ownEdges(context, circle),
    names: [pieceName(circle)],
  };
  context.kit.pickUp(context, held);
}

/**
 * Put the circle down where a stop is, or (null) where it began. Marks that the move belies go: a home that was left,
 * and "no circle ends here" where one does.
 * @param {WriteContext<Model>} context @param {{cell: Cell} | null} stop
 */
export function drop(context, stop) {
  const { draft, kit, memory, position } = context;
  const left = memory.held.from.stand;
  const end = kit.putDown(context, stop);
  if (kit.isSame(end, left)) return;
  const [before, now] = [left, end].map(kit.cellText);
  if (position.get(before, "home") === true) draft.set(before, "home", null);
  if (position.get(now, "home") === false) draft.set(now, "home", null);
}

/** Rings where the circle may end, large where it would go now. @param {Seen<Model>} context @returns {Shape[]} */
export function paintHand({ memory, kit }) {
  const held = /** @type {Held | null} */ (memory.held);
  if (!held) return [];
  const target = held.along ? kit.nearestStop(held) : null;
  const lit = held.stops.filter((stop) => stop.isLit || stop === target);
  return lit.map((stop) => ring(stop.cell, stop === target, kit));
}

/** @param {Cell} cell @param {boolean} isTarget @param {Kit} kit */
const ring = ({ row, col }, isTarget, kit) =>
  kit.circle(row + 0.5, col + 0.5, isTarget ? RADIUS : LANDING, isTarget ? "legal chosen" : "legal", {
    layer: "pencil",
  });
