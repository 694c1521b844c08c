/**
 * Strokes with mouse, finger or pen.
 *
 * With the tool "move" each gesture does what the player has chosen (hands.js). To move, press on a
 * circle and drag it, or tap it and tap where it goes. To mark says of a circle without number that
 * it ends there, of a cell that none does. With one button a tap that moves marks an empty cell, and
 * by a second tap a circle without number.
 * @import { Cell, Context, Gesture, GestureContext, WriteContext } from "/static/js/types.d.ts"
 * @import { Travel } from "./travels.js"
 * @import { Model } from "./model.js"
 */

import { drop, follow, hold, nearest, release, stopAt } from "./held.js";
import { mustMove } from "./model.js";
import { grabbed, linesAt, ownEdges, passing, standing } from "./travels.js";

/** The stroke that a press begins. @param {GestureContext<Model>} context */
export function gesture(context) {
  const { tool, secondary, eraser, kit } = context;
  if (eraser || tool === "erase") return erasing(context);
  const action = (tool === "mark") === secondary ? "move" : "mark";
  const { click, drag } = context.actions ?? { click: action, drag: action };
  return kit.clickOrDrag(context, () => ({ click: STROKES[click], drag: STROKES[drag] }));
}

const STROKES = { move: moving, mark: marking, erase: erasing };

/** @param {Context<Model>} context @param {Cell | null} a @param {Cell | null} b */
const same = ({ kit }, a, b) => a !== null && b !== null && kit.isSame(a, b);

// --- moving ------------------------------------------------------------------------------------

/** @param {GestureContext<Model>} context @returns {Gesture} */
function moving(context) {
  const { memory } = context;
  const before = memory.held; // what an earlier tap or key has picked up
  /** @type {Cell | null} */
  let pressed = null;
  /** @type {Travel | null} */
  let found = null;
  let hasLeft = false;
  return {
    start: ({ cell }) => {
      pressed = cell;
      found = cell && grabbed(context, cell);
      if (found) hold(context, found.circle, "drag");
    },
    move: (point) => {
      hasLeft ||= !same(context, point.cell, pressed);
      if (found && hasLeft && memory.held) follow(context, point);
    },
    end: () => {
      if (found && hasLeft) drop(context, nearest(memory.held));
      else if (found) tapCircle(context, found, before);
      else if (!hasLeft) tapCell(context, pressed);
    },
    cancel: () => {
      if (found) release(context);
    },
  };
}

/** A first tap picks up, a second one puts down; with one button it marks, where a mark says something. */
function tapCircle(context, { circle, stand }, before) {
  if (before?.circle !== circle) return hold(context, circle, "tap");
  release(context);
  if (context.scheme === "one" && !mustMove(circle)) toggleMark(context, stand);
}

/**
 * With a circle in the hand: put it here if it may end here.
 * @param {GestureContext<Model>} context @param {Cell | null} cell
 */
function tapCell(context, cell) {
  const { memory, board, kit, text, scheme } = context;
  const { held } = memory;
  if (held) {
    const stop = cell && stopAt(held, cell, kit);
    if (stop) return drop(context, stop);
    board.say(text("satogaeri.refused"));
    release(context);
  } else if (cell && scheme === "one") toggleMark(context, cell);
}

// --- marks -------------------------------------------------------------------------------------

/**
 * The marks of a cell: true "a circle ends here", false "none does", null nothing.
 * @param {Context<Model>} context @param {Cell} cell
 */
function markFor(context, cell) {
  const found = standing(context, cell);
  if (found) return mustMove(found.circle) ? null : true;
  return linesAt(context, cell).length ? null : false;
}

/** Set or take the mark of a cell. @param {WriteContext<Model>} context @param {Cell} cell */
export function toggleMark(context, cell) {
  const { draft, position, kit, board, text } = context;
  const slot = kit.cellText(cell);
  const said = position.get(slot, "home") ?? null;
  const mark = markFor(context, cell);
  if (said !== null && said !== mark && mark !== true) return draft.set(slot, "home", null);
  if (mark === null) return board.say(text("satogaeri.no-mark"));
  draft.set(slot, "home", said === mark ? null : mark);
}

/**
 * The first cell decides: a circle gets its mark, from an empty cell a drag marks or clears.
 * @param {WriteContext<Model>} context @returns {Gesture}
 */
function marking(context) {
  const { draft, position, kit } = context;
  /** @type {boolean | null | undefined} */
  let wanted; // false: mark, null: clear
  const visit = ({ cell }) => {
    if (!cell || wanted === undefined || markFor(context, cell) !== false) return;
    const said = position.get(kit.cellText(cell), "home") ?? null;
    if (said === (wanted === null ? false : null)) draft.set(kit.cellText(cell), "home", wanted);
  };
  return {
    start: ({ cell }) => {
      release(context);
      if (!cell) return;
      if (markFor(context, cell) === false)
        wanted = position.get(kit.cellText(cell), "home") === undefined ? false : null;
      toggleMark(context, cell);
    },
    move: visit,
    end: () => {},
  };
}

// --- erasing -----------------------------------------------------------------------------------

/**
 * Take away what stands in a cell: marks, and the track of the circle that is, was or passes there.
 * @param {WriteContext<Model>} context @param {Cell} cell
 */
export function erase(context, cell) {
  const { draft, kit } = context;
  const found = passing(context, cell);
  draft.clear(kit.cellText(cell));
  if (found) for (const edge of ownEdges(context, found.circle)) draft.set(edge, "line", null);
  if (found) draft.set(kit.cellText(found.stand), "home", null);
  for (const way of linesAt(context, cell)) draft.clear(kit.edgeText(cell, kit.step(cell, kit.WAYS[way])));
}

/** @param {WriteContext<Model>} context @returns {Gesture} */
function erasing(context) {
  const { draft, position } = context;
  const visit = ({ cell, edge }) => {
    if (!cell) return;
    if (edge && position.get(edge, "line") === false) draft.clear(edge);
    else erase(context, cell);
  };
  return {
    start: (point) => {
      release(context);
      visit(point);
    },
    move: visit,
    end: () => {},
  };
}
