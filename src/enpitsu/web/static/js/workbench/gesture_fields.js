/**
 * The gestures of a kind: to be chosen, and told as it is chosen.
 * @import { HandsTable, Kind } from "../types.d.ts"
 */

import { actionsOf, choices, GESTURES, NONE, OWN, presetOf, tableOf } from "../board/hands.js";
import { field, h, select } from "../dom.js";
import { changeOf, settingOf, settings } from "../settings.js";
import { has, t } from "../words.js";

/** @type {Record<string, string>} */
const FINGERS = { click: "tap", drag: "swipe" }; // a finger's gesture beside that of a mouse
const BETWEEN = " / ";

/** Lists to choose from: all gestures by a preset, and each; null if the kind has none. @param {Kind} js the kind's @param {string} [title] */
export function gestureFields({ id, hands }, title) {
  if (!hands) return null;
  const table = () => tableOf(hands, settingOf("hands", id));
  const save = (/** @type {HandsTable} */ next) => {
    changeOf(id, "hands", next);
    show();
  };
  const names = [
    ...Object.keys(hands.presets).map((name) => [name, t(`${id}.preset.${name}`)]),
    [OWN, t("board.hands.own")],
  ];
  const preset = select(names, "", (name) => save(hands.presets[name]));
  const list = (/** @type {string} */ gesture) =>
    select(
      choices(hands, gesture).map((action) => [action, actionName(id, action)]),
      "",
      (action) => save({ ...table(), [gesture]: action }),
      { "data-gesture": gesture },
    );
  const lists = Object.fromEntries(GESTURES.map((gesture) => [gesture, list(gesture)]));
  const show = () => {
    preset.value = presetOf(hands, table());
    preset.options[preset.options.length - 1].disabled = preset.value !== OWN;
    for (const [gesture, action] of Object.entries(table())) lists[gesture].value = action;
  };
  show();
  return h(
    "fieldset",
    { class: "hands" },
    h("legend", { class: title ? "" : "sr-only" }, title ?? t("settings.hands.label")),
    field(t("board.hands.preset"), preset),
    GESTURES.map((gesture) => field(label(gesture), lists[gesture])),
  );
}

/** @param {string} id @param {string} action */
const actionName = (id, action) => (action === NONE ? t("board.hands.none") : t(`${id}.action.${action}.name`));

const label = (/** @type {string} */ gesture) =>
  [gesture, FINGERS[gesture]].filter(Boolean).map(gestureName).join(BETWEEN);

const gestureName = (/** @type {string} */ gesture) => t(`board.hands.${gesture}`);

/** Each gesture with what it does now, for a table; those that do the same share a line. @param {Kind} js */
export function gestureRows({ id, hands }) {
  if (!hands) return [];
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [gesture, action, form, scheme] of gesturesNow(tableOf(hands, settingOf("hands", id)))) {
    const does = [`${id}.action.${action}.${scheme}-${form}`, `${id}.action.${action}.${form}`].find(has);
    if (does) found.set(does, [...(found.get(does) ?? []), gestureName(gesture)]);
  }
  return [...found].map(([does, names]) => [names.join(BETWEEN), t(does)]);
}

/** All gestures of mouse and finger with their actions, as buttons are set now. @param {HandsTable} table */
function gesturesNow(table) {
  const { scheme, inverted } = settings();
  const [mouse, finger] = scheme === "auto" ? ["two", "one"] : [scheme, scheme];
  const left = actionsOf(table, { secondary: inverted, scheme: mouse });
  const right = actionsOf(table, { secondary: !inverted, scheme: mouse });
  const touch = actionsOf(table, { secondary: inverted, scheme: finger });
  const long = inverted ? NONE : table["long-press"];
  return [
    ["click", left.click, "click", mouse],
    ["tap", touch.click, "click", finger],
    ["drag", left.drag, "drag", mouse],
    ["swipe", touch.drag, "drag", finger],
    ["right-click", right.click, "click", mouse],
    ["right-drag", right.drag, "drag", mouse],
    ["long-press", long, "click", finger],
    ["long-drag", long, "drag", finger],
  ];
}
