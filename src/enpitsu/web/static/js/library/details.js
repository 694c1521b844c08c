/**
 * The details of a puzzle, and what can be done with it besides playing.
 * @import { PuzzleAnswer, PuzzleRowAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { button, h } from "../dom.js";
import { showExport } from "../puzzle/export.js";
import { editCopy } from "../puzzle/new_draft.js";
import { collectionName, gradeDots, isUnsolved, kindById, kindName, play, thumb, titleOf } from "../puzzle/puzzles.js";
import { variantRules, variantsIn } from "../puzzle/variants.js";
import { router } from "../router.js";
import { dialog, failed } from "../ui.js";
import { clock, day, size, t } from "../words.js";

/** @param {PuzzleRowAnswer} row of the shelf */
async function showDetails(row) {
  /** @type {PuzzleAnswer} */
  const puzzle = await api.get(`/puzzles/${row.id}`);
  const about = kindById(await api.kinds(), puzzle.kind);
  const chosen = await dialog({
    title: titleOf(row),
    wide: true,
    body: [
      h(
        "div",
        { class: "lib-found" },
        thumb(row, false),
        h("div", { class: "stack" }, figures(puzzle), ruled(puzzle, about), note(puzzle)),
      ),
    ],
    actions: [
      { text: t("drafts.share.print"), value: "print" },
      { text: t("drafts.share.export"), value: "export" },
      { text: t("drafts.open.edit"), value: "edit" },
      { text: t("library.open.play-one"), value: "play", primary: true },
    ],
  });
  if (chosen) await DOING[chosen](puzzle);
}

const DOING = {
  print: ({ id }) => router.go(`/print?puzzle=${id}`),
  edit: editCopy,
  play: ({ id }) => play(id),
  export: exported,
};

/** A puzzle of the library as links, files, pictures; its solution counts as help, so it must be wished for. @param {PuzzleAnswer} row */
export async function exported(row) {
  const { document, kind } = row;
  const about = kindById(await api.kinds(), kind);
  const whole = async () => {
    const solved = await api.post("/solve", { puzzle: document }).catch(() => ({ solutions: [] }));
    await showExport({ document, about, status: solved.status, solution: async () => solved.solutions[0] ?? null });
  };
  if (isUnsolved(row)) await showExport({ document, about, solution: async () => null, reveal: whole });
  else await whole();
}

function figures(puzzle) {
  const line = (name, value) =>
    value ? h("div", {}, h("dt", {}, t(`library.details.${name}`)), h("dd", {}, value)) : null;
  return h(
    "dl",
    { class: "lib-details" },
    line("kind", `${kindName(puzzle.kind)} ${size(puzzle)}`),
    line(
      "level",
      puzzle.level
        ? [
            gradeDots(puzzle),
            puzzle.length
              ? h("span", { class: "quiet small" }, ` (${t("app.steps", { count: puzzle.length })})`)
              : null,
          ]
        : null,
    ),
    line("author", puzzle.author),
    line("time", puzzle.author_seconds ? clock(puzzle.author_seconds) : null),
    line("collection", collectionName(puzzle.collection)),
    line("added", day(puzzle.added)),
  );
}

const ruled = (puzzle, about) => variantRules(variantsIn(about, puzzle));

const note = ({ note: text }) => (text ? h("p", { class: "puzzle-note" }, text) : null);

/** The button of a card. */
export const detailsButton = (row) =>
  button({
    text: t("library.details.open", { title: titleOf(row) }),
    icon: "more",
    only: "icon",
    plain: true,
    class: "lib-more",
    onClick: () => showDetails(row).catch(failed),
  });
