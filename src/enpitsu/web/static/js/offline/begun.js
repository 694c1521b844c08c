/**
 * Games that were begun without the server, until all of them is there: which puzzle, and all that it takes to
 * play it. The strokes are in the game's crash backup.
 * @import { StarterPuzzle } from "../contract.d.ts"
 * @import { Game } from "../types.d.ts"
 * @typedef {StarterPuzzle & {at: number}} Begun `at`: when it was begun
 */

import { UNSENT } from "../player.js";
import { Store } from "../store.js";
import { CrashBackup, gameBackup } from "../workbench/crash_backup.js";

const ID_BYTES = 16; // as the server's

/** How many games were brought home since the page was opened (play/homecoming.js). */
export const homecoming = new Store({ games: 0 });

/** By the id of the game. */
export const begunGames = new CrashBackup(UNSENT.begun, {
  most: Number.POSITIVE_INFINITY,
  isWhole: ({ row, document, answer }) => Boolean(row?.id && document?.puzzle && answer),
});

/** Begin a puzzle, or go on with the game of it that was begun here. @param {StarterPuzzle} puzzle @returns {string | null} the game; null if the browser has no room for it */
export function beginHere(puzzle) {
  const there = begunGames.all().find(({ row }) => row.id === puzzle.row.id);
  if (there) return there.id;
  const id = newId();
  return begunGames.write(id, puzzle) ? id : null;
}

/** A name that nobody guesses, as the server would give it. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The game as the server would tell of it before the first stroke. @param {string} id @returns {Game | null} */
export function begunGame(id) {
  const begun = begunGames.read(id);
  if (!begun) return null;
  const { row, document } = begun;
  return {
    id,
    puzzle: { ...row, state: "begun", game: id },
    document,
    draft: null,
    is_asked: false,
    revision: 0,
    state: "begun",
    is_first: row.state === "new",
    elapsed: 0,
    ui: {},
    log: [],
    begun,
  };
}

/** What has become of puzzles in games that were begun here, by the puzzle's number. @returns {Map<number, "begun" | "solved">} */
export function statesHere() {
  const told = begunGames.all().map(({ id, row }) => {
    const { events = [], isSolved = false } = gameBackup.read(id) ?? {};
    return /** @type {[number, any]} */ ([row.id, isSolved ? "solved" : events.length ? "begun" : null]);
  });
  return new Map(told.filter(([, state]) => state));
}

/** The server has all of a game, or it is not wanted. @param {string} id */
export function forgetGame(id) {
  begunGames.forget(id);
  gameBackup.forget(id);
}
