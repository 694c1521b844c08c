/**
 * A live board of the rules page: the reader may write on it and sees at once what is broken.
 * @import { CheckAnswer, RuleExample, ViolationAnswer } from "../contract.d.ts"
 * @import { Document } from "../puzzle/puzzles.js"
 * @import { Kind, Marks } from "../types.d.ts"
 */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { button, fill, h, icon } from "../dom.js";
import { variantBadges } from "../puzzle/variants.js";
import { boardOptions } from "../settings.js";
import { failed } from "../ui.js";
import { t } from "../words.js";
import { linkMessages } from "../workbench/places.js";
import { PositionCheck } from "../workbench/position_check.js";

/** One example with its board, what is said of it and its buttons. */
export class Example {
  /** @type {{board: Board, check: PositionCheck} | null} */
  #live = null; // once it stands on the page

  /** @param {Kind} js @param {RuleExample & {document: Document}} data */
  constructor(js, data) {
    this.js = js;
    this.data = data;
    this.host = h("div", { class: "example-board" });
    this.said = h("div", { class: "example-said", "aria-live": "polite" });
    this.element = h(
      "article",
      { class: "card stack example", dataset: { code: data.code || "right" } },
      h(
        "h3",
        { class: `verdict ${data.is_right ? "is-right" : "is-wrong"}` },
        icon(data.is_right ? "check" : "close"),
        h("span", {}, data.sentence || t("rules.kept")),
      ),
      data.variants.length ? h("p", { class: "small" }, t("rules.variant"), " ", variantBadges(data.variants)) : null,
      this.host,
      this.said,
      this.#buttons(),
    );
  }

  /** Draw the board; the element must stand on the page. */
  start() {
    const { puzzle, kind } = this.data.document;
    const options = boardOptions("rules", kind ?? this.js.id);
    const board = new Board(this.host, this.js, puzzle, {
      ...options,
      facts: this.data.position,
      text: t,
      largest: 56,
    });
    this.host.style.setProperty("--rows", String(board.size.rows));
    const check = new PositionCheck(this.data.document, board, {
      onFound: (found) => this.#tell(found),
      onError: failed,
    });
    this.#live = { board, check };
    board.addEventListener("stroke", () => check.changed());
    this.#tell(this.data);
  }

  remove() {
    this.#live?.check.stop();
    this.#live?.board.remove();
  }

  #buttons() {
    return h(
      "div",
      { class: "row" },
      button({ text: t("rules.reset"), icon: "undo", onClick: () => this.#reset() }),
      button({ text: t("rules.solution"), icon: "solve", onClick: () => this.#solve() }),
    );
  }

  /** @param {string[]} facts @param {string} by */
  #write(facts, by) {
    const held = new Set(facts);
    const take = this.#live?.board.facts().filter((fact) => !held.has(fact));
    this.#live?.board.write({ put: facts, take, by });
  }

  #reset() {
    this.#write(this.data.position, "hand");
    this.#live?.check.cancel();
    this.#tell(this.data);
  }

  async #solve() {
    try {
      const { solutions } = await api.post("/solve", { puzzle: this.data.document, solutions: 1 });
      if (solutions.length) this.#write(solutions[0], "solve");
      else fill(this.said, h("p", {}, t("rules.no-solution")));
    } catch (error) {
      failed(error);
    }
  }

  /** @param {Partial<CheckAnswer & RuleExample>} found */
  #tell({ violations = [], marks = { errors: [], hints: [], because: [] }, clues, solved, is_right: isRight }) {
    this.#live?.board.mark(marks);
    this.#live?.board.setClueStates(clues ?? {});
    this.element.classList.toggle("is-solved", Boolean(solved || isRight));
    if (violations.length) return this.#list(violations, marks);
    return fill(
      this.said,
      h("p", { class: solved || isRight ? "is-good" : "quiet" }, t(solved || isRight ? "rules.solved" : "rules.fine")),
    );
  }

  /** @param {ViolationAnswer[]} violations @param {Marks} marks */
  #list(violations, marks) {
    const board = this.#live?.board;
    const sentences = board ? linkMessages(violations, board, marks) : [];
    fill(
      this.said,
      h(
        "ul",
        { class: "broken" },
        sentences.map((text) => h("li", {}, text)),
      ),
    );
  }
}

/** A board only to look at. @param {HTMLElement} host @param {Kind} js @param {RuleExample & {document: Document}} data */
export const picture = (host, js, data) =>
  new Board(host, js, data.document.puzzle, { facts: data.position, text: t, locked: true, largest: 32 });
