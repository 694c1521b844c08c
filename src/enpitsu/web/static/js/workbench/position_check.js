/** After each stroke Python looks at the board: clue states, broken rules, solved. The newest position counts. */

/**
 * @typedef {import("../api.js").ApiError} ApiError
 * @import { CheckAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { language } from "../words.js";

const DELAY = 60; // ms after a stroke
const SLOW = 600; // ms, on a server that has too much to do

/** Looks at one board. */
export class PositionCheck {
  #timer = 0;
  #revision = 0;
  #isAsking = false;
  /** The answer about the position that stands now; null until then. @type {CheckAnswer | null} */
  found = null;

  /**
   * @param {object} document the puzzle @param {import("../board/board.js").Board} board
   * @param {{onFound: (found: CheckAnswer) => void, onAway?: (isAway: boolean, isJudged: boolean) => void, onError?: (error: ApiError) => void}} tell
   *   `onAway`: the server did not answer, or answers again; `isJudged`: the browser tells in its place whether the board is solved
   */
  constructor(document, board, { onFound, onAway = () => {}, onError = () => {} }) {
    this.document = document;
    this.board = board;
    this.onFound = onFound;
    this.onAway = onAway;
    this.onError = onError;
    this.end = api.server.subscribe(({ isOnline }) => isOnline && this.soon());
  }

  /** The position is another one. */
  changed() {
    this.found = null;
    this.soon();
  }

  /** Look after a while. @param {number} [delay] ms */
  soon(delay = DELAY) {
    this.cancel();
    this.#timer = setTimeout(() => this.#ask(), delay);
  }

  /** Look now. @returns {Promise<CheckAnswer>} */
  async now() {
    this.found ??= await this.#post(this.#revision);
    return this.found;
  }

  /** Drop the open question. */
  cancel() {
    this.#revision += 1;
    clearTimeout(this.#timer);
  }

  /** Look no more. */
  stop() {
    this.cancel();
    this.end();
  }

  /** @param {number} revision @returns {Promise<CheckAnswer>} */
  #post(revision) {
    return api.post(
      "/check",
      { puzzle: this.document, position: this.board.facts(), revision, language: language() },
      { once: true },
    );
  }

  /** One question at a time: on a slow machine they would pile up. */
  async #ask() {
    if (this.#isAsking) return this.soon();
    this.#isAsking = true;
    const revision = this.#revision;
    try {
      const found = await this.#post(revision);
      this.onAway(!api.server.get().isOnline, true);
      if (found.revision !== this.#revision) return;
      this.found = found;
      this.onFound(found);
    } catch (caught) {
      const error = /** @type {ApiError} */ (caught);
      if (error.isOffline) this.onAway(true, false);
      else if (revision === this.#revision && error.isBusy) this.soon(Math.max(SLOW, error.wait));
      else if (revision === this.#revision) this.onError(error);
    } finally {
      this.#isAsking = false;
    }
  }
}
