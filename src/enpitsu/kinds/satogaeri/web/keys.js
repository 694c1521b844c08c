/**
 * Playing by keys alone: Enter picks up, arrows slide, Enter puts down, Esc lets go.
 * @import { Model } from "./model.js"
 * @import { Cell, Context, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Held } from "./held.js"
 */

import { erase, toggleMark } from "./gestures.js";
import { drop, hold, nearest, release, slide } from "./held.js";
import { grabbed, opposite, travels } from "./travels.js";

export const KEYS = Object.freeze({
  pick: ["Enter", "Space"],
  mark: ["x"],
  erase: ["Delete", "Backspace"],
  next: ["n"],
  previous: ["p"],
});

/** Do what a key asks for at the cell with the focus. @param {Context<Model>} context @param {string} action */
export function key(context, action) {
  ACTIONS[action]?.(context);
}

/** Arrows for a circle that is picked up; false if none is. @param {KeyContext<Model>} context @param {Way} way */
export function move(context, way) {
  if (!context.memory.held || !context.kit.WAYS[way]) return false;
  slideBy(context, way);
  return true;
}

const ACTIONS = {
  pick: (context) => (context.memory.held ? putDown(context) : pickUp(context)),
  mark: (context) => withFreeHand(context, toggleMark),
  erase: (context) => withFreeHand(context, erase),
  next: (context) => jump(context, 1),
  previous: (context) => jump(context, -1),
};

/** @param {KeyContext<Model>} context @param {(context: KeyContext<Model>, cell: Cell) => void} act */
function withFreeHand(context, act) {
  release(context);
  act(context, context.cell);
}

const say = ({ board, text }, id, args) => board.say(text(`satogaeri.${id}`, args));

/** @param {KeyContext<Model>} context */
function pickUp(context) {
  const found = grabbed(context, context.cell);
  if (!found) return say(context, "no-circle");
  hold(context, found.circle, "keys");
  context.moveTo(found.stand);
  say(context, "picked", { count: context.memory.held.stops.filter((stop) => stop.isLit).length });
}

/** @param {WriteContext<Model>} context */
function putDown(context) {
  const stop = nearest(context.memory.held);
  drop(context, stop);
  say(context, "put");
}

/**
 * A circle with a number jumps to its end, another goes cell by cell; back is always possible.
 * @param {KeyContext<Model>} context @param {Way} way
 */
function slideBy(context, way) {
  const { held } = context.memory;
  const next = held.along && way === opposite(held.way) ? back(held) : onward(held, way);
  if (next === undefined) return say(context, "refused");
  slide(context, held.along && way === opposite(held.way) ? held.way : way, next);
  context.moveTo(cellOf(context));
  say(context, next ? `moved.${held.way}` : "at-start", { count: next });
}

/** @param {Held} held */
function back({ stops, way, along }) {
  const nearer = stops.filter((stop) => stop.way === way && stop.distance < along);
  return nearer.at(-1)?.distance ?? 0;
}

/**
 * Without number a turn is refused: only from the start may another way be chosen.
 * @param {Held} held @param {Way} way
 */
function onward({ circle, stops, way: now, along }, way) {
  const isTurn = along > 0 && now !== way;
  if (isTurn && circle.number === undefined) return undefined;
  const from = isTurn ? 0 : along;
  return stops.find((stop) => stop.way === way && stop.distance > from)?.distance;
}

/** @param {Context<Model>} context */
function cellOf({ memory, kit }) {
  const { circle, way, along } = memory.held;
  if (!along) return circle.cell;
  const { row, col } = kit.WAYS[way];
  return { row: circle.cell.row + row * along, col: circle.cell.col + col * along };
}

/** To the next circle in reading order, round and round. @param {KeyContext<Model>} context @param {number} by */
function jump(context, by) {
  release(context);
  const { cell, size, moveTo } = context;
  const place = ({ row, col }) => row * size.cols + col;
  const stands = travels(context)
    .map(({ stand }) => stand)
    .sort((a, b) => place(a) - place(b));
  if (!stands.length) return;
  const ahead =
    by > 0 ? stands.find((at) => place(at) > place(cell)) : stands.findLast((at) => place(at) < place(cell));
  moveTo(ahead ?? stands[by > 0 ? 0 : stands.length - 1]);
}
