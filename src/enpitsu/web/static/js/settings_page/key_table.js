/**
 * Keys of a kind bound anew.
 * @typedef {{id: string, keymap: Keymap, save: () => void, again: () => void}} Table `again`: show it anew
 */

import { combination, Keymap } from "../board/keymap.js";
import { button, fill, h, icon } from "../dom.js";
import { changeOf, settingOf } from "../settings.js";
import { confirm, toast } from "../ui.js";
import { t } from "../words.js";
import { actionText, keyCap, keyText } from "../workbench/key_names.js";

const ALONE = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"]);

/** The table of keys of a kind, behind a summary where there is little room. @param {import("../types.d.ts").Kind} js */
export function keyTable(js) {
  const host = h("div", { class: "stack" });
  const show = () => fill(host, table(js, show));
  show();
  return h(
    "details",
    { open: matchMedia("(min-width: 720px)").matches },
    h("summary", {}, t("settings.keys.all")),
    host,
  );
}

/** @param {import("../types.d.ts").Kind} js @param {() => void} again */
function table(js, again) {
  const keymap = new Keymap(js.keys, settingOf("keys", js.id));
  const save = () => changeOf(js.id, "keys", keymap.changes());
  const about = { id: js.id, keymap, save, again };
  const isOwn = (/** @type {[string, string[]]} */ [action]) => action in (js.keys ?? {});
  const all = Object.entries(keymap.keys());
  const ordered = [...all.filter(isOwn), ...all.filter((entry) => !isOwn(entry))];
  const rows = ordered.map(([action, held]) => row(about, action, held));
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, t("settings.keys.action")),
    h("th", { scope: "col" }, t("settings.keys.keys")),
    h("th", { scope: "col" }, h("span", { class: "sr-only" }, t("settings.keys.change"))),
  );
  const reset = button({ text: t("settings.keys.reset"), onClick: () => forget(about) });
  return [
    h(
      "table",
      { class: "keytable" },
      h("caption", { class: "sr-only" }, t("settings.keys.label")),
      h("thead", {}, head),
      h("tbody", {}, rows),
    ),
    h("div", { class: "row" }, reset),
  ];
}

/** @param {Table} about @param {string} action @param {string[]} held @returns {HTMLElement} */
function row(about, action, held) {
  const name = actionText(about.id, action);
  const isOther = action in about.keymap.changes();
  const caps = held.map((key) => h("span", { class: "key" }, keyCap(key), drop(about, action, key, name)));
  const ask = button({
    text: t("settings.keys.add"),
    class: "is-small",
    "aria-label": t("settings.keys.add-to", { action: name }),
    "data-action": action,
    onClick: () => listen(ask, (/** @type {string} */ key) => give(about, action, key)),
  });
  return h(
    "tr",
    { class: isOther ? "is-changed" : "" },
    h("th", { scope: "row" }, name),
    h(
      "td",
      {},
      h("span", { class: "row" }, held.length ? caps : h("span", { class: "quiet" }, t("settings.keys.none"))),
    ),
    h("td", { class: "is-number" }, ask),
  );
}

/** @param {Table} about @param {string} action @param {string} key @param {string} name */
function drop({ keymap, save, again }, action, key, name) {
  const words = t("settings.keys.drop", { key: keyText(key), action: name });
  const without = () => keymap.keys()[action].filter((other) => other !== key);
  return h(
    "button",
    {
      type: "button",
      class: "drop",
      "aria-label": words,
      title: words,
      onClick: () => {
        keymap.bind(action, without());
        save();
        again();
        back(action);
      },
    },
    icon("close"),
  );
}

/** Wait for keys on a button: Esc and leaving it end that, so nobody is caught in it. @param {HTMLButtonElement} ask @param {(key: string) => void} take */
function listen(ask, take) {
  const label = /** @type {HTMLElement} */ (ask.querySelector("span"));
  const end = () => {
    ask.removeEventListener("keydown", press);
    ask.removeEventListener("blur", end);
    ask.classList.remove("is-on");
    label.textContent = t("settings.keys.add");
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Tab" || ALONE.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    if (event.key !== "Escape") take(combination(event));
  };
  label.textContent = t("settings.keys.press");
  ask.classList.add("is-on");
  ask.addEventListener("keydown", press);
  ask.addEventListener("blur", end);
  toast(t("settings.keys.press-long"));
}

/** @param {Table} about @param {string} action @param {string} key */
async function give({ id, keymap, save, again }, action, key) {
  const keys = keymap.keys();
  const owner = Object.keys(keys).find((other) => keys[other].includes(key));
  if (owner === action) return toast(t("settings.keys.already", { key: keyText(key) }));
  if (owner && !(await confirm(t("settings.keys.taken"), taken(id, key, owner, action), t("settings.keys.take"))))
    return back(action);
  keymap.bind(action, [...keys[action], key]);
  save();
  again();
  back(action);
}

/** @param {string} id @param {string} key @param {string} owner @param {string} action */
const taken = (id, key, owner, action) =>
  t("settings.keys.conflict", { key: keyText(key), owner: actionText(id, owner), action: actionText(id, action) });

/** The focus goes back to where the player was. @param {string} action */
function back(action) {
  /** @type {HTMLElement | null} */
  const button = document.querySelector(`[data-action="${CSS.escape(action)}"]`);
  button?.focus();
}

/** @param {Pick<Table, "id" | "again">} table */
async function forget({ id, again }) {
  const isSure = await confirm(t("settings.keys.reset"), t("settings.keys.reset-sure"), t("settings.keys.reset"));
  if (!isSure) return;
  changeOf(id, "keys", {});
  again();
}
