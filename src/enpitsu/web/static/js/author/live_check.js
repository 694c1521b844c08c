/**
 * What the server finds out about the sheet while it is edited: the latest sheet counts, and no hand
 * ever waits for it.
 *
 * Two lanes, one question at a time in each: a quick check after every stroke, and whatever takes
 * longer (more checking, the level, needless clues), which never holds up the quick one.
 *
 * "report" is told when the state changes.
 *
 * @import { GradeAnswer, LiveCheckAnswer, NeedlessClue } from "../contract.d.ts"
 * @typedef {{clues: NeedlessClue[], isDone: boolean, next?: number}} Needless
 * @typedef {{report: LiveCheckAnswer | null, grade: GradeAnswer | null, needless: Needless | null}} Findings
 * @typedef {Findings & {isChecking: boolean, isOld: boolean, isAway: boolean, problem: string | null}} State
 */

import * as api from "../api.js";
import { language } from "../words.js";

const DELAY = 15; // ms after the last stroke: it is drawn first
const QUICK = 0.12; // seconds of the first check: with the way there and back a third of a second is soon over
/** Further checks where that was not enough: seconds, after so many ms without a stroke. */
const MORE = [
  { seconds: 0.4, after: 100 },
  { seconds: 5, after: 400 },
];
const GRADE = { quick: 0.4, long: 10, rest: 1500 };
const NEEDLESS = 1.5; // seconds of a slice
const MOST_SECONDS = 10;
const SLICES = 60;
const GRACE = 600; // ms that an older long question may still take when a newer one waits
const AGAIN = 3000; // ms until a server that is away or busy is asked again
const MOST_KNOWN = 8;
const MOST_KEPT = 40; // sheets whose answers are remembered: undo is answered at once
const NOTHING = Object.freeze({ report: null, grade: null, needless: null });
const STALE = Symbol("the sheet has changed meanwhile");

/** Studies one sheet after the other. */
export class LiveCheck extends EventTarget {
  /** @type {State} */
  state = { isChecking: false, isOld: false, isAway: false, problem: null, ...NOTHING };
  #version = 0;
  #timer = 0;
  #isQuick = false;
  #isWaiting = false;
  /** The long question that is on its way. @type {{end: AbortController, done: Promise<unknown>} | null} */
  #slow = null;
  #kept = new Map();
  #known = [];

  /**
   * @param {() => import("./editor.js").PuzzleDocument | null} document the sheet as a JSON document, null if it cannot be one
   * @param {() => boolean} wantsNeedless whether needless clues of the sheet are worth looking for
   */
  constructor(document, wantsNeedless = () => true) {
    super();
    this.document = document;
    this.wantsNeedless = wantsNeedless;
    this.end = api.server.subscribe(({ isOnline }) => isOnline && this.state.isAway && this.touch());
  }

  /** The sheet has changed. */
  touch() {
    this.#version += 1;
    clearTimeout(this.#timer);
    this.#tell({ isChecking: true, isOld: true });
    this.#timer = setTimeout(() => this.#run(), DELAY);
  }

  /** No more questions. */
  stop() {
    this.#version += 1;
    this.#isWaiting = false;
    clearTimeout(this.#timer);
    this.#slow?.end.abort();
    this.end();
  }

  async #run() {
    this.#isWaiting = this.#isQuick; // it begins anew when that is back
    if (this.#isWaiting) return;
    const version = this.#version;
    const check = () => {
      if (version !== this.#version) throw STALE;
    };
    try {
      await this.#ask(check);
      this.#tell({ isChecking: false });
    } catch (error) {
      if (error !== STALE && version === this.#version) this.#failed(error);
    }
  }

  async #ask(check) {
    const puzzle = this.document();
    if (!puzzle) return this.#tell({ ...NOTHING, isOld: false, isAway: false });
    const kept = this.#keptOf(puzzle);
    const show = () => {
      check();
      this.#tell({ report: kept.report, grade: kept.grade, needless: kept.needless, isOld: false, isAway: false });
    };
    const asked = { puzzle, kept, check, show };
    await this.#askReport(asked);
    if (kept.report.status !== "unique") return;
    await this.#grade(asked);
    if (this.wantsNeedless()) await this.#needless(asked);
  }

  /** The findings about a puzzle: the same object each time, of the latest ones only. */
  #keptOf(puzzle) {
    const key = JSON.stringify(puzzle);
    const kept = this.#kept.get(key) ?? { ...NOTHING };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    return kept;
  }

  async #askReport({ puzzle, kept, check, show }) {
    const body = (seconds) => ({ puzzle, seconds, known: this.#known, language: language() });
    if (!kept.report) kept.report = await this.#postQuickly("/live-check", body(QUICK));
    this.#remember(kept.report.solutions);
    show();
    kept.more ??= 0; // how often it was asked again
    while (isOpen(kept.report) && kept.more < MORE.length) {
      const { seconds, after } = MORE[kept.more];
      await rest(after, check);
      kept.report = await this.#postSlowly("/live-check", body(seconds), check);
      kept.more += 1;
      this.#remember(kept.report.solutions);
      show();
    }
  }

  async #grade({ puzzle, kept, check, show }) {
    const ask = async (seconds) => {
      kept.grade = await this.#postSlowly("/grade", { puzzle, seconds, language: language() }, check);
      show();
    };
    if (!kept.grade) await ask(GRADE.quick);
    if (kept.grade.level || !kept.grade.reached || kept.wasGraded) return;
    await rest(GRADE.rest, check);
    await ask(GRADE.long);
    kept.wasGraded = true;
  }

  async #needless({ puzzle, kept, check, show }) {
    kept.needless ??= { clues: [], isDone: false };
    const found = kept.needless;
    let seconds = NEEDLESS;
    for (let slice = 0; slice < SLICES && !found.isDone; slice++) {
      const body = { puzzle, seconds, after: found.next, language: language() };
      const { status, clues, next } = await this.#postSlowly("/needless", body, check);
      if (status !== "unique") {
        kept.needless = null; // given up
        return;
      }
      // One clue may take longer than a slice: the next is larger, until it is too much.
      if (next === (found.next ?? 0)) seconds *= 2;
      if (seconds > MOST_SECONDS) return;
      Object.assign(found, { clues: [...found.clues, ...clues], next: next ?? undefined, isDone: next === null });
      show();
    }
  }

  /** Solutions known so far: most edits leave one of them right. */
  #remember(solutions) {
    const all = [...solutions, ...this.#known];
    this.#known = [...new Map(all.map((facts) => [facts.join(), facts])).values()].slice(0, MOST_KNOWN);
  }

  async #postQuickly(path, body) {
    this.#isQuick = true;
    try {
      return await api.post(path, body);
    } finally {
      this.#isQuick = false;
      if (this.#isWaiting) this.#run();
    }
  }

  async #postSlowly(path, body, check) {
    check();
    while (this.#slow) await this.#clear();
    check();
    const end = new AbortController();
    const asking = api.post(path, body, { signal: end.signal });
    const own = { end, done: asking.catch(() => {}) };
    this.#slow = own;
    try {
      return await asking;
    } finally {
      if (this.#slow === own) this.#slow = null;
    }
  }

  /** A long question about an older sheet ends soon by itself, or is given up. */
  async #clear() {
    if (!this.#slow) return;
    const { end, done } = this.#slow;
    const late = setTimeout(() => end.abort(), GRACE);
    await done;
    clearTimeout(late);
    if (this.#slow?.end === end) this.#slow = null;
  }

  #failed(error) {
    if (error.name === "AbortError") return;
    const isAway = Boolean(error.isOffline);
    const isBusy = isAway || error.status === 503 || error.isBusy;
    this.#tell({ isChecking: false, isAway, problem: isBusy ? null : error.message });
    if (isBusy) this.#timer = setTimeout(() => this.touch(), AGAIN);
    if (!error.code) throw error;
  }

  #tell(some) {
    this.state = { ...this.state, problem: null, ...some };
    this.dispatchEvent(new Event("report"));
  }
}

/** Wait, unless the sheet changes. */
async function rest(ms, check) {
  check();
  await new Promise((done) => setTimeout(done, ms));
  check();
}

/** True if more time may find out more. */
function isOpen({ status, is_complete: isComplete, places }) {
  if (status === "broken") return false;
  return status === "none" ? !places.length : !isComplete;
}
