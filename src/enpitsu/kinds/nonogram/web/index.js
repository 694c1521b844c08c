/**
 * Nonogram in the browser: how it is drawn and how hands and keys write on it.
 * @import { Kind, PlayKit } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { affected, draw, finale, paint, read } from "./draw.js";
import { gesture } from "./gestures.js";
import { helpers } from "./helpers.js";
import { key, keysOf } from "./keys.js";
import { describe, label, toolLook, toolText } from "./label.js";
import { toolsOf } from "./model.js";

/** @param {PlayKit} kit @returns {Kind<Model>} */
export default (kit) => ({
  id: "nonogram",
  tools: toolsOf,
  keys: keysOf(kit),
  crosshair: true,
  /** The clues of a line, for where they are shown large. */
  beside: (axis, at, { model }) => model.lists.told?.(axis, at) ?? [],
  read,
  draw,
  paint,
  affected,
  finale,
  gesture,
  hands: kit.handsWith(["fill", "cross", "erase"], ["cross", "erase"], {
    puzzlink: ["fill", "fill", "cross"],
    "fill-erase": ["fill", "fill", "erase"],
    "cross-fill": ["cross", "cross", "fill"],
  }),
  key,
  label,
  describe,
  toolText,
  toolLook,
  helpers,
  /** Helpers that a player may turn on; "clues" is the page's: it greys what Python calls settled. */
  helperNames: ["complete", "clues"],
});
