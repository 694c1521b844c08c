/**
 * The parts of the page and where they stand: from 1000 px up the board left and a rail right; below
 * that a slim bar, the board, the card, the tools and the buttons in reach of the thumb.
 */

import { h, icon } from "../dom.js";
import { variantBadges, variantsOf } from "../puzzle/variants.js";
import { graded, kindName, size, t, titleOf } from "../words.js";

/** @param {import("../types.d.ts").Game} game @param {import("../contract.d.ts").KindAnswer} kind */
export function layout(game, kind) {
  const { puzzle } = game;
  const board = h("div", { class: "play-board" });
  const cover = h("div", { class: "play-cover", hidden: true });
  const zoom = h("div", { class: "play-zoom", role: "group", "aria-label": t("play.zoom.label") });
  const stage = h("section", { class: "play-stage", "aria-label": t("play.board") }, board, cover);
  const parts = {
    board,
    cover,
    zoom,
    stage,
    head: h("header", { class: "play-head" }),
    result: h("section", {
      class: "play-result",
      tabindex: "-1",
      "aria-labelledby": "play-result-head",
      "aria-describedby": "play-result-figures",
      hidden: true,
    }),
    notes: h("div", { class: "play-notes" }),
    whisper: h("div", { class: "play-whisper" }), // what comes unasked: it never moves the board
    tools: h("div", { class: "play-tools", role: "group", "aria-label": t("play.tools") }),
    acts: h("div", { class: "play-acts", role: "group", "aria-label": t("play.acts") }),
    card: h("section", { class: "play-card", "aria-label": t("play.card"), hidden: true }),
  };
  const rail = h(
    "aside",
    { class: "play-rail", "aria-label": t("play.rail") },
    parts.head,
    parts.result,
    parts.tools,
    parts.acts,
    parts.notes,
    parts.whisper,
    parts.card,
    zoom,
  );
  const title = titleOf(puzzle, kind);
  // A title with the kind in it need not be told the kind again.
  const isNamed = title.includes(kindName(kind));
  const head = h(
    "div",
    { class: "play-title" },
    h("h1", {}, title),
    h(
      "p",
      { class: "quiet small" },
      isNamed ? "" : h("span", { class: "play-kind" }, `${kindName(kind)} · `),
      `${size(puzzle)} · `,
      h("span", { class: "play-grade" }, graded(puzzle)),
    ),
    variantBadges(variantsOf(kind, game.document.puzzle)),
    puzzle.author ? h("p", { class: "quiet small play-author" }, t("drafts.open.by", { author: puzzle.author })) : null,
  );
  return { ...parts, title: head, root: h("div", { class: "play" }, stage, rail) };
}

/** The way back to the library, for the slim bar; from a test to the sheet. @param {{draft?: string | null}} game */
export function back({ draft }) {
  const words = t(draft ? "play.test.back" : "play.back");
  return h(
    "a",
    {
      class: "button is-icon is-plain play-back",
      href: draft ? `/edit/${draft}` : "/",
      "aria-label": words,
      title: words,
    },
    icon("back"),
  );
}
