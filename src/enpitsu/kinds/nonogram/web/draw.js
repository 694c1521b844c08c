/** The Nonogram board as shapes; the measures are those of Enpitsu's other pictures. */

import { Clues } from "./clues.js";
import { CROSSED, cellsOf, read as readModel, runsOf, stateOf } from "./model.js";

const RHYTHM = 5; // lines are thick after each so many cells, from the top left
const INSET = 0.055;
const CORNER = 0.08;
const CROSS = 0.12;
const SIGN = 0.4;
const DENIED = { size: 0.27, step: 0.3, most: 3 };
const PICTURE = "picture ground"; // a name of our own: the finished picture's background
const AROUND = 1; // how far the ground of the clues reaches beyond them
const REVEAL = 600;
const FADE = 200;
const HIDDEN = ["top-paper", "top", "left-paper", "left", "corner", "frame", "pencil"];

/** The puzzle with its clues laid out. */
export function read(puzzle) {
  const model = readModel(puzzle);
  return { ...model, lists: new Clues(model) };
}

/** The parts that never change: ground, guides, clues. */
export function draw(model, kit) {
  const { rows, cols, lists } = model;
  const { top, left } = lists;
  const shapes = [...kit.ground(model, RHYTHM), ...margins(model, kit), ...lists.shapes(kit)];
  return { rows, cols, top, left, shapes, digits: lists.measure.size };
}

/** The ground of the clues, every fifth line going on between them, and the grid's edge. */
function margins({ rows, cols, lists: { top, left } }, kit) {
  const fifths = (count) => Array.from({ length: Math.ceil(count / RHYTHM) - 1 }, (_, at) => (at + 1) * RHYTHM);
  const across = fifths(rows).map((row) => [
    [row, -left],
    [row, 0],
  ]);
  const down = fifths(cols).map((col) => [
    [-top, col],
    [0, col],
  ]);
  const ground = (row, col, height, width, layer) => kit.rect(row, col, height, width, "margin", 0, { layer });
  const edge = (points, layer) => kit.path(points, "frame", false, { layer });
  return [
    ground(-AROUND, -left - AROUND, rows + 2 * AROUND, left + AROUND, "left-paper"),
    ground(-top - AROUND, -AROUND, top + AROUND, cols + 2 * AROUND, "top-paper"),
    ground(-top - AROUND, -left - AROUND, top + AROUND, left + AROUND, "corner"),
    ...(across.length ? [kit.strokes(across, "grid", { layer: "left-paper" })] : []),
    ...(down.length ? [kit.strokes(down, "grid", { layer: "top-paper" })] : []),
    edge(
      [
        [0, 0],
        [rows, 0],
      ],
      "left",
    ),
    edge(
      [
        [0, 0],
        [0, cols],
      ],
      "top",
    ),
  ];
}

/** Once a finished picture is written on, all of it looks as before. */
export function affected(slot, _kit, { memory, position }) {
  if (memory.picture !== "shown") return [slot];
  memory.picture = "";
  return [PICTURE, slot, ...position.slots()];
}

/** Draw the content of a cell. */
export function paint(slot, context) {
  const { place, kit, model } = context;
  if (slot === PICTURE) return isOwn(context) ? [background(model, kit)] : [];
  if (place?.kind !== "cell") return [];
  const { cell } = place;
  const state = stateOf(slot, context);
  if (state === null) return deniedColours(slot, cell, context);
  const ground = model.hasGround
    ? [kit.rect(cell.row, cell.col, 1, 1, "ground", 0, { layer: "paper", fill: model.background })]
    : [];
  return [...ground, ...(state === CROSSED ? cross(cell, context) : colour(cell, state, context))];
}

function cross({ row, col }, { kit, model }) {
  const [y, x] = [row + 0.5, col + 0.5];
  const arm = (down, right) => [
    [y - down, x - right],
    [y + down, x + right],
  ];
  const more = model.hasGround ? { stroke: model.ground.sign } : {};
  return [kit.strokes([arm(CROSS, CROSS), arm(CROSS, -CROSS)], "cross", { layer: "pencil", ...more })];
}

function colour({ row, col }, at, context) {
  const { kit, model } = context;
  const side = 1 - 2 * INSET;
  const square = (style, more) => kit.rect(row + INSET, col + INSET, side, side, style, CORNER, more);
  const ink = model.inks[at];
  if (!model.isColoured) return [square("shade", isOwn(context) ? { fill: ink.rgb } : {})];
  return [
    square("paint", { fill: ink.rgb, stroke: ink.outline }),
    kit.label(row + 0.5, col + 0.5, model.letters[at], SIGN, "sign", { fill: ink.sign }),
  ];
}

/** With one colour the puzzle's own shows only when the picture is finished. */
const isOwn = ({ memory, model }) => Boolean(memory.picture) && !model.isPlain;

const background = (model, kit) => {
  const own = model.isPlain ? {} : { fill: model.background };
  return kit.rect(0, 0, model.rows, model.cols, "paper", 0, { layer: "paper", ...own });
};

/** Colours that a cell is known not to have, small along its foot, struck out. */
function deniedColours(slot, { row, col }, { kit, model, position }) {
  const denied = model.values.flatMap((value, at) => (position.get(slot, value) === false ? [at] : []));
  return denied.slice(0, DENIED.most).flatMap((at, place) => {
    const [y, x] = [row + 0.83, col + 0.2 + place * DENIED.step];
    const half = DENIED.size * 0.4;
    return [
      kit.label(y, x, model.letters[at], DENIED.size, "clue denied", { layer: "pencil" }),
      kit.path(
        [
          [y + half, x - half],
          [y - half, x + half],
        ],
        "cross",
        false,
        { layer: "pencil" },
      ),
    ];
  });
}

/** The picture without lines, for a moment; then the board comes back. */
export function finale(context) {
  const { board, position, model, memory } = context;
  if (!model.isPlain) {
    memory.picture = "new";
    board.redraw([PICTURE, ...position.slots()]);
    board.flush();
    memory.picture = "shown";
  }
  context.preview(picture(context));
  const layers = HIDDEN.map((name) => board.surface.layers.get(name));
  const isStill =
    matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
  const show = (opacity) => {
    for (const layer of layers) {
      layer.style.transition = isStill ? "none" : `opacity ${FADE}ms`;
      layer.style.opacity = opacity;
    }
  };
  show("0");
  const end = () => {
    show("");
    context.preview([]);
  };
  setTimeout(end, REVEAL + (isStill ? 0 : FADE));
}

/** Each row's runs as one piece, on the picture's own ground. */
function picture(context) {
  const { kit, model } = context;
  const runs = Array.from({ length: model.rows }, (_, row) => {
    const states = cellsOf("row", row, model).map((cell) => stateOf(kit.cellText(cell), context));
    return pieces(states).map(({ start, length, colour: at }) => {
      const own = model.isPlain ? {} : { fill: model.inks[at].rgb };
      return kit.rect(row - SEAM, start - SEAM, 1 + 2 * SEAM, length + 2 * SEAM, "shade", 0, own);
    });
  });
  return [background(model, kit), ...runs.flat()];
}

const SEAM = 0.01; // pieces overlap, so that no line shines through

function pieces(states) {
  const starts = states.flatMap((state, at) => (state !== null && state >= 0 && states[at - 1] !== state ? [at] : []));
  return runsOf(states).map((run, number) => ({ ...run, start: starts[number] }));
}
