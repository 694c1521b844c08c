/** Who plays: the name, and the key for another browser. */

import * as api from "../api.js";
import { button, field, h } from "../dom.js";
import { confirm, copy, failed, toast } from "../ui.js";
import { t } from "../words.js";
import { section } from "./controls.js";

/** A form with the player's name. @param {{name: string}} me @param {(me: object) => void} onRenamed */
export function nameForm(me, onRenamed = () => {}) {
  const input = h("input", { class: "input", value: me.name, maxlength: 40, autocomplete: "nickname", required: true });
  const save = async (event) => {
    event.preventDefault();
    try {
      const renamed = await api.patch("/me", { name: input.value });
      input.value = renamed.name;
      toast(t("settings.player.renamed", { name: renamed.name }));
      onRenamed(renamed);
    } catch (error) {
      failed(error);
    }
  };
  return h("form", { class: "ask", onSubmit: save }, field(t("settings.player.name"), input),
    h("button", { class: "button", type: "submit" }, t("settings.player.rename")));
}

/** The card with name and key. */
export function player(me) {
  return section(t("settings.player.title"), nameForm(me), h("h3", {}, t("settings.player.key")),
    h("p", { class: "quiet" }, t("settings.player.about")),
    h("div", { class: "row" }, button({ text: t("settings.player.copy"), icon: "link", onClick: giveKey })), keyForm());
}

async function giveKey() {
  try {
    copy((await api.get("/me/key")).key);
  } catch (error) {
    failed(error);
  }
}

function keyForm() {
  const input = h("input", { class: "input", autocomplete: "off", spellcheck: "false", required: true });
  const use = async (event) => {
    event.preventDefault();
    if (!(await confirm(t("settings.player.sure"), t("settings.player.lose"), t("settings.player.use")))) return;
    try {
      await api.put("/me/key", { key: input.value });
      location.assign("/");
    } catch (error) {
      failed(error);
    }
  };
  return h("form", { class: "ask", onSubmit: use }, field(t("settings.player.paste"), input),
    h("button", { class: "button", type: "submit" }, t("settings.player.use")));
}
