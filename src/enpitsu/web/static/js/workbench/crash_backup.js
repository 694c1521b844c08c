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
export class CrashBackup {
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

  /** Keep the latest state. @param {string} id @param {object} what @returns {boolean} false if the storage is full or forbidden */
  write(id, what) {
    try {
      localStorage.setItem(this.prefix + id, JSON.stringify({ ...what, at: Date.now(), player: player() }));
      return true;
    } catch {
      return false; // the server has all but the last second
    }
  }

  /** All that is left of this player, what was worked on last first. @returns {Own[]} each with its `id` */
  all() {
    try {
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(this.prefix))
        .map((name) => ({ ...this.read(name.slice(this.prefix.length)), id: name.slice(this.prefix.length) }))
        .filter(({ at }) => at !== undefined)
        .sort((a, b) => b.at - a.at);
    } catch {
      return [];
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

  /** Keep only what was worked on last, and what the server has not heard of at all. @param {(id: string) => boolean} [isNeeded] */
  prune(isNeeded = () => false) {
    for (const { id } of this.all().slice(this.most)) if (!isNeeded(id)) this.forget(id);
  }
}

/** Games: {base: how many events the server had when it was opened, events: those after them, sent: how many it has now, ui, elapsed, isSolved: whether the end is not told yet}. */
export const gameBackup = new CrashBackup(UNSENT.game, {
  most: 20,
  isWhole: ({ base, events }) => Array.isArray(events) && Number.isInteger(base),
});

/** Drafts: {revision, content, isSaved: whether the server has it}. */
export const draftBackup = new CrashBackup(UNSENT.draft, {
  most: 12,
  isWhole: ({ revision, content }) => Boolean(content?.sheet) && Number.isInteger(revision),
});
