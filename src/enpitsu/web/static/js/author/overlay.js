/**
 * An overlay over the author's board: facts of the game (what is forced, a solution) drawn lightly by
 * the kind's own paint, below the clues.
 *
 * It is made in slices, beside the page, and put there at once: a hand on a large sheet never waits
 * for it, nor is the board drawn anew for every slice.
 *
 * @import { Cell, EdgePlace, Kind, Place, Seen, Shape, Size, Text } from "../types.d.ts"
 * @typedef {{key: string, all: {layer: string, made: SVGElement}[]}} Painted
 */

import { areaOutlines } from "../board/areas.js";
import { KIT } from "../board/kit.js";
import { PLAIN, Position } from "../board/position.js";
import { build, element, UNIT } from "../board/shapes.js";
import { cellText, isInside, isOnBoard, parseFact, parsePlace } from "../board/slots.js";

const SLICE = 6; // ms until the hand has its turn
const OFTEN = 16; // things done between two looks at the clock
const soon = (act) => ("scheduler" in window ? scheduler.postTask(act) : setTimeout(act));
const LARGE = 900; // cells: more are too slow to be drawn anew with every frame of a fading
const PARTS = ["open", "marks", "lines", "pencil", "clues", "errors"];
const HATCH = UNIT / 3; // between two lines
const DIAMOND = 0.13;
const RING = 0.1;

/** One overlay; it shows one thing at a time. */
export class Overlay {
  /** @type {Map<string, Painted>} */
  #painted = new Map();
  /** The rest to be painted. @type {Generator | null} */
  #work = null;
  #isGoing = false;
  #things = new Map();
  #hatch = hatchPattern();
  #drawn = ""; // what is open and different, as it was drawn last

  /** @param {import("../board/surface.js").Surface} surface @param {Kind} play @param {{text: Text, size: Size}} more */
  constructor(surface, play, { text, size }) {
    this.surface = surface;
    this.play = play;
    this.text = text;
    this.size = size;
    this.group = element("g", { class: "overlay" });
    this.parts = new Map(PARTS.map((name) => [name, element("g", { class: `overlay-${name}` })]));
    /** Slots that stand out. @type {Set<string>} */
    this.different = new Set();
    this.group.append(...this.parts.values());
    surface.layers.get("overlay")?.append(this.group);
  }

  /**
   * Show facts of a puzzle. @param {{puzzle: object, facts: string[], open?: string[], different?: string[],
   *   look?: string}} what `open`: slots that are not settled; `different`: slots that stand out
   */
  show({ puzzle, facts, open = [], different = [], look = "" }) {
    const isLarge = this.size.rows * this.size.cols > LARGE;
    this.group.setAttribute("class", `overlay is-${look}${isLarge ? " is-large" : ""}`);
    this.#drawOpen(open, different);
    this.different = new Set(different);
    try {
      const model = this.play.read ? this.play.read(puzzle, KIT) : puzzle;
      this.#work = this.#painting(model, facts);
    } catch {
      return this.clear(); // no puzzle yet that could be shown
    }
    if (!this.#isGoing) this.#goSoon();
  }

  /** True while some of it is still to be painted (benchmarks wait for it). */
  get isPainting() {
    return this.#work !== null;
  }

  /** Show nothing. */
  clear() {
    this.#work = null;
    this.#painted.clear();
    this.#things.clear();
    this.#drawn = "";
    for (const part of this.parts.values()) part.replaceChildren();
  }

  #goSoon() {
    this.#isGoing = true;
    soon(() => this.#go());
  }

  /** As much as fits into a slice. */
  #go() {
    const until = performance.now() + SLICE;
    for (let count = 1; this.#work && (count % OFTEN || performance.now() < until); count++) {
      if (this.#work.next().done) this.#work = null;
    }
    this.#isGoing = false;
    if (this.#work) this.#goSoon();
  }

  /** Everything there is to do, step by step; the page changes with the last one. @param {unknown} model @param {string[]} facts */
  *#painting(model, facts) {
    const position = new Position();
    for (const fact of facts) {
      if (isSeen(parseFact(fact))) position.add(fact, PLAIN);
      yield;
    }
    const things = new Map();
    const context = this.#seenOf(model, position, things);
    const names = new Map();
    for (const slot of position.slots()) yield this.#paintAll(slot, context, names);
    this.#hang(names, things);
  }

  /** Paint a slot and all that looks otherwise because of it, each once. @param {string} slot @param {Seen} context @param {Map<string, Painted | null>} names */
  #paintAll(slot, context, names) {
    for (const name of this.play.affected?.(slot, KIT, context) ?? [slot]) {
      if (!names.has(name)) names.set(name, this.#paint(name, context));
    }
  }

  /** Put on the page what is made; what is the same as before is there. @param {Map<string, Painted | null>} names @param {Map<string, SVGElement>} things */
  #hang(names, things) {
    for (const [name, painted] of this.#painted) {
      if (names.get(name) !== painted) for (const { made } of painted.all) made.remove();
    }
    for (const group of this.#things.values()) group.remove();
    this.parts.get("clues")?.append(...things.values());
    /** @type {Map<string, Painted>} */
    const seen = new Map();
    for (const [name, painted] of names) {
      if (!painted) continue;
      seen.set(name, painted);
      if (painted === this.#painted.get(name)) continue;
      for (const { layer, made } of painted.all) this.parts.get(layer)?.append(made);
    }
    this.#painted = seen;
    this.#things = things;
  }

  /** What a kind paints with, though there is no board behind it. @returns {Seen} */
  #seenOf(model, position, things) {
    /** @type {Shape[] | undefined} */
    let shapes;
    const thing = (name) => {
      shapes ??= this.play.draw(model, KIT).shapes;
      if (!things.has(name)) things.set(name, thingOf(name, shapes));
      return things.get(name);
    };
    const { view } = this.surface;
    return {
      kit: KIT,
      model,
      size: this.size,
      position,
      text: this.text,
      memory: {},
      view,
      thing,
      levelOf: () => 0,
    };
  }

  /** The style of a name, null if nothing is seen of it. @param {string} name @param {Seen} context */
  #paint(name, context) {
    const place = parsePlace(name);
    if (place?.kind === "line" || !this.#isHere(place)) return null;
    const all = this.play.paint(name, { ...context, place }) ?? [];
    const shapes = all.filter(({ layer = "marks" }) => this.parts.has(layer));
    return shapes.length ? this.#made(name, shapes) : null;
  }

  /** @param {Exclude<Place, {kind: "line"}> | null} place */
  #isHere(place) {
    if (!place) return true;
    return place.kind === "cell" ? isInside(place.cell, this.size) : isOnBoard(place, this.size);
  }

  /** Keep what is the same as before. @param {string} name @param {Shape[]} shapes @returns {Painted} */
  #made(name, shapes) {
    const before = this.#painted.get(name);
    const style = this.#isDifferent(name) ? "is-different" : "";
    const key = style + JSON.stringify(shapes);
    return before?.key === key ? before : { key, all: shapes.map((shape) => builtFor(shape, style)) };
  }

  /** @param {string} name of a slot, or with one as its last word */
  #isDifferent(name) {
    return this.different.has(name.slice(name.lastIndexOf(" ") + 1));
  }

  /** Cells that are not settled: a tint, and hatching for those who do not see tints. */
  #drawOpen(open, different) {
    const key = `${open}|${different}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const cells = cellsOf(open).filter((cell) => isInside(cell, this.size));
    this.parts.get("open")?.replaceChildren(this.#hatch, ...openShapes(cells, open, this.#hatch.id).map(build));
    const side = 1 - 2 * RING;
    const rings = cellsOf(different).map(({ row, col }) =>
      KIT.rect(row + RING, col + RING, side, side, "differs", 0.12),
    );
    this.parts.get("errors")?.replaceChildren(...rings.map(build));
  }
}

/** A shape as it is put on the page. @param {Shape} shape @param {string} style */
function builtFor(shape, style) {
  const made = build(shape);
  if (style) made.classList.add(style);
  return { layer: shape.layer ?? "marks", made };
}

/** A thing that the kind moves about (a piece): drawn here once more, when it is asked for. @param {string} name @param {Shape[]} shapes */
const thingOf = (name, shapes) =>
  element("g", { class: "thing" }, ...shapes.filter(({ of }) => of === name).map(build));

/** Marks that say where nothing is are left out between cells: they would be everywhere. */
const isSeen = ({ slot, holds }) => holds || !slot.includes("-");

/** The cells among places, each once. @param {string[]} places */
export function cellsOf(places) {
  const cells = places
    .map(parsePlace)
    .filter((place) => place?.kind === "cell")
    .map(({ cell }) => cell);
  return [...new Map(cells.map((cell) => [cellText(cell), cell])).values()];
}

/** The lines among open places that are marked by themselves: at no open cell. @param {Cell[]} cells @param {string[]} open */
function openEdges(cells, open) {
  const hatched = new Set(cells.map(cellText));
  const isAlone = (/** @type {EdgePlace} */ { a, b }) => !hatched.has(cellText(a)) && !hatched.has(cellText(b));
  return open
    .map(parsePlace)
    .filter((place) => place?.kind === "edge")
    .filter(isAlone);
}

/** What of open places is marked, by the names of its words. @param {string[]} open */
export function openSorts(open) {
  const cells = cellsOf(open);
  return [...(cells.length ? ["open-cells"] : []), ...(openEdges(cells, open).length ? ["open-lines"] : [])];
}

/** @param {Cell[]} cells @param {string[]} open @param {string} hatch @returns {Shape[]} */
function openShapes(cells, open, hatch) {
  if (!open.length) return [];
  const edges = openEdges(cells, open);
  const lines = areaOutlines(cells.toSorted((a, b) => a.row - b.row || a.col - b.col));
  const area = { type: /** @type {const} */ ("path"), lines, closed: true };
  return [
    { ...area, style: "open-cell" },
    { ...area, style: "open-lines", fill: `url(#${hatch})` },
    ...(edges.length ? [KIT.strokes(edges.map(diamond), "open-edge")] : []),
  ];
}

/** Slanting lines to fill areas with. */
function hatchPattern() {
  const size = { width: HATCH, height: HATCH, patternUnits: "userSpaceOnUse" };
  const d = `M0 ${HATCH}L${HATCH} 0M-1 1L1 -1M${HATCH - 1} ${HATCH + 1}L${HATCH + 1} ${HATCH - 1}`;
  const lines = ["open-halo", "open-hatch"].map((style) => element("path", { class: style, d }));
  return element("pattern", { id: `hatch-${crypto.randomUUID()}`, ...size }, ...lines);
}

/** @param {EdgePlace} edge @returns {[number, number][]} */
const diamond = ({ a, b }) => {
  const [row, col] = [(a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2];
  return [
    [row - DIAMOND, col],
    [row, col + DIAMOND],
    [row + DIAMOND, col],
    [row, col - DIAMOND],
    [row - DIAMOND, col],
  ];
};
