/**
 * A cell of a declared kind in words: its clues, what is written in it and round it, its area.
 * @import { Cell, Context, Way } from "../types.d.ts"
 * @import { Model, PlacedClue } from "./model.js"
 */

import { waysWith } from "../board/nodes.js";
import { cellText, edgeText, isInside, step, WAYS } from "../board/slots.js";
import { DENIED, isBlocked, stateOf } from "./model.js";

/** @param {Context<Model>} context @param {string} name @param {Record<string, unknown>} [args] */
const say = ({ model, text }, name, args) => text(`${model.id}.says.${name}`, args);

/** @param {Cell} cell @param {Context<Model>} context @returns {string} "" for an empty cell */
export function label(cell, context) {
  const slot = cellText(cell);
  const clues = (context.model.clueAt.get(slot) ?? []).map((clue) => clueWords(clue, context));
  const used = clues.length && context.board.isUsed(slot) ? [say(context, "used")] : [];
  return [
    ...clues,
    ...used,
    ...painted(cell, context),
    ...typed(slot, context),
    ...lines(cell, context),
    ...sideClues(cell, context),
    ...area(cell, context),
  ].join(", ");
}

/** The clues beside the grid that look along its row and column. @param {Cell} cell @param {Context<Model>} context */
export function describe(cell, context) {
  const { rows, cols } = context.size;
  const ends = [
    { way: "up", from: { row: 0, col: cell.col } },
    { way: "down", from: { row: rows - 1, col: cell.col } },
    { way: "left", from: { row: cell.row, col: 0 } },
    { way: "right", from: { row: cell.row, col: cols - 1 } },
  ];
  return ends.flatMap(({ way, from }) => cluesAt(from, way, context)).join(", ");
}

/** @param {PlacedClue} clue @param {Context<Model>} context */
function clueWords({ sort, text }, context) {
  if (sort.say) return sort.say(text, context.text, context.model.id);
  if (sort.look === "pearl") return say(context, text);
  return say(context, sort.look === "wall" ? "wall" : "clue", { number: text });
}

/** @param {Cell} cell @param {Context<Model>} context */
function painted(cell, context) {
  const { paints, dot } = context.model.sorts;
  const state = stateOf(context, cell);
  if (state === null) return [];
  return [say(context, state === DENIED ? dot : (paints.find(({ name }) => name === state)?.action ?? dot))];
}

/** @param {string} slot @param {Context<Model>} context */
function typed(slot, context) {
  const { model, position } = context;
  const value = model.values.find((each) => position.get(slot, each));
  if (value !== undefined) return [say(context, "number", { number: value })];
  const denied = model.values.filter((each) => position.get(slot, each) === false);
  return denied.length ? [say(context, "small", { numbers: denied.join(" ") })] : [];
}

/** The ways that have a line or its denial; none goes from cell to cell where a clue is. @param {Cell} cell @param {Context<Model>} context */
function lines(cell, context) {
  const { model } = context;
  const open = model.sorts.lines.filter(({ isOnSides }) => isOnSides || !isBlocked(model, cell));
  return open.flatMap(({ name, action, denial }) =>
    [true, false].flatMap((holds) => {
      const ways = waysWith(cell, context, name, holds).map((way) => say(context, way));
      return ways.length ? [say(context, holds ? action : denial, { ways: ways.join(" ") })] : [];
    }),
  );
}

/** The clues on the cell's sides. @param {Cell} cell @param {Context<Model>} context */
function sideClues(cell, context) {
  const inside = Object.entries(WAYS).filter(([, way]) => isInside(step(cell, way), context.size));
  return inside.flatMap(([way]) => cluesAt(cell, way, context));
}

/** @param {Cell} cell @param {string} way @param {Context<Model>} context */
function cluesAt(cell, way, context) {
  const slot = edgeText(cell, step(cell, WAYS[/** @type {Way} */ (way)]));
  const found = context.model.clueAt.get(slot) ?? [];
  return found.map((clue) => say(context, "beside", { clue: clueWords(clue, context), way: say(context, way) }));
}

/** @param {Cell} cell @param {Context<Model>} context */
function area({ row, col }, context) {
  const { areas, areaClues } = context.model;
  if (!areas) return [];
  const at = areas[row][col];
  const clue = areaClues.get(at);
  return [
    clue === undefined ? say(context, "area", { number: at + 1 }) : say(context, "area-clue", { number: at + 1, clue }),
  ];
}
