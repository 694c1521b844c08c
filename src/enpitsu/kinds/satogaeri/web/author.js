/**
 * Satogaeri for authors: countries drawn over cells or by their borders, and circles.
 * @import { AuthorKind, Sheet } from "/static/js/types.d.ts"
 */

import { gesture } from "./author_gestures.js";
import { KEYS, key, pad } from "./author_keys.js";
import { claims, clueText, describe, label, legend, unfinished } from "./author_label.js";
import { open } from "./author_open.js";
import { affected, draw, paint } from "./author_paint.js";
import { blank, isValue, puzzle } from "./author_sheet.js";
import { symmetric } from "./author_symmetry.js";

/** @type {AuthorKind<Sheet>} */
const kind = {
  id: "satogaeri",
  tools: ["auto", "country", "circle", "border", "erase"],
  keys: KEYS,
  draw,
  paint,
  affected,
  gesture,
  key,
  label,
  describe,
  pad,
  open,
  blank,
  puzzle,
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
};

export default kind;
