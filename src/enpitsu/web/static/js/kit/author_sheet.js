/**
 * From puzzles to sheets and back.
 *
 * Areas are what borders close off. A clue of an area counts wherever in it the author wrote it; puzzles and, after
 * each stroke, sheets have it at the area's first cell.
 * @typedef {import("./author_clues.js").ClueForm} ClueForm
 * @typedef {import("./author_clues.js").Look} Look
 * @typedef {{parts: number[][], of: number[], isWall: (a: number, b: number) => boolean}} Areas
 * @import { Cell, Context, Own, Sheet, SheetBody, SheetPart, Size, Slot, Text, WriteContext } from "../types.d.ts"
 */

import { Draft, PLAIN, Position } from "../board/position.js";
import { cellText, edgeText, isInside, parseCell, parsePlace, step, WAYS } from "../board/slots.js";
import { cellAt, cellsOf, numberOf, partsOf, wallsOf } from "./author_areas.js";
import { BORDER, Clues, lookAt, lookOf } from "./author_clues.js";

/** What the sheets of a kind are. */
export class SheetForm {
  /** @param {string} kind @param {ClueForm[]} sorts @param {string | null} areas the name of its areas */
  constructor(kind, sorts, areas) {
    this.kind = kind;
    this.clues = new Clues(sorts);
    this.sorts = sorts;
    this.areas = areas;
    this.ofAreas = sorts.filter(({ on }) => on === "areas");
  }

  /** An empty sheet. @returns {SheetPart} */
  blank() {
    return { facts: [], more: {} };
  }

  // --- areas -------------------------------------------------------------------------------------

  /** The areas of a sheet. @param {Look} look @returns {Areas} */
  divide(look) {
    const walls = look.slots().filter((slot) => this.clues.hasBorder(look, slot));
    const isWall = wallsOf(walls, look);
    return { ...partsOf(look, isWall), isWall };
  }

  /** The cells of the area that a cell lies in, the first one first. @param {Cell} cell @param {Look} look */
  areaOf(cell, look) {
    const { parts, of } = this.divide(look);
    return parts[of[numberOf(cell, look)]];
  }

  /** The first cell of an area. @param {number} area @param {Areas} areas @param {Size} size @returns {Slot} */
  homeOf(area, { parts }, size) {
    return cellText(cellAt(parts[area][0], size));
  }

  /** Where the clues of areas were written, by area, in reading order. @param {Look} look @param {Areas} areas @param {ClueForm} sort */
  written(look, { of }, sort) {
    const slots = look
      .slots()
      .filter((slot) => !slot.includes("-") && this.clues.value(look, slot, sort) !== undefined);
    const cells = slots.map((slot) => numberOf(/** @type {Cell} */ (parseCell(slot)), look));
    /** @type {Map<number, Slot[]>} */
    const found = new Map();
    for (const at of cells.toSorted((a, b) => a - b))
      found.set(of[at], [...(found.get(of[at]) ?? []), cellText(cellAt(at, look))]);
    return found;
  }

  /** Put right what a hand has written. @param {WriteContext} context */
  finish(context) {
    if (context.draft.changed().some((slot) => slot.includes("-"))) this.tidy(context, lookOf(context));
  }

  /** Bring the clues of areas to their first cells; a second clue of an area stays where it is. @param {Pick<WriteContext, "position" | "draft">} context @param {Look} look */
  tidy(context, look) {
    if (!this.ofAreas.length) return;
    const areas = this.divide(look);
    for (const sort of this.ofAreas) {
      for (const [area, [slot]] of this.written(look, areas, sort)) {
        const home = this.homeOf(area, areas, look);
        if (slot === home) continue;
        this.clues.put(context, home, sort, /** @type {string} */ (this.clues.value(look, slot, sort)));
        this.clues.put(context, slot, sort, null);
      }
    }
  }

  /** A sheet put right after it was turned or has got another size. @param {Sheet} sheet @returns {Sheet} */
  settled(sheet) {
    const position = Position.of(sheet.facts);
    const draft = new Draft(position, PLAIN, () => {});
    this.tidy({ position, draft }, lookAt(sheet));
    return { ...sheet, facts: position.facts() };
  }

  /** Clues of areas that have one already. @param {Look} look @param {Areas} areas @returns {Slot[]} */
  surplus(look, areas) {
    const all = this.ofAreas.flatMap((sort) => [...this.written(look, areas, sort).values()]);
    return all.flatMap((slots) => slots.slice(1));
  }

  /** The largest number that a clue is counted up to: in an area as many as it has cells. @param {ClueForm} sort @param {Slot} slot @param {Context} context */
  mostAt(sort, slot, context) {
    const cell = sort.on === "areas" ? parseCell(slot) : null;
    return cell ? this.areaOf(cell, lookOf(context)).length : sort.most;
  }

  /** Borders that close nothing off. @param {Look} look @param {Areas} areas @returns {Slot[]} */
  loose(look, { of }) {
    return look.slots().filter((slot) => {
      const place = this.clues.hasBorder(look, slot) ? parsePlace(slot) : null;
      return place?.kind === "edge" && [place.a, place.b].map((cell) => of[numberOf(cell, look)]).every(isFirst);
    });
  }

  // --- puzzles -----------------------------------------------------------------------------------

  /** The puzzle of a sheet; every place without a clue is undecided. @param {SheetBody} sheet */
  puzzle(sheet) {
    const { rows, cols } = sheet;
    const look = lookAt(sheet);
    const areas = this.areas === null ? null : this.divide(look);
    const given = this.sorts.map((sort) => [sort.name, this.#given(look, sort, areas)]);
    /** @type {Own} */
    const puzzle = { rows, cols, ...Object.fromEntries(given) };
    if (areas && this.areas) {
      const line = (/** @type {number} */ row) => areas.of.slice(row * cols, (row + 1) * cols);
      puzzle[this.areas] = Array.from({ length: rows }, (_, row) => line(row));
    }
    return { puzzle, undecided: this.#undecided(puzzle, areas), solution: null };
  }

  /** The clues of a sort by place, in order. @param {Look} look @param {ClueForm} sort @param {Areas | null} areas */
  #given(look, sort, areas) {
    const value = (/** @type {Slot} */ slot) => sort.packed(/** @type {string} */ (this.clues.value(look, slot, sort)));
    if (areas && sort.on === "areas") {
      const written = [...this.written(look, areas, sort)].toSorted(([a], [b]) => a - b);
      return Object.fromEntries(written.map(([area, [slot]]) => [this.homeOf(area, areas, look), value(slot)]));
    }
    const places = placesOf(sort, look).filter((slot) => this.clues.value(look, slot, sort) !== undefined);
    return Object.fromEntries(places.map((slot) => [slot, value(slot)]));
  }

  /** The places of clues of areas; before any area is drawn, all cells. @param {Areas} areas @param {Own} puzzle @returns {Slot[]} */
  #homes(areas, puzzle) {
    if (areas.parts.length === 1) return cellsOf(puzzle).map(cellText);
    return areas.parts.map((_, at) => this.homeOf(at, areas, puzzle));
  }

  /** @param {Own} puzzle @param {Areas | null} areas @returns {Slot[]} */
  #undecided(puzzle, areas) {
    const taken = new Set(this.sorts.flatMap(({ name, isInCells }) => (isInCells ? Object.keys(puzzle[name]) : [])));
    const open = this.sorts.flatMap((sort) => {
      const places = areas && sort.on === "areas" ? this.#homes(areas, puzzle) : placesOf(sort, puzzle);
      return places.filter((slot) => puzzle[sort.name][slot] === undefined && !taken.has(slot));
    });
    return [...new Set(open)];
  }

  /**
   * The sheet of a puzzle. @param {Own} puzzle @param {{sheet?: Sheet}} known the sheet that it comes from:
   * its loose borders stay where they still are loose
   * @returns {SheetPart}
   */
  open(puzzle, { sheet } = {}) {
    /** @type {Map<Slot, import("./author_clues.js").Content>} */
    const contents = new Map();
    const at = (/** @type {Slot} */ slot) => {
      const found = contents.get(slot) ?? { clues: {}, isBorder: false };
      contents.set(slot, found);
      return found;
    };
    for (const slot of this.#borders(puzzle, sheet)) at(slot).isBorder = true;
    for (const { name } of this.sorts)
      for (const [slot, value] of Object.entries(puzzle[name] ?? {})) at(slot).clues[name] = String(value);
    return { facts: [...contents].map(([slot, content]) => `${slot} ${this.clues.format(slot, content)}`), more: {} };
  }

  /** @param {Own} puzzle @param {Sheet} [sheet] @returns {Slot[]} */
  #borders(puzzle, sheet) {
    const numbers = this.areas === null ? null : puzzle[this.areas];
    if (!numbers) return [];
    const areaOf = (/** @type {Cell} */ { row, col }) => numbers[row][col];
    const between = edgesOf(puzzle).filter(([, a, b]) => areaOf(a) !== areaOf(b));
    const isKnown = sheet && sheet.rows === puzzle.rows && sheet.cols === puzzle.cols;
    const look = isKnown ? lookAt(sheet) : null;
    const loose = look ? this.loose(look, this.divide(look)) : [];
    return [...new Set([...between.map(([slot]) => slot), ...loose])];
  }

  // --- words -------------------------------------------------------------------------------------

  /** What is missing before the sheet can be a puzzle, in words; "" if nothing. @param {Text} text @param {{sheet?: Sheet}} made */
  unfinished(text, { sheet }) {
    if (this.areas === null || !sheet) return "";
    const look = lookAt(sheet);
    const areas = this.divide(look);
    const loose = this.loose(look, areas).length;
    if (loose) return text(`${this.kind}.author.loose`, { count: loose });
    return areas.parts.length === 1 && sheet.rows * sheet.cols > 1 ? text(`${this.kind}.author.no-borders`) : "";
  }
}

/** True for what is like the first. @template T @param {T} each @param {number} _at @param {T[]} all */
const isFirst = (each, _at, all) => each === all[0];

/** All edges between cells, with these. @param {Size} size @returns {[Slot, Cell, Cell][]} */
function edgesOf(size) {
  return cellsOf(size).flatMap((cell) =>
    [WAYS.right, WAYS.down]
      .map((way) => step(cell, way))
      .filter((next) => isInside(next, size))
      .map((next) => /** @type {[Slot, typeof cell, typeof cell]} */ ([edgeText(cell, next), cell, next])),
  );
}

/** All places where a clue of a sort can stand, but for areas. @param {ClueForm} sort @param {Size} size @returns {Slot[]} */
function placesOf({ on }, size) {
  if (on === "cells") return cellsOf(size).map(cellText);
  if (on === "sides") return edgesOf(size).map(([slot]) => slot);
  return on === BORDER ? rimOf(size) : [];
}

/** The sides of the board's frame. @param {Size} size @returns {Slot[]} */
export function rimOf(size) {
  return cellsOf(size).flatMap((cell) =>
    Object.values(WAYS)
      .map((way) => step(cell, way))
      .filter((next) => !isInside(next, size))
      .map((next) => edgeText(cell, next)),
  );
}
