/**
 * The puzzle of the day on the first page, with the days in a row.
 * @import { PuzzleRowAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { noon, today } from "../daily/dates.js";
import { askStreak, streakStrip } from "../daily/streak.js";
import { fill, h, icon } from "../dom.js";
import { puzzleOverview } from "../puzzle/overview.js";
import { day, t } from "../words.js";

/** Fill a section with today's puzzle, which may have to be made first. @param {HTMLElement} section @param {boolean} hasSolved puzzles, of this or another day */
export async function showToday(section, hasSolved) {
  const date = today();
  const streak = h("div", {});
  fill(section, head(date), h("p", { class: "quiet lib-wait", role: "status" }, t("library.today.making")));
  if (hasSolved)
    askStreak()
      .then((found) => found.best && fill(streak, streakStrip(found)))
      .catch(() => {}); // the puzzle stands without it
  try {
    const { puzzle } = await api.get("/daily", { date });
    fill(section, head(date), puzzleOverview(puzzle, { isDaily: true, more: calendarLink() }), streak);
  } catch (error) {
    const { isOffline } = /** @type {api.ApiError} */ (error);
    fill(
      section,
      head(date),
      h("p", { class: "quiet lib-wait" }, t(`library.today.${isOffline ? "away" : "failed"}`)),
      h("div", { class: "row" }, calendarLink()),
    );
  }
}

/** @param {string} date */
const head = (date) =>
  h(
    "div",
    { class: "lib-today-head" },
    h("h2", {}, t("library.today.title")),
    h("time", { class: "quiet small", datetime: date }, day(noon(date))),
  );

const calendarLink = () =>
  h("a", { class: "button", href: "/daily" }, icon("calendar"), h("span", {}, t("library.today.past")));
