/**
 * An input over the band of a row or column, for clues that are typed as a text, with a note below it. It stays there
 * however the board is moved, and inside the box.
 * @typedef {{axis: Axis, at: number}} Line
 * @typedef {object} Typed what is done about it
 * @property {() => void} changed the text is another one
 * @property {(by: number) => void} go on to the next line, or the one before
 * @property {() => void} leave without a change
 * @property {() => void} left the focus is elsewhere
 * @import { Axis, Board } from "../types.d.ts"
 */

const FOR_FINGERS = "(pointer: coarse)";
const SIZE = { width: 168, height: globalThis.matchMedia?.(FOR_FINGERS).matches ? 44 : 36 }; // pixels, at least
const NOTE = 30; // pixels for what is said below it
const FIELD = { type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "next" };

/** One input, there from its making until `close`. */
export class LineInput {
  /** What the surface told before when it was moved. */
  #looked = () => {};

  /**
   * @param {Board} board @param {Line} line
   * @param {{text: string, isNew: boolean, name: string, mode: string}} how `isNew`: typing goes on behind the text, else it is
   *   chosen whole; `mode`: the keys that a phone shows
   * @param {Typed} typed
   */
  constructor(board, line, { text, isNew, name, mode }, typed) {
    this.board = board;
    this.line = line;
    this.typed = typed;
    this.box = made("div", "line-input");
    this.input = /** @type {HTMLInputElement} */ (made("input", "input"));
    this.note = made("div", "line-note");
    this.note.setAttribute("role", "status");
    for (const [key, value] of Object.entries({ ...FIELD, "aria-label": name, inputmode: mode }))
      this.input.setAttribute(key, value);
    this.input.style.setProperty("min-height", `${SIZE.height}px`);
    this.input.value = text;
    this.box.append(this.input, this.note);
    board.host.append(this.box);
    this.#listen();
    this.#follow();
    this.input.focus({ preventScroll: true });
    if (isNew) this.input.setSelectionRange(text.length, text.length);
    else this.input.select();
  }

  get text() {
    return this.input.value;
  }

  /** A sign where the cursor is; "": the one before it is taken away. @param {string} sign */
  insert(sign) {
    const { input } = this;
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    if (sign) input.setRangeText(sign, from, to, "end");
    else input.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    input.focus({ preventScroll: true });
    this.typed.changed();
  }

  /** Say something below it. @param {string} text @param {{isWrong: boolean, isLong: boolean}} how */
  tell(text, { isWrong, isLong }) {
    this.input.setAttribute("aria-invalid", String(isWrong));
    this.note.textContent = text;
    this.note.classList.toggle("is-wrong", isWrong || isLong);
  }

  close() {
    const { surface } = this.board;
    this.box.remove();
    surface.onLook = this.#looked;
    surface.bands(null);
  }

  #follow() {
    const { surface, cells } = this.board;
    const { axis, at } = this.line;
    this.#looked = surface.onLook;
    surface.onLook = () => {
      this.#looked();
      this.#place();
    };
    surface.reveal({ ...cells.at, [axis]: at });
    surface.bands({ row: null, col: null, [axis]: at });
  }

  #listen() {
    const { input, typed } = this;
    input.addEventListener("input", () => typed.changed());
    input.addEventListener("keydown", (event) => this.#key(event));
    // A press on the board takes the focus away: what it begins must stand before anything is written.
    input.addEventListener("blur", () => queueMicrotask(() => this.#blurred()));
  }

  #blurred() {
    const isBack = document.activeElement === this.input; // keys on the screen give it back
    if (this.box.isConnected && document.hasFocus() && !isBack) this.typed.left();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    event.stopPropagation(); // what is typed here is for nobody else
    if (event.isComposing) return;
    const { typed } = this;
    const by = event.shiftKey ? -1 : 1;
    /** @type {Record<string, () => void>} */
    const acts = {
      Enter: () => typed.go(by),
      Tab: () => typed.go(by),
      ArrowDown: () => typed.go(1),
      ArrowUp: () => typed.go(-1),
      Escape: () => typed.leave(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  #place() {
    const {
      host,
      surface: { view, stuck, size },
    } = this.board;
    const { axis, at } = this.line;
    const isRow = axis === "row";
    const x = (/** @type {number} */ col) => view.width / 2 + (col - view.col) * view.scale;
    const y = (/** @type {number} */ row) => view.height / 2 + (row - view.row) * view.scale;
    const band = (isRow ? size.left * stuck.squeeze.left : size.top * stuck.squeeze.top) * view.scale;
    const width = isRow ? Math.max(SIZE.width, band) : SIZE.width;
    const grid = { left: x(stuck.right), top: y(stuck.down) }; // where the clues end
    const left = isRow ? grid.left - width : x(at + 0.5) - width / 2;
    const top = isRow ? y(at + 0.5) - SIZE.height / 2 : grid.top - SIZE.height - NOTE;
    const isLow = isRow && top > host.clientHeight - SIZE.height - 2 * NOTE;
    const inside = (/** @type {number} */ value, /** @type {number} */ most) =>
      `${Math.round(Math.max(4, Math.min(value, most)))}px`;
    const { style } = this.box;
    this.box.classList.toggle("is-low", isLow);
    style.setProperty("left", inside(left, host.clientWidth - width - 4));
    style.setProperty("width", `${Math.round(width)}px`);
    style.setProperty("top", isLow ? "auto" : inside(top, host.clientHeight));
    style.setProperty("bottom", isLow ? inside(host.clientHeight - top - SIZE.height, host.clientHeight) : "auto");
  }
}

/** @param {string} name @param {string} style */
function made(name, style) {
  const built = document.createElement(name);
  built.className = style;
  return built;
}
