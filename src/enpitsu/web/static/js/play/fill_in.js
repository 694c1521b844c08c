/** "Fill in": one press writes everything that plain reasoning finds, up to a level that is chosen. */

/**
 * @typedef {FillInAnswer & {without: string[]}} Found `without`: mistakes that were passed over
 * @import { FillInAnswer, HintAnswer, TechniqueCount } from "../contract.d.ts"
 */

import { button, field, h, select } from "../dom.js";
import { change, settings } from "../settings.js";
import { level as levelName, t } from "../words.js";
import { askFill } from "./board_questions.js";
import { paragraphs, waiting } from "./help_card.js";
import { filledMarks, price, withPrices } from "./price.js";

const OWNER = "fill";

/** Filling in, on the card. */
export class FillIn {
  #isWriting = false;
  /** @type {HTMLButtonElement | null} */
  #button = null;

  /**
   * @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card
   * @param {import("./hints.js").Hints} hints @param {string[]} levels of the kind, the easiest first
   */
  constructor(session, card, hints, levels) {
    this.session = session;
    this.card = card;
    this.hints = hints;
    this.levels = levels;
    session.addEventListener("changed", () => {
      if (!this.#isWriting) card.close(OWNER);
    });
  }

  /** The button was pressed: the price first, from then on at once. */
  async open() {
    if (this.session.isOver) return;
    const isKnown = this.session.board.history.log.some(({ by }) => by === "fill");
    if (isKnown || this.card.owner === OWNER) await this.run();
    else this.#offer();
  }

  #offer() {
    const { where, fill } = this.session.prices;
    const offer = withPrices("play.fill.offer", { where, fill });
    this.#show({ body: [...paragraphs(offer), this.#levels()], actions: [this.#go(true)], say: offer });
  }

  /** The hardest techniques that are plain to this player; remembered. */
  #levels() {
    const choices = this.levels.map((name) => [name, levelName(name)]);
    return field(
      t("play.fill.up-to"),
      select(choices, this.#upTo, (name) => this.#choose(name), { name: "up-to" }),
    );
  }

  /** @param {string} name */
  #choose(name) {
    change({ fillUpTo: name });
    const words = this.#button?.lastChild;
    if (words) words.textContent = this.#priced("go");
  }

  get #upTo() {
    const { fillUpTo } = settings();
    return this.levels.includes(fillUpTo) ? fillUpTo : this.levels[1];
  }

  #go(primary = false) {
    this.#button = button({ text: this.#priced("go"), icon: "fill", primary, onClick: () => this.run() });
    return this.#button;
  }

  /** A button's words, with what looking and each mark costs. @param {"go" | "anyway"} name */
  #priced(name) {
    const { where, fill } = this.session.prices;
    return withPrices(`play.fill.${name}`, { price: price(this.#isPaid(this.#upTo) ? 0 : where), each: fill });
  }

  /** @param {string} upTo */
  #name(upTo) {
    return `fill ${upTo} ${this.session.board.facts().toSorted().join()}`;
  }

  /** True if this board was looked at up to this level, or a harder one. @param {string} upTo */
  #isPaid(upTo) {
    return this.levels.slice(this.levels.indexOf(upTo)).some((level) => this.session.hasPaid(this.#name(level)));
  }

  /** @param {object} what see HelpCard.show */
  #show(what) {
    this.card.show(OWNER, { title: t("play.fill.title"), ...what });
  }

  /**
   * Ask, and write what was found. @param {string[]} [without] mistakes to be passed over
   * @param {boolean} [isEndWanted] whether it may solve the puzzle: that is told only to those who want it
   */
  async run(without = [], isEndWanted = false) {
    const upTo = this.#upTo;
    this.#show({ body: waiting() });
    const found = await this.card.ask((signal) => askFill(this.session, upTo, without, !isEndWanted, signal));
    if (found) this.#take({ ...found, without }, upTo);
  }

  /** @param {Found} found @param {string} upTo */
  #take(found, upTo) {
    if (found.hint) return this.#tellWrong(found.hint, found.without);
    const { facts, marks, ending } = found;
    const before = this.session.penalty;
    // That nothing was found in time tells nothing.
    const isTold = marks || ending !== "limit";
    if (isTold && !this.#isPaid(upTo))
      this.session.pay(this.#name(upTo), "hint", { stage: "where", cost: this.session.prices.where });
    if (marks && !facts.length) this.#confirm(found);
    else this.#finish(found, before);
  }

  /** The game ends with it, and nothing can be undone then. @param {Found} found */
  #confirm({ marks, without }) {
    const text = withPrices("play.fill.ends", { price: price(marks * this.session.prices.fill) });
    const go = button({
      text: t("play.fill.end"),
      icon: "fill",
      primary: true,
      onClick: () => this.run(without, true),
    });
    this.#show({ body: paragraphs(text), actions: [go], say: text });
  }

  /** @param {Found} found @param {number} before seconds of help before this */
  #finish(found, before) {
    const { board } = this.session;
    const old = board.facts();
    if (found.facts.length) this.#write(found.facts, found.ending === "solved" ? found.without : []);
    if (found.ending === "no-more") this.session.rememberPaid(this.#name(found.up_to));
    const standing = new Set(board.facts());
    const replaced = old.filter((fact) => !standing.has(fact)).length;
    this.#tell(found, this.session.penalty - before, replaced);
  }

  /** A mistake is told as a hint tells it; what is right can be filled in all the same. @param {HintAnswer} hint @param {string[]} without */
  #tellWrong(hint, without) {
    const onAnyway = () => this.run([...without, ...hint.mistakes]);
    this.hints.tell(hint, { text: this.#priced("anyway"), onAnyway });
  }

  /** @param {string[]} put @param {string[]} take mistakes, where the puzzle is solved without them */
  #write(put, take) {
    const standing = new Set(this.session.board.facts());
    this.#isWriting = true;
    this.session.board.write({ put, take: take.filter((fact) => standing.has(fact)), by: "fill" });
    this.#isWriting = false;
  }

  /** @param {Found} found @param {number} cost @param {number} replaced */
  #tell({ facts, ending, up_to: upTo, unique, techniques }, cost, replaced) {
    const texts = [
      facts.length
        ? withPrices("play.fill.done", { count: filledMarks(facts).length, price: price(cost) })
        : withPrices("play.fill.nothing", { price: price(cost) }),
      replaced ? t("play.fill.replaced", { count: replaced }) : "",
      t(`play.fill.${ending}`, { level: levelName(upTo) }),
      unique ? "" : t("play.hint.several"),
    ];
    const more = ending === "solved" ? [] : [this.#levels()];
    this.#show({
      body: [...paragraphs(...texts), counts(techniques), ...more].filter(Boolean),
      actions: more.length ? [this.#go()] : [],
      say: texts.join(" "),
    });
  }
}

/** The number of uses of each technique. @param {TechniqueCount[]} techniques */
function counts(techniques) {
  if (!techniques.length) return null;
  const line = (/** @type {TechniqueCount} */ { name, count }) =>
    h("li", {}, h("span", { class: "number" }, `${count} ×`), " ", name);
  return h("ul", { class: "fill-counts small quiet" }, techniques.map(line));
}
