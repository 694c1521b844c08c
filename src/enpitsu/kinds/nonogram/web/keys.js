/**
 * Playing by keys alone.
 * @import { Axis, Context, KeyContext, Kit, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { thingOf } from "./clues.js";
import { describe } from "./label.js";
import { CROSSED, colourOf, stateOf, write } from "./model.js";

/** @param {Kit} kit */
export const keysOf = ({ wayKeys }) => ({
  fill: ["Space", "Enter"],
  cross: ["x"],
  clear: ["Backspace", "Delete"],
  ...wayKeys("paint", "Ctrl"),
  ...wayKeys("mark", "Shift"),
  ...wayKeys("wipe", "Ctrl+Shift"),
  ...Object.fromEntries([..."123456789"].map((digit) => [`colour-${digit}`, [digit]])),
  clues: ["r"],
  "grey-row": ["g"],
  "grey-col": ["Shift+g"],
});

/** Do what a key asks for at the cell with the focus. @param {KeyContext<Model>} context @param {string} action */
export function key(context, action) {
  const [what, how] = action.split("-");
  ACTIONS[what]?.(context, how);
}

/** @type {Record<string, (context: KeyContext<Model>, how: string) => void>} */
const ACTIONS = {
  fill: (context) => toggle(context, colourOf(context)),
  cross: (context) => toggle(context, CROSSED),
  clear: (context) => toggle(context, null),
  paint: (context, way) => along(context, colourOf(context), /** @type {Way} */ (way)),
  mark: (context, way) => along(context, CROSSED, /** @type {Way} */ (way)),
  wipe: (context, way) => along(context, null, /** @type {Way} */ (way)),
  colour: (context, number) => choose(context, Number(number) - 1),
  clues: (context) => context.board.say(describe(context.cell, context)),
  grey: (context, axis) => greyNext(context, /** @type {Axis} */ (axis)),
};

/** Write a state here, or take it away where it stands. @param {WriteContext<Model>} context @param {number | null} state */
export function toggle(context, state) {
  const slot = context.kit.cellText(context.cell);
  write(slot, stateOf(slot, context) === state ? null : state, context);
}

/**
 * Write here and in the next cell, and go there.
 * @param {KeyContext<Model>} context @param {number | null} state @param {Way} way
 */
export function along(context, state, way) {
  const { kit, cell, size } = context;
  const next = kit.step(cell, kit.WAYS[way]);
  const cells = kit.isInside(next, size) ? [cell, next] : [cell];
  for (const each of cells) set(kit.cellText(each), state, context);
  if (cells.length > 1) context.moveTo(next);
}

/**
 * Write a state where it does not stand yet.
 * @param {string} slot @param {number | null} state @param {WriteContext<Model>} context
 */
export function set(slot, state, context) {
  if (stateOf(slot, context) !== state) write(slot, state, context);
}

/** Take the colour of a number. @param {Context<Model>} context @param {number} at */
export function choose({ board, model }, at) {
  if (model.isColoured && model.values[at]) board.setTool(model.values[at]);
}

/**
 * Grey the next number of the row or column; after the last all are fresh again.
 * @param {Context<Model>} context @param {Axis} axis
 */
function greyNext({ board, model, cell }, axis) {
  const at = cell[axis];
  const things = (model.lists.numbers?.[axis][at] ?? []).map((_, index) => thingOf(axis, at, index));
  const next = things.find((thing) => !board.isUsed(thing));
  for (const thing of next ? [next] : things) board.toggleUsed(thing);
}
