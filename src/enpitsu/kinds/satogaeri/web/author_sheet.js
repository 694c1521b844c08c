/**
 * A sheet of Satogaeri: what an author has drawn so far.
 *
 * A cell's value is its country and its circle: "c3", "c3o5", "o?"; cells without country are free.
 * Borders follow from the countries; a fact "r1c1-r1c2 border" is one that is drawn within a country
 * or among free cells and does not close anything off yet.
 * @typedef {{country: number | null, circle: number | "?" | null}} Content
 * @typedef {{rows: number, cols: number, held(slot: string): string | undefined}} Look
 * @typedef {{country: number | null, cells: Cell[]}} Area
 * @import { Cell, Context, Kit, SheetBody, Size } from "/static/js/types.d.ts"
 */

export const BORDER = "border";

const CONTENT = /^(?:c(\d+))?(?:o(\?|\d+))?$/;
const EMPTY = Object.freeze({ country: null, circle: null });

/** True if a value is one of a sheet's. @param {string} slot @param {string} value */
export const isValue = (slot, value) => (slot.includes("-") ? value === BORDER : CONTENT.test(value));

/** Parse a value. @param {string | undefined} value @returns {Content} */
export function parse(value) {
  const found = value && CONTENT.exec(value);
  if (!found) return EMPTY;
  const [, country, circle] = found;
  return {
    country: country === undefined ? null : Number(country),
    circle: circle === undefined ? null : circle === "?" ? "?" : Number(circle),
  };
}

/** The value that says it, "" if there is nothing. @param {Content} content */
export const format = ({ country, circle }) =>
  `${country === null ? "" : `c${country}`}${circle === null ? "" : `o${circle}`}`;

/** A sheet's content, to look at. @param {SheetBody} sheet @returns {Look} */
export function lookAt({ rows, cols, facts }) {
  const values = new Map(facts.map((fact) => /** @type {[string, string]} */ (fact.split(" "))));
  return { rows, cols, held: (slot) => values.get(slot) };
}

/** The board's content, to look at. @param {Context} context @returns {Look} */
export const lookOf = ({ size, position }) => ({ ...size, held: (slot) => position.held(slot) });

/** @param {Kit} kit @param {Look} look @param {Cell} cell @returns {Content} */
export const contentAt = (look, cell, kit) => parse(look.held(kit.cellText(cell)));

/**
 * True if a border is drawn between two neighbours that no countries make.
 * @param {Look} look @param {Cell} a @param {Cell} b @param {Kit} kit
 */
export const isWalled = (look, a, b, kit) => look.held(kit.edgeText(a, b)) === BORDER;

/** All cells in reading order. @param {Size} size @returns {Cell[]} */
export const cellsOf = ({ rows, cols }) =>
  Array.from({ length: rows * cols }, (_, at) => ({ row: Math.floor(at / cols), col: at % cols }));

/**
 * What borders separate: countries, parts of them, and free areas, in the order of first cells.
 * @param {Kit} kit @param {Look} look @returns {{areas: Area[], of(cell: Cell): number}}
 */
export function divide(look, kit) {
  const { cols } = look;
  const cells = cellsOf(look);
  const countries = cells.map((cell) => contentAt(look, cell, kit).country);
  const numbers = cells.map(() => -1);
  const at = ({ row, col }) => row * cols + col;
  const hangs = (a, b) => countries[at(a)] === countries[at(b)] && !isWalled(look, a, b, kit);
  const areas = [];
  for (const first of cells) {
    if (numbers[at(first)] >= 0) continue;
    const found = [first];
    numbers[at(first)] = areas.length;
    for (const cell of found) {
      for (const other of kit.neighbours(cell, look)) {
        if (numbers[at(other)] >= 0 || !hangs(cell, other)) continue;
        numbers[at(other)] = areas.length;
        found.push(other);
      }
    }
    areas.push({ country: countries[at(first)], cells: found });
  }
  return { areas, of: (cell) => numbers[at(cell)] };
}

// --- puzzles ---------------------------------------------------------------------------------------

/** An empty sheet: every cell is free. */
export const blank = () => ({ facts: [], more: {} });

/** The puzzle of a sheet; free areas count as countries for now. @param {SheetBody} sheet @param {Kit} kit */
export function puzzle(sheet, kit) {
  const look = lookAt(sheet);
  const { areas, of } = divide(look, kit);
  const { rows, cols } = sheet;
  const countries = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (__, col) => of({ row, col })),
  );
  const made = { rows, cols, countries, circles: circlesOf(look, kit) };
  const strays = loose(sheet.facts, of, kit);
  if (strays.length) made.strays = strays;
  const free = cellsOf(look).filter((cell) => areas[of(cell)].country === null);
  return { puzzle: made, undecided: free.map(kit.cellText), solution: null };
}

/** @param {Look} look @param {Kit} kit */
function circlesOf(look, kit) {
  const circles = [];
  for (const cell of cellsOf(look)) {
    const { circle } = contentAt(look, cell, kit);
    if (circle === null) continue;
    const own = { cell: kit.cellText(cell) };
    circles.push(circle === "?" ? own : { ...own, number: circle });
  }
  return circles;
}

/** Drawn borders that separate nothing. */
function loose(facts, of, kit) {
  const walls = facts.map((fact) => fact.split(" ")).filter(([, value]) => value === BORDER);
  return walls
    .map(([slot]) => slot)
    .filter((slot) => {
      const { a, b } = kit.parsePlace(slot);
      return of(a) === of(b);
    });
}
