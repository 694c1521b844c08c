/**
 * A circle that is picked up: by a drag, a tap or a key. Nothing is written until it is put down.
 * @typedef {import("./travels.js").Stop} Stop
 * @typedef {{circle: Circle, how: "drag" | "tap" | "keys", way: Way | null, along: number,
 *   stops: Stop[], edges: string[], from: import("./travels.js").Travel}} Held
 * @import { Cell, Context, Kit, Point, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 */

import { RADIUS } from "./draw.js";
import { pieceName } from "./pieces.js";
import { ownEdges, stops, travel } from "./travels.js";

const PULL = 0.4; // how near an end draws the circle to itself, in cells
const LEAVE = 0.5; // how far from the start a way is chosen
const LANDING = 0.24; // the size of an end that may be chosen
const LAYER = { layer: "pencil" };

/** The name under which the board paints rings where the circle may end. */
export const HAND = "hand";

/** Pick a circle up. @param {Context<Model>} context @param {Circle} circle @param {"drag" | "tap" | "keys"} how */
export function hold(context, circle, how) {
  release(context);
  const { memory } = context;
  const from = travel(context, circle);
  const edges = ownEdges(context, circle);
  memory.held = { circle, how, way: from.way, along: from.edges.length, stops: stops(context, circle), edges, from };
  show(context);
}

/**
 * Open the hand, and leave the circle where it was.
 * @param {Context<Model>} context @returns {boolean} whether one was held
 */
export function release({ memory, board }) {
  const { held } = memory;
  if (!held) return false;
  memory.held = null;
  board.redraw([...held.edges, pieceName(held.circle), HAND]);
  return true;
}

/**
 * Put the circle down where a stop is, or (null) where it began: one stroke.
 * @param {WriteContext<Model>} context @param {Stop | null} stop
 */
export function drop(context, stop) {
  const { held } = context.memory;
  release(context);
  const { draft, kit } = context;
  const end = stop?.cell ?? held.circle.cell;
  const edges = track(held.circle.cell, end, kit);
  for (const edge of held.edges) if (!edges.includes(edge)) draft.set(edge, "line", null);
  for (const edge of edges) draft.set(edge, "line", true);
  if (!kit.isSame(end, held.from.stand)) forgetMarks(context, held.from.stand, end);
}

function track(start, end, kit) {
  const cells = [start, ...kit.straight(start, end)];
  return cells.slice(1).map((cell, at) => kit.edgeText(cells[at], cell));
}

/** Marks that the move belies: a home that was left, and "no circle ends here" where one does. */
function forgetMarks({ draft, position, kit }, left, end) {
  const [before, now] = [left, end].map(kit.cellText);
  if (position.get(before, "home") === true) draft.set(before, "home", null);
  if (position.get(now, "home") === false) draft.set(now, "home", null);
}

/** Move the circle in the hand. @param {Context<Model>} context @param {Way} way @param {number} along */
export function slide(context, way, along) {
  Object.assign(context.memory.held, { way: along ? way : null, along });
  show(context);
}

/**
 * Let the circle follow the pointer: along one way, another only from the start.
 * @param {Context<Model>} context @param {Point} point
 */
export function follow(context, point) {
  const { held } = context.memory;
  const { row, col } = held.circle.cell;
  const [down, right] = [point.row - row - 0.5, point.col - col - 0.5];
  const far = { up: -down, down, left: -right, right };
  const isLocked = held.way && far[held.way] >= LEAVE;
  const way = isLocked ? held.way : choose(far);
  const ends = distances(held, way);
  const along = Math.max(0, Math.min(far[way] ?? 0, ends.at(-1) ?? 0));
  const near = [0, ...ends].find((end) => Math.abs(end - along) <= PULL);
  slide(context, way, near ?? along);
}

function choose(far) {
  const [[way, length]] = Object.entries(far).sort(([, a], [, b]) => b - a);
  return length >= LEAVE ? way : null;
}

/** @param {Held} held @param {Way} way */
const distances = (held, way) => held.stops.filter((stop) => stop.way === way).map(({ distance }) => distance);

/** The stop nearest to where the circle is held; null is its start. @param {Held} held @returns {Stop | null} */
export function nearest({ stops: all, way, along }) {
  /** @type {{stop: Stop | null, far: number}} */
  let best = { stop: null, far: along };
  for (const stop of all.filter((each) => each.way === way)) {
    const far = Math.abs(stop.distance - along);
    if (far < best.far) best = { stop, far };
  }
  return best.stop;
}

/** The stop in a cell. @param {Held} held @param {Cell} cell @param {Kit} kit @returns {Stop | undefined} */
export const stopAt = (held, cell, kit) => held.stops.find((stop) => kit.isSame(stop.cell, cell));

/** @param {Context<Model>} context */
const show = ({ board, memory }) => board.redraw([HAND, pieceName(memory.held.circle)]);

/** Rings where the circle may end. @param {Context<Model>} context */
export function paintHand({ memory, kit }) {
  const { held } = memory;
  if (!held) return [];
  const target = held.along ? nearest(held) : null;
  const lit = held.stops.filter((stop) => stop.isLit || stop === target);
  return lit.map((stop) => ring(stop, stop === target, kit));
}

/** Smaller than a circle, but for the one where the circle would go now. */
const ring = ({ cell }, isTarget, kit) =>
  kit.circle(cell.row + 0.5, cell.col + 0.5, isTarget ? RADIUS : LANDING, isTarget ? "legal chosen" : "legal", LAYER);
