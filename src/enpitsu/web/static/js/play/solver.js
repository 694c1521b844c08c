/** A solver begins when the puzzle opens, so that its answer is there when it is wanted. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { confirm, toast } from "../ui.js";
import { t } from "../words.js";

/** The solver in the background. Event "change": it has finished. */
export class Solver extends EventTarget {
  #abort = new AbortController();
  state = "working"; // then unique, multiple, none, unknown or failed
  solution = null;

  /** @param {import("./session.js").Session} session @param {HTMLElement} notes */
  constructor(session, notes) {
    super();
    Object.assign(this, { session });
    this.note = h("div", { class: "banner is-note", role: "status", hidden: true });
    notes.append(this.note);
    this.#run();
  }

  async #run() {
    try {
      const order = { do: "solve", puzzle: this.session.document };
      const { status, solutions } = await api.job(order, { signal: this.#abort.signal });
      this.state = status;
      [this.solution = null] = solutions;
    } catch (error) {
      if (error.name === "AbortError") return;
      this.state = "failed";
    }
    this.#tell();
    this.dispatchEvent(new Event("change"));
  }

  /** That a puzzle is not as it should be is told at once. */
  #tell() {
    const isOdd = this.state === "multiple" || this.state === "none";
    this.note.hidden = !isOdd;
    if (isOdd) this.note.textContent = t(`play.solver.${this.state}`);
  }

  /** Show the solution, if there is one yet. */
  async open() {
    if (this.state === "failed") this.#again();
    if (this.state === "working") return toast(t("play.solver.working"));
    if (!this.solution) return toast(t(`play.solver.${this.state === "none" ? "none" : "unknown"}`));
    if (this.session.isOver) return this.#peek();
    const isSure = this.session.isShown || (await confirm(t("play.solver.title"), t("play.solver.sure"), t("play.solver.show")));
    if (!isSure || this.session.isOver) return;
    this.#write();
  }

  /** A game that has ended: show it, or the own board again. */
  #peek() {
    this.isShowing = !this.isShowing;
    this.session.board.show(this.isShowing ? this.solution : null);
  }

  /** The server was away. */
  #again() {
    this.state = "working";
    this.dispatchEvent(new Event("change"));
    this.#run();
  }

  #write() {
    const { board } = this.session;
    while (board.level) board.acceptTrial();
    board.note("solve");
    const wanted = new Set(this.solution);
    const slots = new Set(this.solution.map((fact) => fact.split(" ")[0]));
    const take = board.facts().filter((fact) => !wanted.has(fact) && (slots.has(fact.split(" ")[0]) || !fact.includes(" not ")));
    board.write({ put: this.solution, take, by: "solve" });
  }

  stop() {
    this.#abort.abort();
  }
}
