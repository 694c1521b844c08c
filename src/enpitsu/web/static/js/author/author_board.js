/**
 * The board of an author: a sheet's facts are its position, and the page keeps the past.
 * @import { AuthorContext, AuthorKind, BoardOptions, Cell, Sheet } from "../types.d.ts"
 * @import { Editor } from "./editor.js"
 */

import { Board } from "../board/board.js";
import { AUTHOR_KIT } from "../kit/author_kit.js";

/** One board; built anew when the sheet gets another shape. */
export class AuthorBoard extends Board {
  #editor;

  /** @param {HTMLElement} host @param {AuthorKind} kind @param {Sheet} sheet @param {BoardOptions & {editor: Editor}} options `editor`: whose it is */
  constructor(host, kind, sheet, { editor, ...options }) {
    super(host, kind, sheet, options);
    this.#editor = editor;
    this.surface.cursor(this.cells.at);
    this.addEventListener("move", (/** @type {CustomEventInit} */ { detail }) => this.surface.cursor(detail.cell));
  }

  /** @returns {AuthorContext} */
  context() {
    return { ...super.context(), kit: AUTHOR_KIT };
  }

  undo() {
    return this.#editor.undo();
  }

  redo() {
    return this.#editor.redo();
  }

  clear() {
    return this.#editor.clear();
  }

  /** Nothing is tried on a sheet: undo is enough. */
  beginTrial() {}

  /** The part in view, to be shown again by the next board. */
  get view() {
    const { isFitted, scale, row, col } = this.surface.view;
    return { isFitted, scale, row, col };
  }

  /** Show as much as before, moved by some rows and columns. @param {{isFitted: boolean, scale: number} & Cell} view @param {Cell} moved */
  lookAgain({ isFitted, scale, row, col }, moved = { row: 0, col: 0 }) {
    if (isFitted) return this.surface.fit();
    Object.assign(this.surface.view, { scale, row: row + moved.row, col: col + moved.col, isFitted: false });
    return this.surface.zoom(1);
  }
}
