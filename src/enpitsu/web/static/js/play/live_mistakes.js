/** Mistakes on the board, as far as the player wants to know: broken rules, and marks that do not fit the solution. */

/**
 * @import { CheckAnswer } from "../contract.d.ts"
 * @import { ClueState, Marks } from "../types.d.ts"
 */

import * as api from "../api.js";
import { parseFact } from "../board/slots.js";
import { h } from "../dom.js";
import { placeNames } from "../puzzle/place_names.js";
import { settings } from "../settings.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";
import { PositionCheck } from "../workbench/position_check.js";
import { askMistakes } from "./board_questions.js";
import { price, withPrices } from "./price.js";

const MOST_TOLD = 3; // places

/** The board looked at after each stroke. Telling mistakes is charged with the first stroke under it; nothing is asked or shown before. */
export class LiveMistakes {
  #isAsking = false;
  #isOld = false; // the board has changed since it was asked
  /** @type {string[]} */
  #wrong = [];
  /** True if a check was asked for in this position. */
  isChecked = false;

  /**
   * @param {import("./session.js").Session} session @param {HTMLElement} host of the note
   * @param {{onSolved: () => void, onMarks: (marks: Marks) => void, onAway: (isAway: boolean, isJudged: boolean) => void, marks: () => number}} tell
   *   `marks`: how many the solution has, 0 if that is not known
   */
  constructor(session, host, tell) {
    this.session = session;
    this.tell = tell;
    this.note = h("div", { class: "banner is-live", role: "status", hidden: true });
    host.append(this.note);
    this.check = new PositionCheck(session.document, session.board, {
      onFound: (found) => this.#take(found),
      onAway: (isAway, isJudged) => this.#away(isAway, isJudged),
    });
    session.addEventListener("changed", () => this.#changed());
    for (const name of ["noted", "over"]) session.addEventListener(name, () => this.#showNote());
    this.#showNote();
    this.check.soon(0);
    this.ask();
  }

  #changed() {
    this.isChecked = false;
    this.check.changed();
    // Without the server nothing is told.
    if (this.isLive && !this.session.hasPaidLive && api.server.get().isOnline)
      this.session.pay("live", "check", { live: true });
    this.ask();
  }

  /** @param {CheckAnswer} found */
  #take({ solved }) {
    this.show();
    if (solved && !this.session.isOver) this.tell.onSolved();
  }

  /** Without the server the rules are not looked at; what is known here is shown. @param {boolean} isAway @param {boolean} isJudged whether it is seen when the board is solved */
  #away(isAway, isJudged) {
    this.tell.onAway(isAway, isJudged);
    if (isAway) this.show();
  }

  /** True if mistakes may be seen. */
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

  /** Ask what does not fit the solution, if that is paid for; one question at a time. */
  async ask() {
    this.#isOld = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isOld && this.isTellingLive) {
      this.#isOld = false;
      // Without the server the last that was known stays.
      const found = await askMistakes(this.session).catch(() => null);
      this.#wrong = found?.mistakes ?? this.#wrong;
    }
    this.#isAsking = false;
    if (this.isTellingLive) this.show();
  }

  /** Return what stands on the board and cannot be, as far as that is known. @returns {string[]} */
  wrong() {
    if (!this.isTellingLive) return [];
    const standing = new Set(this.session.board.facts());
    return this.#wrong.filter((fact) => standing.has(fact));
  }

  get #wrongPlaces() {
    return [...new Set(this.wrong().map((fact) => fact.split(" ")[0]))];
  }

  /** Show what was found as far as the player wants to know. */
  show() {
    const { found } = this.check;
    const isShown = (/** @type {[string, ClueState]} */ [, state]) => state !== "wrong" || this.isTelling;
    if (found) this.session.board.setClueStates(Object.fromEntries(Object.entries(found.clues ?? {}).filter(isShown)));
    const errors = new Set([...(found?.marks.errors ?? []), ...this.#wrongPlaces]);
    const { unsolved } = this;
    if (this.isTelling) this.tell.onMarks({ ...found?.marks, errors: [...errors] });
    else this.tell.onMarks(unsolved ? { errors: unsolved.places } : {});
    this.#showNote();
  }

  /** The first rule that a board which looks finished breaks: that is told for nothing. */
  get unsolved() {
    const { found } = this.check;
    return found && !this.session.isOver && this.#isFull(found) ? found.unsolved : null;
  }

  /** @param {CheckAnswer} found */
  #isFull({ fullness }) {
    const most = this.tell.marks();
    if (fullness !== "unclear" || !most) return fullness === "full";
    return this.session.board.facts().filter((fact) => parseFact(fact).holds).length >= most;
  }

  /** Say what was found, or before the first stroke what it costs. */
  #showNote() {
    const { unsolved } = this;
    const full = unsolved ? t("play.full", { broken: sentence(unsolved.message) }) : "";
    const text = (this.isLive ? this.#text() : "") || full;
    this.note.hidden = !text;
    this.note.classList.toggle("is-bad", Boolean(text) && (this.session.hasPaidLive || text === full));
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  #text() {
    if (!this.session.hasPaidLive) return withPrices("play.live.on", { price: price(this.session.prices.live) });
    const broken = (this.check.found?.violations ?? []).map(({ message }) => sentence(message));
    const places = this.#wrongPlaces;
    const unfit = places.length ? [t("play.live.wrong", { places: placeNames(places, MOST_TOLD) })] : [];
    return [...unfit, ...broken.slice(0, 1)].join(" ");
  }

  stop() {
    this.check.stop();
  }
}
