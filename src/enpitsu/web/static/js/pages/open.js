/** A link into Enpitsu: /open?p=…, /open?text=…, /open#z=… (see puzzle/links.js). */

import * as api from "../api.js";
import { button, field, fill, h, icon } from "../dom.js";
import { act, isMarked, judge, showFound, summary, warnings } from "../library/found_puzzles.js";
import { listen, pasteArea } from "../library/opening.js";
import { carried, shortened, TooLong, toldBeside } from "../puzzle/links.js";
import { told } from "../puzzle/problem_words.js";
import { drawing, followTheme, knowKinds } from "../puzzle/puzzles.js";
import { failed } from "../ui.js";
import { language, t } from "../words.js";

/** @param {HTMLElement} main */
export default async function openPage(main) {
  const kinds = await knowKinds();
  const asking = new AbortController();
  await arrive(main, kinds, { beside: toldBeside(location), signal: asking.signal });
  // Another link in the same window changes only what stands behind #.
  const again = () => arrive(main, kinds, { beside: {}, signal: asking.signal });
  addEventListener("hashchange", again, { signal: asking.signal });
  const endings = [listen(kinds), followTheme(main), () => asking.abort()];
  return {
    title: t("drafts.open.title"),
    leave: () => {
      for (const end of endings) end();
    },
  };
}

/** Read what the address holds. */
async function arrive(main, kinds, { beside, signal }) {
  try {
    await read(main, kinds, { text: await carried(location), beside, signal });
  } catch (problem) {
    if (!(problem instanceof TooLong)) throw problem;
    fill(main, head(), form(main, kinds, "", signal, { problem: t("drafts.open.too-long") }));
  }
}

async function read(main, kinds, { text, beside, signal }) {
  if (!text) return fill(main, head(), form(main, kinds, "", signal));
  try {
    const found = await api.post("/read", { text, language: language() }, { signal });
    const [first] = found.documents;
    if (found.documents.length !== 1) return several(main, kinds, found);
    const { title, author, note, ...meta } = first.document.meta ?? {};
    const document = { ...first.document, meta: { ...meta, ...shortened({ title, author, note }), ...beside } };
    fill(main, head(document.meta.title), one(kinds, { ...first, document }, signal));
  } catch (problem) {
    if (signal.aborted) return;
    fill(main, head(), form(main, kinds, text, signal, { problem: told("library", problem), isCut: true }));
  }
}

const head = (title) => h("div", { class: "page-head" }, h("h1", {}, title || t("drafts.open.title")));

/** The puzzle, and what can be done with it. */
function one(kinds, found, signal) {
  const { document } = found;
  const { author = "", note = "" } = document.meta;
  const facts = document.position ?? [];
  const state = { level: document.meta.level ?? null, length: document.meta.length ?? 0 };
  const verdict = h("p", { role: "status" }, t("library.open.checking"));
  judge(document, verdict, state, signal);
  const doing = (name, symbol, words, primary) =>
    button({
      text: words,
      icon: symbol,
      primary,
      dataset: { open: name },
      onClick: () => act(name, found, state).catch(failed),
    });
  return h(
    "div",
    { class: "card open-one" },
    drawing(document, facts, ""),
    h(
      "div",
      { class: "stack" },
      author ? h("p", { class: "open-author" }, t("drafts.open.by", { author })) : null,
      summary(kinds, found, "h2"),
      verdict,
      note ? h("p", { class: "puzzle-note" }, note) : null,
      warnings(found.warnings),
      h(
        "div",
        { class: "row" },
        doing("play", "play", t("library.open.play-one"), true),
        isMarked(document) ? doing("go-on", "next", t("library.open.go-on")) : null,
        doing("edit", "edit", t("drafts.open.edit")),
        doing("keep", "library", t("drafts.open.keep")),
      ),
    ),
  );
}

/** More than one: chosen from in a dialog, and again from the page behind it. */
function several(main, kinds, found) {
  const show = () => showFound(kinds, found).catch(failed);
  fill(
    main,
    head(),
    h(
      "div",
      { class: "card stack open-form" },
      h("p", {}, t("library.open.found", { count: found.count })),
      h(
        "div",
        { class: "row" },
        button({
          text: t("drafts.open.choose"),
          icon: "several",
          primary: true,
          dataset: { open: "choose" },
          onClick: show,
        }),
        h("a", { class: "button", href: "/" }, t("app.home")),
      ),
    ),
  );
  show();
}

/** Where there was nothing to read: paste it here. */
function form(main, kinds, text, signal, { problem = "", isCut = false } = {}) {
  const area = pasteArea(text);
  const go = (event) => {
    event.preventDefault();
    if (area.value.trim()) read(main, kinds, { text: area.value, beside: {}, signal });
    else area.focus();
  };
  return h(
    "form",
    { class: "card stack open-form", onSubmit: go },
    problem
      ? h("p", { class: "lib-error", role: "alert" }, icon("alert"), problem)
      : h("p", { class: "quiet" }, t("drafts.open.nothing")),
    isCut ? h("p", { class: "quiet" }, t("drafts.open.cut")) : null,
    field(t("library.open.text"), area),
    h(
      "div",
      { class: "row" },
      button({ text: t("library.open.read"), primary: true, type: "submit" }),
      h("a", { class: "button", href: "/" }, t("app.home")),
    ),
  );
}
