/**
 * Crosses: no line runs there.
 * @import { EdgePlace, Gesture, Shape, ShapeMore, Slot, WriteContext } from "../../types.d.ts"
 */

import { strokes } from "../shapes.js";
import { parsePlace } from "../slots.js";

const ARM = 0.085;

/** Crosses from the nearest edge on; the first one decides between writing and taking away. @param {WriteContext} context @returns {Gesture} */
export function crossing({ draft, position }, value = "line") {
  /** @type {false | null | undefined} */
  let wanted;
  const decide = (/** @type {Slot} */ slot) => (position.get(slot, value) === false ? null : false);
  return {
    start: ({ near }) => {
      if (!near) return;
      wanted = decide(near);
      // Only a press puts a cross in the place of a line; a drag spares lines.
      draft.set(near, value, wanted);
    },
    move: ({ edge }) => {
      if (!edge) return;
      if (wanted === undefined) wanted = decide(edge);
      if ((position.get(edge, value) ?? null) === (wanted === null ? false : null)) draft.set(edge, value, wanted);
    },
    end: () => {},
  };
}

/** A cross on a slot between two cells. @param {Slot} slot @returns {Shape[]} */
export function paintCross(slot) {
  const { a, b } = /** @type {EdgePlace} */ (parsePlace(slot));
  return [cross((a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2)];
}

/** A cross about a point. @param {number} row @param {number} col @param {number} [arm] @param {ShapeMore} [more] */
export const cross = (row, col, arm = ARM, more = {}) =>
  strokes(
    [
      [
        [row - arm, col - arm],
        [row + arm, col + arm],
      ],
      [
        [row - arm, col + arm],
        [row + arm, col - arm],
      ],
    ],
    "cross",
    { layer: "pencil", ...more },
  );
