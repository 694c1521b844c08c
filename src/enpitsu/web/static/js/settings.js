/**
 * What a player likes, kept in the browser.
 *
 * theme auto|light|dark, contrast auto|normal|more, motion auto|normal|less, language (absent: as
 * the browser), check none|demand|live, timer (shown or not), scheme auto|two|one, inverted,
 * lineWidth, colours (a colour a line), numbers (of rows and columns), fillUpTo (the level up to which
 * "Fill in" goes); by kind: helpers, keys, hands (an action for each gesture), saveFormat (of the last
 * file).
 */

const KEY = "enpitsu.settings";

const DEFAULTS = Object.freeze({
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  check: "demand",
  timer: true,
  scheme: "auto",
  inverted: false,
  colours: false,
  numbers: false,
  fillUpTo: "easy",
  helpers: {},
  keys: {},
  hands: {},
});

/** All settings, defaults filled in. */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Change some settings; whoever shows them hears "enpitsu-settings" on the window. */
export function change(some) {
  const next = { ...settings(), ...some };
  for (const name of Object.keys(next)) if (next[name] === undefined) delete next[name];
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A full or forbidden storage: the setting lasts as long as the page.
  }
  dispatchEvent(new CustomEvent("enpitsu-settings", { detail: some }));
}

/** The helpers that are on for a kind. @returns {Record<string, boolean>} */
export const helpersOf = (kind) => settings().helpers[kind] ?? {};

/** The keys that the player has bound for a kind. @returns {Record<string, string[]>} */
export const keysOf = (kind) => settings().keys[kind] ?? {};

/** The actions that the player has chosen for a kind's gestures. @returns {Record<string, string> | undefined} */
export const handsOf = (kind) => settings().hands?.[kind];

/** Change one of the settings that go by kind ("helpers", "keys", "hands"). */
export function changeOf(kind, name, value) {
  change({ [name]: { ...settings()[name], [kind]: value } });
}
