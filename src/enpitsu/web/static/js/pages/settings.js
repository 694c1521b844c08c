/** /settings: what a player likes. Everything holds at once; there is no button to save. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { board } from "../kinds.js";
import { account } from "../settings_page/account.js";
import { kindCards, sharedCards } from "../settings_page/setting_cards.js";
import { storage } from "../settings_page/storage.js";
import { t } from "../words.js";

export default async function (main) {
  const [known, me] = await Promise.all([playable(), api.get("/me")]);
  // Without the server nobody knows, and the rest is there all the same.
  const kept = await api.get("/me/storage").catch(() => null);
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, t("settings.title"))),
    h("p", { class: "quiet lead" }, t("settings.about")),
    h(
      "div",
      { class: "settings" },
      sharedCards(),
      account(me),
      kept &&
        storage(
          kept,
          known.map(({ kind }) => kind),
        ),
      kindCards(known),
    ),
  );
  return { title: t("settings.title") };
}

/** The kinds that have a board, with their js. */
async function playable() {
  const kinds = await api.kinds();
  const found = await Promise.allSettled(kinds.map(async (kind) => ({ kind, js: await board(kind.id) })));
  return found.filter((each) => each.status === "fulfilled").map(({ value }) => value);
}
