/** Looks of the board that players may choose: a colour for each line, numbers, widths. */

const GOLDEN = 137.5; // degrees: hues that follow each other lie far apart
const FIRST = 240;
const WIDTHS = { least: 1.5, most: 12 };

/** The looks of one board. */
export class Looks {
  #hues = new Map(); // slot -> the number of its line
  #next = 0;

  /** @param {import("./surface.js").Surface} surface */
  constructor(surface) {
    this.surface = surface;
    this.hasColours = false;
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether there is such a look */
  set(name, value) {
    const acts = {
      colours: () => this.#setColours(value),
      numbers: () => this.surface.setNumbers(value),
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
    const hues = new Map();
    const taken = new Set();
    for (const line of bySize(joined([...painted.keys()]))) {
      const hue = this.#hueOf(line, taken);
      taken.add(hue);
      for (const slot of line) hues.set(slot, hue);
    }
    for (const [slot, made] of painted) {
      const isNew = hues.get(slot) !== this.#hues.get(slot);
      for (const each of made) if (isNew || !each.style.length) paintHue(each, hues.get(slot));
    }
    this.#hues = hues;
  }

  #setColours(isOn) {
    this.hasColours = Boolean(isOn);
    this.surface.svg.classList.toggle("has-colours", this.hasColours);
    this.#hues.clear();
    this.refresh();
  }

  #setWidth(width) {
    const { style } = this.surface.svg;
    if (!Number.isFinite(width)) return style.removeProperty("--line-width");
    const held = Math.min(WIDTHS.most, Math.max(WIDTHS.least, width));
    return style.setProperty("--line-width", `${held}px`);
  }

  /** The largest piece keeps the colour that most of it had. */
  #hueOf(line, taken) {
    const counts = new Map();
    for (const slot of line) {
      const hue = this.#hues.get(slot);
      if (hue !== undefined && !taken.has(hue)) counts.set(hue, (counts.get(hue) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    return best ? best[0] : this.#next++;
  }
}

const bySize = (lines) => lines.sort((a, b) => b.length - a.length);

function paintHue(element, hue) {
  element.style.setProperty("--hue", String(Math.round((FIRST + hue * GOLDEN) % 360)));
}

/** Edges grouped by whether they hang together. @param {string[]} edges @returns {string[][]} */
export function joined(edges) {
  const parent = new Map();
  const root = (cell) => {
    let at = cell;
    while (parent.get(at) !== at) {
      parent.set(at, parent.get(parent.get(at)));
      at = parent.get(at);
    }
    return at;
  };
  const ends = edges.map((edge) => edge.split("-"));
  for (const cell of ends.flat()) parent.set(cell, cell);
  for (const [a, b] of ends) parent.set(root(a), root(b));
  const groups = new Map();
  edges.forEach((edge, at) => {
    const key = root(ends[at][0]);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(edge);
  });
  return [...groups.values()];
}
