/**
 * The result of a picture: whether it is a puzzle, which cells were changed, and what to do with it.
 * @import { GradeAnswer, PictureAnswer } from "../contract.d.ts"
 * @import { Icon } from "../dom.js"
 * @import { Change } from "./grid.js"
 * @typedef {{text: string, onClick: () => void}} Tip
 * @typedef {{name: string, icon: Icon, primary?: boolean, needs: (made: PictureAnswer) => boolean, onClick: (event: Event) => void}} Action
 */

import { button, field, fill, h, icon } from "../dom.js";
import { gradeDots } from "../puzzle/puzzles.js";
import { sentence } from "../ui.js";
import { t } from "../words.js";
import { nameOf } from "./grid.js";

const MOST_LISTED = 200;
/** The sign of each sort of outcome. @type {Record<string, Icon>} */
export const ICONS = { made: "check", failed: "close", unknown: "clock", working: "steps", broken: "close" };

/** The card below the preview. */
export class OutcomeCard {
  /** @type {Change[]} */
  #changes = [];
  #current = -1;
  #cols = 1;

  /** The names of colours. @type {Map<string, string>} */
  names = new Map();

  /**
   * @param {{onPoint: (index: number) => void, tips: (made: PictureAnswer) => Tip[], actions: Action[], onCancel: () => void,
   *   onHead: (sort: string, text: string) => void}} how `tips`: what may help; `actions`: what can be done with it
   */
  constructor({ onPoint, tips, actions, onCancel, onHead }) {
    this.onPoint = onPoint;
    this.tips = tips;
    this.onHead = onHead;
    this.head = h("p", { class: "pic-verdict", role: "status", tabindex: "-1" });
    this.bar = h("progress", { "aria-label": t("picture.outcome.progress"), hidden: true });
    this.cancel = button({ text: t("picture.outcome.stop"), plain: true, hidden: true, onClick: onCancel });
    this.level = h("span", { class: "pic-level" });
    this.words = h("div", { class: "stack pic-words" });
    this.changes = h("div", { class: "stack pic-changes", hidden: true });
    this.told = h("output", { class: "pic-told number" });
    /** @type {HTMLElement[]} */
    this.items = []; // buttons of the changes that are listed
    this.title = h("input", { class: "input", maxlength: 100, name: "title" });
    this.buttons = actions.map(({ name, icon: sign, primary, needs, onClick }) => {
      const made = button({
        text: t(`picture.action.${name}`),
        icon: sign,
        primary,
        disabled: true,
        class: `pic-${name}`,
        onClick,
      });
      return { needs, made };
    });
    this.node = h(
      "section",
      { class: "card stack pic-outcome", "aria-labelledby": "pic-outcome-title" },
      h("h2", { id: "pic-outcome-title", class: "sr-only" }, t("picture.outcome.title")),
      h(
        "div",
        { class: "stack pic-tale" },
        h("div", { class: "row" }, this.head, this.level, this.cancel),
        this.bar,
        this.words,
        this.changes,
      ),
      h(
        "div",
        { class: "stack pic-end" },
        field(t("picture.outcome.name"), this.title),
        this.buttons.map(({ made }) => made),
      ),
    );
  }

  /** Nothing is known yet. */
  wait() {
    this.#head("working", t("picture.outcome.waiting"));
    this.#clear();
  }

  /** It is being worked on. @param {{of?: number, tried?: number, failing?: number} | null} [progress] @param {number} [place] in the queue */
  work(progress = null, place = 0) {
    this.bar.hidden = this.cancel.hidden = false;
    if (!progress?.of) {
      this.bar.removeAttribute("value");
      return this.#head("working", place ? t("app.place", { count: place }) : t("picture.outcome.working"));
    }
    this.bar.max = progress.of;
    this.bar.value = progress.tried ?? 0;
    const { failing } = progress;
    const open = failing ? t("picture.outcome.open", { count: failing }) : "";
    this.#head("working", `${t("picture.outcome.working")} ${open}`);
  }

  /** Stopped by hand. */
  stopped() {
    this.#clear();
    this.#head("unknown", t("picture.outcome.stopped"));
  }

  /** The server refuses it. */
  refuse(text) {
    this.#clear();
    this.#head("broken", text);
  }

  /** @param {PictureAnswer} made @param {Change[]} changes @param {{rows: number, cols: number}} size @param {string} way */
  show(made, changes, { rows, cols }, way) {
    this.#clear();
    this.#changes = made.status === "made" ? changes : [];
    this.#cols = cols;
    this.#head(made.status, t(`picture.outcome.${made.status}`));
    const lines = made.status === "made" ? this.#success(rows * cols, way) : this.#failure(made);
    const remarks = made.remarks.map((text) => h("li", {}, sentence(text)));
    fill(this.words, lines, remarks.length ? h("ul", { class: "small quiet" }, remarks) : null);
    this.#list();
    for (const { needs, made: each } of this.buttons) each.disabled = !needs(made);
  }

  /** Its level. @param {GradeAnswer | null} found */
  grade(found) {
    fill(this.level, found ? gradeDots(found) : null);
  }

  // --- inside ------------------------------------------------------------------------------------

  #head(sort, text) {
    this.head.dataset.sort = sort;
    this.onHead(sort, text);
    if (this.head.textContent !== text) fill(this.head, icon(ICONS[sort]), h("span", {}, text));
  }

  #clear() {
    this.#changes = [];
    this.#current = -1;
    this.bar.hidden = this.cancel.hidden = this.changes.hidden = true;
    fill(this.words);
    this.grade(null);
    for (const { made } of this.buttons) made.disabled = true;
  }

  #success(cells, way) {
    const count = this.#changes.length;
    const percent = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(
      (100 * count) / cells,
    );
    const told = count ? t("picture.outcome.changed", { count, cells, percent }) : t("picture.outcome.exact");
    return [h("p", {}, told), h("p", { class: "small quiet" }, t("picture.outcome.way", { way }))];
  }

  #failure(made) {
    const why = made.status === "unknown" ? t("picture.outcome.slow") : sentence(made.failure);
    const tips = this.tips(made).map(({ text, onClick }) => button({ text, onClick }));
    return [
      h("p", {}, why),
      tips.length
        ? h(
            "div",
            { class: "stack" },
            h("p", { class: "label" }, t("picture.outcome.try")),
            h("div", { class: "row pic-tips" }, tips),
          )
        : null,
    ];
  }

  // --- the changes, one by one -------------------------------------------------------------------

  #list() {
    this.changes.hidden = !this.#changes.length;
    if (!this.#changes.length) return;
    this.told.textContent = t("picture.changes.count", { count: this.#changes.length });
    const step = (by, name) =>
      button({
        text: t(`picture.changes.${name}`),
        icon: name === "next" ? "next" : "back",
        only: "icon",
        onClick: () => this.#step(by),
      });
    this.items = this.#changes.slice(0, MOST_LISTED).map((change, index) =>
      button({
        text: this.#words(change),
        plain: true,
        class: `pic-change is-${change.sort}`,
        "aria-pressed": "false",
        onClick: () => this.#go(index),
      }),
    );
    const more = this.#changes.length - this.items.length;
    fill(
      this.changes,
      h("div", { class: "row pic-stepper" }, step(-1, "before"), step(1, "next"), this.told),
      h(
        "ol",
        { class: "pic-list", "aria-label": t("picture.changes.list") },
        this.items.map((each) => h("li", {}, each)),
        more > 0 ? h("li", { class: "quiet small" }, t("picture.changes.more", { count: more })) : null,
      ),
      h("p", { class: "help" }, t("picture.changes.help")),
    );
  }

  #words({ at, sort, value }) {
    return t(`picture.changes.${sort}`, { cell: nameOf(at, this.#cols), value: this.names.get(value) ?? value });
  }

  #step(by) {
    const count = this.#changes.length;
    this.#go(this.#current < 0 ? (by > 0 ? 0 : count - 1) : (this.#current + by + count) % count);
  }

  #go(index) {
    this.items[this.#current]?.setAttribute("aria-pressed", "false");
    this.#current = index;
    const here = this.items[index];
    here?.setAttribute("aria-pressed", "true");
    // Only the list is moved, never the page.
    const list = here?.closest("ol");
    if (list) list.scrollTop = here.offsetTop - 40;
    this.told.textContent = t("picture.changes.at", {
      at: index + 1,
      count: this.#changes.length,
      change: this.#words(this.#changes[index]),
    });
    this.onPoint(index);
  }
}
