/** Places in sentences ("r5c6", "row 3") that the board shows when they are pointed at. */

import { h } from "../dom.js";

const PLACES = /(\br\d+c\d+(?:-r\d+c\d+)?\b|\b[Rr]ow \d+\b|\b[Cc]olumn \d+\b|\d+行目?|\d+列目?)/;
const LINES = [[/^[Rr]ow (\d+)$/, "row"], [/^[Cc]olumn (\d+)$/, "col"], [/^(\d+)行目?$/, "row"], [/^(\d+)列目?$/, "col"]];

/**
 * Make the places in an element's texts point at the board.
 * @param {HTMLElement} host @param {import("../board/board.js").Board} board @param {object} marks what is marked anyway
 */
export function linkPlaces(host, board, marks = {}) {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (PLACES.test(walker.currentNode.data)) texts.push(walker.currentNode);
  const linked = (part, at) => (at % 2 ? place(part, board, marks) : part);
  for (const text of texts) text.replaceWith(...text.data.split(PLACES).map(linked));
}

/** The name that the board knows a place by. */
function named(words) {
  const found = LINES.find(([pattern]) => pattern.test(words));
  return found ? words.replace(found[0], `${found[1]}$1`) : words;
}

function place(words, board, marks) {
  const show = () => board.mark({ ...marks, hints: [...(marks.hints ?? []), named(words)] });
  const hide = () => board.mark(marks);
  return h("span", { class: "place", onPointerenter: show, onPointerleave: hide }, words);
}
