/**
 * The board of a kind that is declared: all of it follows from the declaration.
 * @import { Declaration, Kind } from "../types.d.ts"
 * @import { ClueForm } from "./author_clues.js"
 * @import { Model } from "./model.js"
 */

import { KIT } from "../board/kit.js";
import { closeChoice } from "./choice.js";
import { draw } from "./draw.js";
import { finale, group } from "./finale.js";
import { gesture } from "./gestures.js";
import { handsOf, handsWith, table, toolsOf } from "./hands.js";
import { helpersOf } from "./helpers.js";
import { key, keysOf } from "./keys.js";
import { describe, label } from "./label.js";
import { readPuzzle } from "./model.js";
import { affected, paint } from "./paint.js";
import { sortsOf } from "./sorts.js";

/**
 * The board of a declaration.
 * @param {Declaration} declaration
 * @param {Record<string, Partial<ClueForm>>} own what the kind's clues do in their own way, by name
 * @returns {Kind<Model> & Required<Pick<Kind<Model>, "read" | "hands" | "helpers">>}
 */
export function play(declaration, own = {}) {
  const sorts = sortsOf(declaration, own);
  const helpers = helpersOf(sorts);
  return {
    id: declaration.id,
    tools: toolsOf(sorts),
    keys: keysOf(sorts),
    hands: handsOf(sorts),
    helpers,
    helperNames: [...Object.keys(helpers), ...(declaration.clues.length ? ["clues"] : [])],
    read: (puzzle) => readPuzzle(puzzle, sorts),
    draw,
    paint,
    affected,
    group,
    finale,
    gesture,
    key,
    label,
    describe,
    /** Esc closes the choice of numbers. */
    leave: (context) => closeChoice(context),
  };
}

/** What the boards of kinds with js of their own build with. */
export const PLAY_KIT = Object.freeze({ ...KIT, play, table, handsWith });

/**
 * The module of a kind that has js of its own: one that wants the kit from the start gives a function of it.
 * @param {Kind | ((kit: typeof PLAY_KIT) => Kind)} own its default export @returns {Kind}
 */
export const boardOf = (own) => (typeof own === "function" ? own(PLAY_KIT) : own);
