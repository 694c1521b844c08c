/** /school/KIND: the course of a kind, level by level. */

/**
 * @import { CourseAnswer, KindAnswer, LessonAnswer } from "../contract.d.ts"
 */

import * as api from "../api.js";
import { fill, h, icon } from "../dom.js";
import { followTheme, kindById, knowKinds, playClick, redrawn, svgAddress, thumb, titleOf } from "../puzzle/puzzles.js";
import { knownBar, lessonsOf, nextLesson, stateChip } from "../school/progress.js";
import { failed } from "../ui.js";
import { graded, kindName, language, level as levelName, size, t } from "../words.js";
import { lessonPath } from "../workbench/practise.js";

const theme = () => document.documentElement.dataset.theme ?? "light";

/** @param {HTMLElement} main @param {{kind: string}} params */
export default async function (main, { kind: id }) {
  const ask = () => api.get(`/school/${encodeURIComponent(id)}`, { language: language(), theme: theme() });
  const [course, kinds] = await Promise.all([ask(), knowKinds()]);
  const pictures = new Pictures(course, ask);
  fill(main, coursePage(course, kinds, pictures));
  return { title: t("school.of", { kind: kindName(kindById(kinds, id)) }), leave: followTheme(main) };
}

/** The pictures of a course; in another theme they are asked for anew, once for all. */
class Pictures {
  /** @param {CourseAnswer} course @param {() => Promise<CourseAnswer>} ask */
  constructor(course, ask) {
    this.ask = ask;
    this.shown = theme();
    this.course = Promise.resolve(course);
  }

  /** @param {LessonAnswer} lesson @param {"before" | "after"} side */
  image(lesson, side) {
    const image = h("img", {
      alt: t(`school.${side}`),
      decoding: "async",
      src: svgAddress(lesson[side]),
    });
    redrawn(image, () => this.#draw(image, lesson.technique, side));
    return image;
  }

  /** @param {HTMLImageElement} image @param {string} technique @param {"before" | "after"} side */
  async #draw(image, technique, side) {
    if (this.shown !== theme()) {
      this.shown = theme();
      this.course = this.ask();
    }
    try {
      const lessons = (await this.course).levels.flatMap((each) => each.lessons);
      const found = lessons.find((each) => each.technique === technique);
      if (found) image.src = svgAddress(found[side]);
    } catch (error) {
      failed(error);
    }
  }
}

/** @param {CourseAnswer} course @param {KindAnswer[]} kinds @param {Pictures} pictures */
function coursePage(course, kinds, pictures) {
  const kind = kindById(kinds, course.kind);
  const lessons = lessonsOf(course);
  const known = lessons.filter(({ state }) => state === "known").length;
  const due = lessons.filter(({ state }) => state === "due");
  const next = nextLesson(course);
  return [
    h("div", { class: "page-head" }, h("h1", {}, t("school.of", { kind: kindName(kind) })), tabs(kinds, kind)),
    h(
      "section",
      { class: "card stack school-top", "aria-label": t("school.where") },
      knownBar(known, lessons.length),
      next ? goOn(course, next) : h("p", {}, t("school.all-known")),
    ),
    due.length ? comeBack(course, due) : null,
    course.levels.map((level) => levelPart(course, level, pictures)),
  ];
}

/** @param {CourseAnswer} course @param {LessonAnswer} next */
const goOn = (course, next) =>
  h(
    "div",
    { class: "row" },
    h(
      "a",
      { class: "button is-primary", href: lessonPath(course.kind, next.technique) },
      icon("play"),
      h("span", {}, t("school.go-on-with", { name: next.name })),
    ),
  );

/** @param {CourseAnswer} course @param {LessonAnswer[]} due */
const comeBack = (course, due) =>
  h(
    "section",
    { class: "card stack school-due", "aria-labelledby": "school-due" },
    h("h2", { id: "school-due" }, icon("calendar"), h("span", {}, t("school.state.due"))),
    h("p", { class: "quiet" }, t("school.due-about")),
    h(
      "ul",
      { class: "row" },
      due.map(({ technique, name }) =>
        h("li", {}, h("a", { class: "button", href: lessonPath(course.kind, technique) }, name)),
      ),
    ),
  );

/** @param {CourseAnswer} course @param {CourseAnswer["levels"][number]} part @param {Pictures} pictures */
function levelPart(course, { level, lessons, puzzle, is_passed: isPassed }, pictures) {
  const id = `level-${level}`;
  return h(
    "section",
    { class: "school-level", "aria-labelledby": id },
    h("h2", { id }, t("school.level", { level: levelName(level) })),
    h(
      "ol",
      { class: "school-lessons" },
      lessons.map((lesson) => h("li", {}, lessonCard(course.kind, lesson, pictures))),
      puzzle ? h("li", {}, endCard(puzzle, isPassed)) : null,
    ),
  );
}

/** @param {string} kind @param {LessonAnswer} lesson @param {Pictures} pictures */
function lessonCard(kind, lesson, pictures) {
  const { technique, name, sentence, before, after, has_exercises: isPractised } = lesson;
  const path = lessonPath(kind, technique);
  const hasPictures = before && after;
  return h(
    "article",
    { class: "card school-lesson", dataset: { technique, state: lesson.state } },
    h(
      "div",
      { class: "school-pictures" },
      hasPictures ? [pictures.image(lesson, "before"), icon("next"), pictures.image(lesson, "after")] : [],
    ),
    h("h3", {}, isPractised ? h("a", { href: path }, name) : name),
    h("p", {}, sentence),
    isPractised ? stateChip(lesson) : h("p", { class: "quiet small" }, t("school.no-exercises")),
  );
}

/** The puzzle at the end of a level. @param {import("../contract.d.ts").PuzzleRowAnswer} puzzle @param {boolean} isPassed */
const endCard = (puzzle, isPassed) =>
  h(
    "article",
    { class: "card school-lesson is-end" },
    h("div", { class: "school-pictures" }, thumb(puzzle)),
    h("h3", {}, t("school.end")),
    h("p", {}, t("school.end-about")),
    h("p", { class: "quiet small" }, `${titleOf(puzzle)} · ${size(puzzle)} · ${graded(puzzle)}`),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: `button${isPassed ? "" : " is-primary"}`,
          onClick: (/** @type {Event} */ event) => playClick(event, puzzle.id),
        },
        icon("play"),
        h("span", {}, t("school.end-play")),
      ),
      isPassed ? h("span", { class: "chip is-good" }, icon("check"), t("school.passed")) : null,
    ),
  );

/** @param {KindAnswer[]} kinds @param {KindAnswer} shown */
const tabs = (kinds, { id: shown }) =>
  h(
    "nav",
    { class: "row", "aria-label": t("school.kinds") },
    kinds.map((kind) =>
      h(
        "a",
        {
          class: `button${kind.id === shown ? " is-on" : ""}`,
          href: `/school/${kind.id}`,
          "aria-current": kind.id === shown ? "page" : null,
        },
        kindName(kind),
      ),
    ),
  );
