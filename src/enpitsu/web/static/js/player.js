/**
 * Who plays in this browser, and what the browser keeps of a player.
 *
 * The service worker keeps a player's answers under their number; what a tab could not send yet lies
 * in the browser's storage with the same number, and waits there for them. When another key is used,
 * here or in another tab, nothing of the player before stays to be seen.
 */

const CACHES = "enpitsu.player."; // as in sw.js
const HEADER = "enpitsu-player";
const NOBODY = "0"; // of whom the server keeps nothing yet

/** The prefix of the names of unsent work in the browser's storage: see workbench/crash_backup.js and offline/begun.js. */
export const UNSENT = { game: "enpitsu.game.", draft: "enpitsu.draft.", begun: "enpitsu.begun." };

/** True if games may wait to be sent: everything else about them is loaded only then. */
export function hasUnsentGames() {
  try {
    const starts = [UNSENT.game, UNSENT.begun];
    return Object.keys(localStorage).some((name) => starts.some((start) => name.startsWith(start)));
  } catch {
    return false;
  }
}

const tabs = "BroadcastChannel" in window ? new BroadcastChannel("enpitsu.player") : null;
tabs?.addEventListener("message", () => leave());
// A page that the browser had put aside may be somebody else's by now.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** @type {string | null} */
let current = null;
let isLeaving = false;

/** The number of the player whose page this is, as a text; null until it is known. */
export const player = () => current;

/** An answer says whose it is; if that is another player than before, the page begins anew. @param {Response} answer */
export function meet(answer) {
  const who = answer.headers.get(HEADER);
  if (!who || who === NOBODY || who === current) return;
  if (current === null) current = who;
  else forgetPlayer().finally(leave);
}

/** This browser is no longer the player that it was: forget all that is kept of them, and tell other tabs. */
async function forgetPlayer() {
  tabs?.postMessage("changed");
  if (!window.caches) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES)).map((name) => caches.delete(name)));
}

/**
 * Another key was used, or none is any more: forget the player, and begin anew. Of one who is gone (logged out or deleted), nothing waits to be sent either.
 * @param {{isGone?: boolean}} [how]
 */
export async function playerChanged({ isGone = false } = {}) {
  await forgetPlayer();
  remove(sessionStorage, () => true);
  if (isGone)
    remove(
      localStorage,
      (name) =>
        Object.values(UNSENT).some((start) => name.startsWith(start)) && isOf(current, localStorage.getItem(name)),
    );
  leave();
}

/** @param {Storage} storage @param {(name: string) => boolean} isMeant */
function remove(storage, isMeant) {
  try {
    for (const name of Object.keys(storage).filter(isMeant)) storage.removeItem(name);
  } catch {
    // Forbidden: then nothing is there.
  }
}

/** @param {unknown} who @param {string | null} text */
function isOf(who, text) {
  try {
    return (JSON.parse(text ?? "").player ?? who) === who;
  } catch {
    return true;
  }
}

/** Begin anew. What was not sent is kept under the number of the player before. */
function leave() {
  if (isLeaving) return;
  isLeaving = true;
  location.assign("/");
}
