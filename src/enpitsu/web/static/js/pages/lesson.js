/** /school/KIND/TECHNIQUE: one technique, told and practised. */

import * as api from "../api.js";
import { board } from "../kinds.js";
import { kindById } from "../puzzle/puzzles.js";
import { LessonPage } from "../school/lesson_page.js";
import { language, t } from "../words.js";

const SEED = /^\d{1,15}$/;

/** @param {HTMLElement} main @param {{kind: string, technique: string}} params @param {URLSearchParams} query */
export default async function (main, { kind: id, technique }, query) {
  const path = `/school/${encodeURIComponent(id)}/${encodeURIComponent(technique)}`;
  const asked = { language: language() };
  const [lesson, kinds] = await Promise.all([api.get(path, asked), api.kinds()]);
  const kind = await board(id);
  document.body.classList.add("is-full"); // before the board is measured
  const seed = query.get("seed") ?? "";
  const page = new LessonPage(main, {
    lesson,
    kind,
    about: kindById(kinds, id),
    path,
    seed: SEED.test(seed) ? Number(seed) : null,
    back: wayBack(id, query.get("game")),
  });
  return { title: lesson.lesson.name, full: true, leave: () => page.leave() };
}

/** Where one came from: a game, else the course. @param {string} kind @param {string | null} game */
const wayBack = (kind, game) =>
  game
    ? { href: `/play/${encodeURIComponent(game)}`, text: t("school.to-game") }
    : { href: `/school/${encodeURIComponent(kind)}`, text: t("school.to-course") };
