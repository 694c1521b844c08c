/**
 * What hangs together, and what a solved board shows.
 * @import { Cell, Context, EdgePlace, Slot } from "../types.d.ts"
 * @import { Model } from "./model.js"
 */

import { lineThrough, loopOf } from "../board/nodes.js";
import { cellText, connected, edgesAt, parsePlace } from "../board/slots.js";
import { stateOf } from "./model.js";

const WAVE = 700; // ms until the last cell begins

/** The line at a cell as far as it goes, else the cells that hang together and hold the same. @param {Cell} cell @param {Context<Model>} context @returns {Slot[]} */
export function group(cell, context) {
  for (const { name, nodes, isOnSides } of context.model.sorts.lines) {
    const touched = edgesAt(cell, context.size).filter((slot) => context.position.get(slot, name));
    const from = isOnSides
      ? touched.flatMap((slot) => nodes.ends(/** @type {EdgePlace} */ (parsePlace(slot))))
      : [cell];
    const found = lineThrough(from, context, nodes, name);
    if (found.length) return found;
  }
  return sameCells(cell, context);
}

/** @param {Cell} cell @param {Context<Model>} context */
function sameCells(cell, context) {
  const state = stateOf(context, cell);
  if (state === null) return [];
  return connected(cell, context.size, (other) => stateOf(context, other) === state).map(cellText);
}

/** The loop is drawn through once; where there is none, what was written arrives once more, from the top left. @param {Context<Model>} context @param {boolean} isStill */
export function finale(context, isStill) {
  if (isStill) return;
  const [line] = context.model.sorts.lines;
  const loop = line ? loopOf(context, line.nodes, line.name) : [];
  if (line && loop.length > 2) context.board.surface.trace(loop.map(line.nodes.spot));
  else if (!line) wave(context);
}

/** @param {Context<Model>} context */
function wave({ board, size }) {
  for (const [slot, made] of board.surface.painted("marks")) {
    const place = parsePlace(slot);
    if (place?.kind !== "cell") continue;
    const delay = (WAVE * (place.cell.row + place.cell.col)) / (size.rows + size.cols);
    for (const each of made) {
      each.classList.remove("is-still");
      each.classList.add("is-wave");
      each.style.animationDelay = `${Math.round(delay)}ms`;
    }
  }
}
