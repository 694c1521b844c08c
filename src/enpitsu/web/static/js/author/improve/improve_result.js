/** The result of an improvement that changes the sheet at once: shown on the board, to be kept or dropped. */

import { button, h, icon } from "../../dom.js";
import { graded, level, t } from "../../words.js";
import { linkPlaces } from "../../workbench/places.js";
import { changesList, job, notes, said, sheetOf, stop } from "./answers.js";
import { taken } from "./change_list.js";

const MOST_LISTED = 8; // changes

/** Improvements for which the server makes another puzzle. */
export class ImproveResult {
  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
  }

  /**
   * Have it done. @param {string} name of the improvement @param {{title: string, working: string, order: object, again: () => void,
   *   isFilled?: boolean, more?: (found: any) => (HTMLElement | null)[], onDrop?: (() => void) | null}} how `more`: other buttons below the result
   */
  async run(name, { title, working, order, again, isFilled = false, more = () => [], onDrop = null }) {
    const { panel } = this;
    const before = isFilled ? "" : this.#level();
    const signal = panel.begin(name, { title, again });
    panel.wait(working);
    try {
      const how = { before, isFilled, more, onDrop };
      const onProgress = ({ progress }) => !signal.aborted && progress?.best && this.#sofar(progress.best, how);
      const found = await job(this.editor, { do: "improve", ...order }, { signal, onProgress });
      if (!signal.aborted) this.#answer(found, how);
    } catch (error) {
      if (!signal.aborted) panel.fail(error);
    }
  }

  /** The best so far, while it goes on: it can be taken as it is. */
  #sofar(best, how) {
    const enough = () => {
      this.panel.cancel();
      this.#answer(best, how);
    };
    const text = t("improve.outcome.sofar", { count: best.texts.length });
    this.panel.show(this.panel.working(text), [
      button({ text: t("improve.suggest.enough"), onClick: enough, dataset: { cancels: "" } }),
    ]);
  }

  #level() {
    const { grade, isOld, report } = this.editor.live.state;
    return isOld || report?.status !== "unique" || !grade ? "" : wordsOf(grade);
  }

  #answer(found, { before, isFilled, more, onDrop }) {
    const { panel } = this;
    const { failures, is_done: isDone } = found;
    const sheet = found.puzzle && !panel.isOld ? sheetOf(this.editor, found, isFilled) : null;
    const texts = found.puzzle ? found.texts : [];
    const isChanged = texts.length > 0;
    const words = this.#words(found, isChanged);
    const { eye = null, keep = null } = isChanged ? this.#acts(found, sheet, isFilled) : {};
    panel.tone(isDone ? "good" : "bad");
    panel.show(
      [
        h("div", { class: "improve-said" }, h("p", {}, words), eye),
        isChanged ? this.#levels(before, found) : null,
        failures.map((text) => h("p", { class: "improve-failure" }, icon("alert"), h("span", {}, said(text)))),
        isChanged
          ? changesList(
              texts.map((text, at) => [linkPlaces(found.runs[at], this.editor.board), stop(text)]),
              MOST_LISTED,
            )
          : null,
        isChanged ? notes(this.editor, this.preview, { sheet, solution: found.solution }) : null,
      ],
      [keep, ...more(found), this.#drop(isChanged, onDrop)],
    );
    panel.say([words, ...failures.map(said)].join(" "));
  }

  #words({ is_done: isDone, failures, reached, texts, status }, isChanged) {
    if (isDone) return isChanged ? t("improve.outcome.done", { count: texts.length }) : t("improve.outcome.already");
    if (!failures.length && reached) return t("improve.outcome.late");
    if (!isChanged) return t("improve.outcome.nothing");
    return t(`improve.outcome.${status === "unique" ? "partly" : "open"}`);
  }

  /** The level before and after. */
  #levels(before, found) {
    const now = wordsOf(found);
    if (found.status !== "unique" || !now) return null;
    const chip = (words, isNew) => h("span", { class: `chip${isNew ? " is-level" : ""}` }, words);
    const way = before
      ? [chip(before, false), h("span", { class: "sr-only" }, t("improve.outcome.to")), icon("next")]
      : [h("span", { class: "small quiet" }, t("improve.outcome.level"))];
    return h("p", { class: "row improve-levels" }, way, chip(now, true));
  }

  #acts({ places, solution, puzzle }, first, isFilled) {
    let sheet = first;
    let isShown = false;
    const press = (isOn) => {
      isShown = isOn;
      show.setAttribute("aria-pressed", String(isOn));
    };
    const ended = () => press(false);
    // An answer that came late fits again once the sheet is as it was.
    const made = () => (sheet ??= sheetOf(this.editor, { puzzle, solution }, isFilled));
    const look = () => {
      if (this.panel.isOld) return;
      this.preview.show(made(), { places, solution, onEnd: ended });
      press(true);
    };
    const toggle = () => (isShown ? this.preview.end() : look());
    const show = button({
      text: t("improve.outcome.show"),
      icon: "eye",
      only: "icon",
      class: "improve-eye",
      "aria-pressed": "false",
      onClick: toggle,
    });
    const keep = () => !this.panel.isOld && this.#keep(made());
    if (!this.preview.isHandOn) look();
    return {
      eye: show,
      keep: button({ text: t("improve.take"), icon: "check", primary: true, dataset: { takes: "" }, onClick: keep }),
    };
  }

  #keep(sheet) {
    const { title } = this.panel;
    const text = title.textContent;
    this.panel.close();
    taken(this.editor, sheet, text);
    this.panel.done(t("improve.taken", { text: said(text) }));
  }

  #drop(isChanged, onDrop) {
    const drop = () => (onDrop ? onDrop() : this.panel.close());
    return button({
      text: t(isChanged ? "improve.outcome.drop" : "improve.back"),
      onClick: drop,
      dataset: { drops: "" },
    });
  }
}

/** The level of a puzzle, or its least level; "" if nothing is known. */
const wordsOf = (grade) => (grade.level ? graded(grade) : grade.least ? level(grade.least) : "");
