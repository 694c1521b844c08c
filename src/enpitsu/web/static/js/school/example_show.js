/** The picture of a lesson: a position, and what follows there, on a board that can be looked at. */

/**
 * @import { LessonExample } from "../contract.d.ts"
 * @import { Kind } from "../types.d.ts"
 */

import { Board } from "../board/board.js";
import { choice } from "../dom.js";
import { boardOptions } from "../settings.js";
import { t } from "../words.js";
import { reasonOf } from "../workbench/chain_player.js";

const LARGEST = 64; // pixels of a cell

/** The example on a board; `made` is what is said of it. */
export class ExampleShow {
  /** @param {HTMLElement} host @param {Kind} kind @param {LessonExample} example */
  constructor(host, kind, { puzzle, position, step }) {
    const options = boardOptions("play", kind.id);
    const given = { ...options, helpers: {}, facts: position, text: t, locked: true, largest: LARGEST };
    this.board = new Board(host, kind, puzzle.puzzle, given);
    this.board.setOption("numbers", true); // the sentence names cells
    this.before = position;
    this.after = [...position, ...step.facts, ...step.also];
    this.step = step;
    const reason = reasonOf(this.board, step, { before: this.before, after: this.after });
    this.chain = reason.chain;
    const sides = ["before", "after"].map((side) => [side, t(`school.${side}`)]);
    // A contradiction has a pager of its own from the one to the other.
    const choose = this.chain ? null : choice(t("school.example"), sides, "before", (side) => this.show(side));
    this.made = [choose, reason.made];
  }

  /** Begin: the position before. */
  begin() {
    if (this.chain) this.chain.begin();
    else this.show("before");
  }

  /** @param {string} side "before" or "after" */
  show(side) {
    const { marks } = this.step;
    const shown = side === "before" ? this.before : this.after;
    this.board.show(shown, side === "before" ? { because: marks.because } : marks);
  }

  /** Take the board away. */
  remove() {
    this.board.remove();
  }
}
