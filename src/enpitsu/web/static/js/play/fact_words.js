/**
 * A stroke in few words: "r1c1 is shaded", "a track runs along r6c2-r6c4".
 * @import { Place } from "../types.d.ts"
 */

import { isSame, parseFact, parsePlace } from "../board/slots.js";
import { placeName, placeNames, wayName } from "../puzzle/place_names.js";
import { has, t } from "../words.js";

const MOST = 3; // places that are named

/**
 * The first sort of facts among some; a kind may tell it in its own way.
 * @param {string[]} facts @param {import("../board/board.js").Board} board
 */
export function tellFacts(facts, board) {
  const own = board.kind.tell?.(facts, board.context());
  if (own) return own;
  const all = facts.map(parseFact);
  const [{ value, holds }] = all;
  const slots = all.filter((each) => each.value === value && each.holds === holds).map(({ slot }) => slot);
  const [a, b] = slots[0].split("-");
  const id = `${holds ? "" : "not-"}${value}`;
  const isKnown = has(`${board.kind.id}.fact.${id}.one`);
  return t(`${board.kind.id}.fact.${isKnown ? id : holds ? "any" : "not-any"}`, {
    count: slots.length,
    a: placeName(a),
    b: placeName(b ?? ""),
    slots: places(slots),
    value: isKnown ? value : named(board.kind.id, value),
  });
}

/** The kind's name of a value, numbered or not ("red-2"). @param {string} kind @param {string} value */
function named(kind, value) {
  const [first, number = ""] = value.split("-");
  const id = `${kind}.tool.${first}`;
  return has(id) ? `${t(id).toLowerCase()} ${number}`.trim() : value;
}

/** @param {string[]} slots */
function places(slots) {
  const ends = endsOf(slots.map(parsePlace));
  return ends ? wayName(ends) : placeNames(slots, MOST);
}

/** The two ends of edges that follow each other in one row or column; null if they are no such run. @param {(Place | null)[]} found */
function endsOf(found) {
  const edges = found.filter((place) => place?.kind === "edge");
  if (edges.length < found.length) return null;
  const cells = edges
    .flatMap(({ a, b }) => [a, b])
    .toSorted((one, other) => one.row - other.row || one.col - other.col);
  const [first, last] = [cells[0], cells[cells.length - 1]];
  const isStraight = cells.every(({ row }) => row === first.row) || cells.every(({ col }) => col === first.col);
  const isWhole = cells.slice(1, -1).every((cell, at) => isSame(cell, cells[at % 2 ? at : at + 2]));
  return isStraight && isWhole ? [first, last] : null;
}
