/** The crash net of drafts: what the server may not have yet, in the browser's own storage. */

import { player } from "../player.js";

const PREFIX = "enpitsu.draft.";
const MOST = 12; // drafts
const key = (id) => `${PREFIX}${id}`;

/** What another player left behind stays for them, unseen. */
const isOwn = ({ player: whose = null }) => whose === null || whose === player();

/** What was left behind of a draft. @param {string} id @returns {{revision: number, content: object, at: number, isSaved?: boolean} | null} */
export function kept(id) {
  try {
    const found = JSON.parse(localStorage.getItem(key(id)));
    return found?.content?.sheet && Number.isInteger(found.revision) && isOwn(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keep a draft. @param {string} id @param {{revision: number, content: object, isSaved?: boolean}} what `isSaved`: the server has it */
export function keep(id, what) {
  try {
    localStorage.setItem(key(id), JSON.stringify({ ...what, at: Date.now(), player: player() }));
  } catch {
    // Full or forbidden: the server has all but the last second.
  }
}

/** The server has it, or it is not wanted. @param {string} id */
export function forget(id) {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // Forbidden: then nothing is there.
  }
}

/** Keep only the drafts that were worked on last. */
export function prune() {
  try {
    const ids = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)).filter(kept);
    for (const id of ids.toSorted((a, b) => (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0)).slice(MOST)) forget(id);
  } catch {
    // Forbidden: then nothing is there.
  }
}
