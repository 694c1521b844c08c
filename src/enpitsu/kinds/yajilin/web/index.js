/**
 * Yajilin in the browser: all of it follows from its declaration, but for its clues and what hands may choose.
 * @import { Kind, PlayKit } from "/static/js/types.d.ts"
 */

import { say, shapes } from "./clue.js";
import { DECLARATION } from "./declaration.js";
import { valuesOf } from "./values.js";

const CLICKS = ["shade", "dot", "mark", "cross", "erase"];

/** @param {PlayKit} kit @returns {Kind} */
export default function (kit) {
  const made = kit.play(DECLARATION, { clues: { shapes, say } });
  return {
    ...made,
    hands: {
      clicks: CLICKS,
      drags: ["line", ...CLICKS],
      presets: {
        puzzlink: kit.table("shade", "line", "mark"),
        "line-shade": kit.table("none", "line", "shade"),
        "dot-shade": kit.table("dot", "line", "shade"),
      },
      fixed: made.hands.fixed,
    },
    read: (puzzle) => ({ ...made.read({ ...puzzle, clues: valuesOf(puzzle) }, kit), boxed: Boolean(puzzle.boxed) }),
    group: (cell, context) => kit.lineThrough([cell], context),
  };
}
