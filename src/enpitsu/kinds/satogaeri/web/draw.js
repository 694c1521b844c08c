/**
 * The parts of the board that never change, and its finale; the measures are those of Enpitsu's other pictures.
 * @import { Cell, Context, EdgePlace, Kit, Scene, Shape, ShapeMore } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { countryName } from "./model.js";
import { STYLES } from "./styles.js";

export const RADIUS = 0.37;
const NUMBER_SIZES = [0.5, 0.4, 0.29, 0.23];
const BADGE = { inset: 0.14, radius: 0.055, alarm: 0.28 };
const FINALE = 700; // ms until the last country begins

/** Ground, countries and circles; circles are things that are moved about later. @param {Model} model @param {Kit} kit @returns {Scene} */
export function draw(model, kit) {
  const shapes = [
    ...kit.ground(model),
    ...model.countryCells.flatMap((cells) => drawCountry(cells, kit)),
    ...borders(model, kit),
    ...[...model.circles.values()].flatMap(({ cell, text, number = "" }) =>
      circleShapes(cell, number, kit, { of: text }),
    ),
  ];
  return { rows: model.rows, cols: model.cols, styles: STYLES, shapes };
}

/** A tint that shows when the country is done, and a badge: needs one, has one, is wrong. @param {Cell[]} cells @param {Kit} kit @returns {Shape[]} */
function drawCountry(cells, kit) {
  /** @type {ShapeMore} */
  const more = { of: countryName(cells, kit), layer: "paper" };
  const [{ row, col }] = cells;
  const { inset, radius, alarm } = BADGE;
  return [
    kit.strokes(kit.areaOutlines(cells), "tint", more),
    kit.circle(row + inset, col + inset, radius, "badge", more),
    kit.label(row + inset + 0.01, col + inset - 0.02, "!", alarm, "alarm", more),
  ];
}

/** The borders of countries, and those that close nothing off. @param {Model} model @param {Kit} kit */
function borders({ countries, strays }, kit) {
  const sides = strays.map((text) => kit.sideOf(/** @type {EdgePlace} */ (kit.parsePlace(text))));
  return [kit.strokes(kit.joinSides(sides), "stray", { layer: "grid" }), kit.areaBorders(countries)];
}

/** A circle, with its number if it has one. @param {Cell} cell @param {number | string} number @param {Kit} kit @param {ShapeMore} more @returns {Shape[]} */
export function circleShapes(cell, number, kit, more) {
  const [row, col] = [cell.row + 0.5, cell.col + 0.5];
  const words = kit.shortNumber(number);
  const digits = words ? [kit.label(row, col, words, NUMBER_SIZES[words.length - 1], "clue", more)] : [];
  return [kit.circle(row, col, RADIUS, "circle", more), ...digits];
}

/** Country after country takes on its tint. @param {Context<Model>} context */
export function finale({ board }) {
  const tints = [.../** @type {NodeListOf<SVGElement>} */ (board.surface.svg.querySelectorAll(".tint"))];
  tints.forEach((tint, at) => {
    tint.style.animationDelay = `${Math.round((at * FINALE) / tints.length)}ms`;
  });
}
