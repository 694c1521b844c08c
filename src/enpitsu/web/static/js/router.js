/**
 * Addresses to pages, without a reload.
 *
 * A page is a module whose default export is `async (main, params, query) => {title, leave?, full?}`:
 * it fills `main`; `leave` is called before the next page comes and may be async; `full` gives it
 * the whole window. Links to our own addresses are followed here.
 */

import { load } from "./pages.js";

const ROUTES = [
  ["/", "library"],
  ["/play/:game", "play"],
  ["/puzzle/:id", "puzzle"],
  ["/daily", "daily"],
  ["/daily/:date", "daily"],
  ["/make", "make"],
  ["/results", "results"],
  ["/results/ranking", "ranking"],
  ["/replay/:id", "replay"],
  ["/rules", "rules"],
  ["/rules/:kind", "rules"],
  ["/school", "school"],
  ["/school/:kind", "course"],
  ["/school/:kind/:technique", "lesson"],
  ["/settings", "settings"],
  ["/edit", "drafts"],
  ["/edit/:draft", "edit"],
  ["/picture", "picture"],
  ["/open", "open"],
  ["/print", "print"],
  ["/book", "book"],
  ["/test/:token", "test"],
];

const modules = new Set(ROUTES.map(([, page]) => page));

/** @param {string} path @returns {{page: string | null, params: Record<string, string>}} */
function match(path) {
  for (const [pattern, page] of ROUTES) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const source = pattern.replace(/:\w+/g, "([^/]+)");
    const found = new RegExp(`^${source}/?$`).exec(path);
    if (found)
      return { page, params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1])])) };
  }
  return { page: null, params: {} };
}

/**
 * Turns addresses into pages.
 * @typedef {{leave?: () => unknown}} Shown what a page gives: how it is left
 * @typedef {(page: string | null, params: Record<string, string>, query: URLSearchParams) => Promise<Shown | null | undefined>} Show
 */
class Router {
  /** @type {Shown} */
  #shown = {};
  #turn = 0;
  /** @type {Show} */
  #show = async () => ({});

  /** Show the page of this address, and follow links from now on. @param {Show} show */
  start(show) {
    this.#show = show;
    addEventListener("popstate", () => this.#go());
    document.addEventListener("click", (event) => this.#click(event));
    return this.#go();
  }

  /** Go to an address of ours. @param {string} address */
  async go(address, { replace = false } = {}) {
    history[replace ? "replaceState" : "pushState"]({}, "", address);
    await this.#go();
    scrollTo(0, 0);
  }

  /** Load all pages, so that they are there when the server is not: for browsers without a service worker. */
  preload() {
    for (const page of modules) load(page).catch(() => {});
  }

  async #go() {
    const turn = ++this.#turn;
    const { page, params } = match(location.pathname);
    const leave = this.#shown.leave;
    this.#shown = {};
    await leave?.();
    if (turn !== this.#turn) return;
    const shown = (await this.#show(page, params, new URLSearchParams(location.search))) ?? {};
    // Another page may have been asked for meanwhile.
    if (turn === this.#turn) this.#shown = shown;
    else await shown.leave?.();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest?.("a[href]"));
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !match(url.pathname).page) return;
    if (url.pathname === location.pathname && url.hash) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

/** For pages: go somewhere else. */
export const router = new Router();
