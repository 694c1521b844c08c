/** The page of a lesson: the sentence and its picture, then one exercise after the other. */

/**
 * @typedef {{lesson: LessonPageAnswer, kind: Kind, about: KindAnswer, path: string, seed: number | null, back: {href: string, text: string}}} Opened
 * @import { VerdictAnswer, ExerciseAnswer, KindAnswer, LessonPageAnswer } from "../contract.d.ts"
 * @import { Kind } from "../types.d.ts"
 */

import * as api from "../api.js";
import { button, fill, h, icon } from "../dom.js";
import { HelpCard } from "../play/help_card.js";
import { act, enable } from "../play/toolbar.js";
import { followSettings } from "../settings.js";
import { failed } from "../ui.js";
import { language, t } from "../words.js";
import { handTool, makeTools, zoomButtons } from "../workbench/board_buttons.js";
import { listenToKeys } from "../workbench/page_keys.js";
import { lessonPath } from "../workbench/practise.js";
import { ExampleShow } from "./example_show.js";
import { Exercise } from "./exercise.js";
import { LessonHints } from "./lesson_hints.js";
import { lessonLayout } from "./lesson_layout.js";
import { stateChip } from "./progress.js";
import { tellRight, tellWrong, VerdictLine } from "./verdicts.js";

const OWNER = "example";
const LATE = "too-large"; // how the server calls it when time runs out
const LARGE = 12; // rows or columns: on a phone such a board wants zoom buttons

/** The page of one lesson. */
export class LessonPage {
  #gone = new AbortController();
  #perBoard = new AbortController();
  #turn = 0;
  /** @type {ExampleShow | null} */
  #example = null;
  /** @type {Exercise | null} */
  exercise = null;
  /** @type {LessonHints | null} */
  #hints = null;
  /** @type {(() => void) | null} */
  onBoard = null;

  /** @param {HTMLElement} main @param {Opened} opened */
  constructor(main, { lesson, kind, about, path, seed, back }) {
    this.path = path;
    this.kind = kind;
    this.about = about;
    this.told = lesson;
    this.back = back;
    this.parts = lessonLayout(lesson.lesson, about, back);
    Object.assign(this.parts.root, { lesson: this }); // a handle for tests and the curious
    fill(main, this.parts.root);
    this.verdict = new VerdictLine(this.parts.verdict, t("school.task"));
    this.card = new HelpCard(this.parts.card, this, () => {});
    this.acts = this.#makeActs();
    this.#progress(lesson.lesson);
    if (seed === null && lesson.example) this.showExample();
    else this.begin(seed);
  }

  /** The board that is seen. */
  get board() {
    return /** @type {import("../board/board.js").Board} */ ((this.exercise ?? this.#example)?.board);
  }

  #makeActs() {
    const acts = {
      undo: act("undo", () => this.exercise?.board.undo()),
      redo: act("redo", () => this.exercise?.board.redo()),
      hint: act("hint", () => this.#hints?.next().catch(failed)),
      example: act("example", () => this.showExample(), { text: t("school.example"), sign: "eye" }),
      another: act("another", () => this.begin(), { text: t("school.another"), sign: "redo" }),
    };
    fill(
      this.parts.acts,
      Object.values(acts).map(({ made }) => made),
    );
    return acts;
  }

  /** Keys go to the board of now. */
  #listen() {
    if (this.onBoard) return this.onBoard();
    const page = {
      board: () => this.board,
      act: (/** @type {string} */ name) => this.#act(name),
      onEscape: () => this.#escape(),
      isDeaf: () => !this.board,
    };
    this.onBoard = listenToKeys(page, this.#gone.signal);
  }

  /** @param {string} name */
  #act(name) {
    if (name === "hint") this.#hints?.next().catch(failed);
    else if (name === "check") this.exercise?.judge();
    else if (name === "help")
      import("../workbench/control_tables.js").then(({ showPlayerHelp }) => showPlayerHelp(this.kind));
  }

  #escape() {
    if (!this.exercise || this.exercise.isDone || !this.card.isOpen) return false;
    this.card.close();
    return true;
  }

  // --- example and exercises -----------------------------------------------------------------------

  /** Show the lesson's picture again. */
  showExample() {
    const { example } = this.told;
    if (!example) return;
    this.#clear();
    history.replaceState({}, "", location.pathname + withoutSeed());
    this.#example = new ExampleShow(this.parts.board, this.kind, example);
    this.#boardStands();
    const go = button({ text: t("school.exercise"), icon: "play", primary: true, onClick: () => this.begin() });
    this.card.show(OWNER, { title: t("school.example"), body: this.#example.made, actions: [go] });
    this.card.closing.hidden = true;
    this.#example.begin();
    this.#refresh();
  }

  /** Begin an exercise: that of a seed, or another one. @param {number | null} [seed] */
  async begin(seed = null) {
    const turn = ++this.#turn;
    this.verdict.wait();
    try {
      const given = await this.#ask(seed);
      if (turn === this.#turn) this.#start(given);
    } catch (error) {
      this.verdict.show();
      failed(error);
      if (turn === this.#turn && !this.board) this.showExample();
    }
  }

  /** Ask for an exercise, once more where time ran out: a server that has much to do is soon ready. @param {number | null} seed */
  async #ask(seed) {
    const asked = { language: language(), ...(seed === null ? {} : { seed }) };
    const post = () => api.post(`${this.path}/exercise`, asked, { signal: this.#gone.signal });
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof api.ApiError && error.code === LATE)) throw error;
      return post();
    }
  }

  /** @param {ExerciseAnswer} given */
  #start(given) {
    this.#clear();
    const address = new URLSearchParams(location.search);
    address.set("seed", String(given.seed));
    history.replaceState({}, "", `${location.pathname}?${address}`);
    const exercise = new Exercise(this.parts.board, this.kind, this.path, given);
    this.exercise = exercise;
    this.#hints = new LessonHints(exercise, this.card);
    exercise.addEventListener("changed", () => this.#changed());
    exercise.addEventListener("judging", () => this.verdict.wait());
    exercise.addEventListener("judged", (event) =>
      this.#judged(/** @type {CustomEvent<VerdictAnswer>} */ (event).detail),
    );
    exercise.addEventListener("failed", (event) => {
      this.verdict.show();
      failed(/** @type {CustomEvent<Error>} */ (event).detail);
    });
    this.#boardStands();
    followSettings(exercise.board, "play", this.kind.id, { signal: this.#perBoard.signal });
    makeTools(this.parts.tools, exercise.board, this.kind.id);
    this.verdict.show();
    this.#refresh();
    exercise.board.focus();
  }

  #boardStands() {
    const { rows, cols } = this.board.size;
    const { root, zoom } = this.parts;
    root.toggleAttribute("data-large", Math.max(rows, cols) > LARGE);
    fill(
      zoom,
      handTool(this.board),
      zoomButtons(() => this.board, { fit: t("board.key.fit") }),
    );
    this.#listen();
  }

  #clear() {
    this.#turn++;
    this.#perBoard.abort();
    this.#perBoard = new AbortController();
    if (this.board) this.card.close();
    this.card.closing.hidden = false;
    this.#example?.remove();
    this.exercise?.remove();
    this.#example = null;
    this.exercise = null;
    this.#hints = null;
  }

  // --- verdicts ------------------------------------------------------------------------------------

  #changed() {
    this.card.close("verdict");
    this.verdict.show();
    this.#refresh();
  }

  /** @param {VerdictAnswer} answer */
  #judged(answer) {
    const { finding, text, lesson } = answer;
    const { exercise, card } = this;
    if (!exercise) return;
    const isShort = finding === "right" || finding === "wrong";
    this.verdict.show(finding, isShort ? t(`school.${finding}`) : text);
    if (lesson) this.#progress(lesson);
    if (finding === "wrong") tellWrong(exercise, card, answer);
    if (finding === "right") tellRight(exercise, card, answer, this.#next(answer));
    this.#refresh();
  }

  /** What comes after a right answer: another exercise, or the next lesson. @param {VerdictAnswer} answer */
  #next({ lesson }) {
    const isKnown = lesson?.state === "known";
    const { next } = this.told;
    const path = isKnown && next ? lessonPath(this.about.id, next) + withoutSeed() : null;
    const more = button({ text: t("school.next"), icon: "next", primary: !path, onClick: () => this.begin() });
    const on = path
      ? h("a", { class: "button is-primary", href: path }, icon("next"), h("span", {}, t("school.next-lesson")))
      : null;
    const words = this.exercise?.isHelped ? "school.was-helped" : isKnown ? "school.is-known" : "school.one-more";
    const course = h("a", { class: "button is-plain", href: this.back.href }, this.back.text);
    return { words: t(words), actions: [on, more, course].filter((each) => each !== null) };
  }

  /** @param {{state: string, right: number}} progress */
  #progress(progress) {
    const row = progress.right > 0 ? h("span", { class: "quiet" }, t("school.row", { count: progress.right })) : null;
    fill(this.parts.progress, row, stateChip(progress));
  }

  #refresh() {
    const { exercise } = this;
    const isOpen = exercise !== null && !exercise.isDone;
    enable(this.acts.undo, isOpen && exercise.board.history.canUndo);
    enable(this.acts.redo, isOpen && exercise.board.history.canRedo);
    enable(this.acts.hint, isOpen);
    enable(this.acts.example, exercise !== null && this.told.example !== null);
    enable(this.acts.another, exercise !== null);
    this.parts.tools.hidden = exercise === null || this.parts.tools.childElementCount < 2;
    this.parts.tools.inert = !isOpen;
    this.parts.root.toggleAttribute("data-example", exercise === null);
    this.parts.root.toggleAttribute("data-done", Boolean(exercise?.isDone));
  }

  /** Take everything off the page. */
  leave() {
    this.#gone.abort();
    this.#clear();
  }
}

/** The question of the address without the exercise. */
function withoutSeed() {
  const asked = new URLSearchParams(location.search);
  asked.delete("seed");
  return asked.size ? `?${asked}` : "";
}
