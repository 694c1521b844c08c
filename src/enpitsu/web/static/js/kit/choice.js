/**
 * Numbers to choose from beside a cell, for those who do not type: a press on one writes it, or with the pencil notes
 * that it is none of them. Any other press or key closes it.
 * @typedef {{cell: Cell, isNoting: boolean}} Choice
 * @typedef {{row: number, col: number, side: number, columns: number, keys: string[]}} Layout in cells
 * @import { Cell, Context, Gesture, GestureContext, Point, Seen, Shape, WriteContext } from "../types.d.ts"
 * @import { Model } from "./model.js"
 */

import { label, rect } from "../board/shapes.js";
import { cellText, isSame } from "../board/slots.js";
import { isBlocked } from "./model.js";

/** The name under which it is painted. */
export const CHOICE = "choice";

const ERASE = "×";
const PENCIL = "✎";
const SIDE = { touch: 46, mouse: 34 }; // pixels of a key
const GAP = 0.12;
const INSET = 0.06; // of a key
const TEXT = 0.5;
const CORNER = 0.14;

/** A press while it is open, or one that opens it. @param {GestureContext<Model>} context @param {boolean} isNoting @returns {Gesture} */
export function choosing(context, isNoting = false) {
  /** @type {string | null} */
  let pressed = null;
  const open = /** @type {Choice | null} */ (context.memory.choice);
  const keyAt = (/** @type {Point} */ point) =>
    open ? keyUnder(layoutOf({ ...context, view: context.board.surface.view }, open), point) : null;
  return {
    start: (point) => {
      pressed = keyAt(point);
    },
    move: () => {},
    end: (point) => {
      context.memory.isTouch = context.type === "touch";
      if (open && pressed) return keyAt(point) === pressed ? press(context, open, pressed) : undefined;
      const cell = point.cell && !isBlocked(context.model, point.cell) ? point.cell : null;
      const isAgain = open && cell && isSame(open.cell, cell);
      show(
        context,
        cell && !isAgain ? { cell, isNoting: open ? open.isNoting : isNoting || context.tool === "small" } : null,
      );
    },
  };
}

/** Close it. @param {Context<Model>} context @returns {boolean} whether it was open */
export function closeChoice(context) {
  const wasOpen = Boolean(context.memory.choice);
  if (wasOpen) show(context, null);
  return wasOpen;
}

/** @param {Context<Model>} context @param {Choice | null} choice */
function show({ memory, board }, choice) {
  memory.choice = choice;
  board.redraw([CHOICE]);
}

/** @param {WriteContext<Model>} context @param {Choice} choice @param {string} key */
function press(context, choice, key) {
  context.board.moveTo(choice.cell); // the press was on a cell below
  if (key === PENCIL) return show(context, { ...choice, isNoting: !choice.isNoting });
  if (choice.isNoting && key !== ERASE) {
    noteValue(context, choice.cell, key);
    return show(context, choice);
  }
  writeValue(context, choice.cell, key === ERASE ? null : key);
  show(context, null);
}

/** Write a number, or take away what was written and noted. @param {WriteContext<Model>} context @param {Cell} cell @param {string | null} value */
export function writeValue({ draft, model }, cell, value) {
  const slot = cellText(cell);
  if (isBlocked(model, cell)) return;
  if (value !== null) draft.set(slot, value, true);
  else for (const each of model.values) draft.set(slot, each, null);
}

/** Note that a cell has not some number, or no more. @param {WriteContext<Model>} context @param {Cell} cell @param {string} value */
export function noteValue({ draft, position, model }, cell, value) {
  const slot = cellText(cell);
  if (!isBlocked(model, cell)) draft.set(slot, value, position.get(slot, value) === false ? null : false);
}

/** Where it stands: below its cell, or above where there is no room. @param {Pick<Seen<Model>, "view" | "model" | "memory">} context @param {Choice} choice @returns {Layout} */
function layoutOf({ view, model, memory }, { cell }) {
  const keys = [...model.values, ERASE, PENCIL];
  const side = SIDE[memory.isTouch ? "touch" : "mouse"] / view.scale;
  const columns = Math.max(3, Math.min(6, Math.ceil(Math.sqrt(keys.length))));
  const [height, width] = [Math.ceil(keys.length / columns) * side, columns * side];
  const [first, last] = [view.at(0, 0), view.at(view.width, view.height)];
  const below = cell.row + 1 + GAP;
  const row = below + height <= last.row ? below : Math.max(first.row, cell.row - GAP - height);
  const col = Math.max(first.col, Math.min(last.col - width, cell.col + 0.5 - width / 2));
  return { row, col, side, columns, keys };
}

/** @param {Layout} layout @param {number} at */
const keyPlace = ({ row, col, side, columns }, at) => ({
  row: row + Math.floor(at / columns) * side,
  col: col + (at % columns) * side,
});

/** @param {Layout} layout @param {Point} point @returns {string | null} */
function keyUnder(layout, { row, col }) {
  const isUnder = (/** @type {string} */ _, /** @type {number} */ at) => {
    const place = keyPlace(layout, at);
    return row >= place.row && col >= place.col && row < place.row + layout.side && col < place.col + layout.side;
  };
  return layout.keys.find(isUnder) ?? null;
}

/** @param {Seen<Model>} context @returns {Shape[]} */
export function paintChoice(context) {
  const choice = /** @type {Choice | null} */ (context.memory.choice);
  if (!choice) return [];
  const layout = layoutOf(context, choice);
  const slot = cellText(choice.cell);
  const isOn = (/** @type {string} */ key) =>
    key === PENCIL ? choice.isNoting : context.position.get(slot, key) === !choice.isNoting;
  const { row, col } = choice.cell;
  return [
    rect(row, col, 1, 1, "legal", 0, { layer: "choice" }),
    ...layout.keys.flatMap((key, at) => drawKey(key, layout, at, isOn(key))),
  ];
}

/** @param {string} key @param {Layout} layout @param {number} at @param {boolean} isOn @returns {Shape[]} */
function drawKey(key, layout, at, isOn) {
  const { row, col } = keyPlace(layout, at);
  const { side } = layout;
  const [inset, length] = [INSET * side, side * (1 - 2 * INSET)];
  const style = isOn ? " is-on" : "";
  return [
    rect(row + inset, col + inset, length, length, `choice-key${style}`, CORNER * side, { layer: "choice" }),
    label(row + side / 2, col + side / 2, key, TEXT * side, `choice-text${style}`, { layer: "choice" }),
  ];
}
