/**
 * Save as…: the puzzle with all marks as a file of any format that carries a position.
 * @typedef {import("./session.js").Session} Session
 * @typedef {{text?: string, suffix?: string, left_out?: string[], problem?: {message: string}}} Written
 * @typedef {{name: string, title: string}} Format
 */

import * as api from "../api.js";
import { button, field, fill, h, icon, select } from "../dom.js";
import { download, fileName } from "../files.js";
import { changeOf, settingOf } from "../settings.js";
import { copy, dialog, sentence } from "../ui.js";
import { kindName, language, t } from "../words.js";
import { tellFacts } from "./fact_words.js";

const OWN = "json"; // carries everything

/** @param {import("./game_page.js").GamePage} play */
export async function showSave({ session, about }) {
  const { document: puzzle, board } = session;
  const held = await api
    .post("/writable", { puzzle, position: board.facts(), language: language() })
    .catch(() => ({ formats: [] }));
  const refused = new Map(
    held.formats
      .filter((/** @type {{with_position: boolean}} */ { with_position: isHeld }) => !isHeld)
      .map((/** @type {{name: string, why: string}} */ { name, why }) => [name, why]),
  );
  const carrying = about.formats.filter(({ carries_position: isCarried }) => isCarried);
  const formats = carrying
    .filter(({ name }) => !refused.has(name))
    .sort((one, other) => Number(other.name === OWN) - Number(one.name === OWN));
  const last = settingOf("saveFormat", session.kind.id);
  /** @type {Written & {format: string, turn: number}} */
  const choice = { format: formats.some(({ name }) => name === last) ? last : OWN, turn: 0 };
  const note = h("div", { class: "stack save-note", role: "status" });
  const name = fileName(session.game.puzzle.title || kindName(about));
  const save = button({
    text: t("play.save.download"),
    icon: "download",
    primary: true,
    onClick: () => download(choice.text ?? "", `${name}${choice.suffix}`),
  });
  const copied = button({ text: t("app.copy"), icon: "several", onClick: () => copy(choice.text ?? "") });
  const write = async () => {
    const turn = ++choice.turn;
    save.disabled = copied.disabled = true;
    const found = await written(session, choice.format).catch((problem) => ({ problem }));
    if (turn !== choice.turn) return;
    Object.assign(choice, { text: "", ...found });
    save.disabled = copied.disabled = Boolean(found.problem);
    fill(note, remarks(session, found), found.problem ? null : freeMarks(session, choice.format));
    note.dataset.written = choice.format;
  };
  const choices = formats.map(({ name: id, title, suffixes }) => [id, `${title} (${suffixes[0]})`]);
  const choose = (/** @type {string} */ format) => {
    choice.format = format;
    changeOf(session.kind.id, "saveFormat", format);
    write();
  };
  write();
  return dialog({
    title: t("play.save.title"),
    body: [
      field(t("play.save.format"), select(choices, choice.format, choose, { name: "format" })),
      note,
      cannot(
        carrying.filter(({ name: id }) => refused.has(id)),
        refused,
      ),
      h("p", { class: "quiet small" }, t("play.save.open")),
      h("div", { class: "row" }, save, copied),
    ].filter(Boolean),
  });
}

/** @param {Session} session @param {string} format @returns {Promise<Written>} */
const written = ({ marked, board }, format) => api.post("/dump", { puzzle: marked, position: board.facts(), format });

/** Other formats have no place for free marks. @param {Session} session @param {string} format */
const freeMarks = ({ board }, format) =>
  board.free?.marks().length
    ? h("p", { class: "quiet" }, t(`play.save.free-${format === OWN ? "kept" : "lost"}`))
    : null;

/** The formats that cannot hold these marks, and why. @param {Format[]} formats @param {Map<string, string>} why */
const cannot = (formats, why) =>
  formats.length
    ? h(
        "details",
        { class: "small" },
        h("summary", {}, t("play.save.cannot", { count: formats.length })),
        h(
          "ul",
          {},
          formats.map(({ name, title }) => h("li", {}, h("strong", {}, title), ": ", sentence(why.get(name) ?? ""))),
        ),
      )
    : null;

/** The facts that the file will not hold, or why there can be none. @param {Session} session @param {Written} written */
function remarks({ board }, { problem, left_out: lost = [] }) {
  if (problem) return h("p", { class: "lib-error" }, icon("alert"), sentence(problem.message));
  const trial = board.level ? h("p", {}, t("play.save.trial", { count: board.level })) : null;
  const count = board.facts().length;
  if (!lost.length)
    return [
      h("p", { class: "quiet" }, icon("check"), " ", count ? t("play.save.whole", { count }) : t("play.save.bare")),
      trial,
    ];
  const sortOf = (/** @type {string} */ fact) => fact.slice(fact.indexOf(" "));
  const sorts = [...new Set(lost.map(sortOf))].map((sort) => lost.filter((fact) => sortOf(fact) === sort));
  return [
    h("p", {}, icon("alert"), " ", t("play.save.left-out", { count: lost.length })),
    h(
      "ul",
      { class: "small" },
      sorts.map((facts) => h("li", {}, sentence(tellFacts(facts, board)))),
    ),
    trial,
  ];
}
