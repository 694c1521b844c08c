/**
 * Countries by their borders, as on puzz.link: what is closed off is a country.
 * @import { AuthorContext, Cell, EdgePlace, Ends, Slot, WriteContext } from "/static/js/types.d.ts"
 */

import { change, contentOf } from "./author_countries.js";
import { BORDER, divide, isWalled } from "./author_sheet.js";

/** The tool for borders. @param {import("/static/js/types.d.ts").GestureContext & AuthorContext} context */
export function bordering(context) {
  const { draft, kit } = context;
  const ends = (/** @type {Slot} */ edge) => /** @type {EdgePlace} */ (kit.parsePlace(edge));
  return kit.bordering(context, {
    has: (edge) => hasBorder(context, ends(edge)),
    put: (edge) => draft.set(edge, BORDER, true),
    take: (edge) => take(context, ends(edge), edge),
  });
}

/** @param {AuthorContext} context @param {Ends} edge */
function hasBorder(context, { a, b }) {
  const isBetween = contentOf(context, a).country !== contentOf(context, b).country;
  return isBetween || isWalled(context.kit.lookOf(context), a, b, context.kit);
}

/**
 * One side of a country is opened: both become one, with the other borders as they were.
 * @param {WriteContext & AuthorContext} context @param {Ends} edge @param {Slot} slot
 */
function take(context, { a, b }, slot) {
  const { draft, kit } = context;
  if (isWalled(context.kit.lookOf(context), a, b, kit)) return draft.clear(slot);
  const { areas, of } = divide(context.kit.lookOf(context), kit);
  const [one, other] = [areas[of(a)], areas[of(b)]];
  const between = sidesOf(one, of(b), of, context).filter((/** @type {Slot} */ edge) => edge !== slot);
  const isOpen = one.country === null || other.country === null;
  const [kept, gone] = one.cells.length >= other.cells.length ? [one, other] : [other, one];
  const country = isOpen ? null : kept.country;
  for (const { cells } of isOpen ? [one, other] : [gone]) for (const cell of cells) change(context, cell, { country });
  for (const edge of between) draft.set(edge, BORDER, true);
  return undefined;
}

/** The edges between an area and another one. @param {import("./author_sheet.js").Area} area @param {number} number @param {(cell: Cell) => number} of @param {AuthorContext} context */
function sidesOf({ cells }, number, of, { kit, size }) {
  return cells.flatMap((cell) =>
    kit
      .neighbours(cell, size)
      .filter((next) => of(next) === number)
      .map((next) => kit.edgeText(cell, next)),
  );
}
