/** What is said of an answer: a line under the board, and where there is more to tell, the card. */

/**
 * @import { VerdictAnswer } from "../contract.d.ts"
 */

import { button, fill, h, icon } from "../dom.js";
import { t } from "../words.js";
import { reasonOf } from "../workbench/chain_player.js";
import { Refutation } from "../workbench/refutation.js";

const OWNER = "verdict";
/** @type {Record<string, import("../dom.js").Icon>} */
const SIGNS = { right: "check", wrong: "close", part: "next", other: "alert", unknown: "help" };

/** The line under the board. */
export class VerdictLine {
  /** @param {HTMLElement} host @param {string} task what is to be done */
  constructor(host, task) {
    this.host = host;
    this.task = task;
  }

  /** Say what is to be done, or how an answer is. @param {string} [finding] @param {string} [text] */
  show(finding = "", text = this.task) {
    this.host.dataset.finding = finding;
    this.host.removeAttribute("aria-busy");
    fill(this.host, finding ? icon(SIGNS[finding]) : null, h("span", {}, text));
  }

  /** It is being judged. */
  wait() {
    this.host.setAttribute("aria-busy", "true");
  }
}

/** The refutation of a wrong answer, with the way back. @param {import("./exercise.js").Exercise} exercise @param {import("../play/help_card.js").HelpCard} card @param {VerdictAnswer} answer */
export function tellWrong({ board }, card, { refuted, text }) {
  const fact = refuted?.fact ?? null;
  const before = board.facts().filter((each) => each !== fact);
  const told = refuted?.steps.length ? new Refutation(board, { ...refuted, close: [] }, before) : null;
  const takeBack = () => {
    card.close(OWNER);
    if (!fact || !board.write({ take: [fact], by: "hand" })) board.undo();
    board.focus();
  };
  card.show(OWNER, {
    title: t("school.wrong"),
    tone: "bad",
    body: told?.made ?? h("p", {}, text),
    marks: told?.marks ?? (fact ? { errors: [fact.split(" ")[0]] } : {}),
    actions: [button({ text: t("school.take-back"), icon: "undo", primary: true, onClick: takeBack })],
    say: told?.say ?? "",
  });
  told?.begin();
}

/** The reason of a right answer, and what comes next. @param {import("./exercise.js").Exercise} exercise @param {import("../play/help_card.js").HelpCard} card @param {VerdictAnswer} answer @param {{words: string, actions: HTMLElement[]}} next */
export function tellRight({ board, given }, card, { step }, { words, actions }) {
  const after = board.facts();
  const reason = step ? reasonOf(board, step, { before: given.position, after }) : null;
  card.show(OWNER, {
    title: t("school.right"),
    tone: "good",
    body: [reason?.made ?? null, h("p", { class: "quiet small" }, words)],
    marks: step?.marks,
    actions,
    say: words,
  });
  reason?.chain?.end();
  // The board is done with: keys go on from here.
  /** @type {HTMLElement | null} */ (card.foot.querySelector(".is-primary"))?.focus({ preventScroll: true });
}
