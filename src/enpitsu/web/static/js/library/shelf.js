/** The shelf: searched, filtered, sorted, in pages. What is wished for stands in the address. */

import * as api from "../api.js";
import { button, fill, h, icon, select } from "../dom.js";
import { collectionName, kindName, LENGTHS, LEVELS } from "../puzzle/puzzles.js";
import { copy, failed } from "../ui.js";
import { length, level, t } from "../words.js";
import { puzzleCard } from "./cards.js";
import { searchText } from "./search.js";

const STATES = ["new", "begun", "solved", "given-up"];
const SORTS = ["level", "-level", "length", "-length", "-added", "title", "size", "-size", "number"];
const USUAL_SORT = "level";

/** The query without any filter; boot.js sends it before. */
export const USUAL = Object.freeze({ sort: USUAL_SORT });

const SIZES = { small: { most: 100 }, medium: { least: 101, most: 256 }, large: { least: 257 } };
const NAMES = ["text", "kind", "level", "length", "size", "state", "collection", "sort", "page"];
const MOST_TEXT = 200;
const TYPING = 250;

/** The shelf of the library page. */
export class Shelf {
  /** @type {Record<string, string>} */
  #filters;
  #turn = 0;
  #typing;
  #isFiltered = false;

  /** @param {URLSearchParams} query @param {{kinds: import("../contract.d.ts").KindAnswer[], collections: string[]}} known */
  constructor(query, { kinds, collections }) {
    this.#filters = read(query);
    this.kinds = kinds;
    this.collections = collections;
    this.search = h("input", {
      class: "input",
      type: "search",
      placeholder: t("library.shelf.placeholder"),
      maxlength: MOST_TEXT,
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("library.shelf.search"),
      value: this.#filters.text ?? "",
      onInput: () => this.#type(),
    });
    this.count = h("p", { class: "quiet small", role: "status" });
    this.away = h("p", { class: "banner is-note", role: "note", hidden: true }, t("library.shelf.away"));
    this.list = h("ul", { class: "lib-cards" });
    this.rest = h("div", {});
    this.chips = h("div", { class: "lib-chips", role: "group", "aria-label": t("library.shelf.kind") });
    this.filters = h("div", { class: "lib-filters", id: "lib-filters" });
    this.reset = button({ text: t("library.shelf.reset"), icon: "close", plain: true, onClick: () => this.#clear() });
    this.collection = h("div", { class: "row" });
    this.node = h(
      "section",
      { class: "lib-shelf", "aria-labelledby": "lib-shelf-title" },
      h(
        "div",
        { class: "lib-shelf-head" },
        h("h2", { id: "lib-shelf-title" }, t("library.shelf.title")),
        this.count,
        this.reset,
        this.collection,
      ),
      h(
        "div",
        { class: "lib-tools" },
        h("div", { class: "lib-search" }, icon("search"), this.search),
        this.chips,
        this.#filterButton(),
      ),
      this.filters,
      this.away,
      this.list,
      this.rest,
    );
    this.#controls();
  }

  /** Look for the puzzles and show them. @param {any} [known] the answer, if it is there already */
  async load(known) {
    const turn = ++this.#turn;
    this.list.setAttribute("aria-busy", "true");
    const found = known ?? (await api.get("/puzzles", asked(this.#filters, this)));
    if (turn !== this.#turn) return;
    this.list.removeAttribute("aria-busy");
    const isPast = !found.puzzles.length && found.total > 0;
    if (isPast) return this.#filter({ page: String(found.pages) }, { replace: true });
    this.#show(found);
  }

  /** Stop waiting for the last letter. */
  leave() {
    clearTimeout(this.#typing);
    this.#turn++;
  }

  // --- inside ------------------------------------------------------------------------------------

  /** On small screens the lists stand behind a button. */
  #filterButton() {
    const made = button({
      text: t("library.shelf.filters"),
      icon: "settings",
      class: "lib-filter-button",
      "aria-expanded": "false",
      "aria-controls": "lib-filters",
      onClick: () => made.setAttribute("aria-expanded", String(this.filters.classList.toggle("is-open"))),
    });
    return made;
  }

  #controls() {
    const filters = this.#filters;
    const chip = (id, words) =>
      button({
        text: words,
        class: "lib-chip",
        dataset: { kind: id },
        "aria-pressed": String((filters.kind ?? "") === id),
        onClick: () => this.#filter({ kind: id }),
      });
    fill(
      this.chips,
      chip("", t("library.shelf.any-kind")),
      this.kinds.map(({ id }) => chip(id, kindName(id))),
    );
    fill(
      this.filters,
      this.#list(
        "level",
        LEVELS.map((id) => [id, level(id)]),
      ),
      this.#list(
        "length",
        LENGTHS.map((id) => [id, length(id)]),
      ),
      this.#list(
        "size",
        Object.keys(SIZES).map((id) => [id, t(`library.sizes.${id}`)]),
      ),
      this.#list(
        "state",
        STATES.map((id) => [id, t(`library.states.${id}`)]),
      ),
      this.#list(
        "collection",
        this.collections.map((id) => [id, collectionName(id)]),
      ),
      select(
        SORTS.map((id) => [id, t(`library.sorts.${id}`)]),
        filters.sort ?? USUAL_SORT,
        (sort) => this.#filter({ sort: sort === USUAL_SORT ? "" : sort }),
        { "aria-label": t("library.shelf.sort"), name: "sort" },
      ),
    );
    const filtering = NAMES.filter((name) => filters[name] && !["sort", "page"].includes(name));
    this.#isFiltered = filtering.length > 0;
    this.reset.hidden = !this.#isFiltered;
    fill(this.collection, filters.collection ? collectionButtons(filters.collection) : null);
  }

  #list(name, options) {
    const all = [["", t(`library.shelf.any-${name}`)], ...options];
    const named = { "aria-label": t(`library.shelf.${name}`), name };
    const made = select(all, this.#filters[name] ?? "", (value) => this.#filter({ [name]: value }), named);
    made.classList.toggle("is-set", Boolean(this.#filters[name]));
    return made;
  }

  /** Filter otherwise: the address tells it, so that Back takes it away again. */
  #filter(some, { replace = false } = {}) {
    const next = { ...this.#filters, page: "", ...some };
    this.#filters = Object.fromEntries(NAMES.filter((name) => next[name]).map((name) => [name, next[name]]));
    const query = new URLSearchParams(this.#filters).toString();
    history[replace ? "replaceState" : "pushState"]({}, "", query ? `/?${query}` : "/");
    const focus = focusOf(this.node);
    this.#controls();
    focus();
    return this.load().catch(failed);
  }

  #type() {
    clearTimeout(this.#typing);
    // One step of history for a search, not one for each letter.
    this.#typing = setTimeout(
      () => this.#filter({ text: this.search.value.trim() }, { replace: Boolean(this.#filters.text) }),
      TYPING,
    );
  }

  #clear() {
    this.search.value = "";
    const none = { text: "", kind: "", level: "", length: "", size: "", state: "", collection: "" };
    this.search.focus();
    return this.#filter(none);
  }

  #show(found) {
    this.away.hidden = api.server.get().isOnline;
    this.count.textContent = t("library.shelf.count", { count: found.total });
    fill(
      this.list,
      found.puzzles.map((row) => puzzleCard(row, { onGone: () => this.load().catch(failed) })),
    );
    this.list.hidden = !found.puzzles.length;
    fill(this.rest, found.puzzles.length ? this.#pager(found) : this.#nothing());
  }

  #nothing() {
    return h(
      "div",
      { class: "lib-empty card" },
      h("p", {}, t(this.#isFiltered ? "library.shelf.empty" : "library.shelf.empty-library")),
      h(
        "div",
        { class: "row" },
        this.#isFiltered ? button({ text: t("library.shelf.reset"), onClick: () => this.#clear() }) : null,
        h("a", { class: "button", href: "/make" }, icon("make"), t("make.title")),
      ),
    );
  }

  #pager({ page, pages }) {
    if (pages < 2) return null;
    const turn = async (to) => {
      await this.#filter({ page: to > 1 ? String(to) : "" });
      this.node.scrollIntoView({ block: "start" });
      this.list.querySelector("button")?.focus({ preventScroll: true });
    };
    const step = (to, words, name) =>
      button({ text: words, icon: name, only: "icon", disabled: to < 1 || to > pages, onClick: () => turn(to) });
    return h(
      "nav",
      { class: "lib-pager", "aria-label": t("library.shelf.pages") },
      step(page - 1, t("library.shelf.before"), "back"),
      h("span", { class: "number" }, t("library.shelf.page", { page, pages })),
      step(page + 1, t("library.shelf.next"), "next"),
    );
  }
}

/** What can be done with a whole collection. @param {string} collection */
const collectionButtons = (collection) => {
  const query = new URLSearchParams({ collection });
  const address = button({
    text: t("library.shelf.address"),
    icon: "link",
    plain: true,
    onClick: () => copy(`${location.origin}/?${query}`),
  });
  return [
    address,
    h("a", { class: "button is-plain", href: `/book?${query}` }, icon("print"), t("library.shelf.book")),
  ];
};

/** Return the filters in an address; what no control could have written is passed over. */
function read(query) {
  const fits = {
    size: (value) => value in SIZES,
    state: (value) => STATES.includes(value),
    level: (value) => LEVELS.includes(value),
    length: (value) => LENGTHS.includes(value),
    sort: (value) => SORTS.includes(value),
    page: (value) => /^[1-9]\d{0,4}$/.test(value),
    text: (value) => value.length <= MOST_TEXT,
  };
  const told = NAMES.map((name) => [name, query.get(name)]);
  return Object.fromEntries(told.filter(([name, value]) => value && (fits[name]?.(value) ?? value.length <= 100)));
}

/** What the server is asked. @param {Record<string, string>} filters @param {Shelf} known */
const asked = ({ size, text, ...rest }, known) => ({
  sort: USUAL_SORT,
  ...rest,
  text: text && searchText(text, known).slice(0, MOST_TEXT),
  ...SIZES[size],
});

/** Where the focus is, to be found again after the controls were built anew. */
function focusOf(node) {
  const held = document.activeElement;
  const isHere = node.contains(held);
  return () => {
    if (!held || !isHere || node.contains(document.activeElement)) return;
    const same = held.hasAttribute("name") ? "name" : "data-kind";
    const isSame = (each) => each.hasAttribute(same) && each.getAttribute(same) === held.getAttribute(same);
    /** @type {NodeListOf<HTMLElement>} */
    const all = node.querySelectorAll("select, .lib-chip");
    [...all].find(isSame)?.focus();
  };
}
