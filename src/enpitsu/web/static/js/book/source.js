/** Where the puzzles of a book come from: the collections of the library, and the player's sheets. */

import * as api from "../api.js";
import { button, card, field, fill, h, select } from "../dom.js";
import { collectionName, factsLine, gradeWords } from "../puzzle/puzzles.js";
import { failed } from "../ui.js";
import { t } from "../words.js";
import { titleOf } from "./chosen_puzzles.js";

export const SHEETS = " sheets"; // no collection has a name that begins with a blank
const PAGE = 100; // puzzles of a collection that are listed at a time

/** The list to choose from. */
export class Source {
  /** @type {any[]} */
  #rows = [];
  #page = 1;
  #pages = 1;
  #turn = 0;

  /** @param {string[]} collections @param {string} name of the first @param {import("./chosen_puzzles.js").ChosenPuzzles} chosen */
  constructor(collections, name, chosen) {
    this.name = name;
    this.chosen = chosen;
    this.list = h("ul", { class: "book-list" });
    this.rest = h("div", { class: "row" });
    const options = [[SHEETS, t("drafts.book.sheets")], ...collections.map((id) => [id, collectionName(id)])];
    const choose = (/** @type {string} */ value) => {
      this.name = value;
      this.load().catch(failed);
    };
    this.node = card(
      t("drafts.book.choose"),
      field(t("drafts.book.source"), select(options, name, choose, { name: "book-source" })),
      this.list,
      this.rest,
    );
    chosen.onChange(() => this.#show());
  }

  /** Ask for the first of them. */
  async load() {
    this.#rows = [];
    this.#page = 0;
    await this.#more();
  }

  async #more() {
    const turn = ++this.#turn;
    const { name } = this;
    const page = this.#page + 1;
    const found =
      name === SHEETS
        ? await api.get("/drafts").then(({ drafts }) => ({ puzzles: drafts, pages: 1 }))
        : await api.get("/puzzles", { collection: name, sort: "number", page, size: PAGE });
    if (turn !== this.#turn) return;
    this.#page = page;
    this.#pages = found.pages;
    this.#rows = [...this.#rows, ...found.puzzles];
    this.#show();
  }

  #show() {
    const free = this.#rows.filter((row) => !this.chosen.has(row) && isPrintable(row));
    fill(
      this.list,
      this.#rows.map((row) => this.#row(row)),
    );
    fill(
      this.rest,
      this.#rows.length ? null : h("p", { class: "quiet" }, t("drafts.book.empty")),
      button({
        text: t("drafts.book.all"),
        icon: "plus",
        class: "book-all",
        disabled: !free.length,
        onClick: () => this.chosen.add(free),
      }),
      this.#page < this.#pages
        ? button({ text: t("drafts.book.more"), onClick: () => this.#more().catch(failed) })
        : null,
    );
  }

  #row(row) {
    const box = h("input", {
      type: "checkbox",
      checked: this.chosen.has(row),
      disabled: !isPrintable(row),
      onChange: () => {
        if (box.checked) this.chosen.add([row]);
        else this.chosen.remove(row);
        /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-key="${row.id}"] input`))?.focus();
      },
    });
    return h(
      "li",
      { dataset: { key: row.id } },
      h(
        "label",
        { class: "check" },
        box,
        h(
          "span",
          {},
          titleOf(row),
          h("span", { class: "help" }, " ", factsLine(row), " ", row.level ? gradeWords(row) : null),
        ),
      ),
    );
  }
}

/** A sheet without exactly one solution is no puzzle of a book. */
const isPrintable = ({ status, collection }) => collection !== undefined || status === "unique" || status === "unknown";
