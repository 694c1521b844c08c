/**
 * What was played without the server is brought home: games that were begun here get a row there, and the
 * strokes that it lacks are sent. Nothing is sent twice: the server knows a game by its id, and its log tells
 * what it has.
 * @import { Begun } from "../offline/begun.js"
 * @import { FinishAnswer } from "../contract.d.ts"
 * @import { Game, LogEvent } from "../types.d.ts"
 */

import * as api from "../api.js";
import { begunGames, forgetGame } from "../offline/begun.js";
import { gameBackup } from "../workbench/crash_backup.js";
import { chooseGame } from "./game_conflict.js";
import { joined, recovered } from "./game_log.js";

/** Nobody answers in the server's place. */
const THERE = { isForServer: true };
const MOST = 2000; // events at once
const STALE = 86_400_000; // ms after which a game without a stroke is forgotten
const HELD = "enpitsu.game."; // and the id: a lock of each page that plays it

/**
 * Hold a game, so that nobody else brings it home; waits while somebody does.
 * @param {string} id @returns {Promise<() => void>} lets it go
 */
export function holdGame(id) {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(() => {});
    return navigator.locks.request(HELD + id, { mode: "shared" }, () => new Promise((go) => resolve(() => go(null))));
  });
}

/** Tell the server of a game that was begun without it. @param {string} id @param {Begun} begun @returns {Promise<Game>} the game, or another one of this puzzle that is begun there */
export async function register(id, begun) {
  const order = { id, puzzle: begun.row.id, fingerprint: begun.fingerprint };
  /** @type {Game} */
  let game;
  try {
    game = await api.post("/games", order, THERE);
  } catch (error) {
    if (/** @type {api.ApiError} */ (error).code !== "not-found") throw error;
    // The library has this puzzle no more: it becomes one of the player's own.
    const row = await api.post("/puzzles", { document: begun.document, collection: "mine" });
    game = await api.post("/games", { ...order, puzzle: row.id }, THERE);
  }
  begunGames.write(id, begun); // it is this player's from now on
  return game;
}

/**
 * Bring a game home, unless a page holds it. @param {string} id
 * @param {{chooses?: boolean}} [how] `chooses`: it is being opened, so the player can be asked where two games of one puzzle have gone different ways
 * @returns {Promise<string | null>} the game as the server knows it; null if it is not home
 */
export async function bringHome(id, { chooses = false } = {}) {
  if (!navigator.locks) return null;
  return navigator.locks.request(HELD + id, { ifAvailable: true }, (lock) => (lock ? bring(id, chooses) : null));
}

/** @param {string} id @param {boolean} chooses */
async function bring(id, chooses) {
  const begun = /** @type {Begun | null} */ (begunGames.read(id));
  const kept = gameBackup.read(id);
  if (!begun && !kept) return null;
  if (begun && !kept?.events.length && !chooses) {
    if (Date.now() - begun.at > STALE) forgetGame(id); // without a stroke it was no game
    return null;
  }
  const theirs = begun ? await register(id, begun) : /** @type {Game} */ (await api.get(`/games/${id}`, {}, THERE));
  if (theirs.state === "begun" && kept) {
    const { game, mine } = recovered(theirs, kept);
    let events = game.log.slice(theirs.log.length);
    let { elapsed } = game;
    if (mine) {
      if (!begun) return null; // asked when it is opened
      if (kept.isSolved || (chooses && (await chooseGame(theirs, mine)) === "mine")) {
        events = joined(theirs, mine);
        elapsed = theirs.elapsed + kept.elapsed;
      } else if (!chooses) return null;
    }
    const isOwn = theirs.id === id;
    await send(theirs, events, { elapsed, offline: Boolean(begun), ui: isOwn ? game.ui : undefined });
    if (kept.isSolved && (events.length || isOwn)) await api.post(`/games/${theirs.id}/finish`);
  }
  forgetGame(id);
  return theirs.id;
}

/** @param {Game} game @param {LogEvent[]} events @param {object} told */
async function send({ id, revision }, events, told) {
  for (let at = 0; at < events.length; at += MOST) {
    const body = { ...told, revision, events: events.slice(at, at + MOST), rests: true };
    ({ revision } = await api.patch(`/games/${id}`, body));
  }
}

/** Bring everything home that no page holds. @returns {Promise<number>} how many games came */
export async function bringAllHome() {
  const begun = begunGames.all().map(({ id }) => id);
  const behind = gameBackup
    .all()
    .filter(isBehind)
    .map(({ id }) => id);
  let count = 0;
  for (const id of new Set([...begun, ...behind])) {
    if (!api.server.get().isOnline) break;
    // Another time, and the others now.
    if (await bringHome(id).catch(() => null)) count += 1;
  }
  return count;
}

/** True if the server lacks something of a game; older pages did not tell how much it had. @param {{base: number, events: unknown[], sent?: number, isSolved?: boolean}} kept */
const isBehind = ({ base, events, sent, isSolved }) =>
  Boolean(isSolved) || (sent !== undefined && base + events.length > sent);
