/**
 * What lines join: middles of cells, or corners where lines run along the sides of cells.
 *
 * A corner has the name of the cell below and to the right of it, also where that cell lies outside the board.
 * @typedef {object} Nodes
 * @property {number} shift how far the squares round the nodes lie from the cells, in cells
 * @property {(point: Point, size: Size) => Cell | null} at the node that the pointer has reached
 * @property {(a: Cell, b: Cell) => Slot} slot between two neighbouring nodes
 * @property {(place: Ends) => [Cell, Cell]} ends the nodes that a slot lies between
 * @property {(node: Cell) => Spot} spot where a node is drawn
 * @property {(size: Size) => Size} size how many nodes there are
 * @import { Cell, Context, EdgePlace, Ends, Point, Size, Slot, Spot, Way } from "../types.d.ts"
 */

import { edgeText, isInside, isOnBoard, neighbours, parsePlace, step, WAY_NAMES, WAYS } from "./slots.js";

const REACH = 0.4; // how near the pointer comes to a corner until it is there, along each axis

/** @type {Nodes} */
const cells = {
  shift: 0,
  at: ({ cell }) => cell,
  slot: edgeText,
  ends: ({ a, b }) => [a, b],
  spot: ({ row, col }) => [row + 0.5, col + 0.5],
  size: ({ rows, cols }) => ({ rows, cols }),
};

/** @type {Nodes} */
const corners = {
  shift: 0.5,
  at: ({ row, col, margin }, size) => {
    const node = { row: Math.round(row), col: Math.round(col) };
    const isReached = Math.max(Math.abs(row - node.row), Math.abs(col - node.col)) <= REACH;
    return isReached && !margin && isInside(node, corners.size(size)) ? node : null;
  },
  slot: (a, b) => {
    const far = { row: Math.max(a.row, b.row), col: Math.max(a.col, b.col) };
    // Of the two cells one begins at the nearer corner; the other lies above or to the left of it.
    const near = { row: Math.min(a.row, b.row), col: Math.min(a.col, b.col) };
    return edgeText(near, step(near, { row: near.col - far.col, col: near.row - far.row }));
  },
  ends: ({ a, b }) => [b, step(b, { row: b.col - a.col, col: b.row - a.row })],
  spot: ({ row, col }) => [row, col],
  size: ({ rows, cols }) => ({ rows: rows + 1, cols: cols + 1 }),
};

export const NODES = Object.freeze({ cells, corners });

/** The places between a node and its neighbours. @param {Cell} node @param {Size} size @param {Nodes} nodes */
export const slotsAt = (node, size, nodes = cells) =>
  neighbours(node, nodes.size(size)).map((other) => nodes.slot(node, other));

/** The lines at a node. @param {Cell} node @param {Pick<Context, "position" | "size">} context @param {Nodes} nodes */
export const linesAt = (node, { position, size }, nodes = cells, value = "line") =>
  slotsAt(node, size, nodes).filter((slot) => position.get(slot, value));

/** The ways from a cell in which marks on edges or sides hold, or are denied. @param {Cell} cell @param {Pick<Context, "position" | "size">} context @returns {Way[]} */
export function waysWith(cell, { position, size }, value = "line", holds = true) {
  const isThere = (/** @type {Way} */ way) => {
    const ends = { a: cell, b: step(cell, WAYS[way]) };
    return isOnBoard(ends, size) && position.get(edgeText(ends.a, ends.b), value) === holds;
  };
  return WAY_NAMES.filter(isThere);
}

/** The cells that a line leads to from a cell, straight on one way. @param {Cell} cell @param {Way} way @param {Pick<Context, "position">} context @returns {Cell[]} */
export function lineAlong(cell, way, { position }, value = "line") {
  /** @type {Cell[]} */
  const cells = [];
  let at = cell;
  for (let next = step(at, WAYS[way]); position.get(edgeText(at, next), value); next = step(at, WAYS[way])) {
    cells.push(next);
    at = next;
  }
  return cells;
}

/** The whole line that runs through nodes, as far as it goes. @param {Cell[]} from @param {Pick<Context, "position" | "size">} context @param {Nodes} nodes @returns {Slot[]} */
export function lineThrough(from, context, nodes = cells, value = "line") {
  /** @type {Set<Slot>} */
  const found = new Set();
  const open = [...from];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const slot of linesAt(node, context, nodes, value)) {
      if (found.has(slot)) continue;
      found.add(slot);
      open.push(...endsOf(slot, nodes));
    }
  }
  return [...found];
}

/** The nodes of the loop that the first line on the board lies on, one after the other. @param {Pick<Context, "position" | "size">} context @param {Nodes} nodes @returns {Cell[]} */
export function loopOf(context, nodes = cells, value = "line") {
  const { position } = context;
  const first = position.slots().find((slot) => position.get(slot, value));
  const loop = [];
  let at = first && endsOf(first, nodes)[0];
  for (let slot = first; at && slot && !(loop.length && slot === first); ) {
    loop.push(at);
    const [a, b] = endsOf(slot, nodes);
    at = a.row === at.row && a.col === at.col ? b : a;
    const before = slot;
    slot = linesAt(at, context, nodes, value).find((other) => other !== before);
    if (loop.length > position.slots().length) break; // a line that branches
  }
  return loop;
}

/** The nodes at the ends of a slot. @param {Slot} slot @param {Nodes} nodes */
export const endsOf = (slot, nodes = cells) => nodes.ends(/** @type {EdgePlace} */ (parsePlace(slot)));
