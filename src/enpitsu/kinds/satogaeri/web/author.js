/**
 * Satogaeri for authors: countries drawn over cells or by their borders, and circles.
 * @import { AuthorKind, AuthorKit, Sheet } from "/static/js/types.d.ts"
 */

import { gesture } from "./author_gestures.js";
import { key, keysOf, pad } from "./author_keys.js";
import { claims, clueText, describe, label, legend, unfinished } from "./author_label.js";
import { open } from "./author_open.js";
import { affected, draw, paint } from "./author_paint.js";
import { blank, isValue, puzzle } from "./author_sheet.js";
import { symmetric } from "./author_symmetry.js";

/** @param {AuthorKit} kit @returns {AuthorKind<Sheet>} */
export default (kit) => ({
  id: "satogaeri",
  tools: ["auto", "country", "circle", "border", "erase"],
  keys: keysOf(kit),
  draw,
  paint,
  affected,
  gesture,
  key,
  label,
  describe,
  pad,
  open: (puzzle, _kit, known) => open(puzzle, kit, known),
  blank,
  puzzle: (sheet) => puzzle(sheet, kit),
  symmetric,
  claims,
  clueText,
  unfinished,
  legend,
  isValue,
  /** Countries and circles look the same from everywhere. */
  turned: (value) => value,
  settings: () => [],
  set: ({ rows, cols, facts, more }) => ({ rows, cols, facts, more }),
});
