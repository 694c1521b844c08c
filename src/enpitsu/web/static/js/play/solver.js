/**
 * The solver works on the server from the moment the puzzle opens, so that the answer is ready when
 * it is wanted. Only how many solutions there are is told before: the answer itself is fetched by
 * "Solve" alone, as the server counts who was told it.
 */

import * as api from "../api.js";
import { h } from "../dom.js";
import { confirm, failed, toast } from "../ui.js";
import { t } from "../words.js";

/** The solver in the background. Event "change": it has finished. */
export class Solver extends EventTarget {
  #abort = new AbortController();
  #job = "";
  /** How many marks the only solution has; 0 until that is known. */
  marks = 0;
  state = "working"; // then unique, multiple, none, unknown or failed
  /** @type {string[] | null} */
  solution = null;
  isShowing = false;

  /** @param {import("./session.js").Session} session @param {HTMLElement} notes */
  constructor(session, notes) {
    super();
    this.session = session;
    this.note = h("div", { class: "banner is-note", role: "status", hidden: true });
    notes.append(this.note);
    this.#run();
  }

  get #order() {
    return { do: "solve", puzzle: this.session.document };
  }

  async #run() {
    const { signal } = this.#abort;
    try {
      const { id } = await api.post("/jobs", this.#order, { signal });
      this.#job = id;
      const { status = "unknown", state, marks = 0 } = await api.watchJob(this.#job, { signal });
      this.state = state === "done" ? status : "failed";
      this.marks = marks;
    } catch {
      if (signal.aborted) return;
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
    if (!api.server.get().isOnline && !this.solution) return failed(new api.ApiError("away"));
    if (this.state === "failed") this.#again();
    if (this.state === "working") return toast(t("play.solver.working"));
    if (this.state === "none" || this.state === "unknown") return toast(t(`play.solver.${this.state}`));
    if (this.session.isOver) return this.#peek();
    const isSure =
      this.session.isShown || (await confirm(t("play.solver.title"), t("play.solver.sure"), t("play.solver.show")));
    if (!isSure || this.session.isOver) return;
    const solution = await this.#fetch();
    if (solution) this.#write(solution);
  }

  /** The answer: what is ready, or, if the server has forgotten it meanwhile, anew. @returns {Promise<string[] | null>} */
  async #fetch() {
    if (this.solution) return this.solution;
    try {
      const { result } = await api.get(`/jobs/${this.#job}`).catch(() => ({}));
      [this.solution = null] = (result ?? (await api.job(this.#order, { signal: this.#abort.signal }))).solutions;
    } catch (error) {
      failed(error);
    }
    return this.solution;
  }

  /** A game that has ended: show it, or the own board again. */
  async #peek() {
    if (!(await this.#fetch())) return;
    this.isShowing = !this.isShowing;
    this.session.board.show(this.isShowing ? this.solution : null);
  }

  /** The server was away. */
  #again() {
    this.state = "working";
    this.dispatchEvent(new Event("change"));
    this.#run();
  }

  /** @param {string[]} solution */
  #write(solution) {
    const { board } = this.session;
    while (board.level) board.acceptTrial();
    board.note("solve");
    const wanted = new Set(solution);
    const slots = new Set(solution.map((fact) => fact.split(" ")[0]));
    const take = board
      .facts()
      .filter((fact) => !wanted.has(fact) && (slots.has(fact.split(" ")[0]) || !fact.includes(" not ")));
    board.write({ put: solution, take, by: "solve" });
  }

  stop() {
    this.#abort.abort();
    if (this.#job) api.remove(`/jobs/${this.#job}`, { keepalive: true }).catch(() => {});
  }
}
