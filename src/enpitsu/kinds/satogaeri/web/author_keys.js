/**
 * Drawing by keys alone, and the keys on the screen.
 * @import { AuthorContext, AuthorKit, KeyContext, Way, WriteContext } from "/static/js/types.d.ts"
 */

import { change, contentOf, fillRest, fresh, lay, tidy } from "./author_countries.js";
import { erase } from "./author_gestures.js";

const HIGHEST = 99;

/** @param {AuthorKit} kit */
export const keysOf = (kit) => ({
  begin: ["Enter"],
  ...kit.wayKeys("grow", "Shift"),
  new: ["n"],
  fill: ["f"],
  ...kit.DIGIT_KEYS,
  plain: ["o", "?", "-"],
  circle: ["Space"],
  erase: ["Delete", "Backspace"],
});

/** Do what a key asks for at the cell with the focus. @param {KeyContext & AuthorContext} context @param {string} action */
export function key(context, action) {
  const [name, more] = action.split("-");
  if (name !== "digit") context.memory.typed = null;
  ACTIONS[name]?.(context, more);
  tidy(context);
}

/** @type {Record<string, (context: KeyContext & AuthorContext, more: string) => unknown>} */
const ACTIONS = {
  begin: (context) => begin(context),
  grow: (context, way) => grow(context, /** @type {Way} */ (way)),
  new: (context) => lay(context, context.cell, fresh(context)),
  fill: (context) => fillRest(context, context.cell) || say(context, "nothing-free"),
  digit: (context, digit) => type(context, digit),
  plain: (context) => change(context, context.cell, { circle: "?" }),
  circle: (context) => toggle(context),
  erase: (context) => erase(context, context.cell),
};

/** @param {AuthorContext} context @param {string} id */
const say = ({ board, text }, id) => board.say(text(`satogaeri.author.${id}`));

/** A free cell begins a country; one of a country only says so. @param {WriteContext & AuthorContext} context */
function begin(context) {
  const { cell, board } = context;
  if (contentOf(context, cell).country === null) lay(context, cell, fresh(context));
  else board.say(board.painter.name(cell));
}

/** The cell's country takes the next cell. @param {KeyContext & AuthorContext} context @param {Way} way */
function grow(context, way) {
  const { cell, kit, size, moveTo } = context;
  const next = kit.step(cell, kit.WAYS[way]);
  begin(context);
  if (!kit.isInside(next, size)) return;
  lay(context, next, contentOf(context, cell).country);
  moveTo(next);
}

/** @param {WriteContext & AuthorContext} context */
function toggle(context) {
  const { circle } = contentOf(context, context.cell);
  change(context, context.cell, { circle: circle === null ? "?" : null });
}

/** Two digits typed quickly are one number. @param {WriteContext & AuthorContext} context @param {string} digit */
function type(context, digit) {
  const { kit, cell } = context;
  change(context, cell, { circle: kit.typedNumber(context, kit.cellText(cell), digit, HIGHEST) });
}

// --- the pad ---------------------------------------------------------------------------------------

/** The keys on the screen: numbers and circles above, countries below. @param {AuthorContext} context */
export function pad(context) {
  const { text, cell, kit } = context;
  const { circle } = contentOf(context, cell);
  const name = (/** @type {string} */ action) => text(`satogaeri.author.key.${action}`);
  const say = (/** @type {string} */ number) => text("satogaeri.circle", { number });
  const digits = kit.digitPad(kit.DIGITS, { now: String(circle), say });
  const plain = { action: "plain", text: "○", label: text("satogaeri.plain"), on: circle === "?" };
  const word = (/** @type {string} */ action) => ({
    action,
    text: text(`satogaeri.author.pad.${action}`),
    label: name(action),
  });
  return [
    [...digits.slice(0, 5), plain],
    [...digits.slice(5), { action: "erase", text: "⌫", label: name("erase") }],
    [word("new"), word("fill")],
  ];
}
