/** Hints in an exercise, a stage a press: where to look, the reason, the move. */

/**
 * @import { ExerciseHintAnswer } from "../contract.d.ts"
 */

import { button, h } from "../dom.js";
import { paragraphs, waiting } from "../play/help_card.js";
import { t } from "../words.js";
import { ChainPlayer } from "../workbench/chain_player.js";
import { linkPlaces } from "../workbench/places.js";

const OWNER = "hint";
const WRITTEN = "move"; // the stage that tells no more: the move is written
const KNOWN = "technique"; // the lesson is of one technique: which one need not be told

/** The hints of one exercise on the card. */
export class LessonHints {
  #stage = 0;
  /** @type {ExerciseHintAnswer | null} */
  #given = null;

  /** @param {import("./exercise.js").Exercise} exercise @param {import("../play/help_card.js").HelpCard} card */
  constructor(exercise, card) {
    this.exercise = exercise;
    this.card = card;
    exercise.addEventListener("changed", () => card.close(OWNER));
  }

  /** The first stage, then the next. */
  async next() {
    if (this.exercise.isDone) return;
    if (this.#given && this.card.owner === OWNER) return this.#go(this.#stage + 1);
    this.card.show(OWNER, { title: t("play.hint.title"), body: waiting(), onClose: () => this.#forget() });
    this.#given = await this.card.ask((signal) => this.exercise.hint(signal));
    if (this.#given) this.#go(0);
  }

  get #stages() {
    return this.#given?.stages.filter(({ name }) => name !== WRITTEN && name !== KNOWN) ?? [];
  }

  /** @param {number} stage */
  #go(stage) {
    const stages = this.#stages;
    if (!stages.length) return this.card.close(OWNER);
    this.#stage = Math.min(stage, stages.length - 1);
    const told = stages.slice(0, this.#stage + 1);
    const now = stages[this.#stage];
    const { board } = this.exercise;
    board.show(null);
    const chain = now.name === "reason" ? this.#chain() : null;
    const words = told.map((each) =>
      chain && each === now
        ? chain.made
        : h("p", { class: each === now ? "is-now" : "quiet small" }, linkPlaces(each.runs, board, now.marks)),
    );
    this.card.show(OWNER, {
      title: t("play.hint.title"),
      body: [...words, ...paragraphs(this.#stage ? null : t("school.helped"))],
      actions: [this.#action(stages)],
      marks: now.marks,
      say: chain ? chain.step.length : now.runs.map(({ text }) => text).join(""),
      onClose: () => this.#forget(),
    });
    chain?.begin();
  }

  #chain() {
    const steps = this.#given?.steps ?? [];
    const isPlayed = steps.length === 1 && steps[0].sub_steps.length > 0;
    return isPlayed ? new ChainPlayer(this.exercise.board, steps[0], { yields: true }) : null;
  }

  /** @param {{name: string}[]} stages */
  #action(stages) {
    const next = stages[this.#stage + 1];
    if (next)
      return button({ text: t(`play.stage.${next.name}`), icon: "next", primary: true, onClick: () => this.next() });
    return button({ text: t("play.hint.do"), icon: "make", primary: true, onClick: () => this.#write() });
  }

  #write() {
    const { board } = this.exercise;
    const put = this.#given?.steps.at(-1)?.facts ?? [];
    this.card.close(OWNER);
    board.write({ put, by: "hint" });
    this.exercise.judge();
  }

  /** The next hint begins anew. */
  #forget() {
    this.#given = null;
    this.#stage = 0;
  }
}
