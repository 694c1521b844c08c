/**
 * The editor's side of a kind that is made of a declaration: sheets, clues, areas, strokes, keys, words.
 * @import { AuthorKind, Declaration } from "../types.d.ts"
 */

import { ClueForm, lookOf } from "./author_clues.js";
import { gesture } from "./author_gestures.js";
import { key, keysOf, pad } from "./author_keys.js";
import { affected, draw, names, paint } from "./author_paint.js";
import { SheetForm } from "./author_sheet.js";
import { mirrorAreas } from "./author_symmetry.js";
import { chosen, claims, clueText, describe, label, legend } from "./author_words.js";

/**
 * The author module of a declaration.
 * @param {Declaration} declaration
 * @param {Record<string, Partial<ClueForm>>} own what the kind's clues do in their own way, by name
 * @returns {AuthorKind}
 */
export function author({ id, clues, areas, marks }, own = {}) {
  const sorts = clues.map((clue) => new ClueForm(clue, own[clue.name]));
  const form = new SheetForm(id, sorts, areas);
  return {
    id,
    tools: toolsOf(sorts, areas),
    keys: keysOf(form),
    read: ({ rows, cols }) => ({ rows, cols }),
    draw: (model) => draw(form, model, marks),
    names: () => names(form),
    paint: (name, context) => paint(form, name, context),
    affected: (slot) => affected(form, slot),
    gesture: (context) => gesture(form, context),
    key: (context, action) => key(form, context, action),
    label: (cell, context) => label(form, cell, context),
    chosen,
    describe: (cell, context) => describe(form, cell, context),
    pad: (context) => pad(form, context),
    hasGesture: (name) => !without(sorts, areas).includes(name),
    hasSides: sorts.some(({ on }) => on === "border"),
    blank: () => form.blank(),
    open: (puzzle, _kit, known) => form.open(puzzle, known),
    puzzle: (sheet) => form.puzzle(sheet),
    turned: (value, symmetry, slot) => form.clues.turned(slot, value, symmetry),
    tidy: (context, changed, maps) => {
      mirrorAreas(form, context, changed, maps);
      form.tidy(context, lookOf(context));
    },
    settled: (sheet) => form.settled(sheet),
    settings: () => [],
    set: ({ rows, cols, facts, more }) => ({ rows, cols, facts, more }),
    claims: (cell, context) => claims(form, marks, cell, context),
    clueText: (place, context) => clueText(form, place, context),
    unfinished: (_undecided, text, made = {}) => form.unfinished(text, made),
    legend: (facts, text) => legend(id, marks, facts, text),
    isValue: (slot, value, sheet) => form.clues.isContent(slot, value, sheet),
  };
}

/** One tool for each sort of clues. @param {ClueForm[]} sorts @param {string | null} areas */
function toolsOf(sorts, areas) {
  const clues = sorts.length === 1 ? ["clue"] : sorts.map(({ name }) => name);
  return areas === null ? [...clues, "erase"] : ["auto", ...clues, "border", "erase"];
}

/** Gestures that kinds with other clues have. @param {ClueForm[]} sorts @param {string | null} areas */
function without(sorts, areas) {
  const numbers = sorts.filter(({ isNumber }) => isNumber);
  return [
    ...(areas === null ? ["area", "open", "border", "carry"] : ["move"]),
    ...(numbers.some(({ painted }) => !painted) ? [] : ["count"]),
    ...(numbers.some(({ painted }) => painted) ? [] : ["wall"]),
    ...(numbers.length ? [] : ["type"]),
    ...(sorts.some(({ isNumber }) => !isNumber) ? [] : ["pearl"]),
  ];
}
