/**
 * The board for screen readers and keys: a grid of labelled cells, of which one can be focused.
 *
 * Of a large board only the cells round the focus are there, with their true row and column
 * numbers: ten thousand of them would cost more than the whole drawing.
 */

/** @import { Cell } from "../types.d.ts" */

import { element, UNIT } from "./shapes.js";

const MOST = 1600; // cells that are all there
const REACH = 9; // cells on each side of the focus that are there in larger boards
const NEAR = 3; // how close to their rim the focus may come

/** Invisible cells over the drawing. */
export class FocusCells {
  /** @type {Map<string, SVGElement>} */
  #cells = new Map();
  #window = { top: 0, bottom: -1, left: 0, right: -1 }; // rows and columns that are there

  /**
   * @param {import("./surface.js").Surface} surface @param {string} title
   * @param {(cell: Cell) => string} name what a cell is called
   * @param {(cell: Cell) => string} describe what more is said of the one that has the focus
   */
  constructor(surface, title, name, describe = () => "") {
    this.surface = surface;
    this.name = name;
    this.describe = describe;
    /** @type {Cell} */
    this.at = { row: 0, col: 0 };
    const { rows, cols } = surface.size;
    // Without a tabindex browsers make it a tab stop of its own, because it listens to the focus.
    const about = { role: "grid", "aria-label": title, "aria-rowcount": rows, "aria-colcount": cols, tabindex: -1 };
    for (const [key, value] of Object.entries(about)) surface.svg.setAttribute(key, String(value));
    // The drawing says nothing by itself: its texts are told with the cells that they belong to.
    for (const drawn of surface.svg.children) drawn.setAttribute("aria-hidden", "true");
    this.group = element("g", { role: "presentation" });
    surface.svg.append(this.group);
    this.live = document.createElement("div");
    this.live.className = "board-live";
    this.live.setAttribute("role", "status");
    surface.host.append(this.live);
  }

  /** Put the cells there; from now on they are named. */
  fill() {
    this.#build(this.at);
    this.#cells.get(key(this.at))?.setAttribute("tabindex", "0");
  }

  /** Name a cell anew. @param {Cell} cell */
  relabel(cell) {
    const there = this.#cells.get(key(cell));
    there?.setAttribute("aria-label", this.name(cell));
    if (there && key(cell) === key(this.at)) this.#describe(there, cell);
  }

  /** @param {SVGElement} there @param {Cell} cell */
  #describe(there, cell) {
    const about = this.describe(cell);
    if (about) there.setAttribute("aria-description", about);
    else there.removeAttribute("aria-description");
  }

  /** Make a cell the one that has the focus, or would get it. @param {Cell} cell @param {{focus?: boolean}} how */
  moveTo(cell, { focus = true } = {}) {
    const before = this.#cells.get(key(this.at));
    before?.setAttribute("tabindex", "-1");
    before?.removeAttribute("aria-description");
    this.at = cell;
    if (!this.#isDeepInside(cell)) this.#build(cell);
    const now = this.#cells.get(key(cell));
    if (!now) return;
    now.setAttribute("tabindex", "0");
    this.#describe(now, cell);
    if (focus) now.focus({ preventScroll: true });
  }

  /** Bring the keys here. */
  focus() {
    this.#cells.get(key(this.at))?.focus({ preventScroll: true });
  }

  /** Say something. @param {string} text */
  say(text) {
    this.live.textContent = text;
  }

  remove() {
    this.live.remove();
  }

  /** @param {Cell} middle */
  #build(middle) {
    const { rows, cols } = this.surface.size;
    const isWhole = rows * cols <= MOST;
    const [top, bottom] = isWhole ? [0, rows - 1] : span(middle.row, rows);
    const [left, right] = isWhole ? [0, cols - 1] : span(middle.col, cols);
    this.#window = { top, bottom, left, right };
    const before = this.#cells;
    this.#cells = new Map();
    const lines = range(top, bottom).map((row) => this.#row(row, range(left, right), before));
    this.group.replaceChildren(...lines);
  }

  /** True if a cell is there and those round it. @param {Cell} cell */
  #isDeepInside({ row, col }) {
    const { top, bottom, left, right } = this.#window;
    const { rows, cols } = this.surface.size;
    /** @param {number} at @param {number} low @param {number} high @param {number} count */
    const isFar = (at, low, high, count) =>
      (low === 0 || at >= low + NEAR) && (high === count - 1 || at <= high - NEAR);
    return isFar(row, top, bottom, rows) && isFar(col, left, right, cols);
  }

  /** Cells that were there stay, with their names. @param {number} row @param {number[]} cols @param {Map<string, SVGElement>} before */
  #row(row, cols, before) {
    const group = element("g", { role: "row", "aria-rowindex": row + 1 });
    for (const col of cols) {
      const name = key({ row, col });
      const cell = before.get(name) ?? this.#cell({ row, col });
      this.#cells.set(name, cell);
      group.append(cell);
    }
    return group;
  }

  /** @param {Cell} cell */
  #cell({ row, col }) {
    return element("rect", {
      role: "gridcell",
      "aria-colindex": col + 1,
      "aria-label": this.name({ row, col }),
      class: "access",
      tabindex: "-1",
      x: col * UNIT,
      y: row * UNIT,
      width: UNIT,
      height: UNIT,
    });
  }
}

/** @param {Cell} cell */
const key = ({ row, col }) => `${row} ${col}`;
/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** @param {number} middle @param {number} count */
const span = (middle, count) => [Math.max(0, middle - REACH), Math.min(count - 1, middle + REACH)];
