/**
 * From pointer events to gestures.
 *
 * One finger, mouse or pen writes; two fingers zoom and pan and never write: a second one cancels
 * the running stroke, and nothing is written until all are lifted.
 * @typedef {{down: number, right: number, squeeze: {top: number, left: number}}} Stuck how far clues are moved to stay in
 *   sight, in cells, and squeezed
 * @typedef {{clientX: number, clientY: number}} At a point of the page
 * @typedef {At & {altKey?: boolean, ctrlKey?: boolean}} KeyedAt
 * @typedef {{id: number, how: Press, from: At, hasMoved: boolean, gesture: Gesture | null, last: Cell, at: KeyedAt, isInside: boolean, timer?: number}} Running
 *   `at`: where the pointer was seen last; `isInside`: whether it was pressed on the grid
 * @import { Cell, Gesture, Margin, Point, Press, Size } from "../types.d.ts"
 */

import { edgeText, isInside, isOnBoard } from "./slots.js";

const EDGE_ZONE = 0.22;
const OUTSIDE = 0.5; // how far from the grid sides at the frame are still meant
const STEP = 0.25; // of a cell: as far as a path may jump between two looks
/** Milliseconds that a finger rests until it means the other button. */
export const LONG_PRESS = 350;
const SLOP = 7; // pixels that a resting finger trembles

/**
 * The thing under a point given in cells; where clues cover the cells, the clues.
 * @param {Cell} at @param {Size & {top?: number, left?: number}} size @param {Stuck} stuck
 * @returns {Omit<Point, "alt" | "ctrl">}
 */
export function hit({ row, col }, size, stuck) {
  const nothing = { row, col, cell: null, edge: null, near: null, margin: null };
  const rim = size.hasSides ? rimAt(row, col, size, stuck) : null;
  if (rim) return { ...nothing, ...nearestEdge(row, col, rim, size) };
  const isCovered = row < stuck.down || col < stuck.right;
  if (isCovered) return { ...nothing, margin: marginAt(row, col, size, stuck) };
  const cell = { row: Math.floor(row), col: Math.floor(col) };
  if (!isInside(cell, size)) return nothing;
  return { ...nothing, cell, ...nearestEdge(row, col, cell, size) };
}

/**
 * The cell at the rim of the grid beside which a point lies, as long as that rim is in sight.
 * @param {number} row @param {number} col @param {Size & {top?: number, left?: number}} size @param {Stuck} stuck
 */
function rimAt(row, col, { rows, cols, top = 0, left = 0 }, { down, right }) {
  const above = top || down > 0 ? EDGE_ZONE : OUTSIDE;
  const before = left || right > 0 ? EDGE_ZONE : OUTSIDE;
  const isNear = row > down - above && col > right - before && row < rows + OUTSIDE && col < cols + OUTSIDE;
  const isOut = row < 0 || col < 0 || row >= rows || col >= cols;
  if (!isNear || !isOut) return null;
  const within = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.min(count - 1, Math.max(0, Math.floor(at)));
  return { row: within(row, rows), col: within(col, cols) };
}

/**
 * Where in the clues beside the grid a point lies; the corner between them is none of it.
 * @param {number} row @param {number} col @param {Size & {top?: number, left?: number}} size @param {Stuck} stuck
 * @returns {Margin | null}
 */
function marginAt(row, col, { rows, cols, top = 0, left = 0 }, { down, right, squeeze }) {
  const above = (row - down) / squeeze.top;
  const before = (col - right) / squeeze.left;
  const isTop = above < 0 && above >= -top;
  const isLeft = before < 0 && before >= -left;
  if (isTop && isLeft) return null;
  if (isTop && col >= 0 && col < cols) return { axis: "col", at: Math.floor(col), row: above, col };
  if (isLeft && row >= 0 && row < rows) return { axis: "row", at: Math.floor(row), row, col: before };
  return null;
}

/** The edge of a cell that is nearest to a point, and whether it is touched. @param {number} row @param {number} col @param {Cell} cell @param {Size} size */
function nearestEdge(row, col, cell, size) {
  const [down, right] = [row - cell.row, col - cell.col];
  const sides = [
    { far: down, row: -1, col: 0 },
    { far: 1 - down, row: 1, col: 0 },
    { far: right, row: 0, col: -1 },
    { far: 1 - right, row: 0, col: 1 },
  ];
  /** @type {{far: number, slot: string | null}} */
  let best = { far: Infinity, slot: null };
  for (const side of sides) {
    const other = { row: cell.row + side.row, col: cell.col + side.col };
    const far = Math.abs(side.far);
    if (far < best.far && isOnBoard({ a: cell, b: other }, size)) best = { far, slot: edgeText(cell, other) };
  }
  return { edge: best.far <= EDGE_ZONE ? best.slot : null, near: best.slot };
}

/** Points on the way from one to the other, the last included. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function between(from, to) {
  const far = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col));
  const count = Math.max(1, Math.ceil(far / STEP));
  return Array.from({ length: count }, (_, at) => {
    const part = (at + 1) / count;
    return {
      row: from.row + (to.row - from.row) * part,
      col: from.col + (to.col - from.col) * part,
    };
  });
}

/** Listens to a surface. */
export class Pointers {
  /** @type {Map<number, At>} */
  #down = new Map();
  /** @type {Running | null} */
  #stroke = null;
  /** @type {(At & {apart: number}) | null} */
  #pinch = null;
  #mustLift = false;
  #drift = 0; // the frame in which the board moves on under a stroke at its edge

  /**
   * @param {import("./surface.js").Surface} surface
   * @param {(point: Point, how: Press) => Gesture | null} begin
   * @param {{hover: (point: Point | null) => void, hasLongPress: () => boolean, isHand: () => boolean,
   *   settings: {inverted: boolean, longPress: number}}} more `isHand`: whether presses move the board; `settings` may change
   *   while it listens
   */
  constructor(surface, begin, { hover, hasLongPress, isHand, settings }) {
    this.surface = surface;
    this.begin = begin;
    this.hover = hover;
    this.hasLongPress = hasLongPress;
    this.isHand = isHand;
    this.settings = settings;
    this.#listen(surface.svg);
  }

  /** End the running stroke without a trace. */
  cancel() {
    if (!this.#stroke) return;
    this.#stop(this.#stroke);
    this.#stroke.gesture?.cancel?.();
    this.#stroke = null;
  }

  /** Nothing happens by itself any more. @param {Running} stroke */
  #stop(stroke) {
    clearTimeout(stroke.timer);
    cancelAnimationFrame(this.#drift);
    this.#drift = 0;
  }

  /** @param {SVGElement} svg */
  #listen(svg) {
    /** @param {string} name @param {(event: PointerEvent) => void} act */
    const on = (name, act) => svg.addEventListener(name, /** @type {EventListener} */ (act));
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#lift(event));
    on("pointercancel", (event) => this.#lose(event));
    on("lostpointercapture", (event) => this.#lose(event));
    // A finger that is lifted leaves too: what it has pointed at stays the active row and column.
    on("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") this.hover(null);
    });
    on("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // Else Chromium takes a quick stroke for a fling and swallows the next tap, wherever it is.
    svg.addEventListener("touchstart", (event) => event.cancelable && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (this.#down.size && event.pointerType === "mouse") return;
    this.surface.settle();
    this.surface.svg.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, spot(event));
    if (this.#down.size > 1) return this.#startPinch();
    if (this.isHand() || (event.pointerType === "mouse" && event.button === 1)) {
      event.preventDefault();
      this.#mustLift = true;
      this.#pinch = this.#fingers();
    } else if (!this.#mustLift) this.#startStroke(event);
  }

  #startPinch() {
    this.cancel();
    this.#mustLift = true;
    this.#pinch = this.#fingers();
  }

  /** @param {PointerEvent} event */
  #startStroke(event) {
    const isSwapped = (event.shiftKey || event.metaKey) !== this.settings.inverted;
    const how = {
      secondary: (event.button === 2) !== isSwapped,
      isLong: false,
      eraser: event.button === 5,
      type: event.pointerType,
    };
    const last = this.surface.at(event);
    /** @type {Running} */
    const stroke = {
      id: event.pointerId,
      how,
      from: spot(event),
      hasMoved: false,
      gesture: null,
      last,
      at: event,
      isInside: this.#hit(last, event).cell !== null,
    };
    this.#stroke = stroke;
    this.#open(stroke, event);
    const isFinger = event.pointerType === "touch" && !how.secondary;
    if (this.#stroke !== stroke || !isFinger || !this.hasLongPress()) return;
    stroke.timer = setTimeout(() => this.#longPress(stroke), this.settings.longPress);
  }

  /** @param {Running} stroke @param {KeyedAt} event */
  #open(stroke, event) {
    stroke.last = this.surface.at(event);
    const point = this.#hit(stroke.last, event);
    stroke.gesture = this.begin(point, stroke.how);
    stroke.gesture?.start(point);
  }

  /** A finger that rests means something else: the other button, or what the player has chosen. @param {Running} stroke */
  #longPress(stroke) {
    stroke.gesture?.cancel?.();
    stroke.how = { ...stroke.how, secondary: true, isLong: true };
    navigator.vibrate?.(12);
    this.#open(stroke, stroke.from);
  }

  /** The thing under a place of the board, with the keys held now. @param {Cell} at @param {{altKey?: boolean, ctrlKey?: boolean}} held @returns {Point} */
  #hit(at, { altKey = false, ctrlKey = false }) {
    return { ...hit(at, this.surface.size, this.surface.stuck), alt: altKey, ctrl: ctrlKey };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#down.has(event.pointerId)) return this.hover(this.#hit(this.surface.at(event), event));
    this.#down.set(event.pointerId, spot(event));
    if (this.#pinch) return this.#movePinch(this.#pinch);
    if (this.#stroke?.id !== event.pointerId) return;
    const path = event.getCoalescedEvents?.() ?? [];
    for (const each of path.length ? path : [event]) this.#follow(each);
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const stroke = this.#stroke;
    if (!stroke) return; // cancelled by what it did itself
    if (!stroke.hasMoved) {
      const isTrembling = stroke.how.type !== "mouse" && distance(stroke.from, event) < SLOP;
      if (isTrembling) return;
      stroke.hasMoved = true;
      clearTimeout(stroke.timer);
    }
    stroke.at = event;
    this.#goOn(stroke);
    if (this.#stroke === stroke && stroke.gesture && stroke.isInside)
      this.#drift ||= requestAnimationFrame(() => this.#moveOn());
  }

  /** The gesture goes to where the pointer is. @param {Running} stroke */
  #goOn(stroke) {
    const to = this.surface.at(stroke.at);
    for (const at of between(stroke.last, to)) stroke.gesture?.move(this.#hit(at, stroke.at));
    stroke.last = to;
  }

  /** Under a stroke that has come to the edge of the box the board moves on, until its end is seen. */
  #moveOn() {
    this.#drift = 0;
    const stroke = this.#stroke;
    if (!stroke || !this.surface.drift(stroke.at, stroke.from)) return;
    this.#goOn(stroke);
    if (this.#stroke === stroke) this.#drift = requestAnimationFrame(() => this.#moveOn());
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const stroke = this.#stroke;
    if (stroke && stroke.id === event.pointerId) {
      if (stroke.hasMoved || stroke.how.type === "mouse") this.#follow(event);
      this.#stop(stroke);
      this.#stroke = null;
      stroke.gesture?.end(this.#hit(stroke.last, event));
    }
    this.#forget(event);
  }

  /** @param {PointerEvent} event */
  #lose(event) {
    if (this.#stroke?.id === event.pointerId) this.cancel();
    this.#forget(event);
  }

  /** @param {PointerEvent} event */
  #forget(event) {
    if (this.#pinch) this.surface.settle();
    this.#down.delete(event.pointerId);
    const isMoving = this.#down.size > (this.isHand() && this.#mustLift ? 0 : 1);
    this.#pinch = isMoving ? this.#fingers() : null;
    if (!this.#down.size) this.#mustLift = false;
  }

  /** Where the fingers are: their middle and how far apart. */
  #fingers() {
    const [a, b = a] = this.#down.values();
    return {
      clientX: (a.clientX + b.clientX) / 2,
      clientY: (a.clientY + b.clientY) / 2,
      apart: distance(a, b),
    };
  }

  /** @param {At & {apart: number}} before */
  #movePinch(before) {
    const now = this.#fingers();
    this.#pinch = now;
    this.surface.hold();
    if (before.apart > 0 && now.apart > 0) this.surface.zoom(now.apart / before.apart, before);
    this.surface.pan(now.clientX - before.clientX, now.clientY - before.clientY);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey || event.metaKey) this.#wheelZoom(event);
    else if (this.surface.view.isFitted)
      return; // the page scrolls
    else this.surface.pan(-event.deltaX, -event.deltaY);
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  #wheelZoom(event) {
    this.surface.hold();
    this.surface.zoom(Math.exp(-event.deltaY / 300), event);
  }
}

/** @param {At} event */
const spot = ({ clientX, clientY }) => ({ clientX, clientY });
/** @param {At} a @param {At} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
