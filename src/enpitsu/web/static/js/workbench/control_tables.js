/** Controls of a board: gestures and keys as tables, for players and for authors. */

/**
 * @typedef {[string, string[]][]} Entries keys by action
 * @typedef {import("../dom.js").Child} Child
 * @import { Board, Kind } from "../types.d.ts"
 */

import { Keymap } from "../board/keymap.js";
import { h } from "../dom.js";
import { settingOf } from "../settings.js";
import { dialog } from "../ui.js";
import { namesUnder, t } from "../words.js";
import { gestureRows } from "./gesture_fields.js";
import { grouped, keyCap, ownFirst } from "./key_names.js";

/** Shared actions that an author's board has too. */
const FOR_AUTHORS = new Set([
  "up",
  "down",
  "left",
  "right",
  "row-start",
  "row-end",
  "first",
  "last",
  "undo",
  "redo",
  "zoom-in",
  "zoom-out",
  "fit",
]);

/** The section of the rules' page. @param {Kind} kind its js */
export function controls(kind) {
  return h(
    "section",
    { class: "stack how-to-write", "aria-labelledby": "controls" },
    h("h2", { id: "controls" }, t("rules.controls")),
    h("div", { class: "columns" }, playerTables(kind)),
  );
}

/** Show all gestures and keys of a player's board. @param {Kind} kind its js */
export const showPlayerHelp = (kind) => showHelp(t("play.help.title"), playerTables(kind));

/** Show all gestures and keys of an author's board. @param {{kind: Kind, board: Board}} editor @param {string} helpKey */
export const showAuthorHelp = ({ kind, board }, helpKey) =>
  showHelp(t("author.help"), [
    gestureTable(`${kind.id}.author`, kind),
    table("key", authorKeys(kind, board.keymap, helpKey)),
  ]);

/** @param {string} title @param {Child[]} tables */
function showHelp(title, tables) {
  return dialog({
    title,
    wide: true,
    body: tables,
    onOpen: (made) => {
      for (const link of made.querySelectorAll("a")) link.addEventListener("click", () => made.close());
    },
  });
}

/** @param {Kind} kind */
function playerTables(kind) {
  const gestures = gestureTable(kind.id, kind, gestureRows(kind), ["free", "hand", "edge"]);
  const link = (/** @type {string} */ text) => h("p", { class: "small" }, h("a", { href: "/settings" }, text));
  return [
    gestures && h("div", { class: "stack" }, gestures, link(t("rules.regesture"))),
    h("div", { class: "stack" }, table("key", playerKeys(kind)), link(t("rules.rebind"))),
  ];
}

/** The gestures as they are set now; null if the kind tells nothing. @param {string} who "KIND" or "KIND.author" @param {Kind} kind @param {string[][]} [rows] come first @param {string[]} [shared] what boards to play on have beside zoom */
function gestureTable(who, { hasGesture = () => true }, rows = [], shared = []) {
  const names = namesUnder(`${who}.gesture`).filter((name) => hasGesture(name));
  const own = names.map((name) => [t(`${who}.gesture.${name}.how`), t(`${who}.gesture.${name}.does`)]);
  if (!own.length && !rows.length) return null;
  return table("gesture", [
    ...rows,
    ...own,
    ...[...shared, "zoom"].map((name) => [t(`rules.${name}.how`), t(`rules.${name}.does`)]),
  ]);
}

/** The keys as they are bound now, the kind's own first. @param {Kind} kind */
function playerKeys({ id, keys = {} }) {
  return keyRows(id, ownFirst(keys, new Keymap(keys, settingOf("keys", id))));
}

/** The kind's own keys, then those that are left of the shared ones. @param {Kind} kind @param {Keymap} keymap @param {string} helpKey */
function authorKeys({ id, keys = {} }, keymap, helpKey) {
  const all = ownFirst(keys, keymap);
  const told = all.filter(([action]) => action in keys || FOR_AUTHORS.has(action));
  const page = all
    .filter(([action, held]) => ["check", "hint"].includes(action) && !(action in keys) && held.length)
    .map(([action, held]) => ({ held, text: t(`author.key.${action}`) }));
  return [
    ...keyRows(`${id}.author`, told),
    ...[...page, { held: [helpKey], text: t("author.key.help") }].map(({ held, text }) => [caps(held), text]),
  ];
}

/** @param {string} who @param {Entries} entries @returns {Child[][]} */
const keyRows = (who, entries) => grouped(who, Object.fromEntries(entries)).map(({ text, keys }) => [caps(keys), text]);

const caps = (/** @type {string[]} */ held) => h("span", { class: "row caps" }, held.map(keyCap));

/** @param {"gesture" | "key"} what @param {Child[][]} rows */
function table(what, rows) {
  const cells = (/** @type {Child[]} */ [first, second]) =>
    h("tr", {}, h("th", { scope: "row" }, first), h("td", {}, second));
  const heads = [t(`rules.${what}`), t("rules.does")].map((text) => h("th", { scope: "col" }, text));
  return h(
    "div",
    { class: "card" },
    h(
      "table",
      { class: "controls" },
      h("caption", {}, t(`rules.${what}s`)),
      h("thead", {}, h("tr", {}, heads)),
      h("tbody", {}, rows.map(cells)),
    ),
  );
}
