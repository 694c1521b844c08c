/** The whole explanation, step by step, with a slider; afterwards back to one's own position. */

/**
 * @typedef {{progress?: {share?: number}, place?: number}} Progress
 * @import { StepAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { dialog, failed } from "../ui.js";
import { language, t } from "../words.js";
import { reasonOf } from "../workbench/chain_player.js";
import { practiseLinks } from "../workbench/practise.js";
import { StepPager } from "../workbench/step_pager.js";

const OWNER = "steps";

/** The way through the puzzle. Event "change": it is open, or no more. */
export class Steps extends EventTarget {
  #abort = new AbortController();
  /** @type {StepPager | null} */
  #pager = null;

  /** @param {import("./session.js").Session} session @param {import("./help_card.js").HelpCard} card */
  constructor(session, card) {
    super();
    this.session = session;
    this.card = card;
  }

  /** True if another board than the player's is seen: then nothing can be done to that. */
  get isOpen() {
    return this.card.owner === OWNER;
  }

  /** Ask where to begin: with it the attempt no longer counts. */
  async open() {
    if (this.isOpen) return this.card.close(OWNER);
    const { isOver, isShown } = this.session;
    const warning = isOver || isShown ? null : h("p", {}, t("play.steps.warning"));
    const from = await dialog({
      title: t("play.steps.title"),
      body: [h("p", {}, t("play.steps.offer")), warning].filter(Boolean),
      actions: [
        { text: t("play.steps.here"), value: "here" },
        { text: t("play.steps.start"), value: "start", primary: true },
      ],
    });
    if (from) await this.#load(from === "here" ? this.session.board.facts() : []);
  }

  /** @param {string[]} start */
  async #load(start) {
    this.#abort = new AbortController();
    const told = h("p", { class: "waiting" }, t("play.steps.working"));
    this.card.show(OWNER, { title: t("play.steps.title"), body: [told], onClose: () => this.#end() });
    this.dispatchEvent(new Event("change"));
    const onProgress = (/** @type {Progress} */ { progress = {}, place }) => {
      const far =
        progress.share === undefined
          ? t("play.steps.working")
          : t("play.steps.progress", { percent: Math.round(100 * progress.share) });
      told.textContent = place ? t("app.place", { count: place }) : far;
    };
    try {
      const order = { do: "explain", puzzle: this.session.document, position: start, language: language() };
      const found = await api.job(order, { onProgress, signal: this.#abort.signal });
      if (this.card.owner === OWNER) this.#take(found, start);
    } catch (error) {
      this.card.close(OWNER);
      failed(error);
    }
  }

  /** @param {{steps: StepAnswer[], status: string}} found @param {string[]} start */
  #take({ steps, status }, start) {
    // That there is no way on tells something, too.
    if (!this.session.isOver && !this.session.isShown) this.session.board.note("solve");
    if (!steps.length) {
      const isWrong = status === "none" && start.length > 0;
      const text = t(isWrong ? "play.steps.wrong" : status === "none" ? "play.solver.none" : "play.steps.nothing");
      return this.card.show(OWNER, {
        title: t("play.steps.title"),
        body: [h("p", {}, text)],
        onClose: () => this.#end(),
      });
    }
    this.#build(steps, positions(start, steps));
  }

  /** @param {StepAnswer[]} steps @param {string[][]} boards */
  #build(steps, boards) {
    const words = h("div", { class: "step-words", "aria-live": "polite" });
    const list = h(
      "ol",
      { class: "step-list small" },
      steps.map((step, at) =>
        h("li", {}, h("button", { type: "button", class: "step", onClick: () => pager.go(at + 1) }, step.name)),
      ),
    );
    const pager = new StepPager(steps.length, (at) => this.#show(steps, boards, at, words, list), { isPlayable: true });
    this.#pager = pager;
    this.card.show(OWNER, {
      title: t("play.steps.title"),
      body: [pager.made, words, h("details", {}, h("summary", {}, t("play.steps.list")), list)],
      actions: [button({ text: t("play.steps.back"), icon: "undo", onClick: () => this.card.close(OWNER) })],
      onClose: () => this.#end(),
    });
    pager.go(1);
    pager.slider.focus({ preventScroll: true });
  }

  /** @param {StepAnswer[]} steps @param {string[][]} boards @param {number} at @param {HTMLElement} words @param {HTMLElement} list */
  #show(steps, boards, at, words, list) {
    const step = steps[at - 1];
    this.session.board.show(boards[at], step?.marks ?? {});
    const reason = step && reasonOf(this.session.board, step, { before: boards[at - 1], after: boards[at] });
    if (this.#pager) this.#pager.inside = reason?.chain?.pager ?? null;
    const { kind, game } = this.session;
    fill(
      words,
      reason
        ? [h("h3", {}, step.name), reason.made, practiseLinks([step], kind.id, game.id)]
        : h("p", { class: "quiet" }, t("play.steps.begin")),
    );
    reason?.chain?.begin();
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[at - 1]?.firstElementChild?.setAttribute("aria-current", "step");
  }

  #end() {
    this.#pager?.stop();
    this.#abort.abort();
    this.session.board.show(null);
    queueMicrotask(() => this.dispatchEvent(new Event("change"))); // the card is closed then
  }
}

/** The position before all steps and after each. @param {string[]} start @param {StepAnswer[]} steps */
function positions(start, steps) {
  const facts = new Set(start);
  return [
    [...start],
    ...steps.map(({ facts: found, also = [] }) => {
      for (const fact of [...found, ...also]) facts.add(fact);
      return [...facts];
    }),
  ];
}
