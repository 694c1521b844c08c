/**
 * Something that is carried from where it stands along a row or column, to one of some stops.
 * @typedef {{way: Way, distance: number, cell: Cell}} Stop
 * @typedef {{start: Cell, stops: Stop[], way: Way | null, along: number}} Carried `along`: cells from its start
 * @import { Cell, Context, Gesture, Point, Way } from "../../types.d.ts"
 */

import { isSame, step, WAYS } from "../slots.js";

const PULL = 0.4; // how near a stop draws it to itself, in cells
const LEAVE = 0.5; // how far from the start a way is chosen

/** @type {Readonly<Record<Way, Way>>} */
export const OPPOSITE = Object.freeze({ up: "down", down: "up", left: "right", right: "left" });

/** Where the pointer pulls it: along one way, another only from the start. @param {Carried} carried @param {Point} point */
export function pulled({ start, stops, way: now }, point) {
  const [down, right] = [point.row - start.row - 0.5, point.col - start.col - 0.5];
  const far = { up: -down, down, left: -right, right };
  const way = now && far[now] >= LEAVE ? now : chosen(far);
  const ends = stops.filter((stop) => stop.way === way).map(({ distance }) => distance);
  const along = Math.max(0, Math.min(way ? far[way] : 0, ends.at(-1) ?? 0));
  return { way, along: [0, ...ends].find((end) => Math.abs(end - along) <= PULL) ?? along };
}

/** The way in which the pointer is farthest, if it has left. @param {Record<Way, number>} far */
function chosen(far) {
  const [[way, length]] = Object.entries(far).sort(([, a], [, b]) => b - a);
  return length >= LEAVE ? /** @type {Way} */ (way) : null;
}

/** Where an arrow key pushes it, null: nowhere. Back is always possible, to another way only if it may turn. @param {Carried} carried @param {Way} way @param {boolean} mayTurn */
export function pushed({ stops, way: now, along }, way, mayTurn) {
  if (now && along && way === OPPOSITE[now]) {
    const nearer = stops.filter((stop) => stop.way === now && stop.distance < along);
    return { way: now, along: nearer.at(-1)?.distance ?? 0 };
  }
  const isTurn = along > 0 && now !== way;
  if (isTurn && !mayTurn) return null;
  const next = stops.find((stop) => stop.way === way && stop.distance > (isTurn ? 0 : along));
  return next ? { way, along: next.distance } : null;
}

/** The stop nearest to where it is held; null is its start. @param {Carried} carried */
export function nearestStop({ stops, way, along }) {
  /** @type {{stop: Stop | null, far: number}} */
  let best = { stop: null, far: along };
  for (const stop of stops.filter((each) => each.way === way)) {
    const far = Math.abs(stop.distance - along);
    if (far < best.far) best = { stop, far };
  }
  return best.stop;
}

/** The stop in a cell. @param {Carried} carried @param {Cell} cell */
export const stopAt = ({ stops }, cell) => stops.find((stop) => isSame(stop.cell, cell));

/** The cell that it is over. @param {Carried} carried */
export function cellOver({ start, way, along }) {
  let at = start;
  for (let left = along; way && left > 0; left--) at = step(at, WAYS[way]);
  return at;
}

/**
 * A press that carries: a drag slides what is under the pointer along and puts it down; a click does what taps do.
 * @template T
 * @param {object} hand
 * @param {(cell: Cell) => T | null} hand.grab what can be carried from a cell
 * @param {(found: T) => void} hand.pickUp
 * @param {(point: Point) => void} hand.pull
 * @param {() => void} hand.putDown
 * @param {() => void} hand.letGo
 * @param {(found: T) => void} hand.tap
 * @param {(cell: Cell | null) => void} hand.tapElsewhere
 * @returns {Gesture}
 */
export function sliding({ grab, pickUp, pull, putDown, letGo, tap, tapElsewhere }) {
  /** @type {Cell | null} */
  let pressed = null;
  /** @type {T | null} */
  let found = null;
  let hasLeft = false;
  return {
    start: ({ cell }) => {
      pressed = cell;
      found = cell && grab(cell);
      if (found) pickUp(found);
    },
    move: (point) => {
      hasLeft ||= !(point.cell && pressed && isSame(point.cell, pressed));
      if (found && hasLeft) pull(point);
    },
    end: () => {
      if (found && hasLeft) putDown();
      else if (found) tap(found);
      else if (!hasLeft) tapElsewhere(pressed);
    },
    cancel: () => {
      if (found) letGo();
    },
  };
}
