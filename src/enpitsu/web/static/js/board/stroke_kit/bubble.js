/**
 * A number beside the pointer while a stroke lasts.
 * @import { Cell, GestureContext, Shape } from "../../types.d.ts"
 */

import { label, rect } from "../shapes.js";

const SIZE = { height: 26, digit: 9, side: 9, letter: 15, corner: 7 }; // pixels
/** @type {Record<string, number>} */
const AWAY = { mouse: 30, pen: 34, touch: 62 }; // above the pointer, so that a finger does not hide it

/** As large on every zoom; below the pointer where there is no room above. @param {GestureContext} context @param {Cell} cell @param {number} number @returns {Shape[]} */
export function bubble({ board, type }, { row, col }, number) {
  const { view, size, stuck } = board.surface;
  const cells = (/** @type {number} */ pixels) => pixels / view.scale;
  const text = String(number);
  const [height, width] = [cells(SIZE.height), cells(text.length * SIZE.digit + 2 * SIZE.side)];
  const away = cells(AWAY[type] ?? AWAY.mouse) + 0.2;
  const [first, last] = [view.at(0, 0), view.at(view.width, view.height)];
  const roof = size.top ? stuck.down : first.row; // never on the clues
  const above = row + 0.5 - away;
  const middle = above - height / 2 >= roof ? above : row + 0.5 + away;
  const side = Math.min(last.col - width, Math.max(first.col + width, col + 0.5));
  return [
    rect(middle - height / 2, side - width / 2, height, width, "bubble", cells(SIZE.corner)),
    label(middle, side, text, cells(SIZE.letter), "bubble-text"),
  ];
}
