/**
 * Helpers: strokes that the board writes of itself, when the player wants it.
 * @import { Model } from "./model.js"
 * @import { Axis, Context } from "/static/js/types.d.ts"
 */

import { CROSSED, cellsOf, runsOf, stateOf, write } from "./model.js";

/** @type {import("/static/js/types.d.ts").Kind<Model>["helpers"]} */
export const helpers = { complete };

/**
 * Crosses in the rest of a line whose runs all stand; when they no more do, the crosses go.
 * @param {Context<Model>} context @param {string[]} changed
 */
function complete(context, changed) {
  const lines = new Lines(context);
  const filled = new Set();
  const all = new Set();
  for (const slot of changed) {
    const state = stateOf(slot, context);
    for (const name of lines.through(slot)) {
      all.add(name);
      if (state !== null && state >= 0) filled.add(name);
    }
  }
  // Only a stroke that fills completes a line: crosses that a player takes away stay away.
  for (const name of filled) if (lines.isComplete(name)) crossRest(lines.slots(name), context);
  for (const name of all) if (!lines.isComplete(name)) forget(lines.slots(name), lines, context);
}

/** Rows and columns by name ("row 3"); crosses do not change which are complete. */
class Lines {
  #complete = new Map();

  /** @param {Context<Model>} context */
  constructor(context) {
    this.context = context;
  }

  /** @param {string} slot */
  through(slot) {
    const cell = this.context.kit.parseCell(slot);
    return cell ? [`row ${cell.row}`, `col ${cell.col}`] : [];
  }

  /** @param {string} name */
  slots(name) {
    const [axis, at] = name.split(" ");
    return cellsOf(/** @type {Axis} */ (axis), Number(at), this.context.model).map(this.context.kit.cellText);
  }

  /** True if the runs on the board are those of the clue; with "?" nobody can say. @param {string} name */
  isComplete(name) {
    if (!this.#complete.has(name)) this.#complete.set(name, this.#compare(name));
    return this.#complete.get(name);
  }

  /** @param {string} name */
  #compare(name) {
    const [axis, at] = name.split(" ");
    const clue = this.context.model.clues[axis][at];
    const runs = runsOf(this.slots(name).map((slot) => stateOf(slot, this.context)));
    const isSame = (run, place) => run.length === runs[place].length && run.colour === runs[place].colour;
    return runs.length === clue.length && clue.every(isSame);
  }
}

function crossRest(slots, context) {
  for (const slot of slots) if (stateOf(slot, context) === null) write(slot, CROSSED, context);
}

/** Take away own crosses that neither line of their cell asks for any more. */
function forget(slots, lines, context) {
  for (const slot of slots) {
    if (context.position.tag(slot)?.by !== "helper" || stateOf(slot, context) !== CROSSED) continue;
    if (!lines.through(slot).some((line) => lines.isComplete(line))) write(slot, null, context);
  }
}
