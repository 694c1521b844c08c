/** /results/ranking: all players by points, over everything that they solved, by kind and overall. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { kindName, knowKinds } from "../puzzle/puzzles.js";
import { countedTable, playersTable } from "../results/tables.js";
import { router } from "../router.js";
import { nameForm } from "../settings_page/account.js";
import { number, t } from "../words.js";

const HOW = ["worth", "help", "first", "sum"];
const WHY = ["easy", "never"];

export default async function (main, _params, query) {
  const kinds = await knowKinds();
  const kind = kinds.some(({ id }) => id === query.get("kind")) ? query.get("kind") : "";
  const page = Math.min(Math.max(1, Number.parseInt(query.get("page"), 10) || 1), 10 ** 6);
  const [me, found, { results }] = await Promise.all([
    api.get("/me"),
    api.get("/ranking/players", { kind, page }),
    api.get("/results/points", { kind }),
  ]);
  fill(
    main,
    head(),
    tabs(kinds, kind),
    h(
      "div",
      { class: "results-page" },
      mine(me, found, kind),
      everybody(found, kind),
      h("div", { class: "stack" }, results.length ? madeOf(results) : null, how()),
    ),
  );
  return { title: t("results.players.title") };
}

/** Where a page of the ranking stands. */
const address = (kind, page = 1) => {
  const pairs = [
    ["kind", kind],
    ["page", page > 1 ? page : ""],
  ].filter(([, value]) => value);
  return `/results/ranking${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`;
};

const head = () =>
  h(
    "div",
    { class: "page-head" },
    h("h1", {}, t("results.players.title")),
    h("a", { class: "button", href: "/results" }, t("results.players.own")),
  );

function tabs(kinds, chosen) {
  const tab = (id, words) => h("a", { href: address(id), "aria-current": id === chosen ? "page" : null }, words);
  return h(
    "nav",
    { class: "tabs", "aria-label": t("results.players.kinds") },
    tab("", t("results.players.all")),
    kinds.map(({ id }) => tab(id, kindName(id))),
  );
}

function mine(player, { me, my_page: page, total }, kind) {
  const tile = (name, words) =>
    h("div", { class: "tile" }, h("dt", {}, t(`results.column.${name}`)), h("dd", { class: "number" }, words));
  const told = me
    ? h(
        "dl",
        { class: "tiles at-place" },
        tile("place", t("results.players.place", { place: number(me.place), total: number(total) })),
        ["points", "solved", "clean"].map((name) => tile(name, number(me[name]))),
      )
    : h("p", {}, t("results.players.no-points"));
  const action = me
    ? button({ text: t("results.players.show-me"), icon: "flag", onClick: () => showMe(kind, page) })
    : h("a", { class: "button is-primary", href: "/" }, t("results.go"));
  return h(
    "section",
    { class: "card stack at-class", "aria-labelledby": "mine" },
    h("h2", { id: "mine" }, t("results.players.mine")),
    told,
    h("div", { class: "row" }, action, h("a", { href: "#how" }, t("results.players.how.title"))),
    player.name
      ? null
      : [
          h("p", { class: "quiet" }, t("results.players.nameless")),
          nameForm(player, () => router.go(address(kind), { replace: true })),
        ],
  );
}

/** Go to the page with the player's own line, and to the line. */
async function showMe(kind, page) {
  await router.go(address(kind, page));
  /** @type {HTMLElement | null} */
  const row = document.querySelector(".results-players .is-me");
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}

function everybody({ players, page, pages, total }, kind) {
  const step = (to, name) =>
    to >= 1 && to <= pages ? h("a", { class: "button", href: address(kind, to) }, t(`results.players.${name}`)) : null;
  const shown = players.length
    ? playersTable(players)
    : h("p", {}, t(total ? "results.players.no-page" : "results.players.nobody"));
  const steps = [
    step(Math.min(page - 1, pages), "higher"),
    h("span", { class: "quiet number" }, t("results.page", { page: number(page), pages: number(pages) })),
    step(page + 1, "lower"),
  ];
  return h(
    "section",
    { class: "card stack at-bests", "aria-labelledby": "players" },
    h("h2", { id: "players" }, t("results.table.players")),
    shown,
    pages > 1 || page > 1 ? h("div", { class: "row" }, steps) : null,
  );
}

const madeOf = (results) =>
  h(
    "section",
    { class: "card stack", "aria-labelledby": "made-of" },
    h("h2", { id: "made-of" }, t("results.table.counted")),
    countedTable(results, kindName),
  );

const how = () =>
  h(
    "section",
    { class: "card stack", "aria-labelledby": "how" },
    h("h2", { id: "how" }, t("results.players.how.title")),
    h(
      "ol",
      { class: "points" },
      HOW.map((name) => h("li", {}, t(`results.players.how.${name}`))),
    ),
    h("h3", {}, t("results.players.why.title")),
    WHY.map((name) => h("p", {}, t(`results.players.why.${name}`))),
  );
