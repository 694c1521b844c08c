/**
 * Helpers of declared kinds: direct consequences of a stroke, never over what stands there.
 * @import { Cell, Kind, WriteContext } from "../types.d.ts"
 * @import { Model } from "./model.js"
 * @import { LineSort, Sorts } from "./sorts.js"
 */

import { endsOf, linesAt } from "../board/nodes.js";
import { cellText, neighbours, parseCell } from "../board/slots.js";
import { takeBack } from "../board/stroke_kit/index.js";
import { takes } from "./gestures.js";
import { isBlocked, isShade, stateOf } from "./model.js";

/** @param {Sorts} sorts @returns {NonNullable<Kind<Model>["helpers"]>} */
export const helpersOf = ({ isApart, lines }) => ({
  ...(isApart ? { dots } : {}),
  ...(lines.length ? { crosses } : {}),
});

/** Denials round marks that may not touch; those of a mark that was taken away go with it. @param {WriteContext<Model>} context @param {string[]} changed */
function dots(context, changed) {
  const { draft, model, position, size } = context;
  for (const { name } of model.sorts.paints.filter(({ apart }) => apart)) {
    const isMarked = (/** @type {Cell} */ cell) => position.get(cellText(cell), name) === true;
    for (const cell of changed.map(parseCell).filter((each) => each !== null)) {
      for (const other of neighbours(cell, size)) {
        const slot = cellText(other);
        const isOpen = !isBlocked(model, other) && position.get(slot, name) === undefined;
        if (isMarked(cell) && isOpen) draft.set(slot, name, false);
        else if (!neighbours(other, size).some(isMarked)) takeBack(context, slot, name, false);
      }
    }
  }
}

/** Crosses where a line comes in and goes out: no third one can join it; and where none can go. @param {WriteContext<Model>} context @param {string[]} changed */
function crosses(context, changed) {
  for (const line of context.model.sorts.lines) {
    const drawn = changed.filter((each) => context.position.get(each, line.name));
    for (const node of drawn.flatMap((slot) => endsOf(slot, line.nodes))) {
      const isFull = linesAt(node, context, line.nodes, line.name).length >= 2;
      close(context, line, node, isFull ? () => true : (other) => !takes(context, line)(other));
    }
    const shades = line.isOnSides ? [] : changed.map(parseCell).filter((cell) => cell !== null);
    for (const cell of shades) if (isShade(context.model, stateOf(context, cell))) close(context, line, cell);
  }
}

/** @param {WriteContext<Model>} context @param {LineSort} line @param {Cell} node @param {(other: Cell) => boolean} isMeant */
function close({ draft, position, size }, { name, nodes }, node, isMeant = () => true) {
  for (const other of neighbours(node, nodes.size(size)).filter(isMeant)) {
    const slot = nodes.slot(node, other);
    if (position.get(slot, name) === undefined) draft.set(slot, name, false);
  }
}
