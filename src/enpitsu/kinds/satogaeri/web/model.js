/**
 * The puzzle as the board asks for it.
 * @typedef {{row: number, col: number}} Cell
 * @typedef {{cell: Cell, text: string, number: number | undefined}} Circle
 */

/** @returns {object} circles by cell text, countries with their cells */
export function read(puzzle, kit) {
  const { rows, cols, countries } = puzzle;
  const circles = new Map(
    (puzzle.circles ?? []).map(({ cell, number }) => [cell, { cell: kit.parseCell(cell), text: cell, number }]),
  );
  return {
    rows,
    cols,
    countries,
    countryCells: cellsByCountry(countries),
    strays: puzzle.strays ?? [],
    circles,
  };
}

/** The cells of each country, in reading order. @returns {Cell[][]} */
function cellsByCountry(countries) {
  const countryCells = [];
  countries.forEach((line, row) => line.forEach((country, col) => (countryCells[country] ??= []).push({ row, col })));
  return countryCells;
}

/** The number of a cell's country, from 0. */
export const countryOf = (model, { row, col }) => model.countries[row][col];

/** The name of a country for its state: its first cell. */
export const countryName = (cells, kit) => `${kit.cellText(cells[0])} country`;

/** True if a circle may not stay where it began. */
export const mustMove = ({ number }) => number !== undefined && number > 0;
