/** Books: /book?collection=NAME, /book?sheets. Puzzles are chosen and put in order, pages are seen, the PDF is made. */

import * as api from "../api.js";
import { ChosenPuzzles } from "../book/chosen_puzzles.js";
import { Maker } from "../book/maker.js";
import { SHEETS, Source } from "../book/source.js";
import { fill, h, icon } from "../dom.js";
import { knowKinds, MINE } from "../puzzle/puzzles.js";
import { t } from "../words.js";

/** @param {HTMLElement} main @param {object} _params @param {URLSearchParams} query */
export default async function bookPage(main, _params, query) {
  const [, { counts }] = await Promise.all([knowKinds(), api.get("/puzzles", { size: 1 })]);
  const collections = Object.keys(counts.collections).sort();
  const wanted = query.has("sheets") ? SHEETS : (query.get("collection") ?? (counts.collections[MINE] ? MINE : SHEETS));
  const chosen = new ChosenPuzzles();
  const source = new Source(collections, collections.includes(wanted) ? wanted : SHEETS, chosen);
  const maker = new Maker(chosen);
  fill(
    main,
    h(
      "div",
      { class: "book-page" },
      h(
        "div",
        { class: "page-head" },
        h(
          "a",
          {
            class: "button is-icon is-plain",
            href: "/",
            "aria-label": t("drafts.print.back"),
            title: t("drafts.print.back"),
          },
          icon("back"),
        ),
        h(
          "div",
          { class: "draft-head" },
          h("h1", {}, t("drafts.book.name")),
          h("p", { class: "quiet" }, t("drafts.book.lead")),
        ),
      ),
      h("div", { class: "book-choice" }, source.node, chosen.node),
      maker.node,
    ),
  );
  await source.load();
  return { title: t("drafts.book.name"), leave: () => maker.leave() };
}
