/** Why something that was written cannot be: a contradiction to be played, or the steps that prove its opposite. */

/**
 * @typedef {Pick<import("../contract.d.ts").RefuteAssumptionAnswer, "fact" | "steps" | "close" | "text">} Refuted
 * @import { StepAnswer, TextRunAnswer } from "../contract.d.ts"
 * @import { Marks } from "../types.d.ts"
 */

import { h } from "../dom.js";
import { ChainPlayer } from "./chain_player.js";
import { linkPlaces } from "./places.js";

/** What refutes one fact; `made` are its elements, `marks` what the board shows with it, `say` what is spoken. */
export class Refutation {
  /** @type {ChainPlayer | null} */
  #chain;

  /** @param {import("../board/board.js").Board} board @param {Refuted} refuted @param {string[]} before the board without the fact */
  constructor(board, { fact, steps, close, text }, before) {
    this.#chain = fact ? chainOf(board, steps, fact, before) : null;
    this.marks = withError(steps.at(-1)?.marks, fact);
    this.say = (this.#chain ? steps[0].length : text) || text;
    const told = this.#chain ? [this.#chain.made] : steps.map((step) => story(board, step, fact, this.marks));
    this.made = close.length ? [...told, h("p", {}, linkPlaces(close, board, this.marks))] : told;
  }

  /** Tell it from its beginning, where it is to be played. */
  begin() {
    this.#chain?.begin();
  }
}

/** @param {import("../board/board.js").Board} board @param {StepAnswer[]} steps @param {string} fact @param {string[]} before */
function chainOf(board, steps, fact, before) {
  if (steps.length !== 1 || !steps[0].sub_steps.length) return null;
  const extra = { errors: [fact.split(" ")[0]] };
  return new ChainPlayer(board, steps[0], { before, after: null, yields: true, extra });
}

/**
 * A step in words; the board shows the one that is pointed at, else the last.
 * @param {import("../board/board.js").Board} board @param {StepAnswer} step @param {string | null} fact @param {Marks} marks
 */
function story(board, step, fact, marks) {
  const own = withError(step.marks, fact);
  const lines = step.sentences.map((runs) => h("p", {}, linkPlaces(runs, board, own)));
  const around = { onPointerenter: () => board.mark(own), onPointerleave: () => board.mark(marks) };
  return h("div", { class: "story", ...around }, lines);
}

/** The fact itself stays marked beside what a step points at. @param {Marks | undefined} marks @param {string | null} fact @returns {Marks} */
function withError(marks, fact) {
  const own = fact ? [fact.split(" ")[0]] : [];
  return { ...marks, errors: [...new Set([...(marks?.errors ?? []), ...own])] };
}
