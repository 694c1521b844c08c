/**
 * Writing countries and circles: every change of a sheet goes through here, whatever hand makes it.
 * @import { AuthorContext, Cell, EdgePlace, WriteContext } from "/static/js/types.d.ts"
 * @import { Area } from "./author_sheet.js"
 */

import { contentAt, divide, format, isWalled, numbering, parse, wallsOf } from "./author_sheet.js";
import { retint } from "./author_tints.js";

/** The content of a cell. @param {Pick<AuthorContext, "kit" | "position" | "size">} context @param {Cell} cell @returns {import("./author_sheet.js").Content} */
export const contentOf = (context, cell) => contentAt(context.kit.lookOf(context), cell, context.kit);

/** Change a cell's country, its circle or both. @param {WriteContext & AuthorContext} context @param {Cell} cell @param {Partial<import("./author_sheet.js").Content>} more */
export function change(context, cell, more) {
  const { draft, kit } = context;
  const slot = kit.cellText(cell);
  const value = format({ ...contentOf(context, cell), ...more });
  if (value) draft.set(slot, value, true);
  else draft.clear(slot);
}

/**
 * Give a cell to a country (null: to none); borders that were drawn round it are forgotten.
 * @param {WriteContext & AuthorContext} context @param {Cell} cell @param {number | null} country
 */
export function lay(context, cell, country) {
  const { draft, kit, size } = context;
  if (contentOf(context, cell).country !== country) change(context, cell, { country });
  for (const other of kit.neighbours(cell, size)) draft.clear(kit.edgeText(cell, other));
}

/**
 * A number that no country has.
 * @param {WriteContext & AuthorContext} context @param {Iterable<number>} others that may not be taken either
 */
export const fresh = (context, others = []) => supply(context, others)();

/** Gives numbers that no country has, one after the other. @param {WriteContext & AuthorContext} context @param {Iterable<number>} others */
function supply(context, others) {
  const look = context.kit.lookOf(context);
  return numbering([...others, ...context.kit.cellsOf(look).map((cell) => contentAt(look, cell, context.kit).country)]);
}

/** The cells of a country. @param {AuthorContext} context @param {number | null} country */
export function cellsOfCountry(context, country) {
  const look = context.kit.lookOf(context);
  return context.kit.cellsOf(look).filter((cell) => contentAt(look, cell, context.kit).country === country);
}

/**
 * The free cells that hang together with a cell, which may be one of a country itself.
 * @param {AuthorContext} context @param {Cell} cell
 */
export function restAt(context, cell) {
  const { kit, size } = context;
  const look = kit.lookOf(context);
  const isFree = (/** @type {Cell} */ to, /** @type {Cell} */ from) =>
    contentAt(look, to, kit).country === null && !isWalled(look, from, to, kit);
  return kit.connected(cell, size, isFree);
}

/**
 * Give the enclosed rest of free cells to one country.
 * @param {WriteContext & AuthorContext} context @param {Cell} cell @returns {boolean} whether there was any
 */
export function fillRest(context, cell) {
  const { country } = contentOf(context, cell);
  const rest = restAt(context, cell);
  if (country !== null && rest.length === 1) return false;
  const own = country ?? fresh(context);
  for (const each of rest) lay(context, each, own);
  return true;
}

/**
 * After a stroke: what was cut in two is two countries, a free area that borders close off is a
 * country, and borders that countries make are not drawn once more. Keeps what the stroke changed.
 * @param {WriteContext & AuthorContext} context
 */
export function tidy(context) {
  const { put, take } = context.draft.diff();
  if (!put.length && !take.length) return;
  close(context);
  split(context);
  const { of } = divide(context.kit.lookOf(context), context.kit);
  for (const [slot, { a, b }] of walls(context)) if (of(a) !== of(b)) context.draft.clear(slot);
  const after = context.draft.diff();
  context.memory.before = new Map(after.take.map(([fact]) => [fact.split(" ")[0], fact.split(" ")[1]]));
  const countries = after.put.map(([fact]) => parse(fact.split(" ")[1]).country);
  retint(context, new Set(countries.filter((country) => country !== null)));
}

/** The largest part keeps the country's number, and looks. @param {WriteContext & AuthorContext} context */
function split(context) {
  const parts = new Map();
  const next = supply(context, []);
  for (const area of divide(context.kit.lookOf(context), context.kit).areas) {
    if (area.country === null) continue;
    const other = parts.get(area.country);
    if (other) renumber(context, other.cells.length < area.cells.length ? other : area, next());
    if (!other || other.cells.length < area.cells.length) parts.set(area.country, area);
  }
}

/** @param {WriteContext & AuthorContext} context @param {Area} area @param {number | null} country */
function renumber(context, { cells }, country) {
  for (const cell of cells) change(context, cell, { country });
}

/** Of two free areas that a border separates the smaller one is a country now. @param {WriteContext & AuthorContext} context */
function close(context) {
  let { areas, of } = divide(context.kit.lookOf(context), context.kit);
  for (const [, { a, b }] of walls(context)) {
    const [one, other] = [areas[of(a)], areas[of(b)]];
    if (one === other || one.country !== null || other.country !== null) continue;
    renumber(context, one.cells.length <= other.cells.length ? one : other, fresh(context));
    ({ areas, of } = divide(context.kit.lookOf(context), context.kit));
  }
}

/** The borders that are drawn by themselves. @param {AuthorContext} context @returns {[string, EdgePlace][]} */
const walls = (context) =>
  wallsOf(context.kit.lookOf(context)).map((slot) => [slot, /** @type {EdgePlace} */ (context.kit.parsePlace(slot))]);
