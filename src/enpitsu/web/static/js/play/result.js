/**
 * The result of a game, beside its board: nothing lies over what was solved.
 * @import { FinishAnswer, KindAnswer, PuzzleRowAnswer, ResultAnswer } from "../contract.d.ts"
 * @typedef {{title: string, isNamed: boolean}} Heading
 */

import { h, icon } from "../dom.js";
import { clock, number, t, titleOf } from "../words.js";

/** What a solved puzzle is called, if it has a name of its own: a day or a kind with a number is none. @param {PuzzleRowAnswer} puzzle @param {KindAnswer} kind @returns {Heading} */
export function headingOf(puzzle, kind) {
  const isNamed = titleOf(puzzle, kind) === puzzle.title && !puzzle.title.startsWith(kind.name);
  return { title: isNamed ? puzzle.title : t("play.finish.solved"), isNamed };
}

/** The heads of the result. @param {string} id @param {Heading} heading */
export const heads = (id, { title, isNamed }) => [
  isNamed ? h("p", { class: "result-solved" }, icon("check"), h("span", {}, t("play.finish.solved"))) : null,
  h("h2", { id, class: isNamed ? "" : "is-good" }, isNamed ? null : icon("check"), h("span", {}, title)),
];

/** Time, place, points, and what is to be said of them. @param {ResultAnswer} result @param {Partial<FinishAnswer>} end @param {boolean} isTest */
export function figures(result, { place = null, players = null, is_best: isBest = false }, isTest) {
  return [
    h(
      "dl",
      { class: "figures" },
      figure("time", clock(result.seconds)),
      result.penalty ? figure("penalty", `+${clock(result.penalty)}`) : null,
      result.penalty ? figure("total", clock(result.total)) : null,
      place && players ? figure("place", placeLink(result, place, players)) : null,
      result.points ? figure("points", h("a", { href: "/results/ranking" }, number(result.points))) : null,
    ),
    chips(result, isBest, isTest),
    result.is_clean || result.mark === "answer" ? null : h("p", { class: "quiet small" }, helpWords(result)),
    result.mark ? h("p", { class: "banner is-note", role: "note" }, t(`results.mark.${result.mark}`)) : null,
  ];
}

/** @param {string} name @param {import("../dom.js").Child} value */
const figure = (name, value) =>
  h("div", {}, h("dt", {}, t(`play.finish.${name}`)), h("dd", { class: "number" }, value));

/** @param {ResultAnswer} result @param {number} place @param {number} players */
function placeLink({ puzzle }, place, players) {
  const words = placeWords(place, players);
  return puzzle ? h("a", { href: `/puzzle/${puzzle}` }, words) : words;
}

/** A place among so many. @param {number} place @param {number} players */
export const placeWords = (place, players) =>
  t("play.finish.place-of", { place: number(place), players: number(players) });

/** @param {ResultAnswer} result @param {boolean} isBest @param {boolean} isTest */
function chips(result, isBest, isTest) {
  const chip = (/** @type {string} */ name, isGood = false) =>
    h("span", { class: `chip${isGood ? " is-good" : ""}` }, isGood ? icon("star") : null, t(`play.finish.${name}`));
  const found = [
    isBest ? chip("best", true) : null,
    result.is_clean ? chip("clean") : null,
    result.is_first || isTest ? null : chip("repeat"),
  ].filter(Boolean);
  return found.length ? h("p", { class: "row" }, found) : null;
}

/** The help that was taken. @param {ResultAnswer} result */
export const helpWords = ({ hints, checks }) => t("play.finish.help", { hints, checks });
