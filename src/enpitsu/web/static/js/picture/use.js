/** Actions for a puzzle made from a picture: played, kept, edited. */

import * as api from "../api.js";
import { KIT } from "../board/kit.js";
import { author as authorOf } from "../kinds.js";
import { keep, play } from "../puzzle/puzzles.js";
import { router } from "../router.js";

/** Play it now. */
export async function playNow(document, title) {
  await play((await keep(document, { title })).id);
}

/** Put it among the player's own puzzles. */
export async function addToLibrary(document, title) {
  await keep(document, { title });
  await router.go("/?collection=mine&sort=-added");
}

/**
 * Go on by hand: a draft whose solution is the picture. @param {import("../puzzle/puzzles.js").Document} document
 * @param {string[]} picture facts @param {{rows: number, cols: number}} size @param {string} title
 */
export async function openInEditor(document, picture, { rows, cols }, title) {
  const { kind, puzzle } = document;
  const author = await authorOf(kind);
  const opened = author.openSolution ? author.openSolution(puzzle, picture, KIT) : author.open(puzzle, KIT);
  const sheet = { kind, rows, cols, ...opened };
  const content = { sheet, document, meta: { title, author: "", note: "" }, past: [] };
  const { id } = await api.post("/drafts", { content });
  await router.go(`/edit/${id}`);
}
