/** The positions that a log led through, one after the other or at random. */

/** @import { LogEvent } from "../types.d.ts" */

import { PLAIN, Position } from "./position.js";

/** Looks back; the history is not touched. */
export class LogReplay {
  #count = 0;
  #position;

  /** @param {import("./history.js").History} history */
  constructor(history) {
    this.history = history;
    this.#position = Position.of(history.given);
  }

  /** The position after so many events. @param {number} count @returns {Position} */
  at(count) {
    const { log } = this.history;
    const wanted = Math.min(Math.max(0, count), log.length);
    const isBack = wanted < this.#count;
    const position = isBack ? Position.of(this.history.given) : this.#position.copy();
    for (const event of log.slice(isBack ? 0 : this.#count, wanted)) apply(position, event);
    this.#count = wanted;
    this.#position = position;
    return position;
  }
}

/** @param {Position} position @param {LogEvent} event */
function apply(position, { put = [], take = [], by }) {
  for (const fact of take) position.remove(fact);
  for (const fact of put) position.add(fact, by === "helper" ? { ...PLAIN, by } : PLAIN);
}
