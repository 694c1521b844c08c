/**
 * The hand that carries something to one of its stops: a drag, a tap or keys pick it up, and nothing is written until it
 * is put down. Then a line leads to where it is.
 * @typedef {Carried & {edges: Slot[], names: string[]}} Held `edges`: the line that goes when it is put elsewhere; `names`:
 *   those under which it is painted
 * @import { Cell, Context, Slot, WriteContext } from "../../types.d.ts"
 * @import { Carried, Stop } from "./carry.js"
 */

import { edgesAlong, straight } from "../slots.js";

/** The name under which the stops are painted. */
export const HAND = "hand";

/** @param {Context} context @param {Held} held */
export function pickUp(context, held) {
  letGo(context);
  context.memory.held = held;
  show(context);
}

/** Open the hand, and leave it where it was. @param {Context} context @returns {boolean} whether something was held */
export function letGo({ memory, board }) {
  const held = /** @type {Held | null | undefined} */ (memory.held);
  if (!held) return false;
  memory.held = null;
  board.redraw([...held.edges, ...held.names, HAND]);
  return true;
}

/** Put it down where a stop is, or (null) where it began: one stroke. @param {WriteContext} context @param {Pick<Stop, "cell"> | null} stop @returns {Cell} */
export function putDown(context, stop) {
  const { draft, memory } = context;
  const { start, edges } = /** @type {Held} */ (memory.held);
  letGo(context);
  const end = stop?.cell ?? start;
  const line = edgesAlong([start, ...straight(start, end)]);
  for (const edge of edges) if (!line.includes(edge)) draft.set(edge, "line", null);
  for (const edge of line) draft.set(edge, "line", true);
  return end;
}

/** Move it in the hand. @param {Context} context @param {Pick<Carried, "way" | "along">} to */
export function slide(context, { way, along }) {
  Object.assign(context.memory.held, { way: along ? way : null, along });
  show(context);
}

/** @param {Context} context */
const show = ({ board, memory }) => board.redraw([HAND, ...memory.held.names]);
