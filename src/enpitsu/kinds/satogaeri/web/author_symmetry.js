/**
 * The symmetry helper: what a stroke has changed happens to the partners too. A partner country is a
 * country of its own, always the same one; one that reaches over the axis is its own partner.
 * @import { AuthorContext, Cell, EdgePlace, Slot, SymmetryMap, WriteContext } from "/static/js/types.d.ts"
 * @typedef {WriteContext & AuthorContext} Writing
 * @typedef {{own: Set<Slot>, before: Map<Slot, string>, of: (cell: Cell) => Cell, partner: (country: number) => number}} Mirror
 */

import { cellsOfCountry, change, contentOf, fresh, tidy } from "./author_countries.js";
import { BORDER, parse } from "./author_sheet.js";

/**
 * Write the partners of a stroke.
 * @param {WriteContext & AuthorContext} context @param {string[]} changed @param {SymmetryMap[]} maps
 */
export function symmetric(context, changed, maps) {
  const own = new Set(changed);
  const before = context.memory.before ?? new Map();
  for (const { of } of maps) {
    const partners = new Map();
    const partner = (/** @type {number} */ country) => {
      if (!partners.has(country)) partners.set(country, partnerOf(context, country, own, of, partners));
      return partners.get(country);
    };
    const cells = changed.map(context.kit.parseCell).filter((cell) => cell !== null);
    for (const cell of cells) mirrorCell(context, cell, { own, before, of, partner });
    for (const slot of changed) if (slot.includes("-")) mirrorEdge(context, slot, own, of);
  }
  const kept = context.memory.before;
  tidy(context);
  context.memory.before = kept;
}

/** Only what the stroke has changed, the country or the circle. @param {Writing} context @param {Cell} cell @param {Mirror} mirror */
function mirrorCell(context, cell, { own, before, of, partner }) {
  const { kit, size } = context;
  const other = of(cell);
  const slot = kit.cellText(cell);
  if (!other || !kit.isInside(other, size) || own.has(kit.cellText(other))) return;
  const [now, old] = [contentOf(context, cell), parse(before.get(slot))];
  if (now.circle !== old.circle) change(context, other, { circle: now.circle });
  if (now.country === old.country) return;
  for (const next of kit.neighbours(other, size)) context.draft.clear(kit.edgeText(other, next));
  change(context, other, { country: now.country === null ? null : partner(now.country) });
}

/** The country that the partners of a country's cells have, or a new one. @param {Writing} context @param {number} country @param {Set<Slot>} own @param {Mirror["of"]} of @param {Map<number, number>} partners @returns {number} */
function partnerOf(context, country, own, of, partners) {
  const { kit } = context;
  const cells = cellsOfCountry(context, country);
  const isSelf = cells.some((cell) => contentOf(context, of(cell)).country === country);
  if (isSelf) return country;
  const taken = new Set(partners.values());
  const rest = cells.filter((cell) => !own.has(kit.cellText(cell)));
  for (const cell of rest) {
    const found = contentOf(context, of(cell)).country;
    if (found !== null && !taken.has(found)) return found;
  }
  return fresh(context, taken);
}

/** @param {Writing} context @param {Slot} slot @param {Set<Slot>} own @param {Mirror["of"]} of */
function mirrorEdge({ draft, kit, position }, slot, own, of) {
  const { a, b } = /** @type {EdgePlace} */ (kit.parsePlace(slot));
  const other = kit.edgeText(of(a), of(b));
  if (own.has(other)) return;
  if (position.held(slot) === BORDER) draft.set(other, BORDER, true);
  else draft.clear(other);
}
