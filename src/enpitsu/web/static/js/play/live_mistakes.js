/** Mistakes shown as they are made: broken rules, and marks that do not fit the solution. */

import { h } from "../dom.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";
import { askMistakes } from "./board_questions.js";
import { price } from "./price.js";

const MOST_TOLD = 3;

/** The live check. Charged with the first stroke under it; nothing is asked or shown before. */
export class LiveMistakes {
  #isAsking = false;
  #isOld = false; // the board has changed since it was asked
  #wrong = [];

  /**
   * @param {import("./session.js").Session} session @param {import("./position_check.js").PositionCheck} positionCheck
   * @param {HTMLElement} host of the note
   */
  constructor(session, positionCheck, host) {
    Object.assign(this, { session, positionCheck });
    this.note = h("div", { class: "banner is-live", role: "status", hidden: true });
    host.append(this.note);
    session.addEventListener("changed", () => (this.#pay(), this.ask()));
    session.addEventListener("noted", () => this.show());
    session.addEventListener("over", () => this.show());
    this.show();
    this.ask();
  }

  #pay() {
    if (this.positionCheck.isLive && !this.session.hasPaidLive) this.session.pay("live", "check", { live: true });
  }

  /** Ask what does not fit, if that is paid for; one question at a time. */
  async ask() {
    this.#isOld = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isOld && this.positionCheck.isTellingLive) {
      this.#isOld = false;
      // Without the server the last that was known stays.
      const { mistakes = this.#wrong } = await askMistakes(this.session).catch(() => ({}));
      this.#wrong = mistakes;
    }
    this.#isAsking = false;
    if (this.positionCheck.isTellingLive) this.positionCheck.show();
  }

  /** What stands on the board and cannot be, as far as that is known. @returns {string[]} */
  wrong() {
    if (!this.positionCheck.isTellingLive) return [];
    const standing = new Set(this.session.board.facts());
    return this.#wrong.filter((fact) => standing.has(fact));
  }

  /** Say what was found, or before the first stroke what it costs. */
  show() {
    const text = this.positionCheck.isLive ? this.#text() : "";
    this.note.hidden = !text;
    this.note.classList.toggle("is-bad", Boolean(text) && this.session.hasPaidLive);
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  #text() {
    if (!this.session.hasPaidLive) return t("play.live.on", { price: price(this.session.prices.live) });
    const broken = (this.positionCheck.found?.violations ?? []).map(({ message }) => sentence(message));
    const places = [...new Set(this.wrong().map((fact) => fact.split(" ")[0]))];
    const told = places.slice(0, MOST_TOLD).join(", ") + (places.length > MOST_TOLD ? "…" : "");
    const unfit = places.length ? [t("play.live.wrong", { places: told })] : [];
    return [...unfit, ...new Set(broken.slice(0, 1))].join(" ");
  }
}
