/**
 * The Nonogram board as shapes; the measures are those of Enpitsu's other pictures.
 * @import { Cell, Context, Kit, Own, PaintContext, Scene, Seen, Shape, Slot } from "/static/js/types.d.ts"
 * @import { Model } from "./model.js"
 */

import { Clues } from "./clues.js";
import { CROSSED, cellsOf, read as readModel, runsOf, stateOf } from "./model.js";

const RHYTHM = 5; // lines are thick after each so many cells, from the top left
const CROSS = 0.12;
const SIGN = 0.4;
const DENIED = { size: 0.27, step: 0.3, most: 3 };
const PICTURE = "picture ground"; // a name of our own: the finished picture's background
const PLAIN = { ground: "picture", shade: "picture-shade" }; // of a finished picture without colours of its own

/** The puzzle with its clues laid out. @param {Own} puzzle @param {Kit} kit @returns {Model} */
export function read(puzzle, kit) {
  const model = readModel(puzzle, kit);
  return { ...model, lists: new Clues(model) };
}

/** The parts that never change: ground, guides, clues. @param {Model} model @param {Kit} kit @returns {Scene} */
export function draw(model, kit) {
  const { rows, cols, lists } = model;
  const { top, left } = lists;
  const margins = kit.margins({ rows, cols, top, left }, RHYTHM);
  const shapes = [...kit.ground(model, RHYTHM), ...margins, ...lists.shapes(kit)];
  return { rows, cols, top, left, shapes, digits: lists.measure.size };
}

/** Once a finished picture is written on, all of it looks as before. @param {Slot} slot @param {Kit} _kit @param {Seen<Model>} context */
export function affected(slot, _kit, { memory, position }) {
  if (memory.picture !== "shown") return [slot];
  memory.picture = "";
  return [PICTURE, slot, ...position.slots()];
}

/** Draw the content of a cell. @param {Slot} slot @param {PaintContext<Model>} context @returns {Shape[]} */
export function paint(slot, context) {
  const { place, kit, model } = context;
  if (slot === PICTURE) return context.memory.picture ? [background(model, kit)] : [];
  if (place?.kind !== "cell") return [];
  const { cell } = place;
  const state = stateOf(slot, context);
  if (state === null) return deniedColours(slot, cell, context);
  const ground = model.hasGround
    ? [kit.rect(cell.row, cell.col, 1, 1, "ground", 0, { layer: "paper", fill: model.background })]
    : [];
  return [...ground, ...(state === CROSSED ? cross(cell, context) : colour(cell, state, context))];
}

/** @param {Cell} cell @param {PaintContext<Model>} context */
function cross({ row, col }, { kit, model }) {
  return [kit.cross(row + 0.5, col + 0.5, CROSS, model.hasGround ? { stroke: model.ground.sign } : {})];
}

/** @param {Cell} cell @param {number} at @param {PaintContext<Model>} context @returns {Shape[]} */
function colour(cell, at, context) {
  const { kit, model } = context;
  const ink = model.inks[at];
  if (!model.isColoured) return [kit.square(cell, ...shade(ink, context))];
  return [
    kit.square(cell, "paint", { fill: ink.rgb, stroke: ink.outline }),
    kit.label(cell.row + 0.5, cell.col + 0.5, model.letters[at], SIGN, "sign", { fill: ink.sign }),
  ];
}

/**
 * With one colour the puzzle's own shows only when the picture is finished; black on white is dark on light in every theme.
 * @param {{rgb: string}} ink @param {Pick<Context<Model>, "memory" | "model">} context @returns {[style: string, more: {fill?: string}]}
 */
function shade({ rgb }, { memory, model }) {
  if (!memory.picture) return ["shade", {}];
  return model.isPlain ? [PLAIN.shade, {}] : ["shade", { fill: rgb }];
}

/** @param {Model} model @param {Kit} kit */
const background = ({ rows, cols, isPlain, background: fill }, kit) =>
  kit.rect(0, 0, rows, cols, isPlain ? PLAIN.ground : "paper", 0, { layer: "paper", ...(isPlain ? {} : { fill }) });

/** Colours that a cell is known not to have, small along its foot, struck out. @param {Slot} slot @param {Cell} cell @param {PaintContext<Model>} context */
function deniedColours(slot, { row, col }, { kit, model, position }) {
  const denied = model.values.flatMap((value, at) => (position.get(slot, value) === false ? [at] : []));
  return denied.slice(0, DENIED.most).flatMap((at, place) => {
    const half = DENIED.size * 0.4;
    const where = col + 0.2 + place * DENIED.step;
    return kit.struck(row + 0.83, where, model.letters[at], DENIED.size, [half, half]);
  });
}

/** The picture without lines. @param {Context<Model>} context */
export function finale(context) {
  const { board, position, memory } = context;
  memory.picture = "new";
  board.redraw([PICTURE, ...position.slots()]);
  board.flush();
  memory.picture = "shown";
  board.surface.picture(picture(context));
}

/** Each row's runs as one piece, on the picture's own ground. @param {Context<Model>} context */
function picture(context) {
  const { kit, model } = context;
  const runs = Array.from({ length: model.rows }, (_, row) => {
    const states = cellsOf("row", row, model).map((cell) => stateOf(kit.cellText(cell), context));
    return pieces(states).map(({ start, length, colour: at }) => {
      const style = model.isPlain ? PLAIN.shade : "shade";
      const own = model.isPlain ? {} : { fill: model.inks[at].rgb };
      return kit.rect(row - SEAM, start - SEAM, 1 + 2 * SEAM, length + 2 * SEAM, style, 0, own);
    });
  });
  return [background(model, kit), ...runs.flat()];
}

const SEAM = 0.01; // pieces overlap, so that no line shines through

/** @param {(number | null)[]} states */
function pieces(states) {
  const starts = states.flatMap((state, at) => (state !== null && state >= 0 && states[at - 1] !== state ? [at] : []));
  return runsOf(states).map((run, number) => ({ ...run, start: starts[number] }));
}
