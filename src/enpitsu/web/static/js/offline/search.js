/**
 * Puzzles sought, sorted and counted as the server does it (enpitsu.store.shelf).
 * @import { FindPuzzlesAnswer, PuzzleRowAnswer } from "../contract.d.ts"
 * @typedef {Record<string, string | number | null | undefined>} Query
 */

const LEVELS = ["gentle", "easy", "medium", "hard", "expert", "extreme"];
const PAGE_SIZE = 24;

/** @type {Record<string, [string, (row: PuzzleRowAnswer) => string]>} */
const FIELDS = {
  kinds: ["kind", ({ kind }) => kind],
  levels: ["level", ({ level }) => level],
  lengths: ["length", ({ length_word: length }) => length ?? ""],
  collections: ["collection", ({ collection }) => collection],
  states: ["state", ({ state }) => state],
};

const cells = (/** @type {PuzzleRowAnswer} */ { rows, cols }) => rows * cols;
const rank = (/** @type {PuzzleRowAnswer} */ { level }) =>
  LEVELS.includes(level) ? LEVELS.indexOf(level) : LEVELS.length;

/** @type {Record<string, ((row: PuzzleRowAnswer) => string | number)[]>} */
const ORDERS = {
  number: [],
  added: [({ added }) => added],
  title: [({ title }) => title.toLowerCase()],
  size: [cells],
  level: [rank, ({ level }) => level, ({ length }) => length],
  length: [({ length }) => length, rank],
};
/** @type {((row: PuzzleRowAnswer) => string | number)[]} */
const LAST = [({ collection }) => collection, ({ number }) => number, ({ id }) => id];

/** A page of the puzzles that fit. @param {PuzzleRowAnswer[]} rows @param {Query} query @returns {FindPuzzlesAnswer} */
export function findPuzzles(rows, query) {
  const { sort = "number", page = 1, size = PAGE_SIZE } = query;
  const fitting = rows.filter((row) => fits(row, query)).sort(order(String(sort)));
  const start = (Number(page) - 1) * Number(size);
  const counts = Object.entries(FIELDS).map(([name, [field, value]]) => {
    const others = rows.filter((row) => fits(row, { ...query, [field]: null }));
    return [name, tally(others.map(value))];
  });
  return {
    puzzles: fitting.slice(start, start + Number(size)),
    page: Number(page),
    pages: Math.ceil(fitting.length / Number(size)),
    total: fitting.length,
    counts: Object.fromEntries(counts),
  };
}

/** @param {PuzzleRowAnswer} row @param {Query} query */
function fits(row, query) {
  const isAsked = (/** @type {unknown} */ value) => value !== undefined && value !== null && value !== "";
  const told = [row.title, row.author, row.kind, row.level, row.collection].map((each) => each.toLowerCase());
  const words = String(query.text ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  return (
    Object.values(FIELDS).every(([field, value]) => !isAsked(query[field]) || value(row) === query[field]) &&
    (!isAsked(query.least) || cells(row) >= Number(query.least)) &&
    (!isAsked(query.most) || cells(row) <= Number(query.most)) &&
    words.every((word) => told.some((text) => text.includes(word)))
  );
}

/** @param {string} sort with a minus before it, the other way round */
function order(sort) {
  const name = sort.replace(/^-/, "");
  const way = sort === name ? 1 : -1;
  const keys = [...(ORDERS[name] ?? []), ...LAST];
  return (/** @type {PuzzleRowAnswer} */ one, /** @type {PuzzleRowAnswer} */ other) => {
    // Those of which nobody knows how long they are come last either way.
    if (name === "length" && !one.length !== !other.length) return one.length ? -1 : 1;
    for (const key of keys) {
      const [a, b] = [key(one), key(other)];
      if (a !== b) return a < b ? -way : way;
    }
    return 0;
  };
}

/** @param {string[]} values */
function tally(values) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const each of values) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}
