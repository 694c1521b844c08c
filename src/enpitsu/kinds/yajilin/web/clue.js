/**
 * Clues as shapes and in words, on boards and on sheets; the measures are those of Enpitsu's other pictures.
 * @import { Cell, Kit, Shape, Slot, Spot, Text, Way } from "/static/js/types.d.ts"
 */

import { parts } from "./values.js";

const NUMBER_SIZES = [0.56, 0.48, 0.38, 0.31];
const NARROW_SIZES = [0.54, 0.44, 0.31, 0.24]; // beside an arrow
const ARROW = { length: 0.64, stem: 0.065, head: 0.22, wing: 0.26 };
const HATCHES = 4;

/** A clue: its box, number and arrow. @param {Slot} of @param {string} value @param {{model: {boxed: boolean}, kit: Kit}} context @returns {Shape[]} */
export function shapes(of, value, { model, kit }) {
  const { blank, arrow, number } = parts(value);
  const cell = /** @type {Cell} */ (kit.parseCell(of));
  if (blank) return hatched(cell, kit);
  const box = model.boxed ? [kit.rect(cell.row, cell.col, 1, 1, "box", 0, { layer: "paper" })] : [];
  const text = kit.shortNumber(number ?? "?");
  const { size, at, tip } = layout(arrow, text.length);
  /** @param {number[]} offset @returns {Spot} */
  const from = ([down, right]) => [cell.row + 0.5 + down, cell.col + 0.5 + right];
  const found = [...box, kit.label(...from(at), text, size, "clue", { of })];
  return arrow ? [...found, kit.polygon(arrowAt(from(tip), kit.WAYS[arrow]), "clue", { of })] : found;
}

/** A clue in words. @param {string} value @param {Text} text */
export function say(value, text) {
  const { blank, arrow, number } = parts(value);
  if (blank) return text("yajilin.blank");
  const said = { number: number ?? "?" };
  return arrow ? text("yajilin.clue", { ...said, way: text(`yajilin.says.${arrow}`) }) : text("yajilin.number", said);
}

/** @param {Cell} cell @param {Kit} kit @returns {Shape[]} */
function hatched({ row, col }, kit) {
  const lines = kit.hatching({ row, col, height: 1, width: 1 }, 1 / HATCHES);
  return [kit.rect(row, col, 1, 1, "blank", 0, { layer: "paper" }), kit.strokes(lines, "hatch", { layer: "paper" })];
}

/** The number's size, and where number and arrow stand from the middle of the cell. @param {Way | ""} arrow @param {number} digits */
function layout(arrow, digits) {
  const wide = NUMBER_SIZES[digits - 1];
  if (!arrow) return { size: wide, at: [0, 0], tip: [0, 0] };
  if (arrow === "left" || arrow === "right") return { size: wide, at: [0.155, 0], tip: [-0.265, 0] };
  const beside = digits === 1 ? [-0.13, 0.27] : [-0.14, 0.335];
  return { size: NARROW_SIZES[digits - 1], at: [0, beside[0]], tip: [0, beside[1]] };
}

/** @param {Spot} spot @param {Cell} way @returns {Spot[]} */
function arrowAt([row, col], way) {
  const [end, stem, wing] = [ARROW.length / 2, ARROW.stem / 2, ARROW.wing / 2];
  const neck = end - ARROW.head;
  const half = [
    [-end, stem],
    [neck, stem],
    [neck, wing],
  ];
  const back = half.map(([along, across]) => [along, -across]).reverse();
  return [...half, [end, 0], ...back].map(([along, across]) => [
    row + along * way.row + across * way.col,
    col + along * way.col + across * way.row,
  ]);
}
