/**
 * Yajilin for authors: clues are the facts of the sheet ("r3c4 up-2"), all else is `more`.
 * @typedef {{rows: number, cols: number, boxed: boolean, outside: boolean}} AuthorModel
 * @import { AuthorKind, AuthorKit, Cell, Context, Kit, PadKey, Sheet, SheetBody, Slot, Way, WriteContext } from "/static/js/types.d.ts"
 */

import { aiming } from "./author_aim.js";
import { say, shapes } from "./clue.js";
import { DECLARATION } from "./declaration.js";
import { BLANK, isValue, joined, parts, pointed, turned, valueClue, valuesOf } from "./values.js";

const HIGHEST = 99; // of numbers without an arrow, when counted by clicks
const FLAGS = ["boxed", "outside"];
const SIGNS = { left: "←", up: "↑", down: "↓", right: "→" };

/** What clues do in their own way. @type {Partial<import("/static/js/kit/author_clues.js").ClueForm>} */
const OWN = {
  beginsByClick: false,
  painted: BLANK,
  isValue,
  turned,
  packed: valueClue,
  typed: (before, number) => joined(parts(before).arrow, number),
  opened: (before) => joined(parts(before).arrow, null),
  sign: (value) => (value === undefined || value === BLANK ? undefined : String(parts(value).number ?? "?")),
  shapes,
  drag: (hand, point) => aiming(hand, point),
  next,
  describe,
  say,
};

/** Count a clue up or down: ?, 0, 1, ... as many as fit; up goes round, below "?" it is taken away. @param {string | null} value @param {number} step @param {{slot: Slot, context: Context}} where */
function next(value, step, { slot, context }) {
  if (value === null) return step > 0 ? "0" : undefined;
  const { blank, arrow, number } = parts(value);
  if (blank || (number === null && step < 0)) return step < 0 ? null : undefined;
  const count = (number ?? -1) + step;
  const highest = arrow ? most(cellOf(slot, context), arrow, context) : HIGHEST;
  return joined(arrow, count < 0 || (step > 0 && count > highest) ? null : count);
}

/** @param {Slot} slot @param {Context} context */
const cellOf = (slot, { kit }) => /** @type {Cell} */ (kit.parseCell(slot));

/** The cells that a clue looks along; without an arrow it says nothing of others. @param {Slot} slot @param {string} value @param {Context} context */
function describe(slot, value, context) {
  const { arrow, blank } = parts(value);
  if (!arrow) return blank ? "" : context.text("yajilin.author.blocks");
  const cell = cellOf(slot, context);
  const cells = context.kit.ray(cell, arrow, context.size).length;
  return context.text("yajilin.author.sees", { cells, most: most(cell, arrow, context) });
}

/** The most shaded cells that a clue can see: every other one between clues. @param {Cell} cell @param {Way} arrow @param {Context} context */
function most(cell, arrow, { kit, position, size }) {
  let [count, free] = [0, 0];
  for (const at of kit.ray(cell, arrow, size)) {
    free = position.held(kit.cellText(at)) === undefined ? free + 1 : 0;
    count += free % 2;
  }
  return count;
}

/** @param {AuthorKit} kit @returns {AuthorKind<AuthorModel>} */
export default function (kit) {
  const made = kit.author(DECLARATION, { clues: OWN });
  return {
    ...made,
    tools: ["clue", "block", "move", "erase"],
    keys: { ...kit.wayKeys("arrow", "Shift"), ...made.keys, block: ["x", "b"] },
    key: (context, action) => (OWN_KEYS[action.split("-")[0]] ?? made.key)(context, action),
    pad: (context) => [arrowPad(context), ...made.pad(context)],
    read: ({ rows, cols, more = {} }) => ({ rows, cols, boxed: Boolean(more.boxed), outside: Boolean(more.outside) }),
    blank: () => ({ facts: [], more: flagsOf({}) }),
    open: (puzzle) => ({ ...made.open({ ...puzzle, clues: valuesOf(puzzle) }, kit), more: flagsOf(puzzle) }),
    puzzle: (sheet) => puzzleOf(sheet, made, kit),
    settings: ({ more = {} }) => FLAGS.map((name) => ({ name, form: "flag", value: Boolean(more[name]) })),
    set: ({ more = {}, ...sheet }, name, value) => ({ ...sheet, more: { ...more, [name]: Boolean(value) } }),
  };
}

/** @param {Record<string, unknown>} from */
const flagsOf = (from) => Object.fromEntries(FLAGS.map((name) => [name, Boolean(from[name])]));

/** The document's puzzle. @param {SheetBody} sheet @param {AuthorKind} made @param {Kit} kit */
function puzzleOf(sheet, made, kit) {
  const { puzzle, ...rest } = made.puzzle(sheet, kit);
  const clues = Object.entries(puzzle.clues).map(([cell, clue]) => ({ cell, ...clue }));
  const flags = Object.fromEntries(Object.entries(flagsOf(sheet.more ?? {})).filter(([, isOn]) => isOn));
  return { ...rest, puzzle: { ...puzzle, clues, ...flags } };
}

// --- keys ------------------------------------------------------------------------------------------

/** @type {Record<string, (context: WriteContext<AuthorModel>, action: string) => void>} */
const OWN_KEYS = {
  arrow: (context, action) => write(context, (value) => pointed(value, /** @type {Way} */ (action.split("-")[1]))),
  block: (context) => write(context, (value) => (value === BLANK ? null : BLANK)),
};

/** @param {WriteContext<AuthorModel>} context @param {(value: string | undefined) => string | null} change */
function write({ cell, kit, draft, position, memory }, change) {
  const slot = kit.cellText(cell);
  const value = change(position.held(slot));
  memory.typed = null;
  if (value === null) draft.clear(slot);
  else draft.set(slot, value, true);
}

/** @param {Context<AuthorModel>} context @returns {PadKey[]} */
function arrowPad({ position, cell, kit, text }) {
  const now = parts(position.held(kit.cellText(cell)));
  const key = (/** @type {string} */ action, /** @type {string} */ sign, /** @type {boolean} */ on) => ({
    action,
    text: sign,
    label: text(`yajilin.author.pad.${action}`),
    on,
  });
  const arrows = Object.entries(SIGNS).map(([way, sign]) => key(`arrow-${way}`, sign, now.arrow === way));
  return [...arrows, key("block", "▨", now.blank)];
}
