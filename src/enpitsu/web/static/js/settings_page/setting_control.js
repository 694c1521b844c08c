/** The control of a setting, for the settings page and the dialog in play alike. */

import { check, choice, field, h, select } from "../dom.js";
import { change, changeOf, settingOf, settings } from "../settings.js";
import { has, LANGUAGES, t } from "../words.js";
import { gestureFields } from "../workbench/gesture_fields.js";
import { keyTable } from "./key_table.js";
import { lineWidth } from "./line_width.js";

/**
 * @typedef {{js?: import("../types.d.ts").Kind, title?: string, priced?: (text: string, cost: string) => string}} About `js`: the kind's module,
 *   `title`: of its group, for settings that go by kind; `priced`: words with what it costs in the game that is played
 * @typedef {About & {js: import("../types.d.ts").Kind}} AboutKind
 * @type {Record<string, (about: any) => HTMLElement | null>}
 */
const OWN_CONTROLS = {
  language,
  lineWidth,
  helpers,
  gestures: (/** @type {AboutKind} */ { js, title }) => gestureFields(js, title),
  keys: (/** @type {AboutKind} */ { js }) => keyTable(js),
};

/**
 * Return the control of a setting; null if the kind has nothing to choose.
 * @param {import("../settings_list.js").Setting} setting
 * @param {About} [about]
 */
export function settingControl(setting, about = {}) {
  const { name, values, control } = setting;
  if (control) return OWN_CONTROLS[control](about);
  const [label, help] = [t(`settings.${name}.label`), helpOf(name)];
  const save = (/** @type {unknown} */ value) => change({ [name]: value });
  if (!values) return check(label, settings()[name], save, help);
  const words = values.map((value) => [value, valueText(setting, value, about.priced)]);
  return choice(label, words, settings()[name], save, help);
}

/** Return the sentence that explains a setting; "" if it needs none. @param {string} name */
export const helpOf = (name) => (has(`settings.${name}.help`) ? t(`settings.${name}.help`) : "");

/** With what it costs, where a game is played. @param {import("../settings_list.js").Setting} setting @param {string} value @param {(text: string, cost: string) => string} [priced] */
function valueText({ name, prices: costs }, value, priced) {
  const text = t(`settings.${name}.${value}`);
  return priced && costs?.[value] ? priced(text, costs[value]) : text;
}

/** All words of the page are other ones then, so it is loaded anew. */
function language() {
  const tongues = [["", t("settings.language.auto")], ...LANGUAGES];
  const choose = (/** @type {string} */ tag) => {
    change({ language: tag || undefined });
    location.reload();
  };
  return field(t("settings.language.label"), select(tongues, settings().language ?? "", choose));
}

/** The helpers of a kind's board. @param {AboutKind} about */
function helpers({ js, title }) {
  const { id, helperNames = [] } = js;
  if (!helperNames.length) return null;
  const save = (/** @type {string} */ name) => (/** @type {boolean} */ isOn) =>
    changeOf(id, "helpers", { ...settingOf("helpers", id), [name]: isOn });
  const box = (/** @type {string} */ name) =>
    check(t(`${id}.helper.${name}`), Boolean(settingOf("helpers", id)[name]), save(name));
  return h("fieldset", { class: "group" }, h("legend", {}, title), helperNames.map(box));
}
