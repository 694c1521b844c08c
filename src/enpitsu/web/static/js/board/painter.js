/** Draws what has changed, once a frame, and names the cells anew. */

/** @import { Cell, ClueState } from "../types.d.ts" */

import { KIT } from "./kit.js";
import * as slots from "./slots.js";

const DEEPEST = 2; // trials that look different; those inside look like the last

/** The painter of one board. */
export class Painter {
  /** @type {Set<string>} */
  #dirty = new Set();
  #frame = 0;
  /** @type {Record<string, ClueState>} */
  #states = {};
  /** @type {Map<string, string>} */
  #told = new Map();

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Have something painted anew with the next frame. @param {string} name */
  touch(name) {
    this.#dirty.add(name);
    this.#frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Paint now. */
  flush() {
    this.stop();
    if (!this.#dirty.size) return;
    const wanted = this.#wanted();
    this.#dirty.clear();
    /** @type {Map<string, Cell>} */
    const cells = new Map();
    for (const name of wanted) for (const cell of this.#paint(name)) cells.set(slots.cellText(cell), cell);
    for (const cell of cells.values()) this.board.cells.relabel(cell);
    this.board.drawn();
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Show the states of clues; settled ones are shown if the player wants so. @param {Record<string, ClueState>} states */
  setStates(states) {
    this.#states = states;
    this.showStates();
  }

  showStates() {
    const { surface, kind, cells } = this.board;
    const context = this.board.context();
    for (const thing of surface.things()) {
      const state = this.stateOf(thing);
      surface.setState(thing, state === "open" ? "" : state);
      if ((this.#told.get(thing) ?? "") === state) continue;
      this.#told.set(thing, state);
      for (const cell of kind.told?.(thing, context) ?? []) cells.relabel(cell);
    }
  }

  /** The state of a clue, as far as the player wants to know. @param {string} thing @returns {ClueState} */
  stateOf(thing) {
    const state = this.#states[thing] ?? "";
    return state === "wrong" || this.board.helpers.clues ? state : "";
  }

  /** The name of a cell. @param {Cell} cell */
  name(cell) {
    const { kind, text } = this.board;
    const what = kind.label(cell, this.board.context()) || text("board.empty");
    return `${text("board.cell", { row: cell.row + 1, col: cell.col + 1 })}, ${what}`;
  }

  #wanted() {
    const { kind } = this.board;
    if (!kind.affected) return new Set(this.#dirty);
    const context = this.board.context();
    /** @type {Set<string>} */
    const wanted = new Set();
    for (const slot of this.#dirty) for (const name of kind.affected(slot, KIT, context)) wanted.add(name);
    return wanted;
  }

  /** Paint a slot or a name of the kind's own. @param {string} name @returns {Cell[]} the cells that it touches */
  #paint(name) {
    const { kind, position, history, surface, size } = this.board;
    const place = slots.parsePlace(name);
    if (place?.kind === "line") return [];
    const cells = !place ? [] : place.kind === "cell" ? [place.cell] : [place.a, place.b];
    if (!cells.every((cell) => slots.isInside(cell, size))) return [];
    const tag = position.tag(name);
    const level = history.levelOf(tag);
    const classes = level ? [`trial-${Math.min(level, DEEPEST)}`] : [];
    if (tag?.by === "helper") classes.push("helper");
    surface.paint(name, kind.paint(name, { ...this.board.context(), place }) ?? [], classes);
    return cells;
  }
}
