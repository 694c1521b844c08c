/** What a book is like, its pages to look at, and the file. */

import * as api from "../api.js";
import { button, card, check, field, fill, h, select } from "../dom.js";
import { leaf } from "../drafts/paper.js";
import { download, fileName } from "../files.js";
import { change, settings } from "../settings.js";
import { failed, sentence } from "../ui.js";
import { language, t } from "../words.js";

const USUAL = Object.freeze({
  per_page: 4,
  solutions: "plain",
  sort: "given",
  paper: "A4",
  cover: true,
  rules: true,
  links: true,
});
const LISTS = { per_page: [1, 2, 4, 6], sort: ["given", "level", "length"], solutions: ["plain", "explained", "none"] };
const FLAGS = ["cover", "rules", "links"];
const MOST_LETTERS = 200;

/** The form with its two buttons, and the pages below it. */
export class Maker {
  #choice = { ...USUAL, ...settings().book, title: "", subtitle: "", author: settings().author ?? "" };
  /** @type {AbortController | null} */
  #work = null;

  /** @param {import("./chosen_puzzles.js").ChosenPuzzles} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.status = h("p", { class: "small", role: "status" });
    this.refused = h("ul", { class: "lib-error", role: "alert" });
    this.counts = h("p", { class: "help" });
    this.pages = h("div", { class: "book-pages" });
    this.look = button({ text: t("drafts.book.look"), icon: "eye", class: "book-look", onClick: () => this.#see() });
    this.save = button({
      text: t("drafts.print.pdf"),
      icon: "download",
      primary: true,
      class: "book-save",
      onClick: () => this.#save(),
    });
    this.stop = button({ text: t("app.cancel"), hidden: true, onClick: () => this.#work?.abort() });
    this.node = h(
      "div",
      { class: "book-maker" },
      card(
        t("drafts.book.like"),
        h("div", { class: "book-form" }, this.#fields()),
        this.counts,
        h("div", { class: "row" }, this.look, this.save, this.stop),
        this.status,
        this.refused,
      ),
      this.pages,
    );
    chosen.onChange(() => this.#changed());
    this.#changed();
  }

  leave() {
    this.#work?.abort();
  }

  #fields() {
    const set = (/** @type {string} */ name, /** @type {unknown} */ value) => {
      this.#choice = { ...this.#choice, [name]: value };
      const { title: _title, subtitle: _subtitle, author: _author, ...kept } = this.#choice;
      change({ book: kept });
      this.#changed();
    };
    const line = (/** @type {string} */ name) => {
      const input = h("input", {
        class: "input",
        name: `book-${name}`,
        maxlength: MOST_LETTERS,
        autocomplete: "off",
        value: this.#choice[name],
        onInput: () => set(name, input.value.trim()),
      });
      return field(t(`drafts.book.${name}`), input);
    };
    const list = (/** @type {string} */ name) =>
      field(
        t(`drafts.book.${name}`),
        select(
          LISTS[name].map((id) => [String(id), name === "per_page" ? String(id) : t(`drafts.book.${name}-${id}`)]),
          String(this.#choice[name]),
          (value) => set(name, name === "per_page" ? Number(value) : value),
          { name: `book-${name}` },
        ),
      );
    const papers = [
      ["A4", "A4"],
      ["Letter", "Letter"],
    ];
    return [
      ...["title", "subtitle", "author"].map(line),
      ...Object.keys(LISTS).map(list),
      field(
        t("drafts.print.paper"),
        select(papers, this.#choice.paper, (value) => set("paper", value), { name: "book-paper" }),
      ),
      ...FLAGS.map((name) => check(t(`drafts.book.${name}`), this.#choice[name], (isOn) => set(name, isOn))),
    ];
  }

  /** What was shown is not what it would be now. */
  #changed() {
    this.look.disabled = this.save.disabled = !this.chosen.rows.length;
    const isTold = this.#choice.solutions !== "none" && this.chosen.hasUnsolved;
    this.counts.textContent = isTold ? t("drafts.book.counts") : "";
    this.pages.classList.toggle("is-old", this.pages.childElementCount > 0);
  }

  async #see() {
    const found = await this.#make(false);
    if (!found) return;
    this.status.textContent = t(found.count > found.pages.length ? "drafts.book.first" : "drafts.book.pages", {
      count: found.count,
      shown: found.pages.length,
    });
    fill(
      this.pages,
      found.pages.map((page, at) => leaf(page, t("drafts.book.page", { page: at + 1 }))),
    );
    this.pages.classList.remove("is-old");
  }

  async #save() {
    const found = await this.#make(true);
    if (!found) return;
    this.status.textContent = t("drafts.book.pages", { count: found.count });
    const bytes = Uint8Array.from(atob(found.pdf), (letter) => letter.charCodeAt(0));
    download(
      new Blob([bytes], { type: "application/pdf" }),
      `${fileName(this.#choice.title || t("drafts.book.name"))}.pdf`,
    );
  }

  /** @param {boolean} file @returns {Promise<any>} null if there is none */
  async #make(file) {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.stop.hidden = false;
    fill(this.refused);
    this.status.textContent = t("drafts.print.setting");
    const onProgress = ({ progress }) => {
      if (progress?.of)
        this.status.textContent = t("drafts.book.progress", { share: Math.round((100 * progress.done) / progress.of) });
    };
    try {
      const puzzles = await this.chosen.documents();
      const order = { do: "collection-book", puzzles, ...this.#choice, language: language(), file };
      const found = await api.job(order, { onProgress, signal: work.signal });
      this.status.textContent = "";
      const isMade = !found.refused.length;
      if (!isMade) this.status.textContent = t("drafts.book.refused");
      fill(
        this.refused,
        found.refused.map(({ title, why }) => h("li", {}, h("strong", {}, title), ": ", sentence(why))),
        found.warnings.map((each) => h("li", { class: "quiet" }, sentence(each))),
      );
      return isMade ? found : null;
    } catch (error) {
      if (this.#work === work) this.status.textContent = "";
      failed(error);
      return null;
    } finally {
      if (this.#work === work) this.stop.hidden = true;
    }
  }
}
