/**
 * Shapes in cell units with style names, and how they become SVG.
 *
 * The same shapes and names as the pictures that Enpitsu draws elsewhere; a style is a CSS class.
 * @import { Cell, CircleShape, LabelShape, Layer, PathShape, RectShape, Shape, ShapeMore, Size, Spot } from "../types.d.ts"
 */

/** SVG units in a cell: widths in the style sheet are meant for a cell of this many pixels. */
export const UNIT = 40;

const SVG = "http://www.w3.org/2000/svg";
const BASELINE = 0.36; // how far below its middle a digit's baseline lies, in font sizes

/**
 * An SVG element with attributes.
 * @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @param {number} row @param {number} col @param {number} height @param {number} width @param {string} style
 * @param {ShapeMore} more @returns {RectShape}
 */
export const rect = (row, col, height, width, style, radius = 0, more = {}) => ({
  type: "rect",
  row,
  col,
  height,
  width,
  style,
  radius,
  ...more,
});

/** @param {number} row @param {number} col @param {number} radius @param {string} style @param {ShapeMore} more @returns {CircleShape} */
export const circle = (row, col, radius, style, more = {}) => ({ type: "circle", row, col, radius, style, ...more });

/** @param {Spot[]} points @param {string} style @param {ShapeMore} more @returns {PathShape} */
export const path = (points, style, closed = false, more = {}) => ({
  type: "path",
  lines: [points],
  closed,
  style,
  ...more,
});

/** Many separate lines of one style. @param {Spot[][]} lines @param {string} style @param {ShapeMore} more @returns {PathShape} */
export const strokes = (lines, style, more = {}) => ({ type: "path", lines, style, ...more });

/** @param {Spot[]} points @param {string} style @param {ShapeMore} more @returns {PathShape} */
export const polygon = (points, style, more = {}) => ({ type: "path", lines: [points], closed: true, style, ...more });

/**
 * @param {number} row @param {number} col @param {string} text @param {number} size @param {string} style
 * @param {ShapeMore} more @returns {LabelShape}
 */
export const label = (row, col, text, size, style, more = {}) => ({
  type: "label",
  row,
  col,
  text,
  size,
  style,
  ...more,
});

/** @param {Shape} shape @returns {SVGElement} */
export function build(shape) {
  const made = drawn(shape);
  if (shape.fill) made.style.fill = shape.fill;
  if (shape.stroke) made.style.stroke = shape.stroke;
  return made;
}

const scaled = (/** @type {number} */ value) => Math.round(value * UNIT * 100) / 100;

/** @param {Shape} shape */
function drawn(shape) {
  if (shape.type === "rect") return drawnRect(shape);
  if (shape.type === "circle") return drawnCircle(shape);
  return shape.type === "path" ? drawnPath(shape) : drawnLabel(shape);
}

const drawnRect = (/** @type {RectShape} */ { row, col, height, width, style, radius }) =>
  element("rect", {
    class: style,
    x: scaled(col),
    y: scaled(row),
    width: scaled(width),
    height: scaled(height),
    rx: scaled(radius),
  });

const drawnCircle = (/** @type {CircleShape} */ { row, col, radius, style }) =>
  element("circle", { class: style, cx: scaled(col), cy: scaled(row), r: scaled(radius) });

const drawnPath = (/** @type {PathShape} */ { lines, closed, style }) =>
  element("path", { class: style, d: lines.map((line) => outline(line, closed)).join("") });

const drawnLabel = (/** @type {LabelShape} */ { row, col, text, size, style }) =>
  element("text", { class: style, x: scaled(col), y: scaled(row + size * BASELINE), "font-size": scaled(size) }, text);

/** @param {Spot[]} points @param {boolean} closed */
function outline(points, closed = false) {
  const steps = points.map(([row, col], at) => `${at ? "L" : "M"}${scaled(col)} ${scaled(row)}`);
  return steps.join("") + (closed ? "Z" : "");
}

/**
 * Slanting lines over a part of the board, a gap apart along its sides.
 * @param {Cell & {height: number, width: number}} part @param {number} gap @param {{isFalling?: boolean}} how @returns {Spot[][]}
 */
export function hatching({ row, col, height, width }, gap, { isFalling = false } = {}) {
  const found = [];
  for (let sum = gap; sum < height + width - gap / 2; sum += gap) {
    const [down, right] = [Math.min(sum, height), Math.min(sum, width)];
    const at = (/** @type {number} */ below) => row + (isFalling ? height - below : below);
    found.push([
      /** @type {Spot} */ ([at(down), col + sum - down]),
      /** @type {Spot} */ ([at(sum - right), col + right]),
    ]);
  }
  return found;
}

/** The usual ground of a board: paper, the lines between cells, the frame. @param {Size} size @param {number} rhythm @returns {Shape[]} */
export function ground({ rows, cols }, rhythm = 0) {
  const across = lines(rows, (at) => [
    [at, 0],
    [at, cols],
  ]);
  const down = lines(cols, (at) => [
    [0, at],
    [rows, at],
  ]);
  const isThick = (/** @type {Spot[]} */ line) => rhythm > 0 && Math.max(...line[0]) % rhythm === 0;
  const all = [...across, ...down];
  return [
    rect(0, 0, rows, cols, "paper", 0, { layer: "paper" }),
    strokes(
      all.filter((line) => !isThick(line)),
      "grid",
      { layer: "grid" },
    ),
    strokes(all.filter(isThick), "grid5", { layer: "grid" }),
    rect(0, 0, rows, cols, "frame", 0, { layer: "frame" }),
  ];
}

/** The lines across and down a board after each so many cells. @param {Size} size @param {number} step @returns {Spot[][]} */
export function guideLines({ rows, cols }, step) {
  const between = (/** @type {number} */ count, /** @type {(at: number) => Spot[]} */ line) =>
    lines(Math.ceil(count / step), (at) => line(at * step));
  return [
    ...between(rows, (at) => [
      [at, 0],
      [at, cols],
    ]),
    ...between(cols, (at) => [
      [0, at],
      [rows, at],
    ]),
  ];
}

/** @param {number} count @param {(at: number) => Spot[]} line */
const lines = (count, line) => Array.from({ length: count - 1 }, (_, at) => line(at + 1));

const AROUND = 1; // cells by which the ground of clues beside the grid reaches beyond them

/**
 * The grounds of clues beside the grid, so that cells do not shine through when the board is moved, and the grid's edge.
 * Between the clues a line goes on each `rhythm` cells.
 * @param {Size & {top?: number, left?: number}} size @param {number} rhythm @returns {Shape[]}
 */
export function margins({ rows, cols, top = 0, left = 0 }, rhythm = 0) {
  /** @param {[number, number, number, number]} area @param {Layer} layer */
  const ground = (area, layer) => rect(...area, "margin", 0, { layer });
  const between = (/** @type {number} */ count, /** @type {(at: number) => Spot[]} */ line) =>
    rhythm ? lines(Math.ceil(count / rhythm), (at) => line(at * rhythm)) : [];
  const beside = [
    ground([-AROUND, -left - AROUND, rows + 2 * AROUND, left + AROUND], "left-paper"),
    guides(
      between(rows, (at) => [
        [at, -left],
        [at, 0],
      ]),
      "left-paper",
    ),
    edgeTo([rows, 0], "left"),
  ];
  const above = [
    ground([-top - AROUND, -AROUND, top + AROUND, cols + 2 * AROUND], "top-paper"),
    guides(
      between(cols, (at) => [
        [-top, at],
        [0, at],
      ]),
      "top-paper",
    ),
    edgeTo([0, cols], "top"),
  ];
  const corner = ground([-top - AROUND, -left - AROUND, top + AROUND, left + AROUND], "corner");
  return [...(left ? beside : []), ...(top ? above : []), ...(top && left ? [corner] : [])];
}

/** @param {Spot[][]} places @param {Layer} layer */
const guides = (places, layer) => strokes(places, "grid", { layer });
/** @param {Spot} end @param {Layer} layer */
const edgeTo = (end, layer) => path([[0, 0], end], "frame", false, { layer });

/** Something small that does not hold, struck out. @param {number} row @param {number} col @param {string} text @param {number} size @param {Spot} slant how far the stroke reaches from the middle @param {string} style @returns {Shape[]} */
export function struck(row, col, text, size, [down, across], style = "") {
  /** @type {Spot[]} */
  const ends = [
    [row + down, col - across],
    [row - down, col + across],
  ];
  return [
    label(row, col, text, size, `denied ${style}`, { layer: "pencil" }),
    path(ends, `cross ${style}`, false, { layer: "pencil" }),
  ];
}

const INSET = 0.055;
const CORNER = 0.08;
const DOT = 0.075;

/** A shaded cell. @param {Cell} cell @param {string} style @param {ShapeMore} more */
export const square = ({ row, col }, style = "shade", more = {}) =>
  rect(row + INSET, col + INSET, 1 - 2 * INSET, 1 - 2 * INSET, style, CORNER, more);

/** The dot of a cell that is not shaded. @param {Cell} cell @param {ShapeMore} more */
export const dot = ({ row, col }, more = {}) => circle(row + 0.5, col + 0.5, DOT, "dot", more);

const LONGEST = 4; // digits of a number that are shown

/** A number as it is drawn: one that is too long ends in "…". @param {string | number} number */
export function shortNumber(number) {
  const text = String(number);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
