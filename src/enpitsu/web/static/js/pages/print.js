/** A puzzle on paper: /print?draft=ID, /print?puzzle=ID. */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { Paper } from "../drafts/paper.js";
import { kindById } from "../puzzle/puzzles.js";
import { failed } from "../ui.js";
import { t, titleOf } from "../words.js";

/** @param {HTMLElement} main @param {object} _params @param {URLSearchParams} query */
export default async function printPage(main, _params, query) {
  const [kinds, { document, row, back }] = await Promise.all([api.kinds(), wanted(query)]);
  const about = kindById(kinds, document.kind);
  const paper = new Paper({ document, row, about, title: row.title || titleOf({ ...row, title: "" }, about) });
  const print = button({ text: t("drafts.print.go"), icon: "print", primary: true, onClick: () => window.print() });
  const pdf = button({ text: t("drafts.print.pdf"), icon: "download", onClick: () => paper.save().catch(failed) });
  fill(
    main,
    h(
      "div",
      { class: "print-page" },
      h(
        "div",
        { class: "print-bar" },
        h(
          "div",
          { class: "page-head" },
          h(
            "a",
            {
              class: "button is-icon is-plain",
              href: back,
              "aria-label": t("drafts.print.back"),
              title: t("drafts.print.back"),
            },
            icon("back"),
          ),
          h("h1", {}, t("drafts.print.title")),
          h("div", { class: "row" }, pdf, print),
        ),
        paper.options,
      ),
      paper.node,
    ),
  );
  await paper.draw();
  return { title: `${t("drafts.print.title")}: ${paper.title}`, leave: () => paper.leave() };
}

async function wanted(query) {
  const game = query.get("game") && `/play/${encodeURIComponent(query.get("game"))}`;
  if (query.get("draft")) {
    const id = query.get("draft");
    const { content, ...row } = await api.get(`/drafts/${encodeURIComponent(id)}`);
    if (!content.document) throw new Error(t("drafts.share.broken"));
    const meta = content.meta ?? {};
    return { document: content.document, row: { ...row, note: meta.note ?? "" }, back: game ?? `/edit/${id}` };
  }
  const { document, ...row } = await api.get(`/puzzles/${encodeURIComponent(query.get("puzzle") ?? "0")}`);
  return { document, row, back: game ?? "/" };
}
