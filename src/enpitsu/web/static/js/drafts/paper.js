/**
 * A puzzle as it will be on paper: one page, and its solution on another if that is wanted. The server draws the pages, the same
 * to be seen, to be printed and as a PDF file.
 * @import { Document } from "../puzzle/puzzles.js"
 * @typedef {{title: string, author: string, note?: string, rows: number, cols: number, level: string | null, length: number,
 *   length_word: string | null, state?: string, is_mine?: boolean}} Row of a puzzle or a draft
 */

import * as api from "../api.js";
import { check, field, fill, h, select } from "../dom.js";
import { download, fileName } from "../files.js";
import { isUnsolved } from "../puzzle/puzzles.js";
import { change, settings } from "../settings.js";
import { failed } from "../ui.js";
import { language, t } from "../words.js";

const PAPERS = ["A4", "Letter"];
const MM = { small: 6, medium: 8, large: 11, fit: 0 };
const USUAL = Object.freeze({ size: "fit", rules: true, line: true, note: true, solution: true });
const FLAGS = ["rules", "line", "note", "solution"];

/** The sheets of paper and what is on them. */
export class Paper {
  #choice = { ...USUAL, ...settings().print };
  #isWithheld; // the answer is not known to the player yet, so it must be wished for
  #isAsking = false; // whether the solution is really wanted
  /** @type {HTMLInputElement | null} */
  #box = null; // to tick for the solution
  #turn = 0;

  /**
   * @param {{document: Document, row: Row, title: string, reveal?: (() => Promise<boolean>) | null}} what
   *   `reveal`: asks whether a game that goes on may show its solution, and records it
   */
  constructor({ document, row, title, reveal = null }) {
    this.document = bare(document);
    this.row = row;
    this.title = title;
    this.reveal = reveal;
    this.#isWithheld = Boolean(reveal) || isUnsolved(row);
    if (this.#isWithheld) this.#choice.solution = false;
    this.gone = new AbortController();
    this.node = h("div", { class: "papers" });
    this.status = h("p", { class: "small quiet", role: "status" });
    this.options = h("div", { class: "print-options card" }, this.#fields(), this.status);
  }

  leave() {
    this.gone.abort();
  }

  #fields() {
    const set = (/** @type {string} */ name, /** @type {unknown} */ value) => this.#set(name, value).catch(failed);
    const sizes = Object.keys(MM).map((name) => [name, t(`drafts.print.size-${name}`)]);
    const flags = FLAGS.filter((name) => name !== "note" || this.row.note);
    return [
      field(
        t("drafts.print.size"),
        select(sizes, this.#choice.size, (value) => set("size", value), { name: "size" }),
      ),
      field(
        t("drafts.print.paper"),
        select(
          PAPERS.map((name) => [name, name]),
          this.#paper,
          (value) => set("paper", value),
          { name: "paper" },
        ),
      ),
      flags.map((name) => {
        const made = check(t(`drafts.print.${name}`), this.#choice[name], (isOn) => set(name, isOn));
        if (name === "solution") this.#box = made.querySelector("input");
        return made;
      }),
      this.#isWithheld ? h("p", { class: "help" }, t(this.reveal ? "drafts.print.game" : "drafts.print.counts")) : null,
    ];
  }

  /** @param {string} name @param {unknown} value */
  async #set(name, value) {
    const isKept = name === "solution" && value && this.reveal && !(await this.#mayReveal(this.reveal));
    if (isKept) return;
    this.#choice = { ...this.#choice, [name]: value };
    const { solution = USUAL.solution } = settings().print;
    change({ print: this.#isWithheld ? { ...this.#choice, solution } : this.#choice });
    await this.draw();
  }

  /** Until it is recorded the box stays empty. @param {() => Promise<boolean>} reveal */
  async #mayReveal(reveal) {
    const box = this.#box;
    if (box) box.checked = false;
    if (this.#isAsking) return false;
    this.#isAsking = true;
    try {
      const isWanted = await reveal();
      if (box) box.checked = isWanted;
      return isWanted;
    } finally {
      this.#isAsking = false;
    }
  }

  get #paper() {
    return this.#choice.paper ?? (isAmerican() ? "Letter" : "A4");
  }

  /** What the server is asked for. */
  get #order() {
    const { rules, line, note, size } = this.#choice;
    const mm = MM[size] || null;
    return { puzzle: titled(this.document, this), rules, line, note, mm, language: language(), paper: this.#paper };
  }

  /** Draw it as it is wished for: what comes at once, then with the solution. */
  async draw() {
    const turn = ++this.#turn;
    const front = await this.#pages(false);
    if (turn !== this.#turn) return;
    this.#show(front);
    this.status.textContent = "";
    if (!this.#choice.solution) return;
    this.status.textContent = t("drafts.print.solving");
    const all = await this.#pages(true).catch(() => null);
    if (turn !== this.#turn) return;
    this.status.textContent = all?.has_solution ? "" : t("drafts.print.unsolved");
    if (all?.has_solution) this.#show(all);
  }

  /** @param {boolean} solution @returns {Promise<import("../contract.d.ts").SheetPagesAnswer>} */
  #pages(solution) {
    return api.post("/book-pages", { ...this.#order, solution }, { signal: this.gone.signal });
  }

  /** @param {import("../contract.d.ts").SheetPagesAnswer} found */
  #show({ pages, has_solution: hasSolution }) {
    const title = this.title;
    const leaves = pages.map((page, at) => {
      const isSolution = hasSolution && at === pages.length - 1;
      const name = t(isSolution ? "drafts.print.solution-of" : "drafts.print.puzzle-of", { title });
      return leaf(page, name, isSolution);
    });
    fill(this.node, leaves);
  }

  /** The same as a file. */
  async save() {
    const order = { ...this.#order, solution: this.#choice.solution };
    this.status.textContent = t("drafts.print.setting");
    try {
      download(await api.file("/book", order), `${fileName(this.title)}.pdf`);
    } finally {
      this.status.textContent = "";
    }
  }
}

/** The puzzle without what stands on its board. @param {Document} document @returns {Document} */
function bare({ position: _, ...document }) {
  return document;
}

/** It goes by the title that stands on the paper, and need not be graded once more. @param {Document} document @param {Paper} paper */
function titled(document, { title, row: { author, level, length, note } }) {
  const told = Object.entries({ title, author, level, length, note }).filter(([, value]) => value);
  return { ...document, meta: { ...document.meta, ...Object.fromEntries(told) } };
}

const isAmerican = () => /-(US|CA|MX|PH)$/i.test(navigator.language);

/** A page that the server drew, in the page itself: its words can be read and found. @param {string} page @param {string} name @param {boolean} isSolution */
export function leaf(page, name, isSolution = false) {
  const drawn = new DOMParser().parseFromString(page, "image/svg+xml").documentElement;
  return h(
    "article",
    { class: `leaf${isSolution ? " is-solution" : ""}`, "aria-label": name },
    document.importNode(drawn, true),
  );
}
