/**
 * Free marks: background colours and corner dots that players put on any board for themselves.
 *
 * They are no facts: they live beside the position, and nobody judges them. Texts: "tint:r3c4 green", "corner:r3c4 dot".
 * @typedef {import("./board.js").Board} Board
 * @import { Cell, Gesture, KeyContext, Press, Shape } from "../types.d.ts"
 */

import { combination } from "./keymap.js";
import { circle, hatching, rect, strokes } from "./shapes.js";
import { cellText, isInside, parseCell } from "./slots.js";
import { cycle, painting } from "./stroke_kit/paint.js";

/** The tool that writes them, on every board that has them. */
export const FREE = "free";

const TINTS = ["green", "orange", "violet"];
const CORNER = "dot";
/** The free marks that a player may choose from. */
export const PENS = Object.freeze([...TINTS, CORNER]);

/** What keys do while the tool is chosen. @type {Record<string, string>} */
const KEYS = { Space: "free-put", Enter: "free-put", Delete: "free-wipe", Backspace: "free-wipe" };
const GAP = 0.25; // of a cell, between the lines that tell colours apart
const DOT = { inset: 0.15, radius: 0.085 };

/** @param {Cell} cell */
const tintAt = (cell) => `tint:${cellText(cell)}`;
/** @param {Cell} cell */
const cornerAt = (cell) => `corner:${cellText(cell)}`;
/** @param {string} pen @param {Cell} cell */
const slotOf = (pen, cell) => (pen === CORNER ? cornerAt(cell) : tintAt(cell));

/** The cell of a free mark's slot; null for any other name. @param {string} slot */
const cellOf = (slot) => parseCell(slot.slice(slot.indexOf(":") + 1));

/** A picture of a pen, in the cell at the upper left. @param {string} pen @returns {Shape[]} */
export const penShapes = (pen) => shapes(slotOf(pen, { row: 0, col: 0 }), pen);

/** @param {string} slot @param {string} pen @returns {Shape[]} */
function shapes(slot, pen) {
  const { row, col } = /** @type {Cell} */ (cellOf(slot));
  if (pen === CORNER)
    return [circle(row + 1 - DOT.inset, col + DOT.inset, DOT.radius, "free-dot", { layer: "corners" })];
  const ground = rect(row, col, 1, 1, `free-${pen}`, 0, { layer: "tints" });
  const part = { row, col, height: 1, width: 1 };
  const isHatched = pen !== TINTS[0];
  const lines = isHatched ? hatching(part, GAP, { isFalling: pen === TINTS[2] }) : [];
  return lines.length ? [ground, strokes(lines, "free-lines", { layer: "tints" })] : [ground];
}

/** The free marks of one board. */
export class FreeMarks {
  /** The mark that the tool writes. @type {string} */
  pen = TINTS[0];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** All of them, as texts. */
  marks() {
    return this.board.history.free.facts();
  }

  /** Take a mark to write with. @param {string} pen */
  take(pen) {
    this.pen = pen;
    this.board.setTool(FREE);
  }

  /** The stroke of a press: the first cell decides between writing and taking away; the other button takes all away. @param {Press} how @param {KeyContext["draft"]} draft @returns {Gesture} */
  gesture({ secondary, eraser }, draft) {
    if (secondary || eraser) {
      const wipe = (/** @type {{cell: Cell | null}} */ { cell }) => cell && this.wipe(cell, draft);
      return { start: wipe, move: wipe, end: () => {} };
    }
    const { pen } = this;
    const read = (/** @type {Cell} */ cell) => draft.get(slotOf(pen, cell), pen) ?? null;
    return painting({
      read,
      write: (cell, holds) => draft.set(slotOf(pen, cell), pen, holds),
      decide: (was) => (was ? null : true),
    });
  }

  /** Take away what stands in a cell. @param {Cell} cell @param {KeyContext["draft"]} draft */
  wipe(cell, draft) {
    for (const slot of [tintAt(cell), cornerAt(cell)]) draft.clear(slot);
  }

  /** The action of a key while the tool is chosen. @param {KeyboardEvent} event @returns {string | undefined} */
  actionOf(event) {
    return this.board.tool === FREE ? KEYS[combination(event)] : undefined;
  }

  /** Write a mark, or take it away where it stands. @param {string} pen @param {Cell} cell @param {KeyContext["draft"]} draft */
  #turn(pen, cell, draft) {
    const slot = slotOf(pen, cell);
    draft.set(slot, pen, draft.get(slot, pen) ? null : true);
  }

  /** What a key does at a cell. @param {string} action @param {Cell} cell @param {KeyContext["draft"]} draft */
  key(action, cell, draft) {
    if (action === "free-wipe") return this.wipe(cell, draft);
    if (action !== "free-colour") return this.#turn(action === "free-dot" ? CORNER : this.pen, cell, draft);
    const now = draft.position.held(tintAt(cell)) ?? "";
    const next = cycle(["", ...TINTS], now);
    return next ? draft.set(tintAt(cell), next, true) : draft.clear(tintAt(cell));
  }

  /** The shapes of a slot. @param {string} slot @returns {Shape[]} */
  paint(slot) {
    const cell = cellOf(slot);
    const held = this.board.history.free.held(slot);
    return cell && held && isInside(cell, this.board.size) ? shapes(slot, held) : [];
  }

  /** The cell of a slot that is painted, to be named anew. @param {string} slot @returns {Cell[]} */
  cells(slot) {
    const cell = cellOf(slot);
    return cell && isInside(cell, this.board.size) ? [cell] : [];
  }

  /** What is told of a cell. @param {Cell} cell */
  names(cell) {
    const { history, text } = this.board;
    const held = [tintAt(cell), cornerAt(cell)].map((slot) => history.free.held(slot));
    return held.flatMap((pen) => (pen ? [text(`board.free.${pen}`)] : []));
  }
}
