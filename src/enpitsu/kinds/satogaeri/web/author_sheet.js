/**
 * A sheet of Satogaeri: what an author has drawn so far.
 *
 * A cell's value is its country and its circle: "c3", "c3o5", "o?"; cells without country are free.
 * Borders follow from the countries; a fact "r1c1-r1c2 border" is one that is drawn within a country
 * or among free cells and does not close anything off yet.
 * @typedef {{country: number | null, circle: number | "?" | null}} Content
 * @typedef {import("/static/js/kit/author_clues.js").Look} Look
 * @typedef {{country: number | null, cells: Cell[]}} Area
 * @import { AuthorKit, Cell, Kit, SheetBody } from "/static/js/types.d.ts"
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

/** Gives numbers that are not taken, one after the other. @param {Iterable<number | null>} taken @returns {() => number} */
export function numbering(taken) {
  const known = new Set(taken);
  let last = 0;
  return () => {
    do last += 1;
    while (known.has(last));
    return last;
  };
}

/** @param {Kit} kit @param {Look} look @param {Cell} cell @returns {Content} */
export const contentAt = (look, cell, kit) => parse(look.held(kit.cellText(cell)));

/**
 * True if a border is drawn between two neighbours that no countries make.
 * @param {Look} look @param {Cell} a @param {Cell} b @param {Kit} kit
 */
export const isWalled = (look, a, b, kit) => look.held(kit.edgeText(a, b)) === BORDER;

/**
 * What borders separate: countries, parts of them, and free areas, in the order of first cells.
 * @param {AuthorKit} kit @param {Look} look @returns {{areas: Area[], of(cell: Cell): number}}
 */
export function divide(look, kit) {
  const countries = kit.cellsOf(look).map((cell) => contentAt(look, cell, kit).country);
  const isWall = kit.wallsOf(wallsOf(look), look);
  const { parts, of } = kit.partsOf(look, (a, b) => countries[a] !== countries[b] || isWall(a, b));
  const areas = parts.map((part) => ({ country: countries[part[0]], cells: part.map((at) => kit.cellAt(at, look)) }));
  return { areas, of: (cell) => of[kit.numberOf(cell, look)] };
}

/** The borders that are drawn by themselves. @param {Look} look */
export const wallsOf = (look) => look.slots().filter((slot) => look.held(slot) === BORDER);

// --- puzzles ---------------------------------------------------------------------------------------

/** An empty sheet: every cell is free. */
export const blank = () => ({ facts: [], more: {} });

/** The puzzle of a sheet; free areas count as countries for now. @param {SheetBody} sheet @param {AuthorKit} kit */
export function puzzle(sheet, kit) {
  const look = kit.lookAt(sheet);
  const { areas, of } = divide(look, kit);
  const { rows, cols } = sheet;
  const countries = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (__, col) => of({ row, col })),
  );
  const strays = loose(look, of, kit);
  const made = { rows, cols, countries, circles: circlesOf(look, kit), ...(strays.length ? { strays } : {}) };
  const free = kit.cellsOf(look).filter((cell) => areas[of(cell)].country === null);
  return { puzzle: made, undecided: free.map(kit.cellText), solution: null };
}

/** @param {Look} look @param {AuthorKit} kit */
function circlesOf(look, kit) {
  const circles = [];
  for (const cell of kit.cellsOf(look)) {
    const { circle } = contentAt(look, cell, kit);
    if (circle === null) continue;
    const own = { cell: kit.cellText(cell) };
    circles.push(circle === "?" ? own : { ...own, number: circle });
  }
  return circles;
}

/** Drawn borders that separate nothing. @param {Look} look @param {(cell: Cell) => number} of @param {Kit} kit */
const loose = (look, of, kit) =>
  wallsOf(look).filter((slot) => {
    const place = kit.parsePlace(slot);
    return place?.kind === "edge" && of(place.a) === of(place.b);
  });
