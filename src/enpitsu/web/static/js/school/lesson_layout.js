/** The parts of a lesson's page, in the places that the page of a game has for them (css/play.css). */

import { h, icon } from "../dom.js";
import { kindName, t } from "../words.js";

/** @param {import("../contract.d.ts").LessonAnswer} lesson @param {import("../contract.d.ts").KindAnswer} kind @param {{href: string, text: string}} back */
export function lessonLayout(lesson, kind, back) {
  const board = h("div", { class: "play-board" });
  const verdict = h("p", { class: "school-verdict", role: "status" });
  const zoom = h("div", { class: "play-zoom", role: "group", "aria-label": t("play.zoom.label") });
  const progress = h("p", { class: "school-progress small" });
  const parts = {
    board,
    verdict,
    zoom,
    progress,
    stage: h("section", { class: "play-stage", "aria-label": t("play.board") }, board, verdict),
    notes: h("div", { class: "play-notes" }, h("p", { class: "banner is-note school-sentence" }, lesson.sentence)),
    tools: h("div", { class: "play-tools", role: "group", "aria-label": t("play.tools") }),
    acts: h("div", { class: "play-acts", role: "group", "aria-label": t("play.acts") }),
    card: h("section", { class: "play-card", "aria-label": t("play.card"), hidden: true }),
  };
  const title = h(
    "div",
    { class: "play-title" },
    h("h1", {}, lesson.name),
    h("p", { class: "quiet small" }, t("school.of", { kind: kindName(kind) })),
  );
  const wayBack = h(
    "a",
    { class: "button is-icon is-plain", href: back.href, "aria-label": back.text, title: back.text },
    icon("back"),
  );
  const head = h("header", { class: "play-head" }, wayBack, title, progress);
  const label = { class: "play-rail", "aria-label": t("school.lesson") };
  const rail = h("aside", label, head, parts.notes, parts.tools, parts.acts, parts.card, zoom);
  return { ...parts, root: h("div", { class: "play is-school" }, parts.stage, rail) };
}
