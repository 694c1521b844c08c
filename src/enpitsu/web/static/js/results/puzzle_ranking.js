/** The ranking of one puzzle. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { rankingTable } from "./tables.js";

/** A card with the players who solved a puzzle at the first attempt. @param {number} puzzle @param {string} title */
export async function puzzleRanking(puzzle, title) {
  const { ranking } = await api.get(`/puzzles/${puzzle}/ranking`);
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "ranking" },
    h("h2", { id: "ranking" }, title),
    h("p", { class: "quiet" }, t("library.daily.ranking-about")),
    ranking.length ? rankingTable(ranking) : h("p", {}, t("library.daily.nobody")),
  );
}
