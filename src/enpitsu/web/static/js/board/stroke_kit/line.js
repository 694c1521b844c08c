/**
 * Lines, drawn as with a pencil from node to node, and how they are painted.
 * @typedef {object} LineSort
 * @property {Nodes} [nodes] what it joins; cells if nothing is said
 * @property {string} [value] what its facts say
 * @property {(node: Cell) => boolean} [takes] whether it may go to a node
 * @import { Cell, Context, EdgePlace, Gesture, Point, Shape, Slot, WriteContext } from "../../types.d.ts"
 * @import { Nodes } from "../nodes.js"
 */

import { NODES } from "../nodes.js";
import { path } from "../shapes.js";
import { cellText, isSame, parsePlace, straight } from "../slots.js";

/** Draw a piece of a line from a node: it grows that way. @param {WriteContext} context @param {Slot} slot @param {Cell} from */
export function drawLine({ draft, memory }, slot, from, value = "line") {
  memory.from ??= new Map();
  memory.from.set(slot, cellText(from));
  draft.set(slot, value, true);
}

/** A piece of a line as shapes. @param {Slot} slot @param {Pick<Context, "memory">} context @returns {Shape[]} */
export function paintLine(slot, { memory }, nodes = NODES.cells) {
  const ends = nodes.ends(/** @type {EdgePlace} */ (parsePlace(slot)));
  const isBack = memory.from?.get(slot) === cellText(ends[1]);
  const [from, to] = ends.map(nodes.spot);
  return [path(isBack ? [to, from] : [from, to], "line", false, { layer: "lines" })];
}

/**
 * A stroke with a pencil: its first piece decides between drawing and taking away, and going back takes the last piece
 * back.
 * @param {WriteContext} context @param {LineSort} sort @returns {Gesture}
 */
export function lining(context, sort) {
  const pencil = new Pencil(context, sort);
  return { start: (point) => pencil.press(point), move: (point) => pencil.move(point), end: () => {} };
}

class Pencil {
  /** The nodes that it has passed. @type {Cell[]} */
  #trail = [];
  /** @type {boolean | null} */
  #isDrawing = null;
  /** The side in whose middle it was put down. @type {Slot | null} */
  #pressed = null;
  /** @type {Point | null} */
  #last = null;

  /** @param {WriteContext} context @param {LineSort} sort */
  constructor(context, { nodes = NODES.cells, value = "line", takes = () => true }) {
    this.context = context;
    this.nodes = nodes;
    this.value = value;
    this.takes = takes;
  }

  /** @param {Point} point */
  press(point) {
    const node = this.nodes.at(point, this.context.size);
    if (node) this.#trail.push(node);
    else this.#pressed = point.edge;
    this.#last = point;
  }

  /** @param {Point} point */
  move(point) {
    const node = this.nodes.at(point, this.context.size);
    if (node && !this.#trail.length) this.#trail.push(this.#behind(node));
    if (node && this.#last) this.#way(node, this.#last, point).every((next) => this.#go(next));
    this.#last = point;
  }

  get #here() {
    return /** @type {Cell} */ (this.#trail.at(-1));
  }

  /** Where a stroke begins that comes to its first node: put down on a side, it draws all of it. @param {Cell} node */
  #behind(node) {
    const ends = this.#pressed ? this.nodes.ends(/** @type {EdgePlace} */ (parsePlace(this.#pressed))) : [];
    const isEnd = ends.some((end) => isSame(end, node));
    return ends.find((end) => isEnd && !isSame(end, node)) ?? node;
  }

  /** The nodes to pass to a node; past a corner of their squares it goes round as the pointer did. @param {Cell} node @param {Point} before @param {Point} now */
  #way(node, before, now) {
    const from = this.#here;
    const isPastCorner = Math.abs(node.row - from.row) === 1 && Math.abs(node.col - from.col) === 1;
    if (!isPastCorner) return straight(from, node);
    const { shift } = this.nodes;
    const when = (/** @type {"row" | "col"} */ axis) =>
      (Math.max(from[axis], node[axis]) - shift - before[axis]) / (now[axis] - before[axis] || 1);
    const isAcross = when("col") < when("row");
    return [isAcross ? { row: from.row, col: node.col } : { row: node.row, col: from.col }, node];
  }

  /** @param {Cell} next */
  #go(next) {
    const before = this.#trail.at(-2);
    if (!before || !isSame(before, next)) return this.#pass(next);
    this.context.draft.restore(this.nodes.slot(this.#here, before));
    this.#trail.pop();
    if (this.#trail.length === 1) this.#isDrawing = null;
    return true;
  }

  /** @param {Cell} next */
  #pass(next) {
    const { context, value } = this;
    const here = this.#here;
    const slot = this.nodes.slot(here, next);
    const stands = context.position.get(slot, value) === true;
    this.#isDrawing ??= !stands;
    if (this.#isDrawing && !(this.takes(here) && this.takes(next))) return false;
    if (this.#isDrawing) drawLine(context, slot, here, value);
    else if (stands) context.draft.set(slot, value, null);
    this.#trail.push(next);
    return true;
  }
}
