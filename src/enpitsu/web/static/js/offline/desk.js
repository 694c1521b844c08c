/**
 * Answers in the server's place while it is away, as far as that goes: the starter collection is found, shown
 * and begun, and boards are judged. What is not answered here fails, or is what the service worker had kept.
 * @import { StarterPuzzle } from "../contract.d.ts"
 * @typedef {{path: string, query: Record<string, any>, body: any, kept: any}} Asked `kept`: the answer that had been kept
 */

import { t } from "../words.js";
import { gameBackup } from "../workbench/crash_backup.js";
import { beginHere, begunGame, begunGames, statesHere } from "./begun.js";
import { findPuzzles } from "./search.js";
import { starterPictures, starterPuzzles } from "./starter.js";
import { isFull, isSolved } from "./verdict.js";

const API = "/api/v1";

/** @type {[string, RegExp, (asked: Asked) => Promise<any>][]} */
const ROUTES = [
  ["GET", /^\/puzzles$/, list],
  ["GET", /^\/puzzles\/\d+$/, show],
  ["GET", /^\/pictures$/, pictures],
  ["GET", /^\/games$/, games],
  ["GET", /^\/games\/[\w-]+$/, async ({ path, kept }) => kept ?? begunGame(path.split("/")[2]) ?? undefined],
  ["POST", /^\/games$/, begin],
  ["POST", /^\/check$/, check],
];

/**
 * The answer to a request that did not reach the server; undefined if there is none here.
 * @param {string} method @param {string} path @param {{query?: Record<string, any>, body?: any}} how @param {any} [kept] @returns {Promise<any>}
 */
export async function answerAway(method, path, { query = {}, body }, kept) {
  const [, , answer] = ROUTES.find(([name, pattern]) => name === method && pattern.test(path)) ?? [];
  return answer?.({ path, query, body, kept });
}

/** What the service worker has kept of an address; null if nothing. @param {string} path @returns {Promise<any>} */
async function keptAnswer(path) {
  const answer = await fetch(API + path).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** All puzzles that can be played, with what the player has done with them as far as it is known here. @returns {Promise<StarterPuzzle[]>} */
async function puzzles() {
  const all = await starterPuzzles();
  const states = (await keptAnswer("/starter"))?.states ?? {};
  const here = statesHere();
  return all.map((each) => {
    const { id } = each.row;
    return { ...each, row: { ...each.row, state: here.get(id) ?? states[id] ?? "new" } };
  });
}

/** @param {Asked} asked */
async function list({ query }) {
  const all = await puzzles();
  const rows = all.map(({ row }) => row);
  return rows.length ? findPuzzles(rows, query) : undefined;
}

/** @param {Asked} asked */
async function show({ path, kept }) {
  const found = (await puzzles()).find(({ row }) => row.id === Number(path.split("/")[2]));
  return kept ?? (found && { ...found.row, document: found.document, note: "", author_seconds: null });
}

/** @param {Asked} asked */
async function pictures({ query, kept }) {
  return kept ?? { pictures: await starterPictures(String(query.puzzles).split("."), query.theme) };
}

/** The games that are begun, those that were begun here first. @param {Asked} asked */
async function games({ kept }) {
  const here = begunGames.all().flatMap(({ id, row, at }) => {
    const { events = [], elapsed = 0, isSolved = false } = gameBackup.read(id) ?? {};
    if (!events.length || isSolved) return [];
    return [{ id, puzzle: row, elapsed, events: events.length, updated: new Date(at).toISOString() }];
  });
  return kept || here.length ? { games: [...here, ...(kept?.games ?? [])] } : undefined;
}

/** @param {Asked} asked */
async function begin({ body }) {
  const known = (await keptAnswer("/games"))?.games ?? [];
  const there = known.find((/** @type {{puzzle: {id: number}}} */ { puzzle }) => puzzle.id === body.puzzle);
  const game = there && (await keptAnswer(`/games/${there.id}`));
  if (game) return game;
  const puzzle = (await puzzles()).find(({ row }) => row.id === body.puzzle);
  if (!puzzle) return undefined;
  const id = beginHere(puzzle);
  // Better not begun than lost.
  if (!id) throw Object.assign(new Error(t("play.no-room-to-begin")), { code: "no-room" });
  return begunGame(id);
}

/** The puzzle of a document; it is the same object with each stroke. @type {WeakMap<object, Promise<StarterPuzzle | undefined>>} */
const known = new WeakMap();

/** @param {{kind: string, puzzle: object}} document */
async function sealed({ kind, puzzle }) {
  const text = JSON.stringify(puzzle);
  const all = [...(await starterPuzzles()), ...begunGames.all()];
  return all.find(({ document }) => document.kind === kind && JSON.stringify(document.puzzle) === text);
}

/** The verdict alone: which rule is broken nobody can say here. @param {Asked} asked */
async function check({ body: { puzzle: document, position, revision } }) {
  if (!known.has(document)) known.set(document, sealed(document));
  const puzzle = await known.get(document);
  if (!puzzle) return known.delete(document) && undefined;
  const solved = await isSolved(puzzle, position);
  const full = !solved && isFull(puzzle, position);
  const fullness = full ? "full" : "open";
  const unsolved = full ? { code: "away", message: t("play.away-full"), places: [] } : null;
  return { revision, solved, unsolved, fullness, violations: [], marks: {}, clues: null };
}
