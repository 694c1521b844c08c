/**
 * Clues in words, and what may be asked about a cell.
 * @import { Cell, Context } from "/static/js/types.d.ts"
 * @import { AuthorModel } from "./author_values.js"
 */

import { most, parts, ray } from "./author_values.js";

/**
 * The content of a cell in words.
 * @param {Cell} cell @param {Context<AuthorModel>} context @returns {string} "" for an empty cell
 */
export const label = (cell, context) => clueText(context.kit.cellText(cell), context);

/** A clue in words; "" where there is none. @param {string} place @param {Context<AuthorModel>} context */
export function clueText(place, { position, text }) {
  const value = position.held(place);
  if (value === undefined) return "";
  const { blank, arrow, number } = parts(value);
  if (blank) return text("yajilin.blank");
  const said = number ?? "?";
  return arrow
    ? text("yajilin.clue", { number: said, way: text(`yajilin.${arrow}`) })
    : text("yajilin.number", { number: said });
}

/**
 * The cells that a clue looks along. A cell is described when it is chosen: so the one before is known.
 * @param {Cell} cell @param {Context<AuthorModel>} context
 */
export function describe(cell, context) {
  const { memory, kit, position, text } = context;
  const slot = kit.cellText(cell);
  if (memory.chosen !== slot) memory.typed = null;
  [memory.before, memory.chosen] = [memory.chosen, slot];
  const { arrow } = parts(position.held(slot));
  if (!arrow) return "";
  const cells = ray(cell, arrow, context).length;
  return text("yajilin.author.sees", { cells, most: most(cell, arrow, context) });
}

/**
 * The questions about a cell: shaded or not, and where the line goes.
 * @param {Cell} cell @param {Context<AuthorModel>} context
 */
export function claims(cell, { kit, position, size, text }) {
  const slot = kit.cellText(cell);
  const isClue = (place) => position.held(place) !== undefined;
  if (isClue(slot)) return [];
  const ways = Object.entries(kit.WAYS).flatMap(([way, step]) => {
    const other = kit.step(cell, step);
    if (!kit.isInside(other, size) || isClue(kit.cellText(other))) return [];
    const edge = kit.edgeText(cell, other);
    const to = { way: text(`yajilin.${way}`) };
    return [
      { fact: `${edge} line`, text: text("yajilin.author.claim.line", to) },
      { fact: `${edge} not line`, text: text("yajilin.author.claim.no-line", to) },
    ];
  });
  return [
    { fact: `${slot} shaded`, text: text("yajilin.author.claim.shaded") },
    { fact: `${slot} not shaded`, text: text("yajilin.author.claim.not-shaded") },
    ...ways,
  ];
}
