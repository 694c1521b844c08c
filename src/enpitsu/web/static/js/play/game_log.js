/** Logs compared and put together: which of two goes on from the other, and what stands on the board. */

/**
 * @import { Entry } from "../board/history.js"
 * @import { Game, KeptGame, LogEvent } from "../types.d.ts"
 */

import { factText, isFree, parseFact } from "../board/slots.js";

/** @param {LogEvent} event */
const said = ({ t, note, stage, do: did, live, by, put = [], take = [], free = {} }) => {
  const marks = [free.put ?? [], free.take ?? []];
  return JSON.stringify([t, note ?? "", stage ?? "", did ?? "", Boolean(live), by ?? "", put, take, marks]);
};

/** True if a log begins with all events of another. @param {LogEvent[]} start @param {LogEvent[]} whole */
export const isStart = (start, whole) =>
  start.length <= whole.length && start.every((event, at) => said(event) === said(whole[at]));

/** The position after some events. @param {LogEvent[]} log @returns {Set<string>} */
export function factsAfter(log) {
  /** @type {Set<string>} */
  const facts = new Set();
  for (const { put = [], take = [] } of log) {
    for (const fact of take) facts.delete(fact);
    for (const fact of put) {
      const { slot, value, holds } = parseFact(fact);
      facts.delete(factText(slot, value, !holds));
      facts.add(fact);
    }
  }
  return facts;
}

/** The free marks after some events. @param {LogEvent[]} log */
export const freeAfter = (log) => factsAfter(log.map(({ free = {} }) => ({ t: 0, ...free })));

/** One move that turns a position into another. @param {Iterable<string>} from @param {Iterable<string>} to */
export function difference(from, to) {
  const [old, wanted] = [new Set(from), new Set(to)];
  return { put: [...wanted].filter((fact) => !old.has(fact)), take: [...old].filter((fact) => !wanted.has(fact)) };
}

/**
 * The events by which one's own game follows another one of the same puzzle, after a board that is cleared: times go on, and
 * nothing of either is lost. @param {{log: LogEvent[], elapsed: number}} theirs @param {LogEvent[]} mine @returns {LogEvent[]}
 */
export function joined(theirs, mine) {
  const start = theirs.elapsed;
  const cleared = { t: start, put: [], take: [...factsAfter(theirs.log)], by: "clear" };
  const marks = [...freeAfter(theirs.log)];
  const free = marks.length ? [{ t: start, put: [], take: [], by: "hand", free: { put: [], take: marks } }] : [];
  return [cleared, ...free, ...mine.map((event) => ({ ...event, t: start + event.t }))];
}

/**
 * What to open: the server's game and what a lost tab left behind.
 * @param {Game} game @param {KeptGame | null} kept see workbench/crash_backup.js
 * @returns {{game: Game, mine?: LogEvent[]}} `mine`: the other log, where both have gone on
 */
export function recovered(game, kept) {
  const isUsable = kept && game.state === "begun" && kept.base <= game.log.length;
  if (!isUsable) return { game };
  const since = game.log.slice(kept.base);
  const elapsed = Math.max(game.elapsed, kept.elapsed ?? 0);
  if (isStart(since, kept.events)) {
    const rest = kept.events.slice(since.length);
    const ui = rest.length || !since.length ? (kept.ui ?? game.ui) : game.ui;
    return { game: { ...game, log: [...game.log, ...rest], sent: game.log.length, elapsed, ui } };
  }
  if (isStart(kept.events, since)) return { game };
  return { game, mine: [...game.log.slice(0, kept.base), ...kept.events] };
}

/**
 * The move that wrote a fact last; null if none did. Strokes of free marks alone are no moves.
 * @param {{board: {history: {done: Entry[]}}}} session @param {string} fact
 * @returns {{number: number, before: number, after: number} | null} its number from 1 on; the entries before it; the moves from it on
 */
export function moveOf({ board: { history } }, fact) {
  const before = history.done.findLastIndex(({ parts }) =>
    parts.some(({ put }) => put.some(([each]) => each === fact)),
  );
  if (before < 0) return null;
  const moves = (/** @type {Entry[]} */ entries) => entries.filter(isMove).length;
  return { number: moves(history.done.slice(0, before + 1)), before, after: moves(history.done.slice(before)) };
}

/** @param {Entry} entry */
const isMove = ({ parts }) => parts.some(({ put, take }) => [...put, ...take].some(([fact]) => !isFree(fact)));
