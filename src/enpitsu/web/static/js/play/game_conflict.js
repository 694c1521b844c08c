/** Two logs of one game that both went on. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { dialog } from "../ui.js";
import { t } from "../words.js";
import { difference, factsAfter } from "./game_log.js";
import * as net from "./net.js";

/**
 * Keep one's own position: the newer log goes on with one move that leads there.
 * @param {object} theirs the game as the server has it @param {object[]} mine the other log
 */
export async function keepMine(theirs, mine, elapsed) {
  const move = difference(factsAfter(theirs.log), factsAfter(mine));
  const time = Math.max(elapsed, theirs.elapsed, theirs.log.at(-1)?.t ?? 0);
  const all = [...paidFor(theirs.log, mine, time), ...written(mine, move).map((event) => ({ t: time, ...event }))];
  await api.patch(`/games/${theirs.id}`, { revision: theirs.revision, events: all, elapsed: time, ui: {} });
  net.forget(theirs.id);
}

/** The move as the log would tell it: what was filled in or came with a file stays known as such. */
function written(mine, { put, take }) {
  const filled = new Set(mine.filter(({ by }) => by === "fill").flatMap((event) => event.put));
  const by = mine.some((event) => event.by === "given") ? "given" : "hand";
  const moves = [
    { put: put.filter((fact) => !filled.has(fact)), take, by },
    { put: put.filter((fact) => filled.has(fact)), take: [], by: "fill" },
  ];
  return moves.filter((move) => move.put.length + move.take.length);
}

/** What help cost stays paid, on whichever side it was taken. */
function paidFor(theirs, mine, time) {
  const seen = new Set(theirs.map((event) => JSON.stringify(event)));
  const isOwed = (event) => ["hint", "check", "solve"].includes(event.note) && !seen.has(JSON.stringify(event));
  return mine.filter(isOwed).map((event) => ({ ...event, t: time }));
}

/** Which of the two? @param {any} body @param {boolean} [both] whether one's own can be kept */
export function choose(body, both = true) {
  const mine = { text: t("play.conflict.mine"), value: "mine" };
  const theirs = { text: t("play.conflict.theirs"), value: "theirs", primary: true };
  return dialog({ title: t("play.conflict.title"), body, actions: both ? [mine, theirs] : [theirs] });
}

/** A lost tab left moves behind that do not fit what was saved since. @returns {Promise<boolean>} whether to keep them */
export async function chooseLost() {
  return (await choose(h("p", {}, t("play.conflict.lost")))) === "mine";
}
