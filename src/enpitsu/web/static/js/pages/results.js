/** /results: what the player has solved, how that went over time, and how others did. */

import * as api from "../api.js";
import { askStreak, streakStrip } from "../daily/streak.js";
import { button, fill, h, icon } from "../dom.js";
import { kindName, knowKinds, titleOf } from "../puzzle/puzzles.js";
import { ClassResults } from "../results/class_results.js";
import { playedClasses } from "../results/classes.js";
import { openFile } from "../results/file.js";
import { scoring } from "../results/scoring.js";
import { bestsTable, resultsTable } from "../results/tables.js";
import { totals } from "../results/totals.js";
import { router } from "../router.js";
import { nameForm } from "../settings_page/account.js";
import { failed } from "../ui.js";
import { t } from "../words.js";

const SIZE = 20; // results on a page

export default async function (main) {
  const [me, , { prices }, { results: bests }, first, classes, streak] = await Promise.all([
    api.get("/me"),
    knowKinds(),
    api.get("/prices"),
    api.get("/results/bests"),
    api.get("/results", { size: SIZE }),
    playedClasses(),
    askStreak(),
  ]);
  const name = kindName;
  // A puzzle without a title is called as in the library, if it is there.
  const title = (result) => (result.title || result.number ? titleOf(result) : "");
  const about = bests.length || classes.length ? new ClassResults({ bests, classes }, name) : null;
  fill(
    main,
    head(first.total > 0),
    h(
      "div",
      { class: "results-page" },
      who(me, first, streak),
      about?.element,
      bests.length ? bestsCard(bests, name, about) : first.total ? null : nothing(),
      scoring(prices),
      first.total ? list(first, name, title) : null,
    ),
  );
  about?.showThatOf(first.results[0]);
  return { title: t("results.title"), leave: () => about?.leave() };
}

function head(hasResults) {
  const file = h("input", {
    type: "file",
    accept: "application/json,.json",
    hidden: true,
    "aria-label": t("results.open-file"),
    onChange: ({ target }) =>
      openFile(target.files[0])
        .then(() => router.go("/replay/file"))
        .catch(failed),
  });
  const open = button({ text: t("results.open-file"), icon: "open", onClick: () => file.click() });
  const table = h(
    "a",
    { class: "button", href: api.address("/results/table"), download: "enpitsu-results.csv" },
    icon("download"),
    h("span", {}, t("results.csv")),
  );
  return h(
    "div",
    { class: "page-head" },
    h("h1", {}, t("results.title")),
    h("a", { class: "button", href: "/daily" }, icon("calendar"), h("span", {}, t("library.daily.title"))),
    h("a", { class: "button", href: "/results/ranking" }, icon("star"), h("span", {}, t("results.players.title"))),
    file,
    open,
    hasResults ? table : null,
  );
}

/** The name, and totals. */
const who = (me, sums, streak) =>
  h(
    "section",
    { class: "card stack at-who", "aria-labelledby": "who" },
    h("h2", { id: "who" }, t("results.you")),
    nameForm(me),
    totals(sums),
    streak.best ? streakStrip(streak) : null,
  );

const nothing = () =>
  h(
    "section",
    { class: "card stack at-bests", "aria-labelledby": "nothing" },
    h("h2", { id: "nothing" }, t("results.nothing")),
    h("p", { class: "quiet" }, t("results.nothing-about")),
    h("div", { class: "row" }, h("a", { class: "button is-primary", href: "/" }, t("results.go"))),
  );

function bestsCard(bests, name, about) {
  const choose = (best) => {
    about.show(best);
    about.element.scrollIntoView({ block: "start" });
    about.picker.focus({ preventScroll: true });
  };
  return h(
    "section",
    { class: "card stack at-bests", "aria-labelledby": "bests" },
    h("h2", { id: "bests" }, t("results.bests")),
    bestsTable(bests, name, choose),
  );
}

/** All results, page by page. */
function list(first, name, title) {
  const host = h("div", {});
  const where = h("span", { class: "quiet number", role: "status" });
  const newer = button({ text: t("results.newer"), icon: "back", onClick: () => go(-1) });
  const older = button({ text: t("results.older"), icon: "next", onClick: () => go(1) });
  let page = 1;
  const show = (data) => {
    fill(host, resultsTable(data.results, name, title));
    where.textContent = t("results.page", { page, pages: data.pages });
    newer.disabled = page <= 1;
    older.disabled = page >= data.pages;
  };
  const go = (step) =>
    api
      .get("/results", { page: page + step, size: SIZE })
      .then((data) => {
        page += step;
        show(data);
      })
      .catch(failed);
  show(first);
  return h(
    "section",
    { class: "card stack at-all", "aria-labelledby": "all" },
    h("h2", { id: "all" }, t("results.all")),
    host,
    first.pages > 1 ? h("div", { class: "row" }, newer, where, older) : null,
  );
}
