/**
 * Saves a game: at once in the crash net, soon on the server.
 *
 * What is sent is sent again as it was until the server has answered; it knows its own again. Where
 * another tab or browser has gone on meanwhile, nothing is overwritten: `onConflict` is told.
 */

import * as api from "../api.js";
import { isStart } from "./game_log.js";
import * as net from "./net.js";

const DELAY = 400;
const RETRY = 3000;
const SLACK = 500; // ms of play that are not worth a message
const MOST = 2000; // events at once
const HARMLESS = new Set(["busy", "library", "too-slow", "too-many", "broken"]); // try again later
const FULL = 15_000; // ms after which it is tried again when there was no room

/** Whether it helps to try again. @param {import("../api.js").ApiError} error */
export const isPassing = (error) => error.isOffline || HARMLESS.has(error.code);

/** The saver of one game. */
export class GameSaver {
  #timer = 0;
  #running = null;
  #batch = null;
  #isDirty = false;
  #isFull = false; // the last save found no room
  #notBefore = 0; // when the server wants to be asked again
  refusal = null; // why the last save did not come through
  #told; // the time of play that the server knows
  #isResting = false; // whether the server knows that the clock stands
  isStopped = false;

  /**
   * @param {{id: string, revision: number, sent: number, elapsed?: number}} game `sent`: events that the server has
   * @param {() => {log: object[], ui: object, elapsed: number, rests: boolean}} state `rests`: the clock stands
   * @param {{onConflict: (theirs: object) => void, onOver: () => void, onError: (error: Error) => void}} tell
   */
  constructor(game, state, tell) {
    Object.assign(this, { id: game.id, revision: game.revision, sent: game.sent, start: game.sent, state, tell });
    this.#told = game.elapsed ?? 0;
    this.online = ({ detail }) => detail && this.flush();
    addEventListener("enpitsu-online", this.online);
  }

  /** Whether the server lacks something. */
  get isBehind() {
    return this.#isDirty || this.state().log.length > this.sent;
  }

  /** Something has changed. */
  touch() {
    if (this.isStopped) return;
    this.#isDirty = true;
    this.keep();
    this.#soon(DELAY);
  }

  /**
   * Put into the crash net what the server lacks, and what came since the game was opened: without
   * the server the browser opens it as it was then.
   */
  keep() {
    if (this.isStopped) return;
    const { log, ui, elapsed } = this.state();
    const base = log.length - this.start > MOST ? this.sent : this.start;
    net.keep(this.id, { base, events: log.slice(base), ui, elapsed });
  }

  /** Send everything now. @returns {Promise<boolean>} whether the server has it all */
  flush() {
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  /** The page goes away: send what can be sent without waiting. The crash net has the rest. */
  leave() {
    const { elapsed, rests } = this.state();
    // The server counts what passes until it hears that the clock stands.
    const isLate = elapsed - this.#told > SLACK || (rests && !this.#isResting);
    if (this.isStopped || !(this.isBehind || isLate)) return;
    this.keep();
    this.#send({ keepalive: true }).catch(() => {});
  }

  /** Save no more. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.#timer);
    removeEventListener("enpitsu-online", this.online);
  }

  #soon(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(delay, this.#notBefore - Date.now()));
  }

  async #run() {
    while (!this.isStopped && this.isBehind) {
      try {
        await this.#send();
      } catch (error) {
        if (!(await this.#isMended(error))) return false;
      }
    }
    return !this.isStopped;
  }

  async #send(more) {
    this.#isDirty = false;
    const { log, ui, elapsed, rests } = this.state();
    const batch = (this.#batch ??= log.slice(this.sent, this.sent + MOST));
    try {
      const { revision } = await api.patch(`/games/${this.id}`, { revision: this.revision, events: batch, elapsed, ui, rests }, { once: true, ...more });
      // The same may have been sent twice, by a page that seemed to go away.
      if (this.#batch === batch) this.#take(revision, this.sent + batch.length);
      this.#told = elapsed;
      this.#isResting = rests;
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  #take(revision, sent) {
    Object.assign(this, { revision, sent });
    this.#batch = null;
    this.#isFull = false;
    this.refusal = null;
    this.keep();
  }

  /** Whether it can go on at once after a refusal. */
  async #isMended(error) {
    if (this.isStopped) return false;
    if (error.code === "conflict") return this.#settle().catch((other) => this.#later(other));
    if (error.code === "game-over" || error.code === "not-found") {
      this.stop();
      // A game that is not there any more, or another player's by now, stays as it is to be seen.
      if (error.code === "game-over") this.tell.onOver();
      else this.tell.onError(error);
      return false;
    }
    return this.#later(error);
  }

  #later(error) {
    // Without room the browser alone keeps the strokes, until something is deleted.
    const isFull = error.code === "full";
    this.refusal = error;
    this.#notBefore = Date.now() + (error.wait ?? 0);
    if (isPassing(error)) this.#soon(RETRY);
    else if (!isFull || !this.#isFull) this.tell.onError(error);
    if (isFull) this.#soon(FULL);
    this.#isFull = isFull;
    return false;
  }

  /** Someone has saved: it may have been this very tab, whose answer got lost. */
  async #settle() {
    const theirs = await api.get(`/games/${this.id}`);
    if (this.isStopped) return false;
    if (theirs.state === "begun" && isStart(theirs.log, this.state().log)) {
      this.#take(theirs.revision, theirs.log.length);
      return true;
    }
    this.keep();
    this.stop();
    // Nothing here that they have not: their game is shown, and nobody needs to choose.
    if (theirs.state === "begun" && isStart(this.state().log, theirs.log)) this.tell.onOver();
    else this.tell.onConflict(theirs);
    return false;
  }
}
