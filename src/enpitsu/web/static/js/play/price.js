/** What help costs, in words. */

import { t } from "../words.js";

/** "+10 s"; "free" for what was paid for before. */
export const price = (seconds) => (seconds ? t("play.price", { seconds }) : t("play.free"));

/** A button's words with its price. */
export const priced = (text, seconds) => `${text} (${price(seconds)})`;

/** Seconds that the help in a log has cost so far; the server counts the same. @param {object[]} log @param {object} prices */
export function penalty(log, prices) {
  const stages = log.filter(({ note }) => note === "hint").map(({ stage }) => stage);
  const made = log.filter(({ by }) => by === "hint").length;
  const untold = Math.max(0, made - stages.filter((stage) => stage === "move").length);
  const checks = log.filter(({ note }) => note === "check").map(({ live }) => (live ? "live" : "check"));
  const sum = [...stages, ...checks].reduce((all, name) => all + (prices[name] ?? 0), 0);
  const filled = new Set(log.filter(({ by }) => by === "fill").flatMap(({ put }) => put));
  return sum + untold * prices.move + filled.size * prices.fill;
}
