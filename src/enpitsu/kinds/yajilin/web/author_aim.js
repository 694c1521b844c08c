/**
 * A drag out of a cell turns its clue where the pointer goes.
 * @import { Cell, Context, Gesture, Point, Shape, Way } from "/static/js/types.d.ts"
 */

import { pointed } from "./values.js";

const REACH = 0.55; // how far from the middle of its cell a drag is an arrow

/** @param {import("/static/js/kit/author_hand.js").ClueHand} hand @param {Point} point @returns {Gesture} */
export function aiming({ context }, point) {
  const cell = /** @type {Cell} */ (point.cell);
  const slot = context.kit.cellText(cell);
  const value = context.position.held(slot);
  let arrow = "";
  const aim = (/** @type {Point} */ to) => {
    const way = wayTo(cell, to);
    if (way === arrow) return;
    arrow = way;
    if (way) context.draft.set(slot, pointed(value, way), true);
    else context.draft.restore(slot);
    context.preview(way ? sight(cell, way, context) : []);
  };
  return { start: () => {}, move: aim, end: () => {} };
}

/** The way from a cell to a point, "" as long as it is close. @param {Cell} cell @param {Point} point @returns {Way | ""} */
function wayTo(cell, { row, col }) {
  const [down, right] = [row - cell.row - 0.5, col - cell.col - 0.5];
  if (Math.max(Math.abs(down), Math.abs(right)) <= REACH) return "";
  if (Math.abs(down) > Math.abs(right)) return down < 0 ? "up" : "down";
  return right < 0 ? "left" : "right";
}

/** The cells that a clue looks along. @param {Cell} cell @param {Way} way @param {Context} context @returns {Shape[]} */
function sight(cell, way, context) {
  const { kit, size } = context;
  const cells = kit.ray(cell, way, size);
  if (!cells.length) return [];
  const [first, last] = [cells[0], cells[cells.length - 1]];
  const [top, left] = [Math.min(first.row, last.row), Math.min(first.col, last.col)];
  const [height, width] = [Math.abs(first.row - last.row) + 1, Math.abs(first.col - last.col) + 1];
  const middle = kit.NODES.cells.spot;
  return [
    kit.rect(top + 0.04, left + 0.04, height - 0.08, width - 0.08, "legal", 0.1),
    kit.path([middle(first), middle(last)], "aim"),
  ];
}
