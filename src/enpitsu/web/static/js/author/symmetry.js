/**
 * The symmetry helper: what is written in a place is written in its partners too, in the same step.
 * @import { AuthorKind, Size, SymmetryMap, WriteContext } from "../types.d.ts"
 * @import { Turn } from "./sheet.js"
 */

import { SYMMETRIES, turnedCell, turnedSlot } from "./sheet.js";

/** Which turns lead to the partners of a place. @type {Record<string, Turn[]>} */
const PARTNERS = {
  none: [],
  half: ["rotate180"],
  quarter: ["rotate90", "rotate180", "rotate270"],
  sides: ["mirror"],
  updown: ["flip"],
  both: ["mirror", "flip", "rotate180"],
  diagonal: ["transpose"],
};

const SQUARE = new Set(["quarter", "diagonal"]);

/** The symmetries that a sheet of this size can have. @param {Size} size */
export const symmetriesOf = ({ rows, cols }) =>
  Object.keys(PARTNERS).filter((name) => rows === cols || !SQUARE.has(name));

/**
 * A helper of the board that writes the partners. @param {AuthorKind} kind
 * @param {() => string} chosen the symmetry that is on @returns {(context: WriteContext, changed: string[]) => void}
 */
export function symmetryHelper(kind, chosen) {
  return (context, changed) => {
    const { size } = context;
    const name = symmetriesOf(size).includes(chosen()) ? chosen() : "none";
    const maps = PARTNERS[name].map((how) => ({
      how,
      of: (cell) => turnedCell(cell, how, size),
      slot: (slot) => turnedSlot(slot, how, size),
    }));
    if (!maps.length) return;
    if (kind.symmetric) kind.symmetric(context, changed, maps);
    else writePartners(context, kind, changed, maps);
    kind.tidy?.(context, changed, maps);
  };
}

/**
 * The turned value at each partner; what the hand has written itself stays.
 * @param {WriteContext} context @param {AuthorKind} kind @param {string[]} changed @param {SymmetryMap[]} maps
 */
function writePartners({ draft, position }, kind, changed, maps) {
  const own = new Set(changed);
  for (const slot of changed) {
    const value = position.held(slot);
    for (const { how, slot: partnerOf } of maps) {
      const partner = partnerOf(slot);
      if (own.has(partner)) continue;
      if (value === undefined) draft.clear(partner);
      else draft.set(partner, kind.turned?.(value, SYMMETRIES[how], slot) ?? value, true);
    }
  }
}
