/**
 * Strokes with mouse, finger or pen.
 *
 * With the tool "move" each gesture does what the player has chosen (index.js). To move, press on a
 * circle and drag it, or tap it and tap where it goes. To mark says of a circle without number that
 * it ends there, of a cell that none does. With one button a tap that moves marks an empty cell, and
 * by a second tap a circle without number.
 * @import { Cell, Context, Gesture, GestureContext, Point, WriteContext } from "/static/js/types.d.ts"
 * @import { Travel } from "./travels.js"
 * @import { Model } from "./model.js"
 */

import { drop, hold } from "./held.js";
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

/** @type {Record<string, (context: GestureContext<Model>) => Gesture>} */
const STROKES = { move: moving, mark: marking, erase: erasing };

// --- moving ------------------------------------------------------------------------------------

/** @param {GestureContext<Model>} context @returns {Gesture} */
function moving(context) {
  const { memory, kit } = context;
  const before = memory.held; // what an earlier tap or key has picked up
  return kit.sliding({
    grab: (cell) => grabbed(context, cell),
    pickUp: ({ circle }) => hold(context, circle, "drag"),
    pull: (point) => {
      if (memory.held) kit.slide(context, kit.pulled(memory.held, point));
    },
    putDown: () => drop(context, kit.nearestStop(memory.held)),
    letGo: () => kit.letGo(context),
    tap: (found) => tapCircle(context, found, before),
    tapElsewhere: (cell) => tapCell(context, cell),
  });
}

/** A first tap picks up, a second one puts down; with one button it marks, where a mark says something. @param {GestureContext<Model>} context @param {Travel} travel @param {import("./held.js").Held | null | undefined} before */
function tapCircle(context, { circle, stand }, before) {
  if (before?.circle !== circle) return hold(context, circle, "tap");
  context.kit.letGo(context);
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
    const stop = cell && kit.stopAt(held, cell);
    if (stop) return drop(context, stop);
    board.say(text("satogaeri.refused"));
    context.kit.letGo(context);
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
  const visit = (/** @type {Point} */ { cell }) => {
    if (!cell || wanted === undefined || markFor(context, cell) !== false) return;
    const said = position.get(kit.cellText(cell), "home") ?? null;
    if (said === (wanted === null ? false : null)) draft.set(kit.cellText(cell), "home", wanted);
  };
  return {
    start: ({ cell }) => {
      context.kit.letGo(context);
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
  const visit = (/** @type {Point} */ { cell, edge }) => {
    if (!cell) return;
    if (edge && position.get(edge, "line") === false) draft.clear(edge);
    else erase(context, cell);
  };
  return {
    start: (point) => {
      context.kit.letGo(context);
      visit(point);
    },
    move: visit,
    end: () => {},
  };
}
