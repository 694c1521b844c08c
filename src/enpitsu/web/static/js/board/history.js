/**
 * Undo and redo without end, trials with levels, and the log that a game is saved as.
 *
 * An entry is what one undo takes back: the player's stroke with what helpers added to it. The log
 * is append-only: undo and redo are events too, so replaying the events gives the position, and
 * also the stacks.
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Trial} Trial
 * @typedef {{parts: Part[], trial?: Trial, closed?: Trial[]}} Entry `trial`: the one that it took
 *   back; `closed`: those that ended when it was undone
 * @typedef {{put: string[], take: string[]}} Told
 * @import { Diff, LogEvent, SavedTrial, SavedUi, Stroke } from "../types.d.ts"
 * @import { PlacedTrial } from "./parts.js"
 * @import { TaggedFact } from "./position.js"
 */

import {
  agreeing,
  areRivals,
  inverse,
  isSameTrial,
  isTold,
  lively,
  net,
  ownId,
  plain,
  told,
  trialAt,
  whole,
} from "./parts.js";
import { PLAIN, Position, SUPPOSED } from "./position.js";
import { factText, isFree, parseFact } from "./slots.js";

/** The history of one board. */
export class History {
  position = new Position();
  /** Free marks, which are no facts. */
  free = new Position();
  /** @type {Entry[]} */
  done = [];
  /** @type {Entry[]} */
  undone = [];
  /** @type {Trial[]} */
  trials = [];
  /** @type {LogEvent[]} */
  log = [];
  /** @type {string[]} what stood there before the log began */
  given = [];
  #ids = 0;

  /**
   * @param {() => number} clock ms of play
   * @param {(slots: Iterable<string>, event: LogEvent) => void} changed
   */
  constructor(clock = () => 0, changed = () => {}) {
    this.clock = clock;
    this.changed = changed;
  }

  get canUndo() {
    return this.done.length > 0;
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  /** The number of open trials. */
  get level() {
    return this.trials.length;
  }

  /** Begin with facts that no undo takes back. @param {string[]} facts */
  give(facts) {
    this.given = [...facts];
    for (const fact of facts) this.position.add(fact, PLAIN);
  }

  /** The tag of what is written now. @param {string} by */
  tag(by) {
    const open = this.trials.at(-1);
    return { by, trial: open ? ownId(open) : 0 };
  }

  /** In which trial a fact was written: 0 is none. @param {{trial: number} | undefined} tag */
  levelOf(tag) {
    if (tag?.trial === SUPPOSED.trial) return this.level + 1;
    return tag?.trial ? this.trials.findIndex((trial) => trial.ids.has(tag.trial)) + 1 : 0;
  }

  /** Keep what drafts have already written; false if nothing has changed. @param {Part[]} parts */
  push(parts) {
    const real = parts.filter((part) => part.put.length + part.take.length > 0);
    if (!real.length) return false;
    this.#keep(real);
    for (const part of real) this.#tell(part, part.by);
    return true;
  }

  /** Add what a helper writes to the stroke before it. @param {Part[]} parts */
  #keep(parts) {
    const last = this.done.at(-1);
    if (parts[0].by === "helper" && last) last.parts.push(...parts);
    else this.done.push({ parts });
    this.undone = [];
  }

  /** Write a stroke that comes from outside (a hint, a solution). @param {Stroke} stroke */
  write({ put = [], take = [], by = "hand" }) {
    const wanted = agreeing(put);
    const staying = new Set(wanted);
    const going = [...take, ...this.#rivals(wanted)].filter((fact) => !staying.has(fact));
    const part = this.#realPart(wanted, going, by);
    this.#apply(part);
    return this.push([part]);
  }

  undo() {
    const entry = this.done.pop();
    if (!entry) return false;
    this.undone.push(entry);
    const part = inverse(net(entry.parts), "undo");
    this.#apply(part);
    entry.closed = this.#closeLater();
    if (entry.trial) this.trials.push(entry.trial);
    this.#tell(part, "undo");
    return true;
  }

  /** Trials that were begun after what is done now are open no more. */
  #closeLater() {
    const first = this.trials.findLastIndex(({ from }) => from <= this.done.length) + 1;
    return this.trials.splice(first);
  }

  redo() {
    const entry = this.undone.pop();
    if (!entry) return false;
    this.done.push(entry);
    const open = this.trials.at(-1);
    if (entry.trial && open && isSameTrial(open, entry.trial)) this.trials.pop();
    this.trials.push(...(entry.closed ?? []));
    entry.closed = [];
    const part = { ...net(entry.parts), by: "redo" };
    this.#apply(part);
    this.#tell(part, "redo");
    return true;
  }

  /** Start a trial, inside the one that is open. What was undone before is no part of it: it goes. */
  begin() {
    this.undone = [];
    this.#ids += 1;
    this.trials.push({ from: this.done.length, ids: new Set([this.#ids]) });
    return this.level;
  }

  /** End the trial and keep what it brought; it belongs to the one around it then. */
  accept() {
    const trial = this.trials.pop();
    if (!trial) return false;
    for (const id of trial.ids) this.trials.at(-1)?.ids.add(id);
    return true;
  }

  /** End the trial and take away what it brought; undo brings both back. */
  reject() {
    const trial = this.trials.pop();
    if (!trial) return false;
    this.undone = [];
    if (this.done.length === trial.from) return true;
    const part = this.#rejection(trial);
    this.#apply(part);
    this.done.push({ parts: [part], trial });
    this.#tell(part, "trial");
    return true;
  }

  /** The part that takes away all that a trial brought. @param {Trial} trial @returns {Part} */
  #rejection({ from }) {
    return inverse(net(this.done.slice(from).flatMap((entry) => entry.parts)), "trial");
  }

  /** Take every fact and free mark away, in one step. */
  clear() {
    return this.#takeAll([this.position, this.free], "clear");
  }

  /** Take every free mark away, in one step. */
  clearFree() {
    return this.#takeAll([this.free], "hand");
  }

  /** @param {Position[]} positions @param {string} by */
  #takeAll(positions, by) {
    const take = positions.flatMap((each) => each.slots().flatMap((slot) => each.factsAt(slot)));
    /** @type {Part} */
    const part = { put: [], take, by };
    this.#apply(part);
    return this.push([part]);
  }

  /** Write something else into the log: a hint, a check, a pause. @param {string} note @param {object} more @returns {LogEvent} */
  note(note, more = {}) {
    const event = { t: this.clock(), note, ...more };
    this.log.push(event);
    return event;
  }

  /** State that a reload needs beside the log: trials that are open, or that undo and redo open again. */
  save() {
    const line = this.#timeline();
    const ended = line.flatMap(({ trial }, at) => (trial ? [{ at, ...plain(trial) }] : []));
    const closed = line.flatMap((entry, at) => (entry.closed ?? []).map((trial) => ({ at, ...plain(trial) })));
    return { trials: this.trials.map(plain), ended, closed, redo: this.undone.length };
  }

  /** Begin again from a saved log. @param {LogEvent[]} events @param {SavedUi} saved */
  replay(events, saved = {}) {
    const trialsIn = (/** @type {SavedTrial[]} */ trials = []) => trials.map(lively);
    const [open, ended, closed] = [saved.trials, saved.ended, saved.closed].map(trialsIn);
    this.trials = open;
    const all = [...open, ...ended, ...closed];
    this.#ids = Math.max(0, ...all.flatMap(({ ids }) => [...ids]));
    // a trial whose end redo would bring back is open or closed now, but what came after its end lies outside
    const lasting = [...open, ...closed].filter((trial) => !ended.some((other) => isSameTrial(trial, other)));
    for (const event of events) if (!event.note) this.#replayOne(event, lasting, ended);
    this.undone = this.undone.slice(Math.max(0, this.undone.length - (saved.redo ?? Infinity)));
    const line = this.#timeline();
    for (const trial of ended) if (line[trial.at]) line[trial.at].trial = trial;
    for (const trial of closed) {
      const entry = line[trial.at];
      if (entry) entry.closed = [...(entry.closed ?? []), trial];
    }
    this.log = [...events];
  }

  /** All entries: what is done, then what redo would do. */
  #timeline() {
    return [...this.done, ...this.undone.toReversed()];
  }

  /** @param {LogEvent} event @param {Trial[]} open @param {PlacedTrial[]} ended */
  #replayOne(event, open, ended) {
    const { by = "hand" } = event;
    const { put, take } = whole(event);
    if (by === "undo" && this.#replayStep(this.done, this.undone, event, inverse)) return;
    if (by === "redo" && this.#replayStep(this.undone, this.done, event, (diff) => ({ ...diff, by }))) return;
    const rejected = by === "trial" ? ended.find(({ at }) => at === this.done.length) : undefined;
    const isAdded = by === "helper" && this.done.length > 0;
    const trial = trialAt(this.done.length - (isAdded ? 1 : 0), open, ended);
    const part = rejected ? this.#rejection(rejected) : null;
    const real = part && isTold(part, event) ? part : this.#realPart(put, take, by, trial);
    this.#apply(real);
    this.#keep([real]);
  }

  /**
   * A log that begins in the middle undoes what it does not tell: then nothing is done here.
   * @param {Entry[]} from @param {Entry[]} to @param {LogEvent} event @param {(diff: Diff, by: string) => Part} turn
   */
  #replayStep(from, to, event, turn) {
    const entry = from.at(-1);
    if (!entry) return false;
    const part = turn(net(entry.parts), event.by ?? "");
    if (!isTold(part, event)) return false;
    from.pop();
    to.push(entry);
    this.#apply(part);
    return true;
  }

  /**
   * The part that puts what is not there and takes what is.
   * @param {string[]} put @param {string[]} take @param {string} by @returns {Part}
   */
  #realPart(put, take, by, trial = this.tag(by).trial) {
    const has = (/** @type {string} */ fact) => {
      const { slot, value, holds } = parseFact(fact);
      return this.#home(fact).get(slot, value) === holds;
    };
    /** @param {string} fact @returns {TaggedFact} */
    const old = (fact) => {
      const { slot, value } = parseFact(fact);
      return [fact, this.#home(fact).claims(slot).get(value)?.tag ?? PLAIN];
    };
    /** @param {string} fact @returns {TaggedFact} */
    const fresh = (fact) => [fact, { by, trial }];
    return {
      put: [...new Set(put)].filter((fact) => !has(fact)).map(fresh),
      take: [...new Set(take)].filter(has).map(old),
      by,
    };
  }

  /** The facts that go where others are put: the opposite, and another value if the slot gets one. @param {string[]} put */
  #rivals(put) {
    return put.flatMap((fact) => {
      const { slot, value, holds } = parseFact(fact);
      return [...this.#home(fact).claims(slot)]
        .filter(([other, claim]) => areRivals({ value, holds }, { value: other, holds: claim.holds }))
        .map(([other, claim]) => factText(slot, other, claim.holds));
    });
  }

  /** @param {Part} part */
  #apply(part) {
    for (const [fact] of part.take) this.#home(fact).remove(fact);
    for (const [fact, tag] of part.put) this.#home(fact).add(fact, tag);
  }

  /** Where a fact or a free mark stands. @param {string} text */
  #home(text) {
    return isFree(text) ? this.free : this.position;
  }

  /** @param {Part} part @param {string} by */
  #tell(part, by) {
    const event = { t: this.clock(), ...told(part), by };
    this.log.push(event);
    this.changed(new Set([...part.put, ...part.take].map(([fact]) => parseFact(fact).slot)), event);
  }
}
