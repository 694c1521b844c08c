/**
 * Clues beside the grid, once more and large: where they have become too small to be read, those of
 * the active row and column stand in a small bar at the rim of the box.
 */

/**
 * @typedef {import("./view.js").View} View
 * @typedef {{row: number | null, col: number | null}} Active
 * @typedef {BesideClue & {states: string}} ShownClue
 * @import { Axis, BesideClue } from "../types.d.ts"
 */

const LEAST = 9; // pixels of a digit that can be read
/** @type {Axis[]} */
const AXES = ["row", "col"];
const SIGNS = { row: "→", col: "↓" };
const STATES = ["is-matched", "is-done", "is-used", "is-wrong", "is-error", "is-hint", "is-because"];

/** The bar of one board; kinds without clues beside the grid have none to show. */
export class ClueBar {
  #shown = "";

  /** @param {import("./board.js").Board} board @param {number} digits height of a clue's digit in cells */
  constructor(board, digits) {
    this.board = board;
    this.digits = digits;
    this.box = document.createElement("div");
    this.box.className = "board-clues";
    this.box.setAttribute("aria-hidden", "true"); // it is said with the cell
    this.box.hidden = true;
    board.host.append(this.box);
  }

  /** Show what belongs to the bands that are drawn now. */
  refresh() {
    const { active, view } = this.board.surface;
    const lines = AXES.flatMap((axis) => {
      const at = active?.[axis];
      return Number.isInteger(at) && this.#isSmall(axis, view) ? [{ axis, clues: this.#clues(axis, at ?? 0) }] : [];
    });
    this.box.hidden = lines.length === 0;
    if (!active || !lines.length) return;
    this.#write(lines);
    this.#giveWay(active, view);
  }

  remove() {
    this.box.remove();
  }

  /** True if the clues of an axis are too small to be read. @param {Axis} axis @param {View} view */
  #isSmall(axis, { scale, squeeze }) {
    return this.digits * scale * (axis === "row" ? squeeze.left : squeeze.top) < LEAST;
  }

  /** @param {Axis} axis @param {number} at @returns {ShownClue[]} */
  #clues(axis, at) {
    const { kind, surface } = this.board;
    return (kind.beside?.(axis, at, this.board.context()) ?? []).map((clue) => {
      const classList = surface.thing(clue.of)?.classList;
      return { ...clue, states: STATES.filter((name) => classList?.contains(name)).join(" ") };
    });
  }

  /** @param {{axis: Axis, clues: ShownClue[]}[]} lines */
  #write(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#shown) return;
    this.#shown = text;
    this.box.replaceChildren(
      ...lines.map(({ axis, clues }) => made("div", "", made("i", "", SIGNS[axis]), ...clues.map(number))),
    );
  }

  /** It never hides the cell that it is about. @param {Active} active @param {View} view */
  #giveWay({ row }, { row: middle, height, scale }) {
    const y = row === null ? height : height / 2 + (row - middle) * scale;
    this.box.classList.toggle("is-low", y < this.box.offsetHeight + 4 && y >= 0);
  }
}

/** @param {ShownClue} clue */
function number({ text, sign = "", fill, ink, states }) {
  const built = made("b", states, text, ...(sign ? [made("small", "", sign)] : []));
  if (fill) Object.assign(built.style, { backgroundColor: fill, color: ink ?? "" });
  return built;
}

/** @param {string} name @param {string} style @param {(Node | string)[]} children */
function made(name, style, ...children) {
  const built = document.createElement(name);
  built.className = style;
  built.append(...children);
  return built;
}
