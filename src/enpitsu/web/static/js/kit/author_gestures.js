/**
 * Writing clues and areas with mouse, finger or pen.
 *
 * A press chooses a place. Quick clicks on a clue count up, the other button down; a drag carries a clue along.
 * With areas the tool "auto" draws them over cells, and the other button opens the borders that it crosses.
 * @typedef {import("./author_pen.js").CellPoint} CellPoint
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Cell, Gesture, GestureContext, Point, Slot } from "../types.d.ts"
 */

import { areNeighbours, cellText, edgeText, isSame } from "../board/slots.js";
import { painting } from "../board/stroke_kit/index.js";
import { areaPen } from "./author_area_pen.js";
import { bordering } from "./author_borders.js";
import { ClueHand } from "./author_hand.js";
import { overCells } from "./author_pen.js";
import { choose, slotAt } from "./author_places.js";
import { carrying, clickedAgain, clickOrLeave, passing } from "./author_strokes.js";

/** The stroke that a press begins. @param {SheetForm} form @param {GestureContext} context @returns {Gesture} */
export function gesture(form, context) {
  /** @type {Gesture | null} */
  let stroke = null;
  return {
    start: (point) => {
      context.memory.typed = null;
      stroke = strokeOf(form, context, point);
      stroke?.start(point);
    },
    move: (point) => stroke?.move(point),
    end: (point) => {
      stroke?.end(point);
      form.finish(context);
    },
  };
}

/** @param {SheetForm} form @param {GestureContext} context @param {Point} point @returns {Gesture | null} */
function strokeOf(form, context, point) {
  const { tool, secondary, eraser } = context;
  const hand = new ClueHand(form, context);
  if (eraser || tool === "erase") return wiping(hand, context, point);
  if (tool === "border") return bordering(context, bordersOf(hand));
  if (point.alt || tool === "move") return carryingOf(hand);
  if (tool === "auto") return secondary ? opening(hand, context, point) : drawing(hand, context);
  if (hand.at(point) === null) return null;
  if (secondary) return lowering(hand, context);
  return tool === "block" ? walling(hand) : setting(hand, context, point);
}

// --- clues -----------------------------------------------------------------------------------------

/** A click counts, a drag carries the clue, or paints what is painted over cells. @param {ClueHand} hand @param {GestureContext} context @param {Point} point */
function setting(hand, context, point) {
  const slot = hand.at(point);
  const isThere = slot !== null && hand.value(slot) !== undefined;
  return clickOrLeave(context, (where) => hand.at(where), {
    click: (place) => tap(hand, place),
    drag: () => hand.sort?.drag?.(hand, point) ?? (isThere ? carryingOf(hand) : walling(hand)),
  });
}

/** A click chooses a place, so that digits can be typed; those that follow quickly count. @param {ClueHand} hand @param {Slot} slot */
function tap(hand, slot) {
  const { sort, context } = hand;
  if (!sort) return;
  if (!sort.isInCells) choose(slot, context);
  const begins = hand.value(slot) !== undefined || sort.beginsByClick;
  const isAgain = clickedAgain(context, slot);
  if (sort.isDirect || (isAgain && begins)) hand.count(slot, 1);
}

/** @param {ClueHand} hand */
const carryingOf = (hand) =>
  carrying((point) => hand.at(point), {
    exchange: (from, to) => hand.exchange(from, to),
    restore: (slot) => hand.context.draft.restore(slot),
    put: (slot) => hand.follow(slot),
  });

/** Walls are painted, or taken away: the first cell decides; clues are spared by all but the first. @param {ClueHand} hand */
function walling(hand) {
  const wall = hand.sort?.painted;
  if (!wall) return null;
  const read = (/** @type {Cell} */ cell) => hand.value(cellText(cell)) ?? null;
  return painting({
    read,
    write: (cell, value) => hand.put(cellText(cell), value === null ? null : wall),
    decide: (was) => (was === wall ? null : wall),
    isMeant: (cell, { first, wanted }) => isSame(cell, first) || read(cell) === (wanted === null ? wall : null),
  });
}

/** The other button: a click counts down, a drag takes clues away. @param {ClueHand} hand @param {GestureContext} context */
const lowering = (hand, context) =>
  clickOrLeave(context, (point) => hand.at(point), {
    click: (slot) => hand.count(slot, -1),
    drag: () => passing((point) => wipe(hand, point)),
  });

/** Take the clues under a point away; true if there were any. @param {ClueHand} hand @param {Point} point */
function wipe({ form, context }, point) {
  const { position } = context;
  const sides = form.sorts.filter(({ isInCells }) => !isInCells).map((sort) => slotAt(form, sort, point, context));
  const slots = [...sides, point.cell && cellText(point.cell)].filter((slot) => slot !== null);
  const found = slots.find((slot) => Object.keys(form.clues.contentAt(position, slot).clues).length > 0);
  if (found !== undefined) form.clues.clear(context, found);
  return found !== undefined;
}

/** Erasing: begun on a clue it takes clues, else borders. @param {ClueHand} hand @param {GestureContext} context @param {Point} point */
function wiping(hand, context, point) {
  const isClue = wipe(hand, point);
  if (hand.form.areas === null || isClue) return passing((each) => wipe(hand, each));
  return bordering(context, bordersOf(hand), false);
}

// --- areas -----------------------------------------------------------------------------------------

/** The borders of a sheet, to be drawn. @param {ClueHand} hand */
const bordersOf = ({ form: { clues }, context }) => ({
  has: (/** @type {Slot} */ edge) => clues.hasBorder(context.position, edge),
  put: (/** @type {Slot} */ edge) => clues.putBorder(context, edge, true),
  take: (/** @type {Slot} */ edge) => clues.putBorder(context, edge, false),
});

/** A drag draws an area, a click is for the clue; with Ctrl it makes an area of one cell. @param {ClueHand} hand @param {GestureContext} context */
function drawing(hand, context) {
  const begin = (/** @type {CellPoint} */ { cell, ctrl }) => areaPen(hand.form, context, cell, ctrl);
  const click = (/** @type {CellPoint} */ pressed) => {
    const slot = hand.at(pressed);
    if (pressed.ctrl) begin(pressed);
    else if (slot !== null) tap(hand, slot);
  };
  return overCells({ begin, click });
}

/** The other button: on a clue it is for clues, elsewhere the borders that it crosses are opened. @param {ClueHand} hand @param {GestureContext} context @param {Point} point @returns {Gesture} */
function opening(hand, context, point) {
  const { take } = bordersOf(hand);
  if (point.cell && context.position.held(cellText(point.cell)) !== undefined) return lowering(hand, context);
  let last = point.cell;
  return passing(({ cell }) => {
    if (cell && last && areNeighbours(cell, last)) take(edgeText(cell, last));
    last = cell;
  });
}
