/**
 * Painting a sheet: clues as they are when played, borders, and what is loose.
 * @typedef {import("./author_sheet.js").SheetForm} SheetForm
 * @import { Layer, MarkSort, PaintContext, Scene, Shape, Size, Slot } from "../types.d.ts"
 */

import { circle, margins, rect } from "../board/shapes.js";
import { parseCell, parsePlace } from "../board/slots.js";
import { borderShape } from "./author_borders.js";
import { lookOf } from "./author_clues.js";
import { CHOSEN } from "./author_places.js";
import { groundOf } from "./draw.js";

/** @type {Layer} */
const CLUES = "clues";
/** @type {Layer} */
const ABOVE = "frame";
const LOOSE = "loose ends"; // borders that close nothing off, clues that are one too many
const RING = 0.3;
const RIM = 1; // cells that clues at the frame take

/** What never changes of a sheet. @param {SheetForm} form @param {Size} model @param {MarkSort[]} marks @returns {Scene} */
export function draw({ sorts }, { rows, cols }, marks) {
  const isLined = marks.some(({ on }) => on === "sides");
  const hasRim = sorts.some(({ on }) => on === "border");
  const rim = hasRim ? { top: RIM, left: RIM, bottom: RIM, right: RIM } : {};
  const shapes = [...groundOf({ rows, cols }, isLined), ...margins({ rows, cols, ...rim })];
  return { rows, cols, ...rim, hasSides: isLined || hasRim, shapes };
}

/** Borders and clues of areas tell of more than their own slot. @param {SheetForm} form @param {Slot} slot */
export const affected = ({ areas }, slot) => (areas === null ? [slot] : [slot, LOOSE]);

/** Names painted at the start without any fact. @param {SheetForm} form */
export const names = ({ areas }) => (areas === null ? [] : [LOOSE]);

/** The shapes of a slot, or of a name of our own. @param {SheetForm} form @param {string} name @param {PaintContext} context @returns {Shape[]} */
export function paint(form, name, context) {
  if (name === LOOSE) return paintLoose(form, context);
  if (name === CHOSEN) return paintChosen(context);
  const { place, size } = context;
  if (!place) return [];
  const { clues, isBorder } = form.clues.contentAt(context.position, name);
  const border = isBorder && place.kind === "edge" ? [{ ...borderShape(place, "border", size), layer: CLUES }] : [];
  const shapes = form.clues
    .at(name)
    .filter((sort) => clues[sort.name] !== undefined)
    .flatMap((sort) => sort.shapes(name, clues[sort.name], context))
    .map((shape) => ({ layer: CLUES, ...shape }));
  return [...border, ...shapes];
}

/** @param {SheetForm} form @param {PaintContext} context @returns {Shape[]} */
function paintLoose(form, context) {
  const { size } = context;
  const look = lookOf(context);
  const areas = form.divide(look);
  const borders = form.loose(look, areas).map((slot) => parsePlace(slot));
  const clues = form.surplus(look, areas).map((slot) => parseCell(slot));
  return [
    ...borders.flatMap((place) =>
      place?.kind === "edge" ? [{ ...borderShape(place, "border is-loose", size), layer: ABOVE }] : [],
    ),
    ...clues.flatMap((cell) => (cell ? [rect(cell.row + 0.1, cell.col + 0.1, 0.8, 0.8, "surplus", 0.1)] : [])),
  ];
}

/** A ring round the side that keys write into. @param {PaintContext} context @returns {Shape[]} */
function paintChosen({ memory }) {
  const place = memory.side ? parsePlace(memory.side) : null;
  if (place?.kind !== "edge") return [];
  const { a, b } = place;
  return [circle((a.row + b.row + 1) / 2, (a.col + b.col + 1) / 2, RING, "cursor-ring", { layer: "cursor" })];
}
