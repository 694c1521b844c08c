/**
 * Clues of rows and columns typed in place, one line after the other: Enter or Tab goes to the next line, with Shift
 * back, Esc leaves without a change. What the text means is the kind's affair.
 * @typedef {import("./author_input.js").Line} Line
 * @typedef {{text?: string | null, isPad?: boolean}} Start `text`: what is typed already; `isPad`: by keys on the screen
 * @typedef {object} LineForm one line as its kind types it
 * @property {string} text what stands there
 * @property {string} name of the input
 * @property {string} mode the keys that a phone shows
 * @property {(text: string) => {said: string, isWrong: boolean, isLong: boolean}} check what is said about a text
 * @property {(text: string) => void} keep write a text, or say why it cannot be
 * @property {(text: string) => string} whole the text as it is typed on elsewhere
 * @typedef {(context: Context, line: Line) => LineForm} FormOf
 * @import { Context, Size } from "../types.d.ts"
 */

import { LineInput } from "./author_input.js";

/**
 * Type a line's clue; what was being typed is written first. Should the board be built anew by that, the new one goes
 * on there (`goOnTyping`).
 * @param {Context} context @param {Line} line @param {FormOf} formOf @param {Start} [start] @returns {LineTyping | null}
 */
export function typeLine(context, line, formOf, start = {}) {
  const { memory, board } = context;
  memory.next = { line, start };
  finishTyping(context);
  memory.next = null;
  if (!board.surface.svg.isConnected) return null;
  memory.typing = new LineTyping(context, line, formOf, start);
  memory.line = line;
  return memory.typing;
}

/** End typing, if there is any; true if there was. @param {Context} context */
export function finishTyping({ memory }, isKept = true) {
  const { typing } = memory;
  if (!typing) return false;
  if (isKept) typing.keep();
  typing.close();
  return true;
}

/** The board was built anew: typing goes on where it was. @param {Context} context @param {Context["memory"] | undefined} before the old board's memory @param {FormOf} formOf */
export function goOnTyping(context, before, formOf) {
  before?.typing?.close();
  if (before?.next) typeLine(context, before.next.line, formOf, before.next.start);
}

/**
 * A sign from a key on the screen ("": take one away), typed into the last line or that of the focus; a line that was
 * not being typed begins anew.
 * @param {Context} context @param {string} sign @param {FormOf} formOf
 */
export function insertSign(context, sign, formOf) {
  const { memory, cell } = context;
  /** @type {Line} */
  const line = memory.line ?? { axis: "row", at: cell.row };
  const isSame = memory.left?.axis === line.axis && memory.left.at === line.at;
  const text = isSame ? memory.left.text : sign ? "" : null;
  (memory.typing ?? typeLine(context, line, formOf, { text, isPad: true }))?.insert(sign);
}

/** The next line or the one before: rows first, then columns; null after the last. @param {Line} line @param {number} by @param {Size} size @returns {Line | null} */
export function beyond({ axis, at }, by, { rows, cols }) {
  const place = (axis === "row" ? at : rows + at) + by;
  if (place < 0 || place >= rows + cols) return null;
  return place < rows ? { axis: "row", at: place } : { axis: "col", at: place - rows };
}

/** The input of one line, and what is made of its text. */
class LineTyping {
  /** @param {Context} context @param {Line} line @param {FormOf} formOf @param {Start} start */
  constructor(context, line, formOf, { text = null, isPad = false }) {
    this.context = context;
    this.line = line;
    this.formOf = formOf;
    this.isPad = isPad;
    this.form = formOf(context, line);
    const { name, mode } = this.form;
    // Who types with the keys on the screen needs no others there.
    const how = { text: text ?? this.form.text, isNew: text !== null, name, mode: isPad ? "none" : mode };
    this.input = new LineInput(context.board, line, how, {
      changed: () => this.#check(),
      go: (by) => this.go(by),
      leave: () => this.#leave(),
      left: () => context.memory.typing === this && finishTyping(context),
    });
    this.#check();
  }

  keep() {
    this.form.keep(this.input.text);
  }

  /** @param {string} sign */
  insert(sign) {
    this.input.insert(sign);
  }

  /** Write and go on in another line. @param {number} by @returns {unknown} */
  go(by) {
    const { context, line, formOf, isPad } = this;
    const { board, size } = context;
    if (this.form.check(this.input.text).isWrong) return;
    const next = beyond(line, by, size);
    if (next) return typeLine(board.context(), next, formOf, { isPad });
    finishTyping(context);
    board.focus();
  }

  close() {
    const { memory } = this.context;
    if (memory.typing !== this) return;
    memory.left = { ...this.line, text: this.form.whole(this.input.text) };
    memory.typing = null;
    this.input.close();
  }

  #leave() {
    this.close();
    this.context.board.focus();
  }

  #check() {
    const { said, ...how } = this.form.check(this.input.text);
    this.input.tell(said, how);
  }
}
