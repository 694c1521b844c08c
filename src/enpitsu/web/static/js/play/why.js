/** "Why?": touch a mark, and the step that proves it is told. */

/**
 * @import { JustifyAnswer, StepAnswer } from "../contract.d.ts"
 * @import { Cell, Marks } from "../types.d.ts"
 */

import { hit } from "../board/pointer.js";
import { cellText, edgeText, factText, neighbours } from "../board/slots.js";
import { button, fill, h, isTouch } from "../dom.js";
import { t } from "../words.js";
import { linkPlaces } from "../workbench/places.js";
import { StepPager } from "../workbench/step_pager.js";
import { askWhy } from "./board_questions.js";
import { paragraphs } from "./help_card.js";
import { price } from "./price.js";

const OWNER = "why";

/** The mode and its answers. */
export class Why extends EventTarget {
  /** @type {string | null} */
  #offered = null;
  isOn = false;

  /**
   * @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card
   * @param {HTMLElement} host of the board
   */
  constructor(session, card, host) {
    super();
    this.session = session;
    this.card = card;
    this.host = host;
    host.addEventListener("pointerdown", (event) => this.isOn && this.#touch(event), { capture: true });
    session.addEventListener("changed", () => card.close(OWNER));
  }

  get #price() {
    return this.session.isOver ? 0 : this.session.prices.reason;
  }

  /** Turn it on or off. */
  toggle(isOn = !this.isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.#offered = null;
    this.host.classList.toggle("is-asking", isOn);
    this.dispatchEvent(new Event("change"));
    if (!isOn) return this.card.close(OWNER);
    const offers = [t("play.why.offer", { price: price(this.#price) }), ...this.#keys()];
    this.#show({ body: paragraphs(...offers), say: offers.join(" ") });
  }

  /** The key that asks it, where there is one. */
  #keys() {
    const [key] = this.session.board.keymap.keys().why;
    return key && !isTouch() ? [t("play.why.keys", { key: key.toUpperCase() })] : [];
  }

  /** Put something on the card, and on the board the position that belongs to it. @param {{facts?: string[] | null, [what: string]: unknown}} what */
  #show({ facts = null, ...what }) {
    const { board } = this.session;
    const onClose = () => {
      board.show(null);
      this.toggle(false);
    };
    board.show(facts);
    this.card.show(OWNER, { title: t("play.why.title"), onClose, ...what });
  }

  /** @param {PointerEvent} event */
  #touch(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const { surface } = this.session.board;
    const point = hit(surface.at(event), surface.size, surface.stuck);
    this.ask(point.cell, point.edge);
  }

  /** Turn it on, and ask about the cell with the focus. */
  askHere() {
    this.toggle(true);
    this.ask(this.session.board.cells.at, null);
  }

  /** Ask about what stands in a cell or on the edge beside it. @param {Cell | null} cell @param {string | null} edge */
  ask(cell, edge) {
    const fact = this.#factAt(cell, edge);
    if (!fact) return this.#tell(t("play.why.nothing"));
    const cost = this.session.hasPaid(`why ${fact}`) ? 0 : this.#price;
    // The first answer of a game is asked for twice: with it the solve is no longer clean.
    if (this.session.isClean && cost && this.#offered !== fact) return this.#confirm(fact, cost);
    return this.#ask(fact);
  }

  /** @param {string} fact @param {number} cost */
  #confirm(fact, cost) {
    const text = t("play.why.go", { price: price(cost) });
    const go = button({ text, icon: "why", primary: true, onClick: () => this.#ask(fact) });
    this.#show({
      body: paragraphs(t("play.why.sure")),
      actions: [go],
      marks: { hints: [fact.split(" ")[0]] },
      say: t("play.why.sure"),
    });
    this.#offered = fact;
  }

  /** The slot that is touched: the edge, else the cell, else one of its sides. @param {Cell | null} cell @param {string | null} edge */
  #factAt(cell, edge) {
    if (!cell) return null;
    return this.#fact(edge ? [edge] : []) ?? this.#fact([cellText(cell)]) ?? this.#fact(this.#sides(cell));
  }

  /** The facts of some slots: what holds comes before what does not. @param {string[]} slots */
  #fact(slots) {
    const { position } = this.session.board.history;
    const said = (/** @type {string} */ slot) =>
      [...position.claims(slot)].map(([value, { holds }]) => ({ slot, value, holds }));
    const facts = slots.flatMap(said);
    const found = facts.find(({ holds }) => holds) ?? facts[0];
    return found ? factText(found.slot, found.value, found.holds) : null;
  }

  /** @param {Cell} cell */
  #sides(cell) {
    return neighbours(cell, this.session.board.size).map((other) => edgeText(cell, other));
  }

  /** @param {string} fact */
  async #ask(fact) {
    this.#tell(t("play.thinking"), { hints: [fact.split(" ")[0]] });
    const found = await this.card.ask((signal) => askWhy(this.session, fact, signal));
    if (!found) return;
    if (found.finding !== "unknown")
      this.session.pay(`why ${fact}`, "hint", { stage: "reason", cost: this.session.prices.reason });
    this.#answer(found, fact);
  }

  /** @param {JustifyAnswer} answer @param {string} fact */
  #answer({ finding, steps }, fact) {
    const place = fact.split(" ")[0];
    if (!steps.length) {
      const marks = finding === "wrong" ? { errors: [place] } : { hints: [place] };
      return this.#tell(t(`play.why.${finding}`), marks, finding === "wrong" ? "bad" : "");
    }
    if (finding === "step") return this.#step(steps[0], place);
    return this.#later(steps, place);
  }

  /** @param {StepAnswer} step @param {string} place */
  #step(step, place) {
    const marks = withHint(step.marks, place);
    this.#show({ body: this.#words(step, marks), marks, say: step.text });
  }

  /** @param {StepAnswer} step @param {Marks} marks */
  #words({ name, sentences }, marks) {
    return [h("h3", {}, name), h("p", {}, linkPlaces(sentences.flat(), this.session.board, marks))];
  }

  /** Several steps lead there: each can be looked at, the last at first. @param {StepAnswer[]} steps @param {string} place */
  #later(steps, place) {
    const { board } = this.session;
    const words = h("div", { class: "step-words" });
    const pager = new StepPager(
      steps.length,
      (at) => {
        const step = steps[at - 1];
        const marks = withHint(step.marks, place);
        board.show([...board.facts(), ...steps.slice(0, at - 1).flatMap(({ facts }) => facts)], marks);
        fill(words, this.#words(step, marks));
        this.card.say(step.text);
      },
      { least: 1 },
    );
    this.#show({ body: [h("p", { class: "quiet small" }, t("play.why.later")), pager.made, words] });
    pager.go(steps.length);
  }

  /** @param {string} text @param {Marks} marks */
  #tell(text, marks = {}, tone = "") {
    this.#show({ body: paragraphs(text), marks, tone, say: text });
  }
}

/** @param {Marks} marks @param {string} place */
const withHint = (marks, place) => ({ ...marks, hints: [...new Set([...(marks.hints ?? []), place])] });
