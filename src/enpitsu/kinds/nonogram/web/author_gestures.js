/**
 * Drawing the picture: the other button erases, Alt keeps to a row or column. A press on a line's
 * clues types them. With Ctrl the colour of a cell is taken up.
 * @import { AuthorContext, Cell, Gesture, GestureContext, Margin, Point, WriteContext } from "/static/js/types.d.ts"
 * @typedef {GestureContext<Model> & AuthorContext<Model>} Press
 * @import { Makers } from "/static/js/board/hands.js"
 * @import { Model } from "./model.js"
 */

import { drawing } from "./author_drawing.js";
import { type } from "./author_typing.js";
import { gesture as painting } from "./gestures.js";
import { colourOf, stateOf, write } from "./model.js";

/** The stroke that a press begins. @param {Press} context */
export function gesture(context) {
  const { kit } = context;
  const isHere = (/** @type {Point} */ now, /** @type {Point} */ first) => isOneLine(now.margin, first.margin);
  return kit.clickOrDrag(context, (/** @type {Point} */ point) => makersOf(context, point), isHere);
}

/** @param {Margin | null} one @param {Margin | null} other */
const isOneLine = (one, other) => one !== null && other !== null && one.axis === other.axis && one.at === other.at;

/** @param {Press} context @param {Point} point @returns {Makers} */
function makersOf(context, point) {
  const { kit, model, tool } = context;
  const both = (/** @type {() => Gesture} */ make) => ({ click: make, drag: make });
  const { cell, margin } = point;
  if (margin) return { click: () => kit.clicking(() => type(context, lineAt(margin))) };
  if (!cell || model.mode !== "picture") return {};
  if (point.ctrl && model.isColoured) return both(() => kit.clicking(() => pick(cell, context)));
  const isErasing = context.eraser || context.secondary;
  if (tool === "flood" && !isErasing) return both(() => kit.clicking(() => flood(cell, context)));
  if (!point.alt) return both(() => drawing(context, isErasing));
  return both(() => straight(painting({ ...context, eraser: isErasing, secondary: false, scheme: "two" })));
}

/** Alt, which lets a player's stroke leave its line, keeps an author's in it. @param {Gesture} stroke @returns {Gesture} */
const straight = (stroke) => ({
  ...stroke,
  start: (point) => stroke.start({ ...point, alt: false }),
  move: (point) => stroke.move({ ...point, alt: false }),
});

/** @param {Margin} margin */
const lineAt = ({ axis, at }) => ({ axis, at });

/** Paint with the colour of a cell from now on. @param {Cell} cell @param {Press} context */
function pick(cell, { board, kit, position, model }) {
  const value = position.held(kit.cellText(cell));
  board.setTool(value !== undefined && model.values.includes(value) ? value : "erase");
}

/** Paint a cell and all like it that hang together with it. @param {Cell} cell @param {WriteContext<Model>} context */
export function flood(cell, context) {
  const { kit, size } = context;
  const stateAt = (/** @type {Cell} */ at) => stateOf(kit.cellText(at), context);
  const [first, wanted] = [stateAt(cell), colourOf(context)];
  const next = first === wanted ? null : wanted;
  for (const at of kit.connected(cell, size, (to) => stateAt(to) === first)) write(kit.cellText(at), next, context);
}
