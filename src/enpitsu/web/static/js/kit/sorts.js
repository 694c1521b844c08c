/**
 * A declaration as hands, keys and looks ask for it: what is painted, drawn and typed, and what each is called.
 * @typedef {"number" | "small"} Typing
 * @typedef {ClueSort & Partial<Pick<ClueForm, "shapes" | "say">>} OwnClueSort some kinds draw and tell their clues in their own way
 * @typedef {object} Sorts
 * @property {Declaration} declaration
 * @property {OwnClueSort[]} clues
 * @property {PaintSort[]} paints marks of which a cell has one, or none
 * @property {string} dot the action that denies all of them, "" if nothing is painted
 * @property {LineSort[]} lines
 * @property {MarkSort | null} typed the numbers that are typed
 * @property {boolean} isApart whether painted marks may not touch each other
 * @property {boolean} hasSides whether marks stand on sides of cells
 * @property {boolean} hasThroughLines whether lines run through cells that can be painted: one that does says that nothing else is there
 * @typedef {{name: string, action: string, look: string, apart?: boolean}} PaintSort
 * @typedef {{name: string, action: string, denial: string, nodes: Nodes, isOnSides: boolean}} LineSort
 * @import { ClueSort, Declaration, MarkSort } from "../types.d.ts"
 * @import { ClueForm } from "./author_clues.js"
 * @import { Nodes } from "../board/nodes.js"
 */

import { NODES } from "../board/nodes.js";

export const NUMBER = "number";
export const SMALL = "small";

/** @param {Declaration} declaration @param {Record<string, Partial<ClueForm>>} own what clues do in their own way, by name @returns {Sorts} */
export function sortsOf(declaration, own = {}) {
  const { marks } = declaration;
  const painted = marks.filter(({ hands }) => hands === "paint");
  const drawn = marks.filter(({ hands }) => hands === "line");
  const dot = painted[0]?.denial ?? "";
  const paints = painted.map((mark, at) => ({
    name: mark.name,
    look: mark.look,
    apart: mark.apart,
    action: actionOf(mark, at, painted),
  }));
  const lines = drawn.map((mark, at) => ({
    name: mark.name,
    action: actionOf(mark, at, drawn),
    denial: at || mark.denial === dot ? `not-${mark.name}` : mark.denial,
    nodes: mark.on === "sides" ? NODES.corners : NODES.cells,
    isOnSides: mark.on === "sides",
  }));
  return {
    declaration,
    clues: declaration.clues.map((clue) => ({ ...clue, ...own[clue.name] })),
    paints,
    dot,
    lines,
    typed: marks.find(({ hands }) => hands === "type") ?? null,
    isApart: painted.some(({ apart }) => apart),
    hasSides: lines.some(({ isOnSides }) => isOnSides),
    hasThroughLines: paints.length > 0 && lines.some(({ isOnSides }) => !isOnSides),
  };
}

/** An action has the name of the look, for which there are words; where two marks look alike the later ones have their own. @param {MarkSort} mark @param {number} at @param {MarkSort[]} marks */
function actionOf({ name, look }, at, marks) {
  return marks.findIndex((other) => other.look === look) === at ? look : name;
}

/** The values of typed numbers on a board. @param {MarkSort | null} mark @param {{rows: number, cols: number}} size @returns {string[]} */
export function valuesOf(mark, { rows, cols }) {
  if (mark?.values !== "size") return mark?.values ?? [];
  return Array.from({ length: Math.max(rows, cols) }, (_, at) => String(at + 1));
}
