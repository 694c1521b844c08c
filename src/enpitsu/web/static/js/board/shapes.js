/**
 * Shapes in cell units with style names, and how they become SVG.
 *
 * The same shapes and names as the pictures that Enpitsu draws elsewhere; a style is a CSS class.
 * @import { CircleShape, LabelShape, PathShape, RectShape, Shape, ShapeMore, Size, Spot } from "../types.d.ts"
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

/** @param {number} count @param {(at: number) => Spot[]} line */
const lines = (count, line) => Array.from({ length: count - 1 }, (_, at) => line(at + 1));
