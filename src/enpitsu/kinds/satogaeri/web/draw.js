/** The parts of the board that never change, and its finale; the measures are those of Enpitsu's other pictures. */

import { countryName } from "./model.js";
import { adoptStyles } from "./styles.js";

export const RADIUS = 0.37;
const NUMBER_SIZES = [0.5, 0.4, 0.29, 0.23];
const LONGEST = NUMBER_SIZES.length;
const BADGE = { inset: 0.14, radius: 0.055, alarm: 0.28 };
const SHORT = 0.04; // as far as a border's round end reaches
const FINALE = 700; // ms until the last country begins

/** Ground, countries and circles; circles are things that are moved about later. */
export function draw(model, kit) {
  adoptStyles(document);
  const shapes = [
    ...kit.ground(model),
    ...model.countryCells.flatMap((cells) => drawCountry(cells, kit)),
    ...borders(model, kit),
    ...[...model.circles.values()].flatMap((circle) => drawCircle(circle, kit)),
  ];
  return { rows: model.rows, cols: model.cols, shapes };
}

/** A tint that shows when the country is done, and a badge: needs one, has one, is wrong. */
function drawCountry(cells, kit) {
  const more = { of: countryName(cells, kit), layer: "paper" };
  const [{ row, col }] = cells;
  const { inset, radius, alarm } = BADGE;
  return [
    kit.strokes(stretches(cells).map(outline), "tint", more),
    kit.circle(row + inset, col + inset, radius, "badge", more),
    kit.label(row + inset + 0.01, col + inset - 0.02, "!", alarm, "alarm", more),
  ];
}

/** Cells side by side. */
function stretches(cells) {
  const found = [];
  for (const { row, col } of cells) {
    const last = found.at(-1);
    if (last?.row === row && last.end === col) last.end += 1;
    else found.push({ row, col, end: col + 1 });
  }
  return found;
}

const outline = ({ row, col, end }) => [
  [row, col],
  [row, end],
  [row + 1, end],
  [row + 1, col],
];

function borders(model, kit) {
  const strays = model.strays.map((text) => side(kit.parsePlace(text)));
  return [
    kit.strokes(joined(strays), "stray", { layer: "grid" }),
    kit.strokes(
      joined(between(model)).map((line) => line.map((end) => inside(end, model))),
      "border",
      { layer: "grid" },
    ),
  ];
}

/** Ends at the rim stop short of it: they are round and would come out beyond the frame. */
const inside = ([row, col], { rows, cols }) => [within(row, rows), within(col, cols)];
const within = (at, count) => Math.min(count - SHORT, Math.max(SHORT, at));

/** The sides of cells that separate countries. */
function between({ rows, cols, countries }) {
  const sides = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const isOther = (down, right) =>
        (countries[row + down]?.[col + right] ?? countries[row][col]) !== countries[row][col];
      if (isOther(0, 1))
        sides.push([
          [row, col + 1],
          [row + 1, col + 1],
        ]);
      if (isOther(1, 0))
        sides.push([
          [row + 1, col],
          [row + 1, col + 1],
        ]);
    }
  }
  return sides;
}

function side({ a, b }) {
  return a.row === b.row
    ? [
        [b.row, b.col],
        [b.row + 1, b.col],
      ]
    : [
        [b.row, b.col],
        [b.row, b.col + 1],
      ];
}

/** Sides end to end become one line, so that ends are round only where they are ends. */
function joined(sides) {
  const across = sides.filter(([a, b]) => a[0] === b[0]);
  const down = sides.filter(([a, b]) => a[0] !== b[0]);
  across.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]);
  down.sort(([a], [b]) => a[1] - b[1] || a[0] - b[0]);
  const lines = [];
  for (const [a, b] of [...across, ...down]) {
    const last = lines.at(-1);
    const isOn = last && `${last[1]}` === `${a}` && (last[0][0] === b[0] || last[0][1] === b[1]);
    if (isOn) last[1] = b;
    else lines.push([a, b]);
  }
  return lines;
}

function drawCircle({ cell, text, number }, kit) {
  const [row, col] = [cell.row + 0.5, cell.col + 0.5];
  const words = numberText(number);
  const digits = words ? [kit.label(row, col, words, NUMBER_SIZES[words.length - 1], "clue", { of: text })] : [];
  return [kit.circle(row, col, RADIUS, "circle", { of: text }), ...digits];
}

function numberText(number) {
  const text = number === undefined ? "" : String(number);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** Country after country takes on its tint. */
export function finale({ board }) {
  const tints = [...board.surface.svg.querySelectorAll(".tint")];
  tints.forEach((tint, at) => {
    tint.style.animationDelay = `${Math.round((at * FINALE) / tints.length)}ms`;
  });
}
