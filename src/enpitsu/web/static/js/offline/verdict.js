/**
 * Whether a board is solved, by the sealed answer of its puzzle: `enpitsu.play.sealed_answer` makes the seal.
 * @import { StarterPuzzle } from "../contract.d.ts"
 * @typedef {Pick<StarterPuzzle, "fingerprint" | "answer">} Sealed
 */

import { factText, parseFact } from "../board/slots.js";

const utf8 = new TextEncoder();

/** @param {BufferSource} bytes */
const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const hex = (/** @type {Uint8Array} */ bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

/** True if a board has as many marks as the answer. @param {Sealed} puzzle @param {string[]} facts */
export const isFull = ({ answer }, facts) => facts.filter((fact) => parseFact(fact).holds).length >= answer.marks;

/** True if a board has the facts of the answer, and no mark that contradicts it. @param {Sealed} puzzle @param {string[]} facts @returns {Promise<boolean>} */
export async function isSolved({ fingerprint, answer }, facts) {
  const said = facts.map((text) => ({ text, ...parseFact(text) }));
  const isShown = (/** @type {{holds: boolean, value: string}} */ { holds, value }) =>
    holds && answer.values.includes(value);
  const shown = said.filter(isShown).map(({ text }) => text);
  if (shown.length !== answer.marks) return false;
  const key = await hash(utf8.encode([fingerprint, ...shown.sort()].join("\n")));
  if (!hex(await hash(key)).startsWith(answer.seal)) return false;
  const truths = await unseal(answer.inside, key);
  return said
    .filter((fact) => !isShown(fact))
    .every(({ slot, value, holds }) => truths.has(factText(slot, value, true)) === holds);
}

/** What is true besides. @param {string} inside @param {Uint8Array} key @returns {Promise<Set<string>>} */
async function unseal(inside, key) {
  const bytes = Uint8Array.from(atob(inside), (sign) => sign.charCodeAt(0));
  for (let block = 0; block * key.length < bytes.length; block++) {
    const seed = new Uint8Array(key.length + 4);
    seed.set(key);
    new DataView(seed.buffer).setUint32(key.length, block);
    const stream = await hash(seed);
    for (let at = 0; at < stream.length; at++) bytes[block * key.length + at] ^= stream[at];
  }
  return new Set(new TextDecoder().decode(bytes).split("\n"));
}
