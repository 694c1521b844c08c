/**
 * An answer of the solver, told as on the page of a game: a sentence, then the steps with their marks.
 * @import { CanBeAnswer, TextRunAnswer } from "../../contract.d.ts"
 * @import { Icon } from "../../dom.js"
 * @import { Marks } from "../../types.d.ts"
 */

import { fill, h, icon } from "../../dom.js";
import { t } from "../../words.js";
import { linkPlaces } from "../../workbench/places.js";
import { StepPager } from "../../workbench/step_pager.js";
import { said } from "./answers.js";

/** @type {Record<CanBeAnswer["finding"], Icon>} */
const SIGNS = { possible: "check", impossible: "close", none: "alert", unknown: "help" };
const TONES = { possible: "good", impossible: "bad", none: "bad", unknown: "" };

/** Tells answers, and shows on the board what they speak of. */
export class AnswerSteps {
  /** @param {import("../editor.js").Editor} editor @param {import("./panel.js").Panel} panel @param {import("./board_preview.js").BoardPreview} preview */
  constructor(editor, panel, preview) {
    this.editor = editor;
    this.panel = panel;
    this.preview = preview;
  }

  /** @param {CanBeAnswer} found @param {{head?: string, fact?: string}} [asked] @returns {HTMLElement[]} */
  told(found, { head = "", fact = "" } = {}) {
    const { finding, is_forced: isForced, text, steps } = found;
    const name = isForced ? "forced" : finding;
    const verdict = t(`improve.finding.${name}`);
    this.panel.say([head, verdict, text].filter(Boolean).map(said).join(" "));
    const title =
      !head && finding === "none"
        ? null
        : h(
            "p",
            { class: "improve-finding", dataset: { tone: TONES[finding], finding: name } },
            icon(SIGNS[finding]),
            h("span", {}, head ? h("span", { class: "improve-asked" }, head) : null, h("strong", {}, verdict)),
          );
    const place = fact ? fact.split(" ")[0] : null;
    const told = steps.length ? this.#steps(found, place) : this.#plain(found, place);
    return [title, ...told].filter((each) => each !== null);
  }

  /** A sentence, and a solution if there is one. @param {CanBeAnswer} found @param {string | null} place */
  #plain({ finding, opening, marks, conflict, solution }, place) {
    const shown = finding === "possible" && place ? { hints: [place] } : (marks ?? { errors: conflict });
    this.#show(solution ?? [], shown, solution !== null);
    const words = h("div", { class: "improve-words" }, this.#line(opening, shown));
    return [words, solution ? h("p", { class: "small quiet" }, t("improve.can-be.shown")) : null];
  }

  /** Steps to walk through, the first at first; a single step is told whole. @param {CanBeAnswer} found @param {string | null} place */
  #steps(found, place) {
    const { opening, steps, close, finding, text, marks, conflict } = found;
    const errors = [...new Set([...(marks?.errors ?? []), ...conflict, ...(place ? [place] : [])])];
    const words = h("div", { class: "improve-words", "aria-live": "polite" });
    const all = h(
      "details",
      { class: "improve-whole" },
      h("summary", {}, t("improve.can-be.whole")),
      h("div", { class: "improve-words" }, h("p", {}, text)),
    );
    const pager = new StepPager(
      steps.length,
      (at) => {
        const step = steps[at - 1];
        const isLast = at === steps.length;
        const shown = {
          ...step.marks,
          errors: [...new Set([...(step.marks.errors ?? []), ...(finding === "none" && !isLast ? conflict : errors)])],
        };
        fill(
          words,
          h("h4", {}, step.name),
          this.#line(step.sentences.flat(), shown),
          isLast ? this.#line(close, shown, "is-close") : null,
        );
        this.#show(
          steps.slice(0, at - 1).flatMap(({ facts, also = [] }) => [...facts, ...also]),
          shown,
          true,
        );
      },
      { least: 1 },
    );
    pager.go(1);
    const begin = h("div", { class: "improve-words" }, this.#line(opening, { errors }));
    return steps.length > 1 ? [begin, pager.made, words, all] : [begin, words];
  }

  /** A sentence of the server with its places; nothing where nothing is said. @param {TextRunAnswer[]} runs @param {Marks} marks @param {string | null} [name] */
  #line(runs, marks, name = null) {
    return runs.length ? h("p", { class: name }, linkPlaces(runs, this.editor.board, marks)) : null;
  }

  /** Marks on the board, and facts on the overlay; not under a hand that draws. @param {string[]} facts @param {Marks} marks @param {boolean} isShown */
  #show(facts, marks, isShown) {
    if (this.preview.isHandOn) return;
    if (isShown) this.preview.facts(facts, marks);
    else this.editor.board.mark(marks);
  }
}
