/** Hints in stages: words and marks from one object, each stage with its price before it is shown. */

/**
 * @typedef {{text: string, onAnyway: () => void}} Anyway
 * @import { HintAnswer, HintStage } from "../contract.d.ts"
 */

import { parseFact } from "../board/slots.js";
import { button, h } from "../dom.js";
import { has, t } from "../words.js";
import { ChainPlayer } from "../workbench/chain_player.js";
import { linkPlaces } from "../workbench/places.js";
import { practiseLinks } from "../workbench/practise.js";
import { askHint } from "./board_questions.js";
import { paragraphs, waiting } from "./help_card.js";
import { mistakeActions, mistakeText } from "./mistake_actions.js";
import { price, priced } from "./price.js";

const OWNER = "hint";
const NAMING = new Set(["technique", "reason"]); // stages that name the technique

/** What stands on the board for what a sentence denies: "Dot: not shaded." @param {string[]} facts @param {string} kind */
function signs(facts, kind) {
  const denied = facts.map(parseFact).filter(({ holds }) => !holds);
  const ids = [...new Set(denied.map(({ value }) => `${kind}.legend.${value}`))].filter(has);
  return ids.length ? [h("p", { class: "small quiet hint-legend" }, ids.map((id) => t(id)).join(" "))] : [];
}

/** Hints on the card. */
export class Hints {
  /** @type {HintAnswer | null} */
  #given = null;
  #stage = -1;
  /** @type {string[]} */
  #without = [];
  /** @type {Anyway | null} */
  #anyway = null;
  /** True if the board has changed since the hint was given. */
  stale = false;

  /** @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card */
  constructor(session, card) {
    this.session = session;
    this.card = card;
    session.addEventListener("changed", () => this.#changed());
  }

  /** The button was pressed: the price first, from then on a stage a press. */
  async open() {
    if (this.session.isOver) return;
    if (this.card.owner === OWNER && this.#given) return this.next();
    if (this.session.asksFirst && this.card.owner !== OWNER) this.#offer();
    else await this.start();
  }

  #offer() {
    const { where, board } = this.session.prices;
    this.#forget();
    const text = t("play.hint.first", { seconds: where });
    const go = button({ text, icon: "hint", primary: true, onClick: () => this.start() });
    this.card.show(OWNER, {
      title: t("play.hint.title"),
      body: [...paragraphs(t("play.hint.offer", { where, board })), this.#ladder()],
      actions: [go],
      onClose: () => this.#forget(),
      say: t("play.hint.offer", { where, board }),
    });
  }

  /** The price of all stages. */
  #ladder() {
    const { prices } = this.session;
    const stages = ["where", "technique", "reason"];
    return h(
      "ol",
      { class: "ladder small quiet" },
      stages.map((name) => h("li", {}, t(`play.stage.${name}`), h("span", { class: "number" }, price(prices[name])))),
      h("li", {}, t("play.hint.do"), h("span", { class: "number" }, price(0))),
    );
  }

  /** Ask, and show the first stage. @param {string[]} [without] mistakes to be passed over */
  async start(without = []) {
    this.card.show(OWNER, { title: t("play.hint.title"), body: waiting(), onClose: () => this.#forget() });
    const hint = await this.card.ask((signal) => askHint(this.session, without, signal));
    if (hint) this.#take(hint, without);
  }

  /**
   * Tell of a mistake that was found while something else was asked for.
   * @param {HintAnswer} hint @param {Anyway} anyway what can be done without going back
   */
  tell(hint, anyway) {
    this.#forget();
    this.#anyway = anyway;
    this.#take(hint, []);
  }

  /** A step that was shown before the board changed goes on where it was. @param {HintAnswer} hint @param {string[]} without */
  #take(hint, without) {
    const before = this.stale && this.#given ? this.#name("") : null;
    this.stale = false;
    this.#given = hint;
    this.#without = without;
    if (!before || before !== this.#name("")) this.#stage = -1;
    if (this.#isHelp) this.next();
    else this.#show();
  }

  /** The hint that is told; asked for only while there is one. */
  get #hint() {
    if (!this.#given) throw new Error("no hint was given");
    return this.#given;
  }

  /** A step or a mistake is help; that a puzzle has no solution is no one's fault. */
  get #isHelp() {
    return ["step", "mistake"].includes(this.#hint.finding);
  }

  /** The name of the finding: the same is not paid for twice. @param {string} stage */
  #name(stage) {
    const { finding, steps, mistakes } = this.#hint;
    const step = steps.at(-1);
    const what = step ? `${step.technique} ${step.at} ${step.facts.join()}` : mistakes[0];
    return `${finding} ${stage} ${what}`;
  }

  /** @param {string} stage */
  #cost(stage) {
    return this.session.hasPaid(this.#name(stage)) ? 0 : (this.session.prices[stage] ?? 0);
  }

  /** Show the next stage. */
  async next() {
    if (this.stale) return this.start(this.#without);
    const { stages } = this.#hint;
    if (!this.#nextStage) return;
    this.#stage += 1;
    const { name } = stages[this.#stage];
    this.session.pay(this.#name(name), "hint", { stage: name, cost: this.session.prices[name] });
    this.#show();
  }

  #show() {
    const { stages, finding, unique } = this.#hint;
    const at = Math.max(0, this.#stage);
    const { marks } = stages[at];
    const words = (/** @type {HintStage} */ stage) => linkPlaces(this.#runs(stage), this.session.board, marks);
    const chain = this.#chain(stages[at]);
    const texts = stages.slice(0, at + 1).map((stage) => {
      const style = stage === stages[at] ? "is-now" : "quiet small";
      return chain && stage === stages[at] ? chain.made : h("p", { class: style }, words(stage));
    });
    if (!this.#nextStage && finding === "step")
      texts.push(...signs(this.#hint.steps.at(-1)?.facts ?? [], this.session.kind.id));
    if (finding === "step" && NAMING.has(stages[at].name))
      texts.push(...practiseLinks(this.#hint.steps, this.session.kind.id, this.session.game.id));
    if (unique === false && finding === "step") texts.unshift(h("p", { class: "small quiet" }, t("play.hint.several")));
    this.card.show(OWNER, {
      title: t(finding === "mistake" ? "play.mistake.title" : "play.hint.title"),
      tone: finding === "mistake" ? "bad" : "",
      body: texts,
      actions: this.#actions(),
      marks,
      say: chain
        ? chain.step.length
        : this.#runs(stages[at])
            .map(({ text }) => text)
            .join(""),
      onClose: () => this.#forget(),
    });
    chain?.begin();
  }

  /** A reason that is a contradiction is played; the board stays one that can be written on. @param {HintStage} stage */
  #chain({ name }) {
    const { board } = this.session;
    board.show(null);
    const { steps, finding } = this.#hint;
    const [step] = steps;
    const isPlayed = name === "reason" && finding === "step" && steps.length === 1 && step.sub_steps.length;
    return isPlayed ? new ChainPlayer(board, step, { yields: true }) : null;
  }

  /** The server counts facts; a player counts moves. @param {HintStage} stage */
  #runs({ name, runs }) {
    return name === "undo" ? [{ text: mistakeText(this.session, this.#hint.mistakes) }] : runs;
  }

  /** The stage that tells more; the reason has told the move, which is only written then. */
  get #nextStage() {
    const next = this.#hint.stages[this.#stage + 1];
    return next?.name === "move" ? undefined : next;
  }

  #actions() {
    const { finding } = this.#hint;
    const next = this.#isHelp ? this.#nextStage : undefined;
    const more =
      next &&
      button({
        text: priced(t(`play.stage.${next.name}`), this.#cost(next.name)),
        icon: "next",
        primary: true,
        onClick: () => this.next(),
      });
    if (finding === "mistake") return [more, ...this.#mistakeActions(Boolean(more))];
    const isLast = finding === "step" && !next;
    if (isLast) return [button({ text: t("play.hint.do"), icon: "make", primary: true, onClick: () => this.#do() })];
    return more ? [more] : [];
  }

  /** Going back tells where the mistake is: only what has been told can be gone back to. @param {boolean} hasMore */
  #mistakeActions(hasMore) {
    const { mistakes, stages } = this.#hint;
    const isTold = stages.slice(0, this.#stage + 1).some(({ name }) => name === "where");
    const onAnyway = () => this.start([...this.#without, ...mistakes]);
    const anyway = this.#anyway ?? { text: t("play.mistake.anyway"), onAnyway };
    if (!isTold) return [button({ text: anyway.text, plain: true, onClick: anyway.onAnyway })];
    const actions = mistakeActions(this.session, mistakes, { ...anyway, onBack: () => this.card.close(OWNER) });
    if (hasMore) for (const each of actions) each?.classList.remove("is-primary");
    return actions;
  }

  /** Write what follows. What was written before and undone is written as one's own: it is paid for. */
  #do() {
    const facts = this.#hint.steps.at(-1)?.facts ?? [];
    const name = this.#name("done");
    const by = this.session.hasPaid(name) ? "hand" : "hint";
    this.session.rememberPaid(name);
    this.card.close(OWNER);
    this.session.board.write({ put: facts, by });
    this.session.board.focus();
  }

  /** The board has changed under the hint. */
  #changed() {
    if (this.card.owner !== OWNER || !this.#given) return;
    const step = this.#hint.steps.at(-1);
    const facts = new Set(this.session.board.facts());
    const isDone = !step || step.facts.every((fact) => facts.has(fact));
    if (isDone) this.card.close(OWNER);
    else this.stale = true;
  }

  #forget() {
    this.stale = false;
    this.#given = null;
    this.#anyway = null;
    this.#stage = -1;
  }
}
