/** Looks of the board that players may choose: a colour for each line, numbers, widths. */

/**
 * @import { EdgePlace } from "../types.d.ts"
 * @import { Nodes } from "./nodes.js"
 */

import { NODES } from "./nodes.js";
import { cellText, parsePlace } from "./slots.js";

const GOLDEN = 137.5; // degrees: hues that follow each other lie far apart
const FIRST = 240;
const WIDTHS = { least: 1.5, most: 12 };

/** The looks of one board. */
export class Looks {
  /** @type {Map<string, number>} the number of a slot's line */
  #hues = new Map();
  #next = 0;

  /** @param {import("./surface.js").Surface} surface */
  constructor(surface) {
    this.surface = surface;
    this.hasColours = false;
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether there is such a look */
  set(name, value) {
    /** @type {Record<string, () => void>} */
    const acts = {
      colours: () => this.#setColours(Boolean(value)),
      numbers: () => this.surface.setNumbers(Boolean(value)),
      guides: () => this.surface.setGuides(Boolean(value)),
      lineWidth: () => this.#setWidth(value),
    };
    const act = Object.hasOwn(acts, name) ? acts[name] : null;
    act?.();
    return Boolean(act);
  }

  /** After something was painted: lines that have met have one colour, those cut have two. */
  refresh() {
    if (!this.hasColours) return;
    const painted = new Map(this.surface.painted("lines").filter(([slot]) => slot.includes("-")));
    /** @type {Map<string, number>} */
    const hues = new Map();
    /** @type {Set<number>} */
    const taken = new Set();
    const nodes = this.surface.size.hasSides ? NODES.corners : NODES.cells;
    for (const line of bySize(joined([...painted.keys()], nodes))) {
      const hue = this.#hueOf(line, taken);
      taken.add(hue);
      for (const slot of line) hues.set(slot, hue);
    }
    for (const [slot, made] of painted) {
      const hue = hues.get(slot) ?? 0;
      const isNew = hue !== this.#hues.get(slot);
      for (const each of made) if (isNew || !each.style.length) paintHue(each, hue);
    }
    this.#hues = hues;
  }

  /** @param {boolean} isOn */
  #setColours(isOn) {
    this.hasColours = isOn;
    this.surface.svg.classList.toggle("has-colours", this.hasColours);
    this.#hues.clear();
    this.refresh();
  }

  /** @param {unknown} width pixels; anything else: as usual */
  #setWidth(width) {
    const { style } = this.surface.svg;
    if (typeof width !== "number" || !Number.isFinite(width)) {
      style.removeProperty("--line-width");
      return;
    }
    const held = Math.min(WIDTHS.most, Math.max(WIDTHS.least, width));
    style.setProperty("--line-width", `${held}px`);
  }

  /** The largest piece keeps the colour that most of it had. @param {string[]} line @param {Set<number>} taken */
  #hueOf(line, taken) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const slot of line) {
      const hue = this.#hues.get(slot);
      if (hue !== undefined && !taken.has(hue)) counts.set(hue, (counts.get(hue) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    return best ? best[0] : this.#next++;
  }
}

const bySize = (/** @type {string[][]} */ lines) => lines.sort((a, b) => b.length - a.length);

/** @param {SVGElement} element @param {number} hue */
function paintHue(element, hue) {
  element.style.setProperty("--hue", String(Math.round((FIRST + hue * GOLDEN) % 360)));
}

/** Lines grouped by whether they hang together. @param {string[]} edges @param {Nodes} nodes what they join @returns {string[][]} */
export function joined(edges, nodes = NODES.cells) {
  /** @type {Map<string, string>} */
  const parent = new Map();
  const parentOf = (/** @type {string} */ cell) => parent.get(cell) ?? cell;
  const root = (/** @type {string} */ cell) => {
    let at = cell;
    while (parentOf(at) !== at) {
      parent.set(at, parentOf(parentOf(at)));
      at = parentOf(at);
    }
    return at;
  };
  const ends = edges.map((edge) => nodes.ends(/** @type {EdgePlace} */ (parsePlace(edge))).map(cellText));
  for (const [a, b] of ends) parent.set(root(a), root(b));
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  edges.forEach((edge, at) => {
    const key = root(ends[at][0]);
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  });
  return [...groups.values()];
}
