/** Which part of the board its box shows: fit, zoom, pan. All lengths in cells or pixels. */

/** @import { Cell, Size } from "../types.d.ts" */

const MARGIN = 0.22;
const MOST = 96; // pixels of a cell when zoomed in fully
const LEAST = 13; // pixels of a cell that can be played on: below that a board opens zoomed in
const EDGE = 1e-6; // as far as the last point of a cell lies before the next
const BESIDE = 0.4; // of the window: more than that clues take only if they do so when all is seen

/** A window on the board. */
export class View {
  width = 1;
  height = 1;
  scale = 40; // pixels of a cell
  row = 0; // what lies in the middle
  col = 0;
  isFitted = true;
  outer = 0; // cells left and above for row and column numbers
  isPicture = false; // the grid alone is shown: a solved board

  /** Until somebody moves it or does anything else, the view is as it opens, however the box grows or shrinks. */
  #isOpening = true;

  /**
   * @param {Size & {top: number, left: number, bottom?: number, right?: number}} size @param {number} largest
   * @param {number} opening pixels of a cell where a board opens that would be too small; 0: fitted
   * @param {number} least pixels of a cell that are not too small
   */
  constructor(size, largest, opening = 0, least = LEAST) {
    this.size = size;
    this.largest = largest;
    this.opening = opening;
    this.least = least;
  }

  /** Somebody works with what is seen now: from now on what is fitted stays fitted. */
  keep() {
    this.#isOpening = false;
  }

  /** The board's size, clues below and on the right, row and column numbers included. */
  get #extent() {
    const { top, left, bottom = 0, right = 0, rows, cols } = this.size;
    if (this.isPicture) {
      // What is narrower than a clue belongs to the grid.
      const rim = (/** @type {number} */ side) => (side < 1 ? side : 0);
      return { rows: rows + rim(bottom), cols: cols + rim(right), top: rim(top), left: rim(left) };
    }
    return { rows: rows + bottom, cols: cols + right, top: top + this.outer, left: left + this.outer };
  }

  /** The room of the clues beside the grid, in cells: zoomed in they are squeezed. */
  get beside() {
    const { top, left } = this.#extent;
    /** @param {number} cells @param {number} length */
    const room = (cells, length) => Math.min(cells, Math.max(BESIDE * length, cells * this.fitting) / this.scale);
    return { top: room(top, this.height), left: room(left, this.width) };
  }

  /** By how much they are squeezed: 1 is not at all. */
  get squeeze() {
    const { top, left } = this.#extent;
    const { beside } = this;
    return { top: top ? beside.top / top : 1, left: left ? beside.left / left : 1 };
  }

  /** The scale at which everything is seen. */
  get fitting() {
    const { top, left, rows, cols } = this.#extent;
    const across = this.width / (left + cols + 2 * MARGIN);
    const down = this.height / (top + rows + 2 * MARGIN);
    return Math.max(0.5, Math.min(across, down, this.largest));
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.#isOpening) this.#open();
    else if (this.isFitted || this.scale <= this.fitting) this.fit();
    else this.#settle();
  }

  /** Show everything, or the top left corner if cells were too small to play on. */
  #open() {
    if (!this.opening || this.fitting >= this.least) this.#fit();
    else {
      this.isFitted = false;
      this.scale = this.opening;
      this.row = -Infinity;
      this.col = -Infinity;
      this.#settle();
    }
  }

  /** Show everything. */
  fit() {
    this.#isOpening = false;
    this.#fit();
  }

  /** Show all of the grid alone, or all that there is. @param {boolean} isPicture */
  present(isPicture) {
    this.isPicture = isPicture;
    this.fit();
  }

  #fit() {
    this.isFitted = true;
    this.scale = this.fitting;
    const { top, left, rows, cols } = this.#extent;
    this.row = (rows - top) / 2;
    this.col = (cols - left) / 2;
  }

  /** Where on the board a point of the box lies. @param {number} x @param {number} y */
  at(x, y) {
    return {
      row: this.row + (y - this.height / 2) / this.scale,
      col: this.col + (x - this.width / 2) / this.scale,
    };
  }

  /** Zoom so that the cell under the fingers, or the nearest in sight, stays there. @param {number} factor */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const held = this.#free(this.at(x, y));
    const before = this.scale;
    this.#isOpening = false;
    const most = Math.max(MOST, this.largest);
    const scale = Math.min(most, Math.max(this.fitting, this.scale * factor));
    if (scale <= this.fitting * 1.001) return this.fit();
    this.isFitted = false;
    this.scale = scale;
    this.row = held.row - ((held.row - this.row) * before) / scale;
    this.col = held.col - ((held.col - this.col) * before) / scale;
    this.#uncover(held);
    this.#settle();
  }

  /** The point of the grid next to a point that is neither outside nor covered by clues. @param {Cell} cell */
  #free({ row, col }) {
    const { top, left } = this.beside;
    const first = this.at(0, 0);
    const last = (/** @type {number} */ count) => count - EDGE;
    return {
      row: within(row, Math.max(0, first.row + top), last(this.size.rows)),
      col: within(col, Math.max(0, first.col + left), last(this.size.cols)),
    };
  }

  /** Clues take more room when zoomed in: what lay beside them moves out of their way. @param {Cell} cell */
  #uncover({ row, col }) {
    const { top, left } = this.beside;
    this.row = Math.min(this.row, Math.floor(row) - top + this.height / this.scale / 2);
    this.col = Math.min(this.col, Math.floor(col) - left + this.width / this.scale / 2);
  }

  /** Move the board by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (this.isFitted) return;
    this.#isOpening = false;
    this.row -= dy / this.scale;
    this.col -= dx / this.scale;
    this.#settle();
  }

  /** Bring a cell into sight. @param {Cell} cell */
  reveal({ row, col }) {
    if (this.isFitted) return;
    this.#isOpening = false;
    const halfRows = this.height / this.scale / 2;
    const halfCols = this.width / this.scale / 2;
    const { top, left } = this.beside;
    this.row = within(this.row, row + 1.5 - halfRows, row - 0.5 - top + halfRows);
    this.col = within(this.col, col + 1.5 - halfCols, col - 0.5 - left + halfCols);
    this.#settle();
  }

  /** The visible part as an SVG view box. @param {number} unit */
  box(unit) {
    const { row, col } = this.at(0, 0);
    const numbers = [col, row, this.width / this.scale, this.height / this.scale];
    return numbers.map((number) => number * unit);
  }

  /** Never lose the board out of sight. */
  #settle() {
    const { rows, cols } = this.#extent;
    const { top, left } = this.beside;
    this.row = axis(this.row, -top - MARGIN, rows + MARGIN, this.height / this.scale);
    this.col = axis(this.col, -left - MARGIN, cols + MARGIN, this.width / this.scale);
  }
}

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => (low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value)));

/**
 * The middle of a window of some length on an axis from `start` to `end`.
 * @param {number} middle @param {number} start @param {number} end @param {number} length
 */
function axis(middle, start, end, length) {
  if (length >= end - start) return (start + end) / 2;
  return within(middle, start + length / 2, end - length / 2);
}
