/** Painting a sheet: countries in tints, borders and circles as in play, the rest hatched. */

import { contentOf } from "./author_countries.js";
import { isWalled, lookOf } from "./author_sheet.js";
import { adoptStyles } from "./author_styles.js";
import { tintOf } from "./author_tints.js";
import { RADIUS } from "./draw.js";

const HATCH = 1 / 3; // from line to line
const NUMBER_SIZES = [0.5, 0.4, 0.29, 0.23]; // as in play
const SHORT = 0.04; // as far as a border's round end reaches

/** The ground; hatching lies everywhere, and countries cover it. */
export function draw(model, kit) {
  adoptStyles(document);
  const [paper, ...others] = kit.ground(model);
  const hatching = kit.strokes(diagonals(model), "unclaimed", { layer: "paper" });
  return { rows: model.rows, cols: model.cols, shapes: [paper, hatching, ...others] };
}

/** They fall to the right: hatching that says "still open" rises. */
function diagonals({ rows, cols }) {
  const lines = [];
  for (let sum = HATCH; sum < rows + cols; sum += HATCH) {
    const [low, high] = [Math.min(sum, rows), Math.min(sum, cols)];
    lines.push([
      [rows - low, sum - low],
      [rows - sum + high, high],
    ]);
  }
  return lines;
}

/** A cell's country makes the borders round it. */
export function affected(slot, kit, { size }) {
  const cell = kit.parseCell(slot);
  if (!cell) return [slot];
  return [slot, ...kit.neighbours(cell, size).map((other) => kit.edgeText(cell, other))];
}

/** Draw the content of a slot. */
export function paint(_name, context) {
  const { place } = context;
  if (!place) return [];
  return place.kind === "edge" ? paintEdge(context) : paintCell(context);
}

function paintCell(context) {
  const {
    place: { cell },
    kit,
  } = context;
  const { country, circle } = contentOf(context, cell);
  const tint = `country country-${country === null ? 0 : tintOf(context, country)}`;
  const ground = country === null ? [] : [kit.rect(cell.row, cell.col, 1, 1, tint, 0, { layer: "paper" })];
  return circle === null ? ground : [...ground, ...paintCircle(cell, circle, kit)];
}

function paintCircle({ row, col }, circle, kit) {
  const more = { layer: "clues" };
  const ring = kit.circle(row + 0.5, col + 0.5, RADIUS, "circle", more);
  if (circle === "?") return [ring];
  const text = String(circle);
  const most = NUMBER_SIZES.length;
  const words = text.length <= most ? text : `${text.slice(0, most - 1)}…`;
  return [ring, kit.label(row + 0.5, col + 0.5, words, NUMBER_SIZES[words.length - 1], "clue", more)];
}

function paintEdge(context) {
  const {
    place: { a, b },
    kit,
    size,
  } = context;
  const isBetween = contentOf(context, a).country !== contentOf(context, b).country;
  if (!isBetween && !isWalled(lookOf(context), a, b, kit)) return [];
  const ends =
    a.row === b.row
      ? [
          [b.row, b.col],
          [b.row + 1, b.col],
        ]
      : [
          [b.row, b.col],
          [b.row, b.col + 1],
        ];
  const line = ends.map(([row, col]) => [within(row, size.rows), within(col, size.cols)]);
  return [kit.path(line, isBetween ? "border" : "border is-loose", false, { layer: "lines" })];
}

/** Ends at the rim stop short of it: they are round and would come out beyond the frame. */
const within = (at, count) => Math.min(count - SHORT, Math.max(SHORT, at));
