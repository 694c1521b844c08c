/**
 * Playing by keys alone.
 * @import { Cell, Context, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { Model } from "./draw.js"
 */

import { cycle, grey, remember, takesDot, takesLine } from "./gestures.js";

const ARROWS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };

const bound = (action, modifier) =>
  Object.entries(ARROWS).map(([way, arrow]) => [`${action}-${way}`, [`${modifier}+${arrow}`]]);

export const KEYS = Object.freeze({
  cycle: ["Space", "Enter"],
  dot: ["x"],
  grey: ["g"],
  ...Object.fromEntries([...bound("line", "Shift"), ...bound("cross", "Alt")]),
});

/** Do what a key asks for at the cell with the focus. @param {Context<Model>} context @param {string} action */
export function key(context, action) {
  const [what, way] = action.split("-");
  ACTIONS[what]?.(context, context.kit.WAYS[way]);
}

const ACTIONS = {
  cycle: (context) => cycle(context, context.cell),
  grey: (context) => grey(context, context.cell),
  dot: (context) => toggleDot(context),
  line: (context, way) => drawLine(context, way),
  cross: (context, way) => toggleCross(context, way),
};

/** @param {WriteContext<Model>} context */
function toggleDot(context) {
  if (!takesDot(context, context.cell)) return;
  const slot = context.kit.cellText(context.cell);
  context.draft.set(slot, "shaded", context.position.get(slot, "shaded") === false ? null : false);
}

/** Draw or erase the edge that is passed, and go along. @param {KeyContext<Model>} context @param {Cell} way */
function drawLine(context, way) {
  const { kit, cell, draft, position } = context;
  const next = kit.step(cell, way);
  if (!kit.isInside(next, context.size)) return;
  const edge = kit.edgeText(cell, next);
  if (position.get(edge, "line")) draft.set(edge, "line", null);
  else if (takesLine(context, cell) && takesLine(context, next)) {
    remember(context, edge, cell);
    draft.set(edge, "line", true);
  } else return;
  context.moveTo(next);
}

/** @param {WriteContext<Model>} context @param {Cell} way */
function toggleCross(context, way) {
  const { kit, cell, draft, position } = context;
  const next = kit.step(cell, way);
  if (!kit.isInside(next, context.size)) return;
  const edge = kit.edgeText(cell, next);
  draft.set(edge, "line", position.get(edge, "line") === false ? null : false);
}
