/**
 * Clues beside the grid, once more and large: where they have become too small to be read, those of
 * the active row and column stand in a small bar at the rim of the box.
 */

const LEAST = 9; // pixels of a digit that can be read
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
    const lines = ["row", "col"].filter((axis) => this.#isWanted(axis, active, view));
    this.box.hidden = lines.length === 0;
    if (!lines.length) return;
    this.#write(lines.map((axis) => ({ axis, clues: this.#clues(axis, active[axis]) })));
    this.#giveWay(active, view);
  }

  remove() {
    this.box.remove();
  }

  #isWanted(axis, active, { scale, squeeze }) {
    if (!Number.isInteger(active?.[axis])) return false;
    return this.digits * scale * (axis === "row" ? squeeze.left : squeeze.top) < LEAST;
  }

  #clues(axis, at) {
    const { kind, surface } = this.board;
    return kind.beside(axis, at, this.board.context()).map((clue) => {
      const { classList } = surface.thing(clue.of) ?? {};
      return { ...clue, states: STATES.filter((name) => classList?.contains(name)).join(" ") };
    });
  }

  #write(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#shown) return;
    this.#shown = text;
    this.box.replaceChildren(
      ...lines.map(({ axis, clues }) => made("div", "", made("i", "", SIGNS[axis]), ...clues.map(number))),
    );
  }

  /** It never hides the cell that it is about. */
  #giveWay({ row }, { row: middle, height, scale }) {
    const y = row === null ? height : height / 2 + (row - middle) * scale;
    this.box.classList.toggle("is-low", y < this.box.offsetHeight + 4 && y >= 0);
  }
}

function number({ text, sign = "", fill, ink, states }) {
  const built = made("b", states, text, ...(sign ? [made("small", "", sign)] : []));
  if (fill) Object.assign(built.style, { backgroundColor: fill, color: ink });
  return built;
}

function made(name, style, ...children) {
  const built = document.createElement(name);
  built.className = style;
  built.append(...children);
  return built;
}
