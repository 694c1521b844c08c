/** Settings of playing: checks, clock, buttons, helpers of each kind. */

import { check, h } from "../dom.js";
import { changeOf, change, helpersOf, settings } from "../settings.js";
import { kindName, t } from "../words.js";
import { choice, section } from "./controls.js";

/** How much is told of mistakes, the clock, what the buttons of a mouse do. */
export function playing() {
  const { check: mode, timer, scheme, inverted } = settings();
  const words = (name, values) => values.map((value) => [value, t(`settings.${name}.${value}`)]);
  return section(t("settings.playing"),
    choice(t("settings.check.label"), words("check", ["none", "demand", "live"]), mode,
      (value) => change({ check: value }), t("settings.check.help")),
    choice(t("settings.scheme.label"), words("scheme", ["auto", "two", "one"]), scheme,
      (value) => change({ scheme: value }), t("settings.scheme.help")),
    check(t("settings.inverted.label"), inverted, (isOn) => change({ inverted: isOn })),
    check(t("settings.timer.label"), timer, (isOn) => change({ timer: isOn })));
}

/** What each kind's board may write of itself. @param {{kind: object, js: object}[]} known */
export function helpers(known) {
  return section(t("settings.helpers.title"), h("p", { class: "quiet" }, t("settings.helpers.about")),
    h("div", { class: "columns" }, known.map(group)));
}

function group({ kind, js }) {
  const box = (name) =>
    check(t(`${kind.id}.helper.${name}`), helpersOf(kind.id)[name] ?? false, (isOn) =>
      changeOf(kind.id, "helpers", { ...helpersOf(kind.id), [name]: isOn }));
  return h("fieldset", { class: "group" }, h("legend", {}, kindName(kind)), (js.helperNames ?? []).map(box));
}
