/**
 * Satogaeri in the browser: circles that travel home, by hand and by keys.
 * @import { Kind, PlayKit } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { point } from "./arrows.js";
import { draw, finale } from "./draw.js";
import { gesture } from "./gestures.js";
import { helpers } from "./helpers.js";
import { KEYS, key, move } from "./keys.js";
import { label, tell, told } from "./label.js";
import { read } from "./model.js";
import { affected, paint } from "./paint.js";
import { names } from "./pieces.js";

/** @param {PlayKit} kit @returns {Kind<Model>} */
export default (kit) => ({
  id: "satogaeri",
  tools: ["move", "mark", "erase"],
  keys: KEYS,
  read,
  draw,
  names,
  paint,
  affected,
  point,
  finale,
  gesture,
  hands: kit.handsWith(["move", "mark", "erase"], ["mark", "erase"], {
    enpitsu: ["move", "move", "mark"],
    puzzlink: ["mark", "move", "mark"],
    "move-erase": ["move", "move", "erase"],
  }),
  key,
  move,
  label,
  tell,
  told,
  helpers,
  /** Helpers that a player may turn on; "clues" is the page's: it greys what Python calls settled. */
  helperNames: ["stay", "dots", "clues"],
  /** Esc puts down what is picked up; true if something was. */
  leave: (context) => kit.letGo(context),
});
