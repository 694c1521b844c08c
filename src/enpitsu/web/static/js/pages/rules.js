/** /rules and /rules/KIND: the rules in sentences, then on boards that the reader can write on. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { board as jsOf } from "../kinds.js";
import { variantRules } from "../puzzle/variants.js";
import { Example, picture } from "../rules/example.js";
import { kindName, language, t } from "../words.js";
import { controls } from "../workbench/control_tables.js";

export default async function (main, { kind }) {
  const kinds = await api.kinds();
  const found = kinds.find(({ id }) => id === kind);
  if (kind && found) return rulesOf(main, kinds, found);
  return allRules(main, kinds);
}

/** Every kind with its rules in short and a board that keeps them. */
async function allRules(main, kinds) {
  const told = await Promise.all(
    kinds.map(async (kind) => {
      const [rules, js] = await Promise.all([api.get(`/rules/${kind.id}`, { language: language() }), jsOf(kind.id)]);
      return { kind, rules, js, host: h("div", { class: "kind-picture", inert: true, "aria-hidden": "true" }) };
    }),
  );
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, t("rules.title"))),
    h("p", { class: "quiet lead" }, t("rules.about")),
    h("div", { class: "kinds" }, told.map(card)),
  );
  const boards = told.map(({ host, js, rules }) =>
    picture(
      host,
      js,
      rules.examples.findLast((example) => example.is_right),
    ),
  );
  return {
    title: t("rules.title"),
    leave: () => {
      for (const board of boards) board.remove();
    },
  };
}

function card({ kind, rules, host }) {
  const href = `/rules/${kind.id}`;
  return h(
    "article",
    { class: "card stack" },
    h("h2", {}, h("a", { href }, kindName(kind)), other(kind)),
    host,
    h(
      "ol",
      { class: "sentences" },
      rules.sentences.map((text) => h("li", {}, text)),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button", href, "aria-label": t("rules.boards-of", { kind: kindName(kind) }) },
        t("rules.boards"),
      ),
    ),
  );
}

/** The name in the other language, beside the one that is read. */
function other(kind) {
  const isJapanese = language() === "ja";
  return h(
    "span",
    { class: "quiet other-name", lang: isJapanese ? "en" : "ja" },
    isJapanese ? kind.name : kind.native_name,
  );
}

async function rulesOf(main, kinds, kind) {
  const [rules, js] = await Promise.all([api.get(`/rules/${kind.id}`, { language: language() }), jsOf(kind.id)]);
  const examples = rules.examples.map((data) => new Example(js, data));
  const part = (isRight) => examples.filter(({ data }) => data.is_right === isRight).map(({ element }) => element);
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, kindName(kind), " ", other(kind)), tabs(kinds, kind)),
    h(
      "section",
      { class: "card stack", "aria-labelledby": "sentences" },
      h("h2", { id: "sentences" }, t("rules.sentences")),
      h(
        "ol",
        { class: "sentences" },
        rules.sentences.map((text) => h("li", {}, text)),
      ),
      rules.variants.length ? h("h3", {}, t("rules.variants")) : null,
      variantRules(rules.variants),
    ),
    group("right", t("rules.right"), t("rules.right-about"), part(true)),
    group("wrong", t("rules.wrong"), t("rules.wrong-about"), part(false)),
    controls(js),
  );
  for (const example of examples) example.start();
  return {
    title: t("rules.of", { kind: kindName(kind) }),
    leave: () => {
      for (const example of examples) example.remove();
    },
  };
}

const group = (id, title, about, elements) =>
  elements.length
    ? h(
        "section",
        { class: "stack group-of-boards", "aria-labelledby": id },
        h("h2", { id }, title),
        h("p", { class: "quiet" }, about),
        h("div", { class: "examples" }, elements),
      )
    : null;

const tabs = (kinds, { id: shown }) =>
  h(
    "nav",
    { class: "row", "aria-label": t("rules.kinds") },
    kinds.map((kind) =>
      h(
        "a",
        {
          class: `button${kind.id === shown ? " is-on" : ""}`,
          href: `/rules/${kind.id}`,
          "aria-current": kind.id === shown ? "page" : null,
        },
        kindName(kind),
      ),
    ),
  );
