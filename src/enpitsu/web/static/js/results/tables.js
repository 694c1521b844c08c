/** Tables of results: bests, all of them, rankings. */

import { h } from "../dom.js";
import { clock, day, graded, level, moment, number, size, t, tenths } from "../words.js";

/** A result's help in words. */
export function help({ is_clean: isClean, hints = 0, checks = 0, mark = "" }) {
  if (mark === "answer") return h("span", { class: "chip" }, t("results.helped"));
  if (isClean) return h("span", { class: "chip is-good" }, t("results.clean"));
  const told = [
    hints ? t("results.hints", { count: hints }) : "",
    checks ? t("results.checks", { count: checks }) : "",
  ];
  return h("span", { class: "chip" }, told.filter(Boolean).join(" · ") || t("results.helped"));
}

/** A player's name; a number tells those apart whose names look the same. */
export const playerName = ({ name, namesake = 0 }) => [
  h("bdi", {}, name || t("results.nobody")),
  namesake
    ? h("span", { class: "chip", title: t("results.players.namesake", { number: namesake }) }, `#${namesake}`)
    : null,
];

/** Why a result is in no ranking, if it is in none. */
export const marked = ({ mark }) =>
  mark ? h("span", { class: "chip is-marked", title: t(`results.mark.${mark}`) }, t("results.unranked")) : null;

/** The time that counts; where help was taken, the sum: time of play + help = together. */
export function sum({ total, seconds, penalty }) {
  if (!penalty) return h("span", { class: "number" }, clock(total));
  const [time, added] = [clock(seconds), clock(penalty)];
  return h(
    "span",
    { class: "sum number", title: t("results.made-of", { time, help: added, total: clock(total) }) },
    h("span", { class: "quiet how-long" }, `${time} + ${added} = `),
    clock(total),
  );
}

const time = (result) => h("td", { class: "is-number" }, sum(result));

const watch = ({ id }, words) => h("a", { href: `/replay/${id}` }, words);

/** @param {object[]} bests @param {(kind: string) => string} name @param {(best: object) => void} choose */
export function bestsTable(bests, name, choose) {
  const row = (best) => {
    const words = className(best, name);
    const pick = {
      class: "link",
      type: "button",
      onClick: () => choose(best),
      title: t("results.show-class", { name: words }),
    };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", pick, puzzleName(best, name))),
      time(best),
      h("td", {}, help(best)),
      h("td", {}, day(best.solved)),
      h("td", { class: "is-number" }, watch(best, t("results.watch"))),
    );
  };
  return table("bests", ["class", "total", "help", "date", "replay"], bests.map(row));
}

/** A class of puzzles in words: Kind 6×6 easy. */
export const className = (one, name) => `${name(one.kind)} ${size(one)} ${level(one.level)}`;

/** A result's puzzle in words, which also tell how long it was. */
const puzzleName = (one, name) => `${name(one.kind)} ${size(one)} ${graded(one)}`;

/** @param {object[]} results @param {(kind: string) => string} name @param {(result: object) => string} title */
export function resultsTable(results, name, title) {
  const row = (result) =>
    h(
      "tr",
      {},
      h("td", {}, moment(result.solved)),
      h(
        "td",
        {},
        puzzleName(result, name),
        title(result) ? h("span", { class: "quiet" }, ` · ${title(result)}`) : null,
      ),
      time(result),
      h(
        "td",
        {},
        h(
          "span",
          { class: "row" },
          help(result),
          result.is_first ? null : h("span", { class: "chip" }, t("results.again")),
          marked(result),
        ),
        result.mark ? h("p", { class: "quiet small" }, t(`results.mark.${result.mark}`)) : null,
      ),
      h("td", { class: "is-number" }, watch(result, t("results.watch"))),
    );
  return table("all", ["date", "class", "total", "help", "replay"], results.map(row));
}

/** @param {import("../contract.d.ts").RankedResult[]} ranking */
export function rankingTable(ranking) {
  const row = ({ place, result, is_me: isMe, name, namesake }) =>
    h(
      "tr",
      { class: isMe ? "is-me" : "" },
      h("td", { class: "is-number" }, String(place)),
      h(
        "th",
        { scope: "row" },
        playerName({ name, namesake }),
        isMe ? h("span", { class: "chip" }, t("results.me")) : null,
      ),
      time(result),
      h("td", {}, help(result)),
      h("td", { class: "is-number" }, watch(result, t("results.watch"))),
    );
  return table("ranking", ["place", "name", "total", "help", "replay"], ranking.map(row));
}

/** @param {{place: number, name: string, namesake: number, points: number, solved: number, clean: number, is_me: boolean}[]} players */
export function playersTable(players) {
  const row = ({ is_me: isMe, place, name, namesake, points, solved, clean }) => {
    const cells = [points, solved, clean].map((figure) => h("td", { class: "is-number" }, number(figure)));
    return h(
      "tr",
      { class: isMe ? "is-me" : "", tabindex: isMe ? "-1" : null },
      h("td", { class: "is-number" }, number(place)),
      h(
        "th",
        { scope: "row" },
        playerName({ name, namesake }),
        isMe ? h("span", { class: "chip is-good" }, t("results.me")) : null,
      ),
      cells,
    );
  };
  return table("players", ["place", "name", "points", "solved", "clean"], players.map(row));
}

/** @param {{result: object, counts: number}[]} results @param {(kind: string) => string} name */
export function countedTable(results, name) {
  const row = ({ result, counts }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/replay/${result.id}` }, puzzleName(result, name))),
      h("td", {}, help(result)),
      h("td", { class: "is-number" }, number(result.points)),
      h("td", { class: "is-number" }, tenths(counts)),
    );
  return table("counted", ["class", "help", "worth", "counts"], results.map(row));
}

const NUMBERS = new Set(["total", "place", "replay", "points", "solved", "clean", "worth", "counts"]);

function table(name, columns, rows) {
  const head = (column) =>
    h(
      "th",
      { scope: "col", class: NUMBERS.has(column) ? "is-number" : "" },
      column === "replay" ? h("span", { class: "sr-only" }, t("results.watch")) : t(`results.column.${column}`),
    );
  for (const row of rows) for (const [at, column] of columns.entries()) row.children[at].classList.add(`is-${column}`);
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t(`results.table.${name}`) },
    h(
      "table",
      { class: `results results-${name}` },
      h("caption", { class: "sr-only" }, t(`results.table.${name}`)),
      h("thead", {}, h("tr", {}, columns.map(head))),
      h("tbody", {}, rows),
    ),
  );
}
