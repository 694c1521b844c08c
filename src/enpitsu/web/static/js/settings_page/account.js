/** The player: the name, and the key for another browser. */

import * as api from "../api.js";
import { button, card, field, fill, h } from "../dom.js";
import { playerChanged } from "../player.js";
import { confirm, copy, failed, toast } from "../ui.js";
import { t } from "../words.js";

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
  return h(
    "form",
    { class: "ask", onSubmit: save },
    field(t("settings.player.name"), input),
    h("button", { class: "button", type: "submit" }, t("settings.player.rename")),
  );
}

/** The card with name and key. */
export function account(me) {
  const shown = h("div", { class: "stack", role: "status" });
  return card(
    t("settings.player.title"),
    nameForm(me),
    h("h3", {}, t("settings.player.key")),
    h("p", { class: "quiet" }, t("settings.player.about")),
    h(
      "div",
      { class: "row" },
      button({ text: t("settings.player.copy"), icon: "link", onClick: trying(async () => copy(await myKey())) }),
      button({
        text: t("settings.player.show"),
        icon: "eye",
        onClick: trying(async () => showKey(shown, await myKey())),
      }),
    ),
    shown,
    keyForm(),
    h("h3", {}, t("settings.player.safe")),
    h("p", { class: "quiet" }, t("settings.player.safe-about")),
    h(
      "div",
      { class: "row" },
      button({ text: t("settings.player.change"), onClick: trying(() => changeKey(shown)) }),
      button({ text: t("settings.player.leave"), onClick: trying(leave) }),
    ),
  );
}

/** A click whose errors are told. */
export const trying = (act) => () => Promise.resolve(act()).catch(failed);

const myKey = async () => (await api.get("/me/key")).key;

function showKey(host, key) {
  const shown = h("input", {
    class: "input key",
    readonly: true,
    value: key,
    onFocus: ({ target }) => target.select(),
  });
  fill(host, field(t("settings.player.mine"), shown));
}

async function changeKey(shown) {
  if (
    !(await confirm(t("settings.player.change-sure"), t("settings.player.change-about"), t("settings.player.change")))
  )
    return;
  const { key } = await api.post("/me/key");
  showKey(shown, key);
  toast(t("settings.player.changed"));
}

async function leave() {
  if (
    !(await confirm(t("settings.player.leave-sure"), t("settings.player.lose"), t("settings.player.leave"), {
      danger: true,
    }))
  )
    return;
  await api.remove("/me/key");
  await playerChanged({ isGone: true });
}

function keyForm() {
  const input = h("input", { class: "input", autocomplete: "off", spellcheck: "false", required: true });
  const use = async (event) => {
    event.preventDefault();
    if (!(await confirm(t("settings.player.sure"), t("settings.player.lose"), t("settings.player.use")))) return;
    try {
      await api.put("/me/key", { key: input.value });
      await playerChanged();
    } catch (error) {
      failed(error);
    }
  };
  return h(
    "form",
    { class: "ask", onSubmit: use },
    field(t("settings.player.paste"), input),
    h("button", { class: "button", type: "submit" }, t("settings.player.use")),
  );
}
