/**
 * One exercise: its board, and what the server says of what is written on it.
 *
 * Events: "changed" (something was written or undone), "judging", "judged" (detail: the answer), "failed" (detail: the error).
 * @import { VerdictAnswer, ExerciseAnswer } from "../contract.d.ts"
 * @import { Kind } from "../types.d.ts"
 */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { written } from "../play/board_questions.js";
import { boardOptions } from "../settings.js";
import { language, t } from "../words.js";

const REST = 900; // ms after a stroke: who taps on to a dot is not told that shading is wrong
const LARGEST = 64; // pixels of a cell

/** The board of an exercise. */
export class Exercise extends EventTarget {
  #timer = 0;
  #asking = new AbortController();
  isHelped = false;
  isDone = false;

  /** @param {HTMLElement} host @param {Kind} kind @param {string} path of the lesson's API @param {ExerciseAnswer} given */
  constructor(host, kind, path, given) {
    super();
    this.path = path;
    this.given = given;
    const { puzzle, position } = given;
    /** @type {import("../types.d.ts").BoardOptions} */
    const options = boardOptions("play", kind.id);
    // An exercise is one step long: there is nothing to be tried.
    const keys = { ...options.keys, trial: [] };
    this.board = new Board(host, kind, puzzle.puzzle, { ...options, keys, facts: position, text: t, largest: LARGEST });
    this.board.addEventListener("stroke", () => this.#changed());
  }

  /** What the player wrote beyond the position and what stands there still, in order. */
  get own() {
    const given = new Set(this.given.position);
    const standing = new Set(this.board.facts());
    return [...new Set(written(this))].filter((fact) => standing.has(fact) && !given.has(fact));
  }

  #changed() {
    if (this.isDone) return;
    this.#stop();
    this.dispatchEvent(new Event("changed"));
    if (this.own.length) this.#timer = setTimeout(() => this.judge(), REST);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /** Have what stands there judged, now. */
  async judge() {
    this.#stop();
    if (this.isDone || !this.own.length) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.dispatchEvent(new Event("judging"));
    try {
      const found = await this.#ask("answer", { is_helped: this.isHelped }, signal);
      if (!signal.aborted) this.#take(found);
    } catch (error) {
      if (!signal.aborted) this.dispatchEvent(new CustomEvent("failed", { detail: error }));
    }
  }

  /** Who was refuted has learned something of the answer. @param {VerdictAnswer} found */
  #take(found) {
    if (found.finding === "wrong") this.isHelped = true;
    if (found.finding === "right") this.#end();
    this.dispatchEvent(new CustomEvent("judged", { detail: found }));
  }

  #end() {
    this.isDone = true;
    this.board.setOption("locked", true);
  }

  /** Ask for a hint; from then on this exercise is one that needed help. @param {AbortSignal} signal @returns {Promise<import("../contract.d.ts").ExerciseHintAnswer>} */
  async hint(signal) {
    const found = await this.#ask("hint", {}, signal);
    this.isHelped = true;
    return found;
  }

  /** @param {string} what @param {object} more @param {AbortSignal} signal */
  #ask(what, more, signal) {
    const asked = { seed: this.given.seed, facts: this.own, language: language(), ...more };
    return api.post(`${this.path}/${what}`, asked, { signal });
  }

  /** Take the board away. */
  remove() {
    this.#stop();
    this.board.remove();
  }
}
