/**
 * What a press or a key does to clues, whichever of the two it is.
 * @typedef {import("./author_clues.js").ClueForm} ClueForm
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Point, Slot, WriteContext } from "../types.d.ts"
 */

import { parseCell } from "../board/slots.js";
import { choose, slotAt, sortOf } from "./author_places.js";
import { typedNumber } from "./author_typing.js";

/** A hand that writes clues of the tool's sort. */
export class ClueHand {
  /** @param {SheetForm} form @param {WriteContext} context */
  constructor(form, context) {
    this.form = form;
    this.context = context;
    this.sort = sortOf(form, context.tool);
  }

  /** The slot that a point means. @param {Point} point @returns {Slot | null} */
  at(point) {
    return this.sort ? slotAt(this.form, this.sort, point, this.context) : null;
  }

  /** @param {Slot} slot */
  value(slot) {
    return this.sort && this.form.clues.value(this.context.position, slot, this.sort);
  }

  /** @param {Slot} slot @param {string | null} value null: none */
  put(slot, value) {
    if (this.sort) this.form.clues.put(this.context, slot, this.sort, value);
  }

  /** The next value, or the one before; there may also be none. @param {Slot} slot @param {number} step */
  count(slot, step) {
    if (!this.sort) return;
    const now = this.value(slot) ?? null;
    const next = this.sort.next(now, step, {
      slot,
      most: this.form.mostAt(this.sort, slot, this.context),
      context: this.context,
    });
    if (next !== undefined) this.put(slot, next);
  }

  /** A digit typed. @param {Slot} slot @param {string} digit */
  type(slot, digit) {
    if (!this.sort) return;
    const number = typedNumber(this.context, slot, digit, this.sort.most);
    const value = this.sort.typed(this.value(slot), number);
    if (value !== null) this.put(slot, value);
  }

  /** Let two slots change their clues, if the first has one. @param {Slot} one @param {Slot} other */
  exchange(one, other) {
    const [first, second] = [this.value(one), this.value(other)];
    if (first === undefined || one === other) return;
    this.put(other, first);
    this.put(one, second ?? null);
  }

  /** Go where a clue was carried to. @param {Slot} slot */
  follow(slot) {
    const { board } = this.context;
    const cell = parseCell(slot);
    if (cell) board.moveTo(cell);
    else choose(slot, this.context);
  }
}
