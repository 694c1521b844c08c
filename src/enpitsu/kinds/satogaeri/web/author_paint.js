/**
 * Painting a sheet: countries in tints, borders and circles as in play, the rest hatched.
 * @import { AuthorContext, Cell, Context, EdgePlace, Kit, PaintContext, Scene, Shape, Size, Slot } from "/static/js/types.d.ts"
 * @typedef {PaintContext & Pick<AuthorContext, "kit">} Painted
 */

import { contentOf } from "./author_countries.js";
import { isWalled } from "./author_sheet.js";
import { STYLES } from "./author_styles.js";
import { tintOf } from "./author_tints.js";
import { circleShapes } from "./draw.js";

const HATCH = 1 / 3; // from line to line

/** The ground; hatching lies everywhere, and countries cover it. It falls to the right: such that says "still open" rises. @param {Size} size @param {Kit} kit @returns {Scene} */
export function draw({ rows, cols }, kit) {
  const [paper, ...others] = kit.ground({ rows, cols });
  const lines = kit.hatching({ row: 0, col: 0, height: rows, width: cols }, HATCH, { isFalling: true });
  const hatching = kit.strokes(lines, "unclaimed", { layer: "paper" });
  return { rows, cols, styles: STYLES, shapes: [paper, hatching, ...others] };
}

/** A cell's country makes the borders round it. @param {Slot} slot @param {Kit} kit @param {Pick<Context, "size">} context */
export function affected(slot, kit, { size }) {
  const cell = kit.parseCell(slot);
  if (!cell) return [slot];
  return [slot, ...kit.neighbours(cell, size).map((other) => kit.edgeText(cell, other))];
}

/** Draw the content of a slot. @param {string} _name @param {Painted} context @returns {Shape[]} */
export function paint(_name, context) {
  const { place } = context;
  if (!place) return [];
  return place.kind === "edge" ? paintEdge(place, context) : paintCell(place.cell, context);
}

/** @param {Cell} cell @param {Painted} context @returns {Shape[]} */
function paintCell(cell, context) {
  const { kit } = context;
  const { country, circle } = contentOf(context, cell);
  const tint = `country country-${country === null ? 0 : tintOf(context, country)}`;
  const ground = country === null ? [] : [kit.rect(cell.row, cell.col, 1, 1, tint, 0, { layer: "paper" })];
  return circle === null
    ? ground
    : [...ground, ...circleShapes(cell, circle === "?" ? "" : circle, kit, { layer: "clues" })];
}

/** @param {EdgePlace} edge @param {Painted} context @returns {Shape[]} */
function paintEdge({ a, b }, context) {
  const { kit, size } = context;
  const isBetween = contentOf(context, a).country !== contentOf(context, b).country;
  if (!isBetween && !isWalled(kit.lookOf(context), a, b, kit)) return [];
  return [kit.borderShape({ a, b }, isBetween ? "border" : "border is-loose", size)];
}
