/**
 * A puzzle on its way out: links and files of every format.
 * @import { KindAnswer } from "../contract.d.ts"
 * @import { Document } from "./puzzles.js"
 */

import * as api from "../api.js";
import { button, check, field, fill, h, icon, select } from "../dom.js";
import { download, fileName } from "../files.js";
import { copy, dialog, failed, sentence } from "../ui.js";
import { kindName, language, t } from "../words.js";
import { pictures } from "./export_picture.js";
import { dumper, isLocal, LINKED, ownLink, puzzLink } from "./links.js";

const LONGEST_SHOWN = 20_000;

/**
 * The dialog. @param {{document: Document, about: KindAnswer, status?: string | null,
 *   solution: () => Promise<string[] | null>, reveal?: (() => Promise<void>) | null}} what
 * `about` is the kind with its formats, `status` what is known of its solutions, `reveal` opens it anew with the solution
 */
export async function showExport({ document, about, status, solution, reveal = null }) {
  const facts = await solution().catch(() => null);
  const title = document.meta?.title || kindName(about);
  const what = {
    document,
    about,
    facts,
    title,
    name: fileName(title),
    dump: dumper(document),
    held: await held(document, about, facts),
  };
  return dialog({
    title: t("drafts.export.title"),
    wide: true,
    body: h(
      "div",
      { class: "export stack" },
      status && status !== "unique"
        ? h("p", { class: "banner is-note", role: "note" }, icon("alert"), h("span", {}, t(`drafts.export.${status}`)))
        : null,
      links(what),
      files(what),
      part("pictures", pictures(what)),
      reveal ? revealing(reveal) : null,
    ),
  });
}

function revealing(reveal) {
  const onClick = ({ currentTarget }) => {
    currentTarget.closest("dialog").close();
    reveal().catch(failed);
  };
  return part(
    "solution",
    h("p", { class: "help" }, t("drafts.export.counts")),
    h("div", { class: "row" }, button({ text: t("drafts.export.reveal"), icon: "solve", onClick })),
  );
}

/**
 * Which formats hold it, and how. @param {Document} puzzle @param {KindAnswer} about @param {string[] | null} facts @returns {Promise<Map<string, {alone: boolean, with_position: boolean, why?: string}>>}
 * Where that cannot be found out, each is offered.
 */
async function held(puzzle, { formats }, facts) {
  const told = await api
    .post("/writable", { puzzle, language: language(), ...(facts?.length ? { position: facts } : {}) })
    .catch(() => ({ formats: [] }));
  const usual = formats.map(({ name, carries_position: isCarried }) => [
    name,
    { alone: true, with_position: isCarried },
  ]);
  return new Map([...usual, ...told.formats.map((each) => [each.name, each])]);
}

// --- links ---------------------------------------------------------------------------------------

function links({ document, title, dump, held }) {
  const host = h("div", { class: "stack" }, h("p", { class: "quiet small" }, t("app.loading")));
  showLinks(host, { document, title, dump, held }).catch((error) =>
    fill(host, h("p", { class: "lib-error" }, sentence(error.message))),
  );
  return part("links", host);
}

async function showLinks(host, { document, title, dump, held }) {
  const linked = held.get(LINKED)?.alone ? await puzzLink(dump) : null;
  const own = await ownLink(document, linked);
  fill(
    host,
    line("own", own, title),
    isLocal() ? h("p", { class: "help" }, t("drafts.export.local")) : null,
    linked ? line("puzzlink", linked, title, true) : h("p", { class: "help" }, t("drafts.export.no-link")),
  );
}

function line(name, address, title, isElsewhere = false) {
  const shown = h("input", {
    class: "input",
    readonly: true,
    value: address,
    "aria-label": t(`drafts.export.${name}`),
    dataset: { link: name },
    onFocus: () => shown.select(),
  });
  const share =
    navigator.share &&
    button({
      text: t("drafts.export.share"),
      icon: "share",
      only: "icon",
      onClick: () => navigator.share({ title, url: address }).catch(() => {}),
    });
  return h(
    "div",
    { class: "field" },
    h("span", { class: "label" }, t(`drafts.export.${name}`)),
    h(
      "div",
      { class: "export-line" },
      shown,
      copying(() => shown.value),
      share,
      h(
        "a",
        {
          class: "button is-icon",
          href: address,
          target: "_blank",
          rel: "noopener noreferrer",
          "aria-label": t(`drafts.export.${isElsewhere ? "there" : "here"}`),
          title: t(`drafts.export.${isElsewhere ? "there" : "here"}`),
        },
        icon("open"),
      ),
    ),
  );
}

const copying = (text) => button({ text: t("app.copy"), icon: "several", onClick: () => copy(text()) });

// --- files ---------------------------------------------------------------------------------------

function files(what) {
  const { about, facts, held } = what;
  const can = (name) => held.get(name).alone || (Boolean(facts) && held.get(name).with_position);
  const choice = {
    format: (about.formats.find(({ name }) => can(name)) ?? about.formats[0]).name,
    isSolved: false,
    turn: 0,
  };
  const area = h("textarea", {
    class: "input export-text",
    rows: 6,
    readonly: true,
    spellcheck: "false",
    "aria-label": t("drafts.export.text"),
  });
  const error = h("p", { class: "lib-error", role: "alert", hidden: true });
  const save = button({
    text: t("drafts.export.download"),
    icon: "download",
    onClick: () => download(choice.text, `${what.name}${choice.suffix}`),
  });
  const copied = copying(() => choice.text);
  const there = h(
    "a",
    { class: "button", target: "_blank", rel: "noopener noreferrer", hidden: true },
    icon("open"),
    t("drafts.export.there"),
  );
  const set = (some) => {
    Object.assign(choice, some);
    write();
  };
  const solved = check(t("drafts.export.solution"), false, (isSolved) => set({ isSolved }));
  const box = /** @type {HTMLInputElement} */ (solved.querySelector("input"));
  const write = async () => {
    const turn = ++choice.turn;
    const { alone, with_position: isCarried } = held.get(choice.format);
    solved.hidden = !facts || !isCarried;
    // Some formats hold nothing but the solution.
    box.checked = isCarried && (choice.isSolved || !alone);
    box.disabled = !alone;
    save.disabled = copied.disabled = true;
    const found = await written(what, choice).catch((problem) => ({ problem }));
    if (turn !== choice.turn) return;
    Object.assign(choice, { text: "", ...found });
    showText({ area, error, there, buttons: [save, copied] }, found);
    made.dataset.written = choice.format;
  };
  const options = about.formats.map(({ name, title, suffixes }) => [name, `${title} (${suffixes[0]})`]);
  const chooser = select(options, choice.format, (format) => set({ format }), { name: "format" });
  const cannot = about.formats.filter(({ name }) => !can(name));
  for (const option of chooser.options) option.disabled = !can(option.value);
  const made = part(
    "files",
    h(
      "div",
      { class: "stack" },
      field(t("drafts.export.format"), chooser),
      solved,
      area,
      error,
      h("div", { class: "row" }, copied, save, there),
      cannot.length ? refusals(cannot, held) : null,
    ),
  );
  write();
  return made;
}

/** The formats that cannot hold this puzzle, and why. */
const refusals = (cannot, held) =>
  h(
    "details",
    { class: "export-cannot small" },
    h("summary", {}, t("drafts.export.cannot", { count: cannot.length })),
    h(
      "ul",
      {},
      cannot.map(({ name, title }) => h("li", {}, h("strong", {}, title), ": ", sentence(held.get(name).why ?? ""))),
    ),
  );

function written({ facts, held, dump }, { format, isSolved }) {
  const { alone, with_position: isCarried } = held.get(format);
  return dump(format, facts && isCarried && (isSolved || !alone) ? facts : []);
}

function showText({ area, error, there, buttons }, { text = "", problem }) {
  const isLink = /^https?:\/\/\S+$/.test(text.trim());
  area.value = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  area.hidden = Boolean(problem);
  error.hidden = !problem;
  error.textContent = problem ? sentence(problem.message) : "";
  for (const each of buttons) each.disabled = Boolean(problem);
  there.hidden = !isLink;
  if (isLink) there.href = text.trim();
}

const part = (name, ...children) =>
  h(
    "section",
    { class: "export-part", dataset: { part: name } },
    h("h3", {}, t(`drafts.export.part-${name}`)),
    children,
  );
