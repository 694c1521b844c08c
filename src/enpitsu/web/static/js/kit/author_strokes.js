/**
 * Strokes of authors. `at` tells the slot that a point means, null: none.
 * @typedef {(point: Point) => Slot | null} At
 * @import { Context, Gesture, GestureContext, Point, Slot } from "../types.d.ts"
 */

import { clickOrDrag } from "../board/hands.js";
import { clicking } from "../board/stroke_kit/index.js";

const AGAIN = 800; // ms between clicks that count; a later one only chooses, so that no clue changes by accident

const nothing = () => {};

/** @type {Gesture} */
const NOTHING = Object.freeze({ start: nothing, move: nothing, end: nothing });

/** Does the same everywhere on its way. @param {(point: Point) => void} visit @returns {Gesture} */
export const passing = (visit) => ({ start: visit, move: visit, end: nothing });

/** True if a slot was clicked a moment ago; it is now. @param {Context} context @param {Slot} slot */
export function clickedAgain({ memory }, slot) {
  const { clicked } = memory;
  memory.clicked = { slot, at: performance.now() };
  return clicked?.slot === slot && memory.clicked.at - clicked.at < AGAIN;
}

/**
 * A click on a slot, or a drag as soon as the pointer comes to another one; the drag begins where it was pressed.
 * @param {GestureContext} context @param {At} at @param {{click: (slot: Slot) => void, drag: () => Gesture | null}} how
 */
export function clickOrLeave(context, at, { click, drag }) {
  const tap = (/** @type {Point} */ point) => {
    const slot = at(point);
    if (slot !== null) click(slot);
  };
  const makers = { click: () => clicking(tap), drag: () => drag() ?? NOTHING };
  return clickOrDrag(
    context,
    () => makers,
    (now, first) => at(now) === at(first) || (at(now) === null && now.cell !== null),
  );
}

/**
 * Carries what stands in a slot; what stands where it is put changes places with it.
 * @param {At} at @param {{exchange: (from: Slot, to: Slot) => void, restore: (slot: Slot) => void, put?: (slot: Slot) => void}} how
 * `put`: told where it was put @returns {Gesture}
 */
export function carrying(at, { exchange, restore, put = nothing }) {
  /** @type {Slot | null} */
  let from = null;
  /** @type {Slot | null} */
  let to = null;
  return {
    start: (point) => {
      from = to = at(point);
    },
    move: (point) => {
      const next = at(point);
      if (from === null || to === null || next === null || next === to) return;
      for (const slot of [from, to]) restore(slot);
      to = next;
      exchange(from, to);
    },
    end: () => {
      if (to !== null && to !== from) put(to);
    },
  };
}
