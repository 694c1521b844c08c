/** Questions to the server, and its answers as sheets. */

import * as api from "../../api.js";
import { KIT } from "../../board/kit.js";
import { h } from "../../dom.js";
import { between, placeName } from "../../puzzle/place_names.js";
import { language, t } from "../../words.js";

/** True if the author has not said yet what belongs to any sheet of the kind. @param {import("../editor.js").Editor} editor */
export const isPartly = ({ kind, undecided }) => undecided.length > 0 && Boolean(kind.unfinished?.(undecided, t));

/** The number of changes an entry makes, as its author counts them. @param {{cost?: number, texts: string[]}} choice */
export const changesOf = ({ cost = 1, texts }) => Math.max(cost, texts.length);

/** True if an entry leaves one solution; one of which nothing is told does. @param {{status?: string}} choice */
export const isUnique = ({ status = "unique" }) => status === "unique";

/** Long work on the sheet as it is. @param {import("../editor.js").Editor} editor @param {object} order */
export function job(editor, order, how) {
  const solution = editor.solutionInMind ? { solution: editor.solutionInMind } : {};
  return api.job({ puzzle: editor.document(), ...solution, language: language(), ...order }, how);
}

/**
 * The sheet of an answer's puzzle: of the sort that the sheet is now if that can say the same, else
 * of the one that can. @param {import("../editor.js").Editor} editor @param {{puzzle: object, solution?: string[] | null}} answer
 */
export function sheetOf(editor, { puzzle, solution }, isFilled = false) {
  const plain = editor.open(puzzle, { isFilled });
  if (!solution) return plain;
  const own = editor.open(puzzle, { solution, isFilled });
  const text = (sheet) => JSON.stringify(editor.kind.puzzle({ ...editor.sheet, ...sheet }, KIT).puzzle);
  return text(own) === text(plain) ? own : plain;
}

/** Changes in words, the first of them. @param {any[]} lines @param {number} most */
export function changesList(lines, most) {
  const rest = lines.length - most;
  return h(
    "ul",
    { class: "improve-changes" },
    lines.slice(0, rest > 1 ? most : undefined).map((line) => h("li", {}, line)),
    rest > 1 ? h("li", { class: "quiet" }, t("improve.more", { count: rest })) : null,
  );
}

/**
 * What has to be said beside a change that is shown: where the solution becomes another, and that the sheet
 * becomes one of another sort. @param {import("../editor.js").Editor} editor @param {import("./board_preview.js").BoardPreview} preview
 * @param {{sheet: object | null, solution: string[] | null}} change
 */
export function notes(editor, preview, { sheet, solution }) {
  const differs = preview.differs(solution) ? [t("improve.dotted")] : [];
  const sort = sheet && settingsOf(editor, sheet) !== settingsOf(editor, editor.sheet) ? [t("improve.sort")] : [];
  return [...differs, ...sort].map((text) => h("p", { class: "small quiet" }, text));
}

/** The choices for a whole sheet, as one text. */
const settingsOf = ({ kind, sheet }, other) =>
  JSON.stringify(kind.settings({ ...sheet, ...other }).map(({ value }) => value));

/** A line of the server as a sentence: its first letter is right already, and may be a cell's name. @param {string} text */
export const said = (text) => text + stop(text);

/** The full stop that a line lacks. @param {string} text */
export const stop = (text) => (/[.!?。！？…]$/u.test(text) ? "" : t("improve.stop"));

/** A list of places in words, as runs. @param {string[]} places @returns {import("../../contract.d.ts").TextRunAnswer[]} */
export function placeRuns(places) {
  const last = places.length - 1;
  return places.flatMap((place, at) => [
    ...(at ? [{ text: between(at === last) }] : []),
    { text: placeName(place), place },
  ]);
}
