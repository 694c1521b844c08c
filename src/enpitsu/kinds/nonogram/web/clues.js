/**
 * The clues beside the grid, laid out as in Enpitsu's other pictures: rows' numbers end at its left
 * side, columns' stand on its top; each place of the rows' numbers is as wide as its widest number.
 * @import { Model, Puzzle, Run } from "./model.js"
 * @import { Axis, Kit, Shape, ShapeMore } from "/static/js/types.d.ts"
 */

import { AXES } from "./model.js";

const DIGIT = 0.64; // a digit's width in font sizes
const LETTER = 0.3;
export const DISTANCE = 0.12; // between the grid and the nearest number
const BASELINE = 0.36;
const CHIP = { height: 0.74, side: 0.1, corner: 0.14 };

const PLAIN = { size: 0.5, room: 0.8, gap: 0.24, step: 0.64 };
const CHIPS = { size: 0.46, room: 0.56, gap: 0.07, step: 0.81 };
// On large boards cells are small on every screen: numbers take more of them, gaps less.
const DENSE = { size: 0.56, room: 0.84, gap: 0.3, step: 0.7 };
const MANY = 25;

/**
 * Sizes and distances of a puzzle's numbers.
 * @typedef {{size: number, room: number, gap: number, step: number}} Measure
 * @typedef {{text: string, colour: number, letter: string, size: number, digits: number, width: number, scale?: number, gap?: number}} ClueNumber
 * @param {Pick<Puzzle, "rows" | "cols" | "isColoured">} model @returns {Measure}
 */
export function measureOf({ rows, cols, isColoured }) {
  const isLarge = Math.max(rows, cols) >= MANY;
  return isColoured ? CHIPS : isLarge ? DENSE : PLAIN;
}

/**
 * The numbers of a clue, with their sizes and widths; an empty line has a 0.
 * @param {Run[]} clue @param {Puzzle} model
 */
export function numbersOf(clue, model) {
  if (!clue.length) return [numberOf("0", -1, model)];
  return clue.map(({ length, colour }) => numberOf(length === null ? "?" : String(length), colour, model));
}

/** A number; the 0 of an empty line has no colour. @param {string} text @param {number} colour @param {Puzzle} model @returns {ClueNumber} */
function numberOf(text, colour, model) {
  const letter = colour < 0 ? "" : (model.letters[colour] ?? "");
  const { size: most, room } = measureOf(model);
  const size = Math.min(most, room / (DIGIT * text.length));
  const digits = text.length * size * DIGIT;
  const width = letter ? digits + LETTER * DIGIT + 2 * CHIP.side : digits;
  return { text, colour, letter, size, digits, width };
}

/**
 * Numbers as they are told where they are large.
 * @param {ClueNumber[]} numbers @param {Axis} axis @param {number} at @param {Puzzle} model
 */
export function toldOf(numbers, axis, at, model) {
  return numbers.map(({ text, colour, letter }, index) => {
    const ink = letter ? model.inks[colour] : null;
    return { text, of: thingOf(axis, at, index), sign: letter, fill: ink?.rgb, ink: ink?.letter };
  });
}

/** A number about a point; with colours on its colour, with the colour's letter. @param {ClueNumber} number @param {number} row @param {number} col @param {{kit: Kit, model: Puzzle, more: ShapeMore}} how @returns {Shape[]} */
export function numberShapes(number, row, col, { kit, model, more }) {
  if (!number.letter) return [kit.label(row, col, number.text, number.size, "clue", more)];
  const { scale = 1 } = number; // of numbers that were made to fit
  const ink = model.inks[number.colour];
  const small = LETTER * scale;
  const middle = col - (small * DIGIT) / 2;
  const lower = row + BASELINE * (number.size - small); // on the number's baseline
  const beside = middle + (number.digits + small * DIGIT) / 2;
  const height = CHIP.height * scale;
  const on = { ...more, fill: ink.letter };
  return [
    kit.rect(row - height / 2, col - number.width / 2, height, number.width, "chip", CHIP.corner * scale, {
      ...more,
      fill: ink.rgb,
      stroke: ink.outline,
    }),
    kit.label(row, middle, number.text, number.size, "clue", on),
    kit.label(lower, beside, number.letter, small, "clue", on),
  ];
}

/** The name of a number: "row3:2". @param {Axis} axis @param {number} at @param {number} index */
export const thingOf = (axis, at, index) => `${axis}${at + 1}:${index + 1}`;

/** All clues of a puzzle and where their numbers stand. */
export class Clues {
  /** Where the rows' numbers end, from the grid outwards. */
  #ends = [DISTANCE];

  /** @param {Puzzle} model */
  constructor(model) {
    this.model = model;
    this.measure = measureOf(model);
    const numbers = (/** @type {Run[]} */ clue) => numbersOf(clue, model);
    this.numbers = { row: model.clues.row.map(numbers), col: model.clues.col.map(numbers) };
    const count = (/** @type {Axis} */ axis) =>
      this.numbers[axis].reduce((most, clue) => Math.max(most, clue.length), 0);
    for (let place = 0; place < count("row"); place++) this.#ends.push(this.#end(place));
    this.left = this.#ends.at(-1) ?? DISTANCE;
    this.top = DISTANCE + count("col") * this.measure.step;
  }

  /** The number at a place in the margin, or null. @param {import("/static/js/types.d.ts").Margin} margin */
  thingAt({ axis, at, row, col }) {
    const clue = this.numbers[axis][at];
    const place = axis === "row" ? this.#ends.findIndex((end) => end > -col) - 1 : this.#stepAt(-row);
    const index = clue.length - 1 - Math.max(0, place);
    return index >= 0 && index < clue.length && place >= -1 ? thingOf(axis, at, index) : null;
  }

  /** The numbers of a line as they are told where they are large. @param {Axis} axis @param {number} at */
  told(axis, at) {
    return toldOf(this.numbers[axis][at], axis, at, this.model);
  }

  /** All numbers as shapes. @param {Kit} kit */
  shapes(kit) {
    return AXES.flatMap((axis) =>
      this.numbers[axis].flatMap((clue, at) => clue.flatMap((_, index) => this.#shapes(axis, at, index, kit))),
    );
  }

  /** @param {number} up */
  #stepAt(up) {
    return Math.floor((up - DISTANCE) / this.measure.step);
  }

  /** @param {number} place */
  #end(place) {
    const widths = this.numbers.row.map((clue) => clue.at(-1 - place)?.width ?? 0);
    const widest = widths.reduce((most, width) => Math.max(most, width), 0);
    return this.#ends[place] + widest + this.measure.gap;
  }

  /** @param {Axis} axis @param {number} at @param {number} index */
  #middle(axis, at, index) {
    const place = this.numbers[axis][at].length - 1 - index;
    if (axis === "row") return [at + 0.5, -(this.#ends[place] + this.#ends[place + 1]) / 2];
    return [-DISTANCE - (place + 0.5) * this.measure.step, at + 0.5];
  }

  /** @param {Axis} axis @param {number} at @param {number} index @param {Kit} kit */
  #shapes(axis, at, index, kit) {
    const number = this.numbers[axis][at][index];
    const [row, col] = this.#middle(axis, at, index);
    /** @type {ShapeMore} */
    const more = { of: thingOf(axis, at, index), layer: axis === "row" ? "left" : "top" };
    const half = number.width / 2;
    // Seen once the number is settled: grey alone would depend on seeing it.
    const strike = kit.path(
      [
        [row, col - half],
        [row, col + half],
      ],
      "strike",
      false,
      more,
    );
    return [...numberShapes(number, row, col, { kit, model: this.model, more }), strike];
  }
}
