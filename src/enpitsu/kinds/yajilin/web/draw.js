/**
 * The Yajilin board as shapes; the measures are those of Enpitsu's other pictures.
 * @typedef {{blank?: boolean, arrow?: Way, number?: number}} Clue
 * @typedef {{rows: number, cols: number, boxed: boolean, clues: Map<string, Clue>}} Model clues by cell
 * @import { Own, Spot, Way } from "/static/js/types.d.ts"
 */

const NUMBER_SIZES = [0.56, 0.48, 0.38, 0.31];
const NARROW_SIZES = [0.54, 0.44, 0.31, 0.24]; // beside an arrow
const LONGEST = 4;
const ARROW = { length: 0.64, stem: 0.065, head: 0.22, wing: 0.26 };
const INSET = 0.055;
const CORNER = 0.08;
const DOT = 0.075;
const CROSS = 0.085;
const HATCHES = 4;

/** The puzzle with its clues by cell. @param {Own} puzzle @returns {Model} */
export function read(puzzle) {
  const clues = new Map((puzzle.clues ?? []).map((clue) => [clue.cell, clue]));
  return { rows: puzzle.rows, cols: puzzle.cols, boxed: Boolean(puzzle.boxed), clues };
}

/** The parts that never change: ground and clues. */
export function draw(model, kit) {
  const clues = [...model.clues].flatMap(([text, clue]) => drawClue(kit.parseCell(text), clue, model, kit));
  return { rows: model.rows, cols: model.cols, shapes: [...kit.ground(model), ...clues] };
}

/** A clue: its box, number and arrow. */
export function drawClue(cell, clue, model, kit) {
  if (clue.blank) return blank(cell, kit);
  const of = kit.cellText(cell);
  const box = model.boxed ? [kit.rect(cell.row, cell.col, 1, 1, "box", 0, { layer: "paper" })] : [];
  const text = numberText(clue.number);
  const { size, number, arrow } = layout(clue.arrow, text.length);
  /** @param {number[]} offset @returns {Spot} */
  const at = (offset) => [cell.row + 0.5 + offset[0], cell.col + 0.5 + offset[1]];
  const shapes = [kit.label(...at(number), text, size, "clue", { of })];
  if (clue.arrow) shapes.push(kit.polygon(arrowAt(at(arrow), kit.WAYS[clue.arrow]), "clue", { of }));
  return [...box, ...shapes];
}

function blank({ row, col }, kit) {
  const lines = Array.from({ length: 2 * HATCHES - 1 }, (_, number) => {
    const at = (number + 1) / HATCHES;
    const [low, high] = [Math.max(0, at - 1), Math.min(1, at)];
    return [
      [row + high, col + low],
      [row + low, col + high],
    ];
  });
  return [kit.rect(row, col, 1, 1, "blank", 0, { layer: "paper" }), kit.strokes(lines, "hatch", { layer: "paper" })];
}

function numberText(number) {
  const text = number === undefined ? "?" : String(number);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** The number's size, and where number and arrow stand from the middle of the cell. */
function layout(arrow, digits) {
  const wide = NUMBER_SIZES[digits - 1];
  if (!arrow) return { size: wide, number: [0, 0], arrow: [0, 0] };
  if (arrow === "left" || arrow === "right") return { size: wide, number: [0.155, 0], arrow: [-0.265, 0] };
  const beside = digits === 1 ? [-0.13, 0.27] : [-0.14, 0.335];
  return { size: NARROW_SIZES[digits - 1], number: [0, beside[0]], arrow: [0, beside[1]] };
}

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

/** The slots whose look depends on one: a line hides the dots under it. */
export function affected(slot) {
  return slot.includes("-") ? [slot, ...slot.split("-")] : [slot];
}

/** Draw the content of a slot. */
export function paint(slot, context) {
  const { place, position, kit, model } = context;
  return place.kind === "edge" ? paintEdge(slot, context) : paintCell(slot, place.cell, position, kit, model);
}

function paintEdge(slot, { place: { a, b }, position, kit, memory }) {
  const said = position.get(slot, "line");
  if (said === undefined) return [];
  if (said) {
    const isBack = memory.from?.get(slot) === kit.cellText(b);
    const ends = (isBack ? [b, a] : [a, b]).map(({ row, col }) => [row + 0.5, col + 0.5]);
    return [kit.path(ends, "line", false, { layer: "lines" })];
  }
  const [row, col] = [(a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2];
  const arm = (down, right) => [
    [row - down, col - right],
    [row + down, col + right],
  ];
  return [kit.strokes([arm(CROSS, CROSS), arm(CROSS, -CROSS)], "cross", { layer: "pencil" })];
}

function paintCell(slot, cell, position, kit, model) {
  const said = position.get(slot, "shaded");
  if (said === undefined) return [];
  if (said) {
    const side = 1 - 2 * INSET;
    return [kit.rect(cell.row + INSET, cell.col + INSET, side, side, "shade", CORNER)];
  }
  if (hasLine(cell, position, kit, model)) return [];
  return [kit.circle(cell.row + 0.5, cell.col + 0.5, DOT, "dot")];
}

/** The edges of a cell that have a line. */
export function linesAt(cell, position, kit, size) {
  const edges = kit.neighbours(cell, size).map((other) => kit.edgeText(cell, other));
  return edges.filter((edge) => position.get(edge, "line"));
}

export const hasLine = (cell, position, kit, size) => linesAt(cell, position, kit, size).length > 0;

/** The line through a cell, as far as it goes. @returns {string[]} its edges */
export function group(cell, { position, kit, size }) {
  const found = new Set();
  const open = [cell];
  while (open.length) {
    for (const edge of linesAt(open.pop(), position, kit, size)) {
      if (found.has(edge)) continue;
      found.add(edge);
      const { a, b } = kit.parsePlace(edge);
      open.push(a, b);
    }
  }
  return [...found];
}

/** The loop, traced once. */
export function finale({ board, position, kit, size }) {
  const first = position.slots().find((slot) => position.get(slot, "line"));
  if (!first) return;
  const cells = [];
  for (let [at, edge] = [kit.parsePlace(first).a, first]; edge; ) {
    cells.push([at.row + 0.5, at.col + 0.5]);
    const { a, b } = kit.parsePlace(edge);
    at = kit.isSame(at, a) ? b : a;
    edge = linesAt(at, position, kit, size).find((other) => other !== edge);
    if (edge === first || cells.length > size.rows * size.cols) break;
  }
  board.surface.trace(cells);
}
