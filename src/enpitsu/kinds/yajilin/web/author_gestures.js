/**
 * Setting clues with mouse, finger or pen.
 *
 * A press chooses a cell; a drag out of it gives it an arrow; a click on the chosen clue counts up,
 * the other button down, and a drag with it takes clues away. Alt or the tool "move" carries clues.
 * @import { Gesture, Point } from "/static/js/types.d.ts"
 */

import { BLANK, joined, most, parts, ray } from "./author_values.js";

const REACH = 0.55; // how far from the middle of its cell a drag is an arrow
const HIGHEST = 99; // of numbers without an arrow, when counted by clicks

/** The stroke that a press begins. */
export function gesture(context) {
  /** @type {Gesture | null} */
  let stroke = null;
  return {
    start: (point) => {
      context.memory.typed = null;
      stroke = point.cell ? strokeOf(context, point) : null;
      stroke?.start(point);
    },
    move: (point) => stroke?.move(point),
    end: (point) => stroke?.end(point),
  };
}

function strokeOf(context, { alt }) {
  const { tool, secondary, eraser } = context;
  if (eraser || tool === "erase") return erasing(context);
  if (alt || tool === "move") return moving(context);
  if (secondary) return lowering(context);
  return tool === "block" ? blocking(context) : aiming(context);
}

/** The way from a cell to a point, "" as long as it is close. */
function wayTo(cell, { row, col }) {
  const [down, right] = [row - cell.row - 0.5, col - cell.col - 0.5];
  if (Math.max(Math.abs(down), Math.abs(right)) <= REACH) return "";
  if (Math.abs(down) > Math.abs(right)) return down < 0 ? "up" : "down";
  return right < 0 ? "left" : "right";
}

/** A drag turns the clue where the pointer goes; a click counts if the cell was chosen before. */
function aiming(context) {
  const { kit, draft, position, memory } = context;
  let [cell, slot, value, arrow, hasLeft] = [null, "", "", "", false];
  const aim = (way) => {
    if (way === arrow) return;
    arrow = way;
    hasLeft = true;
    if (way) draft.set(slot, pointed(value, way), true);
    else draft.restore(slot);
    context.preview(way ? sight(cell, way, context) : []);
  };
  return {
    start: (point) => {
      ({ cell } = point);
      slot = kit.cellText(cell);
      value = position.held(slot);
    },
    move: (point) => aim(wayTo(cell, point)),
    end: () => {
      if (!hasLeft && memory.before === slot) count(slot, cell, 1, context);
    },
  };
}

/** A value with an arrow; a number that was not there yet is 0. */
export function pointed(value, arrow) {
  const { blank, number } = parts(value);
  return joined(arrow, value === undefined || blank ? 0 : number);
}

/** The cells that a clue looks along. */
function sight(cell, way, context) {
  const { kit } = context;
  const cells = ray(cell, way, context);
  if (!cells.length) return [];
  const [first, last] = [cells[0], cells.at(-1)];
  const [top, left] = [Math.min(first.row, last.row), Math.min(first.col, last.col)];
  const [height, width] = [Math.abs(first.row - last.row) + 1, Math.abs(first.col - last.col) + 1];
  const middle = ({ row, col }) => [row + 0.5, col + 0.5];
  return [
    kit.rect(top + 0.04, left + 0.04, height - 0.08, width - 0.08, "legal", 0.1),
    kit.path([middle(first), middle(last)], "aim"),
  ];
}

/** Count a clue up or down: ?, 0, 1, ... as many as fit; up goes round, below "?" it is taken away. */
export function count(slot, cell, step, context) {
  const { position, draft } = context;
  const value = position.held(slot);
  if (value === undefined) return;
  const { blank, arrow, number } = parts(value);
  if (blank) return step < 0 ? draft.clear(slot) : undefined;
  if (number === null && step < 0) return draft.clear(slot);
  const next = (number ?? -1) + step;
  const isTooHigh = step > 0 && next > (arrow ? most(cell, arrow, context) : HIGHEST);
  draft.set(slot, joined(arrow, next < 0 || isTooHigh ? null : next), true);
}

/** The other button: a click counts down, a drag takes clues away. */
function lowering(context) {
  const { kit } = context;
  const erase = erasing(context);
  /** @type {Point | null} */
  let first = null;
  let hasLeft = false;
  return {
    start: (point) => {
      first = point;
    },
    move: (point) => {
      const isLeaving = !hasLeft && point.cell && first?.cell && !kit.isSame(point.cell, first.cell);
      if (isLeaving && first) erase.start(first);
      hasLeft ||= Boolean(isLeaving);
      if (hasLeft) erase.move(point);
    },
    end: () => {
      if (!hasLeft && first?.cell) count(kit.cellText(first.cell), first.cell, -1, context);
    },
  };
}

/** Takes clues away. */
function erasing({ kit, draft }) {
  const visit = ({ cell }) => {
    if (cell) draft.clear(kit.cellText(cell));
  };
  return { start: visit, move: visit, end: () => {} };
}

/** Cells that are blocked, or no more: the first decides; clues are spared by all but the first. */
function blocking({ kit, draft, position }) {
  /** @type {boolean | null} */
  let wanted = null;
  const visit = (/** @type {Point} */ { cell }) => {
    if (!cell) return;
    const slot = kit.cellText(cell);
    const isBlank = position.held(slot) === BLANK;
    const isFirst = wanted === null;
    if (isFirst) wanted = !isBlank;
    if (!wanted && isBlank) draft.clear(slot);
    else if (wanted && (isFirst || position.held(slot) === undefined)) draft.set(slot, BLANK, true);
  };
  return { start: visit, move: visit, end: () => {} };
}

/** Carries a clue; what stands where it is put changes places with it. */
function moving(context) {
  const { kit, board } = context;
  let [from, to] = [null, null];
  return {
    start: ({ cell }) => {
      from = to = cell;
    },
    move: ({ cell }) => {
      if (!cell || kit.isSame(cell, to)) return;
      for (const each of [from, to]) context.draft.restore(kit.cellText(each));
      to = cell;
      exchange(from, to, context);
    },
    end: () => {
      if (!kit.isSame(from, to) && context.position.held(kit.cellText(to))) board.moveTo(to);
    },
  };
}

/** Let two cells change what they hold, if the first holds a clue. */
export function exchange(a, b, { kit, draft, position }) {
  const [one, other] = [a, b].map(kit.cellText);
  const [first, second] = [position.held(one), position.held(other)];
  if (first === undefined || one === other) return;
  draft.set(other, first, true);
  if (second === undefined) draft.clear(one);
  else draft.set(one, second, true);
}
