/**
 * The circles as pieces on the board: moved by their groups, so that marks and states go with them.
 * @import { Cell, Ends, Kit, PaintContext, Seen, Shape, Spot, Way } from "/static/js/types.d.ts"
 * @import { Circle, Model } from "./model.js"
 * @import { Travel } from "./travels.js"
 */

import { RADIUS } from "./draw.js";
import { travel } from "./travels.js";

const HEAD = { length: 0.22, width: 0.3, gap: 0.035 };
const DEEPEST = 2; // trials that look different

const GHOST = 0.115;

/** The distance behind a circle's middle where its line ends and the arrow head begins. */
export const NECK = RADIUS + HEAD.gap + HEAD.length;

/** The names under which the board paints circles and their ghosts. @param {Circle} circle */
export const pieceName = (circle) => `circle ${circle.text}`;

/** The circle of such a name. @param {string} name @param {Model} model */
export const circleNamed = (name, model) => model.circles.get(name.split(" ")[1]);

/** The names of all circles: each is put in its place at the start. @param {Model} model */
export const names = (model) => [...model.circles.values()].map(pieceName);

/** Put a circle where it stands, or where the hand holds it. @param {PaintContext<Model>} context @param {Circle} circle @returns {Shape[]} track and ghost */
export function place(context, circle) {
  const { memory } = context;
  const group = /** @type {SVGElement} */ (context.thing(circle.text));
  const found = travel(context, circle);
  const held = memory.held?.circle === circle ? memory.held : null;
  const { way, along } = held ?? { way: found.way, along: found.edges.length };
  const looks = held ? "" : looksOf(context, found);
  shift(context, group, way, along);
  const isMarked = ["is-error", "is-hint", "is-because"].find((name) => group.classList.contains(name)) ?? "";
  setClasses(group, { piece: true, "is-held": held !== null, "is-dragged": held?.how === "drag" });
  setClasses(group, { "trial-1": looks === "trial-1", "trial-2": looks === "trial-2" });
  showHead(context, group, circle, held ? null : way);
  return along ? trailOf(context, circle, { way, along, isHeld: held !== null }, `${looks} ${isMarked}`) : [];
}

/** The line behind a circle, in one piece so that it is even, and a ghost where it began. @param {PaintContext<Model>} context @param {Circle} circle @param {{way: Way, along: number, isHeld: boolean}} where @param {string} looks @returns {Shape[]} */
function trailOf({ kit }, { cell }, { way, along, isHeld }, looks) {
  const [row, col] = [cell.row + 0.5, cell.col + 0.5];
  const { row: down, col: right } = kit.WAYS[way];
  const length = isHeld ? along : along - NECK;
  /** @type {Spot[]} */
  const ends = [
    [row, col],
    [row + down * length, col + right * length],
  ];
  return [
    kit.path(ends, `track ${isHeld ? "is-held" : looks}`, false, { layer: "lines" }),
    kit.circle(row, col, GHOST, "ghost", { layer: "pencil" }),
  ];
}

/** @param {Element} element @param {Record<string, boolean>} classes */
function setClasses(element, classes) {
  for (const [name, isOn] of Object.entries(classes)) element.classList.toggle(name, isOn);
}

/** A circle that has moved in a trial looks so. @param {PaintContext<Model>} context @param {Travel} travel */
function looksOf(context, { edges }) {
  const level = context.levelOf(edges.at(-1) ?? "");
  return level ? `trial-${Math.min(level, DEEPEST)}` : "";
}

/** @param {PaintContext<Model>} context @param {SVGElement} group @param {Way | null} way @param {number} along */
function shift({ kit }, group, way, along) {
  const { row, col } = way ? kit.WAYS[way] : { row: 0, col: 0 };
  const length = along * kit.UNIT;
  group.style.translate = way ? `${col * length}px ${row * length}px` : "";
}

/** An arrow head behind the circle. @param {PaintContext<Model>} context @param {SVGElement} group @param {Circle} circle @param {Way | null} way */
function showHead({ kit }, group, { cell }, way) {
  if ((group.dataset.way ?? "") === (way ?? "")) return;
  group.dataset.way = way ?? "";
  group.querySelector(".arrow")?.remove();
  if (way) group.prepend(kit.build(head(cell, kit.WAYS[way], kit)));
}

/** @param {Cell} cell @param {Cell} way @param {Kit} kit */
function head(cell, way, kit) {
  const tip = RADIUS + HEAD.gap;
  /** @type {Spot[]} behind the middle, aside */
  const points = [
    [tip, 0],
    [NECK, HEAD.width / 2],
    [NECK, -HEAD.width / 2],
  ];
  /** @param {Spot} spot @returns {Spot} */
  const at = ([behind, aside]) => [
    cell.row + 0.5 - behind * way.row + aside * way.col,
    cell.col + 0.5 - behind * way.col + aside * way.row,
  ];
  return kit.polygon(points.map(at), "arrow");
}

/** The circles that a line between two cells may move: the nearest in every way. @param {Pick<Seen<Model>, "kit" | "model">} context @param {Ends} edge */
export function nearby({ kit, model }, { a, b }) {
  const circleIn = (/** @type {Cell} */ cell) => model.circles.get(kit.cellText(cell));
  const rays = [a, b].flatMap((from) => kit.WAY_NAMES.map((way) => [from, ...kit.ray(from, way, model)]));
  return new Set(rays.map((cells) => cells.map(circleIn).find(Boolean)).filter((circle) => circle !== undefined));
}
