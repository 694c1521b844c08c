/** How a kind's board is written on: gestures and keys as tables. */

import { Keymap } from "../board/keymap.js";
import { h } from "../dom.js";
import { valueOf } from "../settings.js";
import { gestureRows } from "../settings_page/gesture_fields.js";
import { grouped, keyCap } from "../settings_page/key_names.js";
import { namesUnder, t } from "../words.js";

/** @param {string} id the kind's name @param {object} js its js */
export function controls(id, js) {
  return h("section", { class: "stack how-to-write", "aria-labelledby": "controls" }, h("h2", { id: "controls" }, t("rules.controls")),
    h("div", { class: "columns" }, gestures(id, js), keys(id, js)));
}

/** What hands do now, as a table; null if the kind tells nothing. @param {string} id @param {object} js */
export function gestures(id, js) {
  const names = namesUnder(`${id}.gesture`);
  if (!names.length && !js.hands) return null;
  const rows = names.map((name) => [t(`${id}.gesture.${name}.how`), t(`${id}.gesture.${name}.does`)]);
  const zoom = [t("rules.zoom.how"), t("rules.zoom.does")];
  return h("div", { class: "stack" },
    table(t("rules.gestures"), [t("rules.gesture"), t("rules.does")], [...gestureRows(js), ...rows, zoom]),
    h("p", { class: "small" }, h("a", { href: "/settings" }, t("rules.regesture"))));
}

/** The keys as they are bound now, as a table. @param {string} id @param {object} js */
export function keys(id, js) {
  const bound = new Keymap(js.keys, valueOf("keys", id)).keys();
  const isOwn = ([action]) => action in (js.keys ?? {});
  const all = Object.entries(bound);
  const rows = grouped(id, Object.fromEntries([...all.filter(isOwn), ...all.filter((entry) => !isOwn(entry))]));
  const caps = (held) => h("span", { class: "row caps" }, held.map(keyCap));
  return h("div", { class: "stack" },
    table(t("rules.keys"), [t("rules.key"), t("rules.does")], rows.map(({ text, keys: held }) => [caps(held), text])),
    h("p", { class: "small" }, h("a", { href: "/settings" }, t("rules.rebind"))));
}

function table(title, heads, rows) {
  const cells = ([first, second]) => h("tr", {}, h("th", { scope: "row" }, first), h("td", {}, second));
  return h("div", { class: "card" }, h("table", { class: "controls" }, h("caption", {}, title),
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows.map(cells))));
}
