/**
 * A sheet in words, and what may be asked about a cell.
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { AuthorClaim, Cell, Context, MarkSort, Slot, Text } from "../types.d.ts"
 */

import { cellText, edgeText, isInside, step, WAYS } from "../board/slots.js";
import { lookOf } from "./author_clues.js";
import { CHOSEN } from "./author_places.js";

/** The content of a cell and of its sides in words; "" for an empty one. @param {SheetForm} form @param {Cell} cell @param {Context} context */
export function label(form, cell, context) {
  const { text } = context;
  const sides = form.sorts.some(({ isInCells }) => !isInCells) ? waysOf(cell, context, false) : [];
  const told = sides.flatMap(([way, slot]) => {
    const clue = clueText(form, slot, context);
    return clue ? [text(`${form.kind}.says.beside`, { clue, way: text(`${form.kind}.says.${way}`) })] : [];
  });
  const bordered =
    form.areas === null ? [] : waysOf(cell, context).filter(([, slot]) => form.clues.hasBorder(context.position, slot));
  const ways = bordered.map(([way]) => text(`${form.kind}.says.${way}`)).join(" ");
  const borders = ways ? [text(`${form.kind}.author.border`, { ways })] : [];
  return [clueText(form, cellText(cell), context), ...told, ...borders].filter(Boolean).join(", ");
}

/** A clue in words; "" where there is none. @param {SheetForm} form @param {Slot} place @param {Context} context */
export function clueText({ clues, kind }, place, { position, text }) {
  const found = clues.contentAt(position, place).clues;
  const sorts = clues.at(place).filter(({ name }) => found[name] !== undefined);
  return sorts.map((sort) => sort.say(found[sort.name], text, kind)).join(", ");
}

/** A cell is chosen. @param {Cell} cell @param {Context} context */
export function chosen(cell, { memory, board }) {
  const slot = cellText(cell);
  if (memory.chosen !== slot) memory.typed = null;
  memory.chosen = slot;
  if (memory.side) board.redraw([CHOSEN]);
  [memory.left, memory.side] = [memory.side, null];
}

/** More about a cell: its clue, the size of its area. @param {SheetForm} form @param {Cell} cell @param {Context} context */
export function describe(form, cell, context) {
  const { text, position } = context;
  const slot = cellText(cell);
  const { clues } = form.clues.contentAt(position, slot);
  const told = form.sorts.map((sort) => clues[sort.name] && sort.describe(slot, clues[sort.name], context));
  const count = form.areas === null ? 0 : form.areaOf(cell, lookOf(context)).length;
  return [...told, count && text(`${form.kind}.author.cells`, { count })].filter(Boolean).join(" ");
}

/** The signs among forced facts that are no clues, in words. @param {string} kind @param {MarkSort[]} marks @param {string[]} facts @param {Text} text */
export function legend(kind, marks, facts, text) {
  const dotted = marks.find(
    ({ name, on, denial }) => on === "cells" && denial === "dot" && facts.some((fact) => fact.endsWith(` not ${name}`)),
  );
  return dotted ? text(`${kind}.author.legend.${dotted.look}`) : "";
}

/** The ways from a cell with what lies there; `isWithin`: only those to other cells. @param {Cell} cell @param {Context} context @returns {[string, Slot, Cell][]} */
function waysOf(cell, { size }, isWithin = true) {
  return Object.entries(WAYS).flatMap(([name, way]) => {
    const next = step(cell, way);
    return !isWithin || isInside(next, size) ? [[name, edgeText(cell, next), next]] : [];
  });
}

// --- questions ---------------------------------------------------------------------------------

/** The questions about a cell: each mark in it and at its edges or sides. @param {SheetForm} form @param {MarkSort[]} marks @param {Cell} cell @param {Context} context @returns {AuthorClaim[]} */
export function claims(form, marks, cell, context) {
  const isShut = (/** @type {Cell} */ at) => isBlocked(form, at, context);
  return marks.flatMap((mark) => {
    if (mark.on === "cells") return isShut(cell) ? [] : claimsOfCell(form.kind, mark, cell, context);
    if (mark.on === "edges" && isShut(cell)) return [];
    const ways = waysOf(cell, context, mark.on === "edges").filter(
      ([, , next]) => mark.on === "sides" || !isShut(next),
    );
    return ways.flatMap(([way, slot]) => claimsOfEdge(form.kind, mark, way, slot, context.text));
  });
}

/** True if a clue takes the whole cell. @param {SheetForm} form @param {Cell} cell @param {Context} context */
function isBlocked({ sorts, clues }, cell, { position }) {
  const found = clues.contentAt(position, cellText(cell)).clues;
  return sorts.some(({ blocks, name }) => blocks && found[name] !== undefined);
}

/** That something is there, and that it is not. @param {Slot} slot @param {string} value @param {(not: "" | "not-") => string} say @returns {AuthorClaim[]} */
export const bothClaims = (slot, value, say) => [
  { fact: `${slot} ${value}`, text: say("") },
  { fact: `${slot} not ${value}`, text: say("not-") },
];

/** @param {string} kind @param {MarkSort} mark @param {Cell} cell @param {Context} context @returns {AuthorClaim[]} */
function claimsOfCell(kind, { name, values, look }, cell, { size, text }) {
  const slot = cellText(cell);
  const all =
    values === "size" ? Array.from({ length: Math.max(size.rows, size.cols) }, (_, at) => String(at + 1)) : values;
  if (!all.length) return bothClaims(slot, name, (not) => text(`${kind}.author.claim.${not}${look}`));
  return all.flatMap((value) => bothClaims(slot, value, (not) => text(`${kind}.author.claim.${not}value`, { value })));
}

/** @param {string} kind @param {MarkSort} mark @param {string} way @param {Slot} slot @param {Text} text @returns {AuthorClaim[]} */
function claimsOfEdge(kind, { name, on }, way, slot, text) {
  const to = { way: text(`${kind}.says.${way}`) };
  const id = on === "sides" ? "side" : "line";
  return bothClaims(slot, name, (not) => text(`${kind}.author.claim.${not && "no-"}${id}`, to));
}
