/**
 * The puzzle of a declared kind as its board asks for it, and what its cells hold.
 * @typedef {{slot: Slot, sort: OwnClueSort, text: string}} PlacedClue
 * @typedef {object} Model
 * @property {string} id of the kind
 * @property {number} rows
 * @property {number} cols
 * @property {Sorts} sorts
 * @property {PlacedClue[]} clues
 * @property {Map<Slot, PlacedClue[]>} clueAt
 * @property {Set<Slot>} blocked cells in which nothing is written
 * @property {Areas | null} areas
 * @property {Map<number, string>} areaClues the clue of an area by its number
 * @property {string[]} values those of typed numbers
 * @import { Cell, Context, Own, Slot, WriteContext } from "../types.d.ts"
 * @import { Areas } from "../board/areas.js"
 * @import { OwnClueSort, Sorts } from "./sorts.js"
 */

import { linesAt, NODES } from "../board/nodes.js";
import { cellText, parseCell } from "../board/slots.js";
import { valuesOf } from "./sorts.js";

/** What a cell holds that can have none of the painted marks. */
export const DENIED = "not";

/** @param {Own} puzzle @param {Sorts} sorts @returns {Model} */
export function readPuzzle(puzzle, sorts) {
  const { declaration } = sorts;
  const { rows, cols } = puzzle;
  if (!(rows > 0 && cols > 0)) throw new Error("a puzzle without rows and columns");
  const clues = sorts.clues.flatMap((sort) =>
    Object.entries(puzzle[sort.name] ?? {}).map(([slot, value]) => ({ slot, sort, text: String(value) })),
  );
  const areas = declaration.areas ? (puzzle[declaration.areas] ?? null) : null;
  const blocked = new Set(clues.filter(({ sort }) => sort.blocks).map(({ slot }) => slot));
  return {
    id: declaration.id,
    rows,
    cols,
    sorts,
    clues,
    clueAt: bySlot(clues),
    blocked,
    areas,
    areaClues: areas ? cluesOfAreas(clues, areas) : new Map(),
    values: valuesOf(sorts.typed, { rows, cols }),
  };
}

/** @param {PlacedClue[]} clues */
function bySlot(clues) {
  /** @type {Map<Slot, PlacedClue[]>} */
  const found = new Map();
  for (const clue of clues) found.set(clue.slot, [...(found.get(clue.slot) ?? []), clue]);
  return found;
}

/** @param {PlacedClue[]} clues @param {Areas} areas @returns {Map<number, string>} */
function cluesOfAreas(clues, areas) {
  const own = clues.filter(({ sort }) => sort.on === "areas");
  return new Map(
    own.map(({ slot, text }) => {
      const { row, col } = /** @type {Cell} */ (parseCell(slot));
      return [areas[row][col], text];
    }),
  );
}

/** @typedef {Pick<Context<Model>, "model" | "position" | "size">} Seen */

/** @param {Model} model @param {Cell} cell */
export const isBlocked = (model, cell) => model.blocked.has(cellText(cell));

/** The painted mark of a cell, DENIED or null. @param {Seen} context @param {Cell} cell */
export function stateOf({ model, position }, cell) {
  const slot = cellText(cell);
  const { paints } = model.sorts;
  const held = paints.find(({ name }) => position.get(slot, name));
  if (held) return held.name;
  return paints.length && paints.every(({ name }) => position.get(slot, name) === false) ? DENIED : null;
}

/** Paint a cell; lines that go through give way to a shade. @param {WriteContext<Model>} context @param {Cell} cell @param {string | null} state */
export function paintCell(context, cell, state) {
  const { draft, model } = context;
  const slot = cellText(cell);
  const { paints } = model.sorts;
  for (const { name } of paints) draft.set(slot, name, null);
  if (state === DENIED) for (const { name } of paints) draft.set(slot, name, false);
  else if (state !== null) draft.set(slot, state, true);
  if (isShade(model, state))
    for (const { slot: line, name } of throughLines(context, cell)) draft.set(line, name, null);
}

/** True if no line can go through what a cell holds. @param {Model} model @param {string | null} state */
export const isShade = ({ sorts }, state) => sorts.paints.some(({ name, look }) => look === "shade" && name === state);

/** True if a line goes through a cell. @param {Seen} context @param {Cell} cell */
export const hasLine = (context, cell) => throughLines(context, cell).length > 0;

/** The lines from cell to cell through a cell. @param {Seen} context @param {Cell} cell */
function throughLines(context, cell) {
  const sorts = context.model.sorts.lines.filter(({ isOnSides }) => !isOnSides);
  return sorts.flatMap(({ name }) => linesAt(cell, context, NODES.cells, name).map((slot) => ({ slot, name })));
}
