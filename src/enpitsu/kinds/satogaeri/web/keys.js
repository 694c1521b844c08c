/**
 * Playing by keys alone: Enter picks up, arrows slide, Enter puts down, Esc lets go.
 * @import { Model } from "./model.js"
 * @import { Cell, Context, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Stop } from "./travels.js"
 */

import { erase, toggleMark } from "./gestures.js";
import { drop, hold } from "./held.js";
import { grabbed, travels } from "./travels.js";

export const KEYS = Object.freeze({
  pick: ["Enter", "Space"],
  mark: ["x"],
  erase: ["Delete", "Backspace"],
  next: ["n"],
  previous: ["p"],
});

/** Do what a key asks for at the cell with the focus. @param {KeyContext<Model>} context @param {string} action */
export function key(context, action) {
  ACTIONS[action]?.(context);
}

/** Arrows for a circle that is picked up; false if none is. @param {KeyContext<Model>} context @param {Way} way */
export function move(context, way) {
  if (!context.memory.held || !context.kit.WAYS[way]) return false;
  slideBy(context, way);
  return true;
}

/** @type {Record<string, (context: KeyContext<Model>) => void>} */
const ACTIONS = {
  pick: (context) => (context.memory.held ? putDown(context) : pickUp(context)),
  mark: (context) => withFreeHand(context, toggleMark),
  erase: (context) => withFreeHand(context, erase),
  next: (context) => jump(context, 1),
  previous: (context) => jump(context, -1),
};

/** @param {KeyContext<Model>} context @param {(context: KeyContext<Model>, cell: Cell) => void} act */
function withFreeHand(context, act) {
  context.kit.letGo(context);
  act(context, context.cell);
}

/** @param {Context<Model>} context @param {string} id @param {Record<string, unknown>} [args] */
const say = ({ board, text }, id, args) => board.say(text(`satogaeri.${id}`, args));

/** @param {KeyContext<Model>} context */
function pickUp(context) {
  const found = grabbed(context, context.cell);
  if (!found) return say(context, "no-circle");
  hold(context, found.circle, "keys");
  context.moveTo(found.stand);
  say(context, "picked", { count: context.memory.held.stops.filter((/** @type {Stop} */ stop) => stop.isLit).length });
}

/** @param {WriteContext<Model>} context */
function putDown(context) {
  drop(context, context.kit.nearestStop(context.memory.held));
  say(context, "put");
}

/**
 * A circle with a number jumps to its end, another goes cell by cell; without number it may turn only at its start.
 * @param {KeyContext<Model>} context @param {Way} way
 */
function slideBy(context, way) {
  const { memory, kit, moveTo } = context;
  const to = kit.pushed(memory.held, way, memory.held.circle.number !== undefined);
  if (!to) return say(context, "refused");
  kit.slide(context, to);
  moveTo(kit.cellOver(memory.held));
  say(context, to.along ? `moved.${to.way}` : "at-start", { count: to.along });
}

/** To the next circle in reading order, round and round. @param {KeyContext<Model>} context @param {number} by */
function jump(context, by) {
  context.kit.letGo(context);
  const { cell, size, moveTo } = context;
  const place = (/** @type {Cell} */ { row, col }) => row * size.cols + col;
  const stands = travels(context)
    .map(({ stand }) => stand)
    .sort((a, b) => place(a) - place(b));
  if (!stands.length) return;
  const ahead =
    by > 0 ? stands.find((at) => place(at) > place(cell)) : stands.findLast((at) => place(at) < place(cell));
  moveTo(ahead ?? stands[by > 0 ? 0 : stands.length - 1]);
}
