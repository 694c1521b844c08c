/** What the server is asked, and its answers as sheets. */

import * as api from "../../api.js";
import { h } from "../../dom.js";
import { language, t } from "../../words.js";
import { KIT } from "../../board/kit.js";

const MOST_TEXTS = 5;

/** Whether the author has not said yet what belongs to any sheet of the kind. @param {import("../editor.js").Editor} editor */
export const isPartly = ({ kind, undecided }) => undecided.length > 0 && Boolean(kind.unfinished?.(undecided, t));

/** How many changes an entry makes, as its author counts them. @param {{cost?: number, texts: string[]}} choice */
export const changesOf = ({ cost = 1, texts }) => Math.max(cost, texts.length);

/** Whether an entry leaves one solution; one of which nothing is told does. @param {{status?: string}} choice */
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

/** Changes in words, the first of them. @param {string[]} texts */
export function changesList(texts, most = MOST_TEXTS) {
  const rest = texts.length - most;
  return h("ul", { class: "improve-changes" }, texts.slice(0, rest > 1 ? most : undefined).map((text) => h("li", {}, said(text))),
    rest > 1 ? h("li", { class: "quiet" }, t("improve.more", { count: rest })) : null);
}

/**
 * What has to be said beside a change that is shown: where the solution becomes another, and that the sheet
 * becomes one of another sort. @param {{sheet: object | null, solution: string[] | null}} change
 */
export function notes(editor, preview, { sheet, solution }) {
  const differs = preview.differs(solution) ? [t("improve.dotted")] : [];
  const sort = sheet && settingsOf(editor, sheet) !== settingsOf(editor, editor.sheet) ? [t("improve.sort")] : [];
  return [...differs, ...sort].map((text) => h("p", { class: "small quiet" }, text));
}

/** What is chosen for a whole sheet, as one text. */
const settingsOf = ({ kind, sheet }, other) => JSON.stringify(kind.settings({ ...sheet, ...other }).map(({ value }) => value));

/** A line of the server as a sentence: its first letter is right already, and may be a cell's name. @param {string} text */
export const said = (text) => (/[.!?。！？…]$/u.test(text) ? text : text + t("improve.stop"));

/** A place in words. @param {string} place */
function placeName(place) {
  const [, axis, at] = /^(row|col)(\d+)/.exec(place) ?? [];
  return axis ? t(`improve.${axis}`, { at }) : place;
}

/** Places in words. @param {string[]} places */
export const placeNames = (places) => new Intl.ListFormat(language(), { type: "conjunction" }).format(places.map(placeName));
