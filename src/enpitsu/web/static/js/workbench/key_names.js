/** Keys and what they do, in words. */

import { h } from "../dom.js";
import { has, t } from "../words.js";

/** @type {Record<string, string>} */
const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };
const WAYS = new Set(["up", "down", "left", "right"]);
const NUMBERED = /-\d+$/;
const SHARED = "board";

/** The parts of a combination as they stand on keys: "Ctrl+Shift+z" is Ctrl, Shift, Z. @param {string} combination */
function parts(combination) {
  const isPlus = combination.endsWith("+");
  const names = (isPlus ? combination.slice(0, -1) : combination).split("+").filter(Boolean);
  return [...names, ...(isPlus ? ["+"] : [])].map(word);
}

/** @param {string} name */
function word(name) {
  if (SIGNS[name]) return SIGNS[name];
  const id = `settings.key.${name}`;
  return has(id) ? t(id) : name.length === 1 ? name.toUpperCase() : name;
}

/** A combination as a text: "Ctrl + Z". @param {string} combination */
export const keyText = (combination) => parts(combination).join(" + ");

/** A combination as keys. @param {string} combination */
export const keyCap = (combination) => h("kbd", {}, keyText(combination));

/** An action in words. @param {string} kind @param {string} action */
export function actionText(kind, action) {
  const own = [kind, SHARED].map((who) => `${who}.key.${action}`).find(has);
  if (own) return t(own);
  const [what, way] = split(action.replace(NUMBERED, ""));
  const base = [kind, SHARED].map((who) => `${who}.key.${what}`).find(has);
  return base && way
    ? t("settings.keys.with-way", { action: t(base), way: t(`settings.way.${way}`) })
    : base
      ? t(base)
      : action;
}

/** @param {string} action */
function split(action) {
  const at = action.lastIndexOf("-");
  const way = action.slice(at + 1);
  return at > 0 && WAYS.has(way) ? [action.slice(0, at), way] : [action, ""];
}

/** All actions, the kind's own first; the shared ones without the keys that are the kind's. @param {Record<string, string[]>} own @param {import("../board/keymap.js").Keymap} keymap @returns {[string, string[]][]} */
export function ownFirst(own, keymap) {
  const all = Object.entries(keymap.keys());
  const ofKind = all.filter(([action]) => action in own);
  const taken = new Set(ofKind.flatMap(([, held]) => held));
  /** @type {[string, string[]][]} */
  const shared = all
    .filter(([action]) => !(action in own))
    .map(([action, held]) => [action, held.filter((key) => !taken.has(key))]);
  return [...ofKind, ...shared];
}

/**
 * Actions for a table to read: those of one name, in whatever way, and those that are numbered
 * share a line.
 * @param {string} kind @param {Record<string, string[]>} keys
 * @returns {{text: string, keys: string[]}[]}
 */
export function grouped(kind, keys) {
  /** @type {Map<string, {texts: string[], keys: string[]}>} */
  const lines = new Map();
  for (const [action, held] of Object.entries(keys)) {
    if (!held.length) continue;
    const id = groupOf(kind, action);
    const line = lines.get(id) ?? { texts: [], keys: [] };
    line.texts.push(id.startsWith("#") ? actionText(kind, action) : id);
    line.keys.push(...held);
    lines.set(id, line);
  }
  return [...lines.values()].map(({ texts, keys: held }) => ({ text: range(texts), keys: held }));
}

/** The words that a line is known by, or "#what" for numbered actions. @param {string} kind @param {string} action */
function groupOf(kind, action) {
  if (WAYS.has(action)) return t("settings.keys.move");
  if (NUMBERED.test(action)) return `#${action.replace(NUMBERED, "")}`;
  const [what, way] = split(action);
  const base = way && [kind, SHARED].map((who) => `${who}.key.${what}`).find(has);
  return base ? t(base) : actionText(kind, action);
}

const range = (/** @type {string[]} */ texts) =>
  texts[0] === texts.at(-1) ? texts[0] : `${texts[0]} … ${texts.at(-1)}`;
