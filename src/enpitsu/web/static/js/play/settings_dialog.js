/** The settings that matter while playing. */

import { h } from "../dom.js";
import { SETTINGS } from "../settings_list.js";
import { settingControl } from "../settings_page/setting_control.js";
import { dialog } from "../ui.js";
import { t } from "../words.js";
import { priced } from "./price.js";

/** @param {import("./session.js").Session} session */
export function showSettings({ kind: js, prices }) {
  const shown = SETTINGS.filter(({ inPlay }) => inPlay);
  const about = { js, priced: (/** @type {string} */ text, /** @type {string} */ cost) => priced(text, prices[cost]) };
  return dialog({
    title: t("play.menu.settings"),
    body: [
      shown.map((setting) => settingControl(setting, { ...about, title: t(`settings.${setting.name}.label`) })),
      h("a", { href: "/settings" }, t("play.all-settings")),
    ],
    onOpen: (made) => made.querySelector("a")?.addEventListener("click", () => made.close()),
  });
}
