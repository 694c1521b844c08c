/** All gestures and keys of an author's board. */

import { Keymap } from "../board/keymap.js";
import { h } from "../dom.js";
import { grouped, keyCap } from "../settings_page/key_names.js";
import { dialog } from "../ui.js";
import { namesUnder, t } from "../words.js";

const FOR_AUTHORS = new Set(["up", "down", "left", "right", "row-start", "row-end", "first", "last", "undo", "redo", "zoom-in", "zoom-out", "fit"]);

/** @param {import("./editor.js").Editor} editor */
export function showHelp({ kind, board }) {
  return dialog({ title: t("author.help"), wide: true, body: [gestures(`${kind.id}.author`), keys(kind, board.keymap)].filter(Boolean) });
}

function gestures(who) {
  const names = namesUnder(`${who}.gesture`);
  if (!names.length) return null;
  const told = (name) => [t(`${who}.gesture.${name}.how`), t(`${who}.gesture.${name}.does`)];
  return table(t("rules.gestures"), [t("rules.gesture"), t("rules.does")], [...names.map(told), [t("rules.zoom.how"), t("rules.zoom.does")]]);
}

/** @param {object} kind @param {Keymap} keymap */
function keys(kind, keymap) {
  const all = Object.entries(keymap.keys());
  const isOwn = ([action]) => action in (kind.keys ?? {});
  const taken = new Set(all.filter(isOwn).flatMap(([, held]) => held));
  const shared = all.filter((entry) => !isOwn(entry) && FOR_AUTHORS.has(entry[0]))
    .map(([action, held]) => [action, held.filter((key) => !taken.has(key))]);
  const free = (action) => keymap.keys()[action].filter((key) => !taken.has(key));
  const own = ["check", "hint"].map((action) => [caps(free(action)), t(`author.key.${action}`)]);
  const lines = grouped(`${kind.id}.author`, Object.fromEntries([...all.filter(isOwn), ...shared]));
  const rows = [...lines.map(({ text, keys: held }) => [caps(held), text]), ...own.filter(([held]) => held), [caps(["F1"]), t("author.key.help")]];
  return table(t("rules.keys"), [t("rules.key"), t("rules.does")], rows);
}

const caps = (held = []) => (held.length ? h("span", { class: "row caps" }, held.map(keyCap)) : null);

function table(title, heads, rows) {
  const cells = ([first, second]) => h("tr", {}, h("th", { scope: "row" }, first), h("td", {}, second));
  return h("div", { class: "card" }, h("table", { class: "controls" }, h("caption", {}, title),
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows.map(cells))));
}
