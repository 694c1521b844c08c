/**
 * Clues of areas and the symmetry helper: the partner of an area's clue is the clue of the partner's area, wherever in it
 * that stands.
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @typedef {import("./author_sheet.js").Areas} Areas
 * @import { Cell, Slot, SymmetryMap, WriteContext } from "../types.d.ts"
 */

import { parseCell } from "../board/slots.js";
import { cellAt, numberOf } from "./author_areas.js";
import { lookOf } from "./author_clues.js";

/** Give partners of areas the clues that the hand has written. @param {SheetForm} form @param {WriteContext} context @param {Slot[]} changed @param {SymmetryMap[]} maps */
export function mirrorAreas(form, context, changed, maps) {
  const cells = form.ofAreas.length ? changed.map(parseCell).filter((cell) => cell !== null) : [];
  if (!cells.length) return;
  const look = lookOf(context);
  const areas = form.divide(look);
  const areaOf = (/** @type {Cell} */ cell) => areas.of[numberOf(cell, look)];
  const own = new Set(cells.map(areaOf));
  for (const area of own) {
    for (const { of } of maps) {
      const partner = areaOf(of(cellAt(areas.parts[area][0], look)));
      if (!own.has(partner)) copy(form, context, areas, area, partner);
    }
  }
}

/** @param {SheetForm} form @param {WriteContext} context @param {Areas} areas @param {number} area @param {number} partner */
function copy(form, context, areas, area, partner) {
  const look = lookOf(context);
  for (const sort of form.ofAreas) {
    const written = form.written(look, areas, sort);
    const [slot] = written.get(area) ?? [];
    const value = slot === undefined ? null : (form.clues.value(look, slot, sort) ?? null);
    for (const old of written.get(partner) ?? []) form.clues.put(context, old, sort, null);
    form.clues.put(context, form.homeOf(partner, areas, look), sort, value);
  }
}
