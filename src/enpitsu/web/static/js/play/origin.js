/**
 * Where a game comes from: a test leads back to its sheet, marks may be of a file, an author may have said something; and
 * what rule it has besides the usual ones.
 */

import * as api from "../api.js";
import { button, h, icon } from "../dom.js";
import { variantRules, variantsOf } from "../puzzle/variants.js";
import { failed, whileBusy } from "../ui.js";
import { t } from "../words.js";

const LONGEST_COMMENT = 1000; // characters

/** @param {import("./session.js").Session} session @param {import("../contract.d.ts").KindAnswer} about @param {HTMLElement} notes */
export function tellOrigin(session, about, notes) {
  const { game, isBegunElsewhere, isOver } = session;
  notes.append(...variantRules(variantsOf(about, game.document.puzzle)));
  if (session.isRanked && !isOver && !session.board.facts().length) notes.append(ranked(session));
  if (game.draft && !isOver) notes.append(test(session, game.draft));
  if (game.is_asked) notes.append(asked(session));
  if (isBegunElsewhere && !isOver) {
    notes.append(
      h("div", { class: "banner is-note is-elsewhere" }, h("p", {}, icon("open"), h("span", {}, t("play.from-file")))),
    );
  }
  const note = game.document.meta?.note;
  if (note && !game.draft) notes.append(h("p", { class: "puzzle-note" }, note));
}

/** What help costs, told before the first stroke. @param {import("./session.js").Session} session */
function ranked(session) {
  const { where, technique, reason, check, fill } = session.prices;
  const text = t("play.ranked", { hint: where + technique + reason, check, fill });
  const told = h("div", { class: "banner is-note is-ranked" }, h("p", {}, icon("flag"), h("span", {}, text)));
  session.addEventListener("changed", () => told.remove(), { once: true });
  return told;
}

/** What a test is for; its result leads back, too. @param {import("./session.js").Session} session @param {string} draft */
function test(session, draft) {
  const told = h(
    "div",
    { class: "banner is-note is-test" },
    h("p", {}, icon("edit"), h("span", {}, t("play.test.text"))),
    h("div", { class: "row" }, backToSheet(draft)),
  );
  session.addEventListener("over", () => told.remove(), { once: true });
  return told;
}

/** Somebody else's sheet that is tested: what is said about it goes to its author. @param {import("./session.js").Session} session */
function asked({ game }) {
  const text = h("textarea", {
    class: "input",
    rows: 2,
    maxlength: LONGEST_COMMENT,
    "aria-label": t("play.asked.label"),
  });
  const said = h("p", { class: "small", role: "status", hidden: true }, t("play.asked.sent"));
  const send = button({
    text: t("play.asked.send"),
    onClick: async () => {
      if (!text.value.trim()) return text.focus();
      await whileBusy(send, () => api.post(`/games/${game.id}/comments`, { text: text.value.trim() })).catch(failed);
      text.value = "";
      said.hidden = false;
    },
  });
  return h(
    "details",
    { class: "banner is-note is-asked" },
    h("summary", {}, t("play.asked.title")),
    h("p", { class: "small" }, t("play.asked.text")),
    text,
    h("div", { class: "row" }, send, said),
  );
}

/** The way back to the editor. @param {string} draft */
export const backToSheet = (draft) =>
  h("a", { class: "button", href: `/edit/${draft}` }, icon("back"), h("span", {}, t("play.test.back")));
