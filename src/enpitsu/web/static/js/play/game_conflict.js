/** Two logs of one game that both went on. */

/** @import { Game, LogEvent } from "../types.d.ts" */

import * as api from "../api.js";
import { clock } from "../words.js";
import { chooseVersion } from "../workbench/conflict.js";
import { gameBackup } from "../workbench/crash_backup.js";
import { difference, factsAfter, freeAfter } from "./game_log.js";

/**
 * Keep one's own position: the newer log goes on with one move that leads there.
 * @param {Game} theirs the game as the server has it @param {LogEvent[]} mine the other log @param {number} elapsed ms
 */
export async function keepMine(theirs, mine, elapsed) {
  const move = difference(factsAfter(theirs.log), factsAfter(mine));
  const free = difference(freeAfter(theirs.log), freeAfter(mine));
  const time = Math.max(elapsed, theirs.elapsed, theirs.log.at(-1)?.t ?? 0);
  const all = [
    ...paidFor(theirs.log, mine, time),
    ...written(mine, move, free).map((event) => ({ t: time, ...event })),
  ];
  await api.patch(`/games/${theirs.id}`, { revision: theirs.revision, events: all, elapsed: time, ui: {} });
  gameBackup.forget(theirs.id);
}

/** The move as the log would tell it: what was filled in or came with a file stays known as such. @param {LogEvent[]} mine @param {{put: string[], take: string[]}} move @param {{put: string[], take: string[]}} free */
function written(mine, { put, take }, free) {
  const filled = new Set(mine.filter(({ by }) => by === "fill").flatMap((event) => event.put ?? []));
  const by = mine.some((event) => event.by === "given") ? "given" : "hand";
  const moves = [
    { put: put.filter((fact) => !filled.has(fact)), take, by },
    { put: put.filter((fact) => filled.has(fact)), take: [], by: "fill" },
  ];
  const hasAny = (/** @type {{put: string[], take: string[]}} */ some) => some.put.length + some.take.length > 0;
  const marks = hasAny(free) ? [{ put: [], take: [], by: "hand", free }] : [];
  return [...moves.filter(hasAny), ...marks];
}

/** Prices of help stay paid, on whichever side it was taken. @param {LogEvent[]} theirs @param {LogEvent[]} mine @param {number} time */
function paidFor(theirs, mine, time) {
  const seen = new Set(theirs.map((event) => JSON.stringify(event)));
  const isOwed = (/** @type {LogEvent} */ event) =>
    ["hint", "check", "solve"].includes(event.note ?? "") && !seen.has(JSON.stringify(event));
  return mine.filter(isOwed).map((event) => ({ ...event, t: time }));
}

/** Ask which of the two it is to be. @param {Game} theirs @param {LogEvent[]} mine @returns {Promise<string | undefined>} "mine", "theirs" or nothing */
export function chooseGame(theirs, mine) {
  const figures = { theirs: theirs.log.length, mine: mine.length, time: clock(theirs.elapsed / 1000) };
  // Nobody can go on with a game that has ended.
  return chooseVersion("play", theirs.state === "begun" ? ["mine", "theirs"] : ["theirs"], { figures });
}

/** A lost tab left moves behind that do not fit what was saved since. @returns {Promise<boolean>} whether to keep them */
export const chooseLost = async () => (await chooseVersion("play", ["mine", "theirs"], { text: "lost" })) === "mine";
