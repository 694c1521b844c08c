/**
 * Saves a draft: at once in the crash net, soon on the server. Where another tab has saved
 * meanwhile nothing is overwritten: `onNewer` is told if nothing was changed here, else `onConflict`.
 *
 * state: "saved" | "waiting" (something is not saved yet) | "away" (the server does not answer) | "stopped".
 */

import * as api from "../api.js";
import { isSameContent } from "./draft_conflict.js";
import * as net from "./net.js";

const DELAY = 700;
const RETRY = 3000;
const NET = 150; // ms: a stroke that goes on is kept once
const IDLE = 300; // ms that this may wait for a moment in which the page has nothing to do
const HARMLESS = new Set(["busy", "library", "too-slow", "too-many", "broken"]); // try again later
const FULL = 15_000; // ms after which it is tried again when there was no room
const UNREADABLE = [400, 413, 422]; // statuses that may be the puzzle's fault
const MOST_ALIVE = 60_000; // bytes that browsers send for a page that is gone

/** The saver of one draft. */
export class DraftSaver extends EventTarget {
  state = "saved";
  #timer = 0;
  #netTimer = 0;
  #running = null;
  #isDirty = false; // something is to be sent
  #isFull = false; // the last save found no room
  #notBefore = 0; // when the server wants to be asked again
  #isChanged = false; // and it is not only what was found out
  #hasWritten = false; // this tab has changed something, ever
  #base = null; // the content that the server had at `revision`

  /**
   * @param {{id: string, revision: number}} draft @param {() => {content: object, status: string, level: string | null}} snapshot
   * @param {{onConflict: (theirs: object) => void, onNewer: (theirs: object) => void, onError: (error: Error) => void}} tell
   */
  constructor(draft, snapshot, tell) {
    super();
    Object.assign(this, { id: draft.id, revision: draft.revision, snapshot, tell });
    this.online = ({ detail }) => detail && this.#isDirty && this.flush();
    this.#base = snapshot().content;
    this.hide = () => this.leave();
    this.look = () => document.visibilityState === "visible" && this.refresh();
    addEventListener("enpitsu-online", this.online);
    addEventListener("pagehide", this.hide);
    addEventListener("focus", this.look);
    document.addEventListener("visibilitychange", this.look);
  }

  get isStopped() {
    return this.state === "stopped";
  }

  /** Something has changed. */
  touch() {
    if (this.isStopped) return;
    this.#isDirty = this.#isChanged = this.#hasWritten = true;
    this.#show(this.state === "away" ? "away" : "waiting");
    this.#netTimer ||= setTimeout(() => whenIdle(() => this.#netTimer && this.keep()), NET);
    this.#soon(DELAY);
  }

  /** More was found out about the sheet: kept by those who write, not by those who only look. */
  stand() {
    if (this.isStopped || !this.#hasWritten) return;
    this.#isDirty = true;
    this.#soon(DELAY);
  }

  /** Somebody comes back to a tab in which nothing was changed: what others have saved is shown. */
  async refresh() {
    if (this.#isBusy) return;
    const theirs = await api.get(`/drafts/${this.id}`).catch(() => null);
    if (theirs && !this.#isBusy && theirs.revision > this.revision) this.#take(theirs);
  }

  get #isBusy() {
    return this.isStopped || this.#isChanged || this.#running !== null;
  }

  /** The server's content in the place of an unchanged one. */
  #take(theirs) {
    this.revision = theirs.revision;
    this.#isDirty = this.#hasWritten = false;
    const isNew = !isSameContent(theirs.content, this.#base);
    this.#base = theirs.content;
    if (isNew) this.tell.onNewer(theirs);
  }

  /** Put it into the crash net. */
  keep() {
    clearTimeout(this.#netTimer);
    this.#netTimer = 0;
    if (!this.isStopped) net.keep(this.id, { revision: this.revision, content: this.snapshot().content });
  }

  /** Save now. @returns {Promise<boolean>} whether the server has it all */
  flush() {
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  /** The page goes away: send what can be sent without waiting. The crash net has the rest. */
  leave() {
    if (this.isStopped || !this.#isDirty) return;
    this.keep();
    const body = this.#body();
    if (!this.#running && JSON.stringify(body).length < MOST_ALIVE) this.#put(body, { keepalive: true }).catch(() => {});
  }

  /** Save no more. */
  stop() {
    this.#show("stopped");
    clearTimeout(this.#timer);
    clearTimeout(this.#netTimer);
    removeEventListener("enpitsu-online", this.online);
    removeEventListener("pagehide", this.hide);
    removeEventListener("focus", this.look);
    document.removeEventListener("visibilitychange", this.look);
  }

  #soon(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(delay, this.#notBefore - Date.now()));
  }

  #body() {
    return { revision: this.revision, ...this.snapshot() };
  }

  async #put(body, more) {
    const wasChanged = this.#isChanged;
    this.#isDirty = this.#isChanged = false;
    try {
      const { revision } = await api.put(`/drafts/${this.id}`, body, { once: true, ...more });
      this.revision = revision;
      this.#isFull = false;
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

  async #run() {
    if (!this.#isDirty) return !this.isStopped; // the crash net may hold what a later tab has written
    while (this.#isDirty && !this.isStopped) {
      const body = this.#body();
      try {
        await this.#put(body).catch((error) => this.#putBroken(error, body));
      } catch (error) {
        if (!(await this.#isMended(error, body))) return false;
      }
    }
    if (this.isStopped) return false;
    net.keep(this.id, { revision: this.revision, content: this.snapshot().content, isSaved: true });
    this.#show("saved");
    return true;
  }

  /** Whether it can go on at once after a refusal. */
  async #isMended(error, body) {
    if (this.isStopped) return false;
    if (error.code === "conflict") return this.#settle(body).catch((other) => this.#later(other));
    return this.#later(error);
  }

  #later(error) {
    const isHarmless = error.isOffline || HARMLESS.has(error.code);
    if (isHarmless) {
      this.#show(error.isBusy ? "waiting" : "away");
      this.#notBefore = Date.now() + (error.wait ?? 0);
      this.#soon(RETRY);
      return false;
    }
    if (error.code === "full") {
      // Without room the browser alone keeps the sheet, until something is deleted.
      if (!this.#isFull) this.tell.onError(error);
      this.#isFull = true;
      this.#soon(FULL);
      return false;
    }
    this.stop();
    this.tell.onError(error);
    return false;
  }

  /** Somebody has saved: it may have been this very tab, whose answer got lost. */
  async #settle({ content }) {
    const theirs = await api.get(`/drafts/${this.id}`);
    if (this.isStopped) return false;
    // Nothing was changed there but what was found out, or the very same was written.
    if ([content, this.#base].some((own) => isSameContent(theirs.content, own))) {
      this.revision = theirs.revision;
      return true;
    }
    if (!this.#isChanged) {
      this.#take(theirs);
      return true;
    }
    this.keep();
    this.stop();
    this.tell.onConflict(theirs);
    return false;
  }

  #show(state) {
    if (this.state === state || this.isStopped) return;
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** Do something as soon as nobody waits for the page. */
function whenIdle(act) {
  if (window.requestIdleCallback) requestIdleCallback(act, { timeout: IDLE });
  else act();
}
