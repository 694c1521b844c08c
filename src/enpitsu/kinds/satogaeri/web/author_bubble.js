/**
 * The number beside the pointer while a country is drawn: how many cells it has.
 * @import { Cell, GestureContext } from "/static/js/types.d.ts"
 */

const SIZE = { height: 26, digit: 9, side: 9, letter: 15, corner: 7 }; // pixels
const AWAY = { mouse: 30, pen: 34, touch: 62 }; // above the pointer, so that a finger does not hide it

/**
 * The bubble as shapes, as large on every zoom; below the pointer where there is no room above.
 * @param {GestureContext} context @param {Cell} cell @param {number} number
 */
export function bubble({ kit, board, type }, { row, col }, number) {
  const { view } = board.surface;
  const cells = (pixels) => pixels / view.scale;
  const text = String(number);
  const [height, width] = [cells(SIZE.height), cells(text.length * SIZE.digit + 2 * SIZE.side)];
  const away = cells(AWAY[type] ?? AWAY.mouse) + 0.2;
  const [first, last] = [view.at(0, 0), view.at(view.width, view.height)];
  const above = row + 0.5 - away;
  const middle = above - height / 2 >= first.row ? above : row + 0.5 + away;
  const side = Math.min(last.col - width, Math.max(first.col + width, col + 0.5));
  return [
    kit.rect(middle - height / 2, side - width / 2, height, width, "bubble", cells(SIZE.corner)),
    kit.label(middle, side, text, cells(SIZE.letter), "bubble-text"),
  ];
}
