/**
 * Puzzles being made. They live outside the pages: the player goes on playing meanwhile, and a
 * small badge in a corner tells how far they are and hands them over.
 *
 * A making: {key, job, order, state: "running" | "done" | "failed", progress, seconds, made, error, kept}.
 * After a reload the jobs are found again by their ids, which the tab's storage keeps.
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

const makings = [];
let count = 0;

/** `makings`: all of them, the newest first; `made`: the one that was made last. */
export const store = new Store({ makings, made: null });

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

/** Have a puzzle made. @param {object} order what /jobs takes, without "do" */
export async function start(order) {
  if (!hasRoom()) throw new Error(t("make.busy"));
  const making = add({ job: null, order, state: "running", seconds: 0 });
  told();
  try {
    ({ id: making.job } = await api.post("/jobs", { do: "generate", ...order }));
  } catch (error) {
    drop(making);
    throw error;
  }
  if (!makings.includes(making)) return api.remove(`/jobs/${making.job}`).catch(() => {});
  persist();
  follow(making);
  return making;
}

function add(making) {
  Object.assign(making, { key: ++count, progress: {}, ending: new AbortController() });
  makings.unshift(making);
  const old = makings.filter(({ state }) => state !== "running").slice(MOST_KEPT);
  for (const each of old) makings.splice(makings.indexOf(each), 1);
  return making;
}

function drop(making) {
  const at = makings.indexOf(making);
  if (at >= 0) makings.splice(at, 1);
  making.ending.abort();
  told();
}

/** Watch a job to its end, over broken connections too (those of a page that is left break first). */
async function follow(making) {
  const { signal } = making.ending;
  while (!signal.aborted) {
    try {
      const job = await api.get(`/jobs/${making.job}`, {}, { signal });
      if (ENDED.includes(job.state)) return finish(making, job);
      await api.watchJob(making.job, { onProgress: (told) => progress(making, told), signal });
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.status) return fail(making, error.status === 404 ? t("make.making.lost") : problem("make", error));
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

function progress(making, { progress: found, seconds, state, place }) {
  Object.assign(making, {
    progress: { ...found, isWaiting: state === "waiting", place },
    seconds,
    since: performance.now() - 1000 * seconds,
  });
  told();
}

/** The result is here: the server need not keep it. */
function finish(making, job) {
  end(making, job);
  api.remove(`/jobs/${making.job}`).catch(() => {});
}

function end(making, { state, result, error, seconds }) {
  if (state !== "done")
    return fail(
      making,
      state === "cancelled" ? t("make.making.cancelled") : problem("make", error ?? { message: state }),
    );
  if (!result.document) return fail(making, t("make.making.unknown"));
  const { document, status, level, length, length_word, attempts } = result;
  Object.assign(making, { state: "done", seconds, made: { document, status, level, length, length_word, attempts } });
  told();
  store.set({ made: making });
  if (!level) grade(making.made);
}

/** Where any level was welcome, which one it has become. */
async function grade(made) {
  const found = await api.post("/grade", { puzzle: made.document }).catch(() => null);
  if (!found?.level) return;
  Object.assign(made, { level: found.level, length: found.length, length_word: found.length_word });
  told();
}

function fail(making, error) {
  Object.assign(making, { state: "failed", error });
  told();
}

/** Stop one that is being made: its process ends. */
export async function cancel(making) {
  drop(making);
  if (making.job)
    await api.remove(`/jobs/${making.job}`).catch((error) => error.status === 404 || Promise.reject(error));
}

/** Forget one that is made. */
export const ignore = (making) => drop(making);

/** Take that back. */
export function restore(making) {
  if (makings.includes(making)) return;
  makings.unshift(making);
  told();
}

/** Put one among the player's own puzzles. @returns {Promise<object>} its row */
export async function keepMade(making) {
  making.kept ??= await keep(making.made.document, making.made);
  told();
  return making.kept;
}

/** Keep it, and play it at once. */
export async function take(making) {
  const { id } = await keepMade(making);
  drop(making);
  await play(id);
}

/** Take up after a reload what this tab had under way. */
export function resume() {
  let kept;
  try {
    kept = [...new Set([key(), NEWCOMERS])].flatMap((name) => JSON.parse(sessionStorage.getItem(name) ?? "[]"));
  } catch {
    return;
  }
  for (const making of kept.reverse()) {
    if (making.state === "running" && !making.job) continue;
    add(making);
    if (making.state === "running") follow(making);
  }
  if (makings.length) told();
}
