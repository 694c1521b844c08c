/**
 * What the server does not have yet, in the browser's own storage, at once: a tab that dies loses nothing.
 *
 * What one player left behind is neither shown nor sent when another plays here, and stays for them.
 */

/** @import { Own } from "../types.d.ts" */

import { player, UNSENT } from "../player.js";

/** What an older page kept does not tell whose it is: only its player is answered about it. @param {{player?: unknown}} found */
const isOwn = ({ player: whose = null }) => whose === null || whose === player();

/** The backups of one sort of work, by its id. */
class CrashBackup {
  /** @param {string} prefix of the names in the storage @param {{most: number, isWhole: (found: Own) => boolean}} how `most`: how many are kept */
  constructor(prefix, { most, isWhole }) {
    this.prefix = prefix;
    this.most = most;
    this.isWhole = isWhole;
  }

  /** Return what was left behind, null if there is nothing of this player. @param {string} id @returns {Own | null} as it was written */
  read(id) {
    try {
      const found = JSON.parse(localStorage.getItem(this.prefix + id) ?? "null");
      return found && this.isWhole(found) && isOwn(found) ? found : null;
    } catch {
      return null;
    }
  }

  /** Keep the latest state. @param {string} id @param {object} what */
  write(id, what) {
    try {
      localStorage.setItem(this.prefix + id, JSON.stringify({ ...what, at: Date.now(), player: player() }));
    } catch {
      // Full or forbidden: the server has all but the last second.
    }
  }

  /** The server has it, or it is not wanted. @param {string} id */
  forget(id) {
    try {
      localStorage.removeItem(this.prefix + id);
    } catch {
      // Forbidden: then nothing is there.
    }
  }

  /** Keep only what was worked on last. */
  prune() {
    try {
      const ids = Object.keys(localStorage)
        .filter((name) => name.startsWith(this.prefix))
        .map((name) => name.slice(this.prefix.length));
      const own = ids.map((id) => ({ id, at: this.read(id)?.at })).filter(({ at }) => at !== undefined);
      for (const { id } of own.toSorted((a, b) => b.at - a.at).slice(this.most)) this.forget(id);
    } catch {
      // Forbidden: then nothing is there.
    }
  }
}

/** Games: {base: how many events the server has, events: those after them, ui, elapsed}. */
export const gameBackup = new CrashBackup(UNSENT.game, {
  most: 20,
  isWhole: ({ base, events }) => Array.isArray(events) && Number.isInteger(base),
});

/** Drafts: {revision, content, isSaved: whether the server has it}. */
export const draftBackup = new CrashBackup(UNSENT.draft, {
  most: 12,
  isWhole: ({ revision, content }) => Boolean(content?.sheet) && Number.isInteger(revision),
});
