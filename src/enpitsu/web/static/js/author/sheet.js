/**
 * What an author works on: `{kind, rows, cols, facts: ["SLOT VALUE", ...], more}`, never changed in
 * place. A slot is a cell, an edge or a line ("row1"), and has one value at most.
 * @import { AuthorKind, Cell, Place, Size, Symmetry } from "../types.d.ts"
 * @typedef {import("../types.d.ts").Sheet} Sheet
 * @typedef {keyof typeof SYMMETRIES} Turn
 * @typedef {{put: string[], take: string[], size?: number[][], more?: Sheet["more"][]}} Diff `size`, `more`: before and after
 */

import { cellText, edgeText, isInside, parsePlace } from "../board/slots.js";

/** Rows and columns that a sheet may have. */
export const SIDES = Object.freeze({ least: 1, most: 100 });

/** @param {boolean} isSwapped @param {boolean} flipsRows @param {boolean} flipsCols @returns {Readonly<Symmetry>} */
const symmetry = (isSwapped, flipsRows, flipsCols) => Object.freeze({ isSwapped, flipsRows, flipsCols });
/** The symmetries of a board: rows and columns are exchanged first, then rows or columns turned round. */
export const SYMMETRIES = Object.freeze({
  rotate90: symmetry(true, false, true),
  rotate180: symmetry(false, true, true),
  rotate270: symmetry(true, true, false),
  mirror: symmetry(false, false, true),
  flip: symmetry(false, true, false),
  transpose: symmetry(true, false, false),
  antitranspose: symmetry(true, true, true),
});

/** The size of a board once it is turned. @param {Size} size @param {Turn} how */
const turnedSize = ({ rows, cols }, how) => (SYMMETRIES[how].isSwapped ? { rows: cols, cols: rows } : { rows, cols });

/** Where a cell comes to lie. @param {Cell} cell @param {Turn} how @param {Size} size before */
export function turnedCell(cell, how, size) {
  const { isSwapped, flipsRows, flipsCols } = SYMMETRIES[how];
  const { rows, cols } = turnedSize(size, how);
  const { row, col } = isSwapped ? { row: cell.col, col: cell.row } : cell;
  return { row: flipsRows ? rows - 1 - row : row, col: flipsCols ? cols - 1 - col : col };
}

/** Where a slot comes to lie. @param {string} slot @param {Turn} how @param {Size} size before */
export function turnedSlot(slot, how, size) {
  return movedSlot(slot, (cell) => turnedCell(cell, how, size), SYMMETRIES[how].isSwapped);
}

/** The place of a slot: a sheet has facts of places only (draft_content.js). @param {string} slot */
const placeOf = (slot) => /** @type {Place} */ (parsePlace(slot));

/** A slot whose cells are moved; `isSwapped`: rows become columns. @param {string} slot @param {(cell: Cell) => Cell} move */
function movedSlot(slot, move, isSwapped = false) {
  const place = placeOf(slot);
  if (place.kind === "cell") return cellText(move(place.cell));
  if (place.kind === "edge") return edgeText(move(place.a), move(place.b));
  const first = move(place.axis === "row" ? { row: place.at, col: 0 } : { row: 0, col: place.at });
  const axis = (place.axis === "row") === isSwapped ? "col" : "row";
  return `${axis}${first[axis] + 1}`;
}

/** A fact's two parts. @param {string} fact @returns {[string, string]} slot and value */
export function parted(fact) {
  const at = fact.indexOf(" ");
  return [fact.slice(0, at), fact.slice(at + 1)];
}

/** The content of a sheet, by slot. @param {Sheet} sheet @returns {Map<string, string>} */
export const valuesOf = ({ facts }) => new Map(facts.map(parted));

const factsOf = (values) => [...values].map(([slot, value]) => `${slot} ${value}`);

/** The sheet turned. @param {Sheet} sheet @param {Turn} how @param {Pick<AuthorKind, "turned">} kind */
export function turned(sheet, how, kind) {
  const turn = (/** @type {string} */ fact) => {
    const [slot, value] = parted(fact);
    return `${turnedSlot(slot, how, sheet)} ${kind.turned?.(value, SYMMETRIES[how], slot) ?? value}`;
  };
  return { ...sheet, ...turnedSize(sheet, how), facts: sheet.facts.map(turn) };
}

/**
 * The sheet with rows and columns added (or, negative, taken away) at its sides; null if it would
 * become too small or too large. What lies outside then is lost.
 * @param {Sheet} sheet @param {{top?: number, bottom?: number, left?: number, right?: number}} by
 */
export function resized(sheet, { top = 0, bottom = 0, left = 0, right = 0 }) {
  const size = { rows: sheet.rows + top + bottom, cols: sheet.cols + left + right };
  if (![size.rows, size.cols].every((count) => count >= SIDES.least && count <= SIDES.most)) return null;
  const move = ({ row, col }) => ({ row: row + top, col: col + left });
  const stays = (slot) => endsOf(placeOf(slot), { top, left }, sheet).every((cell) => isInside(move(cell), size));
  const kept = sheet.facts.map(parted).filter(([slot]) => stays(slot));
  return { ...sheet, ...size, facts: kept.map(([slot, value]) => `${grownSlot(slot, move, sheet, size)} ${value}`) };
}

/** A slot after rows or columns were added: sides of the frame go with it. @param {string} slot @param {(cell: Cell) => Cell} move @param {Size} before @param {Size} after */
function grownSlot(slot, move, before, after) {
  const place = placeOf(slot);
  if (place.kind !== "edge" || [place.a, place.b].every((cell) => isInside(cell, before))) return movedSlot(slot, move);
  const [inner, outer] = isInside(place.a, before) ? [place.a, place.b] : [place.b, place.a];
  const way = { row: outer.row - inner.row, col: outer.col - inner.col };
  const last = { row: way.row > 0 ? after.rows - 1 : 0, col: way.col > 0 ? after.cols - 1 : 0 };
  const at = { ...move(inner), ...(way.row ? { row: last.row } : { col: last.col }) };
  return edgeText(at, { row: at.row + way.row, col: at.col + way.col });
}

/**
 * The cells that a place needs; a line, or a side of the frame, needs only to have its own number left.
 * @param {Place} place @param {{top: number, left: number}} by @param {Size} size
 */
function endsOf(place, { top, left }, size) {
  if (place.kind === "cell") return [place.cell];
  if (place.kind === "line")
    return [place.axis === "row" ? { row: place.at, col: -left } : { row: -top, col: place.at }];
  const { a, b } = place;
  if (isInside(a, size) && isInside(b, size)) return [a, b];
  return [a.row === b.row ? { row: a.row, col: -left } : { row: -top, col: a.col }];
}

/** The difference between two sheets. @param {Sheet} before @param {Sheet} after @returns {Diff} */
export function diffOf(before, after) {
  const [old, now] = [new Set(before.facts), new Set(after.facts)];
  /** @type {Diff} */
  const diff = {
    put: after.facts.filter((fact) => !old.has(fact)),
    take: before.facts.filter((fact) => !now.has(fact)),
  };
  if (before.rows !== after.rows || before.cols !== after.cols) {
    diff.size = [
      [before.rows, before.cols],
      [after.rows, after.cols],
    ];
  }
  if (!isSameMore(before, after)) diff.more = [before.more, after.more];
  return diff;
}

/** True if a diff changes nothing. @param {Diff} diff */
export const isNothing = ({ put, take, size, more }) => !put.length && !take.length && !size && !more;

/** The diff that takes one back. @param {Diff} diff @returns {Diff} */
export const inverse = ({ put, take, size, more, ...rest }) => ({
  ...rest,
  put: take,
  take: put,
  ...(size ? { size: [size[1], size[0]] } : {}),
  ...(more ? { more: [more[1], more[0]] } : {}),
});

/** A sheet after a diff. @param {Sheet} sheet @param {Diff} diff @returns {Sheet} */
export function changed(sheet, { put, take, size, more }) {
  const values = valuesOf(sheet);
  for (const [slot, value] of take.map(parted)) if (values.get(slot) === value) values.delete(slot);
  for (const [slot, value] of put.map(parted)) values.set(slot, value);
  const [rows, cols] = size?.[1] ?? [sheet.rows, sheet.cols];
  return { ...sheet, rows, cols, more: more?.[1] ?? sheet.more, facts: factsOf(values) };
}

/** Two diffs, one after the other, as one. @param {Diff} first @param {Diff} second @returns {Diff} */
export function joined(first, second) {
  const put = new Set(first.put);
  const take = new Set(first.take);
  for (const fact of second.take) if (!put.delete(fact)) take.add(fact);
  for (const fact of second.put) if (!take.delete(fact)) put.add(fact);
  const span = (name) =>
    first[name] || second[name] ? { [name]: [(first[name] ?? second[name])[0], (second[name] ?? first[name])[1]] } : {};
  return { ...first, put: [...put], take: [...take], ...span("size"), ...span("more") };
}

/** True if two sheets are of one size. @param {Size} a @param {Size} b */
export const isSameSize = (a, b) => a.rows === b.rows && a.cols === b.cols;

/** True if all that belongs to no slot is the same. @param {Pick<Sheet, "more">} a @param {Pick<Sheet, "more">} b */
export const isSameMore = (a, b) => stable(a.more) === stable(b.more);

/** True if two sheets say the same, in whatever order. @param {Sheet} a @param {Sheet} b */
export function isSame(a, b) {
  if (a.kind !== b.kind || !isSameSize(a, b) || !isSameMore(a, b) || a.facts.length !== b.facts.length) return false;
  const known = new Set(a.facts);
  return b.facts.every((fact) => known.has(fact));
}

/** JSON whose keys are in order. */
function stable(value) {
  const order = (_, each) =>
    each && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  return JSON.stringify(value ?? {}, order);
}
