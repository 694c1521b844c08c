/** Questions to the server about the board as it stands. */

/**
 * @typedef {import("./session.js").Session} Session
 * @import { FillInAnswer, HintAnswer, JustifyAnswer, MistakesAnswer, RefuteAssumptionAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { isFree } from "../board/slots.js";
import { language } from "../words.js";

/** The player's strokes that still count, in order. @param {{board: import("../board/board.js").Board}} session */
export const written = ({ board }) =>
  board.history.done
    .flatMap(({ parts }) => parts.flatMap(({ put }) => put.map(([fact]) => fact)))
    .filter((fact) => !isFree(fact));

/** The board and how it came about. @param {Session} session @param {string[]} without facts to be left out, as if they were not there */
function boardOf(session, without) {
  const left = new Set(without);
  const isKept = (/** @type {string} */ fact) => !left.has(fact);
  return {
    puzzle: session.document,
    position: session.board.facts().filter(isKept),
    history: written(session).filter(isKept),
    language: language(),
  };
}

// What is told counts as help, shown or not: what nobody waits for any more is to be aborted.

/** A hint. @param {Session} session @param {string[]} without see boardOf @param {AbortSignal} [signal] @returns {Promise<HintAnswer>} */
export const askHint = (session, without, signal) => api.post("/hint", boardOf(session, without), { signal });

/**
 * Everything that follows. @param {Session} session @param {string} upTo the hardest techniques @param {string[]} without see boardOf
 * @param {boolean} holdsEnd whether the facts are kept back if they solve the puzzle
 * @param {AbortSignal} [signal] @returns {Promise<FillInAnswer>}
 */
export const askFill = (session, upTo, without, holdsEnd, signal) =>
  api.post("/fill-in", { ...boardOf(session, without), up_to: upTo, holds_end: holdsEnd }, { signal });

/** Ask for the proof of a fact. @param {Session} session @param {string} fact @param {AbortSignal} [signal] @returns {Promise<JustifyAnswer>} */
export const askWhy = (session, fact, signal) =>
  api.post(
    "/justify",
    { puzzle: session.document, position: session.board.facts(), fact, language: language() },
    { signal },
  );

/** Ask what follows at a place where nothing stands. @param {Session} session @param {string[]} slots @param {AbortSignal} [signal] @returns {Promise<JustifyAnswer>} */
export const askPlace = (session, slots, signal) =>
  api.post(
    "/justify",
    { puzzle: session.document, position: session.board.facts(), slots, language: language() },
    { signal },
  );

/** Everything on the board that does not fit the only solution. @param {Session} session @returns {Promise<MistakesAnswer>} */
export const askMistakes = (session) =>
  api.post("/mistakes", { puzzle: session.document, position: session.board.facts() });

/**
 * Ask for the mistake in a trial. @param {Session} session @param {string[]} before the position when it began
 * @param {string[]} facts its own @param {AbortSignal} [signal] @returns {Promise<RefuteAssumptionAnswer>}
 */
export const askTrial = (session, before, facts, signal) =>
  api.post(
    "/refute-assumption",
    { puzzle: session.document, position: before, facts, language: language() },
    { signal },
  );
