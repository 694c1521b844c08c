/** Draws what has changed, once a frame, and names the cells anew. */

/** @import { Cell, CellPlace, ClueState, EdgePlace, Seen, Size } from "../types.d.ts" */

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
    const seen = this.#seen();
    const wanted = this.#wanted(seen);
    this.#dirty.clear();
    /** @type {Map<string, Cell>} */
    const cells = new Map();
    const paint = (/** @type {string} */ name) =>
      slots.isFree(name) ? this.#paintFree(name) : this.#paint(name, seen);
    for (const name of wanted) for (const cell of paint(name)) cells.set(slots.cellText(cell), cell);
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
    const free = this.board.free?.names(cell) ?? [];
    return [text("board.cell", { row: cell.row + 1, col: cell.col + 1 }), what, ...free].join(", ");
  }

  /** What painting is given. @returns {Seen} */
  #seen() {
    const { board } = this;
    const { kit, model, size, position, memory, text } = board.context();
    return Object.freeze({
      kit,
      model,
      size,
      position,
      memory,
      text,
      view: board.surface.view,
      thing: (/** @type {string} */ name) => board.surface.thing(name),
      levelOf: (/** @type {string} */ slot) => board.history.levelOf(position.tag(slot)),
    });
  }

  /** @param {Seen} seen */
  #wanted(seen) {
    const { kind } = this.board;
    if (!kind.affected) return new Set(this.#dirty);
    /** @type {Set<string>} */
    const wanted = new Set();
    for (const slot of this.#dirty) {
      for (const name of slots.isFree(slot) ? [slot] : kind.affected(slot, KIT, seen)) wanted.add(name);
    }
    return wanted;
  }

  /** @param {string} slot @returns {Cell[]} */
  #paintFree(slot) {
    const { free, surface } = this.board;
    if (!free) return [];
    surface.paint(slot, free.paint(slot), []);
    return free.cells(slot);
  }

  /** Paint a slot or a name of the kind's own. @param {string} name @param {Seen} seen @returns {Cell[]} the cells that it touches */
  #paint(name, seen) {
    const { kind, position, history, surface, size } = this.board;
    const place = slots.parsePlace(name);
    if (place?.kind === "line") return [];
    if (place && !isThere(place, size)) return [];
    const cells = !place ? [] : place.kind === "cell" ? [place.cell] : [place.a, place.b];
    const tag = position.tag(name);
    const level = history.levelOf(tag);
    const classes = level ? [`trial-${Math.min(level, DEEPEST)}`] : [];
    if (tag?.by === "helper") classes.push("helper");
    surface.paint(name, kind.paint(name, Object.freeze({ ...seen, place })) ?? [], classes);
    return cells.filter((cell) => slots.isInside(cell, size));
  }
}

/** @param {CellPlace | EdgePlace} place @param {Size} size */
const isThere = (place, size) =>
  place.kind === "cell" ? slots.isInside(place.cell, size) : slots.isOnBoard(place, size);
