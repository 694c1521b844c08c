/**
 * What hands do on a board: the action that each gesture has.
 *
 * A kind's `hands` lists the actions that a click and a drag may have, presets of all gestures, and
 * the tools that have actions of their own. A long press may have any action: lifted it clicks,
 * moved it drags.
 * @typedef {(context: GestureContext) => Gesture} Maker
 * @typedef {{click?: Maker, drag?: Maker}} Makers
 * @import { Gesture, GestureContext, Hands, HandsTable, Point } from "../types.d.ts"
 */

import { isSame } from "./slots.js";

/** The gestures whose action can be chosen. */
export const GESTURES = Object.freeze(["click", "drag", "right-click", "right-drag", "long-press"]);

/** The action that does nothing. */
export const NONE = "none";

const AWAY = 0.35; // of a cell: as far as a click may tremble

/** The name of a table that is no preset. */
export const OWN = "own";

/** The actions that a gesture may have. @param {Hands} hands @param {string} gesture */
export function choices({ clicks, drags }, gesture) {
  /** @type {Record<string, string[]>} */
  const may = { "long-press": [...new Set([...clicks, ...drags])], drag: drags, "right-drag": drags };
  return [...(may[gesture] ?? clicks), NONE];
}

/** All gestures; those for which nothing valid is chosen as in the first preset. @param {Hands} hands @param {HandsTable | null} [chosen] @returns {HandsTable} */
export function tableOf(hands, chosen) {
  const [usual] = Object.values(hands.presets);
  const action = (/** @type {string} */ gesture) => {
    const wanted = chosen?.[gesture];
    return wanted && choices(hands, gesture).includes(wanted) ? wanted : usual[gesture];
  };
  return Object.fromEntries(GESTURES.map((gesture) => [gesture, action(gesture)]));
}

/** The name of the preset that a table is, or "own". @param {Hands} hands @param {HandsTable} table */
export function presetOf({ presets }, table) {
  const isIt = (/** @type {HandsTable} */ preset) => GESTURES.every((gesture) => preset[gesture] === table[gesture]);
  return Object.keys(presets).find((name) => isIt(presets[name])) ?? OWN;
}

/**
 * The actions of a press. With one button a click that would do nothing does what the right one does.
 * @param {HandsTable} table @param {{secondary: boolean, isLong?: boolean, scheme: "two" | "one"}} how
 * @returns {{click: string, drag: string}}
 */
export function actionsOf(table, { secondary, isLong, scheme }) {
  if (isLong) return { click: table["long-press"], drag: table["long-press"] };
  const right = { click: table["right-click"], drag: table["right-drag"] };
  if (secondary) return right;
  return { click: scheme === "one" && table.click === NONE ? right.click : table.click, drag: table.drag };
}

/**
 * One press that is a click or a drag: the same gesture begins at once, two different ones when the
 * pointer leaves its cell or is lifted.
 * @param {GestureContext} context given to what makes the gesture
 * @param {(point: Point) => Makers} find what makes the gestures from a point
 * @param {(point: Point, first: Point) => boolean} isHere whether the pointer is still where it was pressed
 * @returns {Gesture}
 */
export function clickOrDrag(context, find, isHere = isAtOnePlace) {
  /** @type {Point | null} */
  let first = null;
  /** @type {Makers} */
  let makers = {};
  /** @type {Gesture | null} */
  let running = null;
  let hasLeft = false;
  const begin = (/** @type {Maker | undefined} */ make) => {
    running = make?.(context) ?? null;
    if (first) running?.start(first);
  };
  return {
    start: (point) => {
      first = point;
      makers = find(point);
      if (makers.click === makers.drag) begin(makers.click);
    },
    move: (point) => {
      const isLeaving = !hasLeft && first !== null && !isHere(point, first);
      hasLeft ||= isLeaving;
      if (isLeaving && !running) begin(makers.drag);
      running?.move(point);
    },
    end: (point) => {
      if (!running && !hasLeft) begin(makers.click);
      running?.end(point);
    },
    cancel: () => running?.cancel?.(),
  };
}

/** True as long as the pointer is in the cell in which it was pressed, or beside the grid near that place. @param {Point} now @param {Point} first */
const isAtOnePlace = (now, first) =>
  now.cell && first.cell ? isSame(now.cell, first.cell) : !now.cell && !first.cell && isNear(now, first);

/** True as long as the pointer is so near to where it was pressed that it clicks: lines along sides have no cell to leave. @param {Point} now @param {Point} first */
export const isNear = (now, first) => Math.hypot(now.row - first.row, now.col - first.col) < AWAY;
