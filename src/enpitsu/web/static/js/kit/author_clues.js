/**
 * Clues on a sheet. The fact of a slot tells all that stands there: "3", "?", "white", on edges "border" too. Where
 * clues of several sorts can stand their names are told ("numbers:3"); several things are joined ("border+3").
 * @typedef {{rows: number, cols: number, held(slot: Slot): string | undefined, slots(): Slot[]}} Look a sheet to look at
 * @typedef {{clues: Record<string, string>, isBorder: boolean}} Content of a slot: values by sort
 * @typedef {import("./author_hand.js").ClueHand} ClueHand
 * @typedef {Pick<WriteContext, "position" | "draft">} Writing
 * @import { ClueSort, Context, Gesture, PaintContext, Point, Shape, SheetBody, Size, Slot, Symmetry, Text, WriteContext } from "../types.d.ts"
 */

import { isInside, parsePlace } from "../board/slots.js";
import { nextOfMany } from "./author_typing.js";
import { drawClue } from "./draw.js";

export const BORDER = "border";
export const UNKNOWN = "?";

const MOST_COUNTED = 99; // by clicks

/** One sort of clues; a kind may do any of it in its own way. */
export class ClueForm {
  /** @param {ClueSort} declared @param {Partial<ClueForm>} own */
  constructor(declared, own = {}) {
    this.name = declared.name;
    this.on = declared.on;
    this.look = declared.look;
    this.blocks = Boolean(declared.blocks);
    this.unknown = Boolean(declared.unknown);
    this.least = declared.least ?? 0;
    this.most = declared.most ?? 0;
    /** A click on a chosen place begins a clue there. */
    this.beginsByClick = true;
    /** What a drag from a place writes instead of carrying its clue. @type {((hand: ClueHand, point: Point) => Gesture) | null} */
    this.drag = null;
    /** What is painted over empty cells, as walls are; "" if nothing. */
    this.painted = declared.look === "wall" && declared.unknown ? UNKNOWN : "";
    /** Words, where values are no numbers. */
    this.words = declared.values ?? [];
    this.isNumber = declared.values === undefined;
    Object.assign(this, own);
  }

  /** True if it stands in cells, else on edges. */
  get isInCells() {
    return this.on === "cells" || this.on === "areas";
  }

  /** True if one can stand in a slot. @param {Slot} slot @param {Size} size */
  fits(slot, size) {
    const place = parsePlace(slot);
    if (place?.kind !== "edge") return place?.kind === "cell" && this.isInCells;
    const inside = [place.a, place.b].filter((cell) => isInside(cell, size)).length;
    return this.on === (inside === 2 ? "sides" : "border");
  }

  /** True if one value is put by one click: nothing has to be typed. */
  get isDirect() {
    return !this.isNumber || (this.look === "wall" && this.unknown);
  }

  /** @param {string} value */
  isValue(value) {
    if (value === UNKNOWN) return this.unknown;
    if (!this.isNumber) return this.words.includes(value);
    return /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) >= this.least && Number(value) <= this.most;
  }

  /** The value that a typed number makes of another one; null if it makes none (yet). @param {string | undefined} _before @param {number} number */
  typed(_before, number) {
    return this.isNumber && number >= this.least && number <= this.most ? String(number) : null;
  }

  /** "?" in the place of a number. @param {string | undefined} _before */
  opened(_before) {
    return UNKNOWN;
  }

  /** The sign on the screen that says what a value is. @param {string | undefined} value */
  sign(value) {
    return value;
  }

  /** Values in the order in which clicks go through them. @param {number} most numbers that are of use */
  signs(most = this.most) {
    const last = Math.min(most, this.most, this.least + MOST_COUNTED);
    const numbers = Array.from({ length: Math.max(0, last - this.least + 1) }, (_, at) => String(this.least + at));
    return [...(this.unknown ? [UNKNOWN] : []), ...(this.isNumber ? numbers : this.words)];
  }

  /**
   * The next value of a clue, or the one before; null: none, undefined: it stays.
   * @param {string | null} now @param {number} step @param {{slot: Slot, most: number, context: Context}} where
   * @returns {string | null | undefined}
   */
  next(now, step, { most }) {
    return nextOfMany(this.signs(most), now, step);
  }

  /** As puzzles have it. @param {string} value @returns {unknown} */
  packed(value) {
    return this.isNumber && value !== UNKNOWN ? Number(value) : value;
  }

  /** After the board was turned. @param {string} value @param {Symmetry} _symmetry */
  turned(value, _symmetry) {
    return value;
  }

  /** As it is drawn. @param {Slot} slot @param {string} text @param {Pick<PaintContext, "kit" | "model" | "size">} context @returns {Shape[]} */
  shapes(slot, text, { size }) {
    // Above the cursor.
    return drawClue({ slot, sort: this, text }, size, { layer: "clues" });
  }

  /** More about a clue, told when it is chosen. @param {Slot} _slot @param {string} _value @param {Context} _context */
  describe(_slot, _value, _context) {
    return "";
  }

  /** In words. @param {string} value @param {Text} text @param {string} kind */
  say(value, text, kind) {
    if (this.words.includes(value)) return text(`${kind}.says.${value}`);
    return text(`${kind}.says.${this.look === "wall" ? "wall" : "clue"}`, { number: value });
  }
}

/** All clues of a kind. */
export class Clues {
  /** @param {ClueForm[]} sorts */
  constructor(sorts) {
    this.cells = sorts.filter(({ isInCells }) => isInCells);
    this.edges = sorts.filter(({ isInCells }) => !isInCells);
  }

  /** The sorts that can stand in a slot. @param {Slot} slot */
  at(slot) {
    return slot.includes("-") ? this.edges : this.cells;
  }

  /** What a slot holds. @param {Slot} slot @param {string | undefined} text @returns {Content} */
  parse(slot, text) {
    /** @type {Content} */
    const content = { clues: {}, isBorder: false };
    const sorts = this.at(slot);
    for (const word of text ? text.split("+") : []) {
      const at = word.indexOf(":");
      if (slot.includes("-") && word === BORDER) content.isBorder = true;
      else if (at > 0) content.clues[word.slice(0, at)] = word.slice(at + 1);
      else if (sorts.length) content.clues[sorts[0].name] = word;
    }
    return content;
  }

  /** The text that says it, "" if there is nothing. @param {Slot} slot @param {Content} content */
  format(slot, { clues, isBorder }) {
    const sorts = this.at(slot);
    const isAlone = sorts.length === 1;
    const words = sorts
      .filter(({ name }) => clues[name] !== undefined)
      .map(({ name }) => (isAlone ? clues[name] : `${name}:${clues[name]}`));
    return [...(isBorder ? [BORDER] : []), ...words].join("+");
  }

  /** True if a text is what a slot may hold. @param {Slot} slot @param {string} text @param {Size} size */
  isContent(slot, text, size) {
    const content = this.parse(slot, text);
    const isRight = this.at(slot).every((sort) => {
      const value = content.clues[sort.name];
      return value === undefined || (sort.isValue(value) && sort.fits(slot, size));
    });
    return isRight && this.format(slot, content) === text;
  }

  /** @param {Look | Context["position"]} look @param {Slot} slot */
  contentAt(look, slot) {
    return this.parse(slot, look.held(slot));
  }

  /** The value of a clue; undefined if there is none. @param {Look | Context["position"]} look @param {Slot} slot @param {ClueForm} sort @returns {string | undefined} */
  value(look, slot, { name }) {
    return this.contentAt(look, slot).clues[name];
  }

  /** @param {Look | Context["position"]} look @param {Slot} slot */
  hasBorder(look, slot) {
    const text = look.held(slot);
    return slot.includes("-") && (text === BORDER || text?.startsWith(`${BORDER}+`) === true);
  }

  /** Write a clue, null: take it away. @param {Writing} context @param {Slot} slot @param {ClueForm} sort @param {string | null} value */
  put(context, slot, { name }, value) {
    const { clues, isBorder } = this.contentAt(context.position, slot);
    const { [name]: _, ...others } = clues;
    this.#write(context, slot, { clues: value === null ? others : { ...others, [name]: value }, isBorder });
  }

  /** @param {Writing} context @param {Slot} slot @param {boolean} isBorder */
  putBorder(context, slot, isBorder) {
    this.#write(context, slot, { ...this.contentAt(context.position, slot), isBorder });
  }

  /** Take all clues of a slot away. @param {Writing} context @param {Slot} slot */
  clear(context, slot) {
    this.#write(context, slot, { clues: {}, isBorder: this.hasBorder(context.position, slot) });
  }

  /** @param {Writing} context @param {Slot} slot @param {Content} content */
  #write({ draft }, slot, content) {
    const text = this.format(slot, content);
    if (text) draft.set(slot, text, true);
    else draft.clear(slot);
  }

  /** A slot's text after the board was turned. @param {Slot} slot @param {string} text @param {Symmetry} symmetry */
  turned(slot, text, symmetry) {
    const content = this.parse(slot, text);
    const clues = this.at(slot).flatMap((sort) => {
      const value = content.clues[sort.name];
      return value === undefined ? [] : [[sort.name, sort.turned(value, symmetry)]];
    });
    return this.format(slot, { ...content, clues: Object.fromEntries(clues) });
  }
}

/** A sheet to look at. @param {SheetBody} sheet @returns {Look} */
export function lookAt({ rows, cols, facts }) {
  const values = new Map(facts.map((fact) => /** @type {[string, string]} */ (fact.split(" "))));
  return { rows, cols, held: (slot) => values.get(slot), slots: () => [...values.keys()] };
}

/** The board to look at. @param {Pick<Context, "size" | "position">} context @returns {Look} */
export const lookOf = ({ size, position }) => ({
  ...size,
  held: (slot) => position.held(slot),
  slots: () => position.slots(),
});
