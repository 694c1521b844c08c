/**
 * What histories are made of: parts of strokes, and trials.
 * @typedef {import("./position.js").TaggedFact} TaggedFact
 * @typedef {{put: TaggedFact[], take: TaggedFact[], by: string}} Part
 * @typedef {{from: number, ids: Set<number>}} Trial begun after so many entries; the ids are its own
 *   and those of trials kept inside it
 * @typedef {Trial & {at: number}} PlacedTrial one that ended with the entry at this place
 * @import { Diff, Fact, LogEvent, SavedTrial } from "../types.d.ts"
 */

import { isFree, parseFact } from "./slots.js";

/** The sum of several parts, one after the other. @param {Part[]} parts @returns {Diff} */
export function net(parts) {
  /** @type {Map<string, import("./position.js").Tag>} */
  const put = new Map();
  /** @type {Map<string, import("./position.js").Tag>} */
  const take = new Map();
  for (const part of parts) {
    for (const [fact, tag] of part.take) if (!put.delete(fact)) take.set(fact, tag);
    for (const [fact, tag] of part.put) if (!take.delete(fact)) put.set(fact, tag);
  }
  return { put: [...put], take: [...take] };
}

/** The part that takes one back. @param {Diff} diff @param {string} by @returns {Part} */
export const inverse = ({ put, take }, by) => ({ put: take, take: put, by });

/** A trial as it is saved. @param {Trial} trial */
export const plain = ({ from, ids }) => ({ from, ids: [...ids] });
/** A saved trial. @param {SavedTrial} trial @returns {PlacedTrial} */
export const lively = ({ ids, at = -1, from }) => ({ from, at, ids: new Set(ids) });

/** True if two facts of one slot exclude each other. @param {Omit<Fact, "slot">} a @param {Omit<Fact, "slot">} b */
export const areRivals = (a, b) => (a.value === b.value ? a.holds !== b.holds : a.holds && b.holds);

/** Of facts that exclude each other the last ones. @param {string[]} facts */
export function agreeing(facts) {
  /** @type {Map<string, (Fact & {text: string})[]>} */
  const bySlot = new Map();
  for (const text of facts) {
    const fact = parseFact(text);
    const others = (bySlot.get(fact.slot) ?? []).filter((other) => !areRivals(other, fact));
    bySlot.set(fact.slot, [...others, { ...fact, text }]);
  }
  return [...bySlot.values()].flat().map(({ text }) => text);
}

/** The id that a trial began with; those of trials kept inside it are later ones. @param {Trial} trial */
export const ownId = ({ ids }) => Math.min(...ids);

/** @param {Trial} a @param {Trial} b */
export const isSameTrial = (a, b) => ownId(a) === ownId(b);

/** True if an event of the log tells just what a part does. @param {Diff} part @param {LogEvent} event */
export function isTold(part, event) {
  const { put, take } = whole(event);
  return isSaid(part.put, put) && isSaid(part.take, take);
}

/** What an event puts and takes, facts and free marks. @param {LogEvent} event */
export const whole = ({ put = [], take = [], free = {} }) => ({
  put: [...put, ...(free.put ?? [])],
  take: [...take, ...(free.take ?? [])],
});

/** The texts of a part as an event tells them: free marks beside the facts. @param {Diff} part */
export function told({ put, take }) {
  const texts = (/** @type {TaggedFact[]} */ facts, /** @type {boolean} */ areFree) =>
    facts.map(([fact]) => fact).filter((fact) => isFree(fact) === areFree);
  const free = { put: texts(put, true), take: texts(take, true) };
  const facts = { put: texts(put, false), take: texts(take, false) };
  return free.put.length + free.take.length ? { ...facts, free } : facts;
}

/** @param {TaggedFact[]} facts @param {string[]} texts */
function isSaid(facts, texts = []) {
  const said = new Set(texts);
  return facts.length === said.size && facts.every(([fact]) => said.has(fact));
}

/**
 * The trial in which an entry was written, by its place: the last begun of those it lies in.
 * @param {number} at @param {Trial[]} open @param {PlacedTrial[]} ended
 */
export function trialAt(at, open, ended) {
  const around = [...open, ...ended.filter((trial) => at < trial.at)].filter(({ from }) => from <= at);
  return Math.max(0, ...around.map(ownId));
}
