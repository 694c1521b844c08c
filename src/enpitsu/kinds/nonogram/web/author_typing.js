/**
 * Clues typed in place: an input over the line's band. Enter or Tab goes to the next line, with
 * Shift back, Esc leaves without a change. On a picture the first clue that is typed makes the sheet
 * one of clues.
 * @typedef {{text?: string | null, isPad?: boolean}} Start `isPad`: by keys on the screen
 * @import { Context, KeyContext, Size } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 * @import { Line } from "./author_clues.js"
 */

import { runsAt } from "./author_clues.js";
import { textOfRuns, typed, valueOfRuns } from "./author_lines.js";
import { lineFacts } from "./author_sheet.js";
import { colourWord } from "./label.js";
import { colourOf } from "./model.js";

const FOR_FINGERS = "(pointer: coarse)";
const SIZE = { width: 168, height: globalThis.matchMedia?.(FOR_FINGERS).matches ? 44 : 36 }; // pixels, at least
const NOTE = 30; // pixels for what is said below it
const LOOK = { position: "absolute", "z-index": "5", display: "flex", gap: "2px" };
const FIELD = { type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "next" };
const NOTE_LOOK = {
  padding: "2px 8px",
  "border-radius": "6px",
  "font-size": "13px",
  "line-height": "1.35",
  background: "var(--card)",
  color: "var(--ink)",
  "box-shadow": "var(--shadow)",
  "pointer-events": "none",
};

/**
 * Type a line's clue; what was being typed is written first. Should the board be built anew by that,
 * `memory.next` tells the new one where to go on.
 * @param {Context<Model>} context @param {Line} line @param {Start} start
 */
export function type(context, line, start = {}) {
  const { memory, board } = context;
  memory.next = { line, start };
  finish(context);
  memory.next = null;
  if (!board.surface.svg.isConnected) return null;
  memory.typing = new Typing(context, line, start);
  memory.line = line;
  return memory.typing;
}

/** End typing, if there is any; true if there was. */
export function finish({ memory }, isKept = true) {
  const { typing } = memory;
  if (!typing) return false;
  if (isKept) typing.keep();
  typing.close();
  return true;
}

/** The line that a key types into: the last one, or the row of the focus. */
function lineNow({ memory, cell }) {
  return memory.line ?? { axis: "row", at: cell.row };
}

/** A sign from a key on the screen ("": take one away); a line that was not being typed begins anew. */
export function insert(context, sign) {
  const { memory } = context;
  const line = lineNow(context);
  const isSame = memory.left?.axis === line.axis && memory.left.at === line.at;
  const text = isSame ? memory.left.text : sign ? "" : null;
  (memory.typing ?? type(context, line, { text, isPad: true })).insert(sign);
}

/** The next line or the one before: rows first, then columns; null after the last. @param {Line} line @param {number} by @param {Size} size @returns {Line | null} */
export function beyond({ axis, at }, by, { rows, cols }) {
  const place = (axis === "row" ? at : rows + at) + by;
  if (place < 0 || place >= rows + cols) return null;
  return place < rows ? { axis: "row", at: place } : { axis: "col", at: place - rows };
}

/** The input of one line. */
class Typing {
  /** @param {Context<Model>} context @param {Line} line @param {Start} start */
  constructor(context, line, { text = null, isPad = false }) {
    this.context = context;
    this.line = line;
    this.isPad = isPad;
    const { board, model } = context;
    this.cells = line.axis === "row" ? model.cols : model.rows;
    const runs = runsAt(line.axis, line.at, context);
    this.before = runs ? textOfRuns(runs, model.letters) : "";
    this.#make(text ?? (this.before === "0" && model.mode === "picture" ? "" : this.before));
    board.host.append(this.box);
    this.#follow(board.surface);
    board.surface.reveal({ ...board.cells.at, [line.axis]: line.at });
    board.surface.bands({ row: null, col: null, [line.axis]: line.at });
    this.input.focus({ preventScroll: true });
    if (text === null) this.input.select();
    else this.input.setSelectionRange(text.length, text.length);
    this.#check();
  }

  /** Write what was typed, if it is another clue; what cannot be one is told and lost. */
  keep() {
    const { runs, problem } = this.#read();
    if (problem) tell(this.context.board, this.#said(null, problem, 0));
    else if (!this.#isSame(runs)) writeLine(this.context, this.line, runs);
  }

  /** True if runs are those there were; where a picture is, nothing typed means nothing. */
  #isSame(runs) {
    const { letters, mode } = this.context.model;
    if (runs === null) return this.before === "" || mode === "picture";
    return textOfRuns(runs, letters) === this.before;
  }

  insert(sign) {
    const { input } = this;
    const { selectionStart: from, selectionEnd: to } = input;
    if (sign) input.setRangeText(sign, from, to, "end");
    else input.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    input.focus({ preventScroll: true });
    this.#check();
  }

  /** Write and go on in another line. */
  go(by) {
    const { context, line } = this;
    const { board, model } = context;
    if (this.#read().problem) return;
    const next = beyond(line, by, model);
    if (next) return type(board.context(), next, { isPad: this.isPad });
    finish(context);
    board.focus();
  }

  close() {
    const { memory, board } = this.context;
    if (memory.typing !== this) return;
    memory.left = { ...this.line, text: this.#told() };
    memory.typing = null;
    this.box.remove();
    board.surface.onLook = this.looked;
    board.surface.bands(null);
  }

  /** The text with every run's letter: the next one may be of another colour. */
  #told() {
    const { value } = this.input;
    const { letters, isColoured } = this.context.model;
    const { runs } = this.#read();
    return isColoured && runs?.length ? textOfRuns(runs, letters) + (/\s$/.test(value) ? " " : "") : value;
  }

  /** Stay beside the line however the board is moved. */
  #follow(surface) {
    this.looked = surface.onLook;
    surface.onLook = () => {
      this.looked();
      this.#place();
    };
  }

  #make(text) {
    const { text: say, model } = this.context;
    const { axis, at } = this.line;
    this.box = made("div", LOOK);
    this.input = made("input", { width: "100%", "min-height": `${SIZE.height}px` });
    const name = say(`nonogram.author.type-${axis}`, { number: at + 1 });
    // Who types with the keys on the screen needs no others there.
    const about = { "aria-label": name, inputmode: this.isPad ? "none" : model.isColoured ? "text" : "decimal" };
    for (const [key, value] of Object.entries({ ...FIELD, ...about })) this.input.setAttribute(key, value);
    this.input.className = "input";
    this.input.value = text;
    this.note = made("div", NOTE_LOOK);
    this.note.setAttribute("role", "status");
    this.box.append(this.input, this.note);
    this.#listen();
  }

  #listen() {
    const { input } = this;
    input.addEventListener("input", () => this.#check());
    input.addEventListener("keydown", (event) => this.#key(event));
    // A press on the board takes the focus away: what it begins must stand before anything is written.
    input.addEventListener("blur", () => queueMicrotask(() => this.#left()));
  }

  #left() {
    const isBack = document.activeElement === this.input; // keys on the screen give it back
    if (this.context.memory.typing === this && document.hasFocus() && !isBack) finish(this.context);
  }

  #key(event) {
    event.stopPropagation(); // what is typed here is for nobody else
    if (event.isComposing) return;
    const by = event.shiftKey ? -1 : 1;
    const acts = {
      Enter: () => this.go(by),
      Tab: () => this.go(by),
      ArrowDown: () => this.go(1),
      ArrowUp: () => this.go(-1),
      Escape: () => this.#leave(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  #leave() {
    this.close();
    this.context.board.focus();
  }

  #read() {
    const { model, tool, memory } = this.context;
    const colour = colourOf({ tool, memory, model });
    return typed(this.input.value, { letters: model.letters, colour, cells: this.cells });
  }

  /** Say what is wrong with the text, or how much room it takes. */
  #check() {
    const { runs, problem, need } = this.#read();
    const isTooLong = need > this.cells;
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
    this.note.textContent = this.#said(runs, problem, need);
    this.note.style.setProperty("color", problem || isTooLong ? "var(--err)" : "var(--ink2)");
  }

  #said(runs, problem, need) {
    const { text } = this.context;
    const { cells } = this;
    if (problem) return text(`nonogram.author.problem.${problem.id}`, problem.args);
    if (runs === null) return this.#hint();
    return text(`nonogram.author.${need > cells ? "too-long" : "need"}`, { need, cells });
  }

  #hint() {
    const { text, model } = this.context;
    if (!model.isColoured) return text("nonogram.author.hint");
    const letters = model.values.map((value, at) => `${model.letters[at]}: ${colourWord(value, text)}`).join(", ");
    const example = `3${model.letters[0]} 1${model.letters[1]}`;
    return text("nonogram.author.hint-colours", { example, letters });
  }

  /** Over the line's band, wherever the board is moved to, and inside the box. */
  #place() {
    const {
      host,
      surface: { view, stuck, size },
    } = this.context.board;
    const { axis, at } = this.line;
    const x = (col) => view.width / 2 + (col - view.col) * view.scale;
    const y = (row) => view.height / 2 + (row - view.row) * view.scale;
    const band = (axis === "row" ? size.left * stuck.squeeze.left : size.top * stuck.squeeze.top) * view.scale;
    const width = axis === "row" ? Math.max(SIZE.width, band) : SIZE.width;
    const grid = { left: x(stuck.right), top: y(stuck.down) }; // where the clues end
    const left = axis === "row" ? grid.left - width : x(at + 0.5) - width / 2;
    const top = axis === "row" ? y(at + 0.5) - SIZE.height / 2 : grid.top - SIZE.height - NOTE;
    const isLow = axis === "row" && top > host.clientHeight - SIZE.height - 2 * NOTE;
    const inside = (value, most) => `${Math.round(Math.max(4, Math.min(value, most)))}px`;
    this.box.style.setProperty("left", inside(left, host.clientWidth - width - 4));
    if (isLow) this.box.style.setProperty("bottom", inside(host.clientHeight - top - SIZE.height, host.clientHeight));
    else this.box.style.setProperty("top", inside(top, host.clientHeight));
    this.box.style.setProperty(isLow ? "top" : "bottom", "auto");
    this.box.style.setProperty("flex-direction", isLow ? "column-reverse" : "column");
    this.box.style.setProperty("width", `${Math.round(width)}px`);
  }
}

/** Write a line's clue, null: none yet; a picture's other lines become clues with it. */
function writeLine({ board, model, text }, { axis, at }, runs) {
  const slot = `${axis}${at + 1}`;
  const facts = board.facts();
  const isPicture = model.mode === "picture" && facts.length > 0;
  const others = isPicture
    ? lineFacts({ ...model, facts, more: { palette: model.inks.map(({ rgb }) => rgb) } })
    : facts;
  const stays = others.filter((fact) => !fact.startsWith(`${slot} `));
  const put = runs === null ? stays : [...stays, `${slot} ${valueOfRuns(runs)}`];
  const kept = new Set(put);
  const known = new Set(facts);
  if (isPicture) tell(board, text("nonogram.author.switched"));
  board.write({
    put: put.filter((fact) => !known.has(fact)),
    take: facts.filter((fact) => !kept.has(fact)),
    by: "hand",
  });
}

/** To be read by those who see and those who do not. */
function tell(board, text) {
  board.say(text);
  board.dispatchEvent(new CustomEvent("notice", { detail: { text } }));
}

function made(name, look) {
  const built = document.createElement(name);
  for (const [key, value] of Object.entries(look)) built.style.setProperty(key, value);
  return built;
}
