/** Sentences of the server, as runs of words and places; the board shows a place that is pointed at. */

import { h } from "../dom.js";

/**
 * What a sentence is made of, with its places pointing at the board.
 * @param {import("../contract.d.ts").TextRunAnswer[]} runs @param {import("../board/board.js").Board} board @param {import("../types.d.ts").Marks} marks what is marked anyway
 */
export const linkPlaces = (runs, board, marks = {}) =>
  runs.map(({ text, place }) => (place ? placeLink(text, place, board, marks) : text));

/** @param {string} text @param {string} place @param {import("../board/board.js").Board} board @param {import("../types.d.ts").Marks} marks */
function placeLink(text, place, board, marks) {
  const show = () => board.mark({ ...marks, hints: [...(marks.hints ?? []), place] });
  const hide = () => board.mark(marks);
  return h("span", { class: "place", onPointerenter: show, onPointerleave: hide }, text);
}
