/**
 * The puzzle as the board needs it, and what cells hold: a colour's place, CROSSED or null.
 * @typedef {{length: number | null, colour: number}} Run length null: "?"
 * @typedef {{rows: number, cols: number, clues: {row: Run[][], col: Run[][]}, isColoured: boolean, isPlain: boolean,
 *   background: string, hasGround: boolean, inks: Ink[], ground: Ink, values: string[], letters: string[]}} Puzzle
 * @typedef {Puzzle & {lists: Lists, mode?: "picture" | "runs"}} Model `mode`: of an author's sheet
 * @typedef {{left: number, top: number, measure: import("./clues.js").Measure, shapes(kit: Kit): Shape[],
 *   numbers?: Clues["numbers"], told?: Clues["told"], thingAt?: Clues["thingAt"]}} Lists the clues beside the grid; an author's are painted
 * @typedef {import("/static/js/board/palette.js").Ink} Ink
 * @typedef {import("./clues.js").Clues} Clues
 * @import { Axis, Cell, Context, Kit, Own, Shape, Size, WriteContext } from "/static/js/types.d.ts"
 */

/** The state of a cell that can have no colour. */
export const CROSSED = -1;

const ONE_COLOUR = "shaded";

export const BLACK = "#000000";
export const WHITE = "#ffffff";

/** @type {Axis[]} */
export const AXES = ["row", "col"];

/**
 * The puzzle with runs as {length, colour} (length null: "?"), and all about its colours.
 * @param {Own} puzzle the "puzzle" of Enpitsu's JSON document @param {Kit} kit @returns {Puzzle}
 */
export function read(puzzle, { colourNames, colourSigns, ink }) {
  /** @type {string[]} */
  const palette = puzzle.colours ?? [BLACK];
  const background = puzzle.background ?? WHITE;
  const isColoured = palette.length > 1;
  const clues = (/** @type {Own[][]} */ lists) => lists.map((clue) => clue.map((run) => readRun(run, isColoured)));
  return {
    rows: puzzle.row_clues.length,
    cols: puzzle.col_clues.length,
    clues: { row: clues(puzzle.row_clues), col: clues(puzzle.col_clues) },
    isColoured,
    isPlain: palette.length === 1 && palette[0] === BLACK && background === WHITE,
    background,
    hasGround: isColoured && background !== WHITE,
    inks: palette.map(ink),
    ground: ink(background),
    values: isColoured ? colourNames(palette) : [ONE_COLOUR],
    letters: isColoured ? colourSigns(palette) : [],
  };
}

/** @param {Own} run @param {boolean} isColoured @returns {Run} */
function readRun(run, isColoured) {
  const [length, colour] = isColoured ? run : [run, 1];
  return { length: length === "?" ? null : length, colour: colour - 1 };
}

/**
 * The state of a cell: a colour's place in the palette, CROSSED or null.
 * @param {string} slot @param {Pick<Context<Model>, "model" | "position">} context
 */
export function stateOf(slot, { position, model }) {
  const held = position.held(slot);
  if (held !== undefined) return model.values.indexOf(held);
  const isDenied = (/** @type {string} */ value) => position.get(slot, value) === false;
  return model.values.every(isDenied) ? CROSSED : null;
}

/**
 * Write a state into a cell: a cross denies every colour.
 * @param {string} slot @param {number | null} state @param {WriteContext<Model>} context
 */
export function write(slot, state, { draft, model }) {
  draft.clear(slot);
  if (state === CROSSED) for (const value of model.values) draft.set(slot, value, false);
  else if (state !== null) draft.set(slot, model.values[state], true);
}

/** The cells of a row or column. @param {Axis} axis @param {number} at @param {Size} size */
export function cellsOf(axis, at, { rows, cols }) {
  return axis === "row"
    ? Array.from({ length: cols }, (_, col) => ({ row: at, col }))
    : Array.from({ length: rows }, (_, row) => ({ row, col: at }));
}

/** The runs of colour among states, as {length, colour}. @param {(number | null)[]} states */
export function runsOf(states) {
  /** @type {{length: number, colour: number}[]} */
  const runs = [];
  states.forEach((state, at) => {
    if (state === null || state < 0) return;
    if (at > 0 && states[at - 1] === state) runs[runs.length - 1].length += 1;
    else runs.push({ length: 1, colour: state });
  });
  return runs;
}

/** The tools of a puzzle: its colours (or one to fill with), crosses, eraser. @param {Model} model */
export const toolsOf = (model) => [...(model.isColoured ? model.values : ["fill"]), "cross", "erase"];

/** The colour that is painted with: that of the tool, or of the last such tool. @param {Pick<Context<Model>, "tool" | "memory" | "model">} context */
export function colourOf({ tool, memory, model }) {
  const at = model.values.indexOf(tool);
  if (at >= 0) memory.colour = at;
  return memory.colour ?? 0;
}
