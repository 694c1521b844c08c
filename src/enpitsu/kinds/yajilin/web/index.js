/**
 * Yajilin in the browser: how it is drawn and how hands and keys write on it.
 * @import { Kind } from "/static/js/types.d.ts"
 * @import { Model } from "./draw.js"
 */

import { affected, draw, finale, group, paint, read } from "./draw.js";
import { gesture } from "./gestures.js";
import { hands } from "./hands.js";
import { helpers } from "./helpers.js";
import { KEYS, key } from "./keys.js";
import { label } from "./label.js";

/** @type {Kind<Model>} */
const kind = {
  id: "yajilin",
  tools: ["auto", "line", "shade", "dot", "cross", "erase"],
  keys: KEYS,
  read,
  draw,
  paint,
  affected,
  group,
  finale,
  gesture,
  hands,
  key,
  label,
  helpers,
  /** Helpers that a player may turn on; "clues" is the page's: it greys what Python calls settled. */
  helperNames: ["dots", "crosses", "clues"],
};

export default kind;
