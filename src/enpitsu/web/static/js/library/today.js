/** The puzzle of the day, and those of the days before. */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import {
  gradeDots,
  kindName,
  levelDots,
  play,
  playClick,
  stateChip,
  thumb,
  variantChips,
  watchClick,
} from "../puzzle/puzzles.js";
import { dialog, failed, toast, whileBusy } from "../ui.js";
import { day, graded, language, size, t } from "../words.js";

/** Today where the player is, as 2026-01-31. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Letters of a kind's name where there is no room for it. */
const SHORT = 4;

/** A day at noon: no time zone moves it to another day. */
const noon = (date) => new Date(`${date}T12:00:00`);

/** Fill a section with today's puzzle, which may have to be made first. */
export async function showToday(section) {
  const date = today();
  fill(section, head(date), h("p", { class: "quiet lib-wait", role: "status" }, t("library.today.making")));
  try {
    const { puzzle } = await api.get("/daily", { date });
    fill(section, head(date), puzzleOfDay(puzzle));
  } catch (error) {
    const { isOffline } = /** @type {api.ApiError} */ (error);
    fill(
      section,
      head(date),
      h("p", { class: "quiet lib-wait" }, t(`library.today.${isOffline ? "away" : "failed"}`)),
      h("div", { class: "row" }, pastButton()),
    );
  }
}

const head = (date) =>
  h(
    "div",
    { class: "lib-today-head" },
    h("h2", {}, t("library.today.title")),
    h("time", { class: "quiet small", datetime: date }, day(noon(date))),
  );

function puzzleOfDay(row) {
  const words = { begun: "go-on", solved: "again" }[row.state] ?? "play";
  return h(
    "div",
    { class: "lib-today-body" },
    thumb(row, false),
    h(
      "div",
      { class: "lib-today-text" },
      h("p", { class: "lib-today-name" }, kindName(row.kind), h("span", { class: "quiet" }, ` ${size(row)}`)),
      h("div", { class: "row" }, gradeDots(row), variantChips(row), stateChip(row.state)),
      h(
        "div",
        { class: "row" },
        button({
          text: t(`library.today.${words}`),
          icon: row.state === "solved" ? "redo" : "play",
          primary: row.state !== "solved",
          onClick: (event) => playClick(event, row.id),
        }),
        row.state === "solved"
          ? button({ text: t("library.card.watch"), icon: "play", onClick: (event) => watchClick(event, row.id) })
          : null,
        pastButton(),
      ),
    ),
  );
}

const pastButton = () =>
  button({ text: t("library.today.past"), icon: "calendar", onClick: () => showPast().catch(failed) });

// --- the days before -----------------------------------------------------------------------------

async function showPast() {
  const { days } = await api.get("/daily/list", { date: today() });
  const ordered = [...days].sort((a, b) => a.date.localeCompare(b.date));
  await dialog({
    title: t("library.past.title"),
    body: calendar(ordered),
    wide: true,
    onOpen: (made) => {
      /** @type {HTMLElement | null} */
      const now = made.querySelector(".lib-day.is-today");
      now?.focus();
    },
  });
}

function calendar(days) {
  const weekday = new Intl.DateTimeFormat(language(), { weekday: "short" });
  // 2024-01-01 was a Monday.
  const names = [1, 2, 3, 4, 5, 6, 7].map((at) => weekday.format(new Date(2024, 0, at)));
  const heads = names.map((name) => h("span", { class: "lib-weekday", "aria-hidden": "true" }, name));
  const before = days.length ? (noon(days[0].date).getDay() + 6) % 7 : 0;
  const gaps = Array.from({ length: before }, () => h("span", { "aria-hidden": "true" }));
  return h("div", { class: "lib-calendar" }, heads, gaps, days.map(dayButton));
}

function dayButton(entry) {
  const row = entry.puzzle;
  const state = row?.state ?? "new";
  const isToday = entry.date === today();
  const name = t("library.past.day", {
    date: day(noon(entry.date)),
    kind: kindName(entry.kind),
    size: size(entry),
    level: graded(row ?? entry),
    state: t(`library.states.${state}`),
  });
  return h(
    "button",
    {
      type: "button",
      class: `lib-day is-${state}${isToday ? " is-today" : ""}`,
      "aria-label": name,
      title: name,
      "aria-current": isToday ? "date" : null,
      onClick: (event) => playDay(event, entry),
    },
    h("span", { class: "lib-day-number number" }, dayNumber(entry.date), state === "solved" ? icon("check") : null),
    h("span", { class: "lib-day-kind" }, kindName(entry.kind)),
    h("span", { class: "lib-day-kind is-short" }, kindName(entry.kind).slice(0, SHORT)),
    levelDots(entry.level),
  );
}

/** The first of a month tells which one. */
function dayNumber(date) {
  const at = noon(date);
  return at.getDate() > 1
    ? String(at.getDate())
    : new Intl.DateTimeFormat(language(), { month: "short", day: "numeric" }).format(at);
}

const playDay = ({ currentTarget: pressed }, { date, puzzle }) =>
  whileBusy(pressed, async () => {
    if (!puzzle) toast(t("library.past.making"));
    const row = puzzle ?? (await api.get("/daily", { date })).puzzle;
    pressed.closest("dialog")?.close();
    await play(row.id);
  }).catch(failed);
