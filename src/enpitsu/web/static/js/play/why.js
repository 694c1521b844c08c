/** "Why?": touch a mark, and the step that proves or refutes it is told; an empty cell, and what follows there. */

/**
 * @import { JustifyAnswer, StepAnswer } from "../contract.d.ts"
 * @import { Cell, Marks } from "../types.d.ts"
 */

import { hit } from "../board/pointer.js";
import { cellText, edgesAt, factText } from "../board/slots.js";
import { button, fill, h, isTouch } from "../dom.js";
import { t } from "../words.js";
import { reasonOf } from "../workbench/chain_player.js";
import { practiseLinks } from "../workbench/practise.js";
import { StepPager } from "../workbench/step_pager.js";
import { askPlace, askWhy } from "./board_questions.js";
import { paragraphs } from "./help_card.js";
import { price, withPrices } from "./price.js";

const OWNER = "why";
/** @type {{text: string, lead: string, tone: "" | "bad"}} `text` stands before the steps, `lead` if there are several */
const PROOF = Object.freeze({ text: "", lead: "later", tone: "" });
/** @type {typeof PROOF} */
const REFUTED = Object.freeze({ text: "wrong", lead: "against", tone: "bad" });

/** The mode and its answers. */
export class Why extends EventTarget {
  /** @type {string | null} */
  #offered = null;
  /** What goes with the steps of an answer. */
  #frame = PROOF;
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
    this.#frame = PROOF;
    this.host.classList.toggle("is-asking", isOn);
    this.dispatchEvent(new Event("change"));
    if (!isOn) return this.card.close(OWNER);
    const offers = [withPrices("play.why.offer", { price: price(this.#price) }), ...this.#keys()];
    this.#show({ body: paragraphs(...offers), say: offers.join(" ") });
  }

  /** The key that asks it, where there is one. */
  #keys() {
    const [key] = this.session.board.keymap.keys().why;
    return key && !isTouch() ? [t("play.why.keys", { key: key.toUpperCase() })] : [];
  }

  /** Put something on the card, and on the board the position that belongs to it. @param {{facts?: string[] | null, [what: string]: unknown, body: import("../dom.js").Child}} what */
  #show({ facts = null, body, ...what }) {
    const { board } = this.session;
    const { text, tone } = this.#frame;
    const onClose = () => {
      board.show(null);
      this.toggle(false);
    };
    board.show(facts);
    const before = text ? paragraphs(t(`play.why.${text}`)) : [];
    this.card.show(OWNER, { title: t("play.why.title"), onClose, tone, body: [...before, body], ...what });
  }

  /** @param {PointerEvent} event */
  #touch(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const { surface } = this.session.board;
    const point = hit(surface.at(event), surface.size, surface.stuck);
    this.ask(point.cell, point.cell ? point.edge : point.near);
  }

  /** Turn it on, and ask about the cell with the focus. */
  askHere() {
    this.toggle(true);
    this.ask(this.session.board.cells.at, null);
  }

  /** Ask about what stands in a cell or on the edge beside it. @param {Cell | null} cell @param {string | null} edge */
  ask(cell, edge) {
    this.#frame = PROOF;
    const fact = this.#factAt(cell, edge);
    if (!fact) return this.#askEmpty(this.#slotsAt(cell, edge));
    const cost = this.session.hasPaid(`why ${fact}`) ? 0 : this.#price;
    // The first answer of a game is asked for twice: with it the solve is no longer clean.
    const go = () => this.#ask(fact);
    if (!this.session.asksFirst || !cost || this.#offered === fact) return go();
    return this.#confirm({ about: fact, cost, sure: t("play.why.sure"), go });
  }

  /** @param {{about: string, cost: number, sure: string, go: () => void}} what `about`: a place or a fact */
  #confirm({ about, cost, sure, go }) {
    const text = t("play.why.go", { price: price(cost) });
    const told = button({ text, icon: "why", primary: true, onClick: go });
    this.#show({ body: paragraphs(sure), actions: [told], marks: { hints: [about.split(" ")[0]] }, say: sure });
    this.#offered = about;
  }

  /** Ask what follows where nothing stands. @param {string[]} slots */
  #askEmpty(slots) {
    if (!slots.length) return this.#tell(t("play.why.nothing"));
    const [place] = slots;
    const go = () => this.#askPlace(slots);
    if (!this.session.asksFirst || !this.#price || this.#offered === place) return go();
    return this.#confirm({ about: place, cost: this.#price, sure: t("play.why.sure-empty"), go });
  }

  /** @param {string[]} slots */
  async #askPlace(slots) {
    const [place] = slots;
    this.#tell(t("play.thinking"), { hints: [place] });
    const found = await this.card.ask((signal) => askPlace(this.session, slots, signal));
    if (!found) return;
    const { finding, fact, steps } = found;
    if (finding !== "step" || !fact) {
      const isOpen = finding === "open";
      return this.#tell(t(`play.why.${isOpen ? "nothing-yet" : finding}`), { hints: [place] });
    }
    this.#pay(fact, "reason");
    this.#step(steps[0], fact.split(" ")[0]);
  }

  /** @param {string} fact @param {string} stage */
  #pay(fact, stage) {
    this.session.pay(`why ${fact}`, "hint", { stage, cost: this.session.prices[stage] });
  }

  /** The edge that is touched, else the cell with its sides. @param {Cell | null} cell @param {string | null} edge */
  #slotsAt(cell, edge) {
    if (cell) return [cellText(cell), ...edgesAt(cell, this.session.board.size)];
    return edge ? [edge] : [];
  }

  /** The slot that is touched: the edge, else the cell, else one of its sides. @param {Cell | null} cell @param {string | null} edge */
  #factAt(cell, edge) {
    const touched = this.#fact(edge ? [edge] : []);
    if (touched || !cell) return touched;
    return this.#fact([cellText(cell)]) ?? this.#fact(edgesAt(cell, this.session.board.size));
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

  /** @param {string} fact */
  async #ask(fact) {
    this.#tell(t("play.thinking"), { hints: [fact.split(" ")[0]] });
    const found = await this.card.ask((signal) => askWhy(this.session, fact, signal));
    if (!found) return;
    const { finding, steps } = found;
    // A reason has the price of one; that a mark is wrong that of being told so. Else nothing was learned.
    if (steps.length) this.#pay(fact, "reason");
    else if (finding === "wrong") this.#pay(fact, "board");
    this.#answer(found, fact);
  }

  /** @param {JustifyAnswer} answer @param {string} fact */
  #answer({ finding, steps }, fact) {
    const place = fact.split(" ")[0];
    if (!steps.length) {
      const marks = finding === "wrong" ? { errors: [place] } : { hints: [place] };
      return this.#tell(t(`play.why.${finding}`), marks, finding === "wrong" ? "bad" : "");
    }
    if (finding === "wrong") this.#frame = REFUTED;
    if (steps.length === 1) return this.#step(steps[0], place);
    return this.#later(steps, place);
  }

  /** @param {StepAnswer} step @param {string} place */
  #step(step, place) {
    const marks = withHint(step.marks, place);
    const { words, begin } = this.#words(step, this.#without(place), place);
    this.#show({ body: words, marks, say: step.length || step.text });
    begin();
  }

  /** The board without what is asked about. @param {string} place */
  #without(place) {
    return this.session.board.facts().filter((fact) => fact.split(" ")[0] !== place);
  }

  /** @param {StepAnswer} step @param {string[]} before the board on which something is supposed @param {string} place */
  #words(step, before, place) {
    const { board } = this.session;
    const marks = withHint(step.marks, place);
    const reason = reasonOf(board, step, { before, after: board.facts(), marks });
    const practise = practiseLinks([step], this.session.kind.id, this.session.game.id);
    return { words: [h("h3", {}, step.name), reason.made, practise], begin: () => reason.chain?.begin() };
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
        const before = steps.slice(0, at - 1).flatMap(({ facts }) => facts);
        board.show([...board.facts(), ...before], marks);
        const told = this.#words(step, [...this.#without(place), ...before], place);
        fill(words, told.words);
        this.card.say(step.length || step.text);
        told.begin();
      },
      { least: 1 },
    );
    this.#show({ body: [h("p", { class: "quiet small" }, t(`play.why.${this.#frame.lead}`)), pager.made, words] });
    pager.go(steps.length);
  }

  /** @param {string} text @param {Marks} marks */
  #tell(text, marks = {}, tone = "") {
    this.#show({ body: paragraphs(text), marks, tone, say: text });
  }
}

/** @param {Marks} marks @param {string} place */
const withHint = (marks, place) => ({ ...marks, hints: [...new Set([...(marks.hints ?? []), place])] });
