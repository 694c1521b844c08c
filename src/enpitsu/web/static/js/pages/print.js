/** A puzzle on paper: /print?draft=ID, /print?puzzle=ID; with &game=ID from the page of a game. */

/** @import { Game } from "../types.d.ts" */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { Paper } from "../drafts/paper.js";
import { kindById } from "../puzzle/puzzles.js";
import { confirm, failed } from "../ui.js";
import { t, titleOf } from "../words.js";

/** @param {HTMLElement} main @param {object} _params @param {URLSearchParams} query */
export default async function printPage(main, _params, query) {
  const [kinds, { document, row, back }, reveal] = await Promise.all([api.kinds(), wanted(query), revealer(query)]);
  const about = kindById(kinds, document.kind);
  const title = row.title || titleOf({ ...row, title: "" }, about);
  const paper = new Paper({ document, row, title, reveal });
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

/** Return what asks before the solution of a game that goes on is shown, and records it; null for others. @param {URLSearchParams} query */
async function revealer(query) {
  if (!query.get("game")) return null;
  const address = `/games/${encodeURIComponent(query.get("game") ?? "")}`;
  /** @type {Game} */
  const { state } = await api.get(address);
  return state === "begun" ? () => reveal(address) : null;
}

/** The same as "Solve": the game has no result from now on. @param {string} address of the game */
async function reveal(address) {
  /** @type {Game} */
  const game = await api.get(address);
  if (game.state !== "begun" || game.log.some(({ note }) => note === "solve")) return true;
  if (!(await confirm(t("play.solver.title"), t("drafts.print.sure"), t("play.solver.show")))) return false;
  const { revision, elapsed, log } = game;
  const at = Math.max(elapsed, log.at(-1)?.t ?? 0);
  await api.patch(address, { revision, events: [{ t: at, note: "solve" }], elapsed: at, rests: true });
  return true;
}
