/** Puzzles to play next, chosen by what the player has solved. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { factsLine, gradeDots, playClick, thumb, titleOf } from "../puzzle/puzzles.js";
import { t } from "../words.js";

const COUNT = 3;

/** Fill a section with puzzles to play next; it hides where there is none. @param {HTMLElement} section */
export async function showSuggested(section) {
  const { puzzles } = await api.get("/suggestions", { count: COUNT });
  section.hidden = puzzles.length === 0;
  fill(
    section,
    h("h2", {}, t("library.puzzle.next")),
    h("p", { class: "quiet small" }, t("library.puzzle.reason")),
    h("ul", { class: "lib-begun" }, puzzles.map(suggestion)),
  );
}

function suggestion(row) {
  const title = titleOf(row);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "lib-game",
        "aria-label": [title, factsLine(row)].join(", "),
        onClick: (/** @type {any} */ event) => playClick(event, row.id),
      },
      thumb(row, false),
      h(
        "span",
        { class: "lib-card-text" },
        h("span", { class: "lib-card-title" }, title),
        h("span", { class: "quiet small" }, factsLine(row)),
        gradeDots(row),
      ),
    ),
  );
}
