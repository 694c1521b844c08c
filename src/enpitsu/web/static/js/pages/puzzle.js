/** /puzzle/ID: a puzzle of the library as others see it who were sent here, with its ranking. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { puzzleOverview } from "../puzzle/overview.js";
import { followTheme, kindById, knowKinds, titleOf } from "../puzzle/puzzles.js";
import { variantRules, variantsIn } from "../puzzle/variants.js";
import { puzzleRanking } from "../results/puzzle_ranking.js";
import { t } from "../words.js";

/** @param {HTMLElement} main @param {{id: string}} params */
export default async function puzzlePage(main, { id }) {
  const [kinds, row] = await Promise.all([knowKinds(), api.get(`/puzzles/${encodeURIComponent(id)}`)]);
  const ranking = await puzzleRanking(row.id, t("library.puzzle.ranking"));
  const about = kindById(kinds, row.kind);
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, titleOf(row))),
    h(
      "div",
      { class: "puzzle-page" },
      h(
        "section",
        { class: "card stack", "aria-label": t("library.puzzle.title") },
        puzzleOverview(row),
        variantRules(variantsIn(about, row)),
        row.note ? h("p", { class: "puzzle-note" }, row.note) : null,
      ),
      ranking,
    ),
  );
  return { title: titleOf(row), leave: followTheme(main) };
}
