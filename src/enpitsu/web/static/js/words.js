/** The page's texts: they come with the page (index.html), in the language that the server takes it to speak. */

/** @type {Record<string, string>} */
let texts = {};
let plurals = new Intl.PluralRules("en");
let spoken = "en";

/** The language that the page speaks. */
export const language = () => spoken;

/** The languages there are, each in its own name. */
export const LANGUAGES = Object.freeze([
  ["en", "English"],
  ["ja", "日本語"],
]);

/** The language to speak: the one that was chosen, else the browser's first that we know. @param {string} [chosen] */
export function preferred(chosen) {
  const wanted = [chosen ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  return wanted.find((tag) => LANGUAGES.some(([known]) => known === tag)) ?? "en";
}

const COOKIE = "enpitsu-language";
const YEAR = 31_536_000; // seconds

/** Have the server speak a language from the next page on. @param {string | undefined} chosen undefined: the browser's own */
export function rememberLanguage(chosen) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store, and it has none without https
  document.cookie = `${COOKIE}=${chosen ?? ""}; path=/; max-age=${chosen ? YEAR : 0}; samesite=strict`;
}

/** Speak the player's language. Another one than the page came in is taken from the page in that language. @param {string} [chosen] */
export async function speakPreferred(chosen) {
  const tag = preferred(chosen);
  if (tag === document.documentElement.lang) return speak(tag, textsIn(document));
  rememberLanguage(chosen);
  const { base } = document.documentElement.dataset;
  const page = await (await fetch(`${base}${tag}.html`)).text();
  speak(tag, textsIn(new DOMParser().parseFromString(page, "text/html")));
  for (const said of document.querySelectorAll("[data-text]"))
    said.textContent = t(said.getAttribute("data-text") ?? "");
  for (const named of document.querySelectorAll("[data-label]"))
    named.setAttribute("aria-label", t(named.getAttribute("data-label") ?? ""));
}

const textsIn = (/** @type {Document} */ page) => JSON.parse(page.querySelector("#words")?.textContent ?? "{}");

/** Speak a language from now on. @param {string} tag @param {Record<string, string>} content */
export function speak(tag, content) {
  texts = content;
  spoken = tag;
  plurals = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
}

/** True if there is such a text. @param {string} id */
export const has = (id) => id in texts;

/** The names that follow a prefix, in the catalogue's order: of "a.b.how" and "a.c" under "a" b and c. @param {string} prefix */
export function namesUnder(prefix) {
  const begun = Object.keys(texts).filter((id) => id.startsWith(`${prefix}.`));
  return [...new Set(begun.map((id) => id.slice(prefix.length + 1).split(".")[0]))];
}

/** The name of a kind. @param {{name: string, native_name: string}} kind */
export const kindName = (kind) => (spoken === "ja" ? kind.native_name : kind.name);

const DATE = /^\d{4}-\d\d-\d\d$/;

/** A day's own title, in words; anything else as it is. @param {string} title */
const dated = (title) => (DATE.test(title) ? day(`${title}T12:00:00`) : title);

/**
 * What a puzzle is called: a day's puzzle by its day, a kind and a number in the player's language;
 * the player's own ones without a title are counted apart from those of other collections.
 * @param {{title?: string, number?: number | string | null, collection?: string}} row @param {{name: string, native_name: string}} kind
 */
export function titleOf({ title = "", number = "", collection = "" }, kind) {
  const rest = title.startsWith(`${kind.name} `) ? title.slice(kind.name.length + 1) : "";
  const isCounted = /^\d+$/.test(rest);
  if (title && !isCounted) return dated(title);
  const form = collection === "mine" && !isCounted ? "mine" : "name";
  return t(`library.card.${form}`, { kind: kindName(kind), number: isCounted ? rest : number }).trim();
}

/**
 * A text by its id; with `count` its one or other form, whether or not the language has a plural.
 * @param {string} id @param {Record<string, any>} [args] */
export function t(id, args = {}) {
  const form =
    texts[id] ??
    (args.count === undefined ? undefined : (texts[`${id}.${plural(args.count)}`] ?? texts[`${id}.other`]));
  return form === undefined
    ? id
    : form.replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) => args[name] ?? all);
}

const plural = (/** @type {number} */ count) => (count === 1 ? "one" : plurals.select(count));

/** 65 s as 1:05, an hour as 1:00:00. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A number with its thousands told apart. @param {number} value */
export const number = (value) => new Intl.NumberFormat(spoken).format(value);

/** A number with one decimal. @param {number} value */
export const tenths = (value) =>
  new Intl.NumberFormat(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A day in words. @param {string | Date} date */
export const day = (date) => new Intl.DateTimeFormat(spoken, { dateStyle: "medium" }).format(new Date(date));

/** Day and time in words. @param {string | Date} date */
export const moment = (date) =>
  new Intl.DateTimeFormat(spoken, { dateStyle: "medium", timeStyle: "short" }).format(new Date(date));

/** The size of a board. @param {{rows: number, cols: number}} board */
export const size = ({ rows, cols }) => `${rows}×${cols}`;

/** A level in words; "" is a puzzle without one. @param {string | null} name */
export const level = (name) => t(`app.level.${name || "none"}`);

/** The length of a puzzle in words. @param {string} name as the server has it */
export const length = (name) => t(`app.length.${name}`);

/** Level and length in words; the level alone where nobody knows the length. @param {{level: string | null, length_word?: string | null}} puzzle */
export const graded = ({ level: name, length_word: long }) =>
  name && long ? t("app.graded", { level: level(name), length: length(long) }) : level(name);
