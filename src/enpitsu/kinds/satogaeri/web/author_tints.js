/**
 * Soft tints for countries: neighbours get different ones, and a country keeps its own.
 * @import { Context } from "/static/js/types.d.ts"
 */

import { cellsOf, contentAt, lookOf } from "./author_sheet.js";
import { TINTS } from "./author_styles.js";

const NEAR = 2; // cells: countries as near as this get other tints if there are enough

/** The tints that countries have. @param {Context} context @returns {Map<number, number>} */
function tintsOf({ memory }) {
  memory.tints ??= new Map();
  return memory.tints;
}

/** The tint of a country, chosen when it is first seen. @param {Context} context @param {number} country */
export function tintOf(context, country) {
  const tints = tintsOf(context);
  if (!tints.has(country)) {
    for (const [each, others] of around(context)) if (!tints.has(each)) tints.set(each, choose(each, others, tints));
  }
  return tints.get(country) ?? country % TINTS;
}

/**
 * Countries that a stroke has brought beside one of the same tint get another.
 * @param {Context} context @param {Set<number>} countries
 */
export function retint(context, countries) {
  const tints = tintsOf(context);
  const found = around(context);
  const changed = new Set();
  for (const country of countries) {
    const others = found.get(country);
    const isLike = others && [...others.next].some((other) => tints.get(other) === tints.get(country));
    if (!tints.has(country) || !isLike) continue;
    tints.set(country, choose(country, others, tints));
    changed.add(country);
  }
  const cells = changed.size ? cellsOf(context.size) : [];
  const look = lookOf(context);
  const own = cells.filter((cell) => changed.has(contentAt(look, cell, context.kit).country));
  context.board.redraw(own.map(context.kit.cellText));
}

/** Another tint than those near, or at least than those beside it. */
function choose(country, { next, near }, tints) {
  const order = Array.from({ length: TINTS }, (_, at) => (country + at) % TINTS);
  const lacks = (others) => (tint) => ![...others].some((other) => tints.get(other) === tint);
  return order.find(lacks(near)) ?? order.find(lacks(next)) ?? order[0];
}

/**
 * The countries beside and near each one.
 * @param {Context} context @returns {Map<number, {next: Set<number>, near: Set<number>}>}
 */
function around(context) {
  const look = lookOf(context);
  const countries = cellsOf(look).map((cell) => contentAt(look, cell, context.kit).country);
  const found = new Map();
  countries.forEach((country, at) => {
    if (country === null) return;
    if (!found.has(country)) found.set(country, { next: new Set(), near: new Set() });
    for (const [other, far] of within(at, look, countries)) {
      if (other === country || other === null) continue;
      found.get(country).near.add(other);
      if (far === 1) found.get(country).next.add(other);
    }
  });
  return found;
}

/** The countries of cells round one, with how far they are. */
function* within(at, { rows, cols }, countries) {
  const [row, col] = [Math.floor(at / cols), at % cols];
  for (let down = -NEAR; down <= NEAR; down++) {
    const reach = NEAR - Math.abs(down);
    for (let right = -reach; right <= reach; right++) {
      const [below, beside] = [row + down, col + right];
      const isInside = below >= 0 && beside >= 0 && below < rows && beside < cols;
      if (isInside) yield [countries[below * cols + beside], Math.abs(down) + Math.abs(right)];
    }
  }
}
