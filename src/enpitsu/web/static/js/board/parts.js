/**
 * What histories are made of: parts of strokes, and trials.
 * @typedef {import("./position.js").TaggedFact} TaggedFact
 * @typedef {{put: TaggedFact[], take: TaggedFact[], by: string}} Part
 * @typedef {{from: number, ids: Set<number>}} Trial begun after so many entries; the ids are its own
 *   and those of trials kept inside it
 */

import { parseFact } from "./slots.js";

/** The sum of several parts, one after the other. @param {Part[]} parts */
export function net(parts) {
  const put = new Map();
  const take = new Map();
  for (const part of parts) {
    for (const [fact, tag] of part.take) if (!put.delete(fact)) take.set(fact, tag);
    for (const [fact, tag] of part.put) if (!take.delete(fact)) put.set(fact, tag);
  }
  return { put: [...put], take: [...take] };
}

/** @returns {Part} */
export const inverse = ({ put, take }, by) => ({ put: take, take: put, by });

export const plain = ({ from, ids }) => ({ from, ids: [...ids] });
export const lively = ({ ids, ...trial }) => ({ ...trial, ids: new Set(ids) });

/** True if two facts of one slot exclude each other. */
export const areRivals = (a, b) => (a.value === b.value ? a.holds !== b.holds : a.holds && b.holds);

/** Of facts that exclude each other the last ones. @param {string[]} facts */
export function agreeing(facts) {
  const bySlot = new Map();
  for (const text of facts) {
    const fact = parseFact(text);
    const others = (bySlot.get(fact.slot) ?? []).filter((other) => !areRivals(other, fact));
    bySlot.set(fact.slot, [...others, { ...fact, text }]);
  }
  return [...bySlot.values()].flat().map(({ text }) => text);
}

/** The id that a trial began with; those of trials kept inside it are later ones. */
export const ownId = ({ ids }) => Math.min(...ids);

export const isSameTrial = (a, b) => ownId(a) === ownId(b);

export const isTold = (part, event) => part && isSaid(part.put, event.put) && isSaid(part.take, event.take);

function isSaid(facts, texts = []) {
  const said = new Set(texts);
  return facts.length === said.size && facts.every(([fact]) => said.has(fact));
}

/** The trial in which an entry was written, by its place: the last begun of those it lies in. */
export function trialAt(at, open, ended) {
  const around = [...open, ...ended.filter((trial) => at < trial.at)].filter(({ from }) => from <= at);
  return Math.max(0, ...around.map(ownId));
}
