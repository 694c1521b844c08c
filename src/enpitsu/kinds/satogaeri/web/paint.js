/** Painting what players write: tracks, crosses, and marks about homes. */

import { HAND, paintHand } from "./held.js";
import { circleNamed, nearby, pieceName, place } from "./pieces.js";
import { linesAt, owner, standing, travel } from "./travels.js";

const CROSS = 0.085;
const DOT = 0.075;
const CORNER_DOT = 0.055;
const HOUSE = 0.2;
const CORNER_HOUSE = 0.075;
const INSET = 0.15;

/**
 * What looks otherwise when a slot has changed: the cells at a line, and the circles that it moves
 * with their tracks before and after. `memory.tracks` tells what was there before.
 */
export function affected(slot, kit, context) {
  const found = kit.parsePlace(slot);
  if (!found) return [slot];
  if (found.kind === "cell") return [slot, ...ownPiece(context, slot)];
  const own = owner(context, found);
  const names = own ? [pieceName(own.circle)] : [];
  for (const circle of nearby(context, found)) names.push(...moved(context, circle));
  return [slot, ...slot.split("-"), ...names];
}

/** A circle's track looks as its start is marked. */
function ownPiece({ model }, slot) {
  const circle = model.circles.get(slot);
  return circle ? [pieceName(circle)] : [];
}

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

/** Draw the content of a slot; a circle's name moves the circle. */
export function paint(name, context) {
  if (!context.place) return name === HAND ? paintHand(context) : place(context, circleNamed(name, context.model));
  return context.place.kind === "edge" ? paintEdge(name, context) : paintCell(name, context);
}

/** Crosses, and lines that are no circle's track: those are drawn with their circles. */
function paintEdge(slot, context) {
  const { place: edge, position, kit } = context;
  const said = position.get(slot, "line");
  if (said === false) return [cross(edge, kit)];
  if (!said || owner(context, edge)) return [];
  const ends = [edge.a, edge.b].map(({ row, col }) => [row + 0.5, col + 0.5]);
  return [kit.path(ends, "track", false, { layer: "lines" })];
}

function cross({ a, b }, kit) {
  const [row, col] = [(a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2];
  const arm = (down, right) => [
    [row - down, col - right],
    [row + down, col + right],
  ];
  return kit.strokes([arm(CROSS, CROSS), arm(CROSS, -CROSS)], "cross", { layer: "pencil" });
}

/** A house where a circle ends, a dot where none does; in a corner if something is there. */
function paintCell(slot, context) {
  const {
    place: { cell },
    position,
    kit,
  } = context;
  const said = position.get(slot, "home");
  if (said === undefined) return [];
  const circle = standing(context, cell);
  const lines = linesAt(context, cell).length;
  if (said) return [circle || lines ? cornerHouse(cell, kit) : house(cell.row + 0.5, cell.col + 0.5, HOUSE, kit)];
  if (!circle && lines) return []; // a circle has passed or left, which says the same
  if (circle) return [kit.circle(cell.row + 1 - INSET, cell.col + INSET, CORNER_DOT, "dot", { layer: "pencil" })];
  return [kit.circle(cell.row + 0.5, cell.col + 0.5, DOT, "dot", { layer: "pencil" })];
}

const cornerHouse = ({ row, col }, kit) => house(row + INSET, col + 1 - INSET, CORNER_HOUSE, kit);

function house(row, col, half, kit) {
  const points = [
    [row - half, col],
    [row - 0.05 * half, col + half],
    [row + 0.9 * half, col + half],
    [row + 0.9 * half, col - half],
    [row - 0.05 * half, col - half],
  ];
  return kit.path(points, "home", true, { layer: "pencil" });
}
