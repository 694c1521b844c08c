/**
 * New sheets: blank ones, and copies of puzzles.
 * @import { DraftRowAnswer, PuzzleAnswer } from "../contract.d.ts"
 * @import { AuthorKind, Sheet, Size } from "../types.d.ts"
 * @import { Document } from "./puzzles.js"
 * @typedef {Pick<PuzzleAnswer, "document" | "rows" | "cols" | "title" | "author" | "note" | "is_mine">} Original
 */

import * as api from "../api.js";
import { KIT } from "../board/kit.js";
import { author as authorOf } from "../kinds.js";
import { router } from "../router.js";
import { t } from "../words.js";

/** A blank sheet, opened. @param {string} kind @param {Size} size */
export async function beginBlank(kind, { rows, cols }) {
  const author = await authorOf(kind);
  const { id } = await keep(author, { kind, rows, cols, ...author.blank(rows, cols) }, {});
  await router.go(`/edit/${id}`);
}

/**
 * A puzzle as a sheet of the player's, not opened yet.
 * @param {Size & {document: Document}} what @param {Record<string, any>} [meta] @returns {Promise<DraftRowAnswer>} its row
 */
export async function takeUp({ document, rows, cols }, meta = document.meta) {
  const { kind, puzzle } = document;
  const author = await authorOf(kind);
  return keep(author, { kind, rows, cols, ...author.open(puzzle, KIT) }, meta);
}

/** Edit a puzzle of the library: the sheet tells where it comes from. @param {Original} row */
export async function editCopy(row) {
  const { id } = await takeUp(row, copied(row));
  await router.go(`/edit/${id}`);
}

/** Edit a puzzle that was just opened: all that it tells of itself stays. @param {Size & {document: Document}} what @param {string} [title] */
export async function edit(what, title = "") {
  const meta = { ...what.document.meta, ...(title.trim() ? { title: title.trim() } : {}) };
  const { id } = await takeUp(what, meta);
  await router.go(`/edit/${id}`);
}

/** @param {AuthorKind} author @param {Sheet} sheet @param {Record<string, any>} [meta] @returns {Promise<DraftRowAnswer>} */
function keep(author, sheet, { title = "", author: name = "", note = "" } = {}) {
  const meta = { title, author: name, note };
  const { puzzle } = author.puzzle(sheet, KIT);
  const document = puzzle ? { enpitsu: 1, kind: sheet.kind, puzzle, ...titled(meta) } : null;
  return api.post("/drafts", { content: { sheet, document, meta, past: [] } });
}

/** @param {Record<string, string>} meta */
function titled(meta) {
  const told = Object.entries(meta).filter(([, value]) => value);
  return told.length ? { meta: Object.fromEntries(told) } : {};
}

/** A copy of somebody else's puzzle names him; one's own is just another version. @param {Original} row */
function copied({ title, author, note = "", is_mine: isMine }) {
  const named = title ? t("author.conflict.copied", { title }) : "";
  if (isMine || !author) return { title: named, author: isMine ? author : "", note: isMine ? note : "" };
  return { title: named, author: "", note: t("drafts.after", { title, author }) };
}
