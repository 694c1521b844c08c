/**
 * A sheet in words.
 * @import { AuthorContext, Cell, Own, Text } from "/static/js/types.d.ts"
 */

import { cellsOfCountry, contentOf, restAt } from "./author_countries.js";
import { circleName } from "./label.js";

/** The content of a cell in words. @param {Cell} cell @param {AuthorContext} context @returns {string} */
export function label(cell, context) {
  const { text } = context;
  const { country, circle } = contentOf(context, cell);
  const ground = country === null ? text("satogaeri.author.free") : text("satogaeri.country", { number: country });
  return [ground, ...circleText(circle, text)].join(", ");
}

/** @param {number | "?" | null} circle @param {Text} text */
const circleText = (circle, text) =>
  circle === null ? [] : [circleName({ number: circle === "?" ? undefined : circle }, text)];

/** The size of the country or free area of a cell. @param {Cell} cell @param {AuthorContext} context */
export function describe(cell, context) {
  const { country } = contentOf(context, cell);
  const cells = country === null ? restAt(context, cell) : cellsOfCountry(context, country);
  return context.text("satogaeri.author.cells", { count: cells.length });
}

/**
 * What is not drawn yet, in words; "" if nothing is missing.
 * @param {string[]} undecided as `puzzle` gives it @param {Text} text @param {{puzzle?: Own}} made
 */
export function unfinished(undecided, text, made = {}) {
  const { puzzle } = made;
  if (undecided.length) return text("satogaeri.author.unfinished", { count: undecided.length });
  const count = puzzle ? new Set(puzzle.countries.flat()).size - puzzle.circles.length : 0;
  return count > 0 ? text("satogaeri.author.circles-missing", { count }) : "";
}

/** The signs among facts, in words; "" if there are none. @param {Text} text @param {string[]} facts */
export const legend = (facts, text) =>
  facts.some((fact) => fact.endsWith(" home")) ? text("satogaeri.author.legend") : "";

/** A clue in words; "" where there is none. @param {string} place @param {AuthorContext} context */
export function clueText(place, context) {
  const cell = context.kit.parseCell(place);
  return cell ? circleText(contentOf(context, cell).circle, context.text).join() : "";
}

/**
 * The questions about a cell: which way its circle goes, whether one ends there.
 * @param {Cell} cell @param {AuthorContext} context
 */
export function claims(cell, context) {
  const { circle } = contentOf(context, cell);
  const { kit, text } = context;
  if (circle !== null) return travels(cell, circle, context);
  return kit.bothClaims(kit.cellText(cell), "home", (not) => text(`satogaeri.author.claim.${not}home`));
}

/** @param {Cell} cell @param {number | "?"} circle @param {AuthorContext} context */
function travels(cell, circle, { kit, size, text }) {
  const ways = kit.WAY_NAMES.filter((way) => circle !== 0 && kit.isInside(kit.step(cell, kit.WAYS[way]), size));
  const found = ways.map((way) => ({
    fact: `${kit.edgeText(cell, kit.step(cell, kit.WAYS[way]))} line`,
    text: text(`satogaeri.author.claim.${way}`),
  }));
  const stays = { fact: `${kit.cellText(cell)} home`, text: text("satogaeri.author.claim.stays") };
  return circle === "?" || circle === 0 ? [stays, ...found] : found;
}
