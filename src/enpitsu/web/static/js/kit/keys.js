/**
 * Playing a declared kind by keys alone.
 * @import { KeyContext, Way, WriteContext } from "../types.d.ts"
 * @import { Model } from "./model.js"
 * @import { Sorts } from "./sorts.js"
 */

import { linesAt } from "../board/nodes.js";
import { cellText, edgesAt } from "../board/slots.js";
import { cycle, lineByKey, toggleSide, typed, wayKeys } from "../board/stroke_kit/index.js";
import { closeChoice, noteValue, writeValue } from "./choice.js";
import { clueOn, states, takes } from "./gestures.js";
import { DENIED, hasLine, isBlocked, paintCell, stateOf } from "./model.js";
import { SMALL } from "./sorts.js";

const DIGITS = [..."0123456789"];

/** @param {Sorts} sorts @returns {Record<string, string[]>} */
export const keysOf = (sorts) => ({
  ...(sorts.paints.length ? { cycle: ["Space", "Enter"], [sorts.dot]: ["x"] } : {}),
  ...(sorts.lines.length ? { ...wayKeys("line", "Shift"), ...wayKeys("cross", "Alt") } : {}),
  ...(sorts.typed ? Object.fromEntries(signsOf(sorts).map((sign) => [`type-${sign}`, [sign]])) : {}),
  ...(sorts.typed ? { [SMALL]: ["n"] } : {}),
  erase: ["Delete", "Backspace"],
  ...(sorts.declaration.clues.length ? { grey: ["g"] } : {}),
});

/** The signs that numbers are typed with; values that are words are typed by their number. @param {Sorts} sorts */
function signsOf({ typed: mark }) {
  const values = mark?.values ?? "size";
  if (values === "size" || values.every((value) => /^\d+$/.test(value))) return DIGITS;
  return values.every((value) => value.length === 1) ? values : values.map((_, at) => String(at + 1));
}

/** Do what a key asks for at the cell with the focus. @param {KeyContext<Model>} context @param {string} action */
export function key(context, action) {
  closeChoice(context);
  const at = action.indexOf("-");
  const [what, how] = at < 0 ? [action, ""] : [action.slice(0, at), action.slice(at + 1)];
  if (what !== "type") context.memory.typed = null;
  const { sorts } = context.model;
  if (what === "type") return type(context, how);
  if (action === sorts.dot) return deny(context);
  ACTIONS[what]?.(context, how);
}

/** @type {Record<string, (context: KeyContext<Model>, how: string) => void>} */
const ACTIONS = {
  cycle: (context) => paintNext(context),
  line: (context, way) => draw(context, /** @type {Way} */ (way)),
  cross: (context, way) => toggleSide(context, /** @type {Way} */ (way), false, context.model.sorts.lines[0].name),
  erase: (context) => erase(context),
  grey: (context) => {
    const clue = clueOn(context, cellText(context.cell));
    if (clue) context.board.toggleUsed(clue);
  },
  [SMALL]: ({ board }) => board.setTool(board.tool === SMALL ? "auto" : SMALL),
};

/** @param {KeyContext<Model>} context */
function paintNext(context) {
  const { cell, model } = context;
  if (isBlocked(model, cell)) return;
  const isLined = model.sorts.hasThroughLines && hasLine(context, cell);
  paintCell(context, cell, cycle(states(model), isLined ? null : stateOf(context, cell)));
}

/** @param {KeyContext<Model>} context */
function deny(context) {
  const { cell, model } = context;
  if (isBlocked(model, cell) || (model.sorts.hasThroughLines && hasLine(context, cell))) return;
  paintCell(context, cell, stateOf(context, cell) === DENIED ? null : DENIED);
}

/** Along a side of the cell, or from cell to cell, going along. @param {KeyContext<Model>} context @param {Way} way */
function draw(context, way) {
  const [line] = context.model.sorts.lines;
  if (line.isOnSides) toggleSide(context, way, true, line.name);
  else lineByKey(context, way, { value: line.name, takes: takes(context, line) });
}

/** What stands in the cell; if nothing does, the lines about it. @param {WriteContext<Model>} context */
function erase(context) {
  const { cell, draft, position, size } = context;
  const slot = cellText(cell);
  if (position.claims(slot).size) return draft.clear(slot);
  for (const line of size.hasSides ? edgesAt(cell, size) : linesAt(cell, context)) draft.clear(line);
}

/** A sign goes on with what was typed into the same cell just before; a note has one sign. @param {KeyContext<Model>} context @param {string} sign */
function type(context, sign) {
  const { cell, model, memory } = context;
  const slot = cellText(cell);
  const values = model.values;
  const isByNumber = !values.some((value) => value.includes(sign));
  const isGoingOn = memory.typed?.slot === slot && context.tool !== SMALL;
  const before = isGoingOn ? memory.typed.text : "";
  const value = isByNumber ? (values[Number(sign) - 1] ?? null) : typed(values, before, sign);
  if (value === null) return;
  memory.typed = { slot, text: value };
  if (context.tool === SMALL) noteValue(context, cell, value);
  else writeValue(context, cell, value);
}
