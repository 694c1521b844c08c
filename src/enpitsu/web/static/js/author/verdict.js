/** The verdict on the sheet, in plain words: how many solutions, how hard, what is needless. */

import { button, fill, h, icon } from "../dom.js";
import { placeNames } from "../puzzle/place_names.js";
import { sentence } from "../ui.js";
import { graded, level, t } from "../words.js";
import { keepFocus } from "./keep_focus.js";
import { cellsOf } from "./overlay.js";
import { standing, unfinished } from "./sheet_status.js";

export { standing };

const SIGNS = {
  unique: "check",
  multiple: "several",
  none: "close",
  broken: "alert",
  unfinished: "edit",
  unknown: "help",
  away: "alert",
  checking: "clock",
};
const TONES = { unique: "good", multiple: "open", none: "bad", broken: "bad" };
const CALM = 900; // ms that a verdict must last before it is spoken

/** The card, and the one line of it: for phones (`strip`), and over a rail that is scrolled (`bar`). */
export class Verdict {
  #marked = "";
  #speaking = 0;
  #spoken = "";
  #counted = { open: null, count: 0 };

  /** @param {import("./editor.js").Editor} editor @param {Node} look the switch of what is shown */
  constructor(editor, look) {
    this.editor = editor;
    this.head = h("div", { class: "verdict-head" });
    this.body = h("div", { class: "verdict-body" });
    this.needless = h("div", { class: "verdict-needless" });
    this.live = h("div", { class: "sr-only", role: "status" });
    this.made = h(
      "section",
      { class: "verdict", "aria-labelledby": "verdict-title" },
      this.head,
      this.body,
      this.needless,
      look,
      this.live,
    );
    this.strip = h("div", { class: "verdict-strip" });
    this.bar = h("div", { class: "verdict-strip verdict-bar", "aria-hidden": "true" });
    this.lines = [this.strip, this.bar];
    this.previewing = h(
      "div",
      { class: "verdict-strip is-preview", hidden: true },
      icon("eye"),
      h("strong", {}, t("author.verdict.preview")),
      h("span", { class: "quiet" }, t("author.verdict.preview-text")),
    );
    editor.on("report", () => this.show());
    editor.on("change", () => this.#unmark());
    for (const event of ["preview", "unmark"]) editor.on(event, () => this.#unpointed());
    editor.on("preview", (shown) => this.#showPreview(shown));
    editor.on("leave", () => clearTimeout(this.#speaking));
    this.show();
  }

  /** Draw what is known. */
  show() {
    const { state } = this.editor.live;
    if (state.isOld && state.report && !state.isAway && !state.problem) return this.#age();
    const name = standing(this.editor);
    for (const each of [this.made, ...this.lines]) {
      each.dataset.tone = TONES[name] ?? "";
      each.dataset.status = name;
      each.classList.toggle("is-old", state.isOld);
    }
    this.#showHead(name, state);
    keepFocus(this.body, () => this.#showBody(name, state));
    keepFocus(this.needless, () => this.#showNeedless(state));
    this.#speakSoon(name, state);
  }

  /** After a stroke nothing is worked out anew: what was found is only marked as old. */
  #age() {
    for (const each of [this.made, ...this.lines]) {
      each.classList.add("is-old");
      each.querySelector(".spinner")?.removeAttribute("hidden");
    }
    clearTimeout(this.#speaking);
  }

  /** The verdict in one sentence, for those who ask. */
  words() {
    const { state } = this.editor.live;
    const name = standing(this.editor);
    const { grade, isOld } = state;
    const hard = name === "unique" && grade?.level ? [t("author.verdict.level", { level: graded(grade) })] : [];
    const old = isOld ? [t("author.verdict.checking")] : [];
    return [this.#title(name, state), ...this.#details(name, state), ...hard, ...old].map(sentence).join(" ");
  }

  #title(name, { report }) {
    const count = name === "multiple" ? this.#openCells(report) : 0;
    return t(`author.verdict.${name}`, { count });
  }

  #showHead(name, state) {
    const title = this.#title(name, state);
    const spinner = h("span", { class: "spinner", hidden: !state.isChecking, title: t("author.verdict.checking") });
    fill(this.head, icon(SIGNS[name]), h("h2", { id: "verdict-title" }, title), this.#chip(name, state), spinner);
    const count = name === "multiple" ? this.#openCells(state.report) : 0;
    const short = count
      ? t(`author.verdict.${state.report.is_complete ? "open-short" : "open-short-least"}`, { count })
      : "";
    for (const line of this.lines) {
      fill(
        line,
        icon(SIGNS[name]),
        h("strong", {}, title),
        short ? h("span", { class: "quiet" }, short) : null,
        this.#chip(name, state),
        spinner.cloneNode(true),
      );
    }
  }

  #chip(name, { grade }) {
    if (name !== "unique" || !grade) return null;
    if (grade.level)
      return h("span", { class: "chip is-level", title: t("app.steps", { count: grade.length }) }, graded(grade));
    if (grade.least)
      return h("span", { class: "chip is-level" }, t("author.verdict.least", { level: level(grade.least) }));
    return grade.reached ? h("span", { class: "chip" }, t("author.verdict.grading")) : null;
  }

  #openCells({ open }) {
    if (this.#counted.open !== open) this.#counted = { open, count: cellsOf(open).length };
    return this.#counted.count;
  }

  /** The sentences below the title. @returns {string[]} */
  #details(name, state) {
    const { report, isAway, problem } = state;
    if (problem) return [problem];
    const told = [];
    if (isAway && name !== "away") told.push(t("author.verdict.away"));
    if (name === "away") told.push(t("author.verdict.away-text"));
    if (!report || name === "away") return told;
    const open = name === "unique" ? "" : unfinished(this.editor);
    if (open) told.push(open);
    if (name === "unfinished")
      return report.mismatch && !this.editor.undecided.length ? [report.mismatch, ...told] : told;
    if (isTelling(report)) told.push(report.message);
    if (name === "none") told.push(...this.#sinceWhen());
    if (name === "multiple") told.push(this.#openWords(report));
    if (name === "unknown" && !report.message) told.push(t("author.verdict.unknown-text"));
    if (name === "none" && !report.message && this.editor.sheet.facts.length) told.push(t("author.verdict.none-text"));
    if (report.mismatch) told.push(report.mismatch);
    return [...new Set(told)];
  }

  #openWords(report) {
    const count = this.#openCells(report);
    if (!count && report.is_complete) return t("author.verdict.open-lines", { count: report.open.length });
    if (!count) return t("author.verdict.open-some");
    return t(`author.verdict.${report.is_complete ? "open" : "open-least"}`, { count });
  }

  /** The slots that changed when the last solution went. @returns {string[]} */
  #sinceWhen() {
    const { suspects } = this.editor;
    if (!suspects.length) return [];
    return [t("author.verdict.since", { count: suspects.length, places: placeNames(suspects) })];
  }

  #showBody(name, state) {
    const marks = this.#blamed(name, state);
    fill(
      this.body,
      this.#details(name, state).map((text) => h("p", {}, sentence(text))),
      marks ? this.#pointer("places", t("author.verdict.where"), marks) : null,
      name === "unique" && !state.isOld ? this.#hardest(state.grade) : null,
    );
    if (marks && !this.#marked) this.#mark("places", marks);
  }

  /** Clues that contradict each other, and what was changed last; null where there is nothing to be shown. */
  #blamed(name, { report, isOld }) {
    if (!report || isOld || !["none", "broken"].includes(name)) return null;
    const hints = name === "none" ? this.editor.suspects : [];
    return report.places.length + hints.length ? { errors: report.places, hints } : null;
  }

  #hardest(grade) {
    const step = grade?.hardest_step;
    if (!step) return null;
    const shown = this.#marked === "hardest" && step.text ? h("p", { class: "small" }, sentence(step.text)) : null;
    const name = t("author.verdict.hardest", { name: step.name });
    return [this.#pointer("hardest", name, step.marks ?? {}, step.before), shown];
  }

  /** A button that shows places, on the position that is known there if one is given, and hides them again. */
  #pointer(what, text, marks, before = null) {
    const isOn = this.#marked === what;
    return button({
      text,
      icon: "eye",
      plain: true,
      class: "is-link",
      "aria-pressed": String(isOn),
      dataset: { points: what, name: what },
      onClick: () => this.#toggle(what, marks, before),
    });
  }

  #toggle(what, marks, before) {
    if (this.#marked === what) this.#unmark("off");
    else this.#mark(what, marks, before);
    this.show();
  }

  #mark(what, marks, before = null) {
    const { editor } = this;
    if (before || editor.previewed) editor.preview(before && editor.sheet, { solution: before });
    this.#marked = what;
    editor.board.mark(marks);
  }

  #unmark(how = "") {
    const was = this.#marked;
    this.#marked = how;
    if (!was) return;
    if (was === "hardest" && this.editor.previewed) this.editor.preview(null);
    this.editor.board.mark({});
  }

  /** Another part is opened: what its reader asked to see is not about that. @param {string} part */
  leave(part) {
    if (!["hardest", "needless"].includes(this.#marked) || ["pad", "verdict"].includes(part)) return;
    this.#unmark("off");
    this.editor.unmark();
  }

  /** Something else is shown on the board: what was pointed at is so no more. */
  #unpointed() {
    if (!this.#marked || this.#marked === "off") return;
    this.#marked = "off";
    this.show();
  }

  /** The verdict is about the sheet, not about what is only shown in its place. */
  #showPreview(shown) {
    const isOther = Boolean(shown) && shown.sheet !== this.editor.sheet;
    this.strip.hidden = isOther;
    this.previewing.hidden = !isOther;
  }

  // --- needless clues ----------------------------------------------------------------------------

  #showNeedless({ report, needless, isOld }) {
    const isShown = report?.status === "unique" && !isOld && needless;
    this.needless.hidden = !isShown;
    if (!isShown) return fill(this.needless);
    const { clues, isDone } = needless;
    if (!clues.length)
      return fill(this.needless, h("p", { class: "quiet small" }, t(`author.needless.${isDone ? "none" : "looking"}`)));
    const places = clues.flatMap((clue) => clue.places);
    const text = t(`author.needless.${isDone ? "count" : "least"}`, { count: clues.length });
    const remove = button({
      text: t("author.needless.remove"),
      icon: "clear",
      plain: true,
      class: "is-link",
      onClick: () => this.editor.improve("needless"),
    });
    return fill(
      this.needless,
      h("div", { class: "row is-apart" }, this.#pointer("needless", text, { because: places }), remove),
    );
  }

  // --- for those who do not see ------------------------------------------------------------------

  /** A verdict that lasts is spoken once. */
  #speakSoon(name, { isOld, isChecking, grade }) {
    const key = `${name} ${grade?.level ?? ""}`;
    clearTimeout(this.#speaking);
    if (isOld || key === this.#spoken || (isChecking && name === "unknown")) return;
    this.#speaking = setTimeout(() => {
      this.#spoken = key;
      this.live.textContent = this.words();
    }, CALM);
  }
}

/** True if the message says more than the title: "there is no solution" has been said. */
const isTelling = ({ status, message, places, mismatch }) =>
  message && (status !== "none" || places.length > 0 || mismatch);
