/**
 * Saves a game by its log: what is sent is sent again as it was until the server has answered; it
 * knows its own again.
 * @typedef {{log: LogEvent[], ui: GameUi, elapsed: number, rests: boolean, isSolved?: boolean}} Snapshot `rests`: the clock stands; `isSolved`: the end is to be told
 * @import { Begun } from "../offline/begun.js"
 * @import { Game, GameUi, LogEvent } from "../types.d.ts"
 */

import * as api from "../api.js";
import { begunGames } from "../offline/begun.js";
import { gameBackup } from "../workbench/crash_backup.js";
import { Saver } from "../workbench/saver.js";
import { isStart } from "./game_log.js";
import { register } from "./homecoming.js";

const DELAY = 400; // ms
const SLACK = 500; // ms of play that are not worth a message
const MOST = 2000; // events at once

/** The saver of one game. */
export class GameSaver extends Saver {
  /** @type {LogEvent[] | null} what is on its way */
  #batch = null;
  #isDirty = false;
  #told; // ms of play that the server knows of
  #isResting = false; // whether the server knows that the clock stands
  /** Of a game that was begun without the server, until it is there. @type {Begun | null} */
  #begun;
  #older = 0; // events that are older than the game is on the server
  #hasRoom = true;

  /**
   * @param {{id: string, revision: number, sent: number, elapsed?: number, begun?: Begun | null}} game `sent`: events that the server has
   * @param {() => Snapshot} snapshot
   * @param {{onConflict: (theirs: Game) => void, onOver: () => void, onError: (error: Error) => void, onNoRoom?: () => void}} tell
   */
  constructor({ id, revision, sent, elapsed = 0, begun = null }, snapshot, tell) {
    super(id, DELAY, tell);
    this.#begun = begun;
    this.onOver = tell.onOver;
    this.onNoRoom = tell.onNoRoom;
    this.revision = revision;
    this.sent = sent;
    this.start = sent;
    this.snapshot = snapshot;
    this.#told = elapsed;
  }

  get isBehind() {
    return this.#isDirty || this.snapshot().log.length > this.sent;
  }

  touch() {
    if (this.isStopped) return;
    this.#isDirty = true;
    this.backUp();
    super.touch();
  }

  /**
   * Keep what the server lacks, and what came since the game was opened: without the server the
   * browser opens it as it was then.
   */
  backUp() {
    if (this.isStopped) return;
    const { log, ui, elapsed, isSolved } = this.snapshot();
    const base = log.length - this.start > MOST ? this.sent : this.start;
    const what = { base, events: log.slice(base), sent: this.sent, ui, elapsed, isSolved };
    const isKept = gameBackup.write(this.id, what);
    // Nobody else has it.
    if (!isKept && this.#hasRoom && this.#begun) this.onNoRoom?.();
    this.#hasRoom = isKept;
  }

  /** The page goes away: send what can be sent without waiting. The backup has the rest. */
  leave() {
    const { elapsed, rests } = this.snapshot();
    // The server counts what passes until it hears that the clock stands.
    const isLate = elapsed - this.#told > SLACK || (rests && !this.#isResting);
    if (this.isStopped || !(this.isBehind || isLate)) return;
    this.backUp();
    if (!this.#begun) this.send({ keepalive: true }).catch(() => {});
  }

  /** @param {{keepalive?: boolean}} [more] */
  async send(more) {
    if (this.#begun) await this.#register(this.#begun);
    this.#isDirty = false;
    const { log, ui, elapsed, rests } = this.snapshot();
    this.#batch ??= log.slice(this.sent, this.sent + MOST);
    const batch = this.#batch;
    try {
      const { revision } = await api.patch(
        `/games/${this.id}`,
        { revision: this.revision, events: batch, elapsed, ui, rests, offline: this.sent < this.#older },
        { once: true, ...more },
      );
      // The same may have been sent twice, by a page that seemed to go away.
      if (this.#batch === batch) this.#take(revision, this.sent + batch.length);
      this.#told = elapsed;
      this.#isResting = rests;
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  /** Give a game that was begun without the server its row there. @param {Begun} begun */
  async #register(begun) {
    const theirs = await register(this.id, begun);
    if (this.isStopped) throw new Error("left meanwhile");
    const { log } = this.snapshot();
    if (theirs.id === this.id && theirs.state === "begun" && isStart(theirs.log, log)) {
      this.#begun = null;
      this.#older = Math.max(1, log.length);
      this.#take(theirs.revision, theirs.log.length);
      return;
    }
    // The puzzle was begun elsewhere, too, or this very game has gone on there.
    this.backUp();
    this.stop();
    this.onOver();
    throw new Error("opened anew");
  }

  /** What was begun without the server is there now, unless its end is still to be told. */
  saved() {
    if (!this.snapshot().isSolved) begunGames.forget(this.id);
  }

  /** @param {number} revision @param {number} sent */
  #take(revision, sent) {
    this.revision = revision;
    this.sent = sent;
    this.#batch = null;
    this.backUp();
  }

  /** Another refusal is told, and play goes on; a game that is not there any more, or another player's by now, stays as it is to be seen. @param {import("../api.js").ApiError} error */
  refused(error) {
    if (error.code === "game-over" || error.code === "not-found") this.stop();
    if (error.code === "game-over") this.onOver();
    else this.tell.onError(error);
  }

  /** Someone has saved: it may have been this very tab, whose answer got lost. */
  async settle() {
    /** @type {Game} */
    const theirs = await api.get(`/games/${this.id}`);
    if (this.isStopped) return false;
    const { log } = this.snapshot();
    if (theirs.state === "begun" && isStart(theirs.log, log)) {
      this.#take(theirs.revision, theirs.log.length);
      return true;
    }
    this.backUp();
    this.stop();
    // Nothing here that they have not: their game is shown, and nobody needs to choose.
    if (theirs.state === "begun" && isStart(log, theirs.log)) this.onOver();
    else this.tell.onConflict(theirs);
    return false;
  }
}
