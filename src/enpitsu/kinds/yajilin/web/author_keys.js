/**
 * Setting clues by keys, and the same on the screen.
 * @import { Context, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 * @import { AuthorModel } from "./author_values.js"
 */

import { count, exchange, pointed } from "./author_gestures.js";
import { BLANK, joined, parts } from "./author_values.js";

const ARROWS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const SIGNS = { left: "←", up: "↑", down: "↓", right: "→" };
const DIGITS = [...Array(10).keys()];
const QUICK = 1000; // ms within which digits make one number
const LONGEST = 3;

const bound = (action, modifier) =>
  Object.entries(ARROWS).map(([way, arrow]) => [`${action}-${way}`, [`${modifier}+${arrow}`]]);

export const KEYS = Object.freeze({
  ...Object.fromEntries(bound("arrow", "Shift")),
  ...Object.fromEntries(DIGITS.map((digit) => [`digit-${digit}`, [String(digit)]])),
  open: ["?", "-"],
  block: ["x", "b"],
  remove: ["Backspace", "Delete"],
  more: ["Enter", "Space"],
  less: ["Shift+Enter", "Shift+Space"],
  ...Object.fromEntries(bound("move", "Alt")),
});

/** Do what a key asks for at the cell with the focus. @param {Context<AuthorModel>} context @param {string} action */
export function key(context, action) {
  const [what, how] = action.split("-");
  const slot = context.kit.cellText(context.cell);
  if (what !== "digit") context.memory.typed = null;
  ACTIONS[what]?.(slot, context, how);
}

const ACTIONS = {
  arrow: (slot, context, way) => context.draft.set(slot, pointed(context.position.held(slot), way), true),
  digit: (slot, context, digit) => type(slot, context, digit),
  open: (slot, context) => number(slot, context, null),
  block: (slot, { draft, position }) => draft.set(slot, BLANK, position.held(slot) === BLANK ? null : true),
  remove: (slot, { draft }) => draft.clear(slot),
  more: (slot, context) => begin(slot, context) || count(slot, context.cell, 1, context),
  less: (slot, context) => count(slot, context.cell, -1, context),
  move: (_slot, context, way) => carry(context, way),
};

/** An empty cell gets a number to count from. @param {string} slot @param {WriteContext<AuthorModel>} context */
function begin(slot, context) {
  if (context.position.held(slot) !== undefined) return false;
  number(slot, context, 0);
  return true;
}

/** @param {string} slot @param {WriteContext<AuthorModel>} context @param {number | null} wanted */
function number(slot, { position, draft }, wanted) {
  draft.set(slot, joined(parts(position.held(slot)).arrow, wanted), true);
}

/**
 * Digits that follow quickly in one cell make one number.
 * @param {string} slot @param {WriteContext<AuthorModel>} context @param {string} digit
 */
function type(slot, context, digit) {
  const { memory } = context;
  const now = performance.now();
  const before = memory.typed?.slot === slot && now - memory.typed.at < QUICK ? memory.typed.text : "";
  const text = before.length < LONGEST ? before + digit : digit;
  memory.typed = { slot, at: now, text };
  number(slot, context, Number(text));
}

/** @param {KeyContext<AuthorModel>} context @param {Way} way */
function carry(context, way) {
  const { kit, cell, size } = context;
  const next = kit.step(cell, kit.WAYS[way]);
  if (!kit.isInside(next, size) || context.position.held(kit.cellText(cell)) === undefined) return;
  exchange(cell, next, context);
  context.moveTo(next);
}

/** Keys on the screen; those that say what the chosen cell holds are on. @param {Context<AuthorModel>} context */
export function pad({ position, cell, kit, text }) {
  const value = position.held(kit.cellText(cell));
  const now = parts(value);
  const isNumber = value !== undefined && !now.blank;
  const arrow = ([way, sign]) => ({
    action: `arrow-${way}`,
    text: sign,
    label: text(`yajilin.author.pad.${way}`),
    on: now.arrow === way,
  });
  const digit = (at) => ({
    action: `digit-${at}`,
    text: String(at),
    label: String(at),
    on: isNumber && now.number === at,
  });
  const other = (action, sign, on) => ({ action, text: sign, label: text(`yajilin.author.pad.${action}`), on });
  return [
    [...Object.entries(SIGNS).map(arrow), other("block", "▨", now.blank), other("remove", "⌫", false)],
    [...DIGITS.slice(0, 5).map(digit), other("open", "?", isNumber && now.number === null)],
    DIGITS.slice(5).map(digit),
  ];
}
