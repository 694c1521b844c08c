/** Puzzles drawn by hand: /edit. A new sheet, and the sheets there are. */

import * as api from "../api.js";
import { fill, h, icon } from "../dom.js";
import { DraftList } from "../drafts/list.js";
import { startCard } from "../drafts/start.js";
import { listen } from "../library/opening.js";
import { followTheme, knowKinds } from "../puzzle/puzzles.js";
import { t } from "../words.js";

/** @param {HTMLElement} main */
export default async function draftsPage(main) {
  const [kinds, { drafts }] = await Promise.all([knowKinds(), api.get("/drafts")]);
  const list = new DraftList(drafts);
  fill(
    main,
    h(
      "div",
      { class: "page-head" },
      h("div", { class: "draft-head" }, h("h1", {}, t("drafts.title")), h("p", { class: "quiet" }, t("drafts.lead"))),
      h("a", { class: "button", href: "/book?sheets" }, icon("print"), t("library.shelf.book")),
    ),
    h("div", { class: "draft-page" }, startCard(kinds), list.node),
  );
  const endings = [listen(kinds, "edit"), followTheme(main), () => list.leave()];
  return { title: t("drafts.title"), leave: () => Promise.all(endings.map((end) => end())) };
}
