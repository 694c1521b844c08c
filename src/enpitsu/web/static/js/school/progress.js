/**
 * How far a player is: of a lesson, of a course.
 * @import { CourseAnswer, LessonAnswer } from "../contract.d.ts"
 */

import { h, icon } from "../dom.js";
import { t } from "../words.js";

/** All lessons of a course that can be practised, in their order. @param {CourseAnswer} course @returns {LessonAnswer[]} */
export const lessonsOf = ({ levels }) =>
  levels.flatMap(({ lessons }) => lessons.filter(({ has_exercises: isPractised }) => isPractised));

/** The lesson to go on with: what came back first, then what is not known yet. @param {CourseAnswer} course */
export function nextLesson(course) {
  const lessons = lessonsOf(course);
  return lessons.find(({ state }) => state === "due") ?? lessons.find(({ state }) => state !== "known") ?? null;
}

/** The state of a lesson in a word; nothing for a new one. @param {{state: string}} lesson */
export function stateChip({ state }) {
  if (state === "new") return null;
  const look = { known: " is-good", due: " is-begun" }[state] ?? "";
  return h("span", { class: `chip${look}` }, state === "known" ? icon("check") : null, t(`school.state.${state}`));
}

/** How much of a course is known, as a bar with words. @param {number} known @param {number} all */
export const knownBar = (known, all) =>
  h(
    "div",
    { class: "school-known" },
    h("progress", { value: known, max: Math.max(1, all), "aria-hidden": "true" }),
    h("span", { class: "small quiet number" }, t("school.known", { known, all })),
  );
