/** A contradiction, one sentence at a time: while it is told, the board shows what is supposed. */

/**
 * @typedef {{before?: string[] | null, after?: string[] | null, yields?: boolean, extra?: Marks}} Around `before`: the board on which
 *   something is supposed (null: what is written on it); `after`: with the conclusion; `yields`: a touch brings the written board
 *   back; `extra`: is marked all the time
 * @import { StepAnswer, SubStepAnswer } from "../contract.d.ts"
 * @import { Marks } from "../types.d.ts"
 */

import { fill, h } from "../dom.js";
import { t } from "../words.js";
import { linkPlaces } from "./places.js";
import { StepPager } from "./step_pager.js";

/** The player of one step that has sub-steps; `made` is its element. */
export class ChainPlayer {
  /** @param {import("../board/board.js").Board} board @param {StepAnswer} step @param {Around} [around] */
  constructor(board, step, { before = null, after = before, yields = false, extra = {} } = {}) {
    this.board = board;
    this.step = step;
    this.around = { before, after, yields, extra };
    this.words = h("p", { class: "chain-words", "aria-live": "polite" });
    this.pager = new StepPager(step.sub_steps.length, (at) => this.#show(at), { least: 1, words: "chain" });
    const whole = h("p", { class: "small" }, linkPlaces(step.sentences.flat(), board, step.marks));
    this.made = h(
      "div",
      { class: "chain" },
      h("div", { class: "chain-head" }, h("p", { class: "chain-length" }, step.length), this.pager.made),
      this.words,
      h("details", {}, h("summary", {}, t("play.chain.whole")), whole),
    );
  }

  /** Tell what is supposed. */
  begin() {
    this.pager.go(1);
  }

  /** Tell what is concluded: the board is as it is without it. */
  end() {
    this.pager.go(this.pager.all);
  }

  /** @param {number} at */
  #show(at) {
    const { board, step } = this;
    const { before, after, yields } = this.around;
    const told = step.sub_steps[at - 1];
    const isEnd = told.role === "concluded";
    const marks = this.#marks(isEnd ? step.marks : told.marks);
    if (isEnd) board.show(after, marks, { yields });
    else board.show(before ?? board.facts(), marks, { supposed: supposed(step.sub_steps.slice(0, at)), yields });
    this.words.dataset.role = told.role;
    fill(this.words, linkPlaces(told.runs, board, marks));
  }

  /** @param {Marks} marks @returns {Marks} */
  #marks(marks) {
    const names = /** @type {const} */ (["errors", "hints", "because"]);
    const both = names.map((name) => [
      name,
      [...new Set([...(marks[name] ?? []), ...(this.around.extra[name] ?? [])])],
    ]);
    return Object.fromEntries(both);
  }
}

/** All that is supposed, with what follows, when these sentences have been told. @param {SubStepAnswer[]} told */
function supposed(told) {
  const from = told.findLastIndex(({ role }) => role === "supposed");
  return told.slice(Math.max(0, from)).flatMap(({ facts }) => facts);
}

/**
 * The reason of a step: a contradiction to be played, from its beginning, or else a paragraph.
 * @param {import("../board/board.js").Board} board @param {StepAnswer} step @param {Around & {marks?: Marks}} [around]
 * @returns {{made: HTMLElement, chain: ChainPlayer | null}}
 */
export function reasonOf(board, step, { marks = step.marks, ...around } = {}) {
  const chain = step.sub_steps.length ? new ChainPlayer(board, step, around) : null;
  return { made: chain?.made ?? h("p", {}, linkPlaces(step.sentences.flat(), board, marks)), chain };
}
