/**
 * The server's API, as the page uses it. Its requests and answers are typed in contract.d.ts.
 * @typedef {{query?: Record<string, any>, body?: unknown, signal?: AbortSignal | null, keepalive?: boolean, isFile?: boolean,
 *   once?: boolean, isForServer?: boolean}} How `isForServer`: what is kept in the browser is no answer
 */

import { meet } from "./player.js";
import { compareRelease } from "./release.js";
import { Store } from "./store.js";
import { language, t } from "./words.js";

const PREFIX = "/api/v1";
const ASK_DELAY = 2000; // ms between two looks at a job that cannot be watched
const MOST_WAIT = 60_000; // ms that something is tried again on a server that has too much to do
const BUSY = new Set(["busy", "too-many"]);

/** A refusal of the server, or (code "offline") no answer. */
export class ApiError extends Error {
  /** @param {string} message @param {{status?: number, code?: string, where?: Record<string, any>, wait?: number}} [how] `wait`: ms after which to try again, if the server says so */
  constructor(message, { status = 0, code = "offline", where = {}, wait = 0 } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.where = where;
    this.wait = wait;
  }

  /** True if the server has too much to do, for all or for this player. */
  get isBusy() {
    return BUSY.has(this.code);
  }

  get isOffline() {
    return this.code === "offline";
  }
}

/** The server's state: `isOnline` (it answered last), `waiting` (requests that wait because it has too much to do). */
export const server = new Store({ isOnline: true, waiting: 0 });

const countWaiting = (/** @type {number} */ more) => server.set({ waiting: server.get().waiting + more });

/** Ask; where the server has too much to do, wait as long as it says and ask again, unless it is to be asked `once`. @param {string} method @param {string} path @param {How} [how] @returns {Promise<any>} */
async function send(method, path, { once = false, ...how } = {}) {
  let left = once || how.keepalive ? 0 : MOST_WAIT;
  for (;;) {
    try {
      return await sendOnce(method, path, how);
    } catch (error) {
      if (!(error instanceof ApiError && error.isBusy && error.wait) || left <= 0) throw error;
      // Not all at the same moment.
      const wait = error.wait * (1 + Math.random() / 2);
      left -= wait;
      countWaiting(1);
      await pause(wait, how.signal).finally(() => countWaiting(-1));
    }
  }
}

/** @param {number} ms @param {AbortSignal | null} [signal] @returns {Promise<void>} */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException("cancelled", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });

/** @param {string} method @param {string} path @param {How} [how] */
async function sendOnce(method, path, { body, query, signal, keepalive, isFile, isForServer } = {}) {
  const address = PREFIX + path + search(query);
  /** @type {RequestInit} */
  const options = { method, signal, keepalive };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await ((method === "GET" && takeEarly(address)) || fetch(address, options));
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (name === "AbortError") throw error;
    server.set({ isOnline: false });
    const own = isForServer ? undefined : await answerAway(method, path, { query, body });
    if (own !== undefined) return own;
    throw new ApiError(message);
  }
  hear(answer);
  if (!answer.ok) throw await problem(answer);
  if (isKept(answer)) {
    if (isForServer) throw new ApiError("offline");
    const kept = await answer.json();
    return (await answerAway(method, path, { query, body }, kept)) ?? kept;
  }
  if (isFile) return answer.blob();
  const isJson = (answer.headers.get("content-type") ?? "").startsWith("application/json");
  return isJson ? answer.json() : answer.text();
}

/** True of what the service worker had kept: it comes without the server. @param {Response} answer */
const isKept = (answer) => answer.headers.get("x-from-cache") !== null;

/**
 * @typedef {(method: string, path: string, how: How, kept?: unknown) => Promise<any>} Desk answers in the server's place while it
 *   is away; undefined: it has no answer
 */

/** @type {Desk} */
let answerAway = async () => undefined;

/** Have somebody else answer while the server is away. @param {Desk} desk */
export function standIn(desk) {
  answerAway = desk;
}

/** Take what every answer says: that the server is there, who plays, which release it has. @param {Response} answer */
function hear(answer) {
  // What never changes may have come from the browser's own store: that tells nothing of the server.
  if (!answer.headers.get("cache-control")?.includes("immutable")) server.set({ isOnline: !isKept(answer) });
  meet(answer);
  compareRelease(answer);
}

/** @type {Map<string, Promise<Response>>} */
const early = /** @type {any} */ (globalThis).enpitsuEarly ?? new Map(); // what boot.js has asked for, by address

/** The answer to what was asked for before the modules were there; it is taken once. @param {string} address */
function takeEarly(address) {
  const asked = early.get(address);
  early.delete(address);
  return asked;
}

/** Wait until it is known who plays. */
export async function metPlayer() {
  const asked = early.get(`${PREFIX}/me`);
  if (!asked) return void (await get("/me"));
  const answer = await asked.catch(() => null);
  if (answer) hear(answer);
  else server.set({ isOnline: false });
}

const search = (query = {}) => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

/** @param {Response} answer */
async function problem(answer) {
  const found = await answer.json().catch(() => ({}));
  const { message = answer.statusText, code = "broken", where } = found.error ?? {};
  const wait = 1000 * (Number(answer.headers.get("retry-after")) || 0);
  return new ApiError(code === "no-player" ? t("app.logged-out") : message, {
    status: answer.status,
    code,
    where,
    wait,
  });
}

/** @param {string} path @param {Record<string, any>} [query] @param {How} [more] */
export const get = (path, query, more) => send("GET", path, { query, ...more });
/** @param {string} path @param {unknown} [body] @param {How} [more] */
export const post = (path, body = {}, more) => send("POST", path, { body, ...more });
/** Ask for something that the server draws or writes as a file. @param {string} path @param {unknown} body @returns {Promise<Blob>} */
export const file = (path, body) => send("POST", path, { body, isFile: true });
/** @param {string} path @param {unknown} body @param {How} [more] */
export const patch = (path, body, more) => send("PATCH", path, { body, ...more });
/** @param {string} path @param {unknown} body @param {How} [more] */
export const put = (path, body, more) => send("PUT", path, { body, ...more });
/** @param {string} path @param {How} [more] */
export const remove = (path, more) => send("DELETE", path, more);

/** The address of something that the browser fetches itself: a picture, a file. @param {string} path @param {Record<string, any>} [query] */
export const address = (path, query) => PREFIX + path + search(query);

/**
 * Have long work done: the result of the job. Aborting cancels it on the server.
 * @param {object} order {"do": task, ...} @param {{onProgress?: (progress: any) => void, signal?: AbortSignal}} [how] @returns {Promise<any>}
 */
export async function job(order, { onProgress = () => {}, signal } = {}) {
  const { id } = await post("/jobs", order, { signal });
  const cancel = () => remove(`/jobs/${id}`, { keepalive: true }).catch(() => {});
  try {
    await watchJob(id, { onProgress, signal });
  } catch (error) {
    cancel();
    throw error;
  }
  const done = await get(`/jobs/${id}`);
  cancel(); // the result is here: the server need not keep it
  if (done.state === "done") return done.result;
  throw new ApiError(done.error?.message ?? done.state, {
    status: 422,
    ...done.error,
    code: done.error?.code ?? done.state,
  });
}

/**
 * Wait for a job's end, told how far it is; aborting only ends the waiting. @param {string} id
 * @param {{onProgress?: (progress: any) => void, signal?: AbortSignal}} [how]
 * @returns {Promise<import("./contract.d.ts").JobAnswer>} the job as it ended, without its result
 */
export function watchJob(id, { onProgress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${PREFIX}/jobs/${id}/events`);
    const stop = (/** @type {(value: any) => void} */ act, /** @type {unknown} */ value = undefined) => {
      events.close();
      signal?.removeEventListener("abort", abort);
      act(value);
    };
    const abort = () => stop(reject, new DOMException("cancelled", "AbortError"));
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    events.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
    events.addEventListener("end", ({ data }) => stop(resolve, JSON.parse(data)));
    events.onerror = () => {
      if (events.readyState !== EventSource.CLOSED) return;
      // Refused: too many watch. The job itself tells as well how far it is.
      stop(() => askForJob(id, { onProgress, signal }).then(resolve, reject));
    };
  });
}

/** @param {string} id @param {{onProgress: (progress: any) => void, signal?: AbortSignal}} how */
async function askForJob(id, { onProgress, signal }) {
  for (;;) {
    const found = await get(`/jobs/${id}`, { result: "no" }, { signal });
    if (["done", "failed", "cancelled"].includes(found.state)) return found;
    onProgress(found);
    await new Promise((resolve) => setTimeout(resolve, ASK_DELAY));
    signal?.throwIfAborted();
  }
}

/** The seconds that help costs: they come with the page. @returns {Record<string, number>} */
export const prices = () => JSON.parse(document.querySelector("#prices")?.textContent ?? "{}");

/** @type {Promise<import("./contract.d.ts").KindAnswer[]> | undefined} */
let asked;
/** All kinds, asked for once. @returns {Promise<import("./contract.d.ts").KindAnswer[]>} */
export function kinds() {
  asked ??= get("/kinds", { language: language() }).then(({ kinds: found }) => found);
  asked.catch(() => (asked = undefined));
  return asked;
}
