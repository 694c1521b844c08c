/**
 * Nonogram in the browser: how it is drawn and how hands and keys write on it.
 * @import { Kind } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { affected, draw, finale, paint, read } from "./draw.js";
import { gesture } from "./gestures.js";
import { hands } from "./hands.js";
import { helpers } from "./helpers.js";
import { KEYS, key } from "./keys.js";
import { describe, label, toolLook, toolText } from "./label.js";
import { toolsOf } from "./model.js";

/** @type {Kind<Model>} */
const kind = {
  id: "nonogram",
  tools: toolsOf,
  keys: KEYS,
  crosshair: true,
  /** The clues of a line, for where they are shown large. */
  beside: (axis, at, { model }) => model.lists.told?.(axis, at) ?? [],
  read,
  draw,
  paint,
  affected,
  finale,
  gesture,
  hands,
  key,
  label,
  describe,
  toolText,
  toolLook,
  helpers,
  /** Helpers that a player may turn on; "clues" is the page's: it greys what Python calls settled. */
  helperNames: ["complete", "clues"],
};

export default kind;
