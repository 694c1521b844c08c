/**
 * Puzzles off the board: their names, pictures and levels; playing and keeping one.
 * @import { KindAnswer, PuzzleRowAnswer } from "../contract.d.ts"
 * @typedef {Record<string, any>} Document a puzzle as Enpitsu's JSON: {enpitsu, kind, puzzle, position?, meta?}
 */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { router } from "../router.js";
import { failed, toast, whileBusy } from "../ui.js";
import * as words from "../words.js";
import { graded, has, size, t } from "../words.js";
import { variantBadges, variantsIn } from "./variants.js";

/** From the easiest to the hardest. @type {readonly string[]} */
export const LEVELS = Object.freeze(["gentle", "easy", "medium", "hard", "expert", "extreme"]);

/** From the shortest to the longest. */
export const LENGTHS = Object.freeze(["very-short", "short", "mid-length", "long", "very-long"]);

/** The collection of what the player adds. */
export const MINE = "mine";
const MOST_RESULTS = 200;
const MOST_PAGES = 10;

/** @type {Map<string, KindAnswer>} */
let names = new Map();

/** Learn the kinds' names once. @returns {Promise<KindAnswer[]>} all kinds */
export async function knowKinds() {
  const kinds = await api.kinds();
  names = new Map(kinds.map((kind) => [kind.id, kind]));
  return kinds;
}

/** One of the kinds. @param {KindAnswer[]} kinds @param {string} id of a puzzle that there is, so of a kind that there is */
export const kindById = (kinds, id) => /** @type {KindAnswer} */ (kinds.find((kind) => kind.id === id));

/** The name of a kind. @param {string} id */
export const kindName = (id) => words.kindName(kindOf(id));

/** The name of a puzzle. @param {{title: string, kind: string, number?: number, collection?: string}} row */
export const titleOf = (row) => words.titleOf(row, kindOf(row.kind));

const kindOf = (/** @type {string} */ id) => names.get(id) ?? { name: id, native_name: id };

/** The name of a collection. @param {string} name */
export const collectionName = (name) => (has(`library.collections.${name}`) ? t(`library.collections.${name}`) : name);

/** A level as dots; nothing for one that nobody knows. @param {string | null} name */
export function levelDots(name) {
  const filled = LEVELS.indexOf(name ?? "") + 1;
  const dots = LEVELS.map((_, at) => h("i", { class: at < filled ? "is-filled" : "" }));
  return filled ? h("span", { class: "lib-dots", "aria-hidden": "true" }, dots) : null;
}

/** Level and length in words. @param {{level: string | null, length?: number, length_word?: string | null}} puzzle @param {Node | null} dots that stand before them */
export function gradeWords(puzzle, dots = null) {
  return h(
    "span",
    { class: "lib-level", title: puzzle.length ? t("app.steps", { count: puzzle.length }) : null },
    dots,
    graded(puzzle),
  );
}

/** Dots for the level, and level and length in words. @param {{level: string | null, length?: number, length_word?: string | null}} puzzle */
export const gradeDots = (puzzle) => gradeWords(puzzle, levelDots(puzzle.level));

/** The player's state of a puzzle; nothing for a new one. @param {string} state */
export function stateChip(state) {
  if (state === "new") return null;
  const look = { begun: " is-begun", solved: " is-good" }[state] ?? "";
  return h("span", { class: `chip${look}` }, state === "solved" ? icon("check") : null, t(`library.states.${state}`));
}

/** The variants that a puzzle in a list is, a chip each. @param {{kind: string, variants?: string[]}} row */
export const variantChips = (row) => variantBadges(variantsIn(names.get(row.kind), row));

/** Kind and size in a line. @param {{kind: string, rows: number, cols: number}} row */
export const factsLine = (row) => `${kindName(row.kind)} · ${size(row)}`;

// --- pictures ------------------------------------------------------------------------------------

const theme = () => document.documentElement.dataset.theme ?? "light";
/** With `v` the browser keeps it for good: another picture has another `v`. @param {DOMStringMap} data of an image */
const pictureOf = ({ puzzle, v }) => api.address(`/puzzles/${puzzle}/picture`, { theme: theme(), v });

/**
 * A small picture of a puzzle of the library: at once, or together with the others that come into sight.
 * @param {{id: number, picture?: string | null, state?: string}} row
 */
export function thumb(row, lazy = true) {
  const solved = row.state === "solved" ? { solved: "yes" } : {};
  const image = h("img", { alt: "", decoding: "async", dataset: { puzzle: row.id, v: row.picture ?? "", ...solved } });
  if (lazy || solved.solved) eye.observe(image);
  else image.src = pictureOf(image.dataset);
  return h("span", { class: "lib-thumb" }, image);
}

/** Those who draw an image, for another theme. @type {WeakMap<HTMLImageElement, () => void>} */
const redraws = new WeakMap();

/** Have an image drawn anew when the theme changes. @param {HTMLImageElement} image @param {() => void} draw */
export const redrawn = (image, draw) => redraws.set(image, draw);

const AHEAD = "2000px"; // from the edge of the window: a list is fetched with few requests
const MOST_PICTURES = 50; // of one request

const eye = new IntersectionObserver(
  (seen) => {
    const images = seen
      .filter(({ isIntersecting }) => isIntersecting)
      .map(({ target }) => /** @type {HTMLImageElement} */ (target));
    for (const image of images) eye.unobserve(image);
    showPictures(images);
  },
  { rootMargin: AHEAD },
);

/** Fetch the pictures of some images: those that are the same for all, and those that the player has solved. @param {HTMLImageElement[]} images */
function showPictures(images) {
  const isSolved = (/** @type {HTMLImageElement} */ { dataset }) => Boolean(dataset.solved);
  showSome(images.filter((image) => !isSolved(image)));
  showSome(images.filter(isSolved), { solved: "yes" });
}

/** @param {HTMLImageElement[]} images @param {{solved?: "yes"}} how */
async function showSome(images, how = {}) {
  const [some, rest] = [images.slice(0, MOST_PICTURES), images.slice(MOST_PICTURES)];
  if (!some.length) return;
  if (rest.length) showSome(rest, how);
  const [puzzles, v] = ["puzzle", "v"].map((name) => some.map(({ dataset }) => dataset[name]).join("."));
  const wanted = how.solved ? { puzzles, ...how } : { puzzles, v };
  const { pictures } = await api.get("/pictures", { theme: theme(), ...wanted }).catch(() => ({ pictures: {} }));
  for (const image of some) {
    const text = pictures[image.dataset.puzzle ?? ""];
    if (text) image.src = svgAddress(text);
    else image.closest(".lib-thumb")?.classList.add("is-missing");
  }
}

/** Pictures follow the theme while a page stands. @param {Element} host @returns {() => void} an end to that */
export function followTheme(host) {
  const watcher = new MutationObserver(() => {
    showPictures([...host.querySelectorAll(/** @type {"img"} */ ("img[data-puzzle][src]"))]);
    for (const image of host.querySelectorAll("img")) redraws.get(image)?.();
  });
  watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => watcher.disconnect();
}

/** A picture of any puzzle with a position, drawn when it comes into sight. @param {Document} puzzle @param {string[]} [position] */
export function drawing(puzzle, position = [], alt = "") {
  const image = h("img", { alt, decoding: "async" });
  const show = () => draw(image, puzzle, position);
  redrawn(image, show);
  const watcher = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    watcher.disconnect();
    show();
  });
  watcher.observe(image);
  return h("span", { class: "lib-thumb" }, image);
}

/** @param {HTMLImageElement} image @param {Document} puzzle @param {string[]} position */
async function draw(image, puzzle, position) {
  try {
    image.src = svgAddress(await api.post("/render", { puzzle, position, format: "svg", theme: theme() }));
  } catch {
    image.closest(".lib-thumb")?.classList.add("is-missing");
  }
}

/** An SVG as the address of an image: scripts and styles in it stay shut in there. @param {string} text */
export const svgAddress = (text) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

/** The position after all moves of a log. @param {{put?: string[], take?: string[]}[]} log @returns {string[]} */
export function replay(log) {
  const facts = new Set();
  for (const { put = [], take = [] } of log) {
    for (const fact of take) facts.delete(fact);
    for (const fact of put) facts.add(fact);
  }
  return [...facts];
}

// --- playing and keeping -------------------------------------------------------------------------

/** Play a puzzle of the library: go on with the game that is begun, or begin one. @param {number} id */
export async function play(id) {
  const game = await api.post("/games", { puzzle: id });
  await router.go(`/play/${game.id}`);
}

/** Watch the player's own latest solve of a puzzle, or that of a twin. @param {number} id */
async function watch(id) {
  const result = (await latestOf(id)) ?? (await rankedOf(id));
  if (!result) return toast(t("library.card.no-replay"));
  return router.go(`/replay/${result.id}`);
}

/** @param {number} id */
async function latestOf(id) {
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
    const found = await api.get("/results", { page, size: MOST_RESULTS });
    const result = found.results.find((/** @type {{puzzle: number}} */ { puzzle }) => puzzle === id);
    if (result) return result;
    pages = found.pages;
  }
  return null;
}

/** @param {number} id */
async function rankedOf(id) {
  const { ranking } = await api.get(`/puzzles/${id}/ranking`);
  return ranking.find((/** @type {{is_me: boolean}} */ { is_me: isMe }) => isMe)?.result;
}

/** Play as an answer to a click: one at a time, and failures are told. @param {any} event @param {number} id */
export const playClick = ({ currentTarget }, id) => whileBusy(currentTarget, () => play(id)).catch(failed);

/** The same for watching. @param {any} event @param {number} id */
export const watchClick = ({ currentTarget }, id) => whileBusy(currentTarget, () => watch(id)).catch(failed);

/** Put a puzzle among the player's own, without what stands on its board. @param {Document} document @param {{title?: string, level?: string | null, length?: number}} [told] @returns {Promise<PuzzleRowAnswer>} its row */
export function keep(document, { title = "", level = null, length = 0 } = {}) {
  const { position: _, free_marks: __, ...bare } = document;
  const meta = { ...bare.meta };
  if (title.trim()) meta.title = title.trim();
  if (level && !meta.level) meta.level = level;
  if (length && level === meta.level) meta.length ??= length;
  return api.post("/puzzles", { document: Object.keys(meta).length ? { ...bare, meta } : bare, collection: MINE });
}

/** True if a puzzle is in the library for all, and the player has not solved it: its answer counts as help. @param {{state?: string, is_mine?: boolean}} row */
export const isUnsolved = ({ state, is_mine: isMine = false }) => Boolean(state) && state !== "solved" && !isMine;
