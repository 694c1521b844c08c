/**
 * Helpers: strokes that the board writes of itself, when the player wants it.
 * @typedef {{slots: Slot[], isComplete: boolean}} Line
 * @import { Model, Run } from "./model.js"
 * @import { Axis, Kind, Slot, WriteContext } from "/static/js/types.d.ts"
 */

import { AXES, CROSSED, cellsOf, runsOf, stateOf, write } from "./model.js";

/** @type {Kind<Model>["helpers"]} */
export const helpers = { complete };

/**
 * Crosses in the rest of a line whose runs all stand; when they no more do, the crosses go.
 * @param {WriteContext<Model>} context @param {Slot[]} changed
 */
function complete(context, changed) {
  const lines = new Lines(context);
  const isFilled = (/** @type {Slot} */ slot) => (stateOf(slot, context) ?? CROSSED) !== CROSSED;
  // Only a stroke that fills completes a line: crosses that a player takes away stay away.
  for (const line of lines.through(changed.filter(isFilled))) if (line.isComplete) crossRest(line, context);
  for (const line of lines.through(changed)) if (!line.isComplete) forget(line, lines, context);
}

/** Rows and columns, each looked at once: crosses do not change which are complete. */
class Lines {
  /** @type {Map<string, Line>} */
  #found = new Map();

  /** @param {WriteContext<Model>} context */
  constructor(context) {
    this.context = context;
  }

  /** The lines through cells, each once. @param {Slot[]} slots */
  through(slots) {
    const cells = slots.map(this.context.kit.parseCell).filter((cell) => cell !== null);
    return new Set(cells.flatMap((cell) => AXES.map((axis) => this.#line(axis, cell[axis]))));
  }

  /** @param {Axis} axis @param {number} at */
  #line(axis, at) {
    const { model, kit } = this.context;
    const known = this.#found.get(axis + at);
    if (known) return known;
    const slots = cellsOf(axis, at, model).map(kit.cellText);
    const made = { slots, isComplete: isClue(model.clues[axis][at], slots, this.context) };
    this.#found.set(axis + at, made);
    return made;
  }
}

/** True if the runs on the board are those of the clue; with "?" nobody can say. @param {Run[]} clue @param {Slot[]} slots @param {WriteContext<Model>} context */
function isClue(clue, slots, context) {
  const runs = runsOf(slots.map((slot) => stateOf(slot, context)));
  const isSame = (/** @type {Run} */ run, /** @type {number} */ place) =>
    run.length === runs[place].length && run.colour === runs[place].colour;
  return runs.length === clue.length && clue.every(isSame);
}

/** @param {Line} line @param {WriteContext<Model>} context */
function crossRest({ slots }, context) {
  for (const slot of slots) if (stateOf(slot, context) === null) write(slot, CROSSED, context);
}

/** Take away own crosses that neither line of their cell asks for any more. @param {Line} line @param {Lines} lines @param {WriteContext<Model>} context */
function forget({ slots }, lines, context) {
  for (const slot of slots) {
    if (context.position.tag(slot)?.by !== "helper" || stateOf(slot, context) !== CROSSED) continue;
    if (![...lines.through([slot])].some((line) => line.isComplete)) write(slot, null, context);
  }
}
