/**
 * Strokes with mouse, finger or pen on the board of a declared kind.
 *
 * With the tool "auto" each gesture does what the player has chosen (hands.js); with one button a click that paints or
 * denies goes round. The other tools do one thing each.
 * @typedef {GestureContext<Model>} Press
 * @typedef {(context: Press) => Gesture} Maker
 * @import { Cell, Gesture, GestureContext, Point, Slot } from "../types.d.ts"
 * @import { Begun } from "../board/stroke_kit/paint.js"
 * @import { Model } from "./model.js"
 * @import { LineSort } from "./sorts.js"
 */

import { clickOrDrag, isNear } from "../board/hands.js";
import { cellText, edgeText, isInside } from "../board/slots.js";
import { clicking, crossing, cycle, erasing, lining, painting } from "../board/stroke_kit/index.js";
import { choosing } from "./choice.js";
import { fixedActions, MARK, ROUND } from "./hands.js";
import { DENIED, hasLine, isBlocked, isShade, paintCell, stateOf } from "./model.js";
import { NUMBER, SMALL } from "./sorts.js";

const MIDDLE = 0.2; // about the middle of a cell: as far as a click means its clue and no side

/** The stroke that a press begins. @param {Press} context @returns {Gesture} */
export function gesture(context) {
  const { tool, secondary, eraser, model } = context;
  const { sorts } = model;
  if (context.memory.choice) return choosing(context);
  if (eraser || tool === "erase") return erasing(context);
  const actions = context.actions ?? fixedActions(sorts, tool, secondary);
  const find = (/** @type {Point} */ point) => makersOf(context, actions, point);
  return sorts.hasSides ? clickOrDrag(context, find, isNear) : clickOrDrag(context, find);
}

/** The makers of the gestures of a click and of a drag from a point. @param {Press} context @param {{click: string, drag: string}} actions @param {Point} point */
function makersOf(context, actions, point) {
  const click = meant(context, actions.click, point);
  const drag = meant(context, actions.drag, point);
  const clue = clueUnder(context, point, click);
  const clicked = clue ? () => clicking(() => context.board.toggleUsed(clue)) : clickOf(context, click);
  return { click: clicked, drag: drag === click && !clue && isOne(context, drag) ? clicked : dragOf(context, drag) };
}

/** True if an action does the same whether it clicks or drags: then it begins at once. @param {Press} context @param {string} action */
function isOne(context, action) {
  if (isPaint(context, action)) return isRound(context, action) === isRoundDrag(context, action);
  const { hasSides, lines } = context.model.sorts;
  return !hasSides && lines.some(({ denial }) => denial === action);
}

/** True if a press goes round all states. @param {Press} context @param {string} action */
const isRound = ({ actions, scheme }, action) => action === ROUND || (actions !== null && scheme === "one");

/** Marks that may not touch are laid apart, all alike. @param {Press} context @param {string} action */
const isRoundDrag = (context, action) => action === ROUND || (!context.model.sorts.isApart && isRound(context, action));

/** What "round" and "mark" mean at a point. @param {Press} context @param {string} action @param {Point} point */
function meant({ model }, action, { edge, cell }) {
  const { paints, lines, dot, hasSides } = model.sorts;
  const [line] = lines;
  if (action === MARK) return line && (edge || !dot) ? line.denial : dot;
  if (action !== ROUND) return action;
  const isSide = hasSides && (!paints.length || edge || !cell);
  return isSide ? `${ROUND}-${line.action}` : ROUND;
}

/** The clue in a slot that can be greyed, if there is one. @param {Pick<Press, "model" | "board">} context @param {Slot} slot */
export const clueOn = ({ model, board }, slot) => (model.clueAt.has(slot) && board.surface.thing(slot) ? slot : null);

/** The clue that a click greys, because it has nothing else to do there. @param {Press} context @param {Point} point @param {string} action */
function clueUnder(context, point, action) {
  const { model, size } = context;
  const { sorts } = model;
  const slot = beside(point, size);
  if (slot) return clueOn(context, slot);
  if (!point.cell) return null;
  const clue = clueOn(context, cellText(point.cell));
  const isOnCell = isPaint(context, action) || action === NUMBER || action === SMALL || action === ROUND;
  if (isOnCell) return isBlocked(model, point.cell) ? clue : null;
  if (sorts.hasThroughLines && isBlocked(model, point.cell))
    return sorts.lines.some(({ denial }) => denial === action) ? null : clue;
  const far = Math.max(Math.abs(point.row - point.cell.row - 0.5), Math.abs(point.col - point.cell.col - 0.5));
  const isFree = sorts.hasSides ? far < MIDDLE : !point.edge;
  return isFree ? clue : null;
}

/** The side at the frame beyond which a point lies, where clues stand. @param {Point} point @param {{rows: number, cols: number}} size @returns {Slot | null} */
function beside({ cell, near, row, col, margin }, size) {
  if (cell || near) return null;
  const at = margin ?? { row, col };
  const out = { row: Math.floor(at.row), col: Math.floor(at.col) };
  const within = (/** @type {number} */ value, /** @type {number} */ count) => Math.min(count - 1, Math.max(0, value));
  const rim = { row: within(out.row, size.rows), col: within(out.col, size.cols) };
  const isBeside = Math.abs(out.row - rim.row) + Math.abs(out.col - rim.col) === 1 && !isInside(out, size);
  return isBeside ? edgeText(out, rim) : null;
}

/** @param {Pick<Press, "model">} context @param {string} action */
function isPaint({ model }, action) {
  const { paints, dot } = model.sorts;
  return (action === ROUND && paints.length > 0) || action === dot || paints.some((paint) => paint.action === action);
}

/** @param {Press} context @param {string} action @returns {Maker | undefined} */
function clickOf(context, action) {
  const line = context.model.sorts.lines.find((each) => action === each.action || action === `${ROUND}-${each.action}`);
  if (line) return line.isOnSides ? () => turning(context, line, action !== line.action) : undefined;
  if (action === NUMBER || action === SMALL) return () => choosing(context, action === SMALL);
  if (isPaint(context, action)) return () => paintingAs(context, action, isRound(context, action));
  return dragOf(context, action);
}

/** @param {Press} context @param {string} action @returns {Maker | undefined} */
function dragOf(context, action) {
  const { lines } = context.model.sorts;
  if (action === "erase") return erasing;
  if (isPaint(context, action)) return () => paintingAs(context, action, isRoundDrag(context, action));
  const crossed = lines.find(({ denial }) => denial === action);
  if (crossed) return () => crossing(context, crossed.name);
  const line = lines.find((each) => each.action === action);
  return line && (() => lining(context, { nodes: line.nodes, value: line.name, takes: takes(context, line) }));
}

/** Lines from cell to cell go neither into blocked cells nor into shaded ones. @param {Pick<Press, "model" | "position" | "size">} context @param {LineSort} line */
export const takes =
  (context, { isOnSides }) =>
  (/** @type {Cell} */ node) =>
    isOnSides || !(isBlocked(context.model, node) || isShade(context.model, stateOf(context, node)));

/** A click on a side: there and back, or round line, cross and empty. @param {Press} context @param {LineSort} line @param {boolean} isRound */
function turning({ draft, position, scheme, actions }, { name }, isRound) {
  const states = isRound || (actions && scheme === "one") ? [null, true, false] : [null, true];
  return clicking(({ near }) => {
    if (near) draft.set(near, name, cycle(states, position.get(near, name) ?? null));
  });
}

/** All states of a cell in their round. @param {Model} model */
export const states = ({ sorts }) => [null, ...sorts.paints.map(({ name }) => name), DENIED];

/** @param {Press} context @param {string} action @param {boolean} isInTurn whether it goes round all states */
function paintingAs(context, action, isInTurn) {
  const { model } = context;
  const { paints, dot, hasThroughLines, isApart } = model.sorts;
  const own = action === dot ? DENIED : (paints.find((paint) => paint.action === action)?.name ?? null);
  const isLined = (/** @type {Cell} */ cell) => hasThroughLines && hasLine(context, cell);
  // A line says already that its cells are not shaded: they count as empty, but a shade under it can be taken away.
  const read = (/** @type {Cell} */ cell) => {
    const state = stateOf(context, cell);
    return isLined(cell) && (isInTurn || state === DENIED) ? null : state;
  };
  let isFromLine = false;
  return painting({
    read,
    write: (cell, state) => paintCell(context, cell, state),
    decide: (was, cell) => {
      isFromLine = isLined(cell);
      if (!isInTurn) return was === own ? null : own;
      return cycle(states(model), was, own === DENIED);
    },
    isMeant: (cell, begun) => {
      const { was, wanted } = begun;
      if (isBlocked(model, cell)) return false;
      const isOverLine = isLined(cell) && wanted !== null;
      if (isOverLine && (wanted === DENIED || !isFromLine)) return false;
      return isApart ? isMeantApart(cell, begun, read(cell)) : isOverLine || read(cell) === was;
    },
  });
}

/** Marks that may not touch lie on one colour of the chessboard; denials spare marks unless begun on one. @param {Cell} cell @param {Begun} begun @param {string | null} now */
function isMeantApart(cell, { first, was, wanted }, now) {
  if (wanted === null) return now === was;
  if (wanted === DENIED) return now === null || (was !== null && was !== DENIED);
  return (cell.row + cell.col - first.row - first.col) % 2 === 0;
}
