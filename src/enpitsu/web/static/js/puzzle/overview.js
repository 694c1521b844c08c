/**
 * A puzzle with its picture, and the buttons to play it or to watch one's own solve.
 * @import { PuzzleRowAnswer } from "../contract.d.ts"
 */

import { button, h } from "../dom.js";
import { size, t } from "../words.js";
import { gradeDots, kindName, playClick, stateChip, thumb, titleOf, variantChips, watchClick } from "./puzzles.js";

/** @param {PuzzleRowAnswer} row @param {{isDaily?: boolean, more?: import("../dom.js").Child}} how `isDaily`: it is called by its kind */
export function puzzleOverview(row, { isDaily = false, more = null } = {}) {
  const words = { begun: "go-on", solved: "again" }[row.state] ?? "play";
  const isSolved = row.state === "solved";
  const kind = [kindName(row.kind), h("span", { class: "quiet" }, ` ${size(row)}`)];
  const name = isDaily
    ? h("p", { class: "lib-today-name" }, kind)
    : [h("p", { class: "lib-today-name" }, titleOf(row)), h("p", {}, kind)];
  return h(
    "div",
    { class: "lib-today-body" },
    thumb(row, false),
    h(
      "div",
      { class: "lib-today-text" },
      name,
      row.author && !isDaily ? h("p", { class: "quiet small" }, t("drafts.open.by", { author: row.author })) : null,
      h("div", { class: "row" }, gradeDots(row), variantChips(row), stateChip(row.state)),
      h(
        "div",
        { class: "row" },
        button({
          text: t(`library.today.${words}`),
          icon: isSolved ? "redo" : "play",
          primary: !isSolved,
          onClick: (/** @type {any} */ event) => playClick(event, row.id),
        }),
        isSolved
          ? button({
              text: t("library.card.watch"),
              icon: "play",
              onClick: (/** @type {any} */ event) => watchClick(event, row.id),
            })
          : null,
        more,
      ),
    ),
  );
}
