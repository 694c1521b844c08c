/** The cards of the settings page, made from the list of settings. */

import { card, field, fill, h, select } from "../dom.js";
import { CARDS, SETTINGS } from "../settings_list.js";
import { kindName, t } from "../words.js";
import { helpOf, settingControl } from "./setting_control.js";

/** The cards of what holds for all kinds. */
export const sharedCards = () =>
  CARDS.map((name) =>
    card(
      t(`settings.card.${name}`),
      SETTINGS.filter((setting) => setting.card === name).map((setting) => settingControl(setting)),
    ),
  );

/** A card for each setting that goes by kind. @param {{kind: object, js: object}[]} known */
export const kindCards = (known) =>
  SETTINGS.filter(({ byKind, card: form }) => byKind && form).map((setting) => kindCard(setting, known));

function kindCard(setting, known) {
  const { name, card: form } = setting;
  const control = ({ kind, js }) => ({
    kind,
    made: settingControl(setting, { js, title: form === "all-kinds" ? kindName(kind) : undefined }),
  });
  const able = known.map(control).filter(({ made }) => made);
  if (!able.length) return null;
  return card(
    t(`settings.${name}.label`),
    h("p", { class: "quiet" }, helpOf(name)),
    form === "all-kinds"
      ? h(
          "div",
          { class: "columns" },
          able.map(({ made }) => made),
        )
      : oneOf(name, able),
  );
}

function oneOf(name, able) {
  const host = h("div", { class: "stack" });
  const show = (id) => fill(host, able.find(({ kind }) => kind.id === id).made);
  const names = able.map(({ kind }) => [kind.id, kindName(kind)]);
  show(names[0][0]);
  return [field(t(`settings.${name}.kind`), select(names, names[0][0], show)), host];
}
