/**
 * Soft tints for areas: neighbours get different ones, and an area keeps its own.
 * @typedef {(number | null)[]} AreaNumbers the number of each cell's area, in reading order; null: of none
 * @typedef {{next: Set<number>, near: Set<number>}} Around the areas beside an area, and those a little further away too
 * @import { Size } from "../types.d.ts"
 */

const NEAR = 2; // cells: areas as near as this get other tints if there are enough

/** The tints of a board's areas. */
export class AreaTints {
  /** @type {Map<number, number>} */
  #tints = new Map();

  /** @param {number} count of tints */
  constructor(count) {
    this.count = count;
  }

  /** The tint of an area, chosen when it is first seen. @param {number} area @param {() => AreaNumbers} areas @param {Size} size */
  of(area, areas, size) {
    if (!this.#tints.has(area)) {
      for (const [each, others] of around(areas(), size))
        if (!this.#tints.has(each)) this.#tints.set(each, this.#choose(each, others));
    }
    return this.#tints.get(area) ?? area % this.count;
  }

  /** Areas that have come beside one of the same tint get another. @param {Iterable<number>} areas @param {AreaNumbers} all @param {Size} size @returns {Set<number>} those */
  retint(areas, all, size) {
    const found = around(all, size);
    /** @type {Set<number>} */
    const changed = new Set();
    for (const area of areas) {
      const others = found.get(area);
      const own = this.#tints.get(area);
      if (!others || own === undefined || ![...others.next].some((other) => this.#tints.get(other) === own)) continue;
      this.#tints.set(area, this.#choose(area, others));
      changed.add(area);
    }
    return changed;
  }

  /** Another tint than those near, or at least than those beside it. @param {number} area @param {Around} around */
  #choose(area, { next, near }) {
    const order = Array.from({ length: this.count }, (_, at) => (area + at) % this.count);
    const lacks = (/** @type {Set<number>} */ others) => (/** @type {number} */ tint) =>
      ![...others].some((other) => this.#tints.get(other) === tint);
    return order.find(lacks(near)) ?? order.find(lacks(next)) ?? order[0];
  }
}

/** The areas beside and near each one. @param {AreaNumbers} areas @param {Size} size */
function around(areas, size) {
  /** @type {Map<number, Around>} */
  const found = new Map();
  areas.forEach((area, at) => {
    if (area === null) return;
    const own = found.get(area) ?? { next: new Set(), near: new Set() };
    found.set(area, own);
    for (const [other, far] of within(at, size, areas)) {
      if (other === area || other === null) continue;
      own.near.add(other);
      if (far === 1) own.next.add(other);
    }
  });
  return found;
}

/** The areas of cells round one, with how far they are. @param {number} at @param {Size} size @param {AreaNumbers} areas @returns {Generator<[number | null, number]>} */
function* within(at, { rows, cols }, areas) {
  const [row, col] = [Math.floor(at / cols), at % cols];
  for (let down = -NEAR; down <= NEAR; down++) {
    const reach = NEAR - Math.abs(down);
    for (let right = -reach; right <= reach; right++) {
      const [below, beside] = [row + down, col + right];
      const isInside = below >= 0 && beside >= 0 && below < rows && beside < cols;
      if (isInside) yield [areas[below * cols + beside], Math.abs(down) + Math.abs(right)];
    }
  }
}
