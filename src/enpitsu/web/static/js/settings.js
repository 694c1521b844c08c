/**
 * The values of the player's settings (settings_list.js), kept in the browser.
 * @typedef {import("./settings_list.js").Setting} Setting
 */

import { SETTINGS } from "./settings_list.js";
import { Store } from "./store.js";
import { rememberLanguage } from "./words.js";

const KEY = "enpitsu.settings"; // boot.js reads it too
const NOTHING = Object.freeze({}); // chosen for any kind

const byName = Object.fromEntries(SETTINGS.map((setting) => [setting.name, setting]));
const store = new Store(load());

/** Return all settings, defaults filled in. */
export const settings = () => store.get();

/** Call `act(changed, settings)` after every change, here or in another tab. @param {(changed: Record<string, any>, settings: Record<string, any>) => void} act @param {{signal?: AbortSignal}} [how] */
export const subscribe = (act, how) => store.subscribe(act, how);

/** Change some settings; undefined is the default. @param {object} some */
export function change(some) {
  store.set(Object.fromEntries(Object.entries(some).map(([name, value]) => [name, value ?? usual(byName[name])])));
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen()));
  } catch {
    // A full or forbidden storage: the setting lasts as long as the page.
  }
}

/** Return what a setting is for a kind, if it goes by kind. @param {string} name @param {string} [kind] */
export function settingOf(name, kind) {
  const held = settings()[name];
  return byName[name].byKind ? (held[kind ?? ""] ?? byName[name].default) : held;
}

/** Change a setting that goes by kind. @param {string} kind @param {string} name @param {unknown} value */
export const changeOf = (kind, name, value) => change({ [name]: { ...settings()[name], [kind]: value } });

// --- boards --------------------------------------------------------------------------------------

const followedBy = (/** @type {string} */ place) => SETTINGS.filter(({ boards }) => boards?.includes(place));

/** Return the options of a new board. @param {"play" | "rules" | "replay" | "author"} place @param {string} [kind] */
export function boardOptions(place, kind) {
  const values = (/** @type {Setting[]} */ all) =>
    Object.fromEntries(all.map(({ name }) => [name, settingOf(name, kind)]));
  const [looks, ways] = [true, false].map((isLook) =>
    values(followedBy(place).filter((setting) => Boolean(setting.isLook) === isLook)),
  );
  return { ...ways, looks };
}

/** Tell a board what changes from now on. @param {import("./board/board.js").Board} board @param {string} place @param {string} [kind] @param {{signal?: AbortSignal}} [how] */
export function followSettings(board, place, kind, how) {
  subscribe((changed) => {
    for (const { name } of followedBy(place)) if (name in changed) board.setOption(name, settingOf(name, kind));
  }, how);
}

// --- what is kept --------------------------------------------------------------------------------

/** Return what is not as usual: later defaults hold for everybody who has not chosen. */
const chosen = () =>
  Object.fromEntries(Object.entries(settings()).filter(([name, value]) => value !== usual(byName[name])));

/** @param {Setting} setting */
function usual(setting) {
  return setting.byKind ? NOTHING : setting.default;
}

/** Return what is kept; whatever cannot be read or is no value of its setting is the default. */
function load() {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    kept = {};
  }
  return Object.fromEntries(
    SETTINGS.map((setting) => {
      const value = kept[setting.name] ?? kept[setting.formerly ?? ""];
      return [setting.name, isValue(setting, value) ? value : usual(setting)];
    }),
  );
}

/** @param {Setting} setting @param {any} value */
function isValue(setting, value) {
  if (setting.values) return setting.values.includes(value);
  const like = usual(setting);
  return value !== null && value !== undefined && (like === undefined || typeof value === typeof like);
}

addEventListener("storage", ({ key }) => (key === KEY || key === null) && store.set(load()));
subscribe((changed, all) => {
  /** @type {any} */ (globalThis).showTheme?.(all);
  if ("language" in changed) rememberLanguage(all.language);
});
