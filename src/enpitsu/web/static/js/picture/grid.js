/**
 * A picture as cells in the browser: values by cell, "" being the paper; what changed between two.
 * @typedef {{at: number, old: string, value: string, sort: "filled" | "emptied" | "recoloured"}} Change
 */

/** The name of a cell. @param {number} at its place, row by row @param {number} cols */
export const nameOf = (at, cols) => `r${Math.floor(at / cols) + 1}c${(at % cols) + 1}`;

/** The place of a cell. @param {string} name @param {number} cols */
function placeOf(name, cols) {
  const [row, col] = name.slice(1).split("c");
  return (Number(row) - 1) * cols + Number(col) - 1;
}

/** Values of all cells from facts. @param {string[]} facts @param {{rows: number, cols: number}} size @returns {string[]} */
export function valuesOf(facts, { rows, cols }) {
  const values = Array(rows * cols).fill("");
  for (const fact of facts) {
    const [cell, value] = fact.split(" ");
    values[placeOf(cell, cols)] = value;
  }
  return values;
}

/** Where two pictures differ, and how: cells that were filled, emptied, or got another colour. @param {string[]} before @param {string[]} after */
export function differences(before, after) {
  /** @type {Change[]} */
  const found = [];
  before.forEach((old, at) => {
    const value = after[at];
    if (old !== value) found.push({ at, old, value, sort: !old ? "filled" : !value ? "emptied" : "recoloured" });
  });
  return found;
}
