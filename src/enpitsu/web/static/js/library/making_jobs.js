/**
 * Puzzles being made. They live outside the pages: the player goes on playing meanwhile, and a
 * small badge in a corner tells how far they are and hands them over.
 *
 * After a reload the jobs are found again by their ids, which the tab's storage keeps.
 *
 * @import { PuzzleRowAnswer } from "../contract.d.ts"
 * @import { Document } from "../puzzle/puzzles.js"
 * @typedef {{document: Document, status: string, level: string | null, length: number, length_word: string | null,
 *   attempts: number}} Made
 * @typedef {{job: string | null, order: Record<string, any>, state: "running" | "done" | "failed", seconds: number, made?: Made,
 *   error?: string, kept?: PuzzleRowAnswer}} Kept what the tab's storage has of a making
 * @typedef {Kept & {key: number, progress: Record<string, any>, ending: AbortController, since?: number}} Making
 */

import * as api from "../api.js";
import { player } from "../player.js";
import { told as problem } from "../puzzle/problem_words.js";
import { keep, play } from "../puzzle/puzzles.js";
import { Store } from "../store.js";
import { t } from "../words.js";

const NEWCOMERS = "enpitsu.makings."; // of those of whom the server keeps nothing yet
const key = () => `${NEWCOMERS}${player() ?? ""}`;
const MOST_KEPT = 12;
const ENDED = ["done", "failed", "cancelled"];
const RETRY = 1500;

/** So many are made at once. */
export const MOST = 3;

/** @type {Making[]} */
const makings = [];
let count = 0;

/** `makings`: all of them, the newest first; `made`: the one that was made last. */
export const store = new Store({ makings, made: /** @type {Making | null} */ (null) });

/** The number of puzzles being made. */
export const running = () => makings.filter(({ state }) => state === "running").length;

/** True if one more may be begun. */
export const hasRoom = () => running() < MOST;

function told() {
  persist();
  store.set({ makings: [...makings] });
}

function persist() {
  const kept = makings.map(({ job, order, state, made, error, seconds, kept: row }) => ({
    job,
    order,
    state,
    made,
    error,
    seconds,
    kept: row,
  }));
  try {
    sessionStorage.setItem(key(), JSON.stringify(kept));
    if (key() !== NEWCOMERS) sessionStorage.removeItem(NEWCOMERS); // they are somebody now
  } catch {
    // A full or forbidden storage: makings last as long as the page.
  }
}

/** Have a puzzle made. @param {Record<string, any>} order what /jobs takes, without "do" */
export async function start(order) {
  if (!hasRoom()) throw new Error(t("make.busy"));
  const making = add({ job: null, order, state: "running", seconds: 0 });
  told();
  try {
    making.job = (await api.post("/jobs", { do: "generate", ...order })).id;
  } catch (error) {
    drop(making);
    throw error;
  }
  if (!makings.includes(making)) return api.remove(`/jobs/${making.job}`).catch(() => {});
  persist();
  follow(making);
  return making;
}

/** @param {Kept} kept @returns {Making} */
function add(kept) {
  const making = { ...kept, key: ++count, progress: {}, ending: new AbortController() };
  makings.unshift(making);
  const old = makings.filter(({ state }) => state !== "running").slice(MOST_KEPT);
  for (const each of old) makings.splice(makings.indexOf(each), 1);
  return making;
}

/** @param {Making} making */
function drop(making) {
  const at = makings.indexOf(making);
  if (at >= 0) makings.splice(at, 1);
  making.ending.abort();
  told();
}

/** Watch a job to its end, over broken connections too (those of a page that is left break first). @param {Making} making */
async function follow(making) {
  const { signal } = making.ending;
  while (making.job && !signal.aborted) {
    try {
      const job = await api.get(`/jobs/${making.job}`, {}, { signal });
      if (ENDED.includes(job.state)) return finish(making, job);
      await api.watchJob(making.job, { onProgress: (told) => progress(making, told), signal });
    } catch (error) {
      if (signal.aborted) return;
      const { status } = /** @type {api.ApiError} */ (error);
      if (status) return fail(making, status === 404 ? t("make.making.lost") : problem("make", error));
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** @param {Making} making @param {Record<string, any>} told */
function progress(making, { progress: found, seconds, state, place }) {
  Object.assign(making, {
    progress: { ...found, isWaiting: state === "waiting", place },
    seconds,
    since: performance.now() - 1000 * seconds,
  });
  told();
}

/** The result is here: the server need not keep it. @param {Making} making @param {Record<string, any>} job */
function finish(making, job) {
  end(making, job);
  api.remove(`/jobs/${making.job}`).catch(() => {});
}

/** @param {Making} making @param {Record<string, any>} job */
function end(making, { state, result, error, seconds }) {
  if (state !== "done")
    return fail(
      making,
      state === "cancelled" ? t("make.making.cancelled") : problem("make", error ?? { message: state }),
    );
  if (!result.document) return fail(making, t("make.making.unknown"));
  const { document, status, level, length, length_word, attempts } = result;
  const made = { document, status, level, length, length_word, attempts };
  Object.assign(making, { state: "done", seconds, made });
  told();
  store.set({ made: making });
  if (!level) grade(made);
}

/** Where any level was welcome, which one it has become. @param {Made} made */
async function grade(made) {
  const found = await api.post("/grade", { puzzle: made.document }).catch(() => null);
  if (!found?.level) return;
  Object.assign(made, { level: found.level, length: found.length, length_word: found.length_word });
  told();
}

/** @param {Making} making @param {string} error */
function fail(making, error) {
  Object.assign(making, { state: "failed", error });
  told();
}

/** Stop one that is being made: its process ends. @param {Making} making */
export async function cancel(making) {
  drop(making);
  if (making.job)
    await api.remove(`/jobs/${making.job}`).catch((error) => error.status === 404 || Promise.reject(error));
}

/** Forget one that is made. @param {Making} making */
export const ignore = (making) => drop(making);

/** Take that back. @param {Making} making */
export function restore(making) {
  if (makings.includes(making)) return;
  makings.unshift(making);
  told();
}

/** Put one that is made among the player's own puzzles. @param {Making} making @returns {Promise<PuzzleRowAnswer>} its row */
export async function keepMade(making) {
  const made = /** @type {Made} */ (making.made);
  making.kept ??= await keep(made.document, made);
  told();
  return making.kept;
}

/** Keep it, and play it at once. @param {Making} making */
export async function take(making) {
  const { id } = await keepMade(making);
  drop(making);
  await play(id);
}

/** Take up after a reload what this tab had under way. */
export function resume() {
  /** @type {Kept[]} */
  let kept;
  try {
    kept = [...new Set([key(), NEWCOMERS])].flatMap((name) => JSON.parse(sessionStorage.getItem(name) ?? "[]"));
  } catch {
    return;
  }
  for (const each of kept.reverse()) {
    if (each.state === "running" && !each.job) continue;
    const making = add(each);
    if (making.state === "running") follow(making);
  }
  if (makings.length) told();
}
