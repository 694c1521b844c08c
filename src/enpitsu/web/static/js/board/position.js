/** The position on the board, and drafts: changes that can be taken back whole. */

/** @import { Diff } from "../types.d.ts" */

import { factText, parseFact } from "./slots.js";

/**
 * Who wrote a fact, and in which trial; looks depend on it, meaning never does.
 * @typedef {{by: string, trial: number}} Tag
 * @typedef {{holds: boolean, tag: Tag}} Claim
 * @typedef {[string, Tag]} TaggedFact
 */

/** @type {Tag} */
export const PLAIN = Object.freeze({ by: "hand", trial: 0 });

/** What is only supposed, in a trial of its own inside those that are open. @type {Tag} */
export const SUPPOSED = Object.freeze({ by: "hand", trial: -1 });

/** @type {Map<string, Claim>} */
const NO_CLAIMS = new Map();

/** A set of facts, found by slot. */
export class Position {
  /** @type {Map<string, Map<string, Claim>>} */
  #slots = new Map();

  /** @param {Iterable<string>} facts @param {Iterable<string>} [supposed] what is only supposed beside them */
  static of(facts, supposed = []) {
    const position = new Position();
    for (const fact of facts) position.add(fact, PLAIN);
    for (const fact of supposed) position.add(fact, SUPPOSED);
    return position;
  }

  /** true, false ("not") or undefined (nothing said). @param {string} slot @param {string} value */
  get(slot, value) {
    return this.#slots.get(slot)?.get(value)?.holds;
  }

  /** The value that the slot has, if any. @param {string} slot */
  held(slot) {
    for (const [value, claim] of this.claims(slot)) if (claim.holds) return value;
    return undefined;
  }

  /** All that is said of a slot. @param {string} slot @returns {Map<string, Claim>} */
  claims(slot) {
    return this.#slots.get(slot) ?? NO_CLAIMS;
  }

  /** The tag of the first thing said of a slot. @param {string} slot @returns {Tag | undefined} */
  tag(slot) {
    return this.claims(slot).values().next().value?.tag;
  }

  /** The facts of one slot, with their tags. @param {string} slot @returns {TaggedFact[]} */
  factsAt(slot) {
    return [...this.claims(slot)].map(([value, { holds, tag }]) => [factText(slot, value, holds), tag]);
  }

  /** All slots of which something is said. */
  slots() {
    return [...this.#slots.keys()];
  }

  /** All facts as texts. */
  facts() {
    return this.slots().flatMap((slot) => this.factsAt(slot).map(([fact]) => fact));
  }

  /** @param {string} fact @param {Tag} tag */
  add(fact, tag) {
    const { slot, value, holds } = parseFact(fact);
    const claims = this.#slots.get(slot) ?? new Map();
    this.#slots.set(slot, claims.set(value, { holds, tag }));
    return slot;
  }

  /** @param {string} fact */
  remove(fact) {
    const { slot, value, holds } = parseFact(fact);
    const claims = this.#slots.get(slot);
    if (claims?.get(value)?.holds === holds) claims.delete(value);
    if (claims?.size === 0) this.#slots.delete(slot);
    return slot;
  }

  /** A position of its own that says the same. */
  copy() {
    const twin = new Position();
    for (const [slot, claims] of this.#slots) twin.#slots.set(slot, new Map(claims));
    return twin;
  }

  /** The slots of which the other says something else, or that look otherwise. @param {Position} other */
  differing(other) {
    /** @param {Position} position @param {string} slot */
    const said = (position, slot) =>
      position
        .factsAt(slot)
        .map(([fact, { by, trial }]) => `${fact} ${by} ${trial}`)
        .sort()
        .join();
    const all = new Set([...this.slots(), ...other.slots()]);
    return [...all].filter((slot) => said(this, slot) !== said(other, slot));
  }
}

/**
 * Changes written into a position at once, so that they are seen while the pointer moves, with
 * what stood there before: `cancel` takes everything back, `diff` tells what has changed.
 */
export class Draft {
  /** @type {Map<string, TaggedFact[]>} */
  #before = new Map();

  /** @param {Position} position @param {Tag} tag @param {(slot: string) => void} touched */
  constructor(position, tag, touched) {
    this.position = position;
    this.tag = tag;
    this.touched = touched;
  }

  /** @param {string} slot @param {string} value */
  get(slot, value) {
    return this.position.get(slot, value);
  }

  /**
   * Say that a slot has a value, has it not, or (null) take away what is said of the value.
   * A slot has one value at a time: another one is taken away.
   * @param {string} slot @param {string} value @param {boolean | null} holds
   */
  set(slot, value, holds) {
    if ((this.get(slot, value) ?? null) === holds) return;
    this.#remember(slot);
    for (const [other, claim] of [...this.position.claims(slot)]) {
      const isRival = other === value || (holds === true && claim.holds);
      if (isRival) this.position.remove(factText(slot, other, claim.holds));
    }
    if (holds !== null) this.position.add(factText(slot, value, holds), this.tag);
    this.touched(slot);
  }

  /** Take away all that is said of a slot. @param {string} slot */
  clear(slot) {
    for (const value of [...this.position.claims(slot).keys()]) this.set(slot, value, null);
  }

  /** Put a slot back as it was before the draft. @param {string} slot */
  restore(slot) {
    const before = this.#before.get(slot);
    if (before === undefined) return;
    for (const [fact] of this.position.factsAt(slot)) this.position.remove(fact);
    for (const [fact, tag] of before) this.position.add(fact, tag);
    this.#before.delete(slot);
    this.touched(slot);
  }

  /** Put everything back. */
  cancel() {
    for (const slot of [...this.#before.keys()]) this.restore(slot);
  }

  /** The changes. @returns {Diff} */
  diff() {
    /** @type {TaggedFact[]} */
    const put = [];
    /** @type {TaggedFact[]} */
    const take = [];
    for (const [slot, before] of this.#before) {
      const now = this.position.factsAt(slot);
      put.push(...missing(now, before));
      take.push(...missing(before, now));
    }
    return { put, take };
  }

  /** The slots whose facts have changed. */
  changed() {
    return [...this.#before.keys()];
  }

  /** @param {string} slot */
  #remember(slot) {
    if (!this.#before.has(slot)) this.#before.set(slot, this.position.factsAt(slot));
  }
}

/** @param {TaggedFact[]} facts @param {TaggedFact[]} others */
function missing(facts, others) {
  const known = new Set(others.map(([fact]) => fact));
  return facts.filter(([fact]) => !known.has(fact));
}
