/**
 * The puzzle as the board asks for it.
 * @typedef {{cell: Cell, text: string, number: number | undefined}} Circle
 * @typedef {{rows: number, cols: number, countries: number[][], countryCells: Cell[][], strays: string[],
 *   circles: Map<string, Circle>}} Model circles by cell text, countries with their cells
 * @import { Cell, Kit, Own } from "/static/js/types.d.ts"
 */

/** @param {Own} puzzle @param {Kit} kit @returns {Model} */
export function read(puzzle, kit) {
  const { rows, cols, countries } = puzzle;
  const circles = new Map(
    (puzzle.circles ?? []).map((/** @type {{cell: string, number?: number}} */ { cell, number }) => [
      cell,
      { cell: kit.parseCell(cell), text: cell, number },
    ]),
  );
  return {
    rows,
    cols,
    countries,
    countryCells: kit.areaCells(countries),
    strays: puzzle.strays ?? [],
    circles,
  };
}

/** The number of a cell's country, from 0. @param {Model} model @param {Cell} cell */
export const countryOf = (model, { row, col }) => model.countries[row][col];

/** The name of a country for its state: its first cell. @param {Cell[]} cells @param {Kit} kit */
export const countryName = (cells, kit) => `${kit.cellText(cells[0])} country`;

/** True if a circle may not stay where it began. @param {Circle} circle */
export const mustMove = ({ number }) => number !== undefined && number > 0;
