/** Puzzles as cards. */

import * as api from "../api.js";
import { button, h } from "../dom.js";
import {
  factsLine,
  gradeWords,
  kindName,
  levelDots,
  playClick,
  stateChip,
  thumb,
  titleOf,
  variantChips,
  watchClick,
} from "../puzzle/puzzles.js";
import { confirm, failed, toast } from "../ui.js";
import { size, t } from "../words.js";
import { detailsButton } from "./details.js";

/** A puzzle of the shelf. @param {import("../contract.d.ts").PuzzleRowAnswer} row @param {{onGone: () => void}} how */
export function puzzleCard(row, { onGone }) {
  return h(
    "li",
    { class: "lib-card", dataset: { id: row.id, kind: row.kind } },
    h(
      "button",
      { type: "button", class: "lib-card-main", onClick: (event) => playClick(event, row.id) },
      thumb(row),
      h(
        "span",
        { class: "lib-card-text" },
        h("span", { class: "lib-card-title" }, titleOf(row)),
        h(
          "span",
          { class: "lib-card-facts quiet" },
          isNamedByKind(row) ? size(row) : factsLine(row),
          levelDots(row.level),
        ),
        gradeWords(row),
        variantChips(row),
      ),
      stateChip(row.state),
    ),
    detailsButton(row),
    row.state === "solved" ? again(row) : null,
    row.is_mine ? deleteButton(row, onGone) : null,
  );
}

/** A solved puzzle may be watched, or played once more. */
const again = (row) =>
  h(
    "div",
    { class: "lib-again" },
    button({
      text: t("library.card.watch"),
      icon: "play",
      "aria-label": t("library.card.watch-title", { title: titleOf(row) }),
      onClick: (event) => watchClick(event, row.id),
    }),
    button({
      text: t("library.card.again"),
      icon: "redo",
      "aria-label": t("library.card.again-title", { title: titleOf(row) }),
      onClick: (event) => playClick(event, row.id),
    }),
  );

/** A title with the kind in it need not be told the kind again. */
const isNamedByKind = (row) => titleOf(row).toLowerCase().includes(kindName(row.kind).toLowerCase());

function deleteButton(row, onGone) {
  const title = titleOf(row);
  return button({
    text: t("library.card.delete", { title }),
    icon: "clear",
    only: "icon",
    plain: true,
    class: "lib-delete",
    onClick: () => askDelete(row, title, onGone),
  });
}

async function askDelete(row, title, onGone) {
  const text = t("library.card.delete-text", { title });
  if (!(await confirm(t("library.card.delete-title"), text, t("library.card.delete-do"), { danger: true }))) return;
  try {
    await api.remove(`/puzzles/${row.id}`);
    toast(t("library.card.deleted"));
    onGone();
  } catch (error) {
    failed(error);
  }
}
