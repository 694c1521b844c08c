/** The library: games to go on with, today's puzzle, what to play next, and the shelf. */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { showBegun } from "../library/begun_games.js";
import { listen, showOpening } from "../library/opening.js";
import { Shelf, USUAL } from "../library/shelf.js";
import { showSuggested } from "../library/suggested.js";
import { showToday } from "../library/today.js";
import { homecoming } from "../offline/begun.js";
import { followTheme, knowKinds, MINE } from "../puzzle/puzzles.js";
import { failed } from "../ui.js";
import { t } from "../words.js";

/** @param {HTMLElement} main @param {object} _params @param {URLSearchParams} query */
export default async function libraryPage(main, _params, query) {
  const isUsual = query.size === 0; // then the answer that tells of the collections has the first puzzles, too
  const asked = api.get("/puzzles", isUsual ? USUAL : { size: 1 });
  const [kinds, me, found] = await Promise.all([knowKinds(), api.get("/me"), asked]);
  const today = h("section", { class: "lib-today card" });
  const begun = h("section", { class: "lib-begun-part", hidden: true });
  const shelf = new Shelf(query, { kinds, collections: collectionsOf(found.counts) });
  const suggested = h("section", { class: "lib-begun-part", hidden: true });
  fill(main, head(kinds, me), begun, h("div", { class: "lib-top" }, today, suggested), shelf.node);
  // Whoever has solved nothing has no days in a row, and nothing to suggest puzzles by.
  const hasSolved = Boolean(found.counts.states.solved);
  const day = () => showToday(today, hasSolved).catch(failed);
  day();
  showBegun(begun).catch(failed);
  if (hasSolved) showSuggested(suggested).catch(failed);
  await shelf.load(isUsual ? found : undefined);
  const again = () => {
    shelf.load().catch(failed);
    showBegun(begun).catch(failed);
  };
  const server = api.server.subscribe((changed) => {
    if (changed.isOnline === undefined) return;
    again();
    if (changed.isOnline) day();
  });
  const endings = [listen(kinds), followTheme(main), server, homecoming.subscribe(again), () => shelf.leave()];
  return {
    title: t("library.title"),
    leave: () => {
      for (const end of endings) end();
    },
  };
}

/** One's own first. */
const collectionsOf = ({ collections }) =>
  Object.keys(collections).sort((a, b) => Number(b === MINE) - Number(a === MINE) || a.localeCompare(b));

function head(kinds, { name }) {
  return h(
    "div",
    { class: "page-head" },
    h("h1", {}, greeting(name)),
    h(
      "div",
      { class: "row" },
      button({ text: t("library.open.button"), icon: "open", class: "lib-open", onClick: () => showOpening(kinds) }),
      h("a", { class: "button", href: "/make" }, icon("make"), t("app.nav.make")),
    ),
  );
}

function greeting(name) {
  const hour = new Date().getHours();
  if (hour < 4) return t("library.greeting.night");
  const words = t(`library.greeting.${hour < 11 ? "morning" : hour < 18 ? "afternoon" : "evening"}`);
  return name ? t("library.greeting.named", { greeting: words, name }) : words;
}
