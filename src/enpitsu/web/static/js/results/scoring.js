/** The scoring in plain words, with what each help costs. */

import { h } from "../dom.js";
import { t } from "../words.js";

const POINTS = ["time", "clean", "first", "best", "proof", "honest"];

/** @param {Record<string, number>} prices seconds by name */
export function scoring(prices) {
  const row = ([name, seconds]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t(`results.price.${name}`)),
      h("td", { class: "is-number" }, t("results.added", { seconds })),
    );
  return h(
    "section",
    { class: "card stack at-scoring", "aria-labelledby": "scoring" },
    h("h2", { id: "scoring" }, t("results.scoring.title")),
    h(
      "ul",
      { class: "points" },
      POINTS.map((name) => h("li", {}, t(`results.scoring.${name}`))),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("results.scoring.prices")),
      h(
        "table",
        { class: "prices" },
        h("caption", { class: "sr-only" }, t("results.scoring.prices")),
        h("tbody", {}, Object.entries(prices).map(row)),
      ),
    ),
  );
}
