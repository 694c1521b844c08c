/** Mistakes shown as they are made: broken rules, and marks that do not fit the solution. */

import { parseFact } from "../board/slots.js";
import { h } from "../dom.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";
import { price } from "./price.js";

const MOST_TOLD = 3;

/** The live check. Charged with the first stroke under it; nothing is shown before. */
export class Live {
  #answer = null;

  /**
   * @param {import("./session.js").Session} session @param {import("./look.js").Look} look
   * @param {import("./solver.js").Solver} solver its answer is compared with, never shown
   * @param {HTMLElement} host of the note
   */
  constructor(session, look, solver, host) {
    Object.assign(this, { session, look, solver });
    this.note = h("div", { class: "banner is-live", role: "status", hidden: true });
    host.append(this.note);
    session.addEventListener("changed", () => this.#pay());
    session.addEventListener("noted", () => this.show());
    session.addEventListener("over", () => this.show());
    solver.addEventListener("change", () => look.isLive && look.show());
    this.show();
  }

  #pay() {
    if (this.look.isLive && !this.session.hasPaidLive) this.session.pay("live", "check", { live: true });
  }

  /** What stands on the board and cannot be; nothing as long as the solution is not known. @returns {string[]} */
  wrong() {
    const { state, solution } = this.solver;
    if (!this.look.isTellingLive || state !== "unique" || !solution) return [];
    this.#answer ??= answerOf(solution);
    return this.session.board.facts().filter((fact) => !fits(parseFact(fact), this.#answer));
  }

  /** Say what was found, or before the first stroke what it costs. */
  show() {
    const text = this.look.isLive ? this.#text() : "";
    this.note.hidden = !text;
    this.note.classList.toggle("is-bad", Boolean(text) && this.session.hasPaidLive);
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  #text() {
    if (!this.session.hasPaidLive) return t("play.live.on", { price: price(this.session.prices.live) });
    const broken = (this.look.found?.violations ?? []).map(({ message }) => sentence(message));
    const places = [...new Set(this.wrong().map((fact) => fact.split(" ")[0]))];
    const told = places.slice(0, MOST_TOLD).join(", ") + (places.length > MOST_TOLD ? "…" : "");
    const unfit = places.length ? [t("play.live.wrong", { places: told })] : [];
    return [...unfit, ...new Set(broken.slice(0, 1))].join(" ");
  }
}

/** What holds where; values that the solution never names are not judged by it. */
function answerOf(solution) {
  const facts = solution.map(parseFact).filter(({ holds }) => holds);
  const values = new Map(facts.map(({ slot, value }) => [slot, value]));
  return { values, known: new Set(values.values()) };
}

function fits({ slot, value, holds }, { values, known }) {
  if (!known.has(value)) return !(holds && values.has(slot));
  return holds === (values.get(slot) === value);
}
