/**
 * Painting the picture as in play, without crosses: the other button erases. A press on a line's
 * clues types them. With Ctrl the colour of a cell is taken up.
 * @import { Gesture, Margin } from "/static/js/types.d.ts"
 */

import { type } from "./author_typing.js";
import { gesture as painting } from "./gestures.js";
import { colourOf, stateOf, write } from "./model.js";

/** The stroke that a press begins. */
export function gesture(context) {
  /** @type {Gesture | null} */
  let stroke = null;
  return {
    start: (point) => {
      stroke = strokeOf(context, point);
      stroke?.start(point);
    },
    move: (point) => stroke?.move(point),
    end: (point) => stroke?.end(point),
  };
}

function strokeOf(context, point) {
  const { model, tool } = context;
  if (point.margin) return choosing(context);
  if (!point.cell || model.mode !== "picture") return null;
  if (point.ctrl && model.isColoured) return picking(context);
  const isErasing = context.eraser || context.secondary;
  if (tool === "flood" && !isErasing) return flooding(context);
  return painting({ ...context, eraser: isErasing, secondary: false, scheme: "two" });
}

/** A click on a line's clues. */
function choosing(context) {
  /** @type {Margin | null} */
  let pressed = null;
  return {
    start: ({ margin }) => {
      pressed = margin;
    },
    move: () => {},
    end: ({ margin }) => {
      if (pressed && margin?.axis === pressed.axis && margin.at === pressed.at)
        type(context, { axis: margin.axis, at: margin.at });
    },
  };
}

/** Paint with the colour of a cell from now on. */
function picking({ board, kit, position, model }) {
  return {
    start: ({ cell }) => {
      const value = position.held(kit.cellText(cell));
      board.setTool(model.values.includes(value) ? value : "erase");
    },
    move: () => {},
    end: () => {},
  };
}

/** Fill all that hangs together with a cell and looks like it. */
function flooding(context) {
  return { start: ({ cell }) => flood(cell, context), move: () => {}, end: () => {} };
}

/** Paint a cell and all like it that hang together with it. */
export function flood(cell, context) {
  const { kit, size } = context;
  const stateAt = (at) => stateOf(kit.cellText(at), context);
  const [first, wanted] = [stateAt(cell), colourOf(context)];
  const next = first === wanted ? null : wanted;
  const open = [cell];
  while (open.length) {
    const at = open.pop();
    if (stateAt(at) !== first) continue;
    write(kit.cellText(at), next, context);
    open.push(...kit.neighbours(at, size));
  }
}
