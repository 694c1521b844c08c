/**
 * The last days as a calendar, a link to each day's puzzle.
 * @import { DayAnswer } from "../contract.d.ts"
 */

import { h, icon } from "../dom.js";
import { kindName, levelDots } from "../puzzle/puzzles.js";
import { day, graded, language, size, t } from "../words.js";
import { noon, today } from "./dates.js";

const SHORT = 4; // letters of a kind's name where there is no room for it

/** @param {DayAnswer[]} days the oldest first @param {string} chosen @param {string[]} inTime days that were solved in time */
export function calendar(days, chosen, inTime) {
  const weekday = new Intl.DateTimeFormat(language(), { weekday: "short" });
  // 2024-01-01 was a Monday.
  const names = [1, 2, 3, 4, 5, 6, 7].map((at) => weekday.format(new Date(2024, 0, at)));
  const heads = names.map((name) => h("span", { class: "lib-weekday", "aria-hidden": "true" }, name));
  const before = days.length ? (noon(days[0].date).getDay() + 6) % 7 : 0;
  const gaps = Array.from({ length: before }, () => h("span", { "aria-hidden": "true" }));
  const solved = new Set(inTime);
  return h(
    "div",
    { class: "lib-calendar" },
    heads,
    gaps,
    days.map((each) => dayLink(each, each.date === chosen, solved.has(each.date))),
  );
}

/** @param {DayAnswer} entry @param {boolean} isChosen @param {boolean} isInTime */
function dayLink(entry, isChosen, isInTime) {
  const row = entry.puzzle;
  const state = row?.state ?? "new";
  const isToday = entry.date === today();
  const name = t("library.past.day", {
    date: day(noon(entry.date)),
    kind: kindName(entry.kind),
    size: size(entry),
    level: graded(row ?? entry),
    state: isInTime ? t("library.past.in-time") : t(`library.states.${state}`),
  });
  return h(
    "a",
    {
      class: `lib-day is-${state}${isToday ? " is-today" : ""}${isInTime ? " is-in-time" : ""}`,
      href: isToday ? "/daily" : `/daily/${entry.date}`,
      "aria-label": name,
      title: name,
      "aria-current": isChosen ? "page" : null,
    },
    h(
      "span",
      { class: "lib-day-number number" },
      dayNumber(entry.date),
      state === "solved" ? icon(isInTime ? "star" : "check") : null,
    ),
    h("span", { class: "lib-day-kind" }, kindName(entry.kind)),
    h("span", { class: "lib-day-kind is-short" }, kindName(entry.kind).slice(0, SHORT)),
    levelDots(entry.level),
  );
}

/** The first of a month tells which one. @param {string} date */
function dayNumber(date) {
  const at = noon(date);
  return at.getDate() > 1
    ? String(at.getDate())
    : new Intl.DateTimeFormat(language(), { month: "short", day: "numeric" }).format(at);
}
