/** Save as…: the puzzle with all marks as a file of any format that carries a position. */

import * as api from "../api.js";
import { button, field, fill, h, icon, select } from "../dom.js";
import { download, fileName } from "../drafts/files.js";
import { change, settings } from "../settings.js";
import { copy, dialog, sentence } from "../ui.js";
import { kindName, t } from "../words.js";
import { tellFacts } from "./assume.js";

const OWN = "json"; // carries everything

/** @param {{session: import("./session.js").Session, about: object}} play `about`: the kind with its formats */
export function showSave({ session, about }) {
  const formats = about.formats.filter(({ carries_position: isCarried }) => isCarried);
  formats.sort((one, other) => (other.name === OWN) - (one.name === OWN));
  const last = settings().saveFormat?.[session.kind.id];
  const wish = { format: formats.some(({ name }) => name === last) ? last : OWN, turn: 0 };
  const note = h("div", { class: "stack save-note", role: "status" });
  const name = fileName(session.game.puzzle.title || kindName(about));
  const save = button({ text: t("play.save.download"), icon: "download", primary: true, onClick: () => download(wish.text, `${name}${wish.suffix}`) });
  const copied = button({ text: t("app.copy"), icon: "several", onClick: () => copy(wish.text) });
  const write = async () => {
    const turn = ++wish.turn;
    save.disabled = copied.disabled = true;
    const found = await written(session, wish.format).catch((problem) => ({ problem }));
    if (turn !== wish.turn) return;
    Object.assign(wish, { text: "", ...found });
    save.disabled = copied.disabled = Boolean(found.problem);
    fill(note, remarks(session, found));
    note.dataset.written = wish.format;
  };
  const choices = formats.map(({ name: id, title, suffixes }) => [id, `${title} (${suffixes[0]})`]);
  const choose = (format) => {
    wish.format = format;
    change({ saveFormat: { ...settings().saveFormat, [session.kind.id]: format } });
    write();
  };
  write();
  return dialog({
    title: t("play.save.title"),
    body: [field(t("play.save.format"), select(choices, wish.format, choose, { name: "format" })), note,
      h("p", { class: "quiet small" }, t("play.save.open")), h("div", { class: "row" }, save, copied)],
  });
}

const written = ({ document: puzzle, board }, format) => api.post("/dump", { puzzle, position: board.facts(), format });

/** What the file will not hold, or why there can be none. */
function remarks({ board }, { problem, left_out: lost = [] }) {
  if (problem) return h("p", { class: "lib-error" }, icon("alert"), sentence(problem.message));
  if (!lost.length) return h("p", { class: "quiet" }, icon("check"), " ", t("play.save.whole", { count: board.facts().length }));
  const sorts = Map.groupBy(lost, (fact) => fact.split(" ").slice(1).join(" "));
  return [h("p", {}, icon("alert"), " ", t("play.save.left-out", { count: lost.length })),
    h("ul", { class: "small" }, [...sorts.values()].map((facts) => h("li", {}, sentence(tellFacts(facts, board)))))];
}
