/**
 * From a puzzle to a sheet: countries get the numbers that they had before, as far as can be.
 * @typedef {{sheet?: Sheet, isFilled?: boolean}} Known
 * @import { AuthorKit, Own, Sheet } from "/static/js/types.d.ts"
 */

import { BORDER, contentAt, divide, format, numbering } from "./author_sheet.js";

/**
 * The sheet of a puzzle. @param {Own} puzzle @param {AuthorKit} kit @param {Known} known the sheet that it comes
 * from, if any: countries keep their numbers and free areas stay free, unless they were filled
 */
export function open(puzzle, kit, known = {}) {
  const { countries, circles = [], strays = [] } = puzzle;
  const signs = new Map(
    circles.map((/** @type {{cell: string, number?: number}} */ { cell, number }) => [cell, number ?? "?"]),
  );
  const numbers = numbersFor(puzzle, kit, known);
  const values = countries.flatMap((/** @type {number[]} */ line, /** @type {number} */ row) =>
    line.map((country, col) => {
      const slot = kit.cellText({ row, col });
      return [slot, format({ country: numbers[country], circle: signs.get(slot) ?? null })];
    }),
  );
  const facts = values
    .filter((/** @type {string[]} */ [, value]) => value)
    .map((/** @type {string[]} */ fact) => fact.join(" "));
  return { facts: [...facts, ...strays.map((/** @type {string} */ edge) => `${edge} ${BORDER}`)], more: {} };
}

/**
 * The numbers of countries; null where an area stays free.
 * @param {{rows: number, cols: number, countries: number[][]}} puzzle @param {AuthorKit} kit
 * @param {Known} known the sheet that the puzzle comes from
 * @returns {(number | null)[]}
 */
function numbersFor(puzzle, kit, known) {
  const { sheet, isFilled = false } = known;
  const count = Math.max(...puzzle.countries.flat()) + 1;
  const isKnown = sheet && sheet.rows === puzzle.rows && sheet.cols === puzzle.cols;
  if (!isKnown) return Array.from({ length: count }, (_, at) => at + 1);
  const look = kit.lookAt(sheet);
  const free = isFilled ? new Set() : stillFree(puzzle, divide(look, kit));
  const kept = keptNumbers(puzzle, look, kit);
  const next = numbering(kept.values());
  return Array.from({ length: count }, (_, at) => (free.has(at) ? null : (kept.get(at) ?? next())));
}

/** Countries that are the free areas of before; none if one of those was changed. @returns {Set<number>} @param {{countries: number[][]}} puzzle @param {{areas: import("./author_sheet.js").Area[]}} before */
function stillFree({ countries }, { areas }) {
  const sizes = new Map();
  for (const country of countries.flat()) sizes.set(country, (sizes.get(country) ?? 0) + 1);
  const free = areas.filter(({ country }) => country === null);
  const found = free.map(({ cells }) => {
    const [first, ...others] = new Set(cells.map(({ row, col }) => countries[row][col]));
    return !others.length && sizes.get(first) === cells.length ? first : null;
  });
  return new Set(found.includes(null) ? [] : found.filter((country) => country !== null));
}

/** Each country takes the number that most of its cells had. @returns {Map<number, number>} @param {{countries: number[][]}} puzzle @param {import("./author_sheet.js").Look} look @param {AuthorKit} kit */
function keptNumbers({ countries }, look, kit) {
  const shared = new Map();
  for (const cell of kit.cellsOf(look)) {
    const before = contentAt(look, cell, kit).country;
    if (before === null) continue;
    const pair = `${countries[cell.row][cell.col]} ${before}`;
    shared.set(pair, (shared.get(pair) ?? 0) + 1);
  }
  const kept = new Map();
  const taken = new Set();
  for (const [pair] of [...shared].sort(([, a], [, b]) => b - a)) {
    const [now, before] = pair.split(" ").map(Number);
    if (kept.has(now) || taken.has(before)) continue;
    kept.set(now, before);
    taken.add(before);
  }
  return kept;
}
