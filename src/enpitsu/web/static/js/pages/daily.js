/** /daily and /daily/DATE: the puzzle of a day, its ranking, the calendar and the days in a row. */

import * as api from "../api.js";
import { calendar } from "../daily/calendar.js";
import { isDate, noon, today } from "../daily/dates.js";
import { askStreak, streakStrip } from "../daily/streak.js";
import { card, fill, h } from "../dom.js";
import { puzzleOverview } from "../puzzle/overview.js";
import { followTheme, knowKinds } from "../puzzle/puzzles.js";
import { puzzleRanking } from "../results/puzzle_ranking.js";
import { failed } from "../ui.js";
import { day, t } from "../words.js";

/** @param {HTMLElement} main @param {{date?: string}} params */
export default async function dailyPage(main, { date: told = "" }) {
  const date = isDate(told) ? told : today();
  await knowKinds();
  const [{ days }, streak] = await Promise.all([api.get("/daily/list", { date: today() }), askStreak()]);
  const title = date === today() ? t("library.daily.title") : t("library.daily.of", { date: day(noon(date)) });
  const puzzle = h("section", { class: "card stack", "aria-label": t("library.puzzle.title") });
  const ranking = h("div", {});
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, title), h("p", { class: "quiet" }, day(noon(date)))),
    h(
      "div",
      { class: "puzzle-page" },
      h("div", { class: "stack" }, puzzle, ranking),
      h(
        "div",
        { class: "stack" },
        card(
          t("library.daily.streak"),
          streakStrip(streak),
          h("p", { class: "quiet small" }, t("library.streak.about")),
        ),
        card(t("library.past.title"), calendar(ordered(days), date, streak.days)),
      ),
    ),
  );
  showDay(date, puzzle, ranking).catch(failed);
  return { title, leave: followTheme(main) };
}

const ordered = (days) => [...days].sort((a, b) => a.date.localeCompare(b.date));

/** Show the puzzle of a day, which may have to be made first. */
async function showDay(date, host, ranking) {
  fill(host, h("p", { class: "quiet lib-wait", role: "status" }, t("library.past.making")));
  try {
    const { puzzle } = await api.get("/daily", { date });
    fill(host, puzzleOverview(puzzle, { isDaily: true }));
    fill(ranking, await puzzleRanking(puzzle.id, t("library.daily.ranking")));
  } catch (error) {
    fill(host, h("p", { class: "quiet lib-wait" }, t("library.today.failed")));
    throw error;
  }
}
