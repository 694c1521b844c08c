/**
 * Painting what players write: tracks, crosses, and marks about homes.
 * @import { Cell, Ends, Kit, PaintContext, Seen, Shape, ShapeMore, Slot, Spot } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 */

import { paintHand } from "./held.js";
import { circleNamed, nearby, pieceName, place } from "./pieces.js";
import { linesAt, owner, standing, travel } from "./travels.js";

const CORNER_DOT = 0.055;
const HOUSE = 0.2;
const CORNER_HOUSE = 0.075;
const INSET = 0.15;
/** @type {ShapeMore} */
const LINES = { layer: "lines" };
/** @type {ShapeMore} */
const PENCIL = { layer: "pencil" };

/**
 * What looks otherwise when a slot has changed: the cells at a line, and the circles that it moves
 * with their tracks before and after. `memory.tracks` tells what was there before.
 * @param {Slot} slot @param {Kit} kit @param {Seen<Model>} context
 */
export function affected(slot, kit, context) {
  const found = kit.parsePlace(slot);
  if (found?.kind === "cell") return [slot, ...ownPiece(context, slot)];
  if (found?.kind !== "edge") return [slot];
  const own = owner(context, found);
  const names = own ? [pieceName(own.circle)] : [];
  for (const circle of nearby(context, found)) names.push(...moved(context, circle));
  return [slot, ...slot.split("-"), ...names];
}

/** A circle's track looks as its start is marked. @param {Pick<Seen<Model>, "model">} context @param {Slot} slot */
function ownPiece({ model }, slot) {
  const circle = model.circles.get(slot);
  return circle ? [pieceName(circle)] : [];
}

/** @param {Seen<Model>} context @param {Circle} circle @returns {string[]} */
function moved(context, circle) {
  context.memory.tracks ??= new Map();
  const { tracks } = context.memory;
  const before = tracks.get(circle) ?? [];
  const { edges } = travel(context, circle);
  if (before.join() === edges.join()) return [];
  tracks.set(circle, edges);
  const cells = [...before, ...edges].flatMap((edge) => edge.split("-"));
  return [pieceName(circle), circle.text, ...before, ...edges, ...cells];
}

/** Draw the content of a slot; a circle's name moves the circle. @param {string} name @param {PaintContext<Model>} context @returns {Shape[]} */
export function paint(name, context) {
  const { kit, model, place: slot } = context;
  if (slot) return slot.kind === "edge" ? paintEdge(name, context, slot) : paintCell(name, context, slot.cell);
  const circle = circleNamed(name, model);
  if (circle) return place(context, circle);
  return name === kit.HAND ? paintHand(context) : [];
}

/** Crosses, and lines that are no circle's track: those are drawn with their circles. @param {Slot} slot @param {PaintContext<Model>} context @param {Ends} edge @returns {Shape[]} */
function paintEdge(slot, context, edge) {
  const { position, kit } = context;
  const said = position.get(slot, "line");
  if (said === false) return kit.paintCross(slot);
  if (!said || owner(context, edge)) return [];
  return [kit.path([edge.a, edge.b].map(kit.NODES.cells.spot), "track", false, LINES)];
}

/** A house where a circle ends, a dot where none does; in a corner if something is there. @param {Slot} slot @param {PaintContext<Model>} context @param {Cell} cell @returns {Shape[]} */
function paintCell(slot, context, cell) {
  const { position, kit } = context;
  const said = position.get(slot, "home");
  if (said === undefined) return [];
  const circle = standing(context, cell);
  const lines = linesAt(context, cell).length;
  if (said) return [circle || lines ? cornerHouse(cell, kit) : house(cell.row + 0.5, cell.col + 0.5, HOUSE, kit)];
  if (!circle && lines) return []; // a circle has passed or left, which says the same
  if (circle) return [kit.circle(cell.row + 1 - INSET, cell.col + INSET, CORNER_DOT, "dot", PENCIL)];
  return [kit.dot(cell, PENCIL)];
}

/** @param {Cell} cell @param {Kit} kit */
const cornerHouse = ({ row, col }, kit) => house(row + INSET, col + 1 - INSET, CORNER_HOUSE, kit);

/** @param {number} row @param {number} col @param {number} half @param {Kit} kit */
function house(row, col, half, kit) {
  /** @type {Spot[]} */
  const points = [
    [row - half, col],
    [row - 0.05 * half, col + half],
    [row + 0.9 * half, col + half],
    [row + 0.9 * half, col - half],
    [row - 0.05 * half, col - half],
  ];
  return kit.path(points, "home", true, PENCIL);
}
