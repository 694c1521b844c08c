/**
 * What players write on the board of a declared kind, as shapes.
 * @import { Cell, CellPlace, PaintContext, Seen, Shape, Slot } from "../types.d.ts"
 * @import { Model } from "./model.js"
 */

import { circle, dot, label, square, struck } from "../board/shapes.js";
import { cross, paintCross, paintLine } from "../board/stroke_kit/index.js";
import { CHOICE, paintChoice } from "./choice.js";
import { DENIED, hasLine, isShade, stateOf } from "./model.js";

const LIGHT = 0.27;
const NUMBER = [0.56, 0.48, 0.38, 0.31];
const CROSS = 0.17;
const CORNER_DOT = { inset: 0.15, radius: 0.055 };
const NOTE = { inset: 0.08, size: 1.02, digit: 0.6, slant: [0.2, 0.4] }; // sizes in steps between notes

/** The slots whose look depends on one: a line hides the dots under it, and what is noted stands in the choice. @param {Slot} slot @param {unknown} _kit @param {Seen<Model>} context */
export function affected(slot, _kit, { model, memory }) {
  const cells = model.sorts.hasThroughLines && slot.includes("-") ? slot.split("-") : [];
  return [slot, ...cells, ...(memory.choice ? [CHOICE] : [])];
}

/** @param {string} name @param {PaintContext<Model>} context @returns {Shape[]} */
export function paint(name, context) {
  const { place } = context;
  if (!place) return paintChoice(context);
  return place.kind === "edge" ? paintSlot(name, context) : paintInCell(name, place, context);
}

/** @param {Slot} slot @param {PaintContext<Model>} context */
function paintSlot(slot, context) {
  const { place } = context;
  return context.model.sorts.lines.flatMap(({ name, nodes }) => {
    const said = place && context.position.get(slot, name);
    if (said === undefined || said === null) return [];
    return said ? paintLine(slot, context, nodes) : paintCross(slot);
  });
}

/** @param {Slot} slot @param {CellPlace} place @param {PaintContext<Model>} context */
function paintInCell(slot, { cell }, context) {
  const state = stateOf(context, cell);
  const look = context.model.sorts.paints.find(({ name }) => name === state)?.look;
  context.thing(slot)?.classList.toggle("on-shade", isShade(context.model, state));
  const number = paintNumber(slot, cell, context);
  if (look === "shade") return [square(cell), ...number];
  if (look === "light") return [circle(cell.row + 0.5, cell.col + 0.5, LIGHT, "light"), ...number];
  const isSaid = state === DENIED && !(context.model.sorts.hasThroughLines && hasLine(context, cell));
  return isSaid ? [denial(slot, cell, context.model), ...number] : number;
}

/** A cell that is not painted; where a clue stands in the middle, in a corner. @param {Slot} slot @param {Cell} cell @param {Model} model @returns {Shape} */
function denial(slot, cell, { sorts, clueAt }) {
  if (sorts.dot === "cross") return cross(cell.row + 0.5, cell.col + 0.5, CROSS);
  const { inset, radius } = CORNER_DOT;
  const isTaken = clueAt.get(slot)?.some(({ sort }) => sort.look !== "small");
  return isTaken ? circle(cell.row + 1 - inset, cell.col + inset, radius, "dot") : dot(cell);
}

/** @param {Slot} slot @param {Cell} cell @param {PaintContext<Model>} context @returns {Shape[]} */
function paintNumber(slot, cell, { model, position }) {
  const value = model.values.find((each) => position.get(slot, each));
  if (value !== undefined) {
    const size = NUMBER[Math.min(value.length, NUMBER.length) - 1];
    return [label(cell.row + 0.5, cell.col + 0.5, value, size, "typed", { layer: "pencil" })];
  }
  const denied = model.values.flatMap((each, at) => (position.get(slot, each) === false ? [at] : []));
  return denied.flatMap((at) => note(cell, at, model.values));
}

/** A number that a cell has not: small at its own place, struck out. @param {Cell} cell @param {number} at @param {string[]} values @returns {Shape[]} */
function note({ row, col }, at, values) {
  const columns = Math.max(3, Math.ceil(Math.sqrt(values.length)));
  const step = (1 - 2 * NOTE.inset) / columns;
  const [y, x] = [
    row + NOTE.inset + (Math.floor(at / columns) + 0.5) * step,
    col + NOTE.inset + ((at % columns) + 0.5) * step,
  ];
  const size = (NOTE.size * step) / Math.max(1, values[at].length * NOTE.digit);
  return struck(y, x, values[at], size, [NOTE.slant[0] * step, NOTE.slant[1] * step], "thin");
}
