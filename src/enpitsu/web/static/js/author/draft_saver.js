/**
 * Saves a draft as a whole. Where another tab has saved meanwhile, `onNewer` is told if nothing was
 * changed here, else `onConflict`.
 */

import * as api from "../api.js";
import { draftBackup } from "../workbench/crash_backup.js";
import { Saver } from "../workbench/saver.js";
import { isSameContent } from "./draft_conflict.js";

/** @import { Content, DraftState } from "./editor.js" */

const DELAY = 700; // ms
const BACKUP_DELAY = 150; // ms: a stroke that goes on is kept once
const IDLE = 300; // ms that this may wait for a moment in which the page has nothing to do
const UNREADABLE = [400, 413, 422]; // statuses that may be the puzzle's fault
const MOST_ALIVE = 60_000; // bytes that browsers send for a page that is gone

/** The saver of one draft. */
export class DraftSaver extends Saver {
  #backupTimer = 0;
  #isDirty = false; // something is to be sent
  #isChanged = false; // and it is not only what was found out
  #hasWritten = false; // this tab has changed something, ever
  /** The content that the server had at `revision`. @type {Content} */
  #base;
  /** The content that was sent last. @type {Content | null} */
  #tried = null;

  /**
   * @param {{id: string, revision: number}} draft @param {() => {content: Content, status: string, level: string | null}} snapshot
   * @param {{onConflict: (theirs: DraftState) => void, onNewer: (theirs: DraftState) => void, onError: (error: Error) => void}} tell
   */
  constructor({ id, revision }, snapshot, tell) {
    super(id, DELAY, tell);
    this.onNewer = tell.onNewer;
    this.revision = revision;
    this.snapshot = snapshot;
    this.#base = snapshot().content;
    const look = () => document.visibilityState === "visible" && this.refresh();
    addEventListener("focus", look, this.untilStopped);
    document.addEventListener("visibilitychange", look, this.untilStopped);
  }

  get isBehind() {
    return this.#isDirty;
  }

  touch() {
    if (this.isStopped) return;
    this.#isDirty = this.#isChanged = this.#hasWritten = true;
    this.#backupTimer ||= setTimeout(() => whenIdle(() => this.#backupTimer && this.backUp()), BACKUP_DELAY);
    super.touch();
  }

  /** More was found out about the sheet: kept by those who write, not by those who only look. */
  stand() {
    if (this.isStopped || !this.#hasWritten) return;
    this.#isDirty = true;
    this.soon();
  }

  /** Somebody comes back to a tab in which nothing was changed: what others have saved is shown. */
  async refresh() {
    if (this.#isBusy) return;
    const theirs = await api.get(`/drafts/${this.id}`).catch(() => null);
    if (theirs && !this.#isBusy && theirs.revision > this.revision) this.#take(theirs);
  }

  get #isBusy() {
    return this.isStopped || this.#isChanged || this.isSending;
  }

  /** The server's content in the place of an unchanged one. */
  #take(theirs) {
    this.revision = theirs.revision;
    this.#isDirty = this.#hasWritten = false;
    const isNew = !isSameContent(theirs.content, this.#base);
    this.#base = theirs.content;
    if (isNew) this.onNewer(theirs);
  }

  backUp({ isSaved = false } = {}) {
    clearTimeout(this.#backupTimer);
    this.#backupTimer = 0;
    if (!this.isStopped)
      draftBackup.write(this.id, { revision: this.revision, content: this.snapshot().content, isSaved });
  }

  saved() {
    this.backUp({ isSaved: true });
  }

  /** The page goes away: send what can be sent without waiting. The backup has the rest. */
  leave() {
    if (this.isStopped || !this.#isDirty) return;
    this.backUp();
    const body = this.#body();
    if (!this.isSending && JSON.stringify(body).length < MOST_ALIVE)
      this.#put(body, { keepalive: true }).catch(() => {});
  }

  stop() {
    super.stop();
    clearTimeout(this.#backupTimer);
  }

  #body() {
    return { revision: this.revision, ...this.snapshot() };
  }

  send() {
    const body = this.#body();
    this.#tried = body.content;
    return this.#put(body).catch((error) => this.#putBroken(error, body));
  }

  async #put(body, more) {
    const wasChanged = this.#isChanged;
    this.#isDirty = this.#isChanged = false;
    try {
      const { revision } = await api.put(`/drafts/${this.id}`, body, { once: true, ...more });
      this.revision = revision;
      this.#base = body.content;
    } catch (error) {
      this.#isDirty = true;
      this.#isChanged ||= wasChanged;
      throw error;
    }
  }

  /** A sheet that is no puzzle yet is kept all the same, without one. */
  #putBroken(error, body) {
    if (!UNREADABLE.includes(error.status) || !body.content.document) throw error;
    return this.#put({ ...body, status: "broken", level: "", length: 0, content: { ...body.content, document: null } });
  }

  /** Somebody has saved: it may have been this very tab, whose answer got lost. */
  async settle() {
    const theirs = await api.get(`/drafts/${this.id}`);
    if (this.isStopped) return false;
    // Nothing was changed there but what was found out, or the very same was written.
    if ([this.#tried, this.#base].some((own) => own && isSameContent(theirs.content, own))) {
      this.revision = theirs.revision;
      return true;
    }
    if (!this.#isChanged) {
      this.#take(theirs);
      return true;
    }
    this.backUp();
    this.stop();
    this.tell.onConflict(theirs);
    return false;
  }
}

/** Do something as soon as nobody waits for the page. */
function whenIdle(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: IDLE });
  else act();
}
