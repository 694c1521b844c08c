/**
 * What never changes of the board of a declared kind: ground, borders of areas, clues. The measures are those of
 * Enpitsu's other pictures.
 * @import { Cell, EdgePlace, Kit, Layer, Scene, Shape, ShapeMore, Size, Spot } from "../types.d.ts"
 * @import { Model, PlacedClue } from "./model.js"
 */

import { areaBorders } from "../board/areas.js";
import { circle, ground, label, margins, rect, shortNumber, strokes } from "../board/shapes.js";
import { isInside, parsePlace } from "../board/slots.js";

const SIZES = {
  number: [0.56, 0.48, 0.38, 0.31],
  wall: [0.56, 0.48, 0.38, 0.31],
  small: [0.32, 0.32, 0.28, 0.22],
  side: [0.34, 0.3, 0.24, 0.18],
  border: [0.5, 0.44, 0.34, 0.27],
};
const SMALL = { top: 0.26, left: 0.13, digit: 0.56 }; // where a small number stands in its cell, and how wide a digit is
const PEARL = { cell: 0.37, side: 0.23 };
const CORNER_DOT = 0.045;
const ROOM = 0.12; // of the paper, beyond sides at the frame
const BESIDE = 1; // cells of a margin with clues

/** @param {Model} model @param {Kit} kit @returns {Scene} */
export function draw(model, kit) {
  const { rows, cols, sorts, areas } = model;
  const beside = marginsOf(model);
  const shapes = [
    ...groundOf(model, sorts.hasSides),
    ...(areas ? [areaBorders(areas)] : []),
    ...margins({ rows, cols, ...beside }),
    ...model.clues.flatMap(
      (clue) => clue.sort.shapes?.(clue.slot, clue.text, { model, kit, size: model }) ?? drawClue(clue, model),
    ),
  ];
  return { rows, cols, ...beside, hasSides: sorts.hasSides, shapes };
}

/** @param {Size} size @param {boolean} hasSides whether lines run along the sides of cells */
export const groundOf = (size, hasSides) => (hasSides ? dottedGround(size) : ground(size));

/** Where there are clues beside the grid, there is room for them. @param {Model} model */
function marginsOf({ rows, cols, clues }) {
  const ends = clues.filter(({ sort }) => sort.on === "border").map(({ slot }) => endsOf(slot));
  const has = (/** @type {(ends: {a: Cell, b: Cell}) => boolean} */ isThere) => (ends.some(isThere) ? BESIDE : 0);
  return {
    top: has(({ a }) => a.row < 0),
    left: has(({ a }) => a.col < 0),
    bottom: has(({ b }) => b.row >= rows),
    right: has(({ b }) => b.col >= cols),
  };
}

const endsOf = (/** @type {string} */ slot) => /** @type {EdgePlace} */ (parsePlace(slot));

/** Paper, faint lines and a dot at each corner: lines along sides would not be seen on a strong grid or frame. @param {Size} size @returns {Shape[]} */
function dottedGround({ rows, cols }) {
  const at = (/** @type {number} */ count) => Array.from({ length: count + 1 }, (_, place) => place);
  /** @type {Spot[][]} */
  const across = at(rows).map((row) => [
    [row, 0],
    [row, cols],
  ]);
  /** @type {Spot[][]} */
  const down = at(cols).map((col) => [
    [0, col],
    [rows, col],
  ]);
  const dots = at(rows).flatMap((row) =>
    at(cols).map((col) => circle(row, col, CORNER_DOT, "corner-dot", { layer: "grid" })),
  );
  return [
    rect(-ROOM, -ROOM, rows + 2 * ROOM, cols + 2 * ROOM, "paper", ROOM, { layer: "paper" }),
    strokes([...across, ...down], "grid", { layer: "grid" }),
    ...dots,
  ];
}

/**
 * A clue where it stands. @param {Pick<PlacedClue, "slot" | "text"> & {sort: Pick<PlacedClue["sort"], "on" | "look">}} clue
 * @param {Size} model @param {ShapeMore} above for what lies on the ground @returns {Shape[]}
 */
export function drawClue({ slot, sort, text }, model, above = {}) {
  const place = parsePlace(slot);
  if (place?.kind === "edge")
    return sort.on === "border"
      ? drawBeside(slot, text, model)
      : drawOnSide(sort.look, slot, text, { of: slot, ...above });
  if (place?.kind !== "cell") return [];
  const { row, col } = place.cell;
  const more = { of: slot, ...above };
  if (sort.look === "pearl") return [pearl(row + 0.5, col + 0.5, PEARL.cell, text, more)];
  const short = shortNumber(text);
  const size = SIZES[sort.look][short.length - 1];
  if (sort.look === "small") {
    const half = (short.length * size * SMALL.digit) / 2;
    return [label(row + SMALL.top, col + SMALL.left + half, short, size, "clue", more)];
  }
  const wall = sort.look === "wall" ? [rect(row, col, 1, 1, "wall", 0, { layer: "marks" })] : [];
  return [...wall, label(row + 0.5, col + 0.5, short, size, wall.length ? "clue on-wall" : "clue", more)];
}

/** Below lines, which run through it. @param {number} row @param {number} col @param {number} radius @param {string} colour @param {ShapeMore} more */
const pearl = (row, col, radius, colour, more) =>
  circle(row, col, radius, `pearl ${colour}`, { layer: "marks", ...more });

/** @param {string} look @param {string} slot @param {string} text @param {ShapeMore} more @returns {Shape[]} */
function drawOnSide(look, slot, text, more) {
  const { a, b } = endsOf(slot);
  const [row, col] = [(a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2];
  if (look === "pearl") return [circle(row, col, PEARL.side, `pearl ${text}`, more)];
  const short = shortNumber(text);
  const size = SIZES.side[short.length - 1];
  return [circle(row, col, size / 2, "paper", more), label(row, col, short, size, "clue", more)];
}

/** @param {string} slot @param {string} text @param {Size} model @returns {Shape[]} */
function drawBeside(slot, text, model) {
  const { a, b } = endsOf(slot);
  const out = isInside(a, model) ? b : a;
  const short = shortNumber(text);
  return [
    label(out.row + 0.5, out.col + 0.5, short, SIZES.border[short.length - 1], "clue", {
      of: slot,
      layer: layerOf(out),
    }),
  ];
}

/** Those above and on the left stay in sight when the board is moved. @param {Cell} out @returns {Layer} */
const layerOf = ({ row, col }) => (row < 0 ? "top" : col < 0 ? "left" : "clues");
