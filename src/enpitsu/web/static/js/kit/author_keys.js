/**
 * Writing clues and borders by keys, and the same on the screen.
 * @typedef {import("./author_clues.js").ClueForm} ClueForm
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Context, KeyContext, PadKey, Way } from "../types.d.ts"
 */

import { edgeText, isInside, step, WAYS } from "../board/slots.js";
import { wayKeys } from "../board/stroke_kit/index.js";
import { UNKNOWN } from "./author_clues.js";
import { ClueHand } from "./author_hand.js";
import { chooseSide, chosenSlot } from "./author_places.js";
import { DIGIT_KEYS, digitPad } from "./author_typing.js";

const ROW = 5; // digits side by side on the screen
/** @type {Record<string, string>} */
const SIGNS = { white: "○", black: "●" };
const ERASE = "⌫";

/** The keys of a kind, by action. @param {SheetForm} form @returns {Record<string, string[]>} */
export function keysOf({ sorts, areas }) {
  const isTyped = sorts.some(({ isNumber }) => isNumber);
  const isOpen = sorts.some(({ unknown }) => unknown);
  const hasSides = sorts.some(({ isInCells }) => !isInCells);
  const words = sorts.flatMap((sort) => sort.words);
  return {
    ...(isTyped ? DIGIT_KEYS : {}),
    ...(isOpen ? { open: ["?", "-", ...(sorts.some(({ painted }) => painted) ? ["x"] : [])] } : {}),
    ...Object.fromEntries(words.map((word, at) => [`value-${word}`, keysOfWord(word, at, words, isTyped)])),
    remove: ["Backspace", "Delete"],
    more: ["Enter", "Space"],
    less: ["Shift+Enter", "Shift+Space"],
    ...wayKeys("move", "Alt"),
    ...(hasSides ? wayKeys("side", "Shift") : {}),
    ...(areas === null ? {} : wayKeys("border", hasSides ? "Ctrl" : "Shift")),
  };
}

/** Its first letter, and its number where no digits are typed. @param {string} word @param {number} at @param {string[]} words @param {boolean} isTyped */
function keysOfWord(word, at, words, isTyped) {
  const isAlone = words.filter((other) => other[0] === word[0]).length === 1;
  return [...(isAlone ? [word[0]] : []), ...(isTyped || at > 8 ? [] : [String(at + 1)])];
}

/** Do what a key asks for at the chosen place. @param {SheetForm} form @param {KeyContext} context @param {string} action */
export function key(form, context, action) {
  const [what, how] = action.split("-");
  const hand = new ClueHand(form, context);
  if (what !== "digit") context.memory.typed = null;
  if (what === "border") border(form, context, /** @type {Way} */ (how));
  else if (what === "side" && hand.sort) chooseSide(hand.sort, /** @type {Way} */ (how), context);
  else if (hand.sort) write(hand, context, what, how);
  form.finish(context);
}

/** @param {ClueHand} hand @param {KeyContext} context @param {string} what @param {string} how */
function write(hand, context, what, how) {
  const { form, sort } = hand;
  const slot = sort ? chosenSlot(form, sort, context) : null;
  if (slot === null) context.board.say(context.text(`${form.kind}.author.no-place`));
  else ACTIONS[what]?.(hand, slot, how, context);
}

/** @type {Record<string, (hand: ClueHand, slot: string, how: string, context: KeyContext) => void>} */
const ACTIONS = {
  digit: (hand, slot, digit) => hand.type(slot, digit),
  open: (hand, slot) => hand.sort?.unknown && hand.put(slot, hand.sort.opened(hand.value(slot))),
  value: (hand, slot, word) => hand.put(slot, hand.value(slot) === word ? null : word),
  remove: (hand, slot) => hand.put(slot, null),
  more: (hand, slot) => hand.count(slot, 1),
  less: (hand, slot) => hand.count(slot, -1),
  move: (hand, slot, way, context) => carry(hand, slot, /** @type {Way} */ (way), context),
};

/** The clue goes to the next cell or side that way, and the keys with it. @param {ClueHand} hand @param {string} slot @param {Way} way @param {KeyContext} context */
function carry(hand, slot, way, context) {
  const { size, cell } = context;
  const next = step(cell, WAYS[way]);
  if (!hand.sort?.isInCells || !isInside(next, size) || hand.value(slot) === undefined) return;
  const there = chosenSlot(hand.form, hand.sort, { ...context, cell: next });
  if (there !== null) hand.exchange(slot, there);
  context.moveTo(next);
}

/** Set or take the border at a side of the cell. @param {SheetForm} form @param {KeyContext} context @param {Way} way */
function border({ clues }, context, way) {
  const { cell, size, position } = context;
  const next = step(cell, WAYS[way]);
  if (!isInside(next, size)) return;
  const edge = edgeText(cell, next);
  clues.putBorder(context, edge, !clues.hasBorder(position, edge));
}

// --- the screen --------------------------------------------------------------------------------

/** Keys on the screen; those that say what the chosen place holds are on. @param {SheetForm} form @param {Context} context @returns {PadKey[][]} */
export function pad(form, context) {
  const { sort } = new ClueHand(form, /** @type {KeyContext} */ (context));
  if (!sort) return [];
  const slot = chosenSlot(form, sort, context);
  const now = slot === null ? undefined : form.clues.value(context.position, slot, sort);
  return padOf(sort, now, form, context);
}

/** @param {ClueForm} sort @param {string | undefined} now @param {SheetForm} form @param {Context} context @returns {PadKey[][]} */
function padOf(sort, now, { kind }, { text }) {
  const other = (/** @type {string} */ action, /** @type {string} */ sign, isOn = false) => ({
    action,
    text: sign,
    label: text(`${kind}.author.key.${action}`),
    on: isOn,
  });
  const words = sort.words.map((word) =>
    other(`value-${word}`, SIGNS[word] ?? text(`${kind}.says.${word}`), now === word),
  );
  const keys = !sort.isNumber ? words : digitPad(digitsOf(sort), { now: sort.sign(now) });
  const last = [...(sort.unknown ? [other("open", "?", sort.sign(now) === UNKNOWN)] : []), other("remove", ERASE)];
  const rows = Array.from({ length: Math.ceil(keys.length / ROW) }, (_, at) => keys.slice(at * ROW, (at + 1) * ROW));
  return rows.length > 1 ? rows.map((row, at) => [...row, ...last.slice(at, at + 1)]) : [[...keys, ...last]];
}

/** The digits that numbers have. @param {ClueForm} sort */
function digitsOf({ least, most }) {
  const from = most < 10 ? least : 0;
  return Array.from({ length: Math.min(10, most + 1) - from }, (_, at) => String(from + at));
}
