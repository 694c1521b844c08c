/** Check on demand: what breaks a rule so far, and whether everything agrees with the solution. */

/**
 * @import { CheckAnswer, HintAnswer, MarksAnswer, ViolationAnswer } from "../contract.d.ts"
 * @import { LogEvent } from "../types.d.ts"
 */

import { button, h } from "../dom.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";
import { linkMessages } from "../workbench/places.js";
import { askHint } from "./board_questions.js";
import { paragraphs, waiting } from "./help_card.js";
import { mistakeActions, mistakeText } from "./mistake_actions.js";
import { price } from "./price.js";

const OWNER = "check";
const MOST_TOLD = 4;

/** The check button. */
export class Check {
  /**
   * @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card
   * @param {import("./live_mistakes.js").LiveMistakes} liveMistakes @param {import("./hints.js").Hints} hints
   */
  constructor(session, card, liveMistakes, hints) {
    this.session = session;
    this.card = card;
    this.liveMistakes = liveMistakes;
    this.hints = hints;
    session.addEventListener("changed", () => card.close(OWNER));
  }

  /** The price of checking this position now: nothing if it was the last thing that happened. */
  get cost() {
    return this.#isPaid ? 0 : this.session.prices.check;
  }

  get #isPaid() {
    const isMove = (/** @type {LogEvent} */ { note }) => note === undefined;
    const { log } = this.session.board.history;
    return log.slice(log.findLastIndex(isMove) + 1).some(({ note, live }) => note === "check" && !live);
  }

  /** The price is asked for once a game: from then on it stands on the button. */
  async open() {
    if (this.session.isOver) return;
    if (this.session.asksFirst && this.card.owner !== OWNER) this.#offer();
    else await this.run();
  }

  #offer() {
    const text = t("play.check.go", { price: price(this.cost) });
    const go = button({ text, icon: "check", primary: true, onClick: () => this.run() });
    this.card.show(OWNER, {
      title: t("play.check.title"),
      body: paragraphs(t("play.check.offer", { seconds: this.cost })),
      actions: [go],
      say: t("play.check.offer", { seconds: this.cost }),
    });
  }

  async run() {
    const onClose = () => {
      this.liveMistakes.isChecked = false;
      this.liveMistakes.show();
    };
    this.card.show(OWNER, { title: t("play.check.title"), body: waiting(), onClose });
    const found = await this.card.ask((signal) =>
      Promise.all([this.liveMistakes.check.now(), askHint(this.session, [], signal)]),
    );
    if (!found) return;
    if (!this.#isPaid) this.session.board.note("check");
    this.liveMistakes.isChecked = true;
    this.liveMistakes.show();
    const [check, hint] = found;
    this.#tell(check, hint, onClose);
  }

  /** @param {CheckAnswer} check @param {HintAnswer} hint @param {() => void} onClose */
  #tell({ violations, marks }, hint, onClose) {
    const isWrong = hint.finding === "mistake";
    const texts = [...this.#broken(violations), this.#agrees(hint)];
    const links = linkMessages(violations, this.session.board, marks, sentence).slice(0, MOST_TOLD);
    const words = links.length ? links : [t("play.check.rules-kept")];
    const isGood = !isWrong && !violations.length && ["step", "solved"].includes(hint.finding);
    const tone = isWrong || violations.length ? "bad" : isGood ? "good" : "";
    this.card.show(OWNER, {
      title: t("play.check.title"),
      body: [...words, this.#agrees(hint)].map((told) => h("p", {}, told)),
      tone,
      marks,
      onClose,
      say: texts.join(" "),
      actions: isWrong ? this.#actions(hint, marks) : [],
    });
  }

  /** @param {ViolationAnswer[]} violations */
  #broken(violations) {
    const told = [...new Set(violations.map(({ message }) => sentence(message)))].slice(0, MOST_TOLD);
    return told.length ? told : [t("play.check.rules-kept")];
  }

  /** @param {HintAnswer} hint */
  #agrees(hint) {
    if (hint.finding === "mistake") return mistakeText(this.session, hint.mistakes);
    if (hint.finding === "unknown") return t("play.check.unknown");
    if (hint.finding === "impossible") return t("play.solver.none");
    return t(hint.unique === false ? "play.check.possible" : "play.check.right");
  }

  /** @param {HintAnswer} hint @param {MarksAnswer} marks */
  #actions({ mistakes }, marks) {
    const place = mistakes[0].split(" ")[0];
    const onShow = () => this.session.board.mark({ ...marks, errors: [...(marks.errors ?? []), place] });
    const [onAnyway, onBack] = [() => this.hints.start(mistakes), () => this.card.close(OWNER)];
    return mistakeActions(this.session, mistakes, { onShow, onAnyway, onBack });
  }
}
