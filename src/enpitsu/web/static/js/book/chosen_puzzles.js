/** The puzzles of a book in their order. */

import * as api from "../api.js";
import { button, card, fill, h } from "../dom.js";
import { factsLine, isUnsolved, kindName, titleOf as titleOfPuzzle } from "../puzzle/puzzles.js";
import { toast } from "../ui.js";
import { size, t } from "../words.js";

export const MOST = 300; // puzzles of a book
const AT_ONCE = 6; // puzzles that are asked for at the same time

/** What a puzzle or a sheet is called. @param {any} row */
export const titleOf = (row) =>
  row.collection === undefined ? row.title || `${kindName(row.kind)} ${size(row)}` : titleOfPuzzle(row);

const keyOf = ({ id, collection }) => `${collection === undefined ? "sheet" : "puzzle"} ${id}`;

/** The list with its order. */
export class ChosenPuzzles {
  /** @type {any[]} */
  rows = [];
  /** @type {(() => void)[]} */
  #listeners = [];
  /** Documents by puzzle. @type {Map<string, any>} */
  #known = new Map();

  constructor() {
    this.count = h("p", { class: "quiet small", role: "status" });
    this.list = h("ol", { class: "book-list book-chosen" });
    this.node = card(t("drafts.book.chosen"), this.count, this.list);
    this.#show();
  }

  /** @param {() => void} act */
  onChange(act) {
    this.#listeners.push(act);
  }

  has(row) {
    return this.rows.some((each) => keyOf(each) === keyOf(row));
  }

  /** True if the solution of some would be told. */
  get hasUnsolved() {
    return this.rows.some((row) => row.collection !== undefined && isUnsolved(row));
  }

  /** @param {any[]} rows */
  add(rows) {
    const wanted = [...this.rows, ...rows.filter((row) => !this.has(row))];
    if (wanted.length > MOST) toast(t("drafts.book.too-many", { count: MOST }), { bad: true });
    this.#take(wanted.slice(0, MOST));
  }

  remove(row) {
    this.#take(this.rows.filter((each) => keyOf(each) !== keyOf(row)));
  }

  /** The puzzles themselves, with what is told of them. */
  async documents() {
    const waiting = this.rows.filter((row) => !this.#known.has(keyOf(row)));
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) this.#known.set(keyOf(row), await documentOf(row));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return this.rows.map((row) => this.#known.get(keyOf(row)));
  }

  #take(rows) {
    this.rows = rows;
    this.#show();
    for (const act of this.#listeners) act();
  }

  #move(at, by) {
    const rows = [...this.rows];
    const [row] = rows.splice(at, 1);
    rows.splice(at + by, 0, row);
    this.#take(rows);
    const buttons = this.list.children[at + by].querySelectorAll("button");
    const same = buttons[by < 0 ? 0 : 1];
    (same.disabled ? buttons[by < 0 ? 1 : 0] : same).focus();
  }

  #show() {
    this.count.textContent = this.rows.length
      ? t("drafts.book.count", { count: this.rows.length })
      : t("drafts.book.none");
    fill(
      this.list,
      this.rows.map((row, at) => this.#row(row, at)),
    );
  }

  #row(row, at) {
    const title = titleOf(row);
    const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ by) =>
      h(
        "button",
        {
          type: "button",
          class: "button is-icon is-plain",
          "aria-label": t(`drafts.book.${name}`, { title }),
          title: t(`drafts.book.${name}`, { title }),
          disabled: at + by < 0 || at + by >= this.rows.length,
          onClick: () => this.#move(at, by),
        },
        sign,
      );
    return h(
      "li",
      {},
      h("span", { class: "book-title" }, h("span", {}, title), h("span", { class: "help" }, factsLine(row))),
      step("up", "↑", -1),
      step("down", "↓", 1),
      button({
        text: t("drafts.book.remove", { title }),
        icon: "close",
        only: "icon",
        plain: true,
        onClick: () => this.remove(row),
      }),
    );
  }
}

/** @param {any} row */
async function documentOf(row) {
  const isSheet = row.collection === undefined;
  const found = isSheet ? (await api.get(`/drafts/${row.id}`)).content : await api.get(`/puzzles/${row.id}`);
  if (!found.document) throw new Error(t("drafts.share.broken"));
  const { position: _, ...bare } = found.document;
  const { title, author, level, length } = row;
  const note = (isSheet ? found.meta?.note : found.note) ?? "";
  const told = Object.entries({ title: title || titleOf(row), author, level, length, note }).filter(
    ([, value]) => value,
  );
  return { ...bare, meta: { ...bare.meta, ...Object.fromEntries(told) } };
}
