/**
 * The crash net: what the server does not have yet, in the browser's own storage, at once.
 *
 * {base: how many events the server has, events: those after them, ui, elapsed, player}
 *
 * What one player left behind is neither shown nor sent when another plays here, and stays for them.
 */

import { player } from "../player.js";

const PREFIX = "enpitsu.game.";
const MOST = 20; // games
const key = (game) => `${PREFIX}${game}`;

/** What an older page kept does not tell whose it is: only its player is answered about that game. */
const isOwn = ({ player: whose = null }) => whose === null || whose === player();

/** What was left behind of a game. @param {string} game @returns {object | null} */
export function kept(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)));
    return found && Array.isArray(found.events) && Number.isInteger(found.base) && isOwn(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keep something of a game. @returns {boolean} whether there was room for it */
export function keep(game, what) {
  try {
    localStorage.setItem(key(game), JSON.stringify({ ...what, at: Date.now(), player: player() }));
    return true;
  } catch {
    return false; // full or forbidden: the server has all but the last half second
  }
}

/** Keep only the games that were played last. */
export function prune() {
  try {
    const games = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)).filter(kept);
    const age = (game) => kept(game)?.at ?? 0;
    for (const game of games.toSorted((a, b) => age(b) - age(a)).slice(MOST)) forget(game);
  } catch {
    // Forbidden: then nothing is there.
  }
}

/** The game is over, or another of its kind was chosen. */
export function forget(game) {
  try {
    localStorage.removeItem(key(game));
  } catch {
    // Forbidden: then nothing is there.
  }
}
