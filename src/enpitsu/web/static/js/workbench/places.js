/**
 * Sentences of the server, as runs of words and places; the board shows a place that is pointed at, by whatever means: a
 * pointer over it, the focus, a click that keeps it shown.
 */

import { h } from "../dom.js";

/**
 * What a sentence is made of, with its places pointing at the board.
 * @param {import("../contract.d.ts").TextRunAnswer[]} runs @param {import("../board/board.js").Board} board @param {import("../types.d.ts").Marks} marks what is marked anyway
 */
export const linkPlaces = (runs, board, marks = {}) =>
  runs.map(({ text, place }) => (place ? placeLink(text, place, board, marks) : text));

/** @param {string} text @param {string} place @param {import("../board/board.js").Board} board @param {import("../types.d.ts").Marks} marks */
function placeLink(text, place, board, marks) {
  return pointing(
    text,
    () => board.mark({ ...marks, hints: [...(marks.hints ?? []), place] }),
    () => board.mark(marks),
  );
}

/**
 * Broken rules, each sentence once: pointed at, it shows its own places alone.
 * @param {import("../contract.d.ts").ViolationAnswer[]} violations @param {import("../board/board.js").Board} board @param {import("../types.d.ts").Marks} marks what all of them speak of
 * @param {(message: string) => string} [say]
 */
export function linkMessages(violations, board, marks, say = (message) => message) {
  const messages = [...new Set(violations.map(({ message }) => say(message)))];
  if (messages.length < 2) return messages; // one alone has all that is marked
  return messages.map((message) => {
    const errors = violations.filter((each) => say(each.message) === message).flatMap(({ places }) => places);
    if (!errors.length) return message;
    const link = pointing(
      message,
      () => board.mark({ errors }),
      () => board.mark(marks),
    );
    link.classList.add("is-message");
    return link;
  });
}

/** Words that show something while they are pointed at or have the focus. @param {string} text @param {() => void} show @param {() => void} hide */
function pointing(text, show, hide) {
  /** @param {Event} event */
  const leave = ({ currentTarget }) => currentTarget !== document.activeElement && hide();
  return h(
    "button",
    {
      type: "button",
      class: "place",
      onPointerenter: show,
      onPointerleave: leave,
      onFocus: show,
      onBlur: hide,
      onClick: show,
    },
    text,
  );
}
