/** /school: a course for every kind. */

/**
 * @typedef {import("../contract.d.ts").SchoolsAnswer["schools"][number]} School
 * @import { KindAnswer, RulesAnswer } from "../contract.d.ts"
 * @import { Kind } from "../types.d.ts"
 */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { fill, h, icon } from "../dom.js";
import { board as jsOf } from "../kinds.js";
import { kindById } from "../puzzle/puzzles.js";
import { knownBar } from "../school/progress.js";
import { kindName, language, t } from "../words.js";

const LARGEST = 32; // pixels of a cell

/** @param {HTMLElement} main */
export default async function (main) {
  const asked = { language: language() };
  const [{ schools }, kinds] = await Promise.all([api.get("/school", asked), api.kinds()]);
  const cards = await Promise.all(
    schools.map(async (/** @type {School} */ school) => {
      const [rules, js] = await Promise.all([api.get(`/rules/${school.kind}`, asked), jsOf(school.kind)]);
      return { school, rules, js, host: h("div", { class: "kind-picture", inert: true, "aria-hidden": "true" }) };
    }),
  );
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, t("school.title"))),
    h("p", { class: "quiet lead" }, t("school.about")),
    h(
      "div",
      { class: "kinds" },
      cards.map(({ school, host }) => card(school, kindById(kinds, school.kind), host)),
    ),
  );
  const boards = cards.map(({ host, js, rules }) => picture(host, js, rules)).filter((each) => each !== null);
  return {
    title: t("school.title"),
    leave: () => {
      for (const each of boards) each.remove();
    },
  };
}

/** @param {School} school @param {KindAnswer} kind @param {HTMLElement} host */
function card({ lessons, known, due }, kind, host) {
  const href = `/school/${kind.id}`;
  const name = kindName(kind);
  return h(
    "article",
    { class: "card stack school-kind" },
    h("h2", {}, h("a", { href }, name)),
    host,
    h(
      "div",
      { class: "stack" },
      knownBar(known, lessons),
      due
        ? h("p", {}, h("span", { class: "chip is-begun" }, icon("calendar"), t("school.due-count", { count: due })))
        : null,
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button", href, "aria-label": t("school.open-of", { kind: name }) },
        t(known || due ? "school.go-on" : "school.open"),
      ),
    ),
  );
}

/** A solved board of the kind, to look at; none where the rules show none. @param {HTMLElement} host @param {Kind} js @param {RulesAnswer} rules */
function picture(host, js, { examples }) {
  const right = examples.findLast((example) => example.is_right);
  if (!right) return null;
  const options = { facts: right.position, text: t, locked: true, largest: LARGEST };
  return new Board(host, js, /** @type {any} */ (right.document).puzzle, options);
}
