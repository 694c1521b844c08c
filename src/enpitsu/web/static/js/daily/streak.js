/**
 * Days in a row: how many, and the last week day by day.
 * @import { StreakAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { day, language, t } from "../words.js";
import { daysUntil, noon, today } from "./dates.js";

const WEEK = 7;

/** The player's days in a row, as of today where they are. @returns {Promise<StreakAnswer>} */
export const askStreak = () => api.get("/daily/streak", { date: today() });

/** The number of days in a row in words. @param {StreakAnswer} streak */
export const streakWords = ({ current }) => (current ? t("library.streak.current", { count: current }) : "");

/** The last week; a day that was solved in time has a tick. @param {StreakAnswer} streak */
export function streakStrip(streak) {
  const solved = new Set(streak.days);
  const letter = new Intl.DateTimeFormat(language(), { weekday: "narrow" });
  const date = today();
  const square = (/** @type {string} */ each) => {
    const isSolved = solved.has(each);
    const said = t(`library.streak.${isSolved ? "solved" : "open"}`, { date: day(noon(each)) });
    return h(
      "li",
      { class: `streak-day${isSolved ? " is-solved" : ""}${each === date ? " is-today" : ""}` },
      h("span", { "aria-hidden": "true" }, letter.format(noon(each))),
      h("span", { class: "streak-mark" }, isSolved ? icon("check") : null),
      h("span", { class: "sr-only" }, said),
    );
  };
  const { current, best } = streak;
  return h(
    "div",
    { class: "streak" },
    h(
      "p",
      { class: "streak-words" },
      h("strong", {}, streakWords(streak) || t("library.streak.none")),
      best > current ? h("span", { class: "quiet small" }, t("library.streak.best", { count: best })) : null,
    ),
    h("ol", { class: "streak-week" }, daysUntil(date, WEEK).map(square)),
  );
}
