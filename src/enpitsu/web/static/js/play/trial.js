/** Trials: the banner with the assumption in words, keep, take back, and why it cannot be. */

/**
 * @import { RefuteAssumptionAnswer } from "../contract.d.ts"
 */

import { isFree } from "../board/slots.js";
import { button, fill, h, icon } from "../dom.js";
import { t } from "../words.js";
import { Refutation } from "../workbench/refutation.js";
import { askTrial } from "./board_questions.js";
import { tellFacts } from "./fact_words.js";
import { paragraphs, waiting } from "./help_card.js";
import { price, priced } from "./price.js";

const OWNER = "trial";

/** The banner of the trial that is open. */
export class Trial {
  /** @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card @param {HTMLElement} notes */
  constructor(session, card, notes) {
    this.session = session;
    this.card = card;
    this.banner = h("div", { class: "banner is-trial", role: "status", hidden: true });
    notes.append(this.banner);
    session.board.addEventListener("trial", () => this.show());
    session.addEventListener("changed", () => {
      card.close(OWNER);
      this.show();
    });
    this.show();
  }

  begin() {
    if (!this.session.isOver) this.session.board.beginTrial();
  }

  show() {
    const { board } = this.session;
    const { level } = board;
    const isOpen = level > 0 && !this.session.isOver;
    this.banner.hidden = !isOpen;
    this.banner.inert = board.locked;
    if (!isOpen) return;
    const assumption = this.#assumption();
    fill(
      this.banner,
      h("p", {}, icon("trial"), h("span", {}, h("strong", {}, t("play.trial.level", { level })), " ", assumption)),
      h(
        "div",
        { class: "row" },
        button({ text: t("play.trial.keep"), icon: "check", onClick: () => board.acceptTrial() }),
        button({ text: t("play.trial.reject"), icon: "close", onClick: () => board.rejectTrial() }),
        this.#facts().length ? this.#askButton() : null,
      ),
    );
  }

  #askButton() {
    const text = priced(t("play.trial.ask"), this.#cost());
    return button({ text, icon: "why", plain: true, onClick: () => this.ask() });
  }

  #cost() {
    return this.session.hasPaid(this.#name()) ? 0 : this.session.prices.reason;
  }

  get #open() {
    const { history } = this.session.board;
    const { from } = history.trials.at(-1) ?? { from: 0 };
    return { before: history.done.slice(0, from), own: history.done.slice(from) };
  }

  /** The first fact written in this trial. */
  #assumption() {
    const standing = new Set(this.#facts());
    const said = (/** @type {{parts: import("../board/parts.js").Part[]}} */ { parts }) =>
      parts.flatMap(({ put }) => put.map(([fact]) => fact)).filter((fact) => standing.has(fact));
    const first = this.#open.own.map(said).find((facts) => facts.length);
    return first ? t("play.trial.if", { what: tellFacts(first, this.session.board) }) : t("play.trial.empty");
  }

  /** The facts of the trial that still stand, in order. */
  #facts() {
    const standing = new Set(this.session.board.facts());
    const put = this.#open.own.flatMap(({ parts }) => parts.flatMap((part) => part.put.map(([fact]) => fact)));
    return [...new Set(put)].filter((fact) => standing.has(fact));
  }

  #before() {
    const facts = new Set();
    for (const { parts } of this.#open.before) {
      for (const { put, take } of parts) {
        for (const [fact] of take) facts.delete(fact);
        for (const [fact] of put) facts.add(fact);
      }
    }
    return [...facts].filter((fact) => !isFree(fact));
  }

  /** Ask for the mistake in this trial. The price first, if it is the first help of the game. */
  ask() {
    const [cost, { asksFirst }] = [this.#cost(), this.session];
    if (!asksFirst || this.card.owner === OWNER || !cost) return this.#run();
    const [text, offer] = [t("play.trial.go", { price: price(cost) }), t("play.trial.offer", { seconds: cost })];
    const go = button({ text, icon: "why", primary: true, onClick: () => this.#run() });
    this.card.show(OWNER, { title: t("play.trial.ask"), body: paragraphs(offer), actions: [go], say: offer });
  }

  #name() {
    return `trial ${this.#facts().join()} ${this.#before().length}`;
  }

  async #run() {
    const [before, facts, name] = [this.#before(), this.#facts(), this.#name()];
    this.card.show(OWNER, { title: t("play.trial.ask"), body: waiting() });
    const found = await this.card.ask((signal) => askTrial(this.session, before, facts, signal));
    if (!found) return;
    if (found.finding !== "unknown")
      this.session.pay(name, "hint", { stage: "reason", cost: this.session.prices.reason });
    this.#answer(found);
  }

  /** @param {RefuteAssumptionAnswer} answer */
  #answer(answer) {
    const { finding, fact, steps, is_board_right: isBoardRight } = answer;
    const isDead = finding === "dies";
    const refuted = steps.length ? new Refutation(this.session.board, answer, this.#around(fact)) : null;
    const onClick = () => this.session.board.rejectTrial();
    const before = isBoardRight ? [] : paragraphs(t("play.trial.wrong-before"));
    const reject = button({ text: t("play.trial.reject"), icon: "close", primary: true, onClick });
    this.card.show(OWNER, {
      title: t(`play.trial.${finding}`),
      tone: isDead ? "bad" : "",
      body: [...before, ...(refuted?.made ?? paragraphs(t(`play.trial.${finding}-text`)))],
      marks: isDead ? (refuted?.marks ?? {}) : {},
      actions: isDead ? [reject] : [],
      say: refuted?.say || t(`play.trial.${finding}-text`),
    });
    refuted?.begin();
  }

  /** The board as it was before a fact of the trial. @param {string | null} fact */
  #around(fact) {
    const facts = this.#facts();
    return [...this.#before(), ...facts.slice(0, Math.max(0, facts.indexOf(fact ?? "")))];
  }
}
