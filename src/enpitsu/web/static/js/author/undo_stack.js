/**
 * Undo and redo without end, over whole sheets: clues, size, turns, settings are steps alike.
 * @typedef {import("./sheet.js").Diff & {say?: string}} Step
 */

import { changed, inverse, isNothing, joined } from "./sheet.js";

const MOST_STEPS = 300; // kept with the draft
const MOST_SIGNS = 400_000; // of them as JSON: a draft has its limit

/** The past of one sheet. */
export class UndoStack {
  /** @type {Step[]} */
  done = [];
  /** @type {Step[]} */
  undone = [];

  /** @param {(Step & {undone?: boolean})[]} saved see `save` */
  constructor(saved = []) {
    for (const step of saved) {
      const { undone, ...rest } = step;
      (undone ? this.undone : this.done).push(rest);
    }
  }

  /** Remember a step; what was undone is gone then. @param {Step} step */
  push(step) {
    if (isNothing(step)) return;
    this.done.push(step);
    this.undone = [];
  }

  /** Add to the step before: one undo takes both back. @param {Step} step */
  amend(step) {
    const last = this.done.pop();
    if (last) this.done.push(joined(last, step));
    else this.push(step);
  }

  /** The sheet one step back; null if there is none. @param {import("./sheet.js").Sheet} sheet */
  undo(sheet) {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    return changed(sheet, inverse(step));
  }

  /** The sheet one step on again; null if there is none. @param {import("./sheet.js").Sheet} sheet */
  redo(sheet) {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    return changed(sheet, step);
  }

  /** The last steps, to be kept with the draft: first what is done, then what was undone. */
  save() {
    const all = [...this.done, ...this.undone.map((step) => ({ ...step, undone: true }))];
    const last = all.slice(-MOST_STEPS);
    let signs = 0;
    const from = last.findLastIndex((step) => {
      signs += sizeOf(step);
      return signs > MOST_SIGNS;
    });
    return last.slice(from + 1);
  }
}

/** About as many signs as a step takes. @param {Step} step */
const sizeOf = ({ put, take, more }) => {
  const signs = (facts) => facts.reduce((sum, fact) => sum + fact.length + 3, 0);
  return 60 + signs(put) + signs(take) + (more ? JSON.stringify(more).length : 0);
};
