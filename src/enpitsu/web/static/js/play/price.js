/** Prices of help in words. */

/** @import { LogEvent, Prices } from "../types.d.ts" */

import { parseFact } from "../board/slots.js";
import { t } from "../words.js";

/** "+10 s"; "free" for what was paid for before. @param {number} seconds */
export const price = (seconds) => (seconds ? t("play.price", { seconds }) : t("play.free"));

/** A button's words with its price. @param {string} text @param {number} seconds */
export const priced = (text, seconds) => `${text} (${price(seconds)})`;

/**
 * The marks that are seen of what is filled in at once: each value that holds, and one for all that is denied of a
 * slot, but none in a cell where something holds or that an edge touches on which something holds. @param {string[]} put
 */
export function filledMarks(put) {
  const facts = put.map(parseFact);
  const taken = new Set(facts.filter(({ holds }) => holds).flatMap(({ slot }) => [slot, ...slot.split("-")]));
  const seen = facts.filter(({ slot, holds }) => holds || !taken.has(slot));
  return [...new Set(seen.map(({ slot, value, holds }) => (holds ? `${slot} ${value}` : slot)))];
}

/** Seconds that the help in a log has cost so far; the server counts the same. @param {LogEvent[]} log @param {Prices} prices */
export function penalty(log, prices) {
  const stages = log.filter(({ note }) => note === "hint").map(({ stage }) => String(stage));
  const made = log.filter(({ by }) => by === "hint").length;
  const untold = Math.max(0, made - stages.filter((stage) => stage === "move").length);
  const checks = log.filter(({ note }) => note === "check").map(({ live }) => (live ? "live" : "check"));
  const sum = [...stages, ...checks].reduce((all, name) => all + (prices[name] ?? 0), 0);
  const filled = new Set(log.filter(({ by }) => by === "fill").flatMap(({ put = [] }) => filledMarks(put)));
  return sum + untold * prices.move + filled.size * prices.fill;
}
