/** "Fill in": one press writes everything that plain reasoning finds, up to a level that is chosen. */

import { button, field, h, select } from "../dom.js";
import { change, settings } from "../settings.js";
import { failed } from "../ui.js";
import { level as levelName, t } from "../words.js";
import { askFill } from "./ask.js";
import { paragraphs, waiting } from "./card.js";
import { price } from "./price.js";

const OWNER = "fill";

/** Filling in, on the card. */
export class Fill {
  #turn = 0;
  #isWriting = false;

  /**
   * @param {import("./session.js").Session} session @param {import("./card.js").Card} card
   * @param {import("./hints.js").Hints} hints @param {string[]} levels of the kind, the easiest first
   */
  constructor(session, card, hints, levels) {
    Object.assign(this, { session, card, hints, levels });
    session.addEventListener("changed", () => this.#isWriting || card.close(OWNER));
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
    const offer = t("play.fill.offer", { where, fill });
    this.#show({ body: [...paragraphs(offer), this.#levels()], actions: [this.#go(true)], say: offer });
  }

  /** The hardest techniques that are plain to this player; remembered. */
  #levels() {
    const choices = this.levels.map((name) => [name, levelName(name)]);
    return field(t("play.fill.up-to"), select(choices, this.#upTo, (name) => change({ fillUpTo: name }), { name: "up-to" }));
  }

  get #upTo() {
    const { fillUpTo } = settings();
    return this.levels.includes(fillUpTo) ? fillUpTo : this.levels[1];
  }

  #go(primary = false) {
    const text = t("play.fill.go", { price: price(this.session.prices.where), each: this.session.prices.fill });
    return button({ text, icon: "fill", primary, onClick: () => this.run() });
  }

  #show(what) {
    this.card.show(OWNER, { title: t("play.fill.title"), onClose: () => (this.#turn += 1), ...what });
  }

  /** Ask, and write what was found. @param {string[]} [without] mistakes to be passed over */
  async run(without = []) {
    const turn = ++this.#turn;
    const upTo = this.#upTo;
    const name = `fill ${upTo} ${this.session.board.facts().toSorted().join()}`;
    this.#show({ body: waiting() });
    try {
      const found = await askFill(this.session, upTo, without);
      if (turn === this.#turn) this.#take(found, name, without);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.card.close(OWNER);
      failed(error);
    }
  }

  #take(found, name, without) {
    if (found.hint) return this.#tellWrong(found.hint, without);
    const { facts, ending } = found;
    const before = this.session.penalty;
    // That nothing was found in time tells nothing.
    if (facts.length || ending !== "limit") this.session.pay(name, "hint", { stage: "where", cost: this.session.prices.where });
    if (facts.length) this.#write(facts);
    this.#tell(found, this.session.penalty - before);
  }

  /** A mistake is told as a hint tells it; what is right can be filled in all the same. */
  #tellWrong(hint, without) {
    const onAnyway = () => this.run([...without, ...hint.mistakes]);
    this.hints.tell(hint, { text: t("play.fill.anyway"), onAnyway });
  }

  #write(put) {
    this.#isWriting = true;
    this.session.board.write({ put, by: "fill" });
    this.#isWriting = false;
  }

  #tell({ facts, ending, up_to: upTo, unique, techniques }, cost) {
    const texts = [
      facts.length ? t("play.fill.done", { count: facts.length, price: price(cost) }) : "",
      t(`play.fill.${ending}`, { level: levelName(upTo) }),
      unique ? "" : t("play.hint.several"),
    ];
    const more = ending === "solved" ? [] : [this.#levels()];
    this.#show({
      body: [...paragraphs(...texts), counts(techniques), ...more].filter(Boolean),
      actions: more.length ? [this.#go()] : [], say: texts.join(" "),
    });
  }
}

/** How often each technique was used. */
function counts(techniques) {
  if (!techniques.length) return null;
  const line = ({ name, count }) => h("li", {}, h("span", { class: "number" }, `${count} ×`), " ", name);
  return h("ul", { class: "fill-counts small quiet" }, techniques.map(line));
}
