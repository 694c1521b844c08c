/** Where a game comes from: a test leads back to its sheet, marks may be of a file, an author may have said something. */

import { h, icon } from "../dom.js";
import { t } from "../words.js";

/** @param {import("./session.js").Session} session @param {HTMLElement} notes */
export function tellOrigin({ game, isBegunElsewhere, isOver }, notes) {
  if (game.draft) notes.append(test(game.draft));
  if (isBegunElsewhere && !isOver) {
    notes.append(
      h("div", { class: "banner is-note is-elsewhere" }, h("p", {}, icon("open"), h("span", {}, t("play.from-file")))),
    );
  }
  const note = game.document.meta?.note;
  if (note && !game.draft) notes.append(h("p", { class: "puzzle-note" }, note));
}

const test = (draft) =>
  h(
    "div",
    { class: "banner is-note is-test" },
    h("p", {}, icon("edit"), h("span", {}, t("play.test.text"))),
    h("div", { class: "row" }, backToSheet(draft)),
  );

/** The way back to the editor. @param {string} draft */
export const backToSheet = (draft) =>
  h("a", { class: "button", href: `/edit/${draft}` }, icon("back"), h("span", {}, t("play.test.back")));
