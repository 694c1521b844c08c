/**
 * Saves what is worked on: at once in the browser's crash backup, soon on the server.
 *
 * When to send, when to try again and who is told is the same for games and drafts. What differs, a
 * subclass says: `isBehind` (the server lacks something), `send()`, `backUp()`, `settle()` (somebody
 * else has saved meanwhile: nothing is ever overwritten), `refused(error)`, `saved()` and `leave()`.
 * @typedef {import("../api.js").ApiError} ApiError
 * @typedef {"saved" | "waiting" | "away" | "stopped"} State
 */

import * as api from "../api.js";
import { Store } from "../store.js";

const RETRY = 3000; // ms until a server that could not save is asked again
const FULL = 15_000; // ms after which it is tried again when there was no room
const HARMLESS = new Set(["busy", "library", "too-slow", "too-many", "broken"]); // codes: try again later

/** True if it helps to try again. @param {ApiError} error */
export const isPassing = (error) => error.isOffline || HARMLESS.has(error.code);

/** The saver of one game or draft. */
export class Saver {
  #timer = 0;
  /** @type {Promise<boolean> | null} */
  #running = null;
  #isFull = false; // the last save found no room
  #notBefore = 0; // when the server wants to be asked again
  #gone = new AbortController();
  /** state: "saved" | "waiting" (something is not saved yet) | "away" (the server does not answer) | "stopped". */
  status = new Store({ state: /** @type {State} */ ("saved") });
  /** Why the last save did not come through. @type {ApiError | null} */
  refusal = null;

  /**
   * @param {string} id @param {number} delay ms after a change until it is sent
   * @param {{onConflict: (theirs: import("../types.d.ts").Own) => void, onError: (error: Error) => void}} tell
   */
  constructor(id, delay, tell) {
    this.id = id;
    this.delay = delay;
    this.tell = tell;
    api.server.subscribe(({ isOnline }) => isOnline && this.flush(), this.untilStopped);
    addEventListener("pagehide", () => this.leave(), this.untilStopped);
  }

  /** For listeners that end with the saver. */
  get untilStopped() {
    return { signal: this.#gone.signal };
  }

  get state() {
    return this.status.get().state;
  }

  get isStopped() {
    return this.state === "stopped";
  }

  get isSending() {
    return this.#running !== null;
  }

  /** Something has changed. */
  touch() {
    this.#show(this.state === "away" ? "away" : "waiting");
    this.soon();
  }

  /** Send everything now. @returns {Promise<boolean>} whether the server has it all */
  flush() {
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Save no more. */
  stop() {
    this.#show("stopped");
    clearTimeout(this.#timer);
    this.#gone.abort();
  }

  /** Send after a while. @param {number} [delay] ms */
  soon(delay = this.delay) {
    if (this.isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(delay, this.#notBefore - Date.now()));
  }

  // --- what a subclass says ----------------------------------------------------------------------

  /** True if the server lacks something. @returns {boolean} */
  get isBehind() {
    return false;
  }

  /** Send what the server lacks. @returns {Promise<void>} */
  async send() {}

  /** Somebody else has saved meanwhile; true if it can go on. @returns {Promise<boolean>} */
  async settle() {
    return false;
  }

  /** The page goes away: send what can still be sent. */
  leave() {}

  /** The server has it all. */
  saved() {}

  /** Give up: this cannot be saved. @param {ApiError} error */
  refused(error) {
    this.stop();
    this.tell.onError(error);
  }

  // --- when ----------------------------------------------------------------------------------------

  async #run() {
    if (!this.isBehind) return !this.isStopped; // the backup may hold what a later tab has written
    while (this.isBehind && !this.isStopped) {
      const isOn = await this.send().then(
        () => true,
        (error) => this.#isMended(error),
      );
      if (!isOn) return false;
      this.#isFull = false;
      this.refusal = null;
    }
    if (this.isStopped) return false;
    this.saved();
    this.#show("saved");
    return true;
  }

  /** True if it can go on at once after a refusal. @param {ApiError} error @returns {Promise<boolean>} */
  async #isMended(error) {
    if (this.isStopped) return false;
    if (error.code !== "conflict") return this.#later(error);
    return this.settle().catch((other) => this.#later(other));
  }

  /** @param {ApiError} error */
  #later(error) {
    // Without room the browser alone keeps the work, until something is deleted.
    const isFull = error.code === "full";
    this.refusal = error;
    this.#notBefore = Date.now() + (error.wait ?? 0);
    if (isPassing(error)) {
      this.#show(error.isBusy ? "waiting" : "away");
      this.soon(RETRY);
    } else if (isFull) {
      if (!this.#isFull) this.tell.onError(error);
      this.soon(FULL);
    } else this.refused(error);
    this.#isFull = isFull;
    return false;
  }

  /** @param {State} state */
  #show(state) {
    if (!this.isStopped) this.status.set({ state });
  }
}
