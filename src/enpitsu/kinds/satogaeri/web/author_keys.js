/**
 * Drawing by keys alone, and the keys on the screen.
 * @import { Context, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 */

import { change, contentOf, fillRest, fresh, lay, tidy } from "./author_countries.js";
import { erase } from "./author_gestures.js";

const QUICK = 1200; // ms in which a second digit belongs to the first
const DIGITS = [..."0123456789"];
/** @type {Way[]} */
const WAYS = ["up", "down", "left", "right"];
/** @param {Way} way */
const arrow = (way) => `Shift+Arrow${way[0].toUpperCase()}${way.slice(1)}`;

export const KEYS = Object.freeze({
  begin: ["Enter"],
  ...Object.fromEntries(WAYS.map((way) => [`grow-${way}`, [arrow(way)]])),
  new: ["n"],
  fill: ["f"],
  ...Object.fromEntries(DIGITS.map((digit) => [`digit-${digit}`, [digit]])),
  plain: ["o", "?", "-"],
  circle: ["Space"],
  erase: ["Delete", "Backspace"],
});

/** Do what a key asks for at the cell with the focus. @param {WriteContext} context @param {string} action */
export function key(context, action) {
  const [name, more] = action.split("-");
  ACTIONS[name]?.(context, more);
  tidy(context);
}

const ACTIONS = {
  begin: (context) => begin(context),
  grow: (context, way) => grow(context, way),
  new: (context) => lay(context, context.cell, fresh(context)),
  fill: (context) => fillRest(context, context.cell) || say(context, "nothing-free"),
  digit: (context, digit) => type(context, digit),
  plain: (context) => change(context, context.cell, { circle: "?" }),
  circle: (context) => toggle(context),
  erase: (context) => erase(context, context.cell),
};

const say = ({ board, text }, id) => board.say(text(`satogaeri.author.${id}`));

/** A free cell begins a country; one of a country only says so. @param {WriteContext} context */
function begin(context) {
  const { cell, board } = context;
  if (contentOf(context, cell).country === null) lay(context, cell, fresh(context));
  else board.say(board.painter.name(cell));
}

/** The cell's country takes the next cell. @param {KeyContext} context @param {Way} way */
function grow(context, way) {
  const { cell, kit, size, moveTo } = context;
  const next = kit.step(cell, kit.WAYS[way]);
  begin(context);
  if (!kit.isInside(next, size)) return;
  lay(context, next, contentOf(context, cell).country);
  moveTo(next);
}

/** @param {Context} context */
function toggle(context) {
  const { circle } = contentOf(context, context.cell);
  change(context, context.cell, { circle: circle === null ? "?" : null });
}

/** Two digits typed quickly are one number. @param {Context} context @param {string} digit */
function type(context, digit) {
  const { memory, kit, cell } = context;
  const slot = kit.cellText(cell);
  const now = performance.now();
  const { circle } = contentOf(context, cell);
  const { typed } = memory;
  const isSecond = typed?.slot === slot && typed.number === circle && now - typed.time < QUICK;
  const number = (isSecond ? Number(circle) * 10 : 0) + Number(digit);
  change(context, cell, { circle: number });
  memory.typed = { slot, number, time: isSecond ? -Infinity : now };
}

// --- the pad ---------------------------------------------------------------------------------------

/** The keys on the screen: numbers and circles above, countries below. @param {Context} context */
export function pad(context) {
  const { text, cell } = context;
  const { circle } = contentOf(context, cell);
  const name = (action) => text(`satogaeri.author.key.${action}`);
  const digit = (sign) => ({
    action: `digit-${sign}`,
    text: sign,
    label: text("satogaeri.circle", { number: sign }),
    on: circle === Number(sign),
  });
  const plain = { action: "plain", text: "○", label: text("satogaeri.plain"), on: circle === "?" };
  const word = (action) => ({ action, text: text(`satogaeri.author.pad.${action}`), label: name(action) });
  return [
    [...DIGITS.slice(0, 5).map(digit), plain],
    [...DIGITS.slice(5).map(digit), { action: "erase", text: "⌫", label: name("erase") }],
    [word("new"), word("fill")],
  ];
}
