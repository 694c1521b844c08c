/** After each stroke Python looks at the board: clue states, broken rules, solved. */

import * as api from "../api.js";
import { settings } from "../settings.js";
import { language } from "../words.js";

const DELAY = 60;
const SLOW = 600; // on a server that is away

/** Looks; tells `onSolved`, and shows what the player wants to be shown. */
export class PositionCheck {
  #timer = 0;
  #revision = 0;
  #isAsking = false;
  /** What was found last, of the position that stands now; null until then. */
  found = null;
  /** Whether a check was asked for in this position. */
  isChecked = false;

  /** @param {import("./session.js").Session} session @param {{onSolved: () => void, onMarks: (marks: object) => void,
   *   onAway: (isAway: boolean) => void, wrong: () => string[]}} tell `wrong`: facts that do not fit the solution */
  constructor(session, tell) {
    Object.assign(this, { session, tell });
    session.addEventListener("changed", () => this.changed());
    this.end = api.server.subscribe(({ isOnline }) => isOnline && this.soon());
    this.soon(0);
  }

  /** The position is another one. */
  changed() {
    this.isChecked = false;
    this.found = null;
    this.soon();
  }

  soon(delay = DELAY) {
    this.#revision += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), delay);
  }

  /** Look now. @returns {Promise<object>} */
  async now() {
    return (this.found ??= await this.#post(this.#revision));
  }

  #post(revision) {
    const { document: puzzle, board } = this.session;
    return api.post("/look", { puzzle, position: board.facts(), revision, language: language() }, { once: true });
  }

  stop() {
    clearTimeout(this.#timer);
    this.#revision += 1;
    this.end();
  }

  /** One question at a time: on a slow machine they would pile up. */
  async #ask() {
    if (this.#isAsking) return this.soon();
    this.#isAsking = true;
    const revision = this.#revision;
    try {
      const found = await this.#post(revision);
      this.tell.onAway(false);
      if (found.revision === this.#revision) this.#take(found);
    } catch (error) {
      if (error.isOffline) this.#away();
      if (revision === this.#revision && error.isBusy) this.soon(Math.max(SLOW, error.wait));
    } finally {
      this.#isAsking = false;
    }
  }

  #take(found) {
    this.found = found;
    this.show();
    if (found.solved && !this.session.isOver) this.tell.onSolved();
  }

  /** Without the server the rules are not looked at; what is known here is shown. */
  #away() {
    this.tell.onAway(true);
    this.show();
  }

  /** Whether mistakes may be seen. */
  get isTelling() {
    return this.isChecked || this.isTellingLive;
  }

  /** Not before it is paid for: turning it on is no free check of what stands there. */
  get isTellingLive() {
    return this.isLive && this.session.hasPaidLive;
  }

  get isLive() {
    return settings().check === "live" && !this.session.isOver;
  }

  /** Show what was found as far as the player wants to know. */
  show() {
    const { clues, marks = {} } = this.found ?? {};
    const isShown = ([, state]) => state !== "wrong" || this.isTelling;
    if (this.found) this.session.board.setClueStates(Object.fromEntries(Object.entries(clues ?? {}).filter(isShown)));
    const wrong = this.tell.wrong().map((fact) => fact.split(" ")[0]);
    this.tell.onMarks(this.isTelling ? { ...marks, errors: [...new Set([...(marks.errors ?? []), ...wrong])] } : {});
  }
}
