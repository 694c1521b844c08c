/** A list of changes to choose from: pointed at they are shown, chosen they can be taken. */

import * as api from "../../api.js";
import { button, fill, h } from "../../dom.js";
import { language, t } from "../../words.js";
import { changesList, changesOf, isUnique, notes, said, sheetOf } from "./answers.js";

const MOST_LISTED = 6;
const LOOK = 0.4; // seconds that the solver looks at a change that is shown
const MOST_TOGETHER = 6; // changes of a bundle that are told one by one

/**
 * @import { LiveCheckAnswer } from "../../contract.d.ts"
 * @import { Sheet } from "../../types.d.ts"
 * @typedef {{texts: string[], effect: string, places: string[], puzzle: object, solution: string[] | null,
 *   cost?: number, status?: string}} Choice
 * @typedef {{choice: Choice, press: HTMLElement, foot: HTMLElement, item: HTMLElement, open: () => void,
 *   report?: Promise<LiveCheckAnswer | null>}} Row
 * @typedef {Partial<Sheet> & {facts: string[]}} NewSheet
 */

/** The list. */
export class ChangeList {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  /** @type {Row | null} */
  #chosen = null;
  #isWhole = false;
  #all = () => {};

  /**
   * @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel
   * @param {import("./board_preview.js").BoardPreview} preview @param {{take: string, onTake: (choice: Choice, sheet: NewSheet) => void}} how
   */
  constructor(editor, panel, preview, { take, onTake }) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
    this.take = take;
    this.onTake = onTake;
    this.made = h("ul", { class: "improve-choices" });
    this.whole = button({ text: "", plain: true, class: "is-link", onClick: () => this.#all() });
    this.more = h("li", {}, this.whole);
    this.ended = () => this.#hide();
  }

  /** Which there are, in this order; those that were there before stay as they are. @param {Choice[]} choices */
  show(choices) {
    const before = document.activeElement;
    /** @type {Map<string, Row>} */
    const rows = new Map();
    for (const choice of choices) {
      const key = JSON.stringify([choice.texts, choice.places]);
      rows.set(key, this.#rows.get(key) ?? this.#row(choice));
    }
    this.#rows = rows;
    if (this.#chosen && ![...rows.values()].includes(this.#chosen)) this.#choose(null);
    const wanted = this.#listed([...rows.values()]);
    if (wanted.some((item, at) => this.made.children[at] !== item) || wanted.length !== this.made.children.length)
      this.made.replaceChildren(...wanted);
    if (before !== document.activeElement && before instanceof HTMLElement && this.made.contains(before))
      before.focus({ preventScroll: true });
  }

  /** The first of them, and a way to the rest. @param {Row[]} rows @returns {HTMLElement[]} */
  #listed(rows) {
    const rest = rows.length - MOST_LISTED;
    const items = rows.map(({ item }) => item);
    if (this.#isWhole || rest < 2) return items;
    this.#all = () => {
      this.#isWhole = true;
      this.show(rows.map(({ choice }) => choice));
      rows[MOST_LISTED].press.focus();
    };
    fill(this.whole, h("span", {}, t("improve.more", { count: rest })));
    return [...items.slice(0, MOST_LISTED), this.more];
  }

  /** @param {Choice} choice @returns {Row} */
  #row(choice) {
    const press = h(
      "button",
      {
        type: "button",
        class: "improve-choice",
        "aria-expanded": "false",
        onClick: () => this.#choose(this.#chosen === row ? null : row),
        onFocus: () => this.#point(row),
        onBlur: () => this.#point(this.#chosen),
      },
      this.#words(choice),
      h("span", { class: "small quiet" }, said(choice.effect)),
    );
    const takes = button({
      text: this.take,
      icon: "check",
      primary: true,
      dataset: { takes: "" },
      onClick: () => this.#takes(row),
    });
    const foot = h("div", { class: "improve-takes", hidden: true });
    const shown = () => ({ sheet: sheetOf(this.editor, choice), solution: isUnique(choice) ? choice.solution : null });
    const open = () => {
      if (!foot.childElementCount) foot.append(...notes(this.editor, this.preview, shown()), takes);
    };
    const item = h(
      "li",
      {
        class: `improve-row${choice.texts.length > 1 ? " is-bundle" : ""}`,
        onPointerenter: ({ pointerType }) => pointerType === "mouse" && this.#point(row),
        onPointerleave: ({ pointerType }) => pointerType === "mouse" && this.#point(this.#chosen),
      },
      press,
      foot,
    );
    /** @type {Row} */
    const row = { choice, press, foot, item, open };
    return row;
  }

  /** A single change is a sentence, several together are a list. @param {Choice} choice */
  #words(choice) {
    const { texts } = choice;
    if (texts.length === 1) return h("span", { class: "improve-text" }, said(texts[0]));
    return [
      h("strong", { class: "improve-count" }, t("improve.together", { count: changesOf(choice) })),
      changesList(texts.map(said), MOST_TOGETHER),
    ];
  }

  /** @param {Row | null} row */
  #choose(row) {
    const before = this.#chosen;
    this.#chosen = row;
    for (const each of [before, row]) {
      if (!each) continue;
      each.press.setAttribute("aria-expanded", String(each === row));
      if (each === row) each.open();
      each.foot.hidden = each !== row;
      each.item.classList.toggle("is-chosen", each === row);
    }
    this.#point(row);
    row?.item.scrollIntoView({ block: "nearest" });
  }

  /** Show a row's change on the board; none: the sheet as it is. @param {Row | null} row */
  #point(row) {
    for (const { item } of this.#rows.values()) item.classList.toggle("is-shown", item === row?.item);
    if (!row || this.panel.isOld || this.preview.isHandOn) return this.preview.end();
    const { choice } = row;
    const { places, solution, puzzle } = choice;
    // One of several solutions is not the solution: what all of them share is shown.
    const facts = isUnique(choice) ? { solution } : { report: () => this.#askReport(row, puzzle) };
    return this.preview.show(sheetOf(this.editor, choice), { places, ...facts, onEnd: this.ended });
  }

  /** The report on a change's sheet, asked for once; again if it could not be had. @param {Row} row @param {object} puzzle */
  #askReport(row, puzzle) {
    row.report ??= api.post("/live-check", { puzzle, seconds: LOOK, language: language() }).catch(() => {
      row.report = undefined;
      return null;
    });
    return row.report;
  }

  #hide() {
    for (const { item } of this.#rows.values()) item.classList.remove("is-shown");
  }

  #takes({ choice }) {
    if (!this.panel.isOld) this.onTake(choice, sheetOf(this.editor, choice));
  }
}

/** Write a sheet, with the way back at hand. @param {import("../editor.js").Editor} editor @param {NewSheet} sheet @param {string} text */
export const taken = (editor, sheet, text) => editor.apply(sheet, { say: t("improve.taken", { text: said(text) }) });
