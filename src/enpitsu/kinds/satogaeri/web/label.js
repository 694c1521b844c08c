/**
 * The content of a cell in words.
 * @import { Cell, Context, Text } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 * @import { Travel } from "./travels.js"
 */

import { countryName, countryOf } from "./model.js";
import { linesAt, owner, standing, travel } from "./travels.js";

/** @param {Cell} cell @param {Context<Model>} context @returns {string} */
export function label(cell, context) {
  const { model, text } = context;
  const country = text("satogaeri.country", { number: countryOf(model, cell) + 1 });
  return [...content(cell, context), ...mark(cell, context), country, ...standOf(cell, context)].join(", ");
}

/**
 * The state of a cell's country, as far as the player wants to be told.
 * @param {Cell} cell @param {Context<Model>} context
 */
function standOf(cell, { board, model, kit, text }) {
  const state = board.painter.stateOf(countryName(model.countryCells[countryOf(model, cell)], kit));
  return ["open", "done", "wrong"].includes(state) ? [text(`satogaeri.country-state.${state}`)] : [];
}

/** The move that a stroke makes; "" for any other stroke. @param {string[]} facts @param {Context<Model>} context */
export function tell([first], context) {
  const place = context.kit.parsePlace(first.split(" ")[0]);
  const found = place?.kind === "edge" && first.endsWith(" line") ? owner(context, place) : null;
  if (!found || first.includes(" not ")) return "";
  const name = (/** @type {Cell} */ { row, col }) => context.text("board.place.cell", { row: row + 1, col: col + 1 });
  return context.text("satogaeri.moves-to", { circle: name(found.circle.cell), end: name(found.stand) });
}

/**
 * The cells whose words tell how a thing stands: all of a country.
 * @param {string} thing @param {Context<Model>} context
 */
export function told(thing, { model, kit }) {
  const [first, isCountry] = thing.split(" ");
  const cell = kit.parseCell(first);
  return isCountry && cell ? model.countryCells[countryOf(model, cell)] : [];
}

/** @param {Cell} cell @param {Context<Model>} context */
function content(cell, context) {
  const { model, kit, text } = context;
  const found = standing(context, cell);
  if (found) return [circleName(found.circle, text), ...moved(found, text)];
  const left = model.circles.get(kit.cellText(cell));
  if (left) return [text("satogaeri.start", { circle: circleName(left, text) }), ...moved(travel(context, left), text)];
  return linesAt(context, cell).length ? [text("satogaeri.track")] : [];
}

/** @param {Pick<Circle, "number">} circle @param {Text} text */
export const circleName = ({ number }, text) =>
  number === undefined ? text("satogaeri.plain") : text("satogaeri.circle", { number });

/** @param {Travel} travel @param {Text} text */
const moved = ({ way, edges }, text) => (way ? [text(`satogaeri.moved.${way}`, { count: edges.length })] : []);

/** @param {Cell} cell @param {Context<Model>} context */
function mark(cell, context) {
  const { position, kit, text } = context;
  const said = position.get(kit.cellText(cell), "home");
  if (said === undefined) return [];
  if (!said) return [text("satogaeri.nobody")];
  const found = standing(context, cell);
  return [text(found && !found.way ? "satogaeri.stays" : "satogaeri.home")];
}
