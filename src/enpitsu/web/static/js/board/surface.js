/**
 * The board as SVG: layers, slots painted one by one, marks, the visible window.
 *
 * It knows shapes and places, no rules.
 * @typedef {{clientX: number, clientY: number}} At a point of the page
 * @typedef {"error" | "hint" | "because"} MarkTag
 * @typedef {[row: number, col: number, height: number, width: number]} Area
 * @import { Axis, Cell, EdgePlace, Layer, LinePlace, Marks, Place, Pointing, Scene, Shape, Spot } from "../types.d.ts"
 */

import { NODES } from "./nodes.js";
import { build, circle, element, guideLines, label, path, rect, strokes, UNIT } from "./shapes.js";
import { cellText, isInside, parsePlace } from "./slots.js";
import { View } from "./view.js";

/** From the bottom to the top. Those of "top" and "left" stay in sight when the board is moved. @type {Layer[]} */
const LAYERS = [
  "paper",
  "tints",
  "glow",
  "band",
  "grid",
  "marks",
  "cursor",
  "lines",
  "pencil",
  "overlay",
  "clues",
  "corners",
  "frame",
  "errors",
  "preview",
  "picture",
  "top-paper",
  "top-glow",
  "top-band",
  "top",
  "left-paper",
  "left-glow",
  "left-band",
  "left",
  "corner",
  "choice",
];

const RING = 0.07;
const CORNER = 0.08;
const EDGE_RING = 0.2;
const CURSOR = 0.095; // inside the cell: what neighbours hold stays free
const STATES = ["matched", "done", "wrong"];
const FRAME = 0.035; // as much of the frame as lies outside the grid
const RIM = 0.2; // as much of marks on sides at the frame
const OPENING = { coarse: 24, fine: 20 }; // pixels of a cell where a large board opens
/** Pixels: a box of less is a phone's, and the cells that a finger can hit. */
const PHONE = { width: 600, least: 20 };
const MANY = 1000; // elements: more are too slow to be drawn anew with every frame
const REST = 120; // ms after which what was only moved is drawn
const PRESENT = 500; // ms in which a solved board becomes a picture
/** Pixels: how near to the edge a stroke moves the board, how far it has come at least, and by how much in a frame at most. */
const DRIFT = { zone: 36, least: 20, most: 9 };
/** Cells: the rows or columns of a board that may have guide lines, and from line to line. */
const GUIDES = { least: 10, step: 5 };
const NUMBERS = { space: 0.62, size: 0.34 };

const isLine = (/** @type {Shape} */ { style }) => style === "line";

/** The style sheets of kinds that were drawn. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Bring a style sheet into the document, once. @param {string} styles */
function adopt(styles) {
  if (sheets.has(styles)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  sheets.set(styles, sheet);
  document.adoptedStyleSheets.push(sheet);
}

/** An SVG board in a box. */
export class Surface {
  /** @type {Map<string, SVGElement[]>} */
  #painted = new Map();
  /** @type {Map<string, SVGElement>} */
  #things = new Map();
  /** @type {Map<string, MarkTag>} */
  #tags = new Map();
  /** The kind's own shapes for marks. @type {Shape[]} */
  #pointing = [];
  /** Groups of all that stands beside a row or column. @type {Map<string, {group: SVGElement, axis: Axis, at: number}>} */
  #lines = new Map();
  #drawn = { scale: 1, row: 0, col: 0 }; // the view as it was drawn last
  #rest = 0;
  #gone = new AbortController();
  /** Called when the view or the active row and column have changed. */
  onLook = () => {};
  /** The row and the column that have bands, or null. @type {{row: number | null, col: number | null} | null} */
  active = null;
  /** The distance by which clues beside the grid are moved to stay in sight, in cells, and squeezed. */
  stuck = { down: 0, right: 0, squeeze: { top: 1, left: 1 } };

  /** @param {HTMLElement} host @param {Scene} drawing @param {{largest?: number, least?: number, start?: "fit" | "near", locked?: boolean}} options */
  constructor(host, drawing, { largest = 56, least, locked = false, start = locked ? "fit" : "near" } = {}) {
    this.host = host;
    const { rows, cols, top = 0, left = 0, bottom = 0, right = 0, hasSides = false } = drawing;
    this.size = { rows, cols, top, left, bottom, right, hasSides };
    this.svg = element("svg", { class: "board" });
    this.layers = new Map(LAYERS.map((name) => [name, element("g", { class: `layer-${name}` })]));
    this.svg.append(...this.layers.values());
    if (drawing.styles) adopt(drawing.styles);
    for (const shape of drawing.shapes) this.#draw(shape);
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    const isSmall = isCoarse || host.clientWidth < PHONE.width;
    const opening = start === "fit" ? 0 : OPENING[isSmall ? "coarse" : "fine"];
    this.view = new View(this.size, largest, opening, least ?? (isSmall ? PHONE.least : undefined));
    this.isHeavy = this.svg.querySelectorAll("*").length > MANY;
    this.svg.classList.toggle("is-heavy", this.isHeavy);
    host.classList.add("board-box");
    host.append(this.svg);
    this.watcher = new ResizeObserver(() => this.#resize());
    this.watcher.observe(host);
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, () => this.view.keep(), { capture: true, signal: this.#gone.signal });
    this.#resize();
  }

  remove() {
    clearTimeout(this.#rest);
    this.#gone.abort();
    this.watcher.disconnect();
    this.svg.remove();
  }

  /** Where on the board an event lies, in cells. @param {At} event */
  at(event) {
    const box = this.host.getBoundingClientRect();
    return this.view.at(event.clientX - box.left, event.clientY - box.top);
  }

  /** Zoom at a point of the page, the middle if none is given. @param {number} factor @param {At} [event] */
  zoom(factor, event) {
    const box = this.host.getBoundingClientRect();
    if (event) this.view.zoom(factor, event.clientX - box.left, event.clientY - box.top);
    else this.view.zoom(factor);
    this.#show();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view.pan(dx, dy);
    this.#show();
  }

  /**
   * Move on where a stroke has come to the edge of what is seen of the cells; false if that moves nothing.
   * @param {At} at @param {At} from where the stroke began: it must have come nearer to the edge since
   */
  drift(at, from) {
    const box = this.host.getBoundingClientRect();
    const { scale, width, height } = this.view;
    const corner = this.view.at(0, 0);
    const [left, top] = [(this.stuck.right - corner.col) * scale, (this.stuck.down - corner.row) * scale];
    const dx = driftBy(at.clientX - box.left, at.clientX - from.clientX, left, width);
    const dy = driftBy(at.clientY - box.top, at.clientY - from.clientY, top, height);
    if (!dx && !dy) return false;
    const before = { ...this.view };
    this.hold();
    this.pan(dx, dy);
    return this.view.row !== before.row || this.view.col !== before.col;
  }

  fit() {
    this.view.fit();
    this.#show();
  }

  /** From now on only move the picture, until it rests: large boards are slow to draw. */
  hold() {
    if (!this.isHeavy) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.settle(), REST);
  }

  /** Draw what was only moved. */
  settle() {
    if (!this.#rest) return;
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.svg.style.transform = "";
    this.#show();
  }

  /** @param {Cell} cell */
  reveal(cell) {
    this.view.reveal(cell);
    this.#show();
  }

  /** Paint a slot anew. @param {string} slot @param {Shape[]} shapes @param {string[]} classes */
  paint(slot, shapes, classes) {
    const before = this.#painted.get(slot) ?? [];
    const tag = this.#tags.get(slot) ?? (shapes.some(isLine) ? this.#tagOfSide(slot) : null);
    const names = [...classes, ...(tag ? [`is-${tag}`] : [])];
    const after = shapes.map((shape) => this.#place(shape, names));
    for (const old of before) old.remove();
    // What was there already must not be seen to arrive again.
    if (before.length === after.length) for (const made of after) made.classList.add("is-still");
    if (after.length) this.#painted.set(slot, after);
    else this.#painted.delete(slot);
    if (this.size.hasSides && this.#tags.has(slot)) this.#drawTags();
  }

  /**
   * Point at places.
   * @param {Marks} marks @param {Pointing} [pointing] what the kind draws for some of them
   * @returns {Set<string>} slots to be painted anew, because their look depends on it
   */
  mark({ errors = [], hints = [], because = [] } = {}, pointing) {
    this.#pointing = pointing?.shapes ?? [];
    const before = new Set(this.#tags.keys());
    this.#tags.clear();
    for (const place of because) this.#tags.set(place, "because");
    for (const place of hints) this.#tags.set(place, "hint");
    for (const place of errors) this.#tags.set(place, "error");
    for (const place of pointing?.places ?? []) this.#tags.delete(place);
    this.svg.classList.toggle("has-errors", errors.length > 0);
    this.#drawTags();
    for (const [thing, group] of this.#things) this.#tagThing(thing, group);
    const sides = this.size.hasSides ? [...this.#painted.keys()].filter((slot) => slot.includes("-")) : [];
    return new Set([...before, ...this.#tags.keys(), ...sides]);
  }

  /** A line along a side is wrong where all cells beside it are. @param {string} slot @returns {MarkTag | null} */
  #tagOfSide(slot) {
    const place = this.size.hasSides ? parsePlace(slot) : null;
    if (place?.kind !== "edge") return null;
    const inside = [place.a, place.b].filter((cell) => isInside(cell, this.size));
    return inside.every((cell) => this.#tags.get(cellText(cell)) === "error") ? "error" : null;
  }

  /** The state of a drawn thing (a clue): "", "matched", "done" or "wrong". @param {string} thing @param {string} state */
  setState(thing, state) {
    const group = this.#things.get(thing);
    if (!group) return;
    for (const name of STATES) group.classList.toggle(`is-${name}`, name === state);
  }

  /** Row and column numbers beside the board. @param {boolean} isOn */
  setNumbers(isOn) {
    for (const old of this.svg.querySelectorAll(".number-label, .number-ground")) old.remove();
    this.view.outer = isOn ? NUMBERS.space : 0;
    if (isOn) this.#drawNumbers();
    this.#resize();
  }

  /** Thicker lines each five cells, on large boards that have none. @param {boolean} isOn */
  setGuides(isOn) {
    const layer = this.layer("grid");
    for (const old of layer.querySelectorAll(".guide")) old.remove();
    const { rows, cols } = this.size;
    const hasOwn = [...layer.querySelectorAll(".grid5")].some((line) => line.getAttribute("d"));
    if (isOn && !hasOwn && Math.max(rows, cols) >= GUIDES.least)
      layer.append(build(strokes(guideLines(this.size, GUIDES.step), "grid5 guide")));
  }

  /** The elements painted in a layer, by slot. @param {Layer} layer @returns {[string, SVGElement[]][]} */
  painted(layer) {
    const group = this.layer(layer);
    const isHere = (/** @type {SVGElement} */ made) => made.parentNode === group;
    const all = [...this.#painted].filter(([, made]) => made.some(isHere));
    return all.map(([slot, made]) => [slot, made.filter(isHere)]);
  }

  /** Let slots stand out; none: no more. @param {string[]} slots */
  highlight(slots) {
    for (const old of this.svg.querySelectorAll(".is-lit")) old.classList.remove("is-lit");
    for (const slot of slots) for (const made of this.#painted.get(slot) ?? []) made.classList.add("is-lit");
    this.svg.classList.toggle("has-lit", slots.length > 0);
  }

  /** Shade a thing as used, by hand. @param {string} thing @param {boolean} isUsed */
  setUsed(thing, isUsed) {
    this.#things.get(thing)?.classList.toggle("is-used", isUsed);
  }

  /** The group of a thing. @param {string} thing @returns {SVGElement | undefined} */
  thing(thing) {
    return this.#things.get(thing);
  }

  /** The names of things drawn (shapes with `of`). */
  things() {
    return [...this.#things.keys()];
  }

  /** The group of a layer. @param {Layer} name */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers.get(name));
  }

  /** Shapes for as long as a gesture lasts. @param {Shape[]} shapes */
  preview(shapes) {
    this.layer("preview").replaceChildren(...shapes.map(build));
  }

  /** The cell that keys write into. @param {Cell} cell */
  cursor({ row, col }) {
    const side = 1 - 2 * CURSOR;
    const ring = (/** @type {string} */ style) => build(rect(row + CURSOR, col + CURSOR, side, side, style, CORNER));
    this.layer("cursor").replaceChildren(ring("cursor-halo"), ring("cursor-ring"));
  }

  /**
   * Bands along a row and a column, clues included; null: none.
   * @param {{row: number | null, col: number | null} | null} at
   */
  bands(at) {
    const { top, left, rows, cols } = this.size;
    const { row = null, col = null } = at ?? {};
    this.active = at && { row, col };
    /** @param {Layer} layer @param {Shape[]} shapes */
    const draw = (layer, shapes) => this.layer(layer).replaceChildren(...shapes.map(build));
    const across = row === null ? [] : [rect(row, 0, 1, cols, "band")];
    const down = col === null ? [] : [rect(0, col, rows, 1, "band")];
    draw("band", [...across, ...down]);
    if (left) draw("left-band", row === null ? [] : [rect(row, -left, 1, left, "band")]);
    if (top) draw("top-band", col === null ? [] : [rect(-top, col, top, 1, "band")]);
    this.onLook();
  }

  /** Draw a closed line through once; meanwhile those that lie there are pale. @param {Spot[]} points */
  trace(points) {
    const line = build(path(points, "trace", true));
    line.setAttribute("pathLength", "1");
    const end = () => {
      line.remove();
      this.svg.classList.remove("is-traced");
    };
    line.addEventListener("animationend", end);
    line.addEventListener("animationcancel", end);
    this.svg.classList.add("is-traced");
    this.layer("preview").replaceChildren(line);
  }

  /** The picture that a solved board is, seen while it is shown as one. @param {Shape[]} shapes */
  picture(shapes) {
    this.layer("picture").replaceChildren(...shapes.map(build));
  }

  /** Show all of a solved board without what leads to its solution, or with it. @param {boolean} isPicture @param {boolean} isStill without motion */
  present(isPicture, isStill) {
    const { scale, row, col, width, height } = this.view;
    this.svg.classList.toggle("is-picture", isPicture);
    this.view.present(isPicture);
    this.#show();
    if (isStill || this.isHeavy) return;
    const { view } = this;
    const factor = scale / view.scale;
    const x = (width / 2) * (1 - factor) + (view.col - col) * scale;
    const y = (height / 2) * (1 - factor) + (view.row - row) * scale;
    const from = `translate(${x}px, ${y}px) scale(${factor})`;
    this.svg.animate(
      [
        { transformOrigin: "0 0", transform: from },
        { transformOrigin: "0 0", transform: "none" },
      ],
      { duration: PRESENT, easing: "ease-in-out" },
    );
  }

  #drawNumbers() {
    const { top, left, rows, cols } = this.size;
    const half = NUMBERS.space / 2;
    /** @param {Axis} axis @param {number} row @param {number} col @param {number} at */
    const write = (axis, row, col, at) =>
      this.#lineGroup(axis, at).append(build(label(row, col, String(at + 1), NUMBERS.size, "number-label")));
    this.#drawNumberGrounds(top + NUMBERS.space, left + NUMBERS.space);
    for (let row = 0; row < rows; row++) write("row", row + 0.5, -left - half, row);
    for (let col = 0; col < cols; col++) write("col", -top - half, col + 0.5, col);
  }

  /** So that cells do not shine through when the board is moved. @param {number} high @param {number} wide */
  #drawNumberGrounds(high, wide) {
    const { top, left, rows, cols, hasSides } = this.size;
    const { space } = NUMBERS;
    const out = hasSides ? RIM : FRAME;
    const [tall, broad] = [space - (top ? 0 : out), space - (left ? 0 : out)];
    /** @param {Layer} layer @param {[number, number, number, number]} area */
    const ground = (layer, ...area) => this.layer(layer).prepend(build(rect(...area, "number-ground")));
    ground("top-paper", -high, -space, tall, cols + 2 * space);
    ground("left-paper", -space, -wide, rows + 2 * space, broad);
    ground("corner", -high, -wide, tall, wide - (left ? 0 : out));
    ground("corner", -high, -wide, high - (top ? 0 : out), broad);
  }

  /** @param {Shape} shape @param {string[]} names */
  #place(shape, names) {
    const made = build(shape);
    if (names.length) made.classList.add(...names);
    this.#parent(shape, "marks").append(made);
    return made;
  }

  /** @param {Shape} shape */
  #draw(shape) {
    const parent = this.#parent(shape, "clues");
    if (shape.of) this.#thingIn(parent, shape.of).append(build(shape));
    else parent.append(build(shape));
  }

  /** The group of a thing, made where it is met first. @param {SVGElement} parent @param {string} name */
  #thingIn(parent, name) {
    const group = this.#things.get(name) ?? element("g", { class: "thing" });
    if (!this.#things.has(name)) parent.append(group);
    this.#things.set(name, group);
    return group;
  }

  /** Clues beside the grid lie in the group of their row or column. @param {Shape} shape @param {Layer} usual */
  #parent({ of = "", layer: wanted }, usual) {
    const layer = wanted ?? usual;
    const place = layer === "left" || layer === "top" ? parsePlace(of.split(":")[0]) : null;
    return place?.kind === "line" ? this.#lineGroup(place.axis, place.at) : this.layer(layer);
  }

  /** @param {Axis} axis @param {number} at */
  #lineGroup(axis, at) {
    const name = `${axis}${at + 1}`;
    const known = this.#lines.get(name);
    if (known) return known.group;
    const group = element("g");
    this.layer(axis === "row" ? "left" : "top").append(group);
    this.#lines.set(name, { group, axis, at });
    return group;
  }

  /** A marked line marks its clues. @param {string} thing @param {SVGElement} group */
  #tagThing(thing, group) {
    const tag = this.#tags.get(thing) ?? this.#tags.get(thing.split(":")[0]);
    for (const name of ["error", "hint", "because"]) group.classList.toggle(`is-${name}`, name === tag);
  }

  #drawTags() {
    const isClueBeside = (/** @type {string} */ place) => place.includes("-") && this.#things.has(place);
    const isDrawn = (/** @type {string} */ place) =>
      this.#painted.get(place)?.some((made) => made.classList.contains("line"));
    // Clues beside the grid and lines along sides show the mark themselves.
    const isShown = (/** @type {[string, MarkTag]} */ [place, tag]) =>
      isClueBeside(place) || (this.size.hasSides && tag !== "because" && isDrawn(place));
    const tags = [...this.#tags].filter((each) => !isShown(each));
    const shapes = [...tags.flatMap(([place, tag]) => this.#tagShapes(parsePlace(place), tag)), ...this.#pointing];
    /** @type {Layer[]} */
    const layers = ["glow", "top-glow", "left-glow", "errors"];
    for (const layer of layers) {
      const own = shapes.filter((shape) => shape.layer === layer);
      this.layer(layer).replaceChildren(...own.map(build));
    }
  }

  /** @param {Place | null} place @param {MarkTag} tag @returns {Shape[]} */
  #tagShapes(place, tag) {
    if (!place) return [];
    if (place.kind === "edge") return edgeTag(place, tag, this.size.hasSides);
    if (place.kind === "line") return this.#lineTag(place, tag);
    return areaTag(place.cell.row, place.cell.col, 1, 1, tag);
  }

  /** A whole row or column, and the clues beside it. @param {LinePlace} place @param {MarkTag} tag @returns {Shape[]} */
  #lineTag({ axis, at }, tag) {
    const { top, left, rows, cols } = this.size;
    const isRow = axis === "row";
    /** @type {Area} */
    const area = isRow ? [at, 0, 1, cols] : [0, at, rows, 1];
    /** @type {Area} */
    const margin = isRow ? [at, -left, 1, left] : [-top, at, top, 1];
    const layer = isRow ? "left-glow" : "top-glow";
    const beside = margin[2] * margin[3] ? [rect(...margin, `cell-${tag}`, 0, { layer })] : [];
    return [...areaTag(...area, tag), ...beside];
  }

  #resize() {
    this.view.resize(this.host.clientWidth, this.host.clientHeight);
    this.#show();
  }

  /** Move the picture as it was drawn to where it would be drawn now. */
  #slide() {
    const { scale, row, col, width, height } = this.view;
    const factor = scale / this.#drawn.scale;
    const x = (width / 2) * (1 - factor) + (this.#drawn.col - col) * scale;
    const y = (height / 2) * (1 - factor) + (this.#drawn.row - row) * scale;
    this.svg.style.transform = `matrix(${factor}, 0, 0, ${factor}, ${x}, ${y})`;
  }

  #show() {
    if (this.#rest) return this.#slide();
    const { scale, row, col } = this.view;
    this.#drawn = { scale, row, col };
    const [x, y, width, height] = this.view.box(UNIT);
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const { beside, squeeze } = this.view;
    const down = Math.max(0, y / UNIT + beside.top);
    const right = Math.max(0, x / UNIT + beside.left);
    this.stuck = { down, right, squeeze };
    this.host.toggleAttribute("data-zoomed", !this.view.isFitted);
    this.#moveMargins();
    this.#moveLines();
    this.onLook();
  }

  /**
   * What stands beside a row or column is made smaller evenly, about the middle of its line: its
   * layer has squeezed it one way, this does the other. What is out of sight is not drawn at all.
   */
  #moveLines() {
    const { top, left } = this.stuck.squeeze;
    const [first, last] = [this.view.at(0, 0), this.view.at(this.view.width, this.view.height)];
    for (const { group, axis, at } of this.#lines.values()) {
      const isSeen = at + 1 > first[axis] && at < last[axis];
      const middle = (at + 0.5) * UNIT;
      const how = axis === "row" ? [0, middle * (1 - left), 1, left] : [middle * (1 - top), 0, top, 1];
      const where = `translate(${how[0]} ${how[1]}) scale(${how[2]} ${how[3]})`;
      group.style.display = isSeen ? "" : "none";
      if (isSeen && group.getAttribute("transform") !== where) group.setAttribute("transform", where);
    }
  }

  /** Clues beside the grid stay in sight, made smaller where they would take too much of it. */
  #moveMargins() {
    const { down, right, squeeze } = this.stuck;
    /** @type {Record<string, string>} */
    const move = {
      top: `translate(0 ${down * UNIT}) scale(1 ${squeeze.top})`,
      left: `translate(${right * UNIT} 0) scale(${squeeze.left} 1)`,
      corner: `translate(${right * UNIT} ${down * UNIT}) scale(${squeeze.left} ${squeeze.top})`,
    };
    for (const [name, layer] of this.layers) {
      const where = move[name.split("-")[0]];
      if (where && layer.getAttribute("transform") !== where) layer.setAttribute("transform", where);
    }
  }
}

/**
 * By how many pixels the board moves along one axis under a stroke at its edge.
 * @param {number} at @param {number} way how far the stroke has come since it began @param {number} low @param {number} high the edges
 */
function driftBy(at, way, low, high) {
  const zone = Math.min(DRIFT.zone, (high - low) / 4);
  const depth = (/** @type {number} */ left) => Math.min(1, 1 - left / zone);
  if (way < -DRIFT.least && at < low + zone) return DRIFT.most * depth(at - low);
  if (way > DRIFT.least && at > high - zone) return -DRIFT.most * depth(high - at);
  return 0;
}

/** @param {number} row @param {number} col @param {number} height @param {number} width @param {MarkTag} tag @returns {Shape[]} */
function areaTag(row, col, height, width, tag) {
  const glow = rect(row, col, height, width, `cell-${tag}`, 0, { layer: "glow" });
  if (tag === "because") return [glow];
  const [h, w] = [height - 2 * RING, width - 2 * RING];
  return [glow, rect(row + RING, col + RING, h, w, `ring-${tag}`, CORNER, { layer: "errors" })];
}

/** @param {EdgePlace} edge @param {MarkTag} tag @param {boolean} isSide @returns {Shape[]} */
function edgeTag({ a, b }, tag, isSide) {
  if (tag === "because") {
    const ends = isSide ? NODES.corners.ends({ a, b }) : [a, b];
    const { spot } = isSide ? NODES.corners : NODES.cells;
    return [path(ends.map(spot), "line-because", false, { layer: "glow" })];
  }
  return [circle((a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2, EDGE_RING, `ring-${tag}`, { layer: "errors" })];
}
