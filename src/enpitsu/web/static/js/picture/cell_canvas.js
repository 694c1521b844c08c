/**
 * The picture in cells, drawn on a canvas: changes ringed, cells changed by hand.
 *
 * Rings tell changes by their shape: a circle where a cell was filled, a diamond where it was emptied,
 * a square where it got another colour.
 *
 * @typedef {{rows: number, cols: number, values: string[], paints: Map<string, string>}} Picture
 * @typedef {{id: number, at: number, value: string, isTap: boolean, spot: [number, number]}} Stroke
 * @typedef {CanvasRenderingContext2D} Pen
 * @typedef {(name: string) => string} Token a colour of the theme
 */

import { h } from "../dom.js";
import { t } from "../words.js";

const LEAST_CELL = 5; // pixels of a cell below which no grid is drawn
const RHYTHM = 5;
const PLAIN = { paper: "#ffffff", ink: "#000000" };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const LARGE = 26; // points of a cell when enlarged
const TAP = 10;
const MOST_PIXELS = 12_000_000; // of a canvas: phones draw no larger ones

/** The preview. */
export class CellCanvas {
  /** @type {Picture} */
  #picture = { rows: 0, cols: 0, values: [], paints: new Map() };
  /** @type {import("./grid.js").Change[]} */
  #rings = [];
  #current = -1;
  /** @type {Set<number>} */
  #touched = new Set();
  #cursor = 0;
  /** @type {Stroke | null} */
  #stroke = null;
  #asked = 0;

  /** @param {{onPaint: (at: number, value: string, isFirst: boolean) => void, brush: (old: string) => string, onMove: (at: number) => void, onUndo: () => void}} how */
  constructor({ onPaint, brush, onMove, onUndo }) {
    this.onPaint = onPaint;
    this.brush = brush;
    this.onMove = onMove;
    this.onUndo = onUndo;
    this.where = { left: 0, top: 0, cell: 0 }; // of the cells on the canvas, once they are drawn
    this.canvas = h("canvas", {
      class: "pic-cells",
      dataset: { theme: "light" },
      tabindex: "0",
      role: "application",
      "aria-label": t("picture.cells.label"),
      "aria-describedby": "pic-cells-help",
      onKeydown: (event) => this.#key(event),
      onFocus: () => this.draw(),
      onBlur: () => this.draw(),
    });
    this.node = h("div", { class: "pic-cells-room" }, this.canvas);
    for (const type of /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel"])) {
      this.canvas.addEventListener(type, (event) => this.#pointer(event));
    }
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.canvas);
    this.themes = new MutationObserver(() => this.draw());
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme", "data-contrast"] });
  }

  /** @param {Picture} picture @param {{rings?: import("./grid.js").Change[], touched?: Set<number>}} [marks] */
  show(picture, { rings = [], touched = new Set() } = {}) {
    this.#picture = picture;
    this.#rings = rings;
    this.#touched = touched;
    this.#cursor = Math.min(this.#cursor, picture.values.length - 1);
    this.canvas.style.setProperty("--shape", String(picture.cols / picture.rows));
    this.canvas.style.setProperty("--large", `${picture.cols * LARGE}px`);
    this.draw();
  }

  /** Point at one of the rings; -1 at none. @param {number} index */
  point(index) {
    this.#current = index;
    if (index >= 0) this.#cursor = this.#rings[index].at;
    this.draw();
  }

  /** Larger than there is room for, to be moved about. @param {boolean} isLarge */
  enlarge(isLarge) {
    this.node.classList.toggle("is-large", isLarge);
    this.draw();
  }

  draw() {
    cancelAnimationFrame(this.#asked);
    this.#asked = requestAnimationFrame(() => this.#draw());
  }

  remove() {
    this.watcher.disconnect();
    this.themes.disconnect();
    cancelAnimationFrame(this.#asked);
  }

  // --- drawing -----------------------------------------------------------------------------------

  #draw() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!this.#picture.values.length || !clientWidth || !clientHeight) return;
    const { rows, cols } = this.#picture;
    const scale = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (clientWidth * clientHeight)));
    const cell = Math.max(1, Math.floor(Math.min((clientWidth * scale) / cols, (clientHeight * scale) / rows)));
    this.canvas.width = Math.round(clientWidth * scale);
    this.canvas.height = Math.round(clientHeight * scale);
    const look = getComputedStyle(this.canvas);
    const pen = /** @type {Pen} */ (this.canvas.getContext("2d"));
    const left = Math.floor((this.canvas.width - cols * cell) / 2);
    const top = Math.floor((this.canvas.height - rows * cell) / 2);
    this.where = { left: left / scale, top: top / scale, cell: cell / scale };
    pen.translate(left, top);
    const token = (name) => look.getPropertyValue(`--${name}`).trim();
    this.#paint(pen, cell, token);
    this.#lines(pen, cell, scale, token);
    this.#marks(pen, cell, scale, token);
  }

  /** Black on white is drawn as boards are, in the colours of the theme. @param {Pen} pen @param {number} cell @param {Token} token */
  #paint(pen, cell, token) {
    const { rows, cols, values, paints } = this.#picture;
    const isPlain = paints.size === 2 && [...paints.values()].every((rgb) => Object.values(PLAIN).includes(rgb));
    const colour = (rgb) => (!isPlain ? rgb : rgb === PLAIN.paper ? token("board") : token("shade"));
    pen.fillStyle = colour(paints.get(""));
    pen.fillRect(0, 0, cols * cell, rows * cell);
    values.forEach((value, at) => {
      if (!value) return;
      pen.fillStyle = colour(paints.get(value));
      pen.fillRect((at % cols) * cell, Math.floor(at / cols) * cell, cell, cell);
    });
  }

  /** @param {Pen} pen @param {number} cell @param {number} scale @param {Token} token */
  #lines(pen, cell, scale, token) {
    const { rows, cols } = this.#picture;
    const line = (at, along, isCol) => {
      pen.beginPath();
      pen.moveTo(isCol ? at * cell : 0, isCol ? 0 : at * cell);
      pen.lineTo((isCol ? at : along) * cell, (isCol ? along : at) * cell);
      pen.stroke();
    };
    const draw = (name, width, step) => {
      pen.strokeStyle = token(name);
      pen.lineWidth = width;
      for (let at = step; at < cols; at += step) line(at, rows, true);
      for (let at = step; at < rows; at += step) line(at, cols, false);
    };
    if (cell / scale >= LEAST_CELL) draw("grid", Math.max(1, scale / 2), 1);
    if ((cell * RHYTHM) / scale >= 3 * LEAST_CELL) draw("grid5", Math.max(1, scale), RHYTHM);
    pen.strokeStyle = token("frame");
    pen.lineWidth = 1.5 * scale;
    pen.strokeRect(0, 0, cols * cell, rows * cell);
  }

  /** @param {Pen} pen @param {number} cell @param {number} scale @param {Token} token */
  #marks(pen, cell, scale, token) {
    for (const at of this.#touched) this.#dot(pen, at, cell, token);
    for (const [at, ring] of this.#rings.entries()) this.#ring(pen, ring, cell, scale, token, at === this.#current);
    const isSeen = document.activeElement === this.canvas && this.canvas.matches(":focus-visible");
    if (isSeen) this.#square(pen, this.#cursor, cell, 2.5 * scale, token("focus"));
  }

  /** @param {number} at @param {number} cell */
  #middle(at, cell) {
    const { cols } = this.#picture;
    return [((at % cols) + 0.5) * cell, (Math.floor(at / cols) + 0.5) * cell];
  }

  /** The cells changed by hand. @param {Pen} pen @param {number} at @param {number} cell @param {Token} token */
  #dot(pen, at, cell, token) {
    const [x, y] = this.#middle(at, cell);
    pen.fillStyle = token("trial");
    pen.beginPath();
    pen.arc(x, y, Math.max(1.5, cell * 0.16), 0, 2 * Math.PI);
    pen.fill();
  }

  /** A ring on light and dark alike: the colour between two lines of paper. */
  #ring(pen, { at, sort }, cell, scale, token, isCurrent) {
    const [x, y] = this.#middle(at, cell);
    const radius = Math.max(4 * scale, cell * (isCurrent ? 0.78 : 0.5));
    const width = Math.max(1.6 * scale, cell * 0.12) * (isCurrent ? 1.3 : 1);
    this.#outline(pen, sort, x, y, radius);
    for (const { name, more } of [
      { name: "board", more: 2.4 * scale },
      { name: "hint", more: 0 },
    ]) {
      pen.strokeStyle = token(name);
      pen.lineWidth = width + more;
      pen.stroke();
    }
  }

  /** @param {Pen} pen @param {string} sort @param {number} x @param {number} y @param {number} radius */
  #outline(pen, sort, x, y, radius) {
    pen.beginPath();
    if (sort === "filled") return pen.arc(x, y, radius, 0, 2 * Math.PI);
    const spots =
      sort === "emptied"
        ? [
            [0, -1.2],
            [1.2, 0],
            [0, 1.2],
            [-1.2, 0],
          ]
        : [
            [-0.9, -0.9],
            [0.9, -0.9],
            [0.9, 0.9],
            [-0.9, 0.9],
          ];
    for (const [right, down] of spots) pen.lineTo(x + right * radius, y + down * radius);
    pen.closePath();
  }

  /** @param {Pen} pen @param {number} at @param {number} cell @param {number} width @param {string} colour */
  #square(pen, at, cell, width, colour) {
    const [x, y] = this.#middle(at, cell);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(x - cell / 2, y - cell / 2, cell, cell);
  }

  // --- hands and keys ----------------------------------------------------------------------------

  /** @param {PointerEvent} event @returns {number | null} */
  #at({ offsetX, offsetY }) {
    const { rows, cols } = this.#picture;
    const [row, col] = [
      (offsetY - this.where.top) / this.where.cell,
      (offsetX - this.where.left) / this.where.cell,
    ].map(Math.floor);
    return row >= 0 && col >= 0 && row < rows && col < cols ? row * cols + col : null;
  }

  /** @param {PointerEvent} event */
  #pointer(event) {
    if (!this.#picture.values.length || !this.where.cell) return;
    if (event.type === "pointerdown") return this.#press(event);
    const stroke = this.#stroke;
    if (stroke?.id !== event.pointerId) return;
    if (event.type === "pointermove") return this.#drag(event, stroke);
    if (event.type === "pointerup" && stroke.isTap) this.#paintAt(stroke.at, stroke.value);
    this.#stroke = null;
  }

  /** A mouse and a pen paint while they are drawn; a finger taps, as swiping moves the page. @param {PointerEvent} event */
  #press(event) {
    const at = this.#at(event);
    if (at === null || event.button !== 0 || !event.isPrimary) return;
    const value = this.brush(this.#picture.values[at]);
    const isTap = event.pointerType === "touch";
    this.#stroke = { id: event.pointerId, at, value, isTap, spot: [event.clientX, event.clientY] };
    if (isTap) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.#paintAt(at, value);
  }

  /** @param {PointerEvent} event @param {Stroke} stroke */
  #drag(event, stroke) {
    const { isTap, spot, value, at: last } = stroke;
    if (isTap) {
      if (Math.hypot(event.clientX - spot[0], event.clientY - spot[1]) > TAP) this.#stroke = null;
      return;
    }
    const at = this.#at(event);
    if (at === null || at === last) return;
    stroke.at = at;
    this.#paintAt(at, value, false);
  }

  /** @param {number} at @param {string} value */
  #paintAt(at, value, isFirst = true) {
    this.#cursor = at;
    if (this.#picture.values[at] !== value) this.onPaint(at, value, isFirst);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return this.onUndo();
    }
    if (!this.#picture.values.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    const isPaint = event.key === " " || event.key === "Enter";
    if (!way && !isPaint) return;
    event.preventDefault();
    if (way) this.#move(way);
    else this.#paintAt(this.#cursor, this.brush(this.#picture.values[this.#cursor]));
    this.onMove(this.#cursor);
    this.draw();
  }

  #move([down, right]) {
    const { rows, cols } = this.#picture;
    const row = Math.min(rows - 1, Math.max(0, Math.floor(this.#cursor / cols) + down));
    const col = Math.min(cols - 1, Math.max(0, (this.#cursor % cols) + right));
    this.#cursor = row * cols + col;
  }
}
