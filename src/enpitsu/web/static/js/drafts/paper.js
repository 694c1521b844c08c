/**
 * A puzzle as it will be on paper: one page, and its solution on another if that is wanted.
 * @import { KindAnswer, SolveAnswer } from "../contract.d.ts"
 * @import { Document } from "../puzzle/puzzles.js"
 * @typedef {{title: string, author: string, note?: string, rows: number, cols: number, level: string | null, length: number,
 *   length_word: string | null, state?: string, is_mine?: boolean}} Row of a puzzle or a draft
 */

import * as api from "../api.js";
import { check, field, fill, h, select } from "../dom.js";
import { download, fileName } from "../files.js";
import { isUnsolved, svgAddress } from "../puzzle/puzzles.js";
import { variantsOf } from "../puzzle/variants.js";
import { change, settings } from "../settings.js";
import { failed } from "../ui.js";
import { graded, kindName, language, size, t } from "../words.js";

const PAPER = { theme: "print" };
const CELL = 40; // pixels of a cell in the drawing
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
  /** @type {Promise<SolveAnswer> | undefined} */
  #facts;

  /**
   * @param {{document: Document, row: Row, about: KindAnswer, title: string, reveal?: (() => Promise<boolean>) | null}} what
   *   `reveal`: asks whether a game that goes on may show its solution, and records it
   */
  constructor({ document, row, about, title, reveal = null }) {
    this.document = bare(document);
    this.row = row;
    this.about = about;
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

  /** Draw it as it is wished for. */
  async draw() {
    const turn = ++this.#turn;
    const puzzle = await this.#picture([]);
    if (turn !== this.#turn) return;
    fill(this.node, this.#front(puzzle));
    if (!this.#choice.solution) {
      this.status.textContent = "";
      return;
    }
    const facts = await this.#solution();
    const solved = facts && (await this.#picture(facts));
    if (turn !== this.#turn) return;
    this.status.textContent = facts ? "" : t("drafts.print.unsolved");
    if (solved) this.node.append(this.#back(solved));
  }

  /** The only solution; null if there is not exactly one. */
  async #solution() {
    this.status.textContent = t("drafts.print.solving");
    this.#facts ??= api.post("/solve", { puzzle: this.document }, { signal: this.gone.signal });
    const found = await this.#facts.catch(() => null);
    return found?.status === "unique" ? found.solutions[0] : null;
  }

  async #picture(position) {
    const text = await api.post(
      "/render",
      { puzzle: this.document, position, format: "svg", theme: "print", cell: CELL },
      { signal: this.gone.signal },
    );
    const image = h("img", {
      alt: t(position.length ? "drafts.print.solution-of" : "drafts.print.puzzle-of", { title: this.title }),
      src: svgAddress(text),
    });
    const [, width = "0"] = /<svg[^>]*?\swidth="([\d.]+)/.exec(text) ?? [];
    const mm = MM[this.#choice.size];
    // Never wider than the paper: the style sheet sees to that.
    if (mm && Number(width)) image.style.setProperty("width", `${(Number(width) / CELL) * mm}mm`);
    await image.decode().catch(() => {});
    return h("figure", { class: `paper-board${mm ? "" : " is-fit"}` }, image);
  }

  #front(puzzle) {
    const { author, note } = this.row;
    return h(
      "article",
      { class: "leaf", dataset: PAPER },
      h(
        "header",
        { class: "paper-head" },
        h("h2", {}, this.title),
        h("p", {}, this.#told(), author ? [" · ", t("drafts.open.by", { author })] : null),
      ),
      this.#choice.line ? line() : null,
      this.#choice.rules
        ? h(
            "ol",
            { class: "paper-rules" },
            [...this.about.how_to_play, ...this.#variants.map(({ rule }) => rule)].map((text) => h("li", {}, text)),
          )
        : null,
      this.#choice.note && note ? h("p", { class: "paper-note" }, note) : null,
      puzzle,
      foot(),
    );
  }

  get #variants() {
    return variantsOf(this.about, this.document.puzzle);
  }

  #told() {
    const variants = this.#variants.map(({ name }) => name);
    const grade = this.row.level ? graded(this.row) : null;
    return [kindName(this.about), ...variants, size(this.row), grade].filter(Boolean).join(" · ");
  }

  #back(solved) {
    return h(
      "article",
      { class: "leaf is-solution", dataset: PAPER },
      h("header", { class: "paper-head" }, h("h2", {}, t("drafts.print.solution-of", { title: this.title }))),
      solved,
      foot(),
    );
  }

  /** The same as a file, set as a page of a book. */
  async save() {
    const { rules, solution } = this.#choice;
    const order = {
      puzzle: titled(this.document, this.row),
      rules,
      solution,
      language: language(),
      paper: isAmerican() ? "Letter" : "A4",
    };
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

/** It goes by the title that stands on the paper, and need not be graded once more. @param {Document} document @param {Row} row */
function titled(document, { title, author, level, length }) {
  const told = Object.entries({ title, author, level, length }).filter(([, value]) => value);
  return { ...document, meta: { ...document.meta, ...Object.fromEntries(told) } };
}

const isAmerican = () => /-(US|CA|MX|PH)$/i.test(navigator.language);

/** For those who solve it together, and look later who was faster. */
const line = () =>
  h(
    "p",
    { class: "paper-line" },
    ["name", "date", "time"].map((name) => h("span", { class: `is-${name}` }, t(`drafts.print.${name}`))),
  );

const foot = () => h("footer", { class: "paper-foot" }, t("app.name"));
