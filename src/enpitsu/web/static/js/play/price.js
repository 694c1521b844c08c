/** Prices of help in words. */

/** @import { LogEvent, Prices } from "../types.d.ts" */

import { parseFact } from "../board/slots.js";
import { t } from "../words.js";

let isTold = true; // in the game that is played

/** Say whether prices are told: who plays calmly is spared them. @param {boolean} isOn */
export const tellPrices = (isOn) => {
  isTold = isOn;
};

/** "+10 s"; "free" for what was paid for before; "" where prices are not told. @param {number} seconds */
export const price = (seconds) => {
  if (!isTold) return "";
  return seconds ? t("play.price", { seconds }) : t("play.free");
};

/** A button's words with its price. @param {string} text @param {number} seconds */
export const priced = (text, seconds) => (isTold ? `${text} (${price(seconds)})` : text);

/** A sentence that tells prices, or, where they are not told, the one that does without. @param {string} key @param {object} values */
export const withPrices = (key, values) => t(isTold ? key : `${key}-calm`, values);

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
  const untold = Math.max(0, made - stages.filter((stage) => stage === "reason").length);
  const checks = log.filter(({ note }) => note === "check").map(({ live }) => (live ? "live" : "check"));
  const sum = [...stages, ...checks].reduce((all, name) => all + (prices[name] ?? 0), 0);
  const filled = new Set(log.filter(({ by }) => by === "fill").flatMap(({ put = [] }) => filledMarks(put)));
  return sum + untold * prices.reason + filled.size * prices.fill;
}
