/**
 * Playing by keys alone: Enter picks up, arrows slide, Enter puts down, Esc lets go.
 * @import { Model } from "./model.js"
 * @import { Cell, KeyContext } from "/static/js/types.d.ts"
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

/** Do what a key asks for at the cell with the focus. */
export function key(context, action) {
  ACTIONS[action]?.(context);
}

/** Arrows for a circle that is picked up; false if none is. */
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

function pickUp(context) {
  const found = grabbed(context, context.cell);
  if (!found) return say(context, "no-circle");
  hold(context, found.circle, "keys");
  context.moveTo(found.stand);
  say(context, "picked", { count: context.memory.held.stops.filter((stop) => stop.isLit).length });
}

function putDown(context) {
  const stop = nearest(context.memory.held);
  drop(context, stop);
  say(context, "put");
}

/** A circle with a number jumps to its end, another goes cell by cell; back is always possible. */
function slideBy(context, way) {
  const { held } = context.memory;
  const next = held.along && way === opposite(held.way) ? back(held) : onward(held, way);
  if (next === undefined) return say(context, "refused");
  slide(context, held.along && way === opposite(held.way) ? held.way : way, next);
  context.moveTo(cellOf(context));
  say(context, next ? `moved.${held.way}` : "at-start", { count: next });
}

function back({ stops, way, along }) {
  const nearer = stops.filter((stop) => stop.way === way && stop.distance < along);
  return nearer.at(-1)?.distance ?? 0;
}

/** Without number a turn is refused: only from the start may another way be chosen. */
function onward({ circle, stops, way: now, along }, way) {
  const isTurn = along > 0 && now !== way;
  if (isTurn && circle.number === undefined) return undefined;
  const from = isTurn ? 0 : along;
  return stops.find((stop) => stop.way === way && stop.distance > from)?.distance;
}

function cellOf({ memory, kit }) {
  const { circle, way, along } = memory.held;
  if (!along) return circle.cell;
  const { row, col } = kit.WAYS[way];
  return { row: circle.cell.row + row * along, col: circle.cell.col + col * along };
}

/** To the next circle in reading order, round and round. */
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
  moveTo(ahead ?? stands.at(by > 0 ? 0 : -1));
}
